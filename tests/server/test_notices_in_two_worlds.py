"""Notices in two worlds that differ only in secrets: the same words to the same people at the same
times, by mail, push and webhook. The other ends are real; the clock is the test's.

A match of Truce over three days. Others answer different things, change their minds a different
number of times and whisper other words; in the second test they also answer at other times, or only
at the last moment, and whisper among themselves as often as they like.
"""

import asyncio
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection, select, update

from intrigue.server import identity
from intrigue.server.bots.pool import Bots
from intrigue.server.clocks.times import Times
from intrigue.server.db.schema import outbox as outbox_table
from intrigue.server.db.schema import people as people_table
from intrigue.server.db.storage import Storage, Write, sqlite_url
from intrigue.server.identity import Identity
from intrigue.server.live import notices
from intrigue.server.live.match import Match
from intrigue.server.live.notices import MatchNotices
from intrigue.server.live.registry import Matches
from intrigue.server.live.session import Step
from intrigue.server.notices import channels, letters
from intrigue.server.notices.letters import Letter
from intrigue.server.notices.outbox import Due, Notice
from intrigue.server.notices.sender import Notices
from intrigue.server.settings import Settings
from intrigue.server.tables import before_start
from intrigue.server.tables.rooms import Room
from intrigue.server.tables.viewers import Viewers
from intrigue.server.wire import frames, http
from intrigue.server.wire.accounts import Secrets
from intrigue.session.message import Standing

from .post_office import Browser, Mailbox, Receiver, mail_server, receiver, text_of

NAMES = ("Agatha", "Barney", "Charles", "Darcy")
VIEWER = 1
ORDERS = ("pass", "loot", "defend", "attack Agatha", "support Darcy")
HOUR = 3600.0
START = 1_800_000_000.0
KINDS = {"turn", "warning", "round", "whispers"}
# what names a table, a notice or a link; nothing else
_OWN = re.compile(r"/t/[\w-]+|/unsubscribe/[\w.=-]+|\b[0-9a-f]{32}\b")


class Sent(msgspec.Struct, frozen=True, order=True):
    """A notice as it arrived: when, to whom and by which way, and everything that it said."""

    hour: float
    person: str
    means: str
    words: str


class Post:
    """The other ends, which everyone has: an address, a browser and a room with a webhook."""

    def __init__(self, box: Mailbox, web: Receiver) -> None:
        self.box = box
        self.web = web
        self.browsers = {name: Browser() for name in NAMES}

    def collect(self, hour: float) -> list[Sent]:
        found: list[Sent] = []
        for mail in self.box.mails:
            words = f"{mail['Subject']}\n{text_of(mail)}\n{text_of(mail, 'html')}"
            found.append(_sent(hour, mail["To"].partition("@")[0], "mail", words))
        for path, headers, body in self.web.got:
            _, means, name = path.split("/")
            if means == "push":
                body = json.dumps(self.browsers[name].read(body)).encode()
                body += f" {headers['urgency']} {headers['ttl']}".encode()
            found.append(_sent(hour, name, means, body.decode()))
        self.box.mails.clear()
        self.web.got.clear()
        return sorted(found)


def _sent(hour: float, name: str, means: str, words: str) -> Sent:
    return Sent(hour, name.capitalize(), means, _OWN.sub("…", words))


class World:
    """One table over days. What `rng` decides is secret; everything else is the same in both."""

    def __init__(self, folder: Path, post: Post, mail: str, seed: int, late: bool) -> None:
        self.rng = Random(seed)
        self.late = late  # when others answer is secret, too; then only the viewer is told
        self.now = START
        self.post = post
        self.storage = Storage.open(sqlite_url(folder))
        settings = Settings(
            data=folder,
            mail=mail,
            sender="intrigue <table@play.example>",
            address="https://play.example",
            private_hooks=True,
        )
        viewers = Viewers()
        self.notices = Notices(self.storage, settings, lambda: self.now, viewers)
        self.bots = Bots(self.storage.metrics, 0.0)
        times = Times(lambda: self.now, lambda: self.now)
        self.matches = Matches(self.storage, self.bots, viewers, times, self.notices)
        self.guests: list[Identity] = []
        self.sent: list[Sent] = []
        self.pending: list[tuple[object, ...]] = []
        self.secrets = 0

    async def play(self) -> None:
        await self.notices.start()
        self.notices._task.cancel()  # type: ignore[union-attr]  # the test says when
        try:
            match = await self._begin()
            for day in range(3):
                await self._day(match, day)
            assert match.session.over
        finally:
            await self.matches.close()
            await self.storage.close()
            self.bots.close()

    async def _begin(self) -> Match:
        wish = http.MakeTable(
            "truce",
            len(NAMES),
            options={"rounds": 3, "readyFlags": "hidden"},
            days=http.Days(hours=24.0),
        )

        def make(connection: Connection) -> str:
            for name in NAMES:
                who = identity.identify(
                    connection, identity.sign_in(connection, name, START).device
                )
                assert who is not None
                self.guests.append(who)
                if name == NAMES[VIEWER] or not self.late:
                    self._reach(connection, who)
            room = before_start.make(connection, self.guests[0], wish, START)
            for seat, guest in enumerate(self.guests[1:], 1):
                before_start.sit(connection, guest, room.id, seat)
                before_start.ready(connection, guest, room.id, True)
            return room.id

        table = await self.storage.write(make)
        await self.notices.tick()  # who can be reached

        def start(connection: Connection) -> None:
            room = before_start.start(connection, self.guests[0], table, self.now)
            notices.begun(connection, self.notices, room, self.guests[0].id, self.now)

        await self.storage.write(start)
        await self._tick()
        return await self.matches.get(table)

    def _reach(self, connection: Connection, who: Identity) -> None:
        name = who.name.lower()
        row = update(people_table).where(people_table.c.id == who.id)
        connection.execute(row.values({"address": f"{name}@play.example"}))
        keys = msgspec.convert(self.post.browsers[who.name].keys, Secrets)
        web = self.post.web.url
        channels.add(connection, who.id, "mail", "", None, START)
        channels.add(connection, who.id, "push", f"{web}/push/{who.name}", keys, START)
        channels.add(connection, who.id, "hook", f"{web}/hook/{who.name}", None, START)
        wished = channels.Wishes("fr" if who.name == "Barney" else "en", "Europe/Paris")
        channels.wish(connection, who.id, wished)

    async def _day(self, match: Match, day: int) -> None:
        """A question of 24 hours. Answers are saved before its end, and shown then."""
        shown = [Random(100 * day + seat).choice(ORDERS) for seat in range(len(NAMES))]
        others = [seat for seat in range(len(NAMES)) if seat != VIEWER]
        done: set[int] = set()
        for hour in (1, 5, 12, 17, 19, 23):
            await self._at(match, day, hour)
            await self._private(match, others)
            if self.late and self.rng.random() < 0.5:
                done.add(self.rng.choice(others))
            for seat in sorted(done):
                await self._answer(match, seat, shown[seat], True)
            if hour in (5, 17):
                await self._whisper(match, 0, VIEWER)
            if hour == 12:
                done |= set() if self.late else {0, 2}
                await match.nudge(self.guests[VIEWER], 2, 0.0)
                await match.nudge(self.guests[3], VIEWER, 0.0)
            if (hour, day) in ((12, 0), (23, 1)):
                await self._answer(match, VIEWER, shown[VIEWER], True)
            if hour == 23:
                for seat in others:
                    ready = not self.late or self.rng.random() < 0.5
                    await self._answer(match, seat, shown[seat], ready)
            await self._tick()
        if day == 2:
            await self._answer(match, VIEWER, shown[VIEWER], False)
        await self._at(match, day, 24)

    async def _at(self, match: Match, day: int, hour: int) -> None:
        """Time passes. Nobody sends to the minute: a day is a little longer than its question."""
        self.now = START + (24.1 * day + hour) * HOUR + (60.0 if hour == 24 else 0.0)
        match.wake()
        await match.settle()
        await self._tick()

    async def _private(self, match: Match, others: list[int]) -> None:
        """What stays with those who do it."""
        for _ in range(self.rng.randrange(4)):
            self.secrets += 1
            seat, other = self.rng.sample(others, 2)
            roll = self.rng.random()
            if roll < 0.5:
                await self._answer(match, seat, self.rng.choice(ORDERS), False)
            elif roll < 0.7:
                order = Standing("orders", self.rng.choice(("loot", "defend")))
                await match.act(seat, frames.Arm(self._key(), [order]))
            elif self.late:
                await self._whisper(match, seat, other)

    async def _answer(self, match: Match, seat: int, act: str, ready: bool) -> None:
        frame = frames.Submit(self._key(), act, ready, match.session.table.prompt)
        await match.act(seat, frame)

    async def _whisper(self, match: Match, seat: int, to: int) -> None:
        await match.act(seat, frames.Say(self._key(), f"psst {self.rng.random()}", [to]))

    def _key(self) -> str:
        return f"k{self.rng.getrandbits(40)}"

    async def _tick(self) -> None:
        """Send what is due; remember what waits, and until when."""
        self.now += self.notices.delay + 1
        await self.notices.tick()
        hour = round((self.now - START) / HOUR, 3)
        self.sent += self.post.collect(hour)
        rows = outbox_table.c
        query = select(rows.person, rows.kind, rows.number, rows.due, rows.until)
        found = await self.storage.read(lambda c: c.execute(query.where(rows.sent.is_(None))).all())
        names = {who.id: who.name for who in self.guests}
        waiting = sorted(
            (names[row.person], row.kind, row.number, round(row.due, 1), round(row.until or 0, 1))
            for row in found
        )
        self.pending += [(hour, *row) for row in waiting]


@contextmanager
def ends() -> Iterator[tuple[Post, str]]:
    with mail_server() as (box, mail), receiver() as web:
        yield Post(box, web), mail[1]


def two_worlds(folder: Path, late: bool) -> list[World]:
    worlds: list[World] = []
    with ends() as (post, mail):
        for seed in (1, 2):
            (folder / str(seed)).mkdir()

            async def main(seed: int = seed) -> World:
                world = World(folder / str(seed), post, mail, seed, late)
                await world.play()
                return world

            worlds.append(asyncio.run(main()))
    assert worlds[0].secrets != worlds[1].secrets
    return worlds


def compare(worlds: list[World], *persons: str) -> None:
    """What these people were sent, or will be, is the same."""
    first, second = ([one for one in world.sent if one.person in persons] for world in worlds)
    assert first == second, "a notice tells the worlds apart"
    waits, other = ([row for row in world.pending if row[1] in persons] for world in worlds)
    assert waits == other, "what waits to be sent tells the worlds apart"


def kinds_of(sent: list[Sent]) -> set[str]:
    hooks = [json.loads(one.words) for one in sent if one.means == "hook"]
    return {body["intrigue"]["kind"] for body in hooks}


def test_what_people_do_is_told_to_the_same_people_whatever_it_is(tmp_path: Path) -> None:
    worlds = two_worlds(tmp_path, late=False)
    compare(worlds, *NAMES)
    for name in NAMES:
        mine = [one for one in worlds[0].sent if one.person == name]
        assert {one.means for one in mine} == {"mail", "push", "hook"}
    assert kinds_of(worlds[0].sent) == KINDS
    said = "".join(one.words for one in worlds[0].sent)
    assert "psst" not in said
    his = [one.words for one in worlds[0].sent if one.person == "Charles"]
    called = [words for words in his if "They are waiting for you" in words]
    assert len(called) == 9, "three ways, three days; on all of them he had answered"


def test_a_player_is_told_the_same_whenever_others_answer_and_whisper(tmp_path: Path) -> None:
    worlds = two_worlds(tmp_path, late=True)
    compare(worlds, NAMES[VIEWER])
    mine = [one for one in worlds[0].sent if one.person == NAMES[VIEWER]]
    assert kinds_of(mine) == KINDS
    assert {one.means for one in mine} == {"mail", "push", "hook"}


# --- planted leaks: each must be found ------------------------------------------------------------


def private(self: MatchNotices) -> int:
    """How much happened that nobody may know of: drafts and changes of mind, among other things."""
    return len(self.session.table.record.entries)


def in_words(kind: str) -> Any:
    """A notice of this kind says so."""
    honest = letters.write

    def write(due: Due, room: Room, *rest: Any) -> Letter:
        letter = honest(due, room, *rest)
        told = f"{letter.text} {_known[due.table]}" if due.kind == kind else letter.text
        return msgspec.structs.replace(letter, text=told)

    return letters, "write", write


def in_time() -> Any:
    """A warning comes a little earlier the more there was."""
    honest = MatchNotices._warning

    def warning(self: MatchNotices) -> Notice | None:
        found = honest(self)
        return found and msgspec.structs.replace(found, due=found.due - private(self))

    return MatchNotices, "_warning", warning


def in_recipients() -> Any:
    """Whether a nudge is sent depends on it."""
    honest = MatchNotices._nudge

    def nudge(self: MatchNotices, people: dict[int, str], step: Step) -> list[Write]:
        return honest(self, people if private(self) % 3 else {}, step)

    return MatchNotices, "_nudge", nudge


_known: dict[str, int] = {}
PLANTED = {
    "turn": in_words("turn"),
    "warning": in_words("warning"),
    "whispers": in_words("whispers"),
    "round": in_words("round"),
    "time": in_time(),
    "recipients": in_recipients(),
}


@pytest.mark.parametrize("leak", PLANTED)
def test_a_planted_leak_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leak: str
) -> None:
    honest = MatchNotices.decide

    def decide(self: MatchNotices, step: Step) -> list[Write]:
        _known[self.session.id] = private(self)
        return honest(self, step)

    monkeypatch.setattr(MatchNotices, "decide", decide)
    monkeypatch.setattr(*PLANTED[leak])
    worlds = two_worlds(tmp_path, late=True)
    with pytest.raises(AssertionError, match="tells the worlds apart"):
        compare(worlds, NAMES[VIEWER])
