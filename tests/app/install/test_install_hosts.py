import json
import runpy
import tomllib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from camillo.app.install import service
from camillo.app.install.hosts import HOSTS
from camillo.app.install.jsonc import parse
from camillo.app.install.launch import Around, Launch
from camillo.app.install.service import Wanted
from camillo.domain.errors import InvalidInput
from camillo.surfaces.hooks import calls

json_texts = runpy.run_path(str(Path(__file__).with_name("conftest.py")))["json_texts"]

#: Each host's files, the user's and the project's.
FILES = {
    "claude-code": (
        (".claude.json", ".claude/settings.json"),
        (".mcp.json", ".claude/settings.json"),
    ),
    "codex": ((".codex/config.toml", ".codex/hooks.json"),) * 2,
    "gemini": ((".gemini/settings.json",),) * 2,
    "cursor": ((".cursor/mcp.json", ".cursor/hooks.json"),) * 2,
    "vscode": ((".config/Code/User/mcp.json",), (".vscode/mcp.json",)),
    "opencode": ((".config/opencode/opencode.json",), ("opencode.json",)),
}
_EVERY = st.sampled_from(list(HOSTS.values()))
_QUICK = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)


def install(around, *names, **wanted):
    return service.carry_out(service.named(names), around, Wanted(**wanted))


def read(path):
    text = path.read_text(encoding="utf-8")
    return tomllib.loads(text) if path.suffix == ".toml" else json.loads(text)


def parts_of(host, around):
    return host.parts(around, False)


@pytest.mark.parametrize("name", HOSTS)
@pytest.mark.parametrize("project", [False, True])
def test_the_files_of_a_host_are_made_kept_and_taken_away(around, name, project):
    base = around.project if project else around.home
    wanted = {base / one for one in FILES[name][project]}
    (done,) = install(around, name, project=project)
    assert {one.path for one in done.files} == wanted
    assert {one.action for one in done.files} == {"created"}
    written = {path: path.read_bytes() for path in wanted}
    (again,) = install(around, name, project=project)
    assert {one.action for one in again.files} == {"unchanged"}
    assert {path: path.read_bytes() for path in wanted} == written
    (gone,) = install(around, name, project=project, uninstall=True)
    assert {one.action for one in gone.files} == {"removed"}
    assert not any(path.exists() for path in wanted)
    (none,) = install(around, name, project=project, uninstall=True)
    assert {one.action for one in none.files} == {"unchanged"}


def test_each_host_gets_the_shape_it_reads(around):
    install(around, *HOSTS)
    program = service.launch.program()
    start = {"command": program[0], "args": [*program[1:], "mcp"]}
    home = around.home
    assert read(home / ".claude.json")["mcpServers"]["camillo"] == {"type": "stdio", **start}
    assert read(home / ".codex/config.toml")["mcp_servers"]["camillo"] == start
    assert read(home / ".gemini/settings.json")["mcpServers"]["camillo"] == start
    assert read(home / ".cursor/mcp.json")["mcpServers"]["camillo"] == start
    vscode = read(home / ".config/Code/User/mcp.json")["servers"]["camillo"]
    assert vscode == {"type": "stdio", **start}
    assert read(home / ".config/opencode/opencode.json")["mcp"]["camillo"] == {
        "type": "local",
        "enabled": True,
        "command": [*program, "mcp"],
    }


def handlers(around):
    """Every hook that was written: host, event, its words, its time limit."""
    nested = {
        "claude-code": ".claude/settings.json",
        "codex": ".codex/hooks.json",
        "gemini": ".gemini/settings.json",
    }
    for host, file in nested.items():
        for event, groups in read(around.home / file)["hooks"].items():
            for one in groups[0]["hooks"]:
                assert one["type"] == "command"
                yield host, event, [one["command"], *one.get("args", [])], one["timeout"]
    cursor = read(around.home / ".cursor/hooks.json")
    assert cursor["version"] == 1
    for event, found in cursor["hooks"].items():
        yield "cursor", event, [found[0]["command"]], found[0]["timeout"]


def test_every_hook_is_one_that_the_product_answers(around):
    install(around, *HOSTS)
    program = service.launch.program()
    found = {}
    for host, _event, words, _ in handlers(around):
        line = " ".join(words)
        assert line.startswith(" ".join(program))
        asked = calls.read_arguments(line.removeprefix(" ".join(program)).split()[1:])
        assert (asked.host, asked.palace) == (host, None)
        found.setdefault(host, set()).add(asked.event)
    wanted = {"SessionStart", "UserPromptSubmit", "Stop", "PreCompact", "SessionEnd"}
    assert found.keys() == set(calls.HOSTS)
    assert all(wanted <= events for events in found.values())


def test_time_limits_are_in_the_hosts_unit(around):
    install(around, *HOSTS)
    for host, event, _, limit in handlers(around):
        seconds = limit / 1000 if host == "gemini" else limit
        assert 3 <= seconds <= 10
        if (host, event) in {("codex", "SessionEnd"), ("codex", "Interrupt")}:
            assert seconds == 3


def test_a_program_that_moved_is_followed_and_nothing_else_changes(around, monkeypatch):
    install(around, *HOSTS)
    paths = [around.home / one for user, _ in FILES.values() for one in user]
    for path in paths:
        text = path.read_text()
        extra = {
            ".claude.json": ('"mcp"]', '"mcp", "--owner", "kai"]'),
            "hooks.json": ('"timeout": 10', '"timeout": 9'),
            "config.toml": ('args = ["mcp"]', 'args = ["mcp"] # mine\nenabled = false'),
        }.get(path.name)
        if extra:
            assert extra[0] in text
            path.write_text(text.replace(*extra))
    before = {path: path.read_text() for path in paths}
    old = service.launch.program()
    monkeypatch.setattr(service.launch, "program", lambda shared=False: ("/opt/new/camillo",))
    assert len(old) == 1
    for done in install(around, *HOSTS):
        assert {one.action for one in done.files} == {"changed"}
    for path, text in before.items():
        assert path.read_text() == text.replace(old[0], "/opt/new/camillo")


def test_a_hook_that_stands_twice_or_for_an_event_of_old_is_taken_out(around):
    install(around, "claude-code", "cursor")
    for path in (around.home / ".claude/settings.json", around.home / ".cursor/hooks.json"):
        good = path.read_bytes()
        found = read(path)
        found["hooks"]["Notification"] = found["hooks"].get("Stop") or found["hooks"]["stop"]
        for entries in found["hooks"].values():
            entries.append(entries[0])
        path.write_text(json.dumps(found, indent=2))
        install(around, "claude-code", "cursor")
        assert read(path) == json.loads(good)


def test_foreign_hooks_in_the_same_group_and_event_stay(around):
    install(around, "claude-code")
    path = around.home / ".claude/settings.json"
    found = read(path)
    mine = {"type": "command", "command": "say done"}
    found["hooks"]["Stop"][0]["hooks"].insert(0, mine)
    found["hooks"]["SessionEnd"].insert(0, {"matcher": "x", "hooks": [mine]})
    path.write_text(json.dumps(found, indent=4))
    (same,) = install(around, "claude-code")
    assert {one.action for one in same.files} == {"unchanged"}
    install(around, "claude-code", uninstall=True)
    assert read(path)["hooks"] == {
        "Stop": [{"hooks": [mine]}],
        "SessionEnd": [{"matcher": "x", "hooks": [mine]}],
    }


@pytest.mark.parametrize(
    ("name", "file", "text"),
    [
        ("claude-code", ".claude/settings.json", '{"hooks": '),
        ("claude-code", ".claude/settings.json", '{"hooks": []}'),
        ("claude-code", ".claude/settings.json", '{"hooks": {"Stop": {}}}'),
        ("claude-code", ".claude.json", '{"mcpServers": {"camillo": {"url": "http://x"}}}'),
        ("claude-code", ".claude.json", '{"mcpServers": {"camillo": {"command": "x", "args": 1}}}'),
        ("codex", ".codex/config.toml", "model = "),
        ("codex", ".codex/config.toml", '[mcp_servers.camillo]\nurl = "http://x"\n'),
        ("codex", ".codex/hooks.json", "[]"),
        ("cursor", ".cursor/hooks.json", '{"hooks": {}}'),
        ("cursor", ".cursor/hooks.json", '{"version": 2, "hooks": {}}'),
        ("vscode", ".config/Code/User/mcp.json", "# none"),
        ("opencode", ".config/opencode/opencode.json", '{"mcp": {"camillo": {"command": ["x"]}}}'),
    ],
)
def test_a_file_that_cannot_be_changed_stops_everything_before_it_begins(around, name, file, text):
    path = around.home / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    with pytest.raises(InvalidInput) as caught:
        install(around, *HOSTS)
    assert str(path) in caught.value.what
    assert caught.value.mend
    assert path.read_text() == text
    assert [one for one in around.home.rglob("*") if one.is_file()] == [path]


def test_a_foreign_entry_of_that_name_is_not_taken_out(around):
    path = around.home / ".claude.json"
    path.write_text('{"mcpServers": {"camillo": {"url": "http://x"}}}')
    install(around, "claude-code", uninstall=True)
    assert path.read_text() == '{"mcpServers": {"camillo": {"url": "http://x"}}}'


@_QUICK
@given(
    host=_EVERY,
    texts=st.lists(json_texts(), min_size=2, max_size=2),
    mark=st.booleans(),
)
def test_install_and_uninstall_leave_any_foreign_file_as_it_was(
    tmp_path_factory, host, texts, mark
):
    around = Around(Path("/nowhere"), Path("/nowhere"), {}, "linux")
    start = Launch(("/x/bin/camillo",))
    parts = [one for one in host.parts(around, False) if one.path.suffix != ".toml"]
    for text in texts:
        made = text
        try:
            for part in parts:
                made = part.put(made, start)
        except InvalidInput:
            continue
        assert parse(made, "x").value != parse(text, "x").value
        again = made
        for part in parts:
            again = part.put(again, start)
        assert again == made
        for part in reversed(parts):
            made = part.take(made)
        assert made == text


@pytest.mark.parametrize(
    "text",
    [
        '{"version": 1}',
        '{"version": 1, "hooks": {}}',
        '{\n    "version": 1,\n    "hooks": {"stop": [], "mine": [{"command": "x"}]}\n}\n',
        '\ufeff{\r\n\t"hooks": {\r\n\t},\r\n\t"version": 1\r\n}',
    ],
)
def test_a_hooks_file_that_says_its_version_comes_back(around, text):
    path = around.home / ".cursor/hooks.json"
    path.parent.mkdir()
    path.write_bytes(text.encode())
    install(around, "cursor")
    assert path.read_bytes() != text.encode()
    install(around, "cursor", uninstall=True)
    assert path.read_bytes() == text.encode()


def test_the_program_is_found_in_the_place_each_platform_has_for_it(tmp_path):
    places = {
        ("linux", ""): ".config/Code/User/mcp.json",
        ("darwin", ""): "Library/Application Support/Code/User/mcp.json",
        ("win32", ""): "AppData/Roaming/Code/User/mcp.json",
        ("win32", "roaming"): "roaming/Code/User/mcp.json",
    }
    for (platform, appdata), place in places.items():
        environ = {"APPDATA": str(tmp_path / appdata)} if appdata else {}
        around = Around(tmp_path, tmp_path, environ, platform)
        (part,) = parts_of(HOSTS["vscode"], around)
        assert part.path == tmp_path / place


def test_an_edition_that_is_there_goes_before_one_that_is_not(around):
    insiders = around.home / ".config/Code - Insiders/User"
    insiders.mkdir(parents=True)
    assert parts_of(HOSTS["vscode"], around)[0].path == insiders / "mcp.json"
    commented = around.home / ".config/opencode/opencode.jsonc"
    commented.parent.mkdir()
    commented.write_text('{\n  // mine\n  "theme": "x",\n}\n')
    install(around, "opencode")
    assert "// mine" in commented.read_text()
    assert not commented.with_suffix(".json").exists()
    install(around, "opencode", uninstall=True)
    assert commented.read_text() == '{\n  // mine\n  "theme": "x",\n}\n'


def test_folders_named_by_the_environment_are_used(tmp_path):
    environ = {
        "CLAUDE_CONFIG_DIR": str(tmp_path / "c"),
        "CODEX_HOME": str(tmp_path / "x"),
        "GEMINI_CLI_HOME": str(tmp_path / "g"),
        "XDG_CONFIG_HOME": str(tmp_path / "xdg"),
    }
    around = Around(tmp_path / "home", tmp_path, environ, "linux")
    install(around, "claude-code", "codex", "gemini", "vscode", "opencode")
    for one in (
        "c/.claude.json", "c/settings.json", "x/config.toml", "x/hooks.json",
        "g/.gemini/settings.json", "xdg/Code/User/mcp.json", "xdg/opencode/opencode.json",
    ):  # fmt: skip
        assert (tmp_path / one).exists()
    assert not (tmp_path / "home").exists()


def test_hosts_that_left_a_trace_are_present(around):
    assert service.present(around) == []
    (around.home / ".codex").mkdir()
    (around.home / ".local/share/opencode").mkdir(parents=True)
    assert [one.name for one in service.present(around)] == ["codex", "opencode"]
    (done,) = install(around, "cursor")
    assert not done.present
    assert any("was not found here" in note for note in done.notes)


def test_what_a_user_must_know_is_said(around):
    notes = {one.host: " ".join(one.notes) for one in install(around, *HOSTS)}
    assert "/hooks" in notes["codex"]
    assert "camillo watch" in notes["vscode"]
    assert "camillo watch" in notes["opencode"]
    assert "camillo watch" not in notes["claude-code"]
    named = Around(around.home, around.project, {"CAMILLO_PALACE": "/p"}, "linux")
    (done,) = service.plan(service.named(["codex"]), named, Wanted())
    assert any("--palace" in note for note in done.notes)


def test_a_palace_that_is_named_goes_into_every_line(around, tmp_path):
    palace = tmp_path / "work.camillo"
    install(around, *HOSTS, palace=palace)
    paths = [around.home / one for user, _ in FILES.values() for one in user]
    assert all(str(palace) in path.read_text() for path in paths)
    install(around, *HOSTS)
    assert not any(str(palace) in path.read_text() for path in paths)


def test_on_windows_each_host_gets_the_quoting_of_its_shell(tmp_path, monkeypatch):
    program = "C:\\My Tools\\camillo.exe"
    monkeypatch.setattr(service.launch, "program", lambda shared=False: (program,))
    around = Around(tmp_path, tmp_path, {"APPDATA": str(tmp_path)}, "win32")
    install(around, *HOSTS)
    lines = {host: words for host, _, words, _ in handlers(around)}
    assert lines["claude-code"][0] == program
    assert lines["codex"][0].startswith('"C:\\My Tools\\camillo.exe" hook')
    assert lines["gemini"][0].startswith("& 'C:\\My Tools\\camillo.exe' hook")
    assert lines["cursor"][0].startswith("& 'C:\\My Tools\\camillo.exe' hook")
    for done in install(around, *HOSTS, uninstall=True):
        assert {one.action for one in done.files} == {"removed"}


def test_a_host_that_does_not_exist_is_refused_by_name():
    with pytest.raises(InvalidInput, match="there is no host 'vim'"):
        service.named(["codex", "vim"])
