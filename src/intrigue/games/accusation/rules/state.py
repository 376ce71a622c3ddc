"""The whole truth of a match of Accusation. What is done to it stands in the modules above.

Hands, decks and piles are sets of card ids (bits), because no card exists twice. A card's Initiator
is not stored: it is whoever's ID Tracker shows it (AC-60), so nothing else can betray it.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from intrigue.kernel.chance import EVERYONE, bit
from intrigue.kernel.position import Event, Position, carry_over
from intrigue.kernel.sealed import Sealed
from intrigue.kernel.vecs import fill, filled, pack, total, zeros

from .cards import Book
from .terms import Terms

# --- steps: where the match stands; at those in CAPITALS of the rulebook people are asked ---------

DRAFTING: Final = 0
DUTIES: Final = 1  # AC-20
WORLD_CARD: Final = 2  # AC-25
W_OPEN: Final = 3  # AC-26
SELECTING: Final = 4  # AC-27
W_PLAN: Final = 5  # AC-29
REVEALING: Final = 6  # AC-40
W_REV: Final = 7  # AC-42
NEXT_PART: Final = 8  # AC-43
NEXT_LINE: Final = 9
W_CLAIM: Final = 10  # AC-45
W_HALF: Final = 11  # AC-49
NEXT_TURN: Final = 12  # AC-70
W_ACC: Final = 13
PAYING: Final = 14  # AC-73
W_ANS: Final = 15  # AC-78
W_LAST: Final = 16  # AC-88
W_SUCCESS: Final = 17  # AC-82
DEFERRED: Final = 18  # AM-10
AFTER_BLOCK: Final = 19  # AC-86
EVENT_DONE: Final = 20
W_AUDIT: Final = 21  # AM-6
EXPOSING: Final = 22  # AM-5
CLEANUP: Final = 23  # AC-53
BATCH: Final = 24  # AC-48
CHECKING: Final = 25
STEPS: Final = (
    "draft",
    "duties",
    "world_card",
    "open",
    "select",
    "plan",
    "revealing",
    "reveal",
    "part",
    "line",
    "claim",
    "half",
    "next_turn",
    "turn",
    "payment",
    "answer",
    "last",
    "success",
    "deferred",
    "after_block",
    "event_done",
    "audit",
    "exposing",
    "cleanup",
    "batch",
    "check",
)


def is_window(step: i64) -> bool:
    """Whether everybody who can do something is asked at once."""
    return step in (W_OPEN, W_PLAN, W_REV, W_LAST, W_AUDIT)


WON_VP: Final = 1
WON_LAST: Final = 2
WON_CAP: Final = 3
ENDINGS: Final = ("", "vp", "last", "cap")

EVERYBODY: Final = -1  # `runner` of a World part
SPEAKER_RUNS: Final = -2  # `runner` of a Special part
NONE: Final = -1
UNKNOWN: Final = -1
NO_JOB: Final = 0  # a thread that owes no choice (see `threads`)
FORCED: Final = -1  # nor does this one, but it waits for those who do (AC-48)


class State(Position):
    """Everything a match is made of. Masks of seats and of cards are plain numbers. Vectors marked
    "replaced" are never changed in place: copies share them."""

    def __init__(self, seats: i64, terms: Terms, book: Book, sealed: Sealed | None = None) -> None:
        super().__init__(seats)
        none = book.none
        self.terms = terms
        self.book = book
        self.step: i64 = DUTIES
        self.sealed: Sealed = Sealed(seats) if sealed is None else sealed
        self.menus: i64 = 0  # by seat, eight bits: its uses in the open window
        self.round: i64 = 0
        self.speaker: i64 = 0
        self.active: i64 = bit(seats) - 1
        self.crew: i64 = seats  # active players when the round began (AM-15, `next_round`)
        self.conceded: i64 = 0  # AC-154: removal waits for the batch's check
        # tokens and standing, by seat
        self.bank: i64 = terms.bank  # AC-7, AC-108
        self.tokens: vec[i64] = none  # changed by `add` alone
        self.totals: vec[i64] = none  # on the five Ministries
        self.rich: i64 = 0  # who has any
        self.able: vec[i64] = none  # AC-100: the abilities they pay for, or UNKNOWN
        self.paid: vec[i64] = none  # tokens on the Accusation Cost Card
        self.made: vec[i64] = none  # accusations paid for this round
        self.rep: vec[i64] = none
        self.vp: vec[i64] = none
        self.country: vec[i64] = none  # replaced
        self.used: vec[i64] = none  # abilities of limit `round` used (AC-110)
        # cards
        self.hand: vec[i64] = none
        self.tracker: vec[i64] = none  # 0: none
        self.known: vec[i64] = none  # what the table knows of the Trackers
        self.notmes: vec[i64] = none  # replaced; card * 64 + accused * 8 + accuser
        self.shown: i64 = 0  # whose Tracker an audit showed
        self.supply: i64 = book.masks_of_works()  # AC-7
        self.deck: i64 = 0
        self.discard: i64 = 0
        self.spent: i64 = 0  # Events of the discard that everyone saw revealed
        self.pile: i64 = 0  # neither revealed nor buried
        self.buried: vec[i64] = none  # replaced; AC-30: the next to be revealed first
        self.revealed: vec[i64] = none  # replaced
        self.extra: i64 = 0  # extra_reveals
        # the Event under way
        self.card: i64 = 0
        self.part: i64 = 0
        self.line: i64 = 0
        self.lines: i64 = NONE  # the list that is run line by line, by `runner`, then `after_lines`
        self.runner: i64 = NONE
        self.after_lines: i64 = 0
        self.half_part: i64 = 0  # AM-1, `country+world`
        self.cancelled: bool = False
        self.nodeny: bool = False
        self.found: bool = False  # its Initiator is known to the table
        self.undeniable: i64 = 0
        self.locks: vec[i64] = none  # replaced; by target: who may accuse (AC-75)
        self.unlocked: vec[i64] = none  # never changed: nobody is locked
        self.cleared: i64 = 0
        self.start: i64 = 0  # the sequence of opportunities began here
        self.had: i64 = 0  # who had one in this sequence
        self.holder: i64 = NONE
        self.accused: i64 = NONE
        self.denials: vec[i64] = none  # replaced; of this Event: accused * 8 + accuser
        self.orphaned: i64 = NONE  # who was its Initiator and has left, where AM-10 must know
        # the batch under way; a thread belongs to the acting seat
        self.then: i64 = 0  # the step after its check
        self.moved: bool = False  # the Speaker card changed hands by an effect
        self.aimed: i64 = NONE  # the target named with the ability
        self.stack: vec[i64] = none  # frames: next effect, end, executing seat, by thread
        self.top: i64 = 0  # how much of the stack is in use
        self.doing: vec[i64] = none  # effect under way
        self.job: vec[i64] = none  # the choice it owes
        self.want: vec[i64] = none
        self.aim: vec[i64] = none
        self.sub: vec[i64] = none  # list that follows from it
        self.seen: vec[i64] = none  # cards looked at or shown so far
        self.owing: i64 = 0  # threads that have a job
        self.following: i64 = 0  # threads that have a sub
        self.serves: i64 = 0  # by seat, four bits: the thread it is asked about, plus 1
        self.ending: i64 = 0
        self.winners: i64 = 0
        if seats > 0:
            self._lay_out(seats)

    def _lay_out(self, seats: i64) -> None:
        """Vectors for a new match; a copy brings its own."""
        self.tokens = zeros(5 * seats)
        self.totals = zeros(seats)
        self.able = filled(seats, UNKNOWN)
        self.paid = zeros(seats)
        self.made = zeros(seats)
        self.rep = zeros(seats)
        self.vp = zeros(seats)  # AC-5
        self.used = zeros(seats)
        self.hand = zeros(seats)
        self.tracker = zeros(seats)
        self.known = zeros(seats)
        self.job = zeros(seats)
        self.want = zeros(seats)
        self.seen = zeros(seats)
        self.country = filled(seats, NONE)
        self.unlocked = filled(seats, NONE)
        self.locks = self.unlocked
        self.doing = filled(seats, NONE)
        self.aim = filled(seats, NONE)
        self.sub = filled(seats, NONE)

    def copy_into(self, other: "State") -> None:
        """Make `other` (made for no seats) equal to this."""
        carry_over(self, other)
        other.step = self.step
        other.menus = self.menus
        other.round = self.round
        other.speaker = self.speaker
        other.active = self.active
        other.crew = self.crew
        other.conceded = self.conceded
        other.bank = self.bank
        other.tokens = self.tokens[:]
        other.totals = self.totals[:]
        other.rich = self.rich
        other.able = self.able[:]
        other.paid = self.paid[:]
        other.made = self.made[:]
        other.rep = self.rep[:]
        other.vp = self.vp[:]
        other.country = self.country
        other.used = self.used[:]
        other.hand = self.hand[:]
        other.tracker = self.tracker[:]
        other.known = self.known[:]
        other.notmes = self.notmes
        other.shown = self.shown
        other.supply = self.supply
        other.deck = self.deck
        other.discard = self.discard
        other.spent = self.spent
        other.pile = self.pile
        other.buried = self.buried
        other.revealed = self.revealed
        other.extra = self.extra
        other.card = self.card
        other.part = self.part
        other.line = self.line
        other.lines = self.lines
        other.runner = self.runner
        other.after_lines = self.after_lines
        other.half_part = self.half_part
        other.cancelled = self.cancelled
        other.nodeny = self.nodeny
        other.found = self.found
        other.undeniable = self.undeniable
        other.locks = self.locks
        other.unlocked = self.unlocked
        other.cleared = self.cleared
        other.start = self.start
        other.had = self.had
        other.holder = self.holder
        other.accused = self.accused
        other.denials = self.denials
        other.orphaned = self.orphaned
        other.then = self.then
        other.moved = self.moved
        other.aimed = self.aimed
        other.stack = self.stack[: self.top]
        other.top = self.top
        other.doing = self.doing[:]
        other.job = self.job[:]
        other.want = self.want[:]
        other.aim = self.aim[:]
        other.sub = self.sub[:]
        other.seen = self.seen[:]
        other.owing = self.owing
        other.following = self.following
        other.serves = self.serves
        other.ending = self.ending
        other.winners = self.winners

    def key(self) -> list[int]:
        out: list[int] = [self.step, 1 if self.over else 0, self.round, self.speaker, self.active]
        out += [self.crew, self.conceded, self.bank, self.shown]
        for mask in (self.deck, self.discard, self.spent, self.pile, self.supply):
            out += [mask & 0xFFFFFFF, mask >> 28]
        out += [self.extra, self.card, self.part, self.line, self.lines, self.runner]
        out += [self.after_lines, self.half_part, 1 if self.cancelled else 0]
        out += [1 if self.nodeny else 0, 1 if self.found else 0, self.undeniable, self.cleared]
        out += [self.start, self.had, self.holder, self.accused, self.orphaned, self.then]
        out += [1 if self.moved else 0, self.aimed, self.ending, self.winners]
        for mask in list(self.hand) + list(self.seen):
            out += [mask & 0xFFFFFFF, mask >> 28]
        for numbers in (
            self.tokens,
            self.paid,
            self.made,
            self.rep,
            self.vp,
            self.country,
            self.used,
            self.tracker,
            self.known,
            self.locks,
            self.doing,
            self.job,
            self.want,
            self.aim,
            self.sub,
            self.sealed.answers,
        ):
            out.extend(list(numbers))
        for numbers in (self.buried, self.revealed, self.notmes, self.denials, self.frames()):
            out.append(len(numbers))
            out.extend(list(numbers))
        return out

    def put(self, name: str, numbers: list[int]) -> None:
        """Set a vector by name: loaders and beliefs hand over lists (see `kernel.vecs`)."""
        v = pack(numbers)
        fill(self.able, UNKNOWN)
        if name == "tokens":
            self.tokens = v
            for i in range(self.seats):
                self.totals[i] = total(v[5 * i : 5 * i + 5])
            self.rich = where_not(self.totals, 0)
        elif name == "paid":
            self.paid = v
        elif name == "made":
            self.made = v
        elif name == "rep":
            self.rep = v
        elif name == "vp":
            self.vp = v
        elif name == "country":
            self.country = v
        elif name == "used":
            self.used = v
        elif name == "hand":
            self.hand = v
        elif name == "tracker":
            self.tracker = v
        elif name == "known":
            self.known = v
        elif name == "notmes":
            self.notmes = v
        elif name == "buried":
            self.buried = v
        elif name == "revealed":
            self.revealed = v
        elif name == "locks":
            self.locks = v
        elif name == "denials":
            self.denials = v
        elif name == "stack":
            self.stack = v
            self.top = len(v)
        elif name == "doing":
            self.doing = v
        elif name == "job":
            self.job = v
            self.owing = where_not(v, NO_JOB) & ~_where(v, FORCED)
        elif name == "want":
            self.want = v
        elif name == "aim":
            self.aim = v
        elif name == "sub":
            self.sub = v
            self.following = where_not(v, NONE)
        elif name == "seen":
            self.seen = v
        else:
            raise ValueError(name)

    def seal_again(self, seat: i64, number: i64) -> bool:
        """Lay a sealed answer back, for loaders and beliefs; True when it was the last one owed.
        Who concedes after answering keeps that answer, not the default (AC-154)."""
        if self.sealed.owes(seat):
            return self.sealed.put(seat, number)
        if self.sealed.answers[seat] >= 0:
            self.sealed.answers[seat] = number
        return False

    def frames(self) -> vec[i64]:
        """The part of the stack that is in use."""
        return self.stack[: self.top]


# --- telling --------------------------------------------------------------------------------------


def tell(s: State, kind: str, data: dict[str, object]) -> None:
    if s.events is not None:
        s.events.append(Event(kind, data, EVERYONE))


def tell_now(s: State) -> None:
    """A question is open (or would be, if `brisk` did not skip it)."""
    if s.events is not None:
        tell(s, "now", {"phase": STEPS[s.step]})


# --- vectors --------------------------------------------------------------------------------------


def push(numbers: vec[i64], value: i64) -> vec[i64]:
    """A new vector with one more number: `append` might write behind the end of a shared one."""
    return append(numbers[:], value)


def _where(numbers: vec[i64], value: i64) -> i64:
    """The places of a number, as a set."""
    out: i64 = 0
    for i in range(i64(len(numbers))):
        if numbers[i] == value:
            out |= bit(i)
    return out


def where_not(numbers: vec[i64], value: i64) -> i64:
    """The places of other numbers than `value`, as a set."""
    return ~_where(numbers, value) & (bit(len(numbers)) - 1)
