"""What a seat can believe follows from what it has seen, adds up, and is right where it is sure."""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from intrigue.bots.beliefs import Beliefs, Question, beliefs, question, witness
from intrigue.conformance import kit
from intrigue.kernel.chance import Fast
from intrigue.kernel.game import Seen, Setup, find_game
from intrigue.kernel.position import SPECTATOR, Position
from intrigue.kernel.story import Secret
from intrigue.kernel.text import BadInput
from intrigue.session.moments import moments
from intrigue.session.record import Play, Record
from tests.toys.cards import KEEP, CardsGame
from tests.toys.numbers import NumbersGame

GOLDEN = Path(__file__).parent / "golden"
GAMES = ("truce", "jaccuse", "emperor", "accusation", "complot")
NAMES = ["Ada", "Bo", "Cy"]


def golden(game: str) -> Record:
    return Record.read((GOLDEN / f"{game}.jsonl").read_text("utf-8"))


def believed(record: Record, seat: int, step: int | None = None, worlds: int = 60) -> Beliefs:
    found = witness(record, seat, step)
    return beliefs(record.game, record.setup(), found.view, found.seen, Random(0), worlds)


def middle(record: Record) -> tuple[int, dict[Question, Secret]]:
    """A step in the middle of those at which something is hidden, and what that is. (Between two
    rounds of Truce nobody has an order out.)"""
    game, setup = record.game, record.setup()
    at = {mark.line: n for n, mark in enumerate(moments(game, setup, record.fold()))}
    truths = [
        (at[step.line], {question(secret): secret for secret in game.secrets(setup, step.position)})
        for step in record.fold()
        if step.line in at
    ]
    hidden = [truth for truth in truths if truth[1]] or truths
    return hidden[len(hidden) // 2]


@pytest.mark.parametrize("game", GAMES)
def test_shares_add_up_and_the_likeliest_comes_first(game: str) -> None:
    record = golden(game)
    for seat in (SPECTATOR, 0, 1):
        found = believed(record, seat, middle(record)[0])
        assert found.told
        assert sum(weight for _, weight in found.weighed) == pytest.approx(1)
        for belief in found.told:
            shares = list(belief.shares.values())
            assert sum(shares) == pytest.approx(1)
            assert shares == sorted(shares, reverse=True)
            assert found.share(belief.secret(next(iter(belief.shares)))) == shares[0]


@pytest.mark.parametrize("game", GAMES)
def test_what_is_certain_is_true_and_the_rest_is_possible(game: str) -> None:
    record = golden(game)
    at, facts = middle(record)
    sure = 0
    for seat in range(len(record.header.seats)):
        found = believed(record, seat, at)
        sure += len(found.facts)
        assert all(facts[question(fact)] == fact for fact in found.facts)
        assert [b.certain for b in found.told].count(True) == len(found.facts)
        assert facts.keys() <= {(b.kind, b.owners, b.at) for b in found.told}
    assert sure > 0 or game == "truce"


def test_an_unseen_card_is_as_likely_as_the_deck_says() -> None:
    game = CardsGame()
    setup = game.setup(NAMES)
    position = game.start(setup, Fast(3))
    mine = str(position.hands[0])
    found = beliefs(game, setup, position.view(0), [], Random(1), 4000)
    assert found.facts == [Secret("card", (0,), mine)]
    for card in "123456":
        left = 2 if card == mine else 3
        assert found.share(Secret("card", (1,), card)) == pytest.approx(left / 17, abs=0.025)


class Suspicious(CardsGame):
    """Thinks that whoever sits second holds a six, three times out of four."""

    def suppose(
        self, setup: Setup, view: Any, seen: Sequence[Seen], rng: Random, count: int
    ) -> list[tuple[Position, float]]:
        worlds: Any = self.imagine(setup, view, seen, rng, count)
        return [(world, 45.0 if world.hands[1] == 6 else 3.0) for world in worlds]


def test_worlds_count_by_their_weight() -> None:
    game = Suspicious()
    setup = game.setup(NAMES)
    view = game.start(setup, Fast(3)).view(SPECTATOR)
    found = beliefs(game, setup, view, [], Random(1), 4000)
    assert found.share(Secret("card", (1,), "6")) == pytest.approx(0.75, abs=0.03)


def test_two_truths_that_look_the_same_are_believed_the_same() -> None:
    """The same acts over other hidden cards: Ada's chances are the same, to the last bit."""
    game = CardsGame()
    setup = game.setup(NAMES)
    found = []
    for others in ((1, 6), (5, 5)):
        record = kit.records(game, setup, 4)
        record.header.chance = ["2", *map(str, others)]
        keeps = [Play(name, game.spell(setup, KEEP)) for name in NAMES[:2]]
        record.entries = [*keeps]
        found.append(believed(record, 0)[:2])
    assert found[0] == found[1]


def test_a_game_that_declares_no_secrets_has_none() -> None:
    game = NumbersGame()
    record = kit.records(game, game.setup(NAMES), 4)
    assert believed(record, 0)[:2] == ([], [])


def test_after_the_end_nothing_is_left_to_guess() -> None:
    for game in GAMES:
        assert believed(golden(game), 0)[:2] == ([], [])


def test_a_step_that_the_record_lacks_is_a_sentence() -> None:
    with pytest.raises(BadInput, match="steps"):
        witness(golden("truce"), 0, 100_000)


def test_a_neighbour_knows_a_network_and_others_guess() -> None:
    record = golden("jaccuse")
    found = {belief.owners: belief for belief in believed(record, 1, 3).told}
    assert found[(0, 1)].certain
    assert found[(1, 2)].certain
    assert not found[(3, 4)].certain
    assert set(found[(3, 4)].shares) == {"R", "B"}


def test_an_order_is_guessed_by_those_who_do_not_give_it() -> None:
    game = find_game("truce")
    setup = game.setup(NAMES)
    position = game.start(setup, Fast(0))
    position.apply(0, game.parse(setup, "attack Bo"), Fast(0))
    mine = beliefs(game, setup, position.view(0), [], Random(0), 40)
    assert mine.facts == [Secret("order", (0,), "attack 1")]
    theirs = beliefs(game, setup, position.view(1), [], Random(0), 40)
    assert {belief.owners for belief in theirs.told} == {(0,), (2,)}
    assert not theirs.facts
