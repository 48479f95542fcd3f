"""The wing of a working folder, with the repositories that git itself makes."""

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camillo.domain.place import check_name
from camillo.formats import wings
from camillo.formats.claude_code import READER
from camillo.formats.reading import source_file
from camillo.formats.wings import wing_of

Git = Callable[..., None]


@pytest.fixture(autouse=True)
def forgetful() -> None:
    wings._project.cache_clear()


@pytest.fixture
def git(tmp_path: Path) -> Git:
    """Runs git with no settings of this machine's."""
    if shutil.which("git") is None:
        pytest.skip("git makes what is looked at")
    environ = {
        "HOME": str(tmp_path),
        "PATH": os.environ["PATH"],
        "GIT_CONFIG_NOSYSTEM": "1",
        **{
            f"GIT_{who}_{what}": "k@x"
            for who in ("AUTHOR", "COMMITTER")
            for what in ("NAME", "EMAIL")
        },
    }

    def run(folder: Path, *words: str) -> None:
        subprocess.run(["git", *words], cwd=folder, env=environ, check=True, capture_output=True)

    return run


@pytest.fixture
def orion(tmp_path: Path, git: Git) -> Path:
    """A repository with one commit and some folders."""
    made = tmp_path / "orion"
    (made / "src" / "deep").mkdir(parents=True)
    git(made, "init", "-q")
    git(made, "commit", "-q", "--allow-empty", "-m", "first")
    return made


@pytest.mark.parametrize("below", ["", "src", "src/deep", "src/deep/gone/since"])
def test_every_folder_of_a_repository_has_its_wing(orion, below):
    assert wing_of(str(orion / below)) == "orion"


@pytest.mark.parametrize(
    "place", ["orion-feature", "orion/.worktrees/feature", "elsewhere/feature"]
)
def test_a_worktree_belongs_to_the_repository_it_was_made_from(orion, git, tmp_path, place):
    git(orion, "worktree", "add", "-q", "-b", "feature", str(tmp_path / place))
    (tmp_path / place / "src").mkdir()
    assert wing_of(str(tmp_path / place)) == wing_of(str(tmp_path / place / "src")) == "orion"


@pytest.mark.parametrize("bare", ["orion.git", "orion/.bare", "orion/.git", "orion"])
def test_a_worktree_of_a_bare_repository_belongs_to_it(orion, git, tmp_path, bare):
    hub = tmp_path / "hub" / bare
    hub.parent.mkdir(parents=True)
    git(tmp_path, "clone", "-q", "--bare", str(orion), str(hub))
    git(hub, "worktree", "add", "-q", "-b", "feature", str(tmp_path / "feature"))
    assert wing_of(str(tmp_path / "feature")) == "orion"


def test_a_pointer_may_be_relative_and_lead_to_what_is_gone(tmp_path):
    (tmp_path / "feature").mkdir()
    (tmp_path / "feature" / ".git").write_text("gitdir: ../orion/.git/worktrees/feature\n")
    assert wing_of(str(tmp_path / "feature")) == "orion"


def test_a_submodule_is_a_project_of_its_own(orion, git, tmp_path):
    library = tmp_path / "lyra"
    library.mkdir()
    git(library, "init", "-q")
    git(library, "commit", "-q", "--allow-empty", "-m", "first")
    for where in ("lyra", "worktrees/lyra"):
        git(
            orion, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(library), where
        )
        assert wing_of(str(orion / where)) == "lyra"


def test_the_nearest_repository_is_the_project(orion, git):
    (orion / "vendor" / "lyra" / "src").mkdir(parents=True)
    git(orion / "vendor" / "lyra", "init", "-q")
    assert wing_of(str(orion / "vendor" / "lyra" / "src")) == "lyra"


def test_a_home_folder_under_version_control_is_no_project(tmp_path, git, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    git(tmp_path, "init", "-q")
    (tmp_path / "notes" / "sea").mkdir(parents=True)
    assert wing_of(str(tmp_path / "notes" / "sea")) == "sea"


@pytest.mark.parametrize(
    "content", [b"", b"gitdir: ", b"gitdir: \xff\xfe", b"gitdir: a\0b", b"x" * 9000, b"gitdir: /\n"]
)
def test_a_pointer_that_is_none_leaves_the_folder_its_own_name(tmp_path, content):
    (tmp_path / "vega").mkdir()
    (tmp_path / "vega" / ".git").write_bytes(content)
    assert wing_of(str(tmp_path / "vega")) == "vega"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with names are POSIX's")
def test_a_pipe_where_a_pointer_should_be_is_not_waited_for(tmp_path):
    (tmp_path / "vega").mkdir()
    os.mkfifo(tmp_path / "vega" / ".git")
    assert wing_of(str(tmp_path / "vega")) == "vega"


@pytest.mark.parametrize(
    ("folder", "wing"),
    [
        ("/home/kai/orion", "orion"),
        ("C:\\work\\orion\\", "orion"),
        ("\\\\server\\share\\orion", "orion"),
        ("//server/share/orion", "orion"),
        ("orion", "orion"),
        ("C:\\", ""),
        ("/", ""),
        ("", ""),
        (None, ""),
        (["/home/kai/orion"], ""),
    ],
)
def test_what_is_not_on_this_machine_is_known_by_its_own_name(folder, wing):
    assert wing_of(folder) == wing


def test_no_other_machine_is_reached_for(monkeypatch):
    monkeypatch.setattr(wings, "_repository", lambda folder: pytest.fail(f"looked into {folder}"))
    for folder in ("//server/share/orion", "\\\\server\\share\\orion", "work/orion"):
        assert wing_of(folder) == "orion"


@given(st.text(max_size=60) | st.lists(st.text(max_size=9), max_size=300).map("/".join))
def test_any_text_names_a_wing_that_can_be_one_or_none(folder):
    wing = wing_of("/" + folder)
    assert not wing or check_name("wing", wing) == wing


def test_a_session_that_changes_its_folder_stays_in_one_wing(orion, git, tmp_path):
    git(orion, "worktree", "add", "-q", "-b", "feature", str(tmp_path / "feature"))
    lines = [
        f'{{"type":"user","uuid":"u{n}","sessionId":"s","cwd":"{folder}","message":{{"content":"Hi {n}"}}}}'
        for n, folder in enumerate((orion, orion / "src", tmp_path / "feature"))
    ]
    (tmp_path / "s.jsonl").write_text("\n".join(lines) + "\n")
    turns = list(READER.read(source_file(tmp_path / "s.jsonl", None)))
    assert [turn.wing for turn in turns] == ["orion"] * 3
