"""Players that get a view: the random one here, a game's own with the game. And the chair they sit
in, which keeps a table going whatever its bot does."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any, TypeVar

import msgspec

from intrigue.kernel.deals import ShownLedger
from intrigue.kernel.game import Game, Player, Seen, Setup, unknown
from intrigue.kernel.negotiation import MOST_MOVES, TEMPERS, Move, Remark
from intrigue.kernel.position import Prompt
from intrigue.kernel.text import BadInput, catalogue

from .dealing import Dealer, Maker
from .lean import LeanBot
from .search import PatientSearchBot, SearchBot

_T = TypeVar("_T")


class RandomBot(Player):
    """Draws the kind of act first, then one of that kind: fewer attacks on fifty neighbours."""

    def answer(self, view: Any, prompt: Prompt, options: Sequence[int]) -> int:
        kinds: dict[str, list[int]] = {}
        for act in options:
            kinds.setdefault(self.game.kind(act), []).append(act)
        return self.rng.choice(kinds[self.rng.choice(list(kinds))])


class EasyBot(Player):
    """The game's own bot on a bad day: now and then it does anything at all."""

    def __init__(self, game: Game, setup: Setup, seat: int, rng: Random) -> None:
        super().__init__(game, setup, seat, rng)
        self.careful = game.bots["normal"](game, setup, seat, rng)
        self.careless = RandomBot(game, setup, seat, rng)

    def hear(self, event: Seen) -> None:
        self.careful.hear(event)

    def volunteer(self, view: Any) -> list[int]:
        return self.careful.volunteer(view)

    def answer(self, view: Any, prompt: Prompt, options: Sequence[int]) -> int:
        slips = self.rng.random() < self.game.slips
        return (self.careless if slips else self.careful).answer(view, prompt, options)


# What the lab has besides. Its search takes its time: the same seed gives the same match there,
# however busy the machine is.
LAB: Mapping[str, type[Player]] = {"lean": LeanBot, "search": PatientSearchBot}


LEVELS = ("random", "easy", "normal", "hard")  # from the weakest on
WITH = ":"  # between a level and the temper of a bot that deals: `normal:faithful`
SILENT = "silent"  # in its place: one that does not deal
FORMER = {"scripted": "normal"}  # what a level was called before


def bots(game: Game) -> dict[str, type[Player]]:
    """Every bot that can sit at a table of this game, by name, from the weakest level on; then
    those of the game that are no level."""
    levels: dict[str, type[Player]] = {"random": RandomBot}
    if "normal" in game.bots:
        levels |= {"easy": EasyBot, "normal": game.bots["normal"]}
        if game.hard is not None:
            levels["hard"] = SearchBot
    return levels | dict(game.bots)


def usual_bot(game: Game) -> str:
    """Who sits down where nobody said who: by name, wherever a game lists it."""
    return "normal" if "normal" in game.bots else "random"


def level(name: str) -> str:
    """How well a bot of that name plays, without its temper."""
    return name.partition(WITH)[0]


def find_bot(game: Game, name: str) -> Maker:
    """Who makes the bot of that name; raises `BadInput`."""
    plain, _, temper = name.partition(WITH)
    return _with_temper(game, name, temper, _find(game, plain))


def _find(game: Game, name: str) -> type[Player]:
    known = bots(game)
    if FORMER.get(name) in known:
        raise BadInput("no_bot_near", name=repr(name), near=FORMER[name], game=game.title())
    if name not in known:
        raise unknown("no_bot", name, known, game=game.title())
    return known[name]


def find_lab_bot(game: Game, name: str) -> Maker:
    """The same, or one that only the lab has."""
    plain, _, temper = name.partition(WITH)
    if plain in LAB and "normal" in game.bots:
        return _with_temper(game, name, temper, LAB[plain])
    found = _find(game, plain)
    return _with_temper(game, name, temper, PatientSearchBot if found is SearchBot else found)


def _with_temper(game: Game, name: str, temper: str, kind: type[Player]) -> Maker:
    if WITH not in name or temper == SILENT:
        return kind
    if temper not in TEMPERS or game.negotiator is None:
        tempers = TEMPERS if game.negotiator else ()
        known = [*bots(game), *(f"normal{WITH}{one}" for one in (*tempers, SILENT))]
        raise unknown("no_bot", name, known, game=game.title())
    return partial(Dealer, kind, temper)


def tempered(game: Game, name: str, seat: int) -> str:
    """A bot as it sits at a new table, where bots have different tempers: they go by the seat's
    number. One that has its own keeps it; who plays at random makes no deals."""
    if name not in LEVELS[1:] or game.negotiator is None:
        return name
    return f"{name}{WITH}{TEMPERS[seat % len(TEMPERS)]}"


def deals(game: Game, name: str) -> bool:
    """Whether a bot of that name may have anything to offer or to answer."""
    plain, _, temper = name.partition(WITH)
    kind = bots(game).get(plain, Player)
    return temper in TEMPERS or kind.negotiate is not Player.negotiate


def say(remark: Remark, names: Sequence[str], lang: str) -> str:
    """What a bot says, in a language."""
    return catalogue(__name__, lang).say("said", remark.key, names=names, seat=remark.seat)


def describe(name: str, lang: str) -> str:
    """A bot in words: its level and its temper."""
    plain, _, temper = name.partition(WITH)
    if temper not in TEMPERS:
        return plain
    return f"{plain}, {catalogue(__name__, lang).sentence('temper', temper)}"


class Seated:
    """A bot in its chair: it raises nothing, and answers with an option or not at all. What goes
    wrong is counted; the seat of one without an answer takes the default."""

    def __init__(self, kind: Maker, game: Game, setup: Setup, seat: int, rng: Random) -> None:
        self.seat = seat
        self.rng = rng
        self.faults = 0
        self._names = setup.names
        self._player = self._let(lambda: kind(game, setup, seat, rng))

    def hear(self, event: Seen) -> None:
        player = self._player
        if player is not None:
            self._let(lambda: player.hear(event))

    def volunteer(self, view: Any) -> list[int]:
        """Free acts that it wants to do now; the caller checks whether they are that, and legal."""
        player = self._player
        acts = self._let(lambda: list(player.volunteer(view))) if player is not None else None
        return [act for act in acts or () if self._is_act(act)]

    @property
    def deals(self) -> bool:
        """Whether it may have anything to offer or to answer."""
        player = self._player
        return player is not None and type(player).negotiate is not Player.negotiate

    def read(self, ledger: ShownLedger) -> None:
        """Deals and claims as its seat knows them now."""
        if self._player is not None:
            self._player.ledger = ledger

    def negotiate(self, view: Any, ledger: ShownLedger, opening: bool) -> list[Move]:
        """What it wants to offer, answer, claim and say; whether that can be, the table checks."""
        player = self._player
        if player is None or not self.deals:
            return []
        player.ledger = ledger
        moves = self._let(lambda: list(player.negotiate(view, ledger, opening))[:MOST_MOVES]) or []
        sound = [move for move in moves if self._is_move(move)]
        self.faults += len(moves) - len(sound)
        return sound

    def allow(self, share: float, seconds: float | None) -> None:
        """How much it should think about its next answers, and for how long."""
        if self._player is not None:
            self._player.share, self._player.seconds = share, seconds

    @property
    def playouts(self) -> int:
        """That its last answer was made with, if it says so."""
        said = getattr(self._player, "playouts", 0)
        return said if type(said) is int else 0

    def answer(
        self,
        view: Any,
        prompt: Prompt,
        options: Sequence[int],
        offered: Callable[[int], None] | None = None,
    ) -> int | None:
        """One of the options, or None. `offered` hears what it would answer before it has thought
        to the end."""
        player = self._player
        if player is None:
            self.faults += 1
            return None
        before = self.faults
        if offered is not None:
            hear = offered
            player.listener = lambda act: hear(act) if act in options else None
        act = self._let(lambda: player.answer(view, prompt, options))
        if self.faults > before or not self._is_act(act):
            return None
        if act not in options:
            self.faults += 1
            return None
        return act

    def _let(self, do: Callable[[], _T]) -> _T | None:
        try:
            return do()
        except Exception:
            self.faults += 1
            return None

    def _is_move(self, move: object) -> bool:
        """One whose parts are what they should be; a remark can be said."""
        try:
            msgspec.convert(msgspec.to_builtins(move), Move)
            if isinstance(move, Remark):
                say(move, self._names, "en")
                return all(0 <= seat < len(self._names) for seat in (move.seat, *(move.to or ())))
        except (TypeError, IndexError, LookupError, msgspec.ValidationError):
            return False
        return isinstance(move, Move)

    def _is_act(self, act: object) -> bool:
        """A number that rules can be asked about; compiled ones take no others."""
        sound = type(act) is int and 0 <= act < 1 << 62
        self.faults += not sound
        return sound
