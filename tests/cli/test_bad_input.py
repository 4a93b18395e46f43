"""Bad input of a person or a file: one clear line on the error stream, the right exit code, no traceback."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from gunki.core.matches import saves
from tests.cli.conftest import Outcome, Run


def assert_refused(outcome: Outcome, code: int, *words: str) -> None:
    assert outcome.code == code
    assert outcome.err.startswith("gunki: ")
    assert outcome.err.count("\n") == 1, "one line"
    assert "Traceback" not in outcome.err
    for word in words:
        assert word in outcome.err


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["play", "sekigahara"], ["unknown game 'sekigahara'", "nobunaga"]),
        (["play", "nobunaga", "--scenario", "x"], ["unknown scenario 'x'", "campaign"]),
        (["play", "nobunaga", "--option", "luck=true"], ["unknown option 'luck'", "successors"]),
        (["play", "nobunaga", "--option", "successors=maybe"], ["successors", "false, true", "maybe"]),
        (["play", "nobunaga", "--option", "successors"], ["NAME=VALUE"]),
        (["play", "nobunaga", "--seats", "takeda=human"], ["unknown seat 'takeda'", "oda, anti_oda"]),
        (["play", "nobunaga", "--seats", "oda=deepblue"], ["unknown player 'deepblue'", "human", "random"]),
        (["play", "nobunaga", "--seats", "oda"], ["SEAT=PLAYER"]),
        (["play", "nobunaga", "--seed", "-1"], ["seed", "-1"]),
        (["play", "nobunaga", "--seed", "9" * 80], ["seed"]),
        (["play", "nobunaga", "--seed", "x"], ["--seed"]),
        (["play", "nobunaga", "--dice", "loaded"], ["typed"]),
        (["play", "nobunaga", "--lang", "fr"], ["en, ja"]),
        (["play", "--load", "a.gunki", "--seed", "1"], ["--seed", "--load"]),
        (["games", "--lang", "fr"], ["en, ja"]),
        (["show", "sekigahara"], ["neither a game", "nobunaga"]),
        (["rules", "nobunaga", "99-9"], ["99-9", "--search"]),
        (["rules", "sekigahara"], ["unknown game"]),
        (["table", "nobunaga", "weather"], ["weather", "death_in_battle"]),
        (["table", "nobunaga", "death_in_battle", "7"], ["1 to 6"]),
        (["table", "nobunaga", "adjacency", "1"], ["adjacency"]),
        (["serve", "--trusted-proxy", "nonsense"], ["nonsense", "10.0.0.0/8"]),
        (["serve", "--trusted-proxy", "10.0.0.0/99"], ["10.0.0.0/99", "fd00::/8"]),
        (["serve", "--connections", "1"], ["--connections", "16"]),
        (["serve", "--connections-per-address", "0"], ["--connections-per-address"]),
        (["serve", "--log-format", "xml"], ["json", "text"]),
        (["serve", "--host", ""], ["--host", "127.0.0.1"]),
        (["serve", "--limits", "inf"], ["--limits"]),
        (["serve", "--name", "http://gunki.example.org/"], ["--name", "without http://"]),
        (["serve", "--name", "gunki.example.org:8080"], ["--name", "without a port"]),
        (["admin", "list", "--state", "nonsense"], ["--state", "quarantined"]),
        (["admin", "list", "--game", "sekigahara"], ["--game", "nobunaga"]),
        (["frobnicate"], ["frobnicate"]),
        (["play", "--frobnicate"], ["--frobnicate"]),
    ],
)
def test_a_wrong_call_is_refused(run: Run, args: list[str], words: list[str]) -> None:
    assert_refused(run(*args), 2, *words)


# -- saves --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["play", "show", "replay", "why"])
def test_a_missing_save_is_refused(run: Run, tmp_path: Path, command: str) -> None:
    assert_refused(run(*_reading(command, tmp_path / "none.gunki")), 1, "none.gunki", "no such file")


@pytest.mark.parametrize("command", ["play", "show", "replay", "why"])
def test_a_truncated_save_is_refused(run: Run, save: Path, command: str) -> None:
    save.write_bytes(save.read_bytes()[:-40])
    assert_refused(run(*_reading(command, save)), 1, "not a readable save")


def _reading(command: str, path: Path) -> list[object]:
    if command == "play":
        return ["play", "--load", path]
    return [command, path, "pass"] if command == "why" else [command, path]


def test_a_file_that_is_no_save_is_refused(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "a.gunki"
    file.write_text("hello")
    assert_refused(run("show", file), 1, "not a readable save")
    assert_refused(run("show", tmp_path), 1)


def test_a_zip_bomb_is_not_unpacked(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "bomb.gunki"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("manifest.json", b" " * (saves.LARGEST_CONTENT + 1))
    assert_refused(run("play", "--load", file), 1, "unpacks to more than")


def test_a_member_of_a_save_is_not_written_elsewhere(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "path.gunki"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("../../evil", "x")
    assert_refused(run("play", "--load", file), 1, "unsafe name")
    assert not (tmp_path.parent / "evil").exists()


def rewrite(save: Path, **changes: object) -> Path:
    """Return the save with fields of its manifest changed."""
    with zipfile.ZipFile(save) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    manifest = json.loads(members["manifest.json"]) | changes
    members["manifest.json"] = json.dumps(manifest).encode()
    with zipfile.ZipFile(save, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return save


def test_a_save_of_another_game_is_refused(run: Run, save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert_refused(run("play", "honganji", "--load", save), 1, "a match of nobunaga, not of honganji")
    assert_refused(run("play", "--load", rewrite(save, game="sekigahara")), 1, "unknown game 'sekigahara'")


def test_names_in_a_save_cannot_control_the_terminal(run: Run, save: Path) -> None:
    outcome = run("show", rewrite(save, game="\x1b[31mred"))
    assert_refused(outcome, 1)
    assert "\x1b" not in outcome.err


def test_a_text_that_is_no_action_is_refused(run: Run, save: Path) -> None:
    assert_refused(run("why", save, "marhc oda mino"), 1, "unknown verb 'marhc'", "march")
    assert_refused(run("why", save, ""), 1, "empty")


# -- folders and positions ----------------------------------------------------------------------------------------


def test_a_data_folder_with_a_bad_table_is_refused(run: Run, tmp_path: Path) -> None:
    assert_refused(run("play", "nobunaga", "--data", tmp_path / "none"), 1, "not a folder")
    (tmp_path / "mine.toml").write_text("[turns]\nlast = 0\n")
    assert_refused(run("play", "nobunaga", "--data", tmp_path), 1, "mine.toml", "[turns]", "'last'")
    (tmp_path / "mine.toml").write_text("[turns\n")
    assert_refused(run("table", "nobunaga", "--data", tmp_path), 1, "mine.toml", "TOML")


def test_a_save_that_could_not_be_written_is_refused_before_the_match(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert_refused(run("play", "nobunaga", "--save", tmp_path / "file" / "a.gunki"), 1, "cannot be written")
    assert_refused(run("play", "nobunaga", "--save", tmp_path), 1, "is a folder")


def test_saving_to_a_bad_place_keeps_the_match(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    outcome = run("play", "nobunaga", "--seed", 3, stdin=f"s {tmp_path}/file/a.gunki\n1\nq\n")
    assert outcome.code == 0
    assert "cannot be written" in outcome.out
    assert "was placed" in outcome.out


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("turn = 99\n", ["turn", "1 to 10"]),
        ("weather = 1\n", ["weather"]),
        ("[areas.edo]\n", ["edo"]),
        ('[hands]\noda = ["excalibur"]\n', ["hands"]),
        ("turn = \n", ["TOML"]),
    ],
)
def test_a_position_with_a_bad_entry_is_refused(run: Run, tmp_path: Path, text: str, words: list[str]) -> None:
    file = tmp_path / "position.toml"
    file.write_text(text)
    assert_refused(run("play", "nobunaga", "--position", file), 1, *words)


def test_a_missing_position_is_refused(run: Run, tmp_path: Path) -> None:
    assert_refused(run("play", "nobunaga", "--position", tmp_path / "none.toml"), 1, "none.toml", "cannot be read")
