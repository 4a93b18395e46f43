"""37.8-1, 37.8-2: the main castles of the Kitabatake and of the Takigawa in Komaki-Nagakute."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.forces import units_without_line
from tests.clauses.hideyoshi.scenario_table import HIDEYOSHI, IEYASU, INSIDE, KAZUMASU, NOBUKATSU, compose_komaki
from tests.support import clause


def find_cut_off(units: dict[str, Any], lost: dict[str, str], **entries: Any) -> set[str]:
    """Return the units without a line at the start of turn 2, with these castles in other hands."""
    castles = {name: {"owner": owner} for name, owner in lost.items()}
    found = {"turn": 2, "stage": 0, "dice": [1], "castles": castles, **entries}
    return units_without_line(compose_komaki({IEYASU: {"hex": "6021", **INSIDE}, **units}, **found))


@clause("hideyoshi", "37.8-1")
@pytest.mark.parametrize(
    ("lost", "where", "cut"),
    [
        ([], "5515", False),
        (["nagashima"], "5515", False),
        (["kiyosu"], "5119", False),
        (["kiyosu"], "5515", False),
        (["kiyosu", "nagashima"], "5515", True),
        (["kiyosu", "nagashima"], "4928", True),  # Matsusaka is none here
    ],
)
def test_the_kitabatake_have_kiyosu_and_nagashima(lost: list[str], where: str, cut: bool) -> None:
    """Each alone is the end of a line; outside the gate, since garrisons need none (11-1-6)."""
    found = find_cut_off({NOBUKATSU: where}, dict.fromkeys(lost, "none"))
    assert (NOBUKATSU in found) is cut


@clause("hideyoshi", "37.8-2")
def test_takigawas_lines_end_at_anotsu() -> None:
    """With Himeji and Osaka lost a force of the Hashiba clan has no line there, and Takigawa's has."""
    units = {KAZUMASU: "4825", "horio_yoshiharu": "4825"}
    lost = {"himeji": "none", "osaka": "none"}
    assert find_cut_off(units, lost) == {"horio_yoshiharu"}


@clause("hideyoshi", "37.8-2")
@pytest.mark.parametrize("lost", [{"anotsu": "none"}, {"anotsu": "kitabatake"}])
def test_takigawas_lines_end_at_anotsu_only_while_it_belongs_to_the_side(lost: dict[str, str]) -> None:
    """Y-55: with their own main castles alone (option) they then have no line at all."""
    units = {KAZUMASU: "4924", HIDEYOSHI: {"hex": "3126", **INSIDE}}
    options = {"lesser_main_castle": "own"}
    assert KAZUMASU not in find_cut_off(units, {}, options=options)
    assert KAZUMASU in find_cut_off(units, lost, options=options)


@clause("hideyoshi", "37.8-2", "30-1-2")
def test_takigawas_lines_may_end_at_a_main_castle_of_hashiba() -> None:
    """Y-55: Anotsu is a ruin, and the castles of the side lead on to Osaka; by option they do not."""
    units = {KAZUMASU: "4420", HIDEYOSHI: {"hex": "3126", **INSIDE}}
    assert KAZUMASU not in find_cut_off(units, {"anotsu": "none"})
    assert KAZUMASU in find_cut_off(units, {"anotsu": "none"}, options={"lesser_main_castle": "own"})
