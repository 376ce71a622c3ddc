"""When somebody is away: a nudge, a bot or another person on the seat, a briefing for whoever takes
it over, and the way back. Nobody loses a match for being away."""

import secrets

from sqlalchemy import Connection

from intrigue.kernel.position import SPECTATOR

from ...errors import ServerError
from ...live.match import Match
from ...record.replay import beyond, drawn
from ...tables import before_start, rooms, seating
from ...wire import http
from ..endpoint import Call, HttpAnswer, endpoint
from ..limits import NUDGE
from .tables import invitation

MOST_WORDS = 60  # lines of talk in a briefing, each way


async def _match(call: Call) -> Match:
    """The match, for one who sits there."""
    room = await call.look()
    if room.seat_of(call.person.id) is None:
        raise ServerError("players_only")
    return await call.services.matches.get(room.id)


@endpoint("POST", "/api/tables/{table}/nudge", http.Done, http.Seat)
async def nudge(call: Call) -> HttpAnswer:
    """Ask somebody who is away and is asked something to come: a public line."""
    match, seat = await _match(call), call.wish(http.Seat).seat
    await match.nudge(call.person, seat, NUDGE if call.services.limits.on else 0.0)
    return HttpAnswer(http.Done())


@endpoint("POST", "/api/tables/{table}/vote", http.TableInfo, http.Vote)
async def vote(call: Call) -> HttpAnswer:
    """Want a bot to play for somebody who is away, or their seat open for somebody else: a public
    line. When more agree than can be on one side, it happens."""
    match, wish = await _match(call), call.wish(http.Vote)
    call.stir(call.table)
    room = await match.vote(call.person, wish.seat, wish.wanted)
    return HttpAnswer(room.info(call.person.id))


@endpoint("POST", "/api/tables/{table}/hand-over", http.HandedOver, http.HandOver)
async def hand_over(call: Call) -> HttpAnswer:
    """Give my seat to a bot, or to whoever comes with the invitation; I can take it back."""
    match, wish = await _match(call), call.wish(http.HandOver)
    seat = match.session.room.seat_of(call.person.id)
    call.stir(call.table)
    await match.manage(seating.hand_over(call.person, wish.bot))
    if wish.bot is not None:
        return HttpAnswer(http.HandedOver(None))
    token, now = secrets.token_urlsafe(18), call.services.now()

    def write(connection: Connection) -> None:
        before_start.put_invitation(connection, call.table, token, seat, now)

    await call.services.storage.write(write)
    return HttpAnswer(http.HandedOver(invitation(call, token)))


@endpoint("POST", "/api/tables/{table}/return", http.TableInfo, http.Nothing)
async def take_back(call: Call) -> HttpAnswer:
    """Take back the seat that is mine, whoever plays there now: a public line."""
    room = await call.services.storage.read(lambda c: rooms.find(c, call.table))
    if room.left_by(call.person.id) is None:
        if call.person.id in room.removed:
            raise ServerError("removed")
        await call.look()
        raise ServerError("not_away")
    call.stir(call.table)
    match = await call.services.matches.get(call.table)
    room = await match.manage(seating.take_back(call.person))
    return HttpAnswer(room.info(call.person.id))


@endpoint("GET", "/api/tables/{table}/briefing", http.Briefing)
async def briefing(call: Call) -> HttpAnswer:
    """What my seat knows, and what was said in its name and to it, as far as it is mine to read:
    for whoever takes it over."""
    match = await _match(call)
    found: list[http.Briefing] = []

    def look() -> None:
        seat = match.session.room.seat_of(call.person.id)
        if seat is not None:  # else they gave it away, or lost it, on the way here
            found.append(_brief(match, seat, call.lang))

    await match.executor.look(look)
    if not found:
        raise ServerError("players_only")
    return HttpAnswer(found[0])


def _brief(match: Match, seat: int, lang: str) -> http.Briefing:
    table, spoken = match.session.table, match.session.talk
    views = (table.position.view(viewer) for viewer in (seat, SPECTATOR))
    own, others = (drawn(table.game, table.setup, view, lang) for view in views)
    knows = beyond(own, others)
    room = match.session.room
    person = room.seats[seat].person
    words = [line for line in spoken if line.note is None and line.to != []]
    mine = [line for line in words if room.may_read(line, seat, person)]
    said = [http.Said(line.seat, line.to, line.text) for line in mine if line.seat == seat]
    heard = [http.Said(line.seat, line.to, line.text) for line in mine if line.seat != seat]
    return http.Briefing(knows, said[-MOST_WORDS:], heard[-MOST_WORDS:])
