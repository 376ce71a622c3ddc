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
from intrigue.kernel.text import BadInput, catalogue, explain

from .apart import Apart, Spec
from .dealing import Dealer, Maker
from .lean import LeanBot
from .outside import WITH, Trouble, installed, load_for, read_parameters, source, split
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
    """What a bot's name begins with: its level, without parameters and temper."""
    return name.partition(WITH)[0]


def find_bot(game: Game, name: str, patient: bool = False, apart: bool = True) -> Maker:
    """Who makes the bot of that name; raises `BadInput`. A name is one of the game's, the lab's or
    an installed one, or `module:Class`; then come parameters and a temper, each behind a colon:
    `search:seconds=0.5`, `mypackage:Grudge:patience=3:faithful`. One that is `patient` thinks until
    it is done, whatever the clock says. Strangers' bots think in processes of their own, unless
    this is one already (not `apart`)."""
    head, words, given = split(name)
    place = outside_place(game, name)
    if place is None:
        kind = _inside(game, head, patient)
        temper = _temper(game, name, words)
        told = read_parameters(head, kind, given)
        maker: Maker = partial(kind, **told) if told else kind
        return partial(Dealer, maker, temper) if temper else maker
    if head not in installed():
        words = words[1:]
    kind = load_for(game, name, place)
    read_parameters(name, kind, given)
    spec = Spec(name, place, tuple(given.items()), _temper(game, name, words))
    return partial(Apart, spec, bots(game)[usual_bot(game)]) if apart else spec.make


def kind_of(game: Game, name: str) -> type[Player]:
    """The class of a bot of that name, which has no temper; raises `BadInput`."""
    place = outside_place(game, name)
    return _inside(game, level(name), False) if place is None else load_for(game, name, place)


def outside_place(game: Game, name: str) -> str | None:
    """Where the class of a bot lies that somebody else wrote; None for those of the house."""
    head, words, _ = split(name)
    if head in bots(game) or head in LAB or head in FORMER:
        return None
    if head in installed():
        return installed()[head]
    if not words or words[0] in (*TEMPERS, SILENT):
        return None
    return f"{head}{WITH}{words[0]}"


def source_of(game: Game, name: str) -> bytes:
    """The file of a bot that somebody else wrote; nothing for those of the house."""
    place = outside_place(game, name)
    return b"" if place is None else source(place)


def _inside(game: Game, name: str, patient: bool) -> type[Player]:
    known = bots(game)
    if name in LAB and "normal" in game.bots:
        return LAB[name]
    if FORMER.get(name) in known:
        raise BadInput("no_bot_near", name=repr(name), near=FORMER[name], game=game.title())
    if name not in known:
        raise unknown("no_bot", name, [*known, *installed()], game=game.title())
    return PatientSearchBot if patient and known[name] is SearchBot else known[name]


def _temper(game: Game, name: str, words: Sequence[str]) -> str:
    """How it deals, if its name says so; raises `BadInput`."""
    if not words or words == [SILENT]:
        return ""
    if len(words) > 1 or words[0] not in TEMPERS or game.negotiator is None:
        tempers = TEMPERS if game.negotiator else ()
        known = [*bots(game), *(f"normal{WITH}{one}" for one in (*tempers, SILENT))]
        raise unknown("no_bot", name, known, game=game.title())
    return words[0]


def tempered(game: Game, name: str, seat: int) -> str:
    """A bot as it sits at a new table, where bots have different tempers: they go by the seat's
    number. One that has its own keeps it; who plays at random makes no deals."""
    if name not in LEVELS[1:] or game.negotiator is None:
        return name
    return f"{name}{WITH}{TEMPERS[seat % len(TEMPERS)]}"


def deals(game: Game, name: str) -> bool:
    """Whether a bot of that name may have anything to offer or to answer."""
    if temper_of(name) in TEMPERS:
        return True
    try:
        return kind_of(game, name).negotiate is not Player.negotiate
    except BadInput:  # it was here when it sat down
        return False


def temper_of(name: str) -> str:
    """How a bot of that name deals, by the last part of it."""
    return name.rpartition(WITH)[2]


def say(remark: Remark, names: Sequence[str], lang: str) -> str:
    """What a bot says, in a language."""
    return catalogue(__name__, lang).say("said", remark.key, names=names, seat=remark.seat)


def describe(name: str, lang: str) -> str:
    """A bot in words: its level, or whatever it is called, and its temper."""
    plain, _, temper = name.rpartition(WITH)
    if temper not in TEMPERS:
        return plain if temper == SILENT else name
    return f"{plain}, {catalogue(__name__, lang).sentence('temper', temper)}"


class Seated:
    """A bot in its chair: it raises nothing, and answers with an option or not at all. What goes
    wrong is counted, and the first of it kept; the seat of one without an answer takes the
    default."""

    def __init__(self, kind: Maker, game: Game, setup: Setup, seat: int, rng: Random) -> None:
        self.seat = seat
        self.rng = rng
        self.faults = 0
        self.trouble: Trouble | None = None
        self._names = setup.names
        self._player = player = self._let(lambda: kind(game, setup, seat, rng))
        if isinstance(player, Apart):
            self._let(lambda: player.begin(self._blame))

    @property
    def lost(self) -> bool:
        """Whether another bot plays on, because this one hung or ended."""
        return isinstance(self._player, Apart) and self._player.lost

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
        if isinstance(player, Apart):
            return player.deals
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
        for move in moves:
            if not self._is_move(move):
                self._blame(Trouble("no_move", repr(move)[:100]))
        return [move for move in moves if self._is_move(move)]

    def allow(self, share: float, seconds: float | None) -> None:
        """How much it should think about its next answers, and for how long."""
        if self._player is not None:
            self._player.share, self._player.seconds = share, seconds

    @property
    def playouts(self) -> int:
        """That its last answer was made with, if it says so."""
        said = getattr(self._player, "playouts", 0)
        return said if type(said) is int else 0

    @property
    def took(self) -> int:
        """Nanoseconds of its last answer, where it thinks in a process of its own."""
        return self._player.took if isinstance(self._player, Apart) else 0

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
        if offered is not None:
            hear = offered
            player.listener = lambda act: hear(act) if act in options else None
        answered = self._let(lambda: (player.answer(view, prompt, options),))
        if answered is None or not self._is_act(answered[0]):
            return None
        act = answered[0]
        if act not in options:
            self._blame(Trouble("not_offered", repr(act)))
            return None
        return act

    def _let(self, do: Callable[[], _T]) -> _T | None:
        try:
            return do()
        except Trouble as trouble:
            self._blame(trouble)
        except Exception as error:
            self._blame(Trouble("raised", explain(error)))
        return None

    def _blame(self, trouble: Trouble) -> None:
        self.faults += 1
        self.trouble = self.trouble or trouble

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
        if not sound:
            self._blame(Trouble("no_act", repr(act)[:100]))
        return sound
