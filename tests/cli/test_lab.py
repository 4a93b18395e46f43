"""`gunki lab`: studies on the command line."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run

SHORT = ("honganji/three_players", "--players", "random", "--games", "2", "--seed", "4", "--jobs", "1")


def test_a_study_is_played_and_reported_by_commands(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "s"
    first = run("lab", "play", *SHORT, "--out", folder)
    assert first.code == 0
    assert "3 games, 3 to a pair, seeds 4 to 4" in first.out
    assert "95 % from games" in first.out
    assert "2 is not a multiple of 3, the games of a pair: 3 games are played." in first.err
    again = run("lab", "play", *SHORT, "--out", folder)
    assert "3 of 3 games had already been played." in again.out
    without_seed = run("lab", "play", *SHORT[:5], "--out", folder, "--json")
    data = json.loads(without_seed.out)
    assert (data["seed"], data["games"], data["folder"]) == (4, 3, str(folder))
    assert set(data["seats"]) == {"akechi", "shibata", "hashiba"}
    resumed = run("lab", "resume", folder, "--lang", "ja")
    assert resumed.code == 0
    assert "3局のうち3局はすでに終わっています。" in resumed.out
    replayed = run("lab", "replay", folder, 1, "--out", tmp_path / "one.gunki")
    assert "came out the same" in replayed.out
    assert run("show", tmp_path / "one.gunki").code == 0
    other = run("lab", "play", *SHORT[:-2], "--out", folder, "--option", "payment=before")
    assert other.code == 2
    assert "options.payment: after, now before" in other.err


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("play", "shogi"), "unknown game 'shogi'"),
        (("play", "nobunaga/moon"), "unknown scenario 'moon'"),
        (("play", "nobunaga", "--players", "oracle"), "unknown bot 'oracle'"),
        (("play", "nobunaga", "--saves", "some"), "saves: expected all or none"),
        (("play", "nobunaga", "--games", "0"), "--games"),
        (("play", "nobunaga", "--games", "99999999999"), "games: expected a whole number from 1"),
        (("play", "nobunaga", "--seed", "9" * 90), "seed: expected a whole number"),
        (("play", "nobunaga", "--data", "nowhere"), "--data nowhere: expected"),
        (("play", "nobunaga", "--option", "moon=1"), "unknown option 'moon'"),
        (("play", "nobunaga", "--lang", "de"), "language 'de'"),
        (("resume", "nowhere"), "nowhere: no study"),
        (("replay", "nowhere", "1"), "nowhere: no study"),
    ],
)
def test_a_wrong_call_is_refused_in_one_line(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: tuple[str, ...], told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    ended = run("lab", *args)
    assert ended.code in (1, 2)
    assert told in ended.err
    assert ended.err.count("\n") == 1
    assert not list(tmp_path.glob("*/plan.json"))


def test_without_ray_the_error_names_it(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    monkeypatch.setenv("RAY_AUTH_MODE", "token")
    monkeypatch.setenv("RAY_AUTH_TOKEN", "0" * 64)
    ended = run("lab", "play", *SHORT, "--out", tmp_path / "s", "--ray", "local")
    assert ended.code == 2
    assert "pip install 'gunki[ray]'" in ended.err


def test_sim_prints_its_figures_as_text_and_json(run: Run) -> None:
    args = ("sim", "honganji", "--scenario", "three_players", *SHORT[1:])
    told = run(*args).out
    assert "3 games, seeds 4 to 4" in told
    for head in ("Victories by seat:", "Endings:", "Endings by clause", "Games by last turn:", "Decisions per game:"):
        assert head in told
    data = json.loads(run(*args, "--json").out)
    assert set(data) >= {
        "game", "scenario", "seed", "players", "games", "bots", "wins_by_seat", "reasons", "endings", "turned_back",
        "turns", "winning_points", "decisions_per_game", "milestones", "conditions",
    }  # fmt: skip
    assert set(data["bots"]["random"]) >= {"share", "low", "high", "wins", "games"}
