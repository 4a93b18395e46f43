"""Tennōzan: positions in the middle of its special rules are described and read back; its entries and its view."""

from __future__ import annotations

from typing import Any

import pytest

import gunki
from tests.clauses.common import acts
from tests.clauses.forces import force
from tests.clauses.hideyoshi.table import assert_reads_back
from tests.clauses.hideyoshi.tennozan_table import (
    AZUCHI,
    HIDENAGA,
    HIDEYOSHI,
    HIMEJI,
    INSIDE,
    JOINING,
    KATSUIE,
    KYOTO,
    MITSUHIDE,
    NOBUNAGA,
    NOBUTAKA,
    RECRUITS,
    SAITO,
    SHIBATA,
    compose,
    sides,
    start,
)
from tests.support import clause

REBELS = force("3520", MITSUHIDE, "fujita_yukimasa", "mizoo_shigetomo") | force("3522", SAITO, "ise_sadaoki")
DAWN = {NOBUNAGA: KYOTO, **REBELS}


# --- in the middle ----------------------------------------------------------------------------------------------------


@clause("hideyoshi", "35.8(1)-1")
@pytest.mark.parametrize(
    "texts",
    [
        (),
        (f"strike {MITSUHIDE}",),
        (f"strike {SAITO}",),
        (f"strike {SAITO}", f"lose {NOBUNAGA}"),
        (f"strike {SAITO}", f"lose {NOBUNAGA}", f"strike {MITSUHIDE}"),
        (f"strike {MITSUHIDE}", f"decisive {KYOTO}"),
        (f"strike {SAITO}", "retreat"),
    ],
)
def test_honnoji_under_way_is_described_and_read_back(texts: tuple[str, ...]) -> None:
    match = compose(DAWN, around=KYOTO, turn=1, stage=0, dice=[6, 1, *[4] * 12])
    acts(match, *texts)
    assert_reads_back(match)


@clause("hideyoshi", "35.8(1)-1")
def test_a_force_that_has_struck_has_struck_when_read_back() -> None:
    match = compose(DAWN, around=KYOTO, turn=1, stage=0, dice=[2, 1, 1, *[4] * 12])
    match.act(f"strike {SAITO}")
    assert match.decision.texts == [f"strike {MITSUHIDE}", "done"]
    assert_reads_back(match)


@clause("hideyoshi", "35.8(1)-2", "35.8(1)-3")
@pytest.mark.parametrize("count", range(9))
def test_the_events_under_way_are_described_and_read_back(count: int) -> None:
    """Before Nobusumi's die and before each of the eight dice for the clans."""
    match = compose({**DAWN, NOBUTAKA: "3126"}, around=KYOTO, turn=1, stage=0, dice="typed")
    match.act("done")
    for die in [6, 1, 6, 3, 1, 2, 4, 2][:count]:
        match.act(str(die))
    assert match.decision.name == ("clan" if count else "nobusumi")
    document = match.describe()
    again: Any = gunki.compose("hideyoshi", "tennozan", document, dice="typed")
    assert again.position.digest() == match.position.digest()
    assert again.describe() == document
    for other in (match, again):
        while other.decision.name in ("nobusumi", "clan"):
            other.act("5")
    assert again.position.digest() == match.position.digest()


@clause("hideyoshi", "35.8(2)", "35.8(3)-4")
def test_the_die_of_the_mori_is_described_and_read_back() -> None:
    match = compose({}, stage=0, dice="typed", fights={"mori": "none"}, state={"peace": 1})
    assert match.decision.name == "summons"
    again: Any = gunki.compose("hideyoshi", "tennozan", match.describe(), dice="typed")
    assert again.position.digest() == match.position.digest()
    assert again.decision.name == "summons"


@clause("hideyoshi", "35.8(5)")
def test_an_occupation_under_way_is_described_and_read_back() -> None:
    units = {HIDENAGA: "5416", NOBUTAKA: "5416", "kitabatake_nobukatsu": "5313", "niwa_nagahide": "5313"}
    match = compose(units, phase="anti_hashiba")
    match.act("end")
    while match.decision.name == "ownership":
        assert_reads_back(match)
        match.act(match.decision.texts[-1])
    assert_reads_back(match)


@clause("hideyoshi", "35.5-A")
def test_recruiting_under_way_is_described_and_read_back() -> None:
    units = {**force(AZUCHI, SAITO, "ise_sadaoki"), "suwa_morinao": KYOTO, **dict.fromkeys(RECRUITS, "off")}
    match = compose(units, phase="anti_hashiba", castles={"azuchi": {"owner": "akechi"}}, dice=[6])
    acts(match, f"act {SAITO}", "organise", "done")
    assert_reads_back(match)
    match.act("recruits")
    assert_reads_back(match)
    match.act(f"enlist {RECRUITS[3]}")
    assert match.decision.name == "enlist"
    assert_reads_back(match)
    match.act(f"enlist {RECRUITS[0]}")
    assert_reads_back(match)


@clause("hideyoshi", "35.5-H")
def test_an_appearance_under_way_is_described_and_read_back() -> None:
    units = {**dict.fromkeys(SHIBATA, "off"), HIDENAGA: HIMEJI}
    match = compose(units, turn=5, stage=0, dice=[4] * 9)
    assert_reads_back(match)
    match.act("lead hara_masashige shibata_katsuie")
    assert_reads_back(match)
    match.act("done")
    assert_reads_back(match)


@clause("hideyoshi", "35.8(3)-4")
def test_the_peace_under_way_is_described_and_read_back() -> None:
    match = start([3], phase="hashiba")
    acts(match, f"act {HIDEYOSHI}", "siege", "call")
    assert match.decision.name == "ownership"
    assert_reads_back(match)
    match.act("own hashiba")
    assert_reads_back(match)


@clause("hideyoshi", "35.8(3)-4", "35.8(5)")
def test_castles_that_the_mori_took_before_the_peace_stay_theirs() -> None:
    """Yodo was nobody's and became theirs; nobody plays them now."""
    match = start([3], phase="hashiba", castles={"yodo": {"owner": "mori"}})
    acts(match, f"act {HIDEYOSHI}", "siege", "call", "own hashiba")
    assert sides(match)["mori"] == "neutral"
    assert match.view(None)["castles"]["yodo"]["owner"] == "mori"
    assert_reads_back(match)


@clause("hideyoshi", "35.8(3)-4", "35.4-O")
@pytest.mark.parametrize(("clan", "peace"), [("mori", 0), ("ikeda", 1)])
def test_a_castle_owned_by_a_clan_that_was_never_in_the_war_is_refused(clan: str, peace: int) -> None:
    state = {"peace": peace, "seat_of": {"mori": "none"}}
    with pytest.raises(gunki.PositionError, match=rf"^castles\.yodo\.owner: nobody plays {clan}"):
        compose({HIDENAGA: HIMEJI}, phase="hashiba", castles={"yodo": {"owner": clan}}, state=state)


@clause("hideyoshi", "35.9")
@pytest.mark.parametrize("texts", [(), ("move",), ("move", "to 3520"), ("battle",)])
def test_nobunagas_action_under_way_is_described_and_read_back(texts: tuple[str, ...]) -> None:
    units = {NOBUNAGA: KYOTO, HIDENAGA: KYOTO, NOBUTAKA: KYOTO, SAITO: "3523" if "move" in texts else "3522"}
    match = compose(units, around=KYOTO, phase="hashiba", options={"nobunaga_acts": True}, dice=[6, 1, 1])
    acts(match, f"act {NOBUNAGA}", "summon_all", *texts)
    assert_reads_back(match)


@clause("hideyoshi", "35.8(1)-3(a)")
def test_a_clan_that_is_held_back_is_held_back_when_read_back() -> None:
    match = compose({NOBUTAKA: "3126", HIDENAGA: HIMEJI}, turn=1, phase="hashiba", state={"held_back": ["kobe"]})
    assert match.decision.texts == [f"act {HIDENAGA}", "end"]
    assert_reads_back(match)


@clause("hideyoshi", "35.8(1)-3", "35.8(2)")
def test_a_clan_that_has_joined_has_joined_when_read_back() -> None:
    fights = {"ikeda": "hashiba", "tsutsui": "anti_hashiba"}
    match = compose({"ikeda_tsuneoki": {"hex": "2924", **INSIDE}, HIDENAGA: HIMEJI}, phase="hashiba", fights=fights)
    assert_reads_back(match)
    assert {clan: sides(match)[clan] for clan in JOINING} == {
        **dict.fromkeys(JOINING, "neutral"), "ikeda": "hashiba", "tsutsui": "anti_hashiba"
    }  # fmt: skip


# --- entries and view as the game's page has them ---------------------------------------------------------------------


@clause("hideyoshi", "35.8(1)-3")
def test_sides_of_clans_are_an_entry_of_a_position() -> None:
    match = compose({HIDENAGA: HIMEJI}, phase="hashiba", clans={"ikeda": "anti_hashiba", "gamo": "hashiba"})
    assert (sides(match)["ikeda"], sides(match)["gamo"], sides(match)["tsutsui"]) == (
        "anti_hashiba", "hashiba", "neutral"
    )  # fmt: skip


@clause("hideyoshi", "35.8(3)-4")
def test_the_peace_is_an_entry_of_a_position() -> None:
    match = compose({HIDENAGA: HIMEJI}, phase="hashiba", state={"peace": 1})
    assert sides(match)["mori"] == "neutral"


@clause("hideyoshi", "35.7(2)-1")
def test_lost_units_are_an_entry_of_a_position() -> None:
    match = compose({HIDENAGA: HIMEJI, KATSUIE: "dead"}, phase="hashiba", state={"lost": {KATSUIE: "fallen"}})
    assert KATSUIE in match.describe()["state"]["lost"]


@clause("hideyoshi", "35.8(1)-3", "QR-CLAN")
def test_the_view_shows_kyoto_the_clans_and_their_dice() -> None:
    view = compose({SAITO: KYOTO, HIDENAGA: HIMEJI}, phase="hashiba", state={"kyoto": "anti_hashiba"}).view("hashiba")
    assert view["kyoto"] == "anti_hashiba"
    assert view["clans"]["ikeda"] == "neutral"
    assert view["clan_rolls"]["ikeda"]["value"] == 0
    assert set(view["clan_rolls"]) >= set(JOINING)


@clause("hideyoshi", "35.8(3)-4", "QR-MORI")
def test_the_view_shows_what_calls_the_mori() -> None:
    match = compose({HIDENAGA: {"hex": HIMEJI, **INSIDE}}, phase="hashiba", fights={"mori": "none"}, state={"peace": 1})
    found = match.view("hashiba")["summons"]["mori"]
    assert (found["strength"], found["least"]) == (2, 3)
