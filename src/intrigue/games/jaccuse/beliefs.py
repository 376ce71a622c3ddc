"""What a seat can imagine: whole positions that fit its view and its own events, nothing else.

Networks are uniform over the unseen slots; influence cards come from the particle filter, or, when
every particle died, from any arrangement that fits the seat's memory.
"""

from collections.abc import Iterator, Sequence
from random import Random

from intrigue.kernel.chance import Fast, bit
from intrigue.kernel.game import Seen, Setup
from intrigue.kernel.story import Secret

from . import notation
from .facts import Fact, Problem
from .particles import UNKNOWN, Particle, filtered, pick
from .rules.cards import (
    COLOURS,
    NO_CARD,
    RED,
    colour_of,
    dealt,
    influence_bag,
    network_bag,
    pack_cards,
)
from .rules.memory import remember
from .rules.past import (
    CAPTURED,
    CLEARED,
    DEFECTED,
    ELECTED,
    ENACTED,
    PLACED,
    REPLACED,
    RETURNED,
    SHOWN,
    SWAPPED,
    VOTED,
    Past,
    retold,
)
from .rules.position import JAccuse
from .rules.state import SLOTS
from .rules.terms import Terms, hides_suits
from .view import JAccuseView
from .worlds import Cards, arrange, rebuild

PARTICLES = 4  # for one world; a bot that wants frequencies asks for more
FILTER = 256


def imagine(
    setup: Setup,
    terms: Terms,
    view: JAccuseView,
    seen: Sequence[Seen],
    rng: Random,
    count: int,
) -> list[JAccuse]:
    """Positions that fit what the seat has seen, drawn from one run of the filter."""
    return Belief(setup, terms, view, seen).worlds(count, rng, max(PARTICLES, count))


class Belief:
    """What one seat can make of its view and its events."""

    def __init__(self, setup: Setup, terms: Terms, view: JAccuseView, seen: Sequence[Seen]) -> None:
        self.setup = setup
        self.terms = terms
        self.view = view
        self.plain = hides_suits(setup)
        self.problem = self._problem(seen)
        self.fell_back = False  # whether every particle had died

    def worlds(self, count: int, rng: Random, particles: int = FILTER) -> list[JAccuse]:
        """So many positions, drawn from one run of the filter."""
        fast = Fast(rng.getrandbits(60))
        found = self.particles(particles, fast)
        out = []
        for _ in range(count):
            cards = self.settled(pick(found, fast).copy(), fast) if found else self.any_cards(rng)
            out.append(rebuild(self.setup, self.terms, self.view, self.networks(rng), cards, rng))
        return out

    def particles(self, count: int, rng: Fast) -> list[Particle]:
        """The filter's particles; none if all died, twice."""
        if self.problem is None:
            return []
        found = filtered(self.problem, count, rng)
        if not found:
            found = filtered(self.problem, count * 2, rng)
        self.fell_back = not found
        return found

    def memberships(self, count: int, rng: Fast) -> list[float]:
        """For every seat, how likely its membership is red: by the filter's weights, and for
        cards never seen by what is left in the deck."""
        found = self.particles(count, rng)
        out = [0.0] * self.setup.seats
        if not found:
            for _ in range(8):
                cards = self.any_cards(Random(int(rng.below(1 << 60))))
                for seat, face in enumerate(cards.members):
                    out[seat] += (colour_of(face) == RED) / 8
            return out
        whole = sum(particle.weight for particle in found)
        for particle in found:
            if particle.weight == 0:
                continue
            left = list(particle.loose)
            red = sum(int(n) for face, n in enumerate(left) if colour_of(face) == RED)
            unseen = red / sum(left) if red else 0.0
            for seat, token in enumerate(particle.members):
                if token >= 0:
                    face = particle.face[token]
                    p = unseen if face == UNKNOWN else float(colour_of(face) == RED)
                    out[seat] += p * particle.weight / whole
        return out

    # --- networks (JA-8…JA-11) --------------------------------------------------------------------

    def networks(self, rng: Random) -> list[int]:
        """The remaining colours are a uniform arrangement over the slots nobody showed me, and
        the box."""
        bag = network_bag(self.setup.seats)
        seen = [None if c is None else "RB".index(c) for c in self.view.networks]
        for colour in seen:
            if colour is not None:
                bag.take(colour)
        left = bag.left()
        rng.shuffle(left)
        return [left.pop() if colour is None else colour for colour in seen]

    # --- events as facts --------------------------------------------------------------------------

    def _face(self, text: str) -> int:
        return notation.read_face(text, self.plain)

    def _faces(self, texts: Sequence[str | None]) -> list[int]:
        return [NO_CARD if text is None else self._face(text) for text in texts]

    def _problem(self, seen: Sequence[Seen]) -> Problem | None:
        """This generation's facts, or nothing if they do not add up (a seat that came late)."""
        facts: list[Fact] = []
        placed = NO_CARD
        for event in _this_generation(seen):
            if event.kind == "placed":
                placed = self._face(event.data["card"])
            else:
                fact = self._fact(event, placed)
                if fact is not None:
                    facts.append(fact)
        me, view = self.view.seat, self.view
        hand = [self._face(text) for text in view.hand]
        member = NO_CARD if view.membership is None else self._face(view.membership)
        mine = self._dealt_to_me(facts, hand, member) if me >= 0 else []
        if me >= 0 and len(mine) != dealt(self.setup.seats):
            return None
        problem = Problem(self.setup.seats, me, self.plain, mine)
        problem.facts = facts
        sizes = problem.prepare(hand, member)
        return problem if sizes == list(view.sizes) else None

    def _fact(self, event: Seen, placed: int) -> Fact | None:
        """An event as a fact about cards, if it is one."""
        kind, data, me = event.kind, event.data, self.view.seat
        card = self._faces([data["card"]]) if data.get("card") is not None else None
        if kind == "memberships":
            mine = [placed if seat == me else NO_CARD for seat in range(self.setup.seats)]
            return Fact(PLACED, faces=mine)
        if kind == "votes":
            return Fact(VOTED, faces=self._faces(data["votes"]))
        if kind in ("consensus", "no_votes"):
            return Fact(RETURNED)
        if kind == "elected":
            return Fact(ELECTED, data["seat"], -1, card)
        if kind == "swapped":
            return Fact(SWAPPED, data["president"], data["target"], count=data["count"])
        if kind == "swap":
            gave, got = self._faces(data["offered"]), self._faces(data["replied"])
            return Fact(SWAPPED, data["president"], data["target"], gave, got, count=data["count"])
        if kind == "my_defection":
            return Fact(DEFECTED, me, -1, card, self._faces([data["old"]]))
        if kind == "defected":
            return Fact(DEFECTED, data["president"])
        if kind in ("captured", "cleared"):
            what = CAPTURED if kind == "captured" else CLEARED
            return Fact(what, data["president"], data["target"], card)
        if kind == "my_choice":
            return Fact(REPLACED, me, -1, card)
        if kind == "replaced":
            return Fact(REPLACED, data["target"])
        if kind == "enacted":
            return Fact(ENACTED, data["president"], -1, card)
        if kind in ("saw", "showed"):
            cards = self._faces(data["cards"]) if kind == "saw" else None
            fact = Fact(SHOWN, data["seat"], -1, cards, count=data["count"])
            fact.players = sum(1 << seat for seat in data["to"])
            return fact
        return None

    def _dealt_to_me(self, facts: list[Fact], hand: list[int], member: int) -> list[int]:
        """My own cards at the deal: what I have now, and backwards what came and went."""
        me = self.view.seat
        mine = [*hand]
        if member != NO_CARD:
            mine.append(member)
        for row in self.view.votes:
            text = row[me]
            if text is not None:
                mine.append(self._face(text))
        for fact in reversed(facts):
            gone: list[int] = []  # of mine, by this fact
            came: list[int] = []
            if fact.kind == SWAPPED and me in (fact.seat, fact.other):
                gone, came = list(fact.one), list(fact.two)
                if me == fact.other:
                    gone, came = came, gone
            elif fact.kind == CAPTURED and me == fact.seat:
                came = list(fact.one)
            elif (fact.kind == CAPTURED and me == fact.other) or (
                fact.kind in (ELECTED, ENACTED) and me == fact.seat
            ):
                gone = list(fact.one)
            elif fact.kind == DEFECTED and me == fact.seat:
                gone = list(fact.two)
            for card in came:
                if card not in mine:
                    return []
                mine.remove(card)
            mine += gone
        return sorted(mine)

    # --- from a particle to cards -----------------------------------------------------------------

    def settled(self, particle: Particle, rng: Fast) -> Cards:
        assert self.problem is not None
        particle.settle(rng)
        face = particle.face
        hands = [
            [face[token] for token in particle.hands[seat * SLOTS : seat * SLOTS + size]]
            for seat, size in enumerate(particle.sizes)
        ]
        members = [face[token] if token >= 0 else NO_CARD for token in particle.members]
        pile = [face[token] for token in particle.pile]
        trace = [int(face[token]) for token in particle.trace]
        return Cards(hands, members, pile, self._past(trace))

    def _past(self, trace: list[int]) -> Past | None:
        """The facts with every hidden choice filled in, in the order of the trace."""
        assert self.problem is not None
        past: Past | None = None
        given = iter(trace)
        for fact in self.problem.facts:
            one = two = -1
            faces: list[int] = []
            if fact.kind == PLACED:
                faces = [next(given) for _ in range(self.setup.seats)]
            elif fact.kind == VOTED:
                faces = [int(face) for face in fact.faces]
            elif fact.kind == SWAPPED:
                one = pack_cards([next(given) for _ in range(fact.count)])
                two = pack_cards([next(given) for _ in range(fact.count)])
            elif fact.kind == DEFECTED:
                two = next(given)
                one = next(given)
            elif fact.kind == SHOWN:
                one = pack_cards([next(given) for _ in range(fact.count)])
                two = int(fact.players)
            elif fact.kind == REPLACED:
                one = next(given)
            elif fact.seen():
                one = int(fact.one[0])
            past = retold(fact.kind, past, fact.seat, fact.other, one, two, faces)
        return past

    # --- when no particle is left -----------------------------------------------------------------

    def any_cards(self, rng: Random) -> Cards:
        """An arrangement that fits the memory of this seat. What others chose unseen is made up,
        so it is no exact sample, but nothing the seat has seen is contradicted."""
        view = self.view
        past = self._past(self._made_up()) if self.problem is not None else None
        known = remember(past, view.seat, self.setup.seats)
        bag = influence_bag(self.setup.seats, self.plain)
        open_cards = [*view.hand, *([view.membership] if view.membership else [])]
        open_cards += [card for row in view.votes for card in row if card is not None]
        open_cards += [policy.card for policy in view.policies if policy.card is not None]
        for text in open_cards:
            bag.take(self._face(text))
        room = {bit(i): n for i, n in enumerate(view.sizes) if i != view.seat}
        absent = view.accusation.target if view.phase == "replace" and view.accusation else -1
        return arrange(view, known, bag.left(), room, absent, rng)._replace(past=past)

    def _made_up(self) -> list[int]:
        """Any face for what was not seen: only the number of cards matters to this seat."""
        assert self.problem is not None
        out: list[int] = []
        low = influence_bag(self.setup.seats, self.plain).left()[0]
        me = self.view.seat
        for fact in self.problem.facts:
            if fact.kind == PLACED:
                out += [int(f) if i == me else low for i, f in enumerate(fact.faces)]
            elif fact.kind == SWAPPED:
                both = [*fact.one, *fact.two] if fact.seen() else [low] * (2 * fact.count)
                out += [int(face) for face in both]
            elif fact.kind == DEFECTED:
                out += [int(fact.two[0]), int(fact.one[0])] if fact.seen() else [low, low]
            elif fact.kind == SHOWN:
                out += [int(face) for face in fact.one] if fact.seen() else [low] * fact.count
            elif fact.kind == REPLACED:
                out.append(int(fact.one[0]) if fact.seen() else low)
        return out


def _this_generation(seen: Sequence[Seen]) -> Sequence[Seen]:
    """The events since the last deal."""
    first = len(seen)
    while first > 0 and seen[first - 1].kind != "generation":
        first -= 1
    return seen[first:]


# --- what may be guessed --------------------------------------------------------------------------


def secrets(match: JAccuse) -> Iterator[Secret]:
    """The colours of all networks and of the memberships that are chosen."""
    if match.over:
        return
    for left, colour in enumerate(match.network):
        yield _network(left, match.seats, COLOURS[colour])
    for seat, face in enumerate(match.members):
        if face != NO_CARD:
            yield Secret("colour", (seat,), COLOURS[colour_of(face)])


def known(setup: Setup, view: JAccuseView) -> Iterator[Secret]:
    if view.phase == "over":
        return
    for left, colour in enumerate(view.networks):
        if colour is not None:
            yield _network(left, setup.seats, colour)
    chosen = {view.seat: view.membership} if view.membership is not None else {}
    for memory in view.memory:  # JA-A48: one place is certainty
        if len(memory.places) == 1 and memory.places[0].zone == "membership":
            chosen[memory.places[0].seat or 0] = memory.card
    plain = hides_suits(setup)
    for seat, text in sorted(chosen.items()):
        yield Secret("colour", (seat,), COLOURS[colour_of(notation.read_face(text, plain))])


def _network(left: int, seats: int, colour: str) -> Secret:
    return Secret("network", (left, (left + 1) % seats), colour)
