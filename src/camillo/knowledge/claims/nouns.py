"""What stands in a slot of a Chinese pattern, and who a clause speaks of."""

import re
from collections.abc import Callable, Mapping

from camillo.knowledge.claims.languages import zh

#: Stands for each character of a time, so that patterns pass over it.
TIME = "\x00"
WORD = rf"[^{TIME}，。！？；：\n,;!?]"
_SHAPES = {
    "date": rf"{TIME}+",
    "number": r"\d{1,5}",
    "version": r"v?\d[\d.a-z-]{0,12}",
    "amount": r"[\d,.万千百一二三四五六七八九十亿]{1,12}(?:元|块|美元|欧元|万元|英镑|日元)(?:每月|每年|一个月)?",
    "tool": r"[A-Za-z][A-Za-z0-9_.+#/ -]{0,24}?",
    "tongue": rf"{WORD}{{1,12}}?[语文话]",
    "called": rf"{WORD}{{1,8}}?",
    "doing": rf"{WORD}{{1,24}}?",
}
#: What shows that a stretch of text is no noun by itself.
_POINTING = re.compile(
    r"[我你您他她它这那哪谁啥怎此该其牠]|什么|自己|大家|一切|东西|事情|时候|地方|样子|某"
)
_NO_THING = re.compile(
    r"[在是了过吗吧]|没有|因为|所以|如果|^(?:[当每各第]|[首现前历]任|传位|所有|包括|一种|两|几|多|当中|有的|有些|原)"
    r"|[因被则都于由与和及跟就也的以]$|[内外中里期]的|(?:初期|后期|期间|时期|时)$"
)
#: What lies somewhere only as part of something else, which is not named.
_PARTS = frozenset(zh.PARTS.split())
_PERSON = re.compile(
    rf"(?:[{''.join(zh.SURNAMES.split())}]|欧阳|司马|上官|诸葛|东方|尉迟)[\u4e00-\u9fff]{{1,2}}"
    r"|[小老阿][\u4e00-\u9fff]{1,2}|[A-Z][A-Za-zÀ-ž'.-]{0,20}(?: [A-Z][A-Za-zÀ-ž'.-]{0,20}){0,3}"
    r"|[\u4e00-\u9fff]{1,8}(?:[·•][\u4e00-\u9fff]{1,8}){1,3}"
)
#: A foreign name told by its sounds.
_FOREIGN = re.compile(f"[{''.join(zh.SOUNDS.split())}]{{2,5}}")
#: What no given name has.
_NO_NAME = re.compile(r"[后时前内外于的之与或者每们很都也被从到]")
_NOT_NAMES = frozenset(zh.NOT_NAMES.split())
_COUNT = re.compile(r"^(?:了)?(?:一|两|几)?(?:名|位|个|台|辆|部|只|条|本|把|套|所|家|间)(?=.)")
_ONE = re.compile(r"^(?:一)?(?:只|条|个|位|名)(?=.)")
_PLACES = frozenset(zh.PLACES.split())
_KIN = {noun: kind for kind, nouns in zh.KIN.items() for noun in nouns.split()}
_NOUNS = "|".join(sorted(map(re.escape, _KIN), key=len, reverse=True))
_RELATIVE = re.compile(rf"(?P<owner>我们?|.{{1,12}}?)的?(?P<kin>{_NOUNS})(?P<name>.{{0,12}})")
#: Attributes with the predicate that each means.
ATTRIBUTES = {noun: kind for kind, nouns in zh.ATTRIBUTES.items() for noun in nouns.split()}
_CITIES = frozenset(zh.CITIES.split())
_REGION = re.compile(r"^[\u4e00-\u9fff]{2,8}[市省县州]$")
_NO_HOME = frozenset(zh.NO_HOME.split())


def pattern_of(kind: str) -> str:
    """What characters a slot of a kind can have."""
    if kind == "attribute":
        return "|".join(sorted(map(re.escape, ATTRIBUTES), key=len, reverse=True))
    if kind == "kin":
        return _NOUNS
    if kind == "value":
        return rf"{TIME}+|{WORD}{{1,30}}?"
    return _SHAPES.get(kind, rf"{WORD}{{1,20}}?")


def predicate_of(attribute: str) -> str:
    """The predicate of an attribute.

    >>> predicate_of("首都")
    'capital'
    """
    return ATTRIBUTES[attribute]


def person(words: str) -> bool:
    """Whether some words are a person's name by their looks.

    >>> person("王芳"), person("Ana Kova"), person("托马斯"), person("服务")
    (True, True, True, False)
    """
    looks = (_PERSON.fullmatch(words) or _FOREIGN.fullmatch(words)) and not _NO_NAME.search(words)
    return bool(looks) and words not in _NOT_NAMES


def relative(words: str) -> tuple[str, str, str] | None:
    """Owner, noun and name of a relative: "我姐姐李丽"; None where the words are none.

    >>> relative("我的姐姐李丽"), relative("王芳的哥哥"), relative("服务")
    (('我', '姐姐', '李丽'), ('王芳', '哥哥', ''), None)
    """
    found = _RELATIVE.fullmatch(words)
    return (found["owner"], found["kin"], found["name"]) if found else None


def kin(noun: str) -> str:
    """The predicate of a relative.

    >>> kin("姐姐")
    'sibling of'
    """
    return _KIN[noun]


def is_kin(noun: str) -> bool:
    """Whether a noun is for a relative or an animal.

    >>> is_kin("姐姐"), is_kin("首都")
    (True, False)
    """
    return noun in _KIN


def thing(words: str) -> bool:
    """Whether some words can be a thing's name."""
    if words in _PARTS:
        return False
    return 1 <= len(words) <= 16 and not _POINTING.search(words) and not _NO_THING.search(words)


def fill(kind: str, words: str) -> str:
    """What a slot says, its measure word left out; "" where the words do not fit the kind."""
    words = words.strip(" “”「」\"'《》*_`")
    check = _CHECKS.get(kind)
    if not words or (kind not in _FREE and _POINTING.search(words)):
        return ""
    return check(words) if check else (words if thing(words) else "")


def _org(words: str) -> str:
    bad = (
        words in _PLACES
        or len(words) < 2
        or _COUNT.match(words)
        or re.search(r"一家|一个|(?<=..)里$|上$|[在的了]", words)
    )
    return "" if bad else words


def _place(words: str) -> str:
    words = re.sub(r"[（(].*$|(?:里|市区)$", "", words) if len(words) > 3 else words
    bad = (
        words in _NO_HOME
        or not 2 <= len(words) <= 14
        or re.search(r"[了的吃看玩而但且因、]|一[^楼]|^(?:城市|热带|亚热带|室)|后$", words)
    )
    return "" if bad else words


def _role(words: str) -> str:
    words = _COUNT.sub("", words)
    return (
        words
        if len(words) <= 14 and words.endswith(_ROLES) and not re.search(r"[的和在了]", words)
        else ""
    )


def _group(words: str) -> str:
    words = _COUNT.sub("", words)
    return words if words.endswith(_GROUPS) else ""


def _animals(kind: str) -> Callable[[str], str]:
    nouns = tuple(noun for noun, predicate in _KIN.items() if predicate == kind)

    def check(words: str) -> str:
        words = _ONE.sub("", words)
        return words if words.endswith(nouns) and len(words) <= 8 else ""

    return check


def _doing(words: str) -> str:
    bad = re.search(r"[了吗吧]|的时候|的人$|上$|^的", words) or words in ("吃", "看", "玩", "好")
    return "" if bad or len(words) > 20 else words


def _goods(words: str) -> str:
    return words if (words := _COUNT.sub("", words)) and thing(words) else ""


def _study(words: str) -> str:
    fits = 1 < len(words) <= 8 and thing(words) and not re.match(r"[校院期会到好习]", words)
    return words if fits else ""


_ROLES, _GROUPS = tuple(zh.ROLES.split()), tuple(zh.GROUPS.split())
_FREE = frozenset(("date",))
_CHECKS: Mapping[str, Callable[[str], str]] = {
    "org": _org,
    "place": _place,
    "city": lambda words: words if words in _CITIES or _REGION.search(words) else "",
    "school": lambda words: (
        words if re.search(r"(?:大学|学院|中学|小学|学校|高中|系)$|^[A-Z]", words) else ""
    ),
    "role": _role,
    "group": _group,
    "person": lambda words: words if person(words) else "",
    "pet": _animals("has pet"),
    "children": _animals("parent of"),
    "doing": _doing,
    "goods": _goods,
    "study": _study,
    "instrument": lambda words: (
        words if re.search(r"(?:琴|笛|箫|吉他|琵琶|萨克斯|筝|胡|号)$", words) else ""
    ),
    "amount": str,
    "number": str,
    "version": str,
    "date": str,
    "tool": str.strip,
    "kinds": _animals("has pet"),
    "attribute": str,
    "kin": str,
    "called": lambda words: words if len(words) <= 6 else "",
    "value": lambda words: (
        words if len(words) <= 20 and not re.search(r"[了吗吧]|什么|多少|^[指由]", words) else ""
    ),
}
