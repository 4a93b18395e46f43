"""The odds of every act that leads to dice: battles, overruns, sorties, assaults, pursuits, demands, checks.

One round of a fight is played (12-2, 13-3), with the pursuit and the retreat that follow from it without a choice. Then
the players decide, and may ask for the odds of another round.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from gunki.core.dice.chance import Chance
from gunki.core.rules.decision import Act
from gunki.core.rules.procedure import Ask, Deal, Procedure, Roll
from gunki.core.show.odds import Ends
from gunki.games.kenshin.rules.combat.battle import ATTACKER, NOBODY, Battle
from gunki.games.kenshin.rules.combat.field_battle import SplitAttack
from gunki.games.kenshin.rules.naval.naval_battle import NavalBattle
from gunki.games.kenshin.rules.sieges.assault import Assault
from gunki.games.kenshin.state.position import KenshinPosition as G
from gunki.series.forces_and_castles.show.odds import End, FightPlayout, outcome, weakest
from gunki.series.forces_and_castles.show.odds import odds as common
from gunki.series.forces_and_castles.show.odds import rolls_at_once as staked_by
from gunki.series.forces_and_castles.show.overlays import overlay

#: The verbs of acts that lead to dice, at once or after decisions of the other side.
BEGINNINGS = (
    "attack", "sortie", "at", "join", "fight", "overrun", "assault", "battle", "check", "demand", "fight_on", "retreat",
    "pursue", "storm_on",
)  # fmt: skip
#: The verbs after which dice may also be rolled in the fight at hand.
ACTS_AMID_FIGHT = ("under", "flagship", "stand", "allot")
#: The decisions that follow the end of a round, a march or a demand.
DECISIONS_AFTER_ROUND = ("break_off", "press_on", "march", "demand")
#: The option taken at each of these decisions. Battles go on, pursuers pursue because they risk nothing (12-5-2), and
#: no force takes refuge or advances.
DEFAULT_ANSWERS = {
    "break_off": "fight_on", "press_on": "storm_on", "pursuit": "pursue", "refuge": "stand", "advance": "stay",
    "join": "fight", "storm": "fight",
}  # fmt: skip


class _Dice:
    """The dice of one fight. Play ends before the dice of anything else, such as the next battle or turn.

    `depth` is the place in the stack of the procedure that fights or asks, counted from 1.
    """

    def __init__(self, g: G, chance: Chance) -> None:
        depths = [n for n, frame in enumerate(g.stack, 1) if isinstance(frame, Battle)]
        self.depth = depths[0] if depths else len(g.stack)
        self.frame = g.stack[self.depth - 1]
        self.fight: Procedure | None = None
        self._chance = chance

    def is_same_fight(self, g: G) -> bool:
        """Return whether the same fight is still going on."""
        stack, depth = g.stack, self.depth
        if len(stack) < depth or stack[depth - 1] is not self.frame:
            return False
        return self.fight in (None, self.frame) or (len(stack) > depth and stack[depth] is self.fight)

    def roll(self, g: Any, wait: Roll | Deal) -> tuple[int, ...] | None:
        if not self.is_same_fight(g):
            return None
        if self.fight is None:
            self.fight = g.stack[self.depth] if len(g.stack) > self.depth else self.frame
        return self._chance(g, wait)


class KenshinPlayout(FightPlayout):
    def play_out(self, root: G, act: Act, chance: Chance) -> End | None:  # type: ignore[override]
        if act[0] not in BEGINNINGS and act[0] not in ACTS_AMID_FIGHT:
            return None
        g = root.clone()
        g.stack, g.shared = [frame.clone() for frame in g.stack], 0
        dice = _Dice(g, chance)
        g.apply(act, dice.roll)
        while isinstance(g.wait, Ask) and not g.wait.starts_order and dice.is_same_fight(g):
            if dice.fight is not None and g.wait.name in DECISIONS_AFTER_ROUND:
                break
            g.apply(self.choose_answer(g), dice.roll)
        return End(g, dice.fight) if dice.fight is not None else None

    def choose_answer(self, g: G) -> Act:  # type: ignore[override]
        """Return the option taken at a decision.

        A castle loses durability until one point is left, and a side loses its weakest unit. The best leader's ability
        counts.
        """
        options, wait = g.options(), g.wait
        assert isinstance(wait, Ask)
        if wait.name in DEFAULT_ANSWERS:
            return next(act for act in options if act[0] == DEFAULT_ANSWERS[wait.name])
        if wait.name == "ability":
            ability = g.setup.ship_ability if options[0][0] == "flagship" else g.setup.ability
            return max(options, key=lambda act: ability[act[1]])
        if wait.name == "walls" and g.durability[wait.data["castle"]] > 1:
            return options[-1]
        shelter = [act for act in options if act[0] in ("refuge", "halt")]
        return weakest(g, options) or (shelter[0] if shelter else options[0])

    def effect(self, g: Any, wait: Roll | Deal, answer: tuple[int, ...]) -> Hashable:
        """Return the part of a roll that matters: the hits of two dice, and for assailants whether the dice are equal.

        A double closes the castle (13-5 doubles).
        """
        if not isinstance(wait, Roll) or "strength" not in wait.data or wait.count == 1:
            return answer
        hits = g.setup.hits(wait.data["strength"], sum(answer) + wait.data["value"])
        return hits, wait.name == "assault" and answer[0] == answer[1]

    def steps(self, g: G, unit: int) -> int:  # type: ignore[override]
        """Return the steps of a unit, also aboard or in the box; the dead have none."""
        return g.steps[unit]

    def walls(self, root: G, g: G, castle: int) -> int:  # type: ignore[override]
        """Return the durability of a castle. Return 0 if it fell, although its captor has it undamaged (8-1-4)."""
        return g.durability[castle] if g.holder[castle] == root.holder[castle] else 0

    def rows(self, root: G, ends: Ends[End], side: int) -> list[dict[str, Any]]:  # type: ignore[override]
        """Return the losses of both sides, with the steps of ships if ships fight (16-3)."""
        land_rows = super().rows(root, ends, side)
        if not ends.chance(lambda end: isinstance(end.fight, NavalBattle)):
            return land_rows
        return [*(self._ships(root, ends, side, own) for own in (True, False)), *land_rows]

    def _ships(self, root: G, ends: Ends[End], side: int, own: bool) -> dict[str, Any]:
        ships = [s for s in range(len(root.ship_at)) if root.ship_side(s) == (side if own else 1 - side)]

        def steps_lost(end: End) -> int:
            now: Any = end.g
            return sum(root.ship_steps[s] - now.ship_steps[s] for s in ships)

        return ends.row(["overlay", "own_ships" if own else "enemy_ships"], own, steps_lost)

    def outcomes(self, root: G, seat: int, act: Act, ends: Ends[End]) -> list[dict[str, Any]]:  # type: ignore[override]
        """Return the possible results of an act, of which exactly one happens, each with its chance."""
        if act[0] == "check":
            succeeds = min(root.setup.action[act[1]], 6) / 6
            chances = {"check_succeeds": succeeds, "check_fails": 1 - succeeds}
            return [outcome(text, round(chance, 4)) for text, chance in chances.items()]
        likely_results = ends.likely(lambda end: (RESULTS.index(_result(root, end, seat)),))
        return [outcome(RESULTS[result], chance) for result, chance in likely_results.items()]


RESULTS = (
    "game_won", "castle_falls", "fight_won", "goes_on", "castle_holds", "nobody_wins", "storm_closed", "fight_lost",
    "game_lost",
)  # fmt: skip


def _result(root: G, end: End, seat: int) -> str:
    """Return the result of a fight as `seat` sees it."""
    g: Any = end.g
    fight = end.fight
    if g.outcome is not None:
        return "game_won" if seat in g.outcome.winners else "game_lost"
    if g.holder != root.holder:
        return "castle_falls"
    if not isinstance(fight, Battle):
        return "goes_on" if isinstance(fight, SplitAttack) else "castle_holds"
    if fight in g.stack:
        return "goes_on"
    if isinstance(fight, Assault) and fight.retreating == NOBODY and fight.alive(g, ATTACKER):
        return "storm_closed"  # 13-5 doubles: a double has ended the assault
    winner = fight.winner(g)
    if winner == NOBODY:  # 12-4-7: for example, both sides retreat
        return "nobody_wins"
    return "fight_won" if fight.player(winner) == seat else "fight_lost"


def rolls_at_once(g: G, seat: int, act: Act) -> bool:
    """Return whether an act leads to dice before the seat decides again, as an action check does."""
    return act[0] == "check" or staked_by(g, seat, act, BEGINNINGS, KenshinPlayout())


def odds(g: G, seat: int | None, act: Act | None) -> dict[str, Any]:
    """Return the odds of an act. The odds of an attack are known only when its target hex is known (12-1-1)."""
    if seat is not None and act is not None and act[0] == "attack" and act in g.options():
        aim = g.clone()
        aim.apply(act, lambda _g, _wait: None)
        if isinstance(aim.wait, Ask) and aim.wait.name == "target":
            return overlay("odds", {}, None, "choose_target")
    return common(g, seat, act, BEGINNINGS, KenshinPlayout())
