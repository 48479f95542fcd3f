"""What each host wants on stdout: its own keys and no others, or nothing at all."""

import json
import os
import sys

#: The most text that is injected, in bytes of UTF-8. Claude Code and Cursor take 10,000 characters,
#: Codex 2,500 tokens of 4 bytes; more is cut or moved to a file there.
LIMIT = 9_500
_CLOSING = "\n</memory>"


def reply(host: str, event: str, text: str, told: str = "") -> bytes:
    """The output that injects a text and tells the user a line; empty where there is neither.

    ``event`` is ``SessionStart`` or ``UserPromptSubmit``. Cursor has no way to tell the user
    something without stopping them, so there the line stands in the text alone.

    >>> reply("cursor", "SessionStart", "We chose GraphQL.")
    b'{"additional_context":"We chose GraphQL."}'
    """
    whole = "\n\n".join(part for part in (_fenced(told), text) if part)
    if not whole:
        return b""
    found: dict[str, object]
    if host == "cursor":
        found = {"additional_context": whole}
        if event == "UserPromptSubmit":
            found = {"continue": True, **found}
    else:
        named = "BeforeAgent" if (host, event) == ("gemini", "UserPromptSubmit") else event
        found = {"hookSpecificOutput": {"hookEventName": named, "additionalContext": whole}}
        if told:
            found["systemMessage"] = told
    return _written(found)


def _fenced(told: str) -> str:
    """A line of Camillo's own in the fence of what it injects, so that no transcript brings it back.

    ``told`` is one line without ``<``, which cannot leave it.
    """
    return f'<memory from="camillo">\n| {told}\n</memory>' if told else ""


def fitted(text: str, limit: int) -> tuple[str, bool]:
    r"""The text cut to so many bytes behind a whole memory, and whether something was left out.

    A text that holds no end of a memory within the limit is left out altogether.

    >>> fitted("<memory>\n| a\n</memory>\n<memory>\n| b\n</memory>", 30)
    ('<memory>\n| a\n</memory>', True)
    """
    size = len(text.encode("utf-8", "surrogatepass"))
    if size <= limit:
        return text, False
    # A byte is at most a character, so that the cut below can only be too short, never too long.
    within = text.encode("utf-8", "surrogatepass")[:limit].decode("utf-8", "ignore")
    end = within.rfind(_CLOSING)
    return (within[: end + len(_CLOSING)] if end >= 0 else ""), True


def put(output: bytes) -> bool:
    """Write the output to stdout; whether all of it went there, for a host may have closed it."""
    if not output or sys.stdout is None:
        return not output
    view = memoryview(output)
    try:
        while view:
            view = view[os.write(1, view) :]
    except OSError:
        return False
    return True


def _written(found: dict[str, object]) -> bytes:
    try:
        return json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode()
    except UnicodeEncodeError:
        return json.dumps(found, separators=(",", ":")).encode()
