"""Chapter 8: combat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gunki.core.decision import Act, Bar
from gunki.core.procedure import Ask, Call, Next, Procedure, Roll
from gunki.series.areas_and_cards.position import bits

if TYPE_CHECKING:
    from gunki.series.areas_and_cards.position import AreaPosition as G

#: A commander's choice: the armies' own value instead of a general (10-1).
OWN_VALUE: Act = ("own_value",)


@dataclass(eq=False)
class Combat(Procedure):
    """One attack and its counterattack (8-1 to 8-4) by one clan's ready units in an area."""

    seat: int
    clan: int
    area: int
    value: int  # attack value given by an event; 0: the commander's
    bonus: int
    ceiling: int
    firearms: int
    target: int = -1
    attack_value: int = -1
    counter_value: int = -1
    attack_hits: int = 0
    counter_hits: int = 0

    # 8-1-2: whom to attack

    def start(self, g: G) -> Next:
        targets = bits(g.present[self.area] & g.foes[self.clan])
        if len(targets) == 1:
            self.target = targets[0]
            return "engage"
        return Ask(
            self.seat,
            "target",
            "8-1-2",
            [("target", clan) for clan in targets],
            "target_chosen",
            bars="target_bars",
            data={"area": self.area, "clan": self.clan},
        )

    def target_bars(self, g: G, act: Act) -> Iterator[Bar]:
        clan = act[1]
        if not g.present[self.area] >> clan & 1:
            yield Bar("8-1-2", "not_there", {"clan": clan, "area": self.area})
        elif not g.foes[self.clan] >> clan & 1:
            yield Bar("8-1-2", "same_power", {"clan": clan})

    def target_chosen(self, g: G, act: Act) -> Next:
        self.target = act[1]
        return "engage"

    def engage(self, g: G) -> Next:
        g.fought |= 1 << self.clan | 1 << self.target
        if g.log is not None:
            g.tell("attack", "8-1", clan=self.clan, target_clan=self.target, area=self.area)
        return "shoot" if self.firearms else "command"

    # The card 'Concentrated use of firearms': a death check before the dice

    def shoot(self, g: G) -> Next:
        victims = g.generals_in(self.target, self.area)
        if not victims:
            return "command"
        if len(victims) == 1:
            return Call(DeathCheck(victims[0], self.area, g.decider(self.target, self.seat)), "command")
        return Ask(self.seat, "victim", "6-3", [("shoot", u) for u in victims], "shot", data={"area": self.area})

    def shot(self, g: G, act: Act) -> Next:
        return Call(DeathCheck(act[1], self.area, g.decider(self.target, self.seat)), "command")

    # 8-1-3, 8-2-1: commanders

    def command(self, g: G) -> Next:
        if self.value:
            self.attack_value = self.value
            return "counter_command"
        choices = self._commanders(g, self.clan, attacking=True)
        if len({value for _, value in choices}) > 1:
            return self._ask_commander(self.seat, "8-1-3", choices, "commander_chosen", self.clan)
        self.attack_value = self._raised(choices[0][1]) if choices else 0
        return "counter_command"

    def commander_chosen(self, g: G, act: Act) -> Next:
        self.attack_value = self._raised(self._value_of(g, self.clan, act))
        self._tell_commander(g, self.clan, act)
        return "counter_command"

    def _raised(self, value: int) -> int:
        return max(value, min(value + self.bonus, self.ceiling))

    def counter_command(self, g: G) -> Next:
        choices = self._commanders(g, self.target, attacking=False)
        if len({value for _, value in choices}) > 1:
            who = g.decider(self.target, self.seat)
            return self._ask_commander(who, "8-2-1", choices, "counter_commander_chosen", self.target)
        self.counter_value = choices[0][1] if choices else 0
        return "attack"

    def counter_commander_chosen(self, g: G, act: Act) -> Next:
        self.counter_value = self._value_of(g, self.target, act)
        self._tell_commander(g, self.target, act)
        return "attack"

    def _commanders(self, g: G, clan: int, attacking: bool) -> list[tuple[Act, int]]:
        """Who may command, with the value he brings; armies with a value of their own need nobody (10-1)."""
        generals = [u for u in g.generals_in(clan, self.area) if g.up[u] or not attacking]
        choices: list[tuple[Act, int]] = [(("commander", u), g.general_value(u)) for u in generals]
        own = g.army_value(clan)
        if own and not (generals and g.setup.options.get("army_value") == "without_general"):
            i = clan * len(g.control) + self.area
            if g.ready[i] or (g.spent[i] and not attacking):
                choices.append((OWN_VALUE, own))
        return choices

    def _value_of(self, g: G, clan: int, act: Act) -> int:
        return g.army_value(clan) if act == OWN_VALUE else g.general_value(act[1])

    def _ask_commander(self, who: int, clause: str, choices: list[tuple[Act, int]], then: str, clan: int) -> Ask:
        acts = [act for act, _ in choices]
        return Ask(who, "commander", clause, acts, then, data={"clan": clan, "area": self.area})

    def _tell_commander(self, g: G, clan: int, act: Act) -> None:
        if act != OWN_VALUE:
            g.tell("commander", "8-1-3" if clan == self.clan else "8-2-1", general=act[1], area=self.area)

    # 8-3: the dice, one for each unit that takes part

    def attack(self, g: G) -> Next:
        if self.attack_value <= 0:
            g.tell("no_commander", "8-1-3", clan=self.clan, area=self.area)
            return "counterattack"
        count = g.ready_units(self.clan, self.area)
        return Roll("attack", "8-3", count, "attacked", data=self._roll_data(self.clan, self.target, self.attack_value))

    def attacked(self, g: G, dice: tuple[int, ...]) -> Next:
        self.attack_hits = sum(die <= self.attack_value for die in dice)
        return "counterattack"

    def counterattack(self, g: G) -> Next:
        if self.counter_value <= 0:
            g.tell("no_commander", "8-2-1", clan=self.target, area=self.area)
            return "armies_lost"
        count = 1 if self._lone(g) else g.units(self.target, self.area)
        data = self._roll_data(self.target, self.clan, self.counter_value)
        return Roll("counterattack", "8-3", count, "counterattacked", data=data)

    def counterattacked(self, g: G, dice: tuple[int, ...]) -> Next:
        self.counter_hits = sum(die <= self.counter_value for die in dice)
        return "armies_lost"

    def _roll_data(self, clan: int, target: int, value: int) -> dict[str, int]:
        return {"clan": clan, "target_clan": target, "area": self.area, "value": value}

    def _lone(self, g: G) -> bool:
        """4-7: each of these counters is a power of its own, so one is attacked and one strikes back."""
        return self.target == g.setup.lone_clan

    # 8-4: damage on both sides at once, armies before generals; the attacker's is applied first (N-42)

    def armies_lost(self, g: G) -> Next:
        if self._lone(g):
            self.attack_hits = min(self.attack_hits, 1)
        ready = g.ready[self.clan * len(g.control) + self.area]
        lost = min(self.counter_hits, ready)
        if g.log is not None:
            g.tell(
                "hits",
                "8-3",
                "8-4",
                clan=self.clan,
                target_clan=self.target,
                dealt=self.attack_hits,
                taken=self.counter_hits,
            )
        if lost:
            g.remove_armies(self.clan, self.area, lost, 0, "8-4-1")
            self.counter_hits -= lost
        return "target_armies_lost"

    def target_armies_lost(self, g: G) -> Next:
        low, high, lost = self._target_losses(g)
        if low == high:
            return "target_armies_fall"
        acts: list[Act] = [("lose", n) for n in range(low, high + 1)]
        who = g.decider(self.target, self.seat)
        data = {"clan": self.target, "area": self.area, "count": lost}
        return Ask(who, "losses", "8-4", acts, "target_armies_chosen", kind="amount", data=data)

    def _target_losses(self, g: G) -> tuple[int, int, int]:
        """Fewest and most ready armies among those lost, and how many are lost."""
        i = self.target * len(g.control) + self.area
        ready, spent = g.ready[i], g.spent[i]
        lost = min(self.attack_hits, ready + spent)
        return max(0, lost - spent), min(lost, ready), lost

    def target_armies_fall(self, g: G) -> Next:
        return self._remove_target(g, self._target_losses(g)[0])

    def target_armies_chosen(self, g: G, act: Act) -> Next:
        return self._remove_target(g, act[1])

    def _remove_target(self, g: G, ready: int) -> Next:
        lost = self._target_losses(g)[2]
        if lost:
            g.remove_armies(self.target, self.area, ready, lost - ready, "8-4-1")
            self.attack_hits -= lost
        return "generals_hit"

    # 8-4-2: what is left over hits the generals

    def generals_hit(self, g: G) -> Next:
        if self.counter_hits:
            return Call(Wounds(self.clan, self.area, self.counter_hits, 1, self.seat), "target_generals_hit")
        return "target_generals_hit"

    def target_generals_hit(self, g: G) -> Next:
        if self.attack_hits:
            who = g.decider(self.target, self.seat)
            return Call(Wounds(self.target, self.area, self.attack_hits, 0, who), "over")
        return "over"

    def over(self, g: G) -> Next:
        return g.after_combat()


@dataclass(eq=False)
class Wounds(Procedure):
    """Hits on a clan's generals in an area (8-4-2); more hits than generals are lost (N-41)."""

    clan: int
    area: int
    hits: int
    only_ready: int  # of the attacker, only ready units take part
    decider: int
    checked: int = 0

    def _standing(self, g: G) -> list[int]:
        return [
            u
            for u in g.generals_in(self.clan, self.area)
            if (g.up[u] or not self.only_ready) and not self.checked >> u & 1
        ]

    def start(self, g: G) -> Next:
        standing = self._standing(g)
        if not self.hits or not standing:
            return None
        if self.hits >= len(standing):
            return "strike"
        acts: list[Act] = [("hit", u) for u in standing]
        return Ask(self.decider, "wound", "8-4", acts, "chosen", data={"clan": self.clan, "area": self.area})

    def strike(self, g: G) -> Next:
        return self._check(self._standing(g)[0])

    def chosen(self, g: G, act: Act) -> Next:
        return self._check(act[1])

    def _check(self, general: int) -> Next:
        self.hits -= 1
        self.checked |= 1 << general
        return Call(DeathCheck(general, self.area, self.decider), "start")


@dataclass(eq=False)
class DeathCheck(Procedure):
    """8-4-2: one die tells whether a general is dead or flees."""

    general: int
    area: int
    decider: int

    def start(self, g: G) -> Next:
        return Roll("death_check", "8-4-2", 1, "checked", data={"general": self.general, "area": self.area})

    def checked(self, g: G, dice: tuple[int, ...]) -> Next:
        # 8-4-2-2: with nowhere to flee to, he is dead.
        if g.setup.deadly[dice[0]] or not g.refuges(g.clan_of(self.general), self.area):
            return "dies"
        return "flees"

    def dies(self, g: G) -> Next:
        g.remove_general(self.general, "8-4-2-1")
        g.after_death(self.general)
        return None

    def flees(self, g: G) -> Next:
        refuges = g.refuges(g.clan_of(self.general), self.area)
        if len(refuges) == 1:
            return "runs"
        acts: list[Act] = [("flee", area) for area in refuges]
        data = {"general": self.general, "area": self.area}
        return Ask(self.decider, "flee", "8-4-2-2", acts, "refuge_chosen", bars="flee_bars", data=data)

    def flee_bars(self, g: G, act: Act) -> Iterator[Bar]:
        if act[1] not in g.refuges(g.clan_of(self.general), self.area):
            yield Bar("8-4-2-2", "no_refuge", {"area": act[1], "clan": g.clan_of(self.general)})

    def runs(self, g: G) -> Next:
        return self._run_to(g, g.refuges(g.clan_of(self.general), self.area)[0])

    def refuge_chosen(self, g: G, act: Act) -> Next:
        return self._run_to(g, act[1])

    def _run_to(self, g: G, area: int) -> Next:
        g.place_general(self.general, area, False, "8-4-2-2", kind="general_fled")
        return None


@dataclass(eq=False)
class ContinuedCombat(Procedure):
    """6-7, 8-5: a clan's ready units in an area fight, and go on while cards are paid."""

    seat: int
    allowed: int
    free: int  # the card played as event pays for the first combat
    needs: int = -1
    value: int = 0
    bonus: int = 0
    ceiling: int = 9
    firearms: int = 0
    clan: int = -1
    area: int = -1

    def start(self, g: G) -> Next:
        return Ask(self.seat, "attack", "6-7", [*attack_candidates(g, self.allowed)], "chosen", bars="attack_bars")

    def attack_bars(self, g: G, act: Act) -> Iterator[Bar]:
        return attack_bars(g, self.seat, self.allowed, self.needs, act[1], act[2])

    def chosen(self, g: G, act: Act) -> Next:
        _, self.clan, self.area = act
        return "fight"

    def fight(self, g: G) -> Next:
        firearms, self.firearms = self.firearms, 0  # only the first attack
        combat = Combat(self.seat, self.clan, self.area, self.value, self.bonus, self.ceiling, firearms)
        return Call(combat, "pay")

    def pay(self, g: G) -> Next:
        if self.free:
            return "additional"
        self.free = 1
        return Call(Discard(self.seat, "8-6"), "additional")

    # 8-5: once more, for a card

    def additional(self, g: G) -> Next:
        able = g.ready_units(self.clan, self.area) and g.present[self.area] & g.foes[self.clan]
        if not able or not g.hand(self.seat):
            return "end"
        data = {"clan": self.clan, "area": self.area}
        return Ask(self.seat, "additional", "8-5", [("again",), ("stop",)], "decided", kind="confirm", data=data)

    def decided(self, g: G, act: Act) -> Next:
        return Call(Discard(self.seat, "8-5"), "fight") if act[0] == "again" else "end"

    def end(self, g: G) -> Next:
        g.spend(self.clan, self.area, "8")
        return None


@dataclass(eq=False)
class Discard(Procedure):
    """An action is paid with a card of the player's choice (6)."""

    seat: int
    clause: str

    def start(self, g: G) -> Next:
        hand: list[Act] = [("discard", card) for card in g.hand(self.seat)]
        return Ask(self.seat, "discard", self.clause, hand, "chosen", bars="discard_bars")

    def discard_bars(self, g: G, act: Act) -> Iterator[Bar]:
        if g.cards[act[1]] != self.seat:
            yield Bar(self.clause, "not_in_hand", {"card": act[1]})

    def chosen(self, g: G, act: Act) -> Next:
        g.discard(act[1], self.clause)
        return None


def attack_candidates(g: G, allowed: int) -> Iterator[Act]:
    """Every allowed clan that stands with foes in one area."""
    for area, present in enumerate(g.present):
        if present & (present - 1):
            for clan in bits(present & allowed):
                if present & g.foes[clan]:
                    yield ("attack", clan, area)


def attack_bars(g: G, seat: int, allowed: int, needs: int, clan: int, area: int) -> Iterator[Bar]:
    """6-7, 8-1: why a clan's units in an area cannot attack."""
    if not g.own_clans(seat) >> clan & 1:
        yield Bar("6-7", "not_own", {"clan": clan})
        return
    if not allowed >> clan & 1:
        yield Bar("7-4", "event_other_clan", {"clan": clan})
    if not g.present[area] >> clan & 1:
        yield Bar("6-7", "no_units", {"clan": clan, "area": area})
        return
    if not g.ready_units(clan, area):
        yield Bar("6-7", "none_ready", {"clan": clan, "area": area})
    if not g.present[area] & g.foes[clan]:
        yield Bar("8-1-2", "nobody_to_fight", {"area": area})
    if needs >= 0 and (g.at[needs] != area or g.clan_of(needs) != clan or not g.up[needs]):
        yield Bar("7-4", "general_needed", {"general": needs})
