"""What a link to a table offers to whoever comes by it: a seat, a bot's seat, a look, or a sentence
that says why not.

The short code is what lets somebody in; the id of a table, as it stands in an address bar, is
enough only where the table is listed or lets everyone watch. Of another table nothing is said.
"""

from intrigue.kernel.game import find_game

from ..errors import ServerError
from ..identity import Identity
from ..wire import http
from .before_start import free_for
from .rooms import Room


def door(room: Room, who: Identity | None, coded: bool, lang: str) -> http.Door:
    """A table as it is seen from outside; raises `ServerError` if it is not to be seen at all."""
    ways, why = _ways(room, who, coded)
    if not (coded or ways or room.terms.listed):
        raise ServerError("no_table")
    host = room.seat_of(room.host)
    return http.Door(
        table=room.id,
        game=room.game,
        state=room.state,
        host=None if host is None else room.seats[host].name,
        seats=len(room.seats),
        free=sum(chair.kind == "open" for chair in room.seats),
        bots=[
            http.BotSeat(seat, room.seats[seat].name or "", room.seats[seat].bot or "")
            for seat in room.bots_to_relieve()
        ],
        clock=room.pace.clock,
        days=room.pace.days,
        ways=ways,
        why=None if why is None else why.sentence(lang),
        minutes=list(find_game(room.game).minutes or ()),
    )


def _ways(room: Room, who: Identity | None, coded: bool) -> tuple[list[str], ServerError | None]:
    """What somebody can do at a table, the best first, and why they get no seat."""
    if who is not None and room.seat_of(who.id) is not None:
        return ["enter"], None
    if who is not None and room.state == "playing" and room.left_by(who.id) is not None:
        return ["return"], None
    watch = ["watch"] if room.terms.spectators else []
    try:
        return [_to_a_seat(room, who, coded), *watch], None
    except ServerError as why:
        return watch, why


def _to_a_seat(room: Room, who: Identity | None, coded: bool) -> str:
    """How somebody gets a seat; raises `ServerError`."""
    if room.state == "over":
        raise ServerError("over")
    if who is not None and who.id in room.removed:
        raise ServerError("removed")
    if not (coded or room.terms.listed):
        raise ServerError("by_invitation")
    if room.state == "open":
        if not free_for(room, "" if who is None else who.name):
            raise ServerError("table_full")
        return "sit"
    if not room.bots_to_relieve():
        raise ServerError("no_bot" if room.terms.latecomers else "no_latecomers")
    if who is not None and any(who.id in chair.people for chair in room.seats):
        raise ServerError("two_seats")
    return "relieve"
