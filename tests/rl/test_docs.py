"""The examples of docs/environments.md run as they stand, and the worked example learns something."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gunki.rl import aec
from tests import doc_examples
from tests.support import ROOT

PAGE = (ROOT / "docs" / "environments.md").read_text(encoding="utf-8")
#: There is no OpenSpiel for Windows: its examples run for themselves.
SPIEL = "## OpenSpiel\n"


def run(*, spiel: bool) -> tuple[int, str]:
    """Run the examples with or without OpenSpiel; return their number and all that they print.

    Where the page shows what an example prints, it is that.
    """
    examples = doc_examples.run(PAGE, "docs/environments.md", lambda section: section.startswith(SPIEL) == spiel)
    assert [(shown, real) for shown, real in examples if shown is not None and shown != real] == []
    return len(examples), "".join(real for _, real in examples)


def test_the_examples_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    count, printed = run(spiel=False)
    assert count >= 6
    assert "(nobunaga:" in printed, "a refusal names its clause"
    assert "is asked: deploy (nobunaga:2-2.p2)" in printed


def test_the_examples_of_openspiel_run() -> None:
    pytest.importorskip("pyspiel", reason="there is no OpenSpiel for Windows")
    count, printed = run(spiel=True)
    assert count == 4
    assert "[-1.0, 1.0]" in printed
    assert "move 1: action 3: chance cannot answer this now" in printed


EXAMPLE = ROOT / "examples" / "train_nobunaga.py"


@pytest.mark.parametrize("seat", ["oda", "anti_oda"])
def test_the_worked_example_learns_what_it_is_rewarded_for(seat: str) -> None:
    """To win takes minutes, and how well they are spent depends on luck: here marches alone are rewarded, in short
    games. An agent that has learned marches more than twice as often as one that has not.
    """
    example: dict[str, Any] = runpy.run_path(str(EXAMPLE))
    env = aec("nobunaga", max_cycles=80)
    sight = example["Sight"](env, seat)
    marches = sight.verb == sight.verbs.index("movement")

    def marched(steps: list[Any]) -> Any:
        return np.array([float(marches[step.allowed[step.taken]]) for step in steps])

    def share(policy: Any) -> float:
        games = [example["play"](env, {seat: policy}, seed, seat) for seed in range(10**9, 10**9 + 10)]
        asked = [step for game in games for step in game.steps if marches[step.allowed].any()]
        return float(np.mean([step.chances[marches[step.allowed]].sum() for step in asked]))

    example["learn"].__globals__["gains"] = marched
    trained = example["learn"](env, seat, {}, games=128, seed=1, tell=False)
    assert share(trained) > 2 * share(example["Policy"](sight))


@pytest.mark.parametrize(("seat", "sign"), [("oda", 1), ("anti_oda", -1)])
def test_the_worked_example_is_rewarded_for_odas_supply_areas_and_for_victories(seat: str, sign: int) -> None:
    example: dict[str, Any] = runpy.run_path(str(EXAMPLE))
    env, gained = aec("nobunaga"), set()
    for seed in range(4):
        game = example["play"](env, {seat: example["Policy"](example["Sight"](env, seat))}, seed, seat)
        supply = [round(10 * step.standing[3]) for step in game.steps]
        gained |= set(np.diff(supply).tolist())
        assert [step.reward for step in game.steps[:-1]] == [sign * more for more in np.diff(supply)]
        assert game.steps[-1].reward == (4 if game.won[seat] else -4)
    assert gained - {0}


def test_the_worked_example_learns_the_same_from_the_same_seed_and_keeps_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file, small = tmp_path / "agents.npz", ["--games", "16", "--seeds", "2"]

    def run(*given: str) -> list[str]:
        monkeypatch.setattr("sys.argv", [str(EXAMPLE), *small, *given])
        runpy.run_path(str(EXAMPLE), run_name="__main__")
        return [line for line in capsys.readouterr().out.splitlines() if " s" not in line or "%" in line]

    table = run("--out", str(file))
    assert [line.split()[0] for line in table] == ["victories", "oda", "anti_oda", "every", "anti_oda,"]
    assert table[1].startswith("oda                               0.0% (0.0% to 65.8%)")
    assert run("--agents", str(file)) == table, "the table is that of the agents in the file"
    example: dict[str, Any] = runpy.run_path(str(EXAMPLE))
    env = aec("nobunaga")
    kept, again = example["load"](file, env), example["train"](env, 16, 1, tell=False)
    for seat in ("oda", "anti_oda"):
        assert kept[seat].verbs.any()
        assert np.array_equal(kept[seat].verbs, again[seat].verbs)
        assert np.array_equal(kept[seat].actions, again[seat].actions)


@pytest.mark.parametrize("agent", ["oda", "anti_oda"])
def test_what_the_worked_example_sees_is_what_the_rules_say(agent: str) -> None:
    """Oda's supply areas, at every decision of some random games."""
    example: dict[str, Any] = runpy.run_path(str(EXAMPLE))
    env, rng = aec("nobunaga"), np.random.default_rng(4)
    sight, counted = example["Sight"](env, agent), set()
    for seed in range(3):
        env.reset(seed=seed)
        while not any(env.terminations.values()):
            row = env.observe(agent)["observation"]
            supply, _ = sight.standing(row)
            counted.add(supply)
            assert supply == env.play.game.view(env.play.position, None)["supply"]["oda"]
            allowed = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
            assert np.isfinite(sight.features(row, allowed)).all()
            env.step(int(rng.choice(allowed)))
    assert len(counted) > 1
