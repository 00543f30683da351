"""How much depends on a question, a test or a safeguard that an answer gives."""

import re

GRAVE = 2.0
CONCRETE = 1.0
FAINT = -2.5

_GRAVE = re.compile(
    r"\b(?:chest|wheez\w*"
    r"|breath\w*|apn(?:ea|oea)|cyanosis|bluish|retractions|bleed\w*|blood in"
    r"|fracture\w*|x[-‑ ]?rays?|anaphyla\w*|allerg\w*|suicid\w*|self-harm|harm (?:to )?"
    r"(?:yourself|others|the baby)|pregnan\w*|troponins?|ecg|ekg|ct|mri|cultures?"
    r"|biops\w*|potassium|creatinine|renal|kidney|liver|sepsis|septic|stroke|seizures?"
    r"|unconscious\w*|consciousness|unresponsive|faint\w*|numb\w*|weakness|sudden\w*"
    r"|severe\w*|worsen\w*|worse|high fever|fever|dehydrat\w*|vomiting|overdos\w*"
    r"|toxic\w*|botulism|chok\w*|honey|aspirin|rabies|tetanus|hypoglyc\w*"
    r"|low blood sugar|blood pressure|preeclampsia|hcg|oxygen|saturation|airway"
    r"|head injury|confusion|infection|spread\w*|rupture\w*|perforation|interact\w*"
    r"|contraindicat\w*|cancer|malignan\w*|self-injur\w*|glucose|medications?"
    r"|radiat\w*|vaccin\w*|prophylaxis|isolat\w*|contracepti\w*|swallow\w*|swelling)\b",
    re.IGNORECASE,
)
_CONCRETE = re.compile(
    r"\bif (?:you|he|she|they|it|the|there|symptoms?|any|pain|fever|your|his|her)\b"
    r"|\b(?:until|before|within|for at least|at least|every|weeks?|hours?|days?"
    r"|never|do not|must)\b|n['’]t\b|\d",
    re.IGNORECASE,
)
_FAINT = re.compile(
    r"\b(?:if (?:your (?:doctor|provider) recommends|possible|available|desired"
    r"|applicable|you (?:have|own) (?:a|one))|optional(?:ly)?"
    r"|might be (?:recommended|helpful|useful)|may be (?:helpful|useful|considered)"
    r"|(?:additional|further|other|any) (?:tests?|details|information|evaluations?)"
    r"|lifestyle|total cholesterol|log|diary|journal|review of systems|comprehensive"
    r"|monitor the situation|is (?:also )?(?:important|useful|helpful) to monitor"
    r"|keep an eye|insert|placeholder|educat\w+|document\w*|reviewed|counsel\w*"
    r"|(?:clinician|doctor|provider|professional|specialist)s? (?:can|may|might|will)"
    r"|(?:they|he or she) (?:can|may|might|will)|general (?:health|wellness)"
    r"|fluids|ice|cold (?:pack|compress)|lighting|bleed gently|closely monitor"
    r"|monitor (?:\w+ )?(?:symptoms|vital signs|closely|progress|fluids|oral intake)"
    r"|is for prevention|harmful substances|continue current|as needed|supportive"
    r"|time off|sleep habits|screen time|stress|routine)\b|\[",
    re.IGNORECASE,
)


def importance(text: str) -> float:
    """What the absence of a text weighs more or less than its kind does.

    Args:
        text: The question, test or safeguard as the answer words it.

    Returns:
        A number to add to the weight of the kind; negative for trifles.
    """
    grave = len({m.lower() for m in _GRAVE.findall(text)})
    return (
        (GRAVE + 0.25 * min(grave, 4) if grave else 0.0)
        + (CONCRETE if _CONCRETE.search(text) else 0.0)
        + (FAINT if _FAINT.search(text) else 0.0)
    )
