"""Requests made from the OpenAPI, right and wrong ones: no fault, and every answer as it is documented."""

import json
from copy import deepcopy
from functools import cache

import jsonschema_rs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

pytestmark = pytest.mark.slow

BASE = "http://testserver"
#: Headers that all answers have, which the OpenAPI leaves to the words of docs/reference/server.md.
PLAIN = {
    "cache-control", "content-length", "content-security-policy", "content-type", "referrer-policy",
    "x-content-type-options", "x-frame-options",
}  # fmt: skip


@pytest.fixture(scope="module")
def schemathesis():
    """The library; to import it takes a second, which those who leave these tests out do not wait for."""
    import schemathesis

    @schemathesis.serializer("application/x-ndjson")
    def lines(_, value):
        """What the tests send as an archive: bytes as they are, anything else as JSON."""
        return value if isinstance(value, bytes) else json.dumps(value, default=str).encode()

    return schemathesis


@pytest.mark.parametrize("mode", ["positive", "negative"])
def test_no_request_makes_the_server_fail(schemathesis, document, client, sign, mode):
    described = schemathesis.openapi.from_dict(deepcopy(document))
    shape = validator(json.dumps(document))
    headers = {"Authorization": f"Bearer {sign('ana')}"}
    for result in described.get_all_operations():
        operation = result.ok()
        if not operation.path.startswith("/api/palace"):
            continue
        asked(
            operation.as_strategy(generation_mode=schemathesis.GenerationMode(mode)),
            client,
            headers,
            shape,
            document,
        )


def asked(cases, client, headers, shape, document) -> None:
    @settings(max_examples=8, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(case=cases)
    def ask(case) -> None:
        told = case.as_transport_kwargs(base_url=BASE)
        told.pop("cookies", None)
        if isinstance(told.get("data"), bytes):
            told["content"] = told.pop("data")
        given = {
            name: str(value).encode("utf-8", "replace")
            for name, value in (told.get("headers") or {}).items()
        }
        answer = client.request(**{**told, "headers": {**given, **headers}})
        name = f"{case.method} {case.operation.path}: {answer.status_code} {answer.text[:500]}"
        assert answer.status_code < 500, name
        known = document["paths"][case.operation.path][case.method.lower()]["responses"]
        assert str(answer.status_code) in (*known, "405"), name
        if told := known.get(str(answer.status_code)):
            assert set(answer.headers) <= PLAIN | {one.lower() for one in told["headers"]}, name
        if answer.status_code >= 400:
            assert answer.headers["content-type"] == "application/problem+json", name
            shape.validate(answer.json())

    ask()


@cache
def validator(document: str):
    schemas = json.loads(document)["components"]["schemas"]
    return jsonschema_rs.validator_for({**schemas["Problem"], "components": {"schemas": schemas}})


@given(
    st.binary(max_size=300), st.sampled_from(["GET", "POST", "DELETE", "PATCH", "HEAD", "OPTIONS"])
)
@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_path_makes_the_server_fail(client, sign, path, method):
    from urllib.parse import quote_from_bytes

    headers = {"Authorization": f"Bearer {sign('ana')}"}
    for before in ("/api/palace/wings/", "/api/palace/kg/entity/", "/api/palace/memories/", "/"):
        url = f"{BASE}{before}{quote_from_bytes(path)}"
        answer = client.request(method, url, headers=headers, follow_redirects=False)
        assert answer.status_code < 500, (method, url, answer.text)


@given(st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
), st.sampled_from(["memory_search", "memory_add", "fact_query", "wake_up", "diary_write", "nothing"]))  # fmt: skip
@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_tool_call_makes_the_server_fail(client, sign, arguments, tool):
    headers = {
        "Authorization": f"Bearer {sign('ana')}",
        "Accept": "application/json, text/event-stream",
    }
    told = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
    body = {**told, "params": {"name": tool, "arguments": arguments}}
    answer = client.post("/mcp", json=body, headers=headers)
    assert answer.status_code < 500, answer.text
