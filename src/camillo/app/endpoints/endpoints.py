"""The endpoints that the settings name: made when first needed, and told of before."""

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from camillo.app.endpoints.keys import key_at
from camillo.app.endpoints.spending import Spending, spending_folder, told
from camillo.domain.errors import ModelUnavailable

if TYPE_CHECKING:
    from camillo.app.settings import Settings
    from camillo.models.endpoint import Endpoint
    from camillo.models.remote_embedder import Centres, RemoteEmbedder
    from camillo.ports.embedder import ModelCard
    from camillo.ports.language_model import LanguageModel
    from camillo.ports.reranker import ListReranker

#: Seconds that a batch of texts may take to become vectors.
_PATIENCE = 60.0


class Endpoints:
    """What may be asked over a network by these settings. Without such settings there is nothing.

    ``redact`` takes secrets out of every text that goes into a prompt or to an endpoint.
    """

    def __init__(self, settings: "Settings", redact: Callable[[str], str]) -> None:
        self.redact = redact
        self._settings = settings
        self._made: list[Endpoint] = []
        self._centres: Centres | None = None
        self._vectors = cache(lambda: self._endpoint(settings.embed_url, settings.embed_key))
        self.spending = cache(lambda: Spending(spending_folder()))
        self.language_model = cache(self._language_model)

    @property
    def has_model(self) -> bool:
        """Whether a language model is named."""
        return bool(self._settings.llm_url and self._settings.llm_model)

    @property
    def has_vectors(self) -> bool:
        """Whether vectors come from an endpoint."""
        return bool(self._settings.embed_url and self._settings.embed_model)

    @property
    def are_named(self) -> bool:
        """Whether any endpoint is named."""
        return self.has_model or self.has_vectors

    def leaving(self) -> str:
        """What leaves this machine by these settings, and whither."""
        settings, parts = self._settings, list[str]()
        if self.has_model:
            asked = f"texts that {settings.llm_model} is asked about"
            if settings.llm_rerank:
                asked += ", among them each search's question and first hits"
            if settings.llm_gists:
                asked += ", among them the most telling turns of each long episode"
            parts.append(_to(settings.llm_url, asked))
        if self.has_vectors:
            asked = f"every text and question, for vectors of {settings.embed_model}"
            parts.append(_to(settings.embed_url, asked))
        return "; ".join(parts) or "nothing"

    def status(self) -> dict[str, object]:
        """The lines that these settings add to a palace's status."""
        settings = self._settings
        lines: dict[str, object] = {"leaves_this_machine": self.leaving()}
        if self.has_model:
            lines["language_model"] = settings.llm_model
        if self.are_named:
            lines["spent_this_month"] = told(self.spending().month())
        return lines

    def close(self) -> None:
        """Close connections; they open again when something is asked."""
        for endpoint in self._made:
            endpoint.close()

    def _language_model(self) -> "LanguageModel | None":
        """The language model, or None where none is named. Nothing is sent before it is asked."""
        if not self.has_model:
            return None
        from camillo.models.chat import ChatModel
        from camillo.models.pricing import Prices

        settings = self._settings
        return ChatModel(
            self._endpoint(settings.llm_url, settings.llm_key),
            settings.llm_model,
            settings.llm_seconds,
            Prices(*settings.llm_prices) if settings.llm_prices else None,
            self.spending().add,
        )

    def reranker(self) -> "ListReranker":
        """The language model as a reranker.

        Raises:
            ModelUnavailable: none is named.
        """
        from camillo.models.listwise import ListwiseReranker

        model = self.language_model()
        if model is None:
            raise ModelUnavailable("no language model is named", "set llm_url and llm_model")
        return ListwiseReranker(model, self._settings.llm_rerank, self.redact)

    def embedder(self) -> "RemoteEmbedder":
        """The transformer tier behind its endpoint; the first time, the model is probed.

        Raises:
            ModelOffline: it must be probed, and the endpoint has no answer.
            BadAnswer: it makes no vectors.
        """
        from camillo.models.remote_embedder import RemoteEmbedder

        return RemoteEmbedder(
            self._vectors(),
            self._settings.embed_model,
            self.centres(_PATIENCE),
            seconds=self._settings.embed_seconds,
            patience=_PATIENCE,
            redact=self.redact,
            spent=self.spending().add,
        )

    def centres(self, seconds: float) -> "Centres":
        """How the model's vectors lie; the first time, it is probed, each request within so many seconds.

        Raises:
            ModelUnavailable: it must be probed, and the endpoint has no answer or makes no vectors.
        """
        from camillo.models.remote_embedder import probed, save_centres

        if (found := self._known_centres()) is None:
            found = probed(
                self._vectors(),
                self._settings.embed_model,
                seconds=seconds,
                redact=self.redact,
                spent=self.spending().add,
            )
            self._centres = found
            save_centres(self._centres_file(), found)
        return found

    def _known_centres(self) -> "Centres | None":
        from camillo.models.remote_embedder import load_centres

        if self._centres is None:
            self._centres = load_centres(self._centres_file())
        return self._centres

    def vector_card(self) -> "ModelCard | None":
        """The card of the endpoint's vectors, if the model was probed before; nothing is sent."""
        from camillo.models.remote_embedder import card_of

        centres = self._known_centres()
        if centres is None:
            return None
        return card_of(self._settings.embed_model, len(centres.texts))

    def _centres_file(self) -> Path:
        """Where it is kept how the model's vectors lie; without it the model is probed again."""
        import hashlib

        import platformdirs

        from camillo.models.probes import VERSION

        told = f"{VERSION} {self._settings.embed_url} {self._settings.embed_model}"
        name = hashlib.sha256(told.encode("utf-8", "backslashreplace")).hexdigest()[:16]
        return platformdirs.user_cache_path("camillo") / "vectors" / f"{name}.npy"

    def _endpoint(self, url: str, place: str) -> "Endpoint":
        from camillo.models.endpoint import Endpoint

        endpoint = Endpoint(url, partial(key_at, place) if place else None)
        self._made.append(endpoint)
        return endpoint


def _to(url: str, what: str) -> str:
    from urllib.parse import urlsplit

    from camillo.models.endpoint import is_local

    parts = urlsplit(url)
    if is_local(url):
        return f"nothing by Camillo: {what} go to {parts.netloc} on this machine, which may pass them on"
    return f"to {parts.netloc}{' (unencrypted)' if parts.scheme == 'http' else ''}: {what}"
