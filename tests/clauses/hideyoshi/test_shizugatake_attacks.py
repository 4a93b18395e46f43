"""36.7-7: Hashiba may not attack the Shibata who are still in Echizen, unless they have left it or attacked first."""

from __future__ import annotations

from typing import Any

import pytest

from gunki import Match
from tests.clauses.common import acts, allowed, decision_of, refused
from tests.clauses.forces import attack, besiege, force, of_kind, pass_on
from tests.clauses.hideyoshi.scenario_table import (
    BEYOND,
    BORDER,
    GUARD,
    HIDEYOSHI,
    HORI,
    KATSUIE,
    KAZUMASU,
    MORIMASA,
    OTHER,
    RETAINERS,
    army,
    compose_at_border,
    compose_free_shibata,
)
from tests.support import clause


@clause("hideyoshi", "36.7-7")
@pytest.mark.parametrize("who", [MORIMASA, "maeda_toshiie", "kanamori_nagachika"])
def test_nobody_attacks_the_shibata_who_are_still_in_echizen(who: str) -> None:
    match = compose_at_border({HORI: BORDER, who: BEYOND})
    match.act(f"act {HORI}")
    refused(match, "battle", "36.7-7")


@clause("hideyoshi", "36.7-7")
def test_the_shibata_in_echizen_are_not_attacked_in_a_decisive_battle() -> None:
    """Another enemy stands near, so the question is who is attacked."""
    units = {**army(BORDER, 13), KATSUIE: BEYOND, KAZUMASU: "4311"}
    match = compose_at_border(units, dice=[1, 1])
    events = acts(match, f"act {HIDEYOSHI}", "battle")  # Takigawa is the only one left to choose
    assert [told["hex"] for told in of_kind(events, "attack")] == ["4311"]
    free = compose_at_border(units, state={"attacked_first": 1})
    acts(free, f"act {HIDEYOSHI}", "battle")
    allowed(free, f"attack {BEYOND}", f"decisive {BEYOND}")


@clause("hideyoshi", "36.7-7")
def test_the_question_whom_to_attack_names_the_reason() -> None:
    units = {**army(BORDER, 13), KATSUIE: BEYOND, KAZUMASU: "4311", RETAINERS[0]: "4310"}
    match = compose_at_border(units)
    acts(match, f"act {HIDEYOSHI}", "battle")
    assert match.decision.name == "target"
    allowed(match, "attack 4311", "attack 4310")
    refused(match, f"attack {BEYOND}", "36.7-7")
    refused(match, f"decisive {BEYOND}", "36.7-7")


@clause("hideyoshi", "36.7-7")
def test_takigawa_in_echizen_may_be_attacked() -> None:
    """The ban is on Shibata's troops; Kanbe's and Takigawa's are none."""
    match = compose_at_border({HORI: BORDER, KAZUMASU: BEYOND})
    match.act(f"act {HORI}")
    allowed(match, "battle")


@clause("hideyoshi", "36.7-7")
def test_the_shibata_outside_echizen_may_be_attacked() -> None:
    match = compose_at_border({HORI: BORDER, MORIMASA: "4310"}, state={"left_echizen": 1})
    match.act(f"act {HORI}")
    allowed(match, "battle")


@clause("hideyoshi", "36.7-7", "36.7-4")
def test_shibata_who_have_left_echizen_may_be_attacked_there() -> None:
    match = compose_at_border({HORI: BORDER, MORIMASA: BEYOND}, state={"left_echizen": 1})
    match.act(f"act {HORI}")
    allowed(match, "battle")


def assert_attacked_first(match: Match, *events: Any) -> None:
    """Assert that the Shibata have attacked: Hori in 4210 may attack 4209, and may still not enter Echizen."""
    assert of_kind(events, "attacked_first")
    pass_on(match, lambda: match.who == "hashiba" and decision_of(match).name == "force")
    match.act(f"act {HORI}")
    allowed(match, "battle")
    match.act("move")
    refused(match, f"to {OTHER}", "36.7-4")


@clause("hideyoshi", "36.7-7", "36.7-4")
@pytest.mark.parametrize("who", [MORIMASA, "maeda_toshiie", "kanamori_nagachika"])
def test_shibata_who_attack_first_may_be_attacked_but_echizen_stays_closed(who: str) -> None:
    """Y-36: a field battle across the border, without effect."""
    units = {HORI: BORDER, who: BEYOND}
    match = compose_at_border(units, phase="anti_hashiba", state={"thawed": 1}, dice=[1, 1])
    events = attack(match, who, BORDER)
    assert_attacked_first(match, *events)


@clause("hideyoshi", "36.7-7", "36.7-4")
def test_a_decisive_battle_is_an_attack_too() -> None:
    units = {**army(BORDER, 2), HORI: BORDER, **force(BEYOND, KATSUIE, *GUARD[:2])}
    match = compose_at_border(units, phase="anti_hashiba", state={"thawed": 1}, dice=[6, 1, *[1] * 12])
    events = acts(match, f"act {KATSUIE}", "battle", f"decisive {BORDER}")
    assert of_kind(events, "decisive_battle")
    while match.decision.name == "join":
        events += match.act("fight")
    assert of_kind(events, "attacked_first")


@clause("hideyoshi", "36.7-7", "36.7-4")
def test_an_assault_is_an_attack() -> None:
    """Tsuruga, in Echizen, is Niwa's in this position: Sakuma assaults it without leaving the province."""
    units = {HORI: BORDER, "maeda_toshiie": BEYOND, MORIMASA: "4008"}
    castles = {"tsuruga": {"owner": "niwa"}}
    match = compose_at_border(units, phase="anti_hashiba", state={"thawed": 1}, castles=castles, dice=[1, 1])
    events = besiege(match, MORIMASA, "assault")
    assert_attacked_first(match, *events)


@clause("hideyoshi", "36.7-7", "36.7-4")
@pytest.mark.parametrize("text", ["spring", "let_pass"])
def test_an_ambush_that_is_sprung_is_an_attack(text: str) -> None:
    """R-8: Sakuma lies in 4209 while Hori marches to 4210; lying there alone is none."""
    units = {HORI: "4311", MORIMASA: {"hex": BEYOND, "ambush": True}, "maeda_toshiie": "4301"}
    match = compose_at_border(units, terrain={BEYOND: "foothills"}, dice=[1, 1])
    acts(match, f"act {HORI}", "move", f"to {BORDER}")
    assert (match.decision.name, match.who) == ("spring", "anti_hashiba")
    events = match.act(text)
    assert bool(of_kind(events, "attacked_first")) is (text == "spring")


@clause("hideyoshi", "36.7-7", "36.7-4")
def test_marching_investing_and_calling_are_no_attack() -> None:
    """Sakuma with 16 invests Tsuruga, which is Niwa's here."""
    units: dict[str, Any] = {HORI: BORDER, "maeda_toshiie": BEYOND}
    men = ["kojima_wakasa", "nakamura_bunkasai", "matsudaira_kyubei", "uemura_rokuzaemon", *GUARD[:3]]
    units |= force("4008", MORIMASA, *men)
    match = compose_at_border(
        units, phase="anti_hashiba", state={"thawed": 1}, castles={"tsuruga": {"owner": "niwa"}}, dice=[6, 6]
    )
    besiege(match, MORIMASA, "invest")
    if match.decision.name == "siege":
        match.act("done")
    assert not of_kind(match.events, "attacked_first")
    pass_on(match, lambda: match.who == "hashiba" and match.decision.name == "force")
    match.act(f"act {HORI}")
    refused(match, "battle", "36.7-7")


@clause("hideyoshi", "36.7-7")
def test_a_counterattack_is_no_first_attack() -> None:
    """Hashiba cannot have attacked them in Echizen; but Takigawa beside them is attacked and strikes back."""
    match = compose_at_border({HORI: BORDER, KAZUMASU: BEYOND, MORIMASA: OTHER}, dice=[1, 1])
    attack(match, HORI, BEYOND)
    assert not of_kind(match.events, "attacked_first")


@clause("hideyoshi", "36.7-7")
def test_attacks_by_takigawa_are_not_attacks_by_the_shibata() -> None:
    units = {HORI: BORDER, MORIMASA: BEYOND, KAZUMASU: "4311"}
    match = compose_at_border(units, phase="anti_hashiba", dice=[1, 1, 1, 1])
    attack(match, KAZUMASU, BORDER)
    assert not of_kind(match.events, "attacked_first")
    pass_on(match, lambda: match.who == "hashiba" and match.decision.name == "force")
    events = acts(match, f"act {HORI}", "battle")  # Takigawa is the only one left to choose
    assert [told["hex"] for told in of_kind(events, "attack")] == ["4311"]


# --- ambushes at the border ------------------------------------------------------------------------------------------


def march_past_ambush(goal: str, **entries: Any) -> Any:
    """March Sakuma past Hori, who lies in ambush in Ōmi beside the border."""
    units = {HORI: {"hex": BORDER, "ambush": True}, MORIMASA: "4109"}
    match = compose_free_shibata(units, around=BORDER, terrain={BORDER: "rough"}, dice=[1, 1], **entries)
    acts(match, f"act {MORIMASA}", "move", f"to {goal}")
    return match


@clause("hideyoshi", "36.7-7")
def test_an_ambush_is_not_sprung_on_the_shibata_in_echizen() -> None:
    """An ambush is an attack (Y-36): Shibata who have neither left nor attacked pass unharmed."""
    match = march_past_ambush(BEYOND)
    assert match.decision.name != "spring" or "spring" not in match.decision.texts


@clause("hideyoshi", "36.7-7")
@pytest.mark.parametrize("flag", ["attacked_first", "left_echizen"])
def test_an_ambush_is_sprung_on_shibata_who_have_attacked_or_left(flag: str) -> None:
    match = march_past_ambush(BEYOND, state={"thawed": 1, flag: 1})
    assert (match.decision.name, match.who) == ("spring", "hashiba")
    allowed(match, "spring")


@clause("hideyoshi", "36.7-7", "36.7-4")
def test_an_ambush_is_sprung_on_shibata_who_march_out() -> None:
    """In 4310, in Ōmi, Sakuma has left Echizen; an ambusher beside the way may strike him there."""
    match = march_past_ambush("4310")
    while match.decision.name == "spring" and not of_kind(match.events, "left_echizen"):
        match.act("let_pass")
    assert (match.decision.name, match.who) == ("spring", "hashiba")
    allowed(match, "spring")


@clause("hideyoshi", "36.7-7")
def test_shibata_in_one_hex_with_takigawa_are_not_attacked() -> None:
    """One hex of Echizen, both in it: Sakuma is not struck at."""
    match = compose_free_shibata(
        {**army(BORDER, 13), KAZUMASU: BEYOND, MORIMASA: BEYOND}, around=BORDER, phase="hashiba", dice=[6]
    )
    match.act(f"act {HIDEYOSHI}")
    if "battle" not in match.decision.texts:
        refused(match, "battle", "36.7-7")
        return
    acts(match, "battle", "fight")
    assert MORIMASA not in {told["unit"] for told in of_kind(match.events, "step_lost")}
