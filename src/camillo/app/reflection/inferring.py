"""Inferring: insights that a language model finds in a palace's newest texts, checked and kept as it said them."""

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

from camillo.app.reflection.proposed import MADE, SHOWN, made
from camillo.app.reflection.proposing import Reader
from camillo.distill.reflection import asking
from camillo.distill.reflection.naming import named
from camillo.distill.reflection.pairs import FILE
from camillo.distill.reflection.recurring import stretch
from camillo.distill.worth import Judge
from camillo.domain.errors import ModelUnavailable
from camillo.domain.knowledge import Act
from camillo.domain.proposal import Proposal
from camillo.domain.search import Memory
from camillo.text.asking import prompt

if TYPE_CHECKING:
    from camillo.app.compose import Parts
    from camillo.ports.language_model import LanguageModel
    from camillo.ports.store import Snapshot

FAILED, CORRECTED = "model-failed", "model-corrected"
#: Of a wing's newest passages so many are judged, and the most telling are shown; of the palace so many wings.
_JUDGED, _SHOWN, _WINGS = 400, 24, 3
#: A model's insight is looked at before what recurs in three conversations.
_SCORE = 1.5


def infer(parts: "Parts", wing: str | None) -> list[str]:
    """Ask the model about texts that it was not shown before, and keep what it says; returns flags."""
    model = parts.language_model()
    if model is None:
        return []
    with parts.store.snapshot() as snapshot:
        newest = sorted(snapshot.wings(), key=lambda row: -int(str(row["newest"] or 0)))
    flags: list[str] = []
    for each in [wing] if wing else [str(row["wing"]) for row in newest[:_WINGS]]:
        try:
            flags += _ask(parts, model, each)
        except ModelUnavailable:
            return [*flags, FAILED]
    return flags


def _ask(parts: "Parts", model: "LanguageModel", wing: str) -> list[str]:
    """Ask about one wing. No snapshot is held while the model thinks.

    Raises:
        ModelUnavailable: it gives no answer in time, or none that can be used.
    """
    with parts.store.snapshot() as snapshot:
        texts = _telling(Reader(parts, snapshot).texts(wing)[0][-_JUDGED:])
        digest = hashlib.sha256("\n".join(one.id for one in texts).encode()).hexdigest()[:24]
        if len(texts) < 2 or snapshot.acts([SHOWN], [digest]):
            return []
    reply = model.complete(
        prompt(asking.TASK, asking.passages(texts), parts.redacted),
        asking.schema(len(texts)),
        max_tokens=asking.TOKENS,
    )
    secrets = parts.secrets()
    told, corrected = asking.checked(reply.json, texts, lambda text: bool(secrets.find(text)))
    acts = [_act(one, texts, model.name) for one in told]
    with parts.store.snapshot() as snapshot:
        known = {act.subject for act in snapshot.acts([MADE])}
    new = [act for act in acts if act.subject not in known]
    parts.store.record("ask for insights", [Act(SHOWN, digest, "", {"texts": len(texts)}), *new])
    return [CORRECTED] if corrected else []


def _telling(texts: Sequence[Memory]) -> list[Memory]:
    """The passages that say most, in their order."""
    judge = Judge(lambda _: (), lambda _: "", texts)
    worths = [judge.substance(one).importance for one in texts]
    best = sorted(range(len(texts)), key=lambda at: (-worths[at], -at))[:_SHOWN]
    return [texts[at] for at in sorted(best)]


def _act(told: asking.Told, texts: Sequence[Memory], model: str) -> Act:
    ids = [stretch(texts[at], start, end) for at, start, end in told.cites]
    payload = {"text": told.text, "by": model, "evidence": ids}
    return Act(MADE, named("insight", "model", ids), "", payload)


def inferred(snapshot: "Snapshot", reader: Reader, wing: str | None) -> list[Proposal]:
    """What a model proposed, of the whole palace or of one wing, as long as all it cites is there."""
    found = []
    for act in made(snapshot):
        text, by = (str(act.payload.get(name, "")) for name in ("text", "by"))
        evidence = act.payload.get("evidence", ())
        place = reader.wing(evidence)
        if wing in (None, place):
            found.append(
                Proposal(
                    id=act.subject,
                    kind="insight",
                    text=text,
                    evidence=reader.quote(evidence),
                    would={"do": FILE, "text": text, "wing": place},
                    wing=place,
                    by=by or "model",
                    score=_SCORE,
                )
            )
    return found
