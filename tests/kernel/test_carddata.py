"""Card files: whatever is wrong with one is said with file, card and field."""

from pathlib import Path

import pytest

from intrigue.kernel.carddata import Row, card_rows, read_content
from intrigue.kernel.text import LANGUAGES, BadInput


def examine(content: object) -> list[Row]:
    """How a game reads: every field by its type, then nothing may be left."""
    rows = card_rows("my.toml", content)
    for row in rows:
        row.text("name")
        row.number("cost", low=0, default=0)
        row.choice("kind", ("claim", "source"), default="claim")
        row.switch("rare")
        row.texts("tags")
        for effect in row.rows("fx"):
            effect.choice("do", ("draw", "gain"))
            effect.number("n", low=1, high=9)
            effect.done()
        row.done()
    return rows


def card(**fields: object) -> list[dict[str, object]]:
    return [{"id": "X1", "name": "One", **fields}]


def test_a_sound_card_is_read() -> None:
    (row,) = examine(
        card(cost=3, kind="source", rare=True, tags=["a"], fx=[{"do": "draw", "n": 1}])
    )
    assert row.card == "X1"


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ([], "my.toml, cards: expected a list of cards."),
        (["x"], "my.toml, card #1, id: expected a mapping with an id."),
        ([{"name": "One"}], "my.toml, card #1, id: this is missing."),
        (card() + card(), "my.toml, card X1, id: another card has this id already."),
        ([{"id": "X1"}], "my.toml, card X1, name: this is missing."),
        (card(name=7), "my.toml, card X1, name: expected a text, not 7."),
        (card(cost=-1), "my.toml, card X1, cost: expected a whole number from 0 to 999, not -1."),
        (card(kind="sauce"), "my.toml, card X1, kind: 'sauce' is unknown; did you mean source?"),
        (card(rare="yes"), "my.toml, card X1, rare: expected true or false, not 'yes'."),
        (card(tags="a"), "my.toml, card X1, tags: expected a list of texts, not 'a'."),
        (card(fx="draw"), "my.toml, card X1, fx: expected a list of mappings, not 'draw'."),
        (card(fx=[{"do": "fly", "n": 1}]), "card X1, fx[1].do: 'fly' is unknown; expected one of"),
        (card(fx=[{"do": "draw"}]), "my.toml, card X1, fx[1].n: this is missing."),
        (card(costs=3), "my.toml, card X1, costs: there is no such field; did you mean cost?"),
    ],
)
def test_a_mistake_names_file_card_and_field(content: object, complaint: str) -> None:
    with pytest.raises(BadInput) as error:
        examine(content)
    assert complaint in error.value.sentence()
    for lang in LANGUAGES:
        error.value.sentence(lang)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (b"cards = [", "is not valid TOML"),
        (b"\xff", "is not a text file in UTF-8"),
        (b"cards = []\ncolour = 1\n", "colour: a card file holds nothing but cards"),
    ],
)
def test_a_file_that_is_none_is_refused(tmp_path: Path, text: bytes, complaint: str) -> None:
    path = tmp_path / "deck.toml"
    path.write_bytes(text)
    with pytest.raises(BadInput, match=complaint):
        read_content(path)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="There is no file"):
        read_content(tmp_path / "none.toml")
