"""Section 29: the course of a turn."""

from __future__ import annotations

import pytest

from gunki import Match
from tests.clauses.forces import morale
from tests.clauses.hideyoshi.table import SCENARIOS, compose
from tests.support import clause

# Activation 4, 3 and 2 on either side; each stands in a castle of his own.
WIDE = {
    "hashiba_hideyoshi": "1623", "kuroda_yoshitaka": "1020", "bito_tomonobu": "2125",
    "takigawa_kazumasu": "5119", "takigawa_masushige": "5120", "sasaoka_heiemon": "5022",
}  # fmt: skip
POINTS = {
    "hashiba_hideyoshi": 4, "kuroda_yoshitaka": 3, "bito_tomonobu": 2,
    "takigawa_kazumasu": 4, "takigawa_masushige": 3, "sasaoka_heiemon": 2,
}  # fmt: skip
FOES = {
    "tennozan": {"hashiba_hideyoshi": "1623", "akechi_mitsuhide": "3719"},
    "shizugatake": {"hashiba_hideyoshi": "1623", "takigawa_kazumasu": "5119"},
    "komaki_nagakute": {"hashiba_hideyoshi": "1623", "tokugawa_ieyasu": "6021"},
}
RUIN = {"himeji": {"owner": "none"}}


def list_phases(match: Match, turn: int) -> list[tuple[int, str, str]]:
    """Return stage, phase and player of every operations phase of a turn without actions."""
    found: list[tuple[int, str, str]] = []
    while match.decision is not None and match.view(None)["turn"] == turn:
        view = match.view(None)
        if match.decision.name == "force":
            found.append((view["stage"], view["phase"], match.decision.who))
            match.act("end")
        else:
            match.act(next(text for text in ("wait", "done") if text in match.decision.texts))
    return found


@clause("hideyoshi", "29.0(2)-3", "29.0(2)-4", "29.0(3)")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_four_stages_each_with_the_anti_hashiba_phase_first(scenario: str) -> None:
    match = compose(FOES[scenario], scenario=scenario, turn=2, stage=0)
    both = ("anti_hashiba", "hashiba")
    assert list_phases(match, 2) == [(stage, seat, seat) for stage in (1, 2, 3, 4) for seat in both]


@clause("hideyoshi", "29.0(3)")
def test_a_unit_without_a_point_for_a_stage_does_not_act_in_it() -> None:
    """Activation 4 acts in every stage, 3 in the first three, 2 in the first two."""
    match = compose(WIDE, turn=2, stage=1, phase="anti_hashiba")
    offered: dict[int, set[str]] = {}
    while match.decision is not None and match.view(None)["turn"] == 2:
        stage = match.view(None)["stage"]
        offered.setdefault(stage, set()).update(
            text.split()[1] for text in match.decision.texts if text.startswith("act ")
        )
        match.act("end")
    assert offered == {stage: {name for name, points in POINTS.items() if points >= stage} for stage in (1, 2, 3, 4)}


@clause("hideyoshi", "29.0(1)-1", "29.0(1)-2")
def test_random_events_come_before_the_communication_check() -> None:
    """Hideyoshi has no main castle left; his morale falls after the dice and before the first stage."""
    match = compose({"hashiba_hideyoshi": "1020", "takigawa_kazumasu": "5119"}, turn=2, stage=0, castles=RUIN)
    while not any(event.kind == "stage" for event in match.events):
        match.act(next(text for text in ("wait", "done") if text in match.decision.texts))
    kinds = [event.kind for event in match.events]
    order = [kind for kind in kinds if kind in ("turn", "roll", "no_line", "stage")]
    assert order == ["turn", "roll", "roll", "roll", "roll", "no_line", "stage"]  # snow, Mōri, Saika, Negoro


@clause("hideyoshi", "29.0(1)-1")
def test_a_unit_that_appears_in_random_events_is_checked_in_the_same_turn() -> None:
    """A band laid down in Kii, far from the edge, is already there in the check."""
    match = compose({"hashiba_hideyoshi": "1623", "suginobo": "off"}, scenario="komaki_nagakute", turn=2, stage=0)
    assert match.decision.name == "appear"
    match.act("appear suginobo 3028")
    assert [event.data["unit"] for event in match.events if event.kind == "no_line"] == ["suginobo"]


@clause("hideyoshi", "29.0(1)-2")
def test_the_check_is_made_once_a_turn() -> None:
    """By the fourth stage one point of morale is gone, not one for each stage."""
    units = {"hashiba_hideyoshi": "1020", "takigawa_kazumasu": "5119"}
    match = compose(units, turn=2, stage=0, castles=RUIN, state={"declared": 1})
    while match.view(None)["stage"] < 4:
        match.act("end")
    assert [event.kind for event in match.events].count("no_line") == 1
    assert morale(match, "hashiba_hideyoshi") == -1
