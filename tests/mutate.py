"""How many changed or deleted rules no test notices: `make mutate
PATHS=src/gunki/series/gunyuden/rules/combat/skirmish.py`.

Some single changes of the given files are drawn (the seed is printed; the same seed draws the same), each is made in a
copy of the tree, and the tests of the game are run on it: first those that prove the clauses cited where the change is,
then all others. A change that no test notices survives: a test is missing there, or the line does nothing.
"""

from __future__ import annotations

import argparse
import ast
import os
import queue
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import cache_from_source
from pathlib import Path

import gunki
from gunki.rulebook.citations import Citations, Definitions, folders
from tests.support import ROOT, SRC

#: What a copy of the tree does without.
LEFT_OUT = (".git", ".venv", "build", "dist", "node_modules", "page", ".*_cache", ".hypothesis", "*.egg-info")
#: Comparisons, and what each becomes.
COMPARED: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "<="), ast.LtE: ("<=", "<"), ast.Gt: (">", ">="), ast.GtE: (">=", ">"), ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="), ast.In: ("in", "not in"), ast.NotIn: ("not in", "in"), ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
}  # fmt: skip
#: A run that takes so many times as long as the unchanged tree, and so many seconds more, hangs.
PATIENCE, GRACE = 3, 20.0
#: What pytest says when it found no test.
NO_TESTS = 5


@dataclass(frozen=True)
class Change:
    """Some text of a file becomes another."""

    path: Path
    start: int
    end: int
    old: str
    new: str
    line: int

    def __str__(self) -> str:
        return f"`{_short(self.old)}` -> `{_short(self.new)}`"

    def apply(self, source: str) -> str:
        return source[: self.start] + self.new + source[self.end :]


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 60 else f"{text[:57]}..."


# -- what can be changed ----------------------------------------------------------------------------------------------


class Changes:
    """Every change of a source file: statements and yields that are dropped, conditions negated, numbers and
    comparisons altered. What only types read is left alone.
    """

    def __init__(self, path: Path, source: str) -> None:
        self.path, self.source = path, source
        starts = [0]
        for line in source.splitlines(keepends=True):
            starts.append(starts[-1] + len(line))
        self.starts, self.lines = starts, source.splitlines()

    def __iter__(self) -> Iterator[Change]:
        yield from self._inside(ast.parse(self.source))

    def _inside(self, node: ast.AST) -> Iterator[Change]:
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "returns", "decorator_list"):
                continue
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST) and not _for_types(child):
                    yield from self._of(child)
                    yield from self._inside(child)

    def _of(self, node: ast.AST) -> Iterator[Change]:
        match node:
            case ast.Expr(value=ast.Constant(value=str())):  # what something says of itself
                return
            case ast.Expr(value=ast.Yield() | ast.YieldFrom()):
                yield self._change(node, "yield from ()")
            case ast.Expr() | ast.AugAssign() | ast.Delete():
                yield self._change(node, "pass")
            case ast.Assign(targets=[ast.Attribute() | ast.Subscript(), *_]):
                yield self._change(node, "pass")
            case ast.If(test=test, orelse=[]):
                yield self._change(node, "pass")
                yield self._negated(test)
            case ast.If(test=test) | ast.IfExp(test=test):
                yield self._negated(test)
            case ast.comprehension(ifs=[test, *_]):
                yield self._negated(test)
            case ast.BoolOp(op=op, values=[first, second, *_]):
                words = ("and", "or") if isinstance(op, ast.And) else ("or", "and")
                yield from self._between(first, second, *words)
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                yield from self._between(left, right, *COMPARED[type(op)])
            case ast.BinOp(left=left, op=ast.Sub(), right=right):
                yield from self._between(left, right, "-", "+")
            case ast.Constant(value=int() as number) if not isinstance(number, bool):
                yield self._change(node, str(number + 1))

    def _change(self, node: ast.expr | ast.stmt, new: str) -> Change:
        start, end = self._place(node)
        return Change(self.path, start, end, self.source[start:end], new, node.lineno)

    def _negated(self, test: ast.expr) -> Change:
        start, end = self._place(test)
        return self._change(test, f"(not ({self.source[start:end]}))")

    def _between(self, left: ast.expr, right: ast.expr, old: str, new: str) -> Iterator[Change]:
        """The operator between two operands, where nothing else could be taken for it."""
        start, end = self._place(left)[1], self._place(right)[0]
        operator = r"\s+".join(map(re.escape, old.split()))
        found = re.fullmatch(rf"([\s()]*){operator}([\s()]*)", self.source[start:end])
        if found:
            where = (start + len(found[1]), end - len(found[2]))
            whole = (self._place(left)[0], self._place(right)[1])
            changed = self.source[whole[0] : where[0]] + new + self.source[where[1] : whole[1]]
            yield Change(self.path, *whole, self.source[whole[0] : whole[1]], changed, left.lineno)

    def _place(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._offset(node.lineno, node.col_offset), self._offset(node.end_lineno, node.end_col_offset)

    def _offset(self, line: int, column: int) -> int:
        """Columns are counted in bytes."""
        return self.starts[line - 1] + len(self.lines[line - 1].encode()[:column].decode())


def _for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def changes(path: Path) -> list[Change]:
    source = path.read_text(encoding="utf-8")
    return [change for change in Changes(path, source) if _compiles(change.apply(source))]


def _compiles(source: str) -> bool:
    try:
        compile(source, "changed", "exec")
    except SyntaxError:
        return False
    return True


# -- which tests matter -----------------------------------------------------------------------------------------------


def tests_of(path: Path) -> list[str]:
    """Return the clause tests of the games that play by a file, and of their series; else those of its folder."""
    found: dict[str, None] = {}
    for ident in gunki.game_ids():
        game = gunki.game(ident)
        if any(folder in path.parents for folder in folders(game)):
            names = (ident, *(book.id for book in game.books), *(folder.name for folder in folders(game)))
            found |= dict.fromkeys(f"tests/clauses/{name}" for name in names)
    if not found:
        found[f"tests/{path.relative_to(SRC).parts[0]}"] = None
    there = [name for name in found if (ROOT / name).is_dir()]
    if not there:
        raise SystemExit(f"{path}: name the tests for it, e.g. TESTS=tests/core")
    return there


def marked(root: Path, tests: Sequence[str]) -> dict[str, list[str]]:
    """By clause the tests that are marked with it."""
    found: dict[str, list[str]] = {}
    files = [
        file for name in tests for file in ([root / name] if name.endswith(".py") else (root / name).rglob("*.py"))
    ]
    for file in sorted(files):
        every = ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        for node in (node for node in every if isinstance(node, ast.FunctionDef)):
            for mark in node.decorator_list:
                match mark:
                    case ast.Call(func=ast.Name(id="clause"), args=[_, *ids]):
                        for ident in ids:
                            if isinstance(ident, ast.Constant):
                                test = f"{file.relative_to(root).as_posix()}::{node.name}"
                                found.setdefault(str(ident.value), []).append(test)
    return found


def first_tests(change: Change, marks: dict[str, list[str]]) -> list[str]:
    """The tests of the clauses that are cited in the function or class around a change."""
    clauses = {i: c for ident in gunki.game_ids() for i, c in gunki.game(ident).clauses.items()}
    source = change.path.read_text(encoding="utf-8")
    lines, found = source.splitlines(), Citations(clauses)
    around = [thing for thing in Definitions(source).definitions if thing.first <= change.line <= thing.last]
    for thing in sorted(around, key=lambda thing: -thing.first):
        cited = {ident for line in lines[thing.first - 1 : thing.last] for ident in found.find(line)}
        tests = [test for ident in sorted(cited) for test in marks.get(ident, ())]
        if tests:
            return list(dict.fromkeys(tests))
    return []


# -- running them -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Outcome:
    change: Change
    #: "killed", "hangs" or "survived".
    fate: str


class Copy:
    """A copy of the tree, in which changes are made one after the other."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.root, self.folder = root, folder
        shutil.copytree(root, folder, ignore=shutil.ignore_patterns(*LEFT_OUT))

    def run(self, module: Sequence[str], limit: float | None) -> tuple[int | None, str]:
        """Run a Python module with its arguments in the copy.

        Return its exit code, None if it took longer than `limit` seconds, and what it printed.
        """
        env = {**os.environ, "PYTHONPATH": os.pathsep.join((str(self.folder / "src"), str(self.folder)))}
        env.pop("PYTHONDONTWRITEBYTECODE", None)
        with subprocess.Popen(
            [sys.executable, "-m", *module], cwd=self.folder, env=env, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, start_new_session=True, encoding="utf-8",
        ) as process:  # fmt: skip
            try:
                printed = process.communicate(timeout=limit)[0]
                return process.returncode, printed
            except subprocess.TimeoutExpired:
                return None, ""
            finally:
                if process.poll() is None:
                    os.killpg(process.pid, signal.SIGKILL)

    def passes(self, tests: Sequence[str], limit: float | None) -> bool | None:
        """Return whether all these tests pass; None if that takes too long."""
        command = ["pytest", "-q", "-x", "--no-header", "--tb=no", "-p", "no:cacheprovider"]
        code, _ = self.run([*command, *tests], limit)
        return None if code is None else code in (0, NO_TESTS)

    @contextmanager
    def changed(self, change: Change) -> Iterator[None]:
        """Make a change in the copy, and take it back at the end."""
        file = self.folder / change.path.relative_to(self.root)
        source = file.read_text(encoding="utf-8")
        try:
            self._write(file, change.apply(source))
            yield
        finally:
            self._write(file, source)

    def with_change(self, change: Change, tests: Sequence[Sequence[str]], limit: float | None) -> str:
        """What becomes of a change under some tests, and then under others."""
        with self.changed(change):
            for some in filter(None, tests):
                passed = self.passes(some, limit)
                if not passed:
                    return "hangs" if passed is None else "killed"
            return "survived"

    @staticmethod
    def _write(file: Path, source: str) -> None:
        """Without what was compiled: a file of the same size in the same second would pass for the old one."""
        file.write_text(source, encoding="utf-8")
        Path(cache_from_source(str(file))).unlink(missing_ok=True)


def run(root: Path, drawn: Sequence[Change], tests: Sequence[str], jobs: int) -> Iterator[Outcome]:
    """What becomes of each change, in their order."""
    marks = marked(root, tests)
    with tempfile.TemporaryDirectory(prefix="gunki-mutate-") as scratch:
        copies: queue.Queue[Copy] = queue.Queue()
        for number in range(max(1, jobs)):
            copies.put(Copy(root, Path(scratch) / str(number)))
        limit = _checked(copies, drawn, tests)

        def tried(change: Change) -> Outcome:
            copy = copies.get()
            try:
                return Outcome(change, copy.with_change(change, (first_tests(change, marks), tests), limit))
            finally:
                copies.put(copy)

        with ThreadPoolExecutor(max(1, jobs)) as pool:
            try:
                yield from pool.map(tried, drawn)
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise


def _checked(copies: queue.Queue[Copy], drawn: Sequence[Change], tests: Sequence[str]) -> float:
    """How long a run may take. The tests must pass on the tree as it is, and fail where a file cannot be imported:
    else they would say nothing of it.
    """
    copy = copies.get()
    began = time.monotonic()
    if not copy.passes(tests, None):
        raise SystemExit(f"the tests fail on the tree as it is: {' '.join(tests)}")
    limit = PATIENCE * (time.monotonic() - began) + GRACE
    for path in dict.fromkeys(change.path for change in drawn):
        broken = Change(path, 0, 0, "", "raise ImportError\n", 1)
        if copy.with_change(broken, (tests,), limit) == "survived":
            raise SystemExit(f"{path}: none of these tests imports it: {' '.join(tests)}")
    copies.put(copy)
    return limit


def sample(paths: Sequence[Path], count: int, seed: int) -> tuple[list[Change], int]:
    """Some of all changes of these files, in the order of the files, and how many there are."""
    every = [change for path in paths for change in changes(path)]
    chosen = set(random.Random(seed).sample(range(len(every)), min(count, len(every))))
    return [change for number, change in enumerate(every) if number in chosen], len(every)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.mutate", description=(__doc__ or "").partition("\n\n")[2])
    parser.add_argument("paths", nargs="+", type=Path, help="source files, or folders of them")
    parser.add_argument("--sample", type=int, default=50, help="how many changes are tried (50)")
    parser.add_argument("--seed", type=int, help="draws the same changes again")
    parser.add_argument("--jobs", type=int, default=2, help="how many at a time (2)")
    parser.add_argument("--tests", nargs="+", help="test files and folders (the clause tests of the file's games)")
    given = parser.parse_args(arguments)
    files = [path.resolve() for path in given.paths]
    files = [file for path in files for file in (sorted(path.rglob("*.py")) if path.is_dir() else [path])]
    missing = [str(file) for file in files if not file.is_file() or SRC not in file.parents]
    if missing or not files:
        parser.error(f"no source file of this tree: {', '.join(missing) or ', '.join(map(str, given.paths))}")
    seed = random.randrange(1_000_000) if given.seed is None else given.seed
    tests = given.tests or list(dict.fromkeys(test for file in files for test in tests_of(file)))
    drawn, all_of_them = sample(files, given.sample, seed)
    print(f"seed {seed}: {len(drawn)} of {all_of_them} changes, tests: {' '.join(tests)}", flush=True)
    fates: list[str] = []
    for outcome in run(ROOT, drawn, tests, given.jobs):
        fates.append(outcome.fate)
        if outcome.fate == "survived":
            print(f"survived {_where(outcome.change)}: {outcome.change}", flush=True)
    hung = f" ({fates.count('hangs')} by hanging)" if "hangs" in fates else ""
    print(f"noticed {len(fates) - fates.count('survived')} of {len(fates)} changes{hung}")


def _where(change: Change) -> str:
    name = Definitions(change.path.read_text(encoding="utf-8")).name(change.line)
    return f"{change.path.relative_to(ROOT)}:{change.line} {name}".rstrip()


if __name__ == "__main__":
    main()
