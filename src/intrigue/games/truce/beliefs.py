"""What a seat can believe of Truce: everything is public but the orders under way."""

from collections.abc import Iterator
from random import Random

from intrigue.kernel.chance import Fast
from intrigue.kernel.game import Setup
from intrigue.kernel.story import Secret

from .rules import acts
from .rules.acts import order
from .rules.position import Truce
from .rules.terms import terms_of
from .view import Order, TruceView


def imagine(setup: Setup, view: TruceView, rng: Random) -> Truce:
    """A position that fits what a seat has seen: each other player's order under way is a uniform
    legal one (the uninformed prior). At least one answer stays open, or the round would be over."""
    match = unanswered(setup, view)
    if match.over:
        return match
    others = [seat for seat in range(setup.seats) if seat != view.seat]
    for seat in others if view.order is None and view.seat >= 0 else others[:-1]:
        match.orders.put(seat, match.nth(seat, rng.randrange(match.width(seat))))
    return match


def unanswered(setup: Setup, view: TruceView) -> Truce:
    """The same, with everybody else's order still to come."""
    match = Truce(setup.seats, terms_of(setup))
    match.round = view.round
    match.stash = view.stash
    match.removed = view.removed
    match.frozen = view.gifts_option and not view.gifts and view.phase == "orders"
    match.place(list(view.supply), list(view.spoils), list(view.supporters))
    for turn in view.past:
        match.remember([_act(shown) for shown in turn])
    if view.phase == "over":
        match.finish()
        return match
    match.orders.ask_all()
    if view.order is not None:
        match.orders.put(view.seat, _act(view.order))
    return match


def _act(shown: Order) -> int:
    """A shown order as an act."""
    target = acts.NONE if shown.target is None else shown.target
    act = order(acts.KINDS.index(shown.kind), target)
    return act if shown.valid else act | acts.INVALID


# --- what may be guessed --------------------------------------------------------------------------


def suppose(setup: Setup, view: TruceView, rng: Random, count: int) -> list[Truce]:
    """Everybody else's orders as somebody who thinks a little may give them; the viewer's own, if
    it is out, is not theirs to know."""
    table = unanswered(setup, view)
    chance = Fast(rng.getrandbits(40))
    others = [seat for seat in table.asked() if seat != view.seat]
    out = []
    for _ in range(count):
        world = table.copy()
        guesses = [(seat, table.guess(seat, chance)) for seat in others]
        for seat, act in guesses:
            world.orders.put(seat, act)
        out.append(world)
    return out


def secrets(position: Truce) -> Iterator[Secret]:
    """TR-8: orders, until they are revealed."""
    if position.over:
        return
    for seat, act in enumerate(position.orders.answers):
        if act >= 0:
            yield _ordered(seat, int(act))


def known(setup: Setup, view: TruceView) -> Iterator[Secret]:
    if view.order is not None and view.phase == "orders":
        yield _ordered(view.seat, _act(view.order))


def _ordered(seat: int, act: int) -> Secret:
    """An order as text, its target as a seat."""
    target = acts.target_of(act)
    kind = acts.KINDS[acts.kind_of(act)]
    return Secret("order", (seat,), kind if target < 0 else f"{kind} {target}")
