"""The Random Events Table: every cell by score and dice, its columns (K-17), events that happen once (K-88)."""

from __future__ import annotations

from itertools import product

import pytest

from tests.clauses.kenshin.table import data_of, roll_of, rolls
from tests.clauses.kenshin.turns import MINOR, MORI, finish_turn_start, has_no_effect, mori_roll, roll_event, start_turn
from tests.support import clause

NONE, MA, HI, YU, UD, AR = (
    "none",
    "mori_advance",
    "hojo_invasion",
    "yoshiaki_uprising",
    "ukita_defection",
    "araki_rebellion",
)
NO, NU, OU, UO, SN, SR = (
    "neutral_to_oda", "neutral_to_uesugi", "oda_to_uesugi", "uesugi_to_oda", "saika_neutrality", "saika_rejoins",
)  # fmt: skip
# The least and the highest score of each column, and the column's name.
COLUMNS = [(-40, -10, "-10"), (-9, -1, "-9"), (0, 5, "0"), (6, 10, "6"), (11, 15, "11"), (16, 60, "16")]
# As printed; the Mori's Defection is Ukita's (K-21).
TABLE = {
    2: (NU, UD, UD, UD, UD, NU),
    3: (NONE, UD, UD, UO, YU, UO),
    4: (UD, NU, SR, NO, NONE, YU),
    5: (NONE, SR, UO, SR, NU, SR),
    6: (SN, SN, NU, NU, NU, NU),
    7: (NO, NO, NO, NONE, AR, AR),
    8: (UO, NONE, NONE, AR, OU, OU),
    9: (NONE, UO, AR, OU, SR, NO),
    10: (NONE, AR, SN, MA, MA, MA),
    11: (HI, HI, HI, HI, HI, HI),
    12: (AR, OU, MA, YU, UO, OU),
}
SCORES = [(score, index) for index, ends in enumerate(COLUMNS) for score in ends[:2]]


@clause("kenshin", "TBL-EVENTS", "9-2", "9(2)")
@pytest.mark.parametrize(("score", "index"), SCORES)
@pytest.mark.parametrize("total", TABLE)
def test_each_cell_of_the_event_table_brings_its_event(total: int, score: int, index: int) -> None:
    """At both ends of every column."""
    one = max(1, total - 6)
    match = start_turn("event", {}, one, total - one, score=score)
    roll = roll_of(match.events, "event")
    assert (roll["score"], roll["column"]) == (score, COLUMNS[index][2])
    assert data_of(match.events, "event", "random_event") == [TABLE[total][index]]


@clause("kenshin", "9-2", "TBL-EVENTS")
@pytest.mark.parametrize("pair", [(a, b) for a, b in product(range(1, 7), repeat=2) if a + b == 8])
def test_the_event_is_read_by_the_sum_of_two_dice(pair: tuple[int, int]) -> None:
    assert data_of(start_turn("event", {}, *pair).events, "event", "random_event") == [NONE]


@clause("kenshin", "9-2", "9-2 Neutral to Oda", "9-2 Neutral to Uesugi", "9-2 Oda to Uesugi", "9-2 Uesugi to Oda",
        "TBL-EVENTS Neutral to Oda", "TBL-EVENTS Neutral to Uesugi", "TBL-EVENTS Oda to Uesugi",
        "TBL-EVENTS Uesugi to Oda")  # fmt: skip
@pytest.mark.parametrize("event", [NO, NU, OU, UO])
def test_only_the_four_changes_of_sides_roll_for_a_minor_daimyo(event: str) -> None:
    assert len(rolls(roll_event(event, {}, 1).events, "minor_daimyo")) == 1
    assert not rolls(roll_event(SR, {}).events, "minor_daimyo")


@clause("kenshin", "9-2 Hojo Invasion", "9-2 Yoshiaki's Uprising", "9-2 Ukita's Defection", "9-2 Araki Rebellion once",
        "TBL-EVENTS Hojo Invasion", "TBL-EVENTS Yoshiaki's Uprising")  # fmt: skip
@pytest.mark.parametrize(
    ("event", "before"),
    [(HI, {HI: 1}), (YU, {YU: 1}), (UD, {UD: 1}), (AR, {AR: "over"}), (AR, {AR: "clan"}), (AR, {AR: "independent"})],
)
def test_an_event_that_happens_once_has_no_effect_the_second_time(event: str, before: dict[str, object]) -> None:
    """K-88: and it is not this turn's event."""
    units = {
        "kakizaki_haruie": "5604", "jinbo_ujiharu": "5604", "ashikaga_yoshiaki": "undeployed",
        "kikkawa_motoharu": "0120", "araki_murashige": "1728",
    }  # fmt: skip
    if before.get(AR) in ("clan", "independent"):
        units["araki_murashige"] = "removed"
    match = roll_event(event, units, state=before)
    assert has_no_effect(match)
    assert match.view(None)["event"] == "none"
    assert not data_of(match.events, "removed", "unit")
    assert not data_of(match.events, "deployed", "unit")
    assert not rolls(match.events, "betrayal")
    fresh = roll_event(event, {**units, "araki_murashige": "1728"}, 1)
    finish_turn_start(fresh)
    assert not has_no_effect(fresh)


@clause("kenshin", "TBL-MORI mod Neutral to Oda")
def test_an_event_without_effect_does_nothing_to_the_mori() -> None:
    """K-20, K-88: the Miki are the Oda's already."""
    match = roll_event(NO, MORI, MINOR["miki"][2], 1, clans={"miki": "oda"})
    assert has_no_effect(match)
    assert "Neutral" not in str(mori_roll(match)["parts"])
