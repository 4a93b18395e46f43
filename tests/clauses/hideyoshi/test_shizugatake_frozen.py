"""36.7-6 and Y-34: the forces of Mino, and what those who may not act yet can still do."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.common import acts, allowed, refused
from tests.clauses.forces import at, attack, besiege, castle, cost, force, march, of_kind, pass_on, rolls, unit
from tests.clauses.hideyoshi.scenario_table import (
    GUARD,
    HIDEYOSHI,
    HOME,
    INSIDE,
    KATSUIE,
    KAZUMASU,
    MORIMASA,
    NOBUTAKA,
    RETAINERS,
    army,
    compose,
    forces_that_may_act,
    start_scenario,
)
from tests.clauses.hideyoshi.table import SHIZUGATAKE
from tests.support import clause

MINO = {
    "inaba_ittetsu": {"hex": "5012", **INSIDE},
    "endo_yoshitaka": {"hex": "5606", **INSIDE},
    "mori_nagayoshi": {"hex": "5812", **INSIDE},
    "ujiie_yukihiro": {"hex": "5013", **INSIDE},
}
THREE = {"inaba_ittetsu", "endo_yoshitaka", "mori_nagayoshi"}
KOBE = ["okamoto_yoshikatsu", "koda_hikoemon", "saito_toshitaka", "kobe_band_1", "kobe_band_2"]
HERE, NORTH, SOUTH = "4513", "4512", "4514"  # Ōmi, far from Echizen and Gifu


def compose_frozen(units: dict[str, Any], **entries: Any) -> Any:
    """Compose Hashiba's phase of turn 2, unless the entries say otherwise."""
    return compose({**HOME, NOBUTAKA: {"hex": "5313", **INSIDE}, **units}, **{"turn": 2, "phase": "hashiba", **entries})


# --- 36.7-6 ------------------------------------------------------------------------------------------------------


@clause("hideyoshi", "36.7-6")
def test_the_forces_of_mino_may_not_act() -> None:
    """Y-35: Ōgaki's too."""
    match = compose_frozen(MINO)
    assert forces_that_may_act(match) == {HIDEYOSHI}
    for name in MINO:
        refused(match, f"act {name}", "36.7-6")


@clause("hideyoshi", "36.7-6")
def test_by_option_only_the_three_clans_may_not_act() -> None:
    """Y-35."""
    match = compose_frozen(MINO, options={"mino_freeze": "three clans"})
    assert forces_that_may_act(match) == {HIDEYOSHI, "ujiie_yukihiro"}
    for name in THREE:
        refused(match, f"act {name}", "36.7-6")


@clause("hideyoshi", "36.7-6", "36.7-3")
@pytest.mark.parametrize("text", ["declare", "wait"])
def test_the_forces_of_mino_act_in_the_turn_of_kobes_declaration(text: str) -> None:
    match = start_scenario(SHIZUGATAKE, [1, 1, 1, 1])
    match.act(text)
    pass_on(match, lambda: match.who == "hashiba")
    assert (set(MINO) <= forces_that_may_act(match)) is (text == "declare")
    assert not set(MINO) & forces_that_may_act(match) or text == "declare"
    assert {"hashiba_hidenaga", "niwa_nagahide", "kitabatake_nobukatsu", "gamo_ujisato"} <= forces_that_may_act(match)


@clause("hideyoshi", "36.7-6")
def test_the_forces_of_mino_may_not_act_wherever_they_are() -> None:
    """Y-35: Inaba was driven to Ōmi, Ujiie to Ise."""
    match = compose_frozen({"inaba_ittetsu": HERE, "ujiie_yukitsugu": "4720", "hori_hidemasa": NORTH}, around=HERE)
    assert forces_that_may_act(match) == {HIDEYOSHI, "hori_hidemasa"}
    refused(match, "act inaba_ittetsu", "36.7-6")
    refused(match, "act ujiie_yukitsugu", "36.7-6")


@clause("hideyoshi", "36.7-6")
def test_others_who_come_to_mino_are_not_frozen() -> None:
    """Y-35: Hori stands at Sone, Gamō at Ōgaki."""
    match = compose_frozen({"hori_hidemasa": {"hex": "5012", **INSIDE}, "gamo_ujisato": {"hex": "5013", **INSIDE}})
    assert forces_that_may_act(match) == {HIDEYOSHI, "hori_hidemasa", "gamo_ujisato"}


@clause("hideyoshi", "36.7-6")
def test_nobody_organises_the_forces_of_mino() -> None:
    """Y-34: Hideyoshi beside Ujiie's bushō may not take him along."""
    units = {**army("5012", 2, inside=True), "ujiie_yukitsugu": {"hex": "5012", **INSIDE}}
    match = compose_frozen({**units, "gamo_katahide": {"hex": "5012", **INSIDE}})
    acts(match, f"act {HIDEYOSHI}", "organise")
    assert match.decision.name == "organise"
    allowed(match, "take gamo_katahide")
    refused(match, "take ujiie_yukitsugu", "36.7-6")


# --- Y-34: what frozen forces do ---------------------------------------------------------------------------------


@clause("hideyoshi", "36.7-3", "36.7-1")
def test_frozen_forces_defend_and_strike_back() -> None:
    units = {**army(HERE, 13), **force(NORTH, NOBUTAKA, *KOBE)}
    match = compose_frozen(units, around=HERE, dice=[1, 6])
    attack(match, HIDEYOSHI, NORTH)
    while match.decision.name == "suffer":
        match.act(match.decision.texts[0])
    told = [roll["purpose"] for roll in rolls(match.events)]
    assert told == ["attack", "counterattack"]


@clause("hideyoshi", "36.7-3", "36.7-2")
@pytest.mark.parametrize("who", [NOBUTAKA, MORIMASA])
def test_frozen_forces_retreat(who: str) -> None:
    """The Shibata too, outside Echizen while the snow lasts."""
    state = {"left_echizen": 1}
    match = compose_frozen({**army(HERE, 13), who: NORTH}, around=HERE, dice=[3], state=state)
    attack(match, HIDEYOSHI, NORTH)
    match.act("retreat")
    while match.decision.name == "retreat":
        match.act(match.decision.texts[0])
    assert at(match, who) != NORTH
    assert of_kind(match.events, "fell_back")


@clause("hideyoshi", "36.7-3")
def test_frozen_forces_keep_their_zones() -> None:
    """15-4-1, 15-4-3: Kanbe's 12 beside the way cost a point to enter their zone and one to leave it."""
    for near, price in ((True, 2), (False, 1)):
        units = {"hori_hidemasa": "4515", **(force(NORTH, NOBUTAKA, *KOBE) if near else {})}
        match = compose_frozen(units, around=HERE, radius=4)
        march(match, "hori_hidemasa")
        assert cost(match, HERE) == 1 + price


@clause("hideyoshi", "36.7-3")
def test_frozen_forces_stop_strategic_movement() -> None:
    """15-3-1."""
    for near in (True, False):
        units = {"hori_hidemasa": "4515", **(force(NORTH, NOBUTAKA, *KOBE) if near else {})}
        match = compose_frozen(units, around=HERE, radius=4)
        march(match, "hori_hidemasa", "strategic")
        assert (f"to {HERE}" in match.decision.texts) is not near


@clause("hideyoshi", "36.7-2")
def test_frozen_ambushers_strike() -> None:
    """Y-34: Sakuma lies in ambush though the snow holds him."""
    units = {"hori_hidemasa": SOUTH, MORIMASA: {"hex": NORTH, "ambush": True}}
    match = compose_frozen(units, around=HERE, terrain={NORTH: "rough"}, dice=[1], state={"left_echizen": 1})
    acts(match, "act hori_hidemasa", "move", f"to {HERE}")
    assert (match.decision.name, match.who) == ("spring", "anti_hashiba")
    events = match.act("spring")
    assert [roll["purpose"] for roll in rolls(events)] == ["ambush"]


def compose_siege(**entries: Any) -> Any:
    """Compose Kanbe's units in Kuwana, invested by Hideyoshi's 26."""
    units = {**army("5120", 13, invests=True), **force("5120", NOBUTAKA, *KOBE[:2], **INSIDE)}
    return compose_frozen(units, **{"around": "5120", **entries})


@clause("hideyoshi", "36.7-3")
def test_castles_that_frozen_forces_hold_are_diced() -> None:
    match = compose_siege(phase="anti_hashiba", dice=[2])
    pass_on(match, lambda: match.who == "hashiba" and match.decision.name == "force")
    assert [(roll["purpose"], roll["castle"]) for roll in rolls(match.events)] == [("siege", "kuwana")]
    assert unit(match, NOBUTAKA)["morale"] == -1


@clause("hideyoshi", "36.7-3")
def test_castles_that_frozen_forces_hold_are_called() -> None:
    match = compose_siege(dice=[6], castles={"kuwana": {"owner": "takigawa", "durability": 1}})
    events = besiege(match, HIDEYOSHI, "call")
    assert of_kind(events, "call_answered")


@clause("hideyoshi", "36.7-3")
def test_castles_that_frozen_forces_hold_may_be_offered() -> None:
    """20-4: the offer is no action."""
    match = compose_siege(phase="anti_hashiba", dice=[6])
    pass_on(match, lambda: match.decision.name == "offer")
    allowed(match, "offer", "hold_out")
    acts(match, "offer", "accept")
    assert castle(match, "kuwana")["owner"] == "hashiba"


@clause("hideyoshi", "36.7-3")
def test_frozen_forces_do_not_sally_organise_or_rally() -> None:
    """They are not even asked; once Kanbe has declared all of it is on offer."""
    morale = {"morale": -1}
    units = {**army("5120", 13, invests=True), **force("5120", NOBUTAKA, *KOBE[:2], **INSIDE, **morale)}
    match = compose_frozen(units, around="5120", phase="anti_hashiba", dice=[6])
    refused(match, f"act {NOBUTAKA}", "36.7-3")
    match = compose_frozen(units, around="5120", phase="anti_hashiba", state={"declared": 1})
    match.act(f"act {NOBUTAKA}")
    allowed(match, "battle", "organise", "rally")


@clause("hideyoshi", "36.7-3")
@pytest.mark.parametrize("declared", [0, 1])
def test_frozen_forces_join_no_sortie(declared: int) -> None:
    """G-19: Takigawa sallies out of Kuwana; Kanbe inside may come along once he has declared."""
    units = {**army("5120", 8, invests=True), KAZUMASU: {"hex": "5120", **INSIDE}}
    units |= {"saji_masuuji": {"hex": "5120", **INSIDE}, **force("5120", NOBUTAKA, *KOBE[:2], **INSIDE)}
    match = compose_frozen(units, around="5120", phase="anti_hashiba", state={"declared": declared}, dice=[1, 1])
    acts(match, f"act {KAZUMASU}", "battle")
    assert match.decision.name == "sortie"
    allowed(match, "join saji_masuuji")
    if declared:
        allowed(match, f"join {NOBUTAKA}")
    else:
        refused(match, f"join {NOBUTAKA}", "36.7-3")


@clause("hideyoshi", "36.7-3")
@pytest.mark.parametrize("declared", [0, 1])
def test_frozen_forces_take_no_part_in_a_siege(declared: int) -> None:
    """Takigawa before Nagahama with Kanbe beside him: `with` is an action of Kanbe's."""
    units = {**force("4413", KAZUMASU, *RETAINERS), **force("4413", NOBUTAKA, *KOBE)}
    match = compose_frozen(units, around="4413", phase="anti_hashiba", state={"declared": declared})
    acts(match, f"act {KAZUMASU}", "siege")
    if declared:
        allowed(match, f"with {NOBUTAKA}")
    else:
        refused(match, f"with {NOBUTAKA}", "36.7-3")


@clause("hideyoshi", "36.7-3")
@pytest.mark.parametrize("declared", [0, 1])
def test_frozen_forces_join_no_decisive_attack(declared: int) -> None:
    """24-1-2: Katsuie, free, attacks from a hex where Kanbe stands."""
    state = {"thawed": 1, "left_echizen": 1, "declared": declared}
    units = {**army(HERE, 6), **force(NORTH, KATSUIE, *GUARD), NOBUTAKA: NORTH, MORIMASA: NORTH}
    match = compose_frozen(units, around=HERE, phase="anti_hashiba", state=state)
    acts(match, f"act {KATSUIE}", "battle", f"decisive {HERE}")
    assert (match.decision.name, match.who) == ("join", "anti_hashiba")
    allowed(match, f"join {MORIMASA}")
    if declared:
        allowed(match, f"join {NOBUTAKA}")
    else:
        refused(match, f"join {NOBUTAKA}", "36.7-3")


@clause("hideyoshi", "36.7-6")
def test_the_frozen_of_mino_join_no_decisive_attack() -> None:
    state = {"thawed": 1, "left_echizen": 1}
    units = {**army(HERE, 6), **force(NORTH, KATSUIE, *GUARD), "inaba_ittetsu": HERE, "hori_hidemasa": HERE}
    match = compose_frozen(units, around=HERE, state=state)
    acts(match, f"act {HIDEYOSHI}", "battle", f"decisive {NORTH}")
    assert (match.decision.name, match.who) == ("join", "hashiba")
    allowed(match, "join hori_hidemasa")
    refused(match, "join inaba_ittetsu", "36.7-6")


@clause("hideyoshi", "36.7-6")
def test_the_frozen_of_mino_may_be_brought_into_a_defence() -> None:
    """24-1-3, 24-1-4."""
    state = {"thawed": 1, "left_echizen": 1}
    units = {**army(HERE, 6), **force(NORTH, KATSUIE, *GUARD), "inaba_ittetsu": HERE}
    match = compose_frozen(units, around=HERE, phase="anti_hashiba", state=state)
    acts(match, f"act {KATSUIE}", "battle", f"decisive {HERE}")
    while match.who == "anti_hashiba":
        match.act("fight")
    assert (match.decision.name, match.who) == ("join", "hashiba")
    allowed(match, "join inaba_ittetsu")


@clause("hideyoshi", "36.7-3", "36.7-2")
def test_frozen_forces_may_be_brought_into_katsuie_s_defence() -> None:
    """Katsuie himself is snowbound, and Kanbe has not declared: both fight."""
    units = {**army(HERE, 6), **force(NORTH, KATSUIE, *GUARD), NOBUTAKA: NORTH}
    match = compose_frozen(units, around=HERE, state={"left_echizen": 1})
    acts(match, f"act {HIDEYOSHI}", "battle", f"decisive {NORTH}")
    while match.who == "hashiba":
        match.act("fight")
    assert (match.decision.name, match.who) == ("join", "anti_hashiba")
    allowed(match, f"join {NOBUTAKA}")


@clause("hideyoshi", "36.7-1", "36.7-3")
def test_takigawa_takes_nobody_of_kobe_s_along() -> None:
    """Y-05 lets him lead Kanbe's bushō, Y-34 keeps them from being organised before the declaration."""
    units = {KAZUMASU: {"hex": "5119", **INSIDE}, KOBE[0]: {"hex": "5119", **INSIDE}}
    units["saji_masuuji"] = {"hex": "5119", **INSIDE}
    match = compose_frozen(units, phase="anti_hashiba")
    acts(match, f"act {KAZUMASU}", "organise")
    assert match.decision.name == "organise"
    allowed(match, "take saji_masuuji")
    refused(match, f"take {KOBE[0]}", "36.7-3")
    match = compose_frozen(units, phase="anti_hashiba", state={"declared": 1})
    acts(match, f"act {KAZUMASU}", "organise")
    allowed(match, f"take {KOBE[0]}")
