"""What the OpenAPI says beside what the routes say themselves: the shape of problems, headers, examples."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from camillo.surfaces.http.problems import Problem
from camillo.surfaces.http.wording import PREFIX

if TYPE_CHECKING:
    from fastapi import FastAPI

#: By a parameter's name, wherever it stands.
_EXAMPLES: dict[str, object] = {
    "id": "03cb084d0fb190f22ebed869:0-16",
    "wingId": "orion",
    "roomId": "api",
    "hall": "decisions",
    "entity": "Ana",
    "role": "reviewer",
    "note": "stack",
    "number": 7,
    "version": 2,
    "confirm": "Yx0bQ4mT2kq9Zr1uVw3sMTI",
    "limit": 20,
    "cursor": "c2lnbmVkMzA",
    "speaker": "Ana",
    "layer": "page",
    "tag": "security",
    "tokens": 2_000,
    "budget": 600,
    "hops": 1,
    "memoryId": "03cb084d0fb190f22ebed869:0-16",
}
_TAG = '"9f86d081884c7d659a2feaa0c55ad015"'
_UUID = "4b1f9a52-6a5e-4f7e-9d0c-2f3f6f1f6d11"
#: Headers of requests that are read before any route: name, shape, example, what it does.
_ASKED: tuple[tuple[str, dict[str, object], str, str], ...] = (
    (
        "Idempotency-Key",
        {"type": "string", "minLength": 8, "maxLength": 255, "pattern": "^[ -~]*$"},
        _UUID,
        "sent again under the same key within a day, a write is answered as before and not done twice",
    ),
    (
        "If-None-Match",
        {"type": "string"},
        _TAG,
        "the ETag of what you have: 304 where it is still the same",
    ),
    (
        "X-Request-Id",
        {"type": "string", "pattern": "^[A-Za-z0-9._-]{1,64}$"},
        "b2b1a4c0d9e84f6f",
        "what the log and the answer are to call this request; anything else is passed over",
    ),
)
#: Headers of answers: name, example, what it says.
_TOLD: tuple[tuple[str, object, str], ...] = (
    ("ETag", _TAG, "what was read, as If-None-Match and If-Match take it"),
    ("Idempotent-Replayed", "true", "there where the answer is one given before to the same key"),
    ("Retry-After", 2, "seconds to wait before it is asked again"),
    ("WWW-Authenticate", 'Bearer realm="camillo"', "how to show who you are"),
    ("X-Request-Id", "b2b1a4c0d9e84f6f", "what the log calls this request"),
)
_JSON = "application/json"
#: Statuses that say when to come back, and those that a repeated write may be answered with.
_WAITED = frozenset({"409", "429", "503"})
_REPEATED = frozenset({"200", "201", "403", "404", "409", "412", "422"})


def describe(app: "FastAPI") -> None:
    """Complete an application's OpenAPI."""
    made = app.openapi

    def told() -> dict[str, Any]:
        document = made()
        components = document.setdefault("components", {})
        if "headers" not in components:
            _complete(document, components)
        return document

    app.openapi = told  # type: ignore[method-assign]


def _complete(document: dict[str, Any], components: dict[str, Any]) -> None:
    schemas = components.setdefault("schemas", {})
    shape = Problem.model_json_schema(ref_template="#/components/schemas/{model}")
    schemas.update(shape.pop("$defs", {}))
    schemas["Problem"] = shape
    for name in ("HTTPValidationError", "ValidationError"):
        schemas.pop(name, None)
    components["parameters"] = {
        name: {"name": name, "in": "header", "schema": schema, "example": example, "description": what}
        for name, schema, example, what in _ASKED
    }  # fmt: skip
    components["headers"] = {
        name: {
            "description": what,
            "schema": {"type": "integer" if isinstance(example, int) else "string"},
            "example": example,
        }
        for name, example, what in _TOLD
    }
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            _exemplify(operation.get("parameters", ()))
            _head(operation, method, is_own=path.startswith(PREFIX))


def _exemplify(parameters: "list[dict[str, Any]]") -> None:
    for one in parameters:
        if "example" not in one and "examples" not in one["schema"] and one["name"] in _EXAMPLES:
            one["example"] = _EXAMPLES[one["name"]]


def _head(operation: dict[str, Any], method: str, *, is_own: bool) -> None:
    """The headers of one route: of requests for it, and of each of its answers."""
    answers = operation["responses"]
    is_tagged = method == "get" and _JSON in answers["200"].get("content", {})
    is_repeated = method != "get" and is_own
    if is_tagged:
        answers["304"] = {"description": "still what If-None-Match names"}
    asked = {"If-None-Match": is_tagged, "Idempotency-Key": is_repeated, "X-Request-Id": True}
    operation.setdefault("parameters", []).extend(
        {"$ref": f"#/components/parameters/{name}"} for name, there in asked.items() if there
    )
    for status, answer in answers.items():
        names = set(_names(status, is_tagged=is_tagged, is_repeated=is_repeated))
        told = {name: {"$ref": f"#/components/headers/{name}"} for name in sorted(names)}
        answer["headers"] = {**answer.get("headers", {}), **told}


def _names(status: str, *, is_tagged: bool, is_repeated: bool) -> Iterator[str]:
    yield "X-Request-Id"
    if is_tagged and status in ("200", "304"):
        yield "ETag"
    if is_repeated and status in _REPEATED:
        yield "Idempotent-Replayed"
    if status in _WAITED:
        yield "Retry-After"
    if status == "401":
        yield "WWW-Authenticate"
