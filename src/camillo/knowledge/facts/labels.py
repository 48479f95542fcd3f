"""What relations are called: one table for all languages, read by :mod:`camillo.knowledge.facts.vocabulary`.

A row is the name, how many objects a subject has at a time (1 or *), how many subjects an object has,
the inverse's name ("=": symmetric), then labels by language. After ``<`` stand labels of the inverse.
Pairs that may be said in both directions are kept in the direction of the name.
"""

TABLE = """
works at | 1 * employs
en: works for, employed by, employed at, has job at, employer, is employed by, job at, working at
en: hired by < employer of, hired
pt: trabalha em, trabalha na, trabalha no, trabalha para, empregado em, empregador < emprega
es: trabaja en, trabaja para, empleado en, empleador < emplea a
de: arbeitet bei, arbeitet für, angestellt bei, arbeitgeber < beschäftigt
fr: travaille chez, travaille à, travaille pour, employé par, employeur < emploie
zh: 就职于, 任职于, 在职于, 工作于, 供职于, 受雇于, 就職於, 任職於, 工作单位, 雇主 < 雇用, 雇佣

works as | 1 *
en: job title, profession, occupation, has role, role, job, position
pt: trabalha como, profissão, cargo, função
es: trabaja como, profesión, puesto
de: arbeitet als, beruf, position von
fr: travaille comme, profession, poste
zh: 职业, 职位, 职务, 担任, 職業, 職位

lives in | 1 * home of
en: lives at, resides in, residence, based in, home, moved to, living in, city, lives
pt: mora em, mora no, mora na, vive em, reside em, morando em, mudou para, mudou se para
es: vive en, reside en, se mudó a
de: wohnt in, lebt in, zog nach, wohnort
fr: habite à, habite, vit à, réside à, a déménagé à
zh: 住在, 居住在, 居住于, 定居于, 居住地, 搬到, 居住於, 住址

born in | 1 * birthplace of
en: birthplace, place of birth, was born in
pt: nasceu em, natural de
es: nació en
de: geboren in, geburtsort
fr: né à, née à
zh: 出生于, 出生地, 出生於, 出生在

born on | 1 *
en: birthday, birth date, date of birth, birthdate, was born on
pt: nasceu no dia, aniversário, data de nascimento
es: nació el, cumpleaños, fecha de nacimiento
de: geboren am, geburtstag, geburtsdatum
fr: né le, née le, anniversaire, date de naissance
zh: 生日, 出生日期, 生于

died on | 1 *
en: date of death, died
pt: morreu em, data da morte
es: murió el
de: gestorben am
fr: mort le, morte le
zh: 逝世于, 去世于

comes from | 1 *
en: is from, from, nationality, hails from, home country, originally from, originates from
pt: é de, vem de, nacionalidade
es: es de, viene de, nacionalidad
de: kommt aus, stammt aus, staatsangehörigkeit
fr: vient de, est de, nationalité
zh: 来自, 國籍, 国籍, 籍贯, 來自

aged | 1 *
en: age, is aged, years old
pt: idade, tem anos
es: edad
de: alter
fr: âge
zh: 年龄, 年齡, 岁数

married to | 1 1 =
en: spouse, spouse of, is married to, husband, wife, husband of, wife of, married
pt: casado com, casada com, cônjuge, marido, esposa
es: casado con, casada con, cónyuge, esposo
de: verheiratet mit, ehemann, ehefrau
fr: marié à, mariée à, époux, épouse, marié avec, mariée avec
zh: 配偶, 结婚对象, 嫁给, 妻子, 丈夫, 已婚于

partner of | 1 1 =
en: partner, girlfriend, boyfriend, dating, in a relationship with, engaged to, girlfriend of, boyfriend of
pt: namorado, namorada, namora com, parceiro, parceira
es: novio, novia, pareja de, pareja
de: partner von, freundin von, freund von
fr: petit ami, petite amie, en couple avec
zh: 男朋友, 女朋友, 伴侣, 恋人

relationship status | 1 *
en: marital status
pt: estado civil
es: estado civil de
de: familienstand, beziehungsstatus
fr: état civil, situation amoureuse
zh: 婚姻状况, 感情状况

friend of | * * =
en: friends with, is friends with, friend
pt: amigo de, amiga de, amigo
es: amigo de, amiga de
de: befreundet mit
fr: ami de, amie de
zh: 朋友, 好友

sibling of | * * =
en: brother of, sister of, brother, sister, sibling
pt: irmão de, irmã de, irmão
es: hermano de, hermana de, hermano
de: bruder von, schwester von, geschwister
fr: frère de, sœur de, frère
zh: 兄弟, 姐妹, 哥哥, 姐姐, 弟弟, 妹妹

parent of | * * child of
en: father of, mother of, has child, child, son, daughter, children, has son, has daughter
en: < son of, daughter of, parent, father, mother, has parent
pt: pai de, mãe de, tem filho, filho, filha < filho de, filha de, pai, mãe
es: padre de, madre de, hijo, hija < hijo de, hija de, padre, madre
de: vater von, mutter von, sohn, tochter < sohn von, tochter von
fr: père de, mère de, fils, fille < fils de, fille de, père, mère
zh: 子女, 儿子, 女儿, 孩子 < 父亲, 母亲, 父母

has pet | * * pet of
en: pet, owns pet, has dog, has cat, has a pet < is the pet of
pt: animal de estimação
es: mascota
de: haustier
fr: animal de compagnie
zh: 宠物

named | 1 *
en: name, is called, is named, called, full name
pt: chama se, nome
es: se llama, nombre
de: heißt, name von
fr: s'appelle, nom
zh: 名叫, 姓名, 名字

nicknamed | * *
en: alias, also known as, nickname, aka
pt: apelido
es: apodo
de: spitzname
fr: surnom
zh: 昵称, 又名, 绰号

studies at | 1 *
en: attends, enrolled at, student at, school, university, studying at
pt: estuda em, estuda na, estuda no
es: estudia en
de: studiert an
fr: étudie à
zh: 就读于, 就讀於, 学校

studies | * *
en: majors in, learning, is learning, studied
pt: estuda, aprende
es: estudia, aprende
de: studiert, lernt
fr: étudie, apprend
zh: 学习, 主修, 学

graduated from | * *
en: alma mater, degree from
pt: formou se em, formado em
es: se graduó en
de: absolvent von
fr: diplômé de
zh: 毕业于, 畢業於

speaks | * *
en: language, speaks language
pt: fala
es: habla
de: spricht
fr: parle
zh: 会说, 讲

reports to | 1 * has report
en: manager, boss, supervised by, supervisor, is managed by < manager of, is the manager of, supervises, boss of
pt: chefe, gerente, supervisor de quem < gerente de, supervisiona
es: jefe, gerente del < gerente de, supervisa
de: vorgesetzter, berichtet an, chef von wem < vorgesetzter von
fr: supérieur, rend compte à < supérieur de
zh: 上司, 经理, 汇报给 < 下属

manages | * 1 managed by
en: in charge of
pt: gerencia < gerenciado por
es: gestiona < gestionado por
de: verwaltet < verwaltet von
fr: gère < géré par
zh: 管理

leads | * 1 led by
en: lead of, leader of, heads, head of, ceo of, president of, is ceo of, captain of, is the lead of
en: < lead, leader, ceo, headed by, president, captain, owner
pt: lidera, líder de < liderado por, líder
es: lidera < liderado por
de: leitet, leiter von, leiterin von < geleitet von, leiter, leitung
fr: chef de < dirigé par, chef
zh: 领导, 负责, 負責 < 负责人, 领导者, 負責人

member of | * * has member
en: belongs to, on team, is a member of, team, member, works on team, in group < members, has members
pt: membro de
es: miembro de
de: mitglied von, gehört zu
fr: membre de
zh: 成员, 成員, 属于, 加入

works on | * * worked on by
en: contributes to, project, working on, assigned to, maintains
pt: trabalha no projeto
es: trabaja en el proyecto
de: arbeitet an
fr: travaille sur
zh: 参与, 从事

owns | * * owned by
en: owner of, has, possesses, bought, got < belonging to
pt: possui, dono de, tem, comprou
es: posee, dueño de, tiene
de: besitzt, hat, kaufte
fr: possède, propriétaire de
zh: 拥有, 擁有, 购买了, 有

created | * * created by
en: author of, wrote, founded, invented, made, built, founder of, developed, designed, painted
en: co-founded < author, founder, written by, made by, invented by, founded by, developed by
pt: criou, fundou, escreveu < criado por, fundado por, autor
es: creó, fundó, escribió < creado por, fundado por
de: gründete, erfand, schrieb < erstellt von, gegründet von
fr: créa, fonda, écrivit < créé par, fondé par, auteur
zh: 创建, 创立, 创办, 撰写, 发明, 創立 < 作者, 创始人

likes | * *
en: loves, enjoys, is fond of, fan of, love, like
pt: gosta de, adora, ama
es: le gusta, le encanta, adora
de: mag, liebt, mögen
fr: aime, adore
zh: 喜欢, 喜歡, 喜爱, 爱, 热爱

dislikes | * *
en: hates, does not like, avoids, doesn't like
pt: não gosta de, odeia
es: no le gusta, odia
de: mag nicht, hasst
fr: n'aime pas, déteste
zh: 不喜欢, 讨厌, 不喜歡, 厌恶

prefers | * *
en: preference, favours, favors, prefer
pt: prefere
es: prefiere
de: bevorzugt
fr: préfère
zh: 偏好, 更喜欢, 偏爱

wants | * *
en: wants to, plans, plans to, intends to, goal, hopes to, would like
pt: quer, planeja
es: quiere, planea
de: will, plant
fr: veut, prévoit
zh: 想要, 计划, 打算, 目标

allergic to | * *
en: allergy, has allergy
pt: alérgico a, alérgica a
es: alérgica al, alérgico al
de: allergisch gegen
fr: allergique à
zh: 过敏, 过敏于, 对过敏

plays | * *
en: plays instrument, plays sport, does
pt: joga, toca
es: juega, toca
de: spielt
fr: joue
zh: 玩, 演奏, 打

uses | * * used by
en: utilizes, using, relies on, built with, tool, runs on, powered by
pt: usa, utiliza
es: usa, utiliza
de: verwendet, benutzt, nutzt
fr: utilise
zh: 使用, 采用, 採用

depends on | * * dependency of
en: requires, needs, dependency, depends < required by, needed by
pt: depende de, requer
es: requiere, depende del
de: hängt ab von, benötigt
fr: dépend de, nécessite
zh: 依赖, 依賴, 取决于, 需要

decided | * *
en: decision, chose, decided on, decided to, choice, picked, agreed on
pt: decidiu, escolheu, decisão
es: decidió, eligió
de: entschied, beschloss, entscheidung
fr: a décidé, a choisi, décision
zh: 决定, 決定, 选择, 选定

replaced by | 1 * replaces
en: superseded by, was replaced by, succeeded by, migrated to < replaced, supersedes, succeeds
pt: substituído por, substituída por < substitui, substituiu
es: reemplazado por, sustituido por < reemplaza
de: ersetzt durch, abgelöst durch < ersetzt
fr: remplacé par, remplacée par < remplace
zh: 被取代, 被替换为, 替换为 < 取代, 替代, 替换

capital of | 1 1 capital
en: is the capital of, is capital of < has capital, capital city, capital is
pt: capital do país, é a capital de < tem capital
es: es la capital de < tiene capital
de: hauptstadt von < hauptstadt
fr: capitale de < capitale
zh: 作为首都的国家 < 首都, 首府, 首都是

located in | 1 * contains
en: location, is in, situated in, is located in, located at, based at, headquartered in, headquarters
en: venue < location of
pt: localizado em, localizada em, fica em, sede em
es: ubicado en, situada en, queda en
de: liegt in, befindet sich in, standort
fr: situé à, se trouve à, siège
zh: 位于, 位於, 所在地, 总部位于, 地点

part of | * * has part
en: component of, module of, is part of, subproject of < includes, consists of, has component
pt: parte de, faz parte de < inclui
es: forma parte de < incluye
de: teil von < enthält
fr: fait partie de < comprend
zh: 组成部分, 隶属于 < 包括, 包含

status | 1 *
en: state, has status, stage, phase
pt: situação, estado atual
es: estado actual
de: zustand, stand
fr: statut, état
zh: 状态, 狀態, 阶段

version | 1 *
en: is at version, current version, release, version is, upgraded to
pt: versão
es: versión
de: fassung
fr: version actuelle
zh: 版本, 当前版本

due on | 1 *
en: deadline, due, due date, due by, ships on, release date, launch date
pt: prazo, vence em
es: fecha límite, vence el
de: fällig am, frist, termin
fr: échéance, date limite
zh: 截止日期, 期限, 到期日, 发布日期

starts on | 1 *
en: start date, begins on, starts at, scheduled for
pt: começa em, data de início
es: empieza el, fecha de inicio
de: beginnt am
fr: commence le, date de début
zh: 开始于, 开始日期

costs | 1 *
en: price, budget, cost, price is
pt: custa, preço, orçamento
es: cuesta, precio
de: kostet, preis, budget von
fr: coûte, prix
zh: 价格, 预算, 费用

email | 1 *
en: e-mail, email address, e-mail address
pt: endereço de e-mail
es: correo electrónico
de: e-mail-adresse
fr: courriel, adresse e-mail
zh: 邮箱, 电子邮件, 郵箱

phone | 1 *
en: phone number, telephone, mobile number
pt: telefone, número de telefone
es: teléfono
de: telefonnummer
fr: téléphone
zh: 电话, 电话号码, 手机号

port | 1 *
en: listens on, runs on port, port number
pt: porta
es: puerto
de: lauscht auf
fr: écoute sur
zh: 端口

language of | * *
en: written in, programming language, implemented in
pt: escrito em
es: escrito en
de: geschrieben in
fr: écrit en
zh: 编写语言

licensed under | 1 *
en: license, licence
pt: licença
es: licencia
de: lizenz
fr: licence de
zh: 许可证

caused by | * * causes
en: because of, due to, root cause < cause of, led to
pt: causado por < causa
es: causado por < causa
de: verursacht durch < verursacht
fr: causé par < cause
zh: 起因, 原因 < 导致

visited | * *
en: went to, travelled to, traveled to, has been to
pt: visitou
es: visitó
de: besuchte
fr: a visité
zh: 去过, 访问过, 到访

drives | * *
en: car, drives a
pt: dirige um
es: conduce
de: fährt
fr: conduit
zh: 驾驶, 开

works with | * * =
en: colleague of, coworker of, colleague, teammate of
pt: colega de, trabalha com
es: trabaja con, compañero de
de: arbeitet mit, kollege von, kollegin von
fr: travaille avec, collègue de
zh: 同事

lives with | * * =
en: roommate of, flatmate of, housemate of
pt: mora com
es: vive con
de: wohnt mit
fr: vit avec
zh: 同住, 室友

cousin of | * * =
pt: primo de, prima de
es: primo hermano de
de: cousin von, cousine von
fr: cousin de, cousine de
zh: 表兄弟, 堂兄弟

neighbour of | * * =
en: neighbor of
pt: vizinho de, vizinha de
es: vecino de, vecina de
de: nachbar von, nachbarin von
fr: voisin de, voisine de
zh: 邻居

grandchild of | * * grandparent of
en: grandson of, granddaughter of < grandmother of, grandfather of
pt: neto de, neta de
es: nieto de, nieta de
de: enkel von, enkelin von
fr: petit-fils de, petite-fille de
zh: 祖父母, 外祖父母

niece or nephew of | * * aunt or uncle of
en: niece of, nephew of < aunt of, uncle of
pt: sobrinho de, sobrinha de
es: sobrino de, sobrina de
de: neffe von, nichte von
fr: neveu de, nièce de
zh: 侄子, 外甥

mentored by | * * mentor of
en: coached by < coach of
pt: orientado por
es: asesorado por
de: betreut von
fr: conseillé par
zh: 导师

address | 1 *
en: lives at address, home address, url
pt: endereço
es: dirección
de: adresse
fr: adresse postale
zh: 地址

timezone | 1 *
en: time zone, tz
pt: fuso horário
es: zona horaria
de: zeitzone
fr: fuseau horaire
zh: 时区
"""
