"""Secrets of some hundred issuers, by the rules of MongoDB's Kingfisher, which come with its package."""

import logging
import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from camillo.domain.missing import reason
from camillo.text.secrets.shapes import Found

if TYPE_CHECKING:
    from kingfisher_sdk import Scanner

_LOG = logging.getLogger("camillo.secrets")
#: What a rule can find has a long run of letters and digits somewhere, or a login in an address.
_LONG = re.compile(r"(?<![A-Za-z\d_-])[A-Za-z\d_-]{16,}")
_DIGIT = re.compile(r"\d")
_LOGIN = re.compile(r"://[^\s/@]{0,128}@")
_SHORTEST = 8
_FAMILY = re.compile(r"^.*?[./]")


class Issued:
    """The rules, loaded when a text first has something that one of them may match.

    ``folder`` keeps the compiled rules, which take three seconds to make and a quarter of one to load.
    Where the package is not installed there are none; one that is broken is logged. Threads may share it.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def find(self, text: str) -> Iterator[Found]:
        """Spans and kinds: every place at which a value stands that a rule matched."""
        if not _likely(text) or self._scanner is None:
            return
        content = text.encode("utf-8", "replace")
        for found in self._scanner.scan(content):
            value, kind = found.secret, _FAMILY.sub("", found.rule_id).replace("-", " ")
            at = text.find(value) if len(value) >= _SHORTEST else -1
            while at >= 0:
                yield at, at + len(value), kind
                at = text.find(value, at + len(value))

    @property
    def loaded(self) -> bool:
        """Whether there are rules; asking loads them."""
        return self._scanner is not None

    @cached_property
    def _scanner(self) -> "Scanner | None":
        try:
            import kingfisher_sdk
        except ImportError as error:
            if error.name != "kingfisher_sdk" or not isinstance(error, ModuleNotFoundError):
                _LOG.warning("rules for issued secrets cannot be loaded: %s", reason(error))
            return None
        folder = _made(self._folder)
        rules = kingfisher_sdk.Rules(confidence="low", cache=folder is not None, cache_dir=folder)
        return kingfisher_sdk.Scanner(rules, base64=False)


def _likely(text: str) -> bool:
    long = any(_DIGIT.search(run[0]) for run in _LONG.finditer(text))
    return long or ("://" in text and bool(_LOGIN.search(text)))


def _made(folder: Path | None) -> Path | None:
    """The folder, there and the owner's alone; None where none can be made."""
    if folder is None:
        return None
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return None
    return folder
