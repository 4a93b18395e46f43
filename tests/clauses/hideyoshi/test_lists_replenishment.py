"""The replenishment tables of the three scenarios and 33.0, every row and column played out."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.hideyoshi.table import KOMAKI, SHIZUGATAKE, TENNOZAN, compose, count_replenished_steps
from tests.clauses.replenishing import ROWS, reduced_force
from tests.support import clause

# Who asks, with four units under him.
HASHIBA = ("hashiba_hidenaga", "horio_yoshiharu", "maeno_nagayasu", "bito_tomonobu", "kato_kiyomasa")
UKITA = ("ukita_hideie", "togawa_hideyasu", "oka_ietoshi", "ehara_chikatsugu", "baba_motoie")
MORI = ("kobayakawa_takakage", "katsura_hiroshige", "awaya_mototane", "kodama_motoyoshi", "masuda_motoyoshi")
GARRISON = ("shimizu_muneharu", "nanba_munetada", "suechika_nobuyoshi", "shimizu_gessei", "inoue_arikage")
KOBE = ("kobe_nobutaka", "saito_toshitaka", "koda_hikoemon", "okamoto_yoshikatsu", "kobe_band_1")
KITABATAKE = ("kitabatake_nobukatsu", "hijikata_katsuhisa", "sawai_katsushige", "ikoma_ienaga", "oda_nagamasu")
FIRST_KITABATAKE = ("kitabatake_nobukatsu", "hijikata_katsuhisa", "kozukuri_nagamasa", "tamaru_naomasa", "heki_daizen")
NIWA = ("niwa_nagahide", "mizoguchi_hidekatsu", "toda_katsushige", "eguchi_masayoshi", "natsuka_masaie")
FIRST_NIWA = ("niwa_nagahide", "mizoguchi_hidekatsu", "toda_katsushige", "eguchi_masayoshi")
TSUTSUI = ("tsutsui_junkei", "tsutsui_sadatsugu", "ido_yoshihiro", "hashio_takaharu", "mori_yoshiyuki")
TAKIGAWA = ("takigawa_kazumasu", "takigawa_kazutada", "sasaoka_heiemon", "tsuda_koheiji", "makino_shigesato")
SAIKA = ("suzuki_magoichi", "matoba_masanaga", "saika_band_1", "saika_band_2", "saika_band_3")
NEGORO = ("suginobo", "izuhara_ukyo", "negoro_band_1", "negoro_band_2", "negoro_band_3")
SHIBATA = ("shibata_katsuie", "yasui_iekiyo", "hara_masashige", "haigo_ieyoshi", "menju_katsuteru")
AKECHI = ("akechi_mitsuhide", "fujita_yukimasa", "suwa_morinao", "ise_sadaoki", "mimaki_kaneaki")
TOKUGAWA = ("tokugawa_ieyasu", "okubo_tadayo", "torii_mototada", "naito_masanari", "okabe_nagamori")


def read_column(
    names: tuple[str, ...],
    hex_id: str,
    phase: str,
    scenario: str,
    rows: list[tuple[int, int]] | None = None,
    **more: Any,
) -> list[int]:
    """Return what each row brings a commander with a reduced force in this hex."""
    found = []
    for die, spirit in rows or ROWS:
        units = reduced_force(hex_id, *names, inside=False, morale=spirit)
        entries = {"turn": 2, "around": hex_id, "radius": 1, "phase": phase, "dice": [die], **more}
        found.append(count_replenished_steps(compose(units, scenario=scenario, **entries), names[0]))
    return found


A, H = "anti_hashiba", "hashiba"
THAWED, DECLARED = {"state": {"thawed": 1}}, {"state": {"declared": 1}}
FREE = {"state": {"thawed": 1, "declared": 1}}


@clause("hideyoshi", "QR-REP")
@pytest.mark.parametrize(
    ("names", "castle", "field", "phase", "home", "away", "more"),
    [
        (HASHIBA, "1623", "1622", H, [-1, 0, 0, 1, 1, 1, 2, 3], [-1, -1, 0, 0, 0, 1, 1, 1], {}),
        (UKITA, "0326", "0426", H, [-1, 0, 0, 1, 1, 1, 1, 2], [-1, -1, 0, 0, 0, 1, 1, 1], {}),
        (
            MORI, "0126", "0125", A, [-1, 0, 0, 1, 1, 1, 1, 2], [-1, -1, 0, 0, 0, 1, 1, 1],
            {"castles": {"takamatsu": {"owner": "mori"}}},
        ),
        (KOBE, "5313", "5312", A, [-1, -1, 0, 0, 1, 1, 1, 2], [-1, -1, 0, 0, 0, 0, 1, 1], DECLARED),
        (KITABATAKE, "5416", "5417", H, [-1, -1, 0, 0, 1, 1, 1, 2], [-1, -1, 0, 0, 0, 0, 1, 1], {}),
        (NIWA, "4015", "4014", H, [-1, -1, 0, 0, 1, 1, 1, 1], [-1, -1, 0, 0, 0, 0, 1, 1], {}),
        (TAKIGAWA, "5119", "5118", A, [-1, -1, 0, 0, 1, 1, 1, 1], [-1, -1, 0, 0, 0, 0, 1, 1], {}),
        (SHIBATA, "4301", "4302", A, [-1, 0, 0, 1, 1, 1, 2, 2], [-1, -1, 0, 0, 0, 1, 1, 1], THAWED),
    ],
    ids=["hashiba", "ukita", "mori", "kobe", "kitabatake", "niwa", "takigawa", "shibata"],
)  # fmt: skip
def test_the_tables_of_the_second_scenario(
    names: tuple[str, ...], castle: str, field: str, phase: str, home: list[int], away: list[int], more: dict[str, Any]
) -> None:
    assert read_column(names, castle, phase, SHIZUGATAKE, **more) == home
    assert read_column(names, field, phase, SHIZUGATAKE, **more) == away


@clause("hideyoshi", "QR-REP", "33.0")
@pytest.mark.parametrize("names", [SAIKA, NEGORO])
@pytest.mark.parametrize("scenario", [SHIZUGATAKE, KOMAKI])
def test_saika_and_negoro_in_kii_and_elsewhere(names: tuple[str, ...], scenario: str) -> None:
    """2534 lies in Kii, 2533 in Izumi."""
    assert read_column(names, "2534", A, scenario) == [-1, -1, 0, 1, 1, 1, 2, 3]
    assert read_column(names, "2533", A, scenario) == [-2, -1, 0, 0, 1, 1, 1, 1]


@clause("hideyoshi", "33.0")
def test_castles_never_matter_to_saika_and_negoro() -> None:
    """Y-17: Kishiwada in Izumi is theirs, and yet not Kii. A 6 brings 1 there, 3 in Kii."""
    owned = {"castles": {"kishiwada": {"owner": "saika"}}}
    assert read_column(SAIKA, "2830", A, SHIZUGATAKE, [(6, 0), (1, -2)], **owned) == [1, -2]
    assert read_column(SAIKA, "2534", A, SHIZUGATAKE, [(6, 0), (1, -2)], **owned) == [3, -1]


@clause("hideyoshi", "QR-REP-S1")
@pytest.mark.parametrize(
    ("names", "castle", "field", "phase", "home", "away", "more"),
    [
        (AKECHI, "3719", "3718", A, [-1, -1, 0, 0, 1, 1, 1, 2], [-2, -1, 0, 0, 0, 0, 0, 1], {}),
        (GARRISON, "0127", "0128", A, [-1, 0, 0, 1, 1, 1, 1, 2], [-1, -1, 0, 0, 0, 1, 1, 1], {}),
        (FIRST_NIWA, "4415", "4414", H, [-1, -1, 0, 0, 1, 1, 1, 1], [-1, -1, 0, 0, 0, 0, 1, 1], {}),
        (
            TSUTSUI, "3527", "3528", A, [-1, -1, 0, 0, 1, 1, 1, 1], [-1, -1, 0, 0, 0, 0, 1, 1],
            {"clans": {"tsutsui": "anti_hashiba"}},
        ),
    ],
    ids=["akechi", "mori", "niwa", "tsutsui"],
)  # fmt: skip
def test_the_tables_of_the_first_scenario(
    names: tuple[str, ...], castle: str, field: str, phase: str, home: list[int], away: list[int], more: dict[str, Any]
) -> None:
    assert read_column(names, castle, phase, TENNOZAN, **more) == home
    assert read_column(names, field, phase, TENNOZAN, **more) == away


@clause("hideyoshi", "QR-REP", "QR-REP-S1")
@pytest.mark.parametrize(
    ("names", "castle", "field", "home", "away"),
    [
        (HASHIBA, "1623", "1622", [-1, 0, 0, 1, 1, 1, 2, 3], [-1, -1, 0, 0, 0, 1, 1, 1]),
        (UKITA, "0326", "0426", [-1, 0, 0, 1, 1, 1, 1, 2], [-1, -1, 0, 0, 0, 1, 1, 1]),
        (FIRST_KITABATAKE, "4928", "4927", [-1, -1, 0, 0, 1, 1, 1, 2], [-1, -1, 0, 0, 0, 0, 1, 1]),
        (KOBE[:4], "3126", "3125", [-1, -1, 0, 0, 1, 1, 1, 2], [-1, -1, 0, 0, 0, 0, 1, 1]),
        (SHIBATA, "4301", "4302", [-1, 0, 0, 1, 1, 1, 2, 2], [-1, -1, 0, 0, 0, 1, 1, 1]),
    ],
    ids=["hashiba", "ukita", "kitabatake", "kobe", "shibata"],
)
def test_the_others_use_the_second_scenarios_table_in_the_first(
    names: tuple[str, ...], castle: str, field: str, home: list[int], away: list[int]
) -> None:
    assert read_column(names, castle, H, TENNOZAN) == home
    assert read_column(names, field, H, TENNOZAN) == away


@clause("hideyoshi", "QR-REP-S3")
@pytest.mark.parametrize(
    ("names", "castle", "field", "home", "away", "more"),
    [
        (TOKUGAWA, "6021", "6020", [-1, 0, 0, 1, 1, 1, 2, 2], [-1, -1, 0, 0, 0, 1, 1, 1], {}),
        (
            MORI, "0126", "0125", [-1, 0, 0, 1, 1, 1, 1, 2], [-1, -1, 0, 0, 0, 1, 1, 1],
            {"castles": {"takamatsu": {"owner": "mori"}}},
        ),
        (KITABATAKE, "5416", "5417", [-1, -1, 0, 0, 1, 1, 1, 2], [-1, -1, 0, 0, 0, 0, 1, 1], {}),
    ],
    ids=["tokugawa", "mori", "kitabatake"],
)  # fmt: skip
def test_the_tables_of_the_third_scenario(
    names: tuple[str, ...], castle: str, field: str, home: list[int], away: list[int], more: dict[str, Any]
) -> None:
    """The column headed Akechi is the Tokugawa's (Y-18)."""
    assert read_column(names, castle, A, KOMAKI, **more) == home
    assert read_column(names, field, A, KOMAKI, **more) == away


# --- what the columns mean (Y-17) -----------------------------------------------------------------------------------


@clause("hideyoshi", "QR-REP")
def test_the_first_row_holds_for_everything_below() -> None:
    assert read_column(HASHIBA, "1622", H, SHIZUGATAKE, [(1, -4)]) == [-1]
    assert read_column(SAIKA, "2533", A, SHIZUGATAKE, [(1, -4)]) == [-2]


@clause("hideyoshi", "QR-REP")
def test_morale_is_subtracted_from_the_die() -> None:
    """Kitabatake at morale -2 with a 2 in the open: row 0, one step lost; without it nothing."""
    assert read_column(KITABATAKE, "5417", H, SHIZUGATAKE, [(2, -2), (2, 0), (6, -4)]) == [-1, 0, 0]


@clause("hideyoshi", "QR-REP")
def test_every_castle_of_the_side_counts_as_a_friends() -> None:
    """A 6 brings Hidenaga 3 in Himeji, and 3 before Okayama of the Ukita too; 1 where it is a ruin."""
    assert read_column(HASHIBA, "0326", H, SHIZUGATAKE, [(6, 0)]) == [3]
    ruin = {"castles": {"kozuki": {"owner": "none"}}}
    assert read_column(HASHIBA, "1020", H, SHIZUGATAKE, [(6, 0)]) == [3]
    assert read_column(HASHIBA, "1020", H, SHIZUGATAKE, [(6, 0)], **ruin) == [1]


@clause("hideyoshi", "QR-REP", "30-1-2")
def test_the_commander_who_asks_decides_the_table() -> None:
    """Hidenaga refills the Niwa under him on Hashiba's table: a 6 brings 3, Nagahide himself 1."""
    men = ("mizoguchi_hidekatsu", "toda_katsushige", "eguchi_masayoshi", "natsuka_masaie")
    assert read_column(("hashiba_hidenaga", *men), "4015", H, SHIZUGATAKE, [(6, 0)]) == [3]
    assert read_column(("niwa_nagahide", *men), "4015", H, SHIZUGATAKE, [(6, 0)]) == [1]
