"""What people hold must open, whatever the modules, classes and functions are called: saves, written positions, a
server's store, receipts, studies and a league. All of it goes through the documented interface alone.

`python -m tests.kept.make` made the files, and makes them anew after play was changed on purpose.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import gunki
from tests.kept import documents
from tests.kept.digests import course, stand

KEPT = Path(__file__).parent
Json = dict[str, Any]


def read_json(name: str) -> Json:
    document: Json = json.loads((KEPT / name).read_text(encoding="utf-8"))
    return document


def run(*words: str | Path) -> str:
    """Run a command of gunki; what it prints. It must end well and warn of nothing."""
    command = [sys.executable, "-W", "error", "-m", "gunki", *map(str, words)]
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(command, capture_output=True, encoding="utf-8", env=environment, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, ""), f"{command}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
    return done.stdout


def run_json(*words: str | Path) -> Any:
    return json.loads(run(*words, "--json"))


def seat_bots(seats: tuple[str, ...]) -> str:
    return ",".join(f"{seat}=random" for seat in seats)


# -- saves --------------------------------------------------------------------------------------------------------

SAVES = read_json("saves.json")
TAKEN_UP = [name for name in SAVES if name.endswith("-taken_up")]
LATE = [name for name in SAVES if name.endswith("-late")]


def save_path(name: str) -> Path:
    return KEPT / "saves" / f"{name}.gunki"


def test_every_scenario_is_kept_and_every_game_finished() -> None:
    assert {path.stem for path in save_path("").parent.glob("*.gunki")} == set(SAVES)
    for ident in gunki.game_ids():
        assert f"{ident}-finished" in SAVES
        for scenario in gunki.game(ident).scenarios:
            kinds = [name for name in SAVES if name.startswith(f"{ident}-{scenario}-")]
            assert any("-playing-" in name or "-typed-" in name for name in kinds), scenario


@pytest.mark.parametrize("name", SAVES)
def test_a_save_opens_as_it_was_and_goes_on(name: str) -> None:
    match = gunki.load(save_path(name))
    assert match.notice is None
    assert (match.ply, stand(match)) == (SAVES[name]["ply"], SAVES[name]["stand"])
    if name.endswith("-finished"):
        assert match.result is not None
    else:
        assert course(match) == SAVES[name]["course"]


def change_member(path: Path, member: str, change: Callable[[str], str], to: Path) -> None:
    """Write a save of which one file is changed."""
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(to, "w") as new:
        for name in old.namelist():
            text = old.read(name).decode()
            new.writestr(name, change(text) if name == member else text)


def end_elsewhere(text: str) -> str:
    return json.dumps({**json.loads(text), "state": "0" * 32})


def answer_nonsense(text: str) -> str:
    *lines, last = text.splitlines()
    return "\n".join([*lines, json.dumps({**json.loads(last), "act": "pass oda oda"})])


@pytest.mark.parametrize("name", TAKEN_UP)
@pytest.mark.parametrize(("member", "change"), [("manifest.json", end_elsewhere), ("actions.jsonl", answer_nonsense)])
def test_a_save_that_was_changed_is_still_refused(
    name: str, member: str, change: Callable[[str], str], tmp_path: Path
) -> None:
    """So what a save tells of its end is still compared: nothing of it has become unknown."""
    path = tmp_path / "changed.gunki"
    change_member(save_path(name), member, str, path)
    assert gunki.load(path).notice is None
    change_member(save_path(name), member, change, path)
    with pytest.raises(gunki.SaveError):
        gunki.load(path)


@pytest.mark.parametrize("name", LATE)
def test_the_commands_open_a_save_and_bots_play_it_to_the_end(name: str, tmp_path: Path) -> None:
    match, path = gunki.load(save_path(name)), tmp_path / "end.gunki"
    view = run_json("show", save_path(name))
    assert view["decision"]["name"] == match.view()["decision"]["name"]
    run("play", "--load", save_path(name), "--seats", seat_bots(match.seats), "--save", path, "--json")
    end = gunki.load(path)
    assert end.result is not None
    assert [entry.act for entry in end.entries[: match.ply + 1]] == [entry.act for entry in match.entries]


# -- written positions --------------------------------------------------------------------------------------------


#: One written position in so many is written anew and played on.
AGAIN = 4


@pytest.mark.parametrize("ident", gunki.game_ids())
def test_written_positions_are_taken_and_go_on(ident: str) -> None:
    for number, written in enumerate(documents.read(ident)):
        match = written.compose()
        assert match.notice is None
        assert stand(match) == written.stand, f"{ident} {number}: stands otherwise"
        again = gunki.compose(
            ident, written.scenario, match.describe(), seed=written.seed, options=written.options, dice=written.dice
        )
        assert stand(again) == written.stand, f"{ident} {number}: what is written now stands otherwise"
        if number % AGAIN == 0:
            assert course(again) == written.course, f"{ident} {number}: what is written now goes on otherwise"
        assert course(match) == written.course, f"{ident} {number}: goes on otherwise"


@pytest.mark.parametrize("ident", gunki.game_ids())
def test_a_file_with_a_position_can_be_played(ident: str, tmp_path: Path) -> None:
    path, end = documents.FOLDER / f"{ident}.toml", tmp_path / "end.gunki"
    words = shlex.split(path.read_text(encoding="utf-8").splitlines()[0].removeprefix("# "))
    seats = seat_bots(gunki.new(ident, words[1]).seats)
    run("play", ident, *words, "--position", path, "--seats", seats, "--seed", "1", "--save", end, "--json")
    match = gunki.load(end)
    assert match.result is not None
    assert match.header.composed is not None
