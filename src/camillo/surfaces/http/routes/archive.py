"""Taking everything out, and taking it in elsewhere."""

from collections.abc import Iterator
from typing import Annotated, Any

from fastapi import APIRouter, Body
from fastapi.responses import StreamingResponse
from pydantic import Field

from camillo.surfaces.http.asking import Ask, Asking
from camillo.surfaces.http.shapes import Out, Text

router = APIRouter(tags=["archive"])

NDJSON = "application/x-ndjson"
#: Texts of a piece of an export: of the first, and at the most; a piece over so many characters is long.
_FIRST, _MOST, _LONG = 8, 200, 1 << 20
_LINE = '{"conversation": "note:1", "turn": "1", "text": "We chose GraphQL.", "wing": "orion"}\n'


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


@router.get(
    "/export",
    summary="All your texts as an open archive",
    response_class=StreamingResponse,
    responses={200: {"content": {NDJSON: {"example": _LINE}}, "description": "camillo-jsonl"}},
)
def export(ask: Asking) -> StreamingResponse:
    """Every text with its place, time, speaker and origin, one JSON object a line."""
    ask.need("read")
    return StreamingResponse(_lines(ask), media_type=NDJSON)


@router.post(
    "/import",
    summary="Take an archive in",
    openapi_extra={"requestBody": {"content": {NDJSON: {"example": _LINE}}, "required": True}},
)
def take(ask: Asking, body: Annotated[bytes, Body(media_type=NDJSON)]) -> Imported:
    """File what an archive holds, or an export of another tool; what is there already is known."""
    with ask.palace("write") as palace:
        report: Any = palace.texts.take(body)
    return Imported.model_validate(report)


def _lines(ask: Ask) -> Iterator[str]:
    """Each piece is read under a lease of its own, so that a slow reader holds up nobody; long texts come
    few at a time, so that it holds little in memory.
    """
    last, many = 0, _FIRST
    while True:
        with ask.palace("read") as palace:
            written = palace.texts.written(last, many)
        if not written.lines:
            return
        last = written.last
        piece = "".join(f"{line}\n" for line in written.lines)
        many = max(1, many // 4) if len(piece) > _LONG else min(_MOST, many * 2)
        yield piece
