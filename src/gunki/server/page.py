"""The page: files that were built into the package. Whatever is no file is the page, which knows its own routes."""

from __future__ import annotations

import mimetypes
from pathlib import Path, PurePosixPath

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from gunki.server.problems import Problem, methods, wrong_method

FOREVER = "public, max-age=31536000, immutable"
NOT_BUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>gunki</title>
<h1>gunki 軍記</h1>
<p>The page is not built. Run <code>make play</code> in a clone of the project (it builds the page and starts the
server), or install a released package, which contains it. The API works: see <a href="/api/docs">/api/docs</a>.</p>
<p lang="ja">ページがまだ作られていません。プロジェクトの複製で <code>make play</code> を実行するか、
ページを含む配布パッケージを入れてください。API は使えます: <a href="/api/docs">/api/docs</a></p>
</html>
"""


def router(folder: Path) -> APIRouter:
    routes = APIRouter(include_in_schema=False)
    files = _files(folder)

    @routes.api_route("/{path:path}", methods=["GET", "HEAD"])
    async def page(request: Request, path: str) -> Response:
        if path == "api" or path.startswith("api/"):
            if methods(request):
                return wrong_method(request)
            raise Problem(404, "not_found", "There is no such route; see /api/docs")
        found = files.get(path)
        if found is None:
            if PurePosixPath(path).suffix:
                raise Problem(404, "not_found", "There is no such file")
            found = files.get("index.html")
            path = "index.html"
        if found is None:
            return Response(NOT_BUILT, 200, {"cache-control": "no-store"}, "text/html; charset=utf-8")
        return await _serve(request, path, found, files.get(f"{path}.gz"))

    return routes


def _files(folder: Path) -> dict[str, Path]:
    """Known once and for all, so that no path from outside ever reaches the file system."""
    if not folder.is_dir():
        return {}
    return {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()}


async def _serve(request: Request, name: str, path: Path, packed: Path | None) -> Response:
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    if kind.startswith("text/") or kind in ("application/javascript", "application/json", "image/svg+xml"):
        kind += "; charset=utf-8"
    headers = {"cache-control": FOREVER if name.startswith("assets/") else "no-cache", "vary": "accept-encoding"}
    if packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        path = packed
    data = path.read_bytes()
    tag = f'"{path.stat().st_mtime_ns:x}-{len(data):x}"'
    headers["etag"] = tag
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(data, 200, headers, kind)
