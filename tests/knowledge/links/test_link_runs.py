"""Runs of tools: what brought each event about."""

from camillo.knowledge.links.runs import Event, _event, linked_events

PYTEST, LINT = frozenset({"pytest", "tests/a.py"}), frozenset({"ruff", "check", "src"})


class Told:
    def __init__(self, text):
        self.text = text


def call(number, command=frozenset(), edits=False):
    return Event(number, number, True, edits=edits, command=command)


def result(number, failed=False):
    return Event(number, number, False, failed=failed)


def pairs(*events):
    return {(link.a, link.b) for link in linked_events(events)}


def test_an_error_comes_of_its_call_an_edit_of_the_error_and_what_passes_of_the_edit():
    found = pairs(
        call(1, PYTEST), result(2, failed=True),
        call(3, edits=True), result(4),
        call(5, PYTEST), result(6),
    )  # fmt: skip
    assert found == {(2, 1), (3, 2), (6, 3)}


def test_nothing_failed_and_nothing_is_linked():
    assert pairs(call(1, PYTEST), result(2), call(3, edits=True), result(4)) == set()


def test_an_edit_after_the_error_was_mended_is_of_no_error():
    found = pairs(
        call(1, PYTEST), result(2, failed=True), call(3, edits=True), result(4),
        call(5, PYTEST), result(6), call(7, edits=True),
    )  # fmt: skip
    assert (7, 2) not in found


def test_another_command_that_passes_mends_nothing():
    found = pairs(
        call(1, PYTEST), result(2, failed=True), call(3, edits=True), result(4),
        call(5, LINT), result(6), call(7, edits=True),
    )  # fmt: skip
    assert found == {(2, 1), (3, 2), (7, 2)}


def test_what_lies_too_far_back_is_not_looked_at():
    far = [each for at in range(10, 100, 2) for each in (call(at, LINT), result(at + 1))]
    assert pairs(call(1, PYTEST), result(2, failed=True), *far, call(200, edits=True)) == {(2, 1)}


def test_each_event_is_told_from_its_words():
    edit = _event(1, [5], True, {5: Told('{"name": "Edit", "input": {"old_string": "a"}}')})
    run = _event(2, [6], True, {6: Told('{"name": "Bash", "input": {"command": "pytest -x"}}')})
    assert edit.edits and not edit.command
    assert run.command == {"pytest", "-x"} and not run.edits
    for text in (
        "Exit code 1", "2 failed, 3 passed in 0.1s", "Traceback (most recent call last):\n  x",
        "E   AssertionError: no", "bash: foo: command not found", '{"exit_code": 2}',
    ):  # fmt: skip
        assert _event(3, [7], False, {7: Told(text)}).failed, text
    for text in ("8 passed in 0.2s", "Exit code 0", "0 failed", "no errors here", ""):
        assert not _event(3, [7], False, {7: Told(text)}).failed, text


def test_an_error_stands_in_the_drawer_that_tells_it():
    told = {7: Told("collecting"), 8: Told("1 failed")}
    assert _event(3, [7, 8], False, told).drawer == 8
