"""Ambushes on the march (R-8): several ambushers, long marches, how an ambush ends, and how it is written down."""

from __future__ import annotations

from typing import Any

import pytest

import gunki
from gunki import Match
from tests.clauses.common import acts, allowed, refused
from tests.clauses.forces import at, attack, force, lane, march, morale, points_left, rolls, steps, unit
from tests.clauses.gunyuden.ambush import LAIR, NEAR, OTHERS, ROUGH, lair, march_towards_lair, spring_ambush
from tests.clauses.gunyuden.editions import only
from tests.clauses.gunyuden.table import compose, host
from tests.support import clause

pytestmark = only("revised")

# --- several ambushers ----------------------------------------------------------------------------------


def meet_two_lairs(dice: list[int], **entries: Any) -> Any:
    """Compose Kaede and Ume in ambush on two sides of the hex that Tsuru enters."""
    match = march_towards_lair({**lair(), **lair("ume", at="1307")}, dice, terrain={"1307": "rough"}, **entries)
    match.act(f"to {NEAR}")
    return match


@clause("gunyuden_revised", "QR-CRT-ambush")
def test_each_ambusher_is_asked_in_turn() -> None:
    match = meet_two_lairs([6])
    assert match.decision.name == "spring"
    first = match.decision.data["unit"]
    match.act("let_pass")
    assert match.decision.name == "spring"
    second = match.decision.data["unit"]
    assert {first, second} == {"kaede", "ume"}
    match.act("spring")
    assert rolls(match.events)[0]["unit"] == second
    assert unit(match, first)["ambush"]
    assert "ambush" not in unit(match, second)


@clause("gunyuden_revised", "QR-CRT-ambush")
def test_both_may_strike_one_after_the_other() -> None:
    match = meet_two_lairs([4, 4])
    match.act("spring")
    match.act("lose kiji")
    assert (match.decision.who, match.decision.name) == ("red", "spring")
    match.act("spring")
    match.act("lose kiji")
    assert at(match, "kiji") == "dead"
    assert len(rolls(match.events)) == 2
    assert match.decision.name == "force"


@clause("gunyuden_revised", "QR-CRT-ambush")
def test_a_victim_that_fell_back_out_of_reach_is_not_struck_again() -> None:
    """A hex back nobody is beside Tsuru any more."""
    match = meet_two_lairs([4, 4])
    acts(match, "spring", "retreat")
    assert at(match, "tsuru") == "1208"
    assert len(rolls(match.events)) == 1
    assert (match.decision.who, match.decision.name) == ("blue", "force")


@clause("gunyuden_revised", "QR-CRT-ambush")
def test_a_force_that_both_ambushers_let_pass_marches_on() -> None:
    match = meet_two_lairs([])
    acts(match, "let_pass", "let_pass")
    assert (match.decision.who, match.decision.name, points_left(match)) == ("blue", "march", 5)


# --- past an ambusher in one go -------------------------------------------------------------------------


def march_past_lair(dice: list[int], to: str = "0705") -> Any:
    """March Tsuru along a lane past 0906, which is beside 1005, 0905 and 0805."""
    ground = lane([f"{column:02}05" for column in range(5, 14)], beside={"0906": "rough"})
    units = {**lair(at="0906"), **force("1305", "tsuru", "kiji"), **OTHERS}
    match = march(compose(units, phase="blue", dice=dice, **ground), "tsuru")
    match.act(f"to {to}")
    return match


@clause("gunyuden_revised", "QR-CRT-ambush")
def test_a_long_march_is_held_up_in_every_hex_beside_the_ambusher() -> None:
    match = march_past_lair([])
    seen = []
    while match.decision.name == "spring":
        seen.append(at(match, "tsuru"))
        match.act("let_pass")
    assert seen == ["1005", "0905", "0805"]
    assert (at(match, "tsuru"), match.decision.name, points_left(match)) == ("0705", "march", 2)


@clause("gunyuden_revised", "QR-CRT-ambush")
def test_once_all_may_pass_nobody_is_asked_again_in_this_march() -> None:
    match = march_past_lair([])
    match.act("let_all_pass")
    assert (at(match, "tsuru"), match.decision.name, points_left(match)) == ("0705", "march", 2)
    acts(match, "to 0805")
    assert match.decision.name != "spring"


@clause("gunyuden_revised", "QR-CRT-ambush")
def test_the_ambusher_is_asked_again_at_the_next_march() -> None:
    match = march_past_lair([], to="1005")
    match.act("let_all_pass")
    match.act("halt")
    while match.view(None)["stage"] == 1:
        match.act("end")
    while match.decision.who != "blue":
        match.act("end")
    march(match, "tsuru")
    match.act("to 0905")
    assert match.decision.name == "spring"


@clause("gunyuden_revised", "QR-CRT-ambush")
def test_a_force_struck_on_the_way_stays_in_that_hex() -> None:
    match = march_past_lair([2])
    acts(match, "let_pass", "spring", "lose kiji")
    assert at(match, "tsuru") == "0905"
    assert match.decision.name == "force"


@clause("gunyuden_revised", "QR-CRT-ambush")
def test_the_way_back_leads_along_the_hexes_passed_in_one_go() -> None:
    match = march_past_lair([2])
    acts(match, "let_pass", "spring", "retreat")
    assert at(match, "tsuru") == "1005"


def list_marches(match: Match) -> list[tuple[str, list[str]]]:
    """Return the marches told since the last answer: the goal of each and the hexes on its way."""
    return [(e.data["to_hex"], list(e.data["way_hex"])) for e in match.events if e.kind == "marched"]


@clause("gunyuden_revised", "QR-CRT-ambush")
def test_out_of_reach_of_any_ambush_a_march_is_made_at_one_stroke() -> None:
    match = march_past_lair([], to="1105")
    assert list_marches(match) == [("1105", ["1305", "1205", "1105"])]
    assert (match.decision.who, match.decision.name, points_left(match)) == ("blue", "march", 6)


@clause("gunyuden_revised", "QR-CRT-ambush")
def test_the_way_back_leads_along_the_hexes_of_an_earlier_part_of_the_march() -> None:
    match = march_past_lair([6], to="1105")
    acts(match, "to 1005", "spring", "retreat")
    assert at(match, "tsuru") == "1205"


WAY = [f"{column:02}05" for column in range(5, 14)]


# --- strategic movement ---------------------------------------------------------------------------------


@clause("gunyuden_revised", "12.0")
def test_strategic_movement_never_touches_a_hex_beside_an_ambusher() -> None:
    """0906 is beside 0805, 0905 and 1005. Red's Sugi, coming from Yama, may go as far as 0705."""
    ground = lane(WAY, beside={"0906": "rough"})
    for ambusher in (True, False):
        units = {"sugi": WAY[1], **(lair("hato", at="0906") if ambusher else {"hato": "0919"}), "yanagi": "0505"}
        match = march(compose(units, phase="red", **ground), "sugi", "strategic")
        allowed(match, "to 0705")
        if ambusher:
            for place in ("0805", "0905", "1105"):
                refused(match, f"to {place}")
        else:
            allowed(match, "to 0805", "to 0905", "to 1105")


# --- how it ends ----------------------------------------------------------------------------------------


@clause("gunyuden_revised", "QR-CRT-ambush")
def test_a_sprung_ambush_is_over_and_the_force_has_its_zone_again() -> None:
    match = spring_ambush(lair(), [1])
    assert "ambush" not in unit(match, "kaede")
    match = march_towards_lair({**lair(), **force("1110", "hato")}, [1])
    acts(match, f"to {NEAR}", "spring")
    march(match, "hato")
    before = points_left(match)
    match.act("to 1107")
    assert match.decision.name == "march"  # nobody is asked
    assert before - points_left(match) == 4  # 1109, 1108, 1107 and the zone


@clause("gunyuden_revised", "12.0")
@pytest.mark.parametrize("action", ["move", "rally", "battle"])
def test_any_action_ends_an_ambush(action: str) -> None:
    units = {**lair(morale=-1), "hato": "1306", **OTHERS}
    match = compose(units, around=LAIR, to_act="red", terrain=ROUGH, dice=[1, 1, 1])
    acts(match, "act kaede")
    match.act(action)
    if action == "move":
        acts(match, "to 1205", "halt")
    if match.decision.name == "target":
        match.act(match.decision.texts[0])
    assert "ambush" not in unit(match, "kaede")


@clause("gunyuden_revised", "12.0")
def test_being_attacked_ends_an_ambush() -> None:
    match = compose({**lair(), "tsuru": NEAR, **OTHERS}, around=LAIR, phase="blue", terrain=ROUGH, dice=[1, 1])
    attack(match, "tsuru", LAIR)
    assert "ambush" not in unit(match, "kaede")


@clause("gunyuden_revised", "12.0")
def test_an_ambush_that_is_left_alone_lasts() -> None:
    """Over the stages, and into the next turn."""
    match = compose({"kaede": LAIR, **OTHERS}, around=LAIR, to_act="red", terrain=ROUGH)
    acts(match, "act kaede", "ambush")
    while match.view(None)["turn"] == 1:
        match.act("end")
    assert unit(match, "kaede")["ambush"]


# --- written down ---------------------------------------------------------------------------------------


@clause("gunyuden_revised", "QR-CRT-ambush")
@pytest.mark.parametrize("so_far", [[], ["spring"], ["spring", "lose kiji"]])
def test_an_ambush_can_be_written_down_in_the_middle(so_far: list[str]) -> None:
    """15 on 6: 3, of a march of three hexes; both go on alike."""
    match = march_towards_lair(lair("matsu", "kuri", "buna", "nara", "kashi"), [1])
    acts(match, f"to {NEAR}", *so_far)
    copy = gunki.compose("valley", match.describe(), dice=[1])
    assert copy.position.digest() == match.position.digest()
    for played in (match, copy):
        for text in ["spring", "lose kiji", "retreat"][len(so_far) :]:
            played.act(text)
        assert (at(played, "tsuru"), morale(played, "tsuru"), steps(played, "kiji")) == ("1209", -2, 1)
    assert copy.position.digest() == match.position.digest()


@clause("gunyuden_revised", "QR-CRT-ambush")
def test_a_march_that_may_pass_can_be_written_down() -> None:
    match = march_past_lair([], to="1005")
    match.act("let_all_pass")
    copy = gunki.compose("valley", match.describe())
    assert copy.position.digest() == match.position.digest()
    for played in (match, copy):
        played.act("to 0905")
        assert points_left(played) == 4


@clause("gunyuden_revised", "12.0")
@pytest.mark.parametrize(
    ("units", "named"),
    [
        ({"kaede": {"hex": LAIR, "ambush": True}}, "kaede"),
        ({"kaede": {"hex": "1706", "ambush": True}}, "kaede"),
        ({"kaede": {"hex": "1706", "inside": True, "ambush": True}}, "kaede"),
        (force("1306", "kaede") | {"ume": {"hex": "1306", "leader": "kaede", "ambush": True}}, "ume"),
        (host("0617", 12, invests=True, ambush=True), "sugi"),
    ],
)
def test_a_composed_ambush_that_no_play_brings_about_is_refused(units: dict[str, Any], named: str) -> None:
    """On flat ground, on the hex of a castle, in it; of one who is led; of an investor."""
    rough = dict.fromkeys(("1306", "1706", "0617"), "rough")
    with pytest.raises(gunki.PositionError, match=rf"units\.{named}"):
        compose({**units, **OTHERS}, around=LAIR, phase="red", terrain=rough)


@clause("gunyuden_revised", "12.0")
def test_without_ambushes_none_is_composed() -> None:
    with pytest.raises(gunki.PositionError, match=r"units\.kaede"):
        compose({**lair(), **OTHERS}, around=LAIR, phase="red", terrain=ROUGH, options={"ambush": False})


@clause("gunyuden_revised", "12.0")
def test_organising_ends_an_ambush() -> None:
    """Sugi takes Ume, who lay in wait beside him, into his force; Kaede lets one of his go."""
    units = {"sugi": LAIR, **lair("ume"), **OTHERS}
    match = compose(units, around=LAIR, to_act="red", terrain=ROUGH)
    acts(match, "act sugi", "organise", "take ume", "done")
    assert unit(match, "ume")["leader"] == "sugi"
    assert not [name for name in ("sugi", "ume") if "ambush" in unit(match, name)]
    match = compose({**lair("kaede", "ume"), **OTHERS}, around=LAIR, to_act="red", terrain=ROUGH)
    acts(match, "act kaede", "organise", "split ume")
    assert "leader" not in unit(match, "ume")
    assert not [name for name in ("kaede", "ume") if "ambush" in unit(match, name)]
