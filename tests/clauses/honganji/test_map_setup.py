"""The map: who begins where, and with what."""

from __future__ import annotations

import pytest

from tests.clauses.honganji.table import controller, stack, start
from tests.support import clause

SETUP: dict[str, tuple[str, str, list[str], int]] = {
    "Chuugoku": ("chuugoku", "mouri", ["mouri_terumoto", "kikkawa_motoharu", "kobayakawa_takakage"], 4),
    "Bizen": ("bizen", "mouri", ["shimizu_muneharu"], 0),
    "Shikoku": ("shikoku", "neutral", ["chousokabe_motochika"], 0),
    "SetoSea": ("seto_sea", "neutral", ["murakami_takeyoshi"], 0),
    "Mimasaka": ("mimasaka", "neutral", ["ukita_naoie"], 0),
    "Tajima": ("tajima", "neutral", ["yamana_hirotoyo"], 0),
    "Tango": ("tango", "neutral", ["isshiki_yoshimichi"], 0),
    "Harima": (
        "harima",
        "hashiba",
        ["hashiba_hideyoshi", "hashiba_hidenaga", "kuroda_kanbee", "hachisuka_koroku"],
        2,
    ),
    "Tanba": ("tanba", "akechi", ["akechi_mitsuhide", "hosokawa_fujitaka", "hosokawa_tadaoki"], 2),
    "KiiIshiyama": ("kii_ishiyama", "honganji", ["saika_magoichi", "kennyo", "shimotsuma_rairen"], 0),
    "Hokusetsu": ("hokusetsu", "oda", ["araki_murashige"], 0),
    "Yamato": ("yamato", "oda", ["matsunaga_hisahide"], 0),
    "MiyakoAzuchi": ("miyako_azuchi", "oda", ["oda_nobunaga"], 5),
    "OwariIse": ("owari_ise", "oda", ["niwa_nagahide"], 0),
    "Gifu": ("gifu", "oda", ["oda_nobutada"], 0),
    "Echizen": (
        "echizen",
        "shibata",
        ["shibata_katsuie", "takigawa_kazumasu", "maeda_toshiie", "kitanoshou_castle"],
        2,
    ),
    "Mikawa": (
        "mikawa",
        "tokugawa",
        ["tokugawa_ieyasu", "honda_tadakatsu", "sakakibara_yasumasa", "honda_masanobu"],
        1,
    ),
    "EtchuuKaga": ("etchuu_kaga", "neutral", ["jinbou_nagamoto"], 0),
    "Hida": ("hida", "neutral", ["anekouji_yoritsuna"], 0),
    "Shinano": ("shinano", "neutral", ["sanada_masayuki"], 0),
    "Kai": ("kai", "neutral", ["takeda_katsuyori"], 0),
    "ToutoumiSuruga": ("toutoumi_suruga", "neutral", ["anayama_nobukimi"], 0),
    "Echigo": ("echigo", "uesugi", ["uesugi_kenshin", "uesugi_kagekatsu", "naoe_kanetsugu"], 4),
    "Kantou": ("kantou", "houjou", ["houjou_ujimasa", "houjou_tsunashige", "houjou_ujiteru", "houjou_ujikuni"], 3),
}


@pytest.mark.parametrize(
    ("area", "clan", "generals", "armies"),
    [pytest.param(*row, id=name, marks=clause("honganji", f"MAP.{name}")) for name, row in SETUP.items()],
)
def test_each_area_has_the_starting_units_printed_on_the_map(
    area: str, clan: str, generals: list[str], armies: int
) -> None:
    """One clan alone, all its units ready, and the area is its own."""
    match = start()
    assert set(match.view("akechi")["areas"][area]["stacks"]) == {clan}
    assert stack(match, area, clan) == {"ready": armies, "spent": 0, "generals": dict.fromkeys(generals, "ready")}
    assert controller(match, area) == clan
