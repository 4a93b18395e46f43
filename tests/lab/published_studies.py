"""The studies in docs/studies and the figures on their pages.

`python -m tests.lab.published_studies` writes the figures anew; only the text between the marks of a page is generated.
"""

from __future__ import annotations

import contextlib
import io
import re
import sys
from contextlib import redirect_stdout
from pathlib import Path

from PIL import Image

from gunki.cli.main import main
from gunki.draw import draw_map
from gunki.draw.png import to_png
from gunki.lab.analysis.balance import Balance
from gunki.lab.studies import study
from tests.support import ROOT

FOLDER = ROOT / "docs" / "studies"
#: The marks around generated text: the output of the command, and of the Python example of the page.
FIGURES = "<!-- figures:begin -->\n", "<!-- figures:end -->"
ANSWERS = "<!-- answers:begin -->\n", "<!-- answers:end -->"
EXAMPLE = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
#: The last line tells where the report was written.
REPORT = re.compile(r"^Report: .*\n", re.MULTILINE)
#: Of the picture, and how much of the map is shown around the outermost fights.
WIDTH, AROUND = 1000, 110
VIEW = re.compile(r'viewBox="([^"]*)"')
#: Where the map lies on its sheet, beside the frame and below the title.
PLACED = re.compile(r'transform="translate\(([\d.]+) ([\d.]+)\)"')
HEAT = re.compile(r'<circle cx="([\d.]+)" cy="([\d.]+)"[^>]* id="heat-([^"]*)"')


def names() -> list[str]:
    return sorted(path.parent.name for path in FOLDER.glob("*/plan.json"))


def page_of(name: str) -> Path:
    return FOLDER / f"{name}.md"


def command(name: str) -> str:
    return f"gunki lab balance docs/studies/{name}"


def figures(name: str, copy: Path) -> str:
    """Return the output of the command on a copy of the study, since the command writes its reports into the folder."""
    for file in (study.PLAN, study.GAMES):
        (copy / file).write_bytes((FOLDER / name / file).read_bytes())
    told = io.StringIO()
    with redirect_stdout(told):
        if main(["lab", "balance", str(copy), "--lang", "en"]) != 0:
            raise SystemExit(f"{name}: the study cannot be read")
    return _printed(f"$ {command(name)}\n{REPORT.sub('', told.getvalue())}")


def answers(text: str) -> str:
    """Return the output of the examples of a page, which open their study from the root of the project."""
    told = io.StringIO()
    with redirect_stdout(told), contextlib.chdir(ROOT):
        for example in EXAMPLE.findall(text):
            exec(compile(example, "example", "exec"), {})
    return _printed(told.getvalue())


def _printed(text: str) -> str:
    lines = "\n".join(line.rstrip() for line in text.splitlines())
    return f"```text\n{lines}\n```\n"


def page(name: str, copy: Path) -> str:
    """Return the whole page with the current output."""
    text = page_of(name).read_text(encoding="utf-8")
    return _between(_between(text, FIGURES, figures(name, copy)), ANSWERS, answers(text))


def _between(text: str, marks: tuple[str, str], printed: str) -> str:
    before, begin, rest = text.partition(marks[0])
    _, end, after = rest.partition(marks[1])
    return before + begin + printed + end + after if end else text


def picture(name: str) -> None:
    """Draw the part of the map with the fights of the study."""
    found = study.open(FOLDER / name)
    fights = {place.partition(":")[2]: count for place, count in Balance.of(found).to_dict()["fights"].items()}
    svg = draw_map(found.plan.game, lang="en", heat=fights, shown="{:.2g}")
    _, _, wide, high = map(float, VIEW.search(svg)[1].split())  # type: ignore[index]
    least = max(fights.values()) / 20  # single fights far off are not worth the space
    across, down = map(float, PLACED.search(svg).groups())  # type: ignore[union-attr]
    spots = [(float(x) + across, float(y) + down) for x, y, place in HEAT.findall(svg) if fights[place] >= least]
    left, right = max(0.0, min(x for x, _ in spots) - AROUND), min(wide, max(x for x, _ in spots) + AROUND)
    top, foot = max(0.0, min(y for _, y in spots) - AROUND), min(high, max(y for _, y in spots) + AROUND)
    scale = WIDTH / (right - left)
    whole = Image.open(io.BytesIO(to_png(svg, round(wide * scale))))
    part = whole.crop((round(left * scale), round(top * scale), round(right * scale), round(foot * scale)))
    part.convert("RGB").save(FOLDER / f"{name}.webp", quality=72, method=6)


if __name__ == "__main__":
    import tempfile

    for one in sys.argv[1:] or names():
        with tempfile.TemporaryDirectory() as folder:
            page_of(one).write_text(page(one, Path(folder)), encoding="utf-8")
        picture(one)
