"""A seat's view of Accusation as numbers: tokens and standing, the Event under way, the own cards.

Left out are denials of earlier Events, the lists that effects under way will follow, and what was
revealed before.
"""

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import combinations_with_replacement

from intrigue.kernel.features import Features, Slot

from .carddata import base_set
from .rules import acts
from .rules.acts import LETTERS, act, kind_of, what_of
from .rules.cards import CARDS, EVENTS, WORKS
from .rules.encode import AccusationWriter
from .rules.state import EVERYBODY, STEPS
from .rules.threads import JOBS
from .view import AccusationView, Card

MOST = 999
PHASES = (*STEPS, "over")
# Tokens that one choice is about at most, with the cards there are.
SIZES = {acts.PAY: 5, acts.ALLOC: 4, acts.SHED: 3, acts.STRIP: 2}


class AccusationFeatures(Features):
    # --- what is seen -----------------------------------------------------------------------------

    @cached_property
    def abilities(self) -> int:
        """How many there are."""
        return len(base_set().abilities)

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        n, base = self.setup.seats, base_set()
        effects = len(base.book.op)
        counts = ("paid", "made", "costs", "rep", "vp", "hands")
        flags = ("active", "conceded", "contributors", "shown", "had", "cleared", "undeniable")
        return (
            Slot("phase", high=len(PHASES) - 1, category=True),
            Slot("round", high=MOST),
            *(Slot(pile, high=MOST) for pile in ("bank", "supply", "deck", "discard", "pile")),
            Slot("buried", high=MOST),
            Slot("revealed", high=MOST),
            Slot("target", high=MOST),
            Slot("extra", high=MOST),
            Slot("tokens", n * 5, MOST),
            *(Slot(count, n, MOST) for count in counts),
            *(Slot(flag, n) for flag in flags),
            Slot("countries", n, len(base.countries), category=True),
            Slot("known", n, CARDS - 1, category=True),
            Slot("spent", EVENTS),
            Slot("used", self.abilities),  # by oneself, this round
            Slot("hand", CARDS - 1),
            Slot("tracker", high=CARDS - 1, category=True),
            Slot("looked", CARDS - 1),
            Slot("answer", high=len(self.table), category=True),  # one's own, once sealed
            Slot("speaker", high=n, category=True),
            Slot("card", high=CARDS - 1, category=True),
            Slot("part", high=MOST),
            Slot("line", high=MOST),
            Slot("runner", high=n + 2, category=True),
            *(Slot(flag) for flag in ("cancelled", "nodeny", "found")),
            Slot("holder", high=n, category=True),
            Slot("accused", high=n, category=True),
            Slot("locks", n, n, category=True),
            Slot("doing", n, effects, category=True),  # the effect that acts for each seat
            Slot("job", n, len(JOBS), category=True),
            Slot("want", n, MOST),
            Slot("aim", n, n, category=True),
        )

    def read(self, view: AccusationView) -> list[int]:
        n, me = self.setup.seats, view.seat
        around = [(me + step) % n for step in range(n)]
        event, batch = view.event, view.batch
        out = [PHASES.index(view.phase), view.round]
        out += [view.bank, view.supply, view.deck, view.discard, view.pile]
        out += [view.buried, len(view.revealed), view.target, view.extra]
        out += [count for seat in around for count in view.tokens[seat]]
        standing = (view.cost_cards, view.made, view.costs, view.rep, view.vp, view.hands)
        for counts in standing:
            out += [counts[seat] for seat in around]
        marks = [view.active, view.conceded, view.contributors, view.shown]
        marks += [event.had, event.cleared, event.undeniable] if event else [(), (), ()]
        for marked in marks:
            out += [int(seat in marked) for seat in around]
        countries = base_set().countries
        for seat in around:
            country = view.countries[seat]
            out.append(0 if country is None else 1 + countries.index(country))
        out += [_number(view.known[seat]) for seat in around]
        out += _flags(view.spent or (), EVENTS)
        out += [(view.used[me] >> ability) & 1 for ability in range(self.abilities)]
        out += _flags(view.hand, CARDS - 1)
        out.append(view.tracker or 0)
        out += _flags(map(_number, view.looked), CARDS - 1)
        out.append(0 if view.answer is None else 1 + self.index(view, view.answer))
        out.append(self._seat(view.speaker, me))
        if event is None:
            out += [0] * (9 + n)
        else:
            runner = event.runner
            named = self._seat(runner, me) if runner >= 0 else n + (1 if runner == EVERYBODY else 2)
            out += [event.card, event.part, event.line, named]
            out += [int(event.cancelled), int(event.nodeny), int(event.found)]
            out += [self._seat(event.holder, me), self._seat(event.accused, me)]
            out += [self._seat(event.locks[seat], me) for seat in around]
        if batch is None:
            return out + [0] * (4 * n)
        out += [1 + batch.doing[seat] for seat in around]
        out += [1 + batch.job[seat] for seat in around]
        out += [batch.want[seat] for seat in around]
        return out + [self._seat(batch.aim[seat], me) for seat in around]

    def _seat(self, seat: int | None, me: int) -> int:
        """A seat as a category; 0 is nobody."""
        return 0 if seat is None or seat < 0 else 1 + (seat - me) % self.setup.seats

    # --- what can be done -------------------------------------------------------------------------

    @cached_property
    def table(self) -> tuple[int, ...]:
        return tuple(self._acts())

    def _acts(self) -> Iterator[int]:
        base, seats = base_set(), range(self.setup.seats)
        yield from (act(kind) for kind in acts.BARE if kind != acts.CONCEDE)
        for ability in range(self.abilities):
            yield acts.use(ability, -1)
            yield from (acts.use(ability, target) for target in seats)
        for kind in acts.SEATED:
            yield from (act(kind, target) for target in seats)
        for kind in (acts.SELECT, acts.DISCARD, acts.SHOW):
            yield from (act(kind, card) for card in range(1, CARDS))
        yield from (act(acts.BURY, card) for card in (*range(EVENTS + 1), acts.ANY_WORKS))
        for kind, most in SIZES.items():
            yield from (act(kind, tokens) for tokens in _tokens(most))
        every = sum(1 << (4 * ministry) for ministry in range(len(LETTERS)))
        yield from (act(acts.SPREAD, some) for some in _tokens(5) if some & ~every == 0)
        for source in range(len(LETTERS)):
            others = (to for to in range(len(LETTERS)) if to != source)
            yield from (act(acts.MOVE, source * 8 + to) for to in others)
        yield from (act(acts.PICK, which) for which in range(4))
        yield from (act(acts.DRAFT, country) for country in range(len(base.countries)))

    def turned(self, act: int, by: int) -> int:
        n, kind = self.setup.seats, kind_of(act)
        if kind in acts.SEATED:
            return acts.act(kind, (what_of(act) + by) % n)
        if kind == acts.USE and acts.target_of(act) >= 0:
            return acts.use(acts.ability_of(act), (acts.target_of(act) + by) % n)
        return act

    def writer(self) -> AccusationWriter:
        return AccusationWriter(self)


def _number(card: Card | None) -> int:
    """A card as a category: all Public Works are alike, and 0 is none."""
    return WORKS if isinstance(card, str) else card or 0


def _flags(cards: Iterable[int], size: int) -> list[int]:
    out = [0] * size
    for card in cards:
        out[card - 1] = 1
    return out


def _tokens(most: int) -> Iterator[int]:
    """Token choices of one to so many tokens."""
    for size in range(1, most + 1):
        for some in combinations_with_replacement(range(len(LETTERS)), size):
            yield sum(1 << (4 * ministry) for ministry in some)
