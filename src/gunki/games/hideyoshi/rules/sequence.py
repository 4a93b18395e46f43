"""Section 29: the sequence of play, with the Random Events of each scenario (Y-60)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from gunki.core.definition.setup import OptionValue
from gunki.core.rules.aims import TURN_END
from gunki.core.rules.procedure import Call, Next
from gunki.games.hideyoshi.rules import summons
from gunki.games.hideyoshi.rules.ownership import Ownership
from gunki.games.hideyoshi.rules.scenarios import leader_appearance, nobunaga_escapes, shizugatake, tennozan
from gunki.games.hideyoshi.setup import ANTI_HASHIBA, HASHIBA
from gunki.games.hideyoshi.state.position import HideyoshiPosition as G
from gunki.series.gunyuden.editions import REVISED, Action, RevisedEdition, make_revised_edition
from gunki.series.gunyuden.rules import sequence
from gunki.series.gunyuden.state.position import GunyudenPosition

#: 29.0(1): the steps of the initial stage of each scenario: Random Events (29.0(1)-1), then the lines (29.0(1)-2).
#: Victory is judged after both (Y-26).
TURN = {
    "tennozan": ("events", "honnoji", "nobusumi", "mori", "clans", "arrivals", "lines", "verdict"),
    "shizugatake": ("events", "snow", "declaration", "mori", "bands", "lines"),
    "komaki_nagakute": ("events", "mori", "arrivals", "lines"),
}


@dataclass(eq=False)
class Campaign(sequence.Campaign):
    """The whole game, with the Random Events of the scenarios."""

    def events(self, g: G) -> Next:
        """Begin the random events. Each event is a step of its own (29.0(1)-1)."""
        return self.after_turn_step(g, "events")

    # 35.8(1): Honnōji, Nobusumi's fate, and the sides of clans

    def honnoji(self, g: G) -> Next:
        own = tennozan.rules_of(g)
        first = g.turn == own.honnoji_turn and g.at[own.nobunaga] >= 0
        return Call(tennozan.Honnoji(ANTI_HASHIBA), "after_honnoji") if first else self.after_turn_step(g, "honnoji")

    def after_honnoji(self, g: G) -> Next:
        return self.after_turn_step(g, "honnoji")

    def nobusumi(self, g: G) -> Next:
        is_due = g.turn == tennozan.rules_of(g).honnoji_turn and not g.nobusumi
        return Call(tennozan.NobusumisFate(), "after_nobusumi") if is_due else self.after_turn_step(g, "nobusumi")

    def after_nobusumi(self, g: G) -> Next:
        return self.after_turn_step(g, "nobusumi")

    def clans(self, g: G) -> Next:
        """Roll for the clans (35.8(1)-3, 35.8(2)).

        A clan that had to wait acts from the second turn on (QR-CLAN-note).
        """
        g.held_back = ()
        return Call(tennozan.ClanMovement(), "after_clans")

    def after_clans(self, g: G) -> Next:
        return self.after_turn_step(g, "clans")

    # 36.7: Shibata in the snow, and Kanbe's declaration

    def snow(self, g: G) -> Next:
        return Call(shizugatake.Snow(), "after_snow")

    def after_snow(self, g: G) -> Next:
        return self.after_turn_step(g, "snow")

    def declaration(self, g: G) -> Next:
        return Call(shizugatake.Declaration(ANTI_HASHIBA), "after_declaration")

    def after_declaration(self, g: G) -> Next:
        return self.after_turn_step(g, "declaration")

    # 32, 36.7-9: dice that call armies

    def mori(self, g: G) -> Next:
        return Call(summons.Summons(0), "after_mori")

    def after_mori(self, g: G) -> Next:
        return self.after_turn_step(g, "mori")

    def bands(self, g: G) -> Next:
        return Call(summons.Summons(1), "after_bands")

    def after_bands(self, g: G) -> Next:
        return self.after_turn_step(g, "bands")

    # 35.5-H, 37.5: leaders who are placed on the map

    def arrivals(self, g: G) -> Next:
        seat = HASHIBA if g.setup.komaki is None else ANTI_HASHIBA
        return (
            Call(leader_appearance.Appear(seat), "after_arrivals")
            if leader_appearance.list_units_to_appear(g, seat)
            else self.after_turn_step(g, "arrivals")
        )

    def after_arrivals(self, g: G) -> Next:
        return self.after_turn_step(g, "arrivals")

    # 35.7, Y-26: whether a side has won

    def verdict(self, g: G) -> Next:
        return g.find_outcome(TURN_END) or self.after_turn_step(g, "verdict")

    def next_phase(self, g: GunyudenPosition) -> Next:
        """Let castles change hands at the end of a phase, before the next phase begins."""
        assert isinstance(g, G)
        if g.phase < 0 or g.setup.tennozan is None:
            return super().next_phase(g)
        return Call(tennozan.Occupation(), "after_phase")

    def after_phase(self, g: G) -> Next:
        tennozan.hold_kyoto(g)
        return g.find_outcome(TURN_END) or super().next_phase(g)


#: 35.9: the action that Nobunaga has besides those of the series.
SUMMON_ALL = Action(
    nobunaga_escapes.summon_bars,
    lambda rules, seat, force: nobunaga_escapes.SummonAll(seat, force),
    asked=nobunaga_escapes.is_nobunaga,
)


#: The revised edition with the procedures of this game.
RULES = replace(
    REVISED, campaign=Campaign, organisation=tennozan.Organisation, ownership=Ownership,
    own=(
        *REVISED.own, tennozan.Honnoji, tennozan.Strike, tennozan.NobusumisFate, tennozan.ClanMovement,
        tennozan.Occupation,
        tennozan.Recruits, shizugatake.Snow, shizugatake.Declaration, summons.Summons, leader_appearance.Appear,
        nobunaga_escapes.SummonAll, nobunaga_escapes.Progress,
    ),
)  # fmt: skip


def rules(scenario: str, options: Mapping[str, OptionValue]) -> RevisedEdition:
    """Return the rules of this edition for a match of this scenario with these options."""
    edition = make_revised_edition(options, RULES)
    actions = {**edition.actions, "summon_all": SUMMON_ALL} if options["nobunaga_acts"] else edition.actions
    return replace(edition, actions=actions, turn=TURN[scenario])
