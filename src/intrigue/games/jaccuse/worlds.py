"""A position from a view, and from cards and networks that were imagined to go with it; and, where
the belief filter finds no such cards, any arrangement that fits what a seat remembers.
"""

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from intrigue.kernel.chance import bit
from intrigue.kernel.game import Setup
from intrigue.kernel.sealed import Sealed

from . import notation
from .rules.acts import ABSTAIN, KINDS, card_act
from .rules.cards import COLOURS, NO_CARD, NO_COLOUR, pack_cards
from .rules.hands import discard, hand_of, hold
from .rules.memory import MEMBER, PILE, Known
from .rules.past import HOW, Past, over
from .rules.policies import pass_policy
from .rules.position import JAccuse
from .rules.state import OVER_PHASE, PHASES, VOTE_PHASE, lay, take_turn
from .rules.terms import Terms, hides_suits
from .view import JAccuseView


class Cards(NamedTuple):
    """Where the influence cards lie: hands and memberships by seat, the pile, and their past."""

    hands: list[list[int]]
    members: list[int]
    pile: list[int]
    past: Past | None


def rebuild(
    setup: Setup,
    terms: Terms,
    view: JAccuseView,
    network: list[int],
    cards: Cards,
    rng: Random,
) -> JAccuse:
    """The position that a seat with this view may be in."""
    plain = hides_suits(setup)
    match = JAccuse(setup.seats, terms)

    def face_of(text: str | None) -> int:
        return NO_CARD if text is None else notation.read_face(text, plain)

    match.phase = PHASES.index(view.phase)
    match.over = match.phase == OVER_PHASE
    match.generation = view.generation
    match.election = view.election
    for seat in range(setup.seats):
        mine = seat == view.seat
        for card in [face_of(text) for text in view.hand] if mine else cards.hands[seat]:
            hold(match, seat, card)
    members = cards.members
    if view.seat >= 0:
        members[view.seat] = face_of(view.membership)
    votes = [face_of(text) for row in view.votes for text in row]
    lay(match, network, members, votes, list(view.tokens), list(view.points))
    for policy in view.policies:
        how, card = HOW.index(policy.how), face_of(policy.card)
        pass_policy(match, COLOURS.index(policy.colour), how, card)
    match.streak = view.streak
    match.stability = view.stability
    match.drought = view.drought
    match.wrong = view.wrong
    match.president = -1 if view.president is None else view.president
    match.presidents = sum(1 << seat for seat in view.presidents)
    for card in cards.pile:
        discard(match, card)
    for ended in view.history:
        winner = NO_COLOUR if ended.winner is None else COLOURS.index(ended.winner)
        faces = [face_of(text) for text in ended.memberships]
        match.finished = over(winner, faces, match.finished)
    match.past = cards.past
    _control(match, view, face_of, rng)
    return match


def _control(
    match: JAccuse, view: JAccuseView, face_of: Callable[[str | None], int], rng: Random
) -> None:
    """Who is asked, and what lies sealed."""
    if view.parley is not None:
        match.accused = view.parley.target
        offer = view.parley.offer
        if offer is not None:
            match.offer = pack_cards([face_of(text) for text in offer])
        else:  # any cards of the president may lie there
            match.offer = pack_cards(rng.sample(hand_of(match, match.president), view.parley.count))
    if view.accusation is not None:
        match.accused = view.accusation.target
        match.declared = COLOURS.index(view.accusation.colour)
        match.revealed = face_of(view.accusation.card)
    take_turn(match)
    if match.phase <= VOTE_PHASE:
        match.sealed = Sealed(match.seats)
        for seat in view.voters:
            match.sealed.ask(seat)
        answer = view.answer
        if answer is not None:
            kind = KINDS.index(answer.kind)
            act = ABSTAIN if kind == ABSTAIN else card_act(kind, face_of(answer.card))
            match.sealed.put(view.seat, act)


# --- any arrangement: a random matching of cards to places --------------------------------------


def arrange(
    view: JAccuseView,
    known: Known,
    unseen: list[int],
    room: dict[int, int],
    absent: int,
    rng: Random,
) -> Cards:
    """Deal the unseen cards to others' hands, memberships and the pile. `absent` is a seat whose
    membership is just being chosen."""
    seats = len(view.sizes)
    places = [place for place, size in room.items() for _ in range(size)]
    if view.phase != "membership":
        places += [bit(MEMBER + i) for i in range(seats) if i not in (view.seat, absent)]
    places += [bit(PILE)] * view.discards
    cards: list[tuple[int, int]] = []
    rest = list(unseen)
    for face, at in zip(known.faces, known.places, strict=True):
        if face in rest:
            rest.remove(face)
            cards.append((face, at))
    cards += [(face, -1) for face in rest]
    rng.shuffle(places)
    rng.shuffle(cards)
    cards.sort(key=lambda card: card[1] == -1)  # those with a known place first
    holder = match(cards, places)
    hands: list[list[int]] = [[] for _ in range(seats)]
    members = [NO_CARD] * seats
    pile: list[int] = []
    for place, i in zip(places, holder, strict=True):
        face = cards[i][0]
        for seat in range(seats):
            if place == bit(seat):
                hands[seat].append(face)
            elif place == bit(MEMBER + seat):
                members[seat] = face
        if place == bit(PILE):
            pile.append(face)
    return Cards(hands, members, pile, None)


def match(cards: list[tuple[int, int]], places: list[int]) -> list[int]:
    """For every place the card that lies there: a free one first, then augmenting paths, so that
    it is found if there is any. A card that fits nowhere (it never should) takes what is left."""
    holder = [-1] * len(places)

    def seat(i: int, tried: set[int]) -> bool:
        fit = [j for j, place in enumerate(places) if cards[i][1] & place]
        for j in fit:
            if holder[j] < 0:
                holder[j] = i
                return True
        for j in fit:
            if j not in tried:
                tried.add(j)
                if seat(holder[j], tried):
                    holder[j] = i
                    return True
        return False

    lost = [i for i in range(len(cards)) if not seat(i, set())]
    for j, i in enumerate(holder):
        if i < 0 and lost:
            holder[j] = lost.pop()
    return holder
