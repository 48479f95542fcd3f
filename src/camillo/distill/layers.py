"""Fitting three layers into a budget of tokens."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from camillo.distill.excerpt import clip
from camillo.distill.identity import Where, identity
from camillo.distill.line import Line
from camillo.domain.place import NAME_LIMIT
from camillo.domain.wakeup import WakeUp
from camillo.text.fence import MARGIN, NOTICE, label, unforged

Count = Callable[[str], int]

#: Draws the map of notes in so many tokens, as lines.
Chart = Callable[[int, Count], Sequence[str]]

#: Shares of the budget: identity 50, facts 150, the map of notes 90 and context 310 of 600.
_IDENTITY, _FACTS, _CHART = 1 / 12, 1 / 4, 3 / 20
#: The longest excerpt of a fact and of a context line, in tokens.
_FACT, _PASSAGE = 48, 80
#: With fewer tokens left than the shortest line takes, no further line is tried.
_SHORTEST = 16
#: So many lines may be too long for what is left; those after them are worth too little.
_PASSED_OVER = 4
_MATTERS = "What matters:"


@dataclass(frozen=True, slots=True)
class Content:
    """What there is to say: who and where, facts in order of worth, context in order of use.

    ``topic`` heads the context; ``flags`` say what to know of it; ``chart`` draws the map of notes.
    """

    owner: str
    where: Where
    facts: Sequence[Line] = ()
    context: Sequence[Line] = ()
    topic: str = "Newest:"
    flags: Sequence[str] = ()
    chart: Chart | None = None


@dataclass(slots=True)
class _Layer:
    """Rows behind the margin, the ids they cite, what they cost, and whether any was left out.

    ``told`` is what all layers have told.
    """

    count: Count
    told: list[Line]
    head: str = ""
    rows: list[str] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    tokens: int = 0
    cut: bool = False

    def fill(self, lines: Iterable[Line], limit: int, longest: int) -> None:
        """Tell lines while they fit, none that repeats a told one; one too long is passed over."""
        passed = 0
        for line in lines:
            if any(line.id == told.id or line.repeats(told) for told in self.told):
                continue
            if limit - self.tokens < _SHORTEST or passed > _PASSED_OVER:
                self.cut = True
                return
            head = [] if self.rows or not self.head else [self.head]
            if self.add([*head, line.written(longest, self.count)], limit):
                self.told.append(line)
                self.ids.append(line.id)
            else:
                passed += 1

    def add(self, rows: Sequence[str], limit: int) -> bool:
        """Add rows if they fit."""
        made = [MARGIN + unforged(row) for row in rows]
        cost = sum(self.count(row) + 1 for row in made)
        if self.tokens + cost > limit:
            self.cut = True
            return False
        self.rows += made
        self.tokens += cost
        return True

    @property
    def text(self) -> str:
        return "\n".join(self.rows)


def fit(content: Content, budget: int, count: Count) -> WakeUp:
    """The wake-up within ``budget`` tokens, as ``count`` counts all of its text.

    The layers share what the fence leaves as 50 : 150 : 400, where the map of notes, which stands behind the
    facts, may have 90 of the last. What a layer leaves unspent goes to the next, and what the last leaves
    goes to further facts. A budget too small for the fence gives nothing.
    """
    wing = (
        f' wing="{label(clip(content.where.name, NAME_LIMIT, len))}"' if content.where.name else ""
    )
    fence = (f'<memory from="camillo" note="{NOTICE}"{wing}>', "</memory>")
    left = budget - count(fence[0]) - count(fence[1]) - 2
    told: list[Line] = []
    first, facts = _Layer(count, told), _Layer(count, told, _MATTERS)
    context = _Layer(count, told, content.topic)
    share = max(0, int(left * _IDENTITY))
    for row in identity(content.owner, content.where, share, count):
        first.add([row], left)
    facts.fill(content.facts, int(left * (_IDENTITY + _FACTS)) - first.tokens, _FACT)
    chart = _charted(content.chart, int(left * _CHART), count)
    context.fill(content.context, left - first.tokens - facts.tokens - chart.tokens, _PASSAGE)
    facts.cut = False
    facts.fill(content.facts, left - first.tokens - context.tokens - chart.tokens, _FACT)
    facts.rows += chart.rows
    facts.tokens += chart.tokens
    return _checked((first, facts, context), fence, content.flags, budget, count)


def _charted(chart: Chart | None, limit: int, count: Count) -> _Layer:
    """The map of notes, which says itself what it leaves out."""
    layer = _Layer(count, [])
    if chart is not None and limit > 0:
        layer.add(chart(limit, lambda text: count(MARGIN + text)), limit)
    return layer


def _checked(
    layers: tuple[_Layer, _Layer, _Layer],
    fence: tuple[str, str],
    flags: Sequence[str],
    budget: int,
    count: Count,
) -> WakeUp:
    """The wake-up, counted as a whole; empty if it were to pass the budget."""
    first, second, third = layers
    cut = any(layer.cut for layer in layers)
    made = WakeUp(
        l0=first.text,
        l1=second.text,
        l2=third.text,
        total_tokens=0,
        tokens={f"l{at}": layer.tokens for at, layer in enumerate(layers)},
        cites=tuple(id for layer in layers for id in layer.ids),
        flags=(*flags, "budget") if cut else tuple(flags),
        fence=fence,
    )
    total = count(made.text) if any(layer.rows for layer in layers) else 0
    if 0 < total <= budget:
        return replace(made, total_tokens=total)
    return WakeUp("", "", "", 0, {"l0": 0, "l1": 0, "l2": 0}, flags=(*flags, "budget"))
