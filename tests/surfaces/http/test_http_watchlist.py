"""The watch list over REST: the owner adds and approves, an agent's key only proposes."""

FEED = "https://example.org/feed"


def test_what_the_owner_adds_is_watched_and_what_a_key_or_tool_adds_waits(ana, client, as_user):
    made = ana.post("/watchlist", {"url": f"{FEED}?utm_source=x", "wingId": "reading", "hours": 2})
    assert made.status_code == 201 and made.json() == {
        "url": FEED, "wingId": "reading", "tags": [], "hours": 2, "by": "user", "state": "watched",
    }  # fmt: skip
    agent = as_user(client, ana.post("/keys", {"name": "a", "scopes": ["write"]}).json()["key"])
    assert agent.post("/watchlist", {"url": f"{FEED}/two"}).json()["state"] == "waiting"
    assert agent.post("/watchlist/approve", {"url": f"{FEED}/two"}).status_code == 403
    assert ana.post("/watchlist/approve", {"url": f"{FEED}/two"}).json()["state"] == "watched"
    listed = agent.get("/watchlist").json()["watched"]
    assert [(one["url"], one["state"]) for one in listed] == [
        (FEED, "watched"), (f"{FEED}/two", "watched"),
    ]  # fmt: skip
    assert ana.delete("/watchlist", params={"url": FEED}).json()["url"] == FEED
    assert len(ana.get("/watchlist").json()["watched"]) == 1


def test_the_list_is_nobody_elses_and_keeps_to_scopes_and_addresses(ana, user, client, as_user):
    ana.post("/watchlist", {"url": FEED})
    bo = user("bo")
    assert bo.get("/watchlist").json() == {"watched": []}
    assert bo.delete("/watchlist", params={"url": FEED}).status_code == 404
    reader = as_user(client, ana.post("/keys", {"name": "r", "scopes": ["read"]}).json()["key"])
    assert reader.post("/watchlist", {"url": FEED}).status_code == 403
    assert ana.post("/watchlist", {"url": "file:///etc/passwd"}).status_code == 422
    assert ana.post("/watchlist", {"url": FEED, "hours": 0}).status_code == 422
    assert ana.post("/watchlist/approve", {"url": f"{FEED}/none"}).status_code == 404
