"""The environment for PettingZoo: every seat is an agent, and the agent that has the decision acts."""

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


class GunkiEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no type annotations
    """A PettingZoo environment of a game; `aec` makes one and describes its parameters."""

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
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    # -- playing --------------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game.

        If a seed is given, the game has the dice of `gunki.new(…, seed=seed)`. The seeds of later games follow from
        this seed.
        """
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
        """Select the agent that has the decision, or the first agent if the game is over."""
        play = self.play
        seat = play.seat
        if seat is None:
            self.agent_selection = self.agents[0]
        else:
            agent = self.agent_selection = self.possible_agents[play.original_seats[seat]]
            self.infos[agent] = play.info()

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees: its observation and the mask of possible actions."""
        if agent not in self.possible_agents:
            raise gunki.OptionError(f"unknown agent {agent!r}; agents: {', '.join(self.possible_agents)}")
        return self.play.observe(self.play.original_seats.index(self.possible_agents.index(agent)))

    def step(self, action: int | None) -> None:
        """Carry out an action of the selected agent.

        If it stands for no option, raise `gunki.IllegalAction` with the clauses that forbid it, and change nothing.
        """
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
        """Give all agents their rewards at the end of the game."""
        play = self.play
        for seat, reward in enumerate(rewards(play.position)):
            self.rewards[self.possible_agents[play.original_seats[seat]]] = reward
        self.terminations = dict.fromkeys(self.agents, True)
        self.infos = {agent: play.info() for agent in self.agents}
        self._accumulate_rewards()

    def state(self) -> NDArray[np.int16]:
        """Return the observations of all seats, one after the other: together, what all seats know."""
        play = self.play
        return np.concatenate([play.observe(seat)["observation"] for seat in range(len(play.seats))])

    # -- pictures and saves ---------------------------------------------------------------------------------------

    def render(self) -> str | NDArray[np.uint8] | None:
        """Return a picture of the position in the environment's render mode."""
        return self._picture.render(self.render_mode)

    def close(self) -> None:
        """Do nothing: the environment holds nothing open."""

    def match(self) -> gunki.Match:
        """Return the game so far as a match."""
        return self.play.match()

    def save(self, path: str | Path) -> Path:
        """Save the game so far to a file, for `gunki play --load` and the page; return its path."""
        return self.match().save(path)


def aec(
    ident: str,
    scenario: str | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    max_cycles: int = MAX_CYCLES,
    render_mode: str | None = None,
) -> GunkiEnv:
    """Return a PettingZoo environment of a scenario (by default the game's first one), with match options.

    After `max_cycles` steps a game is truncated. `render_mode`: "ansi", "svg" or "rgb_array".
    """
    return GunkiEnv(Play(ident, scenario, options), max_cycles, render_mode)
