"""Many matches at once, in arrays."""

from typing import Any

import numpy as np
import pytest

from intrigue.agents.environments.batch import BatchEnv, Wide
from intrigue.agents.environments.zoo import SeatsAEC
from tests.peers.tables import TABLES


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table[0])
def test_a_batch_shows_what_the_agents_of_pettingzoo_see(table: Any) -> None:
    env, one = BatchEnv(*table, matches=4, seed=1), SeatsAEC(*table)
    one.reset()
    for _ in range(30):
        env.step(env.sample())
        for match, position in enumerate(env._batch.positions):
            one.position = position
            for seat, agent in enumerate(one.possible_agents):
                seen = one.observe(agent)
                assert np.array_equal(env.observations[match, seat], seen["observation"])
                assert np.array_equal(env.masks[match, seat], seen["action_mask"])
    assert env.decisions >= 4 * 30


def test_arrays_are_written_anew_and_belong_to_the_rules() -> None:
    env = BatchEnv("truce", 3, matches=2, seed=1)
    orders = env.observations
    env.step(np.full((2, 3), env.features.labels.index("loot")))
    loot = env.features.named(orders[0, 0])["orders -1"]
    assert len(set(loot)) == 1
    with pytest.raises(ValueError, match="read-only"):
        orders[0, 0, 0] = 1
    with pytest.raises(ValueError, match="6 answers are wanted"):
        env.step(np.zeros((2, 2)))


def test_wide_rows_have_a_one_for_each_category() -> None:
    env = BatchEnv("truce", 3, matches=2, seed=1)
    env.step(env.sample())
    wide = Wide(env.features)
    rows = wide(env.observations)
    assert rows.shape == (2, 3, wide.size)
    assert rows.min() >= 0
    assert rows.max() <= 1
    categories = sum(slot.size for slot in env.features.slots if slot.category)
    counts = sum(slot.size for slot in env.features.slots if not slot.category)
    ones = (rows[..., -(wide.size - counts) :] == 1).sum()
    assert ones >= 6 * (categories - 1)
