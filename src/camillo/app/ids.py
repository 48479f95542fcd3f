"""Ids as people give them: abbreviated or whole, of a span, a turn, a document, or a line of shorthand."""

import re

from camillo.domain.drawer import Span, key_digits
from camillo.domain.errors import CamilloError, InvalidInput, NotFound
from camillo.domain.pointing import Pointer
from camillo.domain.search import Memory, TurnRef
from camillo.domain.turn import decode
from camillo.ports.store import Snapshot

_ADDRESS = re.compile("[0-9a-fA-F]{64}")
_NO_SPAN = ":0-0"


def span_of(snapshot: Snapshot, written: str) -> Span:
    """The span an id names, abbreviated or whole.

    Raises:
        InvalidInput: it is no id, or several turns' keys begin with its digits.
        NotFound: no turn's key does.
    """
    pointer = Pointer.parse(written)
    if pointer is not None:
        return _pointed_at(snapshot, pointer, written)
    digits = key_digits(written)
    if not digits:
        return Span.parse(written)
    keys = snapshot.keys_like(digits)
    if not keys:
        raise NotFound(
            f"nothing has the id {written!r}", "search again; it may have been forgotten"
        )
    if len(keys) > 1:
        raise InvalidInput(f"several ids begin with {digits!r}", "use an id as search prints it")
    return Span.parse(keys[0].hex() + written.strip()[len(digits) :])


def nothing_at(snapshot: Snapshot, span: Span, written: str) -> CamilloError:
    """Why an id gives nothing: its turn is not there, ends before it, or has a letter that it cuts in two."""
    turn = snapshot.turn(span.key)
    if turn is None or span.start > len(turn.content):
        return NotFound(
            f"nothing has the id {written!r}", "search again; it may have been forgotten"
        )
    return InvalidInput(
        f"the id {written!r} begins or ends within a letter", "use an id as search prints it"
    )


def turn_key_of(snapshot: Snapshot, written: str) -> bytes:
    """The key of the turn that an id names, with a span or without.

    Raises:
        InvalidInput: it is no id, or several turns' keys begin with its digits.
        NotFound: no turn's key does.
    """
    if ":" in written or "/" in written:
        return span_of(snapshot, written).key
    try:
        return span_of(snapshot, f"{written.strip()}{_NO_SPAN}").key
    except (InvalidInput, NotFound) as error:
        # The error names what was written, not what it was made into.
        raise type(error)(error.what.replace(_NO_SPAN, ""), error.mend) from error


def _pointed_at(snapshot: Snapshot, pointer: Pointer, written: str) -> Span:
    place = span_of(snapshot, f"{pointer.place}:0-0")
    talks = snapshot.talks_of([*snapshot.turn_numbers([place.key]).values()])
    meant = [turn for turn in snapshot.talk_turns([*talks.values()]) if pointer.means(turn.key)]
    if not meant:
        raise NotFound(
            f"nothing has the id {written!r}", "compress again; it may have been forgotten"
        )
    turn = min(meant, key=lambda turn: turn.turn)
    return Span(turn.key, *(pointer.span or (0, turn.size)))


def whole_document(snapshot: Snapshot, written: str) -> Memory:
    """The document with this content address, whole.

    Raises:
        InvalidInput: the text is no address. NotFound: no such document is here.
    """
    if not _ADDRESS.fullmatch(written.strip()):
        raise InvalidInput(f"{written!r} is not an id", "use one as search prints it")
    found = snapshot.document(bytes.fromhex(written.strip()))
    if found is None:
        raise NotFound(f"no document has the address {written}", "it may have been forgotten")
    content, encoding, media_type = found
    return Memory(
        id=written,
        text=decode(content, encoding),
        content=content,
        encoding=encoding,
        media_type=media_type,
        document=written,
        span=(0, len(content)),
        wing="",
        room="",
        hall="",
        source="",
        source_kind="",
        conversation="",
        title="",
        turn=TurnRef("", "", "", None),
        part="",
        meta={},
        current=True,
    )
