"""Shares that ended are listed for a while, and then forgotten."""

import pytest

from camillo.app.sharing.shares import Shares
from camillo.domain.errors import NotFound
from camillo.domain.owner import Owner
from camillo.storage.sqlite.server import SqliteServerStore

ANA, BO = Owner("notes", "ana"), Owner("notes", "bo")
DAY = 86_400.0


@pytest.fixture
def store(tmp_path):
    opened = SqliteServerStore(tmp_path / "server.db")
    yield opened
    opened.close()


def test_a_share_is_listed_for_ninety_days_after_its_end_and_a_writer_s_for_good(store):
    now = [1_000 * DAY]
    shares = Shares(store, lambda: now[0])

    def taken(role, **rest):
        _, code = shares.make(ANA, 7, role, role, **rest)
        return shares.accept(BO, code).id

    ended, wrote, stands = taken("reader"), taken("writer"), taken("reader")
    expired = taken("reader", expires=now[0] + DAY)
    lapsed, code = shares.make(ANA, 7, "reader", "nobody took it")
    for id in (ended, wrote):
        shares.end(ANA, id)

    def listed():
        return {one.id for one in shares.given(ANA)}

    now[0] += 89 * DAY
    assert listed() == {ended, wrote, stands, expired, lapsed.id}
    now[0] += 1.5 * DAY
    assert listed() == {wrote, stands, expired, lapsed.id}
    now[0] += DAY
    assert listed() == {wrote, stands, lapsed.id}
    now[0] += 6 * DAY
    assert listed() == {wrote, stands}
    assert [one.id for one in shares.taken(BO)] == [stands]
    with pytest.raises(NotFound):
        shares.accept(BO, code)


def test_those_who_only_look_through_a_share_let_what_ended_be_forgotten_too(store):
    now = [1_000 * DAY]
    shares = Shares(store, lambda: now[0])
    made, _ = shares.make(ANA, 7, "reader", "hers")
    shares.end(ANA, made.id)
    now[0] += 91 * DAY
    assert shares.taken(BO) == [] and store.share(made.id) is None
