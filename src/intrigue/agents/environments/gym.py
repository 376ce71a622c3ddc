"""Gymnasium: one seat for whoever learns, the others for bots."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar

import gymnasium
import numpy as np

from intrigue.bots import Seated, find_bot, usual_bot
from intrigue.kernel.chance import Fast
from intrigue.kernel.game import Seen
from intrigue.kernel.position import SPECTATOR

from . import table


class SeatEnv(gymnasium.Env):
    """A match from one seat. Bots sit on the others, by the names that `intrigue simulate` knows:
    one for all, or one for each of them in order. What is open stands in `info["action_mask"]`, and
    in `action_masks()`."""

    metadata: ClassVar = {"render_modes": ["ansi"]}

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        seat: int = 0,
        bots: str | Sequence[str] | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.features = features = table(game, seats, options)
        self.render_mode = render_mode
        others = [other for other in range(features.setup.seats) if other != seat]
        if len(others) == features.setup.seats:
            raise ValueError(f"there is no seat {seat} at a table of {features.setup.seats}")
        bots = usual_bot(features.game) if bots is None else bots
        names = [bots] * len(others) if isinstance(bots, str) else bots
        if len(names) != len(others):
            raise ValueError(f"{len(others)} bots are wanted, one for each other seat")
        self.seat = seat
        self._makers = {
            other: find_bot(features.game, name, patient=True)
            for other, name in zip(others, names, strict=True)
        }
        highs = [slot.high for slot in features.slots for _ in range(slot.size)]
        self.observation_space = gymnasium.spaces.Box(0, np.array(highs, np.int16), dtype=np.int16)
        self.action_space = gymnasium.spaces.Discrete(len(features.table))

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        super().reset(seed=seed)
        game, setup = self.features.game, self.features.setup
        self.chance = Fast(int(self.np_random.integers(1 << 45)))
        self.position = game.start(setup, self.chance)
        self.position.brisk = True
        self._bots = {
            other: Seated(maker, game, setup, other, Random(int(self.np_random.integers(1 << 45))))
            for other, maker in self._makers.items()
        }
        self._play_on({})
        return self._observation(), self._info()

    def step(self, action: int) -> Any:
        view, index = self.position.view(self.seat), int(action)
        if self.position.over or not 0 <= index < len(self.action_masks()):
            raise ValueError(f"act {index} is no option now")
        if not self.action_masks()[index]:
            raise ValueError(f"act {index} is no option now")
        self._play_on({self.seat: self.features.act(view, index)})
        over = self.position.over
        reward = self.position.worth(self.seat) if over else 0.0
        return self._observation(), reward, over, False, self._info()

    def action_masks(self) -> Any:
        """For each act whether it is open now."""
        options = [] if self.position.over else self.position.options(self.seat)
        return np.array(self.features.mask(self.position.view(self.seat), options), np.int8)

    def render(self) -> Any:
        """The table as everyone sees it."""
        if self.render_mode is None:
            return None
        return self.features.game.picture(self.features.setup, self.position.view(SPECTATOR))

    def _observation(self) -> Any:
        return np.array(self.features.read(self.position.view(self.seat)), np.int16)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks()}

    def _play_on(self, answers: dict[int, int]) -> None:
        """The match up to the next question to the one who learns. All answers to a question are
        given before any is played."""
        position = self.position
        while not position.over:
            asked = position.asked()
            if self.seat in asked and self.seat not in answers:
                return
            self._volunteer(asked)
            answers |= {other: self._answer(other) for other in asked if other != self.seat}
            for seat in asked:
                self._play(seat, answers[seat])
            answers = {}

    def _volunteer(self, asked: Sequence[int]) -> None:
        position = self.position
        for other in asked:
            if other != self.seat:
                for act in self._bots[other].volunteer(position.view(other)):
                    if position.is_free(act) and position.check(other, act) is None:
                        self._play(other, act)

    def _answer(self, other: int) -> int:
        position = self.position
        given = position.view(other), position.prompt(other), position.options(other)
        act = self._bots[other].answer(*given)
        return position.default(other, self.chance) if act is None else act

    def _play(self, seat: int, act: int) -> None:
        for event in self.position.play(seat, act, self.chance):
            for other, bot in self._bots.items():
                seen = event.seen_by(other)
                if seen is not None:
                    bot.hear(Seen(seen.kind, seen.data))
