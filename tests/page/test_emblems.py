"""Every card that is installed has an emblem, composed of shared parts, hardly two the same."""

import pytest

from intrigue.games.complot import carddata
from intrigue.kernel.game import find_game

from .conftest import Door

DRAWN = "all => all.map((one) => one.dataset.emblem)"


@pytest.mark.parametrize(
    ("game", "deck"), [("complot", "grand"), ("complot", "author"), ("accusation", "")]
)
def test_each_card_has_an_emblem_of_its_own(people: Door, game: str, deck: str) -> None:
    person = people("Ann")
    person.go(f"/rules/{game}/cards")
    if deck:
        person.page.locator("main select").first.select_option(deck)
    cards = [card for card in find_game(game).cards(deck) if card.get("kind") != "country"]
    emblems = person.page.locator("[data-emblem]")
    emblems.nth(len(cards) - 1).wait_for()
    drawn = emblems.evaluate_all(DRAWN)
    assert len(drawn) == len(cards)
    assert len(set(drawn)) > 0.95 * len(cards)


def test_a_card_of_ones_own_deck_names_its_figure_or_gets_one() -> None:
    deck = [dict(card) for card in carddata.read_deck("grand")]
    deck[3]["emblem"] = "flask"
    carddata.build(deck)  # it is a field like any other
    assert set(carddata.emblems()) >= {card["id"] for card in carddata.read_deck("author")}
