"""Words that tell of names, by language: what opens a sentence, what a calendar has, who bears a title.

They only weigh evidence: a word listed here needs more of it to count as a name.
"""

from functools import lru_cache

from camillo.text.stops import function_words

#: What often opens a sentence and is seldom a name: greetings, thanks, interjections, calls to do something.
_OPENERS = {
    "en": """
hi hey hello whoa woah yo anytime plus adding bye goodbye thanks thank please sorry congrats congratulations
welcome cheers wow yes yeah yep yup no
nope nah ok okay sure great good nice cool awesome amazing lovely absolutely definitely totally exactly true right
well oh ah aww aw haha lol omg hmm hm ugh yay woohoo gosh wonderful fantastic glad happy love loved
let lets ask tell see look check call meet visit read use note dear also maybe perhaps still yet then now today
tomorrow yesterday tonight here there however meanwhile finally first second third next last since after before
although though while until once because more most many some any all both each every either neither another other
these those anything everything something nothing nobody somebody everyone someone anyone take keep make give get
go come try add run open close start stop remember imagine sounds looks feels seems hope hoping wish guess got
never always often sometimes usually recently lately especially even only really actually honestly basically
speaking during despite besides between within without under over through across around against
mom dad mum sir madam god bro dude guys folks buddy pal tv pm am asap fyi btw imo
""",
    "de": """
hallo hi hey tschüss danke bitte entschuldigung ja nein doch ok okay gut toll super genau klar stimmt ach oh wow
heute morgen gestern jetzt dann danach später zuerst schließlich außerdem jedoch leider vielleicht natürlich
herr frau lieber liebe liebes guten ende mitte anfang million millionen milliarde milliarden prozent euro uhr jahr
jahre jahren tag tage tagen woche wochen monat monate stunde stunden seit trotz während wegen laut
""",
    "fr": """
bonjour bonsoir salut merci oui non bien super génial désolé pardon voilà alors donc ensuite puis enfin aussi
aujourd demain hier maintenant après avant pendant depuis selon malgré cependant peut monsieur madame cher chère
""",
    "es": """
hola adiós gracias sí no vale bueno bien genial perdón claro entonces luego después antes hoy mañana ayer ahora
también además sin embargo según durante desde hasta quizás tal vez señor señora querido querida
""",
    "pt": """
olá oi tchau obrigado obrigada sim não bom boa ótimo legal desculpa claro então depois antes hoje amanhã ontem agora
também além segundo durante desde até talvez senhor senhora querido querida
""",
    "it": """
ciao salve grazie sì no bene bello scusa certo allora poi dopo prima oggi domani ieri adesso anche inoltre secondo
durante forse signor signora caro cara
""",
    "nl": """
hallo hoi dag bedankt dank ja nee goed mooi leuk sorry zeker dus daarna later vandaag morgen gisteren nu ook volgens
tijdens misschien meneer mevrouw beste lieve
""",
    "ru": """
привет здравствуйте спасибо пожалуйста да нет хорошо отлично извините конечно потом затем сегодня завтра вчера
сейчас также однако после перед согласно может господин госпожа дорогой дорогая
""",
}
#: Days and months are capitalised in some languages; they are times, not names.
_CALENDAR = """
monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun
january february march april may june july august september october november december jan feb mar apr jun jul aug
sep sept oct nov dec
montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag januar jänner februar märz mai juni juli
oktober dezember
lundi mardi mercredi jeudi vendredi samedi dimanche janvier février mars avril juin juillet août septembre octobre
novembre décembre lunes martes miércoles jueves viernes sábado domingo enero febrero marzo abril mayo junio julio
agosto septiembre octubre noviembre diciembre segunda terça quarta quinta sexta janeiro fevereiro março maio junho
julho setembro outubro dezembro lunedì martedì mercoledì giovedì venerdì sabato domenica gennaio febbraio aprile
maggio giugno luglio settembre ottobre dicembre maandag dinsdag woensdag donderdag vrijdag zaterdag zondag januari
februari maart mei augustus понедельник вторник среда четверг пятница суббота воскресенье
"""
#: Languages that write every noun with a capital: one such word is no evidence there.
NOUNS_CAPITALISED = frozenset({"de", "lb"})
#: The small words that join names there; the others stand between a noun and the next.
JOINING_NOUNS = frozenset(("von", "van", "zu", "zur", "de", "la", "del", "di"))

#: What stands before a person's name and is no part of it, casefolded, without a full stop.
_TITLES = """
mr mrs ms mx miss dr prof professor sir madam lady lord captain president herr frau monsieur madame mme mlle señor
señora sr sra don doña senhor senhora dom dona signor signora dottor meneer mevrouw uncle aunt auntie grandma grandpa
tante onkel tia tio oncle госпожа господин доктор
"""
PERSON_TITLES = frozenset(_TITLES.split())
#: Small words inside names: "Lord of the Rings", "Ludwig van Beethoven", "Rio de Janeiro".
_SMALL = """
of the de da do das dos del della dello di du des la le les los las el al van von der den ten ter zu zur
bin ibn af av på
"""
PARTICLES = tuple(_SMALL.split())
#: What may open a title and is no part of what it is looked up by.
ARTICLES = frozenset(
    ("the", "der", "die", "das", "le", "la", "les", "el", "los", "las", "il", "os", "as")
)
#: Function words that names begin with where a capital inside a sentence says so: "Under Armour".
OPENING_NAMES = frozenset(
    ("under", "over", "in", "on", "up", "out", "into", "inside", "down", "off", "no")
)
#: Words by which a name tells its kind: its last in most languages, its first in some.
_LAST = {
    "place": """
city town village county state river lake mountain mountains mount street avenue road park island islands beach
valley bay bridge station airport square plaza republic kingdom province district boulevard harbor harbour forest
canyon straße strasse platz fluss see
""",
    "organisation": """
inc ltd llc corp corporation company gmbh ag kg bv plc university college school institute academy museum
hospital church bank foundation association society committee council ministry department agency club
orchestra universität hochschule verein stiftung
""",
}
_FIRST = {
    "place": "rue lago río rio calle rua praça ilha isla montagne ville lake mount avenida plaza lac",
    "organisation": "universidad universidade université escuela escola école banco museo museu musée",
}
#: Organisations' endings that say nothing by themselves.
ENDINGS = "inc ltd llc corp co gmbh ag kg bv plc jr sr"


@lru_cache(maxsize=64)
def plain(language: str) -> frozenset[str]:
    """Casefolded words that are no names by themselves when they bear a capital in this language.

    >>> "hey" in plain("en"), "friday" in plain(""), "melanie" in plain("en")
    (True, True, False)
    """
    openers = _OPENERS.get(language) or " ".join(_OPENERS.values())
    listed = f"{openers} {_CALENDAR} {ENDINGS}"
    return function_words(language or "en") | frozenset(listed.split())


@lru_cache(maxsize=1)
def _kinds() -> tuple[dict[str, str], dict[str, str]]:
    last = {word: kind for kind, words in _LAST.items() for word in words.split()}
    first = {word: kind for kind, words in _FIRST.items() for word in words.split()}
    return first, last


def kind_of(words: list[str]) -> str:
    """What the words of a name say it is, ``name`` where they say nothing.

    >>> kind_of(["Fort", "Wayne"]), kind_of(["Hudson", "River"]), kind_of(["Rua", "Augusta"])
    ('name', 'place', 'place')
    """
    first, last = _kinds()
    return last.get(words[-1].casefold()) or first.get(words[0].casefold()) or "name"
