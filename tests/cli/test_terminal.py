"""Whole matches in a pseudo-terminal, typed like a person would, in both languages."""

import json
import os
import pty
import re
import select
import shlex
import signal
import sys
import time
from pathlib import Path

import pytest

from intrigue.choices import Choice, grouped
from intrigue.screen import folded


class Person:
    """Somebody at a real (pseudo) terminal."""

    def __init__(self, *words: str, lang: str = "en", **environment: str) -> None:
        self.said = ""
        self.read = 0  # how much of it was waited for already
        pid, self.fd = pty.fork()
        if pid == 0:
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # as a terminal does, whatever we inherit
            env = {**os.environ, "INTRIGUE_LANG": lang, "COLUMNS": "80", "TERM": "dumb"}
            env.update(environment)
            os.execve(sys.executable, [sys.executable, "-m", "intrigue", *words], env)
        self.pid = pid

    def wait(self, pattern: str, seconds: float = 60) -> str:
        """Read on until the pattern shows up; everything up to it."""
        until = time.monotonic() + seconds
        while not (found := re.search(pattern, self.said[self.read :])):
            assert time.monotonic() < until, f"no {pattern!r} in: {self.said[self.read :]}"
            assert self._more(), f"it stopped without {pattern!r}: {self.said[self.read :]}"
        said = self.said[self.read : self.read + found.end()]
        self.read += found.end()
        return said

    def _more(self) -> bool:
        """Take what there is; False when the other side is gone."""
        if select.select([self.fd], [], [], 0.2)[0]:
            try:
                self.said += os.read(self.fd, 4096).decode(errors="replace")
            except OSError:
                return False
        return True

    def type(self, line: str) -> None:
        os.write(self.fd, (line + "\n").encode())

    def interrupt(self) -> None:
        os.write(self.fd, b"\x03")

    def leave(self) -> None:
        """Stop and save nothing."""
        self.type("quit")
        self.wait(r"\[Y/n|\[O/n")
        self.type("n")
        self.end()

    def end(self) -> int:
        """Read to the end; the exit status."""
        while self._more():
            pass
        _, status = os.waitpid(self.pid, 0)
        os.close(self.fd)
        return os.waitstatus_to_exitcode(status)


WORDS = {
    "en": {"loot": "lo", "again": "The match goes on", "end": "the end", "take": "Orders"},
    "fr": {"loot": "pi", "again": "La partie reprend", "end": "fin", "take": "Ordres"},
}


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_match_with_a_save_and_a_resume_in_the_middle(lang: str, tmp_path: Path) -> None:
    words = WORDS[lang]
    save = tmp_path / "match.save"
    me = Person("play", "truce", "--seats", "3", "-o", "rounds=4", "--seed", "3", lang=lang)
    me.wait(r"Agatha \(normal, opportun")  # and how it deals
    me.wait("Robin> ")
    me.type("2")  # a number
    me.wait(words["take"])
    me.wait("Robin> ")
    me.type("gift 9 Agatha")  # illegal: says why, with the rule
    me.wait(r"\[TR-A17\][\s\S]*Robin> ")
    me.type("at ag")  # beginnings, word by word
    me.wait(words["take"])
    me.wait("Robin> ")
    me.interrupt()
    me.wait(r"file name|nom de fichier")
    me.type(str(save))
    me.wait("--resume")
    assert me.end() == 0
    text = save.read_text()
    older = re.sub('"normal:[a-z]+"', '"scripted"', text, count=1)
    save.write_text(older)  # what the level was called before
    assert save.read_text() != text

    me = Person("play", "--resume", str(save), lang=lang)
    me.wait(words["again"])
    me.wait("Robin> ")
    me.type(words["loot"])  # the language's own verb, or the notation
    me.wait("Robin> ")
    me.type("support Agatha")  # the notation
    said = me.wait(words["end"] + r"[\s\S]*\[TR-4\d\]")
    assert "TR-4" in said
    assert me.end() == 0


def test_two_people_share_a_keyboard_behind_a_curtain() -> None:
    table = ("--seats", "3", "-o", "rounds=1", "--seed", "1", "--bots", "random")
    both = Person("play", "truce", "--name", "Ada", "--name", "Bo", *table)
    both.wait("Hand the keyboard to Ada")
    both.type("")
    both.wait("Ada> ")
    both.type("attack Bo")
    both.wait("attack Bo")  # the echo of Ada's own typing
    seen = both.wait("Hand the keyboard to Bo")
    assert "Orders" not in seen
    both.type("")
    seen = both.wait("Bo> ")
    assert "attack Bo" not in seen, "Bo reads what Ada ordered"
    both.type("pass")
    assert "attack Bo" in both.wait("the end")
    assert both.end() == 0


def test_help_rules_state_and_log_are_at_hand() -> None:
    me = Person("play", "truce", "--seats", "3", "-o", "rounds=2", "--seed", "5")
    me.wait("Robin> ")
    for line, answer in (
        ("?", "Write a choice as shown"),
        ("rules TR-33", "TR-33"),
        ("state", "Round 1 of 2"),
        ("log", ""),
        ("attack", "fits several"),
        ("99", "not one of your choices"),
        ("fly away", r"\[TR-9\]"),
        ("", ""),
    ):
        me.type(line)
        me.wait(answer + r"[\s\S]*Robin> ")
    me.type("quit")
    me.wait("Save the match")
    me.type("n")
    me.wait("Not saved")
    assert me.end() == 130


def test_alone_at_the_keyboard_windows_without_a_choice_pass_by() -> None:
    """Emperor asks everyone before every turn; a person with nothing to cast is not bothered."""
    me = Person("play", "emperor", "--seats", "5", "--seed", "3", "--bots", "random")
    for _ in range(6):
        assert "\n1 " in (asked := me.wait("Robin> "))
        assert re.search(r"[\n ]2 \w", asked), asked
        me.type("1")
    me.wait("Robin> ")
    me.type("quit")
    me.wait("file name")
    me.type("no")
    me.end()


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        (
            "en",
            ("Your turn", "undoes the last act", "nothing to undo", "not in your"),
        ),
        ("fr", ("À vous", "annule son dernier coup", "rien à reprendre", "pas dans votre main")),
    ],
)
def test_complot_with_undo_refusals_and_surrender(lang: str, words: tuple[str, ...]) -> None:
    turn, back, nothing, missing = words
    ada = Person("play", "complot", "--seed", "3", "-o", "first_player=host", lang=lang)
    ada.wait(turn)
    ada.type("play AV11")
    ada.wait(missing)
    ada.type("undo")
    ada.wait(nothing)
    ada.type("play ST1")
    ada.wait(turn)
    ada.type("undo")
    ada.wait(back)
    ada.wait(turn)
    ada.type("concede")
    assert ada.end() == 0
    assert "CA-43" in ada.said


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_after_a_resume_the_log_shows_the_whole_match_and_the_hint_can_be_copied(
    lang: str, tmp_path: Path
) -> None:
    save = tmp_path / "my 'best' match.save"
    words = ("play", "truce", "--seats", "3", "-o", "rounds=3", "--seed", "3", "--save", str(save))
    me = Person(*words, lang=lang)
    for _ in range(2):
        me.wait("Robin> ")
        me.type("loot")
    me.wait("Robin> ")
    me.type("log")
    log = me.wait("Robin> ")
    assert "Agatha" in log
    me.interrupt()
    assert me.end() == 0
    hint = re.search(r"intrigue (play --resume .*)", me.said.replace("\r", ""))
    assert hint is not None
    assert shlex.split(hint[1]) == ["play", "--resume", str(save)]

    me = Person(*shlex.split(hint[1]), lang=lang)
    me.wait("Robin> ")
    me.type("log")
    assert me.wait("Robin> ") == log
    me.interrupt()
    assert me.end() == 0


@pytest.mark.parametrize(
    ("lang", "says", "more"),
    [("en", "Stopped after {} match", "median"), ("fr", "Arrêté après {} partie", "médiane")],
)
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_a_simulation_with_what_there_is(
    jobs: str, lang: str, says: str, more: str
) -> None:
    words = ("simulate", "truce", "--games", "9999999", "--jobs", jobs)
    for flags in (["--json"], []):
        me = Person(*words, *flags, lang=lang, TERM="xterm")
        me.wait(r"[1-9]\d*/9999999")  # the bar: something is counted already
        me.interrupt()
        assert me.end() == 130
        assert "Traceback" not in me.said
        if flags:
            result = json.loads(me.said[me.said.index('{"game"') :])
            assert result["stopped"]
            assert 0 < result["games"] == sum(result["reasons"].values())
            assert says.format(result["games"]) in me.said
        else:
            assert more in me.said


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_an_arena_with_what_there_is_and_it_can_go_on(
    jobs: str, tmp_path: Path
) -> None:
    file = tmp_path / "rows.jsonl"
    table = ("truce", "--seats", "3", "--bots", "random,easy", "-o", "rounds=2")
    words = ("lab", "arena", *table, "--jobs", jobs, "--games", "9999999", "--rows", str(file))
    me = Person(*words, "--json", TERM="xterm")
    me.wait(r"[1-9]\d*/9999999")
    me.interrupt()
    assert me.end() == 130
    assert "Traceback" not in me.said
    result = json.loads(me.said[me.said.index('{"game"') :])
    rows = len(file.read_text().splitlines()) - 1
    assert result["stopped"]
    assert 0 < result["played"] <= rows
    assert f"Stopped after {rows} match" in me.said
    me = Person(*words, TERM="xterm")
    me.wait(rf"{rows}/9999999")  # the bar begins where the other one ended
    me.interrupt()
    assert me.end() == 130


SCREEN = {"TERM": "xterm", "COLUMNS": "60", "LINES": "24"}


def lines(said: str) -> list[str]:
    """What the eye sees, without colours."""
    return re.sub(r"\x1b\[[\d;]*m", "", said).replace("\r", "").split("\n")


@pytest.mark.parametrize(
    ("lang", "verb", "again"),
    [("en", "investigate", "all choices"), ("fr", "enquêter", "tous les choix")],
)
def test_more_choices_than_fit_are_asked_in_steps(lang: str, verb: str, again: str) -> None:
    table = ("emperor", "--seats", "7", "--seed", "3", "--bots", "random")
    me = Person("play", *table, lang=lang, NO_COLOR="1", **SCREEN)
    for _ in range(40):  # until it is a turn with cards in hand
        asked = me.wait("Robin> ")
        number = re.search(rf"(\d+) {verb}[^\n]*? …", asked)
        if number is not None:
            break
        me.type("1")
    assert number is not None
    me.type(number[1])
    listed = me.wait(again + r"[\s\S]*Robin> ")
    assert verb in listed
    me.type("?")
    assert number[0] in me.wait("Robin> ")
    me.leave()


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", ["accusation", "complot", "emperor", "jaccuse", "truce"])
def test_no_line_is_longer_than_the_screen(game: str, lang: str) -> None:
    me = Person("play", game, "--seed", "3", lang=lang, NO_COLOR="1", **SCREEN)
    me.wait("Robin> ")
    me.type("?")
    me.wait("Robin> ")
    assert not [line for line in lines(me.said) if len(line) > 60]
    me.leave()


def test_seats_have_their_colours_and_none_where_none_are_wanted() -> None:
    words = ("play", "truce", "--seats", "3", "-o", "rounds=1", "--seed", "3")
    for environment, wanted in (({}, True), ({"NO_COLOR": "1"}, False)):
        me = Person(*words, **{**SCREEN, **environment})
        me.wait("Robin")
        me.wait("> ")
        me.type("loot")
        me.end()
        found = set(re.findall(r"\x1b\[(\d+)mAgatha\x1b\[0m", me.said))
        assert len(found) == wanted, "one seat, one colour"
        assert ("\x1b[" in me.said) == wanted


@pytest.mark.parametrize(
    ("lang", "meant", "sure", "no"),
    [
        ("en", r"Did you mean attack Agatha\?", "would count as: attack nobody", "n"),
        ("fr", r"Vouliez-vous dire : attaquer Agatha \?", "compterait comme : attaquer", "n"),
    ],
)
def test_a_typo_in_a_name_is_asked_about_before_it_costs_a_round(
    lang: str, meant: str, sure: str, no: str
) -> None:
    table = ("truce", "--seats", "3", "-o", "rounds=1", "--seed", "3")
    me = Person("play", *table, lang=lang)
    me.wait("Robin> ")
    me.type("attack Zorro")
    me.wait(sure)
    me.type(no)
    me.wait("Robin> ")
    me.type("attack Agata")
    me.wait(meant)
    me.type("")
    said = me.wait("TR-4")
    assert "Agatha" in said
    assert me.end() == 0
    assert not re.search("attack nobody|attaquer personne", said)


@pytest.mark.parametrize(
    ("lang", "says"),
    [
        ("en", ("these have no numbers", "gift 1 Agatha (give 1 coin to Agatha)", "rules TR-1")),
        ("fr", ("pas de numéro", "elle reste en anglais", "attack Agatha (attaquer Agatha)")),
    ],
)
def test_help_says_what_has_a_number_and_how_the_notation_reads(
    lang: str, says: tuple[str, ...]
) -> None:
    me = Person("play", "truce", "--seats", "3", "--seed", "3", lang=lang)
    me.wait("Robin> ")
    me.type("?")
    said = " ".join(me.wait("Robin> ").split())
    assert not [words for words in says if words not in said], said
    me.leave()


def test_groups_go_by_verb_then_seat_then_word() -> None:
    names, cards = ("Ada", "Bo"), ("6♥", "7♠", "8♣")
    parleys = [
        Choice(0, "parley", f"parley {one} {other} with {name}", f"parley {one}, {other} – {name}")
        for name in names
        for one in cards
        for other in cards
    ]
    offered = [Choice(1, "no_parley", "no parley", "no parley"), *parleys]
    by_verb = grouped(offered, names)
    assert [group.label for group in by_verb] == ["no parley", "parley …"]
    by_seat = grouped(by_verb[1].choices, names)
    assert [group.label for group in by_seat] == ["parley … Ada …", "parley … Bo …"]
    by_card = grouped(by_seat[0].choices, names)
    assert [len(group.choices) for group in by_card] == [3, 3, 3]
    assert len(grouped(by_card[0].choices, names)) == 3, "and then one by one"


def test_lines_break_between_words_and_keep_their_place() -> None:
    text = "  Ada      3 coins, and some more words\nshort"
    assert folded(text, 20) == "  Ada      3 coins,\n    and some more\n    words\nshort"
    assert folded("Go on? [Y/n, or a name] ", 20) == "Go on? [Y/n, or a\n  name] "


def test_deals_are_made_at_the_keyboard_and_a_broken_word_is_asked_about() -> None:
    table = ("--seats", "3", "-o", "rounds=2", "--seed", "1", "--bots", "random")
    both = Person("play", "truce", "--name", "Ada", "--name", "Bo", *table)
    both.wait("Hand the keyboard to Ada")
    both.type("")
    both.wait("Ada> ")
    both.type("deals")
    both.wait("No deals and no claims so far")
    both.type("secret Bo: I support Bo in round 1; Bo does not attack me until round 2")
    both.wait(r"Secret deal 1 \(offered\), Ada to Bo: Ada supports Bo in round 1; Bo does not")
    both.type("deal Bo: I dance")
    both.wait("This is no clause of a deal here: I dance")
    both.type("accept 1")
    both.wait("not yours to answer")
    both.type("claim my order of round 1 is support Bo")
    both.wait(r"Ada says: my order of round 1 is to support Bo \[open\]")
    both.type("loot")
    both.wait("Hand the keyboard to Bo")
    both.type("")
    both.wait("That is for you: accept 1, decline 1")
    both.wait("Bo> ")
    both.type("accept 1")
    both.wait(r"Secret deal 1 \(in force\)")
    both.type("attack Ada")
    both.wait(r"That breaks your word \(deal 1\). Do it all the same\? \[y/N\] ")
    both.type("n")
    both.type("attack Ada")
    both.wait(r"\[y/N\] ")
    both.type("y")
    both.wait("Hand the keyboard to Ada")
    both.type("")
    both.wait(
        r"Ada\s+supports\s+Bo\s+in\s+round\s+1\s+\[broken\];\s+Bo\s+does\s+not\s+attack\s+Ada"
    )
    both.wait(r"round\s+2\s+\[broken\]")
    both.wait(r"support Bo\s+\[false\]")
    both.leave()


def test_a_bot_answers_an_offer_at_once_and_does_what_it_promised() -> None:
    table = ("--seats", "3", "-o", "rounds=2", "--seed", "3", "--bots", "normal:faithful,random")
    me = Person("play", "truce", "--name", "Ada", *table)
    me.wait(r"Agatha \(normal, faithful\)")
    me.wait("Ada> ")
    me.type("secret Agatha: I give Agatha 2 by round 2; Agatha supports me in round 1")
    said = me.wait(r"Agatha \(to Ada\): Agreed, Ada. You have my word\.[\s\S]*Ada> ")
    assert re.search(r"Secret deal \d+ \(in force\)", said)
    me.type("attack Barney")
    me.wait(r"Agatha\s+support Ada")
    me.wait(r"Agatha supports Ada in round 1 \[kept\]")
    me.wait("Ada> ")
    me.leave()
