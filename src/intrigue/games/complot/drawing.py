"""Complot in a terminal: both players, the row with prices, and what happened in words."""

from collections.abc import Sequence
from typing import Any

from intrigue.kernel.game import Seen, Setup
from intrigue.kernel.text import Catalogue

from . import acts
from .acts import amount_of, kind_of, thing_of
from .deck import Deck
from .state import GONE
from .view import ComplotView
from .wording import card_text, name


def label(setup: Setup, deck: Deck, act: int, words: Catalogue) -> str:
    """An act in the words of a language."""
    kind, thing, amount = kind_of(act), thing_of(act), amount_of(act)
    key = acts.KINDS[kind].replace(" ", "_")
    data: dict[str, Any] = {"n": amount, "slot": thing, "option": thing + 1, "card": ""}
    if kind == acts.BUY and thing == acts.STUDENT_PILE:
        thing, key = int(deck.student), "buy_student"
    if thing < len(deck.cards):
        data["card"] = name(deck, deck.cards[thing].id, words.lang)
    if kind == acts.PICK_FRONT and amount:
        key = "pick_front_copy"
        data["n"] = amount + 1
    return words.say("act", key, **data)


def picture(setup: Setup, deck: Deck, view: ComplotView, words: Catalogue) -> str:
    """The other player above, the row in the middle, oneself below."""
    mine = view.seat if view.seat >= 0 else 0
    lines = _player(setup, deck, view, 1 - mine, words)
    lines.append("")
    lines += _row(deck, view, words)
    lines.append("")
    lines += _player(setup, deck, view, mine, words)
    if view.hand is not None:
        cards = [_card(deck, card, words) for card in view.hand]
        lines.append(words.say("picture", "hand"))
        lines += [f"    {line}" for line in cards] or ["    –"]
    return "\n".join(lines)


def _player(setup: Setup, deck: Deck, view: ComplotView, seat: int, words: Catalogue) -> list[str]:
    wit = view.wit[seat]
    bar = "█" * ((wit + 1) // 2)
    mark = ">" if seat == view.active and view.phase != "over" else " "
    numbers: dict[str, Any] = {"hand": view.hands[seat], "deck": view.decks[seat]}
    numbers["discard"] = len(view.discards[seat])
    lines = [
        f"{mark} {setup.names[seat]:<12} {wit:>2} {bar:<25}  "
        + words.say("picture", "piles", **numbers)
    ]
    if view.stammer[seat]:
        lines.append("    " + words.say("picture", "stammer", count=view.stammer[seat]))
    for slot in view.fronts[seat]:
        if not slot.flags & GONE:
            lines.append("    " + _card(deck, slot.card, words))
    for card in view.tops[seat][::-1]:
        lines.append("    " + words.say("picture", "top", card=name(deck, card, words.lang)))
    if seat == view.active and view.phase != "over":
        pools: dict[str, Any] = {"a": view.assertion, "r": view.reach, "pages": view.pages}
        lines.append("    " + words.say("picture", "pools", **pools))
    return lines


def _row(deck: Deck, view: ComplotView, words: Catalogue) -> list[str]:
    lines = [words.say("picture", "row", market=view.market)]
    for slot, card in enumerate(view.row):
        shown = words.sentence("picture", "empty") if card is None else _card(deck, card, words)
        lines.append(f"  {slot} {shown}")
    student = deck.cards[deck.student].id
    pile = words.say("picture", "students", count=view.students)
    lines.append(f"    {_card(deck, student, words)} {pile}")
    return lines


def _card(deck: Deck, card: str, words: Catalogue) -> str:
    """`Étude sur trois hamsters (3) D4 R1: Rally: +2 Assertion`."""
    face = deck.numbers[card]
    values = deck.cards[face]
    content: Any = deck.content
    marks = [f"{words.sentence('mark', key)}{value}" for key, value in _values(values) if value]
    text = card_text(content[face], words)
    line = f"{name(deck, card, words.lang)} ({values.cost}) {' '.join(marks)}".rstrip()
    return f"{line}: {text}" if text else line


def _values(card: Any) -> list[tuple[str, int]]:
    return [("a", card.a), ("d", card.d), ("r", card.r)]


def report(setup: Setup, deck: Deck, seen: Sequence[Seen], words: Catalogue) -> list[str]:
    """Events as lines; cards by name."""
    quiet = ("asked", "can_convert")
    return [
        words.say("event", event.kind, names=setup.names, **_named(deck, event.data, words))
        for event in seen
        if event.kind not in quiet
    ]


def _named(deck: Deck, data: dict[str, Any], words: Catalogue) -> dict[str, Any]:
    out = dict(data)
    for key, value in data.items():
        if key == "card":
            out[key] = name(deck, value, words.lang)
        elif key in ("cards", "played", "unplayed"):
            out[key] = [name(deck, card, words.lang) for card in value]
    return out
