"""What a server answers to a request for embeddings."""

import json
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from camillo.domain.errors import BadAnswer

#: Dimensions that models have.
_LEAST, _MOST = 8, 8_192
_MEND = "see that the setting embed_url is the address of an OpenAI-compatible API"


@dataclass(frozen=True, slots=True)
class Vectors:
    """Rows float32 [n, d], in the order of the texts, and the tokens that the server counted."""

    rows: NDArray[np.float32]
    read: int | None


def read_vectors(body: bytes, count: int, dimension: int | None) -> Vectors:
    """The vectors of so many texts.

    Raises:
        BadAnswer: they are not ``count`` lists of as many finite numbers (``dimension``, where given).
    """
    try:
        answer = json.loads(body)
        data = answer["data"]
        listed = {one["index"]: one["embedding"] for one in data}
        rows = [listed[at] for at in range(count)]
        numbers = all(type(x) in (int, float) for row in rows for x in row)
        matrix = np.array(rows, np.float64) if numbers else np.empty(0)
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError) as error:
        raise BadAnswer("the server's answer holds no vectors", _MEND) from error
    found = matrix.shape[1] if matrix.ndim == 2 else 0
    if len(data) != count or not _LEAST <= found <= _MOST or not np.isfinite(matrix).all():
        raise BadAnswer("the server's answer holds no vectors that can be used", _MEND)
    if dimension not in (None, found):
        raise BadAnswer(
            f"the server's vectors have {found} numbers, not {dimension}",
            "another model answers by that name: give it in embed_model by a name of its own",
        )
    usage = answer.get("usage")
    read = usage.get("prompt_tokens") if isinstance(usage, dict) else None
    return Vectors(matrix.astype(np.float32), read if type(read) is int and read >= 0 else None)
