"""What acts tell of colours. Whoever shares two networks of one colour wants it to win: that is the
colour of their membership, of what they enact, and of the low votes that they open. With one of
each, it is their membership that they help.
"""

from collections import Counter
from collections.abc import Sequence
from math import prod
from random import Random

from intrigue.kernel.chance import Fast
from intrigue.kernel.game import Seen

from .beliefs import Belief
from .notation import read_face
from .particles import Particle
from .rules.cards import BLACK, NEUTRAL, NO_COLOUR, RED, colour_of, rank_of
from .rules.position import JAccuse
from .worlds import Cards, rebuild

HIGH = 8  # a higher vote may be of any colour: it wants to be president
# How often it is the wanted colour, or where either may be, that of the membership. Counted in
# matches of bots that slip, as people do.
MEMBER, ENACTED, VOTED, HELPED = 0.79, 0.83, 0.86, 0.67
TRUST = 0.9  # what one has seen of somebody hangs together: it counts for less than it says
TRIES = 8  # arrangements that are weighed, for each that is kept

Odds = dict[tuple[int, int], float]  # by wanted colour, or none, and colour of the membership
WANTED = (RED, BLACK, NO_COLOUR)


class Generation:
    """What a seat was seen to do in one generation, and its membership, once it is shown."""

    def __init__(self, seats: int) -> None:
        self.enacted: list[list[int]] = [[] for _ in range(seats)]  # colours
        self.opened: list[set[int]] = [set() for _ in range(seats)]  # low votes, each once
        self.members: list[int] = []  # colours

    def odds(self, seat: int) -> Odds:
        """How likely somebody acts like this and has a membership of that colour."""
        opened = [int(colour_of(face)) for face in self.opened[seat]]
        out: Odds = {}
        for wanted in WANTED:
            for colour in (RED, BLACK, NEUTRAL):
                helped = colour if wanted == NO_COLOUR else wanted
                chances = [0.5 if wanted == NO_COLOUR else _match(colour, wanted, MEMBER)]
                each = (HELPED, HELPED) if wanted == NO_COLOUR else (ENACTED, VOTED)
                chances += [_match(card, helped, each[0]) for card in self.enacted[seat]]
                chances += [_match(card, helped, each[1]) for card in opened]
                out[wanted, colour] = prod(chances) ** TRUST
        return out


def _match(colour: int, other: int, chance: float) -> float:
    """How likely the colour is, if it is the other one with this chance."""
    if NEUTRAL in (colour, other):
        return 0.5
    return chance if colour == other else 1 - chance


def told(belief: Belief, seen: Sequence[Seen]) -> list[Generation]:
    """What everyone saw in each generation, the open one last."""
    seats, plain = belief.setup.seats, belief.plain
    out = [Generation(seats)]
    for event in seen:
        if event.kind == "votes":
            for seat, text in enumerate(event.data["votes"]):
                if text is not None and rank_of(face := read_face(text, plain)) < HIGH:
                    out[-1].opened[seat].add(face)
        elif event.kind == "enacted":
            face = read_face(event.data["card"], plain)
            out[-1].enacted[event.data["president"]].append(int(colour_of(face)))
        elif event.kind in ("won", "void"):
            faces = [read_face(text, plain) for text in event.data["memberships"]]
            out[-1].members = [int(colour_of(face)) for face in faces]
            out.append(Generation(seats))
    return out


def suppose(
    belief: Belief, seen: Sequence[Seen], rng: Random, count: int
) -> list[tuple[JAccuse, float]]:
    """Worlds with weights. Networks are drawn by what all generations tell of them, cards by what
    this one does; the weight says how well the two go together."""
    view = belief.view
    others = [seat for seat in range(belief.setup.seats) if seat != view.seat]
    *before, now = told(belief, seen)
    odds = {seat: now.odds(seat) for seat in others}
    wish = {seat: _wishes(odds[seat], seat, before) for seat in others}
    drawn = [belief.networks(rng) for _ in range(TRIES * count)]
    weights = [prod(wish[seat][_wanted(one, seat)] for seat in others) for one in drawn]
    networks = rng.choices(drawn, weights, k=count)
    leaning: dict[int, dict[int, float]] = {}
    for seat in others:
        shares = Counter(_wanted(network, seat) for network in networks)
        leaning[seat] = {
            colour: sum(share * odds[seat][wanted, colour] for wanted, share in shares.items())
            for colour in (RED, BLACK, NEUTRAL)
        }
    out = []
    cards = _cards(belief, leaning, rng, count)
    for network, held in zip(networks, cards, strict=True):
        weight = 1.0
        for seat in others:
            if held.members[seat] >= 0:
                wanted, colour = _wanted(network, seat), int(colour_of(held.members[seat]))
                alone = _either(odds[seat], wanted) * leaning[seat][colour]
                weight *= odds[seat][wanted, colour] * count / alone
        out.append((rebuild(belief.setup, belief.terms, view, network, held, rng), weight))
    return out


def _wanted(network: Sequence[int], seat: int) -> int:
    """The colour of both networks of a seat, if they have one."""
    left, right = network[seat - 1], network[seat]
    return left if left == right else NO_COLOUR


def _either(odds: Odds, wanted: int) -> float:
    return odds[wanted, RED] + odds[wanted, BLACK]


def _wishes(odds: Odds, seat: int, before: Sequence[Generation]) -> dict[int, float]:
    """How well all that a seat was seen to do goes with what it wants."""
    out = {wanted: _either(odds, wanted) for wanted in WANTED}
    for generation in before:
        found = generation.odds(seat)
        for wanted in WANTED:
            out[wanted] *= found[wanted, generation.members[seat]]
    return out


def _cards(
    belief: Belief, leaning: dict[int, dict[int, float]], rng: Random, count: int
) -> list[Cards]:
    """Arrangements of cards, drawn by the colours of memberships."""
    fast = Fast(rng.getrandbits(60))
    particles = belief.particles(TRIES * count, fast)
    if not particles:
        return [belief.any_cards(rng) for _ in range(count)]
    weights = [particle.weight * _likely(particle, leaning, fast) for particle in particles]
    return [belief.settled(one.copy(), fast) for one in rng.choices(particles, weights, k=count)]


def _likely(particle: Particle, leaning: dict[int, dict[int, float]], fast: Fast) -> float:
    if particle.weight <= 0:
        return 0.0
    particle.settle(fast)
    members, face = list(particle.members), particle.face
    return prod(
        by_colour[int(colour_of(face[members[seat]]))]
        for seat, by_colour in leaning.items()
        if members[seat] >= 0
    )
