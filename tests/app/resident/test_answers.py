"""What a resident says to a session."""

from dataclasses import replace

import pytest

from camillo import Palace
from camillo.app.resident.answers import Answers
from camillo.app.resident.wire import Request

QUESTION = "On which quay does the crane stay, and who decided that?"


@pytest.fixture
def answers(settings):
    with Palace.open(settings.palace, settings=settings) as palace:
        palace.add("Mara decided that the crane stays on the north quay.", wing="orion")
        palace.add("The choir sings in the old boathouse on Mondays.", wing="choir")
        for number in range(40):
            palace.add(f"Invoice {number} was paid by the harbour office.", wing="orion")
        palace.refine()
    made = Answers(settings)
    yield made
    made.close()


def prompt(session="s1", cwd="/home/kai/orion", verb="prompt"):
    return Request(verb, session=session, cwd=cwd, prompt=QUESTION)


def test_a_prompt_gets_the_memory_it_needs(answers):
    assert "north quay" in answers.text(prompt())


def test_a_session_is_not_given_the_same_memory_twice_until_it_starts_anew(answers):
    assert "north quay" in answers.text(prompt())
    assert "north quay" not in answers.text(prompt())
    assert "north quay" in answers.text(prompt(session="s2"))
    answers.text(prompt(verb="start"))
    assert "north quay" in answers.text(prompt())


def test_a_folder_without_a_wing_is_answered_from_the_whole_palace(answers):
    assert "north quay" in answers.text(prompt(cwd="/home/kai/elsewhere"))
    assert answers.text(prompt(cwd="/home/kai/choir")) == ""


def test_a_session_in_a_folder_of_which_nothing_is_remembered_starts_with_nothing(answers):
    assert "| Wing orion" in answers.text(prompt(verb="start"))
    assert answers.text(prompt(verb="start", cwd="/home/kai/elsewhere")) == ""


def test_a_session_in_a_folder_of_a_project_is_one_of_the_project(answers, tmp_path):
    inner = tmp_path / "orion" / "src"
    inner.mkdir(parents=True)
    (tmp_path / "orion" / ".git").mkdir()
    assert "| Wing orion" in answers.text(prompt(verb="start", cwd=str(inner)))
    assert "north quay" in answers.text(prompt(session="s2", cwd=str(inner)))


def test_where_there_is_no_palace_nothing_is_said_and_none_is_made(settings):
    answers = Answers(settings)
    assert (answers.text(prompt()), settings.palace.exists()) == ("", False)
    answers.warm()
    assert not answers.refine()


def test_what_was_filed_is_refined_bit_by_bit(settings):
    with Palace.open(settings.palace, settings=settings) as palace:
        for number in range(40):
            palace.add(f"Invoice {number} was paid.", wing="orion")
    answers = Answers(replace(settings, refine=True))
    assert [answers.refine(), answers.refine()] == [True, False]
    answers.close()
    with Palace.open(settings.palace, settings=settings) as palace:
        assert palace.status()["pending"] == 0
