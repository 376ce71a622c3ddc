"""PettingZoo's own suites, and whole matches."""

import warnings
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from pettingzoo import make
from pettingzoo.test import api_test, parallel_api_test, seed_test

from intrigue.agents.environments.zoo import SeatsAEC, SeatsParallel, enlist
from intrigue.kernel.text import BadInput
from tests.peers.tables import TABLES

# What PettingZoo says of every environment with masks, and of agents that see nothing yet.
HARMLESS = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
    "Action mask numpy array is all zeros",
)


@pytest.fixture(params=TABLES, ids=lambda table: table[0])
def table(request: Any) -> Any:
    return request.param


def complaints(said: list[warnings.WarningMessage]) -> list[str]:
    texts = [str(one.message) for one in said]
    return [text for text in texts if not text.startswith(HARMLESS)]


def test_aec_passes_their_api_test(table: Any) -> None:
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        api_test(SeatsAEC(*table), num_cycles=300)
    assert complaints(said) == []


def test_parallel_passes_their_api_test(table: Any) -> None:
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        parallel_api_test(SeatsParallel(*table), num_cycles=300)
    assert complaints(said) == []


def test_seeds_pass_their_test(table: Any) -> None:
    seed_test(lambda: SeatsAEC(*table), num_cycles=100)


def walk(env: SeatsAEC, seed: int) -> list[Any]:
    """Everything that agents see and get in a whole match of random acts."""
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    story = []
    for agent in env.agent_iter():
        seen, reward, terminated, _, _ = env.last()
        story.append((agent, seen, reward))
        env.step(None if terminated else rng.choice(np.flatnonzero(seen["action_mask"])))
    return story


def walk_together(env: SeatsParallel, seed: int) -> list[Any]:
    seen, _ = env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    story: list[Any] = [seen]
    while env.agents:
        masks = {agent: seen[agent]["action_mask"] for agent in env.agents}
        seen, rewards, *_ = env.step(
            {agent: rng.choice(np.flatnonzero(mask)) for agent, mask in masks.items()}
        )
        story += [seen, rewards]
    return story


def test_whole_matches_follow_from_their_seeds(table: Any) -> None:
    one, other = SeatsAEC(*table), SeatsAEC(*table)
    assert data_equivalence(walk(one, 3), walk(other, 3))
    assert not data_equivalence(walk(one, 3), walk(other, 4))
    both = SeatsParallel(*table), SeatsParallel(*table)
    assert data_equivalence(walk_together(both[0], 3), walk_together(both[1], 3))


def test_the_end_is_worth_what_the_rules_say(table: Any) -> None:
    env = SeatsAEC(*table)
    story = walk(env, 5)
    paid = {agent: reward for agent, _, reward in story[-len(env.possible_agents) :]}
    assert paid == {a: env.position.worth(s) for s, a in enumerate(env.possible_agents)}


def test_sealed_orders_stay_sealed() -> None:
    env = SeatsAEC("truce", 3)
    env.reset(seed=1)
    before = env.observe("seat_2")["observation"]
    env.step(env.features.labels.index("loot"))
    assert np.array_equal(env.observe("seat_2")["observation"], before)
    assert not np.array_equal(env.observe("seat_0")["observation"], before)


def test_what_cannot_be_is_said_in_a_sentence() -> None:
    env = SeatsAEC("truce", 3)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="seat_0: act 99 is no option now"):
        env.step(99)
    together = SeatsParallel("complot")
    together.reset(seed=1)
    asked = together.position.next()
    with pytest.raises(ValueError, match=f"seat_{1 - asked} is not asked"):
        together.step({f"seat_{seat}": 0 for seat in range(2)})
    with pytest.raises(ValueError, match=f"seat_{asked}: act .* is no option now"):
        together.step({})
    with pytest.raises(BadInput, match="truse"):
        SeatsAEC("truse")


def test_the_registry_knows_all_games() -> None:
    enlist()
    env = make("aec", "intrigue/truce-v1", seats=3, render_mode="ansi")
    env.reset(seed=1)
    assert "seat_0" in (env.render() or "")
    assert len(make("parallel", "intrigue/complot-v2").possible_agents) == 2
