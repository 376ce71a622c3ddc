"""What people, hosts, bots and time do to a match. Each function carries it out on the session,
which keeps what is to be written and told.

What is refused raises and has changed nothing.
"""

import structlog
from msgspec import UNSET

from intrigue.kernel.position import Illegal
from intrigue.kernel.text import BadInput
from intrigue.session.record import ABORTED, Missed

from ..clocks import changes
from ..clocks.changes import Word
from ..errors import ServerError
from ..identity import Identity
from ..record import store
from ..tables import rooms, talk
from ..tables.seating import VOTES, Absent, Plan, SeatChange, can_vote, decided, votes_needed
from ..tables.talk import Spoken
from ..wire import frames
from ..wire.notes import NOTES
from .session import RELIEVES, STAND_IN, Session

log = structlog.get_logger()
MOST_AHEAD = 60 * 86400.0  # seconds: the latest deadline of an offer
# not while the match is paused
MOVES = (frames.Submit, frames.Confirm, frames.Unready, frames.Undo, frames.Pass)


# --- people and bots ------------------------------------------------------------------------------


def act(s: Session, seat: int, frame: frames.Action, by: str, now: float) -> None:
    """Something a seat does. What a player did before under the same key is not repeated."""
    mine = by == "player"
    if mine and any(frame.key in keys.get(seat, ()) for keys in (s.keys, s.passing)):
        return
    if mine and s.room.seats[seat].person is None:
        raise ServerError("not_yours")  # it was on its way when the seat was given away
    before = len(s.step.rows) + len(s.step.line_rows)
    match frame:
        case frames.Say():
            _speak(s, seat, frame, now, frame.key if mine else None)
        case frames.Read(number=number):
            s.step.writes.append(rooms.mark_read(s.id, seat, min(number, len(s.talk))))
        case frames.Mute():
            _mute(s, seat, frame)
        case (
            frames.Deal()
            | frames.Accept()
            | frames.Decline()
            | frames.Withdraw()
            | frames.StateClaim()
        ):
            _promise(s, seat, frame, now)
        case _:
            _play(s, seat, frame, by, now)
    s.write_down(now, seat, frame.key if mine else None)
    if mine and len(s.step.rows) + len(s.step.line_rows) > before:
        store.remember(s.keys, seat, frame.key)
    elif mine:
        store.remember(s.passing, seat, frame.key, store.PASSING)
    _keep_going(s, now)


def _play(s: Session, seat: int, frame: frames.Action, by: str, now: float) -> None:
    table = s.table
    if s.over:
        raise ServerError("over")
    if s.clocks.paused is not None and isinstance(frame, MOVES):
        raise ServerError("paused")
    if by == "player" and seat in s.relieved and isinstance(frame, MOVES):
        raise ServerError("bot_answers")
    match frame:
        case frames.Submit(act=act, ready=ready, prompt=prompt):
            table.submit(seat, _parse(s, act), ready, prompt, by, now)
        case frames.Confirm(prompt=prompt):
            table.ready(seat, prompt, now)
        case frames.Unready(prompt=prompt):
            table.unready(seat, prompt, now)
        case frames.Undo():
            table.undo(seat, now)
        case frames.Pass(until=until, prompt=prompt):
            table.pass_openly(seat, until, prompt, now)
        case frames.Arm(orders=orders):
            table.arm(seat, orders)
        case frames.Extend() | frames.Pause() | frames.Pace():
            _pace(s, changes.decide(s.company(seat), seat, frame, now), now)
        case frames.Leave():
            _leave(s, seat, now)
            _pace(s, changes.settled(s.company()), now)
            return
        case frames.Back() if seat not in s.stand_ins:
            table.back(seat, now)
    if by == "player" and seat in s.stand_ins:  # whoever acts is there
        s.stand_in(seat, False)
        s.note(frames.Note("back", seat), now)


def _leave(s: Session, seat: int, now: float) -> None:
    """As the game has it: the seat takes its defaults, a bot stands in, or all is over."""
    how = s.table.game.on_leave(s.table.setup)
    if how == "bot":
        s.stand_in(seat, True)
        s.note(frames.Note(STAND_IN, seat), now)
    elif how == "abort":
        s.table.abort(seat)
        s.say_note(frames.Note(ABORTED, seat), now)
    else:
        s.table.leave(seat, now)


def _speak(s: Session, seat: int, frame: frames.Say, now: float, key: str | None) -> None:
    who = talk.readers(seat, frame.to, s.room.terms.press, s.table.setup.seats)
    after = len(s.table.record.entries)
    line = Spoken(s.next_line, now, after, seat, who, talk.clean(frame.text))
    kind = seat, line.to == []
    if s.spoken[kind] >= talk.MOST_LINES:
        raise ServerError("talk_full")
    s.spoken[kind] += 1
    s.say(line, key)


def _promise(s: Session, seat: int, frame: frames.Promise, now: float) -> None:
    """Deals and claims are talk, as far as the table allows that: they change no position."""
    table, at, wall = s.table, round(now, 1), now + s.shift()
    match frame:
        case frames.Deal(to=to, secret=secret, deadline=deadline):
            if deadline is not None and not wall < deadline <= wall + MOST_AHEAD:
                raise ServerError("deal_deadline")
            if frame.counters is None:
                _allowed(s, seat, to if secret else None)
            elif s.room.terms.press == "none":
                raise ServerError("press_none")
            names = _named(s, to)
            until, counters = frame.until, frame.counters
            table.offer(seat, names, frame.clauses, secret, until, deadline, counters, at)
        case frames.Accept(deal=deal):
            table.reply(seat, deal, "accept", wall)
        case frames.Decline(deal=deal):
            table.reply(seat, deal, "decline", wall)
        case frames.Withdraw(deal=deal):
            table.reply(seat, deal, "withdraw", wall)
        case frames.StateClaim(text=text, to=to):
            _allowed(s, seat, to)
            table.claim(seat, text, None if to is None else _named(s, to), at)


def _allowed(s: Session, seat: int, to: list[int] | None) -> None:
    talk.readers(seat, to, s.room.terms.press, s.table.setup.seats)


def _named(s: Session, seats: list[int]) -> list[str]:
    if any(seat >= s.table.setup.seats for seat in seats):
        raise ServerError("no_seat")
    return [s.table.setup.names[seat] for seat in seats]


def _mute(s: Session, seat: int, frame: frames.Mute) -> None:
    if frame.seat >= len(s.room.seats):
        raise ServerError("no_seat")
    muted = s.room.seats[seat].muted
    muted[:] = sorted({*muted, frame.seat} - (set() if frame.muted else {frame.seat}))
    s.step.writes.append(rooms.mute(s.id, seat, list(muted)))


def _parse(s: Session, text: str) -> int:
    try:
        return s.table.read(text)
    except (Illegal, BadInput):
        raise
    except Exception as error:  # a game's notation must not bring a match down
        log.exception("notation failed", table=s.id, game=s.room.game)
        raise ServerError("internal") from error


# --- the table itself -----------------------------------------------------------------------------


def manage(s: Session, plan: Plan, now: float) -> None:
    """A host's word, or somebody new on a seat: a public line."""
    change = plan(s.room, s.line_time(now))
    if s.over:
        raise ServerError("over")
    _reseat(s, change, now)
    s.write_down(now)
    _keep_going(s, now)


def nudge(s: Session, who: Identity, seat: int, pause: float, now: float) -> None:
    """Somebody is asked to come; which says no more than everyone sees."""
    by = can_vote(s.room, who, seat)
    if seat not in s.table.position.asked():
        raise ServerError("not_waited_for")
    if seat in s.nudged and now < s.nudged[seat] + pause:
        raise ServerError("too_fast")
    s.nudged[seat] = now
    s.say_note(frames.Note("nudge", seat, by), now)


def vote(s: Session, who: Identity, seat: int, wanted: str, absent: Absent, now: float) -> None:
    """Somebody who is away shall be replaced; when enough say so, it happens."""
    by = can_vote(s.room, who, seat, wanted)
    needed = votes_needed(s.room, seat, wanted)
    absent(s.room, seat, now)
    what = VOTES[wanted]
    if (what, by) in s.votes.get(seat, set()):
        return
    s.say_note(frames.Note(what, seat, by), now)
    if sum(vote == what for vote, _ in s.votes[seat]) >= needed:
        _reseat(s, decided(s.room, seat, wanted, s.line_time(now)), now)
    s.write_down(now)
    _keep_going(s, now)


def _reseat(s: Session, change: SeatChange, now: float) -> None:
    note = change.note
    data = s.relieve(note.seat) if note.what == RELIEVES else UNSET
    s.room = change.room
    s.step.reseated = True
    s.step.writes.append(change.write)
    kind = NOTES[note.what]
    if kind.reseats:
        s.stand_in(note.seat, False)
    if change.fresh and s.table.standing[note.seat]:
        s.table.arm(note.seat, [])  # they are somebody else's
    if note.seat in s.table.passing:
        s.table.pass_openly(note.seat, "", now=now)
    if kind.empties:
        s.table.empty(note.seat, now)
    elif kind.reseats and note.seat in s.table.absent:
        s.table.back(note.seat, now)
    s.note(note, now, data)
    _pace(s, changes.settled(s.company()), now)


def _pace(s: Session, words: list[Word], now: float) -> None:
    for word in words:
        s.note(word.note, now, word.data)
        s.step.paced = True


# --- time -----------------------------------------------------------------------------------------


def _keep_going(s: Session, now: float) -> None:
    """What is open may close at the new pace."""
    if s.step.paced:
        s.table.tick(now)
        pass_time(s, None, now)


def pass_time(s: Session, given_up: int | None, now: float) -> None:
    """Time passed; a seat is given up whose bot has no answer."""
    if given_up is not None and s.timing.waits_for(given_up):
        s.table.expire(given_up, now)
        s.write_down(now)
    s.table.expire_offers(now + s.shift())
    s.write_down(now)
    turned = True
    while turned:
        _excuse(s, now)
        for note in changes.late(s.company(), now):
            s.note(note, now)
        turned = s.timing.strike(now)
        s.write_down(now)


def _excuse(s: Session, now: float) -> None:
    """Somebody's first miss moves the deadline, and everyone confirms again."""
    excuse = changes.excuse(s.company(), now) if s.timing.is_up(now) else None
    if excuse is not None:
        names = s.table.setup.names
        s.table.record.entries += [Missed(names[seat]) for seat in excuse.seats]
        _pace(s, [excuse.word], now)
        s.table.unsettle()
        s.write_down(now)
