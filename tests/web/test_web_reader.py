"""Reading a conversation or a document in the browser."""

import json

import pytest

from camillo import Palace

pytestmark = pytest.mark.slow


@pytest.fixture
def long(tmp_path):
    """A conversation of 200 turns with a branch, and one very long document."""
    export = tmp_path / "turns.jsonl"
    with export.open("w", encoding="utf-8") as out:
        for turn in range(200):
            row = {
                "conversation": "c",
                "turn": str(turn),
                "title": "A long talk",
                "role": "user",
                "wing": "w",
            }
            if turn == 120:
                row |= {"branch": "b1"}
            out.write(json.dumps({**row, "text": f"This is saying number {turn}."}) + "\n")
    with Palace.open(tmp_path / "palace.camillo") as palace:
        palace.mine(export, refine=False)
        words = "\n\n".join(f"Paragraph {n} speaks of nothing much at all." for n in range(20_000))
        at = len(words) // 2
        text = f"{words[:at]}\n\nHere the quagga is hidden.\n\n{words[at:]}"
        palace.add(text, wing="w", room="books", source="note:book", title="A book")
    return tmp_path / "palace.camillo"


def found(house_path, question):
    with Palace.open(house_path) as palace:
        return palace.search(question).results[0].id


def test_tool_calls_are_folded_until_they_are_asked_for(house, visit):
    page = visit(house, f"#/read/{found(house.palace, 'dull is what I want')}")
    page.locator("mark.passage").wait_for()
    folded = page.locator("details.folded")
    assert folded.count() > 2
    assert page.locator("details.folded[open]").count() == 0
    page.get_by_role("button", name="Unfold all").click()
    assert page.locator("details.folded[open]").count() == folded.count()
    assert folded.first.locator(".said").inner_text().strip()


def test_earlier_and_later_turns_come_when_asked_for(long, serving, visit):
    page = visit(serving(long), f"#/read/{found(long, 'saying number 90')}")
    page.locator("mark.passage").wait_for()
    assert page.locator("[data-turn]").count() == 41
    page.get_by_role("button", name="Show earlier turns").click()
    page.wait_for_function("() => document.querySelectorAll('[data-turn]').length === 81")
    page.get_by_role("button", name="Show later turns").click()
    page.wait_for_function("() => document.querySelectorAll('[data-turn]').length > 110")
    told = page.locator(".turn .said").all_inner_texts()
    numbers = [int(one.rsplit(" ", 1)[1].rstrip(".")) for one in told]
    assert numbers == sorted(numbers)
    assert numbers[0] == 30


def test_other_branches_are_shown_when_they_are_chosen(long, serving, visit):
    page = visit(serving(long), f"#/read/{found(long, 'saying number 110')}")
    page.locator("mark.passage").wait_for()
    assert page.get_by_text("This is saying number 120.").count() == 0
    page.locator(".branches input").last.check()
    page.get_by_text("This is saying number 120.").wait_for()
    page.get_by_text("on the branch b1").wait_for()


def test_a_passage_deep_in_a_long_document_is_in_sight(long, serving, visit):
    page = visit(serving(long), f"#/read/{found(long, 'quagga')}")
    mark = page.locator("mark.passage")
    mark.wait_for()
    assert "quagga" in mark.inner_text()
    page.wait_for_function(
        "() => { const box = document.querySelector('mark.passage').getBoundingClientRect();"
        " return box.top >= 0 && box.top < innerHeight; }"
    )
    page.get_by_text("are left out here").wait_for()


def test_forgetting_can_be_undone_and_is_for_good_afterwards(own_house, visit):
    id = found(own_house.palace, "dull is what I want")
    page = visit(own_house, f"#/read/{id}")
    turn = page.locator("[data-turn][data-focus]")
    turn.get_by_role("button", name="Forget").click()
    turn.wait_for(state="detached")
    page.get_by_role("button", name="Undo").click()
    turn.wait_for()
    page.get_by_text("Undone").wait_for()
    page.reload()
    page.locator("mark.passage").wait_for()
    page.locator("[data-turn][data-focus]").get_by_role("button", name="Forget").click()
    with page.expect_response(
        lambda answer: answer.request.method == "DELETE", timeout=15_000
    ) as sent:
        pass
    assert sent.value.status == 200
    page.reload()
    page.locator("[data-turn], .empty").first.wait_for()
    assert "dull is what I want" not in page.locator("main").inner_text()


def test_a_deletion_that_waits_is_carried_out_when_the_page_is_closed(own_house, visit):
    import time

    id = found(own_house.palace, "dull is what I want")
    page = visit(own_house, f"#/read/{id}")
    page.locator("[data-turn][data-focus]").get_by_role("button", name="Forget").click()
    page.goto("about:blank")
    for _ in range(50):
        with Palace.open(own_house.palace) as palace:
            if not palace.get(id).text.strip():
                return
        time.sleep(0.2)
    raise AssertionError("it is still there")


def test_a_link_to_what_is_not_there_says_what_to_do(house, visit):
    page = visit(house, "#/read/000000000000000000000000:0-5")
    page.get_by_text("This text is not here").wait_for()
    page.locator(".empty").get_by_role("link", name="Search").click()
    page.locator("main input[type=search]").wait_for()
