"""J'Accuse in a terminal: the ring of seats with the network cards between them, the policy line,
and what one knows. Colours are a word and a shape, never colour alone."""

import textwrap
from collections.abc import Iterator, Sequence

from intrigue.kernel.game import Seen, Setup
from intrigue.kernel.text import Catalogue

from .view import JAccuseView, MemoryView

WIDTH = 80
_SHAPES = {"R": "♦", "B": "♠", "N": "○"}


def picture(setup: Setup, view: JAccuseView, words: Catalogue) -> str:
    """The whole table as a seat sees it."""
    lines = [*_head(view, words), "", *_ring(setup, view, words)]
    lines += ["", *_table(setup, view, words)]
    if view.seat >= 0:
        lines += _mine(setup, view, words)
    lines += _memory(setup, view, words)
    while lines and not lines[-1]:
        lines.pop()
    return "\n".join(line.rstrip() for line in lines)


def _say(words: Catalogue, key: str, setup: Setup | None = None, **data: object) -> str:
    return words.say("picture", key, names=setup.names if setup else (), **data)


def _wrap(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, subsequent_indent="  ", break_on_hyphens=False)


def _head(view: JAccuseView, words: Catalogue) -> Iterator[str]:
    """Generation, streak against stability, and the line of policies."""
    yield _say(words, "head", generation=view.generation, generations=view.generations)
    won = [_colour(words, ended.winner) for ended in view.history]
    if won:
        yield _say(words, "history", winners=won)
    bar = "■" * view.streak + "□" * (view.stability - view.streak)
    colour = _colour(words, view.policies[-1].colour if view.policies else None)
    yield _say(words, "streak", bar=bar, colour=colour, n=view.streak, of=view.stability)
    line = []
    for policy in view.policies:
        card = f"{policy.card} " if policy.card else ""
        line.append(f"{_sign(words, policy.colour)} {card}({words.sentence('term', policy.how)})")
    yield from _wrap(_say(words, "policies", line=" · ".join(line) or "–"))
    if view.wrong or view.drought:
        yield _say(words, "trouble", wrong=view.wrong, drought=view.drought)


def _colour(words: Catalogue, colour: str | None) -> str:
    return words.sentence("term", colour or "none")


def _sign(words: Catalogue, colour: str | None) -> str:
    return "?" if colour is None else f"{_SHAPES[colour]} {_colour(words, colour)}"


def _ring(setup: Setup, view: JAccuseView, words: Catalogue) -> Iterator[str]:
    """Every seat with what lies before it; between two seats the network card they share."""
    wide = min(20, max(len(name) for name in setup.names))
    last = setup.seats - 1
    yield f"      {'┌' if setup.seats else ''}─ {_sign(words, view.networks[last])}"
    for seat, name in enumerate(setup.names):
        mark = ">" if seat == view.seat else " "
        cards = _say(words, "cards", n=view.sizes[seat]) if view.sizes[seat] else _out(words)
        counts = _say(words, "counts", tokens=view.tokens[seat], points=_points(view, seat))
        notes = ", ".join(_notes(view, seat, words))
        row = f"{mark} {name[:wide]:<{wide}}  {cards:<10} {counts}"
        yield f"{row}  {notes}"[:WIDTH]
        if seat != last:
            yield f"      ├─ {_sign(words, view.networks[seat])}"
    yield f"      └─ {_sign(words, view.networks[last])}"


def _out(words: Catalogue) -> str:
    return words.sentence("term", "out")


def _points(view: JAccuseView, seat: int) -> int:
    return view.totals[seat] if view.totals else view.points[seat]


def _notes(view: JAccuseView, seat: int, words: Catalogue) -> Iterator[str]:
    if seat == view.president:
        yield words.sentence("term", "president")
    elif seat in view.presidents:
        yield words.sentence("term", "barred")
    if view.accusation is not None and view.accusation.target == seat:
        yield words.sentence("term", "accused")
    if view.phase == "over" and view.history:
        yield view.history[-1].memberships[seat]


def _table(setup: Setup, view: JAccuseView, words: Catalogue) -> Iterator[str]:
    """Votes round by round, a parley or an accusation under way, the pile."""
    for number, votes in enumerate(view.votes, 1):
        shown = [f"{setup.names[i]} {card}" for i, card in enumerate(votes) if card]
        yield from _wrap(_say(words, "votes", round=number, votes=shown))
    if view.parley is not None:
        parley = view.parley
        yield _say(words, "parley", setup, target=parley.target, count=parley.count)
        if parley.offer is not None:
            yield _say(words, "offer", cards=list(parley.offer))
    if view.accusation is not None:
        said = view.accusation
        key = "right" if said.right else "wrong"
        yield _say(words, key, setup, target=said.target, colour=said.colour, card=said.card)
    if view.discards:
        yield _say(words, "discards", n=view.discards)


def _mine(setup: Setup, view: JAccuseView, words: Catalogue) -> Iterator[str]:
    """My secrets: two network cards, membership, hand, what I have sealed."""
    seat, seats = view.seat, setup.seats
    left, right = view.networks[seat], view.networks[seat - 1]
    yield from _wrap(
        _say(
            words,
            "networks",
            setup,
            left=(seat + 1) % seats,
            right=(seat - 1) % seats,
            one=_colour(words, left),
            other=_colour(words, right),
        )
    )
    if view.membership is not None:
        yield _say(words, "membership", card=view.membership)
    if view.hand:
        yield _say(words, "hand", cards=" ".join(view.hand))
    if view.answer is not None:
        act = {"kind": view.answer.kind, "card": view.answer.card}
        yield _say(words, "answer", act=act)


def _memory(setup: Setup, view: JAccuseView, words: Catalogue) -> Iterator[str]:
    """Cards that were seen, by where they must be; then those that may be in several places."""
    if not view.memory:
        return
    yield ""
    yield _say(words, "memory")
    sure: dict[str, list[str]] = {}
    for known in view.memory:
        sure.setdefault(_places(setup, known, words), []).append(known.card)
    for place, cards in sorted(sure.items(), key=lambda item: (" / " in item[0], item[0])):
        yield from textwrap.wrap(
            f"  {place}: {' '.join(cards)}", WIDTH, subsequent_indent="    ", break_on_hyphens=False
        )


def _places(setup: Setup, known: MemoryView, words: Catalogue) -> str:
    out = []
    for place in known.places:
        zone = words.sentence("term", place.zone)
        out.append(zone if place.seat is None else f"{setup.names[place.seat]} ({zone})")
    return " / ".join(out)


def report(setup: Setup, seen: Sequence[Seen], words: Catalogue) -> Iterator[str]:
    """Events as lines; votes and memberships are listed by name."""
    for event in seen:
        yield words.say("event", event.kind, names=setup.names, **event.data)
        if event.kind == "votes":
            for name, card in zip(setup.names, event.data["votes"], strict=True):
                if card is not None:
                    yield f"  {name}: {card}"
        elif event.kind in ("won", "void"):
            cards = zip(setup.names, event.data["memberships"], strict=True)
            yield "  " + ", ".join(f"{name} {card}" for name, card in cards)
        elif event.kind == "over":
            networks = zip(setup.names, event.data["networks"], strict=True)
            ring = " – ".join(f"{name} – {_sign(words, colour)}" for name, colour in networks)
            yield "  " + _say(words, "opened", line=f"{ring} – {setup.names[0]}")
            points = zip(setup.names, event.data["totals"], strict=True)
            total = ", ".join(f"{name} {total}" for name, total in points)
            yield "  " + _say(words, "points", line=total)
