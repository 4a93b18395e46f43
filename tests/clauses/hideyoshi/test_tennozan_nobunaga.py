"""Tennōzan: Nobunaga when he lives, with the optional rule and without."""

from __future__ import annotations

from typing import Any

import pytest

import gunki
from tests.clauses.common import acts, allowed, refused
from tests.clauses.forces import (
    at,
    castle,
    cost,
    force,
    lane,
    morale,
    of_kind,
    points_left,
    rolls,
    unit,
    units_without_line,
)
from tests.clauses.hideyoshi.tennozan_table import (
    HIDENAGA,
    HIDEYOSHI,
    HIMEJI,
    INSIDE,
    KYOTO,
    MITSUHIDE,
    NOBUNAGA,
    NOBUTAKA,
    SAITO,
    compose,
    end_next_phases,
    finish,
)
from tests.support import clause

ACTS = {"nobunaga_acts": True}
COMPANY = {NOBUNAGA: KYOTO, **force(KYOTO, HIDENAGA, "horio_yoshiharu"), NOBUTAKA: KYOTO}


def compose_court(units: Any = None, **entries: Any) -> Any:
    """Compose Nobunaga in Kyoto with forces of two armies, in the Hashiba phase, with the optional rule."""
    laid = COMPANY if units is None else units
    return compose(laid, **{"around": KYOTO, "phase": "hashiba", "options": ACTS, **entries})


# --- without the rule -------------------------------------------------------------------------------------------------


@clause("hideyoshi", "35.9")
@pytest.mark.parametrize("options", [{}, ACTS])
def test_nobunaga_defends_himself_and_exerts_his_zone(options: dict[str, Any]) -> None:
    match = compose({NOBUNAGA: KYOTO, SAITO: "3519"}, around=KYOTO, phase="anti_hashiba", dice=[1, 1], options=options)
    acts(match, f"act {SAITO}", "move")
    assert cost(match, "3520") > 1
    match = compose({NOBUNAGA: KYOTO, SAITO: "3520"}, around=KYOTO, phase="anti_hashiba", dice=[1, 1], options=options)
    events = acts(match, f"act {SAITO}", "battle")
    events += finish(match)
    assert [roll["unit"] for roll in rolls(events)] == [SAITO, NOBUNAGA]


@clause("hideyoshi", "35.9")
@pytest.mark.parametrize("options", [{}, ACTS])
def test_nobunaga_needs_no_line(options: dict[str, Any]) -> None:
    match = compose({NOBUNAGA: KYOTO, HIDENAGA: HIMEJI, NOBUTAKA: KYOTO}, dice=[4] * 9, stage=0, options=options,
                    castles={"osaka": {"owner": "none"}})  # fmt: skip
    assert NOBUTAKA in units_without_line(match)
    assert NOBUNAGA not in units_without_line(match)
    assert morale(match, NOBUNAGA) == 0


# --- alone ------------------------------------------------------------------------------------------------------------


@clause("hideyoshi", "35.9")
def test_with_the_rule_nobunaga_acts_in_the_hashiba_phase_only() -> None:
    match = compose_court()
    allowed(match, f"act {NOBUNAGA}")
    acts(match, f"act {NOBUNAGA}", "move")
    assert points_left(match) == 8
    match.act("to 3520")
    assert [at(match, name) for name in (NOBUNAGA, HIDENAGA, NOBUTAKA)] == ["3520", KYOTO, KYOTO]
    match = compose_court({**COMPANY, SAITO: "4217"}, phase="anti_hashiba")
    assert f"act {NOBUNAGA}" not in match.decision.texts


# --- with everybody of his hex ----------------------------------------------------------------------------------------


@clause("hideyoshi", "35.9")
def test_all_forces_of_the_hex_march_with_nobunaga() -> None:
    match = compose_court()
    acts(match, f"act {NOBUNAGA}", "summon_all", "move", "to 3520", "to 3519")
    if match.decision.name == "march":
        match.act("halt")
    everybody = (NOBUNAGA, HIDENAGA, "horio_yoshiharu", NOBUTAKA)
    assert {at(match, name) for name in everybody} == {"3519"}
    assert unit(match, "horio_yoshiharu")["leader"] == HIDENAGA
    assert "leader" not in unit(match, HIDENAGA)
    assert "leader" not in unit(match, NOBUTAKA)
    if match.decision.name == "force" and match.view(None)["stage"] == 1:
        for name in (NOBUNAGA, HIDENAGA, NOBUTAKA):
            assert f"act {name}" not in match.decision.texts


@clause("hideyoshi", "35.9")
def test_forces_that_marched_with_nobunaga_have_acted() -> None:
    match = compose_court({**COMPANY, HIDEYOSHI: HIMEJI})
    acts(match, f"act {NOBUNAGA}", "summon_all", "move", "to 3520", "halt")
    assert match.decision.texts == [f"act {HIDEYOSHI}", "end"]


@clause("hideyoshi", "35.9")
def test_only_forces_in_his_hex_march_with_nobunaga() -> None:
    """A march that is written down may name a force that stands elsewhere: it stays there."""
    match = compose_court({**COMPANY, HIDEYOSHI: HIMEJI})
    acts(match, f"act {NOBUNAGA}", "summon_all", "move")
    document = match.describe()
    (march,) = [frame for frame in document["stack"] if frame["procedure"] == "Progress"]
    march["convoy"] = [HIDENAGA, HIDEYOSHI]
    again: Any = gunki.compose("hideyoshi", "tennozan", document, dice="typed", options=ACTS)
    acts(again, "to 3520", "halt")
    assert [at(again, name) for name in (NOBUNAGA, HIDENAGA, NOBUTAKA)] == ["3520", "3520", KYOTO]
    assert at(again, HIDEYOSHI) == HIMEJI


@clause("hideyoshi", "35.9")
def test_forces_that_have_acted_stay_behind() -> None:
    match = compose_court({**COMPANY, NOBUTAKA: {"hex": KYOTO, "acted": True}, HIDEYOSHI: HIMEJI})
    acts(match, f"act {NOBUNAGA}", "summon_all", "move", "to 3520", "halt")
    assert [at(match, name) for name in (NOBUNAGA, HIDENAGA, NOBUTAKA)] == ["3520", "3520", KYOTO]


@clause("hideyoshi", "35.9")
def test_nobunaga_alone_has_nobody_to_summon() -> None:
    match = compose_court({NOBUNAGA: KYOTO, HIDENAGA: "3520"})
    match.act(f"act {NOBUNAGA}")
    assert "summon_all" not in match.decision.texts


@clause("hideyoshi", "35.9")
def test_only_nobunaga_summons() -> None:
    match = compose_court({**COMPANY, HIDEYOSHI: KYOTO})
    match.act(f"act {HIDEYOSHI}")
    assert "summon_all" not in match.decision.texts
    match = compose_court(options={})
    match.act(f"act {HIDENAGA}")
    assert "summon_all" not in match.decision.texts


@clause("hideyoshi", "35.9")
def test_the_lowest_morale_counts_on_the_march() -> None:
    match = compose_court({NOBUNAGA: KYOTO, NOBUTAKA: {"hex": KYOTO, "morale": -2}})
    acts(match, f"act {NOBUNAGA}", "summon_all", "move")
    assert points_left(match) == 6


def march_into_ambush(*texts: str, **entries: Any) -> Any:
    """March Nobunaga and his company past Saitō, who lies in ambush north of their road and strikes with a 6."""
    men = force("3518", SAITO, "fujita_yukimasa", "mizoo_shigetomo", ambush=True)
    units = {**COMPANY, NOBUTAKA: {"hex": KYOTO, "morale": -1}, **men, HIDEYOSHI: HIMEJI}
    match = compose_court(units, dice=[6, *[1] * 6], terrain={"3518": "rough"}, **entries)
    acts(match, f"act {NOBUNAGA}", "summon_all", "move", "to 3519", "spring", *texts)
    return match


@clause("hideyoshi", "35.9", "QR-CRT-ambush")
def test_an_ambush_strikes_all_who_march_with_him() -> None:
    """As one force: any of them may pay, and the lowest morale of all counts."""
    match = march_into_ambush()
    (roll,) = rolls(match.events)
    assert sorted(part["value"] for part in roll["parts"]) == [1, 1, 2]  # surprise, morale, Saitō's modifier
    assert match.decision.name == "ambushed"
    allowed(match, *[f"lose {name}" for name in (NOBUNAGA, HIDENAGA, "horio_yoshiharu", NOBUTAKA)])


@clause("hideyoshi", "35.9", "QR-CRT-ambush")
def test_all_forces_fall_back_with_nobunaga_from_an_ambush() -> None:
    """6 + 1 + 2 + 1 on 5-8: two hexes, the way they came."""
    match = march_into_ambush("retreat")
    everybody = (NOBUNAGA, HIDENAGA, "horio_yoshiharu", NOBUTAKA)
    assert {at(match, name) for name in everybody} == {KYOTO}
    assert [morale(match, name) for name in (NOBUNAGA, HIDENAGA, NOBUTAKA)] == [-2, -2, -3]
    assert match.decision.texts == [f"act {HIDEYOSHI}", "end"]


@clause("hideyoshi", "35.9", "QR-CRT-ambush")
def test_forces_have_acted_though_nobunaga_falls_in_an_ambush() -> None:
    match = march_into_ambush(f"lose {NOBUNAGA}", f"lose {NOBUNAGA}")
    while match.decision.name == "ambushed":
        match.act("lose horio_yoshiharu")
    assert at(match, NOBUNAGA) == "dead"
    assert {at(match, name) for name in (HIDENAGA, NOBUTAKA)} == {"3519"}
    assert match.decision.texts == [f"act {HIDEYOSHI}", "end"]


@clause("hideyoshi", "35.9")
def test_all_forces_of_the_hex_fight_with_nobunaga() -> None:
    """2 + 4 + 2 strength, Nobunaga's modifier, the lowest morale."""
    units = {**COMPANY, NOBUTAKA: {"hex": KYOTO, "morale": -1}, SAITO: "3520", HIDEYOSHI: HIMEJI}
    match = compose_court(units, dice=[3, 1, *[1] * 6])
    events = acts(match, f"act {NOBUNAGA}", "summon_all", "battle")
    if match.decision.name == "target":
        events += match.act("attack 3520")
    events += finish(match)
    (roll, *_) = rolls(events)
    assert (roll["purpose"], roll["unit"], roll["strength"]) == ("attack", NOBUNAGA, 8)
    assert roll["value"] == (1 - 2) - 1
    assert (morale(match, NOBUNAGA), morale(match, HIDENAGA), morale(match, NOBUTAKA)) == (0, 0, -1)
    assert match.decision.texts == [f"act {HIDEYOSHI}", "end"]


@clause("hideyoshi", "35.9")
def test_all_forces_share_the_losses_of_nobunagas_battle() -> None:
    """Mitsuhide strikes back: 8 strength, 6 + 2: two steps of any of them."""
    men = force("3520", MITSUHIDE, "fujita_yukimasa", "mizoo_shigetomo", "matsuda_masachika")
    match = compose_court({**COMPANY, **men, HIDEYOSHI: HIMEJI}, dice=[1, 6, *[1] * 5])
    acts(match, f"act {NOBUNAGA}", "summon_all", "battle", "attack 3520")
    assert (match.decision.name, match.decision.data["count"]) == ("losses", 2)
    allowed(match, *[f"lose {name}" for name in (NOBUNAGA, HIDENAGA, "horio_yoshiharu", NOBUTAKA)])


@clause("hideyoshi", "35.9")
def test_each_force_of_nobunagas_battle_may_pursue() -> None:
    match = compose_court({**COMPANY, SAITO: "3520", HIDEYOSHI: HIMEJI}, dice=[6, *[1] * 5])
    acts(match, f"act {NOBUNAGA}", "summon_all", "battle", "retreat", "back 3519")
    asked = []
    while match.decision.name == "pursuit":
        asked.append(match.decision.data["unit"])
        match.act("stay" if asked[-1] == HIDENAGA else "pursue 3520")
    assert asked == [NOBUNAGA, HIDENAGA, NOBUTAKA]
    assert [at(match, name) for name in asked] == ["3520", KYOTO, "3520"]


@clause("hideyoshi", "35.9")
def test_all_forces_march_strategically_and_enter_a_castle_with_nobunaga() -> None:
    units = dict.fromkeys((NOBUNAGA, HIDENAGA, NOBUTAKA), "1722")
    match = compose_court(units, around="1722")
    acts(match, f"act {NOBUNAGA}", "summon_all", "strategic", "to 1721")
    assert {at(match, name) for name in units} == {"1721"}
    match = compose_court(units, around="1722")
    acts(match, f"act {NOBUNAGA}", "summon_all", "move", f"to {HIMEJI}", "enter")
    assert all(unit(match, name)["inside"] for name in units)


@clause("hideyoshi", "35.9")
def test_all_forces_fight_a_decisive_battle_with_nobunaga() -> None:
    """The forces that he has summoned take part: nobody is asked again who joins."""
    match = compose_court({**COMPANY, MITSUHIDE: "3520", HIDEYOSHI: HIMEJI}, dice=[6, 1, 1, *[1] * 6])
    events = acts(match, f"act {NOBUNAGA}", "summon_all", "battle", "decisive 3520")
    assert match.decision.name != "join"
    (roll, *_) = rolls(events)
    assert (roll["purpose"], roll["strength"]) == ("decisive_attack", 8)


@clause("hideyoshi", "35.9")
def test_nobunaga_without_a_summons_fights_alone() -> None:
    match = compose_court({**COMPANY, SAITO: "3520"}, dice=[3, 1, *[1] * 6])
    events = acts(match, f"act {NOBUNAGA}", "battle")
    events += finish(match)
    assert rolls(events)[0]["strength"] == 2


BEFORE_KAMEYAMA = {
    NOBUNAGA: "3220",
    **force("3220", HIDENAGA, "horio_yoshiharu", "maeno_nagayasu"),
    NOBUTAKA: "3220",
    "akechi_mitsuyoshi": {"hex": "3220", **INSIDE},
    HIDEYOSHI: HIMEJI,
}


@clause("hideyoshi", "35.9")
def test_all_forces_of_the_hex_besiege_with_nobunaga() -> None:
    """Kameyama, level 1: 10 strength invest it, of three armies together."""
    match = compose_court(BEFORE_KAMEYAMA, around=None)
    acts(match, f"act {NOBUNAGA}", "summon_all", "siege")
    if match.decision.name == "siege":
        allowed(match, "invest")
    match.act("invest")
    finish(match)
    assert castle(match, "kameyama_tanba")["besieged"]
    assert all(unit(match, name)["invests"] for name in (NOBUNAGA, HIDENAGA, NOBUTAKA))
    assert match.decision.texts == [f"act {HIDEYOSHI}", "end"]


@clause("hideyoshi", "35.9")
def test_all_forces_of_the_hex_assault_with_nobunaga() -> None:
    match = compose_court(BEFORE_KAMEYAMA, around=None, dice=[3, 1, *[1] * 5])
    events = acts(match, f"act {NOBUNAGA}", "summon_all", "siege", "assault")
    events += finish(match)
    (assault, *_) = rolls(events)
    assert (assault["purpose"], assault["strength"]) == ("assault", 10)


@clause("hideyoshi", "35.9")
def test_a_held_back_army_does_not_follow_nobunaga() -> None:
    """35.8(1)-3(a): who may not act is not taken along."""
    match = compose_court(turn=1, state={"held_back": ["kobe"]})
    acts(match, f"act {NOBUNAGA}", "summon_all", "move", "to 3520")
    assert [at(match, name) for name in (NOBUNAGA, HIDENAGA, NOBUTAKA)] == ["3520", "3520", KYOTO]


@clause("hideyoshi", "35.9")
def test_nobunaga_acts_once_a_stage() -> None:
    match = compose_court({**COMPANY, SAITO: "4217", HIDEYOSHI: HIMEJI})
    acts(match, f"act {NOBUNAGA}", "summon_all", "move", "to 3520", "halt")
    assert f"act {NOBUNAGA}" not in match.decision.texts
    end_next_phases(match, 2)
    assert match.view(None)["stage"] == 2
    allowed(match, f"act {NOBUNAGA}", f"act {HIDENAGA}", f"act {NOBUTAKA}")
    assert not of_kind(match.events, "regrouped")


# --- as one force: what binds one of them binds all ------------------------------------------------------------------

INVESTING: dict[str, Any] = {
    NOBUNAGA: "3220",
    **force("3220", HIDENAGA, "horio_yoshiharu", "maeno_nagayasu", "sengoku_hidehisa", "kato_kiyomasa", invests=True),
    NOBUTAKA: "3220",
    "akechi_mitsuyoshi": {"hex": "3220", **INSIDE},
    SAITO: "3221",
    HIDEYOSHI: HIMEJI,
}


@clause("hideyoshi", "35.9", "18-4-1")
def test_investors_neither_march_nor_fight_with_nobunaga_before_the_investment_is_ended() -> None:
    match = compose_court(INVESTING, around="3220", dice=[1] * 6)
    assert castle(match, "kameyama_tanba")["besieged"]
    acts(match, f"act {NOBUNAGA}", "summon_all")
    for action in ("move", "strategic", "battle"):
        refused(match, action, "18-4-1")
    allowed(match, "siege", "lift")
    match.act("lift")
    assert not castle(match, "kameyama_tanba").get("besieged")
    assert not unit(match, HIDENAGA).get("invests")
    allowed(match, "move", "battle")
    refused(match, "lift", "18-3-1")
    events = acts(match, "battle")
    assert rolls(events)[0]["strength"] == 14


@clause("hideyoshi", "35.9", "18-3-1", "18-4-1")
def test_nobunagas_own_investment_is_ended_with_theirs() -> None:
    """Hidenaga has acted and keeps the siege up; of those who act only Nobunaga invests."""
    hidenaga: Any = INVESTING[HIDENAGA]
    units = {**INVESTING, NOBUNAGA: {"hex": "3220", "invests": True}, HIDENAGA: {**hidenaga, "acted": True}}
    match = compose_court(units, around="3220", dice=[1] * 6)
    acts(match, f"act {NOBUNAGA}", "summon_all")
    refused(match, "move", "18-4-1")
    match.act("lift")
    assert castle(match, "kameyama_tanba")["besieged"]
    assert [bool(unit(match, name).get("invests")) for name in (NOBUNAGA, HIDENAGA)] == [False, True]
    allowed(match, "move", "battle")


@clause("hideyoshi", "35.9", "15-3-3")
def test_no_strategic_march_starts_with_a_force_of_lowered_morale() -> None:
    units = {NOBUNAGA: "1722", HIDENAGA: "1722", NOBUTAKA: {"hex": "1722", "morale": -1}}
    match = compose_court(units, around="1722")
    match.act(f"act {NOBUNAGA}")
    allowed(match, "strategic")  # alone
    match.act("summon_all")
    refused(match, "strategic", "15-3-3")
    allowed(match, "move")


@clause("hideyoshi", "35.9", "15-4-3", "15-4-6")
@pytest.mark.parametrize(("acted", "points"), [(False, 2), (True, 1)])
def test_nobunaga_and_his_company_leave_a_zone_as_one_force(acted: bool, points: int) -> None:
    """From beside Saitō: a point more, unless another force stays behind in the hex."""
    units = {**COMPANY, NOBUTAKA: {"hex": KYOTO, "acted": acted}, SAITO: "3520", HIDEYOSHI: HIMEJI}
    match = compose_court(units)
    acts(match, f"act {NOBUNAGA}", "summon_all", "move")
    assert cost(match, "3522") == points


@clause("hideyoshi", "35.9", "35.8(3)-1")
def test_a_company_with_a_force_that_may_not_leave_bitchu_stays_there() -> None:
    """Hidenaga is of the Hashiba army: from 0225 into Bitchū and not out of it again."""
    match = compose_court({NOBUNAGA: "0225", HIDENAGA: "0225", NOBUTAKA: "0225"}, around="0225")
    acts(match, f"act {NOBUNAGA}", "summon_all", "move", "to 0125")
    refused(match, "to 0225", "35.8(3)-1")
    reached = {text.split()[1] for text in match.decision.texts if text.startswith("to ")}
    assert reached
    assert reached <= {"0122", "0123", "0124", "0126", "0127"}


@clause("hideyoshi", "35.9", "35.8(3)-1")
def test_a_company_with_hashiba_does_not_march_through_bitchu() -> None:
    """From 0223 to 0225 between mountains: Kanbe's men alone pass with him."""
    way = lane(["0223", "0124", "0125", "0225"])
    for companion, passes in ((HIDENAGA, False), (NOBUTAKA, True)):
        match = compose_court({NOBUNAGA: "0223", companion: "0223"}, around=None, **way)
        acts(match, f"act {NOBUNAGA}", "summon_all", "move")
        allowed(match, "to 0125")
        assert ("to 0225" in match.decision.texts) is passes


@clause("hideyoshi", "35.9", "21-2-2", "35.8(5)")
def test_a_castle_that_nobunaga_calls_upon_goes_to_one_of_his_companions() -> None:
    """He has no castles of his own: of the clans before Kameyama those of the others are named."""
    units = {**INVESTING, NOBUNAGA: {"hex": "3220", "invests": True}}
    del units[SAITO]
    match = compose_court(units, around=None, dice=[6, *[1] * 6], castles={"kameyama_tanba": {"durability": 1}})
    acts(match, f"act {NOBUNAGA}", "siege", "call")
    assert match.decision.name == "ownership"
    assert match.decision.texts == ["own hashiba", "own kobe"]
    match.act("own kobe")
    assert castle(match, "kameyama_tanba")["owner"] == "kobe"


@clause("hideyoshi", "35.9", "21-1")
def test_a_ruin_that_nobunaga_restores_becomes_hashibas() -> None:
    """Yodo was nobody's at the start, and Nobunaga has no castles."""
    match = compose_court({NOBUNAGA: "3523", HIDEYOSHI: HIMEJI}, dice=[6] * 3, castles={"yodo": {"owner": "none"}})
    acts(match, f"act {NOBUNAGA}", "organise", "castle")
    assert castle(match, "yodo")["owner"] == "hashiba"


@clause("hideyoshi", "35.9", "35.8(5)")
@pytest.mark.parametrize(("companion", "clan"), [(None, "hashiba"), (NOBUTAKA, "kobe")])
def test_a_castle_that_nobunaga_occupies_goes_to_a_companion_or_to_hashiba(companion: str | None, clan: str) -> None:
    """Y-47: Yodo, nobody's, as his phase ends."""
    match = compose_court({NOBUNAGA: "3523", HIDEYOSHI: HIMEJI, **({companion: "3523"} if companion else {})})
    end_next_phases(match)
    assert castle(match, "yodo")["owner"] == clan


@clause("hideyoshi", "35.9")
def test_forces_that_nobunaga_has_summoned_may_rest() -> None:
    match = compose_court({**COMPANY, HIDEYOSHI: HIMEJI})
    acts(match, f"act {NOBUNAGA}", "summon_all", "rest")
    assert match.decision.texts == [f"act {HIDEYOSHI}", "end"]
