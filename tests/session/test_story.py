"""The story of a match follows from its record, and says of every game what happened."""

from functools import cache
from pathlib import Path
from random import Random

import msgspec
import pytest

from intrigue.conformance import kit
from intrigue.kernel.game import Game, Seen, find_game
from intrigue.kernel.position import SPECTATOR
from intrigue.kernel.text import BadInput
from intrigue.session.record import End, Override, Record, Talk
from intrigue.session.story import (
    Story,
    StoryLine,
    StoryPart,
    ToldSecret,
    biggest_lie,
    change_of,
    largest,
    story,
    swing,
)
from tests.toys.ambush import AmbushGame
from tests.toys.cards import CardsGame
from tests.toys.ledger import LedgerGame
from tests.toys.numbers import NumbersGame

GOLDEN = Path(__file__).parent.parent / "golden"
GAMES = ("truce", "jaccuse", "emperor", "accusation", "complot")


def golden(game: str) -> Record:
    return Record.read((GOLDEN / f"{game}.jsonl").read_text("utf-8"))


@cache
def told(game: str, lang: str = "en") -> Story:
    return story(golden(game), lang)


def secret(game: str, sentence: str) -> ToldSecret:
    return next(one for one in told(game).secrets if one.sentence == sentence)


def toy(game: Game, seats: int = 3) -> Record:
    return kit.records(game, game.setup(["Ada", "Bo", "Cy", "Di"][:seats]), 7)


# --- each game -----------------------------------------------------------------------------------


def test_truce_is_told_by_coins() -> None:
    it = told("truce")
    assert it.result.sentence == "Player 2 has the most coins."
    assert (it.result.rule, it.result.winners) == ("TR-44", [1])
    assert it.result.rule_text.startswith("When the last round is over")
    assert it.curve is not None
    assert it.curve.label == "Coins"
    assert [part.name for part in it.curve.parts][:2] == ["Start", "Round 1"]
    assert it.curve.parts[-1].power == it.result.scores
    assert [(turn.part, turn.step) for turn in it.turns] == [(3, 26), (9, 65), (10, 76)]
    assert it.turns[0].sentence == "Player 5 attacks Player 4, who was looting, and wins"
    assert it.turns[2].sentence == "Player 6 gives 10 coins to Player 2"
    assert it.secrets == []


def test_jaccuse_is_told_by_points_memberships_and_networks() -> None:
    it = told("jaccuse")
    assert it.result.sentence == "Player 4 has the most points."
    assert it.curve is not None
    assert it.parts == ["Start", *(f"Generation {n}" for n in range(1, 5))]
    assert it.curve.parts[-1].power == it.result.scores
    assert [turn.step for turn in it.turns] == [273, 413, 779]
    shared = secret("jaccuse", "Player 7 and Player 1 shared a black network.")
    assert (shared.owners, shared.step, shared.knew) == ([6, 0], 1, [])
    assert shared.out is not None
    assert shared.out.step == 1112  # the networks are opened at the end
    joined = secret("jaccuse", "The membership of Player 4 was A♥.")
    assert joined.out is not None
    assert (joined.part, joined.out.step) == (1, 143)  # an accusation


def test_emperor_is_told_by_the_two_sides() -> None:
    it = told("emperor")
    assert it.result.reason == "emperor_dead"
    assert it.curve is not None
    assert it.curve.parts[-1].power == [0.0, 0.0, 100.0, 100.0, 0.0, 100.0]
    assert it.turns[-1].sentence == "Player 5 dies. Their cards were REL"
    rebel = secret("emperor", "Player 6 was a Rebel.")
    assert [(one.seat, one.step) for one in rebel.knew] == [(2, 240)]
    assert rebel.out is not None
    assert rebel.out.part == 11
    swapped = secret("emperor", "Player 3 was a Rebel.")  # since a Swap, which its giver knows
    assert (swapped.step, [one.seat for one in swapped.knew]) == (538, [0])
    assert not any("Player 5" in one.sentence for one in it.secrets)  # the Emperor is no secret


def test_accusation_is_told_by_power_and_by_who_played_what() -> None:
    it = told("accusation")
    assert it.result.sentence == "Player 2 was the last in the game."
    assert it.turns[0].sentence == "Player 1 is removed (0 Public Works cards in hand)"
    played = secret("accusation", "Player 2 put #14 Tariff Tantrum into the pile.")
    assert (played.part, played.knew, played.out) == (1, [], None)
    assert len(it.secrets) == 16


def test_complot_is_told_by_wit_and_what_was_left_in_hand() -> None:
    it = told("complot")
    assert it.result.rule == "CO-71"
    assert it.curve is not None
    assert it.curve.parts[-1].power == [42.0, 14.0]
    assert it.turns[-1].sentence == "Player 2 loses 5 points of Wit and has 14 left"
    assert [one.owners for one in it.secrets] == [[0], [1]]
    assert "Egg Account" in it.secrets[0].sentence


@pytest.mark.parametrize("game", GAMES)
def test_both_languages_tell_the_same(game: str) -> None:
    one, other = told(game), told(game, "fr")
    assert one.result.sentence != other.result.sentence
    assert [turn.step for turn in one.turns] == [turn.step for turn in other.turns]
    assert [s.knew for s in one.secrets] == [s.knew for s in other.secrets]
    assert all(s.sentence for s in other.secrets)


# --- games of others -----------------------------------------------------------------------------


def test_a_game_that_declares_nothing_has_a_curve_if_its_view_has_scores() -> None:
    it = story(toy(NumbersGame()))
    assert it.curve is not None
    assert (it.curve.label, it.curve.parts[-1].power) == ("Points", it.result.scores)
    assert it.parts[:2] == ["Start", "Part 1"]
    assert it.turns
    assert it.secrets == []


@pytest.mark.parametrize("game", [AmbushGame(), CardsGame(), LedgerGame()], ids=lambda g: g.id)
def test_without_scores_it_still_has_its_result(game: Game) -> None:
    it = story(toy(game))
    assert it.result.sentence
    assert it.result.rule
    assert (it.curve, it.turns, it.secrets, it.attendance) == (None, [], [], [])


# --- what is promised of every story -------------------------------------------------------------


def any_curve(rng: Random) -> list[StoryPart]:
    """Small numbers, so that equal swings are common."""
    seats, high = rng.randint(1, 5), rng.choice((1, 3, 9))
    return [
        StoryPart("", step, [float(rng.randint(-high, high)) for _ in range(seats)])
        for step in range(rng.randint(1, 12))
    ]


@pytest.mark.parametrize("seed", range(200))
def test_turning_points_are_the_largest_swings(seed: int) -> None:
    parts = any_curve(Random(seed))
    swings = [swing(change_of(parts, at)) for at in range(1, len(parts))]
    found = largest(parts)
    assert found == sorted(set(found))
    chosen = sorted((swings[at - 1] for at in found), reverse=True)
    assert chosen == [one for one in sorted(swings, reverse=True) if one > 0][:3]


@pytest.mark.parametrize("seed", range(50))
def test_what_all_gain_alike_turns_nothing(seed: int) -> None:
    parts = any_curve(Random(seed))
    raised = [StoryPart("", at, [one + 4 * at for one in p.power]) for at, p in enumerate(parts)]
    assert largest(raised) == largest(parts)


@pytest.mark.parametrize("game", GAMES)
def test_a_turning_point_leads_to_a_step_of_its_part(game: str) -> None:
    it = told(game)
    assert it.curve is not None
    for turn in it.turns:
        first = it.curve.parts[turn.part - 1].step
        assert first < turn.step <= it.curve.parts[turn.part].step


@pytest.mark.parametrize("game", ["jaccuse", "emperor", "accusation", "complot"])
def test_nobody_knew_what_their_view_did_not_have(game: str) -> None:
    """Folded again: at the named step the seat's view has the fact, and just before it did not."""
    record = golden(game)
    teller, setup, words = find_game(game).story, record.setup(), record.game.words()
    assert teller is not None
    facts: dict[tuple[int, int], set[str]] = {}
    for step in record.fold():
        for viewer in (SPECTATOR, *range(setup.seats)):
            heard = [event.seen_by(viewer) for event in step.events]
            seen = [Seen(event.kind, event.data) for event in heard if event is not None]
            facts[step.line, viewer] = {
                words.say(
                    *("story", one.kind),
                    names=setup.names,
                    owners=one.owners,
                    detail=teller.detail(words, setup, one),
                )
                for one in teller.secrets(setup, step.position.view(viewer), seen)
            }
    for it in told(game).secrets:
        for one in [*it.knew, *([it.out] if it.out else [])]:
            assert it.sentence in facts[one.step, one.seat]
            if game != "jaccuse":  # where another generation may have had the same card
                assert it.sentence not in facts[one.step - 1, one.seat]


def test_a_match_that_is_not_over_is_not_told() -> None:
    record = golden("truce")
    record.entries = record.entries[:20]
    with pytest.raises(BadInput, match="not over yet"):
        story(record)


def test_a_match_that_was_broken_off_says_so() -> None:
    record = golden("truce")
    record.entries = [
        *record.entries[:20],
        Override("aborted", "Player 1"),
        End(reason="aborted", scores=[], winners=[]),
    ]
    it = story(record)
    assert it.result.sentence == "The match was broken off; nobody has won."
    assert (it.result.winners, it.result.scores, it.result.rule) == ([], [], "")
    assert it.curve is not None


def test_who_was_away_and_who_stood_in_is_told() -> None:
    record = golden("truce")
    record.entries[30:30] = [
        Override("leave", "Player 3"),
        Override("stand_in", "Player 3"),
        Override("nudge", "Player 4"),  # says nothing of who was there
        Override("back", "Player 3"),
    ]
    it = story(record)
    assert [(one.seat, one.part, one.what) for one in it.attendance] == [
        (2, 4, "stand_in"),  # which says that she left, too
        (2, 4, "back"),
    ]
    assert it.attendance[0].sentence == "Player 3 left, and a bot stood in."


def test_talk_in_a_record_moves_no_step() -> None:
    record = golden("truce")
    record.entries[5:5] = [Talk("Player 1", "Trust me."), Talk("Player 2", "Never.")]
    assert [turn.step for turn in story(record).turns] == [
        turn.step for turn in told("truce").turns
    ]


def test_the_biggest_lie_is_what_most_call_false() -> None:
    lines = [
        StoryLine(3, 0, "I am loyal.", None, [1], [2]),
        StoryLine(4, 1, "I never attack.", None, [], [0, 2]),
        StoryLine(9, 2, "I never loot.", None, [], [0, 1]),
        StoryLine(9, 2, "Hello.", None, [0, 1], []),
    ]
    lie = biggest_lie(lines)
    assert lie is not None
    assert lie.text == "I never attack."
    assert biggest_lie(lines[:1]) is None
    assert story(golden("truce"), "en", lines).lie == lie


def test_a_story_is_plain_data() -> None:
    it = told("jaccuse")
    assert msgspec.json.decode(msgspec.json.encode(it), type=Story) == it
