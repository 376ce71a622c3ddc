"""Cards are data: a malformed file is refused with file, card and field; the words on a card come
from the data; and everything in the set happens in play."""

import copy
import tomllib
from collections import Counter
from importlib.resources import files
from random import Random
from typing import Any

import pytest

from intrigue.games.accusation.carddata import CardSet, base_set
from intrigue.games.accusation.cardtext import ability_text, card_name, event_text
from intrigue.games.accusation.rules import acts
from intrigue.kernel.carddata import BadCard
from intrigue.kernel.chance import Fast
from intrigue.kernel.game import find_game
from intrigue.kernel.text import LANGUAGES

GAME = find_game("accusation")
DATA = tomllib.loads(
    (files("intrigue.games.accusation") / "data" / "cards.toml").read_text("utf-8")
)


def test_the_set_has_the_cards_that_it_should() -> None:
    events = base_set().event
    sections = Counter(name for event in events.values() for name, _ in event["parts"])
    assert (len(events), len(base_set().works), len(base_set().abilities)) == (45, 8, 15)
    assert sections == {"success": 15, "failure": 15, "world": 18, "country": 27, "special": 2}


@pytest.mark.parametrize(
    ("place", "value", "card", "field"),
    [
        (("event", 0, "parts"), [["country", [["gain", "X", 3]]]], "event 1", "parts[1][1]"),
        (("event", 1, "parts"), [["success", [["gian", "M", 3]]]], "event 2", "parts[1][1]"),
        (("event", 2, "parts"), [["world", [["gain", "*"]]]], "event 3", "parts[1][1]"),
        (("event", 3, "parts"), [["sideways", []]], "event 4", "parts[1]"),
        (("event", 4, "parts"), [["world", [["cancel"]]]], "event 5", "parts[1][1]"),
        (("event", 5, "parts"), [["country", [["vp", 0]]]], "event 6", "parts[1][1]"),
        (("event", 5, "parts"), [["country", [["gain", "*", 12]]]], "event 6", "parts[1][1]"),
        (("event", 6, "name"), {"en": "Only English"}, "event 7", "name.fr"),
        (("event", 7, "id"), 1, "event 1", "id"),
        (("event", 8, "colour"), "red", "event 9", "colour"),
        (("ability", 0, "cost"), 0, "ability gunboat_visit", "cost"),
        (("ability", 0, "when"), "always", "ability gunboat_visit", "when"),
        (("ability", 1, "do"), [["pay", "M", 1]], "ability drone_strike", "do[1]"),
        (
            ("ability", 1, "do"),
            [["to", "one", [["to", "one", []]]]],
            "ability drone_strike",
            "do[1][1]",
        ),
        (("country", 0, "replaces"), "drone_strke", "country hegemonia", "replaces"),
        (("works", 0, "id"), 45, "works 45", "id"),
    ],
)
def test_a_mistake_names_file_card_and_field(
    place: tuple[str, int, str], value: Any, card: str, field: str
) -> None:
    values = copy.deepcopy(DATA)
    kind, number, name = place
    values[kind][number][name] = value
    with pytest.raises(BadCard) as refused:
        CardSet(values, "mine.toml")
    for lang in LANGUAGES:
        said = refused.value.sentence(lang)
        assert "mine.toml" in said
        assert card in said
        assert field in said


def test_a_missing_event_is_named() -> None:
    values = copy.deepcopy(DATA)
    del values["event"][9]
    with pytest.raises(BadCard, match="10"):
        CardSet(values, "mine.toml")


def test_words_on_cards_come_from_the_data() -> None:
    en, fr = GAME.words("en"), GAME.words("fr")
    assert event_text(en, 5) == [
        "Initiator, if claimed: +2 Military",
        "Everyone: if you alone have the most Military, at least 4: +1 VP; −3 Military",
    ]
    assert event_text(en, 44) == ["Initiator, if claimed: you may pay 4 of choice: +1 VP"]
    assert event_text(fr, 2) == ["✔ +1 PV", "✘ +1 MAUVAISE RÉPUTATION"]
    for words in (en, fr):
        for card in range(1, 54):
            assert card_name(words, card)
            assert event_text(words, card)
        for key in base_set().abilities:
            assert ability_text(words, key)


def test_every_event_ability_and_country_happens() -> None:
    """In random matches: each Event is revealed, each ability used, also in each country's way."""
    events: set[int] = set()
    abilities: set[str] = set()
    kinds: set[int] = set()
    wanted = set(base_set().abilities) - {"deny"}  # which is an answer, not a use
    for seed in range(80):
        if abilities == wanted and len(events) == 45 and seed > 12:
            break
        options = {"countries": "random", "round_cap": 10}
        setup = GAME.setup([f"P{i}" for i in range(2 + seed % 5)], options)
        rng, chance = Random(seed), Fast(seed)
        match: Any = GAME.start(setup, chance)
        while not match.over:
            seat = match.next()
            act = rng.choice(match.options(seat))
            kinds.add(int(acts.kind_of(act)))
            for event in match.play(seat, act, chance):
                if event.kind == "revealed":
                    events.add(event.data["card"])
                elif event.kind in ("used", "used_on"):
                    abilities.add(event.data["ability"])
    assert events == set(range(1, 46))
    assert abilities == wanted
    # random players are too poor for these; scenarios have them
    rare = {acts.LIE, acts.ANSWER, acts.DENY, acts.YES, acts.NO}
    assert kinds >= set(range(26)) - rare


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_is_listed_for_the_page(lang: str) -> None:
    cards = GAME.cards(lang=lang)
    kinds = Counter(card["kind"] for card in cards)
    assert kinds == {"event": 45, "works": 8, "ability": 15, "country": 6}
    assert all(card["name"] and card["text"] for card in cards)
    by_id = {card["id"]: card for card in cards}
    assert [part["section"] for part in by_id[17]["parts"]] == ["world", "success", "failure"]
    assert by_id[28]["parts"][0]["half"].startswith("+2")  # AC-50
    assert by_id[44]["parts"][0]["half"] == ""
    assert len(by_id[45]["parts"][0]["choices"]) == 2
    assert by_id["novum"]["replaces"] == "think_tank"


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("en", "Agatha accuses you of #6 {name}. Answer, or deny."),
        ("fr", "Agatha vous accuse de #6 {name}. Répondez, ou démentez."),
    ],
)
def test_questions_name_cards(lang: str, sentence: str) -> None:
    setup = GAME.setup(["Agatha", "Barney"])
    name = next(card["name"] for card in GAME.cards(lang=lang) if card["id"] == 6)
    assert GAME.question(setup, "answer", {"by": 0, "card": 6}, lang) == sentence.format(name=name)
