"""The server's log: one line for each event, as JSON for programs or as text for people at a terminal.

The log never holds tokens, addresses, query strings, bodies or parameters of SQL.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import os
import sys
import time
import traceback
from datetime import UTC, datetime
from typing import Any, TextIO

import orjson
from pydantic import ValidationError
from sqlalchemy.exc import StatementError

#: Attributes of a log record. "gunki_fields": further members of its line (`logger.info("request",
#: extra=fields(status=200))`). "gunki_seldom": whether lines of its kind are rate-limited.
FIELDS, SELDOM = "gunki_fields", "gunki_seldom"
#: MOST_FRAMES: the log holds at most this many frames of a traceback. LONGEST: it holds at most this many characters of
#: one text.
MOST_FRAMES, LONGEST = 40, 10_000


def fields(**more: Any) -> dict[str, Any]:
    """Return the argument `extra` of a log call, with further members of the line."""
    return {FIELDS: more}


def rate_limited_fields(**more: Any) -> dict[str, Any]:
    """Return the argument `extra` of a log call for a rate-limited kind of line.

    Such a line is written at most once a second, because clients can cause it often.
    """
    return {FIELDS: more, SELDOM: True}


def configure_logging(form: str, stream: TextIO | None = None) -> None:
    """Send all logs to stderr. `form`: json, text, or auto (text if the stream is a terminal)."""
    stream = stream or sys.stderr
    as_text = form == "text" or (form == "auto" and stream.isatty())
    handler = logging.StreamHandler(stream)
    handler.setFormatter(TextFormatter() if as_text else JsonFormatter())
    handler.addFilter(_RateLimit())
    handler.addFilter(_is_news)
    root = logging.getLogger()
    for old in [handler for handler in root.handlers if isinstance(handler.formatter, (TextFormatter, JsonFormatter))]:
        root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
    logging.getLogger("gunki.server").setLevel(logging.INFO)


class JsonFormatter(logging.Formatter):
    """Writes each record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line = {"at": at, "level": record.levelname.lower(), "message": _short(record.getMessage())}
        line |= getattr(record, FIELDS, {})
        if record.name != "gunki.server":
            line["logger"] = record.name
        if record.exc_info and record.exc_info[1] is not None:
            line["traceback"] = traceback_without_data(record.exc_info[1])
        return orjson.dumps(line, default=str, option=orjson.OPT_NON_STR_KEYS).decode()


class TextFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        at = time.strftime("%H:%M:%S", time.localtime(record.created))
        members = dict(getattr(record, FIELDS, {}))
        elsewhere = members.pop("traceback", None)
        more = "".join(f" {name}={value}" for name, value in members.items())
        text = f"{at} {record.levelname.lower()}: {_short(record.getMessage())}{more}"
        if elsewhere is not None:
            text += f"\n{elsewhere}"
        if record.exc_info and record.exc_info[1] is not None:
            text += "\n" + traceback_without_data(record.exc_info[1])
        return text


def traceback_without_data(error: BaseException) -> str:
    """Return the traceback of an error and its causes, without values that clients sent."""
    parts: list[str] = []
    cause: BaseException | None = error
    while cause is not None and len(parts) < 5:
        where = "".join(traceback.format_tb(cause.__traceback__, limit=-MOST_FRAMES))
        parts.append(f"Traceback (most recent call last):\n{where}{type(cause).__qualname__}: {_words(cause)}")
        cause = cause.__cause__ or (None if cause.__suppress_context__ else cause.__context__)
    return _short("\n\nand then:\n\n".join(reversed(parts)))


def _words(error: BaseException) -> str:
    """Return the message of an error. If the error quotes values, return a message without them."""
    if isinstance(error, StatementError):
        return f"{type(error.orig).__qualname__}: {error.orig}"
    if isinstance(error, ValidationError):
        return f"{error.error_count()} errors in {error.title}"
    return str(error)


def _short(text: str) -> str:
    """Return a text with its lone surrogates replaced. If the text is too long, return only its end."""
    text = text if len(text) <= LONGEST else "… " + text[-LONGEST:]
    return text.encode("utf-8", "replace").decode()


class _RateLimit(logging.Filter):
    """Lets through at most one line a second of each kind that clients can cause."""

    def __init__(self) -> None:
        super().__init__()
        self._last: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if not (getattr(record, SELDOM, False) or (record.name == "uvicorn.error" and record.levelno < logging.ERROR)):
            return True
        kind, now = str(record.msg), time.monotonic()
        if now - self._last.get(kind, -1.0) < 1.0:
            return False
        self._last[kind] = now
        return True


def _is_news(record: logging.LogRecord) -> bool:
    """Return False for lines that tell of something intended.

    These are dropped slow clients, and requests that a stop of the server cancels.
    """
    if record.exc_info and isinstance(record.exc_info[1], asyncio.CancelledError):
        return False
    text = str(record.msg)
    return "without completing response" not in text and "timeout graceful shutdown exceeded" not in text


_PREFIX, _NUMBERS = os.urandom(3).hex(), itertools.count(1)


def request_id() -> bytes:
    """Return a new id for a request. The answer and the log both hold it, so the operator can match the two."""
    return f"{_PREFIX}-{next(_NUMBERS):x}".encode()
