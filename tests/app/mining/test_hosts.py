import zipfile
from pathlib import Path

import pytest

from camillo.app.mining.hosts import Host, find


@pytest.fixture
def home(tmp_path):
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


def written(path: Path, content: bytes = b"x" * 10) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


def archive(path: Path, *members: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w") as out:
        for member in members:
            out.writestr(member, "[]")
    return path


def found(home: Path, here: Path | None = None, environ: dict | None = None) -> list[Host]:
    return find(home, here or home, home / "Downloads", environ or {})


def test_an_empty_home_offers_nothing(home):
    assert found(home) == []


def test_transcripts_are_counted_by_files_and_bytes(home):
    written(home / ".claude/projects/-work-orion/a.jsonl")
    written(home / ".claude/projects/-work-orion/b.jsonl")
    written(home / ".claude/projects/-work-orion/notes.txt")
    written(home / ".codex/sessions/2026/01/02/rollout-x.jsonl")
    claude, codex = found(home)
    assert (claude.name, claude.kind, claude.files, claude.bytes) == (
        "Claude Code", "transcripts", 2, 20
    )  # fmt: skip
    assert (codex.name, codex.files, codex.marked) == ("Codex", 1, True)


def test_agents_that_keep_their_files_elsewhere_are_found_there(home, tmp_path):
    written(tmp_path / "elsewhere/projects/p/a.jsonl")
    written(tmp_path / "cx/archived_sessions/rollout-x.jsonl")
    environ = {
        "CLAUDE_CONFIG_DIR": str(tmp_path / "elsewhere"),
        "CODEX_HOME": str(tmp_path / "cx"),
    }
    assert [host.name for host in found(home, environ=environ)] == [
        "Claude Code",
        "Codex, archived",
    ]


def test_an_archive_is_an_export_when_it_lists_conversations(home):
    archive(home / "Downloads/chatgpt.zip", "export/conversations-000.json", "user.json")
    archive(home / "Downloads/claude.ZIP", "conversations.json")
    archive(home / "Downloads/photos.zip", "a.jpg")
    written(home / "Downloads/broken.zip")
    written(home / "Downloads/conversations.json")
    assert sorted(host.name for host in found(home)) == ["chatgpt.zip", "claude.ZIP"]


def test_the_project_in_hand_is_marked_and_its_neighbours_are_not(home):
    for name in ("orion", "vega"):
        written(home / "code" / name / ".git/HEAD")
        written(home / "code" / name / "README.md")
    orion, vega = found(home, here=home / "code/orion")
    assert (orion.name, orion.marked, orion.files) == ("orion", True, 1)
    assert (vega.name, vega.marked) == ("vega", False)


def test_a_home_folder_under_git_is_no_project(home):
    written(home / ".git/HEAD")
    written(home / "letter.txt")
    assert found(home) == []


def test_a_git_index_tells_what_is_tracked(home):
    entry = b"\0" * 36 + (1234).to_bytes(4) + b"\0" * 20 + (4).to_bytes(2) + b"a.py"
    entry += b"\0" * (8 - len(entry) % 8)
    header = b"DIRC" + (2).to_bytes(4) + (1).to_bytes(4)
    written(home / "p/.git/index", header + entry + b"\0" * 20)
    written(home / "p/node_modules/big.js", b"x" * 5000)
    (host,) = found(home, here=home / "p")
    assert (host.files, host.bytes) == (1, 1234)


@pytest.mark.parametrize("index", [b"", b"DIRC", b"DIRC" + (2).to_bytes(4) + (9).to_bytes(4), b"x"])
def test_a_broken_git_index_falls_back_to_counting(home, index):
    written(home / "p/.git/index", index)
    written(home / "p/a.py")
    (host,) = found(home, here=home / "p")
    assert (host.files, host.bytes) == (1, 10)


def test_links_are_not_followed(home, tmp_path):
    written(tmp_path / "outside/a.jsonl")
    (home / ".claude/projects").mkdir(parents=True)
    (home / ".claude/projects/link").symlink_to(tmp_path / "outside")
    (home / ".claude/projects/loop").symlink_to(home / ".claude/projects")
    assert found(home) == []


def test_hosts_with_many_folders_are_found_by_project(home):
    written(home / ".gemini/tmp/orion/chats/session-1.jsonl")
    written(home / ".gemini/tmp/orion/logs.json")
    written(home / ".cursor/projects/home-kai-orion/agent-transcripts/a/a.jsonl")
    code = home / ".config/Code/User"
    written(code / "workspaceStorage/5f/chatSessions/s.json")
    written(code / "workspaceStorage/5f/workspace.json")
    written(code / "globalStorage/emptyWindowChatSessions/t.jsonl")
    offered = [
        (host.name, host.path.relative_to(home).as_posix(), host.files) for host in found(home)
    ]
    assert offered == [
        ("Gemini CLI, orion", ".gemini/tmp/orion/chats", 1),
        ("Cursor, home-kai-orion", ".cursor/projects/home-kai-orion/agent-transcripts", 1),
        ("Copilot in Code, 5f", ".config/Code/User/workspaceStorage/5f/chatSessions", 1),
        (
            "Copilot in Code, no folder open",
            ".config/Code/User/globalStorage/emptyWindowChatSessions",
            1,
        ),
    ]


@pytest.mark.parametrize("base", [".config", "Library/Application Support", "AppData/Roaming"])
def test_databases_are_offered_as_the_files_they_are(home, base):
    chats = written(home / base / "Cursor/User/globalStorage/state.vscdb")
    written(chats.parent / "state.vscdb.backup")
    sessions = written(home / ".local/share/opencode/opencode.db")
    written(sessions.parent / "auth.json")
    older = written(sessions.parent / "storage/session/prj/ses_1.json").parent.parent
    written(sessions.parent / "storage/part/msg_1/prt_1.json")
    assert [(host.name, host.path, host.files) for host in found(home)] == [
        ("opencode", sessions, 1),
        ("opencode, before 1.2", older, 1),
        ("Cursor, chats", chats, 1),
    ]


def test_data_folders_are_where_the_environment_says(home, tmp_path):
    environ = {"XDG_DATA_HOME": str(tmp_path / "data"), "GEMINI_CLI_HOME": str(tmp_path / "gem")}
    written(tmp_path / "data/opencode/opencode-dev.db")
    written(tmp_path / "gem/.gemini/tmp/vega/chats/session-2.json")
    assert [host.name for host in found(home, environ=environ)] == ["Gemini CLI, vega", "opencode"]
