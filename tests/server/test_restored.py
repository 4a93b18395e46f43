"""After a backup was brought back: nobody misses anything, and nobody mixes what was with what is."""

from __future__ import annotations

import random
from pathlib import Path

from gunki.server.admin import backup
from tests.server.process import Server
from tests.server.streams import Stream
from tests.server.table import Json, Table, at_random, problem, sit


def play_on(table: Table, snapshot: Json, plies: int, seed: int) -> Json:
    rng = random.Random(seed)
    for _ in range(plies):
        snapshot = table.ask(table.play(snapshot, at_random(rng)(snapshot)))
    return snapshot


def last_id(table: Table, ply: int) -> str:
    """What a page that listens has heard of the newest state."""
    with Stream(table.players["oda"]) as stream:
        heard = stream.ply(ply)
    assert heard.id is not None
    return heard.id


def test_who_comes_back_with_an_id_of_before_is_told_the_whole(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy"
    with Server(data) as server:
        table = sit(server)
        oda = table.players["oda"]
        kept = play_on(table, table.ask(table.first.view()), 4, seed=1)
        kept_id = last_id(table, kept["ply"])
        backup.backup(data, copy)
        lost = play_on(table, kept, 6, seed=2)
        ids = {kept_id, last_id(table, lost["ply"] - 3), last_id(table, lost["ply"])}
        server.stop()
        backup.restore(data, copy)
        server.start()

        stale = oda.try_to_act(kept["ply"], "pass", seq=kept["seq"])
        assert problem(stale)["code"] in ("stale", "forbidden")
        for seed, plies in ((3, 0), (4, 3), (5, 8)):  # before the place that was lost, and far behind it
            now = play_on(table, table.ask(oda.view()), plies, seed)
            assert now["seq"] > max(int(one) for one in ids), "no seq is given twice"
            for last in ids:
                with Stream(oda, last=last, extent="brief") as stream:
                    state = stream.state().data
                assert state["ply"] == now["ply"]
                assert state["steps"] == oda.events(-1), "every step, from the start"
                assert state["scene"] == oda.view()["scene"]
        again = last_id(table, now["ply"])
        then = play_on(table, now, 2, seed=6)
        with Stream(oda, last=again) as stream:
            assert [step["ply"] for step in stream.state().data["steps"]] == [then["ply"] - 1, then["ply"]]


def test_a_second_restore_gives_no_seq_again(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy"
    with Server(data) as server:
        table = sit(server)
        backup.backup(data, copy)
        seqs: list[int] = []
        for seed in range(3):
            server.stop()
            backup.restore(data, copy)
            server.start()
            now = table.ask(table.first.view())
            assert now["ply"] == 0
            seqs.append(now["seq"])
            seqs.append(play_on(table, now, 2, seed)["seq"])
        assert seqs == sorted(set(seqs))
