"""Truce in a terminal: the table at a glance, and the reveal as a sequence one can read."""

from collections.abc import Iterator, Sequence

from intrigue.kernel.game import Seen, Setup
from intrigue.kernel.text import Catalogue

from .rules.acts import KINDS, NONE, coins_of, kind_of, target_of
from .view import Order, TruceView

_STEPS = {
    "reveal": "orders",
    "support": "support",
    "support_passed": "support",
    "support_lost": "support",
    "loot": "loot",
    "removed_stash": "loot",
    "attack": "attacks",
    "attack_on_looter": "attacks",
    "attack_failed": "attacks",
    "robbed_supply": "coins",
    "robbed_spoils": "coins",
    "removed_supply": "coins",
    "removed_spoils": "coins",
    "banked": "bank",
}


def picture(words: Catalogue, setup: Setup, view: TruceView) -> str:
    """Supply as a row of coins, Spoils beside it, everyone's last order."""
    wide = max(len(name) for name in setup.names)
    public = {"round": view.round, "rounds": view.rounds}
    coins = {"stash": view.stash, "removed": view.removed}
    lines = [words.fill(words.sentence("picture", "head"), (), {**public, **coins})]
    for seat, name in enumerate(setup.names):
        supply = view.supply[seat]
        bar = "●" * min(supply, 20) + ("…" if supply > 20 else "")
        mark = ">" if seat == view.seat else " "
        line = f"{mark} {name:<{wide}} {supply:>3} {bar:<21}"
        if view.spoils[seat]:
            line += " " + words.say("picture", "spoils", coins=view.spoils[seat])
        if view.past:
            act = _act(view.past[-1][seat])
            line += " " + words.say("picture", "last", names=setup.names, act=act)
        lines.append(line.rstrip())
    if view.order is not None:
        lines.append(words.say("picture", "own", names=setup.names, act=_act(view.order)))
    return "\n".join(lines)


def _act(order: Order) -> dict[str, object]:
    return {"kind": order.kind, "target": order.target, "valid": order.valid}


def report(words: Catalogue, setup: Setup, seen: Sequence[Seen]) -> Iterator[str]:
    """Events as lines, under a heading for each step of the reveal."""
    wide = max(len(name) for name in setup.names)
    heading = ""
    for event in seen:
        step = _STEPS.get(event.kind, "")
        if step and step != heading:
            yield words.say("picture", "step_" + step)
        heading = step
        if event.kind == "reveal":
            for name, act in zip(setup.names, event.data["orders"], strict=True):
                order = words.fill("{act:act}", setup.names, {"act": act})
                yield f"  {name:<{wide}}  {order}"
        elif event.kind == "banked":
            supply = zip(setup.names, event.data["supply"], event.data["coins"], strict=True)
            for name, coins, gained in supply:
                gain = f" (+{gained})" if gained else ""
                yield f"  {name:<{wide}} {coins:>3}{gain}"
        elif event.kind == "supporters":
            heading = "support"
        else:
            indent = "  " if step else ""
            yield indent + words.say("event", event.kind, names=setup.names, **event.data)


def label(words: Catalogue, setup: Setup, act: int) -> str:
    """An act in words."""
    target = target_of(act) if target_of(act) != NONE else None
    data = {"target": target, "coins": coins_of(act)}
    return words.say("act", KINDS[kind_of(act)], names=setup.names, **data)
