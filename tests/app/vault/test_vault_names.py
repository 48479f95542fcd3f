"""Names of exported and synced files: any system can have them, and none takes two for one."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camillo import Palace
from camillo.app.vault.names import is_markdown, safe

#: As Windows documents it: the name up to the first dot, spaces at its end left out.
DEVICES = {"con", "prn", "aux", "nul", "conin$", "conout$"} | {
    f"{port}{digit}" for port in ("com", "lpt") for digit in "0123456789¹²³"
}
PARTS = st.sampled_from(
    [
        "con",
        "Aux",
        "lpt¹",
        "nul.tar",
        "a",
        "A",
        "plan",
        "é",
        "e\u0301",
        ".",
        "..",
        " ",
        "x. ",
        "q:*?",
    ]
)
PATHS = st.lists(st.lists(PARTS, min_size=1, max_size=3).map("".join), min_size=1, max_size=3)


def fits(name):
    """Whether every system can have a part of a path."""
    stem = name.split(".")[0].rstrip(" ").lower()
    return (
        stem not in DEVICES
        and not name.endswith((".", " "))
        and not re.search(r'[<>:"/\\|?*\x00-\x1f]', name)
        and len(name.encode()) <= 255
    )


def folded(path):
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", path).casefold())


@given(PATHS.map("/".join))
def test_a_path_is_made_one_that_every_system_can_have(path):
    made = safe(path)
    assert is_markdown(made)
    assert all(map(fits, made.split("/"))), made
    assert safe(made) == made


@pytest.mark.parametrize(
    ("path", "made"),
    [
        ("aux.txt.md", "aux_.txt.md"), ("CON .md", "CON_.md"), ("lpt¹.md", "lpt¹_.md"),
        ("conin$.md", "conin$_.md"), ("foo./bar..md", "foo/bar.md"), ("concert.md", "concert.md"),
        ("a/prn/x.md", "a/prn_/x.md"),
    ],
)  # fmt: skip
def test_devices_and_dots_at_an_end_are_taken_out(path, made):
    assert safe(path) == made


ALIKE = (
    "A.md",
    "a.md",
    "caf\u00e9.md",
    "cafe\u0301.md",
    "CAFÉ.md",
    "con.md",
    "straße.md",
    "STRASSE.md",
)


def check(files, texts):
    assert {file.read_text() for file in files} == texts
    assert len({folded(str(file)) for file in files}) == len(files) == len(texts)
    assert all(fits(file.name) for file in files)


def test_exported_memories_whose_names_are_alike_get_files_of_their_own(tmp_path):
    with Palace.open(tmp_path / "p.camillo") as palace:
        texts = {f"- I live in town {number}\n" for number, _ in enumerate(ALIKE)}
        for path, text in zip(ALIKE, sorted(texts), strict=True):
            palace.memories.store(path, text)
        first = palace.memories.export(tmp_path / "out")
        check(first, texts)
        before = {file: file.read_text() for file in first}
        assert palace.memories.export(tmp_path / "out") == first
        assert {file: file.read_text() for file in first} == before
        assert len([*(tmp_path / "out").iterdir()]) == len(ALIKE)


def test_synced_notes_whose_names_are_alike_get_files_of_their_own(tmp_path):
    root = tmp_path / "vault"
    root.mkdir()
    with Palace.open(tmp_path / "p.camillo") as palace:
        texts = {f"Page number {number}.\n" for number, _ in enumerate(ALIKE)}
        for number, (path, text) in enumerate(zip(ALIKE, sorted(texts), strict=True)):
            palace.notes.create(text, title=f"Page {number}", path=path)
        assert palace.vault(root).sync().settled
        files = [file for file in root.rglob("*.md") if ".camillo" not in file.parts]
        check(files, {file.read_text() for file in files})
        assert {
            file.read_text().rsplit("\n\n")[-1].splitlines()[-1] + "\n" for file in files
        } == texts
        assert not palace.vault(root).sync().changed
