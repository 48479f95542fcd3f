"""One message of a source and the turns its parts become."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from camillo.domain.moment import Moment
from camillo.domain.turn import Turn
from camillo.formats.injected import parted


@dataclass(slots=True)
class Message:
    """What the parts of one message share; each part it is asked for is one Turn.

    The first part has the message's own id, the next ones ``id#2``, ``id#3`` and so on.

    >>> message = Message(kind="chatgpt", conversation="c", id="m", role="user")
    >>> [turn.turn for text in ("one", "", "two") for turn in message.text(text)]
    ['m', 'm#2']
    """

    kind: str
    conversation: str
    id: str
    role: str
    speaker: str = ""
    at: Moment | None = None
    title: str = ""
    parent: str = ""
    branch: str = ""
    wing: str = ""
    room: str = ""
    hall: str = ""
    meta: Mapping[str, object] = field(default_factory=dict)
    _parts: int = 0

    def text(
        self,
        text: object,
        part: str = "text",
        *,
        role: str = "",
        meta: Mapping[str, object] | None = None,
    ) -> Iterator[Turn]:
        """The turns of a text: one, or more where Camillo's own memory was put into it.

        Nothing where the value is no text or an empty one.
        """
        if isinstance(text, str) and text:
            tool = str((meta or {}).get("tool", ""))
            for piece, own in parted(text, part, role or self.role, tool):
                yield Turn.of_text(piece, part=own, **self._shared(role, meta))

    def attachment(
        self,
        content: bytes,
        media_type: str,
        *,
        role: str = "",
        meta: Mapping[str, object] | None = None,
    ) -> Iterator[Turn]:
        """The turn of an attachment's bytes; nothing where there are none."""
        if content:
            shared = self._shared(role, meta)
            yield Turn(
                content=content, encoding=None, media_type=media_type, part="attachment", **shared
            )

    def _shared(self, role: str, meta: Mapping[str, object] | None) -> dict[str, Any]:
        self._parts += 1
        return {
            "kind": self.kind,
            "conversation": self.conversation,
            "turn": self.id if self._parts == 1 else f"{self.id}#{self._parts}",
            "role": role or self.role,
            "speaker": self.speaker if not role or role == self.role else "",
            "at": self.at,
            "title": self.title,
            "parent": self.parent,
            "branch": self.branch,
            "wing": self.wing,
            "room": self.room,
            "hall": self.hall,
            "meta": {**self.meta, **(meta or {})},
        }
