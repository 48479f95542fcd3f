"""``camillo vault`` as a person and a program see it."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    root = tmp_path / "vault"
    root.mkdir()
    (root / "plan.md").write_text("# The plan\n\nbase\n")
    return root


def test_a_sync_tells_what_it_did_and_the_next_one_that_all_is_the_same(
    camillo, vault: Path
) -> None:
    code, out, _ = camillo("vault", "sync", str(vault), "--dry-run")
    assert code == 0 and "would create: plan.md" in out
    code, out, _ = camillo("vault", "sync", str(vault))
    assert code == 0 and "new note from: plan.md" in out
    code, out, _ = camillo("vault", "sync", str(vault))
    assert out == "Both are the same: 1 note.\n"


def test_a_conflict_is_shown_with_both_files(camillo, as_json, vault: Path, tmp_path: Path) -> None:
    from camillo import Palace

    as_json("vault", "sync", str(vault))
    with Palace.open(tmp_path / "palace.camillo") as palace:
        palace.notes.edit("the-plan", "of the palace", version=1)
    (vault / "plan.md").write_text("of the file")
    (conflict,) = as_json("vault", "sync", str(vault))["conflicts"]
    assert (vault / conflict["copy"]).read_text() == "of the palace"
    assert (conflict["slug"], conflict["file"]) == ("the-plan", "plan.md")


def test_a_name_cannot_forge_a_line(camillo, vault: Path) -> None:
    (vault / "a\x1b[31m\nconflict: b.md").write_text("text")
    _, out, _ = camillo("vault", "sync", str(vault))
    assert "\x1b" not in out and not any(one.startswith("conflict") for one in out.split("\n"))


def test_what_cannot_be_done_is_one_line(camillo, vault: Path) -> None:
    code, _, err = camillo("vault", "sync", str(vault / "nowhere"))
    assert code == 2 and "is no folder" in err
    code, _, err = camillo("vault", "sync", str(vault), "--watch", "--dry-run")
    assert code == 2 and "exclude" in err


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_watch_ends_at_once_when_it_is_told_to(vault: Path) -> None:
    program = [
        sys.executable,
        "-m",
        "camillo.surfaces.cli.main",
        "vault",
        "sync",
        str(vault),
        "--watch",
    ]
    process = subprocess.Popen(program, stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline() == b"new note from: plan.md\n"
    (vault / "new.md").write_text("text")
    assert process.stdout.readline() == b"new note from: new.md\n"
    started = time.monotonic()
    process.send_signal(signal.SIGTERM)
    assert process.wait(20) == 0 and time.monotonic() - started < 10
    process.stdout.close()


def test_an_export_is_imported_once(camillo, as_json, tmp_path: Path) -> None:
    folder = tmp_path / "Apple Notes"
    folder.mkdir()
    (folder / "Tea.md").write_text("Oolong, 90 degrees.")
    code, out, _ = camillo("note", "import", str(folder))
    assert code == 0 and out.startswith("Read as folder: 1 note added, 0 changed, 0 known")
    told = as_json("note", "import", str(folder))
    assert (told["added"], told["known"]) == ([], 1)
