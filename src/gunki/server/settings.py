"""What can be set about a server; everything has a default that suits a table at home."""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from platformdirs import user_data_path

#: Requests by class: how many at once, and how many more in a second.
RATES: Mapping[str, tuple[float, float]] = {
    "create": (30, 0.5),
    "join": (60, 1),
    "upload": (10, 0.1),
    "chat": (20, 1),
    "other": (600, 200),
}


@dataclass(frozen=True, slots=True)
class Settings:
    data: Path
    host: str = "127.0.0.1"
    port: int = 8080
    #: Processes that bots think in.
    bot_workers: int = 1
    #: Seconds after which a bot that has not answered is stopped.
    bot_seconds: float = 120.0
    #: Seconds of the processor's time that one action may take; nobody else is served meanwhile. The longest of the
    #: rules' own take 0.05, without the compiled kernel 0.15: a machine must be very slow to set a good match aside.
    action_seconds: float = 10.0
    #: Limits of requests are multiplied by this; 0: no limits.
    limits: float = 1.0
    rates: Mapping[str, tuple[float, float]] = field(default_factory=lambda: dict(RATES))
    largest_body: int = 64 * 1024
    largest_upload: int = 2 * 1024 * 1024
    upload_seconds: float = 10.0
    upload_megabytes: int = 1024
    most_streams: int = 64
    #: Seconds between two signs of life on a stream that has nothing to tell.
    keep_alive: float = 15.0
    #: Seconds until a change of who is there is told to the others.
    presence: float = 1.0
    #: Seconds that a reader may take for what was sent to it.
    patience: float = 20.0
    #: Matches kept in memory, and the seconds after which one that nobody looks at is dropped.
    most_live: int = 500
    idle: float = 900.0
    #: Names under which the server may be called besides its own; empty: any, unless it is bound to this machine alone.
    hosts: tuple[str, ...] = ()
    page: Path = Path(__file__).parent / "page"

    @property
    def database(self) -> str:
        return f"sqlite:///{self.data / 'server.sqlite3'}"

    @property
    def loopback(self) -> bool:
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False

    @property
    def allowed_hosts(self) -> frozenset[str] | None:
        """None: any. Bound to this machine only its own names count, so that no foreign page can reach it by DNS."""
        if self.hosts:
            return frozenset(self.hosts)
        return frozenset({"localhost", "127.0.0.1", "[::1]", self.host}) if self.loopback else None


def default_data() -> Path:
    """GUNKI_HOME, or the platform's folder for a user's data."""
    named = os.environ.get("GUNKI_HOME")
    return Path(named).expanduser() if named else user_data_path("gunki", appauthor=False)
