"""Notices over real SMTP, a real push endpoint and a real webhook: decided with the act, sent once,
collapsed, quiet at night, silent for whoever looks."""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from intrigue.agents.client import CallRefused, Client
from intrigue.server.notices import outgoing_http

from .post_office import Browser, Mailbox, Receiver, attach, mail_server, receiver, text_of
from .running import Server, serving, table_of, wait_for

NAMES = ["Ann", "Bob", "Cleo"]
SLOW = {"decision": 86400}


class Office:
    """A server, and everything it can send to."""

    def __init__(self, server: Server, box: Mailbox, web: Receiver, clock: Path) -> None:
        self.server = server
        self.box = box
        self.web = web
        self.clock = clock
        self.bob = f"bob-{uuid4().hex[:8]}@play.example"

    def pass_time(self, seconds: float) -> None:
        self.clock.write_text(str(float(self.clock.read_text()) + seconds))

    def table(self, **terms: Any) -> tuple[str, list[Client]]:
        table, people = table_of(self.server, NAMES, clock=SLOW, **terms)
        return table, people


@pytest.fixture(scope="module")
def services(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Mailbox, Path]]:
    folder = tmp_path_factory.mktemp("notices")
    clock = folder / "clock"
    clock.write_text("0")
    more = ["--no-limits", "--notice-delay", "0.2", "--private-hooks", "--clock", str(clock)]
    with mail_server() as (box, mail), serving(folder / "data", *mail, *more) as server:
        yield server, box, clock


@pytest.fixture
def office(services: tuple[Server, Mailbox, Path]) -> Iterator[Office]:
    server, box, clock = services
    with receiver() as web:
        yield Office(server, box, web, clock)
        box.closed = ""


def by_mail(office: Office, client: Client, address: str) -> str:
    """Somebody who wants notices by mail; the channel."""
    attach(client, office.box, address)
    found: str = client.post("/api/me/channels", means="mail")["channels"][0]["id"]
    return found


def by_hook(office: Office, client: Client, path: str = "/hook") -> str:
    settings = client.post("/api/me/channels", means="hook", target=office.web.url + path)
    found: str = settings["channels"][-1]["id"]
    return found


async def answer(people: list[Client], table: str, act: str = "loot") -> None:
    for client in people:
        async with client.sit(table) as seat:
            await seat.begin()
            await seat.submit(act)


def test_the_round_and_the_next_turn_come_by_mail(office: Office) -> None:
    table, people = office.table()
    by_mail(office, people[1], office.bob)
    office.box.mails.clear()
    asyncio.run(answer(people, table))
    office.box.wait(office.bob, 2)
    second, first = sorted(office.box.to(office.bob)[-2:], key=lambda mail: mail["Subject"])
    assert first["Subject"] == "Your turn: Truce (Ann, Bob and Cleo)"
    assert f"/t/{table}" in text_of(first)
    assert "You have time until" in text_of(first)
    assert second["Subject"].startswith("The Truce Gazette: ")
    assert "takes" in text_of(second)
    assert f"/t/{table}/gazette/1" in text_of(second)
    assert "<h1" in text_of(second, "html")
    assert second["From"] == "intrigue <table@play.example>"


def test_a_table_in_front_of_the_eyes_sends_nothing_and_one_in_a_background_tab_does(
    office: Office,
) -> None:
    table, people = office.table()
    by_hook(office, people[1])
    by_hook(office, people[2], "/hidden")

    async def main() -> None:
        async with people[1].sit(table) as eyes, people[2].sit(table) as hidden:
            await eyes.begin()
            await hidden.begin()
            await eyes.do("eyes", visible=True)
            await hidden.do("eyes", visible=False)
            await answer(people, table)
            await asyncio.to_thread(office.web.wait, 2)

    asyncio.run(main())
    assert {path for path, _, _ in office.web.got} == {"/hidden"}


def test_looking_takes_back_what_was_not_sent(tmp_path: Path) -> None:
    with mail_server() as (box, mail), receiver() as web:
        more = ["--no-limits", "--notice-delay", "2", "--private-hooks"]
        with serving(tmp_path, *mail, *more) as server:
            office = Office(server, box, web, tmp_path)
            table, people = office.table()
            by_hook(office, people[1])
            by_hook(office, people[2], "/away")
            asyncio.run(answer(people, table))

            async def look() -> None:
                async with people[1].sit(table) as seat:
                    await seat.begin()
                    await seat.do("eyes", visible=True)

            asyncio.run(look())
            web.wait(2)
            assert {path for path, _, _ in web.got} == {"/away"}


def test_whispers_are_counted_and_never_quoted(office: Office) -> None:
    table, people = office.table()
    channel = by_hook(office, people[2])
    kinds = {"turn": False, "warning": False, "round": False, "whispers": True}
    people[2].post(f"/api/me/channels/{channel}", **kinds)

    async def main() -> None:
        async with people[0].sit(table) as seat:
            await seat.begin()
            for _ in range(3):
                await seat.say("psst, trust nobody", [2])
            await seat.say("hello everyone")

    asyncio.run(main())
    said = office.web.json()
    assert said["content"] == said["text"]
    assert "You have 3 new whispers" in said["text"]
    assert "psst" not in str(said)
    assert office.web.got[0][1]["idempotency-key"] == said["intrigue"]["mark"]


def test_an_offer_is_announced_and_never_quoted(office: Office) -> None:
    table, people = office.table()
    channel = by_hook(office, people[2])
    kinds = {"turn": False, "warning": False, "round": False, "whispers": True}
    people[2].post(f"/api/me/channels/{channel}", **kinds)

    async def main() -> None:
        async with people[0].sit(table) as seat:
            await seat.begin()
            await seat.offer([1], "I loot in round 1", secret=True)
            await seat.offer([2], "I support Cleo in round 1", secret=True)

    asyncio.run(main())
    said = office.web.json()
    assert said["text"].startswith("An offer for you: Truce")
    assert "support" not in str(said)
    assert said["intrigue"]["kind"] == "offers"


def test_push_can_be_read_by_its_browser_alone_and_a_dead_one_is_forgotten(office: Office) -> None:
    table, people = office.table()
    browser = Browser()
    target = office.web.url + "/push/1"
    settings = people[1].post("/api/me/channels", means="push", target=target, keys=browser.keys)
    assert settings["channels"][0]["place"] == "127.0.0.1"
    assert len(settings["push"]) == 87
    asyncio.run(answer(people, table))
    office.web.wait(2)
    read = [browser.read(body) for _, _, body in office.web.got]
    assert {one["title"][:12] for one in read} == {"Your turn: T", "The Truce Ga"}
    _, headers, _ = office.web.got[0]
    assert headers["content-encoding"] == "aes128gcm"
    assert re.fullmatch(r"vapid t=[\w-]+\.[\w-]+\.[\w-]{86}, k=[\w-]{87}", headers["authorization"])
    assert re.fullmatch(r"[\w-]{1,32}", headers["topic"])
    office.web.status = 410
    asyncio.run(answer(people, table))
    wait_for(
        lambda: people[1].get("/api/me/notices")["channels"] == [],
        "the dead one is still there",
    )


def test_quiet_hours_delay_and_collapse(office: Office) -> None:
    table, people = table_of(office.server, NAMES, clock={"decision": 3 * 86400})
    by_hook(office, people[1])
    here = people[1].get("/api/me/notices")
    assert here["zone"] == "UTC"
    with pytest.raises(CallRefused, match="zone"):
        people[1].post("/api/me/notices", lang="en", zone="Europe/Atlantis")
    # every hour but the last minute before midnight is quiet
    wish = {"lang": "fr", "zone": "Asia/Tokyo", "quiet_from": 0, "quiet_to": 24 * 60 - 1}
    people[1].post("/api/me/notices", **wish)
    asyncio.run(answer(people, table))
    asyncio.run(answer(people, table))
    assert people[1].post(f"/api/me/channels/{_first(people[1])}/try")["done"]
    assert office.web.json()["text"].startswith("It works"), "only the test message came through"
    people[1].post("/api/me/notices", lang="fr", zone="Asia/Tokyo")
    office.pass_time(86400)
    office.web.wait(3)
    said = sorted(one for one in map(str, (_text(got) for got in office.web.got[1:])))
    assert [one[:12] for one in said] == ["C’est à vous", "The Truce Ga"]
    assert len(office.web.got) == 3, "two rounds went by, and one notice of each kind came"


def _first(client: Client) -> str:
    found: str = client.get("/api/me/notices")["channels"][0]["id"]
    return found


def _text(got: tuple[str, dict[str, str], bytes]) -> str:
    import json

    text: str = json.loads(got[2])["text"]
    return text


def test_one_click_unsubscribes_without_signing_in(office: Office) -> None:
    table, people = office.table()
    by_mail(office, people[1], office.bob)
    office.box.mails.clear()
    asyncio.run(answer(people, table))
    office.box.wait(office.bob, 2)
    turn = next(m for m in office.box.to(office.bob) if m["Subject"].startswith("Your turn"))
    assert turn["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    url = turn["List-Unsubscribe"].strip("<>")
    path = url.partition("/api/")[2]
    stranger = Client(office.server.url)
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    status, _, _ = stranger.raw("POST", f"/api/{path}", "List-Unsubscribe=One-Click", form)
    assert status == 200
    (channel,) = people[1].get("/api/me/notices")["channels"]
    assert channel["kinds"] == {"turn": False, "warning": True, "round": True, "whispers": True}
    assert stranger.raw("GET", f"/api/{path}")[0] == 405, (
        "a scanner that follows links changes nothing"
    )
    assert stranger.raw("POST", f"/api/{path[:-3]}abc")[0] == 404
    assert stranger.raw("POST", f"/api/{path}?all=1")[0] == 200
    (channel,) = people[1].get("/api/me/notices")["channels"]
    assert not any(channel["kinds"].values())


@pytest.mark.parametrize("terms", [{"clock": SLOW}, {"days": {"hours": 24, "reveal": "ready"}}])
def test_the_warning_comes_before_the_end_to_those_who_have_not_answered(
    office: Office, terms: dict[str, Any]
) -> None:
    table, people = table_of(office.server, NAMES, **terms)
    for client, path in zip(people, ["/0", "/1", "/2"], strict=True):
        by_hook(office, client, path)
    asyncio.run(answer(people, table))
    office.web.wait(6)
    asyncio.run(answer(people[:1], table))
    office.pass_time(86400 - 3600)
    office.web.wait(8)
    said = [(path, _text((path, {}, body))) for path, _, body in office.web.got[6:]]
    assert sorted(path for path, _ in said) == ["/1", "/2"]
    assert all(text.startswith("Almost out of time") for _, text in said)


def test_a_live_table_sends_one_notice_until_its_reader_comes_back(office: Office) -> None:
    table, people = table_of(office.server, NAMES, clock={"decision": 300})
    by_hook(office, people[1])
    asyncio.run(answer(people, table))
    office.web.wait(2)
    asyncio.run(answer(people, table))

    async def look() -> None:
        async with people[1].sit(table) as seat:
            await seat.begin()
            await seat.do("eyes", visible=True)

    asyncio.run(look())
    assert len(office.web.got) == 2
    asyncio.run(answer(people, table))
    office.web.wait(3)


def test_bots_and_stand_ins_get_none(office: Office) -> None:
    options = {"rounds": 3, "onLeave": "bot"} if _has_option("onLeave") else {"rounds": 3}
    table, people = office.table(options=options)
    by_hook(office, people[1], "/left")
    by_hook(office, people[2], "/here")

    async def main() -> None:
        async with people[1].sit(table) as seat:
            await seat.begin()
            await seat.do("leave")
        await answer([people[0], people[2]], table)

    asyncio.run(main())
    office.web.wait(2)
    assert {path for path, _, _ in office.web.got} == {"/here"}


def _has_option(name: str) -> bool:
    from intrigue.kernel.game import find_game

    return name in {option.name for option in find_game("truce").options}


def test_a_webhook_may_not_lead_into_private_networks(server: Server) -> None:
    client = server.person("Ann")
    for bad in (
        "http://example.org/hook",
        "ftp://example.org",
        "https://",
        "https://user:pass@example.org/",
        "https://example.org:22/",
        "https://exa mple.org/",
    ):
        with pytest.raises(CallRefused, match="https"):
            client.post("/api/me/channels", means="hook", target=bad)
    for private in (
        "https://127.0.0.1/",
        "https://localhost/",
        "https://[::1]/",
        "https://10.1.2.3/",
        "https://169.254.169.254/latest",
        "https://[::ffff:192.168.0.1]/",
        "https://0.0.0.0/",
        "https://[::127.0.0.1]/",
        "https://[64:ff9b:1::7f00:1]/",
        "https://[::ffff:0:127.0.0.1]/",
        "https://[64:ff9b::a00:1]/",
        "https://[2002:7f00:1::]/",
        "https://[2001:0:7f00:1::]/",
        "https://[fec0::1]/",
        "https://[fd00::1]/",
        "https://[fe80::1]/",
        "https://[100::1]/",
        "https://[5f00::1]/",
        "https://192.0.0.8/",
    ):
        channel = client.post("/api/me/channels", means="hook", target=private)["channels"][-1]
        with pytest.raises(CallRefused, match="private"):
            client.post(f"/api/me/channels/{channel['id']}/try")
        client.post(f"/api/me/channels/{channel['id']}/remove")


def test_a_webhook_may_lead_out_to_the_internet() -> None:
    for ip in ("8.8.8.8", "2606:4700::1111", "2001:4860:4860::8888", "2a00:1450::1"):
        assert outgoing_http.public(ip), ip


def test_redirects_are_not_followed(office: Office) -> None:
    client = office.server.person("Ann")
    channel = by_hook(office, client)
    office.web.status = 302
    with pytest.raises(CallRefused, match="302"):
        client.post(f"/api/me/channels/{channel}/try")
    assert [path for path, _, _ in office.web.got] == ["/hook"]


# --- sent once ------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_kill_between_deciding_and_sending_neither_loses_nor_repeats(
    tmp_path: Path, kind: str, request: pytest.FixtureRequest
) -> None:
    from .running import fresh_database

    database = None
    if kind == "postgresql":
        database = fresh_database(request.getfixturevalue("postgresql"), "notices")
    clock = tmp_path / "clock"
    clock.write_text("0")
    with mail_server() as (box, mail), receiver() as web:
        more = ["--no-limits", "--notice-delay", "60", "--private-hooks", "--clock", str(clock)]
        with serving(tmp_path / "data", *mail, *more, database=database) as server:
            office = Office(server, box, web, clock)
            table, people = office.table()
            by_mail(office, people[1], office.bob)
            box.mails.clear()
            asyncio.run(answer(people, table))
            server.kill()  # decided, and not sent
            server.start()
            assert box.mails == []
            office.pass_time(61)
            box.wait(office.bob, 2)
            assert len(box.mails) == 2, "each came once"
            server.kill()
            server.start()
            office.pass_time(600)
            people[1].get("/api/me/notices")
            asyncio.run(answer(people, table))
            office.pass_time(61)
            wait_for(
                lambda: len({one["Message-ID"] for one in box.mails}) == 4, "a notice was lost"
            )
            # the second kill may fall between the mail server's OK and our mark: the same mail
            # comes again then, and can be told by its identifier
            mails = {one["Message-ID"]: str(one["Subject"]).partition(":")[0] for one in box.mails}
            assert sorted(mails.values()) == ["The Truce Gazette"] * 2 + ["Your turn"] * 2


def test_a_refusal_for_now_is_tried_again_as_the_same_mail(office: Office) -> None:
    table, people = office.table()
    channel = by_mail(office, people[1], office.bob)
    kinds = {"turn": True, "warning": False, "round": False, "whispers": False}
    people[1].post(f"/api/me/channels/{channel}", **kinds)
    office.box.mails.clear()
    office.box.closed = "451 not now"
    asyncio.run(answer(people, table))
    log = office.server.log
    wait_for(lambda: "SMTP 451" in log.read_text(), "nothing was tried")
    office.box.closed = ""
    office.pass_time(61)
    office.box.wait(office.bob)
    office.box.closed = "550 never"
    asyncio.run(answer(people, table))
    wait_for(lambda: "SMTP 550" in log.read_text(), "it was not given up")
    assert len(office.box.to(office.bob)) == 1
    assert office.bob not in log.read_text()
