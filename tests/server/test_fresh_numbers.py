"""Fresh numbers for the dice after a take-back: committed to with the consent, shown when all have agreed."""

from __future__ import annotations

from pathlib import Path

import gunki
from gunki.core.dice import fairness, receipts
from gunki.core.dice.dice_after_undo import renewal_commit_of
from tests.server.process import Server
from tests.server.streams import Stream
from tests.server.table import Json, Player, Table, options, problem
from tests.server.test_undo import behind_a_die, other

MINE, YOURS = "0a" * 16, "0b" * 16


def commit(player: Player, nonce: str, count: int = 1) -> str:
    return renewal_commit_of(str(player.match), count, str(player.seat), nonce)


def asked(server: Server) -> tuple[Table, Json, Player, Player]:
    """A match in which one asks to take back a die, and has committed to a fresh number."""
    table, after = behind_a_die(server)
    me, you = table.players[after["seat"]], table.players[other(table, after["seat"])]
    assert me.undo(after["ply"], commit=commit(me, MINE)).status_code == 202
    return table, after, me, you


def test_all_commit_then_all_show_and_then_it_is_taken_back(server: Server) -> None:
    table, after, me, you = asked(server)
    assert you.view()["undo"]["asked"]["commits"] == {me.seat: commit(me, MINE)}
    problem(me.show(MINE), "not_yet")
    given = you.answer(True, commit=commit(you, YOURS)).json()
    assert given["ply"] == after["ply"], "nothing is taken back before the numbers are shown"
    assert sorted(given["undo"]["asked"]["to_show"]) == sorted([str(me.seat), str(you.seat)])
    assert MINE not in str(table.spectator.view())
    with Stream(table.spectator) as stream:
        assert me.show(MINE).json()["ply"] == after["ply"]
        assert me.show(MINE).status_code == 200, "showing it twice changes nothing"
        back = you.show(YOURS).json()
        stream.state(lambda s: s["undo"]["taken_back"] == 1)
    assert back["ply"] == after["ply"] - 1
    told = back["undo"]
    assert (told["asked"], told["taken_back"]) == (None, 1)
    assert told["renewal"]["nonces"] == {me.seat: MINE, you.seat: YOURS}
    me.act(back["ply"], table.played[-1][1])
    me.post(me.path("resign"), {})
    match = gunki.loads(table.spectator("GET", me.path("save")).content)
    assert fairness.check(match).is_proven
    mine = {**told["renewal"], "nonces": {me.seat: MINE}, "ply": back["ply"]}
    promise = fairness.promise_of(match)
    kept = receipts.receipt(
        table.id, promise.commitment, {"from": promise.first, "dealt": promise.dealt}, str(me.seat),
        promise.nonces[str(me.seat)], promise.commits,
    )  # fmt: skip
    proven = receipts.compare(match, receipts.read({**kept, "taken_back": 1, "renewals": {"1": mine}}))
    assert fairness.check(match, proven).is_proven
    assert not fairness.check(match, receipts.compare(match, receipts.read(kept))).is_proven


def test_another_number_than_was_committed_to_is_refused(server: Server) -> None:
    _, after, me, you = asked(server)
    you.answer(True, commit=commit(you, YOURS))
    assert problem(me.show(YOURS), "illegal")["field"] == "nonce"
    assert me.view()["ply"] == after["ply"]
    problem(me("POST", me.path("undo/show"), json={"nonce": "xyz"}), "bad_request")


def test_who_has_committed_may_call_it_off_instead(server: Server) -> None:
    _, after, me, you = asked(server)
    you.answer(True, commit=commit(you, YOURS))
    assert you.answer(False).json()["undo"]["asked"] is None
    problem(me.show(MINE), "stale")
    assert me.view()["undo"]["taken_back"] == 0
    assert me.undo(after["ply"]).status_code == 202


def test_programs_that_know_nothing_of_it_agree_as_before(server: Server) -> None:
    """Then only those who have committed show a number; without any it is taken back at once."""
    table, after, me, you = asked(server)
    assert you.answer(True).json()["undo"]["asked"]["to_show"] == [me.seat]
    problem(you.show(YOURS), "forbidden")
    back = me.show(MINE).json()
    assert (back["ply"], back["undo"]["taken_back"]) == (after["ply"] - 1, 1)
    me.act(back["ply"], table.played[-1][1])
    again = me.view()
    me.undo(again["ply"])
    assert you.answer(True).json()["undo"]["renewal"] is None
    assert me.view()["undo"]["taken_back"] == 2


def test_an_action_in_between_cancels_it(server: Server) -> None:
    table, after, me, you = asked(server)
    you.answer(True, commit=commit(you, YOURS))
    me.show(MINE)
    now = table.ask(after)
    table.play(now, options(now)[0])
    problem(you.show(YOURS), "stale")
    assert me.view()["undo"]["taken_back"] == 0


def test_a_server_that_was_stopped_in_between_goes_on_there(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        _, after, me, you = asked(server)
        you.answer(True, commit=commit(you, YOURS))
        me.show(MINE)
        server.stop()
        server.start()
        assert you.view()["undo"]["asked"]["to_show"] == [you.seat]
        assert you.show(YOURS).json()["undo"]["renewal"]["nonces"] == {me.seat: MINE, you.seat: YOURS}
        server.kill()
        server.start()
        assert me.view()["undo"]["taken_back"] == 1
        assert me.view()["ply"] == after["ply"] - 1
