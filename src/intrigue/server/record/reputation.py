"""How often people kept their word: promises to other people, in matches that came to their end.

They are counted in the write that ends a match, so once, whichever process does it; only for those
who want it by then, and who sat on their seat from the beginning to the end. What was promised in
secret and stays so is not counted: the ledger is the one that a spectator reads after the end.
"""

from sqlalchemy import Connection, update

from intrigue.kernel.position import SPECTATOR
from intrigue.kernel.promises import BROKEN, KEPT
from intrigue.session.ledger import Ledger

from ..db.schema import people
from ..db.storage import Write
from ..tables.rooms import Chair, Room
from ..wire.http import Word


def words(ledger: Ledger, room: Room) -> dict[str, Word]:
    """What a match that is over says of the people who played it. Promises among bots, or to bots
    alone, would be cheap; so would be those of practice."""
    shown = ledger.shown(SPECTATOR)
    if shown is None or room.terms.practice is not None:
        return {}
    givers = {chair.number: person for chair in room.seats if (person := _stayed(chair))}
    people = {chair.number for chair in room.seats if chair.people}
    verdicts: dict[str, list[str | None]] = {}
    for deal in shown.deals:
        parties = {deal.by, *deal.to}
        for clause in deal.clauses:
            who = int(clause.data["who"])
            if who in givers and people & (parties - {who}):
                verdicts.setdefault(givers[who], []).append(clause.verdict)
    found = {person: (of.count(KEPT), of.count(BROKEN)) for person, of in sorted(verdicts.items())}
    return {person: Word(kept, kept + broken) for person, (kept, broken) in found.items()}


def _stayed(chair: Chair) -> str | None:
    """The person who sat there all the time."""
    return chair.person if chair.kind == "person" and not chair.sat else None


def ending(ledger: Ledger, room: Room) -> Write:
    """Count what a match says of its people; always in the same order, so that two matches that
    end at a time do not wait for each other."""
    found = words(ledger, room)

    def write(connection: Connection) -> None:
        for person, word in found.items():
            query = update(people).where(people.c.id == person, people.c.counted)
            broken = people.c.broken + word.given - word.kept
            connection.execute(query.values({"kept": people.c.kept + word.kept, "broken": broken}))

    return write


def count(connection: Connection, person: str, wanted: bool) -> None:
    """Somebody wants their promises counted and shown from now on, or not any more; what was
    counted stays."""
    query = update(people).where(people.c.id == person)
    connection.execute(query.values({"counted": wanted}))


def forget(connection: Connection, person: str) -> None:
    """Nothing was ever counted."""
    query = update(people).where(people.c.id == person)
    connection.execute(query.values({"kept": 0, "broken": 0}))
