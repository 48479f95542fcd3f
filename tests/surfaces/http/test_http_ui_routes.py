"""What the page's timeline, graph and review are drawn from, and what they change."""

import pytest


def state(ana, subject, predicate, object, **times):
    told = {"subject": subject, "predicate": predicate, "object": object, **times}
    answer = ana.post("/kg/facts", told)
    assert answer.status_code == 201, answer.text
    return answer.json()["fact"]["id"]


def line(ana, **params):
    return ana.get("/ui/timeline/facts", params=params).json()["facts"]


@pytest.fixture
def job(ana):
    return state(ana, "Ana", "works at", "Acme", validFrom="2019-03-01")


def test_memories_are_counted_along_time_and_listed_newest_first(ana, serving, client):
    with ana_palace(ana, serving) as palace:
        for day in ("2025-06-01", "2025-06-01", "2025-07-02", None):
            palace.add(f"Something of {day}, {palace.status()['turns']}", wing="orion", at=day)
    spread = ana.get("/ui/timeline", params={"wingId": "orion"}).json()
    assert spread["stretches"] == [
        {"name": "2025-06-01", "memories": 2},
        {"name": "2025-07-02", "memories": 1},
    ]
    assert (spread["memories"], spread["undated"]) == (4, 1)
    first = ana.get("/ui/timeline/memories", params={"limit": 3}).json()
    rest = ana.get("/ui/timeline/memories", params={"limit": 3, "cursor": first["next"]}).json()
    times = [one["at"] for one in (*first["memories"], *rest["memories"])]
    assert times == ["2025-07-02", "2025-06-01", "2025-06-01", None]
    assert rest["next"] is None
    inside = ana.get("/ui/timeline/memories", params={"since": "2025-07-01"}).json()["memories"]
    assert [one["at"] for one in inside] == ["2025-07-02"]


def test_a_long_time_is_told_in_months_or_years(ana, serving):
    with ana_palace(ana, serving) as palace:
        for year in range(2000, 2013):
            for month in range(1, 13):
                palace.add(f"Of {year} and {month}.", wing="orion", at=f"{year}-{month:02}-05")
    names = [one["name"] for one in ana.get("/ui/timeline").json()["stretches"]]
    assert names == [str(year) for year in range(2000, 2013)]


def test_a_superseded_fact_tells_what_took_its_place_and_the_day_says_which_held(ana, job):
    done = ana.post(f"/ui/facts/{job}/supersede", {"object": "Zeta", "at": "2023-06-01"})
    assert done.status_code == 200, done.text
    old, new = line(ana, entity="Ana")
    assert (old["object"], old["held"], old["replacedBy"]) == ("Acme", False, "Ana works at Zeta")
    assert (new["object"], new["held"], new["replacedBy"]) == ("Zeta", True, "")
    then = line(ana, entity="Ana", asOf="2020-01-01")
    assert [(one["object"], one["held"]) for one in then] == [("Acme", True), ("Zeta", False)]
    assert [one["id"] for one in line(ana)] == [old["id"], new["id"]]


@pytest.mark.parametrize(
    ("verb", "body"),
    [
        ("end", {"ended": "2024-01-01"}),
        ("supersede", {"object": "Zeta", "at": "2023-06-01"}),
        ("retract", None),
    ],
)
def test_every_correction_of_a_fact_is_undone(ana, job, verb, body):
    before = line(ana, entity="Ana")
    made = ana.post(f"/ui/facts/{job}/{verb}", body)
    assert made.status_code == 200, made.text
    assert line(ana, entity="Ana") != before
    undone = ana.post("/ui/facts/undo", {"numbers": made.json()["numbers"]})
    assert undone.status_code == 200, undone.text
    assert line(ana, entity="Ana") == before


def test_a_retracted_fact_stays_on_the_line_and_holds_on_no_day(ana, job):
    ana.post(f"/ui/facts/{job}/retract")
    (told,) = line(ana, entity="Ana", asOf="2020-01-01")
    assert told["retractedAt"]
    assert not told["held"]


def test_the_graph_has_an_entity_with_its_facts_and_texts(ana, job):
    ana.store("Then Ana moved the billing tables.")
    ana.store("Who asked Ana about the billing tables?")
    web = ana.get("/ui/graph", params={"id": "entity:ana"}).json()
    assert web["centre"] == "entity:ana"
    (fact,) = [one for one in web["ties"] if one["kind"] == "fact"]
    assert (fact["a"], fact["b"], fact["says"]) == ("entity:ana", "entity:acme", "works at")
    assert (fact["fact"], fact["since"]) == (job, "2019-03-01")
    kinds = {one["id"]: one["kind"] for one in web["dots"]}
    assert list(kinds.values()).count("memory") == 2
    few = ana.get("/ui/graph", params={"id": "entity:ana", "limit": 1}).json()
    assert (len(few["dots"]), few["more"]) == (2, len(kinds) - 2)


def test_an_entity_that_very_many_texts_name_still_leads_to_some(ana, serving):
    with ana_palace(ana, serving) as palace:
        for number in range(80):
            palace.add(f"Then Zoë Quinn wrote letter {number}.", wing="orion")
    web = ana.get("/ui/graph", params={"id": "entity:zoë quinn", "limit": 10}).json()
    assert [one["kind"] for one in web["dots"]].count("memory") == 10
    assert web["more"] > 0


def test_the_graph_has_notes_with_their_links_and_a_text_of_a_note_is_the_note(ana):
    note = ana.post("/notes", {"text": "Codes are safe.", "title": "OAuth"}).json()
    ana.post("/notes", {"text": "Uses [[oauth]].", "title": "Sign-in"})
    for id in ("page:oauth", f"memory:{note['id']}"):
        web = ana.get("/ui/graph", params={"id": id}).json()
        assert web["centre"] == "page:oauth"
        assert ("page:sign-in", "page:oauth", "link") in [
            (one["a"], one["b"], one["kind"]) for one in web["ties"]
        ]


def test_the_whole_graph_keeps_the_best_joined_within_its_limit(ana, job):
    ana.post("/notes", {"text": "The hub.", "title": "Hub"})
    for number in range(5):
        ana.post("/notes", {"text": "See [[hub]].", "title": f"Leaf {number}"})
    web = ana.get("/ui/graph").json()
    ids = {one["id"] for one in web["dots"]}
    assert {"page:hub", "page:leaf-4", "entity:ana", "entity:acme"} <= ids
    few = ana.get("/ui/graph", params={"limit": 3}).json()
    assert (len(few["dots"]), few["more"]) == (3, len(ids) - 3)
    assert "page:hub" in [one["id"] for one in few["dots"]]
    assert all({one["a"], one["b"]} <= {dot["id"] for dot in few["dots"]} for one in few["ties"])


def test_what_facts_alone_speak_of_is_found_by_its_name(ana, job):
    (found,) = ana.get("/ui/graph/names", params={"q": "acm"}).json()["dots"]
    assert (found["id"], found["label"]) == ("entity:acme", "Acme")


def test_things_are_found_by_a_part_of_their_name(ana):
    ana.store("We met Ada Lovelace.")
    ana.post("/notes", {"text": "x y", "title": "The adage"})
    found = ana.get("/ui/graph/names", params={"q": "ada"}).json()["dots"]
    assert {("entity", "Ada Lovelace"), ("page", "The adage")} <= {
        (one["kind"], one["label"]) for one in found
    }


def test_a_path_tells_each_step_with_its_words(ana, job):
    state(ana, "Acme", "located in", "Lyon")
    steps = ana.get("/ui/graph/path", params={"a": "entity:ana", "b": "entity:lyon"}).json()[
        "steps"
    ]
    assert [one["dot"]["id"] for one in steps] == ["entity:ana", "entity:acme", "entity:lyon"]
    assert [one["by"] for one in steps] == ["", "fact", "fact"]
    state(ana, "Bo", "works at", "Nowhere")
    alone = ana.get("/ui/graph/path", params={"a": "entity:ana", "b": "entity:nowhere"})
    assert alone.json() == {"steps": []}


@pytest.mark.parametrize(
    "id", ["entity:nobody at all", "page:none", "memory:zzz", "room:x", "entity:"]
)
def test_what_is_not_in_the_graph_is_not_found(ana, id):
    assert ana.get("/ui/graph", params={"id": id}).status_code in (404, 422)
    assert ana.get("/ui/graph/path", params={"a": id, "b": id}).status_code in (404, 422)


def retro(ana, serving):
    with ana_palace(ana, serving) as palace:
        for day in ("01", "02", "03"):
            palace.add(
                "Deploys on Fridays break the billing export.",
                wing="orion",
                conversation=f"retro-{day}",
                at=f"2025-06-{day}",
            )


def proposals(ana):
    return ana.get("/ui/review/proposals").json()["proposals"]


def test_a_proposal_is_accepted_edited_rejected_and_each_is_undone(ana, serving):
    retro(ana, serving)
    (one,) = proposals(ana)
    assert one["kind"] == "insight"
    assert len(one["evidence"]) == 3
    for verb, body in (
        ("accept", None),
        ("accept", {"edited": "No deploys on Fridays."}),
        ("reject", {"reason": "known"}),
    ):
        made = ana.post(f"/ui/review/proposals/{one['id']}/{verb}", body)
        assert made.status_code == 200, made.text
        assert proposals(ana) == []
        (decision,) = ana.get("/ui/review/decisions").json()["decisions"]
        assert decision["number"] == made.json()["number"]
        assert ana.post(f"/ui/review/decisions/{decision['number']}/undo").status_code == 200
        assert proposals(ana) == [one]


def test_texts_that_repeat_each_other_are_listed(ana, serving):
    retro(ana, serving)
    (one,) = ana.get("/ui/review/duplicates").json()["duplicates"]
    assert one["text"] == "Deploys on Fridays break the billing export."
    assert [each["how"] for each in one["repeats"]] == ["words", "words"]


def test_only_a_copy_of_bytes_of_its_own_can_be_forgotten_alone(ana, serving):
    retro(ana, serving)
    with ana_palace(ana, serving) as palace:
        palace.add("Deploys on Fridays break  the billing export.", wing="orion", source="note:4")
    (one,) = ana.get("/ui/review/duplicates").json()["duplicates"]
    alone = [each["id"] for each in one["repeats"] if each["alone"]]
    assert len(alone) == 1
    ana.delete(f"/memories/{alone[0]}")
    (left,) = ana.get("/ui/review/duplicates").json()["duplicates"]
    assert len(left["repeats"]) == 2
    assert not any(each["alone"] for each in left["repeats"])


def test_a_link_of_tending_is_listed_and_taken_back(ana, serving):
    ana.post("/notes", {"text": "Codes are safe.", "title": "OAuth"})
    with ana_palace(ana, serving) as palace:
        palace.diaries.write("reviewer", "Sign-in needs OAuth first.")
        palace.upkeep.point()
    (link,) = ana.get("/ui/review/links").json()["links"]
    assert link["slug"] == "oauth"
    (near, *_) = ana.get("/notes/oauth/memories").json()["memories"]
    assert (near["id"], near["number"]) == (link["memory"], link["number"])
    assert ana.post(f"/ui/review/links/{link['number']}/undo").json() == {"links": []}


def test_nothing_of_this_is_anybody_elses(ana, user, job, serving):
    retro(ana, serving)
    bo = user("bo")
    assert bo.get("/ui/timeline/facts").json() == {"facts": [], "total": 0}
    assert bo.get("/ui/timeline").json()["memories"] == 0
    assert bo.get("/ui/graph").json()["dots"] == []
    assert bo.get("/ui/graph", params={"id": "entity:ana"}).status_code == 404
    assert bo.post(f"/ui/facts/{job}/retract").status_code == 404
    assert bo.get("/ui/review/proposals").json()["proposals"] == []


def ana_palace(ana, serving):
    """Ana's own palace, as the server leases it."""
    return serving.palaces.lease(serving.identity.caller(ana.credential).owner)
