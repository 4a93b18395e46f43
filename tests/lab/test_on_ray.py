"""Studies on a Ray cluster of two nodes: the same rows as anywhere, also when processes and a node are killed."""

from __future__ import annotations

import random
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from gunki.core.errors import OptionError
from gunki.lab.studies.ray_cluster import cluster
from gunki.lab.studies.ray_runner import RayRunner
from tests.lab import kill_hunt


@pytest.mark.skipif(
    find_spec("ray") is None or sys.platform != "linux", reason="needs Ray, and /proc to find whom to kill"
)
def test_killed_processes_and_a_killed_node_lose_no_game(tmp_path: Path) -> None:
    plan = kill_hunt.make_plan(24, 13)
    with cluster() as nodes:
        assert nodes.environment["RAY_AUTH_MODE"] == "token"
        kills, node = kill_hunt.kill_on_ray(nodes, tmp_path / "killed", plan, random.Random(2), (0.0, 0.1), 2)
    assert kills >= 1
    assert node
    assert kill_hunt.rows_of(tmp_path / "killed") == kill_hunt.play_undisturbed(plan, tmp_path / "quiet")


def test_without_ray_the_error_names_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    monkeypatch.setenv("RAY_AUTH_MODE", "token")
    monkeypatch.setenv("RAY_AUTH_TOKEN", "0" * 64)
    with pytest.raises(OptionError, match=r"pip install 'gunki\[ray\]'"):
        RayRunner("local")
