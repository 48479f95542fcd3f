"""Halls: the kinds of memory, the presets that group them, and what other tools call them.

A *kind* is one sort of evidence (``decision``, ``error``, ...); cue files speak of kinds. A hall
belongs to a preset and gathers the kinds that are filed there, so that every preset shares the cues.
"""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from camillo.domain.errors import InvalidInput
from camillo.domain.place import GENERAL, check_name


@dataclass(frozen=True, slots=True)
class Hall:
    """One kind of memory in a preset.

    ``kinds`` are the sorts of evidence that file a text here. ``takes`` are further kinds that only
    a source's own label brings here, never the text. ``cues`` are a user's own phrases.
    """

    name: str
    about: str
    kinds: tuple[str, ...] = ()
    takes: tuple[str, ...] = ()
    cues: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of halls; ``general`` is always there beside them."""

    name: str
    about: str
    halls: tuple[Hall, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its halls, in order.

        >>> NOTES.names
        ('decisions', 'events', 'discoveries', 'preferences', 'advice', 'insights')
        """
        return tuple(hall.name for hall in self.halls)


NOTES = Preset(
    "notes",
    "what a person or a team wants to find again; the default",
    (
        Hall("decisions", "a choice that was made", ("decision",), ("choice",)),
        Hall("events", "something that happened at a time", ("event",)),
        Hall("discoveries", "something found out to be so", ("discovery",), ("fact", "fix")),
        Hall(
            "preferences", "what somebody likes, dislikes or wants", ("preference",), ("feeling",)
        ),
        Hall("advice", "what to do or to avoid", ("advice",), ("command", "plan")),
        Hall("insights", "what it means: a lesson or a pattern", ("insight",), ("error", "person")),
    ),
)

CODING = Preset(
    "coding",
    "what a developer and coding agents leave behind",
    (
        Hall("decisions", "a choice of design, tool or scope", ("decision",), ("choice",)),
        Hall("errors", "a failure and how it showed", ("error",)),
        Hall("fixes", "what mended a failure", ("fix",)),
        Hall(
            "discoveries",
            "how the code or a tool really behaves",
            ("discovery", "insight"),
            ("fact",),
        ),
        Hall("commands", "how to run, build, test or release", ("command",), ("advice",)),
        Hall(
            "preferences", "how the owner wants things done", ("preference",), ("feeling", "person")
        ),
        Hall("todos", "work that is still open", ("plan",)),
        Hall("events", "what happened when: releases, meetings, outages", ("event",)),
    ),
)

PERSONAL = Preset(
    "personal",
    "a life: diaries, letters, chats with friends",
    (
        Hall("events", "something that happened at a time", ("event",), ("error", "fix")),
        Hall("people", "who somebody is to the owner", ("person",), ("fact",)),
        Hall("preferences", "likes, dislikes, habits", ("preference",)),
        Hall(
            "plans",
            "what is intended, decided or still to do",
            ("plan", "decision"),
            ("choice", "command"),
        ),
        Hall("feelings", "how it felt", ("feeling",)),
        Hall(
            "reflections", "what was learned or understood", ("insight", "discovery"), ("advice",)
        ),
    ),
)

PRESETS: Mapping[str, Preset] = {one.name: one for one in (NOTES, CODING, PERSONAL)}

#: What halls are called elsewhere, by kind. Compared without case, plural -s, and ``hall_`` in front.
_LABELS = {
    "decision": "decision decisions adr verdict resolution 决定 决策 決定 決策 decisão decisões decisión "
    "decisiones entscheidung entscheidungen décision décisions decisione decisioni besluit besluiten "
    "решение решения 결정 意思決定",
    "choice": "choice choices tradeoff tradeoffs",
    "event": "event events milestone milestones meeting meetings incident incidents session sessions "
    "timeline history episode episodes episodic happening happenings 事件 活动 活動 evento eventos eventi "
    "ereignis ereignisse événement événements gebeurtenis gebeurtenissen событие события 出来事 イベント "
    "사건 이벤트",
    "discovery": "discovery discoveries finding findings breakthrough breakthroughs result results research "
    "发现 發現 descoberta descobertas descubrimiento descubrimientos hallazgo hallazgos entdeckung "
    "entdeckungen erkenntnisse découverte découvertes scoperta scoperte ontdekking ontdekkingen открытие "
    "открытия 発見 발견",
    "fact": "fact facts knowledge semantic technical 事实 事實 fato fatos hecho hechos fakt fakten fait faits "
    "fatto fatti feit feiten факт факты 事実 사실",
    "preference": "preference preferences pref prefs like likes dislike dislikes habit habits opinion opinions "
    "taste tastes style styles 偏好 喜好 preferência preferências preferencia preferencias vorliebe vorlieben "
    "préférence préférences preferenza preferenze voorkeur voorkeuren предпочтение предпочтения 好み 선호 "
    "취향",
    "advice": "advice tip tips recommendation recommendations suggestion suggestions guideline guidelines "
    "howto procedure procedures procedural practice practices rule rules 建议 建議 conselho conselhos dica dicas "
    "consejo consejos rat ratschlag ratschläge conseil conseils consiglio consigli advies adviezen совет "
    "советы アドバイス 助言 조언",
    "insight": "insight insights lesson lessons learning learnings learned takeaway takeaways reflection "
    "reflections observation observations pattern patterns gotcha gotchas 洞察 感悟 心得 教训 教訓 aprendizado "
    "aprendizados lição lições lección lecciones einsicht einsichten erkenntnis aperçu leçon leçons intuizione "
    "intuizioni inzicht inzichten вывод выводы 気づき 洞見 통찰 깨달음",
    "error": "error errors bug bugs problem problems issue issues failure failures exception exceptions "
    "mistake mistakes 错误 錯誤 问题 問題 erro erros problema problemas fehler erreur erreurs errore errori "
    "fout fouten ошибка ошибки エラー 오류 문제",
    "fix": "fix fixes solution solutions workaround workarounds bugfix bugfixes patch patches 修复 修復 "
    "解决方案 解決方案 correção correções solução soluções solución soluciones lösung lösungen correction "
    "corrections soluzione soluzioni oplossing oplossingen исправление исправления 修正 해결",
    "command": "command commands snippet snippets 命令 comando comandos befehl "
    "befehle commande commandes comandi opdracht opdrachten команда команды コマンド 명령",
    "plan": "plan plans todo todos task tasks goal goals intention intentions reminder reminders commitment "
    "commitments 待办 待辦 计划 計劃 計画 任务 任務 tarefa tarefas plano planos tarea tareas planes aufgabe "
    "aufgaben pläne tâche tâches compito compiti piani taak taken plannen задача задачи план планы "
    "할일 계획",
    "feeling": "feeling feelings emotion emotions emotional mood moods 情绪 情緒 感受 sentimento sentimentos "
    "emoción emociones gefühl gefühle sentiment sentiments emozione emozioni gevoel gevoelens чувство чувства "
    "感情 気持ち 감정",
    "person": "person people identity family relationship relationships contact contacts profile profiles 人物 "
    "家人 pessoa pessoas persona personas personen personne personnes persone persoon человек люди 인물 사람",
}

_KIND_OF = {label: kind for kind, labels in _LABELS.items() for label in labels.split()}

#: MemPalace files "decisions made, choices locked in" under this name.
_KIND_OF_FOREIGN = {"hall_facts": "decision"}

KINDS: tuple[str, ...] = tuple(kind for kind in _LABELS if kind != "choice")


def own_preset(name: str, halls: Mapping[str, Sequence[str]]) -> Preset:
    """A user's own preset: the name of each hall and the phrases that file a text there.

    A hall whose name says a known kind (``decisions``, ``Fehler``) also gets the built-in cues.

    Raises:
        InvalidInput: a name cannot be used, or there is no hall.

    >>> own_preset("mine", {"Rezepte": ["Zutaten", "Backofen"], "Fehler": []}).halls[1].kinds
    ('error',)
    """
    if not halls:
        raise InvalidInput(f"the hall preset {name!r} has no halls", "name at least one")
    made = []
    for given, cues in halls.items():
        hall = check_name("hall", given)
        kind = _kind_of(hall)
        kinds = (kind,) if kind else ()
        made.append(Hall(hall, "", kinds, (), tuple(cue for cue in cues if cue.strip())))
    return Preset(check_name("preset", name), "", tuple(made))


def canonical(label: str, preset: Preset = NOTES) -> str:
    """The hall a label means in a preset; a label nobody knows stays the user's own.

    Raises:
        InvalidInput: the label cannot be a hall's name (empty, too long, control characters).

    >>> canonical("Decision"), canonical("hall_events"), canonical("errors")
    ('decisions', 'events', 'insights')
    >>> canonical("errors", CODING), canonical("hall_recipes"), canonical("决定")
    ('errors', 'recipes', 'decisions')
    """
    return known(label, preset) or _bare(check_name("hall", label))


def known(label: str, preset: Preset = NOTES) -> str:
    """The hall of the preset that a label means, or an empty string.

    >>> known("tips"), known("weekly")
    ('advice', '')
    """
    wanted = _fold(_bare(label))
    for hall in preset.halls:
        if wanted in (_fold(hall.name), _fold(_bare(hall.name))):
            return hall.name
    if wanted == GENERAL:
        return GENERAL
    kind = _KIND_OF_FOREIGN.get(_fold(label)) or _kind_of(label)
    for hall in preset.halls:
        if kind and kind in hall.kinds:
            return hall.name
    for hall in preset.halls:
        if kind and kind in hall.takes:
            return hall.name
    return ""


def _kind_of(label: str) -> str:
    wanted = _fold(_bare(label))
    return _KIND_OF.get(wanted, "") or _KIND_OF.get(wanted.replace("_", ""), "")


def _fold(label: str) -> str:
    folded = unicodedata.normalize("NFC", label).strip().casefold()
    return folded.replace("-", "_").replace(" ", "_")


def _bare(label: str) -> str:
    clean = label.strip()
    return (
        clean[5:] if clean.casefold().startswith(("hall_", "hall-")) and len(clean) > 5 else clean
    )
