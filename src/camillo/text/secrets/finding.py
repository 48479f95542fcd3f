"""Finding secrets in a text, and leaving them out."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from camillo.text.secrets.issued import Issued
from camillo.text.secrets.named import named
from camillo.text.secrets.shapes import Found, shaped

_MARK = re.compile(r"\[secret: [^\[\]\n]{1,64}\]")


@dataclass(frozen=True, slots=True)
class Secret:
    """Where a secret stands, as character offsets, and an open word for its kind."""

    start: int
    end: int
    kind: str


class Secrets:
    """Finds secrets by their form, by the word before them, and by the rules of their issuers.

    The text stays as it is in the palace; what goes into a prompt is the redacted one. ``folder`` keeps
    compiled rules (None: they are made anew in each process). Threads may share it.

    >>> secrets = Secrets(None)
    >>> secrets.redacted("The wifi password is Tr0ub4dor&3, ask Ana.")
    'The wifi password is [secret: password], ask Ana.'
    """

    def __init__(self, folder: Path | None) -> None:
        self._issued = Issued(folder)

    def find(self, text: str) -> tuple[Secret, ...]:
        """The secrets of a text in order, none overlapping another; takes time linear in the text."""
        # A mark's own words would otherwise name what follows it.
        text = _MARK.sub(lambda mark: "\0" * len(mark[0]), text) if "[secret: " in text else text
        folded = text.lower()
        return _apart([*shaped(text, folded), *named(text, folded), *self._issued.find(text)])

    def redacted(self, text: str) -> str:
        """The text with ``[secret: kind]`` in the place of each secret; doing it twice changes nothing."""
        parts, at = [], 0
        for secret in self.find(text):
            parts += [text[at : secret.start], f"[secret: {secret.kind}]"]
            at = secret.end
        return "".join([*parts, text[at:]]) if parts else text


def _apart(found: Iterable[Found]) -> tuple[Secret, ...]:
    """Spans that touch each other joined to one, with the kind of the longest."""
    joined: list[tuple[int, int, str, int]] = []
    for start, end, kind in sorted(found):
        if joined and start < joined[-1][1]:
            first, last, old, longest = joined[-1]
            kind, longest = (kind, end - start) if end - start > longest else (old, longest)
            joined[-1] = first, max(last, end), kind, longest
        else:
            joined.append((start, end, kind, end - start))
    return tuple(Secret(start, end, kind) for start, end, kind, _ in joined)
