"""Draw docstrings and comments at random, for a reader who judges them: `python -m tests.draw_sentences --seed 7`.

Each is printed with its file, its line and the line of code that it belongs to. Equal seeds draw equal places from an
equal tree.
"""

from __future__ import annotations

import argparse
import ast
import io
import random
import re
import tokenize
from collections.abc import Iterator
from typing import NamedTuple

from tests.support import ROOT

#: Folders whose sentences are drawn.
FOLDERS = ("src/gunki", "web/src", "maps", "setup.py")
#: Comments that speak to tools, not to readers; and lines that only divide a file.
TO_TOOLS = re.compile(r"^(type: ignore|noqa|fmt: |pragma|eslint|prettier|svelte-ignore|[-=\s]*$)|^-- .* -+$")
#: Blocks of comments in the sources of the page: `/** … */`, `<!-- … -->` and lines of `//`.
PAGE_COMMENT = re.compile(r"/\*\*?(.*?)\*/|<!--(.*?)-->|((?:^[ \t]*//[^\n]*\n)+)|(?<=[ \t])//([^\n]*)", re.S | re.M)


class Sentence(NamedTuple):
    """A docstring or a comment, and where it stands."""

    path: str
    line: int
    text: str
    beside: str


def in_python(path: str, source: str) -> Iterator[Sentence]:
    """Yield the docstrings and comments of a Python file; comment lines that follow each other are one."""
    lines = source.splitlines()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node)
            if text:
                line = 1 if isinstance(node, ast.Module) else node.lineno
                yield Sentence(path, line, text, "" if isinstance(node, ast.Module) else lines[line - 1].strip())
    block: list[tuple[int, str]] = []
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type != tokenize.COMMENT:
            continue
        number, text = token.start[0], token.string.lstrip("#:! ").strip()
        alone = lines[number - 1].lstrip().startswith("#")
        if block and not (alone and block[-1][0] == number - 1):
            yield comment(path, block, lines)
            block = []
        if text and not TO_TOOLS.match(text):
            block.append((number, text))
    if block:
        yield comment(path, block, lines)


def comment(path: str, block: list[tuple[int, str]], lines: list[str]) -> Sentence:
    """Return lines of comment as one, with the code behind them or the next line of code."""
    last = block[-1][0]
    code = lines[last - 1].partition("#")[0].strip()
    after = next((line.strip() for line in lines[last:] if line.strip() and not line.lstrip().startswith("#")), "")
    return Sentence(path, block[0][0], " ".join(text for _, text in block), code or after)


def on_page(path: str, source: str) -> Iterator[Sentence]:
    """Yield the comments of a file of the page."""
    for match in PAGE_COMMENT.finditer(source):
        text = " ".join(
            re.sub(r"^\s*(//|\*)", "", line).strip() for line in next(filter(None, match.groups()), "").splitlines()
        )
        if text.strip() and not TO_TOOLS.match(text.strip()):
            after = source[match.end() :].lstrip().partition("\n")[0].strip()
            yield Sentence(path, source.count("\n", 0, match.start()) + 1, text.strip(), after)


def read_all() -> list[Sentence]:
    """Return every docstring and comment of the folders, in the order of their files."""
    sentences: list[Sentence] = []
    for folder in FOLDERS:
        top = ROOT / folder
        for file in sorted([top] if top.is_file() else top.rglob("*")):
            kind, path = file.suffix, file.relative_to(ROOT).as_posix()
            if kind == ".py":
                sentences += in_python(path, file.read_text(encoding="utf-8"))
            elif kind in (".ts", ".svelte") and "node_modules" not in path:
                sentences += on_page(path, file.read_text(encoding="utf-8"))
    return sentences


def main() -> None:
    """Print the drawn sentences, numbered."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--count", type=int, default=150)
    wanted = parser.parse_args()
    sentences = read_all()
    drawn = random.Random(wanted.seed).sample(sentences, wanted.count)
    print(f"{len(sentences)} docstrings and comments; {wanted.count} drawn with seed {wanted.seed}")
    for number, sentence in enumerate(drawn, 1):
        print(
            f"\n{number}. {sentence.path}:{sentence.line}\n   code: {sentence.beside[:120]}\n   text: {sentence.text}"
        )


if __name__ == "__main__":
    main()
