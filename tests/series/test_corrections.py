"""Corrections of single hexes by the owner of a printed map, in play and in saves."""

from __future__ import annotations

from pathlib import Path

import pytest

import gunki
from gunki.core.matches import saves


def test_a_corrected_hex_is_played_and_kept_in_the_save(tmp_path: Path) -> None:
    (tmp_path / "hexes.csv").write_text("hex,terrain\n0506,mountain\n", encoding="utf-8")
    plain, mine = gunki.new("kanto", seed=1), gunki.new("kanto", seed=1, data=tmp_path)

    def terrain(match: gunki.Match) -> str:
        board = match.game.board(match.setup)
        return str(next(place["terrain"] for place in board["places"] if place["id"] == "0506"))

    assert terrain(plain) != "mountain"
    assert terrain(mine) == "mountain"
    mine.act("ready")
    again = gunki.loads(saves.save_bytes(mine))
    assert terrain(again) == "mountain"
    assert again.position.digest() == mine.position.digest()


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("hexes", "hex,terrain\n0506,lava\n", "terrain"),
        ("hexes", "hex,terrain\n9999,flat\n", "9999"),
        ("weather", "a,b\n", "no such sheet"),
    ],
)
def test_a_bad_line_is_refused_by_its_number(tmp_path: Path, name: str, text: str, words: str) -> None:
    (tmp_path / f"{name}.csv").write_text(text, encoding="utf-8")
    with pytest.raises(gunki.DataError, match=words):
        gunki.new("kanto", data=tmp_path)


def test_a_game_without_a_hex_map_takes_no_corrections(tmp_path: Path) -> None:
    (tmp_path / "hexes.csv").write_text("hex,terrain\n0506,flat\n", encoding="utf-8")
    with pytest.raises(gunki.DataError, match="corrections"):
        gunki.new("nobunaga", data=tmp_path)


def test_a_table_whose_castle_goes_on_at_durability_0_is_refused() -> None:
    """QR-CST: the row of durability 0 says how the castle falls."""
    game = gunki.game("hideyoshi")
    table = dict(game.tables["surrender"])
    fallen = {"durability": 0, "no_response": -99, "surrender": 5}
    table["rows"] = [fallen if not row["durability"] else row for row in table["rows"]]
    with pytest.raises(gunki.DataError, match="a castle that falls does not go on"):
        game.setup(None, {}, {"surrender": table})
