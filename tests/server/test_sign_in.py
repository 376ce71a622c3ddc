"""Accounts over devices: mailed links that work once and not for long, sessions that can be ended,
limits, and an end of the account that leaves nothing personal behind."""

import asyncio
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from intrigue.agents.client import CallRefused, Client
from intrigue.session.record import Record, verify

from .post_office import Mailbox, attach, mail_server, text_of, token_in
from .running import Server, serving, table_of


class Inn:
    def __init__(self, server: Server, box: Mailbox, clock: Path) -> None:
        self.server = server
        self.box = box
        self.clock = clock

    def pass_time(self, seconds: float) -> None:
        self.clock.write_text(str(float(self.clock.read_text()) + seconds))

    def link(self, address: str) -> str:
        """Ask for a link to sign in, and read it in the mail."""
        count = len(self.box.to(address))
        Client(self.server.url).post("/api/sign-in", address=address)
        return token_in(self.box.wait(address, count + 1))

    def everything(self) -> str:
        """All that the database holds, as text."""
        with sqlite3.connect(self.server.data / "intrigue.sqlite3") as connection:
            return "\n".join(connection.iterdump())


@pytest.fixture(scope="module")
def inn(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inn]:
    folder = tmp_path_factory.mktemp("inn")
    clock = folder / "clock"
    clock.write_text("0")
    more = ["--no-limits", "--clock", str(clock)]
    with mail_server() as (box, mail), serving(folder / "data", *mail, *more) as server:
        yield Inn(server, box, clock)


def name_of(client: Client) -> str:
    name: str = client.get("/api/me")["name"]
    return name


def test_the_same_address_on_a_new_device_is_the_same_person(inn: Inn) -> None:
    table, people = table_of(inn.server, ["Ann", "Bob", "Cleo"])
    attach(people[1], inn.box, "Bob@Play.example")
    mail = inn.box.to("bob@play.example")[-1]
    assert "Bob" in text_of(mail)
    phone = Client(inn.server.url)
    token = inn.link("bob@play.example")
    look = phone.post("/api/sign-in/look", token=token)
    assert look == {"purpose": "sign-in", "address": "bob@play.example", "name": "Bob"}
    assert phone.device is None, "looking at a link uses nothing up"
    phone.post("/api/sign-in/use", token=token)
    assert phone.table(table)["you"] == 1
    assert phone.get("/api/me/account")["address"] == "bob@play.example"
    with pytest.raises(CallRefused, match="already used"):
        Client(inn.server.url).post("/api/sign-in/use", token=token)
    assert token not in inn.everything(), "only a hash is kept"


def test_a_new_address_becomes_a_new_person_with_a_name(inn: Inn) -> None:
    token = inn.link("new@play.example")
    client = Client(inn.server.url)
    assert client.post("/api/sign-in/look", token=token)["name"] is None
    with pytest.raises(CallRefused, match="name"):
        client.post("/api/sign-in/use", token=token)
    client.post("/api/sign-in/use", token=token, name="Nia")
    assert name_of(client) == "Nia"


def test_a_link_is_good_for_fifteen_minutes(inn: Inn) -> None:
    token = inn.link("late@play.example")
    inn.pass_time(15 * 60 + 1)
    with pytest.raises(CallRefused, match="too old"):
        Client(inn.server.url).post("/api/sign-in/use", token=token, name="Late")


def test_links_keep_to_their_purpose_and_address(inn: Inn) -> None:
    ann, bob = inn.server.person("Ann"), inn.server.person("Bob")
    attach(ann, inn.box, "own@play.example")
    bob.post("/api/me/address", address="own@play.example")
    token = token_in(inn.box.wait("own@play.example", 2))
    with pytest.raises(CallRefused, match="another account"):
        bob.post("/api/sign-in/use", token=token)
    assert bob.get("/api/me/account")["address"] is None
    for bad in ("nobody", "a@b", "a b@play.example", "a@play.example\r\nBcc: x@y.z", "a@@b.c"):
        with pytest.raises(CallRefused, match="not an email address"):
            Client(inn.server.url).post("/api/sign-in", address=bad)


def test_an_attach_link_opened_by_somebody_else_signs_nobody_in(inn: Inn) -> None:
    maker, other = inn.server.person("Mallory"), inn.server.person("Victor")
    maker.post("/api/me/address", address="victor@play.example")
    token = token_in(inn.box.wait("victor@play.example", 1))
    reader = Client(inn.server.url)
    for client in (reader, other):
        for path in ("/api/sign-in/look", "/api/sign-in/use"):
            with pytest.raises(CallRefused, match="browser in which you asked") as error:
                client.post(path, token=token)
            assert error.value.status == 403
    assert reader.device is None
    assert name_of(other) == "Victor"
    assert maker.get("/api/me/account")["address"] is None
    reader.post("/api/sign-in/use", token=inn.link("victor@play.example"), name="Vic")
    assert name_of(reader) == "Vic", "the address is still free for its owner"
    with pytest.raises(CallRefused, match="another account"):
        maker.post("/api/sign-in/use", token=token)


def test_guessing_and_flooding_are_limited(tmp_path: Path) -> None:
    with mail_server() as (_, mail), serving(tmp_path, *mail) as server:
        client = Client(server.url)
        codes = []
        for number in range(8):
            try:
                client.post("/api/sign-in", address=f"a{number}@play.example")
            except CallRefused as error:
                codes.append(error.code)
        assert codes == ["too_fast"] * 3
        guesses = []
        for number in range(40):
            try:
                client.post("/api/sign-in/use", token=f"guess{number}")
            except CallRefused as error:
                guesses.append(error.code)
        assert set(guesses) == {"no_link", "too_fast"}
        assert guesses[-1] == "too_fast"


def test_sessions_are_listed_and_can_be_ended(inn: Inn) -> None:
    table, people = table_of(inn.server, ["Dan", "Eve", "Fay"])
    laptop = people[0]
    attach(laptop, inn.box, "dan@play.example")
    phone = Client(inn.server.url)
    agent = "Mozilla/5.0 (Android 16; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0"
    token = inn.link("dan@play.example")
    body = f'{{"token": "{token}"}}'
    assert phone.raw("POST", "/api/sign-in/use", body, {"User-Agent": agent})[0] == 200
    found = laptop.get("/api/me/account")["sessions"]
    assert [one["here"] for one in found].count(True) == 1
    (other,) = [one for one in found if one["name"] == "Firefox, Android"]

    async def main() -> None:
        async with phone.sit(table) as seat:
            await seat.begin()
            await asyncio.to_thread(laptop.post, f"/api/me/sessions/{other['id']}/end")
            await seat.socket.wait_closed()
            assert seat.socket.close_code == 1008, "an open table closes with its session"

    asyncio.run(main())
    with pytest.raises(CallRefused, match="name first"):
        phone.get("/api/me")
    assert name_of(laptop) == "Dan"
    with pytest.raises(CallRefused, match="no such session"):
        people[1].post(f"/api/me/sessions/{laptop.get('/api/me/account')['sessions'][0]['id']}/end")


def test_all_other_sessions_end_at_once(inn: Inn) -> None:
    laptop = inn.server.person("Gil")
    attach(laptop, inn.box, "gil@play.example")
    others = [Client(inn.server.url) for _ in range(2)]
    for one in others:
        one.post("/api/sign-in/use", token=inn.link("gil@play.example"))
        assert name_of(one) == "Gil"
        inn.pass_time(900)
    laptop.post("/api/me/sessions/end-others")
    for one in others:
        with pytest.raises(CallRefused, match="name first"):
            one.get("/api/me")
    assert [one["here"] for one in laptop.get("/api/me/account")["sessions"]] == [True]


# --- the end of an account ------------------------------------------------------------------------


async def play(people: list[Client], table: str, rounds: int) -> None:
    for _ in range(rounds):
        for client in people:
            async with client.sit(table) as seat:
                await seat.begin()
                options = seat.ask["options"] if seat.ask else ["loot"]
                aimed = [act for act in options if act.startswith("attack")]
                await seat.submit((aimed or options)[0])


def test_deleting_an_account_leaves_records_under_nobodys_name(inn: Inn) -> None:
    name = "Zebulon"
    finished, people = table_of(inn.server, ["Hal", name, "Ida"])
    asyncio.run(play(people, finished, 3))
    gone = people[1]
    attach(gone, inn.box, "zeb@play.example")
    gone.post("/api/me/channels", means="mail")
    gone.post("/api/me/channels", means="hook", target="https://zebhook.example/x")
    waiting = gone.make_table("truce", 3)["id"]
    playing = table_with(inn.server, people)
    with pytest.raises(CallRefused, match="not your name"):
        gone.post("/api/me/delete", name="Somebody")
    device = gone.device
    gone.post("/api/me/delete", name=name)
    with pytest.raises(CallRefused, match="name first"):
        Client(inn.server.url, device).get("/api/me")
    record = people[0].record(finished)
    assert "a player" in record
    assert name not in record
    verify(Record.read(record))
    assert people[0].replay(finished, "all")["names"] == ["Hal", "a player", "Ida"]
    with pytest.raises(CallRefused):
        people[0].table(waiting)
    assert people[0].table(playing)["seats"][1]["kind"] == "reserved"
    asyncio.run(play([people[0], people[2]], playing, 3))
    after = people[0].record(playing)
    verify(Record.read(after))
    assert name not in after
    everything = inn.everything()
    for trace in ("zebulon", "zeb@", "zebhook"):
        assert trace not in everything.lower(), "nothing of the account is left"


def table_with(server: Server, people: list[Client]) -> str:
    info = people[0].make_table("truce", 3, options={"rounds": 3})
    for guest in people[1:]:
        guest.join(info["code"])
        guest.ready(info["id"])
    people[0].start(info["id"])
    found: str = info["id"]
    return found
