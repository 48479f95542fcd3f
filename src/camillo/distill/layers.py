"""Fitting three layers of lines into a budget of tokens."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from camillo.distill.line import Line
from camillo.domain.wakeup import WakeUp
from camillo.text.fence import MARGIN, NOTICE, label, unforged
from camillo.text.inert import inert_line

Count = Callable[[str], int]

#: Shares of the budget: identity 50, facts 150 and context 400 of 600.
_IDENTITY, _FACTS = 1 / 12, 1 / 4


@dataclass(frozen=True, slots=True)
class Content:
    """What there is to say: lines of identity, facts in order of worth, context in order of use.

    ``wing`` labels the fence, empty for the whole palace; ``topic`` heads the context.
    """

    identity: Sequence[str] = ()
    facts: Sequence[Line] = ()
    context: Sequence[Line] = ()
    wing: str = ""
    topic: str = "Newest:"
    flags: Sequence[str] = ()


@dataclass(slots=True)
class _Layer:
    count: Count
    rows: list[str] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    tokens: int = 0
    cut: bool = False

    def fill(self, rows: Iterable[tuple[str, str]], limit: int, head: str = "") -> None:
        """Add rows that fit, each with the id it cites; one too long is passed over."""
        for row, cited in rows:
            first = [MARGIN + head] if head and not self.rows else []
            made = [*first, MARGIN + unforged(row)]
            cost = sum(self.count(one) + 1 for one in made)
            if self.tokens + cost > limit:
                self.cut = True
                continue
            self.rows += made
            self.ids += [cited] if cited else []
            self.tokens += cost

    @property
    def text(self) -> str:
        """The rows of this layer."""
        return "\n".join(self.rows)


def fit(content: Content, budget: int, count: Count) -> WakeUp:
    """The wake-up within ``budget`` tokens, as ``count`` counts all of its text.

    The layers share what the fence leaves as 50 : 150 : 400. What a layer leaves unspent goes to
    the next, and what the last leaves goes to further facts. A budget too small for the fence
    gives nothing.
    """
    named = f' wing="{label(content.wing)}"' if content.wing else ""
    fence = (f'{NOTICE}\n<memory kind="wake-up"{named}>', "</memory>")
    left = budget - count("\n".join(fence)) - 1
    identity, facts, context = _Layer(count), _Layer(count), _Layer(count)
    identity.fill([(inert_line(row), "") for row in content.identity], int(left * _IDENTITY))
    told = [(line.written(), line.id) for line in content.facts]
    given = int(left * (_IDENTITY + _FACTS)) - identity.tokens
    facts.fill(told, given, "What matters:")
    rest = left - identity.tokens - facts.tokens
    context.fill([(line.written(), line.id) for line in content.context], rest, content.topic)
    more = [row for row in told if row[1] not in facts.ids]
    facts.cut = False
    facts.fill(more, left - identity.tokens - context.tokens, "What matters:")
    return _checked((identity, facts, context), fence, content, budget, count)


def _checked(
    layers: tuple[_Layer, _Layer, _Layer],
    fence: tuple[str, str],
    content: Content,
    budget: int,
    count: Count,
) -> WakeUp:
    flags = tuple(content.flags)
    if any(layer.cut for layer in layers):
        flags += ("budget",)
    first, second, third = layers
    made = WakeUp(
        l0=first.text,
        l1=second.text,
        l2=third.text,
        total_tokens=0,
        tokens={f"l{at}": layer.tokens for at, layer in enumerate(layers)},
        cites=tuple(id for layer in layers for id in layer.ids),
        flags=flags,
        fence=fence,
    )
    total = count(made.text) if any(layer.rows for layer in layers) else 0
    if 0 < total <= budget:
        return replace(made, total_tokens=total)
    return WakeUp("", "", "", 0, {"l0": 0, "l1": 0, "l2": 0}, flags=(*content.flags, "budget"))
