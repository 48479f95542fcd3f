"""The timeline in the browser: facts and memories as of a day, and a fact put right."""

import pytest

from camillo import Palace

pytestmark = pytest.mark.slow


@pytest.fixture
def job(own_house):
    """The samples' page with a fact that was superseded, and one that never was so."""
    with Palace.open(own_house.palace) as palace:
        palace.facts.add("Ana Ruiz", "works at", "Acme", valid_from="2019-03-01")
        palace.facts.supersede("Ana Ruiz", "works at", "Acme", "Zeta", at="2023-06-01")
    return own_house


def facts(page):
    return page.locator(".fact")


def test_a_superseded_fact_is_struck_through_with_what_replaced_it(job, visit, shot):
    page = visit(job, "#/timeline?entity=Ana Ruiz")
    old, new = facts(page).nth(0), facts(page).nth(1)
    old.wait_for()
    assert "Acme" in old.locator("s").inner_text()
    assert "Zeta" in old.locator(".replaced strong").inner_text()
    assert new.locator("s").count() == 0
    assert "Zeta" in new.locator(".told").inner_text()
    shot(page, "timeline")


def test_the_slider_looks_back_to_what_held_on_a_day(job, visit):
    page = visit(job, "#/timeline?entity=Ana Ruiz")
    facts(page).first.wait_for()
    page.locator(".as-of input[type=date]").fill("2020-05-01")
    page.locator('.fact[data-held="true"]', has_text="Acme").wait_for()
    assert page.locator('.fact[data-held="false"]', has_text="Zeta").count() == 1
    slider = page.get_by_label("Day to look back to")
    assert "2020" in slider.get_attribute("aria-valuetext")
    slider.focus()
    page.keyboard.press("End")
    page.locator('.fact[data-held="true"]', has_text="Zeta").wait_for()
    assert "asOf" not in page.url


@pytest.mark.parametrize("how", ["It ended", "Something else holds now", "It was never so"])
def test_a_fact_is_put_right_and_the_correction_undone(job, visit, shot, how):
    page = visit(job, "#/timeline?entity=Ana Ruiz")
    zeta = page.locator(".fact", has_text="Zeta").last
    zeta.get_by_role("button", name="Correct").click()
    page.get_by_label(how).check()
    if how == "Something else holds now":
        page.get_by_label("What holds instead").fill("Omega")
        shot(page, "timeline-correct")
    page.get_by_role("button", name="Save").click()
    page.locator(
        '.fact[data-held="false"]:has(s)', has_text="Ana Ruiz works at Zeta"
    ).last.wait_for()
    if how == "Something else holds now":
        page.locator('.fact[data-held="true"]', has_text="Omega").wait_for()
    if how == "It was never so":
        page.get_by_text("taken back").first.wait_for()
    page.locator(".toast").get_by_role("button", name="Undo").click()
    page.locator('.fact[data-held="true"]', has_text="Zeta").wait_for()
    assert page.locator(".fact").count() == 2


def test_a_correction_that_cannot_be_says_why_and_keeps_the_form(job, visit):
    page = visit(job, "#/timeline?entity=Ana Ruiz")
    page.locator('.fact[data-held="true"]').get_by_role("button", name="Correct").click()
    page.get_by_label("Ended on").fill("2001-01-01")
    page.get_by_role("button", name="Save").click()
    page.locator(".correct [role=alert]").wait_for()
    assert page.get_by_label("Ended on").input_value() == "2001-01-01"


def test_memories_lie_along_time_and_a_stretch_shows_its_own(house, visit):
    page = visit(house, "#/timeline")
    page.locator(".memories li").first.wait_for()
    bar = page.locator(".bars button").last
    name = bar.locator("span").inner_text()
    bar.click()
    page.locator('.bars [aria-pressed="true"]').wait_for()
    page.locator(".memories li").first.wait_for()
    times = page.locator(".memories li > .meta time").evaluate_all(
        "all => all.map(e => e.dateTime)"
    )
    assert times
    assert all(one.startswith(name) for one in times)
    page.locator(".memories li").first.get_by_role("link", name="Open").click()
    page.locator("[data-turn]").first.wait_for()


def test_a_name_nobody_knows_says_what_to_do_next(house, visit):
    page = visit(house, "#/timeline?entity=Nobody At All")
    page.get_by_text("No facts yet").wait_for()
    assert "camillo fact add" in page.locator(".empty").first.inner_text()
