"""Words: places are filled, plurals are right in both languages, and nothing missing is hidden."""

from pathlib import Path

import pytest

from intrigue.kernel.text import BadInput, Catalogue, MissingText

WORDS = """
hello = "{who:seat} greets {whom:seats}."
coins = "{n:# coin|# coins}"
does = "{who:seat}: {what:act}"
all = "{acts:acts}"
colour = "{c:term}"
list = "{things:list}"
[act]
attack = "attack {target:seat}"
loot = "loot"
invalid = "{act} (no)"
[term]
red = "crimson"
nobody = "nobody"
"""
NAMES = ("Ada", "Bo", "Cy")


def words(tmp_path: Path, lang: str = "en") -> Catalogue:
    (tmp_path / "text").mkdir(exist_ok=True)
    (tmp_path / "text" / f"{lang}.toml").write_text(WORDS)
    return Catalogue(tmp_path, lang)


def test_places_are_filled(tmp_path: Path) -> None:
    say = words(tmp_path).say
    assert say("hello", names=NAMES, who=0, whom=[1, 2]) == "Ada greets Bo and Cy."
    assert say("does", names=NAMES, who=1, what={"kind": "attack", "target": 0}) == "Bo: attack Ada"
    assert say("does", names=NAMES, who=1, what={"kind": "loot", "valid": False}) == "Bo: loot (no)"
    nobody = {"kind": "attack", "target": None}
    assert say("does", names=NAMES, who=1, what=nobody) == "Bo: attack nobody"
    acts = [{"kind": "loot"}] * 3
    assert say("all", names=NAMES, acts=acts) == "Ada: loot; Bo: loot; Cy: loot"
    assert say("colour", c="red") == "crimson"
    assert say("list", things=["a", "b", "c"]) == "a, b and c"


@pytest.mark.parametrize(
    ("lang", "number", "said"),
    [
        ("en", 0, "0 coins"),
        ("en", 1, "1 coin"),
        ("en", 2, "2 coins"),
        ("fr", 0, "0 coin"),
        ("fr", 1, "1 coin"),
        ("fr", 2, "2 coins"),
    ],
)
def test_plurals_follow_the_language(tmp_path: Path, lang: str, number: int, said: str) -> None:
    assert words(tmp_path, lang).say("coins", n=number) == said


def test_and_is_et_in_french(tmp_path: Path) -> None:
    assert words(tmp_path, "fr").say("list", things=["a", "b"]) == "a et b"


@pytest.mark.parametrize(
    ("who", "said"),
    [
        ("Ada", "Le tour d’Ada, qu’Ada joue."),
        ("Émile", "Le tour d’Émile, qu’Émile joue."),
        ("Bo", "Le tour de Bo, que Bo joue."),
        ("11", "Le tour de 11, que 11 joue."),
    ],
)
def test_small_words_lose_their_e_before_a_vowel_in_french(
    tmp_path: Path, who: str, said: str
) -> None:
    sentence = "Le tour de {who}, que {who} joue."
    assert words(tmp_path, "fr").fill(sentence, (), {"who": who}) == said
    assert words(tmp_path, "en").fill("The tide {who}", (), {"who": "Ada"}) == "The tide Ada"


def test_a_missing_word_is_a_defect_with_an_address(tmp_path: Path) -> None:
    catalogue = words(tmp_path)
    with pytest.raises(MissingText, match=r"en\.toml: no text for act\.fly"):
        catalogue.sentence("act", "fly")
    with pytest.raises(MissingText, match="without that value"):
        catalogue.say("coins")


def test_bad_input_speaks_both_languages() -> None:
    no = BadInput("stranger", "TR-1", name="'Zoe'", seated=NAMES)
    assert no.sentence("en") == "Nobody here is called 'Zoe'; seated are Ada, Bo and Cy. [TR-1]"
    assert no.sentence("fr").startswith("Personne ici ne s'appelle 'Zoe'")
