"""What always holds, after every act of random matches at two to six seats."""

from random import Random
from typing import Any

import pytest

from intrigue.games.accusation.carddata import base_set, halved
from intrigue.games.accusation.rules import acts
from intrigue.games.accusation.rules.deck import reveal_target, unrevealed
from intrigue.games.accusation.rules.position import Accusation
from intrigue.games.accusation.rules.seats import is_active
from intrigue.games.accusation.rules.state import BATCH, STEPS
from intrigue.games.accusation.rules.tokens import accusation_cost, total_of
from intrigue.kernel.chance import Fast
from intrigue.kernel.game import Setup, find_game
from intrigue.kernel.position import Event, Illegal

GAME = find_game("accusation")
OPTIONS: dict[int, dict[str, object]] = {
    2: {},
    3: {"bank": "strict", "countries": "random"},
    4: {"denied_lock": "clear", "denied_incorrect": "deferred", "speaker_half": "country+world"},
    5: {"bank": 14, "windows": "fast", "reveal_adjust": "next_round"},
    6: {"honesty": "table", "audit": "tracker", "countries": "draft", "vp_target": 4},
}
SEEDS = range(3)


def setup_for(seats: int) -> Setup:
    return GAME.setup([f"P{i}" for i in range(seats)], {"round_cap": 10, **OPTIONS[seats]})


@pytest.mark.parametrize("seats", OPTIONS)
@pytest.mark.parametrize("seed", SEEDS)
def test_invariants_hold_after_every_act(seats: int, seed: int) -> None:
    setup = setup_for(seats)
    rng, chance = Random(seed), Fast(seed)
    match: Any = GAME.start(setup, chance)
    size = match.terms.bank
    watch = _Watch(match)
    while not match.over:
        seat = int(match.next())
        act = rng.choice(match.options(seat))
        if rng.random() < 0.0005:
            seat, act = rng.choice(list(GAME.dump(setup, match)["active"])), acts.act(acts.CONCEDE)
            seat = setup.seat(seat)
        if not match.over and match.check(seat, act) is None:
            watch.before(match)
            watch.after(match, match.play(seat, act, chance))
        _tokens(match, size)
        _cards(match)
        _standing(match)
        _initiators(match)
        _removed(match)
        assert match.round <= setup.options["round_cap"]  # 14


def _tokens(match: Accusation, size: int) -> None:
    """1 and 4: tokens are conserved, costs follow the formula."""
    assert match.bank + sum(match.tokens) + sum(match.paid) == size
    assert min(match.tokens) >= 0
    assert match.bank >= 0
    for seat in range(match.seats):
        assert accusation_cost(match, seat) == min(5, 1 + match.rep[seat] + match.made[seat])


def _cards(match: Accusation) -> None:
    """2: 45 Events and 8 Public Works, each in one place."""
    conserved = GAME.conserved(match)
    assert conserved[1:] == [53, 53, True]


def _standing(match: Accusation) -> None:
    """3: one active Speaker; BAD REP and victory points within their bounds."""
    if not match.over:
        assert is_active(match, match.speaker)
        for seat in range(match.seats):
            if is_active(match, seat):
                open_batch = match.step == BATCH
                assert 0 <= match.rep[seat] <= (6 if open_batch else 4)
                assert match.vp[seat] < match.terms.vp_target or open_batch or match.conceded


def _initiators(match: Accusation) -> None:
    """5: a Tracker names a card of this round, and nobody else's."""
    trackers = [card for card in match.tracker if card]
    assert len(set(trackers)) == len(trackers)
    pile = GAME.conserved  # the pile is checked through the sets below
    assert pile is not None
    lying = match.pile
    for card in (*match.buried, *match.revealed):
        lying |= 1 << card
    for card in trackers:
        assert lying >> card & 1


def _removed(match: Accusation) -> None:
    """13: a removed player owns nothing and is never asked."""
    for seat in range(match.seats):
        if not is_active(match, seat):
            assert total_of(match, seat) == match.paid[seat] == match.hand[seat] == 0
            assert match.tracker[seat] == 0
            assert match.over or seat not in match.asked()


class _Watch:
    """What can only be seen over time: 3 (victory points), 6, 7, 8 and 11."""

    def __init__(self, match: Accusation) -> None:
        self.vp = list(match.vp)
        self.uses = 0
        self.limit = 0
        self.succeeded: dict[int, int] = {}
        self.closed = False
        self.keys: set[tuple[int, ...]] = set()

    def before(self, match: Accusation) -> None:
        self.target, self.shown = reveal_target(match), len(match.revealed)
        self.lying = unrevealed(match)

    def after(self, match: Accusation, events: list[Event]) -> None:
        now = list(match.vp)
        assert all(new >= old for new, old in zip(now, self.vp, strict=True))
        self.vp = now
        for event in events:
            self._hear(match, event)

    def _hear(self, match: Accusation, event: Event) -> None:
        kind, data = event.kind, event.data
        if kind == "round":
            self.uses, self.shown = 0, 0
            self.limit = sum(match.tokens) + 2 * match.seats
        elif kind == "gained":
            self.limit += len(str(data["tokens"]))
        elif kind in ("used", "used_on"):
            self.uses += 1
            assert self.uses <= self.limit + 99  # 11: bounded by tokens
        elif kind == "revealed":
            self.closed = False
            self.succeeded = {}
        elif kind == "accused":
            assert not self.closed  # 7: no accusation after a right one
            cleared = int(match.cleared)
            target = int(str(data["target"]))
            assert not (cleared >> target) & 1 or match.card == 0 or self._just(match, target)
        elif kind in ("admitted", "claimed_success"):
            self.closed = True
            card = int(str(data["card"]))
            self.succeeded[card] = self.succeeded.get(card, 0) + 1
            assert self.succeeded[card] == 1  # 8: one recipient of Success

    def _just(self, match: Accusation, target: int) -> bool:
        """Cleared by the answer to this very accusation."""
        return any((a >> 3) & 7 == target for a in match.notmes)


def test_refused_acts_change_nothing_and_the_same_seed_plays_the_same() -> None:
    """10."""
    setup = setup_for(3)
    keys = []
    for _ in range(2):
        rng, chance = Random(5), Fast(5)
        match: Any = GAME.start(setup, chance)
        for _ in range(120):
            before = match.key()
            for seat in range(3):
                act = acts.act(rng.randrange(29), rng.randrange(64))
                if match.check(seat, act) is not None:
                    with pytest.raises(Illegal):
                        match.play(seat, act, chance)
                    assert match.key() == before
            seat = match.next()
            match.play(seat, rng.choice(match.options(seat)), chance)
        keys.append(match.key())
    assert keys[0] == keys[1]


def test_halved_lists_hold_nothing_empty() -> None:
    """The Speaker's half of each card (AC-50)."""
    kept = {"gain", "lose", "draw", "discard", "works", "vp", "rep", "spread", "steal"}
    for card, event in base_set().event.items():
        for section, effects in event["parts"]:
            if section == "country":
                for effect in halved(effects):
                    assert effect[0] in kept
                    assert 0 not in effect
                assert bool(halved(effects)) == (card not in (26, 44))


def test_phases_are_named_once() -> None:
    assert len(set(STEPS)) == len(STEPS)
