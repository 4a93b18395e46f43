"""The page docs/tree.md, made of the first lines of the files: `python -m tests.architecture` writes it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.support import ROOT

PAGE = ROOT / "docs" / "tree.md"
BEGIN, END = "<!-- tree:begin -->\n", "<!-- tree:end -->"
SOURCE = ROOT / "src" / "gunki"


def first_line(path: Path) -> str:
    """What a file says of itself, in one line."""
    said = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return " ".join(said.split("\n\n")[0].split())


def tree(folder: Path = SOURCE, depth: int = 0) -> Iterator[str]:
    """A folder with what its `__init__` says, then its files, then the folders in it."""
    said = first_line(folder / "__init__.py") if (folder / "__init__.py").exists() else ""
    indent = "  " * depth
    yield f"{indent}- `{folder.name}/`{' ' + said if said else ''}"
    for path in sorted(folder.glob("*.py")):
        if path.name != "__init__.py":
            yield f"{indent}  - `{path.name}` {first_line(path)}"
    for inner in sorted(path for path in folder.iterdir() if path.is_dir() and any(path.rglob("*.py"))):
        yield from tree(inner, depth + 1)


def page() -> str:
    """The whole page, with the tree as it is now."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    return before + BEGIN + "\n".join(tree()) + "\n" + END + after


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
