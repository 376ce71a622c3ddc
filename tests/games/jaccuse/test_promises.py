"""Judges of J'Accuse against the truth: what a viewer reads of a claim is never wrong, and at the
end everything is decided that was said of sides, networks and cards."""

from collections import Counter
from random import Random

import pytest

from intrigue.games.jaccuse.evidence import COLOUR_WORDS, colour_word
from intrigue.games.jaccuse.rules.cards import COLOURS, NO_CARD, deck_of, face_text
from intrigue.games.jaccuse.rules.hands import hand_of
from intrigue.games.jaccuse.rules.position import JAccuse
from intrigue.games.jaccuse.rules.presidency import accusable
from intrigue.games.jaccuse.rules.terms import hides_suits
from intrigue.kernel.chance import Fast
from intrigue.kernel.game import Setup
from intrigue.kernel.position import SPECTATOR
from intrigue.kernel.promises import Claim
from intrigue.kernel.text import BadInput
from intrigue.session.table import Table
from tests.games.jaccuse.match import GAME, play, table
from tests.games.watched import ALL, Watched

Moment = tuple[int, list[list[str]], list[str | None]]  # after so many events: hands, memberships


def watch(setup: Setup, seed: int) -> tuple[Watched, JAccuse, list[Moment]]:
    """A random match, and the truth at every moment of it."""
    plain, seats = hides_suits(setup), range(setup.seats)
    watched: Watched | None = None
    moments: list[Moment] = []
    for match, events in play(setup, seed):
        watched = watched or Watched(GAME, setup, match)
        watched.hear(events)
        hands = [[face_text(face, plain) for face in hand_of(match, seat)] for seat in seats]
        faces = [int(face) for face in match.members]
        members = [None if face == NO_CARD else face_text(face, plain) for face in faces]
        if not match.over:
            moments.append((watched.told, hands, members))
    assert watched is not None
    watched.close()
    return watched, match, moments


MATCHES = [(5, {}, 1), (7, {}, 2), (11, {"loneVote": "wins"}, 3), (8, {"suits": "hidden"}, 4)]


@pytest.mark.parametrize(("seats", "options", "seed"), MATCHES)
def test_no_viewer_reads_a_false_verdict_and_after_the_end_all_are_decided(
    seats: int, options: dict[str, object], seed: int
) -> None:
    setup, rng = table(seats, **options), Random(seed)
    watched, _, moments = watch(setup, seed)
    plain = hides_suits(setup)
    deck = [face_text(face, plain) for face, n in enumerate(deck_of(seats, plain)) if n]
    read: Counter[int] = Counter()
    for at, hands, members in rng.sample(moments, 40):
        for by in range(seats):
            held = rng.choice(hands[by] if hands[by] and rng.random() < 0.5 else deck)
            claim = Claim("hold", {"card": held})
            assert not watched.promises.refuses_claim(setup, claim, by)
            read.update(watched.decided(claim, by, at, held in hands[by]))
            member = members[by]
            if member is not None:
                claim = Claim("side", {"colour": "red"})
                read.update(watched.decided(claim, by, at, colour_word(member) == "red"))
    assert read[ALL] > max(read[seat] for seat in range(seats))
    assert min(read[seat] for seat in range(seats)) >= read[SPECTATOR] > 0


def test_networks_are_read_by_neighbours_at_once_and_by_all_at_the_end() -> None:
    setup = table(7)
    for match, events in play(setup, 5):
        if not events:
            start = Watched(GAME, setup, match)
        break
    watched, match, _ = watch(setup, 5)
    for seat in range(7):
        colour = COLOUR_WORDS[COLOURS[match.network[seat]]]
        claim = Claim("network", {"whom": (seat + 1) % 7, "colour": colour})
        assert start.decided(claim, seat, 0, True) == {seat, (seat + 1) % 7, ALL}
        assert watched.decided(claim, seat, 0, True) == watched.facts.keys()


def test_a_card_that_the_table_does_not_have_cannot_be_claimed() -> None:
    setup, promises = table(8), GAME.promises
    for text, sense in (("A♠", False), ("2♠", True), ("2R", False), ("JkR", False)):
        claim = promises.parse_claim(setup, f"I hold {text}")
        assert promises.refuses_claim(setup, claim, 0) != sense
    with pytest.raises(BadInput):
        promises.parse_claim(setup, "I hold 1♠")


def test_an_act_that_breaks_ones_word_is_named_to_its_player_alone() -> None:
    setup = GAME.setup(["A", "B", "C", "D", "E"])
    hands = {"A": ["9♥", "2♥", "5♠"], "B": ["9♠", "6♥", "7♥"], "C": ["8♠"], "D": 0, "E": 0}
    parts = {"phase": "vote", "hands": hands, "memberships": {"C": "4♠"}}
    here = Table(GAME, setup, Fast(1), position=GAME.load(setup, parts, Fast(7)))
    terms = (
        "A votes red or abstains in election 1 of generation 1",
        "A gives B 2 red in their next parley of generation 1",
        "B gives A 2 black in their next parley of generation 1",
        "A does not accuse C in generation 1",
        "A enacts only red in generation 1",
    )
    for number, promised in enumerate(terms, 1):
        here.offer(0, ["B"], promised)
        here.reply(1, number, "accept")

    def broken(seat: int, *acts: str) -> list[list[int]]:
        return [here.ledger.breaking(seat, here.read(act)) for act in acts]

    def do(*acts: str) -> None:
        for act in acts:
            name, _, what = act.partition(": ")
            here.submit(setup.seat(name), here.read(what))

    assert broken(0, "vote 5♠", "vote 2♥", "abstain") == [[1], [], []]
    assert broken(1, "vote 9♠") == [[]], "it is not the other's word"
    do("A: vote 9♥", "B: vote 6♥", "C: vote 8♠")
    assert broken(0, "parley 2♥ with B", "parley 5♠ with C", "no parley") == [[2], [], []]
    assert broken(0, "parley 2♥ 5♠ with B") == [[2]]
    do("A: parley 2♥ 5♠ with B")
    assert broken(1, "reply 6♥ 7♥", "reply 6♥ 9♠") == [[3], [3]]
    do("B: reply 6♥ 9♠")
    assert broken(0, "accuse C red", "accuse C black", "accuse B black") == [[4], [4], []]
    do("A: accuse C black")
    assert broken(0, "enact 9♠", "enact 6♥") == [[5], []]


@pytest.mark.parametrize("seats", [5, 7, 12])
def test_everyone_knows_whom_a_president_could_have_named_or_accused(seats: int) -> None:
    """It makes the difference between a promise that was kept and one that was never asked for."""
    setup, checked = table(seats), 0
    for seed in range(4):
        watched: Watched | None = None
        phase, free = "", {seed}
        for match, events in play(setup, seed):
            watched = watched or Watched(GAME, setup, match)
            facts = watched.facts[SPECTATOR]
            told = len(facts.parleys), len(facts.actions)
            watched.hear(events)
            if phase in ("parley", "action"):
                for deed in [*facts.parleys[told[0] :], *facts.actions[told[1] :]]:
                    assert deed.choice == free - {deed.president}
                    checked += 1
            phase = match.view(SPECTATOR).phase
            free = {seat for seat, size in enumerate(match.sizes) if size}
            if phase == "action":
                free = {seat for seat in free if accusable(match, seat)}
    assert checked > 100
