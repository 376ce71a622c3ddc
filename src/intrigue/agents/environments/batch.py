"""Many matches at once, in arrays that the compiled rules write into."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np

from intrigue.kernel.batch import Batch
from intrigue.kernel.chance import Fast
from intrigue.kernel.features import Features
from intrigue.kernel.position import Position

from . import table


class BatchEnv:
    """Matches side by side; one that is over is dealt again in the same step. All arrays but the
    last two have a row for each match and seat. They are views of memory that every step writes
    anew: copy what is to be kept.

    observations  what each seat sees
    masks         1 for each act of the table that is open to a seat; only those asked have any
    asked         who has to answer
    rewards       what the end was worth, from 0 to 1; 0 while a match goes on
    done          which matches were over in the last step
    """

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        matches: int = 256,
        seed: int = 0,
    ) -> None:
        self.features = features = table(game, seats, options)
        start, setup = features.game.start, features.setup

        def deal(chance: Fast) -> Position:
            return start(setup, chance)

        self._chance = Fast(seed)
        self._batch = batch = Batch(deal, features.writer(), matches, setup.seats, seed)
        rows = (matches, setup.seats)
        self.observations = np.frombuffer(batch.observations, np.int16).reshape(*rows, -1)
        self.masks = np.frombuffer(batch.masks, np.uint8).reshape(*rows, -1)
        self.asked = np.frombuffer(batch.asked, np.uint8).reshape(rows)
        self.rewards = np.frombuffer(batch.rewards, np.float64).reshape(rows)
        self.done = np.frombuffer(batch.done, np.uint8)

    def reset(self, seed: int = 0) -> None:
        """Deal all matches anew; match m has generator number `seed` + m."""
        self._batch.reset(seed)

    def step(self, acts: Any) -> None:
        """The answers of whoever is asked, by match and seat; those of others are not looked at.
        Raises `ValueError` for an act that is no option, and has changed nothing."""
        self._batch.step(np.ascontiguousarray(acts, np.int32).tobytes())

    def sample(self) -> Any:
        """A random option for everybody who is asked."""
        acts = np.frombuffer(self._batch.anything(self._chance), np.int32)
        return acts.reshape(self.asked.shape)

    @property
    def decisions(self) -> int:
        """How many answers there were so far."""
        return self._batch.decisions


class Wide:
    """Observations as networks like them: counts from 0 to 1, categories one-hot."""

    def __init__(self, features: Features) -> None:
        self.slots = features.slots

    @cached_property
    def size(self) -> int:
        return sum(one.size * (one.high + 1 if one.category else 1) for one in self.slots)

    def __call__(self, observations: Any) -> Any:
        """Rows of an observation each, as rows of `size` numbers."""
        flat = observations.reshape(-1, observations.shape[-1])
        out = np.zeros((len(flat), self.size), np.float32)
        rows = np.arange(len(flat))[:, None]
        read = at = 0
        for slot in self.slots:
            numbers = flat[:, read : read + slot.size]
            read += slot.size
            if slot.category:
                width = slot.high + 1
                out[rows, at + width * np.arange(slot.size) + numbers] = 1
                at += width * slot.size
            else:
                out[:, at : at + slot.size] = numbers / slot.high
                at += slot.size
        return out.reshape(*observations.shape[:-1], self.size)
