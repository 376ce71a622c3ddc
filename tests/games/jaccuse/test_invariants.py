"""What holds after every step of random play, at every table."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from intrigue.games.jaccuse import dump
from intrigue.games.jaccuse.rules.cards import NO_CARD, dealt, deck_of
from intrigue.games.jaccuse.rules.hands import hand_of, hold, release
from intrigue.games.jaccuse.rules.memory import MEMBER, PILE, VOTES, remember
from intrigue.games.jaccuse.rules.position import JAccuse
from intrigue.games.jaccuse.rules.scoring import network_points
from intrigue.games.jaccuse.rules.state import MEMBERSHIP_PHASE, REPLACE_PHASE, VOTE_PHASE
from intrigue.games.jaccuse.rules.terms import terms_of
from intrigue.kernel.chance import Fast
from intrigue.kernel.game import Setup
from intrigue.kernel.playout import playout
from intrigue.kernel.position import Event
from tests.games.jaccuse.match import GAME, Watch, do, given, play, some_show, table

SEATS = range(5, 15)
VARIANTS: tuple[dict[str, Any], ...] = (
    {},
    {"loneVote": "wins", "emptyRunoff": "nothing", "deadlockLimit": 6},
    {"runoffVoters": "tiedOnly", "suits": "hidden", "neutralJoker": "empty"},
)


@pytest.mark.parametrize("seats", SEATS)
def test_invariants(seats: int) -> None:
    for seed, options in enumerate(VARIANTS):
        setup = table(seats, **options)
        Check(setup).run(seed * 100 + seats)


class Check:
    """Follows one match."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.deck = deck_of(setup.seats, bool(terms_of(setup).plain))
        self.elections = 0  # won so far
        self.cards = 999  # in all hands, when the last election began
        self.elected = False  # a president since then

    def run(self, seed: int) -> None:
        network: list[int] = []
        length = 0
        for match, events in play(self.setup, seed):
            network = network or list(match.network)
            assert list(match.network) == network
            length += 1
            self._events(match, events)
            self._cards(match)
            self._control(match)
        assert length < GAME.bound(self.setup)
        self._scores(match)

    def _cards(self, match: JAccuse) -> None:
        faces, _ = GAME.conserved(match)
        assert faces == [face for face, n in enumerate(self.deck) for _ in range(n)]
        missing = [seat for seat in range(match.seats) if match.members[seat] == NO_CARD]
        if match.phase == MEMBERSHIP_PHASE:
            assert len(missing) == match.seats
        else:
            assert missing == ([match.accused] if match.phase == REPLACE_PHASE else [])
        most = dealt(match.seats) - (0 if match.phase == MEMBERSHIP_PHASE else 1)
        late = match.declared >= 0  # a membership is in a hand (JA-42, JA-44)
        assert max(match.sizes) <= most + (1 if late else 0)

    def _control(self, match: JAccuse) -> None:
        assert 1 <= match.stability <= 5
        if match.over:
            return
        assert match.streak < match.stability
        assert 0 <= match.wrong <= 2
        presidents = bin(match.presidents).count("1")
        if match.phase > VOTE_PHASE:
            assert presidents == match.wrong + 1
            assert match.presidents >> match.president & 1
        else:
            assert presidents == 0
        for seat in match.asked():
            assert match.sizes[seat] > 0 or seat == match.president

    def _events(self, match: JAccuse, events: list[Event]) -> None:
        before = ""
        for event in events:
            if event.kind == "elected":
                self.elections += 1
                self.elected = True
            if event.kind == "generation":
                self.cards, self.elected = 999, False
            if event.kind == "policy":
                sources = ("memberships", "consensus", "no_votes", "election", "enacted")
                assert before in sources
                how = {"memberships": "carry-over", "enacted": "enacted"}.get(before, "free")
                assert event.data["how"] == how
            if event.kind not in ("placed", "gave"):
                before = event.kind
        assert sum(match.tokens) == self.elections
        if events and events[-1].kind == "election" and match.phase == VOTE_PHASE:
            now = sum(match.sizes)
            assert now <= self.cards - (1 if self.elected else 0)
            self.cards, self.elected = now, False

    def _scores(self, match: JAccuse) -> None:
        seats = match.seats
        red = list(match.network).count(0)
        assert sum((match.network[i] == 0) + (match.network[i - 1] == 0) for i in range(seats)) == (
            2 * red
        )
        expected, ended = 0, match.finished
        while ended is not None:
            expected += 2 * list(match.network).count(ended.winner) if ended.winner >= 0 else 0
            ended = ended.before
        assert sum(network_points(match)) == expected


@pytest.mark.parametrize("seats", SEATS)
def test_a_seat_knows_only_what_it_knows(seats: int) -> None:
    """Swap two influence cards, or two network cards, that a seat has not seen: nothing
    that it sees or may do changes."""
    setup = table(seats)
    rng = Random(seats)
    swapped = 0
    for number, (match, _) in enumerate(play(setup, seats)):
        if number % 5 or match.over:
            continue
        viewer = rng.randrange(seats)
        known = {face for memory in [remember(match.past, viewer, seats)] for face in memory.faces}
        spots = [
            (zone, seat, face)
            for seat in range(seats)
            if seat != viewer
            for zone, faces in (("hand", hand_of(match, seat)), ("member", [match.members[seat]]))
            for face in faces
            if face not in known and face != NO_CARD
        ]
        if len(spots) < 2:
            continue
        twin = match.copy()
        twin.past = match.past
        one, other = rng.sample(spots, 2)
        for (zone, seat, old), new in ((one, other[2]), (other, one[2])):
            if zone == "member":
                twin.members[seat] = new
            else:
                release(twin, seat, old)
                hold(twin, seat, new)
        hidden = [i for i in range(seats) if i != viewer and (i + 1) % seats != viewer]
        a, b = rng.sample(hidden, 2)
        network = twin.network[:]
        network[a], network[b] = network[b], network[a]
        twin.network = network
        swapped += one[2] != other[2]
        assert twin.view(viewer) == match.view(viewer)
        assert twin.asked() == match.asked()
        if viewer in match.asked():
            assert twin.options(viewer) == match.options(viewer)
        assert twin.free(viewer) == match.free(viewer)
    assert swapped > 5


COLOUR_SWAP = str.maketrans("♥♦♣♠RB", "♣♠♥♦BR")


@pytest.mark.parametrize("seats", [5, 6, 7, 11, 12, 14])
def test_colours_and_seats_are_only_names(seats: int) -> None:
    """With red and black exchanged, or everybody one seat on, the same acts lead to the
    same table."""
    setup = table(seats)
    turned = GAME.setup([*setup.names[1:], setup.names[0]], setup.options)
    mirror: JAccuse | None = None
    moved: JAccuse | None = None
    rng = Random(seats)
    match = GAME.start(setup, Fast(seats))
    while not match.over:
        if mirror is None or moved is None:  # every generation is dealt anew
            shown = GAME.dump(setup, match)
            mirror = GAME.load(setup, _mirrored(shown), Fast(1))
            moved = GAME.load(turned, shown, Fast(1))
        seat = int(match.next())
        act = rng.choice(match.options(seat))
        text = GAME.spell(setup, act)
        name = setup.names[seat]
        match.play(seat, act, Fast(2))
        mirror.play(seat, GAME.parse(setup, _mirrored(text)), Fast(2))
        moved.play(turned.seat(name), GAME.parse(turned, text), Fast(2))
        here, there = GAME.dump(setup, match), GAME.dump(setup, mirror)
        if here["phase"] == "membership":
            mirror = moved = None  # the deal is chance's
            continue
        assert _sorted(_mirrored(here)) == _sorted(there)
        assert _sorted(here) == _sorted(GAME.dump(turned, moved))


def _mirrored(value: Any) -> Any:
    """Red for black and back, in texts of cards, colours and acts."""
    if isinstance(value, dict):
        return {key: _mirrored(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_mirrored(inner) for inner in value]
    if not isinstance(value, str) or value.startswith("P") or value in ("votes",):
        return value
    words = {"red": "black", "black": "red", "JkR": "JkB", "JkB": "JkR", "R": "B", "B": "R"}
    out = []
    for word in value.split(" "):
        if word in words:
            out.append(words[word])
        elif word[-1:] in "♥♦♣♠" and word:
            out.append(word.translate(COLOUR_SWAP))
        else:
            out.append(word)
    return " ".join(out)


def _sorted(dump: dict[str, Any]) -> dict[str, Any]:
    """Order within a hand or a set of cards means nothing."""
    out = dict(dump)
    out["hands"] = {name: sorted(hand) for name, hand in dump["hands"].items()}
    out["discard"] = sorted(dump["discard"])
    for name in ("presidents", "voters"):
        out[name] = sorted(dump[name])
    parley = dump["parley"]
    out["parley"] = parley and {**parley, "cards": sorted(parley["cards"])}
    out["past"] = [
        {key: sorted(v) if isinstance(v, list) else v for key, v in step.items()}
        for step in dump["past"]
    ]
    out["answers"] = {name: sorted(act.split()) for name, act in dump["answers"].items()}
    return out


@pytest.mark.parametrize("seats", SEATS)
def test_memory_is_never_wrong(seats: int) -> None:
    """JA-A48: every remembered card can be given a card of its face at one of its places, all at
    once, at every moment and for every viewer."""
    for seed, options in enumerate(({}, {"suits": "hidden"})):
        setup = table(seats, **options)
        for number, (match, _) in enumerate(play(setup, seed + 10 * seats, free=0.2)):
            if number % 4 == 0:
                for viewer in range(-1, seats):
                    _fits(match, viewer)


def _fits(match: JAccuse, viewer: int) -> None:
    known = remember(match.past, viewer, match.seats)
    assert list(known.sizes) == list(match.sizes) or match.phase == MEMBERSHIP_PHASE
    truth: Counter[tuple[int, int]] = Counter()
    for seat in range(match.seats):
        if seat != viewer:
            truth.update((face, 1 << seat) for face in hand_of(match, seat))
            truth[match.members[seat], 1 << (MEMBER + seat)] += 1
    for at, face in enumerate(match.votes):
        truth[face, 1 << (VOTES + at % match.seats)] += 1
    card = match.discards
    while card is not None:
        truth[card.face, 1 << PILE] += 1
        card = card.before
    items = list(zip(known.faces, known.places, strict=True))
    places = [(face, place) for (face, place), n in truth.items() for _ in range(n)]
    holder: dict[int, int] = {}

    def seat_card(i: int, tried: set[int]) -> bool:
        for j, (face, place) in enumerate(places):
            if face == items[i][0] and place & items[i][1] and j not in tried:
                tried.add(j)
                if j not in holder or seat_card(holder[j], tried):
                    holder[j] = i
                    return True
        return False

    for i in range(len(items)):
        assert seat_card(i, set()), f"{GAME.dump(table(match.seats), match)}: {items[i]}"


def test_a_void_generation_follows_a_won_one_only_behind_a_neutral_joker() -> None:
    """JA-61: while the last policy has a colour a generation cannot be void."""
    for seats in (5, 8, 11):
        setup = table(seats, generations=4)
        for seed in range(60):
            match = GAME.start(setup, Fast(seed))
            playout(match, Fast(seed))
            ended = match.finished
            while ended is not None and ended.before is not None:
                if ended.winner < 0 and ended.before.winner >= 0:
                    assert seats == 11
                ended = ended.before


def test_a_dumped_position_is_a_complete_given() -> None:
    setup = table(7)
    match = GAME.start(setup, Fast(3))
    shown = dump.dump(setup, match)
    assert dump.load(setup, shown, terms_of(setup), Fast(9)).key() == match.key()


def test_copies_vote_apart() -> None:
    """Copies share the votes of earlier rounds; what is voted later in one stays its own."""
    setup = table(5)
    hands = {
        "P0": ["10♥", "9♥", "8♥", "7♥", "6♥", "5♥"],
        "P1": ["10♠", "9♠", "8♠", "7♠", "6♠", "5♠"],
    }
    match = given(setup, phase="vote", hands=hands)
    watch = Watch(setup)
    do(match, setup, watch, "P2: abstain", "P3: abstain", "P4: abstain")
    for rank in (10, 9, 8):  # ties, one run-off after the other
        do(match, setup, watch, f"P0: vote {rank}♥", f"P1: vote {rank}♠")
    one, other = match.copy(), match.copy()
    do(one, setup, watch, "P0: vote 7♥", "P1: vote 7♠")
    before = one.key()
    do(other, setup, watch, "P0: vote 6♥", "P1: vote 6♠")
    assert one.key() == before
    assert one.votes != other.votes


@pytest.mark.parametrize("seats", [5, 14])
@pytest.mark.parametrize("named", ["P{}", '"{}', "A B{}"])
def test_any_cards_are_shown_to_any_players_in_one_act_that_reads_back(
    seats: int, named: str
) -> None:
    """JA-A36: as text, as a number that compiled rules take, and in a position's text form."""
    awkward = ["A", "B", "A B", "A B A"]
    names = [*awkward, *(named.format(i) for i in range(seats - len(awkward)))]
    setup = GAME.setup(names, {"generations": 2, "suits": "hidden"})
    rng = Random(seats)
    match = GAME.start(setup, Fast(seats))  # hands at their largest
    for _ in range(40):
        seat = rng.randrange(seats)
        act = some_show(rng, match, seat)
        assert act < 1 << 60
        assert match.check(seat, act) is None
        assert GAME.parse(setup, GAME.spell(setup, act)) == act
        GAME.label(setup, act, "fr")
        match.apply(seat, act, Fast(1))
    again = GAME.load(setup, GAME.dump(setup, match), Fast(2))
    assert again.key() == match.key()
    assert [again.view(i) for i in range(seats)] == [match.view(i) for i in range(seats)]
