"""What holds of any log of claims and acts, whatever was said, in whatever order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camillo.domain.drawer import Span
from camillo.domain.knowledge import Act, Claim
from camillo.domain.moment import Moment
from camillo.knowledge.facts.statements import ADDED, ENDED, RETRACTED, claim_id
from camillo.knowledge.facts.view import view
from camillo.ports.knowledge import Claimed

_DAY = 86_400_000_000
_START = Moment.parse("2020-01-01").micros


def day(number):
    return Moment.parse(Moment(_START + number * _DAY, 0, "").to_datetime().date())


def instant(micros):
    text = Moment(micros, 0, "").to_datetime().isoformat(timespec="microseconds")
    return Moment(micros, 0, text.replace("+00:00", "Z"))


days = st.integers(0, 12)
names = st.sampled_from(["Ana", "Bo", "Cy"])
predicates = st.sampled_from(
    ["works at", "married to", "capital of", "likes", "employs", "home of"]
)


@st.composite
def times(draw):
    begin = draw(st.none() | days)
    end = draw(st.none() | days)
    if begin is not None and end is not None and end <= begin:
        end = None
    return begin, end


@st.composite
def steps(draw):
    """One thing that is recorded: an act, a claim, or a retraction of an earlier step."""
    return {
        "kind": draw(st.sampled_from(["add", "add", "end", "claim", "claim", "web", "retract"])),
        "words": (draw(names), draw(predicates), draw(names)),
        "times": draw(times()),
        "said": draw(st.none() | days),
        "ended": draw(st.booleans()) and draw(st.booleans()),
        "target": draw(st.integers(0, 11)),
    }


logs = st.lists(steps(), max_size=12)


def recorded(step, number):
    """The claim or act that a step is, recorded as the given one."""
    at = instant(_START + (100 + number) * _DAY)
    subject, predicate, object = step["words"]
    begin, end = (None if one is None else day(one) for one in step["times"])
    if step["kind"] in ("claim", "web"):
        claim = Claim(
            subject, predicate, object, number, number + 1, begin, end, step["ended"], 0.8, "rule"
        )
        said = None if step["said"] is None else day(step["said"])
        kind = "web" if step["kind"] == "web" else "note"
        span = Span(bytes(12), number, number + 1)
        return Claimed(claim, number, 1, span, "", said, at, "", "", ("w",), True, kind)
    told = {"subject": subject, "predicate": predicate, "object": object}
    told |= {"from": begin.text if begin else "", "to": end.text if end else ""}
    if step["kind"] == "retract":
        target = step["target"]
        told = {"ids": [f"a{target + 1}", claim_id(recorded({**step, "kind": "claim"}, target))]}
        return Act(RETRACTED, payload=told, number=number + 1, receipt=number + 1, at=at)
    verb = ENDED if step["kind"] == "end" else ADDED
    return Act(verb, payload=told, number=number + 1, receipt=number + 1, at=at)


def log(steps):
    made = [recorded(step, number) for number, step in enumerate(steps)]
    return [one for one in made if isinstance(one, Claimed)], [
        one for one in made if isinstance(one, Act)
    ]


def believed(steps, **rest):
    claimed, acts = log(steps)
    return view(claimed, acts, from_web=lambda kind, meta: kind == "web", **rest)


def probes():
    return [instant(_START + at * _DAY // 2) for at in range(-2, 28)] + [
        instant(_START + (100 + at) * _DAY + 1) for at in range(-1, 13)
    ]


def held(steps, at, **rest):
    found = believed(steps, as_of=at, **rest)
    return {(found.triples[one.id], one.id) for one in found.held}


@given(logs)
def test_nobody_has_two_values_at_a_time_of_what_has_one(steps):
    for at in probes():
        seen = {}
        for (subject, predicate, object), id in held(steps, at):
            if predicate in ("works at", "capital of", "lives in"):
                assert seen.setdefault((subject, predicate), object) == object, (at, id)
            if predicate == "married to" and subject != object:
                for one in (subject, object):
                    assert seen.setdefault((one, predicate), id) == id


@given(logs)
def test_one_value_is_told_once_at_a_time(steps):
    for at in probes():
        triples = [triple for triple, _ in held(steps, at)]
        assert len(triples) == len(set(triples))


@given(logs)
def test_history_never_shrinks(steps):
    def ids(part):
        found = believed(part)
        return {
            id for one in (*found.facts, *found.retracted) for id in (one.id.rstrip("~"), *one.also)
        }

    before = set()
    for count in range(len(steps) + 1):
        now = ids(steps[:count])
        assert before <= now
        before = now
    claimed, acts = log(steps)
    stated = {claim_id(one) for one in claimed}
    stated |= {f"a{act.number}" for act in acts if act.verb != RETRACTED}
    assert before == stated


@given(logs, st.integers(0, 12))
def test_what_was_known_then_is_a_replay_of_the_log_up_to_then(steps, count):
    then = instant(_START + (100 + count) * _DAY - 1)
    assert believed(steps, known_at=then) == believed(steps[:count])


@given(logs)
def test_what_texts_say_never_moves_what_was_put_in_by_hand(steps):
    acts = [one for one in steps if one["kind"] not in ("claim", "web")]
    numbers = [at for at, one in enumerate(steps) if one["kind"] not in ("claim", "web")]
    by_hand = [recorded(one, at) for one, at in zip(acts, numbers, strict=True)]
    for fact in view([], by_hand).facts:
        if fact.contested:
            continue
        begins = (fact.valid_from or fact.recorded_at).micros
        for at in probes():
            alone = view([], by_hand, as_of=at)
            if at.micros >= begins and fact.id in {one.id for one in alone.held}:
                whole = believed(steps, as_of=at)
                told = {id for one in whole.held for id in (one.id, *one.also)}
                assert fact.id in told


@given(logs)
def test_text_from_the_web_never_moves_what_others_say(steps):
    def others(part, at):
        # What has no beginning is only assumed to have held before: any word about that time fills it.
        told = believed(part, as_of=at)
        said = (one for one in told.held if one.valid_from and one.confidence > 0.3)
        return {told.triples[one.id] for one in said}

    dated = [{**one, "times": (one["times"][0] or 0, None)} for one in steps]
    without = [
        {**one, "kind": "retract", "target": 99} if one["kind"] == "web" else one for one in dated
    ]
    for at in probes():
        assert others(without, at) <= others(dated, at) | {triple for triple, _ in held(dated, at)}


@given(logs, st.randoms())
def test_claims_that_say_when_are_settled_alike_in_any_order_of_filing(steps, random):
    claims = [{**one, "kind": "claim", "said": at} for at, one in enumerate(steps)]
    shuffled = claims[:]
    random.shuffle(shuffled)

    def told(part):
        found = believed(part)
        return {
            (found.triples[one.id], one.valid_from, one.valid_to, bool(one.contested))
            for one in found.facts
        }, {
            frozenset([found.triples[pair.fact.id], found.triples[pair.other.id]])
            for pair in found.contradictions
        }

    assert told(claims) == told(shuffled)


@given(logs)
def test_pairs_that_contradict_share_a_relation_and_an_end(steps):
    found = believed(steps)
    for pair in found.contradictions:
        one, other = found.triples[pair.fact.id], found.triples[pair.other.id]
        assert one[1] == other[1] and {one[0], one[2]} & {other[0], other[2]}
        assert pair.fact.id != pair.other.id and not (
            pair.fact.contested and not pair.other.contested
        )


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0), (2, 0, 1)])
def test_dated_values_put_in_by_hand_slot_in_whatever_their_order(order):
    values = [("Acme", 0), ("Zeta", 4), ("Kagi", 8)]
    steps = [
        {"kind": "add", "words": ("Ana", "works at", name), "times": (begin, None), "said": None,
         "ended": False, "target": 0}
        for name, begin in (values[at] for at in order)
    ]  # fmt: skip
    told = {
        one.object: (one.valid_from, one.valid_to, one.current) for one in believed(steps).facts
    }
    assert told == {
        "Acme": (day(0), day(4), False),
        "Zeta": (day(4), day(8), False),
        "Kagi": (day(8), None, True),
    }
