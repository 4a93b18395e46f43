"""Processes that are killed and games that kill their process: no game is lost, and the other games go on."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import time
from pathlib import Path

import pytest

from gunki import bots
from gunki.lab.studies import study, study_plan
from gunki.lab.studies.process_pool import Pool, PoolError
from gunki.lab.studies.runner import InlineRunner
from tests.lab import kill_hunt
from tests.support import often


def test_processes_killed_at_random_lose_no_game(tmp_path: Path) -> None:
    plan = kill_hunt.make_plan(often(6, 60), 11)
    kills = kill_hunt.kill_pool(tmp_path / "killed", plan, random.Random(1), (0.0, 0.3))
    assert kill_hunt.rows_of(tmp_path / "killed") == kill_hunt.play_undisturbed(plan, tmp_path / "quiet")
    assert kills > 0


def test_a_killed_command_continues_the_study(tmp_path: Path) -> None:
    """SIGKILL, then the torn line that a power cut would leave, then SIGINT, then to the end."""
    plan = kill_hunt.make_plan(often(6, 60), 12)
    folder, games = tmp_path / "s", tmp_path / "s" / study.GAMES
    for number, code in ((signal.SIGKILL, -signal.SIGKILL), (signal.SIGINT, 130)):
        before = kill_hunt.count_lines(folder)
        command = kill_hunt.make_command(folder, plan, "--jobs", "1")
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        while process.poll() is None and kill_hunt.count_lines(folder) == before:
            time.sleep(0.01)
        process.send_signal(number)
        _, told = process.communicate()
        assert process.returncode == code
        if code == 130:
            assert f"To go on: gunki lab resume {folder}" in told
        with games.open("ab") as file:
            file.write(b'{"number":')
    study.open(folder).play(InlineRunner())
    assert kill_hunt.rows_of(folder) == kill_hunt.play_undisturbed(plan, tmp_path / "quiet")


PLUGIN = """
import os, signal
from gunki.bots.random import Random

class Deadly(Random):
    def __init__(self, seed):
        super().__init__(seed)
        self.deadly = seed in {deadly}
    def choose(self, view, /):
        if self.deadly and view.seat == "akechi":
            os.kill(os.getpid(), signal.SIGKILL)
        return super().choose(view)
"""


@pytest.fixture
def deadly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Install a bot that kills its process in one game of seed 21."""
    folder = tmp_path / "plugin"
    info = folder / "deadly-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: deadly\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[gunki.bots]\ndeadly = gunki_deadly:Deadly\n")
    (folder / "gunki_deadly.py").write_text(PLUGIN.replace("{deadly}", str({bots.bot_seed(21, "akechi")})))
    monkeypatch.syspath_prepend(str(folder))
    return "deadly"


def test_a_game_that_kills_its_process_is_recorded_and_the_others_go_on(tmp_path: Path, deadly: str) -> None:
    found = study.begin(tmp_path / "s", study_plan.make_plan("honganji", [deadly], 6, 20, "three_players"))
    found.play(Pool(2))
    assert sorted(row.number for row in found.rows()) == [0, 1, 2, 4, 5]
    (failure,) = found.failures()
    assert (failure.number, failure.failed) == (3, "its process died 3 times (signal SIGKILL)")
    found.play(Pool(2))  # nothing is left to do


def test_a_process_that_cannot_play_the_plan_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = kill_hunt.make_plan(3, 1)
    other = study_plan.plan_from_dict({**plan.to_dict(), "rules_version": 999})
    with pytest.raises(PoolError, match="another rules_version 999"):
        list(Pool(1).run(other, None, [0]))


def test_no_process_plays_on_after_the_pool_is_left() -> None:
    pool = Pool(2)
    playing = pool.run(kill_hunt.make_plan(9, 1), None, range(9))
    next(playing)
    pids = pool.pids()
    assert pids
    playing.close()
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
