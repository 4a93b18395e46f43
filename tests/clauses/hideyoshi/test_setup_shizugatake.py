"""36.1 to 36.5: who stands where before Shizugatake, whose they are and how long it lasts."""

from __future__ import annotations

import pytest

from tests.clauses.common import acts, allowed, refused
from tests.clauses.forces import at, distance, of_kind
from tests.clauses.hideyoshi.table import (
    SHIZUGATAKE,
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
36.4-H1(1623) hashiba 1623
    hashiba_hideyoshi hashiba_hidenaga kuroda_yoshitaka hachisuka_masakatsu asano_nagamasa sugihara_ietsugu
    horio_yoshiharu nakamura_kazuuji kato_mitsuyasu hitotsuyanagi_naosue ikoma_chikamasa sengoku_hidehisa
    mikoda_masaharu toda_katsutaka bito_tomonobu maeno_nagayasu yamauchi_kazutoyo fukushima_masanori
    kato_kiyomasa wakizaka_yasuharu katagiri_katsumoto kuwayama_shigeharu kimura_shigekore
36.4-H1(0326) ukita 0326
    ukita_hideie ukita_tadaie togawa_hideyasu oka_ietoshi osafune_sadachika hanabusa_masayuki hanabusa_motohide
    akashi_kagechika nobuhara_kageyoshi ehara_chikatsugu shinmen_munetsura naramura_harumasa baba_motoie
    kunitomi_sadatsugu
36.4-H1(0312) nanjo 0312
    nanjo_mototsugu nanjo_motoie nanjo_band_1 nanjo_band_2
36.4-H1(0113) nanjo 0113
    ogamo_motokiyo ogamo_band
36.4-H1(0911) hashiba 0911
    miyabe_keijun kakiya_mitsunari isobe_toyonao yagi_toyonobu tomoda_sakonemon
36.4-H1(0611) hashiba 0611
    kamei_korenori amako_retainers
36.4-H1(1114) hashiba 1114
    kinoshita_shigekata wakasa_band
36.4-H1(2511) hosokawa 2511
    hosokawa_tadaoki matsui_yasuyuki hosokawa_okimoto komeda_motomasa ariyoshi_tatsukoto
36.4-H1(3126) ikeda 3126
    ikeda_tsuneoki ikeda_motosuke ikeda_terumasa iki_tadatsugu moridera_tadakatsu katagiri_hanemon
    tokura_shirobei
36.4-H1(3223) takayama 3223
    takayama_ukon takayama_band
36.4-H1(3224) nakagawa 3224
    nakagawa_kiyohide nakagawa_fuchinosuke nakagawa_band
36.4-H1(3527) tsutsui 3527
    tsutsui_junkei tsutsui_sadatsugu shima_sakon matsukura_shigenobu mori_yoshiyuki ido_yoshihiro
    hashio_takaharu toichi_fujimitsu
36.4-H1(4413) hashiba 4413
    shibata_katsutoyo tokunaga_nagamasa yamaji_masakuni ogane_tohachiro kinoshita_hanemon
36.4-H1(4015) niwa 4015
    niwa_nagahide niwa_nagashige mizoguchi_hidekatsu murakami_yorikatsu toda_katsushige eguchi_masayoshi
    natsuka_masaie
36.4-H1(4416) hachiya 4416
    hachiya_yoritaka hachiya_band
36.4-H1(4415) hashiba 4415
    hori_hidemasa hori_naomasa taga_hidetane hashiba_hidekatsu
36.4-H1(4825) oda_nobukane 4825
    oda_nobukane hosono_fujiatsu
36.4-H1(4924) oda_nobukane 4924
    wakebe_mitsuyoshi
36.4-H1(4420) gamo 4420
    gamo_ujisato gamo_katahide machino_shigeyori kekke_jurobei seki_morinobu
36.4-H1(5012) inaba 5012
    inaba_ittetsu inaba_sadamichi inaba_norimichi
36.4-H1(5013) hashiba 5013
    ujiie_yukihiro ujiie_yukitsugu
36.4-H1(5606) endo 5606
    endo_yoshitaka endo_tanemoto
36.4-H1(5812) mori_mino 5812
    mori_nagayoshi kagami_motomasa hayashi_tametada buzen_uneme
36.4-H2(4928) kitabatake 4928
    tsugawa_yoshifuyu kozukuri_nagamasa tamaru_naomasa heki_daizen
36.4-H2(Owari) kitabatake Owari
    kitabatake_nobukatsu sakuma_masakatsu okada_shigetaka takigawa_katsutoshi asai_nagatoki hijikata_katsuhisa
    kosaka_katsuyoshi amano_katsumitsu nakagawa_sadanari sawai_katsushige oda_nagamasu ikoma_ienaga
    yamaguchi_shigemasa
36.4-A1(4301) shibata 4301
    shibata_katsuie sakuma_morimasa shibata_katsumasa fuwa_katsumitsu sakuma_yasumasa sakuma_katsuyuki
    hara_masashige haigo_ieyoshi tokuyama_hideaki yasui_iekiyo menju_katsuteru yadoya_shichizaemon
    asami_tsushima shibata_katsutoshi kojima_wakasa nakamura_bunkasai matsudaira_kyubei uemura_rokuzaemon
36.4-A1(4301) maeda 4301
    maeda_toshiie maeda_toshinaga okumura_nagatomi murai_nagayori cho_tsuratatsu takabatake_sadayoshi
    maeda_yasukatsu nakagawa_mitsushige
36.4-A1(4301) kanamori 4301
    kanamori_nagachika kanamori_yoshishige
36.4-A2 kobe 5313
    kobe_nobutaka saito_toshitaka koda_hikoemon okamoto_yoshikatsu kobe_band_1 kobe_band_2
36.4-A2 takigawa 5119
    takigawa_kazumasu takigawa_masushige takigawa_kazutada sasaoka_heiemon tsuda_koheiji kimata_tadazumi
    makino_shigesato heki_gozaemon
36.4-A2 takigawa 4723
    saji_masuuji takigawa_band
""")
FIXED = [row for row in ROSTER if row[2] != "Owari"]
FREE = [name for row in ROSTER if row[2] == "Owari" for name in sorted(row[3])]


@pytest.mark.parametrize(
    ("clan", "hex_id", "names"),
    [pytest.param(*row[1:], marks=clause("hideyoshi", row[0]), id="-".join(row[1:3])) for row in FIXED],
)
def test_who_stands_in_each_hex(clan: str, hex_id: str, names: set[str]) -> None:
    """The units of that clan in the hex, all of them and nobody else, at full strength."""
    view = opening(SHIZUGATAKE)
    there = standing(view, hex_id)
    assert {name for name in there if clan_of(name, SHIZUGATAKE) == clan} == names
    assert there == {name for row in FIXED if row[2] == hex_id for name in row[3]}
    assert all(view["units"][name]["steps"] == 2 for name in names)


# --- 36.1 to 36.3 ---------------------------------------------------------------------------------------------------


@clause("hideyoshi", "36.1")
@pytest.mark.parametrize(("here", "there"), [("5719", "5720"), ("5917", "6017"), ("5330", "5430"), ("5231", "5331")])
def test_nobody_enters_mikawa_or_shima(here: str, there: str) -> None:
    match = compose({"kitabatake_nobukatsu": here}, turn=2, phase="hashiba")
    acts(match, "act kitabatake_nobukatsu", "move")
    refused(match, f"to {there}", "36.1")


@clause("hideyoshi", "36.2")
def test_twelve_turns_from_the_second_month_to_the_fourth() -> None:
    match = compose({"shibata_katsuie": "4301", "hashiba_hideyoshi": "1623"}, stage=0)
    passive(match)
    weeks = [(e["turn"], e["month"], e["week"]) for e in of_kind(match.events, "turn")]
    assert weeks == [(turn, 2 + (turn - 1) // 4, 1 + (turn - 1) % 4) for turn in range(1, 13)]
    assert match.result is not None


@clause("hideyoshi", "36.3", "30.0")
def test_the_sides_of_shizugatake() -> None:
    sides = opening(SHIZUGATAKE)["sides"]
    assert [sides[name] for name in ("hashiba", "kitabatake")] == ["hashiba"] * 2
    assert [sides[name] for name in ("shibata", "kobe")] == ["anti_hashiba"] * 2


# --- 36.4: the deployment -----------------------------------------------------------------------------------------


@clause("hideyoshi", "36.4")
def test_the_hashiba_side_deploys_first() -> None:
    match = begin(SHIZUGATAKE)
    assert (match.decision.name, match.decision.who) == ("deploy_freely", "hashiba")
    refused(match, "field shibata_katsuie")
    match.act("ready")
    assert match.decision.who == "anti_hashiba"
    allowed(match, "field shibata_katsuie")


@clause("hideyoshi", "36.4")
def test_nobody_else_is_on_the_map_before_shizugatake() -> None:
    assert standing(opening(SHIZUGATAKE)) == {name for row in ROSTER for name in row[3]}


# A man without stars of each lesser clan: of Hashiba's fourteen, then of the Shibata's two and of the Kobe's one.
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
def test_who_follows_shibata_and_kobe() -> None:
    free = {"phase": "anti_hashiba", "state": {"thawed": 1, "declared": 1}}
    for leader, men in (("shibata_katsuie", SHIBATAS), ("kobe_nobutaka", KOBES)):
        assert [name for name in SHIBATAS + KOBES if may_take(leader, name, SHIZUGATAKE, **free)] == men


@clause("hideyoshi", "36.4-A1(4301)")
def test_28_units_at_kitanosho() -> None:
    assert len(standing(opening(SHIZUGATAKE), "4301")) == 28


@clause("hideyoshi", "36.4-H2(Owari)")
def test_the_kitabatake_stand_in_owari_as_they_like() -> None:
    """Any hex of Owari that can be entered, castles too, not within two hexes of Gifu (Y-65, 36.7-5)."""
    match = begin(SHIZUGATAKE)
    board = match.setup.map
    ground = {hex_id: (board.province_at(i), board.terrain_at(i)) for i, hex_id in enumerate(board.numbers)}
    land = {
        hex_id
        for hex_id, (province, terrain) in ground.items()
        if province == "Owari" and terrain not in ("sea", "lake", "mountain") and distance(hex_id, "5313") > 2
    }
    for name in FREE:
        offered = {text.split()[2] for text in match.decision.texts if text.startswith(f"station {name} ")}
        assert offered | {opening(SHIZUGATAKE)["units"][name]["hex"]} == land
    refused(match, "station kitabatake_nobukatsu 4928")
    refused(match, "station kozukuri_nagamasa 5416")
    match.act("station kitabatake_nobukatsu 5416")
    assert at(match, "kitabatake_nobukatsu") == "5416"
