"""Saves: what is written is read back, and any damage or forgery is refused by name."""

from __future__ import annotations

import json
import os
import random
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import gunki
from gunki.core.dice.chance import Generator
from gunki.core.matches import saves
from gunki.core.matches.match import Match
from tests.core.duel import duel, play_out

__all__ = ["duel"]
pytestmark = pytest.mark.usefixtures("duel")

PLIES = 25
Members = dict[str, str]


@pytest.fixture
def match() -> Match:
    return play_out(gunki.new("duel", seed=7), random.Random(3), PLIES)


@pytest.fixture
def path(match: Match, tmp_path: Path) -> Path:
    return match.save(tmp_path / "a.gunki")


def members(path: Path) -> Members:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def write(path: Path, content: Members) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in content.items():
            archive.writestr(name, text)


def edit(path: Path, change: Callable[[Members], Any]) -> None:
    content = members(path)
    change(content)
    write(path, content)


def edit_manifest(path: Path, **changes: Any) -> None:
    def change(content: Members) -> None:
        content["manifest.json"] = json.dumps(json.loads(content["manifest.json"]) | changes)

    edit(path, change)


def edit_line(path: Path, number: int, change: Callable[[dict[str, Any]], Any]) -> None:
    def changed(content: Members) -> None:
        lines = content["actions.jsonl"].splitlines()
        entry = json.loads(lines[number])
        lines[number] = json.dumps(change(entry) or entry)
        content["actions.jsonl"] = "\n".join(lines) + "\n"

    edit(path, changed)


def assert_refused(path: Path, message: str) -> gunki.SaveError:
    """Assert that loading is refused with a message that names the file and the fault."""
    with pytest.raises(gunki.SaveError) as caught:
        gunki.load(path)
    assert str(path) in str(caught.value)
    assert message in str(caught.value)
    assert len(str(caught.value)) < 1000
    return caught.value


# -- round trips ------------------------------------------------------------------------------------------------------


def test_a_loaded_match_is_the_same_and_goes_on_the_same(match: Match, path: Path) -> None:
    loaded = gunki.load(path)
    assert loaded.position.digest() == match.position.digest()
    assert (loaded.events, loaded.entries, loaded.header) == (match.events, match.entries, match.header)
    assert loaded.decision == match.decision
    assert play_out(loaded, random.Random(1)).events == play_out(match, random.Random(1)).events


def test_a_finished_match_keeps_its_result(match: Match, tmp_path: Path) -> None:
    play_out(match, random.Random(1))
    loaded = gunki.load(match.save(tmp_path / "end.gunki"))
    assert loaded.result == match.result
    assert loaded.result is not None


def test_loading_rolls_no_dice(path: Path, match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> tuple[int, ...]:
        raise AssertionError("the generator was asked")

    monkeypatch.setattr(Generator, "__call__", fail)
    assert gunki.load(path).position.digest() == match.position.digest()


def test_a_loaded_match_can_be_taken_back(path: Path, match: Match) -> None:
    loaded = gunki.load(path)
    for ply in range(PLIES - 1, -1, -1):
        loaded.undo(consent=["red", "blue"])
        assert loaded.position.digest() == match.at(ply).position.digest()


def test_a_save_is_a_readable_archive(path: Path) -> None:
    content = members(path)
    assert {"manifest.json", "actions.jsonl", "log.en.txt", "log.ja.txt"} <= content.keys()
    assert len(content["actions.jsonl"].splitlines()) == PLIES + 1


def test_the_same_match_gives_the_same_file(match: Match, path: Path, tmp_path: Path) -> None:
    assert match.save(tmp_path / "b.gunki").read_bytes() == path.read_bytes()


def test_a_composed_match_comes_back(match: Match, tmp_path: Path) -> None:
    composed = gunki.compose("duel", match.describe(), seed=9)
    play_out(composed, random.Random(2), 5)
    loaded = gunki.load(composed.save(tmp_path / "c.gunki"))
    assert loaded.position.digest() == composed.position.digest()


def test_a_forked_match_with_its_own_seed_comes_back(match: Match, tmp_path: Path) -> None:
    fork = play_out(match.fork(seed=99), random.Random(2), 10)
    loaded = gunki.load(fork.save(tmp_path / "fork.gunki"))
    assert play_out(loaded, random.Random(4)).events == play_out(fork, random.Random(4)).events


def test_a_save_of_a_version_with_other_fields_is_replayed(path: Path, match: Match) -> None:
    """Its digest no longer compares, but the rules accept every action."""
    edit_manifest(path, state="another")
    assert_refused(path, "another position")
    edit_manifest(path, state="another", fields=["a_field_of_long_ago"])
    assert gunki.load(path).position.digest() == match.position.digest()


def test_saving_makes_a_missing_folder(match: Match, tmp_path: Path) -> None:
    assert match.save(tmp_path / "new" / "folder" / "a.gunki").is_file()


def test_a_failed_save_leaves_the_old_file_intact(
    match: Match, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = path.read_bytes()

    def full(*_: Any, **__: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(gunki.SaveError, match="cannot be written: No space left on device"):
        match.save(path)
    assert path.read_bytes() == old
    assert list(tmp_path.iterdir()) == [path]
    with pytest.raises(gunki.SaveError, match="cannot be written"):
        match.save(path / "below-a-file.gunki")


# -- files that are no saves ------------------------------------------------------------------------------------------


def test_missing_and_foreign_files_are_refused(tmp_path: Path) -> None:
    assert_refused(tmp_path / "missing.gunki", "no such file")
    assert_refused(tmp_path, "not a readable save")
    for content in (b"", b"hello", b"PK\x03\x04", b"\0" * 1000):
        (tmp_path / "foreign.gunki").write_bytes(content)
        assert_refused(tmp_path / "foreign.gunki", "not a readable save")


def test_a_truncated_save_is_refused_wherever_it_is_cut(path: Path) -> None:
    data = path.read_bytes()
    for size in range(0, len(data), max(1, len(data) // 40)):
        path.write_bytes(data[:size])
        assert_refused(path, "")


def test_a_save_with_a_flipped_byte_is_refused_or_the_same(path: Path, match: Match) -> None:
    data, rng = path.read_bytes(), random.Random(1)
    for _ in range(150):
        place = rng.randrange(len(data))
        path.write_bytes(data[:place] + bytes([data[place] ^ 1 << rng.randrange(8)]) + data[place + 1 :])
        try:
            loaded = gunki.load(path)
        except gunki.SaveError:
            continue
        assert loaded.position.digest() == match.position.digest()


@pytest.mark.parametrize("name", ["../x", "a/../../x", "/etc/x", "C:/x", "..\\x"])
def test_a_member_with_an_unsafe_name_is_refused(path: Path, name: str) -> None:
    edit(path, lambda content: content.update({name: "x"}))
    assert_refused(path, "unsafe name")


def test_too_many_members_are_refused(path: Path) -> None:
    edit(path, lambda content: content.update({f"m{i}": "" for i in range(saves.MOST_MEMBERS)}))
    assert_refused(path, "more than 64 files inside")


def test_a_zip_bomb_is_refused(path: Path) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("manifest.json", b" " * (saves.LARGEST_CONTENT + 1))
    assert path.stat().st_size < 10**6
    assert_refused(path, "unpacks to more than")


def test_a_zip_bomb_with_a_false_size_is_refused(path: Path) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("manifest.json", b" " * 1_000_000)
    data = path.read_bytes()
    path.write_bytes(data.replace((1_000_000).to_bytes(4, "little"), (10).to_bytes(4, "little")))
    assert_refused(path, "")


def test_a_large_file_is_refused_unread(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saves, "LARGEST_FILE", 100)
    assert_refused(path, "larger than a save can be")


@pytest.mark.parametrize("name", ["manifest.json", "actions.jsonl"])
def test_a_missing_member_is_named(path: Path, name: str) -> None:
    edit(path, lambda content: content.pop(name))
    assert_refused(path, f"{name} is missing inside")


def test_a_save_loads_with_its_two_needed_members_alone(path: Path, match: Match) -> None:
    needed = ("manifest.json", "actions.jsonl")
    write(path, {name: text for name, text in members(path).items() if name in needed})
    assert gunki.load(path).position.digest() == match.position.digest()


def test_text_that_is_not_utf8_is_refused(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("manifest.json", b"\xff\xfe")
        archive.writestr("actions.jsonl", b"")
    assert_refused(path, "manifest.json is not UTF-8 text")


@pytest.mark.parametrize("lack", [MemoryError(), zlib.error("Error -4 while decompressing data: ")])
def test_want_of_memory_is_not_reported_as_a_damaged_save(
    path: Path, monkeypatch: pytest.MonkeyPatch, lack: Exception
) -> None:
    data = path.read_bytes()

    def fails(*_: object) -> bytes:
        raise lack

    monkeypatch.setattr(zipfile.ZipExtFile, "read", fails)
    with pytest.raises(MemoryError):
        gunki.loads(data)
