"""A fallback order for every sealed question of every game: at the deadline it is the answer."""

from random import Random

import pytest

from intrigue.kernel.chance import Seeded
from intrigue.kernel.game import discover
from intrigue.session.message import Standing
from intrigue.session.record import Play
from intrigue.session.table import Table

GAMES = ["accusation", "emperor", "jaccuse", "truce"]  # Complot asks nothing in secret


@pytest.mark.parametrize("game", GAMES)
def test_a_fallback_order_answers_any_sealed_question(game: str) -> None:
    rules, rng = discover()[game], Random(7)
    names = ["Agatha", "Barney", "Charles", "Darcy", "Edith"][: max(rules.low, 3)]
    table = Table(rules, rules.setup(names), Seeded(b"fallback".ljust(32)))
    kinds: set[str] = set()
    while not table.over and table.prompt < 150:
        asked = table.position.asked()
        sealed = table.position.prompt(asked[0]).sealed
        wanted: dict[str, str] = {}
        for seat in asked:
            ask = table.ask(seat)
            assert ask is not None
            act = rng.choice(ask.options)
            if sealed:
                kinds.add(ask.kind)
                wanted[names[seat]] = act
                table.arm(seat, [Standing(ask.kind, act)])
                assert table.provided(seat)
            else:
                table.submit(seat, table.read(act))
        before = len(table.record.entries)
        if sealed:
            table.deadline()
            entries = table.record.entries[before:]
            played = {e.seat: (e.act, e.by) for e in entries if isinstance(e, Play)}
            begun = {name: played[name][0].startswith(act) for name, act in wanted.items()}
            assert all(begun.values()), (wanted, played)
            assert {by for _, by in played.values()} == {"standing order"}
    assert kinds
    assert kinds <= set(rules.prompts)
