"""What the OpenAPI says beside what the routes say themselves: the shape of problems, examples of parameters."""

from typing import TYPE_CHECKING, Any

from camillo.surfaces.http.problems import Problem

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
}


def describe(app: "FastAPI") -> None:
    """Complete an application's OpenAPI."""
    made = app.openapi

    def told() -> dict[str, Any]:
        document = made()
        schemas = document.setdefault("components", {}).setdefault("schemas", {})
        if "Problem" not in schemas:
            shape = Problem.model_json_schema(ref_template="#/components/schemas/{model}")
            schemas.update(shape.pop("$defs", {}))
            schemas["Problem"] = shape
            for name in ("HTTPValidationError", "ValidationError"):
                schemas.pop(name, None)
            for operations in document["paths"].values():
                for operation in operations.values():
                    _exemplify(operation.get("parameters", ()))
        return document

    app.openapi = told  # type: ignore[method-assign]


def _exemplify(parameters: "list[dict[str, Any]]") -> None:
    for one in parameters:
        if "example" not in one and "examples" not in one["schema"] and one["name"] in _EXAMPLES:
            one["example"] = _EXAMPLES[one["name"]]
