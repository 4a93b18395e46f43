"""Routes of the catalogue: games, boards, rules, lessons. None of it changes while the server runs."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from gunki import __version__
from gunki.core.definition.texts import LANGUAGES
from gunki.server.http.api_models import PROBLEMS, About
from gunki.server.http.requests import ServerDep, json_response, response_docs
from gunki.server.views import catalogue
from gunki.server.views.catalogue import Page

router = APIRouter(prefix="/api", tags=["catalogue"])

GameId = Annotated[str, Path(min_length=1, max_length=64)]
Scenario = Annotated[str | None, Query(min_length=1, max_length=64)]
Object = dict[str, Any]


def _answer(request: Request, page: Page) -> Response:
    headers = {"etag": page.tag, "cache-control": "no-cache", "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == page.tag:
        return Response(status_code=304, headers=headers)
    if page.packed and "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        return Response(page.packed, 200, headers, "application/json")
    return Response(page.body, 200, headers, "application/json")


@router.get("/about", responses=response_docs(About))
async def about(server: ServerDep) -> Response:
    """The server's name, version and languages, and the largest sizes that it accepts."""
    limits = {
        "body": server.settings.largest_body,
        "upload": server.settings.largest_upload,
        "chat": 500,
        "name": 40,
        "action": 200,
    }
    return json_response({"name": "gunki", "version": __version__, "languages": list(LANGUAGES), "limits": limits})


@router.get("/catalogue", responses=response_docs(list[Object]))
async def games(request: Request) -> Response:
    """A summary of each game."""
    return _answer(request, await run_in_threadpool(catalogue.games))


@router.get("/catalogue/{game}", responses=response_docs(Object))
async def game(request: Request, game: GameId) -> Response:
    """All fixed data of a game: texts, clauses, rulings, charts."""
    return _answer(request, await run_in_threadpool(catalogue.whole, game))


@router.get("/catalogue/{game}/board", responses=response_docs(Object))
async def board(request: Request, game: GameId, scenario: Scenario = None) -> Response:
    """The board of a scenario."""
    return _answer(request, await run_in_threadpool(catalogue.board, game, scenario))


@router.get("/catalogue/{game}/start", responses=response_docs(Object))
async def start(request: Request, game: GameId, scenario: Scenario = None) -> Response:
    """The start position of a scenario, for a spectator, without making a match."""
    return _answer(request, await run_in_threadpool(catalogue.start, game, scenario))


@router.get("/catalogue/{game}/guide", responses=response_docs(Object))
async def guide(request: Request, game: GameId) -> Response:
    """The short guide to a game."""
    return _answer(request, await run_in_threadpool(catalogue.guide, game))


@router.get("/catalogue/{game}/lesson", responses=response_docs(Object))
async def first_lesson(request: Request, game: GameId) -> Response:
    """The first lesson of a game."""
    return _answer(request, await run_in_threadpool(catalogue.lesson, game, None))


@router.get("/catalogue/{game}/lessons/{lesson}", responses=response_docs(Object))
async def lesson(request: Request, game: GameId, lesson: Annotated[str, Path(min_length=1, max_length=64)]) -> Response:
    """A lesson: a small prepared position, and the task in it."""
    return _answer(request, await run_in_threadpool(catalogue.lesson, game, lesson))


@router.get(
    "/catalogue/{game}/map/{file}",
    responses={200: {"content": {"image/webp": {}, "image/png": {}, "image/jpeg": {}}}, **PROBLEMS},
)
async def map_file(game: GameId, file: Annotated[str, Path(min_length=1, max_length=64)]) -> Response:
    """An image of the game's map."""
    body, kind = await run_in_threadpool(catalogue.map_file, game, file)
    return Response(body, 200, {"cache-control": "max-age=86400"}, kind)
