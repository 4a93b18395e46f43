"""A walk through every game as a newcomer takes it, with a picture wherever one would ask something: `make walks`.

The walk begins at the front page, the guide, the lesson and a first match against a bot. Then come what others did, a
fight, the last turns and the end of a recorded game, played on at the page. The answers are read from the screens.
"""

from __future__ import annotations

import argparse
import io
import re
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Locator, expect, sync_playwright

from tests.browser.chromium import ARGUMENTS, found
from tests.browser.person import PATIENCE, Person
from tests.browser.positions import bring, sit_down
from tests.fights import FIGHTS
from tests.recorded.digests import GAMES, read
from tests.server.process import Server
from tests.server.table import Api, Table
from tests.support import ROOT

FOLDER = ROOT / "docs" / "walk"
WINDOW = {"width": 1280, "height": 800}
QUALITY = 58
#: Milliseconds in which the map comes to rest.
REST = 700
#: The most decisions of others that the council card may tell here: what does not fit on one screen is not read.
MOST = 40


#: True when every seat on the front page has its name: then the texts of all games have come.
NAMED = """() => [...document.querySelectorAll("[data-play]")]
  .every((button) => !button.textContent.includes(button.dataset.play.split(".")[1]))"""


@dataclass(frozen=True)
class Plan:
    """What is walked through: the seat, a recorded game of it, and somewhere that cannot be chosen at first."""

    seat: str
    record: str
    lesson: str


PLANS = {
    "nobunaga": Plan("oda", "nobunaga-campaign-again", "battle"),
    "honganji": Plan("akechi", "honganji-four_players-greedy", "battle"),
    "kanto": Plan("uesugi", "kanto-heaven_and_earth-greedy", "battle"),
    "hideyoshi": Plan("hashiba", "hideyoshi-tennozan-greedy", "siege"),
    "kenshin": Plan("uesugi", "kenshin-campaign-greedy", "campaign"),
}


@dataclass
class Walk:
    game: str
    plan: Plan
    person: Person
    server: Server
    lines: list[str] = field(default_factory=list)
    taken: int = 0

    def chapter(self, title: str) -> None:
        self.lines += [f"## {title}", ""]

    def shot(self, name: str, question: str, answer: str) -> None:
        """What a stranger asks here, the picture, and what the screen says to it."""
        page = self.person.page
        page.mouse.move(2, 2)
        page.evaluate("() => document.fonts.ready.then(() => undefined)")
        page.wait_for_timeout(REST)
        self.taken += 1
        path = FOLDER / f"{self.game}-{self.taken:02}-{name}.webp"
        image = Image.open(io.BytesIO(page.screenshot(animations="disabled", caret="hide"))).convert("RGB")
        image.save(path, "WEBP", quality=QUALITY, method=6)
        self.lines += [
            f"**“{question}”** {answer}",
            "",
            f"![{question}]({path.name})",
            "",
        ]
        print(f"{path.relative_to(ROOT)}  {path.stat().st_size // 1000} kB", flush=True)

    def read(self, selector: str) -> str:
        """What stands there, as one line, without the signs of its keys."""
        there = self.person.page.locator(selector).first
        expect(there).to_be_visible(timeout=PATIENCE)
        return re.sub(r" A$| ✕", "", re.sub(r"\s+", " ", there.inner_text()).strip())


# -- before the first match -------------------------------------------------------------------------------------------


def arrive(walk: Walk) -> None:
    walk.chapter("Before the first match")
    walk.lines += ["```", "git clone … gunki && cd gunki", "make play", "```", ""]
    person = walk.person
    person.go("/")
    play = person.page.locator(f'[data-play="{walk.game}.{walk.plan.seat}"]')
    expect(play).to_be_visible(timeout=PATIENCE)
    person.page.wait_for_function(NAMED)
    card = person.page.locator("article.card").filter(has=play)
    expect(card.locator(".picture svg > *").first).to_be_visible(timeout=PATIENCE)
    title = card.locator("h2").inner_text()
    card.scroll_into_view_if_needed()
    walk.lines.insert(0, f"# A walk through {title}\n")
    answer = (
        f"Each game has a card: what it is about, a lesson, a guide of two pages, and *{play.inner_text().strip()}*."
    )
    walk.shot("front", "The page has opened. Where do I begin?", answer)
    card.get_by_role("link", name="Guide").click()
    expect(person.page.locator("main h2").first).to_be_visible(timeout=PATIENCE)
    walk.shot(
        "guide",
        "What is this game, in short?",
        "The guide: the aim, a turn, and what to know, with clauses to open.",
    )


def learn(walk: Walk) -> None:
    person, lesson = walk.person, walk.plan.lesson
    person.go("/")
    person.page.locator(f'[data-lesson="{walk.game}.{lesson}"]').click()
    coach = person.page.get_by_role("complementary", name="Lesson")
    expect(coach).to_be_visible(timeout=PATIENCE)
    person.turn()
    told = "The lesson beside the map says each step, and marks on the map what it means."
    walk.shot("lesson", "I have read nothing. What do I click?", told)
    steps = Api(walk.server).get(f"/api/catalogue/{walk.game}/lessons/{lesson}")["steps"]
    if follow(person, coach, steps):
        told = "The lesson explains the dice that fell: what was needed, what counted, and the result."
        walk.shot("lesson-dice", "Dice have fallen. What happened?", told)


def follow(person: Person, coach: Locator, steps: list[dict[str, Any]]) -> bool:
    """Does what the lesson says up to where it explains what was rolled."""
    for _ in range(3 * len(steps)):
        here = coach.get_attribute("data-step")
        step = steps[int(here or 1) - 1]
        if "explain" in step:
            return True
        if "until" in step:
            obey(person, step)
        else:
            coach.get_by_role("button", name="Next").click()
        person.page.wait_for_function(
            "before => document.querySelector('[data-step]')?.dataset.step !== before",
            arg=here,
        )
    return False


def obey(person: Person, step: dict[str, Any]) -> None:
    done = step["until"].get("done", [])
    wishes = [done] if isinstance(done, str) else done
    sight = person.turn()
    # `*` at the end stands for any words, also for none.
    stems = [wish.removesuffix("*").strip() for wish in wishes]
    fitting = [action for stem in stems for action in sight.actions if f"{action} ".startswith(f"{stem} ")]
    light = step.get("light", "")
    if fitting:
        person.answer(fitting[0])
    elif sight.numbers:
        person.number(max(sight.numbers))
    elif light.partition(":")[0] in ("area", "hex", "unit", "general", "force"):
        person.touch(light)
    else:
        person.choose(sight, ())


# -- at the table -----------------------------------------------------------------------------------------------------


def begin(walk: Walk) -> None:
    walk.chapter("The first decision")
    person = walk.person
    person.decided = 0
    person.play(f"{walk.game}.{walk.plan.seat}")
    expect(person.page.locator("[data-council]")).to_be_hidden(timeout=PATIENCE)
    aim = walk.read("button.aim")
    walk.shot(
        "first",
        "What now?",
        f"At the left stands the question, “{walk.read('.decision h2')}”, with every answer below it. What may be "
        f"chosen on the map is lit. Above the map stands your aim: “{aim}”.",
    )
    person.page.keyboard.press("a")
    expect(person.page.get_by_role("dialog").locator("li").first).to_be_visible(timeout=PATIENCE)
    told = "Every way to win and to lose, in the order of the rules, with its clause and how close it is."
    walk.shot("aims", "How is this won, and how lost?", told)
    person.page.keyboard.press("Escape")
    person.page.locator(".map [data-thing]:not([data-lit])").last.dispatch_event("click")
    why = walk.read("section.why")
    walk.shot(
        "why-not",
        "I clicked, and nothing moved. Why not?",
        f"The table gives the reason, with its clause: “{shorter(why)}”.",
    )


def ask_why(person: Person) -> None:
    """A click on something that cannot be chosen; some things only show themselves closely."""
    for thing in reversed(person.page.locator(".map .surface [data-thing]:not([data-lit])").all()[-12:]):
        thing.dispatch_event("click")
        person.page.wait_for_timeout(2 * REST)
        if person.page.locator("section.why").is_visible():
            return
    raise AssertionError("nothing here says why not")


def shorter(text: str, most: int = 150) -> str:
    return text if len(text) <= most else text[:most].rsplit(" ", 1)[0] + " …"


def moments(plan: Plan) -> tuple[int, int, int]:
    """Of the recorded game: where others have just acted, fought if possible, before an order of one's own; where the
    turn's end would end it; and the last decision.
    """
    watched, moved, warned, last, since = 0, 0, 0, 0, 0
    for match in read(GAMES / f"{plan.record}.json.xz").replayed():
        if match.who != plan.seat:
            continue
        if match.starts_order and 1 < match.ply - since < MOST < match.ply:
            told = [event for ply in range(since + 1, match.ply + 1) for event in match.events_at(ply)]
            fought = any(opens(event) for event in told)
            watched = watched or (match.ply if fought else 0)
            moved = moved or (match.ply if len(told) > 4 else 0)
        if warned == 0 and match.aims(plan.seat)["turn_end"]["ends"] in (
            "yes",
            "maybe",
        ):
            warned = match.ply
        since = last = match.ply
    return watched or moved or last, warned or last, last


def opens(event: Any) -> bool:
    fight = event.to_dict()["data"].get("fight")
    return isinstance(fight, dict) and fight.get("opens") is True


def at(walk: Walk, ply: int) -> Table:
    """The recorded game at one of its decisions, with bots in the other seats."""
    for match in read(GAMES / f"{walk.plan.record}.json.xz").replayed():
        if match.ply == ply:
            seats = {seat: "mine" if seat == walk.plan.seat else "bot:greedy:2" for seat in match.seats}
            table = bring(walk.server, match, seats)
            walk.person.decided = 0
            sit_down(walk.person, table, walk.plan.seat)
            return table
    raise AssertionError(f"{walk.plan.record} has no decision {ply}")


def watch(walk: Walk, ply: int) -> None:
    walk.chapter("The bot's turn")
    at(walk, ply)
    page = walk.person.page
    card = page.locator("[data-council]")
    if not card.is_visible():
        page.keyboard.press("h")
    expect(card).to_be_visible(timeout=PATIENCE)
    told = "The council card tells what the others did since your last decision, order by order."
    walk.shot("council", "The others have acted. What happened?", told)
    card.locator("[data-next]").click()
    expect(page.locator("[data-flash]").first).to_be_attached(timeout=PATIENCE)
    told = "Each line of the card is shown on the map: who, where from and where to. ← and → step through the lines."
    walk.shot("council-map", "Where was that?", told)
    fights = card.get_by_role("button", name="Watch the fight")
    told = "The battle scene beside the place: both forces, each modifier with its clause, the dice and the losses."
    if fights.count() == 0:  # there was no fight just now
        look_back(walk)
        told += " (This fight is from a prepared position, not from the same game.)"
    else:
        fights.first.click()
    expect(page.get_by_role("region", name="Battle scene")).to_be_visible(timeout=PATIENCE)
    walk.shot("battle", "Who won that fight, and why?", told)


def look_back(walk: Walk) -> None:
    match = FIGHTS[walk.game]()
    assert match.who is not None
    walk.person.decided = 0
    sit_down(walk.person, bring(walk.server, match), match.who)
    walk.person.button("Chronicle").first.click()
    rolls = walk.person.page.get_by_role("log").locator("button.line[aria-expanded]")
    expect(rolls.last).to_be_visible(timeout=PATIENCE)
    rolls.last.click()
    walk.person.button("Step through it").last.click()


def warn(walk: Walk, ply: int) -> None:
    walk.chapter("The last turns")
    at(walk, ply)
    walk.person.page.keyboard.press("Escape")
    said = walk.read("button.aim")
    walk.shot(
        "warning",
        "Is it nearly over? Am I losing?",
        f"The line above the map says it: “{shorter(said, 240)}”.",
    )


def end(walk: Walk, ply: int) -> None:
    walk.chapter("The end")
    table, person = at(walk, ply), walk.person
    sight = person.turn()
    while not sight.over:
        assert person.decided < 60, sight
        person.choose(sight, ("end", "pass", "done", "stay", "halt", "decline"))
        sight = person.turn()
    result = person.page.locator("dialog .result")
    points = result.get_by_role("region", name="Turning points")
    expect(points.get_by_role("listitem").first).to_be_visible(timeout=PATIENCE)
    walk.shot(
        "result",
        "It is over. Did I win, and why?",
        f"“{walk.read('dialog .result .verdict')}”. The screen gives the reason with its clause, and what the points "
        "consist of.",
    )
    points.scroll_into_view_if_needed()
    told = "The turning points, the greatest first. You can see each again, and play on from before it."
    walk.shot("story", "Where did it go wrong?", told)
    luck = result.get_by_role("region", name="Your luck, and theirs")
    luck.scroll_into_view_if_needed()
    told = "What was rolled, what was to be expected, and the range in which nine of ten games lie."
    walk.shot("luck", "Was it the dice?", told)
    person.go(f"/m/{table.id}/replay?ply={ply * 2 // 3}")
    expect(person.page.get_by_role("slider")).to_be_visible(timeout=PATIENCE)
    told = "The replay has every decision on its slider. *Branch from here* plays on from the decision that is shown."
    walk.shot("replay", "Can I look at it again, and try something else?", told)


# -- all of it --------------------------------------------------------------------------------------------------------


def taken(browser: Browser, server: Server, game: str) -> Walk:
    for old in FOLDER.glob(f"{game}-*.webp"):
        old.unlink()
    person = Person(browser, server.base, viewport=WINDOW)
    walk = Walk(game, PLANS[game], person, server)
    try:
        watched, warned, last = moments(walk.plan)
        arrive(walk)
        learn(walk)
        begin(walk)
        watch(walk, watched)
        warn(walk, warned)
        end(walk, last)
        assert not person.faults, person.faults
    finally:
        person.leave()
    (FOLDER / f"{game}.md").write_text("\n".join(walk.lines), encoding="utf-8")
    return walk


INDEX = """# A walk through each game

What a newcomer sees, from `make play` to the end of a game against a bot. There is a picture at each point where one
would ask *what now?* or *what happened?*, with what the screen answers.

{games}

The front page, the guide, the lesson and the first decision are those of a new match. The bot's turn, the last turns
and the end are from a recorded game (`tests/recorded/games`), which is played on at the page from there. The quoted
words are read from the screen. `make walks` takes all of it anew (`tests/browser/walks.py`).

[A walk for newcomers](../walk.md) explains the page in general.
"""


def index() -> str:
    """The walks that there are, by the titles of their games."""
    pages = [FOLDER / f"{game}.md" for game in PLANS if (FOLDER / f"{game}.md").exists()]
    titles = [page.read_text(encoding="utf-8").partition("\n")[0].partition("through ")[2] for page in pages]
    lines = [f"- [{title}]({page.name})" for title, page in zip(titles, pages, strict=True)]
    return INDEX.format(games="\n".join(lines))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "games",
        nargs="*",
        metavar="GAME",
        help=f"of {', '.join(PLANS)}; without any, all of them",
    )
    games = parser.parse_args().games or [*PLANS]
    unknown = [game for game in games if game not in PLANS]
    if unknown:
        parser.error(f"no such game: {', '.join(unknown)}; there are {', '.join(PLANS)}")
    path = found()
    if path is None:
        raise SystemExit("no Chromium or Chrome: python -m tests.browser.chromium installs one or says what to do")
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder) / "data") as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=path, args=[*ARGUMENTS])
        for game in games:
            taken(browser, server, game)
            (FOLDER / "README.md").write_text(index(), encoding="utf-8")
        browser.close()


if __name__ == "__main__":
    main()
