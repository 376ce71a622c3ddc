"""From every rule to its line: named where it is carried out, or listed as text, and never both."""

from pathlib import Path

import pytest

from intrigue.conformance.rule_lines import Unplaced, text_only, unplaced
from intrigue.kernel.game import Game, discover

PACKAGE = Path(__file__).parent.parent / "src" / "intrigue"  # with the page's sources beside it


@pytest.fixture(scope="module", params=discover().values(), ids=lambda game: game.id)
def game(request: pytest.FixtureRequest) -> Game:
    found: Game = request.param
    return found


@pytest.fixture(scope="module")
def found(game: Game) -> Unplaced:
    return unplaced(game, PACKAGE)


def test_every_rule_is_named_in_code_or_listed_as_text(game: Game, found: Unplaced) -> None:
    advice = f"name each where it is carried out, or in games/{game.id}/rulebook/text_only.toml"
    assert not found.neither, f"{len(found.neither)} rules, {advice}: {', '.join(found.neither)}"


def test_no_rule_that_code_names_is_listed_as_text(found: Unplaced) -> None:
    assert found.both == []


def test_every_number_in_code_is_a_rule(found: Unplaced) -> None:
    assert found.unheard == {}


def test_every_rule_that_is_only_text_exists_and_says_why(game: Game, found: Unplaced) -> None:
    assert found.unheard_text == []
    assert all(why.strip() for why in text_only(game, PACKAGE).values())
