"""Every reason that keeps units from marching, fighting or fleeing."""

from __future__ import annotations

from tests.clauses.honganji.steps import board, column, drive
from tests.clauses.honganji.table import acts, allowed
from tests.clauses.reasons import barred
from tests.support import clause

TOKUGAWA = {"ready": 2, "spent": 1, "generals": ["tokugawa_ieyasu"], "spent_generals": ["honda_masanobu"]}


@clause("honganji", "7-1", "7-2(1)", "7-2(2)", "7-2(3)", "4-6.Ex1")
def test_7_1_and_7_2_who_marches_from_where() -> None:
    areas = {
        "mikawa": {"tokugawa": TOKUGAWA},
        "gifu": {"tokugawa": {"ready": 1}},
        "kai": {"tokugawa": {"spent": 2}},
        "kantou": {"tokugawa": {"spent": 1, "generals": ["hamamatsu_castle"]}},
        "hida": {"tokugawa": {"ready": 2}, "neutral": {"ready": 1}},
        "yamato": {"tokugawa": {"spent": 1}, "oda": {"ready": 1}},
        "shinano": {"shibata": {"ready": 2}},
    }
    match = board(areas)
    match.act("movement")
    assert match.decision.texts == ["march tokugawa mikawa"]
    barred(match, "march shibata shinano", "7-1 not_own")
    barred(match, "march uesugi echigo", "7-1 not_own")
    barred(match, "march tokugawa shinano", "7-1 no_units")
    barred(match, "march tokugawa gifu", "7-2(1) leave_one")
    barred(match, "march tokugawa kai", "7-1 none_ready")
    barred(match, "march tokugawa kantou", "7-2(3) only_defenders")
    barred(match, "march tokugawa hida", "7-2(2) pinned")
    barred(match, "march tokugawa yamato", "7-1 none_ready", "7-2(1) leave_one", "7-2(2) pinned")


@clause("honganji", "7-1", "4-6.Ex2", "4-2")
def test_4_6_only_the_directed_daimyo_is_the_own_clan() -> None:
    areas = {"echigo": {"uesugi": {"ready": 3}}, "mikawa": {"tokugawa": TOKUGAWA}, "tanba": {"akechi": {"ready": 2}}}
    match = board(areas | {"kai": {"akechi": {"generals": ["akechi_mitsuhide"]}}}, seat="akechi")
    drive(match, "uesugi", "movement")
    assert match.decision.texts == ["march uesugi echigo"]
    barred(match, "march akechi tanba", "7-1 not_own")
    barred(match, "march tokugawa mikawa", "7-1 not_own")


@clause("honganji", "7", "7-1", "7-2(1)", "7-2(3)")
def test_7_1_which_generals_and_how_many_armies() -> None:
    units = {"ready": 1, "spent_generals": ["honda_masanobu"], "generals": ["tokugawa_ieyasu", "hamamatsu_castle"]}
    match = board({"mikawa": {"tokugawa": units}, "gifu": {"tokugawa": {"generals": ["honda_tadakatsu"]}}})
    match.act("movement")
    match.act("march tokugawa mikawa")
    assert set(match.decision.texts) == {"take tokugawa_ieyasu", "done"}
    barred(match, "take honda_masanobu", "7-1 spent_unit")
    barred(match, "take hamamatsu_castle", "7-2(3) cannot_move")
    barred(match, "take honda_tadakatsu", "7-1 not_in_stack")
    barred(match, "take akechi_mitsuhide", "7-1 not_in_stack")
    match.act("take tokugawa_ieyasu")
    assert match.decision.name == "strength"
    barred(match, "with 2", "7-1 not_so_many_ready")
    barred(match, "with 3", "7-1 not_so_many_ready", "7-2(1) leave_one")
    match.act("with 0")
    assert match.decision.name == "destination"


@clause("honganji", "7", "7-1", "7-2(1)")
def test_7_1_somebody_goes_and_somebody_stays() -> None:
    generals = ["tokugawa_ieyasu", "honda_masanobu"]
    match = board({"mikawa": {"tokugawa": {"generals": generals}}})
    match.act("movement")
    match.act("march tokugawa mikawa")
    barred(match, "done", "7 nobody_taken")
    match.act("take honda_masanobu")
    assert match.decision.name == "destination"  # nobody else may go
    match = board({"mikawa": {"tokugawa": {"ready": 2, "generals": generals}}})
    match.act("movement")
    acts(match, "march tokugawa mikawa", "take honda_masanobu")
    barred(match, "take honda_masanobu", "7-1 not_in_stack")
    match.act("done")
    assert match.decision.texts == ["with 0", "with 1", "with 2"]
    barred(match, "with 3", "7-1 not_so_many_ready", "7-2(1) leave_one")
    match = board({"mikawa": {"tokugawa": {"ready": 2, "generals": generals}}})
    match.act("movement")
    acts(match, "march tokugawa mikawa", "done")
    assert match.decision.texts == ["with 1", "with 2"]
    barred(match, "with 0", "7 nobody_taken")


@clause("honganji", "7", "7.p1b", "7-5")
def test_7_where_a_march_ends() -> None:
    """From Mikawa: Hida lies two areas away through Gifu or Shinano, where Neutral armies stop everybody."""
    areas = {
        "mikawa": {"tokugawa": TOKUGAWA},
        "gifu": {"neutral": {"ready": 1}},
        "shinano": {"neutral": {"ready": 1}},
        "owari_ise": {"oda": {"ready": 1}},
    }
    match = board(areas)
    match.act("movement")
    column(match, "tokugawa", "mikawa", generals=["tokugawa_ieyasu"], armies=1)
    barred(match, "to mikawa", "7 same_area")
    barred(match, "to hida", "7.p1b way_blocked")
    barred(match, "to tanba", "7 too_far")
    barred(match, "to kai kantou", "7 no_such_way")
    allowed(match, "to gifu", "to yamato", "to kai", "to owari_ise")


@clause("honganji", "7-4", "6-2", "7-2(2)")
def test_7_4_a_march_that_must_end_in_combat() -> None:
    areas = {
        "mikawa": {"tokugawa": TOKUGAWA},
        "chuugoku": {"tokugawa": {"ready": 2}},
        "gifu": {"neutral": {"ready": 1}},
        "hida": {"neutral": {"ready": 1}},
        "shinano": {"neutral": {"ready": 1}},
        "kai": {"neutral": {"ready": 1}},
    }
    match = board(areas, cards=("charge_1", "surrounding_nobunaga_1"))
    match.act("event charge_1")
    assert match.decision.name == "march"
    assert set(match.decision.texts) == {"march tokugawa mikawa", "march tokugawa chuugoku"}
    column(match, "tokugawa", "mikawa", armies=1)
    assert set(match.decision.texts) == {"to gifu", "to shinano", "to kai"}
    barred(match, "to owari_ise", "7-4 no_combat_there")
    barred(match, "to hida", "7.p1b way_blocked")
    barred(match, "to harima", "7 too_far")


@clause("honganji", "7-4", "7")
def test_7_4_nobody_to_fight_within_reach() -> None:
    areas = {
        "mikawa": {"tokugawa": TOKUGAWA},
        "shikoku": {"tokugawa": {"ready": 2}},
        "gifu": {"neutral": {"ready": 1}},
        "tango": {"hashiba": {"generals": ["hashiba_hideyoshi"]}},
    }
    match = board(areas, cards=("surprise_attack_1", "surrounding_nobunaga_1"))
    match.act("event surprise_attack_1")
    assert match.decision.texts == ["march tokugawa mikawa"]
    barred(match, "march tokugawa shikoku", "7-4 nobody_near")


@clause("honganji", "6-6", "8-1-2", "8-1-1")
def test_6_6_who_attacks_where() -> None:
    areas = {
        "mikawa": {"tokugawa": TOKUGAWA},
        "gifu": {"tokugawa": {"ready": 1}, "neutral": {"ready": 1}},
        "hida": {"tokugawa": {"spent": 1}, "neutral": {"ready": 1}},
        "kai": {"shibata": {"ready": 1}, "neutral": {"ready": 1}},
        "shinano": {"tokugawa": {"spent": 1}},
    }
    match = board(areas)
    match.act("combat")
    assert match.decision.texts == ["attack tokugawa gifu"]
    barred(match, "attack shibata kai", "6-6 not_own")
    barred(match, "attack neutral gifu", "6-6 not_own")
    barred(match, "attack tokugawa kai", "6-6 no_units")
    barred(match, "attack tokugawa hida", "6-6 none_ready")
    barred(match, "attack tokugawa mikawa", "8-1-2 nobody_to_fight")
    barred(match, "attack tokugawa shinano", "6-6 none_ready", "8-1-2 nobody_to_fight")


@clause("honganji", "8-1-2", "4-5.p2")
def test_8_1_2_one_other_clan_that_is_there() -> None:
    here = {"tokugawa": {"ready": 1}, "neutral": {"ready": 1}, "mouri": {"ready": 1}, "oda": {"ready": 1}}
    match = board({"gifu": here})
    match.act("combat")
    match.act("attack tokugawa gifu")
    assert set(match.decision.texts) == {"target neutral", "target mouri", "target oda"}
    barred(match, "target tokugawa", "8-1-2 same_power")
    barred(match, "target uesugi", "8-1-2 not_there")


@clause("honganji", "8-4-2-2", "FAQ-Q8")
def test_8_4_2_2_where_a_general_flees_to() -> None:
    """Ieyasu and Sakakibara hold areas; Hida is formally Tokugawa's, but nobody is there."""
    areas = {
        "gifu": {
            "controller": "tokugawa",
            "tokugawa": {"generals": ["honda_masanobu"]},
            "oda": {"generals": ["oda_nobutada"]},
        },
        "kai": {"controller": "tokugawa", "tokugawa": {"generals": ["sakakibara_yasumasa"]}},
        "hida": {"controller": "tokugawa"},
        "shinano": {"tokugawa": {"ready": 1}},
    }
    match = board(areas, dice=(6, 1, 6))
    match.act("combat")
    match.act("attack tokugawa gifu")
    assert (match.decision.name, set(match.decision.texts)) == ("flee", {"flee mikawa", "flee kai"})
    for area in ("gifu", "hida", "shinano", "tanba"):
        barred(match, f"flee {area}", "8-4-2-2 no_refuge")
