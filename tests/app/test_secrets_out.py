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
