"""A secret that was filed stays in the palace word for word and goes into no prompt."""

import pytest
from benchmarks.secrets_cases import Maker

from camillo import Palace

_KEY = Maker(5).filled("glpat-<20u>")
_SAID = f"We decided to deploy with GitLab; the deploy token is {_KEY} and it never expires."


@pytest.fixture
def palace(tmp_path):
    with Palace.open(tmp_path / "palace.camillo") as opened:
        yield opened


def test_the_exact_text_is_kept_and_given_to_who_asks_for_it(palace):
    (id,) = palace.add(_SAID, wing="orion", hall="decisions").ids
    assert palace.get(id).text == _SAID
    assert palace.search("deploy token", wing="orion").results[0].text == _SAID


def test_mining_counts_secrets_and_does_not_repeat_them(palace, tmp_path):
    file = tmp_path / "notes.md"
    file.write_text(f"# Deploying\n\n{_SAID}\n\nThe staging password is Tr0ub4dor&3.\n")
    report = palace.mine(file, wing="orion")
    assert report.secrets == 2
    assert _KEY not in repr(report)
    assert palace.mine(file, wing="orion").secrets == 0


def test_a_wake_up_tells_what_was_decided_without_the_secret_in_it(palace):
    palace.add(_SAID, wing="orion", hall="decisions")
    for task in (None, "deploy with GitLab"):
        told = palace.wake_up(wing="orion", task=task).text
        assert "GitLab" in told
        assert _KEY not in told
        assert "[secret: " in told


def test_a_prompt_is_given_what_it_asks_for_without_the_secret_in_it(palace):
    for number in range(12):
        palace.add(
            f"Lunch {number} was soup with bread and a long talk about gardens.", wing="orion"
        )
    palace.add(_SAID, wing="orion", hall="decisions")
    given = palace.relevant("Which deploy token did we decide on for GitLab?", wing="orion").text
    assert "GitLab" in given
    assert _KEY not in given


def test_a_gist_holds_no_secret_although_its_lines_are_quoted(palace):
    for turn in range(14):
        text = _SAID if turn == 4 else f"Step {turn}: we looked at the build of module {turn}."
        palace.add(text, wing="orion", source="chat:1", turn=str(turn), speaker="Ana")
    palace.refine()
    (episode,) = palace.episodes.list(wing="orion")
    gist = palace.episodes.gist(episode.id)
    assert all(_KEY not in line.text for line in gist.lines)


def test_what_goes_to_an_endpoint_is_redacted(palace):
    assert _KEY not in palace._parts.endpoints.redact(_SAID)


def test_what_later_memories_added_to_one_is_told_without_secrets(palace):
    text = "The runner of Orion's deploys with GitLab rattles loudly at night, and nobody sleeps."
    early = palace.add(text, wing="orion", source="chat:1", speaker="Ana", at="2025-01-01").ids[0]
    palace.refine()
    palace.add(
        f"{text} Its deploy token is {_KEY} since Kowalski came.",
        wing="orion", source="chat:2", speaker="Ana", at="2025-02-01",
    )  # fmt: skip
    palace.refine()
    context = palace.episodes.context(early)
    told = " ".join(line.text for line in context.lines)
    assert "Kowalski" in told and "[secret: " in told
    assert _KEY not in told


def test_an_episodes_title_holds_no_secret(palace):
    for turn in range(3):
        palace.add(f"Step {turn}.", wing="orion", source="chat:1", turn=str(turn), title=_SAID)
    palace.refine()
    (listed,) = palace.episodes.list(wing="orion")
    assert "GitLab" in listed.title
    assert all(_KEY not in one.title for one in (listed, palace.episodes.get(listed.id)))


def test_exported_memories_hold_no_secret_and_the_memory_does(palace, tmp_path):
    palace.memories.store("memory/orion.md", f"- {_SAID}\n", wing="orion")
    (file,) = palace.memories.export(tmp_path / "out")
    assert "GitLab" in file.read_text() and _KEY not in file.read_text()
    assert _KEY in palace.memories.read("memory/orion.md").text


def test_shorthand_holds_no_secret_unless_it_is_asked_for(palace):
    palace.add(_SAID, wing="orion", hall="decisions", speaker="Ana")
    assert _KEY not in palace.compress(wing="orion", budget=200).text
    assert _KEY in palace.compress(wing="orion", budget=200, secrets=True).text


def test_a_proposal_tells_no_secret_and_does_what_it_says_all_the_same(palace):
    other = Maker(6).filled("glpat-<20u>")
    for token in (_KEY, other):
        palace.facts.add("Ana", "works at", token, valid_from="2020-01-01")
    (found,) = (one for one in palace.reflection.propose() if one.kind == "contradiction")
    assert "[secret" in found.text
    assert _KEY not in repr(found) and other not in repr(found)
    palace.reflection.accept(found.id)
    assert len(palace.facts.about("Ana")) == 1


def test_a_merge_is_proposed_without_the_secret_in_its_lines(palace):
    for name in ("a", "b"):
        palace.memories.store(f"memory/{name}.md", f"- {_SAID}\n", wing="orion")
    (found,) = (one for one in palace.reflection.propose() if one.kind == "merge")
    assert "GitLab" in found.evidence[0].text and _KEY not in repr(found)
    palace.reflection.accept(found.id)
    (kept,) = palace.memories.all()
    assert kept.text.count(_KEY) == 1


def test_what_is_said_again_and_again_is_no_insight_when_it_holds_a_secret(palace):
    for day in range(1, 5):
        palace.add(_SAID, wing="orion", conversation=f"c{day}", at=f"2025-06-0{day}")
    assert all(_KEY not in repr(one) for one in palace.reflection.propose())
