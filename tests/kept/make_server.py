"""Make the store of a server, with matches of all games and kinds, and receipts of some of their players."""

from __future__ import annotations

import hashlib
import json
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import gunki
from tests.kept import served
from tests.server.process import PATIENCE, Server
from tests.server.table import Api, Json, Player, Table, at_random, create, options, seats_of, sit

KEPT = Path(__file__).parent
RECEIPTS = KEPT / "receipts"
#: Files of a data folder that belong to a running server alone.
PASSING = ("lock", "in-memory.json", "server.sqlite3-wal", "server.sqlite3-shm")
#: Scenarios whose games are short.
SHORT = {"kanto": "heaven_and_earth", "honganji": "three_players"}


def entry_of(table: Table) -> Json:
    """What its players hold of a match."""
    tokens = {seat: player.token for seat, player in table.players.items()}
    return {"id": table.id, "tokens": tokens, "owner": table.owner.token}


def upload(server: Server, name: str) -> str:
    """Upload one of the kept saves."""
    data = (KEPT / "saves" / f"{name}.gunki").read_bytes()
    answer = Api(server)("POST", "/api/uploads", content=data, headers={"content-type": "application/octet-stream"})
    assert answer.status_code == 201, answer.text
    ident: str = answer.json()["upload"]
    return ident


def sit_at_upload(server: Server, name: str) -> Table:
    """Go on with one of the kept saves, all seats at one table."""
    match = gunki.load(KEPT / "saves" / f"{name}.gunki")
    uploaded = upload(server, name)
    return sit(server, match.game.id, "mine", scenario=match.header.scenario, upload=uploaded, name=name[:40])


def advance(table: Table, plies: int, seed: int = 1) -> Json:
    """Play so many plies at random."""
    most = table.first.view()["ply"] + plies
    return table.run(at_random(random.Random(seed)), until=lambda view: bool(view["ply"] >= most))


def wait_for(player: Player, states: tuple[str, ...] = ("over",), who: str = "") -> None:
    """Wait until a match has come to a state, or somebody is asked."""
    end = time.monotonic() + PATIENCE
    while (view := player.view())["state"] not in states and not (who and view["who"] == who):
        assert time.monotonic() < end, view["state"]
        time.sleep(0.05)


def commit_to(kind: str, *words: object) -> str:
    """The hash of a fresh number, as docs/server/fair-dice.md says."""
    return hashlib.sha256("\n".join(["gunki " + kind, *map(str, words)]).encode()).hexdigest()


def take_back(table: Table, kept: dict[str, Json]) -> None:
    """Take back a roll or deal by the consent of all, each with a fresh number; add that to their receipts."""
    ask_to_take_back(table)
    asker = next(seat for seat, player in table.players.items() if player.view()["undo"]["asked"]["by"] == seat)
    for seat, player in table.players.items():
        if seat != asker:
            number = "cd" * 16
            answer = player.answer(True, commit=commit_to("renewal", table.id, 1, seat, number))
            assert answer.status_code == 200, answer.text
    asked = table.first.view()["undo"]["asked"]
    numbers = {seat: "ab" * 16 if seat == asker else "cd" * 16 for seat in table.players}
    for seat, player in table.players.items():
        own = {"ply": asked["ply"], "commits": asked["commits"], "nonces": {seat: numbers[seat]}}
        kept[seat] = {**kept[seat], "taken_back": 1, "renewals": {"1": own}}
        assert player.show(numbers[seat]).status_code == 200


def ask_to_take_back(table: Table) -> None:
    """Play until somebody has rolled or drawn; he asks to take it back."""
    rng = random.Random(5)
    for _ in range(500):
        view = table.ask(table.first.view())
        player = table.players[view["who"]]
        after = table.play(view, rng.choice(options(view)))
        if player.view()["undo"]["decision"] == "ask":
            commit = commit_to("renewal", table.id, 1, player.seat, "ab" * 16)
            assert player.undo(after["ply"], commit=commit).status_code == 202
            return
    raise AssertionError("nobody rolled anything")


def keep_receipts(table: Table, name: str, kept: dict[str, Json]) -> None:
    """Write the record of a match that is over, and the receipts of its players."""
    (RECEIPTS / f"{name}.gunki").write_bytes(table.spectator("GET", table.first.path("save")).content)
    for seat, receipt in kept.items():
        text = json.dumps(receipt, indent=1, sort_keys=True)
        (RECEIPTS / f"{name}-{seat}.json").write_text(text + "\n", encoding="utf-8")


def make_of_every_game(server: Server, entries: dict[str, Json]) -> None:
    """Matches of every game: against bots, at one table, from an upload in the middle of something, and over."""
    for ident in gunki.game_ids():
        scenario = SHORT.get(ident)
        first, *others = seats_of(ident, scenario)
        bots = {first: "mine", **dict.fromkeys(others, "bot:random")}
        table = sit(server, ident, bots, scenario=scenario, name=f"{ident} against bots", public=True)
        entries[f"{ident}-bots"] = entry_of(table)
        served.play_on(server, entries[f"{ident}-bots"], 30)
        wait_for(table.first, who=first)
        table = sit(server, ident, "mine", scenario=scenario, name=f"{ident} at one table")
        advance(table, 40)
        entries[f"{ident}-table"] = entry_of(table)
        for kind in ("table", "upload"):
            table = sit_at_upload(server, f"{ident}-late" if kind == "table" else taken_up(ident))
            advance(table, 12)
            entries[f"{ident}-refused-{kind}"] = entry_of(table)
        entries[f"{ident}-upload"] = entry_of(sit_at_upload(server, taken_up(ident)))
        table = sit_at_upload(server, f"{ident}-late")
        table.run(at_random(random.Random(2)))
        entries[f"{ident}-over"] = entry_of(table)


def taken_up(ident: str) -> str:
    """The kept save of a game that goes on from a written position."""
    return next(path.stem for path in (KEPT / "saves").glob(f"{ident}-*-taken_up.gunki"))


def make_special(server: Server, entries: dict[str, Json]) -> None:
    """Matches in which something is asked, given up, closed, not begun, or begun elsewhere."""
    table = sit(server, "nobunaga", public=True, name="a take-back is asked")
    ask_to_take_back(table)
    table.first.post(table.first.path("chat"), {"text": "May I take that back?"}, 201)
    entries["asked"] = entry_of(table)
    table = sit(server, "kanto", scenario="conquest_of_kanto", name="one has resigned")
    advance(table, 10)
    resigned = table.players.pop("takeda")
    resigned.post(resigned.path("resign"))
    people = (*table.players, "")
    wait_for(table.first, who=next(seat for seat in people if seat))
    entries["resigned"] = entry_of(table)
    table = sit(server, "hideyoshi", name="given up")
    advance(table, 6)
    table.first.post(table.first.path("resign"))
    entries["closed"] = entry_of(table)
    table = sit(server, "honganji", scenario="three_players", name="closing is asked")
    advance(table, 8)
    table.owner.post(table.first.path("close"), expect=202)
    entries["closing"] = entry_of(table)
    table = sit(server, "kenshin", "mine", dice="typed", name="dice of one's own")
    entries["typed"] = entry_of(table)
    table = sit(server, "nobunaga", "mine", lesson=True)
    entries["lesson"] = entry_of(table)
    origin = entries["honganji-table"]
    branch = {"game": origin["id"], "ply": 9}
    table = sit(server, "honganji", "mine", token=next(iter(origin["tokens"].values())), scenario="three_players",
                branch=branch)  # fmt: skip
    entries["branch"] = entry_of(table)
    made = create(server, "nobunaga", name="waits for a guest", public=True)
    invites = {seat["seat"]: seat["invite"] for seat in made["seats"]}
    entries["gathering"] = {"id": made["id"], "tokens": {}, "owner": made["owner"], "invites": invites}
    for name in ("aside", "quarantined"):
        table = sit(server, "nobunaga", "mine", name=name)
        advance(table, 12)
        entries[name] = entry_of(table)


def make_receipts(server: Server, entries: dict[str, Json]) -> None:
    """Play games of people to their end, one with a take-back in it."""
    shutil.rmtree(RECEIPTS, ignore_errors=True)
    RECEIPTS.mkdir()
    for game in ("nobunaga", "honganji"):
        table = sit(server, game, scenario=SHORT.get(game), name=f"{game} of people")
        kept = dict(table.receipts)
        if game == "nobunaga":
            take_back(table, kept)
        table.run(at_random(random.Random(3)))
        keep_receipts(table, game, kept)
        entries[f"{game}-people"] = entry_of(table)
    table = sit(server, "nobunaga", {"oda": "mine", "anti_oda": "bot:random"}, name="to the archive")
    served.play_on(server, entry_of(table), 5)
    wait_for(table.first, who="oda")
    entries["archived"] = entry_of(table)


def spoil(data: Path, entries: dict[str, Json]) -> None:
    """Change what was answered in some matches, so that the rules refuse it; of one forget where it stood."""
    with sqlite3.connect(data / "server.sqlite3") as store:
        for name, entry in entries.items():
            if "-refused-" in name or name == "aside":
                lines = store.execute(
                    "SELECT seq, body FROM log WHERE match = ? AND kind = 'act' ORDER BY seq", (entry["id"],)
                )
                seq, body = lines.fetchall()[4]
                line = json.loads(body)
                assert isinstance(line.get("act"), str), line
                store.execute(
                    "UPDATE log SET body = ? WHERE match = ? AND seq = ?",
                    (json.dumps({**line, "act": "no such order"}), entry["id"], seq),
                )
        store.execute("DELETE FROM stand WHERE match = ?", (entries["aside"]["id"],))
    store.close()


def admin(data: Path, *words: str) -> None:
    command = [sys.executable, "-m", "gunki", "admin", *words, "--data", str(data)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def make_server() -> None:
    """Run a server, sit down at it, stop it, keep its folder; then look at it as the test will."""
    shutil.rmtree(served.STORE, ignore_errors=True)
    entries: dict[str, Json] = {}
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        with Server(data) as server:
            make_of_every_game(server, entries)
            make_special(server, entries)
            make_receipts(server, entries)
            code = server.stop()
            assert code == 0, f"{code}: {server.output()[-3000:]}"
        spoil(data, entries)
        admin(data, "archive", entries["archived"]["id"])
        admin(data, "quarantine", entries["quarantined"]["id"])
        store = sqlite3.connect(data / "server.sqlite3", isolation_level=None)
        store.execute("DELETE FROM upload")
        store.execute("VACUUM")
        store.close()
        for name in PASSING:
            (data / name).unlink(missing_ok=True)
        shutil.copytree(data, served.STORE)
    expect_all(entries)
    text = json.dumps(entries, ensure_ascii=False, indent=1, sort_keys=True)
    (KEPT / "server.json").write_text(text + "\n", encoding="utf-8")


def expect_all(entries: dict[str, Any]) -> None:
    """Look at every match in a copy of the store; tell in its entry how it must look, and where playing on leads."""
    with tempfile.TemporaryDirectory() as folder:
        data = served.copy_store(Path(folder) / "data")
        admin(data, "unarchive", entries["archived"]["id"])
        admin(data, "release", entries["quarantined"]["id"])
        with Server(data) as server:
            for name, entry in entries.items():
                entry["look"] = served.look(server, entry)
                info = Player(server, entry["id"]).info()
                entry["all"] = {seat["seat"] for seat in info["seats"]} == set(entry["tokens"])
                entry["asked"] = info["closing"] is not None or name == "asked"
                if entry["look"]["state"] == "over":
                    entry["past"] = served.past(server, entry)
                if served.is_alike(entry):
                    entry["course"] = served.course(server, entry)
                print(name, entry["look"]["state"], entry["look"]["ply"], entry["look"]["notice"], flush=True)
            assert server.stop() == 0
