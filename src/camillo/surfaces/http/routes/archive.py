"""Taking everything out, and taking it in elsewhere."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore
from typing import Annotated, Any, BinaryIO, Literal, cast

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import StreamingResponse
from pydantic import Field

from camillo.app.archive.archives import Given, digest_of
from camillo.app.archive.spool import Spool
from camillo.app.serving.palaces import private_folder
from camillo.domain.errors import CamilloError, Occupied, PalaceLocked
from camillo.surfaces.http import problems, spooling
from camillo.surfaces.http.asking import Ask, Asking
from camillo.surfaces.http.door import SENDING
from camillo.surfaces.http.problems import Refused
from camillo.surfaces.http.shapes import Done, Out, Text

router = APIRouter(tags=["archive"])

NDJSON, GZIP = "application/x-ndjson", "application/gzip"
#: Texts of a piece of an export: of the first, and at the most; a piece over so many bytes is long.
_FIRST, _MOST, _LONG = 8, 200, 1 << 20
_LINE = '{"conversation": "note:1", "turn": "1", "text": "We chose GraphQL.", "wing": "orion"}\n'
_FILE = {"Content-Disposition": 'attachment; filename="palace.camillo.gz"'}
_PACKED = {"schema": {"type": "string", "format": "binary"}}


async def _sent(request: Request) -> bytes:
    """The body as it came, an export in JSON too: what it is, its content tells."""
    return await request.body()


class Trouble(Out):
    """Something that could not be read; the rest went on."""

    where: Text
    what: Text
    mend: Text


class Imported(Out):
    """What an import filed."""

    turns: int = Field(examples=[120])
    known: int = Field(description="turns that were there already")
    documents: int
    drawers: int
    wings: dict[str, int]
    problems: list[Trouble]
    receipt: Done | None = Field(None, description="of a whole palace: rows by kind")


Format = Annotated[
    Literal["texts", "archive"],
    Query(
        description="`texts`: camillo-jsonl. `archive`: the whole palace, with all ids",
        examples=["archive"],
    ),
]


@router.get(
    "/export",
    summary="All your texts, or your whole palace",
    response_class=StreamingResponse,
    responses={
        200: {
            "content": {NDJSON: {"example": _LINE}, GZIP: _PACKED},
            "description": "camillo-jsonl, or an open archive",
            "headers": {
                "Content-Disposition": {
                    "description": "of an archive: the name of its file",
                    "schema": {"type": "string"},
                    "example": _FILE["Content-Disposition"],
                }
            },
        },
        **problems.NO_ROOM,
    },
)
def export_archive(ask: Asking, format: Format = "texts") -> StreamingResponse:
    """Every text with its place, time, speaker and origin, one JSON object a line; or, as `archive`, all there is.

    The archive holds facts, notes, diaries, memories, links, versions and the log too, with their ids, and what
    forgotten texts are known again by: it needs the scope admin. It is not sealed, for the key of a sealed one
    would be the server's: seal it yourself once it has arrived.
    """
    if format == "archive":
        ask.need("admin")
        packed = _spooled(ask, _write_palace)
        return StreamingResponse(packed.pieces(), media_type=GZIP, headers=_FILE)
    ask.need("read")
    return StreamingResponse(_spooled(ask, _write_texts).pieces(), media_type=NDJSON)


@router.post(
    "/import",
    summary="Take an archive in",
    responses=problems.NO_ROOM,
    openapi_extra={
        "requestBody": {
            "content": {NDJSON: {**_PACKED, "example": _LINE}, GZIP: _PACKED},
            "required": True,
        }
    },
)
def import_archive(ask: Asking, body: Annotated[bytes, Depends(_sent)]) -> Imported:
    """File what camillo-jsonl or an export of another tool holds; what is there already is known.

    The archive of a whole palace is taken into a palace that is still empty, with the same ids, all or nothing;
    it needs the scope admin. Sent again it is known. Which of them it is, is told by what is sent.
    """
    spool = spooling.of(ask.request.scope)
    if spool is not None:
        return _whole(ask, spool)
    if not body:
        raise Refused(422, "the body is empty", "send an archive, or an export of another tool")
    with ask.palace("write") as palace:
        report: Any = palace.texts.take(body)
    return Imported.model_validate(report)


def _whole(ask: Ask, spool: Spool) -> Imported:
    """Take a whole palace in; others of its owner wait only once it was looked at."""
    ask.need("admin")
    given = Given(spool.opened, spool.size)
    with _turn(ask):
        try:
            digest = digest_of(given)
        except PalaceLocked as error:
            raise Refused(
                422, "the archive is sealed", "export it with --plain, or unseal it first"
            ) from error
        try:
            with ask.palace("admin") as palace:
                taken = palace.archives.take(given, digest)
                status, wings = palace.status(), palace.wings()
        except Occupied as error:
            raise Occupied(
                "your palace is not empty",
                "import texts alone, or delete all of it first (DELETE /api/palace)",
            ) from error
    counts = taken.receipt.counts
    new = 0 if taken.known else 1
    return Imported(
        turns=new * counts["turn"],
        known=0 if new else counts["turn"],
        documents=new * counts["document"],
        drawers=new * int(str(status["drawers"])),
        wings={str(row["wing"]): int(str(row["turns"])) for row in wings} if new else {},
        problems=[],
        receipt=Done.model_validate(taken.receipt),
    )


@contextmanager
def _turn(ask: Ask) -> Iterator[None]:
    """A share of the server's threads, so that archives leave some for others.

    Raises:
        Refused: all are in use.
    """
    shares: BoundedSemaphore = ask.request.app.state.archives
    if not shares.acquire(blocking=False):
        raise Refused(503, "others' archives are at work", "try again later", {"Retry-After": "10"})
    try:
        yield
    finally:
        shares.release()


def _spooled(ask: Ask, write: Callable[[Ask, Spool], None]) -> Spool:
    """What is written, on the disk first: what cannot be read is told by its status, and who takes the answer
    slowly holds up nobody, requests of their own included.
    """
    folder = ask.serving.settings.data / "spool"
    private_folder(folder)
    spool = Spool(folder)
    try:
        with _turn(ask):
            write(ask, spool)
        spool.end()
    except OSError as error:
        spool.close()
        raise spooling.no_room() from error
    except (CamilloError, Refused):
        spool.close()
        raise
    ask.request.scope[SENDING].set()
    return spool


def _write_palace(ask: Ask, spool: Spool) -> None:
    with ask.palace("admin") as palace:
        palace.archives.write(cast("BinaryIO", spool))


def _write_texts(ask: Ask, spool: Spool) -> None:
    """Each piece is read under a lease of its own, and long texts come few at a time."""
    last, many = 0, _FIRST
    while True:
        with ask.palace("read") as palace:
            written = palace.texts.written(last, many)
        if not written.lines:
            return
        last = written.last
        piece = "".join(f"{line}\n" for line in written.lines).encode()
        many = max(1, many // 4) if len(piece) > _LONG else min(_MOST, many * 2)
        spool.write(piece)
