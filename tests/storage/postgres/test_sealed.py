"""Encrypted palaces: whose key opens them, what is refused, what a rotation and an erasure do."""

import os
import uuid

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camillo.domain.errors import InvalidInput, PalaceDamaged, PalaceGone, PalaceLocked
from camillo.domain.identity import encode_text
from camillo.domain.owner import Owner
from camillo.storage.postgres.enveloping import Envelope, key_id, unwrap, wrap
from camillo.storage.postgres.rekeying import rekey
from camillo.storage.postgres.store import PostgresStore

from .conftest import SOURCE, filed

KEY, OTHER = bytes(range(32)), bytes(range(1, 33))


@pytest.fixture
def owner():
    return Owner("sealed", uuid.uuid4().hex)


@pytest.fixture
def opened(postgres_web, owner):
    stores = []

    def make(*keys, **how):
        given = (lambda: list(keys)) if keys else None
        stores.append(
            PostgresStore.open(postgres_web, owner.product, owner.user, keys=given, **how)
        )
        return stores[-1]

    yield make
    for store in stores:
        store.close()


def text_of(store):
    with store.snapshot() as snapshot:
        return [memory.text for memory in snapshot.turns()]


def test_what_is_filed_is_found_and_read_again_with_the_same_key(opened):
    store = opened(KEY)
    receipt = store.file("add", SOURCE, [filed("the heron stands", title="Birds", at=None)])
    again = opened(KEY)
    assert again.is_encrypted and text_of(again) == ["the heron stands"] and again.check() == []
    with again.snapshot() as snapshot:
        assert snapshot.postings(["heron", "crane"]).keys() == {"heron"}
        assert [key.hex() for key in snapshot.keys_like(receipt.ids[0][:8])] == [
            receipt.ids[0][:24]
        ]


def test_a_missing_and_a_wrong_key_are_said_to_be_so_and_open_nothing(opened):
    opened(KEY).file("add", SOURCE, [filed("the heron stands")])
    with pytest.raises(PalaceLocked, match="palace_key"):
        opened()
    with pytest.raises(PalaceLocked, match="another key") as error:
        opened(OTHER)
    assert key_id(KEY).hex() in str(error.value) and KEY.hex() not in str(error.value)
    assert text_of(opened(OTHER, KEY)) == ["the heron stands"]


def test_a_key_of_another_length_is_refused(opened):
    with pytest.raises(InvalidInput, match="32 bytes"):
        opened(b"short")


def test_a_palace_that_is_not_encrypted_does_not_open_where_a_key_is_set(opened):
    opened().file("add", SOURCE, [filed("the heron stands")])
    with pytest.raises(PalaceLocked, match="not encrypted, although palace_key"):
        opened(KEY)
    assert text_of(opened()) == ["the heron stands"]


@pytest.mark.parametrize(
    "change",
    [
        "update conversations set native = (select native from turns where owner = conversations.owner limit 1)",
        "update labels set word = set_byte(word, 13, get_byte(word, 13) # 1)",
        "update placements set hall = hall where false; update metas set meta = 'x'::bytea",
    ],
    ids=["put elsewhere", "changed", "cut short"],
)
def test_a_value_that_was_moved_or_changed_is_refused(opened, as_admin, change):
    store = opened(KEY)
    store.file("add", SOURCE, [filed("the heron stands", speaker="Ana", meta={"tag": "bird"})])
    for statement in change.split("; "):
        joined = " and" if " where " in statement.rpartition(")")[2] else " where"
        as_admin.execute(f"{statement}{joined} owner = {store._session.owner}".encode())
    with pytest.raises(PalaceDamaged, match="sealed"):
        text_of(opened(KEY))


def test_the_key_of_one_owner_does_not_open_what_is_put_into_anothers_row():
    data_key = os.urandom(32)
    wrapped = wrap(1, data_key, KEY)
    assert unwrap(1, wrapped, [OTHER, KEY]) == data_key
    with pytest.raises(PalaceDamaged):
        unwrap(2, wrapped, [KEY])
    sealed = Envelope(1, data_key).seal(b"heron", "labels.word", 7)
    for owner, column, row in ((2, "labels.word", 7), (1, "wings.name", 7), (1, "labels.word", 8)):
        with pytest.raises(PalaceDamaged):
            Envelope(owner, data_key).unseal(sealed, column, row)


def test_a_rotation_wraps_each_key_anew_and_the_old_one_opens_nothing_more(
    opened, owner, postgres_admin
):
    opened(KEY).file("add", SOURCE, [filed("the heron stands")])
    running = opened(KEY)
    mine = lambda keys: lambda asked: keys if asked == owner else [KEY]  # noqa: E731
    assert rekey(postgres_admin, mine([OTHER, KEY]), [KEY])[0] == 1
    assert rekey(postgres_admin, mine([OTHER, KEY]), [KEY])[0] == 0
    assert text_of(running) == text_of(opened(OTHER)) == ["the heron stands"]
    with pytest.raises(PalaceLocked):
        opened(KEY)


def test_an_erased_palace_is_gone_with_its_key_and_a_new_one_has_another(opened, as_admin):
    store, stale = opened(KEY), opened(KEY)
    store.file("add", SOURCE, [filed("the heron stands")])
    number = store._session.owner
    sql = f"select envelope from palaces where owner = {number}".encode()
    before = as_admin.execute(sql).fetchone()
    assert any("wrapped" in each for each in store.erase())
    assert as_admin.execute(sql).fetchone() is None
    with pytest.raises(PalaceGone, match="erased"):
        text_of(stale)
    with pytest.raises(PalaceGone, match="erased"):
        stale.file("add", SOURCE, [filed("the crane dances")])
    new = opened(KEY)
    assert as_admin.execute(sql).fetchone() != before and text_of(new) == []
    # Who still has the old one open must not write what nobody could read.
    with pytest.raises(PalaceGone, match="anew"):
        stale.file("add", SOURCE, [filed("the crane dances")])
    new.file("add", SOURCE, [filed("the crane dances")])
    assert text_of(new) == ["the crane dances"]


TERMS = st.text(st.characters(exclude_characters="\xff"), min_size=1, max_size=40)


@given(TERMS, TERMS, TERMS)
def test_a_hidden_term_comes_back_and_lies_in_each_range_that_it_is_in(term, low, high):
    envelope = Envelope(1, KEY)
    plain = encode_text(term)
    hidden = envelope.hide_term(plain)
    assert hidden == envelope.hide_term(plain) and len(hidden) % 16 == 1
    assert Envelope(1, KEY).reveal_term(hidden) == plain
    least, most = envelope.term_range(encode_text(low), encode_text(high))
    if encode_text(low) <= plain < encode_text(high):
        assert least <= hidden < most


@pytest.mark.parametrize("mark", ["@", "^", "~"])
def test_names_and_headings_are_read_without_all_other_terms(mark):
    envelope = Envelope(1, KEY)
    low, high = envelope.term_range(mark.encode(), chr(ord(mark) + 1).encode())
    assert low <= envelope.hide_term(f"{mark}ana".encode()) < high
    assert not low <= envelope.hide_term(b"ana") < high


def test_ranges_of_terms_are_answered_as_in_a_palace_that_is_not_encrypted(opened):
    store = opened(KEY)
    store.file("add", SOURCE, [filed("heron hero help @ana ^page"), filed("heron", turn="2")])
    for force in (False, True):
        store.compact(force)
        with store.snapshot() as snapshot:
            assert snapshot.terms_between("her", "hes", 9) == ["hero", "heron"]
            assert snapshot.terms_between("her", "hes", 1) == ["hero"]
            assert snapshot.term_counts("@", "A") == {"@ana": 1}
            assert snapshot.term_counts("h", "i") == {"heron": 2, "hero": 1, "help": 1}
