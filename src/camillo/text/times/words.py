"""The words of time in languages that part words by spaces: what each means in a date."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

LANGUAGES = ("en", "pt", "es", "de", "fr", "zh")

#: A kind is one character, so that a sequence of words is matched by a pattern over kinds.
#: M month, W weekday, S season, U unit, K weekend, D day counted from today, N number, ~ some,
#: O ordinal, L last, T this, X next, A ago (after the count), a ago (before the count, or before an
#: event), B before, F after, H half, P part, C decade, Z since, R between, & and/to, o of, e article,
#: i preposition of time. A value follows the kind. In a list of words ``?`` marks one that is often
#: something else, so that it needs a neighbour to be believed, and ``!`` one that is read only where
#: the question is in that language.
_TABLE = {
    "en": """
M1 january jan|M2 february feb|M3 ?march ?mar|M4 ?april ?apr|M5 ?may|M6 ?june ?jun|M7 july ?jul
M8 ?august aug|M9 september sept ?sep|M10 october oct|M11 november nov|M12 december ?dec
W0 monday ?mon|W1 tuesday tues ?tue|W2 wednesday ?wed|W3 thursday thurs thur ?thu|W4 friday ?fri
W5 saturday ?sat|W6 sunday ?sun
S0 ?spring|S1 ?summer|S2 ?autumn ?fall|S3 ?winter
Ud day days|Uw week weeks|Um month months|Uy year years|Uq quarter quarters|K weekend weekends,week end
D0 today tonight,this morning,this afternoon,this evening|D-1 yesterday,last night|D1 tomorrow
D-2,day before yesterday|D2,day after tomorrow
N1 a one|N2 two couple,a couple of,couple of|N3 three|N4 four|N5 five|N6 six|N7 seven|N8 eight|N9 nine
N10 ten|N11 eleven|N12 twelve|~ few several,a few
O1 first|O2 second|O3 third|O4 fourth|O5 fifth|L last past previous|T this current|X next
C90 ?nineties|C80 ?eighties|C70 ?seventies|C60 ?sixties|C50 ?fifties
A ago|B before,prior to|F after|H half|P0 early beginning start|P1 mid middle|P2 late end
Z since|R between|& and to through|o of|e the|i in on during by until till from around,as of
""",
    "pt": """
M1 janeiro|M2 fevereiro|M3 março|M4 abril|M5 maio|M6 junho|M7 julho|M8 agosto|M9 setembro|M10 outubro
M11 novembro|M12 dezembro
W0,segunda feira|W1 terça,terça feira|W2,quarta feira|W3,quinta feira|W4,sexta feira|W5 sábado|W6 ?domingo
S0 ?primavera|S1 verão|S2 outono|S3 inverno
Ud dia dias|Uw semana semanas|Um mês meses|Uy ano anos|Uq trimestre trimestres
K,fim de semana,final de semana,fins de semana
D0 hoje|D-1 ontem,ontem à noite|D-2 anteontem,antes de ontem|D1 amanhã|D2,depois de amanhã
N1 um uma|N2 dois duas|N3 três|N4 quatro|N5 cinco|N6 seis|N7 sete|N8 oito|N9 nove|N10 dez|N15 quinze
~ alguns algumas poucos poucas|O1 primeiro primeira|O2 segundo segunda|O3 terceiro terceira|O4 quarto quarta
L passado passada último última últimos últimas|T este esta deste desta neste nesta
X próximo próxima próximos próximas,que vem|A atrás|a há !faz
B,antes de,antes do,antes da,antes dos,antes das|F após,depois de,depois do,depois da|H metade semestre
P0 início começo|P1 meados|P2 fim final finais|Z desde|R entre|& e a à até ao
o de do da das|e o os as|i em no na nos nas durante
""",
    "es": """
M1 enero|M2 febrero|M3 marzo|M4 abril|M5 mayo|M6 junio|M7 julio|M8 agosto|M9 septiembre setiembre
M10 octubre|M11 noviembre|M12 diciembre
W0 lunes|W1 martes|W2 miércoles|W3 jueves|W4 viernes|W5 sábado|W6 ?domingo
S0 ?primavera|S1 verano|S2 otoño|S3 invierno
Ud día días|Uw semana semanas|Um mes meses|Uy año años|Uq trimestre trimestres
K,fin de semana,fines de semana
D0 hoy,esta mañana,esta tarde,esta noche|D-1 ayer anoche|D-2 anteayer,antes de ayer|D1 !mañana|D2,pasado mañana
N1 un una uno|N2 dos|N3 tres|N4 cuatro|N5 cinco|N6 seis|N7 siete|N8 ocho|N9 nueve|N10 diez|N15 quince
~ unos unas algunos algunas pocos pocas|O1 primer primero primera|O2 segundo segunda|O3 tercer tercero tercera
O4 cuarto cuarta|L pasado pasada último última últimos últimas|T este esta
X próximo próxima próximos próximas,que viene|A atrás|a hace|B,antes de,antes del|F tras,después de,después del
H mitad semestre|P0 principios comienzos inicio principio|P1 mediados|P2 finales fin final
Z desde|R entre|& y a hasta al|o de del|e el la los las|i en durante
""",
    "de": """
M1 januar jänner|M2 februar|M3 märz|M4 april|M5 mai|M6 juni|M7 juli|M8 august|M9 september|M10 oktober
M11 november|M12 dezember
W0 montag|W1 dienstag|W2 mittwoch|W3 donnerstag|W4 freitag|W5 samstag sonnabend|W6 sonntag
S0 frühling frühjahr|S1 sommer sommers|S2 herbst|S3 winter winters
Ud tag tage tagen|Uw woche wochen|Um monat monate monaten monats|Uy jahr jahre jahren jahres
Uq quartal quartals|K wochenende wochenendes
D0 heute|D-1 gestern|D-2 vorgestern|D1 !morgen|D2 übermorgen
N1 ein eine einem einer einen|N2 zwei|N3 drei|N4 vier|N5 fünf|N6 sechs|N7 sieben|N8 acht|N9 neun|N10 zehn
~ paar einige einigen wenigen,ein paar|O1 erste ersten erster erstes|O2 zweite zweiten zweiter zweites
O3 dritte dritten dritter drittes|O4 vierte vierten vierter viertes
L letzte letzten letzter letztes letztem vergangene vergangenen vergangener vergangenes vorige vorigen voriger
T diese diesen dieser dieses diesem|X nächste nächsten nächster nächstes kommende kommenden kommender
a vor|F nach|H hälfte halbjahr|P0 anfang|P1 mitte|P2 ende|Z seit|R zwischen|& und bis,bis zum
o von vom des der|e die das dem den|i im in am während ab
""",
    "fr": """
M1 janvier|M2 février|M3 !mars,mois de mars|M4 avril|M5 mai|M6 juin|M7 juillet|M8 août|M9 septembre|M10 octobre
M11 novembre|M12 décembre
W0 lundi|W1 mardi|W2 mercredi|W3 jeudi|W4 vendredi|W5 samedi|W6 dimanche
S0 printemps|S1 !?été|S2 automne|S3 hiver
Ud jour jours|Uw semaine semaines|Um mois|Uy an ans année années|Uq trimestre trimestres
K,fin de semaine,week end
D0,aujourd hui,ce matin,ce soir|D-1 !hier,hier soir|D-2,avant hier|D1 !demain|D2,après demain
N1 un une|N2 deux|N3 trois|N4 quatre|N5 cinq|N6 six|N7 !sept|N8 huit|N9 neuf|N10 dix|N15 quinze
~ quelques|O1 premier première|O2 deuxième second seconde|O3 troisième|O4 quatrième
L dernier dernière derniers dernières passé passée|T ce cet cette|X prochain prochaine prochains prochaines
a,il y a|B avant|F après|H moitié semestre|P0 début|P1 mi milieu|P2 fin|Z depuis|R entre|& et à au jusqu
o de du d|e le la les l|i en au durant pendant dès
""",
    "zh": "& 至 到|Z 自从|R 从",
}
#: Without its accent this would be another word.
_KEEPS_ITS_ACCENT = frozenset({"março", "à", "até", "há", "passé"})
LONGEST_ENTRY = 3


@dataclass(frozen=True, slots=True)
class Word:
    """What a word, or a few words, can mean in a date."""

    kind: str
    value: str
    doubtful: bool = False


@lru_cache(maxsize=64)
def lexicon(languages: Sequence[str]) -> dict[str, Word]:
    """Words by their casefolded form; where languages differ, the question's own come first.

    >>> lexicon(("de",))["mai"], lexicon(("fr",))["hier"].value, "hier" in lexicon(("de",))
    (Word(kind='M', value='5', doubtful=False), '-1', False)
    """
    own = [one for one in languages if one in LANGUAGES]
    found: dict[str, Word] = {}
    for language in dict.fromkeys([*own, *LANGUAGES]):
        for written, word, bound in _entries(language):
            if language in own or not (bound or (own and word.doubtful)):
                found.setdefault(written, word)
    return found


@lru_cache(maxsize=8)
def telling(language: str, *, counts: bool = False) -> frozenset[str]:
    """The words of a language, casefolded, without one of which a text names no time but in figures.

    With ``counts`` also those that count or order what they tell.

    >>> "may" in telling("en"), "ago" in telling("en"), "two" in telling("en")
    (True, True, False)
    """
    kinds = "MWSUKDCNOLTX~" if counts else "MWSUKDC"
    known = [(written, word) for written, word, _ in _entries(language)]
    whole = frozenset(written for written, word in known if word.kind in "Aa")
    return whole | frozenset(
        part
        for written, word in known
        if word.kind in kinds and not (word.kind == "N" and word.value == "1")
        for part in written.split()
    )


@lru_cache(maxsize=8)
def _entries(language: str) -> tuple[tuple[str, Word, bool], ...]:
    found = []
    for entry in _TABLE[language].replace("\n", "|").split("|"):
        if not entry:
            continue
        words, *phrases = entry.split(",")
        head, *alone = words.split()
        for each in [*alone, *phrases]:
            written = each.lstrip("?!")
            word = Word(head[:1], head[1:], "?" in each)
            found.append((written, word, "!" in each))
            plain = _without_accents(written)
            if plain != written:
                found.append((plain, word, "!" in each))
    return tuple(found)


def _without_accents(word: str) -> str:
    if word in _KEEPS_ITS_ACCENT:
        return word
    parts = unicodedata.normalize("NFD", word)
    return "".join(char for char in parts if not unicodedata.combining(char))
