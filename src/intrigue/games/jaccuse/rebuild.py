"""A position from a view, and from cards and networks that were imagined to go with it."""

from collections.abc import Callable
from random import Random

from intrigue.kernel.game import Setup
from intrigue.kernel.sealed import Sealed

from . import notation
from .acts import ABSTAIN, KINDS, card_act
from .arrange import Cards
from .cards import COLOURS, NO_CARD, NO_COLOUR, pack_cards
from .past import HOW, Discard, over
from .rules import JAccuse
from .state import OVER_PHASE, PHASES, REPLACE_PHASE, REPLY_PHASE, VOTE_PHASE, Terms
from .view import JAccuseView


def rebuild(
    setup: Setup,
    terms: Terms,
    view: JAccuseView,
    network: list[int],
    cards: Cards,
    rng: Random,
) -> JAccuse:
    """The position that a seat with this view may be in."""
    plain = notation.plain(setup)
    match = JAccuse(setup.seats, terms)

    def face_of(text: str | None) -> int:
        return NO_CARD if text is None else notation.read_face(text, plain)

    match.phase = PHASES.index(view.phase)
    match.over = match.phase == OVER_PHASE
    match.generation = view.generation
    for seat in range(setup.seats):
        mine = seat == view.seat
        for card in [face_of(text) for text in view.hand] if mine else cards.hands[seat]:
            match.hold(seat, card)
    members = cards.members
    if view.seat >= 0:
        members[view.seat] = face_of(view.membership)
    votes = [face_of(text) for row in view.votes for text in row]
    match.lay(network, members, votes, list(view.tokens), list(view.points))
    for policy in view.policies:
        how, card = HOW.index(policy.how), face_of(policy.card)
        match.pass_policy(COLOURS.index(policy.colour), how, card)
    match.streak = view.streak
    match.stability = view.stability
    match.drought = view.drought
    match.wrong = view.wrong
    match.president = -1 if view.president is None else view.president
    match.presidents = sum(1 << seat for seat in view.presidents)
    for card in cards.pile:
        match.discards = Discard(card, match.discards)
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
            match.offer = pack_cards(rng.sample(match.hand(match.president), view.parley.count))
    if view.accusation is not None:
        match.accused = view.accusation.target
        match.declared = COLOURS.index(view.accusation.colour)
        match.revealed = face_of(view.accusation.card)
    if match.phase in (REPLY_PHASE, REPLACE_PHASE):
        match.turn = match.accused
    elif VOTE_PHASE < match.phase < OVER_PHASE:
        match.turn = match.president
    if match.phase <= VOTE_PHASE:
        match.sealed = Sealed(match.seats)
        for seat in view.voters:
            match.sealed.ask(seat)
        answer = view.answer
        if answer is not None:
            kind = KINDS.index(answer.kind)
            act = ABSTAIN if kind == ABSTAIN else card_act(kind, face_of(answer.card))
            match.sealed.put(view.seat, act)
