import pytest

from camillo.text.language import detect


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("We decided to move the whole database to another server last week", "en"),
        ("Ontem nós decidimos mudar o banco de dados para outro servidor", "pt"),
        ("Ayer decidimos mover la base de datos a otro servidor porque era lento", "es"),
        ("Wir haben gestern beschlossen, die Datenbank auf einen anderen Server zu legen", "de"),
        ("Hier nous avons décidé de déplacer la base de données vers un autre serveur", "fr"),
        ("Ieri abbiamo deciso di spostare il database su un altro server", "it"),
        ("We hebben gisteren besloten om de database naar een andere server te verplaatsen", "nl"),
        ("Вчера мы решили перенести базу данных на другой сервер", "ru"),
        ("Вчора ми вирішили перенести базу даних на інший сервер, бо він був повільний", "uk"),
        ("昨日、データベースを別のサーバーに移すことにしました", "ja"),
        ("昨天我们决定把数据库迁移到另一台服务器", "zh"),
        ("어제 데이터베이스를 다른 서버로 옮기기로 했습니다", "ko"),
        ("قررنا أمس نقل قاعدة البيانات إلى خادم آخر", "ar"),
        ("हमने कल डेटाबेस को दूसरे सर्वर पर ले जाने का निर्णय लिया", "hi"),
        ("Wczoraj zdecydowaliśmy, że przenosimy bazę danych na inny serwer", "pl"),
        ("Dün veritabanını başka bir sunucuya taşımak için karar verdik", "tr"),
    ],
)
def test_a_sentence_tells_its_language(text, language):
    assert detect(text) == language


def test_a_short_turn_takes_the_language_of_its_conversation():
    assert detect("ok", "pt") == "pt"
    assert detect("Die hard fans only", "en") == "en"
    assert detect("") is None


def test_names_in_latin_do_not_hide_the_script_around_them():
    assert detect("我们用 GraphQL 替换了 REST") == "zh"
