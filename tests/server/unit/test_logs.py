"""One line for each event, and nothing in it that is nobody's business."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator

import pytest
from pydantic import BaseModel
from sqlalchemy import create_engine, text

from gunki.server.operation import logs

logger = logging.getLogger("gunki.server")
SECRET = "hidden-7"


@pytest.fixture
def out() -> Iterator[io.StringIO]:
    stream, root = io.StringIO(), logging.getLogger()
    before = root.handlers[:], root.level
    logs.configure_logging("json", stream)
    yield stream
    root.handlers[:], level = before
    root.setLevel(level)


def lines(out: io.StringIO) -> list[dict[str, object]]:
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_a_line_is_json_whatever_is_in_it() -> None:
    said = "two\nlines \u2028 of %s \ud800"
    record = logger.makeRecord(
        "x", logging.WARNING, "", 0, said, ("文",), None, extra=logs.fields(request="a-1", status=200)
    )
    text = logs.JsonFormatter().format(record)
    assert "\n" not in text
    line = json.loads(text)
    assert line["message"] == "two\nlines \u2028 of 文 ?"
    assert (line["level"], line["request"], line["status"]) == ("warning", "a-1", 200)
    assert str(line["at"]).endswith("+00:00")


class Secret(BaseModel):
    token: int


def _sql() -> None:
    with create_engine("sqlite://").connect() as connection:
        connection.execute(text("INSERT INTO absent VALUES (:token)"), {"token": SECRET})


def _pydantic() -> None:
    Secret.model_validate({"token": SECRET})


def _chain() -> None:
    try:
        _sql()
    except Exception as error:
        raise KeyError("outside") from error


@pytest.mark.parametrize("fault", [_sql, _pydantic, _chain])
def test_a_traceback_is_in_one_line_and_tells_no_values(out: io.StringIO, fault: object) -> None:
    assert callable(fault)
    try:
        fault()
    except Exception:
        logger.exception("fault")
    (line,) = lines(out)
    trace = str(line["traceback"])
    assert trace.startswith("Traceback")
    assert "test_logs.py" in trace
    assert SECRET not in out.getvalue()
    assert ("no such table" in trace) == (fault is not _pydantic)
    assert ("KeyError" in trace) == (fault is _chain)


def test_what_strangers_cause_is_written_once_a_second(out: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 5.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    for _ in range(100):
        logging.getLogger("uvicorn.error").warning("Invalid HTTP request received.")
        logger.warning("the store is busy", extra=logs.rate_limited_fields())
    assert [line["message"] for line in lines(out)] == ["Invalid HTTP request received.", "the store is busy"]
    now = 6.5
    logger.warning("the store is busy", extra=logs.rate_limited_fields())
    assert len(lines(out)) == 3


def test_no_two_requests_have_the_same_name() -> None:
    assert len({logs.request_id() for _ in range(1000)}) == 1000


@pytest.mark.parametrize(("form", "terminal", "as_json"), [
    ("auto", True, False), ("auto", False, True), ("json", True, True), ("text", False, False),
])  # fmt: skip
def test_people_at_a_terminal_are_written_text(
    out: io.StringIO, monkeypatch: pytest.MonkeyPatch, form: str, terminal: bool, as_json: bool
) -> None:
    monkeypatch.setattr(out, "isatty", lambda: terminal)
    logs.configure_logging(form, out)
    logger.warning("hello", extra=logs.fields(request="a-1"))
    (line,) = out.getvalue().splitlines()
    assert line.startswith("{") == as_json
    assert "hello" in line
    assert "a-1" in line
