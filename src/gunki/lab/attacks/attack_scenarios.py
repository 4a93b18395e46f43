"""Denial-of-service scenarios; each runs in its own low-priority process.

They can attack only a server on this machine, because they connect to no address but 127.0.0.1. An attack ends when it
is told to stop, or when the process that started it has ended.
"""

from __future__ import annotations

import asyncio
import os
import random
import statistics
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from itertools import count, cycle
from urllib.parse import quote

import orjson

import gunki
from gunki.lab.attacks.attack_base import CONNECTION_ERRORS, RETRY_SECONDS, Attack, Request, Target, repeat_forever
from gunki.lab.attacks.crowd_attacks import Places, Prefixes, TakeBacks
from gunki.lab.attacks.hostile_saves import make_bloated_save, make_long_save
from gunki.lab.attacks.work_attacks import Opens, Why
from gunki.lab.loadtest.http_client import FILE
from gunki.lab.loadtest.match_setup import start_match
from gunki.lab.loadtest.server_process import BenchError

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

#: The nice value of an attacking process. At normal priority, the process alone would take the server's time on a small
#: machine.
NICE = 10


class Disk(Attack):
    name, what = "disk", "a small upload that unpacks to a large one, matches from it, take-backs, long lists"
    SIZE, CREATIONS = 4_000_000, 40

    async def prepare(self) -> None:
        self.save = make_bloated_save(self.game(), self.SIZE)
        self.outcome["upload_bytes"] = len(self.save)
        line = await self.connect(1)
        self.match, self.tokens = await start_match(line, self.game(), "mine")
        await line.close()
        self.loops = 0

    async def run(self) -> None:
        times: list[float] = []
        listing: Request = ("GET", "/api/matches", None, None, "")
        await asyncio.gather(
            self.run_until_cut_off(self._create()),
            self.run_until_cut_off(self._back_and_forth()),
            self.hammer(repeat_forever(listing), lines=2, times=times),
        )
        self.outcome["list_ms"] = round(statistics.median(times) * 1000, 1) if times else None

    async def _create(self) -> None:
        line = await self.connect()
        status, content = await line.answer("POST", "/api/uploads", self.save, kind=FILE)
        self.outcome["upload"] = status
        created = 0
        if status == 201:
            seats = dict.fromkeys(gunki.game(self.game()).seats_in(gunki.game(self.game()).scenarios[0]), "mine")
            body = {"game": self.game(), "seats": seats, "public": True, "upload": orjson.loads(content)["upload"]}
            for _ in range(self.target.scale(self.CREATIONS)):
                if self.over.is_set():
                    break
                status, _ = await line.answer("POST", "/api/matches", body)
                self.answers[status] += 1
                created += status == 201
        self.outcome["created"] = created
        await line.close()

    async def _back_and_forth(self) -> None:
        """Act and take back without end.

        The position stays the same, but a server that kept every step would fill its disk.
        """
        line = await self.connect(1)
        path, token = f"/api/matches/{self.match}", next(iter(self.tokens.values()))
        while not self.over.is_set():
            status, content = await line.answer("GET", f"{path}/view", token=token)
            if status != 200:
                self.answers[status] += 1
                await asyncio.sleep(RETRY_SECONDS)
                continue
            view = orjson.loads(content)
            if view["seat"] != view["who"]:
                token = self.tokens[view["who"]]
                continue
            body = {"ply": view["ply"], "action": view["decision"]["options"][0]["text"]}
            for way, sent in (("actions", body), ("undo", {"ply": view["ply"] + 1})):
                status, _ = await line.answer("POST", f"{path}/{way}", sent, token)
                self.answers[status] += 1
                if status >= 400:
                    await asyncio.sleep(RETRY_SECONDS)
            self.loops += 1
        self.outcome["taken_back"] = self.loops
        await line.close()


class Heads(Attack):
    name, what = "heads", "half-sent heads, and bodies that never come"
    HEADS, BODIES = 1100, 100

    async def prepare(self) -> None:
        self.connections_opened = self.connections_ended = 0

    async def run(self) -> None:
        heads, bodies = self.target.scale(self.HEADS), self.target.scale(self.BODIES)
        half = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: "
        body = b"POST /api/matches HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        body += b"Content-Length: 60000\r\n\r\n{"
        await asyncio.gather(
            *(self._hold(number, body if number < bodies else half) for number in range(heads + bodies))
        )
        self.outcome |= {"opened": self.connections_opened, "ended_by_the_server": self.connections_ended}

    async def _hold(self, number: int, begin: bytes) -> None:
        """Hold a connection open by sending one byte of its request now and then."""
        while not self.over.is_set():
            try:
                line = await asyncio.wait_for(self.connect(number), 5)
            except CONNECTION_ERRORS:
                await asyncio.sleep(1)
                continue
            self.connections_opened += 1
            try:
                line.writer.write(begin)
                while not self.over.is_set():
                    with suppress(TimeoutError):
                        async with asyncio.timeout(1):
                            if not await line.reader.read(4096):
                                raise ConnectionResetError
                    line.writer.write(b" ")
            except CONNECTION_ERRORS:
                self.connections_ended += 1
                await asyncio.sleep(1)
            finally:
                line.writer.close()


class Odds(Attack):
    name, what = "odds", "odds of fights, as often as allowed"

    async def prepare(self) -> None:
        line, rng = await self.connect(), random.Random(1)
        for _ in range(20):
            self.match, tokens = await start_match(line, self.game(), "mine")
            path, token = f"/api/matches/{self.match}", next(iter(tokens.values()))
            while True:
                view = orjson.loads(await line.ask("GET", f"{path}/view", token=token))
                if view["who"] is None:
                    break
                if view["seat"] != view["who"]:
                    token = tokens[view["who"]]
                    continue
                if stakes := orjson.loads(await line.ask("GET", f"{path}/stakes", token=token))["stakes"]:
                    self.action, self.token = stakes[0], token
                    await line.close()
                    return
                text = rng.choice(view["decision"]["options"])["text"]
                await line.ask("POST", f"{path}/actions", {"ply": view["ply"], "action": text}, token)
        raise BenchError("no fight in twenty matches")

    async def run(self) -> None:
        path = f"/api/matches/{self.match}/query/odds?action={quote(self.action)}"
        await self.hammer(repeat_forever(("GET", path, None, self.token, "")))


class Views(Attack):
    name, what = "views", "long stored matches opened again and again, looked at as they stood long ago"

    async def run(self) -> None:
        idents = cycle(self.target.stored)
        ways = (("view?ply=%d", count(1)), ("events", None), ("view", None))
        rng = random.Random(2)

        def requests() -> Iterator[Request]:
            while True:
                way, plies = rng.choice(ways)
                yield (
                    "GET",
                    f"/api/matches/{next(idents)}/{way % (next(plies) % 100) if plies else way}",
                    None,
                    None,
                    "",
                )

        await self.hammer(requests())


class Uploads(Attack):
    name, what = "uploads", "long saves to be replayed, and large ones that come a little at a time"
    PLIES, SLOW = 3000, 24

    async def prepare(self) -> None:
        self.save = make_long_save(self.target.scale(self.PLIES))

    async def run(self) -> None:
        post: Request = ("POST", "/api/uploads", self.save, None, FILE)
        slow = (self._slowly(number) for number in range(self.target.scale(self.SLOW)))
        await asyncio.gather(self.hammer(repeat_forever(post)), *slow)

    async def _slowly(self, number: int) -> None:
        with suppress(*CONNECTION_ERRORS):
            line = await self.connect(number)
            line.writer.write(
                b"POST /api/uploads HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                b"Content-Type: application/octet-stream\r\nContent-Length: 2000000\r\n\r\n"
            )
            while not self.over.is_set():
                line.writer.write(b"a" * 1000)
                await line.writer.drain()
                await asyncio.sleep(0.2)
            line.writer.close()


class Bots(Attack):
    name, what = "bots", "29 matches of bots against bots"
    MATCHES, BOT = 29, "bot:greedy"

    async def run(self) -> None:
        line, match_ids, refusal = await self.connect(), [], ""
        seats = dict.fromkeys(gunki.game(self.game()).seats_in(gunki.game(self.game()).scenarios[0]), self.BOT)
        for _ in range(self.target.scale(self.MATCHES)):
            status, content = await line.answer("POST", "/api/matches", {"game": self.game(), "seats": seats})
            self.answers[status] += 1
            if status == 201:
                match_ids.append(orjson.loads(content)["id"])
            else:
                refusal = orjson.loads(content)["detail"]
        self.outcome["matches"] = len(match_ids)
        if refusal:
            self.outcome["refused"] = refusal
        await self.until_over()
        plies = 0
        for match_id in match_ids:
            with suppress(*CONNECTION_ERRORS, BenchError):
                plies += orjson.loads(await asyncio.wait_for(line.ask("GET", f"/api/matches/{match_id}"), 20))["ply"]
        self.outcome["plies"] = plies
        await line.close()


class Effort(Bots):
    name, what = "effort", "bots that are told to think a million times as hard"
    MATCHES, BOT = 8, "bot:greedy:1000000"


KINDS = (Disk, Heads, Odds, Views, Uploads, Bots, Effort, Why, Opens, Places, Prefixes, TakeBacks)
ATTACKS: dict[str, type[Attack]] = {kind.name: kind for kind in KINDS}


# -- the process ------------------------------------------------------------------------------------------------------


def main() -> None:
    """Run one attack. Its input has three lines: the target, "go", and "stop".

    It prints "ready", then the outcome.
    """
    _step_back()
    fields = orjson.loads(sys.stdin.readline())
    over = threading.Event()
    attack = ATTACKS[fields.pop("name")](Target(**fields), over)
    asyncio.run(_attack(attack))
    print(orjson.dumps(attack.figures()).decode(), flush=True)


async def _attack(attack: Attack) -> None:
    await attack.run_until_cut_off(attack.prepare())
    print("ready", flush=True)
    if not await asyncio.to_thread(sys.stdin.readline):
        return

    def wait() -> None:
        sys.stdin.readline()  # wait for "stop", or for the end of input if the parent has ended
        attack.over.set()

    threading.Thread(target=wait, daemon=True).start()
    if "cut_off" not in attack.outcome:  # otherwise the server already cut off `prepare`
        await attack.run_until_cut_off(attack.run())
    await attack.until_over()


def _step_back() -> None:
    with suppress(OSError, AttributeError):
        os.nice(NICE)
    if resource is None:
        return
    with suppress(ValueError, OSError):
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


if __name__ == "__main__":
    main()
