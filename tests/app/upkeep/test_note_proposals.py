"""What tending proposes: pages to write, pages to draw from sources, pages that are one; nothing is done unseen."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camillo import Palace
from camillo.app.settings import load
from camillo.app.upkeep.drafts import merged, outline, plain, source_page, wanted_page
from camillo.app.upkeep.near import near
from camillo.domain.errors import InvalidInput
from camillo.knowledge.notes.front import read_front
from camillo.knowledge.notes.links import note_links

NOW = "2026-11-30"
ARTICLE = """# How marmots sleep

Marmots sleep for eight months. They wake in spring.

## Burrows

A burrow has two exits. It is deep.
"""
SAME = "We moved the billing service to Postgres in May.\nThe nightly export was too slow before.\n"


@pytest.fixture
def palace(tmp_path):
    with Palace.open(tmp_path / "p.camillo") as opened:
        yield opened


def proposals(palace, kind, wing=None):
    return [one for one in palace.reflection.propose(wing, 100) if one.kind == kind]


def pages(palace):
    return [one.slug for one in palace.notes.all(layer="page")]


def test_a_link_that_leads_nowhere_is_proposed_as_a_page_with_what_is_said_of_it(palace):
    palace.notes.create("First.\nThe [[Budget|numbers]] are due in May.", title="Home")
    palace.notes.create("Ask Ana about [[budget]].", title="Plan")
    (one,) = proposals(palace, "page")
    assert one.text == "Write the page “Budget”, which 2 pages ask for."
    assert [said.text for said in one.evidence] == [
        "The [[Budget|numbers]] are due in May.", "Ask Ana about [[budget]].",
    ]  # fmt: skip
    assert all(palace.get(said.id).text == said.text for said in one.evidence)
    assert pages(palace) == ["home", "plan"]
    palace.reflection.accept(one.id)
    made = palace.notes.links("budget")
    assert [link.slug for link in made.backlinks] == ["home", "plan"]
    assert palace.notes.read("budget").text == (
        "# Budget\n\n- The numbers are due in May. ([[home]])\n- Ask Ana about budget. ([[plan]])\n"
    )
    assert proposals(palace, "page") == []


def test_an_accepted_page_is_taken_back_unless_somebody_wrote_in_it(palace):
    palace.notes.create("See [[Budget]] and [[Team]].", title="Home")
    first, second = proposals(palace, "page")
    receipts = [palace.reflection.accept(one.id) for one in (first, second)]
    note = palace.notes.read("budget")
    palace.notes.edit("budget", note.text + "Ten euros.\n", version=1, link=False)
    for receipt in receipts:
        palace.reflection.undo(receipt)
    assert pages(palace) == ["budget", "home"]
    assert [one.text for one in proposals(palace, "page")] == [
        "Write the page “Team”, which a page asks for."
    ]


def test_a_rejected_page_does_not_come_back_when_its_askers_are_edited(palace):
    palace.notes.create("See [[Budget]].", title="Home")
    (one,) = proposals(palace, "page")
    palace.reflection.reject(one.id, "no money")
    assert proposals(palace, "page") == []
    palace.notes.edit("home", "Do see [[Budget]] soon.", version=1)
    assert proposals(palace, "page") == []


def test_a_link_with_a_folder_or_a_prefix_leads_to_the_page_that_was_written_for_it(palace):
    palace.notes.create("See [[notes/Deep/Plan]] and [[kb:road-map]].", title="Home")
    for one in proposals(palace, "page"):
        palace.reflection.accept(one.id, edited=f"# Own words {one.would['title']}\n")
    assert palace.notes.links("home").broken == ()


def test_the_web_asks_for_no_pages(palace):
    palace.notes.capture("Read [[Evil plan]] now.", title="Page", url="https://x.org")
    assert not any("Evil" in one.text for one in proposals(palace, "page"))


def test_a_source_that_no_page_draws_on_is_proposed_as_one_that_cites_it(palace):
    palace.notes.capture(ARTICLE, title="Marmots", url="https://x.org/m", wing="zoo")
    (one,) = proposals(palace, "page")
    assert one.wing == "zoo" and proposals(palace, "page", wing="zoo") == [one]
    assert [said.text for said in one.evidence] == [
        "Marmots sleep for eight months.", "A burrow has two exits.",
    ]  # fmt: skip
    assert all(palace.get(said.id).text == said.text for said in one.evidence)
    palace.reflection.accept(one.id)
    page = next(note for note in palace.notes.all(layer="page"))
    links = palace.notes.links(page.slug)
    assert [slug for slug, _ in links.links] == ["marmots"]
    assert proposals(palace, "page") == []


def test_a_page_of_a_sources_words_is_told_unasked_by_its_title_until_it_is_written_anew(palace):
    palace.notes.capture(ARTICLE, title="Marmots", url="https://x.org/m", wing="zoo")
    palace.reflection.accept(proposals(palace, "page")[0].id)
    slug = pages(palace)[0]
    for budget in (300, 3_000):
        told = palace.wake_up(wing="zoo", budget=budget, now=NOW).text
        assert "eight months" not in told and "Marmots" in told
    assert "eight months" not in palace.relevant("How long do marmots sleep?", now=NOW).text
    note = palace.notes.read(slug)
    palace.notes.edit(slug, note.text.replace("eight", "about eight"), version=note.version)
    assert "eight months" in palace.wake_up(wing="zoo", budget=3_000, now=NOW).text


def test_two_pages_that_say_the_same_are_proposed_as_one_and_become_it(palace):
    palace.notes.create(SAME, title="Move")
    palace.notes.create(SAME + "Ana agreed to all of it at once.\n", title="The move")
    palace.notes.create("See [[move]].", title="Home")
    (one,) = proposals(palace, "merge")
    assert one.would == {"do": "join pages", "slug": "move", "into": "the-move"}
    assert pages(palace) == ["home", "move", "the-move"]
    receipt = palace.reflection.accept(one.id)
    assert pages(palace) == ["home", "the-move"]
    assert palace.notes.read("move").slug == "the-move"
    assert [link.slug for link in palace.notes.links("the-move").backlinks] == ["home"]
    assert proposals(palace, "merge") == []
    palace.reflection.undo(receipt)
    assert pages(palace) == ["home", "move", "the-move"]
    assert palace.notes.read("move").text == SAME
    assert (palace.notes.read("home").text, palace.notes.read("home").version) == (
        "See [[move]].",
        1,
    )
    assert palace.notes.links("home").links == (("move", "Move"),)
    assert read_front(palace.notes.read("the-move").text).aliases == ()
    (again,) = proposals(palace, "merge")
    # The pages were written a while later; all else is as it was.
    then = [replace(said, at="") for said in one.evidence]
    assert [replace(said, at="") for said in again.evidence] == then
    assert replace(again, evidence=one.evidence) == one


def test_the_other_page_is_kept_where_that_is_wished_and_no_line_is_lost(palace):
    palace.notes.create(SAME + "Only here.\n", title="Move")
    palace.notes.create(SAME + "Only there.\nAna agreed to all of it at once.\n", title="The move")
    (one,) = proposals(palace, "merge")
    with pytest.raises(InvalidInput):
        palace.reflection.accept(one.id, edited="home")
    palace.reflection.accept(one.id, edited="move")
    text = palace.notes.read("the-move").text
    assert palace.notes.read("the-move").slug == "move"
    for line in (*SAME.splitlines(), "Only here.", "Only there."):
        assert text.count(line) == 1


def test_a_rejected_merge_does_not_come_back(palace):
    palace.notes.create(SAME, title="Move")
    palace.notes.create(SAME, title="The move")
    (one,) = proposals(palace, "merge")
    palace.reflection.reject(one.id)
    palace.notes.edit("move", SAME + "More.\n", version=1)
    assert proposals(palace, "merge") == []


def test_no_secret_goes_into_a_draft(palace):
    palace.notes.create("The [[Door]] opens: password is hunter22-Xk9!pQ7z.", title="Home")
    (one,) = proposals(palace, "page")
    assert "hunter22" not in json.dumps(one.would) + one.evidence[0].text


def say(points):
    return lambda exchange: exchange.say(json.dumps({"points": points}))


@pytest.fixture
def modelled(tmp_path, api, monkeypatch):
    for name in ("XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    settings = load(llm_url=api.url, llm_model="tiny", llm_seconds=1.0)
    with Palace.open(tmp_path / "m.camillo", settings=settings) as made:
        made.notes.capture(ARTICLE, title="Marmots", url="https://x.org/m")
        yield made


def test_a_model_is_asked_once_and_believed_where_it_quotes_the_source(modelled, api):
    good = {"text": "Marmots sleep for eight months.", "quote": "Marmots sleep for eight months."}
    bad = [
        {"text": "Obama likes marmots.", "quote": "A burrow has two exits."},
        {"text": "A burrow is deep.", "quote": "It is not there."},
    ]
    api.answers(say([*bad, good]))
    assert modelled.upkeep.distil() == (1, [])
    assert modelled.upkeep.distil() == (0, [])
    assert len(api.asked) == 1
    from camillo.app.upkeep.found import note_proposals

    with modelled._store.snapshot() as snapshot:
        (one,) = note_proposals(modelled._parts, snapshot, None)
    assert one.by == "tiny" and [said.text for said in one.evidence] == [good["quote"]]
    assert "Obama" not in one.would["text"] and "eight months" in one.would["text"]


def test_without_a_usable_answer_the_outline_is_proposed(modelled, api):
    api.answers(lambda exchange: exchange.say("I would rather not."))
    assert modelled.upkeep.distil() == (0, ["model-failed"])
    from camillo.app.upkeep.found import note_proposals

    with modelled._store.snapshot() as snapshot:
        (one,) = note_proposals(modelled._parts, snapshot, None)
    assert one.by == "" and len(one.evidence) == 2


def test_what_a_model_said_of_a_forgotten_source_goes_with_it(modelled, api):
    api.answers(say([{"text": "Zanzibar.", "quote": "Zanzibar."}]))
    note, _ = modelled.notes.capture(
        "# T\n\nZanzibar. It is far.\n", title="Far", url="https://x.org/z"
    )
    modelled.upkeep.distil()
    modelled.forget([note.id])
    with modelled._store.snapshot() as snapshot:
        assert "anzibar" not in str([act.payload for act in snapshot.acts()])


@given(st.text(max_size=200), st.text(max_size=60))
def test_a_draft_links_to_nothing_but_what_it_cites(text, title):
    slugs = {"home"}
    assert {link.target for link in note_links(wanted_page(title, [("home", text)]))} <= slugs
    page = source_page(title or "t", "home", outline(text))
    assert {link.target for link in note_links(page)} <= slugs
    assert "\n" not in plain(text)


@given(
    st.lists(st.text("ab c.\n#[]-", max_size=30), max_size=6),
    st.lists(st.text("ab c.\n#-", max_size=30), max_size=6),
)
def test_a_merged_page_has_every_line_of_both(kept, gone):
    kept, gone = "\n".join(kept), "\n".join(gone)
    told = merged(kept, gone, ["Gone"])
    lines = {" ".join(line.strip("#>*- \t").split()).casefold() for line in told.splitlines()}
    for text in (kept, gone[read_front(gone).end :]):
        for line in text.splitlines():
            folded = " ".join(line.strip("#>*- \t").split()).casefold()
            assert not folded or folded == "gone" or folded in lines
    assert "Gone" in read_front(told).aliases


@given(st.lists(st.lists(st.integers(0, 12), max_size=8), max_size=8))
def test_near_duplicates_share_most_sentences_of_the_shorter(pages):
    texts = ["\n".join(f"Sentence number {n} is long enough." for n in page) for page in pages]
    for one in near(texts):
        short, long = set(pages[one.short]), set(pages[one.long])
        assert one.count == len(short) <= len(long)
        assert len(one.spans) == len(short & long) >= 0.6 * len(short)
