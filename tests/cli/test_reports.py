"""The commands that report: for people, and with --json for programs."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import gunki
from gunki.rulebook import coverage
from tests.cli.conftest import Run
from tests.support import often


@pytest.mark.parametrize(
    "args",
    [
        ("games",),
        ("show", "nobunaga"),
        ("show", "SAVE"),
        ("show", "SAVE", "--seat", "oda"),
        ("replay", "SAVE"),
        ("replay", "SAVE", "--step", "2"),
        ("replay", "SAVE", "--from", "3", "--seat", "anti_oda"),
        ("why", "SAVE", "march oda mino"),
        ("rules", "nobunaga"),
        ("rules", "nobunaga", "7-2"),
        ("rules", "gunyuden"),
        ("rules", "nobunaga", "N-16"),
        ("rules", "nobunaga", "--search", "1"),
        ("rules", "nobunaga", "--coverage"),
        ("table", "nobunaga"),
        ("table", "nobunaga", "oda_reinforcement"),
        ("table", "nobunaga", "area"),
        ("table", "nobunaga", "death_in_battle", "4"),
        ("doctor",),
    ],
)
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_report_speaks_both_languages_and_json(run: Run, save: Path, args: tuple[str, ...], lang: str) -> None:
    args = tuple(str(save) if arg == "SAVE" else arg for arg in args)
    plain = run(*args, "--lang", lang)
    assert plain.code == 0, plain.err
    assert plain.out.strip()
    assert plain.err == ""
    assert json.loads(run(*args, "--lang", lang, "--json").out)


def test_games_are_listed(run: Run) -> None:
    [row] = [row for row in json.loads(run("games", "--json").out) if row["id"] == "nobunaga"]
    assert row["seats"] == ["oda", "anti_oda"]
    assert row["scenarios"] == ["campaign"]
    assert row["clauses"] == len(gunki.game("nobunaga").clauses)


def test_a_spectator_sees_no_hand(run: Run, save: Path) -> None:
    assert "Hand:" not in run("show", save).out
    assert "Hand: " in run("show", save, "--seat", "oda").out
    assert json.loads(run("show", save, "--json").out)["hand"] == []


def test_a_replay_for_a_seat_keeps_the_other_hand_secret(run: Run, save: Path) -> None:
    assert "Anti-Oda drew Scheming" in run("replay", save).out
    assert "Anti-Oda drew Scheming" not in run("replay", save, "--seat", "oda").out


def test_a_replay_shows_the_board_at_a_step(run: Run, save: Path) -> None:
    view = json.loads(run("replay", save, "--step", 2, "--json").out)
    assert view["ply"] == 2
    assert len(view["areas"]["mino"]["stacks"]["oda"]["generals"]) == 2
    assert "there is no ply 99" in run("replay", save, "--step", 99).err


def test_why_names_the_clauses(run: Run, tmp_path: Path) -> None:
    document = {"to_act": "oda", "hands": {"oda": ["warships", "charge_order"]}}
    match = gunki.compose("nobunaga", document, seed=1)
    match.act("movement")
    save = match.save(tmp_path / "a.gunki")
    refused = run("why", save, "march azai north_oumi")
    assert refused.code == 0
    assert "Azai are not under your command" in refused.out
    allowed = run("why", save, match.decision.texts[0])  # type: ignore[union-attr]
    assert allowed.code == 0
    assert "Allowed" in allowed.out
    assert json.loads(run("why", save, "march azai north_oumi", "--json").out)["allowed"] is False


def test_tables_say_their_source(run: Run) -> None:
    out = run("table", "nobunaga", "death_in_battle").out
    assert "Source: reconstructed" in out
    assert run("table", "nobunaga", "oda_reinforcement", 3).out.count("Hashiba Hideyoshi") == 1
    assert json.loads(run("table", "nobunaga", "death_in_battle", "1", "--json").out)["result"] == "dead"


@pytest.mark.parametrize(
    ("table", "lang", "wanted"),
    [
        ("surrender", "en", ("Die ↓  Durability →", "8–10", "surrender", "≥10")),
        ("surrender", "ja", ("耐久", "開城", "降伏")),
        ("field_battle", "en", ("Strength", "43–49", "9•")),
        ("terrain", "en", ("Counterattack", "foothills", "+1")),
        ("replenishment", "ja", ("里見・佐竹", "本城", "自国領")),
        ("victory", "en", ("Castle of level 3", "Odawara", "-20")),
    ],
)
def test_printed_tables_are_shown_as_tables(run: Run, table: str, lang: str, wanted: tuple[str, ...]) -> None:
    out = run("table", "kanto", table, "--lang", lang).out
    assert all(part in out for part in wanted), out


@pytest.mark.parametrize("game", gunki.game_ids())
def test_tables_are_shown_without_brackets_of_data(run: Run, game: str) -> None:
    tables = list(gunki.game(game).tables)
    for table in tables[:: often(4, 1)]:
        assert not set("{}[]") & set(run("table", game, table).out.partition("Source:")[0]), table


def test_tables_of_the_user_are_shown(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(
        '[death_in_battle]\nresult = {1 = "dead", 2 = "flee", 3 = "flee", 4 = "flee", 5 = "flee", 6 = "flee"}\n'
        'source = "found on my map"\n',
        encoding="utf-8",
    )
    assert "found on my map" in run("table", "nobunaga", "death_in_battle", "--data", tmp_path).out
    answer = run("table", "nobunaga", "death_in_battle", "2", "--data", tmp_path, "--json").out
    assert json.loads(answer)["result"] == "flee"


def test_doctor_finds_an_unwritable_folder(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("GUNKI_HOME", str(tmp_path / "file"))
    outcome = run("doctor")
    assert outcome.code == 0
    assert "GUNKI_HOME names another folder" in outcome.out


# -- coverage -----------------------------------------------------------------------------------------------------


def test_coverage_ends_with_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coverage, "read_passed_tests", lambda: None)
    testable = sum(clause.testable for clause in gunki.game("nobunaga").clauses.values())
    outcome = run("rules", "nobunaga", "--coverage")
    lines = outcome.out.splitlines()
    assert lines[-1] == f"covered 0 of {testable} testable clauses"
    assert sum(line.startswith("covered ") for line in lines) == 1
    assert "make test" in lines[-2]


def test_coverage_counts_the_tests_of_the_record(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "build").mkdir()
    record = {"nobunaga": {"7-2(1)": ["tests/a.py::test_b"], "1": ["tests/a.py::not_testable"]}}
    (tmp_path / "build" / "clauses.json").write_text(json.dumps(record), encoding="utf-8")
    monkeypatch.setattr(coverage, "_roots", lambda: iter([tmp_path]))
    report = json.loads(run("rules", "nobunaga", "--coverage", "--json").out)
    assert report["covered"] == 1
    [row] = [row for row in report["clauses"] if row["clause"] == "7-2(1)"]
    assert row["tests"] == ["tests/a.py::test_b"]
    assert any(place.startswith("series/areas_and_cards/rules/movement.py:") for place in row["code"])
    assert len(set(row["code"])) == len(row["code"])


# -- one clause ---------------------------------------------------------------------------------------------------


def test_a_clause_is_shown_with_its_code_and_its_tests(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "build").mkdir()
    record = {"nobunaga": {"7-2(1)": ["tests/a.py::test_b", "tests/a.py::test_c"]}}
    (tmp_path / "build" / "clauses.json").write_text(json.dumps(record), encoding="utf-8")
    monkeypatch.setattr(coverage, "_roots", lambda: iter([tmp_path]))
    out = run("rules", "nobunaga", "7-2(1)").out
    assert out.startswith("nobunaga:7-2(1) ")
    assert re.search(
        r"^Code:\n(  .*\n)*  series/areas_and_cards/rules/movement\.py:\d+ march_bars\n", out, re.MULTILINE
    )
    assert "\nTests:\n  tests/a.py::test_b\n  tests/a.py::test_c\n" in out
    assert "make test" not in out
    document = json.loads(run("rules", "nobunaga", "7-2(1)", "--json").out)
    assert document["tests"] == record["nobunaga"]["7-2(1)"]
    assert any(
        re.fullmatch(r"series/areas_and_cards/rules/movement\.py:\d+ march_bars", line) for line in document["code"]
    )


def test_a_clause_without_a_record_says_how_to_get_one(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coverage, "_roots", lambda: iter(()))
    assert "make test" in run("rules", "nobunaga", "7-2(1)").out
    assert "make test" not in run("rules", "nobunaga", "1-1").out  # cannot be tested


@pytest.mark.parametrize(
    ("args", "found"),
    [
        (("kanto", "23-2"), "gunyuden:23-2"),
        (("kanto", "gunyuden:23-2"), "gunyuden:23-2"),
        (("kanto", "kanto:23-2"), "gunyuden:23-2"),  # as texts of before the books cite it
        (("gunyuden", "23-2"), "gunyuden:23-2"),
        (("gunyuden", "gunyuden:23-2"), "gunyuden:23-2"),
        (("kanto", "32-1"), "kanto:32-1"),
        (("kanto", "kanto:32-1"), "kanto:32-1"),
    ],
)
def test_a_clause_is_found_in_its_book(run: Run, args: tuple[str, ...], found: str) -> None:
    assert run("rules", *args).out.startswith(f"{found} ")


@pytest.mark.parametrize(
    ("args", "wanted"),
    [
        (("kanto", "gunyuden:32-1"), "gunyuden has no clause or ruling '32-1'"),
        (("gunyuden", "32-1"), "gunyuden has no clause or ruling '32-1'"),
        (("kanto", "nobunaga:7-2"), "kanto has no book 'nobunaga'; it has gunyuden, kanto"),
    ],
)
def test_a_clause_of_another_book_is_not_found(run: Run, args: tuple[str, ...], wanted: str) -> None:
    outcome = run("rules", *args)
    assert outcome.code != 0
    assert wanted in outcome.err


def test_a_shared_book_is_listed_alone(run: Run) -> None:
    books = {row["book"] for row in json.loads(run("rules", "gunyuden", "--json").out)}
    assert books == {"gunyuden"}
