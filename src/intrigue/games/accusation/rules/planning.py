"""Setup and planning: the Speaker's duties, and the secret choice of cards."""

from mypy_extensions import i64

from intrigue.kernel.chance import EVERYONE, Chance, bit
from intrigue.kernel.position import Event
from intrigue.kernel.vecs import filled

from .acts import what_of
from .cards import WORKS
from .deck import add_to_pile, deal
from .seats import from_speaker, is_active, players
from .state import DRAFTING, DUTIES, NONE, UNKNOWN, W_OPEN, W_PLAN, WORLD_CARD, State, tell
from .terms import COUNTRIES_DRAFT, COUNTRIES_RANDOM
from .threads import begin_batch, everybody_runs


def set_up(s: State, chance: Chance) -> None:
    """First Speaker, three cards each; countries where the table has them (AM-42)."""
    n = s.seats
    if s.terms.first_speaker == NONE:  # AC-8, AM-38
        s.speaker = chance.draw("speaker", filled(n, 1), EVERYONE)
    else:
        s.speaker = s.terms.first_speaker
    s.deck = bit(WORKS) - 2  # AC-9
    for i in range(3 * n):
        deal(s, from_speaker(s, i % n), chance)
    if s.terms.countries == COUNTRIES_RANDOM:
        bag = filled(s.book.countries(), 1)
        for i in range(n):
            s.country[i] = chance.draw("country", bag, EVERYONE)
    s.step = DRAFTING if s.terms.countries == COUNTRIES_DRAFT else DUTIES


def open_draft(s: State) -> None:
    """AM-42: from the Speaker's right, going right, the Speaker last."""
    for i in range(1, s.seats + 1):
        seat = from_speaker(s, s.seats - i)
        if is_active(s, seat) and s.country[seat] == NONE:
            s.sealed.ask(seat)
            return
    s.step = DUTIES


def take_country(s: State, seat: i64, country: i64) -> None:
    """AC-111: what its ability costs is to be looked up anew."""
    s.country = s.country[:]
    s.country[seat] = country
    s.able[seat] = UNKNOWN
    if s.events is not None:
        tell(s, "country", {"who": seat, "country": s.book.country_keys[country]})


def do_duties(s: State, chance: Chance) -> None:
    """AC-20: deal, income; then the World card (`begin_pile`)."""
    s.round += 1
    s.crew = players(s)
    if s.events is not None:
        tell(s, "round", {"round": s.round, "speaker": s.speaker})
    if s.round > 1:  # AC-21, AC-22
        _deal_round(s, chance)
    begin_batch(s, WORLD_CARD)
    if s.terms.income > 0:  # AC-24, AM-24
        everybody_runs(s, s.book.income + s.terms.income - 1)


def _deal_round(s: State, chance: Chance) -> None:
    """AC-21: one card each. AC-23: two for an empty hand; first cards go round first."""
    empty: i64 = 0
    for i in range(s.seats):
        if s.hand[i] == 0:  # AM-23: Public Works count
            empty |= bit(i)
    for turn in range(i64(2)):
        for i in range(s.seats):
            seat = from_speaker(s, i)
            if is_active(s, seat) and (turn == 0 or (empty >> seat) & 1 == 1):
                deal(s, seat, chance)


def begin_pile(s: State, chance: Chance) -> None:
    """AC-25: the World card. Then abilities may be used (AC-26)."""
    add_to_pile(s, chance)
    s.step = W_OPEN


def open_selection(s: State) -> None:
    """AC-27: everyone with a card in hand."""
    for seat in range(s.seats):
        if is_active(s, seat) and s.hand[seat] != 0:
            s.sealed.ask(seat)
    if s.sealed.owed == 0:
        s.step = W_PLAN


def select_all(s: State) -> None:
    """AC-27: into the pile, and onto the Trackers; Events and Public Works alike (AC-28)."""
    count: i64 = 0
    for seat in range(s.seats):
        if s.sealed.answers[seat] >= 0:
            card = what_of(s.sealed.answers[seat])
            s.hand[seat] -= bit(card)
            s.pile += bit(card)
            s.tracker[seat] = card  # AC-60
            count += 1
            if s.events is not None:
                data: dict[str, object] = {"who": seat, "card": card}
                s.events.append(Event("selected_card", data, bit(seat)))
    s.sealed.clear()
    if s.events is not None:
        tell(s, "selected", {"count": count})
    s.step = W_PLAN
