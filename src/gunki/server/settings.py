"""The settings of a server. Every default suits a server for players at home."""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from platformdirs import user_data_path

#: The message if another process already uses the data folder.
IN_USE = "a gunki server uses this folder (process {who}); stop it, or choose another --data"

#: Token buckets for each address, by class of limit: (size of the bucket, tokens added in a second). A token stands for
#: a stored byte in the class "bytes", for a processor second of workers in "cpu", for a processor second of the server
#: in "serving", and for a request in all other classes. Classes that fill the disk (create, upload, bytes) are also
#: counted for the network of the address. A network may use `NETWORK_FACTOR` times as many tokens
#: (gunki.server.http.limits).
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
    # Lists show this many public matches of one network in the usual order, and the further ones last.
    "listed": (12, 1 / 3600),
}


@dataclass(frozen=True, slots=True)
class Settings:
    data: Path
    host: str = "127.0.0.1"
    port: int = 8080
    #: Worker processes for jobs that a person waits for: decisions of bots, odds, reasons of refusals. All other jobs
    #: have their own processes (gunki.server.workers.messages): two for opening matches and for their past, one for
    #: jobs that can wait, and up to three that run only during uploads.
    bot_workers: int = 2
    worker_megabytes: int = 1024
    #: Seconds without progress after which a worker that has a job is replaced.
    stuck_seconds: float = 7.0
    #: The number of jobs of one origin that may wait in one lane (gunki.server.workers.messages).
    most_waiting: int = 32
    #: Seconds that one decision of a bot may take.
    bot_seconds: float = 120.0
    #: Highest effort that a match may set for a bot (`bot:greedy:80`); the strongest bot's default is 240.
    most_effort: int = 240
    #: At most this many bot-only matches of one origin run at the same time. Further ones wait.
    most_bot_matches: int = 4
    #: Processor seconds that one action may take. A match whose action takes longer is set aside. The server serves no
    #: other request during an action. The longest actions of the games take 0.05 seconds, or 0.15 without the compiled
    #: kernel.
    action_seconds: float = 10.0
    #: All limits of addresses (`rates`, connections, streams) are multiplied by this number. 0 means that there are no
    #: limits.
    limits: float = 1.0
    rates: Mapping[str, tuple[float, float]] = field(default_factory=lambda: dict(RATES))
    largest_body: int = 64 * 1024
    largest_upload: int = 2 * 1024 * 1024
    #: The largest size of a packed source, in bytes. A source is the record that a match goes on from. The longest
    #: games take 20 thousand bytes.
    largest_source: int = 2**20
    upload_seconds: float = 10.0
    upload_megabytes: int = 1024
    most_streams: int = 64
    #: Seconds that a client may take: to send the head of a request, to send its body, and to send the body of an
    #: upload.
    head_seconds: float = 10.0
    body_seconds: float = 20.0
    upload_body_seconds: float = 60.0
    #: Bytes a second that a client must send of a body, once `head_seconds` have passed.
    slowest_body: float = 4096.0
    #: Seconds that an idle connection stays open. It must be longer than the 60 seconds that proxies usually keep
    #: theirs.
    idle_connection: float = 65.0
    #: The largest number of open connections from one address (times `limits`), and in all. The second number is lower
    #: if the process may not open enough files.
    most_connections_here: int = 200
    most_connections: int = 4096
    #: Addresses and networks of the proxies whose headers about the client's address are trusted.
    trusted_proxies: tuple[str, ...] = ()
    #: Whether every client may read /metrics, or only clients on this machine.
    open_metrics: bool = False
    #: The form of the log, and whether each request is logged. The forms are json, text, and auto (text at a terminal,
    #: else json).
    log_format: str = "auto"
    access_log: bool = False
    #: Seconds between two keep-alive messages on a silent stream.
    keep_alive: float = 15.0
    #: Least seconds between two states sent to a listener that does not have to decide.
    frame: float = 0.2
    #: Seconds until listeners are told that a participant has come or gone.
    presence: float = 1.0
    #: If a connection takes none of the bytes sent to it for this many seconds, it is dropped.
    patience: float = 20.0
    #: The largest number of matches kept in memory, and the seconds after which a match leaves the memory if it has no
    #: listeners and no requests.
    most_live: int = 500
    idle: float = 120.0
    #: If a match has no request for this many seconds, it drops its caches, even if it has listeners.
    rest: float = 10.0
    #: Megabytes that matches may take in memory. If they take more, the longest unused matches leave it first, watched
    #: ones last.
    match_megabytes: int = 512
    #: Further host names that requests may use. If empty, any name may be used, unless the server listens on this
    #: machine only.
    hosts: tuple[str, ...] = ()
    #: Percent of the disk that stay free for matches under way. If less is free, new matches and uploads are refused.
    keep_free: float = 5.0
    #: Days without a change after which a match is archived, which means written to a file and deleted from the store.
    #: 0 means never. `keep_over` is for matches that are over, closed or set aside. `keep_idle` is for matches that are
    #: played or that gather participants. `keep_gathering` is for matches that gather participants and that no person
    #: has joined.
    keep_over: float = 30.0
    keep_idle: float = 180.0
    keep_gathering: float = 7.0
    #: Days after which a file of the archive is deleted. 0 means never.
    keep_archive: float = 365.0
    #: Seconds between two runs of the archive.
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
        """The host names that requests may use. None if they may use any.

        A server that listens on this machine only accepts its own names and `hosts`. So no web page of another site can
        reach it through a DNS name of its own (DNS rebinding).
        """
        if not self.hosts and not self.is_loopback:
            return None
        return frozenset({"localhost", "127.0.0.1", "[::1]", self.host, *self.hosts})


def default_data() -> Path:
    """Return the data folder: the one named by GUNKI_HOME, else the platform's folder for a user's data."""
    named = os.environ.get("GUNKI_HOME")
    return Path(named).expanduser() if named else user_data_path("gunki", appauthor=False)
