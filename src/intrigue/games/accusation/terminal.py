"""Accusation in a terminal: ministries and costs as a table, the pile, the Event with its effects,
the own hand; and what happened, with names of cards instead of numbers."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from intrigue.kernel.game import Seen, Setup
from intrigue.kernel.text import Catalogue

from .carddata import base_set
from .cardtext import ability_name, ability_text, card_name, country_name, event_text, quip
from .rules import acts
from .rules.acts import LETTERS, letters
from .view import AccusationView

_QUIET = ("now", "sealed", "event_over", "may", "accusations")


def picture(setup: Setup, view: AccusationView, words: Catalogue) -> str:
    """The table at a glance, within 80 columns."""
    names = setup.names
    wide = min(max(len(name) for name in names), 20)
    public: dict[str, Any] = {"round": view.round, "bank": view.bank, "deck": view.deck}
    public |= {"discard": view.discard, "supply": view.supply, "speaker": view.speaker}
    lines = [words.say("picture", "head", names=names, **public)]
    counts: dict[str, Any] = {"pile": view.pile, "buried": view.buried, "target": view.target}
    lines.append(words.say("picture", "pile", revealed=len(view.revealed), **counts))
    lines.append("  " + " " * wide + " " + words.sentence("picture", "columns"))
    for seat, name in enumerate(names):
        mark = ">" if seat == view.seat else "*" if seat == view.speaker else " "
        line = f"{mark} {name[:wide]:<{wide}} "
        if seat not in view.active:
            lines.append(line + words.sentence("picture", "removed"))
            continue
        line += " ".join(f"{count or '.':<2}" for count in view.tokens[seat])
        line += f" {view.vp[seat]:>3}{view.rep[seat]:>3}{view.costs[seat]:>5}{view.hands[seat]:>5}"
        lines.append((line + "  " + ", ".join(_marks(setup, view, words, seat))).rstrip(" ,"))
    if any(view.countries):
        for seat, key in enumerate(view.countries):
            if key is not None:
                told = {"who": seat, "country": country_name(words, key)}
                lines.append("  " + words.say("picture", "country", names=names, **told))
    if view.event is not None:
        lines.append(card_name(words, view.event.card))
        lines += [f"    {text}" for text in event_text(words, view.event.card)]
        lines.append(f"    « {quip(words, view.event.card)} »")
    if view.tracker is not None:
        lines.append(words.say("picture", "tracker", card=card_name(words, view.tracker)))
    if view.hand:
        lines.append(words.sentence("picture", "hand"))
        for card in view.hand:
            lines.append(f"  {card_name(words, card)}")
            lines += [f"      {text}" for text in event_text(words, card)]
    return "\n".join(lines)


def _marks(setup: Setup, view: AccusationView, words: Catalogue, seat: int) -> Iterator[str]:
    """What everyone knows of a seat's part in the Event."""
    names = setup.names
    known = view.known[seat]
    if known is not None:
        yield words.say("picture", "identified", card=card_name(words, known))
    event = view.event
    if event is None:
        return
    if seat in event.cleared:
        yield words.sentence("picture", "cleared")
    elif event.accused == seat:
        yield words.say("picture", "accused", names=names, holder=event.holder)
    elif event.locks[seat] is not None:
        yield words.say("picture", "locked", names=names, by=event.locks[seat])
    denied = sum(1 for who, _ in event.denials if who == seat)
    if denied:
        yield words.say("picture", "denied", count=denied)


def named(data: Mapping[str, Any], words: Catalogue) -> dict[str, Any]:
    """The data of a prompt or an event with a card's name instead of its number."""
    return {key: card_name(words, to) if key == "card" else to for key, to in data.items()}


def report(setup: Setup, seen: Sequence[Seen], words: Catalogue) -> Iterator[str]:
    """Events as lines; a revealed card with what it does."""
    for event in seen:
        if event.kind in _QUIET:
            continue
        data = named(event.data, words)
        if event.kind == "looked_cards":
            data["cards"] = [card_name(words, card) for card in data["cards"]]
        if "ability" in data:
            data["ability"] = ability_name(words, data["ability"])
        if "country" in data:
            data["country"] = country_name(words, data["country"])
        for key in ("tokens", "source", "to"):
            if key in data and isinstance(data[key], str):
                data[key] = token_words(words, data[key])
        yield words.say("event", event.kind, names=setup.names, **data)
        if event.kind == "revealed":
            for text in event_text(words, event.data["card"]):
                yield f"    {text}"


def token_words(words: Catalogue, found: str) -> str:
    """`MMD` as `2 Military, 1 Diplomacy`."""
    counts = [(letter, found.count(letter)) for letter in LETTERS if letter in found]
    return ", ".join(f"{count} {words.sentence('ministry', letter)}" for letter, count in counts)


def label(setup: Setup, act: int, words: Catalogue) -> str:
    """An act in words."""
    kind, what = int(acts.kind_of(act)), int(acts.what_of(act))
    verb = acts.KINDS[kind]
    names = setup.names
    if kind in acts.SEATED:
        return words.say("act", verb, names=names, target=what)
    if kind in acts.TOKENS:
        return words.say("act", verb, tokens=token_words(words, letters(what)))
    if kind == acts.USE:
        key = base_set().abilities[acts.ability_of(act)]
        found = base_set().ability[key]
        named = words.say(
            "card",
            "ability",
            name=found["name"][words.lang],
            m=words.sentence("ministry", found["ministry"]),
            cost=found["cost"],
        )
        target = int(acts.target_of(act))
        if target >= 0:
            return words.say("act", "use_on", names=names, ability=named, target=target)
        whole = words.say("card", "ability_does", ability=named, text=ability_text(words, key))
        return words.say("act", "use", ability=whole)
    if kind == acts.MOVE:
        ends = {"source": LETTERS[what >> 3], "to": LETTERS[what & 7]}
        return words.say("act", verb, **{k: token_words(words, v)[2:] for k, v in ends.items()})
    if kind == acts.DRAFT:
        return words.say("act", verb, country=country_name(words, base_set().countries[what]))
    if kind == acts.PICK:
        return words.say("act", verb, option=what + 1)
    if kind == acts.BURY and what == 0:
        return words.sentence("act", "bury_none")
    if kind in acts.CARDED:
        return words.say("act", verb, card=card_name(words, "PW" if what == 63 else what))
    return words.sentence("act", verb)
