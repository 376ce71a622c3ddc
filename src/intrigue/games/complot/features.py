"""A seat's view of Complot as numbers: how many of each card lie where, points, what is asked.

Left out are what each card in front gave already this turn, and what was bought or eliminated.
"""

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, cast

from intrigue.kernel.features import Features, Slot

from .rules import acts
from .rules.acts import make
from .rules.cards import CHOOSE, CONVERT, DISCARD, DISCREDIT, DOUBLE, FRONT, HAND, PURGE, Card, Deck
from .rules.encode import ComplotWriter
from .rules.front import GONE
from .rules.stack import FRAMES
from .rules.state import PROMPTS, WIT
from .view import ComplotView

if TYPE_CHECKING:
    from .game import ComplotGame

MOST = acts.MOST  # points that are told apart
PHASES = (*PROMPTS, "over")


class ComplotFeatures(Features):
    @cached_property
    def deck(self) -> Deck:
        return cast("ComplotGame", self.game).deck(self.setup)

    # --- what is seen -----------------------------------------------------------------------------

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        designs, copies = len(self.deck.cards), max(self._copies(card) for card in self.deck.cards)
        turns = int(self.setup.options["turn_cap"])
        both = ("held", "known", "discards", "fronts")
        return (
            Slot("mine"),  # whether it is one's own turn
            Slot("phase", high=len(PHASES) - 1, category=True),
            Slot("left", high=MOST),
            Slot("step", high=2, category=True),
            Slot("assertion", high=MOST),
            Slot("reach", high=MOST),
            Slot("pages", high=MOST),
            Slot("frame", high=len(FRAMES), category=True),  # what is under way
            Slot("card", high=designs, category=True),  # whose effects are
            Slot("effects", high=len(self.deck.lists) - 1, category=True),
            Slot("effect", high=MOST),
            Slot("wit", 2, WIT),
            Slot("stammer", 2, int(self.setup.options["stammer_cap"])),
            Slot("turns", 2, turns),
            Slot("hands", 2, MOST),
            Slot("decks", 2, MOST),
            Slot("tops", 2, designs, category=True),
            Slot("row", acts.ROW, designs, category=True),
            Slot("market", high=MOST),
            Slot("students", high=MOST),
            Slot("doubled", 5, MOST),
            Slot("hand", designs, copies),
            *(Slot(f"{zone} {of}", designs, copies) for zone in both for of in ("mine", "theirs")),
            Slot("converts", designs, MOST),
        )

    def read(self, view: ComplotView) -> list[int]:
        me, you = view.seat, 1 - view.seat
        kind = card = effects = effect = 0
        if view.stack:
            frame = view.stack[-1]
            kind = 1 + FRAMES.index(frame.kind)
            if frame.kind == "effects":
                card = self._number(view.fronts[view.active][frame.at].card)
                effects, effect = frame.effects, frame.next
        out = [
            int(view.active == me),
            PHASES.index(view.phase),
            *(min(n, MOST) for n in (view.left, view.step, view.assertion, view.reach, view.pages)),
            *(kind, card, effects, effect),
        ]
        pairs = (view.wit, view.stammer, view.turns, view.hands, view.decks)
        for pair in pairs:
            out += (pair[me], pair[you])
        tops = (view.tops[me], view.tops[you])
        out += [self._number(top[-1]) if top else 0 for top in tops]
        out += [0 if card is None else self._number(card) for card in view.row]
        out += [view.market, view.students, *(min(n, MOST) for n in view.doubled)]
        out += self._count(view.hand or ())
        for zone in (view.held, view.known, view.discards):
            out += self._count(zone[me]) + self._count(zone[you])
        for seat in (me, you):
            out += self._count(slot.card for slot in view.fronts[seat] if not slot.flags & GONE)
        converts = [0] * len(self.deck.cards)
        for slot in view.fronts[me]:
            face = self.deck.numbers[slot.card]
            converts[face] = max(converts[face], min(slot.convert, MOST))
        return out + converts

    def _number(self, card: str) -> int:
        """A card as a category; 0 is none."""
        return 1 + self.deck.numbers[card]

    def _count(self, cards: Iterable[str]) -> list[int]:
        out = [0] * len(self.deck.cards)
        for card in cards:
            out[self.deck.numbers[card]] += 1
        return out

    def _copies(self, card: Card) -> int:
        """How many copies of a card there are at the table."""
        deck, face = self.deck, card.face
        pile = deck.students if face == deck.student else 0
        return 2 * deck.starters[face] + deck.market[face] + pile

    # --- what can be done -------------------------------------------------------------------------

    @cached_property
    def table(self) -> tuple[int, ...]:
        return tuple(self._acts())

    def writer(self) -> ComplotWriter:
        return ComplotWriter(self)

    def spared(self, act: int) -> bool:
        """Hits and conversions beyond what anybody needs at once: nobody has more Wit."""
        return acts.kind_of(act) in (acts.HIT, acts.CONVERT)

    def _acts(self) -> Iterator[int]:
        deck, ops = self.deck, [op for effects in self.deck.lists for op in effects]
        does = {op.do for op in ops}
        zones = 0
        for op in ops:
            if op.do == PURGE:
                zones |= op.zones
        cards = deck.cards
        yield make(acts.END)
        yield make(acts.PLAY_ALL)
        yield make(acts.DECLINE)
        yield from (make(acts.BUY, slot) for slot in range(acts.ROW + 1))
        yield from (make(acts.HIT, 0, n) for n in range(1, WIT + 1))
        yield from (make(acts.PLAY, card.face) for card in cards)
        yield from (make(acts.DISCARD_CARD, card.face) for card in cards)
        yield from (make(acts.ATTACK, card.face) for card in cards if card.source)
        yield from (make(acts.DISPOSE, card.face) for card in cards if card.own)
        for card in cards:
            yield from (
                make(acts.CONVERT, card.face, n) for n in range(1, self._converts(card) + 1)
            )
        if zones & HAND:
            yield from (make(acts.PICK_HAND, card.face) for card in cards)
        if zones & DISCARD:
            yield from (make(acts.PICK_DISCARD, card.face) for card in cards)
        if zones & FRONT or DOUBLE in does:
            for card in cards:
                yield from (make(acts.PICK_FRONT, card.face, n) for n in range(self._copies(card)))
        if DISCREDIT in does:
            yield from (make(acts.PICK_SOURCE, card.face) for card in cards if card.source)
        yield from (make(acts.PICK_SLOT, slot) for slot in range(acts.ROW))
        choices = [len(op.lists) for op in ops if op.do == CHOOSE]
        yield from (make(acts.PICK_OPTION, n) for n in range(max(choices, default=0)))

    def _converts(self, card: Card) -> int:
        """How much a card may let somebody convert at most, if each of its effects happens once."""
        lists = [self.deck.lists[effects] for effects in (card.fx, card.ally, card.mass, card.own)]
        lists += [self.deck.lists[n] for ops in lists for op in ops for n in op.lists]
        return sum(op.most for ops in lists for op in ops if op.do == CONVERT)
