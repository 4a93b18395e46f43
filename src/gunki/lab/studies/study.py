"""A study: a folder with a plan and one row for each game. After an interruption it continues where it was.

    study = gunki.lab.studies.study.open("my-study")
    study.plan                      # what is played
    for row in study.rows(): ...    # the games played so far
    match = study.replay(12)        # game 12 played again, checked against its row

- `plan.json` is written once and never changed; `data/` holds the files that replace tables of the game.
- `games.jsonl` gets a line as soon as a game is over. The line is appended in one write and is on the disk before the
  next game counts. One process writes, and holds the lock of the folder. A last line without a line end was cut off
  when its writer died: it is dropped, and the game is played again.
- `saves/000012.gunki` is written before the row of game 12.
"""

from __future__ import annotations

import builtins
import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any

from gunki.core.definition.data_tables import LARGEST_FILE
from gunki.core.errors import GunkiError, OptionError
from gunki.core.matches.match import Match
from gunki.core.process.lockfile import LOCK, exclusive
from gunki.lab.studies import data_frames, rows, study_plan
from gunki.lab.studies.rows import FailedGame, Row
from gunki.lab.studies.runner import GameResult, GameRunner, Runner
from gunki.lab.studies.study_plan import Plan

PLAN, GAMES, SAVES, DATA = "plan.json", "games.jsonl", "saves", "data"
LARGEST_PLAN = 10_000_000
IN_USE = "another process plays this study (process {who})"


class StudyError(GunkiError):
    """A folder is no study, holds another study, or cannot be written."""


class Study:
    """An existing study. Reading never changes it, and is possible while another process plays it."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path, self.plan = path, plan

    # -- reading --------------------------------------------------------------------------------------------------

    def all_rows(self) -> Iterator[Row | FailedGame]:
        """Yield all rows so far, including those of games that could not be played."""
        try:
            with builtins.open(self.path / GAMES, "rb") as file:
                yield from rows.read(_whole_lines(file), self.plan)
        except FileNotFoundError:
            return
        except OSError as error:
            raise StudyError(f"{self.path / GAMES}: cannot be read: {error.strerror or error}") from None

    def rows(self) -> Iterator[Row]:
        """Return the rows of the games that were played, in the order in which they ended."""
        return (row for row in self.all_rows() if isinstance(row, Row))

    def failures(self) -> list[FailedGame]:
        """Return the games that could not be played."""
        return [row for row in self.all_rows() if isinstance(row, FailedGame)]

    def row(self, number: int) -> Row:
        """Return the row of a game. Raise StudyError if the game failed, or has not been played yet."""
        self.plan.game_at(number)
        for row in self.all_rows():
            if row.number == number:
                if isinstance(row, FailedGame):
                    raise StudyError(f"game {number} could not be played: {row.failed}")
                return row
        raise StudyError(f"game {number} has not been played yet")

    def frame(self) -> Any:
        """Return a data frame of Polars or pandas with one line for each game (gunki.lab.studies.data_frames)."""
        return data_frames.frame(self)

    def _repr_html_(self) -> str:
        """Return who wins and how games end as HTML, for notebooks."""
        from gunki.lab.reports.study_report import brief  # imported here, because that module imports this one

        return brief(self)

    @property
    def tables(self) -> dict[str, Any] | None:
        """The tables that replace the game's own tables. None if there are none."""
        if not self.plan.tables:
            return None
        tables = study_plan.read_tables(self.path / DATA) or {}
        if {name: study_plan.table_digest(table) for name, table in tables.items()} != dict(self.plan.tables):
            raise StudyError(f"{self.path / DATA}: the files there are no longer those the study was planned with")
        return tables

    # -- playing --------------------------------------------------------------------------------------------------

    def play(
        self,
        runner: Runner,
        on_new_row: Callable[[Row | FailedGame], None] = lambda row: None,
        on_known_row: Callable[[Row | FailedGame], None] = lambda row: None,
    ) -> None:
        """Play all missing games with `runner` and store their rows.

        `on_known_row` is called with each row that existed before. `on_new_row` is called with each new row.
        """
        with exclusive(self.path, IN_USE):
            self._cut_off_torn_line()
            done = set()
            for row in self.all_rows():
                done.add(row.number)
                on_known_row(row)
            missing = {number for number in range(self.plan.games) if number not in done}
            if not missing:
                return
            if self.plan.saves == study_plan.ALL:
                (self.path / SAVES).mkdir(exist_ok=True)
            playing = runner.run(self.plan, self.tables, sorted(missing))
            try:
                with self._open_for_append() as append:
                    for result in playing:
                        if result.row.number in missing:  # never write a game twice
                            missing.discard(result.row.number)
                            self._store_result(result, append)
                            on_new_row(result.row)
            finally:
                close = getattr(playing, "close", None)
                if close is not None:  # some runners have processes that must be ended
                    close()
            if missing:
                raise StudyError(f"{len(missing)} games were not played; `gunki lab resume {self.path}` plays them")

    def _cut_off_torn_line(self) -> None:
        with suppress(FileNotFoundError), builtins.open(self.path / GAMES, "r+b") as file:
            end = file.seek(0, os.SEEK_END)
            length = end
            while length > 0:  # search backwards for the last line end
                start = max(0, length - 65536)
                file.seek(start)
                line_end = file.read(length - start).rfind(b"\n")
                if line_end >= 0:
                    length = start + line_end + 1
                    break
                length = start
            if length < end:
                file.truncate(length)

    @contextmanager
    def _open_for_append(self) -> Iterator[Callable[[bytes], None]]:
        handle = -1
        try:
            handle = os.open(self.path / GAMES, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
            _sync_folder(self.path)

            def append(text: bytes) -> None:
                size = os.fstat(handle).st_size
                try:
                    if os.write(handle, text) < len(text):
                        raise OSError(0, "the line did not fit")
                    os.fsync(handle)
                except OSError:
                    with suppress(OSError):
                        os.ftruncate(handle, size)
                    raise

            yield append
        except OSError as error:
            raise StudyError(
                f"{self.path}: cannot be written: {error.strerror or error}; the games before are kept, "
                f"and `gunki lab resume {self.path}` goes on"
            ) from None
        finally:
            if handle >= 0:
                os.close(handle)

    def _store_result(self, result: GameResult, append: Callable[[bytes], None]) -> None:
        if result.save is not None:
            write_file(self.save_path(result.row.number), result.save)
        append(rows.line(result.row))

    # -- one game -------------------------------------------------------------------------------------------------

    def save_path(self, number: int) -> Path:
        """Return the path of a game's save."""
        return self.path / SAVES / f"{number:06d}.gunki"

    def replay(self, number: int) -> Match:
        """Play a game again and return its match. Raise StudyError if the game differs from its row."""
        row = self.row(number)
        new_row, match = GameRunner(self.plan, self.tables).play(number)
        if new_row.digest != row.digest:
            raise StudyError(f"game {number} plays differently here: digest {new_row.digest}, in its row {row.digest}")
        before, now = row.comparable_fields(), new_row.comparable_fields()
        other = [name for name in before if before[name] != now[name]]
        if other:
            raise StudyError(f"game {number} plays the same, but its row differs in: {', '.join(other)}")
        return match


def open(path: str | Path) -> Study:
    """Return the study in the folder `path`. Raise StudyError if there is none."""
    folder = Path(path)
    file = folder / PLAN
    try:
        if file.stat().st_size > LARGEST_PLAN:
            raise StudyError(f"{file}: larger than {LARGEST_PLAN} bytes")
        document = json.loads(file.read_bytes())
    except (FileNotFoundError, NotADirectoryError):
        raise StudyError(f"{folder}: no study: there is no {PLAN}") from None
    except OSError as error:
        raise StudyError(f"{file}: cannot be read: {error.strerror or error}") from None
    except (ValueError, RecursionError) as error:
        raise StudyError(f"{file}: not JSON: {error}") from None
    return Study(folder, study_plan.plan_from_dict(document, str(file)))


def begin(path: str | Path, plan: Plan, data: Mapping[str, bytes] = MappingProxyType({})) -> Study:
    """Return the study of `plan` in the folder `path`.

    A study that is there already is returned if it has the same plan. `data` holds the files that replace tables, by
    name. Raises OptionError if the folder holds something else.
    """
    folder = Path(path)
    if (folder / PLAN).exists():
        study = open(folder)
        other = study_plan.differences(study.plan, plan)
        if other:
            raise OptionError(f"{folder} holds a study with another plan ({'; '.join(other)}): choose another folder")
        return study
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with exclusive(folder, IN_USE):
            strange = {entry.name for entry in folder.iterdir()} - {LOCK, DATA, f"{PLAN}.part"}
            if strange:
                raise OptionError(f"{folder}: neither empty nor a study; choose another folder")
            for name, content in data.items():
                (folder / DATA).mkdir(exist_ok=True)
                write_file(folder / DATA / name, content)
            write_file(folder / PLAN, json.dumps(plan.to_dict(), ensure_ascii=False, indent=1).encode() + b"\n")
    except OSError as error:
        raise StudyError(f"{folder}: cannot be written: {error.strerror or error}") from None
    return open(folder)


def data_files(path: Path | None) -> dict[str, bytes]:
    """Read the files that replace tables, and return them by name.

    `path` is a folder or one file. If it is None, there are none.
    """
    if path is None:
        return {}
    files = [path] if path.is_file() else sorted(path.glob("*.toml")) + sorted(path.glob("*.csv"))
    if not files or files[0].suffix not in (".toml", ".csv"):
        raise OptionError(f"--data {path}: expected a .toml or .csv file, or a folder with such files")
    large = [file.name for file in files if file.stat().st_size > LARGEST_FILE]
    if large:
        raise OptionError(f"--data {path}: {large[0]} is larger than {LARGEST_FILE} bytes")
    return {file.name: file.read_bytes() for file in files}


def tables_in(files: Mapping[str, bytes]) -> dict[str, Any] | None:
    """Return the tables in the given files. Return None if there are no files."""
    if not files:
        return None
    with TemporaryDirectory(prefix="gunki-") as folder:
        for name, content in files.items():
            (Path(folder) / name).write_bytes(content)
        return study_plan.read_tables(Path(folder))


def _whole_lines(file: Any) -> Iterator[bytes]:
    """Yield the lines of a file.

    An unfinished last line is left out, because another process may be writing it.
    """
    while text := file.readline(rows.LONGEST_LINE + 2):
        if not text.endswith(b"\n") and len(text) <= rows.LONGEST_LINE:
            return
        yield text


def write_file(path: Path, content: bytes) -> None:
    """Write a file in such a way that it is never half written.

    It is first written under another name, then moved to its place.
    """
    part = path.with_name(path.name + ".part")
    with builtins.open(part, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    os.replace(part, path)


def _sync_folder(folder: Path) -> None:
    with suppress(OSError):  # some systems cannot sync folders
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
