"""Tennōzan: which side the clans join, by die and seven modifiers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from tests.clauses.common import acts, allowed, refused
from tests.clauses.forces import at, attack, force, of_kind, pass_on, rolls
from tests.clauses.hideyoshi.tennozan_table import (
    AZUCHI,
    CLANS,
    HIDENAGA,
    HIDEYOSHI,
    HIMEJI,
    INSIDE,
    JOINING,
    KYOTO,
    MITSUHIDE,
    NOBUKATSU,
    NOBUNAGA,
    NOBUSUMI,
    NOBUTAKA,
    SAITO,
    clan_rolls,
    compose,
    end_next_phases,
    finish,
    modifiers_of,
    pass_to_hashiba,
    play_betrayal,
    roll_purposes,
    sides,
    sides_taken,
    start,
)
from tests.support import clause

#: The highest modified die that brings a clan to Hashiba, the lowest that brings it to Akechi.
TABLE = {"ikeda": (3, 8), "nakagawa": (3, 7), "takayama": (3, 7), "tsutsui": (1, 6), "hosokawa": (2, 7), "gamo": (1, 8)}
PLUS_TWO = {"nobusumi": 2, "akechi_won": 1}


def roll_for_clan(
    clan: str, die: int, units: Mapping[str, Any] | None = None, state: Mapping[str, Any] | None = None, **entries: Any
) -> tuple[str, dict[str, Any]]:
    """Return the side that a clan takes in the events of turn 2, after all others have joined, and its roll."""
    others = {name: "hashiba" for name in JOINING if name != clan}
    match = compose(units or {}, dice=[die, *[4] * 6], stage=0, fights=others, state=state, **entries)
    (found,) = clan_rolls(match.events).values()
    assert found["army"] == clan
    where = sides_taken(match.events)[clan]
    assert sides(match)[clan] == where
    return where, found


# --- the table --------------------------------------------------------------------------------------------------------


@clause("hideyoshi", "QR-CLAN", "35.8(1)-3", "35.8(2)")
@pytest.mark.parametrize("clan", JOINING)
@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize("state", [{}, PLUS_TWO], ids=["plain", "plus two"])
def test_the_side_a_clan_takes(clan: str, die: int, state: dict[str, int]) -> None:
    total = die + (2 if state else 0)
    where, roll = roll_for_clan(clan, die, {NOBUSUMI: "3719"} if state else {}, state)
    hashiba, akechi = TABLE[clan]
    assert roll["total"] == total
    assert where == ("hashiba" if total <= hashiba else "anti_hashiba" if total >= akechi else "neutral")


@clause("hideyoshi", "QR-CLAN", "35.8(1)-3(a)", "QR-CLAN-note")
@pytest.mark.parametrize("clan", ["kitabatake", "kobe"])
@pytest.mark.parametrize("die", range(1, 7))
def test_the_sons_act_on_a_one(clan: str, die: int) -> None:
    """They fight for Hashiba in any case."""
    dice = [4] * 6 + [die if name == clan else 6 for name in ("kitabatake", "kobe")]
    match = play_betrayal(dice, {NOBUTAKA: "3126", NOBUKATSU: "4928"})
    (roll,) = [roll for name, roll in clan_rolls(match.events).items() if name == clan]
    assert roll["total"] == die
    kind = "may_act" if die == 1 else "may_not_act"
    assert {"army": clan} in of_kind(match.events, kind)
    assert sides(match)[clan] == "hashiba"


@clause("hideyoshi", "QR-CLAN", "35.8(1)-3(a)", "QR-CLAN-mod(1)", "QR-CLAN-mod(2)")
def test_the_sons_never_join_akechi() -> None:
    units = {"suwa_morinao": AZUCHI}
    match = play_betrayal([6] * 8, units, castles={"azuchi": {"owner": "akechi"}}, state={"akechi_won": 1})
    assert {roll["total"] for roll in clan_rolls(match.events).values()} == {8}
    assert [sides(match)[clan] for clan in CLANS] == [*["anti_hashiba"] * 6, "hashiba", "hashiba"]


# --- golden numbers of turn 1 -----------------------------------------------------------------------------------------


@clause("hideyoshi", "QR-CLAN", "QR-CLAN-mod(2)", "35.8(1)-3")
@pytest.mark.parametrize("die", range(1, 7))
def test_turn_one_with_akechi_in_kyoto_only(die: int) -> None:
    match = play_betrayal([die] * 8)
    assert at(match, MITSUHIDE) == KYOTO
    assert {roll["value"] for roll in clan_rolls(match.events).values()} == {0}
    found = sides_taken(match.events)
    assert found["ikeda"] == ("hashiba" if die <= 3 else "neutral")
    assert found["tsutsui"] == {1: "hashiba", 6: "anti_hashiba"}.get(die, "neutral")


@clause("hideyoshi", "QR-CLAN", "QR-CLAN-mod(2)")
@pytest.mark.parametrize("die", range(1, 7))
def test_turn_one_with_akechi_in_kyoto_and_azuchi(die: int) -> None:
    match = play_betrayal([die] * 8, {"suwa_morinao": AZUCHI})
    assert {roll["value"] for roll in clan_rolls(match.events).values()} == {1}
    found = sides_taken(match.events)
    assert (found["nakagawa"] == "anti_hashiba") is (die == 6)
    assert (found["ikeda"] == "hashiba") is (die <= 2)


@clause("hideyoshi", "QR-CLAN", "QR-CLAN-mod(3)")
@pytest.mark.parametrize("die", range(1, 7))
def test_turn_one_with_hideyoshi_in_himeji(die: int) -> None:
    match = play_betrayal([die] * 8, {HIDEYOSHI: {"hex": HIMEJI, **INSIDE}})
    assert {roll["value"] for roll in clan_rolls(match.events).values()} == {-2}
    assert (sides_taken(match.events)["tsutsui"] == "hashiba") is (die <= 3)


# --- the seven modifiers ----------------------------------------------------------------------------------------------


@clause("hideyoshi", "QR-CLAN-mod(1)")
@pytest.mark.parametrize(("nobusumi", "value"), [(1, 0), (2, 1)])
def test_nobusumi_modifies_the_die_of_a_clan(nobusumi: int, value: int) -> None:
    _, roll = roll_for_clan("ikeda", 5, {NOBUSUMI: KYOTO} if value else {}, {"nobusumi": nobusumi})
    assert roll["value"] == value
    assert modifiers_of(roll) == ({"QR-CLAN-mod(1)": 1} if value else {})


@clause("hideyoshi", "QR-CLAN-mod(1)")
def test_nobusumi_counts_only_while_he_lives() -> None:
    """He was spared by the die and is killed in battle: alive he is no more."""
    units = {NOBUSUMI: {"hex": "3520", "steps": 1}, **force("3521", HIDEYOSHI, "horio_yoshiharu", "maeno_nagayasu")}
    match = compose(units, around=KYOTO, dice=[6, *[4] * 9], stage=4, phase="hashiba", state={"nobusumi": 2})
    attack(match, HIDEYOSHI, "3520")
    finish(match)
    assert at(match, NOBUSUMI) == "dead"
    match.act("end")
    assert {roll["value"] for roll in clan_rolls(match.events).values()} == {0}


@clause("hideyoshi", "QR-CLAN-mod(2)")
@pytest.mark.parametrize(
    ("units", "value"),
    [
        ({SAITO: KYOTO, "suwa_morinao": AZUCHI}, 1),
        ({SAITO: KYOTO}, 0),
        ({"suwa_morinao": AZUCHI}, 0),
        ({SAITO: KYOTO, "suwa_morinao": {"hex": AZUCHI, **INSIDE}}, 1),
    ],
)
def test_kyoto_and_azuchi_modify_the_die_of_a_clan(units: dict[str, Any], value: int) -> None:
    """To occupy needs a force in the hex: owning Azuchi and having been in Kyoto last is not enough."""
    state = {"kyoto": "anti_hashiba"}
    _, roll = roll_for_clan("ikeda", 5, units, state, castles={"azuchi": {"owner": "akechi"}})
    assert modifiers_of(roll) == ({"QR-CLAN-mod(2)": 1} if value else {})


@clause("hideyoshi", "QR-CLAN-mod(2)")
def test_a_daimyo_who_joined_akechi_occupies_too() -> None:
    units = {"tsutsui_junkei": KYOTO, SAITO: AZUCHI}
    match = compose(units, dice=[4] * 9, stage=0, fights={"tsutsui": "anti_hashiba"})
    assert {roll["value"] for roll in clan_rolls(match.events).values()} == {1}


@clause("hideyoshi", "QR-CLAN-mod(3)")
@pytest.mark.parametrize(
    ("place", "value"), [(HIMEJI, -2), ({"hex": HIMEJI, **INSIDE}, -2), ("1723", 0), ({"hex": "1824", **INSIDE}, 0)]
)
def test_hideyoshi_in_himeji_modifies_the_die_of_a_clan(place: Any, value: int) -> None:
    _, roll = roll_for_clan("ikeda", 5, {HIDEYOSHI: place, HIDENAGA: {"hex": HIMEJI, **INSIDE}}, around=HIMEJI)
    assert modifiers_of(roll) == ({"QR-CLAN-mod(3)": -2} if value else {})


@clause("hideyoshi", "QR-CLAN-mod(4)")
@pytest.mark.parametrize(("place", "value"), [(KYOTO, -3), ("1623", -3), ("dead", 0)])
def test_nobunaga_modifies_the_die_of_a_clan(place: str, value: int) -> None:
    where, roll = roll_for_clan("ikeda", 6, {NOBUNAGA: place})
    assert modifiers_of(roll) == ({"QR-CLAN-mod(4)": -3} if value else {})
    assert where == ("hashiba" if value else "neutral")


@clause("hideyoshi", "QR-CLAN-mod(5)", "35.8(3)-2")
def test_before_the_peace_the_mori_have_not_begun_to_act() -> None:
    """Their five units on the map, Takamatsu besieged, are not meant."""
    match = start(dice=[1, *[5] * 8], stage=0)
    match.act("done")
    assert {tuple(modifiers_of(roll)) for roll in clan_rolls(match.events).values()} == {("QR-CLAN-mod(4)",)}


@clause("hideyoshi", "QR-CLAN-mod(5)", "35.8(3)-4")
@pytest.mark.parametrize("die", [2, 3])
def test_the_mori_modify_the_die_of_a_clan(die: int) -> None:
    """After the peace their die comes first: a 3 calls them, and counts for the clans of the same turn."""
    match = compose({}, dice=[die, *[4] * 8], stage=0, fights={"mori": "none"}, state={"peace": 1})
    assert roll_purposes(match.events)[0] == "summons"
    assert {roll["value"] for roll in clan_rolls(match.events).values()} == {int(die >= 3)}
    assert {tuple(modifiers_of(roll)) for roll in clan_rolls(match.events).values()} == {
        ("QR-CLAN-mod(5)",) if die >= 3 else ()
    }


@clause("hideyoshi", "QR-CLAN-mod(5)")
def test_the_mori_called_on_an_earlier_turn_still_count() -> None:
    match = compose({}, dice=[4] * 8, turn=4, stage=0, state={"peace": 1, "summoned": ["mori"]})
    assert set(roll_purposes(match.events)) == {"clan"}
    assert {tuple(modifiers_of(roll)) for roll in clan_rolls(match.events).values()} == {("QR-CLAN-mod(5)",)}


@clause("hideyoshi", "QR-CLAN-mod(6)", "QR-CLAN-mod(7)")
@pytest.mark.parametrize(
    ("state", "value"),
    [({"akechi_won": 1}, 1), ({"akechi_lost": 1}, -2), ({"akechi_won": 1, "akechi_lost": 1}, -1)],
)
def test_battles_of_akechi_modify_the_die_of_a_clan(state: dict[str, int], value: int) -> None:
    _, roll = roll_for_clan("ikeda", 5, state=state)
    assert roll["value"] == value
    names = {"akechi_won": "QR-CLAN-mod(6)", "akechi_lost": "QR-CLAN-mod(7)"}
    assert set(modifiers_of(roll)) == {names[key] for key in state}


@clause("hideyoshi", "35.8(1)-3", "35.8(2)", *[f"QR-CLAN-mod({n})" for n in range(1, 8)])
def test_all_seven_modifiers_add_up() -> None:
    units = {NOBUSUMI: KYOTO, SAITO: AZUCHI, HIDEYOSHI: HIMEJI, NOBUNAGA: "1824"}
    state = {"nobusumi": 2, "akechi_won": 1, "akechi_lost": 1, "peace": 1, "summoned": ["mori"]}
    _, roll = roll_for_clan("ikeda", 6, units, state)
    assert modifiers_of(roll) == {f"QR-CLAN-mod({n})": value for n, value in enumerate((1, 1, -2, -3, 1, 1, -2), 1)}
    assert (roll["value"], roll["total"]) == (-3, 3)


# --- battles that count -----------------------------------------------------------------------------------------------

FOE = {HIDEYOSHI: "3522"}
HOST = force(KYOTO, MITSUHIDE, "fujita_yukimasa", "mizoo_shigetomo", "matsuda_masachika")


def roll_after_battle(
    units: Mapping[str, Any], phase: str, texts: Sequence[str], dice: Sequence[int], **options: Any
) -> dict[str, int]:
    """Return the modifiers of the clan rolls of turn 3 after a battle in the last stage of turn 2."""
    match = compose(
        units, around=KYOTO, dice=[*dice, *[5] * 9], stage=4, phase=phase, options=options, state={"nobusumi": 1}
    )
    acts(match, *texts)
    finish(match)
    pass_on(match, lambda: match.view(None)["turn"] == 3)
    found = list(clan_rolls(match.events).values())
    assert len(found) == 6
    return modifiers_of(found[0])


@clause("hideyoshi", "QR-CLAN-mod(6)")
def test_a_decisive_battle_won_by_mitsuhide_counts() -> None:
    """8 strength, 6 + 1: one step of Hideyoshi's, who is alone: he is beaten."""
    texts = (f"act {MITSUHIDE}", "battle", "decisive 3522")
    assert roll_after_battle({**HOST, **FOE}, "anti_hashiba", texts, [6, 1, 1]) == {"QR-CLAN-mod(6)": 1}


@clause("hideyoshi", "QR-CLAN-mod(7)")
def test_a_decisive_battle_lost_by_mitsuhide_counts() -> None:
    """He is attacked, loses his only spare step and retreats: all his units are hit, not all of Hideyoshi's."""
    band = force("3522", HIDEYOSHI, "horio_yoshiharu", "maeno_nagayasu", "sengoku_hidehisa", "kato_kiyomasa")
    units = {MITSUHIDE: KYOTO, **band}
    texts = (f"act {HIDEYOSHI}", "battle", f"decisive {KYOTO}")
    assert roll_after_battle(units, "hashiba", texts, [5, 1, 1]) == {"QR-CLAN-mod(7)": -2}


@clause("hideyoshi", "QR-CLAN-mod(6)")
@pytest.mark.parametrize("counts", ["decisive", "any field battle"])
@pytest.mark.parametrize("left", [1, 2])
def test_a_skirmish_counts_only_with_the_option(counts: str, left: int) -> None:
    """The enemy is killed to the last man, or retreats."""
    texts = (f"act {MITSUHIDE}", "battle", *(["retreat", "back 3523"] if left == 2 else []))
    foe = {HIDENAGA: {"hex": "3522", "steps": left}}
    found = roll_after_battle({**HOST, **foe}, "anti_hashiba", texts, [6], akechi_battle_modifier=counts)
    assert found == ({} if counts == "decisive" else {"QR-CLAN-mod(6)": 1})


@clause("hideyoshi", "QR-CLAN-mod(6)", "QR-CLAN-mod(7)")
def test_a_decisive_battle_of_others_does_not_count() -> None:
    """Hideyoshi beats Mōri Terumoto while Mitsuhide is elsewhere."""
    band = force("3522", HIDEYOSHI, "horio_yoshiharu", "maeno_nagayasu", "sengoku_hidehisa", "kato_kiyomasa")
    units = {"mori_terumoto": KYOTO, **band}
    state = {"peace": 1, "summoned": ["mori"]}
    match = compose(units, around=KYOTO, dice=[6, 1, 1, *[5] * 9], stage=4, phase="hashiba", state=state)
    acts(match, f"act {HIDEYOSHI}", "battle", f"decisive {KYOTO}")
    finish(match)
    assert match.describe()["state"]["hashiba_won"] == 1
    end_next_phases(match)
    assert [modifiers_of(roll) for roll in clan_rolls(match.events).values()] == [{"QR-CLAN-mod(5)": 1}] * 6


@clause("hideyoshi", "QR-CLAN-mod(7)")
@pytest.mark.parametrize("counts", ["decisive", "any field battle"])
def test_a_lost_skirmish_counts_only_with_the_option(counts: str) -> None:
    """Mitsuhide is attacked and falls back."""
    band = force("3522", HIDENAGA, "horio_yoshiharu", "maeno_nagayasu", "sengoku_hidehisa", "kato_kiyomasa")
    texts = (f"act {HIDENAGA}", "battle", "retreat", "back 3520")
    found = roll_after_battle({MITSUHIDE: KYOTO, **band}, "hashiba", texts, [4], akechi_battle_modifier=counts)
    assert found == ({} if counts == "decisive" else {"QR-CLAN-mod(7)": -2})


@clause("hideyoshi", "QR-CLAN-mod(6)", "QR-CLAN-mod(7)")
def test_a_battle_won_and_one_lost_both_count() -> None:
    """Each modifier stays once it has been earned."""
    texts = (f"act {MITSUHIDE}", "battle", "decisive 3522")
    units = {**HOST, **FOE}
    match = compose(
        units, around=KYOTO, dice=[6, 1, 1, *[5] * 9], stage=4, phase="anti_hashiba", state={"akechi_lost": 1}
    )
    acts(match, *texts)
    finish(match)
    pass_on(match, lambda: match.view(None)["turn"] == 3)
    assert {roll["value"] for roll in clan_rolls(match.events).values()} == {-1}


# --- later turns ------------------------------------------------------------------------------------------------------


@clause("hideyoshi", "35.8(2)")
def test_on_later_turns_those_still_neutral_roll_again() -> None:
    match = compose({}, dice=[4] * 9, turn=3, stage=0, fights={"ikeda": "hashiba", "tsutsui": "anti_hashiba"})
    assert list(clan_rolls(match.events)) == ["nakagawa", "takayama", "hosokawa", "gamo"]
    assert "nobusumi" not in roll_purposes(match.events)


@clause("hideyoshi", "35.8(2)", "35.8(1)-3(a)", "QR-CLAN-note")
def test_the_sons_roll_on_turn_one_only() -> None:
    match = play_betrayal([4] * 14, {NOBUTAKA: "3126", NOBUKATSU: "4928", HIDENAGA: "1623"})
    refused(pass_to_hashiba(match), f"act {NOBUTAKA}", "35.8(1)-3(a)")
    pass_on(match, lambda: match.view(None)["turn"] == 2)
    assert [roll["army"] for roll in rolls(match.events) if roll["purpose"] == "clan"] == [*CLANS, *JOINING]
    allowed(pass_to_hashiba(match), f"act {NOBUTAKA}", f"act {NOBUKATSU}")
