"""Results of studies: frames and files, balance, leagues, comparisons, pages."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import gunki
from gunki.bots import ratings as levels
from gunki.cli.main import main
from gunki.core.definition.texts import LANGUAGES
from gunki.core.errors import OptionError
from gunki.draw import charts, draw_map
from gunki.draw.charts import Bar
from gunki.lab.analysis import comparison, league
from gunki.lab.analysis.balance import Balance
from gunki.lab.analysis.intervals import mean_interval
from gunki.lab.reports import league_and_comparison, study_report
from gunki.lab.reports.report_wording import LabWords, command
from gunki.lab.studies import data_frames, rows, study, study_plan
from gunki.lab.studies.rows import Row
from gunki.lab.studies.runner import InlineRunner
from gunki.lab.studies.study import Study, StudyError

#: Seats and turns of a game with few decisions.
GAME, SCENARIO = "honganji", "three_players"


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Study:
    made = study.begin(
        tmp_path_factory.mktemp("reading") / "small", study_plan.make_plan(GAME, ["random"], 6, 5, SCENARIO)
    )
    made.play(InlineRunner())
    return made


def write_study(folder: Path, entries: list[dict[str, Any]], games: int = 6) -> Study:
    """Write a study with these rows."""
    plan = study_plan.make_plan("nobunaga", ["greedy", "random"], games, 1)
    made = study.begin(folder, plan)
    lines = b""
    for number, entry in enumerate(entries):
        todo = plan.game_at(number)
        seating = {seat: chair.player for seat, chair in todo.seating.items()}
        usual = {"winners": ("oda",), "reason": "all_supply", "clause": "nobunaga:9(3)",
                 "points": {"oda": 5, "anti_oda": 3}, "turns": 4,
                 "decisions": 10, "cpu": 0.5, "digest": "d"}  # fmt: skip
        lines += rows.line(Row(number, todo.pair, todo.seed, seating, **{**usual, **entry}))
    (folder / study.GAMES).write_bytes(lines)
    return made


# -- frames -----------------------------------------------------------------------------------------------------------


def test_a_frame_has_a_line_for_each_game(small: Study) -> None:
    frame = small.frame()
    assert frame.height == 6
    assert frame["number"].to_list() == list(range(6))
    found = {row.number: row for row in small.rows()}
    for line in frame.iter_rows(named=True):
        row = found[line["number"]]
        assert [line[f"points.{seat}"] for seat in small.plan.seats] == [row.points[seat] for seat in small.plan.seats]
        assert [entry["turn"] for entry in line["points_by_turn"]] == [turn for turn, _ in row.points_by_turn]
        assert {entry["place"]: entry["count"] for entry in line["fights"]} == row.fights


def test_exported_files_equal_the_frame(small: Study, tmp_path: Path) -> None:
    polars = pytest.importorskip("polars")
    parquet = data_frames.export(small, "parquet", tmp_path / "g.parquet")
    assert polars.read_parquet(parquet).equals(small.frame())
    with data_frames.export(small, "csv", tmp_path / "g.csv").open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    assert [int(line["number"]) for line in lines] == list(range(6))
    assert json.loads(lines[0]["fights"]) == small.frame()["fights"].to_list()[0]
    assert not list(tmp_path.glob("*.part"))


def test_csv_is_exported_without_polars(small: Study, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data_frames, "_module", lambda name: None)
    with pytest.raises(OptionError, match=r"pip install 'gunki\[lab\]'"):
        small.frame()
    assert data_frames.export(small, "csv", tmp_path / "g.csv").stat().st_size > 100
    with pytest.raises(OptionError, match="expected parquet or csv"):
        data_frames.export(small, "xls", tmp_path / "g.xls")


# -- balance ----------------------------------------------------------------------------------------------------------


def test_balance_counts_the_rows(tmp_path: Path) -> None:
    entries: list[dict[str, Any]] = [
        {"taken": ((1, "area:mino", "clan:oda", "clan:azai"), (3, "area:mino", "clan:azai", "clan:oda")),
         "fell": ((2, "general:oda_nobunaga"),), "fights": {"area:mino": 3},
         "points_by_turn": ((1, {"oda": 4, "anti_oda": 4}), (2, {"oda": 5, "anti_oda": 3}))},
        {"taken": ((2, "area:mino", "clan:oda", "clan:oda"),), "turns": 2, "winners": (),
         "points_by_turn": ((1, {"oda": 6, "anti_oda": 2}),)},
        {"fell": ((4, "general:oda_nobunaga"),), "fights": {"area:mino": 1, "area:kai": 2},
         "luck": {"oda": {"rolls": 3, "got": 5, "mean": 4.0, "better": 0.7}}},
        {"winners": ("anti_oda",), "clause": "nobunaga:9(1)", "reason": "leader_dead",
         "luck": {"oda": {"rolls": 3, "got": 3, "mean": 4.0, "better": 0.2}}},
    ]  # fmt: skip
    told = Balance.of(write_study(tmp_path / "s", entries)).to_dict()
    assert told["games"] == 4
    assert told["seats"]["oda"]["wins"] == 2
    mino = told["taken"][0]
    assert (mino["thing"], mino["games"], mino["times"], mino["turn"]) == ("area:mino", 2, 3, 1.5)
    assert mino["by"] == {"clan:oda": 2, "clan:azai": 1}
    assert told["taken_by_turn"] == {1: 0.25, 2: 0.25, 3: 0.333, 4: 0}
    leader = told["leaders"][0]
    assert (leader["who"], leader["games"], leader["turn"]) == ("general:oda_nobunaga", 2, 3)
    # after turn 1 all live; in turn 2 one of four falls and one game ends; in turn 4 one of the two left falls
    assert leader["alive"] == [(0, 1.0), (1, 1.0), (2, 0.75), (3, 0.75), (4, 0.375)]
    assert told["fights"] == {"area:mino": 1.0, "area:kai": 0.5}
    assert told["points_by_turn"][0]["seats"]["oda"]["mean"] == 5
    assert told["luck"]["oda"]["lucky"]["share"] == 1
    assert told["luck"]["oda"]["unlucky"]["share"] == 0
    assert [entry["clause"] for entry in told["clauses"]] == ["nobunaga:9(3)", "nobunaga:9(1)"]


def test_rows_of_untrusted_studies_neither_hang_nor_execute(tmp_path: Path) -> None:
    bad = "<script>alert(1)</script>"
    entries: list[dict[str, Any]] = [
        {"turns": 2**52, "reason": bad, "clause": f"x:{bad}", "fights": {f"area:{bad}": 4, bad: 1},
         "fell": ((2**52, bad),), "taken": ((0, bad, bad, bad),), "luck": {"oda": {"rolls": 3}},
         "points_by_turn": ((2**52, {"oda": 1}),)},
    ]  # fmt: skip
    made = write_study(tmp_path / "s", entries)
    for file in study_report.write(made):
        assert "<script" not in file.read_text(encoding="utf-8")
    assert "<script" not in made._repr_html_()


# -- pages ------------------------------------------------------------------------------------------------------------


class Looked(HTMLParser):
    """Whatever a page would fetch, and whether its elements are closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.fetched: list[str] = []
        self.tags: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        for name, value in attrs:
            if name in ("src", "href", "data") and value and not value.startswith(("data:", "#", "report.")):
                self.fetched.append(value)

    handle_startendtag = handle_starttag


def read_pages(folder: Path) -> Iterator[tuple[str, str]]:
    for lang in LANGUAGES:
        yield lang, (folder / study_report.file_name(lang)).read_text(encoding="utf-8")


def test_a_page_loads_nothing_from_elsewhere(small: Study) -> None:
    study_report.write(small)
    for lang, text in read_pages(small.path):
        looked = Looked(text)
        assert looked.fetched == []
        assert "script" not in looked.tags
        assert f'<html lang="{lang}">' in text
        assert "prefers-color-scheme:dark" in text
        assert 'id="heat-' in text
        assert text.count(command(small.plan, small.path)) >= 6
        assert "url(http" not in text


def test_both_languages_say_the_same_things() -> None:
    english, japanese = (LabWords(GAME, lang)._own.sections["lab"] for lang in LANGUAGES)
    assert english.keys() == japanese.keys()
    for key, text in english.items():
        assert set(re.findall(r"{\w+}", text)) == set(re.findall(r"{\w+}", japanese[key])), key


def test_an_empty_study_has_a_page(tmp_path: Path) -> None:
    made = study.begin(tmp_path / "s", study_plan.make_plan(GAME, ["random"], 3, 5, SCENARIO))
    assert "No game of this study" in study_report.write(made)[0].read_text(encoding="utf-8")
    assert made._repr_html_()


@pytest.mark.parametrize("ident", ["nobunaga", "kanto"])
def test_a_map_shows_the_places_of_events(ident: str) -> None:
    names = [row["id"] for row in gunki.game(ident).board(gunki.game(ident).setup())["places"]]
    plain, heat = draw_map(ident), draw_map(ident, heat={names[4]: 8, names[5]: 2, "nowhere": 9})
    found = dict(re.findall(r'<circle[^>]* r="([\d.]+)"[^>]* id="heat-(\w+)"', heat))
    sizes = {name: float(radius) for radius, name in found.items()}
    assert set(sizes) == {names[4], names[5]}
    assert sizes[names[4]] == pytest.approx(2 * sizes[names[5]], rel=0.02)  # the surface tells the amount
    assert "heat-" not in plain


def test_charts_escape_and_keep_their_bounds() -> None:
    chart = charts.shares([Bar("<a>", 0.5, 0.2, 0.8, "50 %")], title="&", even=0.5)
    assert "<a>" not in chart
    assert "&amp;" in chart
    long = charts.columns({1: 2, 10**15: 3}, title="t", axis="x")
    assert len(long) < 20_000
    assert charts.lines({}, title="t", axis="x")
    assert charts.lines({"a": [(1, 2, 2, 2)]}, title="t", axis="x").count("<polyline") == 1


# -- leagues and comparisons ------------------------------------------------------------------------------------------


def test_a_league_is_played_once_and_rated(tmp_path: Path) -> None:
    players = ["greedy:1", "random"]
    made = league.begin(tmp_path / "l", GAME, players, 6, 3, SCENARIO)
    made.play(lambda games: InlineRunner())
    told = made.to_dict()
    assert told["games"] == 6
    assert told["ratings"]["random"]["elo"] == 1000
    assert sum(row["duels"] for row in told["pairings"]) == 12
    again: list[object] = []
    league.begin(tmp_path / "l", GAME, players, 6, 3, SCENARIO).play(lambda games: InlineRunner(), again.append)
    assert again == []
    assert league.open_league(tmp_path / "l").to_dict() == told
    with pytest.raises(OptionError, match=r"another league \(games\)"):
        league.begin(tmp_path / "l", GAME, players, 12, 3, SCENARIO)
    with pytest.raises(OptionError, match="2 to 24 different"):
        league.begin(tmp_path / "m", GAME, ["random", "random"], 6, 3, SCENARIO)
    league_and_comparison.write_league(made)
    for _, text in read_pages(made.path):
        assert Looked(text).fetched == []
        assert league_and_comparison.league_command(told) in text
    assert "greedy:1" in made._repr_html_()


@pytest.mark.parametrize(
    ("players", "why"),
    [
        (["../elsewhere", "random"], "names of bots"),
        (["/greedy", "random"], "names of bots"),
        (["greedy", 7], "names of bots"),
        ("greedy", "names of bots"),
        (["random", "random"], "2 to 24 different"),
        (["random"], "2 to 24 different"),
    ],
)
def test_a_league_of_untrusted_origin_has_no_links_elsewhere(tmp_path: Path, players: object, why: str) -> None:
    (tmp_path / league.LEAGUE).write_text(json.dumps({"format": league.FORMAT, "players": players}))
    with pytest.raises(StudyError, match=f"field 'players': expected {why}"):
        league.open_league(tmp_path)


def test_a_comparison_measures_the_effect_of_a_change(tmp_path: Path) -> None:
    options = {"empty_areas": "neutral"}
    made = comparison.begin(tmp_path / "c", "nobunaga", ["random"], 8, 5, None, options)
    made.play(lambda games: InlineRunner())
    told = made.to_dict()
    assert (told["games"], told["pairs"]) == (8, 4)
    assert told["same"] < 8
    fought = next(row for row in told["measures"] if row["what"] == "fought")
    counts = [sum(sum(row.fights.values()) for row in each.rows()) / 8 for each in (made.as_is, made.changed)]
    assert [fought["as_is"], fought["changed"]] == pytest.approx(counts)
    assert fought["difference"] == pytest.approx(counts[1] - counts[0])
    assert fought["interval"][0] < fought["difference"] < fought["interval"][1]
    league_and_comparison.write_comparison(made)
    for _, text in read_pages(made.path):
        assert "empty_areas=neutral" in text
    assert made._repr_html_()


def test_a_comparison_without_a_change_is_refused(tmp_path: Path) -> None:
    for options in ({}, {"empty_areas": "keep"}):
        with pytest.raises(OptionError, match="nothing is changed"):
            comparison.begin(tmp_path / "c", "nobunaga", ["random"], 2, 5, None, options)


def test_a_ruling_stands_for_its_option() -> None:
    assert comparison.option_names("nobunaga", ["N-30=neutral", "card_limit=true"]) == [
        "empty_areas=neutral",
        "card_limit=true",
    ]
    with pytest.raises(OptionError, match="shibata_snow_die, shibata_release"):
        comparison.option_names("hideyoshi", ["Y-33=1"])


def test_the_mean_has_students_interval() -> None:
    found = mean_interval([1, 2, 3, 4, 5])
    assert found is not None
    assert (found.low, found.high) == pytest.approx((1.037, 4.963), abs=0.005)
    assert mean_interval([1, 2, 3]) is None
    assert mean_interval([2, 2, 2, 2]) is None


# -- levels of bots ---------------------------------------------------------------------------------------------------


def test_levels_come_from_leagues_of_todays_rules() -> None:
    """Every game with ratings has levels for its bots; another bot has none."""
    assert levels.own_ratings()
    for ident, entry in levels.own_ratings().items():
        assert entry["rules_version"] == gunki.game(ident).rules_version
        assert entry["scenario"] in gunki.game(ident).scenarios
        assert entry["command"].startswith(f"gunki lab league {ident}/")
        rated = entry["ratings"]
        assert rated["random"]["elo"] == 1000
        assert rated["greedy"]["low"] <= rated["greedy"]["elo"] <= rated["greedy"]["high"]
        for lang in LANGUAGES:
            assert str(rated["greedy"]["elo"]) in levels.rating_text(ident, "greedy", lang)
    assert levels.rating_text("nobunaga", "stranger", "en") == ""


def test_ratings_of_one_game_leave_those_of_others(tmp_path: Path) -> None:
    file = tmp_path / "r.json"
    rated = {"ratings": {"random": {"elo": 1000, "low": 1000, "high": 1000, "games": 2}}}
    levels.write(file, "a", rated)
    levels.write(file, "b", rated)
    assert levels.read(file) == {"a": rated, "b": rated}
    for text in ("[]", "{", '{"a": 1}', '{"a": {"ratings": {"x": {"elo": "high"}}}}'):
        file.write_text(text)
        with pytest.raises(OptionError, match="no file of ratings"):
            levels.read(file)


# -- notebooks --------------------------------------------------------------------------------------------------------


def test_matches_and_positions_are_drawn_in_notebooks() -> None:
    match = gunki.new("nobunaga", seed=1)
    shown = match._repr_svg_()
    assert shown is not None
    assert shown.startswith("<svg")
    assert "Mouri Motonari" in shown or "Mōri Motonari" in shown
    assert match.position._repr_svg_() == shown
    assert draw_map("nobunaga")._repr_svg_().startswith("<svg")


# -- commands ---------------------------------------------------------------------------------------------------------


def test_bad_folders_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words, told in (
        (["lab", "balance", str(tmp_path)], "neither a study nor a game"),
        (["lab", "export", str(tmp_path)], "no study"),
        (["lab", "compare", "nobunaga"], "nothing is changed"),
        (["lab", "league", "nobunaga", "--players", "random"], "2 to 24"),
    ):
        assert main(words) != 0
        assert told in capsys.readouterr().err
