"""9-3-1 entry and K-81: how units in the Mori Deployment Box come onto the map."""

from __future__ import annotations

from typing import Any

import pytest

from gunki import Match
from tests.clauses.kenshin.table import (
    ODA,
    UESUGI,
    acts,
    allowed,
    at,
    compose,
    cost,
    decision_of,
    force,
    march,
    points_left,
    unit,
)
from tests.clauses.reasons import barred
from tests.support import clause

MORI = "kikkawa_motoharu"
# The west edge, between the two seas.
EDGE = [f"01{row}" for row in range(13, 25)]


def leave_box(units: dict[str, Any] | None = None, **more: Any) -> Match:
    """Begin the march of Kikkawa and one led unit out of the box."""
    mori = force("box", MORI, "kikkawa_motonaga")
    match = compose({**mori, **(units or {}), **UESUGI, **ODA}, **more)
    march(match, MORI)
    return match


@clause("kenshin", "9-3-1 entry", "10-4-2")
@pytest.mark.parametrize(("ground", "price"), [("flat", 1), ("rough", 2), ("foothills", 3)])
def test_entering_costs_the_ground_of_the_first_hex(ground: str, price: int) -> None:
    match = leave_box(terrain={"0120": ground})
    assert points_left(match) == 6
    assert cost(match, "0120") == price
    assert at(match, MORI) == at(match, "kikkawa_motonaga") == "0120"


@clause("kenshin", "9-3-1 entry", "10-5-1")
def test_enemy_control_of_an_entry_hex_costs_one_more() -> None:
    match = leave_box({"maeda_toshiie": "0221"}, terrain={"0120": "flat"})
    assert cost(match, "0120") == 2


@clause("kenshin", "9-3-1 entry")
def test_only_hexes_of_the_west_edge_are_entries_from_the_box() -> None:
    match = leave_box(terrain=dict.fromkeys(EDGE, "flat"))
    allowed(match, *[f"to {hex_id}" for hex_id in EDGE])
    barred(match, "to 0126", "9-3-1 entry not_an_entry_hex")
    match = leave_box(terrain={**dict.fromkeys(EDGE, "mountain"), "0120": "flat"})
    assert {text for text in decision_of(match).texts if text.startswith("to 01")} == {"to 0120"}


@clause("kenshin", "9-3-1 entry", "10-6-3")
@pytest.mark.parametrize(("action", "reason"), [
    ("to 0120",       "10-6-3 enemy_there"),
    ("engage 0120",   "9-3-1 entry in_the_box"),
    ("overrun 0120",  "9-3-1 entry in_the_box"),
])  # fmt: skip
def test_units_in_the_box_cannot_engage_or_overrun(action: str, reason: str) -> None:
    """K-81: an entry hex with enemies in the open is closed."""
    barred(leave_box({"maeda_toshiie": "0120"}), action, reason)


@clause("kenshin", "9-3-1 entry", "10-2")
@pytest.mark.parametrize("phase", ["uesugi_forced_march", "uesugi_reaction"])
def test_units_enter_from_the_box_in_reaction_and_forced_march_after_a_check(phase: str) -> None:
    units = {**force("box", MORI, "kikkawa_motonaga"), **UESUGI, **ODA}
    match = compose(units, phase=phase, dice=[3], terrain={"0120": "flat"})
    barred(match, f"move {MORI}", "10-2 check_first")
    acts(match, f"check {MORI}", "to 0120")
    assert at(match, MORI) == "0120"


@clause("kenshin", "9-3-1 entry")
def test_units_on_the_map_cannot_march_back_into_the_box() -> None:
    match = compose({MORI: "0120", **UESUGI, **ODA})
    march(match, MORI)
    assert all(text.split()[-1].isdigit() for text in decision_of(match).texts if text.startswith("to "))
    assert "leader" not in unit(match, MORI)


@clause("kenshin", "9-3-1 entry")
def test_units_may_stay_in_the_box() -> None:
    match = compose({MORI: "box", "ukita_naoie": "box", **UESUGI, **ODA})
    allowed(match, f"move {MORI}", "move ukita_naoie", "end")
    match.act("end")
    assert at(match, MORI) == "box"
