import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camillo.distill.prompt import asked

_LOG = "\n".join(
    f"2026-05-01T10:00:{n % 60:02d}Z INFO worker-{n} did {n * 97:x}" for n in range(900)
)


def test_fifty_kilobytes_of_log_leave_the_question_before_or_after_them() -> None:
    assert len(_LOG) > 30_000
    assert asked(f"why does this crash?\n{_LOG}") == "why does this crash?"
    assert asked(f"{_LOG}\nwhy does this crash?") == "why does this crash?"
    assert asked(_LOG) == ""


def test_the_last_failure_in_pasted_output_is_kept() -> None:
    prompt = "fix it\n```\nValueError: first\n  at x\napp.errors.ZoneError: no zone 'x'\n```"
    assert asked(prompt) == "fix it app.errors.ZoneError: no zone 'x'"


def test_a_diff_and_code_without_a_fence_are_set_aside() -> None:
    diff = "@@ -1,3 +1,3 @@\n-    old = 1\n+    new = 1\n+    more = 2"
    code = "def f(x):\n    return x\n\n    y = {1: [2]}\n    z = f(y)(1)[0]"
    assert asked(f"Is the naming consistent?\n{diff}") == "Is the naming consistent?"
    assert asked(f"Port this to Go.\n{code}") == "Port this to Go."


def test_what_hosts_put_around_a_prompt_is_no_question() -> None:
    assert asked("<system-reminder>the tokenizer</system-reminder>\nwhy redis?") == "why redis?"


def test_quotes_and_dashes_of_a_prompt_are_no_search_operators() -> None:
    assert asked('say "not yet" and run tool -verbose') == "say not yet and run tool verbose"


@pytest.mark.parametrize(
    "text", ["我们为什么用 Redis？", "Por que usamos Redis?", "Redis を使う理由は？"]
)
def test_prose_of_any_language_is_kept(text: str) -> None:
    assert asked(text) == text


def test_of_a_long_prompt_the_beginning_and_the_end_are_kept() -> None:
    found = asked("Build the importer. " + "It has many fields. " * 60 + "Use our usual naming.")
    assert found.startswith("Build the importer.")
    assert found.endswith("Use our usual naming.")
    assert len(found) <= 500


@given(st.text(alphabet='a`~<>/\n -+@"Error:.日 \t', max_size=600))
def test_any_prompt_gives_a_short_text(prompt: str) -> None:
    assert len(asked(prompt)) <= 900


@pytest.mark.parametrize("unit", ["\n", "<a>", "```\n", "A:", "x\n", "a.A", "<a ", "| \n", "日"])
def test_no_prompt_takes_long_however_large(unit: str) -> None:
    prompt = unit * (4_000_000 // len(unit))
    started = time.thread_time()
    asked(prompt)
    assert time.thread_time() - started < 1.0
