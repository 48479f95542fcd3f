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


def written(document: Mapping[str, Any]) -> str:
    """The TypeScript of a document: its shapes, then each route with what it takes and answers."""
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
                lines.append(
                    f"  {json.dumps(f'{method.upper()} {path[len(_PREFIX) :]}')}: {_route(route)};"
                )
    return "\n".join([*lines, "}\n"])


def _route(route: Mapping[str, Any]) -> str:
    parts = []
    for place in ("path", "query"):
        given = [one for one in route.get("parameters", ()) if one["in"] == place]
        if given:
            needed = any(one.get("required") for one in given)
            fields = "; ".join(
                f"{one['name']}{'' if one.get('required') else '?'}: {_type(one['schema'])}"
                for one in given
            )
            parts.append(f"{place}{'' if needed else '?'}: {{ {fields} }}")
    if body := route.get("requestBody"):
        needed = "" if body.get("required") else "?"
        content = body["content"].get("application/json")
        told = _type(content["schema"]) if content else "Blob"
        parts.append(f"body{needed}: {told}")
    answers = [one for status, one in route["responses"].items() if status.startswith("2")]
    content = answers[0].get("content", {}).get("application/json", {})
    parts.append(f"answer: {_type(content.get('schema', {})) if content else 'unknown'}")
    return "{ " + "; ".join(parts) + " }"


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
