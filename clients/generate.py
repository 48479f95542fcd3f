"""Write the clients from the server's own OpenAPI: ``clients/python`` and ``clients/typescript``.

python clients/generate.py           # write them
python clients/generate.py --check   # say whether they are up to date
"""

import importlib.util
import json
import keyword
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent
PYTHON = ROOT / "python" / "camillo_client.py"
TYPESCRIPT = ROOT / "typescript" / "schema.ts"
_PREFIX = "/api/palace"
_PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
_JSON = "application/json"
#: What may be as large as a palace: it is written to a file as it comes.
_STREAMED = "application/x-ndjson"
#: Headers of requests by the words that methods have for them; the client makes no others.
_HEADERS = {"Idempotency-Key": "key", "If-Match": "if_match", "If-None-Match": "if_none_match"}


def web() -> Any:
    """The generator of the page's types, which knows the OpenAPI and TypeScript."""
    path = ROOT.parent / "web" / "generate.py"
    spec = importlib.util.spec_from_file_location("camillo_web_generate", path)
    assert spec is not None and spec.loader is not None  # noqa: S101
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def routes(document: Mapping[str, Any]) -> dict[str, Any]:
    """The routes that are for everybody; those of the page change with it."""
    return {
        path: methods
        for path, methods in document["paths"].items()
        if path.startswith(_PREFIX) and not path.startswith(f"{_PREFIX}/ui/")
    }


def used(document: Mapping[str, Any]) -> dict[str, Any]:
    """The shapes that these routes speak of."""
    schemas = document["components"]["schemas"]
    found: dict[str, Any] = {}
    queue = [json.dumps(routes(document))]
    while queue:
        for name in re.findall(r'"#/components/schemas/([^"]+)"', queue.pop()):
            if name not in found:
                found[name] = schemas[name]
                queue.append(json.dumps(schemas[name]))
    return dict(sorted(found.items()))


def python(document: Mapping[str, Any]) -> str:
    """The Python client: shapes as typed dictionaries, a method for each route."""
    head, tail = (ROOT / "python" / "template.py.txt").read_text("utf-8").split("# SHAPES\n")
    shapes = [_shape(name, shape) for name, shape in used(document).items()]
    methods, seen = [], set()
    for path, operations in sorted(routes(document).items()):
        for method, told in sorted(operations.items()):
            one = {**told, "parameters": web().parameters(document, told)}
            name = str(one["operationId"])
            assert name not in seen, name  # noqa: S101
            seen.add(name)
            methods.append(_method(name, path, method, one))
    return _formatted(f"{head}\n\n{''.join(shapes)}{tail}{''.join(methods)}")


def _formatted(text: str) -> str:
    words = [sys.executable, "-m", "ruff", "format", "--stdin-filename", str(PYTHON), "-"]
    done = subprocess.run(words, input=text, capture_output=True, text=True, check=True)  # noqa: S603
    return done.stdout


def typescript(document: Mapping[str, Any]) -> str:
    """The types of the TypeScript client."""
    named = document["components"]["parameters"]
    shown = {"schemas": used(document), "parameters": named}
    told: str = web().written({"paths": routes(document), "components": shown}, headers=True)
    return told.replace("web/generate.py", "clients/generate.py")


def _shape(name: str, shape: Mapping[str, Any]) -> str:
    required = set(shape.get("required", ()))
    fields = {
        field: _type(one) if field in required else f"NotRequired[{_type(one)}]"
        for field, one in shape.get("properties", {}).items()
    }
    if "enum" in shape:
        return f"{_word(name)} = {_type(shape)}\n"
    assert all(field.isidentifier() and not keyword.iskeyword(field) for field in fields), name  # noqa: S101
    told = "".join(f"    {field}: {kind}\n" for field, kind in fields.items())
    return f"class {_word(name)}(TypedDict):\n    {_doc(shape)}\n{told}\n\n"


def _doc(shape: Mapping[str, Any]) -> str:
    told = str(shape.get("description") or shape["title"]).split("\n")[0].rstrip(".")
    return f'"""{told}."""\n'


def _type(shape: Mapping[str, Any]) -> str:
    if "$ref" in shape:
        return _word(str(shape["$ref"]).rpartition("/")[2])
    for several in ("anyOf", "oneOf"):
        if several in shape:
            return " | ".join(dict.fromkeys(_type(one) for one in shape[several]))
    if "enum" in shape:
        return f"Literal[{', '.join(repr(one) for one in shape['enum'])}]"
    if "const" in shape:
        return f"Literal[{shape['const']!r}]"
    if shape.get("type") == "array":
        return f"list[{_type(shape.get('items', {}))}]"
    if shape.get("type") == "object":
        rest = shape.get("additionalProperties")
        return f"dict[str, {_type(rest) if isinstance(rest, dict) else 'Any'}]"
    return _PLAIN.get(str(shape.get("type")), "Any")


def _method(name: str, path: str, method: str, one: Mapping[str, Any]) -> str:
    given = one["parameters"]
    paths, query, headers = (
        {p["name"]: p for p in given if p["in"] == place} for place in ("path", "query", "header")
    )
    takes = [f"{_snake(p)}: {_type(spec['schema'])}" for p, spec in paths.items()]
    must = [p for p in query if query[p].get("required")]
    takes += [f"{_snake(p)}: {_type(query[p]['schema'])}" for p in must]
    takes += _body(one)
    is_saved = _STREAMED in _answered(one)
    takes += ["to: Target"] * is_saved
    optional = [p for p in query if p not in must]
    takes += ["*"]
    takes += [f"{_snake(p)}: {_maybe(_type(query[p]['schema']))} = None" for p in optional]
    words = {p: _HEADERS[p] for p in headers if p in _HEADERS}
    takes += [f"{word}: str | None = None" for word in words.values()]
    takes += ["seen: Seen | None = None"]
    where = re.sub(r"\{(\w+)\}", lambda m: f"{{_part({_snake(m[1])})}}", path[len(_PREFIX) :])
    asked = ", ".join(f"{json.dumps(p)}: {_snake(p)}" for p in query)
    sent = ", ".join(f"{json.dumps(p)}: {word}" for p, word in words.items())
    told = f'f"{where}"' if "{" in where else f'"{where}"'
    call = f'"{method.upper()}", {told}, {{{asked}}}, {{{sent}}}'
    call += ", body" * ("requestBody" in one) + ", to=to" * is_saved + ", seen=seen"
    return "".join(_lines(name, takes, "int" if is_saved else _answer(one), one, call))


def _body(one: Mapping[str, Any]) -> list[str]:
    body = one.get("requestBody")
    if not body:
        return []
    kind, told = next(iter(body["content"].items()))
    shape = _type(told.get("schema", {})) if kind == _JSON else "Source"
    return [f"body: {shape}" if body.get("required") else f"body: {_maybe(shape)} = None"]


def _lines(
    name: str, takes: list[str], answer: str, one: Mapping[str, Any], call: str
) -> Iterator[str]:
    yield f"\n    def {name}({', '.join(['self', *takes])}) -> {answer}:\n"
    yield f'        """{one["summary"]}."""\n'
    verb = "_save" if answer == "int" else "_ask"
    yield f"        answer: {answer} = self.{verb}({call})\n"
    yield "        return answer\n"


def _answered(one: Mapping[str, Any]) -> Mapping[str, Any]:
    (told,) = [found for status, found in one["responses"].items() if status.startswith("2")]
    content: Mapping[str, Any] = told.get("content", {})
    return content


def _answer(one: Mapping[str, Any]) -> str:
    content = _answered(one)
    return _type(content[_JSON].get("schema", {})) if _JSON in content else "bytes"


def _maybe(kind: str) -> str:
    return kind if "None" in kind.split(" | ") else f"{kind} | None"


def _snake(name: str) -> str:
    word = re.sub(r"(?<=[a-z0-9])([A-Z])", lambda m: f"_{m[1].lower()}", name)
    return f"{word}_" if keyword.iskeyword(word) else word


def _word(name: str) -> str:
    return re.sub(r"\W", "_", name)


def main() -> int:
    """Write the clients, or check them."""
    document = web().openapi()
    made = {PYTHON: python(document), TYPESCRIPT: typescript(document)}
    if "--check" in sys.argv[1:]:
        stale = [path for path, text in made.items() if not _is(path, text)]
        return 1 if stale else 0
    for path, text in made.items():
        path.write_text(text, "utf-8")
    return 0


def _is(path: Path, text: str) -> bool:
    return path.exists() and path.read_text("utf-8") == text


if __name__ == "__main__":
    sys.exit(main())
