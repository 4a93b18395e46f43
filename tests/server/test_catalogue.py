"""What never changes: games, texts, charts, boards; and the API's own description."""

from __future__ import annotations

import pytest

import gunki
from tests.server.process import Server
from tests.server.table import Api, Json, Player, options, problem, seats_of, sit

GAMES = gunki.game_ids()


@pytest.fixture
def api(server: Server) -> Api:
    return Api(server)


def test_about(api: Api) -> None:
    about = api.get("/api/about")
    assert about["name"] == "gunki"
    assert about["version"] == gunki.__version__
    assert {"en", "ja"} <= set(about["languages"])
    assert about["limits"]


def test_every_game_is_in_the_catalogue(api: Api) -> None:
    games = {entry["id"]: entry for entry in api.get("/api/catalogue")}
    assert list(games) == GAMES
    for ident, entry in games.items():
        assert entry.keys() >= {"id", "title", "subtitle", "about", "scenarios", "options", "bots", "lessons"}
        assert entry["title"]["en"]
        assert entry["title"]["ja"]
        for scenario in entry["scenarios"]:
            assert tuple(scenario["seats"]) == gunki.new(ident, scenario["id"], seed=0).seats
        names = {option["name"] for option in entry["options"]}
        assert names == {option.name for option in gunki.game(ident).match_options}
        assert all(option["text"]["en"] and option["text"]["ja"] for option in entry["options"])
        assert {bot["name"] for bot in entry["bots"]} >= {"greedy", "random"}


@pytest.mark.parametrize("game", GAMES)
def test_a_game_with_all_its_texts(api: Api, game: str) -> None:
    answer = api("GET", f"/api/catalogue/{game}")
    found: Json = answer.json()
    wanted = {
        "id",
        "rules_version",
        "texts",
        "verbs",
        "clauses",
        "rulings",
        "charts",
        "tables",
        "overlays",
        "signs",
        "seats",
    }
    assert found.keys() >= wanted | {"sides"}
    assert found["texts"]["en"].keys() == found["texts"]["ja"].keys()
    clauses = {clause["id"]: clause for clause in found["clauses"]}
    assert len(clauses) == len(gunki.game(game).clauses)
    assert all(clause["text"]["en"] and clause["text"]["ja"] for clause in clauses.values())
    etag = answer.headers["etag"]
    again = api("GET", f"/api/catalogue/{game}", headers={"if-none-match": etag})
    assert again.status_code == 304
    assert not again.content


@pytest.mark.parametrize("game", GAMES)
def test_board_and_start(api: Api, game: str) -> None:
    board = api.get(f"/api/catalogue/{game}/board")
    places = {place["id"] for place in board["places"]}
    assert board["kind"] in ("areas", "hexes")
    if board["kind"] == "areas":  # hexes are beside each other by their place
        assert all(set(place["near"]) <= places for place in board["places"])
    start = api.get(f"/api/catalogue/{game}/start")
    assert start["view"]["seat"] is None
    assert not start["view"].get("hand")
    assert set(start["scene"]["places"]) <= places | {spot["id"] for spot in board.get("spots", ())}
    for path in ("board", "start"):
        problem(api("GET", f"/api/catalogue/{game}/{path}", params={"scenario": "nowhere"}), "bad_request", "not_found")


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_can_be_played_as_it_says(server: Server, api: Api, game: str) -> None:
    entry = next(e for e in api.get("/api/catalogue") if e["id"] == game)
    assert entry["lessons"]
    assert api.get(f"/api/catalogue/{game}/lesson")["id"] == entry["lessons"][0]["id"]
    for short in entry["lessons"]:
        lesson = api.get(f"/api/catalogue/{game}/lessons/{short['id']}")
        assert lesson["title"] == short["title"]
        seats = dict.fromkeys(seats_of(game, lesson["scenario"]), "bot:random")
        seats[lesson["seat"]] = "mine"
        table = sit(server, game, seats, lesson=short["id"], scenario=lesson["scenario"])
        first = next(step["until"]["done"] for step in lesson["steps"] if "until" in step)
        assert first in options(table.first.view()), "the first thing to do can be done"


def test_a_lesson_that_is_not_there_is_refused_by_name(api: Api) -> None:
    answer = problem(api("GET", "/api/catalogue/kanto/lessons/nothing"), "not_found")
    assert "march, siege, battle" in answer["detail"]
    wish = {"game": "kanto", "seats": {"uesugi": "mine", "takeda": "bot:random"}, "lesson": "nothing"}
    problem(api("POST", "/api/matches", json=wish), "not_found")


@pytest.mark.parametrize("game", GAMES)
def test_a_guide_and_chapters_in_both_languages(api: Api, game: str) -> None:
    guide = api.get(f"/api/catalogue/{game}/guide")
    assert all(guide["text"][lang].startswith("# ") for lang in ("en", "ja"))
    found = api.get(f"/api/catalogue/{game}")
    assert {clause["chapter"] for clause in found["clauses"]} == set(found["chapters"])


@pytest.mark.parametrize(
    "path",
    [
        "/api/catalogue/go",
        "/api/catalogue/go/board",
        "/api/catalogue/go/lesson",
        "/api/catalogue/nobunaga/map/..%2f..%2f__init__.py",
        "/api/catalogue/nobunaga/map/%2e%2e%2fgame.py",
        "/api/catalogue/nobunaga/map/%2fetc%2fpasswd",
        "/api/catalogue/nobunaga/map/nothing.webp",
        "/api/catalogue/..%2f..%2fpyproject.toml",
        "/api/nothing",
        "/api/matches/x/y/z",
    ],
)
def test_what_is_not_there_is_not_found(api: Api, path: str) -> None:
    problem(api("GET", path), "not_found", "bad_request")


@pytest.mark.parametrize(
    "path", ["/..%2f..%2f..%2fetc%2fpasswd", "/%2e%2e/%2e%2e/etc/passwd", "/assets/..%2f..%2fmain.py"]
)
def test_the_page_serves_nothing_but_the_page(api: Api, path: str) -> None:
    answer = api("GET", path)
    assert "root:" not in answer.text
    assert "import " not in answer.text or answer.headers["content-type"].startswith(("text/html", "text/javascript"))


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "TRACE"])
def test_other_methods_are_refused(api: Api, method: str) -> None:
    answer = api(method, "/api/matches")
    assert answer.status_code == 405
    problem(answer)


def test_the_api_describes_itself(api: Api) -> None:
    described = set(api.get("/api/openapi.json")["paths"])
    wanted = {
        "/api/about",
        "/api/catalogue",
        "/api/matches",
        "/api/uploads",
    }
    assert wanted <= described
    assert any(path.endswith("/actions") for path in described)
    assert len(described) >= 20
    page = api("GET", "/api/docs")
    assert page.status_code == 200
    assert page.headers["content-type"].startswith("text/html")


@pytest.mark.parametrize("game", GAMES)
def test_overlays(server: Server, game: str) -> None:
    table = sit(server, game)
    player: Player = table.first
    board = player.get(f"/api/catalogue/{game}/board")
    places = {place["id"] for place in board["places"]}
    some = list(player.view()["scene"]["places"])[:4]
    names = [o if isinstance(o, str) else o["id"] for o in player.get(f"/api/catalogue/{game}")["overlays"]]
    assert names
    shown = 0
    for name in names:
        for place in some:
            answer = player("GET", player.path(f"query/{name}"), params={"thing": f"{board['domain']}:{place}"})
            if answer.status_code != 200:
                problem(answer, "bad_request", "illegal", "not_found")
                continue
            overlay = answer.json()
            shown += 1
            assert overlay["overlay"] == name
            assert set(overlay["places"]) <= places | {spot["id"] for spot in board.get("spots", ())}
            assert overlay.keys() >= {"overlay", "places", "lines", "notes"}
    assert shown
