"""A study: a folder that continues where it stopped, loses and doubles no game, and checks what it reads."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

import gunki
from gunki.core.errors import GunkiError, OptionError
from gunki.core.process.lockfile import FolderInUse, exclusive
from gunki.lab.studies import rows, study, study_plan
from gunki.lab.studies.rows import RowError
from gunki.lab.studies.runner import GameResult, GameRunner, InlineRunner
from gunki.lab.studies.study import Study, StudyError
from gunki.lab.studies.study_plan import Plan

GAMES = 6


def make_plan(**other: Any) -> Plan:
    given = {"game": "honganji", "players": ["random"], "games": GAMES, "seed": 3, "scenario": "three_players"}
    return study_plan.make_plan(**{**given, **other})


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Study:
    """Play a study from beginning to end, with all saves; tests change only copies."""
    found = study.begin(tmp_path_factory.mktemp("study"), make_plan(saves="all"))
    found.play(InlineRunner())
    return found


@pytest.fixture
def copy(played: Study, tmp_path: Path) -> Study:
    folder = tmp_path / "copy"
    folder.mkdir()
    for name in (study.PLAN, study.GAMES):
        (folder / name).write_bytes((played.path / name).read_bytes())
    return study.open(folder)


class Only:
    """A runner that stops after a number of games, as if it was interrupted."""

    def __init__(self, most: int) -> None:
        self.asked: list[int] = []
        self._most = most

    def run(self, plan: Plan, tables: Mapping[str, Any] | None, numbers: Iterable[int]) -> Iterator[GameResult]:
        self.asked = list(numbers)
        yield from InlineRunner().run(plan, tables, self.asked[: self._most])
        if self._most < len(self.asked):
            raise KeyboardInterrupt


def comparable_rows(found: Study) -> dict[int, dict[str, Any]]:
    return {row.number: row.comparable_fields() for row in found.rows()}


def test_every_game_has_a_row_and_its_save(played: Study) -> None:
    assert sorted(row.number for row in played.rows()) == list(range(GAMES))
    for row in played.rows():
        match = gunki.load(played.save_path(row.number))
        assert match.result is not None
        assert (match.result.winners, match.result.clause, match.ply) == (row.winners, row.clause, row.decisions)
        assert row.cpu > 0
        assert set(row.luck) == set(row.seating) == set(played.plan.seats)
    assert played.failures() == []


def test_a_row_is_read_back_as_it_was(played: Study) -> None:
    row, _ = GameRunner(played.plan).play(2)
    again = rows.parse_row(rows.line(row), played.plan, "here")
    assert isinstance(again, rows.Row)
    assert again.comparable_fields() == row.comparable_fields() == played.row(2).comparable_fields()


def test_an_interrupted_study_goes_on_where_it_was(played: Study, tmp_path: Path) -> None:
    plan = make_plan()
    with pytest.raises(KeyboardInterrupt):
        study.begin(tmp_path / "s", plan).play(Only(2))
    assert sorted(comparable_rows(study.open(tmp_path / "s"))) == [0, 1]
    rest = Only(99)
    known: list[rows.Row | rows.FailedGame] = []
    told: list[rows.Row | rows.FailedGame] = []
    study.begin(tmp_path / "s", plan).play(rest, told.append, known.append)
    assert rest.asked == [2, 3, 4, 5]
    assert ([row.number for row in known], [row.number for row in told]) == ([0, 1], [2, 3, 4, 5])
    assert comparable_rows(study.open(tmp_path / "s")) == comparable_rows(played)
    study.open(tmp_path / "s").play(Only(0))  # nothing is left to do


@pytest.mark.parametrize("cut", [1, 40, -1])
def test_a_torn_last_line_is_cut_off_and_played_again(copy: Study, played: Study, cut: int) -> None:
    """`cut`: the number of bytes missing at its end; -1: all but its first byte."""
    path = copy.path / study.GAMES
    content = path.read_bytes()
    last = content.rstrip(b"\n").rfind(b"\n") + 1
    path.write_bytes(content[: len(content) - cut] if cut > 0 else content[: last + 1])
    assert len(comparable_rows(copy)) == GAMES - 1  # a reader skips the torn line
    copy.play(InlineRunner())
    assert comparable_rows(copy) == comparable_rows(played)


def test_another_plan_is_refused_with_its_differences(copy: Study) -> None:
    with pytest.raises(OptionError, match="another plan \\(seed: 3, now 4; games: 6, now 9; saves: all, now none\\)"):
        study.begin(copy.path, make_plan(games=9, seed=4))


def test_a_folder_with_other_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("mine")
    with pytest.raises(OptionError, match="neither empty nor a study"):
        study.begin(tmp_path, make_plan())
    with pytest.raises(StudyError, match=r"no plan\.json"):
        study.open(tmp_path)
    with pytest.raises(StudyError, match="no study"):
        study.open(tmp_path / "thesis.tex")


def test_two_commands_cannot_play_one_study(copy: Study) -> None:
    with exclusive(copy.path, study.IN_USE), pytest.raises(FolderInUse, match="another process plays this study"):
        copy.play(InlineRunner())


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda row: {**row, "digest": "00"}, "plays differently"),
        (lambda row: {**row, "turns": row["turns"] + 1}, "its row differs in: turns"),
    ],
)
def test_a_row_that_does_not_replay_the_same_is_found(
    copy: Study, change: Callable[[dict[str, Any]], dict[str, Any]], told: str
) -> None:
    lines = [json.loads(line) for line in (copy.path / study.GAMES).read_bytes().splitlines()]
    assert copy.replay(1).result is not None
    changed = [change(row) if row["number"] == 1 else row for row in lines]
    (copy.path / study.GAMES).write_text("".join(json.dumps(row) + "\n" for row in changed))
    with pytest.raises(StudyError, match=told):
        copy.replay(1)


BAD: list[tuple[str, Any]] = [
    ("number", -1), ("number", 6), ("number", 1.0), ("number", True), ("pair", 1), ("seed", 4), ("seating", {}),
    ("seating", {"akechi": "greedy", "shibata": "random", "hashiba": "random"}), ("winners", "akechi"),
    ("winners", ["oda"]),
    ("reason", 1), ("reason", "x" * 9999), ("clause", None), ("points", {"akechi": "1"}), ("points", {"oda": 1}),
    ("points", {"akechi": 2**60}), ("turns", -1), ("decisions", 1.5), ("cpu", -1), ("cpu", 1e300), ("cpu", "1"),
    ("digest", 1),
    ("conditions", [["a"]]), ("conditions", [["a", "b"]]), ("turned_back", None), ("milestones", [["a", 1]]),
    ("milestones", {"a": 1}), ("luck", {"akechi": 1}), ("luck", {"oda": {}}), ("points_by_turn", [[1, {"oda": 1}]]),
    ("taken", [[1, "a", "b"]]), ("fell", [["a", 1]]), ("fights", {"a": -1}),
]  # fmt: skip


@pytest.mark.parametrize(("field", "value"), BAD, ids=lambda value: str(value)[:30])
def test_a_bad_row_is_refused_by_its_line_and_field(copy: Study, field: str, value: Any) -> None:
    path = copy.path / study.GAMES
    lines = path.read_bytes().splitlines(keepends=True)
    at = next(n for n, line in enumerate(lines) if json.loads(line)["number"] == 0)
    lines[at] = json.dumps({**json.loads(lines[at]), field: value}).encode() + b"\n"
    path.write_bytes(b"".join(lines))
    with pytest.raises(RowError, match=f"line {at + 1}: field '{field}'"):
        list(copy.rows())
    with pytest.raises(RowError):
        copy.play(InlineRunner())


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (b"{", "not JSON"),
        (b"\xff", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b'{"number": NaN}', "not JSON"),
        (b"[]", "expected an object"),
        (b"x" * 2_000_100, "longer than"),
        (b'{"number": 0, "more": 1}', "unknown field 'more'"),
        (b"", "not JSON"),
    ],
    ids=["open", "no text", "deep", "NaN", "list", "long", "unknown", "empty"],
)
def test_a_line_that_is_no_row_is_refused_by_its_number(copy: Study, line: bytes, told: str) -> None:
    path = copy.path / study.GAMES
    path.write_bytes(path.read_bytes() + line + b"\n")
    with pytest.raises(RowError, match=f"games.jsonl line {GAMES + 1}: {told}"):
        list(copy.rows())


def test_a_game_recorded_twice_is_reported(copy: Study) -> None:
    path = copy.path / study.GAMES
    content = path.read_bytes()
    path.write_bytes(content + content.splitlines(keepends=True)[1])
    with pytest.raises(RowError, match=r"line 7: game . is there twice, first in line 2"):
        list(copy.rows())


def test_a_plan_that_is_no_json_is_refused(copy: Study) -> None:
    (copy.path / study.PLAN).write_bytes(b"\x00")
    with pytest.raises(StudyError, match=r"plan\.json: not JSON"):
        study.open(copy.path)


def test_replaced_tables_are_kept_in_the_study(tmp_path: Path) -> None:
    game = gunki.game("nobunaga")
    table = {**game.tables["evaluation"]}
    name = next(key for key, value in table.items() if isinstance(value, int))
    table[name] += 1
    written = "[evaluation]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in table.items())
    (tmp_path / "mine.toml").write_text(written)
    files = study.data_files(tmp_path / "mine.toml")
    plan = study_plan.make_plan("nobunaga", ["random"], 2, 1, tables=study.tables_in(files))
    found = study.begin(tmp_path / "s", plan, files)
    found.play(InlineRunner())
    (tmp_path / "mine.toml").unlink()
    match = study.open(tmp_path / "s").replay(1)
    assert match.header.tables == {"evaluation": table}
    (tmp_path / "s" / "data" / "mine.toml").write_text(written.replace(f"{name} = ", f"{name} = 1"))
    with pytest.raises(StudyError, match="no longer those"):
        found.replay(1)
    with pytest.raises(OptionError, match=r"tables.evaluation: .*, now none"):
        study.begin(tmp_path / "s", study_plan.make_plan("nobunaga", ["random"], 2, 1))


#: What a process that is started has to find.
PATHS = os.pathsep.join(sys.path)
FULL = """
import resource, sys
from gunki.lab.studies import study
from gunki.lab.studies.runner import InlineRunner
found = study.open(sys.argv[1])
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]),) * 2)
try:
    found.play(InlineRunner())
except study.StudyError as error:
    sys.exit(str(error))
"""


def test_a_full_disk_loses_no_earlier_row(played: Study, tmp_path: Path) -> None:
    found = study.begin(tmp_path / "s", make_plan())
    line = len((played.path / study.GAMES).read_bytes()) // GAMES
    script = [sys.executable, "-c", FULL, str(found.path), str(line * 3)]
    ended = subprocess.run(script, capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": PATHS})
    assert ended.returncode == 1
    assert "cannot be written" in ended.stderr
    assert "gunki lab resume" in ended.stderr
    content = (found.path / study.GAMES).read_bytes()
    assert content.endswith(b"\n")
    assert 1 <= len(comparable_rows(found)) < GAMES
    found.play(InlineRunner())
    assert comparable_rows(found) == comparable_rows(played)


def test_an_error_in_a_game_is_recorded_as_its_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = GameRunner.play

    def play(self: GameRunner, number: int) -> Any:
        if number == 4:
            raise ValueError("no such card")
        return real(self, number)

    monkeypatch.setattr(GameRunner, "play", play)
    found = study.begin(tmp_path, make_plan())
    found.play(InlineRunner())
    (failure,) = found.failures()
    assert failure.number == 4
    assert failure.failed.startswith("ValueError: no such card (test_study.py:")
    assert sorted(comparable_rows(found)) == [0, 1, 2, 3, 5]
    with pytest.raises(GunkiError, match="game 4 could not be played: ValueError"):
        found.row(4)
