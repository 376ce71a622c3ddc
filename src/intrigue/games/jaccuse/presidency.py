"""The presidency of J'Accuse: parley, then defect, accuse or pass (JA-37…JA-46)."""

from typing import Final

from mypy_extensions import i64

from intrigue.kernel.chance import Chance, bit

from .cards import (
    COLOURS,
    NO_CARD,
    NO_COLOUR,
    cards_of,
    colour_of,
    count_cards,
    lowest,
    with_cards,
    without_cards,
)
from .election import Election
from .past import (
    CAPTURED,
    CLEARED,
    DEFECTED,
    ENACTED,
    ENACTED_POLICY,
    REPLACED,
    SWAPPED,
    Past,
)
from .state import (
    ACTION_PHASE,
    ENACT_PHASE,
    PARLEY_PHASE,
    REPLACE_PHASE,
    REPLY_PHASE,
    Terms,
)

CRISIS: Final = 3  # JA-46


class Presidency(Election):
    """What a president does, and what the accused answers."""

    def __init__(self, seats: i64, terms: Terms) -> None:
        super().__init__(seats, terms)

    def crown(self, seat: i64, chance: Chance) -> None:
        """JA-37: a president may first parley. JA-63: not asked without cards to swap."""
        self.president = seat
        self.presidents = self.presidents | bit(seat)
        self.turn = seat
        self.accused = -1
        self.declared = NO_COLOUR
        self.revealed = NO_CARD
        others = self.holders()
        if self.sizes[seat] > 0:
            others -= 1
        if self.events is not None:
            self.tell("president", {"seat": seat})
        if self.sizes[seat] > 0 and others > 0:
            self.phase = PARLEY_PHASE
        else:
            self._may_act(chance)

    # --- parley (JA-38) ---------------------------------------------------------------------------

    def begin_parley(self, target: i64, offer: i64, chance: Chance) -> None:
        """JA-38, JA-A29: the offer lies face down; the target answers without seeing it."""
        self.accused = target
        self.offer = offer
        count = count_cards(offer)
        if self.events is not None:
            public: dict[str, object] = {
                "president": self.president,
                "target": target,
                "count": count,
            }
            mine = dict(public)
            mine["cards"] = self.texts(cards_of(offer))
            self.tell_only("offered", bit(self.president), mine, "parley", public)
        if count == self.sizes[target]:  # JA-63: only one answer is possible, as all can see
            self.swap(self.hands[target], chance)
        else:
            self.phase = REPLY_PHASE
            self.turn = target

    def swap(self, reply: i64, chance: Chance) -> None:
        """Both sets, of one size, change hands at once. Only the two see faces."""
        president = self.president
        target = self.accused
        offer = self.offer
        mine, theirs = self.hands[president], self.hands[target]
        self.hands[president] = with_cards(without_cards(mine, offer), reply)
        self.hands[target] = with_cards(without_cards(theirs, reply), offer)
        self.past = Past(SWAPPED, self.past, president, target, offer, reply)
        if self.events is not None:
            public: dict[str, object] = {
                "president": president,
                "target": target,
                "count": count_cards(offer),
            }
            seen = dict(public)
            seen["offered"] = self.texts(cards_of(offer))
            seen["replied"] = self.texts(cards_of(reply))
            self.tell_only("swap", bit(president) | bit(target), seen, "swapped", public)
        self.offer = 0
        self.accused = -1
        self._may_act(chance)

    def no_parley(self, chance: Chance) -> None:
        if self.events is not None:
            self.tell("no_parley", {"president": self.president})
        self._may_act(chance)

    # --- the action (JA-39…JA-41) -----------------------------------------------------------------

    def accusable(self, target: i64) -> bool:
        """JA-41, JA-45, JA-A20, JA-A25: with a card in hand, and not president since the last
        election (so never oneself)."""
        return self.sizes[target] > 0 and self.presidents & bit(target) == 0

    def accusables(self) -> i64:
        n: i64 = 0
        seat: i64 = 0
        while seat < self.seats:
            if self.accusable(seat):
                n += 1
            seat += 1
        return n

    def _may_act(self, chance: Chance) -> None:
        """JA-39; JA-63: a president who can do nothing passes without being asked."""
        self.turn = self.president
        self.phase = ACTION_PHASE
        if self.sizes[self.president] == 0 and self.accusables() == 0:
            self.pass_on(chance)

    def pass_on(self, chance: Chance) -> None:
        """JA-A21, JA-A22: nothing, and a new election."""
        if self.events is not None:
            self.tell("passed", {"president": self.president})
        self.begin_election(chance)

    def defect(self, face: i64, chance: Chance) -> None:
        """JA-40, JA-A35: the membership is discarded face down, a hand card takes its place."""
        president = self.president
        old = self.members[president]
        self.discard(old)
        self.release(president, face)
        self.members[president] = face
        self.past = Past(DEFECTED, self.past, president, -1, face, old)
        if self.events is not None:
            self.tell_only(
                "my_defection",
                bit(president),
                {"card": self.text(face), "old": self.text(old)},
                "defected",
                {"president": president},
            )
        self.begin_election(chance)

    def accuse(self, target: i64, colour: i64, chance: Chance) -> None:
        """JA-41: the membership is revealed to all. JA-42, JA-44: a right accuser takes it, else
        the accused takes it back (JA-A31: no accusation of a neutral Joker is right)."""
        card = self.members[target]
        right = colour_of(card) == colour
        president = self.president
        self.accused = target
        self.declared = colour
        self.revealed = card
        self.members[target] = NO_CARD
        self.hold(president if right else target, card)
        self.past = Past(CAPTURED if right else CLEARED, self.past, president, target, card)
        if self.events is not None:
            self.tell(
                "captured" if right else "cleared",
                {
                    "president": president,
                    "target": target,
                    "colour": COLOURS[colour],
                    "card": self.text(card),
                },
            )
        self.phase = REPLACE_PHASE
        self.turn = target
        if self.sizes[target] == 1:  # JA-63
            self.replace(lowest(self.hands[target]), chance)

    # --- what follows an accusation (JA-42…JA-46) -------------------------------------------------

    def right(self) -> bool:
        """Whether the accusation under way was right."""
        return colour_of(self.revealed) == self.declared

    def replace(self, face: i64, chance: Chance) -> None:
        """JA-42 (2), JA-44 (2): a hand card becomes the new membership; JA-A27: also the one that
        everybody has just seen."""
        target = self.accused
        self.release(target, face)
        self.members[target] = face
        self.past = Past(REPLACED, self.past, target, -1, face)
        if self.events is not None:
            card: dict[str, object] = {"card": self.text(face)}
            self.tell_only("my_choice", bit(target), card, "replaced", {"target": target})
        if self.right():
            self.phase = ENACT_PHASE
            self.turn = self.president
            if self.sizes[self.president] == 1:  # JA-63, JA-A24
                self.enact(lowest(self.hands[self.president]), chance)
            return
        self.wrong += 1  # JA-58
        if self.wrong < CRISIS:
            self.crown(target, chance)  # JA-44 (3), JA-A18: without a token
            return
        self.lose_stability()  # JA-46, JA-A15
        if self.events is not None:
            self.tell("crisis", {"stability": self.stability})
        if self.decided():  # JA-A13
            self.end_generation(self.last, chance)
        else:
            self.begin_election(chance)

    def enact(self, face: i64, chance: Chance) -> None:
        """JA-42 (3): a hand card of any colour becomes a policy; JA-43: it may be the last."""
        president = self.president
        self.release(president, face)
        self.past = Past(ENACTED, self.past, president, -1, face)
        if self.events is not None:
            self.tell("enacted", {"president": president, "card": self.text(face)})
        self.pass_policy(colour_of(face), ENACTED_POLICY, face)
        if self.decided():
            self.end_generation(self.last, chance)
        else:
            self.begin_election(chance)
