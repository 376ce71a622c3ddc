"""Gymnasium: one seat against bots."""

from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.utils.passive_env_checker import env_reset_passive_checker, env_step_passive_checker

from intrigue.agents.environments.gym import SeatEnv
from tests.peers.tables import TABLES


def walk(env: SeatEnv, seed: int) -> list[Any]:
    """A whole match of random acts, watched by Gymnasium's checker."""
    rng = np.random.default_rng(seed)
    seen, info = env_reset_passive_checker(env, seed=seed)
    story: list[Any] = [(seen, info)]
    over = False
    while not over:
        index = rng.choice(np.flatnonzero(info["action_mask"]))
        seen, reward, over, cut, info = env_step_passive_checker(env, index)
        assert env.observation_space.contains(seen)
        assert not cut
        story.append((seen, reward, info))
    return story


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table[0])
@pytest.mark.parametrize("bots", ["random", "normal"])
def test_whole_matches_follow_from_their_seeds(table: Any, bots: str) -> None:
    one, other = (SeatEnv(*table, seat=1, bots=bots) for _ in range(2))
    assert data_equivalence(walk(one, 1), walk(other, 1))
    assert one.position.worth(1) == walk(one, 1)[-1][1]


def test_what_cannot_be_is_said_in_a_sentence() -> None:
    with pytest.raises(ValueError, match="no seat 3 at a table of 3"):
        SeatEnv("truce", 3, seat=3)
    with pytest.raises(ValueError, match="2 bots are wanted"):
        SeatEnv("truce", 3, bots=["normal"])
    env = SeatEnv("truce", 3, render_mode="ansi")
    env.reset(seed=1)
    with pytest.raises(ValueError, match="act 7 is no option now"):
        env.step(7)
    assert "seat_2" in env.render()
