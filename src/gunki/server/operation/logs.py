"""What the server writes about itself: one line for each event, for programs (JSON) or for people at a terminal.

Never in it: tokens, addresses, query strings, bodies, parameters of SQL.
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

#: What an event has besides its name: `logger.info("request", extra=fields(request=…, status=200))`.
FIELDS, SELDOM = "gunki_fields", "gunki_seldom"
#: Frames of a traceback and characters of one text that are written at most.
MOST_FRAMES, LONGEST = 40, 10_000


def fields(**more: Any) -> dict[str, Any]:
    """Members of the line, beside its text."""
    return {FIELDS: more}


def rate_limited_fields(**more: Any) -> dict[str, Any]:
    """The same for what may happen a thousand times a second: of each kind one line a second is written."""
    return {FIELDS: more, SELDOM: True}


def configure_logging(form: str, stream: TextIO | None = None) -> None:
    """Everything that is logged goes to stderr. `form`: json, text, or auto: text if a person looks at it."""
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
    """One JSON document a line, whatever is in it."""

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
    """Where it happened and what came before, without what people sent."""
    parts: list[str] = []
    cause: BaseException | None = error
    while cause is not None and len(parts) < 5:
        where = "".join(traceback.format_tb(cause.__traceback__, limit=-MOST_FRAMES))
        parts.append(f"Traceback (most recent call last):\n{where}{type(cause).__qualname__}: {_words(cause)}")
        cause = cause.__cause__ or (None if cause.__suppress_context__ else cause.__context__)
    return _short("\n\nand then:\n\n".join(reversed(parts)))


def _words(error: BaseException) -> str:
    """What an error says of itself, without the values that some put into it."""
    if isinstance(error, StatementError):
        return f"{type(error.orig).__qualname__}: {error.orig}"
    if isinstance(error, ValidationError):
        return f"{error.error_count()} errors in {error.title}"
    return str(error)


def _short(text: str) -> str:
    """The end of a long text tells more than its beginning. What is no writable text is replaced."""
    text = text if len(text) <= LONGEST else "… " + text[-LONGEST:]
    return text.encode("utf-8", "replace").decode()


class _RateLimit(logging.Filter):
    """Of what strangers can cause as often as they like, one line a second and kind."""

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
    """A reader that was too slow has been let go, or the server stops and somebody was not done: that is meant so."""
    if record.exc_info and isinstance(record.exc_info[1], asyncio.CancelledError):
        return False
    text = str(record.msg)
    return "without completing response" not in text and "timeout graceful shutdown exceeded" not in text


_PREFIX, _NUMBERS = os.urandom(3).hex(), itertools.count(1)


def request_id() -> bytes:
    """The name of a request: told to whoever asks and written into the log, so that the two can be brought together."""
    return f"{_PREFIX}-{next(_NUMBERS):x}".encode()
