"""Somebody who owns the printed map corrects ours and takes the files home."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from gunki.draw import draw_map
from tests.browser.person import PATIENCE, Person

#: A hex of foothills, and the neighbour below it; no river runs between them.
HEX, SIDE = "0707", "0708"


def open_hex(person: Person, number: str = HEX) -> None:
    person.page.get_by_label("Number of the hex").fill(number)
    person.button("Show", exact=True).click()


def saved(person: Person, name: str, folder: Path) -> list[str]:
    with person.page.expect_download() as waiting:
        person.button(f"Save {name}").click()
    assert waiting.value.suggested_filename == name
    waiting.value.save_as(folder / name)
    return (folder / name).read_text(encoding="utf-8").splitlines()


def test_corrections_are_kept_saved_and_read_by_the_engine(person: Person, tmp_path: Path) -> None:
    page = person.page
    person.go("/look/kanto")
    page.get_by_role("link", name="Correct the map").click()
    expect(person.button("Save hexes.csv")).to_be_disabled(timeout=PATIENCE)

    open_hex(person)
    terrain = page.get_by_label("Terrain")
    expect(terrain).to_be_focused()
    expect(terrain).to_have_value("foothills")
    terrain.select_option("marsh")
    kind, crossing = page.locator(f'[data-kind="{SIDE}"]'), page.locator(f'[data-crossing="{SIDE}"]')
    expect(crossing).to_be_disabled()
    kind.select_option("river")
    crossing.select_option("ford")
    expect(page.locator(f'.picked [data-thing="hex:{HEX}"]')).to_be_visible()

    assert saved(person, "hexes.csv", tmp_path) == ["hex,terrain,province", f"{HEX},marsh,Echigo"]
    assert saved(person, "sides.csv", tmp_path) == ["a,b,kind,crossing", f"{HEX},{SIDE},river,ford"]
    assert draw_map("kanto", data=tmp_path) != draw_map("kanto")

    page.reload()  # this browser remembers them
    expect(page.locator("[data-change]")).to_have_count(2, timeout=PATIENCE)
    page.locator(f'[data-change="{HEX}"]').get_by_role("button", name="Undo").click()
    expect(page.locator("[data-change]")).to_have_count(1)
    open_hex(person)
    expect(terrain).to_have_value("foothills")

    page.locator("input[type=file]").set_input_files(tmp_path / "hexes.csv")
    expect(terrain).to_have_value("marsh")
    bad = tmp_path / "bad.csv"
    bad.write_text("hex,terrain\n0707,lava\n", encoding="utf-8")
    page.locator("input[type=file]").set_input_files(bad)
    person.says("bad.csv, line 2, field terrain: “lava” is not possible on this map.")
    expect(terrain).to_have_value("marsh")


def test_a_hex_is_chosen_on_the_map_by_keys_and_by_pointer(person: Person) -> None:
    page = person.page
    person.go("/maps/kanto")
    first = page.locator('[data-thing="hex:0101"]')
    first.focus(timeout=PATIENCE)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Hex 0102")).to_be_visible()
    expect(page.get_by_label("Terrain")).to_be_focused()
    page.locator(".map").click()  # the middle of the map
    expect(page.get_by_role("heading", name="Hex 0102")).to_be_hidden()
    expect(page.get_by_role("heading", name="Hex ")).to_be_visible()

    open_hex(person, "9999")
    person.says("There is no hex 9999 on this map.")


def test_only_maps_of_hexes_can_be_corrected(person: Person) -> None:
    person.go("/maps/nobunaga")
    person.says("This game has no map of hexes to correct.")
    person.go("/")
    expect(person.page.locator('a[href="/maps/kanto"]')).to_be_visible(timeout=PATIENCE)
    expect(person.page.locator('a[href="/maps/nobunaga"]')).to_have_count(0)
