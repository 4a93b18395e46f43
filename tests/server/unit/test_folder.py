"""A data folder is one server's at a time."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gunki.core.process.lockfile import FolderInUse, exclusive
from gunki.server.run import ServeError, serve
from gunki.server.settings import IN_USE, Settings
from tests.server.process import PATIENCE

HOLD = """
import sys
from pathlib import Path
from gunki.core.process.lockfile import exclusive
with exclusive(Path(sys.argv[1]), ''):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_the_second_is_told_who_has_it_and_a_killed_one_lets_go(tmp_path: Path) -> None:
    other = subprocess.Popen([sys.executable, "-c", HOLD, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        with pytest.raises(FolderInUse, match=rf"process {other.pid}\); stop it, or choose another --data"):
            serve(Settings(data=tmp_path, port=0), print)
    finally:
        other.kill()
        other.communicate(timeout=PATIENCE)
    with exclusive(tmp_path, IN_USE):
        assert (tmp_path / "lock").read_text() == f"{os.getpid()}\n"
        with pytest.raises(FolderInUse), exclusive(tmp_path, IN_USE):
            pass
    with exclusive(tmp_path, IN_USE):
        pass


@pytest.mark.skipif(os.getuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_used_is_told(tmp_path: Path) -> None:
    (tmp_path / "shut").mkdir(mode=0o500)
    with pytest.raises(ServeError, match="choose another --data"):
        serve(Settings(data=tmp_path / "shut" / "data", port=0), print)


def test_a_file_in_the_place_of_the_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("")
    with pytest.raises(ServeError, match="cannot be used"):
        serve(Settings(data=tmp_path / "data", port=0), print)
