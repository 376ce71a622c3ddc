"""Everything that crosses the wire, as msgspec Structs: one definition gives codec, validation and
JSON Schema. Frames of the socket are tagged by `do`."""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from intrigue.kernel.game import Seen
from intrigue.kernel.patch import Op
from intrigue.kernel.table import Standing

PROTOCOL = 1

Key = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=64,
        pattern="^[!-~]+$",
        description="Chosen by the client; a repeated key is answered, not carried out again.",
    ),
]
Name = Annotated[str, Meta(min_length=1, max_length=40)]
Token = Annotated[str, Meta(min_length=1, max_length=80)]
SeatNumber = Annotated[int, Meta(ge=0, le=99)]
Language = Annotated[str, Meta(pattern="^(en|fr)$")]
Value = int | str | bool


class Body(Struct, forbid_unknown_fields=True):
    """What a client sends."""


# --- people and tables, over HTTP -----------------------------------------------------------------


class SignIn(Body):
    """A guest gives a name; nothing else is needed."""

    name: Name


class Recover(Body):
    """Move an identity to this device."""

    code: Token


class Person(Struct):
    """Who I am."""

    name: str


class SignedIn(Struct):
    """The device secret comes as a cookie; the recovery code is shown once."""

    name: str
    recovery: str


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """Seconds for each decision, and a bank of seconds for the whole match."""

    decision: Annotated[float, Meta(ge=0.1, le=30 * 86400)]
    bank: Annotated[float, Meta(ge=0, le=30 * 86400)] = 0.0


class Window(Struct, frozen=True, forbid_unknown_fields=True):
    """How long a response window lasts, whatever is answered."""

    least: Annotated[float, Meta(ge=0, le=600)] = 4.0
    most: Annotated[float, Meta(ge=0.1, le=86400)] = 20.0


Hours = Annotated[float, Meta(ge=0.01, le=30 * 24)]


class Days(Struct, frozen=True, forbid_unknown_fields=True):
    """A match over days. A deadline comes `hours` after its question opened (each extension adds
    `step`, the same again if it is not given, and `most` is as long as it can get), or at `times`
    of day on `weekdays` (1 is Monday) in a time zone. `per` round: the questions of a round have
    one deadline together, but each at least `notice` hours. `reveal`: answers wait for the deadline
    or only until all are ready; as the game has it, if null. `excuses`: how many misses of a player
    extend the deadline instead of taking the default."""

    hours: Hours | None = None
    step: Hours | None = None
    most: Hours | None = None
    times: Annotated[
        list[Annotated[str, Meta(pattern="^([01][0-9]|2[0-3]):[0-5][0-9]$")]], Meta(max_length=12)
    ] = []
    weekdays: Annotated[list[Annotated[int, Meta(ge=1, le=7)]], Meta(max_length=7)] = []
    zone: Annotated[str, Meta(max_length=60)] = "UTC"
    notice: Annotated[float, Meta(ge=0, le=14 * 24)] | None = None
    per: Annotated[str, Meta(pattern="^(decision|round)$")] = "round"
    reveal: Annotated[str, Meta(pattern="^(deadline|ready)$")] | None = None
    excuses: Annotated[int, Meta(ge=0, le=9)] = 1


class Clocks(Struct, frozen=True):
    """The pace of a match now."""

    clock: Clock | None = None
    days: Days | None = None


Bot = Annotated[str, Meta(max_length=40)]


class MakeTable(Body):
    """A new table; its maker is the host and takes the first seat. With `practice` it is for its
    maker alone and begins at once: `bot` sits on every other seat, and the seed is made of that
    text, so that the same text and the same acts give the same match."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[int, Meta(ge=1, le=99)]
    options: dict[str, Value] = {}
    listed: bool = False
    spectators: bool = False
    press: Annotated[str, Meta(pattern="^(all|public|none)$")] = "all"
    clock: Clock | None = None
    window: Window = Window()
    practice: Annotated[str, Meta(min_length=1, max_length=40)] | None = None
    bot: Bot = "random"
    days: Days | None = None
    lang: Language | None = None


class Terms(Struct, frozen=True):
    """What the makers of a table agreed on, as it is stored."""

    seats: int
    options: dict[str, Value]
    listed: bool
    spectators: bool
    press: str
    clock: Clock | None
    window: Window
    practice: str | None = None
    days: Days | None = None
    lang: str = "en"  # of what is written for the whole table: the Gazette


class SetSeat(Body):
    """The host opens a seat, puts a bot on it, or keeps it for somebody of that name."""

    kind: Annotated[str, Meta(pattern="^(open|bot|reserved)$")]
    bot: Bot = "random"
    name: Name | None = None


class Join(Body):
    """Take a seat, by a short code read aloud or a one-time invitation."""

    code: Annotated[str, Meta(max_length=12, pattern="^[A-Za-z0-9 ]*$")] | None = None
    invitation: Token | None = None
    seat: SeatNumber | None = None


class Sit(Body):
    """Take a seat at a listed table."""

    seat: SeatNumber | None = None


class Invite(Body):
    """An invitation for any open seat, or for one."""

    seat: SeatNumber | None = None


class Invitation(Struct):
    """Good for one person, once: for a link, which `qr` draws as SVG."""

    invitation: str
    link: str = ""
    qr: str = ""


class Consent(Body):
    """Whether what I whispered and was whispered may stand in the record."""

    whispers: bool


class Claim(Body):
    """Whether a line of talk (by its `number`) was true; nothing takes back what I said of it."""

    line: int
    true: bool | None = None


class Share(Struct):
    """By this link anyone may look at the finished match."""

    token: str
    link: str


class Ready(Body):
    ready: bool


class Seat(Body):
    seat: SeatNumber


class HandOver(Body):
    """Let a bot play on my seat, or, without one, somebody who gets an invitation to it."""

    bot: Bot | None = None


class HandedOver(Struct):
    """The invitation to my seat, if there is one to give away."""

    invitation: Invitation | None


class Briefing(Struct):
    """For whoever takes a seat over: what it knows beyond the open table, and what was said in
    its name and to it, the latest words last."""

    knows: list[str]
    said: "list[Said]"
    heard: "list[Said]"


class Said(Struct):
    """Words, who said them and to whom; to everyone, if to nobody."""

    seat: int
    to: list[int] | None
    text: str


class Nothing(Body):
    """No parameters."""


class Done(Struct):
    done: bool = True


class SeatInfo(Struct):
    number: int
    kind: str
    name: str | None
    bot: str | None
    ready: bool


class Outcome(Struct):
    """How a match ended, and the seed that was promised."""

    reason: str
    scores: list[int]
    winners: list[int]
    seed: str


class TableInfo(Struct):
    """A table as one viewer may know it. `code` and `you` are for those who sit there; where
    `practice` is not null, the deal was never a secret. `away` is a seat of mine on which somebody
    else plays until I take it back. `outcome` and `rematch` (a table's id) are
    told of one finished table that is asked for by itself."""

    id: str
    game: str
    state: str
    host: int | None
    seats: list[SeatInfo]
    options: dict[str, Value]
    listed: bool
    spectators: bool
    press: str
    clock: Clock | None
    window: Window
    commitment: str
    you: int | None = None
    code: str | None = None
    practice: str | None = None
    away: int | None = None
    outcome: Outcome | None = None
    rematch: str | None = None
    days: Days | None = None


class MyTable(Struct):
    """One of my tables: whether it waits for me, how many lines of talk I have not read, and when
    the open question closes (seconds since 1970), unless nothing closes it or it is paused."""

    table: TableInfo
    waiting: bool
    unread: int
    deadline: float | None = None
    paused: bool = False


class Attended(Struct):
    """How my seat came to its answer to a question: I `acted` (also by choosing what the default
    is), my standing `order` did, a `bot` stood in, I was `away` (had left), or I `missed` it and
    the default was taken; `excused`: I missed a deadline, and it was extended."""

    at: float
    how: str


class Attendance(Struct):
    """My own record: nobody else sees it."""

    excuses: int  # misses that would still extend a deadline
    counts: dict[str, int]
    latest: list[Attended]  # the last hundred, newest first


class Tables(Struct):
    tables: list[TableInfo]


class MyTables(Struct):
    tables: list[MyTable]


class OptionInfo(Struct):
    name: str
    title: str
    help: str
    default: Value
    low: int
    high: int
    even: bool
    choices: list[str]
    labels: dict[str, str] = {}
    rule: str = ""


class GameInfo(Struct):
    id: str
    title: str
    tagline: str
    version: str
    seats: list[int]
    bots: list[str]
    prompts: list[str]
    options: list[OptionInfo]
    correspondence: str = "ready"  # when answers are shown in a match over days, if nobody says


class Games(Struct):
    games: list[GameInfo]


class GameBook(Struct):
    """One game in one language. `words` is its catalogue, `common` what every table says; cards
    are listed by deck."""

    game: GameInfo
    lang: str
    words: dict[str, Any]
    common: dict[str, Any]
    rulebook: str
    rules: dict[str, str]
    cards: dict[str, list[dict[str, Any]]]
    events: list[str]
    refusals: list[str]
    outcomes: list[str]


class ReplayStep(Struct, omit_defaults=True):
    """One step: what was seen to happen (`lines`: each event as a log would have it; `rules`: where
    each is explained), and how the state changed. `seat`, `act` and `by` are told of the viewer's
    own acts only; of everyone's, if everything is revealed."""

    step: int
    at: float  # seconds since the deal
    do: str
    events: list[Seen]
    lines: list[list[str]]
    rules: list[str]
    patch: list[Op]
    seat: int | None = None
    act: str | None = None
    by: str | None = None


class Knowledge(Struct):
    """Who knew what at one step: in sentences, what each seat knew beyond the open table."""

    step: int
    table: list[str]
    seats: list[list[str]]


class ReplayLine(Struct):
    """Words said after a step, and the seats who call them true or false now."""

    step: int
    number: int
    seat: int
    text: str
    to: list[int] | None
    true: list[int]
    false: list[int]


class Replay(Struct):
    """A finished match from step `first` on; `last` is its last step. A seat's state is
    `{view, asked}`; when everything is revealed (`viewer` −2), the table's, with `views` and
    `truth`."""

    game: str
    version: str
    names: list[str]
    options: dict[str, Value]
    viewer: int
    first: int
    last: int
    state: Any
    steps: list[ReplayStep]
    talk: list[ReplayLine]


class OperatorTable(Struct):
    """A table as the operator may know it: nothing that a stranger at the table could not see."""

    id: str
    game: str
    state: str
    seats: int
    people: int
    bots: int
    started: float | None
    question: int | None  # how many were asked before; None if it is not in memory
    sockets: int


class OperatorTables(Struct):
    tables: list[OperatorTable]


class Health(Struct):
    status: str
    version: str


class Problem(Struct):
    """Why not: a code for the program, a sentence for the person."""

    code: str
    text: str
    rule: str = ""


# --- the socket: what a client sends --------------------------------------------------------------


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


class Leave(Frame):
    """My seat takes its default from now on and is not waited for."""


class Back(Frame):
    """I am there again. Any act says the same."""


class Say(Frame):
    """Words for everyone; for some seats (a whisper); or for nobody else: a note to self."""

    text: Annotated[str, Meta(min_length=1, max_length=1000)]
    to: Annotated[list[SeatNumber], Meta(max_length=99)] | None = None


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


# what changes a match, and what only this socket wants to know
Pacing = Extend | Pause | Pace
Deed = Submit | Confirm | Unready | Undo | Arm | Leave | Back | Say | Mute | Read | Pacing
ClientFrame = Deed | Lang | Free | Eyes


# --- the socket: what the server sends ------------------------------------------------------------


class Reply(Struct, tag_field="do", tag=str.lower):
    """What the server sends."""


class Table(Reply):
    """The table before the start: on connecting and whenever it changes."""

    table: TableInfo


class Welcome(Reply):
    """First frame of a match. `stream` names the numbering: with it and the last number seen, a
    reconnecting client asks only for what it missed (`?since=STREAM:NUMBER`)."""

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
    over, `bank` what I have beyond it. A window shows its most instead. `deadline` is the same
    moment in seconds since 1970, `warn` one at which little is left of it, in a match over `days`
    only. While it is `paused`, `left` stands still. `wants` are the seats that ask for a pause, or
    for its end."""

    prompt: int
    left: float | None
    bank: float | None
    deadline: float | None = None
    warn: float | None = None
    days: bool = False
    paused: bool = False
    wants: list[int] = []


class Here(Reply):
    """Whose players are at the table, and who is not. Bots are nowhere."""

    here: list[int]
    away: "list[Away]"


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
    """Something done to the table itself, known to everyone: by the host (`bot`, `open`, `host`),
    by somebody who took a free seat (`sits`, with a name), by a player who left (`stand_in`,
    `aborted`), came `back`, gave the seat away (`handed`; for good: `gone`, `gone_bot`) or took it
    back (`returns`), or by those who wait for somebody: a `nudge`, a `vote` for a bot, and a
    `replaced` when enough agree. Of time: `extended`, `days` and `live` by the host; `wants_pause`,
    `wants_on`, `no_pause` and `no_on` by a player, `paused` and `resumed` when all agree (the seat
    is the last who did); `excused` (who is said only if everyone can tell; else the seat is −1)."""

    what: str
    seat: int
    by: int | None = None
    name: str | None = None


class Line(Reply, tag="talk", omit_defaults=True):
    """Words at the table. `number` counts the lines that I may read. Of a seat that I have muted
    the words are left out. With a `note` the table itself speaks (`seat` −1)."""

    number: int
    seat: int
    text: str
    to: list[int] | None
    at: float
    note: Note | None = None
    muted: bool = False


class Log(Reply):
    """What I saw happen before the `view` that follows, from event `number` on: sent if the
    socket was opened with `?log=NUMBER`. The events of later updates count on."""

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
    (with a view: all of it so far), the question, and a label for each of its options (none where
    they are too many: then the notation must do). `picture` is the table in plain text, for a page
    that does not know the game (`?picture=1`); `outcome` how it ended."""

    number: int
    whole: bool
    happened: list[Happened]
    prompt: str | None
    labels: list[str] | None
    picture: str | None
    outcome: str | None = None


class FreeActs(Reply, tag="free"):
    """The free acts that I can do now, and how they are called."""

    key: str
    acts: list[str]
    labels: list[str]


class Rematch(Reply):
    """Those who played here sit down again at this table."""

    table: str


class Over(Reply):
    """How it ended, and the seed that was promised."""

    reason: str
    rule: str
    scores: list[int]
    winners: list[int]
    seed: str


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
    | Line
    | Over
    | Rematch
)

encode = msgspec.json.Encoder().encode
_DECODER: msgspec.json.Decoder[ClientFrame] = msgspec.json.Decoder(ClientFrame)
decode_frame = _DECODER.decode


def update(number: int, events: Sequence[bytes], ops: Sequence[bytes]) -> bytes:
    """An `Update` whose parts are encoded already."""
    parts = number, b",".join(events), b",".join(ops)
    return b'{"do":"update","number":%d,"events":[%b],"patch":[%b]}' % parts


def whole(text: str) -> int | None:
    """A whole number of at most nine digits, or nothing."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
