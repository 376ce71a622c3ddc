"""Accusation as the table meets it: options, notation, the position as text, beliefs, words."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar

from intrigue.kernel.chance import Chance
from intrigue.kernel.game import Budget, EventKind, Game, Json, Option, Seen, Setup
from intrigue.kernel.masks import size
from intrigue.kernel.position import Position
from intrigue.kernel.story import Secret
from intrigue.kernel.text import BadInput

from . import beliefs, dump, notation, terminal
from .balance import AccusationBalance
from .bot import AccusationBot
from .carddata import base_set
from .cardtext import listing
from .features import AccusationFeatures
from .memory import remember
from .negotiation import AccusationNegotiator
from .promises import AccusationPromises
from .rules import acts
from .rules.acts import kind_of, what_of
from .rules.cards import EVENTS, events_in
from .rules.position import Accusation
from .rules.rounds import begin
from .rules.state import NONE, STEPS
from .rules.terms import Terms
from .rules.threads import JOBS, executor, serving
from .rules.trackers import initiator_of
from .story import AccusationTeller
from .view import AccusationView

_TOKENS = ("tokens", "bank")
_HAND = ("hands", "hand", "discard", "supply")
_WINDOWS = ("open", "plan", "reveal", "last", "audit")
_CONTROL = ("phase", "answer", "event", "batch", "looked", "crew", "target")


class AccusationGame(Game):
    """World leaders, secret events and paid accusations, by Brett Lowey and Glendon Klassen."""

    id: ClassVar = "accusation"
    prefix: ClassVar = "AC"
    more_prefixes: ClassVar = ("AM",)
    version: ClassVar = "2"
    low: ClassVar = 2
    high: ClassVar = 6  # AC-1, AM-43
    seats_rule: ClassVar = "AC-1"
    place: ClassVar = 5
    minutes: ClassVar = (45, 90)
    usual: ClassVar = 4
    view_type: ClassVar = AccusationView
    stale_rule: ClassVar = "AC-101"
    chapters = ("round",)
    headlines = (
        "over",
        "removed",
        "exposed",
        "audited",
        "admitted",
        "claimed_success",
        "denied",
        "accused",
        "claimed",
        "revealed",
    )
    lead_ins: ClassVar = (
        "time_up",
        "round",
        "drew",
        "reshuffled",
        "world_card",
        "shuffled",
        "accusations",
        "passed",
        "cleanup",
    )
    turning_points: ClassVar = (
        "accused",
        "admitted",
        "exposed",
        "audited",
        "claimed_success",
        "removed",
        "over",
    )
    bots: ClassVar = {"normal": AccusationBot}
    hard: ClassVar = Budget(playouts=600, rounds=2)
    story: ClassVar = AccusationTeller()
    balance: ClassVar = AccusationBalance()
    promises: ClassVar = AccusationPromises()
    negotiator: ClassVar = AccusationNegotiator
    encoder: ClassVar = AccusationFeatures
    rare: ClassVar = ("concede",)
    prompts: ClassVar = (
        "draft",
        "open",
        "select",
        "plan",
        "reveal",
        "claim",
        "half",
        "turn",
        "payment",
        "answer",
        "last",
        "success",
        "audit",
        *JOBS[1:],
    )
    patient: ClassVar = ("claim", "success", "answer", "raid", "bury")
    passable: ClassVar = ("open", "plan", "reveal", "last", "audit")
    turns: ClassVar = ("select", "turn")
    refusals: ClassVar = (
        "over",
        "no_act",
        "unreadable",
        "no_concession",
        "no_ability",
        "not_accused",
        "only_plan",
        "only_reveal",
        "only_speaker",
        "not_now",
        "unaffordable",
        "once_a_round",
        "bad_target",
        "pointless",
        "accusation_unaffordable",
        "cleared",
        "locked",
        "not_accusable",
        "answer_first",
        "certified",
        "not_yours",
        "no_denial",
        "not_your_turn",
        "bad_tokens",
        "not_that_card",
        "wrong_question",
    )
    outcomes: ClassVar = ("vp", "last", "cap")
    options: ClassVar = (
        Option("vp_target", 3, low=3, high=5, rule="AC-2"),
        Option("bank", "open", low=1, high=99, choices=("open", "strict"), rule="AC-108"),
        Option("income", 1, low=0, high=2, rule="AC-24"),
        Option(
            "speaker_half", "country", choices=("country", "country+world", "off"), rule="AC-49"
        ),
        Option("honesty", "enforced", choices=("enforced", "table"), rule="AC-66"),
        Option("audit", "certified", choices=("certified", "tracker"), rule="AC-66"),
        Option("denied_lock", "keep", choices=("keep", "clear"), rule="AC-75"),
        Option("denied_incorrect", "void", choices=("void", "deferred"), rule="AC-80"),
        Option("windows", "full", choices=("full", "fast"), rule="AC-101"),
        Option("countries", "off", choices=("off", "random", "draft"), rule="AC-111"),
        Option("reveal_adjust", "immediate", choices=("immediate", "next_round"), rule="AC-41"),
        Option("win_check", "immediate", choices=("immediate", "end_of_event"), rule="AC-150"),
        Option("round_cap", 30, low=10, high=99, rule="AC-153"),
        Option("first_speaker", "random", low=1, high=6, choices=("random",), rule="AC-8"),
        Option("log_memory", True, rule="AC-53"),
    )
    events: ClassVar = {
        "late": EventKind(),
        "time_up": EventKind(),
        "now": EventKind(_CONTROL),
        "sealed": EventKind(("answer",)),
        "country": EventKind(("countries",), rule="AC-111"),
        "round": EventKind(("round", "speaker"), rule="AC-20"),
        "drew": EventKind(("hands", "deck"), rule="AC-21"),
        "drew_card": EventKind(("hands", "hand", "deck"), discloses=True, rule="AC-21"),
        "reshuffled": EventKind(("deck", "discard", "spent"), rule="AC-140"),
        "world_card": EventKind(("deck", "pile"), rule="AC-25"),
        "selected": EventKind(("hands", "pile", "contributors"), rule="AC-27"),
        "selected_card": EventKind(("hand", "tracker"), rule="AC-27"),
        "shuffled": EventKind(("pile",), rule="AC-30"),
        "used": EventKind(("used",), discloses=True, rule="AC-100"),  # an intent that was sealed
        "used_on": EventKind(("used",), discloses=True, rule="AC-100"),
        "gained": EventKind(_TOKENS),
        "lost": EventKind(_TOKENS),
        "stolen": EventKind(_TOKENS),
        "moved": EventKind(_TOKENS),
        "rep": EventKind(("rep", "costs"), rule="AC-120"),
        "vp": EventKind(("vp",), rule="AC-150"),
        "speaker": EventKind(("speaker",), rule="AC-84"),
        "picked": EventKind(),
        "may": EventKind(),
        "discarded": EventKind(("hands", "discard"), rule="AC-131"),
        "discarded_card": EventKind(_HAND, discloses=True, rule="AC-131"),
        "took_works": EventKind(("hands", "supply"), rule="AC-130"),
        "took_works_card": EventKind(_HAND, discloses=True, rule="AC-130"),
        "gave_works": EventKind(_HAND, discloses=True, rule="AC-131"),
        "shows": EventKind(),
        "shown_card": EventKind(discloses=True),
        "tapped": EventKind(),
        "tapped_card": EventKind(discloses=True),
        "looked": EventKind(),
        "looked_cards": EventKind(discloses=True),
        "buried": EventKind(("pile", "buried"), rule="AC-30"),
        "buried_card": EventKind(("pile", "buried"), rule="AC-30"),
        "buried_nothing": EventKind(rule="AM-22"),
        "more_reveals": EventKind(("extra", "target"), rule="AC-41"),
        "cancelled": EventKind(("event",), rule="AC-52"),
        "undeniable": EventKind(("event",), rule="AC-78"),
        "nodeny": EventKind(("event",), rule="AC-78"),
        "revealed": EventKind(
            ("revealed", "pile", "buried", "event"), discloses=True, rule="AC-40"
        ),
        "revealed_works": EventKind(("revealed", "pile", "buried"), discloses=True, rule="AC-51"),
        "claimed": EventKind(("known", "event"), discloses=True, rule="AC-62"),
        "unclaimed": EventKind(("event",), discloses=True, rule="AC-63"),
        "half_taken": EventKind(rule="AC-49"),
        "half_declined": EventKind(rule="AC-49"),
        "accusations": EventKind(("event",), rule="AC-70"),
        "passed": EventKind(rule="AC-70"),
        "accused": EventKind(("tokens", "cost_cards", "made", "costs", "event"), rule="AC-72"),
        "denied": EventKind(("event",), rule="AC-78"),
        "not_me": EventKind(("notmes", "event"), discloses=True, rule="AC-76"),
        "admitted": EventKind(("known", "event"), discloses=True, rule="AC-77"),
        "claimed_success": EventKind(("known", "event"), discloses=True, rule="AC-82"),
        "was_wrong": EventKind(("event",), discloses=True, rule="AM-10"),
        "exposed": EventKind(("known", "notmes"), discloses=True, rule="AM-5"),
        "audited": EventKind(("known", "shown"), discloses=True, rule="AM-6"),
        "restart": EventKind(("event",), rule="AC-84"),
        "event_over": EventKind(("event",)),
        "concedes": EventKind(("conceded",), rule="AC-154"),
        "removed": EventKind(
            (
                *("active", "hands", "hand", "discard", "supply", "tokens", "bank", "cost_cards"),
                *("made", "costs", "used", "contributors", "known", "tracker", "target"),
                *("event", "conceded"),
            ),
            discloses=True,
            rule="AC-123",
        ),
        "cleanup": EventKind(
            (
                *("pile", "buried", "revealed", "discard", "supply", "spent", "bank", "extra"),
                *("cost_cards", "made", "costs", "used", "tracker", "known", "contributors"),
                *("notmes", "shown", "speaker", "target"),
            ),
            discloses=True,
            rule="AC-53",
        ),
        "over": EventKind(
            ("phase", "ending", "winners", "answer", "event", "batch", "looked"), rule="AC-150"
        ),
    }
    beats: ClassVar = {
        "revealed": 2.2,
        "revealed_works": 1,
        "claimed": 1,
        "unclaimed": 0.8,
        "accused": 1.3,
        "denied": 1.1,
        "not_me": 1,
        "admitted": 1.4,
        "exposed": 1.4,
        "audited": 1.2,
        "claimed_success": 1.2,
        "was_wrong": 0.9,
        "cancelled": 0.9,
        "removed": 1.4,
        "vp": 0.7,
    }

    # --- making a table -------------------------------------------------------------------------

    def setup(
        self,
        names: Sequence[str],
        options: Mapping[str, Json] | None = None,
        data: Json = None,
    ) -> Setup:
        setup = super().setup(names, options, data)
        first = setup.options["first_speaker"]
        if isinstance(first, int) and first > setup.seats:
            given: dict[str, Json] = {"name": "first_speaker", "value": repr(first)}
            choices = ("random",)
            raise BadInput(
                "choice_or_number", "AC-8", choices=choices, low=1, high=setup.seats, **given
            )
        return setup

    def start(self, setup: Setup, chance: Chance) -> Accusation:
        match = Accusation(setup.seats, terms(setup), base_set().book)
        begin(match, chance)
        return match

    def bound(self, setup: Setup) -> int:
        """Uses of abilities are bounded by tokens, accusations by tokens, the rest by
        the number of reveals; far above what happens."""
        return int(setup.options["round_cap"]) * setup.seats * 1000

    # --- notation -------------------------------------------------------------------------------

    def parse(self, setup: Setup, text: str) -> int:
        return notation.parse(setup, text)

    def spell(self, setup: Setup, act: int) -> str:
        return notation.spell(setup, act)

    def kind(self, act: int) -> str:
        return acts.KINDS[kind_of(act)]

    def read_draw(self, setup: Setup, deck: str, text: str) -> int:
        if deck == "speaker":
            return setup.seat(text)
        if deck == "country":
            known = base_set().countries
            return known.index(text) if text in known else -1
        return int(text) if text.isascii() and text.isdigit() and len(text) < 3 else -1

    def write_draw(self, setup: Setup, deck: str, face: int) -> str:
        if deck == "speaker":
            return setup.names[face]
        return base_set().countries[face] if deck == "country" else str(face)

    # --- the position as text, and what a seat can imagine ----------------------------------------

    def dump(self, setup: Setup, position: Accusation) -> dict[str, Json]:
        return dump.dump(setup, position)

    def load(self, setup: Setup, given: Mapping[str, Json], chance: Chance) -> Accusation:
        return dump.load(setup, terms(setup), given, chance)

    def worlds(
        self, setup: Setup, view: AccusationView, seen: Sequence[Seen], rng: Random
    ) -> Accusation:
        memory = remember(setup, view.seat, seen)
        return beliefs.imagine(setup, terms(setup), view, memory, rng, 1)[0]

    def imagine(
        self, setup: Setup, view: AccusationView, seen: Sequence[Seen], rng: Random, count: int
    ) -> list[Position]:
        memory = remember(setup, view.seat, seen)
        return list[Position](beliefs.imagine(setup, terms(setup), view, memory, rng, count))

    def secrets(self, setup: Setup, position: Accusation) -> Iterable[Secret]:
        return beliefs.secrets(position)

    def known(self, setup: Setup, view: AccusationView, seen: Sequence[Seen]) -> Iterable[Secret]:
        return beliefs.known(view, remember(setup, view.seat, seen))

    # --- the terminal -----------------------------------------------------------------------------

    def label(self, setup: Setup, act: int, lang: str = "en") -> str:
        return terminal.label(setup, act, self.words(lang))

    def question(self, setup: Setup, kind: str, data: Mapping[str, Any], lang: str = "en") -> str:
        named = terminal.named(data, self.words(lang))
        return super().question(setup, kind, named, lang)

    def chapter(self, view: AccusationView) -> int:
        return view.round

    def picture(self, setup: Setup, view: AccusationView, lang: str = "en") -> str:
        return terminal.picture(setup, view, self.words(lang))

    def report(self, setup: Setup, seen: Sequence[Seen], lang: str = "en") -> list[str]:
        return list(terminal.report(setup, seen, self.words(lang)))

    def cards(self, deck: str = "", lang: str = "en") -> list[dict[str, Json]]:
        return listing(self.words(lang))

    # --- what the kit wants to know ---------------------------------------------------------------

    def conserved(self, position: Accusation) -> Json:
        """Tokens, and cards of which none is lost or there twice."""
        match = position
        tokens = match.bank + sum(match.tokens) + sum(match.paid)
        cards = match.deck | match.discard | match.pile | match.supply
        count = size(match.deck) + size(match.discard) + size(match.pile) + size(match.supply)
        for card in (*match.buried, *match.revealed):
            cards |= 1 << card
            count += 1
        for hand in match.hand:
            cards |= hand
            count += size(hand)
        return [tokens, count, int(size(cards)), int(size(events_in(cards))) == EVENTS]

    def unseen(self, position: Accusation, seat: int, act: int, viewer: int) -> Json:
        """Intents of a window look alike until one is carried out; so do choices among own cards,
        but for Public Works and for whoever is shown them; a lie looks like innocence."""
        if seat == viewer:
            return act
        kind, what = int(kind_of(act)), int(what_of(act))
        if kind == acts.SELECT:
            return "select"
        if kind == acts.DISCARD:
            return "works" if what > EVENTS else "discard"
        if kind == acts.SHOW:
            privy = executor(position, serving(position, seat)) == viewer
            return (what if what <= EVENTS else "works") if privy else "show"
        if kind == acts.BURY:
            return "bury" if what else "none"
        if kind in (acts.ANSWER, acts.LIE):
            admits = kind == acts.ANSWER and initiator_of(position, position.card) == seat
            return "admit" if admits else "not me"
        if position.sealed.owed > 1 and STEPS[position.step] in _WINDOWS:
            return "sealed"
        return act


def terms(setup: Setup) -> Terms:
    """The options as rules read them."""
    values = setup.options
    bank = values["bank"]
    if bank == "open":
        bank = 99  # AM-27
    elif bank == "strict":
        bank = 30 - setup.seats
    first = values["first_speaker"]
    return Terms(
        int(values["vp_target"]),
        int(bank),
        int(values["income"]),
        ("off", "country", "country+world").index(str(values["speaker_half"])),
        values["honesty"] == "enforced",
        values["audit"] == "tracker",
        values["denied_lock"] == "keep",
        values["denied_incorrect"] == "deferred",
        values["windows"] == "fast",
        ("off", "random", "draft").index(str(values["countries"])),
        values["reveal_adjust"] == "immediate",
        values["win_check"] == "immediate",
        int(values["round_cap"]),
        NONE if first == "random" else int(first) - 1,
        bool(values["log_memory"]),
    )
