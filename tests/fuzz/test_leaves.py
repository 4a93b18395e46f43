"""Data tables of the user (`--data`): after any change they are refused by name or can be played."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

import gunki
from tests.fuzz.leaves import list_changes, make_change, try_change

#: Changes tried for each game; GUNKI_CHANGES=5000 tries more.
USUAL = {"nobunaga": 60, "honganji": 60, "kanto": 20}
ACTS = 4


@pytest.mark.parametrize("ident", sorted(USUAL))
def test_every_leaf_is_refused_by_name_or_can_be_played(ident: str) -> None:
    game, rng = gunki.game(ident), random.Random(ident)
    every = list(list_changes(game))
    refused = 0
    for name, path, number in rng.sample(every, int(os.environ.get("GUNKI_CHANGES", USUAL[ident]))):
        changed, scenario = make_change(game, name, path, number), rng.choice(game.scenarios)
        try:
            why = try_change(game, changed, scenario, rng, ACTS)
        except Exception as error:
            pytest.fail(f"{ident}, {scenario}: {changed}: {type(error).__name__}: {error}")
        assert why in ("", "refused"), f"{ident}, {scenario}: {changed}: {why}"
        refused += why == "refused"
    assert refused, "the changes are such that something must be wrong with some"


WRONG = [
    ("kanto", "weather", "to = [4, 3]", 'to = [4, "x"]', "[weather] thaw: field 'to': expected 2 whole numbers"),
    ("kanto", "tables", "[0, 0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 1, 0],\n", "",
     "[field_battle]: field 'eliminate_mark': expected"),
    ("kanto", "tables", "column_min = [1, 6, 11", "column_min = [1, 6, 6",
     "[assault]: field 'column_min': expected whole"),
    ("kanto", "tables", "{ durability = [3, 3], opens = 5, surrender = 9 },\n", "",
     "[surrender]: field 'rows': expected a row"),
    ("kanto", "tables", "flat = { move = 1,", "flat = { move = 300,", "[terrain] flat: field 'move': expected"),
    ("kanto", "tables", "steps = [0, 0, 0, 0, 1, 2]", "steps = [0, 0]",
     "[decisive_retreat]: field 'steps': expected 6"),
    ("kanto", "tables", "[replenishment.takeda]", "[replenishment.tokeda]",
     "'takeda': field 'replenishment': expected one of"),
    ("kanto", "victory", "[1, 2, 4, 6]", "[1]", "[victory]: field 'castle_by_level': expected points for each level"),
    ("kanto", "scenarios", "coalitions = [[", "coalitions = [[], [",
     "heaven_and_earth': field 'coalitions': expected"),
    ("kanto", "units", 'id = "hojo_ujimasa"', 'id = "nobody"',
     "[[unit]] 'takeda_shingen': field 'id': expected 'hojo_ujimasa'"),
    ("kanto", "evaluation", "ring = 40", 'ring = "40"', "[evaluation]: field 'ring': expected a whole number"),
    ("nobunaga", "evaluation", "army = 10", "army = 10.5", "[evaluation]: field 'army': expected a whole number"),
    ("nobunaga", "layout", "noto = [4, 0]", "noto = [4]", "[layout] at: field 'noto': expected 2 whole numbers"),
    ("nobunaga", "layout", "noto = [4, 0]", "", "[layout] at: field 'noto': expected 2 whole numbers"),
    ("nobunaga", "numbers", "[turns]", "[turns]\nsince = 1570-04-20",
     "[turns]: field 'since': expected a text, a number"),
    ("nobunaga", "numbers", "[turns]", "[turns]\nworth = nan", "[turns]: field 'worth': expected a text, a number"),
    ("nobunaga", "numbers", "[turns]", f"[turns]\nworth = 0x{'f' * 6000}",
     "[turns]: field 'worth': expected a number of at"),
    ("nobunaga", "numbers", "[turns]", f"[turns]\nworth = {'9' * 6000}", "cannot be read as TOML"),
    ("nobunaga", "numbers", "[turns]", f"[turns]\nworth = {'[' * 20}{']' * 20}", "[turns]: field 'worth.1.1"),
]  # fmt: skip


@pytest.mark.parametrize(("ident", "file", "old", "new", "said"), WRONG, ids=[f"{w[0]} {w[4][:40]}" for w in WRONG])
def test_an_error_in_a_table_names_file_table_and_field(
    tmp_path: Path, ident: str, file: str, old: str, new: str, said: str
) -> None:
    text = (gunki.game(ident).folder / "data" / f"{file}.toml").read_text(encoding="utf-8")
    assert old in text
    (tmp_path / f"{file}.toml").write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(gunki.DataError) as error:
        gunki.new(ident, seed=1, data=tmp_path)
    assert said in str(error.value)
    assert ".toml: " in str(error.value)
