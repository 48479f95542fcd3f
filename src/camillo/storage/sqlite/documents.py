"""Documents: verbatim bytes under their content address, each kept once."""

from collections.abc import Sequence

import apsw

from camillo.domain.errors import PalaceDamaged
from camillo.storage.common.gathering import DocumentRow
from camillo.storage.common.packing import unpack_text
from camillo.storage.sqlite.connection import every, one
from camillo.storage.sqlite.session import Writing

#: Bytes of an address that the index holds; the row has all of it.
_BY_ADDRESS = "select document from documents where substr(address, 1, 8) = ? and address = ?"


def find_documents(db: apsw.Connection, addresses: Sequence[bytes]) -> dict[bytes, int]:
    """Numbers of the documents that are there, by address."""
    cursor = db.cursor()
    found = {}
    for address in addresses:
        row = one(cursor, _BY_ADDRESS, (address[:8], address))
        if row is not None:
            found[address] = row[0]
    return found


def insert_documents(writing: Writing, rows: Sequence[DocumentRow]) -> None:
    """File new documents: (number, address, encoding, media type, content)."""
    writing.db.executemany(
        "insert into documents(document, address, encoding, media_type, content)"
        " values (?, ?, ?, ?, ?)",
        rows,
    )


def last_document(db: apsw.Connection) -> int:
    """The highest number given to a document."""
    row = one(db, "select ifnull(max(document), 0) from documents")
    return int(row[0]) if row else 0


def read_document(db: apsw.Connection, address: bytes) -> tuple[bytes, str | None, str] | None:
    """A whole document: content, encoding, media type."""
    row = one(
        db,
        "select d.content, e.word, m.word from documents d"
        " left join labels e on e.label = d.encoding left join labels m on m.label = d.media_type"
        " where substr(d.address, 1, 8) = ? and d.address = ?",
        (address[:8], address),
    )
    if row is None:
        return None
    return row[0], None if row[1] is None else unpack_text(row[1]), unpack_text(row[2])


def verify_turns(db: apsw.Connection, after: int, given: Sequence[tuple[bytes, bytes]]) -> None:
    """Read back the turns numbered above ``after`` and compare key and content with what was given.

    Raises:
        PalaceDamaged: a row is not as it was written; the transaction must be given up.
    """
    rows = every(
        db,
        "select t.key, d.content from turns t join documents d on d.document = t.document"
        " where t.turn > ? order by t.turn",
        (after,),
    )
    if rows != list(given):
        raise PalaceDamaged("what was filed does not read back", "run `camillo doctor`")
