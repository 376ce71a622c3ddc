"""J'Accuse's table: the state in the middle and the cards around it."""

from typing import Any

import pytest

from intrigue.kernel.message import Ask

from .conftest import Asked
from .people import DESKTOP

CLEAR = """seats => {
    const boxes = all => [...document.querySelectorAll(all)].map(it => it.getBoundingClientRect());
    const cards = boxes('[data-shape=round] .between [data-lying] [role=img]');
    const words = boxes('.centre .track, .centre .count, .centre .trouble, .centre .news p');
    const apart = (a, b) => a.right <= b.left || b.right <= a.left ||
        a.bottom <= b.top || b.bottom <= a.top;
    return cards.length > seats && words.every(
        word => word.width === 0 || cards.every(card => apart(word, card)));
}"""


@pytest.mark.parametrize(("seats", "lang"), [(7, "en"), (7, "fr"), (14, "en")])
def test_no_card_lies_over_the_state(asked: Asked, seats: int, lang: str) -> None:
    def runoff(ask: Ask, _: Any) -> bool:
        return ask.kind == "runoff"

    person = asked("jaccuse", seats, runoff, 5, size=DESKTOP, lang=lang)
    person.page.wait_for_function(CLEAR, arg=seats)
    person.check()
