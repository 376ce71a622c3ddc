"""A stranger's bot thinks in a process of its own. There it cannot look at the table or at other
seats, and cannot take the match with it: when it hangs or ends, the game's usual bot plays on."""

import atexit
import json
import os
import subprocess
import sys
import threading
import time
import weakref
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from intrigue.kernel.deals import ShownLedger
from intrigue.kernel.game import Game, Player, Seen, Setup
from intrigue.kernel.negotiation import Move
from intrigue.kernel.position import Prompt
from intrigue.kernel.text import explain

from .dealing import Dealer, Maker
from .outside import Trouble, load, read_parameters

PATIENCE = 20.0  # seconds for an answer
BEGINNING = 60.0  # and for the first word: some import half the world
MEMORY = 2 << 30  # bytes that it may use
HOPELESS = 3  # so often it is tried in one run; from then on the usual bot plays at once

_BOOT = """import json, sys; sys.path[:] = json.loads(sys.argv[1])
from intrigue.bots.apart import serve; serve()"""


class Spec(Struct, frozen=True):
    """Which bot: its name, where its class is, what it is told, and how it deals."""

    name: str
    place: str
    given: tuple[tuple[str, str], ...]
    temper: str

    def make(self, game: Game, setup: Setup, seat: int, rng: Random) -> Player:
        kind = load(self.place)
        told = read_parameters(self.name, kind, dict(self.given))

        def maker(game: Game, setup: Setup, seat: int, rng: Random) -> Player:
            return kind(game, setup, seat, rng, **told)

        if self.temper:
            return Dealer(maker, self.temper, game, setup, seat, rng)
        return maker(game, setup, seat, rng)


class Ask(Struct):
    """A question to the process; `heard` is what has happened since the last one."""

    what: str
    seed: int
    heard: list[Seen]
    given: tuple[Any, ...]
    ledger: ShownLedger | None = None
    share: float = 1.0
    seconds: float | None = None


class Reply(Struct):
    """What came of it, and what went wrong on the way."""

    value: Any = None
    moves: list[Move] = []
    errors: list[tuple[str, str]] = []  # as `Trouble` has them
    failed: bool = False
    playouts: int = 0
    took: int = 0


class Apart(Player):
    """It stands at the table for a bot that thinks elsewhere."""

    def __init__(
        self, spec: Spec, usual: Maker, game: Game, setup: Setup, seat: int, rng: Random
    ) -> None:
        super().__init__(game, setup, seat, rng)
        self.deals = False  # whether it may have anything to offer or to answer
        self.lost = False
        self.took = 0  # nanoseconds of its last answer
        self.complain: Callable[[Trouble], None] = lambda trouble: None
        self._spec = spec
        self._usual = usual
        self._stand_in: Player | None = None
        self._heard: list[Seen] = []
        self._sent = 0

    def begin(self, complain: Callable[[Trouble], None]) -> None:
        """Sit down; what goes wrong from now on is told. Raises `Trouble`, and the usual bot plays
        from the start."""
        self.complain = complain
        if _losses[self._spec] >= HOPELESS:
            self._lose()
            return
        self._process = _take()
        weakref.finalize(self, _give_back, self._process)
        try:
            given = (self._spec, self.game, self.setup, self.seat)
            self.deals = bool(self._ask("sit", *given, patience=BEGINNING).value)
        except Trouble:
            self._lose()
            raise

    def hear(self, event: Seen) -> None:
        self._heard.append(event)
        if self._stand_in is not None:
            self._stand_in.hear(event)

    def volunteer(self, view: Any) -> list[int]:
        if self.lost:
            return self._substitute().volunteer(view)
        return list(self._ask("volunteer", view).value)

    def negotiate(self, view: Any, ledger: ShownLedger, opening: bool) -> Sequence[Move]:
        if not self.deals:
            return []
        return self._ask("negotiate", view, ledger, opening).moves

    def answer(self, view: Any, prompt: Prompt, options: Sequence[int]) -> int:
        if self.lost:
            return self._substitute().answer(view, prompt, options)
        reply = self._ask("answer", view, prompt, list(options))
        self.playouts, self.took = reply.playouts, reply.took
        return reply.value  # type: ignore[no-any-return]  # the chair looks at it

    def _ask(self, what: str, *given: Any, patience: float = PATIENCE) -> Reply:
        heard, self._sent = self._heard[self._sent :], len(self._heard)
        asked = Ask(what, self.rng.getrandbits(62), heard, given)
        asked.ledger, asked.share, asked.seconds = self.ledger, self.share, self.seconds
        try:
            reply = self._process.ask(asked, patience)
        except Trouble:
            self._lose()
            raise
        for error in reply.errors[reply.failed :]:
            self.complain(Trouble(*error))
        if reply.failed:
            raise Trouble(*reply.errors[0])
        return reply

    def _lose(self) -> None:
        if not self.lost:
            _losses[self._spec] += 1
        self.lost, self.deals = True, False

    def _substitute(self) -> Player:
        """Who plays on, and has heard everything."""
        if self._stand_in is None:
            self._stand_in = self._usual(self.game, self.setup, self.seat, self.rng)
            for event in self._heard:
                self._stand_in.hear(event)
        return self._stand_in


# --- the process, from outside --------------------------------------------------------------------


class Process:
    """One that lets a bot think; the next match's bot may come after."""

    def __init__(self) -> None:
        self._child = subprocess.Popen(
            [sys.executable, "-c", _BOOT, json.dumps(sys.path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        self._to = Connection(os.dup(self._child.stdin.fileno()), readable=False)
        self._from = Connection(os.dup(self._child.stdout.fileno()), writable=False)
        self._child.stdin.close()
        self._child.stdout.close()

    @property
    def alive(self) -> bool:
        return self._child.poll() is None

    def ask(self, asked: Ask, patience: float) -> Reply:
        """Raises `Trouble`, and then the process is no more."""
        try:
            self._to.send(asked)
            if not self._from.poll(patience):
                self.end()
                raise Trouble("hung", f"{patience:.0f}")
            return msgspec.json.decode(self._from.recv_bytes(), type=Reply)
        except (EOFError, OSError, msgspec.MsgspecError):
            with suppress(subprocess.TimeoutExpired):
                self._child.wait(1.0)  # how it ended is known in a moment
            self.end()
            raise Trouble("ended", str(self._child.returncode)) from None

    def end(self) -> None:
        self._child.kill()
        self._child.wait()
        self._to.close()
        self._from.close()


_losses: Counter[Spec] = Counter()
_idle: list[Process] = []
_owner = os.getpid()


def _take() -> Process:
    """A process that nobody uses; a process of ours that was forked has none yet."""
    global _owner
    if _owner != os.getpid():
        _owner = os.getpid()
        _idle.clear()
    return _idle.pop() if _idle else Process()


def _give_back(process: Process) -> None:
    if process.alive and _owner == os.getpid():
        _idle.append(process)


@atexit.register
def _end_all() -> None:
    if _owner == os.getpid():
        while _idle:
            _idle.pop().end()


# --- the process, from inside ---------------------------------------------------------------------


def serve() -> None:
    """The life of the process: one question after the other."""
    asks = Connection(os.dup(0), writable=False)
    replies = Connection(os.dup(1), readable=False)
    os.dup2(2, 1)  # what a bot prints is no answer
    with open(os.devnull) as nothing:
        os.dup2(nothing.fileno(), 0)
    _settle_in()
    chair = _Chair()
    with suppress(EOFError, KeyboardInterrupt):
        while True:
            replies.send_bytes(chair.reply(asks.recv()))


def _settle_in() -> None:
    """It does not outlive whoever asks, and cannot take all memory there is."""
    parent = os.getppid()

    def follow() -> None:
        while os.getppid() == parent:
            time.sleep(1.0)
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))


class _Chair:
    """Where the bot sits."""

    def __init__(self) -> None:
        self.player: Player | None = None
        self.rng = Random()

    def reply(self, asked: Ask) -> bytes:
        reply = Reply()
        self.rng.seed(asked.seed)
        self._hear(asked, reply)
        since = time.thread_time_ns()
        try:
            self._do(asked, reply)
            reply.took = time.thread_time_ns() - since
            return msgspec.json.encode(reply)
        except (Exception, SystemExit) as error:
            errors = [_told(error), *reply.errors]
            return msgspec.json.encode(Reply(errors=errors, failed=True))

    def _hear(self, asked: Ask, reply: Reply) -> None:
        for event in asked.heard if self.player is not None else ():
            try:
                self.player.hear(event)  # type: ignore[union-attr]
            except Exception as error:
                reply.errors.append(_told(error))

    def _do(self, asked: Ask, reply: Reply) -> None:
        if asked.what == "sit":
            spec, game, setup, seat = asked.given
            self.player = None
            self.player = spec.make(game, setup, seat, self.rng)
            reply.value = type(self.player).negotiate is not Player.negotiate
            return
        player = self.player
        if player is None:
            raise RuntimeError("it never sat down")
        player.ledger, player.share, player.seconds = asked.ledger, asked.share, asked.seconds
        if asked.what == "volunteer":
            reply.value = [_act(act) for act in player.volunteer(*asked.given)]
        elif asked.what == "negotiate":
            moves = list(player.negotiate(*asked.given))
            reply.moves = [move for move in moves if _is_move(move)]
            for move in moves:
                if not _is_move(move):
                    reply.errors.append(("no_move", repr(move)[:100]))
        else:
            reply.value = _act(player.answer(*asked.given))
            reply.playouts = player.playouts


def _act(act: object) -> int:
    """A number that can be sent; raises `Trouble`."""
    if type(act) is not int or not 0 <= act < 1 << 62:
        raise Trouble("no_act", repr(act)[:100])
    return act


def _is_move(move: object) -> bool:
    """One that can be sent."""
    try:
        return isinstance(msgspec.convert(msgspec.to_builtins(move), Move), Move)
    except (TypeError, msgspec.ValidationError):
        return False


def _told(error: BaseException) -> tuple[str, str]:
    return (error.kind, error.what) if isinstance(error, Trouble) else ("raised", explain(error))
