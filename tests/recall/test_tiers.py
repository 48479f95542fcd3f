import pytest

from camillo.domain.search import Filters
from camillo.models.loading import load_embedder, load_static
from camillo.models.quantise import to_vectors
from camillo.recall.search import Recaller
from camillo.text.context import embedding_text
from camillo.text.stops import all_function_words

TEXTS = [
    "My cat had three kittens last night.",
    "The invoice for the new roof came today.",
    "We drove to the seaside in my sister's car.",
    "The doctor said my blood pressure is fine.",
    "He plays the violin in a small orchestra.",
]


@pytest.fixture(scope="module")
def static():
    return load_static(None, all_function_words())


@pytest.fixture(scope="module")
def embedder():
    return load_embedder(None, all_function_words())


def refine(palace, embedder, drawers):
    rows = [palace.rows[drawer - 1] for drawer in drawers]
    texts = [embedding_text(row.speaker, row.content.decode()) for row in rows]
    for vector in to_vectors(drawers, embedder.encode(texts)):
        palace.refine(vector.drawer, vector.pooled, vector.bits, vector.codes)


def fill(palace, static):
    palace.static = static
    for at, text in enumerate(TEXTS):
        palace.add(text, conversation=str(at), language="en")


QUESTIONS = [
    ("newborn pets", "kittens"),
    ("automobile trip to the beach", "seaside"),
    ("musician", "violin"),
]


@pytest.mark.parametrize(("question", "word"), QUESTIONS)
def test_the_static_tier_finds_what_shares_no_word(palace, static, question, word):
    fill(palace, static)
    found = Recaller(palace, static, lambda: pytest.fail("not needed")).search(question, Filters())
    assert word in found.results[0].text
    assert (found.flags, found.coverage) == (("static-only",), 0.0)
    assert "static" in found.results[0].why["groups"]


@pytest.mark.parametrize(("question", "word"), QUESTIONS)
def test_the_transformer_tier_finds_what_shares_no_word(palace, static, embedder, question, word):
    fill(palace, static)
    refine(palace, embedder, range(1, len(TEXTS) + 1))
    found = Recaller(palace, static, lambda: embedder).search(question, Filters())
    assert word in found.results[0].text
    assert (found.flags, found.coverage) == ((), 1.0)
    assert set(found.results[0].why["groups"]) == {"lexical", "late", "pooled"}


def test_a_partly_refined_palace_scores_each_drawer_by_what_it_has(palace, static, embedder):
    fill(palace, static)
    refine(palace, embedder, [1, 3])
    found = Recaller(palace, static, lambda: embedder).search("cats, cars and violins", Filters())
    groups = {hit.text: set(hit.why["groups"]) for hit in found.results}
    assert groups[TEXTS[0]] == {"lexical", "late", "pooled"}
    assert groups[TEXTS[4]] == {"lexical", "static"}
    assert found.flags == ("partly-refined",)
    assert found.coverage == pytest.approx(0.4)


def test_vectors_that_come_later_are_used_at_the_next_question(palace, static, embedder):
    fill(palace, static)
    recaller = Recaller(palace, static, lambda: embedder)
    assert recaller.search("musician", Filters()).flags == ("static-only",)
    refine(palace, embedder, range(1, len(TEXTS) + 1))
    assert recaller.search("musician", Filters()).flags == ()


def test_a_palace_refined_by_a_model_that_is_gone_is_searched_by_words(palace, embedder):
    fill(palace, None)
    refine(palace, embedder, range(1, len(TEXTS) + 1))
    found = Recaller(palace, None, lambda: None).search("kittens", Filters())
    assert (found.results[0].text, found.flags) == (TEXTS[0], ("lexical-only",))


def test_the_word_table_is_not_asked_about_scripts_it_has_by_single_characters(palace, static):
    palace.static = static
    palace.add("我们把数据库迁移到了新的服务器。", conversation="a")
    palace.add("今天的天气很好。", conversation="b")
    found = Recaller(palace, static, lambda: None).search("数据库迁移到哪里了", Filters())
    assert found.results[0].conversation == "a"
    assert "static" not in found.results[0].why["groups"]
    assert found.flags == ("lexical-only",)
