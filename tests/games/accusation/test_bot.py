"""The scripted bot is worth playing against, and its accusations are better than guesses."""

from random import Random
from typing import Any

import pytest

from intrigue.bots import find_bot
from intrigue.games.accusation.rules import acts
from intrigue.games.accusation.rules.options import may_accuse
from intrigue.games.accusation.rules.trackers import initiator_of
from intrigue.kernel.build import compiled
from intrigue.kernel.chance import Fast
from intrigue.kernel.game import Seen, find_game

GAME = find_game("accusation")
GAMES = 100 if compiled() else 8


def play(seats: int, seed: int, scripted: int, tally: dict[str, float]) -> float:
    """One match of a scripted bot among random ones; its share of the victory. Counts accusations
    that were right, and how many a guess among those it could accuse would have been."""
    setup = GAME.setup([f"P{i}" for i in range(seats)])
    rng, chance = Random(seed), Fast(seed)
    match: Any = GAME.start(setup, chance)
    kinds = ["normal" if seat == scripted else "random" for seat in range(seats)]
    players = [
        find_bot(GAME, kind)(GAME, setup, seat, Random(rng.random()))
        for seat, kind in enumerate(kinds)
    ]
    while not match.over:
        seat = int(match.next())
        options = match.options(seat)
        act = players[seat].answer(match.view(seat), match.prompt(seat), options)
        if seat == scripted and acts.kind_of(act) == acts.ACCUSE:
            suspects = [other for other in range(seats) if may_accuse(match, seat, other)]
            guilty = initiator_of(match, match.card)
            tally["made"] += 1
            tally["right"] += acts.what_of(act) == guilty
            tally["chance"] += (guilty in suspects) / len(suspects)
        for event in match.play(seat, act, chance):
            for viewer, player in enumerate(players):
                heard = event.seen_by(viewer)
                if heard is not None:
                    player.hear(Seen(heard.kind, heard.data))
    winners = match.outcome().winners
    return (scripted in winners) / len(winners)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_scripted_bot_beats_random_ones(seats: int) -> None:
    """Twice its fair share; at two seats that would be every match, so nearly every match."""
    tally = {"made": 0.0, "right": 0.0, "chance": 0.0}
    won = sum(play(seats, 70 + k, k % seats, tally) for k in range(GAMES)) / GAMES
    print(f"{seats} seats: won {won:.3f} of {GAMES}, accusations {tally}")
    assert won >= min(2 / seats, 0.95)
    if seats > 2 and compiled():
        assert tally["right"] > 1.3 * tally["chance"]


def test_the_scripted_bot_never_cancels_a_cancelled_event() -> None:
    """AC-52, AC-109: among scripted bots, who all fear the same Event, it is cancelled once."""
    count = {"revealed": 0, "cancelled": 0}
    for seed in range(12):
        setup = GAME.setup([f"P{i}" for i in range(2 + seed % 3)])
        rng, chance = Random(seed), Fast(seed)
        match: Any = GAME.start(setup, chance)
        players = [
            find_bot(GAME, "normal")(GAME, setup, seat, Random(rng.random()))
            for seat in range(setup.seats)
        ]
        cancelled = False
        while not match.over:
            seat = int(match.next())
            act = players[seat].answer(match.view(seat), match.prompt(seat), match.options(seat))
            for event in match.play(seat, act, chance):
                if event.kind in count:
                    assert not (cancelled and event.kind == "cancelled")
                    cancelled = event.kind == "cancelled"
                    count[event.kind] += 1
                for viewer, player in enumerate(players):
                    heard = event.seen_by(viewer)
                    if heard is not None:
                        player.hear(Seen(heard.kind, heard.data))
    assert count["cancelled"] > 0
    assert count["cancelled"] < count["revealed"] / 4  # and only what is likely to end the match


@pytest.mark.parametrize(("card", "bails_out"), [(13, False), (1, True)])
def test_the_scripted_bot_breaks_no_majority_of_its_own_for_a_bailout(
    card: int, bails_out: bool
) -> None:
    """Event 13 asks for the most Economy, at least 4."""
    setup = GAME.setup(["A", "B"])
    given = {
        "phase": "open",
        "round": 5,
        "tokens": {"A": {"E": 4}},
        "hands": {"A": [card], "B": [2]},
    }
    match: Any = GAME.load(setup, given, Fast(1))
    bot = find_bot(GAME, "normal")(GAME, setup, 0, Random(1))
    act = bot.answer(match.view(0), match.prompt(0), match.options(0))
    assert (GAME.spell(setup, act) == "use bailout") is bails_out


def test_armed_conflict_is_not_legal_on_a_cancelled_event() -> None:
    setup = GAME.setup(["A", "B"])
    given = {"phase": "reveal", "event": {"card": 24}, "tokens": {"A": {"M": 2}}, "pile": [33]}
    match: Any = GAME.load(setup, given, Fast(1))
    act = GAME.parse(setup, "use armed_conflict")
    assert match.check(0, act) is None
    match.cancelled = True
    assert match.check(0, act).rule == "AC-109"
