"""Claude Code: who said what, which branch is seen, and what is not the user's words."""

from pathlib import Path

import pytest

from camillo.domain.turn import Turn
from camillo.formats.claude_code import READER

FIXTURE = (Path(__file__).parent / "fixtures" / "claude_code.jsonl").read_bytes()


@pytest.fixture
def whole(reading, of_bytes):
    return reading(READER, of_bytes(FIXTURE, "projects/-home-kai-orion/s-1.jsonl"))


def _user(uuid: str, parent: str | None, text: object, **rest: object) -> dict[str, object]:
    record = {"type": "user", "uuid": uuid, "parentUuid": parent, "sessionId": "s"}
    return {**record, "message": {"role": "user", "content": text}, **rest}


def _reply(uuid: str, parent: str, text: str, message: str = "") -> dict[str, object]:
    content = [{"type": "text", "text": text}]
    body = {"id": message or f"m-{uuid}", "role": "assistant", "content": content}
    record = {"type": "assistant", "uuid": uuid, "parentUuid": parent, "sessionId": "s"}
    return {**record, "message": body}


def test_a_transcript_is_read_part_by_part_with_its_visible_branch_first(whole):
    assert whole.shown("turn", "role", "part", "branch") == [
        ("summary:a5", "system", "system", ""),
        ("u0", "user", "system", ""),
        ("u1", "user", "system", ""),
        ("u2", "user", "text", ""),
        ("a1", "assistant", "thinking", ""),
        ("a2", "assistant", "text", ""),
        ("a3", "assistant", "tool_call", ""),
        ("a4", "assistant", "tool_call", ""),
        ("t1", "tool", "tool_result", ""),
        ("t2", "tool", "tool_result", ""),
        ("t2#2", "tool", "attachment", ""),
        ("q1", "user", "text", ""),
        ("a5", "assistant", "text", ""),
        ("u4", "user", "text", ""),
        ("u4#2", "user", "system", ""),
        ("a7", "assistant", "text", ""),
        ("c1", "system", "system", ""),
        ("u5", "user", "system", ""),
        ("g1", "user", "text", ""),
        ("g2", "assistant", "text", ""),
        ("u3", "user", "text", "u3"),
        ("a6", "assistant", "text", "u3"),
    ]


def test_every_text_is_exact_and_a_tool_call_keeps_its_own_characters(whole):
    texts = dict(whole.shown("turn", "text"))
    assert texts["u2"] == "  Why did we drop REST?\n"
    assert texts["a3"] == r'{"command":"grep -r \"why\" .",  "timeout":1e3}'
    assert texts["t1"] == "notes.md: GraphQL\n"


def test_results_name_their_tool_and_call_and_agents_are_marked(whole):
    meta = dict(whole.shown("turn", "meta"))
    assert meta["a3"] == meta["t1"] == {"tool": "Bash", "call": "call-1"}
    assert meta["t2"] == {"tool": "Read", "call": "call-2", "error": True}
    assert meta["g1"] == {"agent": "ag1"}
    assert meta["u2"] == {}


def test_session_title_wing_time_and_parent_come_from_the_record(whole):
    (turn,) = (turn for turn in whole.turns if turn.turn == "u2")
    assert (turn.conversation, turn.title, turn.wing) == ("s-1", "Choosing a query layer", "orion")
    assert turn.parent == "u1"
    assert turn.at is not None and turn.at.text == "2025-06-01T10:00:02.000Z"


def test_what_is_not_read_is_counted_and_nothing_is_a_problem(whole):
    assert sorted(whole.unknown) == [
        "file-history-snapshot",
        "last-prompt",
        "summary of another session",
    ]
    assert not whole.problems


def test_a_grown_transcript_keeps_the_keys_of_its_turns(reading, of_bytes, whole):
    first = FIXTURE[: FIXTURE.index(b'"uuid":"u4"')].rsplit(b"\n", 1)[0] + b"\n"
    before = reading(READER, of_bytes(first, "s-1.jsonl"))
    assert {turn.key for turn in before.turns} < {turn.key for turn in whole.turns}


def test_a_copied_record_is_read_once(reading, of_lines):
    copied = [_user("u1", None, "hi"), _reply("a1", "u1", "ho"), _user("u1", None, "hi")]
    assert reading(READER, of_lines(copied)).shown("turn") == ["u1", "a1"]


def test_a_rewind_to_the_first_prompt_makes_the_older_one_a_branch(reading, of_lines):
    records = [_user("u1", None, "old"), _reply("a1", "u1", "x"), _user("u2", None, "new")]
    found = reading(READER, of_lines(records))
    assert found.shown("turn", "branch") == [("u2", ""), ("u1", "u1"), ("a1", "u1")]


def test_a_second_rewind_inside_a_branch_is_a_branch_of_its_own(reading, of_lines):
    records = [
        _user("u1", None, "start"),
        _user("b1", "u1", "first try"),
        _reply("b2", "b1", "no"),
        _user("b3", "b1", "second try"),
        _user("c1", "u1", "third try"),
    ]
    found = reading(READER, of_lines(records))
    branches = dict(found.shown("turn", "branch"))
    assert branches == {"u1": "", "c1": "", "b1": "b1", "b3": "b1", "b2": "b2"}


def test_two_sessions_in_one_file_are_two_conversations_and_both_visible(reading, of_lines):
    records = [
        _user("u1", None, "one"),
        _user("v1", None, "two", sessionId="other"),
        _user("u2", "u1", "three"),
    ]
    found = reading(READER, of_lines(records))
    assert found.shown("conversation", "turn", "branch") == [
        ("s", "u1", ""),
        ("other", "v1", ""),
        ("s", "u2", ""),
    ]


def test_a_line_lost_in_the_middle_does_not_hide_what_came_before(reading, of_bytes, of_lines):
    records = [_user("u1", None, "one"), _reply("a1", "u1", "two"), _user("u2", "a1", "three")]
    whole = of_lines(records).open().read().split(b"\n")
    whole[1] = whole[1][:40]
    found = reading(READER, of_bytes(b"\n".join(whole)))
    assert found.shown("turn", "branch") == [("u1", ""), ("u2", "")]
    assert [problem.where for problem in found.problems] == ["made.jsonl:2"]


def test_records_that_are_each_others_parents_are_still_read(reading, of_lines):
    records = [_user("u1", "u2", "one"), _user("u2", "u1", "two"), _user("u3", "u3", "three")]
    found = reading(READER, of_lines(records))
    assert sorted(found.shown("turn")) == ["u1", "u2", "u3"]


def test_an_agent_that_hangs_on_the_conversation_hides_nothing_of_it(reading, of_lines):
    records = [
        _user("u1", None, "count them"),
        _reply("a1", "u1", "asking an agent"),
        _user("u2", "a1", "and then?"),
        _user("g1", "u1", "count", isSidechain=True),
        _reply("g2", "g1", "three") | {"isSidechain": True},
    ]
    found = reading(READER, of_lines(records))
    assert [(turn.turn, turn.branch, turn.meta.get("agent", "")) for turn in found.turns] == [
        ("u1", "", ""),
        ("a1", "", ""),
        ("u2", "", ""),
        ("g1", "", "sidechain"),
        ("g2", "", "sidechain"),
    ]


INJECTED = [
    "<system-reminder>x</system-reminder>",
    "<local-command-stdout>\n\n</local-command-stdout>",
    "<command-message>a</command-message>\n<command-name>/a</command-name>",
    "<user-prompt-submit-hook>context</user-prompt-submit-hook>",
    "[Request interrupted by user for tool use]",
    "Caveat: The messages below were generated by the user while running local commands. x",
]
SPOKEN = [
    "plain",
    "<system-reminder>x</system-reminder>\nand fix the tests",
    "What does <system-reminder> mean?",
    "<div>an element</div>",
    "<bash-input>ls</bash-input>",
    "<system-reminder>never closed",
]


@pytest.mark.parametrize("text", INJECTED)
def test_injected_text_is_kept_but_is_not_the_users_words(reading, of_lines, text):
    found = reading(READER, of_lines([_user("u1", None, text)]))
    assert found.shown("part", "text") == [("system", text)]


@pytest.mark.parametrize("text", SPOKEN)
def test_the_users_own_words_stay_text_whatever_stands_in_them(reading, of_lines, text):
    found = reading(READER, of_lines([_user("u1", None, text)]))
    assert found.shown("part", "text") == [("text", text)]


@pytest.mark.parametrize(
    "flags",
    [{"isMeta": True}, {"isCompactSummary": True}, {"origin": {"kind": "task-notification"}}],
)
def test_records_marked_as_the_hosts_are_the_systems(reading, of_lines, flags):
    found = reading(READER, of_lines([_user("u1", None, "do it", **flags)]))
    assert found.shown("part") == ["system"]


def test_files_and_hook_text_beside_the_conversation_are_kept(reading, of_lines):
    base = {"type": "attachment", "parentUuid": None, "sessionId": "s"}
    file = {
        "type": "file",
        "filename": "a.py",
        "content": {"type": "text", "file": {"content": "x=1"}},
    }
    hook = {"type": "hook_additional_context", "content": ["remember this", "and that"]}
    records = [
        {**base, "uuid": "f", "attachment": file},
        {**base, "uuid": "h", "attachment": hook},
        {**base, "uuid": "n", "attachment": {"type": "todo_reminder"}},
    ]
    found = reading(READER, of_lines(records))
    assert found.shown("turn", "part", "text") == [
        ("f", "caption", "x=1"),
        ("h", "system", "remember this"),
        ("h#2", "system", "and that"),
    ]
    assert found.turns[0].meta == {"attachment": "a.py"}
    assert found.unknown == ["attachment:todo_reminder"]


def test_a_block_of_an_unknown_type_is_counted_and_kept_whole(reading, of_lines):
    record = _user("u1", None, [{"type": "hologram", "beam": "ü"}, {"type": "text", "text": "hi"}])
    found = reading(READER, of_lines([record]))
    assert found.unknown == ["block:hologram"]
    assert found.shown("turn", "part") == [("u1", "system"), ("u1#2", "text")]
    assert found.turns[0].text == '{"type": "hologram", "beam": "ü"}'


def test_a_time_that_cannot_be_read_is_a_problem_and_never_now(reading, of_lines):
    found = reading(READER, of_lines([_user("u1", None, "hi", timestamp="noon")]))
    assert found.shown("at") == [None]
    assert "'noon' is not a date" in found.problems[0].what


def test_titles_that_were_given_by_hand_win_over_made_ones(reading, of_lines):
    records = [
        {"type": "custom-title", "customTitle": "By hand", "sessionId": "s"},
        _user("u1", None, "hi"),
        {"type": "ai-title", "aiTitle": "Made", "sessionId": "s"},
    ]
    assert reading(READER, of_lines(records)).shown("title") == ["By hand"]


def test_lone_surrogates_nuls_and_long_texts_come_through_exactly(reading, of_lines):
    text = "\ud800\x00 " + "word " * 2_000_000
    found = reading(READER, of_lines([_user("u1", None, text), _reply("a1", "u1", "ok")]))
    assert found.turns[0].text == text
    assert isinstance(found.turns[1], Turn)


def test_a_transcript_of_bookkeeping_alone_says_that_it_holds_no_message(reading, of_lines):
    file = of_lines([{"type": "file-history-snapshot", "messageId": "m", "sessionId": "s"}])
    assert READER.sniff(file)
    assert "no line of it is a message" in reading(READER, file).problems[-1].what


def test_a_first_record_longer_than_the_head_is_known_by_its_first_fields(of_lines):
    assert READER.sniff(of_lines([_user("u1", None, "x" * 100_000)]))
