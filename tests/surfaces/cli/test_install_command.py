import json
import subprocess
import sys

import pytest

from camillo.surfaces.cli.main import main


def test_named_hosts_are_written_shown_and_told_about(own_home, camillo):
    (own_home / ".codex").mkdir()
    (own_home / ".codex/config.toml").write_text('model = "x"\n')
    code, out, err = camillo("install", "codex")
    assert (code, err) == (0, "")
    assert "+[mcp_servers.camillo]" in out
    assert "what was there before is in" in out
    assert "camillo install codex --uninstall" in out
    assert "camillo status" in out
    code, out, _ = camillo("install", "codex")
    assert (code, out.count(": unchanged"), "+[" in out) == (0, 2, False)
    code, out, _ = camillo("install", "codex", "--uninstall")
    assert code == 0
    assert "stays in the palace" in out
    assert (own_home / ".codex/config.toml").read_text() == 'model = "x"\n'


def test_a_dry_run_writes_nothing(own_home, camillo):
    code, out, _ = camillo("install", "claude-code", "cursor", "--dry-run")
    assert code == 0
    assert out.count("would be created") == 4
    assert list(own_home.iterdir()) == []


def test_without_a_name_the_hosts_found_are_shown_and_nothing_is_written(own_home, camillo):
    (own_home / ".gemini").mkdir()
    code, out, err = camillo("install")
    assert code == 0
    assert "Gemini CLI" in out
    assert "Codex" not in out
    assert err == "Nothing was written; name the hosts, or add --yes.\n"
    assert list((own_home / ".gemini").iterdir()) == []
    code, out, _ = camillo("install", "--yes")
    assert (code, "settings.json: created" in out) == (0, True)


@pytest.mark.parametrize(("answer", "written"), [("y\n", True), ("\n", False), ("no\n", False)])
def test_an_answer_decides(own_home, monkeypatch, capsysbinary, answer, written):
    class Terminal:
        isatty = staticmethod(lambda: True)
        readline = staticmethod(lambda: answer)

    (own_home / ".cursor").mkdir()
    monkeypatch.setattr(sys, "stdin", Terminal)
    assert main(["install"]) == 0
    assert (own_home / ".cursor/mcp.json").exists() == written
    assert b"Write this? [y/N]" in capsysbinary.readouterr().err


def test_where_no_host_is_found_it_says_how_to_name_one(camillo):
    code, out, _ = camillo("install")
    assert (code, "camillo install claude-code" in out) == (0, True)


def test_the_object_names_every_file(own_home, as_json):
    planned = as_json("install", "vscode", "--dry-run")
    assert planned["dry_run"] is True
    done = as_json("install", "vscode")
    (host,) = done["hosts"]
    assert (host["host"], host["title"], host["present"]) == ("vscode", "VS Code", False)
    (file,) = host["files"]
    assert (file["action"], file["backup"], done["dry_run"]) == ("created", None, False)
    assert file["diff"] == planned["hosts"][0]["files"][0]["diff"]
    assert as_json("install")["hosts"][0]["files"][0]["action"] == "unchanged"


def test_a_broken_file_is_named_with_its_mend_and_left(own_home, camillo):
    (own_home / ".claude.json").write_text("{\n  oops\n}")
    code, out, err = camillo("install", "codex", "claude-code")
    assert (code, out) == (2, "")
    assert err.startswith(f"camillo: {own_home / '.claude.json'} is no JSON at line 2, column 3;")
    assert not (own_home / ".codex").exists()
    code, _, err = camillo("install", "vim")
    assert (code, "there is no host 'vim'" in err) == (2, True)


def test_what_a_file_holds_cannot_steer_the_terminal(own_home, camillo):
    (own_home / ".claude.json").write_text('{"\x7f\u202e[31m": 1}', encoding="utf-8")
    _, out, _ = camillo("install", "claude-code")
    assert "\u202e" not in out
    assert "\x7f" not in out


@pytest.mark.slow
def test_processes_that_install_at_the_same_time_leave_whole_files(own_home):
    (own_home / ".claude.json").write_text('{"a": 1}')
    program = [sys.executable, "-m", "camillo.surfaces.cli.main", "install", "claude-code", "codex"]
    running = [
        subprocess.Popen([*program, *extra], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for extra in ([], ["--uninstall"], [], ["--palace", "x"], ["--uninstall"], [])
    ]
    assert [(one.wait(60), one.communicate()[1]) for one in running] == [(0, b"")] * 6
    assert json.loads((own_home / ".claude.json").read_text())["a"] == 1
    done = subprocess.run(program, capture_output=True, check=True)
    assert b"camillo" in done.stdout
    assert json.loads((own_home / ".claude.json").read_text())["mcpServers"].keys() == {"camillo"}
    subprocess.run([*program, "--uninstall"], capture_output=True, check=True)
    assert (own_home / ".claude.json").read_text() == '{"a": 1}'
