"""Renaming a note takes its links along and touches nothing else."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camillo.knowledge.notes.links import note_links
from camillo.knowledge.notes.rename import Lead
from camillo.knowledge.notes.rename import renamed_links as led_links
from camillo.knowledge.notes.resolve import Named, Names, name_key

_NOTES = [
    Named(1, "plan", "The Plan", aliases=("Plan B",), path="x/plan.md"),
    Named(2, "other", "Other", path="other.md"),
]


def mine(target: str) -> bool:
    found = Names(_NOTES).resolve(target)
    return found is not None and found.note == 1


def renamed_links(text: str, mine: Callable[[str], bool], slug: str, old: str = "") -> str:
    return led_links(text, lambda link: Lead(slug, old) if mine(link.target) else None)


@pytest.mark.parametrize(
    ("text", "renamed"),
    [
        ("[[plan]]", "[[goal]]"),
        ("[[PLAN]]", "[[goal]]"),
        ("[[x/plan]]", "[[goal]]"),
        ("[[plan|it]]", "[[goal|it]]"),
        ("[[The Plan]]", "[[goal|The Plan]]"),
        ("[[plan b#Cost]]", "[[goal#Cost|plan b > Cost]]"),
        ("[[plan#Cost]] [[plan#^b1|x]]", "[[goal#Cost]] [[goal#^b1|x]]"),
        ("[[kb:plan]] [[kb:The Plan]]", "[[kb:goal]] [[kb:goal|The Plan]]"),
        ("![[The Plan]] ![[plan#A|300]]", "![[goal]] ![[goal#A|300]]"),
        (
            "| a | b |\n|--|--|\n| [[plan\\|it]] | [[Plan B]] |",
            "| a | b |\n|--|--|\n| [[goal\\|it]] | [[goal\\|Plan B]] |",
        ),
        ("[a](x/plan.md)", "[a](x/goal.md)"),
        ("[a [[plan]]](plan.md#c%20d 'T')", "[a [[goal]]](goal.md#c%20d 'T')"),
        ("[a](<x/plan.md>)", "[a](<x/goal.md>)"),
        ("---\nsources: [plan, other]\n---\n", "---\nsources: [goal, other]\n---\n"),
        (
            "---\nsources:\r\n- [[plan]]\r\n- '[[The Plan|p]]'\n---\n",
            '---\nsources:\r\n- [[goal]]\r\n- "[[goal|p]]"\n---\n',
        ),
        ("`[[plan]]` [[other]] [[plans]] plan", "`[[plan]]` [[other]] [[plans]] plan"),
        ("[[plan\n]] [[[plan]]]", "[[plan\n]] [[[goal]]]"),
    ],
)
def test_links_follow_and_read_as_before(text: str, renamed: str) -> None:
    assert renamed_links(text, mine, "goal", "plan") == renamed
    assert renamed_links(renamed, mine, "goal", "plan") == renamed


def test_a_slug_that_yaml_would_misread_is_quoted() -> None:
    text = "---\nsources:\n- plan\n---\n"
    assert renamed_links(text, mine, "2026-01-02-0a1b2c3d") == text.replace(
        "plan", '"2026-01-02-0a1b2c3d"'
    )
    assert renamed_links(text, mine, "no") == text.replace("plan", '"no"')


_PARTS = st.sampled_from(
    [
        "[[plan]]",
        "[[The Plan|a]]",
        "[[kb:Plan B#H]]",
        "![[plan]]",
        "[t](x/plan.md)",
        "[[other]]",
        "`[[plan]]`",
        "\n\n",
        "text [",
        "]",
        "```\n",
        "| a |\n|---|\n| [[plan\\|x]] |\n",
        "<!-- [[plan]] -->",
        "[[new]]",
        "\\",
        "    ",
        "\r\n",
        '---\nsources:\n- plan\n- "[[The Plan]]"\n---\n',
    ]
)


@given(st.lists(_PARTS, max_size=12))
def test_every_link_leads_to_the_renamed_note(parts: list[str]) -> None:
    text = "".join(parts)
    before, renamed = note_links(text), renamed_links(text, mine, "goal", "plan")
    after = note_links(renamed)
    new = Names([Named(1, "goal", "Goal", path="x/goal.md"), _NOTES[1]])
    old = Names(_NOTES)
    assert len(before) == len(after)
    for was, now in zip(before, after, strict=True):
        a, b = old.resolve(was.target), new.resolve(now.target)
        assert (a and a.note) == (b and b.note)
        assert (was.kind, was.heading, was.block) == (now.kind, now.heading, now.block)
        assert was.alias == now.alias or not was.alias
        assert was.target.startswith("kb:") == now.target.startswith("kb:")
        if not (a and a.note == 1):
            assert text[was.start : was.end] == renamed[now.start : now.end]
    assert outside(text, before) == outside(renamed, after)


def outside(text: str, links: tuple) -> list[str]:
    """What stands between the links; of Markdown links also their words."""
    at, parts = 0, []
    for link in sorted(links, key=lambda one: one.start):
        if link.start >= at:
            parts.append(text[at : link.start])
            at = link.end
    return [*parts, text[at:]]


def test_a_rename_back_gives_the_text_back() -> None:
    text = "[[plan]] [[plan#A|b]] [c](x/plan.md) ![[plan]]"
    there = renamed_links(text, mine, "goal", "plan")
    assert (
        renamed_links(there, lambda target: name_key(target).endswith("goal"), "plan", "goal")
        == text
    )


def test_a_markdown_link_names_the_file_that_it_is_given() -> None:
    text = "[a](x/plan.md#c) [b](<other one.md> 'T') [[plan]]"
    lead = Lead("goal", "plan", "../y/the goal.md")
    told = led_links(text, lambda link: lead if link.kind == "markdown" else None)
    assert told == "[a](../y/the%20goal.md#c) [b](<../y/the%20goal.md> 'T') [[plan]]"
