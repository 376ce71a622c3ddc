"""The master test of secrecy: two matches that differ only in what a viewer cannot know must give
that viewer the same bytes.

The driver is coupled. Both worlds start at the deal, with answers of chance that differ only where
the viewer cannot see; then it looks for acts with the same public face, so that the pair stays
together as long as the game lets it. Pairs may part where an event discloses what differed, as the
game declares; any other difference is a leak.
"""

import re
from collections.abc import Callable, Mapping
from functools import cached_property
from random import Random
from typing import Any

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from intrigue.kernel.batch import Writer, observed, offered
from intrigue.kernel.chance import EVERYONE, NOBODY, Chance, Fast
from intrigue.kernel.deals import OFFERED
from intrigue.kernel.game import Game, Player, Seen, Setup
from intrigue.kernel.position import Event, Illegal, Position
from intrigue.session.feed import Feed
from intrigue.session.message import Pace, Standing
from intrigue.session.table import Table

from .kit import Defect, voluntary
from .promises import Dealer

# several people and a clock: a window lasts its length, whatever is answered
CLOCKED = Pace(length=1.0, early=False, fixed=True, skips=True)


class Leak(Defect):
    """The viewer can tell the two worlds apart by something that should not tell."""


class Parted(Exception):
    """The worlds can no longer be kept alike: something was disclosed."""


class Draws(Chance):
    """World A: random answers, noted with their audience."""

    def __init__(self, seed: int) -> None:
        self.inner = Fast(seed)
        self.drawn: list[tuple[str, int, int]] = []

    def draw(self, deck: str, bag: vec[i64], audience: int = NOBODY) -> int:
        face = self.inner.draw(deck, bag, audience)
        self.drawn.append((deck, face, audience))
        return face


class Coupled(Chance):
    """World B: what the viewer sees drawn is what was drawn in A, the rest is random, and leaves
    in the bag what the viewer is still to see. `near` in ten hidden draws are as in A, too: worlds
    that differ in little share most of their acts, and stay together for long."""

    def __init__(
        self, drawn: list[tuple[str, int, int]], viewer: int, seed: int, near: int = 0
    ) -> None:
        self.inner = Fast(seed)
        self.viewer = viewer
        self.near = near
        self.hidden = [(deck, face) for deck, face, who in drawn if not _sees(who, viewer)]
        self.due = [(deck, face) for deck, face, who in drawn if _sees(who, viewer)]

    def draw(self, deck: str, bag: vec[i64], audience: int = NOBODY) -> int:
        if _sees(audience, self.viewer):
            for i, (name, face) in enumerate(self.due):
                if name == deck:
                    del self.due[i]
                    if face >= len(bag) or bag[face] < 1:
                        raise Parted
                    bag[face] -= 1
                    return face
            raise Parted
        spare = bag[:]
        for name, face in self.due:
            if name == deck and face < len(spare) and spare[face] > 0:
                spare[face] -= 1
        if sum(spare) == 0:
            raise Parted
        face = self.inner.draw(deck, spare[:], audience)
        name, there = self.hidden.pop(0) if self.hidden else ("", 0)
        if name == deck and there < len(spare) and spare[there] > 0:
            if self.inner.below(10) < self.near:
                face = there
        bag[face] -= 1
        return face


def _sees(audience: int, viewer: int) -> bool:
    return audience == EVERYONE or (viewer >= 0 and (audience >> viewer) & 1 == 1)


class Swap(Chance):
    """Holds the answerer of the moment, so that a table keeps one chance for its life."""

    def __init__(self) -> None:
        self.now: Chance = Fast(0)

    def draw(self, deck: str, bag: vec[i64], audience: int = NOBODY) -> int:
        return self.now.draw(deck, bag, audience)


class Pair:
    """Two coupled worlds and the feeds of the viewer in each. Some seats may have players of their
    own, who get views."""

    players: Mapping[int, type[Player]] = {}
    decided = 0  # answers that these players chose
    openly: Mapping[int, str] = {}  # who says in public that they pass, and until when

    def __init__(
        self,
        game: Game,
        setup: Setup,
        viewer: int,
        seed: int,
        table: type[Table] = Table,
        players: Mapping[int, type[Player]] | None = None,
    ) -> None:
        self.game = game
        self.setup = setup
        self.viewer = viewer
        self.rng = Random(seed)
        self.steps = 0
        self.differ = False  # whether anything hidden was ever different
        self.near = self.rng.choice((0, 6, 9))
        self.chances = Swap(), Swap()
        draws = Draws(seed)
        self.chances[0].now = draws
        pace = self.rng.choice((Pace(), CLOCKED))
        first = table(game, setup, self.chances[0], pace)
        self.chances[1].now = Coupled(draws.drawn, viewer, seed + 1, self.near)
        self.tables = first, table(game, setup, self.chances[1], pace)
        self.feeds: tuple[Feed, Feed] = (
            self.tables[0].feed(viewer),
            self.tables[1].feed(viewer),
        )
        self.players = players or {}
        self._own = {seat: [one.feed(seat) for one in self.tables] for seat in self.players}

    @cached_property
    def writer(self) -> Writer | None:
        return None if self.game.encoder is None else self.game.features(self.setup).writer()

    @cached_property
    def dealer(self) -> Dealer | None:
        return None if self.game.promises is None else Dealer(self.game, self.setup, self.rng)

    def run(self, most: int = 400) -> int:
        """Play both to the end, to a disclosure, or to `most` steps. The number of steps that the
        pair survived; raises `Leak`."""
        self._compare()
        while self.steps < most and not self.tables[0].position.over:
            try:
                self._step()
            except Parted:
                break
            self.steps += 1
            self._compare()
            if self.steps % 3 == 0:
                self._believe()
        return self.steps

    # --- one step ---------------------------------------------------------------------------------

    def _step(self) -> None:
        roll = self.rng.random()
        if roll < 0.15:
            self._refusals()
        elif roll < 0.30:
            self._free()
        elif roll < 0.40:
            self._arm()
        elif roll < 0.45:
            self._presence()
        elif roll < 0.50:
            self._undo()
        elif roll < 0.54:
            self._take_back()
        else:
            self._prompt()
        if self.dealer is not None:
            self._promise(self.dealer)

    def _both(self, label: str, values: tuple[Any, Any]) -> Any:
        if values[0] != values[1]:
            raise Leak(f"{label} tells the worlds apart: {values[0]!r} and {values[1]!r}")
        return values[0]

    def _asked(self) -> list[int]:
        asked: list[int] = self._both(
            "who is asked", (self.tables[0].position.asked(), self.tables[1].position.asked())
        )
        return asked

    def _refusals(self) -> None:
        """The viewer tries anything; refused or not, and why, must be the same."""
        if self.viewer < 0:
            return
        act = self.rng.randrange(1 << self.rng.randrange(3, 16))
        pool = self.tables[0].position.options(self.viewer) if self.viewer in self._asked() else []
        act = self.rng.choice([act, *pool])
        said = []
        for table in self.tables:
            refusal = table.position.check(self.viewer, act)
            said.append(None if refusal is None else (refusal.code, refusal.rule, refusal.data))
        self._both("a refusal", (said[0], said[1]))

    def _free(self) -> None:
        seat = self.rng.randrange(self.setup.seats)
        acts = voluntary(self.game, self.tables[0].position, seat, self.rng)
        if acts:
            act = self.rng.choice(acts)
            try:
                twin = self._twin(seat, act, self.tables[1].position.free(seat), False)
            except Parted:
                return  # nobody has to
            self._carry_out([(seat, act, twin)])

    def _arm(self) -> None:
        """Others arm different standing orders, the viewer the same."""
        seat = self.rng.randrange(self.setup.seats)
        kind = self.rng.choice(self.game.prompts)
        for i, table in enumerate(self.tables):
            verbs = [""]
            if seat in table.position.asked():
                acts = table.position.options(seat)
                act = acts[0] if seat == self.viewer else self.rng.choice(acts)
                verbs = [self.game.spell(self.setup, act)]
            if i == 1 and seat != self.viewer and self.rng.random() < 0.5:
                table.arm(seat, [])
            else:
                table.arm(seat, [Standing(kind, verbs[0])])
        # standing orders that differ would be played and disclosed: take them back in time
        self._compare()
        for table in self.tables:
            table.arm(seat, [])

    def _undo(self) -> None:
        """Somebody takes an act back, in both worlds: whether one can is no secret of its own."""
        for seat in self._asked():
            can = [table.past.open(seat) for table in self.tables]
            if seat == self.viewer:
                self._both("whether an act can be taken back", (can[0], can[1]))
            if all(can):
                for table in self.tables:
                    table.undo(seat)
                return

    def _take_back(self) -> None:
        """Somebody does not pass in public any more."""
        for seat in sorted(self.tables[0].passing):
            for table in self.tables:
                table.pass_openly(seat, "")
            return

    def _promise(self, dealer: Dealer) -> None:
        """Deals and claims: what the viewer knows of is the same in both worlds, the rest is made
        in one of them alone."""
        for _ in range(self.rng.randrange(4)):
            if self.tables[0].position.over:
                return
            if self.rng.random() < 0.6:
                self._deal(dealer)
            else:
                self._reply(dealer)
        self._compare()

    def _deal(self, dealer: Dealer) -> None:
        """An offer or a claim, to the viewer, to all, or behind the viewer's back."""
        parties = dealer.parties()
        names = [self.setup.names[seat] for seat in parties[1:]]
        chapter = self.tables[0].ledger.chapter
        secret = self.rng.random() < 0.7
        known = not secret or self.viewer in parties
        tables = self.tables if known else (self.rng.choice(self.tables),)
        if dealer.promises.claims and self.rng.random() < 0.3:
            said, to = dealer.statement(chapter), names if secret else None
            refused = [_tried(table.claim, parties[0], said, to) for table in tables]
        else:
            terms = dealer.terms(parties, chapter)
            refused = [_tried(table.offer, parties[0], names, terms, secret) for table in tables]
        if known and self.viewer == parties[0]:
            self._both("a refused deal or claim", (refused[0], refused[1]))
        elif known and refused[0] != refused[1]:
            raise Parted  # somebody has too many open offers in one of the worlds

    def _reply(self, dealer: Dealer) -> None:
        """An answer to an offer that the viewer knows of, or to one that there is in one world."""
        what = self.rng.choice(("accept", "accept", "decline", "withdraw"))
        for world in self.rng.sample((0, 1), 2):
            ledger = self.tables[world].ledger
            waiting = [place for place, deal in enumerate(ledger.deals) if deal.state == OFFERED]
            if not waiting:
                continue
            place = self.rng.choice(waiting)
            deal = ledger.deals[place]
            if not deal.known_to(self.viewer):
                seat = deal.by if what == "withdraw" else min(set(deal.to) - deal.accepted)
                self.tables[world].reply(seat, ledger.number(seat, place), what)
                return
            number = ledger.number(self.viewer, place)
            seat = deal.by if what == "withdraw" else min(set(deal.to) - deal.accepted)
            for table in self.tables:
                here = table.ledger.numbers(self.viewer)[number - 1]
                table.reply(seat, table.ledger.number(seat, here), what)
            return

    def _presence(self) -> None:
        seat = self.rng.randrange(self.setup.seats)
        for table in self.tables:
            if seat in table.absent:
                table.back(seat)
            elif len(table.absent) == 0 and self._awaited(table, seat):
                table.leave(seat)
        if self.tables[0].absent:
            self._compare()
            for table in self.tables:
                table.back(seat)

    def _awaited(self, table: Table, gone: int) -> bool:
        """Whether the question stays open without one seat: what a close draws, nobody coupled."""
        return any(seat != gone and not table.out(seat) for seat in table.position.asked())

    def _prompt(self) -> None:
        """Drafts that differ, then final answers with the same face."""
        asked = self._asked()
        for seat in asked:
            options = [table.position.options(seat) for table in self.tables]
            if seat == self.viewer:
                self._both("the options", (options[0], options[1]))
            if seat != self.viewer and len(asked) > 1 and not self.tables[0].passes(seat):
                for table, acts in zip(self.tables, options, strict=True):
                    for _ in range(self.rng.randrange(3)):  # changes of mind are secret, too
                        table.submit(seat, self.rng.choice(acts), ready=False)
                self._compare()
        thinking = [seat for seat in asked if seat in self.players]
        choices = {s: self._let_choose(s) for s in thinking if not self.tables[0].passes(s)}
        chosen = {seat: acts for seat, acts in choices.items() if self._alike(seat, *acts)}
        for tries in range(24):
            same = tries > 6  # as far as it goes
            stand = chosen if tries in (0, 7, 8) else {}
            try:
                answers = [
                    (seat, *stand[seat]) if seat in stand else self._answer(seat, same)
                    for seat in asked
                ]
            except Parted:
                continue
            self.openly = {
                seat: until for answer in answers for seat, until in self._aloud(*answer)
            }
            if self._carry_out(answers):
                self.decided += len(stand)
                self.openly = {}
                return
        raise Parted

    def _aloud(self, seat: int, act: int, twin: int) -> list[tuple[int, str]]:
        """Whoever passes in both worlds may say so in public. That is their own disclosure; whether
        they may is none."""
        if act != twin or self.game.spell(self.setup, act) != "pass":
            return []
        here, there = self.tables
        may = self._both("who may pass", (here.passable(seat), there.passable(seat)))
        if not may or self.tables[0].passes(seat) or self.rng.random() < 0.6:
            return []
        alone = self.game.concerns(self.tables[0].position.prompt(seat))
        return [(seat, "window" if alone or self.rng.random() < 0.4 else "turn")]

    def _let_choose(self, seat: int) -> tuple[int, int]:
        """What a player does in each world. One that knows the same does the same: there is nothing
        else by which it could choose. One that does not may give itself away: that is no leak, and
        somebody else chooses."""
        seed = self.rng.getrandbits(30)
        known, acts = [], []
        for world, table in enumerate(self.tables):
            view, seen = self._known(world, seat)
            prompt, options = table.position.prompt(seat), table.position.options(seat)
            player = self.players[seat](self.game, self.setup, seat, Random(seed))
            for event in msgspec.json.decode(seen, type=list[Seen]):
                player.hear(event)
            imagined: Any = msgspec.json.decode(view, type=self.game.view_type)
            acts.append(int(player.answer(imagined, prompt, options)))
            known.append((view, seen, options))
        if known[0] == known[1]:
            self._both("a player who knows the same", (acts[0], acts[1]))
        return acts[0], acts[1]

    def _alike(self, seat: int, act: int, twin: int) -> bool:
        """Whether the viewer cannot tell an act in world A from one in world B."""
        here, there = (table.position for table in self.tables)
        unseen = self.game.unseen
        return bool(unseen(here, seat, act, self.viewer) == unseen(there, seat, twin, self.viewer))

    def _known(self, world: int, seat: int) -> tuple[bytes, bytes]:
        """All that a seat was told, as it travels: its view and the events."""
        view = self.tables[world].position.view(seat)
        return msgspec.json.encode(view), msgspec.json.encode(self._own[seat][world].seen)

    def _answer(self, seat: int, same: bool) -> tuple[int, int, int]:
        """An answer that has a twin in the other world; whoever passed in public has no other."""
        if self.tables[0].passes(seat):
            act = self.game.parse(self.setup, "pass")
            return seat, act, act
        others = self.tables[1].position.options(seat)
        acts = self.tables[0].position.options(seat)
        self.rng.shuffle(acts)
        for act in acts:
            try:
                return seat, act, self._twin(seat, act, others, same)
            except Parted:
                continue
        raise Parted

    def _twin(self, seat: int, act: int, others: list[int], same: bool) -> int:
        """An act of world B that looks to the viewer like `act` in world A."""
        if seat == self.viewer or (same and act in others):
            if act not in others:
                raise Leak(f"an act is legal in one world only: {act}")
            return act
        face = self.game.unseen(self.tables[0].position, seat, act, self.viewer)
        there = self.tables[1].position
        alike = [o for o in others if self.game.unseen(there, seat, o, self.viewer) == face]
        if not alike:
            raise Parted
        return self.rng.choice(alike)

    def _carry_out(self, answers: list[tuple[int, int, int]]) -> bool:
        """Rehearse on copies; if nothing would be disclosed, do it at both tables."""
        for _ in range(8):
            seed = self.rng.getrandbits(30)
            try:
                if not self._rehearse(answers, seed):
                    return False
                break
            except Parted:
                continue
        else:
            return False
        draws = Draws(seed)
        self.chances[0].now = draws
        self._submit(0, [(seat, act) for seat, act, _ in answers])
        self.chances[1].now = Coupled(draws.drawn, self.viewer, seed + 1, self.near)
        self._submit(1, [(seat, twin) for seat, _, twin in answers])
        return True

    def _submit(self, world: int, acts: list[tuple[int, int]]) -> None:
        table = self.tables[world]
        asked = table.position.asked()
        left = [(seat, act) for seat, act in acts if seat not in asked or not table.passes(seat)]
        number, ordered = table.prompt, []
        # a window does not wait for those who have nothing to do: they answer first
        for seat, act in sorted(left, key=lambda one: not self._idle(table.position, one[0])):
            try:
                if seat in self.openly:
                    table.pass_openly(seat, self.openly[seat])
                elif self._in_advance(table, seat, act):
                    ordered.append(seat)
                else:
                    table.submit(seat, act)
            except Illegal as error:
                raise Leak(f"an offered act is refused at the table: {error}") from None
        asked = table.position.asked() if not table.position.over else []
        waits = any(table.answers[seat] is not None for seat in asked)
        if waits or (ordered and table.prompt == number):
            table.deadline()  # prompts that wait for the clock, and windows
        for seat in ordered:
            table.arm(seat, [])

    def _in_advance(self, table: Table, seat: int, act: int) -> bool:
        """Whether somebody leaves the answer to a window to a standing order, perhaps in one of the
        worlds alone."""
        prompt = table.position.prompt(seat)
        several = prompt.window and len(table.position.asked()) > 1
        saved = table.answers[seat] is not None  # which counts before any order
        if seat == self.viewer or not several or saved or not table.pace.fixed:
            return False  # without a clock an order is no answer
        if self.rng.random() < 0.5:
            return False
        table.arm(seat, [Standing(prompt.kind, self.game.spell(self.setup, act))])
        if table.armed(seat) != act:  # another option begins like it
            table.arm(seat, [])
            return False
        return True

    def _rehearse(self, answers: list[tuple[int, int, int]], seed: int) -> bool:
        """Whether the viewer would see the same; a difference that no event discloses leaks."""
        draws = Draws(seed)
        first = self.tables[0].position.copy()
        here = self._watch(first, [(seat, act) for seat, act, _ in answers], draws)
        second = self.tables[1].position.copy()
        coupled = Coupled(draws.drawn, self.viewer, seed + 1, self.near)
        there = self._watch(second, [(seat, twin) for seat, _, twin in answers], coupled)
        for one, other in zip(here, there, strict=False):
            if one != other:
                if self._discloses(one) or self._discloses(other):
                    return False
                raise Leak(f"an event tells the worlds apart: {one} and {other}")
        more = here[len(there) :] + there[len(here) :]
        if more and not any(self._discloses(event) for event in more):
            raise Leak(f"one world has more events: {here} and {there}")
        return not more

    def _discloses(self, event: Seen) -> bool:
        return self.game.events[event.kind].discloses

    def _watch(self, position: Position, acts: list[tuple[int, int]], chance: Chance) -> list[Seen]:
        events: list[Event] = []
        both = {**self.tables[0].passing, **self.openly}
        passing = {seat for seat, until in both.items() if until == "turn"}
        for seat, act in acts:
            events += position.play(seat, act, chance)
        while not position.over:
            asked = position.asked()
            passing -= {seat for seat in asked if position.prompt(seat).kind in self.game.turns}
            passes = {seat for seat in passing if seat in asked and self._covers(position, seat)}
            if not all(seat in passes or self._idle(position, seat) for seat in asked):
                break
            passed = self.game.parse(self.setup, "pass") if passes else 0
            for seat in asked:  # a table skips it
                act = passed if seat in passes else position.default(seat, chance)
                events += position.play(seat, act, chance)
        heard = [event.seen_by(self.viewer) for event in events]
        return [Seen(event.kind, event.data) for event in heard if event is not None]

    def _covers(self, position: Position, seat: int) -> bool:
        """Whether "not before my turn" passes what a seat is asked."""
        prompt = position.prompt(seat)
        several = prompt.window and len(position.asked()) > 1
        return several and prompt.kind in self.game.passable and not self.game.concerns(prompt)

    def _idle(self, position: Position, seat: int) -> bool:
        """Whether the table does not wait for a seat: everyone knows that it can only pass."""
        asked = not position.over and seat in position.asked()
        skips = self.tables[0].pace.skips
        return skips and asked and position.prompt(seat).window and position.idle(seat)

    def _believe(self) -> None:
        """The same view and the same generator give the same worlds, whatever the truth is."""
        seed = self.rng.getrandbits(30)
        keys = []
        for table, feed in zip(self.tables, self.feeds, strict=True):
            view = msgspec.json.encode(table.position.view(self.viewer))
            seen = msgspec.json.decode(msgspec.json.encode(feed.seen), type=list[Seen])
            imagined: Any = msgspec.json.decode(view, type=self.game.view_type)
            keys.append(self.game.worlds(self.setup, imagined, seen, Random(seed)).key())
        self._both("beliefs", (keys[0], keys[1]))
        if self.writer is not None and self.viewer >= 0:
            here, there = (self._numbers(self.writer, table.position) for table in self.tables)
            self._both("an observation", (here, there))

    def _numbers(self, writer: Writer, position: Position) -> list[list[int]]:
        """What a program that learns gets on the viewer's seat."""
        asked = not position.over and self.viewer in position.asked()
        open_acts = offered(writer, position, self.viewer) if asked else []
        return [observed(writer, position, self.viewer), open_acts]

    def _compare(self) -> None:
        truths = [(table.position.key(), table.answers) for table in self.tables]
        self.differ = self.differ or truths[0] != truths[1]
        first, second = self.feeds[0].stream, self.feeds[1].stream
        if self.tables[0].position.over and self.game.promises is not None:
            first, second = _before_the_end(first), _before_the_end(second)
        for number, (one, other) in enumerate(zip(first, second, strict=False)):
            if one != other:
                raise Leak(
                    f"message {number} differs:\n  {one.decode()[:2000]}\n  {other.decode()[:2000]}"
                )
        if len(first) != len(second):
            more = (first if len(first) > len(second) else second)[-1]
            raise Leak(f"one world has more messages: {more.decode()[:2000]}")


def _tried(promise: Callable[..., None], *given: object) -> str:
    """Why an offer or a claim is refused; nothing, if it is not."""
    try:
        promise(*given)
    except Illegal as error:
        return error.refusal.code
    return ""


def _before_the_end(stream: list[bytes]) -> list[bytes]:
    """With the end the ledger is opened, and judged by what nobody could see: there it may tell the
    worlds apart. It is the last part of a message and of a patch, and in one of them it may not
    change at all."""
    return [_LEDGER.sub(b"", message).rstrip(b"]}") for message in stream]


_LEDGER = re.compile(rb',?("ledger":|\{[^{}]*"path":"/ledger).*')


def two_worlds(
    game: Game,
    setup: Setup,
    viewer: int,
    seed: int,
    table: type[Table] = Table,
    players: Mapping[int, type[Player]] | None = None,
) -> int:
    """Play one coupled pair; the number of steps it survived. Raises `Leak`."""
    try:
        return Pair(game, setup, viewer, seed, table, players).run()
    except Parted:
        return 0
