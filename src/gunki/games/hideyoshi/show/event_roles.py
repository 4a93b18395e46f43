"""The role of each event of Hideyoshi's War Chronicle (gunki.core.show.event_roles)."""

from gunki.core.show.event_roles import roles_by_kind
from gunki.series.gunyuden.show import event_roles

EVENT_ROLES: dict[str, str] = event_roles.EVENT_ROLES | roles_by_kind(
    fight="ambush struck_at_honnoji",
    loss="nobusumi_dead",
    gain="appeared nobusumi_lives",
    change="castle_occupied joined kyoto peace",
    news="attacked_first declared incident left_echizen may_act summoned lies_in_ambush",
    minor="may_not_act not_summoned stays_neutral",
)
