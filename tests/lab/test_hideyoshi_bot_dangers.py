"""The greedy bot of Hideyoshi's War Chronicle: high walls, stronger forces, morale, lines and losses."""

from __future__ import annotations

import pytest

import gunki
from gunki import Match
from gunki.games.hideyoshi.setup import ANTI_HASHIBA, HASHIBA
from tests.clauses.common import acts
from tests.clauses.forces import force, garrison
from tests.clauses.hideyoshi.scenario_table import (
    FOLLOWERS,
    GUARD,
    HIDENAGA,
    IEYASU,
    KATSUIE,
    NOBUTAKA,
    army,
    compose_komaki,
)
from tests.clauses.hideyoshi.scenario_table import compose as compose_shizugatake
from tests.clauses.hideyoshi.tennozan_table import HIDEYOSHI, MITSUHIDE, compose
from tests.lab.greedy import evaluate, list_candidates, play_phase, points_to

GAME = gunki.game("hideyoshi")
REBELS = ("fujita_yukimasa", "mizoo_shigetomo")
SEEDS = range(3)
#: The state of Shizugatake with all clans at war.
OUT = {"declared": 1, "thawed": 1, "left_echizen": 1, "katsuie_left": 1}


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
def test_the_bot_does_not_storm_high_walls_with_a_garrison(
    name: str, hex_id: str, inside: list[str], left: int, stormed: bool
) -> None:
    units = {**army(hex_id, 16), **garrison(hex_id, *inside), KATSUIE: {"hex": "4301", "inside": True}}
    match = compose_shizugatake(
        units, turn=6, phase="hashiba", state=OUT, castles={name: {"durability": left}}, dice="typed"
    )
    match.act(f"act {HIDEYOSHI}")
    assert "siege" in list_candidates(match)  # it can be invested
    acts(match, "siege", "with hashiba_hidenaga")
    assert "assault" in match.decision.texts
    assert ("assault" in list_candidates(match)) is stormed
    assert "invest" in list_candidates(match)


@pytest.mark.parametrize(("quiet", "useful"), [(0, True), (9, False)])
def test_besiegers_of_high_walls_call_for_surrender_or_wait(quiet: int, useful: bool) -> None:
    """A castle that hears no calls leaves only an assault, which the bot does not make."""
    units = {**army("5313", 13, invests=True), **force("5313", "hashiba_hidenaga", "kato_kiyomasa", invests=True)}
    units |= {**garrison("5313", NOBUTAKA), KATSUIE: {"hex": "4301", "inside": True}}
    match = compose_shizugatake(
        units, turn=6, phase="hashiba", state=OUT, castles={"gifu": {"durability": 10, "quiet": quiet}}
    )
    match.act(f"act {HIDEYOSHI}")
    assert "siege" in match.decision.texts
    assert ("siege" in list_candidates(match)) is useful


def test_a_force_too_weak_alone_calls_others_to_invest_a_castle() -> None:
    """Azuchi needs forty; Hideyoshi has twenty-two, too few with Hidenaga, enough with the Ukita as well."""
    units = {**force("4217", HIDEYOSHI, *FOLLOWERS[:10]), **force("4217", HIDENAGA, *FOLLOWERS[10:13])}
    units |= force("4217", "ukita_hideie", "togawa_hideyasu", "oka_ietoshi", "osafune_sadachika", "akashi_kagechika")
    castles = {"azuchi": {"owner": "akechi", "durability": 10}}
    rebels = force("4622", MITSUHIDE, *REBELS)
    match = compose({**units, **rebels}, phase="hashiba", state={"peace": 1}, castles=castles, dice="typed")
    acts(match, f"act {HIDEYOSHI}", "siege")
    calls = []
    while "invest" not in match.decision.texts:
        calls += list_candidates(match)
        match.act(calls[-1])
    assert len(calls) == 2
    assert all(call.startswith("with ") for call in calls)
    assert "invest" in list_candidates(match)


# --- dangers ----------------------------------------------------------------------------------------------------------


def compose_bait() -> Match:
    """Compose Ieyasu with one more unit, a lone enemy he could attack, and behind it Hideyoshi's main force."""
    units = {**army("5317", 13), **force("5920", IEYASU, "honda_tadakatsu"), "wakizaka_yasuharu": "5618"}
    match: Match = compose_komaki(units, around="5619", radius=6, phase="anti_hashiba", turn=3, dice="typed")
    return match


def test_a_sodaisho_keeps_out_of_the_reach_of_a_stronger_force() -> None:
    for seed in SEEDS:
        match = compose_bait()
        play_phase(match, seed)
        assert points_to(match, IEYASU, "5317", printed=True) > match.setup.tables["evaluation"]["reach"]


def test_without_the_weight_for_exposure_a_sodaisho_goes_there(monkeypatch: pytest.MonkeyPatch) -> None:
    match = compose_bait()
    monkeypatch.setitem(match.setup.tables["evaluation"], "exposed", 0)
    before = points_to(match, IEYASU, "5317", printed=True)
    play_phase(match, 1)
    assert points_to(match, IEYASU, "5317", printed=True) < before


def test_a_position_is_worth_less_the_nearer_a_stronger_force_is() -> None:
    found = []
    for hex_id in ("5418", "5619", "5920"):
        units = {**army("5317", 13), **force(hex_id, IEYASU, "honda_tadakatsu")}
        match = compose_komaki(units, around="5619", radius=6, phase="anti_hashiba", turn=3, dice="typed")
        found.append((points_to(match, IEYASU, "5317", printed=True), evaluate(match, ANTI_HASHIBA)))
    assert found == sorted(found)
    assert len({worth for _, worth in found}) == len(found)


def test_forces_of_one_hex_are_counted_together() -> None:
    """A sodaisho is safe among other forces, whoever leads them."""
    host = army("5317", 13)
    others = dict.fromkeys(("sakai_tadatsugu", "sakakibara_yasumasa", "ii_naomasa", "ishikawa_kazumasa"), "5619")
    values = []
    for hex_id in ("5619", "5719"):
        units = {**host, **others, **force(hex_id, IEYASU, "honda_tadakatsu", "torii_mototada", "hiraiwa_chikayoshi")}
        values.append(
            evaluate(compose_komaki(units, around="5619", radius=6, phase="anti_hashiba", turn=3), ANTI_HASHIBA)
        )
    assert values[0] > values[1]


# --- morale and lines -------------------------------------------------------------------------------------------------


def evaluate_shaken(count: int, lost: int) -> int:
    """Return the value of a force of `count` units that has lost this much morale."""
    units = {**army("4413", count, morale=-lost), KATSUIE: {"hex": "4301", "inside": True}}
    return evaluate(compose_shizugatake(units, turn=6, phase="hashiba", state=OUT), HASHIBA)


def test_the_morale_of_a_great_force_is_worth_more() -> None:
    great, small = evaluate_shaken(12, 0) - evaluate_shaken(12, 2), evaluate_shaken(3, 0) - evaluate_shaken(3, 2)
    assert great > small > 0


def test_a_force_far_from_every_castle_is_worth_less(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hashiba has castles near Nagahama and none in Hida; the difference is the weight `stray`."""
    lords = {KATSUIE: {"hex": "4301", "inside": True}}
    costs = []
    for hex_id in ("5204", "4413"):
        match = compose_shizugatake({**army(hex_id, 12), **lords}, turn=6, phase="hashiba", state=OUT)
        with monkeypatch.context() as patch:
            patch.setitem(match.setup.tables["evaluation"], "stray", 0)
            free = evaluate(match, HASHIBA)
        costs.append(free - evaluate(match, HASHIBA))
    assert costs == [24 * GAME.tables["evaluation"]["stray"], 0]


# --- losses -----------------------------------------------------------------------------------------------------------


def test_whole_units_lose_steps_before_reduced_ones_and_followers_before_leaders() -> None:
    units = force("4210", HIDEYOSHI, *FOLLOWERS[:3])
    units[FOLLOWERS[0]]["steps"] = 1
    match = compose_shizugatake(
        {**units, **force("4209", KATSUIE, *GUARD)}, around="4210", turn=6, phase="anti_hashiba", state=OUT,
        dice=[6, *[3] * 9],
    )  # fmt: skip
    acts(match, f"act {KATSUIE}", "battle", "attack 4210")
    assert match.decision.name == "suffer"
    told = list_candidates(match)
    falls = "fall" if any(text.startswith("fall") for text in told) else "lose"
    expected = FOLLOWERS[0] if falls == "fall" else FOLLOWERS[1]
    assert [text for text in told if text.startswith(falls)] == [f"{falls} {expected}"]
    assert {text for text in told if " " not in text} == {text for text in match.decision.texts if " " not in text}


def test_the_bot_lets_every_force_join_a_decisive_battle() -> None:
    units = {**army("4210", 8), **force("4210", HIDENAGA, *FOLLOWERS[8:12]), **force("4209", KATSUIE, *GUARD[:4])}
    match = compose_shizugatake(units, around="4210", turn=6, phase="hashiba", state=OUT, dice="typed")
    acts(match, f"act {HIDEYOSHI}", "battle", "decisive 4209")
    assert {f"join {HIDENAGA}", "fight"} == set(match.decision.texts)
    assert list_candidates(match) == [f"join {HIDENAGA}"]
