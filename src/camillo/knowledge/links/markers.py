"""Words that give a reason, by language.

``follows``: the reason stands after the word ("because"); ``precedes``: before it ("which is why").
``opens``: like ``follows``, but the word has other meanings unless it opens a sentence or follows a comma.
``loose``: the reason stands after it, if what it tells is an event ("after"); ``loosely``: before it.
``aim``: what follows is what it was done for ("so that"). Entries are regular expressions; a blank stands for any
white space.
"""

from typing import NamedTuple


class Markers(NamedTuple):
    """The words of one language, by where the reason stands."""

    follows: str = ""
    precedes: str = ""
    opens: str = ""
    loose: str = ""
    loosely: str = ""
    aim: str = ""


MARKERS = {
    "en": Markers(
        follows="because of|because|cuz|due to|owing to|thanks to|as a (?:direct )?result of|as a consequence of"
        "|in consequence of|on account of|caused by|triggered by|brought on by|now that|given that|seeing that"
        "|the (?:main )?reason (?:is|was|being)(?: that)?",
        precedes="(?:because of|due to|thanks to) (?:that|this|it)(?=,|$| (?:i|we|you|he|she|they|it|the|my|our) )"
        "|(?:which|that|this|it)(?: is|'s|’s|s) why|that explains why|which (?:means|meant)(?: that)?"
        "|therefore|consequently|hence|as a (?:direct )?result(?! of)|(?<=, )so(?! (?:that|far|much|many|to|long|on))"
        "|(?:led|leads|leading) to|(?:resulted|resulting) in|for (?:that|this) reason|meaning that",
        # Since when, not why: "since we last talked", "since my childhood".
        loose="since(?! (?:then|when|last|yesterday|\\d|[^.!?,]{0,16}(?:last|talk|spoke|chat|met|child|young|kid|ago)))"
        "|after|following",
        aim="so that|in order that",
    ),
    "de": Markers(
        follows="weil|wegen|aufgrund|auf grund|infolge|verursacht durch|verursacht von|ausgelöst durch|dank"
        "|(?:liegt|lag|läge) daran,? dass|daran (?:liegt|lag),? dass|der grund (?:ist|war|dafür ist),? dass"
        "|zumal|angesichts",
        precedes="deshalb|deswegen|daher|darum|folglich|infolgedessen|somit|sodass|so dass|weshalb|weswegen"
        "|aus diesem grund|(?:führte|führt|führten) (?:dazu|zu|zur|zum)",
        opens="da|denn",
        loose="nachdem|nach",
        aim="damit",
    ),
    "fr": Markers(
        follows="parce qu(?:e |')|à cause (?:de|du|des|d')|en raison (?:de|du|des|d')|grâce (?:à|au|aux)"
        "|puisqu(?:e |')|étant donné qu(?:e |')|vu qu(?:e |')|du fait (?:de|du|des|que)|causée?s? par"
        "|provoquée?s? par|(?:dû|due|dus|dues) (?:à|au|aux)|suite (?:à|au|aux)",
        precedes="c'est pourquoi|c'est pour ça qu(?:e |')|voilà pourquoi|du coup|par conséquent|si bien qu(?:e |')"
        "|de sorte qu(?:e |')|(?:a|ont) (?:entraîné|provoqué|causé)|ce qui explique|(?<=, )donc",
        opens="car|comme",
        loose="après que|après",
        aim="pour que|afin que",
    ),
    "es": Markers(
        follows="porque|ya que|debido (?:a|al)|a causa (?:de|del)|por culpa (?:de|del)|gracias (?:a|al)|puesto que"
        "|dado que|a raíz (?:de|del)|(?:causad|provocad)[oa]s? por|por el hecho de que|en vista de que",
        precedes="por eso|por ello|por lo tanto|por lo que|así que|de modo que|de manera que|en consecuencia"
        "|(?:provocó|causó|llevó a|hizo que)|razón por la (?:que|cual)|por esta razón",
        opens="como|pues",
        loose="después de que|después de|tras",
        aim="para que",
    ),
    "pt": Markers(
        follows="porque|por causa (?:de|da|do|das|dos|disso)|já que|devido (?:a|à|ao|às|aos)|uma vez que|visto que"
        "|dado que|graças (?:a|à|ao|às|aos)|em (?:consequência|razão|virtude|função) d[aeo]s?|por conta d[aeo]s?"
        "|por culpa d[aeo]s?|(?:causad|provocad)[oa]s? p(?:or|el[oa]s?)",
        precedes="por isso|portanto|de modo que|por esse motivo|por essa razão|em consequência(?! d)"
        "|(?:provocou|causou|levou a|resultou em|fez com que)|é por isso que|(?<=, )então",
        opens="como|pois",
        loose="depois que|depois d[aeo]s?|após",
        aim="para que",
    ),
    "zh": Markers(
        follows="因为|因為|由于|由於|原因是|原因在于|都怪|归因于|歸因於|多亏|多虧|(?<=[，。,])因(?=[^此而为為])",
        precedes="所以|因此|因而|于是|於是|以致|导致|導致|从而|從而|害得|害我|弄得",
        loosely="之后|之後|以后|以後",
        aim="以便|为了|為了",
    ),
    "ja": Markers(
        follows="なぜなら|というのも|原因は|理由は",
        precedes="ので|ために|せいで|おかげで|だから|そのため|したがって|それで|によって|により|から(?=[、,])|ことから",
        loosely="た後|てから",
    ),
}
#: Languages written without spaces.
UNSPACED = frozenset(("zh", "ja"))
