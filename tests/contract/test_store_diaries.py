"""Diaries as a store reads them: entries by time, roles by name, nothing that was forgotten."""

import itertools
from dataclasses import replace

import pytest

from camillo.domain.diary import Diary
from camillo.domain.drawer import Span
from camillo.ports.rows import Redaction, Source


@pytest.fixture
def write(store, hand):
    """Files an entry and gives its turn back."""
    numbers = itertools.count()

    def run(text, role="ops", *, at=None, wing="orion", kind="diary"):
        moment = None if at is None else hand.moment(at)
        filed = hand.filed(
            text, wing=wing, turn=str(next(numbers)), conversation=role, speaker=role, at=moment
        )
        turn = replace(filed.turn, kind=kind)
        store.file("add", Source(kind, f"{kind}:{role}"), [replace(filed, turn=turn)])
        return turn

    return run


def read(store, role=None, since=None, until=None, wing=None, limit=100):
    with store.snapshot() as snapshot:
        return [one.text for one in snapshot.diary(role, since, until, wing, limit)]


def test_entries_are_ordered_by_time_then_by_filing_and_undated_ones_stand_last(store, write):
    write("undated")
    write("a", at="2025-06-02")
    write("b", at="2025-06-01")
    write("c", at="2025-06-02")
    write("note", kind="note", at="2025-06-09")
    assert read(store) == ["c", "a", "b", "undated"]
    assert read(store, limit=2) == ["c", "a"]


def test_bounds_are_half_open_and_leave_undated_entries_out(store, write, hand):
    write("undated")
    write("a", at="2025-06-01")
    write("b", at="2025-06-02")
    second = hand.moment("2025-06-02").micros
    assert read(store, since=second) == ["b"]
    assert read(store, until=second) == ["a"]


def test_role_and_wing_only_narrow(store, write):
    write("a", "ops", at="2025-06-01", wing="orion")
    write("b", "2025", at="2025-06-02", wing="lyra")
    assert read(store, "ops") == ["a"]
    assert read(store, "2025") == ["b"]
    assert read(store, wing="lyra") == ["b"]
    assert read(store, "ops", wing="lyra") == []


def test_roles_are_told_with_their_entries_and_the_time_of_the_newest(store, write):
    write("a", "ops", at="2025-06-02T10:00:00+02:00")
    write("b", "ops", at="2025-06-01")
    write("c", "review")
    with store.snapshot() as snapshot:
        assert snapshot.diaries() == [
            Diary("ops", 2, "2025-06-02T10:00:00+02:00"),
            Diary("review", 1, None),
        ]


def test_a_forgotten_entry_is_in_no_diary(store, write):
    turn = write("secret", at="2025-06-01")
    store.forget([Redaction(Span(turn.key, 0, len(turn.content)), ())])
    assert read(store) == []
    with store.snapshot() as snapshot:
        assert snapshot.diaries() == []
