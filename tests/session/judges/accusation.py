"""Accusation, judged by its record."""

from typing import Any

from intrigue.games.accusation.rules.state import STEPS
from intrigue.kernel.game import Setup
from intrigue.kernel.promises import BROKEN, FALSE, KEPT, TRUE, VOID, Claim, Clause
from intrigue.session.record import Play

from . import Witness as Base

HOSTILE = ("gunboat_visit", "drone_strike", "embassy_bug", "wiretap")
BLAMED = (2, 4, 7, 9, 12, 15, 17, 20, 24, 27, 31, 34, 38, 39, 42)  # Events with accusations
WINDOWS = ("open", "plan", "reveal", "last", "audit")
UNBROKEN = ("batch", "payment", "answer")  # where who concedes leaves later
Pair = tuple[int, int]
About = tuple[int, int]  # an Event: its round, its number


class Witness(Base):
    LIVELY = ("accuse", "deny", "pass", "alloc I", *(f"select {n}" for n in BLAMED))

    def __init__(self, setup: Setup, start: Any) -> None:
        super().__init__(setup, start)
        self.there: list[tuple[int, int, int]] = [(0, start.round, start.active)]
        self.accused: list[tuple[int, About, Pair]] = []
        self.spared: list[tuple[int, About, Pair]] = []  # could have been, and were not
        self.denied: list[tuple[int, About, int]] = []
        self.used: list[tuple[int, int, Pair]] = []
        self.looked: list[tuple[int, int, Pair]] = []
        self.chosen: dict[Pair, int] = {}  # by round and seat
        self.intents: dict[int, list[str]] = {}  # of the open window
        self.unpaid: tuple[int, list[int]] | None = None  # whom, and whom not

    def see(self, moment: int, act: Play, before: Any, after: Any) -> None:
        assert act.seat is not None
        seat, step = self.setup.seat(act.seat), STEPS[before.step]
        words = act.act.split(" ", 2)
        verb, about = words[0], (before.round, before.card)
        if verb == "concede":
            if step not in UNBROKEN:
                self.intents.clear()
        elif step in WINDOWS:
            self._intend(moment, seat, words, before)
        elif verb == "select":
            self.chosen[before.round, seat] = int(words[1])
        elif verb == "deny":
            self.denied.append((moment, about, seat))
        elif step == "turn" and verb == "use":
            self._carry_out(moment, seat, words, before)
        elif step == "turn" and verb == "pass":
            self._spare(moment, about, seat, self._within_reach(before, seat))
        elif step == "turn":
            whom = self.setup.seat(act.act.partition(" ")[2])
            self.unpaid = whom, [one for one in self._within_reach(before, seat) if one != whom]
        if self.unpaid is not None and STEPS[after.step] != "payment":
            whom, others = self.unpaid
            self.unpaid = None
            self.accused.append((moment, about, (before.holder, whom)))
            self._spare(moment, about, before.holder, others)
        self.there.append((moment, after.round, after.active))

    @staticmethod
    def topics(position: Any) -> list[int]:
        """Cards that were played in secret, and often the one that is open."""
        played = [card for card in position.tracker if card > 0]
        return [*played, *[position.card] * 9] if position.card > 0 else played

    @staticmethod
    def prospects(position: Any) -> list[int]:
        """All that is in somebody's hand."""
        return [card for hand in position.hand for card in range(1, 46) if hand >> card & 1]

    def _intend(self, moment: int, seat: int, words: list[str], before: Any) -> None:
        """The last answer closes the window: the first intent from the Speaker is carried out."""
        self.intents[seat] = words
        if before.asked() != [seat]:
            return
        order = [(before.speaker + i) % self.setup.seats for i in range(self.setup.seats)]
        for one in order:
            if self.intents.get(one, ["pass"]) != ["pass"]:
                self._carry_out(moment, one, self.intents[one], before)
                break
        self.intents.clear()

    def _carry_out(self, moment: int, seat: int, words: list[str], before: Any) -> None:
        if words[0] == "audit":
            whom = " ".join(words[1:])
            self.looked.append((moment, before.round, (seat, self.setup.seat(whom))))
        elif words[1] in HOSTILE:
            pair = seat, self.setup.seat(words[2])
            self.used.append((moment, before.round, pair))
            if words[1] == "wiretap":
                self.looked.append((moment, before.round, pair))

    def _within_reach(self, before: Any, seat: int) -> list[int]:
        """Whom the seat could accuse, if it had the tokens."""
        return [
            whom
            for whom in range(self.setup.seats)
            if whom != seat
            and before.active >> whom & 1
            and not before.cleared >> whom & 1
            and before.locks[whom] in (-1, seat)
        ]

    def _spare(self, moment: int, about: About, seat: int, others: list[int]) -> None:
        self.spared += [(moment, about, (seat, whom)) for whom in others]

    # --- judging ----------------------------------------------------------------------------------

    def clause(self, clause: Clause, since: int) -> str:
        number, pair = int(clause.data["round"]), (clause.who, int(clause.data["whom"]))
        if clause.kind == "no_use":
            if any(use[0] > since and use[1:] == (number, pair) for use in self.used):
                return BROKEN
            return KEPT if self._together(number, pair, since) else VOID
        about = number, int(clause.data["card"])
        if clause.kind == "denial":
            times = [at for at, what, who in self.denied if (what, who) == (about, pair[1])]
            if not times:
                return VOID
            since = max(since, times[0])
        if any(one[0] > since and one[1:] == (about, pair) for one in self.accused):
            return BROKEN
        kept = any(one[0] > since and one[1:] == (about, pair) for one in self.spared)
        return KEPT if kept else VOID

    def _together(self, number: int, pair: Pair, since: int) -> bool:
        """Whether both were there at some time of a round, after that moment."""
        ends = [moment for moment, _, _ in self.there[1:]]
        return any(
            end > since and when == number and all(active >> seat & 1 for seat in pair)
            for end, (_, when, active) in zip(ends, self.there, strict=False)
        )

    def claim(self, claim: Claim, by: int, at: int) -> str:
        card, number = int(claim.data["card"]), int(claim.data["round"])
        if claim.kind == "looked":
            pair = by, int(claim.data["whom"])
            looked = any(one[0] < at and one[1:] == (number, pair) for one in self.looked)
            return TRUE if looked and self.chosen.get((number, pair[1])) == card else FALSE
        did = self.chosen.get((number, by)) == card
        return TRUE if did == (claim.kind == "played") else FALSE
