"""One real server and one browser for all tests of a worker; every test has a context of its own."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.chromium import ARGUMENTS, found
from tests.browser.person import PATIENCE, Person
from tests.server.process import Server, faults

#: Opens a browser window of its own: another person, or another device. Takes what Playwright's new_context does.
Opener = Callable[..., Person]


# As wide as this folder: Playwright keeps an event loop running in its thread, which other tests have to be spared.
@pytest.fixture(scope="package")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    path = found()
    assert path is not None, "no Chromium or Chrome: python -m tests.browser.chromium installs one or says what to do"
    home = str(tmp_path_factory.mktemp("home"))  # whatever it keeps, it keeps there, whoever runs the tests
    env: dict[str, str | float | bool] = {**os.environ, "HOME": home}
    env |= dict.fromkeys(("XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"), home)
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path, args=[*ARGUMENTS], env=env, timeout=PATIENCE)
        yield launched
        launched.close()


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("browser") / "data") as running:
        yield running
        assert running.alive, f"the server died:\n{running.output()[-3000:]}"
    assert not faults(running.output()), running.output()[-3000:]


@pytest.fixture
def opened(browser: Browser, server: Server) -> Iterator[Opener]:
    """Windows whose pages must be free of errors when the test ends."""
    people: list[Person] = []

    def another(**wishes: Any) -> Person:
        person = Person(browser, wishes.pop("base", server.base), **wishes)
        people.append(person)
        return person

    yield another
    faults = [fault for person in people for fault in person.faults]
    for person in people:
        person.leave()
    assert not faults, "\n".join(faults)


@pytest.fixture
def person(opened: Opener) -> Person:
    return opened()
