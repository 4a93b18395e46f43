"""What the operator is told when a folder, a file or the disk does not do: one line that says what to do next."""

from __future__ import annotations

import errno
import io
import os
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from gunki.cli.main import main
from gunki.server.admin import backup
from gunki.server.run import ServeError, serve
from gunki.server.settings import Settings
from gunki.server.store.database import operator_message
from tests.server.unit.test_admin import admin, filled, refused

MEND = ("gunki admin salvage FILE", "gunki admin restore FILE")


def sqlite_error(code: int, words: str) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError(words)
    error.sqlite_errorcode = code
    return error


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    live = filled(tmp_path)
    nowhere = str(tmp_path / "none" / "a")
    for words in (("salvage", nowhere), ("backup", nowhere)):
        line = refused(tmp_path, *words, capsys=capsys)
        assert os.strerror(errno.ENOENT) in line
        assert "choose another place" in line
    admin(tmp_path, "backup", str(tmp_path / "a.backup"))
    (tmp_path / "file").touch()
    line = refused(tmp_path / "file", "restore", str(tmp_path / "a.backup"), capsys=capsys)
    assert "choose another --data" in line
    (tmp_path / "archive").touch()  # a file where the folder is to be
    assert "the match is where it was" in refused(tmp_path, "archive", live.id, capsys=capsys)
    assert [match["id"] for match in admin(tmp_path, "list")] == [live.id]


def test_nobody_there_to_answer_is_a_no(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    live = filled(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert main(["admin", "delete", live.id, "--data", str(tmp_path)]) == 1
    assert "not deleted; --yes" in capsys.readouterr().err
    assert admin(tmp_path, "list")


def test_a_file_that_is_no_store_is_told_as_damage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "server.sqlite3").write_bytes(b"nothing of the kind" * 500)
    for words in (("list",), ("check",), ("backup", str(tmp_path / "b"))):
        line = refused(tmp_path, *words, capsys=capsys)
        assert [way for way in ("damaged", *MEND) if way not in line] == []
    assert MEND[1] in refused(tmp_path, "salvage", str(tmp_path / "s"), capsys=capsys)
    with pytest.raises(ServeError, match=r"damaged.*salvage FILE.*restore FILE"):
        serve(Settings(data=tmp_path, port=0), print)
    assert not {"b", "s"} & {path.name for path in tmp_path.iterdir()}


def test_a_full_disk_is_not_called_damage(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(tmp_path)

    def no_room(path: Path) -> None:
        raise OperationalError("INSERT", {}, sqlite_error(sqlite3.SQLITE_FULL, "database or disk is full"))

    monkeypatch.setattr(backup, "_mend", no_room)
    line = refused(tmp_path, "salvage", str(tmp_path / "s"), capsys=capsys)
    assert "check that the disk has room" in line
    assert "restore" not in line
    assert not (tmp_path / "s").exists()


def test_a_store_that_somebody_holds_is_not_called_unusable(tmp_path: Path) -> None:
    error = sqlite_error(sqlite3.SQLITE_BUSY, "database is locked")
    assert operator_message(error) == "another program holds the store; try again when it is done"
