"""Records: shown again, and verified."""

from itertools import pairwise

import msgspec

from intrigue.kernel.game import Game, Seen, Setup
from intrigue.kernel.position import SPECTATOR
from intrigue.kernel.text import BadInput
from intrigue.screen import one_line, print_json
from intrigue.session.moments import Mark, moments
from intrigue.session.record import Record, Step, Talk, check

from .words import Words


def replay(say: Words, text: str, viewer: str | None, to: int | None, as_json: bool) -> None:
    """The match up to a step of its story, as somebody saw it."""
    record = Record.read(text, finished=False)
    game = record.game
    setup = record.setup()
    say.out.names = setup.names
    seat = SPECTATOR if viewer in (None, "spectator") else setup.seat(viewer)
    marks = moments(game, setup, record.fold())
    steps = len(marks) - 1
    if to is not None and to > steps:
        raise BadInput("step_range", steps=steps)
    done = steps if to is None else to
    begins = {
        mark.line: mark.chapter
        for before, mark in pairwise([Mark(0, 0), *marks])
        if mark.chapter != before.chapter
    }
    position = None
    for step in record.fold():
        if step.line > marks[done].line:
            break
        position = step.position
        if not as_json:
            _tell(say, game, setup, step, seat)
            if step.line in begins:
                chapter = game.words(say.lang).say("chapter", number=begins[step.line])
                say.out.print(f"\n— {chapter} —", markup=False)
    assert position is not None
    view = position.view(seat)
    if as_json:
        print_json({"steps": done, "view": view})
    else:
        say.out.print(game.picture(setup, view, say.lang), markup=False)


def _tell(say: Words, game: Game, setup: Setup, step: Step, seat: int) -> None:
    """What a seat heard at one line of the record."""
    entry = step.entry
    if isinstance(entry, Talk) and entry.to is None:
        said = one_line(f"{entry.seat}: {entry.text}")
        say.out.print(f"  {said}", markup=False)
    heard = [event.seen_by(seat) for event in step.events]
    seen = [Seen(event.kind, event.data) for event in heard if event is not None]
    for line in game.report(setup, seen, say.lang):
        say.out.print(line, markup=False)


def verify(say: Words, text: str, key: str | None, as_json: bool) -> None:
    """Check a record, and say in plain words what was checked and what was not."""
    record = Record.read(text)
    found = check(record, key)
    checked = {
        "lines": True,
        "acts": True,
        "cards": found.cards,
        "draws": found.seed,
        "nonces": bool(found.nonces),
        "signature": found.key is not None,
        "key": key is not None,
    }
    open_questions = {
        "practice": found.practice,
        "no_seed": not found.seed,
        "no_nonces": found.seed and not found.nonces and not found.practice,
        "unshown": bool(found.unshown),
        "when": found.seed and not found.practice,
        "unsigned": found.key is None,
        "whose": found.key is not None and key is None,
        "words": any(isinstance(entry, Talk) for entry in record.entries),
    }
    done = [name for name, true in checked.items() if true]
    left = [name for name, true in open_questions.items() if true]
    facts = {"game": record.header.game, **msgspec.to_builtins(found)}
    if as_json:
        print_json({**facts, "checked": done, "unchecked": left})
        return
    title = {"title": record.game.title(say.lang), "version": record.header.version}
    promise = {"promise": record.header.commitment or ""}
    for heading, part, names in (("sound", "checked", done), ("open", "unchecked", left)):
        if names:
            said = [say("verified", part, name, **facts, **title, **promise) for name in names]
            lines = [say("verified", heading), *(f"  - {one}" for one in said)]
            say.out.print("\n".join(lines), markup=False)


def key_of(server: str) -> str:
    """The public key that a server shows as its own; raises `BadInput`."""
    from intrigue.agents.client import Client

    try:
        if not server.startswith(("http://", "https://")):
            raise ValueError("http://…, https://…")
        return str(Client(server, timeout=15).get("/api/server")["key"])
    except Exception as error:  # whatever answers there may be no server of ours
        raise BadInput("no_key", package="intrigue", url=server, why=str(error)) from None
