"""Section 12: how a battle is fought; common to all kinds of battle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gunki.core.definition.lexicon import NONE
from gunki.core.dice.luck import Luck
from gunki.core.rules.decision import Act, Reason
from gunki.core.rules.forced_choice import AutoAnswering
from gunki.core.rules.procedure import Call, Next, Procedure, Roll
from gunki.core.show.fights import NOBODY_ROLLS, counter, fight, fighters
from gunki.games.kenshin.rules.combat.losses import Losses, settle_losses
from gunki.games.kenshin.setup import RANKS
from gunki.games.kenshin.state.position import KenshinPosition as G
from gunki.series.forces_and_castles.rules.losses import all_units, forces_of, living, part
from gunki.series.forces_and_castles.state.state_fields import FULL

#: The two sides of a battle; `retreating` may also be neither or both.
ATTACKER, DEFENDER = 0, 1
NOBODY, BOTH = -1, 2


@dataclass(eq=False)
class Battle(AutoAnswering):
    """Chapter 12: a battle; the side that begins it is the attacker.

    Each round (12-1) has strengths (12-1(1)), attacks of both sides (12-1(2)) and losses of both (12-1(3)). Then a side
    retreats, or the battle goes on (12-1(4)) with another round (12-1 repeat).

    Field battles, overruns, sorties, assaults and naval battles are subclasses. They define how the battle begins
    (`start`, which names both sides and goes to `ask_chief`), strengths (`strength`), modifiers (`parts`,
    `pursuit_parts`), losses (`losses`), the step after a round (`judge`, `go_on`), whether there is a pursuit
    (`may_pursue`), retreats (`retreat`) and the end (`finish`). Sides are kept as units or ships, because their
    commander may die at any moment (K-91).
    """

    seat: int  # the seat of the attacker
    hex: int  # the hex attacked
    attackers: tuple[int, ...] = ()
    defenders: tuple[int, ...] = ()
    origin: int = -1  # the hex attacked from
    attack_chief: int = -1  # the unit whose ability counts (12-2-2)
    defence_chief: int = -1
    dealt: int = 0  # hits of the attacker, or of the pursuer
    taken: int = 0
    retreating: int = NOBODY
    withdrawn: tuple[int, ...] = ()  # units that have retreated already

    # -- the units of both sides --------------------------------------------------------------------------------------

    def is_fight(self) -> bool:
        return True

    def player(self, who: int) -> int:
        return self.seat if who == ATTACKER else 1 - self.seat

    def troops(self, who: int) -> tuple[int, ...]:
        return self.attackers if who == ATTACKER else self.defenders

    def alive(self, g: G, who: int) -> list[int]:
        return living(g, self.troops(who))

    def bodies(self, g: G, who: int) -> list[int]:
        """Return the forces of a side in list order. Each force acts as a whole."""
        return forces_of(g, self.troops(who))

    def members(self, g: G, body: int) -> Sequence[int]:
        return g.members(body)

    def steps(self, g: G, unit: int) -> int:
        return g.steps[unit]

    def strength(self, g: G, who: int) -> int:
        """Return the strength of a side: the steps of its units (12-2)."""
        return sum(self.steps(g, u) for u in self.alive(g, who))

    def is_fresh(self, g: G, who: int) -> bool:
        """Return whether a unit of a side has two steps (12-4)."""
        return any(self.steps(g, u) == FULL for u in self.alive(g, who))

    # -- 12-2-2: whose ability counts ---------------------------------------------------------------------------------

    def candidates(self, g: G, who: int) -> list[int]:
        """Return the units whose ability may count: force leaders of the highest rank (12-2-2 rank, K-15).

        If Terumoto is one, his uncles in the battle may lend theirs (chapter 17), under his command or not (K-82).
        """
        rank, forces = g.setup.rank, self.bodies(g, who)
        best = max((rank[f] for f in forces), default=0)
        leaders = [f for f in forces if rank[f] == best]
        nephew, uncles = g.setup.terumoto
        if nephew in leaders:
            leaders += [u for u in self.alive(g, who) if u in uncles and u not in leaders]
        return leaders

    def chief_verb(self) -> str:
        """Return the verb that names the unit whose ability counts."""
        return "under"

    def ability(self, g: G, unit: int) -> int:
        return g.setup.ability[unit]

    def chief(self, who: int) -> int:
        return self.attack_chief if who == ATTACKER else self.defence_chief

    def lead(self, g: G, who: int) -> int:
        """Return the ability of a side minus that of the other side; 0 if the castle attacked has no leader (K-51)."""
        own, other = self.chief(who), self.chief(1 - who)
        return self.ability(g, own) - self.ability(g, other) if own >= 0 and other >= 0 else 0

    def _find_undecided_side(self, g: G) -> int:
        """Return the side that has to name its leader, or to replace a dead one (K-15).

        Return `NOBODY` if neither has to.
        """
        for who in (ATTACKER, DEFENDER):
            candidates = self.candidates(g, who)
            if candidates and self.chief(who) not in candidates:
                return who
        return NOBODY

    def ask_chief(self, g: G) -> Next:
        """Ask for the leaders whose ability counts, the attacker first, before any dice (K-15)."""
        who = self._find_undecided_side(g)
        if who == NOBODY:
            if not self.alive(g, DEFENDER):  # K-51: a castle without a garrison has no leader
                self.defence_chief = -1
            return "attack" if self.retreating == NOBODY else "escape"
        acts = [(self.chief_verb(), u) for u in self.candidates(g, who)]
        return self.ask(
            g,
            self.player(who),
            "ability",
            "12-2-2 rank",
            acts,
            "take_chief",
            bars="chief_bars",
            data={"hex": self.hex, "area": self.area()},
        )

    def chief_bars(self, g: G, act: Act) -> Iterator[Reason]:
        who, unit = self._find_undecided_side(g), act[1]
        if unit in self.candidates(g, who):
            return
        if unit not in self.alive(g, who):
            yield Reason("12-2-2 rank", "took_no_part", {"unit": unit})
        elif unit not in self.bodies(g, who):
            yield Reason("6-1-7", "is_led", {"unit": unit, "leader_unit": g.leader[unit]})
        else:
            yield Reason("12-2-2 rank", "lower_rank", {"unit": unit})

    def take_chief(self, g: G, act: Act) -> Next:
        if self._find_undecided_side(g) == ATTACKER:
            self.attack_chief = act[1]
        else:
            self.defence_chief = act[1]
        self.tell_chief(g, act[1])
        return "ask_chief"

    def tell_chief(self, g: G, unit: int) -> None:
        """Announce the unit whose ability counts.

        The choice is public: the defender chooses after the attacker (K-15).
        """
        g.emit("ability_counts", "12-2-2 rank", unit=unit, hex=self.hex)

    # -- 12-2: a round ------------------------------------------------------------------------------------------------

    def attack(self, g: G) -> Next:
        """Roll two six-sided dice for the attacker (2 dice). The defender rolls two after that."""
        data = {"hex": self.hex, "area": self.area()} | self.figures(g, ATTACKER, self.parts(g, ATTACKER))
        return Roll("attack", "12-2", 2, "take_attack_roll", data=data, modified=True)

    def luck(self, g: G, wait: Roll) -> Luck | None:
        """Return what a roll is worth to the side that rolls: the hits that it causes, or 1 for an escape."""
        if wait.name == "escape":
            better = self.lead(g, self.retreating)
            return Luck(self.player(self.retreating), lambda die: int(g.setup.can_escape(better, die)))
        chase = wait.name == "pursuit"
        who = 1 - self.retreating if chase else DEFENDER if wait.name in ("defence", "garrison") else ATTACKER
        parts = self.pursuit_parts(g, who) if chase else self.parts(g, who)
        return Luck(self.player(who), lambda roll: self.hits(g, who, roll, parts))

    def take_attack_roll(self, g: G, dice: tuple[int, ...]) -> Next:
        self.dealt = self.hits(g, ATTACKER, sum(dice), self.parts(g, ATTACKER))
        return "defend"

    def defend(self, g: G) -> Next:
        data = {"hex": self.hex, "area": self.area()} | self.figures(g, DEFENDER, self.parts(g, DEFENDER))
        return Roll("defence", "12-2", 2, "take_defence_roll", data=data, modified=True)

    def take_defence_roll(self, g: G, dice: tuple[int, ...]) -> Next:
        self.taken = self.hits(g, DEFENDER, sum(dice), self.parts(g, DEFENDER))
        g.emit("round", self.round_clause(), hex=self.hex, area=self.area(), dealt=self.dealt, taken=self.taken)
        return "lose_attackers"

    def round_clause(self) -> str:
        return "12-2"

    def figures(self, g: G, who: int, parts: list[dict[str, Any]]) -> dict[str, Any]:
        """Return the data of a roll's event, except its place."""
        strength = self.strength(g, who)
        return {
            "strength": strength,
            "row": g.setup.combat_row(strength),
            "chart": "combat",
            "column": g.setup.combat.column(strength),
            "value": sum(p["value"] for p in parts),
            "parts": parts if g.log is not None else (),
            "fight": self.describe_fight(g, who),
        }

    # -- who fights whom, for displays (docs/data/events.md, "Fights") -------------------------------------------------

    def describe_fight(self, g: G, rolls: int = NOBODY_ROLLS, opens: bool = False) -> dict[str, Any] | None:
        """Return both sides of the fight as they are now; None if no log is kept."""
        if g.log is None:
            return None
        own, other = self.describe_side(g, ATTACKER), self.describe_side(g, DEFENDER)
        return fight(self.place(g), own, other, rolls=rolls, opens=opens)

    def describe_opening(self, g: G) -> dict[str, Any] | None:
        """Return both sides as the battle is declared: all enemies in the open, as none has taken refuge yet."""
        defenders = self.defenders or all_units(g, g.outside(self.hex, 1 - self.seat))
        return replace(self, defenders=defenders).describe_fight(g, opens=True)

    def area(self) -> int:
        """Return the sea area of the battle; -1 if it is fought in a hex."""
        return -1

    def place(self, g: G) -> str:
        return f"hex:{g.setup.map.numbers[self.hex]}"

    def describe_side(self, g: G, who: int) -> dict[str, Any]:
        pieces = [self.describe_piece(g, u) for u in self.alive(g, who)]
        chief = self.chief(who) if self.chief(who) in self.alive(g, who) else next(iter(self.bodies(g, who)), -1)
        if chief < 0:
            return fighters(NONE, self.strength(g, who), pieces)
        led = self.describe_piece(g, chief)
        return fighters(led["clan"], self.strength(g, who), pieces, leader=led["name"])

    def describe_piece(self, g: G, unit: int) -> dict[str, Any]:
        setup, steps = g.setup, g.steps[unit]
        return counter(
            "unit", setup.units[unit], setup.armies[setup.army[unit]], RANKS[setup.rank[unit]],
            {"strength": steps, "ability": setup.ability[unit]}, reduced=steps < FULL,
        )  # fmt: skip

    def hits(self, g: G, who: int, roll: int, parts: list[dict[str, Any]]) -> int:
        return g.setup.hits(self.strength(g, who), roll + sum(p["value"] for p in parts))

    def parts(self, g: G, who: int) -> list[dict[str, Any]]:
        """Return the modifiers of a roll of a round, without zeros."""
        raise NotImplementedError

    def ability_part(self, g: G, who: int, clause: str) -> list[dict[str, Any]]:
        """Return the difference of the abilities as a modifier, if it is not 0."""
        value = self.lead(g, who)
        if not value:
            return []
        names = g.setup.units
        return [part("ability", value, clause, unit=names[self.chief(who)], other_unit=names[self.chief(1 - who)])]

    # -- 12-3: losses of the attacker, then of the defender -----------------------------------------------------------

    def losses(self, g: G, who: int, count: int) -> Procedure:
        return Losses(self.player(who), self.troops(who), count, 0, "12-3", self.hex)

    def lose_attackers(self, g: G) -> Next:
        return Call(self.losses(g, ATTACKER, self.taken), "lose_defenders") if self.taken else "lose_defenders"

    def lose_defenders(self, g: G) -> Next:
        return Call(self.losses(g, DEFENDER, self.dealt), "after_losses") if self.dealt else "after_losses"

    def after_losses(self, g: G) -> Next:
        """Check the end of the game after the losses of both sides: they are simultaneous (K-84)."""
        return settle_losses(g, "judge") if self.dealt or self.taken else "judge"

    # -- 12-4, K-12: retreat, or another round ------------------------------------------------------------------------

    def judge(self, g: G) -> Next:
        if not self.alive(g, ATTACKER) or not self.alive(g, DEFENDER):
            return "finish"  # a side whose enemy is destroyed does not retreat
        fresh, foe_fresh = self.is_fresh(g, ATTACKER), self.is_fresh(g, DEFENDER)
        if fresh and foe_fresh:
            return "break_off"
        return self.begin_retreat(g, BOTH if fresh == foe_fresh else DEFENDER if fresh else ATTACKER)

    def begin_retreat(self, g: G, who: int) -> Next:
        """Begin the retreat of a side or of both; if both retreat there is no pursuit (12-4-7)."""
        self.retreating = who
        for side in (ATTACKER, DEFENDER):
            if who in (side, BOTH):
                g.emit("retreats", "12-4-7" if who == BOTH else self.retreat_clause(), seat=self.player(side))
        return "withdraw" if who == BOTH else "ask_pursuit"

    def retreat_clause(self) -> str:
        return "12-4"

    def break_off(self, g: G) -> Next:
        """Ask whether a side breaks off, the attacker first (12-4-1)."""
        return self._ask_to_break_off(g, ATTACKER, "take_attacker_answer")

    def take_attacker_answer(self, g: G, act: Act) -> Next:
        return self.begin_retreat(g, ATTACKER) if act[0] == "retreat" else "ask_defender"

    def ask_defender(self, g: G) -> Next:
        return self._ask_to_break_off(g, DEFENDER, "take_defender_answer")

    def take_defender_answer(self, g: G, act: Act) -> Next:
        return self.begin_retreat(g, DEFENDER) if act[0] == "retreat" else "go_on"

    def _ask_to_break_off(self, g: G, who: int, then: str) -> Next:
        acts: list[Act] = [("retreat",), ("fight_on",)]
        data = {"hex": self.hex, "area": self.area()}
        return self.ask(g, self.player(who), "break_off", "12-4", acts, then, bars="", data=data)

    def go_on(self, g: G) -> Next:
        """Begin another round (12-4 continue)."""
        return "ask_chief"

    # -- 12-5: pursuit ------------------------------------------------------------------------------------------------

    def may_pursue(self, g: G) -> bool:
        return True

    def pursuit_clause(self) -> str:
        return "12-5"

    def ask_pursuit(self, g: G) -> Next:
        """Ask whether the other side pursues, before the retreat (12-5)."""
        if not self.may_pursue(g):
            return "withdraw"
        acts: list[Act] = [("pursue",), ("let_go",)]
        who = self.player(1 - self.retreating)
        return self.ask(
            g, who, "pursuit", self.pursuit_clause(), acts, "take_pursuit_answer", bars="", data={"hex": self.hex}
        )

    def take_pursuit_answer(self, g: G, act: Act) -> Next:
        return "ask_chief" if act[0] == "pursue" else "withdraw"

    def escape(self, g: G) -> Next:
        """Let the retreating side try to escape (12-5-1(3)).

        A pursuer of greater or equal ability always catches it (12-5-1(1), 12-5-1(2)).
        """
        better = self.lead(g, self.retreating)
        if better <= 0 or not self.may_escape():
            return "chase"
        return Roll("escape", "12-5-1(3)", 1, "take_escape_roll", data={"value": better})

    def may_escape(self) -> bool:
        return True

    def take_escape_roll(self, g: G, dice: tuple[int, ...]) -> Next:
        if g.setup.can_escape(self.lead(g, self.retreating), dice[0]):
            g.emit("escaped", "12-5-1(3)", seat=self.player(self.retreating))
            return "withdraw"
        return "chase"

    def pursuit_parts(self, g: G, who: int) -> list[dict[str, Any]]:
        """Return the modifiers of a pursuit: the difference of abilities only (12-5-3)."""
        return self.ability_part(g, who, "12-5-3")

    def chase(self, g: G) -> Next:
        """Roll the attack of the pursuers. The pursued do not attack in return (12-5-2)."""
        who = 1 - self.retreating
        data = {"hex": self.hex} | self.figures(g, who, self.pursuit_parts(g, who))
        return Roll("pursuit", "12-5-2", 2, "take_chase_roll", data=data, modified=True)

    def take_chase_roll(self, g: G, dice: tuple[int, ...]) -> Next:
        who = 1 - self.retreating
        self.dealt = self.hits(g, who, sum(dice), self.pursuit_parts(g, who))
        clause = "12-5-2" if self.pursuit_clause() == "12-5" else self.pursuit_clause()
        g.emit("pursued", clause, seat=self.player(who), count=self.dealt)
        return "lose_chased"

    def lose_chased(self, g: G) -> Next:
        return Call(self.losses(g, self.retreating, self.dealt), "after_retreat") if self.dealt else "withdraw"

    # -- 12-4-2: the retreat ------------------------------------------------------------------------------------------

    def retreat(self, g: G, who: int, body: int) -> Procedure:
        """Return the procedure by which a force, or a ship, of a side retreats."""
        raise NotImplementedError

    def withdraw(self, g: G) -> Next:
        """Retreat all units that took part, force by force; if both sides retreat, the attacker's first (12-4-2)."""
        for who in (ATTACKER, DEFENDER):
            if self.retreating not in (who, BOTH):
                continue
            for body in self.bodies(g, who):
                if body not in self.withdrawn:
                    self.withdrawn = (*self.withdrawn, *self.members(g, body))
                    return Call(self.retreat(g, who, body), "after_retreat")
        return "finish"

    def after_retreat(self, g: G) -> Next:
        """Check the end of the game: units that could not retreat are lost (K-13, 22-1)."""
        return settle_losses(g, "withdraw")

    # -- the end ------------------------------------------------------------------------------------------------------

    def winner(self, g: G) -> int:
        """Return the side that made the other side retreat or destroyed it (12-6, K-97).

        Return `NOBODY` if neither did.
        """
        if self.retreating == BOTH:
            return NOBODY
        if self.retreating != NOBODY:
            return 1 - self.retreating
        if self.alive(g, ATTACKER):
            return ATTACKER
        return DEFENDER if self.alive(g, DEFENDER) else NOBODY

    def finish(self, g: G) -> Next:
        """End the battle. Subclasses add what follows it, such as an advance."""
        return None
