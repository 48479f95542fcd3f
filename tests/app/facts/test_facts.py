"""Facts of a palace: put in by hand, read from texts, asked for by two times."""

import threading

import pytest

from camillo import Palace
from camillo.domain.errors import InvalidInput, NotFound


@pytest.fixture
def palace(tmp_path):
    with Palace.open(tmp_path / "palace.camillo") as opened:
        yield opened


@pytest.fixture
def facts(palace):
    return palace.facts


def say(palace, text, at, speaker="Ana", wing="home", **rest):
    return palace.add(
        text, wing=wing, speaker=speaker, role="user", at=at, source=f"chat:{at}{speaker}", **rest
    ).ids[0]


def told(found):
    return {one.words for one in found}


# ---- by hand ---------------------------------------------------------------------------------


def test_a_new_value_ends_the_one_before_at_one_instant(facts):
    facts.add("Ana", "works at", "Acme", valid_from="2019-03-01")
    made = facts.add("Ana", "works at", "Zeta", valid_from="2023-06-01")
    (ended,) = made.ended
    assert ended.valid_to == made.fact.valid_from and ended.superseded_by == made.fact.id
    assert made.fact.supersedes == ended.id
    for day, words in (("2023-05-31", "Acme"), ("2023-06-01", "Zeta")):
        assert told(facts.about("Ana", as_of=day)) == {f"Ana works at {words}"}
    assert facts.about("Ana", as_of="2019-02-28") == ()


def test_a_known_fact_is_not_written_again(palace, facts):
    first = facts.add("Ana", "works at", "Acme", valid_from="2019-03-01")
    log = palace.log()
    for predicate, rest in (("works_at", {}), ("就职于", {"valid_from": "2020-01-01"})):
        again = facts.add("ANA", predicate, "acme", **rest)
        assert again.known and again.receipt is None and again.fact == first.fact
    assert palace.log() == log
    assert not facts.add("Ana", "works at", "Acme", valid_from="2018-01-01").known


def test_an_older_value_that_comes_later_slots_in_before(facts):
    facts.add("Ana", "lives in", "Lisbon", valid_from="2020-08-15")
    made = facts.add("Ana", "lives in", "Porto", valid_from="2014-01-01")
    assert made.fact.valid_to.text == "2020-08-15" and not made.fact.current and made.ended == ()
    assert told(facts.about("Ana")) == {"Ana lives in Lisbon"}


def test_what_is_undated_ends_where_a_later_word_begins(facts):
    facts.add("Ana", "works at", "Acme")
    made = facts.add("Ana", "works at", "Zeta", valid_from="2023-01-01")
    assert [one.valid_to.text for one in made.ended] == ["2023-01-01"]
    assert told(facts.about("Ana", as_of="2015-01-01")) == {"Ana works at Acme"}
    assert told(facts.about("Ana")) == {"Ana works at Zeta"}


def test_an_end_with_a_date_long_ago_ends_what_is_undated(facts):
    facts.add("Ana", "likes", "climbing")
    made = facts.end("Ana", "likes", "climbing", ended="2021-01-02")
    assert (made.fact.valid_to.text, made.fact.current) == ("2021-01-02", False)
    assert facts.end("Ana", "likes", "climbing", ended="2021-01-02").known
    assert told(facts.about("Ana", as_of="2020-06-01")) == {"Ana likes climbing"}
    assert facts.about("Ana") == ()


def test_an_end_without_a_date_is_now(facts):
    facts.add("Ana", "likes", "tea", valid_from="2020-01-01")
    facts.end("Ana", "likes", "tea")
    assert facts.about("Ana") == () and told(facts.about("Ana", as_of="2026-01-01"))
    assert not facts.add("Ana", "likes", "tea").known


def test_replacing_is_one_write_of_one_instant(palace, facts):
    facts.add("Orion", "uses", "MongoDB", valid_from="2019-09-01")
    facts.add("Orion", "uses", "Redis", valid_from="2019-09-01")
    made = facts.supersede("Orion", "uses", "MongoDB", "Postgres", at="2020-04-01")
    assert made.receipt.counts == {"acts": 2} and palace.log(1)[0].number == made.receipt.number
    (ended,) = made.ended
    assert (ended.superseded_by, made.fact.supersedes) == (made.fact.id, ended.id)
    assert told(facts.about("Orion")) == {"Orion uses Postgres", "Orion uses Redis"}


def test_what_is_taken_back_was_still_believed_before(facts):
    wrong = facts.add("Lena", "born on", "1990-05-03")
    right = facts.add("Lena", "born on", "1990-05-13")
    done = facts.retract(right.fact.id)
    assert done.fact.retracted_at and facts.retract(right.fact.id).known
    assert told(facts.about("Lena")) == {wrong.fact.words}
    before = right.receipt.at
    assert told(facts.about("Lena", known_at=before)) == {right.fact.words}
    assert [one.retracted_at is not None for one in facts.timeline("Lena")] == [False, True]


def test_what_was_known_then_is_what_was_answered_then(palace, facts):
    """Every answer is repeated later by the time at which it was given."""
    say(palace, "Yesterday we met Bobby, and then Bobby met Bo.", "2019-01-01", speaker="Cy")
    steps = [
        lambda: facts.add("Ana", "works at", "Acme", valid_from="2019-01-01"),
        lambda: facts.add("Ana", "friend of", "Bo"),
        lambda: say(palace, "I work at Zeta and I am happy with it.", "2021-05-01"),
        lambda: facts.add("Ana", "works at", "Kagi", valid_from="2022-01-01"),
        lambda: facts.retract("a1"),
        lambda: palace.entities.merge("Bobby", into="Bo"),
        lambda: facts.add("Bobby", "lives in", "Porto"),
        lambda: facts.declare("mentor of", inverse_holds="one"),
        lambda: facts.end("Ana", "friend of", "Bo", ended="2025-01-01"),
    ]

    def answers(**when):
        return [
            [one.words for one in facts.about(name, as_of=day, hops=2, **when)]
            for name in ("Ana", "Bo", "Zeta")
            for day in ("2020-01-01", "2021-06-01", "2024-01-01", None)
        ]

    given = []
    for step in steps:
        step()
        given.append((palace.log(1)[0].at, answers()))
    for at, then in given:
        assert answers(known_at=at) == then


def test_hops_follow_both_directions_and_stop_at_cycles(facts):
    for one, other in (("A1", "B1"), ("B1", "C1"), ("C1", "D1"), ("D1", "A1"), ("D1", "E1")):
        facts.add(one, "depends on", other)

    def ends(hops, **rest):
        return {one.words[:2] + one.words[-2:] for one in facts.about("A1", hops=hops, **rest)}

    assert ends(1) == {"A1B1", "D1A1"}
    assert ends(1, direction="out") == {"A1B1"} and ends(1, direction="in") == {"D1A1"}
    assert ends(2) == {"A1B1", "D1A1", "B1C1", "C1D1", "D1E1"} == ends(3)


def test_an_entity_with_thousands_of_facts_is_capped(facts, palace):
    from camillo.domain.knowledge import Act
    from camillo.knowledge.facts.statements import ADDED

    acts = [
        Act(ADDED, f"n{n}", "hub", {"subject": f"n{n}", "predicate": "part of", "object": "hub"})
        for n in range(1500)
    ]
    palace._store.record("add facts", acts)
    assert len(facts.about("hub", hops=3)) == 500


def test_names_that_were_merged_are_one_entity(palace, facts):
    say(palace, "Yesterday we met Melanie, and then Mel left.", "2019-01-01", speaker="Cy")
    facts.add("Melanie", "works at", "Acme", valid_from="2019-01-01")
    facts.add("Mel", "works at", "Zeta", valid_from="2021-01-01")
    assert told(facts.relation("Melanie", "works at")) == {"Melanie works at Acme"}
    palace.entities.merge("Mel", into="Melanie")
    for name in ("Mel", "melanie"):
        assert told(facts.relation(name, "employer")) == {"Mel works at Zeta"}
        then = facts.relation(name, "works at", as_of="2020-01-01")
        assert told(then) == {"Melanie works at Acme"}


def test_relations_are_asked_by_any_name_and_from_both_sides(facts):
    facts.add("Ana", "works at", "Acme")
    facts.add("Acme", "employs", "Bo")
    facts.add("Ana", "married to", "Bo")
    assert told(facts.relation("acme", "雇用")) == {"Ana works at Acme", "Bo works at Acme"}
    assert told(facts.relation("Bo", "employer")) == {"Bo works at Acme"}
    assert told(facts.relation("Bo", "wife")) == {"Ana married to Bo"}
    assert facts.relation("Ana", "lives in") == ()


def test_two_capitals_contradict_and_both_stay(facts):
    facts.add("Bern", "capital of", "Switzerland")
    made = facts.add("Switzerland", "capital", "Zug")
    assert told(made.contradicts) == {"Bern capital of Switzerland"} and made.ended == ()
    (pair,) = facts.contradictions()
    assert told([pair.fact, pair.other]) == {
        "Bern capital of Switzerland",
        "Zug capital of Switzerland",
    }


def test_ones_own_predicate_has_its_own_cardinality(facts):
    facts.add("Ana", "sits in", "row 1", valid_from="2020-01-01")
    facts.declare("sits in", holds="one", labels=["sitzt in"], inverse="seat of")
    facts.add("Ana", "sitzt_in", "row 2", valid_from="2021-01-01")
    assert told(facts.about("Ana")) == {"Ana sits in row 2"}
    assert [one.name for one in facts.predicates() if one.own] == ["sits in"]


@pytest.mark.parametrize(
    ("words", "rest", "mend"),
    [
        (("", "p", "o"), {}, "the subject is empty"),
        (("a", " \t", "o"), {}, "the predicate is empty"),
        (("a", "p", "\u200b"), {}, "at least one character that is shown"),
        (("a\0b", "p", "o"), {}, "U+0000"),
        (("a", "p", "x\u202ey"), {}, "U+202E"),
        (("a", "p\nq", "o"), {}, "U+000A"),
        (("a", "p", "\ud800"), {}, "U+D800"),
        (("x" * 1_000_000, "p", "o"), {}, "use at most 1,000"),
        (("a", "p", "o"), {"valid_from": "2020-02-01", "valid_to": "2020-02-01"}, "the first day"),
        (("a", "p", "o"), {"valid_from": "soon"}, "ISO 8601"),
        (("a", "p", "o"), {"confidence": 1.5}, "from 0 to 1"),
        (("a", "p", "o"), {"confidence": float("nan")}, "from 0 to 1"),
        (("a", "p", "o"), {"by": ""}, "the author is empty"),
        (("a", "p", "o"), {"cite": "nope"}, "use an id"),
    ],
)
def test_what_cannot_be_stated_is_refused_with_its_mend(facts, palace, words, rest, mend):
    with pytest.raises(InvalidInput) as error:
        facts.add(*words, **rest)
    assert mend in str(error.value)
    assert palace.log() == []


def test_ends_and_ids_that_fit_nothing_are_refused(facts):
    facts.add("Ana", "works at", "Acme", valid_from="2019-01-01")
    with pytest.raises(NotFound, match="what holds: Ana works at Acme"):
        facts.end("Ana", "works at", "Zeta")
    with pytest.raises(InvalidInput, match="holds since 2019-01-01"):
        facts.end("Ana", "works at", "Acme", ended="2018-01-01")
    with pytest.raises(InvalidInput, match="are one"):
        facts.supersede("Ana", "works at", "Acme", "ACME")
    with pytest.raises(NotFound, match="nothing has the id"):
        facts.add("Ana", "likes", "tea", cite="001122334455:0-1".replace("5:", "5" * 13 + ":"))
    for id in ("a9", "a1x", "", "a" * 5000, "00112233-aabbccddeeff", "../x", "a0"):
        with pytest.raises(NotFound, match="no fact has the id"):
            facts.retract(id)


def test_writers_at_one_time_never_leave_two_values(tmp_path):
    path = tmp_path / "palace.camillo"
    Palace.open(path).close()
    failed = []

    def write(who):
        try:
            with Palace.open(path) as palace:
                for n in range(5):
                    palace.facts.add(
                        "Ana", "works at", f"{who} {n}", valid_from="2020-01-01", by=who
                    )
        except Exception as error:  # noqa: BLE001 - told to the main thread
            failed.append(error)

    threads = [threading.Thread(target=write, args=(f"w{n}",)) for n in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert failed == []
    with Palace.open(path) as palace:
        assert len(palace.facts.timeline("Ana")) == 20
        assert len(palace.facts.about("Ana")) == 1


# ---- read from texts -------------------------------------------------------------------------


def test_what_texts_say_cites_them_and_follows_their_dates(palace, facts):
    first = say(palace, "I work at Acme and I am happy with it.", "2022-01-01")
    say(palace, "I work at Zeta and I am happy with it.", "2024-05-01")
    old, new = facts.timeline("Ana")
    assert palace.get(old.cite).text in palace.get(first).text
    assert (old.valid_from, old.said_at.text, old.asserted) == (None, "2022-01-01", False)
    assert old.valid_to.text == "2024-05-01" and old.superseded_by == new.id and new.current
    assert old.wings == ("home",)


def test_texts_mined_in_another_order_tell_the_same(tmp_path):
    days = [("I live in Porto, near the river.", "2020-01-01"), ("I live in Lisbon, near the river.", "2021-01-01"),
            ("I live in Braga, near the river.", "2022-01-01")]  # fmt: skip
    shapes = []
    for at, order in enumerate(([0, 1, 2], [2, 0, 1], [1, 2, 0])):
        with Palace.open(tmp_path / f"{at}.camillo") as palace:
            for n in order:
                say(palace, *days[n])
            shapes.append(
                [(one.id, one.object, one.valid_to) for one in palace.facts.timeline("Ana")]
            )
    assert shapes[0] == shapes[1] == shapes[2]


def test_a_text_never_ends_what_was_put_in_by_hand(palace, facts):
    facts.add("Ana", "works at", "Acme", valid_from="2019-01-01")
    say(palace, "I work at Zeta and I am happy with it.", "2024-05-01")
    assert told(facts.about("Ana")) == {"Ana works at Acme"}
    (pair,) = facts.contradictions("home")
    assert (pair.fact.object, pair.other.object) == ("Acme", "Zeta")
    assert pair.other.contested == pair.fact.id
    assert facts.contradictions("elsewhere") == ()


def test_a_fact_put_in_by_hand_takes_what_texts_say_of_it_in(palace, facts):
    say(palace, "I work at Acme and I am happy with it.", "2020-01-01")
    (read,) = facts.about("Ana")
    made = facts.add("Ana", "works at", "Acme", valid_from="2019-01-01")
    (now,) = facts.about("Ana")
    assert not made.known and now.asserted and read.id in now.also and now.cites == (read.cite,)
    assert facts.get(read.id) == now


def test_text_from_the_web_is_believed_least(palace, facts):
    say(palace, "I work at Acme and I am happy with it.", "2020-01-01")
    say(palace, "I work at Evil Corp and I am happy with it.", "2024-01-01", meta={"origin": "web"})
    assert told(facts.about("Ana")) == {"Ana works at Acme"}
    evil = next(one for one in facts.timeline("Ana") if one.object == "Evil Corp")
    assert evil.confidence <= 0.3 and evil.contested
    made = facts.add("Ana", "likes", "bribes", cite=evil.cite, by="agent")
    assert made.fact.confidence <= 0.3
    assert "Evil" not in palace.wake_up(wing="home").l1 and "bribes" not in palace.wake_up().l1


def test_ids_and_retractions_outlast_a_rebuild(palace, facts):
    say(
        palace,
        "I work at Acme and I am happy with it. I live in Porto, near the river.",
        "2020-01-01",
    )
    before = facts.timeline("Ana")
    wrong = next(one for one in before if one.object == "Acme")
    facts.retract(wrong.id)
    after = facts.timeline("Ana")
    palace.rebuild()
    assert facts.timeline("Ana") == after
    assert told(facts.about("Ana")) == {"Ana lives in Porto"}
    assert {one.id for one in after} == {one.id for one in before}


@pytest.mark.parametrize("whole_wing", [False, True])
def test_a_receipt_of_forgetting_counts_the_assertions_that_lost_words(palace, facts, whole_wing):
    id = say(palace, "The password is open-the-old-lighthouse-door.", "2024-05-01")
    facts.add("Ana", "password", "open-the-old-lighthouse-door")
    facts.add("Ana", "works at", "Acme")
    made = palace.forget(wing="home") if whole_wing else palace.forget([id])
    assert made.counts["acts"] == 1
    assert told(facts.about("Ana")) == {"Ana works at Acme"}
    assert palace.doctor() == []


def test_forgetting_a_text_takes_the_facts_read_from_it(palace, facts):
    id = say(palace, "I work at Acme and I am happy with it.", "2020-01-01")
    say(palace, "I live in Porto, near the river.", "2021-01-01")
    palace.forget([id])
    assert told(facts.timeline("Ana")) == {"Ana lives in Porto"}
    assert palace.doctor() == []


def test_the_facts_of_a_text_are_told_as_they_stand(palace, facts):
    id = say(
        palace,
        "I work at Acme and I am happy with it. I live in Porto, near the river.",
        "2020-01-01",
    )
    say(palace, "I work at Zeta and I am happy with it.", "2024-05-01")
    assert {(one.object, one.current) for one in facts.stated_in(id)} == {
        ("Acme", False),
        ("Porto", True),
    }
    with pytest.raises(NotFound):
        facts.stated_in("00" * 12 + ":0-1")


# ---- where else they show --------------------------------------------------------------------


def test_a_hit_whose_statement_was_superseded_says_so(palace, facts):
    old = say(palace, "I work at Acme and I am happy with it.", "2020-01-01")
    say(palace, "I work at Zeta and I am happy with it.", "2024-05-01")
    say(palace, "I like tea at work.", "2024-05-02")
    marked = {
        hit.text: [(one.fact.object, one.by.object) for one in hit.superseded]
        for hit in palace.search("where does Ana work?").results
    }
    assert marked == {
        "I work at Acme and I am happy with it.": [("Acme", "Zeta")],
        "I work at Zeta and I am happy with it.": [],
        "I like tea at work.": [],
    }
    (hit,) = palace.search(
        "work Acme", conversation=palace.get(old).conversation, group="conversation"
    ).results
    assert [one.fact.object for one in hit.superseded] == ["Acme"]
    facts.retract(facts.timeline("Ana")[0].id)
    (hit,) = (one for one in palace.search("where does Ana work?").results if "Acme" in one.text)
    assert hit.superseded[0].fact.retracted_at


def test_a_wake_up_tells_what_holds_now_and_what_was_put_in_first(palace, facts):
    say(
        palace,
        "I work at Acme and I am happy with it. I live in Porto, near the river.",
        "2020-01-01",
    )
    say(palace, "I work at Zeta and I am happy with it.", "2024-05-01")
    facts.add("Ana", "prefers", "tea")
    l1 = palace.wake_up(wing="home").l1
    lines = [line for line in l1.split("\n") if "fact: " in line]
    assert lines[0].endswith("fact: Ana prefers tea")
    assert any("Ana works at Zeta" in line for line in lines) and "works at Acme" not in str(lines)
    facts.end("Ana", "prefers", "tea")
    assert "prefers tea" not in palace.wake_up(wing="home").l1


def test_forgetting_a_text_leaves_facts_by_hand_about_those_whom_other_texts_name(palace):
    palace.add("Wilhelmina Quartermain works at the Zymurgy Collective.", wing="a")
    palace.add("Yesterday Wilhelmina Quartermain came to tea.", wing="b")
    palace.facts.add("Wilhelmina Quartermain", "owns", "a fjordic yacht")
    palace.forget(wing="a")
    (fact,) = palace.facts.about("Wilhelmina Quartermain")
    assert fact.object == "a fjordic yacht"
    assert palace.doctor() == []


def test_a_short_text_whose_language_cannot_be_told_is_read_all_the_same(palace):
    palace.add("Bob Tanaka lives in Lisbon.", wing="a")
    assert [fact.object for fact in palace.facts.about("Bob Tanaka")] == ["Lisbon"]
    palace.add("Merci Bob !", wing="a")
    assert len(palace.facts.about("Bob Tanaka")) == 1
    assert palace.doctor() == []
