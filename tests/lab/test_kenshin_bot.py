"""The greedy bot of Kenshin's Arrival in Kyoto: its evaluation, its marches, its battles and its sieges."""

from __future__ import annotations

from typing import Any

import pytest

import gunki
from gunki import Match
from gunki.games.kenshin.bot.evaluation import surrender_chance
from gunki.games.kenshin.setup import ODA as ODA_SEAT
from gunki.games.kenshin.setup import UESUGI as UESUGI_SEAT
from tests.clauses.common import decision_of
from tests.clauses.kenshin.fights import (
    HERE,
    HONJO,
    JINBO,
    KAKIZAKI,
    KENSHIN,
    MAEDA,
    MEN,
    NAOE,
    NOBUNAGA,
    SASA,
    SHIBATA,
    THERE,
)
from tests.clauses.kenshin.table import (
    FIELD,
    ODA,
    UESUGI,
    acts,
    at,
    compose,
    fight_until,
    force,
    garrison,
    of_kind,
    to_phase,
)
from tests.lab.greedy import choose, evaluate, list_candidates, play_phase, points_to

GAME = gunki.game("kenshin")
KYOTO, KITANOSHO, HACHIMAN = "2024", "2912", "3818"


def compose_at_home(units: dict[str, Any], **entries: Any) -> Match:
    """Compose a position in which the dice do not matter, with UESUGI and ODA at home."""
    return compose({**UESUGI, **ODA, **units}, **{"dice": None, **entries})


# --- what counts ------------------------------------------------------------------------------------------------------


def test_points_are_worth_as_much_to_one_side_as_they_cost_the_other() -> None:
    before, after = (compose_at_home({}, phase="uesugi_movement", score=score) for score in (0, 3))
    gain = evaluate(after, UESUGI_SEAT) - evaluate(before, UESUGI_SEAT)
    assert gain > 0
    assert evaluate(after, ODA_SEAT) - evaluate(before, ODA_SEAT) == -gain


def test_kyoto_is_worth_most_with_kenshin() -> None:
    near = {KENSHIN: "2023", HONJO: "2023"}
    worth = [
        evaluate(compose_at_home({**near, **there}, phase="oda_movement"), UESUGI_SEAT)
        for there in ({}, {HONJO: KYOTO}, {KENSHIN: KYOTO, HONJO: KYOTO})
    ]
    assert worth == sorted(worth)
    assert worth[2] - worth[1] > worth[1] - worth[0] > 0


def test_a_step_of_a_commander_is_worth_more_than_one_of_a_busho() -> None:
    whole = evaluate(compose_at_home({SHIBATA: KITANOSHO, MAEDA: KITANOSHO}), ODA_SEAT)
    lost = [
        whole
        - evaluate(
            compose_at_home({SHIBATA: KITANOSHO, MAEDA: KITANOSHO, name: {"hex": KITANOSHO, "steps": 1}}), ODA_SEAT
        )
        for name in (SHIBATA, MAEDA)
    ]
    assert lost[0] > lost[1] > 0


def test_the_chance_of_surrender_grows_with_marker_and_time_and_falls_with_rank() -> None:
    setup: Any = gunki.new("kenshin", seed=1).setup
    none, busho, _, taisho = setup.siege
    assert surrender_chance(none, 0) > surrender_chance(busho, 0) > surrender_chance(taisho, 0) > 0
    assert surrender_chance(busho, 3) > surrender_chance(busho, 1) > surrender_chance(busho, 0)
    assert surrender_chance(busho, 1, 4) > surrender_chance(busho, 1, 2)
    assert surrender_chance(none, 6) == 100
    assert surrender_chance((0, 0, 0, 1, 1, 2), 0, 1) == round(
        100 * (2 / 6 * 1 / 6 + 1 / 6 * 2 / 6)
    )  # Miki at first (9-1)


def test_a_siege_is_worth_more_the_lower_morale_is() -> None:
    besieged = {**garrison(HACHIMAN, "endo_yoshitaka"), **force(HACHIMAN, KAKIZAKI, JINBO, NAOE)}
    worth = [
        evaluate(compose_at_home(besieged, castles={"hachiman": entry}, phase="uesugi_movement"), UESUGI_SEAT)
        for entry in ({}, {"marker": 0}, {"marker": 2}, {"marker": 4})
    ]
    assert worth == sorted(worth)
    assert len(set(worth)) == 4


# --- marching ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [0, 1])
def test_kenshin_marches_along_the_hokuriku_road(seed: int) -> None:
    match = gunki.compose("kenshin", "campaign", {"phase": "uesugi_movement"}, seed=seed)
    before = points_to(match, KENSHIN, KITANOSHO)
    play_phase(match, seed)
    assert points_to(match, KENSHIN, KITANOSHO) <= before - 5


def test_a_single_unit_marches_to_an_empty_castle() -> None:
    match = compose_at_home({HONJO: "3817"}, phase="uesugi_movement")
    said = play_phase(match, 1)
    assert f"move {HONJO}" in said
    assert at(match, HONJO) == HACHIMAN


def test_the_bot_enters_an_open_kyoto() -> None:
    match = compose_at_home({HONJO: "2022"}, phase="uesugi_movement")
    play_phase(match, 1)
    assert at(match, HONJO) == KYOTO


def test_a_unit_that_holds_kyoto_stays_there() -> None:
    match = compose_at_home({HONJO: KYOTO}, phase="uesugi_movement")
    play_phase(match, 1)
    assert at(match, HONJO) == KYOTO


def test_nobunaga_marches_back_to_a_lost_kyoto() -> None:
    match = compose_at_home(
        {HONJO: KYOTO, **force("2523", NOBUNAGA, "hori_hidemasa", "gamo_ujisato")}, phase="oda_movement"
    )
    before = points_to(match, NOBUNAGA, KYOTO)
    play_phase(match, 1)
    assert points_to(match, NOBUNAGA, KYOTO) < before


def test_nobunaga_keeps_away_from_a_greater_army() -> None:
    host, pair = force(FIELD, KENSHIN, *MEN[:10]), force("4812", NOBUNAGA, "hori_hidemasa")
    match = compose_at_home({**host, **pair}, around=FIELD, radius=6, phase="oda_movement")
    before = points_to(match, NOBUNAGA, FIELD)
    play_phase(match, 1)
    assert points_to(match, NOBUNAGA, FIELD) > before


def test_only_leaders_that_mostly_pass_are_considered_for_a_check() -> None:
    match = compose_at_home({KENSHIN: FIELD, "wakabayashi_nagato": "4812"}, around=FIELD, phase="uesugi_forced_march")
    assert {f"check {KENSHIN}", "check wakabayashi_nagato"} <= set(decision_of(match).texts)
    found = list_candidates(match)
    assert f"check {KENSHIN}" in found
    assert "check wakabayashi_nagato" not in found


# --- battles ----------------------------------------------------------------------------------------------------------


def compose_fight(mine: dict[str, Any], theirs: dict[str, Any], **entries: Any) -> Match:
    return compose_at_home({**mine, **theirs}, around=FIELD, **{"phase": "uesugi_combat", **entries})


def test_the_bot_attacks_a_weaker_force() -> None:
    match = compose_fight(force(HERE, KAKIZAKI, *MEN[:3]), {MAEDA: THERE})
    assert choose(match) == f"attack {KAKIZAKI}"


def test_the_bot_does_not_attack_a_stronger_force() -> None:
    match = compose_fight({JINBO: HERE}, force(THERE, SHIBATA, MAEDA, SASA))
    assert f"attack {JINBO}" in decision_of(match).texts
    assert list_candidates(match) == ["end"]
    assert choose(match) == "end"


def test_the_bot_lets_every_force_join_a_good_fight() -> None:
    match = compose_fight(
        {**force(HERE, KAKIZAKI, *MEN[:2]), **force(HERE, "saito_tomonobu", *MEN[2:4])}, {MAEDA: THERE}
    )
    acts(match, f"attack {KAKIZAKI}")
    assert decision_of(match).name == "join"
    assert choose(match) == "join saito_tomonobu"


def test_kenshin_joins_no_fight_that_could_kill_him() -> None:
    """22-1: one round and the pursuit may cost two steps; the bot risks it with another leader as good."""
    for leader, dared in (("saika_shu", True), (KENSHIN, False)):
        match = compose_fight({leader: HERE}, {"mori_nagayoshi": THERE})
        assert f"attack {leader}" in decision_of(match).texts
        assert (f"attack {leader}" in list_candidates(match)) == dared
    match = compose_fight(force(HERE, KENSHIN, *MEN[:4]), {"mori_nagayoshi": THERE})
    assert f"attack {KENSHIN}" in list_candidates(match)


def test_the_bot_pursues_a_beaten_force() -> None:
    match = compose_fight(force(HERE, KAKIZAKI, *MEN[:3]), {MAEDA: THERE, SASA: THERE}, dice=[6, 5, 1, 1])
    acts(match, f"attack {KAKIZAKI}")
    fight_until(match, "pursuit")
    assert choose(match) == "pursue"


def test_the_bot_loses_a_busho_before_a_commander() -> None:
    match = compose_fight(force(HERE, KAKIZAKI, JINBO, NAOE), force(THERE, SHIBATA, MAEDA, SASA), dice=[1, 1, 6, 2])
    acts(match, f"attack {KAKIZAKI}")
    assert decision_of(match).name == "losses"
    assert f"lose {KAKIZAKI}" in decision_of(match).texts
    assert choose(match) in {f"lose {JINBO}", f"lose {NAOE}"}


# --- sieges -----------------------------------------------------------------------------------------------------------


def test_the_bot_invests_a_castle_at_once() -> None:
    match = compose_at_home(force(HACHIMAN, KAKIZAKI, JINBO), phase="uesugi_combat")
    assert decision_of(match).name == "siege"
    assert choose(match) == "invest hachiman"


def test_the_bot_does_not_storm_high_walls_with_a_large_garrison() -> None:
    inside = garrison(KITANOSHO, SHIBATA, MAEDA, SASA, "fuwa_mitsuharu", "kanamori_nagachika")
    match = compose_at_home({**inside, **force(KITANOSHO, KAKIZAKI, *MEN[:3])}, phase="uesugi_combat")
    assert f"assault {KAKIZAKI}" in decision_of(match).texts
    assert list_candidates(match) == ["end"]


def test_the_bot_demands_every_surrender() -> None:
    units = {**force(HACHIMAN, KAKIZAKI, JINBO), **garrison(HACHIMAN, "endo_yoshitaka")}
    match = compose_at_home(units, castles={"hachiman": {"marker": 2}}, phase="turn_start", step="demand")
    assert decision_of(match).name == "demand"
    assert list_candidates(match)[0] == "demand hachiman"
    assert choose(match) == "demand hachiman"


def test_the_bot_takes_hits_in_durability_while_much_is_left() -> None:
    inside = garrison(KITANOSHO, SHIBATA, MAEDA)
    match = compose_at_home(
        {**inside, **force(KITANOSHO, KENSHIN, *MEN[:10])}, phase="uesugi_combat", dice=[6, 5, 1, 1]
    )
    acts(match, f"assault {KENSHIN}")
    while decision_of(match).name != "walls":
        match.act(decision_of(match).texts[0])
    assert choose(match) == "breach"


# --- the turn ---------------------------------------------------------------------------------------------------------


def test_the_bot_accepts_the_proposed_setup_without_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    match, tried = gunki.new("kenshin", seed=1), []
    assert match.decision is not None
    assert match.decision.name == "deploy"
    monkeypatch.setattr(type(match.position), "apply", lambda *_: tried.append(1))
    assert choose(match) == "ready"
    assert not tried


def test_doing_nothing_stays_a_candidate() -> None:
    """A plan of several orders is compared with ending the phase after each of them."""
    match = compose_at_home(force(HACHIMAN, KAKIZAKI, JINBO), phase="uesugi_combat")
    assert "end" in list_candidates(match)
    to_phase(match, "oda_movement")
    assert "end" in list_candidates(match)
    assert of_kind(match.events, "phase")
