"""Gists in a language model's words, beside those in the episode's own: asked for, checked, kept and read."""

import hashlib
import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from camillo.app.episodes.runs import Runs
from camillo.app.reflection.proposed import RETOLD, is_gone
from camillo.app.waking.gathering import told_text
from camillo.distill import retelling as asking
from camillo.distill.reflection.recurring import stretch
from camillo.distill.worth import KINDS
from camillo.domain.drawer import Span
from camillo.domain.episode import Retold, Said
from camillo.domain.errors import ModelUnavailable
from camillo.domain.knowledge import Act
from camillo.domain.report import Problem
from camillo.domain.search import Memory
from camillo.knowledge.episodes.choosing import promising, told
from camillo.knowledge.episodes.runs import Run
from camillo.ports.episodes import GistRow
from camillo.ports.store import Snapshot
from camillo.text.asking import prompt

if TYPE_CHECKING:
    from camillo.app.compose import Parts
    from camillo.ports.language_model import LanguageModel

_LOG = logging.getLogger(__name__)
#: Episodes that one run asks about, the newest first, and bytes of each that the model is shown.
_EPISODES, _SHOWN = 20, 16_000


def retell(parts: "Parts") -> list[Problem]:
    """Ask the model about episodes whose gist it has not told yet; says where it failed.

    No snapshot is held while it thinks. A model that fails is not asked again in this run.
    """
    model = parts.language_model()
    if model is None:
        return []
    for run, row, texts in _waiting(parts):
        try:
            _ask(parts, model, run, row, texts)
        except ModelUnavailable as error:
            _LOG.warning("the gist of %s was not retold: %s", run[0].key.hex(), error.what)
            return [Problem("gists", error.what, error.mend)]
    return []


def _waiting(parts: "Parts") -> list[tuple[Run, GistRow, list[Memory]]]:
    halls = frozenset(h.name for h in parts.preset().halls if KINDS.keys() & {*h.kinds})
    found: list[tuple[Run, GistRow, list[Memory]]] = []
    with parts.store.snapshot() as snapshot:
        runs = Runs(snapshot, parts.redacted)
        known = {act.payload.get("gist") for act in snapshot.acts([RETOLD])}
        talks = [talk.conversation for talk in snapshot.talks()]
        rows = [row for row in snapshot.gists(talks) if _digest(row) not in known]
        place = {talk: at for at, talk in enumerate(talks)}
        rows.sort(key=lambda row: (place[row.conversation], -row.first))
        for row in rows:
            if len(found) == _EPISODES:
                break
            run = next((r for r in runs.of([row.conversation]) if r[0].turn == row.first), None)
            if run is not None and (texts := _texts(parts, snapshot, run, halls)):
                found.append((run, row, texts))
    return found


def _texts(parts: "Parts", snapshot: Snapshot, run: Run, halls: frozenset[str]) -> list[Memory]:
    """The passages of an episode that may be told, in its order; of a long one those that promise most."""
    spoken = told(run)
    long = sum(turn.size for turn in spoken) > _SHOWN
    turns = [turn.turn for turn in (promising(spoken, halls) if long else spoken)]
    cuts = snapshot.drawers_of(turns)
    memories = snapshot.passages([number for each in cuts.values() for number in each])
    found, size = dict[int, Memory](), 0
    for number in (number for turn in turns for number in cuts.get(turn, ())):
        memory = memories.get(number)
        # Of a page of the web no more than its title may be told, and that has no words to cite.
        if memory is None or told_text(memory, memory.turn.role, str) != memory.text:
            continue
        size += len(memory.content)
        if found and size > _SHOWN:
            break
        found[number] = memory
    place = {turn.turn: at for at, turn in enumerate(run)}
    turn_of = {number: place[turn] for turn, each in cuts.items() for number in each}
    return [found[number] for number in sorted(found, key=lambda n: (turn_of[n], n))]


def _ask(
    parts: "Parts", model: "LanguageModel", run: Run, row: GistRow, texts: Sequence[Memory]
) -> None:
    """Ask about one episode and keep what its words bear out, be it nothing: it is not asked for again.

    Raises:
        ModelUnavailable: there is no answer in time, or none that can be used.
    """
    reply = model.complete(
        prompt(asking.TASK, asking.passages(texts), parts.redacted),
        asking.schema(len(texts)),
        max_tokens=asking.TOKENS,
    )
    secrets = parts.secrets()
    lines = [
        {
            "text": line.text,
            "cites": [stretch(texts[at], low, high) for at, low, high in line.cites],
        }
        for line in asking.checked(reply.json, texts, lambda text: bool(secrets.find(text)))
    ]
    cites = sorted({id for line in lines for id in line["cites"]})
    payload = {"gist": _digest(row), "by": model.name, "lines": lines, "evidence": cites}
    act = Act(RETOLD, run[0].key.hex(), "", payload)
    with parts.store.snapshot() as snapshot:
        if is_gone(snapshot, act):  # forgotten while the model thought
            return
    parts.store.record("retell a gist", [act])


def retold(
    snapshot: Snapshot, run: Run, row: GistRow, redact: Callable[[str], str]
) -> tuple[str, tuple[Retold, ...]]:
    """What a model made of this very gist, and its name; nothing once anything that it rests on is gone."""
    acts = [
        act
        for act in snapshot.acts([RETOLD], [run[0].key.hex()])
        if not act.redacted and act.payload.get("gist") == _digest(row)
    ]
    if not acts or is_gone(snapshot, acts[-1]):
        return "", ()
    told_lines = acts[-1].payload.get("lines", ())
    lines = tuple(
        Retold(redact(str(line["text"])), tuple(_said(snapshot, line["cites"], redact)))
        for line in told_lines
    )
    return (str(acts[-1].payload.get("by", "")), lines) if lines else ("", ())


def _said(snapshot: Snapshot, ids: Iterable[str], redact: Callable[[str], str]) -> Iterator[Said]:
    for id in ids:
        memory = snapshot.get(Span.parse(id), 0)
        if memory is not None:
            yield Said(id, redact(memory.text), memory.turn.speaker, memory.turn.at)


def _digest(row: GistRow) -> str:
    """What stands for a gist as it is: another one is told anew."""
    stretches = [(line.turn, line.start, line.end) for line in row.lines]
    return hashlib.sha256(f"{row.turns} {stretches}".encode()).hexdigest()[:24]
