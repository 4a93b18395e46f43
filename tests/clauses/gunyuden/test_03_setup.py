"""Section 3: which seat plays which armies, and where all units start."""

from __future__ import annotations

import gunki
from tests.clauses.common import refused
from tests.clauses.forces import at, castle, unit
from tests.clauses.gunyuden.table import start_match
from tests.series.land import CASTLES
from tests.support import clause


@clause("gunyuden", "3.0(2)")
def test_a_seat_commands_its_own_side_and_not_the_enemys() -> None:
    match = gunki.compose("valley", {"to_act": "red"})
    assert match.decision is not None
    assert match.decision.who == "red"
    assert "act matsu" in match.decision.texts
    refused(match, "act taka")


@clause("gunyuden", "3.0(4)")
def test_units_and_castles_stand_where_the_scenario_says() -> None:
    """Matsu in Yama, Taka in Sato, Sake in Tani; Usagi comes later, and Tai is not there at all."""
    match = start_match()
    assert [at(match, name) for name in ("matsu", "taka", "sake", "usagi")] == ["0505", "1218", "1716", "off"]
    assert unit(match, "tai") == "off"
    assert {name: castle(match, name)["owner"] for name, *_ in CASTLES} == {
        name: owner for name, _, _, owner, _ in CASTLES
    }
