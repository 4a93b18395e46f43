"""Chat: beside the match, never in it."""

from __future__ import annotations

import pytest

from tests.server.process import Server
from tests.server.table import Player, Table, problem, sit


@pytest.fixture
def table(server: Server) -> Table:
    return sit(server)


def say(player: Player, text: object) -> int:
    return player("POST", player.path("chat"), json={"text": text}).status_code


def said(player: Player) -> list[str]:
    return [line["text"] for line in player.get(player.path("chat"))]


def test_what_is_said_is_kept_in_order(table: Table) -> None:
    one, two = table.players["oda"], table.players["anti_oda"]
    assert say(one, "first") == 201
    assert say(two, "二番") == 201
    for reader in (one, two):
        lines = reader.get(reader.path("chat"))
        assert [(line["seat"], line["text"]) for line in lines] == [("oda", "first"), ("anti_oda", "二番")]
        assert all(line.keys() == {"id", "seat", "name", "text", "at"} for line in lines)
        assert lines[0]["id"] != lines[1]["id"]


def test_chat_is_no_part_of_the_record(table: Table) -> None:
    before = table.first.view()
    assert say(table.first, "not an action") == 201
    after = table.first.view()
    assert after["ply"] == before["ply"]
    assert after["view"] == before["view"]
    assert "not an action" not in str(table.first.events(0))


def test_markup_is_kept_as_it_was_typed(table: Table) -> None:
    """The page escapes it; the server neither believes nor spoils it."""
    text = "<script>alert(1)</script> & \"x\" 'y' <b>"
    assert say(table.first, text) == 201
    assert said(table.first) == [text]
    answer = table.first("GET", table.first.path("chat"))
    assert answer.headers["content-type"].partition(";")[0] == "application/json"


def test_control_characters_are_removed(table: Table) -> None:
    assert say(table.first, "a\x00b\x07c\x1b[31md\x7fe\u0085f\u202eg") == 201
    [text] = said(table.first)
    assert not any(ord(c) < 32 or 127 <= ord(c) < 160 for c in text)
    assert text.startswith("abc[31mdef")


@pytest.mark.parametrize("text", ["", "   ", "\x00\x01", "x" * 501, None, 5, ["x"]])
def test_a_line_has_1_to_500_characters(table: Table, text: object) -> None:
    answer = table.first("POST", table.first.path("chat"), json={"text": text})
    problem(answer, "bad_request", "too_large")
    assert said(table.first) == []


def test_500_characters_of_any_script_are_fine(table: Table) -> None:
    assert say(table.first, "軍" * 500) == 201
    assert said(table.first) == ["軍" * 500]


def test_a_bad_token_says_nothing(table: Table) -> None:
    stranger = Player(table.server, table.id, "A" * 43)
    problem(stranger("POST", stranger.path("chat"), json={"text": "x"}), "unauthorized", "forbidden")
    assert said(table.first) == []
