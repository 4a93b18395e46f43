"""Matches and saves that today's rules refuse, at the page: shown as far as they are good, and continued from there."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from playwright.sync_api import expect

import gunki
from tests.browser.conftest import Opener
from tests.browser.person import PATIENCE, Person
from tests.core.duel import play_out
from tests.core.test_saves import edit_line, edit_manifest
from tests.server.process import Server
from tests.server.table import Json
from tests.server.test_aside import header_of, put
from tests.server.unit.support import token_at

#: The record is good up to here; the next action is none.
GOOD, BAD = 8, "march oda kaga"


def record() -> tuple[gunki.Match, list[Json]]:
    match = play_out(gunki.new("nobunaga", seed=3), random.Random(3), 12)
    entries = [{"who": e.who, "act": e.act, "chance": [[k, list(v)] for k, v in e.chance]} for e in match.entries]
    entries[GOOD + 1]["act"] = BAD
    return match, entries


def told(person: Person) -> None:
    notice = person.page.get_by_test_id("notice")
    expect(notice).to_contain_text(f"Action {GOOD + 1}", timeout=PATIENCE)
    expect(notice).to_contain_text(BAD)
    expect(notice).to_contain_text(f"version {gunki.game('nobunaga').rules_version}")


def go_on(person: Person) -> None:
    """A new match is opened, and somebody at this page decides in it."""
    dialog = person.page.get_by_role("dialog")
    expect(dialog).to_be_visible(timeout=PATIENCE)
    for field in dialog.locator("fieldset > label > select").all():
        field.select_option("mine")
    before = person.page.url
    dialog.locator("button.seal").click()
    person.page.wait_for_url(lambda url: "/m/" in url and url != before, timeout=PATIENCE)
    sight = person.turn()
    if sight.curtain:
        person.lift()
        sight = person.turn()
    assert sight.mine
    person.choose(sight, ())
    person.turn()


@pytest.mark.parametrize("state", ["playing", "over"])
def test_a_refused_match_is_read_and_continued(opened: Opener, tmp_path: Path, state: str) -> None:
    match, entries = record()
    server = Server(tmp_path / "data")
    server.data.mkdir()
    ident = put(server.data, match.header, entries, state=state)
    with server:
        person = opened(base=server.base)
        person.go(f"/m/{ident}#seat=oda&token={token_at('oda')}")
        told(person)
        assert not person.see().mine, "nobody is asked any more"
        person.page.get_by_role("link", name="Continue from here").click()
        expect(person.page.locator(".scrubber .number")).to_have_text(f"{GOOD} / {GOOD}", timeout=PATIENCE)
        person.page.get_by_role("button", name="Branch from here").click()
        go_on(person)


def test_one_that_cannot_be_opened_says_so(opened: Opener, tmp_path: Path) -> None:
    server = Server(tmp_path / "data")
    server.data.mkdir()
    ident = put(server.data, header_of({"turn": "x"}), [{"who": "", "act": "", "chance": []}])
    with server:
        person = opened(base=server.base)
        person.go(f"/m/{ident}")
        expect(person.page.get_by_test_id("notice")).to_contain_text("turn", timeout=PATIENCE)


def test_an_uploaded_save_of_old_is_told_and_continued(person: Person, tmp_path: Path) -> None:
    path = play_out(gunki.new("nobunaga", seed=3), random.Random(3), 12).save(tmp_path / "old.gunki")
    edit_line(path, GOOD + 1, lambda entry: entry.update(act=BAD))
    edit_manifest(path, rules_version=0)
    person.go("/")
    person.page.locator("input[accept='.gunki']").set_input_files(path)
    told(person)
    expect(person.page.get_by_test_id("notice")).to_contain_text("rules version 0")
    go_on(person)
