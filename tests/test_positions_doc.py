"""The positions written out on docs/positions.md can be composed, and are read back from what the match describes."""

from __future__ import annotations

import re
import tomllib

import pytest

import gunki
from tests.support import ROOT

PAGE = (ROOT / "docs" / "positions.md").read_text(encoding="utf-8")
DOCUMENTS = re.findall(r"^```toml\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(("number", "game", "who"), [(0, "nobunaga", "oda"), (1, "kanto", "uesugi")])
def test_a_position_on_the_page_can_be_composed(number: int, game: str, who: str) -> None:
    match = gunki.compose(game, tomllib.loads(DOCUMENTS[number]))
    assert match.who == who
    again = gunki.compose(game, match.describe())
    assert again.describe() == match.describe()
