"""Many matches at once: the same as each by itself, in memory that is written anew."""

from struct import pack

import pytest

from intrigue.kernel.batch import Batch
from intrigue.kernel.chance import Fast
from intrigue.kernel.features import Features
from intrigue.kernel.game import Setup, find_game
from intrigue.kernel.position import Position

GAMES = [
    ("truce", 4, {"rounds": 3}),
    ("jaccuse", 5, {"generations": 2}),
    ("emperor", 5, {"max_rounds": 2}),
    ("accusation", 3, {"round_cap": 10}),
    ("complot", 2, {}),
]


def table(name: str, seats: int, options: dict[str, object]) -> tuple[Features, Setup]:
    game = find_game(name)
    setup = game.setup([f"P{seat}" for seat in range(seats)], options)
    return game.features(setup), setup


def begin(features: Features, matches: int, seed: int) -> Batch:
    def deal(chance: Fast) -> Position:
        return features.game.start(features.setup, chance)

    return Batch(deal, features.writer(), matches, features.setup.seats, seed)


def rows(numbers: object, width: int) -> list[list[int]]:
    flat = memoryview(numbers).tolist()  # type: ignore[arg-type]
    return [flat[at : at + width] for at in range(0, len(flat), width)]


@pytest.mark.parametrize(("name", "seats", "options"), GAMES)
def test_every_row_is_what_a_seat_sees_and_may_do(
    name: str, seats: int, options: dict[str, object]
) -> None:
    features, _ = table(name, seats, options)
    batch, chance = begin(features, 3, 1), Fast(5)
    for _ in range(40):
        batch.step(batch.anything(chance))
        observations = rows(batch.observations, features.size)
        masks, asked = rows(batch.masks, len(features.table)), rows(batch.asked, seats)
        for match, position in enumerate(batch.positions):
            for seat in range(seats):
                row, view = match * seats + seat, position.view(seat)
                owes = seat in position.asked()
                options_now = position.options(seat) if owes else []
                assert observations[row] == features.read(view)
                assert masks[row] == features.mask(view, options_now)
                assert asked[match][seat] == owes


def test_a_match_that_is_over_says_what_it_was_worth_and_is_dealt_again() -> None:
    features, setup = table("truce", 3, {"rounds": 2})
    batch, chance = begin(features, 2, 1), Fast(1)
    twin = features.game.start(setup, Fast(1))
    for step in range(6):
        answers = batch.anything(chance)
        for seat in range(3):
            index = memoryview(answers).cast("i")[seat]
            twin.apply(seat, features.act(twin.view(seat), index), Fast(0))
        batch.step(answers)
        assert list(batch.done) == [step % 2] * 2
        worth = [twin.worth(seat) for seat in range(3)] if twin.over else [0.0] * 3
        assert list(batch.rewards)[:3] == worth
        if twin.over:
            twin = features.game.start(setup, Fast(1))


def test_a_match_depends_on_its_own_number_alone() -> None:
    features, _ = table("complot", 2, {})
    many, one = begin(features, 3, 7), begin(features, 1, 9)
    assert rows(many.observations, features.size)[4:] == rows(one.observations, features.size)
    one.reset(8)
    assert rows(many.observations, features.size)[2:4] == rows(one.observations, features.size)


def test_an_act_that_is_no_option_changes_nothing() -> None:
    features, _ = table("truce", 3, {})
    batch = begin(features, 2, 1)
    before = [position.key() for position in batch.positions]
    with pytest.raises(ValueError, match="match 1, seat 2: act 99 is no option now"):
        batch.step(pack("6i", 0, 0, 0, 0, 0, 99))
    with pytest.raises(ValueError, match="6 answers are wanted"):
        batch.step(pack("5i", 0, 0, 0, 0, 0))
    assert [position.key() for position in batch.positions] == before
