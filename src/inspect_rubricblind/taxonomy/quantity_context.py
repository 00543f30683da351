"""What a quantity is, judged by its unit and the words around it."""

from collections.abc import Callable
from typing import Literal, NamedTuple

import regex

from inspect_rubricblind.taxonomy.comparisons import Comparison
from inspect_rubricblind.taxonomy.quantity_patterns import FLAGS
from inspect_rubricblind.taxonomy.units import family_of

Kind = Literal[
    "dose",
    "frequency",
    "duration",
    "threshold",
    "age",
    "year",
    "phone",
    "lab_value",
    "blood_pressure",
    "temperature",
    "percent",
    "weight",
    "other",
]


class Context(NamedTuple):
    """An amount with its neighbourhood: `before` and `after` end at the clause."""

    value: float
    unit: str
    spelling: str
    before: str
    after: str


_ANALYTE = regex.compile(
    r"""(?<![\p{L}\p{N}])(?:
      INR|(?:Hb|ha?emoglobin\s)?A1C|e?GFR|creatinine|clearance|CrCl|potassium|sodium
    |calcium|magnesium|phosphate|glucose|(?:blood\s)?sugars?|ha?emoglobin|Hb|Hgb
    |platelets?|WBC|white\s(?:blood\s)?cells?|neutrophils?|ANC|CD4\+?|CRP|ESR|TSH
    |(?:free\s)?T[34]|ferritin|troponin|(?:NT-pro)?BNP|D-dimer|ALT|AST|ALP|GGT
    |bilirubin|albumin|lactate|PSA|LDL(?:-C)?|HDL(?:-C)?|cholesterol|triglycerides
    |uric\sacid|urate|vitamin\sD\slevels?|pH|P?a?C?O2|(?:Sp|Sa)O2|saturations?|sats?
    |oxygen\slevels?|BMI|body\smass\sindex|heart\srate|pulse(?:\srate)?|HR|RR
    |respirat(?:ory|ion)\srate|breathing\srate|GCS|coma\sscale|apgar|scores?
    |[TZ]-scores?|hCG|LH|FSH|QTc?(?:\sinterval)?|ejection\sfraction|LVEF|EF
    |peak\s(?:expiratory\s)?flow|FEV1|anion\sgap|osmolality|ha?ematocrit|Hct|MCV
    |viral\sload|urine\soutput|CHA2DS2-VASc)
    (?:\s*(?:levels?|count|values?|readings?|range|target|goal|is|are|was|were|of|at|to
    |between|stays?|remains?|falls?|drops?|rises?|slips?|dips?|declines?|reaches|goes|about|around|above|below
    |over|under|less|greater|more|higher|lower|than|least|consistently|persistently
    |typically|usually|:|=|[<>≤≥]=?|-|–|\*{1,2}|\(|\)|,|\|)){0,6}\s*$""",
    FLAGS,
)
_RATIO_OF = regex.compile(
    r"""\b(?:SpO2|SaO2|saturations?|sats?|oxygen(?:\slevels?)?|HbA1c|A1C|fraction|LVEF
    |ha?ematocrit|Hct|peak\sflow|FEV1|neutrophils|blasts|bands)\b[^.;\n]{0,40}$""",
    FLAGS,
)
_AGED = regex.compile(
    r"\b(?:aged?|ages|I['’]?\s?a?m|(?:he|she|who)\s(?:is|was)|(?:he|she)['’]s)"
    r"(?:\s+(?:of|from|between|over|under|above|below|about|around|at|least|than"
    r"|less|more|older|younger))*\s*$",
    FLAGS,
)
_PERSONS = regex.compile(
    r"""\b(?:child(?:ren)?|kids?|infants?|bab(?:y|ies)|newborns?|toddlers?|adults?
    |adolescents?|teen(?:ager)?s?|people|persons?|patients?|women|men|those|anyone
    |individuals|boys|girls|smokers)
    (?:\s+(?:who|that|are|aged?|is|you|over|under|above|below|older|younger|less|more
    |than|at|least|\())*\s*$""",
    FLAGS,
)
_OLD = regex.compile(
    r"[\s‐‑-]*(?:olds?\b|of[\s-]age\b|\(?(?:fe)?male\b|\(?(?:wo)?man\b|boy\b|girl\b)",
    FLAGS,
)
_PREGNANT = regex.compile(
    r"['’]?[\s‐‑-]*(?:\+\s?\d\s*)?(?:of\s+)?(?:pregnan|gestation|post-?partum|along\b)",
    FLAGS,
)
_GESTATION = regex.compile(r"\bgestation\w*(?:\s+(?:age|of|at|is))*\s*$", FLAGS)
_MIXTURES = (
    r"(?:creams?|ointment|gel|lotion|solution|saline|spray|drops|shampoo|foam|dextrose"
    r"|suspension|paste|mouthwash|peroxide|benzoyl|hydrocortisone|permethrin|minoxidil"
    r"|lidocaine|lignocaine|clotrimazole|ketoconazole|timolol|atropine)"
)
_STRENGTH_AFTER = regex.compile(rf"\s*(?:\p{{L}}+\s+){{0,2}}{_MIXTURES}\b", FLAGS)
_STRENGTH_BEFORE = regex.compile(rf"\b{_MIXTURES}\s*\(?$", FLAGS)
_WEIGHS = regex.compile(r"\b(?:birth\s?)?weigh(?:t|s|ing|ed)?\b[^.;\n]{0,25}$", FLAGS)
_SHARE = regex.compile(
    r"\s+of\s+(?:all|the|new|our|these|those|us|\p{L}+\s+)?\s*(?:people|patients|persons"
    r"|cases|adults|children|women|men|mothers|babies|infants|users|individuals|those)",
    FLAGS,
)
_CLAUSE = regex.compile(r"[\n;]|(?<=[\p{Ll})])\.\s")
_REACH = 70


def neighbourhood(text: str, start: int, end: int) -> tuple[str, str]:
    """The words before and after a span, within its clause."""
    before = text[max(0, start - _REACH) : start]
    cuts = [found.end() for found in _CLAUSE.finditer(before)]
    after = text[end : end + _REACH]
    stop = _CLAUSE.search(after)
    return before[cuts[-1] :] if cuts else before, after[
        : stop.start() if stop else None
    ]


def classify(context: Context, comparison: Comparison | None) -> tuple[Kind, Kind]:
    """Kind and measure of an amount (see `quantities.Quantity`)."""
    measure = _measure(context, comparison)
    if comparison is None or comparison.sign == "~":
        return measure, measure
    if measure in ("dose", "age"):
        return measure, measure
    if measure == "percent" and _SHARE.match(context.after):
        return measure, measure
    bounds_a_course = comparison.sign in ("<=", ">=") and not comparison.follows
    if measure == "duration" and bounds_a_course:
        return measure, measure
    return "threshold", measure


def _measure(context: Context, comparison: Comparison | None) -> Kind:
    family = family_of(context.unit)
    if _is_age(context, family, comparison):
        return "age"
    if family in _BY_FAMILY:
        return _BY_FAMILY[family](context)
    if context.unit or _ANALYTE.search(context.before):
        return "lab_value"
    return "other"


def _is_age(
    context: Context, family: str | None, comparison: Comparison | None
) -> bool:
    before, after, value = context.before, context.after, context.value
    if family == "time":
        if _PREGNANT.match(after) or _GESTATION.search(before):
            return True
        if "/" in context.unit or context.unit in ("hour", "minute", "second"):
            return False
        told = "o" in context.spelling and context.spelling.lower()[0] == "y"
        persons = context.unit in ("year", "month") and _PERSONS.search(before)
        return bool(told or _OLD.match(after) or _AGED.search(before) or persons)
    if context.unit == "" and 0 < value < 120:
        of_persons = comparison is not None and _PERSONS.search(before)
        return bool(_AGED.search(before) or of_persons or _OLD.match(after))
    return context.spelling == "F" and value < 90


def _of_mass(context: Context) -> Kind:
    below = context.unit.split("/")[1:]
    if below and below[-1] in ("dL", "L", "uL", "mm3", "mmol", "mol", "g"):
        return "lab_value"
    if below == ["mL"] and context.unit not in ("mg/mL", "g/mL", "unit/mL"):
        return "lab_value"
    if context.unit == "g" and _WEIGHS.search(context.before):
        return "weight"
    return "dose"


def _of_volume(context: Context) -> Kind:
    filtered = context.unit.startswith("mL/minute")
    return "lab_value" if filtered or _ANALYTE.search(context.before) else "dose"


def _of_temperature(context: Context) -> Kind:
    exact = context.unit != "°" and context.spelling not in ("C", "F")
    return "temperature" if exact or _is_fever(context.value) else "other"


def _is_fever(value: float) -> bool:
    return 34 <= value <= 43 or 93 <= value <= 110


def _of_percent(context: Context) -> Kind:
    mixed = _STRENGTH_AFTER.match(context.after) or _STRENGTH_BEFORE.search(
        context.before
    )
    if mixed:
        return "dose"
    return "lab_value" if _RATIO_OF.search(context.before) else "percent"


def _of_pressure(context: Context) -> Kind:
    gas = regex.search(r"\bP?a?C?O2\b|intra|\bI[CO]P\b|gradient", context.before)
    return "lab_value" if gas else "blood_pressure"


_BY_FAMILY: dict[str, Callable[[Context], Kind]] = {
    "mass": _of_mass,
    "activity": _of_mass,
    "amount": _of_mass,
    "volume": _of_volume,
    "form": lambda context: "dose",
    "time": lambda context: "duration",
    "temperature": _of_temperature,
    "pressure": _of_pressure,
    "percent": _of_percent,
    "body weight": lambda context: "lab_value" if "/m2" in context.unit else "weight",
    "length": lambda context: "lab_value" if "/hour" in context.unit else "other",
    "energy": lambda context: "other",
    "rate": lambda context: "lab_value",
    "lab": lambda context: "lab_value",
}
