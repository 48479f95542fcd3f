"""Shared wings over the Model Context Protocol: reached as over REST, told from one's own, and by their mark alone."""

import json


def told(result):
    assert not result["isError"], result["content"][0]["text"]
    return result["structuredContent"]


def refused(result):
    assert result["isError"]
    return result["content"][0]["text"]


def test_a_search_has_shared_wings_beside_ones_own_and_marks_whose_they_are(ana, bo):
    ana.store("We chose GraphQL for mobile.")
    ana.store("GraphQL is my secret love.", wing="private")
    bo.store("GraphQL is new to me.", wing="mine")
    id = ana.share(bo, name="Ana: orion")
    answer = bo.tool("memory_search", query="GraphQL")
    hits = {hit["text"]: hit for hit in told(answer)["results"]}
    assert set(hits) == {"GraphQL is new to me.", "We chose GraphQL for mobile."}
    theirs, own = hits["We chose GraphQL for mobile."], hits["GraphQL is new to me."]
    assert (theirs["origin"], theirs["wing"]) == ("share", "share:Ana: orion")
    assert own["wing"] == "mine" and "origin" not in own
    assert 'origin="share"' in answer["content"][0]["text"]
    assert told(answer)["searched"] == 2
    (only,) = told(bo.tool("memory_search", query="GraphQL", wing="share:Ana: orion"))["results"]
    assert only["id"] == theirs["id"]
    by_id = bo.tool("memory_search", query="GraphQL", wing=f"share:{id}", room="api")
    assert told(by_id)["results"][0]["id"] == theirs["id"]
    got = told(bo.tool("memory_get", id=theirs["id"], neighbours=2))
    assert got["text"] == "We chose GraphQL for mobile."
    assert (got["origin"], got["wing"]) == ("share", "share:Ana: orion")
    assert "secret love" not in json.dumps([answer, got])
    for narrow in ({"wing": "mine"}, {"room": "api"}, {"source": "x"}, {"meta": {"a": "b"}}):
        found = told(bo.tool("memory_search", query="GraphQL", **narrow))["results"]
        assert all(hit.get("origin", "") == "" for hit in found), narrow


def test_wings_that_are_shared_are_listed_by_the_name_that_tools_take(ana, bo):
    ana.store("We chose GraphQL.", room="api")
    ana.store("Hush.", wing="private", room="closet")
    ana.share(bo, role="writer", name="theirs")
    listed = told(bo.tool("list_wings"))
    assert listed["wings"] == []
    assert listed["shared"] == [{"wing": "share:theirs", "role": "writer"}]
    (wing,) = told(bo.tool("list_wings", wing="share:theirs"))["wings"]
    assert (wing["wing"], wing["turns"], wing["rooms"][0]["room"]) == ("share:theirs", 1, "api")
    assert "closet" not in json.dumps(wing)
    assert "shared" not in told(ana.tool("list_wings"))


def test_a_writers_text_lands_in_the_givers_wing_and_a_readers_nowhere(ana, bo, tmp_path):
    ana.store("We chose GraphQL.")
    reader = ana.share(bo, name="read")
    writer = ana.share(bo, role="writer", name="write")
    text = "Bo was here with a lantern."
    assert "for a reader" in refused(bo.tool("memory_store", text=text, wing="share:read"))
    assert ana.get("/search?q=lantern").json()["results"][:1] != [text]
    kept = told(
        bo.tool("memory_store", text=text, wing="share:write", room="notes", speaker="Bo",
                at="2026-05-01")
    )  # fmt: skip
    assert (kept["wing"], kept["room"], kept["known"]) == ("share:write", "notes", False)
    # The number of a receipt counts all writes of the giver's palace.
    assert kept["receipt"]["number"] == 0
    hit = ana.get("/search?q=lantern").json()["results"][0]
    assert (hit["text"], hit["wingId"], hit["roomId"]) == (text, "orion", "notes")
    assert (hit["meta"], hit["speaker"], hit["at"]) == ({"shared_by": writer}, "Bo", "2026-05-01")
    assert told(bo.tool("memory_get", id=kept["ids"][0]))["text"] == text
    assert bo.get("/wings").json()["wings"] == []
    rows = [json.loads(line) for line in (tmp_path / "data/audit.jsonl").read_text().splitlines()]
    looked = [(row["did"], row["share"]) for row in rows if row.get("share")]
    assert ("share write", writer) in looked
    # Asked for what its role does not allow, nothing was opened.
    assert ("share write", reader) not in looked
    assert [row["user"] for row in rows if row["did"] == "tool memory_store"] == ["bo", "bo"]
    assert "lantern" not in json.dumps(rows)


def test_who_may_write_in_a_wing_is_not_told_what_its_owner_keeps_elsewhere(ana, bo):
    ana.store("We chose GraphQL.")
    secret = "The vault opens with a whisper."
    ana.tool("memory_store", text=secret, wing="private")
    ana.store(secret, wing="private")
    id = ana.share(bo, role="writer", name="w")
    assert told(bo.tool("memory_store", text=secret, wing="share:w"))["known"] is False
    body = {"roomId": "api", "hall": "events", "content": secret}
    answer = bo.post(f"/shares/{id}/memories", body).json()
    assert answer["counts"].get("known", 0) == 1  # by Bo's own write before, and by nothing else
    assert answer["number"] == 0


def test_a_name_without_the_mark_is_always_ones_own_wing(ana, bo):
    """Whoever names a share as another names a private wing gets nothing of it."""
    ana.store("We chose GraphQL.")
    ana.share(bo, role="writer", name="diary")
    told(bo.tool("memory_store", text="I am in love with Cleo.", wing="diary"))
    assert [one["id"] for one in bo.get("/wings").json()["wings"]] == ["diary"]
    assert "Cleo" not in ana.get("/search?q=Cleo").text
    assert "Cleo" not in json.dumps(bo.tool("memory_search", query="Cleo", wing="share:diary"))
    for name, rest in {
        "memory_add": {"message": "x is y"}, "wake_up": {}, "diary_write": {"role": "r", "text": "t"},
        "diary_read": {}, "memory_forget": {},
    }.items():  # fmt: skip
        assert "own wings" in refused(bo.tool(name, wing="share:diary", **rest)), name
    assert [one["id"] for one in bo.get("/wings").json()["wings"]] == ["diary"]
    hit = told(bo.tool("memory_search", query="GraphQL"))["results"][0]
    assert refused(bo.tool("memory_forget", ids=[hit["id"]], confirm=True))
    assert ana.get("/search?q=GraphQL").json()["results"]


def test_two_shares_of_one_name_are_told_apart_by_their_ids(ana, bo, user):
    cleo = user("cleo")
    ana.store("We chose GraphQL.")
    cleo.store("We chose REST.")
    ids = [ana.share(bo, name="work"), cleo.share(bo, name="work")]
    message = refused(bo.tool("memory_search", query="chose", wing="share:work"))
    assert all(f"share:{id}" in message for id in ids)
    hits = told(bo.tool("memory_search", query="chose"))["results"]
    assert {hit["wing"] for hit in hits} == {f"share:{id}" for id in ids}
    assert "REST" in json.dumps(bo.tool("memory_search", query="chose", wing=f"share:{ids[1]}"))


def test_through_tools_a_share_ends_at_once_and_is_its_takers_alone(ana, bo, user):
    ana.store("We chose GraphQL.")
    (secret,) = ana.store("The vault opens with a whisper.", wing="private")["ids"]
    id = ana.share(bo, name="ana")
    (hit,) = told(bo.tool("memory_search", query="GraphQL"))["results"]
    assert refused(bo.tool("memory_get", id=f"share:{id}/{secret}"))
    for other in (user("cleo"), user("bo", "tasks")):
        nobody = refused(other.tool("memory_get", id="share:" + "0" * 16 + "/" + secret))
        answer = refused(other.tool("memory_get", id=hit["id"]))
        assert answer.replace(id, "") == nobody.replace("0" * 16, "")
        assert refused(other.tool("memory_search", query="GraphQL", wing="share:ana"))
        assert told(other.tool("memory_search", query="GraphQL"))["results"] == []
    assert ana.delete(f"/shares/{id}").status_code == 200
    assert told(bo.tool("memory_search", query="GraphQL"))["results"] == []
    assert "no wing is shared" in refused(bo.tool("memory_get", id=hit["id"]))
    assert "shared" not in told(bo.tool("list_wings"))


def test_an_agents_key_reads_a_shared_wing_and_writes_with_its_own_scope_alone(
    ana, bo, client, as_user
):
    ana.store("We chose GraphQL.")
    ana.share(bo, role="writer", name="ana")
    key = bo.post("/keys", {"name": "agent", "scopes": ["read"]}).json()["key"]
    agent = as_user(client, key)
    assert told(agent.tool("memory_search", query="GraphQL", wing="share:ana"))["results"]
    assert "scope" in refused(agent.tool("memory_store", text="planted", wing="share:ana"))


def test_a_secret_in_a_shared_wing_is_hidden_as_ones_own_is(ana, bo):
    key = "ghp_" + "a1B2c3D4e5" * 4
    ana.store(f"The deploy token is {key} for GitHub.")
    ana.share(bo, name="ana")
    for rest in ({}, {"wing": "share:ana"}):
        answer = bo.tool("memory_search", query="deploy token", **rest)
        assert told(answer)["results"]
        assert key not in json.dumps(answer)


def test_a_wing_whose_owner_is_at_work_is_left_out_and_named(ana, bo, serving):
    from camillo.domain.owner import Owner

    ana.store("We chose GraphQL.")
    bo.store("GraphQL is new to me.", wing="mine")
    id = ana.share(bo)
    with serving.palaces.lease(Owner("notes", "ana")):
        found = told(bo.tool("memory_search", query="GraphQL"))
    assert [hit["wing"] for hit in found["results"]] == ["mine"]
    assert f"share-left-out:{id}" in found["flags"]
