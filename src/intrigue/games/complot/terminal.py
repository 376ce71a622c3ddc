"""Complot in a terminal: both players, the row with prices, and what happened in words."""

import textwrap
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from intrigue.kernel.game import Seen, Setup
from intrigue.kernel.text import Catalogue

from .cardtext import card_text, cohort_name, name, points
from .rules import acts
from .rules.acts import amount_of, kind_of, thing_of
from .rules.cards import NO_COHORT, Deck
from .rules.front import GONE
from .view import ComplotView


def label(
    setup: Setup, deck: Deck, act: int, words: Catalogue, row: Sequence[str | None] = ()
) -> str:
    """An act in the words of a language; what it takes from the row has a name if the row is
    seen."""
    kind, thing, amount = kind_of(act), thing_of(act), amount_of(act)
    key = acts.KINDS[kind].replace(" ", "_")
    data: dict[str, Any] = {"n": amount, "slot": thing, "option": thing + 1, "card": ""}
    card = deck.cards[thing].id if thing < len(deck.cards) else None
    if kind == acts.BUY or kind == acts.PICK_SLOT:
        card = row[thing] if thing < len(row) else None
        if kind == acts.BUY and thing == acts.STUDENT_PILE:
            card = deck.cards[deck.student].id
        key += "_card" if card is not None else ""
    if card is not None:
        data["card"] = name(deck, card, words.lang)
    if kind == acts.PICK_FRONT and amount:
        key = "pick_front_copy"
        data["n"] = amount + 1
    return words.say("act", key, **data)


def picture(setup: Setup, deck: Deck, view: ComplotView, words: Catalogue) -> str:
    """The other player above, the row in the middle, oneself below."""
    mine = view.seat if view.seat >= 0 else 0
    draw = _Drawing(setup, deck, view, words)
    lines = [*draw.player(1 - mine), "", *draw.row(), "", *draw.player(mine)]
    if view.hand is not None:
        lines.append(words.say("picture", "hand"))
        lines += draw.cards(view.hand) or ["    –"]
    return "\n".join(lines)


class _Drawing:
    """One picture: 80 columns, cards with all they do."""

    def __init__(self, setup: Setup, deck: Deck, view: ComplotView, words: Catalogue) -> None:
        self.setup = setup
        self.deck = deck
        self.view = view
        self.words = words
        self.neutral = bool(setup.options.get("neutral_names"))

    def player(self, seat: int) -> list[str]:
        view, words = self.view, self.words
        wit = view.wit[seat]
        bar = "█" * ((wit + 1) // 2)
        turn = seat == view.active and view.phase != "over"
        numbers: dict[str, Any] = {"hand": view.hands[seat], "deck": view.decks[seat]}
        numbers["discard"] = len(view.discards[seat])
        piles = words.say("picture", "piles", **numbers)
        lines = [f"{'>' if turn else ' '} {self.setup.names[seat]:<10} {wit:>2} {bar:<25} {piles}"]
        if view.stammer[seat]:
            lines.append("    " + words.say("picture", "stammer", count=view.stammer[seat]))
        lines += self.cards([s.card for s in view.fronts[seat] if not s.flags & GONE])
        for card in view.tops[seat][::-1]:
            known = name(self.deck, card, words.lang)
            lines.append("    " + words.say("picture", "top", card=known))
        if turn:
            pools: dict[str, Any] = {"a": view.assertion, "r": view.reach, "pages": view.pages}
            lines.append("    " + words.say("picture", "pools", **pools))
        return lines

    def row(self) -> list[str]:
        view, words = self.view, self.words
        lines = [words.say("picture", "row", market=view.market)]
        for slot, card in enumerate(view.row):
            shown = words.sentence("picture", "empty") if card is None else self.card(card)
            lines += _wrapped(f"  {slot} ", shown)
        pile = words.say("picture", "students", count=view.students)
        student = self.deck.cards[self.deck.student].id
        return lines + _wrapped("    ", f"{pile} {self.card(student)}")

    def cards(self, cards: Sequence[str]) -> list[str]:
        """One line for each design, with how many of it there are."""
        lines: list[str] = []
        for card, count in Counter(cards).items():
            many = f"{count}× " if count > 1 else ""
            lines += _wrapped("    ", many + self.card(card))
        return lines

    def card(self, card: str) -> str:
        """`Study of Three Hamsters (3) [Anti-Vax] D4 R1 · Rally: +2 Assertion.`"""
        deck, words = self.deck, self.words
        face = deck.numbers[card]
        design = deck.cards[face]
        parts = [name(deck, card, words.lang), f"({design.cost})"]
        if design.cohort != NO_COHORT:
            parts.append(f"[{cohort_name(int(design.cohort), words, self.neutral)}]")
        for key, value in (("a", design.a), ("d", design.d), ("r", design.r)):
            if value:
                parts.append(f"{words.sentence('mark', key)}{value}")
        content: Any = deck.content
        text = card_text(content[face], words)
        return " ".join(parts) + (f" · {text}" if text else "")


def _wrapped(lead: str, text: str) -> list[str]:
    return textwrap.wrap(text, 78, initial_indent=lead, subsequent_indent="      ")


_QUIET = ("asked", "can_convert")
_POINTS = ("played", "activated", "bonus", "doubled")


def report(setup: Setup, deck: Deck, seen: Sequence[Seen], words: Catalogue) -> list[str]:
    """Events as lines; cards by name, and only points that are not 0."""
    lines: list[str] = []
    for event in seen:
        if event.kind in _QUIET:
            continue
        data = named(deck, event.data, words)
        if event.kind in _POINTS:
            data["points"] = points(data, words) or words.sentence("picture", "nothing")
            lines.append(words.say("points", event.kind, names=setup.names, **data))
        else:
            lines.append(words.say("event", event.kind, names=setup.names, **data))
    return lines


def named(deck: Deck, data: Mapping[str, Any], words: Catalogue) -> dict[str, Any]:
    """Data of an event or a prompt for people: cards by name, options from 1."""
    out = dict(data)
    for key, value in data.items():
        if key == "card" and value:
            out[key] = name(deck, value, words.lang)
        elif key == "option":
            out[key] = value + 1
        elif key in ("cards", "played", "unplayed"):
            out[key] = [name(deck, card, words.lang) for card in value]
    return out
