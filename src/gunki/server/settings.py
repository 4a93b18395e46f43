"""What can be set about a server; everything has a default that suits a table at home."""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from platformdirs import user_data_path

#: What is told to whoever wants the data of a running server.
IN_USE = "a gunki server works with this folder (process {who}); stop it, or choose another --data"

#: By class: how much at once, and how much more in a second. Requests, bytes that are stored, seconds of the processor:
#: of the workers, and of the server itself.
#: What stays on the disk (create, upload, bytes) is counted for the network of an address too, which has four times as
#: much (gunki.server.http.limits).
RATES: Mapping[str, tuple[float, float]] = {
    "create": (30, 0.5),
    "join": (60, 1),
    "upload": (10, 0.1),
    "chat": (20, 1),
    "list": (60, 5),
    "other": (600, 200),
    "bytes": (32 * 2**20, 16 * 2**10),
    "cpu": (60, 0.5),
    "serving": (5, 0.25),
    # Public matches of one network that the list shows among the others; more stand behind them.
    "listed": (12, 1 / 3600),
}


@dataclass(frozen=True, slots=True)
class Settings:
    data: Path
    host: str = "127.0.0.1"
    port: int = 8080
    #: Processes that work while a person waits: bots that think, odds, why something is refused. There are two more for
    #: opening matches and their past, one for what can wait, and for the time of an upload one for that.
    bot_workers: int = 2
    worker_megabytes: int = 1024
    #: Seconds after which a worker is replaced that has work and does none of it.
    stuck_seconds: float = 7.0
    #: Jobs of one origin that may wait for a process.
    most_waiting: int = 32
    #: Seconds after which a bot that has not answered is stopped.
    bot_seconds: float = 120.0
    #: The effort that may be asked of a bot (`bot:greedy:80`); by itself the strongest takes 240.
    most_effort: int = 240
    #: Matches of bots alone that go on at once, of those that one origin has made; the others wait for their turn.
    most_bot_matches: int = 4
    #: Seconds of the processor's time that one action may take; nobody else is served meanwhile. The longest of the
    #: rules' own take 0.05, without the compiled kernel 0.15: a machine must be very slow to set a good match aside.
    action_seconds: float = 10.0
    #: Limits of requests are multiplied by this; 0: no limits.
    limits: float = 1.0
    rates: Mapping[str, tuple[float, float]] = field(default_factory=lambda: dict(RATES))
    largest_body: int = 64 * 1024
    largest_upload: int = 2 * 1024 * 1024
    #: Bytes of what a match goes on from, as it is stored (packed): the longest games take 20 thousand.
    largest_source: int = 2**20
    upload_seconds: float = 10.0
    upload_megabytes: int = 1024
    most_streams: int = 64
    #: Seconds that a client may take for the head of a request, and for its body in all (an upload has longer).
    head_seconds: float = 10.0
    body_seconds: float = 20.0
    upload_body_seconds: float = 60.0
    #: Bytes of a body that have to come in a second, once the time for a head has gone by.
    slowest_body: float = 4096.0
    #: Seconds that a connection is kept on which nothing is asked. Longer than proxies keep theirs (60 as a rule).
    idle_connection: float = 65.0
    #: Open connections from one address (times `limits`), and in all; fewer if the process may not open as many files.
    most_connections_here: int = 200
    most_connections: int = 4096
    #: Addresses and networks of proxies that are believed when they tell who asks.
    trusted_proxies: tuple[str, ...] = ()
    #: Whether everybody may read /metrics, not only this machine.
    open_metrics: bool = False
    #: How the log is written: json, text, or auto (text at a terminal); whether every request gets a line in it.
    log_format: str = "auto"
    access_log: bool = False
    #: Seconds between two signs of life on a stream that has nothing to tell.
    keep_alive: float = 15.0
    #: Seconds between two states of a match at least, for one who listens and does not have to decide.
    frame: float = 0.2
    #: Seconds until a change of who is there is told to the others.
    presence: float = 1.0
    #: Seconds that a reader may take for what was sent to it.
    patience: float = 20.0
    #: Matches kept in memory, and the seconds after which one that nobody looks at is dropped.
    most_live: int = 500
    idle: float = 120.0
    #: Seconds after which a match in which nothing happens lets go of what can be made again, also if it is watched.
    rest: float = 10.0
    #: Megabytes that matches may take in memory; where it is more, the longest untouched go, in the end watched ones.
    match_megabytes: int = 512
    #: Names under which the server may be called besides its own; empty: any, unless it is bound to this machine alone.
    hosts: tuple[str, ...] = ()
    #: Percent of the disk that are kept free for matches under way: with less, no match is made and nothing uploaded.
    keep_free: float = 5.0
    #: Days after which a match that nobody touches is written to a file and deleted; 0: never. One that is over, closed
    #: or set aside; one that is played or for which people gather; one that nobody has joined.
    keep_over: float = 30.0
    keep_idle: float = 180.0
    keep_gathering: float = 7.0
    #: Days after which such a file is deleted; 0: never.
    keep_archive: float = 365.0
    #: Seconds between two looks for such matches.
    upkeep: float = 3600.0
    page: Path = Path(__file__).parent / "page"

    @property
    def database(self) -> str:
        return f"sqlite:///{self.data / 'server.sqlite3'}"

    @property
    def is_loopback(self) -> bool:
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False

    @property
    def allowed_hosts(self) -> frozenset[str] | None:
        """None: any. Bound to this machine only its own names count, so that no foreign page can reach it by DNS.

        By these it may always be called: a name that leads here from elsewhere is none of them.
        """
        if not self.hosts and not self.is_loopback:
            return None
        return frozenset({"localhost", "127.0.0.1", "[::1]", self.host, *self.hosts})


def default_data() -> Path:
    """GUNKI_HOME, or the platform's folder for a user's data."""
    named = os.environ.get("GUNKI_HOME")
    return Path(named).expanduser() if named else user_data_path("gunki", appauthor=False)
