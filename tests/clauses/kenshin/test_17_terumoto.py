"""Chapter 17: Mori Terumoto may borrow the ability of Kikkawa or Kobayakawa (K-82)."""

from __future__ import annotations

import pytest

from tests.clauses.kenshin.fights import FORT, HERE, MAEDA, SHIBATA, THEIRS, THERE, compose_field, compose_siege, fort
from tests.clauses.kenshin.table import acts, decision_of, force, modifiers_of, options_of, roll_of, turn_of
from tests.clauses.reasons import barred
from tests.support import clause

TERUMOTO, KIKKAWA, KOBAYAKAWA, HOIDA = "mori_terumoto", "kikkawa_motoharu", "kobayakawa_takakage", "hoida_motokiyo"
#: Their abilities: 2, 5 and 4.
VALUES = {TERUMOTO: 2, KIKKAWA: 5, KOBAYAKAWA: 4}


@clause("kenshin", "17")
@pytest.mark.parametrize("chosen", VALUES)
def test_terumoto_may_fight_with_the_ability_of_an_uncle(chosen: str) -> None:
    """Uncles under Terumoto's command count too; no other unit under him does (Hoida)."""
    match = compose_field(
        force(HERE, TERUMOTO, KIKKAWA, KOBAYAKAWA, HOIDA), {MAEDA: {"hex": THERE, "ability": 0}}, 2, 2
    )
    match.act(f"attack {TERUMOTO}")
    assert turn_of(match) == ("ability", "uesugi")
    assert options_of(match) == {f"under {name}" for name in VALUES}
    barred(match, f"under {HOIDA}", "6-1-7 is_led")
    events = match.act(f"under {chosen}")
    assert modifiers_of(roll_of(events, "attack")) == {"12-2-1 A(3)": VALUES[chosen]}


@clause("kenshin", "17")
def test_an_uncle_with_his_own_force_may_lend_his_ability() -> None:
    match = compose_field({TERUMOTO: HERE, KIKKAWA: HERE}, THEIRS, 2, 2)
    acts(match, f"attack {TERUMOTO}", f"join {KIKKAWA}")
    assert options_of(match) == {f"under {TERUMOTO}", f"under {KIKKAWA}"}


@clause("kenshin", "17")
@pytest.mark.parametrize("where", [HERE, "4710"])
def test_an_uncle_must_take_part_in_the_battle(where: str) -> None:
    """Kikkawa in the same hex does not join; in another hex he cannot."""
    match = compose_field({TERUMOTO: HERE, KIKKAWA: where}, {MAEDA: THERE}, 2, 2)
    events = match.act(f"attack {TERUMOTO}")
    if decision_of(match).name == "join":
        events += match.act("fight")
    assert modifiers_of(roll_of(events, "attack")) == {"12-2-1 A(3)": -1}


@clause("kenshin", "17", "12-2-2 rank")
def test_without_an_uncle_terumoto_leads_himself() -> None:
    match = compose_field(force(HERE, TERUMOTO, HOIDA), {MAEDA: THERE}, 2, 2)
    assert modifiers_of(roll_of(match.act(f"attack {TERUMOTO}"), "attack")) == {"12-2-1 A(3)": -1}


@clause("kenshin", "17")
def test_terumoto_borrows_an_ability_in_defence() -> None:
    match = compose_field(force(HERE, TERUMOTO, KIKKAWA), THEIRS, 2, 2, phase="oda_combat")
    match.act(f"attack {SHIBATA}")
    assert turn_of(match) == ("ability", "uesugi")
    events = match.act(f"under {KIKKAWA}")
    assert modifiers_of(roll_of(events, "defence")) == {"12-2-1 D(3)": 1}


@clause("kenshin", "17", "13-3-5 A(2)")
@pytest.mark.parametrize(("chosen", "value"), [(TERUMOTO, -1), (KOBAYAKAWA, 1)])
def test_terumoto_borrows_an_ability_in_an_assault(chosen: str, value: int) -> None:
    """Against Maeda's 3."""
    units = {**force(FORT, TERUMOTO, KOBAYAKAWA), MAEDA: {"hex": FORT, "inside": True}}
    match = compose_siege(units, 3, 3, castles=fort(5, 2))
    match.act(f"assault {TERUMOTO}")
    assert options_of(match) == {f"under {TERUMOTO}", f"under {KOBAYAKAWA}"}
    events = match.act(f"under {chosen}")
    assert modifiers_of(roll_of(events, "assault")) == {"13-3-5 A(1)": -2, "13-3-5 A(2)": value}


@clause("kenshin", "17", "8-2-4 modifier")
def test_terumoto_borrows_an_ability_in_a_sortie() -> None:
    """Out of Fukashi, against Shibata's 4."""
    units = {**force("5114", TERUMOTO, KIKKAWA, inside=True), **force("5114", SHIBATA, MAEDA)}
    match = compose_siege(units, 2, 2, around="5114")
    match.act(f"sortie {TERUMOTO}")
    events = match.act(f"under {KIKKAWA}")
    assert modifiers_of(roll_of(events, "attack")) == {"8-2-4 modifier": 1}


@clause("kenshin", "17")
def test_without_terumoto_his_uncles_have_their_own_rank() -> None:
    """Under another taisho they lend nothing."""
    match = compose_field({"ukita_naoie": HERE, KIKKAWA: HERE}, {MAEDA: {"hex": THERE, "ability": 0}}, 2, 2)
    events = acts(match, "attack ukita_naoie", f"join {KIKKAWA}")
    assert modifiers_of(roll_of(events, "attack")) == {"12-2-1 A(3)": 3}
