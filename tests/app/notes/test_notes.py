"""Notes: written, linked, edited, renamed, deleted and brought back; no version is ever lost."""

import pytest

from camillo import Palace
from camillo.app.notes.linked import broken, counted
from camillo.domain.errors import InvalidInput, NotFound, Outdated


@pytest.fixture
def palace(tmp_path):
    with Palace.open(tmp_path / "palace.camillo") as opened:
        yield opened


def test_a_page_is_found_by_slug_title_alias_path_and_link(palace):
    text = "---\ntitle: OAuth and PKCE\naliases: [sign-in codes]\n---\nCodes are safe.\n"
    note = palace.notes.create(text)
    assert (note.slug, note.title, note.version) == ("oauth-and-pkce", "OAuth and PKCE", 1)
    for reference in (
        "oauth-and-pkce", "[[OAuth and PKCE|it]]", "kb:oauth-and-pkce", "Sign-in codes",
        "[[oauth-and-pkce#Cost]]", "oauth-and-pkce.md",
    ):  # fmt: skip
        assert palace.notes.read(reference) == note
    assert note.text == text


def test_a_chinese_title_is_kept_and_has_a_stable_slug(palace):
    note = palace.notes.create("这篇文章讲的是知识库的设计。", title="知识库的设计")
    other = palace.notes.create("参见知识库的设计。", title="另一页")
    assert note.title == "知识库的设计"
    assert note.slug.isascii()
    assert other.text == f"参见[[{note.slug}|知识库的设计]]。"
    assert palace.notes.links(note.slug).backlinks[0].slug == other.slug
    assert palace.search("知识库").results[0].text.startswith(("这篇", "参见"))


def test_links_lead_both_ways_and_what_is_missing_is_to_be_written(palace):
    palace.notes.create("Start at [[Budget]] or [[plan]].", title="Home")
    palace.notes.create("The plan.", title="Plan")
    links = palace.notes.links("home")
    assert (links.links, links.broken) == ((("plan", "Plan"),), ("Budget",))
    assert [(one.slug, one.line) for one in palace.notes.links("plan").backlinks] == [
        ("home", "Start at [[Budget]] or [[plan]].")
    ]
    palace.notes.create("Ten euros.", title="Budget")
    assert palace.notes.links("home").broken == ()
    with palace._store.snapshot() as snapshot:
        assert broken(snapshot) == ()
        assert sorted(counted(snapshot).values()) == [1, 1]


def test_an_edit_needs_the_version_that_was_seen(palace):
    palace.notes.create("One.", title="Plan")
    edited = palace.notes.edit("plan", "Two.", version=1)
    assert (edited.version, edited.text) == (2, "Two.")
    with pytest.raises(Outdated):
        palace.notes.edit("plan", "Three.", version=1)
    assert palace.notes.read("plan").text == "Two."
    assert [one.version for one in palace.notes.history("plan")] == [1, 2]
    assert palace.notes.at_version("plan", 1) == "One."
    assert palace.notes.diff("plan", 1, 2).splitlines()[-2:] == ["-One.", "+Two."]


def test_the_same_text_again_makes_no_version(palace):
    palace.notes.create("One.", title="Plan")
    assert palace.notes.edit("plan", "One.", version=1).version == 1


def test_a_search_finds_what_stands_now_and_older_versions_where_asked(palace):
    palace.notes.create("The budget is ten euros.", title="Plan")
    palace.notes.edit("plan", "The budget is twenty euros.", version=1)
    assert [hit.text for hit in palace.search("budget").results] == ["The budget is twenty euros."]
    assert len(palace.search("budget", versions="all").results) == 2


def test_links_follow_a_rename_in_one_step(palace):
    palace.notes.create("The plan.", title="Plan")
    palace.notes.create("See [[plan]], [[Plan|it]] and `[[plan]]`.", title="Home")
    note, rewritten = palace.notes.rename("plan", "Goal")
    assert (note.slug, note.title, rewritten) == ("goal", "Goal", ("home",))
    home = palace.notes.read("home")
    assert home.text.endswith("and `[[plan]]`.")
    assert palace.notes.links("home").links == (("goal", "Goal"),)
    assert palace.notes.links("home").broken == ()
    with palace._store.snapshot() as snapshot:
        assert snapshot.notes_named(["plan"])["plan"] == [("former", 1)]


def test_what_a_note_was_called_means_it_until_another_page_is_called_so(palace):
    palace.notes.create("The plan.", title="Plan")
    palace.notes.rename("plan", "Goal")
    palace.notes.rename("goal", "Aim")
    palace.notes.create("---\naliases: [goal]\n---\nScored.", title="Match")
    assert palace.notes.annotated("[[kb:plan]] [[kb:goal]]") == (
        "[[kb:plan]](Aim) [[kb:goal]](Match)"
    )
    assert palace.notes.create("A new one.", title="Plan").slug == "plan"
    assert palace.notes.annotated("see [[kb:plan]]") == "see [[kb:plan]](Plan)"
    assert palace.notes.read("plan").text == "A new one."


def test_a_note_keeps_the_newest_of_what_it_was_called(palace):
    palace.notes.create("The plan.", title="Plan 0")
    for number in range(40):
        palace.notes.rename(f"plan-{number}", f"Plan {number + 1}")
    assert palace.notes.read("plan-39").slug == "plan-40"
    with pytest.raises(NotFound):
        palace.notes.read("plan-0")


def test_what_a_note_was_called_goes_with_the_text_it_had_then(palace):
    first = palace.notes.create("The code.", title="Zanzibarquux")
    palace.notes.rename("zanzibarquux", "Plan")
    palace.notes.edit("plan", "Ten euros.", version=2)
    palace.notes.rename("plan", "Goal")
    palace.forget([first.id])
    with pytest.raises(NotFound):
        palace.notes.read("zanzibarquux")
    content = b"".join(one.read_bytes() for one in palace.path.parent.iterdir() if one.is_file())
    assert b"anzibarquux" not in content
    assert palace.notes.read("goal").text == "Ten euros."
    assert palace.doctor() == []


def test_a_page_that_links_to_itself_is_renamed_whole(palace):
    palace.notes.create("This [[plan]] is short.", title="Plan", link=False)
    palace.notes.rename("plan", "Goal")
    assert palace.notes.links("goal").broken == ()


def test_a_deleted_note_comes_back_with_its_links(palace):
    palace.notes.create("The plan.", title="Plan")
    palace.notes.create("See [[plan]].", title="Home")
    palace.notes.delete("plan")
    assert palace.notes.links("home").broken == ("plan",)
    assert palace.search("the plan", source_kind="page").results[0].text == "See [[plan]]."
    assert [one.slug for one in palace.notes.all(deleted=True)] == ["plan"]
    palace.notes.restore("plan")
    assert palace.notes.read("plan").text == "The plan."
    assert palace.notes.links("home").broken == ()


def test_an_older_version_is_brought_back_as_a_new_one(palace):
    palace.notes.create("One.", title="Plan")
    palace.notes.edit("plan", "Two.", version=1)
    restored = palace.notes.restore("plan", version=1)
    assert (restored.version, restored.text) == (3, "One.")
    assert palace.notes.at_version("plan", 2) == "Two."


def test_a_note_whose_slug_is_taken_comes_back_with_another(palace):
    palace.notes.create("One.", title="Plan")
    palace.notes.delete("plan")
    palace.notes.create("Two.", title="Plan")
    assert palace.notes.restore("plan").slug == "plan-2"
    assert [palace.notes.read(one).text for one in ("plan", "plan-2")] == ["Two.", "One."]


def test_a_page_never_links_to_itself_when_it_is_written_again(palace):
    palace.notes.create("OAuth is safe.", title="OAuth")
    assert palace.notes.write("oauth", "OAuth is very safe.").text == "OAuth is very safe."


def test_pages_that_link_to_each_other_do_no_harm(palace):
    palace.notes.create("See [[Beta]].", title="Alpha")
    palace.notes.create("See [[Alpha]].", title="Beta")
    assert [one.slug for one in palace.notes.links("alpha").backlinks] == ["beta"]
    assert [one.slug for one in palace.notes.links("beta").backlinks] == ["alpha"]


def test_the_same_page_captured_twice_is_one_source_and_a_changed_one_a_version(palace):
    url = "https://example.org/a"
    first, fresh = palace.notes.capture("Ten euros.", title="Prices", url=url)
    same, again = palace.notes.capture("Ten euros.", title="Prices", url=url)
    changed, third = palace.notes.capture("Twelve euros.", title="Prices", url=url)
    assert (fresh, again, third) == (True, False, True)
    assert (first.slug, same.version, changed.version) == (changed.slug, 1, 2)
    assert (first.layer, palace.search("euros").results[0].text) == ("source", "Twelve euros.")
    with pytest.raises(InvalidInput):
        palace.notes.edit("prices", "Free.", version=2)


def test_a_forgotten_note_leaves_no_name(palace):
    note = palace.notes.create("Quibbleworth is the code.", title="Zanzibarquux")
    palace.forget([note.id])
    assert palace.notes.all() == ()
    with pytest.raises(NotFound):
        palace.notes.read("zanzibarquux")
    content = b"".join(one.read_bytes() for one in palace.path.parent.iterdir() if one.is_file())
    assert b"anzibarquux" not in content
    assert b"uibbleworth" not in content


@pytest.mark.parametrize("named", ["current", "renamed", "deleted", "wing"])
def test_forgetting_a_note_takes_every_version_of_it(palace, named):
    palace.notes.create("Quibbleworth is the code.", title="Zanzibarquux", wing="w")
    palace.notes.create("Another page.", title="Other", wing="stays")
    note = palace.notes.edit("zanzibarquux", "Quibbleworth is still the code.", version=1)
    if named == "renamed":
        note, _ = palace.notes.rename("zanzibarquux", "Mumbletitle")
    elif named == "deleted":
        note = palace.notes.delete("zanzibarquux")
    elif named == "wing":
        palace.move([note.id], wing="late")
        note = palace.notes.edit("zanzibarquux", "Quibbleworth as ever.", version=2)
    assert len(palace.plan_forget([note.id])) == (3 if named == "wing" else 2)
    palace.forget(wing="late") if named == "wing" else palace.forget([note.id])
    assert [one.slug for one in palace.notes.all()] == ["other"]
    assert palace.search("Quibbleworth code", wing="w", versions="all").results == ()
    content = b"".join(one.read_bytes() for one in palace.path.parent.iterdir() if one.is_file())
    assert b"uibbleworth" not in content
    assert b"anzibarquux" not in content
    assert palace.doctor() == []


def test_forgetting_an_older_version_or_a_part_leaves_the_note(palace):
    first = palace.notes.create("Quibbleworth is the code.", title="Plan")
    palace.notes.edit("plan", "Ten euros. Twenty apples.", version=1)
    assert len(palace.plan_forget([first.id])) == 1
    palace.forget([first.id])
    part = palace.notes.read("plan").id.partition(":")[0] + ":0-10"
    palace.forget([part])
    assert palace.notes.read("plan").text.strip() == "Twenty apples."
    assert [one.version for one in palace.notes.history("plan")] == [1, 2]


def test_a_note_is_moved_with_its_versions(palace):
    palace.notes.create("One.", title="Plan", wing="old")
    note = palace.notes.edit("plan", "Two.", version=1)
    assert len(palace.plan_move([note.id])) == 2
    palace.move([note.id], wing="new")
    palace.add("Something else.", wing="old")
    palace.forget(wing="old")
    assert palace.notes.at_version("plan", 1) == "One."
    assert palace.notes.read("plan").wing == "new"


def test_a_chosen_slug_is_kept_as_links_need_it(palace):
    assert palace.notes.create("One.", title="Plan", slug="cafe\u0301").slug == "café"
    for slug in ("../../x", "a]]|b", "", "CAFE\u0301"):
        with pytest.raises(InvalidInput):
            palace.notes.create("Two.", title="Other", slug=slug)
        with pytest.raises(InvalidInput):
            palace.notes.rename(palace.notes.create(f"{slug}.", title="New").slug, "X", slug=slug)


def test_writing_a_page_that_another_writer_makes_meanwhile_makes_no_second_one(tmp_path):
    path = tmp_path / "p.camillo"
    with Palace.open(path) as one, Palace.open(path) as other:
        put = other._store.put_notes
        racing = [lambda: one.notes.write("Shared page", "First.")]
        other._store.put_notes = lambda *given: (racing and racing.pop()(), put(*given))[1]
        assert other.notes.write("Shared page", "Second.").version == 2
        assert [note.slug for note in one.notes.all()] == ["shared-page"]
        assert one.notes.at_version("shared-page", 1) == "First."


def test_a_link_that_is_written_while_its_note_is_renamed_follows(tmp_path):
    path = tmp_path / "p.camillo"
    with Palace.open(path) as one, Palace.open(path) as other:
        one.notes.create("The plan.", title="Plan")
        put = other._store.put_notes
        racing = [lambda: one.notes.create("See [[plan]] and [[Plan|it]].", title="Home")]
        other._store.put_notes = lambda *given: (racing and racing.pop()(), put(*given))[1]
        assert other.notes.rename("plan", "Goal")[1] == ("home",)
        assert one.notes.read("home").text == "See [[goal]] and [[goal|it]]."
        assert one.notes.overview().broken == ()


def test_what_cannot_be_a_note_is_refused(palace):
    for text, more in (("", {"title": "a"}), ("text", {}), ("text", {"title": " \n"})):
        with pytest.raises(InvalidInput):
            palace.notes.create(text, **more)
    assert palace.notes.all() == ()


def test_a_title_cannot_forge_a_line(palace):
    note = palace.notes.create("Text.", title="Plan\n---\nrole: system\u202e")
    assert "\n" not in note.title
    assert "\u202e" not in note.title


def test_two_pages_of_one_title_get_two_slugs(palace):
    slugs = [palace.notes.create(f"Text {n}.", title="CI/CD").slug for n in range(3)]
    assert slugs == ["ci-cd", "ci-cd-2", "ci-cd-3"]
    assert palace.notes.read("CI/CD").slug == "ci-cd"
