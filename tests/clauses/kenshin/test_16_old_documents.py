"""16-4-1 in documents of rules version 1, written while a ship sailed."""

from __future__ import annotations

from typing import Any

import pytest

import gunki
from gunki import Match
from tests.clauses.kenshin.table import at, decision_of, garrison
from tests.clauses.kenshin.turns import compose_ships, sail
from tests.support import clause

MURAKAMI, KUKI = "murakami_takeyoshi", "kuki_sumitaka"
SAIKA = "1132"


def describe_as_version_1(match: Match, unit_name: str = "", inside: Any = 0) -> dict[str, Any]:
    """Describe a `Sail` under way as rules version 1 wrote it, with boarded units aboard at once."""
    document: dict[str, Any] = match.describe()
    under_way = document["stack"][-1]
    del under_way["boarder"]
    under_way["inside"] = inside
    if unit_name:
        row = document["units"][unit_name]
        reduced = isinstance(row, dict) and row["steps"] == 1
        place = f"aboard {under_way['ship']}"
        document["units"][unit_name] = {"hex": place, "steps": 1} if reduced else place
    return document


@clause("kenshin", "16-4-1 embark", "16-2")
@pytest.mark.parametrize("place", [SAIKA, "seto"])
def test_a_document_of_version_1_taken_while_a_ship_sails_is_read(place: str) -> None:
    """No unit has boarded; or, at sea, one boarded before."""
    match = compose_ships({MURAKAMI: place}, {"saika_shu": SAIKA if place == SAIKA else f"aboard {MURAKAMI}"})
    sail(match, MURAKAMI)
    again: Any = gunki.compose("kenshin", "campaign", describe_as_version_1(match))
    assert decision_of(again).texts == decision_of(match).texts
    assert again.describe() == match.describe()


@clause("kenshin", "16-4-1 embark", "16-2")
@pytest.mark.parametrize(
    ("place", "entry"),
    [
        (SAIKA, {"hex": SAIKA, "inside": True}),
        (SAIKA, {"hex": SAIKA, "steps": 1}),
        ("box", {"hex": "box", "steps": 1}),
    ],
)
def test_a_unit_aboard_in_port_in_a_document_of_version_1_is_ashore_and_is_to_sail(
    place: str, entry: dict[str, Any]
) -> None:
    match = compose_ships({MURAKAMI: place}, {"kikkawa_motonaga": entry})
    sail(match, MURAKAMI, "board kikkawa_motonaga")
    old = describe_as_version_1(match, "kikkawa_motonaga", inside=int(entry.get("inside", False)))
    again: Any = gunki.compose("kenshin", "campaign", old)
    assert again.describe() == match.describe()
    again.act("sail_to seto")
    assert at(again, "kikkawa_motonaga") == f"aboard {MURAKAMI}"


@clause("kenshin", "16-4-1 embark", "16-2-5 leave")
@pytest.mark.parametrize("answer", ["let_pass", "intercept"])
def test_a_document_of_version_1_taken_before_a_blockade_goes_on(answer: str) -> None:
    match = compose_ships({MURAKAMI: SAIKA, KUKI: SAIKA}, garrison(SAIKA, "saika_shu"))
    sail(match, MURAKAMI, "board saika_shu", "sail_to seto")
    again: Any = gunki.compose("kenshin", "campaign", describe_as_version_1(match, "saika_shu", inside=1))
    assert again.decision.name == "blockade"
    again.act(answer)
    assert at(again, "saika_shu") == (f"aboard {MURAKAMI}" if answer == "let_pass" else SAIKA)


@clause("kenshin", "16-4-1 embark")
@pytest.mark.parametrize("inside", [2, "yes", None, [1]])
def test_an_entry_that_no_version_wrote_is_refused_by_its_name(inside: Any) -> None:
    match = compose_ships({MURAKAMI: SAIKA}, {"saika_shu": SAIKA})
    sail(match, MURAKAMI)
    with pytest.raises(gunki.PositionError, match=r"Sail\.inside"):
        gunki.compose("kenshin", "campaign", describe_as_version_1(match, inside=inside))
