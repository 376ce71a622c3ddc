"""The deal is nobody's alone, and a record proves what it says: over a real server."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from intrigue.agents.client import CallRefused, Client, Seat
from intrigue.kernel.chance import commitment, mixed, nonce_seal
from intrigue.session.record import Nonce, Record, Talk, check
from tests.server.running import Server, fresh_database, serving, wait_for

Info = dict[str, Any]


def gathered(server: Server, names: str = "Ada Bo Cy", game: str = "truce") -> list[Any]:
    """A table with people on all its seats, none of whom has done anything for the deal yet; and
    they."""
    people = [Client(server.url, nonce=None).sign_in(name) for name in names.split()]
    options = {"rounds": 1} if game == "truce" else {}
    info = people[0].make_table(game, len(people), options=options)
    for person in people[1:]:
        person.join(info["code"])
    return [info["id"], *people]


def seal(person: Client, table: str, nonce: str) -> Info:
    info = person.table(table)
    value = nonce_seal(info["commitment"], info["you"], nonce)
    sealed: Info = person.post(f"/api/tables/{table}/seal", seal=value)
    return sealed


def show(person: Client, table: str, nonce: str) -> Info:
    shown: Info = person.post(f"/api/tables/{table}/nonce", nonce=nonce)
    return shown


def _all_sealed(info: Info) -> bool:
    return all(seat["seal"] for seat in info["seats"])


def begin(table: str, *people: Client) -> None:
    for person in people[1:]:
        person.ready(table)
    people[0].start(table)


def played(table: str, *people: Client, choose: Callable[[Seat], str] | None = None) -> str:
    """Play to the end; the record."""
    rng = Random(1)

    async def play(person: Client) -> None:
        async with person.sit(table) as seat:
            await seat.play(choose or (lambda seat: rng.choice((seat.ask or {})["options"])))

    async def main() -> None:
        await asyncio.gather(*(play(person) for person in people))

    asyncio.run(main())
    return people[0].record(table)


def nonces(record: Record) -> list[str | None]:
    shown = record.header.shown()
    assert shown is not None
    return shown


def test_every_seat_finds_its_own_nonce_in_a_deal_mixed_with_all(server: Server) -> None:
    table, *people = gathered(server)
    for person, words in zip(people, ("alpha", "été 2026", "gamma"), strict=True):
        seal(person, table, words)
    for person, words in zip(people, ("alpha", "été 2026", "gamma"), strict=True):
        show(person, table, words)
    before = people[1].table(table)["commitment"]
    begin(table, *people)
    record = Record.read(played(table, *people))
    assert nonces(record) == ["alpha", "été 2026", "gamma"]
    assert record.header.commitment == before
    found = check(record)
    assert found.nonces == ["Ada", "Bo", "Cy"]
    outcome = people[2].table(table)["outcome"]
    assert [one["nonce"] for one in outcome["nonces"]] == nonces(record)
    assert commitment(bytes.fromhex(outcome["seed"])) == before


def test_the_client_does_its_part_by_itself_and_remembers_it(server: Server) -> None:
    people = [server.person(name) for name in ("Ada", "Bo", "Cy", "Di", "Eli")]
    info = people[0].make_table("emperor", 5, options={"max_rounds": 1})
    table = info["id"]

    async def wait_there() -> None:
        """All sit in the waiting room, and the host deals."""
        seats = []
        for person in people[1:]:
            await asyncio.to_thread(person.join, info["code"])
            seats.append(await person.sit(table).__aenter__())
            await asyncio.to_thread(person.ready, table)
        begun = asyncio.gather(*(asyncio.wait_for(seat.begin(), 60) for seat in seats))
        host = people[0]
        for _ in range(200):
            now = await asyncio.to_thread(host.table, table)
            if sum(seat["nonce"] is not None for seat in now["seats"]) == 4:
                break
            await asyncio.sleep(0.05)
        await asyncio.to_thread(host.start, table)
        await begun
        for seat in seats:
            await seat.__aexit__(None, None, None)

    asyncio.run(wait_there())
    record = Record.read(played(table, *people))
    check(record)
    assert nonces(record) == [person.nonces[table] for person in people]
    assert isinstance(record.header.nonces, list)
    seals = [one.seal if one else None for one in record.header.nonces]
    for person in people:
        assert person.seals[table] == seals  # as they were when this one was shown


def test_absent_nonces_do_not_block_the_start(server: Server) -> None:
    table, *people = gathered(server)
    begin(table, *people)
    record = Record.read(played(table, *people))
    assert nonces(record) == [None, None, None]
    assert check(record).nonces == []

    table, *people = gathered(server)
    for number, person in enumerate(people):
        seal(person, table, f"{number}")
    show(people[2], table, "2")
    begin(table, *people)
    record = Record.read(played(table, *people))
    assert nonces(record) == [None, None, "2"]
    assert check(record).unshown == ["Ada", "Bo"]


def test_nobody_chooses_a_nonce_after_one_was_shown(server: Server) -> None:
    table, *people = gathered(server)
    seal(people[0], table, "zero")
    seal(people[1], table, "one")
    seal(people[1], table, "another")  # nothing is shown yet
    with pytest.raises(CallRefused, match="not_sealed"):
        show(people[1], table, "one")
    shown = show(people[1], table, "another")
    assert [seat["nonce"] for seat in shown["seats"]] == [None, "another", None]
    for person, words in ((people[0], "better"), (people[2], "late"), (people[1], "again")):
        with pytest.raises(CallRefused, match="seals_closed"):
            seal(person, table, words)
    with pytest.raises(CallRefused, match="bad_nonce"):
        show(people[0], table, "two\nlines")
    show(people[0], table, "zero")


def test_a_nonce_is_not_shown_while_somebody_may_still_come(server: Server) -> None:
    ada, bo, cy = (Client(server.url, nonce=None).sign_in(name) for name in ("Ada", "Bo", "Cy"))
    info = ada.make_table("truce", 3)
    bo.join(info["code"])
    seal(ada, info["id"], "early")
    with pytest.raises(CallRefused, match="not_full"):
        show(ada, info["id"], "early")
    cy.join(info["code"])
    seal(bo, info["id"], "kept")
    show(ada, info["id"], "early")
    cy.post(f"/api/tables/{info['id']}/leave")  # whoever comes now could know Ada's
    seats = ada.table(info["id"])["seats"]
    assert [(seat["seal"] is None, seat["nonce"]) for seat in seats] == [
        (True, None),
        (False, None),
        (True, None),
    ]
    di = Client(server.url, nonce=None).sign_in("Di")
    di.join(info["code"])
    seal(ada, info["id"], "fresh")
    show(ada, info["id"], "fresh")


def test_the_client_counts_how_often_its_shown_nonce_was_void(server: Server) -> None:
    """Else somebody who knows all nonces could let a seat change until a deal pleases them."""
    ada, bo = server.person("Ada"), server.person("Bo")
    info = ada.make_table("truce", 3)
    table = info["id"]
    bo.join(info["code"])
    ada.set_bot(table, 2, "random")
    bo.ready(table)
    assert bo.table(table)["seats"][1]["nonce"] == bo.nonces[table]
    first = bo.nonces[table]
    assert table not in bo.again
    for times in (1, 2):
        ada.post(f"/api/tables/{table}/seats/2", kind="open")
        ada.set_bot(table, 2, "random")
        seen = bo.ready(table)
        assert seen["seats"][1]["nonce"] == bo.nonces[table] != first
        assert bo.again[table] == times


def test_a_rematch_is_promised_and_sealed_anew(server: Server) -> None:
    people = [server.person(name) for name in ("Ada", "Bo", "Cy")]
    info = people[0].make_table("truce", 3, options={"rounds": 1})
    for person in people[1:]:
        person.join(info["code"])
    begin(info["id"], *people)
    first = Record.read(played(info["id"], *people))
    again = people[1].post(f"/api/tables/{info['id']}/rematch")
    assert again["commitment"] != first.header.commitment
    assert [seat["seal"] for seat in again["seats"]] == [None, None, None]
    for person in people:
        person.add_nonce(person.table(again["id"]))
    for person in (people[0], people[2], people[1]):  # whoever asked for it is its host
        person.ready(again["id"])
    people[1].start(again["id"])
    second = Record.read(played(again["id"], *people))
    check(second)
    assert nonces(second)[1] == people[1].nonces[again["id"]] not in nonces(first)


async def a_few_acts(one: Client, other: Client, table: str) -> None:
    async with one.sit(table) as first, other.sit(table) as second:
        for _ in range(12):
            asked = next(seat for seat in (await first.begin(), await second.begin()) if seat.ask)
            before = asked.state["prompt"]
            await asked.submit((asked.ask or {})["options"][-1])
            for seat in (first, second):
                await seat.until(lambda seat: seat.state["prompt"] > before)  # noqa: B023


def test_the_deal_survives_kills_before_and_after_it(tmp_path: Path) -> None:
    with serving(tmp_path, "--no-limits", "--bot-delay", "0.01") as server:
        table, *people = gathered(server, "Ada Bo", "complot")
        for number, person in enumerate(people):
            seal(person, table, f"words {number}")
        server.kill()
        server.start()
        show(people[0], table, "words 0")
        server.kill()
        server.start()
        show(people[1], table, "words 1")
        begin(table, *people)
        server.kill()
        server.start()
        asyncio.run(a_few_acts(people[0], people[1], table))
        server.kill()
        server.start()

        async def give_up() -> None:
            async with people[0].sit(table) as seat:
                await seat.begin()
                await seat.submit("concede")
                await seat.until(lambda seat: seat.over is not None)

        asyncio.run(give_up())
        record = Record.read(people[1].record(table))
        found = check(record)
        assert found.nonces == ["Ada", "Bo"]
        assert found.draws > 10


# --- the record -----------------------------------------------------------------------------------


def verified(path: Path, *words: str, status: int = 0) -> str:
    run = subprocess.run(
        [sys.executable, "-m", "intrigue", "verify", str(path), *words],
        capture_output=True,
        check=False,
        text=True,
        timeout=120,
        env={**os.environ, "COLUMNS": "80"},
    )
    assert run.returncode == status, run.stderr
    assert "Traceback" not in run.stderr
    return run.stdout + run.stderr


def test_the_server_signs_and_verify_says_what_that_proves(server: Server, tmp_path: Path) -> None:
    people = [server.person(name) for name in ("Ada", "Bo", "Cy")]
    info = people[0].make_table("truce", 3, options={"rounds": 1})
    for person in people[1:]:
        person.join(info["code"])
    begin(info["id"], *people)
    text = played(info["id"], *people)
    path = tmp_path / "record.jsonl"
    path.write_text(text, "utf-8")
    key = Client(server.url).get("/api/server")["key"]
    said = verified(path, "--lang", "en")
    assert f"signed by the key {key}" in said
    assert "proves only that its holder signed" in said
    assert "the seed is the one that the header promises" in said
    assert "mixed with what" in said
    dit = verified(path, "--lang", "fr")
    assert f"signé par la clé {key}" in dit
    assert "prouve seulement que son détenteur a signé" in dit
    for words in (("--server", server.url), ("--key", key.upper())):
        known = verified(path, "--lang", "en", *words)
        assert "That is the key you asked for." in known
        assert "proves only" not in known
    facts = json.loads(verified(path, "--json", "--key", key))
    assert facts["checked"] == ["lines", "acts", "draws", "nonces", "signature", "key"]
    assert "not by" in verified(path, "--key", "0" * 64, status=2)
    assert "which key" in verified(path, "--server", "http://127.0.0.1:1", status=2)
    path.write_text("".join(line + "\n" for line in text.split("\n")[:-2]), "utf-8")
    assert "it is not signed" in verified(path, "--lang", "en")
    assert "not signed at all" in verified(path, "--lang", "en", "--server", server.url, status=2)
    path.write_text("".join(line + "\n" for line in text.split("\n")[:-3]), "utf-8")
    assert "nothing to check yet" in verified(path, "--lang", "en", status=2)
    assert "encore rien à vérifier" in verified(path, "--lang", "fr", status=2)


def test_a_genuine_record_with_any_words_is_sound(server: Server, tmp_path: Path) -> None:
    table, *people = gathered(server)
    begin(table, *people)
    words = "one\u2028two\u2029three"

    async def talk() -> None:
        async with people[0].sit(table) as seat:
            await seat.begin()
            await seat.say(words)

    asyncio.run(talk())
    text = played(table, *people)
    said = [entry.text for entry in Record.read(text).entries if isinstance(entry, Talk)]
    assert said == [words]
    (tmp_path / "record.jsonl").write_text(text, "utf-8")
    assert "The record is sound" in verified(tmp_path / "record.jsonl", "--lang", "en")


def test_the_key_is_the_servers_own_and_stays(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        before = Client(server.url).get("/api/server")
        server.kill()
        server.start()
        assert Client(server.url).get("/api/server") == before
    other = tmp_path / "other"
    other.mkdir()
    with serving(other) as server:
        assert Client(server.url).get("/api/server")["key"] != before["key"]


def test_several_processes_deal_and_sign_as_one(postgresql: str, tmp_path: Path) -> None:
    url = fresh_database(postgresql, "fair")
    homes = [tmp_path / "a", tmp_path / "b"]
    for home in homes:
        home.mkdir()
    with serving(homes[0], database=url) as one, serving(homes[1], database=url) as other:
        assert Client(one.url).get("/api/server") == Client(other.url).get("/api/server")
        table, *people = gathered(one)
        people[1].url = people[2].url = other.url
        seen: list[Info] = []

        async def listen() -> None:
            """Whoever waits at the other process hears of every seal."""
            async with people[2].sit(table) as seat:
                for number, person in enumerate(people):
                    await asyncio.to_thread(seal, person, table, f"{number}")
                await asyncio.wait_for(
                    seat.until(lambda seat: bool(seat.info) and _all_sealed(seat.info)), 60
                )
                seen.append(seat.info)

        asyncio.run(listen())
        for number, person in enumerate(people):
            show(person, table, f"{number}")
        wait_for(lambda: people[2].table(table)["seats"][0]["nonce"] == "0", "not told")
        begin(table, *people)
        text = played(table, *people)
        record = Record.read(text)
        key = Client(other.url).get("/api/server")["key"]
        assert check(record, key).nonces == ["Ada", "Bo", "Cy"]
        assert people[2].record(table) == text
        assert isinstance(record.header.nonces, list)
        given = [one.seal for one in record.header.nonces if isinstance(one, Nonce)]
        assert given == [seat["seal"] for seat in seen[0]["seats"]]


def test_the_seed_of_the_deal_is_defined_to_the_letter() -> None:
    """Whoever writes another client or another verifier needs these."""
    seed = bytes(range(32))
    promise = commitment(seed)
    assert promise == "dba4b0f55de89997a306af2988c0d6cad0e2170faf49630f75c1243362b29888"
    sealed = "c548ec4dc450ec4f59271f5a483b3467c4def18fb614493478274cba2f32611f"
    assert nonce_seal(promise, 2, "été") == sealed
    of_all = "fa9606db28e52811633802ddca2b78b7c7b949a08cf9d504445959b43892dd6f"
    assert mixed(seed, [None, "a", "été"]).hex() == of_all
