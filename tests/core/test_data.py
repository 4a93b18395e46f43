"""Data tables, replaced one by one from a folder; errors name the file, the table and the field."""

from __future__ import annotations

from pathlib import Path

import pytest

import gunki
from gunki.core.definition.data_tables import LARGEST_FILE, Row, Tables, read_tables

OWN = """
[movement]
areas = 3

[[clan]]
id = "oda"
value = 2

[[clan]]
id = "azai"
value = 1
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    folder = tmp_path / "own"
    folder.mkdir()
    (folder / "tables.toml").write_text(OWN, encoding="utf-8")
    return folder


def folder(tmp_path: Path, text: str, name: str = "mine.toml") -> Path:
    path = tmp_path / "replace"
    path.mkdir(exist_ok=True)
    (path / name).write_text(text, encoding="utf-8")
    return path


def read(own: Path, replace: Path | None = None) -> Tables:
    return Tables(*read_tables(own, replace))


# -- replacing --------------------------------------------------------------------------------------------------------


def test_a_single_table_is_replaced_as_a_whole(own: Path, tmp_path: Path) -> None:
    tables = read(own, folder(tmp_path, "[movement]\nareas = 5\n"))
    assert tables.row("movement").integer("areas", 1, 9) == 5
    assert [row.word("id") for row in tables.rows("clan")] == ["oda", "azai"]
    tables = read(own, folder(tmp_path, '[[clan]]\nid = "mori"\nvalue = 3\n'))
    assert [row.word("id") for row in tables.rows("clan")] == ["mori"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[movment]\nareas = 5\n", "mine.toml: [movment]: no such table; known tables: clan, movement"),
        ("[[movement]]\nareas = 5\n", "mine.toml: [movement]: expected to be written [movement]"),
        ("[clan]\nid = 'oda'\n", "mine.toml: [clan]: expected to be written [[clan]]"),
        ("[movement\n", "mine.toml: cannot be read as TOML"),
        ("\0", "mine.toml: cannot be read as TOML"),
    ],
)
def test_a_wrong_table_is_refused_by_name(own: Path, tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(gunki.DataError) as refused:
        read(own, folder(tmp_path, text))
    assert message in str(refused.value)


def test_a_table_of_a_save_that_the_game_no_longer_has_is_left_out(own: Path) -> None:
    tables = Tables(*read_tables(own, {"given_up": {"size": 3}, "movement": {"areas": 5}}))
    assert tables.row("movement").integer("areas", 1, 9) == 5


def test_a_folder_without_tables_is_refused(own: Path, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    for path, message in (
        (tmp_path / "missing", "not a folder"),
        (own / "tables.toml", "not a folder"),
        (empty, "no .toml or .csv file in this folder"),
    ):
        with pytest.raises(gunki.DataError, match=message):
            read(own, path)


def test_files_that_cannot_be_text_are_refused(own: Path, tmp_path: Path) -> None:
    path = folder(tmp_path, "")
    (path / "mine.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(gunki.DataError, match=r"mine\.toml: cannot be read as TOML"):
        read(own, path)
    (path / "mine.toml").write_bytes(b"#" * (LARGEST_FILE + 1))
    with pytest.raises(gunki.DataError, match=r"mine\.toml: larger than"):
        read(own, path)
    (path / "mine.toml").write_text("x = " + "[" * 100_000, encoding="utf-8")
    with pytest.raises(gunki.DataError, match=r"mine\.toml"):
        read(own, path)


def test_a_value_instead_of_a_table_is_refused(own: Path, tmp_path: Path) -> None:
    tables = read(own, folder(tmp_path, "movement = 5\n"))
    with pytest.raises(gunki.DataError, match=r"mine\.toml: \[movement\]: expected a table with fields, found 5"):
        tables.row("movement")
    tables = read(own, folder(tmp_path, "clan = [1, 2]\n"))
    with pytest.raises(gunki.DataError, match=r"mine\.toml: \[\[clan\]\] entry 1: expected a table with fields"):
        tables.rows("clan")
    tables = read(own, folder(tmp_path, "clan = []\n"))
    with pytest.raises(gunki.DataError, match=r"mine\.toml: \[\[clan\]\]: expected at least one entry"):
        tables.rows("clan")


@pytest.mark.parametrize(
    ("field", "message"),
    [
        ("", "field 'areas': expected a whole number from 1 to 9, found nothing"),
        ("areas = 10", "field 'areas': expected a whole number from 1 to 9, found 10"),
        ("areas = 1.5", "field 'areas': expected a whole number from 1 to 9, found 1.5"),
        ("areas = true", "field 'areas': expected a whole number from 1 to 9, found True"),
        ("areas = '3'", "field 'areas': expected a whole number from 1 to 9, found '3'"),
        ("areas = [3]", "field 'areas': expected a whole number from 1 to 9, found [3]"),
    ],
)
def test_a_bad_number_names_file_table_field_and_expectation(
    own: Path, tmp_path: Path, field: str, message: str
) -> None:
    tables = read(own, folder(tmp_path, f"[movement]\n{field}\n"))
    with pytest.raises(gunki.DataError) as refused:
        tables.row("movement").integer("areas", 1, 9)
    assert str(refused.value) == f"mine.toml: [movement]: {message}"


def test_entries_are_named_by_their_id(own: Path, tmp_path: Path) -> None:
    tables = read(own, folder(tmp_path, '[[clan]]\nid = "oda"\n[[clan]]\nid = "azai"\nvalue = "much"\n'))
    oda, azai = tables.rows("clan")
    with pytest.raises(gunki.DataError, match=r"mine\.toml: \[\[clan\]\] 'oda': field 'value': .* found nothing"):
        oda.integer("value", 0, 6)
    with pytest.raises(gunki.DataError, match=r"mine\.toml: \[\[clan\]\] 'azai': field 'value': .* found 'much'"):
        azai.integer("value", 0, 6)


def test_entries_need_different_ids(own: Path, tmp_path: Path) -> None:
    with pytest.raises(gunki.DataError, match="entry 2: field 'id': expected a name not used before, found 'oda'"):
        read(own, folder(tmp_path, '[[clan]]\nid = "oda"\n[[clan]]\nid = "oda"\n')).rows("clan")
    with pytest.raises(gunki.DataError, match="entry 1: field 'id': expected a text, found nothing"):
        read(own, folder(tmp_path, "[[clan]]\nvalue = 1\n")).rows("clan")


def test_fields_are_checked_by_their_kind() -> None:
    row = Row({"word": 3, "words": ["a", 1], "flag": 1, "table": 2, "pairs": [["a"]], "long": "x" * 500}, "f.toml: [t]")
    for ask, message in (
        (lambda: row.word("word"), "'word': expected a text, found 3"),
        (lambda: row.word("long", ("a", "b")), "'long': expected one of a, b, found 'xxx"),
        (lambda: row.words("words"), "'words': expected a list of texts"),
        (lambda: row.words("word", ("a", "b")), "'word': expected a list of a, b, found 3"),
        (lambda: row.is_true("flag"), "'flag': expected true or false, found 1"),
        (lambda: row.sub("table"), "'table': expected a table, found 2"),
        (lambda: row.pairs("pairs", {"a", "b"}), "'pairs': expected pairs of known names"),
        (lambda: row.pairs("word", {"a", "b"}), "'word': expected a list of pairs, found 3"),
    ):
        with pytest.raises(gunki.DataError) as refused:
            ask()
        assert str(refused.value).startswith("f.toml: [t]: field ")
        assert message in str(refused.value)
        assert len(str(refused.value)) < 200


def test_unhashable_names_in_pairs_are_refused() -> None:
    row = Row({"pairs": [[["a"], "b"]]}, "f.toml: [t]")
    with pytest.raises(gunki.DataError, match="expected pairs of known names"):
        row.pairs("pairs", {"a", "b"})


# -- with a real game -------------------------------------------------------------------------------------------------


def test_a_match_with_replaced_tables_can_be_saved_and_loaded_without_them(tmp_path: Path) -> None:
    data = folder(tmp_path, "[turns]\nlast = 3\n")
    match = gunki.new("nobunaga", seed=1, data=data)
    path = match.save(tmp_path / "a.gunki")
    (data / "mine.toml").unlink()
    data.rmdir()
    loaded = gunki.load(path)
    assert loaded.position.digest() == match.position.digest()
    assert loaded.header.tables == {"turns": {"last": 3}}


def test_a_bad_table_of_a_real_game_is_refused(tmp_path: Path) -> None:
    with pytest.raises(gunki.DataError, match=r"mine\.toml: \[turns\]: field 'last': expected a whole number from 1"):
        gunki.new("nobunaga", data=folder(tmp_path, "[turns]\nlast = 0\n"))
    with pytest.raises(gunki.DataError, match="not a folder"):
        gunki.new("nobunaga", data=tmp_path / "missing")


OPTIONAL = """[optional]
card_limit = 3
two_cards_from = 16
most_units = 30
bid_supply = {bid}
bid_cards = [-12, 12]
"""


def test_the_range_of_a_bid_comes_from_the_table(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(OPTIONAL.format(bid="[7, 9]"))
    match = gunki.new("nobunaga", seed=1, options={"bid_supply_areas": True}, data=tmp_path)
    assert match.decision is not None
    assert match.decision.texts == ["bid 7", "bid 8", "bid 9"]


@pytest.mark.parametrize("bid", ["[9, 7]", "[1]", "7", '["a", "b"]', "[true, 9]", "[-1, 5]", "[0, 99]"])
def test_a_bad_range_is_refused(tmp_path: Path, bid: str) -> None:
    (tmp_path / "mine.toml").write_text(OPTIONAL.format(bid=bid))
    with pytest.raises(gunki.DataError, match=r"mine\.toml: \[optional\]: field 'bid_supply': expected two whole"):
        gunki.new("nobunaga", data=tmp_path)
