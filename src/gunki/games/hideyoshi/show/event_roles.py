"""What the events of Hideyoshi's War Chronicle tell (gunki.core.show.event_roles)."""

from gunki.core.show.event_roles import by_role
from gunki.series.gunyuden.show import event_roles

TELLS: dict[str, str] = event_roles.TELLS | by_role(
    fight="ambush struck_at_honnoji",
    loss="nobusumi_dead",
    gain="appeared nobusumi_lives",
    change="castle_occupied joined kyoto peace",
    news="attacked_first declared incident left_echizen may_act summoned lies_in_ambush",
    minor="may_not_act not_summoned stays_neutral",
)
