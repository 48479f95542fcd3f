"""Records of servers that are there, encrypted or made plain: an administrator's work, in one transaction."""

import os
from collections.abc import Callable, Sequence
from typing import Any

import psycopg

from camillo.domain.errors import PalaceDamaged
from camillo.domain.identity import encode_text
from camillo.ports.server import Answered, ApiKey, Share
from camillo.storage.postgres.connection import Db, patient, translated
from camillo.storage.postgres.enveloping import KEY_BYTES, Envelope, unwrap, wrap
from camillo.storage.postgres.sealing import Sealer
from camillo.storage.postgres.serving import answers as answer_rows
from camillo.storage.postgres.serving import shares, store
from camillo.storage.postgres.serving.records import LOCK, NOBODY, PLACE, row_of

_WAIT = "60s"
_TABLES = ("own", "keys", "shares", "answers")

#: All that is sealed, as it is: keys, shares, and answers by their ids.
_Plain = tuple[list[ApiKey], list[Share], dict[bytes, Answered]]


def recrypt_at(admin_url: str, keys: Callable[[], Sequence[bytes]], *, sealed: bool) -> int | None:
    """What :func:`recrypt` does, as the administrator of a database.

    Raises:
        CamilloError: the database cannot be reached, or the role may not do this. The others are those of
        :func:`recrypt`.
    """
    with translated(), psycopg.connect(patient(admin_url), autocommit=True) as connection:
        return recrypt(connection, keys, sealed=sealed)


def recrypt(
    connection: "psycopg.Connection[tuple[Any, ...]]",
    keys: Callable[[], Sequence[bytes]],
    *,
    sealed: bool,
) -> int | None:
    """Encrypt the records (``sealed``), or make them plain; how many rows, 0: they were so, None: there are none.

    Servers may run: they wait meanwhile, and go by what they find then.

    Raises:
        PalaceLocked: none of the keys opens them. PalaceDamaged: a value is not what was sealed there.
    """
    with connection.transaction():
        connection.execute("select set_config('lock_timeout', %s, true)", (_WAIT,))
        connection.execute("select pg_advisory_xact_lock(%s)", (LOCK,))
        db = Db(connection, NOBODY)
        row = db.one("select envelope, secret from camillo_server.own for update")
        if row is None:
            return None
        envelope, secret = row
        if (envelope is not None) == sealed:
            return 0
        old = Sealer() if envelope is None else Envelope(NOBODY, unwrap(NOBODY, envelope, keys()))
        data_key = os.urandom(KEY_BYTES)
        new = Envelope(NOBODY, data_key) if sealed else Sealer()
        db.run(
            "update camillo_server.own set envelope = %(envelope)s, secret = %(secret)s",
            envelope=wrap(NOBODY, data_key, keys()[0]) if sealed else None,
            secret=new.seal(old.unseal(secret, PLACE), PLACE),
        )
        before = _read(db, old)
        _write(db, before, old, new)
        if _read(db, new) != before:
            raise PalaceDamaged("servers' records differ from what they were made of", "try again")
    # Samples of plain values are what the planner's statistics are made of.
    connection.execute(f"analyze {', '.join(f'camillo_server.{one}' for one in _TABLES)}".encode())
    return 1 + sum(len(rows) for rows in before)


def _read(db: Db, sealer: Sealer) -> _Plain:
    answers = {}
    for hidden, asked, status, sealed in db.every(
        "select id, asked, status, sealed from camillo_server.answers"
    ):
        id = sealer.reveal(hidden, answer_rows.ID)
        row = row_of(id.hex())
        answer = b"" if sealed is None else sealer.unseal(sealed, answer_rows.SEALED, *row)
        answers[id] = Answered(sealer.unseal(asked, answer_rows.ASKED, *row), status, answer)
    keys = db.every(f"select {store.KEYS} from camillo_server.keys order by id")
    given = db.every(f"select {shares.SHARES} from camillo_server.shares order by id")
    return (
        [store.key_in(sealer, row) for row in keys],
        [shares.share_in(sealer, row) for row in given],
        answers,
    )


def _write(db: Db, plain: _Plain, old: Sealer, new: Sealer) -> None:
    keys, given, answers = plain
    db.each(
        "update camillo_server.keys set name = %(name)s where id = %(id)s",
        [{"id": encode_text(key.id), "name": store.name_of_key(new, key)} for key in keys],
    )
    db.each(
        "update camillo_server.shares set name = %(name)s, bound = %(bound)s where id = %(id)s",
        [
            {
                "id": encode_text(share.id),
                "name": shares.name_of_share(new, share),
                "bound": share.taker and shares.bound_to(new, share, share.taker),
            }
            for share in given
        ],
    )
    db.each(
        "update camillo_server.answers set id = %(id)s, asked = %(asked)s,"
        " sealed = case when status is null then null else %(sealed)s end where id = %(old)s",
        [
            {
                "old": old.hide(id, answer_rows.ID),
                "id": new.hide(id, answer_rows.ID),
                "asked": new.seal(answer.asked, answer_rows.ASKED, *row_of(id.hex())),
                "sealed": new.seal(answer.sealed, answer_rows.SEALED, *row_of(id.hex())),
            }
            for id, answer in answers.items()
        ],
    )
