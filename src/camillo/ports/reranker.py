"""The port of rerankers: models that read a question and a text together."""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from camillo.ports.embedder import ModelCard


class Reranker(Protocol):
    """Scores texts against a question; higher is better, on a scale of the model's own.

    ``limit`` is the most texts that are worth giving it for one question.
    """

    card: ModelCard
    limit: int

    def score(self, question: str, texts: Sequence[str]) -> NDArray[np.float32]:
        """One score [n] for each text, in the given order, all finite.

        Raises:
            ModelUnavailable: the model fails on them.
        """
        ...


@runtime_checkable
class ListReranker(Protocol):
    """Reads all texts for one question together, which takes long; its scores hold within one call alone."""

    card: ModelCard
    limit: int

    def weigh(
        self, question: str, texts: Sequence[str], seconds: float | None
    ) -> NDArray[np.float32]:
        """One score [n] for each text, in the given order, all finite, within so many seconds.

        Raises:
            ModelUnavailable: the model fails on them, or has no answer in time.
        """
        ...
