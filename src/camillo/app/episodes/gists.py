"""Gists of a palace: read with their shorthand, and searched by its words alone."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING

from camillo.app.episodes.retelling import retold
from camillo.app.episodes.runs import Runs
from camillo.domain.drawer import Span
from camillo.domain.episode import Gist, GistFound
from camillo.domain.errors import NotFound
from camillo.domain.pruning import VERBS, pruned
from camillo.domain.shorthand import Brief, Shorthand
from camillo.knowledge.episodes.choosing import told
from camillo.knowledge.episodes.runs import Run
from camillo.ports.episodes import GistRow
from camillo.ports.store import Snapshot
from camillo.text.groups import TermGroup, query_groups
from camillo.text.language import detect
from camillo.text.tokens import index_terms

if TYPE_CHECKING:
    from camillo.app.compose import Parts
    from camillo.app.shorthand.compressing import Compressor

#: Gists of which the shorthand is read for one question: those whose passages promise most.
_READ = 32
#: A question whose language cannot be told is read in those of so large a share of the palace.
_SHARE = 0.1
#: Index terms that one ideograph may begin.
_BEGUN = 64


@dataclass(frozen=True, slots=True)
class _Asked:
    """One word of a question: its weight, and the drawers that have it in any form."""

    group: TermGroup
    weight: float
    drawers: frozenset[int]


class Gists:
    """The gists that one snapshot holds; ``compressor`` is made when shorthand is asked for."""

    def __init__(
        self, parts: "Parts", snapshot: Snapshot, compressor: "Callable[[], Compressor]"
    ) -> None:
        self._snapshot = snapshot
        self._redact = parts.redacted
        self._runs = Runs(snapshot, parts.redacted)
        self._compressor = compressor

    def of(self, run: Run, id: str, *, shorthand: bool) -> Gist:
        """The gist of an episode, which was asked for by this id.

        Raises:
            NotFound: it has none.
        """
        row = self._runs.gist_row(run)
        if row is None or not row.lines:
            raise NotFound(
                f"the episode of {id!r} has no gist",
                "those of more than ten turns get one with `camillo refine`",
            )
        short = dict(self._compressor().gists(self._snapshot, [row]))[row] if shorthand else None
        return self._gist(run, row, short)

    def _gist(self, run: Run, row: GistRow, shorthand: Shorthand | None) -> Gist:
        lines = self._runs.gist(run)
        size = sum(Span.parse(line.id).end - Span.parse(line.id).start for line in lines)
        whole = sum(turn.size for turn in told(run))
        share = round(size / whole, 4) if whole else 0.0
        by, lines_of_model = retold(self._snapshot, run, row, self._redact)
        return Gist(run[0].key.hex(), lines, share, shorthand, lines_of_model, by)

    # ---- searching -----------------------------------------------------------------------

    def search(self, question: str, wing: str | None, limit: int) -> list[GistFound]:
        """The gists whose shorthand has most of what the question's words weigh."""
        languages = self._languages(question)
        asked = self._asked(question, languages)
        total = sum(one.weight for one in asked)
        rows = self._promising(asked, wing)
        if not rows or not total:
            return []
        runs = {run[0].turn: run for run in self._runs.of(sorted({r.conversation for r in rows}))}
        found = []
        for row, short in self._compressor().gists(self._snapshot, rows):
            run = runs.get(row.first)
            if run is None or (wing is not None and not any(wing in turn.wings for turn in run)):
                continue
            held = _held(short.briefs, asked, languages)
            weight = sum(asked[at].weight for at in frozenset().union(*held.values()))
            if held:
                best = sorted(held, key=lambda id: -sum(asked[at].weight for at in held[id]))
                hits = tuple(short.cites[id] for id in best)
                score = round(weight / total, 6)
                found.append(GistFound(self._gist(run, row, short), score, hits))
        found.sort(key=lambda one: (-one.score, one.gist.episode))
        return found[:limit]

    def _languages(self, question: str) -> list[str]:
        if language := detect(question):
            return [language]
        held = self._snapshot.languages()
        least = _SHARE * sum(held.values())
        return sorted((one for one in held if held[one] >= least), key=lambda one: -held[one])

    def _asked(self, question: str, languages: Sequence[str]) -> list[_Asked]:
        groups = query_groups(question, languages).groups
        terms = {group: self._terms(group) for group in groups}
        postings = self._snapshot.postings(sorted({t for each in terms.values() for t in each}))
        size = self._snapshot.counts()["drawers"]
        asked = []
        for group in groups:
            lists = [postings[term].drawer.tolist() for term in terms[group] if term in postings]
            drawers = frozenset[int]().union(*lists)
            rarity = log(1 + (size - len(drawers) + 0.5) / (len(drawers) + 0.5))
            asked.append(_Asked(group, group.weight * rarity, drawers))
        return asked

    def _terms(self, group: TermGroup) -> set[str]:
        terms = {term for each in group.alternatives for term in each}
        if group.prefix:
            last = chr(ord(group.word[-1]) + 1)
            terms.update(self._snapshot.terms_between(group.word, last, _BEGUN))
        return terms

    def _promising(self, asked: Sequence[_Asked], wing: str | None) -> list[GistRow]:
        """The gists of which passages have most of the question's words: no shorthand can have more."""
        talks = sorted(talk.conversation for talk in self._snapshot.talks(wing))
        rows = self._snapshot.gists(talks)
        hidden = self._hidden()
        turns = {line.turn for row in rows for line in row.lines} - hidden
        drawers = self._snapshot.drawers_of(sorted(turns))
        weights = {
            row: sum(
                one.weight
                for one in asked
                if not one.drawers.isdisjoint(_of(drawers, (line.turn for line in row.lines)))
            )
            for row in rows
        }
        best = sorted(
            (row for row in rows if weights[row] > 0), key=lambda row: (-weights[row], row.first)
        )
        return best[:_READ]

    def _hidden(self) -> set[int]:
        keys = pruned(self._snapshot.acts(VERBS))
        return {*self._snapshot.turn_numbers([*keys]).values()} if keys else set()


def _of(drawers: Mapping[int, Sequence[int]], turns: Iterable[int]) -> set[int]:
    return {number for turn in turns for number in drawers.get(turn, ())}


def _held(
    briefs: Sequence[Brief], asked: Sequence[_Asked], languages: Sequence[str]
) -> dict[str, frozenset[int]]:
    """Which of the question's words the lines hold, by the ids of those that hold any."""
    language = languages[0] if languages else None
    held: dict[str, frozenset[int]] = {}
    for brief in briefs:
        terms = index_terms(" ".join(brief.words), language).terms.keys()
        own = frozenset(at for at, one in enumerate(asked) if _stands_in(one.group, terms))
        if own:
            held[brief.id] = held.get(brief.id, frozenset()) | own
    return held


def _stands_in(group: TermGroup, terms: Iterable[str]) -> bool:
    known = set(terms)
    begun = group.prefix and any(term.startswith(group.word) for term in known)
    return begun or any(not known.isdisjoint(one) for one in group.alternatives)
