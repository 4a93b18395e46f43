"""Refusals in battles and sieges name the clause that forbids, not that of the question."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.common import acts, allowed
from tests.clauses.forces import besiege, force, garrison, neighbours, pay_forced_losses
from tests.clauses.gunyuden.editions import only
from tests.clauses.gunyuden.field import BESIDE, HERE, THERE, compose_field
from tests.clauses.gunyuden.table import compose, host
from tests.clauses.reasons import barred
from tests.support import clause

MATSU, SUGI, KAEDE, HINOKI = "matsu", "sugi", "kaede", "hinoki"
TAKA, TSURU, KAMO = "taka", "tsuru", "kamo"
KAWA, YAMA = "0514", "0505"


# --- 22: whom a force may attack ---------------------------------------------------------------------------------


@clause("gunyuden", "22-1-5")
def test_every_enemy_behind_water_is_named() -> None:
    shores = {f"{HERE}-{THERE}": "water", f"{HERE}-{BESIDE}": "water"}
    match = compose_field({SUGI: HERE, TSURU: THERE, KAMO: BESIDE}, sides=shores)
    match.act(f"act {SUGI}")
    barred(match, "battle", "22-1-5 water_between", "22-1-5 water_between")
    assert {bar.data["hex"] for bar in match.why_not("battle")} == {THERE, BESIDE}


@clause("gunyuden", "23-7", "22-1-2")
@pytest.mark.parametrize(("place", "reason"), [("0504", "23-7 only_before_gate"), ("0502", "22-1-2 no_enemy")])
def test_a_garrison_attacks_only_before_its_gate_and_is_refused_with_that_reason(place: str, reason: str) -> None:
    match = compose_field({**garrison(YAMA, SUGI), TSURU: place, "yanagi": "0506"}, around=YAMA)
    match.act(f"act {SUGI}")
    barred(match, "battle", reason)


@clause("gunyuden", "17.0", "22-1-2")
def test_a_garrison_is_no_target_in_the_field_but_for_a_siege() -> None:
    """G-19: in the next hex, in the same hex, or beside others who stand in the open."""
    inside, beside = garrison(KAWA, "sagi"), neighbours(KAWA)
    for place in (beside[0], KAWA):
        match = compose_before_kawa({SUGI: place, **inside})
        match.act(f"act {SUGI}")
        barred(match, "battle", "17.0 behind_walls")
        assert match.why_not("battle")[0].data["hex"] == KAWA
    match = compose_before_kawa({SUGI: "0513", **inside, TSURU: "0512", KAMO: "0613"})
    acts(match, f"act {SUGI}", "battle")
    allowed(match, "attack 0512", "attack 0613")
    barred(match, f"attack {KAWA}", "17.0 behind_walls")


@clause("gunyuden", "22-1-3")
def test_a_force_that_has_chosen_a_hex_attacks_no_other_besides() -> None:
    units = {MATSU: HERE, TSURU: THERE, KAMO: THERE, TAKA: BESIDE}
    match = compose_field(units)
    acts(match, f"act {MATSU}", "battle", f"attack {THERE}")
    assert match.decision.name == "defenders"
    barred(match, f"attack {BESIDE}", "22-1-3 one_hex")
    barred(match, f"decisive {BESIDE}", "22-1-3 one_hex")
    allowed(match, "fight", f"spare {TSURU}")
    barred(match, f"spare {TAKA}", "23-1-2 not_attacked")


@clause("gunyuden", "22-1-3", "23-7", "12-2-3", "12-2-4", "12-2-1")
def test_a_force_that_cannot_join_a_sortie_is_refused_with_the_reason() -> None:
    """Stage 3: Kaede has two points only, Hinoki has acted, Tsuga is led."""
    inside = {
        **garrison(YAMA, SUGI, KAEDE, MATSU),
        **force(YAMA, HINOKI, "tsuga", inside=True, acted=True),
    }
    match = compose_field({**inside, TSURU: YAMA, "yanagi": "0506", "kashi": "0504"}, around=YAMA, stage=3)
    acts(match, f"act {SUGI}", "battle")
    assert match.decision.name == "sortie"
    allowed(match, f"join {MATSU}")
    barred(match, f"join {SUGI}", "23-7 takes_part")
    barred(match, f"join {KAEDE}", "12-2-4 no_activation")
    barred(match, f"join {HINOKI}", "12-2-3 has_acted")
    barred(match, "join tsuga", "12-2-1 under_command")
    barred(match, "join kashi", "23-7 not_in_garrison")
    barred(match, "attack 0504", "22-1-3 one_hex")


# --- 17 to 19: sieges --------------------------------------------------------------------------------------------


def compose_before_kawa(units: dict[str, Any], **entries: Any) -> Any:
    return compose({MATSU: "0508", **units}, **{"around": KAWA, "radius": 3, "to_act": "red", **entries})


@clause("gunyuden", "17-1-5")
def test_a_siege_is_chosen_before_its_means() -> None:
    match = compose_before_kawa(host(KAWA, 12))
    match.act(f"act {SUGI}")
    for verb in ("invest", "assault", "call"):
        barred(match, verb, "17-1-5 siege_first")
    match.act("siege")
    allowed(match, "invest", "assault")


@clause("gunyuden", "19-4-3", "19-4-2")
@only("first")
def test_a_bullet_of_an_assault_is_paid_first() -> None:
    """12 before Kawa of level 1; the die of 2 is a 1 on 11-20: 0/4 and a unit."""
    match = compose_before_kawa(host(KAWA, 12), dice=[2])
    besiege(match, SUGI, "assault")
    assert (match.decision.name, match.decision.clause) == ("losses", "gunyuden:19-4-3")
    barred(match, f"lose {SUGI}", "19-4-3 eliminate_first")
    barred(match, f"fall {MATSU}", "19-4-2 not_involved")
    match.act("fall ume")
    assert match.decision.clause == "gunyuden:19-4-2"
    barred(match, f"fall {SUGI}", "19-4-3 no_bullet")
    barred(match, "lose ume", "19-4-2 not_involved")
    pay_forced_losses(match)
