"""What the greedy bot makes of Hideyoshi's War Chronicle: the aims of each scenario, dangers, hopeless walls."""

from __future__ import annotations

import random
from typing import Any

import pytest

import gunki
from gunki import bots
from gunki.bots.greedy import Greedy
from gunki.games.hideyoshi.bot.evaluation import Field, find_holding_forces, goals, strength_kept_by_forces
from gunki.games.hideyoshi.rules.summons import strength_kept
from gunki.games.hideyoshi.setup import ANTI_HASHIBA, HASHIBA
from gunki.lab.studies import game_observer
from gunki.series.gunyuden.bot import evaluation as parts
from gunki.series.gunyuden.bot.evaluation import WIN
from tests.clauses.common import acts
from tests.clauses.forces import at, castle, force, garrison, of_kind, pass_on
from tests.clauses.hideyoshi.scenario_table import (
    FOLLOWERS,
    GUARD,
    HIDENAGA,
    IEYASU,
    KATSUIE,
    NOBUTAKA,
    army,
    fallen,
    komaki,
    last,
    owned,
)
from tests.clauses.hideyoshi.scenario_table import compose as laid
from tests.clauses.hideyoshi.table import SCENARIOS
from tests.clauses.hideyoshi.tennozan_table import AZUCHI, HIDEYOSHI, HIMEJI, KYOTO, MITSUHIDE, NOBUNAGA, compose

GAME = gunki.game("hideyoshi")
REBELS = ("fujita_yukimasa", "mizoo_shigetomo")
UENO = "4924"
SEEDS = range(3)
#: Shizugatake with everybody at war; and in the fifth turn, the snow melted and nobody gone yet.
OUT = {"declared": 1, "thawed": 1, "left_echizen": 1, "katsuie_left": 1}
SPRING = {"turn": 5, "stage": 1, "phase": "anti_hashiba", "state": {"thawed": 1}}


def value(match: Any, seat: int) -> int:
    return GAME.evaluate(match.position, seat)


def thought_of(match: Any) -> list[str]:
    """The answers that it thinks about."""
    told = GAME.bot_candidates(match.position, frozenset())
    return [str(match.position.lexicon.action(act)) for act in told or match.position.options()]


def choice(match: Any, seed: int = 1, trials: int = 6) -> str:
    return str(Greedy(seed, trials).choose(bots.bot_view(match, match.decision)))


def played(match: Any, seed: int, trials: int = 6) -> list[str]:
    """One phase as bots play it; what was answered by the one whose phase it is."""
    seat, players = match.decision.who, {name: Greedy(seed, trials) for name in match.seats}
    phase, said = match.view(None)["phase"], []
    while match.decision is not None and match.view(None)["phase"] == phase:
        text = str(players[match.decision.who].choose(bots.bot_view(match, match.decision)))
        if match.decision.who == seat:
            said.append(text)
        match.act(text)
    return said


def way(match: Any, name: str, goal: str) -> int:
    """How many movement points a unit is from a hex."""
    board = match.setup.map
    return int(match.setup.way(board.hex(goal))[board.hex(at(match, name))])


# --- Tennozan ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [0, 1])
def test_takamatsu_is_called_and_not_left(seed: int) -> None:
    match = gunki.compose("hideyoshi", "tennozan", {"phase": "hashiba"}, seed=seed)
    assert "call" in played(match, seed)
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
    assert value(match, HASHIBA) > value(besieged, HASHIBA)
    assert value(match, ANTI_HASHIBA) < value(besieged, ANTI_HASHIBA)


def pursuit(hex_id: str, rebels: str, **entries: Any) -> Any:
    """Hideyoshi with twelve units after the peace, and Mitsuhide with three."""
    units = {**army(hex_id, 12), **force(rebels, MITSUHIDE, *REBELS)}
    state = {"peace": 1, "kyoto": "anti_hashiba"}
    return compose(units, **{"phase": "hashiba", "state": state, "dice": "typed", **entries})


@pytest.mark.parametrize("rebels", [KYOTO, "3216", "4019"])
def test_hideyoshi_marches_on_mitsuhide(rebels: str) -> None:
    for seed in SEEDS:
        match = pursuit(HIMEJI, rebels)
        before = way(match, HIDEYOSHI, rebels)
        assert played(match, seed)[0] == f"act {HIDEYOSHI}"
        assert way(match, HIDEYOSHI, rebels) <= before - 5


def test_other_castles_are_worth_no_detour() -> None:
    """Hideyoshi stands between a small castle of Mitsuhide's and the road to Kyoto."""
    match = pursuit("2217", KYOTO, castles=owned(fukuchiyama="akechi"))
    before = way(match, HIDEYOSHI, KYOTO), way(match, HIDEYOSHI, "2415")
    assert before[1] < before[0]
    played(match, 1)
    assert way(match, HIDEYOSHI, KYOTO) <= before[0] - 5


def aims(match: Any, seat: int) -> dict[str, int]:
    """By hex how much farther than it is each goal counts as being."""
    g, board = match.position, match.setup.map
    field = Field(g, match.setup.coalition[seat], g.strengths())
    found = goals(g, seat, field, match.setup.tables["evaluation"])
    return {name: extra for name, h in board.index.items() for _, extra, way in found if not way[h]}


def test_before_all_kyoto_and_the_strongholds() -> None:
    """Azuchi is nobody's, as is Ueno, which decides nothing; who stands there already need not go there."""
    free = {"castles": {name: {"owner": "none", "durability": 10} for name in ("azuchi", "ueno")}}
    far = aims(pursuit(HIMEJI, "3216", **free), HASHIBA)
    assert (far[KYOTO], far[AZUCHI]) == (0, 0)
    assert far[UENO] > 0
    assert KYOTO not in aims(pursuit(KYOTO, "3216", **free), HASHIBA)
    assert AZUCHI not in aims(pursuit(AZUCHI, "3216", **free), HASHIBA)
    assert UENO not in aims(pursuit(UENO, "3216", **free), HASHIBA)


def test_nobunaga_is_struck_by_the_strongest_without_a_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    units = {NOBUNAGA: KYOTO, "akechi_hidemitsu": "3420", **force("3520", MITSUHIDE, *REBELS)}
    match = compose(units, around=KYOTO, dice="typed", turn=1, stage=0)
    assert {"strike akechi_hidemitsu", f"strike {MITSUHIDE}", "done"} <= set(match.decision.texts)
    tried = []
    monkeypatch.setattr(type(match.position), "apply", lambda *_: tried.append(1))
    assert choice(match) == f"strike {MITSUHIDE}"
    assert not tried


# --- walls ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "hex_id", "inside", "left", "stormed"),
    [
        ("gifu", "5313", [NOBUTAKA], 10, False),  # level 3
        ("gifu", "5313", [NOBUTAKA], 2, True),
        ("gifu", "5313", [], 10, True),
        ("kameyama_ise", "4723", ["takigawa_masushige"], 10, True),  # level 2
    ],
)
def test_high_walls_with_men_on_them_are_not_stormed(
    name: str, hex_id: str, inside: list[str], left: int, stormed: bool
) -> None:
    units = {**army(hex_id, 16), **garrison(hex_id, *inside), KATSUIE: {"hex": "4301", "inside": True}}
    match = laid(units, turn=6, phase="hashiba", state=OUT, castles={name: {"durability": left}}, dice="typed")
    match.act(f"act {HIDEYOSHI}")
    assert "siege" in thought_of(match)  # it can be invested
    acts(match, "siege", "with hashiba_hidenaga")
    assert "assault" in match.decision.texts
    assert ("assault" in thought_of(match)) is stormed
    assert "invest" in thought_of(match)


@pytest.mark.parametrize(("quiet", "useful"), [(0, True), (9, False)])
def test_who_invests_such_a_castle_calls_or_waits(quiet: int, useful: bool) -> None:
    """Where nobody listens to calls there is nothing left to do but to storm, and so nothing."""
    units = {**army("5313", 13, invests=True), **force("5313", "hashiba_hidenaga", "kato_kiyomasa", invests=True)}
    units |= {**garrison("5313", NOBUTAKA), KATSUIE: {"hex": "4301", "inside": True}}
    match = laid(units, turn=6, phase="hashiba", state=OUT, castles={"gifu": {"durability": 10, "quiet": quiet}})
    match.act(f"act {HIDEYOSHI}")
    assert "siege" in match.decision.texts
    assert ("siege" in thought_of(match)) is useful


def test_who_is_too_weak_alone_calls_others_to_invest_a_castle() -> None:
    """Azuchi asks for forty: Hideyoshi has twenty-two, and Hidenaga not enough, but the Ukita are there, too."""
    units = {**force("4217", HIDEYOSHI, *FOLLOWERS[:10]), **force("4217", HIDENAGA, *FOLLOWERS[10:13])}
    units |= force("4217", "ukita_hideie", "togawa_hideyasu", "oka_ietoshi", "osafune_sadachika", "akashi_kagechika")
    castles = {"azuchi": {"owner": "akechi", "durability": 10}}
    rebels = force("4622", MITSUHIDE, *REBELS)
    match = compose({**units, **rebels}, phase="hashiba", state={"peace": 1}, castles=castles, dice="typed")
    acts(match, f"act {HIDEYOSHI}", "siege")
    calls = []
    while "invest" not in match.decision.texts:
        calls += thought_of(match)
        match.act(calls[-1])
    assert len(calls) == 2
    assert all(call.startswith("with ") for call in calls)
    assert "invest" in thought_of(match)


# --- dangers ----------------------------------------------------------------------------------------------------------


def bait() -> Any:
    """Ieyasu with one more unit, a lone enemy whom he could strike, and behind that one Hideyoshi's host."""
    units = {**army("5317", 13), **force("5920", IEYASU, "honda_tadakatsu"), "wakizaka_yasuharu": "5618"}
    return komaki(units, around="5619", radius=6, phase="anti_hashiba", turn=3, dice="typed")


def test_a_sodaisho_keeps_out_of_the_reach_of_a_stronger_force() -> None:
    for seed in SEEDS:
        match = bait()
        played(match, seed)
        assert way(match, IEYASU, "5317") > match.setup.tables["evaluation"]["reach"]


def test_without_that_fear_he_would_go(monkeypatch: pytest.MonkeyPatch) -> None:
    match = bait()
    monkeypatch.setitem(match.setup.tables["evaluation"], "exposed", 0)
    before = way(match, IEYASU, "5317")
    played(match, 1)
    assert way(match, IEYASU, "5317") < before


def test_the_nearer_the_stronger_force_the_worse() -> None:
    found = []
    for hex_id in ("5418", "5619", "5920"):
        units = {**army("5317", 13), **force(hex_id, IEYASU, "honda_tadakatsu")}
        match = komaki(units, around="5619", radius=6, phase="anti_hashiba", turn=3, dice="typed")
        found.append((way(match, IEYASU, "5317"), value(match, ANTI_HASHIBA)))
    assert found == sorted(found)
    assert len({worth for _, worth in found}) == len(found)


def test_forces_of_a_hex_are_counted_together() -> None:
    """A sodaisho is safe in the midst of others, whoever leads them."""
    host = army("5317", 13)
    others = dict.fromkeys(("sakai_tadatsugu", "sakakibara_yasumasa", "ii_naomasa", "ishikawa_kazumasa"), "5619")
    values = []
    for hex_id in ("5619", "5719"):
        units = {**host, **others, **force(hex_id, IEYASU, "honda_tadakatsu", "torii_mototada", "hiraiwa_chikayoshi")}
        values.append(value(komaki(units, around="5619", radius=6, phase="anti_hashiba", turn=3), ANTI_HASHIBA))
    assert values[0] > values[1]


# --- together ---------------------------------------------------------------------------------------------------------


def columns(hidenaga: str, out: int = 1) -> Any:
    """Hideyoshi with eight units, Hidenaga with eight more, and Katsuie, whom neither could fight alone."""
    units = {**force("4413", HIDEYOSHI, *FOLLOWERS[:7]), **force(hidenaga, HIDENAGA, *FOLLOWERS[7:14])}
    state = {**OUT, "katsuie_left": out, "left_echizen": out}
    units |= force("4209", KATSUIE, *GUARD)
    return laid(units, turn=6, phase="hashiba", state=state, dice="typed")


def test_who_is_too_weak_alone_counts_on_those_who_march_with_him() -> None:
    """The same two forces, near each other and far apart: only together they are drawn to Katsuie."""
    gains = {}
    for hidenaga in ("4415", "3126"):
        near, far = columns(hidenaga), columns(hidenaga)
        g = far.position
        g.put(g.setup.unit_named(HIDEYOSHI), g.setup.map.hex("4518"), 0)
        gains[hidenaga] = value(near, HASHIBA) - value(far, HASHIBA)
    assert gains["4415"] > gains["3126"]


def test_they_go_to_meet_katsuie_together() -> None:
    for seed in SEEDS:
        match = columns("4415")
        before = way(match, HIDENAGA, "4209")
        played(match, seed)
        assert way(match, HIDENAGA, "4209") < before - 1
        assert way(match, HIDENAGA, at(match, HIDEYOSHI)) <= match.setup.tables["evaluation"]["together"]


def aims_of(match: Any, massed: dict[str, int], **needs: int) -> tuple[parts.GoalAssignment, Any]:
    """Goals by their hex with what they need (`h4413=5`), in the order given; and the way between two hexes."""
    setup = match.setup
    hexes = setup.map.index
    goals = [(need, 0, setup.way(hexes[name[1:]])) for name, need in needs.items()]
    known = {hexes[name]: might for name, might in massed.items()}
    return parts.GoalAssignment(match.position, goals, known, {"far": 500, "strong_enough": 6}), hexes


def test_who_can_do_nothing_alone_goes_to_the_host_and_on_with_it() -> None:
    match = columns("4415")
    found, hexes = aims_of(match, {"4413": 40, "4415": 8}, h4209=30)
    goal, host = match.setup.way(hexes["4209"]), match.setup.way(hexes["4413"])
    assert found.near(40, hexes["4413"]) == goal[hexes["4413"]]
    assert found.near(8, hexes["4415"]) == goal[hexes["4413"]] + host[hexes["4415"]]
    assert found.near(2, hexes["4415"]) == 500  # a lone unit stays where it is


@pytest.mark.parametrize(("strength", "second"), [(10, "4415"), (40, "4420")])
def test_no_more_go_to_a_goal_than_are_of_use_there(strength: int, second: str) -> None:
    """Two forces about as far from the nearer of two goals: if the first is great enough, the other has the second."""
    match = columns("4413")
    setup, hexes = match.setup, match.setup.map.index
    found, _ = aims_of(match, {"4413": 2 * strength}, h4415=5, h4420=5)
    forces = [setup.unit_named(name) for name in (HIDEYOSHI, HIDENAGA)]
    strengths = [strength] * len(setup.units)
    chosen = found.assign_goals(forces, dict.fromkeys(forces, strength), strengths, {})
    ways = [setup.way(hexes[name])[hexes["4413"]] for name in ("4415", second)]
    assert [near for near, _ in chosen.values()] == ways
    assert ways[0] < setup.way(hexes["4420"])[hexes["4413"]]


def test_who_invests_a_castle_stays_and_others_look_for_more() -> None:
    """Kameyama is invested by as many as it takes: for those it counts as near, for Niwa it is no goal any more."""
    besiegers = {**army("4723", 13, invests=True), KATSUIE: {"hex": "4301", "inside": True}}
    units = {**besiegers, **garrison("4723", "takigawa_masushige"), "niwa_nagahide": "4723"}
    match = laid(units, turn=6, phase="hashiba", state=OUT, dice="typed")
    g, w = match.position, match.setup.tables["evaluation"]
    field = Field(g, 0, g.strengths())
    kept_there = find_holding_forces(g, HASHIBA, field, g.strengths(), w)
    assert list(kept_there) == [match.setup.unit_named(HIDEYOSHI)]
    kameyama = match.setup.way(match.setup.map.hex("4723"))
    assert all(way is not kameyama for _, extra, way in goals(g, HASHIBA, field, w) if extra > w["hunt"])


def test_enemies_behind_him_do_not_turn_hideyoshi_back() -> None:
    """The Mori come over the border as he marches east."""
    mori = force("0421", "mori_terumoto", "kikkawa_motoharu")
    for seed in SEEDS:
        match = compose(
            {**army("1424", 13), **mori, **force(KYOTO, MITSUHIDE, *REBELS)},
            phase="hashiba", state={"peace": 1, "kyoto": "anti_hashiba", "summoned": ["mori"]}, dice="typed",
            clans={"mori": "anti_hashiba"},
        )  # fmt: skip
        before = way(match, HIDEYOSHI, KYOTO)
        assert way(match, HIDEYOSHI, "0421") < before
        played(match, seed)
        assert way(match, HIDEYOSHI, KYOTO) <= before - 5


def test_a_side_whose_forces_are_all_in_castles_comes_out() -> None:
    match = gunki.compose("hideyoshi", "komaki_nagakute", {"turn": 1, "stage": 1, "phase": "hashiba"}, seed=1)

    def outside() -> int:
        g: Any = match.position
        return len(Field(g, 0, g.strengths()).ours)

    assert not outside()
    played(match, 1)
    assert outside() > 2


def test_those_with_most_to_do_come_first() -> None:
    """Hidenaga beside an enemy before the greater force at home that has nothing to do."""
    units = {**garrison("1623", HIDEYOSHI, *FOLLOWERS[:12]), **force("4413", HIDENAGA, *FOLLOWERS[12:])}
    units |= {**force("4412", KATSUIE)}
    match = laid(units, turn=6, phase="hashiba", state=OUT, dice="typed")
    assert thought_of(match)[0] == f"act {HIDENAGA}"


# --- morale and lines -------------------------------------------------------------------------------------------------


def shaken(count: int, lost: int) -> int:
    units = {**army("4413", count, morale=-lost), KATSUIE: {"hex": "4301", "inside": True}}
    return value(laid(units, turn=6, phase="hashiba", state=OUT), HASHIBA)


def test_the_morale_of_a_great_force_is_worth_more() -> None:
    great, small = shaken(12, 0) - shaken(12, 2), shaken(3, 0) - shaken(3, 2)
    assert great > small > 0


def test_who_is_far_from_every_castle_is_about_to_lose_his_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the hills of Hida nobody of Hashiba has a castle, in Nagahama they have; neither counts without the weight."""
    lords = {KATSUIE: {"hex": "4301", "inside": True}}
    costs = []
    for hex_id in ("5204", "4413"):
        match = laid({**army(hex_id, 12), **lords}, turn=6, phase="hashiba", state=OUT)
        with monkeypatch.context() as patch:
            patch.setitem(match.setup.tables["evaluation"], "stray", 0)
            free = value(match, HASHIBA)
        costs.append(free - value(match, HASHIBA))
    assert costs == [24 * GAME.tables["evaluation"]["stray"], 0]


# --- losses -----------------------------------------------------------------------------------------------------------


def test_whole_units_lose_steps_before_reduced_ones_and_followers_before_leaders() -> None:
    units = force("4210", HIDEYOSHI, *FOLLOWERS[:3])
    units[FOLLOWERS[0]]["steps"] = 1
    match = laid({**units, **force("4209", KATSUIE, *GUARD)}, around="4210", turn=6, phase="anti_hashiba", state=OUT,
                 dice=[6, *[3] * 9])  # fmt: skip
    acts(match, f"act {KATSUIE}", "battle", "attack 4210")
    assert match.decision.name == "suffer"
    told = thought_of(match)
    falls = "fall" if any(text.startswith("fall") for text in told) else "lose"
    expected = FOLLOWERS[0] if falls == "fall" else FOLLOWERS[1]
    assert [text for text in told if text.startswith(falls)] == [f"{falls} {expected}"]
    assert {text for text in told if " " not in text} == {text for text in match.decision.texts if " " not in text}


def test_everybody_joins_a_decisive_battle() -> None:
    units = {**army("4210", 8), **force("4210", HIDENAGA, *FOLLOWERS[8:12]), **force("4209", KATSUIE, *GUARD[:4])}
    match = laid(units, around="4210", turn=6, phase="hashiba", state=OUT, dice="typed")
    acts(match, f"act {HIDEYOSHI}", "battle", "decisive 4209")
    assert {f"join {HIDENAGA}", "fight"} == set(match.decision.texts)
    assert thought_of(match) == [f"join {HIDENAGA}"]


# --- Shizugatake ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turn", [1, 12])
def test_kobe_declares(turn: int) -> None:
    for seed in SEEDS:
        match = gunki.compose("hideyoshi", "shizugatake", {"turn": turn, "stage": 0}, seed=seed)
        assert match.decision
        assert match.decision.name == "declare"
        assert choice(match, seed) == "declare"


def test_katsuie_leads_his_army_out_of_echizen() -> None:
    for seed in SEEDS:
        match = gunki.compose("hideyoshi", "shizugatake", SPRING, seed=seed)
        met = game_observer.ConditionTracker(match)
        assert "left_echizen" not in met.since
        for _ in range(2):
            assert played(match, seed)[0] == f"act {KATSUIE}"
            while match.decision and match.decision.who != "anti_hashiba":
                match.act("end" if match.decision.name == "force" else match.decision.texts[0])
            met.look(match.events)
            if "left_echizen" in met.since:
                break
        assert met.since["left_echizen"] == 5


@pytest.mark.parametrize(("left", "expected"), [(0, True), (1, False)])
def test_only_who_has_not_been_outside_is_drawn_there(left: int, expected: bool) -> None:
    values = []
    for hex_id in ("4301", "4307"):
        units = {**force(hex_id, KATSUIE, *GUARD), HIDEYOSHI: {"hex": "1623", "inside": True}}
        state = {"thawed": 1, "declared": 1, "katsuie_left": left, "left_echizen": left}
        values.append(value(laid(units, turn=6, phase="anti_hashiba", state=state), ANTI_HASHIBA))
    weight = GAME.tables["evaluation"]["leaving"]
    assert (values[1] - values[0] >= 5 * weight) is expected


def test_a_condition_is_counted_from_the_turn_since_which_it_is_met() -> None:
    """Katsuie at home gives Hashiba the points they need: as he leaves, the one is met, the other no more."""
    units = {KATSUIE: "4110", HIDEYOSHI: {"hex": "1623", "inside": True}}
    match = laid(units, around="4210", turn=6, phase="anti_hashiba", state={"thawed": 1}, dice="typed")
    met = game_observer.ConditionTracker(match)
    assert met.since == {"surplus": 6}
    met.look(acts(match, f"act {KATSUIE}", "move", "to 4210"))
    assert met.since == {"left_echizen": 6}


@pytest.mark.parametrize("out", [0, 1])
def test_hideyoshi_goes_to_meet_katsuie_even_where_he_must_wait_for_him(out: int) -> None:
    units = {**army("4020", 13), **force("4307", KATSUIE, *GUARD[:4])}
    state = {"thawed": 1, "declared": 1, "left_echizen": out, "katsuie_left": out}
    for seed in SEEDS:
        match = laid(units, turn=6, phase="hashiba", state=state, dice="typed")
        before = way(match, HIDEYOSHI, "4307")
        played(match, seed)
        assert way(match, HIDEYOSHI, "4307") <= before - 4


# --- those beside the map ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", SCENARIOS[1:])
def test_what_keeps_them_away_is_counted_as_by_the_rules(scenario: str) -> None:
    rng = random.Random(8)
    away = {"phase": "hashiba", "units": {HIDEYOSHI: KYOTO}}  # his own force is not to sit at home
    match: Any = gunki.compose("hideyoshi", scenario, away, seed=8)
    seen = set()
    while match.ply < 300:
        if match.ply % 20 == 0:
            g = match.position
            for table in g.setup.summons:
                assert strength_kept_by_forces(g, table, g.strengths()) == strength_kept(g, table)
                seen.add(strength_kept(g, table))
        match.act(rng.choice(match.decision.options))
    assert len(seen) > 2


def test_hashiba_would_rather_not_have_them_called() -> None:
    """To leave Okayama with so many that a die may call the Mori is worth less than to stay; so is that they come."""
    lords = {KATSUIE: {"hex": "4301", "inside": True}, HIDEYOSHI: {"hex": "3521"}}
    guard = {**force("0326", "ukita_hideie", inside=True), **force("0326", "ukita_tadaie", inside=True)}
    west = {**lords, **guard, **garrison("1623", *FOLLOWERS, "hashiba_hidenaga", "miyabe_keijun")}
    values = {}
    for name, where in {"kept": {}, "left": dict.fromkeys(("ukita_hideie", "ukita_tadaie"), "0425")}.items():
        match = laid({**west, **where}, turn=6, phase="hashiba", state=OUT)
        values[name] = match.view(None)["summons"]["mori"]["least"], value(match, HASHIBA), value(match, ANTI_HASHIBA)
    assert values["left"][0] < values["kept"][0]
    assert values["left"][1] < values["kept"][1]
    called = laid(west, turn=6, phase="hashiba", state={**OUT, "summoned": ["mori"]})
    assert value(called, HASHIBA) < values["kept"][1]
    assert value(called, ANTI_HASHIBA) > values["kept"][2]


# --- the sum ----------------------------------------------------------------------------------------------------------


def shizugatake(dead: str = "", **owners: str) -> Any:
    units = {HIDEYOSHI: {"hex": "1623", "inside": True}, KATSUIE: {"hex": "4301", "inside": True}}
    gone = fallen(dead) if dead else {"units": {}, "lost": {}}
    return laid({**units, **gone["units"]}, turn=6, state={**OUT, "lost": gone["lost"]}, castles=owned(**owners))


@pytest.mark.parametrize(
    ("other", "for_hashiba"),
    [
        ({"gifu": "hashiba"}, True),
        ({"azuchi": "shibata"}, False),
        ({"dead": "sakuma_morimasa"}, True),
        ({"dead": "niwa_nagahide"}, False),
    ],
)
def test_what_helps_one_side_harms_the_other(other: dict[str, str], for_hashiba: bool) -> None:
    before, after = shizugatake(), shizugatake(**other)
    gains = [value(after, seat) - value(before, seat) for seat in (HASHIBA, ANTI_HASHIBA)]
    assert gains[0] * gains[1] < 0
    assert (gains[HASHIBA] > 0) is for_hashiba


@pytest.mark.parametrize(("kyoto", "azuchi"), [("hashiba", "hashiba"), ("anti_hashiba", "akechi")])
def test_so_do_the_conditions_of_tennozan(kyoto: str, azuchi: str) -> None:
    nobody = compose({HIDEYOSHI: HIMEJI}, castles={"azuchi": {"owner": "none", "durability": 10}})
    held = compose({HIDEYOSHI: HIMEJI}, castles=owned(azuchi=azuchi), state={"kyoto": kyoto})
    gains = [value(held, seat) - value(nobody, seat) for seat in (HASHIBA, ANTI_HASHIBA)]
    assert gains[0] * gains[1] < 0
    assert (gains[HASHIBA] > 0) is (kyoto == "hashiba")


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_it_is_bounded_and_the_same_each_time(scenario: str) -> None:
    rng = random.Random(5)
    match: Any = gunki.new("hideyoshi", scenario, seed=5)
    while match.decision is not None and match.ply < 400:
        if match.ply % 80 == 0:
            digest = match.position.digest()
            for seat in (HASHIBA, ANTI_HASHIBA):
                found = value(match, seat)
                assert -WIN < found < WIN
                assert GAME.evaluate(match.position.clone(), seat) == found
            assert match.position.digest() == digest
        match.act(rng.choice(match.decision.options))


@pytest.mark.parametrize(("declared", "winner"), [(0, HASHIBA), (1, ANTI_HASHIBA)])
def test_who_has_won_can_have_no_more(declared: int, winner: int) -> None:
    """Hashiba need thirty points more: Katsuie who stayed gives forty."""
    match = last(state={**OUT, "katsuie_left": declared, "declared": declared})
    pass_on(match)
    assert [value(match, seat) for seat in (winner, 1 - winner)] == [WIN, -WIN]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_it_does_not_know_the_dice_to_come(scenario: str) -> None:
    """The same position under other dice: the bot answers the same, and asks the match for nothing but its view."""
    said = []
    for seed in (1, 2):
        match = gunki.compose("hideyoshi", scenario, {"turn": 5, "stage": 1, "phase": "hashiba"}, seed=seed)
        assert match.decision
        said.append([choice(match, 7), choice(match, 8)])
        assert match.ply == 0
    assert said[0] == said[1]
