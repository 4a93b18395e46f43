"""The additions of the revised edition to a position: forces in ambush (R-8), and castles that hear no calls (R-6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Self, TypeVar, cast

from gunki.core.errors import PositionError
from gunki.core.rules.decision import Reason
from gunki.core.rules.procedure import Procedure
from gunki.series.forces_and_castles.state.layers import replace_value
from gunki.series.gunyuden.rules.movement import March
from gunki.series.gunyuden.state.position import GunyudenPositionOf
from gunki.series.gunyuden_revised.setup import RevisedSetup
from gunki.series.gunyuden_revised.state import old_steps
from gunki.series.gunyuden_revised.state.state_fields import STATE

if TYPE_CHECKING:
    from gunki.series.gunyuden.editions import RevisedEdition


#: The terrains in which a force can hide.
COVER_TERRAIN = ("rough", "foothills", "marsh")

SetupT = TypeVar("SetupT", bound=RevisedSetup, covariant=True)


class RevisedPositionOf(GunyudenPositionOf[SetupT]):
    """A position of the revised edition. A force in ambush holds its hex, but has no zone."""

    __slots__ = ("ambush", "defiant", "let_pass", "quiet", "surprised")

    STATE = STATE
    OLD_STEPS: ClassVar[Mapping[str, str]] = old_steps.OLD_STEPS

    #: For each leader: whether the force lies in ambush. For each castle: the last turn in which it hears no calls, and
    #: whether it does so because it resists to the end.
    ambush: bytearray
    quiet: bytes
    defiant: bytes
    #: During a march: whether an ambush has struck the force, which ends the march; and whether all ambushes let it
    #: pass.
    surprised: int
    let_pass: int

    def begin(self) -> None:
        self.ambush = bytearray(len(self.setup.units))
        self.quiet = self.defiant = bytes(len(self.setup.castles))
        self.surprised = self.let_pass = 0
        super().begin()

    def clone(self) -> Self:
        new = super().clone()
        new.ambush, new.quiet, new.defiant = self.ambush[:], self.quiet, self.defiant
        new.surprised, new.let_pass = self.surprised, self.let_pass
        return new

    @property
    def rules(self) -> RevisedEdition:
        return cast("RevisedEdition", self.setup.rules)

    # -- calls (R-6) --------------------------------------------------------------------------------------------------

    def silence(self, castle: int, turn: int, defiant: bool) -> None:
        """Let a castle hear no calls for surrender until the end of a turn."""
        self.quiet = replace_value(self.quiet, castle, turn)
        self.defiant = replace_value(self.defiant, castle, int(defiant))

    def deaf_bars(self, castle: int) -> Iterator[Reason]:
        """Yield why a castle hears no calls. Only a castle that resists to the end hears none beyond this turn."""
        last = self.quiet[castle]
        if last >= self.turn:
            clause = "20-3(Resists)" if self.defiant[castle] or last > self.turn else "20-3(Refuses)"
            yield Reason(clause, "no_calls", {"castle": castle, "turn": last})

    # -- ambush (R-8) -------------------------------------------------------------------------------------------------

    def _appear(self, force: int, sign: int = 1) -> None:
        hidden = self.ambush[force]
        if hidden and sign < 0:
            self._zone(force, 1)  # a hidden force has no zone: add one, because the next line removes one
        super()._appear(force, sign)
        if hidden and sign > 0:
            self._zone(force, -1)

    def _zone(self, force: int, sign: int) -> None:
        if not self.layers_owned:
            self._own_layers()
        strong, zone = self.strong[self.side_of[force]], self.setup.controls[self.weather]
        (zone.put if sign > 0 else zone.take)(strong, strong, self.at[force])

    def check_layout(self) -> None:
        """Raise `PositionError` for an ambush of a composed position that is impossible (R-8).

        The force must be in terrain that gives cover, with no castle in its hex, and take part in no siege.
        """
        u = -1
        while (u := self.ambush.find(1, u + 1)) >= 0:
            standing = self.at[u] >= 0 and self.has_standing_castle(self.at[u])
            hidden = self.leader[u] == u and not self.inside[u] and not self.invests[u] and not standing
            cover = self.at[u] >= 0 and self.setup.map.terrain_at(self.at[u]) in COVER_TERRAIN
            if not (hidden and cover and self.setup.options["ambush"]):
                raise PositionError(f"units.{self.setup.units[u]}.ambush: nobody lies in ambush there (12.0)")

    def has_standing_castle(self, h: int) -> bool:
        """Return whether a castle stands in a hex.

        A ruin does not count (21-1), nor does a castle that the scenario does not use.
        """
        castle = self.castle_at(h)
        return castle >= 0 and self.setup.in_use[castle] and bool(self.durability[castle])

    def castle_changed(self, castle: int) -> None:
        """Update zones and rules, and end every ambush in the hex of a standing castle (R-8)."""
        super().castle_changed(castle)
        if self.durability[castle] and 1 in self.ambush:
            for force in self.forces_in(self.setup.castle_hex[castle]):
                self.reveal(force)

    def lie_in_wait(self, force: int) -> None:
        self._hide(force, 1)

    def reveal(self, force: int) -> None:
        """End the ambush of a force. Anything that the force does or suffers reveals it."""
        if self.ambush[force]:
            self._hide(force, 0)

    def _hide(self, force: int, hidden: int) -> None:
        forces = self.forces_cache
        self._appear(force, -1)
        self.ambush[force] = hidden
        self._appear(force)
        self.forces_cache = forces  # the list stays valid: the force has not moved

    def begin_action(self, force: int) -> None:
        super().begin_action(force)
        self.reveal(force)

    def fight(self, attackers: Iterable[int], defenders: Iterable[int]) -> None:
        super().fight(attackers, defenders)
        for force in sorted({self.leader[u] for u in (*attackers, *defenders) if self.at[u] >= 0}):
            self.reveal(force)

    def put(self, force: int, h: int, inside: int = 0) -> None:
        if self.ambush[force]:
            self.reveal(force)
        super().put(force, h, inside)

    def join(self, unit: int, force: int) -> None:
        self.reveal(self.leader[unit])
        self.reveal(force)
        super().join(unit, force)

    def split(self, unit: int) -> None:
        self.reveal(self.leader[unit])
        super().split(unit)

    def _remove(self, unit: int, fate: int) -> None:
        self.reveal(self.leader[unit])
        super()._remove(unit, fate)

    def ambushers(self, force: int) -> list[int]:
        """Return the enemies in ambush that can strike a force: beside its hex, with no water between."""
        h, setup, at = self.at[force], self.setup, self.at
        near = [f for f in self._list_lurking(force) if setup.map.direction(at[f], h) >= 0]
        in_reach = [f for f in near if not setup.is_water_between(at[f], h)]
        return [f for f in in_reach if next(self.target_bars(f, h), None) is None]

    def _list_lurking(self, force: int) -> list[int]:
        """Return all enemies of a force that lie in ambush."""
        foe, ambush, sides = 1 - self.side_of[force], self.ambush, self.side_of
        lurking, u = list[int](), -1
        while (u := ambush.find(1, u + 1)) >= 0:
            if sides[u] == foe:
                lurking.append(u)
        return lurking

    def may_react(self, force: int) -> bool:
        return not self.let_pass and 1 in self.ambush

    def keeps_trail(self, force: int) -> bool:
        """Return whether the hexes of a march are kept. They are kept while any force lies in ambush.

        They are kept even if all forces in ambush let the march pass, because the marching seat does not learn of that
        (`forget`).
        """
        return 1 in self.ambush

    def may_react_beside(self, force: int, way: Sequence[int]) -> bool:
        near = self.adjacent[1 - self.side_of[force]]
        close = [h for h in way if near[h]]
        if not close:
            return False
        around, lairs = self.setup.map.neighbours, {self.at[f] for f in self._list_lurking(force)}
        return any(not lairs.isdisjoint(around[6 * h : 6 * h + 6]) for h in close)

    def reaction(self, force: int, trail: tuple[int, ...]) -> Procedure | None:
        if self.let_pass or not self.ambushers(force):
            return None
        return self.rules.ambush(force, trail)

    def is_held_up(self, force: int) -> bool:
        return bool(self.surprised)

    def forget(self, seat: int) -> None:
        """Hide from the marching seat that forces in ambush let it pass."""
        if any(isinstance(frame, March) and frame.seat == seat for frame in self.stack):
            self.let_pass = 0

    def end_march(self) -> None:
        super().end_march()
        self.surprised = self.let_pass = 0


RevisedPosition = RevisedPositionOf[RevisedSetup]
