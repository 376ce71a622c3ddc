"""AC-154 at a live table: what becomes of sealed answers when somebody concedes."""

from intrigue.kernel.chance import Fast
from intrigue.kernel.game import Json, find_game
from intrigue.session.record import Record
from intrigue.session.table import Table

GAME = find_game("accusation")
SETUP = GAME.setup(["A", "B", "C"])


def say(table: Table, seat: int, text: str) -> None:
    table.submit(seat, GAME.parse(SETUP, text))


def restarted(table: Table) -> Table:
    """The table, rebuilt from what it wrote down."""
    text = "".join(line + "\n" for line in table.record.lines(private=True))
    return Table.resume(Record.read(text, finished=False, game=GAME), table.chance)


def at_income() -> Table:
    """Everybody places the first token of the match: a batch."""
    return Table(GAME, SETUP, Fast(3))


def at_the_selection() -> Table:
    """Nobody can do anything before the secret choice: no window, no batch."""
    table = at_income()
    table.deadline()
    while table.position.prompt(table.position.asked()[0]).kind != "select":
        table.deadline()
    return table


def test_conceding_outside_a_batch_drops_sealed_answers_also_after_a_restart() -> None:
    table = at_the_selection()
    for seat in (0, 1):
        table.submit(seat, table.position.options(seat)[-1])
    number = table.prompt
    say(table, 2, "concede")
    assert table.position.asked() == [0, 1]  # the question is put again
    for one in (table, restarted(table)):
        assert one.answers == [None, None, None]
        assert one.prompt == number + 1


def test_another_process_drops_the_same_answers() -> None:
    table = at_the_selection()
    other = restarted(table)
    written = len(table.record.entries)
    table.submit(0, table.position.options(0)[-1])
    say(table, 2, "concede")
    other.follow(table.record.entries[written:])
    assert (other.answers, other.prompt) == (table.answers, table.prompt)
    assert other.position.key() == table.position.key()


def test_conceding_inside_a_batch_takes_no_confirmed_answer_back() -> None:
    table = at_income()
    say(table, 0, "alloc M")
    number = table.prompt
    say(table, 2, "concede")
    for one in (table, restarted(table)):
        first = one.answers[0]
        assert first is not None
        assert first.ready
        assert one.prompt == number
    say(table, 1, "alloc R")  # the last answer: nobody had to confirm anything
    dump: Json = GAME.dump(SETUP, table.position)
    assert dump["tokens"]["A"]["M"] == 1
    assert dump["active"] == ["A", "B"]
