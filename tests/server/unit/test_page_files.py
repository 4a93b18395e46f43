"""The page is built anew while the server runs: what is gone is not found, and the page loaded again is the new one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from gunki.server.app import build
from gunki.server.settings import Settings


def write(folder: Path, version: str) -> None:
    """As the builder does: the old files are removed, names of assets tell what is in them."""
    for path in folder.rglob("*.*"):
        path.unlink()
    (folder / "assets").mkdir(parents=True, exist_ok=True)
    (folder / "assets" / f"{version}.js").write_text(f"// {version}")
    (folder / "index.html").write_text(f"<script src=/assets/{version}.js></script>")


Get = Callable[[str], httpx.Response]


@pytest.fixture
def get(tmp_path: Path) -> Get:
    """Asks the server for a path; it is not started, which files do not need."""
    write(tmp_path / "page", "old")
    app = build(Settings(data=tmp_path / "data", page=tmp_path / "page", limits=0))

    async def ask(path: str) -> httpx.Response:
        wire = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=wire, base_url="http://localhost") as client:
            return await client.get(path)

    return lambda path: asyncio.run(ask(path))


def test_an_asset_of_the_old_page_is_gone_and_the_new_page_works(get: Get, tmp_path: Path) -> None:
    assert get("/assets/old.js").text == "// old"
    write(tmp_path / "page", "new")
    gone = get("/assets/old.js")
    assert gone.status_code == 404
    assert gone.headers["content-type"].startswith("application/problem+json")
    assert "load the page again" in gone.json()["detail"]
    assert "/assets/new.js" in get("/m/some-match").text
    assert get("/assets/new.js").text == "// new"


def test_a_file_that_goes_while_it_is_asked_for_is_not_found(
    get: Get, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert get("/assets/old.js").status_code == 200
    read: Callable[[Path], bytes] = Path.read_bytes

    def too_late(path: Path) -> bytes:
        if path.name == "old.js":
            raise FileNotFoundError(path)
        return read(path)

    monkeypatch.setattr(Path, "read_bytes", too_late)
    assert get("/assets/old.js").status_code == 404
    assert get("/").status_code == 200


def test_while_it_is_being_built_the_page_says_so(get: Get, tmp_path: Path) -> None:
    (tmp_path / "page" / "index.html").unlink()
    assert "not built" in get("/").text
    assert get("/assets/old.js").status_code == 404
    write(tmp_path / "page", "new")
    assert get("/assets/new.js").status_code == 200
