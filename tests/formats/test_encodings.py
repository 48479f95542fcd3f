import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camillo.domain.turn import decode, encode
from camillo.formats.encodings import is_binary, read_text

LEGACY = {
    "Latin-1": ("latin-1", "Le café est fermé, déjà vu, garçon: la réunion est à 10 h."),
    "Windows Portuguese": ("cp1252", "Não há decisão: a reunião é amanhã às 10h, então esperamos."),
    "Windows Polish": ("cp1250", "Zażółć gęślą jaźń, proszę bardzo, już są źdźbła."),
    "Windows Cyrillic": ("cp1251", "Привет, мир! Почему мы перешли на другой язык запросов?"),
    "KOI8-R": ("koi8_r", "Привет, мир! Почему мы перешли на другой язык запросов?"),
    "GB18030": ("gb18030", "我们为什么改用了图形查询语言？因为接口太多了。"),
    "Shift-JIS": ("shift_jis", "これは日本語の文章です。なぜ変えたのですか。"),
    "EUC-JP": ("euc_jp", "これは日本語の文章です。なぜ変えたのですか。"),
    "Big5": ("big5", "我們為什麼改用了圖形查詢語言？因為介面太多了。"),
    "EUC-KR": ("euc_kr", "한국어 문장입니다. 오늘은 날씨가 좋다."),
}


@given(st.one_of(st.binary(max_size=400), st.text(max_size=200).map(str.encode)))
def test_whatever_reads_as_text_gives_its_bytes_back(content):
    decoded = read_text(content)
    if decoded is not None:
        assert encode(decoded.text, decoded.encoding) == content
        assert decode(content, decoded.encoding) == decoded.text


@given(
    st.text(max_size=200), st.sampled_from(["utf-16", "utf-32", "utf-16-le", "gb18030", "cp1252"])
)
def test_bytes_of_other_encodings_are_never_altered(text, encoding):
    content = text.encode(encoding, "ignore")
    decoded = read_text(content)
    assert decoded is None or encode(decoded.text, decoded.encoding) == content


@pytest.mark.parametrize(("encoding", "text"), LEGACY.values(), ids=LEGACY.keys())
def test_older_encodings_are_recognised_by_their_text(encoding, text):
    decoded = read_text(text.encode(encoding))
    assert decoded is not None
    assert decoded.text == text
    assert decoded.problem is None


def test_a_rare_foreign_letter_in_a_large_ascii_file_is_found():
    text = "value = 1\n" * 30_000 + "# déjà vu, naïve café\n" + "value = 2\n" * 30_000
    decoded = read_text(text.encode("latin-1"))
    assert decoded is not None and decoded.text == text


def test_a_byte_order_mark_stays_a_character():
    assert read_text(b"\xef\xbb\xbfhello").text == "\ufeffhello"
    assert read_text("hello 你好".encode("utf-16")).text == "\ufeffhello 你好"
    assert read_text("hello".encode("utf-32")).text == "\ufeffhello"


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf16_without_a_mark_is_text(encoding):
    text = "Dear all,\r\nthe meeting is on Monday.\r\n"
    decoded = read_text(text.encode(encoding))
    assert decoded.text == text and decoded.encoding == encoding


def test_truncated_utf8_keeps_every_byte_and_names_the_bad_one():
    content = "Grüße aus 北京".encode()[:-1]
    decoded = read_text(content)
    assert decoded.encoding == "utf-8-escaped"
    assert "0xe4 at offset 15" in decoded.problem
    assert encode(decoded.text, decoded.encoding) == content
    assert decoded.text.startswith("Grüße aus 北")


def test_a_bad_byte_in_long_utf8_does_not_turn_the_rest_to_nonsense():
    content = "Größe, Zürich, Übung. ".encode() * 50 + b"\xff" + "Größe".encode()
    decoded = read_text(content)
    assert decoded.text.endswith("Größe") and "0xff" in decoded.problem


def test_lone_surrogates_in_utf8_survive():
    content = b"a \xed\xa0\x80 b \xed\xa0\xbd\xed\xb8\x80"
    decoded = read_text(content)
    assert encode(decoded.text, decoded.encoding) == content


@pytest.mark.parametrize(
    "text",
    [
        "a\x00b",
        "one\x00two\x00three",
        "log line\n" * 100 + "\x00\x00\x00",
        "\x1b[31mred\x1b[0m\n" * 50,
    ],
)
def test_lone_controls_in_plain_text_are_kept_as_text(text):
    assert read_text(text.encode()).text == text


BINARY = {
    "PNG": b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
    "JPEG": b"\xff\xd8\xff\xe0\x00\x10JFIF",
    "PDF": b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n",
    "gzip": b"\x1f\x8b\x08\x00abcdefgh",
    "ELF": b"\x7fELF\x02\x01\x01",
    "SQLite": b"SQLite format 3\x00\x10\x00",
    "zip": b"PK\x03\x04\x14\x00\x00\x00\x08\x00",
    "tar": b"notes.txt".ljust(257, b"\x00") + b"ustar\x00",
    "zeros": b"\x00" * 64,
    "random": random.Random(7).randbytes(4_096),
    "struct": bytes(range(32)) * 20,
}


@pytest.mark.parametrize("content", BINARY.values(), ids=BINARY.keys())
def test_binary_content_is_no_text(content):
    assert is_binary(content)
    assert read_text(content) is None


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"%PDF-1.4 is how a PDF starts",
        b"PK is a prefix",
        b"GIF89a is a version\n",
        b"ID3 tags",
        b"RIFF",
    ],
)
def test_text_that_speaks_of_signatures_is_text(content):
    assert not is_binary(content)
