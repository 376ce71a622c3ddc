"""After the end, over HTTP: the record, the replay, the story, a link for people without an
account, and the same people once more. Nothing here answers before the match is over."""

import asyncio
import secrets
from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import Connection

from intrigue.session.story import Story

from ...db import topics
from ...errors import ServerError
from ...identity import hashed
from ...record import beliefs, replay, reviews, store, story
from ...record.store import Loaded
from ...tables import before_start, rooms
from ...tables.rooms import Room
from ...wire import http
from ..endpoint import LINES, Call, HttpAnswer, endpoint
from ..limits import KNOCK, MAKE, REPLAY, REVIEW

T = TypeVar("T")


@endpoint("GET", "/api/tables/{table}/record", str, media=LINES, rate=REPLAY, long=True)
async def record(call: Call) -> HttpAnswer:
    """The whole record, JSON lines, after the end; `intrigue verify` checks it."""
    return HttpAnswer(await _published(call, await _over(call)))


@endpoint(
    "GET",
    "/api/tables/{table}/replay/{viewer}",
    http.Replay,
    rate=REPLAY,
    query=("first", "count"),
    long=True,
)
async def table_replay(call: Call) -> HttpAnswer:
    """The match step by step as a seat saw it (0, 1, …), as the `table` did, or `all` of it."""
    return HttpAnswer(await _replay(call, await _over(call)))


@endpoint("GET", "/api/tables/{table}/knowledge/{step}", http.Knowledge, rate=REPLAY)
async def table_knowledge(call: Call) -> HttpAnswer:
    """Who knew what after a step, in words."""
    return HttpAnswer(await _knowledge(call, await _over(call)))


@endpoint("GET", "/api/tables/{table}/beliefs/{viewer}/{step}", http.Beliefs, rate=REPLAY)
async def table_beliefs(call: Call) -> HttpAnswer:
    """What a seat (or the `table`) could believe after a step, with the chances."""
    return HttpAnswer(await _beliefs(call, await _over(call)))


@endpoint("GET", "/api/tables/{table}/story", Story, rate=REPLAY, long=True)
async def table_story(call: Call) -> HttpAnswer:
    """The match told: result, curve, turning points, secrets, the biggest lie, who was there."""
    return HttpAnswer(await _story(call, await _over(call)))


@endpoint("GET", "/api/tables/{table}/review", http.ReviewInfo, rate=REPLAY, long=True)
async def table_review(call: Call) -> HttpAnswer:
    """What each decision of the match was worth with what its seat knew then, once asked for."""
    return HttpAnswer(await _review(call, await _over(call)))


@endpoint(
    "POST",
    "/api/tables/{table}/review",
    http.ReviewInfo,
    http.ReviewWish,
    rate=REVIEW,
    long=True,
)
async def want_review(call: Call) -> HttpAnswer:
    """Ask for the review of a match that I played, or want it no more before it is there."""
    wish = call.wish(http.ReviewWish)
    room = await call.look()
    now = call.services.now()

    def write(connection: Connection) -> None:
        rooms.finished_by(connection, call.person, room.id)
        if wish.wanted:
            reviews.ask(connection, room.id, now)
        else:
            reviews.take_back(connection, room.id)

    await call.services.storage.write(write)
    call.services.reviewer.look()
    return HttpAnswer(await _review(call, room))


@endpoint("POST", "/api/tables/{table}/consent", http.Done, http.Consent)
async def consent(call: Call) -> HttpAnswer:
    """Say whether my whispers may stand in the record; both sides of one must agree."""
    wish = call.wish(http.Consent)
    await call.look()
    await call.services.storage.write(
        lambda c: rooms.consent(c, call.person, call.table, wish.whispers)
    )
    return HttpAnswer(http.Done())


@endpoint("POST", "/api/tables/{table}/claims", http.Done, http.Claim)
async def claim(call: Call) -> HttpAnswer:
    """Call a line of talk true or false, for everyone who looks at the finished match."""
    wish = call.wish(http.Claim)
    await call.look()

    def write(connection: Connection) -> None:
        seat = rooms.finished_by(connection, call.person, call.table)
        store.claim(connection, call.table, seat, wish.line, wish.true)

    await call.services.storage.write(write)
    return HttpAnswer(http.Done())


@endpoint("POST", "/api/tables/{table}/share", http.Share, http.Nothing, rate=MAKE)
async def share(call: Call) -> HttpAnswer:
    """A link by which anyone may look at the finished match."""
    await call.look()
    token, now = secrets.token_urlsafe(18), call.services.now()
    await call.services.storage.write(
        lambda c: rooms.share(c, call.person, call.table, hashed(token), now)
    )
    return HttpAnswer(http.Share(token, f"{call.base}/shared/{token}"))


@endpoint("GET", "/api/shared/{token}", http.TableInfo, signed_in=False, rate=KNOCK)
async def shared(call: Call) -> HttpAnswer:
    """A finished match, by its link."""
    room = await _by_link(call)
    outcome = await call.services.storage.read(lambda c: store.outcome(c, room))
    return HttpAnswer(room.info(None, outcome))


@endpoint(
    "GET", "/api/shared/{token}/record", str, media=LINES, signed_in=False, rate=KNOCK, long=True
)
async def shared_record(call: Call) -> HttpAnswer:
    """Its record."""
    return HttpAnswer(await _published(call, await _by_link(call)))


@endpoint(
    "GET",
    "/api/shared/{token}/replay/{viewer}",
    http.Replay,
    signed_in=False,
    rate=KNOCK,
    query=("first", "count"),
    long=True,
)
async def shared_replay(call: Call) -> HttpAnswer:
    """Its replay."""
    return HttpAnswer(await _replay(call, await _by_link(call)))


@endpoint(
    "GET", "/api/shared/{token}/knowledge/{step}", http.Knowledge, signed_in=False, rate=REPLAY
)
async def shared_knowledge(call: Call) -> HttpAnswer:
    """Who knew what in it after a step."""
    return HttpAnswer(await _knowledge(call, await _by_link(call)))


@endpoint(
    "GET", "/api/shared/{token}/beliefs/{viewer}/{step}", http.Beliefs, signed_in=False, rate=REPLAY
)
async def shared_beliefs(call: Call) -> HttpAnswer:
    """What could be believed in it after a step."""
    return HttpAnswer(await _beliefs(call, await _by_link(call)))


@endpoint("GET", "/api/shared/{token}/story", Story, signed_in=False, rate=KNOCK, long=True)
async def shared_story(call: Call) -> HttpAnswer:
    """Its story."""
    return HttpAnswer(await _story(call, await _by_link(call)))


@endpoint(
    "GET",
    "/api/shared/{token}/review",
    http.ReviewInfo,
    signed_in=False,
    rate=REPLAY,
    long=True,
)
async def shared_review(call: Call) -> HttpAnswer:
    """Its review, if somebody who played it has asked for one."""
    return HttpAnswer(await _review(call, await _by_link(call)))


@endpoint("POST", "/api/tables/{table}/rematch", http.TableInfo, http.Nothing, rate=MAKE)
async def rematch(call: Call) -> HttpAnswer:
    """A new table with the same people and options; those who are still there are told."""
    await call.look()
    now = call.services.now()
    room = await call.services.storage.write(
        lambda c: before_start.rematch(c, call.person, call.table, now),
        lambda room: f"{topics.REMATCH} {call.table} {room.id}",
    )
    match = call.services.matches.held.get(call.table)
    if match is not None:
        match.tell_rematch(room.id)
    return HttpAnswer(room.info(call.person.id))


async def _over(call: Call) -> Room:
    room = await call.look()
    if room.state != "over":
        raise ServerError("not_over")
    return room


async def _by_link(call: Call) -> Room:
    token = hashed(call.path["token"])
    return await call.services.storage.read(lambda c: rooms.shared(c, token))


async def _replay(call: Call, room: Room) -> http.Replay:
    who = replay.perspective(call.path["viewer"], len(room.seats))
    first, count = call.query.get("first", 0), call.query.get("count", replay.MOST)
    return await _read(call, room, lambda it: replay.replay(it, who, first, count, call.lang))


async def _knowledge(call: Call, room: Room) -> http.Knowledge:
    step = http.whole(call.path["step"])
    if step is None:
        raise ServerError("no_step")
    return await _read(call, room, lambda loaded: replay.knowledge(loaded, step, call.lang))


async def _beliefs(call: Call, room: Room) -> http.Beliefs:
    who = replay.perspective(call.path["viewer"], len(room.seats))
    step = http.whole(call.path["step"])
    if who == replay.ALL:
        raise ServerError("no_seat")
    if step is None:
        raise ServerError("no_step")
    loaded = await _read(call, room, lambda loaded: loaded)
    async with call.services.counting:
        return await asyncio.to_thread(beliefs.told, loaded, who, step, call.lang)


async def _story(call: Call, room: Room) -> Story:
    return await _read(call, room, lambda loaded: story.told(loaded, call.lang))


async def _review(call: Call, room: Room) -> http.ReviewInfo:
    info, body = await call.services.storage.read(lambda c: reviews.find(c, room.id))
    if body is not None:
        info.review = await _read(call, room, lambda it: reviews.retold(it, body, call.lang))
    return info


async def _published(call: Call, room: Room) -> str:
    key = await call.services.record_key()
    return await _read(call, room, lambda loaded: store.published(loaded, key))


async def _read(call: Call, room: Room, make: Callable[[Loaded], T]) -> T:
    """Something made of a whole match, beside the event loop."""

    def run(connection: Connection) -> T:
        return make(call.services.finished.load(connection, room.id))

    return await call.services.storage.read(run)
