"""The deployments of the scenarios as the rulebook lists them: clause, clan, hex and units."""

from __future__ import annotations

from tests.clauses.hideyoshi.table import KOMAKI, SHIZUGATAKE, TENNOZAN

Row = tuple[str, str, str, set[str]]


def _rows(text: str) -> list[Row]:
    """Clause, clan and hex (or where they are placed freely) on one line, the units on the indented lines below."""
    rows: list[Row] = []
    for line in text.strip().splitlines():
        if line.startswith(" "):
            rows[-1][3].update(line.split())
        else:
            clause_id, clan, hex_id = line.split()
            rows.append((clause_id, clan, hex_id, set()))
    return rows


ROSTERS = {
    TENNOZAN: _rows("""
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
"""),
    SHIZUGATAKE: _rows("""
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
"""),
    KOMAKI: _rows("""
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
"""),
}
#: Those with a hex of their own, and the units that their owner places.
FIXED = {scenario: [row for row in rows if row[2].isdigit()] for scenario, rows in ROSTERS.items()}
FREE = {
    scenario: [name for row in rows if not row[2].isdigit() for name in sorted(row[3])]
    for scenario, rows in ROSTERS.items()
}
