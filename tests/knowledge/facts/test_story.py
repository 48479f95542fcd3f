"""A story of sixty facts with moves, corrections and conflicting reports, in English and in Chinese.

Each row is a day on which somebody says something (``en``, ``zh``) and what is put in by hand of it. The
questions are about what was so in the world, what was believed on a day, in which order it went, and
what cannot be.
"""

import json
from pathlib import Path

import pytest

from camillo.domain.knowledge import Act
from camillo.domain.moment import Moment
from camillo.knowledge.facts.statements import ADDED, ENDED, RETRACTED
from camillo.knowledge.facts.view import view
from camillo.knowledge.facts.vocabulary import built_in
from camillo.text.names import claim_key

HERE = Path(__file__).parent
ROWS = [json.loads(line) for line in (HERE / "story.jsonl").read_text("utf-8").splitlines()]
QUESTIONS = json.loads((HERE / "story_questions.json").read_text("utf-8"))
CHINESE = json.loads((HERE / "story_zh.json").read_text("utf-8"))


class Story:
    """The story as a log of acts, in one language's words."""

    def __init__(self, language):
        self.words = CHINESE if language == "zh" else {}
        self.acts = []
        self.stated = 0
        for row in ROWS:
            for verb, *words in row["facts"]:
                self._tell(row["at"], verb, *words)

    def say(self, word):
        return self.words.get(word, word)

    def key(self, word):
        return claim_key(self.say(word))

    def _tell(self, day, verb, subject, predicate, object, *rest):
        day = Moment.parse(f"{day}T12:00:00Z")
        if verb == "replace":
            new, at = rest
            self._record(day, ENDED, (subject, predicate, object), to=at)
            self._record(
                day, ADDED, (subject, predicate, new), receipt=len(self.acts), **{"from": at}
            )
        elif verb == "retract":
            facts = view([], self.acts)
            (id,) = [
                one.id
                for one in facts.facts
                if facts.triples[one.id] == (self.key(subject), predicate, self.key(object))
            ]
            self._record(day, RETRACTED, (subject, predicate, object), ids=[id])
        elif verb == "end":
            self._record(day, ENDED, (subject, predicate, object), to=rest[0])
        else:
            times = dict(zip(("from", "to"), rest, strict=False))
            self._record(day, ADDED, (subject, predicate, object), **times)
        self.stated += verb in ("add", "replace")

    def _record(self, at, verb, words, *, receipt=0, **told):
        named = zip(("subject", "predicate", "object"), map(self.say, words), strict=True)
        number = len(self.acts) + 1
        self.acts.append(
            Act(verb, payload=dict(named) | told, number=number, receipt=receipt or number, at=at)
        )

    def asked(self, entity, predicate, as_of, known_at=None):
        """What is on the other side of the facts of one predicate."""
        known = None if known_at is None else Moment.parse(known_at)
        found = view([], self.acts, as_of=Moment.parse(as_of), known_at=known)
        relation, turned = built_in().read(self.say(predicate))
        told = set()
        for fact in found.held:
            subject, name, object = found.triples[fact.id]
            ends = (object, subject) if turned else (subject, object)
            if name == relation.name and self.key(entity) in (
                ends if relation.symmetric else ends[:1]
            ):
                told.add(ends[1] if ends[0] == self.key(entity) else ends[0])
        return told


@pytest.fixture(params=["en", "zh"], scope="module")
def story(request):
    return Story(request.param)


def test_the_story_has_sixty_facts_told_in_both_languages(story):
    assert story.stated >= 60
    assert all(row["en"].isascii() or "ø" in row["en"] for row in ROWS)
    assert all(any("\u4e00" <= c <= "\u9fff" for c in row["zh"]) for row in ROWS)


@pytest.mark.parametrize(
    "question", QUESTIONS["as_of"], ids=lambda one: "-".join(map(str, one[:3]))
)
def test_what_was_so_on_that_day(story, question):
    entity, predicate, as_of, objects = question
    assert story.asked(entity, predicate, as_of) == {story.key(one) for one in objects}


@pytest.mark.parametrize(
    "question", QUESTIONS["known_at"], ids=lambda one: "-".join(map(str, one[:4]))
)
def test_what_was_believed_on_that_day(story, question):
    entity, predicate, as_of, known_at, objects = question
    assert story.asked(entity, predicate, as_of, known_at) == {story.key(one) for one in objects}


@pytest.mark.parametrize("entity", QUESTIONS["timeline"])
def test_the_timeline_tells_each_fact_with_its_times(story, entity):
    found = view([], story.acts)
    key = story.key(entity)
    told = {
        (one.predicate, _other(one, key), *map(_text, (one.valid_from, one.valid_to)))
        for one in (*found.facts, *found.retracted)
        if key in (claim_key(one.subject), claim_key(one.object) * (one.predicate == "friend of"))
    }
    assert told == {
        (predicate, story.key(object), begin, end)
        for predicate, object, begin, end in QUESTIONS["timeline"][entity]
    }


def test_what_was_taken_back_is_still_told_as_such(story):
    found = view([], story.acts)
    told = {(claim_key(one.subject), claim_key(one.object)) for one in found.retracted}
    assert told == {(story.key(one), story.key(other)) for one, other in QUESTIONS["retracted"]}
    assert not any(one.current for one in found.retracted)


@pytest.mark.parametrize("day", QUESTIONS["contradictions"])
def test_contradictions_are_those_of_that_day_and_no_others(story, day):
    known = None if day == "end" else Moment.parse(day)
    found = view([], story.acts, known_at=known)
    told = {
        frozenset([found.triples[pair.fact.id], found.triples[pair.other.id]])
        for pair in found.contradictions
    }
    assert told == {
        frozenset([(story.key(s), p, story.key(o)), (story.key(t), q, story.key(r))])
        for s, p, o, t, q, r in QUESTIONS["contradictions"][day]
    }


def test_each_new_row_touches_its_own_relations_alone(story):
    """Whatever is put in, facts of other subjects and of other predicates stay as they were."""
    before = {}
    for count in range(1, len(story.acts) + 1):
        found = view([], story.acts[:count])
        now = {one.id: (one, found.triples[one.id]) for one in (*found.facts, *found.retracted)}
        new = story.acts[count - 1].payload
        name, _ = built_in().read(new["predicate"])
        ends = {claim_key(new["subject"]), claim_key(new["object"])}
        for id, (fact, triple) in before.items():
            if triple[1] != name.name or not ends & {triple[0], triple[2]}:
                assert now[id][0] == fact
        before = now


def test_both_languages_tell_the_same_story():
    def shape(language):
        story = Story(language)
        found = view([], story.acts)
        turned = {story.key(word): word for word in [*CHINESE, *_words()]}
        return [
            (turned[claim_key(one.subject)], one.predicate, turned[claim_key(one.object)],
             one.valid_from, one.valid_to, one.current)
            for one in found.facts
        ]  # fmt: skip

    assert sorted(map(str, shape("en"))) == sorted(map(str, shape("zh")))


def _other(fact, key):
    ends = (claim_key(fact.subject), claim_key(fact.object))
    return ends[0] if ends[1] == key else ends[1]


def _text(moment):
    return moment and moment.text


def _words():
    return {word for row in ROWS for fact in row["facts"] for word in fact if word}
