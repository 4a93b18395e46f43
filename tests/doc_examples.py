"""The Python examples of a page and what they print: `python -m tests.doc_examples README.md` writes the output anew.

A block of `python` is run; a block of `text` right below it is what it prints. The blocks of a page run in order, as
one program.
"""

from __future__ import annotations

import io
import os
import re
import sys
import tempfile
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path

#: A block of Python, and the output below it if there is one.
EXAMPLE = re.compile(r"^```python\n(?P<code>.*?)^```\n(?:```text\n(?P<output>.*?)^```\n)?", re.MULTILINE | re.DOTALL)


def run(text: str, page: str, keep: Callable[[str], bool] = lambda section: True) -> list[tuple[str | None, str]]:
    """Run the examples of a page; return for each the output that the page shows (None: none) and the real one.

    `keep` chooses the sections (from one heading `##` to the next) whose examples are run.
    """
    names: dict[str, object] = {"__name__": "example"}
    found: list[tuple[str | None, str]] = []
    for section in re.split(r"^(?=## )", text, flags=re.MULTILINE):
        for example in EXAMPLE.finditer(section) if keep(section) else ():
            out = io.StringIO()
            with redirect_stdout(out):
                exec(compile(example["code"], f"{page}, Python block {len(found) + 1}", "exec"), names)
            found.append((example["output"], out.getvalue()))
    return found


def with_output(text: str, page: str) -> str:
    """Return the page with the output of every example that prints something."""
    real = iter(run(text, page))

    def write(example: re.Match[str]) -> str:
        _, out = next(real)
        return f"```python\n{example['code']}```\n" + (f"```text\n{out}```\n" if out else "")

    return EXAMPLE.sub(write, text)


def main() -> None:
    here = Path.cwd()
    for name in sys.argv[1:]:
        page = here / name
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            text = with_output(page.read_text(encoding="utf-8"), name)
            os.chdir(here)
        page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
