"""A seat's view of Emperor as numbers: who sits where, cards it knows, Condemns on the table.

Condemns are numbered by their place among those on the table, and what is discarded is told by
what is kept. Left out are who knows whose cards (but one's own), and the order of the pile.
"""

from collections.abc import Iterator
from functools import cached_property

from intrigue.kernel.features import Features, Slot

from .rules import acts
from .rules.acts import (
    CARD,
    NOBODY,
    at_card,
    at_player,
    at_two,
    discarded_of,
    discarding,
    first_of,
    keeping,
    kind_of,
    other_slot_of,
    plain,
    second_of,
    slot_of,
    value_of,
)
from .rules.cards import (
    ACCUSE,
    CARDS,
    CLEARANCE,
    CONDEMN,
    COUNTER,
    DECK_SIZE,
    FACES,
    GUARDING,
    INVESTIGATION,
    REVEAL,
    REVERSE,
    SELF_CLEARANCE,
    SIDES,
    STEAL,
    SWAP,
    TRANSPOSITION,
    bag_of,
)
from .rules.encode import AGE, CONDEMNS, TURNS, EmperorWriter
from .rules.options import investigation
from .rules.state import PHASES
from .view import EmperorView

WAYS = (None, "cw", "ccw")
KINDS = range(len(CARDS))
_BLOCKS = (CARD + SELF_CLEARANCE, CARD + CLEARANCE, CARD + COUNTER)
_ALONE = (acts.PASS, acts.DIRECTION, acts.SHUFFLE, acts.DISCARD, CARD + REVERSE, *_BLOCKS)


class EmperorFeatures(Features):
    # --- what is seen -----------------------------------------------------------------------------

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        n = self.setup.seats
        flags = ("accused", "strikers", "parried", "pointer", "candidate", "emperor")
        return (
            Slot("phase", high=len(PHASES) - 1, category=True),
            Slot("round", high=TURNS),
            Slot("turns", high=TURNS),
            Slot("direction", high=2, category=True),
            Slot("chosen", high=2, category=True),
            Slot("side", high=len(SIDES) - 1, category=True),
            Slot("gap", high=n, category=True),
            Slot("deck", high=DECK_SIZE),
            Slot("resolving", high=CONDEMNS, category=True),
            Slot("answer", high=len(self.table), category=True),  # one's own, once sealed
            *(Slot(flag, n) for flag in flags),
            Slot("ring", n, n, category=True),  # steps clockwise from oneself; 0: dead
            Slot("sizes", n, DECK_SIZE),
            Slot("hand", len(CARDS), 8),
            Slot("held", n * len(CARDS), 8),
            Slot("pile", len(CARDS), 8),
            Slot("cards", n * 3, 2 * len(FACES) + 1, category=True),
            Slot("seen", n * 3),  # which of one's own cards each seat knows
            Slot("notes", n * 2, 3),
            *(Slot(f"{who} of", CONDEMNS, n, category=True) for who in _WHO),
            Slot("age", CONDEMNS, AGE),
            Slot("kind of", CONDEMNS, 8, category=True),
        )

    def read(self, view: EmperorView) -> list[int]:
        n, me = self.setup.seats, view.seat
        around = [(me + step) % n for step in range(n)]
        condemns = view.condemns[:CONDEMNS]
        ids = [condemn.id for condemn in condemns]
        out = [
            PHASES.index(view.phase),
            min(view.round, TURNS),
            min(view.turns, TURNS),
            WAYS.index(view.direction),
            WAYS.index(view.chosen),
            SIDES.index(view.side or ""),
            0 if view.gap is None else view.gap,
            view.deck,
            1 + ids.index(view.resolving) if view.resolving in ids else 0,
            0 if view.answer is None else 1 + self.index(view, view.answer),
        ]
        one = ((view.pointer,), (view.candidate,), (view.emperor,))
        for marked in (view.accused, view.strikers, view.parried, *one):
            out += [int(seat in marked) for seat in around]
        place = {seat: at for at, seat in enumerate(view.ring)}
        start, living = place.get(me, 0), len(view.ring)
        out += [1 + (place[s] - start) % living if s in place else 0 for s in around]
        out += [view.sizes[seat] for seat in around]
        out += [view.hand.count(card) for card in CARDS]
        out += [view.held[seat].count(card) for seat in around for card in CARDS]
        out += [view.pile.count(card) for card in CARDS]
        for seat in around:
            for face, up in zip(view.cards[seat], view.face_up[seat], strict=True):
                known = 0 if face is None else 1 + FACES.index(face)
                out.append(len(FACES) + known if up and known else known)
        out += [int((me, slot) in view.eyes[seat]) for seat in around for slot in range(3)]
        out += [count for seat in around for count in view.notes[seat]]
        rest = [0] * (CONDEMNS - len(condemns))
        for who in _WHO:
            out += [1 + (getattr(condemn, who) - me) % n for condemn in condemns] + rest
        out += [min(view.turns - condemn.turn, AGE) for condemn in condemns] + rest
        kinds = [1 + c.on_emperor + 2 * c.locked + 4 * c.by_emperor for c in condemns]
        return out + kinds + rest

    # --- what can be done -------------------------------------------------------------------------

    @cached_property
    def table(self) -> tuple[int, ...]:
        return tuple(self._acts())

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """A discard is listed by what is kept, and a Condemn by its place."""
        kept = acts.KINDS[acts.DISCARD]
        return tuple(
            label.replace(kept, "keep", 1) if label.startswith(f"{kept} ") else label
            for label in super().labels
        )

    def _acts(self) -> Iterator[int]:
        others = range(1, self.setup.seats)
        theirs = [(seat, slot) for seat in others for slot in range(3)]
        yield from (acts.PASS, acts.CW, acts.CCW, plain(CARD + REVERSE))
        yield from (keeping(card) for card in (-1, *KINDS))
        yield from (at_card(acts.INVESTIGATE, *card) for card in theirs)
        for card in (TRANSPOSITION, CONDEMN, STEAL, GUARDING, ACCUSE):
            yield from (at_player(CARD + card, seat) for seat in others)
        yield at_player(CARD + ACCUSE, 0)
        yield from (plain(kind, place) for kind in _BLOCKS for place in range(CONDEMNS))
        for own in range(3):
            yield from (at_two(CARD + SWAP, seat, slot, NOBODY, own) for seat, slot in theirs)
        yield from (at_card(CARD + INVESTIGATION, *card) for card in theirs)
        for at, (seat, slot) in enumerate(theirs):
            for other in theirs[at + 1 :]:
                yield at_two(CARD + INVESTIGATION, seat, slot, *other)
        yield from (at_card(CARD + REVEAL, *card) for card in theirs)
        yield from (at_card(CARD + REVEAL, 0, slot) for slot in range(3))
        for mover in range(self.setup.seats):
            yield from (at_two(CARD + GUARDING, at, 0, mover, 0) for at in others if at != mover)
        for card in KINDS:
            yield from (discarding(bag_of([card, other])) for other in KINDS if other >= card)

    def turned(self, act: int, by: int) -> int:
        kind = kind_of(act)
        if kind in _ALONE:
            return act
        n = self.setup.seats
        first, second = (first_of(act) + by) % n, second_of(act)
        if second == NOBODY:
            return at_two(kind, first, slot_of(act), NOBODY, other_slot_of(act))
        second = (second + by) % n
        if kind == CARD + INVESTIGATION:
            return investigation(3 * first + slot_of(act), 3 * second + other_slot_of(act))
        return at_two(kind, first, slot_of(act), second, other_slot_of(act))

    def listed(self, view: EmperorView, act: int) -> int:
        kind = kind_of(act)
        if kind in _BLOCKS:
            places = [at for at, one in enumerate(view.condemns) if one.id == value_of(act)]
            return plain(kind, places[0]) if places else -1
        if kind == acts.DISCARD:
            return self._rest(view, act)
        return super().listed(view, act)

    def meant(self, view: EmperorView, listed: int) -> int:
        kind = kind_of(listed)
        if kind in _BLOCKS:
            return plain(kind, view.condemns[value_of(listed)].id)
        if kind == acts.DISCARD:
            return self._rest(view, listed)
        return super().meant(view, listed)

    def _rest(self, view: EmperorView, act: int) -> int:
        """The discard of all other cards in hand."""
        hand = bag_of([CARDS.index(card) for card in view.hand])
        return discarding(hand - discarded_of(act))

    def writer(self) -> EmperorWriter:
        return EmperorWriter(self)

    def spared(self, act: int) -> bool:
        """Blocks of a Condemn that lies too far back."""
        return kind_of(act) in _BLOCKS


_WHO = ("origin", "author", "target", "clock")
