"""Emperor for a terminal of 80 columns: the ring as a list, clockwise downwards from the Emperor,
Condemns with the moment they fall, and what this seat knows. Also acts and events in words."""

import textwrap
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from intrigue.kernel.game import Seen, Setup
from intrigue.kernel.text import Catalogue

from .rules import acts
from .rules.acts import (
    CARD,
    NOBODY,
    discarded_of,
    first_of,
    kind_of,
    other_slot_of,
    second_of,
    slot_of,
    value_of,
)
from .rules.cards import CARDS, GUARDING, INVESTIGATION, names_in
from .view import CondemnView, EmperorView

WIDTH = 80
_NAME = 16
_SILENT = ("slot", "answered", "moved", "too_many")  # said by what stands before or after them


def picture(words: Catalogue, setup: Setup, view: EmperorView) -> str:
    """The table as this seat sees it."""
    say = _Sayer(words, setup)
    way = say("unset") if view.direction is None else say("arrow_" + view.direction)
    lines = [say("round", round=view.round, phase=say("phase_" + view.phase), way=way), ""]
    lines.append("  " + say("header"))
    dead = [seat for seat in range(setup.seats) if seat not in view.ring]
    for seat in [*view.ring, *dead]:
        lines += _row(say, view, seat)
    lines += ["  " + say("legend"), ""]
    lines.append(say("condemns") + ("" if view.condemns else " " + say("none")))
    for condemn in view.condemns:
        lines += textwrap.wrap(
            _condemn(say, view, condemn), WIDTH, initial_indent="  ", subsequent_indent="     "
        )
    lines += _wrap(say("deck", deck=view.deck, pile=_pile(say, view)))
    if view.seat < 0:
        lines.append(say("spectator"))
    else:
        lines.append(say("side", side=words.sentence("term", str(view.side))) + ".")
        hand = ", ".join(say.card(name) for name in view.hand) or say("none")
        lines += _wrap(f"{say('hand')} {hand}")
    return "\n".join(lines)


class _Sayer:
    """Sentences of the catalogue's `picture` section."""

    def __init__(self, words: Catalogue, setup: Setup) -> None:
        self.words = words
        self.setup = setup

    def __call__(self, key: str, **data: Any) -> str:
        return self.words.say("picture", key, names=self.setup.names, **data)

    def card(self, name: str) -> str:
        return self.words.sentence("term", name)

    def name(self, seat: int) -> str:
        name = self.setup.names[seat]
        return name if len(name) <= _NAME else name[: _NAME - 1] + "…"


def _wrap(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, subsequent_indent="  ")


def _row(say: _Sayer, view: EmperorView, seat: int) -> list[str]:
    """One player: mark, name, hand, three cards, and what there is to say."""
    living = seat in view.ring
    mark = ">" if seat == view.pointer and view.phase in ("main", "discard") else " "
    cards = "".join(_face(view, seat, slot) for slot in range(3))
    hand = say("cards", count=view.sizes[seat]) if living else ""
    head = f"{mark} {say.name(seat):<{_NAME}} {hand:<8} {cards}  "
    notes = textwrap.wrap(" · ".join(_remarks(say, view, seat)), WIDTH - len(head)) or [""]
    rest = [" " * len(head) + more for more in notes[1:]]
    return [(head + notes[0]).rstrip(), *rest]


def _face(view: EmperorView, seat: int, slot: int) -> str:
    face = view.cards[seat][slot] or "?"
    return f"[{face}]" if view.face_up[seat][slot] else f" {face} "


def _remarks(say: _Sayer, view: EmperorView, seat: int) -> list[str]:
    out = []
    if seat == view.emperor:
        out.append(say("emperor"))
    if seat == view.seat:
        out.append(say("you"))
    if seat not in view.ring:
        out.append(say("dead"))
    if seat == view.pointer and view.phase != "direction":
        out.append(say("turn") if view.phase in ("main", "discard") else say("last"))
    if seat == view.candidate and view.phase != "over":
        out.append(say("next"))
    if seat in view.accused:
        out.append(say("accused"))
    out += [say("condemned", id=c.id) for c in view.condemns if c.target == seat]
    sure = _note(view, seat)
    if sure:
        out.append(say("atleast", what=sure))
    if view.held[seat]:
        out.append(say("holds", cards=", ".join(say.card(name) for name in view.held[seat])))
    if seat == view.seat:
        seen = [
            f"{say.name(other)} {','.join(str(slot) for owner, slot in eyes if owner == seat)}"
            for other, eyes in enumerate(view.eyes)
            if any(owner == seat for owner, _ in eyes)
        ]
        if seen:
            out.append(say("seen", by=", ".join(seen)))
    return out


def _note(view: EmperorView, seat: int) -> str:
    """What I know of the three together, where it says more than the cards I know."""
    shown = [face for face in view.cards[seat] if face is not None]
    pairs = zip("LR", view.notes[seat], strict=True)
    return ", ".join(f"{least} {face}" for face, least in pairs if least > shown.count(face))


def _condemn(say: _Sayer, view: EmperorView, c: CondemnView) -> str:
    clock = say.name(c.clock)
    running = c.clock == view.pointer and c.turn < view.turns
    if c.id == view.resolving:
        when = say("when_now", clock=clock)
    elif running and view.phase in ("main", "discard", "resolve"):
        when = say("when_this", clock=clock)
    else:
        when = say("when_next", clock=clock)
    people = {"target": say.name(c.target), "author": say.name(c.author)}
    text = say("condemn", id=c.id, when=when, **people)
    return f"{text} {say('locked')}" if c.locked else text


def _pile(say: _Sayer, view: EmperorView) -> str:
    counts = Counter(view.pile)
    known = [f"{counts[name]} {say.card(name)}" for name in CARDS if counts[name]]
    if counts[None]:
        known.append(f"{counts[None]} ?")
    return f"{len(view.pile)}" + (f" ({', '.join(known)})" if known else "")


# --- words ----------------------------------------------------------------------------------------


def report(words: Catalogue, setup: Setup, seen: Sequence[Seen]) -> list[str]:
    """What happened, without what goes without saying."""
    return [_said(words, setup, event) for event in seen if event.kind not in _SILENT]


def _said(words: Catalogue, setup: Setup, event: Seen) -> str:
    if event.kind == "over" and not event.data["winners"]:  # there is nobody to name
        return words.say("outcome", event.data["ending"], names=setup.names, winners=[])
    return words.say("event", event.kind, names=setup.names, **event.data)


def label(words: Catalogue, setup: Setup, act: int) -> str:
    """An act in words."""
    kind = kind_of(act)
    key = acts.KINDS[kind]
    data: Mapping[str, Any] = {
        "direction": "cw" if act == acts.CW else "ccw",
        "target": first_of(act) % setup.seats,
        "slot": slot_of(act),
        "second": second_of(act) % setup.seats,
        "other": other_slot_of(act),
        "id": value_of(act),
        "card": CARDS[(value_of(act) - (kind == acts.SHUFFLE)) % len(CARDS)],
        "cards": names_in(discarded_of(act)) if kind == acts.DISCARD else [],
    }
    lone = second_of(act) == NOBODY
    if (kind == CARD + INVESTIGATION and lone) or (kind == CARD + GUARDING and not lone):
        key += "_other"
    if kind == acts.SHUFFLE and value_of(act) == 0:
        key += "_other"
    return words.say("act", key, names=setup.names, **data)
