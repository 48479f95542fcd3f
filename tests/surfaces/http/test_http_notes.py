"""Notes over REST: written, edited, renamed, deleted and brought back, and how they hang together."""

import pytest
from starlette.testclient import TestClient


@pytest.fixture
def oauth(ana):
    answer = ana.post(
        "/notes", {"text": "Codes are kept safe.", "title": "OAuth", "wingId": "orion"}
    )
    assert answer.status_code == 201, answer.text
    return answer.json()


def test_a_page_is_written_listed_and_read(ana, oauth):
    assert (oauth["slug"], oauth["version"], oauth["wingId"]) == ("oauth", 1, "orion")
    (listed,) = ana.get("/notes").json()["notes"]
    assert "text" not in listed
    read = ana.get("/notes/OAuth").json()
    assert read == oauth
    assert ana.get(f"/memories/{oauth['id']}").json()["content"] == "Codes are kept safe."


def test_lists_are_narrowed_and_go_on_at_a_cursor(ana):
    for name in "abc":
        ana.post("/notes", {"text": f"---\ntags: [t{name}]\n---\n{name}", "title": f"Page {name}"})
    first = ana.get("/notes", params={"limit": 2}).json()
    rest = ana.get("/notes", params={"limit": 2, "cursor": first["next"]}).json()
    slugs = [one["slug"] for one in (*first["notes"], *rest["notes"])]
    assert (slugs, rest["next"]) == (["page-a", "page-b", "page-c"], None)
    tagged = ana.get("/notes", params={"tag": "tb"}).json()["notes"]
    assert [one["slug"] for one in tagged] == ["page-b"]
    assert ana.get("/notes", params={"layer": "source"}).json()["notes"] == []


def test_an_edit_from_an_old_version_is_refused_and_changes_nothing(ana, oauth):
    first = ana.ask("PUT", "/notes/oauth", json={"text": "Theirs.", "version": 1})
    assert (first.status_code, first.json()["version"]) == (200, 2)
    late = ana.ask("PUT", "/notes/oauth", json={"text": "Mine.", "version": 1})
    assert late.status_code == 412
    assert ana.get("/notes/oauth").json()["text"] == "Theirs."


@pytest.mark.parametrize(
    ("method", "body"),
    [("PUT", {"text": "New.", "version": 1}), ("PATCH", {"title": "New"}), ("DELETE", None)],
)
def test_if_match_must_name_the_note_as_it_is(ana, oauth, method, body):
    tag = ana.get("/notes/oauth").headers["etag"]
    stale = ana.ask(method, "/notes/oauth", json=body, headers={"If-Match": '"other"'})
    assert stale.status_code == 412
    assert ana.get("/notes/oauth").json() == oauth
    assert ana.ask(method, "/notes/oauth", json=body, headers={"If-Match": tag}).status_code == 200


def test_a_renamed_note_takes_the_links_to_it_along(ana, oauth):
    ana.post("/notes", {"text": "Sign-in uses OAuth.", "title": "Sign-in"})
    done = ana.ask("PATCH", "/notes/oauth", json={"title": "OAuth two"}).json()
    assert (done["note"]["slug"], done["rewritten"]) == ("oauth-two", ["sign-in"])
    assert "[[oauth-two" in ana.get("/notes/sign-in").json()["text"]


def test_a_deleted_note_is_brought_back(ana, oauth):
    gone = ana.delete("/notes/oauth").json()
    assert gone["deleted"]
    assert ana.get("/notes/oauth").status_code == 404
    assert [n["slug"] for n in ana.get("/notes", params={"deleted": True}).json()["notes"]] == [
        "oauth"
    ]
    back = ana.post("/notes/oauth/restore").json()
    assert (back["deleted"], back["text"]) == (False, oauth["text"])
    verbs = [one["verb"] for one in ana.get("/notes/oauth/history").json()["versions"]]
    assert verbs == ["create", "delete", "restore"]


def test_versions_are_read_compared_and_restored(ana, oauth):
    ana.ask("PUT", "/notes/oauth", json={"text": "Codes are not enough.", "version": 1})
    assert ana.get("/notes/oauth/versions/1").json()["text"] == "Codes are kept safe."
    diff = ana.get("/notes/oauth/diff", params={"old": 1, "new": 2}).json()["diff"]
    assert "-Codes are kept safe." in diff
    assert "+Codes are not enough." in diff
    back = ana.post("/notes/oauth/restore", {"version": 1}).json()
    assert (back["version"], back["text"]) == (3, "Codes are kept safe.")
    assert ana.get("/notes/oauth/versions/9").status_code == 404


def test_links_related_notes_overview_and_map(ana, oauth):
    ana.post("/notes", {"text": "Uses [[oauth]] and [[Nobody]].", "title": "Sign-in"})
    links = ana.get("/notes/sign-in/links").json()
    assert (links["links"], links["broken"]) == ([{"slug": "oauth", "title": "OAuth"}], ["Nobody"])
    (back,) = ana.get("/notes/oauth/links").json()["backlinks"]
    assert (back["slug"], back["line"]) == ("sign-in", "Uses [[oauth]] and [[Nobody]].")
    seen = ana.get("/notes/overview").json()
    assert [(one["slug"], one["backlinks"]) for one in seen["hubs"]] == [("oauth", 1)]
    assert [one["slug"] for one in seen["orphans"]] == ["sign-in"]
    assert seen["broken"] == [{"target": "Nobody", "wantedBy": ["sign-in"]}]
    assert "oauth" in ana.get("/notes/map").json()["markdown"]
    assert ana.get("/notes/oauth/related").json() == {"related": []}


def test_a_note_named_as_a_route_is_still_read(ana):
    ana.post("/notes", {"text": "Of the city.", "title": "Map"})
    assert ana.get("/notes/kb:map").json()["text"] == "Of the city."


def test_notes_are_nobody_elses(ana, user, oauth):
    bo = user("bo")
    assert bo.get("/notes").json()["notes"] == []
    assert bo.get("/notes/oauth").status_code == 404
    assert bo.delete("/notes/oauth").status_code == 404
    same = user("ana", product="other")
    assert same.get("/notes/oauth").status_code == 404
    assert "safe" not in same.get("/notes/overview").text


def test_agents_write_and_read_notes_over_mcp_as_far_as_their_scope_goes(
    ana, user, client, as_user
):
    def agent(*scopes):
        key = ana.post("/keys", {"name": scopes[-1], "scopes": list(scopes)}).json()["key"]
        return as_user(client, key)

    reader, writer = agent("read"), agent("write")
    page = {"note": "OAuth", "text": "Codes are bound by PKCE."}
    refused = reader.tool("note_write", **page)
    assert refused["isError"] and "needs the scope 'write'" in refused["content"][0]["text"]
    assert ana.get("/notes").json()["notes"] == []
    made = writer.tool("note_write", **page)
    assert not made["isError"], made
    writer.tool("note_write", note="Sign-in", text="Sign-in uses OAuth.")
    read = reader.tool("note_read", note="[[OAuth]]")["structuredContent"]
    assert (read["text"], [one["note"] for one in read["backlinks"]]) == (
        "Codes are bound by PKCE.", ["sign-in"],
    )  # fmt: skip
    assert ana.get("/notes/oauth").json()["version"] == 1
    assert user("bo").tool("note_read", note="oauth")["isError"]


def test_a_token_writes_notes_over_mcp_and_rest_only_where_its_claim_allows(
    serve, app_of, sign, as_user
):
    with TestClient(app_of(serve(scope_claim="scope"))) as client:
        writer, reader = (
            as_user(client, sign("ana", scope=told)) for told in ("openid write", "openid read")
        )
        assert not writer.tool("note_write", note="OAuth", text="Codes are safe.")["isError"]
        change = {"text": "Planted.", "version": 1}
        refused = reader.tool("note_write", note="oauth", **change)
        assert refused["isError"] and "scope" in refused["content"][0]["text"]
        assert reader.post("/notes", {"title": "X", "text": "Planted."}).status_code == 403
        read = reader.tool("note_read", note="oauth")["structuredContent"]
        assert (read["version"], read["text"]) == (1, "Codes are safe.")
        assert reader.get("/notes/oauth").json()["text"] == "Codes are safe."
        assert len(reader.get("/notes").json()["notes"]) == 1
        nothing = as_user(client, sign("ana", scope="openid"))
        assert nothing.get("/notes").status_code == 401
