"""A bot's turn, in a process of its own. It is given what its seat may know, after a trip through
the wire codec, and nothing else."""

import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from random import Random
from typing import Any, Literal

import msgspec
from msgspec import Struct

from intrigue.bots import Seated, find_bot
from intrigue.bots.hint import Hint, hint
from intrigue.kernel.deals import ShownLedger, empty
from intrigue.kernel.game import Json, Seen, discover, find_game
from intrigue.kernel.negotiation import Move
from intrigue.kernel.position import Prompt

NICE = 10  # the server, and with it what people do, comes first


class Question(Struct):
    """What a bot needs: the table, everything its seat saw happen, its view and its options. And
    how much of its usual thinking it should do, in how many seconds."""

    game: str
    names: list[str]
    options: dict[str, int | str | bool]
    seat: int
    bot: str
    rng: str
    heard: list[Seen]
    view: msgspec.Raw
    prompt: str
    sealed: bool
    window: bool
    data: dict[str, Json]
    choices: list[str]
    volunteer: bool
    share: float = 1.0
    seconds: float | None = None
    ledger: msgspec.Raw = msgspec.Raw(b"null")
    talk: Literal["", "opening", "news"] = ""  # what to do about deals is the question, and why
    hint: bool = False  # what somebody could do is the question, and no bot sits there


class Thought(Struct):
    """Free acts to do first, then the answer; None from a bot that has none or an illegal one. Or
    `moves`, where it was asked about deals, or the `hint` that was asked for. `faults`: how often
    it failed on the way; `playouts`: what it was made with, so that the same seed gives it again
    where these are the same."""

    free: list[str]
    act: str | None
    faults: int = 0
    playouts: int = 0
    moves: list[Move] = []
    hint: Hint | None = None


class Word(Struct):
    """What a worker says: that it has begun to think, what it would answer by now, what it
    answers, or that it failed."""

    what: Literal["begun", "offer", "done", "failed", "gone"]
    thought: Thought | None = None
    error: str = ""


def serve(pipe: Connection) -> None:
    """The life of a worker: one question after the other."""
    settle_in(NICE)
    discover()  # whoever asks first does not wait for it
    while True:
        question = msgspec.json.decode(pipe.recv_bytes(), type=Question)
        _say(pipe, Word("begun"))
        try:
            word = Word("done", think(question, lambda offer: _say(pipe, Word("offer", offer))))
        except Exception as error:
            word = Word("failed", error=type(error).__name__)
        _say(pipe, word)


def _say(pipe: Connection, word: Word) -> None:
    pipe.send_bytes(msgspec.json.encode(word))


def settle_in(nice: int) -> None:
    """A worker is stopped by its server and not by Ctrl-C, does not outlive it, and gives way."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow, daemon=True).start()
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(nice)


def _follow() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
    os._exit(1)


def think(asked: Question, offered: Callable[[Thought], None]) -> Thought:
    """Let the bot answer. Its state is rebuilt from what it heard, so any process will do."""
    game = find_game(asked.game)
    setup = game.setup(asked.names, asked.options)
    prompt = Prompt(
        asked.seat, asked.prompt, sealed=asked.sealed, window=asked.window, data=asked.data
    )
    options = [game.parse(setup, text) for text in asked.choices]
    view: Any = msgspec.json.decode(asked.view, type=game.view_type)
    if asked.hint:
        rng, heard, limits = Random(asked.rng), asked.heard, (asked.share, asked.seconds)
        found = hint(game, setup, asked.seat, view, heard, prompt, options, rng, *limits)
        return Thought([], found.act, hint=found)
    player = Seated(
        find_bot(game, asked.bot, apart=False), game, setup, asked.seat, Random(asked.rng)
    )
    player.allow(asked.share, asked.seconds)
    for event in asked.heard:
        player.hear(event)
    ledger = msgspec.json.decode(asked.ledger, type=ShownLedger | None) or empty(setup.seats)
    if asked.talk:
        moves = player.negotiate(view, ledger, asked.talk == "opening")
        return Thought([], None, player.faults, moves=moves)
    player.read(ledger)
    free = player.volunteer(view) if asked.volunteer else []
    wanted = [game.spell(setup, one) for one in free]

    def spelt(act: int | None) -> str | None:  # by their texts: the table reads no numbers
        return None if act is None else asked.choices[options.index(act)]

    act = player.answer(view, prompt, options, lambda act: offered(Thought(wanted, spelt(act))))
    return Thought(wanted, spelt(act), player.faults, player.playouts)
