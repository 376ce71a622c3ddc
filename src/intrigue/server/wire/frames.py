"""What crosses a socket: the frames of `/api/protocol.json`, tagged by `do`."""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from intrigue.kernel.game import Seen
from intrigue.session.message import Standing
from intrigue.session.patch import Op
from intrigue.session.record import Nonce

from .http import Clock, Days, Hours, Key, Language, SeatNumber, TableInfo, Value, Window

PROTOCOL = 1


# --- what a client sends --------------------------------------------------------------------------


class Frame(Struct, tag_field="do", tag=str.lower, forbid_unknown_fields=True):
    """What a client sends; the key comes back with the answer."""

    key: Key


Number = Annotated[int, Meta(ge=0, le=2**53)]


class Submit(Frame):
    """Answer the question `prompt`, changeable until it closes; or do a free act, which needs no
    prompt. Not ready means saved only."""

    act: Annotated[str, Meta(max_length=500)]
    ready: bool = True
    prompt: Number | None = None


class Confirm(Frame, tag="ready"):
    """Confirm what is saved."""

    prompt: Number | None = None


class Unready(Frame):
    """Keep the answer, but do not be done yet."""

    prompt: Number | None = None


class Undo(Frame):
    """Take my last act back, as long as nothing new was learned since (`state.undo` says so)."""


class Arm(Frame):
    """Replace my standing orders."""

    orders: Annotated[list[Standing], Meta(max_length=32)]


class Pass(Frame):
    """I pass in public: the open window (`prompt`), or all windows until my turn. Everyone sees it
    (`state.passing`). With an empty `until`: I do not any more."""

    until: Annotated[str, Meta(pattern="^(window|turn|)$")] = "turn"
    prompt: Number | None = None


class Leave(Frame):
    """My seat takes its default from now on and is not waited for."""


class Back(Frame):
    """I am there again. Any act says the same."""


class Say(Frame):
    """Words for everyone; for some seats (a whisper); or for nobody else: a note to self."""

    text: Annotated[str, Meta(min_length=1, max_length=1000)]
    to: Annotated[list[SeatNumber], Meta(max_length=99)] | None = None


PromiseText = Annotated[str, Meta(min_length=1, max_length=800)]


class Deal(Frame):
    """Offer a deal to some seats, in the game's notation: clauses with `; ` between them. It can be
    accepted `until` a chapter is over, or until a `deadline` (seconds since 1970). With `counters`
    it takes the place of the offer that I know by that number, for its parties, and is as secret
    as that one."""

    clauses: PromiseText
    to: Annotated[list[SeatNumber], Meta(max_length=99)] = []
    secret: bool = False
    until: Number | None = None
    deadline: Annotated[float, Meta(ge=0, le=2**53)] | None = None
    counters: Number | None = None


class Accept(Frame):
    """Accept an offer, by the number that my ledger gives it."""

    deal: Number


class Decline(Frame):
    """Decline an offer."""

    deal: Number


class Withdraw(Frame):
    """Take my own offer back, as long as it is open."""

    deal: Number


class StateClaim(Frame, tag="claim"):
    """Say something about what is hidden, in the game's notation: to everyone, or to some seats."""

    text: PromiseText
    to: Annotated[list[SeatNumber], Meta(max_length=99)] | None = None


class Weigh(Frame):
    """Would this act break my word? Nobody else learns that I asked."""

    act: Annotated[str, Meta(max_length=500)]


class Mute(Frame):
    """Spare me the words of a seat, or hear them again. Nobody else is told."""

    seat: SeatNumber
    muted: bool = True


class Read(Frame):
    """I have read so many lines of talk: the last one's number, and one."""

    number: Number


class Lang(Frame):
    """Speak this language from now on; if the socket asked for words, all of them come again."""

    lang: Language


class Eyes(Frame):
    """Whether the table is in front of my eyes: no notice is sent about it then. A page that is
    hidden says so, and one in the background gets its notices."""

    visible: bool


class Beat(Frame):
    """Are you there? It is answered at once, for anybody at any table; a client that is never
    answered has lost its connection."""


class Extend(Frame):
    """The host gives the open question of a match over days more time: the table's own step, or
    so many hours."""

    hours: Hours | None = None


class Pause(Frame):
    """I want the match to be paused, or, if it is, to go on; or not any more. It happens when every
    person who is there wants it."""

    wanted: bool = True


class Pace(Frame):
    """The host lets the match go on over `days`, or live again. What is not given is as it was
    agreed at the start, or as usual."""

    mode: Annotated[str, Meta(pattern="^(days|live)$")]
    days: Days | None = None
    clock: Clock | None = None


class Free(Frame):
    """Which free acts can I do now?"""


class Earlier(Frame):
    """Send me what was before: the page of `talk`, or of the `log`, that ends at this number."""

    what: Annotated[str, Meta(pattern="^(talk|log)$")]
    before: Number


# what changes a match, and what only this socket wants to know
Pacing = Extend | Pause | Pace
Promise = Deal | Accept | Decline | Withdraw | StateClaim
Playing = Submit | Confirm | Unready | Undo | Arm | Pass | Leave | Back
Action = Playing | Say | Promise | Mute | Read | Pacing
ClientFrame = Action | Lang | Free | Weigh | Eyes | Earlier | Beat


# --- what the server sends ------------------------------------------------------------------------


class Reply(Struct, tag_field="do", tag=str.lower):
    """What the server sends."""


class Table(Reply):
    """The table before the start: on connecting and whenever it changes. `said` are the latest
    lines of the waiting room."""

    table: TableInfo
    said: "list[WaitingLine]" = []


class Change(Struct, frozen=True):
    """A setting that is not what it was: `seats`, `clock`, `days`, `window`, `press`, `listed`,
    `spectators`, `latecomers`, `sealed_deals`, or an option of the game."""

    name: str
    before: Any
    after: Any


class WaitingLine(Struct):
    """Words in the waiting room, or `changes` that the host made. `seat` is −1 where whoever said
    it has got up since."""

    number: int
    seat: int
    name: str
    text: str
    at: float
    changes: list[Change] = []


class Welcome(Reply):
    """First frame of a match. `stream` names the numbering: with it and the last number seen, a
    reconnecting client asks only for what it missed (`?since=STREAM:NUMBER`). `relieved` is a
    question (by its number, the state's `prompt`) that the bot before me still answers."""

    protocol: int
    table: str
    game: str
    version: str
    seat: int
    names: list[str]
    options: dict[str, Value]
    press: str
    clock: Clock | None
    window: Window
    commitment: str
    stream: str
    practice: str | None = None
    days: Days | None = None
    relieved: int | None = None
    sealed_deals: bool = False


class View(Reply):
    """All that I may know now, whole: on connecting, and when updates cannot be had."""

    number: int
    state: Any


class Update(Reply):
    """What changed: events, and a JSON Patch from the state before."""

    number: int
    events: list[Seen]
    patch: list[Op]


class Time(Reply, omit_defaults=True):
    """The clock of the open question, in seconds from now: `left` until the decision time is
    over, `bank` what I have beyond it, and `banks` what each seat has, where that tells nothing
    more than who was ready when. A window shows its most instead. `deadline` is the same
    moment in seconds since 1970, `warn` one at which little is left of it, in a match over `days`
    only. While it is `paused`, `left` stands still. `wants` are the seats that ask for a pause, or
    for its end."""

    prompt: int
    left: float | None
    bank: float | None
    banks: list[float] | None = None
    deadline: float | None = None
    warn: float | None = None
    days: bool = False
    paused: bool = False
    wants: list[int] = []


class Here(Reply):
    """Whose players are at the table, and who is not. Bots are nowhere. Of those who are here, the
    connections of the `silent` do not answer any more: they come back, or are away soon."""

    here: list[int]
    away: "list[Away]"
    silent: list[int] = []


class Away(Struct):
    """Somebody who has been away for so many minutes; null if never there."""

    seat: int
    minutes: int | None


class Accepted(Reply, tag="done"):
    """The act with this key is carried out and durable."""

    key: str


class Refused(Reply):
    """It is not, and why. A stale act is followed by the fresh view."""

    key: str | None
    code: str
    text: str
    rule: str = ""


class Note(Struct, frozen=True):
    """Something done to the table itself, known to everyone: by the host (`bot` for one who is away
    and may come back, `removed` for one who may not, `host`), by somebody who took a free seat
    (`sits`, with a name) or goes on for a bot from the next question on (`relieves`), by a player
    who left (`stand_in`, `aborted`), came `back`, gave the seat
    away (`handed`, `handed_bot`; for good: `gone`, `gone_bot`) or took it back (`returns`), or by
    those who wait for somebody: a `nudge`; a `vote` for a bot, and `replaced` when enough agree; a
    `vote_open`, and `opened`. Of time: `extended`, `days` and `live` by the host; `wants_pause`,
    `wants_on`, `no_pause` and `no_on` by a player, `paused` and `resumed` when all agree (the seat
    is the last who did); `excused` (who is said only if everyone can tell; else the seat is −1)."""

    what: str
    seat: int
    by: int | None = None
    name: str | None = None


class Line(Reply, tag="talk", omit_defaults=True):
    """Words at the table. `number` counts the lines that I may read; on connecting come the latest,
    and those before on demand (`earlier`). Of a seat that I have muted the words are left out. With
    a `note` the table itself speaks (`seat` −1)."""

    number: int
    seat: int
    text: str
    to: list[int] | None
    at: float
    note: Note | None = None
    muted: bool = False


class Log(Reply):
    """What I saw happen before the `view` that follows, from event `number` on: sent if the
    socket was opened with `?log=NUMBER`. The events of later updates count on. If there are many,
    only the latest come, and those before on demand (`earlier`)."""

    number: int
    events: list[Seen]


class Happened(Struct, frozen=True, omit_defaults=True):
    """An event, the lines a log would give it, and the rule that explains it, if any."""

    kind: str
    data: dict[str, Any]
    lines: list[str]
    rule: str = ""


class Words(Reply):
    """A view or an update in the language that the socket asked for (`?words=fr`): what happened
    (with a view: so far, from event `first` on; those before on demand, by `earlier`), the
    question, and a label for each of its options (none where they are too many: then the notation
    must do).
    `picture` is the table in plain text, for a page that does not know the game (`?picture=1`);
    `outcome` how it ended."""

    number: int
    whole: bool
    happened: list[Happened]
    prompt: str | None
    labels: list[str] | None
    picture: str | None
    outcome: str | None = None
    first: int = 0


class Past(Reply, tag="earlier"):
    """A page of what was before, the oldest first, from `number` on: lines of `talk`, or events of
    the `log` (with their lines, if the socket asked for words)."""

    key: str
    number: int
    talk: list[Line] = []
    log: list[Happened] = []


class FreeActs(Reply, tag="free"):
    """The free acts that I can do now, and how they are called."""

    key: str
    acts: list[str]
    labels: list[str]


class Weighed(Reply, tag="weigh"):
    """The deals in which the act would break my word, by the numbers of my ledger."""

    key: str
    deals: list[int]


class Rematch(Reply):
    """Those who played here sit down again at this table."""

    table: str


class Over(Reply):
    """How it ended, the seed that was promised, and what each seat added to the deal."""

    reason: str
    rule: str
    scores: list[int]
    winners: list[int]
    seed: str
    nonces: list[Nonce | None] = []


ServerFrame = (
    Table
    | Welcome
    | Log
    | View
    | Update
    | Words
    | Time
    | Here
    | Accepted
    | Refused
    | FreeActs
    | Weighed
    | Line
    | Past
    | Over
    | Rematch
)

_DECODER: msgspec.json.Decoder[ClientFrame] = msgspec.json.Decoder(ClientFrame)
decode_frame = _DECODER.decode


def update(number: int, events: Sequence[bytes], ops: Sequence[bytes]) -> bytes:
    """An `Update` whose parts are encoded already."""
    parts = number, b",".join(events), b",".join(ops)
    return b'{"do":"update","number":%d,"events":[%b],"patch":[%b]}' % parts
