"""Documents: verbatim bytes under their content address, each kept once."""

from collections.abc import Iterable, Sequence

from camillo.domain.errors import PalaceDamaged
from camillo.storage.common.gathering import DocumentRow
from camillo.storage.postgres.connection import Db
from camillo.storage.postgres.labels import Words

#: The column of turns' keys, which are hashes of their texts among others.
KEY = "turns.key"
_CONTENT = "documents.content"
_ADDRESS = "documents.address"


def address_of(db: Db, hidden: bytes) -> bytes:
    """A document's content address out of its row."""
    return db.sealer.reveal(hidden, _ADDRESS)


def find_documents(db: Db, addresses: Sequence[bytes]) -> dict[bytes, int]:
    """Numbers of the documents that are there, by address."""
    hidden = {db.sealer.hide(address, _ADDRESS): address for address in addresses}
    rows = db.every(
        "select address, document from documents"
        " where owner = %(owner)s and address = any(%(addresses)s::bytea[])",
        addresses=list(hidden),
    )
    return {hidden[address]: document for address, document in rows}


def insert_documents(db: Db, rows: Sequence[DocumentRow], redacted_at: int | None = None) -> None:
    """File new documents."""
    db.insert(
        "documents",
        "document, address, encoding, media_type, size, redacted_at, content",
        [
            (
                number,
                db.sealer.hide(address, _ADDRESS),
                *rest,
                len(content),
                redacted_at,
                db.sealer.seal(content, _CONTENT, number),
            )
            for number, address, *rest, content in rows
        ],
    )


def rewrite_document(db: Db, number: int, address: bytes, content: bytes, now: int) -> None:
    """Give a document other bytes for good, of the same size, and say when."""
    db.run(
        "update documents set content = %(content)s, address = %(address)s,"
        " redacted_at = coalesce(redacted_at, %(now)s)"
        " where owner = %(owner)s and document = %(document)s",
        content=db.sealer.seal(content, _CONTENT, number),
        address=db.sealer.hide(address, _ADDRESS),
        now=now,
        document=number,
    )


def read_contents(db: Db, documents: Iterable[int]) -> dict[int, bytes]:
    """The whole bytes of documents by number."""
    rows = db.every(
        "select document, content from documents"
        " where owner = %(owner)s and document = any(%(documents)s::bigint[])",
        documents=sorted(set(documents)),
    )
    return {number: db.sealer.unseal(content, _CONTENT, number) for number, content in rows}


def read_document(db: Db, words: Words, address: bytes) -> tuple[bytes, str | None, str] | None:
    """A whole document: content, encoding, media type."""
    row = db.one(
        "select document, encoding, media_type, content from documents"
        " where owner = %(owner)s and address = %(address)s",
        address=db.sealer.hide(address, _ADDRESS),
    )
    if row is None:
        return None
    number, encoding, media_type, content = row
    readable = None if encoding is None else words.of(db, encoding)
    return db.sealer.unseal(content, _CONTENT, number), readable, words.of(db, media_type)


def verify_turns(db: Db, after: int, given: Sequence[tuple[bytes, bytes]]) -> None:
    """Read back the turns numbered above ``after`` and compare key and content with what was given.

    Raises:
        PalaceDamaged: a row is not as it was written; the transaction must be given up.
    """
    rows = db.every(
        "select key, document from turns where owner = %(owner)s and turn > %(after)s order by turn",
        after=after,
    )
    contents = read_contents(db, [document for _, document in rows])
    if [(db.sealer.reveal(key, KEY), contents[document]) for key, document in rows] != list(given):
        raise PalaceDamaged("what was filed does not read back", "run `camillo doctor`")
