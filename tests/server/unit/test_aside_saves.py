"""The save of a match that is set aside: those at the table go on elsewhere, and learn nothing of its dice to come."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import cast

import gunki
from gunki.core.matches.match import Match
from gunki.server.http.limits import Limits
from gunki.server.http.requests import Server
from gunki.server.matches.registry import Registry
from gunki.server.routes.match_routes import save
from gunki.server.workers.uploads import Uploads
from tests.server.unit.support import in_registry, stored, token_at
from tests.server.unit.test_aside import played


async def saved(registry: Registry, ident: str) -> Match:
    server = Server(registry.settings, registry, cast(Uploads, None), Limits({}, 0), b"")
    return gunki.loads(bytes((await save(server, token_at("oda"), ident)).body), name="it")


def test_a_save_of_a_match_that_may_be_revived_does_not_tell_its_seed(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        match, entries = played()
        header = replace(match.header, fairness={"version": 2, "secret": "00" * 32, "taken_back": []})
        entries[20] = entries[20] | {"act": "deploy oda_nobunaga kai"}
        ident = await stored(registry, header, entries)
        live = await registry.get(ident)
        assert (live.state, live.match and live.match.ply) == ("aside", 19)
        told = await saved(registry, ident)
        assert told.position.digest() == match.at(19).position.digest()
        assert (told.header.seed != header.seed, told.header.fairness) == (True, None)
        again = await saved(registry, ident)
        assert again.header.seed != told.header.seed, "nor anything that the seed could be found by"
        assert live.match is not None
        assert live.match.header.seed == header.seed

    in_registry(tmp_path, work)


def test_what_is_over_tells_everything(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        match, entries = played(5000)
        header = replace(match.header, fairness={"version": 2, "secret": "00" * 32, "taken_back": []})
        ident = await stored(registry, header, entries, state="over")
        assert (await saved(registry, ident)).header == header

    in_registry(tmp_path, work)
