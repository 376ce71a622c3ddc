"""What a seat sees of J'Accuse: its view, and its own sealed answer. It is built field by field, so
that nothing slips in.
"""

from mypy_extensions import i64

from intrigue.kernel.chance import bit
from intrigue.kernel.sealed import NOT_ASKED

from ..view import (
    AccusationView,
    ChoiceView,
    GenerationView,
    JAccuseView,
    MemoryView,
    ParleyView,
    Place,
    PolicyView,
)
from .accusation import accused_rightly
from .acts import ABSTAIN, KINDS, card_of, kind_of
from .cards import COLOURS, NO_CARD, NO_COLOUR, cards_of, count_cards
from .hands import hand_of
from .memory import PLACES, remember
from .past import HOW, generations, line
from .scoring import totals
from .state import PHASES, REPLY_PHASE, VOTE_PHASE, State
from .telling import tell_only, text_of, texts_of


def view(s: State, viewer: i64) -> JAccuseView:
    """The open table, and what is the viewer's own. JA-A34, JA-A49: of the pile and of others'
    hands nothing but how many cards they have."""
    hand: tuple[str, ...] = ()
    membership: str | None = None
    answer: ChoiceView | None = None
    if viewer >= 0:
        hand = tuple(texts_of(s, hand_of(s, viewer)))
        if s.members[viewer] != NO_CARD:
            membership = text_of(s, s.members[viewer])
        if s.phase <= VOTE_PHASE and s.sealed.answers[viewer] >= 0:
            answer = choice_view(s, s.sealed.answers[viewer])
    voting = s.phase <= VOTE_PHASE
    asked = list(s.sealed.answers)
    return JAccuseView(
        seat=viewer,
        phase=PHASES[s.phase],
        generation=s.generation,
        generations=s.terms.generations,
        election=s.election,
        networks=_seen_networks(s, viewer),
        hand=hand,
        sizes=tuple(s.sizes),
        membership=membership,
        answer=answer,
        voters=tuple([i for i in range(s.seats) if voting and asked[i] != NOT_ASKED]),
        votes=_seen_votes(s),
        policies=_seen_policies(s),
        streak=s.streak,
        stability=s.stability,
        drought=s.drought,
        wrong=s.wrong,
        president=s.president if s.president >= 0 else None,
        presidents=tuple([i for i in range(s.seats) if s.presidents & bit(i) != 0]),
        parley=_seen_parley(s, viewer),
        accusation=_seen_accusation(s),
        discards=0 if s.discards is None else s.discards.count,
        tokens=tuple(s.tokens),
        points=tuple(s.points),
        totals=tuple(totals(s)) if s.over else (),
        history=_seen_history(s),
        memory=_seen_cards(s, viewer) if s.terms.memory_aid else (),
    )


def choice_view(s: State, act: i64) -> ChoiceView:
    """A sealed answer, for whoever gave it."""
    if act == ABSTAIN:
        return ChoiceView("abstain", None)
    return ChoiceView(KINDS[kind_of(act)], text_of(s, card_of(act)))


def tell_sealed(s: State, seat: i64, act: i64) -> None:
    """JA-A43: an answer is in, and nobody else sees it."""
    choice = choice_view(s, act)
    data: dict[str, object] = {"kind": choice.kind, "card": choice.card}
    tell_only(s, "sealed", bit(seat), data)


def _seen_networks(s: State, viewer: i64) -> tuple[str | None, ...]:
    """JA-11, JA-48: only the two own ones; JA-49: all of them, after the end."""
    out: list[str | None] = []
    for i in range(s.seats):
        mine = viewer >= 0 and (i == viewer or (i + 1) % s.seats == viewer)
        out.append(COLOURS[s.network[i]] if mine or s.over else None)
    return tuple(out)


def _seen_votes(s: State) -> tuple[tuple[str | None, ...], ...]:
    rounds: list[tuple[str | None, ...]] = []
    votes = list(s.votes)
    for first in range(0, len(votes), s.seats):
        row: list[str | None] = []
        for face in votes[first : first + s.seats]:
            row.append(text_of(s, face) if face != NO_CARD else None)
        rounds.append(tuple(row))
    return tuple(rounds)


def _seen_policies(s: State) -> tuple[PolicyView, ...]:
    out: list[PolicyView] = []
    for policy in line(s.policies):
        card: str | None = None
        if policy.face != NO_CARD:
            card = text_of(s, policy.face)
        out.append(PolicyView(COLOURS[policy.colour], HOW[policy.how], card))
    return tuple(out)


def _seen_parley(s: State, viewer: i64) -> ParleyView | None:
    """JA-A29: how many cards, and which for the president alone."""
    if s.phase != REPLY_PHASE:
        return None
    offer: tuple[str, ...] | None = None
    if viewer == s.president:
        offer = tuple(texts_of(s, cards_of(s.offer)))
    return ParleyView(s.accused, count_cards(s.offer), offer)


def _seen_accusation(s: State) -> AccusationView | None:
    if s.declared == NO_COLOUR:
        return None
    return AccusationView(
        s.accused, COLOURS[s.declared], text_of(s, s.revealed), accused_rightly(s)
    )


def _seen_history(s: State) -> tuple[GenerationView, ...]:
    """JA-47: what was opened at the end of each generation."""
    out: list[GenerationView] = []
    for ended in generations(s.finished):
        winner: str | None = None
        if ended.winner != NO_COLOUR:
            winner = COLOURS[ended.winner]
        out.append(GenerationView(winner, tuple(texts_of(s, list(ended.members)))))
    return tuple(out)


def _seen_cards(s: State, viewer: i64) -> tuple[MemoryView, ...]:
    """JA-A48: cards that the viewer has seen, and where they may be now."""
    known = remember(s.past, viewer, s.seats)
    if known.shown is None:
        pairs = sorted(zip(list(known.faces), list(known.places), strict=True))
        known.shown = tuple([MemoryView(text_of(s, face), _places(at)) for face, at in pairs])
    return known.shown


def _places(mask: int) -> tuple[Place, ...]:
    """The places of a mask, from its lowest bit to its highest."""
    out: list[Place] = []
    while mask != 0:
        low = mask & -mask
        out.append(PLACES[low.bit_length() - 1])
        mask ^= low
    return tuple(out)
