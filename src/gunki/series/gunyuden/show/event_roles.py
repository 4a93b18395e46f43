"""The role of each event of the basic rules (gunki.core.show.event_roles)."""

from gunki.core.show.event_roles import roles_by_kind
from gunki.series.forces_and_castles.show import event_roles

EVENT_ROLES: dict[str, str] = event_roles.EVENT_ROLES | roles_by_kind(
    turn="stage",
    move="marched withdrew advanced pursued",
    fight="attack decisive_battle round battle_result assault_result",
    loss="step_lost killed removed army_gone",
    gain="step_gained replenished",
    change="castle_taken castle_fell castle_abandoned invested investment_ended",
    news="""battle_refused call_answered offer_accepted offer_rejected durability castle_morale morale no_line
        lifted regrouped separated detached""",
    minor="acts left_castle not_recovered siege_without_effect",
)
