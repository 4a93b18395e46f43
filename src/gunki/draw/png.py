"""Makes PNG from SVG. A check for a Japanese font comes first: without one, names would be missing without an error."""

from __future__ import annotations

import struct
from functools import cache
from typing import Any

import resvg_py

from gunki.core.errors import OptionError
from gunki.draw.svg import SERIF

MIN_WIDTH, MAX_WIDTH = 100, 12_000
NO_JAPANESE = (
    "no font with Japanese letters is installed, so the names could not be drawn; install one (Debian and Ubuntu: apt "
    "install fonts-noto-cjk; Fedora: dnf install google-noto-serif-cjk-fonts; macOS has one), or write an .svg file"
)
#: A test picture of one letter. It names the same fonts as maps do, because a system without a default serif font may
#: have one of them.
PROBE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40" fill="#fff"/>'
    f'<text x="4" y="32" font-size="30" font-family="{SERIF}">{{}}</text></svg>'
)


def to_png(svg: str, width: int = 2000) -> bytes:
    """Return the picture as PNG, `width` pixels wide. Raise OptionError if there is no Japanese font."""
    if not isinstance(width, int) or not MIN_WIDTH <= width <= MAX_WIDTH:
        raise OptionError(f"width {width!r}: expected a whole number from {MIN_WIDTH} to {MAX_WIDTH}")
    if not has_japanese():
        raise OptionError(NO_JAPANESE)
    return render(svg, width=width)


@cache
def has_japanese() -> bool:
    """Return whether a kanji can be drawn. Without a font for it, the picture is empty or shows a box."""
    kanji, nothing, unknown = (render(PROBE.format(letter)) for letter in ("城", "", "\U000f1234"))
    return kanji not in (nothing, unknown)


def render(svg: str, **options: Any) -> bytes:
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, **options))


def png_size(png: bytes) -> tuple[int, int]:
    """Return the width and height in a PNG's header."""
    width, height = struct.unpack(">II", png[16:24])
    return int(width), int(height)
