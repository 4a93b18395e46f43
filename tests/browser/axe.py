"""What axe finds on a page that would keep somebody out."""

from __future__ import annotations

import json
from typing import Any, Literal

from tests.browser.person import Person
from tests.support import ROOT

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
RUN = """([source, within, rules]) => {
  if (window.axe === undefined) (0, eval)(source);
  const only = rules === null ? {} : { runOnly: { type: "rule", values: rules } };
  return axe.run(within ?? document, { resultTypes: ["violations"], ...only }).then(JSON.stringify);
}"""


#: At night only the colours are other ones.
THEMES: tuple[tuple[Literal["light", "dark"], list[str] | None], ...] = (("light", None), ("dark", ["color-contrast"]))


def grave(person: Person, within: str | None = None, rules: list[str] | None = None) -> list[str]:
    """`within`: only a part of the page; `rules`: only these."""
    found: dict[str, Any] = json.loads(
        person.page.evaluate(RUN, [AXE.read_text(encoding="utf-8"), within, rules]),
    )
    assert found["passes"], "it has looked"
    return [
        f"{one['id']} ({one['impact']}): {one['help']}: " + "; ".join(node["html"][:160] for node in one["nodes"][:4])
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]


def both(person: Person, screen: str, within: str | None = None) -> list[str]:
    """The screen as it is, by day and by night."""
    found = []
    for theme, rules in THEMES:
        person.page.emulate_media(color_scheme=theme)
        person.page.locator(f':root[data-theme="{theme}"]').wait_for(state="attached")
        found += [f"{screen}, {theme}: {one}" for one in grave(person, within, rules)]
    return found
