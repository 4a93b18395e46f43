"""Section 14-2-1 as revised: which column replenishes; the columns are a game's, so it is tried in that game."""

from __future__ import annotations

import pytest

import gunki
from tests.clauses.common import acts
from tests.clauses.forces import steps
from tests.clauses.gunyuden.editions import only
from tests.support import clause

pytestmark = only("revised")

LED = ("hachisuka_masakatsu", "kuroda_yoshitaka", "ikoma_chikamasa", "hori_hidemasa")
HIMEJI, KAKOGAWA = "1623", "1824"


@clause("gunyuden_revised", "14-2-1")
@pytest.mark.parametrize(
    ("place", "owner", "inside", "gained"),
    [
        (HIMEJI, "hashiba", False, 3),
        (HIMEJI, "hashiba", True, 3),
        (KAKOGAWA, "niwa", False, 3),
        (KAKOGAWA, "none", False, 1),
        ("1624", "hashiba", False, 1),
    ],
)
def test_the_castle_of_ones_side_on_whose_hex_the_commander_stands_decides(
    place: str, owner: str, inside: bool, gained: int
) -> None:
    """A 6: 3 on the hex of a castle of his side, in it or before it, his own or a friend's;
    1 beside it or on a ruin.
    """
    chief = "hashiba_hideyoshi"
    entry = {"hex": place, **({"inside": True} if inside else {})}
    units = {chief: entry, **{name: {**entry, "leader": chief, "steps": 1} for name in LED}}
    document = {
        "empty": True,
        "units": units,
        "castles": {"kakogawa": {"owner": owner}},
        "to_act": "hashiba",
        "phase": "hashiba",
        "terrain": {"1624": "flat"},
        "sides": {f"{HIMEJI}-1624": "none"},
    }
    match = gunki.compose("hideyoshi", "shizugatake", document, dice=[6])
    acts(match, f"act {chief}", "organise", "done", "troops")
    while match.decision is not None and match.decision.name == "restore":
        match.act(match.decision.texts[0])
    assert sum(steps(match, name) for name in LED) == len(LED) + gained
