"""Why an action is refused, in full: not only the clause, but what it is that stands in the way."""

from __future__ import annotations

from typing import Any

import pytest

import gunki
from gunki.core.clauses import number
from gunki.core.text import LANGUAGES


def barred(match: Any, text: str, *reasons: str) -> None:
    """Refused for exactly these reasons ("7-1 none_ready"), in their order, and trying it changes nothing.

    Each reason can be said in both languages.
    """
    bars = match.why_not(text)
    assert [f"{number(bar.clause)} {bar.what}" for bar in bars] == list(reasons)
    assert all(match.game.texts(lang).has("bar", bar.what) for bar in bars for lang in LANGUAGES)
    assert text not in match.decision.texts
    before = match.position.digest()
    with pytest.raises(gunki.IllegalAction):
        match.act(text)
    assert match.position.digest() == before
