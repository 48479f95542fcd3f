"""A cross-encoder of the user's own: a folder with an ONNX model and its tokenizer."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from camillo.domain.errors import ModelUnavailable
from camillo.models.session import failures, open_session
from camillo.ports.embedder import ModelCard

if TYPE_CHECKING:
    from tokenizers import Encoding, Tokenizer

#: Where exporters put the model in its folder.
_MODELS = ("model.onnx", "onnx/model.onnx")
_INPUTS = {"input_ids", "attention_mask", "token_type_ids"}
#: Pieces of a pair at the most, unless the model's configuration says fewer.
_LONGEST = 512
#: Padded pieces in one run: more costs memory and gains no speed.
_BATCH_PIECES = 2_048
_PADS = ("[PAD]", "<pad>")
_MEND = "give the folder of a cross-encoder: model.onnx and tokenizer.json, one or two logits"


class CrossEncoder:
    """Reads a question and a text together and says how well the text answers.

    ``path`` is a folder with ``model.onnx`` (or ``onnx/model.onnx``) and ``tokenizer.json``, as
    sentence-transformers and optimum write them. The model's output is one logit a pair, or two
    classes of which the second says "relevant". Pairs are cut to 512 pieces, or to what a
    ``config.json`` beside the model allows. The card's sha256 is that of the bytes that run: data
    outside the model's file is never read. The model is tried once when it is loaded.

    Raises:
        ModelUnavailable: a file is missing, is not of its kind, or the model does not fit.
    """

    limit = 50

    def __init__(self, path: Path) -> None:
        self._path = path
        self._tokenizer, self._pad = _tokenizer(path)
        content = _read(next((path / one for one in _MODELS if (path / one).is_file()), path))
        try:
            self._session = open_session(content, optimise=True)
        except failures() as error:
            raise _refusal(path, error) from error
        self._inputs = {one.name for one in self._session.get_inputs()}
        if "input_ids" not in self._inputs or not self._inputs <= _INPUTS:
            raise _refusal(path, f"its inputs are {', '.join(sorted(self._inputs)) or 'none'}")
        logits = self._run(self._pairs("does it run?", ["It runs."]))
        sha256 = hashlib.sha256(content).hexdigest()
        self.card = ModelCard(f"onnx-{sha256[:12]}", sha256, logits.shape[1], "reranker")

    def score(self, question: str, texts: Sequence[str]) -> NDArray[np.float32]:
        """A logit [n] for each text, or the difference of two; higher is better.

        Raises:
            ModelUnavailable: the model fails on them, or gives what is no number.
        """
        pairs = self._pairs(question, texts)
        scores = np.zeros(len(pairs), np.float32)
        for batch in _batches([len(pair.ids) for pair in pairs]):
            logits = self._run([pairs[number] for number in batch])
            scores[batch] = logits[:, -1] - (logits[:, 0] if logits.shape[1] == 2 else 0)
        if not np.isfinite(scores).all():
            raise _refusal(self._path, "a score is not a finite number")
        return scores

    def _pairs(self, question: str, texts: Sequence[str]) -> "list[Encoding]":
        asked = _plain(question)
        return self._tokenizer.encode_batch([(asked, _plain(text)) for text in texts])

    def _run(self, pairs: "Sequence[Encoding]") -> NDArray[np.float32]:
        """Logits [n, 1 or 2] of pairs, padded to the longest."""
        width = max(len(pair.ids) for pair in pairs)
        shape = (len(pairs), width)
        ids, mask = np.full(shape, self._pad, np.int64), np.zeros(shape, np.int64)
        kinds = np.zeros(shape, np.int64)
        for row, pair in enumerate(pairs):
            ids[row, : len(pair.ids)] = pair.ids
            mask[row, : len(pair.ids)] = 1
            kinds[row, : len(pair.ids)] = pair.type_ids
        feed = {"input_ids": ids, "attention_mask": mask, "token_type_ids": kinds}
        try:
            given = self._session.run(None, {name: feed[name] for name in self._inputs})[0]
        except failures() as error:
            raise _refusal(self._path, error) from error
        logits = np.asarray(given)
        if logits.dtype.kind != "f" or logits.shape not in ((len(pairs),), *_shapes(len(pairs))):
            raise _refusal(self._path, f"its first output is {logits.dtype} {logits.shape}")
        result: NDArray[np.float32] = logits.reshape(len(pairs), -1).astype(np.float32)
        return result


def _shapes(count: int) -> tuple[tuple[int, int], ...]:
    return (count, 1), (count, 2)


def _tokenizer(path: Path) -> "tuple[Tokenizer, int]":
    from tokenizers import Tokenizer

    source = _read(path / "tokenizer.json")
    try:
        tokenizer = Tokenizer.from_str(source.decode("utf-8"))
    except Exception as error:  # the library raises nothing narrower
        raise _refusal(path, f"its tokenizer.json cannot be read: {error}") from error
    padding = tokenizer.padding or {}
    known = [tokenizer.token_to_id(name) for name in _PADS]
    pad = padding.get("pad_id", next((one for one in known if one is not None), 0))
    tokenizer.no_padding()
    tokenizer.enable_truncation(_longest(path), strategy="longest_first")
    # "[SEP]" in a text is text: what was said must not pass for the model's own marks.
    tokenizer.encode_special_tokens = True
    return tokenizer, int(pad)


def _longest(path: Path) -> int:
    """How many pieces a pair may have; some models begin to count positions at 2."""
    config: Any = {}
    if (path / "config.json").is_file():
        try:
            config = json.loads(_read(path / "config.json"))
        except ValueError as error:
            raise _refusal(path, "its config.json is no JSON") from error
    told = config.get("max_position_embeddings") if isinstance(config, dict) else None
    return max(16, min(_LONGEST, told - 2)) if isinstance(told, int) else _LONGEST


def _plain(text: str) -> str:
    """Lone surrogates become question marks: the tokenizer takes only what UTF-8 can hold."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise ModelUnavailable(f"cannot read {path}: {error.strerror}", _MEND) from error


def _refusal(path: Path, reason: object) -> ModelUnavailable:
    return ModelUnavailable(f"{path} is no usable cross-encoder: {reason}", _MEND)


def _batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Numbers of pairs of about the same length, as many as fit one run."""
    batch: list[int] = []
    for number in sorted(range(len(lengths)), key=lambda number: lengths[number]):
        if batch and lengths[number] * (len(batch) + 1) > _BATCH_PIECES:
            yield batch
            batch = []
        batch.append(number)
    if batch:
        yield batch
