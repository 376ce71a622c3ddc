"""Every address asked by every kind of viewer, against a table written by hand."""

import asyncio
import json
from typing import Any

import pytest

from intrigue.agents.client import CallRefused, Client
from intrigue.server.web.openapi import CLIENT
from intrigue.server.web.routes import ENDPOINTS

from .running import Server, table_of

# Who: H host, P another player, K kicked by the host, A away (a bot plays on their seat), S signed
# in at a table with spectators, X stranger (signed in), L stranger at a listed table, N nobody, O
# the operator (with the secret, and no name). A letter means: let in (whatever the request itself
# deserves); a dot: 403 or 404 without a word about the table; who has no cookie gets 401.
OPEN = """
GET  /api/me                            H P K A S X L . .
POST /api/me/sign-out                   H P K A S X L . .
POST /api/me/name                       H P K A S X L . .
POST /api/me/recovery                   H P K A S X L . .
GET  /api/me/account                    H P K A S X L . .
POST /api/me/address                    H P K A S X L . .
POST /api/me/address/remove             H P K A S X L . .
POST /api/me/sessions/end-others        H P K A S X L . .
POST /api/me/sessions/{session}/end     H P K A S X L . .
POST /api/me/word                       H P K A S X L . .
POST /api/me/word/forget                H P K A S X L . .
POST /api/me/delete                     H P K A S X L . .
GET  /api/me/notices                    H P K A S X L . .
POST /api/me/notices                    H P K A S X L . .
POST /api/me/channels                   H P K A S X L . .
POST /api/me/channels/{channel}         H P K A S X L . .
POST /api/me/channels/{channel}/remove  H P K A S X L . .
POST /api/me/channels/{channel}/try     H P K A S X L . .
POST /api/sign-in                       H P K A S X L N O
POST /api/sign-in/look                  H P K A S X L N O
POST /api/sign-in/use                   H P K A S X L N O
POST /api/unsubscribe/{token}           H P K A S X L N O
GET  /api/visitor                       H P K A S X L N O
GET  /api/server                        H P K A S X L N O
GET  /api/games                         H P K A S X L N O
GET  /api/games/{game}                  H P K A S X L N O
GET  /api/operator/tables               . . . . . . . . O
GET  /metrics                           . . . . . . . . O
GET  /api/shared/{token}                H P K A S X L N O
GET  /api/shared/{token}/record         H P K A S X L N O
GET  /api/shared/{token}/replay/{viewer} H P K A S X L N O
GET  /api/shared/{token}/knowledge/{step} H P K A S X L N O
GET  /api/shared/{token}/beliefs/{viewer}/{step} H P K A S X L N O
GET  /api/shared/{token}/story          H P K A S X L N O
GET  /api/shared/{token}/review         H P K A S X L N O
GET  /api/lobby                         H P K A S X L N O
GET  /api/tables                        H P K A S X L . .
POST /api/tables                        H P K A S X L . .
POST /api/people                        H P K A S X L N O
POST /api/people/recover                H P K A S X L N O
POST /api/join                          H P K A S X L . .
GET  /api/doors/{code}                  H P K A S X L N O
GET  /api/tables/{table}                H P . . S . L . .
GET  /api/tables/{table}/door           H P . . S . L . .
GET  /api/tables/{table}/link           H P . . . . . . .
POST /api/tables/{table}/sit            H P . . . . L . .
GET  /api/tables/{table}/qr             H P . . . . . . .
POST /api/tables/{table}/invitations    H . . . . . . . .
POST /api/tables/{table}/seats/{seat}   H . . . . . . . .
POST /api/tables/{table}/kick           H . . . . . . . .
POST /api/tables/{table}/host           H . . . . . . . .
POST /api/tables/{table}/settings       H . . . . . . . .
POST /api/tables/{table}/ready          H P . . . . . . .
POST /api/tables/{table}/seal           H P . . . . . . .
POST /api/tables/{table}/nonce          H P . . . . . . .
POST /api/tables/{table}/start          H . . . . . . . .
GET  /api/tables/{table}/hint           H P . . . . . . .
GET  /api/tables/{table}/attendance     H P . . . . . . .
GET  /api/tables/{table}/gazette/{number} H P . . S . L . .
GET  /api/tables/{table}/record         H P . . S . L . .
GET  /api/tables/{table}/replay/{viewer} H P . . S . L . .
GET  /api/tables/{table}/knowledge/{step} H P . . S . L . .
GET  /api/tables/{table}/beliefs/{viewer}/{step} H P . . S . L . .
GET  /api/tables/{table}/story          H P . . S . L . .
GET  /api/tables/{table}/review         H P . . S . L . .
POST /api/tables/{table}/review         H P . . . . . . .
POST /api/tables/{table}/consent        H P . . . . . . .
POST /api/tables/{table}/claims         H P . . . . . . .
POST /api/tables/{table}/share          H P . . . . . . .
POST /api/tables/{table}/rematch        H P . . . . . . .
POST /api/tables/{table}/nudge          H P . . . . . . .
POST /api/tables/{table}/vote           H P . . . . . . .
POST /api/tables/{table}/hand-over      H P . . . . . . .
POST /api/tables/{table}/return         H P . . S . L . .
GET  /api/tables/{table}/briefing       H P . . . . . . .
SOCKET                                  H P . . S . L . .
POST /api/tables/{table}/leave          H P . . . . . . .
"""
PLAYING = """
GET  /api/tables/{table}                H P . . S . . . .
GET  /api/tables/{table}/door           H P . A S . L . .
GET  /api/tables/{table}/link           H P . . . . . . .
POST /api/tables/{table}/sit            H P . . . . L . .
POST /api/tables/{table}/invitations    H . . . . . . . .
POST /api/tables/{table}/seats/{seat}   H . . . . . . . .
POST /api/tables/{table}/kick           H . . . . . . . .
POST /api/tables/{table}/host           H . . . . . . . .
POST /api/tables/{table}/settings       H . . . . . . . .
POST /api/tables/{table}/ready          H P . . S . . . .
POST /api/tables/{table}/seal           H P . . S . . . .
POST /api/tables/{table}/nonce          H P . . S . . . .
POST /api/tables/{table}/leave          H P . . S . . . .
POST /api/tables/{table}/start          H . . . . . . . .
GET  /api/tables/{table}/qr             H P . . . . . . .
GET  /api/tables/{table}/hint           H P . . . . . . .
GET  /api/tables/{table}/attendance     H P . . . . . . .
GET  /api/tables/{table}/gazette/{number} H P . . S . . . .
GET  /api/tables/{table}/record         H P . . S . . . .
GET  /api/tables/{table}/replay/{viewer} H P . . S . . . .
GET  /api/tables/{table}/knowledge/{step} H P . . S . . . .
GET  /api/tables/{table}/beliefs/{viewer}/{step} H P . . S . . . .
GET  /api/tables/{table}/story          H P . . S . . . .
GET  /api/tables/{table}/review         H P . . S . . . .
POST /api/tables/{table}/review         H P . . . . . . .
POST /api/tables/{table}/consent        H P . . . . . . .
POST /api/tables/{table}/claims         H P . . . . . . .
POST /api/tables/{table}/share          H P . . . . . . .
POST /api/tables/{table}/rematch        H P . . . . . . .
POST /api/tables/{table}/nudge          H P . . . . . . .
POST /api/tables/{table}/vote           H P . . . . . . .
POST /api/tables/{table}/hand-over      H P . . . . . . .
GET  /api/tables/{table}/briefing       H P . . . . . . .
SOCKET                                  H P . . S . . . .
POST /api/tables/{table}/return         H P . A S . . . .
"""
OVER = PLAYING.replace("/door           H P . A", "/door           H P . .")
# what else is different is what they get: not yet, or everything
KINDS = "HPKASXLNO"
BODIES: dict[str, dict[str, Any]] = {
    "/api/tables/{table}/seats/{seat}": {"kind": "bot", "bot": "none such"},
    "/api/tables/{table}/kick": {"seat": 77},
    "/api/tables/{table}/host": {"seat": 77},
    "/api/tables/{table}/settings": {"seats": 77},
    "/api/tables/{table}/ready": {"ready": False},
    "/api/tables/{table}/seal": {"seal": "0" * 64},
    "/api/tables/{table}/nonce": {"nonce": "none such"},
    "/api/tables/{table}/nudge": {"seat": 77},
    "/api/tables/{table}/vote": {"seat": 77},
    "/api/tables/{table}/hand-over": {"bot": "none such"},
    "/api/tables/{table}/consent": {"whispers": False},
    "/api/tables/{table}/claims": {"line": 77, "true": False},
    "/api/tables/{table}/invitations": {"seat": 77},
    "/api/tables": {"game": "none such", "seats": 3},
    "/api/people": {"name": "\x07"},
    "/api/people/recover": {"code": "none such"},
    "/api/join": {"code": "none such"},
    "/api/me/address": {"address": "none such"},
    "/api/me/name": {"name": "\x07"},
    "/api/me/word": {"counted": False},
    "/api/me/delete": {"name": "none such"},
    "/api/me/notices": {"lang": "en", "zone": "Etc/UTC"},
    "/api/me/channels": {"means": "mail"},
    "/api/me/channels/{channel}": dict.fromkeys(("turn", "warning", "round", "whispers"), True),
    "/api/sign-in": {"address": "none such"},
    "/api/sign-in/look": {"token": "none such"},
    "/api/sign-in/use": {"token": "none such"},
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
        self.host, self.player, self.kicked, self.away = (
            server.person(name) for name in ("Ann", "Bob", "Kim", "Ava")
        )
        self.stranger = server.person("Xena")
        self.tables = {kind: self._table(kind, state) for kind in KINDS}
        self.nobody = Client(server.url)
        self.operator = {"Authorization": f"Bearer {server.operator}"}

    def _table(self, kind: str, state: str) -> str:
        """Its own table for each asker, so that what one does harms no other."""
        terms = {"spectators": kind == "S", "listed": kind == "L"}
        info = self.host.make_table("truce", 4, options={"rounds": 1}, **terms)
        table: str = info["id"]
        self.player.join(info["code"])
        self.kicked.join(info["code"])
        if state == "open":  # nobody is away yet: Ava has never come
            self.host.post(f"/api/tables/{table}/kick", seat=2)
            for seat in (2, 3):
                self.host.set_bot(table, seat, "random")
        else:
            self.away.join(info["code"])
            for guest in (self.player, self.kicked, self.away):
                guest.ready(table)
            self.host.start(table)
            self.host.post(f"/api/tables/{table}/kick", seat=2)
            self.away.post(f"/api/tables/{table}/hand-over", bot="random")
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
        who = {"H": self.host, "P": self.player, "K": self.kicked, "A": self.away}
        found = self.nobody if kind in "NO" else who.get(kind, self.stranger)
        return Client(found.url, found.device)  # signing out must not change the cast


TABLES = {"open": OPEN, "playing": PLAYING, "over": OVER}


@pytest.mark.parametrize("state", TABLES)
def test_every_address_lets_in_whom_the_table_says(server: Server, state: str) -> None:
    cast = Cast(server, state)
    for method, path, letters in rows(TABLES[state]):
        if path == "/api/me/sign-out":
            continue  # its own test
        for kind, letter in zip(KINDS, letters, strict=True):
            status, code = ask(cast, kind, method, path)
            place = f"{state}: {kind} {method} {path} got {status} {code}"
            if letter == ".":
                if path in ("/api/operator/tables", "/metrics"):
                    assert (status, code) == (403, "operator"), place
                elif kind in "NO" and not path.endswith("/door"):  # which needs no name
                    assert status == 401, place
                else:
                    assert status in (403, 404), place
                    refusals = ("no_table", "host_only", "players_only", "not_yours", "removed")
                    assert code in refusals, place
            else:
                assert letter == kind
                assert status not in (401, 403, 500), place
                assert code != "no_table", place


def ask(cast: Cast, kind: str, method: str, path: str) -> tuple[int, str]:
    client, table = cast.who(kind), cast.tables[kind]
    if method == "SOCKET":
        return knock(client, table)
    names = {
        "code": "none",
        "viewer": "all",
        "token": "none",
        "game": "truce",
        "session": "x",
        "channel": "x",
    }
    where = path.format(table=table, seat=2, step=1, number=1, **names)
    body = json.dumps(BODIES.get(path, {})) if method == "POST" else None
    headers = cast.operator if kind == "O" else {}
    status, _, data = client.raw(method, where, body, headers)
    return status, json.loads(data)["code"] if status >= 400 else ""


def knock(client: Client, table: str) -> tuple[int, str]:
    async def main() -> None:
        async with client.sit(table) as seat:
            await seat.next()

    try:
        asyncio.run(main())
    except CallRefused as error:
        return error.status, error.code
    return 200, ""


FRAMES: dict[str, dict[str, Any]] = {
    "submit": {"act": "loot", "ready": False},
    "ready": {},
    "unready": {},
    "undo": {},
    "arm": {"orders": []},
    "leave": {},
    "back": {},
    "say": {"text": "hello"},
    "mute": {"seat": 1},
    "read": {"number": 0},
    "pass": {},
    "extend": {},
    "pause": {},
    "pace": {"mode": "days"},
    "free": {},
    "eyes": {"visible": True},
    "deal": {"to": [1], "clauses": "I loot in round 1"},
    "accept": {"deal": 1},
    "decline": {"deal": 1},
    "withdraw": {"deal": 1},
    "claim": {"text": "my order of round 1 is loot"},
    "weigh": {"act": "loot"},
}


def test_of_all_frames_a_spectator_may_only_choose_the_language_and_look_back(
    server: Server,
) -> None:
    tags = {str(kind.__struct_config__.tag) for kind in CLIENT}
    assert tags == {*FRAMES, "lang", "earlier", "beat"}
    table, people = table_of(server, ["Ann", "Bob", "Cleo"], spectators=True)

    async def main() -> None:
        async with server.person("Eve").sit(table) as eve, people[0].sit(table) as ann:
            await eve.begin()
            await ann.begin()
            await ann.do("read", number=0)  # everything that was on its way is heard
            before = len(ann.raw)
            for do, data in FRAMES.items():
                with pytest.raises(CallRefused, match="spectator"):
                    await eve.do(do, **data)
            assert (await eve.earlier("talk", 1))["talk"] == []
            await eve.do("beat")
            await eve.do("lang", lang="fr")
            with pytest.raises(CallRefused, match="regarde"):
                await eve.do("leave")
            await ann.do("read", number=0)
            assert len(ann.raw) == before + 1, "nobody noticed"

    asyncio.run(main())


def test_signing_out_forgets_the_device(server: Server) -> None:
    client = server.person("Ann")
    device = client.device
    client.post("/api/me/sign-out")
    assert client.device is None
    with pytest.raises(CallRefused, match="Enter a name"):
        Client(server.url, device).get("/api/me")


def test_a_recovery_code_brings_the_seat_to_another_device(server: Server) -> None:
    table, people = table_of(server, ["Ann", "Bob", "Cleo"])
    assert people[1].recovery is not None
    phone = Client(server.url).recover(people[1].recovery)
    assert phone.table(table)["you"] == 1
    with pytest.raises(CallRefused, match="recovery"):
        Client(server.url).recover(people[1].recovery)


def test_nobody_learns_the_code_of_a_table_but_those_who_sit_there(server: Server) -> None:
    host, other = server.person("Ann"), server.person("Bob")
    info = host.make_table("truce", 3, listed=True)
    assert info["code"]
    for visitor in (other, Client(server.url)):
        (seen,) = [t for t in visitor.get("/api/lobby")["tables"] if t["id"] == info["id"]]
        assert seen["code"] is None
        assert seen["you"] is None


def test_the_record_stays_secret_until_the_end(server: Server) -> None:
    table, people = table_of(server, ["Ann", "Bob", "Cleo"])
    with pytest.raises(CallRefused) as error:
        people[0].record(table)
    assert error.value.code == "not_over"


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


def test_a_visitor_without_a_device_is_nobody_and_no_error(server: Server) -> None:
    assert Client(server.url).get("/api/visitor") == {"name": None}
    assert server.person("Ada").get("/api/visitor") == {"name": "Ada"}
