"""A game as the rest of the project meets it: how many seats, which options, how to read and
write its acts and positions, what it lets a seat imagine. Discovery finds games by entry point.

Positions speak in numbers; everything with names in it happens here.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache, wraps
from importlib.metadata import entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import msgspec
from msgspec import Struct

from .chance import Chance, Fast
from .position import SPECTATOR, Event, Position, Prompt, Refusal
from .text import LANGUAGES, BadInput, Catalogue, catalogue

if TYPE_CHECKING:
    from .balance import Balance
    from .deals import ShownLedger
    from .features import Features
    from .negotiation import Move, Negotiator
    from .promises import Promises
    from .story import Secret, Teller

Json = Any  # plain data as JSON or YAML knows it
CURTAIN = 10.0  # seconds: no moment is shown for longer, whatever happened in it


class Option(Struct, frozen=True):
    """A typed table option. The type follows from the default; help stands in the catalogue. One of
    several words may also be a number from `low` to `high`, where `high` is set."""

    name: str
    default: int | str | bool
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()
    rule: str = ""
    even: bool = False

    def read(self, value: Json) -> int | str | bool:
        """The value if it is allowed, also from text; raises `BadInput`."""
        if isinstance(self.default, bool):
            return self._switch(value)
        if isinstance(self.default, int):
            return self._number(value)
        if value in self.choices:
            return str(value)
        if self.high:
            return self._number(value, "choice_or_number")
        raise self._bad("choice", value)

    def _switch(self, value: Json) -> bool:
        truth = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}
        if isinstance(value, bool):
            return value
        if isinstance(value, str) and value.lower() in truth:
            return truth[value.lower()]
        raise self._bad("switch", value)

    def _number(self, value: Json, wanted: str = "number") -> int:
        wanted = "even" if self.even else wanted
        if isinstance(value, str) and value.isascii() and value.isdigit():
            value = int(value[:9])
        if isinstance(value, bool) or not isinstance(value, int):
            raise self._bad(wanted, value)
        if not self.low <= value <= self.high or (self.even and value % 2):
            raise self._bad(wanted, value)
        return value

    def _bad(self, code: str, value: Json) -> BadInput:
        given: dict[str, Json] = {"name": self.name, "value": repr(value)}
        return BadInput(
            code, self.rule, low=self.low, high=self.high, choices=self.choices, **given
        )


class Budget(Struct, frozen=True):
    """How much a searching bot thinks about one answer."""

    playouts: int = 600
    worlds: int = 48
    options: int = 24  # more than that are not tried
    rounds: int = 0  # playouts break off after so many (`Position.stage`); 0: at the end
    doubt: float = 0.2  # the chance that it leaves its script for nothing
    trusts: tuple[str, ...] = ()  # kinds of prompts for which it does not search
    seconds: float = 2.0  # never longer, whatever was found


class Setup(Struct, frozen=True):
    """A table ready to start: seat names in order, every option with its value, and the game's
    content (its cards), where that is data."""

    names: tuple[str, ...]
    options: dict[str, int | str | bool]
    data: Json = None

    @property
    def seats(self) -> int:
        return len(self.names)

    def seat(self, name: Json) -> int:
        """The seat of a name; raises `BadInput` for a stranger."""
        if name in self.names:
            return self.names.index(name)
        raise BadInput("stranger", name=repr(name), seated=self.names)

    def by_seat(self, values: Sequence[Json]) -> dict[str, Json]:
        """Values in seat order, as a mapping by name."""
        return dict(zip(self.names, values, strict=True))

    def from_names(self, named: Json, before: Sequence[Json]) -> list[Json]:
        """The reverse: a mapping by name, or one value for all, over the values before."""
        if not isinstance(named, Mapping):
            return [named] * self.seats
        out = list(before)
        for name, value in named.items():
            out[self.seat(name)] = value
        return out


def read_count(name: str, value: Json, high: int = 999_999) -> int:
    """A whole number from 0 on, for `load`; raises `BadInput`."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= high:
        raise BadInput("count", name=name, high=high, value=repr(value))
    return value


def read_flag(name: str, value: Json) -> bool:
    """True or false, for `load`; raises `BadInput`."""
    if not isinstance(value, bool):
        raise BadInput("flag", name=name, value=repr(value))
    return value


def read_list(name: str, value: Json) -> list[Json]:
    """A list, for `load`; raises `BadInput`."""
    if not isinstance(value, list):
        raise BadInput("list", name=name, value=repr(value))
    return value


class EventKind(Struct, frozen=True):
    """What a game declares of an event: the view fields it explains, and whether it tells the
    audience something that was secret before (two-worlds pairs may part there, nowhere else).
    `rule` is where the rulebook explains it; what only keeps the table going has none."""

    fields: tuple[str, ...] = ()
    discloses: bool = False
    rule: str = ""


class Origin(NamedTuple):
    """What a position is of: enough to write it down and read it again."""

    game: "Game"
    setup: Setup

    def legal(self, position: Position) -> dict[str, list[str]]:
        """The options of everybody who is asked, by name and as text."""
        game, setup = self
        asked = [] if position.over else position.asked()
        return {
            setup.names[seat]: [game.spell(setup, act) for act in position.options(seat)]
            for seat in asked
        }

    def drawn(self, position: Position) -> str:
        """The table as spectators see it."""
        return self.game.picture(self.setup, position.view(SPECTATOR))

    def frozen(self, position: Position) -> tuple[Any, ...]:
        """For pickle: its text form."""
        return _thaw, (self, self.game.dump(self.setup, position), position.brisk)


def _thaw(origin: Origin, given: Mapping[str, Json], brisk: bool) -> Position:
    position = origin.game.load(origin.setup, given, Fast(0))  # which is asked for nothing
    position.brisk = brisk
    return position


def _of_origin(make: Callable[..., Position]) -> Callable[..., Position]:
    @wraps(make)
    def made(self: "Game", setup: Setup, *given: Any) -> Position:
        position = make(self, setup, *given)
        position.origin = Origin(self, setup)
        return position

    return made


def _all_of_origin(make: Callable[..., list[Position]]) -> Callable[..., list[Position]]:
    @wraps(make)
    def made(self: "Game", setup: Setup, *given: Any) -> list[Position]:
        origin = Origin(self, setup)
        positions = make(self, setup, *given)
        for position in positions:
            position.origin = origin
        return positions

    return made


def _same_game(kind: type["Game"]) -> "Game":
    """The installed game of that class, or one of its own."""
    found = discover().get(kind.id)
    return found if type(found) is kind else kind()


class Game:
    """Base of all games. A game's folder holds `text/<lang>.toml`, `rulebook/<lang>.md` and
    `scenarios/`, found through `home`."""

    id: ClassVar[str]
    prefix: ClassVar[str]  # of rule numbers: "AB" for AB-21
    more_prefixes: ClassVar[tuple[str, ...]] = ()  # of rules that are numbered apart
    version: ClassVar[str]  # changes whenever a record could fold differently
    low: ClassVar[int]
    high: ClassVar[int]
    seats_rule: ClassVar[str]
    place: ClassVar[int] = 100  # in lists of games: the shortest and easiest first
    minutes: ClassVar[tuple[int, int] | None] = None  # that people take for a match, if known
    usual: ClassVar[int] = 5  # how many sit down, if nobody says otherwise
    options: ClassVar[tuple[Option, ...]] = ()
    events: ClassVar[Mapping[str, EventKind]] = {}
    view_type: ClassVar[type]
    symmetry: ClassVar[str] = "none"  # "all", "rotations" or "none"
    stale_rule: ClassVar[str] = ""  # what forbids an answer to a question that is closed
    prompts: ClassVar[tuple[str, ...]] = ()  # keys that the catalogues must have
    refusals: ClassVar[tuple[str, ...]] = ()
    outcomes: ClassVar[tuple[str, ...]] = ()
    rounds: ClassVar[tuple[str, ...]] = ()  # public events that open one; else each question does
    # in a match over days: whether answers wait for the "deadline" or only until all are "ready",
    # unless a table wants it otherwise; and which windows wait for people at all
    correspondence: ClassVar[str] = "ready"
    patient: ClassVar[tuple[str, ...]] = ()
    # Kinds of windows that one may pass in public, by the act `pass`, and kinds of questions that
    # are a seat's own turn: "not before my turn" lasts until one of them.
    passable: ClassVar[tuple[str, ...]] = ()
    turns: ClassVar[tuple[str, ...]] = ()
    rare: ClassVar[tuple[str, ...]] = ()  # kinds of free acts that fuzzers do seldom: conceding
    bots: ClassVar[Mapping[str, "type[Player]"]] = {}  # the game's own players; "normal" is a level
    # Kinds of events that open a new edition of the Gazette, the greater division first, and those
    # that make its headline, the weightiest first.
    chapters: ClassVar[tuple[str, ...]] = ()
    headlines: ClassVar[tuple[str, ...]] = ()
    # Seconds that a table may take to show an event of this kind, one after the other.
    beats: ClassVar[Mapping[str, float]] = {}
    # In a replay: public events that only lead to the next question, so that no step ends with
    # them; and those that somebody who looks for the drama wants to find.
    lead_ins: ClassVar[tuple[str, ...]] = ()
    turning_points: ClassVar[tuple[str, ...]] = ()
    hard: ClassVar[Budget | None] = None  # of the level `hard`, where it is offered
    # whether `hard` is another character rather than as much stronger as it was to be
    another_character: ClassVar[bool] = False
    slips: ClassVar[float] = 0.25  # how often the level `easy` does anything at all
    balance: ClassVar["Balance | None"] = None  # what `intrigue lab balance` measures
    story: ClassVar["Teller | None"] = None  # how a finished match is told
    promises: ClassVar["Promises | None"] = None  # what deals and claims can be made of
    negotiator: ClassVar["type[Negotiator] | None"] = None  # how its bots deal, if they do
    encoder: ClassVar["type[Features] | None"] = None  # its views and acts as numbers

    # --- making a table -------------------------------------------------------------------------

    def __init_subclass__(cls) -> None:
        """Whatever makes a position lets it know where it comes from, so that it can be pickled."""
        for name in ("start", "load", "worlds"):
            if name in vars(cls):
                setattr(cls, name, _of_origin(vars(cls)[name]))
        if "imagine" in vars(cls):
            cls.imagine = _all_of_origin(vars(cls)["imagine"])  # type: ignore[method-assign]

    def __reduce__(self) -> tuple[Any, ...]:
        return _same_game, (type(self),)

    def __repr__(self) -> str:
        return f"find_game({self.id!r})"

    def setup(
        self,
        names: Sequence[str],
        options: Mapping[str, Json] | None = None,
        data: Json = None,
    ) -> Setup:
        """A checked table; raises `BadInput` with the rule. `data` is the content that a record
        kept; without it, the game brings its own."""
        if not self.low <= len(names) <= self.high:
            size: dict[str, Json] = {"low": self.low, "high": self.high, "count": len(names)}
            raise BadInput("seats", self.seats_rule, game=self.title(), **size)
        for name in names:
            if not name or name != name.strip() or len(name) > 40 or not name.isprintable():
                raise BadInput("seat_name", name=repr(name))
            if names.count(name) > 1:
                raise BadInput("same_name", name=name)
        known = {option.name: option for option in self.options}
        values = {name: option.default for name, option in known.items()}
        for name, value in (options or {}).items():
            if name not in known:
                raise unknown("no_option", name, known, game=self.title())
            values[name] = known[name].read(value)
        return Setup(tuple(names), values, self.content(values) if data is None else data)

    def content(self, options: Mapping[str, int | str | bool]) -> Json:
        """What a table with these options is played with, as plain data: kept in the record, so
        that a replay needs no file. None for a game that is all rules."""
        return None

    def start(self, setup: Setup, chance: Chance) -> Position:
        """Set up and deal."""
        raise NotImplementedError

    def bound(self, setup: Setup) -> int:
        """No match of prompted answers is longer than this many decisions."""
        raise NotImplementedError

    def on_leave(self, setup: Setup) -> str:
        """What becomes of a seat whose player leaves: it takes its `default`s, a `bot` stands in,
        or the match is broken off (`abort`). By the option `onLeave`, where there is one."""
        chosen = setup.options.get("onLeave")
        return str(chosen) if chosen in ("bot", "abort") else "default"

    def faction(self, setup: Setup) -> int:
        """How many seats may be on one side, as far as everyone knows. More than that must agree
        to have somebody who is away replaced, so that no side can do it by itself."""
        return setup.seats // 2

    def sides(self, setup: Setup, position: Any) -> Sequence[str]:
        """Where the deal makes sides that win together: the side of each seat, by its key in
        `sides` of the catalogue. It is part of the truth, for a lab that seats bots by side."""
        return ()

    def curtain(self, events: Iterable[Event]) -> float:
        """How long it takes to show what happened, in seconds: from what everyone sees of it, so
        that it tells nothing, and never longer than `CURTAIN`."""
        public = (event.seen_by(SPECTATOR) for event in events)
        return min(CURTAIN, sum(self.beats.get(seen.kind, 0.0) for seen in public if seen))

    def concerns(self, prompt: Prompt) -> bool:
        """Whether a window is about this very seat, so that "not before my turn" does not cover it;
        from public facts."""
        return False

    def shows_ready(self, setup: Setup) -> bool:
        """Whether every question but a window shows by name who has answered. Then it is no secret
        what anybody took of their own time; else another's reserve would tell."""
        return False

    def timed(self, setup: Setup, position: Any) -> tuple[float, int] | None:
        """An act of the table itself that is due so many seconds before the time of the open
        prompt is over."""
        return None

    # --- notation -------------------------------------------------------------------------------

    def parse(self, setup: Setup, text: str) -> int:
        """The act that a text means; raises `BadInput`."""
        raise NotImplementedError

    def spell(self, setup: Setup, act: int) -> str:
        """The act as text; `parse` reads it back."""
        raise NotImplementedError

    def kind(self, act: int) -> str:
        """The verb of an act: what a person chooses first."""
        raise NotImplementedError

    def parse_face(self, deck: str, text: str) -> int:
        """The face of a card (or other draw) that a text means; raises `BadInput`."""
        raise BadInput("no_draws", game=self.title(), deck=deck)

    def spell_face(self, deck: str, face: int) -> str:
        """A face as text; `parse_face` reads it back."""
        raise NotImplementedError

    def read_draw(self, setup: Setup, deck: str, text: str) -> int:
        """`parse_face` at a table: for games whose cards are the table's content."""
        return self.parse_face(deck, text)

    def write_draw(self, setup: Setup, deck: str, face: int) -> str:
        """`spell_face` at a table; `read_draw` reads it back."""
        return self.spell_face(deck, face)

    # --- the position as text, and what a seat can imagine ---------------------------------------

    def dump(self, setup: Setup, position: Any) -> dict[str, Json]:
        """The whole truth as named plain data: a complete `given`."""
        raise NotImplementedError

    def load(self, setup: Setup, given: Mapping[str, Json], chance: Chance) -> Position:
        """A position with these parts, the rest as at the start; raises `BadInput`."""
        raise NotImplementedError

    def worlds(self, setup: Setup, view: Any, seen: Sequence["Seen"], rng: Random) -> Position:
        """A position that fits what a seat has seen. It never receives the truth."""
        raise NotImplementedError

    def imagine(
        self, setup: Setup, view: Any, seen: Sequence["Seen"], rng: Random, count: int
    ) -> list[Position]:
        """Many worlds at once, for a search: like `worlds`, but what is folded from events is
        folded once, and sealed answers that others may have given to the open question are left
        open, for the search to fill in."""
        return [self.worlds(setup, view, seen, rng) for _ in range(count)]

    def features(self, setup: Setup) -> "Features":
        """Views and acts of a table as numbers, for programs that learn; raises `BadInput`."""
        if self.encoder is None:
            raise BadInput("no_features", game=self.title())
        return self.encoder(self, setup)

    def suppose(
        self, setup: Setup, view: Any, seen: Sequence["Seen"], rng: Random, count: int
    ) -> list[tuple[Position, float]]:
        """Worlds to read chances from, each with its weight: the better it explains what others
        were seen doing, the heavier. `secrets` is all that such a world is asked for."""
        return [(world, 1.0) for world in self.imagine(setup, view, seen, rng, count)]

    def secrets(self, setup: Setup, position: Any) -> Iterable["Secret"]:
        """What is hidden from somebody in a position and worth a guess. Which questions there are
        (everything but `detail`) follows from public facts."""
        return ()

    def known(self, setup: Setup, view: Any, seen: Sequence["Seen"]) -> Iterable["Secret"]:
        """Of those, what a seat is sure of. It never receives the truth."""
        return ()

    def cards(self, deck: str = "", lang: str = "en") -> list[dict[str, Json]]:
        """Every card of a deck (the default one, if none is named) with at least `id`, `copies`,
        `name`, `line` (what it is worth), `text` and `quote`. Nothing for a game without card
        data; raises `BadInput`."""
        return []

    # --- the terminal -----------------------------------------------------------------------------

    def label(self, setup: Setup, act: int, lang: str = "en") -> str:
        """An act in the words of a language; the notation, unless a game knows better."""
        return self.spell(setup, act)

    def choice(self, setup: Setup, act: int, view: Any, lang: str = "en") -> str:
        """An act as somebody is offered it, who sees this. A game may name what the act only
        numbers."""
        return self.label(setup, act, lang)

    def question(self, setup: Setup, kind: str, data: Mapping[str, Any], lang: str = "en") -> str:
        """What a prompt asks, as a sentence. A game may name what its data only numbers."""
        return self.words(lang).say("prompt", kind, names=setup.names, **data)

    def picture(self, setup: Setup, view: Any, lang: str = "en") -> str:
        """What a seat sees, drawn for a terminal of 80 columns, without colour. A game overrides
        this plain listing."""
        fields = msgspec.structs.asdict(view)
        return "\n".join(f"{name}: {value}" for name, value in fields.items())

    def report(self, setup: Setup, seen: Sequence["Seen"], lang: str = "en") -> list[str]:
        """What happened, as lines. A game may draw them more richly."""
        words = self.words(lang)
        return [words.say("event", e.kind, names=setup.names, **e.data) for e in seen]

    def line(self, setup: Setup, event: "Seen", lang: str = "en") -> list[str]:
        """One event as lines of a log, on its own: nothing, one, or one with details."""
        return self.report(setup, [event], lang)

    def chapter(self, view: Any) -> int:
        """Which round, generation or turn it is, as everyone sees: a chapter of the replay, named
        by `chapter` in the catalogue. A game without any is one chapter, numbered 0."""
        return 0

    # --- what the conformance kit wants to know ---------------------------------------------------

    def accepts_beyond(self, position: Any, seat: int, act: int) -> bool:
        """Whether `check` may accept an act that `options` and `free` leave out."""
        return False

    def conserved(self, position: Any) -> Json:
        """A value that no act changes (coins, cards)."""
        return None

    def unseen(self, position: Any, seat: int, act: int, viewer: int) -> Json:
        """The public face of an act as `viewer` meets it when it is played: two acts with the
        same face cannot be told apart by that viewer until something discloses them."""
        return act

    # --- the game's folder ------------------------------------------------------------------------

    @property
    def package(self) -> str:
        """The package whose folder holds text, rulebook and scenarios."""
        return type(self).__module__.rpartition(".")[0]

    @property
    def home(self) -> Traversable:
        return files(self.package)

    def rulebook(self, lang: str = "en") -> dict[str, str]:
        """The rulebook by rule: every numbered paragraph, `**AB-21** text`."""
        text = (self.home / "rulebook" / f"{lang}.md").read_text("utf-8")
        prefixes = "|".join((self.prefix, *self.more_prefixes))
        parts = re.split(rf"^[-*] +\*\*((?:{prefixes})-\w+)\*\* ", text, flags=re.M)
        return {
            rule: re.split(r"\n\n|\n[-#]", body)[0].strip()
            for rule, body in zip(parts[1::2], parts[2::2], strict=True)
        }

    def words(self, lang: str = "en") -> Catalogue:
        """The game's catalogue in a language."""
        return catalogue(self.package, lang)

    def title(self, lang: str = "en") -> str:
        return self.words(lang).sentence("name")

    def explain(self, refusal: Refusal, names: Sequence[str], lang: str = "en") -> str:
        """A refusal as a sentence with the rule's number."""
        words = self.words(lang)
        if refusal.code in catalogue("intrigue.kernel", lang).words["refusal"]:
            words = catalogue("intrigue.kernel", lang)
        said = words.say("refusal", refusal.code, names=names, **refusal.data)
        return f"{said} [{refusal.rule}]" if refusal.rule else said


class Seen(Struct, frozen=True):
    """An event as one seat saw it, on its way to a page, a bot or a belief."""

    kind: str
    data: dict[str, Json]


class Player:
    """Somebody who plays from a view: a bot, a search, another program. It gets its own events,
    view, prompt and options, never a position."""

    # For one that thinks long: how much of its usual thinking it should do, in how many seconds
    # (None: as many as it likes), and who hears what it would answer if it had to answer now.
    share: float = 1.0
    seconds: float | None = None
    listener: Callable[[int], None] | None = None
    playouts: int = 0  # that its last answer was made with
    ledger: "ShownLedger | None" = None  # deals and claims as its seat knows them by now

    def __init__(self, game: Game, setup: Setup, seat: int, rng: Random) -> None:
        self.game = game
        self.setup = setup
        self.seat = seat
        self.rng = rng

    @classmethod
    def plays(cls, game: Game) -> bool:
        """Whether it can sit down at this game."""
        return True

    @classmethod
    def needs(cls, game: Game, kind: str) -> float:
        """Seconds that it may think about a question of this kind, which everyone may know."""
        return 0.0

    def offer(self, act: int) -> None:
        """Say what it would answer if it had to answer now, and go on thinking."""
        if self.listener is not None:
            self.listener(act)

    def hear(self, event: Seen) -> None:
        """Something happened that this seat saw."""

    def answer(self, view: Any, prompt: Prompt, options: Sequence[int]) -> int:
        """One of the options."""
        raise NotImplementedError

    def considers(self, view: Any, prompt: Prompt, options: Sequence[int]) -> Sequence[int]:
        """The options that are worth a thought, for a search that tries them out."""
        return options

    def volunteer(self, view: Any) -> list[int]:
        """Free acts to do now, before answering; asked once per prompt."""
        return []

    def negotiate(self, view: Any, ledger: "ShownLedger", opening: bool) -> "Sequence[Move]":
        """What to offer, answer, claim and say now, if it deals at all: asked at the `opening` of a
        question, and when something has changed in a deal of its own. See docs/promises.md."""
        return []


def unknown(
    code: str, word: str, known: Sequence[str] | Mapping[str, Json], **data: Json
) -> BadInput:
    """The complaint about a word that is none of the known ones, with a guess if one is near."""
    near = get_close_matches(str(word), list(known), 1)
    if near:
        return BadInput(code + "_near", name=repr(word), near=near[0], **data)
    return BadInput(code, name=repr(word), known=list(known), **data)


class LeftOut(Struct, frozen=True):
    """An installed game that cannot be played: where it should have been, and what is wrong."""

    name: str
    source: str
    why: str

    def complaint(self) -> BadInput:
        return BadInput("broken_game", name=self.name, source=self.source, why=self.why)


def discover() -> dict[str, Game]:
    """Every installed game by id, the easiest first, through the entry-point group
    `intrigue.games`."""
    return _installed()[0]


def left_out() -> list[LeftOut]:
    """Installed games that are broken: the others can be played all the same."""
    return _installed()[1]


@cache
def _installed() -> tuple[dict[str, Game], list[LeftOut]]:
    found: dict[str, Game] = {}
    broken: list[LeftOut] = []
    points = set(entry_points(group="intrigue.games"))
    # our own first: nobody else's game takes the name of one
    for point in sorted(points, key=lambda at: (not at.value.startswith(_OURS), at.name, at.value)):
        try:
            found[point.name] = _usable(point.name, point.load()(), found)
        except (Exception, SystemExit) as error:  # a stranger's import may do anything
            said = " ".join(str(error).split()) or "?"
            broken.append(LeftOut(point.name, point.value, f"{type(error).__name__}: {said}"[:300]))
    return dict(sorted(found.items(), key=lambda item: (item[1].place, item[0]))), broken


_OURS = "intrigue.games."


def _usable(name: str, game: object, found: Mapping[str, Game]) -> Game:
    """A game that all the lists can show; raises if it lacks what they need."""
    if not isinstance(game, Game):
        raise TypeError(f"this is no Game: {type(game).__name__}")
    if name in found:
        raise ValueError("another game has this name")
    if game.id != name:
        raise ValueError(f"it calls itself {game.id!r}")
    if not game.package.startswith(_OURS):  # ours are tested
        for field in ("prefix", "version", "low", "high", "seats_rule", "view_type"):
            getattr(game, field)
        if not isinstance(game.place, int):
            raise TypeError(f"its place is no number: {game.place!r}")
        for lang in LANGUAGES:
            words = game.words(lang)
            for key in ("name", "tagline"):
                words.sentence(key)
            for option in game.options:
                for key in ("name", "help"):
                    words.sentence("option", option.name, key)
            game.rulebook(lang)
    return game


def find_game(name: str) -> Game:
    """The game of that id; raises `BadInput`."""
    games = discover()
    if name not in games:
        for broken in left_out():
            if broken.name == name:
                raise broken.complaint()
        raise unknown("no_game", name, games, games=list(games))
    return games[name]
