"""Tennōzan: who is held back on turn 1, and what follows when a clan joins a side."""

from __future__ import annotations

import pytest

from tests.clauses.common import acts, allowed, refused
from tests.clauses.forces import at, attack, force, of_kind, pass_on
from tests.clauses.hideyoshi.tennozan_table import (
    HIDENAGA,
    HIDEYOSHI,
    HIMEJI,
    INSIDE,
    JOINING,
    KYOTO,
    MITSUHIDE,
    NIWA,
    NOBUKATSU,
    NOBUSUMI,
    NOBUTAKA,
    SAITO,
    compose,
    end_next_phases,
    owner_of,
    pass_to_hashiba,
    play_betrayal,
    roll_purposes,
    sides,
)
from tests.support import clause

PLUS_TWO = {"nobusumi": 2, "akechi_won": 1}
HOST = force(KYOTO, MITSUHIDE, "fujita_yukimasa", "mizoo_shigetomo", "matsuda_masachika")


# --- held back --------------------------------------------------------------------------------------------------------

SONS = {
    NOBUTAKA: {"hex": "3126", **INSIDE},
    NIWA: {"hex": "3126", **INSIDE},
    "hachiya_yoritaka": {"hex": "3126", **INSIDE},
    NOBUKATSU: {"hex": "4928", **INSIDE},
    "oda_nobukane": {"hex": "4825", **INSIDE},
    HIDENAGA: {"hex": HIMEJI, **INSIDE},
}


@clause("hideyoshi", "35.8(1)-3(a)", "QR-CLAN-note", "35.4-H2", "35.4-H3")
@pytest.mark.parametrize(("kitabatake", "kobe"), [(1, 1), (1, 2), (2, 1), (6, 6)])
def test_units_under_a_son_wait_with_him(kitabatake: int, kobe: int) -> None:
    match = pass_to_hashiba(play_betrayal([4] * 6 + [kitabatake, kobe], SONS))
    held = {
        name
        for die, names in ((kitabatake, (NOBUKATSU, "oda_nobukane")), (kobe, (NOBUTAKA, NIWA, "hachiya_yoritaka")))
        for name in names
        if die > 1
    }
    allowed(match, *[f"act {name}" for name in SONS if name not in held])
    for name in held:
        refused(match, f"act {name}", "35.8(1)-3(a)")


@clause("hideyoshi", "35.8(1)-3(a)")
def test_clans_are_held_back_for_all_four_stages() -> None:
    match = pass_to_hashiba(play_betrayal([4] * 8 + [4] * 9, SONS))
    for stage in range(1, 5):
        assert match.view(None)["stage"] == stage
        refused(match, f"act {NOBUTAKA}", "35.8(1)-3(a)")
        end_next_phases(match, 2)
    assert match.view(None)["turn"] == 2
    allowed(match, f"act {NOBUTAKA}", f"act {NOBUKATSU}", f"act {NIWA}", "act oda_nobukane")


@clause("hideyoshi", "35.8(1)-3(a)")
def test_a_force_that_is_held_back_defends_itself() -> None:
    """He strikes back when attacked."""
    units = {NOBUTAKA: "3522", **force(KYOTO, SAITO, "suwa_morinao")}
    match = compose(units, around=KYOTO, dice=[1, 6], turn=1, phase="anti_hashiba", state={"held_back": ["kobe"]})
    events = attack(match, SAITO, "3522")
    assert roll_purposes(events) == ["attack", "counterattack"]


@clause("hideyoshi", "35.8(1)-3(a)")
def test_a_force_that_is_held_back_joins_no_decisive_attack() -> None:
    units = {**force("3522", HIDEYOSHI, "horio_yoshiharu"), NOBUTAKA: "3522", HIDENAGA: "3522", MITSUHIDE: KYOTO}
    match = compose(units, around=KYOTO, dice=[1] * 8, turn=1, phase="hashiba", state={"held_back": ["kobe"]})
    acts(match, f"act {HIDEYOSHI}", "battle", f"decisive {KYOTO}")
    assert match.decision.name == "join"
    assert f"join {HIDENAGA}" in match.decision.texts
    assert f"join {NOBUTAKA}" not in match.decision.texts


@clause("hideyoshi", "35.8(1)-3(a)")
def test_a_force_that_is_held_back_may_join_a_decisive_defence() -> None:
    units = {**HOST, HIDEYOSHI: "3522", NOBUTAKA: "3522"}
    match = compose(units, around=KYOTO, dice=[1] * 9, turn=1, phase="anti_hashiba", state={"held_back": ["kobe"]})
    acts(match, f"act {MITSUHIDE}", "battle", "decisive 3522")
    assert (match.decision.name, match.decision.who) == ("join", "hashiba")
    allowed(match, f"join {NOBUTAKA}")


@clause("hideyoshi", "35.8(1)-3(a)")
def test_a_clan_that_is_held_back_keeps_its_castle() -> None:
    """Its garrison does not sortie."""
    units = {NOBUTAKA: {"hex": "3126", **INSIDE}, SAITO: "3126", HIDENAGA: HIMEJI}
    match = compose(units, turn=1, phase="hashiba", state={"held_back": ["kobe"]})
    refused(match, f"act {NOBUTAKA}", "35.8(1)-3(a)")
    assert owner_of(match, "osaka") == "kobe"


@clause("hideyoshi", "35.8(1)-3(a)")
def test_a_force_that_is_held_back_takes_no_part_in_anothers_sortie() -> None:
    """To go along is to act."""
    held = {"held_back": ["kobe"]}
    inside = {name: {"hex": "3126", **INSIDE} for name in (NOBUTAKA, NIWA, HIDENAGA, "horio_yoshiharu")}
    match = compose({**inside, SAITO: "3126"}, turn=1, phase="hashiba", state=held, dice=[1] * 9)
    acts(match, f"act {HIDENAGA}", "battle")
    assert match.decision.name == "sortie"
    assert set(match.decision.texts) == {"join horio_yoshiharu", "fight"}


@clause("hideyoshi", "35.8(1)-3(a)")
def test_a_force_that_is_held_back_takes_no_part_in_anothers_siege() -> None:
    units = dict.fromkeys((NOBUTAKA, HIDENAGA, "horio_yoshiharu"), "3220")
    rebel = {"akechi_mitsuyoshi": {"hex": "3220", **INSIDE}}
    match = compose({**units, **rebel}, turn=1, phase="hashiba", state={"held_back": ["kobe"]}, dice=[1] * 9)
    acts(match, f"act {HIDENAGA}", "siege")
    allowed(match, "with horio_yoshiharu")
    assert f"with {NOBUTAKA}" not in match.decision.texts


# --- joining ----------------------------------------------------------------------------------------------------------

IKEDA = force("2924", "ikeda_tsuneoki", "ikeda_motosuke", **INSIDE)


@clause("hideyoshi", "35.8(1)-3", "35.4-O")
@pytest.mark.parametrize(("die", "state", "seat"), [(1, {}, "hashiba"), (6, PLUS_TWO, "anti_hashiba")])
def test_a_clan_that_joins_acts_in_the_same_turn(die: int, state: dict[str, int], seat: str) -> None:
    others = {name: "hashiba" for name in JOINING if name != "ikeda"}
    units = IKEDA | ({NOBUSUMI: "3719"} if state else {HIDENAGA: HIMEJI})
    match = compose(units, dice=[die], stage=0, fights=others, state=state)
    assert of_kind(match.events, "joined") == [{"army": "ikeda", "seat": seat}]
    pass_on(match, lambda: match.decision.who == seat)
    allowed(match, "act ikeda_tsuneoki")
    assert match.view(None)["units"]["ikeda_tsuneoki"]["inside"]
    assert owner_of(match, "arioka") == "ikeda"


@clause("hideyoshi", "35.8(1)-3")
@pytest.mark.parametrize(
    ("seat", "chief", "others"), [("hashiba", HIDEYOSHI, MITSUHIDE), ("anti_hashiba", MITSUHIDE, HIDEYOSHI)]
)
def test_a_clan_that_joins_serves_the_head_of_that_side(seat: str, chief: str, others: str) -> None:
    units = {"ikeda_motosuke": "2923", chief: "2923", others: "1623" if chief == MITSUHIDE else "2619"}
    match = compose(units, around="2923", phase=seat, fights={"ikeda": seat})
    acts(match, f"act {chief}", "organise")
    allowed(match, "take ikeda_motosuke")


@clause("hideyoshi", "35.8(1)-3", "30-1-2")
def test_a_clan_that_joins_does_not_serve_the_sons() -> None:
    units = {"ikeda_motosuke": "2923", NOBUTAKA: "2923", "okamoto_yoshikatsu": "2923"}
    match = compose(units, around="2923", phase="hashiba", fights={"ikeda": "hashiba"})
    acts(match, f"act {NOBUTAKA}", "organise")
    allowed(match, "take okamoto_yoshikatsu")
    assert "take ikeda_motosuke" not in match.decision.texts


@clause("hideyoshi", "35.8(1)-3", "35.8(4)")
def test_enemies_on_an_empty_castle_of_a_joiner_stay() -> None:
    """Saitō stands on Sanda, which is Ikeda's: it is an enemy castle with an enemy before it."""
    others = {name: "hashiba" for name in JOINING if name != "ikeda"}
    match = compose({**IKEDA, SAITO: "2522"}, dice=[1, 4, 4, 4], stage=0, fights=others)
    assert sides(match)["ikeda"] == "hashiba"
    assert (at(match, SAITO), owner_of(match, "sanda")) == ("2522", "ikeda")
    end_next_phases(match)
    assert owner_of(match, "sanda") == "ikeda"  # 35.8(6) holds on turn 1 only


@clause("hideyoshi", "35.8(1)-3", "35.4-O")
@pytest.mark.parametrize("fights", [{}, {"ikeda": "hashiba"}, {"ikeda": "anti_hashiba"}])
def test_a_joiners_castle_hinders_strategic_movement(fights: dict[str, str]) -> None:
    """Akechi march past Arioka while Ikeda is neutral or on their side."""
    match = compose({**IKEDA, SAITO: "3220"}, around="3022", phase="anti_hashiba", fights=fights)
    acts(match, f"act {SAITO}", "strategic")
    assert ("to 2923" in match.decision.texts) is (fights.get("ikeda") != "hashiba")
