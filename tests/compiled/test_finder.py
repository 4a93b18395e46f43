"""A build of the rules is used only where it fits the source and the interpreter."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from gunki import compiled
from gunki.compiled import MANIFEST, SUFFIX, Finder, build, file_digest, find_build, source_files
from tests.support import ROOT


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package with one rule, in a checkout."""
    (tmp_path / "pyproject.toml").touch()
    package = tmp_path / "src" / "gunki"
    for layer in compiled.LAYERS:
        (package / layer).mkdir(parents=True)
        (package / layer / "rule.py").write_text(f"LAYER = {layer!r}\n", encoding="utf-8")
    return package


def write_build(package: Path, folder: Path, suffix: str = SUFFIX) -> None:
    folder.mkdir(parents=True)
    sources = {
        path.relative_to(package).as_posix(): [file_digest(path), path.stat().st_size, path.stat().st_mtime_ns]
        for path in source_files(package)
    }
    modules = {"gunki.core.rule": f"gunki/core/rule{suffix}"}
    (folder / MANIFEST).write_text(json.dumps({"suffix": suffix, "modules": modules, "sources": sources}))


@pytest.mark.parametrize("place", ["src/gunki/compiled/rules", "build/compiled/abc"])
def test_a_build_that_fits_is_found(package: Path, place: str) -> None:
    folder = package.parent.parent / place
    assert find_build(package) is None
    write_build(package, folder)
    assert find_build(package) == (folder, {"gunki.core.rule": f"gunki/core/rule{SUFFIX}"})


def test_of_several_that_fit_the_newest_is_used(package: Path) -> None:
    place = package.parent.parent / "build/compiled"
    for name, time in (("b", 1), ("c", 3), ("a", 2)):
        write_build(package, place / name)
        os.utime(place / name / MANIFEST, (time, time))
    found = find_build(package)
    assert found is not None
    assert found[0] == place / "c"


def test_a_file_that_only_became_newer_still_fits(package: Path) -> None:
    write_build(package, package.parent.parent / "build/compiled/abc")
    os.utime(package / "core" / "rule.py", (1, 1))
    assert find_build(package) is not None


def test_a_changed_a_new_or_a_lost_file_makes_all_rules_plain(package: Path) -> None:
    rule = package / "games" / "rule.py"
    text = rule.read_text(encoding="utf-8")
    write_build(package, package.parent.parent / "build/compiled/abc")
    rule.write_text(text.replace("games", "gamez"), encoding="utf-8")  # of the same length
    assert find_build(package) is None
    rule.write_text(text, encoding="utf-8")
    assert find_build(package) is not None
    more = package / "board" / "more.py"
    more.touch()
    assert find_build(package) is None
    more.unlink()
    rule.unlink()
    assert find_build(package) is None


def test_a_build_for_another_python_is_not_used(package: Path) -> None:
    write_build(package, package.parent.parent / "build/compiled/abc", ".another.so")
    assert find_build(package) is None


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"modules": 1, "sources": {}}', "\x00"])
def test_a_damaged_manifest_is_no_build(package: Path, text: str) -> None:
    folder = package.parent.parent / "build/compiled/abc"
    folder.mkdir(parents=True)
    (folder / MANIFEST).write_text(text, encoding="utf-8")
    assert find_build(package) is None


def test_the_finder_knows_its_own_modules_alone(tmp_path: Path) -> None:
    finder = Finder(tmp_path, {"gunki.core.rule": f"gunki/core/rule{SUFFIX}"})
    spec = finder.find_spec("gunki.core.rule")
    assert spec is not None
    assert spec.origin == str(tmp_path / f"gunki/core/rule{SUFFIX}")
    assert finder.find_spec("gunki.core.matches.match") is None


def test_nothing_of_the_build_in_use_is_shadowed() -> None:
    """Under `make test` the rules are compiled, where a compiler is; then every module of them is."""
    assert compiled.check() == []
    if compiled.is_used():
        assert len(compiled.module_names()) > 100


def test_plain_rules_can_be_asked_for() -> None:
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "GUNKI_PLAIN": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "gunki.compiled"], env=env, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (1, "plain rules\n")


def test_what_is_missing_is_said_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(build.Compiler, "command", lambda self: "no-such-compiler")
    arguments = ["--into", str(tmp_path / "compiled")]
    assert build.main(arguments) == build.MISSING
    assert "the C compiler no-such-compiler is not installed" in capsys.readouterr().err
    assert build.main(arguments) == build.MISSING
    assert capsys.readouterr().err == ""


def test_old_builds_are_forgotten(package: Path, tmp_path: Path) -> None:
    place = tmp_path / "builds"
    for number in range(build.MAX_BUILDS_KEPT + 2):
        write_build(package, place / str(number))
        os.utime(place / str(number) / MANIFEST, (number, number))
    build.forget_old_builds(place)
    assert sorted(path.name for path in place.iterdir()) == ["2", "3", "4"]
