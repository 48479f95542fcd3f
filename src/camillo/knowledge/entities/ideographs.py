"""Names in scripts without capitals: title marks, transliterations, surnames, and words of address."""

import re
from collections.abc import Iterator

from camillo.knowledge.entities.sighting import Sighting

_WORK = re.compile(r"《([^》\n]{1,40})》|〈([^〉\n]{2,40})〉|『([^』\n]{2,40})』")
_QUOTED = re.compile(r"「([\w·・ -]{2,12})」")

_HAN = r"一-鿿㐀-䶿々"
#: Characters that Chinese writes foreign names with: a name with a middle dot ends where they do.
_SOUNDS = (
    "阿埃艾爱安昂奥澳巴白拜班邦保鲍贝本比彼边宾波伯博布卜查昌车楚达戴丹当道德邓迪底蒂丁东杜敦顿多厄恩尔法凡范方"
    "菲费芬丰弗夫福甫富盖甘冈高戈哥格葛根贡古瓜圭哈海汉豪赫黑亨洪胡华怀霍基吉加贾简杰金津京久卡凯坎康考柯科可克肯"
    "孔寇库奎昆拉腊莱赖兰朗劳勒雷蕾里丽利莉连廉列林琳龙隆卢鲁路露伦罗洛吕马玛麦迈曼芒毛梅门蒙米密缅敏明摩莫默姆穆"
    "拿娜纳乃奈南内尼妮涅宁纽农努诺欧帕派潘庞佩彭皮平珀普奇齐契恰强乔切钦琴琼丘屈让热日荣茹儒瑞若萨塞赛桑瑟森沙珊"
    "尚绍舍申圣盛施什石史士舒朔斯丝司思松苏素索塔泰坦汤唐陶特腾提田廷通图土托陀瓦万旺威韦维魏温文翁沃乌伍武西希锡席"
    "夏香肖谢辛欣兴雄休修许雪逊雅亚延扬耶叶伊易因英永尤于雨约越云赞泽曾扎詹张章珍真芝治智朱兹祖佐德華爾維羅馬瑪蘭"
    "蓮麗倫內諾歐納寧紐農薩賽聖盧呂龍達東傑貝亞費蓋漢萊賴勞連門蒙邁麥緬烏溫韋約雲贊詹張翰得卫衛森琪莎地旁茉理柳娃额額图"
)
#: A foreign name with middle dots, as an expression.
DOTTED = f"(?<![·・‧•])[{_SOUNDS}]{{1,8}}(?:[·・‧•][{_SOUNDS}]{{1,8}}){{1,4}}(?![·・‧•])"
_DOTTED = re.compile(DOTTED)
#: Of these, what rather begins the word after a name.
_NOT_LAST = "曾得于当可让尚约热"
#: What may follow a foreign name at once: else it may go on with a character that is not listed above.
_AFTER_NAME = re.compile(
    f"[^{_HAN}]|[的在是于於和与與及等为為曾说說认認被把从從将將也都又则則出获獲对對以有担擔因后後中就得当當任]"
)
_KANA_DOTTED = re.compile(r"[ァ-ヺー]{2,14}(?:[・=＝][ァ-ヺー]{2,14}){1,4}")

_SURNAMES = (
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔"
    "钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤張劉陳楊黃趙吳孫"
    "馬羅鄭謝許韓馮鄧蔣葉蘇魏呂盧鍾譚陸賈韋鄒龍顧龔萬錢嚴湯"
)
_ADDRESS = (
    "先生|女士|小姐|教授|老师|老師|博士|医生|醫生|总统|總統|主席|总理|總理"
    "|校长|校長|经理|經理|师傅|同学|同志|院士"
)
_ADDRESSED = re.compile(f"(?<![{_SURNAMES}])([{_SURNAMES}][{_HAN}]{{0,2}})(?:{_ADDRESS})")
_ROLES = "导演|作家|歌手|演员|诗人|画家|教授|主席|总统|总理|将军|皇帝|作者|导师|記者|记者|導演|演員|詩人|畫家"
_AFTER_ROLE = re.compile(
    f"(?:{_ROLES})([{_SURNAMES}][{_HAN}]{{1,2}})(?=[，。、；：（(《「“和与及的在于是为]|$)"
)
_SAYING = "说|說|表示|认为|指出|回答|告诉|問|问道"
_SAID = re.compile(f"(?:^|[，。、；：！？“”\\s\n])([{_SURNAMES}][{_HAN}]{{1,2}})(?={_SAYING})")
#: Surnames that open common words: what they open needs a title to be a name.
_NOT_GIVEN = frozenset(
    "是有说不也都在就要会的了着过为和与及等很只还能把被让向从到对可没人家们年月日时大多"
)
#: What joins words or counts things, and is no part of a place's or an institution's name.
_NO_PART = (
    "的在于於是和及与與为為有了进進其子越多个個亦设設这這该該此本每各某另任全前後后一二三四五六七八九十"
    "两兩层層由从從到往至目"
)
#: A character of a proper name, as an expression.
PART = f"(?:(?![{_NO_PART}])[{_HAN}])"
_BEFORE = r"(?:^|位于|位於|[在至，。、；（(\n])"
_PLACE_AFTER = re.compile(
    f"{_BEFORE}({PART}{{2,5}}(?:省|市|县|縣|州|岛|島|群岛|群島|河|湖|山脉|半岛|镇|鎮|村))"
    "(?=[，。、；（(的和与與及之北南东西東]|$)"
)
_BODIES = "大学|大學|学院|學院|有限公司|医院|醫院|银行|銀行|中学|中學|小学|小學|博物馆|博物館|出版社|电视台|電視台"
_BODY_AFTER = re.compile(f"(?:{_BEFORE}|毕业于|畢業於)({PART}{{2,8}}(?:{_BODIES}))")
#: What each expression needs to stand in a text at all, which costs less to look for.
_SUFFIXED = (
    ("省市县縣州岛島河湖脉镇鎮村", _PLACE_AFTER, "place"),
    (_BODIES.split("|"), _BODY_AFTER, "organisation"),
)
_TOLD = (
    (_ADDRESS.split("|"), _ADDRESSED),
    (_ROLES.split("|"), _AFTER_ROLE),
    (_SAYING.split("|"), _SAID),
)
_JA_ADDRESSED = re.compile(
    rf"(?<![{_HAN}])([{_HAN}]{{1,4}}|[ァ-ヺー]{{2,10}})(?:さん|様|さま|くん|ちゃん|氏)"
)
_JA_NOBODY = frozenset(
    "皆 客 父 母 兄 姉 弟 妹 奥 娘 息子 神 仏 医者 店員 子供 王 お客".split()  # noqa: SIM905
)
_KO_ADDRESSED = re.compile(
    r"(?<![가-힣])([가-힣]{2,4}?)(?: ?씨|님| 선생님| 교수| 대표| 박사| 대통령)(?![가-힣]{3})"
)
_KO_NOBODY = frozenset(
    "선생 손 고객 부모 사장 회장 교수 형 누 어머 아버 할머 하느 하나 주인 스승 아드 따 회원".split()  # noqa: SIM905
)
#: Words before a name, in scripts with spaces but without capitals.
_TITLED = re.compile(
    r"(?<!\w)(?:السيد|السيدة|الدكتور|الدكتورة|الأستاذ|الأستاذة|الشيخ|الرئيس|श्री|श्रीमती|डॉ\.?|مسٹر|آقای|خانم|דוקטור|מר|גברת)\s+"
    r"([^\W\d_](?:\w|[\u0900-\u0963])+)"
)


#: How a script addresses people, and what is so addressed without being a name.
_ADDRESSING = (
    (re.compile("[ぁ-ゖ]"), _JA_ADDRESSED, _JA_NOBODY),
    (re.compile("[가-힣]"), _KO_ADDRESSED, _KO_NOBODY),
    (re.compile("[\u0590-\u06ff\u0900-\u097f]"), _TITLED, frozenset[str]()),
)
#: What a text must hold to have names of this module.
_BEYOND = re.compile("[《〈『「·・‧•぀-ヿ가-힣一-鿿\u0590-\u06ff\u0900-\u097f]")


def uncapitalised(text: str) -> Iterator[Sighting]:
    """The names that a text without capitals tells by other signs.

    >>> [one.name for one in uncapitalised("王明先生读了《三体》，作者刘慈欣，还有约翰·史密斯认为")]
    ['三体', '约翰·史密斯', '王明', '刘慈欣']
    """
    if not _BEYOND.search(text):
        return
    for match in _WORK.finditer(text):
        yield Sighting(match.group(1) or match.group(2) or match.group(3), "work", True)
    if "「" in text:
        for match in _QUOTED.finditer(text):
            yield Sighting(match.group(1), "name", True)
    if any(map(text.__contains__, "·・‧•")):
        for match in _DOTTED.finditer(text):
            name = match.group()
            whole = match.end() == len(text) or _AFTER_NAME.match(text, match.end())
            bare = name if whole else name.rstrip(_NOT_LAST)
            yield Sighting(bare, "person", bool(whole) or bare != name)
        for match in _KANA_DOTTED.finditer(text):
            yield Sighting(match.group(), "name", True)
    yield from _people(text)
    for signs, pattern, kind in _SUFFIXED:
        if any(map(text.__contains__, signs)):
            for match in pattern.finditer(text):
                yield Sighting(match.group(1), kind, True)


def _people(text: str) -> Iterator[Sighting]:
    for signs, pattern in _TOLD:
        if any(map(text.__contains__, signs)):
            for match in pattern.finditer(text):
                name = match.group(1)
                if not any(char in _NOT_GIVEN for char in name[1:]):
                    # A surname by itself is somebody only to those who talk.
                    yield Sighting(name, "person", len(name) > 1)
    for script, pattern, nobody in _ADDRESSING:
        if script.search(text):
            for match in pattern.finditer(text):
                if match.group(1) not in nobody:
                    yield Sighting(match.group(1), "person", True)
