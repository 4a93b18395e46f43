"""Clients of the server, and matches they sit at."""

from __future__ import annotations

import hashlib
import random
import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

import httpx
import orjson

import gunki
from tests.server.process import Server

#: The stable words of docs/server/http-api.md.
CODES = {
    "bad_request",
    "unauthorized",
    "forbidden",
    "not_found",
    "stale",
    "illegal",
    "too_large",
    "too_many",
    "not_yet",
    "over",
    "aside",
}

Json = dict[str, Any]


def problem(answer: httpx.Response, *codes: str) -> Json:
    """The body of an error, which must be well-formed and have one of the codes."""
    assert 400 <= answer.status_code < 500, f"{answer.status_code}: {answer.text[:400]}"
    assert answer.headers["content-type"].partition(";")[0] == "application/problem+json", answer.headers
    body: Json = answer.json()
    assert body.keys() >= {"type", "title", "status", "detail", "code"}, body
    assert body["status"] == answer.status_code
    assert body["code"] in CODES, body["code"]
    assert isinstance(body["detail"], str)
    assert body["detail"].strip(), "an error says what to do"
    assert not codes or body["code"] in codes, f"expected {codes}, found {body['code']}: {body['detail']}"
    return body


class Api:
    """One client: with a seat's or an owner's token, or with none (a spectator)."""

    def __init__(self, server: Server, token: str | None = None) -> None:
        self.server = server
        self.token = token
        #: Everything the server ever said to this client, if `listen` was called.
        self.heard: list[str] | None = None

    def __call__(self, method: str, path: str, **extra: Any) -> httpx.Response:
        """Any request; an answer of any status below 500."""
        headers = dict(extra.pop("headers", {}))
        if self.token is not None:
            headers.setdefault("authorization", f"Bearer {self.token}")
        answer = self.server.http.request(method, path, headers=headers, **extra)
        assert answer.status_code < 500, f"{method} {path}: {answer.status_code} {answer.text[:800]}"
        if self.heard is not None:
            self.heard.append(answer.text)
            self.heard.append(str(answer.headers))
        return answer

    def get(self, path: str, **params: Any) -> Any:
        answer = self("GET", path, params=params)
        assert answer.status_code == 200, f"GET {path}: {answer.status_code} {answer.text[:800]}"
        return orjson.loads(answer.content)

    def post(self, path: str, body: Any = None, expect: int = 200) -> Any:
        answer = self("POST", path, json={} if body is None else body)
        assert answer.status_code == expect, f"POST {path}: {answer.status_code} {answer.text[:800]}"
        return orjson.loads(answer.content) if answer.content else None


class Player(Api):
    """A client of one match."""

    def __init__(self, server: Server, match: str, token: str | None = None, seat: str | None = None) -> None:
        super().__init__(server, token)
        self.match = match
        self.seat = seat

    def path(self, rest: str = "") -> str:
        return f"/api/matches/{self.match}{'/' if rest else ''}{rest}"

    def info(self) -> Json:
        found: Json = self.get(self.path())
        return found

    def view(self, ply: int | None = None) -> Json:
        found: Json = self.get(self.path("view"), **({} if ply is None else {"ply": ply}))
        return found

    def events(self, since: int) -> list[Json]:
        found: list[Json] = self.get(self.path("events"), since=since)["steps"]
        return found

    def act(self, ply: int, action: str, **more: Any) -> Json:
        found: Json = self.post(self.path("actions"), {"ply": ply, "action": action, **more})
        return found

    def try_to_act(self, ply: int, action: Any, **more: Any) -> httpx.Response:
        return self("POST", self.path("actions"), json={"ply": ply, "action": action, **more})

    def undo(self, ply: int, **more: Any) -> httpx.Response:
        return self("POST", self.path("undo"), json={"ply": ply, **more})

    def answer(self, agree: bool, **more: Any) -> httpx.Response:
        return self("POST", self.path("undo/answer"), json={"agree": agree, **more})

    def show(self, nonce: str) -> httpx.Response:
        return self("POST", self.path("undo/show"), json={"nonce": nonce})

    def why(self, **params: str) -> list[Json]:
        found: list[Json] = self.get(self.path("why"), **params)["refusals"]
        return found


@dataclass
class Table:
    """A match and everybody at it."""

    server: Server
    id: str
    commitment: str
    owner: Player
    players: dict[str, Player]
    spectator: Player
    invites: dict[str, str]
    nonces: dict[str, str]
    #: As they were given when the numbers were shown.
    receipts: dict[str, Json] = field(default_factory=dict)
    #: Every action played through `play`, in order: (seat, text).
    played: list[tuple[str, str]] = field(default_factory=list)

    @property
    def first(self) -> Player:
        return next(iter(self.players.values()))

    def play(self, snapshot: Json, action: str) -> Json:
        """The seat whose decision it is acts; the snapshot of its answer."""
        seat = snapshot["who"]
        after = self.players[seat].act(snapshot["ply"], action)
        self.played.append((seat, action))
        return after

    def ask(self, snapshot: Json) -> Json:
        """The snapshot as the seat that decides sees it: with the options."""
        if snapshot["who"] == snapshot["seat"]:
            return snapshot
        return self.players[snapshot["who"]].view()

    def run(
        self,
        choose: Callable[[Json], str],
        until: Callable[[Json], bool] = lambda _: False,
        most: int = 2000,
    ) -> Json:
        """All seats are ours: play on until the snapshot is as wanted, or the match is over."""
        snapshot = self.ask(self.first.view())
        for _ in range(most):
            if snapshot["state"] == "over" or until(snapshot):
                return snapshot
            snapshot = self.play(snapshot, choose(snapshot))
            if snapshot["who"] is not None and not until(snapshot):
                snapshot = self.ask(snapshot)
        raise AssertionError(f"not reached in {most} decisions: {snapshot['decision']}")


def options(snapshot: Json) -> list[str]:
    return [option["text"] for option in snapshot["decision"]["options"]]


def at_random(rng: random.Random) -> Callable[[Json], str]:
    return lambda snapshot: rng.choice(options(snapshot))


def preferring(rng: random.Random, *verbs: str) -> Callable[[Json], str]:
    """An option with the first of the verbs there is, else any."""

    def choose(snapshot: Json) -> str:
        texts = options(snapshot)
        for verb in verbs:
            found = [text for text in texts if text.split()[0] == verb]
            if found:
                return rng.choice(found)
        return rng.choice(texts)

    return choose


@dataclass
class Played:
    """A match of people that is over, and all that its players were told."""

    table: Table
    #: What each decider saw before its action, by ply, and the answers to the actions.
    asked: list[Json]
    answers: list[Json]

    @property
    def last(self) -> Json:
        return self.answers[-1]


def play_out(server: Server, game: str) -> Played:
    table, rng = sit(server, game), random.Random(game)
    played = Played(table, [], [])
    snapshot = table.ask(table.first.view())
    while snapshot["state"] == "playing":
        played.asked.append(snapshot)
        after = table.play(snapshot, rng.choice(options(snapshot)))
        played.answers.append(after)
        snapshot = table.ask(after) if after["who"] else after
    return played


def nonce() -> str:
    return secrets.token_hex(16)


def seats_of(game: str, scenario: str | None = None) -> tuple[str, ...]:
    return gunki.new(game, scenario, seed=0).seats


def create(server: Server, game: str = "nobunaga", token: str | None = None, expect: int = 201, **more: Any) -> Json:
    """The answer to a new match as it was asked for; all seats open if nothing is said of them."""
    more.setdefault("seats", dict.fromkeys(seats_of(game, more.get("scenario")), "open"))
    made: Json = Api(server, token).post("/api/matches", {"game": game, **more}, expect)
    return made


def sit(
    server: Server,
    game: str = "nobunaga",
    seats: Mapping[str, str] | Iterable[str] | str = "open",
    token: str | None = None,
    listen: bool = False,
    **more: Any,
) -> Table:
    """A match with everybody in their seats, so that it is being played. `seats`: for each seat, or one for all."""
    every = seats_of(game, more.get("scenario"))
    if isinstance(seats, str):
        kinds = dict.fromkeys(every, seats)
    elif isinstance(seats, Mapping):
        kinds = dict(seats)
    else:
        kinds = dict(zip(every, seats, strict=True))
    made = create(server, game, token, seats=kinds, **more)
    ident = made["id"]
    given = {entry["seat"]: entry for entry in made["seats"]}
    assert list(given) == list(every), "the seats are in the order of the game"
    table = Table(
        server,
        ident,
        made["commitment"],
        Player(server, ident, made["owner"]),
        {},
        Player(server, ident),
        {seat: entry["invite"] for seat, entry in given.items() if "invite" in entry},
        {},
    )
    for seat, kind in kinds.items():
        if not kind.startswith("bot:"):
            table.nonces[seat] = nonce()
            player = Player(server, ident, given[seat].get("token"), seat)
            table.players[seat] = player
    if listen:
        for player in (*table.players.values(), table.spectator):
            player.heard = []
    for seat, player in table.players.items():
        join(player, nonce=table.nonces[seat], invite=table.invites.get(seat))
    for seat, player in table.players.items():
        table.receipts[seat] = reveal(player, table.nonces[seat])["receipt"]
    return table


def joining(
    match: str, seat: str, nonce: str, invite: str | None = None, name: str | None = None, token: str | None = None
) -> Json:
    """What is sent to join: the number itself comes later. `token`: one that the guest has made."""
    text = f"gunki nonce\n{match}\n{seat}\n{nonce}"
    given = {"invite": invite, "name": name, "token": token}
    commit = hashlib.sha256(text.encode()).hexdigest()
    return {"commit": commit, **{key: value for key, value in given.items() if value is not None}}


def join(
    player: Player, nonce: str, invite: str | None = None, name: str | None = None, token: str | None = None
) -> Json:
    assert player.seat is not None
    body = joining(player.match, player.seat, nonce, invite, name, token)
    joined: Json = player.post(player.path(f"seats/{quote(player.seat)}"), body)
    player.token = joined["token"]
    return joined


def reveal(player: Player, nonce: str) -> Json:
    """The last one begins the match."""
    assert player.seat is not None
    shown: Json = player.post(player.path(f"seats/{quote(player.seat)}/reveal"), {"nonce": nonce})
    return shown


def gather(*players: tuple[Player, str | None]) -> None:
    """These are all who were still missing: they join, each with an invitation if one is needed, and begin."""
    nonces = [nonce() for _ in players]
    for (player, invite), number in zip(players, nonces, strict=True):
        join(player, number, invite)
    for (player, _), number in zip(players, nonces, strict=True):
        reveal(player, number)
