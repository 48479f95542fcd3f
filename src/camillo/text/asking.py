"""Prompts to a language model: the one place where remembered text goes into them."""

from collections.abc import Callable, Iterable, Mapping

from camillo.ports.language_model import Message
from camillo.text.fence import NOTICE, fenced

#: A text that nobody vouches for, with labels of where it comes from.
Passage = tuple[Mapping[str, str], str]


def prompt(
    task: str, passages: Iterable[Passage], redact: Callable[[str], str]
) -> tuple[Message, Message]:
    """The messages that ask for a task over passages.

    ``task`` is Camillo's own wording. Every passage and label goes through ``redact``, which takes
    secrets out, and then into a fence that it cannot leave, whoever wrote it.

    >>> _, given = prompt("Sum it up.", [({"id": "7"}, "hi")], lambda text: text)
    >>> print(given.text)
    <memory id="7">
    | hi
    </memory>
    """
    fences = [
        fenced(redact(text), {name: redact(value) for name, value in labels.items()})
        for labels, text in passages
    ]
    return Message("system", f"{task}\n\n{NOTICE}"), Message("user", "\n".join(fences))
