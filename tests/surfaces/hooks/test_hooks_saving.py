import json
import os
import subprocess
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given as cases
from hypothesis import strategies as st

from camillo.app.resident import entries
from camillo.domain.errors import InvalidInput
from camillo.surfaces.hooks import calls, intake, spool

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.text(st.characters(codec=None)),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=12,
)


def test_a_stop_spools_one_entry_that_holds_the_hosts_input_whole(host, given):
    said = given(
        "Stop", last_assistant_message='We chose "GraphQL" — 数据库.', stop_hook_active=False
    )
    before = datetime.now(UTC)
    assert host.call("Stop", said).out == b""
    (entry,) = host.entries()
    at = datetime.fromisoformat(entry.pop("at"))
    assert at.tzinfo is not None
    assert before - timedelta(seconds=1) < at < before + timedelta(seconds=20)
    assert entry == {
        "version": 1,
        "host": "claude-code",
        "event": "Stop",
        "session": "5f1c",
        "transcript": said["transcript_path"],
        "cwd": "/home/kai/orion",
        "input": said,
    }


def test_an_entry_is_what_the_filing_side_reads(host, given):
    host.call("SessionEnd", given("SessionEnd", reason="clear"))
    (path,) = host.state.entries()
    entry = entries.read(path)
    assert (entry.event, entry.session) == ("SessionEnd", "5f1c")
    assert entry.at is not None
    assert entry.input["reason"] == "clear"


@pytest.mark.skipif(os.name == "nt", reason="modes are POSIX's")
def test_the_spool_is_its_owners_alone(host, given):
    host.call("Stop", given("Stop"))
    (entry,) = host.state.entries()
    assert entry.stat().st_mode & 0o777 == 0o600
    assert host.state.spool.stat().st_mode & 0o777 == 0o700
    assert host.state.folder.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("event", ["PreCompact", "SessionEnd", "SubagentStop"])
def test_each_saving_event_spools_and_says_nothing(host, given, event):
    assert host.call(event, given(event)).out == b""
    assert [entry["event"] for entry in host.entries()] == [event]


def test_hooks_that_end_at_once_each_leave_their_entry(host, given):
    with ThreadPoolExecutor(8) as hosts:
        calls = [hosts.submit(host.call, "Stop", given("Stop", turn=n)) for n in range(8)]
        for call in calls:
            call.result()
    assert sorted(entry["input"]["turn"] for entry in host.entries()) == list(range(8)), host.log()
    assert host.log() == ""


@pytest.mark.parametrize("overtaken", ["data", "data/p.run", "data/p.run/spool"])
def test_a_folder_that_another_hook_makes_meanwhile_is_used(tmp_path, monkeypatch, overtaken):
    mkdir = os.mkdir

    def overtaking(path, mode=0o777):
        if Path(path) == tmp_path / overtaken and Path(path).parent.exists():
            mkdir(path, 0o700)
        mkdir(path, mode)

    monkeypatch.setattr(os, "mkdir", overtaking)
    folder = tmp_path / "data" / "p.run"
    name = spool.write(str(folder), {"number": 1})
    assert json.loads((folder / "spool" / name).read_bytes()) == {"number": 1}


def test_hooks_that_race_for_the_first_folder_all_write_into_it(tmp_path):
    def one(round: int, number: int, gate: threading.Barrier) -> None:
        gate.wait()
        spool.write(str(tmp_path / f"{round}" / "data" / "p.run"), {"number": number})

    with ThreadPoolExecutor(8) as hooks:
        for round in range(50):
            gate = threading.Barrier(8)
            for done in [hooks.submit(one, round, number, gate) for number in range(8)]:
                done.result()
            assert len(spool.entries(str(tmp_path / f"{round}" / "data" / "p.run"))) == 8


def test_entries_sort_by_the_time_they_were_written(tmp_path):
    for number in range(20):
        spool.write(str(tmp_path / "p.run"), {"number": number})
    names = spool.entries(str(tmp_path / "p.run"))
    read = [json.loads((tmp_path / "p.run" / "spool" / name).read_bytes()) for name in names]
    assert [entry["number"] for entry in read] == list(range(20))


def test_a_tool_result_is_spooled_only_where_no_transcript_holds_it(host, given):
    host.call("PostToolUse", given("PostToolUse", tool_name="Bash", tool_response="ok"))
    assert host.entries() == []
    host.call("PostToolUse", given("PostToolUse", transcript_path=None, tool_response="ok"))
    assert [entry["input"]["tool_response"] for entry in host.entries()] == ["ok"]


@pytest.mark.parametrize("transcript", [None, "never-there.jsonl", "folder/never-there.jsonl"])
def test_a_prompt_that_no_transcript_holds_yet_is_spooled(host, given, tmp_path, transcript):
    named = transcript and str(tmp_path / transcript)
    asked = given("UserPromptSubmit", prompt="why GraphQL?", transcript_path=named)
    host.call("UserPromptSubmit", asked, host="codex")
    (entry,) = host.entries()
    assert entry["transcript"] == named
    assert entry["input"]["prompt"] == "why GraphQL?"


def test_a_prompt_is_not_spooled_where_its_transcript_is_there_to_hold_it(host, given, tmp_path):
    (tmp_path / "s.jsonl").write_text("{}\n")
    asked = {"prompt": "why GraphQL?", "transcript_path": str(tmp_path / "s.jsonl")}
    host.call("UserPromptSubmit", given("UserPromptSubmit", **asked))
    assert host.entries() == []


def test_cursors_names_of_session_folder_and_transcript_are_read(host):
    said = {"conversation_id": "c1", "workspace_roots": ["/home/kai/orion"], "status": "completed"}
    told = {"CURSOR_TRANSCRIPT_PATH": "/home/kai/.cursor/projects/orion/c1.jsonl"}
    host.call("stop", said, host="cursor", environ=told)
    (entry,) = host.entries()
    assert (entry["session"], entry["cwd"]) == ("c1", "/home/kai/orion")
    assert entry["transcript"] == told["CURSOR_TRANSCRIPT_PATH"]


def test_cursors_answer_is_spooled_only_where_no_transcript_holds_it(host):
    said = {"conversation_id": "c1", "workspace_roots": ["/x"], "text": "Done."}
    host.call("afterAgentResponse", {**said, "transcript_path": "/x/c1.jsonl"}, host="cursor")
    assert host.entries() == []
    host.call("afterAgentResponse", {**said, "transcript_path": None}, host="cursor")
    assert [entry["input"]["text"] for entry in host.entries()] == ["Done."]


@pytest.mark.parametrize(
    ("written", "event"),
    [
        ("SessionStart", "SessionStart"),
        ("session-start", "SessionStart"),
        ("sessionStart", "SessionStart"),
        ("beforeSubmitPrompt", "UserPromptSubmit"),
        ("BeforeAgent", "UserPromptSubmit"),
        ("AfterAgent", "Stop"),
        ("stop", "Stop"),
        ("PreCompress", "PreCompact"),
        ("preCompact", "PreCompact"),
        ("sessionEnd", "SessionEnd"),
        ("subagentStop", "SubagentStop"),
        ("AfterTool", "PostToolUse"),
        ("postToolUse", "PostToolUse"),
    ],
)
@pytest.mark.parametrize("name", calls.HOSTS)
def test_events_are_read_in_every_hosts_spelling(written, event, name):
    assert calls.read_arguments([written, f"--host={name}"]).event == event


@cases(VALUES)
def test_whatever_json_a_host_sends_is_read_or_named_wrong(value):
    raw = json.dumps(value).encode()
    try:
        found = intake.parse(raw)
    except InvalidInput:
        assert not isinstance(value, dict)
        return
    for event in ("Stop", "SessionStart", "PostToolUse"):
        call = calls.call(calls.Asked(event, "cursor", None), found, {})
        assert isinstance(call.session, str)
        assert call.input == json.loads(raw)


@cases(st.binary(max_size=200))
def test_bytes_that_are_no_json_are_named_wrong(raw):
    try:
        assert isinstance(intake.parse(raw), dict)
    except InvalidInput as error:
        assert error.mend


@cases(st.dictionaries(st.text(), VALUES, max_size=4))
def test_an_entry_reads_back_as_it_was_spooled(tmp_path_factory, value):
    folder = str(tmp_path_factory.mktemp("entry"))
    name = spool.write(folder, {"version": 1, "input": value})
    assert json.loads(Path(folder, "spool", name).read_bytes())["input"] == value


def test_nesting_without_end_is_named_wrong():
    with pytest.raises(InvalidInput, match=r"nested|JSON"):
        intake.parse(b'{"a":' + b"[" * 100_000)


def test_bytes_that_are_no_utf_8_survive_in_the_spool(host):
    host.call("Stop", b'{"session_id": "s", "last_assistant_message": "caf\xe9"}')
    (entry,) = host.entries()
    said = entry["input"]["last_assistant_message"]
    assert said.encode("utf-8", "surrogateescape") == b"caf\xe9"


def test_a_byte_order_mark_is_no_trouble(host):
    host.call("Stop", b'\xef\xbb\xbf{"session_id": "s"}\r\n')
    assert [entry["session"] for entry in host.entries()] == ["s"]


def test_a_host_that_leaves_the_pipe_open_is_not_waited_for(host, open_pipe):
    with open_pipe("Stop", b'{"session_id": "s"}') as process:
        assert process.wait(timeout=4) == 0
    assert [entry["session"] for entry in host.entries()] == ["s"]


def test_a_host_that_pauses_behind_an_inner_object_is_waited_for(host, open_pipe):
    with open_pipe("Stop", b'{"tool_input": {"a": {}}') as process:
        time.sleep(1.5)
        process.stdin.write(b', "session_id": "s"}')
        process.stdin.close()
        assert process.wait(timeout=8) == 0
    assert [entry["session"] for entry in host.entries()] == ["s"]
    assert host.log() == ""


def test_what_a_killed_hook_left_half_written_is_swept_an_hour_later(tmp_path):
    spool.write(str(tmp_path), {"whole": True})
    for name, age in (("old", 7200), ("young", 60)):
        half = tmp_path / "spool" / f".{name}.json.7.new"
        half.write_bytes(b"{")
        os.utime(half, (half.stat().st_mtime - age,) * 2)
    spool.sweep(str(tmp_path))
    left = sorted(path.name for path in (tmp_path / "spool").iterdir())
    assert left[0] == ".young.json.7.new"
    assert len(left) == 2


def test_half_written_entries_are_no_entries(tmp_path):
    (tmp_path / "spool").mkdir()
    (tmp_path / "spool" / ".1.json.7.new").write_bytes(b"{")
    assert spool.entries(str(tmp_path)) == []


def test_a_bare_call_by_a_person_says_what_it_is(host):
    try:
        import pty
    except ImportError:
        pytest.skip("no terminals here")
    ours, theirs = pty.openpty()
    try:
        done = subprocess.run(
            [*host.program, "Stop", "--host", "codex"],
            stdin=theirs, capture_output=True, timeout=20, check=False, env=host.whole_environ,
        )  # fmt: skip
    finally:
        os.close(ours)
        os.close(theirs)
    assert done.returncode == 0
    assert b"called by a coding agent" in done.stderr
    assert host.log() == ""
