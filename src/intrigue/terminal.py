"""A match in the terminal: one person against bots, or several on one keyboard with a curtain
between them. It shows each person only what their seat may see."""

import secrets
import shlex
import sys
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from rich.console import Console

from intrigue.bots import FORMER, Seated, describe, find_bot, say, tempered, usual_bot
from intrigue.bots.dealing import Talks, shown
from intrigue.choices import Choice, Group, grouped
from intrigue.kernel.chance import Seeded
from intrigue.kernel.deals import in_force
from intrigue.kernel.game import Game, Seen, Setup
from intrigue.kernel.names import visible
from intrigue.kernel.position import SPECTATOR, Illegal
from intrigue.kernel.text import BadInput, catalogue
from intrigue.screen import Screen
from intrigue.session.feed import Feed
from intrigue.session.record import Record
from intrigue.session.table import Table
from intrigue.terminal_deals import Deals

BOT_NAMES = ("Agatha", "Barney", "Charles", "Darcy", "Edith", "Felix", "Gwen", "Hugo", "Iris")


class Saved(msgspec.Struct, tag="save", tag_field="do"):
    """The first line of a saved match: who sits where, and the seed that is still secret."""

    people: list[int]
    bots: dict[str, str]
    seed: str


class Quit(Exception):
    """The person wants to stop."""


def usual_seats(game: Game) -> int:
    """A table size that plays well: five, or what the game allows."""
    return min(max(5, game.low), game.high)


def start(
    game: Game,
    people: Sequence[str],
    seats: int,
    lang: str,
    out: Console,
    bots: str = "",
    options: dict[str, str] | None = None,
    seed: int | None = None,
) -> "Session":
    """A new match; raises `BadInput`."""
    if len(people) > seats:
        raise BadInput("too_many_people", package="intrigue", count=len(people), seats=seats)
    for name in people:
        if not visible(name):
            raise BadInput("seat_name", name=ascii(name))
    spare = [name for name in BOT_NAMES if name not in people]
    spare += [f"Bot{i + 1}" for i in range(seats)]
    setup = game.setup([*people, *spare[: seats - len(people)]], options)
    kinds = [kind.strip() for kind in bots.split(",") if kind.strip()] or [usual_bot(game)]
    if len(kinds) > max(seats - len(people), 1):
        raise BadInput("too_many_bots", package="intrigue", count=len(kinds), seats=seats)
    for kind in kinds:
        find_bot(game, kind)
    seated = {
        str(seat): tempered(game, kinds[min(seat - len(people), len(kinds) - 1)], seat)
        for seat in range(len(people), seats)
    }
    secret = secrets.token_bytes(32) if seed is None else Random(seed).randbytes(32)
    saved = Saved(list(range(len(people))), seated, secret.hex())
    return Session(game, setup, saved, Table(game, setup, Seeded(secret)), lang, out)


def resume(text: str, lang: str, out: Console) -> "Session":
    """A saved match; raises `BadInput`."""
    first, _, rest = text.partition("\n")
    try:
        saved = msgspec.json.decode(first, type=Saved)
    except msgspec.MsgspecError as error:
        raise BadInput("record_header", why=str(error)) from None
    saved.bots = {seat: FORMER.get(kind, kind) for seat, kind in saved.bots.items()}
    record = Record.read(rest, finished=False)
    table = Table.resume(record, Seeded(bytes.fromhex(saved.seed), record.draws()))
    if table.position.over:
        raise BadInput("finished", package="intrigue")
    session = Session(record.game, record.setup(), saved, table, lang, out)
    session.recall(record)
    out.print(session.say("resumed"))
    return session


def _begins(text: str, choice: str) -> bool:
    """`at ag` begins `attack Agatha`: word by word."""
    typed, words = text.split(), choice.lower().split()
    pairs = zip(typed, words, strict=False)
    return 0 < len(typed) <= len(words) and all(word.startswith(short) for short, word in pairs)


def _numbered(groups: Sequence[Group]) -> list[str]:
    return [f"{number} {group.label}" for number, group in enumerate(groups, 1)]


def _examples(choices: Sequence[Choice]) -> list[str]:
    """One act of each verb: as it is written, and what that means."""
    first = {choice.verb: choice for choice in reversed(choices)}
    return [
        one.spelt if one.spelt == one.label else f"{one.spelt} ({one.label})"
        for one in reversed(first.values())
    ]


class Session:
    """People, bots and a table."""

    def __init__(
        self, game: Game, setup: Setup, saved: Saved, table: Table, lang: str, out: Console
    ) -> None:
        self.game = game
        self.setup = setup
        self.saved = saved
        self.table = table
        self.lang = lang
        self.out = out
        self.people = saved.people
        self.players: dict[int, Seated] = {
            int(seat): Seated(find_bot(game, kind), game, setup, int(seat), Random())
            for seat, kind in saved.bots.items()
        }
        self.feeds = {seat: table.feed(seat) for seat in range(SPECTATOR, setup.seats)}
        self.told = dict.fromkeys(self.feeds, 0)  # events already shown or heard, by viewer
        self.before: dict[int, list[Seen]] = {viewer: [] for viewer in self.feeds}  # the save
        self.at_keyboard: int | None = None
        self.listed: list[Group] = []  # what the numbers on the screen stand for
        self.deals = Deals(game, setup, table, lang)
        self.talks = Talks(table, setup, self.players)
        self.spoken: dict[int, list[str]] = {seat: [] for seat in self.people}  # and not shown
        self.reckoned: dict[int, object] = {}  # with which deals each bot has answered
        if isinstance(out, Screen):
            out.names = setup.names

    def say(self, key: str, **data: Any) -> str:
        return catalogue("intrigue", self.lang).say("play", key, names=self.setup.names, **data)

    def show(self, text: str) -> None:
        self.out.print(text, markup=False)

    def recall(self, record: Record) -> None:
        """What happened before the match was saved: bots hear it, people find it in their log."""
        for step in record.fold():
            for viewer, before in self.before.items():
                heard = [event.seen_by(viewer) for event in step.events]
                before += [Seen(event.kind, event.data) for event in heard if event is not None]
        for seat, player in self.players.items():
            for event in self.before[seat]:
                player.hear(event)

    # --- the match --------------------------------------------------------------------------------

    def run(self, path: Path | None = None) -> int:
        """Play to the end, or until someone stops; the exit status."""
        self.show(self.say("welcome", game=self.game.title(self.lang), seats=self.setup.seats))
        names, bots = self.setup.names, self.saved.bots
        if bots:
            who = [f"{names[int(seat)]} ({describe(bot, self.lang)})" for seat, bot in bots.items()]
            self.show(self.say("bots", who=who))
        try:
            while not self.table.position.over:
                self._round()
            self._news(self.people[0] if len(self.people) == 1 else SPECTATOR)
            self._ending()
        except (KeyboardInterrupt, Quit):
            return self._stop(path)
        except EOFError:
            if path is not None:
                return self._save(path)
            raise BadInput("no_input", package="intrigue") from None
        if path is not None:
            path.write_text(self.table.record.text(), "utf-8")
            self.show(self.say("record", path=shlex.quote(str(path))))
        self._faults()
        return 0

    def _faults(self) -> None:
        """How often bots failed. Not before the end: when one does may tell what it holds."""
        count = sum(player.faults for player in self.players.values())
        words = catalogue("intrigue", self.lang)
        if count:
            self.show(words.say("simulated", "faults", count=count))
        for seat, player in self.players.items():
            if player.trouble is not None:
                bot, what = self.saved.bots[str(seat)], player.trouble.sentence(self.lang)
                self.show(words.say("simulated", "trouble", bot=bot, what=what))

    def _round(self) -> None:
        """Everyone who is asked answers once; bots first, so that nobody waits for them."""
        prompt = self.table.prompt
        self._talk(opening=not self.table.position.prompt(self._open()[0]).window)
        for seat in self._open():
            if seat in self.players and self.table.prompt == prompt:
                self._bot(seat)
        for seat in self._open():
            if seat in self.people and self.table.prompt == prompt:
                if not self._ready(seat):
                    self._person(seat)
        position = self.table.position
        if not position.over and self.table.prompt == prompt:
            if position.prompt(position.asked()[0]).closes == "deadline":
                self.table.deadline()

    def _open(self) -> list[int]:
        return [] if self.table.position.over else self.table.position.asked()

    def _ready(self, seat: int) -> bool:
        answer = self.table.answers[seat]
        return answer is not None and answer.ready

    def _hear(self, seat: int) -> Seated:
        """A bot that has heard what happened, and reads its ledger."""
        player, feed = self.players[seat], self.feeds[seat]
        for event in feed.seen[self.told[seat] :]:
            player.hear(event)
        self.told[seat] = len(feed.seen)
        if player.deals:
            ledger = shown(self.table.ledger, seat)
            player.read(ledger)
            self.reckoned[seat] = in_force(ledger, seat)
        return player

    def _talk(self, opening: bool) -> None:
        """Bots offer, and answer what is offered to them."""
        for seat, player in self.talks.players.items():
            self._hear(seat)
            player.rng.seed(f"{self.saved.seed}/deals/{seat}/{self.table.prompt}")
        for seat, remark in self.talks.hold(self.table.position.view, opening):
            text, to = say(remark, self.setup.names, self.lang), remark.to
            line = catalogue("intrigue.bots", self.lang).say(
                "line",
                "aloud" if to is None else "aside",
                names=self.setup.names,
                by=seat,
                to=to or [],
                text=text,
            )
            for person in self.people if to is None else set(self.people) & set(to):
                self.spoken[person].append(line)

    def _reconsider(self) -> None:
        """Bots answer what somebody at the keyboard did with deals; what they have promised now,
        they reckon with in the answer that still lies face down."""
        before = dict(self.reckoned)
        self._talk(opening=False)
        for seat in self._open():
            if seat in self.talks.players and self._ready(seat):
                if in_force(shown(self.table.ledger, seat), seat) != before.get(seat):
                    self._bot(seat, again=True)

    def _bot(self, seat: int, again: bool = False) -> None:
        player, position = self._hear(seat), self.table.position
        if seat in self.table.late or (self._ready(seat) and not again):
            return
        number = self.table.prompt
        player.rng.seed(f"{self.saved.seed}/{seat}/{number}")
        for act in player.volunteer(position.view(seat)):
            if position.is_free(act) and position.check(seat, act) is None:
                self.table.submit(seat, act, by="bot")
        if self.table.prompt != number or seat not in self._open():
            return
        position = self.table.position
        answer = player.answer(position.view(seat), position.prompt(seat), position.options(seat))
        if answer is None:
            self.table.expire(seat)  # the default, as for somebody out of time
        else:
            self.table.submit(seat, answer, by="bot")

    # --- one person -------------------------------------------------------------------------------

    def _person(self, seat: int) -> None:
        if len(self.people) > 1:
            self._curtain(seat)
        elif self._nothing_to_choose(seat):
            return
        self._news(seat)
        self._look(seat)
        choices = self._offered(seat)
        self._list(seat, choices)
        while True:
            text = self._input(f"{self.setup.names[seat]}> ")
            if self._command(seat, text):
                continue
            try:
                if text == "undo":
                    self.table.undo(seat)
                    return
                if text == "later":
                    self.table.pass_openly(seat, "" if seat in self.table.passing else "turn")
                    return
                act = self._understand(seat, text, choices)
                if act is None:
                    continue
                free = self.table.position.is_free(act)
                if not self._keeps_word(seat, act):
                    continue
                self.table.submit(seat, act)
            except Illegal as error:
                self.show(self.game.explain(error.refusal, self.setup.names, self.lang))
                continue
            if not free or self.table.position.over:
                return
            self._news(seat)
            choices = self._offered(seat)
            if self._lines(seat, choices) != self.listed:  # the numbers mean something else now
                self._list(seat, choices)

    def _keeps_word(self, seat: int, act: int) -> bool:
        """Whether an act breaks no promise, or its player wants it all the same."""
        broken = self.table.ledger.breaking(seat, act)
        if not broken:
            return True
        if not sys.stdin.isatty():
            self.show(self.deals.say("breaks", deals=broken))
            return True
        sure = self._input(self.deals.say("breaks_ask", deals=broken))
        return sure.lower() in ("y", "yes", "o", "oui")

    def _offered(self, seat: int) -> list[Choice]:
        return self._worded(seat, self.table.position.options(seat))

    def _worded(self, seat: int, acts: Sequence[int]) -> list[Choice]:
        game, setup, view = self.game, self.setup, self.table.position.view(seat)
        return [
            Choice(
                act,
                game.kind(act),
                game.spell(setup, act),
                game.choice(setup, act, view, self.lang),
            )
            for act in acts
        ]

    def _nothing_to_choose(self, seat: int) -> bool:
        """A window in which one can only pass passes by: alone at a keyboard it tells nobody."""
        acts = self.table.position.options(seat)
        if len(acts) > 1 or not self.table.position.prompt(seat).window:
            return False
        self.table.submit(seat, acts[0])
        return True

    def _understand(self, seat: int, text: str, choices: Sequence[Choice]) -> int | None:
        """A number, a beginning that fits one choice, or the notation; None if there is more to
        ask."""
        if text.isascii() and text.isdigit() and 1 <= int(text[:6]) <= len(self.listed):
            return self._one_of(seat, self.listed[int(text[:6]) - 1].choices)
        lower = text.lower()
        for choice in choices:
            if lower in (choice.spelt.lower(), choice.label.lower()):
                return choice.act
        fits = [one for one in choices if _begins(lower, one.spelt) or _begins(lower, one.label)]
        if not fits:
            return self._written(seat, text, choices)
        if len(fits) > 1 and all(len(group.choices) == 1 for group in self.listed):
            self.show(self.say("ambiguous", text=repr(text), acts=[one.label for one in fits]))
            return None
        return self._one_of(seat, fits)

    def _one_of(self, seat: int, choices: Sequence[Choice]) -> int | None:
        """The only one, or the next step."""
        if len(choices) == 1:
            return choices[0].act
        self._list(seat, choices)
        self.show(self.say("deeper"))
        return None

    def _written(self, seat: int, text: str, choices: Sequence[Choice]) -> int | None:
        """Notation of something that is not on the list. A slip that the rules would take for an
        act is asked about first; a program at the other end of a pipe means what it writes."""
        position = self.table.position
        try:
            act = self.game.parse(self.setup, text)
        except (Illegal, BadInput):
            if text.isdigit():
                self.show(self.say("unclear", text=repr(text), count=len(self.listed)))
                return None
            near = self._meant(text, choices)
            if near is None:
                raise
            return near
        known = act in [one.act for one in choices] or position.is_free(act)
        if known or not sys.stdin.isatty() or position.check(seat, act) is not None:
            return act
        near = self._meant(text, choices)
        if near is not None:
            return near
        counts = self.game.label(self.setup, act, self.lang)
        sure = self._input(self.say("sure", text=repr(text), counts=counts))
        return act if sure.lower() in ("y", "yes", "o", "oui") else None

    def _meant(self, text: str, choices: Sequence[Choice]) -> int | None:
        """The choice that is spelt nearly so, if the person says that it was meant."""
        if not sys.stdin.isatty():
            return None
        spelt = {word.lower(): one for one in choices for word in (one.label, one.spelt)}
        for word in get_close_matches(text.lower(), spelt, 1, 0.8):
            answer = self._input(self.say("meant", act=spelt[word].label))
            if answer.lower() in ("", "y", "yes", "o", "oui"):
                return spelt[word].act
        return None

    def _command(self, seat: int, text: str) -> bool:
        """Words that are no act; whether `text` was one."""
        word, _, rest = text.partition(" ")
        if text in ("?", "help"):
            for line in self._help(seat):
                self.show(line)
            self._list(seat, self._offered(seat))
        elif word == "rules":
            book = self.game.rulebook(self.lang)
            for rule in [rest.upper()] if rest.upper() in book else book:
                self.show(f"{rule} {book[rule]}")
        elif text == "state":
            self._look(seat)
        elif text == "log":
            seen = [*self.before[seat], *self.feeds[seat].seen]
            for line in self.game.report(self.setup, seen, self.lang):
                self.show(line)
        elif text in ("quit", "exit"):
            raise Quit
        elif text:
            said = self.deals.command(seat, text)
            for line in said or []:
                self.show(line)
            if said is not None:
                self._reconsider()
                self._news(seat)
            return said is not None
        return True

    def _look(self, seat: int) -> None:
        position = self.table.position
        self.show(self.game.picture(self.setup, position.view(seat), self.lang))
        prompt = position.prompt(seat)
        self.show(self.game.question(self.setup, prompt.kind, prompt.data, self.lang))

    def _help(self, seat: int) -> Iterator[str]:
        """How to answer: numbers for what is listed, the notation for everything."""
        offered = self._offered(seat)
        free = self._worded(seat, self.table.position.free(seat))
        yield self.say("help")
        if free:
            yield self.say("help_free", acts=_examples(free))
        foreign = [one for one in offered if one.spelt != one.label]
        if foreign:
            yield self.say("help_notation", acts=_examples(foreign))
        yield self.say("help_commands", rule=next(iter(self.game.rulebook(self.lang)), ""))
        if self.game.promises is not None:
            yield self.deals.say("help")

    def _list(self, seat: int, choices: Sequence[Choice]) -> None:
        """The choices with their numbers, in columns that fit."""
        self.listed = self._lines(seat, choices)
        items = _numbered(self.listed)
        wide = max(len(item) for item in items) + 2
        columns = self._columns(items)
        for first in range(0, len(items), columns):
            row = items[first : first + columns]
            self.show("".join(f"{item:<{wide}}" for item in row).rstrip())

    def _columns(self, items: Sequence[str]) -> int:
        return max(1, min(self.out.width, 80) // (max(len(item) for item in items) + 2))

    def _lines(self, seat: int, choices: Sequence[Choice]) -> list[Group]:
        """Each choice by itself, or groups where the table would leave the screen."""
        single = [Group(choice.label, [choice]) for choice in choices]
        if not self.out.is_terminal or not choices:
            return single
        picture = self.game.picture(self.setup, self.table.position.view(seat), self.lang)
        room = max(self.out.height - picture.count("\n") - 4, 6)
        items = _numbered(single)
        rows = -(-len(items) // self._columns(items))
        return single if rows <= room else grouped(choices, self.setup.names)

    def _curtain(self, seat: int) -> None:
        if self.at_keyboard == seat:
            return
        self.at_keyboard = seat
        if self.out.is_terminal:
            self.out.clear()
        self._input(self.say("curtain", name=seat))
        if self.out.is_terminal:
            self.out.clear()

    def _news(self, viewer: int) -> None:
        """What this viewer has not been shown yet."""
        feed: Feed = self.feeds[viewer]
        fresh = feed.seen[self.told[viewer] :]
        self.told[viewer] = len(feed.seen)
        for line in self.game.report(self.setup, fresh, self.lang):
            self.show(line)
        for line in [*self.spoken.pop(viewer, []), *self.deals.news(viewer)]:
            self.show(line)
        self.spoken[viewer] = []

    def _input(self, prompt: str) -> str:
        self.out.print(prompt, end="", markup=False)
        self.out.file.flush()
        line = sys.stdin.readline()
        if not line:
            self.show("")
            raise EOFError
        if not sys.stdin.isatty():
            self.show(line.rstrip("\n"))
        return line.strip()

    # --- the end ----------------------------------------------------------------------------------

    def _ending(self) -> None:
        outcome = self.table.position.outcome()
        assert outcome is not None
        self.show(self.say("over"))
        words = self.game.words(self.lang)
        names = self.setup.names
        self.show(
            words.say("outcome", outcome.reason, names=names, winners=outcome.winners)
            + f" [{outcome.rule}]"
        )
        order = sorted(
            range(self.setup.seats),
            key=lambda seat: (seat not in outcome.winners, -outcome.scores[seat]),
        )
        place = 0
        before: tuple[bool, int] | None = None
        for number, seat in enumerate(order, 1):
            rank = (seat in outcome.winners, outcome.scores[seat])
            place = place if rank == before else number
            before = rank
            self.show(self.say("ranking", place=place, name=names[seat], score=rank[1]))

    def _stop(self, path: Path | None) -> int:
        self.show("")
        if path is not None:
            return self._save(path)
        if not sys.stdin.isatty():
            self.show(self.say("not_saved"))
            return 130
        try:
            wanted = self._input(self.say("save_ask"))
        except (EOFError, KeyboardInterrupt):
            wanted = "n"
        if wanted.lower() in ("n", "no", "non"):
            self.show(self.say("not_saved"))
            return 130
        named = "" if wanted.lower() in ("", "y", "yes", "o", "oui") else wanted
        return self._save(Path(named or f"{self.game.id}.save"))

    def _save(self, path: Path) -> int:
        header = msgspec.json.encode(self.saved).decode()
        body = "".join(line + "\n" for line in self.table.record.lines(private=True))
        try:
            path.write_text(f"{header}\n{body}", "utf-8")
        except OSError as error:
            raise BadInput(
                "not_saved", package="intrigue", why=error.strerror or str(error)
            ) from None
        said = self.say("saved", path=shlex.quote(str(path)))
        self.out.print(said, markup=False, soft_wrap=True)  # a broken line cannot be copied
        return 0
