"""Elections of J'Accuse: sealed votes, consensus, run-offs, the winner (JA-24…JA-35, JA-59)."""

from typing import Final

from librt.vecs import append
from mypy_extensions import i64

from intrigue.kernel.chance import Chance
from intrigue.kernel.sealed import NOT_ASKED
from intrigue.kernel.vecs import filled, zeros

from .acts import ABSTAIN, card_of
from .cards import BLACK, COLOURS, NEUTRAL, NO_CARD, NO_COLOUR, RED, colour_of, rank_of
from .generation import Generation
from .past import ELECTED, RETURNED, VOTED, Past, by_seat
from .state import VOTE_PHASE, Terms

TIE: Final = -1
NO_VOTE: Final = -1  # of those that lie on the table


class Election(Generation):
    """Who becomes president, or which colour gets a policy instead."""

    def __init__(self, seats: i64, terms: Terms) -> None:
        super().__init__(seats, terms)

    def begin_election(self, chance: Chance) -> None:
        """JA-24: everyone with a card in hand is asked. JA-58: wrong accusations and presidents
        are forgotten."""
        self.wrong = 0
        self.president = -1
        self.presidents = 0
        self.accused = -1
        self.declared = NO_COLOUR
        self.revealed = NO_CARD
        self.turn = -1
        self.votes = zeros(0)
        self.phase = VOTE_PHASE
        self.sealed.clear()
        seat: i64 = 0
        while seat < self.seats:
            if self.sizes[seat] > 0:
                self.sealed.ask(seat)
            seat += 1
        if self.events is not None:
            self.tell("election", {"voters": self.sealed.owing()})
        if self.sealed.owed == 0:
            self._exhausted(chance)

    def _exhausted(self, chance: Chance) -> None:
        """JA-59, JA-A40: an election without voters passes the last colour again, and voids the
        generation when there is none."""
        if self.last == NO_COLOUR or self.last == NEUTRAL:
            self.end_generation(NO_COLOUR, chance)
            return
        self.pass_free(self.last)
        self.after_no_president(chance)

    # --- a round (JA-25…JA-33) --------------------------------------------------------------------

    def close_round(self, chance: Chance) -> None:
        """All answers are in: votes are opened, abstained cards stay unseen (JA-A44). One colour
        is a consensus (JA-28, JA-33), else the highest rank wins (JA-30), or there is a run-off."""
        first = len(self.votes)
        self._open_votes()
        votes = self.votes
        voters: i64 = 0
        red: i64 = 0
        black: i64 = 0
        top: i64 = -1
        winner: i64 = TIE
        seat: i64 = 0
        while seat < self.seats:  # JA-A3, JA-A4: only votes of this round
            face = votes[first + seat]
            if self._counts(face):
                voters += 1
                colour = colour_of(face)
                if colour == RED:
                    red += 1
                elif colour == BLACK:
                    black += 1
                if rank_of(face) > top:
                    top = rank_of(face)
                    winner = seat
                elif rank_of(face) == top:
                    winner = TIE
            seat += 1
        lone = voters == 1 and self.terms.lone_wins  # JA-A1
        if voters == 0:
            self._empty(first > 0, chance)
        elif red == voters and not lone:  # JA-A5: before any tie
            self._agree(RED, chance)
        elif black == voters and not lone:
            self._agree(BLACK, chance)
        elif winner != TIE:
            self._elect(winner, chance)
        else:
            self._run_off(first, top, chance)

    def _open_votes(self) -> None:
        """Votes go from hands to the table, for this round."""
        faces = filled(self.seats, NO_CARD)
        seat: i64 = 0
        while seat < self.seats:
            answer = self.sealed.answers[seat]
            if answer != NOT_ASKED and answer != ABSTAIN:
                faces[seat] = card_of(answer)
                self.release(seat, faces[seat])
            seat += 1
        if len(self.votes) == 0:
            self.votes = faces  # neither is changed in place
        else:
            votes = self.votes[:]  # `append` would write behind the end that copies share
            seat = 0
            while seat < self.seats:
                votes = append(votes, faces[seat])
                seat += 1
            self.votes = votes
        self.past = by_seat(VOTED, self.past, faces)
        if self.events is not None:
            shown: list[str | None] = []
            for face in list(faces):
                shown.append(self.text(face) if face != NO_CARD else None)
            self.tell("votes", {"round": len(self.votes) // self.seats, "votes": shown})

    def _counts(self, face: i64) -> bool:
        """Whether a vote counts (JA-A30, `neutralJoker`: a vote without colour may not)."""
        return face != NO_CARD and (self.terms.neutral_blocks or colour_of(face) != NEUTRAL)

    def _run_off(self, first: i64, top: i64, chance: Chance) -> None:
        """JA-31, JA-32, JA-A2: the votes stay; those who voted and still have a card vote again
        (or only those with the rank `top`). JA-A7: without any, it is an election without votes."""
        self.sealed.clear()
        seat: i64 = 0
        while seat < self.seats:
            face = self.votes[first + seat]
            if face != NO_CARD and self.sizes[seat] > 0:
                tied = self._counts(face) and rank_of(face) == top
                if self.terms.all_remaining or tied:
                    self.sealed.ask(seat)
            seat += 1
        if self.sealed.owed == 0:
            self._empty(True, chance)
        elif self.events is not None:
            self.tell("runoff", {"voters": self.sealed.owing()})

    # --- how it ends (JA-34, JA-35, JA-27) --------------------------------------------------------

    def _return_votes(self, lost: i64) -> None:
        """All votes but the one at `lost` go back to their owners' hands."""
        votes = self.votes
        at: i64 = 0
        seat: i64 = 0
        while at < len(votes):
            if votes[at] != NO_CARD and at != lost:
                self.hold(seat, votes[at])
            at += 1
            seat += 1
            if seat == self.seats:
                seat = 0
        self.votes = zeros(0)

    def _agree(self, colour: i64, chance: Chance) -> None:
        """JA-28, JA-33: a consensus passes a free policy, and everyone takes back all votes."""
        self._return_votes(NO_VOTE)
        self.past = Past(RETURNED, self.past)
        if self.events is not None:
            self.tell("consensus", {"colour": COLOURS[colour]})
        self.pass_free(colour)
        self.after_no_president(chance)

    def _empty(self, runoff: bool, chance: Chance) -> None:
        """JA-27; JA-A6, JA-A7: a run-off without votes passes the last colour, too, or nothing."""
        self._return_votes(NO_VOTE)
        self.past = Past(RETURNED, self.past)
        if self.events is not None:
            self.tell("no_votes", {})
        if runoff and not self.terms.empty_passes:
            self.pass_free(NO_COLOUR)
        else:
            self.pass_free(self.last)
        self.after_no_president(chance)

    def _elect(self, winner: i64, chance: Chance) -> None:
        """JA-34: the winner's last vote is discarded, all others go back; JA-35: one token."""
        last = len(self.votes) - self.seats + winner
        face = self.votes[last]
        self.discard(face)
        self._return_votes(last)
        self.past = Past(ELECTED, self.past, winner, -1, face)
        self.give_token(winner, 1)
        self.drought = 0
        if self.events is not None:
            self.tell("elected", {"seat": winner, "card": self.text(face)})
        self.crown(winner, chance)
