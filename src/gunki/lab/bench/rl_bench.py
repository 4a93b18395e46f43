"""The benchmark of the environments for agents, compared with other environments in the same process.

The PettingZoo environment of every scenario is compared with chess_v6 and with the bare rules. The games of OpenSpiel
are compared with python_block_dominoes, which is also written in Python. All environments play at random. They take
turns in short slices, so that a slow moment of the machine affects all alike.
"""

from __future__ import annotations

import random
import statistics
import time
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import gunki
from gunki.lab.bench.machine import calibrate, header, overload_warnings, speed_warnings
from gunki.lab.bench.operation_costs import play_for_ever
from gunki.lab.bench.timing import ROUNDS, Spread, pace, ratios, split_seconds
from gunki.lab.bench_engines.engine_worker import SEED

#: ZOO_FLOOR: the least ratio of steps per second to chess_v6. SPIEL_FLOOR: the least ratio of decisions per second to
#: python_block_dominoes.
ZOO_FLOOR, SPIEL_FLOOR = 10.0, 0.5
CHESS, DOMINOES = "chess_v6", "python_block_dominoes"


@dataclass
class EnvironmentPace:
    """The decisions per second of one environment, and their ratios to those of the peer and of the bare rules."""

    name: str
    per_s: float
    ratio: Spread | None = None
    share: float | None = None


@dataclass
class RlReport:
    """The report of this benchmark."""

    header: dict[str, Any] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
    #: Sentences about parts that were left out, and why.
    notes: list[str] = field(default_factory=list)
    chess: float | None = None
    dominoes: float | None = None
    zoo: list[EnvironmentPace] = field(default_factory=list)
    spiel: list[EnvironmentPace] = field(default_factory=list)
    rounds: int = 0
    seconds: float = 0.0

    @property
    def floors_missed(self) -> list[str]:
        """A text for each environment that does not reach its floor."""
        return [
            f"{environment.name} ÷ {other} {environment.ratio.median:.2f} (floor {floor:g})"
            for environments, other, floor in ((self.zoo, CHESS, ZOO_FLOOR), (self.spiel, DOMINOES, SPIEL_FLOOR))
            for environment in environments
            if environment.ratio is not None and environment.ratio.median < floor
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""

        def plain(environment: EnvironmentPace) -> dict[str, Any]:
            ratio = environment.ratio
            return {
                "name": environment.name,
                "per_s": round(environment.per_s, 1),
                "ratio": None if ratio is None else round(ratio.median, 2),
                "range": None if ratio is None else [round(ratio.low, 2), round(ratio.high, 2)],
                "share_of_rules": None if environment.share is None else round(environment.share, 3),
            }

        return {
            **self.header,
            "warnings": self.warnings,
            "notes": self.notes,
            "pettingzoo": {CHESS: self.chess, "ours": [plain(environment) for environment in self.zoo]},
            "openspiel": {DOMINOES: self.dominoes, "ours": [plain(environment) for environment in self.spiel]},
            "rounds": self.rounds,
            "floors_missed": self.floors_missed,
            "seconds": round(self.seconds, 1),
        }


def bench(seconds: float = 12.0, peers: bool = True) -> RlReport:
    """Measure the environments and return the report. PettingZoo is measured for `seconds`, then OpenSpiel as long."""
    begin = time.perf_counter()
    report = RlReport()
    before = calibrate()
    zoo(report, seconds, peers)
    spiel(report, seconds, peers)
    after = calibrate()
    report.header = header(before, after)
    report.warnings += [*speed_warnings(before, after), *overload_warnings(report.header)]
    report.seconds = time.perf_counter() - begin
    return report


def paces(plays: dict[str, Iterator[int]], seconds: float) -> dict[str, list[float]]:
    """Return the decisions per second of each play, one value for each round."""
    rounds, length = split_seconds(seconds, len(plays))
    for play in plays.values():
        pace(play, length)  # warm up
    rates: dict[str, list[float]] = {name: [] for name in plays}
    for _ in range(rounds):
        for name, play in plays.items():
            rates[name].append(pace(play, length))
    return rates


# -- PettingZoo -------------------------------------------------------------------------------------------------------


def zoo(report: RlReport, seconds: float, peers: bool) -> None:
    """Measure the PettingZoo environments and add them to the report."""
    if not all(map(find_spec, ("gymnasium", "numpy", "pettingzoo"))):
        report.notes.append("PettingZoo is not installed (pip install 'gunki[rl]'): nothing to measure")
        return
    from gunki.rl import aec  # needs the packages above

    plays: dict[str, Iterator[int]] = {}
    names = [f"{game_id} {scenario}" for game_id in gunki.game_ids() for scenario in gunki.game(game_id).scenarios]
    for name in names:
        game_id, scenario = name.split()
        plays[name] = play_environment(aec(game_id, scenario), random.Random(SEED))
        match = gunki.new(game_id, scenario, seed=SEED)
        plays[f"rules {name}"] = play_for_ever(match, random.Random(SEED))
    if peers:
        chess = other_environment(CHESS)
        if chess is None:
            report.notes.append(f"{CHESS} is not installed: pip install pettingzoo chess pygame")
        else:
            plays[CHESS] = play_environment(chess, random.Random(SEED))
    rates = paces(plays, seconds)
    report.rounds = len(rates[names[0]])
    report.chess = statistics.median(rates[CHESS]) if CHESS in rates else None
    for name in names:
        ratio = Spread.of(ratios(rates[name], rates[CHESS])) if CHESS in rates else None
        share = statistics.median(ratios(rates[name], rates[f"rules {name}"]))
        report.zoo.append(EnvironmentPace(name, statistics.median(rates[name]), ratio, share))


def other_environment(name: str) -> Any | None:
    """Return an environment of pettingzoo.classic. Return None if it cannot be imported."""
    with warnings.catch_warnings():  # newer versions of PettingZoo deprecate this import, but older ones have no other
        warnings.simplefilter("ignore", DeprecationWarning)
        try:
            return import_module(f"pettingzoo.classic.{name}").env()
        except ImportError:
            return None


def play_environment(env: Any, rng: random.Random) -> Iterator[int]:
    """Play random games without end, and read every observation. Yield after each action.

    Actions are those that the mask allows.
    """
    rnd = rng.random
    while True:
        env.reset(seed=rng.randrange(2**31))
        while env.agents:
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                break
            [allowed] = observation["action_mask"].view(bool).nonzero()
            env.step(int(allowed[int(rnd() * len(allowed))]))
            yield 1


# -- OpenSpiel --------------------------------------------------------------------------------------------------------


def spiel(report: RlReport, seconds: float, peers: bool) -> None:
    """Measure the OpenSpiel games and add them to the report."""
    if find_spec("pyspiel") is None:
        report.notes.append("OpenSpiel is not installed (pip install 'gunki[rl]'; there is none for Windows)")
        return
    import pyspiel  # an optional package, which the next module needs too

    from gunki.rl.openspiel import PREFIX, SCENARIO

    ours = [f"{game_id} {scenario}" for game_id in gunki.game_ids() for scenario in gunki.game(game_id).scenarios]
    plays: dict[str, Iterator[int]] = {}
    for name in ours:
        game_id, scenario = name.split()
        plays[name] = play_openspiel(pyspiel.load_game(PREFIX + game_id, {SCENARIO: scenario}), random.Random(SEED))
    if peers:
        import open_spiel.python.games  # noqa: F401  # registers the peer's game

        plays[DOMINOES] = play_openspiel(pyspiel.load_game(DOMINOES), random.Random(SEED))
    rates = paces(plays, max(seconds, ROUNDS * 0.1 * len(plays)))
    report.dominoes = statistics.median(rates[DOMINOES]) if peers else None
    for name in ours:
        ratio = Spread.of(ratios(rates[name], rates[DOMINOES])) if peers else None
        report.spiel.append(EnvironmentPace(name, statistics.median(rates[name]), ratio))


def play_openspiel(game: Any, rng: random.Random) -> Iterator[int]:
    """Play random games of OpenSpiel without end. Yield after each decision of a player, but not after chance."""
    rnd = rng.random
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, chances)[0])
                continue
            actions = state.legal_actions()
            state.apply_action(actions[int(rnd() * len(actions))])
            yield 1
