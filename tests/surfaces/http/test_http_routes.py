"""Every route of a caller's own palace, as a product calls it."""

import json
import uuid

import pytest


@pytest.fixture(params=["files", pytest.param("postgres", marks=pytest.mark.slow)])
def serving(request, serve):
    """A server over files, and one over a database that all tests share."""
    if request.param == "files":
        return serve()
    return serve(database=request.getfixturevalue("postgres_admin"))


@pytest.fixture
def run():
    return uuid.uuid4().hex


def test_a_stored_memory_is_found_listed_read_and_deleted(ana):
    (id,) = ana.store("We chose GraphQL for the mobile app.")["ids"]

    (hit,) = ana.get("/search", params={"q": "why GraphQL?"}).json()["results"]
    assert (hit["id"], hit["wingId"], hit["roomId"], hit["hall"]) == (
        id,
        "orion",
        "api",
        "decisions",
    )
    (listed,) = ana.get("/memories", params={"wingId": "orion", "roomId": "api"}).json()["memories"]
    read = ana.get(f"/memories/{id}")
    assert listed["content"] == read.json()["content"] == "We chose GraphQL for the mobile app."
    assert ana.get(f"/memories/{id}/content").content == b"We chose GraphQL for the mobile app."

    would = ana.delete(f"/memories/{id}", params={"dryRun": "true"}).json()
    assert (would["memories"], would["receipt"]) == (1, None)
    assert ana.delete(f"/memories/{id}").json()["receipt"]["verb"] == "forget"
    assert ana.get("/search", params={"q": "why GraphQL?"}).json()["results"] == []
    assert ana.get("/memories").json()["memories"] == []


@pytest.mark.parametrize(
    ("query", "where"),
    [
        ({"q": ""}, "query.q"),
        ({"q": "x" * 501}, "query.q"),
        ({"q": "x", "limit": "0"}, "query.limit"),
        ({"q": "x", "limit": "51"}, "query.limit"),
        ({"q": "x", "wingId": "w" * 129}, "query.wingId"),
    ],
)
def test_a_search_beyond_its_bounds_is_refused_by_name(ana, query, where):
    answer = ana.get("/search", params=query)
    assert answer.status_code == 422
    assert [one["where"] for one in answer.json()["errors"]] == [where]


def test_a_search_gives_ten_hits_unless_it_says_otherwise(ana):
    for number in range(12):
        ana.store(f"Plan {number} for the harbour wall.")
    question = {"q": "harbour wall plan"}
    assert len(ana.get("/search", params=question).json()["results"]) == 10
    assert len(ana.get("/search", params={**question, "limit": 12}).json()["results"]) == 12


def test_a_hall_that_is_none_is_refused_and_another_word_for_one_is_taken(ana):
    told = {"wingId": "w", "roomId": "r", "hall": "gossip", "content": "x y z"}
    answer = ana.post("/memories", told)
    assert answer.status_code == 422
    assert "decisions" in answer.json()["mend"]
    assert ana.post("/memories", {**told, "hall": "Entscheidungen"}).status_code == 201
    assert ana.get("/memories", params={"hall": "decisions"}).json()["memories"]
    assert ana.get("/search", params={"q": "x", "hall": "gossip"}).status_code == 422


@pytest.mark.parametrize("field", ["userId", "user_id", "productId", "owner"])
def test_no_body_and_no_query_takes_a_user(ana, field):
    told = {"wingId": "w", "roomId": "r", "hall": "events", "content": "x"}
    assert ana.post("/memories", {**told, field: "bo"}).status_code == 422
    assert ana.get("/search", params={"q": "x", field: "bo"}).status_code == 422
    assert ana.get("/wings", params={field: "bo"}).status_code == 422


def test_no_operation_of_the_openapi_names_a_user(client):
    document = client.get("/openapi.json").json()
    told = json.dumps(document["paths"]) + json.dumps(document["components"])
    for name in ("userId", "user_id", "productId", "product_id", "ownerId"):
        assert name not in told


def test_deleting_a_wing_leaves_what_another_wing_holds_too(ana):
    ana.store("Shared: tests need Postgres.", wing="orion")
    ana.store("Shared: tests need Postgres.", wing="vega")
    ana.store("Orion alone uses Kafka.", wing="orion")

    would = ana.delete("/wings/orion", params={"dryRun": "true"}).json()
    assert would["memories"] == 1
    done = ana.delete("/wings/orion").json()
    assert done["ids"] == would["ids"]
    assert done["receipt"]["number"] > 0

    assert ana.get("/wings/orion").status_code == 404
    assert [one["id"] for one in ana.get("/wings").json()["wings"]] == ["vega"]
    contents = [one["content"] for one in ana.get("/memories").json()["memories"]]
    assert contents == ["Shared: tests need Postgres."]
    assert "Kafka" not in ana.get("/search", params={"q": "Kafka"}).text


def test_wings_and_rooms_are_renamed(ana):
    ana.store("We chose Go.")
    assert ana.ask("PATCH", "/wings/orion", json={"name": "a/b 100%"}).status_code == 200
    path = "/wings/a%2Fb%20100%25"
    assert ana.get(path).json()["memories"] == 1
    renamed = ana.ask("PATCH", f"{path}/rooms/api", json={"name": "backend"})
    assert renamed.status_code == 200
    assert [one["id"] for one in ana.get(f"{path}/rooms").json()["rooms"]] == ["backend"]
    assert ana.get(f"/wings/{'x' * 129}").status_code == 422


def test_facts_are_stated_asked_for_and_ended(ana):
    def fact(**more):
        return {"subject": "Ana", "predicate": "works at", **more}

    first = ana.post("/kg/facts", fact(object="Acme", validFrom="2019-03-01"))
    assert first.status_code == 201
    assert first.json()["fact"]["validFrom"] == "2019-03-01"
    ana.post("/kg/facts", fact(object="Zeta", validFrom="2023-06-01"))

    now = ana.get("/kg/entity/Ana").json()["facts"]
    then = ana.get("/kg/entity/Ana", params={"asOf": "2020-01-01"}).json()["facts"]
    assert ([one["object"] for one in now], [one["object"] for one in then]) == (["Zeta"], ["Acme"])
    history = ana.get("/kg/timeline/Ana").json()["facts"]
    assert [one["object"] for one in history] == ["Acme", "Zeta"]

    ended = ana.post("/kg/facts/invalidate", fact(object="Zeta", ended="2024-01-01"))
    assert ended.json()["fact"]["validTo"] == "2024-01-01"
    assert ana.get("/kg/entity/Ana").json()["facts"] == []
    assert ana.get("/kg/contradictions").json() == {"contradictions": []}


def test_facts_that_cannot_both_hold_are_told(ana):
    for place in ("Acme", "Zeta"):
        told = {"subject": "Ana", "predicate": "born in", "object": place}
        ana.post("/kg/facts", {**told, "validFrom": "1990-01-01"})
    (pair,) = ana.get("/kg/contradictions").json()["contradictions"]
    assert {pair["fact"]["object"], pair["other"]["object"]} == {"Acme", "Zeta"}


def test_a_wake_up_has_three_layers_within_its_budget(ana):
    ana.store("We decided to keep Postgres for billing.")
    told = ana.get("/wake-up/orion", params={"task": "billing", "budget": 300}).json()
    assert {"l0", "l1", "l2", "text", "totalTokens", "flags"} <= told.keys()
    assert 0 < told["totalTokens"] <= 300
    assert "Postgres" in told["l1"] + told["l2"]


def test_diaries_are_written_and_read_page_by_page(ana):
    for day in (1, 2, 3):
        told = {"text": f"Day {day} is done.", "at": f"2026-05-0{day}"}
        assert ana.post("/diaries/reviewer", told).status_code == 201
    assert ana.get("/diaries").json()["diaries"][0]["entries"] == 3
    first = ana.get("/diaries/reviewer", params={"limit": 2}).json()
    assert [one["at"] for one in first["entries"]] == ["2026-05-03", "2026-05-02"]
    rest = ana.get("/diaries/reviewer", params={"limit": 2, "cursor": first["next"]}).json()
    assert ([one["at"] for one in rest["entries"]], rest["next"]) == (["2026-05-01"], None)


def test_what_a_host_tells_of_is_kept_and_distilled(ana):
    note = {
        "noteId": "n1", "title": "Stack", "body": "We chose Postgres for billing.",
        "tags": ["billing"], "workspaceId": "w1", "workspaceName": "Orion",
        "updatedAt": "2026-05-01T09:00:00Z",
    }  # fmt: skip
    taken = ana.post("/events/notes", note).json()
    assert (taken["action"], taken["wingId"], taken["rooms"]) == ("saved", "Orion", ["billing"])
    assert ana.post("/events/notes", note).json()["action"] == "unchanged"
    action = {"taskId": "t1", "text": "Moved billing to Postgres 18.", "workspaceId": "w1"}
    assert ana.post("/events/actions", action).json()["action"] == "saved"
    prompt = {
        "promptId": "p1", "prompt": "Sum up", "result": "Billing uses Postgres.", "workspaceId": "w1",
    }  # fmt: skip
    assert ana.post("/events/prompts", prompt).json()["action"] == "saved"
    found = ana.get("/search", params={"q": "Postgres for billing", "wingId": "Orion"}).json()
    assert found["results"]


def test_everything_is_taken_out_and_taken_in_elsewhere_with_the_same_ids(ana, user):
    kept = [ana.store(f"Decision {n}: «ä» stays.", room=f"room {n}")["ids"][0] for n in range(5)]
    archive = ana.get("/export")
    assert archive.headers["content-type"].startswith("application/x-ndjson")
    assert len(archive.text.splitlines()) == 5

    other = user("bo")
    headers = {"Content-Type": "application/x-ndjson"}
    done = other.ask("POST", "/import", content=archive.content, headers=headers).json()
    assert (done["turns"], done["problems"]) == (5, [])
    again = other.ask("POST", "/import", content=archive.content, headers=headers).json()
    assert again["turns"] == 0
    for id in kept:
        here, there = (one.get(f"/memories/{id}").json() for one in (ana, other))
        source = {"source", "sourceKind"}
        assert {n: v for n, v in there.items() if n not in source} == {
            n: v for n, v in here.items() if n not in source
        }
    assert sorted(other.get("/export").text.splitlines()) == sorted(archive.text.splitlines())


def test_an_import_tells_which_lines_it_cannot_read(ana):
    headers = {"Content-Type": "application/x-ndjson"}
    body = b'{"conversation": "c", "turn": 1, "text": "fine words"}\nnot json\n'
    done = ana.ask("POST", "/import", content=body, headers=headers).json()
    assert done["turns"] == 1
    assert [one["where"] for one in done["problems"]] == ["import.jsonl:2"]


@pytest.mark.parametrize(
    "kind", ["application/json", "application/x-ndjson", "application/octet-stream", "text/plain"]
)
def test_an_import_is_read_by_what_it_holds_and_counts_what_is_known(ana, kind):
    message = {"author": {"role": "user"}, "content": {"content_type": "text", "parts": ["Tea."]}}
    nodes = {"n": {"id": "n", "parent": None, "children": [], "message": {"id": "n", **message}}}
    body = json.dumps([{"id": "c", "mapping": nodes, "current_node": "n"}]).encode()
    for turns, known in ((1, 0), (0, 1), (0, 1)):
        done = ana.ask("POST", "/import", content=body, headers={"Content-Type": kind})
        assert done.status_code == 200, done.text
        assert (done.json()["turns"], done.json()["known"]) == (turns, known)
    assert ana.get("/stats").json()["memories"] == 1
    empty = ana.ask("POST", "/import", content=b"", headers={"Content-Type": kind})
    assert (empty.status_code, empty.json()["detail"]) == (422, "the body is empty")


def test_health_stats_and_upkeep_count_the_callers_own(ana, user):
    ana.store("One thing.")
    user("bo").store("Another thing.")
    user("bo").store("A third thing.")
    assert ana.get("/stats").json()["memories"] == 1
    assert user("bo").get("/stats").json()["memories"] == 2
    health = ana.get("/health").json()
    assert (health["status"], health["pending"]) == ("ok", 1)
    assert ana.post("/prune").json()["pruned"] == 0
    assert ana.post("/prune", {"belowzero": 1}).status_code == 422
    assert ana.post("/prune/77/undo").status_code == 404


def test_what_has_faded_is_hidden_and_brought_back(ana):
    headers = {"Content-Type": "application/x-ndjson"}
    line = {"conversation": "c", "turn": 1, "text": "The old printer jams.", "at": "2019-01-01"}
    taken = ana.ask("POST", "/import", content=json.dumps(line).encode(), headers=headers)
    assert taken.json()["turns"] == 1, taken.text
    would = ana.post("/prune", {"olderThan": "1y", "dryRun": True}).json()
    assert (would["pruned"], would["receipt"]) == (1, None)
    done = ana.post("/prune", {"olderThan": "1y"}).json()
    assert ana.get("/search", params={"q": "printer"}).json()["results"] == []
    ana.post(f"/prune/{done['receipt']['number']}/undo")
    assert ana.get("/search", params={"q": "printer"}).json()["results"]


@pytest.mark.slow
def test_missing_vectors_are_filled_in(ana):
    ana.store("We chose GraphQL for the mobile app.")
    assert ana.get("/stats").json()["covered"] == 0
    done = ana.post("/backfill-embeddings").json()
    assert (done["refined"], done["pending"], done["covered"]) == (1, 0, 1.0)


def test_text_that_json_cannot_carry_is_shown_and_its_bytes_are_exact(ana):
    headers = {"Content-Type": "application/x-ndjson"}
    body = b'{"conversation": "c", "turn": 1, "text": "half \\ud83d a face"}'
    assert ana.ask("POST", "/import", content=body, headers=headers).json()["turns"] == 1
    (listed,) = ana.get("/memories").json()["memories"]
    assert listed["content"].startswith("half ")
    content = ana.get(f"/memories/{listed['id']}/content").content
    assert content.decode("utf-8", "surrogatepass") == "half \ud83d a face"
