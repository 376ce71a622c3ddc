"""J'Accuse, judged by its record."""

from typing import Any

from intrigue.games.jaccuse.rules import acts
from intrigue.games.jaccuse.rules.cards import COLOURS, NO_CARD, cards_of, colour_of, face_text
from intrigue.games.jaccuse.rules.hands import hand_of
from intrigue.games.jaccuse.rules.state import (
    ACTION_PHASE,
    PARLEY_PHASE,
    REPLACE_PHASE,
    REPLY_PHASE,
    VOTE_PHASE,
)
from intrigue.games.jaccuse.rules.terms import hides_suits
from intrigue.kernel.game import Setup, find_game
from intrigue.kernel.promises import BROKEN, FALSE, KEPT, OPEN, TRUE, VOID, Claim, Clause
from intrigue.session.record import Play

from . import Witness as Base

WORDS = {"R": "red", "B": "black", "N": "neutral"}
Deed = tuple[int, int, int, int, list[int]]  # moment, generation, who, whom, whom else


class Witness(Base):
    LIVELY = ("accuse", "parley", "vote")

    def __init__(self, setup: Setup, start: Any) -> None:
        super().__init__(setup, start)
        self.game = find_game("jaccuse")
        self.plain = hides_suits(setup)
        self.networks = list(start.network)
        self.rounds: list[tuple[int, int, int, dict[int, str | None]]] = []
        self.voted: dict[int, str | None] = {}
        self.parleys: list[Deed] = []
        self.actions: list[Deed] = []
        self.trades: list[tuple[int, int, int, int, dict[int, list[str]]]] = []
        self.policies: list[tuple[int, int, int, str]] = []
        self.forced: tuple[int, str] | None = None  # who has one card left to enact, and its colour
        self.members: list[tuple[int, list[int]]] = []
        self.hands: list[tuple[int, list[list[str]]]] = []
        self._look(0, start)

    def _look(self, moment: int, position: Any) -> None:
        self.members.append((moment, list(position.members)))
        seats = range(self.setup.seats)
        hands = [[face_text(face, self.plain) for face in hand_of(position, s)] for s in seats]
        self.hands.append((moment, hands))

    @staticmethod
    def topics(position: Any) -> list[int]:
        """Elections, and small numbers of cards."""
        return [1, 2, position.election, position.election + 1]

    def see(self, moment: int, act: Play, before: Any, after: Any) -> None:
        assert act.seat is not None
        seat, number = self.setup.seat(act.seat), self.game.parse(self.setup, act.act)
        kind, whom = acts.kind_of(number), acts.target_of(number)
        when, holders = before.generation, self._holders(before)
        if before.phase == VOTE_PHASE and kind in (acts.VOTE, acts.ABSTAIN):
            self.voted[seat] = None if kind == acts.ABSTAIN else _colour(acts.card_of(number))
            if before.asked() == [seat]:
                self.rounds.append((moment, when, before.election, self.voted))
                self.voted = {}
        elif before.phase == PARLEY_PHASE and kind in (acts.PARLEY, acts.NO_PARLEY):
            others = [one for one in holders if one != seat]
            self.parleys.append((moment, when, seat, whom, others))
            if kind == acts.PARLEY and after.phase != REPLY_PHASE:
                whole = [_colour(face) for face in hand_of(before, whom)]
                self._trade(moment, when, seat, whom, _colours(number), whole)
        elif before.phase == REPLY_PHASE and kind == acts.REPLY:
            offered = [_colour(face) for face in cards_of(before.offer)]
            self._trade(moment, when, before.president, seat, offered, _colours(number))
        elif before.phase == ACTION_PHASE and kind in (acts.PASS, acts.DEFECT, acts.ACCUSE):
            others = [one for one in holders if not before.presidents >> one & 1]
            self.actions.append((moment, when, seat, whom, others))
            if kind == acts.ACCUSE:
                self._accuse(seat, before, whom, acts.load_of(number) - 1)
        elif kind == acts.ENACT:
            self.policies.append((moment, when, seat, _colour(acts.card_of(number))))
        if self.forced is not None and after.phase != REPLACE_PHASE:
            self.policies.append((moment, when, *self.forced))
            self.forced = None
        self._look(moment, after)

    def _holders(self, position: Any) -> list[int]:
        """Who has a card in hand."""
        return [seat for seat in range(self.setup.seats) if position.sizes[seat] > 0]

    def _trade(
        self, moment: int, when: int, who: int, whom: int, given: list[str], got: list[str]
    ) -> None:
        self.trades.append((moment, when, who, whom, {who: given, whom: got}))

    def _accuse(self, seat: int, before: Any, whom: int, colour: int) -> None:
        """A right accuser without a card enacts what was captured, unasked (JA-A24, JA-63)."""
        right = colour_of(before.members[whom]) == colour
        if right and before.sizes[seat] == 0:
            self.forced = seat, _colour(before.members[whom])

    # --- judging ----------------------------------------------------------------------------------

    def clause(self, clause: Clause, since: int) -> str:
        judges = {
            "vote": self._vote,
            "no_accuse": self._peace,
            "enact": self._policy,
            "parley": self._parley,
            "give": self._gift,
        }
        return judges[clause.kind](clause, since)

    def _vote(self, clause: Clause, since: int) -> str:
        data = clause.data
        place = data["generation"], data["election"]
        asked = [
            votes[clause.who]
            for moment, when, election, votes in self.rounds
            if moment > since and (when, election) == place and clause.who in votes
        ]
        if not asked:
            return VOID
        return KEPT if set(asked) <= {None, data["colour"]} else BROKEN

    def _of(self, deeds: list[Deed], clause: Clause, since: int) -> list[Deed]:
        place = clause.data["generation"], clause.who
        return [deed for deed in deeds if deed[0] > since and deed[1:3] == place]

    def _peace(self, clause: Clause, since: int) -> str:
        deeds, whom = self._of(self.actions, clause, since), clause.data["whom"]
        if any(deed[3] == whom for deed in deeds):
            return BROKEN
        return KEPT if any(whom in deed[4] for deed in deeds) else VOID

    def _policy(self, clause: Clause, since: int) -> str:
        place = clause.data["generation"], clause.who
        played = {one[3] for one in self.policies if one[0] > since and one[1:3] == place}
        if not played:
            return VOID
        return KEPT if played == {clause.data["colour"]} else BROKEN

    def _parley(self, clause: Clause, since: int) -> str:
        deeds, whom = self._of(self.parleys, clause, since), clause.data["whom"]
        if any(deed[3] == whom for deed in deeds):
            return KEPT
        return BROKEN if any(whom in deed[4] for deed in deeds) else VOID

    def _gift(self, clause: Clause, since: int) -> str:
        data, wanted = clause.data, int(clause.data["cards"])
        for moment, when, who, _, given in self.trades:
            if moment <= since or when != data["generation"]:
                continue
            if set(given) != {clause.who, data["whom"]}:
                continue
            if len(given[who]) < wanted and who != clause.who:
                continue  # it was the other's choice that there are so few
            return KEPT if given[clause.who].count(str(data["colour"])) >= wanted else BROKEN
        return VOID

    def claim(self, claim: Claim, by: int, at: int) -> str:
        if claim.kind == "hold":
            hands = [hands for moment, hands in self.hands if moment < at][-1]
            return TRUE if claim.data["card"] in hands[by] else FALSE
        if claim.kind == "network":
            whom = int(claim.data["whom"])
            place = by if whom == (by + 1) % self.setup.seats else whom
            return TRUE if _colour_word(self.networks[place]) == claim.data["colour"] else FALSE
        now = sum(moment < at for moment, _ in self.members) - 1
        chosen = [members[by] for _, members in self.members[now:] if members[by] != NO_CARD]
        if not chosen:
            return OPEN
        return TRUE if _colour(chosen[0]) == claim.data["colour"] else FALSE


def _colour(face: int) -> str:
    return _colour_word(int(colour_of(face)))


def _colour_word(colour: int) -> str:
    return WORDS[COLOURS[colour]]


def _colours(number: int) -> list[str]:
    return [_colour(face) for face in cards_of(acts.load_of(number))]
