"""Pictures of every main screen in both languages, for the README and the docs, and docs/gallery.md: `make pictures`.

The pictures are taken from the real page over a real server. Bots play up to the positions, with a fixed seed.
"""

from __future__ import annotations

import argparse
import io
import random
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, expect, sync_playwright

import gunki
from gunki import bots
from tests.browser import gallery
from tests.browser.chromium import ARGUMENTS, found
from tests.browser.gallery import FOLDER
from tests.browser.person import PATIENCE, Person
from tests.browser.positions import bring, kaizu_besieged, sit_down
from tests.browser.test_council import seated
from tests.recorded.digests import GAMES, read
from tests.server.process import Server
from tests.server.table import Table, preferring, sit
from tests.support import ROOT

#: No picture is to be heavier than this.
MOST_BYTES = 300_000
WIDE = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
LOCALES = {"en": "en-GB", "ja": "ja-JP"}
LIT_HEXES = '.target[data-lit][data-thing^="hex:"]'
#: A map that was zoomed is shown larger or smaller at first, and is drawn anew when it has come to rest.
AT_REST = """() => [...document.querySelectorAll(".bd-sheet")].every((sheet) =>
  Math.abs(new DOMMatrix(getComputedStyle(sheet).transform).a - 1) < 1e-6)"""
LESSON = {"oda": "mine", "anti_oda": "bot:random"}


class Album:
    """The browser, server, language and theme in which pictures are taken."""

    def __init__(self, browser: Browser, server: Server, lang: str, theme: str, only: str) -> None:
        self.browser, self.server, self.lang, self.theme, self.only = browser, server, lang, theme, only

    def name(self, subject: str) -> str:
        return f"{subject}-{self.lang}" + ("-dark" if self.theme == "dark" else "")

    @contextmanager
    def picture(self, subject: str, size: dict[str, int] | None = None) -> Iterator[Person]:
        """Give a person who arranges the screen; take the picture afterwards."""
        person = Person(
            self.browser, self.server.base, locale=LOCALES[self.lang], color_scheme=self.theme, viewport=size or WIDE
        )
        try:
            yield person
            person.page.mouse.move(2, 2)
            person.page.evaluate("() => document.fonts.ready.then(() => undefined)")
            person.page.wait_for_function(AT_REST, timeout=PATIENCE)
            save(person.page.screenshot(animations="disabled", caret="hide"), FOLDER / f"{self.name(subject)}.webp")
            assert not person.faults, person.faults
        finally:
            person.leave()

    def wanted(self, subject: str) -> bool:
        return self.only in self.name(subject)


def save(shot: bytes, path: Path) -> None:
    image = Image.open(io.BytesIO(shot)).convert("RGB")
    for quality in (88, 80, 70, 60):
        image.save(path, "WEBP", quality=quality, method=6)
        if path.stat().st_size < MOST_BYTES:
            break
    print(f"{path.relative_to(ROOT)}  {path.stat().st_size // 1000} kB", flush=True)
    assert path.stat().st_size < MOST_BYTES


def arranged(album: Album, game: str, plies: int, seat: str, decision: str = "") -> Table:
    """Play a match by bots up to a question, the same every time; return its table with all seats ours."""
    match = gunki.new(game, seed=11)
    players = {one: bots.bot("greedy:60", bots.bot_seed(11, one)) for one in match.seats}
    while match.decision is not None and (
        match.ply < plies or match.decision.who != seat or decision not in match.decision.name
    ):
        match.act(players[match.decision.who].choose(bots.bot_view(match, match.decision)))
    return bring(album.server, match)


def march(person: Person) -> None:
    person.answer("movement")
    person.turn()
    person.touch("area:mino")
    person.turn()
    person.answer("take oda_nobunaga")
    person.turn()
    person.answer("done")
    person.turn()
    person.number(6)
    person.turn()


def why(person: Person, thing: str) -> None:
    person.thing(thing).dispatch_event("click")
    expect(person.page.locator("section.why button.clause").first).to_be_visible(timeout=PATIENCE)


# -- the screens ------------------------------------------------------------------------------------------------------


def front(album: Album, person: Person) -> None:
    person.go("/")
    expect(person.page.locator("[data-play]").first).to_be_visible(timeout=PATIENCE)
    person.page.wait_for_load_state("networkidle")


def new_match(album: Album, person: Person) -> None:
    front(album, person)
    person.page.locator("article.card .more button").first.click()
    expect(person.page.get_by_role("dialog")).to_be_visible(timeout=PATIENCE)


def nobunaga(album: Album, person: Person) -> None:
    sit_down(person, arranged(album, "nobunaga", 45, "oda"), "oda")


def honganji(album: Album, person: Person) -> None:
    sit_down(person, arranged(album, "honganji", 45, "akechi"), "akechi")


def kanto_map(album: Album, person: Person) -> None:
    sit_down(person, arranged(album, "kanto", 2, "uesugi", "force"), "uesugi")


def kanto(album: Album, person: Person) -> None:
    """Near enough to read the counters and the numbers of the hexes."""
    kanto_map(album, person)
    person.answer("act uesugi_kenshin")
    person.turn()
    person.answer("move")
    person.turn()
    person.page.mouse.move(*middle(person, LIT_HEXES))
    person.page.mouse.wheel(0, -700)
    # What is lit is pulled half-way to the middle of the window: it lies in a corner of the map.
    there, window = middle(person, LIT_HEXES), middle(person, ".map")
    here = (there[0] + window[0]) / 2, (there[1] + window[1]) / 2
    person.page.mouse.move(*there)
    person.page.mouse.down()
    person.page.mouse.move(*here, steps=4)
    person.page.mouse.up()


def siege(album: Album, person: Person) -> None:
    """A castle under siege, and what an assault would bring."""
    sit_down(person, bring(album.server, kaizu_besieged()), "uesugi")
    person.answer("act uesugi_kenshin")
    person.turn()
    person.answer("siege")
    person.turn()
    person.page.mouse.move(*middle(person, '[data-stack="0514"]'))
    person.page.mouse.wheel(0, -700)
    expect(person.page.locator(".closer .odds").first).to_be_visible(timeout=PATIENCE)


def battle(album: Album, person: Person) -> None:
    """The assault itself, die by die."""
    siege(album, person)
    person.answer("assault")
    person.turn()
    expect(person.page.locator(".battle .dice").first).to_be_visible(timeout=PATIENCE)


def council(album: Album, person: Person) -> None:
    """What others did since one's own last decision, order by order."""
    card = seated(person, album.server, "nobunaga")
    card.locator("[data-next]").click()
    expect(card.locator("[aria-current=step]")).to_be_visible(timeout=PATIENCE)


def recorded(name: str, plies: int, seat: str, decision: str) -> gunki.Match:
    """Return a recorded game of bots at the first decision of this kind and seat after `plies` answers."""
    for ply, match in enumerate(read(GAMES / f"{name}.json.xz").replayed()):
        asked = match.decision
        if ply >= plies and asked is not None and asked.who == seat and decision in asked.name:
            return match
    raise AssertionError(f"{name}: nothing of the kind")


def hideyoshi(album: Album, person: Person) -> None:
    sit_down(person, bring(album.server, recorded("hideyoshi-shizugatake-greedy", 500, "hashiba", "force")), "hashiba")


def kenshin(album: Album, person: Person) -> None:
    sit_down(person, bring(album.server, recorded("kenshin-campaign-greedy", 700, "uesugi", "force")), "uesugi")


def middle(person: Person, selector: str) -> tuple[float, float]:
    """The middle on the screen of everything that is meant."""
    boxes = [box for one in person.page.locator(selector).all() if (box := one.bounding_box()) is not None]
    left, top = min(box["x"] for box in boxes), min(box["y"] for box in boxes)
    right, low = max(box["x"] + box["width"] for box in boxes), max(box["y"] + box["height"] for box in boxes)
    return (left + right) / 2, (top + low) / 2


def lit(album: Album, person: Person) -> None:
    sit_down(person, sit(album.server, "nobunaga", LESSON, lesson=True), "oda")
    march(person)


def why_not(album: Album, person: Person) -> None:
    lit(album, person)
    why(person, "area:bitchuu")


def odds(album: Album, person: Person) -> None:
    lit(album, person)
    person.thing("area:north_oumi").dispatch_event("click")
    person.wait(lambda now: now.staged, "the chances")


def roll(album: Album, person: Person) -> None:
    odds(album, person)
    person.primary()
    person.page.locator(".at-right .handle").click()
    line = person.page.locator(".log button.line[aria-expanded]").last
    expect(line).to_be_visible(timeout=PATIENCE)
    line.click()
    expect(person.page.locator(".log .roll").first).to_be_visible(timeout=PATIENCE)
    person.page.locator(".log .roll").first.scroll_into_view_if_needed()


def rules(album: Album, person: Person) -> None:
    why_not(album, person)
    person.page.locator("section.why button.clause").first.click()
    expect(person.page.locator("dialog [data-clause]").first).to_be_visible(timeout=PATIENCE)


def charts(album: Album, person: Person) -> None:
    nobunaga(album, person)
    person.page.keyboard.press("c")
    expect(person.page.locator("dialog table").first).to_be_visible(timeout=PATIENCE)


def finished(album: Album) -> Table:
    """A whole game in which everybody passes: it ends soon, and badly for Oda."""
    table = sit(album.server, "nobunaga", "mine")
    table.run(preferring(random.Random(5), "pass", "second"))
    return table


def replay(album: Album, person: Person) -> None:
    table = arranged(album, "nobunaga", 45, "oda")
    sit_down(person, table, "oda")
    person.go(f"/m/{table.id}/replay?ply=30")
    expect(person.page.get_by_role("slider")).to_be_visible(timeout=PATIENCE)


def result(album: Album, person: Person) -> None:
    sit_down(person, finished(album), "oda")
    expect(person.page.locator(".result .verdict")).to_be_visible(timeout=PATIENCE)


def phone(album: Album, person: Person) -> None:
    lit(album, person)


def phone_kanto(album: Album, person: Person) -> None:
    kanto(album, person)


Screen = Callable[[Album, Person], None]
SCREENS: dict[str, Screen] = {
    "front": front,
    "new-match": new_match,
    "nobunaga": nobunaga,
    "honganji": honganji,
    "kanto": kanto,
    "kanto-map": kanto_map,
    "siege": siege,
    "battle": battle,
    "council": council,
    "hideyoshi": hideyoshi,
    "kenshin": kenshin,
    "lit": lit,
    "why-not": why_not,
    "odds": odds,
    "roll": roll,
    "rules": rules,
    "charts": charts,
    "replay": replay,
    "result": result,
}
PHONES: dict[str, Screen] = {"phone": phone, "phone-kanto": phone_kanto}
#: Where the colours of the night are worth a look of their own.
DARK = {"front", "nobunaga", "kanto", "why-not", "phone"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("only", nargs="?", default="", help="only pictures whose name has this in it")
    only = parser.parse_args().only
    FOLDER.mkdir(parents=True, exist_ok=True)
    path = found()
    if path is None:
        raise SystemExit("no Chromium or Chrome: python -m tests.browser.chromium installs one or says what to do")
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder) / "data") as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=path, args=[*ARGUMENTS])
        for lang in LOCALES:
            for theme in ("light", "dark"):
                album = Album(browser, server, lang, theme, only)
                for subject, screen in {**SCREENS, **PHONES}.items():
                    if (theme == "dark" and subject not in DARK) or not album.wanted(subject):
                        continue
                    with album.picture(subject, PHONE if subject in PHONES else WIDE) as person:
                        screen(album, person)
        browser.close()
    gallery.PAGE.write_text(gallery.page(), encoding="utf-8")


if __name__ == "__main__":
    main()
