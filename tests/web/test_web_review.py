"""Review in the browser: proposals, contradictions and duplicates decided, and each decision undone."""

import pytest

from camillo import Palace

pytestmark = pytest.mark.slow

SAID = "Deploys on Fridays break the billing export."


@pytest.fixture
def retro(serving, tmp_path):
    """A page over something said three times, and two facts that disagree."""
    place = tmp_path / "palace.camillo"
    with Palace.open(place) as palace:
        for day in ("01", "02", "03"):
            palace.add(SAID, wing="orion", conversation=f"retro-{day}", at=f"2025-06-{day}")
        palace.add(SAID.replace("break ", "break  "), wing="orion", conversation="retro-04")
        palace.facts.add("Bern", "capital of", "Switzerland")
        palace.facts.add("Switzerland", "capital", "Zug")
        assert palace.facts.contradictions()
    return serving(place)


def insight(page):
    return page.locator(".card", has_text="Said in 4 conversations")


def undo(page):
    page.locator(".toast").last.get_by_role("button", name="Undo").click()


def test_a_proposal_is_accepted_and_undone(retro, visit, shot):
    page = visit(retro, "#/review")
    insight(page).wait_for()
    insight(page).locator("summary").click()
    assert insight(page).locator(".evidence li").count() == 4
    shot(page, "review")
    insight(page).get_by_role("button", name="Accept", exact=True).click()
    insight(page).wait_for(state="detached")
    with Palace.open(retro.palace) as palace:
        assert [one.verdict for one in palace.reflection.standing()] == ["accepted"]
    undo(page)
    insight(page).wait_for()


def test_a_proposal_is_accepted_in_ones_own_words(retro, visit):
    page = visit(retro, "#/review")
    insight(page).get_by_role("button", name="Edit and accept").click()
    field = page.get_by_label("The insight in your words")
    assert "Friday" in field.input_value()
    field.fill("No deploys on Fridays.")
    page.get_by_role("button", name="Save").click()
    insight(page).wait_for(state="detached")
    with Palace.open(retro.palace) as palace:
        assert "No deploys on Fridays." in palace.search("No deploys on Fridays").results[0].text
    page.get_by_role("tab", name="Decided").click()
    page.locator(".card", has_text="Accepted in your words").get_by_role(
        "button", name="Undo"
    ).click()
    page.get_by_text("Nothing was decided yet").wait_for()


def test_a_proposal_is_rejected_with_a_reason_and_comes_back_when_that_is_undone(retro, visit):
    page = visit(retro, "#/review")
    insight(page).get_by_role("button", name="Reject").click()
    page.get_by_label("Why not").fill("everybody knows")
    insight(page).locator("form").get_by_role("button", name="Reject").click()
    insight(page).wait_for(state="detached")
    with Palace.open(retro.palace) as palace:
        assert palace.reflection.standing()[0].reason == "everybody knows"
    undo(page)
    insight(page).wait_for()


def test_of_two_facts_that_disagree_one_is_kept_and_the_choice_undone(retro, visit, shot):
    page = visit(retro, "#/review/contradictions")
    pair = page.locator(".pair > div")
    pair.first.wait_for()
    assert set(pair.locator("p").all_inner_texts()) == {
        "Bern capital of Switzerland",
        "Zug capital of Switzerland",
    }
    shot(page, "review-contradictions")
    page.locator(".pair > div", has_text="Bern").get_by_role(
        "button", name="This one is right"
    ).click()
    page.get_by_text("No two facts contradict").wait_for()
    with Palace.open(retro.palace) as palace:
        assert [one.subject for one in palace.facts.about("Switzerland")] == ["Bern"]
    undo(page)
    pair.first.wait_for()


def test_a_copy_is_forgotten_only_when_its_undo_has_gone(retro, visit):
    page = visit(retro, "#/review/duplicates")
    page.locator(".card", has_text=SAID).wait_for()
    copies = page.locator(".card li")
    assert copies.count() == 3
    page.get_by_role("button", name="Forget this copy").click()
    page.wait_for_function("() => document.querySelectorAll('.card li').length === 2")
    undo(page)
    page.wait_for_function("() => document.querySelectorAll('.card li').length === 3")
    page.get_by_role("button", name="Forget this copy").click()
    page.locator(".toast", has_text="forgotten for good").wait_for()
    with Palace.open(retro.palace) as palace:
        assert len(palace.duplicates()[0].repeats) == 3
    page.locator(".toast", has_text="forgotten for good").wait_for(state="detached")
    page.wait_for_timeout(500)
    with Palace.open(retro.palace) as palace:
        assert len(palace.duplicates()[0].repeats) == 2


def test_a_link_that_tending_made_is_taken_back(serving, tmp_path, visit):
    place = tmp_path / "palace.camillo"
    with Palace.open(place) as palace:
        palace.notes.create("Codes are safe.", title="OAuth")
        palace.diaries.write("reviewer", "Sign-in needs OAuth first.")
        palace.upkeep.point()
    page = visit(serving(place), "#/review/links")
    page.get_by_role("link", name="OAuth").wait_for()
    page.get_by_role("button", name="Take back").click()
    page.get_by_text("Tending has linked nothing").wait_for()


def test_tabs_are_walked_by_keyboard(retro, visit):
    page = visit(retro, "#/review")
    page.get_by_role("tab", name="Proposals").focus()
    page.keyboard.press("ArrowRight")
    page.locator(".pair").wait_for()
    assert page.evaluate("document.activeElement.id") == "review-contradictions"
