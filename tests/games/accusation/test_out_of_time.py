"""No default discloses a secret, and whoever was late for a choice is told so, alone."""

import pytest

from intrigue.kernel.chance import Fast
from intrigue.kernel.game import find_game
from intrigue.kernel.position import SPECTATOR
from intrigue.session.record import Record
from intrigue.session.table import Table

GAME = find_game("accusation")
SETUP = GAME.setup(["A", "B", "C"])


def at_a_claim(kind: str, guilty: bool) -> Table:
    """B's card, or one of the World Deck, waits for its claim."""
    card = 2 if kind == "success" else 1
    pile, mine = ([33], card) if guilty else ([], 33)
    given = {"phase": "part", "event": {"card": card}, "trackers": {"B": mine}, "pile": pile}
    table = Table(GAME, SETUP, Fast(1), position=GAME.load(SETUP, given, Fast(1)))
    assert table.position.prompt(0).kind == kind
    return table


@pytest.mark.parametrize("kind", ["claim", "success"])
@pytest.mark.parametrize("guilty", [True, False])
def test_out_of_time_is_not_to_claim_and_only_the_initiator_hears_of_it(
    kind: str, guilty: bool
) -> None:
    table = at_a_claim(kind, guilty)
    feeds = {seat: table.feed(seat) for seat in (SPECTATOR, 0, 1, 2)}
    table.deadline()
    told = {seat: [event.kind for event in feed.seen] for seat, feed in feeds.items()}
    assert all("unclaimed" in kinds for kinds in told.values())
    assert {seat for seat, kinds in told.items() if "late" in kinds} == ({1} if guilty else set())


def test_the_same_is_told_by_the_record() -> None:
    """So that a restart, another process and a replay know it, too."""
    table = Table(GAME, SETUP, Fast(3))
    feed = table.feed(0)
    for _ in range(6):
        table.deadline()
    record = Record.read(table.record.text(), finished=False, game=GAME)
    folded = [event.seen_by(0) for step in record.fold() for event in step.events]
    kinds = [event.kind for event in folded if event is not None]
    assert kinds == [event.kind for event in feed.seen]
    assert "late" in kinds


def test_a_window_that_waits_for_nobody_passes_in_silence() -> None:
    given = {"phase": "open", "tokens": {"A": {"R": 1}}}
    table = Table(GAME, SETUP, Fast(1), position=GAME.load(SETUP, given, Fast(1)))
    feed = table.feed(0)
    table.deadline()
    assert "late" not in [event.kind for event in feed.seen]
