"""What the fields of the procedures and positions of the series may hold (gunki.core.fields)."""

from __future__ import annotations

from gunki.core.fields import COUNTER, FLAG, Field, index, named, number

#: More than any table, track or force of these games can bear.
MOST = 99
#: More than there are units, castles or hexes on a way.
LONGEST = 255


def _whole_ways(ways: tuple[int, ...]) -> bool:
    """For each force that retreats: its leader, the length of its way, the hexes (23-5)."""
    i = 0
    while i + 1 < len(ways) and ways[i + 1] >= 0:
        i += 2 + ways[i + 1]
    return i == len(ways)


UNITS = named("unit", 0, many=LONGEST)
#: Units and hexes mixed: a leader's number is a hex's too.
WAYS = Field(0, kind="hex", many=LONGEST, shape=_whole_ways)

FIELDS = {
    "seat": index("seat", 0),
    "force": named("unit"),
    "captor": named("unit"),
    "won": named("unit"),
    "hex": named("hex"),
    "origin": named("hex"),
    "base": named("hex"),
    "castle": named("castle"),
    "Replenishment.castle": FLAG,
    **dict.fromkeys(
        ("attackers", "defenders", "targets", "units", "forces", "helpers", "joined", "spared", "routed", "withdrawn",
         "asked", "taking_part"), UNITS
    ),
    **dict.fromkeys(("placed", "members", "fleeing"), index("unit", 0, many=LONGEST)),
    "diced": index("castle", 0, many=LONGEST),
    "spoken": index("seat", many=LONGEST),
    "way": index("hex", 0, many=LONGEST),
    "ahead": named("hex", 0, many=LONGEST),
    "here": named("hex"),
    "ways": WAYS,
    "place": number(0, 9),
    "phase": number(-1, 9),
    "attack_die": number(0, 6),
    "result": number(-MOST, MOST),
    **dict.fromkeys(
        ("spent", "losses", "count", "hexes", "gone", "attack_losses", "defence_losses", "gain", "damage", "steps"),
        number(0, MOST),
    ),
    **dict.fromkeys(("moves", "made"), number(0, 9)),
    **dict.fromkeys(
        ("strategic", "fallen", "fatal", "attack_fatal", "defence_fatal", "shaking", "home", "sheltered", "changed",
         "whole", "invested"), FLAG,
    ),
}  # fmt: skip

STATE = {
    "phase": number(-1, 9),
    "chances": number(0, COUNTER),
    "barrier": number(0, COUNTER),
    "tried": index("castle", 0, many=LONGEST),
    "dropped": index("unit", 0, many=LONGEST),
    "called": index("castle", 0, many=LONGEST),
    "stormed": index("castle", 0, many=LONGEST),
    "steadfast": index("castle", 0, many=LONGEST),
    "turned_down": index("unit", 0, many=LONGEST),
    "retreated": WAYS,
    "deployed": Field(0, 7, many=LONGEST, whole=True),  # deployment.ARRANGED
    "declined": Field(0, 1, many=LONGEST, whole=True),
    "seat_of": Field(-1, kind="seat", many=LONGEST, whole=True),
    "ruined": Field(0, kind="seat", above=1, many=LONGEST, whole=True),
}
