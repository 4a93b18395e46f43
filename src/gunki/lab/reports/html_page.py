"""Self-contained HTML pages, light and dark, for any screen.

They have no scripts, and no pictures or fonts from other servers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

#: The colours of series in the dark scheme. The light scheme uses the colours of gunki.draw.charts.
NIGHT = ("#56b4e9", "#f0924c", "#3ccb9f", "#e08ac0", "#e0c04a", "#a9b4bf")

#: The style sheet that is written into every page.
STYLE = (
    (Path(__file__).parent / "report.css")
    .read_text(encoding="utf-8")
    .replace("/*NIGHT*/", ";".join(f"--series-{place}:{colour}" for place, colour in enumerate(NIGHT)))
)


@dataclass(slots=True)
class Part:
    """A part of a page: a heading, sentences and content."""

    title: str
    about: str = ""
    content: list[str] = field(default_factory=list)
    caption: str = ""
    #: The command that repeats the study.
    command: str = ""
    wide: bool = False
    tall: bool = False

    def html(self) -> str:
        """Return the part as HTML."""
        kinds = " ".join(name for name, is_set in (("wide", self.wide), ("tall", self.tall)) if is_set)
        about = f"<p>{escape(self.about)}</p>" if self.about else ""
        caption = ""
        if self.caption:
            command_html = f"<code>{escape(self.command)}</code>"
            caption = f'<details class="caption"><summary>{escape(self.caption)}</summary>{command_html}</details>'
        return (
            f'<section class="{kinds}"><h2>{escape(self.title)}</h2>{about}{"".join(self.content)}{caption}</section>'
        )


def note(words: str) -> str:
    """Return a paragraph of small text."""
    return f'<p class="caption">{escape(words)}</p>'


def figure(svg: str) -> str:
    """Return an SVG picture as a figure."""
    return f"<figure>{svg}</figure>"


def map_figure(svg: str) -> str:
    """Return an SVG map as a figure. The map's own size is removed, so that the page sets the size."""
    head, rest = svg.split(">", 1)
    keep = " ".join(word for word in _attributes(head) if not word.startswith(("width=", "height=")))
    return f'<figure><svg {keep} class="map" role="img">{rest}</figure>'


def _attributes(head: str) -> list[str]:
    """Return the attributes in the first tag of an SVG, each with its value."""
    attributes, text = [], head.removeprefix("<svg").strip()
    while text:
        name, _, rest = text.partition('="')
        value, _, text = rest.partition('"')
        attributes.append(f'{name.strip()}="{value}"')
        text = text.strip()
    return attributes


def table(head: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[int] = ()) -> str:
    """Return a table. `numbers` gives the columns that are aligned to the right."""

    def line(cells: Sequence[str], tag: str) -> str:
        kinds = [' class="n"' if place in numbers else "" for place in range(len(cells))]
        return "".join(f"<{tag}{kind}>{escape(cell)}</{tag}>" for cell, kind in zip(cells, kinds, strict=True))

    body = "".join(f"<tr>{line(row, 'td')}</tr>" for row in rows)
    return f'<div class="scroll"><table><thead><tr>{line(head, "th")}</tr></thead><tbody>{body}</tbody></table></div>'


def page(
    title: str, parts: Sequence[Part], *, lang: str, lines: Sequence[str] = (), commands: Sequence[str] = (),
    other: tuple[str, str] | None = None,
) -> str:  # fmt: skip
    """Return a whole page.

    `lines` and `commands` stand below the title. `other` is the page in the other language: its file and its link text.
    """
    link = "" if other is None else f'<a class="language" href="{escape(other[0], True)}">{escape(other[1])}</a>'
    header_html = "".join(f"<p>{escape(line)}</p>" for line in lines)
    header_html += "".join(f"<p><code>{escape(line)}</code></p>" for line in commands)
    return (
        f'<!doctype html>\n<html lang="{lang}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width,initial-scale=1"><title>{escape(title)}</title>'
        f"<style>{STYLE}</style></head><body><main><header>{link}<h1>{escape(title)}</h1>{header_html}</header>"
        f'<div class="parts">{"".join(part.html() for part in parts)}</div></main></body></html>\n'
    )


def inlay(title: str, parts: Sequence[Part], lines: Sequence[str] = ()) -> str:
    """Return the parts as a piece of a page for a notebook. Its style does not apply to the rest of the notebook."""
    look = STYLE.replace(":root", ".gunki").replace("body{", ".gunki{")
    style = "".join(_scope_rule(line) for line in look.splitlines())
    header_html = "".join(f"<p>{escape(line)}</p>" for line in lines)
    body = f'<div class="parts">{"".join(part.html() for part in parts)}</div>'
    return f'<style>{style}</style><div class="gunki"><main><h2>{escape(title)}</h2>{header_html}{body}</main></div>'


def _scope_rule(line: str) -> str:
    """Return a style rule limited to the inlay. Return an empty text for rules about small screens and print."""
    if not line or line.startswith(("@media(max", "@media print")):
        return ""
    if line.startswith((".gunki", "@media")):
        return line
    selectors, brace, rest = line.partition("{")
    return ",".join(f".gunki {selector}" for selector in selectors.split(",")) + brace + rest
