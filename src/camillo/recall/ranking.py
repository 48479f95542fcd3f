"""Ranking: arms propose, every arm scores the union, one fused score a drawer."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from camillo.ports.store import Snapshot
from camillo.recall.arms import Arms, Models
from camillo.recall.catalogue import FLOATS, MASK, ROWS, Catalogue
from camillo.recall.conversations import Wholes, conversation_scores
from camillo.recall.fuse import Fused, fuse
from camillo.recall.graph import Lent, lend
from camillo.recall.lexical import Lexical
from camillo.recall.lines import Lines, find
from camillo.recall.mentions import holding, spoken_as, spoken_by
from camillo.recall.pool import proposals, widen
from camillo.recall.query import Analysis
from camillo.recall.time_fit import fit

_TIME_BONUS = 0.08
_SPEAKER_BONUS = 0.05
_ROLE_BONUS = 0.05
#: The share of a conversation's score that each of its drawers gains, and of the bonuses for who
#: spoke that its passages bring it.
_CONTEXT_SHARE = 0.2
_SPOKEN_SHARE = 0.5
#: A drawer that holds the exact phrase stands above all that do not.
_PHRASE_BONUS = 10.0


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
    mask, held = _inside_phrases(analysis, mask, catalogue, snapshot)
    arms = Arms.ask(analysis, mask, models, catalogue, snapshot)
    found = _candidates(analysis, mask, held, limit, arms)
    rows, fused = found.rows, fuse(found.scores)
    bonuses = _bonuses(analysis, rows, held, catalogue)
    bonuses["graph"] = found.lent.gains(rows, fused.score)
    bonuses["context_line"] = found.lined.gains(rows)
    conversation = _conversations(analysis, arms.words, rows, fused, bonuses, catalogue)
    bonuses["context"] = np.where(fused.score > 0, _CONTEXT_SHARE * conversation, 0.0)
    return Ranked(
        rows=rows,
        proposed={arm: np.isin(rows, some) for arm, some in found.proposed.items()},
        arms=found.scores,
        fused=fused,
        bonuses=bonuses,
        rank=np.sum([fused.score, *bonuses.values()], axis=0, dtype=np.float32),
        conversation=conversation,
        unproved=held is not None and not len(held),
        unasked=arms.unasked,
        lent=found.lent,
        lined=found.lined.origins(rows),
    )


@dataclass(frozen=True)
class _Candidates:
    """Rows that some arm proposed, or beside such a one; raw scores of every arm for each of them."""

    rows: ROWS
    proposed: Mapping[str, ROWS]
    scores: Mapping[str, FLOATS]
    lent: Lent
    lined: Lines


def _candidates(
    analysis: Analysis, mask: MASK, held: ROWS | None, limit: int, arms: Arms
) -> _Candidates:
    catalogue, snapshot = arms.catalogue, arms.snapshot
    proposed = arms.propose(mask, proposals(int(mask.sum()), limit))
    if held is not None:
        proposed["phrase"] = held
    language = analysis.languages[0] if analysis.languages else None
    lined = find(arms.words, proposed["lexical"], language, mask, catalogue, snapshot)
    if len(lined.rows):
        proposed["context_line"] = lined.rows
    rows = widen([*proposed.values()], mask, catalogue)
    scores = arms.score(rows)
    first = fuse(scores).score
    lent = lend(analysis.text, rows, first, mask, arms.models.walker, catalogue, snapshot)
    more = lent.proposed(rows)
    if len(more):
        proposed["graph"] = more
        rows, extra = np.concatenate([rows, more]), arms.score(more)
        scores = {name: np.concatenate([raw, extra[name]]) for name, raw in scores.items()}
    return _Candidates(rows, proposed, scores, lent, lined)


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


def _inside_phrases(
    analysis: Analysis, mask: MASK, catalogue: Catalogue, snapshot: Snapshot
) -> tuple[MASK, ROWS | None]:
    """The mask without what was excluded, and the rows with every phrase asked for.

    None where no phrase is asked for; where nothing else is, the mask holds those rows alone.
    """
    for phrase in analysis.phrases.excluded:
        mask = mask.copy()
        mask[holding(phrase, mask, catalogue, snapshot)] = False
    held: ROWS | None = None
    for phrase in analysis.phrases.wanted:
        rows = holding(phrase, mask, catalogue, snapshot)
        held = rows if held is None else np.intersect1d(held, rows)
    if held is not None and len(held) and _asks_only_phrases(analysis):
        mask = mask & np.isin(np.arange(catalogue.size), held)
    return mask, held


def _asks_only_phrases(analysis: Analysis) -> bool:
    said = " ".join(analysis.phrases.wanted)
    return len(analysis.text) <= len(said) + 3 * len(analysis.phrases.wanted)
