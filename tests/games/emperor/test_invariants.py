"""What holds after every act of random matches, beside what the conformance suite checks."""

from collections.abc import Iterator

import pytest

from intrigue.conformance import kit
from intrigue.games.emperor.rules.cards import (
    ALL_MOVERS,
    ALL_RESPONSES,
    CARDS,
    FACES,
    bag_of,
    cards_in,
    count_of,
    size_of,
)
from intrigue.games.emperor.rules.position import Emperor
from intrigue.games.emperor.rules.state import (
    DISCARDING,
    MAIN,
    RESOLVE,
    SLOT,
    living_rebels,
    side_of,
)
from intrigue.kernel.game import Setup, find_game
from intrigue.kernel.position import Event

GAME = find_game("emperor")
COPIES = [8, 5, 4, 3, 2, 1, 2, 2, 1, 1, 1, 1]
TABLES = [
    (5, {"start_hand": 2}),
    (6, {"start_hand": 1, "open_discard": "off", "twin": "strict", "dies_with_caster": "on"}),
    (7, {"start_hand": 2, "seat_check": "cast_and_resolve", "reveal_on_death": "off"}),
]


def matches(seats: int, options: dict[str, object]) -> Iterator[tuple[Setup, int]]:
    setup = GAME.setup([f"P{i}" for i in range(seats)], {"max_rounds": 8, **options})
    for seed in range(8):
        yield setup, seed


def steps(setup: Setup, seed: int) -> Iterator[tuple[Emperor, list[Event], Emperor]]:
    """Every step of a random match: before, events, after."""
    before: Emperor | None = None
    events: list[Event] = []
    for moment in kit.wander(GAME, setup, seed):
        assert isinstance(moment.position, Emperor)
        if before is not None:
            yield before, events, moment.position
        before, events = moment.position, moment.events


def truths(events: list[Event], kind: str) -> list[Event]:
    return [event for event in events if event.kind == kind]


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_after_every_act(seats: int, options: dict[str, object]) -> None:
    for setup, seed in matches(seats, options):
        for before, events, s in steps(setup, seed):
            cards_are_all_there(s)
            identities_are_all_there(s, seats)
            hands_are_small(s)
            people_and_condemns_fit(s)
            changes_have_causes(before, events, s)
            the_end_is_the_end(s)


def cards_are_all_there(s: Emperor) -> None:
    counts = list(s.deck)
    for hand in s.hands:
        for card in cards_in(hand):
            counts[card] += 1
    for entry in s.pile:
        counts[entry & 15] += 1
    counts[CARDS.index("condemn")] += len(s.pending)
    assert counts == COPIES
    assert s.left == sum(s.deck)
    assert s.left + len(s.pile) >= 31 - (2 * s.seats + 3) - 5
    assert s.laid == bag_of([entry & 15 for entry in s.pile])


def test_masks_of_all_copies() -> None:
    for mask, cards in ((ALL_RESPONSES, (2, 3, 4)), (ALL_MOVERS, (8, 9, 10))):
        copies = [COPIES[card] if card in cards else 0 for card in range(12)]
        assert [count_of(mask, card) for card in range(12)] == copies


def identities_are_all_there(s: Emperor, seats: int) -> None:
    faces = "".join(FACES[face] for face in s.faces)
    expected = {5: (7, 7, 1), 6: (8, 9, 1), 7: (10, 10, 1)}[seats]
    assert tuple(faces.count(face) for face in FACES) == expected
    crown = faces.index("E")
    assert crown // 3 == s.emperor
    assert s.up >> crown & 1


def hands_are_small(s: Emperor) -> None:
    for seat, hand in enumerate(s.hands):
        own_turn = s.phase in (MAIN, DISCARDING) and seat == s.pointer
        assert size_of(hand) <= (4 if own_turn else 2)


def people_and_condemns_fit(s: Emperor) -> None:
    ring = list(s.ring)
    assert len(set(ring)) == len(ring)
    assert s.over or ring[0] == s.emperor
    assert all(s.accused >> seat & 1 == 0 or seat in ring for seat in range(s.seats))
    assert len(s.pending) <= 5
    assert [c.id for c in s.pending] == sorted({c.id for c in s.pending})
    for c in s.pending:
        if not s.over:
            assert c.target in ring
            assert c.clock in ring
            assert c.target != c.author
        assert c.target != s.emperor or c.on_emperor
        if c.locked and c.round == s.round:
            assert c.on_emperor
            assert s.strikers & ~(1 << c.origin)
    if s.phase in (SLOT, RESOLVE):
        assert set(s.window.owing()) <= set(ring)
    assert s.out == sum(7 << (3 * seat) for seat in range(s.seats) if seat not in ring)
    for owner in range(s.seats):
        known = [s.known[viewer * s.seats + owner] for viewer in range(s.seats)]
        assert bool(s.traced >> owner & 1) == any(known)
    for viewer, mask in enumerate(s.eyes):
        assert mask >> (3 * viewer) & 7 == 0, "labels are about others"


def changes_have_causes(before: Emperor, events: list[Event], s: Emperor) -> None:
    kinds = {event.kind for event in events}
    for event in truths(events, "executed"):
        (fallen,) = [c for c in before.pending if c.id == event.data["id"]]
        assert fallen.clock == before.pointer
        assert fallen.turn < before.turns
    if list(before.faces) != list(s.faces):
        assert kinds & {"shuffled", "swap"}
    for seat in range(s.seats):
        if side_of(before, seat) != side_of(s, seat):
            assert "swap" in kinds
        if before.accused >> seat & 1 and not s.accused >> seat & 1:
            ends = [*truths(events, "skipped"), *truths(events, "died")]
            ends += truths(events, "died_unseen")
            assert seat in [event.data["who"] for event in ends]


def the_end_is_the_end(s: Emperor) -> None:
    won = s.emperor not in list(s.ring) or living_rebels(s) == 0
    capped = s.ending in (3, 4)
    assert s.over == (won or capped)
    if capped:
        assert s.round >= s.terms.max_rounds or s.turns >= s.terms.max_turns


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_notes_are_true(seats: int, options: dict[str, object]) -> None:
    """What a note promises is so: labels, notes and known hands never say more than the truth."""
    for setup, seed in matches(seats, options):
        for _, _, s in steps(setup, seed):
            for viewer in range(seats):
                view = s.view(viewer)
                for owner in range(seats):
                    three = [FACES[s.faces[3 * owner + slot]] for slot in range(3)]
                    loyal, rebel = view.notes[owner]
                    assert three.count("L") >= loyal
                    assert three.count("R") >= rebel
                    for slot, face in enumerate(view.cards[owner]):
                        assert face in (None, three[slot])
                    held = [CARDS[card] for card in cards_in(s.hands[owner])]
                    for name in view.held[owner]:
                        held.remove(name)
