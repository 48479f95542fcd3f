from functools import cache
from importlib.resources import files
from itertools import pairwise
from time import thread_time

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer

from camillo.domain.turn import decode, encode
from camillo.ingest.segment import byte_spans, cut
from camillo.ports.embedder import TokenCut

LIMIT = 254


@cache
def tokenizer() -> Tokenizer:
    path = files("camillo.models") / "data" / "minilm-tokenizer.json"
    made = Tokenizer.from_file(str(path))
    made.no_truncation()
    made.no_padding()
    return made


def pieces_of(text: str) -> TokenCut:
    found = tokenizer().encode(text, add_special_tokens=False)
    offsets = np.array(found.offsets, np.int32).reshape(-1, 2)
    return TokenCut(np.array(found.ids, np.uint16), offsets[:, 0], offsets[:, 1])


def count(text: str) -> int:
    return len(tokenizer().encode(text, add_special_tokens=False).ids)


def parts(text: str, limit: int = LIMIT, *, markdown: bool = True, exact: bool = True) -> list[str]:
    spans = cut(text, pieces_of(text) if exact else None, limit, markdown)
    return [text[start:end] for start, end in spans]


PROSE = (
    "We moved the billing service to GraphQL in June. The old endpoints broke clients every week. "
    "Nobody could say which fields were in use. Kai measured it: eleven of ninety-four fields. "
)
PLAIN = "alpha unbelievably 42 GraphQL naïve 今天 한국어 мир ภาษาไทย e\u0301 a-b_c कि 😀 \U0001f1e6 \u200d"
MARKS = (
    "\n\n",
    "\n",
    ". ",
    "。",
    "- ",
    "# H\n",
    "```\n",
    " ",
    "\r\n",
    "\t",
    "\x00",
    "ß" * 40,
    "x" * 130,
)
WORDS = st.sampled_from([*PLAIN.split(), *MARKS])
TEXTS = st.one_of(
    st.lists(WORDS, max_size=160).map("".join),
    st.lists(WORDS, max_size=160).map(" ".join),
    st.text(max_size=300),
    st.text(st.characters(categories=["Cs", "Mn", "So", "Lo", "Zs"]), max_size=200),
)


@settings(max_examples=300)
@given(TEXTS, st.integers(110, 254), st.booleans(), st.booleans())
@example("```\n" + "x = 1\n" * 60 + "```\n" + "tail " * 80, 120, True, True)
@example("a" * 1_000 + " and then words", 110, True, True)
def test_spans_follow_one_another_and_cover_the_text(text, limit, markdown, exact):
    usable = text.encode("utf-8", "replace").decode("utf-8") if exact else text
    spans = cut(usable, pieces_of(usable) if exact else None, limit, markdown)
    assert "".join(usable[start:end] for start, end in spans) == usable
    assert all(start < end for start, end in spans)
    assert all(before[1] == after[0] for before, after in pairwise(spans))
    assert spans == cut(usable, pieces_of(usable) if exact else None, limit, markdown)


@settings(max_examples=400)
@given(st.one_of(TEXTS, TEXTS.map(lambda text: text * 4)), st.integers(110, 254), st.booleans())
@example(("한국어문장\x00" * 9 + "\u200dこれは" + "ß" * 33 + " ") * 12, 110, True)
@example("a" * 700 + " " + "plain words " * 100, 254, True)
@example("xqzjk" * 300, 110, False)
@example("한국어문장" * 200, 110, True)
@example("ภาษาไทยไม่มีช่องว่าง" * 60 + " ok " * 90, 200, True)
def test_no_span_has_more_pieces_than_the_limit_when_it_is_read_alone(text, limit, markdown):
    usable = text.encode("utf-8", "replace").decode("utf-8")
    assert (
        max((count(part) for part in parts(usable, limit, markdown=markdown)), default=0) <= limit
    )


def test_a_text_of_few_pieces_is_one_span_in_any_script():
    thai = "ภาษาไทยไม่มีช่องว่าง " * 40
    assert count(thai) <= LIMIT and parts(thai) == [thai]
    assert len(parts(thai * 20)) > 10


def test_a_text_within_the_limit_is_one_span():
    assert parts(PROSE) == [PROSE]
    assert cut("", None, LIMIT, True) == []


@pytest.mark.parametrize("text", [" ", "\n" * 5_000, " \t\r\n\u3000" * 10_000])
def test_white_space_alone_is_one_span(text):
    assert cut(text, None, 10, True) == [(0, len(text))]


def test_a_little_over_the_limit_gives_two_halves_and_no_tiny_tail():
    text = PROSE * 7
    found = parts(text)
    assert count(text) > LIMIT and len(found) == -(-count(text) // LIMIT)
    assert min(map(count, found)) > 0.3 * LIMIT


def test_long_prose_is_cut_at_sentences_near_the_size_aimed_at():
    found = parts(PROSE * 60)
    sizes = sorted(map(count, found))
    assert 180 <= sizes[len(sizes) // 2] <= 220
    assert all(part.rstrip().endswith(".") for part in found)
    assert all(not part[0].isspace() for part in found)


def test_sections_start_spans_and_headings_stay_with_their_text():
    section = "{mark} Why {number}\n\n" + PROSE * 2 + "\n\n" + PROSE + "\n\n"
    text = "".join(section.format(mark="#" * (1 + n % 3), number=n) for n in range(12))
    found = parts(text)
    assert sum(part.startswith("#") for part in found) >= len(found) - 2
    assert not any(part.rstrip().splitlines()[-1].startswith("#") for part in found)


def test_an_underlined_heading_stays_with_its_line_and_its_text():
    text = ("The choice\n==========\n\n" + PROSE * 4 + "\n\n") * 4
    assert all("==========" not in part.splitlines()[-1] for part in parts(text))
    assert all(part.startswith("The choice\n===") for part in parts(text) if "===" in part)


@pytest.mark.parametrize("before", [0, 1, 2, 3, 4, 5])
@pytest.mark.parametrize("fence", ["```", "~~~~"])
def test_a_code_block_that_fits_stays_whole(before, fence):
    code = (
        f"{fence}python\n" + "# Not a heading\ndef f(x):\n\n    return x + 1\n" * 12 + f"{fence}\n"
    )
    assert count(code) <= LIMIT
    text = PROSE * before + "\n\n" + code + "\n" + PROSE * 4
    assert any(code in part for part in parts(text))


def test_a_heading_sign_inside_code_starts_no_section():
    text = "```\n" + "# step\nrun it\n" * 20 + "```\n\n" + PROSE * 5
    assert any("# step\nrun it\n```" in part for part in parts(text))


def test_list_items_are_kept_whole():
    items = [f"- item {number}: {PROSE[:90]}\n" for number in range(40)]
    assert all(part.startswith("- item") for part in parts("".join(items)))


def test_source_code_is_cut_before_definitions():
    function = (
        "def name_{n}(value: int) -> int:\n    total = value\n\n    for step in range(value):\n"
    )
    function += "        total += step * value\n    return total\n\n\n"
    text = "".join(function.format(n=n) for n in range(30))
    assert all(part.startswith("def ") for part in parts(text, markdown=False))


def test_an_indent_stays_with_its_line():
    text = "class Long:\n" + "    value = compute(1, 2)\n" * 120
    found = parts(text, markdown=False)
    assert len(found) > 1 and all(part.startswith("    value") for part in found[1:])


@pytest.mark.parametrize(
    ("sentence", "stop"),
    [
        ("我们在六月把计费服务换成了图形查询语言，因为旧接口每周都会出错。", "。"),
        ("六月に請求サービスを切り替えました。", "。"),
        ("हमने जून में बिलिंग सेवा बदल दी।", "।"),
        ("هل غيرنا الخدمة في يونيو؟ ", "؟"),
        ("Мы перенесли сервис в июне! ", "!"),
    ],
)
@pytest.mark.parametrize("exact", [True, False])
def test_sentences_of_any_script_are_boundaries(sentence, stop, exact):
    found = parts(sentence * 60, exact=exact)
    assert len(found) > 1
    assert all(part.rstrip().endswith(stop) for part in found)


@pytest.mark.parametrize(
    "cluster",
    [
        "e\u0301\u0323",
        "👩\u200d👩\u200d👧",
        "🇵🇹",
        "한",
        "\u1112\u1161\u11ab",
        "👍🏽",
        "ก็",
        "\ud83d\ude00",
    ],
)
def test_what_a_reader_sees_as_one_character_is_not_parted(cluster):
    text = cluster * 400
    for start, _ in cut(text, None, 50, True):
        assert start % len(cluster) == 0


def test_estimates_hold_for_common_text_when_no_model_is_there():
    texts = [
        PROSE * 30,
        "今天天气很好我们去公园" * 60,
        "한국어 문장입니다. " * 60,
        "x=f(a[1]);" * 200,
    ]
    for text in texts:
        assert max(map(count, parts(text, exact=False))) <= LIMIT


def test_text_that_weighs_nothing_is_cut_by_length():
    spans = cut("\x00" * 100_000, pieces_of("\x00" * 100_000), LIMIT, False)
    assert max(end - start for start, end in spans) <= 16_384


@pytest.mark.parametrize(
    "encoding",
    ["utf-8", "utf-8-escaped", "utf-16-le", "utf-16-be", "utf-32-le", "gb18030", "cp932", "cp1252"],
)
@given(st.data())
def test_byte_spans_cut_the_bytes_where_the_text_is_cut(encoding, data):
    raw = data.draw(st.binary(max_size=200))
    text = (
        decode(raw, encoding)
        if encoding == "utf-8-escaped"
        else raw.decode(encoding.split("-e")[0], "ignore")
    )
    content = encode(text, encoding)
    text = decode(content, encoding)
    marks = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=6)))
    spans = list(zip([0, *marks], [*marks, len(text)], strict=True))
    found = byte_spans(text, encoding, spans)
    assert [decode(content[a:b], encoding) for a, b in found] == [text[a:b] for a, b in spans]
    assert found[-1][1] == len(content)


def test_byte_spans_count_from_the_start_when_the_first_span_does_not():
    assert byte_spans("né\nok", "utf-8", [(1, 2), (3, 5)]) == [(1, 3), (4, 6)]


LINES = {
    "prose": (10, PROSE),
    "one word": (10, "a"),
    "no spaces": (2, "我们为什么改用图形查询语言"),
    "code without breaks": (2, '{"a":[1,2,3],"b":"c\\n"},'),
    "dots": (2, "."),
    "marks": (2, "e" + "\u0301" * 63),
}


@pytest.mark.slow
@pytest.mark.parametrize(("megabytes", "line"), LINES.values(), ids=LINES.keys())
def test_a_line_of_many_megabytes_takes_seconds(megabytes, line):
    text = line * (megabytes * 1_000_000 // len(line))
    began = thread_time()
    spans = cut(text, None, LIMIT, True)
    assert thread_time() - began < 8 * megabytes
    assert spans[-1][1] == len(text)


def test_time_grows_with_the_text_not_with_its_square():
    def cost(length: int) -> float:
        text = ("x" + " " * 300 + "\n# h\n```\n") * (length // 310)
        began = thread_time()
        cut(text, None, LIMIT, True)
        return thread_time() - began

    assert cost(1_600_000) < 12 * max(cost(400_000), 0.05)
