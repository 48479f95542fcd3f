"""Writers of one palace take turns, those of others do not wait, and readers wait for nobody."""

import threading
import time

import pytest

from camillo.domain.errors import CamilloError, PalaceBusy
from camillo.domain.knowledge import Act, Use
from camillo.storage.postgres import pool


def test_a_count_of_uses_is_not_waited_for_long(open_owner):
    one, two = open_owner("ana"), open_owner("ana")
    with one._session.writing():
        began = time.monotonic()
        with pytest.raises(PalaceBusy):
            two.put_uses({1: Use(1, 1)})
        assert time.monotonic() - began < 5
    two.put_uses({1: Use(1, 1)})


def test_a_writer_that_waits_too_long_is_told_so(open_owner):
    one, two = open_owner("ana"), open_owner("ana", busy_seconds=0.2)
    with one._session.writing(), pytest.raises(PalaceBusy):
        two.record("add", [Act("pinned")])
    assert two.record("add", [Act("pinned")]).number == 1


def test_others_are_not_held_up(open_owner):
    ana, reader = open_owner("ana"), open_owner("ana")
    bob = open_owner("bob", busy_seconds=0.5)
    with ana._session.writing() as writing:
        writing.db.insert("uses", "turn, count, last", [(1, 1, 1)])
        assert bob.record("add", [Act("pinned")]).number == 1
        with reader.snapshot() as snapshot:
            assert snapshot.uses([1]) == {}


def test_threads_of_one_handle_and_of_several_lose_no_write(open_owner):
    handles = [open_owner("ana"), open_owner("ana")]
    numbers: list[int] = []

    def write(store):
        for _ in range(15):
            numbers.append(store.record("add", [Act("pinned")]).number)

    threads = [threading.Thread(target=write, args=(handles[at % 2],)) for at in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(numbers) == list(range(1, 91))
    with handles[0].snapshot() as snapshot:
        assert snapshot.last_act() == 90 and snapshot.tick().seq == 90


def test_a_caller_who_finds_no_connection_free_is_told_so(postgres_web):
    server = pool.Server(postgres_web, 0.2)
    held = [server.connection() for _ in range(pool.MOST)]
    for each in held:
        each.__enter__()
    with pytest.raises(PalaceBusy, match="no connection"), server.connection():
        pass
    for each in held:
        each.__exit__(None, None, None)
    with server.connection() as connection:
        assert connection.execute("select 1").fetchone() == (1,)
    server.close()


def test_a_label_of_a_write_given_up_is_not_remembered(open_owner):
    store = open_owner("ana")
    with pytest.raises(ZeroDivisionError), store._session.writing() as writing:
        number = writing.labels.number("given up")
        assert writing.words.of(writing.db, number) == "given up"
        raise ZeroDivisionError
    with store._session.writing() as writing:
        assert writing.labels.number("kept") == number
    with store.snapshot() as snapshot:
        assert snapshot.labels() == {number: "kept"}


def test_a_closed_palace_answers_nothing_more(open_owner):
    store = open_owner("ana")
    store.close()
    store.close()
    with pytest.raises(CamilloError, match="closed"):
        store.log(1)
