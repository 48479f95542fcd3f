"""What a host says when it calls: the event, who calls, and the fields that each host names its own way."""

import os
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from camillo.domain.errors import InvalidInput

Kind = Literal["start", "prompt", "save", "nothing"]

HOSTS = ("claude-code", "codex", "gemini", "cursor")

#: Each spelling, letters alone and small, with Claude Code's name for the event.
_EVENTS: dict[str, str] = {
    "sessionstart": "SessionStart",
    "userpromptsubmit": "UserPromptSubmit",
    "beforesubmitprompt": "UserPromptSubmit",
    "beforeagent": "UserPromptSubmit",
    "stop": "Stop",
    "afteragent": "Stop",
    "interrupt": "Stop",
    "stopfailure": "Stop",
    "afteragentresponse": "AgentResponse",
    "precompact": "PreCompact",
    "precompress": "PreCompact",
    "sessionend": "SessionEnd",
    "subagentstop": "SubagentStop",
    "posttooluse": "PostToolUse",
    "aftertool": "PostToolUse",
}
_KINDS: dict[str, Kind] = {"SessionStart": "start", "UserPromptSubmit": "prompt"}
#: Events that repeat what a transcript holds, so that they are saved only where there is none.
_WITHOUT_TRANSCRIPT = ("PostToolUse", "AgentResponse")


class Asked(NamedTuple):
    """The command line of a hook: the event in Claude Code's spelling, the host, a palace if named."""

    event: str
    host: str
    palace: str | None


class Call(NamedTuple):
    """One call of a hook: ``kind`` says what is done about it, ``input`` is the host's own, whole."""

    event: str
    kind: Kind
    host: str
    session: str
    transcript: str | None
    cwd: str
    input: Mapping[str, object]

    def text(self, *names: str) -> str:
        """The first of these fields of the input that holds text."""
        return _text(self.input, *names)


def read_arguments(given: Sequence[str]) -> Asked:
    """The event and the host of a command line.

    Raises:
        InvalidInput: one is missing or unknown.

    >>> read_arguments(["before-agent", "--host", "gemini"]).event
    'UserPromptSubmit'
    """
    words, options = _split(given)
    if len(words) != 1:
        raise InvalidInput("a hook needs one event", "write `camillo hook Stop --host codex`")
    event = _EVENTS.get("".join(filter(str.isalnum, words[0])).lower())
    if event is None:
        raise InvalidInput(f"there is no hook for {words[0]!r}", "see `camillo hook --help`")
    host = options.get("--host", "")
    if host not in HOSTS:
        raise InvalidInput(f"there is no host {host!r}", f"use one of {', '.join(HOSTS)}")
    return Asked(event, host, options.get("--palace"))


def palace_named(given: Sequence[str]) -> str | None:
    """The palace a command line names, whatever else is wrong with it."""
    return _split(given)[1].get("--palace")


def call(asked: Asked, given: Mapping[str, object], environ: Mapping[str, str]) -> Call:
    """The call, its fields read from where this host puts them.

    >>> asked = Asked("Stop", "cursor", None)
    >>> call(asked, {"conversation_id": "c1", "workspace_roots": ["/x"]}, {}).cwd
    '/x'
    """
    transcript = _text(given, "transcript_path")
    if not transcript and asked.host == "cursor":
        transcript = environ.get("CURSOR_TRANSCRIPT_PATH", "")
    kind = _KINDS.get(asked.event, "save")
    if asked.event in _WITHOUT_TRANSCRIPT and transcript:
        kind = "nothing"
    return Call(
        asked.event,
        kind,
        asked.host,
        _text(given, "session_id", "conversation_id", "sessionId"),
        transcript or None,
        _cwd(given),
        given,
    )


def _cwd(given: Mapping[str, object]) -> str:
    found = _text(given, "cwd")
    roots = given.get("workspace_roots")
    if not found and isinstance(roots, list) and roots and isinstance(roots[0], str):
        found = roots[0]
    try:
        return found or os.getcwd()
    except OSError:
        return ""


def _text(given: Mapping[str, object], *names: str) -> str:
    for name in names:
        found = given.get(name)
        if isinstance(found, str) and found:
            return found
    return ""


def _split(given: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """Words and the values of options, written ``--name value`` or ``--name=value``."""
    words: list[str] = []
    options: dict[str, str] = {}
    waiting = iter(given)
    for word in waiting:
        if word == "--json":
            continue
        if word.startswith("--"):
            name, found, value = word.partition("=")
            options[name] = value if found else next(waiting, "")
        else:
            words.append(word)
    return words, options
