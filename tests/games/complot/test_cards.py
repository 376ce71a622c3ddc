"""Card data: both decks, what is wrong with a broken one, and that every card is exercised."""

import copy
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from intrigue.conformance.scenario import game_scenarios
from intrigue.games.complot import carddata
from intrigue.games.complot.cardtext import name
from intrigue.games.complot.game import ComplotGame
from intrigue.games.complot.rules.cards import NO_COHORT, OPERATIONS
from intrigue.kernel.chance import Fast, Seeded
from intrigue.kernel.game import Seen
from intrigue.kernel.text import LANGUAGES, BadInput
from intrigue.session.record import Record
from intrigue.session.table import Table

GAME = ComplotGame()
Cards = list[dict[str, Any]]


def test_ct_61_the_large_deck() -> None:
    content = carddata.read_deck("grand")
    deck = carddata.build(content, "grand")
    copies = {card["id"]: card["n"] for card in content}
    assert (copies["ST1"], copies["ST2"], copies["L1"]) == (16, 4, 10)
    assert sum(copies.values()) == 110
    assert sum(deck.market) == 80
    cohorts: Counter[str] = Counter()
    for card in content:
        cohorts[card["cohort"]] += card["n"]
        assert (card["type"] == "source") == (card.get("d", 0) >= 1)
        assert (card["cohort"] == "none") == (card["id"] in ("ST1", "ST2", "L1"))
    assert [cohorts[name] for name in ("antivax", "platiste", "nine11", "twittos")] == [20] * 4


def test_the_authors_deck() -> None:
    content = carddata.read_deck("author")
    deck = carddata.build(content, "author")
    assert sum(deck.market) == 57
    assert sum(card["n"] for card in content) == 87
    assert not deck.rallies
    assert not any(card.backup or card.own for card in deck.cards)


@pytest.mark.parametrize("deck", carddata.DECKS)
def test_names_quotations_and_text_in_both_languages(deck: str) -> None:
    for lang in LANGUAGES:
        for card in GAME.cards(deck, lang):
            assert card["name"]
            assert card["quote"]
            assert "{" not in card["text"]
    texts = [[card["text"] for card in GAME.cards(deck, lang)] for lang in LANGUAGES]
    assert [bool(text) for text in texts[0]] == [bool(text) for text in texts[1]]


@pytest.mark.parametrize(
    ("card", "lang", "text"),
    [
        ("PL3", "en", "Rally: +1 Assertion; Front Page."),
        ("PL3", "fr", "Ralliement : +1 affirmation ; à la une."),
        ("NE9", "en", "Choose one: Stammer 1; or you may discredit a source."),
        ("NE9", "fr", "Au choix : bégaiement 1 ; ou vous pouvez décrédibiliser une source."),
        ("TW5", "fr", "Vous pouvez décrédibiliser une source (argumentation ≤ 4)."),
        ("AV10", "en", "Rally: draw 1. Mass 2: +3 Assertion."),
        ("L1", "fr", "Jetable : piochez 1."),
    ],
)
def test_text_is_made_from_the_data(card: str, lang: str, text: str) -> None:
    assert {row["id"]: row["text"] for row in GAME.cards("grand", lang)}[card] == text


def test_signs_are_the_same_in_every_language_and_choices_are_told() -> None:
    english, french = ({row["id"]: row for row in GAME.cards("grand", lang)} for lang in LANGUAGES)
    for card, row in english.items():
        assert row["keys"] == french[card]["keys"]
        assert row["clauses"] == french[card]["clauses"]
    assert english["AV10"]["clauses"] == ["rally", "mass"]
    assert english["NE9"]["choices"] == [
        [
            {"text": "Stammer 1", "does": ["stammer"]},
            {"text": "You may discredit a source", "does": ["discredit"]},
        ]
    ]
    texts = [option["text"] for option in french["NE9"]["choices"][0]]
    assert texts == ["Bégaiement 1", "Vous pouvez décrédibiliser une source"]
    assert english["NE9"]["does"] == ["choose", "discredit", "stammer"]
    site = next(row for row in GAME.cards("author", "en") if row["id"] == "XN5")
    assert site["d_more"] == [{"of": "nine11", "d": 1}]


@pytest.mark.parametrize(("lang", "buy"), [("en", "buy"), ("fr", "acheter")])
def test_a_choice_names_what_lies_in_the_row(lang: str, buy: str) -> None:
    setup = GAME.setup(["P", "Q"])
    deck, view = GAME.deck(setup), GAME.start(setup, Fast(1)).view(0)
    for slot, card in enumerate(view.row):
        assert card is not None
        act = GAME.parse(setup, f"buy slot {slot}")
        assert GAME.choice(setup, act, view, lang) == f"{buy} {name(deck, card, lang)}"
    student = deck.cards[deck.student].id
    act = GAME.parse(setup, f"buy {student}")
    assert GAME.choice(setup, act, view, lang) == f"{buy} {name(deck, student, lang)}"


def test_a_question_names_the_card_that_asks() -> None:
    setup = GAME.setup(["Ada", "Bob"], {})
    data = {"a": 0, "r": 0, "count": 1, "card": "TW5"}
    assert GAME.question(setup, "discredit", data).startswith("Mass Report: ")
    assert GAME.question(setup, "discredit", data, "fr").startswith("Signalement en masse")
    chose = Seen("chose", {"seat": 0, "option": 1})
    assert GAME.report(setup, [chose]) == ["Ada chooses option 2."]


def change(card: str, **fields: Any) -> Callable[[Cards], None]:
    def apply(content: Cards) -> None:
        row = next(row for row in content if row["id"] == card)
        for field, value in fields.items():
            if value is None:
                row.pop(field)
            else:
                row[field] = value

    return apply


def again(content: Cards) -> None:
    content.append(dict(content[5]))


def without(*cards: str) -> Callable[[Cards], None]:
    def apply(content: Cards) -> None:
        content[:] = [row for row in content if row["id"] not in cards]

    return apply


BROKEN: list[tuple[Callable[[Cards], None], str]] = [
    (change("AV8", ally=[{"do": "fly"}]), "grand.toml, card AV8, ally[1].do: 'fly' is unknown"),
    (change("AV8", en=None), "grand.toml, card AV8, en: this is missing"),
    (change("AV8", quote_fr=""), "grand.toml, card AV8, quote_fr: expected a text"),
    (change("AV7", d=None), "grand.toml, card AV7, d: a source needs Backing"),
    (change("AV8", d=2), "grand.toml, card AV8, d: only a source has Backing"),
    (change("AV8", cost=-1), "grand.toml, card AV8, cost: expected a whole number from 0"),
    (change("AV8", cost=0), "grand.toml, card AV8, cost: in the market, only a card with a limit"),
    (again, "grand.toml, card AV3, id: another card has this id"),
    (change("AV8", cohort="antivaxx"), "card AV8, cohort: 'antivaxx' is unknown; did you mean"),
    (change("AV8", typ="source"), "card AV8, typ: there is no such field; did you mean type?"),
    (change("TW1", ally=[{"do": "draw", "n": 1}]), "card TW1, ally: a card of the cohort twittos"),
    (change("AV8", ally=[{"do": "report"}]), "card AV8, ally[1].do: report asks"),
    (change("AV8", fx=[{"do": "draw"}]), "card AV8, fx[1].n: this is missing"),
    (change("AV8", fx=[{"do": "gain"}]), "card AV8, fx[1].a: expected points"),
    (change("AV8", fx=[{"do": "draw", "n": 1, "m": 1}]), "card AV8, fx[1].m: there is no such"),
    (change("AV8", fx=[{"do": "choose", "opts": [[]]}]), "card AV8, fx[1].opts: expected two"),
    (change("AV8", aura=[{"of": "nine11", "a": 1}]), "card AV8, aura: only a source"),
    (change("AV8", kw=["rumeur"]), "card AV8, kw: 'rumeur' is unknown"),
    (change("AV8", n=3), "n: this deck has 80 market cards, not 81"),
    (change("ST1", n=15), "card ST1, n: two players share the starters"),
    (without("L1"), "expected exactly one card without cohort that costs something"),
    (without("ST1", "ST2"), "there are no starters"),
]


@pytest.mark.parametrize(("damage", "complaint"), BROKEN)
def test_a_broken_deck_is_refused(damage: Callable[[Cards], None], complaint: str) -> None:
    content = copy.deepcopy(carddata.read_deck("grand"))
    damage(content)
    with pytest.raises(BadInput) as error:
        carddata.build(content, "grand")
    assert complaint in error.value.sentence()
    for lang in LANGUAGES:
        error.value.sentence(lang)


def played() -> set[str]:
    """Cards that some scenario plays."""
    texts = [path.read_text("utf-8") for path in sorted(game_scenarios(GAME).glob("*.yaml"))]
    return {card for text in texts for card in re.findall(r"\bplay ([A-Z]+\d+)\b", text)}


def test_every_card_and_every_operation_is_exercised_by_a_scenario() -> None:
    cards = [card for deck in carddata.DECKS for card in carddata.read_deck(deck)]
    assert {card["id"] for card in cards} - played() == set()
    decks = [carddata.build(carddata.read_deck(deck), deck) for deck in carddata.DECKS]
    used = {OPERATIONS[op.do] for deck in decks for ops in deck.lists for op in ops}
    assert used == set(OPERATIONS)


def test_a_record_keeps_its_cards() -> None:
    """A replay depends on no file: this deck exists nowhere else."""
    content = copy.deepcopy(carddata.read_deck("grand"))
    change("ST2", a=50)(content)
    setup = GAME.setup(["P", "Q"], {"first_player": "host"}, content)
    match = Table(GAME, setup, Seeded(b"c" * 32))
    while not match.position.over:
        seat = match.position.next()
        hits = [act for act in match.position.options(seat) if GAME.kind(act) == "hit"]
        act = hits[-1] if hits else match.position.options(seat)[-1]
        play = [a for a in match.position.options(seat) if GAME.kind(a).startswith("play")]
        match.submit(seat, act if hits else play[0] if play else 0)
    text = match.record.text()
    record = Record.read(text)
    assert record.header.data == content
    assert record.final().key() == match.position.key()


def test_no_cohort_means_starter_or_pile() -> None:
    deck = carddata.build(carddata.read_deck("grand"), "grand")
    assert deck.cards[deck.student].id == "L1"
    assert [c.id for c in deck.cards if c.cohort == NO_COHORT and c.cost == 0] == ["ST1", "ST2"]


def test_a_table_cannot_start_with_broken_cards() -> None:
    content = copy.deepcopy(carddata.read_deck("grand"))
    change("AV7", d=None)(content)
    setup = GAME.setup(["P", "Q"], {}, content)
    with pytest.raises(BadInput, match="card AV7, d"):
        GAME.start(setup, Fast(1))
