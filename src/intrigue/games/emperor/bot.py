"""A scripted player for either side: it believes exactly, suspects a little, and follows a plan.

It plays from its view and the events it heard. Loyal players look for Rebels and condemn whom
they are sure enough of; Rebels collect a Condemn and a chair at the Emperor's side.
"""

from collections.abc import Callable, Iterator, Sequence
from random import Random

from intrigue.kernel.game import Game, Player, Seen, Setup
from intrigue.kernel.position import Prompt

from .beliefs import Belief, rebels_in
from .candidates import candidates
from .rules import acts
from .rules.acts import (
    CARD,
    discarded_of,
    first_of,
    kind_of,
    other_slot_of,
    second_of,
    slot_of,
    value_of,
)
from .rules.cards import (
    ACCUSE,
    CLEARANCE,
    CONDEMN,
    COUNTER,
    GUARDING,
    INVESTIGATION,
    REVEAL,
    SELF_CLEARANCE,
    STEAL,
    SWAP,
    TRANSPOSITION,
    names_in,
)
from .view import CondemnView, EmperorView

SURE = 0.66  # a loyal player condemns from here on
SUSPECT = 0.55

_KEEP_LOYAL = "clearance condemn self_clearance counter guarding swap investigation steal"
_KEEP_REBEL = "condemn counter self_clearance guarding transposition clearance steal accuse"


def suspicion(event: Seen, belief: Belief) -> Iterator[tuple[int, float]]:
    """Soft evidence: what Rebels do more often than others. Factors are modest on purpose."""
    data = event.data
    if event.kind in ("clearance", "self_clearance", "counter"):
        if data["target"] == belief.emperor and data["who"] != belief.emperor:
            yield data["who"], 1 / 3
    elif event.kind == "guarding" and data["who"] != belief.emperor:
        yield data["who"], 1.2
    elif event.kind == "condemn" and belief.emperor not in (data["target"], data["who"]):
        total = sum(belief.weights.values())
        rebel = sum(w for d, w in belief.weights.items() if rebels_in(d[data["target"]]) >= 2)
        if total:
            yield data["who"], 0.6 if rebel / total > SURE else 1.3 if rebel / total < 0.4 else 1.0


class ScriptedEmperor(Player):
    """Plays Emperor by a few plain rules."""

    def __init__(self, game: Game, setup: Setup, seat: int, rng: Random) -> None:
        super().__init__(game, setup, seat, rng)
        self.heard: list[Seen] = []
        self.belief: Belief | None = None
        self.rebel: list[float] = []  # how likely each seat is a Rebel, as of the last decision

    def hear(self, event: Seen) -> None:
        self.heard.append(event)

    def answer(self, view: EmperorView, prompt: Prompt, options: Sequence[int]) -> int:
        if len(options) == 1:
            return options[0]
        self._believe(view)
        plan = {
            "direction": self._direction,
            "main": self._main,
            "discard": self._discard,
            "slot": self._slot,
            "resolve": self._resolve,
        }[prompt.kind]
        return plan(view, options)

    def considers(self, view: EmperorView, prompt: Prompt, options: Sequence[int]) -> Sequence[int]:
        """One of each that are alike."""
        return candidates(view, options)

    def _believe(self, view: EmperorView) -> None:
        if self.belief is None:
            self.belief = Belief(self.setup, view.emperor, suspicion)
        for event in self.heard:
            self.belief.hear(event)
        self.heard.clear()
        self.rebel = self.belief.rebel(view)

    # --- the Emperor's word, and discards ---------------------------------------------------------

    def _direction(self, view: EmperorView, options: Sequence[int]) -> int:
        """The more suspect neighbour acts first, so that the table can still react."""
        left, right = view.ring[1], view.ring[-1]
        if self.rebel[left] == self.rebel[right]:
            return self.rng.choice(list(options))
        return acts.CW if self.rebel[left] > self.rebel[right] else acts.CCW

    def _discard(self, view: EmperorView, options: Sequence[int]) -> int:
        """Whatever leaves the dearest two."""
        order = (_KEEP_REBEL if view.side == "rebel" else _KEEP_LOYAL).split()

        def kept(act: int) -> float:
            hand = list(view.hand)
            for name in names_in(discarded_of(act)):
                hand.remove(name)
            worth = sum(len(order) - order.index(name) for name in hand if name in order)
            return worth - 3.5 * (len(hand) - len(set(hand)))  # a second of a kind helps less

        return max(options, key=kept)

    # --- answers to Condemns ----------------------------------------------------------------------

    def _resolve(self, view: EmperorView, options: Sequence[int]) -> int:
        due = next(c for c in view.condemns if c.id == view.resolving)
        return self._block(view, due, options) or acts.PASS

    def _block(self, view: EmperorView, due: CondemnView, options: Sequence[int]) -> int:
        """The card to block this Condemn with, or 0."""
        mine = {kind_of(a) - CARD: a for a in options if _blocks(a) and value_of(a) == due.id}
        if not mine:
            return 0
        if due.target == self.seat:
            foe = self.rebel[due.author] if view.side != "rebel" else 1 - self.rebel[due.author]
            turn = due.author != view.emperor and foe > 0.5
            order = (COUNTER, SELF_CLEARANCE, CLEARANCE)
            for card in order if turn else (SELF_CLEARANCE, CLEARANCE, COUNTER):
                if card in mine:
                    return mine[card]
        if CLEARANCE in mine and self._worth_saving(view, due):
            return mine[CLEARANCE]
        return 0

    def _worth_saving(self, view: EmperorView, due: CondemnView) -> bool:
        if view.side == "rebel":
            return due.target != view.emperor and self.rebel[due.target] > 0.6
        if due.target == view.emperor:
            return True
        spare = view.hand.count("clearance") > 1 or view.side == "emperor"
        return spare and self.rebel[due.target] < 0.25

    # --- between turns ----------------------------------------------------------------------------

    def _slot(self, view: EmperorView, options: Sequence[int]) -> int:
        """Blocks wait for the last moment; seats and accusations do not."""
        return self._accuse(view, options) or self._guard(view, options) or acts.PASS

    def _accuse(self, view: EmperorView, options: Sequence[int]) -> int:
        at = {first_of(act): act for act in options if kind_of(act) == CARD + ACCUSE}
        if not at:
            return 0
        clocks = [c.clock for c in view.condemns if self._fear(view, c)]
        if view.candidate in clocks and view.candidate in at:
            return at[view.candidate]  # postpone what would fall at the end of this turn
        if view.candidate is None or view.candidate not in at or view.side == "rebel":
            return 0
        beside = view.candidate in (view.ring[1], view.ring[-1])
        struck = any(c.target == view.emperor for c in view.condemns)
        threat = beside and self.rebel[view.candidate] > (SUSPECT if struck else 0.8)
        return at[view.candidate] if threat and view.sizes[view.candidate] > 0 else 0

    def _fear(self, view: EmperorView, condemn: CondemnView) -> bool:
        """Whether a Condemn would hurt my side and I cannot stop it."""
        if condemn.target == self.seat:
            return not {"self_clearance", "counter", "clearance"} & set(view.hand)
        if view.side == "rebel":
            return False
        if condemn.target == view.emperor:
            return condemn.locked or "clearance" not in view.hand
        return False

    def _guard(self, view: EmperorView, options: Sequence[int]) -> int:
        """Take a suspect's chair beside the Emperor; the Emperor seats whom he trusts."""
        best, gain = 0, 0.25
        for act in options:
            if kind_of(act) == CARD + GUARDING and view.side != "rebel":
                mover = second_of(act) if second_of(act) != acts.NOBODY else self.seat
                if mover in (view.emperor, view.ring[1], view.ring[-1]):
                    continue
                better = self.rebel[first_of(act)] - self._danger(view, mover)
                if better > gain:
                    best, gain = act, better
        return best

    def _danger(self, view: EmperorView, seat: int) -> float:
        return 0.0 if seat == self.seat and view.side != "rebel" else self.rebel[seat]

    # --- one's own turn ---------------------------------------------------------------------------

    def _main(self, view: EmperorView, options: Sequence[int]) -> int:
        plans: tuple[Callable[[EmperorView, Sequence[int]], int], ...] = (
            (self._strike, self._save_myself, self._approach, self._rob, self._hide, self._look)
            if view.side == "rebel"
            else (
                self._save_myself,
                self._convert,
                self._sentence,
                self._guard,
                self._reseat,
                self._look_twice,
                self._rob,
                self._look,
            )
        )
        for plan in plans:
            act = plan(view, options)
            if act:
                return act
        return acts.PASS

    def _beside(self, view: EmperorView, seat: int) -> bool:
        return seat in (view.ring[1], view.ring[-1])

    def _save_myself(self, view: EmperorView, options: Sequence[int]) -> int:
        """A Condemn that falls at the end of this turn of mine and strikes me: better now than
        after a Steal; blocks otherwise wait."""
        at = {first_of(act): act for act in options if kind_of(act) == CARD + ACCUSE}
        for condemn in view.condemns:
            if self._fear(view, condemn) and condemn.clock in at and condemn.clock != self.seat:
                return at[condemn.clock]
        return 0

    def _strike(self, view: EmperorView, options: Sequence[int]) -> int:
        """Condemn the Emperor; Guarding first, if that brings me beside him."""
        for act in options:
            if kind_of(act) == CARD + CONDEMN and first_of(act) == view.emperor:
                return act
        if "condemn" not in view.hand:
            return 0
        if not self._beside(view, self.seat):
            seats = [act for act in options if kind_of(act) == CARD + GUARDING]
            if seats:  # rather a Loyalist's chair than a friend's
                return min(seats, key=lambda act: self.rebel[first_of(act)])
        return self._sentence(view, options)

    def _sentence(self, view: EmperorView, options: Sequence[int]) -> int:
        """Condemn whom I take for an enemy."""
        best, surest = 0, 0.0
        marked = {c.target for c in view.condemns}
        for act in options:
            target = first_of(act)
            if kind_of(act) != CARD + CONDEMN or target in marked or target == view.emperor:
                continue
            if view.side == "rebel":  # only a spare Condemn is for Loyalists
                sure, limit = 1 - self.rebel[target], 0.7 if view.hand.count("condemn") > 1 else 2.0
            else:
                sure, limit = self.rebel[target], SURE
            if sure >= limit and sure > surest:
                best, surest = act, sure
        return best

    def _approach(self, view: EmperorView, options: Sequence[int]) -> int:
        """A Rebel moves towards the Emperor, and stays beside him."""
        if self._beside(view, self.seat):
            return 0
        n = len(view.ring)
        place = view.ring.index(self.seat)
        for act in options:
            if kind_of(act) == CARD + TRANSPOSITION:
                there = view.ring.index(first_of(act))
                if there and min(there, n - there) < min(place, n - place):
                    return act
        return 0

    def _reseat(self, view: EmperorView, options: Sequence[int]) -> int:
        """Change chairs so that the Emperor sits between people I trust."""
        best, gain = 0, 0.2
        before = self._worry(view, view.ring)
        for act in options:
            if kind_of(act) == CARD + TRANSPOSITION:
                ring = list(view.ring)
                i, j = ring.index(self.seat), ring.index(first_of(act))
                ring[i], ring[j] = ring[j], ring[i]
                better = before - self._worry(view, ring)
                if better > gain:
                    best, gain = act, better
        return best

    def _worry(self, view: EmperorView, ring: Sequence[int]) -> float:
        throne = ring.index(view.emperor)
        sides = (ring[throne - 1], ring[(throne + 1) % len(ring)])
        return sum(self._danger(view, seat) for seat in sides)

    def _convert(self, view: EmperorView, options: Sequence[int]) -> int:
        """The Emperor swaps an L for a Rebel's R: one Rebel less."""
        if view.side != "emperor":
            return 0
        best, surest = 0, SUSPECT
        for act in options:
            if kind_of(act) == CARD + SWAP:
                target, slot = first_of(act), slot_of(act)
                known = view.cards[target][slot]
                gives = view.cards[self.seat][other_slot_of(act)]
                sure = self.rebel[target] * (1.0 if known == "R" else 0.67 if known is None else 0)
                if gives == "L" and sure > surest:
                    best, surest = act, sure
        return best

    def _rob(self, view: EmperorView, options: Sequence[int]) -> int:
        best, most = 0, 1.2
        for act in options:
            if kind_of(act) == CARD + STEAL:
                target = first_of(act)
                foe = self.rebel[target] if view.side != "rebel" else 1 - self.rebel[target]
                worth = view.sizes[target] * foe
                if worth > most:
                    best, most = act, worth
        return best

    def _hide(self, view: EmperorView, options: Sequence[int]) -> int:
        """A Rebel whose cards are known shuffles, if it costs nothing dear."""
        seen = [view.face_up[self.seat][slot] for slot in range(3)]
        for seat, eyes in enumerate(view.eyes):
            for owner, slot in eyes:
                if owner == self.seat and seat != self.seat:
                    seen[slot] = True
        rebels = sum(s and f == "R" for s, f in zip(seen, view.cards[self.seat], strict=True))
        if rebels < 2 or len(view.hand) > 1:
            return 0
        return next((act for act in options if kind_of(act) == acts.SHUFFLE), 0)

    # --- looking ----------------------------------------------------------------------------------

    def _look_twice(self, view: EmperorView, options: Sequence[int]) -> int:
        best, most = 0, 0.0
        for act in options:
            if kind_of(act) == CARD + INVESTIGATION and second_of(act) != acts.NOBODY:
                first = self._news(view, first_of(act), slot_of(act))
                second = self._news(view, second_of(act), other_slot_of(act))
                if first and second and first + second > most:
                    best, most = act, first + second
            elif kind_of(act) == CARD + REVEAL:
                news = self._news(view, first_of(act), slot_of(act))
                if self.rebel[first_of(act)] > SUSPECT and 1.2 * news > most:
                    best, most = act, 1.2 * news
        return best

    def _look(self, view: EmperorView, options: Sequence[int]) -> int:
        """At whatever tells most; who knows enough does not look again."""
        best, most = 0, 0.0
        for act in options:
            if kind_of(act) == acts.INVESTIGATE:
                news = self._news(view, first_of(act), slot_of(act))
                worth = news + 0.01 * self.rng.random()
                if news > 0 and worth > most:
                    best, most = act, worth
        return best

    def _news(self, view: EmperorView, seat: int, slot: int) -> float:
        """How much a look is worth: most at an open question that one card may settle."""
        if seat == view.emperor or seat == self.seat or view.cards[seat][slot] is not None:
            return 0.0
        doubt = self.rebel[seat] * (1 - self.rebel[seat])
        known = sum(face is not None for face in view.cards[seat])
        return doubt * (1.3 if known else 1.0) + (0.1 * self.rebel[seat] if doubt > 0.01 else 0.0)


def _blocks(act: int) -> bool:
    return CARD + SELF_CLEARANCE <= kind_of(act) <= CARD + COUNTER
