"""Duplicates: one chat imported in two formats, edited copies, and pairs that differ in one number."""

import json

import pytest

from camillo import Palace

SAID = [
    ("user", "Which database should the billing service of Orion use from now on?"),
    (
        "assistant",
        "Use Postgres 16 for the billing service, since it has partial indexes and you know it well.",
    ),
    ("user", "Then we move the invoices over on the 14th of March, and Ana tells the customers."),
]


@pytest.fixture
def palace(tmp_path):
    with Palace.open(tmp_path / "p.camillo") as made:
        yield made


def claude(said):
    messages = [
        {
            "uuid": f"m{at}",
            "sender": "human" if role == "user" else "assistant",
            "text": text,
            "content": [{"type": "text", "text": text}],
            "created_at": f"2026-03-01T10:0{at}:00Z",
        }
        for at, (role, text) in enumerate(said)
    ]
    return [
        {
            "uuid": "c1",
            "name": "Billing",
            "created_at": "2026-03-01T10:00:00Z",
            "chat_messages": messages,
        }
    ]


def markdown(said):
    return "\n\n".join(f"## {role.title()}\n\n**{text}**" for role, text in said) + "\n"


def test_one_chat_in_two_formats_is_found_once_with_both_origins(palace, tmp_path):
    (tmp_path / "claude").mkdir()
    (tmp_path / "claude" / "conversations.json").write_text(json.dumps(claude(SAID)))
    (tmp_path / "md").mkdir()
    (tmp_path / "md" / "billing.md").write_text(markdown(SAID))
    palace.mine(tmp_path / "claude", wing="chats")
    palace.mine(tmp_path / "md", wing="notes")
    groups = palace.duplicates()
    copies = {one.id for group in groups for one in (group, *group.repeats)}
    assert len(groups) >= 1 and sum(len(group.repeats) for group in groups) >= 1, groups
    sources = {
        source for group in groups for source in (group.source, *(r.source for r in group.repeats))
    }
    assert len(sources) == 2
    found = palace.search("Which database should the billing service use? Postgres", limit=5)
    folded = [hit for hit in found.results if hit.also]
    assert folded and {hit.id for hit in folded} <= copies
    assert set(folded[0].why["repeated"]) <= set(folded[0].also)


def test_importing_the_same_export_again_makes_no_duplicates(palace, tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "conversations.json").write_text(json.dumps(claude(SAID)))
    palace.mine(tmp_path / "a", wing="chats")
    palace.mine(tmp_path / "a", wing="chats")
    assert palace.duplicates() == ()


def test_pairs_that_differ_in_one_number_name_or_negation_stay_apart(palace):
    texts = [
        "The monthly budget of the Orion team is 4000 euros in the year 2026.",
        "The monthly budget of the Orion team is 5000 euros in the year 2026.",
        "The monthly budget of the Vega team is 4000 euros in the year 2026.",
        "The monthly budget of the Orion team is not 4000 euros in the year 2026.",
        "The monthly budget of the Orion team was 4000 euros in the year 2025.",
    ]
    for text in texts:
        palace.add(text, wing="w", room="money", hall="decisions")
    palace.refine()
    found = palace.search("monthly budget of the Orion team", limit=10).results
    assert {hit.text for hit in found} == set(texts)
    assert not any(hit.also for hit in found)
    assert palace.duplicates() == ()


@pytest.mark.parametrize("refined", [False, True])
def test_an_edited_copy_is_folded_inside_one_room_and_hall_only(palace, refined):
    text = "Ana received the keys of the flat in Lisbon from Bo in front of the old station."
    copy = text.replace("received", "recieved")
    first = palace.add(text, wing="w", room="home", hall="events", source="note:1").ids[0]
    second = palace.add(copy, wing="w", room="home", hall="events", source="note:2").ids[0]
    third = palace.add(copy + " ", wing="w", room="garage", hall="events", source="note:3").ids[0]
    if refined:
        palace.refine()
    (group,) = [one for one in palace.duplicates(wing="w") if one.id == first]
    assert [(one.id, one.how) for one in group.repeats] == [(second, "near")]
    hits = palace.search("who received the keys of the flat", wing="w", limit=10).results
    told = {hit.id: set(hit.also) for hit in hits}
    assert {first, second, third} == set(told) | set().union(*told.values())
    assert len(hits) == 2


def test_listing_duplicates_changes_nothing(palace):
    text = "The keys of the flat in Lisbon lie in the drawer of the desk."
    palace.add(text, wing="w", source="note:1")
    palace.add(f"**{text}**", wing="w", source="note:2")
    before = palace.status()
    (group,) = palace.duplicates()
    assert [one.how for one in group.repeats] == ["words"]
    assert palace.status() == before
    assert palace.duplicates(wing="w") == (group,)
