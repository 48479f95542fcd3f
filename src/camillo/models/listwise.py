"""A language model as a reranker: it is shown the question and all first hits, and names the best."""

import hashlib
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from camillo.ports.embedder import ModelCard
from camillo.ports.language_model import LanguageModel, Schema
from camillo.text.asking import Passage, prompt

_TASK = (
    "You are given a question and numbered passages. List the numbers of the passages that help to answer"
    " the question, the most helpful first. A passage that names the answer comes before one that"
    " only talks about the same thing. Leave out passages that do not help."
)
#: Characters of a passage that are shown.
_SHOWN = 1_500
#: Tokens of an answer: a few for each number, and room for the form around them.
_TOKENS_EACH, _TOKENS = 8, 64


class ListwiseReranker:
    """Asks once for all texts. The first one named gets the highest score, one not named gets 0.

    ``seconds`` bounds each question, unless less is left of the caller's time.
    """

    limit = 20

    def __init__(self, model: LanguageModel, seconds: float, redact: Callable[[str], str]) -> None:
        self._model = model
        self._seconds = seconds
        self._redact = redact
        sha256 = hashlib.sha256(model.name.encode("utf-8", "replace")).hexdigest()
        self.card = ModelCard(model.name, sha256, 1, "reranker")

    def weigh(
        self, question: str, texts: Sequence[str], seconds: float | None
    ) -> NDArray[np.float32]:
        """Scores [n] from 0 to 1.

        Raises:
            ModelUnavailable: there is no answer in time, or none that can be used.
        """
        box = self._seconds if seconds is None else min(self._seconds, seconds)
        passages: list[Passage] = [({"role": "question"}, question)]
        passages += [
            ({"number": str(number)}, text[:_SHOWN]) for number, text in enumerate(texts, 1)
        ]
        reply = self._model.complete(
            prompt(_TASK, passages, self._redact),
            _schema(len(texts)),
            max_tokens=_TOKENS + _TOKENS_EACH * len(texts),
            seconds=box,
        )
        scores = np.zeros(len(texts), np.float32)
        assert isinstance(reply.json, dict) and isinstance(reply.json["numbers"], list)  # noqa: S101
        named = list(dict.fromkeys(one for one in reply.json["numbers"] if isinstance(one, int)))
        for place, number in enumerate(named):
            scores[number - 1] = 1 - place / len(texts)
        return scores


def _schema(count: int) -> Schema:
    number = {"type": "integer", "minimum": 1, "maximum": count}
    return {
        "type": "object",
        "properties": {"numbers": {"type": "array", "items": number, "maxItems": count}},
        "required": ["numbers"],
    }
