"""The graph in the browser: what is beside a thing, as a picture and as a list, and paths through it."""

import time

import pytest

from camillo import Palace

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def woven(tmp_path_factory):
    """A palace of a few things that hang together."""
    place = tmp_path_factory.mktemp("woven") / "palace.camillo"
    with Palace.open(place) as palace:
        palace.facts.add("Ana Ruiz", "works at", "Acme", valid_from="2019-03-01")
        palace.facts.add("Acme", "located in", "Lyon")
        palace.facts.add("Bo Lindt", "lives in", "Lyon", valid_from="2024-01-01")
        palace.add("On the bridge we met Ana Ruiz.", wing="town", at="2025-01-05")
        palace.add("A letter from Ana Ruiz came late.", wing="town", at="2026-02-01")
        palace.notes.create("Who built it: Ana Ruiz.", title="The bridge")
        palace.notes.create("See [[the-bridge]].", title="Roads")
    return place


@pytest.fixture(scope="module")
def woven_house(woven, served):
    return served(woven)


def beside(page):
    return page.locator(".dots [data-dot]").evaluate_all("all => all.map(e => e.dataset.dot)")


def test_one_starts_from_a_name_and_sees_what_is_beside_it(woven_house, visit, shot):
    page = visit(woven_house, "#/graph")
    page.get_by_text("Where to start").wait_for()
    page.locator(".graph > .find input").fill("ana")
    page.locator("[role=option]", has_text="Ana Ruiz").first.wait_for()
    page.keyboard.press("Enter")
    page.locator('[data-chosen="entity:ana ruiz"]').wait_for()
    assert {"entity:acme", "page:the-bridge"} <= set(beside(page))
    page.locator(".canvas canvas").first.wait_for()
    page.locator('.canvas[data-settled="true"]').wait_for()
    shot(page, "graph")


def test_the_list_expands_opens_and_walks_by_keyboard_alone(woven_house, visit):
    page = visit(woven_house, "#/graph?id=entity:ana ruiz")
    page.locator('[data-chosen="entity:ana ruiz"]').wait_for()
    page.locator('[data-dot="entity:acme"]').focus()
    page.keyboard.press("Enter")
    page.locator('[data-chosen="entity:acme"]').wait_for()
    assert "entity:lyon" not in beside(page)
    page.get_by_role("button", name="Expand Acme").focus()
    page.keyboard.press("Enter")
    page.locator('[data-dot="entity:lyon"]').wait_for()
    page.wait_for_function(
        "() => !document.querySelector('.canvas') || Number(document.querySelector('.canvas').dataset.nodes) >= 6"
    )
    assert "located in" in page.locator(".dots").inner_text()


def test_a_path_is_followed_each_step_with_its_words(woven_house, visit, shot):
    page = visit(woven_house, "#/graph?id=page:roads")
    page.locator('[data-chosen="page:roads"]').wait_for()
    page.goto(woven_house.address + "#/graph?id=entity:ana ruiz")
    page.locator('[data-chosen="entity:ana ruiz"]').wait_for()
    field = page.locator(".path [role=combobox]")
    field.fill("bo l")
    page.locator(".path [role=option]", has_text="Bo Lindt").wait_for()
    field.press("Enter")
    page.locator(".steps li").first.wait_for()
    steps = page.locator(".steps li").evaluate_all("all => all.map(e => e.dataset.step)")
    assert steps == ["entity:ana ruiz", "entity:acme", "entity:lyon", "entity:bo lindt"]
    assert "works at" in page.locator(".steps").inner_text()
    shot(page, "graph-path")


def test_kinds_and_times_filter_what_is_shown(woven_house, visit):
    page = visit(woven_house, "#/graph?id=entity:ana ruiz")
    page.locator('[data-chosen="entity:ana ruiz"]').wait_for()
    memories = [one for one in beside(page) if one.startswith("memory:")]
    assert len(memories) == 2
    page.locator(".fields").get_by_label("Until").fill("2025-12-31")
    page.wait_for_function(
        "() => document.querySelectorAll('.dots [data-dot^=\"memory:\"]').length === 1"
    )
    page.get_by_label("entities").uncheck()
    page.wait_for_function("() => !document.querySelector('.dots [data-dot^=\"entity:\"]')")


def test_where_nothing_can_be_drawn_the_list_tells_the_same(woven_house, visit):
    page = visit(woven_house, "#/status")
    page.evaluate("HTMLCanvasElement.prototype.getContext = () => null")
    page.evaluate("location.hash = '#/graph?id=entity:ana ruiz'")
    page.get_by_text("draws no WebGL").wait_for()
    assert "entity:acme" in beside(page)


def test_what_was_forgotten_says_where_to_go_on(woven_house, visit):
    page = visit(woven_house, "#/graph?id=entity:nobody at all")
    page.get_by_text("This is not in the palace").wait_for()
    page.get_by_role("link", name="Back to the start").click()
    page.get_by_text("Where to start").wait_for()


def test_five_thousand_nodes_stay_smooth(served, visit, tmp_path_factory, shot):
    place = tmp_path_factory.mktemp("wide") / "palace.camillo"
    with Palace.open(place) as palace:
        from camillo.app.notes.changes import Change

        changes = [
            Change(
                verb="create",
                row=None,
                text=f"See [[note-{number // 2}]] and [[note-{number * 7 % 5000}]].",
                title=f"Note {number}",
                path=f"note-{number}.md",
            )
            for number in range(5000)
        ]
        for at in range(0, 5000, 500):
            palace.notes.keep(changes[at : at + 500])
    page = visit(served(place), "#/graph?all=1")
    page.set_default_timeout(90_000)
    page.locator('.canvas[data-nodes="5000"]').wait_for()
    page.locator('.canvas[data-settled="true"]').wait_for()
    box = page.locator(".canvas").bounding_box()
    page.wait_for_timeout(1000)
    profiler = page.context.new_cdp_session(page)
    profiler.send("Profiler.enable")
    profiler.send("Profiler.start")
    page.evaluate(
        """() => { window.frames_ = 0; const tick = () => { window.frames_ += 1; requestAnimationFrame(tick); };
        requestAnimationFrame(tick); }"""
    )
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    began = time.monotonic()
    while time.monotonic() - began < 2:
        page.mouse.move(x + 80 * ((time.monotonic() * 3) % 2 - 1), y)
    page.mouse.up()
    frames = page.evaluate("window.frames_")
    told = profiler.send("Profiler.stop")["profile"]
    own = {one["id"] for one in told["nodes"] if "drawing" in one["callFrame"]["url"]}
    spent = sum(
        took for at, took in zip(told["samples"], told["timeDeltas"], strict=True) if at in own
    )
    # Pictures are painted by the processor alone here, which no page can hurry: what counts is its own work.
    assert frames > 5
    assert spent / 1000 / frames < 10
    shot(page, "graph-5000")
