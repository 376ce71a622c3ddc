"""Complot as the table meets it: options, decks, notation, and what the kit wants to know."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, ClassVar

from intrigue.kernel.chance import Chance
from intrigue.kernel.game import Budget, EventKind, Game, Json, Option, Seen, Setup
from intrigue.kernel.position import Position, Refusal
from intrigue.kernel.story import Secret

from . import beliefs, carddata, cardtext, dump, notation, terminal
from .balance import ComplotBalance
from .bot import ComplotBot
from .features import ComplotFeatures
from .rules import acts
from .rules.cards import Deck
from .rules.deal import deal, first_player
from .rules.position import Complot
from .rules.state import PROMPTS
from .rules.terms import Terms
from .story import ComplotTeller
from .view import ComplotView

_POOLS = ("assertion", "reach", "fronts")
_CONTROL = ("phase", "left", "stack")
_HELD = ("held", "hands", "known", "hand")


class ComplotGame(Game):
    """A deck builder for two, after Lucas Satabin's #Shitstorm."""

    id: ClassVar = "complot"
    prefix: ClassVar = "CO"
    more_prefixes: ClassVar = ("AU", "CA")
    version: ClassVar = "2"
    low: ClassVar = 2
    high: ClassVar = 2
    seats_rule: ClassVar = "CO-1"
    place: ClassVar = 4
    minutes: ClassVar = (20, 40)
    usual: ClassVar = 2
    view_type: ClassVar = ComplotView
    stale_rule: ClassVar = "CO-24"
    prompts: ClassVar = PROMPTS
    refusals: ClassVar = (
        "over",
        "no_act",
        "no_card",
        "not_your_turn",
        "nothing_to_choose",
        "nothing_to_play",
        "phase_over",
        "not_in_hand",
        "not_disposable",
        "too_weak",
        "no_source",
        "shielded",
        "hit_range",
        "no_demonstration",
        "convert_range",
        "pile_empty",
        "slot_empty",
        "too_dear",
        "limit",
        "must_choose",
        "answer_first",
        "no_such_choice",
    )
    outcomes: ClassVar = ("wit", "conceded", "cap", "draw")
    chapters = ("turn",)
    headlines = (
        "over",
        "conceded",
        "hit",
        "destroyed",
        "discredited",
        "bought",
        "bought_top",
        "played",
    )
    lead_ins: ClassVar = (
        "time_up",
        "turn",
        "turn_ended",
        "drew_hidden",
        "drew_top",
        "reshuffled",
        "activated",
        "rallied",
        "massed",
        "bonus",
        "refilled",
        "asked",
    )
    turning_points: ClassVar = ("hit", "destroyed", "discredited", "conceded", "over")
    bots: ClassVar = {"normal": ComplotBot}
    hard: ClassVar = Budget(playouts=2000, doubt=1.0)
    story: ClassVar = ComplotTeller()
    balance: ClassVar = ComplotBalance()
    encoder: ClassVar = ComplotFeatures
    options: ClassVar = (
        Option("deck", "grand", choices=carddata.DECKS, rule="CA-42"),
        Option("first_draw", 3, low=3, high=5, rule="CA-3"),
        Option("turn_mode", "free", choices=("free", "phased"), rule="CA-7"),
        Option("sources_once", False, rule="CA-13"),
        Option("stammer_cap", 3, low=3, high=5, rule="CA-22"),
        Option("turn_cap", 60, low=1, high=200, rule="CA-40"),
        Option("first_player", "random", choices=("random", "host", "agree"), rule="CA-29"),
        Option("first_seat", 1, low=1, high=2, rule="CA-29"),
        Option("loser_starts", False, rule="CA-29"),
        Option("neutral_names", False, rule="CA-47"),
    )
    events: ClassVar = {
        "late": EventKind(),
        "time_up": EventKind(),
        "turn": EventKind(("active", "stammer", "fronts", *_CONTROL), rule="CO-20"),
        "played": EventKind((*_POOLS, *_HELD, "stack", "waiting"), discloses=True, rule="CO-25"),
        "activated": EventKind((*_POOLS, "stack"), rule="CO-23"),
        "rallied": EventKind(("fronts",), rule="CO-50"),
        "massed": EventKind(("fronts",), rule="CO-50"),
        "bonus": EventKind(_POOLS, rule="CO-60"),
        "can_convert": EventKind(("fronts",), rule="CO-59"),
        "front_page": EventKind(("pages",), rule="CO-58"),
        "doubles": EventKind(("doubled",), rule="AU-8"),
        "doubled": EventKind((*_POOLS, *_CONTROL), rule="AU-4"),
        "stammer": EventKind(("stammer",), rule="CO-54"),
        "stammered": EventKind(("discards", *_HELD, *_CONTROL), discloses=True, rule="CO-22"),
        "drew": EventKind(("hand", "hands", "decks"), rule="CO-48"),
        "drew_hidden": EventKind(("hands", "decks"), rule="CO-48"),
        "drew_top": EventKind(("decks", "tops", *_HELD), rule="CO-53"),
        "storm": EventKind(
            ("waiting", "decks", "tops", "held", "stack"), discloses=True, rule="AU-5"
        ),
        "reshuffled": EventKind(("discards", "decks", "held", "known"), rule="CO-49"),
        "asked": EventKind(_CONTROL),
        "declined": EventKind(_CONTROL, rule="CO-26"),
        "chose": EventKind(_CONTROL, rule="CO-61"),
        "eliminated_hand": EventKind(
            ("eliminated", *_HELD, *_CONTROL), discloses=True, rule="CO-55"
        ),
        "eliminated_discard": EventKind(("eliminated", "discards", *_CONTROL), rule="CO-55"),
        "eliminated_front": EventKind(("eliminated", "fronts", *_CONTROL), rule="AU-6"),
        "discredited": EventKind(("fronts", "discards", *_CONTROL), rule="CO-56"),
        "reported": EventKind(("row", "eliminated", *_CONTROL), rule="CO-57"),
        "refilled": EventKind(("row", "market"), rule="CO-42"),
        "destroyed": EventKind(("assertion", "fronts", "discards", "step"), rule="CO-30"),
        "hit": EventKind(("assertion", "wit", "step"), rule="CO-32"),
        "converted": EventKind((*_POOLS, "step"), rule="CO-59"),
        "bought": EventKind(
            ("reach", "row", "students", "discards", "bought", "step"), rule="CO-40"
        ),
        "bought_top": EventKind(
            ("reach", "row", "students", "tops", "decks", "pages", "bought", "step"), rule="CO-58"
        ),
        "disposed": EventKind(("fronts", "eliminated"), rule="CO-62"),
        "turn_ended": EventKind(
            (
                *_POOLS,
                *_HELD,
                *_CONTROL,
                *("pages", "step", "discards", "bought", "doubled", "turns", "active"),
            ),
            discloses=True,
            rule="CO-45",
        ),
        "conceded": EventKind(("conceded",), rule="CA-43"),
        "undone": EventKind(tuple(ComplotView.__struct_fields__)),
        "over": EventKind(("phase", "winner"), rule="CO-70"),
    }
    beats: ClassVar = {
        "hit": 1.1,
        "destroyed": 1.2,
        "discredited": 1.2,
    }

    # --- making a table -------------------------------------------------------------------------

    def content(self, options: Mapping[str, int | str | bool]) -> Json:
        return _content(str(options["deck"]))

    def deck(self, setup: Setup) -> Deck:
        """The cards of a table; raises `BadCard` for a content that is none."""
        return _decks.find(setup.data)

    def start(self, setup: Setup, chance: Chance) -> Complot:
        match = Complot(self.deck(setup), _terms(setup))
        match.lay_out()
        how = setup.options["first_player"]
        first = 0  # CA-29: the host
        if how == "random":
            first = first_player(chance)
        elif how == "agree":
            first = int(setup.options["first_seat"]) - 1
        deal(match, first, chance)
        return match

    def shows_ready(self, setup: Setup) -> bool:
        return True

    def bound(self, setup: Setup) -> int:
        return 2 * int(setup.options["turn_cap"]) * 1000

    # --- notation -------------------------------------------------------------------------------

    def parse(self, setup: Setup, text: str) -> int:
        return notation.parse(self.deck(setup), text)

    def spell(self, setup: Setup, act: int) -> str:
        return notation.spell(self.deck(setup), act)

    def kind(self, act: int) -> str:
        return acts.KINDS[acts.kind_of(act)]

    def read_draw(self, setup: Setup, deck: str, text: str) -> int:
        return notation.parse_draw(self.deck(setup), deck, text)

    def write_draw(self, setup: Setup, deck: str, face: int) -> str:
        return notation.spell_draw(self.deck(setup), deck, face)

    # --- the position as text, and beliefs --------------------------------------------------------

    def dump(self, setup: Setup, position: Complot) -> dict[str, Json]:
        return dump.dump(setup, position)

    def load(self, setup: Setup, given: Mapping[str, Json], chance: Chance) -> Complot:
        match = Complot(self.deck(setup), _terms(setup))
        return dump.load(setup, match, given, chance, self.title())

    def worlds(self, setup: Setup, view: ComplotView, seen: Sequence[Seen], rng: Random) -> Complot:
        return beliefs.world(Complot(self.deck(setup), _terms(setup)), view, rng)

    def imagine(
        self, setup: Setup, view: ComplotView, seen: Sequence[Seen], rng: Random, count: int
    ) -> list[Position]:
        return beliefs.worlds(self.worlds(setup, view, seen, rng), view, rng, count)

    def secrets(self, setup: Setup, position: Complot) -> Iterable[Secret]:
        return beliefs.secrets(position)

    def known(self, setup: Setup, view: ComplotView, seen: Sequence[Seen]) -> Iterable[Secret]:
        return beliefs.known(self.deck(setup), view)

    def cards(self, deck: str = "", lang: str = "en") -> list[dict[str, Json]]:
        name = deck or carddata.DECKS[0]
        content = carddata.read_deck(name)
        return cardtext.listing(content, carddata.build(content, name), self.words(lang))

    # --- the terminal -----------------------------------------------------------------------------

    def label(self, setup: Setup, act: int, lang: str = "en") -> str:
        return terminal.label(setup, self.deck(setup), act, self.words(lang))

    def choice(self, setup: Setup, act: int, view: ComplotView, lang: str = "en") -> str:
        return terminal.label(setup, self.deck(setup), act, self.words(lang), view.row)

    def question(self, setup: Setup, kind: str, data: Mapping[str, Any], lang: str = "en") -> str:
        named = terminal.named(self.deck(setup), data, self.words(lang))
        return super().question(setup, kind, named, lang)

    def chapter(self, view: ComplotView) -> int:
        return min(view.turns) + 1  # counted when they are over

    def picture(self, setup: Setup, view: ComplotView, lang: str = "en") -> str:
        return terminal.picture(setup, self.deck(setup), view, self.words(lang))

    def report(self, setup: Setup, seen: Sequence[Seen], lang: str = "en") -> list[str]:
        return terminal.report(setup, self.deck(setup), seen, self.words(lang))

    def explain(self, refusal: Refusal, names: Sequence[str], lang: str = "en") -> str:
        data = cardtext.with_names(refusal.data, self.words(lang))
        return super().explain(Refusal(refusal.code, refusal.rule, data), names, lang)

    # --- what the kit wants to know ---------------------------------------------------------------

    def accepts_beyond(self, position: Complot, seat: int, act: int) -> bool:
        return act == acts.CONCEDE  # CA-43: always possible, and no move of play

    def conserved(self, position: Complot) -> Json:
        return beliefs.cards_of(position)


class _Decks:
    """Decks that were built already, by the very content they were built from."""

    def __init__(self) -> None:
        self.known: dict[int, Deck] = {}

    def find(self, content: Json) -> Deck:
        deck = self.known.get(id(content))
        if deck is None or deck.content is not content:
            if len(self.known) > 64:
                self.known.clear()
            deck = carddata.build(content)
            self.known[id(content)] = deck
        return deck


_decks = _Decks()


@cache
def _content(name: str) -> Json:
    """A built-in deck, examined once; the same object for every table."""
    content = carddata.read_deck(name)
    carddata.build(content, name)
    return content


def _terms(setup: Setup) -> Terms:
    values = setup.options
    return Terms(
        values["turn_mode"] == "phased",
        bool(values["sources_once"]),
        int(values["stammer_cap"]),
        int(values["turn_cap"]),
        int(values["first_draw"]),
    )
