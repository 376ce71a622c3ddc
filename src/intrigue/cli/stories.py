"""The story of a finished match, in a terminal."""

from collections.abc import Iterator, Sequence

from intrigue.screen import print_json
from intrigue.session.record import Record
from intrigue.session.story import Curve, Story, ToldSecret, story

from .words import Words


def tell(say: Words, text: str, as_json: bool) -> None:
    """The whole story; raises `BadInput` for a match that is not over."""
    told = story(Record.read(text, finished=False), say.lang)
    if as_json:
        print_json(told)
        return
    say.out.names = tuple(told.names)
    for part in _parts(say, told):
        say.out.print("\n".join(part), markup=False)


def _parts(say: Words, told: Story) -> Iterator[list[str]]:
    """Each section with its heading, but for those that have nothing to say."""
    rule = f" [{told.result.rule}]" if told.result.rule else ""
    yield [told.title, f"  {told.result.sentence}{rule}"]
    if told.curve is not None:
        yield [say("story", "curve", label=told.curve.label), *_table(told, told.curve)]
    if told.turns:
        yield [say("story", "turns"), *_turns(say, told)]
    if told.secrets:
        lines = [_secret(say, told, secret) for secret in told.secrets]
        yield [say("story", "secrets"), *(f"  - {line}" for line in lines)]
    if told.attendance:
        notes = [
            say("story", "present", part=told.parts[note.part], sentence=note.sentence)
            for note in told.attendance
        ]
        yield [say("story", "attendance"), *(f"  - {note}" for note in notes)]


def _table(told: Story, curve: Curve) -> Iterator[str]:
    """A row for each part in which anything changed, and the last."""
    first = max(len(part.name) for part in curve.parts)
    width = max(5, *(len(name) for name in told.names))
    yield "  ".join(["", " " * first, *(name.rjust(width) for name in told.names)])
    before: Sequence[float] = ()
    for part in curve.parts:
        if part.power != before or part is curve.parts[-1]:
            numbers = (f"{power:g}".rjust(width) for power in part.power)
            yield "  ".join(["", part.name.ljust(first), *numbers])
        before = part.power


def _turns(say: Words, told: Story) -> Iterator[str]:
    for turn in told.turns:
        pairs = zip(told.names, turn.change, strict=True)
        change = ", ".join(f"{name} {by:+g}" for name, by in pairs if by)
        at = {"part": told.parts[turn.part], "step": turn.step}
        said = say("story", "turn", sentence=turn.sentence, change=change, **at)
        yield f"  - {said}"


def _secret(say: Words, told: Story, secret: ToldSecret) -> str:
    """What it was, who knew it, and when it came out."""
    facts = []
    if secret.knew:
        facts.append(say("story", "knew", who=[told.names[one.seat] for one in secret.knew]))
    if secret.out is not None:
        facts.append(say("story", "out", part=told.parts[secret.out.part]))
    elif not secret.knew:
        facts.append(say("story", "never"))
    said = say("story", "present", part=told.parts[secret.part], sentence=secret.sentence)
    return f"{said} ({'; '.join(facts)})" if facts else said
