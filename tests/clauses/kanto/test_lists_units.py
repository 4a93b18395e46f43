"""The Unit Deployment List: every unit with its values, its stars and where it starts in the four scenarios."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import gunki
from tests.clauses.forces import at, attack, force, rolls, unit
from tests.clauses.kanto.table import SCENARIOS, compose, start_match
from tests.support import clause

# name, strength-modifier-activation, stars, hex by scenario (`-` not in use, `free` placed freely, `later` as
# reinforcement; `/U` and `/H` tell the side where the list gives it unit by unit).

TAKEDA = """
takeda_shingen         3-3-4 ** 1230   1230   1230   free
yamagata_masakage      3-2-4 *  1230   1230   1230   free
baba_nobuharu          3-2-3 *  0121   1230   1230   free
takeda_nobushige       3-2-3 *  1230   1230   -      -
kosaka_masanobu        3-2-2 *  0514   0514   0514   -
naito_masatoyo         3-2-2 *  1230   1230   1230   free
anayama_nobukimi       3-0-2 *  1230   1230   1230   free
sanada_yukitaka        3-2-3    0617   1230   1230   -
oyamada_nobushige      3-2-2    1230   1230   1230   free
obata_nobusada         3-2-2    -      -      1620   free
sanada_nobutsuna       3-2-2    -      -      -      free
takeda_katsuyori       3-2-2    -      -      -      free
takeda_yoshinobu       3-1-2    1230   1230   -      -
atobe_katsusuke        3-1-2    1230   1230   1230   free
amari_masatada         3-1-2    1230   1230   1230   free
komai_kohakusai        3-1-2    1230   1230   1230   -
nagasaka_chokan        3-1-2    1230   1230   1230   free
sone_masatada          3-1-2    -      -      1230   free
saigusa_moritomo       3-1-2    1230   1230   1230   -
yonekura_shigetsugu    3-1-2    -      -      1230   -
komiyama_masatomo      3-1-2    1230   1230   1230   -
hoshina_masatoshi      3-1-2    1230   1230   1230   free
morozumi_torasada      3-1-2    1230   1230   -      -
asari_nobutane         3-1-2    -      -      -      free
takeda_nobukado        3-0-2    1230   1230   1230   free
hara_masatane          3-0-2    -      -      1230   free
"""

UESUGI = """
uesugi_kenshin         3-4-4 ** 0505   2017   0505   later
nagao_masakage         3-2-3 *  0505   0505   0505   -
kakizaki_kageie        3-2-3 *  0505   2017   0505   -
naoe_sanetsuna         3-2-2 *  0505   2017   0505   -
honjo_shigenaga        3-2-2 *  -      2017   2017   later
murakami_yoshikiyo     3-3-2    0505   2017   0505   later
nakajo_fujisuke        3-2-2    0505   2017   0505   -
usami_sadayuki         3-2-2    0505   2017   0505   later
saito_tomonobu         3-2-2    0505   0505   0505   later
amakasu_kagemochi      3-2-2    0505   2017   2017   -
kitajo_takahiro        3-2-2    -      2017   0505   -
yasuda_akimoto         3-1-2    0711   2017   0505   -
yoshie_kagesuke        3-1-2    0505   2017   0505   later
irobe_nagazane         3-1-2    0505   2017   0505   later
takenomata_yoshitsuna  3-1-2    0505   2017   -      -
shibata_nagaatsu       3-1-2    0505   0505   0505   -
nagao_kagenobu         3-1-2    0505   2017   0505   later
sanponji_takanaga      3-1-2    0505   2017   1913   -
kawada_shigechika      3-1-2    -      1913   0607   -
okuma_tomohide         3-1-2    0505   0607   0711   -
takanashi_masayori     3-1-2    -      -      0505   -
matsumoto_kageshige    3-1-2    0505   2017   0505   later
chisaka_kagechika      3-1-2    -      2017   -      -
"""

HOJO = """
hojo_ujiyasu           2-3-3 ** -      2237   2237   -
hojo_ujimasa           2-1-3 ** -      2237   2237   free
hojo_ujiteru           2-2-2 *  -      2237   2530   free
hojo_tsunashige        2-2-2 *  -      2736   2736   free
hojo_ujikuni           2-1-2 *  -      2223   2223   free
hojo_nagatsuna         2-1-2 *  -      2237   2237   free
hojo_ujishige          2-0-2    -      3021   2237   free
hojo_tsunataka         2-0-2    -      2237   2237   free
hojo_ujinori           2-0-2    -      1842   1842   free
hojo_ujitaka           2-0-2    -      2832   2832   free
hojo_yasunari          2-0-2    -      2237   2237   free
hojo_ujitada           2-0-2    -      2237   2237   free
hojo_tsunafusa         2-0-2    -      2237   2237   free
hojo_ujikatsu          2-0-2    -      -      -      free
naito_yamato           2-0-2    -      2332   2332   free
matsuda_yasunaga       2-0-2    -      1940   1940   free
shimizu_yasuhide       2-0-2    -      1847   1847   free
haga_tsunayoshi        2-0-2    -      2237   2237   free
tame_nagamune          2-0-2    -      2237   2237   free
tominaga_masaie        2-0-2    -      3130   3130   -
ueda_tomonao           2-0-2    -      2237   2237   free
daidoji_masashige      2-0-2    -      2726   2726   free
ise_sadakazu           2-0-2    -      2237   2237   free
hara_tanesada          2-0-2    -      3929   3929   free
kushima_yorisue        2-0-2    -      2237   2237   free
chiba_kunitane         2-0-2    -      -      -      free
ota_ujisuke            2-0-2    -      -      -      free
toyama_naokage         2-0-2    -      3130   3130   -
"""

SATOMI = """
satomi_yoshihiro       2-1-3 *  -      3736   3736   -
masaki_tokitsuna       2-1-2 *  -      3736   3736   -
ashino_kiyonari        2-0-2    -      3736   3736   -
katsuyama_toyotane     2-0-2    -      3736   3736   -
satomi_yoshiyori       2-0-2    -      3736   3736   -
mariyatsu_nobutaka     2-0-2    -      3736   3736   -
takeda_toyonobu        2-0-2    -      3736   3736   -
"""

SATAKE = """
satake_yoshishige      2-2-3 *  -      later  later  -
satake_yoshihisa       2-1-2 *  -      later  later  -
satake_yoshimasa       2-0-2    -      later  later  -
satake_yoshinao        2-0-2    -      later  later  -
wada_akitame           2-0-2    -      later  later  -
nagakura_yoshimasa     2-0-2    -      later  later  -
kuruma_tsunatada       2-0-2    -      later  later  -
onuki_yorihisa         2-0-2    -      later  later  -
senbon_yoshitaka       2-0-2    -      later  later  -
"""

UTSUNOMIYA = """
utsunomiya_hirotsuna   2-1-2 *  -      3315   3315   -
mashiko_iemune         2-0-2    -      3315   3315   -
haga_saemon            2-0-2    -      3315   3315   -
"""

NAGANO = """
nagano_narimasa        3-4-3 *  -      1718   -      -
nagano_narimori        3-2-2 *  -      -      1718   -
obata_kagezumi         3-1-2    -      1620   1620   -
"""

TAGAYA = """
tagaya_masashige       2-1-2 *  -      3522   3522   -
tagaya_shigetsune      2-1-2    -      3522   3522   -
"""

YUKI = """
yuki_harutomo          2-1-3 *  -      3319   3319   -
haneishi_morinaga      2-1-2    -      3319   3319   -
mizunoya_harumochi     2-1-2    -      3319   3319   -
"""

ODA = """
oda_ujiharu            2-1-3 *  -      3722/U 3722/H -
okami_haruhiro         2-1-2    -      3726/U 3726/H -
sugenoya_masasada      2-1-2    -      3923/U 3923/H -
"""

NASU = """
nasu_suketane          2-0-2 *  -      3712/U 3712/H -
ozeki_takamasu         2-1-2    -      3712/U 3712/H -
otawara_tsunakiyo      2-0-2    -      3508/U 3508/H -
"""

WARLORDS = """
ota_sukemasa           3-2-3 *  -      3025/U 3025/U -
yura_narishige         3-1-2 *  -      2519/U 2519/U -
motegi_haruyoshi       2-1-2 *  -      3714/U 3714/U -
mibu_yoshitake         2-0-2 *  -      3216/U 3216/U -
kasama_tsunaie         2-0-2 *  -      3917/H 3917/H -
makabe_ujimoto         2-0-2 *  -      3619/H 3619/H -
annaka_tadamasa        2-0-2 *  -      1519/U 1519/U -
koga_fujiuji           2-0-2 *  -      -      3021/U -
uesugi_norikatsu       2-0-2 *  -      2524/U 2524/U -
sano_masatsuna         2-0-2 *  -      2818/U 2818/U -
akai_teruyasu          2-1-2 *  -      2820/U 2820/U -
yanada_harusuke        2-1-2 *  -      3222/H 3222/U -
kiryu_naotsuna         2-0-2 *  -      2317/U 2317/U -
ogo_nobutsuna          2-0-2 *  -      2017/U 2017/U -
yamagami_ujihide       2-0-2 *  -      2017/U 2017/U -
wada_narishige         2-0-2 *  -      2017/U 2017/U -
kuragano_naoyuki       2-0-2 *  -      2017/U 2017/U -
sakai_harutane         2-0-2 *  -      2017/U 2017/U -
oishi_sadahisa         2-0-2 *  -      2530/U -      -
narita_nagayasu        2-0-2 *  -      2522/U 2522/H 2522/H
oyama_hidetsuna        2-0-2 *  -      3219/U 3219/U -
ohara_sukeyoshi        2-0-2 *  -      -      -      0844/H
"""

LISTS = {
    "takeda": TAKEDA,
    "uesugi": UESUGI,
    "hojo": HOJO,
    "satomi": SATOMI,
    "satake": SATAKE,
    "utsunomiya": UTSUNOMIYA,
    "nagano": NAGANO,
    "tagaya": TAGAYA,
    "yuki": YUKI,
    "oda": ODA,
    "nasu": NASU,
    "warlords": WARLORDS,
}

# The sides of whole clans; the others are given unit by unit.
SIDES = {"satomi": "U", "satake": "U", "utsunomiya": "U", "nagano": "U", "tagaya": "U", "yuki": "H"}

# The four lords whose counters differ from the list (T-15).
COUNTERS = {
    "kasama_tsunaie": (2, 1, 2),
    "makabe_ujimoto": (2, 1, 2),
    "akai_teruyasu": (2, 0, 2),
    "yanada_harusuke": (2, 0, 2),
}


def read_list(clan: str) -> list[tuple[str, tuple[int, ...], int, list[str]]]:
    """Return the printed rows of a clan: unit, values, stars, hex by scenario."""
    found = []
    for line in LISTS[clan].strip().splitlines():
        name, values, *rest = line.split()
        stars = len(rest.pop(0)) if rest[0].startswith("*") else 0
        found.append((name, tuple(int(value) for value in values.split("-")), stars, rest))
    return found


def check_values(clan: str, count: int) -> None:
    """Assert that the clan has exactly the printed units, with their values and stars."""
    table = {row["id"]: row for row in gunki.game("kanto").tables["unit"]}
    printed = read_list(clan)
    assert len(printed) == count
    for name, values, stars, _ in printed:
        row = table[name]
        played = (row["strength"], row["modifier"], row["activation"])
        assert played == COUNTERS.get(name, values), name
        assert row["stars"] == stars, name
    if clan != "warlords":
        assert [row["id"] for row in table.values() if row["army"] == clan] == [name for name, *_ in printed]


@cache
def read_start(scenario: str) -> Any:
    """Return a match before the deployment."""
    return start_match(scenario)


def check_places(clan: str) -> None:
    """Assert that the clan's units start where the list has them in every scenario, whole and on the printed side."""
    for number, scenario in enumerate(SCENARIOS):
        match = read_start(scenario)
        for name, _, _, places in read_list(clan):
            place, _, side = places[number].partition("/")
            where = at(match, name)
            if place in ("-", "later"):
                assert where == "off", (scenario, name)
                continue
            if place == "free":
                assert where in {row["hex"] for row in gunki.game("kanto").tables["castle"]}, (scenario, name)
            else:
                assert where == place, (scenario, name)
            assert unit(match, name)["steps"] == 2
            side = side or SIDES.get(clan, "")
            if side:
                assert match.view(None)["sides"][army_of(name)] == {"U": "uesugi", "H": "hojo"}[side], (scenario, name)


@cache
def read_armies() -> dict[str, str]:
    """Return the army of every unit."""
    return {row["id"]: row["army"] for row in gunki.game("kanto").tables["unit"]}


def army_of(name: str) -> str:
    """Return the army that a unit belongs to."""
    return read_armies()[name]


@pytest.mark.parametrize(
    ("clan", "count"),
    [
        pytest.param("takeda", 26, marks=clause("kanto", "DL-Takeda", "30-1", "36(4)", "37(4)", "38(4)")),
        pytest.param("uesugi", 23, marks=clause("kanto", "DL-Uesugi", "30-1")),
        pytest.param("hojo", 28, marks=clause("kanto", "DL-Hojo", "30-1")),
        pytest.param("satomi", 7, marks=clause("kanto", "DL-Satomi")),
        pytest.param("satake", 9, marks=clause("kanto", "DL-Satake")),
        pytest.param("utsunomiya", 3, marks=clause("kanto", "DL-Utsunomiya")),
        pytest.param("nagano", 3, marks=clause("kanto", "DL-Nagano")),
        pytest.param("tagaya", 2, marks=clause("kanto", "DL-Tagaya")),
        pytest.param("yuki", 3, marks=clause("kanto", "DL-Yuki")),
        pytest.param("oda", 3, marks=clause("kanto", "DL-Oda", "30-1-4")),
        pytest.param("nasu", 3, marks=clause("kanto", "DL-Nasu", "30-1-4")),
        pytest.param("warlords", 22, marks=clause("kanto", "DL-Warlords", "DL-note(1)", "30-1-3")),
    ],
)
def test_each_clan_has_its_printed_units_values_places_and_sides(clan: str, count: int) -> None:
    check_values(clan, count)
    check_places(clan)


@clause("kanto", "DL-Uesugi", "39(5)")
def test_nine_uesugi_are_flagged_as_reinforcements_of_scenario_4() -> None:
    flagged = {name for name, _, _, places in read_list("uesugi") if places[3] == "later"}
    assert len(flagged) == 9
    table = gunki.game("kanto").tables["unit"]
    assert {row["id"] for row in table if row["army"] == "uesugi" and "mimase_pass" in row["at"]} == flagged


@clause("kanto", "DL-Hojo", "37(4)")
def test_matsuda_yasunaga_starts_in_the_open_at_yamanaka() -> None:
    for scenario in SCENARIOS[1:3]:  # T-13: 1940 is no castle
        assert "inside" not in unit(read_start(scenario), "matsuda_yasunaga")
    assert "1940" not in {row["hex"] for row in gunki.game("kanto").tables["castle"]}


@clause("kanto", "DL-Satake")
def test_the_satake_serve_the_uesugi_in_both_scenarios() -> None:
    assert {read_start(scenario).view(None)["sides"]["satake"] for scenario in SCENARIOS[1:3]} == {"uesugi"}


@clause("kanto", "DL-note(2)", "30-1-2")
def test_each_lone_warlord_is_an_army_of_his_own() -> None:
    armies = [army_of(name) for name, *_ in read_list("warlords")]
    assert len(set(armies)) == 22
    for other in LISTS:
        assert other not in armies


@clause("kanto", "30-1-1", "30-1")
def test_eight_clans_and_the_lone_warlords_are_kanto_warlords() -> None:
    table = {row["id"]: row["kind"] for row in gunki.game("kanto").tables["army"]}
    clans = {"satomi", "satake", "utsunomiya", "nagano", "tagaya", "yuki", "oda", "nasu"}
    lone = {army_of(name) for name, *_ in read_list("warlords")}
    assert {name for name, kind in table.items() if kind != "great"} == clans | lone
    assert set(table) == clans | lone | {"takeda", "uesugi", "hojo"}


def modifier_of(name: str, values: str) -> int:
    """Return how much a lord's modifier changes the die of an attack on a unit without one."""
    foe = "hara_tanesada" if army_of(name) == "akai" else "takenomata_yoshitsuna"
    units = {**force("2820", name), **force("2821", foe)}
    match = compose(
        units,
        scenario="kenshin_crosses_the_mountains",
        around="2820",
        turn=7,
        phase="uesugi_warlords" if army_of(name) == "akai" else "hojo_warlords",
        castles={"tatebayashi": {"owner": "none", "durability": 0}},
        options={"warlord_values": values},
        dice=[1, 1],
    )
    first = rolls(attack(match, name, "2821"))[0]
    return int(first["value"]) + (0 if foe == "hara_tanesada" else 1)


@pytest.mark.parametrize(
    ("name", "counter", "printed"),
    [("kasama_tsunaie", 1, 0), ("makabe_ujimoto", 1, 0), ("akai_teruyasu", 0, 1), ("yanada_harusuke", 0, 1)],
)
@clause("kanto", "DL-Warlords")
def test_four_lords_are_played_by_their_counters_or_by_the_list(name: str, counter: int, printed: int) -> None:
    assert modifier_of(name, "counters") == counter  # T-15
    assert modifier_of(name, "list") == printed
