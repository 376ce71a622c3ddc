"""Emperor, judged by its record."""

from typing import Any

from intrigue.games.emperor.rules.acts import (
    CARD,
    INVESTIGATE,
    NOBODY,
    PASS,
    first_of,
    kind_of,
    second_of,
    value_of,
)
from intrigue.games.emperor.rules.cards import (
    CARDS,
    CLEARANCE,
    CONDEMN,
    FACES,
    GUARDING,
    INVESTIGATION,
    SIDES,
    TRANSPOSITION,
    count_of,
)
from intrigue.games.emperor.rules.ring import candidate_of
from intrigue.games.emperor.rules.state import DISCARDING, MAIN, RESOLVE, SLOT, side_of
from intrigue.kernel.game import Setup, find_game
from intrigue.kernel.promises import BROKEN, FALSE, KEPT, TRUE, VOID, Claim, Clause
from intrigue.session.record import Play

from . import Witness as Base

WINDOWS = (SLOT, RESOLVE)
TURN = (MAIN, DISCARDING)
Deed = tuple[int, int, int, int]  # moment, round, who, whom
Identity = tuple[list[int], list[int], list[int]]  # sides and hands by seat, faces by card


class Turn:
    def __init__(self, who: int, start: int, number: int, ring: list[int]) -> None:
        self.who = who
        self.start = start
        self.round = number
        self.ring = ring
        self.end: int | None = None


class Witness(Base):
    LIVELY = ("condemn", "clearance", "transposition")

    def __init__(self, setup: Setup, start: Any) -> None:
        super().__init__(setup, start)
        self.game = find_game("emperor")
        self.answers: dict[int, int] = {}  # in the open window
        self.turns: list[Turn] = []
        self.asked: list[tuple[int, int, list[int]]] = []  # a slot: moment, round, ring
        self.condemns: list[Deed] = []
        self.looks: list[Deed] = []
        self.blocks: list[Deed] = []
        self.moves: list[Deed] = []
        self.falls: list[tuple[int, int, list[int], int]] = []  # moment, round, ring, whom
        self.rings: dict[int, list[int]] = {}  # as a round left them
        self.identities: list[tuple[int, Identity]] = []
        self._look(0, start)

    def _look(self, moment: int, position: Any) -> None:
        sides = [int(side_of(position, seat)) for seat in range(self.setup.seats)]
        found = sides, list(position.hands), list(position.faces)
        self.identities.append((moment, found))

    @staticmethod
    def topics(position: Any) -> list[int]:
        return [1, 2]

    def see(self, moment: int, act: Play, before: Any, after: Any) -> None:
        assert act.seat is not None
        seat, number = self.setup.seat(act.seat), int(self.game.parse(self.setup, act.act))
        closes = before.phase in WINDOWS and before.asked() == [seat]
        if before.phase == MAIN:
            self._carry_out(moment, seat, number, before)
        elif before.phase in WINDOWS:
            self.answers[seat] = number
            if closes:
                self._close(moment, before)
        if self.turns and self.turns[-1].end is None:
            if after.phase not in TURN or after.turns > before.turns:
                self.turns[-1].end = moment
        if after.turns > before.turns and after.phase in TURN:
            self.turns.append(Turn(after.pointer, moment, after.round, list(after.ring)))
        if after.phase == SLOT and (before.phase != SLOT or closes):
            self.asked.append((moment, after.round, list(after.ring)))
        capped = after.over and after.pointer == after.emperor and after.emperor in after.ring
        if after.round > before.round or (capped and "cap" in after.outcome().reason):
            self.rings[before.round] = list(after.ring)
        self._look(moment, after)

    def _close(self, moment: int, before: Any) -> None:
        """EM-36, EM-66: the target's answer counts first, then by the order of turns."""
        ring, direction = list(before.ring), before.direction
        place = ring.index(candidate_of(before))
        order = [ring[(place + i * direction) % len(ring)] for i in range(len(ring))]
        due = next((one for one in before.pending if one.id == before.resolving), None)
        if before.phase == RESOLVE:
            assert due is not None
            order.insert(0, due.target)
        found = [one for one in order if self.answers.get(one, PASS) != PASS]
        if found:
            self._carry_out(moment, found[0], self.answers[found[0]], before)
        elif before.phase == RESOLVE:
            assert due is not None
            self.falls.append((moment, before.round, ring, due.target))
        self.answers = {}

    def _carry_out(self, moment: int, who: int, act: int, before: Any) -> None:
        kind, when = kind_of(act), before.round
        if kind == CARD + CONDEMN:
            self.condemns.append((moment, when, who, first_of(act)))
        elif kind in (INVESTIGATE, CARD + INVESTIGATION):
            self.looks.append((moment, when, who, first_of(act)))
            if kind != INVESTIGATE and second_of(act) != NOBODY:
                self.looks.append((moment, when, who, second_of(act)))
        elif kind == CARD + CLEARANCE:
            target = next(one.target for one in before.pending if one.id == value_of(act))
            self.blocks.append((moment, when, who, target))
        elif kind == CARD + TRANSPOSITION or (
            kind == CARD + GUARDING and second_of(act) in (NOBODY, who)
        ):
            self.moves.append((moment, when, who, first_of(act)))

    # --- judging ----------------------------------------------------------------------------------

    def clause(self, clause: Clause, since: int) -> str:
        judges = {
            "no_condemn": self._no_condemn,
            "no_investigate": self._no_investigate,
            "defend": self._defend,
            "leave": self._leave,
            "stay": self._stay,
        }
        return judges[clause.kind](clause, since)

    def _no_condemn(self, clause: Clause, since: int) -> str:
        return self._peace(self.condemns, clause, since)

    def _no_investigate(self, clause: Clause, since: int) -> str:
        return self._peace(self.looks, clause, since)

    def _peace(self, deeds: list[Deed], clause: Clause, since: int) -> str:
        count, whom = int(clause.data["turns"]), int(clause.data["whom"])
        turns = [one for one in self.turns if one.who == clause.who and one.start > since][:count]
        last = turns[-1].end if len(turns) == count else None
        for moment, _, who, target in deeds:
            if (who, target) == (clause.who, whom) and moment > since:
                if last is None or moment <= last:
                    return BROKEN
        return KEPT if any(whom in turn.ring for turn in turns) else VOID

    def _defend(self, clause: Clause, since: int) -> str:
        who, whom, last = clause.who, int(clause.data["whom"]), int(clause.data["round"])
        for moment, when, ring, target in self.falls:
            if moment > since and when <= last and target == whom and who in ring:
                return BROKEN
        blocked = any(
            moment > since and when <= last and (blocker, target) == (who, whom)
            for moment, when, blocker, target in self.blocks
        )
        return KEPT if blocked else VOID

    def _leave(self, clause: Clause, since: int) -> str:
        who, whom = clause.who, int(clause.data["whom"])
        ring = self.rings.get(int(clause.data["round"]), [])
        if len(ring) <= 3 or not {who, whom} <= set(ring):
            return VOID
        place = ring.index(who)
        beside = {ring[place - 1], ring[(place + 1) % len(ring)]}
        return BROKEN if whom in beside else KEPT

    def _stay(self, clause: Clause, since: int) -> str:
        who, last = clause.who, int(clause.data["round"])
        if any(one[0] > since and one[1] <= last and one[2] == who for one in self.moves):
            return BROKEN
        asked = [(moment, when) for moment, when, ring in self.asked if who in ring]
        asked += [(turn.start, turn.round) for turn in self.turns if turn.who == who]
        return KEPT if any(at > since and when <= last for at, when in asked) else VOID

    def claim(self, claim: Claim, by: int, at: int) -> str:
        data = claim.data
        sides, hands, faces = [found for moment, found in self.identities if moment < at][-1]
        if claim.kind == "side":
            right = SIDES[sides[by]] == data["side"]
        elif claim.kind == "hold":
            right = bool(count_of(hands[by], CARDS.index(str(data["card"]))))
        else:
            right = FACES[faces[3 * int(data["whom"]) + int(data["slot"])]] == data["face"]
        return TRUE if right else FALSE
