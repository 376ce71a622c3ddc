"""The review of a finished match, in a terminal."""

from intrigue.bots import review as bots_review
from intrigue.bots.reviewed import Review, ReviewedSeat, told
from intrigue.kernel.text import BadInput
from intrigue.screen import print_json
from intrigue.session.record import Record

from .laboratory import progress_bar
from .words import Words


def review(
    say: Words,
    text: str,
    name: str | None,
    seconds: float,
    playouts: int,
    seed: int,
    as_json: bool,
) -> int:
    """Weigh the decisions of a match, and say what came out; the exit status, of whoever stopped it
    early too. Raises `BadInput`."""
    record = Record.read(text)
    setup = record.setup()
    seats = None if name is None else [setup.seat(name)]
    met = bots_review.decisions(record, seats)
    weighed: list[bots_review.Weighed] = []
    early = False
    with progress_bar(say) as bar:
        task = bar.add_task(record.game.title(say.lang), total=len(met))
        try:
            for one in bots_review.review(record.game, setup, met, playouts, seconds, seed):
                weighed += [] if one is None else [one]
                bar.advance(task)
        except KeyboardInterrupt:
            early = True
        except NotImplementedError:
            raise BadInput("no_worlds", package="intrigue", game=record.game.title()) from None
    found = told(record, met, weighed, say.lang)
    if as_json:
        print_json(found)
    else:
        say.out.names = setup.names
        for line in _lines(say, found):
            say.out.print(line, markup=False)
    if early:
        say.err.print(say("stopped"))
    return 130 if early else 0


def _lines(say: Words, found: Review) -> list[str]:
    if not found.decisions:
        return [say("review", "none")]
    lines = [line for seat in found.seats for line in _seat(say, found, seat)]
    if len(found.decisions) < found.found:
        lines.append(say("review", "some", weighed=len(found.decisions), found=found.found))
    return [*lines, say("review", "what", title=found.title)]


def _seat(say: Words, found: Review, seat: ReviewedSeat) -> list[str]:
    name = found.names[seat.seat]
    lines = [say("review", "seat", name=name, weighed=seat.decisions)]
    lines += [f"  {seat.sentence}"] if seat.sentence else []
    for heading, places in (("mistakes", seat.mistakes), ("good", seat.good)):
        lines += [f"  {say('review', heading)}"] if places else []
        for one in (found.decisions[place] for place in places):
            key = "part" if one.part else "plain"
            said = say("review", key, part=one.part, step=one.step, sentence=one.sentence)
            lines.append(f"    - {said}")
    return [*lines, ""]
