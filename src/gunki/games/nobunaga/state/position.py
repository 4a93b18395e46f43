"""Chapter 4: the position of the game. It adds daimyos and the powers that control them to the series' position."""

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

    #: The box of each clan's diplomacy marker (-1 if it has none), and the power that controls each clan (4-3).
    box: list[int]
    power: list[int]
    #: The clans under each power, as bit sets.
    sides: list[int]
    #: The turn in which each clan lost its last general (11-3); 0 if that has not happened.
    widowed: list[int]
    #: The number of bonus cards that each seat has not drawn yet (11-2).
    bonus: list[int]
    #: How many supply areas Oda needs after the last turn (9.p2, 11-1).
    goal: int
    #: Whether the players have exchanged their seats after bidding (11).
    exchanged: int
    #: The seat that last chose who begins (N-16), and the number of passes in succession (6-2).
    chooser: int
    passes: int
    #: Three bit sets for this action turn: clans that fought, clans that attacked, and daimyos provoked under 4-4.
    fought: int
    struck: int
    intruded: int

    def begin(self) -> None:
        """Set the first turn, with every marker in its starting box (2-3)."""
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
        # Clones share these lists, because each change makes a new list.
        new.box, new.power, new.sides = self.box, self.power, self.sides
        new.widowed, new.bonus = self.widowed, self.bonus
        new.goal, new.exchanged, new.chooser, new.passes = self.goal, self.exchanged, self.chooser, self.passes
        new.fought, new.struck, new.intruded = self.fought, self.struck, self.intruded
        return new

    def aims_cache_key(self) -> tuple[Any, ...]:
        """Return all that the endings depend on, now and at the end of the turn. Few marches change this key."""
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

    # -- 4-3: the column of a marker decides the controlling power ------------------------------------------------

    def sort_powers(self) -> None:
        """Set the power of each clan, and for each clan the clans that it fights, that stop it and that pin it.

        Every daimyo is under one of three powers (chapter 4); lesser daimyos may come under any of them (4-1.p3). A
        daimyo who changes power belongs to the new one at once, also for units in the same area. The change alone
        starts no combat (4-6), but units of different powers in an area then pin each other (FAQ-Q05). The greater
        daimyos at war form one power with the other foes of Oda (FAQ-Q07).
        """
        setup, box = self.setup, self.box
        self.power = power = [
            setup.boxes[track][box[clan]] if track else setup.home_power[clan] for clan, track in enumerate(setup.track)
        ]
        self.sides = side = [0, 0, 0]  # a new list, because clones share the old one
        for clan, p in enumerate(power):
            side[p] |= 1 << clan
        everyone = (1 << len(power)) - 1
        self.foes, self.pins = self.foes[:], self.pins[:]
        for clan, p in enumerate(power):
            # 2-1: all other powers are foes of each clan. For a Neutral daimyo the other Neutral daimyos are foes too.
            others = everyone & ~side[p] if p != NEUTRAL else everyone & ~(1 << clan)
            self.pins[clan] = self.foes[clan] = others
            if setup.separate >> clan & 1:  # 10-2, FAQ-Q06: these three fight, but do not pin each other (N-32)
                self.foes[clan] = others | setup.separate & ~(1 << clan)
                self.pins[clan] = others & ~setup.separate
        self.stops = self.foes

    def own_clans(self, seat: int) -> int:
        return self.sides[seat]

    def room(self, clan: int, direction: int) -> int:
        """Return the number of boxes between a marker and the end of its track (4-2.p3)."""
        return (
            self.box[clan] if direction == LEFT else len(self.setup.boxes[self.setup.track[clan]]) - 1 - self.box[clan]
        )

    def move_marker(self, clan: int, direction: int, boxes: int, *clauses: str) -> None:
        """Move a diplomacy marker, at most to the end of its track. Only such moves change a daimyo's power (4-2)."""
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
        """Return the bit set of the Neutral daimyos that units of a clan could provoke now.

        Each daimyo is provoked at most once in an action (N-24).
        """
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
        """Return the consequence of entering an area, if this provokes the Neutral daimyo who controls it (4-4).

        A greater daimyo who has entered the war never leaves it (4-3.p4). A lesser one may be won back.
        """
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
        """Return whether a general may serve a clan: successors may serve any but Oda and Neutral (11-3, N-49)."""
        return super().may_serve(general, clan) and clan not in (self.setup.oda, self.setup.neutral_clan)

    # -- answers to the series ------------------------------------------------------------------------------------

    def closed_areas(self, clan: int, sea_open: bool) -> int:
        """Return the areas closed to a clan: for a clan of the Oda power the Seto Sea, without Warships (N-35).

        The other powers may always enter the sea, and a march may touch it twice (FAQ-Q13).
        """
        closed = self.power[clan] == ODA and not sea_open and not self.is_in_effect("warships")
        return 1 << self.setup.sea if closed else 0

    def is_in_effect(self, effect: str) -> bool:
        """Return whether a card with this effect lies face up beside the board (6-10)."""
        if TABLE not in self.cards:
            return False
        return any(where == TABLE and self.setup.card[c].effect == effect for c, where in enumerate(self.cards))

    def too_many(self, most: int) -> str:
        """Return the clause that limits a march: 11-5 if a second card is missing, 11-5.p2 if no card would help."""
        return "11-5.p2" if most + self.moved >= self.setup.most_units else "11-5"

    def decider(self, clan: int, attacker: int) -> int:
        """Return the seat that decides for a clan.

        For a Neutral daimyo the option `neutral_decider` names the attacker or the attacker's opponent (N-43).
        """
        power = self.power[clan]
        if power != NEUTRAL:
            return power
        return attacker if self.setup.options["neutral_decider"] == "attacker" else 1 - attacker

    def _raise_by_paradise(self, clan: int, value: int) -> int:
        """Return a military value, raised if the card 'If you advance, paradise' is in effect for the clan."""
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
        """Return the other areas of the daimyo to which a general may flee (8-4-2-2, N-44)."""
        areas = [a for a, owner in enumerate(self.control) if owner == clan and a != battle]
        if self.setup.options["flee_to"] == "safe":
            areas = [a for a in areas if not self.present[a] & self.foes[clan]]
        return areas

    def handle_attack(self, clan: int, target: int, area: int) -> None:
        self.fought |= 1 << clan | 1 << target
        self.struck |= 1 << clan

    def after_death(self, general: int, killer: int) -> None:
        clan = self.owner[general]
        if general in self.setup.heirs:  # 11-3.p2: the successor's counter can be used again
            self.enlist(general, -1)
            self.at[general] = OFF
        if all(self.at[u] == DEAD for u in self.generals_of(clan)):
            self.widowed = self.widowed[:]
            self.widowed[clan] = self.turn

    # -- 3-1: cards and supply ------------------------------------------------------------------------------------

    def areas_under(self, areas: int, power: int) -> list[int]:
        """Return which of the areas in a bit set are under a power's control (N-06, N-48)."""
        return [
            area for area, owner in enumerate(self.control)
            if areas >> area & 1 and owner >= 0 and self.power[owner] == power
        ]  # fmt: skip

    def supply_of(self, power: int) -> int:
        """Return how many supply areas a power controls. Those of Neutral daimyos count for no seat (3-1.Ex)."""
        return len(self.areas_under(self.setup.supply, power))

    def points(self) -> tuple[int, int]:
        return self.supply_of(ODA), self.supply_of(ANTI_ODA)

    def closing(self) -> tuple[int, int]:
        return self.turn, ANY_DIE if self.turn >= self.setup.last_turn else 0  # 9.p2: the game ends after the last turn

    def last_turns(self) -> tuple[tuple[int, int], ...]:
        return ((self.setup.last_turn, ANY_DIE),)

    def draw_pile(self, seat: int) -> tuple[int, ...]:
        """Return the cards left in a seat's own stack."""
        deck = self.setup.deck
        return tuple(card for card, where in enumerate(self.cards) if where == STACK and deck[card] == seat)

    # -- 1-2-2-1, 11-3: what can be placed ------------------------------------------------------------------------

    def free_heir(self, clan: int) -> int:
        """Return a successor general whom this clan may receive now, or -1 (11-3, N-49)."""
        setup = self.setup
        if not setup.heirs or clan == setup.oda or clan == setup.neutral_clan:
            return -1
        if not 0 < self.widowed[clan] < self.turn or any(self.at[u] != DEAD for u in self.generals_of(clan)):
            return -1
        return next((u for u in setup.heirs if self.owner[u] < 0), -1)

    def can_place(self, clan: int) -> bool:
        """Return whether the clan has a counter to place: an army, or a successor general."""
        return self.pool[clan] > 0 or self.free_heir(clan) >= 0
