"""The inspector of statements itself: it sees what the store sends, and refuses what names no owner."""

from collections.abc import Iterator

import pytest

from camillo.domain.errors import CamilloError
from camillo.storage.postgres.session import Session


@pytest.fixture
def session(open_postgres) -> Iterator[Session]:
    store = open_postgres()
    yield store._session
    store.close()


def test_each_statement_of_a_store_is_looked_at(session, inspector):
    with session.reading() as db:
        db.every("select turn, 'seen' from turns where owner = %(owner)s")
    assert "select turn, 'seen' from turns where owner = %(owner)s" in inspector.seen


@pytest.mark.parametrize(
    "sql",
    [
        "select turn, 1 from turns",
        "delete from uses where turn = 1",
        "update uses set count = 2",
        "select 1 from palaces join turns on true",
    ],
)
def test_a_statement_without_an_owner_fails_the_suite(session, sql):
    with pytest.raises(AssertionError, match="names no owner"), session.writing() as writing:
        writing.db.run(sql)


@pytest.mark.parametrize(
    "sql",
    [
        "select owner from turns",
        "select 1 from turns t join documents d using (owner, document)",
        "select 1 from turns t join documents d on d.document = t.document where t.owner = %(owner)s",
        "select 1 from turns t where t.owner = %(owner)s"
        " and exists (select 1 from metas y where y.owner = t.owner and y.turn = t.turn or t.turn = 1)",
        "update uses set count = 2 where owner > 0",
    ],
)
def test_a_statement_that_names_the_owner_and_reads_further_fails_too(session, sql):
    with pytest.raises(AssertionError, match="this statement reads"), session.writing() as writing:
        writing.db.every(sql)


def test_a_closed_palace_sends_nothing(session):
    session.close()
    with pytest.raises(CamilloError, match="closed"), session.reading() as db:
        db.one("select 1 from turns where owner = %(owner)s")


@pytest.mark.slow
def test_a_statement_behind_a_lock_of_its_own_thread_fails_instead_of_waiting_for_ever(session):
    sql = "select turn, 'locked' from turns where owner = %(owner)s"
    with (
        pytest.raises(CamilloError, match="for too long"),
        session.writing() as writing,
    ):
        writing.db.connection.execute("reset role")
        writing.db.connection.execute("lock table turns in access exclusive mode")
        writing.db.every(sql)
