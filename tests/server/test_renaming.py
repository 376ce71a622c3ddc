"""A record under other names is still the record of the same match, for every game."""

from random import Random

import pytest

from intrigue.kernel.chance import Seeded, commitment
from intrigue.kernel.game import Game, discover
from intrigue.server.record.anonymise import renamed
from intrigue.session.record import Record, verify
from intrigue.session.table import Table

SEED = bytes(range(32))


def played(game: Game, seed: int) -> Record:
    """A whole match by random players."""
    names = [f"Zebulon {i}" for i in range(min(max(game.low, 4), game.high))]
    table = Table(game, game.setup(names), Seeded(SEED))
    table.record.header.commitment = commitment(SEED)
    rng, now = Random(seed), 0.0
    while not table.over:
        now += 1000.0
        for seat in list(table.position.asked()):
            if not table.over and seat in table.position.asked() and table.answers[seat] is None:
                table.submit(seat, rng.choice(table.position.options(seat)), now=now)
        table.tick(now + 500.0)
    return table.record


@pytest.mark.parametrize("name", discover())
def test_a_renamed_record_is_the_same_match(name: str) -> None:
    record = played(discover()[name], 7)
    names = [f"a player {i}" for i in range(len(record.header.seats))]
    copy = renamed(record, names)
    assert "Zebulon" not in "".join(copy.lines(private=True))
    assert copy.final().key() == record.final().key()
    assert verify(copy) == verify(record)
    back = renamed(copy, record.header.seats)
    assert list(back.lines()) == list(record.lines())
