"""What a prompt to an agent asks, once what was pasted into it is set aside."""

import re
from collections.abc import Iterator

#: Of a longer prompt the beginning and the end are read.
_READ = 16_384
#: The longest text that recall takes as it is.
_LONGEST = 480
_FENCE = re.compile(r"\s*(```|~~~)")
_OPENING = re.compile(r"<([A-Za-z][\w-]{0,40})(?:\s[^<>]{0,400})?>")
_FAILURE = re.compile(
    r"^[^\w\n]{0,20}((?:[\w$]+[.:])*[A-Z]\w*(?:Error|Exception|Panic)\b[^\n]{0,120})", re.M
)
_STAMPED = re.compile(r"\W{0,20}(?:\d{4}[-/]\d\d[-/]\d\d|\d\d:\d\d:\d\d|\w{3} +\d+ \d\d:\d\d)")
_DIFF = re.compile(r"(?:[-+] ?\S.*|@@ .*|diff --git .*|index [0-9a-f]+\.\..*)$")
_INDENTED = re.compile(r"(?:\t| {4,})\S")
_WORD = re.compile(r"[^\W\d_]+")
# Quotation marks and leading dashes mean something in a question that they do not in a prompt.
_OPERATORS = re.compile(r'["“”«»「」]|(?<!\S)-(?=\w)')
_SPACE = re.compile(r"\s+")
#: So many lines of a machine's own in a row were pasted; fewer may be a list or an example.
_PASTED = 3
_LONG_LINE = 400
_PROSE = 0.7


def asked(prompt: str) -> str:
    r"""The prompt in its writer's own words, at most about 500 characters; "" where it has none.

    Fenced blocks, elements of markup and runs of three lines or more that no person types (logs,
    code, diffs) are set aside; the last failure they name is kept, for it may have been met before.
    Of a long text the beginning and the end are kept.

    >>> asked("Fix this:\n```\n  File 'a.py'\nKeyError: 'zone'\n```\nas we did last week")
    "Fix this: as we did last week KeyError: 'zone'"
    """
    text = prompt if len(prompt) <= 2 * _READ else f"{prompt[:_READ]}\n{prompt[-_READ:]}"
    plain = _without_elements("\n".join(_unfenced(text.split("\n"))))
    rows = _typed(plain.split("\n"))
    own = _shortened(_SPACE.sub(" ", _OPERATORS.sub(" ", "\n".join(rows))).strip())
    failures = _FAILURE.findall(text)
    if failures and failures[-1] not in plain:
        own = f"{own} {failures[-1]}".strip()
    return own


def _unfenced(rows: list[str]) -> Iterator[str]:
    """The rows outside fenced blocks; a block that is not closed goes on to the end."""
    open_with = ""
    for row in rows:
        fence = _FENCE.match(row)
        if fence and open_with in ("", fence[1]):
            open_with = "" if open_with else fence[1]
        elif not open_with:
            yield row


def _without_elements(text: str) -> str:
    """The text without what stands between an opening and its closing, both included."""
    kept, at, unclosed = [], 0, set[str]()
    for opening in _OPENING.finditer(text):
        name = opening.group(1)
        if opening.start() < at or name in unclosed:
            continue
        end = text.find(f"</{name}>", opening.end())
        if end < 0:
            unclosed.add(name)
            continue
        kept.append(text[at : opening.start()])
        at = end + len(name) + 3
    return "\n".join([*kept, text[at:]])


def _typed(rows: list[str]) -> list[str]:
    """The rows that a person may have typed: those not in a run of a machine's."""
    kept: list[str] = []
    run: list[str] = []
    for row in rows:
        if row.strip() and _is_machine(row):
            run.append(row)
            continue
        if run and not row.strip():
            continue
        kept += run if len(run) < _PASTED else []
        run = []
        kept.append(row)
    return kept + (run if len(run) < _PASTED else [])


def _is_machine(row: str) -> bool:
    if _STAMPED.match(row) or _DIFF.match(row) or _INDENTED.match(row) or len(row) > _LONG_LINE:
        return True
    visible = sum(not char.isspace() for char in row)
    return sum(map(len, _WORD.findall(row))) < _PROSE * visible


def _shortened(text: str) -> str:
    if len(text) <= _LONGEST:
        return text
    half = _LONGEST // 2
    return f"{text[:half].rsplit(' ', 1)[0]} {text[-half:].split(' ', 1)[-1]}"
