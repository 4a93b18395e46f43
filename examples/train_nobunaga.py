"""Train an agent for Surrounding Nobunaga with NumPy alone, and measure it against random play.

    python examples/train_nobunaga.py                  # some minutes on one core
    python examples/train_nobunaga.py --games 200 --trials 50

The hard side is Oda's: he must hold nine supply areas after the last turn, and one who plays at random never does. The
policy is as plain as can be: every action has a weight, and so has every verb; among the actions that the mask allows
one is drawn by the softmax of their sums. It learns by policy gradient. A victory comes too late to learn from, so what
it is rewarded for on the way is every supply area it gains (and loses), and what counts in the end is victories alone.
"""

from __future__ import annotations

import argparse
import math
import time
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gunki.rl import GunkiEnv, aec
from gunki.rl.actions import Spelled

#: How much less a reward counts for each of the agent's decisions that lie between.
FADING = 0.98
#: What it costs to lose before the last turn, in supply areas.
BEATEN = 4.0

Numbers = NDArray[np.float64]


@dataclass
class Step:
    """One decision of the agent: the actions that were allowed, their chances, and which was taken."""

    allowed: NDArray[np.int64]
    chances: Numbers
    taken: int
    reward: float = 0.0


class Policy:
    """A weight for each action, and one for each verb that all its actions share."""

    def __init__(self, env: GunkiEnv, agent: str) -> None:
        actions = env.play.actions
        assert isinstance(actions, Spelled)
        size = int(env.action_space(agent).n)
        verbs = list(env.play.setup.lexicon.verbs)
        # The last places are for marches that name their way: they share a verb of their own.
        self.verb = np.full(size, len(verbs))
        for action in range(actions.numbers.total):
            self.verb[action] = verbs.index(actions.numbers.act(action)[0])
        self.weights = np.zeros(size + len(verbs) + 1)
        self.size = size

    def chances(self, allowed: NDArray[np.int64]) -> Numbers:
        logits = self.weights[allowed] + self.weights[self.size + self.verb[allowed]]
        powers = np.exp(logits - logits.max())
        return np.asarray(powers / powers.sum())

    def gradient(self, steps: list[Step], gains: Numbers) -> Numbers:
        """Of what was gained after each step, by the weights."""
        found = np.zeros_like(self.weights)
        for step, gain in zip(steps, gains, strict=True):
            change = -gain * step.chances
            change[step.taken] += gain
            np.add.at(found, step.allowed, change)
            np.add.at(found, self.size + self.verb[step.allowed], change)
        return found


class Table:
    """Games of one agent against others who play at random."""

    def __init__(self, agent: str) -> None:
        self.env, self.agent = aec("nobunaga"), agent
        play = self.env.play
        board, layout = play.game.board(play.setup), play.layout
        self.supply = np.array([place["supply"] for place in board["places"]])
        self.control = layout.parts["control"]
        #: The clans that a player commands from the beginning, as the observation has them.
        clans = play.setup.lexicon.domains["clan"]
        serves = play.game.scene(play.setup, play.game.view(self._first(), None))["serves"]
        self.own = np.zeros(self.control.high + 1, bool)
        self.own[[clans.index(clan) - self.control.base for clan, seat in serves.items() if seat == agent]] = True

    def _first(self) -> Any:
        self.env.reset(seed=0)
        return self.env.play.position

    def holds(self, row: NDArray[np.int16]) -> int:
        """How many supply areas the agent's clans hold."""
        return int(self.own[row[self.control.places][self.supply]].sum())

    def game(self, policy: Policy | None, seed: int) -> tuple[list[Step], float, int]:
        """One game: the agent's decisions, what the end was worth (1, 0, -1), and its supply areas then."""
        env, agent = self.env, self.agent
        steps: list[Step] = []
        held = 0
        rng = np.random.default_rng(seed)
        env.reset(seed=seed)
        while True:
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                break
            [allowed] = seen["action_mask"].view(bool).nonzero()
            if env.agent_selection != agent or policy is None or len(allowed) == 1:
                env.step(allowed[rng.integers(len(allowed))])
                continue
            now = self.holds(seen["observation"])
            if steps:
                steps[-1].reward = now - held
            held = now
            chances = policy.chances(allowed)
            taken = min(int(np.searchsorted(chances.cumsum(), rng.random())), len(allowed) - 1)
            steps.append(Step(allowed, chances, taken))
            env.step(allowed[taken])
        points = int(env.infos[agent]["points"][agent])
        if steps:
            early = env.infos[agent]["result"] in ("leader_dead", "key_areas")
            steps[-1].reward = -BEATEN if early else points - held
        return steps, float(env.rewards[agent]), points


def train(table: Table, games: int, seed: int, batch: int = 16, rate: float = 0.1, tell: bool = True) -> Policy:
    """Policy gradient with Adam."""
    policy = Policy(table.env, table.agent)
    mean, square = np.zeros_like(policy.weights), np.zeros_like(policy.weights)
    points: list[int] = []
    for update in range(1, games // batch + 1):
        played = [table.game(policy, seed + (update - 1) * batch + number) for number in range(batch)]
        points += [held for *_, held in played]
        after = [gains(steps) for steps, *_ in played]
        every = np.concatenate(after)
        gradient = np.zeros_like(policy.weights)
        for (steps, *_), found in zip(played, after, strict=True):
            gradient += policy.gradient(steps, (found - every.mean()) / (every.std() + 1e-8)) / len(every)
        mean, square = 0.9 * mean + 0.1 * gradient, 0.99 * square + 0.01 * gradient**2
        policy.weights += rate * (mean / (1 - 0.9**update)) / (np.sqrt(square / (1 - 0.99**update)) + 1e-6)
        if tell and update % 10 == 0:
            print(f"{update * batch:6} games: {np.mean(points[-10 * batch :]):.2f} supply areas in the end", flush=True)
    return policy


def gains(steps: list[Step]) -> Numbers:
    """What came after each step, what came later counting less."""
    found, total = np.zeros(len(steps)), 0.0
    for place in range(len(steps) - 1, -1, -1):
        total = steps[place].reward + FADING * total
        found[place] = total
    return found


def measure(table: Table, policy: Policy | None, trials: int, seed: int) -> tuple[int, float]:
    """Victories in so many games, and the supply areas in the end on an average."""
    played = [table.game(policy, seed + number) for number in range(trials)]
    return sum(reward > 0 for _, reward, _ in played), float(np.mean([points for *_, points in played]))


def share(won: int, trials: int) -> str:
    """With the Wilson interval of 95 %."""
    z = 1.96
    p, n = won / trials, trials
    middle, half = p + z * z / (2 * n), z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    low, high = (abs(middle + sign * half) / (1 + z * z / n) for sign in (-1, 1))
    return f"{won} of {trials} games, {p:.1%} ({low:.1%} to {high:.1%})"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=2400, help="games to learn from")
    parser.add_argument("--trials", type=int, default=300, help="games to measure with")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    table, begin = Table("oda"), time.perf_counter()
    # The dice of the measured games are others than those it learned with.
    measured = given.seed + 10**9
    won, areas = measure(table, None, given.trials, measured)
    print(f"at random: {share(won, given.trials)}; {areas:.2f} supply areas")
    policy = train(table, given.games, given.seed)
    won, areas = measure(table, policy, given.trials, measured)
    print(f"trained:   {share(won, given.trials)}; {areas:.2f} supply areas; {time.perf_counter() - begin:.0f} s")


if __name__ == "__main__":
    main()
