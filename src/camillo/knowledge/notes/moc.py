"""The map of content: the pages that matter most, the sources, and what is to be tended."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from camillo.knowledge.notes.annotate import shown_title
from camillo.knowledge.notes.slugs import one_line
from camillo.text.inert import inert_json

#: After so many days without a change a page weighs half.
HALF_LIFE_DAYS = 30
_DAY = 86_400_000_000
_GIST, _NAME = 120, 120
#: Shares of the budget that sources and the to-do list may have; pages have the rest.
_SOURCES, _TO_DO = 0.2, 0.15
_WANTED_BY = 3


@dataclass(frozen=True, slots=True)
class MapRow:
    """A note on the map: ``layer`` is ``page`` or ``source``, ``changed`` in micros.

    ``backlinks`` counts the notes that link to it.
    """

    slug: str
    title: str
    layer: str
    gist: str = ""
    changed: int = 0
    backlinks: int = 0
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Wanted:
    """A link that leads nowhere: a page to be written, and the slugs of those that ask for it."""

    target: str
    by: tuple[str, ...] = ()


def score(row: MapRow, now: int) -> float:
    """(1 + backlinks) x recency, where recency halves every 30 days since the last change.

    >>> score(MapRow("a", "A", "page", changed=0, backlinks=3), 30 * 86_400_000_000)
    2.0
    """
    age = max(now - row.changed, 0) / _DAY
    recency: float = 0.5 ** (age / HALF_LIFE_DAYS)
    return round((1 + row.backlinks) * recency, 6)


def ranked(rows: Sequence[MapRow], now: int) -> list[MapRow]:
    """The best first; ties by the latest change, then by slug."""
    return sorted(rows, key=lambda row: (-score(row, now), -row.changed, row.slug))


def index_md(
    rows: Sequence[MapRow],
    orphans: Sequence[str],
    broken: Sequence[Wanted],
    now: int,
    limit_tokens: int,
    count: Callable[[str], int],
) -> str:
    """The map as Markdown of at most ``limit_tokens`` by ``count``; "" where there are no notes.

    Pages with their gists by :func:`score`, sources by title only (their text is nobody's here), then
    orphans (slugs) and broken links as the to-do list. A section that is cut says how much it left out.
    A function of its arguments alone; ``now`` in micros.

    >>> print(index_md([MapRow("plan", "The Plan", "page", "We move.")], [], [], 0, 100, len), end="")
    # Map of content
    <BLANKLINE>
    ## Pages (1)
    - [[plan]] The Plan: We move.
    """
    if not rows:
        return ""
    pages = [row for row in rows if row.layer == "page"]
    sources = [row for row in rows if row.layer == "source"]
    fits = _Budget(limit_tokens, count)
    if not fits.take("# Map of content"):
        return ""
    tending = len(orphans) + len(broken)
    to_do = fits.part(_TO_DO).section("To do", _to_do(orphans, broken), tending, "to tend")
    fits.left -= count(to_do)
    lines = (f"- {_shown(row)}" for row in ranked(sources, now))
    of_sources = fits.part(_SOURCES).section(
        "Sources", lines, len(sources), "sources, the least linked and oldest"
    )
    fits.left -= count(of_sources)
    lines = (_page(row) for row in ranked(pages, now))
    of_pages = fits.section("Pages", lines, len(pages), "pages, the least linked and oldest")
    return "# Map of content\n" + of_pages + of_sources + to_do


def _page(row: MapRow) -> str:
    gist = one_line(row.gist, _GIST)
    tags = "".join(f" #{one_line(tag, 40)}" for tag in row.tags[:3])
    return f"- {_shown(row)}{': ' + gist if gist else ''}{tags}"


def _shown(row: MapRow) -> str:
    title = shown_title(row.title)
    slug = _link(row.slug)
    return slug if not title or title == row.slug else f"{slug} {title}"


def _link(name: str) -> str:
    return f"[[{shown_title(one_line(name, _NAME))}]]"


def _to_do(orphans: Sequence[str], broken: Sequence[Wanted]) -> Iterator[str]:
    """Pages to write, the most wanted first, then pages that nothing links to."""
    wanted = sorted(broken, key=lambda one: (-len(one.by), one.target))
    for one in wanted:
        by = ", ".join(shown_title(slug) for slug in one.by[:_WANTED_BY])
        more = f" and {len(one.by) - _WANTED_BY} more" if len(one.by) > _WANTED_BY else ""
        yield f"- write {_link(one.target)}" + (f" (wanted by {by}{more})" if by else "")
    for slug in sorted(orphans):
        yield f"- link to {_link(slug)}"


class _Budget:
    """Tokens that are left. Each line counts for itself, with its line feed."""

    def __init__(self, left: int, count: Callable[[str], int]) -> None:
        self.left = left
        self._count = count

    def take(self, line: str) -> bool:
        cost = self._count(line + "\n")
        if cost > self.left:
            return False
        self.left -= cost
        return True

    def part(self, share: float) -> "_Budget":
        return _Budget(int(self.left * share), self._count)

    def section(self, name: str, lines: Iterable[str], total: int, what: str) -> str:
        """The section with as many of its lines as fit, or nothing at all."""
        head = f"\n## {name} ({total})"
        if not total or not self.take(head):
            return ""
        kept: list[str] = []
        # Room for the line that tells what was cut, until all have found theirs.
        note = self._count(_cut(total, what) + "\n")
        for line in lines:
            spare = 0 if len(kept) == total - 1 else note
            if self._count(line + "\n") + spare > self.left:
                break
            self.take(line)
            kept.append(line)
        left = total - len(kept)
        if left and not self.take(_cut(left, what)):
            return ""
        return "\n".join([head, *kept, *([_cut(left, what)] if left else [])]) + "\n"


def _cut(number: int, what: str) -> str:
    return f"- ({number} more not shown: {what})"


def index_json(
    rows: Sequence[MapRow], orphans: Sequence[str], broken: Sequence[Wanted], now: int
) -> str:
    """The map as JSON, whole: pages and sources in the order of the map, orphans, broken links.

    Sources have no gist. A function of its arguments alone.
    """

    def told(row: MapRow) -> dict[str, object]:
        shown: dict[str, object] = {"slug": row.slug, "title": one_line(row.title)}
        if row.layer == "page":
            shown["gist"] = one_line(row.gist, _GIST)
        shown |= {"tags": list(row.tags), "changed": row.changed, "backlinks": row.backlinks}
        return shown | {"score": score(row, now)}

    wanted = sorted(broken, key=lambda one: (-len(one.by), one.target))
    in_order = ranked(rows, now)
    whole = {
        "version": 1,
        "generated": now,
        "pages": [told(row) for row in in_order if row.layer == "page"],
        "sources": [told(row) for row in in_order if row.layer == "source"],
        "orphans": sorted(orphans),
        "broken": [{"target": one.target, "wanted_by": list(one.by)} for one in wanted],
    }
    return inert_json(json.dumps(whole, ensure_ascii=False)) + "\n"
