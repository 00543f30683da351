"""In which language a text is written: by script, then by frequent words.

The rules of this project read English only, so the question that matters is
whether a text, even a short clinical one, is English; other languages are named
for the record. Statistical identifiers guess on short text; counting function
words says nothing (`und`) instead.
"""

import unicodedata
from collections import Counter
from functools import cache

from inspect_rubricblind.taxonomy.tokens import token_texts

UNDETERMINED = "und"

_SCRIPTS = {
    "ARABIC": "ar",
    "ARMENIAN": "hy",
    "BENGALI": "bn",
    "BOPOMOFO": "zh",
    "CJK": "zh",
    "CYRILLIC": "ru",
    "DEVANAGARI": "hi",
    "ETHIOPIC": "am",
    "GEORGIAN": "ka",
    "GREEK": "el",
    "GUJARATI": "gu",
    "GURMUKHI": "pa",
    "HANGUL": "ko",
    "HEBREW": "he",
    "HIRAGANA": "ja",
    "KANNADA": "kn",
    "KATAKANA": "ja",
    "KHMER": "km",
    "LAO": "lo",
    "MALAYALAM": "ml",
    "MYANMAR": "my",
    "SINHALA": "si",
    "TAMIL": "ta",
    "TELUGU": "te",
    "THAI": "th",
}
# Letters that tell a language from the more frequent one of the same script.
_TELLING = (
    ("ru", "uk", frozenset("іїєґ")),
    ("ar", "ur", frozenset("ٹڈڑںے")),
    ("ar", "fa", frozenset("پچژگ")),
)
# A character of these scripts says as much as a short word in letters.
_DENSE = frozenset({"zh", "ja", "ko"})
_DENSE_WEIGHT = 3

_WORDS = {
    "en": (
        "the of and to a in is that for it with as are be this on or by an at from "
        "you your not if have has can may should will would could any but when "
        "which these their there more than do does if while such also into who "
        "i'm it's don't about before after because what how without "
        "take daily twice once every day days week weeks month months hour hours "
        "dose doses tablet tablets doctor patient patients symptoms pain fever blood "
        "pressure treatment diagnosis history years year old male female child "
        "children adults start stop avoid check call seek emergency care weight "
        "needed maximum max low high risk heart breathing cough swelling bleeding "
        "follow-up likely acute chronic disease test tests medication medications "
        "i my me he she his her him we us our was were been am too best safe need "
        "first using used use get give given help let make made possible probable "
        "what's why where here then than some no home new older mother father son "
        "common severe mild hypertension pneumonia infection failure headache "
        "prn tds qid bid stat hx dx tx pt f m y/o yo write explain reasons tips"
    ),
    "es": (
        "el la los las de del que y en un una es por con para no se su al lo como más "
        "si está puede usted pero este esta son ser tiene hay sus o cada días dolor"
    ),
    "pt": (
        "o a os as de do da dos das que e em um uma é por com para não se seu sua ao "
        "como mais está pode você mas este esta são ser tem ou seus cada dias dor"
    ),
    "fr": (
        "le la les de des du et en un une est que qui pour dans sur pas vous votre il "
        "elle ne ce cette sont avec par plus ou si peut au aux être jours avez"
    ),
    "it": (
        "il lo la gli le di del della che e in un una è per con non si su al come più "
        "se può ma questo questa sono essere ha nel dei delle o ogni giorni dolore"
    ),
    "de": (
        "der die das und in zu den ist von mit für nicht sie ein eine auf dem des im "
        "es auch bei oder wenn sich werden kann ihr ihre sind haben nach tage"
    ),
    "nl": (
        "de het een en van in is dat te op met voor niet u uw zijn aan er ook als bij "
        "of maar kan door naar deze heeft worden dagen"
    ),
    "da": (
        "og i at det er en til af på for med ikke der som du har kan om eller hvis den "
        "din dit dine men også bør efter være blive får"
    ),
    "no": (
        "og i at det er en til av på for med ikke som du har kan om eller hvis den "
        "din ditt dine men også bør etter være bli får deg"
    ),
    "sv": (
        "och i att det är en till av på för med inte som du har kan om eller den din "
        "ditt men också bör efter vara bli får dig ett"
    ),
    "fi": (
        "ja on ei se että jos voi ovat myös tai kun sinun olla mutta kuin tämä hän "
        "ole voit"
    ),
    "pl": (
        "i w na z do nie się jest to że jak o po dla może lub jeśli przez oraz są ma "
        "tak czy ale od"
    ),
    "cs": (
        "a v na je se že to s z do pro jsou ale jako nebo by pokud může při není "
        "jste také"
    ),
    "ro": (
        "și de la în a este cu pe nu o să un care din pentru sau dacă mai sunt poate "
        "că se ar"
    ),
    "hu": ("a az és hogy nem egy is van ha vagy de meg csak ez már mint kell lehet ön"),
    "tr": (
        "ve bir bu için ile da de çok olarak daha veya olan ne gibi en var değil eğer "
        "kadar sonra"
    ),
    "vi": (
        "và của là có không được cho các một trong với này bạn khi những để người "
        "như bị nếu"
    ),
    "id": (
        "yang dan di ini itu dengan untuk dari pada tidak dalam anda atau adalah akan "
        "jika dapat ke juga bisa"
    ),
    "tl": (
        "ang ng sa na mga ay at hindi ka ko mo kung para may ito po ikaw siya o nang"
    ),
    "sw": ("na ya wa kwa ni za katika la kama au hii ili cha si lakini una yako ikiwa"),
}


@cache
def _languages_by_word() -> dict[str, tuple[str, ...]]:
    owners: dict[str, list[str]] = {}
    for language, words in _WORDS.items():
        for word in dict.fromkeys(words.split()):
            owners.setdefault(word, []).append(language)
    return {word: tuple(languages) for word, languages in owners.items()}


def detect_language(text: str) -> str:
    """The main language of a text as ISO 639-1 code, or `und`.

    The script with most text decides; a Latin text is that language whose
    frequent words it uses most, and undetermined without any or on a tie.
    """
    shares = Counter[str]()
    letters: Counter[str] = Counter(filter(str.isalpha, text))
    for letter, count in letters.items():
        script = unicodedata.name(letter, "").split(" ", 1)[0]
        language = _SCRIPTS.get(script, "latin")
        shares[language] += count * (_DENSE_WEIGHT if language in _DENSE else 1)
    if not shares:
        return UNDETERMINED
    # Japanese mixes kana with Han characters, Chinese has no kana.
    if shares["ja"] and shares["zh"] and 4 * shares["ja"] > shares["zh"]:
        shares["ja"] += shares.pop("zh")
    main = max(sorted(shares), key=lambda language: shares[language])
    if main == "latin":
        return _by_words(text)
    for common, rarer, telling in _TELLING:
        if main == common and any(letter in telling for letter in letters):
            return rarer
    return main


def _by_words(text: str) -> str:
    """The Latin-script language whose frequent words a text uses most."""
    owners = _languages_by_word()
    hits = Counter[str]()
    for word in token_texts(text.lower().replace("’", "'")):
        for language in owners.get(word, ()):
            # A word of several languages tells less about each of them.
            hits[language] += 1 if len(owners[word]) > 1 else 2
    best = hits.most_common(2)
    if not best or (len(best) == 2 and best[0][1] == best[1][1]):
        return UNDETERMINED
    return best[0][0]
