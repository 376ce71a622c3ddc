"""The table of J'Accuse: what lies where, and the small motions of cards that every phase uses.

It decides nothing. Generations, elections and presidencies stand on it, one file each.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from intrigue.kernel.chance import Chance
from intrigue.kernel.position import Event, Position
from intrigue.kernel.sealed import Sealed
from intrigue.kernel.vecs import filled, pack, zeros

from .cards import (
    FACES,
    LARGEST_SINGLE,
    NO_CARD,
    NO_COLOUR,
    cards_of,
    face_text,
    lowest,
    nth_card,
    rest_of,
    with_card,
    without_card,
)
from .past import Discard, Finished, Past, Policy

MEMBERSHIP_PHASE: Final = 0  # D1, all at once
VOTE_PHASE: Final = 1  # D2, all eligible at once
PARLEY_PHASE: Final = 2  # D3
REPLY_PHASE: Final = 3  # D4
ACTION_PHASE: Final = 4  # D5
REPLACE_PHASE: Final = 5  # D6
ENACT_PHASE: Final = 6  # D7
OVER_PHASE: Final = 7
PHASES: Final = ("membership", "vote", "parley", "reply", "action", "replace", "enact", "over")

SLOTS: Final = 8  # one more than the largest hand
FIRST_STABILITY: Final = 5  # JA-20

CONSENSUS: Final = "consensus"
WINS: Final = "wins"
ALL_REMAINING: Final = "allRemaining"
AS_ABSTAIN: Final = "asAbstain"
BLOCKS: Final = "blocks"


class Terms:
    """The table's options as rules read them. Never changes."""

    def __init__(
        self,
        generations: i64,
        lone_vote: str,
        runoff_voters: str,
        empty_runoff: str,
        neutral_joker: str,
        showing: bool,
        tokens: bool,
        plain: bool,
        memory_aid: bool,
        deadlock_limit: i64,
    ) -> None:
        self.generations = generations
        self.lone_wins: bool = lone_vote == WINS  # JA-A1
        self.all_remaining: bool = runoff_voters == ALL_REMAINING  # JA-A2
        self.empty_passes: bool = empty_runoff == AS_ABSTAIN  # JA-A6
        self.neutral_blocks: bool = neutral_joker == BLOCKS  # JA-A30
        self.showing = showing  # JA-A36
        self.tokens = tokens  # JA-A38
        self.plain = plain  # JA-A33
        self.memory_aid = memory_aid  # JA-A48
        self.deadlock_limit = deadlock_limit  # JA-A42


class State(Position):
    """What lies on the table. Hands are sets of cards, and equal hands are equal numbers; what is
    replaced and never changed in place is shared between copies."""

    def __init__(self, seats: i64, terms: Terms) -> None:
        super().__init__(seats)
        self.terms = terms
        self.single: bool = seats <= LARGEST_SINGLE and not terms.plain  # no face twice
        self.phase: i64 = MEMBERSHIP_PHASE
        self.generation: i64 = 0
        self.network: vec[i64] = zeros(seats)  # JA-9: c_i lies between i and i + 1
        self.hands: vec[i64] = zeros(seats)  # a set of cards each
        self.sizes: vec[i64] = zeros(seats)
        self.members: vec[i64] = filled(seats, NO_CARD)
        self.sealed: Sealed = Sealed(seats)  # answers to D1 and D2
        self.turn: i64 = -1  # who is asked in every other phase
        self.votes: vec[i64] = zeros(0)  # on the table, round by round, by seat
        self.policies: Policy | None = None
        self.last: i64 = NO_COLOUR  # of the most recently passed policy
        self.streak: i64 = 0
        self.stability: i64 = FIRST_STABILITY
        self.drought: i64 = 0  # JA-60
        self.wrong: i64 = 0  # JA-46
        self.president: i64 = -1
        self.presidents: i64 = 0  # mask: since the last election (JA-45)
        self.accused: i64 = -1  # while D4 the parley's target, while D6 and D7 the accused
        self.offer: i64 = 0  # the president's cards in a parley under way
        self.declared: i64 = NO_COLOUR
        self.revealed: i64 = NO_CARD
        self.discards: Discard | None = None
        self.tokens: vec[i64] = zeros(seats)
        self.points: vec[i64] = zeros(seats)  # shared: from memberships (JA-47)
        self.finished: Finished | None = None
        self.past: Past | None = None

    def copy_to(self, other: "State") -> None:
        """Make `other` this table."""
        other.seats = self.seats
        other.single = self.single
        other.over = self.over
        other.phase = self.phase
        other.generation = self.generation
        other.network = self.network
        other.hands = self.hands[:]
        other.sizes = self.sizes[:]
        other.members = self.members[:]
        other.sealed = self.sealed.copy()
        other.turn = self.turn
        other.votes = self.votes  # replaced, never changed in place
        other.policies = self.policies
        other.last = self.last
        other.streak = self.streak
        other.stability = self.stability
        other.drought = self.drought
        other.wrong = self.wrong
        other.president = self.president
        other.presidents = self.presidents
        other.accused = self.accused
        other.offer = self.offer
        other.declared = self.declared
        other.revealed = self.revealed
        other.discards = self.discards
        other.tokens = self.tokens[:]
        other.points = self.points
        other.finished = self.finished
        other.past = self.past

    def lay(
        self,
        network: list[int],
        members: list[int],
        votes: list[int],
        tokens: list[int],
        points: list[int],
    ) -> None:
        """Lay out what is not in hands, from plain numbers."""
        self.network = pack(network)
        self.members = pack(members)
        self.votes = pack(votes)
        self.tokens = pack(tokens)
        self.points = pack(points)

    # --- what later files of the rulebook do ------------------------------------------------------

    def begin_election(self, chance: Chance) -> None:
        raise NotImplementedError

    def crown(self, seat: i64, chance: Chance) -> None:
        raise NotImplementedError

    # --- hands ------------------------------------------------------------------------------------

    def hold(self, seat: i64, face: i64) -> None:
        """A card comes to a hand."""
        self.hands[seat] = with_card(self.hands[seat], face)
        self.sizes[seat] += 1

    def release(self, seat: i64, face: i64) -> None:
        """A card leaves a hand that has it."""
        self.hands[seat] = without_card(self.hands[seat], face)
        self.sizes[seat] -= 1

    def count(self, seat: i64, face: i64) -> i64:
        """How many copies of a face a hand has."""
        n: i64 = 0
        rest = self.hands[seat]
        while rest > 0:
            if lowest(rest) == face:
                n += 1
            rest = rest_of(rest)
        return n

    def distinct(self, seat: i64) -> i64:
        """How many different faces a hand has."""
        if self.single:
            return self.sizes[seat]
        n: i64 = 0
        before: i64 = NO_CARD
        rest = self.hands[seat]
        while rest > 0:
            face = lowest(rest)
            if face != before:
                n += 1
                before = face
            rest = rest_of(rest)
        return n

    def nth_face(self, seat: i64, k: i64) -> i64:
        """Different face number `k` of a hand, from the lowest."""
        if self.single:
            return nth_card(self.hands[seat], k)
        before: i64 = NO_CARD
        rest = self.hands[seat]
        while True:
            face = lowest(rest)
            if face != before:
                if k == 0:
                    break
                k -= 1
                before = face
            rest = rest_of(rest)
        return face

    def hand_bag(self, seat: i64) -> vec[i64]:
        """A hand as a bag, for a random choice."""
        bag = zeros(FACES)
        rest = self.hands[seat]
        while rest > 0:
            bag[lowest(rest)] += 1
            rest = rest_of(rest)
        return bag

    def holders(self) -> i64:
        """How many players have a card in hand."""
        n: i64 = 0
        i: i64 = 0
        while i < self.seats:
            if self.sizes[i] > 0:
                n += 1
            i += 1
        return n

    def discard(self, face: i64) -> None:
        """JA-A34: face down, and nobody looks through the pile."""
        self.discards = Discard(face, self.discards)

    def give_token(self, seat: i64, tokens: i64) -> None:
        self.tokens[seat] += tokens

    # --- telling ----------------------------------------------------------------------------------

    def tell(self, kind: str, data: dict[str, object]) -> None:
        """Something that everybody sees. Callers ask for `events` first, to save the data."""
        if self.events is not None:
            self.events.append(Event(kind, data))

    def tell_only(
        self,
        kind: str,
        audience: i64,
        data: dict[str, object],
        outside: str = "",
        public: dict[str, object] | None = None,
    ) -> None:
        """Something that an audience sees, and what all others get instead."""
        if self.events is not None:
            hint: Event | None = None
            if public is not None:
                hint = Event(outside, public)
            self.events.append(Event(kind, data, audience, hint))

    def text(self, face: i64) -> str:
        return face_text(face, self.terms.plain)

    def texts(self, faces: list[int]) -> list[str]:
        return [face_text(face, self.terms.plain) for face in faces]

    def hand(self, seat: i64) -> list[int]:
        """The faces of a hand, lowest first."""
        return cards_of(self.hands[seat])

    # --- the whole state as numbers ---------------------------------------------------------------

    def key(self) -> list[int]:
        out = [
            1 if self.over else 0,
            self.phase,
            self.generation,
            self.turn,
            self.last,
            self.streak,
            self.stability,
            self.drought,
            self.wrong,
            self.president,
            self.presidents,
            self.accused,
            self.offer,
            self.declared,
            self.revealed,
        ]
        out.extend(list(self.network))
        for seat in range(self.seats):
            hand = self.hand(seat)
            out.extend(hand)
            out.extend([NO_CARD] * (SLOTS - len(hand)))
        out.extend(list(self.members))
        if self.phase <= VOTE_PHASE:
            out.extend(list(self.sealed.answers))
        out.append(len(self.votes))
        out.extend(list(self.votes))
        out.extend(list(self.tokens))
        out.extend(list(self.points))
        policy = self.policies
        while policy is not None:
            out.extend([policy.colour, policy.how, policy.face])
            policy = policy.before
        card = self.discards
        while card is not None:
            out.append(card.face)
            card = card.before
        ended = self.finished
        while ended is not None:
            out.append(ended.winner)
            out.extend(list(ended.members))
            ended = ended.before
        past = self.past
        while past is not None:
            out.extend([past.kind, past.seat, past.other, past.one, past.two])
            out.extend(list(past.faces))
            past = past.before
        return out
