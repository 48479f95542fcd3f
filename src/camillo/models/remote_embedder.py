"""The transformer tier behind an OpenAI-compatible endpoint: pooled vectors, no token codes."""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from camillo.domain.errors import BadAnswer, ModelOffline
from camillo.models import probes
from camillo.models.endpoint import Endpoint
from camillo.models.projection import CODE_BYTES
from camillo.models.vectors import read_vectors
from camillo.ports.embedder import BITS, DenseQuery, Encoded, ModelCard
from camillo.ports.language_model import Usage
from camillo.text.budget import tokens

FLOATS = NDArray[np.float32]
#: Texts in one request, and the characters of a text that are sent: a drawer has no more.
_BATCH, _LONGEST = 32, 8_000
#: The shortest time in seconds in which it is worth asking.
_LEAST = 0.05
#: What models were trained to see before a question and before a text, by a part of their name.
_PREFIXES: Mapping[str, tuple[str, str]] = {
    "nomic-embed": ("search_query: ", "search_document: "),
    "embeddinggemma": ("task: search result | query: ", "title: none | text: "),
    "e5-": ("query: ", "passage: "),
    "mxbai-embed": ("Represent this sentence for searching relevant passages: ", ""),
    "qwen3-embedding": (
        "Instruct: Given a question, retrieve passages that answer the question\nQuery: ",
        "",
    ),
}


@dataclass(frozen=True, slots=True)
class Centres:
    """Where a model's vectors lie: the mean of texts and of questions, float32 [d] each, unit vectors' means.

    Models differ in how much all their vectors point the same way; without the centre unrelated
    texts are near nothing.
    """

    texts: FLOATS
    questions: FLOATS


class RemoteEmbedder:
    """Vectors from an endpoint; threads may share it. Nothing is sent before it is needed.

    ``centres`` are those of an earlier time, so that the model need not be probed. ``seconds`` is the time
    of a question, ``patience`` that of a batch of texts. The card names the model, its dimension and
    what is done to its vectors: another name is another model, and vectors are never mixed.
    """

    token_limit = 512

    def __init__(
        self,
        endpoint: Endpoint,
        name: str,
        centres: Centres,
        *,
        seconds: float,
        patience: float,
        redact: Callable[[str], str],
        spent: Callable[[Usage], None],
    ) -> None:
        self.card = card_of(name, len(centres.texts))
        self._asking = _Asking(endpoint, name, redact, spent)
        self._centres = centres
        self._seconds = seconds
        self._patience = patience

    def encode(self, texts: Sequence[str]) -> Encoded:
        """Vectors of texts, in the given order; no text has codes. Secrets are taken out first.

        Raises:
            ModelOffline: the endpoint has no answer. BadAnswer: it is none that can be used.
        """
        dimension = self.card.dimension
        parts = [
            self._asking.texts(texts[at : at + _BATCH], self._patience, dimension)
            for at in range(0, len(texts), _BATCH)
        ]
        raw = np.concatenate([*parts, np.empty((0, dimension), np.float32)])
        units = _units(raw - self._centres.texts)
        return Encoded(units, [_no_codes()] * len(texts), project(units))

    def query(self, text: str) -> DenseQuery:
        """The question in this tier, without codes and pieces.

        Raises:
            ModelOffline: the endpoint has no answer in time. BadAnswer: it is none that can be used.
        """
        return self.query_within(text, self._seconds)

    def query_within(self, text: str, seconds: float) -> DenseQuery:
        """The question in this tier, in less time; see :class:`camillo.ports.embedder.DistantEmbedder`."""
        if seconds < _LEAST:
            raise ModelOffline(f"there is no time to ask {self.card.name}", "allow more")
        box = min(seconds, self._seconds)
        raw = self._asking.questions([text], box, self.card.dimension)
        unit = _units(raw - self._centres.questions)[0]
        if not unit.any():
            raise BadAnswer(f"{self.card.name} gives no usable vector", "name another model")
        return DenseQuery(unit, project(unit), _no_codes(), np.empty(0, np.uint16))


def probed(
    endpoint: Endpoint,
    name: str,
    *,
    seconds: float,
    redact: Callable[[str], str],
    spent: Callable[[Usage], None],
) -> Centres:
    """How a model's vectors lie, learnt by two requests.

    Raises:
        ModelOffline: the endpoint has no answer. BadAnswer: it gives no vectors.
    """
    asking = _Asking(endpoint, name, redact, spent)
    texts = asking.texts(probes.TEXTS, seconds, None)
    questions = asking.questions(probes.QUESTIONS, seconds, texts.shape[1])
    return Centres(texts.mean(0), questions.mean(0))


def card_of(name: str, dimension: int) -> ModelCard:
    """What vectors of a model are filed under; its weights cannot be seen, so its name stands for them."""
    told = json.dumps(["endpoint", probes.VERSION, name, dimension, _prefixes(name)])
    sha256 = hashlib.sha256(told.encode("utf-8", "backslashreplace")).hexdigest()
    return ModelCard(name, sha256, dimension, "transformer")


def load_centres(path: Path) -> Centres | None:
    """Centres that were saved, or None where there are none that can be used."""
    try:
        both = np.load(path, allow_pickle=False)
    except (OSError, ValueError, EOFError):
        return None
    whole = both.ndim == 2 and both.shape[0] == 2 and both.dtype == np.float32
    return Centres(both[0], both[1]) if whole and np.isfinite(both).all() else None


def save_centres(path: Path, centres: Centres) -> None:
    """Save them, so that the next process need not probe; a folder that cannot be written loses that."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        new = path.with_suffix(".new.npy")
        np.save(new, np.stack([centres.texts, centres.questions]), allow_pickle=False)
        new.replace(path)
    except OSError:
        return


@dataclass(frozen=True, slots=True)
class _Asking:
    """Requests for the vectors of one model."""

    endpoint: Endpoint
    name: str
    redact: Callable[[str], str]
    spent: Callable[[Usage], None]

    def texts(self, texts: Sequence[str], seconds: float, dimension: int | None) -> FLOATS:
        return self._vectors(texts, _prefixes(self.name)[1], seconds, dimension)

    def questions(self, texts: Sequence[str], seconds: float, dimension: int | None) -> FLOATS:
        return self._vectors(texts, _prefixes(self.name)[0], seconds, dimension)

    def _vectors(
        self, texts: Sequence[str], prefix: str, seconds: float, dimension: int | None
    ) -> FLOATS:
        given = [prefix + self._safe(text) for text in texts]
        body = {"model": self.name, "input": given, "encoding_format": "float"}
        answer = self.endpoint.send("embeddings", body, seconds)
        if answer.status != 200:
            raise BadAnswer(
                f"{self.endpoint.host} refuses texts for vectors ({answer.status})",
                f"see that {self.name!r} makes vectors, and reads texts of {_LONGEST:,} characters",
            )
        found = read_vectors(answer.body, len(texts), dimension)
        read = found.read if found.read is not None else sum(map(tokens, given))
        self.spent(Usage(self.name, 1, read, 0, None, int(found.read is None)))
        return _units(found.rows)

    def _safe(self, text: str) -> str:
        """Without secrets, bounded, no lone surrogates, and not empty, which servers refuse."""
        clean = self.redact(text)[:_LONGEST].encode("utf-8", "replace").decode("utf-8")
        return clean if clean.strip() else "."


def _prefixes(name: str) -> tuple[str, str]:
    low = name.lower()
    return next((both for part, both in _PREFIXES.items() if part in low), ("", ""))


def project(vectors: FLOATS) -> BITS:
    """Signs [..., 48] of 384 fixed random projections of vectors [..., d], whatever d is."""
    signs: BITS = np.packbits(vectors @ _directions(vectors.shape[-1]) > 0, axis=-1)
    return signs


@lru_cache(maxsize=2)
def _directions(dimension: int) -> FLOATS:
    """[d, 384] of plus and minus one, from SHA-256 in counter mode: the same everywhere and always."""
    wanted = dimension * 384 // 8
    blocks = (
        hashlib.sha256(b"camillo directions 1" + number.to_bytes(4, "big")).digest()
        for number in range(-(-wanted // 32))
    )
    bits = np.unpackbits(np.frombuffer(b"".join(blocks), np.uint8)[:wanted])
    return (bits.reshape(dimension, 384).astype(np.float32)) * 2 - 1


def _units(rows: FLOATS) -> FLOATS:
    """Rows at unit length; zero where there is no direction."""
    length = np.sqrt(np.square(rows, dtype=np.float64).sum(1, keepdims=True))
    usable = np.isfinite(length) & (length > 1e-6)
    units: FLOATS = np.where(usable, rows / np.where(usable, length, 1.0), 0.0)
    return units.astype(np.float32)


def _no_codes() -> BITS:
    return np.empty((0, CODE_BYTES), np.uint8)
