"""Keys of ``key: value`` lines, front matter and tables that state something, by the predicate they mean."""

KEYS = {
    "led by": "owner owners lead maintainer maintainers product_owner "
    "project_lead dri dono responsable dueño besitzer "
    "verantwortlich verantwortlicher responsável responsable propriétaire 负责人 所有者 维护者",
    "created by": "author authors created_by autor autora auteur autrice verfasser verfasserin 作者",
    "assigned to": "assignee assigned assigned_to zuständig asignado atribuído assigné 处理人 经办人",
    "reviewed by": "reviewer reviewers reviewed_by revisor prüfer relecteur 审核人 评审人",
    "status": "status state estado estado_actual situação statut stand zustand 状态",
    "priority": "priority prioridad prioridade priorité priorität 优先级",
    "due on": "deadline due due_date due_by target_date plazo fecha_límite prazo échéance frist abgabetermin fällig "
    "截止日期 截止时间 期限",
    "starts on": "start start_date launch launch_date release_date inicio início début startdatum "
    "开始日期 上线日期 发布日期",
    "version": "version current_version versión versão 版本",
    "licensed under": "license licence licencia licença lizenz 许可证",
    "located in": "location venue office headquarters ubicación sede localização lieu siège ort standort "
    "地点 总部 所在地",
    "lives in": "residence lives_in home_city hometown city ciudad cidade ville wohnort stadt 居住地 城市",
    "works at": "employer company organization organisation empresa entreprise firma arbeitgeber 公司 单位 工作单位",
    "works as": "role position job job_title occupation profession puesto cargo "
    "função poste métier beruf rolle 职位 职务 职业",
    "reports to": "manager reports_to supervisor jefe chefe vorgesetzter 上司 汇报对象",
    "member of": "team squad group equipo equipe équipe mannschaft 团队 小组",
    "uses": "stack database framework editor tech_stack "
    "base_de_datos banco_de_dados base_de_données datenbank 数据库 框架",
    "language of": "language programming_language written_in 编程语言 开发语言",
    "depends on": "depends_on dependency dependencies requires 依赖",
    "costs": "budget price cost presupuesto precio orçamento preço prix coût preis kosten 预算 价格 费用",
    "email": "email e-mail mail correo courriel 邮箱 电子邮件",
    "phone": "phone telephone tel mobile teléfono telefone téléphone telefon 电话 手机",
    "port": "port puerto porta 端口",
    "host": "host hostname server servidor serveur 主机 服务器",
    "website": "website homepage url sitio_web site site_web webseite 网站 网址",
    "repository": "repo repository repositorio repositório dépôt 仓库 代码库",
    "born on": "birthday born date_of_birth birthdate cumpleaños "
    "aniversário anniversaire geburtstag geburtsdatum 生日 出生日期",
    "born in": "birthplace place_of_birth geburtsort 出生地",
    "allergic to": "allergies allergy alergias allergien 过敏",
    "timezone": "timezone time_zone zeitzone zona_horaria 时区",
    "replaced by": "superseded_by replaced_by 被取代",
    "capital": "capital capitale hauptstadt 首都",
}
#: Keys by which a block names what it is about.
NAMES = """
name title project service product nombre nome nom titel título titre proyecto projeto projet
projekt 名称 姓名 标题 项目
"""
#: Values that say nothing.
BLANKS = """
n/a none null tbd todo unknown - -- ? ??? ... tba na nil 无 未知 待定 keine ninguno nenhum 
aucun yes no true false
"""
