"""Text that a program put into a user's message: it is kept, but it is not the user's words."""

import re
from collections.abc import Container

from camillo.domain.turn import INJECTED
from camillo.text.fence import fences

#: What hosts write around a text from a hook: an element, and a line that says where it is from.
_BEFORE = re.compile(
    r"\s*(?:<([a-z][a-z_-]{0,40})>\s*)?(?:[^\n<>]{0,80}\bhook\b[^\n<>]{0,80}:\s*)?\Z"
)
#: An element that hosts put around all that a hook said, also where the memory is only a part of it.
_HOOKS = re.compile(r"\s*<([a-z_-]{0,40}(?:hook|reminder)[a-z_-]{0,40})>")
_AFTER = re.compile(r"\s*(?:</([a-z][a-z_-]{0,40})>\s*)?")
_WRAPPING = 256
_OURS = re.compile(r"(?:\A|[^a-z])camillo(?:[^a-z]|\Z)", re.IGNORECASE)
_OPENING = re.compile(r"\s*<([A-Za-z][\w-]*)(?:\s[^<>]*)?>")


def only_elements(text: str, names: Container[str]) -> bool:
    r"""Whether a text is made of nothing but elements of these names, closed and one after another.

    >>> only_elements("<system-reminder>\nbe brief\n</system-reminder>\n", {"system-reminder"})
    True
    >>> only_elements("<system-reminder>x</system-reminder> please fix it", {"system-reminder"})
    False
    """
    at = 0
    while opening := _OPENING.match(text, at):
        closing = f"</{opening.group(1)}>"
        end = text.find(closing, opening.end())
        if opening.group(1) not in names or end < 0:
            return False
        at = end + len(closing)
    return at > 0 and not text[at:].strip()


def parted(text: str, part: str, role: str, tool: str) -> list[tuple[str, str]]:
    r"""A message's text as texts with their parts, in order: memory that Camillo gave it stands apart.

    ``role`` is who speaks, ``tool`` the name of the tool whose result it is. Joined, the texts are
    the text. What an assistant writes stays whole: it chose to say it.

    >>> given = 'fix it\n\n<hook_context><memory id="7">\n| no\n</memory></hook_context>'
    >>> [(text[:6], part) for text, part in parted(given, "text", "user", "")]
    [('fix it', 'text'), ('\n\n<hoo', 'injected')]
    """
    if part == "tool_result" and _OURS.search(tool):
        return [(text, INJECTED)]
    if part not in ("text", "system", "tool_result") or role == "assistant":
        return [(text, part)]
    # Most texts hold no fence, and this costs next to nothing.
    spans = fences(text) if "/memory" in text else []
    if not spans:
        return [(text, part)]
    return (
        [(text, INJECTED)] if part == "system" or _is_a_hooks(text) else _split(text, part, spans)
    )


def _is_a_hooks(text: str) -> bool:
    """Whether the whole text stands in one element that a host puts around a hook's words."""
    opening = _HOOKS.match(text)
    return opening is not None and text.rstrip().endswith(f"</{opening[1]}>")


def _split(text: str, part: str, spans: list[tuple[int, int]]) -> list[tuple[str, str]]:
    pieces: list[tuple[str, str]] = []
    at = 0
    for start, end in spans:
        start, end = _wrapped(text, at, start, end)
        if start > at:
            pieces.append((text[at:start], part))
        pieces.append((text[start:end], INJECTED))
        at = end
    return [*pieces, (text[at:], part)] if at < len(text) else pieces


def _wrapped(text: str, at: int, start: int, end: int) -> tuple[int, int]:
    """The span with what the host wrote around it."""
    low = max(at, start - _WRAPPING)
    before = _BEFORE.search(text, low, start)
    after = _AFTER.match(text, end)
    opened = before[1] if before else None
    if after and after[1] and after[1] != opened:
        after = re.compile(r"\s*").match(text, end)
    return before.start() if before else start, after.end() if after else end
