"""Changes of notes before they are written: what they agree with, what they file, how their words are kept."""

import json
from collections.abc import Mapping, Sequence

from camillo.domain.drawer import Filed
from camillo.domain.errors import Forgotten, InvalidInput, Outdated
from camillo.ports.notes import NoteRow, NoteWrite


def check_expected(writes: Sequence[NoteWrite], rows: Mapping[int, NoteRow]) -> None:
    """Refuse changes of notes that are not what their writer saw; ``rows`` has what stands, by number.

    Raises:
        Outdated: one of them was changed meanwhile.
    """
    for each in writes:
        if (rows[each.note].version if each.note in rows else 0) != each.expected:
            raise Outdated(
                f"the note {each.slug!r} was changed meanwhile",
                "read it again and repeat the edit on what stands there now",
            )


def by_layer(writes: Sequence[NoteWrite]) -> list[tuple[str, list[Filed]]]:
    """The texts that changes bring, those of each layer together, in the order of the first of each."""
    found: dict[str, list[Filed]] = {each.layer: [] for each in writes}
    for each in writes:
        if each.filed:
            found[each.layer].append(each.filed)
    return [(layer, filed) for layer, filed in found.items() if filed]


def span_ids(writes: Sequence[NoteWrite]) -> tuple[str, ...]:
    """The ids of the whole texts that changes bring."""
    turns = [each.filed.turn for each in writes if each.filed]
    return tuple(f"{turn.key.hex()}:0-{len(turn.content)}" for turn in turns)


def native_of(each: NoteWrite, old: NoteRow | None) -> str:
    """The conversation of a note's texts: it keeps the one it was made with."""
    return old.native if old else each.filed.turn.conversation if each.filed else ""


def folded_slug(slug: str) -> str:
    """The form of a slug that two notes cannot share."""
    return slug.casefold()


def pack_shape(shape: Mapping[str, object]) -> str:
    """A note's shape in one fixed form.

    >>> pack_shape({"kind": "page", "former": []})
    '{"former": [], "kind": "page"}'
    """
    return json.dumps(dict(shape), ensure_ascii=False, sort_keys=True)


def without_former(shape: Mapping[str, object]) -> str:
    """A note's shape, packed, without what the note was once called."""
    return pack_shape({name: value for name, value in shape.items() if name != "former"})


def text_forgotten() -> Forgotten:
    """A note's text was not filed, because it must not come back."""
    return Forgotten(
        "the note's text was forgotten for good and is not kept again", "say it in other words"
    )


def slug_taken(slug: str) -> InvalidInput:
    """Two notes would have one slug."""
    return InvalidInput(f"there is a note {slug!r} already", "edit it, or choose another name")
