"""Wings and their rooms."""

from fastapi import APIRouter

from camillo.surfaces.http.asking import Asking
from camillo.surfaces.http.shapes import Out

router = APIRouter(tags=["wings"])


class Wings(Out):
    """Wings."""

    wings: list[dict[str, object]]


@router.get("/wings", summary="List your wings")
def wings(ask: Asking) -> Wings:
    """Wings."""
    with ask.palace("read") as palace:
        return Wings(wings=palace.wings())
