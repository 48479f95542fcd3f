"""Which transformer tier a palace gets, and which one answers until that is ready."""

import logging
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from camillo.app.shared import Shared
from camillo.domain.errors import ModelUnavailable
from camillo.domain.report import Problem
from camillo.models.loading import embedder_card, multilingual_card
from camillo.ports.embedder import Embedder, ModelCard
from camillo.ports.store import PalaceStore, Snapshot

if TYPE_CHECKING:
    from camillo.app.endpoints.endpoints import Endpoints
    from camillo.app.settings import Settings

#: The share of turns in other languages than English from which on the multilingual model is
#: chosen, and the share below which a palace that has its vectors leaves it again. They lie apart
#: because every change means that all drawers are refined anew.
_ENTERS, _LEAVES = 0.5, 0.25
#: Drawers embedded again to see that a name still stands for the same model, and the least cosine
#: of a vector with the one that is stored.
_TRIED, _SAME = 3, 0.9
_NONE = Problem("refine", "no embedding model is installed", "pip install camillo")
_log = logging.getLogger(__name__)


def mostly_foreign(languages: Mapping[str, int], in_force: bool) -> bool:
    """Whether turns by language call for the multilingual model.

    >>> mostly_foreign({"zh": 60, "en": 40}, False), mostly_foreign({"zh": 40, "en": 60}, False)
    (True, False)
    >>> mostly_foreign({"zh": 40, "en": 60}, True), mostly_foreign({}, False)
    (True, False)
    """
    told = sum(languages.values())
    if not told:
        return in_force
    return 1 - languages.get("en", 0) / told > (_LEAVES if in_force else _ENTERS)


def _multilingual_wanted(store: PalaceStore) -> bool:
    """Whether the multilingual model is installed and this palace is mostly not in English."""
    card = multilingual_card()
    if card is None:
        return False
    with store.snapshot() as snapshot:
        in_force = snapshot.vectors().get(card, 0) > 0
        return mostly_foreign(snapshot.languages(), in_force)


class Tiers:
    """The models of one palace's transformer tier; loaded when needed, a light one never.

    The *wanted* one is what the settings and the languages call for: an endpoint's, the
    multilingual one, or the English one. Its vectors are made beside those that are there, and
    whichever model has vectors of the most drawers answers meanwhile.
    """

    def __init__(
        self,
        store: PalaceStore,
        settings: "Settings",
        endpoints: "Endpoints",
        shared: Shared,
        *,
        light: bool,
    ) -> None:
        self._shared = shared
        self._store = store
        self._settings = settings
        self._endpoints = endpoints
        self._light = light
        self.wanted = cache(self._wanted)
        self._local = cache(self._load_local)
        self._unproved = True

    def card(self) -> ModelCard | None:
        """The wanted model's card, without loading it; None where it is not known yet, or there is none."""
        if self.wanted.cache_info().currsize:
            loaded = self.wanted()
            return loaded.card if loaded is not None else None
        if self._endpoints.has_vectors:
            return self._endpoints.vector_card()
        return self._local_card()

    def name(self) -> str | None:
        """The wanted model's name."""
        if self._endpoints.has_vectors:
            return self._settings.embed_model
        card = self.card()
        return card.name if card is not None else None

    def answering(self) -> Embedder | None:
        """The model that answers: the one with vectors of the most drawers, the wanted one among equals."""
        if self._light:
            return None
        with self._store.snapshot() as snapshot:
            counts = snapshot.vectors()
        try:
            if self._endpoints.has_vectors:
                self._endpoints.centres(self._settings.embed_seconds)
        except ModelUnavailable as error:
            _log.warning("the endpoint's model is not known yet: %s", error)
        wanted = self.card()
        standing = [wanted, multilingual_card(), embedder_card(self._settings.model)]
        cards = [card for card in standing if card is not None]
        best = max(cards, key=lambda card: counts.get(card, 0), default=None)
        if best is not None and best != wanted and counts.get(best):
            return self._local(best)
        return self.wanted() if wanted is not None else None

    def proved(self) -> tuple[Embedder | None, Problem]:
        """The wanted model, once it is seen that its name stands for what it stood for; else why not."""
        try:
            embedder = self.wanted()
            if embedder is None:
                return None, _NONE
            if self._unproved and self._endpoints.has_vectors:
                with self._store.snapshot() as snapshot:
                    prove(embedder, snapshot)
            self._unproved = False
        except ModelUnavailable as error:
            if not self._endpoints.has_vectors:
                raise
            return None, Problem("refine", error.what, error.mend)
        return embedder, _NONE

    def _wanted(self) -> Embedder | None:
        if self._light:
            return None
        if self._endpoints.has_vectors:
            return self._endpoints.embedder()
        card = self._local_card()
        return self._local(card) if card is not None else None

    def _local_card(self) -> ModelCard | None:
        """A model on this machine; one that the user names has precedence."""
        if self._settings.model is None and _multilingual_wanted(self._store):
            return multilingual_card()
        return embedder_card(self._settings.model)

    def _load_local(self, card: ModelCard) -> Embedder | None:
        from camillo.models.loading import load_embedder, load_multilingual

        if card == multilingual_card():
            return self._shared.get(card, load_multilingual)
        path = self._settings.model
        return self._shared.get(
            ("embedder", path), lambda: load_embedder(path, function_words=function_words())
        )


def prove(embedder: Embedder, snapshot: Snapshot) -> None:
    """Embed a few drawers again that have this model's vectors.

    Raises:
        ModelUnavailable: the model fails on them, or gives other vectors than it did.
    """
    import numpy as np

    from camillo.text.context import embedding_text

    drawers = snapshot.signs(0, embedder.card).drawer[-_TRIED:].tolist()
    held, found = snapshot.dense(drawers, embedder.card), snapshot.passages(drawers)
    tried = [drawer for drawer in drawers if drawer in held and drawer in found]
    texts = [embedding_text(found[one].turn.speaker, found[one].text) for one in tried]
    fresh = embedder.encode(texts).pooled if tried else np.empty((0, 0), np.float32)
    for drawer, new in zip(tried, fresh, strict=True):
        old = held[drawer].pooled.astype(np.float32)
        if float(old @ new) < _SAME * float(np.linalg.norm(old)):
            raise ModelUnavailable(
                f"another model answers by the name {embedder.card.name!r} than did before",
                "name it in embed_model by another of its names, such as one with its tag",
            )


def function_words() -> frozenset[str]:
    """Words the English model's token codes leave out; the lexical index has every word."""
    from camillo.text.stops import function_words as of

    return of("en")
