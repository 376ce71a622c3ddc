"""Making a table: typed options with bounds, seat names, and what is wrong with them."""

from typing import Any

import pytest

from intrigue.games.truce.game import TruceGame
from intrigue.kernel.game import Option, discover, find_game
from intrigue.kernel.text import BadInput

GAME = TruceGame()


@pytest.mark.parametrize(
    ("option", "given", "value"),
    [
        (Option("n", 3, low=1, high=9), 4, 4),
        (Option("n", 3, low=1, high=9), "4", 4),
        (Option("n", 2, low=2, high=8, even=True), 6, 6),
        (Option("b", True), "off", False),
        (Option("b", True), False, False),
        (Option("c", "x", choices=("x", "y")), "y", "y"),
    ],
)
def test_options_are_read_from_values_and_text(option: Option, given: Any, value: Any) -> None:
    assert option.read(given) == value


@pytest.mark.parametrize(
    ("option", "given", "says"),
    [
        (Option("n", 3, low=1, high=9), 10, "whole number from 1 to 9, not 10"),
        (Option("n", 3, low=1, high=9), "ten", "not 'ten'"),
        (Option("n", 3, low=1, high=9), "9" * 5000, "whole number"),
        (Option("n", 3, low=1, high=9), True, "whole number"),
        (Option("n", 3, low=1, high=9), 2.5, "whole number"),
        (Option("n", 3, low=1, high=9), "²", "whole number"),
        (Option("n", 2, low=2, high=8, even=True), 5, "even number from 2 to 8, not 5"),
        (Option("b", True), "perhaps", "on or off"),
        (Option("c", "x", choices=("x", "y")), "z", "one of x and y, not 'z'"),
        (Option("c", "x", choices=("x", "y")), ["x"], "one of x and y"),
    ],
)
def test_what_an_option_cannot_be_is_said(option: Option, given: Any, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        option.read(given)


@pytest.mark.parametrize(
    ("names", "says"),
    [
        (["A", "B"], r"\[TR-1\]"),
        (["A"] * 51, r"\[TR-1\]"),
        (["A", "B", "B"], "Two seats are called B"),
        (["A", "B", ""], "cannot be a seat's name"),
        (["A", "B", " C"], "cannot be a seat's name"),
        (["A", "B", "C\n"], "cannot be a seat's name"),
        (["A", "B", "x" * 41], "cannot be a seat's name"),
    ],
)
def test_seat_names_are_plain(names: list[str], says: str) -> None:
    with pytest.raises(BadInput, match=says):
        GAME.setup(names)


def test_names_with_spaces_can_be_written_in_orders() -> None:
    setup = GAME.setup(["Mary Jane", "Mary", "Bo"])
    act = GAME.parse(setup, "attack Mary Jane")
    assert GAME.spell(setup, act) == "attack Mary Jane"
    assert GAME.spell(setup, GAME.parse(setup, "gift 2 Mary")) == "gift 2 Mary"


def test_games_are_discovered_by_entry_point() -> None:
    assert find_game("truce") is discover()["truce"]
    with pytest.raises(BadInput, match="did you mean truce"):
        find_game("truc")
    with pytest.raises(BadInput, match="There is no game 'chess'"):
        find_game("chess")
