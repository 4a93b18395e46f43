"""SIGKILL at any moment: what was acknowledged is there, once; what was not is there at most once; all goes on."""

from __future__ import annotations

from pathlib import Path

from tests.server.crash import crash
from tests.server.process import Server
from tests.server.streams import Stream
from tests.server.table import options, sit
from tests.support import often

#: Times each of the servers is killed; `python -m tests.server.crash` does it as often as one likes.
TIMES = often(4, 30)


def test_killed_again_and_again_under_load(tmp_path: Path) -> None:
    done = crash(tmp_path, TIMES)
    assert done["kills"] >= 2 * TIMES
    assert done["actions"] > 4 * TIMES, done
    assert done["gathered"] > 0
    assert done["bots_steps"] > 0


def test_a_polite_end_loses_nothing(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        table = sit(server)
        snapshot = table.ask(table.first.view())
        for _ in range(5):
            snapshot = table.ask(table.play(snapshot, options(snapshot)[0]))
        with Stream(table.first) as stream:
            stream.state()
            assert server.stop() == 0, "an open stream does not hold it up"
        server.start()
        again = table.players[snapshot["who"]].view()
        assert again["view"] == snapshot["view"]
        assert table.play(again, options(again)[0])["ply"] == 6
