"""Chapter 2: leaders, starting units, markers and the stack of cards."""

from __future__ import annotations

import json

import pytest

from tests.clauses.honganji import plays
from tests.clauses.honganji.table import HOME, SEATS, acts, board, hand, order, refused, stack, start, status
from tests.support import clause

DECK = set(plays.DECK)
START: dict[str, tuple[str, int, list[str]]] = {
    "chuugoku": ("mouri", 4, ["mouri_terumoto", "kikkawa_motoharu", "kobayakawa_takakage"]),
    "bizen": ("mouri", 0, ["shimizu_muneharu"]),
    "shikoku": ("neutral", 0, ["chousokabe_motochika"]),
    "seto_sea": ("neutral", 0, ["murakami_takeyoshi"]),
    "mimasaka": ("neutral", 0, ["ukita_naoie"]),
    "tajima": ("neutral", 0, ["yamana_hirotoyo"]),
    "tango": ("neutral", 0, ["isshiki_yoshimichi"]),
    "harima": ("hashiba", 2, ["hashiba_hideyoshi", "hashiba_hidenaga", "kuroda_kanbee", "hachisuka_koroku"]),
    "tanba": ("akechi", 2, ["akechi_mitsuhide", "hosokawa_fujitaka", "hosokawa_tadaoki"]),
    "kii_ishiyama": ("honganji", 0, ["saika_magoichi", "kennyo", "shimotsuma_rairen"]),
    "hokusetsu": ("oda", 0, ["araki_murashige"]),
    "yamato": ("oda", 0, ["matsunaga_hisahide"]),
    "miyako_azuchi": ("oda", 5, ["oda_nobunaga"]),
    "owari_ise": ("oda", 0, ["niwa_nagahide"]),
    "gifu": ("oda", 0, ["oda_nobutada"]),
    "echizen": ("shibata", 2, ["shibata_katsuie", "takigawa_kazumasu", "maeda_toshiie", "kitanoshou_castle"]),
    "mikawa": ("tokugawa", 1, ["tokugawa_ieyasu", "honda_tadakatsu", "sakakibara_yasumasa", "honda_masanobu"]),
    "etchuu_kaga": ("neutral", 0, ["jinbou_nagamoto"]),
    "hida": ("neutral", 0, ["anekouji_yoritsuna"]),
    "shinano": ("neutral", 0, ["sanada_masayuki"]),
    "kai": ("neutral", 0, ["takeda_katsuyori"]),
    "toutoumi_suruga": ("neutral", 0, ["anayama_nobukimi"]),
    "echigo": ("uesugi", 4, ["uesugi_kenshin", "uesugi_kagekatsu", "naoe_kanetsugu"]),
    "kantou": ("houjou", 3, ["houjou_ujimasa", "houjou_tsunashige", "houjou_ujiteru", "houjou_ujikuni"]),
}
POOLS = {
    "hashiba": 8,
    "akechi": 8,
    "shibata": 8,
    "tokugawa": 9,
    "mouri": 4,
    "uesugi": 4,
    "houjou": 3,
    "honganji": 6,
    "neutral": 5,
}


@clause("honganji", "2-1")
def test_2_1_there_is_a_seat_for_each_of_the_four_leaders() -> None:
    assert set(start().view("akechi")["hand_sizes"]) == set(SEATS)


@clause("honganji", "2-1")
@pytest.mark.parametrize("seat", SEATS)
def test_2_1_each_player_commands_the_clan_of_his_leader_only(seat: str) -> None:
    areas = {home: {clan: {"ready": 3}} for clan, home in HOME.items()} | {"gifu": {"oda": {"ready": 3}}}
    match = board(areas, seat)
    assert match.decision.who == seat
    acts(match, "movement")
    assert set(match.decision.texts) == {f"march {seat} {HOME[seat]}"}
    for other in set(SEATS) - {seat}:
        refused(match, f"march {other} {HOME[other]}")


@clause("honganji", "2-2")
def test_2_2_starting_units_stand_ready_where_the_map_says() -> None:
    match = start()
    areas = match.view("akechi")["areas"]
    assert set(areas) == set(START)
    for area, (clan, armies, generals) in START.items():
        assert set(areas[area]["stacks"]) == {clan}, area
        expected = {"ready": armies, "spent": 0, "generals": dict.fromkeys(generals, "ready")}
        assert stack(match, area, clan) == expected, area


@clause("honganji", "2-2")
def test_2_2_the_other_counters_lie_beside_the_board() -> None:
    """Three castles among them; the fourth stands in Echizen."""
    view = start().view("akechi")
    assert set(view["off_map"]) == {"himeji_castle", "sakamoto_castle", "hamamatsu_castle"}
    assert {clan: view["pools"][clan] for clan in POOLS} == POOLS
    assert not view["dead"]


@clause("honganji", "2-3")
def test_2_3_the_match_begins_at_turn_one_in_the_first_order() -> None:
    match = start()
    assert match.view("akechi")["turn"] == 1
    assert order(match) == ["akechi", "shibata", "tokugawa", "hashiba"]
    assert {seat: status(match, seat) for seat in SEATS} == dict.fromkeys(SEATS, "vassal")
    assert (match.decision.who, match.decision.name) == ("akechi", "action")


@clause("honganji", "2-4")
def test_2_4_all_players_draw_from_one_stack_of_thirty_two_cards() -> None:
    """Four cards each, and one more by petition."""
    match = start()
    view = match.view("akechi")
    assert view["hand_sizes"] == dict.fromkeys(SEATS, 5)
    assert view["stack_sizes"] == {"common": 12}
    assert view["discards"] == {"common": []}
    cards = [card for seat in SEATS for card in hand(match, seat)]
    assert len(cards) == len(set(cards)) == 20
    assert set(cards) < DECK
    assert len(DECK) == 32


@clause("honganji", "2-4")
def test_2_4_the_stack_is_shuffled_and_any_player_may_get_any_card() -> None:
    games = [start(seed) for seed in range(80)]
    for seat in SEATS:
        hands = [frozenset(hand(match, seat)) for match in games]
        assert len(set(hands)) > 40
        assert set().union(*hands) == DECK


@clause("honganji", "2-4")
def test_2_4_the_stack_lies_face_down() -> None:
    match = start()
    held = {card for seat in SEATS for card in hand(match, seat)}
    for seat in SEATS:
        seen = json.dumps(match.view(seat))
        assert not [card for card in DECK - held if f'"{card}"' in seen or f" {card}" in seen]
