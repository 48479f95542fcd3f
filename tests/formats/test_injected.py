"""Camillo's own memory in transcripts: kept to the byte, never a memory of its own."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camillo import Palace
from camillo.app.settings import Settings
from camillo.formats.injected import parted
from camillo.text.fence import fenced, fences

MEMORY = fenced(
    "[7:0-9 2026-11-01 Ana] The osprey nests on the gantry.\n\nSince May.", {"from": "camillo"}
)
NOISE = st.text(st.sampled_from('<>/memory |\n\r"=a&lt;gt: hook'), max_size=60)


@given(st.text(max_size=80), st.dictionaries(st.sampled_from(["id", "from"]), st.text(max_size=9)))
def test_what_was_fenced_is_recognised_whole(text, origin):
    made = fenced(text, origin)
    assert fences(f"before\n{made}\nafter") == [(7, 7 + len(made))]
    escaped = made.replace("<", "&lt;").replace(">", "&gt;")
    assert fences(escaped) == [(0, len(escaped))]


@given(NOISE, NOISE, st.sampled_from(["text", "system", "tool_result"]))
def test_parted_texts_join_to_the_text(before, after, part):
    for text in (before, before + MEMORY + after, MEMORY + before + MEMORY):
        pieces = parted(text, part, "user", "")
        assert "".join(piece for piece, _ in pieces) == text
        if MEMORY in text:
            assert all(MEMORY not in piece for piece, own in pieces if own != "injected")


@pytest.mark.parametrize(
    "given",
    [
        "fix the crane\n\n<hook_context>{}</hook_context>",
        "fix the crane\n<system-reminder>\nUserPromptSubmit hook additional context: {}\n</system-reminder>\n",
        "fix the crane {}",
        "fix the crane\n\n{}\n\n{}",
    ],
)
def test_the_user_s_words_stand_without_what_a_hook_put_beside_them(given):
    text = given.replace("{}", MEMORY)
    (words, part), *rest = parted(text, "text", "user", "")
    assert (words.strip(), part) == ("fix the crane", "text")
    assert {own for _, own in rest} == {"injected"}


def test_words_on_both_sides_stay_the_user_s():
    pieces = parted(f"see this: {MEMORY} is it so?", "text", "user", "")
    assert [(piece.strip(), part) for piece, part in pieces if part == "text"] == [
        ("see this:", "text"),
        ("is it so?", "text"),
    ]


def test_an_answer_that_quotes_memory_stays_whole():
    assert parted(MEMORY, "text", "assistant", "") == [(MEMORY, "text")]


@pytest.mark.parametrize("tool", ["mcp__camillo__memory_search", "mcp_camillo_wake_up", "camillo"])
def test_a_result_of_camillo_s_own_tools_is_injected(tool):
    assert parted("{}", "tool_result", "tool", tool) == [("{}", "injected")]


def test_a_result_of_another_tool_is_not():
    assert parted("{}", "tool_result", "tool", "mcp__camilloville__search") == [
        ("{}", "tool_result")
    ]


def test_a_hostile_text_is_looked_through_in_linear_time():
    text = "| <memory>\n" * 40_000 + "<memory>\n" * 40_000
    assert fences(text) == []


def test_injected_memory_is_kept_and_never_found(tmp_path):
    call = {"type": "tool_use", "id": "t1", "name": "mcp__camillo__memory_search", "input": {}}
    result = {"type": "tool_result", "tool_use_id": "t1", "content": '{"text": "osprey"}'}
    rows = [
        ("user", f"Where is the ladder?\n\n{MEMORY}"),
        ("assistant", [{"type": "text", "text": "Behind the shed."}, call]),
        ("user", [result]),
    ]
    path = tmp_path / "s.jsonl"
    path.write_text("".join(json.dumps(_row(n, *row)) + "\n" for n, row in enumerate(rows)))
    settings = Settings(palace=tmp_path / "p.camillo", refine=False)
    with Palace.open(settings.palace, settings=settings) as palace:
        palace.mine(path)
        with palace._store.snapshot() as now:
            turns = list(now.turns())
        assert [
            hit.text for hit in palace.search("osprey gantry").results if "osprey" in hit.text
        ] == []
        assert palace.search("ladder").results[0].text == "Where is the ladder?"
        palace.rebuild()
        assert palace.doctor() == []
    assert "".join(turn.text for turn in turns[:2]) == rows[0][1]
    assert [turn.part for turn in turns] == ["text", "injected", "text", "tool_call", "injected"]


def _row(number, role, content):
    return {
        "type": role,
        "uuid": f"u{number}",
        "parentUuid": f"u{number - 1}" if number else None,
        "sessionId": "s",
        "timestamp": f"2026-11-20T10:00:0{number}Z",
        "cwd": "/home/kai/orion",
        "message": {"role": role, "content": content},
    }


def test_all_that_a_hook_said_is_injected_not_the_memory_in_it_alone():
    memory = fenced("We chose port 8931.", {"id": "7"})
    said = f"<user-prompt-submit-hook>Camillo could not save 1 turn.\n\n{memory}</user-prompt-submit-hook>"
    assert parted(said, "text", "user", "") == [(said, "injected")]
    mine = f"{said} And please fix it."
    assert ("".join(text for text, _ in parted(mine, "text", "user", ""))) == mine
    last, part = parted(mine, "text", "user", "")[-1]
    assert (last.endswith(" And please fix it."), part) == (True, "text")
