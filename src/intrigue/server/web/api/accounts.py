"""Accounts over HTTP: signing in by a mailed link, sessions, and the end of an account. Guests need
none of it."""

from intrigue.bots import usual_bot
from intrigue.kernel.game import find_game
from intrigue.kernel.text import catalogue

from ... import accounts
from ...db import topics
from ...errors import ServerError
from ...identity import session_of
from ...notices import letters, mail
from ...record import reputation
from ...tables import before_start, rooms, seating
from ...wire import accounts as shape
from ...wire import frames, http
from ..endpoint import Call, HttpAnswer, endpoint
from ..limits import KNOCK, LINK, MAIL, MAKE


@endpoint("POST", "/api/sign-in", http.Done, shape.SignInByMail, signed_in=False, rate=MAIL)
async def sign_in_by_mail(call: Call) -> HttpAnswer:
    """Have a link to sign in by sent; the answer does not tell whether the address is known."""
    wish = call.wish(shape.SignInByMail)
    await _send_link(call, "sign-in", wish.address, None, "")
    return HttpAnswer(http.Done())


@endpoint("POST", "/api/me/address", http.Done, shape.SetAddress, rate=MAIL)
async def set_address(call: Call) -> HttpAnswer:
    """Have a link sent by which an address becomes mine."""
    wish = call.wish(shape.SetAddress)
    await _send_link(call, "attach", wish.address, call.person.id, call.person.name)
    return HttpAnswer(http.Done())


async def _send_link(call: Call, purpose: str, given: str, person: str | None, name: str) -> None:
    if call.services.notices.post is None:
        raise ServerError("no_mail")
    address, now = mail.clean_address(given), call.services.now()
    if not _may_ask(call, address):
        return
    token = await call.services.storage.write(
        lambda c: accounts.make_link(c, purpose, address, person, now)
    )
    if token is not None:
        link = f"{call.services.notices.address}/sign-in#{token}"
        words = catalogue("intrigue.server", call.lang)
        subject = words.say("link", purpose.replace("-", "_"), name=name)
        text = words.say("link", f"{purpose.replace('-', '_')}_text", name=name)
        letter = letters.Letter(purpose, subject, text, link, session_of(token), call.lang)
        page = mail.Page(subject, letters.plain(letter), letters.html(letter))
        call.services.notices.mail_soon(address, page, letter.mark)


def _may_ask(call: Call, address: str) -> bool:
    """Whoever asks too often is sent nothing, and cannot tell. It counts by where the wish comes
    from: if it counted by where the mail goes alone, a stranger could keep somebody from theirs."""
    try:
        call.services.limits.take(LINK, f"{call.address} {address}")
    except ServerError:
        return False
    return True


@endpoint("POST", "/api/sign-in/look", shape.LinkInfo, shape.UseLink, signed_in=False, rate=KNOCK)
async def look_at_link(call: Call) -> HttpAnswer:
    """What a mailed link is for; it stays good."""
    wish, now = call.wish(shape.UseLink), call.services.now()
    link = await call.services.storage.read(lambda c: accounts.look(c, wish.token, now, call.who))
    name = None if link.known is None else link.known.name
    if link.purpose == "attach":
        name = call.person.name
    return HttpAnswer(shape.LinkInfo(link.purpose, link.address, name))


@endpoint("POST", "/api/sign-in/use", http.Person, shape.UseLink, signed_in=False, rate=KNOCK)
async def use_link(call: Call) -> HttpAnswer:
    """Sign in by a mailed link, or attach an address by it; it is then used up."""
    wish, now = call.wish(shape.UseLink), call.services.now()
    made = await call.services.storage.write(
        lambda c: accounts.use_link(c, wish.token, wish.name, now, call.agent, call.who)
    )
    return HttpAnswer(http.Person(made.name), made.device or None)


# --- my account -----------------------------------------------------------------------------------


@endpoint("GET", "/api/me/account", shape.Account)
async def account(call: Call) -> HttpAnswer:
    """My address and the browsers that are signed in as me."""
    return HttpAnswer(await _account(call))


@endpoint("POST", "/api/me/address/remove", shape.Account, http.Nothing)
async def remove_address(call: Call) -> HttpAnswer:
    """Be without an address again; no more mail."""
    who = call.person.id
    await call.services.storage.write(lambda c: accounts.remove_address(c, who))
    return HttpAnswer(await _account(call))


@endpoint("POST", "/api/me/sessions/end-others", shape.Account, http.Nothing)
async def end_other_sessions(call: Call) -> HttpAnswer:
    """Sign out everywhere but here."""
    who, device = call.person.id, call.device or ""
    ended = await call.services.storage.write(lambda c: accounts.end_others(c, who, device))
    for session in ended:
        await _forget(call, who, session)
    return HttpAnswer(await _account(call))


@endpoint("POST", "/api/me/sessions/{session}/end", shape.Account, http.Nothing)
async def end_session(call: Call) -> HttpAnswer:
    """Sign out one browser."""
    who, session = call.person.id, call.path["session"]
    await call.services.storage.write(lambda c: accounts.end_session(c, who, session))
    await _forget(call, who, session)
    return HttpAnswer(await _account(call))


@endpoint("POST", "/api/me/word", shape.Account, shape.CountWord)
async def count_word(call: Call) -> HttpAnswer:
    """Have my promises counted and shown from now on, or not any more."""
    who, wish = call.person.id, call.wish(shape.CountWord)
    await call.services.storage.write(lambda c: reputation.count(c, who, wish.counted))
    return HttpAnswer(await _account(call))


@endpoint("POST", "/api/me/word/forget", shape.Account, http.Nothing)
async def forget_word(call: Call) -> HttpAnswer:
    """Forget what was counted of my promises."""
    who = call.person.id
    await call.services.storage.write(lambda c: reputation.forget(c, who))
    return HttpAnswer(await _account(call))


@endpoint("POST", "/api/me/delete", http.Done, shape.DeleteAccount, rate=MAKE)
async def delete_account(call: Call) -> HttpAnswer:
    """End my account: what is personal is removed, what I played stays under nobody's name."""
    wish, who = call.wish(shape.DeleteAccount), call.person
    if wish.name.strip() != who.name:
        raise ServerError("not_the_name")
    sat = await _get_up(call)
    now = call.services.now()
    await call.services.storage.write(lambda c: accounts.erase(c, who, sat, now))
    await _forget(call, who.id, None)
    return HttpAnswer(http.Done(), "")


async def _forget(call: Call, person: str, session: str | None) -> None:
    """A session is over, here and at every other process."""
    call.services.forget_person(person, session)
    topic = f"{topics.FORGET} {person} {session or topics.EVERY}"
    await call.services.storage.write(lambda c: None, lambda _: topic)


async def _get_up(call: Call) -> list[tuple[str, int]]:
    """Leave every table that is not over; the seats that were left during a match."""
    services, who = call.services, call.person
    sat: list[tuple[str, int]] = []
    for room in await services.storage.read(lambda c: accounts.tables_of(c, who.id)):
        seat = room.seat_of(who.id)
        assert seat is not None
        match = services.matches.held.get(room.id)
        if room.terms.practice is not None or room.state == "over":
            if match is not None:
                services.matches.drop(match)
        elif room.state == "open":
            await _leave_open(call, room.id)
        else:
            await _leave(call, room, seat)
            sat.append((room.id, seat))
    return sat


async def _leave_open(call: Call, table: str) -> None:
    left = await call.services.storage.write(
        lambda c: before_start.leave(c, call.person, table), lambda _: f"{topics.ROOM} {table}"
    )
    call.services.viewers.tell_waiting(table, left)


async def _leave(call: Call, room: rooms.Room, seat: int) -> None:
    """As leaving has it at this table, and for good."""
    match = await call.services.matches.get(room.id)
    game = find_game(room.game)
    how = game.on_leave(match.session.table.setup)
    if how == "abort":
        await match.act(seat, frames.Leave(f"gone-{session_of(call.device or '')}"))
    else:
        bot = usual_bot(game) if how == "bot" else None
        await match.manage(seating.go(call.person, seat, bot))


async def _account(call: Call) -> shape.Account:
    who, here = call.person, session_of(call.device or "")
    mine, rows = await call.services.storage.read(
        lambda c: (accounts.of_person(c, who.id), accounts.sessions(c, who.id))
    )
    found = [
        shape.Session(
            row.secret[:16],
            row.name or "",
            row.created,
            row.used or row.created,
            row.secret[:16] == here,
        )
        for row in rows
    ]
    word = http.Word(mine.kept, mine.kept + mine.broken)
    mails = call.services.notices.post is not None
    return shape.Account(who.name, mine.address, mails, found, mine.counted, word)
