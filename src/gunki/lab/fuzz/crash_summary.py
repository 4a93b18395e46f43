"""Short descriptions of exceptions for reports."""

from __future__ import annotations

import traceback
from pathlib import Path


def describe_crash(doing: str, error: BaseException) -> str:
    """Return a description of an exception.

    It says what was being done, the exception, and the last three places of its traceback.
    """
    frames = traceback.extract_tb(error.__traceback__)[-3:]
    places = " < ".join(f"{Path(f.filename).name}:{f.lineno} {f.name}" for f in reversed(frames))
    return f"{doing}: {type(error).__name__}: {str(error)[:300]}\n{places}"
