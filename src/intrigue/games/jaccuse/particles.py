"""Worlds that fit what one seat has seen of the influence cards: a particle filter over lazy
tokens, by sequential importance sampling.

A token is a physical card; its face is known, or still unknown until somebody sees it. Hidden
choices are uniform; where a card is seen again later, only choices that can lead there are made,
and the weight pays for it. It knows nothing of texts, views or the truth.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from intrigue.kernel.chance import Fast, bit
from intrigue.kernel.vecs import filled, total, zeros

from .facts import Fact, Problem
from .rules.cards import NO_CARD, dealt
from .rules.memory import MEMBER
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
)
from .rules.state import SLOTS

UNKNOWN: Final = -1


class Particle:
    """One way it may have been: where each token lies, and which faces are known."""

    def __init__(self) -> None:
        self.face: vec[i64] = zeros(0)  # by token
        self.hands: vec[i64] = zeros(0)  # tokens, SLOTS a seat
        self.sizes: vec[i64] = zeros(0)
        self.members: vec[i64] = zeros(0)
        self.table: vec[i64] = zeros(0)  # seat, token, seat, token …
        self.pile: vec[i64] = zeros(0)
        self.loose: vec[i64] = zeros(0)  # faces not yet attached to a token
        self.left: i64 = 0  # how many of those
        self.trace: vec[i64] = zeros(0)  # tokens of hidden choices, in order
        self.weight: float = 1.0

    def copy(self) -> "Particle":
        other = Particle()
        other.face = self.face[:]
        other.hands = self.hands[:]
        other.sizes = self.sizes[:]
        other.members = self.members[:]
        other.table = self.table[:]
        other.pile = self.pile[:]
        other.loose = self.loose[:]
        other.left = self.left
        other.trace = self.trace[:]
        other.weight = self.weight
        return other

    def deal(self, problem: Problem) -> None:
        """The observer's own cards are known, all others are not."""
        seats = problem.seats
        each = dealt(seats)
        self.face = filled(total(problem.deck), UNKNOWN)
        self.hands = filled(seats * SLOTS, -1)
        self.sizes = filled(seats, each)
        self.members = filled(seats, -1)
        self.loose = problem.deck[:]
        self.left = total(problem.deck)
        token: i64 = 0
        for seat in range(seats):
            for k in range(each):
                self.hands[seat * SLOTS + k] = token
                if seat == problem.observer:
                    self._attach(token, problem.mine[k])
                token += 1
        if token < len(self.face):
            self.pile = append(self.pile, token)  # JA-16

    def _attach(self, token: i64, face: i64) -> None:
        self.face[token] = face
        self.loose[face] -= 1
        self.left -= 1

    def _take(self, seat: i64, slot: i64) -> i64:
        """The token of a slot leaves the hand."""
        last = seat * SLOTS + self.sizes[seat] - 1
        at = seat * SLOTS + slot
        token = self.hands[at]
        self.hands[at] = self.hands[last]
        self.hands[last] = -1
        self.sizes[seat] -= 1
        return token

    def _put(self, seat: i64, token: i64) -> None:
        self.hands[seat * SLOTS + self.sizes[seat]] = token
        self.sizes[seat] += 1

    # --- seeing -----------------------------------------------------------------------------------

    def _likely(self, token: i64, face: i64) -> float:
        """How likely a token has a face."""
        known = self.face[token]
        if known == face:
            return 1.0
        return self._share(face) if known == UNKNOWN else 0.0

    def _share(self, face: i64) -> float:
        """How likely a token of which nothing is known has a face."""
        return float(self.loose[face]) / float(self.left) if self.left > 0 else 0.0

    def _spot(self, seat: i64, face: i64, rng: Fast) -> i64:
        """The slot of a hand that a face was seen to come from, or -1 if that cannot be."""
        first = seat * SLOTS
        n = self.sizes[seat]
        share = self._share(face)
        sum_ = 0.0
        for i in range(n):
            known = self.face[self.hands[first + i]]
            if known == face:
                sum_ += 1.0
            elif known == UNKNOWN:
                sum_ += share
        if sum_ <= 0.0:
            self.weight = 0.0
            return -1
        self.weight *= sum_ / float(n)
        point = sum_ * float(rng.below(1 << 30)) / float(1 << 30)
        found: i64 = -1
        for i in range(n):
            p = self._likely(self.hands[first + i], face)
            if p > 0.0:
                found = i
                if point < p:
                    break
                point -= p
        token = self.hands[first + found]
        if self.face[token] == UNKNOWN:
            self._attach(token, face)
        return found

    def _spot_member(self, seat: i64, face: i64) -> None:
        token = self.members[seat]
        p = self._likely(token, face)
        self.weight *= p
        if p > 0.0 and self.face[token] == UNKNOWN:
            self._attach(token, face)

    # --- hidden choices ---------------------------------------------------------------------------

    def _may(self, token: i64, fact: Fact, place: i64) -> bool:
        face = self.face[token]
        return face == UNKNOWN or fact.ahead[face] & place != 0

    def _choose(self, fact: Fact, seat: i64, known: i64, rng: Fast) -> None:
        """A hand card becomes the membership: the known one, or any that can."""
        slot: i64 = -1
        first = seat * SLOTS
        if known != NO_CARD:
            for i in range(self.sizes[seat]):
                if self.face[self.hands[first + i]] == known:
                    slot = i
        else:
            slot = self._pick(fact, seat, rng)
        if slot < 0:
            self.weight = 0.0
            return
        token = self._take(seat, slot)
        self.members[seat] = token
        self.trace = append(self.trace, token)

    def _pick(self, fact: Fact, seat: i64, rng: Fast) -> i64:
        first = seat * SLOTS
        n = self.sizes[seat]
        hand = bit(seat)
        member = bit(MEMBER + seat)
        forced: i64 = -1
        able: i64 = 0
        for i in range(n):
            token = self.hands[first + i]
            go = self._may(token, fact, member)
            if not self._may(token, fact, hand):
                if forced >= 0 or not go:
                    return -1
                forced = i
            if go:
                able += 1
        if forced >= 0:
            self.weight /= float(n)
            return forced
        if able == 0:
            return -1
        self.weight *= float(able) / float(n)
        k = rng.below(able)
        slot: i64 = 0
        while True:
            if self._may(self.hands[first + slot], fact, member):
                if k == 0:
                    break
                k -= 1
            slot += 1
        return slot

    def _pick_set(self, fact: Fact, seat: i64, to: i64, rng: Fast) -> i64:
        """A mask of slots that go to another hand, or -1 if none can."""
        first = seat * SLOTS
        n = self.sizes[seat]
        wanted = fact.count
        mask: i64 = 0
        able: i64 = 0
        forced: i64 = 0
        for i in range(n):
            token = self.hands[first + i]
            go = self._may(token, fact, bit(to))
            if not self._may(token, fact, bit(seat)):
                if not go:
                    return -1
                forced += 1
                mask = mask | bit(i)
            elif go:
                able += 1
        wanted -= forced
        if wanted < 0 or wanted > able:
            return -1
        self.weight *= choose(able, wanted) / choose(n, fact.count)
        slot: i64 = 0
        while wanted > 0:  # one pass of selection sampling
            token = self.hands[first + slot]
            if mask & bit(slot) == 0 and self._may(token, fact, bit(to)):
                if rng.below(able) < wanted:
                    mask = mask | bit(slot)
                    wanted -= 1
                able -= 1
            slot += 1
        return mask

    # --- following the facts ----------------------------------------------------------------------

    def follow(self, fact: Fact, rng: Fast) -> None:
        """Live through a fact; the weight is zero if it cannot have happened."""
        kind = fact.kind
        if kind == PLACED:
            self._placed(fact, rng)
        elif kind == VOTED:
            self._voted(fact, rng)
        elif kind == RETURNED:
            self._return()
        elif kind == ELECTED:
            self._elected(fact)
        elif kind == SWAPPED:
            self._swapped(fact, rng)
        elif kind == DEFECTED:
            old = self.members[fact.seat]
            self.pile = append(self.pile, old)
            self.trace = append(self.trace, old)
            self._choose(fact, fact.seat, fact.one[0] if fact.seen() else NO_CARD, rng)
        elif kind in (CAPTURED, CLEARED):
            self._spot_member(fact.other, fact.one[0])
            self._put(fact.seat if kind == CAPTURED else fact.other, self.members[fact.other])
            self.members[fact.other] = -1
        elif kind == REPLACED:
            self._choose(fact, fact.seat, fact.one[0] if fact.seen() else NO_CARD, rng)
        elif kind == ENACTED:
            slot = self._spot(fact.seat, fact.one[0], rng)
            if slot >= 0:
                self._take(fact.seat, slot)
        elif kind == SHOWN:
            self._shown(fact, rng)

    def _placed(self, fact: Fact, rng: Fast) -> None:
        for seat in range(i64(len(self.sizes))):
            if self.weight <= 0.0:
                return
            self._choose(fact, seat, fact.faces[seat], rng)

    def _voted(self, fact: Fact, rng: Fast) -> None:
        for seat in range(i64(len(self.sizes))):
            if fact.faces[seat] != NO_CARD:
                slot = self._spot(seat, fact.faces[seat], rng)
                if slot < 0:
                    return
                self.table = append(append(self.table, seat), self._take(seat, slot))

    def _return(self) -> None:
        for i in range(0, i64(len(self.table)), 2):
            if self.table[i + 1] >= 0:
                self._put(self.table[i], self.table[i + 1])
        self.table = zeros(0)

    def _elected(self, fact: Fact) -> None:
        """The winner's last vote is the last one of that seat on the table."""
        i = len(self.table) - 2
        while self.table[i] != fact.seat:
            i -= 2
        self.pile = append(self.pile, self.table[i + 1])
        self.table[i + 1] = -1
        self._return()

    def _swapped(self, fact: Fact, rng: Fast) -> None:
        n = fact.count
        gone = self._leave(fact, fact.seat, fact.other, fact.one, rng)
        if self.weight == 0.0:
            return
        back = self._leave(fact, fact.other, fact.seat, fact.two, rng)
        if self.weight == 0.0:
            return
        for i in range(n):
            self._put(fact.other, gone[i])
            self._put(fact.seat, back[i])
            self.trace = append(self.trace, gone[i])
        for token in back:
            self.trace = append(self.trace, token)

    def _leave(self, fact: Fact, seat: i64, to: i64, faces: vec[i64], rng: Fast) -> vec[i64]:
        """The tokens that leave a hand in a swap."""
        out = zeros(0)
        if fact.seen():
            for face in faces:
                slot = self._spot(seat, face, rng)
                if slot < 0:
                    return out
                out = append(out, self._take(seat, slot))
            return out
        mask = self._pick_set(fact, seat, to, rng)
        if mask < 0:
            self.weight = 0.0
            return out
        for i in range(self.sizes[seat] - 1, -1, -1):  # `_take` moves the last one down
            if mask & bit(i) != 0:
                out = append(out, self._take(seat, i))
        return out

    def _shown(self, fact: Fact, rng: Fast) -> None:
        """Cards held up together are different tokens; then all are back in the hand."""
        held = zeros(0)
        for i in range(fact.count):
            slot: i64 = 0
            if fact.seen():
                slot = self._spot(fact.seat, fact.one[i], rng)
                if slot < 0:
                    return
            else:
                slot = rng.below(self.sizes[fact.seat])
            held = append(held, self._take(fact.seat, slot))
        for token in held:
            self._put(fact.seat, token)
            self.trace = append(self.trace, token)

    def settle(self, rng: Fast) -> None:
        """Attach what is left to the unknown tokens, by a uniform permutation."""
        for token in range(i64(len(self.face))):
            if self.face[token] == UNKNOWN:
                k = rng.below(self.left)
                face: i64 = 0
                while k >= self.loose[face]:
                    k -= self.loose[face]
                    face += 1
                self._attach(token, face)


def choose(n: i64, k: i64) -> float:
    """How many sets of k of n things there are."""
    out = 1.0
    for i in range(k):
        out = out * float(n - i) / float(i + 1)
    return out


def filtered(problem: Problem, count: i64, rng: Fast) -> list[Particle]:
    """Particles after all facts, with weights that sum to one; none if all of them died."""
    particles: list[Particle] = []
    for _ in range(count):
        particle = Particle()
        particle.deal(problem)
        particles.append(particle)
    for fact in problem.facts:
        sum_ = 0.0
        squares = 0.0
        for particle in particles:
            if particle.weight > 0.0:
                particle.follow(fact, rng)
                sum_ += particle.weight
                squares += particle.weight * particle.weight
        if sum_ <= 0.0:
            return []
        if sum_ * sum_ < squares * float(count) / 2.0:  # effective size below half
            particles = _resample(particles, sum_, rng)
        else:
            for particle in particles:
                particle.weight /= sum_
    return particles


def _resample(particles: list[Particle], sum_: float, rng: Fast) -> list[Particle]:
    """As many as before, each as often as its weight says (systematic)."""
    out: list[Particle] = []
    count = len(particles)
    step = sum_ / float(count)
    point = step * float(rng.below(1 << 30)) / float(1 << 30)
    reached = 0.0
    for particle in particles:
        reached += particle.weight
        fresh = True
        while reached > point and len(out) < count:
            kept = particle if fresh else particle.copy()
            fresh = False
            out.append(kept)
            point += step
    for particle in out:
        particle.weight = 1.0 / float(count)
    return out


def pick(particles: list[Particle], rng: Fast) -> Particle:
    """One of them, by weight."""
    sum_ = 0.0
    for particle in particles:
        sum_ += particle.weight
    point = sum_ * float(rng.below(1 << 30)) / float(1 << 30)
    found = particles[0]
    for particle in particles:
        if particle.weight > 0.0:
            found = particle
            if point < particle.weight:
                break
            point -= particle.weight
    return found
