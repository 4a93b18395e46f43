"""The greedy bot of Hideyoshi's War Chronicle: where its forces go in Tennozan and Shizugatake, alone and together."""

from __future__ import annotations

from typing import Any

import pytest

import gunki
from gunki import Match
from gunki.games.hideyoshi.bot.evaluation import Field, find_holding_forces, goals
from gunki.games.hideyoshi.setup import ANTI_HASHIBA, HASHIBA
from gunki.lab.studies import game_observer
from gunki.series.gunyuden.bot import evaluation as parts
from tests.clauses.common import acts
from tests.clauses.forces import at, castle, force, garrison, of_kind
from tests.clauses.hideyoshi.scenario_table import (
    FOLLOWERS,
    GUARD,
    HIDENAGA,
    KATSUIE,
    army,
    owned,
)
from tests.clauses.hideyoshi.scenario_table import compose as compose_shizugatake
from tests.clauses.hideyoshi.tennozan_table import AZUCHI, HIDEYOSHI, HIMEJI, KYOTO, MITSUHIDE, NOBUNAGA, compose
from tests.lab.greedy import choose, evaluate, list_candidates, play_phase, points_to

GAME = gunki.game("hideyoshi")
REBELS = ("fujita_yukimasa", "mizoo_shigetomo")
UENO = "4924"
SEEDS = range(3)
#: The state of Shizugatake with all clans at war.
OUT = {"declared": 1, "thawed": 1, "left_echizen": 1, "katsuie_left": 1}
#: Shizugatake in the fifth turn, with the snow melted and no army gone yet.
SPRING = {"turn": 5, "stage": 1, "phase": "anti_hashiba", "state": {"thawed": 1}}


# --- Tennozan ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [0, 1])
def test_the_bot_calls_on_takamatsu_and_keeps_it_besieged(seed: int) -> None:
    match = gunki.compose("hideyoshi", "tennozan", {"phase": "hashiba"}, seed=seed)
    assert "call" in play_phase(match, seed)
    assert of_kind(match.events, "call_answered")[0]["castle"] == "takamatsu"
    found = castle(match, "takamatsu")
    assert found.get("besieged") or found["owner"] != "mori"


def test_an_open_takamatsu_is_worth_more_than_a_besieged_one() -> None:
    besieged = gunki.compose("hideyoshi", "tennozan", {"phase": "hashiba"}, seed=1)
    match = gunki.compose("hideyoshi", "tennozan", {"phase": "hashiba"}, dice=[3, *[4] * 9])
    acts(match, f"act {HIDEYOSHI}", "siege", "call")
    while match.decision is not None and match.decision.name != "force":
        match.act(match.decision.texts[0])
    assert of_kind(match.events, "peace")
    assert evaluate(match, HASHIBA) > evaluate(besieged, HASHIBA)
    assert evaluate(match, ANTI_HASHIBA) < evaluate(besieged, ANTI_HASHIBA)


def compose_pursuit(hex_id: str, rebels: str, **entries: Any) -> Match:
    """Compose Tennozan after the peace: Hideyoshi with twelve units against Mitsuhide with three."""
    units = {**army(hex_id, 12), **force(rebels, MITSUHIDE, *REBELS)}
    state = {"peace": 1, "kyoto": "anti_hashiba"}
    match: Match = compose(units, **{"phase": "hashiba", "state": state, "dice": "typed", **entries})
    return match


@pytest.mark.parametrize("rebels", [KYOTO, "3216", "4019"])
def test_hideyoshi_marches_on_mitsuhide(rebels: str) -> None:
    for seed in SEEDS:
        match = compose_pursuit(HIMEJI, rebels)
        before = points_to(match, HIDEYOSHI, rebels)
        assert play_phase(match, seed)[0] == f"act {HIDEYOSHI}"
        assert points_to(match, HIDEYOSHI, rebels) <= before - 5


def test_the_bot_makes_no_detour_for_another_castle() -> None:
    """Hideyoshi stands between a small castle of Mitsuhide and the road to Kyoto."""
    match = compose_pursuit("2217", KYOTO, castles=owned(fukuchiyama="akechi"))
    before = points_to(match, HIDEYOSHI, KYOTO), points_to(match, HIDEYOSHI, "2415")
    assert before[1] < before[0]
    play_phase(match, 1)
    assert points_to(match, HIDEYOSHI, KYOTO) <= before[0] - 5


def find_goals(match: Match, seat: int) -> dict[str, int]:
    """Return for each goal by hex the distance that is added to its own."""
    g: Any = match.position
    board = g.setup.map
    field = Field(g, g.setup.coalition[seat], g.strengths())
    found = goals(g, seat, field, match.setup.tables["evaluation"])
    return {name: extra for name, h in board.index.items() for _, extra, way in found if not way[h]}


def test_kyoto_and_the_strongholds_are_the_first_goals() -> None:
    """Azuchi and Ueno, which decides nothing, have no owner; a hex is no goal for a force that stands in it."""
    free = {"castles": {name: {"owner": "none", "durability": 10} for name in ("azuchi", "ueno")}}
    far = find_goals(compose_pursuit(HIMEJI, "3216", **free), HASHIBA)
    assert (far[KYOTO], far[AZUCHI]) == (0, 0)
    assert far[UENO] > 0
    assert KYOTO not in find_goals(compose_pursuit(KYOTO, "3216", **free), HASHIBA)
    assert AZUCHI not in find_goals(compose_pursuit(AZUCHI, "3216", **free), HASHIBA)
    assert UENO not in find_goals(compose_pursuit(UENO, "3216", **free), HASHIBA)


def test_the_strongest_force_strikes_nobunaga_without_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    units = {NOBUNAGA: KYOTO, "akechi_hidemitsu": "3420", **force("3520", MITSUHIDE, *REBELS)}
    match = compose(units, around=KYOTO, dice="typed", turn=1, stage=0)
    assert {"strike akechi_hidemitsu", f"strike {MITSUHIDE}", "done"} <= set(match.decision.texts)
    tried = []
    monkeypatch.setattr(type(match.position), "apply", lambda *_: tried.append(1))
    assert choose(match) == f"strike {MITSUHIDE}"
    assert not tried


# --- together ---------------------------------------------------------------------------------------------------------


def compose_columns(hidenaga: str, out: int = 1) -> Match:
    """Compose Hideyoshi and Hidenaga with eight units each, and Katsuie, too strong for either alone."""
    units = {**force("4413", HIDEYOSHI, *FOLLOWERS[:7]), **force(hidenaga, HIDENAGA, *FOLLOWERS[7:14])}
    state = {**OUT, "katsuie_left": out, "left_echizen": out}
    units |= force("4209", KATSUIE, *GUARD)
    match: Match = compose_shizugatake(units, turn=6, phase="hashiba", state=state, dice="typed")
    return match


def test_a_force_too_weak_alone_counts_on_forces_near_it() -> None:
    """Katsuie draws the two forces near each other, but not far apart."""
    gains = {}
    for hidenaga in ("4415", "3126"):
        near, far = compose_columns(hidenaga), compose_columns(hidenaga)
        g: Any = far.position
        g.put(g.setup.unit_named(HIDEYOSHI), g.setup.map.hex("4518"), 0)
        gains[hidenaga] = evaluate(near, HASHIBA) - evaluate(far, HASHIBA)
    assert gains["4415"] > gains["3126"]


def test_two_forces_march_on_katsuie_together() -> None:
    for seed in SEEDS:
        match = compose_columns("4415")
        before = points_to(match, HIDENAGA, "4209")
        play_phase(match, seed)
        assert points_to(match, HIDENAGA, "4209") < before - 1
        assert points_to(match, HIDENAGA, at(match, HIDEYOSHI)) <= match.setup.tables["evaluation"]["together"]


def assign_goals(match: Match, massed: dict[str, int], **needs: int) -> tuple[parts.GoalAssignment, Any]:
    """Return an assignment of goals by their hex and need (`h4413=5`), in this order, and the hexes by name."""
    g: Any = match.position
    hexes = g.setup.map.index
    goals = [(need, 0, g.setup.way(hexes[name[1:]])) for name, need in needs.items()]
    known = {hexes[name]: might for name, might in massed.items()}
    return parts.GoalAssignment(g, goals, known, {"far": 500, "strong_enough": 6}), hexes


def test_a_weak_force_reaches_a_goal_by_way_of_the_main_force() -> None:
    match = compose_columns("4415")
    found, hexes = assign_goals(match, {"4413": 40, "4415": 8}, h4209=30)
    setup: Any = match.setup
    goal, host = setup.way(hexes["4209"]), setup.way(hexes["4413"])
    assert found.near(40, hexes["4413"]) == goal[hexes["4413"]]
    assert found.near(8, hexes["4415"]) == goal[hexes["4413"]] + host[hexes["4415"]]
    assert found.near(2, hexes["4415"]) == 500  # a lone unit stays where it is


@pytest.mark.parametrize(("strength", "second"), [(10, "4415"), (40, "4420")])
def test_a_goal_draws_no_more_forces_than_it_needs(strength: int, second: str) -> None:
    """Of two forces near a goal the first takes it if it is strong enough, and the other takes the second goal."""
    match = compose_columns("4413")
    setup: Any = match.setup
    hexes = setup.map.index
    found, _ = assign_goals(match, {"4413": 2 * strength}, h4415=5, h4420=5)
    forces = [setup.unit_named(name) for name in (HIDEYOSHI, HIDENAGA)]
    strengths = [strength] * len(setup.units)
    chosen = found.assign_goals(forces, dict.fromkeys(forces, strength), strengths, {})
    ways = [setup.way(hexes[name])[hexes["4413"]] for name in ("4415", second)]
    assert [near for near, _ in chosen.values()] == ways
    assert ways[0] < setup.way(hexes["4420"])[hexes["4413"]]


def test_besiegers_stay_and_other_forces_have_other_goals() -> None:
    """Kameyama is a near goal for its besiegers, and no goal for Niwa, since they are enough."""
    besiegers = {**army("4723", 13, invests=True), KATSUIE: {"hex": "4301", "inside": True}}
    units = {**besiegers, **garrison("4723", "takigawa_masushige"), "niwa_nagahide": "4723"}
    match = compose_shizugatake(units, turn=6, phase="hashiba", state=OUT, dice="typed")
    g, w = match.position, match.setup.tables["evaluation"]
    field = Field(g, 0, g.strengths())
    kept_there = find_holding_forces(g, HASHIBA, field, g.strengths(), w)
    assert list(kept_there) == [match.setup.unit_named(HIDEYOSHI)]
    kameyama = match.setup.way(match.setup.map.hex("4723"))
    assert all(way is not kameyama for _, extra, way in goals(g, HASHIBA, field, w) if extra > w["hunt"])


def test_enemies_behind_him_do_not_turn_hideyoshi_back() -> None:
    """The Mori cross the border while Hideyoshi marches east."""
    mori = force("0421", "mori_terumoto", "kikkawa_motoharu")
    for seed in SEEDS:
        match = compose(
            {**army("1424", 13), **mori, **force(KYOTO, MITSUHIDE, *REBELS)},
            phase="hashiba", state={"peace": 1, "kyoto": "anti_hashiba", "summoned": ["mori"]}, dice="typed",
            clans={"mori": "anti_hashiba"},
        )  # fmt: skip
        before = points_to(match, HIDEYOSHI, KYOTO)
        assert points_to(match, HIDEYOSHI, "0421") < before
        play_phase(match, seed)
        assert points_to(match, HIDEYOSHI, KYOTO) <= before - 5


def test_a_side_whose_forces_are_all_in_castles_comes_out() -> None:
    match = gunki.compose("hideyoshi", "komaki_nagakute", {"turn": 1, "stage": 1, "phase": "hashiba"}, seed=1)

    def outside() -> int:
        g: Any = match.position
        return len(Field(g, 0, g.strengths()).ours)

    assert not outside()
    play_phase(match, 1)
    assert outside() > 2


def test_the_force_with_most_to_do_is_the_first_candidate() -> None:
    """Hidenaga, beside an enemy, comes before the greater force at home that has nothing to do."""
    units = {**garrison("1623", HIDEYOSHI, *FOLLOWERS[:12]), **force("4413", HIDENAGA, *FOLLOWERS[12:])}
    units |= {**force("4412", KATSUIE)}
    match = compose_shizugatake(units, turn=6, phase="hashiba", state=OUT, dice="typed")
    assert list_candidates(match)[0] == f"act {HIDENAGA}"


# --- Shizugatake ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turn", [1, 12])
def test_kobe_declares(turn: int) -> None:
    for seed in SEEDS:
        match = gunki.compose("hideyoshi", "shizugatake", {"turn": turn, "stage": 0}, seed=seed)
        assert match.decision
        assert match.decision.name == "declare"
        assert choose(match, seed) == "declare"


def test_katsuie_leads_his_army_out_of_echizen() -> None:
    for seed in SEEDS:
        match = gunki.compose("hideyoshi", "shizugatake", SPRING, seed=seed)
        met = game_observer.ConditionTracker(match)
        assert "left_echizen" not in met.since
        for _ in range(2):
            assert play_phase(match, seed)[0] == f"act {KATSUIE}"
            while match.decision and match.decision.who != "anti_hashiba":
                match.act("end" if match.decision.name == "force" else match.decision.texts[0])
            met.look(match.events)
            if "left_echizen" in met.since:
                break
        assert met.since["left_echizen"] == 5


@pytest.mark.parametrize(("left", "expected"), [(0, True), (1, False)])
def test_only_an_army_that_has_not_left_echizen_is_drawn_out(left: int, expected: bool) -> None:
    values = []
    for hex_id in ("4301", "4307"):
        units = {**force(hex_id, KATSUIE, *GUARD), HIDEYOSHI: {"hex": "1623", "inside": True}}
        state = {"thawed": 1, "declared": 1, "katsuie_left": left, "left_echizen": left}
        values.append(evaluate(compose_shizugatake(units, turn=6, phase="anti_hashiba", state=state), ANTI_HASHIBA))
    weight = GAME.tables["evaluation"]["leaving"]
    assert (values[1] - values[0] >= 5 * weight) is expected


def test_a_condition_is_counted_from_the_turn_since_which_it_is_met() -> None:
    """Katsuie at home meets the surplus of Hashiba; as he leaves, it ends and the other condition is met."""
    units = {KATSUIE: "4110", HIDEYOSHI: {"hex": "1623", "inside": True}}
    match = compose_shizugatake(units, around="4210", turn=6, phase="anti_hashiba", state={"thawed": 1}, dice="typed")
    met = game_observer.ConditionTracker(match)
    assert met.since == {"surplus": 6}
    met.look(acts(match, f"act {KATSUIE}", "move", "to 4210"))
    assert met.since == {"left_echizen": 6}


@pytest.mark.parametrize("out", [0, 1])
def test_hideyoshi_marches_on_katsuie_also_before_katsuie_has_left_echizen(out: int) -> None:
    units = {**army("4020", 13), **force("4307", KATSUIE, *GUARD[:4])}
    state = {"thawed": 1, "declared": 1, "left_echizen": out, "katsuie_left": out}
    for seed in SEEDS:
        match = compose_shizugatake(units, turn=6, phase="hashiba", state=state, dice="typed")
        before = points_to(match, HIDEYOSHI, "4307")
        play_phase(match, seed)
        assert points_to(match, HIDEYOSHI, "4307") <= before - 4
