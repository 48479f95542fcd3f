import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from camillo.domain.errors import InvalidInput
from camillo.domain.report import Problem
from camillo.formats.encodings import read_text
from camillo.formats.folder import walk
from camillo.formats.ignoring import parse_ignores
from camillo.ports.reader import Skipped, SourceFile


def plant(root: Path, files: dict[str, str | bytes]) -> Path:
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return root


def taken(root: Path, **options: object) -> list[str]:
    return [item.name for item in walk(root, **options) if isinstance(item, SourceFile)]


def left_out(root: Path) -> dict[str, str]:
    return {item.name: item.reason for item in walk(root) if isinstance(item, Skipped)}


def problems(root: Path) -> list[Problem]:
    return [item for item in walk(root) if isinstance(item, Problem)]


def test_a_tree_is_walked_in_a_fixed_order(tmp_path):
    plant(
        tmp_path, {"b.txt": "b", "a/z.md": "z", "a/b/c.py": "c", ".github/ci.yml": "on:", "Z": "Z"}
    )
    assert taken(tmp_path) == ["Z", "b.txt", ".github/ci.yml", "a/z.md", "a/b/c.py"]
    assert taken(tmp_path) == taken(tmp_path)


def test_one_file_is_taken_whatever_its_name(tmp_path):
    plant(tmp_path, {"uv.lock": "x", ".gitignore": "*"})
    (file,) = walk(tmp_path / "uv.lock")
    assert isinstance(file, SourceFile)
    assert (file.name, file.root) == ("uv.lock", "")
    assert file.uri == (tmp_path / "uv.lock").as_uri()


@pytest.mark.parametrize(("content", "what"), [(b"", "empty"), (b"\x7fELF\x02\x01", "binary")])
def test_one_file_that_holds_no_text_is_a_problem(tmp_path, content, what):
    (tmp_path / "f").write_bytes(content)
    (problem,) = walk(tmp_path / "f")
    assert isinstance(problem, Problem) and what in problem.what and problem.mend


def test_what_is_not_there_is_refused_at_once(tmp_path):
    with pytest.raises(InvalidInput, match="nowhere"):
        walk(tmp_path / "nowhere")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    with pytest.raises(InvalidInput):
        walk(tmp_path / "loop")


def test_a_pipe_that_is_named_itself_is_never_opened(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (problem,) = walk(tmp_path / "pipe")
    assert (problem.what, problem.mend) == ("is no regular file", "name a file or a folder")


def test_links_are_never_followed(tmp_path):
    outside = plant(tmp_path / "outside", {"secret.txt": "secret", "deep/more.txt": "more"})
    root = plant(tmp_path / "root", {"own.txt": "own", "sub/own.txt": "own"})
    (root / "file-link").symlink_to(outside / "secret.txt")
    (root / "folder-link").symlink_to(outside)
    (root / "inside-link").symlink_to(root / "own.txt")
    (root / "sub" / "loop").symlink_to(root)
    (root / "broken").symlink_to(root / "none")
    assert taken(root) == ["own.txt", "sub/own.txt"]
    assert Counter(left_out(root).values()) == {"symlink": 5}


def test_an_ignore_file_that_is_a_link_is_not_read(tmp_path):
    (tmp_path / "patterns").write_text("*.txt\n")
    root = plant(tmp_path / "root", {"a.txt": "a"})
    (root / ".gitignore").symlink_to(tmp_path / "patterns")
    assert taken(root) == ["a.txt"]


def test_the_root_itself_may_be_a_link(tmp_path):
    plant(tmp_path / "real", {"a.txt": "a"})
    (tmp_path / "link").symlink_to(tmp_path / "real")
    (file,) = walk(tmp_path / "link")
    assert file.uri == (tmp_path / "real" / "a.txt").as_uri()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_pipes_and_sockets_are_left_out_unopened(tmp_path):
    plant(tmp_path, {"a.txt": "a"})
    os.mkfifo(tmp_path / "pipe")
    assert taken(tmp_path) == ["a.txt"]
    assert left_out(tmp_path) == {"pipe": "special file"}


def test_a_file_that_vanishes_under_way_is_a_problem_and_the_rest_goes_on(tmp_path):
    plant(tmp_path, {"a.txt": "a", "b.txt": "b", "c.txt": "c", "d/e.txt": "e", "f/g.txt": "g"})
    items = walk(tmp_path)
    found = [next(items)]
    (tmp_path / "b.txt").unlink()
    shutil.rmtree(tmp_path / "d")
    found += items
    assert [item.name for item in found if isinstance(item, SourceFile)] == [
        "a.txt",
        "c.txt",
        "f/g.txt",
    ]
    gone = [item for item in found if isinstance(item, Problem)]
    assert [problem.where for problem in gone] == ["b.txt", "d"]
    assert all("vanished" in problem.mend for problem in gone)


def test_a_folder_that_becomes_a_link_under_way_is_not_entered(tmp_path):
    outside = plant(tmp_path / "outside", {"secret.txt": "secret"})
    root = plant(tmp_path / "root", {"a.txt": "a", "d/e.txt": "e"})
    items = walk(root)
    first = next(items)
    shutil.rmtree(root / "d")
    (root / "d").symlink_to(outside)
    assert isinstance(first, SourceFile)
    assert all(isinstance(item, Problem) for item in items)


@pytest.fixture
def as_nobody():
    """A folder of a user who may not read everything, and the test run as that user."""
    folder = Path(tempfile.mkdtemp())
    is_root = os.geteuid() == 0
    if is_root:
        os.chown(folder, 65_534, 65_534)
        os.seteuid(65_534)
    try:
        yield folder
    finally:
        if is_root:
            os.seteuid(0)
        subprocess.run(["chmod", "-R", "u+rwx", str(folder)], check=True)
        shutil.rmtree(folder)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="no such rights here")
def test_what_may_not_be_read_is_a_problem_and_the_rest_goes_on(as_nobody):
    root = plant(
        as_nobody, {"a.txt": "a", "b.txt": "b", "c/d.txt": "d", "e/f.txt": "f", "g/h.txt": "h"}
    )
    (root / "a.txt").chmod(0)
    (root / "c").chmod(0)
    (root / "e").chmod(0o400)
    assert taken(root) == ["b.txt", "g/h.txt"]
    found = problems(root)
    assert [problem.where for problem in found] == ["a.txt", "c", "e/f.txt"]
    assert all("ermission" in problem.what and problem.mend for problem in found)


ODD = [
    b"new\nline.txt",
    b"caf\xe9.txt",
    b"\xff\xfe",
    b"percent%20.txt",
    b"q?#.txt",
    "日本語.md".encode(),
    b" lead",
    b"-rf",
]


@pytest.mark.skipif(sys.platform in ("darwin", "win32"), reason="names must be Unicode here")
@pytest.mark.parametrize("name", ODD)
def test_names_of_any_bytes_are_walked_named_and_opened(tmp_path, name):
    folder = tmp_path / os.fsdecode(name + b"-folder")
    folder.mkdir()
    (folder / os.fsdecode(name)).write_text("kept")
    (file,) = walk(tmp_path)
    with file.open() as stream:
        assert stream.read() == b"kept"
    assert file.uri.isascii() and "\n" not in file.uri
    file.name.encode()


@pytest.mark.slow
def test_a_tree_of_a_thousand_levels_is_walked(tmp_path):
    here = os.open(tmp_path, os.O_RDONLY)
    for level in range(1_000):
        os.mkdir("level-folder", dir_fd=here)
        inner = os.open("level-folder", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = inner
        if level in (0, 999):
            with os.fdopen(os.open("leaf.txt", os.O_CREAT | os.O_WRONLY, dir_fd=here), "w") as leaf:
                leaf.write(f"leaf {level}")
    os.close(here)
    try:
        top, bottom = (item for item in walk(tmp_path) if isinstance(item, SourceFile))
        with bottom.open() as stream:
            assert stream.read() == b"leaf 999"
        assert bottom.uri.count("/level-folder") == 1_000 and top.head == b"leaf 0"
    finally:
        subprocess.run(["rm", "-rf", str(tmp_path)], check=True)


def test_what_is_no_ones_writing_is_left_out_by_reason(tmp_path):
    plant(
        tmp_path,
        {
            "package.json": "{}",
            "package-lock.json": "{}",
            "go.sum": "x",
            "src/app.js": "let a = 1\n",
            "src/app.min.js": "a",
            "src/bundle.js": "x" * 9_000,
            "src/pb.go": "// Code generated by x. DO NOT EDIT.\n",
            "src/api.py": "# @generated by tool\n",
            "docs/gen.md": "# @generated is a mark\n",
            "a.png": b"\x89PNG\r\n\x1a\n",
            "node_modules/x/i.js": "x",
            "pkg/__pycache__/a.pyc": b"\x00",
            "env/pyvenv.cfg": "home=",
            "env/lib/x.py": "x",
            "dist/out.txt": "x",
            "notes/target/plan.md": "plan",
            "empty.py": "",
            ".env": "KEY=1",
            ".env.example": "KEY=",
            "id_rsa": "x",
            ".git/config": "[core]",
            "sub/.git": "gitdir: x",
            ".DS_Store": "x",
            "x.egg-info/PKG": "x",
        },
    )
    assert taken(tmp_path) == [
        ".env.example",
        "package.json",
        "docs/gen.md",
        "notes/target/plan.md",
        "src/app.js",
    ]
    assert left_out(tmp_path) == {
        "package-lock.json": "lock file",
        "go.sum": "lock file",
        "src/app.min.js": "generated",
        "src/bundle.js": "generated",
        "src/pb.go": "generated",
        "src/api.py": "generated",
        "a.png": "binary",
        "node_modules": "dependencies",
        "pkg/__pycache__": "cache",
        "env": "virtual environment",
        "dist": "build output",
        "empty.py": "empty",
        ".env": "secret",
        "id_rsa": "secret",
        ".git": "version control",
        "sub/.git": "version control",
        ".DS_Store": "system file",
        "x.egg-info": "build output",
    }


def test_camilloignore_wins_over_everything_but_links_and_version_control(tmp_path):
    plant(
        tmp_path,
        {
            ".gitignore": "*.log\nprivate/\n",
            ".camilloignore": "!keep.log\n!uv.lock\n!node_modules/\n!.git/\n*.tmp\n!api.py\n",
            "keep.log": "k",
            "other.log": "o",
            "uv.lock": "u",
            "a.tmp": "a",
            "node_modules/m.js": "m",
            ".git/config": "[core]",
            "private/p.txt": "p",
            "api.py": "# @generated\n",
        },
    )
    assert taken(tmp_path) == [
        ".camilloignore",
        ".gitignore",
        "api.py",
        "keep.log",
        "uv.lock",
        "node_modules/m.js",
    ]
    assert left_out(tmp_path)["a.tmp"] == "ignored by .camilloignore"
    assert left_out(tmp_path)["other.log"] == "ignored by .gitignore"


def test_extra_ignores_win_over_camilloignore(tmp_path):
    plant(tmp_path, {".camilloignore": "!a.log\n", "a.log": "a", "b.txt": "b", "sub/a.log": "a"})
    assert taken(tmp_path, extra_ignores=["*.log", ".camilloignore"]) == ["b.txt"]


def test_exclude_of_git_holds_and_is_weaker_than_gitignore(tmp_path):
    plant(
        tmp_path,
        {".git/info/exclude": "*.log\n", ".gitignore": "!b.log\n", "a.log": "a", "b.log": "b"},
    )
    assert taken(tmp_path) == [".gitignore", "b.log"]


def test_a_broken_pattern_is_passed_over(tmp_path):
    plant(
        tmp_path, {".gitignore": "[z-\n!\n/\n\\\n[b-a]\n***\\\n*.log\n", "a.log": "a", "b.txt": "b"}
    )
    assert "b.txt" in taken(tmp_path) or parse_ignores("***\\").verdict(("b.txt",), False)
    assert "a.log" not in taken(tmp_path)


@pytest.mark.parametrize(
    "pattern",
    [
        "a*" * 30 + "b",
        "*[!b]" * 30 + "b",
        "?*[a-c]*\\a*" * 10 + "b",
        "*" * 60 + "b",
        "a**" * 30 + "b",
    ],
)
def test_no_pattern_takes_time_exponential_in_its_stars(pattern):
    assert parse_ignores(pattern).verdict(("a" * 250,), False) is None
    assert parse_ignores(pattern).verdict(("a" * 250 + "b",), False) is True


@pytest.mark.parametrize(
    "pattern", ["a/**/" * 30 + "b", "**/a/" * 30 + "b", "**/*/" * 30 + "b", "**/*a**/" * 30 + "b"]
)
def test_no_pattern_takes_time_exponential_in_its_depths(pattern):
    assert parse_ignores(pattern).verdict((*["a"] * 200, "c"), False) is None
    assert parse_ignores(pattern).verdict((*["a"] * 200, "b"), False) is True


def test_a_pattern_python_may_one_day_read_otherwise_warns_no_one(tmp_path):
    plant(tmp_path, {".gitignore": "[[a]x\n*.log\n", "a.log": "a", "b.txt": "b"})
    assert taken(tmp_path) == [".gitignore", "b.txt"]


def test_archives_are_offered_to_the_readers(tmp_path):
    with zipfile.ZipFile(tmp_path / "export.zip", "w") as archive:
        archive.writestr("conversations.json", "[]")
    assert taken(tmp_path) == ["export.zip"]


def test_a_transcript_folder_that_is_hidden_is_walked_when_named(tmp_path):
    root = plant(tmp_path / ".claude" / "projects", {"-home-kai-orion/0f.jsonl": "{}\n"})
    assert taken(root) == ["-home-kai-orion/0f.jsonl"]


def test_text_in_other_encodings_is_taken(tmp_path):
    sentence = "我们为什么改用了图形查询语言？"
    plant(
        tmp_path,
        {
            "a-latin.txt": "déjà vu à la carte".encode("latin-1"),
            "b-gb.txt": sentence.encode("gb18030"),
            "c-sjis.txt": "これは日本語の文章です。".encode("shift_jis"),
            "d-utf16.txt": sentence.encode("utf-16"),
            "e-cut.txt": sentence.encode()[:-1],
        },
    )
    files = [item for item in walk(tmp_path) if isinstance(item, SourceFile)]
    assert len(files) == 5
    assert all(read_text(file.head) is not None for file in files)


NAMES = st.sampled_from(["a", "b", "c.log", "d.txt", "logs"])
PATHS = st.lists(NAMES, min_size=1, max_size=3).map("/".join)
PATTERNS = st.one_of(
    st.builds(
        "{}{}{}{}".format,
        st.sampled_from(["", "!", "/", "!/", "**/", "!**/"]),
        st.sampled_from(
            [
                *("a", "b", "*", "*.log", "logs", "a/b", "a/*", "logs/**", "[a-c]", "?", "**/b"),
                *("*.*g", "*l*g*", "[!b]*", "a[!x]b", "*[!.]*.???"),
            ]
        ),
        st.just(""),
        st.sampled_from(["", "/", " ", "/*", "/**"]),
    ),
    st.sampled_from(["# comment", "", "!", "\\#a", "a\\ "]),
)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("git") is None, reason="git is what it is compared with")
@example(paths=["a/a/logs"], ignores={"": ["a/*/**"], "a": ["!logs"]})
@example(paths=["a/logs/a"], ignores={"a": ["logs/**/"]})
@example(paths=["logs/a", "logs/b/a", "a/logs/b/a"], ignores={"": ["/logs/**/**/  ", "!b/**/"]})
@given(
    paths=st.lists(PATHS, min_size=1, max_size=8),
    ignores=st.dictionaries(
        st.sampled_from(["", "a", "logs", "a/b"]), st.lists(PATTERNS, max_size=4), max_size=3
    ),
)
def test_gitignore_files_mean_what_they_mean_to_git(tmp_path_factory, paths, ignores):
    root = tmp_path_factory.mktemp("tree")
    for path in paths:
        target = root / path
        if any(part.is_file() for part in target.parents if part != root) or target.is_dir():
            continue
        plant(root, {path: "x"})
    for folder, lines in ignores.items():
        if (root / folder).is_dir():
            (root / folder / ".gitignore").write_text("\n".join(lines) + "\n")
    environment = {"HOME": str(root), "PATH": os.environ["PATH"], "GIT_CONFIG_NOSYSTEM": "1"}
    run = {"cwd": root, "env": environment, "check": True, "capture_output": True}
    subprocess.run(["git", "init", "-q"], **run)
    listed = subprocess.run(["git", "ls-files", "-oz", "--exclude-standard"], **run).stdout
    expected = sorted(name for name in listed.decode().split("\0") if name)
    empty = {name for name, reason in left_out(root).items() if reason == "empty"}
    assert sorted({*taken(root), *empty}) == expected
