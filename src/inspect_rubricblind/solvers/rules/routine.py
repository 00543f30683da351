"""Words of routine care and of reassurance, beside an alarm (type R2)."""

import re

CALMS = re.compile(
    r"\b(?:you can try|might try|reasonable to|less urgent|not (?:be )?(?:necessary"
    r"|urgent|an emergency)|isn['’]t (?:urgent|an emergency)|ok(?:ay)? to wait|be fine"
    r"|wait (?:for|until)|manage (?:it |this )?(?:at home|with)|nothing to worry"
    r"|harmless|(?:is|are|usually|typically|generally) (?:mild|temporary|normal)"
    r"|(?:works?|help(?:s|ful)?) (?:best )?(?:for |with )?mild|remains? (?:mild|dull)"
    r"|stays? mild|on (?:its|their) own|none of th|no red|red[‑ -]flags?|start with"
    r"|see how|for a day|(?:the )?following (?:general )?tips|below)\b",
    re.IGNORECASE,
)
URGES = re.compile(
    r"\b(?:emergenc\w+|urgent\w*|immediate\w*|right away|promptly|sooner|911"
    r"|ambulance|red[‑ -]flags?|warning signs?"
    r"|when to (?:see|seek|call|consult|contact)"
    r"|seek\w* (?:\w+ ){0,2}(?:help|care|advice|attention|evaluation)"
    r"|hesitate to (?:contact|call|consult|seek|see"
    r"|reach out to (?:a|your) (?!friend|fam|partner))"
    r"|(?:see|consult\w*|contact|call|visit|talk to|speak (?:to|with)|reach"
    r" out to|check with) (?:a|an|your|with|the|their) (?:[\w‑-]+ ){0,4}?(?:doctor"
    r"|physician|provider|professional|dentist\w*|dermatologist|pediatrician"
    r"|specialist|pharmacist|clinician|office)"
    r"|(?:professional|medical) (?:help|advice|care|evaluation|attention)"
    r"|appointment|checked|see a specialist|reach out (?:for|to) (?:help|professional)"
    r"|if (?:[\w'’]+ ){1,4}(?:persists?|worsens?))\b",
    re.IGNORECASE,
)
# What the rest may not say beside an alarm: that all is well, or what to keep up.
REASSURES = re.compile(
    r"\b(?:(?:not|non|n['’]t|isn['’]t|rarely|seldom)[- ](?:\w+ )?(?:serious"
    r"|dangerous|harmful"
    r"|urgent|an emergency|life-threatening)|(?:usually|generally|typically|often"
    r"|mostly"
    r"|mild and|completely|perfectly|considered)(?: a)? (?:harmless|normal|benign|mild"
    r"|temporary|resolves?|goes? away|clears?|improves?)|harmless|nothing to worry"
    r"|no (?:need|reason) (?:to worry|for concern)|on (?:its|their) own"
    r"|(?:keep|keeping|have|having) (?:\w+ ){0,4}(?:at home|on hand|handy|around)"
    r"|small (?:supply|package|pack|amount of (?:one|these))|pharmacists?"
    r"|(?:try|use|for|over|after|within|allow) (?:\w+ ){0,4}(?:\d+ ?(?:[-–]"
    r"|to) ?\d+ |several |a few"
    r" |a couple of )(?:weeks|months)|long[- ]term|less urgent"
    r"|home remed\w+ (?:can|may|work))\b",
    re.IGNORECASE,
)
BACK = re.compile(
    r"^\W*(?:they|he or she|she|he|it(?:['’]s| is) always|an? (?:\w+ )?(?:professional"
    r"|doctor|provider|dermatologist)|this (?:can|may|will))\b",
    re.IGNORECASE,
)
