"""Chapter 4: daimyos and the powers that control them, on top of the series' units and cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Self

from gunki.core.rules.aims import ANY_DIE, TURN_END
from gunki.core.rules.decision import Consequence
from gunki.games.nobunaga.setup import ANTI_ODA, LEFT, NEUTRAL, ODA, RIGHT, NobunagaSetup
from gunki.games.nobunaga.state import old_steps
from gunki.games.nobunaga.state.state_fields import STATE
from gunki.series.areas_and_cards.state.position import DEAD, OFF, STACK, TABLE, AreaPositionOf


class NobunagaPosition(AreaPositionOf[NobunagaSetup]):
    __slots__ = (
        "bonus", "box", "chooser", "exchanged", "fought", "goal", "intruded", "passes", "power", "sides", "struck",
        "widowed",
    )  # fmt: skip

    STATE = STATE
    OLD_STEPS: ClassVar[Mapping[str, str]] = old_steps.OLD_STEPS
    DERIVED = AreaPositionOf.DERIVED | {"power", "sides"}

    #: The box of each daimyo's diplomacy marker (-1: he has none), and the power it puts him under (4-3).
    box: list[int]
    power: list[int]
    #: For each power the clans under it.
    sides: list[int]
    #: The turn in which a clan lost its last general (11-3).
    widowed: list[int]
    #: Bonus cards still to come (11-2).
    bonus: list[int]
    #: Supply areas Oda needs after the last turn (9.p2, 11-1).
    goal: int
    exchanged: int
    #: Who chose the order last (N-16), and passes in succession (6-2).
    chooser: int
    passes: int
    #: This action turn: clans that fought, those of them that attacked, and daimyos provoked under 4-4.
    fought: int
    struck: int
    intruded: int

    def begin(self) -> None:
        """2-3: the first turn, and every marker in its starting box."""
        super().begin()
        setup = self.setup
        clans = len(setup.clans)
        self.box = list(setup.start_box)
        self.power = [NEUTRAL] * clans
        self.widowed = [0] * clans
        self.bonus = [0, 0]
        self.goal = setup.supply_needed
        self.exchanged, self.chooser, self.passes = 0, ODA, 0
        self.fought = self.struck = self.intruded = 0
        self.sort_powers()

    def clone(self) -> Self:
        new = super().clone()
        new.box, new.power, new.sides = self.box, self.power, self.sides  # shared, replaced when they change
        new.widowed, new.bonus = self.widowed, self.bonus
        new.goal, new.exchanged, new.chooser, new.passes = self.goal, self.exchanged, self.chooser, self.passes
        new.fought, new.struck, new.intruded = self.fought, self.struck, self.intruded
        return new

    def aims_cache_key(self) -> tuple[Any, ...]:
        """What the endings look at, now and as they would find it at the end of the turn: few marches change that."""
        then = self.position_for(TURN_END)
        leader, control = self.setup.leader, self.control[:]
        dead = (self.at[leader] == DEAD, then.at[leader] == DEAD)
        return self.turn, self.goal, self.outcome, dead, self.power, then.power, control, then.control

    def derive(self) -> None:
        super().derive()
        self.sort_powers()

    def new_action_turn(self) -> None:
        self.fought = self.struck = self.intruded = self.moved = 0
        self.march_clan = self.march_origin = -1

    # -- 4-3: the marker's column tells the controlling power -----------------------------------------------------

    def sort_powers(self) -> None:
        """Who is under which power, and who is therefore another power to whom. Chapter 4: every daimyo is under one of
        three powers, and lesser ones may come under any (4-1.p3). Whoever changes is another power at once, also to
        those in his area: no combat follows from that alone (4-6), but they are pinned by him (FAQ-Q05). The greater
        daimyos at war are one power with the other foes of Oda (FAQ-Q07)."""
        setup, box = self.setup, self.box
        self.power = power = [
            setup.boxes[track][box[clan]] if track else setup.home_power[clan] for clan, track in enumerate(setup.track)
        ]
        self.sides = side = [0, 0, 0]  # a new list each time: clones share it
        for clan, p in enumerate(power):
            side[p] |= 1 << clan
        everyone = (1 << len(power)) - 1
        self.foes, self.pins = self.foes[:], self.pins[:]
        for clan, p in enumerate(power):
            # 2-1: all other powers; Neutral daimyos are nobody's own army, not even each other's.
            others = everyone & ~side[p] if p != NEUTRAL else everyone & ~(1 << clan)
            self.pins[clan] = self.foes[clan] = others
            if setup.separate >> clan & 1:  # 10-2, FAQ-Q06: the three fight each other, but may leave (N-32)
                self.foes[clan] = others | setup.separate & ~(1 << clan)
                self.pins[clan] = others & ~setup.separate
        self.stops = self.foes

    def own_clans(self, seat: int) -> int:
        return self.sides[seat]

    def room(self, clan: int, direction: int) -> int:
        """Boxes between a marker and the end of its track (4-2.p3)."""
        return (
            self.box[clan] if direction == LEFT else len(self.setup.boxes[self.setup.track[clan]]) - 1 - self.box[clan]
        )

    def move_marker(self, clan: int, direction: int, boxes: int, *clauses: str) -> None:
        """4-2: a daimyo changes his power in no other way."""
        boxes = min(boxes, self.room(clan, direction))
        old = self.power[clan]
        self.box = self.box[:]
        self.box[clan] += boxes if direction == RIGHT else -boxes
        if self.log is not None:
            self.emit("marker_moved", *clauses, clan=clan, direction=direction, count=boxes, box=self.box[clan] + 1)
        self.sort_powers()
        if self.power[clan] != old and self.log is not None:
            self.emit("power_changed", "4-3", clan=clan, power=self.power[clan], former_power=old)

    # -- 4-4: entering Neutral areas ------------------------------------------------------------------------------

    def daimyos_provoked(self, clan: int) -> int:
        """Bit set of the Neutral daimyos whom units of a clan would provoke, each once an action (N-24)."""
        power, setup = self.power[clan], self.setup
        if power == NEUTRAL:
            return 0
        daimyos = 0
        for marked in setup.markers:
            if self.power[marked] == NEUTRAL and (power == ODA or setup.rank[marked] == "lesser"):
                daimyos |= 1 << marked
        return daimyos & ~self.intruded

    def tolls(self, clan: int) -> Mapping[int, int]:
        provoked = self.daimyos_provoked(clan)
        if not provoked:
            return {}
        return {area: 1 << owner for area, owner in enumerate(self.control) if owner >= 0 and provoked >> owner & 1}

    def handle_entry(self, clan: int, area: int) -> None:
        owner = self.control[area]
        if owner < 0 or not self.daimyos_provoked(clan) >> owner & 1:
            return
        self.intruded |= 1 << owner
        if self.setup.rank[owner] == "greater":
            self.move_marker(owner, RIGHT, self.room(owner, RIGHT), "4-4")
        else:
            away = RIGHT if self.power[clan] == ODA else LEFT
            self.move_marker(owner, away, self.setup.intrusion, "4-4.p2")

    def brings_arrival(self, clan: int, area: int) -> Consequence | None:
        """4-4: a greater daimyo that has entered the war never leaves it (4-3.p4); a lesser one may be won back."""
        owner = self.control[area]
        if owner < 0 or not self.daimyos_provoked(clan) >> owner & 1:
            return None
        greater = self.setup.rank[owner] == "greater"
        data = {"clan": owner}
        return (
            Consequence("4-4", "provoked", data, irreversible=True)
            if greater
            else Consequence("4-4.p2", "estranged", data)
        )

    def may_serve(self, general: int, clan: int) -> bool:
        """11-3, N-49: successors serve any clan but Oda and the Neutral armies."""
        return super().may_serve(general, clan) and clan not in (self.setup.oda, self.setup.neutral_clan)

    # -- what the series asks -------------------------------------------------------------------------------------

    def closed_areas(self, clan: int, sea_open: bool) -> int:
        """N-35: Oda powers enter the Seto Sea only with Warships. The others always, and a march may touch the sea
        twice (FAQ-Q13)."""
        closed = self.power[clan] == ODA and not sea_open and not self.is_in_effect("warships")
        return 1 << self.setup.sea if closed else 0

    def is_in_effect(self, effect: str) -> bool:
        """Whether a card with this effect lies face up beside the board (6-10)."""
        if TABLE not in self.cards:
            return False
        return any(where == TABLE and self.setup.card[c].effect == effect for c, where in enumerate(self.cards))

    def too_many(self, most: int) -> str:
        """11-5: either the second card is missing, or no card could pay."""
        return "11-5.p2" if most + self.moved >= self.setup.most_units else "11-5"

    def decider(self, clan: int, attacker: int) -> int:
        """N-43: for Neutral daimyos the attacker's opponent decides."""
        power = self.power[clan]
        if power != NEUTRAL:
            return power
        return attacker if self.setup.options["neutral_decider"] == "attacker" else 1 - attacker

    def _raise_by_paradise(self, clan: int, value: int) -> int:
        """'If you advance, paradise' raises the value of its clan's generals and armies."""
        for card, where in enumerate(self.cards) if TABLE in self.cards else ():
            if where == TABLE:
                c = self.setup.card[card]
                if c.effect == "paradise" and c.clans >> clan & 1:
                    value = max(value, min(value + c.bonus, c.most))
        return value

    def general_value(self, general: int) -> int:
        return self._raise_by_paradise(self.owner[general], self.setup.value[general])

    def army_value(self, clan: int) -> int:
        own = self.setup.army_value[clan]
        return self._raise_by_paradise(clan, own) if own else 0

    def refuges(self, clan: int, battle: int) -> list[int]:
        """8-4-2-2, N-44: the daimyo's other areas."""
        areas = [a for a, owner in enumerate(self.control) if owner == clan and a != battle]
        if self.setup.options["flee_to"] == "safe":
            areas = [a for a in areas if not self.present[a] & self.foes[clan]]
        return areas

    def handle_attack(self, clan: int, target: int, area: int) -> None:
        self.fought |= 1 << clan | 1 << target
        self.struck |= 1 << clan

    def after_death(self, general: int, killer: int) -> None:
        clan = self.owner[general]
        if general in self.setup.heirs:  # 11-3.p2: the counter can serve again
            self.enlist(general, -1)
            self.at[general] = OFF
        if all(self.at[u] == DEAD for u in self.generals_of(clan)):
            self.widowed = self.widowed[:]
            self.widowed[clan] = self.turn

    # -- 3-1: cards and supply ------------------------------------------------------------------------------------

    def areas_under(self, areas: int, power: int) -> list[int]:
        """Those of some areas that are under a power's control (N-06, N-48)."""
        return [
            area for area, owner in enumerate(self.control)
            if areas >> area & 1 and owner >= 0 and self.power[owner] == power
        ]  # fmt: skip

    def supply_of(self, power: int) -> int:
        """Supply areas under a power's control. Those of Neutral daimyos are nobody's (3-1.Ex)."""
        return len(self.areas_under(self.setup.supply, power))

    def points(self) -> tuple[int, int]:
        return self.supply_of(ODA), self.supply_of(ANTI_ODA)

    def closing(self) -> tuple[int, int]:
        return self.turn, ANY_DIE if self.turn >= self.setup.last_turn else 0  # 9.p2

    def last_turns(self) -> tuple[tuple[int, int], ...]:
        return ((self.setup.last_turn, ANY_DIE),)

    def draw_pile(self, seat: int) -> tuple[int, ...]:
        deck = self.setup.deck
        return tuple(card for card, where in enumerate(self.cards) if where == STACK and deck[card] == seat)

    # -- 1-2-2-1, 11-3: what can be placed ------------------------------------------------------------------------

    def free_heir(self, clan: int) -> int:
        """A successor general this clan may receive now, or -1 (11-3, N-49)."""
        setup = self.setup
        if not setup.heirs or clan == setup.oda or clan == setup.neutral_clan:
            return -1
        if not 0 < self.widowed[clan] < self.turn or any(self.at[u] != DEAD for u in self.generals_of(clan)):
            return -1
        return next((u for u in setup.heirs if self.owner[u] < 0), -1)

    def can_place(self, clan: int) -> bool:
        return self.pool[clan] > 0 or self.free_heir(clan) >= 0
