"""Records: what is wrong with one is said with its line, and nothing wrong is believed."""

import contextlib
import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from intrigue.conformance import kit
from intrigue.games.truce.game import TruceGame
from intrigue.kernel.chance import Seeded, commitment, nonce_seal
from intrigue.kernel.game import find_game
from intrigue.kernel.text import BadInput
from intrigue.session import signature
from intrigue.session.record import Nonce, Record, Talk, check, verify
from intrigue.session.table import Table
from tests.toys.cards import CardsGame

GAME = CardsGame()


def lines() -> list[str]:
    """A match with cards, sound from end to end."""
    setup = GAME.setup(["Ada", "Bo", "Cy"])
    return kit.records(GAME, setup, 7).text().splitlines()


def resealed(rows: list[dict[str, object]]) -> str:
    """Rows with the checksums a forger would put."""
    from intrigue.session.record import link

    before, out = "", []
    for row in rows:
        row.pop("sum", None)
        before = link(before, row)
        out.append(json.dumps({**row, "sum": before}))
    return "\n".join(out)


def test_a_sound_record_verifies_with_every_draw() -> None:
    record = Record.read("\n".join(lines()), game=GAME)
    assert verify(record) == record.draws() > 0


def cut(rows: list[str]) -> str:
    return "\n".join(rows[:-2])


def half_a_line(rows: list[str]) -> str:
    return "\n".join(rows)[:-40]


def edited(rows: list[str]) -> str:
    return "\n".join(rows).replace('"act":"keep"', '"act":"swap"', 1)


def line_missing(rows: list[str]) -> str:
    return "\n".join(rows[:2] + rows[3:])


def after_the_end(rows: list[str]) -> str:
    return "\n".join([*rows, rows[-1]])


def no_json(rows: list[str]) -> str:
    return "hello\n" + "\n".join(rows)


@pytest.mark.parametrize(
    ("damage", "complaint"),
    [
        (lambda rows: "", "empty"),
        (cut, "cut off after line"),
        (half_a_line, "Line"),
        (edited, "edited or a line is missing"),
        (line_missing, "edited or a line is missing"),
        (after_the_end, "after the end line"),
        (no_json, "no record of intrigue"),
        (lambda rows: "[1, 2]\n", "no record of intrigue"),
        (lambda rows: "\n".join(rows[1:]), "checksum"),
    ],
    ids=[
        "empty",
        "cut",
        "half a line",
        "edited",
        "a line missing",
        "after the end",
        "no JSON",
        "a list",
        "no header",
    ],
)
def test_damage_is_named(damage: Callable[[list[str]], str], complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        verify(Record.read(damage(lines()), game=GAME))


Rows = list[dict[str, object]]


def forge_hand(rows: Rows) -> None:
    rows[0]["chance"] = list(reversed(rows[0]["chance"]))  # type: ignore[call-overload]


def forge_face(rows: Rows) -> None:
    rows[0]["chance"][0] = "7"  # type: ignore[index]


def forge_winner(rows: Rows) -> None:
    rows[-1]["winners"] = ["Ada", "Bo", "Cy"]


def forge_seed(rows: Rows) -> None:
    rows[-1]["seed"] = "00" * 32


def forge_act(rows: Rows) -> None:
    play = next(row for row in rows if row["do"] == "play")
    play["act"] = "show Nobody"
    play["by"] = "player"


def forge_seat(rows: Rows) -> None:
    next(row for row in rows if row["do"] == "play")["seat"] = "Zoe"


def forge_version(rows: Rows) -> None:
    rows[0]["version"] = "0"


def too_many_draws(rows: Rows) -> None:
    rows[0]["chance"] += ["1"]  # type: ignore[operator]


def too_few_draws(rows: Rows) -> None:
    rows[0]["chance"] = rows[0]["chance"][:-1]  # type: ignore[index]


@pytest.mark.parametrize(
    ("forge", "complaint"),
    [
        (forge_face, "chance answer 7"),
        (forge_winner, "the rules say"),
        (forge_seed, "not the one that was promised"),
        (forge_act, "cannot show Nobody"),
        (forge_seat, "seat that the table does not have"),
        (forge_version, "version 0"),
        (too_few_draws, "more often than the record answers"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_forged_record_is_caught_though_its_checksums_fit(
    forge: Callable[[Rows], None], complaint: str
) -> None:
    rows = [json.loads(line) for line in lines()]
    forge(rows)
    with pytest.raises(BadInput, match=complaint):
        verify(Record.read(resealed(rows), game=GAME))


def test_a_forged_deal_is_caught_by_the_seed() -> None:
    rows = [json.loads(line) for line in lines()]
    forge_hand(rows)
    with pytest.raises(BadInput):
        verify(Record.read(resealed(rows), game=GAME))


def test_truce_never_asks_chance() -> None:
    """TR-53."""
    game = TruceGame()
    record = kit.records(game, game.setup(["Ada", "Bo", "Cy"], {"rounds": 3}), 3)
    assert record.draws() == 0


# --- what a record proves -------------------------------------------------------------------------


def forged(change: Callable[[Rows], None]) -> str:
    rows = [json.loads(line) for line in lines()]
    change(rows)
    return resealed(rows)


def no_seed(rows: Rows) -> None:
    rows[-1]["seed"] = None


def test_a_promised_seed_that_is_never_shown_is_a_fault() -> None:
    def another_deal(rows: Rows) -> None:
        forge_hand(rows)
        no_seed(rows)

    for change in (no_seed, another_deal):
        with pytest.raises(BadInput, match="promises a seed and never shows it"):
            verify(Record.read(forged(change), game=GAME))


@pytest.mark.parametrize("seed", ["", "hello", "00", "00 " * 32, "00" * 33, "0" * 63 + "é"])
def test_a_bad_seed_is_a_sentence(seed: str) -> None:
    def change(rows: Rows) -> None:
        rows[-1]["seed"] = seed

    with pytest.raises(BadInput, match="is no seed"):
        verify(Record.read(forged(change), game=GAME))


def test_a_match_under_way_has_nothing_to_check_yet() -> None:
    text = "\n".join(lines()[:-1])
    with pytest.raises(BadInput, match="not finished, and there is nothing to check yet"):
        Record.read(text, game=GAME)
    with pytest.raises(BadInput, match="not finished, and there is nothing to check yet"):
        verify(Record.read(text, finished=False, game=GAME))


def test_words_may_hold_whatever_else_ends_a_line() -> None:
    record = Record.read("\n".join(lines()), game=GAME)
    record.entries.insert(1, Talk("Ada", "one\u2028two\u2029three\x85four\x0b\x0c\x1c\r\nfive"))
    text = record.text()
    assert "\u2028" in text
    again = Record.read(text, game=GAME)
    assert verify(again) == record.draws()
    assert again.text() == text


def test_cards_must_be_those_of_the_installed_game() -> None:
    game = find_game("complot")
    text = kit.records(game, game.setup(["Ada", "Bo"], {"turn_cap": 2}), 5).text()
    rows = [json.loads(line) for line in text.split("\n") if line]
    assert check(Record.read(text)).cards
    card = next(card for card in rows[0]["data"] if card.get("quote_en"))
    card["quote_en"] = "Buy from us."
    with pytest.raises(BadInput, match="not the cards of Complot"):
        verify(Record.read(resealed(rows)))
    del rows[0]["data"]
    with pytest.raises(BadInput, match="not the cards of Complot"):
        verify(Record.read(resealed(rows)))


def strange_by(rows: Rows) -> None:
    next(row for row in rows if row.get("by"))["by"] = "a friend"


def strange_close(rows: Rows) -> None:
    next(row for row in rows if row["do"] == "close")["why"] = "boredom"


def other_format(rows: Rows) -> None:
    rows[0]["intrigue"] = 2


@pytest.mark.parametrize("forge", [strange_by, strange_close, other_format])
def test_what_no_table_writes_is_not_sound(forge: Callable[[Rows], None]) -> None:
    with pytest.raises(BadInput):
        verify(Record.read(forged(forge), game=GAME))


def test_an_act_means_what_it_says() -> None:
    """Truce reads a support of nobody as a plain one; a record shall not say that it was."""
    text = (Path(__file__).parents[1] / "golden" / "truce.jsonl").read_text("utf-8")
    rows = [json.loads(line) for line in text.split("\n") if line]
    play = next(row for row in rows if str(row.get("act")).startswith("support Player"))
    play["act"] = "support Napoleon"
    with pytest.raises(BadInput):
        verify(Record.read(resealed(rows)))


def test_what_the_rules_were_never_made_for_is_a_sentence() -> None:
    """The table itself has no default; Accusation is not asked for one by any table."""
    text = (Path(__file__).parents[1] / "golden" / "accusation.jsonl").read_text("utf-8")
    rows = [json.loads(line) for line in text.split("\n") if line]
    rows.insert(1, {"do": "play", "seat": None, "act": "pass", "by": "default"})
    with pytest.raises(BadInput) as error:
        verify(Record.read(resealed(rows)))
    assert "cannot be played again" in error.value.sentence("en")


# --- what the seats add to the deal ---------------------------------------------------------------


SEED = bytes(range(32))
NONCES = ["ada's words", None, "été"]


def mixed_record(nonces: list[str | None]) -> Record:
    """A match that is dealt from a seed and from what the seats added."""
    setup = GAME.setup(["Ada", "Bo", "Cy"])
    table = Table(GAME, setup, Seeded(SEED, 0, nonces))
    table.record.header.nonces = [
        None if nonce is None else Nonce(nonce_seal(commitment(SEED), seat, nonce), nonce)
        for seat, nonce in enumerate(nonces)
    ]
    while not table.position.over:
        table.deadline()
    return table.record


def test_every_nonce_changes_the_deal_and_none_can_be_changed_afterwards() -> None:
    record = mixed_record(NONCES)
    found = check(Record.read(record.text(), game=GAME))
    assert found.nonces == ["Ada", "Cy"]
    assert found.draws == record.draws() > 0
    deals = {tuple(mixed_record([str(i), None, None]).header.chance) for i in range(20)}
    assert len(deals) > 1

    def rows() -> Rows:
        return [json.loads(line) for line in record.lines()]

    changes: list[tuple[Callable[[Any], object], str]] = [
        (lambda header: header["nonces"].pop(), "does not fit the rest"),
        (lambda header: header["nonces"][0].update(nonce="others"), "not what Ada had sealed"),
        (lambda header: header["nonces"][2].update(seal="0" * 64), "not what Cy had sealed"),
        (lambda header: header.update(practice="x"), "practice"),
    ]
    for change, complaint in changes:
        changed = rows()
        change(changed[0])
        with pytest.raises(BadInput, match=complaint):
            verify(Record.read(resealed(changed), game=GAME))


def test_a_deal_that_leaves_a_nonce_out_is_another_deal() -> None:
    """With enough cards it cannot be the same by chance."""
    game = find_game("complot")
    setup = game.setup(["Ada", "Bo"], {"turn_cap": 2})
    table = Table(game, setup, Seeded(SEED, 0, ["a", "b"]))
    while not table.position.over:
        table.deadline()
    seals = [nonce_seal(commitment(SEED), seat, nonce) for seat, nonce in enumerate("ab")]
    table.record.header.nonces = [Nonce(seals[0], "a"), Nonce(seals[1], "b")]
    verify(table.record)
    table.record.header.nonces = [Nonce(seals[0], "a"), Nonce(seals[1])]
    with pytest.raises(BadInput, match="the seed gives"):
        verify(table.record)


def test_a_nonce_that_was_sealed_and_never_shown_is_named() -> None:
    record = mixed_record(NONCES)
    assert not isinstance(record.header.nonces, msgspec.UnsetType)
    record.header.nonces[1] = Nonce("0" * 64)
    assert check(record).unshown == ["Bo"]


# --- signatures -----------------------------------------------------------------------------------


KEY = signature.make_key()


def signed() -> Record:
    record = mixed_record(NONCES)
    record.entries.insert(0, Talk("Ada", "hello"))
    record.sign(KEY)
    return record


def test_a_signed_record_says_by_which_key() -> None:
    text = signed().text()
    again = Record.read(text, game=GAME)
    public = signature.public_key(KEY)
    assert check(again, public).key == check(again).key == public
    assert again.text() == text
    other = signature.public_key(signature.make_key())
    with pytest.raises(BadInput, match="and not by"):
        check(again, other)
    bare = Record.read("".join(line + "\n" for line in text.split("\n")[:-2]), game=GAME)
    assert check(bare).key is None
    with pytest.raises(BadInput, match="not signed at all"):
        check(bare, public)


def test_a_signature_covers_every_line_though_all_checksums_fit() -> None:
    rows = [json.loads(line) for line in signed().lines()]
    next(row for row in rows if row["do"] == "talk")["text"] = "goodbye"
    with pytest.raises(BadInput, match="signature does not fit"):
        verify(Record.read(resealed(rows), game=GAME))


def scramble(rng: Random, value: object) -> object:
    """Something else in the place of a value somewhere inside."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        key = rng.choice(sorted(value))
        if rng.random() < 0.1:
            return {name: one for name, one in value.items() if name != key}
        return {**value, key: scramble(rng, value[key])}
    if isinstance(value, list) and value and rng.random() < 0.9:
        at = rng.randrange(len(value))
        return [*value[:at], scramble(rng, value[at]), *value[at + 1 :]]
    if isinstance(value, str) and value and rng.random() < 0.5:
        return value[: rng.randrange(len(value))] + rng.choice("0aé\u2028 \x1b")
    others = [None, -1, 0, 3, 10**30, 0.5, "", "x", "00", [], {}, True, [None], {"do": "play"}]
    return rng.choice([other for other in others if other != value])


def damaged(rng: Random, text: str) -> str:
    """A text with a character changed, lost or added, or a line moved."""
    at = rng.randrange(len(text))
    kind = rng.randrange(4)
    if kind == 3:
        rows = text.split("\n")
        rows.insert(rng.randrange(len(rows)), rows.pop(rng.randrange(len(rows))))
        return "\n".join(rows)
    new = rng.choice('0a9{}[]",:é\u2028\n\\n') if kind else ""
    return text[:at] + new + text[at + (kind < 2) :]


def meant(text: str) -> object:
    try:
        return [json.loads(row) for row in text.removesuffix("\n").split("\n")]
    except ValueError:
        return None


@pytest.mark.parametrize("name", ["cards", "truce", "accusation", "complot", "emperor", "jaccuse"])
def test_whatever_is_changed_is_a_sentence_and_never_sound(name: str) -> None:
    """A record that says something else is refused: with the old checksums always, with new ones
    whenever it was signed. Nothing of it is ever a traceback."""
    if name == "cards":
        record, game = mixed_record(NONCES), GAME
    else:
        text = (Path(__file__).parents[1] / "golden" / f"{name}.jsonl").read_text("utf-8")
        record = Record.read(text)
        game = record.game  # type: ignore[assignment]
    bare = record.text()
    record.sign(KEY)
    text, before = record.text(), meant(record.text())
    rows = before
    assert isinstance(rows, list)
    rng = Random(name)
    for number in range(400 if name == "cards" else 40):
        again = damaged(rng, text)
        if meant(again) != before:
            with pytest.raises(BadInput) as error:
                verify(Record.read(again, game=game))
            assert error.value.sentence("en")
            assert error.value.sentence("fr")
        at = rng.choice([0, len(rows) - 2, rng.randrange(len(rows))])
        line = scramble(rng, {key: value for key, value in rows[at].items() if key != "sum"})
        if not isinstance(line, dict) or line == {k: v for k, v in rows[at].items() if k != "sum"}:
            continue
        changed = [dict(row) for row in [*rows[:at], line, *rows[at + 1 :]]]
        with pytest.raises(BadInput) as error:
            verify(Record.read(resealed(changed), game=game))
        assert error.value.sentence("fr"), number
        with contextlib.suppress(BadInput):  # unsigned it may be another true match
            verify(Record.read(resealed(changed[:-1]), game=game))
    assert verify(Record.read(bare, game=game)) == record.draws()
