from hypothesis import given
from hypothesis import strategies as st

from camillo.text.names import headings, mentioned, name_key, name_terms

STOPS = frozenset({"the", "a", "of", "by", "in", "is", "who"})


def test_a_short_first_line_before_text_is_a_heading():
    assert headings("Ed Wood (film)\nA film of 1994.") == ("ed wood",)


def test_a_sentence_a_list_or_a_lone_line_is_no_heading():
    assert headings("We met in May.\nIt rained.") == ()
    assert headings("- milk\n- bread") == ()
    assert headings("Ed Wood") == ()
    assert headings("Hello there,\nhow are you") == ()


def test_markdown_headings_are_names_and_code_comments_in_the_text_do_not_break_them():
    assert headings("# Cache layout\n\ntext\n\n## Eviction ##\nmore") == (
        "cache layout",
        "eviction",
    )


def test_a_name_is_the_same_with_a_qualifier_a_hyphen_or_other_case():
    assert name_key("Ed Wood (film)") == name_key("ed-wood") == name_key("ED WOOD") == "ed wood"
    assert name_key("2023") == "" and name_key("x" * 81) == ""


def test_runs_of_capitals_links_and_title_marks_are_mentions():
    found = mentioned(
        "He wrote The Lord of the Rings; see [[cache-layout|this]] and 《三体》.", STOPS
    )
    assert {"lord of the rings", "cache layout", "三体"} <= set(found)
    assert not {"the", "of the", "lord of"} & set(found)


def test_punctuation_parts_names():
    found = mentioned("Paris, Texas Rangers", STOPS)
    assert "texas rangers" in found and "paris texas" not in found


def test_a_question_without_capitals_counts_by_its_content_words():
    assert "zuni mountains" in mentioned("who owns zuni mountains", STOPS, any_case=True)
    assert mentioned("who owns zuni mountains", STOPS) == ()


@given(st.text(max_size=300))
def test_any_text_gives_clean_keys_and_few_of_them(text):
    found = mentioned(text, STOPS, any_case=True)
    assert len(found) <= 48
    for key in (*headings(text), *found):
        assert key == key.strip() and key
    assert all(term.startswith("^") for term in name_terms(text))
