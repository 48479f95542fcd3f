"""Each command against a real palace, as a person and as a program would call it."""

import base64
import hashlib
import json
import os
import signal
import subprocess
import sys
import time

import apsw
import pytest

from camillo.surfaces.cli import codes

TEXT = "We chose GraphQL for the mobile app.\r\n\tTwo screens, one request. 知识 \x1b[31m\u202e"


@pytest.fixture
def added(as_json):
    """The receipt of one text, filed from standard input or as an argument."""
    return as_json(
        "add", TEXT, "--wing", "orion", "--room", "api", "--hall", "decisions",
        "--at", "2025-06-01T10:00:00Z", "--speaker", "Kai", "--source", "note:42", "--meta", "task=7",
    )  # fmt: skip


def test_a_text_is_added_found_and_read_back_word_for_word(added, as_json):
    assert (added["verb"], added["counts"]["turns"]) == ("add", 1)
    (hit,) = as_json("search", "why GraphQL")["results"]
    assert hit["text"] == TEXT
    assert (hit["wing"], hit["room"], hit["hall"]) == ("orion", "api", "decisions")
    assert (hit["at"], hit["speaker"], hit["source"]) == ("2025-06-01T10:00:00Z", "Kai", "note:42")
    memory = as_json("get", hit["id"])
    assert base64.b64decode(memory["content_base64"]) == TEXT.encode()
    assert memory["meta"]["task"] == "7"


def test_get_raw_writes_the_exact_bytes_and_nothing_else(added, process):
    done = process("get", added["ids"][0], "--raw")
    assert done.stdout == TEXT.encode()


def test_text_from_standard_input_keeps_its_last_line_feed(process):
    given = b"line one\nline two\n\n" + "\ud800".encode("utf-8", "surrogatepass")
    done = process("add", "-", "--json", input=given)
    assert done.returncode == 0, done.stderr
    assert process("get", json.loads(done.stdout)["ids"][0], "--raw").stdout == given


def test_standard_input_that_is_not_utf8_is_refused_with_the_place(process):
    done = process("add", "-", input=b"ok \xff")
    assert done.returncode == codes.WRONG_INPUT
    assert b"at byte 3" in done.stderr


def test_people_see_score_place_time_speaker_source_text_and_id(added, camillo):
    code, out, _ = camillo("search", "why GraphQL", "--explain")
    assert code == 0
    for part in (
        "orion / api / decisions",
        "2025-06-01T10:00:00Z",
        "Kai",
        "note:42",
        "知识",
        "why: ",
    ):
        assert part in out
    assert added["ids"][0].partition(":")[0] in out
    assert "\x1b" not in out
    assert "\\x1b[31m\\u202e" in out


@pytest.mark.parametrize(
    ("option", "value", "other"),
    [
        ("--wing", "orion", "vega"),
        ("--room", "api", "web"),
        ("--hall", "decisions", "advice"),
        ("--speaker", "Kai", "Mira"),
        ("--source", "note:42", "note:43"),
        ("--kind", "note", "codex"),
        ("--since", "2025-06-01", "2025-06-02"),
        ("--until", "2025-06-01", "2025-05-31"),
        ("--meta", "task=7", "task=8"),
    ],
)
def test_every_filter_lets_its_own_through_and_nothing_else(
    added, as_json, camillo, option, value, other
):
    assert len(as_json("search", "GraphQL", option, value)["results"]) == 1
    code, out, err = camillo("search", "GraphQL", option, other)
    assert (code, err) == (codes.FOUND_WANTING, "")
    assert "Nothing found" in out


def test_mining_tells_what_was_read_and_the_second_time_adds_nothing(
    as_json, camillo, conversation
):
    (first,) = as_json("mine", str(conversation), "--quick", "--wing", "orion")["reports"]
    assert (first["target"], first["turns"], first["problems"]) == (str(conversation), 3, [])
    assert first["kinds"] == {"camillo-jsonl": 1}
    (again,) = as_json("mine", str(conversation), "--quick", "--wing", "orion")["reports"]
    assert (again["turns"], again["drawers"]) == (0, 0)
    code, out, err = camillo("mine", str(conversation.parent), "--quick")
    assert (code, err) == (0, "")
    assert "Added" in out


def test_a_dry_run_says_what_each_file_is_and_adds_nothing(as_json, camillo, conversation):
    (conversation.parent / "picture.bin").write_bytes(bytes(range(256)) * 8)
    _, out, _ = camillo("mine", str(conversation.parent), "--dry-run")
    assert "Would add" in out
    assert "orion.jsonl" in out
    assert "Left out: " in out
    assert as_json("status")["turns"] == 0
    (report,) = as_json("mine", str(conversation.parent), "--dry-run")["reports"]
    (file,) = [one for one in report["files"] if one["name"] == "orion.jsonl"]
    size = conversation.stat().st_size
    assert file == {"name": "orion.jsonl", "kind": "camillo-jsonl", "bytes": size, "turns": 3}
    as_json("mine", str(conversation.parent), "--quick")
    (report,) = as_json("mine", str(conversation.parent), "--dry-run")["reports"]
    assert report["turns"] == 0


def test_several_paths_are_mined_in_their_order(as_json, conversation, tmp_path):
    note = tmp_path / "note.md"
    note.write_text("# Batteries\n\nThe tablet lasted nine hours.\n")
    reports = as_json("mine", str(note), str(conversation), "--quick")["reports"]
    assert [report["target"] for report in reports] == [str(note), str(conversation)]


def test_a_file_over_the_limit_is_a_problem_that_names_it_and_the_rest_is_mined(
    as_json, conversation, monkeypatch
):
    (conversation.parent / "large.txt").write_text("word " * 1000)
    monkeypatch.setenv("CAMILLO_FILE_LIMIT", "2kB")
    (report,) = as_json("mine", str(conversation.parent), "--quick")["reports"]
    (problem,) = report["problems"]
    assert problem["where"] == "large.txt"
    assert "file_limit" in problem["what"]
    assert report["turns"] == 3


def test_a_path_that_is_not_there_is_named(camillo, tmp_path):
    code, _, err = camillo("mine", str(tmp_path / "none"))
    assert code == codes.FOUND_WANTING
    assert str(tmp_path / "none") in err


def test_results_can_be_grouped_by_conversation_and_bounded(as_json, conversation):
    as_json("mine", str(conversation), "--quick")
    grouped = as_json("search", "why GraphQL and REST", "--group", "conversation")
    assert [hit["conversation"] for hit in grouped["results"]] == ["orion-1"]
    small = as_json("search", "why GraphQL and REST", "--budget", "12")
    assert sum(len(hit["text"].encode()) for hit in small["results"]) <= 4 * 12 + 3
    assert len(as_json("search", "GraphQL REST decision", "--limit", "1")["results"]) == 1


def test_neighbours_stand_around_a_text(as_json, camillo, conversation):
    as_json("mine", str(conversation), "--quick")
    (hit, *_) = as_json("search", "seven round trips")["results"]
    memory = as_json("get", hit["id"], "--neighbours", "1")
    assert [one["turn"]["speaker"] for one in (*memory["before"], *memory["after"])] == [
        "Kai",
        "Kai",
    ]
    _, out, _ = camillo("get", hit["id"], "--neighbours", "1")
    assert out.index("switch the mobile") < out.index("seven round trips") < out.index("battery")


def test_forgetting_is_shown_first_and_then_for_good(added, as_json, camillo, tmp_path):
    text_id = added["ids"][0]
    planned = as_json("forget", text_id)
    assert (planned["dry_run"], [one["id"] for one in planned["would_forget"]]) == (True, [text_id])
    _, out, _ = camillo("forget", text_id)
    assert "add --yes" in out
    assert len(as_json("search", "GraphQL")["results"]) == 1
    done = as_json("forget", text_id, "--yes")
    assert done["receipt"]["verb"] == "forget"
    assert camillo("search", "GraphQL")[0] == codes.FOUND_WANTING
    assert b"GraphQL" not in (tmp_path / "palace.camillo").read_bytes()


def test_mining_says_what_it_leaves_out_since_it_was_forgotten(as_json, camillo, tmp_path):
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.md").write_text("The heron stands in the reeds.\n")
    as_json("mine", str(tmp_path / "notes"), "--quick", "--wing", "lake")
    as_json("forget", "--wing", "lake", "--yes")
    (report,) = as_json("mine", str(tmp_path / "notes"), "--quick", "--dry-run")["reports"]
    assert (report["turns"], report["known"], report["forgotten"]) == (0, 0, 1)
    out = camillo("mine", str(tmp_path / "notes"), "--quick")[1]
    assert "0 known already. 1 turn left out: forgotten." in out


def test_a_wing_is_forgotten_through_the_same_door(added, as_json):
    as_json("add", "Another text about batteries.", "--wing", "vega")
    assert len(as_json("forget", "--wing", "orion")["would_forget"]) == 1
    as_json("forget", "--wing", "orion", "--yes")
    assert [row["wing"] for row in as_json("wings")["wings"]] == ["vega"]


def test_moving_is_shown_first_and_keeps_what_was_not_named(added, as_json):
    text_id = added["ids"][0]
    (row,) = as_json("move", text_id, "--room", "mobile")["would_move"]
    assert row["to"] == {"wing": "orion", "room": "mobile", "hall": "decisions"}
    assert as_json("search", "GraphQL")["results"][0]["room"] == "api"
    assert len(as_json("move", text_id, "--room", "mobile", "--yes")["receipts"]) == 1
    hit = as_json("search", "GraphQL")["results"][0]
    assert (hit["wing"], hit["room"], hit["hall"], hit["id"]) == (
        "orion", "mobile", "decisions", text_id
    )  # fmt: skip


def test_wings_and_rooms_are_listed_and_renamed(added, as_json, camillo):
    (wing,) = as_json("wings")["wings"]
    room = {"room": "api", "turns": 1, "newest": "2025-06-01T10:00:00Z"}
    assert wing == {"wing": "orion", "turns": 1, "newest": room["newest"], "rooms": [room]}
    assert as_json("rooms", "orion") == {"wing": "orion", "rooms": [room]}
    planned = as_json("wings", "--rename", "orion", "Ω")
    assert planned == {"dry_run": True, "old": "orion", "new": "Ω", "merges": False}
    assert as_json("wings", "--rename", "orion", "Ω", "--yes")["receipt"]["number"] > 0
    as_json("rooms", "Ω", "--rename", "api", "graph", "--yes")
    hit = as_json("search", "GraphQL")["results"][0]
    assert (hit["wing"], hit["room"]) == ("Ω", "graph")
    assert camillo("wings", "--rename", "orion", "x")[0] == codes.FOUND_WANTING
    assert camillo("rooms", "orion")[0] == codes.FOUND_WANTING
    assert "Ω" in camillo("wings")[1]


def test_a_backup_becomes_a_palace_and_replaces_none(added, as_json, camillo, tmp_path):
    as_json("backup", str(tmp_path / "copy.camillo"))
    fresh = str(tmp_path / "fresh.camillo")
    as_json("restore", str(tmp_path / "copy.camillo"), "--palace", fresh)
    assert as_json("search", "GraphQL", "--palace", fresh)["results"][0]["text"] == TEXT
    before = hashlib.sha256((tmp_path / "fresh.camillo").read_bytes()).digest()
    code, _, err = camillo("restore", str(tmp_path / "copy.camillo"), "--palace", fresh)
    assert code == codes.WRONG_INPUT
    assert fresh in err
    assert hashlib.sha256((tmp_path / "fresh.camillo").read_bytes()).digest() == before


def test_the_doctor_finds_a_whole_palace_before_and_after_a_rebuild(added, as_json):
    assert as_json("doctor") == {"healthy": True, "problems": [], "rebuilt": None}
    rebuilt = as_json("doctor", "--rebuild")
    assert rebuilt["healthy"]
    assert rebuilt["rebuilt"]["number"] > 0
    assert as_json("search", "GraphQL")["results"][0]["text"] == TEXT


def test_a_file_that_is_no_palace_is_told_as_damaged(camillo, tmp_path):
    wrong = tmp_path / "letter.txt"
    wrong.write_bytes(b"Dear Mira, " * 1000)
    code, _, err = camillo("status", "--palace", str(wrong))
    assert code == codes.DAMAGED
    assert str(wrong) in err


def test_settings_are_shown_with_where_they_come_from(as_json, camillo, tmp_path):
    settings = as_json("config")["settings"]
    assert settings["palace"]["value"] == str(tmp_path / "palace.camillo")
    assert settings["palace"]["origin"] == "environment CAMILLO_PALACE"
    assert "busy_seconds" in camillo("config")[1]


def test_init_lists_without_yes_and_mines_with_it(
    as_json, camillo, own_home, monkeypatch, tmp_path
):
    monkeypatch.chdir(tmp_path)
    project = own_home / "code" / "orion"
    (project / ".git").mkdir(parents=True)
    (project / "README.md").write_text("# Orion\n\nThe mobile app speaks GraphQL.\n")
    monkeypatch.chdir(project)
    listed = as_json("init")
    assert [(host["kind"], host["marked"]) for host in listed["found"]] == [("project", True)]
    assert listed["reports"] == []
    assert camillo("status")[0] == codes.FOUND_WANTING
    _, out, err = camillo("init")
    assert str(project) in out
    assert "--yes" in err
    (report,) = as_json("init", "--yes", "--quick")["reports"]
    assert report["target"] == str(project)
    assert as_json("search", "GraphQL")["results"][0]["source"].endswith("/README.md")


@pytest.mark.slow
def test_refining_covers_the_palace_and_says_so(added, as_json, camillo):
    report = as_json("refine")
    assert (report["refined"], report["pending"], report["covered"]) == (1, 0, 1.0)
    assert as_json("status")["covered"] == 1.0
    assert "0 wait" in camillo("refine")[1]


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_on_a_terminal_progress_is_drawn_on_stderr_and_stdout_stays_clean(process, conversation):
    import pty

    leader, follower = pty.openpty()
    done = subprocess.run(
        [sys.executable, "-m", "camillo.surfaces.cli.main", "mine", str(conversation), "--quick"],
        stdout=subprocess.PIPE,
        stderr=follower,
        timeout=60,
        check=False,
    )
    os.close(follower)
    drawn = os.read(leader, 65536)
    os.close(leader)
    assert done.returncode == 0
    assert b"file" in drawn
    assert b"\x1b" not in done.stdout


def test_a_palace_that_another_process_holds_is_busy_and_not_broken(
    added, camillo, monkeypatch, tmp_path
):
    monkeypatch.setenv("CAMILLO_BUSY_SECONDS", "0.2")
    holder = apsw.Connection(str(tmp_path / "palace.camillo"))
    holder.execute("begin immediate")
    try:
        code, out, err = camillo("add", "Another text.")
    finally:
        holder.execute("rollback")
        holder.close()
    assert (code, out) == (codes.BUSY, "")
    assert err.count("\n") == 1
    assert camillo("add", "Another text.")[0] == 0


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="sends a POSIX signal")
def test_ctrl_c_leaves_what_was_filed_and_the_next_run_finishes(as_json, tmp_path):
    notes = tmp_path / "notes"
    notes.mkdir()
    for number in range(4000):
        (notes / f"{number}.md").write_text(f"# Note {number}\n\nThe probe number is {number}.\n")
    program = [sys.executable, "-m", "camillo.surfaces.cli.main", "mine", str(notes), "--quick"]
    # Who runs the tests in the background has them ignore interrupts, and a child inherits that.
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        running = subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    finally:
        signal.signal(signal.SIGINT, before)
    log = tmp_path / "palace.camillo-wal"
    while running.poll() is None and not (log.exists() and log.stat().st_size > 500_000):
        time.sleep(0.01)
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=60)
    assert running.returncode == codes.INTERRUPTED, err
    assert b"run the same command again" in err
    assert b"Traceback" not in err
    filed = as_json("status")["documents"]
    assert 0 < filed < 4000
    (report,) = as_json("mine", str(notes), "--quick")["reports"]
    assert (report["documents"], as_json("status")["documents"]) == (4000 - filed, 4000)
