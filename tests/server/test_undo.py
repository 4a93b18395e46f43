"""Taking back: freely, to the start of an order, and with the others' consent beyond a die or card."""

from __future__ import annotations

import random

import gunki
from gunki.core.dice import fairness
from tests.server.process import Server
from tests.server.streams import Stream
from tests.server.table import Json, Table, options, preferring, problem, sit

#: What leads to dice soon.
FIGHT = ("combat", "attack", "movement", "march", "with", "target")


def rolled(snapshot: Json) -> bool:
    """The last action brought dice or cards to light."""
    return any(event["kind"] in ("roll", "dealt", "draw") for step in snapshot["steps"] for event in step["events"])


def behind_a_die(server: Server, seats: str = "open", seed: int = 21) -> tuple[Table, Json]:
    """A match whose last decision rolled a die, as the seat that made it sees it."""
    table = sit(server, seats=seats)
    snapshot = table.run(preferring(random.Random(seed), *FIGHT), until=rolled)
    return table, snapshot


def other(table: Table, seat: str) -> str:
    return next(s for s in table.players if s != seat)


def test_a_decision_without_dice_is_taken_back_freely(server: Server) -> None:
    table = sit(server)
    before = table.ask(table.first.view())
    player = table.players[before["who"]]
    after = player.act(before["ply"], options(before)[0])
    assert after["undo"]["decision"] == "free"
    answer = player.undo(after["ply"])
    assert answer.status_code == 200
    back = answer.json()
    assert back["ply"] == before["ply"]
    assert back["view"] == before["view"]
    assert back["seq"] > after["seq"]
    assert back["decision"] == before["decision"]
    assert player.act(back["ply"], options(back)[-1])["ply"] == after["ply"]


def test_a_stale_wish_to_take_back_is_refused(server: Server) -> None:
    table = sit(server)
    before = table.ask(table.first.view())
    player = table.players[before["who"]]
    after = player.act(before["ply"], options(before)[0])
    answer = player.undo(after["ply"] + 1)
    assert answer.status_code == 409
    assert problem(answer, "stale")["snapshot"]["ply"] == after["ply"]
    assert player.undo(after["ply"]).status_code == 200
    problem(player.undo(after["ply"]), "stale")


def test_there_is_nothing_before_the_beginning(server: Server) -> None:
    table = sit(server)
    snapshot = table.ask(table.first.view())
    assert snapshot["undo"]["decision"] == "no"
    problem(table.players[snapshot["who"]].undo(snapshot["ply"]))


def test_a_half_made_order_is_cancelled_at_once(server: Server) -> None:
    table = sit(server)
    rng = random.Random(22)
    choose = preferring(rng, "movement", "march", "take")
    start = table.run(
        choose, until=lambda s: bool(s["decision"]) and s["decision"]["name"] == "action" and "movement" in _texts(s)
    )
    assert start["decision"]["opens"]
    player = table.players[start["who"]]
    snapshot = player.act(start["ply"], "movement")
    assert not snapshot["decision"]["opens"]
    deep = 1
    while snapshot["decision"]["name"] != "destination" and snapshot["who"] == player.seat:
        assert snapshot["undo"]["order"] == deep
        snapshot = player.act(snapshot["ply"], choose(snapshot))
        deep += 1
    assert deep >= 2
    assert snapshot["undo"]["order"] == deep
    answer = player.undo(snapshot["ply"], to="order")
    assert answer.status_code == 200
    back = answer.json()
    assert back["ply"] == start["ply"]
    assert back["view"] == start["view"]
    assert back["undo"]["order"] == 0


def _texts(snapshot: Json) -> list[str]:
    return options(snapshot) if "options" in snapshot["decision"] else []


def test_beyond_a_die_the_others_must_agree(server: Server) -> None:
    table, after = behind_a_die(server)
    me = table.players[after["seat"]]
    you = table.players[other(table, after["seat"])]
    assert after["undo"]["decision"] == "ask"
    with Stream(you) as stream:
        answer = me.undo(after["ply"])
        assert answer.status_code == 202
        assert answer.json()["asked"]
        stream.until(lambda h: h.kind in ("undo", "state") and "asked" in str(h.data))
    asked = you.view()["undo"]["asked"]
    assert asked == {  # the ply to go back to
        "by": me.seat, "ply": after["ply"] - 1, "waits_for": [you.seat], "commits": {}, "to_show": [],
    }  # fmt: skip
    assert me.info()["ply"] == after["ply"], "nothing is taken back before everybody agrees"
    problem(table.spectator.answer(True), "unauthorized", "forbidden")
    problem(me.answer(True), "forbidden", "illegal", "bad_request")
    with Stream(me) as stream:
        given = you.answer(True)
        assert given.status_code == 200
        stream.state(lambda s: s["ply"] == after["ply"] - 1)
    assert given.json()["ply"] == after["ply"] - 1
    assert you.view()["undo"]["asked"] is None


def test_the_next_dice_are_new_after_taking_back(server: Server) -> None:
    """Nobody knows what he will roll, though the roll was seen before; and all of it can be checked at the end."""
    table, after = behind_a_die(server, seed=23)
    me, you = table.players[after["seat"]], table.players[other(table, after["seat"])]
    seen = {str(after["steps"][0]["events"])}
    for _ in range(12):
        assert me.undo(after["ply"]).status_code == 202
        assert you.answer(True).status_code == 200
        again = me.act(after["ply"] - 1, table.played[-1][1])
        seen.add(str(again["steps"][0]["events"]))
    assert len(seen) > 1, "one die falls alike twelve times in two thousand million cases"
    me.post(me.path("resign"), {})
    match = gunki.loads(table.spectator("GET", me.path("save")).content)
    assert fairness.check(match).is_complete
    assert match.header.fairness is not None
    assert match.header.fairness["taken_back"] == [[after["ply"] - 1, 12]]


def test_at_one_table_the_next_dice_are_new_too(server: Server) -> None:
    table, after = behind_a_die(server, seats="mine", seed=23)
    me, seen = table.players[after["seat"]], {str(after["steps"][0]["events"])}
    for _ in range(12):
        assert me.undo(after["ply"]).status_code == 200
        seen.add(str(me.act(after["ply"] - 1, table.played[-1][1])["steps"][0]["events"]))
    assert len(seen) > 1


def test_a_refusal_leaves_all_as_it_is(server: Server) -> None:
    table, after = behind_a_die(server)
    me, you = table.players[after["seat"]], table.players[other(table, after["seat"])]
    assert me.undo(after["ply"]).status_code == 202
    answer = you.answer(False)
    assert answer.status_code == 200
    assert answer.json()["ply"] == after["ply"]
    assert me.view()["undo"]["asked"] is None
    problem(you.answer(True))
    assert me.info()["ply"] == after["ply"]


def test_an_action_cancels_the_question(server: Server) -> None:
    table, after = behind_a_die(server)
    me, you = table.players[after["seat"]], table.players[other(table, after["seat"])]
    assert me.undo(after["ply"]).status_code == 202
    now = table.ask(after)
    table.play(now, options(now)[0])
    assert me.view()["undo"]["asked"] is None
    problem(you.answer(True))
    assert me.info()["ply"] == after["ply"] + 1


def test_all_of_four_must_agree(server: Server) -> None:
    table = sit(server, "honganji")
    after = table.run(preferring(random.Random(24), *FIGHT), until=rolled)
    me = table.players[after["seat"]]
    rest = [player for seat, player in table.players.items() if seat != me.seat]
    assert me.undo(after["ply"]).status_code == 202
    for number, player in enumerate(rest):
        waiting = me.view()["undo"]["asked"]["waits_for"]
        assert waiting == [p.seat for p in rest[number:]]
        assert player.answer(True).status_code == 200
    assert me.view()["ply"] == after["ply"] - 1


def test_what_another_person_has_answered_needs_their_consent(server: Server) -> None:
    """Back to before one's own latest decision, though others have decided since."""
    table = sit(server)
    choose = preferring(random.Random(26))
    after = table.run(choose, until=lambda s: s["who"] not in (s["seat"], None))
    me, you = table.players[after["seat"]], table.players[after["who"]]
    asked = you.view()
    you.act(asked["ply"], options(asked)[0])
    now = me.view()
    assert now["undo"]["decision"] == "ask"
    assert me.undo(now["ply"]).status_code == 202
    assert you.answer(True).status_code == 200
    assert me.view()["ply"] == after["ply"] - 1


def test_what_was_played_before_a_branch_stays(server: Server) -> None:
    table = sit(server, seats="mine")
    table.run(preferring(random.Random(27)), until=lambda s: s["ply"] >= 4)
    branch = sit(server, seats="mine", branch={"game": table.id, "ply": 3}, token=table.first.token)
    snapshot = branch.ask(branch.first.view())
    assert snapshot["undo"]["decision"] == "no"
    player = branch.players[snapshot["who"]]
    problem(player.undo(snapshot["ply"]))
    after = player.act(snapshot["ply"], options(snapshot)[0])
    assert player.undo(after["ply"]).status_code == 200
    assert player.view()["ply"] == 3


def test_bots_agree(server: Server) -> None:
    """Against bots there is nobody to ask."""
    table = sit(server, seats=("bot:random", "mine"))
    me, choose = table.first, preferring(random.Random(25), *FIGHT)
    with Stream(me) as stream:
        snapshot = me.view()
        for _ in range(400):
            ply = snapshot["ply"]
            if snapshot["who"] != me.seat:
                stream.ply(ply + 1, me.seat)
                snapshot = me.view()
                continue
            snapshot = me.act(ply, choose(snapshot))
            if rolled(snapshot) and snapshot["who"] == me.seat:
                break
    assert snapshot["undo"]["decision"] != "no"
    answer = me.undo(snapshot["ply"])
    assert answer.status_code == 200
    assert answer.json()["ply"] == snapshot["ply"] - 1


def test_one_table_agrees_with_itself(server: Server) -> None:
    """Hot-seat: who holds all seats has nobody to ask."""
    table, after = behind_a_die(server, seats="mine")
    answer = table.players[after["seat"]].undo(after["ply"])
    assert answer.status_code == 200
    assert answer.json()["ply"] == after["ply"] - 1


def test_at_one_table_the_latest_decision_is_taken_back_whoever_made_it(server: Server) -> None:
    """Hot-seat: the next player's key does not wipe out all that was done since his own last answer."""
    table = sit(server, seats="mine")
    before = table.ask(table.first.view())
    after = table.run(preferring(random.Random(3)), until=lambda snapshot: snapshot["who"] != before["who"])
    following = table.players[after["who"]]
    assert following.seat != before["who"]
    answer = following.undo(after["ply"])
    assert answer.status_code == 200
    assert (answer.json()["ply"], answer.json()["who"]) == (after["ply"] - 1, before["who"])


def test_a_spectator_takes_nothing_back(server: Server) -> None:
    table, after = behind_a_die(server)
    problem(table.spectator.undo(after["ply"]), "unauthorized", "forbidden")
    problem(table.owner.undo(after["ply"]), "unauthorized", "forbidden")
