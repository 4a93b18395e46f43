"""What the greedy bot makes of Kenshin's Arrival in Kyoto: what counts, where it goes, whom it attacks and spares."""

from __future__ import annotations

from typing import Any

import pytest

import gunki
from gunki import bots
from gunki.bots.greedy import Greedy
from gunki.games.kenshin.bot.evaluation import surrender_chance
from gunki.games.kenshin.setup import ODA as ODA_SEAT
from gunki.games.kenshin.setup import UESUGI as UESUGI_SEAT
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

GAME = gunki.game("kenshin")
KYOTO, KITANOSHO, HACHIMAN = "2024", "2912", "3818"


def value(match: Any, seat: int) -> int:
    return GAME.evaluate(match.position, seat)


def thought_of(match: Any) -> list[str]:
    """The answers that it thinks about."""
    told = GAME.bot_candidates(match.position, frozenset())
    return [str(match.position.lexicon.action(act)) for act in told or match.position.options()]


def choice(match: Any, seed: int = 1, trials: int = 4) -> str:
    return str(Greedy(seed, trials).choose(bots.bot_view(match, match.decision)))


def played(match: Any, seed: int, trials: int = 4) -> list[str]:
    """One phase as bots play it; what was answered by the one whose phase it is."""
    seat, players = match.decision.who, {name: Greedy(seed, trials) for name in match.seats}
    phase, said = match.view(None)["phase"], []
    while match.decision is not None and match.view(None)["phase"] == phase:
        text = str(players[match.decision.who].choose(bots.bot_view(match, match.decision)))
        if match.decision.who == seat:
            said.append(text)
        match.act(text)
    return said


def way(match: Any, name: str, goal: str) -> int:
    """How many movement points a unit is from a hex."""
    board = match.setup.map
    return int(match.position.setup.way(board.hex(goal))[board.hex(at(match, name))])


def laid(units: dict[str, Any], **entries: Any) -> Any:
    """A position in which the dice do not matter, with somebody of each side at home."""
    return compose({**UESUGI, **ODA, **units}, **{"dice": None, **entries})


# --- what counts ------------------------------------------------------------------------------------------------------


def test_the_score_counts_for_the_one_as_much_as_against_the_other() -> None:
    before, after = (laid({}, phase="uesugi_movement", score=score) for score in (0, 3))
    gain = value(after, UESUGI_SEAT) - value(before, UESUGI_SEAT)
    assert gain > 0
    assert value(after, ODA_SEAT) - value(before, ODA_SEAT) == -gain


def test_kyoto_is_worth_most_with_kenshin() -> None:
    near = {KENSHIN: "2023", HONJO: "2023"}
    worth = [
        value(laid({**near, **there}, phase="oda_movement"), UESUGI_SEAT)
        for there in ({}, {HONJO: KYOTO}, {KENSHIN: KYOTO, HONJO: KYOTO})
    ]
    assert worth == sorted(worth)
    assert worth[2] - worth[1] > worth[1] - worth[0] > 0


def test_a_step_of_a_commander_is_worth_more_than_one_of_a_busho() -> None:
    whole = value(laid({SHIBATA: KITANOSHO, MAEDA: KITANOSHO}), ODA_SEAT)
    lost = [
        whole - value(laid({SHIBATA: KITANOSHO, MAEDA: KITANOSHO, name: {"hex": KITANOSHO, "steps": 1}}), ODA_SEAT)
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
        value(laid(besieged, castles={"hachiman": entry}, phase="uesugi_movement"), UESUGI_SEAT)
        for entry in ({}, {"marker": 0}, {"marker": 2}, {"marker": 4})
    ]
    assert worth == sorted(worth)
    assert len(set(worth)) == 4


# --- marching ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [0, 1])
def test_kenshin_goes_down_the_hokuriku_road(seed: int) -> None:
    match = gunki.compose("kenshin", "campaign", {"phase": "uesugi_movement"}, seed=seed)
    before = way(match, KENSHIN, KITANOSHO)
    played(match, seed)
    assert way(match, KENSHIN, KITANOSHO) <= before - 5


def test_a_single_man_goes_to_an_empty_castle() -> None:
    match = laid({HONJO: "3817"}, phase="uesugi_movement")
    said = played(match, 1)
    assert f"move {HONJO}" in said
    assert at(match, HONJO) == HACHIMAN


def test_kyoto_is_entered_when_it_is_open() -> None:
    match = laid({HONJO: "2022"}, phase="uesugi_movement")
    played(match, 1)
    assert at(match, HONJO) == KYOTO


def test_who_holds_kyoto_stays_there() -> None:
    match = laid({HONJO: KYOTO}, phase="uesugi_movement")
    played(match, 1)
    assert at(match, HONJO) == KYOTO


def test_oda_goes_back_to_a_kyoto_that_is_lost() -> None:
    match = laid({HONJO: KYOTO, **force("2523", NOBUNAGA, "hori_hidemasa", "gamo_ujisato")}, phase="oda_movement")
    before = way(match, NOBUNAGA, KYOTO)
    played(match, 1)
    assert way(match, NOBUNAGA, KYOTO) < before


def test_nobunaga_keeps_away_from_a_greater_army() -> None:
    host, pair = force(FIELD, KENSHIN, *MEN[:10]), force("4812", NOBUNAGA, "hori_hidemasa")
    match = laid({**host, **pair}, around=FIELD, radius=6, phase="oda_movement")
    before = way(match, NOBUNAGA, FIELD)
    played(match, 1)
    assert way(match, NOBUNAGA, FIELD) > before


def test_a_check_is_made_by_those_only_who_mostly_pass_it() -> None:
    match = laid({KENSHIN: FIELD, "wakabayashi_nagato": "4812"}, around=FIELD, phase="uesugi_forced_march")
    assert {f"check {KENSHIN}", "check wakabayashi_nagato"} <= set(match.decision.texts)
    found = thought_of(match)
    assert f"check {KENSHIN}" in found
    assert "check wakabayashi_nagato" not in found


# --- battles ----------------------------------------------------------------------------------------------------------


def fight(mine: dict[str, Any], theirs: dict[str, Any], **entries: Any) -> Any:
    return laid({**mine, **theirs}, around=FIELD, **{"phase": "uesugi_combat", **entries})


def test_the_stronger_attacks() -> None:
    match = fight(force(HERE, KAKIZAKI, *MEN[:3]), {MAEDA: THERE})
    assert choice(match) == f"attack {KAKIZAKI}"


def test_the_weaker_does_not() -> None:
    match = fight({JINBO: HERE}, force(THERE, SHIBATA, MAEDA, SASA))
    assert f"attack {JINBO}" in match.decision.texts
    assert thought_of(match) == ["end"]
    assert choice(match) == "end"


def test_everybody_joins_a_good_fight() -> None:
    match = fight({**force(HERE, KAKIZAKI, *MEN[:2]), **force(HERE, "saito_tomonobu", *MEN[2:4])}, {MAEDA: THERE})
    acts(match, f"attack {KAKIZAKI}")
    assert match.decision.name == "join"
    assert choice(match) == "join saito_tomonobu"


def test_kenshin_is_in_no_fight_that_could_kill_him() -> None:
    """22-1: one round and the pursuit could cost two steps; anybody else as good would risk it."""
    for leader, dared in (("saika_shu", True), (KENSHIN, False)):
        match = fight({leader: HERE}, {"mori_nagayoshi": THERE})
        assert f"attack {leader}" in match.decision.texts
        assert (f"attack {leader}" in thought_of(match)) == dared
    match = fight(force(HERE, KENSHIN, *MEN[:4]), {"mori_nagayoshi": THERE})
    assert f"attack {KENSHIN}" in thought_of(match)


def test_who_is_beaten_is_pursued() -> None:
    match = fight(force(HERE, KAKIZAKI, *MEN[:3]), {MAEDA: THERE, SASA: THERE}, dice=[6, 5, 1, 1])
    acts(match, f"attack {KAKIZAKI}")
    fight_until(match, "pursuit")
    assert choice(match) == "pursue"


def test_a_busho_is_lost_before_a_commander() -> None:
    match = fight(force(HERE, KAKIZAKI, JINBO, NAOE), force(THERE, SHIBATA, MAEDA, SASA), dice=[1, 1, 6, 2])
    acts(match, f"attack {KAKIZAKI}")
    assert match.decision.name == "losses"
    assert f"lose {KAKIZAKI}" in match.decision.texts
    assert choice(match) in {f"lose {JINBO}", f"lose {NAOE}"}


# --- sieges -----------------------------------------------------------------------------------------------------------


def test_a_castle_is_invested_at_once() -> None:
    match = laid(force(HACHIMAN, KAKIZAKI, JINBO), phase="uesugi_combat")
    assert match.decision.name == "siege"
    assert choice(match) == "invest hachiman"


def test_high_walls_with_many_men_are_not_stormed() -> None:
    inside = garrison(KITANOSHO, SHIBATA, MAEDA, SASA, "fuwa_mitsuharu", "kanamori_nagachika")
    match = laid({**inside, **force(KITANOSHO, KAKIZAKI, *MEN[:3])}, phase="uesugi_combat")
    assert f"assault {KAKIZAKI}" in match.decision.texts
    assert thought_of(match) == ["end"]


def test_every_surrender_is_demanded() -> None:
    units = {**force(HACHIMAN, KAKIZAKI, JINBO), **garrison(HACHIMAN, "endo_yoshitaka")}
    match = laid(units, castles={"hachiman": {"marker": 2}}, phase="turn_start", step="demand")
    assert match.decision.name == "demand"
    assert thought_of(match)[0] == "demand hachiman"
    assert choice(match) == "demand hachiman"


def test_walls_take_the_hits_while_they_are_thick() -> None:
    inside = garrison(KITANOSHO, SHIBATA, MAEDA)
    match = laid({**inside, **force(KITANOSHO, KENSHIN, *MEN[:10])}, phase="uesugi_combat", dice=[6, 5, 1, 1])
    acts(match, f"assault {KENSHIN}")
    while match.decision.name != "walls":
        match.act(match.decision.texts[0])
    assert choice(match) == "breach"


# --- the turn ---------------------------------------------------------------------------------------------------------


def test_the_first_proposal_is_played_without_a_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    match, tried = gunki.new("kenshin", seed=1), []
    assert match.decision is not None
    assert match.decision.name == "deploy"
    monkeypatch.setattr(type(match.position), "apply", lambda *_: tried.append(1))
    assert choice(match) == "ready"
    assert not tried


def test_to_do_nothing_stays_possible() -> None:
    """Whoever plans a series of orders weighs each against its end."""
    match = laid(force(HACHIMAN, KAKIZAKI, JINBO), phase="uesugi_combat")
    assert "end" in thought_of(match)
    to_phase(match, "oda_movement")
    assert "end" in thought_of(match)
    assert of_kind(match.events, "phase")
