"""Simple refusals of the game's own rules, in the order of the clauses that forbid the act.

Each row reads: what holds | the clauses it proves | position | played before | refused action | all reasons; and in
some rows what is allowed instead.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.forces import force, garrison, lane
from tests.clauses.kanto.odawara import ARMY, KENSHIN_AT_HOME, NAOE, ODAWARA, UJITERU_OUTSIDE, inside
from tests.clauses.kanto.table import SCENARIOS, compose, ring
from tests.clauses.reasons import REFUSAL, assert_refusal, position, refusal
from tests.support import clause

FIRST, SECOND, THIRD, _ = SCENARIOS
HERE, THERE = "1207", "1206"
#: A single way from Kasugayama along the fifth row, each hex beside the next.
ROW = [f"{column:02}05" for column in range(5, 23)]
#: The leaders of the five phases of a stage, far from one another.
LEADERS = {
    "uesugi_kenshin": {"hex": "0505", "inside": True}, "takeda_shingen": {"hex": "1230", "inside": True},
    "hojo_ujiyasu": {"hex": ODAWARA, "inside": True}, "ota_sukemasa": {"hex": "3025", "inside": True},
    "yuki_harutomo": {"hex": "3319", "inside": True},
}  # fmt: skip
#: The three warlords with whom Ujiyasu may talk.
WARLORDS = ("sano_masatsuna", "akai_teruyasu", "oyama_hidetsuna")


def kanto(*ids: str) -> pytest.MarkDecorator:
    return clause("kanto", *ids)


def together(hex_id: str, *names: str) -> dict[str, str]:
    """Return units in one hex, each a force of its own."""
    return dict.fromkeys(names, hex_id)


def around_odawara(units: dict[str, Any], phase: str, **entries: Any) -> dict[str, Any]:
    """Return a position on flat ground around Odawara; a unit of each side elsewhere keeps the phases open."""
    everybody = {**units, **KENSHIN_AT_HOME, **UJITERU_OUTSIDE}
    return position(everybody, scenario=SECOND, around=ODAWARA, radius=3, phase=phase, **entries)


def allies(units: dict[str, Any]) -> dict[str, Any]:
    """Return a position of the third scenario, in which Takeda and Hojo are allies, with the Takeda to act."""
    far = {"naito_masatoyo": "0507", "uesugi_kenshin": "0505"}
    return position({**units, **far}, scenario=THIRD, around=THERE, phase="takeda")


def talks(units: dict[str, Any]) -> dict[str, Any]:
    """Return a position of the 1st Month in which Ujiyasu may talk: Kenshin at home, the warlords in their castles."""
    castles = zip(WARLORDS, ("2818", "2820", "3219"), strict=True)
    warlords = {name: {"hex": hex_id, "inside": True} for name, hex_id in castles}
    others = {name: LEADERS[name] for name in ("uesugi_kenshin", "hojo_ujiyasu", "ota_sukemasa", "yuki_harutomo")}
    return position({**others, **warlords, **units}, scenario=THIRD, turn=9, phase="hojo")


def warlord_with(scenario: str) -> dict[str, Any]:
    """Return a position in which Ujiyasu and a warlord of the Hojo side are in one hex."""
    units = {"hojo_ujiyasu": HERE, "hojo_tsunashige": HERE, "yuki_harutomo": HERE, "uesugi_kenshin": "0505"}
    return position({"saito_tomonobu": "0505", **units}, scenario=scenario, around=THERE, phase="hojo")


ALLY_AND_ENEMY = allies(
    {"baba_nobuharu": HERE, "hojo_ujimasa": THERE, "kakizaki_kageie": "1307", "naoe_sanetsuna": "1308"}
)


@pytest.mark.parametrize(
    REFUSAL,
    [
        # 29, 30: phases and armies
        refusal("a warlord does not act in the Uesugi phase", kanto("29.0(2)-2", "29.0(2)-4"),
            position(LEADERS, scenario=THIRD, turn=2, phase="uesugi"), "", "act ota_sukemasa", "4-1 other_phase"),
        refusal("a warlord does not act in the Hojo phase", kanto("29.0(2)-2", "29.0(2)-4"),
            position(LEADERS, scenario=THIRD, turn=2, phase="hojo"), "", "act yuki_harutomo", "4-1 other_phase"),
        refusal("a force of the Uesugi clan does not act in the phase of its warlords", kanto("29.0(2)-5"),
            position(LEADERS, scenario=THIRD, turn=2, phase="uesugi_warlords"), "", "act uesugi_kenshin",
            "4-1 other_phase", instead="act ota_sukemasa"),
        refusal("a force of the Hojo clan does not act in the phase of its warlords", kanto("29.0(2)-6"),
            position(LEADERS, scenario=THIRD, turn=2, phase="hojo_warlords"), "", "act hojo_ujiyasu",
            "4-1 other_phase", instead="act yuki_harutomo"),
        refusal("a commander leads only units of the own army", kanto("30-1", "30-1-4"),
            position(together("0505", "uesugi_kenshin", "usami_sadayuki", "ota_sukemasa"), scenario=THIRD, turn=2),
            "act uesugi_kenshin | organise", "take ota_sukemasa", "9-2-6 other_army", instead="take usami_sadayuki"),
        refusal("lone warlords of one side do not lead one another", kanto("30-1-2", "DL-note(2)"),
            position({"ota_sukemasa": "3025", "yura_narishige": "3025"}, scenario=THIRD, turn=2,
                phase="uesugi_warlords"),
            "act ota_sukemasa", "organise", "13-2 nothing_to_organise", "14-2 nothing_lost", "14-3 castle_whole"),
        refusal("the warlords of Umayabashi do not replenish the castle", kanto("30-4-2"),  # T-11
            position({"wada_narishige": "2017"}, scenario=THIRD, turn=2, phase="uesugi_warlords",
                castles={"umayabashi": {"durability": 5}}),
            "act wada_narishige", "organise", "13-2 nothing_to_organise", "14-2 nothing_lost", "14-3-2 not_own_castle"),
        refusal("Ujimasa takes others but not his father", kanto("30-5"),
            position(together("2736", "hojo_ujiyasu", "hojo_ujimasa", "hojo_tsunashige"), scenario=THIRD, turn=2,
                phase="hojo"),
            "act hojo_ujimasa | organise", "take hojo_ujiyasu", "30-5 leads_him", "9-2-3 rank",
            instead="take hojo_tsunashige"),
        # 31: Odawara
        refusal("the investment of Odawara is not an action", kanto("31-2-1", "17-1"),  # T-06
            position({**ring(15, 0, 0, 0), "hojo_ujiyasu": "2530"}, scenario=SECOND, turn=11, around=ODAWARA, radius=2),
            "act honjo_shigenaga | siege", "invest", *["31-2 ring_open"] * 3, "31-2-1 too_weak", "31-2-1 automatic",
            instead="assault"),
        refusal("nobody stands outside in the hex of Odawara", kanto("31-1-1"),
            around_odawara(inside("hojo_ujikuni"), "hojo"), "act hojo_ujikuni | move", "leave", "31-1-1 always_inside"),
        refusal("the hex of Odawara is closed to the Uesugi", kanto("31-1-2"),
            around_odawara({"kakizaki_kageie": "2137"}, "uesugi", turn=12),
            "act kakizaki_kageie | move", f"to {ODAWARA}", "31-1-2 odawara_closed"),
        refusal("no sortie goes against a hex at the gate that is no investment hex", kanto("31-4"),
            around_odawara({**force(ODAWARA, "hojo_tsunashige", *ARMY, inside=True), NAOE: "2338"}, "hojo"),
            "act hojo_tsunashige", "battle", "23-7 only_before_gate"),
        refusal("no sortie goes against a hex away from the gate", kanto("31-4"),
            around_odawara({**force(ODAWARA, "hojo_tsunashige", *ARMY, inside=True), NAOE: "2235"}, "hojo"),
            "act hojo_tsunashige", "battle", "22-1-2 no_enemy"),
        # 32: snow
        refusal("snowed foothills on the line are named", kanto("32-1-3"),
            position({"saito_tomonobu": "0505", "kakizaki_kageie": "1005"}, to_act="uesugi", weather="snow",
                **lane([hex_id for hex_id in ROW if hex_id != "0705"], beside={"0705": "foothills"})),
            "act kakizaki_kageie", "strategic", "15-3-2 no_line", "32-1-3 line_snow"),
        # 36 to 38: the scenarios
        refusal("nobody replenishes in the first scenario", kanto("36(8)-1"),
            position({**garrison("0505", "kakizaki_kageie", steps=1), "uesugi_kenshin": "0508"},
                to_act="uesugi", around="0505"),
            "act kakizaki_kageie", "organise", "13-2 nothing_to_organise", "36(8)-1 no_replenishment",
            "14-3 castle_whole"),
        refusal("an entry hex that the enemy holds is not entered", kanto("37(5)"),  # G-56
            position({"satake_yoshishige": "off", "yuki_harutomo": "4013"}, scenario=SECOND, turn=1,
                phase="uesugi_warlords"),
            "act satake_yoshishige | move", "to 4013", "15-6-2 enemy_there", instead="to 4011 | to 4015"),
        refusal("in the second scenario Uesugi commanders but Kenshin lead no warlords", kanto("37(8)-1"),
            position(together("2017", "nagao_masakage", "ota_sukemasa", "usami_sadayuki"), scenario=SECOND, turn=7),
            "act nagao_masakage | organise", "take ota_sukemasa", "9-2-6 other_army", "9-2-3 rank",
            instead="take usami_sadayuki"),
        refusal("in the third scenario Kenshin leads no warlords", kanto("37(8)-1", "30-1-4"),
            position(together("2017", "uesugi_kenshin", "ota_sukemasa", "usami_sadayuki"), scenario=THIRD, turn=2),
            "act uesugi_kenshin | organise", "take ota_sukemasa", "9-2-6 other_army", instead="take usami_sadayuki"),
        refusal("commanders of the Hojo do not lead warlords of their side", kanto("37(8)-2"),
            position(together("2736", "hojo_ujiyasu", "yuki_harutomo", "hojo_tsunataka"), scenario=SECOND, turn=7,
                phase="hojo"),
            "act hojo_ujiyasu | organise", "take yuki_harutomo", "37(8)-2 leads_no_warlords", "9-2-6 other_army",
            instead="take hojo_tsunataka"),
        refusal("in the second scenario commanders of the Hojo lead no warlords", kanto("37(8)-2", "9-2-6"),
            warlord_with(SECOND), "act hojo_ujiyasu | organise", "take yuki_harutomo",
            "37(8)-2 leads_no_warlords", "9-2-6 other_army"),
        refusal("in the third scenario no commander leads a unit of another army", kanto("37(8)-2", "9-2-6"),
            warlord_with(THIRD), "act hojo_ujiyasu | organise", "take yuki_harutomo", "9-2-6 other_army"),
        refusal("an ally next door is no target", kanto("38(8)-1"),
            allies({"baba_nobuharu": HERE, "hojo_ujimasa": THERE}), "act baba_nobuharu", "battle",
            "38(8)-1 ally_there"),
        refusal("an ally beside an enemy is no target", kanto("38(8)-1"),
            ALLY_AND_ENEMY, "act baba_nobuharu | battle", f"attack {THERE}", "38(8)-1 ally_there",
            instead="attack 1307"),
        refusal("an empty hex beside an ally is no target", kanto("38(8)-1"),
            ALLY_AND_ENEMY, "act baba_nobuharu | battle", "attack 1205", "22-1-2 not_adjacent", "22-1-2 nobody_there",
            instead="attack 1307"),
        refusal("a unit of the own army next door is no target", kanto("38(8)-1", "22-1-2"),
            allies({"baba_nobuharu": HERE, "yamagata_masakage": THERE}), "act baba_nobuharu", "battle",
            "22-1-2 no_enemy"),
        refusal("only Ujiyasu talks", kanto("38(8)-2(c)", "38(8)-2"),
            position({"hojo_ujimasa": "2736", "hojo_ujiyasu": "2736"}, scenario=THIRD, turn=9, phase="hojo"),
            "act hojo_ujimasa", "talk", "38(8)-2(c) only_he_talks"),
        refusal("Ujimasa does not talk for his father in Odawara", kanto("38(8)-2(c)"),
            talks({"hojo_ujimasa": {"hex": "2736", "inside": True}}),
            "act hojo_ujimasa", "talk", "38(8)-2(c) only_he_talks"),
        refusal("there are no talks in another scenario", kanto("38(8)-2(c)", "38(8)-2"),
            position({"kakizaki_kageie": HERE, "irobe_nagazane": "0506"}, around=THERE, to_act="uesugi"),
            "act kakizaki_kageie", "talk", "38(8)-2 no_talks"),
        refusal("there are no talks without a warlord to win over", kanto("38(8)-2(a)"),
            talks(dict.fromkeys(WARLORDS, "dead")), "act hojo_ujiyasu", "talk", "38(8)-2 nobody_to_talk_to"),
    ],
)  # fmt: skip
def test_an_act_against_the_rules_is_refused_for_all_its_reasons(
    position: dict[str, Any], played: list[str], action: str, reasons: tuple[str, ...], instead: list[str]
) -> None:
    assert_refusal(compose(**position), played, action, reasons, instead)
