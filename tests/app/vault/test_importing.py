"""Exports of other note applications: each note once, with its times, tags and links."""

import io
import os
import tarfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from camillo import Palace
from camillo.domain.errors import InvalidInput, NotFound

NOTEBOOK, NOTE, OTHER, TAG, FILE = (digit * 32 for digit in "abcde")


@pytest.fixture
def palace(tmp_path: Path) -> Iterator[Palace]:
    with Palace.open(tmp_path / "palace.camillo") as opened:
        yield opened


def joplin(
    body: str = "See [the other](:/cccccccccccccccccccccccccccccccc).", updated: str = "02"
) -> dict[str, str]:
    times = f"created_time: 2024-05-01T10:00:00.000Z\nupdated_time: 2024-05-{updated}T10:00:00.000Z"
    picture = f"![p](:/{FILE})"
    return {
        f"{NOTEBOOK}.md": f"Work/Play\n\nid: {NOTEBOOK}\n{times}\nparent_id: \ntype_: 2",
        f"{NOTE}.md": f"The plan\n\n{body}\n\n{picture}\n\nid: {NOTE}\nparent_id: {NOTEBOOK}\n{times}\n"
        "source_url: https://example.org/x\nauthor: Kai\nmarkup_language: 1\ntype_: 1",
        f"{OTHER}.md": f"Other\n\n# In it\n\nkey: value\n\nid: {OTHER}\nparent_id: \ntype_: 1",
        f"{TAG}.md": f"home\n\nid: {TAG}\n{times}\ntype_: 5",
        f"{FILE}.md": f"photo.png\n\nid: {FILE}\nmime: image/png\n{times}\ntype_: 4",
        f"{'f' * 32}.md": f"id: {'f' * 32}\nnote_id: {NOTE}\ntag_id: {TAG}\n{times}\ntype_: 6",
    }


def jex(path: Path, files: dict[str, str]) -> Path:
    with tarfile.open(path, "w") as archive:
        for name, text in {**files, "resources/x.png": "\x89"}.items():
            content = text.encode()
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return path


ENEX = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE en-export SYSTEM "http://xml.evernote.com/pub/evernote-export4.dtd">
<en-export export-date="20260101T000000Z" application="Evernote">
<note><title>Shopping &amp; more</title><created>20240501T100000Z</created><updated>20240502T100000Z</updated>
<tag>home</tag><tag>list</tag>
<note-attributes><author>Kai</author><source-url>https://example.org/y</source-url></note-attributes>
<content><![CDATA[<?xml version="1.0"?><!DOCTYPE en-note SYSTEM "http://xml.evernote.com/pub/enml2.dtd">
<en-note><div><en-todo checked="true"/>Milk&nbsp;2 l</div><div><en-todo/>Bread</div>
<en-media type="image/png" hash="8eece9cc616084e69299f7f1a53a6404"/></en-note>]]></content>
<resource><data encoding="base64">iVBO
Rw0K</data><mime>image/png</mime>
<resource-attributes><file-name>a.png</file-name></resource-attributes></resource>
</note>
<note><title>Shopping &amp; more</title><created>20240501T100000Z</created>
<content><![CDATA[<en-note><p>second of the name</p></en-note>]]></content></note>
</en-export>"""


def test_a_joplin_archive_keeps_notebooks_tags_times_and_links(
    palace: Palace, tmp_path: Path
) -> None:
    told = palace.notes.import_export(jex(tmp_path / "a.jex", joplin()))
    assert (told.kind, sorted(told.added), told.attachments) == ("joplin", ["other", "the-plan"], 1)
    plan = palace.notes.read("the-plan")
    assert plan.path == "Work-Play/The plan.md" and plan.tags == ("home",)
    assert "[[Other|the other]]" in plan.text and f"![p](:/{FILE})" in plan.text
    for line in ('created: "2024-05-01T', 'updated: "2024-05-02T', "author: Kai", "  - photo.png"):
        assert line in plan.text
    assert palace.notes.links("the-plan").links == (("other", "Other"),)
    assert palace.notes.read("other").text.endswith("# In it\n\nkey: value")
    assert palace.get(plan.id).turn.at == "2024-05-02T10:00:00.000Z"


def test_the_same_export_twice_adds_nothing_and_a_changed_note_becomes_a_version(
    palace: Palace, tmp_path: Path
) -> None:
    palace.notes.import_export(jex(tmp_path / "a.jex", joplin()))
    raw = tmp_path / "raw"
    raw.mkdir()
    for name, text in joplin().items():
        (raw / name).write_text(text)
    again = palace.notes.import_export(raw)
    assert (again.added, again.changed, again.known) == ((), (), 2)
    later = palace.notes.import_export(jex(tmp_path / "b.jex", joplin("changed there", "03")))
    assert (later.added, later.changed, later.known) == ((), ("the-plan",), 1)
    assert [one.verb for one in palace.notes.history("the-plan")] == ["create", "capture"]


def test_a_note_changed_in_the_export_and_here_stays_as_it_is_here(
    palace: Palace, tmp_path: Path
) -> None:
    palace.notes.import_export(jex(tmp_path / "a.jex", joplin()))
    palace.notes.edit("the-plan", "edited here", version=1)
    told = palace.notes.import_export(jex(tmp_path / "b.jex", joplin("changed there", "03")))
    assert len(told.problems) == 1 and "the-plan" in told.problems[0].what
    assert palace.notes.read("the-plan").text == "edited here"


def test_a_deleted_note_stays_deleted_when_its_export_comes_again(
    palace: Palace, tmp_path: Path
) -> None:
    path = jex(tmp_path / "a.jex", joplin())
    palace.notes.import_export(path)
    palace.notes.delete("other")
    assert palace.notes.import_export(path).added == ()


def test_an_evernote_export_keeps_boxes_tags_times_and_names_its_files(
    palace: Palace, tmp_path: Path
) -> None:
    path = tmp_path / "Home.enex"
    path.write_text(ENEX, encoding="utf-8")
    told = palace.notes.import_export(path)
    assert (told.kind, told.added, told.attachments) == (
        "enex",
        ("shopping-more", "shopping-more-2"),
        1,
    )
    note = palace.notes.read("shopping-more")
    assert "[x] Milk\N{NO-BREAK SPACE}2 l" in note.text and "[ ] Bread" in note.text
    assert "(attachment a.png)" in note.text
    assert note.tags == ("home", "list") and note.path == "Home/Shopping & more.md"
    assert 'created: "2024-05-01T' in note.text and 'source: "https://example.org/y"' in note.text
    assert palace.notes.read("shopping-more-2").path == "Home/Shopping & more 2.md"
    assert palace.notes.import_export(path).known == 2


@pytest.mark.parametrize(
    "text",
    [
        '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><en-export >&b;</en-export>',
        '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><en-export >&a;</en-export>',
        "<en-export ><note><title>cut off",
    ],
)
def test_an_unsound_or_hostile_export_is_refused(palace: Palace, tmp_path: Path, text: str) -> None:
    (tmp_path / "a.enex").write_text(text)
    with pytest.raises(InvalidInput, match="no sound export"):
        palace.notes.import_export(tmp_path / "a.enex")


def test_a_folder_of_pages_keeps_text_names_and_times(palace: Palace, tmp_path: Path) -> None:
    root = tmp_path / "Apple Notes"
    (root / "Work" / "attachments").mkdir(parents=True)
    (root / "Work" / "Plan.md").write_text("Body with ![p](attachments/p.png)\r\n", newline="")
    (root / "Work" / "attachments" / "p.png").write_bytes(b"\x89PNG")
    (root / "Ideas.html").write_text(
        "<html><head><title>Ideas &amp; more</title></head><body><h1>Ideas</h1><ul><li>one</li></ul>"
        "<script>alert(1)</script></body></html>"
    )
    os.utime(root / "Work" / "Plan.md", (1_700_000_000, 1_700_000_000))
    told = palace.notes.import_export(root)
    assert (told.kind, told.attachments, told.problems) == ("folder", 1, ())
    plan = palace.notes.read("Plan")
    assert plan.text == "Body with ![p](attachments/p.png)\r\n" and plan.path == "Work/Plan.md"
    assert palace.get(plan.id).turn.at == "2023-11-14T22:13:20+00:00"
    ideas = palace.notes.read("ideas-more")
    assert "- one" in ideas.text and "alert" not in ideas.text and ideas.path == "Ideas.md"
    assert palace.notes.import_export(root).known == 2


def test_an_import_and_a_vault_go_together(palace: Palace, tmp_path: Path) -> None:
    palace.notes.import_export(jex(tmp_path / "a.jex", joplin()))
    root = tmp_path / "vault"
    root.mkdir()
    palace.vault(root).sync()
    assert (root / "Work-Play" / "The plan.md").read_text() == palace.notes.read("the-plan").text
    assert not palace.vault(root).sync().changed


def test_nothing_to_import_is_said(palace: Palace, tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="nothing"):
        palace.notes.import_export(tmp_path / "none")
    (tmp_path / "a.bin").write_bytes(bytes(2000))
    assert palace.notes.import_export(tmp_path / "a.bin").problems
