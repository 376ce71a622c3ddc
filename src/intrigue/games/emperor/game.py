"""Emperor as the table meets it: its options, its events, and where everything else stands."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import ClassVar

from intrigue.kernel.chance import Chance
from intrigue.kernel.game import Budget, EventKind, Game, Json, Option, Player, Seen, Setup
from intrigue.kernel.position import Position, Prompt
from intrigue.kernel.story import Secret
from intrigue.kernel.text import BadInput

from . import dump, notation, terminal
from .balance import EmperorBalance
from .beliefs import imagine, known, secrets
from .bot import ScriptedEmperor, suspicion
from .features import EmperorFeatures
from .negotiation import EmperorNegotiator
from .promises import EmperorPromises
from .rules import acts
from .rules.acts import kind_of, value_of
from .rules.cards import CARDS, EMPTY, FACES, ORDER_OF, names_in, plus
from .rules.deal import deal
from .rules.position import Emperor
from .rules.state import DISCARDING, FACE, PHASES, RESOLVE, SLOT, side_of
from .rules.terms import terms_of
from .story import EmperorTeller
from .view import EmperorView

_CAST = ("hand", "sizes", "pile", "held")  # what changes when a card leaves a hand
_LINE = ("pointer", "gap", "candidate")  # who was last, who is next


class EmperorGame(Game):
    """Everyone Wants To Sit Besides The Emperor, by Yilin Pan, Shengjie Zhang, Jichao Huang, Yiran
    Luo and Allan Tsai."""

    id: ClassVar = "emperor"
    prefix: ClassVar = "EM"
    version: ClassVar = "2"
    low: ClassVar = 5
    high: ClassVar = 7
    seats_rule: ClassVar = "EM-1"
    place: ClassVar = 3
    minutes: ClassVar = (30, 60)
    usual: ClassVar = 5
    view_type: ClassVar = EmperorView
    stale_rule: ClassVar = "EM-33"
    prompts: ClassVar = PHASES[:5]
    patient: ClassVar = ("resolve",)
    passable: ClassVar = ("slot", "resolve")
    turns: ClassVar = ("main",)
    refusals: ClassVar = (
        "over",
        "not_understood",
        "no_act",
        "no_part",
        "not_your_turn",
        "choose_direction",
        "no_direction_now",
        "must_discard",
        "discard_count",
        "no_discard_now",
        "keep_one_you_hold",
        "not_held",
        "only_in_turn",
        "only_blocks_here",
        "nothing_to_block",
        "locked",
        "not_the_target",
        "no_reverse_now",
        "already_accused",
        "nobody_there",
        "no_guarding",
        "not_yourself",
        "no_neighbour",
        "grace_round",
        "cannot_condemn_emperor",
        "empty_hand",
        "not_the_emperors",
        "only_others",
        "two_face_down",
        "face_up",
    )
    outcomes: ClassVar = ("emperor_dead", "no_rebels", "round_cap", "turn_cap")
    options: ClassVar = (
        Option("start_hand", 0, low=0, high=2, rule="EM-12"),
        Option("seating", "random", choices=("random", "lobby"), rule="EM-10"),
        Option("reveal_self", True, rule="EM-49"),
        Option("seat_check", "cast", choices=("cast", "cast_and_resolve"), rule="EM-68"),
        Option("dies_with_caster", False, rule="EM-67"),
        Option("twin", "order_free", choices=("order_free", "strict"), rule="EM-69"),
        Option("reveal_on_death", True, rule="EM-70"),
        Option("open_discard", True, rule="EM-30"),
        Option("grace_round", False, rule="EM-68"),
        Option("max_rounds", 50, low=1, high=500, rule="EM-74"),
        Option("max_turns", 500, low=1, high=5000, rule="EM-74"),
        Option("chat", True, rule="EM-70"),
    )
    events: ClassVar = {
        "late": EventKind(),
        "time_up": EventKind(),
        "round": EventKind(
            ("round", "phase", "direction", "strikers", "parried", "answer", *_LINE), rule="EM-14"
        ),
        "direction": EventKind(("direction", "chosen", "candidate"), rule="EM-14"),
        "slot": EventKind(("phase", "candidate", "resolving", "answer"), rule="EM-36"),
        "resolve": EventKind(("phase", "resolving", "answer"), rule="EM-66"),
        "answered": EventKind(("answer",)),
        "turn": EventKind(
            ("phase", "turns", "pointer", "gap", "candidate", "answer", "resolving"), rule="EM-18"
        ),
        "skipped": EventKind(
            ("pointer", "gap", "accused", "candidate", "answer", "resolving"), rule="EM-20"
        ),
        "drew": EventKind(("hand", "sizes", "deck"), rule="EM-21"),
        "drew_unseen": EventKind(("sizes", "deck"), rule="EM-21"),
        "recycled": EventKind(("deck", "pile"), rule="EM-28"),
        "passed": EventKind(rule="EM-25"),
        "too_many": EventKind(("phase",), rule="EM-26"),
        "discarded": EventKind(_CAST, discloses=True, rule="EM-26"),
        "discarded_unseen": EventKind(("sizes", "pile", "held"), rule="EM-30"),
        "looked": EventKind(("eyes",), rule="EM-23"),
        "saw": EventKind(("eyes", "cards"), discloses=True, rule="EM-23"),
        "shuffled": EventKind(("cards", "face_up", "eyes", "notes"), rule="EM-24"),
        "reordered": EventKind(("cards",), rule="EM-24"),
        "transposition": EventKind(_CAST, discloses=True, rule="EM-40"),
        "moved": EventKind(("ring", *_LINE), rule="EM-18"),
        "condemn": EventKind(
            (*_CAST, "condemns", "casts", "strikers"), discloses=True, rule="EM-42"
        ),
        "self_clearance": EventKind((*_CAST, "parried"), discloses=True, rule="EM-43"),
        "clearance": EventKind((*_CAST, "parried"), discloses=True, rule="EM-44"),
        "counter": EventKind((*_CAST, "parried"), discloses=True, rule="EM-45"),
        "turned": EventKind(("condemns",), rule="EM-64"),
        "blocked": EventKind(("condemns", "pile", "resolving"), rule="EM-63"),
        "swap": EventKind(
            (*_CAST, "cards", "face_up", "eyes", "notes"), discloses=True, rule="EM-46"
        ),
        "swap_unseen": EventKind(
            (*_CAST, "cards", "face_up", "eyes", "notes"), discloses=True, rule="EM-46"
        ),
        "changed_side": EventKind(("side",), discloses=True, rule="EM-6"),
        "investigation": EventKind(_CAST, discloses=True, rule="EM-48"),
        "reveal": EventKind((*_CAST, "cards", "face_up"), discloses=True, rule="EM-49"),
        "guarding": EventKind(_CAST, discloses=True, rule="EM-50"),
        "accuse": EventKind((*_CAST, "accused"), discloses=True, rule="EM-52"),
        "reverse": EventKind((*_CAST, "direction", "candidate"), discloses=True, rule="EM-54"),
        "steal": EventKind(_CAST, discloses=True, rule="EM-55"),
        "steal_unseen": EventKind(_CAST, discloses=True, rule="EM-55"),
        "executed": EventKind(("condemns", "pile", "resolving"), rule="EM-66"),
        "cancelled": EventKind(("condemns", "pile"), discloses=True, rule="EM-67"),
        "died": EventKind(
            ("ring", "cards", "face_up", "accused", *_LINE), discloses=True, rule="EM-70"
        ),
        "died_unseen": EventKind(("ring", "accused", *_LINE), rule="EM-70"),
        "over": EventKind(
            ("phase", "cards", "ending", "resolving", "answer", "candidate"),
            discloses=True,
            rule="EM-73",
        ),
    }
    beats: ClassVar = {
        "transposition": 0.9,
        "condemn": 1.6,
        "self_clearance": 1,
        "clearance": 1,
        "counter": 1,
        "swap_unseen": 1.1,
        "investigation": 0.8,
        "reveal": 1.4,
        "guarding": 1,
        "accuse": 1.1,
        "reverse": 1,
        "steal_unseen": 1,
        "moved": 1,
        "turned": 1,
        "blocked": 1.2,
        "executed": 1.4,
        "cancelled": 0.9,
        "died": 1.6,
        "died_unseen": 1.6,
    }
    chapters = ("round",)
    headlines = (
        "over",
        "died",
        "died_unseen",
        "reveal",
        "condemn",
        "accuse",
        "blocked",
        "guarding",
        "reverse",
    )
    lead_ins: ClassVar = (
        "time_up",
        "round",
        "direction",
        "turn",
        "skipped",
        "drew_unseen",
        "recycled",
        "too_many",
        "resolve",
    )
    turning_points: ClassVar = (
        "died",
        "died_unseen",
        "condemn",
        "reveal",
        "accuse",
        "blocked",
        "over",
    )
    bots: ClassVar[Mapping[str, type[Player]]] = {"normal": ScriptedEmperor}
    hard: ClassVar = Budget(playouts=1500, worlds=96, doubt=1.0)
    story: ClassVar = EmperorTeller()
    promises: ClassVar = EmperorPromises()
    negotiator: ClassVar = EmperorNegotiator
    encoder: ClassVar = EmperorFeatures
    balance: ClassVar = EmperorBalance()

    def sides(self, setup: Setup, position: Emperor) -> list[str]:
        """EM-6: as dealt; the Emperor is on his own side."""
        return [
            "rebels" if side_of(position, seat) == 1 else "loyal" for seat in range(setup.seats)
        ]

    def start(self, setup: Setup, chance: Chance) -> Emperor:
        match = Emperor(setup.seats, terms_of(setup))
        deal(match, chance)
        return match

    def shows_ready(self, setup: Setup) -> bool:
        return True

    def bound(self, setup: Setup) -> int:
        """A taken turn asks for one main act; each card laid down may add a question to all
        (windows) or one (free casts, discards), and a card is drawn once a turn."""
        turns = min(int(setup.options["max_turns"]), 5000) + 1
        rounds = int(setup.options["max_rounds"])
        cards = turns + 2 * setup.seats
        return rounds + turns * (3 + 2 * setup.seats) + cards * (2 + 3 * setup.seats)

    # --- notation ---------------------------------------------------------------------------------

    def concerns(self, prompt: Prompt) -> bool:
        """Whoever is to die is asked, whatever they said before."""
        return prompt.kind == "resolve" and bool(prompt.data["target"] == prompt.seat)

    def parse(self, setup: Setup, text: str) -> int:
        return notation.parse(setup, text)

    def spell(self, setup: Setup, act: int) -> str:
        return notation.spell(setup, act)

    def kind(self, act: int) -> str:
        return acts.KINDS[kind_of(act)]

    def parse_face(self, deck: str, text: str) -> int:
        faces = _FACES.get(deck)
        if faces is None:
            raise BadInput("no_draws", game=self.title(), deck=deck)
        if text not in faces:
            raise BadInput("no_face", deck=deck, face=text)
        return faces.index(text)

    def spell_face(self, deck: str, face: int) -> str:
        return _FACES[deck][face]

    # --- positions --------------------------------------------------------------------------------

    def dump(self, setup: Setup, position: Emperor) -> dict[str, Json]:
        return dump.dump(setup, position)

    def load(self, setup: Setup, given: Mapping[str, Json], chance: Chance) -> Emperor:
        return dump.load(setup, given, chance)

    def worlds(self, setup: Setup, view: EmperorView, seen: Sequence[Seen], rng: Random) -> Emperor:
        return imagine(setup, view, seen, rng, 1)[0]

    def imagine(
        self, setup: Setup, view: EmperorView, seen: Sequence[Seen], rng: Random, count: int
    ) -> list[Position]:
        return [*imagine(setup, view, seen, rng, count, suspicion)]

    def secrets(self, setup: Setup, position: Emperor) -> Iterable[Secret]:
        return secrets(position)

    def known(self, setup: Setup, view: EmperorView, seen: Sequence[Seen]) -> Iterable[Secret]:
        return known(setup, view, seen)

    def label(self, setup: Setup, act: int, lang: str = "en") -> str:
        return terminal.label(self.words(lang), setup, act)

    def chapter(self, view: EmperorView) -> int:
        return view.round

    def picture(self, setup: Setup, view: EmperorView, lang: str = "en") -> str:
        return terminal.picture(self.words(lang), setup, view)

    def report(self, setup: Setup, seen: Sequence[Seen], lang: str = "en") -> list[str]:
        return terminal.report(self.words(lang), setup, seen)

    # --- what the kit wants to know ---------------------------------------------------------------

    def conserved(self, position: Emperor) -> Json:
        """31 ability cards by name, and the faces of the identity cards."""
        names = [CARDS[card] for card, count in enumerate(position.deck) for _ in range(count)]
        names += [CARDS[entry & FACE] for entry in position.pile]
        names += [name for hand in position.hands for name in names_in(hand)]
        names += ["condemn"] * len(position.pending)
        return [sorted(names), sorted(FACES[face] for face in position.faces)]

    def unseen(self, position: Emperor, seat: int, act: int, viewer: int) -> Json:
        """Answers in windows are sealed; of a discard others see the cards, if the pile is open."""
        if seat == viewer:
            return act
        if position.phase in (SLOT, RESOLVE):
            return "answer"
        if kind_of(act) == acts.SHUFFLE:
            rest = position.hands[seat]
            if value_of(act) > 0:
                rest -= plus(EMPTY, value_of(act) - 1)
            return ["shuffle", names_in(rest) if position.terms.open_discard else []]
        if position.phase == DISCARDING and not position.terms.open_discard:
            return "discard"
        return act


_SEAT_NUMBERS = tuple(str(seat + 1) for seat in range(7))
_FACES: Mapping[str, tuple[str, ...]] = {
    "deck": CARDS,
    "emperor": _SEAT_NUMBERS,
    "chair": _SEAT_NUMBERS,
    "crown": ("0", "1", "2"),
    "mixed": tuple(FACES[:2]),
    **dict.fromkeys(ORDER_OF, tuple(FACES[:2])),
}
