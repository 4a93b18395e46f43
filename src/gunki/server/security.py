"""Tokens, texts from strangers, limits, and the headers every answer carries."""

from __future__ import annotations

import hmac
import re
import secrets
import time
import unicodedata
from collections import OrderedDict
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from ipaddress import IPv6Address, ip_address

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gunki.server.problems import Problem, document
from gunki.server.settings import Settings

TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
MOST_ADDRESSES = 10_000
JOINERS = "\u200c\u200d"  # needed inside words of some scripts, harmless

HEADERS = [
    (
        b"content-security-policy",
        b"default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
        b"object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]


# -- tokens -------------------------------------------------------------------------------------------------------


def new_token() -> str:
    return secrets.token_urlsafe(32)


def token_hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def same_token(token: str, kept: str) -> bool:
    """Whether a token is the one whose hash was kept; takes as long when it is not."""
    return same_hash(token_hash(token), kept)


def same_hash(given: str, kept: str) -> bool:
    return bool(kept) and hmac.compare_digest(given, kept)


def bearer(scope: Scope) -> str | None:
    """The token of a request. None: there is none, a spectator."""
    for name, value in scope["headers"]:
        if name == b"authorization":
            text: str = value.decode("latin-1")
            kind, _, token = text.partition(" ")
            token = token.strip()
            if kind.lower() != "bearer" or not TOKEN.fullmatch(token):
                raise Problem(401, "unauthorized", "Authorization: expected 'Bearer' and a token of this match")
            return token
    return None


# -- texts --------------------------------------------------------------------------------------------------------


def clean(text: str) -> str:
    """A text on one line, without control characters and without marks that turn the reading direction."""
    text = unicodedata.normalize("NFC", text)
    kept = (
        " " if unicodedata.category(c) in ("Zl", "Zp", "Zs") or c in "\t\n\r" else c
        for c in text
        if c in "\t\n\r" or c in JOINERS or not unicodedata.category(c).startswith("C")
    )
    return " ".join("".join(kept).split())


# -- limits -------------------------------------------------------------------------------------------------------


class Limits:
    """Token buckets, one for each address and class of request."""

    def __init__(self, rates: Mapping[str, tuple[float, float]], factor: float) -> None:
        self._rates = {name: (burst * factor, rate * factor) for name, (burst, rate) in rates.items()}
        self._off = factor <= 0
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def wait(self, scope: Scope) -> float:
        """0 if the request may go on, else the seconds until one may."""
        return 0.0 if self._off else self.take(address_of(scope), kind_of(scope))

    def take(self, address: str, kind: str) -> float:
        burst, rate = self._rates[kind]
        now = time.monotonic()
        key = (address, kind)
        left, then = self._buckets.pop(key, (burst, now))
        left = min(burst, left + (now - then) * rate)
        wait = 0.0 if left >= 1 else (1 - left) / rate
        self._buckets[key] = (left if wait else left - 1, now)
        if len(self._buckets) > MOST_ADDRESSES:
            self._buckets.popitem(last=False)
        return wait


def address_of(scope: Scope) -> str:
    """Who asks."""
    client = scope.get("client")
    return _address(str(client[0]) if client else "")


@lru_cache(maxsize=1024)
def _address(host: str) -> str:
    """One household has a whole /64 of IPv6, so that counts as one."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    return str(IPv6Address(int(address) >> 64 << 64)) if isinstance(address, IPv6Address) else host


def kind_of(scope: Scope) -> str:
    """Which limit a request falls under."""
    if scope["method"] != "POST":
        return "other"
    parts = scope["path"].strip("/").split("/")
    match parts:
        case ["api", "games"]:
            return "create"
        case ["api", "uploads"]:
            return "upload"
        case ["api", "games", _, "seats", _] | ["api", "games", _, "invites"]:
            return "join"
        case ["api", "games", _, "chat"]:
            return "chat"
    return "other"


# -- around every request -----------------------------------------------------------------------------------------


class Guard:
    """Checks the host name, the rate and the size before anything is read; adds the headers to every answer."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._hosts = settings.allowed_hosts
        self._limits = Limits(settings.rates, settings.limits)
        self._body = settings.largest_body
        self._upload = settings.largest_upload

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *HEADERS]
            await send(message)

        headers = dict(scope["headers"])
        if self._hosts is not None and _host(headers.get(b"host", b"").decode("latin-1")) not in self._hosts:
            await _refuse(send_with_headers, 400, "bad_request", "Host: this server is not called by that name")
            return
        wait = self._limits.wait(scope)
        if wait:
            retry = [(b"retry-after", str(int(wait) + 1).encode())]
            await _refuse(send_with_headers, 429, "too_many", "Please wait a little and try again", retry)
            return
        limit = self._upload if scope["path"] == "/api/uploads" else self._body
        length = headers.get(b"content-length", b"0")
        if length.isdigit() and int(length) > limit:
            await _refuse(send_with_headers, 413, "too_large", f"At most {limit} bytes are taken here")
            return
        read = 0

        async def receive_up_to_limit() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > limit:
                raise Problem(413, "too_large", f"At most {limit} bytes are taken here")
            return message

        await self._app(scope, receive_up_to_limit, send_with_headers)


@lru_cache(maxsize=256)
def _host(header: str) -> str:
    """Without the port."""
    host = header.lower()
    return host.rpartition(":")[0] if re.search(r":\d+$", host) else host


async def _refuse(
    send: Send, status: int, code: str, detail: str, headers: list[tuple[bytes, bytes]] | None = None
) -> None:
    body = document(status, code, detail)
    start = [(b"content-type", b"application/problem+json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": [*start, *(headers or ())]})
    await send({"type": "http.response.body", "body": body})
