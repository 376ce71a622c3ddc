"""Every address asked by every kind of viewer, against a table written by hand."""

import asyncio
from typing import Any

import pytest

from intrigue.agents.client import Client, Refused
from intrigue.server.interface import ENDPOINTS

from .running import Server, table_of

# Who: H host, P another player, K kicked before the start, S signed in at a table with spectators,
# X stranger (signed in), L stranger at a listed table, N nobody. A letter means: let in (whatever
# the request itself deserves); a dot: 403 or 404 without a word about the table; N without a
# cookie gets 401 wherever it stands as a dot.
OPEN = """
GET  /api/me                            H P K S X L .
POST /api/me/sign-out                   H P K S X L .
GET  /api/games                         H P K S X L N
GET  /api/games/{game}                  H P K S X L N
GET  /api/shared/{token}                H P K S X L N
GET  /api/shared/{token}/record         H P K S X L N
GET  /api/shared/{token}/replay/{viewer} H P K S X L N
GET  /api/lobby                         H P K S X L .
GET  /api/tables                        H P K S X L .
POST /api/tables                        H P K S X L .
POST /api/people                        H P K S X L N
POST /api/people/recover                H P K S X L N
POST /api/join                          H P K S X L .
GET  /api/tables/{table}                H P . S . L .
POST /api/tables/{table}/sit            H P . . . L .
GET  /api/tables/{table}/qr             H P . . . . .
POST /api/tables/{table}/invitations    H . . . . . .
POST /api/tables/{table}/seats/{seat}   H . . . . . .
POST /api/tables/{table}/kick           H . . . . . .
POST /api/tables/{table}/host           H . . . . . .
POST /api/tables/{table}/ready          H P . . . . .
POST /api/tables/{table}/start          H . . . . . .
GET  /api/tables/{table}/record         H P . S . L .
GET  /api/tables/{table}/replay/{viewer} H P . S . L .
POST /api/tables/{table}/consent        H P . . . . .
POST /api/tables/{table}/share          H P . . . . .
POST /api/tables/{table}/rematch        H P . . . . .
SOCKET                                  H P . S . L .
POST /api/tables/{table}/leave          H P . . . . .
"""
PLAYING = """
GET  /api/tables/{table}                H P . S . . .
POST /api/tables/{table}/sit            H P . . . . .
POST /api/tables/{table}/invitations    H . . . . . .
POST /api/tables/{table}/seats/{seat}   H . . . . . .
POST /api/tables/{table}/kick           H . . . . . .
POST /api/tables/{table}/host           H . . . . . .
POST /api/tables/{table}/ready          H P . S . . .
POST /api/tables/{table}/leave          H P . S . . .
POST /api/tables/{table}/start          H . . . . . .
GET  /api/tables/{table}/qr             H P . . . . .
GET  /api/tables/{table}/record         H P . S . . .
GET  /api/tables/{table}/replay/{viewer} H P . S . . .
POST /api/tables/{table}/consent        H P . . . . .
POST /api/tables/{table}/share          H P . . . . .
POST /api/tables/{table}/rematch        H P . . . . .
SOCKET                                  H P . S . . .
"""
OVER = PLAYING  # what is different is what they get: not yet, or everything
KINDS = "HPKSXLN"
BODIES: dict[str, dict[str, Any]] = {
    "/api/tables/{table}/seats/{seat}": {"kind": "bot", "bot": "none such"},
    "/api/tables/{table}/kick": {"seat": 77},
    "/api/tables/{table}/host": {"seat": 77},
    "/api/tables/{table}/ready": {"ready": False},
    "/api/tables/{table}/consent": {"whispers": False},
    "/api/tables/{table}/invitations": {"seat": 77},
    "/api/tables": {"game": "none such", "seats": 3},
    "/api/people": {"name": "\x07"},
    "/api/people/recover": {"code": "none such"},
    "/api/join": {"code": "none such"},
}


def rows(table: str) -> list[tuple[str, str, list[str]]]:
    out = []
    for line in table.strip().splitlines():
        first, *rest = line.split()
        path = "" if first == "SOCKET" else rest.pop(0)
        out.append((first, path, rest))
    return out


def test_the_table_names_every_address() -> None:
    written = {(method, path) for method, path, _ in rows(OPEN) if path}
    assert written == {(point.method, point.path) for point in ENDPOINTS}


class Cast:
    """A table and everybody who might ask about it."""

    def __init__(self, server: Server, state: str) -> None:
        self.host, self.player, self.kicked = (
            server.person(name) for name in ("Ann", "Bob", "Kim")
        )
        self.stranger = server.person("Xena")
        self.tables = {kind: self._table(kind, state) for kind in KINDS}
        self.nobody = Client(server.url)

    def _table(self, kind: str, state: str) -> str:
        """Its own table for each asker, so that what one does harms no other."""
        terms = {"spectators": kind == "S", "listed": kind == "L"}
        info = self.host.make_table("truce", 3, options={"rounds": 1}, **terms)
        table: str = info["id"]
        self.kicked.join(info["code"])
        self.host.post(f"/api/tables/{table}/kick", seat=1)
        self.player.join(info["code"])
        self.host.set_bot(table, 2, "random")
        if state != "open":
            self.player.ready(table)
            self.host.start(table)
        if state == "over":
            asyncio.run(self._finish(table))
        return table

    async def _finish(self, table: str) -> None:
        async with self.host.sit(table) as one, self.player.sit(table) as other:
            await one.begin()
            await one.submit("loot")
            await other.begin()
            await other.submit("loot")
            await other.until(lambda seat: seat.over is not None)

    def who(self, kind: str) -> Client:
        who = {"H": self.host, "P": self.player, "K": self.kicked, "N": self.nobody}
        found = who.get(kind, self.stranger)
        return Client(found.url, found.device)  # signing out must not change the cast


TABLES = {"open": OPEN, "playing": PLAYING, "over": OVER}


@pytest.mark.parametrize("state", TABLES)
def test_every_address_lets_in_whom_the_table_says(server: Server, state: str) -> None:
    cast = Cast(server, state)
    for method, path, letters in rows(TABLES[state]):
        if path == "/api/me/sign-out":
            continue  # its own test
        for kind, letter in zip(KINDS, letters, strict=True):
            client, table = cast.who(kind), cast.tables[kind]
            status, code = ask(client, method, path, table)
            place = f"{state}: {kind} {method} {path} got {status} {code}"
            if letter == ".":
                if kind == "N":
                    assert status == 401, place
                else:
                    assert status in (403, 404), place
                    assert code in ("no_table", "host_only", "players_only", "not_yours"), place
            else:
                assert letter == kind
                assert status not in (401, 403, 500), place
                assert code != "no_table", place


def ask(client: Client, method: str, path: str, table: str) -> tuple[int, str]:
    if method == "SOCKET":
        return knock(client, table)
    try:
        where = path.format(table=table, seat=2, viewer="all", token="none", game="truce")
        client.request(method, where, BODIES.get(path, {}) if method == "POST" else None)
    except Refused as no:
        return no.status, no.code
    return 200, ""


def knock(client: Client, table: str) -> tuple[int, str]:
    async def main() -> None:
        async with client.sit(table) as seat:
            await seat.next()

    try:
        asyncio.run(main())
    except Refused as no:
        return no.status, no.code
    return 200, ""


def test_signing_out_forgets_the_device(server: Server) -> None:
    client = server.person("Ann")
    device = client.device
    client.post("/api/me/sign-out")
    assert client.device is None
    with pytest.raises(Refused, match="Give a name"):
        Client(server.url, device).get("/api/me")


def test_a_recovery_code_brings_the_seat_to_another_device(server: Server) -> None:
    table, people = table_of(server, ["Ann", "Bob", "Cleo"])
    assert people[1].recovery is not None
    phone = Client(server.url).recover(people[1].recovery)
    assert phone.table(table)["you"] == 1
    with pytest.raises(Refused, match="recovery"):
        Client(server.url).recover(people[1].recovery)


def test_nobody_learns_the_code_of_a_table_but_those_who_sit_there(server: Server) -> None:
    host, other = server.person("Ann"), server.person("Bob")
    info = host.make_table("truce", 3, listed=True)
    assert info["code"]
    (seen,) = [t for t in other.get("/api/lobby")["tables"] if t["id"] == info["id"]]
    assert seen["code"] is None
    assert seen["you"] is None


def test_the_record_stays_secret_until_the_end(server: Server) -> None:
    table, people = table_of(server, ["Ann", "Bob", "Cleo"])
    with pytest.raises(Refused) as no:
        people[0].record(table)
    assert no.value.code == "not_over"


def test_my_tables_begin_with_those_that_wait_for_me(server: Server) -> None:
    table, people = table_of(server, ["Ann", "Bob", "Cleo"])
    mine = people[0]

    async def main() -> None:
        async with mine.sit(table) as seat:
            await seat.begin()
            await seat.submit("loot")

    asyncio.run(main())
    other = mine.make_table("truce", 3)["id"]
    rows = [(row["table"]["id"], row["waiting"]) for row in mine.get("/api/tables")["tables"]]
    assert rows == [(other, True), (table, False)]
