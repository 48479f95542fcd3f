"""With a language model: what it says of a message, checked; None where it gave nothing that can be used."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from camillo.app.memories.reading import Reading
from camillo.app.memories.targets import Finder, Target
from camillo.distill.memories import asking
from camillo.distill.memories.asking import Told
from camillo.distill.memories.memory import Line, one_line
from camillo.domain.errors import ModelUnavailable
from camillo.domain.search import Memory as Text
from camillo.text.asking import prompt

if TYPE_CHECKING:
    from camillo.app.compose import Parts

#: So many memories are shown, each with so many of its newest lines.
_MOST_SHOWN, _MOST_LINES = 4, 40
FAILED, CORRECTED = "model-failed", "model-corrected"


@dataclass(frozen=True, slots=True)
class Answered:
    """What a model said: facts, and of the memories that it was shown the paths and lines."""

    told: tuple[Told, ...]
    paths: tuple[str, ...]
    lines: tuple[tuple[Line, ...], ...]
    corrected: bool


def ask(
    parts: "Parts", reading: Reading, message: Text, secrets: list[tuple[int, int]]
) -> Answered | None:
    """The model's answer, or None where it failed. No snapshot is held while it thinks.

    Raises:
        ModelUnavailable: it gives no answer in time, or none that can be used.
    """
    model = parts.language_model()
    if model is None:
        return None
    with parts.store.snapshot() as snapshot:
        finder = Finder(parts, snapshot, reading, message.wing)
        probe = Line(one_line(message.text)[:2_000], "profile", said=message.turn.speaker)
        shown = finder.candidates(probe)[:_MOST_SHOWN]
    lines = tuple(target.memory.current[-_MOST_LINES:] for target in shown)
    texts = [[line.text for line in one] for one in lines]
    reply = model.complete(
        prompt(asking.TASK, asking.passages(message.text, texts), parts.redacted),
        asking.schema(texts),
        max_tokens=asking.TOKENS,
    )
    told, corrected = asking.checked(reply.json, message.text, texts, secrets, message.turn.speaker)
    return Answered(told, tuple(target.heads[0].path for target in shown), lines, corrected)


def answered(
    parts: "Parts", reading: Reading, message: Text, secrets: list[tuple[int, int]], by_rule: bool
) -> tuple[Answered | None, tuple[str, ...]]:
    """The answer with the flags that tell of it; None without a model, or where it failed and rules may answer.

    Raises:
        ModelUnavailable: it failed, and they may not.
    """
    try:
        found = ask(parts, reading, message, secrets)
    except ModelUnavailable:
        if not by_rule:
            raise
        return None, (FAILED,)
    return found, (CORRECTED,) if found is not None and found.corrected else ()


def aimed(answer: Answered, finder: Finder, lines: list[Line]) -> list[Target]:
    """The memories that the model's facts go into: where it says, if they have to do with each other.

    Where they have not, the rules choose. Lines that it says are replaced are ended by the fact that does it.
    """
    targets: list[Target] = []
    new = Target()
    for told, line in zip(answer.told, lines, strict=True):
        path = answer.paths[told.memory] if told.memory is not None else ""
        target = finder.at(path) if path and told.memory is not None else None
        if target is None or told.memory is None or not finder.related(line, target):
            found, line = finder.target(line)
            target = found or new
        else:
            target.ended += [
                (answer.lines[told.memory][at].key, line.order) for at in told.replaces
            ]
        target.lines.append(line)
        if target not in targets:
            targets.append(target)
    return targets
