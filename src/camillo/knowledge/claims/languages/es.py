"""How claims are worded in Spanish."""

OF = "{0} de {1}"
UNLIKE = "ndo mente ción"

WORDS = {
    "i": "yo",
    "we": "nosotros nosotras",
    "third": "él ella",
    "pronouns": "tú usted ustedes vosotros ellos ellas esto eso aquello quien alguien nadie qué quién",
    "my": "mi mis",
    "our": "nuestro nuestra nuestros nuestras",
    "relative": "que quien",
    "fillers": """
ahora también todavía aún ya siempre realmente recientemente actualmente finalmente mucho muchísimo muy bastante
me nos se le les ha han he hemos había estoy está estamos están soy es somos son fue era así hoy luego entonces
especialmente sobre todo sólo solo acabo acaba de
""",
    "negations": "no nunca jamás tampoco ni sin",
    "over": "más",
    "partings": ", ; : - – —",
    "pairs": "ya_no solía_de",
    "conditions": """
si ojalá aunque cuando quizá quizás imagina imagínate supón supongamos supuestamente dicen rumor como
""",
    "doubts": """
quiero quiere querría quisiera podría puede puedo podemos podrían debería deberíamos debo debe tal vez creo cree
pienso piensa supongo espero espera parece dice dijo dicen digo contó cuenta pregunta preguntó voy vamos va van
planeo intento intenta posiblemente probablemente gustaría encantaría a_lo_mejor haría sería habría dudo duda qué
cómo dónde cuándo quién
""",
    "jokes": "jaja jajaja jajajaja broma bromeo",
    "articles": "el la los las un una unos unas lo",
    "indefinite": "un una unos unas",
    "cuts": "que quien donde cual es son está están fue era tiene tienen",
    "be": "",
    "stops": """
y e o u pero porque cuando mientras desde que quien donde cual si como para por con sin en a al ante bajo contra
entre hacia hasta según sobre tras también ahora hoy ayer mañana anoche siempre nunca muy mucho yo tú él ella nosotros
ellos usted es son está están fue era soy somos tiene tengo ha he se me te le nos no ya luego después antes este
esta estos estas ese esa esos esas aquel aquella hace durante más menos
""",
    "empty": """
esto eso ello algo nada nadie alguien todo todos todas cosa cosas mucho poco bien mal forma manera idea tanto así aquí
ahí allí te ti vosotros tu tus su sus mejor verdad gracias acuerdo vez
""",
    "openers": "sí no hola vale bueno bien claro oye gracias pues entonces además también hoy ayer por cierto mira",
    "small": "de del la las los el y &",
    "of": "de del",
    "ands": "y e , o",
    "ends": "y e , . ! ; : ) también pero porque con para en desde",
    "links": "en con de del por a al sobre para",
    "until": "hasta",
    "takebacks": "si supongo creo quizá quizás",
    "units": "euros euro dólares pesos libras mil millones al por mes año hora día",
}

KIN = {
    "married to": "esposa esposo marido mujer",
    "partner of": "novio novia pareja prometido prometida",
    "sibling of": "hermano hermana hermanito hermanita gemelo gemela",
    "parent of": "hijo hija hijos hijas niño niña niños niñas bebé",
    "child of": "madre padre mamá papá",
    "friend of": "amigo amiga",
    "reports to": "jefe jefa",
    "works with": "colega compañero compañera",
    "cousin of": "primo prima",
    "grandchild of": "abuelo abuela",
    "niece or nephew of": "tío tía",
    "aunt or uncle of": "sobrino sobrina",
    "has pet": """
perro perra perros perras gato gata gatos gatas perrito gatito cachorro conejo tortuga caballo loro hámster
""",
}

ROLES = """
abogado abogada actor actriz administrador administradora analista arquitecta arquitecto artista asistente
autora autor
bibliotecaria bibliotecario bióloga biólogo camarera camarero camionero carpintera carpintero científica
científico cirujana
cirujano cocinera cocinero consultora consultor contable dentista desarrolladora desarrollador diseñadora diseñador
directora director doctora doctor economista editora editor electricista empresaria empresario enfermera enfermero
entrenadora entrenador escritora escritor farmacéutica farmacéutico fotógrafa fotógrafo gerente guía ingeniera
ingeniero jardinera jardinero jueza juez maestra maestro mecánica mecánico médica médico música músico peluquera
peluquero
periodista piloto pintora pintor policía profesora profesor programadora programador psicóloga psicólogo química
químico responsable secretaria secretario traductora traductor vendedora vendedor veterinaria veterinario
presidenta presidente ceo cto
"""

GROUPS = "club grupo equipo gimnasio banda coro clase liga comunidad organización asociación curso taller iglesia"
BUSINESSES = """
tienda panadería restaurante empresa negocio startup cafetería galería estudio escuela granja bar agencia
"""
VENUES = """
oficina servidor empresa tienda taller laboratorio almacén fábrica sucursal equipo conferencia reunión fiesta boda
concierto exposición festival escuela restaurante biblioteca clínica
"""
STATES = """
vegano vegana vegetariano vegetariana celíaco celíaca soltero soltera zurdo zurda diabético diabética jubilado
jubilada
"""
STATUSES = "casado casada divorciado divorciada separado separada viudo viuda"
IDIOMS = "decisión error cosa favor viaje pregunta"

NOUNS = {
    "born on:date": "cumpleaños",
    "due on:date": "plazo fecha_límite",
    "starts on:date": "lanzamiento",
    "costs:amount": "presupuesto precio coste costo sueldo",
    "named:name": "nombre",
    "led by:name": "dueño dueña responsable líder propietario propietaria alcalde alcaldesa fundador fundadora",
    "works as:role": "profesión trabajo",
    "capital:name": "capital",
    "located in:name": "sede",
    "port:literal": "puerto",
    "version:version": "versión",
    "email:literal": "correo email",
    "phone:literal": "teléfono",
    "uses:thing": "framework editor",
}

RULES = """
i: trabajo|trabajamos|trabajaba en|para {name} -> I works at 1
i: trabajo|trabajamos como|de {role} en|para {name} -> I works as 1; I works at 2
i: trabajo|trabajamos como|de {role} -> I works as 1
who: trabaja|trabajan|trabajando como|de {role} en|para {name} -> S works as 1; S works at 2
who: trabaja|trabajan|trabajando como|de {role} -> S works as 1
who: trabaja|trabajan|trabajando en|para {name} -> S works at 1
i: trabajé|trabajábamos|trabajamos en|para {name} -> I works at 1 !
who: trabajó|trabajaba en|para {name} -> S works at 1 !
i: dejé|dejamos {name} para|por {name} -> I works at 1 ! *; I works at 2 *
i: dejé|dejamos de trabajar en|para {name} -> I works at 1 ! *
who: dejó de trabajar en|para {name} -> S works at 1 ! *
i @empecé|comencé: empecé|comencé a trabajar en|para {name} -> I works at 1 *
who: empezó|comenzó a trabajar en|para {name} -> S works at 1 *
i: entré en|a {name} como {role} -> I works at 1 *; I works as 2 *
who: entró|ingresó en|a {name} como {role} -> S works at 1 *; S works as 2 *
who: unió a {name} -> S works at 1 *
i: uní a {name} -> I works at 1 *
i @roles: soy la|el|un|una {role} de|en {name} -> I works as 1; I works at 2
i @roles: soy {role} de|en {name} -> I works as 1; I works at 2
i @roles: soy {role} -> I works as 1
who @roles: es la|el {role} de|en {name} -> S works as 1; S works at 2
who @roles: es {role} de|en {name} -> S works as 1; S works at 2
who @roles: es {role} -> S works as 1
who: nombraron|nombró|nombrado|nombrada {role} -> S works as 1 *
who: reporta a {name} -> S reports to 1
who: dirige {thing} -> S leads 1
i: dirijo {thing} -> I leads 1
who: fundó {name} -> S created 1 *
i: fundé {name} -> I created 1 *
i: abrí|abrimos {business} -> I owns 1 *
i: estudio|estudiamos {label} en {name} -> I studies 1; I studies at 2
i: estudio|estudiamos en {name} -> I studies at 1
i: estudio|estudiamos {label} -> I studies 1
who: estudia {label} en {name} -> S studies 1; S studies at 2
who: estudia en {name} -> S studies at 1
who: estudia {label} -> S studies 1
i: hablo {label} -> I speaks 1
who: habla {name} -> S speaks 1
i: aprendiendo {label} -> I studies 1
i: vivo|vivimos|resido en {name} -> I lives in 1
who: vive|viven|reside|viviendo en {name} -> S lives in 1
i: viví|vivíamos en {name} -> I lives in 1 !
who: vivió|vivía|vivían en {name} -> S lives in 1 !
i: mudé|mudamos|trasladé|mudado de|desde {name} a {name} -> I lives in 2 *; I lives in 1 ! *
i: mudé|mudamos|trasladé|mudado a {name} -> I lives in 1 *
who: mudó|mudaron|trasladó de|desde {name} a {name} -> S lives in 2 *; S lives in 1 ! *
who: mudó|mudaron|trasladó a {name} -> S lives in 1 *
i: nací en {name} -> I born in 1
i: nací el|en? {date} -> I born on 1
who: nació en {name} -> S born in 1
who: nació el|en? {date} -> S born on 1
i: crecí en {name} -> I grew up in 1
what @venues: está|están|queda en {site} -> S located in 1
what @venues: mudó|trasladó|movió a {site} -> S located in 1 *
what: ubicado|ubicada|sede|basada|basado en {name} -> S located in 1
i: vengo de {name} -> I comes from 1
i @casado|casada: estoy casado|casada con {name} -> I married to 1
who: casado|casada con {name} -> S married to 1
i: casé con {name} -> I married to 1 *
who: casó con {name} -> S married to 1 *
- @kin: mi|mis|nuestra|nuestro {kin} se llama|llaman {name} -> I % 2
- @kin: mi|nuestra|nuestro {kin} , {apart} -> I % 2
- @kin: mi|nuestra|nuestro {kin} {beside} -> I % 2
who @kin: es mi {kin} -> I % S
who @kin: es {kin} de {name} -> 2 % S
who @kin: es la|el {kin} de {name} -> 2 % S
i @kin: tengo|tenemos {pet} llamado|llamada {name} -> I has pet 2
i @kin: tengo|tenemos {pet} que se llama {name} -> I has pet 2
i @kin: tengo|tenemos {pet} -> I has pet 1
i @kin: tengo|tenemos {children} -> I parent of 1
who @kin: tiene {pet} llamado|llamada {name} -> S has pet 2
who @kin: tiene {pet} -> S has pet 1
i: adopté|adoptamos {pet} -> I has pet 1 *
i: me gusta|gustan|encanta|encantan|fascina {doing} -> I likes 1; I dislikes 1 ~
who: le gusta|gustan|encanta|encantan|fascina {doing} -> S likes 1; S dislikes 1 ~
i: adoro|adoramos|amo {doing} -> I likes 1
who: adora|ama {doing} -> S likes 1
i: odio|detesto {doing} -> I dislikes 1
who: odia|detesta {doing} -> S dislikes 1
i: prefiero|preferimos {doing} -> I prefers 1
who: prefiere {doing} -> S prefers 1
i @alérgica|alérgico: soy alérgico|alérgica a|al {noun} -> I allergic to 1
who: alérgico|alérgica a|al {noun} -> S allergic to 1
i @statuses: estoy {status} -> I relationship status 1
i @states: soy {state} -> I is 1
i: toco {noun} -> I plays 1
who: toca {noun} -> S plays 1
- @favorito|favorita: mi {label} favorito|favorita es {thing} -> I $1 favorito 2
what @favorito|favorita: es mi {label} favorito|favorita -> I $1 favorito S
i: compré|compramos {goods} -> I owns 1 *
who: compró {goods} -> S owns 1 *
i: vendí|vendimos {goods} -> I owns 1 ! *
i: visité|visitamos {name} -> I visited 1 *
who: visitó {name} -> S visited 1 *
i: viajé|viajamos a {name} -> I visited 1 *
i: gané|ganamos {feat} -> I won 1 *
i: escribí|publiqué|pinté {feat} -> I created 1 *
i @quiero|queremos: quiero|queremos {plan} -> I wants 1
any: reemplazó|reemplaza|sustituyó|sustituye a? {thing} -> 1 replaced by S *
any: reemplazado|reemplazada|sustituido|sustituida por {thing} -> S replaced by 1 *
i: reemplazamos|sustituimos|reemplacé {thing} por|con {thing} -> 1 replaced by 2 *
i: migramos|pasamos|cambiamos|migré de {tool} a {tool} -> 1 replaced by 2 *
i: migramos|cambiamos|pasamos a {tool} -> I uses 1 *
i: usamos|uso|utilizamos|utilizo {tool} para {thing} -> 2 uses 1
i: usamos|uso|utilizamos|utilizo {tool} -> I uses 1
any: usa|utiliza {tool} para {thing} -> S uses 1
any: usa|utiliza|utilizan|usan {tool} -> S uses 1
what: depende de {tool} -> S depends on 1
i: decidimos|decidí usar|utilizar {tool} para {thing} -> 2 uses 1 *
i: decidimos|decidí usar|utilizar {tool} -> I uses 1 *
i: elegimos|elegí|escogimos {tool} para {thing} -> 2 uses 1 *
i: elegimos|elegí|escogimos {tool} -> I decided 1 *
i: optamos|opté por {tool} para {thing} -> 2 uses 1 *
i: optamos|opté por {tool} -> I decided 1 *
i: dejamos|dejé de usar|utilizar {tool} -> I uses 1 ! *
what: escrito|escrita en {name} -> S language of 1
what: obsoleto|obsoleta -> S status =deprecated
what: vence el? {date} -> S due on 1
what: empieza|comienza el? {date} -> S starts on 1
what: programado|programada|previsto|prevista para el? {date} -> S starts on 1
what: cuesta {amount} -> S costs 1
what @nouns: es la|el {attribute} de|del {name} -> 2 % S
- @nouns: la|el {attribute} de|del {thing} es {value} -> 2 % 3
- @nouns: la|el {attribute} de|del {thing} es el {value} -> 2 % 3
- @nouns: mi {attribute} es el? {value} -> I % 2
- @nouns: nuestro|nuestra {attribute} es el? {value} -> 1 is 2
"""
