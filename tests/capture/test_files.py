import sys
import time
import zlib
from itertools import pairwise

import pytest

from camillo.capture import files
from camillo.capture.bounded import Bounds
from camillo.capture.files import capture_file, kind_of, read_file
from camillo.domain.errors import InvalidInput, NotFound, Unreadable

WORDS = "The old harbour stays open"


def test_a_word_document_gives_its_text_and_what_it_says_of_itself(documents):
    got = read_file(documents.docx(WORDS, "No fees"), "plan.docx")
    assert got.markdown == f"{WORDS}\n\nNo fees"
    assert (got.title, got.author, got.how, got.url) == ("Harbour plan", "Ada Finch", "docx", "")
    assert got.published.text == "2024-05-01T10:00:00Z"
    assert got.language == "en"


@pytest.mark.slow
def test_slides_sheets_and_books_give_their_text(documents):
    slides = read_file(documents.pptx("Harbour", WORDS), "a.pptx")
    assert "# Harbour" in slides.markdown
    assert WORDS in slides.markdown
    sheet = read_file(documents.xlsx([["year", "ships"], [2023, "forty-one"]]), "a.xlsx")
    assert "| year | ships |" in sheet.markdown
    assert "| 2023 | forty-one |" in sheet.markdown
    book = read_file(
        documents.epub("Der Hafen", "<h1>Eins</h1><p>Alt</p>", "<p>und <b>neu</b></p>"), "a.epub"
    )
    assert "# Eins\n\nAlt\n\nund **neu**" in book.markdown
    assert (book.title, book.author, book.language, book.published.text) == (
        "Der Hafen",
        "Ada Finch",
        "de",
        "2024-05-01",
    )


@pytest.mark.slow
def test_a_pdf_gives_its_text_and_the_day_in_its_own_zone(documents):
    got = read_file(documents.pdf(WORDS, "No fees"), "plan.pdf")
    assert got.markdown.split("\n") == [WORDS, "No fees"]
    assert (got.title, got.author, got.how) == ("Harbour plan", "Ada Finch", "pdf")
    assert (got.published.text, got.published.offset) == ("2024-05-01T10:00:00+02:00", 120)
    assert read_file(documents.pdf(WORDS, title=""), "the plan.pdf").title == "the plan"


@pytest.mark.slow
def test_a_pdf_of_50_mb_is_read_within_bounded_memory(documents, tmp_path):
    path = tmp_path / "large.pdf"
    path.write_bytes(documents.pdf(WORDS, filler=50_000_000))
    assert capture_file(path).markdown == WORDS


@pytest.mark.slow
def test_a_pdf_that_unpacks_to_more_than_the_memory_ends_with_an_error(documents):
    resource = pytest.importorskip("resource")
    machine = zlib.compressobj(1)
    packed = b"".join(machine.compress(bytes(10_000_000)) for _ in range(80)) + machine.flush()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    with pytest.raises(Unreadable, match=r"bomb\.pdf .*(memory|broken|within|no text)"):
        read_file(documents.pdf(packed=packed), "bomb.pdf", bounds=Bounds(20.0, 512 * 1024**2))
    # The largest of all children that ended: only what was no child before tells.
    after = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    assert after < 700 * 1024 or after == children
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100 * 1024


def test_a_file_that_is_read_for_too_long_ends_with_an_error(documents):
    begun = time.monotonic()
    with pytest.raises(Unreadable, match=r"within 0\.2 seconds"):
        read_file(documents.docx(*[WORDS] * 20_000), "long.docx", bounds=Bounds(seconds=0.2))
    assert time.monotonic() - begun < 5


def test_a_text_that_is_too_long_is_an_error_and_not_half_a_text(documents):
    with pytest.raises(Unreadable, match="more than 1,000 characters"):
        read_file(documents.docx(*[WORDS] * 100), "long.docx", bounds=Bounds(text=1_000))


@pytest.mark.slow
def test_an_archive_that_unpacks_to_too_much_is_refused_before_it_is_unpacked(documents):
    bomb = documents.docx(WORDS, extra={"word/media/a.bin": bytes(300_000_000)})
    assert len(bomb) < 400_000
    begun = time.monotonic()
    with pytest.raises(Unreadable, match="unpacks to 300,0"):
        read_file(bomb, "bomb.docx")
    assert time.monotonic() - begun < 10


@pytest.mark.slow
def test_a_document_cannot_take_in_a_file_of_this_machine_or_grow_by_entities(documents, tmp_path):
    secret = tmp_path / "secret.txt"
    secret.write_text("hunter2-hunter2")
    entity = f'<!DOCTYPE a [<!ENTITY x SYSTEM "{secret.as_uri()}">]>'
    names = "abcdefghij"
    bomb = '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">' + "".join(
        f'<!ENTITY {name} "{f"&{inner};" * 10}">' for inner, name in pairwise(names)
    )
    for head, text in ((entity, "&x;"), (bomb + "]>", "&j;")):
        try:
            got = read_file(
                documents.docx(WORDS, text, head=head), "a.docx", bounds=Bounds(seconds=20)
            )
        except Unreadable:
            continue
        assert "hunter2" not in got.markdown
        assert len(got.markdown) < 1_000


@pytest.mark.parametrize("name", ["a.pdf", "a.docx", "a.xlsx", "a.epub", "a.pptx"])
def test_a_broken_document_is_an_error_that_names_it(documents, name):
    kind = name.rpartition(".")[2]
    whole = {
        "pdf": lambda: documents.pdf(WORDS),
        "docx": lambda: documents.docx(WORDS), "xlsx": lambda: documents.xlsx([["a"]]),
        "epub": lambda: documents.epub("t", "<p>a</p>"), "pptx": lambda: documents.pptx("t", "a"),
    }[kind]()  # fmt: skip
    broken = whole.replace(b"Root", b"Toor") if kind == "pdf" else whole[: len(whole) // 2]
    with pytest.raises(Unreadable, match=name):
        read_file(broken, name)


def test_a_scanned_pdf_is_told_to_be_one(documents):
    with pytest.raises(Unreadable, match="scanned"):
        read_file(documents.pdf(""), "scan.pdf")


def test_text_and_markdown_stay_as_they_are(tmp_path):
    text = "\n# Plan  \r\n\r\n* a\t<b>\n\n---\ntail"
    path = tmp_path / "plan.md"
    path.write_bytes(text.encode())
    got = capture_file(path)
    assert (got.markdown, got.title, got.how) == (text, "Plan", "markdown")
    got = read_file(
        "Größe über alles, meine Herren".encode("cp1252"), "a note.txt", charset="iso-8859-1"
    )
    assert (got.markdown, got.title, got.how) == (
        "Größe über alles, meine Herren",
        "a note",
        "text",
    )


def test_an_html_file_keeps_all_that_it_shows():
    page = "<html lang=de><head><title>Hafen</title><meta name=author content=Ada></head><body><nav>Start</nav>"
    got = read_file(f"{page}<p>alt</p><script>x()</script>".encode(), "a.html")
    assert (got.title, got.author, got.language, got.how) == ("Hafen", "Ada", "de", "html")
    assert got.markdown == "Start\n\nalt"


@pytest.mark.parametrize(
    ("content", "name", "media", "kind"),
    [
        (b"%PDF-1.7\n", "a.html", "text/html", "pdf"),
        (b"\n<!-- x -->\n<!DOCTYPE HTML>", "a.pdf", "application/pdf", "html"),
        (b"<p>a", "a", "text/html", "html"), (b"plain", "a.txt", "text/plain", "text"),
        (b"# a", "README.MD", "", "markdown"),
        (b"# a", "a", "text/markdown", "markdown"),
        (b"\xef\xbb\xbf<html>", "a", "", "html"), (b"{}", "a.json", "application/json", "text"),
    ],
)  # fmt: skip
def test_the_bytes_of_a_file_say_what_it_is_before_its_type_and_its_name(
    content, name, media, kind
):
    assert kind_of(content, name, media) == kind


def test_a_document_is_known_by_its_parts(documents):
    assert kind_of(documents.docx("a"), "a.zip", "text/html") == "docx"
    assert kind_of(documents.epub("t", "<p>a"), "a") == "epub"


@pytest.mark.parametrize(
    ("content", "media"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0", ""), (b"\xff\xd8\xff\xe0", "image/jpeg"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(99), ""),
        (b"PK\x03\x04 broken", ""), (bytes(range(128, 256)) * 9, "application/octet-stream"), (b" \n", ""),
    ],
)  # fmt: skip
def test_what_holds_no_text_is_an_error(content, media):
    with pytest.raises(Unreadable):
        read_file(content, "a file", media_type=media)


def test_an_archive_of_another_kind_is_an_error_that_says_so(documents):
    with pytest.raises(Unreadable, match="archive"):
        read_file(documents.zipped({"a.txt": "a"}), "a.zip")


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pipes in folders")
def test_a_path_that_is_no_file_is_an_error_and_is_not_waited_for(tmp_path, monkeypatch):
    import os

    with pytest.raises(NotFound):
        capture_file(tmp_path / "none.txt")
    with pytest.raises(InvalidInput):
        capture_file(tmp_path)
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(InvalidInput, match="no ordinary file"):
        capture_file(tmp_path / "pipe")
    monkeypatch.setattr(files, "LARGEST", 10)
    (tmp_path / "large.txt").write_text("a" * 11)
    with pytest.raises(InvalidInput, match="larger than 10 bytes"):
        capture_file(tmp_path / "large.txt")
