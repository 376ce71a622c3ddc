"""The words on a card, made from its data in any language: no rules text is written by hand."""

from collections.abc import Sequence
from typing import Any

from intrigue.kernel.game import Json
from intrigue.kernel.text import Catalogue

from .carddata import Effect, base_set, halved

_COUNTED = ("draw", "discard", "raid", "works", "bury", "pile", "reveals", "shift", "vp")


def card_name(words: Catalogue, card: Any) -> str:
    """`#2 Election in Somebody Else's Country`, or Public Works."""
    if isinstance(card, int) and card in base_set().event:
        return f"#{card} {base_set().event[card]['name'][words.lang]}"
    if isinstance(card, int) and card in base_set().works:
        title = base_set().works[card]["name"][words.lang]
        return f"#{card} {title} ({words.sentence('card', 'works_card')})"
    return words.sentence("card", "works_card") if card == "PW" else str(card)


def ability_name(words: Catalogue, key: str) -> str:
    known = base_set().ability
    return str(known[key]["name"][words.lang]) if key in known else key


def country_name(words: Catalogue, key: str) -> str:
    known = base_set().country
    return str(known[key]["name"][words.lang]) if key in known else key


def event_text(words: Catalogue, card: int) -> list[str]:
    """An Event's parts, one line each."""
    if card not in base_set().event:
        return [words.sentence("card", "works_text")]
    return [
        words.say("card", section, fx=effects_text(words, effects))
        for section, effects in base_set().event[card]["parts"]
    ]


def quip(words: Catalogue, card: int) -> str:
    return str(base_set().event[card]["quip"][words.lang])


def ability_text(words: Catalogue, key: str, country: str | None = None) -> str:
    """What an ability does, for a country's own version too."""
    found = base_set().ability[key]
    do = found["do"]
    if country is not None and base_set().country[country]["replaces"] == key:
        do = base_set().country[country]["do"]
    return effects_text(words, do)


def effects_text(words: Catalogue, effects: Sequence[Effect]) -> str:
    if not effects:
        return words.sentence("card", "nothing")
    return words.sentence("card", "and").join(effect_text(words, effect) for effect in effects)


def _ministry(words: Catalogue, letter: str) -> str:
    return words.sentence("ministry", "star" if letter in "*?" else letter)


def effect_text(words: Catalogue, effect: Effect) -> str:
    """One effect as words."""
    op, args = effect[0], effect[1:]
    if op == "lose" and args[0] == "?":
        return words.say("card", "lose_actor", n=args[1])
    if op in ("gain", "lose", "pay"):
        return words.say("card", op, n=args[1], m=_ministry(words, args[0]))
    if op == "spread":
        if args[1] == "-":
            return words.say("card", "spread", n=args[0])
        return words.say("card", "spread_not", n=args[0], m=_ministry(words, args[1]))
    if op == "rep":
        return words.say("card", "rep_up" if args[0] > 0 else "rep_down", n=abs(args[0]))
    if op == "steal":
        return words.say("card", op, n=args[1])
    if op in _COUNTED:
        return words.say("card", op, n=args[0])
    if op == "to":
        return words.say("card", f"to_{args[0]}", fx=effects_text(words, args[1]))
    if op == "show":
        if args[0] == "all":
            return words.sentence("card", "show_all")
        return words.say("card", op, n=args[0])
    if op == "may":
        cost = words.sentence("card", "and").join(effect_text(words, pay) for pay in args[0])
        return words.say("card", op, cost=cost, fx=effects_text(words, args[1]))
    if op == "choose":
        options = [effects_text(words, option) for option in args[0]]
        return words.say("card", op, fx=words.sentence("card", "or").join(options))
    if op == "if":
        said = {"condition": _condition(words, args[0]), "fx": effects_text(words, args[1])}
        if args[2]:
            return words.say("card", "if_else", other=effects_text(words, args[2]), **said)
        return words.say("card", "if", **said)
    return words.sentence("card", op)


def _condition(words: Catalogue, condition: Sequence[Any]) -> str:
    if condition[0] == "most":
        return words.say("card", "most", m=_ministry(words, condition[1]), n=condition[2])
    if condition[0] == "rep>=":
        return words.say("card", "rep_at_least", n=condition[1])
    return words.sentence("card", "fewest")


# --- everything there is, for `intrigue cards` and for a page -------------------------------------


def listing(words: Catalogue) -> list[dict[str, Json]]:
    """Events, Public Works, abilities and countries, told apart by `kind`."""
    found = base_set()
    return [
        *(_event(words, number) for number in found.event),
        *(_works(words, number) for number in found.works),
        *(_ability(words, key) for key in found.abilities),
        *(_country(words, key) for key in found.countries),
    ]


def _card(kind: str, card: int | str, name: str, line: str, text: str) -> dict[str, Json]:
    return {"id": card, "kind": kind, "copies": 1, "name": name, "line": line, "text": text}


def _event(words: Catalogue, number: int) -> dict[str, Json]:
    name = base_set().event[number]["name"][words.lang]
    parts = [
        {
            "section": section,
            "effects": effects,
            "lines": [effect_text(words, effect) for effect in effects],
            "half": effects_text(words, halved(effects)) if halved(effects) else "",  # AC-50
            "choices": [
                effects_text(words, option)
                for effect in effects
                if effect[0] == "choose"
                for option in effect[1]
            ],
        }
        for section, effects in base_set().event[number]["parts"]
    ]
    text = " · ".join(event_text(words, number))
    drawn = {"quote": quip(words, number), "emblem": base_set().event[number]["emblem"]}
    return {**_card("event", number, name, "", text), **drawn, "parts": parts}


def _works(words: Catalogue, number: int) -> dict[str, Json]:
    name = base_set().works[number]["name"][words.lang]
    line = words.sentence("card", "works_card")
    text = words.sentence("card", "works_text")
    return {**_card("works", number, name, line, text), "quote": "", "parts": []}


def operations(effects: list[Any]) -> list[str]:
    """What effects do, those inside others included: `["to", "raid", "lose"]`."""
    out = []
    for name, *rest in effects:
        out.append(str(name))
        for inner in rest:
            if isinstance(inner, list) and inner and isinstance(inner[0], list):
                out += operations(inner)
    return out


def _ability(words: Catalogue, key: str) -> dict[str, Json]:
    found = base_set().ability[key]
    name = ability_name(words, key)
    ministry = words.sentence("ministry", found["ministry"])
    line = words.say("card", "ability", name=name, m=ministry, cost=found["cost"])
    rules = {field: found[field] for field in ("ministry", "cost", "when", "limit")}
    rules |= {"emblem": found["emblem"], "does": operations(found["do"])}
    return {**_card("ability", key, name, line, ability_text(words, key)), "quote": "", **rules}


def _country(words: Catalogue, key: str) -> dict[str, Json]:
    found = base_set().country[key]
    text = ability_text(words, found["replaces"], key)
    line = ability_name(words, found["replaces"])
    rules = {"replaces": found["replaces"], "cost": found["cost"]}
    return {**_card("country", key, country_name(words, key), line, text), "quote": "", **rules}
