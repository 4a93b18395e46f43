"""Why a march, a line or an organisation is refused: the ground in use, snow, the sea, and who leads whom."""

from __future__ import annotations

from typing import Any

from tests.clauses.common import acts, allowed
from tests.clauses.forces import lane, march, neighbours, plain
from tests.clauses.kanto.table import compose
from tests.clauses.reasons import barred
from tests.support import clause

KENSHIN, KAKIZAKI = "uesugi_kenshin", "kakizaki_kageie"
ENEMY = "anayama_nobukimi"
UJIYASU, UJIMASA = "hojo_ujiyasu", "hojo_ujimasa"
FAR = {"saito_tomonobu": "0505"}  # so that the phase does not end with the march
HERE, STEP = "1207", "1206"
SECOND, THIRD = "kenshin_crosses_the_mountains", "conquest_of_kanto"
# A single way from Kasugayama (0505) along the fifth row, each hex beside the next; 1104 touches 1105 alone.
ROW = [f"{column:02}05" for column in range(5, 23)]


def compose_plain(units: dict[str, Any], **entries: Any) -> Any:
    """Compose open ground with the Uesugi to act."""
    return compose({**FAR, **units}, **{"around": STEP, "to_act": "uesugi", **entries})


# --- 15: zones and morale ----------------------------------------------------------------------------------------


@clause("kanto", "35.0(2)", "15-2-1")
def test_a_closed_hex_in_the_way_is_named() -> None:
    match = compose({KAKIZAKI: "0705", **FAR}, to_act="uesugi", provinces={"0905": "suruga"}, **lane(ROW))
    march(match, KAKIZAKI)
    barred(match, "to 1105", "35.0(2) not_in_use")
    assert [bar.data["hex"] for bar in match.why_not("to 1105")] == ["0905"]


@clause("kanto", "36(8)-2", "15-3-1")
def test_before_the_game_too_strategic_movement_is_refused_for_its_own_reasons() -> None:
    stack = [
        {"procedure": "Campaign", "step": "before", "place": 1},
        {"procedure": "MovesBefore", "step": "start", "seat": 0, "moves": 2, "force": -1, "made": 0},
    ]
    ground = lane(ROW, beside={"1104": "flat"})
    match = compose({KAKIZAKI: "1105", KENSHIN: "0505", ENEMY: "1104"}, stack=stack, **ground)
    match.act(f"act {KAKIZAKI}")
    allowed(match, "move", "rest")
    barred(match, "strategic", "15-3-1 near_enemy")


# --- 11: what cuts a line ----------------------------------------------------------------------------------------


@clause("kanto", "33-2")
def test_a_force_on_no_coast_is_refused_because_it_is_not_coastal() -> None:
    """Ujimasa alone among mountains; with a way to the shore the sea carries his line to Odawara."""
    ground = plain("2237", 2)
    walls = dict.fromkeys(neighbours("2537"), "mountain")
    land = {**ground["terrain"], **walls, "2537": "flat", "2338": "sea", "2438": "sea"}
    units = {UJIMASA: "2537", UJIYASU: "2237", KENSHIN: "0505"}
    inland, ashore = (
        compose(units, scenario=THIRD, phase="hojo", sides=ground["sides"], terrain={**land, "2538": shore})
        for shore in ("mountain", "sea")
    )
    inland.act(f"act {UJIMASA}")
    barred(inland, "strategic", "15-3-2 no_line", "33-2 not_coastal")
    ashore.act(f"act {UJIMASA}")
    barred(ashore, "strategic", "15-2 nowhere")


# --- 13, 14: organising ------------------------------------------------------------------------------------------


def start_organising(who: str, units: dict[str, Any], **entries: Any) -> Any:
    match = compose_plain(units, **entries)
    acts(match, f"act {who}", "organise")
    return match


@clause("kanto", "30-5", "9-2-3")
def test_ujimasa_never_leads_ujiyasu() -> None:
    units = {UJIMASA: HERE, UJIYASU: HERE, "hojo_tsunashige": HERE, KENSHIN: "0505"}
    match = start_organising(UJIMASA, units, scenario=THIRD, to_act=None, phase="hojo")
    barred(match, f"take {UJIYASU}", "30-5 leads_him", "9-2-3 rank")
    match = start_organising(UJIYASU, units, scenario=THIRD, to_act=None, phase="hojo")
    allowed(match, f"take {UJIMASA}")
