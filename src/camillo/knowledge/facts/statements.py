"""Statements: claims and acts in one form, by which time and by which trust they count."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from camillo.domain.identity import encode_text
from camillo.domain.knowledge import Act
from camillo.domain.moment import Moment
from camillo.knowledge.facts.vocabulary import Vocabulary
from camillo.ports.knowledge import Claimed
from camillo.text.names import claim_key

ADDED, ENDED, RETRACTED = "fact added", "fact ended", "fact retracted"
#: Takes one of the others back, by its number: as if it had never been recorded, from then on.
UNDONE = "fact act undone"
#: How far a statement is trusted: what is less trusted never changes what is more.
WEB, SAID, ASSERTED = 0, 1, 2
#: Of a text from the web no more confidence than this is taken.
WEB_CONFIDENCE = 0.3

Resolve = Callable[[str], str]
#: Whether a text of a source's kind, with such meta, was taken from the web, where anyone can write.
FromWeb = Callable[[str, Mapping[str, object]], bool]
Triple = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Statement:
    """One claim or act: that something holds from ``begin``, or (``over``) that it holds no longer at ``end``.

    ``subject_key`` and ``object_key`` are the entities; ``said`` is when it was said, ``order`` its place among
    those recorded at one time. ``receipt`` tells which acts were recorded together. ``placed`` is what an
    undated one comes before.
    """

    id: str
    subject: str
    predicate: str
    object: str
    subject_key: str
    object_key: str
    recorded: Moment
    order: int
    rank: int
    by: str
    confidence: float
    asserted: bool = False
    begin: Moment | None = None
    end: Moment | None = None
    over: bool = False
    said: Moment | None = None
    cite: str = ""
    wings: tuple[str, ...] = ()
    receipt: int = 0
    symmetric: bool = False
    placed: Moment | None = None
    retracted: Moment | None = field(default=None, compare=False)

    @property
    def triple(self) -> Triple:
        """What it is about; of a symmetric relation both directions are one."""
        one, other = self.subject_key, self.object_key
        if self.symmetric and other < one:
            one, other = other, one
        return (one, self.predicate, other)

    @property
    def at(self) -> int:
        """Where it stands in world time: what it says, else when it was said, else when it was recorded.

        One that was ``placed`` stands just before that moment.
        """
        if self.placed is not None:
            return self.placed.micros - 1
        told = self.end if self.over else self.begin
        return (told or self.said or self.recorded).micros

    @property
    def boundary(self) -> Moment | None:
        """The moment at which it changes something; None where no one knows."""
        return self.placed or (self.end if self.over else self.begin) or self.said

    @property
    def dated(self) -> bool:
        """Whether it says itself from or until when."""
        return (self.end if self.over else self.begin) is not None

    @property
    def word(self) -> tuple[int, int, int]:
        """By which of two statements the later word is told."""
        return ((self.said or self.recorded).micros, self.recorded.micros, self.order)


def claim_id(claimed: Claimed) -> str:
    """The id of what a claim states: the same whenever the passage is read.

    Its first digits are those of the turn's key, by which it is found again.
    """
    claim = claimed.claim
    parts = (str(claimed.span), claim.subject, claim.predicate, claim.object, str(claim.ended))
    made = hashlib.blake2b(digest_size=6)
    for part in parts:
        content = encode_text(part)
        made.update(len(content).to_bytes(4, "big") + content)
    return f"{claimed.span.key.hex()[:8]}-{made.hexdigest()}"


def of_claims(
    claimed: Iterable[Claimed], vocabulary: Vocabulary, resolve: Resolve, from_web: FromWeb
) -> Iterator[Statement]:
    """What claims state, in order of filing, those of replaced versions left out."""
    for order, one in enumerate(sorted(claimed, key=_filed)):
        if not one.current:
            continue
        claim = one.claim
        is_web = from_web(one.source_kind, one.meta)
        base: dict[str, Any] = _triple(
            claim.subject, claim.predicate, claim.object, vocabulary, resolve
        ) | {
            "id": claim_id(one),
            "recorded": one.recorded,
            "order": order,
            "rank": WEB if is_web else SAID,
            "by": claim.rule or "read",
            "confidence": min(claim.confidence, WEB_CONFIDENCE) if is_web else claim.confidence,
            "said": one.at,
            "cite": str(one.span),
            "wings": one.wings,
        }
        yield from _timed(base, claim.valid_from, claim.valid_to, ended=claim.ended)


def _filed(one: Claimed) -> tuple[int, int, int, str, str]:
    claim = one.claim
    return (one.recorded.micros, one.drawer, one.span.start, claim.predicate, claim.object)


def of_acts(acts: Iterable[Act], vocabulary: Vocabulary, resolve: Resolve) -> Iterator[Statement]:
    """What acts state; those whose words were forgotten state nothing."""
    for act in acts:
        given = act.payload
        words = [given.get(name) for name in ("subject", "predicate", "object")]
        if act.verb not in (ADDED, ENDED) or act.at is None or not all(words):
            continue
        subject, predicate, object = map(str, words)
        web = bool(given.get("web"))
        base: dict[str, Any] = _triple(subject, predicate, object, vocabulary, resolve) | {
            "id": f"a{act.number}",
            "recorded": act.at,
            "order": act.number,
            "rank": WEB if web else ASSERTED,
            "asserted": True,
            "by": str(given.get("by") or "user"),
            "confidence": float(given.get("confidence", 1.0)),
            "said": act.at,
            "cite": str(given.get("cite") or ""),
            "wings": tuple(given.get("wings") or ()),
            "receipt": act.receipt,
        }
        begin, end = (_moment(given.get(name)) for name in ("from", "to"))
        yield from _timed(base, begin, end, ended=act.verb == ENDED)


def _triple(
    subject: str, predicate: str, object: str, vocabulary: Vocabulary, resolve: Resolve
) -> dict[str, Any]:
    """The words in the direction in which the relation is kept, with the entities they name."""
    known, turned = vocabulary.read(predicate)
    if turned:
        subject, object = object, subject
    return {
        "subject": subject,
        "predicate": known.name,
        "object": object,
        "subject_key": resolve(claim_key(subject)),
        "object_key": resolve(claim_key(object)),
        "symmetric": known.symmetric,
    }


def _timed(
    base: dict[str, Any], begin: Moment | None, end: Moment | None, *, ended: bool
) -> Iterator[Statement]:
    """A value, an end, or both; an interval that holds nothing is told by its end alone."""
    if begin is not None and end is not None and begin.micros >= end.micros:
        begin = None
    if begin is not None or not (ended or end is not None):
        yield Statement(**base, begin=begin)
    if ended or end is not None:
        yield Statement(**base, end=end, over=True)


def _moment(text: Any) -> Moment | None:
    return Moment.parse(text) if isinstance(text, str) and text else None
