"""What there is to play: every game in a line, or one of them with all one can choose."""

from typing import Any

from intrigue.bots import LEVELS, bots
from intrigue.bots.outside import installed_for
from intrigue.kernel.game import Game, Option
from intrigue.kernel.text import Catalogue, catalogue


def facts(game: Game, lang: str) -> dict[str, Any]:
    """A game for programs."""
    return {
        "game": game.id,
        "name": game.title(lang),
        "version": game.version,
        "seats": [game.low, game.high],
        "tagline": game.words(lang).sentence("tagline"),
        "bots": [*bots(game), *installed_for(game)],
        "levels": [{"bot": level, "help": help_} for level, help_ in _levels(game, lang)],
        "options": [_option(game, option, lang) for option in game.options],
    }


def _levels(game: Game, lang: str) -> list[tuple[str, str]]:
    """The levels of the game's bots with what they do, from the weakest on."""
    words = catalogue("intrigue", lang)
    keys = {level: level for level in LEVELS if level in bots(game)}
    if "hard" in keys and game.another_character:
        keys["hard"] = "another_character"
    return [(level, words.sentence("level", key)) for level, key in keys.items()]


def _option(game: Game, option: Option, lang: str) -> dict[str, Any]:
    words = game.words(lang)
    return {
        "option": option.name,
        "default": option.default,
        "choices": list(option.choices),
        "low": option.low,
        "high": option.high,
        "name": words.sentence("option", option.name, "name"),
        "help": words.sentence("option", option.name, "help"),
    }


def described(game: Game, lang: str) -> list[str]:
    """A game for people, as lines."""
    ours, words = catalogue("intrigue", lang), game.words(lang)
    lines = [
        ours.say("about", "title", name=game.title(lang), game=game.id, version=game.version),
        words.sentence("tagline"),
        ours.say("about", "seats", low=game.low)
        if game.low == game.high
        else ours.say("about", "seats_range", low=game.low, high=game.high),
        ours.say("about", "bots", bots=[*bots(game), *installed_for(game)]),
        *(
            "  " + ours.say("about", "level", level=level, help=help_)
            for level, help_ in _levels(game, lang)
        ),
    ]
    if game.options:
        lines += ["", ours.sentence("about", "options")]
    for option in game.options:
        lines += [f"  {line}" for line in _explained(option, ours, words)]
    lines += ["", ours.sentence("about", "how")]
    lines += [f"  {ours.say('about', key, game=game.id)}" for key in ("play", "rules", "serve")]
    return lines


def _explained(option: Option, ours: Catalogue, words: Catalogue) -> list[str]:
    """The option with its default, what it is about, and what it takes."""
    name, about = (words.sentence("option", option.name, key) for key in ("name", "help"))
    lines = [f"{option.name}={_written(option.default)}"]
    lines.append("    " + ours.say("about", "option", name=name, about=about))
    meanings = words.words["option"][option.name]
    for choice in option.choices:
        said = f"    {choice}"
        lines.append(f"{said} = {meanings[choice]}" if choice in meanings else said)
    if isinstance(option.default, bool):
        lines.append("    " + ours.sentence("about", "switch"))
    elif option.high:
        key = "even" if option.even else "number"
        lines.append("    " + ours.say("about", key, low=option.low, high=option.high))
    return lines


def _written(value: int | str | bool) -> str:
    """A value as the command line takes it."""
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)
