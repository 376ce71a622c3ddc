"""What crosses the wire over HTTP, as msgspec Structs: one definition gives codec, validation and
JSON Schema. What crosses a socket is in `frames.py`."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from intrigue.bots.reviewed import Review
from intrigue.kernel.deals import ShownLedger
from intrigue.kernel.game import Seen
from intrigue.session.patch import Op
from intrigue.session.record import Nonce

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


class SignIn(Body):
    """A guest gives a name; nothing else is needed."""

    name: Name


class Recover(Body):
    """Move an identity to this device."""

    code: Token


class Rename(Body):
    """I want to be called so from now on."""

    name: Name


class Recovery(Struct):
    """A fresh recovery code, shown once; no older one is good any more."""

    recovery: str


class Person(Struct):
    """Who I am."""

    name: str


class Visitor(Struct):
    """Who I am, or nobody yet."""

    name: str | None


class SignedIn(Struct):
    """The device secret comes as a cookie; the recovery code is shown once."""

    name: str
    recovery: str


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """Seconds for each decision, and a bank of seconds for the whole match."""

    decision: Annotated[float, Meta(ge=0.1, le=30 * 86400)]
    bank: Annotated[float, Meta(ge=0, le=30 * 86400)] = 0.0


class Window(Struct, frozen=True, forbid_unknown_fields=True):
    """How long a response window lasts where the table has a clock, whatever is answered: exactly
    `length`; one that asks a single player at least `length` and at `most` so long. With one person
    it waits for that person, at `most` so long. `least` counts over days."""

    least: Annotated[float, Meta(ge=0, le=600)] = 4.0
    most: Annotated[float, Meta(ge=0.1, le=86400)] = 20.0
    length: Annotated[float, Meta(ge=0.1, le=86400)] = 5.0


# What a table can choose; another length can be given in numbers.
RHYTHMS = {
    "brisk": Window(length=3.0, most=15.0),
    "normal": Window(),
    "careful": Window(length=10.0, most=40.0),
}


def rhythm_of(window: Window) -> str | None:
    """The word for these numbers, if there is one."""
    return next((word for word, numbers in RHYTHMS.items() if numbers == window), None)


Rhythm = Annotated[str, Meta(pattern="^(brisk|normal|careful)$")]
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
    """A new table; its maker is the host and takes the first seat. With `begin` it starts at once,
    and `bot` sits on every other seat. So it does with `practice`, and then it is for its maker
    alone: the seed is made of that text, so that the same text and the same acts give the same
    match."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[int, Meta(ge=1, le=99)]
    options: dict[str, Value] = {}
    listed: bool = False
    spectators: bool = False
    press: Annotated[str, Meta(pattern="^(all|public|none)$")] = "all"
    clock: Clock | None = None
    window: Window = Window()
    rhythm: Rhythm | None = None  # of windows, in a word; it comes before the numbers
    practice: Annotated[str, Meta(min_length=1, max_length=40)] | None = None
    bot: Bot = "random"
    days: Days | None = None
    lang: Language | None = None
    begin: bool = False
    latecomers: bool = True  # who comes when it has begun may take the seat of a bot
    sealed_deals: bool = False  # secret deals are not opened when the match is over


class ChangeTable(Body):
    """All the settings of a table that has not started, as the host wants them now. If anything is
    different, everyone is asked anew whether they are ready, and reads what it was."""

    seats: Annotated[int, Meta(ge=1, le=99)]
    options: dict[str, Value] = {}
    listed: bool = False
    spectators: bool = False
    press: Annotated[str, Meta(pattern="^(all|public|none)$")] = "all"
    clock: Clock | None = None
    window: Window = Window()
    rhythm: Rhythm | None = None  # of windows, in a word; it comes before the numbers
    days: Days | None = None
    latecomers: bool = True
    sealed_deals: bool = False


class Terms(Struct, frozen=True):
    """What the makers of a table agreed on, as it is stored. `revision` counts how often the host
    has changed it."""

    seats: int
    options: dict[str, Value]
    listed: bool
    spectators: bool
    press: str
    clock: Clock | None
    window: Window
    practice: str | None = None
    days: Days | None = None
    lang: str = "en"  # of what is written for the whole table: the Gazette, the invitation
    revision: int = 0
    latecomers: bool = False  # older tables were never asked
    sealed_deals: bool = False


class SetSeat(Body):
    """The host opens a seat, puts a bot on it, or keeps it for somebody of that name."""

    kind: Annotated[str, Meta(pattern="^(open|bot|reserved)$")]
    bot: Bot = "random"
    name: Name | None = None


class Join(Body):
    """Take a seat, by a short code read aloud or a one-time invitation. When the match has begun,
    `seat` is one that a bot plays, the first if it is not named."""

    code: Annotated[str, Meta(max_length=12, pattern="^[A-Za-z0-9 ]*$")] | None = None
    invitation: Token | None = None
    seat: SeatNumber | None = None


class Sit(Body):
    """Take a seat at a listed table: a free one, or when it has begun one of a bot."""

    seat: SeatNumber | None = None


class Invite(Body):
    """An invitation for any open seat, or for one."""

    seat: SeatNumber | None = None


class Invitation(Struct):
    """Good for one person, once: for a link, which `qr` draws as SVG."""

    invitation: str
    link: str = ""
    qr: str = ""


class Link(Struct):
    """The way to a table, for whoever shall come. `local`: only this machine can follow it."""

    link: str
    local: bool = False


class BotSeat(Struct):
    """A seat that somebody who comes late may take."""

    seat: int
    name: str
    bot: str


class Door(Struct):
    """A table as somebody sees it who was sent a link. `ways` are what they can do, the best first:
    `enter` (they sit there), `return` (to a seat that is theirs), `sit`, `relieve` (take the seat
    of one of `bots`), `watch`; `why` says why they get no seat."""

    table: str
    game: str
    state: str
    host: str | None
    seats: int
    free: int
    bots: list[BotSeat]
    clock: Clock | None
    days: Days | None
    ways: list[str]
    why: str | None = None
    minutes: list[int] = []  # that a match takes, at least and at most, if that is known


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
    """`revision` is that of the settings I have seen: whoever names it is not ready for others."""

    ready: bool
    revision: int | None = None


class Seat(Body):
    seat: SeatNumber


class Vote(Body):
    """What shall become of the seat of somebody who is away: a bot plays there, or it is open for
    whoever the host invites."""

    seat: SeatNumber
    wanted: Annotated[str, Meta(pattern="^(bot|open)$")] = "bot"


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


class Sealed(Body):
    """The hash of what I will add to the deal: SHA-256 of `intrigue nonce 1`, the table's
    commitment, my seat's number and the nonce, each on a line of its own (no line end after the
    last), in UTF-8; 64 small hex digits."""

    seal: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class Shown(Body):
    """What I sealed: one line of printable text."""

    nonce: Annotated[str, Meta(min_length=1, max_length=64)]


class ServerInfo(Struct):
    """This server: its version, and the public key (Ed25519, hex) that its records are signed
    with."""

    version: str
    key: str


class Nothing(Body):
    """No parameters."""


class Done(Struct):
    done: bool = True


class Word(Struct, frozen=True):
    """How many promises to other people somebody kept in finished matches, and how many were
    judged. What was promised in secret and stayed so is not in it."""

    kept: int
    given: int


class SeatInfo(Struct):
    """`word` is there for a person who shows it and of whom there is something to show."""

    number: int
    kind: str
    name: str | None
    bot: str | None
    ready: bool
    seal: str | None = None
    nonce: str | None = None
    word: Word | None = None


class Outcome(Struct):
    """How a match ended, the seed that was promised, and what each seat added to it."""

    reason: str
    scores: list[int]
    winners: list[int]
    seed: str
    nonces: list[Nonce | None] = []


class TableInfo(Struct):
    """A table as one viewer may know it. `code` and `you` are for those who sit there; `commitment`
    is the hash of the server's part of the deal, and before the start a seat's `seal` and `nonce`
    are its own part; where
    `practice` is not null, the deal was never a secret. `away` is a seat of mine on which somebody
    else plays until I take it back. `outcome` and `rematch` (a table's id) are
    told of one finished table that is asked for by itself. `read` is how many lines of talk I have
    read there. `revision` counts the changes of the settings before the start. `latecomers`:
    whoever comes with the code, or to a listed table, may take the seat of a bot in the middle of
    the match; once it has begun, as long as there is such a bot."""

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
    read: int | None = None
    revision: int = 0
    latecomers: bool = False
    rhythm: str | None = None
    sealed_deals: bool = False


class MyTable(Struct):
    """One of my tables: whether it waits for me, how many lines others said that I have not read,
    and when the open question closes (seconds since 1970), unless nothing closes it or it is
    paused. Of a match that is over: the seats that won, and when it ended."""

    table: TableInfo
    waiting: bool
    unread: int
    deadline: float | None = None
    paused: bool = False
    winners: list[int] = []
    ended: float | None = None


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


class ParamInfo(Struct):
    """What a kind of clause or claim leaves open: a `seat`, a `chapter` (round, generation, turn),
    a `number` from `low` to `high`, a `count` that goes on within a chapter (the view has a field
    of its name, which says where it stands), or a `word` of `words`."""

    name: str
    type: str
    low: int
    high: int
    words: list[str]


class PromiseKind(Struct):
    """A kind of clause or claim. `form` is its notation, with places such as `{whom}`: filled, it
    is what a `deal` or a `claim` is made of. Its sentence stands in `words.clause` or
    `words.claim`. Where it is `private`, not everyone sees whether it is kept."""

    id: str
    form: str
    params: list[ParamInfo]
    private: bool


class PromisesInfo(Struct):
    """What deals and claims of a game can be made of."""

    clauses: list[PromiseKind]
    claims: list[PromiseKind]


class GameInfo(Struct):
    """A game. `minutes` are how long people take for a match, at least and at most, where that is
    known; `usual` is how many sit down, if nobody says otherwise. `beats` are the seconds that
    showing an event of a kind may take: the next question's clock starts after them. With
    `another_character`, the bot `hard` plays otherwise than `normal`, rather than much better."""

    id: str
    title: str
    tagline: str
    version: str
    seats: list[int]
    bots: list[str]
    prompts: list[str]
    options: list[OptionInfo]
    correspondence: str = "ready"  # when answers are shown in a match over days, if nobody says
    minutes: list[int] = []
    usual: int = 5
    beats: dict[str, float] = {}
    passable: list[str] = []  # windows that one may pass in public
    promises: PromisesInfo | None = None
    another_character: bool = False


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


class ReplayAct(Struct):
    """What a seat answered or did, as text and in words, and who did it for the seat."""

    seat: int
    act: str
    label: str
    by: str


class ReplayStep(Struct, omit_defaults=True):
    """One step: something that everyone saw happen (`title`), and all that led to it. `step` is the
    last line of the record that belongs to it, `events` what the viewer was shown (`lines`: each
    as a log would have it; `rules`: where each is explained), `patch` how the state changed. `acts`
    are the viewer's own; everyone's, if everything is revealed. `sealed`: several led to it."""

    step: int
    at: float  # seconds since the deal
    title: str
    events: list[Seen]
    lines: list[list[str]]
    rules: list[str]
    patch: list[Op]
    acts: list[ReplayAct] = []
    sealed: bool = False
    turning: bool = False  # a turning point


class ReplayChapter(Struct):
    """A round, a generation or a turn, and the step after which it begins."""

    title: str
    step: int


class Knowledge(Struct):
    """Who knew what at one step: in sentences, what each seat knew beyond the open table."""

    step: int
    table: list[str]
    seats: list[list[str]]


class BelievedChance(Struct):
    """An answer, how likely it was, and whether it was so; null where that was not decided yet."""

    text: str
    share: float
    true: bool | None


class Believed(Struct):
    """A question about the seats `owners`, and what could be answered, the likeliest first. `knew`:
    the viewer was certain. `truth` is what was so, where it was decided."""

    question: str
    owners: list[int]
    chances: list[BelievedChance]
    knew: bool
    truth: str | None = None


class Beliefs(Struct):
    """What a viewer could believe after a step, counted in so many imagined worlds."""

    step: int
    viewer: int
    worlds: int
    beliefs: list[Believed]


class Hint(Struct):
    """What the search would do in my place, and in a sentence what it expects, and from what."""

    act: str
    sentence: str


class ReplayLine(Struct):
    """Words said after a step, and the seats who call them true or false now."""

    step: int
    number: int
    seat: int
    text: str
    to: list[int] | None
    true: list[int]
    false: list[int]


class ReplayPromise(Struct):
    """What was done with a deal or a claim after a step: `offer`, `accept`, `decline`, `withdraw`,
    `expire` or `claim`, by a seat (null: by nobody), with its number in the `ledger`."""

    step: int
    what: str
    seat: int | None
    number: int


class Replay(Struct):
    """A finished match from step `first` on; `last` is its last step, `chapters` those of the whole
    match. A seat's state is `{view, asked}`; when everything is revealed (`viewer` −2), the
    table's, with `views` and `truth`. `ledger` are the deals and claims as they were judged at the
    end, for every viewer the same, and `promises` when they were made and answered."""

    game: str
    version: str
    names: list[str]
    options: dict[str, Value]
    viewer: int
    first: int
    last: int
    state: Any
    steps: list[ReplayStep]
    chapters: list[ReplayChapter]
    talk: list[ReplayLine]
    ledger: ShownLedger | None = None
    promises: list[ReplayPromise] = []


class ReviewWish(Body):
    """Whether the review of a match is wanted."""

    wanted: bool = True


class ReviewInfo(Struct):
    """What the decisions of a match were worth: nobody has asked (`none`), it is `waiting` or
    `running` with so many decisions `done`, it is `done`, or it `failed`."""

    state: str
    done: int = 0
    total: int = 0
    review: Review | None = None


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


encode = msgspec.json.Encoder().encode


def whole(text: str) -> int | None:
    """A whole number of at most nine digits, or nothing."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
