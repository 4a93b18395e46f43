"""35.1 to 35.6: who stands where before Yamazaki, whose they are, how long it lasts; 34.2: before starting."""

from __future__ import annotations

import pytest

import gunki
from tests.clauses.common import acts, allowed, refused
from tests.clauses.forces import at, morale, neighbours, of_kind, unit
from tests.clauses.hideyoshi.table import (
    TENNOZAN,
    begin,
    clan_of,
    compose,
    may_take,
    opening,
    passive,
    roster,
    standing,
)
from tests.support import clause

# clause, clan and hex (or where they are placed freely), then the units.
ROSTER = roster("""
35.4-H1(0126) hashiba 0126
    hashiba_hideyoshi hashiba_hidenaga hashiba_hidekatsu kuroda_yoshitaka hachisuka_masakatsu asano_nagamasa
    sugihara_ietsugu horio_yoshiharu nakamura_kazuuji kato_mitsuyasu hitotsuyanagi_naosue ikoma_chikamasa
    sengoku_hidehisa mikoda_masaharu toda_katsutaka bito_tomonobu maeno_nagayasu kuwayama_shigeharu
    yamauchi_kazutoyo fukushima_masanori kato_kiyomasa kimura_shigekore bessho_shigemune akashi_norizane
    akamatsu_hirohide
35.4-H1(0126) ukita 0126
    ukita_tadaie togawa_hideyasu oka_ietoshi hanabusa_masayuki hanabusa_motohide nobuhara_kageyoshi
35.4-H1(0326) ukita 0326
    ukita_hideie osafune_sadachika akashi_kagechika ehara_chikatsugu shinmen_munetsura naramura_harumasa
    baba_motoie kunitomi_sadatsugu
35.4-H1(0911) hashiba 0911
    miyabe_keijun kakiya_mitsunari isobe_toyonao yagi_toyonobu tomoda_sakonemon
35.4-H1(0611) hashiba 0611
    kamei_korenori amako_retainers
35.4-H1(1114) hashiba 1114
    kinoshita_shigekata wakasa_band
35.4-H1(0312) nanjo 0312
    nanjo_mototsugu nanjo_motoie nanjo_band_1 nanjo_band_2
35.4-H1(0113) nanjo 0113
    ogamo_motokiyo ogamo_band
35.4-H2(3126) kobe 3126
    kobe_nobutaka okamoto_yoshikatsu koda_hikoemon saito_toshitaka
35.4-H2(3126) niwa 3126
    niwa_nagahide mizoguchi_hidekatsu toda_katsushige eguchi_masayoshi
35.4-H2(3126) hachiya 3126
    hachiya_yoritaka hachiya_band
35.4-H3(4928) kitabatake 4928
    kitabatake_nobukatsu tsugawa_yoshifuyu takigawa_katsutoshi kozukuri_nagamasa tamaru_naomasa heki_daizen
    hijikata_katsuhisa
35.4-H3(4825) oda_nobukane 4825
    oda_nobukane wakebe_mitsuyoshi hosono_fujiatsu
35.4-A1(3521) akechi ring
    akechi_mitsuhide akechi_hidemitsu saito_toshimitsu akechi_mitsutada fujita_yukimasa mizoo_shigetomo
    matsuda_masachika namikawa_yasuie shioden_masataka ise_sadaoki suwa_morinao tsuda_nobuharu murakami_kiyokuni
    mimaki_kaneaki shibata_katsusada
35.4-A1(3220) akechi 3220
    akechi_mitsuyoshi tsumaki_hirotada
35.4-A2(0126) mori 0126
    shimizu_muneharu nanba_munetada suechika_nobuyoshi shimizu_gessei
35.4-A2(0127) mori 0127
    inoue_arikage
35.4-O(3521) oda 3521
    oda_nobunaga
35.4-O(3527) tsutsui 3527
    tsutsui_junkei tsutsui_sadatsugu shima_sakon matsukura_shigenobu mori_yoshiyuki ido_yoshihiro
    hashio_takaharu
35.4-O(2924) ikeda 2924
    ikeda_tsuneoki ikeda_motosuke ikeda_terumasa iki_tadatsugu moridera_tadakatsu tokura_shirobei
35.4-O(2511) hosokawa 2511
    hosokawa_tadaoki hosokawa_fujitaka matsui_yasuyuki komeda_motomasa ariyoshi_tatsukoto
35.4-O(3224) nakagawa 3224
    nakagawa_kiyohide nakagawa_fuchinosuke nakagawa_band
35.4-O(3223) takayama 3223
    takayama_ukon takayama_band
35.4-O(4420) gamo 4420
    gamo_ujisato gamo_katahide machino_shigeyori kekke_jurobei
""")
FIXED = [row for row in ROSTER if row[2] != "ring"]
FREE = [name for row in ROSTER if row[2] == "ring" for name in sorted(row[3])]


@pytest.mark.parametrize(
    ("clan", "hex_id", "names"),
    [pytest.param(*row[1:], marks=clause("hideyoshi", row[0]), id="-".join(row[1:3])) for row in FIXED],
)
def test_who_stands_in_each_hex(clan: str, hex_id: str, names: set[str]) -> None:
    """The units of that clan in the hex, all of them and nobody else, at full strength."""
    view = opening(TENNOZAN)
    there = standing(view, hex_id)
    assert {name for name in there if clan_of(name, TENNOZAN) == clan} == names
    assert there == {name for row in FIXED if row[2] == hex_id for name in row[3]}
    assert all(view["units"][name]["steps"] == 2 for name in names)


# --- 35.1 to 35.3 ---------------------------------------------------------------------------------------------------


@clause("hideyoshi", "35.1")
@pytest.mark.parametrize(("here", "there"), [("5719", "5720"), ("5917", "6017"), ("5330", "5430"), ("5231", "5331")])
def test_nobody_enters_mikawa_or_shima(here: str, there: str) -> None:
    """From Owari and Ise: the hexes beyond the border cost next to nothing on the whole map, and are refused here."""
    match = compose({"kitabatake_nobukatsu": here}, scenario=TENNOZAN, turn=2, phase="hashiba")
    acts(match, "act kitabatake_nobukatsu", "move")
    refused(match, f"to {there}", "35.1")


@clause("hideyoshi", "35.1")
@pytest.mark.parametrize("hex_id", ["6021", "5430"])
def test_nobody_is_laid_out_in_mikawa_or_shima(hex_id: str) -> None:
    with pytest.raises(gunki.GunkiError, match=hex_id):
        compose({"kitabatake_nobukatsu": hex_id}, scenario=TENNOZAN)


@clause("hideyoshi", "35.2")
def test_eight_turns_from_the_sixth_month_to_the_seventh() -> None:
    match = compose(
        {"shibata_katsuie": "4301", "akechi_mitsuhide": "3719"}, scenario=TENNOZAN, stage=0, state={"nobusumi": 1}
    )
    passive(match)
    weeks = [(e["turn"], e["month"], e["week"]) for e in of_kind(match.events, "turn")]
    assert weeks == [(turn, 6 + (turn - 1) // 4, 1 + (turn - 1) % 4) for turn in range(1, 9)]
    assert match.result is not None


@clause("hideyoshi", "35.3", "30.0")
def test_the_sides_of_yamazaki() -> None:
    sides = opening(TENNOZAN)["sides"]
    assert {name for name in ("hashiba", "kobe", "kitabatake", "shibata") if sides[name] == "hashiba"} == {
        "hashiba", "kobe", "kitabatake", "shibata",
    }  # fmt: skip
    assert {name for name, seat in sides.items() if seat == "anti_hashiba"} == {"akechi", "mori"}


# --- 35.4: the deployment -----------------------------------------------------------------------------------------


@clause("hideyoshi", "35.4", "34.2(2)")
def test_the_hashiba_side_deploys_first() -> None:
    match = begin(TENNOZAN)
    assert (match.decision.name, match.decision.who) == ("deploy_freely", "hashiba")
    refused(match, "station akechi_mitsuhide 3621")
    match.act("ready")
    assert (match.decision.name, match.decision.who) == ("deploy_freely", "anti_hashiba")
    allowed(match, "station akechi_mitsuhide 3621")


@clause("hideyoshi", "34.2(2)")
def test_who_starts_on_a_castle_may_be_inside_or_before_it() -> None:
    match = begin(TENNOZAN)
    assert unit(match, "miyabe_keijun").get("inside") is True
    match.act("field miyabe_keijun")
    assert not unit(match, "miyabe_keijun").get("inside")
    assert not unit(match, "kakiya_mitsunari").get("inside")  # he is under Miyabe's command
    assert at(match, "miyabe_keijun") == "0911"


@clause("hideyoshi", "34.2(2)")
def test_units_of_a_hex_are_organised_freely() -> None:
    """Mizoguchi of the Niwa starts under his lord, may stand alone or follow Nobutaka; not a man of another hex."""
    match = begin(TENNOZAN)
    assert unit(match, "mizoguchi_hidekatsu")["leader"] == "niwa_nagahide"
    allowed(match, "alone mizoguchi_hidekatsu")
    refused(match, "lead mizoguchi_hidekatsu kitabatake_nobukatsu")
    match.act("lead mizoguchi_hidekatsu kobe_nobutaka")
    assert unit(match, "mizoguchi_hidekatsu")["leader"] == "kobe_nobutaka"


@clause("hideyoshi", "35.4-H1")
def test_the_hashiba_command_ukita_and_nanjo() -> None:
    """Not the Niwa, who serve the Kobe, nor Nobukane's men."""
    taken = {name: may_take("hashiba_hidenaga", name, TENNOZAN) for name in LESSER}
    assert taken == {name: name in ("togawa_hideyasu", "nanjo_motoie") for name in LESSER}


@clause("hideyoshi", "35.4-H2")
def test_the_kobe_command_niwa_and_hachiya() -> None:
    taken = {name: may_take("kobe_nobutaka", name, TENNOZAN) for name in LESSER}
    assert taken == {name: name in ("eguchi_masayoshi", "hachiya_band") for name in LESSER}


@clause("hideyoshi", "35.4-H3")
def test_the_kitabatake_command_nobukane() -> None:
    taken = {name: may_take("kitabatake_nobukatsu", name, TENNOZAN) for name in LESSER}
    assert taken == {name: name == "wakebe_mitsuyoshi" for name in LESSER}


# A man without stars of each lesser clan on the Hashiba side.
LESSER = ["togawa_hideyasu", "nanjo_motoie", "eguchi_masayoshi", "hachiya_band", "wakebe_mitsuyoshi"]


@clause("hideyoshi", "35.4-H1(0126)", "35.4-A2(0126)")
def test_takamatsu_is_invested_from_the_start() -> None:
    view = opening(TENNOZAN)
    besiegers = FIXED[0][3] | FIXED[1][3]
    leaders = {name for name in besiegers if "leader" not in view["units"][name]}
    assert all(view["units"][name]["invests"] for name in leaders)
    assert view["castles"]["takamatsu"]["besieged"]
    assert view["castles"]["takamatsu"]["durability"] == 2
    assert view["castles"]["takamatsu"]["owner"] == "mori"


@clause("hideyoshi", "35.4-H1(0126)", "35.4-A2(0126)", "34.2(2)")
def test_besiegers_and_garrison_of_takamatsu_stay_what_they_are() -> None:
    """Y-65: they may be organised, but neither goes in nor comes out."""
    match = begin(TENNOZAN)
    refused(match, "garrison hashiba_hideyoshi")
    allowed(match, "alone horio_yoshiharu")
    match.act("ready")
    refused(match, "field shimizu_muneharu")
    match.act("alone nanba_munetada")
    assert "leader" not in unit(match, "nanba_munetada")
    assert unit(match, "nanba_munetada")["inside"] is True
    assert morale(match, "nanba_munetada") == -2


@clause("hideyoshi", "35.4-A2(0126)")
def test_the_four_in_takamatsu_are_at_minus_2() -> None:
    units = opening(TENNOZAN)["units"]
    for name in ("shimizu_muneharu", "nanba_munetada", "suechika_nobuyoshi", "shimizu_gessei"):
        assert units[name]["inside"] is True
        assert units[units[name].get("leader", name)]["morale"] == -2


@clause("hideyoshi", "35.4-A1(3521)")
def test_the_akechi_stand_around_kyoto_as_they_like() -> None:
    """In the six hexes beside 3521, not in Kyoto itself nor further away."""
    match = begin(TENNOZAN)
    match.act("ready")
    ring = set(neighbours("3521"))
    offered = {text.split()[2] for text in match.decision.texts if text.startswith("station")}
    assert offered | {at(match, "akechi_mitsuhide")} == ring
    assert all(at(match, name) in ring for name in FREE)
    refused(match, "station akechi_mitsuhide 3521")
    refused(match, "station akechi_mitsuhide 3719")
    acts(match, "station akechi_mitsuhide 3621", "station akechi_hidemitsu 3522")
    assert [at(match, name) for name in ("akechi_mitsuhide", "akechi_hidemitsu")] == ["3621", "3522"]


@clause("hideyoshi", "35.4-A1(3220)")
def test_the_akechi_of_kameyama_are_not_moved() -> None:
    match = begin(TENNOZAN)
    match.act("ready")
    refused(match, "station tsumaki_hirotada 3621")
    allowed(match, "field tsumaki_hirotada")


@clause("hideyoshi", "35.4")
def test_nobody_else_is_on_the_map_before_yamazaki() -> None:
    assert standing(opening(TENNOZAN)) == {name for row in ROSTER for name in row[3]}


@clause("hideyoshi", "35.4-O")
def test_six_clans_start_neutral_and_in_garrison() -> None:
    """Neither seat arranges their units, and all of them are inside."""
    view = opening(TENNOZAN)
    neutrals = {row[1]: row[3] for row in ROSTER if row[0].startswith("35.4-O(") and row[1] != "oda"}
    assert set(neutrals) == {"tsutsui", "ikeda", "hosokawa", "nakagawa", "takayama", "gamo"}
    assert all(view["sides"][clan] == "neutral" for clan in neutrals)
    assert all(view["units"][name]["inside"] for names in neutrals.values() for name in names)
    match = begin(TENNOZAN)
    for _ in match.seats:
        named = {word for text in match.decision.texts for word in text.split()[1:]}
        assert not named & {name for names in neutrals.values() for name in names}
        match.act("ready")


@clause("hideyoshi", "35.4-O")
def test_neutrals_exert_no_zone() -> None:
    """Past Ibaraki strategically: a zone would forbid it."""
    match = compose(
        {"hashiba_hideyoshi": "3124", "nakagawa_kiyohide": {"hex": "3224", "inside": True}},
        scenario=TENNOZAN, turn=2, phase="hashiba", around="3224", radius=3, state={"peace": 1},
    )  # fmt: skip
    acts(match, "act hashiba_hideyoshi", "strategic")
    allowed(match, "to 3225", "to 3325")
