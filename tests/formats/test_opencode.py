"""opencode: the same session from its database and from its export."""

import json
from pathlib import Path

import apsw
import pytest

from camillo.formats.opencode import READER
from camillo.formats.reading import source_file

FIXTURE = (Path(__file__).parent / "fixtures" / "opencode_export.json").read_bytes()
EXPORT = json.loads(FIXTURE)
TABLES = """
CREATE TABLE session (id text PRIMARY KEY, project_id text, parent_id text, directory text,
    title text, time_created integer, time_updated integer);
CREATE TABLE message (id text PRIMARY KEY, session_id text, time_created integer, data text);
CREATE TABLE part (id text PRIMARY KEY, message_id text, session_id text, data text);
CREATE TABLE session_message (id text PRIMARY KEY, session_id text, type text, data text);
"""


def bare(facts: dict, *without: str) -> str:
    kept = {key: value for key, value in facts.items() if key not in without}
    return json.dumps(kept, separators=(",", ":"))


def stored(path: Path, export: dict = EXPORT) -> Path:
    """The database in which opencode would hold an exported session."""
    info = export["info"]
    with apsw.Connection(str(path)) as connection:
        connection.execute(TABLES)
        connection.execute(
            "INSERT INTO session VALUES (?, 'prj', ?, ?, ?, 1, 2)",
            (info["id"], info.get("parentID"), info["directory"], info["title"]),
        )
        for message in export["messages"]:
            said = message["info"]
            connection.execute(
                "INSERT INTO message VALUES (?, ?, ?, ?)",
                (said["id"], info["id"], said["time"]["created"], bare(said, "id", "sessionID")),
            )
            for part in message["parts"]:
                data = bare(part, "id", "sessionID", "messageID")
                connection.execute(
                    "INSERT INTO part VALUES (?, ?, ?, ?)",
                    (part["id"], said["id"], info["id"], data),
                )
    connection.close()
    return path


def test_an_export_is_read_part_by_part(reading, of_bytes):
    file = of_bytes(FIXTURE)
    assert READER.sniff(file)
    found = reading(READER, file)
    assert found.shown("turn", "role", "part", "text") == [
        ("prt_1", "user", "text", "Which port?"),
        ("prt_2", "user", "system", "Called the Read tool"),
        ("prt_3", "user", "attachment", ""),
        ("prt_4", "user", "caption", "b.txt"),
        ("prt_6", "assistant", "thinking", "Search it."),
        ("prt_7", "assistant", "tool_call", '{"command":"rg port"}'),
        ("prt_7#2", "tool", "tool_result", "port = 8931\n"),
        ("prt_8", "assistant", "tool_call", '{"filePath":"x"}'),
        ("prt_8#2", "tool", "tool_result", "File not found"),
        ("prt_9", "assistant", "text", "It is 8931."),
        ("prt_10", "assistant", "system", '{"id":"prt_10","type":"hologram","beam":1}'),
        ("msg_2/error", "assistant", "system", "The operation was aborted."),
    ]
    assert found.unknown == ["part:step-start", "part:hologram", "todo"]
    assert not found.problems
    assert {(turn.conversation, turn.wing, turn.title) for turn in found.turns} == {
        ("ses_1", "vega", "Finding the port")
    }


def test_times_are_the_parts_own_or_else_the_messages(reading, of_bytes):
    times = dict(reading(READER, of_bytes(FIXTURE)).shown("turn", "at"))
    assert times["prt_1"].text == "2026-01-01T00:00:01Z"
    assert times["prt_6"].text == "2026-01-01T00:00:03Z"
    assert times["prt_7#2"].text == "2026-01-01T00:00:04Z"
    assert times["msg_2/error"].text == "2026-01-01T00:00:09Z"


def test_results_name_their_tool_and_whether_it_failed(reading, of_bytes):
    meta = dict(reading(READER, of_bytes(FIXTURE)).shown("turn", "meta"))
    assert meta["prt_7#2"] == {"agent": "build", "tool": "bash", "call": "call_1"}
    assert meta["prt_8#2"]["error"] is True


def test_a_database_gives_the_same_turns_as_an_export(reading, of_bytes, tmp_path):
    file = source_file(stored(tmp_path / "opencode.db"))
    assert READER.sniff(file)
    found, exported = reading(READER, file), reading(READER, of_bytes(FIXTURE))
    assert not found.problems

    def rows(these):
        # Parts of a database come in the order of their ids, which opencode makes ascend.
        shown = these.shown("turn", "role", "part", "content", "at", "wing", "title", "parent")
        return sorted(row for row in shown if row[0] != "prt_10")

    assert rows(found) == rows(exported)
    assert {turn.key for turn in found.turns if turn.turn != "prt_10"} == {
        turn.key for turn in exported.turns if turn.turn != "prt_10"
    }


def spread(storage: Path) -> Path:
    """The folders in which an older opencode would hold the session; its own file."""
    session = storage / "session/prj/ses_1.json"
    files = {session: EXPORT["info"]}
    for message in EXPORT["messages"]:
        name = message["info"]["id"]
        files[storage / f"message/ses_1/{name}.json"] = message["info"]
        for part in message["parts"]:
            files[storage / f"part/{name}/{part['id']}.json"] = part
    for path, value in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(value, indent=2))
    return session


def test_the_folders_of_older_versions_give_the_same_turns(reading, of_bytes, tmp_path):
    file = source_file(spread(tmp_path / "storage"))
    assert READER.sniff(file)
    found, exported = reading(READER, file), reading(READER, of_bytes(FIXTURE))
    assert not found.problems
    assert {turn.key for turn in found.turns} == {turn.key for turn in exported.turns}
    assert [turn.turn for turn in found.turns][:4] == ["prt_1", "prt_2", "prt_3", "prt_4"]


def test_a_session_without_its_folders_is_not_claimed(of_bytes, tmp_path):
    session = spread(tmp_path / "storage")
    (tmp_path / "elsewhere").mkdir()
    moved = session.rename(tmp_path / "elsewhere/ses_1.json")
    assert not READER.sniff(source_file(moved))


def test_names_that_stand_in_a_session_lead_nowhere_and_links_are_not_followed(reading, tmp_path):
    session = spread(tmp_path / "storage")
    secret = tmp_path / "secret"
    secret.mkdir()
    (secret / "prt_0.json").write_text('{"id": "prt_0", "type": "text", "text": "secret"}')
    session.write_text(json.dumps({**EXPORT["info"], "id": "../../secret"}))
    (tmp_path / "storage/message/ses_1/msg_3.json").write_text('{"id": "../../secret"}')
    (tmp_path / "storage/part/msg_3").symlink_to(secret)
    (tmp_path / "storage/part/msg_1/prt_0.json").symlink_to(secret / "prt_0.json")
    found = reading(READER, source_file(session))
    assert "secret" not in found.shown("text")
    assert len(found.turns) == 12


def test_a_broken_file_of_a_folder_is_a_problem_and_the_rest_is_read(reading, tmp_path):
    session = spread(tmp_path / "storage")
    (tmp_path / "storage/part/msg_1/prt_2.json").write_text('{"id": "prt_2", "ty')
    found = reading(READER, source_file(session))
    assert [problem.where for problem in found.problems] == ["ses_1.json#part/msg_1/prt_2.json"]
    assert len(found.turns) == 11


def test_sessions_that_only_the_newer_table_holds_are_counted(reading, tmp_path):
    path = stored(tmp_path / "opencode.db", {**EXPORT, "messages": []})
    with apsw.Connection(str(path)) as connection:
        connection.execute("INSERT INTO session_message VALUES ('a', 'ses_1', 'assistant', '{}')")
    connection.close()
    found = reading(READER, source_file(path))
    assert found.unknown == ["session_message:assistant"]
    assert [problem.what for problem in found.problems] == ["no session in it has a message"]


def test_a_broken_record_is_a_problem_and_the_rest_is_read(reading, tmp_path):
    path = stored(tmp_path / "opencode.db")
    with apsw.Connection(str(path)) as connection:
        connection.execute("UPDATE part SET data = '{\"type\":' WHERE id = 'prt_1'")
    connection.close()
    found = reading(READER, source_file(path))
    assert [problem.where for problem in found.problems] == ["opencode.db#msg_1/prt_1"]
    assert "prt_2" in found.shown("turn")


def test_the_agent_of_another_session_names_that_session(reading, tmp_path):
    export = {**EXPORT, "info": {**EXPORT["info"], "parentID": "ses_0"}}
    for turn in reading(READER, source_file(stored(tmp_path / "o.db", export))).turns:
        assert turn.meta["within"] == "ses_0"


@pytest.mark.hypothesis
def test_a_damaged_database_is_a_problem_never_an_error(withstands_damage, tmp_path):
    whole = stored(tmp_path / "opencode.db").read_bytes()
    withstands_damage(READER, whole, "opencode.db", (32769, [(8161, 128)]))
