"""Vectors are filled in behind the owner's back: of palaces that are there, and again where one was busy."""

import time

import pytest

from camillo.app.serving.backfill import Backfill
from camillo.app.serving.palaces import OpenPalaces
from camillo.app.settings import Settings
from camillo.domain.owner import Owner

ANA, BO = Owner("notes", "ana"), Owner("notes", "bo")
QUIET = 0.05


@pytest.fixture
def palaces(tmp_path):
    made = OpenPalaces(
        f"sqlite://{tmp_path}/palaces", tmp_path / "palaces", Settings(), patience=0.1
    )
    yield made
    made.close()


@pytest.fixture
def backfill(palaces):
    made = Backfill(palaces, quiet=QUIET, again=QUIET)
    yield made
    made.close()


def in_time(holds) -> bool:
    until = time.monotonic() + 20
    while not holds() and time.monotonic() < until:
        time.sleep(0.02)
    return holds()


def files(folder):
    return [path for path in folder.rglob("*") if path.is_file()]


def test_a_palace_that_is_there_no_longer_is_not_begun_anew(palaces, backfill, tmp_path):
    backfill.soon(ANA)
    assert in_time(lambda: not backfill._waiting)
    backfill.close()
    assert files(tmp_path / "palaces") == []


def test_a_palace_that_was_busy_has_its_turn_later(palaces, backfill, caplog):
    with palaces.lease(ANA) as palace:
        palace.add("The heron stands in the reeds.")
        backfill.soon(ANA)
        assert in_time(lambda: "vectors wait: PalaceBusy" in caplog.text)
    told = len(caplog.records)

    def refined() -> bool:
        with palaces.lease(ANA, 5.0) as palace:
            return (
                any(receipt.verb == "refine" for receipt in palace.log()) or not backfill._waiting
            )

    assert in_time(refined)
    assert len(caplog.records) <= told + 1


def test_who_has_to_wait_longest_holds_up_nobody(palaces, backfill):
    slow = Backfill(palaces, quiet=QUIET, again=600.0)
    slow._later(ANA)
    slow.soon(BO)
    assert in_time(lambda: BO not in slow._waiting)
    assert ANA in slow._waiting
    slow.close()


def test_a_fault_in_one_palace_ends_nobody_elses_turn_and_is_told_without_its_words(
    palaces, backfill, caplog, monkeypatch
):
    lease = palaces.lease

    def broken(owner, *rest, **named):
        if owner == ANA:
            raise RuntimeError("Kai lives in Torbole")
        return lease(owner, *rest, **named)

    monkeypatch.setattr(palaces, "lease", broken)
    backfill.soon(ANA)
    assert in_time(lambda: "vectors wait" in caplog.text)
    backfill.soon(BO)
    assert in_time(lambda: not backfill._waiting)
    (record,) = caplog.records
    assert record.told["error"] == "RuntimeError" and record.told["at"]
    assert "Torbole" not in caplog.text + str(record.__dict__)
