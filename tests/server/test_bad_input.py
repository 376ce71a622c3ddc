"""Bad input: clear refusals, the server stays up, and other tables do not notice."""

import asyncio
import json
import socket
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from intrigue.agents.client import CallRefused, Client

from .running import Server, serving, table_of, wait_for

NAMES = ["Agatha", "Barney", "Charles"]


def test_requests_that_make_no_sense_get_a_sentence(server: Server) -> None:
    client = server.person("Ann")
    cases: list[tuple[str, str, str | bytes | None, int, str]] = [
        ("POST", "/api/tables", "{", 400, "not_json"),
        ("POST", "/api/tables", b"\xff\xfe", 400, "not_json"),
        ("POST", "/api/tables", "[" * 60000, 400, "bad_body"),
        ("POST", "/api/tables", json.dumps({"game": 7, "seats": 3}), 400, "bad_body"),
        ("POST", "/api/tables", json.dumps({"game": "truce", "seats": 3, "x": 1}), 400, "bad_body"),
        ("POST", "/api/tables", json.dumps({"game": "truce", "seats": 2}), 400, "seats"),
        ("POST", "/api/tables", json.dumps({"game": "truice", "seats": 3}), 400, "no_game_near"),
        (
            "POST",
            "/api/tables",
            json.dumps({"game": "truce", "seats": 3, "options": {"rounds": 99}}),
            400,
            "number",
        ),
        ("POST", "/api/tables", "x" * 70000, 413, "too_large"),
        ("GET", "/api/tables/none-such", None, 404, "no_table"),
        ("GET", "/api/nowhere", None, 404, "no_route"),
        ("DELETE", "/api/tables", None, 405, "method"),
        ("GET", "/api/tables/%00", None, 404, "no_table"),
    ]
    for method, path, body, status, code in cases:
        got, headers, data = client.raw(method, path, body)
        assert (got, json.loads(data)["code"]) == (status, code), (method, path, data)
        assert headers["x-content-type-options"] == "nosniff"


def test_refusals_speak_the_callers_language(server: Server) -> None:
    client = Client(server.url)
    _, _, data = client.raw("GET", "/api/me", headers={"Accept-Language": "fr-CH, en;q=0.5"})
    assert json.loads(data)["text"] == "Donnez d'abord un nom."
    _, _, data = client.raw("GET", "/api/me?lang=en", headers={"Accept-Language": "fr"})
    assert json.loads(data)["text"] == "Enter a name first."


def test_pages_of_other_sites_are_refused(server: Server) -> None:
    client = server.person("Ann")
    own = {"Origin": server.url}
    foreign = {"Origin": "https://elsewhere.example"}
    body = json.dumps({"game": "truce", "seats": 3})
    assert client.raw("POST", "/api/tables", body, own)[0] == 200
    status, _, data = client.raw("POST", "/api/tables", body, foreign)
    assert (status, json.loads(data)["code"]) == (403, "origin")


def test_headers_that_are_no_addresses_get_a_refusal_and_never_a_500(server: Server) -> None:
    client = server.person("Ann")
    body = json.dumps({"game": "truce", "seats": 3})
    for strange in ("http://[", "http://[::1", "http://]", "null", "//"):
        status, _, data = client.raw("POST", "/api/tables", body, {"Origin": strange})
        assert (status, json.loads(data)["code"]) == (403, "origin"), strange
    table, people = table_of(server, NAMES)

    async def main() -> None:
        url = f"{server.url.replace('http', 'ws')}/api/tables/{table}/socket"
        strange = {"Cookie": f"intrigue={people[0].device}", "Origin": "http://["}
        with pytest.raises(InvalidStatus) as error:
            await connect(url, additional_headers=strange)
        assert error.value.response.status_code == 403

    asyncio.run(main())
    for path in ("/", "/api/me", "/healthz"):
        assert client.raw("GET", path, None, {"Host": "["})[0] == 200, path
    assert client.raw("POST", "/api/people", '{"name":"Ann"}', {"Host": "["})[0] == 200


@pytest.mark.parametrize("name", ["\u3164", "\u2800", "\u115f", "An\u200bn", "\u202eAnn", "…"])
def test_invisible_names_are_refused_wherever_a_name_comes_in(server: Server, name: str) -> None:
    client = Client(server.url)
    with pytest.raises(CallRefused, match="visible characters"):
        client.sign_in(name)
    status, _, data = client.raw("POST", "/api/people?lang=fr", json.dumps({"name": name}))
    assert (status, json.loads(data)["code"]) == (400, "name")
    assert "caractères visibles" in json.loads(data)["text"]
    host = server.person("Ann")
    table = host.make_table("truce", 3)["id"]
    with pytest.raises(CallRefused, match="visible characters"):
        host.post(f"/api/tables/{table}/seats/1", kind="reserved", name=name)


def test_two_names_that_look_the_same_are_told_apart_at_a_table(server: Server) -> None:
    host, guest = server.person("Ann"), server.person("\u0410nn \u2764\ufe0f")
    info = host.make_table("truce", 3)
    joined = guest.join(info["code"])
    assert [seat["name"] for seat in joined["seats"]][:2] == ["Ann", "\u0410nn \u2764"]
    third = server.person("\u0410nn")
    names = [seat["name"] for seat in third.join(info["code"])["seats"]]
    assert names[2] == "\u0410nn 2"


def test_answers_carry_security_headers_and_the_cookie_is_closed_to_scripts(server: Server) -> None:
    status, headers, _ = Client(server.url).raw("POST", "/api/people", '{"name":"Ann"}')
    assert status == 200
    cookie = headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "samesite=lax" in cookie.lower()
    for name in ("content-security-policy", "x-frame-options", "referrer-policy", "x-request-id"):
        assert headers[name]
    assert headers["cache-control"] == "no-store"


FRAMES: list[Any] = [
    "",
    "{",
    "null",
    "[]",
    "7",
    '"submit"',
    "{}",
    '{"do":"dance","key":"k"}',
    '{"do":"submit"}',
    '{"do":"submit","key":"k"}',
    '{"do":"submit","key":"","act":"loot"}',
    '{"do":"submit","key":"\\u0000","act":"loot"}',
    '{"do":"submit","key":"k","act":7}',
    '{"do":"submit","key":"k","act":"loot","prompt":-1}',
    '{"do":"submit","key":"k","act":"loot","prompt":1e99}',
    '{"do":"submit","key":"k","act":"loot","extra":1}',
    '{"do":"submit","key":"k","act":"\\u0000"}',
    '{"do":"submit","key":"k","act":"\\ud800"}',
    '{"do":"submit","key":"k","act":"' + "x" * 600 + '"}',
    '{"do":"arm","key":"k","orders":[{}]}',
    '{"do":"arm","key":"k","orders":"all"}',
    '{"do":"say","key":"k","text":""}',
    '{"do":"say","key":"k","text":"\\u202e\\u0007"}',
    '{"do":"say","key":"k","text":"hi","to":[77]}',
    '{"do":"say","key":"k","text":"' + "x" * 1001 + '"}',
    '{"do":"ready","key":"k"}',
    '{"do":"unready","key":"k"}',
    '{"do":"undo","key":"k"}',
    '{"do":"read","key":"k","number":-5}',
    "[" * 10000,
    "x" * 20000,
    b"\x00\x01binary",
]


def test_every_bad_frame_is_refused_and_the_match_goes_on(server: Server) -> None:
    table, people = table_of(server, NAMES)

    async def main() -> None:
        async with people[0].sit(table) as bad, people[1].sit(table) as other:
            await bad.begin()
            await other.begin()
            await bad.until(lambda seat: any('"here":[0,1]' in text for text in seat.raw))
            for frame in FRAMES:
                await bad.socket.send(frame)
                answer = await bad.next()
                assert answer["do"] == "refused", (frame[:60], answer)
                assert answer["text"]
            await bad.submit("loot")
            await other.next()
            assert other.number == 1, "others noticed nothing of it"

    asyncio.run(main())


def test_random_bytes_and_mutated_frames_bring_nothing_down(server: Server) -> None:
    table, people = table_of(server, NAMES)
    rng = Random(7)
    good = [
        '{"do":"submit","key":"a","act":"attack Barney","ready":false,"prompt":0}',
        '{"do":"arm","key":"b","orders":[{"prompt":"orders","act":"loot"}]}',
        '{"do":"say","key":"c","text":"hello","to":[1]}',
        '{"do":"mute","key":"d","seat":1,"muted":true}',
        '{"do":"lang","key":"e","lang":"fr"}',
        '{"do":"read","key":"f","number":3}',
        '{"do":"ready","key":"g","prompt":0}',
        '{"do":"free","key":"h"}',
    ]

    async def main() -> None:
        async with people[0].sit(table) as seat:
            await seat.begin()
            for number in range(400):
                letters = list(rng.choice(good))
                for _ in range(rng.randrange(1, 5)):
                    letters[rng.randrange(len(letters))] = chr(rng.choice([34, 44, 58, 92, 123,
                        125, rng.randrange(32, 127), rng.randrange(128, 0x2000)]))  # fmt: skip
                await seat.socket.send("".join(letters))
                if number % 50 == 0:
                    await seat.do("read", number=0)
            await seat.do("submit", act="pass", ready=False)

    asyncio.run(main())


def test_a_frame_beyond_all_measure_ends_that_socket_only(server: Server) -> None:
    table, people = table_of(server, NAMES)

    async def main() -> None:
        async with people[0].sit(table) as seat, people[1].sit(table) as other:
            await seat.begin()
            await other.begin()
            await seat.socket.send("x" * 200_000)
            with pytest.raises(ConnectionClosed):
                await seat.until(lambda seat: False)
            await other.submit("loot")

    asyncio.run(main())


def test_what_a_client_sends_is_no_traceback_in_the_log(tmp_path: Path) -> None:
    with serving(tmp_path, "--no-limits") as noisy:
        table, people = table_of(noisy, NAMES)

        async def main() -> None:
            async with people[0].sit(table) as seat:
                await seat.begin()
                await seat.socket.send(b"\xff no text", text=True)
                with pytest.raises(ConnectionClosed):
                    await seat.until(lambda seat: False)

        asyncio.run(main())
        with socket.create_connection(("127.0.0.1", noisy.port)) as connection:
            connection.sendall(b"\x00\x01 no request\r\n\r\n")
            assert connection.recv(4096).startswith(b"HTTP/1.1 400 ")
        lines = [json.loads(line) for line in noisy.log.read_text().splitlines()]
        said = [line for line in lines if "logger" in line]
        assert len(said) == 2, said
        assert not any("exception" in line for line in lines)


def test_half_open_and_silent_connections_harm_nobody(server: Server) -> None:
    port = server.port
    silent = [socket.create_connection(("127.0.0.1", port)) for _ in range(100)]
    for number, connection in enumerate(silent):
        if number % 2:
            connection.sendall(b"GET /api/tables/x/socket HTTP/1.1\r\nHost: x\r\nUpgrade: webso")
    table, people = table_of(server, NAMES)
    assert people[0].table(table)["state"] == "playing"
    for connection in silent:
        connection.close()


def test_a_reader_who_does_not_read_slows_nobody(server: Server) -> None:
    table, people = table_of(server, NAMES)

    async def main() -> None:
        async with people[1].sit(table) as deaf, people[0].sit(table) as seat:
            deaf.socket.transport.pause_reading()
            await seat.begin()
            for number in range(300):
                await seat.submit("loot", ready=bool(number % 2))
            assert seat.number >= 300
            deaf.socket.transport.resume_reading()  # a goodbye is heard again

    asyncio.run(main())


def test_frames_of_every_shape_are_answered(server: Server) -> None:
    """Fields of every frame with values of every kind: each frame gets one answer, and the match
    goes on."""
    table, people = table_of(server, NAMES)
    values: list[Any] = [None, True, -1, 0, 1, 2**53, 2**70, 0.5, 1e300, "", "x", "é" * 300, [], {},
                         [[]], [None], [-1], [1, 1], {"a": 1}, [{"prompt": "x", "act": "y"}],
                         "\u202e", "loot", "orders", "en"]  # fmt: skip
    rng = Random(11)
    described = Client(server.url).get("/api/protocol.json")
    shapes = [shape for name, shape in described["$defs"].items() if "do" in shape["properties"]]

    async def main() -> None:
        async with people[0].sit(table) as seat, people[1].sit(table) as other:
            await seat.begin()
            await other.begin()
            for number in range(300):
                shape = rng.choice(shapes)
                frame = {name: rng.choice(values) for name in shape["properties"]}
                frame["do"] = shape["properties"]["do"]["enum"][0]
                frame["key"] = f"k{number}" if rng.random() < 0.9 else rng.choice(values)
                if frame["do"] == "leave":
                    continue
                await seat.socket.send(json.dumps(frame))
                answer = await seat.next()
                while answer["do"] not in ("done", "refused", "free", "weigh"):
                    answer = await seat.next()
            await other.do("submit", act="loot", ready=False)
            assert server.process is not None
            assert server.process.poll() is None

    asyncio.run(main())


def test_connections_up_to_the_limit_of_descriptors_are_answered(tmp_path: Path) -> None:
    """Beyond the limit each connection gets a sentence; those who are in play on; when the crowd
    is gone, everyone is let in again."""
    with serving(tmp_path, "--no-limits", descriptors=200) as small:
        table, people = table_of(small, NAMES)

        async def main() -> None:
            async with people[0].sit(table) as seat:
                await seat.begin()
                crowd = await asyncio.to_thread(knock, small.port, 260)
                await seat.submit("loot", ready=False)
                await asyncio.to_thread(refused, crowd)
                for connection in crowd:
                    connection.close()

        asyncio.run(main())
        wait_for(small.is_ready, "nobody is let in any more")
        assert people[1].table(table)["state"] == "playing"


def knock(port: int, times: int) -> list[socket.socket]:
    return [socket.create_connection(("127.0.0.1", port), 30) for _ in range(times)]


def refused(crowd: list[socket.socket]) -> None:
    """The last one was told why."""
    last = crowd[-1]
    last.settimeout(30)
    answer = b"".join(iter(lambda: last.recv(4096), b""))
    assert answer.startswith(b"HTTP/1.1 503 ")
    assert json.loads(answer.partition(b"\r\n\r\n")[2])["code"] == "too_many_sockets"


def note(number: int) -> str:
    return json.dumps({"do": "say", "key": f"n{number}", "text": f"word {number}", "to": []})


def test_rates_and_connections_are_limited(tmp_path: Path) -> None:
    with serving(tmp_path) as limited:
        client = limited.person("Ann")
        codes: list[str] = []
        for _ in range(40):
            try:
                client.join("XXXXXX")
            except CallRefused as error:
                codes.append(error.code)
        assert codes.count("no_code") >= 20
        assert codes[-1] == "too_fast"
        info = client.make_table("truce", 3, options={"rounds": 1})
        for seat in (1, 2):
            client.set_bot(info["id"], seat, "random")
        client.start(info["id"])

        async def main() -> None:
            async with client.sit(info["id"]) as seat:
                await seat.begin()
                await asyncio.gather(*(seat.socket.send(note(n)) for n in range(30)))
                await seat.until(lambda seat: '"too_fast"' in seat.raw[-1])
                assert len(seat.talk) >= 10

        asyncio.run(main())
        log = limited.log.read_text()
        for secret in (client.device, client.recovery, info["code"], "word 1", "Ann"):
            assert secret
            assert secret not in log
        for line in log.splitlines():
            json.loads(line)


def test_the_operators_pages(server: Server) -> None:
    client = Client(server.url)
    assert client.get("/healthz")["status"] == "ok"
    assert client.get("/readyz")["status"] == "ok"
    bearer = {"Authorization": f"Bearer {server.operator}"}  # as Prometheus sends it
    status, headers, data = client.raw("GET", "/metrics", headers=bearer)
    assert (status, headers["content-type"]) == (200, "text/plain; version=0.0.4; charset=utf-8")
    numbers = data.decode()
    for name in ("intrigue_matches", "intrigue_act_seconds", "intrigue_commit_seconds"):
        assert name in numbers
    described = client.get("/api/openapi.json")
    assert described["openapi"] == "3.1.0"
    assert "/api/tables/{table}" in described["paths"]
    frames = client.get("/api/protocol.json")
    assert len(frames["client"]["oneOf"]) == 25
    assert frames["$defs"]["Submit"]["properties"]["do"] == {"enum": ["submit"]}
