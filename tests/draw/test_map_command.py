"""`gunki map` as a command."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from gunki.cli.main import app
from gunki.core.errors import GunkiError, OptionError
from gunki.draw import png


def run(*args: object) -> str:
    result = CliRunner().invoke(app, ["map", *map(str, args)])
    if isinstance(result.exception, GunkiError):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result.output


def test_svg_by_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("honganji", "--lang", "ja").strip() == "honganji.svg"
    assert "本能寺への道" in (tmp_path / "honganji.svg").read_text(encoding="utf-8")


@pytest.mark.skipif(not png.has_japanese(), reason="no font with Japanese letters is installed")
def test_png_by_its_name(tmp_path: Path) -> None:
    file = tmp_path / "board.PNG"
    run("nobunaga", "--out", file, "--theme", "dark", "--width", "300")
    assert png.png_size(file.read_bytes())[0] == 300


def test_corrections_reach_the_picture(tmp_path: Path) -> None:
    (tmp_path / "hexes.csv").write_text("hex,terrain\n2020,lake\n", encoding="utf-8")
    file = tmp_path / "own.svg"
    run("kanto", "--data", tmp_path, "--out", file)
    assert f"corrections from {tmp_path.name}" in file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("kanto", "--out", "map.jpg"), r"--out map\.jpg: expected a name that ends in \.svg or \.png"),
        (("kanto", "--out", "no/such/folder/map.svg"), "cannot be written"),
        (("sekigahara",), "unknown map 'sekigahara'"),
        (("kanto", "--lang", "fr"), "language 'fr'"),
        (("kanto", "--theme", "pink"), "unknown theme 'pink'"),
    ],
)
def test_a_wrong_call_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: tuple[str, ...], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(OptionError, match=message):
        run(*args)
