"""A round of votes of J'Accuse is opened: a consensus, a president, a run-off, or nothing."""

from typing import Final

from librt.vecs import append
from mypy_extensions import i64

from intrigue.kernel.chance import Chance
from intrigue.kernel.sealed import NOT_ASKED
from intrigue.kernel.vecs import filled, zeros

from .acts import ABSTAIN, card_of
from .cards import BLACK, COLOURS, NEUTRAL, NO_CARD, NO_COLOUR, RED, colour_of, rank_of
from .election import after_no_president
from .hands import discard, hold, release
from .past import ELECTED, RETURNED, VOTED, Past, by_seat
from .policies import pass_free
from .presidency import crown
from .state import State
from .telling import tell, text_of

TIE: Final = -1
NO_VOTE: Final = -1  # of those that lie on the table


def close_round(s: State, chance: Chance) -> None:
    """All answers are in. Votes of one colour are a consensus (JA-28, JA-33), else the highest
    rank wins if only one vote has it (JA-30), or there is a run-off (JA-31)."""
    first: i64 = len(s.votes)
    _open_votes(s)
    voters, colour, top, winner = _count_votes(s, first)
    lone = voters == 1 and s.terms.lone_wins  # JA-A1
    if voters == 0:
        _empty(s, first > 0, chance)
    elif colour != NO_COLOUR and not lone:  # JA-A5: before any tie
        _agree(s, colour, chance)
    elif winner != TIE:
        _elect(s, winner, chance)
    else:
        _run_off(s, first, top, chance)


def _open_votes(s: State) -> None:
    """JA-25: votes go from hands to the table; abstained cards stay unseen (JA-A44)."""
    faces = filled(s.seats, NO_CARD)
    for seat in range(s.seats):
        answer = s.sealed.answers[seat]
        if answer != NOT_ASKED and answer != ABSTAIN:
            faces[seat] = card_of(answer)
            release(s, seat, faces[seat])
    if len(s.votes) == 0:
        s.votes = faces  # neither is changed in place
    else:
        votes = s.votes[:]  # `append` would write behind the end that copies share
        for face in faces:
            votes = append(votes, face)
        s.votes = votes
    s.past = by_seat(VOTED, s.past, faces)
    if s.events is not None:
        shown: list[str | None] = []
        for vote in list(faces):
            shown.append(text_of(s, vote) if vote != NO_CARD else None)
        tell(s, "votes", {"round": len(s.votes) // s.seats, "votes": shown})


def _count_votes(s: State, first: i64) -> tuple[i64, i64, i64, i64]:
    """Of this round's votes, and of no earlier ones (JA-A3, JA-A4): how many count, the colour of
    all, the highest rank, and whose it is. JA-A32: nothing but rank tells votes apart."""
    votes = s.votes
    voters: i64 = 0
    red: i64 = 0
    black: i64 = 0
    top: i64 = -1
    winner: i64 = TIE
    for seat in range(s.seats):
        face = votes[first + seat]
        if _counts(s, face):
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
    common: i64 = NO_COLOUR
    if red == voters:
        common = RED
    elif black == voters:
        common = BLACK
    return voters, common, top, winner


def _counts(s: State, face: i64) -> bool:
    """Whether a vote counts (JA-A30, `neutralJoker`: a vote without colour may not)."""
    return face != NO_CARD and (s.terms.neutral_blocks or colour_of(face) != NEUTRAL)


def _run_off(s: State, first: i64, top: i64, chance: Chance) -> None:
    """JA-31: the votes stay, and another round is voted, be it by one player alone (JA-A8).
    JA-A7: without any, it is an election without votes."""
    s.sealed.clear()
    for seat in range(s.seats):
        face = s.votes[first + seat]
        # JA-26, JA-32: nobody who abstained; JA-A9: nor the tied without another card
        if face != NO_CARD and s.sizes[seat] > 0:
            tied = _counts(s, face) and rank_of(face) == top
            if s.terms.all_remaining or tied:  # JA-A2
                s.sealed.ask(seat)
    if s.sealed.owed == 0:
        _empty(s, True, chance)
    elif s.events is not None:
        tell(s, "runoff", {"voters": s.sealed.owing()})


# --- how it ends (JA-27, JA-28, JA-34) ------------------------------------------------------------


def _return_votes(s: State, lost: i64) -> None:
    """All votes but the one at `lost` go back to their owners' hands."""
    votes = s.votes
    seat: i64 = 0
    for at in range(i64(len(votes))):
        if votes[at] != NO_CARD and at != lost:
            hold(s, seat, votes[at])
        seat += 1
        if seat == s.seats:
            seat = 0
    s.votes = zeros(0)


def _agree(s: State, colour: i64, chance: Chance) -> None:
    """JA-28, JA-33: a consensus passes a free policy, and everyone takes back all votes."""
    _return_votes(s, NO_VOTE)
    s.past = Past(RETURNED, s.past)
    if s.events is not None:
        tell(s, "consensus", {"colour": COLOURS[colour]})
    pass_free(s, colour)
    after_no_president(s, chance)


def _empty(s: State, runoff: bool, chance: Chance) -> None:
    """JA-27; JA-A6, JA-A7: a run-off without votes passes the last colour, too, or nothing."""
    _return_votes(s, NO_VOTE)
    s.past = Past(RETURNED, s.past)
    if s.events is not None:
        tell(s, "no_votes", {})
    if runoff and not s.terms.empty_passes:
        pass_free(s, NO_COLOUR)
    else:
        pass_free(s, s.last)
    after_no_president(s, chance)


def _elect(s: State, winner: i64, chance: Chance) -> None:
    """JA-34: the winner's last vote is discarded, all others go back. JA-A52: no policy passes."""
    last: i64 = len(s.votes) - s.seats + winner
    face = s.votes[last]
    discard(s, face)
    _return_votes(s, last)
    s.past = Past(ELECTED, s.past, winner, -1, face)
    s.tokens[winner] += 1  # JA-35
    s.drought = 0  # JA-60
    if s.events is not None:
        tell(s, "elected", {"seat": winner, "card": text_of(s, face)})
    crown(s, winner, chance)
