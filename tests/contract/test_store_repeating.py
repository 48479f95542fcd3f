"""The contract of palace stores: what one attempt at a write has done, no other attempt does again."""

import threading
import time
from dataclasses import replace

import pytest

from camillo.domain.errors import AlreadyWritten
from camillo.ports.repeating import Mark, marking


def now():
    return int(time.time() * 1e6)


@pytest.fixture
def other(open_store, store):
    """The same palace, as another server has it open."""
    return open_store()


@pytest.fixture
def first():
    return Mark("aa", "01", now())


@pytest.fixture
def again(first):
    """A later attempt at the same write, by another server, whose clock may be behind."""
    return replace(first, attempt="02", since=first.since - 60_000_000, again=True)


@pytest.fixture
def filed(store, source, hand):
    store.file("mine", source, [hand.filed("one", turn="1")])


def names(store):
    with store.snapshot() as snapshot:
        return {row.wing_name for row in snapshot.rooms()}


def test_what_an_attempt_wrote_no_other_attempt_writes_or_reads_past(
    store, other, filed, first, again
):
    with marking(first):
        receipt = store.rename_wing("orion", "lyra")
        store.note("by the same attempt", {})
    store.rename_wing("lyra", "vega")
    other.note("by somebody else", {}, ["attempt:not a mark"])
    with marking(again):
        with pytest.raises(AlreadyWritten, match=f"write {receipt.number}, rename wing"):
            other.rename_wing("vega", "lyra")
        with pytest.raises(AlreadyWritten), other.snapshot():
            pass
    with marking(replace(again, key="ab")):
        assert names(other) == {"vega"}
    assert names(store) == {"vega"}
    assert [one.notes for one in store.log(2)] == [("attempt:not a mark",), ()]
    assert store.check() == []


def test_an_attempt_that_wrote_nothing_is_no_hindrance(store, other, filed, first, again):
    with marking(first), pytest.raises(RuntimeError):
        names(store)
        raise RuntimeError
    with marking(again):
        assert names(other) == {"orion"}
        other.rename_wing("orion", "lyra")
        other.note("and more", {})
        assert names(other) == {"lyra"}


def test_who_comes_too_late_writes_nothing_though_it_was_first(store, other, filed, first, again):
    with marking(again):
        other.rename_wing("orion", "lyra")
    with marking(first), pytest.raises(AlreadyWritten):
        store.note("late", {})
    assert names(store) == {"lyra"} and store.log(1)[0].verb == "rename wing"


def test_of_attempts_at_once_one_writes(store, other, filed, first, again):
    start, told = threading.Barrier(2), []

    def run(palace, mark):
        with marking(mark):
            start.wait()
            try:
                told.append(palace.note("once", {}).verb)
            except AlreadyWritten:
                told.append("repeated")

    threads = [threading.Thread(target=run, args=pair) for pair in ((store, first), (other, again))]
    for each in threads:
        each.start()
    for each in threads:
        each.join(60)
    assert sorted(told) == ["once", "repeated"]
    assert [one.verb for one in store.log(5)].count("once") == 1


def test_a_wing_that_was_deleted_in_part_is_gone_on_with(
    store, other, source, hand, first, again, monkeypatch, backend
):
    if backend not in ("sqlite", "postgres", "postgres-sealed"):
        pytest.skip("how large a part is, is the store's own")
    module = f"camillo.storage.{backend.partition('-')[0]}.forgetting"
    monkeypatch.setattr(f"{module}.PART_TURNS", 2)
    store.file("mine", source, [hand.filed(f"text {n}", turn=str(n)) for n in range(5)])

    def killed(*_):
        raise RuntimeError

    with marking(first), monkeypatch.context() as patch:
        parts = []
        whole = __import__(module, fromlist=["delete_part"]).delete_part

        def part(*given):
            if parts:
                killed()
            parts.append(whole(*given))
            return parts[-1]

        patch.setattr(f"{module}.delete_part", part)
        with pytest.raises(RuntimeError):
            store.delete_wing("orion")
    assert names(store) == {"orion"}
    with marking(again):
        assert other.delete_wing("orion").counts["turns"] == 5
    assert names(store) == set()
    with marking(replace(again, attempt="03")), pytest.raises(AlreadyWritten):
        store.delete_wing("orion")
