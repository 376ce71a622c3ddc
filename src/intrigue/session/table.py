"""The live session around a position, and the only place that knows about time.

It holds intents: answers that are saved or ready and may change until the prompt closes. Then it
plays the final answers into the position in seat order. Nothing reaches a viewer but through
`Feed`, and nothing here depends on what a seat's answer is before the position says so.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
from mypy_extensions import mypyc_attr

from intrigue.kernel.chance import Chance, Seeded, Told, commitment
from intrigue.kernel.game import Game, Setup
from intrigue.kernel.position import TABLE, Event, Illegal, Position, Refusal

from .feed import Feed, for_viewers
from .ledger import Ledger
from .message import Answer, Pace, Standing
from .record import (
    ABORTED,
    UNTIL,
    Arm,
    Claimed,
    Close,
    End,
    Entry,
    Header,
    Intent,
    Offer,
    Override,
    Pass,
    Play,
    Record,
    Reply,
    Undo,
    draws,
    late,
    noted,
    undone,
)
from .state import TableState
from .undo import Past

_CHANGES = (Play, Undo, Offer, Reply, Claimed, End)  # after which viewers may be shown more


@mypyc_attr(allow_interpreted_subclasses=True)
class Table(TableState):
    """One match being played. Times are numbers that the caller hands in."""

    def __init__(
        self,
        game: Game,
        setup: Setup,
        chance: Chance,
        pace: Pace | None = None,
        position: Position | None = None,
        now: float = 0.0,
    ) -> None:
        told = Told(chance)
        if position is None:
            position = game.start(setup, told)
        super().__init__(game, setup, chance, pace or Pace(), position, now)
        self.feeds: list[Feed] = []
        self.at_once = True  # whether feeds hear of everything as it happens, or at `tell`
        self._news: list[Event] = []  # happened in what is being carried out
        self._untold: list[Event] = []
        self._happened: list[Event] = []
        seed = chance.seed if isinstance(chance, Seeded) else None
        self.seed = seed
        self.record = Record(
            Header(
                game=game.id,
                version=game.version,
                options=setup.options,
                seats=list(setup.names),
                commitment=None if seed is None else commitment(seed),
                chance=self._faces(told),
                data=msgspec.UNSET if setup.data is None else setup.data,
            ),
            game=game,
        )

    @classmethod
    def resume(
        cls, record: Record, chance: Chance, pace: Pace | None = None, opened: float = 0.0
    ) -> "Table":
        """The table as it stood when this (unfinished) record was written, intents and standing
        orders included. `opened` is when its last prompt did."""
        past = Past()
        position, ledger = Ledger.of(record, past)
        table = cls(record.game, record.setup(), chance, pace, position, opened)
        table.record = record
        table.past = past
        table.ledger = ledger
        for entry in record.entries:
            table._recall(entry)
        return table

    def follow(self, entries: Sequence[Entry]) -> list[list[Event]]:
        """Go on with what was decided at another table of the same match; what happened with each
        entry. Everyone is told of all of it at once. Times are the caller's: see `opened`."""
        happened: list[list[Event]] = []
        for entry in entries:
            self.record.entries.append(entry)
            line = len(self.record.entries) + 1
            self.position, events = self.record.step(
                line, self.setup, self.position, entry, self.past
            )
            self._recall(entry)
            self.ledger.hear(events)
            self._follow_aside(entry)
            self._news += events
            happened.append(events)
        if any(isinstance(entry, _CHANGES) for entry in entries):
            self.look_anew()
        if isinstance(self.chance, Seeded):
            self.chance.drawn += draws(entries)
        self._tell()
        return happened

    def _recall(self, entry: Entry) -> None:
        """What an entry says beside what it makes of the position."""
        if isinstance(entry, Close | Undo):
            self.prompt += 1
            self.late.clear()
            self.answers = [None] * self.setup.seats
        elif isinstance(entry, Override) and entry.seat is not None:
            self._sit(self.setup.seat(entry.seat), entry.what)
            self.aborted |= entry.what == ABORTED
        elif isinstance(entry, Intent):
            act = self.read(entry.act)
            self.answers[self.setup.seat(entry.seat)] = Answer(act, entry.ready, entry.by)
        elif isinstance(entry, Pass):
            self._let_pass(self.setup.seat(entry.seat), entry.until)
        elif isinstance(entry, Arm):
            armed = [Standing(kind, act) for kind, act in entry.orders]
            self.standing[self.setup.seat(entry.seat)] = armed

    def _follow_aside(self, entry: Entry) -> None:
        """What an entry of another table says of deals and claims."""
        if isinstance(entry, Offer | Reply | Claimed):
            self.ledger.apply(entry)
        elif isinstance(entry, End):
            self.ledger.close()

    # --- what people do ---------------------------------------------------------------------------

    def read(self, text: str) -> int:
        """An act from its notation; raises `Illegal`."""
        return self.game.parse(self.setup, text)

    def submit(
        self,
        seat: int,
        act: int,
        ready: bool = True,
        prompt: int | None = None,
        by: str = "player",
        now: float = 0.0,
    ) -> None:
        """Answer the open prompt (changeable until it closes) or do a free act. `prompt` says
        which question was meant. Raises `Illegal`; nothing has changed then."""
        self._fresh(prompt)
        refusal = self.position.check(seat, act)
        if refusal is not None:
            raise Illegal(refusal)
        free = seat == TABLE or self.position.is_free(act)
        if not free and seat not in self.position.asked():
            raise Illegal(Refusal("not_asked", ""))
        if not free and self.passes(seat):
            raise Illegal(Refusal("passing", ""))
        if seat in self.absent:  # whoever acts is there
            self._presence(seat, "back")
        if not free:
            self._intend(seat, Answer(act, ready, by))
        else:
            reopens = seat != TABLE and self.position.reopens(seat, act)
            self._play(seat, act, "table" if seat == TABLE else by)
            if reopens and not self.over:
                self._next_prompt(Close("again"), now)
            elif self.position.unsettles(act) and seat != TABLE and not self._held():
                self._unsettle()
        self._turn(now)

    def ready(self, seat: int, prompt: int | None = None, now: float = 0.0) -> None:
        """Confirm what is saved."""
        self._fresh(prompt)
        saved = self.answers[seat]
        if saved is None:
            raise Illegal(Refusal("nothing_saved", ""))
        self._intend(seat, Answer(saved.act, True, saved.by))
        self._turn(now)

    def unready(self, seat: int, prompt: int | None = None, now: float = 0.0) -> None:
        """Keep the answer, but do not be done yet."""
        self._fresh(prompt)
        saved = self.answers[seat]
        if saved is None or not saved.ready:
            raise Illegal(Refusal("not_ready", ""))
        self._intend(seat, Answer(saved.act, False, saved.by))
        self._turn(now)

    def undo(self, seat: int, now: float = 0.0) -> None:
        """Take back the seat's last act; everyone is told so. Raises `Illegal` where something new
        was learned since, and nothing has changed then."""
        position = self.past.back(seat)
        if position is None:
            raise Illegal(Refusal("no_undo", ""))
        self.position = position
        self.look_anew()
        self._next_prompt(Undo(self.setup.names[seat]), now)
        happened = [undone(seat)]
        self.ledger.hear(happened)
        self._news += happened
        self._turn(now)

    def arm(self, seat: int, orders: Sequence[Standing]) -> None:
        """Replace a seat's standing orders."""
        for order in orders:
            if order.prompt not in self.game.prompts:
                raise Illegal(Refusal("no_standing", "", {"kind": order.prompt}))
        self.standing[seat] = list(orders)
        armed = [(order.prompt, order.act) for order in orders]
        self.record.entries.append(Arm(self.setup.names[seat], armed))
        self._tell()

    def pass_openly(
        self, seat: int, until: str, prompt: int | None = None, now: float = 0.0
    ) -> None:
        """Say in public that a seat passes: the open window, or all "until" its "turn"; or, with
        nothing, that it does not any more. Raises `Illegal`."""
        self._fresh(prompt)
        asked = not self.over and seat in self.position.asked()
        if until not in UNTIL or (until == "window" and not (asked and self.passable(seat))):
            raise Illegal(Refusal("no_pass", ""))
        if until == "turn" and (not self.game.passable or self._has_turn(seat)):
            raise Illegal(Refusal("no_pass", ""))
        if until != self.passing.get(seat, ""):
            self._pass(seat, until)
        self._turn(now)

    def _pass(self, seat: int, until: str) -> None:
        self.record.entries.append(Pass(self.setup.names[seat], until))
        self._let_pass(seat, until)

    def _let_pass(self, seat: int, until: str) -> None:
        self._asks.clear()  # the question says it
        if until:
            self.passing[seat] = until
        else:
            self.passing.pop(seat, None)

    def _has_turn(self, seat: int) -> bool:
        if self.over or seat not in self.position.asked():
            return False
        return self.position.prompt(seat).kind in self.game.turns

    def _end_passes(self) -> None:
        """Whose turn it is does not pass any more."""
        for seat in sorted(self.passing):
            if self._has_turn(seat):
                self._pass(seat, "")

    # --- deals and claims: they change no position ------------------------------------------------

    def offer(
        self,
        seat: int,
        to: Sequence[str],
        clauses: str,
        secret: bool = False,
        until: int | None = None,
        deadline: float | None = None,
        counters: int | None = None,
        now: float | None = None,
    ) -> None:
        """Offer a deal; raises `Illegal` or `BadInput`, and nothing has changed then. What
        `counters` an offer (by the number that the seat knows it by) is for its parties."""
        offer = Offer("", list(to), clauses, secret, until, deadline, None, now)
        self._aside(self.ledger.offer(seat, offer, counters))

    def reply(self, seat: int, deal: int, what: str, now: float = 0.0) -> None:
        """Accept or decline an offer, or withdraw one's own, by the number that the seat knows it
        by. Raises `Illegal`."""
        self._aside(self.ledger.reply(seat, deal, what, now))

    def claim(
        self, seat: int, text: str, to: Sequence[str] | None = None, now: float | None = None
    ) -> None:
        """Say something about what is hidden; raises `Illegal` or `BadInput`."""
        heard = None if to is None else list(to)
        self._aside(self.ledger.claim(seat, Claimed("", text, heard, now)))

    def expire_offers(self, now: float) -> None:
        """Offers whose deadline is over cannot be accepted any more."""
        if not self.over:
            for entry in self.ledger.overdue(now):
                self._aside(entry)

    def _aside(self, entry: Offer | Reply | Claimed) -> None:
        self.record.entries.append(entry)
        self.ledger.apply(entry)
        self._ledgers.clear()
        self._tell()

    # --- who is there, and what time it is --------------------------------------------------------

    def leave(self, seat: int, now: float = 0.0) -> None:
        """Somebody gets up: the seat takes its default from now on, the open question included
        (TR-52), and is not waited for."""
        self._presence(seat, "leave")
        self._turn(now)

    def empty(self, seat: int, now: float = 0.0) -> None:
        """Nobody plays there any more, and the game did not ask why: what was answered stands,
        ready or not, so that nobody can throw away somebody else's answer. What is asked later
        takes its default."""
        self._presence(seat, "empty")
        self._turn(now)

    def back(self, seat: int, now: float = 0.0) -> None:
        """Somebody sits there again."""
        self._presence(seat, "back")
        self._turn(now)

    def abort(self, seat: int) -> None:
        """The match is broken off because a seat left it. Nobody has won."""
        self.aborted = True
        self.record.entries.append(Override(ABORTED, self.setup.names[seat]))
        self._end(End(reason=ABORTED, scores=[], winners=[]))
        self._tell()

    def note(
        self, what: str, seat: int, data: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET
    ) -> None:
        """Write down a public note; what it tells is told with what happens next."""
        name = None if seat == TABLE else self.setup.names[seat]
        self.record.entries.append(Override(what, name, data))
        happened = noted(self.game, what, seat)
        self.ledger.hear(happened)
        self._news += happened

    def _presence(self, seat: int, what: str) -> None:
        self.record.entries.append(Override(what, self.setup.names[seat]))
        self._sit(seat, what)

    def _sit(self, seat: int, what: str) -> None:
        if what == "back":
            self.absent.discard(seat)
        elif what in ("leave", "empty"):
            self.absent.add(seat)
            self.passing.pop(seat, None)
            if what == "leave":
                self.answers[seat] = None

    def tick(self, now: float) -> None:
        """Let time pass: close a window that has lasted long enough."""
        self._turn(now)

    def expire(self, seat: int, now: float = 0.0) -> None:
        """One seat's own clock ran out: what it has saved stands, and nobody waits for it."""
        self.late.add(seat)
        self._turn(now)

    def deadline(self, now: float = 0.0) -> None:
        """The clock ran out: saved answers stand, whoever has none takes a standing order or the
        default."""
        if not self.over:
            self._close("deadline", now)
            self._turn(now)

    # --- closing ----------------------------------------------------------------------------------

    def _fresh(self, prompt: int | None) -> None:
        if prompt is not None and prompt != self.prompt:
            raise Illegal(Refusal("stale", self.game.stale_rule))

    def _intend(self, seat: int, answer: Answer) -> None:
        self.answers[seat] = answer
        act = self.game.spell(self.setup, answer.act)
        self.record.entries.append(Intent(self.setup.names[seat], act, answer.ready, answer.by))

    def unsettle(self) -> None:
        """Everyone keeps the answer and confirms it again."""
        self._unsettle()
        self._tell()

    def _unsettle(self) -> None:
        for seat, answer in enumerate(self.answers):
            if answer is not None and answer.ready:
                self._intend(seat, Answer(answer.act, False, answer.by))

    def _turn(self, now: float) -> None:
        """Close everything that can close, then tell everyone."""
        number = self.prompt
        self._end_passes()
        while not self.over and self._closable(now):
            self._close("ready", now)
        if self.prompt == number:  # a close has told already
            self._tell()

    def _closable(self, now: float) -> bool:
        if self.pace.still:
            return False
        asked = self.position.asked()
        prompt = self.position.prompt(asked[0])
        if prompt.window and self.pace.patient is not None:
            if prompt.kind not in self.pace.patient:
                return True
        if prompt.closes == "deadline" or self._held():
            return False
        if prompt.window and self.seen_to_pass(asked):
            return True
        gone = self.absent | self.late
        done = all(self.is_ready(seat) or seat in gone or self.out(seat) for seat in asked)
        lasted = now - self.opened
        length = self.window_length() if prompt.window else None
        if length is not None:
            return (done and self.pace.early) or 0 < length <= lasted
        if prompt.window:
            least = self.pace.window_least  # without one it need not even have begun
            return (done and (least == 0 or lasted >= least)) or (
                0 < self.pace.window_most <= lasted
            )
        return done

    def _held(self) -> bool:
        """Whether the open prompt waits for the deadline though all may be ready."""
        if not self.pace.hold:
            return False
        asked = self.position.asked()
        return len(asked) > 1 and self.position.prompt(asked[0]).sealed

    def _next_prompt(self, entry: Close | Undo, now: float) -> None:
        """The open prompt is over; nothing that was meant for it counts for the next."""
        self.answers = [None] * self.setup.seats
        self.prompt += 1
        self.late.clear()
        self.opened = now
        self.record.entries.append(entry)
        for seat in sorted(self.passing):
            if self.passing[seat] == "window":
                self._pass(seat, "")

    def _close(self, why: str, now: float) -> None:
        asked = self.position.asked()
        answers = self.answers
        passed = [seat for seat in asked if self.passes(seat)]
        self._next_prompt(Close(why), now)
        for seat in asked:
            saved = answers[seat]
            if seat in passed:
                self._play(seat, self.read("pass"), "pass")
                continue
            if saved is not None and self.position.check(seat, saved.act) is None:
                self._play(seat, saved.act, saved.by)
                continue
            armed = None if seat in self.absent else self.armed(seat)
            if armed is not None:
                self._play(seat, armed, "standing order")
            else:
                told = Told(self.chance)
                self._play(seat, self.position.default(seat, told), "default", told)
        self._end_passes()
        self._tell()

    def _play(self, seat: int, act: int, by: str, drawn: Told | None = None) -> None:
        told = Told(self.chance)
        kept = self.past.before(self.position, seat, act)
        self.look_anew()
        happened = late(self.game, self.position, seat) if by == "default" else []
        happened += self.position.play(seat, act, told)
        self.ledger.hear(happened)
        self._news += happened
        asked = len(told.faces) + (0 if drawn is None else len(drawn.faces))
        self.past.after(kept, self.position, seat, asked)
        self.record.entries.append(
            Play(
                None if seat == TABLE else self.setup.names[seat],
                self.game.spell(self.setup, act),
                by,
                [] if drawn is None else self._faces(drawn),
                self._faces(told),
            )
        )
        outcome = self.position.outcome()
        if outcome is not None:
            winners = [self.setup.names[winner] for winner in outcome.winners]
            self._end(End(reason=outcome.reason, scores=outcome.scores, winners=winners))

    def _end(self, end: End) -> None:
        end.seed = None if self.seed is None else self.seed.hex()
        self.record.entries.append(end)
        self.ledger.close()
        self._ledgers.clear()

    def _faces(self, told: Told) -> list[str]:
        return [self.game.write_draw(self.setup, deck, face) for deck, face in told.faces]

    # --- telling ----------------------------------------------------------------------------------

    def feed(self, viewer: int) -> "Feed":
        """Start watching as a seat, or as a spectator."""
        feed = Feed(self, viewer)
        self.feeds.append(feed)
        return feed

    def _tell(self) -> None:
        self._happened += self._news
        self._untold += self._news
        self._news = []
        if self.at_once:
            self.tell()

    def take_events(self) -> list[Event]:
        """All that happened since it was asked last, as it was: not for viewers."""
        events, self._happened = self._happened, []
        return events

    def tell(self) -> None:
        """Let the feeds hear of all that happened since, as one moment."""
        news, self._untold = for_viewers(self._untold), []
        public = self.public()
        for feed in self.feeds:
            feed.hear(news, public)
