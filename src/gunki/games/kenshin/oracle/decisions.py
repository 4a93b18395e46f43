"""The decisions whose options the book fixes: marches, checks, attacks, retreats, demands, replenishment."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from gunki.core.rules.decision import Decision
from gunki.games.kenshin.oracle.board import Board, Man, other
from gunki.games.kenshin.oracle.fights import fight_under_way, leads
from gunki.games.kenshin.oracle.ground import BOX
from gunki.games.kenshin.oracle.lines import Lines
from gunki.games.kenshin.oracle.reach import march_options
from gunki.games.kenshin.oracle.zones import Zones

Document = Mapping[str, Any]
Offer = Callable[[Board, Document, Decision, Mapping[str, Any]], tuple[tuple[str, ...], set[str]]]


def verbs_of(decision: Decision, verbs: tuple[str, ...]) -> set[str]:
    """Return the options of a decision that begin with one of `verbs`."""
    return {text for text in decision.texts if text.partition(" ")[0] in verbs}


def entry(document: Document, procedure: str) -> Mapping[str, Any]:
    """Return the entry of a procedure in the stack of a described position; the latest, if there are several."""
    entries = [entry for entry in document["stack"] if entry["procedure"] == procedure]
    return entries[-1] if entries else {}


# -- movement ---------------------------------------------------------------------------------------------------------


def compare_march(board: Board, decision: Decision) -> Iterator[str]:
    """Compare the hexes a force can march to, and their costs (10-4 to 10-8, 14)."""
    man = board.men[decision.data["unit"]]
    mine = march_options(board, man, decision.data["count"])
    game_costs = {str(option): option.cost or 0 for option in decision.options}
    for text in sorted({*mine, *game_costs}):
        if mine.get(text) != game_costs.get(text):
            yield f"{man.id} in {man.place}: `{text}` costs {game_costs.get(text)} instead of {mine.get(text)} (10-4)"


def offer_force(
    board: Board, document: Document, decision: Decision, options: Document
) -> tuple[tuple[str, ...], set[str]]:
    """Return which forces may move or make an action check (10-2, 10-3, 10-6-4, 10-7-2, 13-1-3)."""
    verb = "move" if board.phase.endswith("_movement") else "check"
    answers = set()
    for man in board.leaders(decision.who):
        engaged = man.pinned or bool(man.bound)
        stuck = man.place == "aboard" or man.done or man.landed or engaged or board.is_shut_in(man)
        if not stuck and (verb == "move" or man.steps == 2):
            answers.add(f"{verb} {man.id}")
    return ("move", "check"), answers


# -- fights -----------------------------------------------------------------------------------------------------------


def targets(board: Board, man: Man, enemies: set[str]) -> set[str]:
    """Return the hexes that a force may attack: adjacent, no water between, enemies in the open (12-1-2, 12-1-7)."""
    if not man.is_on_map or man.inside:
        return set()
    return enemies.intersection(board.ground.joined[man.place])


def enemy_hexes(board: Board, enemy: str) -> set[str]:
    """Return the hexes with forces of a side in the open."""
    return {man.place for man in board.men.values() if man.is_on_map and not man.inside and board.side(man) == enemy}


def offer_attacks(
    board: Board, document: Document, decision: Decision, options: Document
) -> tuple[tuple[str, ...], set[str]]:
    """Return which forces may attack (12-1-2 to 12-1-4) or make a sortie (8-2-4)."""
    combat = entry(document, "CombatPhase")
    used = {
        *combat["used"],
        *combat["owed_from"],
    }  # a hex attacks only once, even if markers obliged it to its first attack (12-1-3, K-09)
    enemies = enemy_hexes(board, other(decision.who))
    answers = set()
    for man in board.leaders(decision.who):
        if man.fought or not man.is_on_map:
            continue
        if man.bound:
            if man.bound in targets(board, man, enemies):
                answers.add(f"attack {man.id}")
        elif man.place not in used and targets(board, man, enemies):
            answers.add(f"attack {man.id}")
        if board.is_shut_in(man) and man.place not in used:
            answers.add(f"sortie {man.id}")
    return ("attack", "sortie"), answers


def offer_targets(
    board: Board, document: Document, decision: Decision, options: Document
) -> tuple[tuple[str, ...], set[str]]:
    """Return which hexes a force may attack (12-1-2, 12-1-7)."""
    man = board.men[decision.data["unit"]]
    enemies = enemy_hexes(board, other(board.side(man)))
    return ("at",), {f"at {where}" for where in targets(board, man, enemies)}


def offer_chiefs(
    board: Board, document: Document, decision: Decision, options: Document
) -> tuple[tuple[str, ...], set[str]]:
    """Return which units may lend their ability (12-2-2, 17)."""
    fight = fight_under_way(document)
    if fight is None or fight.kind == "naval":
        return ("under",), set()
    names = fight.attackers if decision.who == fight.side else fight.defenders
    return ("under",), {f"under {man.id}" for man in leads(board, names)}


def offer_retreats(
    board: Board, document: Document, decision: Decision, options: Document
) -> tuple[tuple[str, ...], set[str]]:
    """Return the hexes a beaten force may retreat to (12-4-4, 12-4-5, K-13)."""
    fight = fight_under_way(document)
    assert fight is not None
    man = board.men[decision.data["unit"]]
    if decision.data["count"] >= entry(document, "Retreat")["hexes"]:  # 12-4-3: the retreat is at its end
        return ("back",), set()
    away = fight.hex if man.id in fight.attackers or not fight.origin else fight.origin
    return ("back",), {f"back {where}" for where in retreat_hexes(board, man, away)}


def retreat_hexes(board: Board, man: Man, away: str) -> set[str]:
    """Return the hexes that a force may retreat into, each farther from an enemy (12-4-4, 12-4-5, 20 entry)."""
    ground, zones = board.ground, Zones(board, board.side(man))
    return {
        near
        for near in ground.joined[man.place]
        if ground.distance(near, away) > ground.distance(man.place, away)
        and not zones.is_closed(near)
        and not has_free_garrison(board, near, board.side(man))
    }


def has_free_garrison(board: Board, where: str, side: str) -> bool:
    """Return whether an enemy garrison that is not invested closes a hex to a retreat (12-4-5(3), K-13)."""
    keep = board.castle_in(where)
    return keep is not None and keep.holder == other(side) and keep.marker < 0 and bool(board.garrison(keep))


# -- sieges and supply ------------------------------------------------------------------------------------------------


def offer_investments(
    board: Board, document: Document, decision: Decision, options: Document
) -> tuple[tuple[str, ...], set[str]]:
    """Return which castles may be invested (13-1, K-45, K-103), and which forces may assault (13-2-1)."""
    assaulted = set(entry(document, "Siege")["assaulted"])
    answers = set()
    for keep in board.keeps.values():
        if keep.holder != other(decision.who) or not board.at(keep.hex):
            continue
        besiegers = [
            man
            for man in board.in_the_open(keep.hex, decision.who)
            if not man.fought and not (man.leader and board.men[man.leader].fought)
        ]
        if keep.marker < 0 and not assaulted and len(besiegers) > len(board.garrison(keep)):
            answers.add(f"invest {keep.printed.id}")
        if not keep.stormed:
            answers |= {f"assault {man.id}" for man in besiegers if not man.leader and man.id not in assaulted}
    return ("invest", "assault"), answers


def offer_demands(
    board: Board, document: Document, decision: Decision, options: Document
) -> tuple[tuple[str, ...], set[str]]:
    """Return which castles may be called upon to surrender (9-1-2, 13-1-9)."""
    lines = Lines(board, other(decision.who), bool(options.get("japan_sea_ports")))
    demanded = document["state"]["demanded"]
    return ("demand",), {
        f"demand {keep.printed.id}"
        for keep in board.keeps.values()
        if keep.holder == other(decision.who) and keep.marker >= 1
        if keep.printed.id not in demanded and not lines.has_naval_line(keep)
    }


def offer_restorations(
    board: Board, document: Document, decision: Decision, options: Document
) -> tuple[tuple[str, ...], set[str]]:
    """Return which units may regain a step: those with a line to a main castle (9-5-2, 9-5-3, K-38)."""
    army, castle = decision.data["army"], decision.data["castle"]
    lines = Lines(board, decision.who, bool(options.get("japan_sea_ports")))
    answers = set()
    for man in board.men.values():
        if man.clan != army or man.steps != 1 or not (man.is_on_map or man.place == BOX):
            continue
        if castle != "none":
            keep = board.keeps[castle]
            may = man.inside and man.place == keep.hex
        else:
            may = lines.has_line(man)
        if may:
            answers.add(f"restore {man.id}")
    return ("restore",), answers


OFFERS: dict[str, Offer] = {
    "force": offer_force,
    "combat": offer_attacks,
    "target": offer_targets,
    "ability": offer_chiefs,
    "retreat": offer_retreats,
    "siege": offer_investments,
    "demand": offer_demands,
    "replenish": offer_restorations,
}


def compare_question(board: Board, document: Document, decision: Decision, options: Mapping[str, Any]) -> Iterator[str]:
    """Compare the options of a decision with those of the book."""
    if decision.name == "march":
        yield from compare_march(board, decision)
        return
    offer = OFFERS.get(decision.name)
    if offer is None:
        return
    verbs, mine = offer(board, document, decision, options)
    game_answers = verbs_of(decision, verbs)
    for text in sorted(mine - game_answers):
        yield f"{decision.name}: `{text}` is missing ({decision.clause})"
    for text in sorted(game_answers - mine):
        yield f"{decision.name}: `{text}` is too much ({decision.clause})"
