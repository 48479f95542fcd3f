"""Spans over a socket, kept by the SDK's exporter in memory; and nothing at all without the SDK."""

import json
import subprocess
import sys

import httpx2
import pytest
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind, StatusCode
from tests.waiting import until

from camillo.app import telemetry

WORDS = ("whisper", "vault", "ana kova", "secret", "zanzibar", "evil")
TRACE, PARENT = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"


@pytest.fixture
def exporter(monkeypatch):
    """The SDK, set up for one test, as the host program of a server would."""
    kept = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(kept))
    monkeypatch.setattr(trace, "_TRACER_PROVIDER", provider)
    yield kept
    provider.shutdown()


@pytest.fixture
def url(serving, app_of, listen):
    """A server at a port of this machine."""
    with listen(app_of(serving)) as address:
        yield address


@pytest.fixture
def ask(url, sign):
    """Asks as a user with a name that stands nowhere else."""
    with httpx2.Client(
        base_url=url, headers={"Authorization": f"Bearer {sign('zanzibar')}"}, timeout=60
    ) as client:
        yield client.request


def told(exporter, route):
    """The one span of requests of a route, and the names of all that are inside it."""
    spans = _finished(exporter, route)
    (span,) = [one for one in spans if one.attributes.get("http.route") == route]
    inside = {one.context.span_id: one for one in spans}
    below = []
    for one in spans:
        up = one.parent
        while up is not None and up.span_id in inside and up.span_id != span.context.span_id:
            up = inside[up.span_id].parent
        if up is not None and up.span_id == span.context.span_id:
            below.append(one)
    return span, {one.name: one for one in below}


def _finished(exporter, route):
    """The answer is there a little before its span has ended."""

    def found():
        spans = exporter.get_finished_spans()
        return spans if any(one.attributes.get("http.route") == route for one in spans) else ()

    return until(found)


def _all_of(exporter, requests):
    """The spans, once those of so many requests are there; nothing before."""
    spans = exporter.get_finished_spans()
    served = [one for one in spans if one.kind is SpanKind.SERVER]
    assert len(served) <= requests
    return spans if len(served) == requests else ()


MEMORY = {
    "wingId": "secret wing", "roomId": "r", "hall": "events",
    "content": "The vault opens with a whisper, said Ana Kova.",
}  # fmt: skip


def test_a_request_is_one_span_with_what_was_done_inside_it(exporter, ask):
    assert ask("POST", "/api/palace/memories", json=MEMORY).status_code == 201
    span, inside = told(exporter, "/api/palace/memories")
    assert span.name == "POST /api/palace/memories"
    assert span.kind is SpanKind.SERVER
    assert dict(span.attributes) == {
        "http.request.method": "POST",
        "http.route": "/api/palace/memories",
        "http.response.status_code": 201,
        "network.protocol.version": "1.1",
        "url.path": "/api/palace/memories",
        "url.scheme": "http",
    }
    assert span.status.status_code is StatusCode.UNSET
    assert {"prove the caller", "wait for the palace", "open the palace", "file"} <= set(inside)

    exporter.clear()
    assert ask("GET", "/api/palace/search", params={"q": "what whisper?"}).status_code == 200
    span, inside = told(exporter, "/api/palace/search")
    assert "search" in inside
    assert "open the palace" not in inside
    assert all(one.end_time <= span.end_time for one in inside.values())
    # FastAPI and the SDK of the protocol add none of their own.
    assert {one.instrumentation_scope.name for one in exporter.get_finished_spans()} == {"camillo"}


def test_a_tool_is_a_step_of_its_request(exporter, ask):
    headers = {"Accept": "application/json, text/event-stream"}
    call = {"name": "memory_search", "arguments": {"query": "what whisper?"}}
    asked = {"jsonrpc": "2.0", "id": "evil", "method": "tools/call", "params": call}
    assert ask("POST", "/mcp", json=asked, headers=headers).status_code == 200
    span, inside = told(exporter, "/mcp")
    assert span.name == "POST /mcp"
    tool = inside["tools/call memory_search"]
    assert tool.attributes["gen_ai.tool.name"] == "memory_search"
    assert inside["search"].parent.span_id == tool.context.span_id


def test_the_trace_of_the_caller_is_continued(exporter, ask):
    headers = {"traceparent": f"00-{TRACE}-{PARENT}-01", "tracestate": "vendor=1"}
    ask("GET", "/api/palace/wings", headers=headers)
    span, inside = told(exporter, "/api/palace/wings")
    assert f"{span.context.trace_id:032x}" == TRACE
    assert f"{span.parent.span_id:016x}" == PARENT
    assert span.parent.is_remote
    assert {f"{one.context.trace_id:032x}" for one in inside.values()} == {TRACE}

    exporter.clear()
    ask("GET", "/api/palace/wings", headers={"traceparent": "00-evil-evil-01"})
    span, _ = told(exporter, "/api/palace/wings")
    assert span.parent is None


def test_nothing_of_anybody_is_in_a_span(exporter, ask, url):
    ask("POST", "/api/palace/memories", json=MEMORY)
    ask("GET", "/api/palace/search", params={"q": "whisper of Ana Kova"})
    ask("GET", "/api/palace/wings/secret%20wing")
    ask("GET", "/api/palace/kg/entity/Ana%20Kova")
    ask("GET", "/api/palace/evil/zanzibar")
    ask("GET", "/evil?whisper=1", headers={"User-Agent": "evil", "baggage": "a=evil"})
    ask("EVIL", "/api/palace/wings")
    httpx2.get(f"{url}/api/palace/wings", headers={"Authorization": "Bearer evil.evil.evil"})
    headers = {"Accept": "application/json, text/event-stream"}
    for method, params in (
        ("tools/call", {"name": "evil", "arguments": {"vault": 1}}),
        ("tools/call", {"name": "memory_search", "arguments": {"evil": "whisper"}}),
        (
            "tools/call",
            {"name": "memory_search", "arguments": {"query": "whisper", "wing": "evil"}},
        ),
        ("prompts/get", {"name": "evil"}),
        ("resources/read", {"uri": "camillo://evil/secret"}),
        ("evil/evil", {}),
    ):
        asked = {"jsonrpc": "2.0", "id": "evil", "method": method, "params": params}
        ask("POST", "/mcp", json=asked, headers=headers)
    spans = until(lambda: _all_of(exporter, 14))
    for span in spans:
        written = span.to_json().lower()
        assert not [word for word in WORDS if word in written], written
        assert not span.events
    methods = {one.attributes.get("http.request.method") for one in spans}
    assert methods == {"GET", "POST", "_OTHER", None}
    (odd,) = [one for one in spans if one.attributes.get("http.request.method") == "_OTHER"]
    assert odd.name.startswith("HTTP")


def test_a_fault_is_told_by_its_kind_and_a_refusal_is_none(
    exporter, ask, serving, sign, monkeypatch
):
    def fails(*_, **__):
        raise RuntimeError("the vault opens with a whisper")

    ask("GET", "/api/palace/wings/nothing")
    span, _ = told(exporter, "/api/palace/wings/{wingId}")
    assert span.attributes["http.response.status_code"] == 404
    assert span.status.status_code is StatusCode.UNSET
    assert "error.type" not in span.attributes

    exporter.clear()
    monkeypatch.setattr(type(serving.palaces), "_opened", fails)
    ask("GET", "/api/palace/wings", headers={"Authorization": f"Bearer {sign('bo')}"})
    span, inside = told(exporter, "/api/palace/wings")
    assert span.attributes["http.response.status_code"] == 500
    assert (span.status.status_code, span.status.description) == (StatusCode.ERROR, None)
    assert span.attributes["error.type"] == "RuntimeError"
    assert inside["open the palace"].attributes["error.type"] == "RuntimeError"
    assert "whisper" not in "".join(one.to_json() for one in exporter.get_finished_spans())


def test_without_an_sdk_nothing_is_made_and_nothing_imported():
    program = """
import sys, time, json
from camillo.app import telemetry
from tests.waiting import until
assert telemetry.tracer() is None
began = time.perf_counter()
for _ in range(10_000):
    with telemetry.step("search", tool="x"):
        pass
took = (time.perf_counter() - began) / 10_000
import camillo.surfaces.http.app, camillo.surfaces.http.spans
loaded = [one for one in sys.modules if one.startswith("opentelemetry.sdk")]
from opentelemetry import trace
api_alone = telemetry.tracer() is None
print(json.dumps([took, loaded, api_alone]))
"""
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=120
    )
    took, loaded, api_alone = json.loads(ran.stdout)
    assert took < 50e-6
    assert loaded == []
    assert api_alone


def test_a_step_tells_an_errors_kind_and_no_word_of_it(exporter):
    with pytest.raises(ValueError, match="whisper"), telemetry.step("file", kind="note"):
        raise ValueError("a whisper")
    (span,) = exporter.get_finished_spans()
    assert dict(span.attributes) == {"kind": "note", "error.type": "ValueError"}
    assert "whisper" not in span.to_json()
