"""Passing in public: everyone sees it, the record keeps it, and nobody waits where all have."""

import pytest

from intrigue.kernel.chance import Fast
from intrigue.kernel.game import find_game
from intrigue.kernel.position import SPECTATOR, Illegal, Prompt
from intrigue.session.message import Pace, Standing
from intrigue.session.record import Close, Pass, Play, Record
from intrigue.session.table import Table

GAME = find_game("emperor")
NAMES = ["E", "A", "B", "C", "D"]
SLOT = {"no_draw": True, "phase": "slot", "pointer": "E", "direction": "cw", "turns": 5}
FIXED = Pace(5.0, 20.0, length=5.0, early=False, fixed=True)


def table(pace: Pace = FIXED, **given: object) -> Table:
    """Before A's turn: everyone holds something, and B an Instinct."""
    setup = GAME.setup(NAMES)
    hands = {name: ["condemn"] for name in NAMES} | {"B": ["accuse"]}
    position = GAME.load(setup, {**SLOT, "hands": hands, **given}, Fast(1))
    return Table(GAME, setup, Fast(1), pace, position=position)


def phase(of: Table) -> str:
    return of.position.view(SPECTATOR).phase  # type: ignore[attr-defined,no-any-return]


def test_everyone_sees_who_passes_in_public() -> None:
    here = table()
    feed = here.feed(SPECTATOR)
    here.pass_openly(2, "turn", now=1.0)
    assert b'"passing":[2]' in feed.stream[-1]
    here.pass_openly(2, "", now=1.0)
    assert b'"passing":[]' in feed.stream[-1]


def test_a_window_that_everyone_has_passed_in_public_is_over_at_once() -> None:
    here = table()
    for seat in range(4):
        here.pass_openly(seat, "turn", now=1.0)
        assert here.prompt == 0
    here.pass_openly(4, "window", now=1.5)
    assert phase(here) == "main"
    plays = [entry.by for entry in here.record.entries if isinstance(entry, Play)]
    assert plays == ["pass"] * 5


def test_a_window_for_nobody_else_is_skipped_and_ends_with_ones_own_turn() -> None:
    here = table()
    for seat in range(5):
        here.pass_openly(seat, "turn", now=1.0)
    assert sorted(here.passing) == [0, 2, 3, 4], "it is A's turn"
    here.submit(1, here.read("pass"), now=2.0)
    assert phase(here) == "slot", "A has said nothing about this one"
    here.pass_openly(1, "turn", now=3.0)
    assert phase(here) == "main"
    assert sorted(here.passing) == [0, 1, 3, 4]


@pytest.mark.parametrize("answer", ["accuse A", "pass", None])
def test_whoever_has_not_passed_has_the_whole_time_whatever_they_do(answer: str | None) -> None:
    here = table()
    feed = here.feed(SPECTATOR)
    for seat in (0, 1, 3, 4):
        here.pass_openly(seat, "turn", now=1.0)
    told = len(feed.stream)
    if answer is not None:
        here.submit(2, here.read(answer), now=2.0)
    here.tick(4.9)
    assert (here.prompt, len(feed.stream)) == (0, told)
    here.tick(5.0)
    assert here.prompt > 0


def test_a_public_pass_can_be_taken_back_before_it_matters() -> None:
    here = table()
    here.pass_openly(2, "turn", now=1.0)
    with pytest.raises(Illegal, match="passing"):
        here.submit(2, here.read("accuse A"), now=1.0)
    here.pass_openly(2, "", now=2.0)
    here.submit(2, here.read("accuse A"), now=2.0)
    here.tick(5.0)
    assert here.position.view(SPECTATOR).accused == (1,)  # type: ignore[attr-defined]


def test_what_concerns_oneself_alone_is_asked_all_the_same() -> None:
    """Whoever is to die has not passed that, whatever they said before."""
    assert GAME.concerns(Prompt(2, "resolve", window=True, data={"target": 2}))
    assert not GAME.concerns(Prompt(2, "resolve", window=True, data={"target": 3}))


def test_an_order_does_not_fire_in_a_window_that_was_passed_in_public() -> None:
    here = table()
    here.arm(2, [Standing("slot", "accuse A")])
    for seat in range(5):
        here.pass_openly(seat, "turn", now=1.0)
    assert here.position.view(SPECTATOR).accused == ()  # type: ignore[attr-defined]


def test_a_seat_with_an_empty_hand_is_not_waited_for() -> None:
    here = table(Pace(skips=True), hands={"B": ["accuse"]})
    here.submit(2, here.read("pass"))
    assert phase(here) == "main"
    here = table(Pace(skips=True), hands={})
    here.tick(0.0)
    assert phase(here) == "main", "and where nobody holds anything, nobody is asked"


def test_a_bot_only_needs_to_be_done() -> None:
    pace = Pace(5.0, 20.0, length=5.0, early=False, fixed=True, bots=frozenset({2, 3, 4}))
    here = table(pace)
    for seat in (2, 3, 4):
        here.submit(seat, here.read("pass"), by="bot", now=0.5)
    here.pass_openly(0, "turn", now=1.0)
    assert here.prompt == 0
    here.pass_openly(1, "turn", now=1.0)
    assert phase(here) == "main"


def test_only_what_can_be_passed_is_passed_in_public() -> None:
    here = table()
    for seat in range(5):
        here.pass_openly(seat, "window", now=1.0)
    with pytest.raises(Illegal, match="no_pass"):
        here.pass_openly(1, "turn", now=2.0)  # whose turn it is
    with pytest.raises(Illegal, match="no_pass"):
        here.pass_openly(2, "window", now=2.0)
    truce = find_game("truce")
    other = Table(truce, truce.setup(NAMES[:3]), Fast(1))
    with pytest.raises(Illegal, match="no_pass"):
        other.pass_openly(0, "turn")


def test_a_public_pass_stands_in_the_record_and_after_a_restart() -> None:
    setup = GAME.setup(NAMES, {"start_hand": 1})
    here = Table(GAME, setup, Fast(3), FIXED)
    here.submit(here.position.asked()[0], here.read("direction cw"))
    for seat in (0, 3):
        here.pass_openly(seat, "turn", now=1.0)
    here.pass_openly(3, "", now=2.0)
    entries = [entry for entry in here.record.entries if isinstance(entry, Pass | Close)]
    assert entries[1:] == [Pass("E", "turn"), Pass("C", "turn"), Pass("C", "")]
    again = Table.resume(here.record, Fast(3), FIXED)
    assert again.passing == here.passing == {0: "turn"}
    for seat in (1, 2, 3, 4):
        here.pass_openly(seat, "turn", now=3.0)
    assert "pass" in {entry.by for entry in here.record.entries if isinstance(entry, Play)}
    text = "\n".join(here.record.lines(private=True))
    read = Record.read(text, finished=False)
    assert Table.resume(read, Fast(3), FIXED).passing == here.passing


def test_a_window_without_a_clock_is_over_when_all_have_answered_even_behind_a_curtain() -> None:
    here = table(Pace())
    here.opened = 100.0
    for seat in range(5):
        assert here.prompt == 0
        here.submit(seat, here.read("pass"), now=1.0)
    assert phase(here) == "main"
