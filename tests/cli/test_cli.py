"""The command line as a person or a program meets it, in a process of its own."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from intrigue.cli.main import build
from intrigue.conformance import kit
from intrigue.game_list import facts
from intrigue.games.truce.game import TruceGame
from intrigue.kernel.game import find_game
from intrigue.kernel.text import LANGUAGES, catalogue
from intrigue.session.record import Record, Talk
from tests import zygote

GOLDEN = Path(__file__).parents[1] / "golden"
INTRIGUE = [sys.executable, "-m", "intrigue"]


def intrigue(*words: str, status: int = 0, stdin: str = "", lang: str = "en") -> str:
    """Run the program; its output (errors too). It must end with `status` and no traceback."""
    env = {**os.environ, "INTRIGUE_LANG": lang, "COLUMNS": "80"}
    done = zygote.run(list(words), stdin, env)
    said = done.stdout + done.stderr
    assert "Traceback" not in said, said
    assert done.returncode == status, said
    return said


def as_json(*words: str) -> Any:
    return json.loads(intrigue(*words, "--json"))


@pytest.fixture
def record(tmp_path: Path) -> Path:
    game = TruceGame()
    path = tmp_path / "match.jsonl"
    setup = game.setup(["Ada", "Bo", "Cy"], {"rounds": 3})
    path.write_text(kit.records(game, setup, 5).text())
    return path


def test_games_lists_options_for_people_and_programs() -> None:
    assert "truce" in intrigue("games")
    (truce,) = [row for row in as_json("games") if row["game"] == "truce"]
    assert truce["seats"] == [3, 50]
    assert {"option", "default", "help"} <= set(truce["options"][0])


@pytest.mark.parametrize(
    ("lang", "says"),
    [
        ("en", ("2 players", "Bots: random", "turn_mode=free", "in any order", "from 3 to 5")),
        (
            "fr",
            (
                "2 joueurs",
                "Robots : random",
                "turn_mode=free",
                "dans n'importe quel ordre",
                "de 3 à 5",
            ),
        ),
    ],
)
def test_one_game_is_described(lang: str, says: tuple[str, ...]) -> None:
    said = intrigue("games", "complot", lang=lang)
    for words in (*says, "sources_once=off", "intrigue play complot", "intrigue rules complot"):
        assert words in said, words
    assert "Truce" not in said
    assert as_json("games", "complot")["game"] == "complot"


def test_the_levels_of_bots_are_described_from_the_weakest_on() -> None:
    for row in as_json("games"):
        levels = [level["bot"] for level in row["levels"]]
        assert levels[:3] == ["random", "easy", "normal"]
        assert set(levels[3:]) <= {"hard"}
        assert row["bots"][: len(levels)] == levels
    for lang in LANGUAGES:
        said = intrigue("games", "truce", lang=lang)
        for level in json.loads(intrigue("games", "truce", "--json", lang=lang))["levels"]:
            colon = " :" if lang == "fr" else ":"
            assert f"  {level['bot']}{colon} {level['help']}" in said
    assert "easy, normal" in " ".join(intrigue("play", "--help").split())


@pytest.mark.parametrize("another", [False, True])
def test_a_hard_level_that_is_another_character_is_described_as_that(
    another: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = find_game("complot")
    monkeypatch.setattr(type(game), "another_character", another)
    for lang in LANGUAGES:
        helps = {level["bot"]: level["help"] for level in facts(game, lang)["levels"]}
        key = "another_character" if another else "hard"
        assert helps["hard"] == catalogue("intrigue", lang).sentence("level", key)


def test_a_level_under_its_former_name_gets_the_new_one() -> None:
    for command in (["play"], ["simulate"], ["lab", "arena"]):
        said = intrigue(*command, "truce", "--bots", "scripted", status=2)
        assert "did you mean normal?" in said, command


def test_every_game_can_be_described() -> None:
    for row in as_json("games"):
        for lang in LANGUAGES:
            said = intrigue("games", row["game"], lang=lang)
            assert all(f"  {option['option']}=" in said for option in row["options"])


@pytest.mark.parametrize(("lang", "says"), [("en", "did you mean"), ("fr", "vouliez-vous dire")])
def test_a_game_that_is_not_there_gets_a_guess(lang: str, says: str) -> None:
    said = intrigue("games", "complott", status=2, lang=lang)
    assert says in said
    assert "complot?" in said.replace(" ?", "?")


def test_version_says_how_the_rules_run() -> None:
    said = intrigue("--version")
    assert "compiled" in said or "plain Python" in said


def commands(group: Any, *path: str) -> Iterator[tuple[str, ...]]:
    """The program itself and every command of it, by the words that call it."""
    yield path
    for name, command in getattr(group, "commands", {}).items():
        yield from commands(command, *path, name)


def test_every_command_has_help_in_both_languages() -> None:
    apps = [build(lang) for lang in LANGUAGES]
    every = list(commands(get_command(apps[0])))
    assert {("play",), ("serve",), ("scenario", "run")} <= set(every)
    for words in every:
        helped = [CliRunner().invoke(app, [*words, "--help"]) for app in apps]
        assert [one.exit_code for one in helped] == [0, 0]
        assert helped[0].output != helped[1].output, words
    assert intrigue("--help", lang="en") != intrigue("--help", lang="fr")


def test_rules_shows_a_page_or_one_rule() -> None:
    assert intrigue("rules", "truce").startswith("# ")
    assert intrigue("rules", "truce", "tr-33").startswith("TR-33 ")
    assert intrigue("rules", "truce", "TR-33", "--lang", "fr") != intrigue(
        "rules", "truce", "TR-33"
    )
    assert "no rule 'TR-99'" in intrigue("rules", "truce", "TR-99", status=2)


def test_rules_lead_to_their_lines() -> None:
    said = intrigue("rules", "truce", "tr-33", "--where")
    assert said.startswith("TR-33 ")
    assert re.search(r"several_attackers.yaml:\d+  Two robbers fight over a single coin", said)
    assert "en.md:" in said
    assert said != intrigue("rules", "truce", "TR-33", "--where", lang="fr")
    row = as_json("rules", "truce", "TR-33", "--where")
    assert row["rule"] == "TR-33"
    assert [place for place in row["where"]["code"] if place["path"].endswith(".py")]
    assert {"path", "line", "text"} == set(row["where"]["text"][0])
    assert set(row["where"]) | set(row["left_out"]) == {"code", "scenarios", "page", "text"}


def test_an_installed_program_says_that_it_has_no_page_sources(tmp_path: Path) -> None:
    source = Path(__file__).parent.parent.parent / "src" / "intrigue"
    leave = shutil.ignore_patterns("page", "__pycache__", "*.so")
    shutil.copytree(source, tmp_path / "intrigue", ignore=leave)
    words = [*INTRIGUE, "rules", "truce", "TR-33", "--where", "--lang", "en"]
    env = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(words, env=env, capture_output=True, text=True, check=True, timeout=60)
    assert f"{tmp_path}/intrigue/games/truce" in done.stdout
    assert "The page's sources are not part of an installed program" in done.stdout


def test_the_same_seed_gives_the_same_statistics_whatever_the_jobs() -> None:
    runs = []
    for jobs in ("1", "2"):
        words = ("--seats", "5", "--games", "600", "--seed", "4", "--jobs", jobs)
        run = as_json("simulate", "truce", *words)
        assert {"seconds", "decisions_per_second", "compiled"} <= set(run)
        del run["seconds"], run["decisions_per_second"]
        runs.append(run)
    assert runs[0] == runs[1]
    assert runs[0]["games"] == 600
    assert runs[0]["decisions"] == 600 * 5 * 10
    assert abs(sum(runs[0]["wins"]) - 1) < 1e-4
    assert sum(runs[0]["scores"]["counts"].values()) == 600 * 5


def test_bots_play_in_simulations() -> None:
    words = ("--seats", "3", "--games", "3", "-o", "rounds=2", "--bots", "normal,random")
    run = as_json("simulate", "truce", *words, "--rotate")
    assert run["bots"] == ["normal", "random", "random"]
    assert run["decisions"] == 18


def test_replay_shows_a_match_and_stops_where_it_is_told(record: Path) -> None:
    assert "Orders" in intrigue("replay", str(record))
    assert "Ordres" in intrigue("replay", str(record), lang="fr")
    early = as_json("replay", str(record), "--to", "2", "--as", "Bo")
    assert early["steps"] == 2
    assert early["view"]["seat"] == 1


def test_replay_as_a_seat_shows_no_more_than_the_seat_knew(record: Path) -> None:
    lines = [json.loads(line) for line in record.read_text().splitlines()]
    plays = [line for line in lines if line["do"] == "play"]
    first = next(i for i, play in enumerate(plays) if not play["act"].startswith("gift"))
    before, after = (
        as_json("replay", str(record), "--to", str(step), "--as", "Cy")["view"]
        for step in (first, first + 1)
    )
    assert (before["order"], before["past"]) == (None, [])
    assert len(after["past"]) == 1, "orders that were sealed together are one step"


def test_replay_is_told_in_chapters(record: Path) -> None:
    assert "— Round 2 —" in intrigue("replay", str(record))
    assert "— Manche 2 —" in intrigue("replay", str(record), lang="fr")


def test_a_finished_match_is_told(record: Path) -> None:
    said = intrigue("story", str(record))
    assert "Turning points" in said
    assert "Round 3" in said
    assert "Tournants" in intrigue("story", str(record), lang="fr")
    told = as_json("story", str(record))
    assert [part["name"] for part in told["curve"]["parts"]] == told["parts"]
    assert told["curve"]["parts"][-1]["power"] == told["result"]["scores"]


def test_a_match_that_is_not_over_is_not_told(record: Path) -> None:
    record.write_text("\n".join(record.read_text().splitlines()[:8]))
    assert "not over yet" in intrigue("story", str(record), status=2)


def test_review_says_what_would_have_been_better(record: Path) -> None:
    words = ("review", str(record), "--playouts", "200", "--seed", "3", "--seconds", "9999")
    whole = as_json(*words)
    assert whole["names"] == ["Ada", "Bo", "Cy"]
    assert whole["found"] == len(whole["decisions"]) > 2
    said = intrigue(*words)
    assert f"Ada: {whole['seats'][0]['decisions']} decision" in said
    assert "of a victory" in said
    assert "Truce’s quick players" in said
    mine = ("--seat", whole["names"][whole["decisions"][-1]["seat"]])
    assert as_json(*words, *mine)["decisions"] == [
        one for one in whole["decisions"] if one["seat"] == whole["decisions"][-1]["seat"]
    ], "one seat's review is its part of the whole"
    assert "d’une victoire" in intrigue(*words, *mine, lang="fr")
    assert "nothing to weigh" in intrigue(*words, "--seconds", "0")
    assert "Nobody here is called" in intrigue(*words, "--seat", "Zoe", status=2)
    record.write_text("".join(line + "\n" for line in record.read_text().splitlines()[:-1]))
    intrigue(*words, status=2)


def test_verify_counts_what_it_checked(record: Path) -> None:
    assert "The record is sound" in intrigue("verify", str(record))
    assert as_json("verify", str(record))["decisions"] > 8


def test_scenarios_run_from_any_folder(tmp_path: Path) -> None:
    good = "title: a\nrules: [TR-3]\nseats: 3\nthen: {stash: 1}\n"
    (tmp_path / "good.yaml").write_text(good)
    assert intrigue("scenario", "run", str(tmp_path)).endswith("1 passed, 0 failed\n")
    (tmp_path / "bad.yaml").write_text(good.replace("stash: 1", "stash: 2"))
    said = intrigue("scenario", "run", str(tmp_path), status=1)
    assert "stash is 1, expected 2" in said
    assert "1 passed, 1 failed" in said
    (tmp_path / "worse.yaml").write_text("title: a\nsaets: 3\n")
    assert "worse.yaml:2" in intrigue("scenario", "run", str(tmp_path), status=1)


def test_failures_of_scenarios_are_said_in_the_language_of_the_call(tmp_path: Path) -> None:
    case = tmp_path / "case.yaml"
    case.write_text("title: a\nrules: [TR-3]\nseats: 3\nthen: {stash: 2}\n")
    said = intrigue("scenario", "run", str(case), status=1, lang="fr")
    assert "ligne 4 : stash vaut 1, attendu 2" in said
    case.write_text("title: a\nrules: [TR-3]\nseats: 3\nthen: {stach: 2}\n")
    said = intrigue("scenario", "run", str(case), status=1, lang="fr")
    assert f"{case}:4: une position n'a pas de partie stach ; vouliez-vous dire stash ?" in said


def test_events_are_listed_with_parameters_and_twins() -> None:
    rows = {row["kind"]: row for row in as_json("scenario", "events", "emperor")}
    assert rows["drew"]["parameters"] == ["who", "card"]
    assert rows["drew"]["to"] == ["one"]
    assert rows["drew"]["outside"] == ["drew_unseen"]
    assert rows["drew_unseen"]["twin_of"] == ["drew"]
    assert rows["turn"]["to"] == ["everyone"]
    said = " ".join(intrigue("scenario", "events", "emperor").split())
    assert re.search(r"drew who: \w, card: (\w+ )?one seat; the others: EM-21", said)
    assert "whoever is not told drew EM-21" in said
    assert "tous" in intrigue("scenario", "events", "emperor", lang="fr")


def test_coverage_of_truce_is_complete() -> None:
    assert "100 %" in intrigue("scenario", "coverage", "truce")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["simulate", "trouce"], "did you mean truce?"),
        (["simulate", "go"], "There is no game 'go'"),
        (["simulate", "truce", "--seats", "2"], "3 to 50 players, not 2. [TR-1]"),
        (["simulate", "truce", "--seats", "-4"], "[TR-1]"),
        (["simulate", "truce", "--seats", "x"], "--seats"),
        (["simulate", "truce", "--games", "0"], "--games"),
        (["simulate", "truce", "--jobs", "0"], "--jobs"),
        (["simulate", "truce", "--bots", "clever"], "no bot 'clever'"),
        (["simulate", "truce", "-o", "rounds=99"], "1 to 50, not 99. [TR-2]"),
        (["simulate", "truce", "-o", "rounds"], "name=value"),
        (["simulate", "truce", "-o", "gift=on"], "did you mean gifts?"),
        (["simulate", "truce", "-o", "gifts=perhaps"], "on or off"),
        (["simulate", "truce", "-o", "reveal=never"], "allReady and deadline"),
        (["rules"], "GAME"),
        (["rules", "truce", "--where"], "Which rule?"),
        (["rules", "truce", "tr-330", "--where"], "did you mean TR-33, "),
        (["rules", "truce", "XX", "--where"], "Truce has no rule 'XX'"),
        (["dance"], "dance"),
        (["--lang", "de", "games"], "There is no language 'de'"),
        (["replay", "nowhere.jsonl"], "There is no file nowhere.jsonl"),
        (["verify", "."], "cannot be read"),
        (["verify", sys.executable], "not a text file"),
        (["scenario", "run", "nowhere"], "There is no file nowhere"),
        (["scenario", "coverage", "go"], "There is no game 'go'"),
        (["scenario", "events", "go"], "There is no game 'go'"),
        (["play", "truce", "--seats", "2"], "[TR-1]"),
        (["play", "truce", "--name", "A", "--name", "A"], "Two seats are called A"),
        (["play", "truce", "--name", "\u3164"], r"'\u3164' cannot be a seat's name"),
        (["play", "truce", "--resume", "nowhere"], "There is no file nowhere"),
        (["play", "truce"], "input ended before the match did"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_mistakes_get_a_sentence(words: list[str], says: str) -> None:
    assert says in intrigue(*words, status=2)


@pytest.mark.parametrize("damage", ["cut", "edit", "garbage", "empty"])
def test_a_damaged_record_is_refused(record: Path, damage: str) -> None:
    text = record.read_text()
    changed = {
        "cut": text[: len(text) // 2],
        "edit": text.replace('"act":"', '"act":"loot', 1),
        "garbage": "]" + text,
        "empty": "",
    }[damage]
    record.write_text(changed)
    intrigue("verify", str(record), status=2)
    intrigue("replay", str(record), "--to", "999", status=2)
    assert record.read_text() == changed


EVIL = "\x1b]0;mine\x07\x1b[2J\x9b31m\r\x7f\u202e"


def harmless(said: str) -> bool:
    """Whether a terminal only shows it."""
    return all(sign.isprintable() or sign in "\n\t" for sign in said)


def test_words_in_a_record_say_nothing_to_the_terminal(record: Path) -> None:
    read = Record.read(record.read_text())
    read.entries.insert(0, Talk("Ada", f"Hello{EVIL}\n  Bo: I never said this"))
    read.entries.insert(1, Talk(EVIL, "psst"))
    record.write_text(read.text())
    for words in (["replay"], ["replay", "--as", "Ada"], ["replay", "--json"], ["verify"]):
        said = intrigue(*words, str(record))
        assert harmless(said), words
        assert "\n  Bo:" not in said, "nobody says a line for somebody else"
    assert "Hello" in intrigue("replay", str(record))
    read.header.version = EVIL
    record.write_text(read.text())
    for word in ("replay", "verify"):
        said = intrigue(word, str(record), status=2)
        assert harmless(said)
        assert "version" in said


def test_cards_in_a_saved_match_say_nothing_to_the_terminal(tmp_path: Path) -> None:
    save = tmp_path / "match.save"
    intrigue("play", "complot", "--seed", "3", "--save", str(save))
    first, _, rest = save.read_text().partition("\n")
    read = Record.read(rest, finished=False)
    for card in read.header.data:
        card["en"] = f"{card['en']}{EVIL}"
    save.write_text("\n".join([first, *read.lines(private=True)]) + "\n")
    copy = tmp_path / "copy.jsonl"
    copy.write_text("".join(line + "\n" for line in read.lines()))
    said = intrigue("play", "--resume", str(save), stdin="state\nlog\n")
    assert harmless(said)
    assert "\ufffd" in said, "the cards were shown"
    seat = read.header.seats[0]
    for words in (["replay"], ["replay", "--as", seat], ["replay", "--json", "--as", seat]):
        assert harmless(intrigue(*words, str(copy))), words


def test_at_a_pipe_nobody_is_asked_what_was_meant() -> None:
    table = ("play", "truce", "--seats", "3", "-o", "rounds=1", "--seed", "3")
    said = intrigue(*table, stdin="attack Agata\n")
    assert "Did you mean" not in said
    assert "attack nobody (invalid, so pass)" in said


def test_replay_past_the_end_names_the_range(record: Path) -> None:
    assert "name a number from 0 to" in intrigue("replay", str(record), "--to", "99999", status=2)
    assert "Nobody here is called 'Zoe'" in intrigue("replay", str(record), "--as", "Zoe", status=2)


def test_what_a_seat_could_believe_is_told_in_words_and_as_json() -> None:
    path = str(GOLDEN / "emperor.jsonl")
    words = ("beliefs", path, "--as", "Player 2", "--at", "12", "--worlds", "50")
    said = intrigue(*words)
    assert said.startswith("Player 2, step 12 of ")
    assert re.search(r"  Side of Player 3: a \w+ \d+ %, a \w+ \d+ %", said)
    assert re.search(r"  Camp de Player 3 : \w+ \d+ %, ", intrigue(*words, lang="fr"))
    told = as_json(*words)
    assert (told["seat"], told["step"], told["worlds"]) == (1, 12, 50)
    for one in told["beliefs"]:
        assert sum(chance["share"] for chance in one["chances"]) == pytest.approx(1)
    assert told == as_json(*words), "the same seed imagines the same worlds"
    assert told == as_json("beliefs", path, "--seat", "Player 2", "--step", "12", *words[-2:])
    late = intrigue("beliefs", path)
    assert "Nothing is hidden" in late, "the match is over at its last step"
    assert "(known)" in intrigue(
        "beliefs", str(GOLDEN / "jaccuse.jsonl"), "--as", "Player 1", "--at", "2", "--worlds", "5"
    )


def test_beliefs_name_the_seats_and_steps_there_are() -> None:
    path = str(GOLDEN / "truce.jsonl")
    assert "name a number from 0 to" in intrigue("beliefs", path, "--at", "9999", status=2)
    assert "Nobody here is called 'Zoe'" in intrigue("beliefs", path, "--as", "Zoe", status=2)
    assert "cannot take that value" in intrigue("beliefs", path, "--worlds", "0", status=2)


def test_a_closed_pipe_is_no_accident() -> None:
    run = subprocess.run(
        f"{' '.join(INTRIGUE)} rules truce | head -n 1",
        shell=True,
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert "Traceback" not in run.stderr


def test_cards_are_listed_in_both_languages() -> None:
    assert "Study of Three Hamsters" in intrigue("cards", "complot")
    said = intrigue("cards", "complot", "--deck", "author", "--lang", "fr")
    assert "Éliminez 1 affirmation (devant vous ou dans votre défausse)." in said
    rows = as_json("cards", "complot")
    assert sum(row["copies"] for row in rows) == 110


def test_a_broken_deck_is_named_with_card_and_field(tmp_path: Path) -> None:
    deck = tmp_path / "mine.toml"
    deck.write_text('cards = [{id = "A1", n = 2, fr = "Un"}]', "utf-8")
    said = intrigue("cards", "complot", "--deck", str(deck), status=2).replace("\n", "")
    assert f"{deck}, card A1, en: this is missing." in said
    assert "There is no file x.toml" in intrigue("cards", "complot", "--deck", "x.toml", status=2)
    assert "There is no deck 'tiny'" in intrigue("cards", "complot", "--deck", "tiny", status=2)
    assert "has no card data" in intrigue("cards", "truce", status=2)


def test_a_balance_report_is_written(tmp_path: Path) -> None:
    out = tmp_path / "report.html"
    words = ["lab", "balance", "complot", "--games", "6", "--jobs", "2", "--out", str(out)]
    said = intrigue(*words)
    assert "victories of the first player" in said
    assert out.read_text("utf-8").count("<svg") == 4
    nowhere = str(tmp_path / "no" / "r.html")
    bad = ["lab", "balance", "complot", "--games", "1", "--out", nowhere]
    assert "could not be written" in intrigue(*bad, status=2)
