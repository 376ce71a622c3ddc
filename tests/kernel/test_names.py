"""Names that can be seen, and told apart."""

import pytest

from intrigue.kernel.names import likeness, visible

INVISIBLE = (
    *("", " ", "\u3164", "\u2800", "\u115f", "\u1160", "\uffa0", "\u034f", "\u180e", "\ufe0f"),
    *("\u200b", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u202e", "\u2066", "\u00a0", "\u3000"),
    *("\U000e0100", "\U000e0041", "\U0001d159", "\u17b4", "\x1b", "\x9b", "\u2028", "\ue000"),
)


@pytest.mark.parametrize("sign", INVISIBLE, ids=ascii)
def test_what_cannot_be_seen_is_no_name_and_no_part_of_one(sign: str) -> None:
    assert not visible(sign)
    assert not visible(sign * 3)
    if sign.strip(" "):
        assert not visible(f"An{sign}n")


@pytest.mark.parametrize("name", ["...", "-", "❤", "🎲🎲", "\u0301", "()"])
def test_a_name_has_a_letter_or_a_digit(name: str) -> None:
    assert not visible(name)


@pytest.mark.parametrize(
    "name", ["Ann", "Zoé", "Jean-Luc d'Arc", "李", "Ольга", "محمد", "शिव", "7", "Ann ❤", "각하"]
)
def test_names_of_all_scripts_are_welcome(name: str) -> None:
    assert visible(name)


@pytest.mark.parametrize(
    "pair",
    [
        ("Ann", "ann"),
        ("Ann", "\u0410nn"),  # Cyrillic
        ("Bob", "B\u03bfb"),  # Greek
        ("Ivan", "lvan"),
        ("Bob", "B0b"),
        ("Ann", "\uff21nn"),  # full width
        ("Burns", "Bums"),
    ],
)
def test_names_that_look_the_same_are_alike(pair: tuple[str, str]) -> None:
    assert likeness(pair[0]) == likeness(pair[1])


def test_names_that_look_different_are_not() -> None:
    names = ["Ann", "Anna", "Anné", "Bob", "Rob", "Ольга", "Олег", "李", "王"]
    assert len({likeness(name) for name in names}) == len(names)
