"""Judges of Emperor against the truth: what a viewer reads of a claim is never wrong, and at the
end everything is decided that was said of sides, identity cards and hands."""

from collections import Counter
from random import Random

import pytest

from intrigue.games.emperor.rules.cards import CARDS, FACES, SIDES, names_in
from intrigue.games.emperor.rules.state import side_of
from intrigue.kernel.chance import Fast
from intrigue.kernel.position import SPECTATOR
from intrigue.kernel.promises import Claim
from intrigue.session.table import Table
from tests.games.emperor.test_invariants import GAME, TABLES, matches, steps
from tests.games.watched import ALL, Watched


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_no_viewer_reads_a_false_verdict_and_after_the_end_all_are_decided(
    seats: int, options: dict[str, object]
) -> None:
    read: Counter[int] = Counter()
    rng = Random(seats)
    for setup, seed in matches(seats, options):
        watched: Watched | None = None
        moments = []
        for before, events, _ in steps(setup, seed):
            watched = watched or Watched(GAME, setup, before)
            hands = [names_in(hand) for hand in before.hands]
            faces = [FACES[face] for face in before.faces]
            sides = [SIDES[side_of(before, seat)] for seat in range(seats)]
            moments.append((watched.told, hands, faces, sides))
            watched.hear(events)
        assert watched is not None
        watched.close()
        for at, hands, faces, sides in rng.sample(moments, min(20, len(moments))):
            for by in range(seats):
                card, whom, slot = rng.choice(CARDS), rng.randrange(seats), rng.randrange(3)
                holds = Claim("hold", {"card": card})
                side = Claim("side", {"side": "rebel"})
                seen = Claim("card", {"whom": whom, "slot": str(slot), "face": "R"})
                read.update(watched.decided(holds, by, at, card in hands[by]))
                read.update(watched.decided(side, by, at, sides[by] == "rebel"))
                read.update(watched.decided(seen, by, at, faces[3 * whom + slot] == "R"))
    assert read[ALL] > max(read[seat] for seat in range(seats))
    assert min(read[seat] for seat in range(seats)) > read[SPECTATOR] > 0


def test_an_act_that_breaks_ones_word_is_named_to_its_player_alone() -> None:
    setup = GAME.setup(["E", "A", "B", "C", "D"])
    parts = {
        "identities": {"E": "ELR", "A": "LRR", "B": "LLR", "C": "LRR", "D": "LLR"},
        "phase": "main",
        "direction": "cw",
        "turns": 1,
        "pointer": "A",
        "hands": {"A": ["condemn", "investigation", "transposition", "guarding"]},
    }
    here = Table(GAME, setup, Fast(1), position=GAME.load(setup, parts, Fast(7)))
    terms = ("condemn B for 1 turn", "investigate C for 1 turn")
    for number, promised in enumerate((*terms, ""), 1):
        clause = f"A does not {promised}" if promised else "A stays seated until round 2"
        here.offer(1, ["B"], clause)
        here.reply(2, number, "accept")

    def broken(seat: int, *acts: str) -> list[list[int]]:
        return [here.ledger.breaking(seat, here.read(act)) for act in acts]

    assert broken(1, "condemn B", "condemn C", "pass") == [[1], [], []]
    assert broken(1, "investigate C#0", "investigate B#0") == [[2], []]
    assert broken(1, "investigation B#0 C#0", "investigation B#0 B#1") == [[2], []]
    assert broken(1, "transposition E", "guarding D", "accuse B") == [[3], [3], []]
    assert broken(2, "condemn C", "guarding D") == [[], []]
