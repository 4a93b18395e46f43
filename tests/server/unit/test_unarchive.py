"""A match that was put away comes back as it was: with its seats, its dice, its past and its chat."""

from __future__ import annotations

import json
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, select

from gunki.server.admin import retention
from gunki.server.admin.archive_format import ArchiveError, unarchive
from gunki.server.admin.match_admin import archive_match
from gunki.server.matches.registry import Registry
from gunki.server.store.schema import chairs, chat, gone, log, matches, sources
from tests.server.unit.support import begun, in_registry, play, seen
from tests.server.unit.test_admin import admin, filled, refused, state
from tests.server.unit.test_retention import TERMS, age, lonely, today


def rows(engine: Engine, ident: str) -> list[list[tuple[Any, ...]]]:
    """All that is stored of a match, but for what bringing it back adds, and the numbers of the chat."""
    wanted = [
        select(matches).where(matches.c.id == ident),
        select(chairs).where(chairs.c.match == ident).order_by(chairs.c.seat),
        select(log).where(log.c.match == ident, log.c.kind != "restored").order_by(log.c.seq),
        select(sources).where(sources.c.match == ident),
        select(chat.c.seat, chat.c.name, chat.c.text, chat.c.at).where(chat.c.match == ident).order_by(chat.c.id),
    ]
    with engine.connect() as connection:
        return [[tuple(row) for row in connection.execute(one)] for one in wanted]


def test_it_goes_on_with_the_tokens_of_its_players(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        engine = registry.store.engine
        live, tokens, made = await begun(registry, seed=None)
        for _ in range(6):
            await play(registry, live)
        await registry.store.say(live.id, "oda", "Ota", "よろしく")
        await registry.store.say((await begun(registry))[0].id, "oda", "", "elsewhere")
        before, ply_seen, last = rows(engine, live.id), seen(live, "anti_oda"), live.seq
        age(engine, live.id, 200)
        aged = rows(engine, live.id)
        registry.forget_id(live.id)
        assert retention.run(engine, tmp_path, TERMS)["archived"] == [live.id]
        assert rows(engine, live.id) == [[], [], [], [], []]
        (month,) = (tmp_path / "archive").iterdir()
        assert {stat.S_IMODE(path.stat().st_mode) for path in month.iterdir()} == {0o600}

        assert unarchive(engine, tmp_path, live.id)["ply"] == 6
        assert rows(engine, live.id) == aged
        assert [len(part) for part in aged] == [len(part) for part in before]
        assert not list(month.iterdir()), "it lies in one place"
        assert await registry.store.fate_of(live.id) is None
        again = await registry.get(live.id)
        assert again is not live
        assert again.seq > last
        for seat, token in tokens.items():
            assert again.participant_of_token(token) == seat
        now = seen(again, "anti_oda")
        assert {**now, "seq": 0} == {**ply_seen, "seq": 0}
        assert again.row.owner == live.row.owner
        assert made["commitment"]
        for _ in range(6):
            await play(registry, again)
        assert again.match is not None
        assert again.match.ply == 12
        registry.forget_id(live.id)
        assert retention.run(engine, tmp_path, TERMS)["archived"] == [], "it counts as touched"
        archive_match(engine, tmp_path, live.id)
        assert unarchive(engine, tmp_path, live.id)["ply"] == 12, "as often as one likes"

    in_registry(tmp_path, work)


def test_one_for_which_people_gather_and_one_that_is_over_come_back(tmp_path: Path) -> None:
    async def work(registry: Registry) -> tuple[str, str]:
        alone = await lonely(registry)
        age(registry.store.engine, alone, 8)
        closed, _, _ = await begun(registry)
        await today(registry)
        return alone, closed.id

    alone, closed = in_registry(tmp_path, work)
    assert admin(tmp_path, "archive")["archived"] == [alone]
    admin(tmp_path, "close", closed)
    shown = admin(tmp_path, "show", closed)
    admin(tmp_path, "archive", closed)
    assert admin(tmp_path, "unarchive", alone) == {"unarchived": alone, "state": "gathering", "ply": 0, "seats": 2}
    admin(tmp_path, "unarchive", closed)
    assert (state(tmp_path, alone), state(tmp_path, closed)) == ("gathering", "closed")
    again = admin(tmp_path, "show", closed)
    assert again["lines"] == {**shown["lines"], "restored": 1}
    assert (again["result"], again["ply"]) == (shown["result"], shown["ply"])
    assert admin(tmp_path, "check", "--replay") == []


def test_what_cannot_be_brought_back_says_why(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    live = filled(tmp_path)
    assert "is not in" in refused(tmp_path, "unarchive", live.id, capsys=capsys)
    assert "is not a match id" in refused(tmp_path, "unarchive", "../x", capsys=capsys)
    folder = Path(admin(tmp_path, "archive", live.id)["folder"])
    path = folder / f"{live.id}.json"
    whole = path.read_bytes()
    admin(tmp_path, "unarchive", live.id)
    path.write_bytes(whole)
    assert "is in the store already" in refused(tmp_path, "unarchive", live.id, capsys=capsys)
    assert path.exists()


def _without_rows(facts: dict[str, Any]) -> None:
    del facts["stored"]


def _newer(facts: dict[str, Any]) -> None:
    facts["stored"]["version"] = "9999"


def _of_another(facts: dict[str, Any]) -> None:
    facts["stored"]["chairs"][0]["match"] = "0" * 20


def _huge(facts: dict[str, Any]) -> None:
    facts["stored"]["log"][1]["seq"] = 2**60


def _wrong(facts: dict[str, Any]) -> None:
    facts["stored"]["chairs"][1]["token"] = 7


def _twice(facts: dict[str, Any]) -> None:
    facts["stored"]["log"].append(facts["stored"]["log"][-1])


def _gap(facts: dict[str, Any]) -> None:
    del facts["stored"]["log"][-2]


def _none(facts: dict[str, Any]) -> None:
    facts["stored"]["log"] = []


def _source(facts: dict[str, Any]) -> None:
    facts["stored"]["match"]["source"] = "%%%"


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (_without_rows, r"older version, without its seats; upload .*\.gunki"),
        (_newer, "newer version"),
        (_of_another, r"stored\.match\.id"),
        (_huge, r"stored\.log\[1\]\.seq: expected int"),
        (_wrong, r"stored\.chairs\[1\]\.token: expected str"),
        (_twice, "twice"),
        (_gap, "does not follow"),
        (_none, "no lines"),
        (_source, r"stored\.match\.source: expected bytes"),
    ],
)
def test_a_file_that_makes_no_sense_is_refused_whole(
    tmp_path: Path, spoil: Callable[[dict[str, Any]], None], says: str
) -> None:
    live = filled(tmp_path)
    folder = Path(admin(tmp_path, "archive", live.id)["folder"])
    path = folder / f"{live.id}.json"
    facts = json.loads(path.read_text())
    spoil(facts)
    path.write_text(json.dumps(facts))

    async def work(registry: Registry) -> None:
        engine = registry.store.engine
        with pytest.raises(ArchiveError, match=says):
            unarchive(engine, tmp_path, live.id)
        assert rows(engine, live.id) == [[], [], [], [], []]
        with engine.connect() as connection:
            assert connection.scalar(select(gone.c.how)) == "archived"

    in_registry(tmp_path, work)
    assert path.exists()


@pytest.mark.parametrize("content", [b"", b"[]", b"{", b'{"stored": 1}', b'{"stored": {"version": "0003"}}'])
def test_a_file_that_is_none_of_the_archive_is_refused(tmp_path: Path, content: bytes) -> None:
    live = filled(tmp_path)
    folder = Path(admin(tmp_path, "archive", live.id)["folder"])
    (folder / f"{live.id}.json").write_bytes(content)

    async def work(registry: Registry) -> None:
        with pytest.raises(ArchiveError):
            unarchive(registry.store.engine, tmp_path, live.id)

    in_registry(tmp_path, work)
