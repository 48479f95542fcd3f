"""Turns into drawers: language, segments, index terms and the static tier, a batch at a time."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from camillo.domain.drawer import Cut
from camillo.domain.knowledge import Known
from camillo.domain.moment import Moment
from camillo.domain.turn import INJECTED, Turn, decode, encode
from camillo.ingest.segment import byte_spans, cut
from camillo.ports.embedder import StaticEmbedder, TokenCut
from camillo.ports.knowing import Knowing, Said
from camillo.ports.rows import Stored
from camillo.text.context import context_terms
from camillo.text.language import detect
from camillo.text.names import ENTITY_MARK, name_terms
from camillo.text.tokens import index_terms, merge

#: A drawer's longest text in word pieces; what all-MiniLM-L6-v2 was trained to read, less two.
TOKEN_LIMIT = 254
_LANGUAGE_SAMPLE = 4_000
_SAMPLED_TURNS = 16
#: Characters from which a text's own language is believed.
_TELLING = 200
_NO_PIECES = np.zeros(0, np.uint16)
_NOTHING = Known()


@dataclass(frozen=True, slots=True)
class Passage:
    """What cutting needs to know of a turn, whether it is being filed or derived again."""

    conversation: str
    content: bytes
    encoding: str | None
    speaker: str
    at: Moment | None
    markdown: bool
    language: str = ""
    role: str = ""
    part: str = "text"

    @classmethod
    def of_turn(cls, turn: Turn) -> "Passage":
        """The passage of a turn that a reader handed over."""
        markdown = turn.media_type == "text/markdown"
        return cls(
            turn.conversation,
            turn.content,
            turn.encoding,
            turn.speaker,
            turn.at,
            markdown,
            role=turn.role,
            part=turn.part,
        )

    @classmethod
    def of_stored(cls, stored: Stored, content: bytes | None = None) -> "Passage":
        """The passage of a turn that is filed, or of the same turn with other bytes."""
        at = Moment.parse(stored.at) if stored.at else None
        return cls(
            stored.conversation,
            stored.content if content is None else content,
            stored.encoding,
            stored.speaker,
            at,
            stored.media_type == "text/markdown",
            stored.language,
            stored.role,
            stored.part,
        )

    def said(self, text: str) -> Said:
        """A stretch of this passage as it is read for what it knows."""
        return Said(
            text,
            self.language,
            self.speaker,
            self.role,
            self.part,
            self.at,
            self.conversation,
            self.markdown,
        )


class Cutter:
    """Cuts passages into drawers; the same passage always gives the same cuts.

    ``static`` is the static tier, or None where no model is installed: segments are then measured
    by an estimate and drawers carry no pieces. ``knowing`` reads what each drawer knows, or is None.
    """

    def __init__(self, static: StaticEmbedder | None, knowing: Knowing | None = None) -> None:
        self._static = static
        self._knowing = knowing
        self._speakers: dict[str, NDArray[np.uint16]] = {}

    def cuts(self, passages: Sequence[Passage]) -> list[tuple[Cut, ...]]:
        """The cuts of each passage, in order; none for what is no text, is blank, or was injected."""
        texts = [decode(passage.content, passage.encoding) for passage in passages]
        pieces = self._static.cut(texts) if self._static else [None] * len(texts)
        drafts = [
            self._draft(passage, text, piece)
            for passage, text, piece in zip(passages, texts, pieces, strict=True)
        ]
        return self._with_bits(drafts)

    def _draft(self, passage: Passage, text: str, pieces: TokenCut | None) -> list[Cut]:
        if passage.part == INJECTED or not text.strip():
            return []
        spans = cut(text, pieces, TOKEN_LIMIT, passage.markdown)
        language = passage.language or None
        context = context_terms(passage.speaker, passage.at, language)
        drafts = []
        offsets = byte_spans(text, passage.encoding or "utf-8", spans)
        content = self._pieces(passage.speaker, pieces, spans)
        for (start, end), (first, last), ids in zip(spans, offsets, content, strict=True):
            part = text[start:end]
            found = merge([context, index_terms(part, language)])
            known = self._known(passage, part, first)
            terms = {**found.terms, **name_terms(part)}
            # Each entity that is surely named is found by a term of its own.
            terms.update((ENTITY_MARK + one.key, one.count) for one in known.mentions if one.sure)
            drafts.append(
                Cut(
                    first,
                    last,
                    terms,
                    found.length,
                    ids,
                    mentions=known.mentions,
                    claims=known.claims,
                    causes=known.causes,
                )
            )
        return drafts

    def _known(self, passage: Passage, text: str, start: int) -> Known:
        """What a stretch that begins at a byte knows, its offsets as bytes of the turn."""
        known = self._knowing(passage.said(text)) if self._knowing else _NOTHING
        if not known.claims and not known.causes:
            return known
        encoding = passage.encoding or "utf-8"

        def byte(offset: int) -> int:
            return start + len(encode(text[:offset], encoding))

        claims = [
            replace(claim, start=byte(claim.start), end=byte(claim.end)) for claim in known.claims
        ]
        causes = [
            replace(cause, start=byte(cause.start), end=byte(cause.end)) for cause in known.causes
        ]
        return Known(known.mentions, tuple(claims), tuple(causes))

    def _pieces(
        self, speaker: str, pieces: TokenCut | None, spans: Sequence[tuple[int, int]]
    ) -> list[bytes]:
        """The content pieces of each span, the speaker's name before them."""
        if self._static is None or pieces is None:
            return [b""] * len(spans)
        name = self._named(speaker)
        # In the type of the starts, or each look-up would first convert all of them.
        edges = np.searchsorted(pieces.starts, np.asarray(spans, pieces.starts.dtype))
        return [
            np.concatenate((name, self._static.content(pieces.ids[low:high])))
            .astype("<u2")
            .tobytes()
            for low, high in edges
        ]

    def _named(self, speaker: str) -> NDArray[np.uint16]:
        if not speaker or self._static is None:
            return _NO_PIECES
        known = self._speakers.get(speaker)
        if known is None:
            known = self._static.content(self._static.cut([speaker])[0].ids)
            self._speakers[speaker] = known
        return known

    def _with_bits(self, drafts: list[list[Cut]]) -> list[tuple[Cut, ...]]:
        flat = [draft for drawers in drafts for draft in drawers]
        if self._static is None or not flat:
            return [tuple(drawers) for drawers in drafts]
        bits = self._static.bits([np.frombuffer(draft.pieces, "<u2") for draft in flat])
        rows = iter(bits)
        return [
            tuple(replace(draft, bits=next(rows).tobytes()) for draft in drawers)
            for drawers in drafts
        ]


def told_apart(turns: Sequence[Turn]) -> list[Passage]:
    """The passages of new turns, each with its language: its own, else its conversation's.

    A short text says too little of its language; the turns around it say more. What is found here is
    filed with the turn, so that cutting it again later gives the same drawers.
    """
    samples: dict[str, list[str]] = defaultdict(list)
    texts = [turn.text[:_LANGUAGE_SAMPLE] for turn in turns]
    for turn, text in zip(turns, texts, strict=True):
        if len(samples[turn.conversation]) < _SAMPLED_TURNS:
            samples[turn.conversation].append(text[:1_000])
    common = {name: detect(" ".join(parts)) for name, parts in samples.items()}
    passages = []
    for turn, text in zip(turns, texts, strict=True):
        own = detect(text) if len(text) > _TELLING else None
        language = own or common[turn.conversation] or ""
        passages.append(replace(Passage.of_turn(turn), language=language))
    return passages
