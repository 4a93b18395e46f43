"""Chapter 22: the end of the game and its winner."""

from __future__ import annotations

from typing import Any

import pytest

from gunki import Match, Result
from tests.clauses.kenshin.fights import (
    FORT,
    HERE,
    HONJO,
    KAKIZAKI,
    KENSHIN,
    MAEDA,
    MINE,
    NOBUNAGA,
    SHIBATA,
    THEIRS,
    THERE,
    compose_field,
    compose_siege,
    dice_of_sums,
    fort,
)
from tests.clauses.kenshin.table import (
    ODA,
    UESUGI,
    acts,
    assert_impossible,
    at,
    compose,
    decision_of,
    force,
    phase_of,
    score,
    turn_of,
)
from tests.clauses.kenshin.turns import roll_event, start_turn
from tests.support import clause


def result_of(match: Match) -> Result:
    """Return the result of a match, which must be over."""
    assert match.decision is None
    assert match.result is not None
    return match.result


def verdict(match: Match) -> tuple[str | None, str]:
    """Return the winner and the clause by which the match ended."""
    result = result_of(match)
    return result.winner, result.clause.rpartition(":")[2]


def reduced_unit(hex_id: str, name: str, **entry: Any) -> dict[str, Any]:
    """Return the entry of a reduced unit in a hex."""
    return {name: {"hex": hex_id, "steps": 1, **entry}}


@clause("kenshin", "22", "22-2")
@pytest.mark.parametrize(("points", "winner"), [(30, "uesugi"), (31, "uesugi"), (29, "oda"), (0, "oda"), (-50, "oda")])
def test_after_turn_15_thirty_points_decide(points: int, winner: str) -> None:
    match = compose({**UESUGI, **ODA}, turn=15, phase="oda_combat", score=points)
    assert verdict(match) == (winner, "22-2")


@clause("kenshin", "22", "22-2")
def test_before_the_end_of_turn_15_no_score_decides() -> None:
    """A 5 with 40 points: Saika rejoins, which is without effect. The last phase of turn 15 is still fought."""
    match = compose({**UESUGI, **ODA}, turn=14, phase="oda_combat", score=40, dice=[*dice_of_sums(5), *[1] * 6])
    assert match.result is None
    assert phase_of(match) == (15, "uesugi_movement")
    match = compose_field(MINE, THEIRS, 2, 2, turn=15, phase="oda_combat", score=40)
    assert turn_of(match) == ("combat", "oda")
    assert match.result is None


@clause("kenshin", "22-2", "21 Kyoto unit")
def test_kyoto_gives_nothing_at_the_end_of_turn_15() -> None:
    """K-30."""
    match = compose({**UESUGI, **ODA, HONJO: "2024"}, turn=15, phase="oda_combat", score=29)
    assert verdict(match) == ("oda", "22-2")


@clause("kenshin", "22-1(1)")
@pytest.mark.parametrize("points", [-5, 80])
def test_when_kenshin_dies_the_oda_have_won(points: int) -> None:
    """At once, whatever the score: 12 - 2 on the row of 5 and 6, one hit."""
    match = compose_field(
        {**reduced_unit(HERE, KENSHIN), **reduced_unit(HERE, KAKIZAKI, leader=KENSHIN)}, THEIRS, 2, 12, score=points
    )
    acts(match, f"attack {KENSHIN}", f"lose {KENSHIN}")
    assert verdict(match) == ("oda", "22-1(1)")


@clause("kenshin", "22-1(2)")
@pytest.mark.parametrize("points", [-80, 5])
def test_when_nobunaga_dies_the_uesugi_have_won(points: int) -> None:
    match = compose_field(MINE, reduced_unit(THERE, NOBUNAGA), 8, 2, score=points)
    match.act(f"attack {KAKIZAKI}")
    assert verdict(match) == ("uesugi", "22-1(2)")


@clause("kenshin", "22-1(1)", "22-1(2)", "15-2")
def test_the_death_of_another_taisho_ends_nothing() -> None:
    match = compose_field(MINE, reduced_unit(THERE, "tokugawa_ieyasu"), 8, 2)
    match.act(f"attack {KAKIZAKI}")
    assert at(match, "tokugawa_ieyasu") == "dead"
    assert match.result is None


@clause("kenshin", "22-1(1)", "12-5-2")
def test_kenshin_may_die_in_a_pursuit() -> None:
    """The pursuit has an 8 on the row of 5 and 6; the battle itself had no hits."""
    match = compose_field(reduced_unit(HERE, KENSHIN, ability=4), THEIRS, 2, 2, 8)
    acts(match, f"attack {KENSHIN}", "pursue")
    assert verdict(match) == ("oda", "22-1(1)")


@clause("kenshin", "22-1(2)", "13-5-3")
def test_nobunaga_may_die_with_his_castle() -> None:
    """11 - 1 on the row of 5 and 6: one hit, and only one durability."""
    units = {**force(FORT, KAKIZAKI, "jinbo_ujiharu", HONJO), NOBUNAGA: {"hex": FORT, "inside": True}}
    match = compose_siege(units, 11, 2, castles=fort(3, 1, durability=1))
    match.act(f"assault {KAKIZAKI}")
    match.act("breach")
    assert verdict(match) == ("uesugi", "22-1(2)")


@clause("kenshin", "22-1(1)", "22-1(2)", "22-2")
@pytest.mark.parametrize(("points", "winner"), [(30, "uesugi"), (29, "oda")])
def test_if_both_die_in_one_round_the_score_decides(points: int, winner: str) -> None:
    """K-84: ten points for each of the two; 11 on the row of 1 hits once."""
    match = compose_field(
        reduced_unit(HERE, KENSHIN, ability=4), reduced_unit(THERE, NOBUNAGA, ability=4), 11, 11, score=points
    )
    match.act(f"attack {KENSHIN}")
    assert result_of(match).winner == winner
    assert score(match) == points


@clause("kenshin", "22-1(2)", "12-1(3)")
def test_the_side_whose_leader_survives_has_won() -> None:
    """Both are hit, but Kenshin has two steps."""
    match = compose_field({KENSHIN: {"hex": HERE, "ability": 4}}, reduced_unit(THERE, NOBUNAGA, ability=4), 11, 11)
    match.act(f"attack {KENSHIN}")
    assert verdict(match) == ("uesugi", "22-1(2)")


@clause("kenshin", "22-1(1)")
def test_a_reduced_kenshin_does_not_end_the_game() -> None:
    match = compose_field(
        {KENSHIN: {"hex": HERE, "ability": 4}}, {SHIBATA: THERE, MAEDA: {"hex": THERE, "leader": SHIBATA}}, 2, 9
    )
    match.act(f"attack {KENSHIN}")  # 9 on the row of 3 and 4: one hit
    assert match.result is None


LOST_PORTS = {name: {"holder": "oda"} for name in ("takasago", "saika", "ishiyama_honganji")}


@clause("kenshin", "22-1(1)", "9-2 Ukita's Defection")
@pytest.mark.parametrize("castles", [LOST_PORTS, {}])
def test_kenshin_removed_with_a_mori_ship_for_want_of_a_port_ends_the_game(castles: Any) -> None:
    """K-21: without points, and the Oda have won; with a port Kenshin goes there, and the game goes on."""
    units = {KENSHIN: "aboard murakami_takeyoshi"}
    match = roll_event("ukita_defection", units, ships={"murakami_takeyoshi": "seto"}, castles=castles)
    assert score(match) == 0
    if castles:
        assert verdict(match) == ("oda", "22-1(1)")
        assert at(match, KENSHIN) == "removed"
    else:
        assert turn_of(match) == ("displace", "uesugi")
        match.act(f"shift {KENSHIN} 1132")
        assert match.result is None


@clause("kenshin", "22-1(1)", "15-2")
def test_kenshin_removed_with_a_ship_of_the_takeda_ends_the_game() -> None:
    """K-79: Katsuyori falls with Fukashi; Ejiri, their only port, is the Oda's."""
    units = {"takeda_katsuyori": {"hex": "5114", "inside": True}, KENSHIN: "aboard obama_kagetaka",
             MAEDA: "5114", "sasa_narimasa": "5114"}  # fmt: skip
    match = start_turn("demand", units, 1, ships={"obama_kagetaka": "pacific"},
                       castles={"fukashi": {"marker": 6}, "ejiri": {"holder": "oda"}})  # fmt: skip
    match.act("demand fukashi")
    assert verdict(match) == ("oda", "22-1(1)")


@clause("kenshin", "22-1(1)", "22-1(2)")
@pytest.mark.parametrize("name", [KENSHIN, NOBUNAGA])
@pytest.mark.parametrize("fate", ["dead", "removed"])
def test_no_position_goes_on_without_kenshin_or_nobunaga(name: str, fate: str) -> None:
    """A unit missing from an empty board has not been eliminated."""
    assert_impossible(f"units.{name}", "22-1", {**UESUGI, **ODA, name: fate})
    assert compose({**UESUGI, **ODA}).result is None


@clause("kenshin", "22-1(3)")
def test_a_side_that_resigns_has_lost() -> None:
    """It is allowed at every decision of the side and never on offer; a saved match replays it."""
    match = compose({**UESUGI, **ODA}, phase="oda_movement", score=40)
    assert decision_of(match).who == "oda"
    assert "resign" not in decision_of(match).texts
    assert match.why_not("resign") == []
    match.act("resign")
    result = result_of(match)
    assert (result.winner, result.reason, result.clause) == ("uesugi", "resigned", "kenshin:22-1(3)")
    assert match.replay_from_start(match.entries).result == result
    match.undo()
    assert match.result is None
