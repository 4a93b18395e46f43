"""PettingZoo: every seat is an agent, and the one that is asked acts."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

import gunki
from gunki.core.dice.chance import check_seed
from gunki.rl.play import MAX_CYCLES, Observation, Play, check_cycles, rewards
from gunki.rl.render import MODES, Picture, check_mode


class GunkiEnv(AECEnv):  # type: ignore[misc]  # PettingZoo tells no types
    """See `aec`."""

    metadata: dict[str, Any] = {"render_modes": list(MODES), "is_parallelizable": False}  # noqa: RUF012

    def __init__(self, play: Play, max_cycles: int, render_mode: str | None) -> None:
        self.play = play
        self.max_cycles = check_cycles(max_cycles)
        self.render_mode = check_mode(render_mode)
        self.metadata = {**self.metadata, "name": f"{play.game.id}_{play.setup.scenario}_v0"}
        self.possible_agents = list(play.seats)
        self.agents: list[str] = []
        self.observation_spaces = {agent: play.observation_space() for agent in play.seats}
        self.action_spaces = {agent: spaces.Discrete(play.action_count) for agent in play.seats}
        self._picture = Picture(play)
        self._seeds = random.Random()

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    # -- playing --------------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game. With a seed its dice are those of `gunki.new(…, seed=seed)`, and those of the games after it
        follow from it."""
        if seed is None:
            seed = self._seeds.getrandbits(62)
        else:
            seed = check_seed(seed)
            self._seeds.seed(seed)
        self.play.begin(seed)
        self.cycles = 0
        agents = self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        self._skip_agent_selection = None
        self._select()
        if self.play.seat is None:
            self._finish()

    def _select(self) -> None:
        """Whoever is asked; after the end whoever comes first."""
        play = self.play
        seat = play.seat
        if seat is None:
            self.agent_selection = self.agents[0]
        else:
            agent = self.agent_selection = self.possible_agents[play.original_seats[seat]]
            self.infos[agent] = play.info()

    def observe(self, agent: str) -> Observation:
        if agent not in self.possible_agents:
            raise gunki.OptionError(f"unknown agent {agent!r}; agents: {', '.join(self.possible_agents)}")
        return self.play.observe(self.play.original_seats.index(self.possible_agents.index(agent)))

    def step(self, action: int | None) -> None:
        """Raises `gunki.IllegalAction` with the clauses that forbid the action; then nothing has changed."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        play = self.play
        play.act(action)
        self.cycles += 1
        self._cumulative_rewards[agent] = 0.0
        self.infos[agent] = {}
        self._select()
        if play.seat is None:
            self._finish()
        elif self.cycles >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)

    def _finish(self) -> None:
        play = self.play
        for seat, reward in enumerate(rewards(play.position)):
            self.rewards[self.possible_agents[play.original_seats[seat]]] = reward
        self.terminations = dict.fromkeys(self.agents, True)
        self.infos = {agent: play.info() for agent in self.agents}
        self._accumulate_rewards()

    def state(self) -> NDArray[np.int16]:
        """What all seats know together."""
        play = self.play
        return np.concatenate([play.observe(seat)["observation"] for seat in range(len(play.seats))])

    # -- looking at it --------------------------------------------------------------------------------------------

    def render(self) -> str | NDArray[np.uint8] | None:
        return self._picture.render(self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""

    def match(self) -> gunki.Match:
        """The game so far as a match."""
        return self.play.match()

    def save(self, path: str | Path) -> Path:
        """The same into a file, for `gunki play --load` and the page."""
        return self.match().save(path)


def aec(
    ident: str,
    scenario: str | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    max_cycles: int = MAX_CYCLES,
    render_mode: str | None = None,
) -> GunkiEnv:
    """A PettingZoo environment of a game's scenario (its first by default), with the match options that were chosen.

    After `max_cycles` steps it is truncated. `render_mode`: "ansi", "svg" or "rgb_array".
    """
    return GunkiEnv(Play(ident, scenario, options), max_cycles, render_mode)
