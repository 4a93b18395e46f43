"""Tennōzan: who wins, and when it is tested."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from gunki import Match
from tests.clauses.common import acts
from tests.clauses.forces import at, attack, force, of_kind
from tests.clauses.hideyoshi.tennozan_table import (
    AZUCHI,
    HIDENAGA,
    HIDEYOSHI,
    HIMEJI,
    INOUE,
    INSIDE,
    KATSUIE,
    KYOTO,
    MITSUHIDE,
    NIWA,
    NIWASE,
    NOBUKATSU,
    NOBUNAGA,
    NOBUTAKA,
    SAITO,
    SAKAMOTO,
    compose,
    end_next_phases,
    finish,
    owner_of,
)
from tests.support import clause

REBEL_DEAD, STRONGHOLDS, CHIEFS_DEAD, CAPITAL = (f"hideyoshi:35.7({n})-{m}" for n in (1, 2) for m in (1, 2))
HOST = force(KYOTO, HIDEYOSHI, "horio_yoshiharu", "maeno_nagayasu", "sengoku_hidehisa")
WEAK = {"steps": 1}


def read_end(match: Match) -> tuple[Any, Any] | None:
    """Return the winner and the clause, or None while the game goes on."""
    return None if match.result is None else (match.result.winner, match.result.clause)


def end_phase(units: Mapping[str, Any], phase: str = "hashiba", **entries: Any) -> tuple[Any, Any] | None:
    """End this phase and return the winner and the clause, or None."""
    match = compose(units, phase=phase, dice=[4] * 30, **entries)
    end_next_phases(match)
    return read_end(match)


# --- 35.7(1)-1: Mitsuhide ---------------------------------------------------------------------------------------------


@clause("hideyoshi", "35.7(1)", "35.7(1)-1")
def test_hashiba_win_when_mitsuhide_falls_but_only_at_the_end_of_the_phase() -> None:
    """8 strength, 6 - 1 = 5: one step, his last. Hidenaga may still act."""
    units = {**HOST, HIDENAGA: HIMEJI, MITSUHIDE: {"hex": "3522", **WEAK}}
    match = compose(units, around=KYOTO, phase="hashiba", dice=[6, *[4] * 6])
    attack(match, HIDEYOSHI, "3522")
    finish(match)
    assert at(match, MITSUHIDE) == "dead"
    assert read_end(match) is None
    assert f"act {HIDENAGA}" in match.decision.texts
    match.act("end")
    assert read_end(match) == ("hashiba", REBEL_DEAD)


@clause("hideyoshi", "35.7(1)-1")
def test_mitsuhide_may_fall_in_his_own_phase() -> None:
    """He attacks at -4 and is struck down: 6 - 1 + 4 = 9. His whole army is gone; his phase is over, and the game."""
    units = {**HOST, MITSUHIDE: {"hex": "3522", "morale": -4, **WEAK}}
    match = compose(units, around=KYOTO, phase="anti_hashiba", dice=[1, 6, *[4] * 6])
    acts(match, f"act {MITSUHIDE}", "battle")
    if match.decision.name == "target":
        match.act(f"attack {KYOTO}")
    finish(match)
    assert at(match, MITSUHIDE) == "dead"
    if match.result is None:
        match.act("end")
    assert read_end(match) == ("hashiba", REBEL_DEAD)


@clause("hideyoshi", "35.7(1)-1")
def test_mitsuhide_may_collapse_in_the_communication_check() -> None:
    """At -4 without a line he is eliminated; the test after the initial stage finds it."""
    units = {MITSUHIDE: {"hex": "5022", "morale": -4}, HIDENAGA: HIMEJI}
    match = compose(units, stage=0, dice=[4] * 12, castles={"sakamoto": {"owner": "none"}})
    assert read_end(match) == ("hashiba", REBEL_DEAD)


@clause("hideyoshi", "35.7(1)", "35.7(1)-1", "29.0(1)-2")
def test_the_game_ends_in_the_check_in_which_mitsuhide_collapses() -> None:
    """Y-26: the Mōri could still act; the game is over before their phase."""
    units = {MITSUHIDE: {"hex": "5022", "morale": -4}, HIDENAGA: HIMEJI, INOUE: {"hex": NIWASE, **INSIDE}}
    match = compose(units, stage=0, dice=[4] * 12, castles={"sakamoto": {"owner": "none"}})
    assert read_end(match) == ("hashiba", REBEL_DEAD)
    assert not of_kind(match.events, "stage")
    kinds = [event.kind for event in match.events]
    assert kinds.index("no_line") < kinds.index("removed")


@clause("hideyoshi", "35.7(1)-1")
def test_mitsuhide_may_die_in_a_castle() -> None:
    """Sakamoto, durability 1, Mitsuhide at -4 inside: a call brings it down, and him."""
    besiegers = force(SAKAMOTO, *HOST, "kato_kiyomasa", "ikoma_chikamasa", invests=True)
    units = {**besiegers, MITSUHIDE: {"hex": SAKAMOTO, "morale": -4, **INSIDE}, HIDENAGA: HIMEJI}
    match = compose(units, phase="hashiba", castles={"sakamoto": {"durability": 1}}, dice=[6, *[4] * 6])
    acts(match, f"act {HIDEYOSHI}", "siege", "call")  # 6 - 2 + 4 = 8: surrender
    finish(match)
    assert read_end(match) is None
    match.act("end")
    assert read_end(match) == ("hashiba", REBEL_DEAD)


# --- 35.7(1)-2: Kyoto, Azuchi, Sakamoto -------------------------------------------------------------------------------

HELD = {"azuchi": {"owner": "hashiba"}, "sakamoto": {"owner": "kobe"}}


@clause("hideyoshi", "35.7(1)", "35.7(1)-2")
def test_hashiba_win_with_kyoto_azuchi_and_sakamoto() -> None:
    """The castles may be of any army of the side, and nobody need be in them."""
    assert end_phase(HOST, castles=HELD) == ("hashiba", STRONGHOLDS)


@clause("hideyoshi", "35.7(1)-2")
@pytest.mark.parametrize("missing", ["azuchi", "sakamoto"])
@pytest.mark.parametrize("whose", [{"owner": "akechi"}, {"owner": "none"}])
def test_hashiba_do_not_win_without_one_of_the_castles(missing: str, whose: dict[str, Any]) -> None:
    """An enemy's castle with Hashiba before it is not theirs, nor is a ruin."""
    place = {"azuchi": AZUCHI, "sakamoto": SAKAMOTO}[missing]
    units = {**HOST, HIDENAGA: place}
    assert end_phase(units, castles={**HELD, missing: whose}) is None


@clause("hideyoshi", "35.7(1)-2")
@pytest.mark.parametrize(("kyoto", "won"), [("hashiba", True), ("none", False), ("anti_hashiba", False)])
def test_kyoto_belongs_to_the_side_that_ended_a_phase_there_last(kyoto: str, won: bool) -> None:
    """Nobody need stay."""
    found = end_phase({HIDENAGA: HIMEJI}, castles=HELD, state={"kyoto": kyoto})
    assert found == (("hashiba", STRONGHOLDS) if won else None)


@clause("hideyoshi", "35.7(1)-2")
def test_kyoto_changes_hands_only_at_the_end_of_a_phase() -> None:
    """Saitō leaves Kyoto: it stays Akechi's until a Hashiba force ends a phase there."""
    match = compose({SAITO: KYOTO, HIDENAGA: "3523"}, around=KYOTO, phase="anti_hashiba", castles=HELD, dice=[4] * 20)
    acts(match, f"act {SAITO}", "move", "to 3519", "halt")
    events = acts(match, "end")
    assert not of_kind(events, "kyoto")
    acts(match, f"act {HIDENAGA}", "move", f"to {KYOTO}", "halt")
    events = finish(match)
    if match.result is None:
        events += match.act("end")
    assert read_end(match) == ("hashiba", STRONGHOLDS)
    assert of_kind(match.events, "kyoto")[-1] == {"seat": "hashiba"}


@clause("hideyoshi", "35.7(1)-2")
def test_victory_is_tested_after_the_opponents_phase() -> None:
    assert end_phase(HOST, "anti_hashiba", castles=HELD) == ("hashiba", STRONGHOLDS)


@clause("hideyoshi", "35.7(1)-2")
def test_victory_is_tested_after_the_initial_stage() -> None:
    match = compose({HIDENAGA: HIMEJI}, stage=0, dice=[4] * 9, castles=HELD, state={"kyoto": "hashiba"})
    assert read_end(match) == ("hashiba", STRONGHOLDS)
    assert match.view(None)["stage"] == 0


@clause("hideyoshi", "35.7(1)-2", "35.8(5)")
def test_azuchi_taken_while_it_was_nobodys_counts() -> None:
    """The occupation comes before the test."""
    castles = {"sakamoto": {"owner": "hashiba"}}
    assert end_phase({**HOST, HIDENAGA: AZUCHI}, castles=castles) == ("hashiba", STRONGHOLDS)


OPENED = {"tennozan_castles": "opened"}


@clause("hideyoshi", "35.7(1)-2")
def test_with_the_option_the_castles_must_have_been_opened() -> None:
    castles = {"sakamoto": {"owner": "hashiba"}}
    assert end_phase({**HOST, HIDENAGA: AZUCHI}, castles=castles, options=OPENED) is None


@clause("hideyoshi", "35.7(1)-2")
@pytest.mark.parametrize("options", [{}, OPENED])
def test_castles_that_opened_at_a_call_count_with_and_without_the_option(options: dict[str, Any]) -> None:
    """Both are empty, at durability 1 and -4: 6 + 4 counts 10, surrender."""
    azuchi = force(AZUCHI, HIDENAGA, *[f"{n}" for n in MANY[:20]], invests=True)
    sakamoto = force(SAKAMOTO, "kuroda_yoshitaka", *MANY[20:25], invests=True)
    units = {**share_hex(azuchi), **sakamoto, HIDEYOSHI: KYOTO}
    weak = {"owner": "akechi", "durability": 1, "morale": -4}
    match = compose(units, phase="hashiba", castles={"azuchi": weak, "sakamoto": weak}, dice=[6] * 12, options=options)
    for leader in (HIDENAGA, "kuroda_yoshitaka"):
        acts(match, f"act {leader}", "siege", "call")
        if match.decision is not None and match.decision.name != "force":
            finish(match)
    assert (owner_of(match, "azuchi"), owner_of(match, "sakamoto")) == ("hashiba", "hashiba")
    if match.result is None:
        match.act("end")
    assert read_end(match) == ("hashiba", STRONGHOLDS)


#: Units of the Hashiba without stars or below Hidenaga.
MANY = (
    "horio_yoshiharu", "maeno_nagayasu", "sengoku_hidehisa", "hitotsuyanagi_naosue", "ikoma_chikamasa",
    "yamauchi_kazutoyo", "kimura_shigekore", "kuwayama_shigeharu", "mikoda_masaharu", "toda_katsutaka",
    "bito_tomonobu", "fukushima_masanori", "kato_kiyomasa", "bessho_shigemune", "akashi_norizane",
    "akamatsu_hirohide", "kakiya_mitsunari", "isobe_toyonao", "yagi_toyonobu", "tomoda_sakonemon",
    "amako_retainers", "wakasa_band", "togawa_hideyasu", "oka_ietoshi", "osafune_sadachika",
)  # fmt: skip


def share_hex(units: Mapping[str, Any]) -> dict[str, Any]:
    """Return the same units, each an investing force of its own: no track is long enough for all."""
    return {name: {"hex": entry["hex"], "invests": True} for name, entry in units.items()}


# --- 35.7(2)-1: two sōdaishō ------------------------------------------------------------------------------------------

AZUCHI_HELD = {"azuchi": {"owner": "akechi"}}


def hold_capital(*dead: str, kyoto: str = "anti_hashiba") -> dict[str, Any]:
    """Return entries in which Akechi own Azuchi and control Kyoto, and these units have been killed."""
    return {"castles": AZUCHI_HELD, "state": {"kyoto": kyoto, "lost": dict.fromkeys(dead, "fallen")}}


@clause("hideyoshi", "35.7(2)", "35.7(2)-1")
@pytest.mark.parametrize("phase", ["anti_hashiba", "hashiba"])
def test_anti_hashiba_win_with_two_sodaisho_killed(phase: str) -> None:
    units = {HIDEYOSHI: "dead", KATSUIE: "dead", NIWA: "3126", SAITO: KYOTO}
    assert end_phase(units, phase, **hold_capital(HIDEYOSHI, KATSUIE)) == ("anti_hashiba", CHIEFS_DEAD)


@clause("hideyoshi", "35.7(2)-1")
@pytest.mark.parametrize(
    "dead",
    [(HIDEYOSHI,), (KATSUIE,), (HIDEYOSHI, NOBUNAGA), (HIDEYOSHI, "mori_terumoto"), (HIDEYOSHI, NOBUTAKA, NOBUKATSU)],
)
def test_deaths_of_nobunaga_of_taisho_and_of_their_own_do_not_count(dead: tuple[str, ...]) -> None:
    units = {**dict.fromkeys(dead, "dead"), NIWA: "4415"}
    assert end_phase(units, **hold_capital(*dead)) is None


@clause("hideyoshi", "35.7(2)-1")
def test_a_unit_composed_as_dead_has_been_killed() -> None:
    """A composed position needs no more than the word."""
    units = {HIDEYOSHI: "dead", KATSUIE: "dead", NIWA: "3126", SAITO: KYOTO}
    assert end_phase(units, castles=AZUCHI_HELD, state={"kyoto": "anti_hashiba"}) == ("anti_hashiba", CHIEFS_DEAD)


@clause("hideyoshi", "35.7(2)-1")
def test_two_sodaisho_may_fall_in_one_phase() -> None:
    """8 and 10 strength, dice of 6, against men with one step."""
    men = force("3520", MITSUHIDE, "fujita_yukimasa", "mizoo_shigetomo", "matsuda_masachika")
    men |= force("3523", SAITO, "ise_sadaoki", "suwa_morinao", "tsuda_nobuharu", "namikawa_yasuie")
    foes = {HIDEYOSHI: {"hex": "3519", **WEAK}, KATSUIE: {"hex": "3524", **WEAK}, NIWA: "4415"}
    units = {**men, **foes, "shibata_katsusada": KYOTO}
    match = compose(units, around=KYOTO, phase="anti_hashiba", dice=[6, 6, *[4] * 6], castles=AZUCHI_HELD)
    acts(match, f"act {MITSUHIDE}", "battle", "attack 3519")
    finish(match)
    attack(match, SAITO, "3524")
    finish(match)
    assert [at(match, name) for name in (HIDEYOSHI, KATSUIE)] == ["dead", "dead"]
    assert read_end(match) is None
    match.act("end")
    assert read_end(match) == ("anti_hashiba", CHIEFS_DEAD)


@clause("hideyoshi", "35.7(2)-1")
@pytest.mark.parametrize("lacking", ["kyoto", "azuchi"])
def test_anti_hashiba_need_kyoto_and_azuchi(lacking: str) -> None:
    units = {HIDEYOSHI: "dead", KATSUIE: "dead", NIWA: "4415"}
    holds = hold_capital(HIDEYOSHI, KATSUIE, kyoto="hashiba" if lacking == "kyoto" else "anti_hashiba")
    if lacking == "azuchi":
        holds["castles"] = {"azuchi": {"owner": "none"}}
    assert end_phase(units, **holds) is None


@clause("hideyoshi", "35.7(2)-1")
def test_the_second_sodaisho_falls_in_battle() -> None:
    """Hideyoshi alone with one step: 8 strength, 6 + 1: one. The test comes with the end of the phase."""
    men = force("3520", MITSUHIDE, "fujita_yukimasa", "mizoo_shigetomo", "matsuda_masachika")
    units = {**men, SAITO: KYOTO, HIDEYOSHI: {"hex": "3519", **WEAK}, KATSUIE: "dead", NIWA: "4415"}
    match = compose(units, around=KYOTO, phase="anti_hashiba", dice=[6, *[4] * 6], **hold_capital(KATSUIE))
    acts(match, f"act {MITSUHIDE}", "battle", "attack 3519")
    finish(match)
    assert (at(match, HIDEYOSHI), read_end(match)) == ("dead", None)
    match.act("end")
    assert read_end(match) == ("anti_hashiba", CHIEFS_DEAD)


@clause("hideyoshi", "35.7(2)-1")
@pytest.mark.parametrize("stars", [1, 2])
@pytest.mark.parametrize("dead", [(NOBUTAKA, NOBUKATSU), (HIDEYOSHI, NOBUTAKA)])
def test_with_the_option_the_sons_are_sodaisho(dead: tuple[str, ...], stars: int) -> None:
    units = {**dict.fromkeys(dead, "dead"), "sakuma_morimasa": "4301"}
    found = end_phase(units, options={"oda_sons_stars": stars}, **hold_capital(*dead))
    assert found == (("anti_hashiba", CHIEFS_DEAD) if stars == 2 else None)


# --- 35.7(2)-2: ten castles -------------------------------------------------------------------------------------------

#: Akechi have six, the Mōri two at the start.
LAST: dict[str, Any] = {"turn": 8, "stage": 4}


def end_last_phase(extra: int, **entries: Any) -> tuple[Any, Any] | None:
    """End turn 8 with this number of additional castles for Akechi."""
    more = ("gifu", "kiyosu", "omizo", "seta", "yodo")[:extra]
    castles = {**{name: {"owner": "akechi"} for name in more}, **entries.pop("castles", {})}
    units = entries.pop("units", {HIDENAGA: HIMEJI})
    return end_phase(units, castles=castles, **{**LAST, "state": {"kyoto": "anti_hashiba"}, **entries})


@clause("hideyoshi", "35.7(2)", "35.7(2)-2")
@pytest.mark.parametrize(("extra", "won"), [(1, False), (2, True), (3, True)])
def test_ten_castles_at_the_end(extra: int, won: bool) -> None:
    """Akechi's six and the Mōri's two: with two more there are ten."""
    assert end_last_phase(extra) == (("anti_hashiba", CAPITAL) if won else (None, "hideyoshi:35.7(1)"))


@clause("hideyoshi", "35.7(2)-2")
def test_castles_of_neutral_mori_do_not_count() -> None:
    entries: dict[str, Any] = {"fights": {"mori": "none"}, "state": {"kyoto": "anti_hashiba", "peace": 1}}
    taken = {"takamatsu": {"owner": "hashiba"}}
    assert end_last_phase(3, castles=taken, **entries) == (None, "hideyoshi:35.7(1)")
    assert end_last_phase(4, castles=taken, **entries) == ("anti_hashiba", CAPITAL)


@clause("hideyoshi", "35.7(2)-2")
def test_castles_of_a_daimyo_who_joined_count() -> None:
    """Tsutsui bring Kōriyama and Takatori."""
    assert end_last_phase(0, fights={"tsutsui": "anti_hashiba"}) == ("anti_hashiba", CAPITAL)
    assert end_last_phase(0, fights={"gamo": "anti_hashiba"}) == (None, "hideyoshi:35.7(1)")


@clause("hideyoshi", "35.7(2)-2")
@pytest.mark.parametrize("kyoto", ["none", "hashiba"])
def test_ten_castles_do_not_win_without_kyoto(kyoto: str) -> None:
    assert end_last_phase(5, state={"kyoto": kyoto}) == (None, "hideyoshi:35.7(1)")


@clause("hideyoshi", "35.7(2)-2")
def test_ruins_do_not_count_among_the_ten_castles() -> None:
    assert end_last_phase(2, castles={"kuroi": {"owner": "none"}}) == (None, "hideyoshi:35.7(1)")


@clause("hideyoshi", "35.7(2)-2")
@pytest.mark.parametrize(("turn", "stage"), [(7, 4), (8, 3)])
def test_ten_castles_do_not_win_before_the_end_of_the_game(turn: int, stage: int) -> None:
    assert end_last_phase(5, turn=turn, stage=stage) is None


@clause("hideyoshi", "35.7(1)", "35.7(2)", "35.2")
def test_without_a_winner_it_is_a_draw() -> None:
    match = compose({HIDENAGA: HIMEJI}, phase="hashiba", **LAST)
    match.act("end")
    assert match.result is not None
    assert (match.result.winner, match.result.winners) == (None, ())


@clause("hideyoshi", "35.7(1)", "35.7(1)-2", "35.8(5)", "35.7(2)-2")
def test_hashiba_in_kyoto_in_the_last_phase_prevent_the_victory() -> None:
    assert end_last_phase(5, units={HIDENAGA: KYOTO}) == (None, "hideyoshi:35.7(1)")


# --- both at once -----------------------------------------------------------------------------------------------------


@clause("hideyoshi", "35.7(1)", "35.7(2)")
def test_of_two_winners_the_active_one_in_the_hashiba_phase() -> None:
    """Mitsuhide falls to Niwa while Akechi hold Kyoto and Azuchi and two sōdaishō are dead."""
    men = force("3522", NIWA, "mizoguchi_hidekatsu", "toda_katsushige", "eguchi_masayoshi")
    units = {HIDEYOSHI: "dead", KATSUIE: "dead", MITSUHIDE: {"hex": "3523", **WEAK}, **men}
    match = compose(units, around=KYOTO, phase="hashiba", dice=[6, *[4] * 5], **hold_capital(HIDEYOSHI, KATSUIE))
    attack(match, NIWA, "3523")
    finish(match)
    assert at(match, MITSUHIDE) == "dead"
    if match.result is None:
        match.act("end")
    assert read_end(match) == ("hashiba", REBEL_DEAD)


@clause("hideyoshi", "35.7(1)", "35.7(2)")
def test_of_two_winners_the_active_one_in_the_anti_hashiba_phase() -> None:
    """The same, but he falls in his own attack: 6 - 1 + 4 = 9, one step."""
    men = force("3522", NIWA, "mizoguchi_hidekatsu", "toda_katsushige", "eguchi_masayoshi")
    units = {HIDEYOSHI: "dead", KATSUIE: "dead", MITSUHIDE: {"hex": "3523", "morale": -4, **WEAK}, **men}
    match = compose(
        units, around=KYOTO, phase="anti_hashiba", dice=[1, 6, *[4] * 5], **hold_capital(HIDEYOSHI, KATSUIE)
    )
    acts(match, f"act {MITSUHIDE}", "battle")
    finish(match)
    assert at(match, MITSUHIDE) == "dead"
    if match.result is None:
        match.act("end")
    assert read_end(match) == ("anti_hashiba", CHIEFS_DEAD)


@clause("hideyoshi", "35.7(1)", "35.7(2)", "29.0(1)-2")
def test_of_two_winners_after_the_initial_stage_the_one_whose_phase_comes_next() -> None:
    """Y-26: Mitsuhide collapses in the communication check, and Hideyoshi, the second sōdaishō to die."""
    units = {MITSUHIDE: {"hex": "5022", "morale": -4}, HIDEYOSHI: {"hex": "2619", "morale": -4}, KATSUIE: "dead"}
    castles = {**AZUCHI_HELD, "sakamoto": {"owner": "none"}, "himeji": {"owner": "none"}}
    match = compose(units, stage=0, dice=[4] * 12, **{**hold_capital(KATSUIE), "castles": castles})
    assert [at(match, name) for name in (MITSUHIDE, HIDEYOSHI)] == ["removed", "removed"]
    assert read_end(match) == ("anti_hashiba", CHIEFS_DEAD)
