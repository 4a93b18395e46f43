"""Tokens, cleaning of clients' texts, and the security headers of every answer."""

from __future__ import annotations

import hmac
import re
import secrets
import unicodedata
from functools import lru_cache
from hashlib import sha256

from starlette.types import Scope

from gunki.server.http.http_errors import Problem

TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
#: Characters that tell whether letters are joined. Some scripts need them inside words, and they do no harm.
JOINERS = "\u200c\u200d"
#: Characters that Unicode counts as letters or symbols, but that show nothing: Hangul fillers, the blank of Braille.
BLANK = "\u115f\u1160\u3164\uffa0\u2800"
#: At most this many combining marks are kept on one letter; some scripts need three.
MOST_MARKS = 4

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


@lru_cache(maxsize=4096)  # cached, because every request of a seat needs it
def token_hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def is_same_token(token: str, stored_hash: str) -> bool:
    """Return whether a token has the stored hash. The comparison takes the same time for both answers."""
    return is_same_hash(token_hash(token), stored_hash)


def is_same_hash(offered_hash: str, stored_hash: str) -> bool:
    return bool(stored_hash) and hmac.compare_digest(offered_hash, stored_hash)


def bearer(scope: Scope) -> str | None:
    """Return the token of a request. Return None if it has none (a spectator).

    Raise a 401 Problem if the token is malformed.
    """
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
    """Return a text on one line, without control characters and without marks that change the reading direction.

    Returns an empty text if nothing in it is visible. Keeps at most `MOST_MARKS` marks on a letter: more would cover
    other lines.
    """
    characters: list[str] = []
    marks, visible = 0, False
    for c in unicodedata.normalize("NFC", text):
        category = unicodedata.category(c)
        if category in ("Zl", "Zp", "Zs") or c in "\t\n\r":
            c = " "
        elif category[0] == "C" and c not in JOINERS:
            continue
        if category[0] == "M":
            marks += 1
            if marks > MOST_MARKS:
                continue
        elif c not in JOINERS:
            marks = 0
            visible = visible or (category[0] in "LNPS" and c not in BLANK)
        characters.append(c)
    return " ".join("".join(characters).split()) if visible else ""


def clean_name(text: str, field: str) -> str:
    """Return a cleaned name, which may be empty. Raise a 400 Problem if cleaning leaves nothing of a given name."""
    cleaned = clean(text)
    if text and not cleaned:
        raise Problem(
            400, "bad_request", f"{field}: nothing in it can be read; leave it empty or choose another", field=field
        )
    return cleaned
