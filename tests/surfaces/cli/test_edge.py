import os
import re
import stat

import pytest

from camillo.domain import errors
from camillo.surfaces.cli import codes, edge
from camillo.surfaces.cli.commands import NAMES


def one_line(err: str) -> str:
    assert re.fullmatch(r"camillo: [^\n]+\n", err), err
    return err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("serch",), "search"),
        (("search",), "QUESTION"),
        (("search", "--limt", "3", "x"), "--limit"),
        (("search", "x", "--limit", "many"), "--limit"),
        (("search", "x", "--limit", "0"), "--limit"),
        (("search", "x", "--group", "shelf"), "shelf"),
        (("search", "x", "--lim", "3"), "--limit"),
        (("wings", "--rename", "a"), "--rename"),
        (("mine",), "PATH"),
        (("mine", ""), "PATH"),
        (("backup", "a\0b"), "TARGET"),
        (("status", "--palace", ""), "--palace"),
        (("status", "--palace", "~no-one-of-this-name/x"), "~no-one-of-this-name"),
        (("mine", "~no-one-of-this-name/x"), "~no-one-of-this-name"),
        (("backup", "~no-one-of-this-name/x"), "~no-one-of-this-name"),
        (("add", "x", "--palace", "/proc/none/palace"), "/proc/none/palace"),
        (("status", "--palace", "/" + "a" * 5000), "too long"),
        (("move", "some-id", "--wing", ""), "empty"),
        (("wings", "--rename", "general", "\x1b"), "control characters"),
        (("search", " \n"), "question"),
        (("get", ""), "''"),
        (("get", "00112233445566778899aabb:0-9999999999999999999999"), "9999"),
        (("add", "x", "--meta", "task"), "task"),
        (("forget",), "--wing"),
        (("move", "some-id"), "--wing"),
        (("get", "\x1b[2J"), "\\x1b[2J"),
    ],
)
def test_wrong_usage_is_one_line_that_names_the_input_and_exits_with_2(
    camillo, arguments, said, request
):
    if arguments[0] in ("get", "add", "search", "backup", "wings"):
        request.getfixturevalue("as_json")("add", "a first text")
    code, out, err = camillo(*arguments)
    assert code == codes.WRONG_INPUT
    assert out == ""
    assert said in one_line(err)
    assert ";" in err


@pytest.mark.parametrize("name", NAMES)
def test_every_command_has_help_on_stdout_and_json(camillo, name):
    code, out, err = camillo(name, "--help")
    assert (code, err) == (0, "")
    assert out.startswith(f"usage: camillo {name}")
    assert "--json" in out
    assert "--palace" in out


def test_without_a_command_help_is_shown(camillo):
    code, out, _ = camillo()
    assert code == 0
    assert all(f"  {name} " in out for name in NAMES)


def test_a_wrong_setting_is_named(camillo, monkeypatch):
    monkeypatch.setenv("CAMILLO_BUSY_SECONDS", "soon")
    code, _, err = camillo("status")
    assert code == codes.WRONG_INPUT
    assert "busy_seconds" in one_line(err)


def test_a_palace_that_is_not_there_is_not_made_by_reading(camillo, tmp_path):
    place = tmp_path / "none.camillo"
    for command in (["status"], ["search", "x"], ["wings"], ["doctor"], ["refine"]):
        code, _, err = camillo(*command, "--palace", str(place))
        assert code == codes.FOUND_WANTING
        assert str(place) in one_line(err)
    assert not place.exists()


def test_each_error_has_its_code():
    kinds = {kind for kind in vars(errors).values() if isinstance(kind, type)}
    told = tuple(kind for kind, _ in edge._CODES)
    assert {kind for kind in kinds if not issubclass(kind, told)} == {errors.CamilloError}
    assert {code for _, code in edge._CODES} <= set(codes.MEANINGS)


def test_a_kind_of_error_stands_before_the_wider_kinds_that_it_is_of():
    told = [kind for kind, _ in edge._CODES]
    for at, kind in enumerate(told):
        assert not issubclass(kind, tuple(told[:at])), kind
    assert told.index(errors.PalaceAway) < told.index(errors.PalaceBusy)


def test_no_two_outcomes_share_an_exit_code():
    named = [code for code in vars(codes).values() if isinstance(code, int)]
    assert sorted(named) == sorted(codes.MEANINGS)


def test_a_fault_of_camillo_is_one_line_and_its_traceback_is_in_the_owners_log(
    camillo, own_home, monkeypatch
):
    def broken(**_: object) -> int:
        """Fails."""
        raise ZeroDivisionError("secret text")

    monkeypatch.setattr("camillo.surfaces.cli.status.command", broken)
    code, _, err = camillo("status")
    assert code == codes.UNEXPECTED
    assert "ZeroDivisionError" in one_line(err)
    (log,) = own_home.rglob("camillo.log")
    assert str(log) in err
    assert "Traceback" in log.read_text()
    assert stat.S_IMODE(log.stat().st_mode) == 0o600


def test_a_log_that_cannot_be_written_is_told(camillo, own_home, monkeypatch):
    def broken(**_: object) -> int:
        """Fails."""
        raise ZeroDivisionError("the reason")

    monkeypatch.setattr("camillo.surfaces.cli.status.command", broken)
    monkeypatch.setenv("XDG_STATE_HOME", str(own_home / "file"))
    (own_home / "file").write_text("")
    code, _, err = camillo("status")
    assert code == codes.UNEXPECTED
    assert "the reason" in one_line(err)
    assert "log" in err


def test_ctrl_c_says_that_what_was_filed_stays(camillo, monkeypatch):
    def stopped(**_: object) -> int:
        """Is stopped."""
        raise KeyboardInterrupt

    monkeypatch.setattr("camillo.surfaces.cli.status.command", stopped)
    code, _, err = camillo("status")
    assert code == codes.INTERRUPTED
    assert "stays" in one_line(err)


def test_a_reader_that_goes_away_is_met_in_silence(process):
    reader, writer = os.pipe()
    os.close(reader)
    import subprocess
    import sys

    done = subprocess.run(
        [sys.executable, "-m", "camillo.surfaces.cli.main", "--help"],
        stdout=writer,
        stderr=subprocess.PIPE,
        timeout=60,
        check=False,
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (codes.BROKEN_PIPE, b"")


def test_a_level_of_debug_opens_the_log_file(process, own_home):
    done = process("config", env=os.environ | {"CAMILLO_LOG_LEVEL": "debug"})
    assert done.returncode == 0, done.stderr
    assert list(own_home.rglob("camillo.log"))


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="the resource module limits files on POSIX alone")
def test_a_disk_that_is_full_is_told_and_nothing_acknowledged_is_lost(camillo, process, tmp_path):
    import resource

    full = {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, 400_000))}
    assert process("add", "the heron was told of first").returncode == codes.DONE
    (tmp_path / "long.md").write_text("".join(f"heron {n} flies\n" for n in range(40_000)))
    done = process("mine", str(tmp_path / "long.md"), "--quick", **full)
    assert done.returncode == codes.NOT_WRITTEN
    assert "palace.camillo" in one_line(done.stderr.decode())
    assert camillo("doctor")[0] == codes.DONE
    assert "told of first" in camillo("search", "heron")[1]
