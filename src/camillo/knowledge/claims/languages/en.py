"""How claims are worded in English."""

OF = "{1}'s {0}"

WORDS = {
    "i": "i",
    "we": "we",
    "third": "he she",
    "pronouns": "you they it this that these those there what who which one everyone someone nobody anyone",
    "my": "my",
    "our": "our",
    "relative": "who",
    "fillers": """
just recently really also now still currently finally actually always already even only
absolutely totally officially ever since then lately truly particularly especially mostly mainly
personally simply definitely honestly deeply very so much quite initially originally eventually later
first soon there proudly gladly happily usually often generally normally typically formerly previously once
am is are was were be been being 'm 's 're 've have has had do does did got ended back
""",
    "negations": """
not never no neither nor without don't doesn't didn't isn't aren't wasn't weren't haven't hasn't hadn't
won't wouldn't couldn't shouldn't can't cannot ain't barely hardly rarely seldom
""",
    "over": "anymore longer",
    "perfect": "have has 've",
    "conditions": """
if whether unless wish wished imagine imagining suppose supposing pretend pretending lest assuming when whenever
supposedly allegedly apparently reportedly rumor rumors rumour rumours doubt doubts unsure fake joke joking example
e.g otherwise dream dreamed dreaming until till before
""",
    "doubts": """
would 'd could might may maybe perhaps possibly hope hopes hoping probably presumably should shall let lets let's
think thinks thought guess believe believes believed heard hear hears said says say told tell tells claim claims
claimed seems seem seemed sounds assume assumes assumed wonder wondering wonders consider considering considered
want wants wanted wanna gonna going plan plans planning planned hopefully will 'll can must need needs needed try
trying tried thinking how what why where which whose almost nearly like supposed expected intend intends forget
suggest suggests suggested recommend recommended asked ask asks expect expecting won't
""",
    "reasons": "'s is reason reasons that's",
    "jokes": "lol jk kidding joking haha hahaha lmao rofl sarcasm /s",
    "articles": "a an the some another",
    "definite": "the all",
    "indefinite": "a an some",
    "generic": "beach ocean sea outdoors mountains countryside rain snow cold heat gym theater theatre cinema forest",
    "cuts": """
that which who where is are was were has have had will would can could 's 're 'll up out off this these those
your his her its their it them you us me him i we he she they how what why when more most less all both each
another
""",
    "be": "am is are was were be been being 'm 's 're look looks feel feels sound sounds",
    "helpers": "do does did don't doesn't didn't to",
    "bare": "like",
    "participles": """
based headquartered located situated employed hired laid fired written implemented deprecated scheduled planned due
born allergic interested
""",
    "stops": """
and but or because so when while since that which who whom whose if as for with in on at from after before
during by about to than like until till through into over under between without within against across
around near where why how although though though unless too also now today yesterday tomorrow tonight lately
recently again already yet soon currently anymore still ever together though right you i we he she they it is
are was were be been am 's 're 've 'd 'm 'll has have had do does did will would can could should may might
must not don't doesn't didn't isn't wasn't really very just always never sometimes because this last next
there here then instead via per upon towards toward behind beyond except every each well better best more most
both ago either whenever whatever even especially including starting back both all up out off
""",
    "empty": """
it this that these those them him her us me you one ones everything anything something nothing everyone
someone anyone somebody anybody everybody nobody all any each much many lot lots bit way ways thing things
stuff myself yourself himself herself itself themselves ourselves everywhere somewhere what how who where so
own few same other others such number kind sort here there seeing hearing idea your yours his their its
none no great good nice awesome amazing cool
""",
    "vague": """
playing doing going being making getting having working place places spot spots area event events project projects
hobby hobbies time person guy work
""",
    "openers": """
yeah yes yep yup no nope oh wow hey hi hello thanks thank well so and but ok okay sure great cool awesome also
btw anyway anyways actually honestly then plus haha aww man dude absolutely definitely guess fyi update news
today yesterday
""",
    "small": "of the de la le del da do di van von der &",
    "of": "of",
    "ands": "and & , but then",
    "ends": "and & , . ! ; : ) too also so because with for in on at from since but as",
    "links": "in on at with to for of about by into through from over",
    "partings": ", ; : - – —",
    "pairs": "used_to no_longer",
    "until": "until till",
    "takebacks": "if unless suppose guess think maybe perhaps probably supposedly apparently kidding",
    "units": """
euros euro dollars dollar pounds usd eur gbp million thousand k per month year hour hours days day week
""",
}

KIN = {
    "married to": "wife husband spouse hubby",
    "partner of": "girlfriend boyfriend partner fiancé fiancée fiance fiancee gf bf",
    "sibling of": "sister brother sibling twin stepsister stepbrother half-sister half-brother bro sis",
    "parent of": "son daughter child kid kids children sons daughters stepson stepdaughter toddler baby",
    "child of": "mother father mom dad mum mommy daddy mama papa stepmother stepfather",
    "friend of": "friend bestie buddy pal",
    "reports to": "boss manager supervisor",
    "works with": "colleague coworker co-worker teammate",
    "grandchild of": "grandmother grandfather grandma grandpa granny nana",
    "cousin of": "cousin",
    "niece or nephew of": "aunt uncle auntie",
    "aunt or uncle of": "niece nephew",
    "mentored by": "mentor coach tutor",
    "neighbour of": "neighbor neighbour",
    "lives with": "roommate flatmate housemate",
    "has pet": """
dog dogs cat cats puppy puppies pup pups kitten kittens kitty kitties pet pets turtle turtles rabbit rabbits
bunny parrot
hamster horse pony snake goldfish fish tortoise lizard guinea ferret bird birds doggo pooch chickens
labrador retriever poodle beagle bulldog terrier shepherd husky corgi dachshund chihuahua
""",
}

ROLES = """
accountant actor actress administrator advisor adviser analyst architect artist assistant astronaut attorney author
baker banker barber barista bartender biologist blogger bookkeeper builder butcher captain carpenter cashier ceo cfo
chairman chairwoman chef chemist choreographer cio clerk coach cofounder co-founder columnist comedian composer
consultant contractor cook coo coordinator counselor counsellor cto curator dancer dentist designer developer
dietitian director dj doctor driver economist editor electrician engineer entrepreneur farmer filmmaker
firefighter florist freelancer gardener geologist guitarist hairdresser head historian illustrator
instructor intern interpreter investor janitor journalist judge lawyer lecturer librarian lifeguard
manager mathematician mayor mechanic midwife minister model musician nanny neurologist novelist
nurse nutritionist officer painter paralegal paramedic pastor pediatrician pharmacist photographer physicist
physiotherapist pianist pilot player plumber poet police policeman politician president priest principal
producer professor programmer psychiatrist psychologist publicist recruiter receptionist reporter
researcher sailor salesman salesperson scientist screenwriter sculptor secretary senator sergeant singer
soldier statistician streamer student superintendent surgeon surveyor tailor teacher technician
therapist trainer translator treasurer tutor veterinarian vet vp waiter waitress welder writer youtuber
"""

GROUPS = """
club group team gym band choir class league community organization organisation church course program programme
association society committee council workshop troupe orchestra crew circle union network chapter
academy squad brigade forum
"""

#: Places known well enough to tell "she left Paris" from "she left Peakline".
CITIES = """
london paris berlin madrid rome lisbon porto vienna zurich geneva amsterdam rotterdam brussels antwerp dublin cork
edinburgh glasgow manchester birmingham leeds bristol liverpool oxford cambridge copenhagen oslo bergen stockholm
gothenburg helsinki warsaw krakow prague budapest bucharest sofia athens istanbul ankara moscow kyiv milan turin
naples florence venice barcelona valencia seville bilbao munich hamburg frankfurt cologne dresden leipzig lyon
marseille nice toulouse bordeaux york boston chicago seattle portland denver austin dallas houston miami atlanta
philadelphia washington detroit phoenix oakland brooklyn vegas angeles francisco diego toronto montreal vancouver ottawa
mexico bogota lima santiago aires paulo janeiro quito caracas havana tokyo kyoto osaka seoul busan beijing shanghai
shenzhen guangzhou hong singapore bangkok hanoi manila jakarta mumbai delhi bangalore chennai kolkata karachi
dubai doha tehran baghdad cairo lagos nairobi johannesburg accra sydney melbourne brisbane perth auckland
england scotland wales ireland france germany spain portugal italy switzerland austria belgium netherlands
denmark norway sweden finland poland hungary romania greece turkey russia ukraine canada america usa brazil
argentina chile peru colombia china japan korea india pakistan vietnam thailand indonesia australia egypt nigeria
kenya morocco israel iran iraq california texas florida oregon ohio michigan virginia georgia europe asia africa
town home hometown island
"""

VENUES = """
office headquarters hq store shop studio lab laboratory warehouse factory branch team company conference workshop
wedding meeting event party concert exhibition festival server datacenter school campus restaurant cafe library
"""

BUSINESSES = """
store shop studio bakery restaurant company business startup cafe café gallery salon clinic agency boutique farm
gym bar
brewery practice firm school podcast channel blog bookshop bookstore hotel nonprofit non-profit foundation
"""

#: Words that end so are no names where a sentence begins with them.
UNLIKE = "ing ly ness tion"

#: What a person can be said to be for long.
STATES = """
single pregnant vegan vegetarian pescatarian retired unemployed freelance
self-employed left-handed colorblind colourblind deaf blind diabetic gluten-free lactose-intolerant lactose bilingual
trans transgender gay lesbian bisexual nonbinary non-binary queer straight catholic buddhist muslim jewish
christian hindu atheist agnostic american british english irish scottish welsh canadian australian french german
italian spanish portuguese brazilian mexican chinese japanese korean indian dutch swedish norwegian danish
finnish polish russian ukrainian greek turkish egyptian nigerian kenyan swiss austrian belgian
"""

STATUSES = "married engaged divorced separated widowed remarried"

EVENTS = """
concert conference workshop festival convention meetup meeting class lesson gala wedding party game match show
exhibition exhibit reading fair parade seminar talk lecture retreat museum marathon race rally event premiere
fundraiser ceremony funeral course camp tournament protest group reunion auction screening
"""

HOBBIES = """
yoga kickboxing boxing karate judo aikido pilates meditation ballet pottery painting photography gymnastics
crossfit zumba tango salsa taekwondo capoeira calligraphy origami knitting weightlifting aerobics tai-chi classes
lessons courses class lesson course martial
"""

TRIPS = "trip road-trip vacation holiday tour journey cruise flight roadtrip"

POSSESSIONS = (
    """
car house apartment flat condo garden boat bike bicycle motorcycle motorbike truck van piano guitar violin drum
ukulele
camera telescope drone collection degree website cabin cottage store shop studio tattoo scholarship license
licence phd mba boat rv trailer greenhouse pool workshop blog podcast channel sneaker laptop phone iphone tablet
"""
    + BUSINESSES
)

AWARDS = """
promotion raise award medal scholarship degree certificate certification trophy grant contract sponsorship endorsement
diploma fellowship prize internship visa
"""

#: What one makes in a manner of speaking.
IDIOMS = """
difference decision decisions mistake mistakes impact sense progress money way deal choice point effort living name
plan plans promise time appointment call friend friends list start change changes connection connections memories
bond fool mess fortune dinner lunch breakfast meal sandwich coffee tea cup snack noise video photo picture joke
promise speech turn move comeback habit
"""

#: Verbs of talk and of passing moments; to want one of them is no goal.
IDLE = """
thank say know see hear tell ask show give share make let be do get have check talk chat go keep come take catch
put meet try use add mention point look find hit feel believe wish congratulate offer send stay hang grab
include start end turn stop wait quit leave think help
"""

NOUNS = {
    "born on:date": "birthday birthdate",
    "due on:date": "deadline due_date cutoff",
    "starts on:date": "start_date launch_date kickoff release_date",
    "costs:amount": "budget price cost salary rent",
    "named:name": "name",
    "reports to:name": "boss manager supervisor",
    "married to:name": "wife husband",
    "led by:name": "owner lead maintainer ceo cto cfo leader president director mayor coach captain founder",
    "works as:role": "job profession occupation job_title",
    "works at:name": "employer",
    "capital:name": "capital",
    "located in:name": "headquarters hometown venue location",
    "email:literal": "email email_address",
    "phone:literal": "phone_number phone",
    "address:thing": "address",
    "port:literal": "port",
    "version:version": "version",
    "status:label": "status",
    "licensed under:name": "license licence",
    "uses:thing": "database framework language editor stack queue cache backend frontend",
    "speaks:name": "native_language mother_tongue",
    "comes from:name": "nationality home_country",
    "allergic to:noun": "allergy",
    "timezone:name": "timezone time_zone",
    "root cause:noun": "root_cause",
}

RULES = """
# work and roles
who: work|works|working at|for {name} -> S works at 1
who: employed by|at {name} -> S works at 1
who: worked at|for {name} -> S works at 1 !
who: work|works|working as {role} at|for {name} -> S works as 1; S works at 2
who: work|works|working as {role} -> S works as 1
who: worked as {role} -> S works as 1 !
who~: joined {name} as {role} -> S works at 1 *; S works as 2 *
who~: joined {name} -> S works at 1 *
who~: joined {group} -> S member of 1 *
who~: left {city} for {city} -> S lives in 2 *; S lives in 1 ! *
who~: left {city} -> S lives in 1 ! *
who~: left {employer} for {employer} -> S works at 1 ! *; S works at 2 *
who~: left {employer} -> S works at 1 ! *
who~: quit|resigned from? {name} -> S works at 1 ! *
who~: stopped working at|for {name} -> S works at 1 ! *
who: laid|fired off? from|by {name} -> S works at 1 ! *
who~: hired by {name} as {role} -> S works at 1 *; S works as 2 *
who~: hired by {name} -> S works at 1 *
who: hired as {role} -> S works as 1 *
who~: promoted to {role} -> S works as 1 *
who~: appointed as? {role} -> S works as 1 *
who~: became {role} at {name} -> S works as 1 *; S works at 2 *
who~: became {role} of {name} -> S works as 1 *; S works at 2 *
who~: became {role} -> S works as 1 *
who~: started|began as {role} at {name} -> S works as 1 *; S works at 2 *
who~: started|began as {role} -> S works as 1 *
who~: started|began working|work at|for {name} -> S works at 1 *
who~: started|began a? new? job|position|role at|with {name} -> S works at 1 *
who~ @job|position|offer: got a? new? job|position|offer at {name} -> S works at 1 *
who~: signed with {name} -> S member of 1 *
who~: started|starting|began at|with {name} ,? as {role} -> S works at 1 *; S works as 2 *
who~: started|began at|with {name} -> S works at 1 *
who~: went back to {name} as {role} -> S works at 1 *; S works as 2 *
who~: took over {thing} from {name} -> 1 led by S *; 1 led by 2 ! *
who~: took over {thing} -> 1 led by S *
who~: stepped down as {role} -> S works as 1 ! *
who~: switched|changed jobs|careers to {name} -> S works at 1 *
who~: works|working with {person} -> S works with 1
who @roles: is|am|'m|'s the|a|an {role} of|at|for {name} -> S works as 1; S works at 2
who @roles: is|am|'m|'s a|an {role} -> S works as 1
who @roles: is|'s|am|'m {name} 's {role} -> S works as 2; S works at 1
who @roles: is|'s|am|'m our {role} -> S works as 1
who: volunteer|volunteers|volunteering at|with {thing} -> S volunteers at 1
who~: started volunteering at|with {thing} -> S volunteers at 1 *
who: run|runs|running|own|owns {business} -> S owns 1
who~: founded|co-founded|cofounded {name} -> S created 1 *
who~: opened|launched|started {business} -> S owns 1 *
who: interned|interning at {name} -> S works at 1 *
any: reports to {name} -> S reports to 1
who: report to {name} -> S reports to 1
who: leads|heads {thing} -> S leads 1
who: lead|manage {goods} -> S leads 1
any: manages {thing} -> S manages 1
who: maintain|maintains {name} -> S works on 1
# study
who: study|studies|studying {label} at {name} -> S studies 1; S studies at 2
who: study|studies|studying at {name} -> S studies at 1
who: study|studies|studying {label} -> S studies 1
who: studied {label} at {name} -> S studies 1 !; S studies at 2 !
who: studied at {name} -> S studies at 1 !
who: major|majors|majoring|majored in {label} -> S studies 1
who~: enrolled in|at {thing} -> S studies 1 *
who: attend|attends {name} -> S studies at 1
who~: took up {thing} -> S started 1 *
who~: started learning|studying to? {label} -> S studies 1 *
who: learning to? {label} -> S studies 1
who: speak|speaks|fluent in? {name} -> S speaks 1
# living and moving
who: live|lives|living|reside|resides|residing in|at {name} -> S lives in 1
me: based in|out of? {name} -> S lives in 1
what: based|headquartered|located|situated in {name} -> S located in 1
who: lived|resided in {name} -> S lives in 1 !
who~: moved|relocated|emigrated|immigrated|moving from {name} to {name} -> S lives in 2 *; S lives in 1 ! *
who~: moved|relocated|emigrated|immigrated to {name} from {name} -> S lives in 1 *; S lives in 2 ! *
who~: moved|relocated|emigrated|immigrated to|into {name} -> S lives in 1 *
who~: moved|emigrated out of|from {name} -> S lives in 1 ! *
who~: moved away? from {name} -> S lives in 1 ! *
who~: settled in|down {name} -> S lives in 1 *
who: come|comes|came originally? from {name} -> S comes from 1
who @originally|from: is|am|'m|are originally? from {name} -> S comes from 1
who: grew up in {name} -> S grew up in 1
who~: raised in {name} -> S grew up in 1
who~: born in {name} in|on {date} -> S born in 1; S born on 2
who~: born and raised in {name} -> S born in 1
who~: born in {name} -> S born in 1
who~: born on|in {date} -> S born on 1
# people
who~: married to {name} -> S married to 1
who~: married {person} -> S married to 1 *
who~: divorced from? {person} -> S married to 1 ! *
who~: engaged to {person} -> S partner of 1 *
who: dating {person} -> S partner of 1
who~: broke up with {person} -> S partner of 1 ! *
who @married: and i|me got|are|were married -> I married to S *
who @divorced|separated: and i|me got|are|were divorced|separated -> I married to S ! *
who @broke|split: and i broke|split up -> I partner of S ! *
who @friends: and i are|became|were friends -> I friend of S
who @engaged: and i got|are engaged -> I partner of S *
who @married: and {person} got|are|were married -> S married to 1 *
who @divorced: and {person} got|are|were divorced -> S married to 1 ! *
who @engaged: and {person} got|are|were engaged -> S partner of 1 *
who @broke|split: and {person} broke|split up -> S partner of 1 ! *
who @friends: and {person} are|became friends -> S friend of 1
who @kin: , my {kin} , -> I % S
who @kin: is|was my {kin} -> I % S
who @kin: is|was {name} 's {kin} -> 1 % S
- @kin: my|our {kin} 's name is {name} -> I % 2
- @kin: my|our {kin} is|was called|named {name} -> I % 2
- @kin: my|our {kin} is|'s {apart} -> I % 2
- @kin: my|our {kin} , {apart} -> I % 2
- @kin: my|our {kin} {beside} -> I % 2
own @kin: 's {kin} , {apart} -> S % 2
own @kin: 's {kin} {beside} -> S % 2
own @kin: 's {kin} is|was called|named? {name} -> S % 2
who @kin: have|has|got a|an|one {kin} named|called {name} -> S % 2
who @kin: have|has|got {pet} named|called {name} -> S has pet 2
who @kin: have|has|got {pet} -> S has pet 1
who @kin: have|has|got {children} -> S parent of 1
who~ @kin: adopted|rescued|got|bought {pet} named|called {name} -> S has pet 2 *
who~ @kin: adopted|rescued|got|bought {pet} -> S has pet 1 *
who: friends with {name} -> S friend of 1
# likes
who: like|likes|love|loves|enjoy|enjoys|adore|adores {doing} -> S likes 1; S dislikes 1 ~
who: like|likes|love|loves to {plan} -> S likes 1
who: hooked on {doing} -> S likes 1
who: hate|hates|dislike|dislikes|despise|despises|detest|detests {doing} -> S dislikes 1
who @stand: can't stand {doing} -> S dislikes 1
who: prefer|prefers {thing} to|over {thing} -> S prefers 1
who: prefer|prefers {doing} -> S prefers 1
who: fond of {doing} -> S likes 1
who: passionate about {doing} -> S likes 1
who @fan: a big|huge|massive? fan of {doing} -> S likes 1
who: obsessed with {doing} -> S likes 1
who: addicted to {thing} -> S likes 1
who: allergic to {noun} -> S allergic to 1
who: play|plays the? {label} -> S plays 1
who: collect|collects {noun} -> S collects 1
- @favorite|favourite: my all-time? favorite|favourite {label} is|are|'s|has been? {thing} -> I favourite $1 2
- @fave|fav|go-to: my fave|fav|go-to {label} is|are|'s {thing} -> I favourite $1 2
- @favorite|favourite|fave|fav: my favorite|favourite|fave|fav is {thing} -> I likes 1
own @favorite|favourite|fave|fav: 's favorite|favourite|fave|fav {label} is|are {thing} -> S favourite $1 2
what @favorite|favourite|fave|fav: is|are|'s my favorite|favourite|fave|fav {label} -> I favourite $1 S
me @into: am|'m|are|'re|is|'s|been into {doing} -> S interested in 1
who: interested in {doing} -> S interested in 1
- @favorite|favourite|fave|fav: one of my favorite|favourite|fave|fav {label} is {thing} -> I favourite $1 2
what @favorite|favourite|fave|fav: is|are|'s one of my favorite|favourite|fave|fav {label} -> I favourite $1 S
# states, goals
who @statuses: got|getting|get|is|am|'m|was|been {status} -> S relationship status 1 *
who @states: is|am|'m|'s a|an? {state} -> S is 1
who~: stopped|quit liking|enjoying|loving {doing} -> S likes 1 !
who: want|wants|plan|planning|hoping|aim|aims|aiming to {plan} -> S wants 1
- @goal|dream: my goal|dream|plan is to {plan} -> I wants 1
who~: passed away -> S status =deceased *
who~: died -> S status =deceased *
who~: graduated from {name} -> S graduated from 1 *
who~: graduated -> S status =graduated *
who~: retired from {name} -> S works at 1 ! *
who~: retired -> S status =retired *
who~: passed {feat} -> S passed 1 *
who~: broke|injured|sprained|twisted my {noun} -> S injured 1 *
who~: quit|left my job -> S lost =job *
who~: lost my job -> S lost =job *
# owning and doing
who~: started|began {gerund} -> S started 1 *
who @hobbies: do|doing|practice|practicing|practise|taking {hobby} -> S practises 1
who~: signed up for {thing} -> S signed up for 1 *
who~: finished|completed {feat} -> S finished 1 *
who~: met {person} -> S met 1 *
who~: attended {noun} -> S attended 1 *
who~ @events: went to {event} -> S attended 1 *
who~: went {gerund} -> S went 1 *
who~ @trips: went on {trip} -> S went on 1 *
who~: started|began|launched {made} -> S started 1 *
who~: organized|organised|hosted {made} -> S organised 1 *
who: looking into {doing} -> S interested in 1
who: keen on {doing} -> S likes 1
who @passion|love: have|has|got passion|love for {doing} -> S likes 1
who @passion|love: have|has|got a passion|love for {doing} -> S likes 1
who: thinking|considering of|about? {gerund} -> S considers 1
who: planning {feat} -> S wants 1
who~ @into: got into {gerund} -> S started 1 *
who~: applied to|for {noun} -> S applied to 1 *
who~: started|began learning how? to {plan} -> S studies 1 *
who: learning how? to {plan} -> S studies 1
who: writing|building|developing|designing|renovating {feat} -> S works on 1
who~: submitted {feat} -> S submitted 1 *
who: been {gerund} -> S practises 1 ?
pet @name|names: her|his|its|their name|names is|are|'s {name} -> S has pet 1
pet: named|called him|her|it|them {name} -> S has pet 1
- @favorites|favourites: my favorites|favourites is|are {thing} -> I likes 1
what @favorites|favourites: is|are|'s one of my favorites|favourites -> I likes S
who~: participated|competed|performed in|at {feat} -> S attended 1 *
who~ @events: ran|hosted {event} -> S attended 1 *
who~: visited a|an {noun} -> S visited 1 *
who~: went to a|an {noun} -> S visited 1 *
who: determined to {plan} -> S wants 1
who: always wanted to {plan} -> S wants 1
who~ @awards: got|received|earned {award} -> S received 1 *
who~: tried|trying out? {gerund} -> S tried 1 *
who~ @hobbies: took {hobby} -> S attended 1 *
who @possessions: have|has|got {possession} -> S owns 1
who~: been to {name} -> S visited 1
who~ @trips: took|had a|an|my {trip} to {name} -> S visited 2 *
who: working on {goods} -> S works on 1
who: training|preparing for {noun} -> S training for 1
who~: read|reading|reread {title} -> S read 1 *
who~: watched|saw {title} -> S watched 1 *
who~: made|painted|baked|built|designed|drew|knitted|sewed|recorded {made} -> S created 1 *
who~: volunteered at|with {thing} -> S volunteers at 1
who~: donated {noun} -> S donated 1 *
who: teach|teaches|teaching {noun} -> S teaches 1
who: coach|coaches|coaching {noun} -> S coaches 1
who~: bought|purchased {noun} -> S owns 1 *
who~: sold {goods} -> S owns 1 ! *
who: own|owns {noun} -> S owns 1
who: drive|drives a|an {name} -> S drives 1
who~: visited {name} -> S visited 1 *
who~: went|traveled|travelled|flew to {name} -> S visited 1 *
who~: won {feat} -> S won 1 *
who~: wrote|published|composed {feat} -> S created 1 *
# technology and decisions
any: replaced {thing} with|by {thing} -> 1 replaced by 2 *
any: replaces|replaced|supersedes|superseded {thing} -> 1 replaced by S *
what~: replaced|superseded by {thing} -> S replaced by 1 *
any~: migrated|switched|moved|migrating|switching over? from {tool} to {tool} -> 1 replaced by 2 *
any~: migrated|switched over? to {tool} from {tool} -> 2 replaced by 1 *
any~: migrated|switched over? to {tool} for {noun} -> 2 uses 1 *
any~: switched over? to {tool} -> S uses 1 *
any: use|uses|using {tool} for {thing} -> 2 uses 1
any: use|uses {tool} -> S uses 1
any: depends on {tool} -> S depends on 1
any: runs|run on {tool} -> S uses 1
what: built with|on|in {tool} -> S uses 1
what: written|implemented in {code} -> S language of 1
any~: chose|picked|selected|adopted|choosing {tool} over {tool} for {thing} -> 3 uses 1 *
any~: chose|picked|selected|adopted {tool} over {tool} -> S decided 1 *
any~: chose|picked|selected|adopted {tool} for {thing} -> 2 uses 1 *
any~: chose|picked|selected|adopted {tool} as {label} -> S decided 1 *
any~: chose|picked|selected|adopted {tool} -> S decided 1 *
any~: decided to use|adopt {tool} for {thing} -> 2 uses 1 *
any~: decided to use|adopt {tool} -> S uses 1 *
any~: decided to move|switch|migrate to {tool} -> S uses 1 *
any~: decided on {tool} -> S decided 1 *
who~: decided to {plan} -> S decided 1 *
any~: decided against {tool} -> S decided 1 !
any~: settled|agreed on {tool} for {thing} -> 2 uses 1 *
any~: settled|agreed on {tool} -> S decided 1 *
any~: went with {tool} for {thing} -> 2 uses 1 *
any~: went with {tool} -> S decided 1 *
any~: standardised|standardized on {tool} -> S uses 1 *
any~: dropped|ditched|abandoned|retired|removed {tool} in favor|favour of {tool} -> 1 replaced by 2 *
any: dropped|ditched|abandoned|retired {tool} -> S uses 1 ! *
any~: stopped using {tool} -> S uses 1 ! *
what: deprecated -> S status =deprecated *
# dates, versions, amounts
what: due on|by|in {date} -> S due on 1
what: due {date} -> S due on 1
what: scheduled|planned for|on {date} -> S starts on 1
what: starts|begins on|in {date} -> S starts on 1
what @deadline|launch|release|date: moved|pushed|postponed|shifted|extended|changed back? to {date} -> S due on 1 *
what @venues: is|are|'s in|at {site} -> S located in 1
what @venues: runs|run|sits|stands in {city} -> S located in 1
what @venues: moved|relocated|migrated to {site} -> S located in 1 *
what @budget|price|cost|rent|salary: is|was|are now? {amount} -> S costs 1
what @budget|price|cost|rent|salary: raised|cut|increased|reduced|lowered|went|grew up? to {amount} -> S costs 1 *
what: launches|ships on|in {date} -> S due on 1
what: costs {amount} -> S costs 1
what: listens|runs on port {literal} -> S port 1
what~: upgraded|updated|bumped to {version} -> S version 1 *
what @version: is|'s at|on now? version {version} -> S version 1
who @old: is|'m|am|'s {age} years old -> S aged 1
# definite descriptions
- @nouns: the {attribute} of|for {thing} is|are|was {value} -> 2 % 3
what @nouns: is|was the {attribute} of {name} -> 2 % S
own @nouns: 's {attribute} is|are {value} -> S % 2
- @nouns: my {attribute} is|are {value} -> I % 2
- @nouns: our {attribute} is|are {value} -> 1 is 2
- @nouns: the {owner} {attribute} is|are {value} -> 1 % 3
"""
