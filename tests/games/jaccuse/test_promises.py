"""Judges of J'Accuse against the truth: what a viewer reads of a claim is never wrong, and at the
end everything is decided that was said of sides, networks and cards."""

from random import Random

import pytest

from intrigue.games.jaccuse.evidence import COLOUR_WORDS, JAccuseFacts, colour_word
from intrigue.games.jaccuse.rules.cards import COLOURS, NO_CARD, RANKS, SUITS, face_text
from intrigue.games.jaccuse.rules.hands import hand_of
from intrigue.games.jaccuse.rules.position import JAccuse
from intrigue.games.jaccuse.rules.terms import hides_suits
from intrigue.kernel.chance import Fast
from intrigue.kernel.game import Seen, Setup
from intrigue.kernel.position import SPECTATOR
from intrigue.kernel.promises import FALSE, OPEN, TRUE, Claim
from intrigue.kernel.text import BadInput
from intrigue.session.table import Table
from tests.games.jaccuse.match import GAME, play, table

ALL = 99
PROMISES = GAME.promises


class Watched:
    """A random match: what every viewer makes of it, and the truth after each event."""

    def __init__(self, setup: Setup, seed: int) -> None:
        self.setup = setup
        self.plain = hides_suits(setup)
        self.viewers = {ALL: self._facts(True)}
        for viewer in range(SPECTATOR, setup.seats):
            self.viewers[viewer] = self._facts()
        self.told = 0
        self.moments: list[tuple[int, list[list[str]], list[str | None]]] = []
        for match, events in play(setup, seed):
            self.match = match
            if not self.told and not self.moments:
                self._begin(match)
            for event in events:
                for viewer, facts in self.viewers.items():
                    seen = event if viewer == ALL else event.seen_by(viewer)
                    facts.hear(None if seen is None else Seen(seen.kind, seen.data))
                self.told += 1
            if not match.over:
                self.moments.append((self.told, self._hands(match), self._members(match)))
        for facts in self.viewers.values():
            facts.close()

    def _facts(self, everything: bool = False) -> JAccuseFacts:
        return PROMISES.facts(self.setup, 1, everything)

    def _begin(self, match: JAccuse) -> None:
        for viewer, facts in self.viewers.items():
            own = [viewer] if viewer != ALL else range(SPECTATOR, self.setup.seats)
            for one in own:
                facts.begin(match.view(one))

    def _hands(self, match: JAccuse) -> list[list[str]]:
        seats = range(self.setup.seats)
        return [[face_text(face, self.plain) for face in hand_of(match, seat)] for seat in seats]

    def _members(self, match: JAccuse) -> list[str | None]:
        faces = [int(face) for face in match.members]
        return [None if face == NO_CARD else face_text(face, self.plain) for face in faces]

    def deck(self) -> list[str]:
        suits = "RB" if self.plain else SUITS
        faces = [f"{rank}{suit}" for rank in RANKS[1:] for suit in suits]
        claims = [(face, Claim("hold", {"card": face})) for face in [*faces, "JkR", "JkB", "JkN"]]
        return [face for face, one in claims if not PROMISES.refuses_claim(self.setup, one, 0)]


MATCHES = [(5, {}, 1), (7, {}, 2), (11, {"loneVote": "wins"}, 3), (8, {"suits": "hidden"}, 4)]


@pytest.mark.parametrize(("seats", "options", "seed"), MATCHES)
def test_no_viewer_reads_a_false_verdict_and_after_the_end_all_are_decided(
    seats: int, options: dict[str, object], seed: int
) -> None:
    watched = Watched(table(seats, **options), seed)
    rng, deck = Random(seed), watched.deck()
    decided = dict.fromkeys(watched.viewers, 0)
    for at, hands, members in rng.sample(watched.moments, 40):
        for by in range(seats):
            held = rng.choice(hands[by]) if hands[by] and rng.random() < 0.5 else rng.choice(deck)
            claims = [(Claim("hold", {"card": held}), held in hands[by])]
            member = members[by]
            if member is not None:
                claims.append((Claim("side", {"colour": "red"}), colour_word(member) == "red"))
            for claim, true in claims:
                for viewer, facts in watched.viewers.items():
                    verdict = PROMISES.judge_claim(facts, claim, by, at)
                    expected = (TRUE if true else FALSE,)
                    assert verdict in (expected if viewer == ALL else (*expected, OPEN))
                    decided[viewer] += verdict != OPEN
    assert decided[ALL] > max(decided[viewer] for viewer in range(seats))
    assert min(decided[viewer] for viewer in range(seats)) >= decided[SPECTATOR] > 0


def test_networks_are_read_by_neighbours_at_once_and_by_all_at_the_end() -> None:
    watched = Watched(table(7), 5)
    colours = [COLOUR_WORDS[COLOURS[colour]] for colour in watched.match.network]
    for seat, colour in enumerate(colours):
        claim = Claim("network", {"whom": (seat + 1) % 7, "colour": colour})
        for facts in watched.viewers.values():
            assert PROMISES.judge_claim(facts, claim, seat, 0) == TRUE


def test_a_card_that_the_table_does_not_have_cannot_be_claimed() -> None:
    setup = table(8)
    for text, sense in (("A♠", False), ("2♠", True), ("2R", False), ("JkR", False)):
        claim = PROMISES.parse_claim(setup, f"I hold {text}")
        assert PROMISES.refuses_claim(setup, claim, 0) != sense
    with pytest.raises(BadInput):
        PROMISES.parse_claim(setup, "I hold 1♠")


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
