"""What an answer is worth: the same few metrics for every set and every system.

Evidence is compared by id. A conversation's place is that of its first appearance; k counts distinct
conversations or turns. The budget counts what a reader would be given: each passage's text, its
speaker's name, and one header of 26 characters (a date) a conversation; 4 characters a token.
"""

import math
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from benchmarks.cases import Question, TurnKey, visible

_HEADER = 26
_CHARACTERS_A_TOKEN = 4

Scores = dict[str, float]
#: The score of one question's answer; the last argument gives the visible length of each turn.
Score = Callable[[Question, "Answer", Mapping[TurnKey, int]], Scores]


@dataclass(frozen=True, slots=True)
class Passage:
    """One returned passage: its text and the turns it is taken from."""

    turns: tuple[TurnKey, ...]
    text: str
    speaker: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a system returned, best first: distinct conversations, and passages where asked for.

    ``best`` is the first passage's score; ``coverage`` the share of drawers with transformer
    vectors.
    """

    conversations: tuple[str, ...]
    passages: tuple[Passage, ...] = ()
    best: float = 0.0
    coverage: float = 1.0


def recall(ranked: Sequence[Hashable], wanted: Collection[Hashable], k: int) -> float:
    """The share of what is wanted among the first k.

    >>> recall(["a", "b", "c"], {"a", "c"}, 2)
    0.5
    """
    return len(set(ranked[:k]) & set(wanted)) / len(wanted)


def all_within(ranked: Sequence[Hashable], wanted: Collection[Hashable], k: int) -> float:
    """1 when all that is wanted is among the first k, else 0."""
    return float(set(wanted) <= set(ranked[:k]))


def reciprocal(ranked: Sequence[Hashable], wanted: Collection[Hashable]) -> float:
    """1 over the place of the first wanted one; 0 when there is none.

    >>> reciprocal(["a", "b"], {"b"})
    0.5
    """
    return next((1 / place for place, one in enumerate(ranked, 1) if one in wanted), 0.0)


def distinct(items: Iterable[TurnKey]) -> list[TurnKey]:
    """The items in order, each once."""
    return list(dict.fromkeys(items))


def within_budget(
    question: Question, answer: Answer, lengths: Mapping[TurnKey, int], tokens: int
) -> float:
    """The share of evidence turns whose whole text lies in the first ``tokens`` of the passages.

    A passage over several turns holds them whole; parts of one turn add up. NaN where the set
    names no evidence turns.
    """
    if not question.turns:
        return math.nan
    left = tokens * _CHARACTERS_A_TOKEN
    seen: set[str] = set()
    held: Counter[TurnKey] = Counter()
    for passage in answer.passages:
        fresh = {conversation for conversation, _ in passage.turns} - seen
        cost = len(passage.speaker) + 2 + len(passage.text) + 1 + _HEADER * len(fresh)
        if cost > left:
            break
        left -= cost
        seen |= fresh
        for key in passage.turns:
            held[key] += visible(passage.text) if len(passage.turns) == 1 else lengths.get(key, 0)
    whole = [key for key in question.turns if held[key] and held[key] >= lengths.get(key, 0)]
    return len(whole) / len(question.turns)


def score_conversations(
    question: Question, answer: Answer, lengths: Mapping[TurnKey, int]
) -> Scores:
    """Conversations found, and evidence turns within 2,000 and 500 tokens."""
    ranked, wanted = answer.conversations, question.conversations
    return {
        "R@5": recall(ranked, wanted, 5),
        "R@10": recall(ranked, wanted, 10),
        "all@10": all_within(ranked, wanted, 10),
        "MRR": reciprocal(ranked, wanted),
        "hit@1": float(ranked[:1] != () and ranked[0] in wanted),
        "turns@2000": within_budget(question, answer, lengths, 2000),
        "turns@500": within_budget(question, answer, lengths, 500),
    }


def score_sessions(question: Question, answer: Answer, lengths: Mapping[TurnKey, int]) -> Scores:
    """As `score_conversations`, and whether any evidence session is among the first 5.

    ``any@5`` is what most published LongMemEval figures call R@5.
    """
    hit = float(recall(answer.conversations, question.conversations, 5) > 0)
    return {"any@5": hit, **score_conversations(question, answer, lengths)}


def score_turns(question: Question, answer: Answer, lengths: Mapping[TurnKey, int]) -> Scores:
    """Evidence turns found, for sets whose cases are one conversation or name single turns."""
    if not question.turns:
        return dict.fromkeys(("turn R@5", "turn R@10", "turn all@10", "turn MRR"), math.nan)
    ranked = distinct(key for passage in answer.passages for key in passage.turns)
    return {
        "turn R@5": recall(ranked, question.turns, 5),
        "turn R@10": recall(ranked, question.turns, 10),
        "turn all@10": all_within(ranked, question.turns, 10),
        "turn MRR": reciprocal(ranked, question.turns),
        "turns@2000": within_budget(question, answer, lengths, 2000),
    }


def score_paragraph(question: Question, answer: Answer, _: Mapping[TurnKey, int]) -> Scores:
    """The one right paragraph: among the first 1 and 5, and its reciprocal rank."""
    ranked, wanted = answer.conversations, question.conversations
    return {
        "R@1": recall(ranked, wanted, 1),
        "R@5": recall(ranked, wanted, 5),
        "MRR": reciprocal(ranked, wanted),
    }


def score_all_within(k: int) -> Score:
    """Whether all evidence is among the first k."""

    def score(question: Question, answer: Answer, _: Mapping[TurnKey, int]) -> Scores:
        return {f"both@{k}": all_within(answer.conversations, question.conversations, k)}

    return score


def score_short_texts(question: Question, answer: Answer, _: Mapping[TurnKey, int]) -> Scores:
    """The one right text first, or among the first 3."""
    ranked, wanted = answer.conversations, question.conversations
    return {"R@1": recall(ranked, wanted, 1), "R@3": recall(ranked, wanted, 3)}
