"""The doors to the models: one where it is installed, None and a logged reason where none is."""

import logging
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from camillo.domain.errors import ModelUnavailable
from camillo.models.locate import PINNED, Weights, find_weights
from camillo.ports.embedder import ModelCard

if TYPE_CHECKING:
    from camillo.models.cross_encoder import CrossEncoder
    from camillo.models.minilm import Minilm
    from camillo.models.multilingual import MultilingualE5
    from camillo.models.word_table import WordTableEmbedder

_log = logging.getLogger(__name__)


def load_static(
    path: Path | None = None, function_words: Iterable[str] = ()
) -> "WordTableEmbedder | None":
    """The static tier, or None where no weights are installed; the reason is logged.

    ``function_words`` are words that carry no content, of any language.

    Raises:
        ModelUnavailable: ``path`` is given and is no usable ONNX file.
    """
    weights = _weights(path)
    if weights is None:
        return None
    from camillo.models.word_table import WordTableEmbedder

    return WordTableEmbedder(weights, function_words)


def load_embedder(path: Path | None = None, function_words: Iterable[str] = ()) -> "Minilm | None":
    """The transformer tier, or None where no weights are installed; the reason is logged.

    ``function_words`` must be those of the static tier: their pieces get no codes.

    Raises:
        ModelUnavailable: ``path`` is given and is no usable ONNX file.
    """
    weights = _weights(path)
    if weights is None:
        return None
    from camillo.models.minilm import Minilm

    embedder = Minilm(weights, function_words)
    if weights.sha256 not in PINNED:
        embedder.query("a file nobody vouched for must show that it runs")
    return embedder


def embedder_card(path: Path | None = None) -> ModelCard | None:
    """The card that `load_embedder` would give, without loading the model.

    Raises:
        ModelUnavailable: ``path`` is given and cannot be read.
    """
    weights = _weights(path)
    return weights.card("transformer") if weights is not None else None


def multilingual_card() -> ModelCard | None:
    """The multilingual model's card, or None where its package is not installed."""
    from camillo.models import multilingual

    return multilingual.CARD if multilingual.installed() else None


def load_multilingual() -> "MultilingualE5":
    """The multilingual transformer tier.

    Raises:
        ModelUnavailable: its package is not installed, or is not the pinned one.
    """
    from camillo.models.multilingual import MultilingualE5

    return MultilingualE5()


def load_reranker(path: Path) -> "CrossEncoder":
    """The cross-encoder in a folder.

    Raises:
        ModelUnavailable: there is none that can be used.
    """
    from camillo.models.cross_encoder import CrossEncoder

    return CrossEncoder(path)


def _weights(path: Path | None) -> Weights | None:
    try:
        return find_weights(path)
    except ModelUnavailable as reason:
        if path is not None:
            raise
        _log.warning("searching without an embedding model: %s", reason)
        return None
