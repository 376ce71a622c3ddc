"""Cards in words: text in both languages is made from the data, never written by hand."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from intrigue.kernel.game import Json
from intrigue.kernel.text import Catalogue

from . import carddata
from .rules.cards import CATEGORIES, COHORTS, NO_COHORT, Card, Deck

Content = Sequence[Mapping[str, Any]]


def name(deck: Deck, card: str, lang: str) -> str:
    """A card's name at a table."""
    content: Any = deck.content
    return str(content[deck.numbers[card]][lang])


@cache
def _built_in(lang: str) -> dict[str, str]:
    """Every card of the built-in decks by id."""
    decks = [carddata.read_deck(deck) for deck in carddata.DECKS]
    return {str(card["id"]): str(card[lang]) for deck in decks for card in deck}


def with_names(data: Mapping[str, Any], words: Catalogue) -> dict[str, Any]:
    """Data of a refusal, with the card's name where it has an id."""
    known = _built_in(words.lang)
    return {
        key: known.get(str(value), value) if key == "card" else value for key, value in data.items()
    }


def cohort_name(cohort: int, words: Catalogue, neutral: bool = False) -> str:
    """CA-47: one of the cohorts has a second name."""
    key = COHORTS[cohort]
    return words.sentence("cohort", key + "_neutral" if neutral and key == "nine11" else key)


def card_text(card: Mapping[str, Any], words: Catalogue) -> str:
    """What a card does, as sentences."""
    parts: list[str] = []
    if card.get("kw"):
        parts.append(words.sentence("card", "backup"))
    if card.get("fx"):
        parts.append(_capital(_several(card["fx"], words)))
    for field, key in (("ally", "rally"), ("mass", "mass"), ("self", "disposable")):
        if card.get(field):
            parts.append(words.say("card", key, effects=_several(card[field], words)))
    for aura in card.get("aura", ()):
        of = words.sentence("of", aura["of"])
        parts.append(_capital(words.say("card", "aura", of=of, points=points(aura, words))))
    for more in card.get("d_more", ()):
        of = words.sentence("of", more["of"])
        parts.append(_capital(words.say("card", "d_more", of=of, d=more["d"])))
    if card.get("limit"):
        parts.append(_capital(words.say("card", "limit", limit=card["limit"])))
    return ". ".join(parts) + "." if parts else ""


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _several(ops: Sequence[Mapping[str, Any]], words: Catalogue) -> str:
    return words.sentence("card", "then").join(effect(op, words) for op in ops)


def effect(op: Mapping[str, Any], words: Catalogue) -> str:
    """One operation in words."""
    do = str(op["do"])
    data: dict[str, Any] = {"n": op.get("n", 0), "most": op.get("max", op.get("max_d", 0))}
    if do in ("gain", "per", "per_played"):
        data["points"] = points(op, words)
    if do == "gain":
        return str(data["points"])
    if do in ("per", "per_played"):
        data["of"] = words.sentence("per", str(op["of"]))
    if do == "after":
        data |= {"of": words.sentence("of", str(op["of"])), "times": op["times_r"]}
    if do == "purge":
        data["zones"] = words.sentence("zones", str(op["from"]))
        data["what"] = words.fill(words.sentence("what", op.get("only", "card")), (), data)
    if do == "choose":
        options = [_several(option, words) for option in op["opts"]]
        data["options"] = words.sentence("card", "or").join(options)
    if do == "times":
        tag = str(op["tag"])
        data["tag"] = words.sentence("tag", tag if tag in words.words["tag"] else "another")
    key = "discredit_weak" if do == "discredit" and "max_d" in op else do
    if key in words.words["may"] and op.get("may"):
        return words.say("card", "may", effect=words.fill(words.sentence("may", key), (), data))
    return words.fill(words.sentence("effect", key), (), data)


def points(values: Mapping[str, Any], words: Catalogue) -> str:
    """`+1 Assertion, +1 Reach`."""
    parts = [
        words.say("card", "points_" + key, points=values[key])
        for key in ("a", "r")
        if values.get(key)
    ]
    return ", ".join(parts)


def listing(content: Content, deck: Deck, words: Catalogue) -> list[dict[str, Json]]:
    """A deck for `intrigue cards`: every card with its values, text and quotation."""
    lang = words.lang
    return [
        {
            "id": card.id,
            "copies": values["n"],
            "name": values[lang],
            "cohort": "" if card.cohort == NO_COHORT else cohort_name(card.cohort, words),
            "category": words.sentence("category", CATEGORIES[card.cat]),
            "type": words.sentence("type", "source" if card.source else "affirmation"),
            "cost": card.cost,
            "assertion": card.a,
            "backing": card.d,
            "reach": card.r,
            "line": _line(card, words),
            "text": card_text(values, words),
            "quote": values["quote_" + lang],
            **_signs(values, words),
        }
        for card, values in zip(deck.cards, content, strict=True)
    ]


_CLAUSES = (("kw", "backup"), ("ally", "rally"), ("mass", "mass"), ("self", "disposable"))
_FIELDS = ("fx", "ally", "mass", "self")


def _signs(card: Mapping[str, Any], words: Catalogue) -> dict[str, Json]:
    """What a page draws as signs, whatever the language; and the texts of a choice (CO-61)."""
    choices = [op["opts"] for op in card.get("fx", ()) if op["do"] == "choose"]
    return {
        "keys": {"cohort": card["cohort"], "category": card["cat"], "type": card["type"]},
        "clauses": [name for field, name in _CLAUSES if card.get(field)],
        "does": sorted({do for field in _FIELDS for do in _operations(card.get(field, ()))}),
        "choices": [[_choice(option, words) for option in opts] for opts in choices],
        "emblem": card.get("emblem") or carddata.emblems().get(card["id"], ""),
        "d_more": [dict(more) for more in card.get("d_more", ())],  # AU-10
    }


def _choice(ops: Sequence[Mapping[str, Any]], words: Catalogue) -> dict[str, Json]:
    return {"text": _capital(_several(ops, words)), "does": list(_operations(ops))}


def _operations(ops: Sequence[Mapping[str, Any]]) -> list[str]:
    """Their names, those inside a choice included."""
    inner = [op for one in ops for option in one.get("opts", ()) for op in option]
    return [str(op["do"]) for op in (*ops, *inner)]


def _line(card: Card, words: Catalogue) -> str:
    """Where a card belongs and what it is worth, in a line."""
    kind = words.sentence("type", "source" if card.source else "affirmation")
    parts = [] if card.cohort == NO_COHORT else [cohort_name(card.cohort, words)]
    parts += [words.sentence("category", CATEGORIES[card.cat]), kind]
    parts.append(words.say("value", "cost", n=card.cost))
    values = (("a", card.a), ("d", card.d), ("r", card.r))
    parts += [words.say("value", key, n=value) for key, value in values if value]
    return ", ".join(parts)
