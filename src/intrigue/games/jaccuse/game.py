"""J'Accuse as the table meets it: options, notation, the position as text, beliefs, the kit."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import ClassVar

from intrigue.kernel.chance import Chance
from intrigue.kernel.game import Budget, EventKind, Game, Json, Option, Seen, Setup
from intrigue.kernel.position import Position
from intrigue.kernel.story import Secret

from . import beliefs, dump, leanings, notation, terminal
from .balance import JAccuseBalance
from .bot import JAccuseBot
from .features import JAccuseFeatures
from .negotiation import JAccuseNegotiator
from .promises import JAccusePromises
from .rules import acts
from .rules.acts import card_of, kind_of, load_of, shown_cards, shown_to, target_of
from .rules.cards import (
    COLOURS,
    FACES,
    LARGEST_TABLE,
    LOWEST_TABLE,
    NO_CARD,
    cards_of,
    count_cards,
    dealt,
    face_text,
)
from .rules.generation import begin_generation, deal_networks
from .rules.hands import hand_of
from .rules.past import line, pile
from .rules.position import JAccuse
from .rules.state import PHASES
from .rules.terms import hides_suits, terms_of
from .story import JAccuseTeller
from .view import JAccuseView

_FLOW = (
    "phase",
    "voters",
    "votes",
    "answer",
    "president",
    "presidents",
    "parley",
    "accusation",
    "wrong",
    "drought",
)
_CARDS = ("hand", "sizes", "memory")


class JAccuseGame(Game):
    """A game of accusations over generations by Felix Leeb and colleagues."""

    id: ClassVar = "jaccuse"
    prefix: ClassVar = "JA"
    version: ClassVar = "1"
    low: ClassVar = LOWEST_TABLE
    high: ClassVar = LARGEST_TABLE
    seats_rule: ClassVar = "JA-1"
    place: ClassVar = 2
    minutes: ClassVar = (30, 60)
    usual: ClassVar = 7
    view_type: ClassVar = JAccuseView
    stale_rule: ClassVar = "JA-A43"
    rounds: ClassVar = ("generation", "election")
    prompts: ClassVar = (*PHASES[:-1], "runoff")
    refusals: ClassVar = (
        "over",
        "no_act",
        "not_your_turn",
        "already_sealed",
        "not_in_runoff",
        "out",
        "membership_first",
        "vote_now",
        "parley_first",
        "reply_now",
        "act_now",
        "replace_now",
        "enact_now",
        "no_card",
        "unknown_card",
        "not_in_hand",
        "nobody",
        "parley_self",
        "parley_nothing",
        "parley_too_many",
        "parley_hand",
        "reply_count",
        "target_out",
        "no_colour",
        "accuse_self",
        "accuse_president",
        "showing_off",
        "show_self",
        "show_hand_only",
        "which_players",
        "tokens_locked",
        "give_self",
        "give_nothing",
        "give_too_many",
    )
    outcomes: ClassVar = ("points", "tokens", "shared")
    options: ClassVar = (
        Option("generations", 4, low=2, high=12, rule="JA-14", even=True),  # JA-A46
        Option("loneVote", "consensus", choices=("consensus", "wins"), rule="JA-A1"),
        Option("runoffVoters", "allRemaining", choices=("allRemaining", "tiedOnly"), rule="JA-A2"),
        Option("emptyRunoff", "asAbstain", choices=("asAbstain", "nothing"), rule="JA-A6"),
        Option("neutralJoker", "blocks", choices=("blocks", "empty"), rule="JA-A30"),
        Option("showing", "hand", choices=("hand", "off"), rule="JA-A36"),
        Option("tokens", "free", choices=("free", "locked"), rule="JA-A38"),
        Option("suits", "shown", choices=("shown", "hidden"), rule="JA-A33"),
        Option("memoryAid", True, rule="JA-A48"),
        Option("deadlockLimit", 12, low=6, high=50, rule="JA-A42"),
        Option("onLeave", "defaults", choices=("defaults", "bot", "abort"), rule="JA-64"),
    )
    events: ClassVar = {
        "late": EventKind(),
        "time_up": EventKind(),
        "generation": EventKind(
            (
                "generation",
                "election",
                "stability",
                "streak",
                "policies",
                "discards",
                *_FLOW,
                *_CARDS,
            ),
            rule="JA-15",
        ),
        "dealt": EventKind(("hand", "membership"), rule="JA-6"),
        "sealed": EventKind(("answer",)),
        "placed": EventKind(("hand", "membership"), rule="JA-18"),
        "memberships": EventKind((*_FLOW, *_CARDS), rule="JA-18"),
        "policy": EventKind(("policies", "streak"), rule="JA-29"),
        "no_policy": EventKind(rule="JA-27"),
        "election": EventKind(("election", *_FLOW), rule="JA-24"),
        "votes": EventKind((*_FLOW, *_CARDS), discloses=True, rule="JA-25"),
        "runoff": EventKind(_FLOW, rule="JA-31"),
        "consensus": EventKind((*_FLOW, *_CARDS), rule="JA-28"),
        "no_votes": EventKind((*_FLOW, *_CARDS), rule="JA-27"),
        "deadlock": EventKind(("stability", "drought"), rule="JA-60"),
        "elected": EventKind((*_FLOW, *_CARDS, "tokens", "discards"), rule="JA-30"),
        "president": EventKind(_FLOW, rule="JA-37"),
        "offered": EventKind(_FLOW, rule="JA-38"),
        "parley": EventKind(_FLOW, rule="JA-38"),
        "swap": EventKind((*_FLOW, *_CARDS), discloses=True, rule="JA-38"),
        "swapped": EventKind((*_FLOW, *_CARDS), rule="JA-38"),
        "no_parley": EventKind(_FLOW, rule="JA-37"),
        "passed": EventKind(_FLOW, rule="JA-A21"),
        "my_defection": EventKind((*_FLOW, *_CARDS, "membership", "discards"), rule="JA-40"),
        "defected": EventKind((*_FLOW, *_CARDS, "discards"), rule="JA-40"),
        "captured": EventKind((*_FLOW, *_CARDS, "membership"), discloses=True, rule="JA-42"),
        "cleared": EventKind((*_FLOW, *_CARDS, "membership"), discloses=True, rule="JA-44"),
        "my_choice": EventKind((*_FLOW, *_CARDS, "membership"), rule="JA-A27"),
        "replaced": EventKind((*_FLOW, *_CARDS), rule="JA-A27"),
        "enacted": EventKind((*_FLOW, *_CARDS), discloses=True, rule="JA-43"),
        "crisis": EventKind(("stability",), rule="JA-46"),
        "won": EventKind(("history", "points", *_FLOW), discloses=True, rule="JA-47"),
        "void": EventKind(("history", *_FLOW), discloses=True, rule="JA-61"),
        "over": EventKind(("phase", "networks", "totals", *_FLOW), discloses=True, rule="JA-51"),
        "saw": EventKind(("memory",), discloses=True, rule="JA-17"),
        "showed": EventKind(rule="JA-A37"),
        "gave": EventKind(("tokens",), rule="JA-36"),
    }
    beats: ClassVar = {
        "votes": 2.4,
        "elected": 1.2,
        "runoff": 1,
        "consensus": 1.1,
        "no_votes": 0.9,
        "parley": 1,
        "swapped": 1,
        "defected": 0.9,
        "captured": 2.8,
        "cleared": 2.8,
        "enacted": 1.1,
        "crisis": 1.4,
        "won": 1.8,
        "void": 1.5,
    }

    chapters = ("generation", "election")
    headlines = (
        "over",
        "won",
        "void",
        "captured",
        "cleared",
        "crisis",
        "deadlock",
        "elected",
        "consensus",
        "no_votes",
    )
    lead_ins: ClassVar = (
        "time_up",
        *("generation", "election", "president"),
        *("no_parley", "parley", "replaced"),
    )
    turning_points: ClassVar = (
        "elected",
        "captured",
        "cleared",
        "crisis",
        "deadlock",
        "won",
        "void",
        "over",
    )
    bots: ClassVar = {"normal": JAccuseBot}
    promises: ClassVar = JAccusePromises()
    negotiator: ClassVar = JAccuseNegotiator
    encoder: ClassVar = JAccuseFeatures
    balance: ClassVar = JAccuseBalance()
    hard: ClassVar = Budget(playouts=1500, worlds=48, rounds=1)
    story: ClassVar = JAccuseTeller()

    def start(self, setup: Setup, chance: Chance) -> JAccuse:
        match = JAccuse(setup.seats, terms_of(setup))
        deal_networks(match, chance)
        begin_generation(match, chance)
        return match

    def shows_ready(self, setup: Setup) -> bool:
        return True

    def bound(self, setup: Setup) -> int:
        """Presidents elected cost a card each, the rest is cut short by
        deadlocks; a round takes a card from each voter, a chain has three presidents."""
        cards = setup.seats * (int(dealt(setup.seats)) - 1)
        limit = int(setup.options["deadlockLimit"])
        elections = cards + 5 * limit + (cards + 1) * (limit - 1)
        generation = setup.seats + elections * 6 * setup.seats + cards * 15
        return int(setup.options["generations"]) * generation

    # --- notation ---------------------------------------------------------------------------------

    def parse(self, setup: Setup, text: str) -> int:
        return notation.parse(setup, text)

    def spell(self, setup: Setup, act: int) -> str:
        return notation.spell(setup, act)

    def kind(self, act: int) -> str:
        return acts.KINDS[kind_of(act)]

    def parse_face(self, deck: str, text: str) -> int:
        return notation.parse_draw(deck, text)

    def spell_face(self, deck: str, face: int) -> str:
        return notation.spell_draw(deck, face)

    # --- the position as text, and what a seat can imagine ----------------------------------------

    def dump(self, setup: Setup, position: JAccuse) -> dict[str, Json]:
        return dump.dump(setup, position)

    def load(self, setup: Setup, parts: Mapping[str, Json], chance: Chance) -> JAccuse:
        return dump.load(setup, parts, terms_of(setup), chance)

    def worlds(self, setup: Setup, view: JAccuseView, seen: Sequence[Seen], rng: Random) -> JAccuse:
        return beliefs.imagine(setup, terms_of(setup), view, seen, rng, 1)[0]

    def imagine(
        self, setup: Setup, view: JAccuseView, seen: Sequence[Seen], rng: Random, count: int
    ) -> list[Position]:
        return [*beliefs.imagine(setup, terms_of(setup), view, seen, rng, count)]

    def suppose(
        self, setup: Setup, view: JAccuseView, seen: Sequence[Seen], rng: Random, count: int
    ) -> list[tuple[Position, float]]:
        belief = beliefs.Belief(setup, terms_of(setup), view, seen)
        return [*leanings.suppose(belief, seen, rng, count)]

    def secrets(self, setup: Setup, position: JAccuse) -> Iterable[Secret]:
        return beliefs.secrets(position)

    def known(self, setup: Setup, view: JAccuseView, seen: Sequence[Seen]) -> Iterable[Secret]:
        return beliefs.known(setup, view)

    # --- the terminal -----------------------------------------------------------------------------

    def label(self, setup: Setup, act: int, lang: str = "en") -> str:
        kind, load, target = kind_of(act), load_of(act), target_of(act)
        suitless = hides_suits(setup)
        if kind == acts.SHOW:
            cards = notation.spell_faces(cards_of(shown_cards(act)), suitless)
            players = [seat for seat in range(setup.seats) if shown_to(act) >> seat & 1]
            return self.words(lang).say("act", "show", names=setup.names, cards=cards, to=players)
        faces = cards_of(load) if kind in (acts.PARLEY, acts.REPLY) else []
        data: dict[str, Json] = {
            "target": target if target >= 0 else None,
            "cards": notation.spell_faces(faces, suitless),
            "tokens": load,
            "colour": COLOURS[(load - 1) & 1],
            "card": "" if faces or load == 0 else face_text(card_of(act) % FACES, suitless),
        }
        return self.words(lang).say("act", self.kind(act), names=setup.names, **data)

    def chapter(self, view: JAccuseView) -> int:
        return view.generation

    def picture(self, setup: Setup, view: JAccuseView, lang: str = "en") -> str:
        return terminal.picture(setup, view, self.words(lang))

    def report(self, setup: Setup, seen: Sequence[Seen], lang: str = "en") -> list[str]:
        return list(terminal.report(setup, seen, self.words(lang)))

    # --- what the kit wants to know ---------------------------------------------------------------

    def conserved(self, position: JAccuse) -> Json:
        """Every card of the deck lies somewhere; the networks never change."""
        faces = [face for seat in range(position.seats) for face in hand_of(position, seat)]
        faces += [*position.members, *position.votes, *pile(position.discards)]
        faces += [policy.face for policy in line(position.policies)]
        return sorted(face for face in faces if face != NO_CARD), list(position.network)

    def unseen(self, position: JAccuse, seat: int, act: int, viewer: int) -> Json:
        """Memberships and defections are secret, of a parley's cards only the two know (the
        target not before the reply), shown cards are seen by whom they are shown to. Votes will be
        open."""
        kind = kind_of(act)
        if seat == viewer:
            return act
        if kind in (acts.MEMBERSHIP, acts.DEFECT):
            return acts.KINDS[kind]
        if kind == acts.PARLEY:
            return kind, target_of(act), count_cards(load_of(act))
        if kind == acts.REPLY and viewer != position.president:
            return acts.KINDS[kind]
        if kind == acts.SHOW and (viewer < 0 or not shown_to(act) >> viewer & 1):
            return kind, shown_to(act), count_cards(shown_cards(act))
        return act

    def accepts_beyond(self, position: JAccuse, seat: int, act: int) -> bool:
        return kind_of(act) == acts.SHOW  # JA-A36: any cards to any players, too many to list
