"""The same surroundings for every test on every machine, and a record of which clauses the passing tests prove.

The record is made when GUNKI_RECORD_CLAUSES=1 (as `make test` sets it): build/clauses.json, {book: {clause id: [test,
...]}}. A test counts when setup, call and teardown all passed, and for a parametrised one when every variant did. The
clauses travel with the reports, so it works under pytest-xdist too.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import HealthCheck, settings

from tests.support import ROOT, book_of, check_ids

#: What somebody's shell or a machine that builds may say about languages, colours, widths, proxies and repositories.
#: The commands heed it, and what tests start inherits it: none of it may decide whether a test passes.
ELSEWHERE = (
    "COLUMNS", "LINES", "FORCE_COLOR", "NO_COLOR", "PY_COLORS", "CLICOLOR", "CLICOLOR_FORCE", "TTY_COMPATIBLE",
    "TTY_INTERACTIVE", "TERMINAL_WIDTH", "GITHUB_ACTIONS",
    "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "LANGUAGE",
    "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy",
    "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE",
    "GUNKI_HOME", "GUNKI_PURE",
)  # fmt: skip
for _name in ELSEWHERE:
    os.environ.pop(_name, None)
os.environ["LANG"] = "C.UTF-8"

# The same examples every time, however slow the machine is; nothing is kept for the next run.
settings.register_profile(
    "gunki",
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("gunki")

PROPERTY = "clause"
PHASES = {"setup", "call", "teardown"}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--plain-part", action="store_true", help="of the clause tests one in PLAIN_SHARE, by name")


def pytest_configure(config: pytest.Config) -> None:
    if os.environ.get("GUNKI_RECORD_CLAUSES") == "1" and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Recorder(ROOT / "build" / "clauses.json"))


#: One clause test in so many is run with the plain rules too.
PLAIN_SHARE = 10


def is_in_plain_part(nodeid: str) -> bool:
    """Return whether a test is run with the plain rules every day: by its name, so that the part stays the same."""
    return not nodeid.startswith("tests/clauses/") or crc32(nodeid.encode()) % PLAIN_SHARE == 0


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--plain-part"):
        items[:] = [item for item in items if is_in_plain_part(item.nodeid)]
    for item in items:
        for mark in item.iter_markers(PROPERTY):
            game, *ids = mark.args
            try:
                check_ids(game, tuple(ids))
            except ValueError as error:
                raise pytest.UsageError(f"{item.nodeid}: {error}") from None
            item.user_properties += [(PROPERTY, [book_of(game, clause_id), clause_id]) for clause_id in ids]


class Recorder:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.passed: dict[str, set[str]] = {}  # test variant -> phases passed
        self.proves: dict[str, set[tuple[str, str]]] = {}  # test -> (book, clause id)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        phases = self.passed.setdefault(report.nodeid, set())
        if report.passed and not hasattr(report, "wasxfail"):
            phases.add(report.when)
        for name, value in report.user_properties:
            if name == PROPERTY and isinstance(value, list):
                book, clause_id = value
                self.proves.setdefault(function(report.nodeid), set()).add((book, clause_id))

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        if exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
            write_json(self.path, self.record())

    def record(self) -> dict[str, dict[str, list[str]]]:
        failed = {function(variant) for variant, phases in self.passed.items() if phases != PHASES}
        found: dict[str, dict[str, list[str]]] = {}
        for test in sorted(self.proves.keys() - failed):
            for book, clause_id in sorted(self.proves[test]):
                found.setdefault(book, {}).setdefault(clause_id, []).append(test)
        return found


def function(nodeid: str) -> str:
    """`tests/test_x.py::test_y` of `tests/test_x.py::test_y[variant]`."""
    return nodeid.partition("[")[0]


def write_json(path: Path, document: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    part.write_text(json.dumps(document, ensure_ascii=False, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    part.replace(path)
