"""Tokens, texts from strangers, and the headers that every answer has."""

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
JOINERS = "\u200c\u200d"  # needed inside words of some scripts, harmless
#: Letters and signs by their name that show nothing: fillers of Hangul, the braille pattern without dots.
BLANK = "\u115f\u1160\u3164\uffa0\u2800"
#: Marks on one letter that are kept; some scripts need three.
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


@lru_cache(maxsize=4096)  # every request of a seat asks for it
def token_hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def is_same_token(token: str, stored_hash: str) -> bool:
    """Whether a token is the one whose hash was kept; takes as long when it is not."""
    return is_same_hash(token_hash(token), stored_hash)


def is_same_hash(offered_hash: str, stored_hash: str) -> bool:
    return bool(stored_hash) and hmac.compare_digest(offered_hash, stored_hash)


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
    """A text on one line, without control characters and without marks that turn the reading direction.

    Empty if nothing in it could be seen. Marks are not piled up on one letter, where they would cover other lines.
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
    """A name that may be left out; but what is given must be seen."""
    cleaned = clean(text)
    if text and not cleaned:
        raise Problem(
            400, "bad_request", f"{field}: nothing in it can be read; leave it empty or choose another", field=field
        )
    return cleaned
