"""Who may see which wing of whom: kept alike by every store, and the same to all who open it."""

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from camillo.domain.owner import Owner
from camillo.ports.server import Share

ANA, BO, EVE = Owner("notes", "ana"), Owner("notes", "bo"), Owner("notes", "eve")


def share(id, giver=ANA, wing=7, at=1.0, **rest):
    given = {"role": "reader", "name": "Orion", "digest": "d" * 64, "lapses": 604_801.5, **rest}
    return Share(id=id, giver=giver, wing=wing, created=at, **given)


@pytest.fixture
def other(open_records, records):
    """The same records, as another server has them."""
    return open_records()


def test_a_share_comes_back_as_it_was_given(records, other):
    kept = share("s", wing=(1 << 52), name="na\0me 設計", role="admin", expires=9.5, via="of")
    records.add_share(kept)
    assert other.share("s") == kept
    assert other.share("t") is other.share("s\0") is None


def test_a_share_is_taken_once(records, other):
    records.add_share(share("s"))
    assert other.take_share("s", BO, 5.0)
    assert not records.take_share("s", EVE, 6.0) and not records.take_share("s", BO, 6.0)
    assert not records.take_share("unknown", BO, 6.0)
    assert records.share("s") == replace(share("s"), taker=BO, accepted=5.0)
    assert records.shares_taken(BO) == [other.share("s")] and other.shares_taken(EVE) == []


def test_of_many_who_take_a_share_at_once_one_has_it(records, open_records):
    records.add_share(share("s"))
    stores = [open_records() for _ in range(3)]
    start = threading.Barrier(9)

    def taken(number):
        start.wait()
        return stores[number % 3].take_share("s", Owner("notes", f"{number}"), 2.0)

    with ThreadPoolExecutor(9) as pool:
        had = list(pool.map(taken, range(9)))
    assert had.count(True) == 1
    assert records.share("s").taker == Owner("notes", str(had.index(True)))


def test_an_ended_share_is_ended_everywhere_and_is_taken_by_nobody(records, other):
    records.add_share(share("s"))
    assert other.end_share("s", 3.0) and records.share("s").ended == 3.0
    assert records.end_share("s", 4.0) and other.share("s").ended == 3.0
    assert not records.take_share("s", BO, 5.0) and not records.end_share("unknown", 5.0)


def test_shares_are_listed_by_who_gave_and_who_took_them_the_newest_first(records):
    for id, giver, at in (("a", ANA, 1.0), ("c", ANA, 2.0), ("b", ANA, 2.0), ("d", BO, 3.0)):
        records.add_share(share(id, giver, at=at))
    for id in ("a", "b"):
        records.take_share(id, BO, 5.0)
    assert [one.id for one in records.shares_given(ANA)] == ["b", "c", "a"]
    assert [one.id for one in records.shares_taken(BO)] == ["b", "a"]
    assert [one.id for one in records.shares_given(BO)] == ["d"]
    assert records.shares_given(Owner("tasks", "ana")) == []


def test_shares_end_with_their_wing_and_those_of_others_stand(records, other):
    for id, giver, wing in (("a", ANA, 7), ("b", ANA, 8), ("c", BO, 7), ("d", ANA, 7)):
        records.add_share(share(id, giver, wing))
    records.end_share("d", 1.0)
    records.take_share("a", BO, 2.0)
    assert other.end_shares_of(ANA, 7, 9.0) == 1
    assert [records.share(id).ended for id in "abcd"] == [9.0, 0, 0, 1.0]
    assert records.end_shares_of(ANA, 7, 10.0) == 0 and records.share("a").taker == BO


def test_what_an_owner_gave_and_took_is_deleted_with_them(records, other):
    for id, giver in (("a", ANA), ("b", BO), ("c", BO)):
        records.add_share(share(id, giver))
    records.take_share("b", ANA, 2.0)
    records.take_share("c", EVE, 2.0)
    assert other.drop_owner(ANA) == {"keys": 0, "shares": 2}
    assert [records.share(id) is None for id in "abc"] == [True, True, False]
    assert records.shares_taken(ANA) == records.shares_given(ANA) == []


def test_shares_that_ended_before_a_time_are_forgotten_by_all(records, other):
    def kept(id, *, taker=None, ended=0.0, **rest):
        records.add_share(share(id, **{"lapses": 900.0, **rest}))
        if taker:
            assert records.take_share(id, taker, 2.0)
        if ended:
            records.end_share(id, ended)

    kept("stands", taker=BO)
    kept("waits")
    kept("ended", taker=BO, ended=50.0)
    kept("ended later", taker=BO, ended=100.0)
    kept("expired", taker=BO, expires=50.0)
    kept("lapsed", lapses=50.0)
    kept("lapsed once taken", taker=BO, lapses=50.0)
    # Texts name what they came through.
    kept("wrote", taker=BO, role="writer", ended=50.0)
    kept("never wrote", role="writer", ended=50.0)
    kept("admin", taker=BO, role="admin", ended=50.0)
    kept("by admin", taker=EVE, via="admin")
    kept("by admin to write", taker=EVE, via="admin", role="writer")
    kept("by another", taker=EVE, via="stands")
    assert other.drop_ended_shares(100.0) == 5
    left = {one.id for one in records.shares_given(ANA)}
    assert left == {
        "stands", "waits", "ended later", "lapsed once taken", "wrote", "admin", "by admin to write",
        "by another",
    }  # fmt: skip
    assert records.drop_ended_shares(100.0) == 0
