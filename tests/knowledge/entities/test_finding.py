"""Names in eight languages and many shapes, and what only looks like one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camillo.domain.knowledge import Mention
from camillo.knowledge.entities.finding import find, joined
from camillo.ports.knowing import Said


def sure(text, language="", **rest):
    return {one.name: one.kind for one in find(Said(text, language, **rest)) if one.sure}


@pytest.mark.parametrize(
    ("language", "text", "names"),
    [
        ("en", "Hey Mel! I saw Amy Ellis Nutt in Fort Wayne.", {"Mel", "Amy Ellis Nutt", "Fort Wayne"}),
        ("en", "so we asked Under Armour and Sinéad O'Connor", {"Under Armour", "Sinéad O'Connor"}),
        ("pt", "Ontem falei com a Conceição Évora no Rio de Janeiro.", {"Conceição Évora", "Rio de Janeiro"}),
        ("es", "Le escribí a Íñigo Ruiz desde la Ciudad de México.", {"Íñigo Ruiz", "Ciudad de México"}),
        ("de", "Gestern hat Frau Weiß der Anna Schmidt den Schlüssel gegeben.", {"Weiß", "Anna Schmidt"}),
        ("fr", "Hier, Élodie est allée voir L'Oréal à Paris.", {"Élodie", "L'Oréal", "Paris"}),
        ("ru", "вчера Анна Каренина уехала в Москву", {"Анна Каренина", "Москву"}),
        ("zh", "王明先生读了《三体》，作者刘慈欣，译者是约翰·史密斯", {"王明", "三体", "刘慈欣", "约翰·史密斯"}),
        ("ja", "昨日は田中さんとスティーブ・ジョブズの『伝記』を読んだ", {"田中", "スティーブ・ジョブズ", "伝記"}),
        ("ko", "어제 김철수 씨가 전화했어요", {"김철수"}),
        ("ar", "التقيت مع الدكتور حسن", {"حسن"}),
        ("hi", "कल श्री रमेश आए", {"रमेश"}),
    ],
)  # fmt: skip
def test_names_are_found_in_many_languages(language, text, names):
    assert set(sure(text, language)) == names


@pytest.mark.parametrize(
    ("text", "name", "kind"),
    [
        ("ping @ana_k please", "@ana_k", "handle"),
        ("it is #hiking season", "#hiking", "tag"),
        ("this fixes #12", "#12", "identifier"),
        ("see PROJ-123 there", "PROJ-123", "identifier"),
        ("since v1.2.3 it works", "v1.2.3", "identifier"),
        ("look at src/app.py please", "src/app.py", "file"),
        ("run `palace.search()` now", "palace.search()", "identifier"),
        ("the auth_token leaked", "auth_token", "identifier"),
        ("read https://www.example.org/a?b=1 first", "example.org", "url"),
        ("write to ana@example.org today", "ana@example.org", "address"),
        ('we read "The Name of the Wind" twice', "The Name of the Wind", "work"),
        ("it is in [[field-trip|the log]]", "field-trip", "work"),
        ("we moved to GraphQL then", "GraphQL", "name"),
        ("went down the Hudson River", "Hudson River", "place"),
        ("she joined Acme Holdings Ltd in May", "Acme Holdings Ltd", "organisation"),
        ("ask Dr. Quist about it", "Quist", "person"),
    ],
)
def test_a_names_shape_tells_its_kind(text, name, kind):
    assert sure(text, "en") == {name: kind}


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Thanks. Wow! Sounds good. Don't worry, I'll be there on Friday in May."),
        ("en", "THIS IS SO GOOD and I'm happy"),
        ("en", 'He said "Hello there" and/or left.It was 3.5 e.g. fine'),
        ("de", "Danke! Am Freitag habe ich mit Freude die Wäsche und das Auto gewaschen."),
        ("zh", "我们昨天在一个很大的城市里吃饭，高兴得不得了"),
        ("fr", "Merci ! Aujourd'hui il fait beau."),
        ("es", "¡Gracias! Mañana vamos a comer el lunes."),
        ("pt", "Obrigado! Hoje não vou. Segunda eu vou."),
    ],
)
def test_what_only_opens_a_sentence_or_is_a_noun_is_no_sure_name(language, text):
    assert sure(text, language) == {}


def test_the_same_word_is_surer_inside_a_sentence():
    first, inside = find(Said("Porto is wet.", "en")), find(Said("In winter Porto is wet.", "en"))
    assert [one.sure for one in first] == [False] and [one.sure for one in inside] == [True]


def test_decorators_imports_and_calls_in_code_are_told_from_handles_and_names():
    code = "from camillo.text import names\n\n@dataclass\nclass TokenCut:\n    first_token: int = self.a.b(1)[0]\n"
    assert sure(code) == {
        "camillo.text": "identifier",
        "TokenCut": "identifier",
        "first_token": "identifier",
    }


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("package.json", '{\n  "name": "zuni",\n  "version": "1"\n}'),
        ("a/pyproject.toml", '[project]\nversion = "1"\nname = "zuni"\n'),
        ("Cargo.toml", '[package]\nname = "zuni"\n'),
        ("go.mod", "module zuni\n"),
    ],
)
def test_a_manifest_names_its_project(file, text):
    assert sure(text, conversation=file, role="document")["zuni"] == "project"
    assert "project" not in sure(text, conversation=f"{file}.bak", role="document").values()
    assert "project" not in sure(text, conversation=file, role="user").values()


def test_the_speaker_is_named_unless_it_is_only_a_role():
    assert sure("yes", "en", speaker="Mel", role="user") == {"Mel": "person"}
    assert sure("yes", "en", speaker="assistant", role="assistant") == {}


@pytest.mark.parametrize("part", ["tool_call", "tool_result", "injected", "attachment"])
def test_only_what_somebody_says_names_anyone(part):
    assert find(Said("see Ana Kova", "en", speaker="Mel", part=part)) == ()


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        ("Melanie, also known as Mel, came", "=mel=melanie"),
        ("we use PPR, short for Personalised Page Rank, here", "=ppr=personalised page rank"),
        ("the Food Standards Agency (FSA) called", "=fsa=food standards agency"),
        ("约翰·史密斯（John Smith）说", "=john smith=约翰 史密斯"),
        ("食品药物管理署（简称食药署）", "=食药署=食品药物管理署"),
    ],
)
def test_aliases_that_a_text_states_are_kept_as_pairs(text, pair):
    assert pair in {one.key for one in find(Said(text, "")) if one.kind == "alias"}


def test_a_place_in_brackets_is_no_alias():
    assert not [one for one in find(Said("Ana Kova (Lisbon) wrote.", "en")) if one.kind == "alias"]


@pytest.mark.parametrize(
    "unit", ["A", "A ", "A-", "“", "王", "@a", "Ab (", "《", "a_", "A. ", "l'A", "/a.", "#"]
)
def test_a_hostile_text_costs_no_more_than_its_length(unit):
    import time

    said = [Said(unit * (length // len(unit)), "") for length in (4_000, 16_000)]
    spent = []
    for one in said:
        find(one)
        start = time.thread_time()
        find(one)
        spent.append(time.thread_time() - start)
    assert spent[1] < 1.0


def test_brackets_that_open_no_link_cost_little():
    import time

    start = time.thread_time()
    find(Said("[[" * 50_000, ""))
    assert time.thread_time() - start < 2


@given(st.text(max_size=120), st.text(max_size=20))
def test_another_reader_adds_only_what_the_text_has(text, name):
    said = Said(text, "en")
    found = find(said)
    key = name.casefold()
    for one in joined(said, found, [Mention(key, name, "person", 1, True)]):
        assert one in found or one.name in text


def test_another_reader_tells_kinds_and_adds_names():
    said = Said("In winter Porto is wet and assam is tea", "en")
    more = [
        Mention("porto", "Porto", "place"),
        Mention("assam", "assam", "place", 1, True),
        Mention("rome", "Rome", "place"),
    ]
    assert {(one.name, one.kind) for one in joined(said, find(said), more)} == {
        ("Porto", "place"),
        ("assam", "place"),
    }
