"""The floor plan in the browser."""

import json

import pytest

from camillo import Palace

pytestmark = pytest.mark.slow

WINGS, ROOMS = 50, 10


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    """A palace of 50 wings with 10 rooms each, of sizes that differ much, and names that several rooms speak of."""
    place = tmp_path_factory.mktemp("large")
    export = place / "turns.jsonl"
    with export.open("w", encoding="utf-8") as out:
        for wing in range(WINGS):
            for room in range(ROOMS):
                for turn in range(1 + (wing * room) % 7):
                    row = {
                        "conversation": f"c{wing}-{room}",
                        "turn": str(turn),
                        "speaker": "Ada",
                        "role": "user",
                        "at": "2026-05-01T10:00:00Z",
                        "wing": f"wing number {wing}",
                        "room": f"room {room} of {wing}",
                        "text": f"Talk {turn} in room {room} of wing {wing} about Zephyrine{room} Corporation.",
                    }
                    out.write(json.dumps(row) + "\n")
    with Palace.open(place / "palace.camillo") as palace:
        palace.mine(export, refine=False)
    return place / "palace.camillo"


def test_the_figures_are_those_of_stats(house, visit, shot):
    page = visit(house, "#/palace")
    page.locator(".plan svg [data-room]").first.wait_for()
    shown = {
        one.get_attribute("data-figure"): int(one.get_attribute("data-value"))
        for one in page.locator("[data-figure]").all()
    }
    stats = page.evaluate(
        "fetch('/api/palace/stats', { headers: { 'X-Camillo-Page': localStorage['camillo.proof'] } })"
        ".then(r => r.json())"
    )
    assert shown == {name: stats[name] for name in shown}
    assert set(shown) == {"memories", "wings", "rooms", "drawers", "documents", "sources"}
    assert page.locator("[data-room]").count() == stats["rooms"]
    rooms = page.evaluate(
        "[...document.querySelectorAll('[data-room] .count')].map(e => +e.textContent)"
    )
    assert sum(rooms) == stats["memories"]
    shot(page, "palace")


def test_rooms_are_sized_by_what_lies_in_them(house, visit):
    page = visit(house, "#/palace")
    page.locator(".plan svg [data-room]").first.wait_for()
    areas = page.evaluate(
        """Object.fromEntries([...document.querySelectorAll('[data-room]')].map(e => {
        const r = e.querySelector('.floor');
        return [e.dataset.room, r.getAttribute('width') * r.getAttribute('height')]; }))"""
    )
    assert page.get_by_role("link", name="notes in the wing samples, 3 memories").count() == 1
    assert areas["samples/chatgpt"] > areas["samples/notes"] * 1.2


def test_a_door_leads_along_its_tunnel(house, visit, shot):
    page = visit(house, "#/palace/orion/claude-code")
    page.locator(".tunnels path").first.wait_for()
    assert page.locator(".tunnels path").count() >= 2
    shot(page, "palace-room")
    way = page.locator("[data-way]").first
    to = way.inner_text()
    way.click()
    page.wait_for_function("() => !location.hash.includes('claude-code')")
    wing, room = to.split(" / ")
    assert page.locator(".panel h2").inner_text() == room
    assert page.locator(".panel").get_by_role("link", name="orion / claude-code").count() == 1
    assert page.locator(f'[data-room="{wing}/{room}"]').get_attribute("aria-current") == "true"


def test_a_room_leads_to_a_search_in_it_and_to_its_newest(house, visit):
    page = visit(house, "#/palace/noor-and-jules/climbing")
    page.locator(".newest a").first.wait_for()
    page.get_by_role("link", name="Search here").click()
    page.locator(".chip").nth(1).wait_for()
    page.locator("main input[type=search]").fill("overhang")
    page.locator(".talk").first.wait_for()
    assert (
        page.locator(".talk")
        .first.locator(".where")
        .first.inner_text()
        .startswith("noor-and-jules / climbing")
    )


def test_fifty_wings_and_five_hundred_rooms_are_legible_and_reached_by_keyboard(
    large, serving, visit, shot
):
    page = visit(serving(large), "#/palace")
    page.locator(".plan svg [data-room]").first.wait_for()
    assert page.locator("[data-room]").count() == WINGS * ROOMS
    shot(page, "palace-500")
    small = page.evaluate(
        """[...document.querySelectorAll('[data-room]')].filter(e => {
        const r = e.querySelector('.floor'), n = e.querySelector('.name');
        return r.getAttribute('width') < 44 || r.getAttribute('height') < 24 || n.textContent.length < 4
          || n.getBBox().width > r.getAttribute('width'); }).map(e => e.dataset.room)"""
    )
    assert small == []
    overlapping = page.evaluate(
        """(() => { const boxes = [...document.querySelectorAll('[data-room] .floor')].map(r =>
          ['x', 'y', 'width', 'height'].map(n => +r.getAttribute(n)));
        let n = 0; for (let a = 0; a < boxes.length; a++) for (let b = a + 1; b < boxes.length; b++) {
          const [x, y, w, h] = boxes[a], [i, j, k, l] = boxes[b];
          if (x < i + k - .1 && i < x + w - .1 && y < j + l - .1 && j < y + h - .1) n++; } return n; })()"""
    )
    assert overlapping == 0
    page.locator('[data-room][tabindex="0"]').focus()
    page.keyboard.press("Home")
    seen = set()
    for _ in range(WINGS * ROOMS):
        seen.add(page.evaluate("document.activeElement.dataset.room"))
        page.keyboard.press("ArrowRight")
    assert len(seen) == WINGS * ROOMS
    page.keyboard.press("Home")
    page.keyboard.press("ArrowDown")
    below = page.evaluate("document.activeElement.dataset.room")
    page.keyboard.press("Enter")
    page.wait_for_function("() => location.hash.split('/').length === 4")
    assert page.locator(".panel h2").inner_text() == below.split("/")[1]


def test_d_goes_through_the_door_of_the_room_that_has_the_focus(house, visit):
    page = visit(house, "#/palace")
    page.locator(".plan .door").first.wait_for()
    page.locator('[data-room="orion/claude-code"]').focus()
    page.keyboard.press("d")
    page.locator(".panel h2").wait_for()
    there = page.evaluate("document.activeElement.dataset.room")
    assert there != "orion/claude-code"
    assert page.locator(".panel h2").inner_text() == there.split("/")[1]
