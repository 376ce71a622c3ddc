"""What can be promised and claimed in Accusation. An Event is called by its number and its round,
as everyone sees it: no card is revealed twice in a round. Accusations, denials and abilities are
open; who put an Event into the pile is known to whoever saw a proof (AC-62, AC-66)."""

from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar, Final

from intrigue.kernel.game import Game, Setup
from intrigue.kernel.promises import (
    BROKEN,
    CHAPTER,
    FALSE,
    KEPT,
    NUMBER,
    OPEN,
    SEAT,
    TRUE,
    VOID,
    Claim,
    Clause,
    Facts,
    Kind,
    Param,
    Promises,
)

from .carddata import base_set
from .rules import acts
from .rules.cards import EVENTS
from .view import AccusationView, Card

_WHO, _WHOM = Param("who", SEAT), Param("whom", SEAT)
_CARD, _ROUND = Param("card", NUMBER, high=EVENTS), Param("round", CHAPTER)
_EVENT: Final = "#{card} in round {round}"
Pair = tuple[int, int]


class Affair:
    """What everyone saw of an Event's accusations; every entry with the number of its event."""

    def __init__(self) -> None:
        self.accusations: list[tuple[int, Pair]] = []
        self.spared: list[tuple[int, Pair]] = []  # a turn at which one could, and did not
        self.denials: dict[int, int] = {}  # by seat, the first
        self.cleared: set[int] = set()
        self.locks: dict[int, int] = {}  # by target: the only player who may accuse (AC-75)
        self.over = False


class AccusationFacts(Facts):
    """Accusations, uses of abilities, and what there is of proofs: who played what, who did not,
    and who looked."""

    def __init__(self, setup: Setup, chapter: int, everything: bool = False) -> None:
        super().__init__(setup, chapter, everything)
        self.honest = setup.options["honesty"] == "enforced"
        self.lock_stays = setup.options["denied_lock"] == "keep"
        self.began = {chapter: 0}
        self.left: dict[int, int] = {}  # when a seat was removed
        self.card = 0  # the Event under way
        self.affairs: dict[Pair, Affair] = {}  # by round and card
        self.uses: list[tuple[int, int, Pair]] = []  # event, round, who on whom
        self.looks: list[tuple[int, int, Pair]] = []
        self.selected: set[int] = set()  # rounds
        self.played: dict[Pair, Card] = {}  # by round and seat
        self.unplayed: set[tuple[int, int, Card]] = set()

    def begin(self, view: AccusationView) -> None:
        event = view.event
        if event is not None:
            affair = Affair()
            affair.cleared = set(event.cleared)
            affair.locks = {whom: who for whom, who in enumerate(event.locks) if who is not None}
            affair.denials = {who: 0 for who, _ in event.denials}
            self.card = event.card
            self.affairs[self.chapter, self.card] = affair

    def learn(self, kind: str, data: Mapping[str, Any]) -> None:
        handler = getattr(self, "_" + kind, None)
        if handler is not None:
            handler(data)

    # --- the round and its Events -----------------------------------------------------------------

    def _round(self, data: Mapping[str, Any]) -> None:
        self.chapter = data["round"]
        self.began[self.chapter] = self.count

    def _revealed(self, data: Mapping[str, Any]) -> None:
        self.card = data["card"]
        self.affairs[self.chapter, self.card] = Affair()

    def _event_over(self, data: Mapping[str, Any]) -> None:
        if self.affair is not None:
            self.affair.over = True
        self.card = 0

    def _removed(self, data: Mapping[str, Any]) -> None:
        gone = data["who"]
        self.left[gone] = self.count
        if self.affair is not None:  # AC-128
            locks = self.affair.locks
            self.affair.locks = {whom: who for whom, who in locks.items() if who != gone}

    @property
    def affair(self) -> Affair | None:
        """Of the Event under way."""
        return self.affairs.get((self.chapter, self.card))

    def gone(self, number: int) -> bool:
        """Whether nothing can happen in that round any more."""
        return self.over or number < self.chapter

    def met(self, number: int, since: int, pair: Pair) -> bool:
        """Whether both were in the game in that round, later than that."""
        if number not in self.began:
            return False
        start = max(since, self.began[number])
        return all(self.left.get(seat, start + 1) > start for seat in pair)

    # --- accusations ------------------------------------------------------------------------------

    def _passed(self, data: Mapping[str, Any]) -> None:
        self._spare(data["who"], None)

    def _accused(self, data: Mapping[str, Any]) -> None:
        who, whom = data["who"], data["target"]
        self._spare(who, whom)
        if self.affair is not None:
            self.affair.accusations.append((self.count, (who, whom)))
            self.affair.locks[whom] = who

    def _spare(self, who: int, accused: int | None) -> None:
        """Everyone whom a player could have accused by now, and did not (AC-71)."""
        affair = self.affair
        if affair is None:
            return
        for whom in range(self.setup.seats):
            barred = whom in self.left or whom in affair.cleared
            if not barred and whom not in (who, accused) and affair.locks.get(whom, who) == who:
                affair.spared.append((self.count, (who, whom)))

    def _denied(self, data: Mapping[str, Any]) -> None:
        if self.affair is not None:
            self.affair.denials.setdefault(data["who"], self.count)
            if not self.lock_stays:
                self.affair.locks.pop(data["who"], None)  # AM-8

    def _not_me(self, data: Mapping[str, Any]) -> None:
        if self.affair is not None:
            self.affair.cleared.add(data["who"])
            if self.honest:  # elsewhere it may be a lie (AM-5)
                self.unplayed.add((self.chapter, data["who"], self.card))

    def _used_on(self, data: Mapping[str, Any]) -> None:
        if data["ability"] in hostile():
            self.uses.append((self.count, self.chapter, (data["who"], data["target"])))

    # --- proofs -----------------------------------------------------------------------------------

    def _selected(self, data: Mapping[str, Any]) -> None:
        self.selected.add(self.chapter)

    def _proves(self, data: Mapping[str, Any]) -> None:
        """AC-62: a Tracker is seen, or vouched for."""
        self.played[self.chapter, data["who"]] = data["card"]

    _selected_card = _claimed = _claimed_success = _admitted = _exposed = _proves

    def _tapped(self, data: Mapping[str, Any]) -> None:
        self.looks.append((self.count, self.chapter, (data["who"], data["target"])))

    def _tapped_card(self, data: Mapping[str, Any]) -> None:
        self._tapped(data)
        self.played[self.chapter, data["target"]] = data["card"]

    _audited = _tapped_card  # AM-6

    def _shown_card(self, data: Mapping[str, Any]) -> None:
        """What is still in a hand was not played."""
        if self.chapter in self.selected:
            self.unplayed.add((self.chapter, data["target"], data["card"]))

    def did(self, seat: int, card: int, number: int) -> bool | None:
        """Whether a seat played an Event in that round, if it is proved."""
        known = self.played.get((number, seat))
        if known is not None:
            return known == card
        if (number, seat, card) in self.unplayed:
            return False
        seats = range(self.setup.seats)
        if any(self.played.get((number, other)) == card for other in seats):
            return False
        return False if self.everything else None


@cache
def hostile() -> frozenset[str]:
    """Abilities against somebody: those that can never be aimed at oneself. Political Pressure can,
    and gives more than it takes."""
    return frozenset(
        key
        for key, ability in base_set().ability.items()
        if any("one" in effect for effect in ability["do"])
    )


class AccusationPromises(Promises):
    """Whom one does not accuse, nor uses abilities against; who played an Event."""

    clauses: ClassVar = (
        Kind(
            "no_accuse",
            "{who} does not accuse {whom} of " + _EVENT,
            (_WHO, _WHOM, _CARD, _ROUND),
            ("{who} do not accuse {whom} of " + _EVENT,),
        ),
        Kind(
            "denial",
            "{who} supports {whom}'s denial of " + _EVENT,
            (_WHO, _WHOM, _CARD, _ROUND),
            (
                "{who} support {whom}'s denial of " + _EVENT,
                "{who} supports my denial of " + _EVENT,
            ),
        ),
        Kind(
            "no_use",
            "{who} uses no ability against {whom} in round {round}",
            (_WHO, _WHOM, _ROUND),
            ("{who} use no ability against {whom} in round {round}",),
        ),
    )
    claims: ClassVar = (
        Kind("played", "I played " + _EVENT, (_CARD, _ROUND)),
        Kind("not_played", "I did not play " + _EVENT, (_CARD, _ROUND)),
        Kind("looked", "{whom} played " + _EVENT + ", I looked", (_WHOM, _CARD, _ROUND)),
    )

    def facts(self, setup: Setup, chapter: int, everything: bool = False) -> AccusationFacts:
        return AccusationFacts(setup, chapter, everything)

    def judge_clause(self, facts: AccusationFacts, clause: Clause, since: int) -> str:
        number = int(clause.data["round"])
        pair = clause.who, int(clause.data["whom"])
        if clause.kind == "no_use":
            if any(use[1:] == (number, pair) and use[0] > since for use in facts.uses):
                return BROKEN
            if not facts.gone(number):
                return OPEN
            return KEPT if facts.met(number, since, pair) else VOID
        affair = facts.affairs.get((number, int(clause.data["card"])))
        if affair is None:
            return VOID if facts.gone(number) else OPEN
        if clause.kind == "denial":
            if pair[1] not in affair.denials:
                return VOID if affair.over or facts.gone(number) else OPEN
            since = max(since, affair.denials[pair[1]])
        if any(event > since and one == pair for event, one in affair.accusations):
            return BROKEN
        if not (affair.over or facts.gone(number)):
            return OPEN
        spared = any(event > since and one == pair for event, one in affair.spared)
        return KEPT if spared else VOID

    def judge_claim(self, facts: AccusationFacts, claim: Claim, by: int, at: int) -> str:
        """Who says "I looked" without having looked tells a lie, whatever is true."""
        card, number = int(claim.data["card"]), int(claim.data["round"])
        if claim.kind == "looked":
            pair = by, int(claim.data["whom"])
            if not any(look[1:] == (number, pair) and look[0] <= at for look in facts.looks):
                return FALSE
            did = facts.did(pair[1], card, number)
        else:
            did = facts.did(by, card, number)
        if did is None:
            return OPEN
        return TRUE if did == (claim.kind != "not_played") else FALSE

    def breaks(self, facts: AccusationFacts, clause: Clause, game: Game, act: int) -> bool:
        """An accusation is warned of before it is paid for."""
        if facts.chapter != clause.data["round"]:
            return False
        whom, kind = clause.data["whom"], acts.kind_of(act)
        if clause.kind == "no_use":
            used = kind == acts.USE and acts.target_of(act) == whom
            return bool(used) and base_set().abilities[acts.ability_of(act)] in hostile()
        accuses = kind == acts.ACCUSE and acts.what_of(act) == whom
        if not accuses or facts.affair is None or facts.card != clause.data["card"]:
            return False
        return clause.kind == "no_accuse" or whom in facts.affair.denials

    def refuses(self, setup: Setup, clause: Clause) -> bool:
        """No round after the last (AC-153), no accusation of an Event that has none (AC-46), and
        no denial where none is allowed (AC-78)."""
        if int(clause.data["round"]) > int(setup.options["round_cap"]):
            return True
        if "card" not in clause.data:
            return False
        parts = base_set().event[int(clause.data["card"])]["parts"]
        accusable = any(section == "success" for section, _ in parts)
        return not accusable or (clause.kind == "denial" and ["flag", "nodeny"] in _all(parts))


def _all(parts: list[Any]) -> list[Any]:
    """Every effect of a card."""
    return [effect for _, effects in parts for effect in effects]
