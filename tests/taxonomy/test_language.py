import pytest

from inspect_rubricblind.taxonomy.language import detect_language


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Paracetamol 500 mg QID PRN; ibuprofen 400 mg TDS"),
        ("en", "Call 112"),
        ("en", "Take 5 mg"),
        ("en", "Hypertension, T2DM"),
        ("en", "Is 布洛芬 safe? Take the ibuprofen every 6 hours."),
        ("en", "It's likely viral, so don't give antibiotics."),
        ("es", "Tu pregunta es muy importante. Tome la dosis cada 8 horas con agua."),
        ("pt", "É importante prestar atenção aos sintomas que você está sentindo."),
        ("fr", "Prenez le médicament avec de l'eau et consultez votre médecin."),
        ("it", "Prenda il farmaco con acqua e consulti il medico se non migliora."),
        ("de", "Nehmen Sie die Tablette mit Wasser ein und gehen Sie zum Arzt."),
        ("nl", "Neem het medicijn met water in en ga naar uw huisarts."),
        ("sv", "Ta tabletten med vatten och kontakta din läkare om det inte hjälper."),
        ("pl", "Nie należy przerywać leczenia, jeśli gorączka się utrzymuje."),
        ("tr", "Bu ilaç için doktorunuza danışın ve çok su için."),
        ("vi", "Bạn không được dùng thuốc này khi có các triệu chứng như vậy."),
        ("id", "Anda tidak dapat minum obat ini dengan susu atau kopi."),
        ("sw", "Tafadhali nenda kwa daktari kama una homa kali ya mara kwa mara."),
        ("ru", "Принимайте по одной таблетке."),
        ("uk", "Приймайте їжу і пийте воду."),
        ("ar", "تناول الدواء كل 8 ساعات"),
        ("fa", "چه دارویی باید بخورم؟"),
        ("ur", "بخار کے لیے دوا لیں"),
        ("hi", "बुखार के लिए दवा लें"),
        ("zh", "每天服用500毫克"),
        ("ja", "foot ulcerを簡単な英語で説明して"),
        ("ko", "하루에 두 번 복용하세요"),
        ("th", "ผู้ป่วยควรไปโรงพยาบาล"),
        ("el", "Πάρτε ένα χάπι"),
        ("he", "קחו כדור אחד"),
        ("und", "12345 🙂 500"),
        ("und", "Zukaam"),
        ("und", ""),
    ],
)
def test_a_text_is_in_this_language(language, text):
    assert detect_language(text) == language


def test_markdown_and_numbers_do_not_hide_english():
    text = (
        "## Plan\n\n| drug | dose |\n|---|---|\n| the first | 5 mg daily |\r\n- rest 🚑"
    )
    assert detect_language(text) == "en"


def test_one_foreign_name_does_not_change_the_language():
    assert detect_language("В этом случае препарат Paracetamol не нужен.") == "ru"
