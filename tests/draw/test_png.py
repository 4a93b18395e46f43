"""PNG of the pictures, and what happens without a Japanese font."""

from __future__ import annotations

import re

import pytest

from gunki.core.errors import OptionError
from gunki.draw import draw_map, png, to_png

SMALL = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>'

needs_japanese = pytest.mark.skipif(not png.has_japanese(), reason="no font with Japanese letters is installed")


@needs_japanese
@pytest.mark.parametrize("width", [100, 640])
def test_a_png_is_as_wide_as_asked(width: int) -> None:
    found = to_png(SMALL, width)
    assert found.startswith(b"\x89PNG")
    assert png.png_size(found) == (width, width // 2)


@needs_japanese
def test_a_map_becomes_a_png_with_its_relief() -> None:
    svg = draw_map("nobunaga", lang="ja")
    whole = to_png(svg, 320)
    assert png.png_size(whole)[0] == 320
    bare = to_png(re.sub(r"<image [^>]*/>", "", svg), 320)
    assert whole != bare
    assert to_png(re.sub(r"<text.*?</text>", "", svg), 320) != whole


@pytest.mark.parametrize("width", [0, -5, 99, 12_001, 10**9, 3.5, "wide"])
def test_a_width_that_makes_no_sense_is_refused(width: int) -> None:
    with pytest.raises(OptionError, match="expected a whole number from 100 to 12000"):
        to_png(SMALL, width)


def test_without_a_japanese_font_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(png, "has_japanese", lambda: False)
    with pytest.raises(OptionError, match=r"install one .*fonts-noto-cjk.*or write an \.svg file"):
        to_png(SMALL, 100)


def test_a_missing_font_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = png.render
    monkeypatch.setattr(png, "render", lambda svg, **options: plain(svg, skip_system_fonts=True, **options))
    assert png.has_japanese.__wrapped__() is False
