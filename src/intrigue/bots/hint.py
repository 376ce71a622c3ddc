"""What a seat could do now, and why: asked of the search, which gets that seat's view and what it
was told, and nothing else."""

from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec import Struct

from intrigue.kernel.game import Game, Seen, Setup
from intrigue.kernel.position import Prompt
from intrigue.kernel.text import catalogue

from .beliefs import Belief, beliefs, in_words
from .search import SearchBot

WORLDS = 120


class Hint(Struct, frozen=True):
    """An act, as text; what it promised, from 0 to 1 of a victory, beside the best of the others
    (`rival`), where several were tried; and what the seat could be surest of without knowing it."""

    act: str
    rival: str | None = None
    worth: float = 0.0
    other: float = 0.0
    fact: Belief | None = None


def hint(
    game: Game,
    setup: Setup,
    seat: int,
    view: Any,
    seen: Sequence[Seen],
    prompt: Prompt,
    options: Sequence[int],
    rng: Random,
    share: float = 1.0,
    seconds: float | None = None,
) -> Hint:
    """What the search would do in this seat's place; how much it thinks, as `Player` has it."""
    bot = SearchBot(game, setup, seat, rng)
    bot.share, bot.seconds = share, seconds
    for event in seen:
        bot.hear(event)
    act = bot.answer(view, prompt, options)
    open_ = [one for one in beliefs(game, setup, view, seen, rng, WORLDS).told if not one.certain]
    fact = max(open_, key=lambda one: max(one.shares.values()), default=None)
    tried = {int(trial.act): trial for trial in bot.trials if trial.tries}
    others = [trial for other, trial in tried.items() if other != act]
    if act not in tried or not others:
        return Hint(game.spell(setup, act), fact=fact)
    best = max(others, key=lambda trial: (trial.tries, trial.mean))
    spelt = game.spell(setup, int(best.act))
    return Hint(game.spell(setup, act), spelt, tried[act].mean, best.mean, fact)


def in_a_sentence(game: Game, setup: Setup, found: Hint, view: Any, lang: str) -> str:
    """What it expects, and what it reckons with above all."""
    words = catalogue(__package__, lang)

    def choice(act: str) -> str:
        return game.choice(setup, game.parse(setup, act), view, lang)

    if found.rival is None:
        first = words.say("hint", "plain", act=choice(found.act))
    else:
        first = words.say(
            "hint",
            "tried",
            act=choice(found.act),
            rival=choice(found.rival),
            worth=round(100 * found.worth),
            other=round(100 * found.other),
        )
    if found.fact is None:
        return words.say("hint", "whole", first=first)
    (told,) = in_words(game, setup, [found.fact], lang)
    likely = max(told.chances, key=lambda one: one.share)
    return words.say(
        "hint",
        "reckons",
        first=first,
        question=told.question,
        answer=likely.text,
        share=min(max(round(100 * likely.share), 1), 99),
    )
