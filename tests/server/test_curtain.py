"""The clock of a question does not start before what led to it was shown: for a time that everyone
can reckon, and that the record tells."""

import re
from pathlib import Path
from typing import Any

import pytest

from intrigue.kernel.chance import bit
from intrigue.kernel.game import CURTAIN, discover, find_game
from intrigue.kernel.position import Event
from intrigue.server.live.match import Match
from intrigue.server.live.registry import Matches
from intrigue.server.wire import http

from .test_time import Ear, Hall, answer, in_hall, listen
from .test_time import ambush as ambush

CLOCK = http.Clock(20)


async def after_a_reveal(hall: Hall, **terms: Any) -> Match:
    match = await hall.matches.get(await hall.table("truce", options={"rounds": 3}, **terms))
    hall.now += 5
    for seat in range(3):
        await match.act(seat, answer("loot"))
    assert match.session.table.prompt == 1
    return match


def length_of(match: Match) -> float:
    """Of the reveal, from what everyone saw of it."""
    beats = match.session.table.game.beats
    return sum(beats.get(dated.event.kind, 0.0) for dated in match.session.history)


def test_the_next_question_has_its_whole_time_after_the_reveal_was_shown(tmp_path: Path) -> None:
    async def use(hall: Hall) -> None:
        match = await after_a_reveal(hall, clock=CLOCK)
        shown = length_of(match)
        assert 1 < shown < CURTAIN
        assert match.session.clocks.opened == pytest.approx(1005 + shown, abs=0.01)
        for seat in (0, 1, 2, -1):
            ear = Ear(seat)
            await listen(match, ear)
            (time,) = [frame for frame in ear.frames if frame["do"] == "time"]
            assert time["left"] == pytest.approx(20 + shown, abs=0.2), "the same for all"
        await hall.at(1005 + 20 + shown - 0.1, match)
        assert match.session.table.prompt == 1
        await hall.at(1005 + 20 + shown + 0.1, match)
        assert match.session.table.prompt == 2

    in_hall(tmp_path, use)


def test_a_restart_finds_the_same_clock(tmp_path: Path) -> None:
    async def use(hall: Hall) -> None:
        before = await after_a_reveal(hall, clock=CLOCK)
        hall.now += 0.5  # the next reveal comes while the first is being shown
        for seat in range(3):
            await before.act(seat, answer("loot"))
        opened = before.session.clocks.opened
        assert opened > 1005.5 + length_of(before) - 1
        await hall.matches.close()
        hall.matches = Matches(hall.storage, hall.bots, hall.matches.viewers, hall.times)
        again = await hall.matches.get(before.id)
        assert again.session.clocks.opened == again.session.table.opened == opened

    in_hall(tmp_path, use)


def test_over_days_nothing_waits_for_a_curtain(tmp_path: Path) -> None:
    async def use(hall: Hall) -> None:
        match = await after_a_reveal(hall, days=http.Days(hours=24, reveal="ready"))
        assert match.session.clocks.opened == pytest.approx(1005, abs=0.01)

    in_hall(tmp_path, use)


def test_an_answer_may_come_while_the_curtain_is_up(tmp_path: Path) -> None:
    async def use(hall: Hall) -> None:
        match = await after_a_reveal(hall, clock=http.Clock(20, 50))
        for seat in range(3):
            await match.act(seat, answer("loot", 1))
        assert match.session.table.prompt == 2
        assert match.session.clocks.bank == [50, 50, 50]

    in_hall(tmp_path, use)


def test_only_what_everyone_sees_takes_time() -> None:
    game = find_game("emperor")
    unseen = Event("swap_unseen", {})
    assert game.curtain([Event("saw", {}, bit(1)), Event("drew", {}, bit(0))]) == 0
    assert game.curtain([Event("swap", {}, bit(1), unseen)]) == game.beats["swap_unseen"]
    assert game.curtain([Event("died", {})] * 20) == CURTAIN


@pytest.mark.usefixtures("ambush")
def test_a_game_without_beats_has_no_curtain() -> None:
    game = find_game("ambush")
    assert game.beats == {}
    assert game.curtain([Event("round", {})]) == 0


@pytest.mark.parametrize("name", ["truce", "jaccuse", "emperor", "accusation", "complot"])
def test_the_beats_of_a_game_are_of_its_events_and_short(name: str) -> None:
    game = discover()[name]
    assert game.beats
    assert set(game.beats) <= set(game.events)
    assert all(0 < seconds <= CURTAIN / 2 for seconds in game.beats.values())


# --- the page -------------------------------------------------------------------------------------

GAMES = Path(__file__).parents[2] / "web" / "src" / "games"
# what the others see of events that some see whole
PUBLIC = {
    "emperor": {"swap": "swap_unseen", "steal": "steal_unseen"},
    "jaccuse": {"swap": "swapped"},
}


@pytest.mark.parametrize("game", ["truce", "jaccuse", "emperor", "accusation", "complot"])
def test_the_clock_waits_as_long_as_the_page_shows(game: str) -> None:
    texts = [path.read_text() for path in sorted((GAMES / game).glob("*.ts"))]
    (table,) = [
        found[1]
        for text in texts
        if (found := re.search(r"lengths: Lengths = \{(.*?)\}", text, re.DOTALL))
    ]
    lengths = {kind: int(ms) / 1000 for kind, ms in re.findall(r"(\w+): (\d+)", table)}
    assert lengths
    public = PUBLIC.get(game, {})
    expected = {kind: seconds for kind, seconds in lengths.items() if kind not in public}
    assert find_game(game).beats == expected
    for kind, twin in public.items():
        assert lengths[kind] == lengths[twin], "it takes the same time whatever one sees of it"
    longest = re.search(r"LONGEST = (\d+)", (GAMES.parent / "lib" / "beats.ts").read_text())
    assert longest is not None
    assert int(longest[1]) / 1000 <= CURTAIN
