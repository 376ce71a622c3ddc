"""A position of Emperor as named plain data, and back: what scenarios are given and compare."""

from collections.abc import Mapping, Sequence
from typing import Any

from intrigue.kernel.chance import Chance
from intrigue.kernel.game import Json, Setup, read_count, read_flag, read_list, unknown
from intrigue.kernel.sealed import Sealed
from intrigue.kernel.text import BadInput

from .notation import parse, spell
from .rules.cards import (
    CARDS,
    CONDEMN,
    COPIES,
    CROWN,
    FACES,
    LOYAL,
    REBEL,
    bag_of,
    cards_in,
    names_in,
)
from .rules.deal import deal, lay_out
from .rules.knowledge import note
from .rules.position import Emperor
from .rules.state import (
    DIRECT,
    ENDINGS,
    FACE,
    FACE_DOWN,
    OVER,
    PHASES,
    RESOLVE,
    SLOT,
    Condemn,
    find_condemn,
    three_of,
)
from .rules.terms import terms_of

PACKAGE = "intrigue.games.emperor"


# --- writing --------------------------------------------------------------------------------------


def dump(setup: Setup, s: Emperor) -> dict[str, Json]:
    """The whole truth. `deck` follows from the rest and stands here to be read."""
    names = setup.names
    n = s.seats
    answers = list(s.window.answers) if s.phase in (SLOT, RESOLVE) else []
    return {
        "phase": PHASES[s.phase],
        "round": s.round,
        "turns": s.turns,
        "direction": _way(s.direction),
        "chosen": _way(s.chosen),
        "emperor": names[s.emperor],
        "ring": [names[seat] for seat in s.ring],
        "pointer": names[s.pointer] if s.pointer >= 0 else None,
        "gap": s.gap if s.gap >= 0 else None,
        "accused": _names(setup, s.accused),
        "identities": setup.by_seat([three_of(s, seat) for seat in range(n)]),
        "face_up": setup.by_seat([_slots(s.up >> (3 * seat)) for seat in range(n)]),
        "hands": setup.by_seat([names_in(hand) for hand in s.hands]),
        "deck": {CARDS[card]: count for card, count in enumerate(s.deck)},
        "discard": [_laid(setup, entry) for entry in s.pile],
        "condemns": [_condemn(setup, condemn) for condemn in s.pending],
        "casts": s.casts,
        "resolving": s.resolving,
        "strikers": _names(setup, s.strikers),
        "parried": _names(setup, s.parried),
        "knows": setup.by_seat(
            [setup.by_seat([_slots(eyes >> (3 * o)) for o in range(n)]) for eyes in s.eyes]
        ),
        "notes": setup.by_seat(
            [
                setup.by_seat([[note(s, v, o, LOYAL), note(s, v, o, REBEL)] for o in range(n)])
                for v in range(n)
            ]
        ),
        "stolen": setup.by_seat(
            [setup.by_seat([names_in(s.known[v * n + o]) for o in range(n)]) for v in range(n)]
        ),
        "answers": {names[v]: spell(setup, act) for v, act in enumerate(answers) if act >= 0},
        "no_draw": s.no_draw,
        "ending": ENDINGS[s.ending],
    }


def _way(direction: int) -> str | None:
    return None if direction == 0 else "cw" if direction > 0 else "ccw"


def _names(setup: Setup, mask: int) -> list[str]:
    return [name for seat, name in enumerate(setup.names) if mask >> seat & 1]


def _slots(mask: int) -> list[int]:
    return [slot for slot in range(3) if mask >> slot & 1]


def _laid(setup: Setup, entry: int) -> str:
    owner = entry // FACE_DOWN - 1
    return CARDS[entry & FACE] + (f" of {setup.names[owner]}" if owner >= 0 else "")


def _condemn(setup: Setup, c: Condemn) -> dict[str, Json]:
    return {
        "id": c.id,
        "origin": setup.names[c.origin],
        "author": setup.names[c.author],
        "target": setup.names[c.target],
        "clock": setup.names[c.clock],
        "round": c.round,
        "turn": c.turn,
        "on_emperor": c.on_emperor,
        "locked": c.locked,
        "by_emperor": c.by_emperor,
    }


# --- reading --------------------------------------------------------------------------------------


def load(setup: Setup, given: Mapping[str, Json], chance: Chance) -> Emperor:
    """A position with these parts. What is not given is as at the start, but for the ring (the
    order of the lobby) and hands (empty)."""
    s = Emperor(setup.seats, terms_of(setup))
    deal(s, chance)
    parts = dump(setup, s)
    for name in given:
        if name not in parts:
            raise unknown("no_part", name, parts, game="Emperor")
    part = _Parts(setup, given)
    s.round = part.count("round", 1)
    s.turns = part.count("turns", 0)
    s.direction = part.way("direction")
    s.chosen = part.way("chosen") or s.direction
    s.no_draw = read_flag("no_draw", given.get("no_draw", False))
    faces, ring = _load_people(s, part)
    hands, deck, pile = _load_cards(part)
    eyes, notes, known = _load_knowledge(part, hands)
    lay_out(s, faces, ring, [bag_of(hand) for hand in hands], deck, pile, eyes, notes, known)
    _load_condemns(s, part)
    _load_phase(s, part, ring)
    return s


class _Parts:
    """Reads parts of a `given`; complaints name the part."""

    def __init__(self, setup: Setup, given: Mapping[str, Json]) -> None:
        self.setup = setup
        self.given = given

    def count(self, name: str, default: int, high: int = 999_999) -> int:
        return read_count(name, self.given.get(name, default), high)

    def way(self, name: str) -> int:
        value = self.given.get(name)
        return {None: 0, "cw": 1, "ccw": -1}[self.word(name, value, (None, "cw", "ccw"))]

    def word(self, name: str, value: Json, known: Sequence[Json]) -> Any:
        if not isinstance(value, (str, type(None))) or value not in known:
            raise bad("word", name=name, value=repr(value), known=[str(word) for word in known])
        return value

    def seat(self, name: str, default: int) -> int:
        return self.setup.seat(self.given[name]) if name in self.given else default

    def mask(self, name: str) -> int:
        seats = read_list(name, self.given.get(name, []))
        return sum(1 << seat for seat in {self.setup.seat(who) for who in seats})

    def by_seat(self, name: str, before: Sequence[Json]) -> list[Json]:
        return self.setup.from_names(self.given.get(name, {}), before)

    def slots(self, name: str, value: Json) -> int:
        return sum(1 << read_count(name, slot, 2) for slot in read_list(name, value))

    def cards(self, name: str, value: Json) -> list[int]:
        return [CARDS.index(self.word(name, card, CARDS)) for card in read_list(name, value)]


def bad(code: str, **data: Json) -> BadInput:
    """A complaint about a `given`, with a sentence of this game's catalogue."""
    return BadInput(code, package=PACKAGE, **data)


def _load_people(s: Emperor, part: _Parts) -> tuple[list[int], list[int]]:
    """Who is who and sits where: faces and ring."""
    setup = part.setup
    n = s.seats
    before = [three_of(s, seat) for seat in range(n)]
    threes = part.by_seat("identities", before)
    crowned = [v for v, three in enumerate(threes) if isinstance(three, str) and "E" in three]
    s.emperor = part.seat("emperor", crowned[-1] if crowned else s.emperor)
    for seat, three in enumerate(threes):
        if not isinstance(three, str) or len(three) != 3 or set(three) - set(FACES):
            raise bad("identity", value=repr(three))
        if three.count("E") != (seat == s.emperor):
            raise bad("crown", name=setup.names[seat], value=three)
    faces = [FACES.index(letter) for three in threes for letter in three]
    s.up = 0
    for seat, slots in enumerate(part.by_seat("face_up", [[]] * n)):
        s.up |= part.slots("face_up", slots) << (3 * seat)
    s.up |= 1 << faces.index(CROWN)
    lobby = [(s.emperor + i) % n for i in range(n)]
    ring = [setup.seat(name) for name in part.given.get("ring", [setup.names[v] for v in lobby])]
    ending = part.word("ending", part.given.get("ending", ""), ENDINGS)
    if len(set(ring)) != len(ring) or (ring[:1] != [s.emperor] and ending != ENDINGS[1]):
        raise bad("ring", name=setup.names[s.emperor])
    s.ending = ENDINGS.index(ending)
    s.accused = part.mask("accused")
    s.pointer = s.emperor
    s.gap = -1
    if part.given.get("gap") is not None:
        s.pointer = -1
        s.gap = part.count("gap", 0, n)
    elif part.given.get("pointer") is not None:
        s.pointer = setup.seat(part.given["pointer"])
    return faces, ring


def _load_cards(part: _Parts) -> tuple[list[list[int]], list[int], list[int]]:
    """Hands, deck and discard pile; the deck is what is left."""
    n = part.setup.seats
    hands = [part.cards("hands", hand) for hand in part.by_seat("hands", [[]] * n)]
    pile: list[int] = []
    for entry in read_list("discard", part.given.get("discard", [])):
        card, _, owner = str(entry).partition(" of ")
        down = FACE_DOWN * (part.setup.seat(owner) + 1) if owner else 0
        pile.append(CARDS.index(part.word("discard", card, CARDS)) + down)
    deck = [int(count) for count in COPIES]
    laid = [down & FACE for down in pile] + [CONDEMN] * len(part.given.get("condemns", []))
    for named in [*laid, *(held for hand in hands for held in hand)]:
        deck[named] -= 1
        if deck[named] < 0:
            raise bad("too_many", card=CARDS[named])
    return hands, deck, pile


def _load_condemns(s: Emperor, part: _Parts) -> None:
    seat = part.setup.seat
    s.pending = []
    s.casts = 0
    for row in read_list("condemns", part.given.get("condemns", [])):
        if not isinstance(row, Mapping) or not {"author", "target"} <= set(row):
            raise bad("condemn", value=repr(row))
        author, target = seat(row["author"]), seat(row["target"])
        origin = seat(row.get("origin", row["author"]))
        at_emperor = bool(row.get("on_emperor", target == s.emperor))
        clock = seat(row["clock"]) if "clock" in row else s.emperor if at_emperor else origin
        s.casts = read_count("id", row.get("id", s.casts + 1))
        s.pending.append(
            Condemn(
                s.casts,
                origin,
                author,
                target,
                clock,
                read_count("round", row.get("round", s.round)),
                read_count("turn", row.get("turn", s.turns)),
                at_emperor,
                bool(row.get("locked", False)),
                bool(row.get("by_emperor", origin == s.emperor)),
            )
        )
    s.casts = part.count("casts", s.casts)
    s.strikers = part.mask("strikers")
    s.parried = part.mask("parried")
    s.resolving = part.count("resolving", 0)


def _load_knowledge(part: _Parts, hands: list[list[int]]) -> tuple[list[int], list[int], list[int]]:
    """Labels, notes, and what is known of hands."""
    setup = part.setup
    n = setup.seats
    eyes: list[int] = []
    notes: list[int] = []
    known: list[int] = []
    for viewer, slots in enumerate(part.by_seat("knows", [{}] * n)):
        mine = setup.from_names(slots, [[]] * n)
        mask = sum(part.slots("knows", m) << (3 * owner) for owner, m in enumerate(mine))
        eyes.append(mask & ~(7 << (3 * viewer)))
    for pairs in part.by_seat("notes", [{}] * n):
        for pair in setup.from_names(pairs, [[0, 0]] * n):
            notes += [read_count("notes", number, 3) for number in read_list("notes", pair)]
    for bags in part.by_seat("stolen", [{}] * n):
        known += [bag_of(part.cards("stolen", bag)) for bag in setup.from_names(bags, [[]] * n)]
    if len(notes) != 2 * n * n:
        raise bad("notes")
    for place, bag in enumerate(known):
        held = list(hands[place % n])
        for card in cards_in(bag):
            if card not in held:
                raise bad("not_held", card=CARDS[card])
            held.remove(card)
    return eyes, notes, known


def _load_phase(s: Emperor, part: _Parts, ring: list[int]) -> None:
    s.phase = PHASES.index(part.word("phase", part.given.get("phase", PHASES[DIRECT]), PHASES))
    s.over = s.phase == OVER
    s.window = Sealed(s.seats)
    if s.over:
        return
    if s.phase == RESOLVE and find_condemn(s, s.resolving) is None:
        raise bad("no_condemn")
    if s.direction == 0 and s.phase != DIRECT:
        raise bad("no_direction")
    if s.phase not in (SLOT, RESOLVE):
        if s.pointer not in ring:
            raise bad("no_pointer")
        return
    reopen(s, {part.setup.seat(k): parse(part.setup, v) for k, v in _answers(part).items()})


def _answers(part: _Parts) -> Mapping[str, str]:
    answers = part.given.get("answers", {})
    if not isinstance(answers, Mapping) or not all(isinstance(v, str) for v in answers.values()):
        raise BadInput("text", name="answers", value=repr(answers))
    return answers


def reopen(s: Emperor, answers: Mapping[int, int]) -> None:
    """A window in which some have answered already."""
    s.window = Sealed(s.seats)
    for seat in s.ring:
        s.window.ask(seat)
    for seat, act in answers.items():
        if s.window.owes(seat):
            s.window.put(seat, act)
    if s.window.owed == 0:
        raise BadInput("all_answered")
