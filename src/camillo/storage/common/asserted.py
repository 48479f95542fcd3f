"""Acts as rows, and what a redaction takes out of their words."""

import json
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from camillo.domain.errors import InvalidInput, Outdated
from camillo.domain.identity import decode_text, encode_text
from camillo.domain.knowledge import Act
from camillo.storage.common.graves import Fragment
from camillo.storage.common.packing import hidden_slot, moment_at
from camillo.text.names import flat

#: From so many bytes on, a forgotten line is also looked for inside what was asserted.
_TELLING_BYTES = 16
#: Characters that the shortest piece has: 16 bytes of UTF-8 are four at the least.
_SHORTEST = 4


def check_acts(verb: str, acts: Sequence[Act], last: int, after: int | None) -> None:
    """Refuse what cannot be recorded, and what was decided before the act ``last`` was known.

    Raises:
        InvalidInput: there is no act, or a verb is missing.
        Outdated: ``after`` is given and is another number than ``last``.
    """
    if not acts or not verb or not all(act.verb for act in acts):
        raise InvalidInput("an act without a verb, or no act at all, cannot be recorded")
    if after is not None and last != after:
        raise Outdated(f"act {last} was recorded meanwhile", "read the acts again and decide anew")


def act_slot(key: bytes, word: str) -> int | None:
    """What an act is found by; None for no word."""
    return hidden_slot(key, word) if word else None


def pack_payload(payload: Mapping[str, Any]) -> bytes:
    """JSON in one fixed form.

    Raises:
        InvalidInput: a value is not of JSON, or it would not read back as it is.
    """
    try:
        text = json.dumps(
            payload, ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")
        )
    except (TypeError, ValueError) as error:
        raise InvalidInput(f"a payload cannot be kept: {error}", "use JSON values only") from error
    return encode_text(text)


def unpack_act(row: Sequence[Any]) -> Act:
    """An act as it was recorded, or what a redaction has left of it."""
    number, receipt, at, verb, subject, object, payload, redacted = row
    return Act(
        verb=verb,
        subject=decode_text(subject.strip() if redacted else subject),
        object=decode_text(object.strip() if redacted else object),
        payload=json.loads(decode_text(payload)),
        number=number,
        receipt=receipt,
        at=moment_at(at),
        redacted=bool(redacted),
    )


class Forgotten:
    """Forgotten pieces by their words, so that each string is compared with all of them at once."""

    def __init__(self, pieces: Sequence[Fragment], named: Callable[[str], bool]) -> None:
        self._named = named
        self.whole = {flat(piece.text).strip() for piece in pieces} - {""}
        telling = [words for words in self.whole if _is_telling(words)]
        self._joined = "\n".join(telling)
        self._heads: dict[str, list[str]] = defaultdict(list)
        for words in telling:
            self._heads[words[:_SHORTEST]].append(words)

    def shares(self, words: str) -> bool:
        """Whether a long string holds a long piece, or is inside one and named nowhere else."""
        return _is_telling(words) and (
            (words in self._joined and (words in self.whole or not self._named(words)))
            or any(
                words.startswith(piece, at)
                for at in range(len(words) - _SHORTEST + 1)
                for piece in self._heads.get(words[at : at + _SHORTEST], ())
            )
        )


def left_of(act: Act, forgotten: Forgotten) -> tuple[str, str, bytes] | None:
    """Subject, object and packed payload without what repeats forgotten pieces; None where nothing does."""
    subject = "" if forgotten.shares(flat(act.subject).strip()) else act.subject
    object = clean(act.object, forgotten)
    payload = clean(dict(act.payload), forgotten)
    if (subject, object, payload) == (act.subject, act.object, act.payload):
        return None
    return subject, object, pack_payload(payload)


def lost(acts: int) -> dict[str, int]:
    """What a receipt says of acts that lost words; nothing where none did."""
    return {"acts": acts} if acts else {}


def clean(value: Any, forgotten: Forgotten) -> Any:
    """A value of JSON without the strings and keys that repeat what was forgotten."""
    if isinstance(value, str):
        words = flat(value).strip()
        same = len(words) >= _SHORTEST and words in forgotten.whole
        return "" if same or forgotten.shares(words) else value
    if isinstance(value, list):
        return [clean(each, forgotten) for each in value]
    if isinstance(value, dict):
        kept = {k: each for k, each in value.items() if not forgotten.shares(flat(k).strip())}
        return {key: clean(each, forgotten) for key, each in kept.items()}
    return value


def _is_telling(words: str) -> bool:
    return len(encode_text(words)) >= _TELLING_BYTES
