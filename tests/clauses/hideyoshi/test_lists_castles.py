"""The List of Owned Castles: 77 castles, their places, levels, owners and main castles in the three scenarios."""

from __future__ import annotations

from typing import Any

import pytest

import gunki
from tests.clauses.common import acts, allowed, refused
from tests.clauses.forces import castle, force, rolls
from tests.clauses.hideyoshi.table import (
    KOMAKI,
    SCENARIOS,
    SHIZUGATAKE,
    TENNOZAN,
    compose,
    find_cut_off,
    opening_view,
    start_match,
)
from tests.support import clause

# name, hex, level, province, owner by scenario: `!` marks a main castle, `neutral` a castle that is nobody's,
# `-` a castle not in use.
CASTLES = """
iwakura         0113 0 hoki       nanjo          nanjo          nanjo
ueshi           0312 1 hoki       nanjo!         nanjo!         nanjo!
tsuyama         0519 0 mimasaka   ukita          ukita          ukita
takamatsu       0126 2 bitchu     mori           ukita          ukita
niwase          0127 1 bitchu     mori           ukita          ukita
okayama         0326 2 bizen      ukita!         ukita!         ukita!
tenjinyama      0622 0 bizen      ukita          ukita          ukita
kozuki          1020 1 harima     hashiba        hashiba        hashiba
hirose          1420 0 harima     hashiba        hashiba        hashiba
himeji          1623 2 harima     hashiba!       hashiba!       hashiba!
kakogawa        1824 1 harima     hashiba        hashiba        hashiba
miki            2125 3 harima     hashiba        hashiba        hashiba
shikano         0611 1 inaba      hashiba        hashiba        hashiba
tottori         0911 3 inaba      hashiba        hashiba        hashiba
wakasa          1114 1 inaba      hashiba        hashiba        hashiba
yagi            1713 0 tajima     hashiba        hashiba        hashiba
toyooka         1911 0 tajima     hashiba        hashiba        hashiba
takeda          1915 1 tajima     hashiba        hashiba        hashiba
ariko           2012 0 tajima     hashiba        hashiba        hashiba
mineyama        2309 0 tango      hosokawa       hosokawa       hosokawa
miyazu          2511 1 tango      hosokawa!      hosokawa!      hosokawa!
tanabe          2812 1 tango      hosokawa       hosokawa       hosokawa
takahama        3112 0 wakasa     neutral        niwa           hashiba
nochiseyama     3512 0 wakasa     neutral        niwa           hashiba
sagaki          3810 0 wakasa     neutral        niwa           hashiba
fukuchiyama     2415 0 tanba      akechi         hashiba        hashiba
kuroi           2417 1 tanba      akechi         hashiba        hashiba
yakami          2619 2 tanba      akechi         hashiba        hashiba
sonobe          3018 0 tanba      akechi         hashiba        hashiba
kameyama_tanba  3220 1 tanba      akechi         hashiba        hashiba
hanakuma        2426 0 settsu     ikeda          ikeda          hashiba
sanda           2522 0 settsu     ikeda          ikeda          hashiba
arioka          2924 1 settsu     ikeda!         ikeda          hashiba
osaka           3126 3 settsu     kobe!          ikeda!         hashiba!
takatsuki       3223 1 settsu     takayama!      takayama!      takayama!
ibaraki         3224 1 settsu     nakagawa!      nakagawa!      nakagawa!
kishiwada       2830 0 izumi      neutral        hashiba        hashiba
yao             3227 0 kawachi    neutral        hashiba        hashiba
koriyama        3527 1 yamato     tsutsui!       tsutsui!       tsutsui!
takatori        3531 1 yamato     tsutsui        tsutsui        tsutsui
shoryuji        3422 0 yamashiro  neutral        hashiba        hashiba
yodo            3523 0 yamashiro  neutral        hashiba        hashiba
sakamoto        3719 0 omi        akechi!        hashiba        hashiba
seta            3820 0 omi        neutral        hashiba        hashiba
omizo           4015 0 omi        neutral        niwa!          hashiba
azuchi          4217 4 omi        neutral        hashiba        hashiba
nagahama        4413 1 omi        hashiba        hashiba        hashiba
sawayama        4415 1 omi        niwa!          hashiba        hashiba
hida            4416 0 omi        hachiya!       hachiya!       hashiba
hino            4420 0 omi        gamo!          gamo!          gamo!
tsuruga         4008 1 echizen    shibata        shibata        hachiya!
fuchu           4204 0 echizen    shibata        shibata        niwa
kitanosho       4301 1 echizen    shibata!       shibata!       niwa!
ono             4802 0 echizen    kanamori!      kanamori!      kanamori!
sone            5012 0 mino       neutral        inaba!         inaba!
ogaki           5013 1 mino       neutral        hashiba        ikeda!
takasu          5016 0 mino       neutral        hashiba        hashiba
takegahana      5214 0 mino       neutral        hashiba        kitabatake
gifu            5313 3 mino       neutral        kobe!          ikeda
hachiman        5606 0 mino       neutral        endo!          endo!
kaneyama        5812 0 mino       neutral        mori_mino!     mori_mino!
kanie           5319 1 owari      neutral        kitabatake     kitabatake
kiyosu          5416 2 owari      neutral        kitabatake!    kitabatake!
komaki          5515 0 owari      neutral        kitabatake     kitabatake
hoshizaki       5519 0 owari      neutral        kitabatake     kitabatake
inuyama         5614 1 owari      neutral        kitabatake     ikeda
iwasaki         5718 0 owari      neutral        kitabatake     kitabatake
nishio          5823 1 mikawa     -              -              tokugawa
okazaki         6021 2 mikawa     -              -              tokugawa!
kameyama_ise    4723 2 ise        kobe           takigawa       hashiba
anotsu          4825 2 ise        oda_nobukane!  oda_nobukane!  oda_nobukane!
ueno            4924 1 ise        oda_nobukane   oda_nobukane   oda_nobukane
matsusaka       4928 2 ise        kitabatake!    kitabatake!    kitabatake
kanbe           5022 1 ise        kobe           takigawa       kitabatake
nagashima       5119 3 ise        neutral        takigawa!      kitabatake!
kuwana          5120 1 ise        neutral        takigawa       kitabatake
toba            5430 1 shima      -              -              kuki!
"""
ROWS = [line.split() for line in CASTLES.strip().splitlines()]
OWNERS = {row[0]: dict(zip(SCENARIOS, row[4:], strict=True)) for row in ROWS}


def read_list(scenario: str) -> dict[str, str]:
    """Return the owners of one scenario, without the marks of main castles."""
    return {name: owners[scenario].rstrip("!") for name, owners in OWNERS.items()}


@clause("hideyoshi", "CL")
def test_77_castles_with_their_places_and_levels() -> None:
    given = {row["id"]: row for row in gunki.game("hideyoshi").tables["castle"]}
    assert len(ROWS) == len(given) == 77
    found = {name: (row["hex"], str(row["level"]), row["province"]) for name, row in given.items()}
    osaka = given["osaka"]["level"]
    assert [osaka[scenario] for scenario in SCENARIOS] == [3, 3, 4]  # 37.6(2), Y-41
    found["osaka"] = ("3126", "3", "settsu")
    assert found == {name: (hex_id, level, province) for name, hex_id, level, province, *_ in ROWS}


@clause("hideyoshi", "CL")
def test_every_castle_lies_in_its_province() -> None:
    board = start_match(KOMAKI).setup.map
    found = {name: board.province_at(board.hex(hex_id)).lower() for name, hex_id, *_ in ROWS}
    assert found == {name: province for name, _, _, province, *_ in ROWS}


@pytest.mark.parametrize(
    "scenario",
    [
        pytest.param(TENNOZAN, marks=clause("hideyoshi", "35.6", "CL", "34.2(1)")),
        pytest.param(SHIZUGATAKE, marks=clause("hideyoshi", "36.5", "CL", "34.2(1)")),
        pytest.param(KOMAKI, marks=clause("hideyoshi", "37.6", "CL", "34.2(1)")),
    ],
)
def test_every_castle_has_its_printed_owner_at_the_start(scenario: str) -> None:
    """Nobody's castles and those not in use have no owner."""
    found = {name: entry["owner"] for name, entry in opening_view(scenario)["castles"].items()}
    assert found == {
        name: "none" if owner in ("neutral", "-") else owner for name, owner in read_list(scenario).items()
    }


@clause("hideyoshi", "CL", "31.0")
def test_each_scenario_has_its_printed_main_castles() -> None:
    given = {row["id"]: {s for s in SCENARIOS if s in row["main"]} for row in gunki.game("hideyoshi").tables["castle"]}
    assert given == {name: {s for s in SCENARIOS if owners[s].endswith("!")} for name, owners in OWNERS.items()}


@clause("hideyoshi", "CL-legend")
@pytest.mark.parametrize("scenario", [TENNOZAN, SHIZUGATAKE])
def test_a_dash_is_a_castle_not_in_use(scenario: str) -> None:
    """Nishio, Okazaki and Toba: no walls, and nobody's."""
    unused = {name for name, owner in read_list(scenario).items() if owner == "-"}
    assert unused == {"nishio", "okazaki", "toba"}
    assert all(opening_view(scenario)["castles"][name]["durability"] == 0 for name in unused)


@clause("hideyoshi", "CL-legend", "37.1")
def test_all_castles_are_in_use_at_komaki() -> None:
    assert "-" not in read_list(KOMAKI).values()
    assert all(entry["durability"] == 10 for entry in opening_view(KOMAKI)["castles"].values())


@clause("hideyoshi", "28-2(2)", "35.6(1)", "37.6(1)", "CL-legend")
def test_castles_that_change_hands_from_the_map() -> None:
    """The map shows the second scenario; the first differs from it in 37 castles, the third in 23."""
    printed = opening_view(SHIZUGATAKE)["castles"]

    def marked_castles(scenario: str) -> set[str]:
        found = opening_view(scenario)["castles"]
        return {name for name, entry in found.items() if entry["owner"] != printed[name]["owner"]}

    for scenario in (TENNOZAN, KOMAKI):
        differing = {name for name, owner in read_list(scenario).items() if owner != read_list(SHIZUGATAKE)[name]}
        assert marked_castles(scenario) == differing
    assert (len(marked_castles(TENNOZAN)), len(marked_castles(KOMAKI))) == (37, 23)
    assert {"takamatsu", "sakamoto", "osaka", "kameyama_ise"} <= marked_castles(TENNOZAN)
    assert {"gifu", "inuyama", "nagashima", "okazaki"} <= marked_castles(KOMAKI)


@clause("hideyoshi", "35.6(2)")
def test_castles_marked_neutral_are_nobodys() -> None:
    """Twenty-five of them, with full walls, no zone and no siege: a march goes on through them (Y-24)."""
    neutral = {name for name, owner in read_list(TENNOZAN).items() if owner == "neutral"}
    assert len(neutral) == 25
    castles = opening_view(TENNOZAN)["castles"]
    assert {(castles[name]["owner"], castles[name]["durability"]) for name in neutral} == {("none", 10)}
    match = compose(
        {"hashiba_hideyoshi": "4116"}, scenario=TENNOZAN, turn=2, phase="hashiba", around="4217", radius=2,
    )  # fmt: skip
    acts(match, "act hashiba_hideyoshi", "strategic")
    allowed(match, "to 4217", "to 4318")  # no strategic march goes beside an enemy's castle
    match.act("to 4217")
    if match.decision.name == "march":
        refused(match, "enter")


# --- 37.6(2): Osaka -------------------------------------------------------------------------------------------------

TOKUGAWA = (
    "tokugawa_ieyasu", "honda_hirotaka", "naito_masanari", "takagi_kiyohide", "okubo_tadayo", "torii_mototada",
    "hiraiwa_chikayoshi", "okudaira_nobumasa", "matsudaira_ietada", "osuga_yasutaka", "okabe_nagamori",
    "watanabe_moritsuna", "mizuno_katsunari",
)  # fmt: skip
SHIBATA = (
    "shibata_katsuie", "yasui_iekiyo", "menju_katsuteru", "hara_masashige", "haigo_ieyoshi", "tokuyama_hideaki",
    "yadoya_shichizaemon", "kojima_wakasa", "uemura_rokuzaemon",
)  # fmt: skip


def compose_before_osaka(scenario: str, names: tuple[str, ...]) -> Any:
    """Begin a siege on Osaka's hex, with dice of 3."""
    state = {"thawed": 1} if scenario == SHIZUGATAKE else {}
    match = compose(
        force("3126", *names), scenario=scenario, turn=6, phase="anti_hashiba", around="3126", radius=2, dice=[3, 3],
        state=state,
    )  # fmt: skip
    acts(match, f"act {names[0]}", "siege")
    return match


@clause("hideyoshi", "37.6(2)")
def test_osaka_is_a_castle_of_level_4_at_komaki() -> None:
    """An assault counts 4 levels; 13 units of 3 are not yet the 40 points that an investment takes."""
    match = compose_before_osaka(KOMAKI, TOKUGAWA)
    refused(match, "invest")
    (storm, sally) = rolls(match.act("assault"))
    assert (storm["strength"], storm["value"], storm["total"]) == (39, -4, -1)
    assert (sally["strength"], sally["value"], sally["total"]) == (0, 4, 7)


@clause("hideyoshi", "37.6(2)", "CL")
def test_osaka_is_a_castle_of_level_3_before() -> None:
    match = compose_before_osaka(SHIZUGATAKE, SHIBATA)
    assert [roll["value"] for roll in rolls(match.act("assault"))] == [-3, 3]


@clause("hideyoshi", "37.6(2)")
def test_an_investment_of_osaka_takes_40() -> None:
    units = {**force("3126", *TOKUGAWA), "sakai_tadatsugu": "3126"}
    match = compose(units, scenario=KOMAKI, turn=6, phase="anti_hashiba", around="3126", radius=2)
    acts(match, "act tokugawa_ieyasu", "siege", "with sakai_tadatsugu", "invest")
    assert castle(match, "osaka")["besieged"]


@clause("hideyoshi", "37.6(2)", "31.0")
def test_osaka_is_a_main_castle_like_any_other_at_komaki() -> None:
    """A line of the Hashiba ends there; before, it is the Ikeda's."""
    units = {"hashiba_hidenaga": "3126"}
    ruined = {name: {"owner": "none"} for name in OWNERS if name != "osaka"}
    assert not find_cut_off(units, scenario=KOMAKI, castles=ruined)
    ruined = {name: {"owner": "none"} for name in ruined if OWNERS[name][SHIZUGATAKE] != "-"}
    assert find_cut_off(units, scenario=SHIZUGATAKE, castles=ruined) == {"hashiba_hidenaga"}
