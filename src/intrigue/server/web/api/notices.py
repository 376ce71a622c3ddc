"""Notices and the Gazette over HTTP."""

from urllib.parse import urlsplit

from sqlalchemy import Connection

from ... import accounts
from ...errors import ServerError
from ...notices import channels, outgoing_http, push
from ...notices.channels import Wishes
from ...notices.outbox import KINDS, WISHES
from ...record import gazette
from ...record.gazette import Gazette
from ...wire import accounts as shape
from ...wire import http
from ..endpoint import Call, HttpAnswer, endpoint
from ..limits import KNOCK, MAIL, MAKE, REPLAY


@endpoint("GET", "/api/me/notices", shape.NoticeSettings)
async def notices(call: Call) -> HttpAnswer:
    """How, where and when I want to be told."""
    return HttpAnswer(await _settings(call))


@endpoint("POST", "/api/me/notices", shape.NoticeSettings, shape.SetWishes)
async def set_wishes(call: Call) -> HttpAnswer:
    """My language, time zone and quiet hours."""
    wish, who = call.wish(shape.SetWishes), call.person.id
    wanted = Wishes(wish.lang, wish.zone, wish.quiet_from, wish.quiet_to)
    await call.services.storage.write(lambda c: channels.wish(c, who, wanted))
    return HttpAnswer(await _settings(call))


@endpoint("POST", "/api/me/channels", shape.NoticeSettings, shape.AddChannel, rate=MAKE)
async def add_channel(call: Call) -> HttpAnswer:
    """One more way to reach me, for every kind of notice until I say otherwise."""
    wish, who, now = call.wish(shape.AddChannel), call.person.id, call.services.now()
    private = call.services.settings.private_hooks
    if wish.means == "mail" and call.services.notices.post is None:
        raise ServerError("no_mail")
    if wish.means != "mail":
        outgoing_http.parse(wish.target, private)
    if wish.means == "push":
        if wish.keys is None:
            raise ServerError("bad_push")
        push.check(wish.keys)
    target = "" if wish.means == "mail" else wish.target
    keys = wish.keys if wish.means == "push" else None

    def write(connection: Connection) -> None:
        if wish.means == "mail" and accounts.address_of(connection, who) is None:
            raise ServerError("no_address")
        channels.add(connection, who, wish.means, target, keys, now)
        if channels.wishes_of(connection, who) is None:
            channels.wish(connection, who, Wishes(call.lang))

    await call.services.storage.write(write)
    call.services.notices.reachable.add(who)
    return HttpAnswer(await _settings(call))


@endpoint("POST", "/api/me/channels/{channel}", shape.NoticeSettings, shape.Kinds)
async def choose_kinds(call: Call) -> HttpAnswer:
    """Which kinds go through a channel."""
    wish, who, now = call.wish(shape.Kinds), call.person.id, call.services.now()
    kinds = {
        "turn": wish.turn,
        "warning": wish.warning,
        "round": wish.round,
        "whispers": wish.whispers,
    }

    def write(connection: Connection) -> None:
        channel = channels.own(connection, who, call.path["channel"])
        channels.choose(connection, channel.id, kinds, now)

    await call.services.storage.write(write)
    return HttpAnswer(await _settings(call))


@endpoint("POST", "/api/me/channels/{channel}/remove", shape.NoticeSettings, http.Nothing)
async def remove_channel(call: Call) -> HttpAnswer:
    """One way less."""
    who, channel = call.person.id, call.path["channel"]
    await call.services.storage.write(
        lambda c: channels.remove(c, channels.own(c, who, channel).id)
    )
    return HttpAnswer(await _settings(call))


@endpoint("POST", "/api/me/channels/{channel}/try", http.Done, http.Nothing, rate=MAIL)
async def try_channel(call: Call) -> HttpAnswer:
    """Send a word at once, to see whether it arrives."""
    who, name = call.person.id, call.path["channel"]
    channel, address = await call.services.storage.read(
        lambda c: (channels.own(c, who, name), accounts.address_of(c, who))
    )
    await call.services.notices.trial(channel, address, call.lang)
    return HttpAnswer(http.Done())


@endpoint(
    "POST",
    "/api/unsubscribe/{token}",
    shape.Unsubscribed,
    signed_in=False,
    rate=KNOCK,
    query=("all",),
)
async def unsubscribe(call: Call) -> HttpAnswer:
    """Get no more of this kind on this channel, or of any; the link in a mail is enough."""
    channel, kind = call.services.notices.unsubscribed(call.path["token"])
    kind = WISHES.get(kind, kind)
    every = kind not in KINDS or bool(call.query.get("all"))
    off = dict.fromkeys(KINDS if every else (kind,), False)
    now = call.services.now()
    await call.services.storage.write(lambda c: channels.choose(c, channel, off, now))
    return HttpAnswer(shape.Unsubscribed("" if every else kind))


@endpoint("GET", "/api/tables/{table}/gazette/{number}", Gazette, rate=REPLAY)
async def read_gazette(call: Call) -> HttpAnswer:
    """An edition of the Gazette, by its number or the `last` one, for all who may see the table."""
    room = await call.look()
    if room.state == "open":
        raise ServerError("not_started")
    wanted = call.path["number"]
    number = None if wanted == "last" else http.whole(wanted)
    if number is None and wanted != "last":
        raise ServerError("no_edition")
    page = await call.services.storage.read(
        lambda c: gazette.edition(call.services.finished.load(c, room.id), number)
    )
    return HttpAnswer(page)


async def _settings(call: Call) -> shape.NoticeSettings:
    who = call.person.id
    wanted, found, address = await call.services.storage.read(
        lambda c: (
            channels.wishes_of(c, who),
            channels.channels_of(c, who),
            accounts.address_of(c, who),
        )
    )
    wishes = wanted or Wishes(call.lang)
    services = call.services
    return shape.NoticeSettings(
        wishes.lang,
        wishes.zone,
        wishes.quiet_from,
        wishes.quiet_to,
        [
            shape.ChannelInfo(
                one.id,
                one.means,
                address or "" if one.means == "mail" else urlsplit(one.target).hostname or "",
                one.created,
                shape.Kinds(**one.kinds),
            )
            for one in found
        ],
        address,
        services.notices.post is not None,
        push.public_key(services.notices.push_key),
    )
