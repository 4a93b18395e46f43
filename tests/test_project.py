"""What the repository says of itself is true."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import typer

import gunki
from gunki.cli.main import app
from tests.browser import gallery
from tests.support import GAMES, ROOT, clause

README = (ROOT / "README.md").read_text(encoding="utf-8")
CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
DOCS = sorted((ROOT / "docs").rglob("*.md"))
LOCKS = sorted((ROOT / "requirements").glob("*.lock"))
MAX_LINES = 500
#: An entry of the changelog is shorter than this.
LONGEST_ENTRY = 160
#: Pages whose links are checked.
LINKING = [
    *(path.name for path in ROOT.glob("*.md")),
    *(str(path.relative_to(ROOT)) for path in DOCS),
]


# --- README ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["make play", "make test"])
def test_readme_shows_the_two_commands(command: str) -> None:
    assert re.search(rf"^{command}\b", README, re.MULTILINE)


def test_readme_lists_the_games_with_their_testable_clauses() -> None:
    stated = re.search(r"<!-- clauses:begin -->\n(.*?)\n<!-- clauses:end -->", README, re.DOTALL)
    assert stated is not None
    rows = [re.sub(r"Game Journal \d+", "ISSUE", row) for row in stated[1].split("\n")[2:]]
    assert rows == [table_row(gunki.game(ident)) for ident in gunki.game_ids() if (GAMES / ident).is_dir()]


def table_row(game: gunki.Game) -> str:
    title, kanji = (game.texts(lang)("game", "title") for lang in ("en", "ja"))
    seats = sorted({len(game.setup(scenario).seats) for scenario in game.scenarios})
    players = str(seats[0]) if len(seats) == 1 else f"{seats[0]} to {seats[-1]}"
    testable = sum(clause.testable for clause in game.clauses.values())
    return f"| [{title}](docs/games/{game.id}.md) {kanji} | `{game.id}` | {players} | ISSUE | {testable} |"


# --- the docs ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", LINKING)
def test_links_to_files_lead_somewhere(page: str) -> None:
    path = ROOT / page
    links = [link.partition("#")[0] for link in re.findall(r"\]\(([^)\s]+)\)", path.read_text(encoding="utf-8"))]
    assert [link for link in links if link and "://" not in link and not (path.parent / link).exists()] == []


def linked(page: Path) -> set[Path]:
    """Return the files that a page links to."""
    links = re.findall(r"\]\(([^)\s#]+)", page.read_text(encoding="utf-8"))
    return {(page.parent / link).resolve() for link in links if "://" not in link}


def test_the_index_of_the_docs_names_every_page_beside_it() -> None:
    index = ROOT / "docs" / "README.md"
    assert set((ROOT / "docs").glob("*.md")) - linked(index) == {index}


def test_every_page_of_the_docs_is_reached_from_their_index() -> None:
    reached, waiting = set[Path](), [ROOT / "docs" / "README.md"]
    while waiting:
        page = waiting.pop()
        reached.add(page)
        waiting += [path for path in linked(page) & set(DOCS) if path not in reached]
    assert set(DOCS) - reached == set()


def test_every_command_is_listed() -> None:
    page = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"^\| `gunki ([a-z]+)` \|", page, re.MULTILINE))
    assert listed == set(typer.main.get_command(app).commands)  # type: ignore[attr-defined]


def test_the_gallery_shows_every_picture() -> None:
    assert gallery.PAGE.read_text(encoding="utf-8") == gallery.page()
    shown = set(re.findall(r"\]\(pictures/([^)]+)\)", gallery.page()))
    assert shown == {path.name for path in gallery.FOLDER.iterdir()}


# --- versions ----------------------------------------------------------------------------------------------------


def test_the_version_is_the_same_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    [(version, date)] = re.findall(r"^version: (\S+)\ndate-released: (\S+)$", citation, re.MULTILINE)
    assert gunki.__version__ == project["version"] == version
    released = re.findall(r"^## \[(\d\S*)\](?: - (\S+))?$", CHANGELOG, re.MULTILINE)
    assert released[0] == (version, date)


def test_the_changelog_begins_with_what_is_not_released() -> None:
    headings = re.findall(r"^## .*$", CHANGELOG, re.MULTILINE)
    assert headings[0] == "## [Unreleased]"
    assert set(re.findall(r"^### (.*)$", CHANGELOG, re.MULTILINE)) <= {"Added", "Changed", "Fixed", "Removed"}


def test_an_entry_of_the_changelog_is_one_line() -> None:
    entries = CHANGELOG.partition("## [Unreleased]")[2].split("\n")
    assert [line for line in entries if line and not line.startswith(("#", "- "))] == []
    assert [line for line in entries if len(line) >= LONGEST_ENTRY] == []


# --- the Makefile ------------------------------------------------------------------------------------------------


def targets() -> set[str]:
    [names] = re.findall(r"^\.PHONY: (.*)$", MAKEFILE, re.MULTILINE)
    return set(names.split()) - {"FORCE"}


def test_make_help_tells_of_every_target() -> None:
    assert {*re.findall(r'^\t@echo "make (\w+) ', MAKEFILE, re.MULTILINE), "help"} == targets()


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", *(str(p.relative_to(ROOT)) for p in DOCS)])
def test_only_targets_that_exist_are_spoken_of(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    assert set(re.findall(r"(?:^|`)make ([a-z]+)\b", text, re.MULTILINE)) <= targets()


def test_the_makefile_names_no_game() -> None:
    """A game that is added is fuzzed and measured like the others: the commands know which there are."""
    assert [game for game in gunki.game_ids() if game in MAKEFILE] == []


def test_the_quick_half_leaves_out_what_takes_long() -> None:
    [left_out] = re.findall(r"^SLOW := (.*)$", MAKEFILE, re.MULTILINE)
    folders = left_out.split()
    assert {"tests/browser", "tests/server"} <= set(folders)
    assert not {"tests/core", "tests/clauses"} & set(folders)
    assert [folder for folder in folders if not (ROOT / folder).is_dir()] == []


def test_what_needs_the_plain_rules_is_run_with_them() -> None:
    [paths] = re.findall(r"^PLAIN := (.*)$", MAKEFILE, re.MULTILINE)
    marked = {
        str(path.relative_to(ROOT))
        for path in (ROOT / "tests").rglob("test_*.py")
        if "mark.plain" in path.read_text(encoding="utf-8") and path != Path(__file__)
    }
    assert {"tests/recorded", "tests/clauses"} < set(paths.split())
    assert marked
    assert marked <= set(paths.split())


# --- clauses -----------------------------------------------------------------------------------------------------


def test_an_unknown_clause_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match=r"not in clauses\.tsv: 99-9"):
        clause("nobunaga", "1", "99-9")
    with pytest.raises(ValueError, match="no such game"):
        clause("sekigahara", "1")
    with pytest.raises(ValueError, match="at least one"):
        clause("nobunaga")


# --- text files --------------------------------------------------------------------------------------------------

# Put together here, so that this file does not hold them itself.
UNWANTED = {
    "a path of one machine": [f"/{folder}/" for folder in ("work", "farm", "home", "root")],
    "a registry host": ["pypi" + ".org", "python" + "hosted.org", "npm" + "js.org", "npm" + "js.com"],
    "a word that does not belong here": [
        r"\bC" + r"EO\b",
        "as an" + " AI",
        "language" + " model",
        r"\bassis" + r"tant\b",
    ],
}


def project_paths() -> list[Path]:
    """Every path that is tracked or would be."""
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        pytest.skip("not a git clone")
    listing = subprocess.run(
        # Also where the clone belongs to somebody else, which a user without settings of his own has not allowed.
        [git, "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        encoding="utf-8",
    ).stdout
    return [ROOT / name for name in listing.split("\0") if name]


def test_no_path_leads_out_of_the_project() -> None:
    """A link to a folder of one machine is broken on every other."""
    assert [str(path.relative_to(ROOT)) for path in project_paths() if path.is_symlink()] == []


#: Files that are no text, though a small one may hold no zero.
BINARY = {".key", ".xz", ".gunki", ".webp", ".png", ".sqlite", ".db"}


def unwanted(text: str) -> list[str]:
    return [
        f"{number}: {what}: {found[0]}"
        for number, line in enumerate(text.splitlines(), 1)
        for what, patterns in UNWANTED.items()
        for pattern in patterns
        if (found := re.search(pattern, line, re.IGNORECASE))
    ]


def test_text_files_speak_of_the_project_alone() -> None:
    found = []
    for path in project_paths():
        if not path.is_file():
            continue
        data = path.read_bytes()
        if b"\0" not in data and path.suffix not in BINARY:
            found += [f"{path.relative_to(ROOT)}:{line}" for line in unwanted(data.decode("utf-8"))]
    assert found == []


@pytest.mark.parametrize("patterns", UNWANTED.values(), ids=UNWANTED.keys())
def test_unwanted_words_are_seen(patterns: list[str]) -> None:
    for pattern in patterns:
        word = pattern.replace(r"\b", "")
        assert unwanted(f"fine\nsee {word} here")
        assert unwanted(f"fine\nsee {word} here")[0].startswith("2: ")


def test_source_files_stay_short() -> None:
    lengths = {
        str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines())
        for path in (ROOT / "src" / "gunki").rglob("*.py")
    }
    assert {path: lines for path, lines in lengths.items() if lines >= MAX_LINES} == {}


# --- locked dependencies -----------------------------------------------------------------------------------------


def locked(path: Path) -> dict[str, list[str]]:
    """Package name -> its hashes, of all its versions."""
    entries: dict[str, list[str]] = {}
    for entry in re.split(r"^(?=[a-z0-9])", path.read_text(encoding="utf-8"), flags=re.MULTILINE):
        if entry.strip():
            pinned = re.match(r"([a-z0-9-]+)==[0-9][^ ;\n]*( ; [^\\\n]+)? \\\n", entry)
            assert pinned is not None, f"{path.name}: not pinned with hashes: {entry.splitlines()[0]}"
            hashes = re.findall(r"--hash=sha256:([0-9a-f]{64})\b", entry)
            assert hashes, f"{path.name}: no hash for {pinned[1]}"
            entries.setdefault(pinned[1], []).extend(hashes)
    return entries


@pytest.mark.parametrize("path", LOCKS, ids=[path.name for path in LOCKS])
def test_lock_files_are_hashed_and_name_no_address(path: Path) -> None:
    assert locked(path)
    assert "://" not in path.read_text(encoding="utf-8")


def test_lock_files_hold_what_pyproject_asks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = project["project"]["dependencies"] + project["build-system"]["requires"]
    tools = project["project"]["optional-dependencies"]["bench"] + project["dependency-groups"]["dev"]
    play, test = (locked(ROOT / "requirements" / f"{name}.lock") for name in ("play", "test"))
    assert {name_of(requirement) for requirement in wanted} <= play.keys()
    assert {name_of(requirement) for requirement in tools} <= test.keys()
    assert play.items() <= test.items()


def name_of(requirement: str) -> str:
    return re.split(r"[^A-Za-z0-9_.-]", requirement)[0].lower().replace("_", "-")


# --- the record of proved clauses --------------------------------------------------------------------------------

RECORDED = """
import pytest
from tests.support import PLAYED_BY, clause

@clause("nobunaga", "1-1-1")
def test_passes(): pass

@clause("nobunaga", "1-1-1")
def test_fails(): assert False

@clause("nobunaga", "1-1-1")
@pytest.mark.skip
def test_skipped(): pass

@clause("nobunaga", "1-1-1")
@pytest.mark.xfail
def test_expected_to_fail(): assert False

@clause("nobunaga", "1-1-1")
@pytest.mark.parametrize("n", [1, 2, 3])
def test_one_variant_fails(n): assert n < 3

@clause("nobunaga", "1-1-1", "1-1-1.p2")
@pytest.mark.parametrize("n", [1, 2, 3])
def test_all_variants_pass(n): pass

@pytest.fixture
def broken():
    yield
    raise RuntimeError

@clause("nobunaga", "1-1-1")
def test_breaks_at_the_end(broken): pass
"""


@pytest.mark.parametrize("workers", [0, 2])
def test_only_clauses_of_passing_tests_are_recorded(tmp_path: Path, workers: int) -> None:
    for name in ("tests/conftest.py", "tests/support.py", "pyproject.toml", "src/gunki/games/nobunaga/clauses.tsv"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "tests" / "test_made_up.py").write_text(RECORDED, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "xdist", "-n", str(workers)]
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "GUNKI_"))}
    env["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # the others take seconds to load
    record = tmp_path / "build" / "clauses.json"

    if workers == 0:
        subprocess.run(command, cwd=tmp_path, env=env, check=False, capture_output=True)
        assert not record.exists()  # a run that does not ask for it leaves the record alone

    run = subprocess.run(
        command, cwd=tmp_path, env=env | {"GUNKI_RECORD_CLAUSES": "1"}, check=False, capture_output=True, text=True
    )
    assert run.returncode == pytest.ExitCode.TESTS_FAILED, run.stdout + run.stderr
    passes, variants = (f"tests/test_made_up.py::{name}" for name in ("test_passes", "test_all_variants_pass"))
    assert json.loads(record.read_text(encoding="utf-8")) == {
        "nobunaga": {"1-1-1": [variants, passes], "1-1-1.p2": [variants]}
    }
