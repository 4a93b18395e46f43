"""The studies in docs/studies and the figures on their pages: `python -m tests.lab.committed` writes those anew.

What a page says besides is written by hand; the figures between its marks are what the command prints.
"""

from __future__ import annotations

import io
import re
import sys
from contextlib import redirect_stdout
from pathlib import Path

from PIL import Image

from gunki.cli.main import main
from gunki.draw import draw_map
from gunki.draw.png import to_png
from gunki.lab import study
from gunki.lab.balance import Balance
from tests.support import ROOT

FOLDER = ROOT / "docs" / "studies"
BEGIN, END = "<!-- figures:begin -->\n", "<!-- figures:end -->"
#: The last line tells where the report was written.
REPORT = re.compile(r"^Report: .*\n", re.MULTILINE)
WIDTH = 1000


def names() -> list[str]:
    return sorted(path.parent.name for path in FOLDER.glob("*/plan.json"))


def page_of(name: str) -> Path:
    return FOLDER / f"{name}.md"


def command(name: str) -> str:
    return f"gunki lab balance docs/studies/{name}"


def figures(name: str, copy: Path) -> str:
    """What the command prints. `copy`: a copy of the study, because the command writes its reports into it."""
    for file in (study.PLAN, study.GAMES):
        (copy / file).write_bytes((FOLDER / name / file).read_bytes())
    told = io.StringIO()
    with redirect_stdout(told):
        if main(["lab", "balance", str(copy), "--lang", "en"]) != 0:
            raise SystemExit(f"{name}: the study cannot be read")
    lines = "\n".join(line.rstrip() for line in REPORT.sub("", told.getvalue()).splitlines())
    return f"```text\n$ {command(name)}\n{lines}\n```\n"


def page(name: str, copy: Path) -> str:
    """The whole page, with the figures as they are now."""
    before, _, rest = page_of(name).read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    return before + BEGIN + figures(name, copy) + END + after


def picture(name: str) -> None:
    """Where it was fought, for people who would rather look than read."""
    found = study.open(FOLDER / name)
    fights = {place.partition(":")[2]: count for place, count in Balance.of(found).told()["fights"].items()}
    png = to_png(draw_map(found.plan.game, lang="en", heat=fights, shown="{:.2g}"), WIDTH)
    Image.open(io.BytesIO(png)).convert("RGB").save(FOLDER / f"{name}.webp", quality=72, method=6)


if __name__ == "__main__":
    import tempfile

    for one in sys.argv[1:] or names():
        with tempfile.TemporaryDirectory() as folder:
            page_of(one).write_text(page(one, Path(folder)), encoding="utf-8")
        picture(one)
