"""What is assembled for a prompt or a terminal steers nothing; what is kept stays as it was said."""

import pytest

from camillo import Palace
from camillo.surfaces.cli.main import main
from camillo.text.inert import inert

EVIL = "\u202egnp\u202c\x1b[2J\u2066x\u2069\x07\u200f\U000e0041\x85\ufeff"
SAID = f"We decided to deploy Orion{EVIL} with GitLab on Fridays"


@pytest.fixture
def palace(tmp_path):
    with Palace.open(tmp_path / "palace.camillo") as opened:
        opened.remember(f"I live in Porto{EVIL}. {SAID}.", wing="orion", at="2025-01-01")
        for turn in range(14):
            text = SAID if turn % 4 == 0 else f"Step {turn}: we built module {turn}{EVIL} of Orion."
            opened.add(
                text, wing="orion", hall="decisions", source="chat:1", turn=str(turn),
                conversation="c1", speaker="Ana", title=f"Chat{EVIL}",
            )  # fmt: skip
        opened.diaries.write("ops", SAID, wing="orion")
        opened.notes.create(f"Notes of Orion{EVIL}.", title="Orion page", wing="orion")
        opened.refine()
        yield opened


def test_what_goes_into_a_prompt_steers_nothing(palace):
    (episode,) = (one for one in palace.episodes.list(wing="orion") if one.conversation == "c1")
    gist = palace.episodes.gist(episode.id, shorthand=True)
    told = {
        "wake-up": palace.wake_up(wing="orion").text,
        "wake-up for a task": palace.wake_up(wing="orion", task="deploy Orion").text,
        "prompt": palace.relevant("How do we deploy Orion with GitLab?", wing="orion").text,
        "shorthand": palace.compress(wing="orion", budget=400).text,
        "gist in shorthand": gist.shorthand.text,
        "map": palace.notes.map(tokens=500).markdown,
    }
    assert {name: inert(text) == text for name, text in told.items()} == dict.fromkeys(told, True)
    assert all("Orion" in text for text in told.values())


def test_what_is_kept_keeps_every_character(palace):
    found = palace.search("decided to deploy Orion", wing="orion").results
    assert any(EVIL in hit.text for hit in found)
    # A memory's line is one line: what breaks lines is a space in it.
    assert EVIL.replace("\x85", " ") in palace.memories.all("orion")[0].text


@pytest.mark.parametrize(
    "words",
    [
        ["search", "deploy Orion"],
        ["wake-up", "--wing", "orion"],
        ["diary", "read", "ops"],
        ["episodes", "list"],
        ["gist", "{episode}"],
        ["compress", "--wing", "orion"],
        ["note", "read", "orion-page"],
        ["reflect"],
        ["get", "{memory}"],
        ["remember", f"I like tea{EVIL}"],
    ],
)
def test_a_terminal_is_steered_by_no_command(palace, capsys, words):
    episode = next(one for one in palace.episodes.list(wing="orion") if one.conversation == "c1")
    memory = palace.memories.all("orion")[0].id
    given = [word.format(episode=episode.id, memory=memory) for word in words]
    for form in ([], ["--json"]):
        code = main([*given, *form, "--palace", str(palace.path)])
        shown = capsys.readouterr()
        assert code == 0, shown.err
        assert inert(shown.out + shown.err) == shown.out + shown.err
