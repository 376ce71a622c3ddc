"""What the table itself says in public: one list of kinds, from which everything else follows."""

from pathlib import Path

import pytest

from intrigue.kernel.game import find_game
from intrigue.kernel.text import LANGUAGES, catalogue
from intrigue.server.clocks.clocks import MatchClocks
from intrigue.server.wire.http import Clock
from intrigue.server.wire.notes import NOTES, listed
from intrigue.session.record import Override

PAGE = Path(__file__).parent.parent.parent / "docs" / "protocol.md"


def test_the_protocol_has_the_list_of_notes() -> None:
    assert listed() in PAGE.read_text("utf-8")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_note_has_a_sentence_and_every_sentence_a_note(lang: str) -> None:
    wanted = set(NOTES) | {f"{what}_somebody" for what, kind in NOTES.items() if kind.somebody}
    assert set(catalogue("intrigue.server", lang).words["note"]) == wanted


@pytest.mark.parametrize("what", [what for what, kind in NOTES.items() if kind.reseats])
def test_a_wish_for_a_pause_goes_with_whoever_had_it(what: str) -> None:
    setup = find_game("truce").setup(["Ada", "Bo", "Cy"])
    clocks = MatchClocks(Clock(30.0), setup, 0.0)
    clocks.note(Override("wants_pause", "Bo"), 1.0)
    clocks.note(Override("wants_pause", "Cy"), 2.0)
    clocks.note(Override(what, "Bo"), 3.0)
    assert clocks.wants == {2}
