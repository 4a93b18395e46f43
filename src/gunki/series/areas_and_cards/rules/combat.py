"""Chapter 8: combat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gunki.core.dice.luck import Luck
from gunki.core.rules.decision import Act, Consequence, Reason
from gunki.core.rules.procedure import Ask, Call, Next, Procedure, Roll
from gunki.series.areas_and_cards.show.fights import emit_caps, fight_of
from gunki.series.areas_and_cards.show.value_parts import OWN_VALUE_OF_ARMIES, value_parts
from gunki.series.areas_and_cards.state.position import bits

if TYPE_CHECKING:
    from gunki.series.areas_and_cards.state.position import AreaPosition as G

#: The act that chooses the armies' own value instead of a commander (10-1).
OWN_VALUE: Act = ("own_value",)
#: Numbers that stand for a commander: NOBODY if no commander is chosen, OWN if the armies fight with their own value.
NOBODY, OWN = -1, OWN_VALUE_OF_ARMIES


@dataclass(eq=False)
class Combat(Procedure):
    """One attack by a clan's ready units in an area, and the counterattack (8-1 to 8-4)."""

    seat: int
    clan: int
    area: int
    value: int  # the attack value set by an event; 0: the commander's value counts
    bonus: int  # added to the attack value by an event
    ceiling: int  # the bonus raises the attack value no higher than this
    firearms: int  # 1: a general of the target makes a death check before the dice are rolled
    surprise: int = 0  # 1: the target does not counterattack
    target: int = -1
    countering: int = 0  # whose commander is being chosen: 0 the attacker's, 1 the defender's
    commander: int = NOBODY
    supports: int = 0  # bit 0: the attacker's strategist supports, bit 1: the defender's
    commanders: tuple[int, ...] = ()  # the attacker's commander, then the defender's; kept to explain the values
    attack_value: int = -1
    counter_value: int = -1
    attack_hits: int = 0
    counter_hits: int = 0

    def is_fight(self) -> bool:
        return True

    # 8-1-2: the choice of the target

    def start(self, g: G) -> Next:
        """Let the attacker choose one clan as target (4-5(2), 4-5.p2). A further combat may have another target."""
        targets = bits(g.present[self.area] & g.foes[self.clan])
        if len(targets) == 1:
            self.target = targets[0]
            return "engage"
        return Ask(
            self.seat,
            "target",
            "8-1-2",
            [("target", clan) for clan in targets],
            "take_target",
            bars="target_bars",
            data={"area": self.area, "clan": self.clan},
        )

    def consequence(self, g: G, act: Act) -> Consequence | None:
        return g.brings_attack(self.clan, act[1]) if act[0] == "target" else None

    def target_bars(self, g: G, act: Act) -> Iterator[Reason]:
        clan = act[1]
        if not g.present[self.area] >> clan & 1:
            yield Reason("8-1-2", "not_there", {"clan": clan, "area": self.area})
        elif not g.foes[self.clan] >> clan & 1:
            yield Reason("8-1-2", "same_power", {"clan": clan})

    def take_target(self, g: G, act: Act) -> Next:
        self.target = act[1]
        return "engage"

    def engage(self, g: G) -> Next:
        g.handle_attack(self.clan, self.target, self.area)
        if g.log is not None:
            fight = fight_of(g, self, opens=True)
            g.emit("attack", "8-1", clan=self.clan, target_clan=self.target, area=self.area, fight=fight)
        return "shoot" if self.firearms else "command"

    # The card 'Concentrated use of firearms': a death check of one of the target's generals, before the dice are rolled

    def shoot(self, g: G) -> Next:
        victims = g.generals_in(self.target, self.area)
        if not victims:
            return "command"
        if len(victims) == 1:
            return self._fire(g, victims[0])
        shots: list[Act] = [("shoot", u) for u in victims]
        return Ask(
            self.seat, "victim", "6-3", shots, "take_victim", bars="shot_bars", exact=True, data={"area": self.area}
        )

    def shot_bars(self, g: G, act: Act) -> Iterator[Reason]:
        if act[1] not in g.generals_in(self.target, self.area):
            yield Reason("6-3", "not_a_victim", {"general": act[1], "clan": self.target})

    def take_victim(self, g: G, act: Act) -> Next:
        return self._fire(g, act[1])

    def _fire(self, g: G, victim: int) -> Next:
        return Call(DeathCheck(victim, self.area, g.decider(self.target, self.seat), self.clan), "after_shot")

    def after_shot(self, g: G) -> Next:
        """End the combat if the shot removed the target's only unit: then there is nothing to roll against (8-3)."""
        return "command" if g.present[self.area] >> self.target & 1 else "over"

    # 8-1-3, 8-2-1: commanders, the attacker's first; 1-2-1-3: the strategists who support them

    def command(self, g: G) -> Next:
        if self.surprise if self.countering else self.value:
            return "settle_command"
        choices = self._commanders(g)
        clan, who = self._side(g)
        if who >= 0 and len({value for _, value in choices}) > 1:
            acts = [act for act, _ in choices]
            return Ask(
                who,
                "commander",
                self._command_clause(),
                acts,
                "take_commander",
                bars="commander_bars",
                exact=True,
                data={"clan": clan, "area": self.area},
                verbs=("commander", "own_value"),
            )
        return "take_best_commander"

    def _command_clause(self) -> str:
        return "8-2-1" if self.countering else "8-1-3"

    def commander_bars(self, g: G, act: Act) -> Iterator[Reason]:
        if any(act == choice for choice, _ in self._commanders(g)):
            return
        clan = self._side(g)[0]
        if act == OWN_VALUE:
            yield Reason("1-2-2", "no_own_value", {"clan": clan})
        elif act[1] not in g.generals_in(clan, self.area):
            yield Reason(self._command_clause(), "takes_no_part", {"general": act[1], "clan": clan})
        else:
            yield Reason(self._command_clause(), "spent_unit", {"general": act[1]})

    def take_best_commander(self, g: G) -> Next:
        if self._commanders(g):
            self.commander = self._number(self.best_choice(g))
        return "support"

    def best_choice(self, g: G) -> Act:
        """Return the choice of commander that the fixed policy makes: the one with the highest value (see `_merit`)."""
        return max(self._commanders(g), key=lambda choice: self._merit(g, *choice))[0]

    @staticmethod
    def _merit(g: G, act: Act, value: int) -> tuple[int, bool, int]:
        """Return the sort key of a choice of commander. The policy makes the choice with the largest key.

        If values are equal, the armies' own value comes first. Generals who are not strategists come next, so that a
        strategist is left to support them. Other ties are broken by id (H-23).
        """
        if act == OWN_VALUE:
            return value, True, 1
        general = act[1]
        return value, not g.setup.strategists >> general & 1, -g.setup.general_rank[general]

    def take_commander(self, g: G, act: Act) -> Next:
        self.commander = self._number(act)
        if g.log is not None and self.commander >= 0:
            g.emit("commander", self._command_clause(), general=self.commander, area=self.area)
        return "support"

    def _side(self, g: G) -> tuple[int, int]:
        """Return the clan whose commander is chosen, and the seat that decides for it (-1: the policy)."""
        return (self.target, g.decider(self.target, self.seat)) if self.countering else (self.clan, self.seat)

    def _participants(self, g: G) -> list[int]:
        """Return the generals who take part: all generals of the target, but only ready ones of the attacker.

        Generals of other clans never take part (4-5(3), 4-5.p3). Generals who cannot move may command too (FAQ-Q4).
        """
        return [u for u in g.generals_in(self._side(g)[0], self.area) if g.up[u] or self.countering]

    def _commanders(self, g: G) -> list[tuple[Act, int]]:
        """Return the possible choices of commander, each with its value.

        Armies with a value of their own need no general (10-1).
        """
        generals = self._participants(g)
        choices: list[tuple[Act, int]] = [(("commander", u), g.general_value(u)) for u in generals]
        clan = self._side(g)[0]
        own = g.army_value(clan)
        if own and not (generals and g.setup.options.get("army_value") == "without_general"):
            i = clan * len(g.control) + self.area
            if g.ready[i] or (g.spent[i] and self.countering):
                choices.append((OWN_VALUE, own))
        return choices

    @staticmethod
    def _number(act: Act) -> int:
        number: int = OWN if act == OWN_VALUE else act[1]
        return number

    def support(self, g: G) -> Next:
        clan, who = self._side(g)
        if self.commander < 0 or who < 0 or not self._strategists(g):
            return "settle_command"
        acts: list[Act] = [("support",), ("no_support",)]
        data = {"clan": clan, "area": self.area, "general": self.commander}
        return Ask(who, "strategist", "1-2-1-3", acts, "take_support_answer", kind="confirm", data=data)

    def _strategists(self, g: G) -> list[int]:
        able = g.setup.strategists & ~(1 << self.commander)
        return [u for u in self._participants(g) if able >> u & 1] if able else []

    def take_support_answer(self, g: G, act: Act) -> Next:
        if act[0] == "support":
            self.supports |= 1 << self.countering
            g.emit("supported", "1-2-1-3", general=self._strategists(g)[0], area=self.area)
        return "settle_command"

    def settle_command(self, g: G) -> Next:
        value = 0
        if self.commander != NOBODY:
            value = g.army_value(self._side(g)[0]) if self.commander == OWN else g.general_value(self.commander)
            value = min(value + (self.supports >> self.countering & 1), max(value, g.setup.value_cap))
        self.commanders = (*self.commanders, self.commander)
        self.commander = NOBODY
        if self.countering:
            self.counter_value = value
            return "attack"
        self.attack_value = self.value or (max(value, min(value + self.bonus, self.ceiling)) if value else 0)
        self.countering = 1
        return "command"

    # 8-3: the dice, one for each unit that takes part

    def attack(self, g: G) -> Next:
        """Roll for every ready unit of the clan in the area (8-1-1), also for those that did not march (8-1-1.Ex)."""
        if self.attack_value <= 0:
            g.emit("no_commander", "8-1-3", clan=self.clan, area=self.area)
            return "counterattack"
        count = g.ready_units(self.clan, self.area) - (self.supports & 1)
        return Roll("attack", "8-3", count, "take_attack_roll", data=self._roll_data(g, 0))

    def take_attack_roll(self, g: G, dice: tuple[int, ...]) -> Next:
        self.attack_hits = sum(die <= self.attack_value for die in dice)
        return "counterattack"

    def counterattack(self, g: G) -> Next:
        """Roll for every unit of the target, ready or spent (8-2)."""
        if self.counter_value <= 0:
            kind = "surprised" if self.surprise else "no_commander"
            g.emit(kind, "8-2-1", clan=self.target, area=self.area)
            return "lose_armies"
        count = 1 if self.is_lone_target(g) else g.units(self.target, self.area) - (self.supports >> 1)
        return Roll("counterattack", "8-3", count, "take_counterattack_roll", data=self._roll_data(g, 1))

    def take_counterattack_roll(self, g: G, dice: tuple[int, ...]) -> Next:
        self.counter_hits = sum(die <= self.counter_value for die in dice)
        return "lose_armies"

    def luck(self, g: G, wait: Roll) -> Luck | None:
        """Return the luck of a roll: each die that does not exceed the military value is a hit and counts 1."""
        countering = wait.name == "counterattack"
        value = self.counter_value if countering else self.attack_value
        seat = g.decider(self.target, self.seat) if countering else self.seat
        return Luck(seat, lambda die: int(die <= value), each=True) if seat >= 0 else None

    def _roll_data(self, g: G, countering: int) -> dict[str, Any]:
        clan, target = (self.target, self.clan) if countering else (self.clan, self.target)
        value = self.counter_value if countering else self.attack_value
        return {
            "clan": clan,
            "target_clan": target,
            "area": self.area,
            "value": value,
            "at_most": value,
            "parts": () if g.log is None else value_parts(g, self, countering),
            "fight": None if g.log is None else fight_of(g, self, countering),
        }

    def is_lone_target(self, g: G) -> bool:
        """Return whether each counter of the target fights alone, because it is a power of its own (4-7).

        If so, only one counter of the target is attacked, and only that one strikes back (4-7.p3).
        """
        return self.target == g.setup.lone_clan

    # 8-4: both sides lose armies first; then come the death checks of generals, the attacker's first (N-42)

    def lose_armies(self, g: G) -> Next:
        """Remove the attacker's armies that the counterattack has hit."""
        uncapped_hits = self.attack_hits
        if self.is_lone_target(g):
            self.attack_hits = min(self.attack_hits, 1)
        ready = g.ready[self.clan * len(g.control) + self.area]
        lost = min(self.counter_hits, ready)
        if g.log is not None:
            g.emit(
                "hits",
                "8-3",
                "8-4",
                clan=self.clan,
                target_clan=self.target,
                dealt=self.attack_hits,
                taken=self.counter_hits,
            )
            emit_caps(g, self, uncapped_hits)
        if lost:
            g.remove_armies(self.clan, self.area, lost, 0, "8-4-1")
            self.counter_hits -= lost
        return "ask_target_losses"

    def ask_target_losses(self, g: G) -> Next:
        low, high, lost = self._target_losses(g)
        if low == high or g.decider(self.target, self.seat) < 0:  # the fixed policy gives up spent armies first
            return "lose_spent_first"
        acts: list[Act] = [("lose", n) for n in range(low, high + 1)]
        who = g.decider(self.target, self.seat)
        data = {"clan": self.target, "area": self.area, "count": lost}
        return Ask(
            who, "losses", "8-4", acts, "take_target_losses", bars="loss_bars", exact=True, kind="amount", data=data
        )

    def loss_bars(self, g: G, act: Act) -> Iterator[Reason]:
        low, high, _ = self._target_losses(g)
        if not low <= act[1] <= high:
            yield Reason("8-4", "losses_range", {"low": low, "high": high})

    def _target_losses(self, g: G) -> tuple[int, int, int]:
        """Return how many ready armies the target loses at least and at most, and how many armies it loses in all."""
        i = self.target * len(g.control) + self.area
        ready, spent = g.ready[i], g.spent[i]
        lost = min(self.attack_hits, ready + spent)
        return max(0, lost - spent), min(lost, ready), lost

    def lose_spent_first(self, g: G) -> Next:
        return self._remove_target(g, self._target_losses(g)[0])

    def take_target_losses(self, g: G, act: Act) -> Next:
        return self._remove_target(g, act[1])

    def _remove_target(self, g: G, ready: int) -> Next:
        lost = self._target_losses(g)[2]
        if lost:
            g.remove_armies(self.target, self.area, ready, lost - ready, "8-4-1")
            self.attack_hits -= lost
        return "hit_generals"

    # 8-4-2: hits that are left when the armies are gone strike the generals

    def hit_generals(self, g: G) -> Next:
        if self.counter_hits:
            wounds = Wounds(self.clan, self.area, self.counter_hits, 1, self.seat, self.target)
            return Call(wounds, "hit_target_generals")
        return "hit_target_generals"

    def hit_target_generals(self, g: G) -> Next:
        if self.attack_hits:
            who = g.decider(self.target, self.seat)
            return Call(Wounds(self.target, self.area, self.attack_hits, 0, who, self.clan), "over")
        return "over"

    def over(self, g: G) -> Next:
        return g.after_combat()


@dataclass(eq=False)
class Wounds(Procedure):
    """The hits on a clan's generals in an area (8-4-2). Hits beyond the number of generals have no effect (N-41)."""

    clan: int
    area: int
    hits: int
    only_ready: int  # 1 for the attacker: only ready units of the attacker take part
    decider: int
    killer: int  # the clan that scored the hits

    def _generals_left(self, g: G) -> list[int]:
        """Return the generals who can still be hit. A general who was hit is no longer there: dead, or fled."""
        return [u for u in g.generals_in(self.clan, self.area) if g.up[u] or not self.only_ready]

    def start(self, g: G) -> Next:
        """Let the owner choose which general is hit; castles count as generals and may be chosen too (FAQ-Q7)."""
        standing = self._generals_left(g)
        if not self.hits or not standing:
            return None
        if self.hits >= len(standing) or self.decider < 0:
            return "strike"
        acts: list[Act] = [("hit", u) for u in standing]
        data = {"clan": self.clan, "area": self.area}
        return Ask(self.decider, "wound", "8-4", acts, "take_choice", bars="wound_bars", exact=True, data=data)

    def wound_bars(self, g: G, act: Act) -> Iterator[Reason]:
        if act[1] not in self._generals_left(g):
            yield Reason("8-4", "takes_no_part", {"general": act[1], "clan": self.clan})

    def strike(self, g: G) -> Next:
        return self._check(min(self._generals_left(g), key=g.expendable))

    def take_choice(self, g: G, act: Act) -> Next:
        return self._check(act[1])

    def _check(self, general: int) -> Next:
        self.hits -= 1
        return Call(DeathCheck(general, self.area, self.decider, self.killer), "start")


@dataclass(eq=False)
class DeathCheck(Procedure):
    """8-4-2: one die decides whether a general dies or flees."""

    general: int
    area: int
    decider: int
    killer: int

    def start(self, g: G) -> Next:
        if g.fixed >> self.general & 1:  # 1-2-1-2: a defending general always fails the check
            return "die"
        data = {"general": self.general, "area": self.area, "chart": "death_in_battle"}
        return Roll("death_check", "8-4-2", 1, "take_roll", data=data)

    def luck(self, g: G, wait: Roll) -> Luck | None:
        """Return the luck of the check: 1 for a die with which the general survives, else 0."""
        deadly = g.setup.deadly
        return Luck(self.decider, lambda die: int(not deadly[die])) if self.decider >= 0 else None

    def take_roll(self, g: G, dice: tuple[int, ...]) -> Next:
        # 8-4-2-2: a general who has no area to flee to dies.
        if g.setup.deadly[dice[0]] or not g.refuges(g.owner[self.general], self.area):
            return "die"
        return "flee"

    def die(self, g: G) -> Next:
        g.remove_general(self.general, "8-4-2-1")
        g.after_death(self.general, self.killer)
        return None

    def flee(self, g: G) -> Next:
        refuges = g.refuges(g.owner[self.general], self.area)
        if len(refuges) == 1 or self.decider < 0:
            return "take_best_refuge"
        acts: list[Act] = [("flee", area) for area in refuges]
        data = {"general": self.general, "area": self.area}
        return Ask(self.decider, "flee", "8-4-2-2", acts, "take_refuge", bars="flee_bars", data=data)

    def flee_bars(self, g: G, act: Act) -> Iterator[Reason]:
        if act[1] not in g.refuges(g.owner[self.general], self.area):
            yield Reason("8-4-2-2", "no_refuge", {"area": act[1], "clan": g.owner[self.general]})

    def take_best_refuge(self, g: G) -> Next:
        clan = g.owner[self.general]
        rank = g.setup.area_rank  # H-23: the area with the most units of the clan; of equal areas, the first by id
        return self._run_to(g, max(g.refuges(clan, self.area), key=lambda area: (g.units(clan, area), -rank[area])))

    def take_refuge(self, g: G, act: Act) -> Next:
        return self._run_to(g, act[1])

    def _run_to(self, g: G, area: int) -> Next:
        g.place_general(self.general, area, False, "8-4-2-2", kind="general_fled")
        return None
