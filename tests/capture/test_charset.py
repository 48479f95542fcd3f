import pytest
from hypothesis import given
from hypothesis import strategies as st

from camillo.capture.charset import decoded
from camillo.domain.errors import Unreadable

RUSSIAN = "Съешь же ещё этих мягких французских булок, да выпей чаю. " * 4
CHINESE = "这是一个中文网页，服务器说它是西欧编码，其实不是。我们要看看能不能读出来。" * 3
JAPANESE = "これは日本語のページです。サーバーは嘘をついています。" * 3
KOREAN = "이것은 한국어 페이지입니다. 서버가 거짓말을 합니다. " * 3
GERMAN = "Größere Häuser für müde Füße, schön und süß. " * 3
POLISH = "Zażółć gęślą jaźń i inne polskie słowa są tutaj. " * 3


@pytest.mark.parametrize(
    ("text", "written", "told"),
    [
        (RUSSIAN, "cp1251", "iso-8859-1"), (RUSSIAN, "koi8-r", "utf-8"), (RUSSIAN, "utf-8", "windows-1251"),
        (CHINESE, "gbk", "iso-8859-1"), (CHINESE, "gb18030", "utf-8"), (CHINESE, "utf-8", "gbk"),
        (CHINESE, "utf-8", "us-ascii"), (JAPANESE, "shift_jis", "iso-8859-1"), (JAPANESE, "euc-jp", "utf-8"),
        (KOREAN, "euc-kr", "windows-1252"), (GERMAN, "cp1252", "utf-8"), (GERMAN, "utf-8", "iso-8859-1"),
        (GERMAN, "cp1252", "x-nonsense"), (GERMAN, "cp1252", ""), (CHINESE, "utf-8", "utf-7"),
    ],
)  # fmt: skip
def test_a_server_that_lies_about_the_charset_spoils_no_page(text, written, told):
    page = b"<html><body><p>\n" + text.encode(written) + b"\n</p></body></html>"
    assert text in decoded(page, told)


@pytest.mark.parametrize(
    ("text", "written", "told"),
    [
        (POLISH, "iso8859-2", "iso-8859-2"), (POLISH, "cp1250", "windows-1250"), (GERMAN, "cp1252", "iso-8859-1"),
        (CHINESE, "gb18030", "gb2312"), (JAPANESE, "cp932", "x-sjis"), (JAPANESE, "iso2022_jp", "iso-2022-jp"),
        (CHINESE, "utf-16", ""), (CHINESE, "utf-16-le", "utf-16le"), (GERMAN, "utf-8-sig", "cp1252"),
        (KOREAN, "utf-32", "utf-8"), ("“quoted” €5", "cp1252", "iso-8859-1"),
    ],
)  # fmt: skip
def test_a_server_that_tells_the_charset_is_believed(text, written, told):
    assert decoded(text.encode(written), told) == text


@pytest.mark.parametrize(
    "head", ["<meta charset=gb2312>", '<?xml version="1.0" encoding="GBK"?>'
    '', "<meta http-equiv='Content-Type' content='text/html; charset=gbk'>"]
)  # fmt: skip
def test_what_the_page_says_of_itself_is_used_where_the_server_is_silent(head):
    assert decoded((head + "短文").encode("gbk")) == head + "短文"


def test_few_bad_bytes_do_not_turn_a_page_into_another_language():
    text = CHINESE.encode() + b"\xff\xfe" + CHINESE.encode()
    assert decoded(text, "iso-8859-1").count(CHINESE) == 2


@pytest.mark.parametrize(("text", "written"), [(RUSSIAN, "cp1251"), (CHINESE, "gb18030")])
def test_a_page_whose_only_letters_stand_in_its_tags_is_read(text, written):
    page = f'<meta name="description" content="{text}"><p>nothing else</p>'
    assert decoded(page.encode(written)) == page


@given(st.binary(max_size=40), st.sampled_from(["", "iso-8859-1", "gbk"]))
def test_no_bytes_in_a_tag_break_reading(inside, told):
    content = b"<p title='" + inside.replace(b"\0", b"").replace(b">", b"") + b"'>plain</p>"
    assert "plain" in decoded(content, told)


def test_what_is_no_text_is_refused():
    with pytest.raises(Unreadable):
        decoded(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)), "utf-8")


@given(
    st.binary(max_size=300),
    st.sampled_from(["", "utf-8", "gbk", "utf-16", "hex", "\0", "rot13", "iso-8859-1"]),
)
def test_no_bytes_and_no_name_break_reading(content, told):
    try:
        assert isinstance(decoded(content, told), str)
    except Unreadable:
        assert b"\0" in content


@given(
    st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=100),
    st.sampled_from(["", "cp1252", "gbk", "ascii"]),
)
def test_utf_8_always_reads_as_it_is(text, told):
    assert decoded(text.encode(), told) == text.removeprefix("\ufeff")
