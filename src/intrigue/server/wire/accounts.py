"""What crosses the wire about accounts and notices."""

from typing import Annotated

from msgspec import Meta, Struct

from .http import Body, Language, Name, Token, Word

Address = Annotated[str, Meta(min_length=3, max_length=254)]
Minute = Annotated[int, Meta(ge=0, lt=24 * 60)]


class Secrets(Struct, frozen=True):
    """What a browser gives with its subscription."""

    p256dh: str
    auth: str


class SignInByMail(Body):
    """A link to sign in is sent there."""

    address: Address


class UseLink(Body):
    """The token of a link; a name, if the address is new here."""

    token: Token
    name: Name | None = None


class LinkInfo(Struct):
    """What a link is for: to `sign-in`, or to `attach` the address to somebody. `name` is whose it
    will be; null if a name is still to be chosen."""

    purpose: str
    address: str
    name: str | None


class SetAddress(Body):
    address: Address


class Session(Struct):
    """A browser that is signed in as me. `here` is this one."""

    id: str
    name: str
    created: float
    used: float
    here: bool


class Account(Struct):
    """Who I am over devices. `mail` says whether this server sends any. `counted`: my promises in
    finished matches are counted, and those who sit with me see how many I kept; `word` is what was
    counted so far."""

    name: str
    address: str | None
    mail: bool
    sessions: list[Session]
    counted: bool
    word: Word


class CountWord(Body):
    """Whether my promises are counted and shown."""

    counted: bool


class DeleteAccount(Body):
    """My own name, typed once more."""

    name: Name


class Kinds(Body):
    """Which notices: it is my turn, I am almost out of time, a round was revealed (with the
    Gazette), whispers wait."""

    turn: bool
    warning: bool
    round: bool
    whispers: bool


class ChannelInfo(Struct):
    """A way to reach me: `mail`, `push` or `hook`. Of its address only the host is shown."""

    id: str
    means: str
    place: str
    created: float
    kinds: Kinds


class AddChannel(Body):
    """Mail needs no more; push and webhooks need an address, push its keys as well."""

    means: Annotated[str, Meta(pattern="^(mail|push|hook)$")]
    target: Annotated[str, Meta(max_length=1000)] = ""
    keys: Secrets | None = None


class SetWishes(Body):
    """How to speak to me, and when not: quiet hours are minutes of my day."""

    lang: Language
    zone: Annotated[str, Meta(min_length=1, max_length=64, pattern="^[A-Za-z0-9_+/-]+$")]
    quiet_from: Minute | None = None
    quiet_to: Minute | None = None


class NoticeSettings(Struct):
    """All about my notices. `push` is the key that a browser subscribes with."""

    lang: str
    zone: str
    quiet_from: int | None
    quiet_to: int | None
    channels: list[ChannelInfo]
    address: str | None
    mail: bool
    push: str


class Unsubscribed(Struct):
    """What will not be sent any more; every kind, if `kind` is empty."""

    kind: str
