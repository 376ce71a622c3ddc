"""What the table itself says, in public: every kind of note, who brings it about, and what follows
from it. The clocks, the votes and the seats ask here; `docs/protocol.md` has this list.

`leave`, `empty` and `aborted` without a note stand in the record as well: they are the Table's.
"""

from msgspec import Struct


class Kind(Struct, frozen=True):
    """A kind of note.

    about        for whoever reads the protocol
    reseats      the seat has another player, or none: what its player wanted is over
    empties      nobody plays there now: the seat takes its default
    keeps_votes  votes about the seat stand; after others its player has acted, or is another one
    paces        the table has other clocks
    mere_words   nothing follows from it about seats or clocks
    somebody     said without a name, too, where not everyone can tell whose doing it is
    """

    about: str
    reseats: bool = False
    empties: bool = False
    keeps_votes: bool = False
    paces: bool = False
    mere_words: bool = False
    somebody: bool = False


NOTES: dict[str, Kind] = {
    "bot": Kind("the host lets a bot play for somebody who is away", reseats=True),
    "removed": Kind("the host has removed somebody for good; a bot plays on", reseats=True),
    "open": Kind("the host has freed a seat; not said any more", reseats=True, empties=True),
    "host": Kind("the host makes somebody else the host", keeps_votes=True),
    "sits": Kind("somebody new, with a `name`, plays on", reseats=True),
    "relieves": Kind("who came late, with a `name`, goes on for a bot", reseats=True),
    "stand_in": Kind("a player has left, and a bot stands in", reseats=True),
    "back": Kind("who had left acts again"),
    "aborted": Kind("a player has left, and the match is broken off"),
    "handed": Kind("a player keeps the seat for somebody", reseats=True, empties=True),
    "handed_bot": Kind("a player lets a bot play", reseats=True),
    "returns": Kind("a player takes their own seat back", reseats=True),
    "gone": Kind("a player has gone for good", reseats=True, empties=True),
    "gone_bot": Kind("a player has gone for good, and a bot plays on", reseats=True),
    "nudge": Kind("`by` asks somebody who is away to come", keeps_votes=True),
    "vote": Kind("`by` wants a bot on the seat of somebody who is away", keeps_votes=True),
    "replaced": Kind("enough agree: a bot plays on", reseats=True),
    "vote_open": Kind("`by` wants that seat to be open", keeps_votes=True),
    "opened": Kind("enough agree: the host may invite somebody", reseats=True, empties=True),
    "extended": Kind("the host has moved the deadline"),
    "excused": Kind("a first miss has moved the deadline", keeps_votes=True, somebody=True),
    "late": Kind(
        "the time of somebody who is seen to be waited for is up", keeps_votes=True, mere_words=True
    ),
    "wants_pause": Kind("a player asks for a pause"),
    "no_pause": Kind("and does not any more"),
    "paused": Kind("all agree, this one last: the clocks stand still"),
    "wants_on": Kind("a player wants to go on"),
    "no_on": Kind("and does not any more"),
    "resumed": Kind("all agree, this one last: the clocks go on"),
    "days": Kind("the host lets the match go on over days", paces=True),
    "live": Kind("the host lets the match go on live", paces=True),
}


def reseats(what: str) -> bool:
    """Whether an entry with this word gives a seat another player, or none."""
    return what in ("leave", "empty") or (what in NOTES and NOTES[what].reseats)


def listed() -> str:
    """The list of the protocol's page."""
    rows = [f"| `{what}` | {kind.about} |" for what, kind in NOTES.items()]
    return "\n".join(["| `what` | said when |", "|---|---|", *rows])
