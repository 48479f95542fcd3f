"""kill -9 in the midst of a sync: every text is in a note's history or in a file, and the next sync converges."""

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from camillo import Palace
from camillo.app.vault.files import OWN
from camillo.app.vault.syncing import text_bytes

WORKER = Path(__file__).with_name("vault_worker.py")

pytestmark = pytest.mark.slow


def run_and_kill(palace: Path, root: Path, seed: int, seconds: float) -> set[str]:
    """The texts that were told before the kill."""
    process = subprocess.Popen(
        [sys.executable, str(WORKER), str(palace), str(root), str(seed)], stdout=subprocess.PIPE
    )
    first = process.stdout.readline()
    time.sleep(seconds)
    process.kill()
    rest = process.stdout.read()
    process.stdout.close()
    process.wait()
    whole = (first + rest).rpartition(b"\n")[0]
    return {line.strip() for line in whole.decode().splitlines()}


def kept_texts(palace: Palace, root: Path) -> set[str]:
    with palace._store.snapshot() as snapshot:
        kept = {
            text_bytes(snapshot, version.id).decode().strip()
            for row in snapshot.notes()
            for version in snapshot.note_versions(row.note)
        }
    return kept | {file.read_text().strip() for file in files_of(root)}


def texts_of_notes(palace: Palace) -> list[tuple[str, str]]:
    with palace._store.snapshot() as snapshot:
        rows = [row for row in snapshot.notes() if not row.deleted]
        return sorted((row.path, text_bytes(snapshot, row.id).decode()) for row in rows)


def texts_of_files(root: Path) -> list[tuple[str, str]]:
    return sorted((one.relative_to(root).as_posix(), one.read_text()) for one in files_of(root))


def files_of(root: Path) -> list[Path]:
    return [one for one in root.rglob("*.md") if OWN not in one.parts]


@pytest.mark.parametrize("seed", range(4))
def test_a_killed_sync_loses_no_text_and_the_next_one_converges(tmp_path: Path, seed: int) -> None:
    root, path = tmp_path / "vault", tmp_path / "palace.camillo"
    root.mkdir()
    rng = random.Random(seed)
    owed: set[str] = set()
    for number in range(5):
        owed |= run_and_kill(path, root, 100 * seed + number, rng.uniform(0.1, 1.5))
        with Palace.open(path) as palace:
            before = kept_texts(palace, root)
            assert not owed - before
            vault = palace.vault(root)
            report = vault.sync()
            assert report.settled and not report.rescued and not report.problems
            assert not vault.sync().changed
            assert not owed - kept_texts(palace, root)
            assert texts_of_notes(palace) == texts_of_files(root)
            assert not list((root / OWN / "tmp").iterdir())
