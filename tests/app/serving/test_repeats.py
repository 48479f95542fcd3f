"""Writes that are sent again: who does them, what they are told, and what nobody knows the end of."""

import pytest

from camillo.app.identity.api_keys import ApiKeys
from camillo.app.identity.caller import Unauthenticated
from camillo.app.palace import Palace
from camillo.app.serving import repeats
from camillo.app.serving.repeats import Begun, Repeat, Repeats, Replay, UnderWay
from camillo.app.sharing.shares import Shares
from camillo.domain.errors import AlreadyWritten, InvalidInput, NotFound, PalaceAway
from camillo.domain.owner import Owner
from camillo.ports.repeating import marking
from camillo.storage.sqlite.server import SqliteServerStore

ANA, BO = Owner("notes", "ana"), Owner("notes", "bo")
KEY = "key-of-the-write"
REPEAT = Repeat.of(ANA, KEY, b"body")


@pytest.fixture
def store(tmp_path):
    opened = SqliteServerStore(tmp_path / "server.db")
    yield opened
    opened.close()


@pytest.fixture
def servers(store):
    """Two servers before the same records."""
    return Repeats(store), Repeats(store)


def died(monkeypatch, server):
    """A write that a server began and died over: its lease has ended."""
    with monkeypatch.context() as patch:
        patch.setattr(repeats, "LEASE", -1.0)
        return server.begin(REPEAT)


def test_a_write_is_one_server_s_until_it_is_answered_and_then_told_by_all(servers):
    one, two = servers
    begun = one.begin(REPEAT)
    assert isinstance(begun, Begun) and not begun.mark.again
    waits = two.begin(REPEAT)
    assert isinstance(waits, UnderWay) and 0 < waits.left <= repeats.LEASE
    assert one.hold(begun)
    one.keep(begun, 201, b'{"a": 1}')
    assert one.begin(REPEAT) == two.begin(REPEAT) == Replay(201, b'{"a": 1}')
    assert not one.hold(begun)
    with pytest.raises(InvalidInput, match="another request"):
        two.begin(Repeat.of(ANA, KEY, b"other body"))
    assert isinstance(two.begin(Repeat.of(BO, KEY, b"body")), Begun)


@pytest.mark.parametrize("bad", ["short", "x" * 256, "with a line\nbreak", "ümlaut-key"])
def test_a_key_that_cannot_be_used_is_refused(bad):
    with pytest.raises(InvalidInput):
        Repeat.of(ANA, bad, b"")


def test_a_write_whose_server_died_is_another_s_and_late_answers_are_let_go(servers, monkeypatch):
    one, two = servers
    before = died(monkeypatch, one)
    begun = two.begin(REPEAT)
    assert isinstance(begun, Begun) and begun.mark.again and not before.mark.again
    assert (begun.mark.key, begun.mark.attempt) != (before.mark.key, before.mark.attempt)
    assert begun.mark.key == before.mark.key
    assert begun.mark.since <= before.mark.since - 59_000_000
    one.keep(before, 201, b"late")
    one.release(before)
    assert not one.hold(before) and isinstance(one.begin(REPEAT), UnderWay)
    two.keep(begun, 200, b"in time")
    assert one.begin(REPEAT) == Replay(200, b"in time")


def test_a_write_that_failed_is_done_again_at_once_by_whoever_is_asked(servers):
    one, two = servers
    one.release(one.begin(REPEAT))
    begun = two.begin(REPEAT)
    assert isinstance(begun, Begun) and begun.mark.again


def test_a_write_whose_end_could_not_be_told_is_done_again_where_that_is_known(
    servers, store, monkeypatch
):
    one, two = servers

    def away(*_):
        raise PalaceAway("the database does not answer", "try again")

    begun = one.begin(REPEAT)
    with monkeypatch.context() as patch:
        patch.setattr(store, "put_answer", away)
        with pytest.raises(PalaceAway):
            one.keep(begun, 201, b"1")
    assert isinstance(two.begin(REPEAT), UnderWay)
    again = one.begin(REPEAT)
    assert isinstance(again, Begun) and again.mark.again
    assert isinstance(one.begin(REPEAT), UnderWay)


def test_a_write_that_was_done_is_not_done_again_where_its_end_could_not_be_told(
    servers, store, monkeypatch, tmp_path
):
    server, _ = servers

    def away(*_):
        raise PalaceAway("the database does not answer", "try again")

    with Palace.open(tmp_path / "palace.camillo") as palace:
        begun = server.begin(REPEAT)
        with marking(begun.mark):
            palace.diaries.write("coder", "Once.")
        with monkeypatch.context() as patch:
            patch.setattr(store, "put_answer", away)
            with pytest.raises(PalaceAway):
                server.keep(begun, 201, b"1")
        again = server.begin(REPEAT)
        with marking(again.mark), pytest.raises(AlreadyWritten):
            palace.diaries.write("coder", "Once.")
        assert len(palace.diaries.read("coder")) == 1


def test_answers_are_kept_for_a_day(store):
    now = [1_000_000.0]
    server = Repeats(store, lambda: now[0])
    server.keep(server.begin(REPEAT), 200, b"1")
    now[0] += 80_000
    assert server.begin(REPEAT) == Replay(200, b"1")
    now[0] += 10_000
    begun = server.begin(REPEAT)
    assert isinstance(begun, Begun) and not begun.mark.again


def test_of_a_key_that_two_attempts_made_one_is_left(servers, store, monkeypatch):
    one, two = servers
    keys = ApiKeys(store)
    with marking(died(monkeypatch, one).mark):
        _, lost = keys.make(ANA, "ci", ["read"])
    with marking(two.begin(REPEAT).mark):
        made, told = keys.make(ANA, "ci", ["read"])
    assert [one.id for one in keys.of(ANA)] == [made.id]
    assert ApiKeys(store).caller(told).owner == ANA
    with pytest.raises(Unauthenticated):
        keys.caller(lost)
    assert keys.make(ANA, "ci", ["read"])[0].id != made.id


def test_of_a_share_that_two_attempts_made_one_is_left_and_it_is_taken_once(
    servers, store, monkeypatch
):
    one, two = servers
    shares = Shares(store)
    first = died(monkeypatch, one)
    with marking(first.mark):
        _, lost = shares.make(ANA, 7, "reader", "hers")
    again = two.begin(REPEAT)
    with marking(again.mark):
        made, told = shares.make(ANA, 7, "reader", "hers")
    assert [one.id for one in shares.given(ANA)] == [made.id]
    with pytest.raises(NotFound):
        shares.accept(BO, lost)
    with marking(first.mark):
        taken = shares.accept(BO, told)
    for mark in (None, first.mark):
        with marking(mark), pytest.raises(NotFound):
            shares.accept(BO, told)
    with marking(again.mark):
        assert shares.accept(BO, told) == taken
        with pytest.raises(NotFound):
            shares.accept(Owner("notes", "eve"), told)
