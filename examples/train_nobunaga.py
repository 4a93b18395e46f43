"""Train agents for Surrounding Nobunaga with NumPy alone, and measure them against random play.

    python examples/train_nobunaga.py                                  # some minutes on one core
    python examples/train_nobunaga.py --games 200 --seeds 50           # a first look
    python examples/train_nobunaga.py --out agents.npz                 # save the agents ...
    python examples/train_nobunaga.py --agents agents.npz --seeds 500  # ... and measure them again

Oda must hold nine supply areas after the last turn. Random play almost never achieves this, so Anti-Oda wins nearly
every random game, and a beginner learns nothing from victories alone. Four things make it learnable in minutes:

- **Features.** A policy that knows only the numbers of the actions must learn every area separately. Here an option is
  described by the area it names: who controls it, how many units are there, and what can be gained. All of this is
  calculated from the observation, so an agent knows no more than its seat.
- **Rewards on the way.** Each supply area that Oda gains is worth 1 to Oda and -1 to Anti-Oda; a victory is worth
  `VICTORY` of them. This is not exactly the aim of the game, so the final measurement counts victories alone.
- **A baseline.** The rewards after a decision depend most on the standing before it. This part is estimated by a fit
  and subtracted.
- **A suitable opponent.** Oda learns against random play. Anti-Oda, who wins against random play with any policy,
  learns against trained Oda.

The policy is linear and learns by policy gradient (REINFORCE): one of the options that the mask allows is drawn, with
probabilities that are the softmax of the options' scores.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import gunki
from gunki.lab.analysis.intervals import Interval, mean_interval, pair_interval
from gunki.rl import GunkiEnv, aec
from gunki.rl.actions import Spelled

SEATS = ("oda", "anti_oda")
#: The factor on a reward for each decision of the agent between a step and the reward.
FADING = 0.98
#: The value of a victory, in supply areas.
VICTORY = 4.0
#: The number of games between two updates of the weights, and the initial learning rate, which falls to 0.
BATCH, RATE = 16, 0.06
#: Agents are measured with seeds from this number on, which training does not use.
MEASURED = 10**9

#: The features of an option: "always"; those of the area it names, all 0 if it names none; those of its number.
FEATURES = (
    "always", "mine", "theirs", "supply", "to gain", "own units", "strangers", "odds", "to gain with odds",
    "free to take", "strangers next door", "to gain next door", "number", "highest number",
)  # fmt: skip

#: The learned weights of a policy, by the names of its attributes.
WEIGHTS = ("actions", "verbs")

Numbers = NDArray[np.float64]
Row = NDArray[np.int16]
Actions = NDArray[np.int64]


class Sight:
    """Computes features from an agent's observation."""

    def __init__(self, env: GunkiEnv, agent: str) -> None:
        play = env.play
        lexicon, self.parts = play.setup.lexicon, play.layout.parts
        clans, verbs = lexicon.domains["clan"], list(lexicon.verbs)
        places = play.game.board(play.setup)["places"]
        self.supply, self.key = (np.array([place[mark] for place in places]) for mark in ("supply", "key"))
        self.near = np.array([[other["id"] in place["near"] for other in places] for place in places])
        # The side of a clan depends on the box of its marker (4-3): 1 for ours, -1 for theirs, 0 for neither.
        view = gunki.new("nobunaga", seed=0).view()
        sides = {"oda": 1, "anti_oda": -1, "neutral": 0}
        self.sign = sides[agent]
        boxes = [view["markers"].get(clan, {"boxes": []})["boxes"] for clan in clans]
        self.sides = np.zeros((len(clans), 1 + max(map(len, boxes))), np.int64)  # index 0: there is no marker
        for clan, (name, track) in enumerate(zip(clans, boxes, strict=True)):
            powers = [view["powers"][name], *track]
            self.sides[clan, : len(powers)] = [self.sign * sides[power] for power in powers]
        # For each action its verb, and the area and number that it names. The last indices are for marches that name
        # their way; they share one verb.
        actions = play.actions
        assert isinstance(actions, Spelled)
        self.verbs = (*verbs, "(ways)")
        self.verb = np.full(actions.size, len(verbs))
        self.area = np.full(actions.size, len(places))
        self.number = np.zeros(actions.size)
        for action in range(actions.numbers.total):
            verb, *named = actions.numbers.act(action)
            self.verb[action] = verbs.index(verb)
            for kind, what in zip(lexicon.verbs[verb], named, strict=False):
                if kind == "area":
                    self.area[action] = what
                elif kind == "number":
                    self.number[action] = what

    def _values(self, row: Row, name: str) -> Row:
        """Return the values that the rules use; the codes of an observation count from 0 (docs/environments.md)."""
        part = self.parts[name]
        return np.add(row[part.places], part.base, dtype=np.int16)

    def _sides(self, row: Row) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the side of each clan, and the side that controls each area."""
        sides = self.sides[np.arange(len(self.sides)), row[self.parts["box"].places]]
        control = self._values(row, "control")
        return sides, np.where(control >= 0, sides[control], 0)

    def standing(self, row: Row) -> tuple[int, Numbers]:
        """Return how many supply areas Oda holds, and numbers from which the future reward is estimated."""
        held = self._sides(row)[1] == self.sign  # for Oda's agent his own side is 1, for Anti-Oda's agent it is -1
        supply, keys = int((held & self.supply).sum()), int((held & self.key).sum())
        turn = self._values(row, "turn")[0] / 10
        return supply, np.array([1, turn, turn**2, supply / 10, supply / 10 * turn, keys / 3])

    def features(self, row: Row, allowed: Actions) -> Numbers:
        """Return a row for each option, with a column for each of FEATURES."""
        sides, control = self._sides(row)
        units = (self._values(row, "ready") + self._values(row, "spent")).reshape(len(sides), -1).astype(float)
        at, clan = self._values(row, "at"), self._values(row, "owner")
        there = (at >= 0) & (clan >= 0)
        np.add.at(units, (clan[there], at[there]), 1)  # generals
        own, strangers = units[sides == 1].sum(0), units[sides != 1].sum(0)
        # While a march is being put together, count the units chosen for it; otherwise all units there.
        marching = max(self._values(row, "UnitMovement.armies")[0], 0)
        marching += (self._values(row, "UnitMovement.taken") == 1).sum()
        odds = np.tanh(((marching or own) - strangers) / 3)
        gain = self.supply & (control != 1)
        areas = np.zeros((len(self.supply) + 1, len(FEATURES)))  # the last row: no area
        areas[:-1, 1:12] = np.transpose([
            control == 1, control == -1, self.supply, gain, own / 5, strangers / 5, odds, gain * odds,
            (control != 1) & (strangers == 0), self.near @ strangers / 10, self.near @ gain / 3,
        ])  # fmt: skip
        found: Numbers = areas[self.area[allowed]]
        number = self.number[allowed]
        found[:, 0], found[:, 12], found[:, 13] = 1, number / 10, number == number.max()
        return found


@dataclass
class Step:
    """One decision of the agent.

    It holds the allowed options, their features and probabilities, the option taken, and the standing before it.
    """

    allowed: Actions
    features: Numbers
    chances: Numbers
    taken: int
    standing: Numbers
    reward: float = 0.0


class Policy:
    """A policy: a weight for each action, and for each verb a weight for each feature."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.actions = np.zeros(len(sight.verb))
        self.verbs = np.zeros((len(sight.verbs), len(FEATURES)))

    def chances(self, allowed: Actions, features: Numbers) -> Numbers:
        scores = self.actions[allowed] + (self.verbs[self.sight.verb[allowed]] * features).sum(1)
        powers = np.exp(scores - scores.max())
        return np.asarray(powers / powers.sum())

    def __call__(self, row: Row, allowed: Actions) -> Numbers:
        """Return the probability of each option."""
        return self.chances(allowed, self.sight.features(row, allowed))

    def gradient(self, steps: list[Step], gains: Numbers) -> tuple[Numbers, Numbers]:
        """Return the gradient of the gains after each step, by the weights."""
        actions, verbs = np.zeros_like(self.actions), np.zeros_like(self.verbs)
        for step, gain in zip(steps, gains / len(steps), strict=True):
            change = -gain * step.chances
            change[step.taken] += gain
            actions[step.allowed] += change
            np.add.at(verbs, self.sight.verb[step.allowed], change[:, None] * step.features)
        return actions, verbs


@dataclass(frozen=True)
class Played:
    """A finished game: the decisions of the learning seat, who won, and Oda's supply areas at the end."""

    steps: list[Step]
    won: Mapping[str, bool]
    supply: int


def play(env: GunkiEnv, policies: Mapping[str, Policy], seed: int, learner: str = "") -> Played:
    """Play one game. Seats without a policy play at random.

    Each seat has its own random choices, and the dice come from the seed. So games with one seed differ only by what
    the policies do.
    """
    rngs = {seat: np.random.default_rng([seed, number]) for number, seat in enumerate(SEATS)}
    steps: list[Step] = []
    before = 0
    env.reset(seed=seed)
    while True:
        seen, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            break
        seat, row = env.agent_selection, seen["observation"]
        [allowed] = seen["action_mask"].nonzero()
        policy, rng = policies.get(seat), rngs[seat]
        if policy is None or len(allowed) == 1:
            env.step(allowed[rng.integers(len(allowed))])
            continue
        features = policy.sight.features(row, allowed)
        chances = policy.chances(allowed, features)
        taken = min(int(np.searchsorted(chances.cumsum(), rng.random())), len(allowed) - 1)
        if seat == learner:
            supply, standing = policy.sight.standing(row)
            if steps:
                steps[-1].reward = policy.sight.sign * (supply - before)
            before = supply
            steps.append(Step(allowed, features, chances, taken, standing))
        env.step(allowed[taken])
    if steps:
        steps[-1].reward = VICTORY * env.rewards[learner]
    won = {seat: env.rewards[seat] > 0 for seat in SEATS}
    points = env.infos["oda"].get("points", {"oda": before})  # a game cut off has no points: the last known count
    return Played(steps, won, int(points["oda"]))


def gains(steps: list[Step]) -> Numbers:
    """Return the discounted sum of rewards after each step."""
    found, total = np.zeros(len(steps)), 0.0
    for place in range(len(steps) - 1, -1, -1):
        total = steps[place].reward + FADING * total
        found[place] = total
    return found


def train(env: GunkiEnv, games: int, seed: int, tell: bool = True) -> dict[str, Policy]:
    """Train both seats.

    Oda learns against random play. Anti-Oda, who always wins against random play, learns against trained Oda.
    """
    policies: dict[str, Policy] = {}
    for seat in SEATS:
        policies[seat] = learn(env, seat, policies, games, seed, tell)
    return policies


def learn(env: GunkiEnv, seat: str, others: Mapping[str, Policy], games: int, seed: int, tell: bool = True) -> Policy:
    """Train one seat against others, by policy gradient with Adam."""
    policy = Policy(Sight(env, seat))
    weights = [getattr(policy, name) for name in WEIGHTS]
    means, squares = [np.zeros_like(each) for each in weights], [np.zeros_like(each) for each in weights]
    latest: list[Played] = []
    updates = games // BATCH
    for update in range(updates):
        played = [play(env, {**others, seat: policy}, seed + update * BATCH + number, seat) for number in range(BATCH)]
        steps = [step for each in played for step in each.steps]
        after = np.concatenate([gains(each.steps) for each in played])
        # The baseline: the gain that the standing alone predicts.
        standing = np.array([step.standing for step in steps])
        after -= standing @ np.linalg.lstsq(standing, after, rcond=None)[0]
        rate = RATE * (1 - update / updates)
        changes = policy.gradient(steps, after / (after.std() + 1e-8))
        for weight, mean, square, change in zip(weights, means, squares, changes, strict=True):
            mean += 0.1 * (change - mean)
            square += 0.01 * (change**2 - square)
            fair = np.sqrt(square / (1 - 0.99 ** (update + 1))) + 1e-6
            weight += rate * mean / (1 - 0.9 ** (update + 1)) / fair
        latest += played
        if tell and len(latest) >= 10 * BATCH:
            share, supply = np.mean([each.won[seat] for each in latest]), np.mean([each.supply for each in latest])
            print(f"{seat}, game {(update + 1) * BATCH}: {share:.0%} won, Oda holds {supply:.1f} areas", flush=True)
            latest = []
    return policy


def measure(env: GunkiEnv, policies: Mapping[str, Policy], seeds: range) -> str:
    """Return a table of victories. Every seed is played four times.

    All seats play at random; each seat plays trained while the other plays at random; both play trained. So the value
    of a seat itself, and the dice at the start, are the same on both sides of a comparison.
    """

    def games(*trained: str) -> list[Played]:
        return [play(env, {seat: policies[seat] for seat in trained}, seed) for seed in seeds]

    plain, alone, both = games(), {seat: games(seat) for seat in SEATS}, games(*SEATS)
    before, after = [won(seat, plain) for seat in SEATS], [won(seat, alone[seat]) for seat in SEATS]
    lines = [f"{'victories of':34}{'at random':28}{'trained':28}difference"]
    lines += [compared(seat, [before[place]], [after[place]]) for place, seat in enumerate(SEATS)]
    lines += [compared("every seat", before, after)]
    against = [won("anti_oda", alone["oda"])], [won("anti_oda", both)]
    lines += [compared("anti_oda, against the trained oda", *against)]
    return "\n".join(lines)


def won(seat: str, games: list[Played]) -> Numbers:
    return np.array([game.won[seat] for game in games], float)


def compared(name: str, before: list[Numbers], after: list[Numbers]) -> str:
    """Return a line of the table: how often seats win at random and trained.

    `before` and `after` hold the victories of each seat, seed by seed. The games of one seed are a pair and count
    together.
    """
    shares = [
        told(float(np.mean(seats)), pair_interval((victories, len(seats)) for victories in np.sum(seats, 0)))
        for seats in (before, after)
    ]
    more = np.mean(after, 0) - np.mean(before, 0)
    return f"{name:34}{shares[0]:28}{shares[1]:28}{told(more.mean(), mean_interval(more.tolist()))}"


def told(share: float, interval: Interval | None) -> str:
    """Return a share as text, with its interval.

    There is no interval if there are too few games, or if all are alike.
    """
    return f"{share:.1%}" + (f" ({interval.low:.1%} to {interval.high:.1%})" if interval else "")


def save(path: Path, policies: Mapping[str, Policy]) -> None:
    arrays = {f"{seat}.{name}": getattr(policy, name) for seat, policy in policies.items() for name in WEIGHTS}
    with path.open("wb") as file:
        np.savez_compressed(file, **arrays)


def load(path: Path, env: GunkiEnv) -> dict[str, Policy]:
    policies = {}
    with np.load(path, allow_pickle=False) as arrays:
        for seat in SEATS:
            policy = policies[seat] = Policy(Sight(env, seat))
            for name in WEIGHTS:
                getattr(policy, name)[:] = arrays[f"{seat}.{name}"]
    return policies


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=1120, help="games to learn each seat from")
    parser.add_argument("--seeds", type=int, default=200, help="seeds to measure with")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="keep the trained agents in this file")
    parser.add_argument("--agents", type=Path, help="measure the agents of this file instead of training new ones")
    given = parser.parse_args()
    env, begin = aec("nobunaga"), time.process_time()
    policies = load(given.agents, env) if given.agents else train(env, given.games, given.seed)
    if given.out:
        save(given.out, policies)
    print(f"ready after {time.process_time() - begin:.0f} s of processor time")
    print(measure(env, policies, range(MEASURED + given.seed, MEASURED + given.seed + given.seeds)))
    print(f"measured after {time.process_time() - begin:.0f} s")


if __name__ == "__main__":
    main()
