"""A generation of J'Accuse from its deal to its end; before the first, the networks.

What happens in between is the business of elections and presidencies.
"""

from mypy_extensions import i64

from intrigue.kernel.chance import Chance, bit
from intrigue.kernel.vecs import filled, zeros

from .cards import COLOURS, NO_CARD, NO_COLOUR, dealt, deck_of, network_deck
from .hands import discard, hand_of, hold
from .past import Finished
from .scoring import leaders, score_memberships, totals
from .state import FIRST_STABILITY, MEMBERSHIP_PHASE, OVER_PHASE, State
from .telling import tell, tell_only, texts_of


def deal_networks(s: State, chance: Chance) -> None:
    """JA-8, JA-66: one card each, at random; with an odd number of players one is left in the
    box, unseen. Card i lies between i and i + 1 (JA-9), who both see it (JA-10, JA-11)."""
    bag = network_deck(s.seats)
    network = zeros(s.seats)
    for i in range(s.seats):
        left = i + 1
        if left == s.seats:
            left = 0
        network[i] = chance.draw("network", bag, bit(i) | bit(left))
    s.network = network


# --- the beginning (JA-15…JA-20) ------------------------------------------------------------------


def begin_generation(s: State, chance: Chance) -> None:
    """JA-15: everything is gathered, shuffled and dealt, and free policies are cleared away;
    JA-18: all choose a membership."""
    s.generation += 1
    s.election = 0
    s.past = None
    s.discards = None
    s.policies = None  # JA-20
    s.last = NO_COLOUR
    s.streak = 0
    s.stability = FIRST_STABILITY  # JA-20, JA-A17
    s.drought = 0
    s.wrong = 0
    s.president = -1
    s.presidents = 0
    s.votes = zeros(0)
    _deal(s, chance)
    s.phase = MEMBERSHIP_PHASE
    s.sealed.ask_all()  # JA-18
    if s.events is not None:
        tell(s, "generation", {"generation": s.generation})
        for seat in range(s.seats):
            data: dict[str, object] = {"seat": seat, "cards": texts_of(s, hand_of(s, seat))}
            tell_only(s, "dealt", bit(seat), data)


def _deal(s: State, chance: Chance) -> None:
    """JA-6, JA-66: the deck of this table, at random."""
    plain = s.terms.plain
    name = "plain influence" if plain else "influence"
    bag = deck_of(s.seats, plain)
    each = dealt(s.seats)
    s.hands = zeros(s.seats)
    s.sizes = zeros(s.seats)
    s.members = filled(s.seats, NO_CARD)
    for seat in range(s.seats):
        mine = bit(seat)
        for _ in range(each):
            hold(s, seat, chance.draw(name, bag, mine))
    for face in range(i64(len(bag))):  # JA-16: what is left over starts the discard pile
        if bag[face] > 0:
            discard(s, face)


# --- the end (JA-47, JA-49, JA-61) ----------------------------------------------------------------


def end_generation(s: State, winner: i64, chance: Chance) -> None:
    """JA-47: memberships are revealed and score. JA-61: a void generation has no winner.
    JA-A51: whatever was pending is dropped; JA-A49: hands stay hidden."""
    scorers = score_memberships(s, winner)
    s.finished = Finished(winner, s.members[:], s.finished)
    if s.events is not None:
        _tell_end(s, winner, scorers)
    s.president = -1
    s.presidents = 0
    s.wrong = 0
    s.accused = -1
    s.declared = NO_COLOUR
    s.revealed = NO_CARD
    s.turn = -1
    if s.generation < s.terms.generations:  # JA-14; JA-61: a void one counts
        begin_generation(s, chance)
    else:
        _end_match(s)


def _tell_end(s: State, winner: i64, scorers: list[int]) -> None:
    members = texts_of(s, list(s.members))
    data: dict[str, object] = {"generation": s.generation, "memberships": members}
    if winner == NO_COLOUR:
        tell(s, "void", data)
    else:
        data["winner"] = COLOURS[winner]
        data["scorers"] = scorers
        tell(s, "won", data)


def _end_match(s: State) -> None:
    """JA-49: after the last generation the networks are opened, and the match is over."""
    s.over = True
    s.phase = OVER_PHASE
    s.sealed.clear()
    if s.events is not None:
        tell(
            s,
            "over",
            {
                "winners": leaders(s),
                "networks": [COLOURS[colour] for colour in list(s.network)],
                "totals": list(totals(s)),
            },
        )
