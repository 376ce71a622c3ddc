"""Bots that deal: what they offer, keep and break, from what their seat knows and nothing else."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from intrigue.bots import Seated, deals, describe, find_bot, say, tempered
from intrigue.bots.dealing import Talks, shown
from intrigue.kernel.build import compiled
from intrigue.kernel.chance import Fast
from intrigue.kernel.deals import IN_FORCE, ShownLedger
from intrigue.kernel.game import Game, Player, discover, find_game
from intrigue.kernel.negotiation import TEMPERS, Assert, Move, Propose, Remark, Respond
from intrigue.kernel.position import SPECTATOR, Prompt
from intrigue.kernel.promises import BROKEN, KEPT
from intrigue.kernel.text import LANGUAGES, BadInput
from intrigue.lab import arena
from intrigue.lab.deals import Book
from intrigue.session.table import Table

TRUCE = find_game("truce")
NAMES = ["Ada", "Bo", "Cy", "Di", "Ed", "Flo"]
DEALING = [game for game in discover().values() if game.negotiator is not None]


def seats_of(game: Game) -> int:
    return max(game.low, min(game.high, 6))


def party(game: Game, table: Table, seed: int = 1, level: str = "normal") -> dict[int, Seated]:
    """A bot of some temper on every seat."""
    return {
        seat: Seated(
            find_bot(game, f"{level}:{TEMPERS[seat % 3]}"), game, table.setup, seat, Random(seed)
        )
        for seat in range(table.setup.seats)
    }


def play(table: Table, players: dict[int, Seated], other: Table | None = None) -> int:
    """A match with talks before each question; and the same answers at another table, where nobody
    deals. How many deals came into force."""
    feeds = {seat: table.feed(seat) for seat in players}
    told = dict.fromkeys(players, 0)
    talks = Talks(table, table.setup, players)
    while not table.over:
        for seat, player in players.items():
            for event in feeds[seat].seen[told[seat] :]:
                player.hear(event)
            told[seat] = len(feeds[seat].seen)
        before = table.position.key()
        prompt = table.position.prompt(table.position.asked()[0])
        for _, remark in talks.hold(table.position.view, not prompt.window):
            assert all(say(remark, table.setup.names, lang) for lang in LANGUAGES)
        assert table.position.key() == before, "talks changed the position"
        position = table.position
        answers = {}
        for seat in position.asked():
            players[seat].read(shown(table.ledger, seat))
            answers[seat] = players[seat].answer(
                position.view(seat), position.prompt(seat), position.options(seat)
            )
        for seat, act in answers.items():
            for one in (table, other):
                if one is not None and act is not None:
                    one.submit(seat, act, by="bot")
        if other is not None:
            assert other.position.key() == table.position.key(), "a deal changed the position"
    return sum(deal.state == IN_FORCE for deal in table.ledger.deals)


@pytest.mark.parametrize("game", DEALING, ids=lambda game: game.id)
def test_negotiation_changes_no_position_and_wants_nothing_that_is_refused(game: Game) -> None:
    names = [f"P{i}" for i in range(seats_of(game))]
    table, plain = (Table(game, game.setup(names), Fast(4)) for _ in range(2))
    players = party(game, table, level="random" if game.id != "truce" else "normal")
    assert play(table, players, plain) > 0, "nobody made a deal"
    assert {player.faults for player in players.values()} == {0}
    whole = shown(table.ledger, SPECTATOR)
    assert sum(whole.kept) > 0
    assert not plain.ledger.used


@pytest.mark.parametrize("game", DEALING, ids=lambda game: game.id)
def test_the_faithful_keep_every_word(game: Game) -> None:
    """Judged as everyone reads it at the end."""
    names = [f"P{i}" for i in range(seats_of(game))]
    options = {"generations": 2} if game.id == "jaccuse" else {}
    verdicts: Counter[str | None] = Counter()
    for seed in range(6 if compiled() else 2):
        table = Table(game, game.setup(names, options), Fast(seed))
        kind = find_bot(game, "normal:faithful")
        players = {
            seat: Seated(kind, game, table.setup, seat, Random(seed)) for seat in range(len(names))
        }
        play(table, players)
        for deal in shown(table.ledger, SPECTATOR).deals:
            verdicts.update(clause.verdict for clause in deal.clauses)
    assert verdicts[KEPT] > 0
    assert verdicts[BROKEN] == 0


def test_the_same_seed_gives_the_same_match_with_deals() -> None:
    game, setup = TRUCE, TRUCE.setup(NAMES[:4], {"rounds": 4})
    bots = ("normal:faithful", "normal:opportunist", "normal:grudging", "normal")
    rows = [
        [
            (row.scores, row.decisions)
            for row in arena.play(game, setup, [arena.table(bots)], 4, 7, {}, jobs=jobs)
        ]
        for jobs in (1, 1, 2)
    ]
    assert rows[0] == rows[1] == rows[2]


def test_a_bot_that_deals_knows_what_its_seat_knows() -> None:
    """Two worlds: in one, others have a secret deal. Whoever cannot know of it makes the same moves
    and gives the same answer."""
    there, here = (Table(TRUCE, TRUCE.setup(NAMES), Fast(1)) for _ in range(2))
    for table in (there, here):
        table.offer(1, ["Ada"], "Ada supports Bo in round 1; Bo supports Ada in round 2")
    there.offer(2, ["Di"], "Di attacks Ada in round 1; Cy supports Di in round 1", secret=True)
    there.reply(3, 2, "accept")
    for temper in TEMPERS:
        for seed in range(20):
            found: list[object] = []
            for table in (there, here):
                bot = Seated(
                    find_bot(TRUCE, f"normal:{temper}"), TRUCE, table.setup, 0, Random(seed)
                )
                view, ledger = table.position.view(0), shown(table.ledger, 0)
                moves = bot.negotiate(view, ledger, True)
                bot.read(ledger)
                position = table.position
                act = bot.answer(view, position.prompt(0), position.options(0))
                found.append((moves, act))
            assert found[0] == found[1]


def bot(seat: int, temper: str, table: Table, seed: int = 3) -> Seated:
    return Seated(find_bot(TRUCE, f"normal:{temper}"), TRUCE, table.setup, seat, Random(seed))


def order_of(table: Table, seat: int, temper: str, seed: int = 3) -> str:
    """What a bot on that seat orders."""
    one, position = bot(seat, temper, table, seed), table.position
    one.read(shown(table.ledger, seat))
    act = one.answer(position.view(seat), position.prompt(seat), position.options(seat))
    assert act is not None
    return TRUCE.spell(table.setup, act)


def in_round(table: Table, *orders: str) -> None:
    for seat, order in enumerate(orders):
        table.submit(seat, table.read(order))


@pytest.mark.parametrize("temper", TEMPERS)
def test_who_promised_to_support_somebody_does_so(temper: str) -> None:
    table = Table(TRUCE, TRUCE.setup(NAMES[:4]), Fast(1))
    table.offer(1, ["Ada"], "Ada supports Bo in round 1; Bo supports Ada in round 2", secret=True)
    table.reply(0, 1, "accept")
    assert order_of(table, 0, temper) == "support Bo"
    in_round(table, "support Bo", "attack Cy", "loot", "pass")
    assert order_of(table, 1, temper) == "support Ada"
    assert order_of(table, 0, temper).startswith("attack "), "help that was promised is used"


def test_a_large_stash_is_not_left_to_itself() -> None:
    """Who will be supported attacks; now and then all those coins are dearer."""
    table = Table(TRUCE, TRUCE.setup(NAMES[:4], {"rounds": 12}), Fast(1))
    for _ in range(8):
        in_round(table, "pass", "pass", "pass", "pass")
    table.offer(1, ["Ada"], "Bo supports Ada in round 9; Ada supports Bo in round 10")
    table.reply(0, 1, "accept")
    view: Any = table.position.view(0)
    assert view.stash == 9
    orders = {order_of(table, 0, "faithful", seed).partition(" ")[0] for seed in range(20)}
    assert orders == {"attack", "loot"}
    assert order_of(table, 1, "faithful") == "support Ada", "a word is a word"


def test_an_opportunist_breaks_its_word_when_nothing_is_left_to_win_by_it() -> None:
    table = Table(TRUCE, TRUCE.setup(NAMES[:4], {"rounds": 2}), Fast(1))
    table.offer(1, ["Ada"], "Bo supports Ada in round 1; Ada supports Bo in round 2")
    table.reply(0, 1, "accept")
    in_round(table, "attack Cy", "support Ada", "pass", "pass")
    assert order_of(table, 0, "faithful") == "support Bo"
    assert order_of(table, 0, "opportunist") != "support Bo"


def test_a_betrayal_is_remembered_and_who_bears_a_grudge_makes_no_more_deals() -> None:
    table = Table(TRUCE, TRUCE.setup(NAMES[:4]), Fast(1))
    table.offer(1, ["Ada"], "Bo supports Ada in round 1; Ada supports Bo in round 2")
    table.reply(0, 1, "accept")
    in_round(table, "attack Cy", "attack Ada", "pass", "pass")
    assert order_of(table, 0, "grudging") != "support Bo", "it was betrayed first"
    assert order_of(table, 0, "faithful") == "support Bo", "its word is its word"
    view, ledger = table.position.view(0), shown(table.ledger, 0)
    said = bot(0, "grudging", table).negotiate(view, ledger, True)
    assert Remark("betrayed_grudging", 1) in said
    table.offer(1, ["Ada"], "Bo gives Ada 2 by round 3")
    ledger = shown(table.ledger, 0)
    grudging = bot(0, "grudging", table).negotiate(view, ledger, False)
    assert grudging == [Respond(2, "decline"), Remark("grudge", 1)]
    assert Respond(2, "accept") in bot(0, "opportunist", table).negotiate(view, ledger, False)


def test_who_asks_for_something_is_asked_for_something() -> None:
    table = Table(TRUCE, TRUCE.setup(NAMES[:4]), Fast(1))
    table.offer(1, ["Ada"], "Ada supports Bo in round 1", secret=True)
    moves = bot(0, "faithful", table).negotiate(
        table.position.view(0), shown(table.ledger, 0), True
    )
    assert moves[0] == Propose("Ada supports Bo in round 1; Bo supports Ada in round 2", counters=1)
    assert moves[1] == Remark("rather", 1, [1]), "a secret offer is answered in private"


GONE: dict[str, tuple[str, dict[str, Any]]] = {  # where Cy is not in the game any more
    "emperor": (
        "{} does not condemn {} for 2 turns",
        {
            "identities": {"Ada": "ELR", "Bo": "LLR", "Cy": "LRR", "Di": "LLR", "Ed": "LRR"},
            "ring": ["Ada", "Bo", "Di", "Ed"],
        },
    ),
    "accusation": (
        "{} does not accuse {} of #24 in round 3",
        {"active": ["Ada", "Bo", "Di", "Ed"], "round": 3, "phase": "turn", "event": {"card": 24}},
    ),
}


@pytest.mark.parametrize("temper", TEMPERS)
@pytest.mark.parametrize("game", GONE)
def test_nobody_deals_with_who_is_out_of_the_game(game: str, temper: str) -> None:
    """Such a promise would be void as soon as it is made, again and again."""
    terms, given = GONE[game]
    found = find_game(game)
    setup = found.setup(NAMES[:5])
    position = found.load(setup, given, Fast(1))
    book = Book(position)

    def moves(seat: int) -> list[Move]:
        kind = find_bot(found, f"normal:{temper}")
        one = Seated(kind, found, setup, seat, Random(1))
        return one.negotiate(position.view(seat), shown(book.ledger, seat), True)

    assert any(isinstance(move, Propose) for move in moves(1))
    assert not any(isinstance(move, Propose) for move in moves(2))
    book.offer(2, ["Bo"], f"{terms.format('Cy', 'Bo')}; {terms.format('Bo', 'Cy')}")
    assert moves(1)[0] == Respond(1, "decline")


IDENTITIES = {"Ada": "ELR", "Bo": "LLR", "Cy": "LRR", "Di": "LLR", "Ed": "LRR"}
GAIN: dict[str, tuple[str, str, dict[str, Any], dict[str, Any]]] = {  # an act, and when it pays
    "emperor": (
        "condemn Cy",
        "{} does not condemn {} for 2 turns",
        {
            "identities": IDENTITIES,
            "ring": list(IDENTITIES),
            "no_draw": True,
            "phase": "main",
            "direction": "cw",
            "turns": 1,
            "pointer": "Bo",
            "hands": {"Bo": ["condemn"]},
        },
        {"knows": {"Bo": {"Cy": [1, 2]}}},
    ),
    "accusation": (
        "accuse Cy",
        "{} does not accuse {} of #24 in round 3",
        {
            "round": 3,
            "phase": "turn",
            "event": {"card": 24, "holder": "Bo"},
            "tokens": {"Bo": {"M": 5}},
        },
        {"vp": {"Bo": 2}},
    ),
}


@pytest.mark.parametrize("game", GAIN)
def test_an_opportunist_breaks_its_word_for_gain_and_the_faithful_never(game: str) -> None:
    act, terms, given, worth = GAIN[game]
    found = find_game(game)
    setup = found.setup(NAMES[:5])

    def keeps(temper: str, more: dict[str, Any]) -> bool:
        position = found.load(setup, given | more, Fast(1))
        book = Book(position)
        book.offer(1, ["Cy"], f"{terms.format('Bo', 'Cy')}; {terms.format('Cy', 'Bo')}")
        book.reply(2, 1, "accept")
        assert found.negotiator is not None
        one = found.negotiator(found, setup, 1, Random(1), temper)
        options, kind = position.options(1), position.prompt(1).kind
        ledger = shown(book.ledger, 1)
        left = one.advise(position.view(1), ledger, kind, options)
        assert found.parse(setup, act) in options
        return found.parse(setup, act) not in left

    assert keeps("opportunist", {})
    assert not keeps("opportunist", worth)
    assert keeps("faithful", worth)
    assert keeps("grudging", worth)


def test_two_promises_for_one_round_are_not_made_but_one_for_later() -> None:
    table = Table(TRUCE, TRUCE.setup(NAMES[:4]), Fast(1))
    for number, name in enumerate(("Bo", "Cy"), 1):
        terms = f"Ada supports {name} in round 1; {name} supports Ada in round 2"
        table.offer(number, ["Ada"], terms)
    table.reply(0, 1, "accept")
    one, view = bot(0, "opportunist", table), table.position.view(0)
    moves = one.negotiate(view, shown(table.ledger, 0), False)
    later = "Ada supports Cy in round 3; Cy supports Ada in round 4"
    assert moves == [Propose(later, counters=2), Remark("rather", 2)]
    table.offer(0, [], later, counters=2)
    table.offer(3, ["Ada"], "Ada loots in round 1; Ada supports Di in round 10")
    moves = one.negotiate(view, shown(table.ledger, 0), False)
    assert moves == [Respond(4, "decline"), Remark("bound", 3)]


# --- bots that fail -------------------------------------------------------------------------------


class Talker(Player):
    """Plays the first option, and deals as a test wants."""

    moves: Sequence[Any] = ()

    def answer(self, view: Any, prompt: Prompt, options: Sequence[int]) -> int:
        return options[0]

    def negotiate(self, view: Any, ledger: ShownLedger, opening: bool) -> Sequence[Move]:
        if not self.moves:
            raise RuntimeError("no idea")
        return self.moves


RUBBISH: list[Any] = [
    "hello",
    None,
    Propose("Ada dances", [1]),
    Propose("Ada loots in round 1", []),
    Propose("Ada loots in round 1", [77]),
    Propose(7, "Bo"),  # type: ignore[arg-type]
    Propose("Ada loots in round 1", [1], counters=12),
    Respond(5, "accept"),
    Respond(1, "eat"),  # type: ignore[arg-type]
    Remark("no such sentence", 1),
    Remark("rather", 99),
    Assert("the moon is mine"),
]


@pytest.mark.parametrize("moves", [(), *([one] for one in RUBBISH)], ids=str)
def test_a_bot_that_raises_or_offers_rubbish_costs_nothing(moves: Sequence[Any]) -> None:
    kind = type("Broken", (Talker,), {"moves": moves})
    table = Table(TRUCE, TRUCE.setup(NAMES[:3]), Fast(1))
    players = {0: Seated(kind, TRUCE, table.setup, 0, Random(1))}
    before = table.position.key(), len(table.record.entries)
    assert list(Talks(table, table.setup, players).hold(table.position.view)) == []
    assert (table.position.key(), len(table.record.entries)) == before
    assert players[0].faults > 0
    position = table.position
    assert players[0].answer(position.view(0), position.prompt(0), position.options(0)) is not None


# --- names ----------------------------------------------------------------------------------------


def test_bots_have_a_level_and_a_temper() -> None:
    assert [tempered(TRUCE, "normal", seat) for seat in (0, 1, 2, 3)] == [
        "normal:faithful",
        "normal:opportunist",
        "normal:grudging",
        "normal:faithful",
    ]
    assert tempered(TRUCE, "random", 1) == "random"
    assert tempered(TRUCE, "easy:grudging", 0) == "easy:grudging"
    assert tempered(find_game("complot"), "normal", 1) == "normal", "nobody deals there"
    assert describe("normal:grudging", "en") == "normal, grudging"
    assert deals(TRUCE, "easy:grudging")
    assert not deals(TRUCE, "easy")
    assert not deals(TRUCE, "normal:silent")
    for name in ("normal:nasty", "normal:", "nobody:faithful"):
        with pytest.raises(BadInput):
            find_bot(TRUCE, name)
    with pytest.raises(BadInput):
        find_bot(find_game("complot"), "normal:faithful")


def test_words_that_were_broken_are_counted_apart() -> None:
    """What a faithful bot promised is kept, whatever happens to it."""
    table = Table(TRUCE, TRUCE.setup(NAMES[:4]), Fast(9))
    players = {seat: bot(seat, "faithful", table, seat) for seat in range(4)}
    play(table, players)
    verdicts = [
        clause.verdict for deal in shown(table.ledger, SPECTATOR).deals for clause in deal.clauses
    ]
    assert KEPT in verdicts
    assert BROKEN not in verdicts
