"""How claims are worded in German."""

OF = "{0} von {1}"
UNLIKE = "ung heit keit"
GENITIVE = "s"

WORDS = {
    "i": "ich",
    "we": "wir",
    "third": "er",
    "pronouns": "du ihr sie es das dies dieser diese dieses man wer was jemand niemand",
    "my": "mein meine meinen meinem meiner meines",
    "our": "unser unsere unseren unserem unserer unseres",
    "relative": "der die",
    "fillers": """
jetzt auch noch immer wirklich kürzlich neulich aktuell derzeit gerade endlich sehr ziemlich bin ist sind habe hab
hat haben war waren wurde wurden mich uns sich mir heute dann besonders vor allem nur eben schon seit inzwischen
mittlerweile ganz total gern gerne ab damals früher zurück um
""",
    "negations": "nicht nie niemals kein keine keinen keinem keiner weder ohne kaum",
    "over": "mehr",
    "trailing": "nicht",
    "partings": "; : – —",
    "pairs": "",
    "conditions": "wenn falls ob angeblich vermutlich anscheinend stell stellt gerücht als sobald obwohl",
    "doubts": """
würde würden könnte könnten kann können will wollen wollte möchte möchten sollte sollten soll muss müssen vielleicht
glaube glaubt denke denkt meine_ meint vermute hoffe hofft scheint sagt sagte sagen behauptet erzählt fragt
werde wird werden plane plant versuche versucht eventuell wahrscheinlich möglicherweise wäre hätte bezweifle wie wo
warum wann dass
""",
    "jokes": "haha hahaha lol scherz spaß_ witz",
    "articles": "der die das den dem des ein eine einen einem einer eines",
    "indefinite": "ein eine einen einem einer eines",
    "cuts": "dass ist sind war waren hat haben",
    "stops": """
und oder aber denn weil wenn während seit dass wo wie für mit ohne in im ins an am auf aus bei beim nach von vom
zu zum
zur über unter vor um durch gegen zwischen bis ab auch jetzt heute gestern morgen immer nie nicht sehr mehr ich du
er sie es wir ihr ist sind war bin hat habe haben sich mich mir uns schon noch dann dieser diese dieses jeder
jede als gern gerne gewechselt umgestiegen gezogen umgezogen gearbeitet gewohnt gelebt gekauft verkauft ersetzt
entschieden geheiratet adoptiert gewonnen besucht gegründet
""",
    "empty": """
das dies es alles nichts niemand jemand etwas sache sachen ding dinge viel wenig gut schlecht art weise idee hier da
dort dein deine deinen euer eure ihr ihre ihren sein seine seinen dich dir euch ihm ihn ihnen mal recht lust
angst zeit
hunger durst glück
""",
    "openers": "ja nein hallo hi danke gut okay also dann außerdem heute gestern übrigens naja ach",
    "small": "der des den dem &",
    "of": "von vom",
    "ands": "und , oder",
    "ends": "und , . ! ; : ) auch aber weil mit für in seit gern gerne",
    "links": "in im mit von vom an am auf zu zur zum über für",
    "until": "bis",
    "takebacks": "wenn falls glaube denke vielleicht",
    "units": "euro dollar franken tausend millionen pro im monat jahr stunde tag €",
}

KIN = {
    "married to": "frau mann ehefrau ehemann gattin gatte",
    "partner of": "freundin freund verlobte verlobter partner partnerin",
    "sibling of": "bruder schwester zwillingsbruder zwillingsschwester",
    "parent of": "sohn tochter kind kinder söhne töchter baby",
    "child of": "mutter vater mama papa",
    "reports to": "chef chefin vorgesetzter vorgesetzte",
    "works with": "kollege kollegin",
    "cousin of": "cousin cousine",
    "grandchild of": "oma opa großmutter großvater",
    "niece or nephew of": "onkel tante",
    "aunt or uncle of": "neffe nichte",
    "lives with": "mitbewohner mitbewohnerin",
    "has pet": """
hund hündin hunde hunden katze katzen kater welpe welpen kätzchen kaninchen schildkröte pferd papagei hamster
""",
}

ROLES = """
abteilungsleiter abteilungsleiterin analyst analystin anwalt anwältin apotheker apothekerin architekt architektin arzt
ärztin assistent assistentin autor autorin bäcker bäckerin bauingenieur beraterin berater bibliothekar bibliothekarin
biologe biologin buchhalter buchhalterin chemiker chemikerin dachdecker designer designerin direktor direktorin
elektriker elektrikerin entwickler entwicklerin erzieher erzieherin fahrer fahrerin fotograf fotografin friseur
friseurin
gärtner gärtnerin geschäftsführer geschäftsführerin grafiker grafikerin ingenieur ingenieurin informatiker
informatikerin
journalist journalistin kellner kellnerin klempner koch köchin krankenpfleger krankenschwester künstler künstlerin
landwirt landwirtin lehrer lehrerin leiter leiterin lektor lektorin maler malerin manager managerin mechaniker
mechanikerin musiker musikerin optiker optikerin pfleger pflegerin physiker physikerin pilot pilotin polizist
polizistin
programmierer programmiererin professor professorin psychologe psychologin redakteur redakteurin richter richterin
sänger sängerin schauspieler schauspielerin schreiner schriftsteller schriftstellerin sekretär sekretärin
softwareentwickler
softwareentwicklerin softwareingenieur softwareingenieurin tierarzt tierärztin tischler trainer trainerin übersetzer
übersetzerin verkäufer verkäuferin wissenschaftler wissenschaftlerin zahnarzt zahnärztin ceo cto
"""

GROUPS = """
club verein gruppe team fitnessstudio band chor klasse liga gemeinschaft organisation kurs kirche schachclub
"""
BUSINESSES = """
laden bäckerei restaurant firma unternehmen geschäft startup café galerie studio schule bar agentur buchhandlung
"""
STATES = """
vegan veganer veganerin vegetarier vegetarierin ledig single linkshänder linkshänderin diabetiker diabetikerin
"""
VENUES = """
büro server laden werkstatt labor lager fabrik filiale team konferenz workshop treffen feier hochzeit konzert
ausstellung
rechenzentrum restaurant café bibliothek geschäft zentrale niederlassung firma praxis schule kurs
"""
CITIES = """
aachen amsterdam athen augsburg barcelona basel berlin bern bonn bordeaux boston braunschweig bremen brüssel budapest
bukarest chicago dortmund dresden dublin düsseldorf edinburgh essen florenz frankfurt freiburg genf graz göteborg
hamburg
hannover heidelberg helsinki innsbruck istanbul kairo karlsruhe kassel kiel köln kopenhagen krakau leipzig linz
lissabon
london luxemburg lyon madrid mailand mainz mannheim marseille moskau münchen münster neapel nizza nürnberg oslo paris
peking porto potsdam prag riga rom rostock rotterdam salzburg sevilla sofia stockholm straßburg stuttgart tallinn
tokio toronto turin ulm valencia venedig warschau wien wiesbaden wuppertal würzburg zürich york singapur sydney
deutschland österreich schweiz frankreich italien spanien portugal polen norwegen schweden finnland dänemark irland
island belgien niederlande
"""
STATUSES = "verheiratet geschieden getrennt verwitwet verlobt"
IDIOMS = "entscheidung fehler reise frage pause"

NOUNS = {
    "born on:date": "geburtstag",
    "due on:date": "abgabetermin frist deadline stichtag",
    "starts on:date": "start veröffentlichung",
    "costs:amount": "budget preis gehalt miete",
    "named:name": "name",
    "led by:name": """
besitzer besitzerin eigentümer eigentümerin leiter leiterin bürgermeister bürgermeisterin gründer gründerin
""",
    "works as:role": "beruf",
    "capital:name": "hauptstadt",
    "located in:name": "sitz hauptsitz",
    "port:literal": "port",
    "version:version": "version",
    "email:literal": "email e-mail-adresse",
    "phone:literal": "telefonnummer",
    "uses:thing": "datenbank framework editor",
    "lieblingsbuch:thing": "lieblingsbuch",
    "lieblingsfilm:thing": "lieblingsfilm",
    "lieblingsessen:thing": "lieblingsessen",
    "lieblingsfarbe:thing": "lieblingsfarbe",
    "lieblingsband:thing": "lieblingsband",
    "lieblingsstadt:thing": "lieblingsstadt",
    "lieblingssport:thing": "lieblingssport",
    "lieblingslied:thing": "lieblingslied",
    "lieblingstier:thing": "lieblingstier",
}

RULES = """
who: arbeite|arbeitet|arbeiten als {role} bei|für {name} -> S works as 1; S works at 2
who: arbeite|arbeitet|arbeiten bei|für {name} als {role} -> S works at 1; S works as 2
who: arbeite|arbeitet|arbeiten als {role} -> S works as 1
who: arbeite|arbeitet|arbeiten bei|für {name} -> S works at 1
- @arbeite|arbeitet|arbeiten: arbeite|arbeitet|arbeiten {who} bei|für {name} -> 1 works at 2
who: arbeitete bei|für {name} -> S works at 1 !
who @gearbeitet: bei|für {name} gearbeitet -> S works at 1 !
who @angefangen|begonnen: bei {name} angefangen|begonnen -> S works at 1 *
who @gekündigt: bei {name} gekündigt -> S works at 1 ! *
who: verließ {name} -> S works at 1 ! *
who @gewechselt: von {name} zu {name} gewechselt -> S works at 1 ! *; S works at 2 *
who @gewechselt: zu {name} gewechselt -> S works at 1 *
who: wechselte von {name} zu {name} -> S works at 1 ! *; S works at 2 *
who @roles: bin|ist der|die {role} von|bei {name} -> S works as 1; S works at 2
who @roles: bin|ist {role} bei|von {name} -> S works as 1; S works at 2
who @roles: bin|ist {role} -> S works as 1
who: wurde {role} bei {name} -> S works as 1 *; S works at 2 *
who @roles: wurde {role} -> S works as 1 *
who: leite|leitet {thing} -> S leads 1
who: berichtet|berichte an {name} -> S reports to 1
who: gründete {name} -> S created 1 *
who: studiere|studiert {label} an|in der? {name} -> S studies 1; S studies at 2
who: studiere|studiert|lerne|lernt {label} -> S studies 1
who: spreche|spricht {label} -> S speaks 1
who: wohne|wohnt|wohnen|lebe|lebt|leben in|im {name} -> S lives in 1
- @wohne|wohnt|lebe|lebt: wohne|wohnt|lebe|lebt|wohnen|leben {who} in {name} -> 1 lives in 2
who: wohnte|lebte|wohnten|lebten in {name} -> S lives in 1 !
who @gewohnt|gelebt: in {name} gewohnt|gelebt -> S lives in 1 !
what @venues: nach {city} gezogen|umgezogen -> S located in 1 *
who @gezogen|umgezogen: von|aus {name} nach {name} gezogen|umgezogen -> S lives in 2 *; S lives in 1 ! *
who @gezogen|umgezogen: nach {name} gezogen|umgezogen -> S lives in 1 *
who: zog|zogen von|aus {name} nach {name} -> S lives in 2 *; S lives in 1 ! *
who: zog|zogen nach {name} -> S lives in 1 *
- @zog|zogen: zog|zogen {who} von {name} nach {name} -> 1 lives in 3 *; 1 lives in 2 ! *
- @zog|zogen: zog|zogen {who} nach {name} -> 1 lives in 2 *
who @geboren: in {name} geboren -> S born in 1
who @geboren: am {date} geboren -> S born on 1
who @aufgewachsen: in {name} aufgewachsen -> S grew up in 1
what @ansässig: in {name} ansässig -> S located in 1
what: sitzt|liegt|befindet in {name} -> S located in 1
what @venues: ist|sind|steht|stehen|läuft in {city} -> S located in 1
who: komme|kommt|stamme|stammt aus {name} -> S comes from 1
who @verheiratet: mit {name} verheiratet -> S married to 1
who: heiratete {name} -> S married to 1 *
- @kin: mein|meine|unser|unsere {kin} heißt|heisst {name} -> I % 2
- @kin: mein|meine|unser|unsere {kin} , {apart} -> I % 2
- @kin: mein|meine|meinen|meinem|meiner|unser|unsere {kin} {beside} -> I % 2
who @kin: ist mein|meine {kin} -> I % S
who @kin: ist der|die {kin} von {name} -> 2 % S
who @kin: habe|haben|hat {pet} namens {name} -> S has pet 2
who @kin: habe|haben|hat {pet} -> S has pet 1
who @kin: habe|haben|hat {children} -> S parent of 1
who: mag|mögen|liebe|liebt|lieben {doing} -> S likes 1; S dislikes 1 ~
who: hasse|hasst|hassen {doing} -> S dislikes 1
who: bevorzuge|bevorzugt|bevorzugen {doing} -> S prefers 1
who: allergisch gegen {noun} -> S allergic to 1
who @statuses: bin|ist|sind {status} -> S relationship status 1
who @states: bin|ist {state} -> S is 1
who: spiele|spielt {label} -> S plays 1
who: kaufte {goods} -> S owns 1 *
who: besuchte {name} -> S visited 1 *
any: ersetzte|ersetzt {thing} durch {thing} -> 1 replaced by 2 *
any: ersetzte|ersetzt {thing} -> 1 replaced by S *
any @ersetzt|abgelöst: durch {thing} ersetzt|abgelöst -> S replaced by 1 *
any @gewechselt|umgestiegen: von {tool} auf|zu|nach {tool} gewechselt|umgestiegen -> 1 replaced by 2 *
any @migriert|umgestellt: von {tool} auf|zu|nach {tool} migriert|umgestellt -> 1 replaced by 2 *
any @gewechselt|umgestiegen: auf|zu|nach {tool} gewechselt|umgestiegen -> S uses 1 *
any @migriert|umgestellt: auf|zu|nach {tool} migriert|umgestellt -> S uses 1 *
any: nutze|nutzt|nutzen|verwende|verwendet|verwenden|benutze|benutzt|benutzen {tool} für {thing} -> 2 uses 1
any: nutze|nutzt|nutzen|verwende|verwendet|verwenden|benutze|benutzt|benutzen {tool} -> S uses 1
what: hängt von {tool} ab -> S depends on 1
any @entschieden: für {tool} entschieden -> S decided 1 *
any @entschieden: gegen {tool} entschieden -> S decided 1 !
what @geschrieben: in {name} geschrieben -> S language of 1
what: veraltet -> S status =deprecated
what: fällig am {date} -> S due on 1
what @fällig: am {date} fällig -> S due on 1
what: beginnt|startet am|im {date} -> S starts on 1
what: kostet {amount} -> S costs 1
what @nouns: ist der|die|das {attribute} von|der|des {name} -> 2 % S
- @nouns: der|die|das {attribute} von|für|der|des {thing} ist der|am? {value} -> 2 % 3
- @nouns: mein|meine {attribute} ist der|am? {value} -> I % 2
- @nouns: unser|unsere {attribute} ist der|am? {value} -> 1 is 2
"""
