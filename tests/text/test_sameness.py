"""Texts are the same only in form: no other word, number, name, sign or negation is folded away."""

from difflib import SequenceMatcher

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camillo.text.sameness import sameness, shape, words

BASE = "We decided on Monday that Ana pays 40 euros for the hosting at Hetzner."
DIFFERENT = [
    "We decided on Monday that Ana pays 45 euros for the hosting at Hetzner.",
    "We decided on Monday that Ana pays 4.0 euros for the hosting at Hetzner.",
    "We decided on Monday that Ana pays -40 euros for the hosting at Hetzner.",
    "We decided on Tuesday that Ana pays 40 euros for the hosting at Hetzner.",
    "We decided on Monday that Ina pays 40 euros for the hosting at Hetzner.",
    "We decided on Monday that Ana never pays 40 euros for the hosting at Hetzner.",
    "We decided on Monday that Ana pays 40 euros for the hosting at Hetzner?",
    "We decided on Monday that Ana pays 40 euros for the hosting at Hetznar.",
    "We decided on Monday that Ana pays 40 euros from the hosting at Hetzner.",
    "We had decided on Monday that Ana pays 40 euros for the hosting at Hetzner.",
    "We decided on Monday that Ana pays 40 euros for the hosting at Hetzner. Bo objected.",
]
PAIRS = [
    (
        "The door code of the office is 4711 since May",
        "The door code of the office is 4711 since June",
    ),
    (
        "if a != b then the build of the release fails",
        "if a = b then the build of the release fails",
    ),
    ("- [x] call the bank about the loan in May", "- [ ] call the bank about the loan in May"),
    ("We write the new service in C++ this year", "We write the new service in C this year"),
    ("我们决定在五月使用这个数据库", "我们决定在六月使用这个数据库"),
    ("我们决定使用这个新的数据库", "我们决定不使用这个新的数据库"),
    ("Decidimos usar o Postgres na fatura nova", "Decidimos não usar o Postgres na fatura nova"),
    ("It is not true that Ana pays for the hosting now", "Ana pays for the hosting now"),
    ("Ana bought the whole house at the lake", "Ana brought the whole house at the lake"),
    ("The result of this test was typical for us", "The result of this test was atypical for us"),
]


def real(word):
    return word not in {"recieved", "hetznar", "atypical"}


@pytest.mark.parametrize("other", DIFFERENT)
def test_no_other_statement_is_a_repeat(other):
    assert sameness(BASE, other, real) is None
    assert words(other) != words(BASE)


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_one_differing_word_makes_another_statement(one, other):
    assert sameness(one, other, real) is None
    assert sameness(other, one, real) is None


def test_form_makes_no_difference():
    quoted = "> **We decided** on Monday, that *Ana* pays 40 euros — for the hosting at “Hetzner”!"
    assert sameness(BASE, quoted) == "words"
    assert sameness("我们决定 使用 Postgres 数据库。", "我们决定使用Postgres数据库") == "words"


def test_a_slip_of_the_pen_and_an_article_are_near():
    one = "Ana received the keys of the flat from Bo"
    assert sameness(one, "Ana recieved the keys of the flat from Bo", real) == "near"
    assert sameness(one, "Ana received the keys of flat from Bo", real) == "near"
    assert sameness(one, "Ana recieved the keys of the flat from Bo", None) is None


def test_what_says_more_is_no_part():
    longer = f"{BASE} Bo objected to it."
    assert sameness(longer, BASE) == "part"
    assert sameness(BASE, longer) is None


def test_short_texts_repeat_nothing():
    assert sameness("Yes, I do!", "yes i do") is None


@given(st.text(max_size=80), st.text(max_size=80))
def test_what_is_near_has_one_shape_and_order_makes_no_difference(one, other):
    found = sameness(one, other, lambda word: len(word) % 2 == 0)
    if found in ("words", "near"):
        assert shape(one) == shape(other)
        assert sameness(other, one, lambda word: len(word) % 2 == 0) == found


@given(
    st.lists(
        st.sampled_from(["ana", "euros", "never", "recieved", "received", "40", "45"]), min_size=6
    )
)
def test_a_repeat_has_the_numbers_and_negations_of_the_first(told):
    text = " ".join(told)
    for word in ("45", "never"):
        if word not in told:
            assert sameness(text, f"{text} {word}", real) is None


def matched(one, other):
    """Whether the blocks by which a longest match tells two texts apart hold as many words, articles aside."""
    articles = {"the", "a"}
    for what, *ends in SequenceMatcher(None, one, other, False).get_opcodes():
        low, high, first, last = ends
        gone = [word for word in one[low:high] if word not in articles]
        come = [word for word in other[first:last] if word not in articles]
        if what != "equal" and (
            len(gone) != len(come)
            or any(
                a != b and {a, b} != {"received", "recieved"}
                for a, b in zip(gone, come, strict=True)
            )
        ):
            return False
    return True


NEARLY = st.lists(
    st.sampled_from(["the", "a", "received", "recieved", "keys", "bo"]), min_size=6, max_size=9
)


@given(NEARLY, NEARLY)
def test_what_a_longest_match_finds_near_is_near(one, other):
    close = abs(len(one) - len(other)) <= 1
    if close and matched(one, other):
        assert sameness(" ".join(one), " ".join(other), real) in ("words", "near")
