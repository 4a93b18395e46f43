"""TBL-CRT: the Combat Results Table cell by cell, in field battles of Kenshin with Shibata, and as a chart."""

from __future__ import annotations

from typing import Any

import pytest

import gunki
from gunki import Event, Match
from tests.clauses.kenshin.fights import (
    FORT,
    HERE,
    KENSHIN,
    MEN,
    SHIBATA,
    TABLE,
    THERE,
    compose_field,
    compose_siege,
    fort,
    hits,
)
from tests.clauses.kenshin.table import data_of, decision_of, force, roll_of
from tests.support import clause

#: Forces of the Uesugi side, Kenshin's first: 47 units, no other taisho among them.
HOST = (
    (KENSHIN, *MEN[:10]), ("uesugi_kagekatsu", *MEN[10:]), ("uesugi_kagetora",), ("kakizaki_haruie",),
    ("kawada_nagachika",),
    ("takeda_nobutoyo", "takeda_nobukado", "atobe_katsusuke", "nagasaka_chokan"),
    ("anayama_nobukimi", "asahina_yasutomo", "naito_masaaki", "kiso_yoshimasa"),
    ("oyamada_nobushige", "okabe_motonobu", "obata_nobusada"),
    ("shimotsuma_rairen", "shimotsuma_rairyu", "shimotsuma_nakataka", "shimotsuma_raijun", "honganji_monto"),
    ("shichiri_yorichika", "suzuki_shigeyasu", "wakabayashi_nagato", "uno_yasuharu"),
    ("bessho_nagaharu", "bessho_yoshichika", "kanki_yorisada"), ("hatano_hideharu", "hatano_hidehisa", "akai_tadaie"),
    ("saika_shu", "suzuki_shigehide"),
)  # fmt: skip
GUARD = ("maeda_toshiie", "sasa_narimasa", "fuwa_mitsuharu", "kanamori_nagachika", "hara_masashige")
#: The printed heads of the rows.
HEADS = ("1", "2", "3-4", "5-6", "7-10", "11-15", "16-20", "21-30", "31-40", "41-50", "51-60", "61-70", "71-80", "81+")
ROWS = dict(zip(TABLE, HEADS, strict=True))


def compose_host(hex_id: str, strength: int, ability: int) -> dict[str, Any]:
    """Return a force of Kenshin with this ability and this total strength; with an odd one the last unit is reduced."""
    room = -(-strength // 2)
    units: dict[str, Any] = {}
    for leader, *led in HOST:
        if len(units) < room:
            units |= force(hex_id, leader, *led[: room - len(units) - 1])
    assert len(units) == room
    units[KENSHIN] = {**units[KENSHIN], "ability": ability}
    if strength % 2:
        last = list(units)[-1]
        units[last] = {**units[last], "steps": 1}
    return units


def attack_with_all(match: Match, text: str) -> list[Event]:
    """Attack with all forces of the hex, up to the first decision after the dice; return the events."""
    events: list[Event] = match.act(text)
    while decision_of(match).name in ("join", "storm"):
        events += match.act(next(text for text in decision_of(match).texts if text.startswith("join")))
    return events


def fight_with_roll(strength: int, roll: int) -> Any:
    """Attack Shibata's twelve with Kenshin's host so that the modified roll is `roll`; return the hits.

    Shibata rolls a 2, which hits nobody.
    """
    natural = min(12, max(2, roll))
    mine, theirs = max(0, roll - natural) + 1, max(0, natural - roll) + 1
    theirs_units = force(THERE, SHIBATA, *GUARD, ability=theirs)
    match = compose_field(compose_host(HERE, strength, mine), theirs_units, natural, 2)
    events = attack_with_all(match, f"attack {KENSHIN}")
    first = roll_of(events, "attack")
    least = max(row for row in TABLE if row <= strength)
    assert (first["strength"], first["total"], first["row"]) == (strength, roll, ROWS[least])
    (dealt,) = data_of(events, "round", "dealt")
    return dealt


@clause("kenshin", "TBL-CRT", "12-2")
@pytest.mark.parametrize("roll", range(1, 16))
def test_every_cell_of_the_combat_results_table(roll: int) -> None:
    """With the least strength of each row."""
    assert {least: fight_with_roll(least, roll) for least in TABLE} == {
        least: row[roll - 1] for least, row in TABLE.items()
    }


@clause("kenshin", "TBL-CRT", "12-2")
@pytest.mark.parametrize("least", [least for least in TABLE if least > 1])
def test_a_strength_one_below_a_row_reads_the_row_before(least: int) -> None:
    """In the first column in which the two rows differ."""
    roll = next(roll for roll in range(1, 16) if hits(least, roll) != hits(least - 1, roll))
    assert fight_with_roll(least - 1, roll) == hits(least - 1, roll) == hits(least, roll) - 1


@clause("kenshin", "TBL-CRT")
@pytest.mark.parametrize(("strength", "roll"), [(94, 17), (94, -3), (51, 0), (41, -2), (1, 17), (60, 16)])
def test_rolls_and_strengths_beyond_the_table_read_its_last_row_or_column(strength: int, roll: int) -> None:
    assert fight_with_roll(strength, roll) == hits(strength, roll)


@clause("kenshin", "TBL-CRT", "13-3")
@pytest.mark.parametrize(("total", "durability"), [(10, 10), (7, 12), (10, 12)])
def test_assaults_read_the_same_table(total: int, durability: int) -> None:
    """36 steps, or 30 where three times the durability is less; strength 2, and nobody inside."""
    match = compose_siege(compose_host(FORT, 36, 6), total, 3, castles=fort(durability, 2))
    events = attack_with_all(match, f"assault {KENSHIN}")
    assert data_of(events, "round", "dealt") == [hits(min(36, 3 * durability), total - 2)]


@clause("kenshin", "TBL-CRT")
def test_the_chart_equals_the_table() -> None:
    """For every strength to 100 and every roll from below the table to above it."""
    game = gunki.game("kenshin")
    setup = game.setup()
    for strength in range(1, 101):
        least = max(row for row in TABLE if row <= strength)
        for roll in range(-2, 19):
            found = game.lookup(setup, "combat", (str(strength), str(roll)))
            assert (found["row"], int(found["hits"])) == (ROWS[least], hits(strength, roll)), (strength, roll)
