"""37.3, 37.4 and 37.6: whose the units are before Komaki and Nagakute, and where they may stand."""

from __future__ import annotations

from tests.clauses.common import acts, refused
from tests.clauses.forces import at, unit
from tests.clauses.hideyoshi.rosters import FREE
from tests.clauses.hideyoshi.table import KOMAKI, may_take, opening_view, start_match, units_in
from tests.support import clause

# --- 37.3 ----------------------------------------------------------------------------------------------------------


@clause("hideyoshi", "37.3", "30.0")
def test_the_sides_of_komaki() -> None:
    sides = opening_view(KOMAKI)["sides"]
    assert sides["hashiba"] == "hashiba"
    assert [sides[name] for name in ("tokugawa", "kitabatake", "saika", "negoro")] == ["anti_hashiba"] * 4


# --- 37.4: the deployment -----------------------------------------------------------------------------------------


# A man without stars of each of the seventeen lesser clans.
SEVENTEEN = [
    "togawa_hideyasu", "nanjo_motoie", "komeda_motomasa", "iki_tadatsugu", "takayama_band", "nakagawa_band",
    "ido_yoshihiro", "eguchi_masayoshi", "hachiya_band", "machino_shigeyori", "wakebe_mitsuyoshi",
    "inaba_sadamichi", "endo_tanemoto", "kagami_motomasa", "kanamori_yoshishige", "takigawa_kazutada", "kuki_band",
]  # fmt: skip


@clause("hideyoshi", "37.4-H1")
def test_seventeen_clans_under_hashiba() -> None:
    assert [name for name in SEVENTEEN if may_take("hashiba_hidenaga", name, KOMAKI)] == SEVENTEEN


@clause("hideyoshi", "37.4-T1(6021)")
def test_21_units_at_okazaki() -> None:
    assert len(units_in(opening_view(KOMAKI), "6021")) == 21


@clause("hideyoshi", "37.4-T2(free)")
def test_the_kitabatake_stand_in_their_castles_as_they_like() -> None:
    """The ten that the list gives them; Ōgaki is the Ikeda's."""
    match = start_match(KOMAKI)
    refused(match, "station kitabatake_nobukatsu 5416")
    match.act("ready")
    own = {"5214", "5319", "5416", "5515", "5519", "5718", "4928", "5022", "5119", "5120"}
    for name in FREE[KOMAKI]:
        offered = {text.split()[2] for text in match.decision.texts if text.startswith(f"station {name} ")}
        assert offered | {opening_view(KOMAKI)["units"][name]["hex"]} == own
    refused(match, "station kitabatake_nobukatsu 5013")
    refused(match, "station heki_daizen 5416")
    acts(match, "station kitabatake_nobukatsu 5416", "field kitabatake_nobukatsu")
    assert at(match, "kitabatake_nobukatsu") == "5416"
    assert not unit(match, "kitabatake_nobukatsu").get("inside")
