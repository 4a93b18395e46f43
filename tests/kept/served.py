"""Matches of a kept store, as a server shows them to those who hold their tokens; over HTTP alone."""

from __future__ import annotations

import random
import shutil
import time
from pathlib import Path
from typing import Any

from tests.kept.digests import digest
from tests.server.process import PATIENCE, Server
from tests.server.table import Player

Json = dict[str, Any]
#: A data folder of `gunki serve`, and what it holds: tokens by match and seat, and how each must look.
STORE = Path(__file__).parent / "server"
#: Decisions that are played on in a match.
PLIES = 8
#: What a seat is shown that does not change from one start of the server to the next.
SHOWN = ("ply", "state", "seat", "who", "decision", "scene", "view", "undo", "result")


def copy_store(to: Path) -> Path:
    """Copy the data folder; its files are as young as if the server had just written them."""
    shutil.copytree(STORE, to, copy_function=shutil.copyfile)
    return to


def players_of(server: Server, entry: Json) -> dict[str, Player]:
    """Everybody who holds a token of a match, and a spectator."""
    tokens: dict[str, str] = entry["tokens"]
    players = {seat: Player(server, entry["id"], token, seat) for seat, token in sorted(tokens.items())}
    return {**players, "": Player(server, entry["id"])}


def look(server: Server, entry: Json) -> Json:
    """Tell how a match looks to all of them."""
    players = players_of(server, entry)
    info = players[""].info()
    views = {seat: player.view() for seat, player in players.items()}
    notice = info["notice"]
    return {
        "state": info["state"],
        "ply": info["ply"],
        "who": info["who"],
        "game": info["game"],
        "notice": None if notice is None else [notice["kind"], notice["ply"]],
        "seats": digest([[s["seat"], s["kind"], s["name"], s["joined"], s["resigned"]] for s in info["seats"]]),
        "views": digest([[seat, *(view[name] for name in SHOWN)] for seat, view in views.items()]),
        "chat": digest([[line["seat"], line["text"]] for line in players[""].get(players[""].path("chat"))]),
    }


def play_on(server: Server, entry: Json, plies: int = PLIES) -> Json:
    """Answer for all whose tokens are there, some decisions; bots answer between. Tell the last state."""
    players, rng = players_of(server, entry), random.Random(plies)
    end, view = time.monotonic() + PATIENCE, players[""].view()
    for _ in range(plies):
        while view["who"] not in (*players, "chance") and view["state"] == "playing":
            assert time.monotonic() < end, f"no bot answers in {entry['id']}"
            time.sleep(0.02)
            view = players[""].view()
        if view["state"] != "playing":
            break
        mine = players[next(iter(players)) if view["who"] == "chance" else view["who"]]
        asked = mine.view()
        view = mine.act(asked["ply"], answer(asked["decision"], rng))
    return players[""].view()


def answer(decision: Json, rng: random.Random) -> str:
    """Draw an option, or dice where they are typed."""
    if decision["kind"] == "roll":
        data = decision["data"]
        return " ".join(["roll", *(str(rng.randint(1, data["sides"])) for _ in range(data["count"]))])
    return rng.choice([str(option["text"]) for option in decision["options"]])


def is_alike(entry: Json) -> bool:
    """Tell whether a match goes on alike each time: we answer for all seats, and nothing is asked besides."""
    return entry["look"]["state"] == "playing" and entry["all"] and not entry["asked"]


def course(server: Server, entry: Json) -> str:
    """Play on a match in which we answer for all; digest where that leads."""
    play_on(server, entry)
    return str(look(server, entry)["views"])


def past(server: Server, entry: Json) -> str:
    """Digest how a match stood halfway."""
    player = players_of(server, entry)[""]
    view = player.view(player.info()["ply"] // 2)
    return digest([view[name] for name in SHOWN if name != "undo"])
