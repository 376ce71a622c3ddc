"""A bot's turn, in a process of its own. It is given what its seat may know, after a trip through
the wire codec, and nothing else."""

import multiprocessing
import os
import signal
import threading
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from intrigue.bots import Seated, find_bot
from intrigue.kernel.game import Json, Seen, find_game
from intrigue.kernel.position import Prompt


class Question(Struct):
    """What a bot needs: the table, everything its seat saw happen, its view and its options."""

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


class Thought(Struct):
    """Free acts to do first, then the answer; None from a bot that has none or an illegal one.
    `faults`: how often it failed on the way."""

    free: list[str]
    act: str | None
    faults: int = 0


def settle_in() -> None:
    """A worker is stopped by its server and not by Ctrl-C, and does not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
    os._exit(1)


def think(question: bytes) -> bytes:
    """Let the bot answer. Its state is rebuilt from what it heard, so any process will do."""
    asked = msgspec.json.decode(question, type=Question)
    game = find_game(asked.game)
    setup = game.setup(asked.names, asked.options)
    player = Seated(find_bot(game, asked.bot), game, setup, asked.seat, Random(asked.rng))
    for event in asked.heard:
        player.hear(event)
    view: Any = msgspec.json.decode(asked.view, type=game.view_type)
    free = player.volunteer(view) if asked.volunteer else []
    prompt = Prompt(
        asked.seat, asked.prompt, sealed=asked.sealed, window=asked.window, data=asked.data
    )
    options = [game.parse(setup, text) for text in asked.choices]
    act = player.answer(view, prompt, options)
    # by their texts: the table reads no numbers
    spelt = None if act is None else asked.choices[options.index(act)]
    wanted = [game.spell(setup, one) for one in free]
    return msgspec.json.encode(Thought(wanted, spelt, player.faults))
