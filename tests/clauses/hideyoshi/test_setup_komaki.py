"""37.1 to 37.4 and 37.6: who stands where before Komaki and Nagakute, whose they are and how long it lasts."""

from __future__ import annotations

import pytest

from tests.clauses.common import acts, allowed, refused
from tests.clauses.forces import at, of_kind, unit
from tests.clauses.hideyoshi.table import KOMAKI, begin, clan_of, compose, may_take, opening, passive, roster, standing
from tests.support import clause

# clause, clan and hex (or where they are placed freely), then the units.
ROSTER = roster("""
37.4-H1(3126) hashiba 3126
    hashiba_hideyoshi hashiba_hidenaga miyoshi_nobuyoshi hachisuka_masakatsu mikoda_masaharu toda_katsutaka
    bito_tomonobu ikoma_chikamasa yamauchi_kazutoyo hitotsuyanagi_naosue fukushima_masanori kato_kiyomasa
    kato_yoshiaki wakizaka_yasuharu katagiri_katsumoto hirano_nagayasu kasuya_takenori ishida_mitsunari
    mashita_nagamori otani_yoshitsugu hineno_hironari sengoku_hidehisa
37.4-H1(1623) hashiba 1623
    kuroda_yoshitaka bessho_shigemune akashi_norizane akamatsu_hirohide kuwayama_shigeharu
37.4-H1(3220) hashiba 3220
    hashiba_hidekatsu tokunaga_nagamasa kinoshita_hanemon
37.4-H1(2012) hashiba 2012
    maeno_nagayasu
37.4-H1(0911) hashiba 0911
    miyabe_keijun kakiya_mitsunari isobe_toyonao yagi_toyonobu tomoda_sakonemon
37.4-H1(0611) hashiba 0611
    kamei_korenori amako_retainers
37.4-H1(1114) hashiba 1114
    kinoshita_shigekata wakasa_band
37.4-H1(0312) nanjo 0312
    nanjo_mototsugu nanjo_motoie nanjo_band_1 nanjo_band_2
37.4-H1(0113) nanjo 0113
    ogamo_motokiyo ogamo_band
37.4-H1(0326) ukita 0326
    ukita_hideie ukita_tadaie togawa_hideyasu oka_ietoshi osafune_sadachika hanabusa_masayuki hanabusa_motohide
    akashi_kagechika nobuhara_kageyoshi ehara_chikatsugu shinmen_munetsura naramura_harumasa baba_motoie
    kunitomi_sadatsugu
37.4-H1(2511) hosokawa 2511
    hosokawa_tadaoki matsui_yasuyuki hosokawa_okimoto komeda_motomasa ariyoshi_tatsukoto
37.4-H1(3112) hashiba 3112
    horio_yoshiharu
37.4-H1(3810) hashiba 3810
    kimura_shigekore
37.4-H1(4008) hachiya 4008
    hachiya_yoritaka hachiya_band
37.4-H1(4301) niwa 4301
    niwa_nagahide niwa_nagashige mizoguchi_hidekatsu murakami_yorikatsu toda_katsushige eguchi_masayoshi
    natsuka_masaie aoyama_munekatsu
37.4-H1(4802) kanamori 4802
    kanamori_nagachika kanamori_yoshishige
37.4-H1(4015) hashiba 4015
    kato_mitsuyasu ogane_tohachiro
37.4-H1(3719) hashiba 3719
    sugihara_ietsugu
37.4-H1(3820) hashiba 3820
    asano_nagamasa
37.4-H1(4420) gamo 4420
    gamo_ujisato gamo_katahide machino_shigeyori kekke_jurobei seki_morinobu
37.4-H1(4416) hashiba 4416
    hasegawa_hidekazu
37.4-H1(4415) hashiba 4415
    hori_hidemasa hori_naomasa taga_hidetane
37.4-H1(2830) hashiba 2830
    nakamura_kazuuji matsuura_munekiyo
37.4-H1(3527) tsutsui 3527
    tsutsui_junkei tsutsui_sadatsugu shima_sakon matsukura_shigenobu mori_yoshiyuki ido_yoshihiro
    hashio_takaharu toichi_fujimitsu
37.4-H1(3224) nakagawa 3224
    nakagawa_hidemasa nakagawa_fuchinosuke nakagawa_band
37.4-H1(3223) takayama 3223
    takayama_ukon takayama_band
37.4-H1(4723) takigawa 4723
    saji_masuuji
37.4-H1(4825) oda_nobukane 4825
    oda_nobukane hosono_fujiatsu
37.4-H1(4825) takigawa 4825
    takigawa_kazumasu takigawa_kazutada kimata_tadazumi
37.4-H1(4924) oda_nobukane 4924
    wakebe_mitsuyoshi
37.4-H1(5430) kuki 5430
    kuki_yoshitaka kuki_band
37.4-H1(5614) ikeda 5614
    ikeda_tsuneoki ikeda_motosuke iki_tadatsugu moridera_tadakatsu katagiri_hanemon tokura_shirobei
37.4-H1(5614) inaba 5614
    inaba_ittetsu inaba_sadamichi inaba_norimichi
37.4-H1(5013) ikeda 5013
    ikeda_terumasa
37.4-H1(5606) endo 5606
    endo_yoshitaka endo_tanemoto
37.4-H1(5812) mori_mino 5812
    mori_nagayoshi kagami_motomasa hayashi_tametada buzen_uneme
37.4-T1(6021) tokugawa 6021
    tokugawa_ieyasu sakai_tadatsugu honda_tadakatsu sakakibara_yasumasa ii_naomasa ishikawa_kazumasa
    mizuno_tadashige okubo_tadayo torii_mototada hiraiwa_chikayoshi okudaira_nobumasa matsudaira_ietada
    osuga_yasutaka honda_hirotaka naito_masanari takagi_kiyohide suganuma_sadamitsu niwa_ujitsugu
    mizuno_katsunari watanabe_moritsuna okabe_nagamori
37.4-T2(4928) kitabatake 4928
    takigawa_katsutoshi heki_daizen kozukuri_nagamasa
37.4-T2(free) kitabatake castles
    kitabatake_nobukatsu sakuma_masakatsu hijikata_katsuhisa kosaka_katsuyoshi amano_katsumitsu
    nakagawa_sadanari sawai_katsushige oda_nagamasu ikoma_ienaga yamaguchi_shigemasa fuwa_hirotsuna
    yoshimura_ujiyoshi kajikawa_takamori kanbe_masatake
""")
FIXED = [row for row in ROSTER if row[2] != "castles"]
FREE = [name for row in ROSTER if row[2] == "castles" for name in sorted(row[3])]


@pytest.mark.parametrize(
    ("clan", "hex_id", "names"),
    [pytest.param(*row[1:], marks=clause("hideyoshi", row[0]), id="-".join(row[1:3])) for row in FIXED],
)
def test_who_stands_in_each_hex(clan: str, hex_id: str, names: set[str]) -> None:
    """The units of that clan in the hex, all of them and nobody else, at full strength."""
    view = opening(KOMAKI)
    there = standing(view, hex_id)
    assert {name for name in there if clan_of(name, KOMAKI) == clan} == names
    assert there == {name for row in FIXED if row[2] == hex_id for name in row[3]}
    assert all(view["units"][name]["steps"] == 2 for name in names)


# --- 37.1 to 37.3 ---------------------------------------------------------------------------------------------------


@clause("hideyoshi", "37.1")
@pytest.mark.parametrize(("here", "there"), [("5719", "5720"), ("5917", "6017"), ("5330", "5430"), ("5231", "5331")])
def test_the_whole_map_is_in_use(here: str, there: str) -> None:
    """The same steps into Mikawa and Shima that the other scenarios forbid."""
    match = compose({"kitabatake_nobukatsu": here}, scenario=KOMAKI, turn=2, phase="anti_hashiba")
    acts(match, "act kitabatake_nobukatsu", "move")
    allowed(match, f"to {there}")


@clause("hideyoshi", "37.2")
def test_ten_turns_from_the_third_month_to_the_fifth() -> None:
    match = compose({"tokugawa_ieyasu": "6021", "hashiba_hideyoshi": "1623"}, scenario=KOMAKI, stage=0)
    passive(match)
    weeks = [(e["turn"], e["month"], e["week"]) for e in of_kind(match.events, "turn")]
    assert weeks == [(turn, 3 + turn // 4, 1 + turn % 4) for turn in range(1, 11)]
    assert match.result is not None


@clause("hideyoshi", "37.3", "30.0")
def test_the_sides_of_komaki() -> None:
    sides = opening(KOMAKI)["sides"]
    assert sides["hashiba"] == "hashiba"
    assert [sides[name] for name in ("tokugawa", "kitabatake", "saika", "negoro")] == ["anti_hashiba"] * 4


# --- 37.4: the deployment -----------------------------------------------------------------------------------------


@clause("hideyoshi", "37.4")
def test_the_hashiba_side_deploys_first() -> None:
    match = begin(KOMAKI)
    assert (match.decision.name, match.decision.who) == ("deploy_freely", "hashiba")
    refused(match, "field tokugawa_ieyasu")
    match.act("ready")
    assert match.decision.who == "anti_hashiba"
    allowed(match, "field tokugawa_ieyasu")


@clause("hideyoshi", "37.4")
def test_nobody_else_is_on_the_map_before_komaki() -> None:
    assert standing(opening(KOMAKI)) == {name for row in ROSTER for name in row[3]}


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
    assert len(standing(opening(KOMAKI), "6021")) == 21


@clause("hideyoshi", "37.4-T2(free)")
def test_the_kitabatake_stand_in_their_castles_as_they_like() -> None:
    """The ten that the list gives them; Ōgaki is the Ikeda's."""
    match = begin(KOMAKI)
    refused(match, "station kitabatake_nobukatsu 5416")
    match.act("ready")
    own = {"5214", "5319", "5416", "5515", "5519", "5718", "4928", "5022", "5119", "5120"}
    for name in FREE:
        offered = {text.split()[2] for text in match.decision.texts if text.startswith(f"station {name} ")}
        assert offered | {opening(KOMAKI)["units"][name]["hex"]} == own
    refused(match, "station kitabatake_nobukatsu 5013")
    refused(match, "station heki_daizen 5416")
    acts(match, "station kitabatake_nobukatsu 5416", "field kitabatake_nobukatsu")
    assert at(match, "kitabatake_nobukatsu") == "5416"
    assert not unit(match, "kitabatake_nobukatsu").get("inside")
