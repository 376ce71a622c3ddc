"""Who may look at a table, and as whom. Every route and the socket ask here.

| state   | sits there | signed in, listed table | signed in, spectators on | everyone else |
|---------|------------|-------------------------|--------------------------|---------------|
| open    | the table  | the table               | the table                | nothing       |
| playing | own seat   | nothing                 | spectator                | nothing       |
| over    | own seat   | nothing                 | spectator                | nothing       |

Whoever owns a seat on which somebody else plays is everyone else here; the table stands in their
own list without its state, and they may take the seat back while it is played.

Who comes by a link, with the code or to a listed table, is let in at the `door`, which also says
of a match under way whether a bot would make room.

The host is a player who may also change seats before the start; there is no operator's view.
"""

from intrigue.kernel.position import SPECTATOR

from ..errors import ServerError
from ..identity import Identity
from .rooms import Room


def viewer(room: Room, who: Identity) -> int:
    """The seat, or `SPECTATOR`; raises `ServerError` for everyone else."""
    seat = room.seat_of(who.id)
    if seat is not None:
        return seat
    if room.terms.spectators:
        return SPECTATOR
    if room.state == "open" and room.terms.listed:
        return SPECTATOR
    raise ServerError("no_table")
