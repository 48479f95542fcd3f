"""Lines of a log beside an encrypted palace: what happened, without names or words from elsewhere."""

import re

_HIDDEN = "..."
#: What is quoted, and paths: names have spaces, so all to the last mend of the line goes.
_NAMED = re.compile(
    r"""(?<![^\W_])(?:['"`]|~?[/\\]).*(?=;)|(?<![^\W_])(?:['"`]|~?[/\\]).*""", re.DOTALL
)
_FAULT = re.compile(r"\b(\w*(?:Error|Exception|Warning)): .*", re.DOTALL)


def masked(line: str) -> str:
    """A line without what is quoted in it, without paths, and without what a fault said.

    >>> masked("there is no transcript /home/kai/my plans.jsonl; nothing could be kept")
    'there is no transcript ...; nothing could be kept'
    >>> masked("ValueError: the heron's secret"), masked("no wing named 'heron'")
    ('ValueError', 'no wing named ...')
    """
    return _NAMED.sub(_HIDDEN, _FAULT.sub(r"\1", line))
