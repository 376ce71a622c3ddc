"""A match of Complot as named plain data, and back: what scenarios give and check.

Cards that a `given` names leave the box; what it leaves out is as at the start of a match, and
cards for which there is no place then count as eliminated. A hand is given as it was drawn, oldest
first, where that matters (`order`).
"""

from collections.abc import Mapping, Sequence
from typing import Any

from intrigue.kernel.chance import Chance
from intrigue.kernel.game import Json, Setup, read_count, read_flag, read_list, unknown
from intrigue.kernel.text import BadInput

from .beliefs import everything
from .rules.acts import ROW
from .rules.buying import refill
from .rules.cards import COHORTS
from .rules.drawing import draw_cards
from .rules.front import SLOT
from .rules.position import Complot
from .rules.stack import F_EFFECTS, FRAME, FRAMES
from .rules.state import ASK_PURGE, ASK_STAMMER, EMPTY, HAND_SIZE, NOBODY_WON, PROMPTS, WIT, name_of

ANY_CARD = "?"  # in a row: whatever comes
_FLAGS = ("active", "played", "gone", "rallied", "massed", "counting", "pairing")


def dump(setup: Setup, match: Complot) -> dict[str, Json]:
    """The whole truth."""
    sides = match.sides

    def bag(counts: Any) -> list[str]:
        return [name_of(match, face) for face, n in enumerate(counts) for _ in range(n)]

    def names(faces: Any) -> list[str]:
        return [name_of(match, face) for face in faces]

    def each(values: Sequence[Json]) -> dict[str, Json]:
        return setup.by_seat(values)

    return {
        "first": setup.names[match.first],
        "active": setup.names[match.active],
        "phase": PROMPTS[match.asking],
        "left": match.left,
        "step": match.step,
        "assertion": match.a,
        "reach": match.r,
        "pages": match.pages,
        "wit": each([side.wit for side in sides]),
        "stammer": each([side.stammer for side in sides]),
        "turns": each([side.turns for side in sides]),
        "hand": each([bag(side.hand) for side in sides]),
        "known": each([bag(side.known) for side in sides]),
        "order": each([names(side.order) for side in sides]),
        "deck": each([bag(side.deck) for side in sides]),
        "top": each([names(side.top) for side in sides]),
        "discard": each([names(side.discard) for side in sides]),
        "front": each([_dump_front(match, seat) for seat in range(2)]),
        "row": [None if face == EMPTY else name_of(match, face) for face in match.row],
        "market": bag(match.market),
        "students": match.students,
        "eliminated": bag(match.gone),
        "waiting": names(match.waiting)[::-1],
        "bought": names(match.bought),
        "doubled": {COHORTS[i]: n for i, n in enumerate(match.doubled) if n != 1},
        "stack": [
            [FRAMES[match.stack[i]], *list(match.stack)[i + 1 : i + FRAME]]
            for i in range(0, len(match.stack), FRAME)
        ],
        "over": match.over,
        "winner": None if match.winner == NOBODY_WON else setup.names[match.winner],
        "conceded": match.conceded,
    }


def _dump_front(match: Complot, seat: int) -> list[Json]:
    """Cards in order; a card that did something this turn is a mapping."""
    out: list[Json] = []
    for s, face in enumerate(match.sides[seat].front):
        numbers = list(match.slots)[s * SLOT : (s + 1) * SLOT] if seat == match.active else []
        if not numbers or numbers == [0, 0, 0, 0, 1, 1]:
            out.append(name_of(match, face))
            continue
        flags, left, gave_a, gave_r, times_a, times_r = numbers
        slot: dict[str, Json] = {"card": name_of(match, face)}
        slot["is"] = [name for i, name in enumerate(_FLAGS) if flags >> i & 1]
        slot |= {"convert": left, "gave": [gave_a, gave_r], "times": [times_a, times_r]}
        out.append(slot)
    return out


def load(
    setup: Setup, match: Complot, given: Mapping[str, Json], chance: Chance, game: str
) -> Complot:
    """Lay a match out as `given` says; complaints call the game by its name."""
    return _Loader(setup, match, given, chance, game).load()


class _Loader:
    """Lays out one `given`."""

    def __init__(
        self, setup: Setup, match: Complot, given: Mapping[str, Json], chance: Chance, game: str
    ) -> None:
        self.setup = setup
        self.match = match
        self.given = given
        self.chance = chance
        self.game = game
        self.box = everything(match.deck)

    def load(self) -> Complot:
        match, given = self.match, self.given
        match.lay_out()
        known = dump(self.setup, match)
        for name in given:
            if name not in known:
                raise unknown("no_part", name, known, game=self.game)
        match.first = self.setup.seat(given.get("first", self.setup.names[0]))
        match.active = self.setup.seat(given.get("active", self.setup.names[match.first]))
        self._take_named()
        self._fill_rest()
        self._counters()
        self._control()
        self._end()
        return match

    # --- cards ------------------------------------------------------------------------------------

    def _face(self, part: str, name: Json) -> int:
        face = self.match.deck.numbers.get(name) if isinstance(name, str) else None
        if face is None:
            raise BadInput("no_face", deck=part, face=repr(name))
        return face

    def _take(self, part: str, names: Json) -> list[int]:
        """Cards out of the box: a list, or a mapping with counts."""
        if isinstance(names, Mapping):
            names = [name for name, n in names.items() for _ in range(read_count(part, n))]
        out = []
        for name in read_list(part, names):
            face = self._face(part, name)
            if self.box[face] == 0:
                raise BadInput("no_face", deck=part, face=repr(name))
            self.box[face] -= 1
            out.append(face)
        return out

    def _by_seat(self, part: str) -> list[Json]:
        """What is given for each seat, None for nothing."""
        value = self.given.get(part)
        if isinstance(value, Mapping):
            return self.setup.from_names(value, [None, None])
        return [value, value]

    def _bag(self, cards: Sequence[int]) -> list[int]:
        counts = [0] * len(self.box)
        for face in cards:
            counts[face] += 1
        return counts

    def _take_named(self) -> None:
        given = self.given
        self.zones: list[dict[str, list[int]]] = []
        self.slots: list[int] = []
        for seat in range(2):
            zones = {
                part: self._take(part, self._by_seat(part)[seat] or [])
                for part in ("hand", "deck", "top", "discard")
            }
            zones["front"] = self._front(seat, self._by_seat("front")[seat] or [])
            known = read_list("known", self._by_seat("known")[seat] or [])
            zones["known"] = [self._face("known", name) for name in known]
            self.zones.append(zones)
        self.waiting = self._take("waiting", given.get("waiting", []))[::-1]
        self.gone = self._bag(self._take("eliminated", given.get("eliminated", [])))
        self.row = [EMPTY] * ROW
        if "row" in given:
            row = read_list("row", given["row"])
            if len(row) != ROW:
                raise BadInput("row_size", package="intrigue.games.complot", slots=ROW)
            faces = iter(self._take("row", [name for name in row if name not in (None, ANY_CARD)]))
            self.row = [EMPTY if name in (None, ANY_CARD) else next(faces) for name in row]
        self.market = self._bag(self._take("market", given.get("market", [])))
        if "students" in given:
            student = self.match.deck.student
            pile = read_count("students", given["students"], self.box[student])
            self.match.students = pile
            self.box[student] -= pile

    def _front(self, seat: int, cards: Json) -> list[int]:
        """Plain names stand there from earlier turns; mappings did something this turn."""
        faces: list[int] = []
        for card in read_list("front", cards):
            row = card if isinstance(card, Mapping) else {"card": card}
            flags = [_FLAGS.index(name) for name in row.get("is", []) if name in _FLAGS]
            if _FLAGS.index("gone") in flags:  # it lies among the eliminated cards
                faces.append(self._face("front", row.get("card")))
            else:
                faces += self._take("front", [row.get("card")])
            if seat == self.match.active:
                self.slots.append(sum(1 << i for i in flags))
                self.slots.append(read_count("convert", row.get("convert", 0)))
                for name, usual in (("gave", 0), ("times", 1)):
                    pair = read_list(name, row.get(name, [usual, usual]))
                    if len(pair) != 2:
                        raise BadInput("list", name=name, value=repr(pair))
                    self.slots += [read_count(name, value) for value in pair]
        return faces

    def _fill_rest(self) -> None:
        """Zones that are not named, as at the start of a match."""
        match, given = self.match, self.given
        if "students" not in given:
            match.students = self.box[match.deck.student]
            self.box[match.deck.student] = 0
        if "market" not in given:
            shop = zip(self.box, match.deck.market, strict=True)
            self.market = [min(n, int(own)) for n, own in shop]
            self._leave_box(self.market)
        decks = []
        for seat in range(2):
            decks.append(self._bag(self.zones[seat]["deck"]))
            if self._by_seat("deck")[seat] is None:
                decks[seat] = self._starters_left(seat)
                self._leave_box(decks[seat])
        gone = [n + left for n, left in zip(self.gone, self.box, strict=True)]
        match.put_table(self.row, self.market, gone)
        for slot, name in enumerate(given.get("row", [ANY_CARD] * ROW)):
            if name == ANY_CARD:
                refill(match, slot, self.chance)
        for seat, side in enumerate(match.sides):
            zones = self.zones[seat]
            hand, known = self._bag(zones["hand"]), self._bag(zones["known"])
            side.put(
                decks[seat],
                hand,
                known,
                self._order(seat),
                zones["top"],
                zones["discard"],
                zones["front"],
            )
            if self._by_seat("hand")[seat] is None and side.deck_n + len(side.top) > 0:
                wanted = match.terms.first_draw if seat == match.first else HAND_SIZE
                draw_cards(match, seat, wanted, self.chance, self._may_stammer(seat))

    def _may_stammer(self, seat: int) -> bool:
        """Whether the hand lies as it was drawn: until the player's own Stammer is over."""
        return seat != self.match.active or self.given.get("phase") == PROMPTS[ASK_STAMMER]

    def _order(self, seat: int) -> list[int]:
        hand, named = self.zones[seat]["hand"], self._by_seat("order")[seat]
        if named is None:
            return hand if self._may_stammer(seat) else []
        order = [self._face("order", name) for name in read_list("order", named)]
        if sorted(order) != sorted(hand if order or self._may_stammer(seat) else []):
            raise BadInput("list", name="order", value=repr(named))
        return order

    def _leave_box(self, taken: list[int]) -> None:
        self.box = [n - out for n, out in zip(self.box, taken, strict=True)]

    def _starters_left(self, seat: int) -> list[int]:
        """The player's own starters that lie in none of the player's named zones."""
        zones = self.zones[seat]
        here = self._bag([face for part in zones if part != "known" for face in zones[part]])
        starters = zip(self.match.deck.starters, here, self.box, strict=True)
        return [min(max(0, int(n) - used), left) for n, used, left in starters]

    # --- numbers ----------------------------------------------------------------------------------

    def _numbers(self, part: str, usual: int, high: int) -> list[int]:
        values = self.setup.from_names(self.given.get(part, {}), [usual, usual])
        return [read_count(part, value, high) for value in values]

    def _counters(self) -> None:
        match, given = self.match, self.given
        match.a = read_count("assertion", given.get("assertion", 0))
        match.r = read_count("reach", given.get("reach", 0))
        match.pages = read_count("pages", given.get("pages", 0))
        match.step = read_count("step", given.get("step", 0), 2)
        wit = self._numbers("wit", WIT, WIT)
        stammer = self._numbers("stammer", 0, int(match.terms.stammer_cap))
        turns = self._numbers("turns", 0, int(match.terms.turn_cap))
        for seat, side in enumerate(match.sides):
            side.wit, side.stammer, side.turns = wit[seat], stammer[seat], turns[seat]

    def _control(self) -> None:
        """The open prompt, and what waits behind it."""
        match, given = self.match, self.given
        phase = given.get("phase", PROMPTS[0])
        if phase not in PROMPTS:
            raise unknown("no_part", str(phase), PROMPTS, game=self.game)
        match.asking = PROMPTS.index(phase)
        match.left = read_count("left", given.get("left", 0))
        stack: list[int] = []
        for frame in read_list("stack", given.get("stack", [])):
            kind, *numbers = read_list("stack", frame)
            if kind not in FRAMES or len(numbers) != FRAME - 1:
                raise BadInput("list", name="stack", value=repr(frame))
            stack += [FRAMES.index(kind), *(read_count("stack", number) for number in numbers)]
        bought = read_list("bought", given.get("bought", []))
        doubled = given.get("doubled", {})
        if not isinstance(doubled, Mapping):
            raise BadInput("list", name="doubled", value=repr(doubled))
        match.put_turn(
            self.slots,
            stack,
            self.waiting,
            [self._face("bought", name) for name in bought],
            [read_count("doubled", doubled.get(name, 1)) for name in COHORTS],
        )
        if match.asking >= ASK_PURGE and not self._sound(stack):
            raise BadInput("list", name="stack", value=repr(given.get("stack", [])))

    def _sound(self, stack: list[int]) -> bool:
        """Whether the innermost frame is at an operation that asks this."""
        if not stack or stack[-FRAME] != F_EFFECTS:
            return False
        _, s, number, step = stack[-FRAME:]
        lists = self.match.deck.lists
        fits = number < len(lists) and 0 < step <= len(lists[number])
        return fits and s * SLOT < len(self.match.slots)

    def _end(self) -> None:
        match, given = self.match, self.given
        match.over = read_flag("over", given.get("over", False))
        match.conceded = read_flag("conceded", given.get("conceded", False))
        if given.get("winner") is not None:
            match.winner = self.setup.seat(given["winner"])
