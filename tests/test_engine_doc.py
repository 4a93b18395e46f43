"""The procedure on docs/engine.md is the one of the source, without its docstring and types."""

from __future__ import annotations

import ast
import re

from tests.support import GAMES, ROOT


def plain(text: str, name: str) -> str:
    """Return the class of this name in a source, without docstring and types of parameters."""
    (found,) = (node for node in ast.parse(text).body if isinstance(node, ast.ClassDef) and node.name == name)
    if ast.get_docstring(found) is not None:
        del found.body[0]
    for node in ast.walk(found):
        if isinstance(node, ast.FunctionDef):
            node.returns = None
            for argument in node.args.args:
                argument.annotation = None
    return ast.unparse(found)


def test_the_procedure_on_the_page_is_that_of_the_source() -> None:
    page = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")
    [block] = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    source = (GAMES / "nobunaga" / "rules" / "actions.py").read_text(encoding="utf-8")
    assert plain(block, "Diplomacy") == plain(source, "Diplomacy")
