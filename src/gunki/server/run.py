"""Runs the server until a signal stops it."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial

import uvicorn
from sqlalchemy.exc import SQLAlchemyError

from gunki.core.errors import GunkiError
from gunki.core.process import gc_tuning
from gunki.core.process.lockfile import exclusive
from gunki.server.app import build
from gunki.server.http.connections import BACKLOG, Connections, connections_allowed
from gunki.server.http.protocol import protocol_in
from gunki.server.operation import logs
from gunki.server.settings import IN_USE, Settings
from gunki.server.store.database import operator_message
from gunki.server.store.match_store import Store, StoreFromLaterVersion

logger = logging.getLogger("gunki.server")

#: Two limits while the server stops. LAST_WORDS: seconds until connections that are still open are dropped. LAST_WORK:
#: seconds until running requests are cancelled.
LAST_WORDS, LAST_WORK = 2.0, 4
#: Seconds after which the interpreter switches threads. An action changes threads four times on its way to the disk and
#: back. With Python's default of 0.005 it could wait that long at each change.
SWITCH = 0.0005


class ServeError(GunkiError):
    """The server cannot start; the message says what to do."""


class _Server(uvicorn.Server):
    """Uvicorn's server with two callbacks.

    It calls `ready` once it takes requests, and `stop` at the beginning of its shutdown.
    """

    def __init__(
        self, config: uvicorn.Config, connections: Connections, ready: Callable[[], None], stop: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._connections = connections
        self._ready = ready
        self._stop = stop

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Handle signals while the server runs.

        Uvicorn's own method raises the signal again afterwards. The process would then end as if it had failed.
        """
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        if hasattr(signal, "SIGHUP"):  # sent when the terminal closes or a log is rotated: the server goes on
            loop = asyncio.get_running_loop()
            still_here = partial(loop.call_soon_threadsafe, logger.info, "still here")
            before[signal.SIGHUP] = signal.signal(signal.SIGHUP, lambda *_: still_here())
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._stop()
        last = asyncio.get_running_loop().call_later(LAST_WORDS, self._connections.drop_all)
        await super().shutdown(sockets)
        last.cancel()


def serve(settings: Settings, say: Callable[[str], None], *, browser: bool = False) -> None:
    """Serve until a signal stops the server. When requests are taken, call `say` with the address."""
    logs.configure_logging(settings.log_format)
    with ExitStack() as folder:
        try:
            folder.enter_context(exclusive(settings.data, IN_USE))
        except OSError as error:
            raise _unusable(settings, error) from None
        _check_store(settings)
        _serve(settings, say, browser=browser)


def _unusable(settings: Settings, error: OSError) -> ServeError:
    return ServeError(f"{settings.data}: cannot be used: {error.strerror or error}; choose another --data")


def _serve(settings: Settings, say: Callable[[str], None], *, browser: bool) -> None:
    sys.setswitchinterval(SWITCH)
    listening = _bind(settings.host, settings.port)
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    visible_host = "127.0.0.1" if host in ("0.0.0.0", "[::]") else host
    address = f"http://{visible_host}:{listening.getsockname()[1]}/"
    app = build(settings)
    connections: Connections = app.state.connections
    connections.most = connections_allowed(settings.most_connections)

    def ready() -> None:
        gc_tuning.freeze()
        say(address)
        if browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=LAST_WORK,
        backlog=BACKLOG,
        http=protocol_in(connections, settings.body_seconds, settings.upload_body_seconds),
        ws="none",
    )
    server = _Server(config, connections, ready, lambda: app.state.server.registry.close())
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:  # uvloop, if it is installed
        runner.run(server.serve(sockets=[listening]))
    if not server.started:
        raise ServeError("the server could not start; the lines above say why")


def _check_store(settings: Settings) -> None:
    """Open the store once and raise ServeError with a clear message if it cannot be used."""
    try:
        settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)  # an existing folder keeps its mode
        Store(settings.database).close()
    except OSError as error:
        raise _unusable(settings, error) from None
    except StoreFromLaterVersion:
        raise ServeError(f"{settings.data}: was written by a newer version of gunki; use that one") from None
    except SQLAlchemyError as error:
        raise ServeError(f"{settings.data}: {operator_message(error)}") from None


def _bind(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # with IPPROTO_TCP, asyncio sets NODELAY
    if os.name == "posix":  # on Windows this option would let two servers share a port
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((host, port))  # not listening yet: clients that connect before the start has ended are refused
    except OSError as error:
        bound.close()
        if error.errno == errno.EADDRINUSE:
            raise ServeError(
                f"port {port} is in use; perhaps gunki runs there already (open http://{host}:{port}/), else "
                f"choose another one: gunki serve --port {port + 1 if port < 65535 else 8080}"
            ) from None
        raise ServeError(
            f"cannot listen on {host}, port {port}: {error.strerror or error}; choose another --host or --port"
        ) from None
    return bound
