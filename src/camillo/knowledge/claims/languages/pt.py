"""How claims are worded in Portuguese."""

OF = "{0} de {1}"
UNLIKE = "ndo mente ção"

WORDS = {
    "i": "eu",
    "we": "nós",
    "third": "ele ela",
    "pronouns": "tu você vocês eles elas isto isso aquilo quem alguém ninguém",
    "my": "meu minha meus minhas",
    "our": "nosso nossa nossos nossas",
    "relative": "que quem",
    "fillers": """
agora também ainda já sempre realmente recentemente atualmente finalmente muito bastante me nos se lhe tenho tem temos
estou está estamos estão sou é somos são foi era hoje depois então especialmente sobretudo só apenas acabei acabou de
a gente mesmo
""",
    "negations": "não nunca jamais nem sem tampouco",
    "over": "mais",
    "partings": ", ; : - – —",
    "pairs": "já_não costumava_de",
    "conditions": "se oxalá embora quando caso imagina imagine suponha supostamente dizem boato como",
    "doubts": """
quero quer queria gostaria poderia pode posso podemos podem deveria devia devo deve talvez acho acha creio penso pensa
suponho espero espera parece diz disse dizem digo contou conta perguntou vou vamos vai vão planeio planejo tento
tenta possivelmente provavelmente adoraria faria seria teria duvido que onde quando quem
""",
    "jokes": "haha hahaha kkk kkkk rsrs brincadeira brincando",
    "articles": "o a os as um uma uns umas",
    "introducing": "o a",
    "indefinite": "um uma uns umas",
    "cuts": "que quem onde qual é são está estão foi era tem têm",
    "stops": """
e ou mas porque quando enquanto desde que quem onde qual se como para por pelo pela com sem em no na nos nas num
numa a ao à aos às até entre sobre contra sob após também agora hoje ontem amanhã sempre nunca muito eu tu ele ela
nós eles você é são está estão foi era sou somos tem tenho há não já depois antes este esta estes estas esse essa
isto isso aquele aquela durante mais menos
""",
    "empty": """
isto isso aquilo algo nada ninguém alguém tudo todos todas coisa coisas muito pouco bem mal forma maneira ideia assim
aqui ali lá te ti teu tua seu sua dele dela vez verdade melhor
""",
    "openers": "sim não olá oi bom bem claro olha obrigado obrigada pois então além também hoje ontem aliás",
    "small": "de do da dos das e &",
    "of": "de do da dos das",
    "ands": "e , ou",
    "ends": "e , . ! ; : ) também mas porque com para em desde",
    "links": "em no na com de do da por pelo pela a ao sobre para",
    "until": "até",
    "takebacks": "se suponho acho talvez",
    "units": "euros euro dólares reais real libras mil milhões por mês ano hora dia",
}

KIN = {
    "married to": "esposa esposo marido mulher",
    "partner of": "namorado namorada noivo noiva companheiro companheira",
    "sibling of": "irmão irmã gémeo gémea",
    "parent of": "filho filha filhos filhas bebé bebê",
    "child of": "mãe pai mamã papá",
    "friend of": "amigo amiga",
    "reports to": "chefe",
    "works with": "colega",
    "cousin of": "primo prima",
    "grandchild of": "avô avó",
    "niece or nephew of": "tio tia",
    "aunt or uncle of": "sobrinho sobrinha",
    "has pet": """
cão cadela cães cachorro cachorra cachorros gato gata gatos gatas gatinho cãozinho coelho tartaruga cavalo
papagaio
""",
}

ROLES = """
advogada advogado ator atriz administradora administrador analista arquiteta arquiteto artista assistente autora autor
bibliotecária bibliotecário bióloga biólogo camionista carpinteira carpinteiro cientista cirurgiã cirurgião
contabilista contadora contador consultora consultor cozinheira cozinheiro dentista desenvolvedora desenvolvedor
designer diretora diretor doutora doutor economista editora editor eletricista empresária empresário enfermeira
enfermeiro engenheira engenheiro escritora escritor farmacêutica farmacêutico fotógrafa fotógrafo gerente
gestora gestor
guia jardineira jardineiro jornalista juíza juiz mecânica mecânico médica médico música músico padeira padeiro
piloto pintora pintor polícia policial professora professor programadora programador psicóloga psicólogo química
químico
secretária secretário tradutora tradutor treinadora treinador vendedora vendedor veterinária veterinário
presidente ceo cto
"""

GROUPS = """
clube grupo equipa equipe ginásio academia banda coro turma liga comunidade organização associação curso igreja
"""
BUSINESSES = """
loja padaria restaurante empresa negócio startup café galeria estúdio escola quinta bar agência livraria
"""
VENUES = """
escritório servidor empresa loja oficina laboratório armazém fábrica filial equipe equipa conferência reunião festa
casamento concerto exposição festival escola restaurante biblioteca
"""
STATES = "vegano vegana vegetariano vegetariana celíaco celíaca solteiro solteira canhoto canhota diabético diabética"
STATUSES = "casado casada divorciado divorciada separado separada viúvo viúva"
IDIOMS = "decisão erro coisa favor viagem pergunta"

NOUNS = {
    "born on:date": "aniversário",
    "due on:date": "prazo data_limite",
    "starts on:date": "lançamento",
    "costs:amount": "orçamento preço custo salário",
    "named:name": "nome",
    "led by:name": "dono dona responsável líder proprietário proprietária prefeito prefeita fundador fundadora",
    "works as:role": "profissão trabalho",
    "capital:name": "capital",
    "located in:name": "sede",
    "port:literal": "porta",
    "version:version": "versão",
    "email:literal": "email",
    "phone:literal": "telefone",
    "uses:thing": "framework editor",
}

RULES = """
i: trabalho|trabalhamos como {role} em|no|na|para {name} -> I works as 1; I works at 2
i: trabalho|trabalhamos como {role} -> I works as 1
i: trabalho|trabalhamos em|no|na|para {name} -> I works at 1
who: trabalha|trabalham|trabalhando como {role} em|no|na|para {name} -> S works as 1; S works at 2
who: trabalha|trabalham|trabalhando como {role} -> S works as 1
who: trabalha|trabalham|trabalhando em|no|na|para {name} -> S works at 1
i: trabalhei|trabalhávamos em|no|na|para {name} -> I works at 1 !
who: trabalhou|trabalhava em|no|na|para {name} -> S works at 1 !
i: deixei|deixámos|deixamos|saí de trabalhar em|no|na|para {name} -> I works at 1 ! *
i: saí de|do|da {name} -> I works at 1 ! *
who: saiu de|do|da {name} -> S works at 1 ! *
who: deixou de trabalhar em|no|na|para {name} -> S works at 1 ! *
i @comecei: comecei a trabalhar em|no|na|para {name} -> I works at 1 *
who: começou a trabalhar em|no|na|para {name} -> S works at 1 *
i: entrei em|no|na|para {name} -> I works at 1 *
who: entrou em|no|na|para {name} -> S works at 1 *
i @roles: sou a|o|um|uma {role} de|do|da|em|no|na {name} -> I works as 1; I works at 2
i @roles: sou {role} de|do|da|em|no|na {name} -> I works as 1; I works at 2
i @roles: sou {role} -> I works as 1
who @roles: é a|o {role} de|do|da|em|no|na {name} -> S works as 1; S works at 2
who @roles: é {role} de|do|da|em|no|na {name} -> S works as 1; S works at 2
who @roles: é {role} -> S works as 1
who: reporta a|ao|à {name} -> S reports to 1
who: lidera|dirige {thing} -> S leads 1
i: lidero {thing} -> I leads 1
who: fundou {name} -> S created 1 *
i: fundei {name} -> I created 1 *
i: abri|abrimos {business} -> I owns 1 *
i: estudo|estudamos {label} em|no|na {name} -> I studies 1; I studies at 2
i: estudo|estudamos em|no|na {name} -> I studies at 1
i: estudo|estudamos {label} -> I studies 1
who: estuda {label} em|no|na {name} -> S studies 1; S studies at 2
who: estuda em|no|na {name} -> S studies at 1
who: estuda {label} -> S studies 1
i: falo {label} -> I speaks 1
i: aprendendo {label} -> I studies 1
i: moro|moramos|vivo|vivemos|resido em|no|na {name} -> I lives in 1
who: mora|moram|vive|vivem|reside|morando|vivendo em|no|na {name} -> S lives in 1
i: morei|vivi|morávamos em|no|na {name} -> I lives in 1 !
who: morou|morava|viveu|vivia em|no|na {name} -> S lives in 1 !
i: mudei|mudei-me|mudámos|mudamos|mudámo-nos de|do|da {name} para|a {name} -> I lives in 2 *; I lives in 1 ! *
i: mudei|mudei-me|mudámos|mudamos|mudámo-nos para|a {name} -> I lives in 1 *
who: mudou|mudou-se|mudaram|mudaram-se de|do|da {name} para|a {name} -> S lives in 2 *; S lives in 1 ! *
who: mudou|mudou-se|mudaram|mudaram-se para|a {name} -> S lives in 1 *
i: nasci em|no|na {name} -> I born in 1
i: nasci a|em? {date} -> I born on 1
who: nasceu em|no|na {name} -> S born in 1
who: nasceu a|em? {date} -> S born on 1
i: cresci em|no|na {name} -> I grew up in 1
what @venues: está|estão em|no|na {site} -> S located in 1
what @venues: mudou|mudou-se|migrou para {site} -> S located in 1 *
what: localizado|localizada|sediada|sediado em|no|na {name} -> S located in 1
what: fica em|no|na {name} -> S located in 1
i: venho de|do|da {name} -> I comes from 1
i @casado|casada: sou|estou casado|casada com {name} -> I married to 1
who: casado|casada com {name} -> S married to 1
i: casei|casei-me com {name} -> I married to 1 *
who: casou|casou-se com {name} -> S married to 1 *
- @kin: meu|minha|nosso|nossa {kin} se? chama|chama-se {name} -> I % 2
- @kin: meu|minha|nosso|nossa {kin} , {apart} -> I % 2
- @kin: meu|minha|nosso|nossa {kin} {beside} -> I % 2
who @kin: é meu|minha {kin} -> I % S
who @kin: é {kin} de|do|da {name} -> 2 % S
who @kin: é a|o {kin} de|do|da {name} -> 2 % S
i @kin: tenho|temos {pet} chamado|chamada {name} -> I has pet 2
i @kin: tenho|temos {pet} que se? chama {name} -> I has pet 2
i @kin: tenho|temos {pet} -> I has pet 1
i @kin: tenho|temos {children} -> I parent of 1
who @kin: tem {pet} chamado|chamada {name} -> S has pet 2
who @kin: tem {pet} -> S has pet 1
i: adotei|adotámos|adotamos {pet} -> I has pet 1 *
i: gosto|gostamos de|do|da|dos|das {doing} -> I likes 1; I dislikes 1 ~
who: gosta|gostam de|do|da|dos|das {doing} -> S likes 1; S dislikes 1 ~
i: adoro|adoramos|amo {doing} -> I likes 1
who: adora|ama {doing} -> S likes 1
i: odeio|detesto {doing} -> I dislikes 1
who: odeia|detesta {doing} -> S dislikes 1
i: prefiro|preferimos {doing} -> I prefers 1
who: prefere {doing} -> S prefers 1
i: alérgico|alérgica a|ao|à {noun} -> I allergic to 1
i @statuses: sou|estou {status} -> I relationship status 1
i @states: sou {state} -> I is 1
i: toco {noun} -> I plays 1
who: toca {noun} -> S plays 1
- @favorito|favorita: meu|minha {label} favorito|favorita é {thing} -> I $1 favorito 2
- @preferido|preferida: meu|minha {label} preferido|preferida é {thing} -> I $1 favorito 2
what @favorito|favorita: é o|a meu|minha {label} favorito|favorita -> I $1 favorito S
what @preferido|preferida: é o|a meu|minha {label} preferido|preferida -> I $1 favorito S
i: comprei|comprámos|compramos {goods} -> I owns 1 *
who: comprou {goods} -> S owns 1 *
i: vendi|vendemos {goods} -> I owns 1 ! *
i: visitei|visitámos|visitamos {name} -> I visited 1 *
who: visitou {name} -> S visited 1 *
i: viajei|viajámos|fui para|a {name} -> I visited 1 *
i: ganhei|ganhámos {feat} -> I won 1 *
i: escrevi|publiquei|pintei {feat} -> I created 1 *
i @quero|queremos: quero|queremos {plan} -> I wants 1
any: substituiu|substitui {thing} -> 1 replaced by S *
any: substituído|substituída por|pelo|pela {thing} -> S replaced by 1 *
i: substituímos|substituí|trocámos|trocamos {thing} por|pelo|pela {thing} -> 1 replaced by 2 *
i: migrámos|migramos|passámos|passamos|mudámos|migrei de|do|da {tool} para|pelo|pela {tool} -> 1 replaced by 2 *
i: migrámos|migramos|passámos para {tool} -> I uses 1 *
i: usamos|uso|utilizamos|utilizo {tool} para {thing} -> 2 uses 1
i: usamos|uso|utilizamos|utilizo {tool} -> I uses 1
any: usa|utiliza|usam|utilizam {tool} -> S uses 1
what: depende de|do|da {tool} -> S depends on 1
i: decidimos|decidi usar|utilizar {tool} para {thing} -> 2 uses 1 *
i: decidimos|decidi usar|utilizar {tool} -> I uses 1 *
i: escolhemos|escolhi {tool} para {thing} -> 2 uses 1 *
i: escolhemos|escolhi {tool} -> I decided 1 *
i: optámos|optamos|optei por|pelo|pela {tool} -> I decided 1 *
i: deixámos|deixamos|deixei de usar|utilizar {tool} -> I uses 1 ! *
what: escrito|escrita em {name} -> S language of 1
what: obsoleto|obsoleta -> S status =deprecated
what: vence|termina a|em? {date} -> S due on 1
what: começa a|em? {date} -> S starts on 1
what: marcado|marcada|previsto|prevista|agendado|agendada para {date} -> S starts on 1
what: custa {amount} -> S costs 1
what @nouns: é a|o {attribute} de|do|da {name} -> 2 % S
- @nouns: o|a {attribute} de|do|da {thing} é {value} -> 2 % 3
- @nouns: meu|minha {attribute} é a? {value} -> I % 2
- @nouns: nosso|nossa {attribute} é a? {value} -> 1 is 2
"""
