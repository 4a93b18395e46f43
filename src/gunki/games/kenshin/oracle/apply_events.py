"""Applies the events of an action to a board, so that each roll is checked in the position in which it was made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from gunki.core.rules.events import Event
from gunki.games.kenshin.oracle.board import Board, Man
from gunki.games.kenshin.oracle.ground import BOX
from gunki.games.kenshin.oracle.roster import roster

Data = Mapping[str, Any]


def apply(board: Board, event: Event) -> None:
    """Change the board as an event says."""
    change = CHANGES.get(event.kind)
    if change is not None:
        change(board, event.data)


def disband(board: Board, man: Man) -> None:
    """Make each unit that `man` led a force of its own (K-91)."""
    for led in board.men.values():
        if led.leader == man.id:
            led.leader = ""


def take_off(board: Board, man: Man, why: str) -> None:
    """Take a unit out of play."""
    disband(board, man)
    man.place, man.leader, man.inside, man.ship = why, "", False, ""


def put(board: Board, unit: str, where: str, inside: bool = False) -> None:
    """Put a force into a hex."""
    for man in board.force(unit):
        man.place, man.inside, man.ship = where, inside, ""


def lose_step(board: Board, data: Data) -> None:
    """Reduce a unit (12-3)."""
    board.men[data["unit"]].steps = data["left"]


def kill(board: Board, data: Data) -> None:
    """Take a killed unit off (15)."""
    take_off(board, board.men[data["unit"]], "dead")


def remove(board: Board, data: Data) -> None:
    """Take a removed unit off."""
    take_off(board, board.men[data["unit"]], "removed")


def gain_step(board: Board, data: Data) -> None:
    """Restore a unit (9-5-3)."""
    board.men[data["unit"]].steps += 1


def rebuild(board: Board, data: Data) -> None:
    """Bring a unit of the Ikki back (9-5-6)."""
    man = board.men[data["unit"]]
    man.place, man.steps, man.leader = data["hex"], 1, ""
    enemy = "oda" if board.side(man) == "uesugi" else "uesugi"
    man.inside = bool(board.in_the_open(man.place, enemy))


def march(board: Board, data: Data) -> None:
    """Move a force to the end of its way."""
    put(board, data["unit"], data["to_hex"])


def enter_overrun(board: Board, data: Data) -> None:
    """Move the winner of an overrun into the hex (14-7-6)."""
    put(board, data["unit"], data["hex"])


def displace(board: Board, data: Data) -> None:
    """Move a force that a rule puts elsewhere (K-106)."""
    put(board, data["unit"], data["to_hex"])


def go_in(board: Board, data: Data) -> None:
    """Put a force into a castle (8-2)."""
    put(board, data["unit"], board.keeps[data["castle"]].hex, inside=True)


def go_out(board: Board, data: Data) -> None:
    """Put a force before its castle."""
    put(board, data["unit"], board.keeps[data["castle"]].hex)


def regroup(board: Board, data: Data) -> None:
    """Put a unit under command (10-1)."""
    man, leader = board.men[data["unit"]], board.men[data["leader_unit"]]
    disband(board, man)
    man.leader = leader.id


def separate(board: Board, data: Data) -> None:
    """Make a unit a force of its own (6-2(3))."""
    board.men[data["unit"]].leader = ""


def deploy(board: Board, data: Data) -> None:
    """Put a unit into the box (9-3-1)."""
    man = board.men[data["unit"]]
    man.place, man.steps, man.leader = BOX, 2, ""


def land(board: Board, data: Data) -> None:
    """Put a unit ashore: inside a friendly castle if enemies are before it, else in the open (16-4-1, K-70)."""
    where = BOX if data["hex"] == "none" else data["hex"]
    put(board, data["unit"], where)
    man = board.men[data["unit"]]
    keep = board.castle_in(where)
    side = board.side(man)
    enemy = "oda" if side == "uesugi" else "uesugi"
    man.inside = keep is not None and keep.holder == side and bool(board.in_the_open(where, enemy))


def embark(board: Board, data: Data) -> None:
    """Note which unit will sail with a ship; it leaves its hex only as the ship sails (16-4-1)."""
    board.boarding[data["ship"]] = data["unit"]


def betray(board: Board, data: Data) -> None:
    """Replace a warlord's counter by his counter as a traitor.

    Without Araki each traitor is a clan of his own (9-2 Araki Rebellion independents).
    """
    man, traitor = board.men[data["unit"]], board.men[data["other_unit"]]
    if man.id != "araki_murashige" and not board.men["araki_murashige_traitor"].is_in_play:
        traitor.clan = man.id.partition("_")[0]
    traitor.place, traitor.steps, traitor.inside = man.place, man.steps, man.inside
    take_off(board, man, "removed")


def join(board: Board, data: Data) -> None:
    """Change the side of a clan (9-2)."""
    board.seats[data["army"]] = "neutral" if data["seat"] == "none" else data["seat"]


def hand_over(board: Board, data: Data) -> None:
    """Give a castle to another side, and end its investment."""
    keep = board.keeps[data["castle"]]
    keep.holder, keep.marker = "neutral" if data["seat"] == "none" else data["seat"], -1


def turn_castle(board: Board, data: Data) -> None:
    """Give a castle away with its clan or with a traitor.

    The traitor is replaced here already, because this event comes before the displacements (K-24).
    """
    hand_over(board, data)
    for row in roster().numbers["araki_rebellion"]["rows"]:
        man, traitor = board.men[row["unit"]], board.men[row["by"]]
        at_home = data["castle"] == row["castles"][0] and man.place == board.keeps[data["castle"]].hex
        if at_home and not traitor.is_in_play:
            betray(board, {"unit": man.id, "other_unit": traitor.id})


def fall(board: Board, data: Data) -> None:
    """Give a fallen castle to its captor, with its full durability (8-1-4)."""
    hand_over(board, data)
    keep = board.keeps[data["castle"]]
    keep.durability = keep.level[0]
    if keep.printed.province in roster().tables["mori_deployment"]["castle_fell"]["provinces"]:
        board.fell_this_turn.append(data["seat"])


def mark(board: Board, data: Data) -> None:
    """Set the marker of an investment (13-1-2, 9-1-1)."""
    board.keeps[data["castle"]].marker = data.get("count", 0)


def lift(board: Board, data: Data) -> None:
    """End an investment (13-1-5)."""
    board.keeps[data["castle"]].marker = -1


def set_durability(board: Board, data: Data) -> None:
    """Set the durability of a castle (8-1-1)."""
    board.keeps[data["castle"]].durability = data["count"]


def sail(board: Board, data: Data) -> None:
    """Move a ship, and the unit that boarded it."""
    vessel = board.vessels[data["ship"]]
    boarder = board.boarding.pop(data["ship"], "")
    if boarder:
        man = board.men[boarder]
        man.place, man.ship, man.inside = "aboard", data["ship"], False
    vessel.at = data["area"] if data["area"] != "none" else data["hex"]
    vessel.exposed = False


def meet(board: Board, data: Data) -> None:
    """Mark a ship as outside the shelter of its port: enemies lie before it (16-2-5)."""
    if data["hex"] != "none":
        board.vessels[data["ship"]].exposed = True


def damage(board: Board, data: Data) -> None:
    """Reduce a ship."""
    vessel = board.vessels[data["ship"]]
    vessel.steps = data["left"]


def sink(board: Board, data: Data) -> None:
    """Take a ship off."""
    board.vessels[data["ship"]].at = "sunk"


def score(board: Board, data: Data) -> None:
    """Note the score."""
    board.score = data["score"]


def bring_ironclad(board: Board, data: Data) -> None:
    """Bring the ironclad to Toba, or to the Pacific if Toba is lost (16-5, K-72)."""
    toba = board.keeps["toba"]
    board.vessels[data["ship"]].at = toba.hex if toba.holder == "oda" else "pacific"


def begin_turn(board: Board, data: Data) -> None:
    """Begin a turn: the castles that fell in this turn now count as fallen in the last one."""
    board.turn = data["turn"]
    board.fell_last_turn, board.fell_this_turn, board.event = board.fell_this_turn, [], "none"


def begin_phase(board: Board, data: Data) -> None:
    """Note the phase."""
    board.phase = data["phase"]


def note_event(board: Board, data: Data) -> None:
    """Note this turn's event."""
    board.event = data["random_event"]


def note_no_event(board: Board, data: Data) -> None:
    """Note that this turn's event took no effect (K-20)."""
    board.event = "none"


def fortify(board: Board, data: Data) -> None:
    """Put a Fortification marker down (10-8)."""
    board.fortified.setdefault(data["hex"], set()).add(board.side(board.men[data["unit"]]))


def take_fortification(board: Board, data: Data) -> None:
    """Take Fortification markers off if no unit of their side is left (10-8-1, K-04)."""
    left = board.fortified.get(data["hex"], set())
    staying = {side for side in left if any(board.side(man) == side for man in board.at(data["hex"]))}
    board.fortified[data["hex"]] = staying if staying != left else set()


CHANGES: dict[str, Callable[[Board, Data], None]] = {
    "step_lost": lose_step,
    "killed": kill,
    "removed": remove,
    "step_gained": gain_step,
    "rebuilt": rebuild,
    "marched": march,
    "overrun_won": enter_overrun,
    "advanced": march,
    "fell_back": march,
    "displaced": displace,
    "entered_castle": go_in,
    "left_castle": go_out,
    "regrouped": regroup,
    "separated": separate,
    "deployed": deploy,
    "landed": land,
    "boarded": embark,
    "betrayed": betray,
    "joined": join,
    "castle_turned": turn_castle,
    "castle_fell": fall,
    "invested": mark,
    "morale": mark,
    "lifted": lift,
    "durability": set_durability,
    "sailed": sail,
    "ships_meet": meet,
    "ship_damaged": damage,
    "sunk": sink,
    "ship_removed": sink,
    "ironclad": bring_ironclad,
    "score": score,
    "turn": begin_turn,
    "phase": begin_phase,
    "event": note_event,
    "no_event": note_no_event,
    "fortified": fortify,
    "fortification_gone": take_fortification,
}
