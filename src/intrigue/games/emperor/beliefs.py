"""What a seat can believe: every deal of identity cards that fits what it has seen, exactly.

A hypothesis fixes how many R each player holds and keeps, for each, the set of slot patterns that
are still possible; within it players are independent and patterns equally likely. Looks and
reveals cut patterns away, a Shuffle brings all of its owner's back, a Swap splits a hypothesis by
the two faces that may have moved. So the number of hypotheses stays near the number of Rebel sets.

It never sees the truth: only events and views as one seat got them.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations
from math import inf, log2
from random import Random

from intrigue.kernel.chance import Fast
from intrigue.kernel.game import Seen, Setup
from intrigue.kernel.sealed import Sealed
from intrigue.kernel.story import Secret

from .dump import reopen
from .rules.cards import CARDS, COPIES, CROWN, FACES, LOYAL, REBEL, bag_of
from .rules.deal import lay_out
from .rules.position import Emperor
from .rules.state import CERTAIN, ENDINGS, FACE_DOWN, PHASES, Condemn, is_up, side_of
from .rules.terms import terms_of
from .rules.worlds import deal_worlds
from .view import EmperorView

Three = int  # a set of slot patterns: bit p stands for pattern p, whose bit i is "R in slot i"
Model = Callable[[Seen, "Belief"], Iterable[tuple[int, float]]]
"""A behaviour model: an event makes a seat so many times likelier to be a Rebel."""


def _arrangements(rebels: int) -> Three:
    """All patterns with so many R."""
    return sum(1 << p for p in range(8) if p.bit_count() == rebels)


ARRANGED: Sequence[Three] = tuple(_arrangements(rebels) for rebels in range(4))


@cache
def rebels_in(three: Three) -> int:
    """How many R: the same in every pattern of a set."""
    return (three.bit_length() - 1).bit_count()


@cache
def only(three: Three, slot: int, face: int) -> Three:
    """The patterns with this face (R or not) in a slot."""
    return sum(1 << p for p in range(8) if three >> p & 1 and (p >> slot & 1) == face)


@cache
def placed(three: Three, slot: int, face: int) -> Three:
    """The patterns after this face has come into a slot."""
    out = 0
    for p in range(8):
        if three >> p & 1:
            out |= 1 << ((p & ~(1 << slot)) | face << slot)
    return out


@cache
def patterns(three: Three) -> tuple[int, ...]:
    return tuple(p for p in range(8) if three >> p & 1)


Hypothesis = tuple[Three, ...]


class Belief:
    """The weighted hypotheses of one seat, told event by event."""

    def __init__(self, setup: Setup, emperor: int, model: Model | None = None) -> None:
        self.setup = setup
        self.emperor = emperor
        self.model = model
        self.check_at_resolve = setup.options["seat_check"] == "cast_and_resolve"
        self.living = set(range(setup.seats))
        self.authors: dict[int, int] = {}  # of Condemns, by id
        self.told = [1.0] * setup.seats  # how much likelier a Rebel, by what they did
        others = [seat for seat in range(setup.seats) if seat != emperor]
        self.weights: dict[Hypothesis, float] = {}
        for rebels in combinations(others, (2, 3, 3)[setup.seats - 5]):  # EM-6
            deal = [ARRANGED[2 if seat in rebels else 1] for seat in range(setup.seats)]
            self.weights[tuple(deal)] = 1.0

    # --- hearing ----------------------------------------------------------------------------------

    def hear(self, event: Seen) -> None:
        listener = _LISTENERS.get(event.kind)
        if listener is not None:
            listener(self, event)
        if self.model is not None:
            for seat, factor in self.model(event, self):
                self.told[seat] *= factor
                for deal in self.weights:
                    if rebels_in(deal[seat]) >= 2:
                        self.weights[deal] *= factor

    def face(self, seat: int, slot: int, face: str) -> None:
        """A card is known now."""
        self._cut(seat, slot, int(face == "R"))

    def _cut(self, seat: int, slot: int, face: int) -> None:
        after: dict[Hypothesis, float] = {}
        for deal, weight in self.weights.items():
            left = only(deal[seat], slot, face)
            if left:
                share = left.bit_count() / deal[seat].bit_count()
                _add(after, _with(deal, seat, left), weight * share)
        self.weights = after

    def _keep(self, fits: Callable[[Hypothesis], bool]) -> None:
        self.weights = {deal: w for deal, w in self.weights.items() if fits(deal)}

    def _saw(self, event: Seen) -> None:
        self.face(event.data["target"], event.data["slot"], event.data["face"])

    def _shuffled(self, event: Seen) -> None:
        seat, crown = event.data["who"], event.data["crown"]
        if crown is not None:
            self._cut(seat, crown, 0)
        after: dict[Hypothesis, float] = {}
        for deal, weight in self.weights.items():
            _add(after, _with(deal, seat, ARRANGED[rebels_in(deal[seat])]), weight)
        self.weights = after

    def _swap(self, event: Seen) -> None:
        seat, other = event.data["who"], event.data["target"]
        own, slot = event.data["own"], event.data["slot"]
        gave, got = event.data.get("gave"), event.data.get("got")
        self.told[seat] = self.told[other] = 1.0
        after: dict[Hypothesis, float] = {}
        for deal, weight in self.weights.items():
            ways = deal[seat].bit_count() * deal[other].bit_count()
            for mine in (LOYAL, REBEL) if gave is None else (FACES.index(gave),):
                for theirs in (LOYAL, REBEL) if got is None else (FACES.index(got),):
                    left = only(deal[seat], own, mine)
                    right = only(deal[other], slot, theirs)
                    if left and right:
                        share = left.bit_count() * right.bit_count() / ways
                        moved = _with(deal, seat, placed(left, own, theirs))
                        moved = _with(moved, other, placed(right, slot, mine))
                        _add(after, moved, weight * share)
        self.weights = after
        self._keep(self._rebel_lives)  # EM-72: the match went on

    def _rebel_lives(self, deal: Hypothesis) -> bool:
        return any(rebels_in(deal[v]) >= 2 for v in self.living if v != self.emperor)

    def _condemn(self, event: Seen) -> None:
        self.authors[event.data["id"]] = event.data["who"]
        if event.data["target"] == self.emperor:  # EM-68
            self.told[event.data["who"]] = inf
            self._keep(lambda deal: rebels_in(deal[event.data["who"]]) >= 2)

    def _turned(self, event: Seen) -> None:
        self.authors[event.data["id"]] = event.data["who"]

    def _resolve(self, event: Seen) -> None:
        if self.check_at_resolve and event.data["target"] == self.emperor:
            author = self.authors.get(event.data["id"])
            if author is not None:
                self._keep(lambda deal: rebels_in(deal[author]) >= 2)

    def _cancelled(self, event: Seen) -> None:
        author = self.authors.get(event.data["id"])
        if event.data["why"] == "author_loyal" and author is not None:
            self._keep(lambda deal: rebels_in(deal[author]) < 2)

    def _died(self, event: Seen) -> None:
        seat = event.data["who"]
        self.living.discard(seat)
        if seat == self.emperor:
            return
        for slot, face in enumerate(event.data.get("cards", "")):
            self.face(seat, slot, face)
        self._keep(self._rebel_lives)

    def odds(self) -> list[int]:
        """What acts alone have told of each seat, as quick players count it (see `lean`)."""
        return [CERTAIN if told == inf else round(8 * log2(told)) for told in self.told]

    # --- asking -----------------------------------------------------------------------------------

    def given(self, view: EmperorView) -> "dict[Hypothesis, float]":
        """The hypotheses as this view leaves them: with all cards that its seat knows now."""
        told = Belief.__new__(Belief)
        told.weights = self.weights
        for seat, three in enumerate(view.cards):
            for slot, face in enumerate(three):
                if face is not None:
                    told.face(seat, slot, face)
        return told.weights

    def rebel(self, view: EmperorView) -> list[float]:
        """How likely each seat is a Rebel now."""
        weights = self.given(view)
        total = sum(weights.values())
        out = [0.0] * len(view.cards)
        for deal, weight in weights.items():
            for seat, three in enumerate(deal):
                if seat != self.emperor and rebels_in(three) >= 2:
                    out[seat] += weight
        return [weight / total if total else 0.5 for weight in out]


_LISTENERS: dict[str, Callable[[Belief, Seen], None]] = {
    "saw": Belief._saw,
    "reveal": Belief._saw,
    "shuffled": Belief._shuffled,
    "swap": Belief._swap,
    "swap_unseen": Belief._swap,
    "condemn": Belief._condemn,
    "turned": Belief._turned,
    "resolve": Belief._resolve,
    "cancelled": Belief._cancelled,
    "died": Belief._died,
    "died_unseen": Belief._died,
}


def _with(deal: Hypothesis, seat: int, three: Three) -> Hypothesis:
    return (*deal[:seat], three, *deal[seat + 1 :])


def _add(weights: dict[Hypothesis, float], deal: Hypothesis, weight: float) -> None:
    weights[deal] = weights.get(deal, 0.0) + weight


# --- whole positions ------------------------------------------------------------------------------


def imagine(
    setup: Setup,
    view: EmperorView,
    seen: Sequence[Seen],
    rng: Random,
    count: int,
    model: Model | None = None,
) -> list[Emperor]:
    """Positions that fit what a seat has seen. What others knew before a Shuffle, and which
    stolen cards they recognise, is not imagined: nothing in the rules depends on it. With a model
    of behaviour, hands hold what people keep; without one, all cards are as likely."""
    belief = Belief(setup, view.emperor, model)
    for event in seen:
        if event.kind in _LISTENERS or model is not None:
            belief.hear(event)
    weights = belief.given(view)
    deals = [list(deal) for deal in weights]
    chances = _whole_numbers([*weights.values()])
    if not deals:  # a match watched from its middle on: only the view counts
        deals = [_any_faces(setup, view, rng) for _ in range(count)]
        chances = [1] * count
    hands, unseen = _known_hands(setup, view)
    base = _lay_out(setup, view, hands)
    return deal_worlds(
        base,
        deals,
        chances,
        list(view.sizes),
        unseen,
        belief.odds(),
        model is not None,
        Fast(rng.getrandbits(60)),
        count,
    )


def _whole_numbers(weights: list[float]) -> list[int]:
    """Weights for a generator of integers; nothing that is possible becomes impossible."""
    most = max(weights, default=0.0)
    return [max(round(weight / most * (1 << 20)), 1) for weight in weights]


def _lay_out(setup: Setup, view: EmperorView, hands: list[int]) -> Emperor:
    """The table with all that the seat knows; cards that it does not know are missing."""
    n = setup.seats
    notes, known = [0] * (2 * n * n), [0] * (n * n)
    if view.seat >= 0:
        mine = [least for pair in view.notes for least in pair]
        notes[2 * n * view.seat : 2 * n * (view.seat + 1)] = mine
        known[n * view.seat : n * (view.seat + 1)] = [_bag(held) for held in view.held]
    hidden = FACE_DOWN * ((view.seat + 1) % n + 1)  # somebody else laid it down
    s = Emperor(n, terms_of(setup))
    lay_out(
        s,
        faces=[CROWN if face == "E" else LOYAL for three in view.cards for face in three],
        ring=list(view.ring),
        hands=hands,
        deck=[0] * len(CARDS),
        pile=[hidden if name is None else CARDS.index(name) for name in view.pile],
        eyes=[_mask(3 * owner + slot for owner, slot in eyes) for eyes in view.eyes],
        notes=notes,
        known=known,
    )
    s.emperor = view.emperor
    s.up = _mask(3 * v + i for v, ups in enumerate(view.face_up) for i, up in enumerate(ups) if up)
    s.casts, s.round, s.turns = view.casts, view.round, view.turns
    ways = {None: 0, "cw": 1, "ccw": -1}
    s.direction, s.chosen = ways[view.direction], ways[view.chosen]
    s.pointer = -1 if view.pointer is None else view.pointer
    s.gap = -1 if view.gap is None else view.gap
    s.accused, s.strikers, s.parried = map(_mask, (view.accused, view.strikers, view.parried))
    s.pending = [
        Condemn(
            c.id,
            c.origin,
            c.author,
            c.target,
            c.clock,
            c.round,
            c.turn,
            c.on_emperor,
            c.locked,
            c.by_emperor,
        )
        for c in view.condemns
    ]
    s.no_draw = view.no_draw
    s.phase = PHASES.index(view.phase)
    s.resolving = view.resolving or 0
    s.over = view.ending is not None
    s.ending = ENDINGS.index(view.ending or "")
    if view.phase in ("slot", "resolve"):
        reopen(s, {} if view.answer is None else {view.seat: view.answer})
    else:
        s.window = Sealed(setup.seats)
    return s


def _mask(bits: Iterable[int]) -> int:
    return sum(1 << b for b in bits)


def _bag(names: Sequence[str]) -> int:
    return bag_of([CARDS.index(name) for name in names])


def _known_hands(setup: Setup, view: EmperorView) -> tuple[list[int], list[int]]:
    """What the seat knows of all hands, as bags, and how many of each card it has not seen."""
    left = [int(count) for count in COPIES]
    left[CARDS.index("condemn")] -= len(view.condemns)
    known = [list(view.hand if v == view.seat else view.held[v]) for v in range(setup.seats)]
    for name in [*view.pile, *(name for hand in known for name in hand)]:
        if name is not None:
            left[CARDS.index(name)] -= 1
    return [_bag(hand) for hand in known], left


def _any_faces(setup: Setup, view: EmperorView, rng: Random) -> list[Three]:
    """Unknown cards dealt uniformly, until the notes fit and a Rebel lives."""
    known = [face for three in view.cards for face in three]
    rebels = setup.seats + (2, 3, 3)[setup.seats - 5] - known.count("R")  # EM-3, EM-4
    unknown = [i for i, face in enumerate(known) if face is None]
    faces = known
    for _ in range(500):
        red = set(rng.sample(unknown, min(max(rebels, 0), len(unknown))))
        faces = [("R" if i in red else "L") if f is None else f for i, f in enumerate(known)]
        hands = ["".join(str(f) for f in faces[3 * v : 3 * v + 3]) for v in range(setup.seats)]
        notes = zip(hands, view.notes, strict=True)
        fits = all(h.count("L") >= low and h.count("R") >= high for h, (low, high) in notes)
        lives = any(hands[v].count("R") >= 2 for v in view.ring if v != view.emperor)
        if fits and (lives or view.ending is not None):
            break
    reds = [_mask(i for i in range(3) if faces[3 * v + i] == "R") for v in range(setup.seats)]
    return [1 << pattern for pattern in reds]


# --- what may be guessed --------------------------------------------------------------------------


def secrets(s: Emperor) -> Iterator[Secret]:
    """EM-6: who of the living is on which side, and each of their cards that lies face down."""
    if s.over:
        return
    for seat in sorted(s.ring):
        if seat != s.emperor:
            yield _side(seat, side_of(s, seat))
        for slot in range(3):
            card = 3 * seat + slot
            if not is_up(s, card) and s.faces[card] != CROWN:
                yield _card(seat, slot, s.faces[card])


def known(setup: Setup, view: EmperorView, seen: Sequence[Seen]) -> Iterator[Secret]:
    """What every deal that fits has in common."""
    if view.ending is not None:
        return
    belief = Belief(setup, view.emperor)
    for event in seen:
        belief.hear(event)
    deals = list(belief.given(view))
    for seat in sorted(view.ring) if deals else ():
        rebels = {rebels_in(deal[seat]) for deal in deals}
        if seat != view.emperor and (min(rebels) >= 2 or max(rebels) < 2):
            yield _side(seat, REBEL if min(rebels) >= 2 else LOYAL)
        for slot, up in enumerate(view.face_up[seat]):
            faces = {p >> slot & 1 for deal in deals for p in patterns(deal[seat])}
            if not up and view.cards[seat][slot] != "E" and len(faces) == 1:
                yield _card(seat, slot, faces.pop())


def _side(seat: int, side: int) -> Secret:
    return Secret("side", (seat,), "rebel" if side == REBEL else "loyalist")


def _card(seat: int, slot: int, face: int) -> Secret:
    return Secret("card", (seat,), FACES[face], slot + 1)
