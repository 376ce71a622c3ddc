"""What a seat could believe, in a terminal; and how much of it is true, over many matches."""

from random import Random

from rich.table import Table as Grid

from intrigue.bots import beliefs as bots_beliefs
from intrigue.bots.beliefs import ToldBelief, in_words, witness
from intrigue.kernel.game import Game, Setup
from intrigue.kernel.position import SPECTATOR
from intrigue.lab import calibration
from intrigue.lab.simulate import stoppable
from intrigue.screen import print_json
from intrigue.session.record import Record

from .laboratory import progress_bar
from .words import Words

MOST = 3  # answers to a question that are named


def tell(
    say: Words,
    text: str,
    viewer: str | None,
    at: int | None,
    worlds: int,
    seed: int,
    as_json: bool,
) -> None:
    """The chances of everything hidden, as a seat could give them at a step."""
    record = Record.read(text, finished=False)
    game, setup = record.game, record.setup()
    say.out.names = setup.names
    seat = SPECTATOR if viewer in (None, "spectator") else setup.seat(viewer)
    there = witness(record, seat, at)
    found = bots_beliefs.beliefs(game, setup, there.view, there.seen, Random(seed), worlds)
    told = in_words(game, setup, found.told, say.lang)
    if as_json:
        print_json({"seat": seat, "step": there.step, "worlds": worlds, "beliefs": told})
        return
    who = say("beliefs", "spectator") if seat == SPECTATOR else setup.names[seat]
    said = say("beliefs", "at", seat=who, step=there.step, last=there.last)
    lines = [_line(say, one) for one in told] or [say("beliefs", "nothing")]
    say.out.print("\n".join([said, *(f"  {line}" for line in lines)]), markup=False)


def _line(say: Words, told: ToldBelief) -> str:
    """A question with its likeliest answers."""
    first, rest = told.chances[:MOST], told.chances[MOST:]
    if told.certain:
        answers = [say("beliefs", "known", answer=first[0].text)]
    else:
        answers = [
            say("beliefs", "chance", answer=one.text, percent=percent(one.share)) for one in first
        ]
        if rest:
            share = percent(sum(one.share for one in rest))
            answers.append(say("beliefs", "rest", count=len(rest), percent=share))
    return say("beliefs", "line", question=told.question, answers=", ".join(answers))


def percent(share: float) -> int:
    """A share for people, never a certainty: so many worlds may agree by chance."""
    return min(max(round(100 * share), 1), 99)


def calibrate(
    say: Words,
    game: Game,
    setup: Setup,
    bots: tuple[str, ...],
    games: int,
    worlds: int,
    seed: int,
    jobs: int,
    as_json: bool,
) -> int:
    """Let bots play and report; the exit status, of whoever stopped it early too."""
    with progress_bar(say) as bar, stoppable() as stopped:
        task = bar.add_task(game.title(say.lang), total=games)
        result = calibration.calibrate(
            game, setup, bots, games, worlds, seed, jobs, lambda n: bar.advance(task, n)
        )
        early = stopped()
    if early:
        say.err.print(say("simulated", "stopped", games=result.games, wanted=games))
    if as_json:
        print_json(result)
    elif result.games:
        _show(say, game, result)
    return 130 if early else 0


def _show(say: Words, game: Game, result: calibration.Report) -> None:
    mode = say("mode", "compiled" if result.compiled else "pure")
    facts = {name: getattr(result, name) for name in ("games", "seats", "moments", "worlds")}
    seconds = result.seconds
    said = say("beliefs", "facts", seed=result.seed, seconds=seconds, mode=mode, **facts)
    say.out.print(said, markup=False)
    if result.gain is None:
        say.out.print(say("beliefs", "none", game=game.title(say.lang)), markup=False)
        return
    scores = ("brier", "prior_brier", "log", "prior_log")
    grid = Grid(box=None, pad_edge=False)
    grid.add_column(say("beliefs", "kind"))
    for key in ("questions", *scores):
        grid.add_column(say("beliefs", key), justify="right")
    for one in result.kinds:
        grid.add_row(one.kind, str(one.asked), *(f"{getattr(one, key):.4f}" for key in scores))
    say.out.print(grid)
    gain, low, high = (f"{value:+.4f}" for value in result.gain)
    say.out.print(say("beliefs", "gain", gain=gain, low=low, high=high), markup=False)
    say.out.print(f"\n{say('beliefs', 'calibration')}", markup=False)
    grid = Grid(box=None, pad_edge=False)
    for key in ("said", "true", "answers"):
        grid.add_column(say("beliefs", key), justify="right")
    for level in result.levels:
        grid.add_row(f"{level.said:.1%}", f"{level.true:.1%}", str(level.answers))
    say.out.print(grid)
