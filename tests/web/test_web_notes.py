"""Notes in the browser: read, written with links offered, taken back, and two who write at once."""

import pytest

from camillo import Palace

pytestmark = pytest.mark.slow


@pytest.fixture
def desk(serving, tmp_path):
    """A page over a few notes and a memory."""
    place = tmp_path / "palace.camillo"
    with Palace.open(place) as palace:
        palace.notes.create("Codes are kept safe by **PKCE**.\n\n- one\n- two", title="OAuth")
        palace.notes.create("See [[oauth]] and [[Nobody]].", title="Sign-in")
        palace.add("We will use OAuth for the mobile sign-in.", wing="orion", at="2026-01-05")
    return serving(place)


def written(house, slug):
    with Palace.open(house.palace) as palace:
        return palace.notes.read(slug).text


def test_all_notes_are_listed_with_what_is_to_be_tended(desk, visit, shot):
    page = visit(desk, "#/notes")
    page.locator(".heads a").first.wait_for()
    assert set(page.locator(".heads a").all_inner_texts()) == {"OAuth", "Sign-in"}
    page.locator('[data-part="broken"]', has_text="Nobody").wait_for()
    assert "Sign-in" in page.locator('[data-part="orphans"]').inner_text()
    shot(page, "notes")
    page.locator('[data-part="broken"] a.broken').click()
    assert page.get_by_label("Title").input_value() == "Nobody"


def test_a_note_is_read_with_what_hangs_together_with_it(desk, visit, shot):
    page = visit(desk, "#/notes/oauth")
    page.locator(".markdown strong", has_text="PKCE").wait_for()
    assert page.locator(".markdown li").count() == 2
    page.locator(".beside", has_text="See [[oauth]]").wait_for()
    page.locator(".beside", has_text="We will use OAuth").wait_for()
    shot(page, "note")
    page.locator(".beside").get_by_role("link", name="Sign-in").first.click()
    page.locator('.note[data-slug="sign-in"]').wait_for()
    page.locator(".markdown a.broken", has_text="Nobody").wait_for()
    page.locator(".markdown a", has_text="oauth").click()
    page.locator('.note[data-slug="oauth"]').wait_for()


def test_search_has_a_tab_for_notes_and_one_for_memories(desk, visit):
    page = visit(desk, "#/notes")
    page.get_by_label("Search notes and memories").fill("oauth")
    page.locator(".heads a", has_text="OAuth").wait_for()
    page.get_by_role("tab", name="Notes").focus()
    page.keyboard.press("ArrowRight")
    page.locator(".talk", has_text="We will use OAuth").wait_for()
    assert page.locator(".talk", has_text="PKCE").count() == 0


def test_a_note_is_edited_with_a_link_offered_and_the_edit_undone(desk, visit, shot):
    before = written(desk, "oauth")
    page = visit(desk, "#/notes/oauth")
    page.get_by_role("link", name="Edit").click()
    field = page.locator("#note-text")
    field.focus()
    page.keyboard.press("Control+End")
    page.keyboard.type("\n\nUsed by [[sig")
    page.locator("#note-links [role=option]", has_text="Sign-in").wait_for()
    shot(page, "note-edit")
    page.keyboard.press("Enter")
    page.wait_for_function(
        "() => document.querySelector('#note-text').value.endsWith('[[sign-in]]')"
    )
    page.locator(".preview a", has_text="sign-in").wait_for()
    page.get_by_role("button", name="Save").click()
    page.locator('.note[data-version="2"] a', has_text="sign-in").wait_for()
    assert written(desk, "oauth").endswith("Used by [[sign-in]]")
    page.locator(".toast").get_by_role("button", name="Undo").click()
    page.locator('.note[data-version="3"]').wait_for()
    assert written(desk, "oauth") == before


def test_a_page_is_written_and_taken_back(desk, visit):
    page = visit(desk, "#/notes")
    page.get_by_role("link", name="Write a note").click()
    page.get_by_label("Title").fill("Harbour 港")
    page.locator("#note-text").fill("Stones, and 石头.")
    page.get_by_role("button", name="Save").click()
    page.locator(".note h1", has_text="Harbour").wait_for()
    page.locator(".toast").get_by_role("button", name="Undo").click()
    page.locator(".heads a").first.wait_for()
    page.wait_for_function("() => document.querySelectorAll('.heads a').length === 2")


def test_a_deletion_is_undone_at_once_and_later(desk, visit):
    page = visit(desk, "#/notes/oauth")
    page.get_by_role("button", name="Delete").click()
    page.locator(".heads a").first.wait_for()
    page.wait_for_function("() => document.querySelectorAll('.heads a').length === 1")
    page.locator(".toast").get_by_role("button", name="Undo").click()
    page.locator('.note[data-slug="oauth"]').wait_for()
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("button", name="Bring back").click()
    page.locator(".heads a", has_text="OAuth").wait_for()
    assert "PKCE" in written(desk, "oauth")


@pytest.mark.parametrize("keeps", ["mine", "theirs"])
def test_who_saves_second_sees_both_texts_and_loses_neither(desk, visit, shot, keeps):
    page = visit(desk, "#/notes/oauth?mode=edit")
    page.locator("#note-text").fill("What I wrote.")
    with Palace.open(desk.palace) as palace:
        palace.notes.edit("oauth", "What they wrote.", version=1)
    page.get_by_role("button", name="Save").click()
    both = page.locator(".conflict")
    both.wait_for()
    told = both.locator(".said").all_inner_texts()
    assert told == ["What they wrote.", "What I wrote."]
    assert written(desk, "oauth") == "What they wrote."
    if keeps == "mine":
        shot(page, "note-conflict")
        page.get_by_role("button", name="Save mine over it").click()
        page.locator('.note[data-version="3"]').wait_for()
        assert written(desk, "oauth") == "What I wrote."
    else:
        page.get_by_role("button", name="Take theirs").click()
        page.locator('.note[data-version="2"]', has_text="What they wrote.").wait_for()
        assert written(desk, "oauth") == "What they wrote."


def test_a_renamed_note_takes_links_along_and_goes_back(desk, visit):
    page = visit(desk, "#/notes/oauth")
    page.get_by_role("button", name="Rename").click()
    page.get_by_label("New title").fill("OAuth two")
    page.locator("form").get_by_role("button", name="Rename").click()
    page.locator('.note[data-slug="oauth-two"]').wait_for()
    assert "[[oauth-two" in written(desk, "sign-in")
    page.locator(".toast").get_by_role("button", name="Undo").click()
    page.locator('.note[data-slug="oauth"]').wait_for()
    assert "[[oauth]]" in written(desk, "sign-in") or "[[oauth|" in written(desk, "sign-in")


def test_versions_are_compared_and_one_is_brought_back(desk, visit, shot):
    with Palace.open(desk.palace) as palace:
        palace.notes.edit("oauth", "Codes are not enough.", version=1)
    page = visit(desk, "#/notes/oauth")
    page.get_by_role("link", name="History").click()
    page.locator(".diff ins", has_text="not enough").wait_for()
    page.locator(".diff del", has_text="PKCE").wait_for()
    shot(page, "note-history")
    page.get_by_role("button", name="Bring version 1 back").click()
    page.locator('.note[data-version="3"] strong', has_text="PKCE").wait_for()


def test_a_note_that_is_not_there_can_be_written(desk, visit):
    page = visit(desk, "#/notes/nowhere")
    page.get_by_text("There is no such note").wait_for()
    page.get_by_role("link", name="Write it").click()
    assert page.get_by_label("Title").input_value() == "nowhere"
