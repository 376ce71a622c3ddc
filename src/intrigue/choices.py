"""More choices than fit a screen, asked for step by step: first the verb, then the seat, then word
by word of the notation."""

from collections.abc import Callable, Sequence
from itertools import takewhile

from msgspec import Struct


class Choice(Struct, frozen=True):
    """An act that is offered: its verb, its notation, and its words in a language."""

    act: int
    verb: str
    spelt: str
    label: str


class Group(Struct, frozen=True):
    """Several choices under one line."""

    label: str
    choices: list[Choice]


def grouped(choices: Sequence[Choice], names: Sequence[str]) -> list[Group]:
    """The choices by the first thing in which they differ; one group each if that leads nowhere."""
    longest = max(len(choice.spelt.split()) for choice in choices)
    keys: list[Callable[[Choice], str]] = [lambda choice: choice.verb, lambda c: _seat(c, names)]
    keys += [lambda c, at=at: _word(c, at) for at in range(1, longest)]  # type: ignore[misc]
    for key in keys:
        parts: dict[str, list[Choice]] = {}
        for choice in choices:
            parts.setdefault(key(choice), []).append(choice)
        if 1 < len(parts) < len(choices):
            return [Group(_label(word, part), part) for word, part in parts.items()]
    return [Group(choice.label, [choice]) for choice in choices]


def _seat(choice: Choice, names: Sequence[str]) -> str:
    """The first seat that the notation names."""
    at = {choice.spelt.find(name): name for name in names if name in choice.spelt}
    return at[min(at)] if at else ""


def _word(choice: Choice, at: int) -> str:
    return "".join(choice.spelt.split()[at : at + 1])


def _label(word: str, choices: Sequence[Choice]) -> str:
    """What the choices begin with, and the word that sets them apart: `parley … Agatha …`."""
    if len(choices) == 1:
        return choices[0].label
    columns = zip(*(choice.label.split() for choice in choices), strict=False)
    same = takewhile(lambda column: len(set(column)) == 1, columns)
    begin = " ".join(column[0] for column in same).rstrip(",:")
    if begin and (word == choices[0].verb or word in begin):
        return f"{begin} …"
    return f"{begin} … {word} …" if begin else f"{word} …"
