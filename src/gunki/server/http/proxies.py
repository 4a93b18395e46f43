"""The client's real address behind proxies. Only headers of proxies that the operator has named are trusted."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from starlette.types import Scope

Network = IPv4Network | IPv6Network
#: Key in a scope, set if the client's address comes from a trusted proxy.
FORWARDED_KEY = "gunki.forwarded"
#: Headers that proxies add.
FORWARDING = frozenset(
    {b"forwarded", b"x-forwarded-for", b"x-real-ip", b"x-forwarded-host", b"x-forwarded-proto", b"via"}
)
#: If the forwarding headers have more bytes than this, they are ignored.
MAX_HEADER_LENGTH = 2048
#: One parameter of `Forwarded`; a quoted value may hold any character.
PARAMETER = re.compile(r'\s*([!#$%&\'*+.^_`|~0-9A-Za-z-]+)=("(?:[^"\\]|\\.)*"|[^\s",;]*)\s*')
WITH_PORT = re.compile(r"(?:\[([^\]]*)\]|([^:\[\]]*))(?::(?:\d{1,5}|_[A-Za-z0-9._-]+))?")
HIDDEN = re.compile(r"_[A-Za-z0-9._-]{1,64}")


def network(text: str) -> Network:
    """Parse an address or network as the operator writes it; raise ValueError if the text is neither."""
    return ip_network(text, strict=False)


class Proxies:
    """The trusted proxies."""

    def __init__(self, trusted: Sequence[str]) -> None:
        self._networks = tuple(network(text) for text in trusted)
        self._client = lru_cache(maxsize=1024)(self._find)

    def __bool__(self) -> bool:
        return bool(self._networks)

    def is_trusted(self, host: str) -> bool:
        address = address_in(host) if self._networks else None
        return address is not None and any(address in network for network in self._networks)

    def resolve(self, scope: Scope) -> None:
        """Replace a trusted proxy's address in a scope by the client's address, if the proxy's headers name it."""
        client = scope.get("client")
        if not client or not self.is_trusted(client[0]):
            return
        forwarded = b",".join(value for name, value in scope["headers"] if name == b"forwarded")
        listed = b",".join(value for name, value in scope["headers"] if name == b"x-forwarded-for")
        if (forwarded or listed) and len(forwarded) + len(listed) <= MAX_HEADER_LENGTH:
            address = self._client(forwarded.decode("latin-1"), listed.decode("latin-1"))
            if address:
                scope["client"] = (address, 0)
                scope[FORWARDED_KEY] = True

    def _find(self, forwarded: str, listed: str) -> str:
        """Return the client's address from the two forwarding headers. Return an empty text if they cannot be read.

        A proxy writes one of the two headers. It may pass on the other header as the client sent it, and the client can
        have forged it. So if both headers are there, they must name the same address.
        """
        addresses = {self._last(hosts(forwarded))} if forwarded else set()
        if listed:
            addresses.add(self._last([_host(part) for part in listed.split(",")]))
        return addresses.pop() if len(addresses) == 1 else ""

    def _last(self, chain: list[str]) -> str:
        """Return the last address of a chain that is not a trusted proxy.

        If all are trusted, return the first address of the chain.
        """
        for host in reversed(chain):
            if not host or not self.is_trusted(host):
                return host
        return chain[0] if chain else ""


def hosts(forwarded: str) -> list[str]:
    """Return the `for` address of each proxy in a `Forwarded` header (RFC 7239).

    An address that cannot be read is returned as "".
    """
    forwarded_for: list[str] = []
    host, at = "", 0
    while at < len(forwarded):
        parameter = PARAMETER.match(forwarded, at)
        if parameter is None:
            return [""]
        name, value = parameter[1].lower(), parameter[2]
        if name == "for":
            host = _host(re.sub(r"\\(.)", r"\1", value[1:-1]) if value.startswith('"') else value)
        at = parameter.end()
        if at == len(forwarded) or forwarded[at] == ",":
            forwarded_for.append(host)
            host = ""
        elif forwarded[at] != ";":
            return [""]
        at += 1
    return forwarded_for


def _host(text: str) -> str:
    """Return an address without its port, or a name that hides an address (`_name`).

    Return an empty text if `text` is neither.
    """
    text = text.strip()
    if HIDDEN.fullmatch(text):
        return text
    address = address_in(text)
    if address is None:
        parts = WITH_PORT.fullmatch(text)
        address = address_in(parts[1] or parts[2] or "") if parts else None
    return "" if address is None else str(address)


def address_in(text: str) -> IPv4Address | IPv6Address | None:
    """Return the IP address in a text, or None. An IPv4 address mapped to IPv6 is returned as IPv4."""
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return (address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address


def is_on_this_machine(scope: Scope) -> bool:
    """Return whether a request comes from this machine. False if an untrusted proxy on this machine has relayed it."""
    client = scope.get("client")
    address = address_in(client[0]) if client else None
    if address is None or not address.is_loopback:
        return False
    return bool(scope.get(FORWARDED_KEY)) or not any(name in FORWARDING for name, _ in scope["headers"])
