"""kill -9 while a palace arrives, while a large wing goes, while all of it is erased: what is there is whole.

Afterwards ``doctor`` finds nothing, the same is asked for again, and the end is as if nobody had been killed.
"""

import random
import subprocess
import sys
import uuid
from pathlib import Path

import pytest

from camillo import Palace
from camillo.app.archive import carrying
from camillo.app.archive.archives import Given, digest_of
from camillo.app.settings import Settings
from camillo.domain.errors import NotFound
from camillo.domain.owner import Owner
from camillo.ports.archive import KINDS
from camillo.storage.common import parts

pytestmark = pytest.mark.slow
WORKER = Path(__file__).with_name("kill_worker.py")
TURNS = 900


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A palace whose large wing has texts of its own, texts shared with another wing, and facts that cite it."""
    folder = tmp_path_factory.mktemp("source")
    settings = Settings(palace=folder / "p.camillo", refine=False)
    lines = "".join(
        f'{{"conversation": "talk:{n // 30}", "turn": "{n}", "wing": "{"small" if n % 9 == 0 else "large"}",'
        f' "text": "The heron {n} of Torbole stood at reed {n % 50}."}}\n'
        for n in range(TURNS)
    )
    (folder / "many.jsonl").write_text(lines)
    with Palace.open(settings=settings) as palace:
        palace.mine(folder / "many.jsonl")
        palace.add("A text in two wings.", wing="large", source="both:1", turn="x")
        palace.add("A text in two wings.", wing="small", source="both:1", turn="x")
        (only,) = palace.add("The nest is behind the mill.", wing="large").ids
        palace.facts.add("The nest", "is behind", "the mill", cite=only)
        palace.links.tunnel(("large", "general"), ("small", "general"))
        palace.export(folder / "all.gz")
    return folder / "all.gz"


@pytest.fixture(params=["files", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "postgres":
        return str(request.getfixturevalue("postgres_admin"))
    return f"sqlite://{tmp_path / 'palaces'}"


class Killed:
    """One palace, worked on by processes of which many are killed."""

    def __init__(self, address: str, archive: Path) -> None:
        self.address, self.archive = address, archive
        self.user = uuid.uuid4().hex

    def opened(self) -> Palace:
        settings = Settings(palace=self.archive.parent / "none.camillo", refine=False)
        return Palace.connect(self.address, Owner("killed", self.user), settings=settings)

    def take(self) -> bool:
        """Import; whether it was known."""
        given = Given(lambda: self.archive.open("rb"), self.archive.stat().st_size)
        with self.opened() as palace:
            return palace.archives.take(given, digest_of(given)).known

    def run(self, verb: str, seconds: float) -> bool:
        """Have a process do it for so long, then kill it; whether it was done before."""
        words = [sys.executable, str(WORKER), verb, self.address, self.user, str(self.archive)]
        with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            assert process.stdout is not None and process.stderr is not None
            begun = process.stdout.readline()
            try:
                process.wait(seconds)
            except subprocess.TimeoutExpired:
                process.kill()
            process.wait()
            assert begun == b"begun\n" and process.returncode in (0, -9), process.stderr.read()
        return process.returncode == 0

    def rows(self) -> dict[str, list]:
        with self.opened() as palace, carrying.archived(palace._store).archiving() as read:
            return {kind: [dict(row) for row in read(kind)] for kind in KINDS}

    def check(self) -> None:
        with self.opened() as palace:
            assert palace.doctor() == []


def plain(rows: dict[str, list]) -> dict[str, list]:
    """Rows without what tells when something was done, and how often."""
    kept = {kind: found for kind, found in rows.items() if kind not in ("receipt", "use", "palace")}
    # The address of what was redacted is made with the palace's key, and tells when nothing.
    kept["document"] = [
        {**row, "redacted_at": row["redacted_at"] is not None} for row in kept["document"]
    ]
    return kept


def test_an_import_that_is_killed_and_sent_again_equals_one_that_was_not(address, archive):
    rng = random.Random(11)
    calm = Killed(address, archive)
    assert calm.take() is False
    killed = Killed(address, archive)
    for _ in range(6):
        done = killed.run("import", rng.uniform(0.0, 2.5))
        with killed.opened() as palace:
            turns = palace.status()["turns"]
            # All of it is there, or nothing.
            assert turns in (0, len(calm.rows()["turn"])) and (turns or not done)
            assert palace.doctor() == []
    killed.take()
    assert killed.take() is True
    killed.check()
    assert plain(killed.rows()) == plain(calm.rows())


def test_a_wing_whose_deletion_is_killed_goes_on_and_ends_alike(address, archive, monkeypatch):
    monkeypatch.setattr("camillo.storage.sqlite.forgetting.PART_TURNS", 100)
    monkeypatch.setattr("camillo.storage.postgres.forgetting.PART_TURNS", 100)
    calm, killed = Killed(address, archive), Killed(address, archive)
    for one in (calm, killed):
        one.take()
    with calm.opened() as palace:
        whole = palace.forget(wing="large").counts
    cut = 0
    for seconds in (0.0, 0.02, 0.05, 0.1, 0.2, 0.4, 0.8, 1.2):
        if killed.run("delete", seconds):
            break
        killed.check()
        cut += 1
    with killed.opened() as palace:
        gone = {row["wing"] for row in palace.wings()}
        if "large" in gone:
            told = palace.forget(wing="large").counts
            assert {k: told.get(k) for k in ("turns", "documents", "kept")} == {
                k: whole.get(k) for k in ("turns", "documents", "kept")
            }
        else:
            with pytest.raises(NotFound):
                palace.forget(wing="large")
    assert cut
    killed.check()
    assert plain(killed.rows()) == plain(calm.rows())


def test_parts_of_a_wing_add_up_and_each_leaves_a_sound_palace(address, archive, monkeypatch):
    """Stopped after each part, as a kill would: what is left is sound, and the last receipt tells of all."""
    monkeypatch.setattr("camillo.storage.sqlite.forgetting.PART_TURNS", 200)
    monkeypatch.setattr("camillo.storage.postgres.forgetting.PART_TURNS", 200)
    calm, cut = Killed(address, archive), Killed(address, archive)
    for one in (calm, cut):
        one.take()
    with calm.opened() as palace:
        whole = palace.forget(wing="large")
        assert sum(one.verb == parts.PART_VERB for one in palace.log(99)) >= 3
    stops = 0
    while True:
        with cut.opened() as palace, pytest.MonkeyPatch.context() as patch:
            stopped = _stopping(patch, address)
            try:
                receipt = palace.forget(wing="large")
            except Stop:
                stops += 1
                assert palace.doctor() == []
                assert "large" in {row["wing"] for row in palace.wings()}
                continue
            finally:
                stopped.clear()
        break
    assert stops >= 3
    assert receipt.counts == whole.counts
    assert plain(cut.rows()) == plain(calm.rows())


class Stop(Exception):
    """Stands for the end of the process between two transactions."""


def _stopping(patch: pytest.MonkeyPatch, address: str) -> list[int]:
    store = "sqlite" if address.startswith("sqlite") else "postgres"
    module = f"camillo.storage.{store}.forgetting"
    forgetting = __import__(module, fromlist=["delete_part"])
    done: list[int] = []
    delete = forgetting.delete_part

    def once(writing, wing):
        if done:
            raise Stop
        receipt, gone = delete(writing, wing)
        done.append(1)
        return receipt, gone

    patch.setattr(forgetting, "delete_part", once)
    return done


def test_an_erasure_that_is_killed_and_repeated_leaves_nothing(address, archive, tmp_path):
    rng = random.Random(13)
    killed = Killed(address, archive)
    for _ in range(4):
        with killed.opened() as palace:
            empty = not palace.status()["turns"]
        if empty:
            killed.take()
        killed.run("erase", rng.uniform(0.0, 0.25))
        killed.check()
    with killed.opened() as palace:
        palace._store.erase()
    with killed.opened() as palace:
        assert palace.status()["turns"] == 0 and palace.log(1) == []
    for path in (tmp_path / "palaces").rglob("*"):
        if path.is_file():
            assert b"heron" not in path.read_bytes()
