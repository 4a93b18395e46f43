"""The story of a match: not before its end, the same for everybody, and found out once."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor

from gunki.server.http.api_models import Story
from tests.server.process import Server
from tests.server.table import Api, Player, preferring, problem, sit


def test_the_story_is_told_when_the_match_is_over(server: Server) -> None:
    table = sit(server, "nobunaga", "mine")
    path = f"/api/matches/{table.id}/story"
    problem(Api(server)("GET", path), "not_yet")
    table.run(preferring(random.Random(5), "pass", "second"))
    with ThreadPoolExecutor(4) as people:
        answers = list(people.map(lambda _: Api(server)("GET", path), range(4)))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == 1
    told = answers[0].json()
    Story.model_validate(told)
    assert told["seats"] == ["oda", "anti_oda"]
    assert told["standing"][-1]["ply"] == table.first.view()["ply"]
    assert told["points"][0]["size"] > 0


def test_a_foreign_token_is_refused_as_everywhere(server: Server) -> None:
    table = sit(server, seats="mine")
    stranger = Player(server, table.id, "x" * 43, "oda")
    problem(stranger("GET", f"/api/matches/{table.id}/story"), "unauthorized")


def test_there_is_no_story_of_a_match_that_is_not_there(server: Server) -> None:
    problem(Api(server)("GET", "/api/matches/nothing/story"), "not_found")
