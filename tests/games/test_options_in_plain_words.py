"""What the options of a table say: people read it who never see a key."""

import re

import pytest

from intrigue.kernel.game import discover

KEY = re.compile(r"[a-z]+(_[a-z]+|[A-Z][a-z]+)+")  # first_seat, onLeave


def _sentences(words: object) -> list[str]:
    if isinstance(words, dict):
        return [text for part in words.values() for text in _sentences(part)]
    return [str(words)]


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", discover())
def test_no_option_is_explained_by_a_key(game: str, lang: str) -> None:
    said = _sentences(discover()[game].words(lang).words.get("option", {}))
    assert [text for text in said if KEY.search(text)] == []


@pytest.mark.parametrize("game", ["truce", "jaccuse"])
def test_what_a_bot_does_answers_the_question_in_french(game: str) -> None:
    leaving = discover()[game].words("fr").words["option"]["onLeave"]
    assert leaving["name"] == "Que se passe-t-il quand un joueur part ?"
    assert leaving["bot"] == "un robot joue à sa place"
