"""Section 35: Honnōji, the sides that clans take, Takamatsu, castles without an owner, recruits in Azuchi."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from gunki.core.rules.decision import Act, Reason
from gunki.core.rules.forced_choice import AutoAnswering
from gunki.core.rules.procedure import Ask, Call, Next, Procedure, Roll
from gunki.games.hideyoshi.rules.scenarios.event_tables import CLAN_MOVEMENT, MODIFIERS, Tennozan
from gunki.games.hideyoshi.setup import ANTI_HASHIBA, HASHIBA
from gunki.games.hideyoshi.state.position import ALIVE, KILLED
from gunki.games.hideyoshi.state.position import HideyoshiPosition as G
from gunki.series.forces_and_castles.rules.losses import part
from gunki.series.forces_and_castles.state.layers import replace_value
from gunki.series.gunyuden.rules import organisation, replenishment
from gunki.series.gunyuden.rules.combat.battle import FieldBattle
from gunki.series.gunyuden.state.position import GunyudenPosition


def rules_of(g: G) -> Tennozan:
    own = g.setup.tennozan
    assert own is not None, "asked in another scenario"
    return own


# -- 35.8(1)-1 ------------------------------------------------------------------------------------------------------


@dataclass(eq=False)
class Honnoji(Procedure):
    """35.8(1)-1, Y-29: the Akechi around Kyoto may attack Nobunaga, each force once. It costs no activation."""

    seat: int
    struck: tuple[int, ...] = ()

    def start(self, g: G) -> Next:
        able = [f for f in g.forces() if next(self._bars(g, f), None) is None]
        if not able:
            return "over"
        acts: list[Act] = [*(("strike", f) for f in able), ("done",)]
        return Ask(
            self.seat, "honnoji", "35.8(1)-1", acts, "take_choice", bars="bars", exact=True, end_option=("done",),
            verbs=("strike",), irreversible=(("done",),),
        )  # fmt: skip

    def bars(self, g: G, act: Act) -> Iterator[Reason]:
        if act[0] == "strike":
            yield from self._bars(g, act[1])

    def _bars(self, g: G, force: int) -> Iterator[Reason]:
        own = rules_of(g)
        if g.setup.army[force] != own.akechi:
            yield Reason("35.8(1)-1", "not_own", {"unit": force})
        elif g.at[force] < 0:
            yield Reason("35.8(1)-1", "not_on_map", {"unit": force})
        elif g.leader[force] != force:
            yield Reason("12-2-1", "under_command", {"unit": force, "leader_unit": g.leader[force]})
        elif g.acted[force] or force in self.struck:
            yield Reason("35.8(1)-1", "has_acted", {"unit": force})
        elif own.nobunaga not in g.units_in(own.kyoto):
            yield Reason("35.8(1)-1", "nobody_there", {"hex": own.kyoto})
        elif g.inside[force] or g.setup.map.direction(g.at[force], own.kyoto) < 0:
            yield Reason("35.8(1)-1", "not_adjacent", {"hex": own.kyoto})

    def take_choice(self, g: G, act: Act) -> Next:
        if act[0] == "done":
            return "over"
        self.struck = (*self.struck, act[1])
        g.emit("struck_at_honnoji", "35.8(1)-1", unit=act[1])
        return "fight_battle"

    def fight_battle(self, g: G) -> Next:
        force = self.struck[-1]
        g.acted[force] = 1
        return Call(Strike(self.seat, force), "start")

    def over(self, g: G) -> Next:
        for u in range(len(g.acted)):
            g.acted[u] = 0
        return None


@dataclass(eq=False)
class Strike(FieldBattle):
    """35.8(1)-1: an attack on Nobunaga alone."""

    def targets(self, g: GunyudenPosition) -> list[int]:
        assert isinstance(g, G)
        return [h for h in super().targets(g) if h == rules_of(g).kyoto]

    def bars(self, g: GunyudenPosition, act: Act) -> Iterator[Reason]:
        assert isinstance(g, G)
        if act[0] != "hold" and act[1] != rules_of(g).kyoto:
            yield Reason("35.8(1)-1", "only_nobunaga_there", {"hex": rules_of(g).kyoto})
        yield from super().bars(g, act)


# -- 35.8(1)-2 ------------------------------------------------------------------------------------------------------


@dataclass(eq=False)
class NobusumisFate(Procedure):
    """35.8(1)-2: a die decides whether Nobusumi is alive; only a 6 saves him.

    If he is alive, he belongs to the Akechi.
    """

    def start(self, g: G) -> Next:
        return Roll("nobusumi", "35.8(1)-2", 1, "take_roll", data={"unit": rules_of(g).nobusumi})

    def take_roll(self, g: G, dice: tuple[int, ...]) -> Next:
        """Place Nobusumi in Kyoto if he lives, or with Mitsuhide if enemies stand there (Y-62)."""
        own = rules_of(g)
        unit, alive = own.nobusumi, dice[0] in own.alive
        h = own.kyoto if not g.outside(own.kyoto, HASHIBA) else g.at[g.setup.rebel]
        alive = alive and g.at[g.setup.rebel] >= 0
        g.nobusumi = ALIVE if alive else KILLED
        g.emit("nobusumi_lives" if alive else "nobusumi_dead", "35.8(1)-2", unit=unit)
        if alive:
            g.put(unit, h, g.inside[g.setup.rebel] if h != own.kyoto else 0)
            g.emit("appeared", "35.8(1)-2", unit=unit, hex=h)
        return None


# -- 35.8(1)-3, 35.8(2) ---------------------------------------------------------------------------------------------


def clan_parts(g: G) -> list[dict[str, Any]]:
    """Return the modifiers of a clan's die at the moment of the roll (Y-60).

    They are for Nobusumi (QR-CLAN-mod(1)), Kyoto and Azuchi (QR-CLAN-mod(2)), Hideyoshi in Himeji (QR-CLAN-mod(3)),
    Nobunaga (QR-CLAN-mod(4)), the Mōri (QR-CLAN-mod(5)), and the battles that Mitsuhide has won (QR-CLAN-mod(6)) and
    lost (QR-CLAN-mod(7)).
    """
    own, setup = rules_of(g), g.setup
    clans = own.clans
    azuchi, himeji = setup.castle_hex[clans.azuchi], setup.castle_hex[clans.himeji]
    anti = {h for h in (own.kyoto, azuchi) if any(g.seat(f) == ANTI_HASHIBA for f in g.forces_in(h))}
    true = {
        "nobusumi_alive": g.nobusumi == ALIVE and g.at[own.nobusumi] >= 0,
        "kyoto_and_azuchi": len(anti) == 2,
        "hideyoshi_in_himeji": g.at[clans.hideyoshi] == himeji,
        "nobunaga_alive": g.at[own.nobunaga] >= 0,
        "mori_act": own.mori in g.summoned,
        "akechi_won": bool(g.akechi_won),
        "akechi_lost": bool(g.akechi_lost),
    }
    return [part(name, clans.modifiers[name], clause) for name, clause in MODIFIERS.items() if true[name]]


@dataclass(eq=False)
class ClanMovement(Procedure):
    """35.8(1)-3, 35.8(2): a die for each clan that has taken no side, in the order of the table.

    In the first turn there is also a die for the clans that may have to wait (35.8(1)-3(a)).
    """

    diced: tuple[int, ...] = ()

    def _next(self, g: G) -> int:
        clans = rules_of(g).clans
        return next(
            (
                army for army in clans.armies
                if army not in self.diced and (g.turn == 1 if army in clans.begin else g.is_neutral(army))
            ),
            -1,
        )  # fmt: skip

    def start(self, g: G) -> Next:
        army, parts = self._next(g), clan_parts(g)
        if army < 0:
            return None
        data = {
            "army": army, "chart": CLAN_MOVEMENT, "column": rules_of(g).clans.armies.index(army),
            "value": sum(p["value"] for p in parts), "parts": parts if g.log is not None else (),
        }  # fmt: skip
        return Roll("clan", "35.8(1)-3", 1, "take_roll", data=data, modified=True)

    def take_roll(self, g: G, dice: tuple[int, ...]) -> Next:
        """Let the clan join a side, stay neutral, or wait (Y-48, Y-61)."""
        clans, army = rules_of(g).clans, self._next(g)
        total = dice[0] + sum(p["value"] for p in clan_parts(g))
        self.diced = (*self.diced, army)
        if army in clans.begin:
            acts = total <= clans.hashiba[army]
            g.held_back = g.held_back if acts else (*g.held_back, army)
            g.emit("may_act" if acts else "may_not_act", "35.8(1)-3(a)", army=army)
        elif total <= clans.hashiba[army]:
            self._join_side(g, army, HASHIBA)
        elif total >= clans.akechi[army]:
            self._join_side(g, army, ANTI_HASHIBA)
        else:
            g.emit("stays_neutral", "35.8(1)-3", army=army)
        return "start"

    @staticmethod
    def _join_side(g: G, army: int, seat: int) -> None:
        g.seat_of = replace_value(g.seat_of, army, seat)
        g.derive()
        g.emit("joined", "35.8(1)-3", army=army, seat=seat)


# -- 35.8(5), 35.8(6), Y-25: the end of a phase ---------------------------------------------------------------------


@dataclass(eq=False)
class Occupation(AutoAnswering):
    """35.8(5), 35.8(6): castles go to the clans that stand there when a phase ends.

    If several clans stand there, their player names one (Y-24).
    """

    seen: tuple[int, ...] = ()
    castle: int = -1

    def start(self, g: G) -> Next:
        shut, theirs = g.closed_to
        for castle, h in enumerate(g.setup.castle_hex):
            # only hexes with a force in the open
            if (shut[h] or theirs[h]) and castle not in self.seen and self._choices(g, castle):
                self.castle = castle
                self.seen = (*self.seen, castle)
                return "ask_owner"
        return None

    def ask_owner(self, g: G) -> Next:
        choices = self._choices(g, self.castle)
        acts: list[Act] = [("own", army) for army in choices]
        who, data = g.seat_of[choices[0]], {"castle": self.castle}
        return self.ask(g, who, "ownership", "35.8(5)", acts, "take_choice", bars="", data=data)

    @staticmethod
    def _choices(g: G, castle: int) -> list[int]:
        setup, own = g.setup, rules_of(g)
        seizes = g.turn == own.seizing_turn and g.phase == setup.phases.index(setup.seats[ANTI_HASHIBA])
        if not g.durability[castle] or (g.owner[castle] >= 0 and not seizes):
            return []
        occupants = g.forces_in(setup.castle_hex[castle])
        forces = [f for f in occupants if not g.inside[f] and g.seat(f) >= 0]
        if g.owner[castle] < 0:
            armies = {setup.army[f] for f in forces}
            theirs = sorted(army for army in armies if g.has_castles(army))
            return theirs or ([own.hashiba] if armies else [])  # Y-47: if only Nobunaga is there, Hashiba gets it
        if g.garrison(castle):
            return []
        ours = [f for f in forces if g.overlord(setup.army[f]) == own.akechi]
        return sorted({setup.army[f] for f in ours if g.castle_side(castle) != g.side(f)})

    def take_choice(self, g: G, act: Act) -> Next:
        army, clause = act[1], "35.8(5)" if g.owner[self.castle] < 0 else "35.8(6)"
        g.set_owner(self.castle, army, clause)
        g.emit("castle_occupied", clause, castle=self.castle, army=army)
        return "start"


def hold_kyoto(g: G) -> None:
    """Give Kyoto to the side whose forces stand there at the end of a phase (Y-25)."""
    seats = {g.seat(f) for f in g.forces_in(rules_of(g).kyoto)}
    seat = next((seat for seat in seats if seat >= 0), -1)
    if seat >= 0 and seat != g.kyoto:
        g.kyoto = seat
        g.emit("kyoto", "35.7(1)-2", seat=seat)


# -- 35.5-A ---------------------------------------------------------------------------------------------------------


@dataclass(eq=False)
class Organisation(organisation.Organisation):
    """14-1: organising, which restores troops and the castle, and here may also raise recruits."""

    def replenishable(self) -> tuple[Act, ...]:
        return (*super().replenishable(), ("recruits",))

    def replenish_bars(self, g: GunyudenPosition, act: Act) -> Iterator[Reason]:
        assert isinstance(g, G)
        if act[0] == "recruits":
            yield from g.recruit_bars(self.force)
        else:
            yield from super().replenish_bars(g, act)

    def take_replenishment(self, g: GunyudenPosition, act: Act) -> Next:
        if act[0] == "recruits":
            return Call(Recruits(self.seat, self.force, 0), "over")
        return super().take_replenishment(g, act)


@dataclass(eq=False)
class Recruits(replenishment.Replenishment):
    """35.5-A, Y-30: for each step that the die gives, a unit appears in Azuchi. Troops may desert as usual (14-2-4)."""

    def take_roll(self, g: GunyudenPosition, dice: tuple[int, ...]) -> Next:
        assert isinstance(g, G)
        self.result = replenishment.replenishment_result(g, self.force, dice[0])
        g.emit("replenished", "14-2-4", unit=self.force, count=self.result)
        if self.result < 0:
            return "replenish_troops"
        if self.result and g.setup.options["akechi_reinforcements"] == "all at once":
            self.result = len(g.recruits())
        return "enlist"

    def enlist(self, g: G) -> Next:
        waiting = g.recruits()
        if not self.result or not waiting:
            return None
        if len(waiting) <= self.result:
            return "enlist_all"
        acts: list[Act] = [("enlist", u) for u in waiting]
        return Ask(self.seat, "enlist", "35.5-A", acts, "enlist_unit", data={"unit": self.force, "count": self.result})

    def enlist_all(self, g: G) -> Next:
        for unit in g.recruits():
            self._add_recruit(g, unit)
        return None

    def enlist_unit(self, g: G, act: Act) -> Next:
        self.result -= 1
        self._add_recruit(g, act[1])
        return "enlist"

    def _add_recruit(self, g: G, unit: int) -> None:
        """Put a recruit into the force if there is room, else make it a force of its own.

        The recruit has acted already.
        """
        h = g.at[self.force]
        g.put(unit, h, g.inside[self.force])
        g.acted[unit] = 1
        g.emit("appeared", "35.5-A", unit=unit, hex=h)
        if next(g.lead_bars(self.force, unit), None) is None:
            g.join(unit, self.force)
