"""Section 37, Kenshin Crosses the Mountains: its conditions of victory (T-27, T-28)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import gunki
from gunki import Match
from tests.clauses.common import acts
from tests.clauses.forces import attack, castle, force, lane, of_kind, pass_on, rolls
from tests.clauses.kanto.table import SCENARIOS, compose, kenshin, ring
from tests.support import clause

UJIYASU = "hojo_ujiyasu"
FIRST, SECOND, THIRD, FOURTH = SCENARIOS
SCENARIO = SCENARIOS[1]
KENSHIN, SHRINE = "uesugi_kenshin", "2836"
UJIYASU_OUTSIDE = {"hojo_ujiyasu": "2530"}
TSUKUI = {"tsukui": {"owner": "uesugi"}}  # a castle of level 0 taken from the Hojo: 1 point
BESIEGERS = ring(15, 12, 12, 11)  # 50, with everybody of the Uesugi clan but Kenshin and three more
NOT_THERE = (KENSHIN, "nagano_narimori", "takanashi_masayori")
CLANS = ("uesugi", "satomi", "satake", "utsunomiya", "nagano", "tagaya", "oda", "nasu", "ota", "yura", "motegi")
OTHERS = [
    row["id"] for row in gunki.game("kanto").tables["unit"] if row["army"] in CLANS and row["id"] not in NOT_THERE
]
HOJO = [row["id"] for row in gunki.game("kanto").tables["unit"] if row["army"] == "hojo"]


def compose_odawara(units: dict[str, Any], **entries: Any) -> Any:
    """Compose flat ground around Odawara, with siege dice without effect."""
    place: dict[str, Any] = {"around": "2237", "radius": 2, "dice": [5] * 40, "turn": 12, **entries}
    return compose({**units, **UJIYASU_OUTSIDE}, scenario=SCENARIO, **place)


def stage_of(match: Match) -> tuple[int, int]:
    """Return turn and stage."""
    view = match.view(None)
    return view["turn"], view["stage"]


def later_than(match: Match, turn: int) -> Callable[[], bool]:
    """Return a function that tells whether this turn is over."""
    return lambda: match.view(None)["turn"] > turn


def points(match: Match) -> dict[str, int]:
    """Return the points as they are now."""
    return dict(match.view(None)["points"])


def states(match: Match) -> dict[str, str]:
    """Return how far the Uesugi have met each condition besides the points."""
    return {row["what"]: row["state"] for row in match.view(None)["conditions"]}


# --- 37(7): who wins ---------------------------------------------------------------------------------------------


@clause("kanto", "37(7)", "37(7)-1", "37(7)-2")
@pytest.mark.parametrize(
    ("invests", "celebrates", "winner"),
    [(True, True, "uesugi"), (True, False, "hojo"), (False, True, "hojo"), (False, False, "hojo")],
)
def test_the_uesugi_need_the_siege_and_the_ceremony_besides_more_points(
    invests: bool, celebrates: bool, winner: str
) -> None:
    units = {**(BESIEGERS if invests else {}), KENSHIN: SHRINE if celebrates else "0505"}
    match = compose_odawara(units, turn=11, stage=4, castles=TSUKUI)
    pass_on(match)
    assert match.result.winner == winner
    assert match.result.points == (2 if invests else 1, -1)
    assert match.result.clause == "kanto:37(7)"


@clause("kanto", "37(7)")
def test_with_both_conditions_met_the_points_decide() -> None:
    units = {**BESIEGERS, KENSHIN: SHRINE}
    lost = {"kitajo": {"owner": "hojo"}}  # level 1: 2 points
    match = compose_odawara(units, turn=11, stage=4, castles=lost)
    pass_on(match)
    assert (match.result.points, match.result.winner) == ((1 - 2, 2), "hojo")
    dead = {"hojo_tsunataka": "dead", "hojo_tsunashige": "dead"}
    match = compose_odawara({**units, **dead}, turn=11, stage=4, castles=lost)
    pass_on(match)
    assert (match.result.points, match.result.winner) == ((-1, 2 - 3 - 1), "uesugi")


@clause("kanto", "37(7)")
def test_equal_points_with_both_conditions_met_are_a_draw() -> None:
    units = {**BESIEGERS, KENSHIN: SHRINE, "chisaka_kagechika": "dead"}
    match = compose_odawara(units, turn=11, stage=4)
    pass_on(match)
    assert (match.result.points, match.result.winner) == ((0, 0), None)  # T-29


# --- 37(7)-1: Odawara --------------------------------------------------------------------------------------------


@clause("kanto", "37(7)-1")
def test_each_turn_that_begins_with_odawara_invested_scores_one_point() -> None:
    match = compose_odawara({**BESIEGERS, KENSHIN: "0505"}, turn=9, stage=4)
    assert points(match)["uesugi"] == 0
    assert states(match) == {"invest_odawara": "not_yet", "hold_ceremony": "not_yet"}
    scored = []
    for _ in range(3):
        before = match.view(None)["turn"]
        events = pass_on(match, later_than(match, before))
        assert len(of_kind(events, "odawara_invested")) == 1
        scored.append(points(match)["uesugi"])
    assert scored == [1, 2, 3]
    assert states(match) == {"invest_odawara": "met", "hold_ceremony": "not_yet"}
    [part] = match.view(None)["scoring"]["uesugi"]
    assert (part["text"], part["data"], part["value"]) == ("odawara_invested", {"count": 3}, 3)
    assert points(match)["hojo"] == 0


@clause("kanto", "37(7)-1")
def test_a_turn_that_begins_without_the_investment_scores_nothing() -> None:
    match = compose_odawara({**ring(15, 12, 12, 10), KENSHIN: "0505"}, turn=11, stage=4)  # 49
    events = pass_on(match, lambda: match.view(None)["turn"] == 12)
    assert not of_kind(events, "odawara_invested")
    assert points(match)["uesugi"] == 0


@clause("kanto", "37(7)-1")
@pytest.mark.parametrize(("owner", "scored"), [("hojo", 1), ("uesugi", 0)])
def test_only_their_own_investment_scores_for_the_uesugi(owner: str, scored: int) -> None:
    """Once Odawara is theirs, it may be the Hojo who invest it."""
    theirs = dict(zip(HOJO[1:], ["2137", "2138", "2236", "2337"] * 7, strict=False))  # 27 of 2 each
    units = BESIEGERS if owner == "hojo" else theirs
    match = compose_odawara({**units, KENSHIN: "0505"}, turn=11, stage=4, castles={"odawara": {"owner": owner}})
    assert castle(match, "odawara")["besieged"]
    events = pass_on(match, lambda: match.view(None)["turn"] == 12)
    assert len(of_kind(events, "odawara_invested")) == scored


@clause("kanto", "37(7)-1")
def test_an_investment_between_two_turns_is_not_enough() -> None:
    match = compose_odawara({**BESIEGERS, KENSHIN: SHRINE}, turn=12, stage=2, castles=TSUKUI)
    events = pass_on(match)
    assert of_kind(events, "ceremony")
    assert [roll for roll in rolls(events) if roll["purpose"] == "siege"]  # it was invested all the time
    assert (match.result.points, match.result.winner) == ((1, -1), "hojo")


# --- 37(7)-2: the shrine -----------------------------------------------------------------------------------------


def compose_gathering(count: int, **entries: Any) -> Any:
    """Compose Kenshin at the shrine with this number of other units, some under command."""
    units = force(SHRINE, KENSHIN, *OTHERS[: min(count, 9)])
    units |= {name: SHRINE for name in OTHERS[:count] if name not in units}
    return compose({**units, **UJIYASU_OUTSIDE}, scenario=SCENARIO, **{"turn": 11, "stage": 2, **entries})


@clause("kanto", "37(7)-2(a)", "37(7)-2(b)", "37(7)-2(c)", "37(7)-2(d)", "37(7)-2(e)", "37(7)-2")
@pytest.mark.parametrize(
    ("count", "worth"),
    [(0, 0), (20, 0), (21, 1), (30, 1), (31, 2), (40, 2), (41, 3), (50, 3), (51, 4), (52, 4)],
)
def test_the_ceremony_is_worth_more_the_more_units_attend(count: int, worth: int) -> None:
    match = compose_gathering(count)
    events = pass_on(match, lambda: stage_of(match) == (11, 4))
    assert [(data["count"], data["points"]) for data in of_kind(events, "ceremony")] == [(count, worth)]
    assert points(match) == {"uesugi": worth, "hojo": 0}


@clause("kanto", "37(7)-2")
@pytest.mark.parametrize(("counted", "count", "worth"), [(False, 20, 0), (True, 21, 1)])
def test_kenshin_himself_is_counted_only_by_agreement(counted: bool, count: int, worth: int) -> None:
    match = compose_gathering(20, options={"shrine_counts_kenshin": counted})
    (data,) = of_kind(pass_on(match, lambda: stage_of(match) == (11, 4)), "ceremony")
    assert (data["count"], data["points"]) == (count, worth)  # T-27


@clause("kanto", "37(7)-2")
def test_units_beside_the_shrine_are_not_counted() -> None:
    near = compose(
        {**dict.fromkeys([KENSHIN, *OTHERS[:20]], SHRINE), OTHERS[20]: "2835", **UJIYASU_OUTSIDE},
        scenario=SCENARIO,
        turn=11,
        stage=2,
    )
    (data,) = of_kind(pass_on(near, lambda: stage_of(near) == (11, 4)), "ceremony")
    assert data["count"] == 20


@clause("kanto", "37(7)-2")
def test_kenshin_must_be_there_from_the_beginning_of_a_stage_to_its_end() -> None:
    match = compose({KENSHIN: "2835", **UJIYASU_OUTSIDE}, scenario=SCENARIO, around=SHRINE, radius=1, turn=11, stage=1)
    pass_on(match, lambda: stage_of(match) == (11, 2))
    events = acts(match, f"act {KENSHIN}", "move", f"to {SHRINE}", "halt")
    events += pass_on(match, lambda: stage_of(match) == (11, 3))
    assert not of_kind(events, "ceremony")  # he came during the stage
    leaver = match.fork()
    events = acts(leaver, f"act {KENSHIN}", "move", "to 2835", "halt")
    events += pass_on(leaver, lambda: stage_of(leaver) == (11, 4))
    assert not of_kind(events, "ceremony")  # he left during the stage
    events = pass_on(match, lambda: stage_of(match) == (11, 4))
    assert len(of_kind(events, "ceremony")) == 1


@clause("kanto", "37(7)-2", "23-5")
def test_kenshin_who_left_and_was_driven_back_has_not_stayed() -> None:
    """T-27: he pursues to 2835, and Ujiyasu throws him back to the shrine in the same stage."""
    host, die = kenshin(SHRINE, "1")
    foes = force("2834", *HOJO[:4]) | {"hojo_tsunataka": "2835"}
    match = compose(
        {**host, **foes}, scenario=SCENARIO, around=SHRINE, radius=4, turn=12, stage=2, phase="uesugi",
        state={"vigil": 1},
        dice=[die, 6],
    )  # fmt: skip
    attack(match, KENSHIN, "2835")
    acts(match, "retreat", "back 2834")
    match.act("pursue 2835")
    attack(match, HOJO[0], "2835")
    acts(match, "retreat", f"back {SHRINE}")
    while match.decision.name != "force":
        match.act("stay" if "stay" in match.decision.texts else match.decision.texts[0])
    events = pass_on(match, lambda: stage_of(match) == (12, 3))
    assert not of_kind(events, "ceremony")


@clause("kanto", "37(7)-2")
def test_nobody_else_can_hold_the_ceremony_and_nowhere_else() -> None:
    match = compose({KENSHIN: "2835", "nagao_masakage": SHRINE, **UJIYASU_OUTSIDE}, scenario=SCENARIO, turn=11, stage=1)
    assert not of_kind(pass_on(match, lambda: stage_of(match) == (11, 4)), "ceremony")


@clause("kanto", "37(7)-2")
def test_only_the_best_occasion_is_scored() -> None:
    late, guests = OTHERS[0], OTHERS[1:21]
    units = {**dict.fromkeys([KENSHIN, *guests], SHRINE), late: "2835", **UJIYASU_OUTSIDE}
    match = compose(units, scenario=SCENARIO, around=SHRINE, radius=1, turn=11, stage=1)
    pass_on(match, lambda: stage_of(match) == (11, 3))
    assert points(match)["uesugi"] == 0
    acts(match, f"act {late}", "move", f"to {SHRINE}", "halt")
    pass_on(match, lambda: stage_of(match) == (11, 4))
    assert points(match)["uesugi"] == 1  # 21 units now
    pass_on(match, lambda: stage_of(match) == (12, 1))
    assert points(match)["uesugi"] == 1  # T-27: not a second time
    acts(match, f"act {late}", "move", "to 2835", "halt")
    pass_on(match, lambda: stage_of(match) == (12, 2))
    assert points(match)["uesugi"] == 1  # not less with 20


@clause("kanto", "37(7)-2")
def test_the_same_ceremony_is_not_held_twice() -> None:
    """T-27: scored once, on the best occasion."""
    units = {KENSHIN: "2836", "nagao_masakage": "2836", UJIYASU: "2530"}
    match = compose(units, scenario=SECOND, turn=11, stage=1)
    events = pass_on(match, lambda: match.view(None)["turn"] == 12)
    assert len(of_kind(events, "ceremony")) == 1


# --- 37(7)-3: Echigo ---------------------------------------------------------------------------------------------


@clause("kanto", "37(7)-3")
def test_a_hojo_unit_in_echigo_waives_both_conditions() -> None:
    def last_stage(goes: bool) -> Any:
        units = {KENSHIN: "0505", "hojo_tsunataka": "1312"}
        match = compose(
            units, scenario=SCENARIO, around="1312", radius=2, turn=12, stage=1, phase="hojo", castles=TSUKUI
        )
        if goes:
            events = acts(match, "act hojo_tsunataka", "move", "to 1311", "halt")
            assert len(of_kind(events, "conditions_waived")) == 1
        pass_on(match)
        return match.result

    assert (last_stage(False).points, last_stage(False).winner) == ((1, -1), "hojo")
    assert (last_stage(True).points, last_stage(True).winner) == ((1, -1), "uesugi")


@clause("kanto", "37(7)-3")
def test_a_hojo_unit_in_another_province_waives_nothing() -> None:
    units = {KENSHIN: "0505", "hojo_tsunataka": "1313"}
    match = compose(units, scenario=SCENARIO, around="1312", radius=2, turn=12, stage=1, phase="hojo", castles=TSUKUI)
    events = acts(match, "act hojo_tsunataka", "move", "to 1312", "halt")
    assert not of_kind(events, "conditions_waived")
    pass_on(match)
    assert match.result.winner == "hojo"


@clause("kanto", "37(7)-3", "23-4")
def test_a_hojo_unit_that_falls_back_into_echigo_has_entered_it() -> None:
    units, die = kenshin("1313", "1")
    match = compose(
        {**units, "hojo_tsunataka": "1312"}, scenario=SCENARIO, around="1312", radius=3, turn=12, phase="uesugi",
        dice=[die],
    )  # fmt: skip
    attack(match, KENSHIN, "1312")
    events = acts(match, "retreat", "back 1311")
    assert len(of_kind(events, "conditions_waived")) == 1
    assert states(match) == {"invest_odawara": "waived", "hold_ceremony": "waived"}


@clause("kanto", "37(7)-3", "23-5")
def test_a_hojo_unit_that_pursues_into_echigo_has_entered_it() -> None:
    units = force("1312", "hojo_ujiyasu", "hojo_ujitada", "hojo_ujitaka", "hojo_ujinori")
    match = compose(
        {**units, "yasuda_akimoto": "1311", KENSHIN: "0505"}, scenario=SCENARIO, around="1312", radius=3, turn=12,
        phase="hojo", dice=[4],
    )  # fmt: skip
    attack(match, "hojo_ujiyasu", "1311")
    match.act("retreat")
    while match.decision.name != "pursuit":
        match.act(match.decision.texts[0])
    assert of_kind(match.act("pursue 1311"), "conditions_waived")


@clause("kanto", "37(7)-3", "23-5-2")
@pytest.mark.parametrize(("goal", "enters"), [("0610", False), ("0709", True)])
def test_a_hojo_unit_that_pursues_through_echigo_has_entered_it(goal: str, enters: bool) -> None:
    """Yasuda falls back from Shinano (0610) by Echigo (0609) and Shinano (0709) to 0808."""
    led = ("hojo_ujitada", "hojo_ujitaka", "hojo_ujinori", "hojo_tsunataka", "hojo_yasunari", "hojo_tsunafusa")
    units = force("0511", "hojo_ujiyasu", *led, "hojo_ujishige")
    match = compose(
        {**units, "yasuda_akimoto": "0610", KENSHIN: "0505"}, scenario=SCENARIO, around="0610", radius=3, turn=12,
        phase="hojo", dice=[5],
    )  # fmt: skip
    attack(match, "hojo_ujiyasu", "0610")
    acts(match, "retreat", "back 0609", "back 0709", "back 0808")
    assert bool(of_kind(match.act(f"pursue {goal}"), "conditions_waived")) is enters


@clause("kanto", "37(7)-3", "15-1-2")
@pytest.mark.parametrize("detour", [True, False])
def test_a_hojo_unit_that_marches_through_echigo_has_entered_it(detour: bool) -> None:
    """From Kozuke (1312) to Shinano (1210): the only way is by 1311 in Echigo, or there is a better one by 1211."""
    beside = {"1211": "flat", "1311": "rough"} if detour else {}
    match = compose(
        {"hojo_tsunataka": "1312", KENSHIN: "0505"}, scenario=SCENARIO, turn=12, phase="hojo",
        **lane(["1312", "1311", "1210"], beside=beside),
    )  # fmt: skip
    events = acts(match, "act hojo_tsunataka", "move", "to 1210")
    assert bool(of_kind(events, "conditions_waived")) is not detour
