"""Words that tell what a sentence does: ask, command, greet, introduce somebody, or speak of oneself.

One table for all languages. Where a language has no words here, only marks and claims decide.
"""

import re
from functools import cache
from importlib.resources import files

_TALK_HAN = re.compile(
    "早上好|上午好|下午好|晚上好|早安|晚安|大家好|你好吗|你好|您好|谢谢你的帮助|非常感谢|谢谢你|谢谢|多谢|感谢|不客气|没问题|没关系|好的|好吧|好啊|太好了|"
    "太棒了|很好|可以|行|对|是的|嗯|哈哈+|再见|拜拜|明白了?|知道了|了解|我觉得|辛苦了|抱歉|对不起|加油|当然|真的|不错|的|了|啊|吧|呢|哦|呀|帮助|你|您"
)
_ASKING_HAN = re.compile(
    "[吗么呢]$|什么|怎么|怎样|哪[个里儿些位一种]|哪(?!怕)|谁|多少|几[点个号岁]|为什么|为何|是否|是不是|有没有|能不能|可不可以|会不会|要不要"
)
_ORDERING_HAN = re.compile(
    "(?:请|麻烦|帮我|帮忙|给我|替我|把|删除|写一|写个|翻译|告诉我|显示|打开|运行|执行|生成|创建|修复|修改|解释|总结|列出|搜索|查一?下|看一?下|提醒我|发送|重新|继续|停止|试试|让我们?|我们来|咱们)"
)
#: How people tell their name, or whose; the name is group 1. Claims know the commonest ways.
_NAMING = (
    r"\b(?:my name(?:['’]s| is)|the name(?:['’]s| is)|name['’]s|i am called|i['’]m called|"
    r"(?:you can |please )?call me|i go by|people call me|this is) ({N})",
    r"(?:^|[.,;!]\s*)(?:hi|hello|hey)?,?\s*i(?: am|['’]m) ({N})",
    r"^({N}) here\b",
    r"\b(?:meu nome é|nome é|me chamo|chamo-me|me chamam(?: de)?|chamam-me|chamar de|"
    r"trato-me por|aqui é|aqui fala) (?:o |a )?({N})",
    r"(?:^|[.,;!]\s*)(?:eu )?sou (?:o |a )?({N})",
    r"\b(?:mi nombre es|me llamo|me llaman|soy) ({N})",
    r"\b(?:je m['’]appelle|mon nom est|je suis) ({N})",
    r"\b(?:ich hei(?:ß|ss)e|mein name ist|ich bin) ({N})",
    r"\b(?:mi chiamo|il mio nome è|sono) ({N})",
)
_NAMING_HAN = re.compile(
    r"(?:我的名字(?:是|叫)|名字(?:是|叫)|我叫做?|叫我|我是|^叫|，叫|，我是)(?P<name>[A-Z][A-Za-zÀ-ɏ.'-]*|[\u4e00-\u9fff]{2,3}?(?=就好|就行|吧|[，。；！,;!]|$))"
)
#: What a secret's value looks like: a run of ASCII with letters and digits.
_VALUE = re.compile(r"(?<![!-~])(?=[!-~]*[A-Za-z])(?=[!-~]*\d)[!-~]{6,}")
_NAME = r"[^\W\d_a-z][\w'’-]*(?: [^\W\d_a-z][\w'’-]*){0,2}"


@cache
def listed(section: str) -> frozenset[str]:
    """The words of a section of the cue file, casefolded."""
    found: dict[str, set[str]] = {}
    name = ""
    text = (files("camillo.distill.memories") / "cues.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        if line.startswith("["):
            name = line.strip("[]")
        elif line and not line.startswith("#"):
            found.setdefault(name, set()).update(
                word.strip().casefold() for word in line.split("|")
            )
    return frozenset(found[section])


@cache
def _openers(section: str) -> re.Pattern[str]:
    known = "|".join(map(re.escape, sorted(listed(section), key=len, reverse=True)))
    joining = r"(?:[¿¡\s]*(?:and|so|then|but|now|e|então|y|und|also|et)[ ,]+)?"
    return re.compile(rf"{joining}(?:{known})(?![\w'’-])", re.I)


@cache
def naming() -> tuple[re.Pattern[str], ...]:
    """Patterns of an introduction; group 1 is the name. Only the name's case counts."""
    made = []
    for pattern in _NAMING:
        head, _, tail = pattern.partition("({N})")
        made.append(re.compile(f"(?i:{head})({_NAME}){tail}" if tail else f"(?i:{head})({_NAME})"))
    return tuple(made)


def asks(sentence: str) -> bool:
    """Whether a sentence asks.

    >>> asks("What port is it on"), asks("Onde vive?"), asks("用的是哪个端口"), asks("We chose Go.")
    (True, True, True, False)
    """
    bare = sentence.strip().rstrip("\"'”’»)]*_」』）】》〉")
    if bare.endswith(("?", "？", "؟", "՞", "፧", ";")) and not bare.endswith(";"):
        return True
    if _ASKING_HAN.search(bare):
        return True
    return bool(_openers("asking").match(bare)) and not bare.endswith((".", "!", "。", "！"))


def orders(sentence: str) -> bool:
    """Whether a sentence tells somebody to do something once.

    >>> orders("Please send it."), orders("请把它发给他。"), orders("Always use tabs."), orders("I send it.")
    (True, True, False, False)
    """
    bare = sentence.strip()
    if any(
        word in bare.casefold().split() or (not word.isascii() and word in bare)
        for word in listed("lasting")
    ):
        return False
    return bool(_ORDERING_HAN.match(bare) or _openers("ordering").match(bare))


def chats(sentence: str) -> bool:
    """Whether a sentence is nothing but small talk.

    >>> chats("Haha, good morning!"), chats("好的，非常感谢，太好了。"), chats("Good bread costs money.")
    (True, True, False)
    """
    rest = _TALK_HAN.sub("", sentence)
    words = re.findall(r"[^\W_]+(?:['’-][^\W_]+)*", rest.casefold())
    talk, common = listed("talk"), listed("common")
    return not any(word not in talk and re.split("['’]", word)[0] not in common for word in words)


def hides(sentence: str) -> bool:
    """Whether a sentence gives what a word for a secret stands beside: a value with a digit in it.

    >>> hides("A senha do wifi é Tr0ub4dor"), hides("I changed my password"), hides("密码是abc12345")
    (True, False, True)
    """
    low = sentence.casefold()
    return any(word in low for word in listed("secrets")) and bool(_VALUE.search(sentence))


def speaks_of_self(text: str) -> bool:
    """Whether a text has a word for the one who speaks.

    >>> speaks_of_self("I'm learning Rust"), speaks_of_self("Ana is a nurse"), speaks_of_self("我教物理")
    (True, False, True)
    """
    return "我" in text or not listed("self").isdisjoint(re.findall(r"[^\W_]+", text.casefold()))


def introduced(text: str) -> tuple[str, ...]:
    """The names by which somebody introduces himself.

    >>> introduced("Hi, I'm Tiago and I write Go"), introduced("我叫王伟，做前端"), introduced("I'm happy")
    (('Tiago',), ('王伟',), ())
    """
    found = [match[1] for pattern in naming() for match in pattern.finditer(text)]
    found += [match["name"] for match in _NAMING_HAN.finditer(text)]
    return tuple(dict.fromkeys(found))
