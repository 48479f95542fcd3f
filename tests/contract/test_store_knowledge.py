"""The contract of palace stores: what drawers know, links, acts and uses."""

from dataclasses import replace

import pytest

from camillo.domain.blanking import blank
from camillo.domain.drawer import Filed, Span
from camillo.domain.errors import InvalidInput, NotFound, Outdated
from camillo.domain.knowledge import Act, Cause, Claim, Known, Link, Mention, Use
from camillo.domain.place import Place
from camillo.ports.rows import Redaction, Source
from camillo.text.names import ENTITY_MARK

LINES = "Ana lives in Porto\nshe moved because of work\nplain words"


def taught(hand, content):
    """Cuts by line: each `X lives in Y` is a claim, each `because` a cause."""
    cuts = []
    for cut in hand.cuts(content):
        words = content[cut.start : cut.end].decode()
        if "lives in" in words:
            subject, _, place = words.partition(" lives in ")
            mentions = (
                Mention(subject.casefold(), subject, "person", 1, True),
                Mention("porto city", place, "place", 3, False),
            )
            claim = Claim(
                subject, "lives in", place, cut.start, cut.end, hand.moment("2023-05-08"), None,
                True, 0.7, "lives",
            )  # fmt: skip
            terms = {**cut.terms, ENTITY_MARK + subject.casefold(): 1}
            cuts.append(replace(cut, terms=terms, mentions=mentions, claims=(claim,)))
        elif "because" in words:
            at = cut.start + words.index("because")
            cuts.append(replace(cut, causes=(Cause(at, cut.end, "because"),)))
        else:
            cuts.append(cut)
    return tuple(cuts)


@pytest.fixture
def page(hand):
    turn = hand.turn(LINES, speaker="Bo", role="user", at=hand.moment("2023-05-09T10:00:00Z"))
    return Filed(turn, Place("orion"), taught(hand, turn.content))


def forget(store, hand, filed, words):
    start = filed.turn.content.index(words.encode())
    end = start + len(words.encode())
    left = blank(filed.turn.content, "utf-8", start, end)
    return store.forget([Redaction(Span(filed.turn.key, start, end), taught(hand, left))])


def test_what_a_drawer_knows_reads_back_as_it_was_filed(store, source, page):
    store.file("mine", source, [page])
    with store.snapshot() as snapshot:
        known = snapshot.known([1, 2, 3, 99])
        assert snapshot.known([]) == {}
        assert snapshot.counts()["claims"] == 1
    cuts = page.cuts
    assert known == {
        1: Known(cuts[0].mentions, cuts[0].claims),
        2: Known((), (), cuts[1].causes),
    }
    assert store.check() == []


@pytest.mark.parametrize("name", ["Ana\0", "\ud800", "日本", "Ⅷ", "ǅ"])
def test_any_name_reads_back(store, source, hand, name):
    mention = Mention(name.casefold() + "x", name, "x\ny", 2, False)
    claim = Claim(name, "", name, 0, 1, confidence=1 / 3)
    turn = hand.turn("hello")
    cut = replace(
        hand.cut(turn.content, 0, 5), mentions=(mention,), claims=(claim,),
        causes=(Cause(1, 2, name),),
    )  # fmt: skip
    store.file("mine", source, [Filed(turn, Place("w"), (cut,))])
    with store.snapshot() as snapshot:
        assert snapshot.known([1])[1] == Known((mention,), (claim,), (Cause(1, 2, name),))


def test_claims_are_found_by_either_side_with_their_passage(store, source, page):
    receipt = store.file("mine", source, [page])
    store.file("mine", Source("note", "note:2"), [replace(page, place=Place("lyra"), cuts=())])
    with store.snapshot() as snapshot:
        by_subject = snapshot.claims(["ana"], "subject")
        assert snapshot.claims(["ana"], "object") == snapshot.claims(["lives in"]) == []
        assert (
            snapshot.claims(["porto"], "object") == by_subject == snapshot.claims(["porto", "ana"])
        )
        assert snapshot.claims_of([1]) == by_subject and snapshot.claims_of([2]) == []
    (found,) = by_subject
    assert found.claim == page.cuts[0].claims[0]
    assert (found.drawer, found.turn, found.text) == (1, 1, "Ana lives in Porto")
    assert found.span == Span(page.turn.key, 0, 18)
    assert found.at == page.turn.at and found.recorded.text == receipt.at
    assert (found.speaker, found.role, found.current) == ("Bo", "user", True)
    assert found.wings == ("lyra", "orion")
    assert found.source_kind == source.kind and found.meta == page.turn.meta


def test_a_claim_of_a_replaced_version_is_not_current(store, source, hand, page):
    store.file("mine", source, [page])
    store.file("mine", source, [hand.filed("Ana left", wing="orion")])
    with store.snapshot() as snapshot:
        assert [each.current for each in snapshot.claims(["ana"])] == [False]


def test_a_claim_outside_its_drawer_is_refused(store, source, page):
    first, *rest = page.cuts
    bad = replace(first, claims=(replace(first.claims[0], end=first.end + 1),))
    with pytest.raises(InvalidInput):
        store.file("mine", source, [replace(page, cuts=(bad, *rest))])
    nameless = replace(first, mentions=(Mention("", "Ana", "person"),))
    with pytest.raises(InvalidInput):
        store.file("mine", source, [replace(page, cuts=(nameless, *rest))])


@pytest.mark.parametrize("compacted", [False, True])
def test_forgetting_a_line_takes_what_it_said_and_leaves_the_rest(
    store, source, hand, page, compacted
):
    store.file("mine", source, [page])
    store.compact(force=compacted)
    store.put_links([Link(1, 2, "follows"), Link(2, 3, "similar", 0.8)], 0, 3)
    forget(store, hand, page, "Ana lives in Porto")
    with store.snapshot() as snapshot:
        assert snapshot.known([1, 2, 3]) == {2: Known((), (), page.cuts[1].causes)}
        assert snapshot.claims(["ana", "porto"]) == snapshot.claims_of([1]) == []
        assert snapshot.postings([ENTITY_MARK + "ana"]) == {}
        assert snapshot.links([1, 2, 3]) == [Link(2, 3, "similar", 0.8)]
        assert snapshot.counts()["claims"] == 0
    assert store.check() == []


def test_deleting_a_wing_takes_what_it_knew(store, source, hand, page):
    store.file("mine", source, [page, hand.filed("elsewhere", turn="2", wing="lyra")])
    store.put_links([Link(1, 4, "similar", 0.9)], 0, 4)
    store.delete_wing("orion")
    with store.snapshot() as snapshot:
        assert snapshot.known([1, 2, 3, 4]) == {} and snapshot.claims(["ana"]) == []
        assert snapshot.links([4]) == []
    assert store.check() == []


def test_a_rebuild_derives_knowledge_anew_and_the_mark_starts_again(store, source, hand, page):
    store.file("mine", source, [page])
    store.put_links([Link(1, 2, "follows")], 0, 3)
    building = store.begin_generation()
    late = hand.turn("Lu lives in Braga", turn="2")
    store.file("mine", source, [Filed(late, Place("orion"), taught(hand, late.content))])
    turns = store.stored(0, 99)
    cuts = [(turn, taught(hand, turn.content)) for turn in turns]
    building = store.extend_generation(building, cuts)
    store.switch_generation(building)
    with store.snapshot() as snapshot:
        claims = snapshot.claims(["ana", "lu"], "subject")
        assert sorted(each.claim.object for each in claims) == ["Braga", "Porto"]
        assert set(snapshot.known([each.drawer for each in claims])) == {
            each.drawer for each in claims
        }
        assert snapshot.linked() == 0 and snapshot.counts()["links"] == 0
    assert store.check() == []


def test_forgetting_during_a_rebuild_reaches_both_generations(store, source, hand, page):
    store.file("mine", source, [page])
    building = store.begin_generation()
    turns = store.stored(0, 99)
    building = store.extend_generation(building, [(t, taught(hand, t.content)) for t in turns])
    forget(store, hand, page, "Ana lives in Porto")
    store.switch_generation(building)
    with store.snapshot() as snapshot:
        assert snapshot.claims(["ana"]) == []
    assert store.check() == []


def test_links_are_read_from_both_ends_and_the_mark_moves_once(store, source, page):
    store.file("mine", source, [page])
    links = [Link(2, 1, "similar", 0.71239), Link(3, 1, "caused_by"), Link(3, 99, "similar")]
    assert store.put_links(links, 0, 2) == 2
    assert store.put_links([Link(1, 2, "late")], 0, 3) == 0
    with store.snapshot() as snapshot:
        assert snapshot.linked() == 2
        assert snapshot.links([1]) == [Link(2, 1, "similar", 0.712), Link(3, 1, "caused_by")]
        assert snapshot.links([2, 1]) == snapshot.links([1, 3, 1])
        assert snapshot.links([]) == []
    assert store.put_links([Link(2, 1, "similar", 0.9)], 2, 2) == 1
    with store.snapshot() as snapshot:
        assert snapshot.links([2]) == [Link(2, 1, "similar", 0.9)] and snapshot.linked() == 2


@pytest.mark.parametrize(
    ("links", "after", "upto"),
    [([], 3, 2), ([], 0, 4), ([Link(1, 1, "x")], 0, 1), ([Link(1, 2, "")], 0, 1)],
)
def test_links_that_cannot_be_are_refused(store, source, page, links, after, upto):
    store.file("mine", source, [page])
    with pytest.raises(InvalidInput):
        store.put_links(links, after, upto)


def test_acts_are_read_in_order_by_verb_by_key_and_from_a_number_on(store):
    payload = {"predicate": "lives in", "nested": [1, {"é": None}], "lone": "\ud800"}
    first = store.record("add facts", [Act("fact added", "ana", "porto", payload), Act("pinned")])
    second = store.record("merge", [Act("entities merged", "ana k", "ana")])
    assert first.ids == ("1", "2") and first.counts == {"acts": 2} and second.ids == ("3",)
    with store.snapshot() as snapshot:
        acts = snapshot.acts()
        assert [act.number for act in acts] == [1, 2, 3] and snapshot.last_act() == 3
        assert snapshot.acts(verbs=["pinned", "fact added"]) == acts[:2]
        assert snapshot.acts(keys=["ana"]) == [acts[0], acts[2]]
        assert snapshot.acts(keys=["ana"], verbs=["fact added"], after=1) == []
        assert snapshot.acts(after=2) == [acts[2]]
    assert acts[0].payload == payload and acts[0].subject == "ana" and not acts[0].redacted
    assert acts[0].at.text == first.at and acts[0].receipt == first.number
    assert store.check() == []


def test_who_read_too_little_records_nothing(open_store):
    one, two = open_store(), open_store()
    one.record("add", [Act("fact added", "ana")], after=0)
    with pytest.raises(Outdated):
        two.record("add", [Act("fact added", "ana")], after=0)
    two.record("add", [Act("fact added", "bo")], after=1)
    with one.snapshot() as snapshot:
        assert [act.subject for act in snapshot.acts()] == ["ana", "bo"]


@pytest.mark.parametrize(
    "acts", [[], [Act("")], [Act("x", payload={"a": object()})], [Act("x", payload={"a": 1e999})]]
)
def test_acts_that_cannot_be_kept_are_refused(store, acts):
    with pytest.raises(InvalidInput):
        store.record("add", acts)
    with store.snapshot() as snapshot:
        assert snapshot.acts() == [] and snapshot.last_act() == 0


def test_acts_can_be_forgotten_and_keep_their_place(store):
    store.record("add", [Act("fact added", "ana", "porto", {"x": "y"}), Act("fact added", "ana")])
    with store.snapshot() as snapshot:
        before = snapshot.tick().epoch
    receipt = store.forget_acts([1])
    assert receipt.counts == {"acts": 1} and receipt.ids == ("1",)
    with store.snapshot() as snapshot:
        gone, kept = snapshot.acts()
        assert snapshot.acts(keys=["ana", "porto"]) == [kept]
        assert snapshot.tick().epoch > before
    assert gone.redacted and (gone.subject, gone.object, gone.payload) == ("", "", {})
    assert gone.verb == "fact added" and not kept.redacted
    with pytest.raises(NotFound):
        store.forget_acts([1, 9])
    assert store.check() == []


def test_acts_lose_the_lines_that_are_forgotten_and_keep_the_rest(store, source, hand):
    given = hand.filed("Ana\nthe vault opens with sesame seeds\nkeep")
    store.file("mine", source, [given])
    quote = {"quote": "The vault opens with sesame seeds!", "n": 1, "said": ["keep", "vault"]}
    store.record("add", [Act("fact added", "ana", "vault", quote), Act("fact added", "ana")])
    start = given.turn.content.index(b"the vault")
    left = blank(given.turn.content, "utf-8", start, start + 33)
    store.forget([Redaction(Span(given.turn.key, start, start + 33), hand.cuts(left))])
    with store.snapshot() as snapshot:
        act, other = snapshot.acts(keys=["ana"])
    assert act.redacted and act.object == "vault" and not other.redacted
    assert act.payload == {"quote": "", "n": 1, "said": ["keep", "vault"]}
    assert store.check() == []


def test_acts_lose_what_a_deleted_wing_said(store, source, hand):
    texts = [f"line {n} of a long secret" for n in range(3)]
    turns = [hand.filed(text, turn=text) for text in texts]
    store.file("mine", source, turns)
    acts = [
        Act("fact added", "ana", texts[0]),
        Act("fact added", "ana", "tea", {"because": [f"she wrote: {texts[1].upper()}!"]}),
        Act("fact added", "ana", "tea", {texts[2]: 1, "of a long secret": 2, "a secret": "secret"}),
    ]
    store.record("add", acts)
    store.delete_wing("orion")
    with store.snapshot() as snapshot:
        held = [(act.object, act.payload) for act in snapshot.acts(keys=["ana"])]
    assert held == [("", {}), ("tea", {"because": [""]}), ("tea", {"a secret": "secret"})]
    assert store.check() == []


def test_a_name_forgotten_as_a_line_does_not_take_the_facts_about_it(store, source, hand):
    given = hand.filed("Caroline\nkeep")
    store.file("mine", source, [given])
    store.record("add", [Act("fact added", "caroline", "tea")])
    left = blank(given.turn.content, "utf-8", 0, 8)
    store.forget([Redaction(Span(given.turn.key, 0, 8), hand.cuts(left))])
    with store.snapshot() as snapshot:
        assert not snapshot.acts(keys=["caroline"])[0].redacted


def test_uses_add_up_and_the_clock_stands_still(open_store, source, page):
    one, two = open_store(), open_store()
    one.file("mine", source, [page])
    with one.snapshot() as snapshot:
        before = snapshot.tick()
    one.put_uses({1: Use(2, 500), 99: Use(1, 1)})
    two.put_uses({1: Use(1, 400)})
    with one.snapshot() as snapshot:
        assert snapshot.uses([1, 2, 99]) == {1: Use(3, 500)} and snapshot.uses([]) == {}
        assert snapshot.tick() == before
    assert one.log(9)[0].verb == "mine"


def test_other_writes_move_the_clock(store, source, page):
    store.file("mine", source, [page])
    with store.snapshot() as snapshot:
        first = snapshot.tick()
    store.put_links([], 0, 3)
    store.record("add", [Act("pinned")])
    with store.snapshot() as snapshot:
        assert snapshot.tick().seq == first.seq + 2 and snapshot.tick().epoch == first.epoch


def test_a_stored_turn_tells_its_role(store, source, page):
    store.file("mine", source, [page])
    assert store.stored(0, 1)[0].role == "user"


def test_drawers_tell_where_they_stand(store, source, page, hand):
    store.file("mine", source, [page])
    store.file("mine", source, [replace(page, place=Place("vega"))])
    with store.snapshot() as snapshot:
        found = snapshot.seen([3, 1, 1, 99])
        assert [one.drawer for one in found] == [1, 3]
        assert {(one.turn, one.conversation, one.current) for one in found} == {(1, 1, True)}
        assert found[0].wings == ("orion", "vega")
        assert found[0].at == hand.moment("2023-05-09T10:00:00Z").micros
        assert snapshot.seen([]) == []


def test_the_last_drawer_has_the_highest_number(store, source, page, hand):
    with store.snapshot() as snapshot:
        assert snapshot.last_drawer() == 0
    store.file("mine", source, [page])
    with store.snapshot() as snapshot:
        assert snapshot.last_drawer() == snapshot.columns(0).drawer.max() == 3


def test_drawers_on_the_shelf_tell_what_linking_needs(store, source, page, hand):
    store.file("mine", source, [page])
    with store.snapshot() as snapshot:
        shelf, columns = snapshot.shelved(0), snapshot.columns(0)
        assert snapshot.shelved(3).drawer.tolist() == []
        assert snapshot.shelved(3).bits.shape == (0, 6)
        assert snapshot.shelved(1).drawer.tolist() == [2, 3]
        assert {snapshot.labels()[part] for part in shelf.part.tolist()} == {"text"}
        assert {snapshot.labels()[each] for each in shelf.language.tolist()} == {""}
    for name in ("drawer", "turn", "ordinal", "conversation", "position", "at"):
        assert getattr(shelf, name).tolist() == getattr(columns, name).tolist()
    assert shelf.bits.tobytes() == columns.bits.tobytes()
    assert shelf.content.tolist() == [4, 5, 2]
    assert set(shelf.write.tolist()) == {store.log(1)[0].number}
    assert {int(key).to_bytes(8, "big") for key in shelf.key} == {page.turn.key[:8]}
