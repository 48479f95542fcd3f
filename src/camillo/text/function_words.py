"""The commonest words of languages: what tells a language, and what a question does not ask for.

About sixty words a language: articles, pronouns, prepositions, conjunctions, auxiliaries and
question words. They are casefolded; words with an apostrophe stand as their parts.
"""

FUNCTION_WORDS: dict[str, str] = {
    "en": """
a an and are as at be but by for if in into is it its no not of on or such that the their then there these
they this to was were been being am will with i you he she we me my your his her him our us them do does
did done
has have had having what when where which who whom whose why how s t d m re ve ll just so too very can
could would
should may might about from up out don doesn didn isn wasn aren weren couldn wouldn shouldn hasn haven
hadn won
""",
    "de": """
der die das den dem des ein eine einen einem einer eines und oder aber nicht kein keine ich du er sie es
wir ihr mich
dich ihm ihn uns euch mir dir sich mein meine dein deine sein seine unser ist sind war waren bin bist hat
haben habe
hatte hatten wird werden wurde kann können konnte muss soll sollte will wollte für mit von zu zum zur im
in an am auf
aus bei nach über unter vor um durch was wer wen wem wann wo warum wieso weshalb wie welche welcher
welches wessen
dass ob weil wenn als auch noch nur schon sehr so dann da hier dort dieser diese dieses doch mal denn
""",
    "nl": """
de het een en of maar niet geen ik jij je hij zij ze wij we jullie u mij me hem haar ons hun mijn jouw
zijn is ben
bent was waren heb hebt heeft hebben had hadden wordt worden werd kan kunnen kon moet zal zou wil voor
met van naar
in op aan uit bij over onder door om tot te wat wie wanneer waar waarom hoe welke welk dat die dit deze
als ook nog
maar dan er daar hier zo heel toen omdat
""",
    "da": """
en et den det de og eller men ikke jeg du han hun vi i mig dig ham hende os jer dem min din sin vores er
var været har
havde bliver blev kan kunne skal skulle vil ville må for med af til på om fra ved over under efter hvad
hvem hvornår
hvor hvorfor hvordan hvilken hvilket hvilke at som når hvis også kun der her så meget fordi
""",
    "sv": """
en ett den det de och eller men inte jag du han hon vi ni mig dig honom henne oss er dem min din sin vår
är var varit
har hade blir blev kan kunde ska skulle vill ville måste för med av till på om från vid över under efter
vad vem när
var varför hur vilken vilket vilka att som om också bara där här så mycket eftersom
""",
    "nb": """
en ei et den det de og eller men ikke jeg du han hun vi dere meg deg ham henne oss dem min din sin vår er
var vært har
hadde blir ble kan kunne skal skulle vil ville må for med av til på om fra ved over under etter hva hvem
når hvor
hvorfor hvordan hvilken hvilket hvilke at som hvis også bare der her så mye fordi
""",
    "fr": """
le la les l un une des du de d et ou mais ne pas n je j tu il elle on nous vous ils elles me m te t se s
lui leur
mon ma mes ton ta tes son sa ses notre votre nos vos leurs ce c cet cette ces est sont était étaient suis
es été ai as
a avons avez ont avait avaient être avoir peut peuvent doit fait pour avec dans sur sous par en à au aux
chez sans que
qu qui quoi quand où pourquoi comment quel quelle quels quelles combien si aussi plus très y là dont ça
""",
    "es": """
el la los las un una unos unas de del y o u pero no yo tú él ella nosotros ellos ellas me te se le les lo
nos mi mis
tu tus su sus nuestro nuestra es son era eran fue fueron soy está están estaba ser estar ha han he había
hay puede
pueden debe tiene tenía para por con en a al sobre sin desde hasta entre que qué quién quiénes cuándo
dónde por qué
cómo cuál cuáles cuánto cuántos si también más muy ya este esta esto estos estas ese esa eso como cuando
porque
""",
    "pt": """
o a os as um uma uns umas de do da dos das e ou mas não eu tu você ele ela nós vocês eles elas me te se
lhe lhes nos
meu minha meus minhas seu sua seus suas nosso nossa é são era eram foi foram sou está estão estava ser
estar há tem
têm tinha pode podem deve para por com em no na nos nas ao à aos às sobre sem desde até entre que quê
quem quando onde
como qual quais quanto quantos porque por quê se também mais muito já este esta isto esse essa isso pelo pela
""",
    "it": """
il lo la i gli le l un uno una di del della dei delle dello degli e ed o ma non io tu lui lei noi voi
loro mi ti si
ci vi mio mia tuo tua suo sua nostro è sono era erano sei siamo stato essere ha hanno ho aveva avevano
può deve per
con in nel nella su sul sulla da dal dalla a al alla tra fra senza che chi cosa quando dove perché come
quale quali
quanto quanti se anche più molto già questo questa questi queste quello quella c cui
""",
    "ca": """
el la els les l un una uns unes de del d i o però no jo tu ell ella nosaltres ells em et es ens us li el
meu la meva
seu seva és són era eren ha han he havia hi per amb en a al als sobre sense des fins entre que què qui
quan on com
per quin quina quins quines si també més molt ja aquest aquesta això va van ser estar
""",
    "ro": """
un o unei unui al a ale și sau dar nu eu tu el ea noi voi ei ele mă te se îl ne vă îi mi ți meu mea tău
său sa este
sunt era erau fi fost am ai are au avea poate trebuie pentru cu din de la în pe prin fără spre între că
ce cine când
unde de cum care câți cât dacă și mai foarte acest această asta acel lui
""",
    "pl": """
i lub ale nie ja ty on ona ono my wy oni one mnie ciebie go jej nam wam ich mi ci mu się mój moja twój
jego nasz jest
są był była było byli być mam ma mają miał może mogą musi w we z ze na do od dla o po przy przez pod nad
za bez że co
kto kiedy gdzie dlaczego czemu jak jaki jaka jakie który która które czy ile jeśli też także już bardzo
ten ta to te
tego tej tym
""",
    "cs": """
a i nebo ale ne já ty on ona ono my vy oni mě tě ho ji nás vás je mi ti mu se si můj moje tvůj jeho její
náš je jsou
byl byla bylo byli být jsem jsi jsme mám má mají měl může musí v ve z ze na do od pro o po při přes pod
nad za bez že
co kdo kdy kde proč jak jaký jaká jaké který která které zda kolik pokud také už velmi ten ta to ty tento
""",
    "sk": """
a aj alebo ale nie ja ty on ona ono my vy oni ma ťa ho ju nás vás je mi ti mu sa si môj moja tvoj jeho
jej náš je sú
bol bola bolo boli byť som si sme mám má majú mal môže musí v vo z zo na do od pre o po pri cez pod nad
za bez že čo
kto kedy kde prečo ako aký aká aké ktorý ktorá ktoré či koľko ak tiež už veľmi ten tá to tí tento
""",
    "hu": """
a az egy és vagy de nem én te ő mi ti ők engem téged őt minket nekem neked neki van vannak volt voltak
lesz lenni
kell lehet tud hogy mi mit ki kit kinek mikor hol hova miért hogyan melyik milyen mennyi hány ha is csak
már még
nagyon ez ezt az azt ezek azok itt ott meg el fel ki be le
""",
    "fi": """
ja tai mutta ei en et emme ette eivät minä sinä hän me te he minun sinun hänen meidän minua sinua häntä
se ne tämä
nämä on ovat oli olivat olen olet ollut olla voi pitää että mikä mitä kuka kenen milloin missä mihin
miksi miten
kuinka millainen kumpi jos myös vain jo vielä hyvin niin kun sekä kanssa
""",
    "tr": """
ve veya ama değil ben sen o biz siz onlar beni seni onu bizi sizi onları bana sana ona benim senin onun
bizim bir bu
şu için ile de da ki mi mı mu mü ne kim ne zaman nerede neden niçin nasıl hangi kaç var yok idi olan
olarak oldu çok
daha gibi kadar sonra önce eğer
""",
    "id": """
dan atau tetapi tidak saya aku kamu anda dia kami kita mereka ini itu yang di ke dari untuk dengan pada
oleh dalam
adalah ada akan sudah telah bisa dapat harus apa siapa kapan di mana mengapa kenapa bagaimana berapa jika
juga hanya
sangat lebih karena bahwa seperti
""",
    "vi": """
và hoặc nhưng không tôi bạn anh chị em nó chúng ta họ là có được bị đã đang sẽ của cho với trong trên
dưới từ đến
này kia đó các những một gì ai khi nào đâu ở tại sao thế như nếu cũng chỉ rất hơn thì mà vì
""",
    "ru": """
и или но не я ты он она оно мы вы они меня тебя его её ее нас вас их мне тебе ему ей нам вам им мой моя
твой наш ваш
был была было были быть есть будет может можно должен в во на с со к ко от до для о об по при через под
над за без из
у что чего кто кого кому когда где куда почему зачем как какой какая какие какое который которая сколько
чей ли если
тоже также уже очень это этот эта эти то тот бы же
""",
    "uk": """
і й та або але не я ти він вона воно ми ви вони мене тебе його її нас вас їх мені тобі йому їй нам вам їм
мій моя наш
був була було були бути є буде може в у на з із до від для про по при через під над за без що чого хто
кого кому коли
де куди чому як який яка які котрий скільки чий чи якщо теж також вже дуже це цей ця ці то той би же
""",
    "bg": """
и или но не аз ти той тя то ние вие те мен теб него нея нас вас тях ми му ѝ им се си мой моя твой наш е
са съм беше
бяха бил била било да ще може трябва в във на с със към от до за по при през под над без че какво кой
кого кога къде
защо как каква какъв кои който която колко дали ако също вече много това този тази тези
""",
    "sr": """
и или али не ја ти он она оно ми ви они мене тебе њега њу нас вас њих ми ти му се мој твој наш је су сам
био била било
били бити ће може мора у на с са к од до за о по при кроз под над без да што шта ко кога када где зашто
како који која
које колико чији ли ако такође већ врло ово овај ова ови
""",
    "el": """
ο η το οι τα του της των τον την τους τις ένας μια ένα και ή αλλά δεν μη μην εγώ εσύ αυτός αυτή αυτό
εμείς εσείς αυτοί
με σε μας σας μου σου είναι ήταν είμαι έχει έχουν είχε θα να για από προς στο στη στην στον στα στις
στους που πού πότε
ποιος ποια ποιο ποιοι τι γιατί πώς πόσο πόσα αν επίσης πολύ όπως όταν
""",
    "ar": """
و أو لكن لا لم لن ما أنا أنت هو هي نحن أنتم هم هن في من إلى على عن مع بين قبل بعد تحت فوق هذا هذه ذلك تلك
هؤلاء الذي
التي الذين كان كانت كانوا يكون تكون قد سوف أن إن أنه أنها كل بعض أي متى أين لماذا كيف ماذا هل كم إذا أيضا
جدا ثم حيث عند
""",
    "fa": """
و یا اما نه من تو او ما شما آنها این آن که را در به از با برای تا بر روی زیر بین است بود هست شد شده می
نمی خواهد
باید چه کی چرا چگونه چطور کجا کدام چند اگر هم نیز خیلی بسیار
""",
    "ur": """
اور یا لیکن نہیں میں تم آپ وہ ہم یہ کا کی کے کو سے پر تک نے ہے ہیں تھا تھی تھے ہو کیا کون کب کہاں کیوں
کیسے کیسا کون سا
کتنا کتنے اگر بھی جو
""",
    "he": """
ו או אבל לא אני אתה את הוא היא אנחנו אתם הם הן של על עם אל מן ב ל מ ה כי אם גם רק זה זאת זו אלה אלו היה
היתה הייתה היו
יש אין כל מה מי מתי איפה היכן למה מדוע איך כיצד איזה איזו כמה האם לי לך לו לה לנו להם אותי אותך אותו אותה
יותר מאוד
""",
    "hi": """
और या लेकिन नहीं न मैं तू तुम आप वह वे हम यह ये मुझे तुम्हें उसे उन्हें हमें मेरा मेरी मेरे तुम्हारा आपका
उसका उसकी उसके उनका
हमारा का की के को से में पर तक ने है हैं था थी थे हो होगा होना गया गई गए कर किया क्या कौन किस किसने किसे
किसका कब कहाँ कहां
क्यों कैसे कैसा कैसी कौन सा कितना कितने अगर भी ही तो जो कि लिए साथ
""",
    "zh": """
的 了 吗 呢 吧 啊 是 在 和 与 及 或 就 都 也 还 把 被 给 对 我 你 您 他 她 它 我们 你们 他们 她们 这 那
这个 那个 哪 哪个 哪些 哪里
哪儿 什么 怎么 怎样 怎么样 为什么 为何 何时 什么时候 谁 多少 几 如何 是否 有没有 不 没 没有 有
""",
    "ja": """
の は が を に へ と で も や か ね よ な です ます でした ました だ だった である する した して して
いる いた ある あった これ それ あれ
この その あの ここ そこ 私 僕 あなた 彼 彼女 何 なに 誰 だれ いつ どこ どう どの どれ なぜ どうして
どのように いくつ いくら から まで
より ため こと もの
""",
    "ko": """
은 는 이 가 을 를 의 에 에서 로 으로 와 과 도 만 까지 부터 그리고 또는 하지만 나 너 저 우리 그 그녀 그들
이것 그것 저것 무엇 뭐 누구 언제
어디 어디서 왜 어떻게 어떤 어느 몇 얼마나 무슨 있다 없다 이다 했다 하다 것 수
""",
}
