"""The relevance bar: which memories a prompt is given, if any."""

from collections.abc import Collection
from typing import TYPE_CHECKING

from camillo.distill.relevant import Passage, assemble
from camillo.domain.relevant import Relevant
from camillo.domain.search import Filters
from camillo.text.budget import tokens

if TYPE_CHECKING:
    from camillo.app.compose import Parts
    from camillo.domain.moment import Moment

_BAR = 0.5
_LIMIT = 20


def relevant(
    parts: "Parts",
    prompt: str,
    filters: Filters,
    *,
    budget: int,
    session: str | None,
    exclude: Collection[str],
    latency_ms: int | None,
    now: "Moment | None",
) -> Relevant:
    """The memories that clear the bar, assembled within the budget."""
    if not prompt.strip():
        return Relevant(flags=("no-question",))
    found = parts.recaller().search(prompt, filters, limit=_LIMIT, now=now, latency_ms=latency_ms)
    hits = [hit for hit in found.results if hit.conversation != session and hit.id not in exclude]
    score = max((hit.score for hit in hits), default=0.0)
    if score < _BAR:
        return Relevant(score=score, flags=(*found.flags, "below-bar"))
    passages = [Passage(hit.id, hit.at or "", hit.speaker or hit.role, hit.text) for hit in hits]
    text, chosen = assemble(passages, budget, tokens)
    return Relevant(text, tuple(one.id for one in chosen), score, tokens(text), found.flags)
