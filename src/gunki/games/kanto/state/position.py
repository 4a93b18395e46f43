"""The position of Conquest of Kanto: counts of the scenarios (36 to 39), lines by sea, replenishment columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Self

from gunki.board.kernel import Travel
from gunki.core.rules.decision import Reason
from gunki.games.kanto.rules.snow_and_sea_lines import SNOW
from gunki.games.kanto.setup import HOJO, KantoSetup
from gunki.games.kanto.state import old_steps
from gunki.games.kanto.state.state_fields import STATE
from gunki.series.forces_and_castles.rules.counterfactual import without_barrier
from gunki.series.forces_and_castles.state.layers import replace_value
from gunki.series.gunyuden.rules.lines_of_communication import has_line
from gunki.series.gunyuden.state.position import GunyudenPositionOf


class KantoPosition(GunyudenPositionOf[KantoSetup]):
    __slots__ = ("ceremony", "invested_turns", "provoked", "used", "vigil", "waived")

    STATE = STATE
    OLD_STEPS: ClassVar[Mapping[str, str]] = old_steps.OLD_STEPS
    CHANGES_SIDES = ("Negotiation",)

    #: 37(7): how many turns began with Odawara invested; the points of the ceremony (-1 if it was not held); whether
    #: Kenshin has been at the shrine since the stage began; whether the conditions are waived.
    invested_turns: int
    ceremony: int
    vigil: int
    waived: int
    #: 39(7): whether the army that scores by staying away has entered the map.
    used: int
    #: T-16: whether the neutral army has been provoked.
    provoked: int

    def begin(self) -> None:
        self.invested_turns, self.ceremony, self.vigil, self.waived, self.used, self.provoked = 0, -1, 0, 0, 0, 0
        super().begin()

    def clone(self) -> Self:
        new = super().clone()
        new.invested_turns, new.ceremony, new.vigil = self.invested_turns, self.ceremony, self.vigil
        new.waived, new.used, new.provoked = self.waived, self.used, self.provoked
        return new

    # -- entry into hexes ---------------------------------------------------------------------------------------------

    def ban_bars(self, force: int, goal: int) -> Iterator[Reason]:
        ban = self.setup.bans[self.setup.army[force]]
        if ban is not None and ban[goal]:
            yield Reason("39(8)", "beyond_tone", {"hex": goal})
        castle = self.castle_at(goal)
        owner = self.setup.castle_owner[castle] if castle >= 0 else -1
        if owner >= 0 and self.setup.neutrals[owner] and self.setup.closed[self.side(force)][goal]:
            yield Reason("37(3)", "neutral_castle", {"castle": castle})  # T-16: closed while neutral
        else:
            yield from super().ban_bars(force, goal)

    def ban_hexes(self, force: int) -> bytes | None:
        return self.setup.bans[self.setup.army[force]]

    def put(self, force: int, h: int, inside: int = 0) -> None:
        super().put(force, h, inside)
        if self.vigil and self.at[self.setup.kenshin] != self.setup.shrine:
            # T-27: the stage is lost for the ceremony even if he is driven back to the shrine later.
            self.vigil = 0
        self._record_entry(force, h)

    # -- lines over the sea (33), and in snow (32-1-3) ----------------------------------------------------------------

    def line_travel(self, army: int) -> Travel:
        """Return the costs of an army's lines, by land or also by sea (33).

        A line over the sea cannot land at an enemy castle (T-21). 33.0: the data of an army say whether it may use the
        sea.
        """
        setup = self.setup
        if not setup.sea[army]:
            return super().line_travel(army)
        travel: Travel | None = self.map_cache.get(("sea", army))
        if travel is None:
            foe = 1 - self.army_side(army)
            coast = (c for c in setup.coastal if self.durability[c] and self.castle_side(c) == foe)
            travel = self.map_cache["sea", army] = setup.sea_travel(
                self.weather, tuple(setup.castle_hex[c] for c in coast)
            )
        return travel

    def cut_bars(self, force: int) -> Iterator[Reason]:
        setup = self.setup
        if self.weather == SNOW and has_line(without_barrier(self, "snow"), force):
            yield Reason("32-1-3", "line_snow", {"unit": force})
        on_shore = any(setup.map.terrain_at(b) == "sea" for b in setup.map.around(self.at[force]))
        if setup.sea[setup.army[force]] and not on_shore:
            yield Reason("33-2", "not_coastal", {"unit": force})

    # -- replenishment (14-2-1, 31-5, T-23) ---------------------------------------------------------------------------

    def replenishment_bars(self, force: int) -> Iterator[Reason]:
        if not self.setup.replenishes:
            yield Reason("36(8)-1", "no_replenishment")

    def has_spoils(self) -> bool:
        """Return whether surrendered garrisons restore steps of their captors (T-41).

        In scenario 1, which has no replenishment (36(8)-1), the option `scenario1_spoils` decides.
        """
        return self.setup.replenishes or bool(self.setup.options["scenario1_spoils"])

    def replenishment_table(self, force: int) -> str:
        return self.setup.replenishment_of[self.setup.army[force]]

    def replenishment_column(self, force: int) -> str:
        """Return the replenishment column for a force: "home" or "away".

        For great clans "home" is their territory (30-2). For all others it is the hex of their main castle.
        """
        setup, army, h = self.setup, self.setup.army[force], self.at[force]
        if h == setup.odawara_hex and self.besieged[setup.odawara]:  # 31-5-1: besieged Odawara uses the home column
            return "home"
        if setup.replenishment[self.replenishment_table(force)]["home_is"] == "territory":
            return "home" if setup.map.province[h] in setup.territory[army] else "away"
        return "home" if h in {place for _, place, _ in setup.main_castles[army]} else "away"

    def replenishment_shift(self, force: int) -> int:
        odawara = self.setup.odawara
        inside = self.at[force] == self.setup.odawara_hex and self.besieged[odawara]
        return self.setup.odawara_shift if inside else 0

    # -- special rules of scenarios -----------------------------------------------------------------------------------

    def may_lead_other_army(self, chief: int, unit: int) -> bool:
        """Return whether a commander may lead warlords of his side. Only Kenshin may, in scenario 2 (37(8)-1)."""
        return chief in self.setup.leads_warlords and self._is_warlord_of(chief, unit)

    def command_bars(self, chief: int, unit: int) -> Iterator[Reason]:
        setup, army = self.setup, self.setup.army
        if (unit, chief) in setup.may_also_lead:
            yield Reason("30-5", "leads_him", {"unit": unit, "leader_unit": chief})
        if setup.leads_warlords and setup.armies[army[chief]] == HOJO and self._is_warlord_of(chief, unit):
            yield Reason("37(8)-2", "leads_no_warlords", {"unit": unit, "leader_unit": chief})

    def _is_warlord_of(self, chief: int, unit: int) -> bool:
        """Return whether a unit belongs to a warlord on the commander's side.

        Warlords are the smaller clans, and single units that are armies of their own (30-1-1, 30-1-2, DL-note(2)).
        """
        return not self.setup.great[self.setup.army[unit]] and self.seat(unit) == self.seat(chief)

    def is_neutral(self, army: int) -> bool:
        """Return whether an army is neutral (T-16)."""
        return self.setup.neutrals[army]

    def _record_entry(self, force: int, h: int) -> None:
        """Update the counts of the scenarios when a force enters a hex, by whatever kind of movement."""
        setup = self.setup
        army, province = setup.army[force], setup.map.province[h]
        if setup.kanrei_seat >= 0 and (army, province) == setup.waiver and not self.waived:
            self.waived = 1
            self.emit("conditions_waived", "37(7)-3", unit=force)
        if setup.unused_bonus is not None and army == setup.unused_bonus[1]:
            self.used = 1
        if self._can_provoke(force):
            self._provoke(h)

    def is_watched(self, force: int) -> bool:
        """Return whether each hex on a force's way must be recorded: passing counts as entering (37(7)-3, T-16)."""
        setup = self.setup
        enters = setup.kanrei_seat >= 0 and setup.army[force] == setup.waiver[0] and not self.waived
        return enters or self._can_provoke(force)

    def record_passage(self, force: int, way: Iterable[int]) -> None:
        for h in way:
            self._record_entry(force, h)

    def _can_provoke(self, force: int) -> bool:
        """Return whether this force can provoke the Takeda (T-16).

        By the option `scenario2_takeda` the Takeda may join the Hojo. They do as soon as a force of the Uesugi side
        enters Kai or the hex of a Takeda castle.
        """
        setup = self.setup
        is_possible = setup.options["scenario2_takeda"] == "hojo ally if provoked" and not self.provoked
        return is_possible and setup.neutrals[setup.armies.index("takeda")] and self.side(force) == 0

    def _provoke(self, h: int) -> None:
        setup, castle = self.setup, self.castle_at(h)
        takeda = setup.armies.index("takeda")
        if setup.map.province_at(h) == "Kai" or (castle >= 0 and self.owner[castle] == takeda):
            self.provoked = 1
            self.seat_of = replace_value(self.seat_of, takeda, setup.seats.index("hojo"))
            self.derive()
            self.emit("provoked", "37(3)", army=takeda)

    def truce_bars(self, force: int, h: int) -> Iterator[Reason]:
        """Yield why a force cannot attack an ally in a hex (38(8)-1).

        Players of one coalition never fight each other, in the open or for a castle.
        """
        seat, side = self.seat(force), self.side(force)
        if any(self.side(f) == side and self.seat(f) != seat for f in self.forces_in(h)):
            yield Reason("38(8)-1", "ally_there", {"hex": h})

    def castle_truce_bars(self, force: int) -> Iterator[Reason]:
        castle = self.castle_at(self.at[force])
        ours = castle >= 0 and self.castle_side(castle) == self.side(force)
        if ours and self.seat_of[self.owner[castle]] != self.seat(force):
            yield Reason("38(8)-1", "ally_castle", {"castle": castle})

    def may_talk(self, force: int) -> bool:
        return self.setup.talk_seat >= 0 and force == self.setup.talker

    def talk_bars(self, force: int) -> Iterator[Reason]:
        """Yield why a force cannot negotiate (38(8)-2)."""
        setup = self.setup
        if not self.may_talk(force):
            if setup.talk_seat >= 0:
                yield Reason("38(8)-2(c)", "only_he_talks", {"unit": setup.talker})
            else:
                yield Reason("38(8)-2", "no_talks", {"unit": force})
            return
        if self.turn < setup.talks_from:
            yield Reason("38(8)-2", "too_early", {"count": setup.talks_from})
        away = self.at[setup.absent]
        if away < 0 or setup.map.province[away] not in setup.absent_in:
            yield Reason("38(8)-2", "kenshin_near", {"unit": setup.absent})
        if not self.talk_partners():
            yield Reason("38(8)-2", "nobody_to_talk_to", {"unit": force})

    def talk_partners(self) -> list[int]:
        """Return the warlords that can be negotiated with: enemies who still own their main castle (T-30)."""
        setup = self.setup
        foe = 1 - setup.coalition[setup.talk_seat]
        return [
            u for u in setup.talk_targets
            if self.at[u] >= 0 and self.side(u) == foe
            and any(self.owner[c] == setup.army[u] for c, _, _ in setup.main_castles[setup.army[u]])
        ]  # fmt: skip
