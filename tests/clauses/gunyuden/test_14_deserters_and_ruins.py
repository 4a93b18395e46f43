"""Section 14 after a bad result: desertion, the loss of a soudaishou, and castles that lose their last durability."""

from __future__ import annotations

from typing import Any

import pytest

import gunki
from tests.clauses.common import acts, allowed, refused
from tests.clauses.forces import (
    at,
    attack,
    castle,
    cost,
    force,
    march,
    morale,
    of_kind,
    pass_on,
    plain,
    rolls,
    steps,
    unit,
)
from tests.clauses.gunyuden.table import compose
from tests.support import clause

MATSU, SUGI, KAEDE = "matsu", "sugi", "kaede"
HERE, BESIDE, SEKI = "1207", "1206", "1913"


# --- 14-3: castles -------------------------------------------------------------------------------------------------


def replenish_castle(die: int, *, spirit: int = 0, **seki: Any) -> tuple[Any, list[Any]]:
    """Roll the replenishment of Seki by Keyaki, who stands before it in the territory of another."""
    units = {"keyaki": {"hex": SEKI, "morale": spirit}, MATSU: "0505"}
    match = compose(units, around="1915", radius=3, phase="red", dice=[die], castles={"seki": seki})
    return match, acts(match, "act keyaki", "organise", "castle")


@clause("gunyuden", "14-3-4", "21-1")
@pytest.mark.parametrize("known", [{"durability": 5}, {"owner": "none", "durability": 0}])
def test_a_result_of_nothing_changes_nothing(known: dict[str, Any]) -> None:
    match, events = replenish_castle(1, **known)
    assert of_kind(events, "replenished") == [{"unit": "keyaki", "count": 0}]
    assert not of_kind(events, "durability") + of_kind(events, "castle_abandoned") + of_kind(events, "castle_taken")
    assert castle(match, "seki") == {"owner": "red", **known}


@clause("gunyuden", "8-2-5", "14-3-4", "14-2-4")
def test_a_castle_that_loses_its_last_durability_to_a_bad_result_is_abandoned() -> None:
    """1 - 2 = -1 is -1."""
    match, events = replenish_castle(1, spirit=-2, durability=1)
    assert castle(match, "seki") == {"owner": "none", "durability": 0}
    assert of_kind(events, "castle_abandoned") == [{"castle": "seki", "army": "none"}]


# --- 14-2-4: deserters ---------------------------------------------------------------------------------------------


@clause("gunyuden", "14-2-4")
def test_a_commander_alone_loses_the_step_himself() -> None:
    """1 - 2 = -1 is -1 in the north; there is nobody else to ask about."""
    units = {SUGI: {"hex": "0505", "inside": True, "steps": 1, "morale": -2}, MATSU: "0505"}
    match = compose(units, phase="red", dice=[1])
    acts(match, f"act {SUGI}", "organise", "troops")
    assert at(match, SUGI) == "removed"
    assert match.decision.name == "force"


@clause("gunyuden", "14-2-4", "14-2-5")
def test_when_the_commander_deserts_the_next_step_comes_from_those_he_led() -> None:
    """1 - 2 = -1 is -2 for the green away from home; deserters are gone, but not killed (G-40)."""
    units: dict[str, Any] = force("0514", "sake", "ayu", inside=True, steps=1, morale=-2)
    match = compose({**units, "koi": "2018"}, phase="green", dice=[1])
    acts(match, "act sake", "organise", "done", "troops", "desert sake")
    assert [roll["column"] for roll in rolls(match.events)] == ["away"]
    assert (at(match, "sake"), steps(match, "ayu")) == ("removed", 1)
    assert match.decision.name == "force"


@clause("gunyuden", "25-2", "14-2-4")
@pytest.mark.parametrize("ruling", ["any", "last"])
def test_a_soudaishou_who_is_lost_in_replenishing_does_not_take_his_army_along(ruling: str) -> None:
    """G-35, G-40: Matsu's last step goes; Kaede takes over as in G-36, the rest of the army stays where it is."""
    units: dict[str, Any] = force("0505", MATSU, KAEDE, "buna", inside=True, morale=-2, steps=1)
    units |= {SUGI: "0605", "taka": "1218", "nara": "0606"}
    options = {"sodaisho_death": ruling}
    match = compose(units, phase="red", dice=[1], options=options)
    events = acts(match, f"act {MATSU}", "organise", "done", "troops", f"desert {MATSU}")
    assert at(match, MATSU) == "removed"
    assert not of_kind(events, "army_gone")
    assert not of_kind(events, "killed")
    assert [at(match, name) for name in (KAEDE, "buna", SUGI)] == ["0505", "0505", "0605"]
    assert unit(match, "buna")["leader"] == KAEDE
    assert morale(match, KAEDE) == -2
    refused(match, f"act {KAEDE}", "12-2-3")
    allowed(match, f"act {SUGI}")


@clause("gunyuden", "25-2", "14-2-4")
def test_a_soudaishou_alone_deserts_and_his_army_stays() -> None:
    units: dict[str, Any] = {MATSU: {"hex": "0505", "inside": True, "steps": 1, "morale": -2}, SUGI: "0605"}
    match = compose(units, phase="red", dice=[1])
    acts(match, f"act {MATSU}", "organise", "troops")
    assert (at(match, MATSU), at(match, SUGI)) == ("removed", "0605")


@clause("gunyuden", "25-2")
@pytest.mark.parametrize("ruling", ["any", "last"])
def test_after_one_soudaishou_deserted_the_army_goes_with_the_other(ruling: str) -> None:
    """G-35: Tai is the only soudaishou left; he dies in his turn."""
    units: dict[str, Any] = {"koi": "removed", "tai": {"hex": "1201", "steps": 1}}
    units |= {"sake": "1202", **force("1101", MATSU, "buna", "nara")}
    options = {"sodaisho_death": ruling}
    match = compose(units, around="1201", phase="red", dice=[6], options=options)
    attack(match, MATSU, "1201")
    while match.decision.name == "suffer":
        match.act("lose tai")
    assert (at(match, "tai"), at(match, "sake")) == ("dead", "removed")


# --- what a bad result leads to ----------------------------------------------------------------------------------


def ruin_seki(units: dict[str, Any], *dice: int, **entries: Any) -> Any:
    """Let Keyaki's replenishment of Seki (1913) at durability 1 fail: 1 at morale -2."""
    placed = {"keyaki": {"hex": SEKI, "inside": True, "morale": -2}, "koi": "2018", **units}
    castles = {"seki": {"durability": 1}}
    match = compose(placed, phase="red", castles=castles, dice=[1, *dice], **entries)
    acts(match, "act keyaki", "organise")
    acts(match, *(["done"] if match.decision.name == "organise" else []), "castle")
    return match


@clause("gunyuden", "21.0", "21.0(2)", "21-1", "14-3-4")
def test_a_castle_whose_last_durability_is_lost_in_replenishing_is_abandoned() -> None:
    """G-61: nobody has to surrender to nobody: those inside stand in the open, forces and morale as they were."""
    units = {"nara": {"hex": SEKI, "leader": "keyaki", "inside": True}}
    match = ruin_seki({**units, "kitsune": {"hex": SEKI, "inside": True}})
    assert castle(match, "seki") == {"owner": "none", "durability": 0}
    assert not of_kind(match.events, "castle_fell")
    keyaki = {"hex": SEKI, "steps": 2, "morale": -2, "acted": True}
    assert unit(match, "keyaki") == keyaki
    assert unit(match, "nara")["leader"] == "keyaki"
    assert unit(match, "kitsune") == {"hex": SEKI, "steps": 2}
    assert [data["unit"] for data in of_kind(match.events, "left_castle")] == ["keyaki", "kitsune"]
    assert gunki.game("valley").invariants(match.position)["zones out of step"] == 0


@clause("gunyuden", "21-1", "5-1-1")
def test_units_before_their_ruined_castle_exert_a_zone_of_their_own() -> None:
    """A castle's zone around it does not slow anybody; that of a force does."""
    match = ruin_seki({"taka": "1915"}, **plain(SEKI, 3))
    pass_on(match, lambda: match.view(None)["phase"] == "blue")
    assert cost(march(match, "taka"), "1914") == 1 + 1


@clause("gunyuden", "21.0", "21.0(2)", "21-1", "14-3-4")
def test_by_the_letter_a_castle_ruined_by_replenishment_falls_with_its_garrison() -> None:
    """G-61, as an option: row 0 decides about Keyaki."""
    match = ruin_seki({}, 6, options={"replenished_to_ruin": "falls"})
    assert castle(match, "seki")["owner"] == "none"
    assert len(of_kind(match.events, "castle_fell")) == 1
    assert unit(match, "keyaki") == "removed"


@clause("gunyuden", "21.0(2)", "15-6-2", "14-3-5")
def test_a_castle_ruined_by_replenishment_falls_when_an_enemy_stands_before_it() -> None:
    """G-61: Hato stands on Seki without investing it; two enemies cannot stand there in the open."""
    match = ruin_seki({"hato": SEKI}, 6)
    assert unit(match, "keyaki") == "removed"
    assert at(match, "hato") == SEKI


@clause("gunyuden", "14-2-4")
def test_the_owner_chooses_who_deserts_after_the_leader_has_deserted() -> None:
    """G-40: two steps; Sake's last one goes first, then one of the two whom he led."""
    units = force("0514", "sake", "ayu", "iwashi", inside=True, morale=-2)
    units["sake"]["steps"] = 1
    match = compose(units, phase="green", dice=[1])
    acts(match, "act sake", "organise", "done", "troops", "desert sake")
    assert set(match.decision.texts) == {"desert ayu", "desert iwashi"}
    match.act("desert iwashi")
    assert (steps(match, "ayu"), steps(match, "iwashi")) == (2, 1)
