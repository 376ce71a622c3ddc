"""The words on a card, made from its data in any language: no rules text is written by hand."""

from collections.abc import Sequence
from typing import Any

from intrigue.kernel.text import Catalogue

from .cards import Effect, base_set

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
