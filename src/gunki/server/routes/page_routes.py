"""Routes of the web page: the built files of the package.

Every other path without a suffix gets the index, because the page has routes of its own.
"""

from __future__ import annotations

import mimetypes
from pathlib import Path, PurePosixPath

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from gunki.server.http.http_errors import Problem, methods, wrong_method

FOREVER = "public, max-age=31536000, immutable"
INDEX, ASSETS = "index.html", "assets"
NOT_BUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>gunki</title>
<h1>gunki 軍記</h1>
<p>The page is not built. Run <code>make play</code> in a clone of the project (it builds the page and starts the
server), or install a released package, which contains it. The API works: see <a href="/api/docs">/api/docs</a>.</p>
<p lang="ja">ページがまだ作られていません。プロジェクトの複製で <code>make play</code> を実行するか、
ページを含む配布パッケージを入れてください。API は使えます: <a href="/api/docs">/api/docs</a></p>
</html>
"""


class Files:
    """The built files by name, so that paths of requests never reach the file system. Notices a new build by itself."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._built: tuple[int, ...] = ()
        self._files: dict[str, Path] = {}

    def current_files(self) -> dict[str, Path]:
        """Return the path of each built file by its name.

        List the files anew if the index or a folder has changed, because every build changes these.
        """
        try:
            built = tuple(path.stat().st_mtime_ns for path in self._watch_paths())
            if built != self._built:
                paths = sorted(self._folder.rglob("*"))
                self._files = {path.relative_to(self._folder).as_posix(): path for path in paths if path.is_file()}
                self._built = built
        except OSError:
            return {}  # not built yet, or a build is running
        return self._files

    def _watch_paths(self) -> tuple[Path, ...]:
        return (self._folder / INDEX, self._folder, self._folder / ASSETS)


def router(folder: Path) -> APIRouter:
    routes = APIRouter(include_in_schema=False)
    built = Files(folder)

    @routes.api_route("/{path:path}", methods=["GET", "HEAD"])
    async def page(request: Request, path: str) -> Response:
        if path == "api" or path.startswith("api/"):
            if methods(request):
                return wrong_method(request)
            raise Problem(404, "not_found", "There is no such route; see /api/docs")
        files = built.current_files()
        if path not in files:
            if PurePosixPath(path).suffix:
                raise Problem(404, "not_found", "There is no such file; load the page again")
            path = INDEX
        if path not in files:
            return Response(NOT_BUILT, 200, {"cache-control": "no-store"}, "text/html; charset=utf-8")
        try:
            return _serve(request, path, files[path], files.get(f"{path}.gz"))
        except FileNotFoundError:
            raise Problem(404, "not_found", "This file is gone: the page was built anew; load it again") from None

    return routes


def _serve(request: Request, name: str, path: Path, packed: Path | None) -> Response:
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    if kind.startswith("text/") or kind in ("application/javascript", "application/json", "image/svg+xml"):
        kind += "; charset=utf-8"
    headers = {"cache-control": FOREVER if name.startswith(f"{ASSETS}/") else "no-cache", "vary": "accept-encoding"}
    if packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        path = packed
    data = path.read_bytes()
    tag = f'"{path.stat().st_mtime_ns:x}-{len(data):x}"'
    headers["etag"] = tag
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(data, 200, headers, kind)
