from camillo.distill.worth import Judge
from camillo.domain.halls import NOTES
from camillo.domain.search import Memory, TurnRef
from camillo.ingest.halls.classify import Classifier, evidence


def memory(text: str, *, hall: str = "decisions", role: str = "user", talk: str = "c") -> Memory:
    return Memory(
        id=f"{abs(hash((text, talk))):024x}"[:24] + f":0-{len(text)}",
        text=text, content=text.encode(), encoding="utf-8", media_type="text/plain", document="",
        span=(0, len(text)), wing="w", room="general", hall=hall, source="", source_kind="note",
        conversation=talk, title="", turn=TurnRef("1", "Kai", role, None), part="text", meta={},
        current=True,
    )  # fmt: skip


def judge(*passages: Memory) -> Judge:
    classifier = Classifier(NOTES)
    return Judge(evidence, lambda text: classifier.classify(text).hall, passages)


def importance(text: str, **rest) -> float:
    one = memory(text, **rest)
    return judge(one).worth(one).importance


def test_decisions_outweigh_small_talk_in_any_language_with_cues():
    talk = importance("Thanks, that sounds great!", hall="general")
    for decided in (
        "We decided to keep Postgres for the billing service.",
        "Wir haben entschieden, Postgres für die Abrechnung zu behalten.",
        "我们决定继续使用 Postgres 作为计费服务的数据库。",
        "Nous avons décidé de garder Postgres pour la facturation.",
    ):
        assert importance(decided) > talk + 0.1, decided


def test_the_sentence_with_the_evidence_is_the_best():
    one = memory("Morning all. We decided to keep Postgres for billing. Lunch was good.")
    worth = judge(one).worth(one)
    start, end = worth.spans[worth.best]
    assert one.text[start:end] == "We decided to keep Postgres for billing."


def test_what_is_exclaimed_or_asked_weighs_less_than_what_is_said():
    said = importance("We decided to keep Postgres for billing.")
    assert importance("We decided to keep Postgres for billing!") < said
    assert importance("We decided to keep Postgres for billing?") < said


def test_words_that_all_conversations_share_say_less_than_those_of_one_topic():
    shared = [memory(f"good morning everyone number{at}", talk=f"t{at}") for at in range(40)]
    topic = [memory(f"adoption agency forms sheet{at}", talk="one") for at in range(40)]
    passages = judge(*shared, *topic)
    assert passages.substance(topic[0]).importance > passages.substance(shared[0]).importance


def test_a_hall_the_words_would_not_give_was_told_and_counts():
    one = memory("GraphQL it is")
    assert judge(one).worth(one, whole=True).importance > judge(one).worth(one).importance == 0


def test_an_assistants_preferences_count_less():
    text = "I prefer tabs over spaces in all Go code."
    assert importance(text, hall="preferences", role="assistant") < importance(
        text, hall="preferences"
    )


def test_a_text_without_a_letter_is_worth_nothing():
    assert importance("!!!") == 0
    assert judge().substance(memory("")).importance == 0
