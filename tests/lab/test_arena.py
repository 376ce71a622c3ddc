"""The arena: common deals in every seating, intervals over deals, and a run that can be resumed."""

import json
import re
import runpy
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from intrigue.kernel.game import find_game
from intrigue.lab import arena, standings
from intrigue.lab.arena import Row, Thought
from tests.cli.test_cli import as_json, intrigue

ROOT = Path(__file__).parents[2]

TRUCE = ("truce", "--seats", "3", "-o", "rounds=3")
MEETING = ("lab", "arena", *TRUCE, "--bots", "normal,random", "--games", "12", "--seed", "3")


def measured(report: dict[str, Any]) -> dict[str, Any]:
    """What the seed decides: everything but times."""
    return {key: value for key, value in report.items() if key not in ("seconds", "paces")}


def test_the_same_seed_gives_the_same_report_whatever_the_jobs() -> None:
    one, two = (as_json(*MEETING, "--jobs", jobs) for jobs in ("1", "2"))
    assert measured(one) == measured(two)
    assert one["played"] == 12
    (table,) = one["tables"]
    assert (table["matches"], table["deals"]) == (12, 4)
    assert {pace["bot"]: pace["decisions"] > 0 for pace in one["paces"]} == {
        "normal": True,
        "random": True,
    }
    assert measured(as_json(*MEETING[:-1], "4")) != measured(one)


def test_an_interrupted_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    whole = as_json(*MEETING, "--rows", str(file))
    lines = file.read_text().splitlines(keepends=True)
    assert len(lines) == 1 + 12
    file.write_text("".join(lines[:5]) + lines[5][:40])  # killed in the middle of a line
    assert measured(as_json(*MEETING, "--rows", str(file), "--jobs", "2")) == measured(whole)
    again = file.read_text().splitlines(keepends=True)
    assert again[:5] == lines[:5], "what was played stays"
    assert len(again) == len(lines)
    assert measured(as_json(*MEETING, "--rows", str(file))) == measured(whole)
    assert file.read_text().splitlines(keepends=True) == again, "nothing is played twice"
    fewer = as_json(*MEETING, "--games", "6", "--rows", str(file))
    assert measured(fewer) == measured(as_json(*MEETING, "--games", "6"))


def rows_of(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text().splitlines()[1:]]


def test_every_deal_is_played_once_in_every_seating(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    as_json(*MEETING, "--rows", str(file))
    seatings: dict[int, list[tuple[str, ...]]] = {}
    for row in rows_of(file):
        seatings.setdefault(row["deal"], []).append(tuple(row["bots"]))
    rotations = {
        ("normal", "random", "random"),
        ("random", "normal", "random"),
        ("random", "random", "normal"),
    }
    assert len(seatings) == 4
    assert all(set(ways) == rotations and len(ways) == 3 for ways in seatings.values())


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_a_pair_meets_mixed_and_in_both_directions(seats: int) -> None:
    game = find_game("truce")
    setup = game.setup([f"P{n}" for n in range(seats)])
    mixed, one, other = arena.pair(game, setup, "easy", "normal")
    for seat in range(seats):  # each sits everywhere equally often: the chair is nobody's advantage
        here = Counter(seating[seat] for seating in mixed.seatings)
        assert here["easy"] == here["normal"]
    for lineup, odd in ((one, "easy"), (other, "normal")):
        assert len(lineup.seatings) == seats
        assert all(seating.count(odd) == 1 for seating in lineup.seatings)
        assert lineup.bots[0] == odd


def test_at_a_table_for_two_a_pair_has_one_table() -> None:
    game = find_game("complot")
    (mixed,) = arena.pair(game, game.setup(["A", "B"]), "easy", "normal")
    assert mixed.seatings == (("easy", "normal"), ("normal", "easy"))


def test_sides_meet_on_the_same_deal_both_ways_round(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    words = ("emperor", "--bots", "normal,random", "--pair", "--games", "2")
    report = as_json("lab", "arena", *words, "--rows", str(file))
    sides = report["tables"][0]
    assert sides["key"] == "sides"
    first, second = (row for row in rows_of(file) if row["lineup"] == 0)
    assert first["sides"] == second["sides"]
    for row, rebel in ((first, "random"), (second, "normal")):
        assert {
            bot for bot, side in zip(row["bots"], row["sides"], strict=True) if side == "rebels"
        } == {rebel}
    assert [(line["bot"], line["side"]) for line in sides["standings"]] == [
        ("normal", ""),
        ("random", ""),
        ("normal", "loyal"),
        ("normal", "rebels"),
        ("random", "loyal"),
        ("random", "rebels"),
    ]
    assert "Rebels" in intrigue("lab", "arena", *words)
    assert "les Rebelles" in intrigue("lab", "arena", *words, lang="fr")


# --- figures, from rows made up for them ----------------------------------------------------------


def row(lineup: int, deal: int, turn: int, bots: tuple[str, ...], *winners: int) -> Row:
    scores = tuple(10 if seat in winners else 4 for seat in range(len(bots)))
    return Row(
        lineup,
        deal,
        turn,
        bots,
        (),
        winners,
        scores,
        "most",
        5,
        {},
        {"a": Thought(), "b": Thought()},
    )


def judged(rows: list[Row], seats: int = 3) -> standings.Report:
    game = find_game("truce")
    setup = game.setup([f"P{n}" for n in range(seats)])
    lineups = arena.pair(game, setup, "a", "b")
    return standings.report(game, setup, lineups, 12, 0, rows, 1.0)


def always(winner: str, deals: int = 4) -> list[Row]:
    """Matches that the seats of one kind win together."""
    game = find_game("truce")
    lineups = arena.pair(game, game.setup(["A", "B", "C"]), "a", "b")
    return [
        row(n, deal, turn, bots, *(seat for seat, bot in enumerate(bots) if bot == winner))
        for n, lineup in enumerate(lineups)
        for deal in range(deals)
        for turn, bots in enumerate(lineup.seatings)
    ]


def test_shares_are_a_seat_and_beside_the_fair_share() -> None:
    report = judged(always("a"))
    mixed, one, other = report.tables
    a, b = one.standings
    assert (a.share.value, b.share.value) == (1, 0)
    assert one.fair == pytest.approx(1 / 3)
    assert a.ratio.value == pytest.approx(3)
    assert (a.points.value, b.points.value) == (10, 4)
    assert other.standings[0].bot == "b"
    assert other.standings[0].ratio.value == 0
    assert mixed.lead is not None
    assert mixed.lead.above(0)
    assert [(gate.key, gate.met) for gate in report.gates] == [("better", True), ("below", True)]
    assert [rating.bot for rating in report.ratings] == ["a", "b"]
    lost = judged(always("b"))
    assert [gate.met for gate in lost.gates] == [False, False]
    assert [rating.bot for rating in lost.ratings] == ["b", "a"]


def test_winners_of_points_share_a_victory() -> None:
    tie = row(0, 0, 0, ("a", "b", "a"), 0, 1)
    assert standings.victory(tie) == [0.5, 0.5, 0]
    tie.sides = ("one", "two", "one")
    assert standings.victory(tie) == [1, 1, 0]


def test_intervals_are_over_deals_because_matches_of_a_deal_agree() -> None:
    def same(bots: tuple[str, ...], winner: str) -> tuple[int, ...]:
        return tuple(seat for seat, bot in enumerate(bots) if bot == winner)

    game = find_game("truce")
    lineup = arena.pair(game, game.setup(["A", "B", "C"]), "a", "b")[0]
    rows = [
        row(0, deal, turn, bots, *same(bots, "a" if deal % 2 else "b"))
        for deal in range(10)
        for turn, bots in enumerate(lineup.seatings)
    ]
    share = judged(rows).tables[0].standings[0].share
    # 60 matches would give less than half of what 10 independent deals leave open
    assert share.low is not None
    assert share.high is not None
    assert share.high - share.low > 0.2
    assert share.low < share.value < share.high


def test_one_deal_has_no_interval_and_opens_no_gate() -> None:
    report = judged(always("a", deals=1))
    assert report.tables[0].standings[0].share == standings.Estimate(0.666667, None, None)
    assert not report.gates[0].met


def test_a_deal_that_was_not_finished_does_not_count() -> None:
    rows = always("a")
    assert judged(rows[:-1]).played == len(rows) - 3
    assert judged(rows[:2]).tables == []


def test_the_slowest_hundredth_is_found_among_fast_decisions() -> None:
    thought = Thought()
    for _ in range(98):
        thought.count(1_000_000, 0)
    for _ in range(2):
        thought.count(300_000_000, 50)
    assert thought.slowest(0.99) == pytest.approx(300_000_000, rel=0.03)
    assert thought.slowest(0.5) == pytest.approx(1_000_000, rel=0.03)
    assert thought.playouts == 100


# --- for people -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "says"),
    [
        ("en", ("one normal among random", "times the fair share", "95 % intervals")),
        ("fr", ("un normal parmi des random", "fois la part équitable", "intervalles à 95 %")),
    ],
)
def test_the_report_is_one_page_that_needs_nothing_else(
    tmp_path: Path, lang: str, says: tuple[str, ...]
) -> None:
    page = tmp_path / "report.html"
    words = (*MEETING, "--pair", "--out", str(page))
    said = intrigue(*words, lang=lang)
    text = page.read_text()
    for words_ in says:
        assert words_ in said
        assert words_ in text
    assert not re.search(r"<(script|link|img)|src=|https?://", text)
    assert "prefers-color-scheme: dark" in text
    assert 'role="img" aria-label="' in text
    assert text.count("<circle") == text.count("<tr><th scope=row>") - 6, "a row for each dot"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--bots", "clever"], "no bot 'clever'"),
        (["--bots", "scripted"], "did you mean normal?"),
        (["--bots", "normal,easy,random,normal"], "4 bots are named for 3 seats"),
        (["--bots", "normal", "--pair"], "two different bots"),
        (["--bots", "normal,normal", "--pair"], "two different bots"),
        (["--bots", "normal,clever", "--pair"], "no bot 'clever'"),
        (["--bots", "normal", "--each"], "name different bots"),
        (["--bots", "normal,easy,normal", "--each"], "name different bots"),
        (["--bots", "normal", "--seats", "2"], "[TR-1]"),
        (["--bots", "normal", "--out", "nowhere/report.html"], "nowhere/report.html could not be"),
        (["--bots", "normal", "--rows", "nowhere/rows.jsonl"], "nowhere/rows.jsonl could not be"),
        (["--bots", "normal", "--rows", "."], "could not be written"),
        (["--bots", "normal", "--games", "0"], "--games"),
        ([], "--bots"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_mistakes_get_a_sentence_before_anything_is_played(words: list[str], says: str) -> None:
    assert says in intrigue("lab", "arena", *TRUCE, *words, status=2)


def test_every_two_meet_and_a_matrix_says_who_came_out_before_whom(tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    words = ("lab", "arena", *TRUCE, "--bots", "normal,easy,random", "--each", "--games", "12")
    report = as_json(*words)
    assert [table["bots"] for table in report["tables"]] == [
        ["normal", "easy"],
        ["normal", "random"],
        ["easy", "random"],
    ]
    assert report["gates"] == []
    met = {(one["bot"], one["other"]): one for one in report["meetings"]}
    assert len(met) == 6
    for (bot, other), one in met.items():
        back = met[other, bot]
        assert one["times"] == back["times"] > 0
        assert one["share"]["value"] + back["share"]["value"] == pytest.approx(1, abs=1e-5)
        assert one["share"]["low"] <= one["share"]["value"] <= one["share"]["high"]
    said = intrigue(*words, "--out", str(page))
    assert "Head to head" in said
    assert "color-mix" in page.read_text("utf-8")


def test_who_came_out_before_whom_goes_by_the_result() -> None:
    """Winners before the others, then by points; a side is one, and nobody meets their own kind."""
    row = arena.Row(0, 0, 0, ("a", "b", "b"), (), (1,), (5, 3, 5), "", 9, {}, {})
    met = {(one.bot, one.other): one for one in standings._meetings([row], Random(1))}
    assert met["a", "b"].times == 2
    assert met["a", "b"].share.value == 0.25  # behind the winner, level with the other
    assert met["b", "a"].share.value == 0.75
    sides = arena.Row(0, 0, 0, ("a", "b", "b"), ("x", "y", "y"), (0,), (1, 0, 0), "", 9, {}, {})
    met = {(one.bot, one.other): one for one in standings._meetings([sides], Random(1))}
    assert (met["a", "b"].times, met["a", "b"].share.value) == (1, 1.0)


def test_rows_that_do_not_belong_to_the_run_are_refused_and_kept(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    as_json(*MEETING, "--rows", str(file))
    text = file.read_text()
    other = intrigue(*MEETING[:-1], "9", "--rows", str(file), status=2)
    assert "rows of another run; what differs: seed" in other
    lines = text.splitlines()
    changed = json.loads(lines[0]) | {"sources": "0" * 16}
    for damage, says in (
        ("\n".join([json.dumps(changed), *lines[1:], ""]), "what differs: sources"),
        (text.replace('"winners":[', '"winners":[7,', 1), "line 2 cannot be read"),
        (text.replace('"deal":', '"deel":', 1), "line 2 cannot be read"),
        ("\n".join([*lines[:3], "", *lines[3:], ""]), "line 4 cannot be read"),
        ("nothing of the kind\n", "line 1 cannot be read"),
        ("nothing", "line 1 cannot be read"),
    ):
        file.write_text(damage)
        assert says in intrigue(*MEETING, "--rows", str(file), status=2)
        assert file.read_text() == damage


def test_reports_of_pairs_fill_the_page_of_opponents(tmp_path: Path) -> None:
    """Each rung with its tables and intervals, the time of a decision, and the command; a game
    without reports stays as it is."""
    fill = runpy.run_path(str(ROOT / "benchmarks" / "opponents.py"))["fill"]
    page = (ROOT / "docs" / "opponents.md").read_text("utf-8")
    assert fill(page, tmp_path) == page
    pair = ("lab", "arena", "complot", "--pair", "--bots", "easy,random", "--games", "4")
    (tmp_path / "complot-easy-random.json").write_text(intrigue(*pair, "--json"), "utf-8")
    filled = fill(page, tmp_path)
    _, _, part = filled.partition("## Complot\n")
    part = part.partition("## Accusation")[0]
    assert re.search(r"\*easy\* against \*random\* \| 4 \| \*\*\d+% \(\d+–\d+%\)\*\*; ", part)
    assert re.search(r"A decision takes \*easy\* [\d.]+ ms \(99 %: [\d.]+ ms\)\.", part)
    assert "`intrigue lab arena complot --seats 2 --pair --bots ONE,OTHER --seed 0`" in part
    assert filled.partition("## Complot\n")[0] == page.partition("## Complot\n")[0]
    assert fill(filled, tmp_path) == filled


def pair_report(game: str, share: float, gates: tuple[bool, bool] = (True, True)) -> dict[str, Any]:
    """What the arena would say of hard and normal, as far as it is judged."""

    def standing(bot: str, won: float, side: str = "") -> dict[str, Any]:
        fair = 0.5
        return {"bot": bot, "side": side, "share": {"value": won}, "ratio": {"value": won / fair}}

    sides = ("loyal", "rebels") if game == "emperor" else ()
    standings = [standing("hard", share), standing("normal", 1 - share)]
    standings += [standing("hard", share - 0.1 * n, side) for n, side in enumerate(sides)]
    return {
        "game": game,
        "gates": [
            {"key": key, "met": met} for key, met in zip(("better", "below"), gates, strict=True)
        ],
        "tables": [{"bots": ["hard", "normal"], "standings": standings}],
    }


def test_hard_is_judged_by_what_it_was_to_be() -> None:
    """By what the arena found: beside its fair share, or as either side; and one whose gates are
    shut is not to be offered."""
    opponents = runpy.run_path(str(ROOT / "benchmarks" / "opponents.py"))
    verdict, called_wrong = opponents["verdict"], opponents["called_wrong"]
    for game, share, said in (
        ("truce", 0.71, "The aim was 1.4 times the fair share; with 1.42 it is reached."),
        ("jaccuse", 0.71, "The aim was 1.5 times the fair share; with 1.42 it is missed: "),
        ("complot", 0.7, "The aim was 70%; with 70% it is reached."),
        ("emperor", 0.76, "The aim was 65% on either side; with 76% and 66% it is reached."),
        ("emperor", 0.74, "The aim was 65% on either side; with 74% and 64% it is missed: "),
    ):
        text = " ".join(verdict(pair_report(game, share)))
        assert said in text
        assert text.startswith("At mixed tables *hard* wins more than *normal*, ")
        calls = find_game(game)
        is_wrong = called_wrong(calls, pair_report(game, share)) is not None
        assert is_wrong == (calls.another_character != ("is missed" in text))
        shut = pair_report(game, share, (True, False))
        assert "is offered" in called_wrong(calls, shut)


def test_hard_is_called_what_the_page_of_opponents_says() -> None:
    page = (ROOT / "docs" / "opponents.md").read_text("utf-8")
    for game, part in re.findall(r"<!-- (\w+): .*? -->\n(.*?)<!-- end -->", page, re.DOTALL):
        if "The aim was" in part:
            assert find_game(game).hard is not None
            assert find_game(game).another_character == ("is missed" in part)
