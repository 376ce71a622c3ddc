"""Matches over days, at times that the tests say: deadlines, excuses, pauses, changes of pace."""

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from intrigue.kernel.position import Illegal
from intrigue.server.clocks import calendar as calendar
from intrigue.server.errors import ServerError
from intrigue.server.identity import Identity
from intrigue.server.live.match import Match
from intrigue.server.record import store
from intrigue.server.record.attendance import attendance
from intrigue.server.wire import frames, http
from intrigue.session.message import Standing
from intrigue.session.record import Close, Missed, Override, Record, verify

from .test_time import Ear, Hall, answer, in_hall, listen, plays

HOUR = 3600.0
EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]


def moment(zone: str, *parts: int, fold: int = 0) -> float:
    return datetime(*parts, tzinfo=ZoneInfo(zone), fold=fold).timestamp()  # type: ignore[misc,arg-type]


# --- the calendar ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("zone", "spring", "autumn"),
    [
        ("Europe/Paris", (2026, 3, 29), (2026, 10, 25)),
        ("America/New_York", (2026, 3, 8), (2026, 11, 1)),
    ],
)
def test_a_time_of_day_stays_so_when_clocks_change(
    zone: str, spring: tuple[int, int, int], autumn: tuple[int, int, int]
) -> None:
    days = http.Days(times=["18:00"], weekdays=EVERY_DAY, zone=zone, notice=0)
    for day, length in ((spring, 23), (autumn, 25)):
        before = moment(zone, *day, 18) - length * HOUR
        assert datetime.fromtimestamp(before, ZoneInfo(zone)).hour == 18
        assert calendar.next_time(days, before) == moment(zone, *day, 18)
    night = http.Days(times=["02:30", "01:30"], weekdays=EVERY_DAY, zone=zone)
    midnight = moment(zone, *spring)
    assert calendar.next_time(night, midnight) == midnight + 1.5 * HOUR
    skipped = calendar.next_time(night, midnight + 1.5 * HOUR)
    assert skipped == moment(zone, *spring, 3, 30), "02:30 does not exist"
    twice = http.Days(times=["02:30" if zone == "Europe/Paris" else "01:30"], weekdays=EVERY_DAY,
        zone=zone)  # fmt: skip
    hour = 2 if zone == "Europe/Paris" else 1
    first = calendar.next_time(twice, moment(zone, *autumn))
    assert first == moment(zone, *autumn, hour, 30)
    assert moment(zone, *autumn, hour, 30, fold=1) == first + HOUR
    assert calendar.next_time(twice, first) == first + 25 * HOUR, "of two, only the first counts"


ZONES = ["Europe/Paris", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC",
    "America/Santiago", "Africa/Cairo", "Pacific/Chatham"]  # fmt: skip
TIMES = st.builds("{:02}:{:02}".format, st.integers(0, 23), st.integers(0, 59))


@settings(max_examples=300, deadline=None)
@given(
    zone=st.sampled_from(ZONES),
    times=st.lists(TIMES, min_size=1, max_size=4),
    weekdays=st.lists(st.integers(1, 7), min_size=1, max_size=7, unique=True),
    after=st.floats(1577836800, 2524608000),  # 2020 to 2050
    notice=st.floats(0, 100),
)
def test_the_next_deadline_is_one_of_the_tables_times(
    zone: str, times: list[str], weekdays: list[int], after: float, notice: float
) -> None:
    days = http.Days(times=times, weekdays=weekdays, zone=zone, notice=notice)
    due = calendar.deadline(days, after, after)
    assert due > after
    assert due >= after + notice * HOUR
    assert due <= after + notice * HOUR + 8 * 24 * HOUR + 2 * HOUR
    local = datetime.fromtimestamp(due, ZoneInfo(zone))
    meant = local.replace(tzinfo=None)
    if (said := f"{meant:%H:%M}") not in times:  # skipped by a change of clocks, and moved on
        gap = local.utcoffset() - (local - timedelta(hours=3)).utcoffset()  # type: ignore[operator]
        meant -= gap
        assert f"{meant:%H:%M}" in times, said
        assert gap > timedelta(0)
    assert meant.isoweekday() in weekdays
    earlier = [calendar.next_time(days, max(after, due - back * HOUR)) for back in (1, 30, 200)]
    assert max(earlier) <= due or notice


def test_what_gives_no_deadline_is_refused_with_a_sentence() -> None:
    for days, words in (
        (http.Days(), "one of the two"),
        (http.Days(hours=24, times=["18:00"], weekdays=[1]), "one of the two"),
        (http.Days(times=["18:00"]), "at least one weekday"),
        (http.Days(times=["18:00"], weekdays=[1], zone="Europe/Atlantis"), "no time zone"),
        (http.Days(hours=24, zone="../../etc/passwd"), "no time zone"),
        (http.Days(hours=24, most=3), "cannot be shorter"),
    ):
        with pytest.raises(ServerError, match=words):
            calendar.check(days)


def test_terms_that_were_stored_before_there_were_days_can_be_read() -> None:
    old = (
        b'{"seats":3,"options":{},"listed":false,"spectators":false,"press":"all","clock":null,'
        b'"window":{"least":4.0,"most":20.0}}'
    )
    assert msgspec.json.decode(old, type=http.Terms).days is None


# --- deadlines ------------------------------------------------------------------------------------

DAY = http.Days(hours=24, step=4, most=72)


def closes(match: Match) -> list[str]:
    return [entry.why for entry in match.session.table.record.entries if isinstance(entry, Close)]


def said(match: Match) -> list[str]:
    return [line.note.what for line in match.session.talk if line.note is not None]


def clock_of(ear: Ear) -> dict[str, Any]:
    """What was last said of time."""
    plain: dict[str, Any] = {"deadline": None, "warn": None, "paused": False, "days": False}
    return plain | {"wants": []} | [frame for frame in ear.frames if frame["do"] == "time"][-1]


async def again(hall: Hall, match: Match) -> Match:
    """The same match, as a restart finds it: with the same clocks."""
    before = match.session.clocks
    hall.matches.drop(match)
    found = await hall.matches.get(match.id)
    after = found.session.clocks
    for name in ("opened", "began", "since", "pinned", "paused", "wants", "missed", "days",
                 "terms", "bank", "extended"):  # fmt: skip
        assert getattr(after, name) == getattr(before, name), name
    assert found.session.table.opened == match.session.table.opened
    assert found.session.table.pace == match.session.table.pace
    return found


async def all_answer(match: Match, *acts: str) -> None:
    number = match.session.table.prompt
    for seat, act in enumerate(acts):
        await match.act(seat, answer(act, number))


def test_a_seat_is_called_once_an_hour_whoever_asks_and_wherever(tmp_path: Path) -> None:
    async def use(hall: Hall) -> None:
        match = await hall.matches.get(await hall.table("truce", days=DAY))
        who = [Identity(chair.person or "", chair.name or "") for chair in match.session.room.seats]
        await match.nudge(who[0], 2, 3600.0)
        await match.nudge(who[0], 1, 3600.0)
        match = await again(hall, match)
        with pytest.raises(ServerError, match="too fast"):
            await match.nudge(who[1], 2, 3600.0)
        hall.now += 3601
        await match.nudge(who[1], 2, 3600.0)
        assert said(match) == ["nudge", "nudge", "nudge"]

    in_hall(tmp_path, use)


def test_truce_waits_for_the_deadline_and_others_need_not(tmp_path: Path) -> None:
    async def use(hall: Hall) -> None:
        table = await hall.table("truce", days=DAY, options={"rounds": 3})
        match = await hall.matches.get(table)
        assert match.session.table.setup.options["reveal"] == "deadline"
        await all_answer(match, "loot", "loot", "loot")
        await hall.at(1000 + 24 * HOUR - 1, match)
        assert match.session.table.prompt == 0
        match = await again(hall, match)
        await hall.at(1000 + 24 * HOUR, match)
        assert match.session.table.prompt == 1
        assert closes(match) == ["deadline"]
        await hall.at(1000 + 24 * HOUR + 60, match)
        assert closes(match) == ["deadline"], "once"
        at_once = msgspec.structs.replace(DAY, reveal="ready")
        table = await hall.table("truce", days=at_once, options={"rounds": 3})
        match = await hall.matches.get(table)
        await all_answer(match, "loot", "loot", "loot")
        assert match.session.table.prompt == 1
        assert closes(match) == ["ready"]

    in_hall(tmp_path, use)


def test_at_fixed_times_everyone_has_a_notice(tmp_path: Path) -> None:
    async def use(hall: Hall) -> None:
        hall.now = moment("Europe/Paris", 2026, 10, 23, 15)  # a Friday, clocks go back on Sunday
        days = http.Days(times=["18:00"], weekdays=[5, 7], zone="Europe/Paris", notice=6)
        table = await hall.table("truce", days=days, options={"rounds": 3})
        match = await hall.matches.get(table)
        assert match.session.timing.ends() == moment("Europe/Paris", 2026, 10, 25, 18)
        assert match.session.clocks.warning() == hall.now + 0.75 * (52 * HOUR)
        await match.settle()
        assert match.due() == match.session.clocks.warning(), "it is woken to warn"

    in_hall(tmp_path, use)


def test_the_first_miss_moves_the_deadline_and_the_second_takes_the_default(
    tmp_path: Path,
) -> None:
    async def use(hall: Hall) -> None:
        table = await hall.table("truce", days=DAY, options={"rounds": 2})
        match = await hall.matches.get(table)
        ears = [Ear(0), Ear(2), Ear(-1)]
        for ear in ears:
            await listen(match, ear)
        await match.act(0, answer("loot"))
        await match.act(2, answer("defend"))
        due = 1000 + 24 * HOUR
        await hall.at(due, match)
        assert match.session.table.prompt == 0
        assert match.session.timing.ends() == pytest.approx(due + 4 * HOUR)
        assert [one is not None and one.ready for one in match.session.table.answers] == [False] * 3
        notes = [[f["note"] for f in ear.frames if f["do"] == "talk"] for ear in ears]
        assert [note["seat"] for (note,) in notes] == [1, 1, 1], "all others were seen to be ready"
        assert [clock_of(ear)["deadline"] for ear in ears] == [round(due + 4 * HOUR, 1)] * 3
        match = await again(hall, match)
        await hall.at(due + 4 * HOUR + 1, match)
        assert match.session.table.prompt == 1
        assert plays(match) == [("Agatha", "player"), ("Barney", "default"), ("Charles", "player")]
        await hall.at(match.session.timing.ends() or 0, match)
        assert [e.seat for e in match.session.table.record.entries if isinstance(e, Missed)] == [
            "Barney", "Agatha", "Charles"]  # fmt: skip
        assert match.session.talk[-1].note == frames.Note("excused", -1), "it may be any of three"
        await hall.at(match.session.timing.ends() or 0, match)
        assert match.session.over
        assert closes(match) == ["deadline", "deadline"]
        loaded = await hall.storage.read(lambda c: store.load(c, table))
        own = [attendance(loaded, seat, match.session.clocks.excuses(seat)) for seat in range(3)]
        assert [one.counts for one in own] == [
            {"acted": 1, "excused": 1, "missed": 1},
            {"excused": 1, "missed": 2},
            {"acted": 1, "excused": 1, "missed": 1},
        ]
        assert [row.how for row in own[1].latest] == ["missed", "missed", "excused"]
        assert own[0].excuses == 0
        text = store.published(loaded)
        assert "missed" not in text
        verify(Record.read(text))

    in_hall(tmp_path, use)


def test_a_chosen_default_is_told_apart_from_a_missed_one_only_in_private(tmp_path: Path) -> None:
    async def use(hall: Hall) -> None:
        days = http.Days(hours=1, excuses=0)
        table = await hall.table("truce", days=days, options={"rounds": 1})
        match = await hall.matches.get(table)
        ear = Ear(0)
        await listen(match, ear)
        await match.act(1, answer("pass"))
        await match.act(0, frames.Submit("s", "gift 1 Barney"))
        await hall.at(1000 + HOUR, match)
        (reveal,) = [e for f in ear.frames if f["do"] == "update" for e in f["events"]
            if e["kind"] == "reveal"]  # fmt: skip
        shown = reveal["data"]["orders"]
        assert shown[1] == shown[2]
        loaded = await hall.storage.read(lambda c: store.load(c, table))
        counts = [attendance(loaded, seat, 0).counts for seat in range(3)]
        assert counts == [{"missed": 1}, {"acted": 1}, {"missed": 1}]

    in_hall(tmp_path, use)


def test_a_fallback_order_is_no_miss(tmp_path: Path) -> None:
    async def use(hall: Hall) -> None:
        table = await hall.table("truce", days=DAY, options={"rounds": 2})
        match = await hall.matches.get(table)
        for seat in range(3):
            await match.act(seat, frames.Arm(f"a{seat}", [Standing("orders", "defend")]))
        match = await again(hall, match)
        await hall.at(1000 + 24 * HOUR, match)
        assert plays(match) == [(n, "standing order") for n in ("Agatha", "Barney", "Charles")]
        await match.act(0, frames.Arm("b", []))
        await hall.at(1000 + 48 * HOUR, match)
        assert match.session.table.prompt == 1, "it was cleared, and is missed"
        assert said(match) == ["excused"]

    in_hall(tmp_path, use)


def test_no_extension_leads_beyond_the_longest_time(tmp_path: Path) -> None:
    async def use(hall: Hall) -> None:
        days = http.Days(hours=24, step=30, most=60)
        table = await hall.table("truce", days=days, options={"rounds": 1})
        match = await hall.matches.get(table)
        with pytest.raises(ServerError, match="Only the host"):
            await match.act(1, frames.Extend("a"))
        await match.act(0, frames.Extend("a"))
        assert match.session.timing.ends() == pytest.approx(1000 + 54 * HOUR)
        await match.act(0, frames.Extend("b", hours=20))
        await match.act(0, frames.Extend("b", hours=20))  # the same key: not again
        assert match.session.timing.ends() == pytest.approx(1000 + 60 * HOUR)
        with pytest.raises(ServerError, match="as late as"):
            await match.act(0, frames.Extend("c"))
        match = await again(hall, match)
        assert said(match) == ["extended", "extended"]
        await hall.at(1001 + 60 * HOUR, match)
        assert match.session.over, "nothing is left of the time that an excuse could have given"

    in_hall(tmp_path, use)


def test_a_pause_needs_everyone_and_keeps_the_time_that_was_left(tmp_path: Path) -> None:
    async def use(hall: Hall) -> None:
        table = await hall.table("truce", days=DAY, options={"rounds": 2})
        match = await hall.matches.get(table)
        ear = Ear(-1)
        await listen(match, ear)
        hall.now = 1000 + 20 * HOUR
        await match.act(2, frames.Pause("a"))
        await match.act(0, frames.Pause("a"))
        await match.act(0, frames.Pause("b", wanted=False))
        await match.act(1, frames.Pause("a"))
        assert clock_of(ear)["wants"] == [1, 2]
        assert match.session.clocks.paused is None
        await match.act(0, frames.Pause("c"))
        assert clock_of(ear) == {
            "do": "time", "prompt": 0, "left": pytest.approx(4 * HOUR), "bank": None,
            "deadline": None, "warn": None, "days": True, "paused": True, "wants": []}  # fmt: skip
        match = await again(hall, match)
        with pytest.raises(ServerError, match="paused"):
            await match.act(0, answer("loot"))
        with pytest.raises(ServerError, match="paused"):
            await match.act(0, frames.Extend("e"))
        assert match.due() is None
        await hall.at(1000 + 500 * HOUR, match)
        assert match.session.table.prompt == 0
        for seat in range(3):
            await match.act(seat, frames.Pause("on"))
        assert match.session.timing.ends() == pytest.approx(1000 + 504 * HOUR)
        match = await again(hall, match)
        assert said(match)[-3:] == ["wants_on", "wants_on", "resumed"]
        await all_answer(match, "loot", "loot", "loot")
        await hall.at(1001 + 504 * HOUR, match)
        assert closes(match) == ["deadline"]

    in_hall(tmp_path, use)


def test_after_a_pause_a_fixed_time_comes_no_sooner_than_it_would_have(tmp_path: Path) -> None:
    async def use(hall: Hall) -> None:
        hall.now = moment("Europe/Paris", 2026, 3, 27, 12)
        days = http.Days(times=["18:00"], weekdays=EVERY_DAY, zone="Europe/Paris")
        table = await hall.table("truce", days=days, options={"rounds": 2})
        match = await hall.matches.get(table)
        for seat in range(3):
            await match.act(seat, frames.Pause("a"))
        hall.now = moment("Europe/Paris", 2026, 3, 29, 13)  # less than six hours before 18:00
        for seat in range(3):
            await match.act(seat, frames.Pause("b"))
        assert match.session.timing.ends() == moment("Europe/Paris", 2026, 3, 30, 18)
        await again(hall, match)

    in_hall(tmp_path, use)


def test_whoever_leaves_is_not_asked_for_consent(tmp_path: Path) -> None:
    async def use(hall: Hall) -> None:
        table = await hall.table("truce", bots=1, days=DAY, options={"rounds": 2})
        match = await hall.matches.get(table)
        await match.act(0, frames.Pause("a"))
        assert match.session.clocks.paused is None
        await match.act(1, frames.Leave("l"))
        assert match.session.clocks.paused is not None
        assert said(match) == ["wants_pause", "paused"]
        await match.act(1, frames.Back("b"))
        await match.act(1, frames.Pause("c"))
        await match.act(0, frames.Pause("d"))
        assert match.session.clocks.paused is None

    in_hall(tmp_path, use)


def test_a_live_table_goes_on_over_days_and_back(tmp_path: Path) -> None:
    async def use(hall: Hall) -> None:
        clock = http.Clock(60, 30)
        table = await hall.table("truce", clock=clock, options={"rounds": 3})
        match = await hall.matches.get(table)
        ear = Ear(1)
        await listen(match, ear)
        hall.now += 70
        await match.act(0, answer("loot"))
        with pytest.raises(ServerError, match="played live"):
            await match.act(0, frames.Extend("x"))
        with pytest.raises(ServerError, match="Only the host"):
            await match.act(1, frames.Pace("x", "days"))
        await match.act(0, frames.Pace("d", "days"))
        assert match.session.timing.ends() == pytest.approx(hall.now + 24 * HOUR, abs=1)
        assert clock_of(ear)["days"] is True
        await match.act(1, answer("loot"))
        await match.act(2, answer("loot"))
        match = await again(hall, match)
        assert match.session.table.prompt == 0, "kept for the deadline, as Truce has it"
        await listen(match, ear)
        await match.act(0, frames.Pace("l", "live"))
        assert match.session.table.prompt == 1, "live it is enough that all are ready"
        shown = match.session.table.opened - hall.now  # Truce's reveal
        assert match.session.timing.ends() == pytest.approx(hall.now + shown + 60, abs=1)
        assert match.session.clocks.bank == [30, 30, 30]
        match = await again(hall, match)
        with pytest.raises(ServerError, match="already"):
            await match.act(0, frames.Pace("m", "live"))
        for seat in range(3):
            await match.act(seat, frames.Pause("p"))
        hall.now += 500
        match = await again(hall, match)
        for seat in range(3):
            await match.act(seat, frames.Pause("q"))
        await hall.at(hall.now + shown + 89, match)
        assert match.session.table.prompt == 1
        await hall.at(hall.now + 2, match)
        assert match.session.table.prompt == 2
        words = ["days", "live", "wants_pause", "wants_pause", "paused", "wants_on", "wants_on",
            "resumed", "late", "late", "late"]  # fmt: skip
        assert said(match) == words
        whats = [e.what for e in match.session.table.record.entries if isinstance(e, Override)]
        assert whats == words

    in_hall(tmp_path, use)


def test_a_question_that_only_a_clock_closes_has_one_when_it_goes_live(tmp_path: Path) -> None:
    async def use(hall: Hall) -> None:
        table = await hall.table("truce", days=DAY, options={"rounds": 2})
        match = await hall.matches.get(table)
        await match.act(0, frames.Pace("l", "live"))
        assert match.session.timing.ends() == pytest.approx(hall.now + 300, abs=1)
        await hall.at(hall.now + 301, match)
        assert match.session.table.prompt == 1

    in_hall(tmp_path, use)


def test_the_questions_of_a_round_share_its_deadline(tmp_path: Path) -> None:
    async def use(hall: Hall) -> None:
        days = http.Days(hours=48, per="round", notice=3)
        table = await hall.table("jaccuse", seats=5, days=days)
        match = await hall.matches.get(table)
        began = match.session.clocks.began
        kinds: list[tuple[str, float]] = []
        while len(kinds) < 40 and not match.session.over:
            hall.now += HOUR
            kinds.append((match.session.timing.prompt.kind, match.session.clocks.began))
            number = match.session.table.prompt
            for seat in match.session.table.position.asked():
                ask = match.session.table.ask(seat)
                assert ask is not None
                act = ask.options[(number + seat) % len(ask.options)]
                await match.act(seat, answer(act, number))
            match = await again(hall, match)
        votes = [at for kind, at in kinds if kind == "vote"]
        assert kinds[0] == ("membership", began)
        assert len(set(votes)) == len(votes), "every election is a new round"
        inside = [(kind, at) for kind, at in kinds if kind not in ("vote", "membership")]
        assert inside
        assert all(at in votes for kind, at in inside), "what follows belongs to it"

    in_hall(tmp_path, use)


@pytest.mark.parametrize(
    ("game", "brief", "patient"),
    [("emperor", {"slot"}, "resolve"), ("accusation", {"open", "plan", "reveal"}, "claim")],
)
def test_windows_that_wait_for_nobody_close_at_once(
    tmp_path: Path, game: str, brief: set[str], patient: str
) -> None:
    async def use(hall: Hall) -> None:
        seats = {"emperor": 5}.get(game, 3)
        table = await hall.table(game, days=http.Days(hours=24, excuses=0, reveal="deadline"),
            seats=seats)  # fmt: skip
        match = await hall.matches.get(table)
        waited: set[str] = set()
        while not match.session.over and match.session.table.prompt < 400:
            prompt, number = match.session.timing.prompt, match.session.table.prompt
            waited.add(prompt.kind)
            for seat in match.session.table.position.asked():
                ask = match.session.table.ask(seat)
                assert ask is not None
                act = ask.options[(number * 7 + seat) % len(ask.options)]
                try:
                    await match.act(seat, answer(act, number))
                except Illegal:
                    continue
            if match.session.table.prompt == number:
                assert prompt.sealed
                await hall.at(match.session.timing.ends() or 0, match)
                assert match.session.table.prompt > number
        assert not waited & brief
        assert patient in waited

    in_hall(tmp_path, use)


# --- what nobody must notice ----------------------------------------------------------------------


def watched(folder: Path, world: int, viewer: int, flags: str) -> list[dict[str, Any]]:
    """What a viewer is sent while others miss deadlines, arm orders and save drafts; who does
    differs between the worlds."""
    ear = Ear(viewer)

    async def use(hall: Hall) -> None:
        options = {"rounds": 2, "readyFlags": flags}
        table = await hall.table("truce", days=DAY, options=options)
        match = await hall.matches.get(table)
        await listen(match, ear)
        one, other = (1, 2) if world else (2, 1)
        await match.act(one, frames.Arm("a", [Standing("orders", "pass")]))
        await match.act(0, frames.Submit("s", "pass", ready=False))
        await hall.at(1000 + 24 * HOUR, match)  # the other one has missed it
        assert said(match) == ["excused"]
        await match.act(other, frames.Submit("t", "pass", ready=False))
        await match.act(0, frames.Extend("e"))
        await hall.at(match.session.timing.ends() or 0, match)
        assert match.session.table.prompt == 1
        await match.act(other, frames.Submit("u", "pass", ready=False))
        await hall.at(match.session.timing.ends() or 0, match)  # the viewer or nobody
        if not match.session.over:
            await hall.at(match.session.timing.ends() or 0, match)
        assert match.session.over

    in_hall(folder, use)
    for frame in ear.frames:
        for name in ("stream", "table", "commitment", "seed", "left"):
            frame.pop(name, None)
    return ear.frames


@pytest.mark.parametrize("flags", ["shown", "count", "hidden"])
@pytest.mark.parametrize("viewer", [0, -1])
def test_who_missed_a_deadline_is_not_told(tmp_path: Path, viewer: int, flags: str) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    first = watched(tmp_path / "a", 0, viewer, flags)
    second = watched(tmp_path / "b", 1, viewer, flags)
    notes = [frame["note"] for frame in first if frame["do"] == "talk"]
    assert (notes[0]["what"], notes[0]["seat"]) == ("excused", -1)
    assert first == second


# --- my tables ------------------------------------------------------------------------------------


def test_a_guest_cannot_make_a_table_in_no_zone(tmp_path: Path) -> None:
    async def use(hall: Hall) -> None:
        with pytest.raises(ServerError, match="Europe/Paris"):
            await hall.table("truce", days=http.Days(hours=24, zone="Mars/Olympus"))

    in_hall(tmp_path, use)
