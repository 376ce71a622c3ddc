"""Deals and claims: entries beside the match, judged by what each viewer saw, and secret where they
are."""

from collections import Counter
from random import Random

import msgspec
import pytest
from msgspec import json

from intrigue.conformance.promises import Dealer, promises
from intrigue.conformance.two_worlds import Leak, two_worlds
from intrigue.kernel.chance import Fast
from intrigue.kernel.game import Game, Setup, discover, find_game
from intrigue.kernel.position import SPECTATOR, Illegal
from intrigue.kernel.promises import COUNT
from intrigue.kernel.text import BadInput, catalogue
from intrigue.session.ledger import MOST_DEALS, Ledger
from intrigue.session.parts import Fields, encode
from intrigue.session.record import Entry, Offer, Record, check
from intrigue.session.table import Table

TRUCE = find_game("truce")
WITH = [game for game in discover().values() if game.promises is not None]
SHORT: dict[str, dict[str, object]] = {
    "accusation": {"round_cap": 10},
    "emperor": {"max_rounds": 6},
    "jaccuse": {"generations": 2},
}
ODD = ["Ann", "Ann if Bo", "A; b", "I", "Bo in round 1", "Zed loots"]


def table(names: list[str] | None = None, **options: object) -> Table:
    return Table(TRUCE, TRUCE.setup(names or ["Ada", "Bo", "Cy"], options), Fast(1))


def verdicts(of: Table, viewer: int) -> list[list[str | None]]:
    shown = of.ledger.shown(viewer)
    assert shown is not None
    return [[clause.verdict for clause in deal.clauses] for deal in shown.deals]


# --- a game without, and one with -----------------------------------------------------------------


def test_a_game_without_promises_has_none_and_no_error() -> None:
    game = find_game("complot")
    here = Table(game, game.setup(["Ada", "Bo"]), Fast(1))
    feed = here.feed(0)
    with pytest.raises(Illegal, match="no_promises"):
        here.offer(0, ["Bo"], "Ada loots in round 1")
    with pytest.raises(Illegal, match="no_promises"):
        here.claim(0, "I hold it")
    assert b'"ledger":null' in feed.stream[-1]
    assert promises(game, here.setup, 1) == Counter()


@pytest.mark.parametrize("game", WITH, ids=lambda game: game.id)
def test_every_kind_has_a_sentence_in_both_languages(game: Game) -> None:
    declared = game.promises
    assert declared is not None
    for lang in ("en", "fr"):
        words = catalogue(game.package, lang).words
        assert {kind.id for kind in declared.clauses} | {"if"} == set(words["clause"])
        assert {kind.id for kind in declared.claims} == set(words["claim"])


@pytest.mark.parametrize("game", WITH, ids=lambda game: game.id)
def test_whoever_composes_sees_where_a_place_stands_that_counts(game: Game) -> None:
    assert game.promises is not None
    params = [param for kind in game.promises.clauses for param in kind.params]
    shown = {field.name for field in msgspec.structs.fields(game.view_type)}
    assert {param.name for param in params if param.type == COUNT} <= shown


@pytest.mark.parametrize("game", WITH, ids=lambda game: game.id)
def test_notation_reads_back_whatever_people_are_called(game: Game) -> None:
    names = (ODD + [f"P{i}" for i in range(9)])[: max(game.low, min(game.high, 6))]
    setup = game.setup(names)
    dealer, declared = Dealer(game, setup, Random(5)), game.promises
    assert declared is not None
    for _ in range(300):
        text = dealer.terms(dealer.parties(), 2)
        clauses = declared.parse(setup, text)
        assert declared.spell(setup, clauses) == text
        if declared.claims:
            said = dealer.statement(2)
            assert declared.spell_claim(setup, declared.parse_claim(setup, said)) == said


def test_who_writes_of_themselves_may_say_i_and_me() -> None:
    here = table()
    here.offer(
        1, ["Ada"], "I support Ada in round 1; Ada gives me 2 by round 2 if I loot in round 2"
    )
    entry = here.record.entries[-1]
    assert isinstance(entry, Offer)
    text = "Bo supports Ada in round 1; Ada gives Bo 2 by round 2 if Bo loots in round 2"
    assert entry.clauses == text


# --- limits ---------------------------------------------------------------------------------------


def test_a_flood_is_refused_with_a_sentence() -> None:
    here = table(rounds=50)
    terms = "I loot in round 40"
    for _ in range(MOST_DEALS):
        here.offer(0, ["Bo"], terms)
        here.reply(0, len(here.ledger.deals), "withdraw")
    with pytest.raises(Illegal, match="deals_full") as full:
        here.offer(0, ["Bo"], terms)
    for lang, said in (("en", "as many deals"), ("fr", "autant d'accords")):
        assert said in TRUCE.explain(full.value.refusal, here.setup.names, lang)
    for _ in range(8):
        here.offer(1, ["Ada"], terms)
    with pytest.raises(Illegal, match="many_offers"):
        here.offer(1, ["Ada"], terms)
    with pytest.raises(BadInput, match="at most 6"):
        here.offer(2, ["Ada"], "; ".join([terms] * 7))
    with pytest.raises(BadInput, match="too long"):
        here.offer(2, ["Ada"], "; ".join([terms] * 99))


def test_what_others_do_in_secret_refuses_nobody_anything() -> None:
    here = table()
    for _ in range(8):
        here.offer(0, ["Bo"], "I loot in round 2", secret=True)
    here.offer(2, ["Bo"], "I loot in round 2")
    shown = here.ledger.shown(2)
    assert shown is not None
    assert [deal.number for deal in shown.deals] == [1]


# --- the record -----------------------------------------------------------------------------------


def test_deals_are_part_of_the_record_and_not_of_the_match() -> None:
    here = table(rounds=2)
    here.offer(0, ["Bo"], "Ada loots in round 1", secret=True)
    here.reply(1, 1, "accept")
    here.claim(0, "my order of round 1 is loot")
    for _ in range(2):
        here.deadline()
    record = Record.read(here.record.text())
    assert check(record).decisions == 6
    steps = [step.line for step in record.fold()]
    assert steps == list(range(1, len(steps) + 1)), "the number of a step tells of no deal"
    assert sum(isinstance(step.entry, Offer) for step in record.fold()) == 0
    again = Table.resume(record, Fast(1))
    for viewer in range(-1, 3):
        assert again.ledger.shown(viewer) == here.ledger.shown(viewer)


@pytest.mark.parametrize(
    ("was", "becomes"),
    [
        ("Ada loots in round 1", "Ada  loots in round 1"),
        ("Ada loots in round 1", "Ada dances in round 1"),
        ('"to":["Bo"]', '"to":["Eve"]'),
        ('"deal":0', '"deal":7'),
        ('"what":"accept"', '"what":"adore"'),
    ],
)
def test_a_deal_that_no_table_wrote_is_found(was: str, becomes: str) -> None:
    here = table(rounds=1)
    here.offer(0, ["Bo"], "Ada loots in round 1")
    here.reply(1, 1, "accept")
    here.deadline()
    record = here.record
    assert was in record.text()
    entries = [json.encode(entry).decode().replace(was, becomes) for entry in record.entries]
    forged = Record(record.header, [json.decode(line, type=Entry) for line in entries])
    with pytest.raises(BadInput):
        check(forged)


def test_a_table_of_another_process_has_the_same_ledger() -> None:
    here, there = table(rounds=2), table(rounds=2)
    feeds = [(here.feed(viewer), there.feed(viewer)) for viewer in range(-1, 3)]
    here.offer(0, ["Bo"], "Ada loots in round 1", secret=True)
    here.reply(1, 1, "accept")
    here.deadline()
    here.deadline()
    there.follow(here.record.entries)
    for one, other in feeds:
        assert one.moments[-1].fields["ledger"] == other.moments[-1].fields["ledger"]


# --- secrets --------------------------------------------------------------------------------------


def test_nobody_but_the_parties_is_told_of_a_secret_deal() -> None:
    here = table()
    feeds = [here.feed(viewer) for viewer in range(-1, 3)]
    here.offer(0, ["Bo"], "Ada loots in round 1", secret=True, deadline=5.0)
    here.reply(1, 1, "decline")
    here.offer(0, ["Bo"], "Ada loots in round 1", secret=True, deadline=5.0)
    here.expire_offers(6.0)
    here.claim(0, "my order of round 1 is loot", ["Bo"])
    assert [len(feed.stream) for feed in feeds] == [1, 6, 6, 1]


def test_sealed_deals_stay_sealed_after_the_end() -> None:
    here = table(rounds=1)
    here.ledger.sealed = True
    here.offer(0, ["Bo"], "Ada loots in round 1", secret=True)
    here.reply(1, 1, "accept")
    here.deadline()
    assert here.over
    assert verdicts(here, 0) == [["broken"]]
    assert here.ledger.shown(2) is None
    assert here.ledger.shown(SPECTATOR) is None


def test_an_act_that_breaks_ones_word_is_named_to_its_player_and_allowed() -> None:
    here = table()
    here.offer(0, ["Bo"], "I support Bo in round 1; Bo does not attack me until round 2")
    assert here.ledger.breaking(0, here.read("loot")) == [], "it is only an offer"
    here.reply(1, 1, "accept")
    assert here.ledger.breaking(0, here.read("loot")) == [1]
    assert here.ledger.breaking(0, here.read("support Bo")) == []
    assert here.ledger.breaking(1, here.read("attack Ada")) == [1]
    assert here.ledger.breaking(1, here.read("attack Cy")) == []
    here.submit(0, here.read("loot"))


class Counting(Table):
    """Tells everyone how many deals there are."""

    def public(self) -> Fields:
        return {**super().public(), "deals": encode(len(self.ledger.deals))}


class Numbering(Table):
    """Numbers deals by all that there are."""

    def __init__(self, game: Game, setup: Setup, *given: object) -> None:
        super().__init__(game, setup, *given)  # type: ignore[arg-type]
        self.ledger = _Numbered(game, setup, self.ledger.first)


class _Numbered(Ledger):
    def _show_deal(self, viewer, facts, place, called):  # type: ignore[no-untyped-def]
        return super()._show_deal(viewer, facts, place, {**called, place: place + 1})


@pytest.mark.parametrize("leaky", [Counting, Numbering])
@pytest.mark.parametrize("viewer", [1, SPECTATOR])
def test_two_worlds_find_a_leak_of_secret_deals(leaky: type[Table], viewer: int) -> None:
    setup = TRUCE.setup(["Ada", "Bo", "Cy", "Di"])
    assert two_worlds(TRUCE, setup, viewer, 1) > 3

    def look() -> None:
        for seed in range(9):
            two_worlds(TRUCE, setup, viewer, seed, leaky)

    with pytest.raises(Leak):
        look()


# --- whatever people do ---------------------------------------------------------------------------


@pytest.mark.parametrize("game", WITH, ids=lambda game: game.id)
def test_whatever_people_promise_nothing_breaks_and_no_position_changes(game: Game) -> None:
    counted: Counter[str] = Counter()
    for seed in range(6):
        seats = min(game.high, max(game.low, 3 + seed % 3))
        counted += promises(game, game.setup(ODD[:seats], SHORT.get(game.id)), seed)
    assert counted["offer"] > 20
    assert counted["accept"] > 5
