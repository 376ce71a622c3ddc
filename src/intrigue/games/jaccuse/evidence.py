"""What one viewer has seen of J'Accuse, as far as judges of promises and claims need it: votes,
presidencies, policies, sides and networks, each with the number of the event that told of it."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from intrigue.kernel.game import Setup
from intrigue.kernel.promises import Facts

from .rules.cards import COLOURS
from .view import JAccuseView
from .whereabouts import Whereabouts

_OF_LAST = {"♥": "red", "♦": "red", "♠": "black", "♣": "black", "R": "red", "B": "black"}
COLOUR_WORDS = dict(zip(COLOURS, ("red", "black", "neutral"), strict=True))


def colour_word(card: str) -> str:
    """The colour of a face as it is written: by its suit, or by its letter."""
    return _OF_LAST.get(card[-1], "neutral")


class Round(NamedTuple):
    """A round of votes, opened at an event, with those who were asked and the colours by seat."""

    event: int
    generation: int
    election: int
    asked: frozenset[int]
    colours: tuple[str | None, ...]


class Deed(NamedTuple):
    """What a president did about somebody (or nobody), who could have been chosen, too: named a
    partner for a parley, or accused."""

    event: int
    generation: int
    president: int
    target: int | None
    choice: frozenset[int]


class Trade(NamedTuple):
    """A parley over so many cards; their colours by the seat that gave them, if they were seen."""

    event: int
    generation: int
    president: int
    target: int
    size: int
    given: Mapping[int, tuple[str, ...]]


class Policy(NamedTuple):
    event: int
    generation: int
    president: int
    colour: str


class Side:
    """A membership until the event at which it is opened or replaced."""

    def __init__(self) -> None:
        self.end: int | None = None
        self.card: str | None = None


class JAccuseFacts(Facts):
    """Votes, parleys, accusations, policies, memberships and networks, each with the number of
    the event that told of it."""

    def __init__(self, setup: Setup, chapter: int, everything: bool = False) -> None:
        super().__init__(setup, chapter, everything)
        self.election = 0
        self.decided = False  # whether the votes of this election are done with
        self.rounds: list[Round] = []
        self.parleys: list[Deed] = []
        self.trades: list[Trade] = []
        self.actions: list[Deed] = []
        self.policies: list[Policy] = []
        self.sides = [[Side()] for _ in range(setup.seats)]
        self.networks: dict[int, str] = {}
        self.cards = [Whereabouts(0, setup.seats)]  # by generation
        self.offer: tuple[int, int, int] | None = None  # the parley that waits for its reply
        self._voters = self._asked = frozenset(range(setup.seats))
        self._presidents: set[int] = set()  # since the last election (JA-45)
        self._bare: set[int] = set()  # of these, those who have no card left
        self._president = self._accused = -1

    def begin(self, view: JAccuseView) -> None:
        self.election = view.election
        self._asked = frozenset(view.voters)
        self._voters = frozenset(seat for seat, size in enumerate(view.sizes) if size)
        self._voters |= self._asked
        self._presidents = set(view.presidents)
        self._president = -1 if view.president is None else view.president
        self.decided = self._president >= 0
        for at, colour in enumerate(view.networks):
            if colour is not None:
                self.networks[at] = COLOUR_WORDS[colour]
        if view.parley is not None:
            self.offer = self._president, view.parley.target, view.parley.count
        self.cards[-1].lie(view.votes)
        if view.seat >= 0:
            self.sides[view.seat][-1].card = view.membership
            self.cards[-1].know(view.seat, view.hand, view.membership)

    def gone(self, generation: int, election: int | None = None) -> bool:
        """Whether nothing can happen any more in a generation, or in an election of it."""
        if self.over or generation < self.chapter:
            return True
        if election is None or generation > self.chapter:
            return False
        return election < self.election or (election == self.election and self.decided)

    # --- events -----------------------------------------------------------------------------------

    def learn(self, kind: str, data: Mapping[str, Any]) -> None:
        heard = _HEARD.get(kind)
        if heard is not None:
            heard(self, data)

    def _generation(self, data: Mapping[str, Any]) -> None:
        self.chapter = data["generation"]
        self.election, self.decided = 0, False
        self.cards.append(Whereabouts(self.count, self.setup.seats))

    def _dealt(self, data: Mapping[str, Any]) -> None:
        self.cards[-1].know(data["seat"], data["cards"])

    def _placed(self, data: Mapping[str, Any]) -> None:
        self.sides[data["seat"]][-1].card = data["card"]
        self.cards[-1].place(self.count, data["seat"], data["card"])

    def _memberships(self, data: Mapping[str, Any]) -> None:
        others = set(range(self.setup.seats)) - self.cards[-1].hands.keys()
        self.cards[-1].place_unseen(self.count, others)

    def _election(self, data: Mapping[str, Any]) -> None:
        self.election, self.decided = data["election"], False
        self._voters = self._asked = frozenset(data["voters"])
        self._presidents, self._bare = set(), set()

    def _votes(self, data: Mapping[str, Any]) -> None:
        votes = data["votes"]
        colours = tuple(None if card is None else colour_word(card) for card in votes)
        at = self.count, self.chapter, self.election
        self.rounds.append(Round(*at, self._asked, colours))
        self.cards[-1].vote(self.count, votes)

    def _runoff(self, data: Mapping[str, Any]) -> None:
        self._asked = frozenset(data["voters"])

    def _back(self, data: Mapping[str, Any]) -> None:
        self.decided = True
        self.cards[-1].take_back(self.count)

    def _elected(self, data: Mapping[str, Any]) -> None:
        self.decided = True
        self.cards[-1].take_back(self.count, data["seat"], data["card"])

    def _crowned(self, data: Mapping[str, Any]) -> None:
        """A president without a card is not asked to parley (JA-63): this is how all know."""
        self._president = data["seat"]
        self._presidents.add(self._president)
        self._bare.add(self._president)

    def _parley(self, data: Mapping[str, Any]) -> None:
        president, target = data["president"], data.get("target")
        self._bare.discard(president)
        choice = self._voters - self._bare - {president}
        self.parleys.append(Deed(self.count, self.chapter, president, target, choice))
        self.offer = None if target is None else (president, target, data["count"])

    def _swap(self, data: Mapping[str, Any]) -> None:
        president, target, count = data["president"], data["target"], data["count"]
        cards: dict[int, list[str]] = {}
        if "offered" in data:
            cards = {president: data["offered"], target: data["replied"]}
        given = {seat: tuple(map(colour_word, faces)) for seat, faces in cards.items()}
        at = self.count, self.chapter
        self.trades.append(Trade(*at, president, target, count, given))
        self.cards[-1].swap(self.count, president, target, cards)
        self.offer = None

    def _act(self, target: int | None) -> None:
        choice = self._voters - self._presidents  # JA-23, JA-45
        at = self.count, self.chapter
        self.actions.append(Deed(*at, self._president, target, choice))

    def _passed(self, data: Mapping[str, Any]) -> None:
        self._act(None)

    def _defected(self, data: Mapping[str, Any]) -> None:
        """`data` has the cards for the president alone."""
        self._act(None)
        seat = self._president
        known = (data["card"], data["old"]) if "old" in data else None
        self.cards[-1].defect(self.count, seat, known)
        self._end_side(seat, data.get("old"), data.get("card"))

    def _accused_of(self, data: Mapping[str, Any]) -> None:
        target, card = data["target"], data["card"]
        self._act(target)
        self._accused = target
        right = colour_word(card) == COLOUR_WORDS[data["colour"]]
        holder = data["president"] if right else target
        self.cards[-1].reveal(self.count, target, holder, card)
        self._end_side(target, card)

    def _replaced(self, data: Mapping[str, Any]) -> None:
        """`data` has the card for the accused alone."""
        if "card" in data:
            self.sides[self._accused][-1].card = data["card"]
            self.cards[-1].place(self.count, self._accused, data["card"])
        else:
            self.cards[-1].place_unseen(self.count, [self._accused])

    def _enacted(self, data: Mapping[str, Any]) -> None:
        president, card = data["president"], data["card"]
        at = self.count, self.chapter
        self.policies.append(Policy(*at, president, colour_word(card)))
        self.cards[-1].enact(self.count, president, card)

    def _saw(self, data: Mapping[str, Any]) -> None:
        self.cards[-1].show(self.count, data["seat"], data["cards"])

    def _ended(self, data: Mapping[str, Any]) -> None:
        for seat, card in enumerate(data["memberships"]):
            self._end_side(seat, card)
        self.cards[-1].end(self.count, data["memberships"])

    def _opened(self, data: Mapping[str, Any]) -> None:
        for at, colour in enumerate(data["networks"]):
            self.networks[at] = COLOUR_WORDS[colour]

    def _end_side(self, seat: int, card: str | None, chosen: str | None = None) -> None:
        """A membership is not what it was any more; `chosen` is what takes its place."""
        old, new = self.sides[seat][-1], Side()
        old.end, old.card, new.card = self.count, card or old.card, chosen
        self.sides[seat].append(new)


_HEARD = {
    "generation": JAccuseFacts._generation,
    "dealt": JAccuseFacts._dealt,
    "placed": JAccuseFacts._placed,
    "memberships": JAccuseFacts._memberships,
    "election": JAccuseFacts._election,
    "votes": JAccuseFacts._votes,
    "runoff": JAccuseFacts._runoff,
    "consensus": JAccuseFacts._back,
    "no_votes": JAccuseFacts._back,
    "elected": JAccuseFacts._elected,
    "president": JAccuseFacts._crowned,
    "offered": JAccuseFacts._parley,
    "parley": JAccuseFacts._parley,
    "no_parley": JAccuseFacts._parley,
    "swap": JAccuseFacts._swap,
    "swapped": JAccuseFacts._swap,
    "passed": JAccuseFacts._passed,
    "my_defection": JAccuseFacts._defected,
    "defected": JAccuseFacts._defected,
    "captured": JAccuseFacts._accused_of,
    "cleared": JAccuseFacts._accused_of,
    "my_choice": JAccuseFacts._replaced,
    "replaced": JAccuseFacts._replaced,
    "enacted": JAccuseFacts._enacted,
    "saw": JAccuseFacts._saw,
    "won": JAccuseFacts._ended,
    "void": JAccuseFacts._ended,
    "over": JAccuseFacts._opened,
}
