"""Section 36.7: Shibata in the snow, and Kanbe's declaration."""

from __future__ import annotations

from dataclasses import dataclass

from gunki.core.rules.decision import Act
from gunki.core.rules.procedure import Ask, Next, Procedure, Roll
from gunki.games.hideyoshi.state.position import HideyoshiPosition as G


@dataclass(eq=False)
class Snow(Procedure):
    """36.7-2, Y-33: in the first turns the Shibata act only if a die frees them; afterwards they are free."""

    def start(self, g: G) -> Next:
        own = g.setup.shizugatake
        assert own is not None
        if g.turn > own.snow_turns:
            return "free" if not g.thawed else None
        if g.setup.options["shibata_release"] == "that turn":
            g.thawed, g.map_cache = 0, {}
        return None if g.thawed else "roll"

    def roll(self, g: G) -> Next:
        own = g.setup.shizugatake
        assert own is not None
        return Roll("snow", "36.7-2", 1, "take_roll", data={"army": g.setup.army[own.katsuie]})

    def take_roll(self, g: G, dice: tuple[int, ...]) -> Next:
        own = g.setup.shizugatake
        assert own is not None
        if dice[0] in own.free:
            return "free"
        g.emit("may_not_act", "36.7-2", army=g.setup.army[own.katsuie])
        return None

    def free(self, g: G) -> Next:
        own = g.setup.shizugatake
        assert own is not None
        g.thawed, g.map_cache = 1, {}
        g.emit("may_act", "36.7-2", army=g.setup.army[own.katsuie])
        return None


@dataclass(eq=False)
class Declaration(Procedure):
    """36.7-3: Kanbe may declare himself in any turn. He acts from this turn on."""

    seat: int

    def start(self, g: G) -> Next:
        if g.declared:
            return None
        acts: list[Act] = [("declare",), ("wait",)]
        own = g.setup.shizugatake
        assert own is not None
        return Ask(self.seat, "declare", "36.7-3", acts, "take_choice", kind="confirm", data={"army": own.kobe})

    def take_choice(self, g: G, act: Act) -> Next:
        own = g.setup.shizugatake
        assert own is not None
        if act[0] == "declare":
            g.raise_flag("declared")
            g.emit("declared", "36.7-3", army=own.kobe)
        return None
