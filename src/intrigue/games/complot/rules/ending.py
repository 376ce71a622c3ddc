"""The end of a match: out of Wit, out of turns, or conceded."""

from mypy_extensions import i64

from intrigue.kernel.position import Outcome

from .state import NOBODY_WON, State, tell


def finish(s: State, winner: i64) -> None:
    s.over = True
    s.winner = winner
    if s.events is not None:
        winners: list[int] = [] if winner == NOBODY_WON else [winner]
        tell(s, "over", {"winners": winners})


def concede(s: State, seat: i64) -> None:
    """CA-43."""
    s.conceded = True
    tell(s, "conceded", {"seat": seat})
    finish(s, 1 - seat)


def turns_are_up(s: State) -> bool:
    """CO-71, CA-40: whether both have had all their turns."""
    cap = s.terms.turn_cap
    return s.sides[0].turns >= cap and s.sides[1].turns >= cap


def wittier(s: State) -> i64:
    """CO-71: who wins when the turns are up."""
    one, two = s.sides
    if one.wit == two.wit:
        return NOBODY_WON
    return 0 if one.wit > two.wit else 1


def outcome(s: State) -> Outcome | None:
    if not s.over:
        return None
    scores: list[int] = [s.sides[0].wit, s.sides[1].wit]
    if s.winner == NOBODY_WON:
        return Outcome("draw", "CO-71", scores, [])
    if s.conceded:
        return Outcome("conceded", "CA-43", scores, [s.winner])
    if scores[1 - s.winner] == 0:
        return Outcome("wit", "CO-70", scores, [s.winner])
    return Outcome("cap", "CO-71", scores, [s.winner])
