"""What the operator of a server may look at: how many, where, and how it goes; never who holds
what, who is waited for, or how often somebody changed an answer."""

from ...tables import rooms
from ...wire import http
from ..endpoint import NUMBERS, Call, HttpAnswer, endpoint


@endpoint("GET", "/api/operator/tables", http.OperatorTables, operator=True)
async def operator_tables(call: Call) -> HttpAnswer:
    """Tables that are open or under way, newest first (operator)."""
    found = await call.services.storage.read(rooms.not_over)
    held = call.services.matches.held
    out: list[http.OperatorTable] = []
    for room in found:
        match = held.get(room.id)
        out.append(
            http.OperatorTable(
                id=room.id,
                game=room.game,
                state=room.state,
                seats=len(room.seats),
                people=sum(chair.kind == "person" for chair in room.seats),
                bots=sum(chair.kind == "bot" for chair in room.seats),
                started=room.started,
                question=None if match is None else match.session.table.prompt,
                sockets=0 if match is None else len(match.audience.viewers),
            )
        )
    return HttpAnswer(http.OperatorTables(out))


# Operator only: acts are counted as they come, so that whoever reads the numbers twice could tell
# that somebody answered in a window where nobody may know who did.
@endpoint("GET", "/metrics", str, operator=True, media=NUMBERS)
async def metrics(call: Call) -> HttpAnswer:
    """Numbers for Prometheus (operator)."""
    return HttpAnswer(call.services.metrics.text().decode())
