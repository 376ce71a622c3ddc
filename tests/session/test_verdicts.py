"""Verdicts tell nobody more than they know, and are right in the end: in every game that has
promises."""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from random import Random

import pytest

from intrigue.conformance.promises import Dealer, act
from intrigue.conformance.two_worlds import Leak, Pair, Parted
from intrigue.kernel.chance import Fast
from intrigue.kernel.deals import ShownLedger
from intrigue.kernel.game import Game, Setup, discover
from intrigue.kernel.position import SPECTATOR
from intrigue.kernel.promises import BROKEN, FALSE, KEPT, OPEN, TRUE, VOID, Facts
from intrigue.session.ledger import ALL, Ledger
from intrigue.session.record import Record
from intrigue.session.table import Table

from .judges import judged, witness_of

WITH = [game for game in discover().values() if game.promises is not None]
# seats, and options that make a match short, or facts scarce
TABLES: dict[str, list[tuple[int, dict[str, object]]]] = {
    "truce": [(4, {"rounds": 8}), (6, {"rounds": 5})],
    "jaccuse": [
        (5, {"generations": 2}),
        (7, {"generations": 2, "suits": "hidden", "neutralJoker": "empty"}),
        (11, {"generations": 2, "runoffVoters": "tiedOnly", "loneVote": "wins"}),
    ],
    "emperor": [
        (5, {"max_rounds": 5}),
        (6, {"max_rounds": 4, "start_hand": 2, "reveal_on_death": "off", "reveal_self": "off"}),
        (7, {"max_turns": 25, "seating": "lobby", "twin": "strict", "grace_round": "on"}),
    ],
    "accusation": [
        (2, {"round_cap": 10, "income": 2}),
        (3, {"round_cap": 10, "denied_lock": "clear", "income": 2}),
        (4, {"round_cap": 10, "honesty": "table", "audit": "tracker", "income": 2}),
        (4, {"round_cap": 10, "windows": "fast", "countries": "draft", "income": 2}),
    ],
}
CASES = [
    pytest.param(game, seats, options, id=f"{game.id}-{seats}-{at}")
    for game in WITH
    for at, (seats, options) in enumerate(TABLES[game.id])
]
HIDDEN = [game for game in WITH if game.id != "truce"]  # there all that is judged is told to all
EVERY_VERDICT = {KEPT, BROKEN, VOID}
SEEDS = 12
PAIRS, MOST_PAIRS = 16, 80


def dealt(game: Game, seats: int, options: dict[str, object], seed: int) -> Table:
    """A match in which people play, offer, answer and claim at random."""
    setup = game.setup([f"P{seat}" for seat in range(seats)], options)
    rng = Random(seed)
    here, dealer = Table(game, setup, Fast(seed)), Dealer(game, setup, rng)
    witness, most = witness_of(game), rng.choice((6, 14))
    while not here.over:
        for _ in range(1 + rng.randrange(most)):
            dealer.topics = witness.topics(here.position)
            act(dealer, here, 0.0)
        for seat in here.position.asked():
            free = here.position.free(seat)
            if free and rng.random() < 0.003:
                here.submit(seat, rng.choice(free))
                break
            acts = here.position.options(seat)
            if rng.random() < 0.6:
                lively = [one for one in acts if game.spell(setup, one).startswith(witness.LIVELY)]
                acts = lively or acts
            here.submit(seat, rng.choice(acts), ready=False)
        here.deadline()
    return here


@pytest.mark.parametrize(("game", "seats", "options"), CASES)
def test_in_the_end_everyone_reads_what_a_judge_of_the_whole_record_finds(
    game: Game, seats: int, options: dict[str, object]
) -> None:
    met: Counter[str] = Counter()
    for seed in range(SEEDS):
        here = dealt(game, seats, options, seed)
        verdicts, claims = judged(Record.read(here.record.text()))
        whole = here.ledger.shown(ALL)
        assert whole is not None
        assert [one.verdict for one in whole.claims] == claims
        for viewer in (ALL, *range(SPECTATOR, seats)):
            shown = here.ledger.shown(viewer)
            assert shown is not None
            places = here.ledger.numbers(viewer)
            found = {
                (places[deal.number - 1], index): clause.verdict
                for deal in shown.deals
                for index, clause in enumerate(deal.clauses)
                if clause.verdict is not None
            }
            assert found == verdicts
            assert said_of(shown) == said_of(whole)
        met.update(verdicts.values())
        met.update(claims)
    assert set(met) >= EVERY_VERDICT
    assert met[TRUE]
    assert met[FALSE]


def said_of(shown: ShownLedger) -> Counter[tuple[int, str, str]]:
    """Claims and what became of them, by whom."""
    return Counter((one.by, one.text, one.verdict) for one in shown.claims)


@pytest.mark.parametrize(("game", "seats", "options"), CASES)
def test_no_verdict_tells_apart_what_its_reader_cannot(
    game: Game, seats: int, options: dict[str, object]
) -> None:
    """Two worlds that differ in what the viewer cannot know, with deals and claims in them: as many
    pairs as it takes until verdicts of every kind were read."""
    met: Counter[str] = Counter()

    def enough() -> bool:
        kinds = (
            {"unknown"},
            {OPEN, f"says {OPEN}"},
            EVERY_VERDICT,
            {f"says {TRUE}", f"says {FALSE}"},
        )
        return all(any(met[one] for one in kind) for kind in kinds)

    for seed in range(MOST_PAIRS):
        if seed >= PAIRS and enough():
            break
        read = Counter[str]()
        for pair in coupled(game, seats, options, seed):
            ledgers = [table.ledger for table in pair.tables]
            met["unknown"] += len(ledgers[0].deals) != len(ledgers[1].deals)
            shown = ledgers[0].shown(pair.viewer)
            if shown is not None and not pair.tables[0].over:
                clauses = [one for deal in shown.deals for one in deal.clauses]
                read = Counter(one.verdict or "" for one in clauses)
                read.update(f"says {one.verdict}" for one in shown.claims)
        met += read
    assert enough(), met


def coupled(
    game: Game, seats: int, options: dict[str, object], seed: int, table: type[Table] = Table
) -> Iterator[Pair]:
    """A pair of worlds after each of its steps, until it parts."""
    setup = game.setup([f"P{seat}" for seat in range(seats)], options)
    with suppress(Parted):
        pair = Pair(game, setup, seed % (seats + 1) - 1, seed, table)
        assert pair.dealer is not None
        pair.dealer.topics = witness_of(game).prospects(pair.tables[0].position)
        for step in range(1, 120):
            if pair.run(step) < step:
                break
            yield pair


class Omniscient(Table):
    """Judges by what happened, and not by what its reader saw of it."""

    def __init__(self, game: Game, setup: Setup, *given: object) -> None:
        super().__init__(game, setup, *given)  # type: ignore[arg-type]
        self.ledger = _AllSeeing(game, setup, self.ledger.first)


class _AllSeeing(Ledger):
    def _folded(self, viewer: int) -> Facts:
        return super()._folded(ALL)


@pytest.mark.parametrize("game", HIDDEN, ids=lambda game: game.id)
def test_a_judge_who_knows_more_than_the_reader_is_found(game: Game) -> None:
    seats, options = TABLES[game.id][-1]

    def look() -> None:
        for seed in range(60):
            list(coupled(game, seats, options, seed, Omniscient))

    with pytest.raises(Leak):
        look()
