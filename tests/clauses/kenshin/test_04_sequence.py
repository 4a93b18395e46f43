"""Chapter 4: the nine phases of a turn and what is done in each; the tracks."""

from __future__ import annotations

from typing import Any

import pytest

import gunki
from tests.clauses.kenshin.table import (
    FIELD,
    GAME,
    ODA,
    PHASES,
    UESUGI,
    acts,
    allowed,
    answer_passively,
    choices,
    compose,
    data_of,
    decision_of,
    force,
    garrison,
    lane,
    of_kind,
    phase_of,
    refused,
    rolls,
    to_phase,
    turn_of,
)
from tests.clauses.reasons import barred
from tests.support import clause

# A force of each side beside one of the other, and one of each at home.
FOES = {"kakizaki_haruie": "4810", "maeda_toshiie": "4811", **UESUGI, **ODA}
# With this pair of dice the table of events has nothing while the score is 0.
QUIET = [4, 4]


@clause("kenshin", "TBL-PHASES", "4 end", "4(1)", "4(2)", "4(3)", "4(4)", "4(5)", "4(6)", "4(7)", "4(8)", "4(9)")
def test_a_turn_has_nine_phases_and_the_next_turn_follows() -> None:
    match = compose({**UESUGI, **ODA}, turn=2, dice=QUIET)
    to_phase(match, "uesugi_movement", turn=3)
    assert data_of(match.events, "phase", "phase")[-9:] == [*PHASES[2:], *PHASES[:2]]
    assert data_of(match.events, "turn", "turn")[-1] == 3
    assert phase_of(match) == (3, "uesugi_movement")


@clause("kenshin", "4(2)", "4(3)", "4(4)", "4(5)", "4(6)", "4(7)", "4(8)", "4(9)")
def test_each_phase_belongs_to_a_side_and_asks_its_decision() -> None:
    match = compose(FOES, around=FIELD)
    asked: dict[str, tuple[str, str]] = {}
    while len(asked) < 8:
        if asked:
            answer_passively(match)
        asked.setdefault(phase_of(match)[1], turn_of(match))
    assert asked == {
        "uesugi_movement": ("force", "uesugi"),
        "oda_reaction": ("force", "oda"),
        "uesugi_forced_march": ("force", "uesugi"),
        "uesugi_combat": ("combat", "uesugi"),
        "oda_movement": ("force", "oda"),
        "uesugi_reaction": ("force", "uesugi"),
        "oda_forced_march": ("force", "oda"),
        "oda_combat": ("combat", "oda"),
    }


@clause("kenshin", "4(2)", "4(6)")
@pytest.mark.parametrize(("phase", "leader", "busho"), [
    ("uesugi_movement", "kakizaki_haruie", "jinbo_ujiharu"),
    ("oda_movement", "shibata_katsuie", "maeda_toshiie"),
])  # fmt: skip
def test_a_movement_phase_has_formation_then_movement(phase: str, leader: str, busho: str) -> None:
    match = compose({leader: "4810", busho: "4810", **UESUGI, **ODA}, around=FIELD, phase=phase)
    assert {leader, busho} <= choices(match, "move")
    match.act(f"lead {busho} {leader}")
    assert busho not in choices(match, "move")
    acts(match, f"move {leader}", "to 4811", "halt")
    barred(match, f"alone {busho}", "10-1-2 too_late")


@clause("kenshin", "4(2)", "4(3)", "4(4)", "4(6)", "4(7)", "4(8)")
@pytest.mark.parametrize(("phase", "mover", "foe"), [
    ("uesugi_movement", "kakizaki_haruie", "maeda_toshiie"),
    ("oda_reaction", "maeda_toshiie", "kakizaki_haruie"),
    ("uesugi_forced_march", "kakizaki_haruie", "maeda_toshiie"),
    ("oda_movement", "maeda_toshiie", "kakizaki_haruie"),
    ("uesugi_reaction", "kakizaki_haruie", "maeda_toshiie"),
    ("oda_forced_march", "maeda_toshiie", "kakizaki_haruie"),
])  # fmt: skip
def test_six_phases_allow_movement_and_overrun_four_of_them_after_a_check(phase: str, mover: str, foe: str) -> None:
    match = compose({mover: "4810", foe: "4811", **UESUGI, **ODA}, around=FIELD, phase=phase, dice=[1])
    how, other = ("move", "check") if phase.endswith("movement") else ("check", "move")
    refused(match, f"{other} {mover}", "10-2")
    events = match.act(f"{how} {mover}")
    assert [roll["purpose"] for roll in rolls(events)] == (["action_check"] if how == "check" else [])
    allowed(match, "to 4809", "overrun 4811")


@clause("kenshin", "4(5)", "4(9)")
@pytest.mark.parametrize(("phase", "holder", "chief", "others", "foe"), [
    ("uesugi_combat", "oda", "kakizaki_haruie", ["uesugi_kagetora"], "maeda_toshiie"),
    ("oda_combat", "uesugi", "shibata_katsuie", ["akechi_mitsuhide"], "kakizaki_haruie"),
])  # fmt: skip
def test_a_combat_phase_has_field_battles_then_investments_then_assaults(
    phase: str, holder: str, chief: str, others: list[str], foe: str
) -> None:
    """The castle has strength 2 against 2, so that neither side is hit."""
    units = {chief: "5114", others[0]: "5114", foe: "5115", **UESUGI, **ODA}
    match = compose(units, around="5114", radius=2, phase=phase, castles={"fukashi": {"holder": holder}},
                    dice=[1, 2, 1, 2])  # fmt: skip
    assert decision_of(match).name == "combat"
    refused(match, "invest fukashi")
    match.act("end")
    assert decision_of(match).name == "siege"
    refused(match, f"attack {chief}")
    allowed(match, "invest fukashi", f"assault {chief}")
    acts(match, f"assault {chief}", "fight", "stop")
    assert decision_of(match).name == "siege"
    allowed(match, f"assault {others[0]}")
    barred(match, "invest fukashi", "4(5) assault_begun")


@clause("kenshin", "4(1)")
def test_the_steps_of_the_turn_start_in_their_order() -> None:
    """Each step has something to roll for: a siege, an event, the Mori, a unit without a line, a reduced unit."""
    units: dict[str, Any] = {
        **garrison("1025", "bessho_nagaharu", "bessho_yoshichika", "kanki_yorisada"),
        **force("1025", "hashiba_hideyoshi", "hashiba_hidenaga", "hachisuka_masakatsu", "takenaka_shigeharu",
                "miyabe_keijun", "asano_nagayoshi"),
        "kikkawa_motonaga": "undeployed",
        "maeda_toshiie": "4810",
        "saito_tomonobu": {"hex": "5604", "steps": 1},
        **ODA,
    }  # fmt: skip
    match = compose(
        units,
        phase="turn_start",
        terrain=lane(["4810"])["terrain"],
        castles={"miki": {"marker": 0}},
        dice=[1, *QUIET, 1, *[1] * 20],
    )
    order = list(dict.fromkeys(roll["purpose"] for roll in rolls(match.events)))
    assert order == ["siege", "event", "mori", "attrition", "replenishment"]
    assert turn_of(match) == ("replenish", "uesugi")


# --- the tracks -----------------------------------------------------------------------------------------------------


@clause("kenshin", "TBL-TURNS")
def test_the_game_has_fifteen_turns_of_ten_days_from_the_sixth_month_to_the_tenth() -> None:
    (scenario,) = gunki.game(GAME).tables["scenario"]
    assert scenario["calendar"] == [[month, third] for month in range(6, 11) for third in (1, 2, 3)]


@clause("kenshin", "TBL-TURNS")
@pytest.mark.parametrize("turn", [0, 16, -1, 10**9])
def test_there_is_no_sixteenth_turn(turn: int) -> None:
    with pytest.raises(gunki.PositionError, match="turn"):
        compose({**UESUGI, **ODA}, turn=turn)


@clause("kenshin", "TBL-TURNS", "4 end")
def test_the_game_ends_with_turn_15_and_not_with_turn_14() -> None:
    match = compose({**UESUGI, **ODA}, turn=14, phase="oda_combat", dice=QUIET)
    assert phase_of(match) == (15, "uesugi_movement")
    match = compose({**UESUGI, **ODA}, turn=15, phase="oda_combat")
    assert match.decision is None
    assert match.result is not None


@clause("kenshin", "TBL-TURNS", "3(2) Oda ironclads")
@pytest.mark.parametrize("turn", [6, 7])
def test_the_ironclad_comes_in_turn_seven(turn: int) -> None:
    match = compose(
        {**UESUGI, **ODA}, turn=turn, phase="turn_start", ships={"kuki_yoshitaka": "undeployed"}, dice=QUIET
    )
    ship = match.view(None)["ships"]["kuki_yoshitaka"]
    assert len(of_kind(match.events, "ironclad")) == (turn == 7)
    assert (ship if isinstance(ship, str) else ship["at"]) == ("3234" if turn == 7 else "undeployed")
