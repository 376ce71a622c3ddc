"""A match is its record: who decided what, and what chance answered. JSON lines.

Folding a record needs no random generator. Each published line carries a checksum of itself and
everything before it; intents that were superseded are kept for durability and never published.
"""

import hashlib
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any, TypeVar

import msgspec
from librt.vecs import vec
from msgspec import Struct
from mypy_extensions import i64

from intrigue.kernel.chance import (
    NOBODY,
    Chance,
    ChanceError,
    Seeded,
    Told,
    bit,
    commitment,
    nonce_seal,
    practice_seed,
)
from intrigue.kernel.game import Game, Setup, find_game
from intrigue.kernel.position import TABLE, Event, Illegal, Position
from intrigue.kernel.text import BadInput

from . import signature
from .undo import Past


class Nonce(Struct, frozen=True):
    """What a seat added to the deal: sealed first, and shown when nothing could be sealed any more.
    Without `nonce` it never was."""

    seal: str
    nonce: str | None = None


class Header(Struct, tag="table", tag_field="do", kw_only=True):
    """The table before the first act: game, options, seats, and chance's answers to the deal.
    `commitment` is the promise of the seed, where there is one, `data` the game's content.
    `nonces` is what each seat added to the seed; where there are none, the deal is of the seed
    alone. `practice` is the text that the seed was made of, where the deal was never secret."""

    intrigue: int = 1  # FORMAT
    game: str
    version: str
    options: dict[str, int | str | bool]
    seats: list[str]
    commitment: str | None = None
    nonces: list[Nonce | None] | msgspec.UnsetType = msgspec.UNSET
    chance: list[str] = []
    data: Any = msgspec.UNSET
    practice: str | msgspec.UnsetType = msgspec.UNSET

    def shown(self) -> list[str | None] | None:
        """The nonces that the deal is mixed with; None if it is of the seed alone."""
        if isinstance(self.nonces, msgspec.UnsetType):
            return None
        return [None if one is None else one.nonce for one in self.nonces]


class Play(Struct, tag="play", tag_field="do", omit_defaults=True):
    """A decision or a free act, as it went into the position. `drawn` is what chance answered to
    a random default, `chance` what it answered to the act itself."""

    seat: str | None
    act: str
    by: str = "player"  # or another of BY
    drawn: list[str] = []
    chance: list[str] = []


class Close(Struct, tag="close", tag_field="do"):
    """A prompt closed; the answers to it follow. With "again" none do: a free act before it has
    put the question anew."""

    why: str  # one of WHY


class Undo(Struct, tag="undo", tag_field="do"):
    """The seat takes back its last act that was not taken back yet."""

    seat: str


class Override(Struct, tag="override", tag_field="do"):
    """Something done to the table from outside the game: leave, back, a host's word. `data` is
    what a clock must know to follow."""

    what: str
    seat: str | None = None
    data: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET


class Talk(Struct, tag="talk", tag_field="do"):
    """Words at the table, for everyone or for some."""

    seat: str
    text: str
    to: list[str] | None = None


class Offer(Struct, tag="offer", tag_field="do", omit_defaults=True):
    """A deal is offered, in the game's notation. It can be accepted `until` a chapter is over, or
    until a `deadline`; `replaces` is the offer that it counters, by its place among all offers.
    `at` is when it was made, where there is a clock; never published."""

    seat: str
    to: list[str]
    clauses: str
    secret: bool = False
    until: int | None = None
    deadline: float | None = None
    replaces: int | None = None
    at: float | None = None


class Reply(Struct, tag="reply", tag_field="do"):
    """What a seat does with an offer, by its place among all offers: `accept`, `decline`,
    `withdraw`; or nobody, when its time is over: `expire`."""

    seat: str | None
    deal: int
    what: str


class Claimed(Struct, tag="claim", tag_field="do", omit_defaults=True):
    """Somebody says something about what is hidden, to everyone or to some."""

    seat: str
    text: str
    to: list[str] | None = None
    at: float | None = None


class Intent(Struct, tag="intent", tag_field="do", omit_defaults=True):
    """An answer that may still change. Never published."""

    seat: str
    act: str
    ready: bool
    by: str = "player"


class Arm(Struct, tag="arm", tag_field="do"):
    """A seat's standing orders from here on: kinds of prompts with how the act begins. Never
    published."""

    seat: str
    orders: list[tuple[str, str]]


class Pass(Struct, tag="pass", tag_field="do"):
    """A seat passes in public: the open window ("window"), or all until its turn ("turn"). Empty
    when that is over, or taken back."""

    seat: str
    until: str


class Missed(Struct, tag="missed", tag_field="do"):
    """A seat let a deadline pass and was excused. Never published."""

    seat: str


class End(Struct, tag="end", tag_field="do", kw_only=True):
    """How it ended, and the seed that was promised."""

    reason: str
    scores: list[int]
    winners: list[str]
    seed: str | None = None


class Signature(Struct, tag="signature", tag_field="do"):
    """The last line of a record that a server published: who holds `key` wrote all before it."""

    key: str
    signature: str


T = TypeVar("T")
FORMAT = 1  # of records
BY = ("player", "default", "bot", "standing order", "pass", "table")
UNTIL = ("window", "turn", "")
WHY = ("ready", "deadline", "again")
ABORTED = "aborted"  # the reason of an end that no rule brought about
REPLIES = ("accept", "decline", "withdraw", "expire")
Aside = Offer | Reply | Claimed
Entry = Play | Close | Undo | Override | Talk | Aside | Intent | Arm | Missed | Pass | End
PRIVATE = (Intent, Arm, Missed)
# deals and claims: no steps of the match, so that the number of a step tells nobody of them
ASIDES = (Offer, Reply, Claimed)
UNCOUNTED = (*PRIVATE, *ASIDES)
_DECODER = msgspec.json.Decoder(Header | Entry | Signature)
_SEED = re.compile("[0-9a-f]{64}")


class Scripted(Chance):
    """Answers with given faces, then by `after`, else not at all."""

    def __init__(
        self, faces: list[str], read: Callable[[str, str], int], after: Chance | None = None
    ) -> None:
        self.faces = list(faces)
        self.read = read
        self.after = after

    def draw(self, deck: str, bag: vec[i64], audience: int = NOBODY) -> int:
        if not self.faces:
            if self.after is None:
                raise BadInput("record_chance_short", line=0)
            return self.after.draw(deck, bag, audience)
        text = self.faces.pop(0)
        face = self.read(deck, text)
        if not 0 <= face < len(bag) or bag[face] < 1:
            raise ChanceError(deck, text)
        bag[face] -= 1
        return face


class Step(Struct):
    """One line of a fold: the entry, what happened, and the position after it."""

    line: int
    entry: Header | Entry
    events: list[Event]
    position: Position


class Record:
    """A header and what followed."""

    def __init__(
        self, header: Header, entries: list[Entry] | None = None, game: Game | None = None
    ) -> None:
        self.header = header
        self.entries: list[Entry] = entries or []
        self.game = game or find_game(header.game)
        self.signature: Signature | None = None
        self.written: bytes | None = None  # what a signature is for, of a record that was read

    def setup(self) -> Setup:
        data = None if self.header.data is msgspec.UNSET else self.header.data
        return self.game.setup(self.header.seats, self.header.options, data)

    # --- text -------------------------------------------------------------------------------------

    def lines(self, private: bool = False) -> Iterator[str]:
        """The published record, a line each, with the running checksum; `private` adds
        what is never published, for a match that is to go on."""
        chain = _Chain()
        signed = [] if self.signature is None else [self.signature]
        for entry in [self.header, *self.entries, *signed]:
            if isinstance(entry, PRIVATE) and not private:
                continue
            body = msgspec.to_builtins(entry)
            yield msgspec.json.encode({**body, "sum": chain.link(body)}).decode()

    def text(self) -> str:
        return "".join(line + "\n" for line in self.lines())

    def sign(self, key: str) -> None:
        """Put a signature under a finished record, by a private key."""
        chain = _Chain()
        for entry in [self.header, *self.entries]:
            if not isinstance(entry, PRIVATE):
                chain.link(msgspec.to_builtins(entry))
        public = signature.public_key(key)
        self.written = chain.message()
        self.signature = Signature(public, signature.sign(key, self.written))

    @classmethod
    def read(cls, text: str, finished: bool = True, game: Game | None = None) -> "Record":
        """A record from its text; raises `BadInput` naming the line. `finished` wants an end;
        `game` is for one that is not installed."""
        header: Header | None = None
        entries: list[Entry] = []
        signed: Signature | None = None
        chain, message = _Chain(), b""
        line = 0
        # words may hold what else ends a line, such as U+2028: only this character ends one here
        for line, row in enumerate(text.removesuffix("\n").split("\n") if text else [], 1):
            ended = bool(entries) and isinstance(entries[-1], End)
            if ended and (signed is not None or '"signature"' not in row):
                raise BadInput("record_after_end", line=line)
            if ended:
                message = chain.message()
            entry = _read_line(row, line, chain)
            if header is None:
                if not isinstance(entry, Header):
                    raise BadInput("record_header", why="no table")
                header = entry
            elif ended and isinstance(entry, Signature):
                signed = entry
            elif ended:
                raise BadInput("record_after_end", line=line)
            elif isinstance(entry, Header | Signature):
                raise BadInput("record_line", line=line, why="a second table")
            else:
                entries.append(entry)
        if header is None:
            raise BadInput("record_empty")
        if finished and not (entries and isinstance(entries[-1], End)):
            raise BadInput("record_cut", line=line)
        record = cls(header, entries, game)
        record.signature, record.written = signed, message
        return record

    # --- folding ----------------------------------------------------------------------------------

    def fold(self, past: Past | None = None, after: Step | None = None) -> Iterator[Step]:
        """Every step of the match, checked; raises `BadInput` naming the line. The same position
        object is handed out again and again: copy what you keep. `past` keeps what can still be
        taken back. `after` is a step of an earlier fold, where nothing could be: only those that
        follow it come, and its position is the one that is changed."""
        self.same_version()
        setup = self.setup()
        if after is None:
            after = Step(1, self.header, [], self._start(setup))
            yield after
        line, position = after.line, after.position
        past = past or Past()
        public = (entry for entry in self.entries if not isinstance(entry, PRIVATE))
        written = ((at, e) for at, e in enumerate(public, 2) if not isinstance(e, ASIDES))
        for at, entry in islice(written, line - 1, None):
            line += 1
            position, events = self.step(at, setup, position, entry, past)
            yield Step(line, entry, events, position)

    def _start(self, setup: Setup) -> Position:
        read = partial(self.game.read_draw, setup)
        chance = Scripted(self.header.chance, read)
        return _guard(1, lambda: self.game.start(setup, chance))

    def same_version(self) -> None:
        """Refuse what was played by other rules; raises `BadInput`."""
        game = self.game
        if game.version != self.header.version:
            versions = {"theirs": self.header.version, "ours": game.version}
            raise BadInput("record_version", game=game.title(), **versions)

    def step(
        self, line: int, setup: Setup, position: Position, entry: Entry, past: Past
    ) -> tuple[Position, list[Event]]:
        """What one entry makes of a position (the same object, unless something is taken back),
        and what happened. The line is that of the published record, for complaints."""
        if isinstance(entry, Play):
            return position, self._replay(line, setup, position, entry, past)
        if isinstance(entry, Undo):
            return self._take_back(line, setup, entry, past)
        if isinstance(entry, Override) and entry.seat in setup.names:
            return position, noted(self.game, entry.what, setup.seat(entry.seat))
        return position, []

    def _take_back(
        self, line: int, setup: Setup, entry: Undo, past: Past
    ) -> tuple[Position, list[Event]]:
        seat = setup.seat(entry.seat) if entry.seat in setup.names else TABLE
        position = past.back(seat)
        if position is None:
            raise BadInput("record_undo", line=line, seat=entry.seat)
        return position, [undone(seat)]

    def _replay(
        self, line: int, setup: Setup, position: Position, entry: Play, past: Past
    ) -> list[Event]:
        game = self.game
        read = partial(game.read_draw, setup)
        seat = TABLE
        if entry.seat is not None:
            if entry.seat not in setup.names:
                raise BadInput("record_seat", line=line, seat=entry.seat)
            seat = setup.seat(entry.seat)
        if entry.by == "default":
            drawn = Scripted(entry.drawn, read)
            ours = _guard(line, lambda: game.spell(setup, position.default(seat, drawn)))
            if ours != entry.act:
                raise BadInput(
                    "record_default", line=line, seat=entry.seat, ours=ours, theirs=entry.act
                )
        chance = Scripted(entry.chance, read)
        events = late(game, position, seat) if entry.by == "default" else []
        try:
            act = game.parse(setup, entry.act)
            kept = past.before(position, seat, act)
            events += _guard(line, lambda: position.play(seat, act, chance))
            past.after(kept, position, seat, len(entry.drawn) + len(entry.chance))
        except Illegal as error:
            raise BadInput(
                "record_illegal",
                line=line,
                seat=entry.seat or "the table",
                act=entry.act,
                why=game.explain(error.refusal, setup.names).rstrip("."),
            ) from None
        if chance.faces:
            raise BadInput("record_chance_long", line=line)
        return events

    def draws(self) -> int:
        """How often chance was asked so far."""
        return len(self.header.chance) + draws(self.entries)

    def final(self, past: Past | None = None) -> Position:
        """The position after everything in the record."""
        position = None
        for step in self.fold(past):
            position = step.position
        assert position is not None
        return position


def draws(entries: Sequence[Entry]) -> int:
    """How often these entries asked chance."""
    plays = [entry for entry in entries if isinstance(entry, Play)]
    return sum(len(entry.chance) + len(entry.drawn) for entry in plays)


class Checked(Struct):
    """What was found true of a record; the rest was not checked. `nonces` are the seats whose
    nonce the deal is mixed with, `unshown` those who sealed one and never showed it."""

    decisions: int
    draws: int
    seed: bool
    practice: bool
    nonces: list[str]
    unshown: list[str]
    cards: bool
    key: str | None


def verify(record: Record) -> int:
    """`check`, and no more than the number of draws that were recomputed."""
    return check(record).draws


def check(record: Record, key: str | None = None) -> Checked:
    """Fold a finished record, check every answer, recompute every draw from the revealed seed and
    the nonces, and compare the cards, the end and the signature, which must be by `key` if one is
    given. Raises `BadInput`."""
    end = record.entries[-1] if record.entries else None
    if not isinstance(end, End):
        raise BadInput("record_cut", line=len(record.entries) + 1)
    _check_signature(record, key)
    record.same_version()
    cards = _check_cards(record)
    seed = _seed(record.header, end)
    shown = _check_nonces(record.header, seed)
    try:
        position = record.final()
        _check_form(record)
        _check_end(record, end, position)
        draws = 0 if seed is None else _redraw(record, seed)
    except BadInput:
        raise
    except Exception as error:  # no rule is made for whatever somebody may write into a file
        raise BadInput("record_broken", why=f"{type(error).__name__}: {error}") from error
    names, nonces = record.header.seats, record.header.nonces
    sealed = [] if isinstance(nonces, msgspec.UnsetType) else nonces
    return Checked(
        decisions=sum(isinstance(entry, Play) for entry in record.entries),
        draws=draws,
        seed=seed is not None,
        practice=isinstance(record.header.practice, str),
        nonces=[names[seat] for seat in shown],
        unshown=[names[i] for i, one in enumerate(sealed) if one is not None and i not in shown],
        cards=cards,
        key=None if record.signature is None else record.signature.key,
    )


def _check_signature(record: Record, key: str | None) -> None:
    found = record.signature
    if found is None:
        if key is not None:
            raise BadInput("record_unsigned")
    elif not signature.signed(found.key, found.signature, record.written or b""):
        raise BadInput("record_signature")
    elif key is not None and found.key != key.lower():
        raise BadInput("record_key", theirs=found.key, ours=key)


def _check_cards(record: Record) -> bool:
    """Whether it is played with cards, which must be those of the installed game."""
    header, data = record.header, record.header.data
    ours = record.game.setup(header.seats, header.options).data
    theirs = None if data is msgspec.UNSET else data
    if _canonical(ours) != _canonical(theirs):
        raise BadInput("record_cards", game=record.game.title())
    return ours is not None


def _seed(header: Header, end: End) -> bytes | None:
    """The revealed seed, if one was promised."""
    if end.seed is None:
        if header.commitment is not None:
            raise BadInput("record_no_seed")
        return None
    if not _SEED.fullmatch(end.seed):
        raise BadInput("record_bad_seed")
    seed = bytes.fromhex(end.seed)
    if header.commitment != commitment(seed):
        raise BadInput("record_commitment")
    practice = header.practice
    if isinstance(practice, str) and seed != practice_seed(practice):
        raise BadInput("record_practice")
    return seed


def _check_nonces(header: Header, seed: bytes | None) -> list[int]:
    """The seats whose nonces were shown; each must be what was sealed."""
    if isinstance(header.nonces, msgspec.UnsetType):
        return []
    if seed is None or isinstance(header.practice, str) or len(header.nonces) != len(header.seats):
        raise BadInput("record_nonces")
    shown = []
    for seat, one in enumerate(header.nonces):
        if one is not None and one.nonce is not None:
            if one.seal != nonce_seal(header.commitment or "", seat, one.nonce):
                raise BadInput("record_nonce", seat=header.seats[seat])
            shown.append(seat)
    return shown


def _check_form(record: Record) -> None:
    """Everything is written as a table writes it: nothing is left that says one thing to people
    and another to the rules."""
    header, game, setup = record.header, record.game, record.setup()
    if (header.intrigue, header.options) != (FORMAT, setup.options):
        raise BadInput("record_header", line=1, why=f"{header.intrigue} {header.options}")
    public = [entry for entry in record.entries if not isinstance(entry, PRIVATE)]
    offers = 0
    for line, entry in enumerate(public, 2):
        strange = None
        if isinstance(entry, Play):
            if game.spell(setup, game.parse(setup, entry.act)) != entry.act:
                strange = entry.act
            elif entry.by not in BY:
                strange = entry.by
        elif isinstance(entry, Close) and entry.why not in WHY:
            strange = entry.why
        elif isinstance(entry, Aside):
            strange = _strange_aside(game, setup, entry, offers)
            offers += isinstance(entry, Offer)
        if strange is not None:
            raise BadInput("record_line", line=line, why=repr(strange))


def _strange_aside(game: Game, setup: Setup, entry: Aside, offers: int) -> str | None:
    """What no table would have written of a deal or a claim, after so many offers."""
    if game.promises is None or (entry.seat is not None and entry.seat not in setup.names):
        return str(entry.seat)
    if isinstance(entry, Reply):
        known = entry.what in REPLIES and 0 <= entry.deal < offers
        return None if known else f"{entry.what} {entry.deal}"
    named = [name for name in entry.to or [] if name not in setup.names]
    if isinstance(entry, Claimed):
        text = game.promises.spell_claim(setup, game.promises.parse_claim(setup, entry.text))
        return None if text == entry.text and not named else entry.text
    text = game.promises.spell(setup, game.promises.parse(setup, entry.clauses))
    fits = entry.replaces is None or 0 <= entry.replaces < offers
    return None if text == entry.clauses and fits and not named else entry.clauses


def _check_end(record: Record, end: End, position: Position) -> None:
    if end.reason == ABORTED:
        before = record.entries[-2] if len(record.entries) > 1 else None
        if position.over or not (isinstance(before, Override) and before.what == ABORTED):
            raise BadInput("record_aborted")
        return
    outcome = position.outcome()
    theirs = f"{end.reason}: {', '.join(end.winners)} {end.scores}"
    ours = "a match that is not over"
    if outcome is not None:
        winners = ", ".join(record.header.seats[seat] for seat in outcome.winners)
        ours = f"{outcome.reason}: {winners} {outcome.scores}"
    if ours != theirs:
        raise BadInput("record_outcome", ours=ours, theirs=theirs)


def _redraw(record: Record, seed: bytes) -> int:
    """Deal the match again from the seed alone; every face must be the recorded one."""
    game = record.game
    setup = record.setup()
    chance = Seeded(seed, nonces=record.header.shown())
    told = Told(chance)
    position = game.start(setup, told)
    past = Past()
    line = 1
    _same_faces(game, setup, line, told, record.header.chance)
    for entry in record.entries:
        if isinstance(entry, PRIVATE):
            continue
        line += 1
        if isinstance(entry, Play):
            seat = TABLE if entry.seat is None else setup.seat(entry.seat)
            if entry.by == "default":
                told = Told(chance)
                position.default(seat, told)
                _same_faces(game, setup, line, told, entry.drawn)
            told = Told(chance)
            act = game.parse(setup, entry.act)
            kept = past.before(position, seat, act)
            position.play(seat, act, told)
            past.after(kept, position, seat, len(entry.drawn) + len(entry.chance))
            _same_faces(game, setup, line, told, entry.chance)
        elif isinstance(entry, Undo):
            back = past.back(setup.seat(entry.seat))
            assert back is not None  # the fold came this far
            position = back
    return chance.drawn


def undone(seat: int) -> Event:
    """What everyone is told when somebody takes an act back."""
    return Event("undone", {"seat": seat})


def noted(game: Game, what: str, seat: int) -> list[Event]:
    """What a public note tells in the log: whose time is up, where everyone saw that they were
    waited for. Whether it was the default that counted then is nobody's business."""
    up = what == "late" and "time_up" in game.events
    return [Event("time_up", {"who": seat})] if up else []


def late(game: Game, position: Position, seat: int) -> list[Event]:
    """What a seat that had a choice is told when it takes the default; of a window that waits for
    nobody, nothing. Never the others: to them a default looks like a choice, or they would know
    that nothing was saved, and no order armed."""
    prompt = position.prompt(seat)
    if "late" not in game.events or position.width(seat) < 2:
        return []
    if prompt.window and prompt.kind not in game.patient:
        return []
    return [Event("late", {}, bit(seat))]


def _same_faces(game: Game, setup: Setup, line: int, told: Told, theirs: list[str]) -> None:
    ours = [game.write_draw(setup, deck, face) for deck, face in told.faces]
    for one, other in zip(ours, theirs, strict=False):
        if one != other:
            raise BadInput("record_seed", line=line, ours=one, theirs=other)
    if len(ours) != len(theirs):
        raise BadInput("record_chance_long", line=line)


def _guard(line: int, call: Callable[[], T]) -> T:
    """Give a complaint about chance the line it belongs to."""
    try:
        return call()
    except ChanceError as error:
        deck, face = error.args
        raise BadInput("record_chance", line=line, deck=deck, face=face) from None
    except BadInput as error:
        error.data["line"] = line
        raise


def _canonical(body: Any) -> bytes:
    return msgspec.json.encode(body, order="sorted")


def link(before: str, body: dict[str, Any]) -> str:
    data = before.encode() + _canonical(body)
    return hashlib.blake2b(data, digest_size=8).hexdigest()


class _Chain:
    """The lines of a record so far: their running checksum, and what a signature is put under."""

    def __init__(self) -> None:
        self._sum = ""
        self._all = hashlib.sha256(b"intrigue record 1\n")

    def link(self, body: dict[str, Any]) -> str:
        """The checksum of one more line."""
        self._sum = link(self._sum, body)
        self._all.update(_canonical(body) + b"\n")
        return self._sum

    def message(self) -> bytes:
        return self._all.digest()


def _read_line(row: str, line: int, chain: _Chain) -> Header | Entry | Signature:
    try:
        raw = msgspec.json.decode(row)
        entry: Header | Entry | Signature = _DECODER.decode(row)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        code = "record_header" if line == 1 else "record_line"
        raise BadInput(code, line=line, why=str(error)) from None
    total = raw.pop("sum", None)
    if total != chain.link(raw):
        raise BadInput("record_sum", line=line)
    return entry
