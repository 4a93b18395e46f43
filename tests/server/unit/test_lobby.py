"""Making a match: what fails leaves nothing behind."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select

from gunki.server.http.api_models import NewMatch
from gunki.server.http.http_errors import Problem
from gunki.server.matches import lobby
from gunki.server.matches.registry import Registry
from gunki.server.matches.unplayable import OpenedMatch
from gunki.server.store.match_store import LogRow
from gunki.server.store.schema import chairs, log, matches, sources
from gunki.server.store.store_errors import StoreBusy
from tests.server.unit.support import in_registry

BOTS = {"game": "nobunaga", "seats": {"oda": "bot:random", "anti_oda": "bot:random"}, "public": True}


@pytest.mark.parametrize("how", ["refused", "not stored"])
def test_a_match_of_bots_that_cannot_begin_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """Nobody could ever begin it: there is no person in it."""

    async def work(registry: Registry) -> None:
        def full(row: LogRow, *_: Any) -> Any:
            raise StoreBusy("another program holds the store")

        async def refused(*_: Any) -> Any:
            return OpenedMatch(None, {"why": "today's rules are others"})

        wanted = NewMatch.model_validate(BOTS)
        with monkeypatch.context() as patch:
            if how == "refused":
                patch.setattr(registry, "open", refused)
            else:
                patch.setattr(registry.store, "append", full)
            with pytest.raises(Problem if how == "refused" else StoreBusy):
                await lobby.create(registry, wanted, None)
        assert len(registry) == 0
        with registry.store.engine.connect() as connection:
            for table in (matches, chairs, log, sources):
                assert connection.scalar(select(func.count()).select_from(table)) == 0
        made = await lobby.create(registry, wanted, None)
        assert (await registry.get(made["id"])).state == "playing"

    in_registry(tmp_path, work)
