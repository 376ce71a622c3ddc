"""Truce as the table meets it: options, notation, the position as text, and beliefs."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import ClassVar

from intrigue.kernel.chance import Chance
from intrigue.kernel.game import (
    EventKind,
    Game,
    Json,
    Option,
    Seen,
    Setup,
    read_count,
    read_flag,
    read_list,
    unknown,
)
from intrigue.kernel.position import TABLE, Illegal, Refusal
from intrigue.kernel.text import BadInput

from . import acts, drawing
from .acts import coins_of, gift, kind_of, order, target_of
from .bot import TruceBot
from .resolve import Terms
from .rules import Truce
from .view import Order, TruceView

_TARGETED = ("attack", "support")


class TruceGame(Game):
    """A social game of secret orders by Scott Tolksdorf."""

    id: ClassVar = "truce"
    prefix: ClassVar = "TR"
    version: ClassVar = "1"
    low: ClassVar = 3
    high: ClassVar = acts.MOST_SEATS
    seats_rule: ClassVar = "TR-1"
    symmetry: ClassVar = "all"
    view_type: ClassVar = TruceView
    stale_rule: ClassVar = "TR-50"
    correspondence: ClassVar = "deadline"  # TR-A36
    prompts: ClassVar = ("orders",)
    refusals: ClassVar = (
        "over",
        "no_order",
        "no_gift",
        "no_freeze",
        "already_ordered",
        "gifts_off",
        "gifts_frozen",
        "gift_to_self",
        "gift_to_nobody",
        "gift_of_nothing",
        "gift_too_large",
    )
    outcomes: ClassVar = ("coins", "supporters", "shared")
    chapters = ("round",)
    headlines = (
        "over",
        "attack_on_looter",
        "attack",
        "robbed_spoils",
        "support_lost",
        "attack_failed",
        "loot",
    )
    bots: ClassVar = {"scripted": TruceBot}
    options: ClassVar = (
        Option("rounds", 10, low=1, high=50, rule="TR-2"),
        Option("initialStash", 0, low=0, high=1, rule="TR-A30"),
        Option("spoilsRemainder", "removed", choices=("removed", "kept"), rule="TR-A10"),
        Option("cycleOutsiders", "downstream", choices=("downstream", "snapshot"), rule="TR-A25"),
        Option("reveal", "allReady", choices=("allReady", "deadline"), rule="TR-A36"),
        Option("giftFreezeSec", 0, low=0, high=86400, rule="TR-A19"),
        Option("gifts", True, rule="TR-39"),
        Option("readyFlags", "shown", choices=("shown", "count", "hidden"), rule="TR-A36"),
        Option("onLeave", "pass", choices=("pass", "bot"), rule="TR-52"),
    )
    events: ClassVar = {
        "late": EventKind(),
        "round": EventKind(("round", "stash", "gifts"), rule="TR-5"),
        "sealed": EventKind(("order",)),
        "gift": EventKind(("supply", "spoils"), rule="TR-42"),
        "frozen": EventKind(("gifts",), rule="TR-A19"),
        "reveal": EventKind(("past", "order"), discloses=True, rule="TR-8"),
        "support": EventKind(rule="TR-22"),
        "support_passed": EventKind(rule="TR-21"),
        "support_lost": EventKind(rule="TR-A5"),
        "supporters": EventKind(("supporters",), rule="TR-29"),
        "loot": EventKind(("stash", "spoils"), rule="TR-23"),
        "attack": EventKind(rule="TR-15"),
        "attack_on_looter": EventKind(rule="TR-16"),
        "attack_failed": EventKind(rule="TR-19"),
        "robbed_supply": EventKind(("supply",), rule="TR-17"),
        "robbed_spoils": EventKind(("spoils",), rule="TR-34"),
        "removed_stash": EventKind(("stash", "removed"), rule="TR-24"),
        "removed_supply": EventKind(("supply", "removed"), rule="TR-33"),
        "removed_spoils": EventKind(("spoils", "removed"), rule="TR-A10"),
        "banked": EventKind(("supply", "spoils"), rule="TR-11"),
        "over": EventKind(("phase", "gifts"), rule="TR-44"),
    }

    def start(self, setup: Setup, chance: Chance) -> Truce:
        match = Truce(setup.seats, _terms(setup))
        match.begin_round()
        return match

    def bound(self, setup: Setup) -> int:
        return setup.seats * int(setup.options["rounds"])

    # --- notation: `attack Agatha`, `support Barney`, `defend`, `loot`, `pass`, `gift 2 Agatha` ---

    def parse(self, setup: Setup, text: str) -> int:
        verb, _, rest = text.strip().partition(" ")
        verb, rest = verb.lower(), rest.strip()
        if verb == "gift":
            return self._parse_gift(setup, rest)
        if verb == "freeze" and not rest:
            return order(acts.FREEZE)
        if verb not in acts.KINDS[:5]:
            raise Illegal(Refusal("no_order", "TR-9", {"text": text[:60]}))
        target = acts.NONE
        if verb in _TARGETED and rest:  # TR-A33, TR-A35
            target = setup.names.index(rest) if rest in setup.names else acts.NONE
        return order(acts.KINDS.index(verb), target)

    def _parse_gift(self, setup: Setup, rest: str) -> int:
        coins, _, name = rest.partition(" ")
        if not (coins.isascii() and coins.isdigit() and len(coins) < 7 and name.strip()):
            raise Illegal(Refusal("no_gift", "TR-50", {"text": f"gift {rest}"[:60]}))
        name = name.strip()
        to = setup.names.index(name) if name in setup.names else acts.NONE
        return gift(to, int(coins))

    def spell(self, setup: Setup, act: int) -> str:
        verb = acts.KINDS[kind_of(act)]
        target = target_of(act)
        name = setup.names[target] if 0 <= target < setup.seats else "?"
        if verb == "gift":
            return f"gift {coins_of(act)} {name}"
        return f"{verb} {name}" if target != acts.NONE else verb

    def kind(self, act: int) -> str:
        return acts.KINDS[kind_of(act)]

    # --- the position as text ---------------------------------------------------------------------

    def dump(self, setup: Setup, position: Truce) -> dict[str, Json]:
        past = []
        turn = position.past
        while turn is not None:
            past.append(setup.by_seat([self._dump_order(setup, act) for act in turn.orders]))
            turn = turn.before
        answers = position.orders.answers
        return {
            "round": position.round,
            "stash": position.stash,
            "removed": position.removed,
            "frozen": position.frozen,
            "over": position.over,
            "supply": setup.by_seat(list(position.supply)),
            "spoils": setup.by_seat(list(position.spoils)),
            "supporters": setup.by_seat(list(position.supporters)),
            "orders": {
                name: self.spell(setup, act)
                for name, act in zip(setup.names, answers, strict=True)
                if act >= 0
            },
            "past": past[::-1],
        }

    def _dump_order(self, setup: Setup, act: int) -> str:
        mark = " (invalid)" if act & acts.INVALID else ""
        return self.spell(setup, act & ~acts.INVALID) + mark

    def _load_order(self, setup: Setup, text: Json) -> int:
        if not isinstance(text, str):
            raise BadInput("text", name="orders", value=repr(text))
        plain = text.removesuffix(" (invalid)")
        act = self.parse(setup, plain)
        return act if plain == text else act | acts.INVALID

    def load(self, setup: Setup, given: Mapping[str, Json], chance: Chance) -> Truce:
        match = self.start(setup, chance)
        fields = self.dump(setup, match)
        for name in given:
            if name not in fields:
                raise unknown("no_part", name, fields, game=self.title())
        match.round = read_count("round", given.get("round", 1), int(setup.options["rounds"]))
        match.stash = read_count("stash", given.get("stash", match.stash))
        match.removed = read_count("removed", given.get("removed", 0))
        match.frozen = read_flag("frozen", given.get("frozen", False))
        match.place(
            _counts(setup, "supply", given, list(match.supply)),
            _counts(setup, "spoils", given, list(match.spoils)),
            _counts(setup, "supporters", given, list(match.supporters)),
        )
        for turn in read_list("past", given.get("past", [])):
            said = setup.from_names(turn, ["pass"] * setup.seats)
            match.remember([self._load_order(setup, act) for act in said])
        if read_flag("over", given.get("over", False)):
            match.finish()
        orders = given.get("orders", {})
        for seat, act in enumerate(setup.from_names(orders, [None] * setup.seats)):
            if act is not None:
                match.orders.put(seat, self._load_order(setup, act))
        if match.orders.owed == 0 and not match.over:
            raise BadInput("all_answered")
        return match

    # --- beliefs ----------------------------------------------------------------------------------

    def worlds(self, setup: Setup, view: TruceView, seen: Sequence[Seen], rng: Random) -> Truce:
        """Everything is public but the orders under way: each other player's is a uniform legal
        one (the uninformed prior). At least one answer stays open, or the round would be over."""
        match = Truce(setup.seats, _terms(setup))
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
        others = [seat for seat in range(setup.seats) if seat != view.seat]
        for seat in others if view.order is None and view.seat >= 0 else others[:-1]:
            match.orders.put(seat, match.nth(seat, rng.randrange(match.width(seat))))
        return match

    # --- the terminal -----------------------------------------------------------------------------

    def label(self, setup: Setup, act: int, lang: str = "en") -> str:
        target = target_of(act) if target_of(act) != acts.NONE else None
        data = {"target": target, "coins": coins_of(act)}
        return self.words(lang).say("act", self.kind(act), names=setup.names, **data)

    def picture(self, setup: Setup, view: TruceView, lang: str = "en") -> str:
        return drawing.picture(setup, view, self.words(lang))

    def report(self, setup: Setup, seen: Sequence[Seen], lang: str = "en") -> list[str]:
        return list(drawing.report(setup, seen, self.words(lang)))

    def line(self, setup: Setup, event: Seen, lang: str = "en") -> list[str]:
        return [self.words(lang).say("event", event.kind, names=setup.names, **event.data)]

    def timed(self, setup: Setup, position: Truce) -> tuple[float, int] | None:
        """TR-A19: gifts are closed before the reveal."""
        freeze = order(acts.FREEZE)
        if position.over or position.check(TABLE, freeze) is not None:
            return None
        return float(setup.options["giftFreezeSec"]), freeze

    # --- what the kit wants to know ---------------------------------------------------------------

    def accepts_beyond(self, position: Truce, seat: int, act: int) -> bool:
        return kind_of(act) <= acts.SUPPORT  # TR-A15, TR-A33: judged at the reveal

    def conserved(self, position: Truce) -> Json:
        coins = sum(position.supply) + sum(position.spoils) + position.stash + position.removed
        return coins - position.round  # TR-5 brings a coin a round

    def unseen(self, position: Truce, seat: int, act: int, viewer: int) -> Json:
        if kind_of(act) <= acts.SUPPORT and seat != viewer:
            return "order" if position.orders.owed > 1 else act
        return act


def _act(shown: Order) -> int:
    """A shown order as an act."""
    target = acts.NONE if shown.target is None else shown.target
    act = order(acts.KINDS.index(shown.kind), target)
    return act if shown.valid else act | acts.INVALID


def _terms(setup: Setup) -> Terms:
    values = setup.options
    flags = {"shown": "names"}.get(str(values["readyFlags"]), str(values["readyFlags"]))
    return Terms(
        int(values["rounds"]),
        int(values["initialStash"]),
        str(values["spoilsRemainder"]),
        str(values["cycleOutsiders"]),
        bool(values["gifts"]),
        int(values["giftFreezeSec"]) > 0,
        str(values["reveal"]),
        flags,
    )


def _counts(setup: Setup, name: str, given: Mapping[str, Json], before: list[int]) -> list[int]:
    values = setup.from_names(given.get(name, {}), before)
    return [read_count(name, value) for value in values]
