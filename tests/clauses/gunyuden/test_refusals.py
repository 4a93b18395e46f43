"""Simple refusals of the basic rules, in the order of the clauses that forbid the act.

Each row reads: what holds | the clauses it proves | position | played before | refused action | all reasons; and in
some rows what is allowed instead.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.forces import force, garrison, lane, neighbours
from tests.clauses.gunyuden.editions import as_first, only
from tests.clauses.gunyuden.field import MINE, THEIRS
from tests.clauses.gunyuden.table import compose, host
from tests.clauses.reasons import REFUSAL, assert_refusal, position, refusal
from tests.support import clause

HERE, BESIDE = "1207", "1206"
YAMA, KAWA, TANI, TOGE, HARA, SEKI = "0505", "0514", "1716", "1706", "0617", "1913"
#: Units without stars.
MEN = ["kuri", "buna", "nara", "kashi", "tsuga", "ume", "momo", "take", "shii", "kaki", "sakura"]
#: A single way from Yama along the fifth row, each hex beside the next; 1104 touches 1105 alone.
ROW = [f"{column:02}05" for column in range(5, 23)]
ENEMY_BESIDE_ROW = lane(ROW, beside={"1104": "flat"})


def lay_out(units: dict[str, Any], **entries: Any) -> Any:
    """Compose flat ground around 1206 with the red to act, unless `entries` say otherwise.

    Yanagi, far away, keeps the phase open.
    """
    given = {"around": None if "terrain" in entries else BESIDE, **entries}
    if "phase" not in given:
        given["to_act"] = "red"
    return compose({"yanagi": YAMA, **units}, **given)


def gunyuden(*ids: str) -> pytest.MarkDecorator:
    return clause("gunyuden", *ids)


NO_LINE = "15-3-2 no_line"

#: 9 and 13: in one hex with Sugi, whose force organises.
UNEQUAL = position({
    **force(HERE, "sugi", "kuri"), **force(HERE, "matsu", "buna", "hinoki"), "kaede": {"hex": HERE, "acted": True},
})  # fmt: skip
#: 13: Sugi's force organises; Buna stands beside it, Kaede in another hex.
TAKING = position({**force(HERE, "sugi", "kuri"), "buna": HERE, "kaede": BESIDE})
#: 13-2-3: in stage 3 Kaede has no point left (she has two) and Hinoki has one (three).
OUT_OF_POINTS = position(
    {
        **force(HERE, "kaede", "kuri"), "hinoki": HERE, "nara": HERE, "kashi": BESIDE,
        **force(HERE, "sugi", "buna", acted=True),
    },
    stage=3,
)  # fmt: skip
MATSU_WITH_OTHERS = position({
    **force(HERE, "matsu", "sugi", "ume", "momo"),
    **force(HERE, "kaede", "kuri", "buna", "nara", "tsuga", "yanagi", "take", "momi"),
})  # fmt: skip
FULL_TRACK = position({**force(HERE, "sugi", *MEN[:6]), "kaede": HERE, "momo": HERE})
#: 12: in stage 3 Yanagi has no point left.
ACTORS = position(
    {
        **force(HERE, "matsu", "ume"), "sugi": {"hex": BESIDE, "acted": True}, "yanagi": BESIDE, "kitsune": "2211",
        "koi": "2018", "nara": "dead", "kashi": YAMA,
    },
    phase="red", stage=3,
)  # fmt: skip
#: 17, 19: Sugi's 12 before Kawa in stage 3, where Kaede has no point left.
BEFORE_KAWA = position(
    {**host(KAWA, 12), "kaede": KAWA, "hinoki": neighbours(KAWA)[0], "tsuru": "0518", "matsu": "0508"},
    around=KAWA, radius=3, stage=3,
)  # fmt: skip
#: 24: Matsu and Sugi before Taka and Tsuru in the open.
JOINING = position({"matsu": HERE, **force(HERE, "sugi", "ume"), "taka": BESIDE, "tsuru": BESIDE})
#: 24: Matsu beside Kawa, Taka before it.
DECISIVE = position({**force("0515", "matsu", *MINE), **force(KAWA, "taka", *THEIRS)}, around=KAWA, radius=4)


@pytest.mark.parametrize(
    REFUSAL,
    [
        # 9: forces
        refusal("Matsu's track has ten boxes", gunyuden("9-2-1", "9-2-2", "2-1-4"),
            position({**force(HERE, "matsu", *MEN[:9]), "kaki": HERE, "sakura": HERE}),
            "act matsu | organise | take kaki", "take sakura", "9-2-2 track_full"),
        refusal("a commander is given no unit beyond the boxes of the track", gunyuden("9-2-2"),
            position({**force(HERE, "matsu", "kaki"), **force(HERE, "sugi", *MEN[:7])}),
            "act matsu | organise", "give kaki sugi", "9-2-2 track_full"),
        refusal("a commander whose track is full is given no unit", gunyuden("9-2-2"),
            MATSU_WITH_OTHERS, "act matsu | organise", "give ume kaede", "9-2-2 track_full"),
        refusal("a full track takes no unit", gunyuden("9-2-2"),
            position({**force(HERE, "sugi", *MEN[:7]), "sakura": HERE}),
            "act sugi | organise", "take sakura", "9-2-2 track_full"),
        refusal("a commander does not lead an equal", gunyuden("9-2-3"),
            FULL_TRACK, "act sugi | organise", "take kaede", "9-2-3 rank"),
        refusal("a commander with a full track does not lead an equal for two reasons", gunyuden("9-2-3", "9-2-2"),
            FULL_TRACK, "act sugi | organise | take momo", "take kaede", "9-2-3 rank", "9-2-2 track_full"),
        refusal("a commander under command is given no unit", gunyuden("9-2-4"),
            MATSU_WITH_OTHERS, "act matsu | organise", "give ume sugi", "9-2-4 under_command"),
        refusal("a commander does not lead units of another army", gunyuden("9-2-6"),
            position({"matsu": HERE, "kuri": HERE, "tanuki": HERE}, phase="red"),
            "act matsu | organise", "take tanuki", "9-2-6 other_army"),
        refusal("a commander takes no reinforcements of another army", gunyuden("9-2-6", "7-1", "7-1-3", "13-2(ex1)"),
            position({"matsu": HERE, "kuri": HERE, "itachi": HERE, "tanuki": HERE}),  # G-41
            "act matsu | organise", "take itachi", "9-2-6 other_army", instead="take kuri"),
        refusal("a commander takes no unit of an allied army", gunyuden("9-2-6", "7-1", "7-1-3", "13-2(ex1)"),
            position({"matsu": HERE, "kuri": HERE, "itachi": HERE, "tanuki": HERE}),
            "act matsu | organise", "take tanuki", "9-2-6 other_army", instead="take kuri"),
        # 11: lines of communication
        refusal("enemy units on the line are named", gunyuden("11-1-3(1)"),
            position({"sugi": "1405", "kaede": "1205", "hato": "1105", "hinoki": "1005"}, **lane(ROW)),
            "act sugi", "strategic", NO_LINE, "11-1-3(1) line_enemies"),
        refusal("an enemy castle on the line is named", gunyuden("11-1-3(2)"),
            position({"sugi": "1906", "kaede": "1806", "hinoki": "1605"}, castles={"toge": {"owner": "blue"}},
                **lane([*ROW[:12], "1706", "1806", "1906"])),
            "act sugi", "strategic", NO_LINE, "11-1-3(2) line_castles", marks=[as_first("communication_range")]),
        refusal("an enemy zone on the line is named", gunyuden("11-1-3(3)"),
            position({"sugi": "1405", "hato": "1104"}, **ENEMY_BESIDE_ROW),
            "act sugi", "strategic", NO_LINE, "11-1-3(3) line_zones", marks=[as_first("communication_range")]),
        refusal("marsh on the line is named", gunyuden("11-1-3(5)"),
            position({"sugi": "1405"}, **lane([place for place in ROW if place != "1005"], beside={"1005": "marsh"})),
            "act sugi", "strategic", NO_LINE, "11-1-3(5) line_marsh", marks=[as_first("communication_range")]),
        refusal("a line that is too long is named", gunyuden("11-2"),
            position({"sugi": ROW[11]}, **lane(ROW, "foothills")),
            "act sugi", "strategic", NO_LINE, "11-2 line_too_long"),
        refusal("replenishment without a line names what cuts it", gunyuden("11-4-2", "11-1-3(3)"),
            position({"sugi": {"hex": "1405", "steps": 1}, "masu": "1104"}, phase="red", **ENEMY_BESIDE_ROW),
            "act sugi", "organise", "13-2 nothing_to_organise", "11-4-2 no_line", "11-1-3(3) line_zones",
            "14-3-1 no_castle", marks=[as_first("communication_range")]),
        refusal("without a line neither troops nor castle are replenished", gunyuden("11-4-2", "14-3", "8-3-2"),
            position({"keyaki": {"hex": SEKI, "steps": 1}}, around=SEKI, radius=2, phase="red",
                castles={"yama": {"owner": "blue"}, "seki": {"durability": 5}}),
            "act keyaki", "organise", "13-2 nothing_to_organise", "11-4-2 no_line"),
        refusal("mountains on the line are not named", gunyuden("11-1", "15-3-2"),
            position({"sugi": "1405"}, **lane([place for place in ROW if place != "1005"])),
            "act sugi", "strategic", NO_LINE),
        refusal("a zone and a marsh, either of which cuts the line, are not named", gunyuden("11-1", "15-3-2"),
            position({"sugi": "1405", "hato": "1104"},
                **lane([place for place in ROW if place != "0805"], beside={"1104": "flat", "0805": "marsh"})),
            "act sugi", "strategic", NO_LINE),
        # 12: who acts
        refusal("units of the other side do not act", gunyuden("12.0"), ACTORS, "", "act koi", "12.0 not_own"),
        refusal("units that are not on the map do not act", gunyuden("12.0"),
            ACTORS, "", "act nara", "12.0 not_on_map"),
        refusal("a unit under command does not act by itself", gunyuden("12-2-1"),
            ACTORS, "", "act ume", "12-2-1 under_command"),
        refusal("an army acts in its own phase alone", gunyuden("4-1"), ACTORS, "", "act kitsune", "4-1 other_phase"),
        refusal("a force acts once in a stage", gunyuden("12-2-3"), ACTORS, "", "act sugi", "12-2-3 has_acted"),
        refusal("a force without points does not act", gunyuden("12-2-4"),
            ACTORS, "", "act yanagi", "12-2-4 no_activation"),
        # 13: organising
        refusal("units beside the map do not organise", gunyuden("13-1", "13-2"),
            position({}, empty=False, phase="red_friends"), "act usagi", "organise", "13-1 not_on_map"),
        refusal("a unit without a star is given no unit", gunyuden("13-1-1"),
            MATSU_WITH_OTHERS, "act matsu | organise", "give ume momo", "13-1-1 no_commander"),
        refusal("a unit without a star neither organises nor replenishes", gunyuden("14-1-2", "13-1-1"),
            position({"ume": {"hex": HERE, "steps": 1}}),
            "act ume", "organise", "13-1-1 no_commander", "14-1-2 no_replenisher"),
        refusal("a unit without a star does not replenish its castle", gunyuden("14-1-2"),
            position({"kuri": {"hex": YAMA, "inside": True, "steps": 1}, "kaede": "0605"}, around=None,
                castles={"yama": {"durability": 5}}),
            "act kuri", "organise", "13-1-1 no_commander", "14-1-2 no_replenisher"),
        refusal("a commander who was led when the phase began does not organise", gunyuden("13-1-2"),
            position({"sugi": {"hex": HERE, "led": True}, "kuri": HERE}),
            "act sugi", "organise", "13-1-2 was_led", "14-1-2 was_led"),
        refusal("a commander who was led neither organises nor replenishes", gunyuden("14-1-2", "13-1-2"),
            position({"sugi": {"hex": HERE, "steps": 1, "led": True}}),
            "act sugi", "organise", "13-1-2 was_led", "14-1-2 was_led"),
        refusal("organising needs units of the army in the hex", gunyuden("13-1-3"),
            position({"sugi": HERE, "buna": BESIDE}),
            "act sugi", "organise", "13-2 nothing_to_organise", "14-2 nothing_lost", "14-3-1 no_castle"),
        refusal("a unit on the other side of the gate is not taken", gunyuden("13-1-3", "13-2"),
            position({"sugi": YAMA, "kuri": {"hex": YAMA, "inside": True}, "buna": YAMA}, around=None),
            "act sugi | organise", "take kuri", "13-2 other_side_of_gate", instead="take buna"),
        refusal("a commander in garrison does not take a unit before the gate", gunyuden("13-1-3"),
            position({**garrison(YAMA, "sugi", "buna"), "kuri": YAMA}, around=None),
            "act sugi | organise", "take kuri", "13-2 other_side_of_gate", instead="take buna"),
        refusal("a unit of the force is not taken", gunyuden("13-2"),
            TAKING, "act sugi | organise", "take kuri", "13-2 in_force"),
        refusal("a unit in another hex is not taken", gunyuden("13-1-4"),
            TAKING, "act sugi | organise", "take kaede", "13-1-4 other_hex"),
        refusal("a unit outside the force is not released", gunyuden("13-2"),
            TAKING, "act sugi | organise", "split buna", "13-2 not_in_force"),
        refusal("the leader is not released", gunyuden("13-2"),
            TAKING, "act sugi | organise", "split sugi", "13-2 not_in_force"),
        refusal("a unit outside the force is not given away", gunyuden("13-2"),
            TAKING, "act sugi | organise", "give buna kaede", "13-2 not_in_force"),
        refusal("a commander in another hex is given no unit", gunyuden("13-1-4"),
            TAKING, "act sugi | organise", "give kuri kaede", "13-1-4 other_hex"),
        refusal("the leader is not given a unit of the force", gunyuden("13-2"),
            TAKING, "act sugi | organise", "give kuri sugi", "13-2 in_force"),
        refusal("a unit without a star is given no unit of a force", gunyuden("13-1-1"),
            TAKING, "act sugi | organise", "give kuri buna", "13-1-1 no_commander"),
        refusal("a unit in another hex lends no points", gunyuden("13-1-4"),
            OUT_OF_POINTS, "act kaede | organise", "with kashi", "13-1-4 other_hex"),
        refusal("a unit of the force itself lends no points", gunyuden("13-2-3"),
            OUT_OF_POINTS, "act kaede | organise", "with kuri", "13-2 in_force"),
        refusal("a unit under another command lends no points", gunyuden("12-2-1"),
            OUT_OF_POINTS, "act kaede | organise", "with buna", "12-2-1 under_command"),
        refusal("a unit without points lends none", gunyuden("13-2-3"),
            OUT_OF_POINTS, "act kaede | organise", "with nara", "12-2-4 no_activation"),
        refusal("a force that has acted lends no points", gunyuden("13-2-2(2)"),
            OUT_OF_POINTS, "act kaede | organise", "with sugi", "13-2-2(2) has_acted"),
        refusal("one force is enough to lend points", gunyuden("13-2-3"),
            OUT_OF_POINTS, "act kaede | organise | with hinoki", "with hinoki", "13-2-3 able_already"),
        refusal("a commander out of points does not act without a force that can", gunyuden("13-2-3"),
            position({"hato": HERE, "tobi": BESIDE, "kiji": HERE, "matsu": YAMA}, phase="blue", stage=3),
            "", "act hato", "12-2-4 no_activation"),
        refusal("a unit of the force is not given to its leader", gunyuden("9-2-4"),
            MATSU_WITH_OTHERS, "act matsu | organise", "give ume matsu", "13-2 in_force"),
        refusal("a unit that was released is not taken again", gunyuden("13-2-1", "13-2-4"),
            position(force(HERE, "sugi", "ume", "momo")),
            "act sugi | organise | split ume", "take ume", "13-2-1 already_placed"),
        refusal("a force under a higher commander is given no unit", gunyuden("13-2-2(1)"),
            UNEQUAL, "act sugi | organise", "give kuri matsu", "13-2-2(1) higher_command"),
        refusal("a commander under a higher one is given no unit", gunyuden("13-2-2(1)", "9-2-4"),
            UNEQUAL, "act sugi | organise", "give kuri hinoki", "13-2-2(1) higher_command", "9-2-4 under_command"),
        refusal("a force that has acted is given no unit", gunyuden("13-2-2(2)"),
            UNEQUAL, "act sugi | organise", "give kuri kaede", "13-2-2(2) has_acted"),
        refusal("a force that has acted is not taken", gunyuden("13-2-1", "13-2-2(2)"),
            position({"matsu": HERE, "kuri": {"hex": HERE, "acted": True}, "buna": HERE}),
            "act matsu | organise", "take kuri", "13-2-2(2) has_acted", instead="take buna"),
        refusal("a unit under a higher commander is not taken", gunyuden("13-2-2(1)"),
            position({**force(HERE, "matsu", "kuri"), "sugi": HERE, "buna": HERE}),
            "act sugi | organise", "take kuri", "13-2-2(1) higher_command", instead="take buna"),
        refusal("a unit that has marched is not taken", gunyuden("13-2-1", "13-2-2(2)"),
            position({"matsu": HERE, "kuri": BESIDE, "buna": HERE}),
            f"act kuri | move | to {HERE} | halt | act matsu | organise", "take kuri", "13-2-2(2) has_acted"),
        refusal("a force that was given units has acted", gunyuden("13-2-1", "13-2-2(2)"),
            position({**force(HERE, "matsu", "kuri"), "sugi": HERE, "kaede": HERE}),
            "act matsu | organise | give kuri sugi | done", "act sugi", "12-2-3 has_acted"),
        refusal("a force that has organised is not organised again", gunyuden("13-2-1", "13-2-2(2)"),
            position({**force(HERE, "matsu", "kuri"), "sugi": HERE, "kaede": HERE}),
            "act matsu | organise | give kuri sugi | done | act kaede", "organise", "13-2 nothing_to_organise",
            "14-2 nothing_lost", "14-3-1 no_castle"),
        refusal("in an invested castle nothing is organised", gunyuden("13-2", "14-2", "14-3", "14-3-5", "16-5"),
            position({**host(TANI, 12, invests=True), "buri": {"hex": TANI, "inside": True}, "matsu": YAMA},
                around=TANI, radius=2, phase="green"),
            "act buri", "organise", "13-2 nothing_to_organise", "14-2 nothing_lost", "16-5 castle_invested",
            "14-3 castle_whole", "14-3-5 castle_invested"),
        refusal("a commander beside the castle replenishes only troops", gunyuden("14-3-1"),
            position({"matsu": {"hex": "0605", "steps": 1}}, castles={"yama": {"durability": 5}}, phase="red",
                around="0605", radius=1),
            "act matsu | organise", "castle", "14-3-1 no_castle", instead="troops"),
        # 15: marches
        refusal("no force enters a hex with an enemy force", gunyuden("15-6", "15-6-2"),
            position({"sugi": HERE, "hato": BESIDE}), "act sugi | move", f"to {BESIDE}", "15-6-2 enemy_there",
            instead="to 1205"),
        refusal("strategic movement does not enter a hex beside an enemy", gunyuden("15-3-1"),
            position({"sugi": "0905", "hato": "1104"}, **ENEMY_BESIDE_ROW),
            "act sugi | strategic", "to 1105", "15-3-1 near_enemy", instead="to 1005"),
        refusal("strategic movement does not pass a hex beside an enemy", gunyuden("15-3-1"),
            position({"sugi": "0905", "hato": "1104"}, **ENEMY_BESIDE_ROW),
            "act sugi | strategic", "to 1205", "15-3-1 near_enemy", instead="to 1005"),
        refusal("strategic movement needs a line when it begins",  # Hato on 0604 cuts the line at 0605, far from Sugi
            gunyuden("15-3-2", "11-3(3)", "11-3-2", "11-4-2"),
            position({"sugi": "0905", "hato": "0604"}, **lane(ROW, beside={"0604": "flat"})),
            "act sugi", "strategic", NO_LINE, "11-1-3(3) line_zones", instead="move"),
        refusal("strategic movement needs full morale", gunyuden("15-3-3", "15-3"),
            position({"sugi": {"hex": "0905", "morale": -1}}, **lane(ROW)),
            "act sugi", "strategic", "15-3-3 morale_reduced", instead="move"),
        refusal("nine flat hexes are too far for eight points", gunyuden("15-4-4", "15-4-3", "15-2-1"),
            position({"sugi": "1105"}, **lane(ROW)),
            "act sugi | move", "to 2005", "15-2-1 too_far", instead="to 1905"),
        refusal("the point for leaving a zone is named", gunyuden("15-4-4", "15-4-3", "15-2-1"),
            position({"sugi": "1105", "hato": "1104"}, **ENEMY_BESIDE_ROW),
            "act sugi | move", "to 1905", "15-4-4 zone_holds"),
        refusal("a zone is not named for a hex that is too far without it", gunyuden("15-4-4", "15-4-3", "15-2-1"),
            position({"sugi": "1105", "hato": "1104"}, **ENEMY_BESIDE_ROW),
            "act sugi | move", "to 2005", "15-2-1 too_far"),
        refusal("the point for entering a zone is named", gunyuden("15-4-1", "15-4-4"),
            position({"sugi": "0705", "hato": "1504"}, **lane(ROW, beside={"1504": "flat"})),
            "act sugi | move", "to 1505", "15-4-1 zone_slows"),
        refusal("a zone on the way is entered and left", gunyuden("15-4-1", "15-4-4"),
            position({"sugi": "0905", "hato": "1104"}, **ENEMY_BESIDE_ROW),
            "act sugi | move", "to 1605", "15-4-4 zone_holds", "15-4-1 zone_slows"),
        refusal("a zone on the way costs two points", gunyuden("15-4-1", "15-4-4"),
            position({"sugi": "0905", "hato": "1104"}, **ENEMY_BESIDE_ROW),
            "act sugi | move", "to 1705", "15-4-4 zone_holds", "15-4-1 zone_slows"),
        refusal("the points that lowered morale takes are named", gunyuden("15-6-3", "15-4-4"),
            position({"sugi": {"hex": "0905", "morale": -2}}, **lane(ROW)),
            "act sugi | move", "to 1605", "15-6-3 morale_slows"),
        refusal("zone and lowered morale are named when lifting either would help", gunyuden("15-6-3", "15-4-4"),
            position({"sugi": {"hex": "1105", "morale": -2}, "hato": "1104"}, **ENEMY_BESIDE_ROW),
            "act sugi | move", "to 1705", "15-4-4 zone_holds", "15-6-3 morale_slows"),
        refusal("zone and lowered morale are named when lifting both would help", gunyuden("15-6-3", "15-4-4"),
            position({"sugi": {"hex": "1105", "morale": -2}, "hato": "1104"}, **ENEMY_BESIDE_ROW),
            "act sugi | move", "to 1905", "15-4-4 zone_holds", "15-6-3 morale_slows"),
        refusal("zone and lowered morale are not named for a hex that is too far", gunyuden("15-6-3", "15-4-4"),
            position({"sugi": {"hex": "1105", "morale": -2}, "hato": "1104"}, **ENEMY_BESIDE_ROW),
            "act sugi | move", "to 2005", "15-2-1 too_far"),
        refusal("no hex is jumped over", gunyuden("15-1-2"),
            position({"sugi": HERE}, around=BESIDE, terrain=dict.fromkeys(neighbours(HERE), "mountain")),
            "act sugi", "move", "15-2 nowhere"),
        refusal("strategic movement stays away from an enemy though a friend is in the hex", gunyuden("15-3-1"),
            position({"sugi": "0905", "hato": "1104", "kaede": "1105"}, **ENEMY_BESIDE_ROW),
            "act sugi | strategic", "to 1105", "15-3-1 near_enemy"),
        refusal("strategic movement stays away from an enemy across a lake", gunyuden("15-3-1"),
            position({"sugi": "0905", "hato": "1104"},
                **lane(ROW, beside={"1104": "flat"}, sides={"1104-1105": "water"})),
            "act sugi | strategic", "to 1105", "15-3-1 near_enemy"),
        refusal("strategic movement stays away from an invested castle", gunyuden("15-3-1"),
            position({"sugi": "1405", **force(TOGE, "kaede", "ume", "momo", "kaki", invests=True)},
                castles={"toge": {"owner": "blue"}}, **lane(ROW, beside={TOGE: "flat"})),
            "act sugi | strategic", "to 1605", "15-3-1 near_enemy", marks=[as_first("communication_range")]),
        refusal("a force that cannot pay for the next hex stays", gunyuden("15-4-4", "15-2-2"),
            position({"sugi": {"hex": HERE, "morale": -4}},
                **lane([BESIDE, HERE], "foothills", sides={f"{BESIDE}-{HERE}": "river"})),
            "act sugi", "move", "15-6-3 morale_slows"),
        refusal("lowered morale keeps a force where it is", gunyuden("15-6-3"),
            position({"sugi": {"hex": HERE, "morale": -4}},
                **lane([HERE], beside={BESIDE: "foothills"}, sides={f"{HERE}-{BESIDE}": "river"})),
            "act sugi", "move", "15-6-3 morale_slows"),
        refusal("the leader is not left behind", gunyuden("15-5", "9-1"),
            position(force(HERE, "matsu", "kaede", "ume")), "act matsu | move", "detach matsu", "15-5 not_in_force"),
        refusal("a unit is left only to a detachment, not to a force that was there", gunyuden("15-5-2", "9-2"),
            position({**force(HERE, "matsu", "kaede", "ume"), "sugi": BESIDE}),
            f"act matsu | move | to {BESIDE}", "attach ume sugi", "15-5-2 not_detached"),
        refusal("a unit is not left to a detachment of another force", gunyuden("15-5", "15-5-2"),
            position({**force(HERE, "matsu", "kaede"), **force("1208", "hinoki", "ume")}),
            f"act matsu | move | detach kaede | to {BESIDE} | halt | act hinoki | move | to {HERE}",
            "attach ume kaede", "15-5-2 not_detached"),
        refusal("a unit without a star leads no detachment", gunyuden("9-2", "9-2-3", "15-5"),
            position({**force(HERE, "matsu", "ume", "yanagi"), "kashi": YAMA}),
            "act matsu | move | detach ume", "attach yanagi ume", "13-1-1 no_commander"),
        refusal("a detached commander does not lead an equal", gunyuden("9-2-3", "15-5"),
            position(force(HERE, "matsu", "kaede", "sugi")),
            "act matsu | move | detach kaede", "attach sugi kaede", "9-2-3 rank"),
        refusal("water bars a march for which points are left", gunyuden("15-6-1"),
            position({"sugi": "0805"}, **lane(ROW, sides={"0805-0905": "water"})),
            "act sugi | move", "to 0905", "15-6-1 water_between"),
        refusal("one enemy before a castle bars its hex", gunyuden("15-6-2"),
            position({"sugi": "1707", "hato": {"hex": TOGE, "inside": True}, "kamo": TOGE}, around=TOGE,
                castles={"toge": {"owner": "blue"}}),
            "act sugi | move", f"to {TOGE}", "15-6-2 enemy_there"),
        refusal("a friend does not reach a besieged castle past the enemy", gunyuden("15-6-2"),
            position({**garrison(KAWA, "sagi"), "sugi": KAWA, "tsuru": "0515", "matsu": TOGE, "washi": "1218"},
                around=KAWA, radius=8, phase="blue"),
            "act tsuru | move", f"to {KAWA}", "15-6-2 enemy_there"),
        refusal("strategic movement does not lead out of a castle past an enemy", gunyuden("16-3-1", "15-3"),
            position({**garrison(KAWA, "sagi"), "nara": KAWA, "matsu": TOGE, "washi": "1218"},
                around=KAWA, radius=8, phase="blue"),
            "act sagi", "strategic", "15-3-1 near_enemy"),
        # 17 to 19: sieges
        refusal("a castle of level 0 is invested by 10", gunyuden("18-1-1"),
            position({**host(HARA, 9), "matsu": "0508"}, around=HARA, radius=2),
            "act sugi | siege", "invest", "18-1-1 too_weak"),
        refusal("a force without points takes no part in a siege", gunyuden("19-1", "12-2-4"),
            BEFORE_KAWA, "act sugi | siege", "with kaede", "12-2-4 no_activation", "18-1-2 cannot_help"),
        refusal("a force in another hex takes no part in a siege", gunyuden("19-1", "17-1-1"),
            BEFORE_KAWA, "act sugi | siege", "with hinoki", "19-1 other_hex", "17-1-1 other_hex"),
        refusal("a unit under command takes no part in a siege by itself", gunyuden("19-1", "12-2-1"),
            BEFORE_KAWA, "act sugi | siege", "with ume", "12-2-1 under_command"),
        refusal("an enemy takes no part in a siege", gunyuden("19-1"),
            BEFORE_KAWA, "act sugi | siege", "with tsuru", "12.0 not_own"),
        refusal("a unit off the map takes no part in a siege", gunyuden("19-1"),
            BEFORE_KAWA, "act sugi | siege", "with kiri", "12.0 not_on_map"),
        refusal("a force that has acted helps neither to invest nor to assault", gunyuden("19-1-1", "18-1-2"),
            position({**host(KAWA, 12), "kaede": {"hex": KAWA, "acted": True}, "matsu": "0508"}, around=KAWA, radius=3),
            "act sugi | siege", "with kaede", "19-1-1 has_acted", "18-1-2 cannot_help"),
        refusal("a force that has acted does not assault", gunyuden("19-1-1"),
            position({**host(KAWA, 12), "kaede": {"hex": KAWA, "acted": True}, "matsu": "0508"}, around=KAWA, radius=3),
            "act sugi | siege | invest", "with kaede", "19-1-1 has_acted"),
        # 22 to 24: battles
        refusal("there is no attack without an enemy", gunyuden("22-1-2"),
            position({"sugi": HERE}, sides={f"{BESIDE}-{HERE}": "water"}), "act sugi", "battle", "22-1-2 no_enemy"),
        refusal("an enemy across water is no target", gunyuden("22-1-5"),
            position({"sugi": HERE, "tsuru": BESIDE}, sides={f"{BESIDE}-{HERE}": "water"}),
            "act sugi", "battle", "22-1-5 water_between"),
        refusal("no second force joins a skirmish", gunyuden("23-1-1"),
            position({"sugi": HERE, "kaede": HERE, "tsuru": BESIDE, "kamo": BESIDE}),
            "act sugi | battle", "join kaede", "23-1-1 one_force"),
        refusal("a unit under command joins no decisive battle by itself", gunyuden("24-1-2", "9-2-5"),
            JOINING, f"act matsu | battle | decisive {BESIDE}", "join ume", "9-2-5 under_command", instead="join sugi"),
        refusal("an enemy does not join a decisive attack", gunyuden("24-1-2"),
            JOINING, f"act matsu | battle | decisive {BESIDE}", "join tsuru", "24-1-2 not_own", instead="join sugi"),
        refusal("a garrison does not join a decisive defence", gunyuden("24-1-6"),
            {**DECISIVE, "units": {**DECISIVE["units"], "sagi": {"hex": KAWA, "inside": True}, "tsuru": KAWA}},
            f"act matsu | battle | decisive {KAWA} | agree", "join sagi", "24-1-6 inside_castle"),
        # 26: recovering morale
        refusal("a force with full morale does not recover it", gunyuden("26.0"),
            position({"sugi": "0507", "kaede": "0607"}, around=YAMA, radius=3),
            "act sugi", "rally", "26.0 morale_normal"),
    ],
)  # fmt: skip
def test_an_act_against_the_rules_is_refused_for_all_its_reasons(
    position: dict[str, Any], played: list[str], action: str, reasons: tuple[str, ...], instead: list[str]
) -> None:
    assert_refusal(lay_out(**position), played, action, reasons, instead)


REVISED = clause("gunyuden_revised", "12.0")
LAIR, NEAR = "1206", "1207"
WAY_PAST_LAIR = lane(ROW, beside={"0906": "rough"})


@only("revised")
@pytest.mark.parametrize(
    REFUSAL,
    [
        refusal("an ambush takes an activation point", REVISED,
            position({"kaede": LAIR, "sugi": "1406", "sagi": "0919"}, around=LAIR, stage=3, terrain={LAIR: "rough"}),
            "", "act kaede", "12-2-4 no_activation"),
        refusal("strategic movement does not start beside an ambusher", REVISED,
            position({"sugi": "0805", **force("0906", "hato", ambush=True)}, phase="red", **WAY_PAST_LAIR),
            "act sugi", "strategic", "15-3-1 near_enemy", instead="move"),
        refusal("the hex of an ambush is not entered", REVISED,
            position({**force(LAIR, "kaede", ambush=True), **force("1210", "tsuru", "kiji"), "sagi": "0919"},
                around="1208", radius=6, phase="blue", terrain={LAIR: "rough"}),
            f"act tsuru | move | to {NEAR} | let_all_pass", f"to {LAIR}", "15-6-2 enemy_there"),
    ],
)  # fmt: skip
def test_an_act_against_the_revised_rules_is_refused_for_all_its_reasons(
    position: dict[str, Any], played: list[str], action: str, reasons: tuple[str, ...], instead: list[str]
) -> None:
    assert_refusal(lay_out(**position), played, action, reasons, instead)
