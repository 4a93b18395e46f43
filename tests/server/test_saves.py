"""Saves: when they may be had, that they hold, hostile uploads, branches, and replay by ply."""

from __future__ import annotations

import io
import json
import random
import re
import secrets
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

import gunki
from tests.server.process import PATIENCE, Server
from tests.server.streams import Stream
from tests.server.table import Api, Json, Played, Player, Table, at_random, create, gather, options, problem, sit


def verify(path: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "gunki", "verify", str(path)],
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )


def download(player: Player, folder: Path) -> Path:
    answer = player("GET", player.path("save"))
    assert answer.status_code == 200, answer.text
    path = folder / "downloaded.gunki"
    path.write_bytes(answer.content)
    return path


def upload(server: Server, data: bytes) -> Json:
    answer = Api(server)("POST", "/api/uploads", content=data, headers={"content-type": "application/octet-stream"})
    assert answer.status_code == 201, answer.text
    found: Json = answer.json()
    return found


def local_save(folder: Path, plies: int = 40, seed: int = 41) -> tuple[gunki.Match, bytes]:
    match, rng = gunki.new("nobunaga", seed=seed), random.Random(seed)
    while match.ply < plies and match.decision:
        match.act(rng.choice(match.decision.options))
    return match, match.save(folder / "local.gunki").read_bytes()


# -- getting them -----------------------------------------------------------------------------------------------------


def test_nobody_gets_the_save_of_a_match_that_is_played(server: Server) -> None:
    """It holds every hand."""
    table = sit(server)
    table.run(at_random(random.Random(42)), until=lambda s: s["ply"] >= 5)
    for player in (*table.players.values(), table.owner, table.spectator):
        answer = player("GET", player.path("save"))
        assert answer.status_code in (401, 403)
        problem(answer, "not_yet")
        answer = Api(server, player.token)(
            "POST", "/api/matches", json={"game": "nobunaga", "seats": _mine(), "branch": {"game": table.id, "ply": 3}}
        )
        problem(answer, "not_yet", "forbidden", "unauthorized")


def _mine() -> dict[str, str]:
    return {"oda": "mine", "anti_oda": "mine"}


def test_one_who_invited_a_guest_gets_none(server: Server) -> None:
    table = sit(server, seats=("mine", "open"))
    problem(table.players["oda"]("GET", table.owner.path("save")), "not_yet")
    problem(table.owner("GET", table.owner.path("save")), "not_yet")


@pytest.mark.parametrize("seats", [("mine", "mine"), ("mine", "bot:random")])
def test_one_table_saves_at_any_time(server: Server, tmp_path: Path, seats: tuple[str, str]) -> None:
    table = sit(server, seats=seats)
    me = table.players["oda"]
    snapshot = me.view()
    while snapshot["who"] == "oda" and snapshot["ply"] < 3:
        snapshot = me.act(snapshot["ply"], options(snapshot)[0])
    match = gunki.load(download(me, tmp_path))
    assert match.ply >= 3
    assert match.at(snapshot["ply"]).view("oda") == me.view(snapshot["ply"])["view"]
    problem(table.spectator("GET", table.spectator.path("save")), "not_yet", "unauthorized", "forbidden")


def test_everybody_gets_the_save_of_a_finished_match(over: Callable[[str], Played], tmp_path: Path) -> None:
    played = over("honganji")
    table, seen = played.table, played.asked
    path = download(table.spectator, tmp_path)
    match = gunki.load(path)
    assert [(entry.who, entry.act) for entry in match.entries[1:]] == table.played
    assert match.result is not None
    assert match.result.reason == played.last["result"]["reason"]
    for ply in range(0, match.ply, 17):
        assert match.at(ply).view(seen[ply]["seat"]) == seen[ply]["view"]
    assert verify(path).returncode == 0, verify(path).stderr


def test_verify_finds_a_changed_secret(over: Callable[[str], Played], tmp_path: Path) -> None:
    """Not only that the rules were kept: that the dice are those that were committed to."""
    path = download(over("nobunaga").table.spectator, tmp_path)
    assert verify(path).returncode == 0
    members = read_zip(path.read_bytes())
    manifest = json.loads(members["manifest.json"])
    fairness = manifest["fairness"]
    fairness["secret"] = "00" * 32
    members["manifest.json"] = json.dumps(manifest)
    forged = tmp_path / "forged.gunki"
    forged.write_bytes(write_zip(members))
    found = verify(forged)
    assert found.returncode == 1
    assert "Traceback" not in found.stderr


# -- replay -----------------------------------------------------------------------------------------------------------


def test_replay_shows_each_ply_as_it_was_seen(server: Server) -> None:
    """To each seat its own view, also when everything is over."""
    table, rng = sit(server), random.Random(45)
    live: dict[tuple[str | None, int], Json] = {}
    everybody: list[Player] = [*table.players.values(), table.spectator]
    snapshot = table.ask(table.first.view())
    while snapshot["ply"] < 60 and snapshot["who"] is not None:  # the server's dice may end it before
        if snapshot["ply"] % 4 == 0:
            for player in everybody:
                live[player.seat, snapshot["ply"]] = player.view()
        after = table.play(snapshot, rng.choice(options(snapshot)))
        snapshot = after if after["who"] is None else table.ask(after)
    assert len(live) > 2 * len(everybody)
    for player in everybody:
        for ply in (ply for seat, ply in live if seat == player.seat):
            then, now = live[player.seat, ply], player.view(ply)
            assert now["view"] == then["view"]
            assert now["scene"] == then["scene"]
            assert now["ply"] == ply
            assert now["seat"] == player.seat
    problem(table.first("GET", table.first.path("view"), params={"ply": snapshot["ply"] + 1}))


def test_a_replayed_view_is_no_invitation_to_act(server: Server) -> None:
    """Taking back hides the future: a ply that is no more cannot be looked at."""
    table = sit(server)
    snapshot = table.ask(table.first.view())
    player = table.players[snapshot["who"]]
    after = player.act(snapshot["ply"], options(snapshot)[0])
    assert player.undo(after["ply"]).status_code == 200
    problem(player("GET", player.path("view"), params={"ply": after["ply"]}))


# -- uploads ----------------------------------------------------------------------------------------------------------


def test_an_uploaded_game_goes_on_as_a_new_match(server: Server, tmp_path: Path) -> None:
    match, data = local_save(tmp_path)
    found = upload(server, data)
    assert match.decision is not None
    assert {key: found[key] for key in ("game", "scenario", "ply", "who", "result")} == {
        "game": "nobunaga",
        "scenario": match.header.scenario,
        "ply": match.ply,
        "who": match.who,
        "result": None,
    }
    table = sit(server, seats="mine", upload=found["upload"])
    snapshot = table.ask(table.first.view())
    assert snapshot["ply"] == match.ply
    assert snapshot["view"] == match.view(match.who)
    after = table.play(snapshot, match.decision.texts[0])
    assert after["ply"] == match.ply + 1
    second = sit(server, seats="open", upload=found["upload"])
    assert second.id != table.id
    assert second.first.info()["ply"] == match.ply


def test_uploads_are_given_against_bots_too(server: Server, tmp_path: Path) -> None:
    match, data = local_save(tmp_path, 55)
    bot = str(match.who)
    seats = {seat: "bot:random" if seat == bot else "mine" for seat in match.seats}
    table = sit(server, seats=seats, upload=upload(server, data)["upload"])
    with Stream(table.spectator) as stream:
        stream.state(lambda s: s["ply"] > match.ply)


def read_zip(data: bytes) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def write_zip(members: dict[str, str]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in members.items():
            archive.writestr(name, text)
    return file.getvalue()


def edited(member: str, change: Callable[[str], str]) -> Callable[[bytes], bytes]:
    def apply(data: bytes) -> bytes:
        members = read_zip(data)
        members[member] = change(members[member])
        return write_zip(members)

    return apply


def _bomb(_: bytes) -> bytes:
    """200 MB of nothing in a file that is small enough to be sent."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("manifest.json", b"{" + b" " * 200_000_000)
    return file.getvalue()


def _many(data: bytes) -> bytes:
    return write_zip(read_zip(data) | {f"x{i}": "" for i in range(2000)})


#: A file that nobody else makes, in a folder that everybody may write to.
TRICK = Path(tempfile.gettempdir()) / f"gunki_was_here_{secrets.token_hex(8)}"


def _path_trick(data: bytes) -> bytes:
    return write_zip(read_zip(data) | {f"../../../../../../../..{TRICK}": "x", str(TRICK): "x"})


def _last_line(change: Callable[[Json], Json]) -> Callable[[str], str]:
    def apply(text: str) -> str:
        *lines, last = text.splitlines()
        return "\n".join([*lines, json.dumps(change(json.loads(last)))]) + "\n"

    return apply


def _next_face(roll: re.Match[str]) -> str:
    return f'"roll": [{int(roll[1]) % 6 + 1}'


HOSTILE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda _: b"",
    "text": lambda _: b"not a zip at all",
    "cut": lambda data: data[: len(data) // 2],
    "other zip": lambda _: write_zip({"hello.txt": "hello"}),
    "bomb": _bomb,
    "many members": _many,
    "path trick": _path_trick,
    "no actions": edited("actions.jsonl", lambda _: ""),
    "forged action": edited("actions.jsonl", _last_line(lambda line: line | {"act": "deploy oda_nobunaga kai"})),
    "forged seat": edited("actions.jsonl", _last_line(lambda line: line | {"who": "takeda"})),
    "impossible dice": edited("actions.jsonl", lambda text: re.sub(r'"roll": \[\d', '"roll": [9', text)),
    "other dice": edited("actions.jsonl", lambda text: re.sub(r'"roll": \[(\d)', _next_face, text)),
    "deep json": edited("manifest.json", lambda _: "[" * 100_000),
    "unknown game": edited("manifest.json", lambda text: text.replace('"nobunaga"', '"shogi"')),
    "huge number": edited("manifest.json", lambda text: text.replace('"plies": 40', '"plies": ' + "9" * 5000)),
}


@pytest.mark.parametrize("how", HOSTILE)
def test_a_hostile_upload_is_refused(server: Server, tmp_path: Path, how: str) -> None:
    _, data = local_save(tmp_path)
    bad = HOSTILE[how](data)
    assert len(bad) < 2 * 2**20, "this one is about its content, not its size"
    answer = Api(server)("POST", "/api/uploads", content=bad, headers={"content-type": "application/octet-stream"})
    problem(answer, "bad_request", "illegal", "too_large")
    assert str(server.data) not in answer.text, "an error tells nothing of the machine"
    assert not TRICK.exists()
    assert upload(server, data)["ply"] == 40, "the next one is welcome"


def test_an_upload_larger_than_2_mib_is_refused(server: Server) -> None:
    answer = Api(server)(
        "POST", "/api/uploads", content=b"\0" * (3 * 2**20), headers={"content-type": "application/octet-stream"}
    )
    assert answer.status_code == 413
    problem(answer, "too_large")


def test_an_upload_of_unknown_length_is_measured_too(server: Server) -> None:
    def endless() -> object:
        for _ in range(3 * 16):
            yield b"\0" * 2**16

    answer = Api(server)(
        "POST", "/api/uploads", content=endless(), headers={"content-type": "application/octet-stream"}
    )
    assert answer.status_code == 413
    problem(answer, "too_large")


# -- branches ---------------------------------------------------------------------------------------------------------


def test_a_branch_goes_on_from_any_ply_with_fresh_dice(server: Server, over: Callable[[str], Played]) -> None:
    table = over("nobunaga").table
    ply = 50
    branch = sit(server, seats="mine", branch={"game": table.id, "ply": ply})
    assert branch.id != table.id
    assert branch.commitment != table.commitment
    for seat in ("oda", "anti_oda"):
        mine, theirs = branch.players[seat].view()["view"], table.players[seat].view(ply)["view"]
        assert mine == theirs
    snapshot = branch.ask(branch.first.view())
    assert branch.play(snapshot, options(snapshot)[0])["ply"] == ply + 1
    assert table.first.info()["state"] == "over", "the other match stays as it is"


def test_fresh_dice_differ(server: Server) -> None:
    """From one ply many branches, all with the same answers: their dice are not all the same."""
    table = sit(server, seats="mine")
    rng = random.Random(47)
    table.run(at_random(rng), until=lambda s: s["ply"] >= 6)
    rolls = set()
    for _ in range(6):
        branch = sit(server, seats="mine", branch={"game": table.id, "ply": 0}, token=table.first.token)
        last = branch.run(
            lambda s: options(s)[0],
            until=lambda s: any(e["kind"] == "roll" for step in s["steps"] for e in step["events"]),
        )
        rolls.add(str([e["data"]["dice"] for s in last["steps"] for e in s["events"] if e["kind"] == "roll"]))
    assert len(rolls) > 1


def test_a_branch_may_give_its_seats_anew(server: Server) -> None:
    table = sit(server, seats="mine")
    table.run(at_random(random.Random(48)), until=lambda s: s["ply"] >= 3)
    made = create(
        server,
        token=table.first.token,
        seats={"oda": "bot:random", "anti_oda": "open"},
        branch={"game": table.id, "ply": 2},
    )
    invite = next(entry["invite"] for entry in made["seats"] if "invite" in entry)
    guest = Player(server, made["id"], None, "anti_oda")
    gather((guest, invite))
    assert guest.info()["state"] == "playing"
    assert guest.view()["ply"] >= 2


@pytest.mark.parametrize("ply", [-1, 99_999, "x", None])
def test_a_branch_from_nowhere_is_refused(server: Server, ply: object) -> None:
    table: Table = sit(server, seats="mine")
    body = {"game": "nobunaga", "seats": _mine(), "branch": {"game": table.id, "ply": ply}}
    problem(Api(server, table.first.token)("POST", "/api/matches", json=body), "bad_request", "not_found")
