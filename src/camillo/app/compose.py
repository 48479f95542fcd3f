"""The composition root: which backend, which models, which readers, each made when first needed."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from camillo.app.endpoints.endpoints import Endpoints
from camillo.app.endpoints.tier import Tiers, function_words
from camillo.app.shared import Shared
from camillo.domain.drawer import Cut
from camillo.domain.errors import InvalidInput, NotFound
from camillo.domain.halls import PRESETS, Preset, canonical, own_preset
from camillo.domain.owner import Owner
from camillo.domain.report import Problem
from camillo.domain.turn import Turn
from camillo.ports.rows import Stored
from camillo.ports.store import PalaceStore

if TYPE_CHECKING:
    from camillo.app.deriving import Deriving
    from camillo.app.links.linking import Linking
    from camillo.app.notes.mapping import Mapper
    from camillo.app.settings import Settings
    from camillo.app.waking.waking import Waker
    from camillo.ingest.cutting import Cutter
    from camillo.ingest.mine import Progress
    from camillo.ingest.place import Placer
    from camillo.ingest.refine import RefineReport
    from camillo.knowledge.entities.registry import Names
    from camillo.knowledge.walk.walker import PalaceWalker
    from camillo.ports.embedder import StaticEmbedder
    from camillo.ports.language_model import LanguageModel
    from camillo.recall.rerank import RerankerLoader
    from camillo.recall.search import Recaller
    from camillo.text.secrets.finding import Secrets


def default_settings() -> "Settings":
    """The settings of file and environment."""
    from camillo.app.settings import load

    return load()


def open_store(path: Path, settings: "Settings", *, create: bool) -> PalaceStore:
    """Open the embedded store at a path.

    Raises:
        NotFound: nothing is there and ``create`` is false.
        InvalidInput: the path cannot be reached, or nothing can be made there.
    """
    from camillo.app.encryption.keys import keys_of
    from camillo.app.encryption.spool import ensure_published
    from camillo.storage.sqlite.store import SqliteStore

    try:
        if not create and not path.exists():
            raise NotFound(f"there is no palace at {path}", "make one with `camillo mine` or `add`")
        keys = keys_of(settings)
        store = SqliteStore.open(path, create=create, busy_seconds=settings.busy_seconds, keys=keys)
        if keys is not None and store.is_encrypted:
            ensure_published(path, keys)
        return store
    except OSError as error:
        raise InvalidInput(
            f"no palace can be opened at {path}: {error.strerror or error}",
            "name another file, or see to the rights of its folder",
        ) from error


def connect_store(address: str, owner: Owner, settings: "Settings", *, create: bool) -> PalaceStore:
    """Open an owner's palace through the backend that is registered for the address.

    A single file is opened by :func:`open_store`, without the cost of looking for backends.

    Raises:
        NotFound: this owner has none there and ``create`` is false.
        InvalidInput: no backend serves such an address.
    """
    from camillo.app import plugins
    from camillo.app.encryption.keys import owner_keys

    keys = owner_keys(settings, owner)
    scheme = address.partition("://")[0]
    opener = plugins.store_opener(scheme)
    try:
        # Stores that know nothing of keys go on working where none is set.
        given = {} if keys is None else {"keys": keys}
        return opener(address, owner, create=create, busy_seconds=settings.busy_seconds, **given)
    except ImportError as error:
        raise plugins.store_failed(scheme, opener.__module__, error) from error


class Parts:
    """The parts of one open palace. Nothing is loaded before it is used.

    A ``light`` one never loads a transformer, whatever is installed.
    """

    def __init__(
        self,
        store: PalaceStore,
        settings: "Settings",
        *,
        light: bool = False,
        shared: Shared | None = None,
    ) -> None:
        self.store = store
        self.settings = settings
        #: The palace's own file, where it has one.
        self.file: Path | None = None
        self._shared = shared or Shared()
        self._light = light
        self.secrets = cache(lambda: self._shared.get("secrets", _make_secrets))
        self.endpoints = Endpoints(settings, self.redacted)
        self.static = cache(self._load_static)
        self.tiers = Tiers(store, settings, self.endpoints, self._shared, light=light)
        self.embedder = self.tiers.wanted
        self.card = self.tiers.card
        self.placer = cache(self._make_placer)
        self.cutter = cache(self._make_cutter)
        self.recaller = cache(self._make_recaller)
        self.waker = cache(self._make_waker)
        self.mapper = cache(self._make_mapper)
        self.names = cache(self._make_names)
        self.walker = cache(self._make_walker)
        self.linking = cache(self._make_linking)
        self.deriving = cache(self._make_deriving)

    def hall(self, label: str | None) -> str | None:
        """A hall's own name for any label that people use for it."""
        return None if label is None else canonical(label, self.preset())

    def redacted(self, text: str) -> str:
        """The text as it may go into a prompt or leave this machine: without its secrets."""
        return self.secrets().redacted(text)

    def cuts(self, turn: Turn) -> tuple[tuple[Cut, ...], str]:
        """The drawers of a turn that is about to be filed, and its language."""
        from camillo.ingest.cutting import told_apart

        passages = told_apart([turn])
        return self.cutter().cuts(passages)[0], passages[0].language

    def recut(
        self, turns: Sequence[Stored], contents: Sequence[bytes] | None = None
    ) -> list[tuple[Cut, ...]]:
        """The drawers of turns that are filed, or of the same turns with other bytes."""
        from camillo.ingest.cutting import Passage

        given = contents if contents is not None else [turn.content for turn in turns]
        passages = [
            Passage.of_stored(turn, content) for turn, content in zip(turns, given, strict=True)
        ]
        return self.cutter().cuts(passages)

    def refine(
        self, limit: int | None, progress: "Callable[[Progress], None] | None"
    ) -> "RefineReport":
        """Run the transformer tier over what waits; without a model, say what is pending."""
        from camillo.ingest.refine import Refiner, RefineReport

        embedder, problem = self.tiers.proved()
        if embedder is None:
            counts = self.counts()
            drawers, refined = counts["drawers"], counts["refined"]
            linked = self._derive(limit, patient=False)
            covered = refined / drawers if drawers else 0.0
            return RefineReport(0, drawers - refined, covered, (problem,), linked=linked)
        from camillo.models.quantise import to_vectors

        report = Refiner(self.store, embedder, to_vectors).refine(limit, progress)
        if report.interrupted:
            return report
        # What still waits after a whole run cannot be read by the model: it is linked without.
        patient = limit is not None and report.refined >= limit
        return replace(report, linked=self._derive(limit, patient=patient))

    def _derive(self, limit: int | None, *, patient: bool) -> int:
        """Link what waits, then what is derived of links and of whole conversations."""
        linked = self.linking().run(limit, patient=patient)
        if limit is None:
            self.deriving().run()
        else:
            self.deriving().soon()
        return linked

    def counts(self) -> dict[str, int]:
        """Totals; ``refined`` are the drawers with vectors of the model in force."""
        card = self.card()
        with self.store.snapshot() as snapshot:
            refined = snapshot.vectors().get(card, 0) if card is not None else 0
            return {**snapshot.counts(), "refined": refined}

    def unlinked(self) -> int:
        """How many drawers the linking pass has yet to look at."""
        with self.store.snapshot() as snapshot:
            return len(snapshot.shelved(snapshot.linked()).drawer)

    def status(self) -> dict[str, object]:
        """Totals and what makes the answers."""
        counts = self.counts()
        static = self.static()
        drawers, refined = counts.get("drawers", 0), counts.get("refined", 0)
        return {
            **counts,
            "covered": round(refined / drawers, 4) if drawers else 1.0,
            "pending": drawers - refined,
            "unlinked": self.unlinked(),
            "model": self.tiers.name(),
            "static_model": static.card.name if static else None,
            **self.endpoints.status(),
        }

    def check_derived(self, progress: "Callable[[Progress], None] | None") -> list[Problem]:
        """Whether drawers and terms are what today's segmentation and tokenizer make of the turns."""
        from camillo.app.care.proof import check_derived

        return check_derived(self.store, self.recut, progress)

    def preset(self) -> Preset:
        """The halls in use: a preset's, or the user's own instead of them."""
        preset = PRESETS[self.settings.hall_preset]
        return own_preset(preset.name, self.settings.halls) if self.settings.halls else preset

    def language_model(self) -> "LanguageModel | None":
        """The language model that the settings name; a light palace has none."""
        return None if self._light else self.endpoints.language_model()

    def _load_static(self) -> "StaticEmbedder | None":
        from camillo.models.loading import load_static

        path = self.settings.model
        return self._shared.get(
            ("static", path), lambda: load_static(path, function_words=function_words())
        )

    def _make_placer(self) -> "Placer":
        from camillo.ingest.place import Placer, PlaceRules

        return Placer(PlaceRules(self.preset(), self.settings.rooms))

    def _make_cutter(self) -> "Cutter":
        from camillo.app import plugins
        from camillo.ingest.cutting import Cutter
        from camillo.knowledge.reading import with_readers

        return Cutter(self.static(), with_readers(plugins.entity_readers()))

    def _make_recaller(self) -> "Recaller":
        from camillo.app.facts.superseded import superseded_in
        from camillo.recall.search import Recaller

        return Recaller(
            self.store,
            self.static(),
            self.tiers.answering,
            self._reranker(),
            lambda snapshot, drawers: superseded_in(snapshot, drawers, self.names()),
            self.walker(),
        )

    def recaller_over(self, store: PalaceStore) -> "Recaller":
        """A recaller of the same models over a part of the palace: no facts and no graph, which span it."""
        from camillo.recall.search import Recaller

        return Recaller(store, self.static(), self.tiers.answering, self._reranker())

    def _make_walker(self) -> "PalaceWalker":
        from camillo.knowledge.walk.walker import PalaceWalker

        return PalaceWalker(self.names())

    def _make_names(self) -> "Names":
        from camillo.knowledge.entities.registry import Names

        return Names()

    def _make_deriving(self) -> "Deriving":
        from camillo.app.deriving import Deriving

        return Deriving(self)

    def _make_linking(self) -> "Linking":
        from camillo.app.links.linking import Linking

        return Linking(self)

    def _make_mapper(self) -> "Mapper":
        from camillo.app.notes.mapping import Mapper

        return Mapper(self.file)

    def _make_waker(self) -> "Waker":
        from camillo.app.waking.waking import Waker

        return Waker(self)

    def _reranker(self) -> "RerankerLoader | None":
        """What loads the reranker: the language model where searches may wait for it, else the user's
        cross-encoder, else the installed one; None where there is none of them.
        """
        if self._light:
            return None
        if self.endpoints.has_model and self.settings.llm_rerank:
            return self.endpoints.reranker
        from camillo.app import plugins

        path = self.settings.reranker
        if path is None:
            return plugins.reranker()
        from camillo.models.loading import load_reranker

        return lambda: load_reranker(path)


def _make_secrets() -> "Secrets":
    import platformdirs

    from camillo.text.secrets.finding import Secrets

    return Secrets(platformdirs.user_cache_path("camillo") / "secrets")
