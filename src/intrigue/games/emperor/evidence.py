"""What one viewer has seen of Emperor, as far as judges of promises and claims need it: turns, who
condemned, investigated, blocked and moved, and the seats, each with the number of its event."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from intrigue.kernel.game import Setup
from intrigue.kernel.promises import Facts

from .identities import Hand, Identities
from .rules.cards import CARDS
from .view import EmperorView


class Deed(NamedTuple):
    """Somebody did something to somebody, in a round."""

    event: int
    round: int
    who: int
    target: int


class Fall(NamedTuple):
    """A Condemn fell that could have been blocked by all who were asked."""

    event: int
    round: int
    target: int
    asked: tuple[int, ...]


class Turn:
    """A taken turn, from its first event until the one that follows it."""

    def __init__(self, who: int, start: int, number: int) -> None:
        self.who = who
        self.start = start
        self.round = number
        self.end: int | None = None


class EmperorFacts(Facts):
    """Everything here is public, but for identity cards and hands."""

    def __init__(self, setup: Setup, chapter: int, everything: bool = False) -> None:
        super().__init__(setup, chapter, everything)
        self.ring: tuple[int, ...] = ()
        self.deaths: dict[int, int] = {}
        self.rings: dict[int, tuple[int, ...]] = {}  # as a round left them
        self.turns: list[Turn] = []
        self.slots: list[tuple[int, int]] = []  # when everyone was asked, in which round
        self.condemns: list[Deed] = []
        self.looks: list[Deed] = []
        self.blocks: list[Deed] = []
        self.falls: list[Fall] = []
        self.moves: list[Deed] = []  # who left their own seat, and for whose
        self.identities = Identities(setup.seats, -1)
        self.hands = [Hand(0, ()) for _ in range(setup.seats)]
        self._resolving: int | None = None
        self._last = -1  # whose turn was taken or skipped last in this round
        self._shuffler = -1

    def begin(self, view: EmperorView) -> None:
        """The first of several views is the spectator's, and each of the others knows more."""
        self.ring = view.ring
        self.identities.emperor = view.emperor
        self._resolving = view.resolving
        if not self.turns and view.pointer is not None and view.phase in ("main", "discard"):
            self.turns.append(Turn(view.pointer, 0, view.round))
            self._last = view.pointer
        for seat, cards in enumerate(view.cards):
            self.identities.see_all(seat, cards)
            mine = seat == view.seat
            if mine or not self.everything:
                known = view.hand if mine else view.held[seat]
                self.hands[seat] = Hand(view.sizes[seat], known)

    def gone(self, number: int) -> bool:
        """Whether nothing can happen in that round any more."""
        return self.over or number < self.chapter

    # --- events -----------------------------------------------------------------------------------

    def learn(self, kind: str, data: Mapping[str, Any]) -> None:
        if kind in _ENDS_TURN:
            self._end_turn()
        if kind in _CAST:
            self._went(data["who"], [_CAST[kind]])
        heard = _HEARD.get(kind)
        if heard is not None:
            heard(self, data)

    def _end_turn(self) -> None:
        if self.turns and self.turns[-1].end is None:
            self.turns[-1].end = self.count

    def _deed(self, data: Mapping[str, Any]) -> Deed:
        return Deed(self.count, self.chapter, data["who"], data["target"])

    def _round(self, data: Mapping[str, Any]) -> None:
        self.rings[self.chapter] = self.ring
        self.chapter = data["round"]
        self._last = -1

    def _turn(self, data: Mapping[str, Any]) -> None:
        self.turns.append(Turn(data["who"], self.count, self.chapter))
        self._last = data["who"]

    def _skipped(self, data: Mapping[str, Any]) -> None:
        self._last = data["who"]

    def _slot(self, data: Mapping[str, Any]) -> None:
        self.slots.append((self.count, self.chapter))

    def _resolve(self, data: Mapping[str, Any]) -> None:
        self._resolving = data["id"]

    def _executed(self, data: Mapping[str, Any]) -> None:
        """A locked one had no window (EM-69)."""
        if data["id"] == self._resolving:
            self.falls.append(Fall(self.count, self.chapter, data["target"], self.ring))

    def _died(self, data: Mapping[str, Any]) -> None:
        self.deaths[data["who"]] = self.count
        self.ring = tuple(data["ring"])
        self.identities.see_all(data["who"], data.get("cards", ""))

    def _moved(self, data: Mapping[str, Any]) -> None:
        self.ring = tuple(data["ring"])

    def _transposition(self, data: Mapping[str, Any]) -> None:
        self.moves.append(self._deed(data))

    def _guarding(self, data: Mapping[str, Any]) -> None:
        if data["mover"] == data["who"]:
            self.moves.append(self._deed(data))

    def _condemn(self, data: Mapping[str, Any]) -> None:
        self.condemns.append(self._deed(data))
        if data["target"] == self.identities.emperor:
            self.identities.prove(self.count, data["who"])

    def _clearance(self, data: Mapping[str, Any]) -> None:
        self.blocks.append(self._deed(data))

    # --- identity cards ---------------------------------------------------------------------------

    def _looked(self, data: Mapping[str, Any]) -> None:
        self.looks.append(self._deed(data))
        self.identities.see(data["target"], data["slot"], data.get("face"))

    def _revealed(self, data: Mapping[str, Any]) -> None:
        self.identities.see(data["target"], data["slot"], data["face"])

    def _shuffled(self, data: Mapping[str, Any]) -> None:
        self._shuffler = data["who"]
        self.identities.shuffle(self.count, self._shuffler)

    def _reordered(self, data: Mapping[str, Any]) -> None:
        self.identities.see_all(self._shuffler, data["order"])

    def _swap(self, data: Mapping[str, Any]) -> None:
        """`data` has the faces for the two alone."""
        one, other = (data["who"], data["own"]), (data["target"], data["slot"])
        self.identities.swap(self.count, one, other)
        self.identities.see(*one, data.get("got"))
        self.identities.see(*other, data.get("gave"))

    def _over(self, data: Mapping[str, Any]) -> None:
        """EM-74: a cap that is reached when a round is over, and not just before a turn."""
        capped = data["ending"] in ("round_cap", "turn_cap")
        if capped and self._last == self.identities.emperor:
            self.rings[self.chapter] = self.ring
        for seat, cards in enumerate(data["cards"]):
            self.identities.see_all(seat, cards)

    # --- hands ------------------------------------------------------------------------------------

    def _went(self, seat: int, cards: list[str]) -> None:
        self.hands[seat].change(self.count, -len(cards), went=cards)

    def _drew(self, data: Mapping[str, Any]) -> None:
        came = [data["card"]] if "card" in data else []
        self.hands[data["who"]].change(self.count, 1, came=came)

    def _discarded(self, data: Mapping[str, Any]) -> None:
        cards = data.get("cards", [])
        self.hands[data["who"]].change(self.count, -data["count"], went=cards)

    def _stole(self, data: Mapping[str, Any]) -> None:
        """The whole hand goes (EM-55): also what a viewer knew of it."""
        thief, victim = self.hands[data["who"]], self.hands[data["target"]]
        cards = data.get("cards")
        if cards is None:
            cards = victim.known()
        thief.change(self.count, data["count"], came=cards)
        victim.change(self.count, -data["count"], went=cards)


_ENDS_TURN = ("slot", "turn", "skipped", "round", "resolve", "over")
_CAST = {card: card for card in CARDS} | {"swap_unseen": "swap", "steal_unseen": "steal"}
_HEARD = {
    "round": EmperorFacts._round,
    "turn": EmperorFacts._turn,
    "skipped": EmperorFacts._skipped,
    "slot": EmperorFacts._slot,
    "resolve": EmperorFacts._resolve,
    "executed": EmperorFacts._executed,
    "died": EmperorFacts._died,
    "died_unseen": EmperorFacts._died,
    "moved": EmperorFacts._moved,
    "transposition": EmperorFacts._transposition,
    "guarding": EmperorFacts._guarding,
    "condemn": EmperorFacts._condemn,
    "clearance": EmperorFacts._clearance,
    "looked": EmperorFacts._looked,
    "saw": EmperorFacts._looked,
    "reveal": EmperorFacts._revealed,
    "shuffled": EmperorFacts._shuffled,
    "reordered": EmperorFacts._reordered,
    "swap": EmperorFacts._swap,
    "swap_unseen": EmperorFacts._swap,
    "over": EmperorFacts._over,
    "drew": EmperorFacts._drew,
    "drew_unseen": EmperorFacts._drew,
    "discarded": EmperorFacts._discarded,
    "discarded_unseen": EmperorFacts._discarded,
    "steal": EmperorFacts._stole,
    "steal_unseen": EmperorFacts._stole,
}
