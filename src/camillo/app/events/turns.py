"""From an event to the turns and rooms it is filed as."""

from dataclasses import replace

from camillo.domain.errors import InvalidInput
from camillo.domain.event import KINDS, Event
from camillo.domain.identity import address, encode_text
from camillo.domain.place import check_name
from camillo.domain.turn import DOCUMENT_ROLE, Turn
from camillo.ingest.place import clean_name

NOTE = "note"
_KIND = {"note": NOTE, "action": "agent", "prompt": "prompt", "store": "agent"}
_ASSISTANT = "assistant"
#: The longest text of one event, in bytes of UTF-8.
LIMIT = 64 << 20


def checked(event: Event) -> Event:
    """The event with its names cleaned.

    Raises:
        InvalidInput: a kind, an id or the text cannot be used.
    """
    if event.kind not in KINDS:
        raise InvalidInput(f"there are no events of kind {event.kind!r}", f"use {', '.join(KINDS)}")
    if event.kind != "store":
        check_name(f"{event.kind}'s id", event.id)
    if event.kind != "note" and not event.text.strip():
        raise InvalidInput("the text is empty", "give at least one character")
    size = len(encode_text(event.text))
    if size > LIMIT:
        raise InvalidInput(
            f"the text has {size:,} bytes, more than {LIMIT:,}", "split it into several"
        )
    tags = tuple(dict.fromkeys(filter(None, (clean_name(tag.lstrip("#")) for tag in event.tags))))
    relations = tuple(dict.fromkeys(one for one in event.relations if one and one != event.id))
    return replace(event, tags=tags, relations=relations)


def turn_of(event: Event) -> Turn:
    """The turn that holds the event's text, word for word."""
    note = event.id if event.kind == "note" else event.note
    task = event.id if event.kind == "action" else event.task
    meta = {name: value for name, value in (("source_note", note), ("source_task", task)) if value}
    digest = address(encode_text(event.text)).hex()[:16]
    is_note = event.kind == "note"
    return Turn.of_text(
        event.text,
        kind=_KIND[event.kind],
        conversation=event.id or task or f"stored:{digest}",
        turn=event.id if is_note else event.part or digest,
        media_type="text/markdown" if is_note else "text/plain",
        role=DOCUMENT_ROLE if is_note else "user" if event.kind == "store" else _ASSISTANT,
        speaker=event.speaker,
        at=event.at,
        title=event.title,
        meta=meta,
    )


def asked_of(event: Event) -> Turn | None:
    """The turn of the prompt that the event's text answers."""
    if event.kind != "prompt" or not event.asked.strip():
        return None
    digest = address(encode_text(event.asked)).hex()[:16]
    answer = turn_of(event)
    made = Turn.of_text(
        event.asked,
        kind=answer.kind,
        conversation=answer.conversation,
        turn=f"asked {digest}",
        role="user",
        at=event.at,
        title=event.title,
    )
    return replace(made, meta=answer.meta)


def subject_of(event: Event, turn: Turn) -> str:
    """What acts about the event are looked up by: a note's own name, else the text's."""
    return f"{NOTE} {event.id}" if event.kind == "note" else f"event {turn.key.hex()}"
