"""Complot as the table meets it: options, decks, notation, and what the kit wants to know."""

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, ClassVar

from intrigue.kernel.chance import Chance
from intrigue.kernel.game import EventKind, Game, Json, Option, Seen, Setup
from intrigue.kernel.position import Illegal, Refusal

from . import acts, beliefs, drawing, given, loading, wording
from .acts import amount_of, kind_of, make, thing_of
from .balance import ComplotBalance
from .bot import ComplotBot
from .deck import Deck
from .rules import Complot, first_player
from .state import PROMPTS, Terms
from .view import ComplotView

_ALONE = {"end": acts.END, "play all": acts.PLAY_ALL, "decline": acts.DECLINE}
_ALONE["concede"] = acts.CONCEDE
_CARD = {"play": acts.PLAY, "attack": acts.ATTACK, "dispose": acts.DISPOSE}
_CARD["discard"] = acts.DISCARD_CARD
_PICK = {"hand": acts.PICK_HAND, "discard": acts.PICK_DISCARD, "front": acts.PICK_FRONT}
_PICK["source"] = acts.PICK_SOURCE

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
    bots: ClassVar = {"scripted": ComplotBot}
    balance: ClassVar = ComplotBalance()
    options: ClassVar = (
        Option("deck", "grand", choices=loading.DECKS, rule="CA-42"),
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
        match.deal(first, chance)
        return match

    def bound(self, setup: Setup) -> int:
        return 2 * int(setup.options["turn_cap"]) * 1000

    # --- notation -------------------------------------------------------------------------------

    def parse(self, setup: Setup, text: str) -> int:
        words = text.split()
        plain = " ".join(words).lower()
        if plain in _ALONE:
            return _ALONE[plain]
        verb = words[0].lower() if words else ""
        if verb in _CARD and len(words) > 1:
            return make(_CARD[verb], self._face(setup, " ".join(words[1:])))
        if verb == "hit" and len(words) == 2:
            return make(acts.HIT, 0, _number(text, words[1]))
        if verb == "buy" and len(words) > 1:
            return self._parse_buy(setup, text, words[1:])
        if verb == "convert" and len(words) > 2:
            face = self._face(setup, " ".join(words[1:-1]))
            return make(acts.CONVERT, face, _number(text, words[-1]))
        if verb == "pick" and len(words) > 2:
            return self._parse_pick(setup, text, words[1].lower(), words[2:])
        raise _no_act(text)

    def _parse_buy(self, setup: Setup, text: str, words: Sequence[str]) -> int:
        if words[0].lower() == "slot" and len(words) == 2:
            return make(acts.BUY, _number(text, words[1], acts.ROW - 1))
        face = self._face(setup, " ".join(words))
        if face != self.deck(setup).student:
            raise _no_act(text)  # row cards are bought by slot: the same card may lie there twice
        return make(acts.BUY, acts.STUDENT_PILE)

    def _parse_pick(self, setup: Setup, text: str, zone: str, words: Sequence[str]) -> int:
        if zone == "slot" and len(words) == 1:
            return make(acts.PICK_SLOT, _number(text, words[0], acts.ROW - 1))
        if zone == "option" and len(words) == 1:
            return make(acts.PICK_OPTION, _number(text, words[0], 99))
        if zone not in _PICK:
            raise _no_act(text)
        copy = 1
        if zone == "front" and len(words) > 1:
            copy = _number(text, words[-1], 99)
            words = words[:-1]
        if copy < 1:
            raise _no_act(text)
        return make(_PICK[zone], self._face(setup, " ".join(words)), copy - 1)

    def _face(self, setup: Setup, name: str) -> int:
        """A card by its id, in any case; raises `Illegal`."""
        face = self.deck(setup).numbers.get(name.upper())
        if face is None:
            raise Illegal(Refusal("no_card", "CO-2", {"text": repr(name[:60])}))
        return face

    def spell(self, setup: Setup, act: int) -> str:
        kind, thing, amount = kind_of(act), thing_of(act), amount_of(act)
        verb = acts.KINDS[kind] if kind < len(acts.KINDS) else "?"
        if kind in (acts.PICK_SLOT, acts.PICK_OPTION):
            return f"{verb} {thing}"
        if kind == acts.HIT:
            return f"hit {amount}"
        if verb in _ALONE or kind >= len(acts.KINDS):
            return verb
        cards = self.deck(setup).cards
        if kind == acts.BUY:
            pile = thing == acts.STUDENT_PILE
            return f"buy {cards[self.deck(setup).student].id}" if pile else f"buy slot {thing}"
        card = cards[thing].id if thing < len(cards) else "?"
        if kind == acts.CONVERT:
            return f"convert {card} {amount}"
        if kind == acts.PICK_FRONT and amount:
            return f"{verb} {card} {amount + 1}"
        return f"{verb} {card}"

    def kind(self, act: int) -> str:
        return acts.KINDS[kind_of(act)]

    def read_draw(self, setup: Setup, deck: str, text: str) -> int:
        if deck == "first":
            return ("1", "2").index(text) if text in ("1", "2") else -1
        return self.deck(setup).numbers.get(text, -1)

    def write_draw(self, setup: Setup, deck: str, face: int) -> str:
        return str(face + 1) if deck == "first" else self.deck(setup).cards[face].id

    # --- the position as text, and beliefs --------------------------------------------------------

    def dump(self, setup: Setup, position: Complot) -> dict[str, Json]:
        return given.dump(setup, position)

    def load(self, setup: Setup, given_parts: Mapping[str, Json], chance: Chance) -> Complot:
        match = Complot(self.deck(setup), _terms(setup))
        return given.Loader(setup, match, given_parts, chance, self.title()).load()

    def worlds(self, setup: Setup, view: ComplotView, seen: Sequence[Seen], rng: Random) -> Complot:
        return beliefs.world(Complot(self.deck(setup), _terms(setup)), view, rng)

    def cards(self, deck: str = "", lang: str = "en") -> list[dict[str, Json]]:
        name = deck or loading.DECKS[0]
        content = loading.read_deck(name)
        return wording.listing(content, loading.build(content, name), self.words(lang))

    # --- the terminal -----------------------------------------------------------------------------

    def label(self, setup: Setup, act: int, lang: str = "en") -> str:
        return drawing.label(setup, self.deck(setup), act, self.words(lang))

    def choice(self, setup: Setup, act: int, view: ComplotView, lang: str = "en") -> str:
        return drawing.label(setup, self.deck(setup), act, self.words(lang), view.row)

    def question(self, setup: Setup, kind: str, data: Mapping[str, Any], lang: str = "en") -> str:
        named = drawing.named(self.deck(setup), data, self.words(lang))
        return super().question(setup, kind, named, lang)

    def picture(self, setup: Setup, view: ComplotView, lang: str = "en") -> str:
        return drawing.picture(setup, self.deck(setup), view, self.words(lang))

    def report(self, setup: Setup, seen: Sequence[Seen], lang: str = "en") -> list[str]:
        return drawing.report(setup, self.deck(setup), seen, self.words(lang))

    def explain(self, refusal: Refusal, names: Sequence[str], lang: str = "en") -> str:
        data = wording.with_names(refusal.data, self.words(lang))
        return super().explain(Refusal(refusal.code, refusal.rule, data), names, lang)

    # --- what the kit wants to know ---------------------------------------------------------------

    def accepts_beyond(self, position: Complot, seat: int, act: int) -> bool:
        return act == acts.CONCEDE  # CA-43: always possible, and no move of play

    def conserved(self, position: Complot) -> Json:
        return beliefs.cards_of(position)  # CI-1


class _Decks:
    """Decks that were built already, by the very content they were built from."""

    def __init__(self) -> None:
        self.known: dict[int, Deck] = {}

    def find(self, content: Json) -> Deck:
        deck = self.known.get(id(content))
        if deck is None or deck.content is not content:
            if len(self.known) > 64:
                self.known.clear()
            deck = loading.build(content)
            self.known[id(content)] = deck
        return deck


_decks = _Decks()


@cache
def _content(name: str) -> Json:
    """A built-in deck, examined once; the same object for every table."""
    content = loading.read_deck(name)
    loading.build(content, name)
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


def _number(text: str, word: str, high: int = acts.MOST) -> int:
    if not (word.isascii() and word.isdigit()) or int(word[:6]) > high:
        raise _no_act(text)
    return int(word)


def _no_act(text: str) -> Illegal:
    return Illegal(Refusal("no_act", "CO-24", {"text": repr(text[:60])}))
