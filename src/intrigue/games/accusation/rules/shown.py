"""What a viewer sees: built field by field, so that nothing else is ever sent."""

from librt.vecs import vec
from mypy_extensions import i64

from intrigue.kernel.masks import size
from intrigue.kernel.position import SPECTATOR

from ..view import AccusationView, Batch, Running
from .cards import cards_of, name_of
from .deck import reveal_target
from .options import width_of
from .seats import seats_of
from .state import BATCH, ENDINGS, NONE, STEPS, State
from .threads import J_BURY, J_SHOW, executor
from .tokens import accusation_cost, holdings_of


def view_of(s: State, viewer: i64) -> AccusationView:
    """What a viewer knows: the public state, the own hand and the own Tracker."""
    n = s.seats
    mine = viewer != SPECTATOR
    spent: tuple[int, ...] | None = None
    if s.terms.log_memory:  # AM-37: nobody looks through the discard
        spent = tuple(cards_of(s.spent))
    countries: list[str | None] = []
    known: list[int | str | None] = []
    for seat in range(n):
        if s.country[seat] == NONE:
            countries.append(None)
        else:
            countries.append(s.book.country_keys[s.country[seat]])
        if s.known[seat] == 0:
            known.append(None)
        else:
            known.append(name_of(s.known[seat]))
    answer: int | None = None
    if mine and not s.over and s.sealed.answers[viewer] >= 0 and width_of(s, viewer) > 1:
        answer = s.sealed.answers[viewer]
    return AccusationView(
        seat=viewer,
        phase="over" if s.over else STEPS[s.step],
        round=s.round,
        speaker=s.speaker,
        active=tuple(seats_of(s.active)),
        crew=s.crew,
        conceded=tuple(seats_of(s.conceded)),
        bank=s.bank,
        tokens=tuple([tuple(holdings_of(s, seat)) for seat in range(n)]),  # AC-4
        cost_cards=tuple(s.paid),
        made=tuple(s.made),
        costs=tuple([accusation_cost(s, seat) for seat in range(n)]),
        rep=tuple(s.rep),
        vp=tuple(s.vp),
        countries=tuple(countries),
        used=tuple(s.used),
        hands=tuple([size(hand) for hand in list(s.hand)]),
        supply=size(s.supply),
        deck=size(s.deck),
        discard=size(s.discard),
        spent=spent,
        pile=size(s.pile),
        buried=len(s.buried),
        revealed=_names(s.revealed),
        target=reveal_target(s),
        extra=s.extra,
        contributors=tuple([seat for seat in range(n) if s.tracker[seat] != 0]),
        known=tuple(known),
        notmes=tuple([(a >> 6, (a >> 3) & 7, a & 7) for a in list(s.notmes)]),
        shown=tuple(seats_of(s.shown)),
        event=_running(s),
        batch=_batch(s),
        ending=ENDINGS[s.ending],
        winners=tuple(seats_of(s.winners)),
        hand=tuple(cards_of(s.hand[viewer])) if mine else (),
        tracker=s.tracker[viewer] if mine and s.tracker[viewer] != 0 else None,  # AC-6
        looked=_looked(s, viewer),
        answer=answer,
    )


def _optional(number: i64) -> int | None:
    """A seat, or nobody."""
    if number == NONE:
        return None
    return number


def _names(cards: vec[i64]) -> tuple[int | str, ...]:
    """Cards as everyone may know them: Public Works are all alike."""
    return tuple([name_of(card) for card in list(cards)])


def _running(s: State) -> Running | None:
    """The Event under way: all of it is public."""
    if s.card == 0:
        return None
    return Running(
        card=s.card,
        part=s.part,
        line=s.line,
        lines=s.lines,
        runner=s.runner,
        after_lines=s.after_lines,
        half_part=s.half_part,
        cancelled=s.cancelled,
        nodeny=s.nodeny,
        found=s.found,
        undeniable=tuple(seats_of(s.undeniable)),
        locks=tuple([_optional(lock) for lock in list(s.locks)]),
        cleared=tuple(seats_of(s.cleared)),
        start=s.start,
        had=tuple(seats_of(s.had)),
        holder=_optional(s.holder),
        accused=_optional(s.accused),
        denials=tuple([(d >> 3, d & 7) for d in list(s.denials)]),
    )


def _batch(s: State) -> Batch | None:
    """The effects under way, but for what is looked at."""
    if s.step != BATCH:
        return None
    return Batch(
        then=s.then,
        moved=s.moved,
        aimed=s.aimed,
        stack=tuple(s.frames()),
        doing=tuple(s.doing),
        job=tuple(s.job),
        want=tuple(s.want),
        aim=tuple(s.aim),
        sub=tuple(s.sub),
    )


def _looked(s: State, viewer: i64) -> tuple[int | str, ...]:
    """What lies open to the viewer in a question of Propaganda or Embassy Bug under way."""
    if s.step != BATCH or viewer < 0:
        return ()
    for t in range(s.seats):
        if s.job[t] == J_BURY and executor(s, t) == viewer:
            return _names_of(s.seen[t])
        if s.job[t] == J_SHOW:
            if s.aim[t] == viewer:
                return tuple(cards_of(s.seen[t]))
            if executor(s, t) == viewer:
                return _names_of(s.seen[t])
    return ()


def _names_of(mask: i64) -> tuple[int | str, ...]:
    """The same of a set."""
    return tuple([name_of(card) for card in cards_of(mask)])
