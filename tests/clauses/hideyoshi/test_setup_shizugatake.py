"""36.3 to 36.5: whose the units are before Shizugatake, and where they may stand."""

from __future__ import annotations

from tests.clauses.common import refused
from tests.clauses.forces import at, distance
from tests.clauses.hideyoshi.rosters import FREE
from tests.clauses.hideyoshi.table import SHIZUGATAKE, may_take, opening_view, start_match, units_in
from tests.support import clause

# --- 36.3 ----------------------------------------------------------------------------------------------------------


@clause("hideyoshi", "36.3", "30.0")
def test_the_sides_of_shizugatake() -> None:
    sides = opening_view(SHIZUGATAKE)["sides"]
    assert [sides[name] for name in ("hashiba", "kitabatake")] == ["hashiba"] * 2
    assert [sides[name] for name in ("shibata", "kobe")] == ["anti_hashiba"] * 2


# --- 36.4: the deployment -----------------------------------------------------------------------------------------


# A man without stars of each lesser clan: of Hashiba's fourteen, then of the Shibata's two and of the Kanbe's one.
FOURTEEN = [
    "togawa_hideyasu", "nanjo_motoie", "komeda_motomasa", "iki_tadatsugu", "takayama_band", "nakagawa_band",
    "ido_yoshihiro", "eguchi_masayoshi", "hachiya_band", "machino_shigeyori", "wakebe_mitsuyoshi",
    "inaba_sadamichi", "endo_tanemoto", "kagami_motomasa",
]  # fmt: skip
SHIBATAS, KOBES = ["murai_nagayori", "kanamori_yoshishige"], ["takigawa_kazutada"]


@clause("hideyoshi", "36.4-H1")
def test_fourteen_clans_under_hashiba() -> None:
    free = {"state": {"declared": 1}}  # 36.7-6: before that some of them take no part in anything
    assert [name for name in FOURTEEN if may_take("hashiba_hidenaga", name, SHIZUGATAKE, **free)] == FOURTEEN
    assert not [name for name in FOURTEEN if may_take("kitabatake_nobukatsu", name, SHIZUGATAKE, **free)]


@clause("hideyoshi", "36.4-A1(4301)", "36.4-A2")
def test_the_printed_clans_follow_shibata_and_kobe() -> None:
    free = {"phase": "anti_hashiba", "state": {"thawed": 1, "declared": 1}}
    for leader, men in (("shibata_katsuie", SHIBATAS), ("kobe_nobutaka", KOBES)):
        assert [name for name in SHIBATAS + KOBES if may_take(leader, name, SHIZUGATAKE, **free)] == men


@clause("hideyoshi", "36.4-A1(4301)")
def test_28_units_at_kitanosho() -> None:
    assert len(units_in(opening_view(SHIZUGATAKE), "4301")) == 28


@clause("hideyoshi", "36.4-H2(Owari)")
def test_the_kitabatake_stand_in_owari_as_they_like() -> None:
    """Any hex of Owari that can be entered, castles too, not within two hexes of Gifu (Y-65, 36.7-5)."""
    match = start_match(SHIZUGATAKE)
    board = match.setup.map
    ground = {hex_id: (board.province_at(i), board.terrain_at(i)) for i, hex_id in enumerate(board.numbers)}
    land = {
        hex_id
        for hex_id, (province, terrain) in ground.items()
        if province == "Owari" and terrain not in ("sea", "lake", "mountain") and distance(hex_id, "5313") > 2
    }
    for name in FREE[SHIZUGATAKE]:
        offered = {text.split()[2] for text in match.decision.texts if text.startswith(f"station {name} ")}
        assert offered | {opening_view(SHIZUGATAKE)["units"][name]["hex"]} == land
    refused(match, "station kitabatake_nobukatsu 4928")
    refused(match, "station kozukuri_nagamasa 5416")
    match.act("station kitabatake_nobukatsu 5416")
    assert at(match, "kitabatake_nobukatsu") == "5416"
