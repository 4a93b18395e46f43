"""The Python examples of the README and the docs run, and print what the pages show below them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import doc_examples
from tests.support import ROOT

#: Pages whose examples need nothing but gunki; docs/environments.md is in tests/rl/test_docs.py.
PAGES = [
    "README.md",
    "docs/api.md",
    "docs/board.md",
    "docs/data/aims.md",
    "docs/data/scene.md",
    "docs/positions.md",
    "docs/server/fair-dice.md",
]

PAGE = """
```python
print(6 * 7)
```
```text
41
```

```python
answer = 6 * 7
```
"""


@pytest.mark.parametrize("page", PAGES)
def test_examples_print_what_the_page_shows(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    examples = doc_examples.run((ROOT / page).read_text(encoding="utf-8"), page)
    assert examples
    assert [(shown or "", real) for shown, real in examples if (shown or "") != real] == []


def test_a_wrong_output_is_seen_and_written_anew() -> None:
    assert doc_examples.run(PAGE, "page") == [("41\n", "42\n"), (None, "")]
    assert doc_examples.with_output(PAGE, "page") == PAGE.replace("41", "42")
