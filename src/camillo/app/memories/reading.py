"""Reading messages for memories: their language, claims, secrets, slots, and how alike lines are."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from camillo.distill.memories.memory import Line, Slot
from camillo.distill.memories.statements import Claimed, Statement, statements
from camillo.distill.memories.words import hides
from camillo.distill.sentences import sentences
from camillo.domain.knowledge import Claim
from camillo.domain.moment import Moment
from camillo.ingest.halls.classify import evidence
from camillo.knowledge.claims.finding import claims
from camillo.knowledge.facts.vocabulary import Vocabulary
from camillo.ports.knowing import Said
from camillo.text.language import detect
from camillo.text.names import claim_key

if TYPE_CHECKING:
    from camillo.app.compose import Parts

OWNER = "user"
#: Cosines from which two lines that share words are of one matter, as ``benchmarks/memories.py`` measures it
#: on pairs of either kind; what was not measured needs what is usual.
_MEASURED = {
    "all-MiniLM-L6-v2-int8": 0.82,
    "all-MiniLM-L6-v2": 0.82,
    "all-MiniLM-L6-v2-int8-words": 0.9,
}
_USUAL = 0.85
#: What a text too short to tell its language is read as, in this order.
_TRIED = ("en", "pt", "es", "fr", "de")
#: Predicates of which one being said of a thing ends the other.
_OPPOSITES = {"likes": "dislikes", "dislikes": "likes"}
#: No cosine reaches it.
_NEVER = 2.0


class Reading:
    """One palace's way of reading messages. ``vocabulary`` says which predicates have one value."""

    def __init__(self, parts: "Parts", vocabulary: Vocabulary) -> None:
        self._parts = parts
        self._vocabulary = vocabulary
        self.slots = lru_cache(maxsize=20_000)(self._slots)

    def statements(
        self, message: str, language: str, speaker: str, at: Moment | None
    ) -> tuple[Statement, ...]:
        """What a message states, secrets left out."""
        secrets = self.secrets(message)
        found = [
            Claimed(one.start, one.end, one.predicate)
            for one in _claims(message, language, speaker, at)
        ]
        return statements(message, language, found, secrets, evidence)

    def secrets(self, message: str) -> list[tuple[int, int]]:
        """Where a message has secrets."""
        return [(one.start, one.end) for one in self._parts.secrets().find(message)]

    def leaves_out(self, message: str) -> bool:
        """Whether a message has a secret, or a sentence that gives a value beside a word for one."""
        return bool(self.secrets(message)) or any(
            hides(message[start:end]) for start, end in sentences(message)
        )

    def _slots(self, line: Line) -> tuple[Slot, ...]:
        found = []
        for claim in _claims(line.text, detect(line.text) or "", line.said, None):
            predicate, turned = self._vocabulary.read(claim.predicate)
            subject, object = (
                (claim.object, claim.subject) if turned else (claim.subject, claim.object)
            )
            many = predicate.holds != "one" and not _is_favourite(claim.predicate)
            slot = Slot(claim_key(subject), predicate.name, object, claim.ended, many)
            found.append(slot)
            opposite = _OPPOSITES.get(predicate.name)
            if opposite and not claim.ended:
                found.append(replace(slot, predicate=opposite, ended=True))
        return tuple(found)

    def cosines(self, text: str, others: Sequence[str]) -> list[float]:
        """How alike a text is to others, by the best model there is; without one, 0."""
        embedder = self._parts.tiers.answering()
        if embedder is not None:
            pooled = embedder.encode([text, *others]).pooled
            return [float(value) for value in pooled[1:] @ pooled[0]]
        static = self._parts.static()
        if static is None:
            return [0.0] * len(others)
        rows = np.stack([static.query(one).pooled for one in (text, *others)])
        norms = np.linalg.norm(rows, axis=1)
        scaled = rows / np.where(norms, norms, 1.0)[:, None]
        return [float(value) for value in scaled[1:] @ scaled[0]]

    def threshold(self) -> float:
        """The cosine from which two lines are of one matter, by the model in force."""
        model = self._parts.tiers.answering() or self._parts.static()
        return _NEVER if model is None else _MEASURED.get(model.card.name, _USUAL)


def _claims(text: str, language: str, speaker: str, at: Moment | None) -> tuple[Claim, ...]:
    """The claims of a text; where its language is not told, those of the first language that finds any."""
    for each in (language,) if language else _TRIED:
        found = claims(Said(text, each, speaker, OWNER, at=at))
        if found:
            return found
    return ()


def _is_favourite(predicate: str) -> bool:
    low = predicate.casefold()
    return low.startswith(("favourite", "favorite", "最喜欢", "最爱")) or "favorit" in low


def language_of(message: str) -> str:
    """The language of a message as a code, "" where it does not tell."""
    return detect(message) or ""
