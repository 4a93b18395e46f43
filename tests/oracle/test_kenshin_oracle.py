"""The oracle of Kenshin's Arrival in Kyoto: its own numbers against the book's examples, and a sample of play."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

import gunki
from gunki.games.kenshin.oracle.board import Board
from gunki.games.kenshin.oracle.compare import KenshinOracle
from gunki.games.kenshin.oracle.fights import Fight, leads
from gunki.games.kenshin.oracle.ground import ground_of
from gunki.games.kenshin.oracle.lines import Lines
from gunki.games.kenshin.oracle.reach import march_options, terrain_and_river
from gunki.games.kenshin.oracle.rolls import Rolls
from gunki.games.kenshin.oracle.roster import hits, name_of_row
from gunki.games.kenshin.oracle.turn_start_dice import Turns
from gunki.games.kenshin.oracle.zones import Zones

#: Hexes inland, far from castles: 3316 and what lies around it is made flat, so that costs are counted by hand.
PLAIN = dict.fromkeys(
    ("3316", "3315", "3317", "3216", "3217", "3416", "3417", "3516", "3515", "3517", "3616", "3518"), "flat"
)
#: The example of section 11.
FIELD = {
    "uesugi_kenshin": "3418",
    "kakizaki_haruie": "3418",
    "shibata_katsuie": "3518",
    "oda_nobukatsu": "3518",
} | {
    name: {"hex": where, "leader": leader, "steps": steps}
    for where, leader, steps, names in (
        ("3418", "uesugi_kenshin", 2, ("jinbo_ujiharu", "naoe_nobutsuna", "jojo_masashige", "honjo_shigenaga")),
        ("3418", "uesugi_kenshin", 1, ("irobe_nagazane", "yasuda_akimoto")),
        ("3418", "kakizaki_haruie", 2, ("kawada_shigechika", "amakasu_kagemochi")),
        ("3518", "shibata_katsuie", 2, ("maeda_toshiie", "sasa_narimasa", "fuwa_mitsuharu", "kanamori_nagachika")),
        ("3518", "shibata_katsuie", 1, ("hara_masashige",)),
        ("3518", "oda_nobukatsu", 2, ("ichihashi_nagatoshi", "miyoshi_yasunaga")),
    )
    for name in names
}
EXAMPLE = {
    "empty": True,
    "phase": "uesugi_combat",
    "terrain": {"3418": "flat", "3518": "foothills"},
    "sides": {"3418-3518": "none"},
    "units": FIELD,
}
OPENING = ("attack uesugi_kenshin", "join kakizaki_haruie", "under shibata_katsuie")


def board(**tables: Any) -> Board:
    """Return the board of a position that is described by hand."""
    return Board({"turn": 1, "phase": "uesugi_movement", "score": 0, **tables})


def force(hex: str, *names: str, **fields: Any) -> dict[str, Any]:
    """Describe a force, which the first name leads."""
    return {
        name: {"hex": hex, "steps": 2, **fields} | ({"leader": names[0]} if name != names[0] else {}) for name in names
    }


# -- reach and zones --------------------------------------------------------------------------------------------------


def test_a_hex_costs_its_terrain_and_a_river_one_more() -> None:
    torigoe = board()
    behind = [near for near in torigoe.ground.joined["3709"] if torigoe.ground.is_river_between(near, "3709")]
    assert behind
    assert all(terrain_and_river(torigoe, near, "3709") == 4 for near in behind)
    assert terrain_and_river(board(terrain={"3417": "rough"}, sides={"3316-3417": "none"}), "3316", "3417") == 2


def test_distance_and_neighbours_of_odd_columns_that_lie_lower() -> None:
    ground = ground_of({})
    assert {"3315", "3317", "3216", "3217", "3416", "3417"} == set(ground.joined["3316"])
    assert {"3415", "3417", "3315", "3316", "3515", "3516"} == set(ground.joined["3416"])
    assert [ground.distance("3316", there) for there in ("3316", "3416", "3417", "3415", "3516", "3522")] == [
        0,
        1,
        1,
        2,
        2,
        7,
    ]


def test_enemy_control_costs_one_more_but_not_where_a_friend_stands() -> None:
    sides = {"3316-3416": "none", "3316-3417": "none", "3416-3417": "none", "3416-3516": "none"}
    units = force("3316", "kakizaki_haruie") | force("3516", "maeda_toshiie")
    alone = board(terrain=PLAIN, sides=sides, units=units)
    options = march_options(alone, alone.men["kakizaki_haruie"], 6)
    assert options["to 3416"] == 2
    assert options["to 3217"] == 1
    assert "to 3516" not in options
    assert options["fortify"] == 6
    assert "engage 3516" not in options
    friend = board(terrain=PLAIN, sides=sides, units=units | force("3416", "naoe_nobutsuna"))
    assert march_options(friend, friend.men["kakizaki_haruie"], 6)["to 3416"] == 1  # 10-5-5
    beside = march_options(friend, friend.men["naoe_nobutsuna"], 1)
    assert beside["engage 3516"] == 1
    assert beside["overrun 3516"] == 1
    assert "fortify" not in beside


def test_nobody_crosses_water_or_controls_across_it() -> None:
    units = force("3316", "kakizaki_haruie") | force("3416", "maeda_toshiie")
    dry = board(terrain=PLAIN, sides={"3316-3416": "none"}, units=units)
    wet = board(terrain=PLAIN, sides={"3316-3416": "water"}, units=units)
    assert "3316" in Zones(dry, "uesugi").of_forces
    assert "3316" not in Zones(wet, "uesugi").of_forces
    assert "overrun 3416" in march_options(dry, dry.men["kakizaki_haruie"], 6)
    assert not {"overrun 3416", "engage 3416", "to 3416"} & set(march_options(wet, wet.men["kakizaki_haruie"], 6))


def test_garrisons_and_invested_castles_have_no_zone() -> None:
    inside = board(units=force("3422", "oda_nobutada", inside=True))
    zones = Zones(inside, "uesugi")
    assert "3423" in zones.of_castles
    assert "3423" not in zones.of_forces
    assert zones.surcharge("3423", "") == 0
    assert zones.surcharge("3422", "") == 1  # 10-5-2
    invested = board(units=force("3422", "oda_nobutada", inside=True), castles={"gifu": {"marker": 0, "holder": "oda"}})
    assert "3423" not in Zones(invested, "uesugi").of_castles  # 7-2-3


# -- lines ------------------------------------------------------------------------------------------------------------


def test_a_main_castle_supplies_its_clan_while_its_side_holds_it() -> None:
    units = force("5605", "uesugi_kenshin") | force("5723", "takeda_katsuyori")
    assert Lines(board(units=units), "uesugi").out_of_supply() == []
    lost = board(units=units, castles={"kasugayama": {"holder": "oda"}})
    lines = Lines(lost, "uesugi")
    assert lines.out_of_supply() == [("uesugi_kenshin", "uesugi")]
    assert not lines.is_isolated(lost.men["takeda_katsuyori"])


def test_enemies_before_a_castle_leave_naval_lines_alone() -> None:
    units = force("1628", "honganji_monto", inside=True) | force("1628", "sakuma_nobumori")
    open_sea = board(units=units, ships={"kuki_sumitaka": "pacific"})
    assert Lines(open_sea, "uesugi").has_naval_line(open_sea.keeps["ishiyama_honganji"])
    assert Lines(open_sea, "uesugi").has_line(open_sea.men["honganji_monto"])  # in his own main castle
    closed = board(units=units, ships={"kuki_sumitaka": "seto"})
    assert not Lines(closed, "uesugi").has_naval_line(closed.keeps["ishiyama_honganji"])  # 16-1 (23-2.1)


def test_ships_in_the_shelter_of_their_port_cut_nothing() -> None:
    ships = {"kuki_sumitaka": "1627"}
    sheltered = board(ships=ships)
    assert Lines(sheltered, "uesugi").has_naval_line(sheltered.keeps["saika"])
    before_saika = board(ships={"kuki_sumitaka": "1132"})
    assert not Lines(before_saika, "uesugi").has_naval_line(before_saika.keeps["saika"])


def test_who_is_shut_in_elsewhere_has_no_line_over_land() -> None:
    units = force("3709", "uesugi_kagekatsu", inside=True)
    free = board(units=units, castles={"daishoji": {"holder": "uesugi"}})
    assert free.men["uesugi_kagekatsu"].inside
    assert not free.is_shut_in(free.men["uesugi_kagekatsu"])
    besieged = board(units=units | force("3709", "maeda_toshiie"))
    lines = Lines(besieged, "uesugi")
    assert not lines.has_line(besieged.men["uesugi_kagekatsu"])
    assert not lines.is_isolated(besieged.men["uesugi_kagekatsu"])  # 9-4-7 isolated: never inside


def test_a_besieged_port_supplies_by_sea_alone() -> None:
    """9-5-2 besieged: over land a besieged main castle serves only those inside, naval lines are the exception."""
    units = force("1628", "sakuma_nobumori") | force("1132", "honganji_monto")
    by_sea = board(units=units)
    assert Lines(by_sea, "uesugi").has_line(by_sea.men["honganji_monto"])
    cut = board(units=units, ships={"kuki_sumitaka": "seto"})
    assert not Lines(cut, "uesugi").has_line(cut.men["honganji_monto"])


def test_the_mori_trace_to_the_western_edge() -> None:
    units = force("0420", "kikkawa_motoharu")
    assert Lines(board(units=units), "uesugi").has_line(board(units=units).men["kikkawa_motoharu"]) is True
    ring = force("0320", "kuroda_yoshitaka") | force("0520", "hashiba_hidenaga") | force("0422", "asano_nagayoshi")
    cut = board(units=units | ring)
    assert not Lines(cut, "uesugi").can_pass("0320")


# -- strength and modifiers -------------------------------------------------------------------------------------------


def test_the_combat_results_table_of_the_examples() -> None:
    assert [hits(18, 9), hits(17, 5), hits(17, 10), hits(15, 6), hits(16, 14)] == [2, 1, 3, 1, 5]  # EX-FIELD
    assert [hits(18, 8), hits(8, 12), hits(15, 3), hits(8, 14), hits(8, 10)] == [2, 3, 0, 4, 2]  # EX-ASSAULT
    assert [name_of_row(strength) for strength in (0, 1, 2, 3, 10, 20, 80, 81)] == [
        "0", "1", "2", "3-4", "7-10", "16-20", "71-80", "81+",
    ]  # fmt: skip
    assert [hits(0, 12), hits(1, -3), hits(1, 99)] == [0, 0, 2]


def test_the_example_of_a_field_battle() -> None:
    there = board(terrain={"3518": "foothills"}, sides={"3418-3518": "none"}, units=_all(FIELD))
    fight = Fight(
        "field", "3518", "3418", side="uesugi", attack_chief="uesugi_kenshin", defence_chief="shibata_katsuie"
    )
    fight.attackers = [man.id for man in there.at("3418")]
    fight.defenders = [man.id for man in there.at("3518")]
    rolls = Rolls(there, fight, {})
    assert rolls.strength("attack") == 18
    assert rolls.strength("defence") == 17
    assert rolls.parts("attack") == {"12-2-1 A(1)": -1, "12-2-1 A(2)": 0, "12-2-1 A(3)": 2, "10-8 bonus": 0}
    assert rolls.parts("defence") == {"12-2-1 D(1)": 1, "12-2-1 D(2)": 0, "12-2-1 D(3)": -2, "10-8 bonus": 0}
    there.fortified["3518"] = {"oda"}
    assert rolls.parts("defence")["10-8 bonus"] == 1
    assert rolls.parts("attack")["10-8 bonus"] == 0
    fight.retreating = 1
    assert rolls.strength("pursuit") == 18
    assert rolls.parts("pursuit") == {"12-5-3": 2}


def test_an_assault_counts_the_castle_and_is_capped() -> None:
    names = ("takeda_katsuyori", "takeda_nobutoyo", "anayama_nobukimi", "oyamada_nobushige", "takeda_nobukado")
    there = board(units=force("4732", *names) | force("4732", "tokugawa_ieyasu", inside=True))
    fight = Fight("assault", "4732", side="uesugi", attackers=list(names), defenders=["tokugawa_ieyasu"])
    rolls = Rolls(there, fight, {})
    assert rolls.strength("assault") == 10
    assert rolls.strength("garrison") == 3
    assert rolls.parts("assault") == {"13-3-5 A(1)": -3, "13-3-5 A(2)": 0}
    there.keeps["kakegawa"].level = (3, 3)
    assert rolls.strength("assault") == 9  # 13-3-3
    fight.retreating = 0
    assert rolls.strength("pursuit") == 3
    assert rolls.parts("pursuit") == {"12-5-3": 0, "13-5-2": 3}


def test_the_highest_rank_lends_its_ability_and_terumoto_asks_his_uncles() -> None:
    there = board(units=force("0420", "mori_terumoto", "kikkawa_motoharu") | force("0420", "hoida_motokiyo"))
    assert [man.id for man in leads(there, ["mori_terumoto", "hoida_motokiyo"])] == ["mori_terumoto"]
    may = [man.id for man in leads(there, ["mori_terumoto", "kikkawa_motoharu", "hoida_motokiyo"])]
    assert may == ["mori_terumoto", "kikkawa_motoharu"]


def test_isolation_adds_one_to_attrition() -> None:
    alone = board(units=force("3316", "kakizaki_haruie") | force("3416", "maeda_toshiie"), phase="uesugi_reaction")
    lines = Lines(alone, "uesugi")
    assert not lines.has_line(alone.men["kakizaki_haruie"])
    assert lines.is_isolated(alone.men["kakizaki_haruie"])
    roll = {"purpose": "attrition", "dice": [3], "unit": "kakizaki_haruie", "army": "uesugi", "strength": 2}
    part = {"clause": "9-4-7 isolated", "value": 1}
    document: dict[str, Any] = {"stack": []}
    assert not list(Turns(alone, document, {}).judge("attrition", roll | {"total": 4, "value": 1, "parts": [part]}))
    assert list(Turns(alone, document, {}).judge("attrition", roll | {"total": 3, "value": 0, "parts": []}))


# -- against the engine -----------------------------------------------------------------------------------------------


def _all(units: Mapping[str, Any]) -> dict[str, Any]:
    return {name: {"hex": told, "steps": 2} if isinstance(told, str) else told for name, told in units.items()}


def test_a_battle_of_the_engine_agrees_and_a_changed_one_does_not() -> None:
    match = gunki.compose("kenshin", EXAMPLE, dice=[4, 4, 3, 3, 5, 4, 3, 4, 6, 6])
    oracle = KenshinOracle(match.setup)
    for text in OPENING:
        document = match.describe()
        assert list(oracle.compare_decision(match, document)) == []
        events = match.act(text)
        assert list(oracle.compare_events(match, document, events)) == []
    assert oracle.done["rolls"] == 2
    for field, wrong in (("strength", 17), ("row", "11-15"), ("value", 0), ("parts", [])):
        changed = [
            replace(event, data={**event.data, field: wrong}) if event.data.get("purpose") == "attack" else event
            for event in events
        ]
        assert list(oracle.compare_events(match, document, changed)), field


@pytest.mark.parametrize("seed", [3, 30])
def test_a_sample_of_play_agrees(seed: int) -> None:
    match, chooser = gunki.new("kenshin", seed=seed), random.Random(seed)
    oracle = KenshinOracle(match.setup)
    match.act("ready")
    eager = ("attack", "sortie", "assault", "overrun", "join", "fight_on", "pursue", "check")
    for number in range(260):
        decision = match.decision
        assert decision is not None
        document = match.describe()
        if number % 5 < 2:
            assert list(oracle.compare_decision(match, document)) == []
        texts = [text for text in decision.texts if text.partition(" ")[0] not in ("lead", "alone")]
        fights = [text for text in texts if text.partition(" ")[0] in eager]
        events = match.act(chooser.choice(fights or texts))
        assert list(oracle.compare_events(match, document, events)) == []
    assert oracle.done["march"] > 15
    assert oracle.done["force"] > 15
    assert oracle.done["shown"] > 10
    assert oracle.done["rolls"] > 60
