"""Events: what a host application tells of, so that its users need not store anything themselves."""

from fastapi import APIRouter
from pydantic import Field

from camillo.surfaces.http.asking import Asking
from camillo.surfaces.http.shapes import Id, In, Out, Text

router = APIRouter(prefix="/events", tags=["events"])

_BODY = 2_000_000


class NoteSaved(In):
    """A note was made or changed in a workspace."""

    note_id: Id = Field(examples=["note-42"])
    title: str = Field("", max_length=1_000, examples=["Stack"])
    body: str = Field(min_length=1, max_length=_BODY, examples=["We chose Postgres for billing."])
    tags: list[Id] = Field(default_factory=list, max_length=50, examples=[["billing"]])
    workspace_id: Id = Field(examples=["w1"])
    workspace_name: str = Field("", max_length=128, examples=["Orion"])
    updated_at: str = Field(max_length=40, examples=["2026-05-01T09:00:00Z"])
    relations: list[Id] = Field(default_factory=list, max_length=200)


class ActionDone(In):
    """An agent finished an action of a task."""

    task_id: Id = Field(examples=["task-7"])
    text: str = Field(min_length=1, max_length=_BODY, examples=["Migrated the billing tables."])
    workspace_id: Id = Field(examples=["w1"])
    action_id: str = Field("", max_length=128)
    note_id: str = Field("", max_length=128)
    tags: list[Id] = Field(default_factory=list, max_length=50)
    agent: str = Field("", max_length=128, examples=["coder"])
    at: str | None = Field(None, max_length=40)


class PromptExecuted(In):
    """A prompt was executed."""

    prompt_id: Id = Field(examples=["prompt-3"])
    prompt: str = Field(min_length=1, max_length=_BODY, examples=["Sum up the decision"])
    result: str = Field(min_length=1, max_length=_BODY, examples=["Billing runs on Postgres."])
    workspace_id: Id = Field(examples=["w1"])
    note_id: str = Field("", max_length=128)
    task_id: str = Field("", max_length=128)
    tags: list[Id] = Field(default_factory=list, max_length=50)
    at: str | None = Field(None, max_length=40)


class EventTaken(Out):
    """What became of it: its text is on disk; memories that could not be distilled yet wait."""

    action: str = Field(examples=["saved"])
    id: str
    wing_id: Text = Field(validation_alias="wing", examples=["Orion"])
    rooms: list[Text]
    extracted: bool
    waiting: int


@router.post("/notes", summary="A note was saved")
def note_saved(ask: Asking, body: NoteSaved) -> EventTaken:
    """Keep a note's text and distil what changed in it. The same state twice changes nothing."""
    with ask.palace("write") as palace:
        taken = palace.events.note_saved(
            body.note_id,
            body.title,
            body.body,
            body.tags,
            body.workspace_id,
            body.updated_at,
            body.relations,
            workspace_name=body.workspace_name,
        )
    return EventTaken.model_validate(taken)


@router.post("/actions", summary="An agent finished an action")
def action_done(ask: Asking, body: ActionDone) -> EventTaken:
    """Keep and distil what an agent put out."""
    with ask.palace("write") as palace:
        taken = palace.events.agent_action(
            body.task_id,
            body.text,
            workspace=body.workspace_id,
            action_id=body.action_id,
            note=body.note_id,
            tags=body.tags,
            agent=body.agent,
            at=body.at,
        )
    return EventTaken.model_validate(taken)


@router.post("/prompts", summary="A prompt was executed")
def prompt_executed(ask: Asking, body: PromptExecuted) -> EventTaken:
    """Keep both sides, and distil the result."""
    with ask.palace("write") as palace:
        taken = palace.events.prompt_executed(
            body.prompt_id,
            body.prompt,
            body.result,
            workspace=body.workspace_id,
            note=body.note_id,
            task=body.task_id,
            tags=body.tags,
            at=body.at,
        )
    return EventTaken.model_validate(taken)
