"""What a redaction overwrites in a text, and what of its title and meta goes along."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from camillo.domain.blanking import Layout, blank
from camillo.domain.drawer import Cut
from camillo.domain.errors import InvalidInput
from camillo.ports.rows import Redaction
from camillo.storage.common.checks import check_cut
from camillo.storage.common.graves import Fragment, fragments, mac

Stretch = tuple[int, int]
#: What a text that was overwritten whole consists of, in whatever encoding.
BLANK = b" \0\t\r\n"


@dataclass(frozen=True, slots=True)
class Text:
    """A document about to be redacted, and the turns (number, conversation, own id) that have it."""

    document: int
    content: bytes
    encoding: str | None
    turns: tuple[tuple[int, int, str], ...]


def check_stretches(text: Text, stretches: Sequence[Stretch], cuts: Sequence[Cut]) -> None:
    """Refuse stretches that are not in a text, and cuts of it that no store files.

    Raises:
        InvalidInput: there is one.
    """
    size = len(text.content)
    for start, end in stretches:
        if not 0 <= start < end <= size:
            raise InvalidInput(
                f"bytes {start} to {end} are not in a text of {size} bytes",
                "use an id as `camillo search` prints it",
            )
    for cut in cuts:
        check_cut(cut, size)


def by_document(
    redactions: Sequence[Redaction], found: Callable[[Redaction], tuple[int, int]]
) -> tuple[dict[int, list[Stretch]], dict[int, dict[int, tuple[Cut, ...]]]]:
    """What is blanked of each document, and the cuts that each of its turns named has then.

    ``found`` gives the document and the turn that a redaction is of.

    Raises:
        InvalidInput: redactions of one text do not agree.
    """
    documents: dict[bytes, int] = {}
    stretches: dict[int, list[Stretch]] = {}
    cuts: dict[int, dict[int, tuple[Cut, ...]]] = {}
    for redaction in redactions:
        document, turn = found(redaction)
        documents[redaction.span.key] = document
        stretches.setdefault(document, []).append((redaction.span.start, redaction.span.end))
        own = cuts.setdefault(document, {})
        if own.setdefault(turn, redaction.cuts) != redaction.cuts:
            raise InvalidInput(
                f"the cuts given for {redaction.span} differ from those of another span of its text",
                "cut the text once, with all spans blank",
            )
    _check_same_spans(redactions, documents)
    return stretches, cuts


def _check_same_spans(redactions: Sequence[Redaction], documents: Mapping[bytes, int]) -> None:
    """Turns that share a text must name the same spans: each one's cuts know of its own alone.

    ``documents`` has the text of each turn, by key.

    Raises:
        InvalidInput: they do not.
    """
    spans: dict[int, dict[bytes, set[Stretch]]] = {}
    for redaction in redactions:
        key = redaction.span.key
        of_turn = spans.setdefault(documents[key], {}).setdefault(key, set())
        of_turn.add((redaction.span.start, redaction.span.end))
    for turns in spans.values():
        if len({frozenset(each) for each in turns.values()}) > 1:
            raise InvalidInput(
                "two turns with the same text name different spans of it",
                "forget one of them first",
            )


def joined(stretches: Sequence[Stretch]) -> list[Stretch]:
    """Stretches in order, those that touch or overlap made one.

    >>> joined([(5, 9), (0, 3), (3, 4)])
    [(0, 4), (5, 9)]
    """
    result: list[Stretch] = []
    for start, end in sorted(stretches):
        if result and start <= result[-1][1]:
            result[-1] = (result[-1][0], max(end, result[-1][1]))
        else:
            result.append((start, end))
    return result


def widened(text: Text, stretches: Sequence[Stretch]) -> list[Stretch]:
    """The stretches with whole characters at both ends, joined."""
    if text.encoding is None:
        return joined(stretches)
    layout = Layout.of(text.content, text.encoding)
    return joined([layout.whole_characters(start, end) for start, end in stretches])


def overwritten(text: Text, stretches: Sequence[Stretch]) -> tuple[bytes, list[Fragment]]:
    """The content with these stretches overwritten, and what they held, in lines."""
    content, pieces = text.content, list[Fragment]()
    layout = None if text.encoding is None else Layout.of(text.content, text.encoding)
    for start, end in stretches:
        if layout is not None:
            pieces.extend(fragments(layout, start, end))
        content = blank(content, text.encoding, start, end)
    return content, pieces


def redacted_address(key: bytes, document: int, content: bytes) -> bytes:
    """What stands in for the content address of a redacted document: a keyed hash, 32 bytes."""
    first = mac(key, "document", str(document), content)
    return first + mac(key, "redacted", str(document), content)[: 32 - len(first)]


def shares(text: str, pieces: Sequence[Fragment]) -> bool:
    """Whether a short text and a forgotten piece are one, or one is inside the other."""
    return bool(text) and any(
        text == piece.text or (len(text) > 3 and (text in piece.text or piece.text in text))
        for piece in pieces
    )


def tells(title: str, pieces: Sequence[Fragment]) -> bool:
    """Whether a title, which may end in dots where it was cut, repeats a forgotten piece."""
    return shares(title.strip().rstrip(".… "), pieces)


def clean_meta(value: object, pieces: Sequence[Fragment]) -> object:
    """A value of JSON whose strings no longer repeat a forgotten piece."""
    if isinstance(value, str):
        return "" if shares(value, pieces) else value
    if isinstance(value, list):
        return [clean_meta(each, pieces) for each in value]
    if isinstance(value, Mapping):
        return {key: clean_meta(each, pieces) for key, each in value.items()}
    return value
