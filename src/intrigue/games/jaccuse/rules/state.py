"""The table of J'Accuse: what lies where. It decides nothing, and moves no card.

Hands, policies, generations, elections and presidencies are functions over it, one file each.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from intrigue.kernel.position import Position, carry_over
from intrigue.kernel.sealed import Sealed
from intrigue.kernel.vecs import filled, pack, zeros

from .cards import LARGEST_SINGLE, NO_CARD, NO_COLOUR, cards_of
from .past import Discard, Finished, Past, Policy
from .terms import Terms

MEMBERSHIP_PHASE: Final = 0  # all at once
VOTE_PHASE: Final = 1  # all who may vote, at once
PARLEY_PHASE: Final = 2  # from here on one player is asked
REPLY_PHASE: Final = 3
ACTION_PHASE: Final = 4
REPLACE_PHASE: Final = 5
ENACT_PHASE: Final = 6
OVER_PHASE: Final = 7
PHASES: Final = ("membership", "vote", "parley", "reply", "action", "replace", "enact", "over")

SLOTS: Final = 8  # one more than the largest hand
FIRST_STABILITY: Final = 5  # JA-20


class State(Position):
    """What lies on the table. Hands are sets of cards, and equal hands are equal numbers; what is
    replaced and never changed in place is shared between copies."""

    def __init__(self, seats: i64, terms: Terms) -> None:
        super().__init__(seats)
        self.terms = terms
        self.single: bool = seats <= LARGEST_SINGLE and not terms.plain  # no face twice
        self.phase: i64 = MEMBERSHIP_PHASE
        self.generation: i64 = 0
        self.election: i64 = 0  # which of this generation; 0 before the first
        self.network: vec[i64] = zeros(seats)  # JA-9: c_i lies between i and i + 1
        self.hands: vec[i64] = zeros(seats)  # a set of cards each
        self.sizes: vec[i64] = zeros(seats)
        self.members: vec[i64] = filled(seats, NO_CARD)
        self.sealed: Sealed = Sealed(seats)  # memberships or votes
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
        self.accused: i64 = -1  # of a parley under way the target, of an accusation the accused
        self.offer: i64 = 0  # the president's cards in a parley under way
        self.declared: i64 = NO_COLOUR
        self.revealed: i64 = NO_CARD
        self.discards: Discard | None = None
        self.tokens: vec[i64] = zeros(seats)  # JA-13: nobody has one at the start
        self.points: vec[i64] = zeros(seats)  # shared: from memberships (JA-47)
        self.finished: Finished | None = None
        self.past: Past | None = None

    def copy_into(self, other: "State") -> None:
        """Make `other` this table."""
        carry_over(self, other)
        other.single = self.single
        other.phase = self.phase
        other.generation = self.generation
        other.election = self.election
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

    # --- the whole state as numbers ---------------------------------------------------------------

    def key(self) -> list[int]:
        """Without the number of the election, which follows from the past."""
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
            hand = cards_of(self.hands[seat])
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


def lay(
    s: State,
    network: list[int],
    members: list[int],
    votes: list[int],
    tokens: list[int],
    points: list[int],
) -> None:
    """Lay out what is not in hands, from plain numbers (lists: see `kernel.vecs`)."""
    s.network = pack(network)
    s.members = pack(members)
    s.votes = pack(votes)
    s.tokens = pack(tokens)
    s.points = pack(points)


def take_turn(s: State) -> None:
    """Who is asked in a phase that asks one player alone."""
    if s.phase in (REPLY_PHASE, REPLACE_PHASE):
        s.turn = s.accused
    elif VOTE_PHASE < s.phase < OVER_PHASE:
        s.turn = s.president
