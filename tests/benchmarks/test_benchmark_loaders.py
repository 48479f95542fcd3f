import csv
import json

import pytest
from benchmarks.cases import write
from benchmarks.loaders import beam, convomem, longmemeval, membench, personamem


def put(path, data):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
    return path


def texts(case):
    return [turn.text for turn in case.turns]


def evidence_texts(case, at=0):
    return {turn.text for turn in case.turns if turn.key in case.questions[at].turns}


# ---- LongMemEval -----------------------------------------------------------------------------


def longmemeval_item(number, **changes):
    return {
        "question_id": f"q{number:03d}",
        "question_type": "single-session-user",
        "question": "Which lens did I buy?",
        "answer": "the 35 mm one",
        "question_date": "2023/05/30 (Tue) 23:40",
        "haystack_session_ids": ["sharegpt_1", "answer_7f_1"],
        "haystack_dates": ["2023/05/20 (Sat) 02:21", "2023/05/21 (Sun) 10:00"],
        "haystack_sessions": [
            [{"role": "user", "content": "Tell me of owls."}, {"role": "assistant", "content": ""}],
            [
                {"role": "user", "content": "I bought the 35 mm lens.", "has_answer": True},
                {"role": "assistant", "content": "Good choice.", "has_answer": False},
            ],
        ],
        "answer_session_ids": ["answer_7f_1"],
    } | changes


def test_longmemeval_gives_sessions_turns_and_the_time_of_asking(tmp_path):
    path = put(tmp_path / "s.json", [longmemeval_item(1)])
    (case,) = longmemeval.cases(path)
    (question,) = case.questions
    assert [(turn.conversation, turn.at) for turn in case.turns] == [
        ("q001/0000", "2023-05-20T02:21:00"),
        ("q001/0001", "2023-05-21T10:00:00"),
        ("q001/0001", "2023-05-21T10:00:00"),
    ]
    assert question.conversations == {"q001/0001"}
    assert evidence_texts(case) == {"I bought the 35 mm lens."}
    assert question.now == "2023-05-30T23:40:00"


def test_longmemeval_files_nothing_that_gives_the_answer_away(tmp_path):
    path = put(tmp_path / "s.json", [longmemeval_item(1)])
    (case,) = longmemeval.cases(path)
    mined = write(case, tmp_path).read_text()
    for leak in ("answer_", "has_answer", "single-session", "35 mm one", "sharegpt"):
        assert leak not in mined


def test_longmemeval_asks_the_same_whatever_the_type_says(tmp_path):
    one = put(tmp_path / "a.json", [longmemeval_item(1)])
    two = put(tmp_path / "b.json", [longmemeval_item(1, question_type="multi-session")])
    (first,), (second,) = longmemeval.cases(one), longmemeval.cases(two)
    assert first.turns == second.turns
    assert (first.questions[0].text, first.questions[0].now) == (
        second.questions[0].text,
        second.questions[0].now,
    )


def test_longmemeval_abstention_has_no_evidence(tmp_path):
    path = put(tmp_path / "s.json", [longmemeval_item(1, question_id="q001_abs")])
    (case,) = longmemeval.cases(path)
    assert case.questions[0].conversations == case.questions[0].turns == frozenset()


def test_longmemeval_splits_once_and_for_all(tmp_path):
    items = [longmemeval_item(number) for number in range(500)]
    parts = longmemeval.split(put(tmp_path / "s.json", items))
    again = longmemeval.split(put(tmp_path / "other-order.json", items[::-1]))
    assert parts == again
    assert (len(parts["tuned"]), len(parts["heldout"])) == (50, 450)
    assert not parts["tuned"] & parts["heldout"]
    assert sum(1 for _ in longmemeval.cases(tmp_path / "s.json", "tuned")) == 50


# ---- ConvoMem --------------------------------------------------------------------------------

CONVERSATIONS = [
    {
        "id": "f00",
        "containsEvidence": False,
        "messages": [{"speaker": "User", "text": "Hi"}, {"speaker": "Assistant", "text": "Hello!"}],
    },
    {
        "id": "e01",
        "containsEvidence": True,
        "messages": [
            {"speaker": "User", "text": "By the way,  our budget\nis 5k now."},
            {"speaker": "Assistant", "text": "Noted."},
        ],
    },
]
ITEM = {
    "question": "What is the budget?",
    "answer": "5k",
    "category": "changing",
    "message_evidences": [{"speaker": "User", "text": "Our budget is 5k now."}],
    "conversations": CONVERSATIONS,
}


def test_convomem_reads_evidence_files_and_mixed_cases_alike(tmp_path):
    plain = put(tmp_path / "plain.json", {"evidence_items": [ITEM]})
    bare = {name: value for name, value in ITEM.items() if name != "conversations"}
    mixed = put(
        tmp_path / "mixed.json", [{"evidenceItems": [bare], "conversations": CONVERSATIONS}]
    )
    for path in (plain, mixed):
        (case,) = convomem.cases(path)
        assert case.questions[0].conversations == {f"{path.stem} 0/1"}
        assert evidence_texts(case) == {"By the way,  our budget\nis 5k now."}
        assert [turn.role for turn in case.turns] == ["user", "assistant"] * 2
        assert "containsEvidence" not in write(case, tmp_path).read_text()


def test_convomem_does_not_take_a_part_of_the_evidence_for_the_evidence(tmp_path):
    short = ITEM | {
        "message_evidences": [{"speaker": "User", "text": "Hi there, the budget is 5k"}]
    }
    (case,) = convomem.cases(put(tmp_path / "a.json", {"evidence_items": [short]}))
    assert case.questions[0].conversations == frozenset()


def test_convomem_reads_a_folder(tmp_path):
    for name in ("b", "a"):
        put(tmp_path / "deep" / f"{name}.json", {"evidence_items": [ITEM, ITEM]})
    assert [case.wing for case in convomem.cases(tmp_path)] == ["a 0", "a 1", "b 0", "b 1"]


# ---- MemBench --------------------------------------------------------------------------------


def membench_file(tmp_path, steps, targets):
    asked = {
        "qid": 0,
        "question": "Where does Maya live?",
        "answer": "Boston",
        "target_step_id": targets,
        "choices": {"A": "Austin", "B": "Boston"},
        "ground_truth": "B",
        "time": "'2024-10-06 10:00' Sunday",
    }
    item = {"tid": 3, "message_list": steps, "QA": asked}
    return put(tmp_path / "ThirdAgentDataLowLevel.json", {"simple": {"roles": [item]}})


def test_membench_pairs_name_a_step_of_a_session(tmp_path):
    steps = [
        [{"sid": 0, "user_message": "My aunt is Ada.", "assistant_message": "Nice."}],
        [
            {"sid": 0, "user_message": "It rains.", "assistant_message": "Yes."},
            {"sid": 1, "user_message": "Maya lives in Boston.", "assistant_message": "I see.",
             "time": "'2024-10-01 08:49' Tuesday", "place": "Boston, MA"},
        ],
    ]  # fmt: skip
    (case,) = membench.cases(membench_file(tmp_path, steps, [[1, 1]]))
    assert evidence_texts(case) == {"user: Maya lives in Boston.\nassistant: I see.\n(Boston, MA)"}
    assert case.turns[2].at == "2024-10-01T08:49"
    assert case.questions[0].category == "simple"
    assert case.questions[0].now == "2024-10-06T10:00"


@pytest.mark.parametrize(
    "steps",
    [
        ["It rains.", "Maya lives in Boston. (time: '2024-10-01 08:49')"],
        [{"user": "It rains.", "agent": "Yes."}, {"user": "Maya lives in Boston.", "agent": "Ok."}],
    ],
)
def test_membench_numbers_are_positions_where_steps_have_none(tmp_path, steps):
    (case,) = membench.cases(membench_file(tmp_path, steps, [1]))
    (text,) = evidence_texts(case)
    assert "Boston" in text


def test_membench_a_number_has_one_meaning_only(tmp_path):
    steps = [{"mid": 1, "message": "Maya lives in Boston."}, {"mid": 0, "message": "It rains."}]
    (case,) = membench.cases(membench_file(tmp_path, steps, [1]))
    assert evidence_texts(case) == {"Maya lives in Boston."}


def test_membench_skips_a_question_whose_step_is_not_there(tmp_path):
    (case,) = membench.cases(membench_file(tmp_path, ["It rains."], [0, 7]))
    assert case.questions[0].conversations == frozenset()


def test_membench_files_neither_choices_nor_answer(tmp_path):
    (case,) = membench.cases(membench_file(tmp_path, ["It rains."], [0]))
    assert "Boston" not in write(case, tmp_path).read_text()
    assert "Boston" not in case.questions[0].text


# ---- BEAM ------------------------------------------------------------------------------------


def beam_folder(root, chat, probing):
    put(root / "100K" / "1" / "chat.json", chat)
    put(root / "100K" / "1" / "probing_questions" / "probing_questions.json", probing)
    return root


BATCHES = [
    {
        "batch_number": 1,
        "turns": [
            [
                {"role": "user", "id": 0, "time_anchor": "March-15-2024", "index": "1,1",
                 "question_type": "main_question", "content": "The sprint ends on May 2. ->-> 1,1"},
                {"role": "assistant", "id": 1, "content": "Noted."},
            ]
        ],
    },
    {"batch_number": 2, "turns": [[{"role": "user", "id": 2, "content": "It ends on May 9."}]]},
]  # fmt: skip


def test_beam_batches_are_conversations_with_their_date(tmp_path):
    probing = {
        "knowledge_update": [
            {"question": "When does the sprint end?", "answer": "May 9",
             "source_chat_ids": {"original_info": [0], "updated_info": [2]}}
        ],
        "abstention": [{"question": "Who is my manager?"}],
    }  # fmt: skip
    (case,) = beam.cases(beam_folder(tmp_path, BATCHES, probing))
    known, unknown = case.questions
    assert texts(case) == ["The sprint ends on May 2.", "Noted.", "It ends on May 9."]
    assert [turn.at for turn in case.turns] == ["2024-03-15", "2024-03-15", None]
    assert known.conversations == {"100K/1/0", "100K/1/1"}
    assert evidence_texts(case) == {"The sprint ends on May 2.", "It ends on May 9."}
    assert unknown.conversations == frozenset()
    assert "main_question" not in write(case, tmp_path).read_text()


def test_beam_skips_questions_whose_source_id_stands_for_several_messages(tmp_path):
    plans = [{"plan-1": BATCHES}, {"plan-2": BATCHES}]
    probing = {"event_ordering": [{"question": "In which order?", "source_chat_ids": [0, 2]}]}
    (case,) = beam.cases(beam_folder(tmp_path, plans, probing))
    assert len(case.turns) == 6
    assert len({turn.key for turn in case.turns}) == 6
    assert case.questions[0].conversations == frozenset()


# ---- PersonaMem ------------------------------------------------------------------------------

LINK = "data/chat_history_32k/chat_7.json"
SAID = {"role": "user", "content": "I only drink jasmine tea."}


def personamem_file(root, query, snippet, link=LINK):
    history = [{"role": "system", "content": "Persona: loves jasmine"}, SAID,
               {"role": "assistant", "content": "Good to know."}]  # fmt: skip
    put(root / LINK, {"metadata": {"persona_id": 7}, "chat_history": history})
    path = root / "benchmark" / "text" / "benchmark.csv"
    path.parent.mkdir(parents=True)
    row = {
        "persona_id": "7",
        "chat_history_32k_link": link,
        "user_query": query,
        "correct_answer": "Brew jasmine.",
        "pref_type": "stereotypical_pref",
        "related_conversation_snippet": snippet,
    }
    with path.open("w", newline="", encoding="utf-8") as file:
        rows = csv.DictWriter(file, row)
        rows.writeheader()
        rows.writerow(row)
    return path


@pytest.mark.parametrize("written", [json.dumps, repr])
def test_personamem_evidence_is_the_snippet_in_the_history(tmp_path, written):
    query = written({"role": "user", "content": "What shall I drink?"})
    (case,) = personamem.cases(personamem_file(tmp_path, query, written([SAID])))
    assert texts(case) == ["I only drink jasmine tea.", "Good to know."]
    assert case.questions[0].text == "What shall I drink?"
    assert evidence_texts(case) == {"I only drink jasmine tea."}


def test_personamem_takes_bare_text_and_a_snippet_that_is_not_there(tmp_path):
    (case,) = personamem.cases(personamem_file(tmp_path, "What shall I drink?", "none"))
    assert case.questions[0].text == "What shall I drink?"
    assert case.questions[0].conversations == frozenset()


def test_personamem_opens_nothing_outside_the_data(tmp_path):
    put(tmp_path / "secret.json", {"chat_history": []})
    path = personamem_file(tmp_path / "set", "?", "[]", link="../secret.json")
    with pytest.raises(ValueError, match=r"secret\.json"):
        list(personamem.cases(path))


def test_personamem_one_is_refused_by_name(tmp_path):
    path = tmp_path / "questions_32k.csv"
    path.write_text("persona_id,question_id\n1,2\n", encoding="utf-8")
    with pytest.raises(ValueError, match="only version 2"):
        list(personamem.cases(path))
