"""Ranking: arms propose, every arm scores the union, one fused score a drawer."""

import logging
import time
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from camillo.domain.errors import ModelUnavailable
from camillo.ports.embedder import (
    DenseQuery,
    DistantEmbedder,
    Embedder,
    StaticEmbedder,
    StaticQuery,
)
from camillo.ports.graph import Walker
from camillo.ports.store import Snapshot
from camillo.recall import dense, lines, static
from camillo.recall.catalogue import FLOATS, MASK, ROWS, Catalogue
from camillo.recall.conversations import Wholes, conversation_scores
from camillo.recall.fuse import Fused, fuse
from camillo.recall.graph import Lent, lend
from camillo.recall.lexical import Lexical, lexical
from camillo.recall.mentions import holding, spoken_as, spoken_by
from camillo.recall.pool import proposals, widen
from camillo.recall.query import Analysis
from camillo.recall.time_fit import fit
from camillo.text.scripts import is_unspaced

_TIME_BONUS = 0.08
_SPEAKER_BONUS = 0.05
_ROLE_BONUS = 0.05
#: The share of a conversation's score that each of its drawers gains, and of the bonuses for who
#: spoke that its passages bring it.
_CONTEXT_SHARE = 0.2
_SPOKEN_SHARE = 0.5
#: A drawer that holds the exact phrase stands above all that do not.
_PHRASE_BONUS = 10.0
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Models:
    """The embedders at hand, and what walks the palace's graph; any may be missing.

    ``deadline`` is the caller's, in seconds of ``time.perf_counter``: only what is asked over a network
    heeds it.
    """

    static: StaticEmbedder | None
    embedder: Embedder | None
    walker: Walker | None = None
    deadline: float | None = None


@dataclass(frozen=True)
class Ranked:
    """Candidates with their scores, all [n]: ``rank`` orders them, ``conversation`` their conversations [n].

    ``proposed`` says which arms came up with a row [n]; one that none did is a neighbour of one.
    ``unproved``: no drawer has the exact phrase that was asked for. ``unasked``: the embedder had no
    vector for the question. ``lent`` knows the path to what the graph lifted; ``lined`` says by
    position the id of the later memory whose words stand in its context.
    """

    rows: ROWS
    proposed: Mapping[str, MASK]
    arms: Mapping[str, FLOATS]
    fused: Fused
    bonuses: Mapping[str, FLOATS]
    rank: FLOATS
    conversation: FLOATS
    unproved: bool
    unasked: bool
    lent: Lent
    lined: Mapping[int, str]


def rank(
    analysis: Analysis,
    mask: MASK,
    limit: int,
    models: Models,
    catalogue: Catalogue,
    snapshot: Snapshot,
) -> Ranked:
    """Score the candidates of a question inside a mask."""
    mask = _without_excluded(analysis, mask, catalogue, snapshot)
    held = _holding_phrases(analysis, mask, catalogue, snapshot)
    if held is not None and len(held) and _asks_only_phrases(analysis):
        mask = mask & np.isin(np.arange(catalogue.size), held)
    words = lexical(analysis.terms.groups, mask, catalogue, snapshot)
    asked = _ask(analysis.text, models, catalogue)
    count = proposals(int(mask.sum()), limit)
    proposed = _propose(words, asked, models, mask, count, catalogue, snapshot)
    if held is not None:
        proposed["phrase"] = held
    language = analysis.languages[0] if analysis.languages else None
    lined = lines.find(words, proposed["lexical"], language, mask, catalogue, snapshot)
    if len(lined.rows):
        proposed["context_line"] = lined.rows
    rows = widen([*proposed.values()], mask, catalogue)
    arms = _score(words, asked, models, rows, catalogue, snapshot)
    lent = lend(analysis.text, rows, fuse(arms).score, mask, models.walker, catalogue, snapshot)
    more = lent.proposed(rows)
    if len(more):
        proposed["graph"] = more
        extra = _score(words, asked, models, more, catalogue, snapshot)
        arms = {name: np.concatenate([raw, extra[name]]) for name, raw in arms.items()}
        rows = np.concatenate([rows, more])
    fused = fuse(arms)
    bonuses = _bonuses(analysis, rows, held, catalogue)
    bonuses["graph"] = lent.gains(rows, fused.score)
    bonuses["context_line"] = lined.gains(rows)
    conversation = _conversations(analysis, words, rows, fused, bonuses, catalogue)
    bonuses["context"] = np.where(fused.score > 0, _CONTEXT_SHARE * conversation, 0.0)
    return Ranked(
        rows=rows,
        proposed={arm: np.isin(rows, found) for arm, found in proposed.items()},
        arms=arms,
        fused=fused,
        bonuses=bonuses,
        rank=np.sum([fused.score, *bonuses.values()], axis=0, dtype=np.float32),
        conversation=conversation,
        unproved=held is not None and not len(held),
        unasked=asked.failed,
        lent=lent,
        lined=lined.origins(rows),
    )


@dataclass(frozen=True)
class _Asked:
    dense: DenseQuery | None
    static: StaticQuery | None
    failed: bool


def _ask(text: str, models: Models, catalogue: Catalogue) -> _Asked:
    dense_query = static_query = None
    failed = False
    if models.embedder is not None and catalogue.refined.any():
        try:
            dense_query = _vector(text, models.embedder, models.deadline)
        except ModelUnavailable as error:
            _log.warning("searching without the question's vector: %s", error)
            failed = True
    wanted = dense_query is None or not catalogue.refined.all()
    # The word table has such scripts by single characters: their mean tells less than no model does.
    if models.static is not None and wanted and not is_unspaced(text):
        static_query = models.static.query(text)
    return _Asked(dense_query, static_query, failed)


def _vector(text: str, embedder: Embedder, deadline: float | None) -> DenseQuery:
    if deadline is not None and isinstance(embedder, DistantEmbedder):
        return embedder.query_within(text, deadline - time.perf_counter())
    return embedder.query(text)


def _propose(
    words: Lexical,
    asked: _Asked,
    models: Models,
    mask: MASK,
    count: int,
    catalogue: Catalogue,
    snapshot: Snapshot,
) -> dict[str, ROWS]:
    found = {"lexical": words.propose(mask, count)}
    if asked.dense is not None and models.embedder is not None:
        card = models.embedder.card
        found["pooled"] = dense.propose(asked.dense, card, mask, count, catalogue, snapshot)
    if asked.static is not None:
        unrefined = mask if asked.failed else mask & ~catalogue.refined
        found["static"] = static.propose(asked.static, unrefined, count, catalogue)
    return found


def _score(
    words: Lexical,
    asked: _Asked,
    models: Models,
    rows: ROWS,
    catalogue: Catalogue,
    snapshot: Snapshot,
) -> dict[str, FLOATS]:
    limit = words.attainable or 1.0
    arms = {"drawer": words.drawers(rows) / limit, "window": words.windows(rows) / limit}
    absent = np.zeros(len(rows), np.bool_)
    if asked.dense is not None and models.embedder is not None:
        found = dense.score(asked.dense, models.embedder.card, rows, catalogue, snapshot)
        arms |= {"token": found.token, "token_window": found.token_window}
        arms |= {"pooled": found.pooled, "pooled_window": found.pooled_window}
        absent = ~np.isnan(found.pooled)
    if asked.static is not None and models.static is not None:
        alone, window = static.score(asked.static, models.static, rows, catalogue)
        arms["word"] = np.where(absent, np.nan, alone).astype(np.float32)
        arms["word_window"] = np.where(absent, np.nan, window).astype(np.float32)
    return arms


def _bonuses(
    analysis: Analysis, rows: ROWS, held: ROWS | None, catalogue: Catalogue
) -> dict[str, FLOATS]:
    found = {
        "time": _TIME_BONUS * fit(analysis.times, catalogue.columns.at[rows]),
        "speaker": _SPEAKER_BONUS * spoken_by(analysis.speakers, rows, catalogue),
        "role": _ROLE_BONUS * spoken_as(analysis.roles, rows, catalogue),
    }
    if held is not None and len(held):
        found["phrase"] = _PHRASE_BONUS * np.isin(rows, held).astype(np.float32)
    return found


def _conversations(
    analysis: Analysis,
    words: Lexical,
    rows: ROWS,
    fused: Fused,
    bonuses: Mapping[str, FLOATS],
    catalogue: Catalogue,
) -> FLOATS:
    if not len(rows):
        return np.empty(0, np.float32)
    codes, back = np.unique(catalogue.code[rows], return_inverse=True)
    wholes = Wholes(
        words.conversations(codes),
        words.covered(rows, back, len(codes)),
        np.diff(catalogue.bounds)[codes],
    )
    passages = fused.score + bonuses["graph"]
    passages += _SPOKEN_SHARE * (bonuses["speaker"] + bonuses["role"])
    told = fit(analysis.times, catalogue.columns.at[rows])
    scores: FLOATS = conversation_scores(back, passages, told, wholes)[back]
    return scores


def _without_excluded(
    analysis: Analysis, mask: MASK, catalogue: Catalogue, snapshot: Snapshot
) -> MASK:
    for phrase in analysis.phrases.excluded:
        mask = mask.copy()
        mask[holding(phrase, mask, catalogue, snapshot)] = False
    return mask


def _holding_phrases(
    analysis: Analysis, mask: MASK, catalogue: Catalogue, snapshot: Snapshot
) -> ROWS | None:
    """Rows with every phrase asked for; None where none is asked for."""
    held: ROWS | None = None
    for phrase in analysis.phrases.wanted:
        rows = holding(phrase, mask, catalogue, snapshot)
        held = rows if held is None else np.intersect1d(held, rows)
    return held


def _asks_only_phrases(analysis: Analysis) -> bool:
    said = " ".join(analysis.phrases.wanted)
    return len(analysis.text) <= len(said) + 3 * len(analysis.phrases.wanted)
