"""A position as named plain data, and back. What a scenario leaves out is as at the start of a
match; cards that are not named come from chance."""

from collections.abc import Iterable, Mapping, Sequence

from intrigue.kernel.chance import Chance, Fast, bit
from intrigue.kernel.game import Json, Setup, read_count, read_flag, read_list, unknown
from intrigue.kernel.position import UNANSWERED
from intrigue.kernel.sealed import NOT_ASKED
from intrigue.kernel.text import BadInput

from . import notation
from .carddata import base_set
from .rules.acts import LETTERS
from .rules.cards import CARDS, WORKS, cards_of
from .rules.deck import reveal_target, unrevealed
from .rules.events import begin_event
from .rules.position import Accusation
from .rules.rounds import run
from .rules.seats import is_active, players, seats_of
from .rules.state import BATCH, ENDINGS, NONE, STEPS
from .rules.terms import Terms
from .rules.tokens import accusation_cost, holdings_of, total_of

_BATCH = ("stack", "doing", "job", "want", "aim", "sub")
_EVENT_NUMBERS = ("part", "line", "lines", "runner", "half_part")
_EVENT_FLAGS = ("cancelled", "nodeny", "found")
_EVENT_SEATS = ("undeniable", "cleared", "had")


def dump(setup: Setup, match: Accusation) -> dict[str, Json]:
    """The whole truth."""
    by = setup.by_seat

    def seats(mask: int) -> list[str]:
        return [setup.names[seat] for seat in seats_of(mask)]

    def maybe(seat: int) -> str | None:
        return None if seat == NONE else setup.names[seat]

    n = setup.seats
    out: dict[str, Json] = {
        "phase": STEPS[match.step],
        "over": match.over,
        "round": match.round,
        "speaker": setup.names[match.speaker],
        "active": seats(match.active),
        "crew": match.crew,
        "conceded": seats(match.conceded),
        "bank": match.bank,
        "tokens": by([dict(zip(LETTERS, holdings_of(match, s), strict=True)) for s in range(n)]),
        "cost_cards": by(list(match.paid)),
        "made": by(list(match.made)),
        "rep": by(list(match.rep)),
        "vp": by(list(match.vp)),
        "countries": by([None if c == NONE else match.book.country_keys[c] for c in match.country]),
        "used": by([[match.book.keys[a] for a in seats_of(mask)] for mask in match.used]),
        "hands": by([cards_of(hand) for hand in match.hand]),
        "trackers": by([card or None for card in match.tracker]),
        "known": by([card or None for card in match.known]),
        "notmes": [[a >> 6, setup.names[(a >> 3) & 7], setup.names[a & 7]] for a in match.notmes],
        "shown": seats(match.shown),
        "supply": cards_of(match.supply),
        "deck": cards_of(match.deck),
        "discard": cards_of(match.discard),
        "spent": cards_of(match.spent),
        "pile": cards_of(match.pile),
        "buried": list(match.buried),
        "revealed": list(match.revealed),
        "extra": match.extra,
        "target": reveal_target(match),
        "unrevealed": unrevealed(match),
        "totals": by([total_of(match, s) for s in range(n)]),
        "costs": by([accusation_cost(match, s) for s in range(n)]),
        "sizes": {
            "deck": len(cards_of(match.deck)),
            "discard": len(cards_of(match.discard)),
            "supply": len(cards_of(match.supply)),
            "pile": unrevealed(match),
            "hands": by([len(cards_of(hand)) for hand in match.hand]),
        },
        "event": None,
        "batch": None,
        "answers": {
            name: notation.spell(setup, answer)
            for name, answer in zip(setup.names, match.sealed.answers, strict=True)
            if answer >= 0
        },
        "ending": ENDINGS[match.ending],
        "winners": seats(match.winners),
        "cards": list(match.book.tried),
    }
    if match.brisk:  # who is passed over depends on when that began
        out["owing"] = [setup.names[seat] for seat in match.sealed.owing()]
    if match.card:
        out["event"] = {
            "card": match.card,
            **{name: getattr(match, name) for name in (*_EVENT_NUMBERS, *_EVENT_FLAGS)},
            **{name: seats(getattr(match, name)) for name in _EVENT_SEATS},
            "after_lines": STEPS[match.after_lines],
            "locks": by([maybe(lock) for lock in match.locks]),
            "start": setup.names[match.start],
            "holder": maybe(match.holder),
            "accused": maybe(match.accused),
            "orphaned": maybe(match.orphaned),
            "denials": [[setup.names[d >> 3], setup.names[d & 7]] for d in match.denials],
        }
    if match.step == BATCH:
        out["batch"] = {
            "then": STEPS[match.then],
            "moved": match.moved,
            "aimed": maybe(match.aimed),
            "stack": list(match.frames()),
            **{name: list(getattr(match, name)) for name in _BATCH if name != "stack"},
            "seen": [cards_of(cards) for cards in match.seen],
        }
    return out


# What follows from other parts is shown, and ignored when it is given.
_DERIVED = ("target", "unrevealed", "totals", "costs", "sizes")


def load(setup: Setup, terms: Terms, given: Mapping[str, Json], chance: Chance) -> Accusation:
    """A position with these parts; raises `BadInput`."""
    return _Loader(setup, terms, given, chance).match


class _Loader:
    def __init__(
        self, setup: Setup, terms: Terms, given: Mapping[str, Json], chance: Chance
    ) -> None:
        self.setup = setup
        self.given = given
        cards = base_set()
        if given.get("cards"):
            tried = read_list("cards", given["cards"])
            cards = cards.with_cards([_mapping("cards", card) for card in tried])
        self.match = Accusation(setup.seats, terms, cards.book)
        known = dump(setup, self.match)
        for name in given:
            if name not in known and name != "owing":
                raise unknown("no_part", name, known, game="Accusation")
        self._numbers()
        self._cards(Fast(1))  # not from `chance`, whose answers a scenario may have fixed
        self._event()
        self._batch()
        self._phase(chance)

    # --- reading ----------------------------------------------------------------------------------

    def _seat(self, value: Json) -> int:
        return NONE if value is None else self.setup.seat(value)

    def _seats(self, name: str, value: Json) -> int:
        return sum(int(bit(self.setup.seat(seat))) for seat in read_list(name, value))

    def _by_seat(self, name: str, before: Json, high: int = 999) -> list[int]:
        values = self.setup.from_names(self.given.get(name, {}), [before] * self.setup.seats)
        return [read_count(name, value, high) for value in values]

    def _ids(self, name: str, value: Json) -> list[int]:
        ids = [read_count(name, card, CARDS - 1) for card in read_list(name, value)]
        if 0 in ids or len(set(ids)) != len(ids):
            raise BadInput("list", name=name, value=repr(value))
        return ids

    # --- parts ------------------------------------------------------------------------------------

    def _numbers(self) -> None:
        match, given, setup = self.match, self.given, self.setup
        match.round = read_count("round", given.get("round", 1), 99)
        match.speaker = setup.seat(given.get("speaker", setup.names[0]))
        match.active = self._seats("active", given.get("active", list(setup.names)))
        match.crew = read_count("crew", given.get("crew", players(match)), 6)
        match.conceded = self._seats("conceded", given.get("conceded", []))
        tokens = setup.from_names(given.get("tokens", {}), [{}] * setup.seats)
        match.put("tokens", [n for held in tokens for n in _held(held)])
        match.put("paid", self._by_seat("cost_cards", 0))
        match.put("made", self._by_seat("made", 0))
        match.put("rep", self._by_seat("rep", 0, 99))
        match.put("vp", self._by_seat("vp", 0, 99))
        countries = []
        for key in setup.from_names(given.get("countries", {}), [None] * setup.seats):
            countries.append(NONE if key is None else _index(key, match.book.country_keys))
        match.put("country", countries)
        used = setup.from_names(given.get("used", {}), [[]] * setup.seats)
        masks = [sum(int(bit(_index(key, match.book.keys))) for key in keys) for keys in used]
        match.put("used", masks)
        in_play = sum(match.tokens) + sum(match.paid)
        match.bank = read_count("bank", given.get("bank", max(match.terms.bank - in_play, 0)))
        match.extra = read_count("extra", given.get("extra", 0), 99)
        match.shown = self._seats("shown", given.get("shown", []))
        match.put(
            "notmes",
            [
                card * 64 + setup.seat(a) * 8 + setup.seat(b)
                for card, a, b in given.get("notmes", [])
            ],
        )
        known = setup.from_names(given.get("known", {}), [None] * setup.seats)
        match.put("known", [read_count("known", card or 0, CARDS) for card in known])

    def _cards(self, chance: Fast) -> None:
        """Named cards first; numbers are that many cards from chance; the rest is the deck."""
        match, given, setup = self.match, self.given, self.setup
        pool = set(range(1, CARDS))
        event = given.get("event") or {}
        trackers = setup.from_names(given.get("trackers", {}), [None] * setup.seats)
        match.put("tracker", [read_count("trackers", card or 0, CARDS - 1) for card in trackers])
        revealed = self._ids("revealed", given.get("revealed", []))
        if event.get("card") and event["card"] not in revealed:
            revealed.append(read_count("event", event["card"], WORKS - 1))
        buried = self._ids("buried", given.get("buried", []))
        match.put("revealed", revealed)
        match.put("buried", buried)
        _take(pool, "revealed", [*revealed, *buried])
        hands = setup.from_names(given.get("hands", {}), [3] * setup.seats)
        zones: dict[str, Json] = {f"hand {s}": hand for s, hand in enumerate(hands)}
        for seat in range(setup.seats):
            if not is_active(match, seat) and not isinstance(hands[seat], list):
                zones[f"hand {seat}"] = []
        zones["pile"] = given.get("pile", [])
        if isinstance(zones["pile"], list):
            played = [card for card in match.tracker if card and card not in revealed]
            played = [card for card in played if card not in [*buried, *zones["pile"]]]
            zones["pile"] = [*zones["pile"], *played]
        for name in ("deck", "discard"):
            if name in given:
                zones[name] = given[name]
        filled: dict[str, int] = {}
        for name, cards in zones.items():
            if isinstance(cards, list):
                ids = self._ids(name, cards)
                _take(pool, name, ids)
                filled[name] = _set(ids)
        match.supply = _set(card for card in pool if card >= WORKS)
        if "supply" in given:
            supply = given["supply"]
            if isinstance(supply, list):
                match.supply = _set(self._ids("supply", supply))
            else:
                match.supply = _set(range(CARDS - read_count("supply", supply, 8), CARDS))
        events = _set(card for card in pool if card < WORKS)
        for name, cards in zones.items():
            if not isinstance(cards, list):
                left = cards_of(events)
                count = read_count(name, cards, 45)
                if count > len(left):
                    raise BadInput("count", name=name, high=len(left), value=repr(count))
                drawn = [left.pop(int(chance.below(len(left)))) for _ in range(count)]
                filled[name] = _set(drawn)
                events &= ~_set(drawn)
        rest = "discard" if "deck" in zones and "discard" not in zones else "deck"
        filled[rest] = filled.get(rest, 0) | events
        match.put("hand", [filled[f"hand {seat}"] for seat in range(setup.seats)])
        match.pile, match.deck = filled["pile"], filled.get("deck", 0)
        match.discard = filled.get("discard", 0)
        match.spent = _set(self._ids("spent", given.get("spent", []))) & match.discard

    def _event(self) -> None:
        match, setup = self.match, self.setup
        event = self.given.get("event")
        if event is None:
            return
        event = _mapping("event", event)
        known = (
            *_EVENT_NUMBERS,
            *_EVENT_FLAGS,
            *_EVENT_SEATS,
            "card",
            "after_lines",
            "locks",
            "start",
            "holder",
            "accused",
            "orphaned",
            "denials",
        )
        for name in event:
            if name not in known:
                raise unknown("no_part", name, known, game="Accusation")
        begin_event(match, read_count("event", event.get("card"), WORKS - 1))
        for name in _EVENT_NUMBERS:
            setattr(match, name, int(event.get(name, getattr(match, name))))
        for name in _EVENT_FLAGS:
            setattr(match, name, read_flag(name, event.get(name, False)))
        for name in _EVENT_SEATS:
            setattr(match, name, self._seats(name, event.get(name, [])))
        match.after_lines = _index(event.get("after_lines", STEPS[0]), STEPS)
        locks = setup.from_names(event.get("locks", {}), [None] * setup.seats)
        match.put("locks", [self._seat(lock) for lock in locks])
        match.start = setup.seat(event.get("start", setup.names[match.speaker]))
        match.holder = self._seat(event.get("holder"))
        match.accused = self._seat(event.get("accused"))
        match.orphaned = self._seat(event.get("orphaned"))
        match.put(
            "denials", [setup.seat(a) * 8 + setup.seat(b) for a, b in event.get("denials", [])]
        )

    def _batch(self) -> None:
        batch = self.given.get("batch")
        if batch is None:
            return
        match = self.match
        match.then = _index(batch["then"], STEPS)
        match.moved = read_flag("moved", batch["moved"])
        match.aimed = self._seat(batch["aimed"])
        for name in _BATCH:
            match.put(name, [int(number) for number in batch[name]])
        match.put("seen", [_set(cards) for cards in batch["seen"]])

    def _phase(self, chance: Chance) -> None:
        match, given = self.match, self.given
        match.step = _index(given.get("phase", "duties"), STEPS)
        if read_flag("over", given.get("over", False)):
            match.over = True
            match.ending = _index(given.get("ending", "vp"), ENDINGS)
            match.winners = self._seats("winners", given.get("winners", []))
            return
        if STEPS[match.step] == "duties":
            match.round -= 1
        run(match, chance)
        answers = self.setup.from_names(given.get("answers", {}), [None] * self.setup.seats)
        for seat, text in enumerate(answers):
            if text is not None:
                if match.seal_again(seat, notation.parse(self.setup, str(text))):
                    raise BadInput("all_answered")
        if "owing" in given:
            owing = self._seats("owing", given["owing"])
            match.sealed.restore(
                [
                    answer if answer >= 0 else UNANSWERED if (owing >> seat) & 1 else NOT_ASKED
                    for seat, answer in enumerate(match.sealed.answers)
                ]
            )


def _held(value: Json) -> list[int]:
    """Tokens by Ministry: `{M: 2, R: 1}`, or five numbers."""
    if isinstance(value, list) and len(value) == 5:
        return [read_count("tokens", number) for number in value]
    held = _mapping("tokens", value)
    for letter in held:
        if letter not in LETTERS:
            raise unknown("no_part", letter, list(LETTERS), game="tokens")
    return [read_count("tokens", held.get(letter, 0)) for letter in LETTERS]


def _mapping(name: str, value: Json) -> Mapping[str, Json]:
    if not isinstance(value, Mapping):
        raise BadInput("text", name=name, value=repr(value))
    return value


def _index(word: Json, known: Sequence[str]) -> int:
    if word not in known:
        raise unknown("no_part", str(word), list(known), game="Accusation")
    return list(known).index(word)


def _take(pool: set[int], name: str, ids: Iterable[int]) -> None:
    for card in ids:
        if card not in pool:
            raise BadInput("no_face", deck=name, face=str(card))
        pool.discard(card)


def _set(ids: Iterable[int]) -> int:
    return sum(1 << card for card in set(ids))
