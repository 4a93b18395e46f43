"""Why a battle, a siege or talks are refused: allies, and Odawara."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.forces import besiege
from tests.clauses.kanto.table import compose, ring
from tests.clauses.reasons import barred
from tests.support import clause

KENSHIN, KAKIZAKI, NAOE = "uesugi_kenshin", "kakizaki_kageie", "naoe_sanetsuna"
BABA, NAITO = "baba_nobuharu", "naito_masatoyo"
HERE, THERE, ASIDE, NORTH = "1207", "1206", "1307", "1205"
KAIZU = "0514"
SECOND, THIRD = "kenshin_crosses_the_mountains", "conquest_of_kanto"


def compose_allies(units: dict[str, Any], **entries: Any) -> Any:
    """Compose the Takeda phase of the third scenario, in which Takeda and Hojo are allies."""
    far = {NAITO: "0507", KENSHIN: "0505"}
    return compose({**units, **far}, **{"scenario": THIRD, "around": THERE, "phase": "takeda", **entries})


# --- 38(8): allies, and who talks --------------------------------------------------------------------------------


@clause("kanto", "38(8)-1", "17-1-1")
@pytest.mark.parametrize("owner", ["hojo", "takeda"])
def test_an_allys_castle_is_not_besieged(owner: str) -> None:
    match = compose_allies({BABA: KAIZU}, around=KAIZU, castles={"kaizu": {"owner": owner}})
    match.act(f"act {BABA}")
    truce = ["38(8)-1 ally_castle"] if owner == "hojo" else []
    barred(match, "siege", *truce, "17-1-1 no_enemy_castle")


# --- 31: Odawara -------------------------------------------------------------------------------------------------

AROUND: dict[str, Any] = {"scenario": SECOND, "turn": 12, "around": "2237", "radius": 3}


@clause("kanto", "31-3-2", "19-1-1", "19-1")
def test_each_hex_around_odawara_assaults_for_itself() -> None:
    """Honjo in 2137, Kakizaki in 2138; Kawada beside Honjo has acted, Kenshin stands farther off."""
    units = {**ring(12, 6, 0, 0), "kawada_shigechika": {"hex": "2137", "acted": True}, KENSHIN: "2136"}
    match = compose(units, phase="uesugi", **AROUND)
    besiege(match, "honjo_shigenaga")
    barred(match, f"with {KAKIZAKI}", "31-3-2 other_hex")
    barred(match, "with kawada_shigechika", "19-1-1 has_acted")
    barred(match, f"with {KENSHIN}", "19-1 other_hex", "17-1-1 other_hex")


@clause("kanto", "31-2", "31-2-1")
def test_a_refused_investment_of_odawara_names_what_it_lacks() -> None:
    match = compose({**ring(12, 12, 12, 0), KENSHIN: "2130"}, phase="uesugi", **AROUND)
    besiege(match, "honjo_shigenaga")
    barred(match, "invest", "31-2 ring_open", "31-2-1 too_weak", "31-2-1 automatic")
    assert match.why_not("invest")[0].data["hex"] == "2337"
    match = compose({**ring(12, 12, 12, 12), KENSHIN: "2130"}, phase="uesugi", **AROUND)
    besiege(match, "honjo_shigenaga")
    barred(match, "invest", "31-2-1 too_weak", "31-2-1 automatic")
