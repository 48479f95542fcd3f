"""How claims are worded in French."""

OF = "{0} de {1}"
UNLIKE = "ant ment tion"

WORDS = {
    "i": "je j'",
    "we": "nous on",
    "third": "il elle",
    "pronouns": "tu vous ils elles ceci cela ça c' ce qui quelqu' personne",
    "my": "mon ma mes",
    "our": "notre nos",
    "relative": "qui",
    "fillers": """
maintenant aussi encore toujours vraiment récemment actuellement finalement beaucoup très assez me m' se s' lui
suis est sommes sont ai a avons ont étais était avais avait été désormais ensuite puis surtout viens vient de d'
bien même souvent déjà y en également
""",
    "negations": "ne n' pas jamais ni sans aucun guère",
    "over": "plus",
    "partings": ", ; : - – —",
    "pairs": "",
    "conditions": """
si s'il quand lorsque lorsqu' imagine imaginons supposons soi-disant apparemment rumeur bien_que comme
""",
    "doubts": """
veux veut voudrais voudrait pourrais pourrait peut peux pouvons devrais devrait devrions dois doit peut-être
crois croit
pense penses suppose espère semble paraît dit disent dis raconte demande vais va allons vont compte prévoit essaie
probablement sûrement aimerais aimerait adorerais adorerait serait serais aurais aurait doute comment où
pourquoi
""",
    "reasons": "",
    "jokes": "mdr lol haha hahaha blague rigole",
    "articles": "le la les l' un une des du de d'",
    "indefinite": "un une des",
    "cuts": "que qu' qui où dont est sont était a ont",
    "stops": """
devenu devenue né née parti partie
et ou mais car parce quand lorsque pendant depuis que qu' qui où dont si comme pour par avec sans en dans sur sous
chez à au aux entre vers contre après avant aussi maintenant aujourd'hui hier demain toujours jamais très
beaucoup je j' tu
il elle nous on vous ils elles est sont était suis sommes a ai avons ont ne n' se s' me m' te t' pas plus déjà
ce cet cette ces ça y lorsqu' puis ensuite chaque moins
""",
    "empty": """
ça cela ceci rien personne quelque tout tous toutes chose choses peu bien mal façon manière idée ici là ton ta
tes votre
vos son sa ses leur leurs lui vous toi fois accord
""",
    "openers": "oui non salut bonjour merci bon bien alors donc ensuite aussi aujourd'hui hier tiens bref",
    "small": "de du des la le les d' l' et &",
    "of": "de du des d'",
    "ands": "et , ou",
    "ends": "et , . ! ; : ) aussi mais car avec pour en depuis parce",
    "links": "en dans avec de du des d' par à au aux sur pour",
    "until": "jusqu' jusque",
    "takebacks": "si suppose crois pense peut-être",
    "units": "euros euro dollars francs mille millions par mois an heure jour €",
}

KIN = {
    "married to": "femme épouse époux mari",
    "partner of": "copain copine compagnon compagne fiancé fiancée conjoint conjointe",
    "sibling of": "frère sœur soeur jumeau jumelle",
    "parent of": "fils fille filles enfant enfants bébé",
    "child of": "mère père maman papa",
    "friend of": "ami amie",
    "reports to": "chef cheffe patron patronne",
    "works with": "collègue",
    "cousin of": "cousin cousine",
    "grandchild of": "grand-mère grand-père mamie papi",
    "niece or nephew of": "oncle tante",
    "aunt or uncle of": "neveu nièce",
    "has pet": "chien chienne chiens chiot chat chatte chats chaton lapin tortue cheval perroquet hamster poisson",
}

ROLES = """
acteur actrice administrateur administratrice agriculteur agricultrice analyste architecte artisan artiste assistant
assistante auteur autrice avocat avocate bibliothécaire biologiste boulanger boulangère caissier caissière charpentier
chercheur chercheuse chirurgien chirurgienne chauffeur coach coiffeur coiffeuse comptable conseiller conseillère
consultant
consultante cuisinier cuisinière dentiste designer développeur développeuse directeur directrice docteur économiste
écrivain écrivaine éditeur éditrice électricien électricienne enseignant enseignante fleuriste graphiste
infirmier infirmière ingénieur ingénieure jardinier jardinière journaliste juge libraire maire mécanicien
mécanicienne médecin
menuisier musicien musicienne pharmacien pharmacienne photographe pilote plombier policier policière professeur
professeure programmeur programmeuse psychologue responsable secrétaire serveur serveuse traducteur traductrice
vendeur
vendeuse vétérinaire président présidente pdg cto
"""

GROUPS = """
club groupe équipe salle chorale classe ligue communauté organisation association cours atelier église orchestre
"""
BUSINESSES = """
boutique boulangerie restaurant entreprise magasin startup café galerie studio école ferme bar agence librairie
"""
VENUES = """
bureau serveur entreprise société magasin atelier laboratoire entrepôt usine agence équipe conférence réunion fête
mariage concert exposition festival école restaurant bibliothèque
"""
STATES = "végane végétarien végétarienne célibataire gaucher gauchère diabétique retraité retraitée cœliaque"
STATUSES = "marié mariée divorcé divorcée séparé séparée veuf veuve"
IDIOMS = "décision erreur chose voyage question"

NOUNS = {
    "born on:date": "anniversaire",
    "due on:date": "échéance date_limite",
    "starts on:date": "lancement",
    "costs:amount": "budget prix coût salaire",
    "named:name": "nom",
    "led by:name": "propriétaire responsable maire fondateur fondatrice chef cheffe",
    "works as:role": "profession métier",
    "capital:name": "capitale",
    "located in:name": "siège",
    "port:literal": "port",
    "version:version": "version",
    "email:literal": "email courriel",
    "phone:literal": "téléphone",
    "uses:thing": "framework éditeur",
}

RULES = """
who: travaille|travaillons|travaillent comme {role} chez|à|pour|au {name} -> S works as 1; S works at 2
who: travaille|travaillons|travaillent comme {role} -> S works as 1
who: travaille|travaillons|travaillent chez|à|pour|au|aux {name} -> S works at 1
who: travaillé|travaillais|travaillait chez|à|pour|au {name} -> S works at 1 !
who: quitté {name} pour {name} -> S works at 1 ! *; S works at 2 *
who: quitté {name} -> S works at 1 ! *
who: arrêté de travailler chez|à|pour|au {name} -> S works at 1 ! *
who: commencé à travailler chez|à|pour|au {name} -> S works at 1 *
who: rejoint {name} comme {role} -> S works at 1 *; S works as 2 *
who: rejoint {group} -> S member of 1 *
who: rejoint {name} -> S works at 1 *
who: embauché|embauchée|engagé|engagée chez|par {name} -> S works at 1 *
who @roles: suis|est la|le|l'|une|un {role} de|d'|du|chez|à {name} -> S works as 1; S works at 2
who @roles: suis|est {role} chez|à|de|d' {name} -> S works as 1; S works at 2
who @roles: suis|est|sommes {role} -> S works as 1
who: devenu|devenue {role} -> S works as 1 *
who: dirige {thing} -> S leads 1
who: fondé {name} -> S created 1 *
who: ouvert {business} -> S owns 1 *
who: étudie {noun} à|au {name} -> S studies 1; S studies at 2
who: étudie à|au {name} -> S studies at 1
who: étudie|apprends|apprend {noun} -> S studies 1
who: parle|parlons {label} -> S speaks 1
who: habite|habitons|habitent|vis|vit|vivons|vivent|réside à|au|en|aux|dans {name} -> S lives in 1
who: habité|vécu|habitais|habitait|vivais|vivait à|au|en|aux {name} -> S lives in 1 !
who: déménagé|emménagé de {name} à|au|en|aux|pour|vers {name} -> S lives in 2 *; S lives in 1 ! *
who: déménagé|emménagé|installé|installée|installés à|au|en|aux|vers {name} -> S lives in 1 *
who: né|née à|au|en {name} -> S born in 1
who: né|née le|en? {date} -> S born on 1
who: grandi à|au|en {name} -> S grew up in 1
what @venues: est|sont|tourne à|en|au {site} -> S located in 1
what @venues: déménagé|transféré|transférée|déplacé à {site} -> S located in 1 *
what: situé|située|basé|basée à|au|en {name} -> S located in 1
who: viens|vient de|d'|du {name} -> S comes from 1
who: marié|mariée|mariés à|avec {name} -> S married to 1
who: épousé {name} -> S married to 1 *
- @kin: mon|ma|notre {kin} s' appelle {name} -> I % 2
- @kin: mon|ma|notre {kin} , {apart} -> I % 2
- @kin: mon|ma|notre {kin} {beside} -> I % 2
who @kin: est mon|ma {kin} -> I % S
who @kin: est la|le|l' {kin} de|d'|du {name} -> 2 % S
who @kin: ai|avons|a {pet} nommé|nommée|appelé|appelée {name} -> S has pet 2
who @kin: ai|avons|a {pet} qui s' appelle {name} -> S has pet 2
who @kin: ai|avons|a {pet} -> S has pet 1
who @kin: ai|avons|a {children} -> S parent of 1
who @kin: adopté {pet} -> S has pet 1 *
who: aime|aimons|aiment|adore|adorons|adorent {doing} -> S likes 1; S dislikes 1 ~
who: déteste|détestons|détestent {doing} -> S dislikes 1
who: préfère|préférons {doing} -> S prefers 1
who: passionné|passionnée de|par|d' {doing} -> S likes 1
who: allergique à|au|aux {noun} -> S allergic to 1
who @statuses: suis|est|sommes {status} -> S relationship status 1
who @states: suis|est {state} -> S is 1
who: joue du|de|d' {noun} -> S plays 1
- @préféré|préférée: mon|ma {label} préféré|préférée est {thing} -> I $1 préféré 2
what @préféré|préférée: est mon|ma {label} préféré|préférée -> I $1 préféré S
who: acheté {goods} -> S owns 1 *
who: vendu {goods} -> S owns 1 ! *
who: visité {name} -> S visited 1 *
who: allé|allée|allés|allées à|au|en|aux {name} -> S visited 1 *
who: gagné {feat} -> S won 1 *
who: écrit|publié|peint {feat} -> S created 1 *
who: veux|veut|voulons {plan} -> S wants 1
any: remplacé {thing} par {thing} -> 1 replaced by 2 *
any: remplacé|remplacée par {thing} -> S replaced by 1 *
any: remplacé|remplace {thing} -> 1 replaced by S *
any: passés|passé|migré|migrés|migrons de|du {tool} à|vers|au {tool} -> 1 replaced by 2 *
any: passés|passé|migré|migrés à|vers {tool} -> S uses 1 *
any: utilise|utilisons|utilisent {tool} pour {thing} -> 2 uses 1
any: utilise|utilisons|utilisent {tool} -> S uses 1
what: dépend de|du|d' {tool} -> S depends on 1
any: décidé d'|de utiliser|adopter {tool} pour {thing} -> 2 uses 1 *
any: décidé d'|de utiliser|adopter {tool} -> S uses 1 *
any: choisi|adopté|retenu {tool} pour {thing} -> 2 uses 1 *
any: choisi|adopté|retenu {tool} -> S decided 1 *
any: opté pour {tool} -> S decided 1 *
any: arrêté d'|de utiliser {tool} -> S uses 1 ! *
what: écrit|écrite en {name} -> S language of 1
what: obsolète|déprécié|dépréciée -> S status =deprecated
what: prévu|prévue|programmé|programmée pour|le le? {date} -> S starts on 1
what: commence le? {date} -> S starts on 1
what: coûte {amount} -> S costs 1
what @nouns: est la|le|l' {attribute} de|d'|du|des {name} -> 2 % S
- @nouns: la|le|l' {attribute} de|d'|du|des {thing} est le? {value} -> 2 % 3
- @nouns: mon|ma {attribute} est le? {value} -> I % 2
- @nouns: notre {attribute} est le? {value} -> 1 is 2
"""
