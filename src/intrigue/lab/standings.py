"""What an arena's matches say: shares of victories and points with intervals, ratings, how long
bots think. Intervals are by bootstrap over deals: matches of one deal are not independent."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import permutations
from random import Random
from typing import Any

from msgspec import Struct

from intrigue.kernel.build import compiled
from intrigue.kernel.game import Game, Setup

from .arena import Lineup, Row, Thought
from .simulate import Fault, Tally

RESAMPLES = 1000
TAIL = 25  # of so many resamples left out at each end: 95 % remain


class Estimate(Struct, frozen=True):
    """A figure with its interval of 95 %; one deal alone has none."""

    value: float
    low: float | None
    high: float | None

    def above(self, bound: float) -> bool:
        """Whether the whole interval lies above."""
        return self.low is not None and self.low > bound

    def below(self, bound: float) -> bool:
        return self.high is not None and self.high < bound


class Standing(Struct):
    """One kind of bot at one table, as all of it or on one side alone: the mean of its seats'
    shares of the victory, how many times the fair share that is, and its points. Where sides meet,
    it is the mean of sides, however many seats they have."""

    bot: str
    side: str
    share: Estimate
    ratio: Estimate
    points: Estimate


class TableReport(Struct):
    """One line-up. `lead`: by how much the share of the first of two exceeds the second's."""

    key: str
    bots: tuple[str, ...]
    seating: tuple[str, ...]  # the first of them
    matches: int
    deals: int
    fair: float
    standings: list[Standing]
    lead: Estimate | None


class Rating(Struct):
    """By openskill's Plackett–Luce model, in the order of play; 25 is where everybody begins."""

    bot: str
    mu: float
    sigma: float


class Pace(Struct):
    """How long a bot takes for a decision where it has a choice, in CPU time, and how many playouts
    a searching one does meanwhile."""

    bot: str
    decisions: int
    mean_ms: float
    p99_ms: float
    playouts_per_second: float


class Meeting(Struct):
    """One bot against another, wherever they sat at the same table on different sides: how often
    it came out before the other, where equal places count half."""

    bot: str
    other: str
    share: Estimate
    times: int  # pairs of seats, or of sides


class Gate(Struct):
    """What the first of two bots must do to be called stronger, and whether it does."""

    key: str
    met: bool


class Report(Struct):
    """A run for people and programs to read."""

    game: str
    version: str
    seats: int
    options: dict[str, Any]
    games: int  # asked for, of each table
    played: int
    stopped: bool  # by Ctrl-C, before all the matches that were asked for
    seed: int
    seconds: float
    compiled: bool
    tables: list[TableReport]
    gates: list[Gate]
    ratings: list[Rating]
    meetings: list[Meeting]
    paces: list[Pace]
    faults: dict[str, int]
    lost: dict[str, int]  # by bot: seats where the usual one played on
    troubles: dict[str, Fault]  # what went wrong first, by bot


def report(
    game: Game,
    setup: Setup,
    lineups: Sequence[Lineup],
    games: int,
    seed: int,
    rows: Sequence[Row],
    seconds: float,
    stopped: bool = False,
) -> Report:
    """Sum up rows in order. A deal counts when it was played in every seating."""
    whole = [
        row
        for number, lineup in enumerate(lineups)
        for deal in _whole_deals(rows, number, lineup)
        for row in deal
    ]
    tables = [
        _table(lineup, _whole_deals(rows, number, lineup), Random(f"{seed}/bootstrap/{number}"))
        for number, lineup in enumerate(lineups)
    ]
    blamed = Tally()
    for row in whole:
        blamed.add(Tally(faults=Counter(row.faults), lost=Counter(row.lost), troubles=row.troubles))
    return Report(
        game=game.id,
        version=game.version,
        seats=setup.seats,
        options=dict(setup.options),
        games=games,
        played=len(whole),
        stopped=stopped,
        seed=seed,
        seconds=round(seconds, 1),
        compiled=compiled(),
        tables=[table for table in tables if table.matches],
        gates=_gates(tables),
        ratings=_ratings(whole),
        meetings=_meetings(whole, Random(f"{seed}/meetings")),
        paces=_paces(whole),
        faults=dict(sorted(blamed.faults.items())),
        lost=dict(sorted(blamed.lost.items())),
        troubles=dict(sorted(blamed.troubles.items())),
    )


def _whole_deals(rows: Sequence[Row], number: int, lineup: Lineup) -> list[list[Row]]:
    deals: dict[int, list[Row]] = {}
    for row in rows:
        if row.lineup == number:
            deals.setdefault(row.deal, []).append(row)
    return [deal for deal in deals.values() if len(deal) == len(lineup.seatings)]


# --- shares and points ----------------------------------------------------------------------------


def victory(row: Row) -> list[float]:
    """By seat: a side wins together; other winners share."""
    each = 1.0 if row.sides else 1.0 / max(len(row.winners), 1)
    return [each if seat in row.winners else 0.0 for seat in range(len(row.bots))]


def _table(lineup: Lineup, deals: list[list[Row]], rng: Random) -> TableReport:
    kinds = _kinds(lineup, deals)
    sums = [_sums(deal, kinds, lineup.by_side) for deal in deals]
    bots = len(lineup.bots)

    def figures(totals: Sequence[float]) -> list[float]:
        """Fair share; then share, ratio and points of each kind; then the first one's lead."""
        fair = _mean(totals[0], totals[1])
        out = [fair]
        for at in range(2, len(totals), 3):
            won, points, times = totals[at : at + 3]
            share = _mean(won, times)
            out += [share, _mean(share, fair), _mean(points, times)]
        return [*out, out[1] - out[4]] if bots == 2 else out

    found = _bootstrap(sums, figures, rng) if sums else []
    standings = [
        Standing(bot, side, *found[1 + 3 * n : 4 + 3 * n])
        for n, (bot, side) in enumerate(kinds)
        if found
    ]
    return TableReport(
        key=lineup.key,
        bots=lineup.bots,
        seating=lineup.seatings[0],
        matches=sum(map(len, deals)),
        deals=len(deals),
        fair=found[0].value if found else 0.0,
        standings=standings,
        lead=found[-1] if found and bots == 2 else None,
    )


def _kinds(lineup: Lineup, deals: list[list[Row]]) -> list[tuple[str, str]]:
    """What gets a line: each bot; and each on each side, where sides meet."""
    kinds = [(bot, "") for bot in lineup.bots]
    if lineup.by_side:
        sides = sorted({side for deal in deals for row in deal for side in row.sides})
        kinds += [(bot, side) for bot in lineup.bots for side in sides]
    return kinds


def _sums(deal: list[Row], kinds: list[tuple[str, str]], by_side: bool) -> list[float]:
    """What one deal adds: the fair share and how often; of each kind victory, points and how often.
    A side counts once, however many are on it."""
    sums = [0.0] * (2 + 3 * len(kinds))
    for row in deal:
        won = victory(row)
        for n, (bot, side) in enumerate(kinds):
            seats = [
                seat
                for seat, name in enumerate(row.bots)
                if name == bot and (not side or row.sides[seat] == side)
            ]
            if not seats:
                continue
            each = 1 / len(seats) if by_side else 1
            of_kind = (sum(won[seat] for seat in seats), sum(row.scores[seat] for seat in seats))
            for at, value in enumerate((*of_kind, len(seats)), 2 + 3 * n):
                sums[at] += each * value
            if not side:  # all of the table, once
                sums[0] += each * of_kind[0]
                sums[1] += each * len(seats)
    return sums


def _mean(total: float, times: float) -> float:
    return total / times if times else 0.0


def _bootstrap(
    deals: list[list[float]], figures: Callable[[Sequence[float]], list[float]], rng: Random
) -> list[Estimate]:
    """Figures of the sums over all deals, with what they are when the deals are drawn anew."""
    found = figures(_add(deals))
    if len(deals) < 2:
        return [Estimate(round(value, 6), None, None) for value in found]
    again = [figures(_add(rng.choices(deals, k=len(deals)))) for _ in range(RESAMPLES)]
    out = []
    for value, values in zip(found, map(sorted, zip(*again, strict=True)), strict=True):
        low, high = values[TAIL], values[RESAMPLES - 1 - TAIL]
        out.append(Estimate(round(value, 6), round(low, 6), round(high, 6)))
    return out


def _add(deals: list[list[float]]) -> list[float]:
    return [sum(column) for column in zip(*deals, strict=True)]


def _gates(tables: Sequence[TableReport]) -> list[Gate]:
    """Of a pair: the first does better at mixed tables, clearly; and one of the second among the
    first gets less than its fair share."""
    if tables[0].key not in ("mixed", "sides") or len({table.bots for table in tables}) > 2:
        return []
    gates = [Gate("better", table.lead.above(0)) for table in tables[:1] if table.lead is not None]
    below = [table.standings[0].ratio.value < 1 for table in tables[2:] if table.standings]
    return gates + [Gate("below", met) for met in below]


# --- ratings and pace -----------------------------------------------------------------------------


def _ratings(rows: Sequence[Row]) -> list[Rating]:
    """Each seat is a player, each side a team. Where a bot sits on several seats, it moves by the
    mean of what they do."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    now = {bot: (25.0, 25.0 / 3) for row in rows for bot in row.bots}
    for row in rows:
        teams = _teams(row)
        rated = model.rate(
            [[model.rating(*now[row.bots[seat]]) for seat in team] for team in teams],
            ranks=_ranks(row, teams),
        )
        moved: dict[str, list[tuple[float, float]]] = {}
        for team, ratings in zip(teams, rated, strict=True):
            for seat, rating in zip(team, ratings, strict=True):
                moved.setdefault(row.bots[seat], []).append((rating.mu, rating.sigma))
        for bot, all_of_it in moved.items():
            mus, sigmas = zip(*all_of_it, strict=True)
            now[bot] = (sum(mus) / len(mus), sum(sigmas) / len(sigmas))
    rated_bots = [Rating(bot, round(mu, 3), round(sigma, 3)) for bot, (mu, sigma) in now.items()]
    return sorted(rated_bots, key=lambda rating: (-rating.mu, rating.bot))


def _teams(row: Row) -> list[list[int]]:
    seats = range(len(row.bots))
    if not row.sides:
        return [[seat] for seat in seats]
    return [[seat for seat in seats if row.sides[seat] == side] for side in sorted(set(row.sides))]


def _ranks(row: Row, teams: list[list[int]]) -> list[float]:
    """Winners before the others, then by points: as the end of a match is told."""
    order = [
        (
            _mean(sum(seat in row.winners for seat in team), len(team)),
            0 if row.sides else row.scores[team[0]],
        )
        for team in teams
    ]
    return [float(sum(other > mine for other in order)) for mine in order]


def _meetings(rows: Sequence[Row], rng: Random) -> list[Meeting]:
    """Who came out before whom, by deals, so that the intervals are of deals."""
    deals: dict[tuple[int, int], dict[tuple[str, str], tuple[float, int]]] = {}
    for row in rows:
        met = deals.setdefault((row.lineup, row.deal), {})
        teams = _teams(row)
        ranks = _ranks(row, teams)
        for (one, mine), (other, theirs) in permutations(zip(teams, ranks, strict=True), 2):
            before = 1.0 if mine < theirs else 0.5 if mine == theirs else 0.0
            for bot, rival in {(row.bots[a], row.bots[b]) for a in one for b in other}:
                if bot != rival:
                    won, times = met.get((bot, rival), (0.0, 0))
                    met[bot, rival] = won + before, times + 1
    out = []
    for bot, rival in sorted({pair for met in deals.values() for pair in met}):
        sums = [[*met[bot, rival]] for met in deals.values() if (bot, rival) in met]
        (share,) = _bootstrap(sums, lambda totals: [_mean(totals[0], totals[1])], rng)
        out.append(Meeting(bot, rival, share, int(_add(sums)[1])))
    return out


def _paces(rows: Sequence[Row]) -> list[Pace]:
    thoughts: dict[str, Thought] = {}
    for row in rows:
        for bot, thought in row.thoughts.items():
            thoughts.setdefault(bot, Thought()).add(thought)
    return [
        Pace(
            bot=bot,
            decisions=thought.decisions,
            mean_ms=round(_mean(thought.nanoseconds, thought.decisions) / 1e6, 3),
            p99_ms=round(thought.slowest(0.99) / 1e6, 3),
            playouts_per_second=round(_mean(thought.playouts * 1e9, thought.nanoseconds), 1),
        )
        for bot, thought in sorted(thoughts.items())
    ]
