"""What memberships, laws and low votes tell of networks and colours that nobody showed."""

from random import Random

import pytest

from intrigue.bots.beliefs import Beliefs, beliefs
from intrigue.games.jaccuse.game import JAccuseGame
from intrigue.kernel.chance import Fast
from intrigue.kernel.game import Seen
from intrigue.kernel.story import Secret

GAME = JAccuseGame()
SETUP = GAME.setup(["Ada", "Bo", "Cy", "Di", "Eve"])
RED, BLACK = "7♥", "7♠"


def ended(*memberships: str) -> Seen:
    data = {"generation": 1, "memberships": list(memberships), "winner": "R", "scorers": []}
    return Seen("won", data)


def spectator(*seen: Seen) -> Beliefs:
    view = GAME.start(SETUP, Fast(1)).view(-1)
    return beliefs(GAME, SETUP, view, list(seen), Random(2), 300)


def network(found: Beliefs, left: int) -> float:
    """How likely the network of a seat and the next one is red."""
    return found.share(Secret("network", (left, (left + 1) % SETUP.seats), "R"))


def test_with_nothing_seen_every_colour_is_as_likely() -> None:
    found = spectator()
    for left in range(SETUP.seats):
        assert network(found, left) == pytest.approx(0.5, abs=0.12)


def test_neighbours_with_red_memberships_probably_share_a_red_network() -> None:
    found = spectator(ended(RED, RED, RED, BLACK, BLACK))
    assert network(found, 0) > 0.65
    assert network(found, 1) > 0.65
    assert network(found, 3) < 0.35


def test_a_second_generation_makes_it_surer() -> None:
    once = spectator(ended(RED, RED, RED, BLACK, BLACK))
    twice = spectator(*[ended(RED, RED, RED, BLACK, BLACK)] * 2)
    assert network(twice, 1) > network(once, 1) + 0.05


def test_low_votes_and_laws_tell_and_high_votes_do_not() -> None:
    low = spectator(Seen("votes", {"votes": [None, "3♥", "4♦", None, None]}))
    high = spectator(Seen("votes", {"votes": [None, "10♥", "9♦", None, None]}))
    law = spectator(Seen("enacted", {"president": 1, "card": "9♥"}))
    assert network(low, 1) > 0.6
    assert network(law, 1) > 0.55
    assert network(high, 1) == pytest.approx(0.5, abs=0.12)


def test_own_networks_stay_what_they_are() -> None:
    position = GAME.start(SETUP, Fast(1))
    seen = [ended(BLACK, BLACK, BLACK, BLACK, BLACK)]
    found = beliefs(GAME, SETUP, position.view(0), seen, Random(2), 40)
    for left in (0, 4):
        colour = position.view(0).networks[left]
        assert network(found, left) == (colour == "R")
