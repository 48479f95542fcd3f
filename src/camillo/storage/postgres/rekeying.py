"""Wrapping data keys anew, those of all owners and of servers' records: an administrator's work, a transaction each."""

from collections.abc import Callable, Sequence

import psycopg

from camillo.domain.owner import Owner
from camillo.storage.postgres.connection import patient, translated
from camillo.storage.postgres.enveloping import is_wrapped_with, unwrap, wrap
from camillo.storage.postgres.owners import numbered
from camillo.storage.postgres.serving.records import NOBODY


def rekey(
    admin_url: str, keys_of: Callable[[Owner], Sequence[bytes]], own: Sequence[bytes]
) -> tuple[int, int]:
    """Wrap each owner's data key with the first of his keys; how many were wrapped anew, and how many so already.

    That of the servers' records comes last, with the first of ``own``: where it is done, no owner was left out.

    What is sealed with the data keys stays as it is. A run that was stopped goes on where it was. Palaces that are not
    encrypted are left alone.

    Raises:
        PalaceLocked: a data key was wrapped with none of the owner's keys; those before it are done.
        CamilloError: the database cannot be reached, or the role may not see the owners.
    """
    done = same = 0
    with (
        translated(),
        psycopg.connect(
            patient(admin_url), autocommit=True, options="-c search_path=camillo"
        ) as connection,
    ):
        for number, owner in numbered(connection):
            with connection.transaction():
                wrapped = _wrapped(connection, number)
                if wrapped is None:
                    continue
                keys = keys_of(owner)
                if is_wrapped_with(wrapped, keys[0]):
                    same += 1
                    continue
                anew = wrap(number, unwrap(number, wrapped, keys), keys[0])
                connection.execute(
                    "update palaces set envelope = %s where owner = %s", (anew, number)
                )
                done += 1
        records = _records(connection, own)
    return done + (records is True), same + (records is False)


def _records(
    connection: "psycopg.Connection[tuple[object, ...]]", keys: Sequence[bytes]
) -> bool | None:
    """Whether the key of the servers' records was wrapped anew; None where they have none."""
    with connection.transaction():
        row = connection.execute("select envelope from camillo_server.own for update").fetchone()
        if row is None or row[0] is None:
            return None
        wrapped = bytes(row[0])  # type: ignore[call-overload]
        if is_wrapped_with(wrapped, keys[0]):
            return False
        anew = wrap(NOBODY, unwrap(NOBODY, wrapped, keys), keys[0])
        connection.execute("update camillo_server.own set envelope = %s", (anew,))
        return True


def _wrapped(connection: "psycopg.Connection[tuple[object, ...]]", owner: int) -> bytes | None:
    """An owner's wrapped key, its row held; None where he has none."""
    # The policy of rows holds for the tables' owner as well, who need be no superuser.
    connection.execute("select set_config('camillo.owner', %s, true)", (str(owner),))
    row = connection.execute(
        "select envelope from palaces where owner = %s for update", (owner,)
    ).fetchone()
    return None if row is None or row[0] is None else bytes(row[0])  # type: ignore[call-overload]
