"""How claims are worded in Chinese: patterns over characters, simplified; traditional ones are folded first.

A line is ``subject: pattern -> outcomes`` as in
:mod:`camillo.knowledge.claims.rules`; the pattern is a
regular
expression that follows the subject and reaches to the
clause's end, with slots ``{kind}``.
"""

#: What may stand between subject and verb, and what it makes of the claim.
FILLERS = """
也 还 都 就 已经 已 目前 现在 一直 正在 正 刚 刚刚 最近 又 后来 如今 当时 终于 其实 真的
非常 很 特别 最 最终 先 是 今年 目前还 仍然 仍 还是 只
"""
PAST = "曾经 曾 以前 之前 原来 过去 从前 原先 早先"
OVER = "不再 没再 没有再 已不 已经不"
NEGATIONS = """
不 没 没有 从不 从来不 从未 从来没 从来没有 并不 并没有 不太 不是 并非 未
不怎么
"""
#: In the clause before the subject, or between it and the verb, these make it no claim.
DOUBTS = """
如果 要是 假如 假设 若 倘若 除非 是否 可能 也许 或许 大概 好像 似乎 听说 据说 传说 说不定 恐怕
应该 希望 想 想要 打算 计划 准备
觉得 认为 以为 猜 估计 会 将会 可以 能 能够 必须 需要 最好 建议 让 请 别 不要 万一 即使 就算
看来 据称 说 告诉 梦见 幻想 想象 比如 例如 愿意 怀疑 传闻
本来想 差点 考虑 正考虑 试图 不如 何不 要不要 能否 是不是 有没有 怎么 为什么 什么 哪 谁 吗 吧
"""
JOKES = "开玩笑 哈哈哈 说笑"
OPENERS = """
但是 但 不过 而且 所以 因为 其实 另外 然后 后来 同时 此外 因此 于是 并且 另 对了 嗯 哦 好的
是的 没错 你好 首先 其次 最后 总之 顺便说一下 顺便 嗨 哎 啊 那 那么 当时 之后
其中 最近 目前 现在 如今 而 虽然 由于 不久 随后 结果
"""
KIN = {
    "married to": "妻子 丈夫 老婆 老公 太太 先生 爱人 配偶",
    "partner of": "女朋友 男朋友 未婚妻 未婚夫 女友 男友",
    "sibling of": "哥哥 弟弟 姐姐 妹妹 大哥 二哥 大姐 二姐 双胞胎弟弟 双胞胎妹妹",
    "parent of": "儿子 女儿 孩子 大儿子 小儿子 大女儿 小女儿",
    "child of": "爸爸 妈妈 父亲 母亲 爸 妈",
    "friend of": "朋友 好朋友 闺蜜 好友",
    "works with": "同事",
    "reports to": "老板 上司 经理 领导",
    "cousin of": "表哥 表弟 表姐 表妹 堂哥 堂弟 堂姐 堂妹",
    "grandchild of": "爷爷 奶奶 外公 外婆 姥姥 姥爷",
    "niece or nephew of": "叔叔 阿姨 舅舅 姑姑 姨妈 伯伯",
    "aunt or uncle of": "侄子 侄女 外甥 外甥女",
    "lives with": "室友",
    "has pet": "狗 猫 小狗 小猫 狗狗 猫咪 兔子 仓鼠 乌龟 鹦鹉 金鱼 橘猫 金毛 柯基 宠物",
}
ROLES = """
工程师 医生 护士 老师 教师 律师 经理 总监 主管 设计师 程序员 会计 会计师 记者 编辑 作家 画家
厨师 司机 警察 消防员 教授 讲师 研究员 科学家 数据分析师 分析师
产品经理 项目经理 校长 院长 部长 主任 秘书 助理 顾问 翻译 导游 演员 歌手 导演 摄影师 飞行员 空姐
军人 公务员 银行家 建筑师 药剂师 牙医 兽医 图书管理员
总裁 副总裁 董事长 总经理 首席执行官 首席技术官 首席财务官 架构师 实习生 教练 运动员 舞者 诗人 店长
组长 队长 班长 理发师 木匠 电工 农民 渔夫 收银员 服务员 保安 心理咨询师 咨询师 咖啡师 面包师
CEO CTO CFO COO HR
"""
GROUPS = "俱乐部 社团 乐队 合唱团 协会 小组 球队 健身房 团队 社区 委员会 联盟 工会 读书会"
PLACES = """
北京 上海 广州 深圳 杭州 南京 成都 重庆 武汉 西安 苏州 天津 长沙 郑州 青岛 沈阳 大连 宁波 厦门
福州 济南 哈尔滨 长春 昆明 合肥 南昌 无锡 贵阳 南宁 海口 三亚 兰州 太原 石家庄
香港 澳门 台湾 台北 高雄 新竹 台中 中国 日本 美国 英国 法国 德国 韩国 新加坡 加拿大 澳大利亚
东京 大阪 首尔 纽约 伦敦 巴黎 柏林 硅谷 旧金山 西雅图 洛杉矶 悉尼 多伦多 温哥华
国外 国内 外地 海外 老家 家乡 家 家里 公司 学校 医院 办公室 这里 那里 这儿 那儿 外面 晚上 白天
周末 一起 附近 一家公司 工厂 银行 机场 图书馆 房间 会议 会场 现场 教室 车站 舞台 座位 人世
这个世界 世界 队伍 城市 村子 岗位
"""
#: Cities and countries that are known, for what stands somewhere rather than is busy with something.
CITIES = """
北京 上海 广州 深圳 杭州 南京 成都 重庆 武汉 西安 苏州 天津 长沙 郑州 青岛 沈阳 大连 宁波 厦门
福州 济南 哈尔滨 长春 昆明 合肥 南昌 无锡 贵阳 南宁 海口 三亚 兰州 太原 石家庄 香港 澳门 台湾 台北 高雄
中国 日本 美国 英国 法国 德国 韩国 新加坡 加拿大 澳大利亚 意大利 西班牙 葡萄牙 荷兰 挪威 瑞典 芬兰 丹麦 瑞士
东京 大阪 首尔 纽约 伦敦 巴黎 柏林 硅谷 旧金山 西雅图 洛杉矶 悉尼 多伦多 温哥华 罗马 米兰 奥斯陆 法兰克福 慕尼黑
汉堡 维也纳 苏黎世 日内瓦 马德里 巴塞罗那 里斯本 阿姆斯特丹 布鲁塞尔 都柏林 斯德哥尔摩 哥本哈根 赫尔辛基 华沙
布拉格 布达佩斯 雅典 莫斯科 曼谷 孟买 迪拜 墨尔本 芝加哥 波士顿
"""
#: What has one place at a time.
SITES = "服务器|机房|数据中心|数据库|办公室|公司|分公司|工厂|仓库|实验室|工作室|团队|会议|店铺"
#: Words that look like a person's name and are none, and places where nobody lives.
NOT_NAMES = """
小时 老师 老板 小组 老家 小区 小学 老人 小孩 小狗 小猫 阿姨 高兴 应该 于是 许多 安全 平时 时间
方便 方法 成功 包括 解剖 解决 解释 国家 国内 国际 毕业 马上 金融 高级
高中 任何 方面 常常 时代 白色 黄色 安排 安装 安静 成立 成员 成绩 利用 全部 项目 单位 单独 管理
关于 关系 和平 平均
平台 通过 江南 张开 金属 石油 石头 水平 温度 边界 路线 古代 文化 文学 习惯 易于 连续 段落 万一
终于 于此 白天
黄昏 黄金 方向 明天 明显 易经 宁可 全球 王国 王室 王子 公主 高速 高度 高等 何时 如何 支持 支付
华人 华语 龙头 龙舟
"""
NO_HOME = """
家里 一起 这里 那里 这儿 那儿 哪里 楼上 楼下 附近 一块 酒店 宾馆 隔壁 学校 宿舍 外面 医院 一楼
二楼 三楼
"""
#: What lies somewhere as a part of something that is not named.
PARTS = "总部 原址 馆址 校址 会址 地址 震央 震中 肛门 旧址 位置 车站 入口 出口"
ATTRIBUTES = {
    "capital": "首都 首府 省会",
    "led by": """
负责人 所有者 维护者 主管 市长 校长 队长 主席 院长 董事长 创始人 店主 老板 经理 首席执行官
首席技术官 总裁 CEO CTO
""",
    "located in": "总部 所在地 地点 地址",
    "born on": "生日 出生日期",
    "due on": "截止日期 截止时间 期限 最后期限 截止日 交付日期",
    "starts on": "开始日期 发布日期 上线日期 发布时间 上线时间",
    "costs": "预算 价格 费用 售价 成本 月薪 房租",
    "named": "名字 姓名 全名",
    "email": "邮箱 电子邮件",
    "phone": "电话 手机号 电话号码",
    "version": "版本 版本号",
    "port": "端口",
    "status": "状态",
    "uses": "数据库 框架 编辑器 开发语言 后端 前端 缓存 消息队列",
    "works as": "职业 职位 工作",
    "allergic to": "过敏原",
    "created by": "作者 发明者 设计者 导演",
}
SURNAMES = """
赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏窦章云苏潘葛奚范彭郎鲁韦昌马苗凤方俞任袁柳鲍史唐费廉岑薛雷贺倪汤滕殷罗毕郝邬安常
乐于时傅皮卞齐康伍余元卜顾孟平黄和穆萧尹姚邵汪祁毛禹狄米贝明臧计伏成戴宋茅庞熊纪舒屈项祝董梁杜阮蓝闵季贾路江童颜郭梅盛林刁钟徐邱骆高夏蔡田樊胡凌霍虞万柯卢莫
房解应宗丁宣邓单洪包石崔吉龚程嵇邢裴陆荣翁荀羊甄曲封芮储靳邴段侯武刘景詹束龙叶司黎白赖卓池乔闻党翟谭贡姬申冉雍桑桂牛边燕温庄晏柴阎习艾容向古易廖庾居衡耿
匡国文寇广欧沃利师巩聂辛简饶曾关查游岳帅缑亢况代尚涂肖
"""
#: Traditional characters of the words above, each with its simplified form.
FOLD = str.maketrans(
    "們歡愛討厭選擇決換採從來離職進開學習畢業於對過養買賣會說講個隻條遷轉為將與並沒該應聽據這還後現認覺見計畫準備媽兒媳婦師醫護"
    "編輯記廚導飛員務築銀區團隊樂總監經戶農漁負責創發電話號郵資庫態價預費裏裡嗎貓龜魚鵡",
    "们欢爱讨厌选择决换采从来离职进开学习毕业于对过养买卖会说讲个只条迁转为将与并没该应听据这还后现认觉见计画准备妈儿媳妇师医护"
    "编辑记厨导飞员务筑银区团队乐总监经户农渔负责创发电话号邮资库态价预费里里吗猫龟鱼鹉",
)

#: Characters that tell the sounds of foreign names.
SOUNDS = """
阿 艾 安 奥 巴 芭 白 班 邦 贝 本 比 彼 宾 波 伯 博 布 查 茨 达 黛 丹 德 登 得 狄 迪 蒂
丁 东 杜 多 厄 恩 尔 法 菲 芬 弗 福 盖 戈 格 哈 海 汉 赫 亨 霍
基 吉 加 嘉 简 杰 金 卡 凯 坎 康 考 科 克 肯 库 拉 莱 兰 朗 劳 勒 蕾 雷 里 莉 丽 利
琳 林 卢 鲁 露 伦 罗 洛 玛 马 麦 曼 梅 蒙 米 莫 默 穆 纳 娜 南
内 妮 尼 宁 努 诺 帕 潘 佩 皮 普 奇 琪 乔 切 琼 让 瑞 萨 塞 赛 桑 沙 莎 圣 史 斯 丝
索 苏 塔 泰 坦 汤 特 提 汀 托 瓦 万 威 薇 韦 维 温 文 沃 乌 伍 西
希 夏 谢 辛 休 雅 亚 扬 耶 伊 英 尤 约 泽 扎 詹 珍 朱 茱 兹 佐
"""

RULES = """
own @喜欢: 最?喜欢的{label}是{thing} -> S 最喜欢的$1 2
what @编写|写|实现: (?:用|由|使用){tool}(?:编写|写|实现)(?:的|而成)? -> S language of 1
what @总部: 的?总部(?:位于|设在|设于|在){place} -> S located in 1
who @是: 是我们?的?{kin} -> I % S
who @是: 是{person}的{kin} -> 1 % S
kin @是: 是{person} -> S % 1
kin @叫|名字|是: (?:名叫|名字叫|名字是|叫做|叫){called} -> S % 1
who @开始|工作|上班: 开始在{org}(?:工作|上班|任职) -> S works at 1 *
who @工作|上班|任职|就职|供职: 在{org}(?:工作|上班|任职|就职|供职)(?:了?.{0,8}) -> S works at 1
who @就职于|任职于|供职于|受雇于: (?:就职于|任职于|供职于|受雇于){org} -> S works at 1
who @当|做|担任: 在{org}(?:当|做|担任)(?:一名|一个|一位)?{role} -> S works at 1; S works as 2
who @加入|参加: (?:加入|参加)了?{group} -> S member of 1 *
who @加入|入职: (?:加入|入职)了?{org} -> S works at 1 *
who @跳槽|转|跳: 从{org}(?:跳槽|转|跳)(?:到|去)了?{org} -> S works at 1 ! *; S works at 2 *
who @跳槽: 跳槽(?:到|去)了?{org} -> S works at 1 *
who @辞职|离职|退休: 从{org}(?:辞职|离职|退休)了? -> S works at 1 ! *
who @离开|辞去: (?:离开|辞去)了{org} -> S works at 1 ! *
who @是: 是{org}的{role} -> S works as 2; S works at 1
who @是|当: (?:是|当|当上了)(?:一名|一个|一位|个|名)?{role} -> S works as 1
who @担任|出任|就任|接任: (?:担任|出任|就任|接任){org}的?{role} -> S works as 2 *; S works at 1 *
who @担任|出任|升任|成为|升为: (?:担任|出任|升任|成为了?|(?<!晋)升为){role} -> S works as 1 *
who @晋升|任命|提拔: (?:晋升为|被任命为|被提拔为){role} -> S works as 1 *
who @汇报: 向{person}汇报(?:工作)? -> S reports to 1
who @负责|领导|管理: (?:负责|领导|管理){thing} -> S leads 1
who @创办|创立|创建: (?:创办|创立|创建)了{name} -> S created 1 *
who @住: 住在?{place} -> S lives in 1
who @定居|居住: (?:定居|居住)(?:在|于)了?{place} -> S lives in 1
who @生活|居住|定居: 在{place}(?:生活|居住|定居)(?:了?.{0,6}) -> S lives in 1
who @搬: 从{place}搬家?(?:到|去|回|来)了?{place} -> S lives in 2 *; S lives in 1 ! *
who @移居|迁居: (?:移居|迁居)(?:到|至)?了?{place} -> S lives in 1 *
who @搬: 搬家?(?:到|去|回|来|进)了?{place} -> S lives in 1 *
who @搬: 搬离了?{place} -> S lives in 1 ! *
who @来自: 来自{place} -> S comes from 1
who @人: 是{place}人 -> S comes from 1
who @出生|生于: (?:出生于|出生在|生于){date} -> S born on 1
who @出生|生于: {date}(?:出生) -> S born on 1
who @出生|生于: (?:出生于|出生在|生于){place} -> S born in 1
who @出生: 在{place}出生 -> S born in 1
who @长大: 在{place}长大 -> S grew up in 1
who @结婚|结了婚: (?:和|跟|与){person}结了?婚了? -> S married to 1 *
who @离婚|离了婚: (?:和|跟|与){person}离了?婚了? -> S married to 1 ! *
who @订婚|订了婚: (?:和|跟|与){person}订了?婚了? -> S partner of 1 *
who @分手: (?:和|跟|与){person}分手了? -> S partner of 1 ! *
who @嫁给|娶: (?:嫁给|娶)了?{person} -> S married to 1 *
who @结婚: 结婚了 -> S relationship status =结婚 *
who @离婚: 离婚了 -> S relationship status =离婚 *
who @订婚: 订婚了 -> S relationship status =订婚 *
who @养|领养|收养|买: (?:养|领养|收养|买)了?(?:一|两|三)?(?:只|条|个)?(?:名叫|叫做|叫){called}的{pet} -> S has pet 1 *
who @有: 有(?:一|两|三)?(?:只|条|个)?(?:名叫|叫做|叫){called}的{pet} -> S has pet 1
who @养|有: (?:养|有|领养|收养)了?{pet}、?(?:名字叫|名叫|叫做|叫){called} -> S has pet 2
who @养: (?:养|领养|收养)了?{pet} -> S has pet 1
who @有: 有(?=[一两三四几]){pet} -> S has pet 1
who @有: 有(?=[一两三四]){children} -> S parent of 1
who @喜|爱|钟|热: (?:喜欢|喜爱|热爱|爱|热衷于|钟爱|酷爱){doing} -> S likes 1; S dislikes 1 ~
who @讨厌|厌恶|受不了: (?:讨厌|厌恶|受不了){doing} -> S dislikes 1
who @更喜欢|偏爱|更爱: (?:更喜欢|偏爱|更爱){doing} -> S prefers 1
who @过敏: 对{noun}过敏 -> S allergic to 1
who @会说|会讲|说: (?:会说|会讲|能说|说|讲){tongue} -> S speaks 1
who @学: 在?(?:学|学习|自学){study} -> S studies 1
who @就读|考上|考入: (?:就读于|考上了?|考入){school} -> S studies at 1
who @读书|上学: 在{school}(?:读书|上学) -> S studies at 1
who @毕业: 毕业于{school} -> S graduated from 1 *
who @毕业: 从{school}毕业了? -> S graduated from 1 *
who @弹|拉|吹: 会?(?:弹|拉|吹){instrument} -> S plays 1
who @买|购: (?:买|购买)了{goods} -> S owns 1 *
who @卖: (?:卖掉|卖)了{goods} -> S owns 1 ! *
who @去过|去了|参观: (?:去过|去了|参观了|游览了){place} -> S visited 1 *
any @决定|选择|选定: (?:决定|选择|选定)了?(?:使用|采用|用)?{tool}(?:作为|做){thing} -> 2 uses 1 *
any @决定|选择|选定: (?:决定|选择|选定)(?:使用|采用|用|了){tool} -> S uses 1 *
any @用: (?:使用|采用|用){tool}(?:作为|做|当){thing} -> 2 uses 1
any @用: 不再(?:使用|采用|用){tool} -> S uses 1 !
any @停用|弃用|放弃: (?:停用|弃用|放弃)了{tool} -> S uses 1 ! *
any @迁移|切换|换|转|改: 从{tool}(?:迁移|切换|换|转|改)(?:到|成|为|用)了?{tool} -> 1 replaced by 2 *
any @迁移|切换: (?:迁移|切换)到了?{tool} -> S uses 1 *
any @替换|取代|代替|替代: 用{tool}(?:替换|取代|代替|替代)了?{tool} -> 2 replaced by 1 *
any @换|改|迁移|升级|切换: (?:把|将){thing}(?:换成|替换成|替换为|迁移到|改成|改为|切换到)了?{thing} -> 1 replaced by 2 *
any @替换|取代|代替|替代: 被{thing}(?:取代|替代|替换|代替)了? -> S replaced by 1 *
any @替换|取代|代替|替代: (?:取代|替代|替换|代替)了{thing} -> 1 replaced by S *
any @用: (?:使用|采用|用的是|改用|用){tool} -> S uses 1
what @依赖: 依赖于?{tool} -> S depends on 1
what @基于: 基于{tool}(?:开发|构建|实现)? -> S uses 1
what @弃用|废弃: (?:弃用|废弃)了? -> S status =deprecated
what @端口: (?:运行|监听)(?:在|于)?{number}端口 -> S port 1
what @{site}: (?:在|放在|设在|托管在|搬到了?|迁到了?|迁移到了?){city} -> S located in 1
what @位于|坐落: (?:位于|坐落于|坐落在){place} -> S located in 1
what @到期|截止|交付: (?:将?于|将?在|定于|定在|计划于|预计)?{date}(?:到期|截止|交付) -> S due on 1
what @发布|上线|开始: (?:将?于|将?在|定于|定在|计划于|预计){date}(?:发布|上线|开始) -> S starts on 1
what @举行|举办|启动: (?:将?于|将?在|定于|定在|计划于|预计){date}(?:举行|举办|启动) -> S starts on 1
what @售价|价格: (?:售价|的?价格)(?:是|为)?{amount} -> S costs 1
what @升级|更新: (?:升级|更新)到了?{version}版?本? -> S version 1 *
who @岁: {number}岁了? -> S aged 1
own @{attribute}: {attribute}(?:是|为|叫){value} -> S % 2
own @{attribute}: {attribute}(?:改|推迟|提前|延期|延|定)(?:到|为|在|成|至)了?{value} -> S % 2 *
own @{attribute}: {attribute}(?:换|涨|增加|降|减少|更新|升级)(?:到|为|在|成|至)了?{value} -> S % 2 *
any @是: 是{thing}的{attribute} -> 1 % S
who @接手|接管: (?:接手|接管)了?{thing} -> 1 led by S *
who @当上|晋升|提升|升职: (?:被?(?:提升|晋升|升职)为|当上了?){role} -> S works as 1 *
who @离婚|分手|结婚|订婚: (?:和|跟|与){person}(?:已经)?结婚了? -> S married to 1 *
who @成为|成了: (?:和|跟|与){person}(?:成为|成)了?好?朋友 -> S friend of 1
who @改名: (?:改名为|改名叫|更名为){called} -> S named 1 *
"""
