"""A bot is told how much to think, and says what it would do before it has thought to the end."""

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest

from intrigue.bots import RandomBot, Seated
from intrigue.bots.search import SearchBot
from intrigue.kernel.chance import Fast
from intrigue.kernel.game import Budget, Player
from tests.server.thinking import HardAmbush, Script

GAME = HardAmbush()
SETUP = GAME.setup(["Agatha", "Barney", "Charles", "Darcy"])


def asked(
    kind: type[Player],
    share: float = 1.0,
    seconds: float | None = 600.0,
    offered: Callable[[int], None] | None = None,
) -> tuple[int | None, int]:
    """The answer to the first question, and the playouts that it was made with."""
    position = GAME.start(SETUP, Fast(1))
    seated = Seated(kind, GAME, SETUP, 0, Random(1))
    seated.allow(share, seconds)
    view: Any = msgspec.json.decode(msgspec.json.encode(position.view(0)), type=GAME.view_type)
    act = seated.answer(view, position.prompt(0), position.options(0), offered)
    return act, seated.playouts


def test_a_share_is_a_share_of_the_playouts_and_too_few_are_none() -> None:
    whole, half, little = (asked(SearchBot, share)[1] for share in (1.0, 0.5, 0.1))
    assert whole > half > 0
    assert half <= GAME.hard.playouts // 2
    assert little == 0, "so few say nothing: it does what its script says"


def test_the_same_share_gives_the_same_answer_again() -> None:
    assert asked(SearchBot, 0.5) == asked(SearchBot, 0.5)


def test_without_time_it_thinks_as_little_as_it_can() -> None:
    assert asked(SearchBot, seconds=0.0)[1] <= len(SETUP.names)


def test_it_offers_what_the_script_would_do_before_it_thinks() -> None:
    offers: list[int] = []
    asked(SearchBot, offered=offers.append)
    assert offers == [asked(Script)[0]]


def test_everyone_may_know_how_long_a_level_thinks_about_a_kind_of_question(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert SearchBot.needs(GAME, "strike") == GAME.hard.seconds
    assert RandomBot.needs(GAME, "strike") == 0
    monkeypatch.setattr(HardAmbush, "hard", Budget(trusts=("strike",)))
    assert SearchBot.needs(GAME, "strike") == 0


class Babbling(Player):
    """Offers what it was not offered."""

    def answer(self, view: Any, prompt: Any, options: Any) -> int:
        self.offer(987654)
        self.offer(options[1])
        return int(options[0])


def test_only_what_it_may_do_is_heard_of_what_a_bot_offers() -> None:
    offers: list[int] = []
    act, playouts = asked(Babbling, offered=offers.append)
    assert playouts == 0
    assert len(offers) == 1
    assert act not in offers
