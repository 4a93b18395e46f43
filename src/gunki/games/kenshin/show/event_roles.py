"""The roles of the events of Kenshin's Arrival in Kyoto (gunki.core.show.event_roles)."""

from gunki.core.show.event_roles import roles_by_kind
from gunki.series.forces_and_castles.show import event_roles

EVENT_ROLES: dict[str, str] = event_roles.EVENT_ROLES | roles_by_kind(
    turn="phase",
    move="marched advanced displaced sailed landed",
    fight="field_battle round assault sortie overrun overrun_won naval_battle ships_meet pursued",
    loss="step_lost killed removed clan_gone attrition ship_damaged ship_removed sunk",
    gain="step_gained replenished rebuilt deployed ironclad",
    change="""castle_fell castle_turned surrenders betrayed joined invested lifted kyoto_entered fortified
        fortification_gone""",
    news="event durability morale score isolated out_of_supply holds_out escaped engaged regrouped separated",
    minor="""ability_counts allotted assault_closed boarded check_failed checked flagship_counts left_castle
        marker_off minor_daimyo no_event no_siege_check retreats returned""",
)
