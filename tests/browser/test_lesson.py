"""The guided start, followed to its end as it tells."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.person import PATIENCE, Person
from tests.server.process import Server
from tests.server.table import Api


def test_the_guided_start_can_be_followed_to_its_end(person: Person, server: Server) -> None:
    lesson = Api(server).get("/api/catalogue/nobunaga/lesson")
    person.go("/")
    person.button("Show me").click()
    coach = person.page.get_by_role("complementary", name="Guided start")
    for step in lesson["steps"]:
        expect(coach).to_contain_text(step["text"]["en"], timeout=PATIENCE)
        light = step.get("light", "")
        if light.startswith("area:"):
            expect(person.thing(light)).to_have_attribute("aria-pressed", "true", timeout=PATIENCE)
        if "action" in step:
            sight = person.turn()
            verb, _, number = step["action"].partition(" ")
            if sight.numbers and number.isdigit():
                person.number(int(number))
            elif light.startswith("area:"):
                person.touch(light)
            else:
                assert step["action"] in sight.actions, (verb, sight)
                person.answer(step["action"])
        elif "decision" in step:
            person.choose(person.turn(), ("pass", "done", "stop"))
        else:
            if step.get("look") == "why":
                person.thing(light).dispatch_event("click")
                expect(person.page.locator("section.why button.clause").first).to_be_visible(timeout=PATIENCE)
            coach.get_by_role("button", name="Next").click()
    expect(coach).to_contain_text("That is all you need", timeout=PATIENCE)
    coach.get_by_role("button", name="Play on").click()
    expect(coach).to_be_hidden()
    person.turn()
