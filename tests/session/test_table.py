"""The Table: intents, readiness, windows, standing orders, absence; nothing of it in a position."""

import msgspec
import pytest

from intrigue.games.truce.game import TruceGame
from intrigue.games.truce.rules.acts import ATTACK, DEFEND, LOOT, PASS, gift, order
from intrigue.games.truce.rules.position import Truce
from intrigue.kernel.chance import Fast, Seeded
from intrigue.kernel.game import Game
from intrigue.kernel.position import SPECTATOR, Illegal
from intrigue.session.message import Pace, Standing
from intrigue.session.record import Intent, Play, Record
from intrigue.session.table import Table
from tests.toys.ambush import CAST, AmbushGame
from tests.toys.ambush import PASS as NO

NAMES = ["Agatha", "Barney", "Charles"]


def truce(**options: object) -> Table:
    game = TruceGame()
    return Table(game, game.setup(NAMES, {"rounds": 2, **options}), Seeded(b"x" * 32))


def window(pace: Pace | None = None) -> Table:
    """Three seats in Ambush's guard window; Agatha holds a shield, the others blanks."""
    game = AmbushGame()
    setup = game.setup(NAMES)
    hands = {"Agatha": ["shield", "blank"], "Barney": ["blank"] * 2, "Charles": ["blank"] * 2}
    given = {"hands": hands, "phase": "guard", "target": "Barney"}
    return Table(game, setup, Fast(1), pace, position=game.load(setup, given, Fast(1)))


def test_an_answer_may_change_until_the_last_one_is_ready() -> None:
    table = truce()
    table.submit(0, order(ATTACK, 1))
    table.submit(0, order(LOOT))
    table.submit(1, order(PASS))
    assert round_of(table) == 1
    table.submit(2, order(PASS))
    assert round_of(table) == 2
    assert [play.act for play in plays(table)] == ["loot", "pass", "pass"]


def test_saved_is_not_ready() -> None:
    table = truce()
    table.submit(0, order(LOOT), ready=False)
    for seat in (1, 2):
        table.submit(seat, order(PASS))
    assert round_of(table) == 1
    assert table.done() == [1, 2]
    table.ready(0)
    assert round_of(table) == 2


def test_unready_keeps_the_answer_for_the_deadline() -> None:
    table = truce()
    table.submit(0, order(LOOT))
    table.unready(0)
    table.deadline()
    assert [(play.act, play.by) for play in plays(table)] == [
        ("loot", "player"),
        ("pass", "default"),
        ("pass", "default"),
    ]


def test_ready_without_an_answer_is_refused() -> None:
    table = truce()
    with pytest.raises(Illegal, match="nothing_saved"):
        table.ready(0)
    with pytest.raises(Illegal, match="not_ready"):
        table.unready(0)


def test_an_answer_to_a_closed_question_is_refused() -> None:
    table = truce()
    table.deadline()
    with pytest.raises(Illegal, match=r"stale \[TR-50\]"):
        table.submit(0, order(LOOT), prompt=0)
    assert table.answers == [None, None, None]
    table.submit(0, order(LOOT), prompt=1)


def test_a_gift_makes_everyone_confirm_again() -> None:
    table = truce()
    table.submit(1, order(LOOT))
    table.submit(0, gift(2, 1))
    assert table.done() == []
    assert table.answers[1] is not None
    table.ready(1)
    assert table.done() == [1]


def test_whoever_left_is_not_waited_for() -> None:
    table = truce()
    table.submit(2, order(LOOT))
    table.leave(2)
    table.submit(0, order(PASS))
    table.submit(1, order(PASS))
    assert [play.act for play in plays(table)] == ["pass", "pass", "pass"]
    table.back(2)
    table.submit(0, order(PASS))
    table.submit(1, order(PASS))
    assert not table.position.over


@pytest.mark.parametrize("ready", [True, False], ids=["confirmed", "saved"])
@pytest.mark.parametrize("flags", ["shown", "count", "hidden"])
def test_an_answer_stands_when_its_seat_is_emptied_and_nobody_sees_that_there_is_one(
    flags: str, ready: bool
) -> None:
    table, none = truce(readyFlags=flags), truce(readyFlags=flags)
    table.submit(2, order(LOOT), ready)
    before, feeds = table.done(), [one.feed(0) for one in (table, none)]
    table.empty(2)
    none.empty(2)
    assert table.done() == before
    if not ready:
        assert feeds[0].stream == feeds[1].stream
    twin = again(table)
    for one in (table, twin):
        one.submit(0, order(PASS))
        one.submit(1, order(PASS))
        assert [(play.act, play.by) for play in plays(one)] == [
            ("pass", "player"),
            ("pass", "player"),
            ("loot", "player"),
        ]
        one.submit(0, order(PASS))
        one.submit(1, order(PASS))
        assert plays(one)[-1].by == "default", "the next question was not answered"


def test_when_all_have_left_the_match_runs_to_its_end() -> None:
    table = truce()
    for seat in range(3):
        table.leave(seat)
    assert table.position.over


def test_a_window_lasts_whatever_is_answered() -> None:
    table = window(Pace(window_least=4, window_most=12))
    for seat in range(3):
        table.submit(seat, NO, now=1)
    assert table.prompt == 0
    table.tick(3.9)
    assert table.prompt == 0
    table.tick(4.0)
    assert table.prompt == 1


def test_a_window_closes_without_those_who_say_nothing() -> None:
    table = window(Pace(window_least=4, window_most=12))
    table.submit(0, CAST, now=1)
    table.tick(11.9)
    assert table.prompt == 0
    table.tick(12.0)
    assert table.prompt == 1
    assert [play.by for play in plays(table)] == ["player", "default", "default"]


def test_a_standing_order_fires_at_the_windows_end_and_not_before() -> None:
    table = window(Pace(window_least=4, window_most=12))
    others = table.feed(2)
    table.arm(0, [Standing("guard", "cast")])
    assert len(others.stream) == 1, "arming is private"
    table.tick(5.0)
    assert table.prompt == 0
    table.tick(12.0)
    assert next((play.act, play.by) for play in plays(table)) == ("cast", "standing order")


def test_a_standing_order_that_does_not_fit_is_not_played() -> None:
    table = window()
    table.arm(1, [Standing("guard", "cast")])
    table.deadline()
    assert [(play.act, play.by) for play in plays(table)][1] == ("pass", "default")
    with pytest.raises(Illegal, match="no_standing"):
        table.arm(1, [Standing("tea", "cast")])


def test_reveal_at_the_deadline_waits_for_it() -> None:
    table = truce(reveal="deadline")
    for seat in range(3):
        table.submit(seat, order(DEFEND))
    assert round_of(table) == 1
    table.deadline()
    assert round_of(table) == 2


@pytest.mark.parametrize(
    ("flags", "seen"), [("shown", [1]), ("count", 1), ("hidden", None)], ids=str
)
def test_others_see_of_readiness_what_the_table_allows(flags: str, seen: object) -> None:
    table = truce(readyFlags=flags)
    table.submit(1, order(LOOT))
    assert table.done() == seen


def test_a_viewer_hears_only_what_changes_for_that_viewer() -> None:
    table = truce()
    feeds = {viewer: table.feed(viewer) for viewer in (SPECTATOR, 0, 1)}
    table.submit(0, order(LOOT), ready=False)
    table.submit(0, order(ATTACK, 1), ready=False)
    assert [len(feed.stream) for feed in feeds.values()] == [1, 3, 1]
    table.submit(0, order(ATTACK, 1))
    numbers = [msgspec.json.decode(message)["number"] for message in feeds[1].stream]
    assert numbers == [0, 1]
    assert b"attack" not in b"".join(feeds[SPECTATOR].stream)


def test_what_happened_can_be_told_together() -> None:
    one, many = truce(), truce()
    many.at_once = False
    feeds = [(one.feed(viewer), many.feed(viewer)) for viewer in (SPECTATOR, 0, 1)]
    for table in (one, many):
        for seat in range(3):
            table.submit(seat, order(LOOT))
    assert all(len(held.moments) == 1 for _, held in feeds)
    many.tell()
    for told, held in feeds:
        assert len(held.moments) == 2
        assert held.seen == told.seen
        assert held.moments[-1].fields == told.moments[-1].fields
    many.tell()
    assert all(len(held.moments) == 2 for _, held in feeds)


@pytest.mark.parametrize("game", [TruceGame(), AmbushGame()], ids=lambda game: game.id)
def test_a_table_goes_on_where_its_record_stopped(game: Game) -> None:
    setup = game.setup(NAMES)
    table = Table(game, setup, Seeded(b"y" * 32))
    for _ in range(4):
        table.deadline()
    seat = table.position.asked()[0]
    table.submit(seat, table.position.options(seat)[-1], ready=False, by="bot")
    table.leave((seat + 1) % 3)
    table.arm(seat, [Standing(game.prompts[0], "pass")])
    text = "".join(line + "\n" for line in table.record.lines(private=True))
    record = Record.read(text, finished=False, game=game)
    again = Table.resume(record, Seeded(b"y" * 32, record.draws()))
    assert again.position.key() == table.position.key()
    assert again.answers == table.answers
    assert again.standing == table.standing
    assert again.absent == table.absent
    assert again.prompt == table.prompt
    while not table.position.over:
        table.deadline()
        again.deadline()
    assert again.record.text() == table.record.text()


def again(table: Table) -> Table:
    """The table, rebuilt from what it wrote down."""
    text = "".join(line + "\n" for line in table.record.lines(private=True))
    record = Record.read(text, finished=False, game=table.game)
    return Table.resume(record, table.chance)


def test_a_resumed_table_remembers_orders_absence_and_bots() -> None:
    table = truce()
    table.arm(1, [Standing("orders", "defend")])
    table.submit(0, order(LOOT), by="bot")
    table.submit(2, order(LOOT))
    table.leave(2)
    twin = again(table)
    assert twin.standing == table.standing
    assert twin.answers == table.answers
    assert twin.answers[2] is None
    assert twin.absent == {2}
    assert "defend" not in table.record.text()


def test_a_seat_out_of_time_is_not_waited_for_and_keeps_what_it_saved() -> None:
    table = truce()
    table.submit(0, order(LOOT), ready=False)
    table.expire(0)
    table.submit(1, order(PASS))
    assert table.prompt == 0
    table.expire(2)
    assert [(play.act, play.by) for play in plays(table)] == [
        ("loot", "player"),
        ("pass", "player"),
        ("pass", "default"),
    ]
    assert table.late == set()


def test_a_refused_act_leaves_an_absent_seat_absent() -> None:
    table = truce()
    table.leave(0)
    written = len(table.record.entries)
    with pytest.raises(Illegal):
        table.submit(0, gift(0, 1))
    assert len(table.record.entries) == written
    assert table.absent == {0}


def test_an_emptied_feed_goes_on_counting() -> None:
    table = truce()
    feed = table.feed(0)
    feed.forget()
    table.submit(0, order(LOOT))
    assert [msgspec.json.decode(message)["number"] for message in feed.stream] == [1]


def test_intents_are_kept_but_never_published() -> None:
    table = truce()
    table.submit(0, order(LOOT))
    assert any(isinstance(entry, Intent) for entry in table.record.entries)
    assert "loot" not in table.record.text()


def round_of(table: Table) -> int:
    position = table.position
    assert isinstance(position, Truce)
    return int(position.round)


def plays(table: Table) -> list[Play]:
    return [entry for entry in table.record.entries if isinstance(entry, Play)]
