"""How the palace stands: sizes, what leaves this machine, and its newest writes."""

from fastapi import APIRouter
from pydantic import Field

from camillo.surfaces.http.asking import Asking
from camillo.surfaces.http.shapes import Anything, Done, Out, Text

router = APIRouter(prefix="/ui", tags=["page"])

_RECEIPTS = 30


class SourceState(Out):
    """Where turns came from, and whether it is still there."""

    kind: Text
    uri: Text
    state: str = Field(examples=["present", "unreachable", "removed"])
    memories: int = Field(validation_alias="turns")


class Hooks(Out):
    """Whether the hooks that save into your palace do well."""

    used: bool
    waiting: int
    failed: int
    troubles: list[Text]


class State(Out):
    """Totals, coverage and models, what leaves this machine, and the newest writes."""

    status: Anything = Field(description="what `camillo status` tells, without paths")
    languages: dict[str, int]
    leaves: Text
    sources: list[SourceState] = Field(description="at most 200, those that are gone first")
    hooks: Hooks
    receipts: list[Done]
    events_waiting: int


@router.get("/status", summary="How your palace stands")
def get_status(ask: Asking) -> State:
    """Sizes, coverage, what leaves this machine, and the newest writes; no remembered text."""
    with ask.palace("read") as palace:
        status = {name: value for name, value in palace.status().items() if name != "palace"}
        return State(
            status=status,
            languages=dict(palace.looking.languages()),
            leaves=str(status.pop("leaves_this_machine", "nothing")),
            sources=[SourceState.model_validate(one) for one in palace.looking.sources()],
            hooks=Hooks.model_validate(palace.looking.hooks()),
            receipts=[Done.model_validate(one) for one in palace.log(_RECEIPTS)],
            events_waiting=len(palace.events.waiting()),
        )
