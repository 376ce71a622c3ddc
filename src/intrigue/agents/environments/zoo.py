"""PettingZoo: a match in which every seat is an agent. Free acts are left out.

`aec` asks one agent after the other, and keeps sealed answers sealed until the last is in;
`parallel` asks all at once, and whoever has no question does nothing, by the last of its acts.
"""

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

import gymnasium
import numpy as np
from pettingzoo import AECEnv, ParallelEnv, register

from intrigue.kernel.batch import observed, offered
from intrigue.kernel.chance import Fast
from intrigue.kernel.game import discover
from intrigue.kernel.position import SPECTATOR, Position

from . import table


class _Match:
    """What both have in common: one match, and its seats in numbers."""

    render_modes: ClassVar = ["ansi"]

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        render_mode: str | None = None,
        idle: int = 0,
    ) -> None:
        self.features = features = table(game, seats, options)
        self.render_mode = render_mode
        self.metadata = {
            "name": f"intrigue_{game}_v{features.game.version}",
            "render_modes": self.render_modes,
            "is_parallelizable": False,
        }
        self.possible_agents = list(features.setup.names)
        self.agents: list[str] = []
        self._writer = features.writer()
        self._idle = idle  # acts beyond the table: to do nothing
        self._random = Random()
        highs = [slot.high for slot in features.slots for _ in range(slot.size)]
        acts = len(features.table) + idle
        spaces = gymnasium.spaces
        self._seen = {
            agent: spaces.Dict(
                observation=spaces.Box(0, np.array(highs, np.int16), dtype=np.int16),
                action_mask=spaces.Box(0, 1, (acts,), np.int8),
            )
            for agent in self.possible_agents
        }
        self._done = {agent: spaces.Discrete(acts) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self._seen[agent]

    def action_space(self, agent: str) -> Any:
        return self._done[agent]

    def _deal(self, seed: int | None) -> Position:
        if seed is not None:
            self._random = Random(seed)
        self.chance = Fast(self._random.getrandbits(45))
        self.position = self.features.game.start(self.features.setup, self.chance)
        self.position.brisk = True
        self.agents = self.possible_agents[:]
        return self.position

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.possible_agents.index(agent)
        mask = np.zeros(len(self.features.table) + self._idle, np.int8)
        if not self.position.over and seat in self.position.asked():
            mask[offered(self._writer, self.position, seat)] = 1
        elif self._idle:
            mask[-1] = 1
        numbers = observed(self._writer, self.position, seat)
        return {"observation": np.array(numbers, np.int16), "action_mask": mask}

    def _act(self, seat: int, index: int) -> int:
        """The act that a seat means; raises `ValueError` if it is no option."""
        act: int | None = None
        if 0 <= index < len(self.features.table):
            act = self._writer.act(self.position, seat, index)
        if act is None or act not in self.position.options(seat):
            raise ValueError(f"{self.possible_agents[seat]}: act {index} is no option now")
        return act

    def _worth(self) -> dict[str, float]:
        """What the match is worth to each by now: nothing before the end."""
        over = self.position.over
        seats = enumerate(self.possible_agents)
        return {agent: self.position.worth(seat) if over else 0.0 for seat, agent in seats}

    def render(self) -> str | None:
        """The table as everyone sees it."""
        if self.render_mode is None:
            return None
        return self.features.game.picture(self.features.setup, self.position.view(SPECTATOR))

    def close(self) -> None:
        pass


class SeatsAEC(_Match, AECEnv):
    """One agent after the other."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        position = self._deal(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[position.next()]

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        seat = self.possible_agents.index(agent)
        act = self._act(seat, -1 if action is None else int(action))
        self._cumulative_rewards[agent] = 0.0
        self.position.apply(seat, act, self.chance)
        self.rewards = self._worth()
        if self.position.over:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.agents[self.position.next()]
        self._accumulate_rewards()


class SeatsParallel(_Match, ParallelEnv):
    """All agents at once."""

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        render_mode: str | None = None,
    ) -> None:
        super().__init__(game, seats, options, render_mode=render_mode, idle=1)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        self._deal(seed)
        return self._all(), {agent: {} for agent in self.agents}

    def step(self, actions: Mapping[str, int]) -> Any:
        asked = self.position.asked()
        nothing = len(self.features.table)
        acts = []
        for seat, agent in enumerate(self.possible_agents):
            index = int(actions.get(agent, nothing))
            if seat in asked:
                acts.append((seat, self._act(seat, index)))
            elif index != nothing:
                raise ValueError(f"{agent} is not asked, and can only do nothing: act {nothing}")
        for seat, act in acts:
            self.position.apply(seat, act, self.chance)
        agents, over = self.agents, self.position.over
        if over:
            self.agents = []
        ended = dict.fromkeys(agents, over)
        going = dict.fromkeys(agents, False)
        return self._all(), self._worth(), ended, going, {agent: {} for agent in agents}

    def _all(self) -> dict[str, Any]:
        return {agent: self.observe(agent) for agent in self.possible_agents}


def enlist() -> None:
    """Put all games into PettingZoo's registry: `intrigue/truce-v1`."""
    for name, game in discover().items():
        if game.encoder is not None:
            known = f"intrigue/{name}-v{game.version}"
            register("aec", known, f"{__name__}:SeatsAEC", kwargs={"game": name})
            register("parallel", known, f"{__name__}:SeatsParallel", kwargs={"game": name})
