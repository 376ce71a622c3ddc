"""Truce as the table meets it: its options, its events, and where everything else stands."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import ClassVar

from intrigue.kernel.chance import Chance
from intrigue.kernel.game import Budget, EventKind, Game, Json, Option, Seen, Setup
from intrigue.kernel.position import TABLE, Position
from intrigue.kernel.story import Secret

from . import dump, notation, terminal
from .balance import TruceBalance
from .beliefs import imagine, known, secrets, suppose, unanswered
from .bot import TruceBot
from .features import TruceFeatures
from .negotiation import TruceNegotiator
from .promises import TrucePromises
from .rules import acts
from .rules.acts import kind_of, order
from .rules.position import Truce
from .rules.rounds import begin_round
from .rules.terms import terms_of
from .story import TruceTeller
from .view import TruceView


class TruceGame(Game):
    """A social game of secret orders by Scott Tolksdorf."""

    id: ClassVar = "truce"
    prefix: ClassVar = "TR"
    version: ClassVar = "1"
    low: ClassVar = 3
    high: ClassVar = acts.MOST_SEATS
    seats_rule: ClassVar = "TR-1"
    place: ClassVar = 1
    minutes: ClassVar = (20, 40)
    usual: ClassVar = 5
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
    turning_points: ClassVar = (
        "attack_on_looter",
        "attack",
        "robbed_spoils",
        "support_lost",
        "loot",
        "over",
    )
    bots: ClassVar = {"normal": TruceBot}
    hard: ClassVar = Budget(playouts=800, worlds=1, options=16, rounds=3)
    story: ClassVar = TruceTeller()
    promises: ClassVar = TrucePromises()
    negotiator: ClassVar = TruceNegotiator
    encoder: ClassVar = TruceFeatures
    balance: ClassVar = TruceBalance()
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
    lead_ins: ClassVar = ("time_up",)
    events: ClassVar = {
        "late": EventKind(),
        "time_up": EventKind(),
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
    beats: ClassVar = {
        "reveal": 1.2,
        "support": 0.9,
        "support_passed": 1.3,
        "support_lost": 1.3,
        "loot": 0.9,
        "removed_stash": 0.7,
        "attack": 1.1,
        "attack_on_looter": 1.1,
        "attack_failed": 1.1,
        "robbed_supply": 0.9,
        "removed_supply": 0.7,
        "robbed_spoils": 0.9,
        "removed_spoils": 0.7,
        "banked": 0.9,
    }

    def start(self, setup: Setup, chance: Chance) -> Truce:
        match = Truce(setup.seats, terms_of(setup))
        begin_round(match)
        return match

    def shows_ready(self, setup: Setup) -> bool:
        return setup.options["readyFlags"] == "shown"

    def bound(self, setup: Setup) -> int:
        return setup.seats * int(setup.options["rounds"])

    # --- acts and positions as text ---------------------------------------------------------------

    def parse(self, setup: Setup, text: str) -> int:
        return notation.parse(setup, text)

    def spell(self, setup: Setup, act: int) -> str:
        return notation.spell(setup, act)

    def kind(self, act: int) -> str:
        return acts.KINDS[kind_of(act)]

    def dump(self, setup: Setup, position: Truce) -> dict[str, Json]:
        return dump.dump(setup, position)

    def load(self, setup: Setup, given: Mapping[str, Json], chance: Chance) -> Truce:
        return dump.load(setup, given, chance)

    def worlds(self, setup: Setup, view: TruceView, seen: Sequence[Seen], rng: Random) -> Truce:
        return imagine(setup, view, rng)

    def imagine(
        self, setup: Setup, view: TruceView, seen: Sequence[Seen], rng: Random, count: int
    ) -> list[Position]:
        table = unanswered(setup, view)
        return [table.copy() for _ in range(count)]

    def suppose(
        self, setup: Setup, view: TruceView, seen: Sequence[Seen], rng: Random, count: int
    ) -> list[tuple[Position, float]]:
        return [(world, 1.0) for world in suppose(setup, view, rng, count)]

    def secrets(self, setup: Setup, position: Truce) -> Iterable[Secret]:
        return secrets(position)

    def known(self, setup: Setup, view: TruceView, seen: Sequence[Seen]) -> Iterable[Secret]:
        return known(setup, view)

    # --- the terminal -----------------------------------------------------------------------------

    def label(self, setup: Setup, act: int, lang: str = "en") -> str:
        return terminal.label(self.words(lang), setup, act)

    def chapter(self, view: TruceView) -> int:
        return view.round

    def picture(self, setup: Setup, view: TruceView, lang: str = "en") -> str:
        return terminal.picture(self.words(lang), setup, view)

    def report(self, setup: Setup, seen: Sequence[Seen], lang: str = "en") -> list[str]:
        return list(terminal.report(self.words(lang), setup, seen))

    def line(self, setup: Setup, event: Seen, lang: str = "en") -> list[str]:
        return [self.words(lang).say("event", event.kind, names=setup.names, **event.data)]

    # --- the table --------------------------------------------------------------------------------

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
