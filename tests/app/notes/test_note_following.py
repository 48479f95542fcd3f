"""No link comes to lead to another note because a note is made, renamed, brought back or taken from a folder."""

import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test

from camillo import Palace
from camillo.app.notes.changes import Change
from camillo.app.notes.linked import resolved
from camillo.domain.errors import Forgotten


@pytest.fixture
def palace(tmp_path):
    with Palace.open(tmp_path / "palace.camillo") as opened:
        yield opened


def leads(palace, slug):
    return [one for one, _ in palace.notes.links(slug).links]


@pytest.fixture
def titled(palace):
    """A page that is called Plan by its title alone, and one that links to it by that."""
    palace.notes.create("The plan.", title="Plan", slug="the-plan")
    palace.notes.create("See [[Plan]], [[plan#Cost|it]] and `[[Plan]]`.", title="Home", link=False)
    return palace


KEPT = "See [[the-plan|Plan]], [[the-plan#Cost|it]] and `[[Plan]]`."


def test_a_new_page_takes_no_links_from_one_of_its_title(titled):
    made = titled.notes.create("Another plan.", title="Plan")
    home = titled.notes.read("home")
    assert (made.slug, home.text, home.version) == ("plan", KEPT, 2)
    assert [one.slug for one in titled.notes.links("the-plan").backlinks] == ["home"]
    assert titled.notes.links("plan").backlinks == ()


def test_a_renamed_page_takes_no_links_from_one_of_its_new_title(titled):
    titled.notes.create("Another.", title="Other")
    titled.notes.create("[[Other]] is no [[Plan]].", title="Both", link=False)
    note, rewritten = titled.notes.rename("other", "Plan")
    assert (note.slug, sorted(rewritten)) == ("plan", ["both", "home"])
    assert titled.notes.read("home").text == KEPT
    assert titled.notes.read("both").text == "[[plan]] is no [[the-plan|Plan]]."


def test_a_page_that_links_to_the_one_whose_name_it_takes_still_does(titled):
    titled.notes.create("Not the [[Plan]].", title="Other", link=False)
    note, _ = titled.notes.rename("other", "Plan")
    assert note.text == "Not the [[the-plan|Plan]]."
    assert leads(titled, "plan") == ["the-plan"]


def test_a_page_that_comes_back_takes_no_links_that_lead_elsewhere_by_now(palace):
    palace.notes.create("The first.", title="Plan")
    palace.notes.delete("plan")
    palace.notes.create("The second.", title="Plan", slug="the-plan")
    palace.notes.create("See [[plan]] and [[Plan|it]].", title="Home", link=False)
    assert palace.notes.restore("plan").slug == "plan"
    assert palace.notes.read("home").text == "See [[the-plan|plan]] and [[the-plan|it]]."


def test_a_title_takes_no_links_from_an_alias(palace):
    palace.notes.create("---\naliases: [Budget]\n---\nTen euros.", title="Money")
    palace.notes.create("See [[Budget]].", title="Home", link=False)
    palace.notes.create("Other money.", title="Budget", slug="other")
    assert palace.notes.read("home").text == "See [[money|Budget]]."


def test_an_alias_takes_no_links_from_another_alias(palace):
    palace.notes.create("---\naliases: [Budget]\n---\nTen euros.", title="Money in the bank")
    palace.notes.create("See [[Budget]].", title="Home", link=False)
    palace.notes.create("Text.", title="Cash")
    palace.notes.edit("cash", "---\naliases: [Budget]\n---\nText.", version=1)
    assert palace.notes.read("budget").slug == "cash"
    assert palace.notes.read("home").text == "See [[money-in-the-bank|Budget]]."


def test_a_link_by_what_a_page_was_called_keeps_meaning_it(palace):
    palace.notes.create("The goal.", title="Plan")
    palace.notes.rename("plan", "Goal")
    palace.notes.create("See [[plan]].", title="Home", link=False)
    assert leads(palace, "home") == ["goal"]
    palace.notes.create("A new plan.", title="Plan")
    assert palace.notes.read("home").text == "See [[goal|plan]]."
    assert leads(palace, "home") == ["goal"]


def test_a_link_that_led_nowhere_leads_to_the_page_that_is_written_for_it(palace):
    palace.notes.create("See [[Plan]].", title="Home", link=False)
    palace.notes.create("The plan.", title="Plan")
    assert (leads(palace, "home"), palace.notes.read("home").version) == (["plan"], 1)


def test_a_name_that_a_page_gives_up_is_free(palace):
    palace.notes.create("---\naliases: [Budget]\n---\nTen euros.", title="Money")
    palace.notes.create("See [[Budget]].", title="Home", link=False)
    palace.notes.edit("money", "Ten euros.", version=1)
    palace.notes.create("All of it.", title="Budget")
    assert (leads(palace, "home"), palace.notes.read("home").version) == (["budget"], 1)


def test_a_kept_change_takes_no_links_and_is_kept_as_given(titled):
    text = "Not the [[Plan]].\n"
    (row,) = titled.notes.keep([Change("create", None, text, "plan.md", "plan")])
    assert titled.notes.read("home").text == KEPT
    assert titled.notes.read(row.slug).text == text


@pytest.mark.parametrize(
    ("page", "written", "mended"),
    [
        ("home.md", "[p](plan.md#c)", "[p](the-plan.md#c)"),
        ("sub/home.md", "[p](../plan.md)", "[p](../the-plan.md)"),
    ],
)
def test_a_markdown_link_names_a_file_that_leads_to_the_same_page(palace, page, written, mended):
    palace.notes.create("The plan.", title="Plan", slug="the-plan", path="x/the-plan.md")
    palace.notes.create(written, title="Home", path=page, link=False)
    assert leads(palace, "home") == ["the-plan"]
    palace.notes.create("Another plan.", title="Plan")
    assert leads(palace, "home") == ["the-plan"]
    assert palace.notes.read("home").text == mended


def test_a_markdown_link_by_a_folder_is_led_to_the_file(palace):
    palace.notes.create("The plan.", title="First", slug="plan", path="x/sub/plan.md")
    palace.notes.create("[p](plan.md) [[sub/plan]]", title="Home", path="sub/home.md", link=False)
    palace.notes.create("Another.", title="Second", path="sub/plan.md")
    assert palace.notes.read("home").text == "[p](../x/sub/plan.md) [[plan]]"
    assert leads(palace, "home") == ["plan"]


def test_words_of_the_web_stay_so_when_a_link_beside_them_is_rewritten(titled):
    titled.notes.create(
        "Told: [[Plan]].", title="Brief", link=False, about={"origin": "web", "from": "feed"}
    )
    titled.notes.create("Another plan.", title="Plan")
    brief = titled.notes.read("brief")
    assert (brief.text, brief.origin) == ("Told: [[the-plan|Plan]].", "web")
    assert titled.get(brief.id).meta["from"] == "feed"


def test_a_captured_source_is_never_rewritten(palace):
    palace.notes.create("The plan.", title="Plan", slug="the-plan")
    palace.notes.capture("See [[Plan]].", title="Seen", url="https://example.org/a")
    palace.notes.create("Another plan.", title="Plan")
    assert palace.notes.read("seen").text == "See [[Plan]]."


def test_a_page_that_may_not_be_rewritten_keeps_no_other_from_being_made(titled):
    gone = titled.notes.create(KEPT, title="Gone", link=False)
    titled.forget([gone.id])
    with pytest.raises(Forgotten):
        titled.notes.create(KEPT, title="Again", link=False)
    assert titled.notes.create("Another plan.", title="Plan").slug == "plan"
    assert titled.notes.read("home").version == 1


def test_a_page_that_is_written_meanwhile_is_rewritten_as_it_is_then(tmp_path):
    path = tmp_path / "p.camillo"
    with Palace.open(path) as one, Palace.open(path) as other:
        one.notes.create("The plan.", title="Plan", slug="the-plan")
        one.notes.create("See [[Plan]].", title="Home", link=False)
        put = other._store.put_notes
        racing = [lambda: one.notes.edit("home", "Still see [[Plan]].", version=1, link=False)]
        other._store.put_notes = lambda *given: (racing and racing.pop()(), put(*given))[1]
        other.notes.create("Another plan.", title="Plan")
        assert one.notes.read("home").text == "Still see [[the-plan|Plan]]."
        assert [note.slug for note in one.notes.all()] == ["home", "plan", "the-plan"]


NAMES = ("Plan", "plan", "Goal", "The Plan", "sub/plan")
names = st.sampled_from(NAMES)
picks = st.integers(0, 9)


class Leading(RuleBasedStateMachine):
    """What each link of a living page led to is what it leads to as long as that note lives."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="notes-"))
        self.palace = Palace.open(self.folder / "palace.camillo")
        self.count = 0

    def teardown(self) -> None:
        self.palace.close()
        shutil.rmtree(self.folder)

    def meant(self) -> "dict[int, list[int]]":
        with self.palace._store.snapshot() as snapshot:
            living = {row.note for row in snapshot.notes() if not row.deleted}
            edges = snapshot.note_edges()
            found = resolved(snapshot, [edge.key for edge in edges])
            told: dict[int, list[int]] = {note: [] for note in living}
            for edge in edges:
                told[edge.note].append(found[edge.key].note if edge.key in found else 0)
            return told

    def do(self, change) -> None:
        before = self.meant()
        change()
        after = self.meant()
        for page in before.keys() & after.keys():
            assert len(before[page]) == len(after[page])
            for was, now in zip(before[page], after[page], strict=True):
                assert was == now or was not in after, (page, was, now)

    def pick(self, pick: int, deleted: bool = False) -> "str | None":
        notes = self.palace.notes.all(deleted=deleted)
        return notes[pick % len(notes)].slug if notes else None

    @rule(
        title=names,
        links=st.lists(names, max_size=3),
        alias=names,
        slug=st.booleans(),
        folder=st.sampled_from(("", "sub/", "deep/sub/")),
    )
    def a_page_is_made(self, title, links, alias, slug, folder) -> None:
        self.count += 1
        linked = " ".join([f"[[{one}]] [m]({one.replace(' ', '%20')}.md)" for one in links])
        text = f"---\naliases: [{alias}]\n---\nText {self.count}. {linked}"
        own = f"note-{self.count}" if slug else None
        path = f"{folder}plan.md" if folder else None
        self.do(
            lambda: self.palace.notes.create(text, title=title, slug=own, path=path, link=False)
        )

    @rule(pick=picks, title=names, slug=st.booleans())
    def a_page_is_renamed(self, pick, title, slug) -> None:
        if note := self.pick(pick):
            self.count += 1
            own = f"note-{self.count}" if slug else None
            self.do(lambda: self.palace.notes.rename(note, title, slug=own))

    @rule(pick=picks)
    def a_page_is_deleted(self, pick) -> None:
        if note := self.pick(pick):
            self.do(lambda: self.palace.notes.delete(note))

    @rule(pick=picks)
    def a_page_comes_back(self, pick) -> None:
        if note := self.pick(pick, deleted=True):
            self.do(lambda: self.palace.notes.restore(note))


@pytest.mark.slow
def test_whatever_is_made_renamed_and_deleted_every_link_leads_where_it_led():
    run_state_machine_as_test(
        Leading, settings=settings(max_examples=40, stateful_step_count=14, deadline=None)
    )
