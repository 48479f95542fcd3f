"""Sharing one wing: by a code, for a role, seen in each result, and over the moment it is ended."""

import json
import time

from camillo.domain.owner import Owner


def texts(answer):
    assert answer.status_code == 200, answer.text
    return [hit["text"] for hit in answer.json()["results"]]


def test_a_shared_wing_is_searched_beside_ones_own_and_says_where_it_comes_from(ana, bo):
    ana.store("We chose GraphQL for mobile.")
    ana.store("GraphQL is my secret love.", wing="private")
    bo.store("GraphQL is new to me.", wing="mine")
    id = ana.share(bo, name="Ana: orion")
    assert texts(bo.get("/search?q=GraphQL")) == ["GraphQL is new to me."]
    answer = bo.get("/search?q=GraphQL&shared=true")
    assert sorted(texts(answer)) == ["GraphQL is new to me.", "We chose GraphQL for mobile."]
    origins = {hit["text"]: hit["origin"] for hit in answer.json()["results"]}
    assert origins["GraphQL is new to me."] is None
    told = {"share": id, "name": "Ana: orion", "role": "reader"}
    assert origins["We chose GraphQL for mobile."] == told
    assert texts(bo.get(f"/shares/{id}/search?q=GraphQL")) == ["We chose GraphQL for mobile."]
    (hit,) = bo.get(f"/shares/{id}/search?q=GraphQL").json()["results"]
    assert bo.get(f"/shares/{id}/memories/{hit['id']}").json()["content"] == hit["text"]
    assert bo.get(f"/memories/{hit['id']}").status_code == 404
    assert [room["id"] for room in bo.get(f"/shares/{id}/rooms").json()["rooms"]] == ["api"]
    assert "ana" not in json.dumps(answer.json()).replace("Ana: orion", "").casefold()
    assert bo.get("/search?q=GraphQL&shared=true&wingId=mine").status_code == 422


def test_who_has_nothing_and_finds_something_of_others_is_not_told_that_nothing_is_there(ana, bo):
    ana.store("We chose GraphQL for mobile.")
    ana.share(bo)
    alone = bo.get("/search?q=GraphQL").json()
    assert (alone["results"], alone["flags"]) == ([], ["nothing-inside-filters"])
    beside = bo.get("/search?q=GraphQL&shared=true").json()
    assert (len(beside["results"]), beside["flags"]) == (1, [])


def test_a_private_text_of_the_giver_is_reached_by_no_way_through_a_share(ana, bo):
    ana.store("We chose GraphQL.")
    (secret,) = ana.store("The vault opens with a whisper.", wing="private")["ids"]
    id = ana.share(bo)
    for path in ("search?q=whisper", "search?q=vault", f"memories/{secret}", "rooms"):
        assert "whisper" not in bo.get(f"/shares/{id}/{path}").text
    assert bo.get(f"/shares/{id}/memories/{secret}").status_code == 404
    assert "whisper" not in bo.get("/search?q=whisper&shared=true").text


def test_a_share_ends_at_once_for_whoever_gave_or_took_it(ana, bo):
    ana.store("We chose GraphQL.")
    id = ana.share(bo)
    assert ana.delete(f"/shares/{id}").json() == {"revoked": True}
    for path in (f"/shares/{id}/search?q=GraphQL", f"/shares/{id}/rooms"):
        assert bo.get(path).status_code == 404
    assert texts(bo.get("/search?q=GraphQL&shared=true")) == []
    assert bo.get("/shares").json()["taken"] == []
    assert [one["state"] for one in ana.get("/shares").json()["given"]] == ["ended"]
    id = ana.share(bo)
    assert bo.delete(f"/shares/{id}").status_code == 200
    assert bo.get(f"/shares/{id}/rooms").status_code == 404


def test_a_code_is_of_use_once_and_to_another_user_of_the_product_alone(ana, bo, user):
    ana.store("We chose GraphQL.")
    code = ana.post("/shares", {"wingId": "orion", "role": "reader"}).json()["code"]
    refused = [
        ana.post("/shares/accept", {"code": code}),
        user("bo", "tasks").post("/shares/accept", {"code": code}),
        bo.post("/shares/accept", {"code": code[:-1] + ("0" if code[-1] != "0" else "1")}),
        bo.post("/shares/accept", {"code": "camillo_share_" + "0" * 16 + "_" + "0" * 64}),
    ]
    assert bo.post("/shares/accept", {"code": code}).status_code == 201
    refused.append(user("cleo").post("/shares/accept", {"code": code}))
    assert {one.status_code for one in refused} == {404}
    assert {one.json()["detail"] for one in refused} == {"the code opens nothing"}
    id = ana.get("/shares").json()["given"][0]["id"]
    for other in (user("cleo"), user("bo", "tasks")):
        assert other.get(f"/shares/{id}/rooms").status_code == 404
        assert other.delete(f"/shares/{id}").status_code == 404
    assert code not in json.dumps(ana.get("/shares").json())


def test_a_role_allows_what_it_says_and_the_credentials_scope_still_counts(
    ana, bo, client, as_user
):
    ana.store("We chose GraphQL.")
    told = {"roomId": "api", "hall": "events", "content": "Bo was here with a lantern."}
    reader, writer = ana.share(bo), ana.share(bo, role="writer")
    assert bo.post(f"/shares/{reader}/memories", told).status_code == 422
    assert bo.post(f"/shares/{writer}/memories", told).status_code == 201
    assert bo.ask("PATCH", f"/shares/{writer}/rooms/api", json={"name": "x"}).status_code == 422
    (hit,) = ana.get("/search?q=lantern").json()["results"]
    assert hit["meta"] == {"shared_by": writer}
    key = bo.post("/keys", {"name": "agent", "scopes": ["read"]}).json()["key"]
    agent = as_user(client, key)
    assert texts(agent.get(f"/shares/{writer}/search?q=lantern")) == [told["content"]]
    assert agent.post(f"/shares/{writer}/memories", told).status_code == 403
    assert agent.delete(f"/shares/{writer}").status_code == 403


def test_an_admin_names_rooms_and_shares_on_until_their_own_share_ends(ana, bo, user):
    ana.store("We chose GraphQL.")
    cleo, id = user("cleo"), ana.share(bo, role="admin")
    assert (
        bo.ask("PATCH", f"/shares/{id}/rooms/api", json={"name": "interfaces"}).status_code == 200
    )
    assert bo.post(f"/shares/{id}/shares", {"role": "admin"}).status_code == 422
    made = bo.post(f"/shares/{id}/shares", {"role": "reader"}).json()
    assert cleo.post("/shares/accept", {"code": made["code"]}).status_code == 201
    assert texts(cleo.get(f"/shares/{made['id']}/search?q=GraphQL")) == ["We chose GraphQL."]
    assert made["id"] in [one["id"] for one in ana.get("/shares").json()["given"]]
    ana.delete(f"/shares/{id}")
    assert cleo.get(f"/shares/{made['id']}/search?q=GraphQL").status_code == 404


def test_a_share_follows_the_wings_name_and_ends_with_the_wing(ana, bo):
    ana.store("We chose GraphQL.")
    id = ana.share(bo)
    assert ana.ask("PATCH", "/wings/orion", json={"name": "vega"}).status_code == 200
    ana.store("GraphQL of another orion.")
    assert texts(bo.get(f"/shares/{id}/search?q=GraphQL")) == ["We chose GraphQL."]
    assert ana.ask("PATCH", "/wings/vega", json={"name": "orion"}).status_code == 200
    assert bo.get(f"/shares/{id}/rooms").status_code == 404
    id = ana.share(bo)
    assert ana.delete("/wings/orion?dryRun=true").status_code == 200
    assert bo.get(f"/shares/{id}/rooms").status_code == 200
    assert ana.delete("/wings/orion").status_code == 200
    ana.store("A new orion.")
    assert bo.get(f"/shares/{id}/rooms").status_code == 404


def test_a_wing_that_is_not_there_is_not_shared(ana):
    assert ana.post("/shares", {"wingId": "nothing", "role": "reader"}).status_code == 404


def test_the_audit_log_has_who_looked_into_whose_wing(ana, bo, tmp_path):
    ana.store("We chose GraphQL.")
    id = ana.share(bo)
    bo.get(f"/shares/{id}/search?q=GraphQL")
    bo.get("/search?q=GraphQL&shared=true")
    rows = [
        json.loads(line) for line in (tmp_path / "data" / "audit.jsonl").read_text().splitlines()
    ]
    looked = [row for row in rows if row.get("share") == id]
    assert [row["did"] for row in looked] == ["share accepted", "share read", "share read"]
    assert {(row["user"], row["of_user"]) for row in looked} == {("bo", "ana")}
    # The wing by its number: names are their owner's words.
    assert {row["wing"].isdigit() for row in looked} == {True}
    assert "orion" not in json.dumps(rows)


def test_a_palace_at_work_keeps_who_looks_through_a_share_waiting_for_seconds_only(
    ana, bo, serving
):
    ana.store("We chose GraphQL.")
    id = ana.share(bo)
    giver = serving.shares.taken(Owner("notes", "bo"))[0].giver
    begun = time.monotonic()
    with serving.palaces.lease(giver):
        answer = bo.get(f"/shares/{id}/search?q=GraphQL")
    assert answer.status_code == 503, answer.text
    assert time.monotonic() - begun < 10
    assert texts(bo.get(f"/shares/{id}/search?q=GraphQL")) == ["We chose GraphQL."]
