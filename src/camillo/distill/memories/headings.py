"""What sections are called, in the language of their text."""

from functools import cache

from camillo.distill.memories.memory import NOTES

#: The section of lines that something replaced.
EARLIER = "earlier"

_NAMES = {
    "profile": "Profile|pt Perfil|es Perfil|fr Profil|de Profil|zh 个人资料",
    "health": "Health|pt Saúde|es Salud|fr Santé|de Gesundheit|zh 健康",
    "preferences": "Preferences|pt Preferências|es Preferencias|fr Préférences|de Vorlieben|zh 偏好",
    "life": "Life|pt Vida|es Vida|fr Vie|de Leben|zh 生活",
    "projects": "Projects|pt Projetos|es Proyectos|fr Projets|de Projekte|zh 项目",
    "decisions": "Decisions|pt Decisões|es Decisiones|fr Décisions|de Entscheidungen|zh 决定",
    "plans": "Plans|pt Planos|es Planes|fr Plans|de Pläne|zh 计划",
    "events": "Events|pt Eventos|es Eventos|fr Événements|de Ereignisse|zh 事件",
    "discoveries": "Discoveries|pt Descobertas|es Hallazgos|fr Découvertes|de Erkenntnisse|zh 发现",
    "advice": "Advice|pt Conselhos|es Consejos|fr Conseils|de Ratschläge|zh 建议",
    "insights": "Insights|pt Aprendizados|es Aprendizajes|fr Leçons|de Einsichten|zh 感悟",
    NOTES: "Notes|pt Notas|es Notas|fr Notes|de Notizen|zh 笔记",
    EARLIER: "Earlier|pt Antes|es Antes|fr Avant|de Früher|zh 以前",
}


@cache
def _named() -> dict[tuple[str, str], str]:
    named = {}
    for section, names in _NAMES.items():
        english, *others = names.split("|")
        named[section, "en"] = english
        named.update(((section, one[:2]), one[3:]) for one in others)
    return named


@cache
def _sections() -> dict[str, str]:
    return {name.casefold(): section for (section, _), name in _named().items()}


def heading(section: str, language: str) -> str:
    """A section's heading; a section that is none of the known ones is its own heading.

    >>> heading("preferences", "pt"), heading("preferences", "ko"), heading("Rezepte", "de")
    ('Preferências', 'Preferences', 'Rezepte')
    """
    return _named().get((section, language)) or _named().get((section, "en")) or section


def section_of(written: str) -> str:
    """The section that a heading names in any language.

    >>> section_of("Preferências"), section_of("Rezepte")
    ('preferences', 'Rezepte')
    """
    return _sections().get(written.strip().casefold(), written.strip())
