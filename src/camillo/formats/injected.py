"""Text that a program put into a user's message: it is kept, but it is not the user's words."""

import re
from collections.abc import Container

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
