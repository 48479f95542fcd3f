"""The page by keyboard alone, and on a telephone."""

import pytest

pytestmark = pytest.mark.slow

PHONE = {"width": 375, "height": 720}


def focused(page):
    return page.evaluate("document.activeElement.className + ' ' + document.activeElement.tagName")


def test_a_decision_is_found_checked_and_left_by_keyboard_alone(house, visit):
    page = visit(house)
    page.locator("main input[type=search]:focus").wait_for()
    page.keyboard.type("Why did we switch to GraphQL?")
    page.locator(
        '.answer[data-question="Why did we switch to GraphQL?"][aria-busy=false]'
    ).wait_for()
    page.keyboard.press("Enter")
    assert "talk" in focused(page)
    first = page.evaluate("document.activeElement.querySelector('h2').textContent")
    page.keyboard.press("j")
    assert page.evaluate("document.activeElement.querySelector('h2').textContent") != first
    page.keyboard.press("k")
    assert page.evaluate("document.activeElement.querySelector('h2').textContent") == first
    page.keyboard.press("Enter")
    page.locator("mark.passage").wait_for()
    page.keyboard.press("j")
    assert "turn" in focused(page)
    page.keyboard.press("g")
    page.keyboard.press("p")
    page.locator(".plan svg [data-room]").first.wait_for()
    page.keyboard.press("/")
    page.locator("main input[type=search]:focus").wait_for()
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    page.locator("dialog[open]").wait_for()
    page.keyboard.press("Escape")
    page.locator("dialog[open]").wait_for(state="detached")
    page.keyboard.press("g")
    page.keyboard.press("i")
    page.locator("[data-leaves]").wait_for()


def test_one_can_skip_the_navigation(house, visit):
    page = visit(house, "#/status")
    page.locator("[data-leaves]").wait_for()
    page.keyboard.press("Tab")
    assert "skip" in focused(page)
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"


@pytest.mark.parametrize(
    "view",
    ["#/search?q=GraphQL", "#/palace", "#/palace/orion/claude-code", "#/status", "#/search?q=搬家"],
)
def test_every_view_fits_a_telephone(house, visit, shot, view):
    page = visit(house, view, viewport=PHONE, has_touch=True, is_mobile=True)
    page.locator(".talk, [data-room], .part").first.wait_for()
    wide = page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    assert wide <= 0
    low = page.evaluate(
        """[...document.querySelectorAll('main button, main select, main summary, main .button')]
        .filter(e => e.offsetParent && e.getBoundingClientRect().height < 24).map(e => e.outerHTML.slice(0, 80))"""
    )
    assert low == []
    shot(page, "phone-" + view.strip("#/").split("?")[0].replace("/", "-"))


def test_the_journey_works_on_a_telephone(house, visit):
    page = visit(house, "#/search", viewport=PHONE, has_touch=True, is_mobile=True)
    page.locator("main input[type=search]").fill("Why did we switch to GraphQL?")
    page.locator(".talk").first.wait_for()
    page.locator(".talk h2 a").first.tap()
    page.locator("mark.passage").wait_for()
    page.get_by_role("link", name="Palace").tap()
    page.locator('[data-room="orion/claude-code"]').tap()
    page.locator(".panel h2").wait_for()
