"""Searching in the browser."""

import re

import pytest

pytestmark = pytest.mark.slow


def ask(page, question):
    page.locator("main input[type=search]").fill(question)
    page.locator(f'.answer[data-question="{question}"][aria-busy=false]').wait_for()


def test_answers_come_while_one_types_and_lead_to_their_place(house, visit, shot):
    page = visit(house)
    page.locator("main input[type=search]:focus").wait_for()
    page.keyboard.type("Why did we switch to GraphQL?", delay=10)
    page.locator(
        '.answer[data-question="Why did we switch to GraphQL?"][aria-busy=false]'
    ).wait_for()
    first = page.locator(".talk").first
    assert "GraphQL" in first.inner_text()
    assert first.locator("mark").count() > 0
    shot(page, "search")
    first.get_by_role("link", name="Open in its place").first.click()
    passage = page.locator("mark.passage")
    passage.wait_for()
    assert "GraphQL" in passage.inner_text()
    assert page.locator("[data-turn]").count() > 5
    page.wait_for_function(
        "() => { const box = document.querySelector('mark.passage').getBoundingClientRect();"
        " return box.top >= 0 && box.top < innerHeight; }"
    )
    shot(page, "reader")


def test_a_note_is_found_in_its_own_language_and_marked_in_its_document(house, visit):
    page = visit(house)
    ask(page, "cascas de ovo tomateiros")
    page.locator(".talk h2 a").first.click()
    page.locator("mark.passage").wait_for()
    assert "cascas de ovo" in page.locator("mark.passage").inner_text()


def test_chinese_is_found_by_two_characters(house, visit):
    page = visit(house)
    ask(page, "搬家")
    assert "搬家" in page.locator(".talk").first.inner_text()


def test_why_this_shows_the_score_of_each_stage(house, visit):
    page = visit(house)
    ask(page, "GraphQL")
    card = page.locator(".talk").first
    card.get_by_text("Why this").first.click()
    rows = card.locator(".why tbody tr")
    rows.first.wait_for()
    assert rows.count() >= 5
    told = card.locator(".why").first.inner_text()
    assert "fused" in told and "Found by" in told
    assert re.search(r"\d\.\d{4}", told)


def test_a_citation_names_its_source_and_the_id_that_leads_back(house, visit):
    page = visit(house)
    ask(page, "GraphQL")
    page.locator(".talk").first.get_by_role("button", name="Copy citation").first.click()
    page.locator(".toast").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("> ")
    assert re.search(r"camillo get [0-9a-f]{24}:\d+-\d+", copied)


def test_filters_are_chips_that_narrow_and_can_be_taken_away(house, visit, shot):
    page = visit(house, "#/search?q=bread")
    page.locator(".answer").wait_for()
    page.get_by_text("Filters", exact=True).click()
    page.get_by_label("Wing").select_option("noor-and-jules")
    page.locator(".chip").wait_for()
    page.wait_for_function(
        "() => [...document.querySelectorAll('.talk .where a')].every(a => a.textContent.includes('noor-and-jules'))"
    )
    page.get_by_label("From").fill("2026-03-01")
    page.wait_for_function("() => document.querySelectorAll('.chip').length === 2")
    shot(page, "search-filters")
    page.locator(".chip").first.click()
    page.wait_for_function("() => document.querySelectorAll('.chip').length === 1")
    assert "noor-and-jules" not in page.url and "2026-03-01" in page.url


def test_what_is_not_there_is_said_with_what_to_do_next(house, visit):
    page = visit(house, "#/search?q=GraphQL&wing=noor-and-jules&since=2031-01-01")
    page.get_by_text("Nothing here answers that").wait_for()
    page.get_by_role("link", name="Search without filters").click()
    page.locator(".talk").first.wait_for()


def test_an_empty_palace_says_how_to_fill_it(serving, tmp_path, visit):
    page = visit(serving(tmp_path / "new.camillo"))
    page.get_by_text("camillo mine FOLDER").wait_for()
    page.goto(page.url.split("#")[0] + "#/palace")
    page.get_by_text("No wing has been built yet").wait_for()


def test_looking_is_no_use_of_a_memory(own_house, visit):
    before = uses_in(own_house.palace)
    page = visit(own_house)
    ask(page, "GraphQL")
    page.locator(".talk h2 a").first.click()
    page.locator("mark.passage").wait_for()
    own_house.close()
    assert uses_in(own_house.palace) == before


def uses_in(path):
    """How often each turn was used; other tests of the same samples may have used some."""
    from camillo import Palace

    with Palace.open(path) as palace, palace._store.snapshot() as snapshot:
        return snapshot.uses([*snapshot.columns(0).turn.tolist()])
