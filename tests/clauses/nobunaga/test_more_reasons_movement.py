"""Every reason that keeps somebody from marching, or from going where he would."""

from __future__ import annotations

from tests.clauses.nobunaga.steps import NOBODY_NEUTRAL, board, column
from tests.clauses.nobunaga.table import acts, allowed
from tests.clauses.reasons import barred
from tests.support import clause


@clause("nobunaga", "7-1", "7-2(1)", "7-2(2)")
def test_7_who_may_march_and_from_where() -> None:
    areas = {
        "mino": {"oda": {"ready": 2}},
        "owari": {"oda": {"spent": 2}},
        "iga_ise": {"oda": {"ready": 1}},
        "yamashiro": {"oda": {"ready": 2}, "neutral": {"ready": 1}},
        "echizen": {"asakura": {"ready": 2}},
        "south_oumi": {"oda": {"spent": 1}},
    }
    match = board(areas)
    match.act("movement")
    assert match.decision.texts == ["march oda mino"]
    barred(match, "march asakura echizen", "7-1 not_own")
    barred(match, "march asakura mino", "7-1 not_own")
    barred(match, "march oda echizen", "7-1 no_units")
    barred(match, "march oda owari", "7-1 none_ready")
    barred(match, "march oda iga_ise", "7-2(1) leave_one")
    barred(match, "march oda yamashiro", "7-2(2) pinned")
    barred(match, "march oda south_oumi", "7-1 none_ready", "7-2(1) leave_one")
    match = board(areas, to_act="anti_oda")
    match.act("movement")
    assert match.decision.texts == ["march asakura echizen"]
    barred(match, "march oda mino", "7-1 not_own")


@clause("nobunaga", "7", "11-8")
def test_7_nowhere_to_go() -> None:
    """Awa Sanuki has the sea for its only neighbour, and the sea is closed to Oda."""
    match = board({"awa_sanuki": {"oda": {"ready": 2}}, "mino": {"oda": {"ready": 2}}})
    match.act("movement")
    assert match.decision.texts == ["march oda mino"]
    barred(match, "march oda awa_sanuki", "11-8 sea_closed")
    barred(board({"awa_sanuki": {"oda": {"ready": 2}}}), "movement", "6-6 nobody_can_move")


@clause("nobunaga", "7-4")
def test_7_4_marches_by_event_are_for_those_it_names() -> None:
    """Shibata's charge: the Oda clan, from where he stands."""
    areas = {
        "mino": {"oda": {"ready": 2, "generals": ["shibata_katsuie"]}, "tokugawa": {"ready": 2}},
        "owari": {"oda": {"ready": 2, "generals": ["oda_nobunaga"]}, "tokugawa": {"ready": 2}},
    }
    match = board(areas, oda=["charge_order_shibata"])
    match.act("event charge_order_shibata")
    assert match.decision.texts == ["march oda mino"]
    barred(match, "march oda owari", "7-4 general_needed")
    barred(match, "march tokugawa owari", "7-4 event_other_clan", "7-4 general_needed")
    barred(match, "march tokugawa mino", "7-4 event_other_clan", "7-4 general_needed")


@clause("nobunaga", "7-4")
def test_7_4_second_march_from_another_area_or_by_another_daimyo() -> None:
    areas = {"mino": {"oda": {"ready": 3}}, "owari": {"oda": {"ready": 3}}, "mikawa": {"tokugawa": {"ready": 2}}}
    match = board(areas)
    acts(match, "event converging_attack", "march oda mino", "with 1", "to south_oumi", "movement")
    allowed(match, "march oda owari", "march tokugawa mikawa")
    barred(match, "march oda mino", "7-4 other_origin")
    areas = {"echizen": {"asakura": {"ready": 3}}, "kaga": {"asakura": {"ready": 2}, "honganji": {"ready": 2}}}
    match = board(areas, anti_oda=["coordinated_offensive"], to_act="anti_oda")
    acts(match, "event coordinated_offensive", "march asakura echizen", "with 1", "to noto", "movement")
    allowed(match, "march honganji kaga")
    barred(match, "march asakura kaga", "7-4 event_other_clan")


@clause("nobunaga", "7-1", "7")
def test_7_1_which_generals_go_along() -> None:
    stack = {"generals": ["oda_nobunaga", "niwa_nagahide"], "spent_generals": ["hashiba_hideyoshi"]}
    areas = {
        "mino": {"oda": stack, "tokugawa": {"generals": ["tokugawa_ieyasu"]}},
        "owari": {"oda": {"spent_generals": ["shibata_katsuie"]}},
    }
    match = board(areas)
    acts(match, "movement", "march oda mino")
    barred(match, "done", "7 nobody_taken")
    barred(match, "take hashiba_hideyoshi", "7-1 spent_unit")
    barred(match, "take shibata_katsuie", "7-1 not_in_stack")
    barred(match, "take tokugawa_ieyasu", "7-1 not_in_stack")
    match.act("take oda_nobunaga")
    barred(match, "take oda_nobunaga", "7-1 not_in_stack")
    allowed(match, "take niwa_nagahide", "done")
    match = board(areas)
    acts(match, "movement", "march oda mino", "take niwa_nagahide")
    allowed(match, "take oda_nobunaga", "done")  # in any order


@clause("nobunaga", "7-2(1)")
def test_7_2_1_the_last_general_stays() -> None:
    """Two ready ones: one of them may go, whoever it is, and then nobody else."""
    areas = {"mino": {"oda": {"generals": ["oda_nobunaga", "niwa_nagahide"]}, "tokugawa": {"ready": 3}}}
    match = board(areas)
    acts(match, "movement", "march oda mino")
    allowed(match, "take oda_nobunaga", "take niwa_nagahide")
    match.act("take oda_nobunaga")
    assert match.decision.name == "destination"


@clause("nobunaga", "7", "7-1", "7-2(1)")
def test_7_1_how_many_armies_go_along() -> None:
    match = board({"mino": {"oda": {"ready": 3, "spent": 1}}, "owari": {"oda": {"ready": 3}}})
    acts(match, "movement", "march oda mino")
    assert match.decision.texts == ["with 1", "with 2", "with 3"]
    barred(match, "with 0", "7 nobody_taken")
    barred(match, "with -1", "7 nobody_taken", "7-1 not_so_many_ready")
    barred(match, "with 4", "7-1 not_so_many_ready", "7-2(1) leave_one")
    match = board({"mino": {"oda": {"ready": 3, "spent": 2}}})
    acts(match, "movement", "march oda mino")
    barred(match, "with 4", "7-1 not_so_many_ready")
    match = board({"mino": {"oda": {"ready": 3, "generals": ["oda_nobunaga"]}}})
    acts(match, "movement", "march oda mino", "take oda_nobunaga")
    assert match.decision.texts == ["with 0", "with 1", "with 2"]
    barred(match, "with 3", "7-2(1) leave_one")


@clause("nobunaga", "11-5", "11-5.p2")
def test_11_5_generals_beyond_the_limit() -> None:
    """Fourteen units have moved, or twenty-nine: one general may follow, a second may not."""
    generals = ["oda_nobunaga", "niwa_nagahide", "hashiba_hideyoshi"]
    areas = {"mino": {"oda": {"ready": 30}}, "owari": {"oda": {"ready": 2, "generals": generals}}}
    for hand, first in ((["converging_attack"], 14), (["converging_attack", "warships"], 29)):
        match = board(areas, oda=hand, options={"move_limit": True})
        acts(match, "event converging_attack", "march oda mino", f"with {first}", "to south_oumi")
        acts(match, "movement", "march oda owari", "take oda_nobunaga")
        assert match.decision.name == "destination"  # nobody else may come, no army either
    match = board(areas, oda=["converging_attack"], options={"move_limit": True})
    acts(match, "event converging_attack", "march oda mino", "with 13", "to south_oumi")
    acts(match, "movement", "march oda owari", "take oda_nobunaga")
    allowed(match, "take niwa_nagahide")


@clause("nobunaga", "7", "7.p1b")
def test_7_where_to() -> None:
    """Neutral armies bar all ways out of Mikawa but the one by Owari."""
    areas = {
        "mikawa": {"tokugawa": {"ready": 3}},
        "mino": {"neutral": {"ready": 1}},
        "south_shinano": {"neutral": {"ready": 1}},
        "toutoumi": {"neutral": {"ready": 1}},
    }
    match = board(areas, markers=NOBODY_NEUTRAL)
    match.act("movement")
    column(match, "tokugawa", "mikawa", armies=2)
    allowed(match, "to owari", "to nagashima", "to south_oumi", "to iga_ise")
    barred(match, "to mikawa", "7 same_area")
    barred(match, "to yamato", "7 too_far")
    barred(match, "to echizen", "7.p1b way_blocked")
    barred(match, "to kai", "7.p1b way_blocked")
    barred(match, "to yamashiro", "7.p1b way_blocked")  # three areas, by Mino
    barred(match, "to seto_sea", "11-8 sea_closed")


@clause("nobunaga", "7", "4-4")
def test_7_by_which_way() -> None:
    """Nagashima and Mino belong to Neutral Matsunaga and Ukita; a way names those it intrudes on."""
    areas = {
        "owari": {"oda": {"ready": 3}},
        "nagashima": {"controller": "matsunaga"},
        "mino": {"controller": "ukita"},
    }
    match = board(areas, markers={**NOBODY_NEUTRAL, "matsunaga": 4, "ukita": 4})
    match.act("movement")
    column(match, "oda", "owari", armies=2)
    ways = [text for text in match.decision.texts if text.startswith("to south_oumi")]
    assert ways == ["to south_oumi", "to south_oumi via mino", "to south_oumi via nagashima mino"]
    barred(match, "to south_oumi via mikawa", "7 no_such_way")
    barred(match, "to owari", "7 same_area")
    barred(match, "to yamashiro via mino nagashima", "7 no_such_way")  # that would be four areas


@clause("nobunaga", "7-4")
def test_7_4_navy_goes_by_sea() -> None:
    """Murakami navy: up to five areas, one of which is the sea."""
    areas = {"north_settsu": {"miyoshi": {"ready": 3}}, "echizen": {"asakura": {"ready": 3}}}
    match = board(areas, to_act="anti_oda", markers=NOBODY_NEUTRAL)
    match.act("event murakami_navy")
    allowed(match, "march miyoshi north_settsu")
    column(match, "miyoshi", "north_settsu", armies=2)
    allowed(match, "to seto_sea", "to awa_sanuki", "to bitchuu", "to harima")
    barred(match, "to kaga", "7-4 not_by_sea")
    barred(match, "to north_settsu", "7 same_area")
    barred(match, "to echigo", "7 too_far")


@clause("nobunaga", "7.p1b", "7-4")
def test_7_p1b_a_way_by_sea_that_somebody_blocks() -> None:
    """Miyoshi's navy has to fight for the sea before it can go beyond it; in a wide circle by land it never could."""
    areas = {"awa_sanuki": {"miyoshi": {"ready": 2}}, "seto_sea": {"oda": {"ready": 1}}}
    match = board(areas, markers=NOBODY_NEUTRAL, to_act="anti_oda")
    match.act("event murakami_navy")
    column(match, "miyoshi", "awa_sanuki", armies=1)
    allowed(match, "to seto_sea")
    barred(match, "to harima", "7.p1b way_blocked")
    match = board({"harima": {"miyoshi": {"ready": 2}}, **areas}, markers=NOBODY_NEUTRAL, to_act="anti_oda")
    match.act("event murakami_navy")
    column(match, "miyoshi", "harima", armies=1)
    barred(match, "to awa_sanuki", "7.p1b way_blocked")
    barred(match, "to kaga", "7-4 not_by_sea")


@clause("nobunaga", "7-4")
def test_7_4_navy_is_not_for_those_far_from_the_sea() -> None:
    """Kai is six steps from the sea, Mino four: even if the way is free, only the latter gets there in five."""
    areas = {"kai": {"asakura": {"ready": 3}}, "mino": {"asakura": {"ready": 3}}}
    match = board(areas, to_act="anti_oda", markers=NOBODY_NEUTRAL)
    match.act("event murakami_navy")
    allowed(match, "march asakura mino")
    barred(match, "march asakura kai", "7-4 sea_not_near")
