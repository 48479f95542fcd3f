"""Texts that nobody writes by chance: long lines, nested quotes, half-open patterns; and places in any script."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camillo.domain.moment import Moment
from camillo.ingest.cutting import Cutter, Passage
from camillo.knowledge.claims.finding import claims
from camillo.knowledge.reading import read
from camillo.ports.knowing import Said

AT = Moment.parse("2023-07-12T10:00:00Z")
PIECES = {
    "en": (
        "I love ", "I moved to Rome and ", "my sister ", "Ana works at ", "He works at Acme. ", '"I work', "((",
        "the the ", "A.A.", "# ", "| a ", "Owner: Ada\n", "> ", "`", "```\n", "   ", "just really also ",
        "of the ", "2020-01-01 ", "last week I moved to Rome ", "is ", "our deadline is 3 May ", ", my sister ,",
        "!", " \n", "**", "x@x", "1.1.", "'s", "**Owner:** Ada\n", "…", "named Rex. ", "not ", "if ", "?",
    ),
    "zh": (
        "我", "也", "我在腾讯工作，", "在", "从北京搬到", "曾经", "的", "喜欢", "我喜欢茶、", "2020年",
        "去年", "王芳在华为工作。",
        "用Redis替换了", "“我在", "从a跳槽到", "把换成", "被", "如果", "我姐姐叫", "的首都是",
        "不再", "。", "，叫", "他", "：",
    ),
    "es": ("me mudé a ", "no ", "Vivo en ", "Roma ", "ya ", "mi hermana ", ". ", "«", "es el ", "Ana "),
    "de": ("ich wohne ", "nicht mehr ", "von Ana ", "nach Rom gezogen ", "Annas Schwester ", ". ", "ist der ", "„"),
    "fr": ("j'", "ne ", "pas ", "J'habite à ", "Lyon ", "ma sœur ", ". ", "l'", "a remplacé "),
    "pt": ("não ", "moro em ", "Lisboa ", "mudei-me ", "a minha irmã ", ". ", "já ", "é a "),
    "ja": ("東京", "に", "住んでいます。"),
    "": ("I moved to Rome. ", "😀", "\x00", "\ud800"),
}  # fmt: skip


def told(text, language, **rest):
    return claims(Said(text, language, speaker="Ana", role="user", at=AT, **rest))


@pytest.mark.parametrize("language", sorted(PIECES))
@given(data=st.data())
def test_whatever_is_written_claims_lie_inside_it_and_say_something(language, data):
    text = "".join(
        data.draw(st.lists(st.sampled_from(PIECES[language]) | st.text(max_size=6), max_size=24))
    )
    found = told(text, language)
    assert found == told(text, language)
    for one in found:
        assert 0 <= one.start < one.end <= len(text)
        assert one.subject.strip() and one.predicate.strip() and one.object.strip()
        assert "{" not in one.predicate and "%" not in one.predicate
        assert 0 < one.confidence <= 1 and one.rule


def seconds(text, language):
    start = time.thread_time()
    told(text, language)
    return time.thread_time() - start


@pytest.mark.slow
@pytest.mark.parametrize("language", sorted(PIECES))
def test_eight_times_the_text_takes_no_more_than_its_share_of_time(language):
    told(PIECES[language][0], language)
    for piece in PIECES[language]:
        short, long = ((piece * (size // len(piece) + 1))[:size] for size in (4_000, 32_000))
        spent = min(seconds(short, language) for _ in range(2))
        # Twice eightfold, for the clock; quadratic growth would be sixty-fourfold.
        assert seconds(long, language) < 16 * max(spent, 0.01), repr(piece)


def test_a_line_of_a_million_letters_is_passed_over_at_once():
    start = time.thread_time()
    for language in PIECES:
        assert told("x" * 1_000_000, language) == ()
        assert told("I moved to " * 100_000, language) == ()
    assert time.thread_time() - start < 5


NESTED = "\"'“«`" * 200 + "I moved to Rome." + "»”'\"`" * 200


def test_quotes_in_quotes_are_read_as_nobodys_word():
    assert told(NESTED, "en") == ()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "latin-1"])
@pytest.mark.parametrize(
    ("text", "language", "words"),
    [
        ("😀 «Été»! I moved to Rome!", "en", "I moved to Rome"),
        ("Größe ß! Ich wohne in Köln.", "de", "Ich wohne in Köln"),
        ("ÀÉÎ. J'habite à Nîmes.", "fr", "J'habite à Nîmes"),
        ("𠮷野家。我住在深圳。", "zh", "我住在深圳"),
    ],
)
def test_the_bytes_of_a_claim_are_its_words_in_any_script(text, language, words, encoding):
    if encoding == "latin-1":
        text = text.encode("latin-1", "ignore").decode("latin-1")
        if language == "zh":
            pytest.skip("no Chinese in this encoding")
    content = text.encode(encoding)
    passage = Passage("c", content, encoding, "Ana", AT, False, language, "user")
    (drawers,) = Cutter(None, read).cuts([passage])
    (claim,) = [claim for drawer in drawers for claim in drawer.claims]
    stretch = content[claim.start : claim.end]
    assert stretch.decode(encoding) == words


@pytest.mark.parametrize("part", ["tool_call", "tool_result", "thinking", "caption", "injected"])
def test_what_is_no_message_claims_nothing(part):
    assert told("I moved to Rome.", "en", part=part) == ()


def test_an_assistant_is_nobody_and_what_it_says_of_others_counts_for_less():
    said = Said("I moved to Rome. Ben moved to Rome.", "en", speaker="assistant", role="assistant")
    (one,) = claims(said)
    assert one.subject == "Ben"
    (other,) = claims(Said("Ben moved to Rome.", "en", speaker="Ana", role="user"))
    assert one.confidence < other.confidence


def test_a_user_without_a_name_is_the_user_and_a_text_without_a_speaker_nobody():
    assert [one.subject for one in claims(Said("I moved to Rome.", "en", role="user"))] == ["user"]
    assert claims(Said("I moved to Rome.", "en")) == ()


def test_without_a_time_of_its_own_a_turn_keeps_only_dates_that_need_none():
    (told_when,) = claims(Said("I moved to Rome in May 2020.", "en", speaker="Ana", role="user"))
    (untold,) = claims(Said("I moved to Rome last week.", "en", speaker="Ana", role="user"))
    assert told_when.valid_from.text == "2020-05-01" and untold.valid_from is None


def test_quoted_lines_code_and_captions_claim_nothing():
    for text in (
        "> I moved to Rome.",
        "```\nI moved to Rome.\n```",
        "[image: I moved to Rome.]",
        "x = 1; I moved to Rome;",
    ):
        assert told(text, "en") == (), text
