"""Links and tags are read as Obsidian writes them, each with its place."""

from hypothesis import given
from hypothesis import strategies as st

from camillo.knowledge.notes.gists import gist_line
from camillo.knowledge.notes.links import NoteLink, asked, note_links, note_tags


def read(text: str) -> list[tuple[str, str, str, str, str]]:
    return [(one.kind, one.target, one.heading, one.block, one.alias) for one in note_links(text)]


def test_every_form_of_link_is_read() -> None:
    told = {
        "[[slug]]": ("link", "slug", "", "", ""),
        "[[slug|alias]]": ("link", "slug", "", "", "alias"),
        "[[A Title]]": ("link", "A Title", "", "", ""),
        "[[kb:slug]]": ("link", "kb:slug", "", "", ""),
        "[[a#Heading]]": ("link", "a", "Heading", "", ""),
        "[[a#One#Two|b]]": ("link", "a", "One#Two", "", "b"),
        "[[a#^block]]": ("link", "a", "", "block", ""),
        "![[embed]]": ("embed", "embed", "", "", ""),
        "![[embed#Part|300]]": ("embed", "embed", "Part", "", "300"),
        "[[知识库|库]]": ("link", "知识库", "", "", "库"),
        "[[v1.2 of Node.js]]": ("link", "v1.2 of Node.js", "", "", ""),
        "[a](b.md)": ("markdown", "b.md", "", "", "a"),
        "[a](../x/b%20c.md#d%20e)": ("markdown", "../x/b c.md", "d e", "", "a"),
        '[a](<b c.md> "title")': ("markdown", "b c.md", "", "", "a"),
        "[a](b(1).md)": ("markdown", "b(1).md", "", "", "a"),
        "[a](%E7%9F%A5.md)": ("markdown", "知.md", "", "", "a"),
    }
    for text, wanted in told.items():
        assert read(text) == [wanted]
        (link,) = note_links(f"before {text} after")
        assert (link.start, link.end) == (7, 7 + len(text))


def test_a_bar_is_escaped_in_tables() -> None:
    (link,) = note_links("| a | b |\n| --- | --- |\n| [[x\\|y]] | z |\n")
    assert (link.target, link.alias, link.row) == ("x", "y", True)


def test_a_link_in_the_words_of_another_is_read_too() -> None:
    found = read("[see [[a]] and ![pic](p.png)](b.md)")
    assert [(one[0], one[1]) for one in found] == [("markdown", "b.md"), ("link", "a")]


def test_sources_of_the_front_matter_are_links() -> None:
    text = (
        "---\nsources:\n  - a\n  - '[[b#H|c]]'\n  - https://x.org/a.md\nother: '[[d]]'\n---\n[[e]]"
    )
    assert read(text) == [
        ("source", "a", "", "", ""),
        ("source", "b", "H", "", "c"),
        ("link", "e", "", "", ""),
    ]


@given(st.text(st.sampled_from("[]|#^!\\a kb:`(). md\n-"), max_size=60))
def test_places_are_those_of_the_text(text: str) -> None:
    for link in note_links(text):
        written = text[link.start : link.end]
        assert link.target
        if link.kind in ("link", "embed"):
            assert written.startswith("![[" if link.kind == "embed" else "[[")
            assert written.endswith("]]")
            again = note_links("x " + written)
            assert again == (
                NoteLink(
                    link.kind,
                    link.target,
                    link.heading,
                    link.block,
                    link.alias,
                    2,
                    2 + len(written),
                ),
            )


def test_tags_are_read_from_body_and_front_matter() -> None:
    text = "---\ntags: [One, two/three]\n---\n# Head #four\n#one, (#five) `#six` x#seven #12 #é/ü\n"
    text += "[a](b.md#eight) https://x.org/#nine [[c#ten]] #标签。\n\n    #code\n"
    assert note_tags(text) == ("One", "two/three", "four", "five", "é/ü", "标签")


def test_a_reference_is_a_slug_a_title_or_a_link() -> None:
    assert asked("![[a#b|c]]") == "a"
    assert asked("[[unclosed") == "[[unclosed"
    assert asked("[[#own]]") == "[[#own]]"


def test_the_gist_is_the_first_sentence_as_it_reads() -> None:
    assert (
        gist_line("---\ntags: x\n---\n# T\n\n```\ncode\n```\n> It *is* [[a|b]] v1.2. More")
        == "It is b v1.2."
    )
    assert gist_line("# T\n\n知识库是图。更多") == "知识库是图。"
    assert gist_line("---\ndescription: 'Told\n  here'\n---\nText.") == "Told here"
    assert gist_line("# Only\n") == ""
    assert len(gist_line("word " * 500)) <= 160
    assert gist_line("a\u202eb\x1b[2J c") == "a b [2J c"
