"""A position of J'Accuse as plain data with names, and back: what scenarios give and records show.

Cards that are named leave the deck; hands and memberships that are not named are dealt from what
is left, and the rest is the discard pile. A hand is a list (with `any` for some card) or a number.
"""

from collections.abc import Mapping
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from intrigue.kernel.chance import Chance
from intrigue.kernel.game import Json, Setup, read_count, read_list, unknown
from intrigue.kernel.sealed import NOT_ASKED, Sealed
from intrigue.kernel.text import BadInput

from . import notation
from .rules.cards import (
    COLOURS,
    NO_CARD,
    NO_COLOUR,
    cards_of,
    colour_of,
    dealt,
    face_text,
    influence_bag,
    network_bag,
    pack_cards,
)
from .rules.hands import discard, hand_of, hold
from .rules.past import (
    DEEDS,
    ENACTED_POLICY,
    FREE,
    HOW,
    SHOWN,
    SWAPPED,
    Past,
    generations,
    line,
    over,
    pile,
    retold,
    steps,
)
from .rules.policies import pass_policy
from .rules.position import JAccuse
from .rules.scoring import totals
from .rules.state import (
    FIRST_STABILITY,
    MEMBERSHIP_PHASE,
    OVER_PHASE,
    PHASES,
    REPLY_PHASE,
    VOTE_PHASE,
    lay,
    take_turn,
)
from .rules.terms import Terms, hides_suits

ANY = "any"  # some card, whichever


def dump(setup: Setup, match: JAccuse) -> dict[str, Json]:
    """The whole truth: a complete `given`."""
    return _Dump(setup, match).fields()


def load(setup: Setup, given: Mapping[str, Json], terms: Terms, chance: Chance) -> JAccuse:
    """A position with these parts; raises `BadInput`."""
    return _Load(setup, given, terms, chance).match


class _Dump:
    def __init__(self, setup: Setup, match: JAccuse) -> None:
        self.setup = setup
        self.match = match
        self.plain = hides_suits(setup)

    def fields(self) -> dict[str, Json]:
        setup, match = self.setup, self.match
        names = setup.names
        asked = list(match.sealed.answers)
        voting = match.phase <= VOTE_PHASE
        return {
            "generation": match.generation,
            "election": match.election,
            "phase": PHASES[match.phase],
            "over": match.over,
            "networks": setup.by_seat([COLOURS[colour] for colour in match.network]),
            "hands": setup.by_seat([self._texts(hand_of(match, i)) for i in range(setup.seats)]),
            "sizes": setup.by_seat(list(match.sizes)),
            "memberships": self._by_seat(match.members),
            "discard": self._texts(pile(match.discards)),
            "policies": self._policies(),
            "streak": match.streak,
            "stability": match.stability,
            "drought": match.drought,
            "wrong": match.wrong,
            "president": names[match.president] if match.president >= 0 else None,
            "presidents": [name for i, name in enumerate(names) if match.presidents >> i & 1],
            "parley": self._parley(),
            "accusation": self._accusation(),
            "voters": [name for i, name in enumerate(names) if voting and asked[i] != NOT_ASKED],
            "votes": self._votes(),
            "answers": {
                name: notation.spell(setup, act)
                for name, act in zip(names, asked, strict=True)
                if voting and act >= 0
            },
            "tokens": setup.by_seat(list(match.tokens)),
            "points": setup.by_seat(list(match.points)),
            "totals": setup.by_seat(list(totals(match))),
            "history": self._history(),
            "past": [self._step(step) for step in steps(match.past)],
        }

    def _text(self, face: int) -> str | None:
        return None if face == NO_CARD else face_text(face, self.plain)

    def _texts(self, faces: list[int]) -> list[str | None]:
        return [self._text(face) for face in faces]

    def _by_seat(self, faces: vec[i64]) -> dict[str, Json]:
        return self.setup.by_seat(self._texts(list(faces)))

    def _policies(self) -> list[Json]:
        out = []
        for policy in line(self.match.policies):
            what = COLOURS[policy.colour] if policy.face == NO_CARD else self._text(policy.face)
            out.append(f"{what} {HOW[policy.how]}")
        return out

    def _parley(self) -> Json:
        match = self.match
        if match.phase != REPLY_PHASE:
            return None
        cards = self._texts(cards_of(match.offer))
        return {"target": self.setup.names[match.accused], "cards": cards}

    def _accusation(self) -> Json:
        match = self.match
        if match.declared == NO_COLOUR:
            return None
        return {
            "target": self.setup.names[match.accused],
            "colour": COLOURS[match.declared],
            "card": self._text(match.revealed),
        }

    def _votes(self) -> list[Json]:
        seats, votes = self.setup.seats, list(self.match.votes)
        rounds = [votes[first : first + seats] for first in range(0, len(votes), seats)]
        return [self._some(faces) for faces in rounds]

    def _some(self, faces: list[int]) -> dict[str, Json]:
        named = zip(self.setup.names, faces, strict=True)
        return {name: self._text(face) for name, face in named if face != NO_CARD}

    def _history(self) -> list[Json]:
        out: list[Json] = []
        for ended in generations(self.match.finished):
            winner = None if ended.winner == NO_COLOUR else COLOURS[ended.winner]
            out.append({"winner": winner, "memberships": self._by_seat(ended.members)})
        return out

    def _step(self, step: Past) -> Json:
        said: dict[str, Json] = {"deed": DEEDS[step.kind]}
        if step.seat >= 0:
            said["seat"] = self.setup.names[step.seat]
        if step.other >= 0:
            said["other"] = self.setup.names[step.other]
        sets = {"one": step.one} if step.kind == SHOWN else {"one": step.one, "two": step.two}
        for name, cards in sets.items():
            if cards >= 0:
                faces = cards_of(cards) if step.kind in (SWAPPED, SHOWN) else [cards]
                said[name] = self._texts(faces)
        if step.kind == SHOWN:
            names = enumerate(self.setup.names)
            said["to"] = [name for i, name in names if step.two >> i & 1]
        if len(step.faces) > 0:
            said["cards"] = self._some(list(step.faces))
        return said


class _Load:
    def __init__(
        self, setup: Setup, given: Mapping[str, Json], terms: Terms, chance: Chance
    ) -> None:
        self.setup = setup
        self.given = given
        self.chance = chance
        self.plain = hides_suits(setup)
        self.match = JAccuse(setup.seats, terms)
        self.bag = influence_bag(setup.seats, self.plain)
        self._known_parts()
        self._numbers()
        self._cards(self._networks())
        self._line()
        self._control()
        self._memories()

    # --- reading ----------------------------------------------------------------------------------

    def _known_parts(self) -> None:
        parts = _Dump(self.setup, self.match).fields()
        for name in self.given:
            if name not in parts:
                raise unknown("no_part", name, parts, game="J'Accuse")

    def _word(self, name: str, value: Json, words: tuple[str, ...]) -> int:
        if value not in words:
            raise BadInput("choice", name=name, choices=words, value=repr(value))
        return words.index(value)

    def _face(self, value: Json) -> int:
        face = notation.read_face(str(value), self.plain)
        if face < 0:
            raise BadInput("no_face", deck="influence", face=str(value))
        return face

    def _take(self, value: Json) -> int:
        """A named card leaves the deck."""
        face = self._face(value)
        if not self.bag.take(face):
            raise BadInput("no_face", deck="influence", face=str(value))
        return face

    def _draw(self) -> int:
        face = int(self.bag.draw(self._deck(), self.chance))
        if face == NO_CARD:
            raise BadInput("no_face", deck="influence", face=ANY)
        return face

    def _deck(self) -> str:
        return "plain influence" if self.plain else "influence"

    def _seat(self, value: Json) -> int:
        return -1 if value is None else self.setup.seat(value)

    def _mapping(self, name: str, value: Json) -> Mapping[str, Json]:
        if not isinstance(value, Mapping):
            raise BadInput("text", name=name, value=repr(value))
        return value

    def _counts(self, name: str) -> list[int]:
        values = self.setup.from_names(self.given.get(name, {}), [0] * self.setup.seats)
        return [read_count(name, value) for value in values]

    # --- parts ------------------------------------------------------------------------------------

    def _numbers(self) -> None:
        match, given = self.match, self.given
        match.phase = self._word("phase", given.get("phase", "membership"), PHASES)
        match.over = match.phase == OVER_PHASE
        most = match.terms.generations
        match.generation = max(1, read_count("generation", given.get("generation", 1), most))
        first = 0 if match.phase == MEMBERSHIP_PHASE else 1
        match.election = read_count("election", given.get("election", first))
        stability = given.get("stability", FIRST_STABILITY)
        match.stability = max(1, read_count("stability", stability, FIRST_STABILITY))
        match.drought = read_count("drought", given.get("drought", 0))

    def _networks(self) -> list[int]:
        bag = network_bag(self.setup.seats)
        named = self.given.get("networks", {})
        if isinstance(named, list):
            named = self.setup.by_seat(named)
        colours = self.setup.from_names(named, [None] * self.setup.seats)
        known = {}
        for seat, colour in enumerate(colours):
            if colour is not None:
                known[seat] = self._word("networks", colour, COLOURS[:2])
                if not bag.take(known[seat]):
                    raise BadInput("no_face", deck="network", face=colour)
        return [
            known[seat] if seat in known else int(bag.draw("network", self.chance))
            for seat in range(self.setup.seats)
        ]

    def _cards(self, network: list[int]) -> None:
        """Named cards first, then what is dealt, then the discard pile."""
        seats, match, given = self.setup.seats, self.match, self.given
        hands = self.setup.from_names(given.get("hands", {}), [None] * seats)
        members = self.setup.from_names(given.get("memberships", {}), [None] * seats)
        named = given.get("memberships", {})
        votes = [
            self.setup.from_names(row, [None] * seats)
            for row in read_list("votes", given.get("votes", []))
        ]
        self.policies = [
            self._policy(text) for text in read_list("policies", given.get("policies", []))
        ]
        lying = [[NO_CARD if v is None else self._take(v) for v in row] for row in votes]
        placed = [NO_CARD if value is None else self._take(value) for value in members]
        for seat, hand in enumerate(hands):
            for card in hand if isinstance(hand, list) else []:
                if card != ANY:
                    hold(match, seat, self._take(card))
        pile = [self._take(card) for card in read_list("discard", given.get("discard", []))]
        full = int(dealt(seats)) - (0 if match.phase == MEMBERSHIP_PHASE else 1)
        for seat in range(seats):
            empty = isinstance(named, Mapping) and self.setup.names[seat] in named
            if placed[seat] == NO_CARD and match.phase != MEMBERSHIP_PHASE and not empty:
                placed[seat] = self._draw()
        for seat, hand in enumerate(hands):
            held = sum(1 for row in lying if row[seat] != NO_CARD)
            size = len(hand) if isinstance(hand, list) else full - held if hand is None else hand
            for _ in range(read_count("hands", size, full + 1) - match.sizes[seat]):
                hold(match, seat, self._draw())
        for face in [*pile, *self.bag.left()]:
            discard(match, face)
        on_table = [face for row in lying for face in row]
        lay(match, network, placed, on_table, self._counts("tokens"), self._counts("points"))

    def _policy(self, text: Json) -> tuple[int, int, int]:
        what, _, how = str(text).partition(" ")
        if what in COLOURS[:2]:
            return COLOURS.index(what), HOW.index(how) if how in HOW else FREE, NO_CARD
        face = self._take(what)
        return int(colour_of(face)), ENACTED_POLICY, face

    def _line(self) -> None:
        match = self.match
        for colour, how, face in self.policies:
            pass_policy(match, colour, how, face)

    def _control(self) -> None:
        match, given = self.match, self.given
        match.president = self._seat(given.get("president"))
        before = [match.president] if match.president >= 0 else []
        if "presidents" in given:
            before = [self._seat(name) for name in read_list("presidents", given["presidents"])]
        match.presidents = sum(1 << seat for seat in set(before))
        match.wrong = read_count("wrong", given.get("wrong", max(0, len(before) - 1)))
        parley, accusation = given.get("parley"), given.get("accusation")
        if parley is not None:
            parley = self._mapping("parley", parley)
            match.accused = self._seat(parley.get("target"))
            match.offer = pack_cards([self._face(card) for card in parley.get("cards", [])])
        if accusation is not None:
            accusation = self._mapping("accusation", accusation)
            match.accused = self._seat(accusation.get("target"))
            match.declared = self._word("colour", accusation.get("colour"), COLOURS[:2])
            match.revealed = self._face(accusation.get("card"))
        take_turn(match)
        if VOTE_PHASE < match.phase < OVER_PHASE and (match.turn < 0 or match.president < 0):
            raise BadInput("no_president", package="intrigue.games.jaccuse")
        if match.phase <= VOTE_PHASE:
            self._sealed()

    def _sealed(self) -> None:
        match, given = self.match, self.given
        asked = [seat for seat in range(match.seats) if match.sizes[seat] > 0]
        if "voters" in given:
            asked = sorted(self._seat(name) for name in read_list("voters", given["voters"]))
        match.sealed = Sealed(match.seats)
        for seat in asked:
            match.sealed.ask(seat)
        answers = self.setup.from_names(given.get("answers", {}), [None] * match.seats)
        for seat, text in enumerate(answers):
            if text is not None:
                match.sealed.put(seat, notation.parse(self.setup, str(text)))
        if match.sealed.owed == 0:
            raise BadInput("all_answered")

    # --- history ----------------------------------------------------------------------------------

    def _memories(self) -> None:
        match, given = self.match, self.given
        for ended in read_list("history", given.get("history", [])):
            said = ended if isinstance(ended, Mapping) else {"winner": ended}
            winner = NO_COLOUR
            if said.get("winner") is not None:
                winner = self._word("winner", said["winner"], COLOURS[:2])
            members = self.setup.from_names(said.get("memberships", {}), [None] * match.seats)
            bag = influence_bag(match.seats, self.plain)
            faces = [
                self._face(card) if card is not None else int(bag.draw(self._deck(), self.chance))
                for card in members
            ]
            match.finished = over(winner, faces, match.finished)
        for step in read_list("past", given.get("past", [])):
            match.past = self._step(self._mapping("past", step), match.past)

    def _step(self, said: Mapping[str, Any], before: Past | None) -> Past:
        kind = self._word("deed", said.get("deed"), DEEDS)
        sets = []
        for name in ("one", "two"):
            faces = [self._face(card) for card in said.get(name, [])]
            several = kind in (SWAPPED, SHOWN)
            whole = pack_cards(faces) if several else faces[0] if faces else NO_CARD
            sets.append(whole if name in said else NO_CARD)
        if kind == SHOWN:
            seats = {self._seat(name) for name in read_list("to", said.get("to", []))}
            sets[1] = sum(1 << seat for seat in seats)
        seat, other = self._seat(said.get("seat")), self._seat(said.get("other"))
        shown: list[int] = []
        if "cards" in said:
            cards = self.setup.from_names(said["cards"], [None] * self.setup.seats)
            shown = [NO_CARD if card is None else self._face(card) for card in cards]
        return retold(kind, before, seat, other, sets[0], sets[1], shown)
