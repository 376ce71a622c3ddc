"""Every game's own bots answer with what they were offered, whatever the table's options."""

from random import Random

import pytest

from intrigue.bots import Seated, find_bot
from intrigue.games.complot.rules import acts
from intrigue.kernel.build import compiled
from intrigue.kernel.chance import Fast
from intrigue.kernel.game import Game, Option, Setup, discover, find_game
from intrigue.lab.simulate import play_bots

# As many matches as a few seconds allow; more where rules are compiled.
MATCHES = {"truce": 2, "jaccuse": 4, "emperor": 20, "accusation": 10, "complot": 60}


def some_options(game: Game, rng: Random) -> Setup:
    """A table of any size, with any value for every option but those that only lengthen it."""

    def value(option: Option) -> int | str | bool:
        if isinstance(option.default, bool):
            return rng.random() < 0.5
        if option.choices:
            return rng.choice(option.choices)
        few = option.high is not None and option.low is not None and option.high - option.low < 6
        return rng.randint(option.low, option.high) if few else option.default

    while True:
        seats = rng.randint(game.low, min(game.high, 14))
        values = {option.name: value(option) for option in game.options}
        try:
            return game.setup([f"P{i + 1}" for i in range(seats)], values)
        except Exception:  # options that exclude each other
            continue


@pytest.mark.parametrize("name", sorted(discover()))
def test_scripted_bots_never_answer_what_they_were_not_offered(name: str) -> None:
    game = find_game(name)
    rng = Random(16)
    for number in range(MATCHES.get(name, 4) * (5 if compiled() else 1)):
        setup = some_options(game, rng)
        chance = Fast(number)
        for bot in game.bots.values():
            players = [Seated(bot, game, setup, i, Random(number)) for i in range(setup.seats)]
            play_bots(game.start(setup, chance), chance, players)
            assert sum(player.faults for player in players) == 0, (number, setup.options)


def test_the_bot_of_complot_reckons_with_sources_that_stand_together() -> None:
    """AU-10: beside XN4, XN5 costs 6 and not 5; with 5 Assertion only XN4 can be attacked."""
    game = find_game("complot")
    setup = game.setup(["P", "Q"], {"deck": "author"})
    parts = {"assertion": 5, "hand": {"P": []}, "front": {"Q": ["XN5", "XN4"]}}
    match = game.load(setup, parts, Fast(1))
    bot = find_bot(game, "normal")(game, setup, 0, Random(1))
    options = match.options(0)
    answer = bot.answer(match.view(0), match.prompt(0), options)
    assert game.spell(setup, answer) == "attack XN4"
    assert answer in options
    assert {game.spell(setup, act) for act in options if acts.kind_of(act) == acts.ATTACK} == {
        "attack XN4"
    }
