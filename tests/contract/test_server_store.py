"""What every store of a server's own records keeps, and that all who open it see the same at once."""

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from camillo.domain.owner import Owner
from camillo.ports.server import Answered, ApiKey, Standing

ANA, BO = Owner("notes", "ana"), Owner("notes", "bo")
TWIN = Owner("tasks", "ana")
#: A name is whatever a token says, and an id whatever a caller asks for.
ODD = Owner("no\0tes", "a設計\n")
ID, OTHER = b"i" * 32, b"o" * 32


def key(id, owner=ANA, at=1.0, **rest):
    given = {"name": "ci", "scopes": ("read", "write"), "digest": "$argon2id$v=19$x", **rest}
    return ApiKey(id=id, owner=owner, created=at, **given)


@pytest.fixture
def other(open_records, records):
    """The same records, as another server has them."""
    return open_records()


def test_the_secret_is_made_once(records, other):
    assert records.secret() == other.secret() == records.secret()
    assert len(records.secret()) == 32


def test_the_secret_is_one_whoever_starts_first(open_records):
    start = threading.Barrier(6)

    def opened(_):
        start.wait()
        return open_records().secret()

    with ThreadPoolExecutor(6) as pool:
        assert len(set(pool.map(opened, range(6)))) == 1


def test_a_key_comes_back_as_it_was_given(records, other):
    kept = key("k1", name="na\0me 設計", expires=1234567890.123456)
    records.add_key(kept)
    assert other.key("k1") == kept
    assert other.key("k2") is other.key("k\0") is None


@pytest.mark.parametrize("owner", [TWIN, BO, ODD, Owner("", "")])
def test_keys_are_listed_for_their_owner_alone_the_newest_first(records, owner):
    given = [key("a", at=2.0), key("c", at=3.0), key("b", at=3.0), key("d", owner, 9.0)]
    for each in given:
        records.add_key(each)
    assert [one.id for one in records.keys(ANA)] == ["b", "c", "a"]
    assert records.keys(owner) == [given[3]]


def test_a_revoked_key_is_revoked_at_once_everywhere_and_only_by_its_owner(records, other):
    records.add_key(key("k"))
    assert not other.revoke_key(BO, "k", 4.0) and not other.revoke_key(TWIN, "k", 4.0)
    assert records.key("k").revoked == 0
    assert other.revoke_key(ANA, "k", 5.0) and records.key("k").revoked == 5.0
    assert records.revoke_key(ANA, "k", 6.0) and other.key("k").revoked == 5.0
    assert not other.revoke_key(ANA, "unknown", 5.0)


def test_a_key_that_is_made_again_under_its_id_takes_the_place_of_its_owner_s_alone(records, other):
    records.add_key(key("k"))
    records.add_key(replace(key("k"), digest="new", created=7.0))
    assert other.key("k") == replace(key("k"), digest="new", created=7.0)
    other.add_key(key("k", BO))
    assert records.key("k").owner == ANA and records.keys(BO) == []


def test_a_revoked_token_is_refused_until_it_would_have_ended(records, other):
    records.revoke_token("proof", 50.0)
    assert other.is_revoked("proof") and not other.is_revoked("proo")
    other.revoke_token("proof", 90.0)
    assert records.drop_answers(60.0) == 0 and records.is_revoked("proof")
    assert records.drop_answers(91.0) == 1 and not other.is_revoked("proof")


def taken(store, id=ID, asked=b"asked", holder=b"one", at=10.0, lease=60.0, owner=ANA):
    return store.take_answer(owner, id, asked, holder, at, lease)


def test_a_write_is_begun_once_and_answered_alike_everywhere(records, other):
    assert taken(records) == Standing(Answered(b"asked"), 10.0, mine=True)
    second = taken(other, holder=b"two", at=11.0)
    assert (second.answered, second.begun, second.mine) == (Answered(b"asked"), 10.0, False)
    assert 50 < second.left <= 60
    assert not other.put_answer(ID, b"two", 201, b"another") and not other.hold_answer(
        ID, b"two", 9
    )
    assert records.hold_answer(ID, b"one", 900.0) and taken(other, holder=b"two").left > 800
    assert records.put_answer(ID, b"one", 201, b"\0sealed")
    answered = Answered(b"asked", 201, b"\0sealed")
    for store, holder, asked in ((other, b"two", b"else"), (records, b"one", b"asked")):
        known = taken(store, asked=asked, holder=holder)
        assert (known.answered, known.mine) == (answered, False)
    assert not records.put_answer(ID, b"one", 500, b"") and not records.hold_answer(ID, b"one", 9)
    assert taken(other, OTHER).mine


def test_a_write_whose_lease_has_ended_is_another_s_and_its_first_holder_s_no_more(records, other):
    taken(records, lease=0.0)
    assert not taken(other, asked=b"else", holder=b"two").mine
    assert taken(other, holder=b"two", at=99.0) == Standing(
        Answered(b"asked"), 10.0, mine=True, again=True
    )
    assert not taken(records).mine and not records.hold_answer(ID, b"one", 60.0)
    assert not records.put_answer(ID, b"one", 201, b"late")
    records.release_answer(ID, b"one")
    assert not taken(records).mine
    assert other.put_answer(ID, b"two", 200, b"it")
    assert taken(records).answered == Answered(b"asked", 200, b"it")


def test_a_write_that_failed_is_begun_again_and_said_to_be(records, other):
    taken(records)
    records.release_answer(ID, b"one")
    again = taken(other, holder=b"two", at=12.0)
    assert (again.mine, again.again, again.begun) == (True, True, 10.0)
    # What was done under a holder's name would pass for what is done anew.
    assert not taken(other, holder=b"two").mine


def test_answers_of_before_are_forgotten(records):
    taken(records)
    taken(records, OTHER, at=20.0)
    assert records.drop_answers(20.0) == 1
    assert not taken(records, OTHER, holder=b"two").mine
    assert not taken(records, holder=b"two").again


def test_of_many_who_begin_a_write_at_once_one_holds_it(open_records):
    stores = [open_records() for _ in range(3)]

    def raced(lease):
        start = threading.Barrier(9)

        def begun(number):
            start.wait()
            return taken(stores[number % 3], holder=b"%d" % number, lease=lease)

        with ThreadPoolExecutor(9) as pool:
            return list(pool.map(begun, range(9)))

    assert [one.mine for one in raced(60.0)].count(True) == 1
    stores[0].drop_answers(99.0)
    taken(stores[0], lease=0.0)
    assert [one.again for one in raced(60.0)].count(True) == 1


def test_who_is_due_first_is_the_same_everywhere(records, other):
    assert records.first_due() is None
    for at, owner in ((3.5, ANA), (2.0, ODD)):
        records.put_due(owner, at)
    assert other.first_due() == (ODD, 2.0)
    other.put_due(ODD, 4.0)
    assert records.first_due() == (ANA, 3.5)
    records.put_due(ANA, None)
    records.put_due(ODD, None)
    assert other.first_due() is None


def test_of_servers_that_see_the_same_list_due_one_takes_it(records, other):
    records.put_due(ANA, 2.0)
    assert other.move_due(ANA, 2.0, 122.0) and not records.move_due(ANA, 2.0, 122.0)
    assert not records.move_due(BO, 2.0, 3.0)
    assert records.first_due() == (ANA, 122.0)


def test_what_is_deleted_of_an_owner_leaves_what_is_others(records, other):
    for id, owner in (("a", ANA), ("b", BO), ("t", TWIN)):
        records.add_key(key(id, owner))
        records.put_due(owner, 1.0)
    for id, owner in ((ID, ANA), (OTHER, BO), (b"u" * 32, ANA)):
        taken(records, id, owner=owner)
    records.put_answer(ID, b"one", 200, b"1")
    records.put_answer(OTHER, b"one", 200, b"2")
    assert other.drop_owner(ANA) == {"keys": 1, "shares": 0}
    assert records.keys(ANA) == [] and records.key("b") and records.key("t")
    assert records.first_due() == (BO, 1.0)
    assert taken(records, OTHER, owner=BO).answered == Answered(b"asked", 200, b"2")
    assert not taken(records).again
    # The deletion itself may be under way, and is sent again.
    assert not taken(records, b"u" * 32, holder=b"two").mine
    assert other.drop_owner(ANA) == {"keys": 0, "shares": 0}
    other.drop_owner(BO)
    assert records.first_due() == (TWIN, 1.0)


def test_what_is_kept_is_there_when_it_is_opened_again(open_records):
    first = open_records()
    first.add_key(key("k"))
    secret = first.secret()
    first.close()
    first.close()
    again = open_records()
    assert again.key("k") == key("k") and again.secret() == secret
