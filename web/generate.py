"""Write ``web/src/api/schema.ts``: the types of the API, from the server's own OpenAPI.

python web/generate.py           # write it
python web/generate.py --check   # say whether it is up to date
"""

import json
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

TARGET = Path(__file__).parent / "src" / "api" / "schema.ts"
_PREFIX = "/api/palace"
_HEAD = "// Written by web/generate.py from the server's OpenAPI; not by hand.\n"


def openapi() -> dict[str, Any]:
    """The OpenAPI of the server as it stands here."""
    from camillo.app.serving.serving import open_serving
    from camillo.app.serving.settings import load
    from camillo.app.settings import load as load_settings
    from camillo.surfaces.http.api import api
    from camillo.surfaces.http.metrics import Metrics

    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        told = load(None, {}, data=place, token_file=place / "token", backfill=False)
        serving = open_serving(told, load_settings())
        try:
            document: dict[str, Any] = api(serving, Metrics()).openapi()
        finally:
            serving.close()
    return document


def written(document: Mapping[str, Any], *, headers: bool = False) -> str:
    """The TypeScript of a document: its shapes, then each route with what it takes and answers.

    With ``headers`` those of requests too; the page sends its own.
    """
    lines = [_HEAD]
    for name, shape in sorted(document["components"]["schemas"].items()):
        if "enum" in shape:
            lines.append(f"export type {name} = {_type(shape)};\n")
        else:
            lines.append(f"export interface {name} {_object(shape)}\n")
    lines.append("export interface Routes {")
    for path, methods in sorted(document["paths"].items()):
        if path.startswith(_PREFIX):
            for method, route in sorted(methods.items()):
                name = json.dumps(f"{method.upper()} {path[len(_PREFIX) :]}")
                lines.append(f"  {name}: {_route(document, route, headers=headers)};")
    return "\n".join([*lines, "}\n"])


def parameters(document: Mapping[str, Any], route: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What a route takes beside its body, each parameter as it is described where it stands."""
    named = document["components"].get("parameters", {})
    given = route.get("parameters", ())
    return [named[one["$ref"].rpartition("/")[2]] if "$ref" in one else one for one in given]


def _route(document: Mapping[str, Any], route: Mapping[str, Any], *, headers: bool) -> str:
    parts = []
    taken = parameters(document, route)
    for place in ("path", "query", *(["header"] if headers else [])):
        if given := [one for one in taken if one["in"] == place]:
            parts.append(_place(place, given))
    if body := route.get("requestBody"):
        needed = "" if body.get("required") else "?"
        content = body["content"].get("application/json")
        told = _type(content["schema"]) if content else "Blob | ReadableStream<Uint8Array>"
        parts.append(f"body{needed}: {told}")
    answers = [one for status, one in route["responses"].items() if status.startswith("2")]
    parts.append(f"answer: {_answer(answers[0].get('content', {}))}")
    return "{ " + "; ".join(parts) + " }"


def _place(place: str, given: list[dict[str, Any]]) -> str:
    needed = any(one.get("required") for one in given)
    fields = "; ".join(
        f"{_field(one['name'])}{'' if one.get('required') else '?'}: {_type(one['schema'])}"
        for one in given
    )
    return f"{place}{'' if needed else '?'}: {{ {fields} }}"


def _field(name: str) -> str:
    return name if name.isidentifier() else json.dumps(name)


def _answer(content: Mapping[str, Any]) -> str:
    if "application/json" in content:
        return _type(content["application/json"].get("schema", {}))
    # What may be as large as a palace is a stream.
    streamed = "application/x-ndjson" in content
    return "ReadableStream<Uint8Array>" if streamed else "Blob" if content else "unknown"


def _object(shape: Mapping[str, Any]) -> str:
    required = set(shape.get("required", ()))
    rows = [
        f"  {json.dumps(name)}{'' if name in required else '?'}: {_type(one)};"
        for name, one in shape.get("properties", {}).items()
    ]
    return "{\n" + "\n".join(rows) + "\n}"


def _type(shape: Mapping[str, Any]) -> str:
    if "$ref" in shape:
        return str(shape["$ref"]).rpartition("/")[2]
    for several in ("anyOf", "oneOf"):
        if several in shape:
            return " | ".join(dict.fromkeys(_type(one) for one in shape[several]))
    if "enum" in shape:
        return " | ".join(json.dumps(one) for one in shape["enum"])
    if "const" in shape:
        return json.dumps(shape["const"])
    kind = shape.get("type")
    if kind == "array":
        if "prefixItems" in shape:
            return "[" + ", ".join(_type(one) for one in shape["prefixItems"]) + "]"
        return f"Array<{_type(shape.get('items', {}))}>"
    if kind == "object":
        if "properties" in shape:
            return _object(shape)
        rest = shape.get("additionalProperties")
        return f"Record<string, {_type(rest if isinstance(rest, dict) else {})}>"
    plain = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean"}
    return {**plain, "null": "null"}.get(str(kind), "unknown")


def main() -> int:
    """Write the types, or check them."""
    told = written(openapi())
    if "--check" in sys.argv[1:]:
        return 0 if TARGET.exists() and TARGET.read_text("utf-8") == told else 1
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(told, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
