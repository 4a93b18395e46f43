"""Chapter 8: of equals without a player the first by id commands, falls, or is fled to (H-23)."""

from __future__ import annotations

from tests.clauses.honganji.plays import finish, table
from tests.clauses.honganji.table import acts, stack
from tests.support import clause


@clause("honganji", "8-2-1")
def test_8_2_1_of_equal_commanders_without_a_player_the_first_by_id_commands() -> None:
    houjou = {"houjou": {"ready": 1, "generals": ["houjou_ujimasa", "houjou_ujiteru", "houjou_ujikuni"]}}
    areas = {"kantou": {"controller": "houjou", **houjou, "akechi": {"ready": 2, "generals": ["hosokawa_tadaoki"]}}}
    match = table("akechi", "charge_1", areas, *[6] * 7)
    events = acts(match, "combat", "attack akechi kantou")
    rolls = {event.data["purpose"]: event.data["parts"] for event in events if event.kind == "roll"}
    assert rolls["counterattack"][0]["data"] == {"general": "houjou_ujikuni"}


@clause("honganji", "8-4")
def test_8_4_of_equal_generals_without_a_player_the_first_by_id_falls() -> None:
    houjou = {"houjou": {"generals": ["houjou_ujimasa", "houjou_ujiteru", "houjou_ujikuni"]}}
    akechi = {"akechi": {"ready": 2, "generals": ["hosokawa_tadaoki"]}}
    areas = {"kantou": {"controller": "houjou", **houjou, **akechi}}
    match = table("akechi", "surprise_attack_1", areas, 1, 6, 6)
    acts(match, "event surprise_attack_1", "attack akechi kantou")
    finish(match)
    assert match.view(None)["dead"] == ["houjou_ujikuni"]
    assert set(stack(match, "kantou", "houjou")["generals"]) == {"houjou_ujimasa", "houjou_ujiteru"}


@clause("honganji", "8-4-2-2")
def test_8_4_2_2_of_equal_refuges_without_a_player_the_first_by_id_is_taken() -> None:
    """Niwa may flee to Gifu, Hokusetsu or Yamato, each held by one Oda unit."""
    areas = {
        "owari_ise": {"oda": {"generals": ["niwa_nagahide"]}, "akechi": {"ready": 2, "generals": ["hosokawa_tadaoki"]}},
        "gifu": {"oda": {"generals": ["oda_nobutada"]}},
        "hokusetsu": {"oda": {"generals": ["araki_murashige"]}},
        "yamato": {"oda": {"generals": ["matsunaga_hisahide"]}},
    }
    match = table("akechi", "surprise_attack_1", areas, 1, 6, 6, 6)
    acts(match, "event surprise_attack_1", "attack akechi owari_ise")
    assert "niwa_nagahide" in stack(match, "gifu", "oda")["generals"]


@clause("honganji", "8-4-2-2")
def test_8_4_2_2_the_area_with_most_own_units_still_comes_first() -> None:
    areas = {
        "owari_ise": {"oda": {"generals": ["niwa_nagahide"]}, "akechi": {"ready": 2, "generals": ["hosokawa_tadaoki"]}},
        "gifu": {"oda": {"generals": ["oda_nobutada"]}},
        "yamato": {"oda": {"ready": 1, "generals": ["matsunaga_hisahide"]}},
    }
    match = table("akechi", "surprise_attack_1", areas, 1, 6, 6, 6)
    acts(match, "event surprise_attack_1", "attack akechi owari_ise")
    assert "niwa_nagahide" in stack(match, "yamato", "oda")["generals"]
