"""Matches with everybody listening and asking; all that was sent to anybody is searched for what he must not know.

`python -m tests.server.leak_hunt --matches 200` does for long what a test does every day.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.server.leaks import Searcher, Sent
from tests.server.process import Server
from tests.server.store import secrets_of
from tests.server.streams import Stream
from tests.server.table import Json, Player, Table, create, join, nonce, options, reveal

GAMES = ("nobunaga", "honganji")
#: What is asked of the server itself, where it knows such a thing.
OPERATION = ("/healthz", "/readyz", "/metrics", "/api/matches", "/api/about")
STEP = re.compile(r'"ply": ?(\d+), ?"who": ?"\w*", ?(?:"opens": ?\w+, ?)?"events')


def sit_down(server: Server, game: str, rng: random.Random) -> Table:
    """A public match with everybody in their seats. Everybody asks all the while, and tries what he may not."""
    made = create(server, game, public=True)
    ident = made["id"]
    invites = {entry["seat"]: entry["invite"] for entry in made["seats"]}
    players = {seat: Player(server, ident, None, seat) for seat in invites}
    nonces = {seat: nonce() for seat in invites}
    owner, spectator = Player(server, ident, made["owner"]), Player(server, ident)
    table = Table(server, ident, made["commitment"], owner, players, spectator, invites, nonces)
    for player in (*players.values(), spectator):
        player.heard = []
    for seat, player in players.items():
        join(player, nonces[seat], invites[seat])
        pry(table, rng)
    for seat, player in players.items():
        table.receipts[seat] = reveal(player, nonces[seat])["receipt"]
        pry(table, rng)
    return table


def pry(table: Table, rng: random.Random) -> None:
    """Look at all there is, and answer for another; whatever is heard of it is searched in the end."""
    client = rng.choice([*table.players.values(), table.spectator])
    for path in rng.sample([client.path(), client.path("view"), client.path("chat"), *OPERATION], 3):
        client("GET", path)
    seat = rng.choice(list(table.players))
    if seat != client.seat:
        wrong: list[tuple[str, Json]] = [
            (f"seats/{seat}/reveal", {"nonce": nonce()}),
            (f"seats/{seat}", {"commit": "0" * 64, "invite": "A" * 43}),
            ("close/answer", {"agree": True}),
            ("invites", {}),
        ]
        path, body = rng.choice(wrong)
        assert client("POST", client.path(path), json=body).status_code >= 400


def look_around(player: Player, snapshot: Json, rng: random.Random, overlays: list[str]) -> Iterator[tuple[str, str]]:
    """Every question a client can ask, some at a time: (what, answer)."""
    ply = snapshot["ply"]
    areas = list(snapshot["view"]["areas"])
    action = rng.choice(options(snapshot)) if snapshot["who"] == player.seat else "pass"
    questions: list[tuple[str, dict[str, object]]] = [
        ("view", {}),
        ("view", {"ply": rng.randint(0, ply)}),
        ("events", {"since": 0}),
        ("why", {"thing": f"area:{rng.choice(areas)}"}),
        ("why", {"action": f"march oda {rng.choice(areas)}"}),
        (f"query/{rng.choice(overlays)}", {"thing": f"area:{rng.choice(areas)}"}),
        (f"query/{rng.choice(overlays)}", {"action": action}),
        ("stakes", {}),
        ("chat", {}),
        ("save", {}),
        ("", {}),
    ]
    for path, params in rng.sample(questions, 4):
        answer = player("GET", player.path(path), params=params)
        yield f"GET {path} {params}", answer.text + str(answer.headers)
    for body in ({"ply": ply, "action": "march oda mino"}, {"ply": ply - 1, "action": action}):
        if snapshot["who"] != player.seat or body["ply"] != ply:
            answer = player("POST", player.path("actions"), json=body)
            yield "POST actions", answer.text + str(answer.headers)


def played(server: Server, game: str, rng: random.Random, overlays: list[str]) -> tuple[Table, list[Sent]]:
    """Some decisions of a match with everybody listening, and all that was sent to everybody."""
    table = sit_down(server, game, rng)
    everybody = [*table.players.values(), table.spectator]
    sent: list[Sent] = []
    listeners = [*rng.sample(list(table.players.values()), 2), table.spectator]
    streams = [(p.seat, Stream(p, bot=rng.random() < 0.3)) for p in listeners]
    snapshot = table.ask(table.first.view())
    for _ in range(rng.randint(25, 35)):
        if snapshot["state"] != "playing":
            break
        if rng.random() < 0.1:
            for player in everybody:
                seen = snapshot if player.seat == snapshot["seat"] else player.view()
                for what, text in look_around(player, seen, rng, overlays):
                    sent.append(Sent(player.seat, seen["ply"], text, what))
        after = table.play(snapshot, rng.choice(options(snapshot)))
        sent.append(Sent(after["seat"], after["ply"], str(after), "answer to an action"))
        if after["decision"] and after["undo"]["decision"] == "free" and rng.random() < 0.1:
            back = table.players[after["seat"]].undo(after["ply"]).json()
            sent.append(Sent(after["seat"], after["ply"], str(back), "taken back"))
            after = table.play(back, table.played.pop()[1])
        snapshot = table.ask(after) if after["who"] else after
    for seat, stream in streams:
        with stream:
            stream.until(lambda h: ply_of(h.data) >= len(table.played))
        sent += [Sent(seat, ply, h.raw, f"stream {h.kind}") for h in stream.seen if (ply := ply_of(h.data)) >= 0]
    return table, sent


def ply_of(data: object) -> int:
    """The ply an event of a stream speaks of; -1 if it speaks of none."""
    if not isinstance(data, dict):
        return -1
    inner = data.get("snapshot", data)
    return int(inner["ply"]) if "ply" in inner else -1


def steps_in(text: str) -> list[int]:
    """The plies of the steps in a text: a step's ply comes right before who made it."""
    return [int(ply) for ply in STEP.findall(text.replace("'", '"'))]


def table_overlays(server: Server, game: str) -> list[str]:
    answer: Json = Player(server, "").get(f"/api/catalogue/{game}")
    names = [o if isinstance(o, str) else o["id"] for o in answer["overlays"]]
    assert names
    return names


def hunt(server: Server, game: str, rng: random.Random, count: int) -> int:
    """Play so many matches and search all that was sent; how many texts that was. AssertionError: a leak."""
    overlays = table_overlays(server, game)
    matches = [played(server, game, rng, overlays) for _ in range(count)]
    found = secrets_of(server)
    texts = 0
    for table, sent in matches:
        searcher = Searcher(table, game, found[table.commitment])
        assert any(hand for hands in searcher.held for hand in hands.values()), "there was something to hide"
        found_out = searcher.leaks(sent)
        assert not found_out, found_out[:5]
        plies = [(max(steps_in(one.text), default=0), one.ply) for one in sent]
        assert all(last <= ply for last, ply in plies), "nothing is told before it happens"
        for player in table.players.values():
            assert searcher.match.view(player.seat) == player.view()["view"], "the truth searched for is the truth"
        assert any(last for last, _ in plies)
        for player in (*table.players.values(), table.spectator):
            assert player.heard
            found_out = [leak for text in player.heard for leak in searcher.keys(player.seat, text, "ever heard")]
            assert not found_out, found_out[:5]
        found_out = searcher.keys("nobody", server.output(), "what the server prints")
        assert not found_out, found_out[:5]
        texts += len(sent)
    assert texts > count * 60
    return texts


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=200, help="in all, shared among the games")
    parser.add_argument("--seed", type=int, default=1)
    given, begin, texts, done = parser.parse_args(), time.monotonic(), 0, 0
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder) / "data") as server:
        rngs = {game: random.Random(given.seed + number) for number, game in enumerate(GAMES)}
        while done < given.matches:
            for game, rng in rngs.items():
                count = min(10, given.matches - done)
                try:
                    texts += hunt(server, game, rng, count) if count else 0
                except AssertionError as error:
                    print(f"leak_hunt: {game}: {error}", file=sys.stderr)
                    return 1
                done += count
                print(f"{done} matches, {texts} texts", flush=True)
    print(f"nothing was told that must not be; {time.monotonic() - begin:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
