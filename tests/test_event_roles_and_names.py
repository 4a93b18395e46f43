"""What displays need without knowing the game: the roles of events, the starts of orders, the names of places."""

from __future__ import annotations

import pytest

import gunki
from gunki.core.show.event_roles import ROLES, roles_by_kind
from gunki.core.show.event_sentences import sentence

GAMES = gunki.game_ids()
HEX_GAMES = ("kanto", "hideyoshi", "kenshin")


@pytest.mark.parametrize("ident", GAMES)
def test_every_kind_of_event_has_a_role(ident: str) -> None:
    game = gunki.game(ident)
    texts = game.texts("en").sections["event"]
    # Texts for one purpose of a roll, or for one of two places, are of the same kind.
    kinds = {key.partition("_no_")[0] if key.partition("_no_")[0] in texts else key for key in texts}
    kinds = {"roll" if key.startswith("roll_") else key for key in kinds}
    assert set(game.event_roles) == kinds
    assert set(game.event_roles.values()) <= set(ROLES)
    assert {"turn", "move", "fight", "loss", "change", "minor"} <= set(game.event_roles.values())


@pytest.mark.parametrize("ident", GAMES)
def test_sentences_of_marches_name_both_ends(ident: str) -> None:
    """The names of the data give the two ends; every game has at least marches."""
    texts = gunki.game(ident).texts("en").sections["event"]
    moves = [kind for kind, role in gunki.game(ident).event_roles.items() if role == "move"]
    assert "{from_" in texts["marched"]
    assert "{to_" in texts["marched"]
    assert "marched" in moves


def test_a_kind_of_event_has_one_role() -> None:
    assert roles_by_kind(move="marched", loss="killed lost") == {"marched": "move", "killed": "loss", "lost": "loss"}
    with pytest.raises(ValueError, match="marched"):
        roles_by_kind(move="marched", loss="marched")
    with pytest.raises(ValueError, match="no role"):
        roles_by_kind(dance="waltz")


def test_an_order_lasts_from_its_first_answer_to_the_next_order() -> None:
    match = gunki.new("kanto", seed=1)
    for act in ("ready", "ready", "act uesugi_kenshin", "strategic", "to 0506"):
        match.act(act)
    assert [match.has_started_order(ply) for ply in range(match.ply + 1)] == [True, True, True, True, False, False]
    assert [match.at(4).has_started_order(ply) for ply in range(5)] == [True, True, True, True, False]
    match.undo()
    match.act("to 0506")
    assert match.has_started_order(match.ply) is False


def test_the_log_names_hexes() -> None:
    match = gunki.new("kanto", seed=1)
    for act in ("ready", "ready", "act uesugi_kenshin", "strategic", "to 0506"):
        match.act(act)
    (march,) = [event for event in match.events if event.kind == "marched"]
    assert sentence(match.game.texts("en"), march) == (
        "Uesugi Kenshin marched from Kasugayama to 0506 near Kasugayama [15-2]"
    )
    assert "春日山から春日山付近(0506)" in sentence(match.game.texts("ja"), march)


@pytest.mark.parametrize("ident", HEX_GAMES)
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_hex_has_a_name(ident: str, lang: str) -> None:
    game = gunki.game(ident)
    setup = game.setup()
    told = game.place_names(lang)["hex"]
    castles = game.texts(lang).sections["castle"]
    assert set(told) == set(setup.map.numbers)  # type: ignore[attr-defined]
    for name, h in zip(setup.castles, setup.castle_hex, strict=True):  # type: ignore[attr-defined]
        assert told[setup.map.numbers[h]] == castles[name]  # type: ignore[attr-defined]
    others = set(told) - {setup.map.numbers[h] for h in game.landmarks(setup)}  # type: ignore[attr-defined]
    assert all(
        number in told[number] and told[number] != number for number in others if told[number] not in ("Sakai", "堺")
    )


def test_places_without_a_castle_have_names_too() -> None:
    hideyoshi = gunki.game("hideyoshi").place_names("en")["hex"]
    assert {"Kyoto", "Sakai"} <= set(hideyoshi.values())
    assert "Kyoto" in gunki.game("kenshin").place_names("en")["hex"].values()
    assert gunki.game("nobunaga").place_names("en") == {}


def test_a_force_is_ready_until_its_action_is_over() -> None:
    match = gunki.new("kanto", seed=1)
    for act in ("ready", "ready", "act uesugi_kenshin", "strategic", "to 0506", "halt", "rest"):
        if match.decision is not None and act in [str(option) for option in match.decision.options]:
            match.act(act)
    while match.view(None)["stage"] == 0:
        match.act("end")
    match.act("act uesugi_kenshin")
    match.act("strategic")

    def state() -> str:
        places = match.scene(None)["places"].values()
        pieces = [piece for place in places for stack in place["stacks"] for piece in stack["pieces"]]
        return next(str(piece["state"]) for piece in pieces if piece["thing"] == "unit:uesugi_kenshin")

    assert match.view(None)["units"]["uesugi_kenshin"]["acted"]
    assert state() == "ready"
    match.act("halt" if "halt" in [str(o) for o in match.decision.options] else "rest")  # type: ignore[union-attr]
    assert state() == "spent"
