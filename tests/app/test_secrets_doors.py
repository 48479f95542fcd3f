"""Whatever door a secret comes by, it is recognised alike and told to nobody who did not ask for it."""

import pytest
from benchmarks.secrets_cases import TUNED, Maker

from camillo import Palace

KINDS = [
    *((kind, text) for kind, _, text in {row[0]: row for row in Maker(3).cases(TUNED)}.values()),
    ("told password", "My password is hunter2"),
    ("told key", "My api key is abc123def456"),
    ("pin", "My PIN is 4821"),
    ("beside a word", "The token is xK9mmQ2"),
]


@pytest.fixture
def palace(tmp_path):
    with Palace.open(tmp_path / "palace.camillo") as opened:
        yield opened


@pytest.mark.parametrize(("kind", "text"), KINDS)
def test_remembering_says_that_a_secret_of_any_kind_was_left_out(palace, kind, text):
    made = palace.remember(f"I live in Porto.\n{text}\n")
    assert "secrets-left-out" in made.flags
    assert palace.get(made.message).text == f"I live in Porto.\n{text}\n"


SAID = "We decided that the deploy password is hunter2 for GitLab"


def by_note(palace, folder):
    palace.notes.create(f"{SAID}.", title="Deploying", wing="orion")


def by_file(palace, folder):
    (folder / "plan.md").write_text(f"# Deploying\n\n{SAID}.\n")
    assert palace.mine(folder / "plan.md", wing="orion").secrets == 1


def by_capture(palace, folder):
    (folder / "page.html").write_text(f"<title>Deploying</title><h1>Deploying</h1><p>{SAID}.</p>")
    palace.capturing.capture(str(folder / "page.html"), wing="orion")


def by_hand(palace, folder):
    palace.add(f"{SAID}.", wing="orion", hall="decisions")


def by_message(palace, folder):
    palace.remember(f"{SAID}.", wing="orion")


@pytest.mark.parametrize("door", [by_note, by_file, by_capture, by_hand, by_message])
def test_no_door_lets_a_secret_into_what_is_assembled(palace, tmp_path, door):
    door(palace, tmp_path)
    assert "hunter2" in palace.search("deploy password GitLab", wing="orion").results[0].text
    for told in (
        palace.wake_up(wing="orion", task="deploy to GitLab").text,
        palace.relevant("Which deploy password did we decide on for GitLab?", wing="orion").text,
        palace.compress(wing="orion", budget=200).text,
    ):
        assert "hunter2" not in told
