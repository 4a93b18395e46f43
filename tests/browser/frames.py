"""How smoothly the map is panned and zoomed on a slow machine: `make frames`.

Chromium without a graphics card, its page slowed down four times. The map is dragged, and brought nearer and farther, a
bit in every frame. Frames per second by the clock come from the times of the animation frames, and depend on whatever
else this machine does; what the page's own thread was busy with per frame, by the clock of its processor, hardly does.
"""

from __future__ import annotations

import argparse
import itertools
import statistics
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, sync_playwright

import gunki
from tests.browser.chromium import ARGUMENTS, found
from tests.browser.person import Person
from tests.browser.positions import bring, sit_down
from tests.server.process import Server

FLOOR = 30.0
#: How many times slower the page runs than this machine could.
SLOWER = 4
#: The scenarios with the most counters on hexes, and an area game beside them.
GAMES = {"hideyoshi": "shizugatake", "kenshin": "campaign", "kanto": "conquest_of_kanto", "nobunaga": "campaign"}
#: What the page's thread was busy with, as Chromium names it; all of its tasks, and four kinds of them.
BUSY = ("TaskDuration", "ScriptDuration", "RecalcStyleDuration", "LayoutDuration")

#: As fast as hands do it: what they do in a second is done in so many frames, however long those take.
PACE = 30
#: Something is done with the map in every frame: it finds what is under the pointer, as Chromium does for real events,
#: and sends it what a mouse would send.
MOVE = """([x, y, frames, pace, how]) => new Promise((done) => {
  const times = [];
  const ways = {
    // Held and swung to and fro, about a window's width in a second.
    pan: (now) => {
      const [clientX, clientY] = [x + 260 * Math.sin(2.6 * now), y + 170 * Math.sin(3.7 * now)];
      const at = { clientX, clientY, buttons: 1, bubbles: true, view: window };
      const under = document.elementFromPoint(clientX, clientY);
      under.dispatchEvent(new PointerEvent("pointermove", { ...at, pointerType: "mouse" }));
      under.dispatchEvent(new MouseEvent("mousemove", at));
    },
    // Nearer for a second, up to four times, and farther for another.
    zoom: (now) => {
      const at = { clientX: x, clientY: y, bubbles: true, cancelable: true, view: window };
      const under = document.elementFromPoint(x, y);
      under.dispatchEvent(new WheelEvent("wheel", { ...at, deltaY: (now % 2 < 1 ? -1000 : 1000) / pace }));
    },
  };
  const frame = (now) => {
    times.push(now);
    if (times.length > frames) return done(times);
    ways[how](times.length / pace);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
})"""
#: The counters on the map, those that lie under others too: each force's badge says how many.
COUNTERS = """() => [...document.querySelectorAll(".map .stack")].reduce((sum, stack) =>
  sum + stack.querySelectorAll(".bd-counter").length + [...stack.querySelectorAll(".more text")]
    .reduce((more, text) => more + Number(text.textContent.replace("+", "")), 0), 0)"""


@dataclass(frozen=True)
class Smoothness:
    #: Frames per second: on the whole, the frame in the middle, and the slowest twentieth.
    mean: float
    median: float
    worst: float
    #: Milliseconds of the processor per frame.
    busy: dict[str, float]

    @property
    def alone(self) -> float:
        """Frames per second if the machine had nothing else to do."""
        return 1000 / max(self.busy["TaskDuration"], 1000 / 60)

    @property
    def met(self) -> bool:
        return max(self.mean, self.alone) >= FLOOR

    def line(self) -> str:
        parts = ", ".join(f"{name.removesuffix('Duration').lower()} {self.busy[name]:.1f}" for name in BUSY)
        return (
            f"{self.alone:4.0f} fps by its own processor time: floor {'met' if self.met else 'MISSED'}; "
            f"{self.mean:.0f} by the clock (median {self.median:.0f}, worst 5 % {self.worst:.1f}); ms a frame: {parts}"
        )


def measured(person: Person, cdp: CDPSession, how: str, seconds: float) -> Smoothness:
    mouse = person.page.mouse
    x, y = middle(person)
    mouse.move(x, y)
    if how == "pan":
        mouse.down()
    before = clocks(cdp)
    times: list[float] = person.page.evaluate(MOVE, [x, y, round(seconds * PACE), PACE, how])
    after = clocks(cdp)
    mouse.up()
    gaps = sorted(late - early for early, late in itertools.pairwise(times))
    slow = gaps[-max(1, len(gaps) // 20) :]
    busy = {name: 1000 * (after[name] - before[name]) / len(gaps) for name in BUSY}
    return Smoothness(1000 / statistics.mean(gaps), 1000 / statistics.median(gaps), 1000 / statistics.mean(slow), busy)


def clocks(cdp: CDPSession) -> dict[str, float]:
    found: dict[str, Any] = cdp.send("Performance.getMetrics")
    return {one["name"]: one["value"] for one in found["metrics"]}


def middle(person: Person) -> tuple[float, float]:
    box = person.page.locator(".map .free, .map").last.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def bench(browser: Browser, server: Server, game: str, scenario: str, seconds: float) -> list[Smoothness]:
    match = gunki.new(game, scenario, seed=1)
    assert match.who is not None
    person = Person(browser, server.base, reduced_motion="no-preference")
    try:
        sit_down(person, bring(server, match), match.who)
        cdp = person.context.new_cdp_session(person.page)
        cdp.send("Performance.enable", {"timeDomain": "threadTicks"})
        cdp.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        print(f"{game} {scenario}: {person.page.evaluate(COUNTERS)} counters", flush=True)
        results = []
        for how in ("pan", "zoom"):
            results.append(measured(person, cdp, how, seconds))
            print(f"  {how:5}{results[-1].line()}", flush=True)
        assert not person.faults, person.faults
        return results
    finally:
        person.leave()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(GAMES)}; without any, all of them")
    parser.add_argument(
        "--seconds", type=float, default=4.0, help="how long each gesture takes at 30 frames per second"
    )
    wanted = parser.parse_args()
    unknown = [game for game in wanted.games if game not in GAMES]
    if unknown:
        parser.error(f"no such game here: {', '.join(unknown)}; there are {', '.join(GAMES)}")
    path = found()
    if path is None:
        raise SystemExit("no Chromium or Chrome: python -m tests.browser.chromium installs one or says what to do")
    print(f"the page {SLOWER} times slower, no graphics card; the floor is {FLOOR:.0f} frames per second")
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder) / "data") as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=path, args=[*ARGUMENTS])
        games = wanted.games or [*GAMES]
        shown = [one for game in games for one in bench(browser, server, game, GAMES[game], wanted.seconds)]
        browser.close()
    return 0 if all(one.met for one in shown) else 1


if __name__ == "__main__":
    raise SystemExit(main())
