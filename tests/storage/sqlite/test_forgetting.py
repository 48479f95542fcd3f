"""Forgotten words are gone from the bytes of the file and its write-ahead log."""

import random
import re
import threading

import pytest

from camillo.domain.blanking import blank
from camillo.domain.drawer import Cut, Filed, Span
from camillo.domain.errors import PalaceBusy
from camillo.domain.place import Place
from camillo.domain.turn import Turn
from camillo.ports.rows import Redaction
from camillo.storage.sqlite import forgetting
from camillo.storage.sqlite.store import SqliteStore


def bytes_of(path):
    files = [path, path.with_name(f"{path.name}-wal")]
    return b"".join(each.read_bytes() for each in files if each.exists())


def word(rng):
    return "".join(rng.choices("bcdfghjklmnpqrstvwxz", k=12))


def cut(content):
    words = content.decode().split()
    terms = {each: words.count(each) for each in words}
    return (Cut(0, len(content), terms, len(words)),) if words else ()


def make(text, turn, wing="orion", title=""):
    made = Turn.of_text(
        text, kind="note", conversation="c", turn=turn, title=title, meta={"first": text[:30]}
    )
    return Filed(made, Place(wing), cut(made.content))


@pytest.mark.slow
@pytest.mark.parametrize(("count", "batch", "at_once"), [(600, 1, 7), (6000, 200, 50)])
def test_no_forgotten_word_is_left_after_many_splits_of_pages(path, source, count, batch, at_once):
    rng = random.Random(batch)
    common = [word(rng) for _ in range(count // 3)]
    secrets = {number: ["QZ" + word(rng) for _ in range(5)] for number in range(0, count, 3)}
    turns = []
    for number in range(count):
        words = rng.choices(common, k=12) + [word(rng) for _ in range(3)] + secrets.get(number, [])
        rng.shuffle(words)
        turns.append(make(" ".join(words), str(number)))
    store = SqliteStore.open(path)
    for at in range(0, count, batch):
        store.file("mine", source, turns[at : at + batch])
        if rng.random() < 30 * batch / count:
            store.compact(force=True)
    doomed = [number for number in secrets if rng.random() < 0.5]
    rng.shuffle(doomed)
    gone = {each.encode() for number in doomed for each in secrets[number]}
    assert gone <= set(re.findall(rb"QZ[a-z]{12}", bytes_of(path)))
    for at in range(0, len(doomed), at_once):
        store.forget(
            [
                Redaction(Span(turns[number].turn.key, 0, len(turns[number].turn.content)), ())
                for number in doomed[at : at + at_once]
            ]
        )
    assert not gone & set(re.findall(rb"QZ[a-z]{12}", bytes_of(path)))
    kept = [each for number in secrets if number not in doomed for each in secrets[number]]
    with store.snapshot() as snapshot:
        assert set(snapshot.postings(kept)) == set(kept)
    assert store.check() == []
    store.close()


def test_a_forgotten_title_and_meta_leave_the_bytes_too(store, path, source):
    given = make("xqzjwvkpxqzj plan", "1", title="xqzjwvkpxqzj plan")
    store.file("mine", source, [given])
    assert b"xqzjwvkp" in bytes_of(path)
    left = blank(given.turn.content, "utf-8", 0, 17)
    store.forget([Redaction(Span(given.turn.key, 0, 17), cut(left))])
    assert b"xqzjwvkp" not in bytes_of(path)


def test_a_deleted_wing_leaves_the_bytes(store, path, source):
    store.file("mine", source, [make(f"xqzjwvkp number{n}", str(n)) for n in range(50)])
    store.compact(force=True)
    store.delete_wing("orion")
    assert b"xqzjwvkp" not in bytes_of(path) and b"number7" not in bytes_of(path)
    assert store.check() == []


def test_forgetting_waits_for_a_reader_of_an_older_state(store, path, source):
    given = make("xqzjwvkp here", "1")
    store.file("mine", source, [given])
    reading, done = threading.Event(), threading.Event()

    def read():
        with store.snapshot() as snapshot:
            snapshot.counts()
            reading.set()
            done.wait(10)

    reader = threading.Thread(target=read)
    reader.start()
    reading.wait(10)
    timer = threading.Timer(0.3, done.set)
    timer.start()
    store.forget([Redaction(Span(given.turn.key, 0, 13), ())])
    assert done.is_set()
    assert b"xqzjwvkp" not in bytes_of(path)
    reader.join()


def test_a_reader_that_stays_is_reported_and_the_next_opening_finishes(path, source):
    store = SqliteStore.open(path, busy_seconds=0.3)
    given = make("xqzjwvkp here", "1")
    store.file("mine", source, [given])
    with store.snapshot() as snapshot:
        snapshot.counts()
        with pytest.raises(PalaceBusy):
            store.forget([Redaction(Span(given.turn.key, 0, 13), ())])
        assert forgetting.must_scrub(store._session)
    with store.snapshot() as snapshot:
        assert snapshot.get(Span(given.turn.key, 0, 13), 0).text.strip() == ""
    second = SqliteStore.open(path)
    assert not forgetting.must_scrub(second._session)
    assert b"xqzjwvkp" not in bytes_of(path)
    second.close()
    store.close()
