"""The closed grammar behind `quantities`: which spellings are read at all."""

import regex

from inspect_rubricblind.taxonomy.numerals import DIGIT_NUMBER, NUMBER
from inspect_rubricblind.taxonomy.units import UNITS

FLAGS = regex.IGNORECASE | regex.VERBOSE | regex.MULTILINE | regex.V1

_END = r"(?![\p{L}\p{N}])"
_START = r"(?<![\p{L}\p{N}])"
_TO = r"\s*(?:[-‐‑–—−]|to|or|through)\s*"
_AND = r"(?<=\bbetween\s[^\n.;]{1,16})\s+and\s+"
# White space, a hyphen or the end of bold type between a number and its unit.
_GAP = r"(?:\s|[-‐‑]|\*{1,3}\s?|_{1,2}\s)?"
_SIMPLE = "|".join(f"(?:{unit.spelling})" for unit in UNITS)

_CUBED = r"(?:\^?3|³)"
_SQUARED = r"(?:\^?2|²)"
_COUNTED = (
    r"(?:(?:[x×]\s?)?10(?:\^\d+|[⁰¹²³⁴⁵⁶⁷⁸⁹]+)|cells?|copies|CFU|mOsm|K)"
    rf"\s?(?:/|per)\s?(?:m?L|[µμu]L|mm{_CUBED}|microlit(?:er|re)|kg)"
)
_PER_WHAT = (
    rf"(?:1[.,]73\s?m{_SQUARED}|\d+(?:\.\d+)?\s?mL|24[\s-]?(?:h|hours?)"
    r"|kg|kilo(?:gram)?s?(?:\s+of\s+body\s?weight)?|lb|mg|mcg|g"
    rf"|m?L|dL|[µμu]L|m{_SQUARED}|mm{_CUBED}|mmol|mol|dose|day|d|night|week|wk"
    r"|month|mo|year|yr|hour|hr|h|minute|min|second|sec|s"
    r"|puff|tablet|capsule|patch|spray|drop|actuation)"
)
PER = (
    rf"(?:\s?/\s?{_PER_WHAT}|\s+per\s+{_PER_WHAT}"
    r"|\s+an?\s+(?:day|night|week|month|hour|minute|dose)"
    r"|\s+(?:in|over|within|during)\s+(?:an?y?\s+)?24[\s-]?(?:h|hours?)(?:\s+period)?)"
)
_UNIT = rf"(?:{_COUNTED}|(?:{_SIMPLE}){_END}(?:{PER}{_END})*|m{_SQUARED})"

# A number that is part of a name (B12, COVID-19, 1:1000) is no amount.
AMOUNT = regex.compile(
    rf"""
    (?<![\p{{L}}\p{{N}}_])(?<![\p{{L}}][-‑])(?<!\p{{N}}[.,:/])
    (?P<sign>(?<=(?:^|[\s(=:≤≥<>]))[-−](?=\d))?
    (?:
        (?P<first>{NUMBER}) (?:{_GAP}(?P<unit1>{_SIMPLE}){_END})?
        (?P<to>{_TO}|{_AND}) (?P<second>{NUMBER})
      | (?P<only>{NUMBER})
    )
    (?:{_GAP}(?P<unit>{_UNIT}){_END} | {_END}(?![.,:/]\d))
    """,
    FLAGS,
)

_PERIOD = r"(?:hours?|hrs?|h|days?|d|nights?|weeks?|wks?|months?|minutes?|mins?|years?)"
_NOT_INTAKE = (
    r"(?!\s+(?:life|living|activit|routine|basis|intake|requirement|need|value|task"
    r"|function|habit|weigh|dos|max|limit|total|average|allowance|amount))"
)
FREQUENCY = regex.compile(
    rf"""
    {_START}(?:
        (?:once\s+)?every\s+
        (?:(?P<other>other|second)\s+|(?P<n1>{NUMBER})(?:{_TO}(?P<n2>{NUMBER}))?{_GAP})?
        (?P<period>{_PERIOD}|morning|evening)
      | q\.?\s?(?P<q1>\d{{1,2}})(?:[-‐‑–](?P<q2>\d{{1,2}}))?\s?
        (?P<qperiod>hours?|hrs?|h|days?|d|weeks?|wks?|w)
      | (?P<h1>\d{{1,2}}|two|three|four|six|eight|twelve)[\s‐‑-]
        (?P<hperiod>hour|week|month|minute)ly
      | (?:(?P<times>once|twice|thrice)
          | (?P<t1>{NUMBER})(?:{_TO}(?P<t2>{NUMBER}))?\s?(?:times|[x×](?=[\s/])))
        \s*(?:(?:an?|per|each|every|in\s+an?y?|in|/)\s*)?
        (?:(?P<tn>{DIGIT_NUMBER}|twelve){_GAP})?
        (?P<tperiod>daily|day|d|nightly|night|weekly|week|monthly|month|hours?|h
          |yearly|year|morning|evening)
      | (?P<latin>
          [bt]\.?i\.?d|q\.?i\.?d|q\.?h\.?s|q\.?o\.?d|q\.?d
          | (?-i:t\.?d\.?s|q\.?d\.?s|b\.?d|o\.d|TDS|QDS|BD|OD))
      | (?P<adverb>daily|nightly|weekly|fortnightly|monthly|hourly)
        (?={_END}{_NOT_INTAKE})
      | each\s+(?P<speriod>day|night|morning|evening)
    ){_END}
    """,
    FLAGS,
)

_MONTHS = (
    r"(?:january|february|march|april|may|june|july|august|september|october"
    r"|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.?"
)
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_NAMED = (
    r"(?:types?|stages?|grades?|phases?|class|steps?|tables?|figures?|fig\.?|level"
    r"|category|group|part|section|chapter|version|schedule|tier|option|no\.|number)"
)
_CALL = (
    r"(?:call|dial|ring|phone|text|telephone|calling|dialing|dialling|texting"
    r"|contact)"
)
_CROWD = (
    r"(?:steps|people|patients|participants|women|men|adults|children|cases"
    r"|calories)"
)
# Numbers that are no amounts; the name of the group that matches says what they are.
PROTECTED = regex.compile(
    rf"""
    (?=[\d(+\[])(?:
        (?P<skip>
            \b10\.\d{{4,}}/\S+ | \[\d+(?:\s?[,–-]\s?\d+)*\]
          | (?<=[;,]\s?)\d{{1,4}}\(\d+\)[:,]\s?\p{{L}}?\d+(?:[-‐‑–]\p{{L}}?\d+)?
          | (?<=^[\s>\#*|_]*\(?)\d{{1,2}}[.)](?![\d.)]))
      | (?P<year>
            {_START}{_DAY}\s+{_MONTHS}\s+(?:19|20)\d\d{_END}
          | {_START}\d{{4}}-\d{{2}}-\d{{2}}{_END}
          | {_START}\d{{1,2}}(?P<mark>[/.])\d{{1,2}}(?P=mark)(?:\d{{2}})?\d{{2}}{_END}
          | (?<![\p{{L}}\p{{N}}.,–-])(?:19|20)\d\d(?:[-–](?:19|20)?\d\d)?s?{_END}
            (?![.,]\d)(?!{_GAP}(?:{_UNIT}|{_CROWD}){_END}))
      | (?P<phone>
            {_START}(?:\+\d{{1,3}}[\s.‑-]?)?(?:\(\d{{2,4}}\)\s?|\d{{2,5}}[\s.‑-])
            \d{{3,4}}[\s.‑-]\d{{3,4}}{_END}
          | {_START}1[\s.‑-]?8\d\d[\s.‑-]\d{{3}}[\s.‑-]\d{{4}}{_END}
          | (?<=\b{_CALL}\s+(?:to\s+|on\s+|at\s+|\*{{2}}|nhs\s+)?)\d{{2,6}}{_END}
            (?!\s?(?:{_SIMPLE}){_END})
          | (?<![\p{{L}}\p{{N}}.,-])(?:911|999|988){_END}(?![.,:-]\d)
            (?!\s?(?:{_SIMPLE}){_END})
          | (?:112|995|000|111|108|118|119|116\s?117){_END}(?!\s?(?:{_SIMPLE}){_END})
            (?<=\b(?:{_CALL}|nhs|numbers?|services?|ambulance|911|999)\b[^.\n]{{0,25}}))
      | (?P<clock>
            {_START}\d{{1,2}}(?:[:.]\d\d)?\s?(?:[ap]\.?m\b\.?|o['’]clock)
          | {_START}\d{{1,2}}:\d\d(?!\d))
      | (?P<ratio>
            (?<![\p{{L}}\p{{N}}.,/])\d+:\d{{1,3}}(?:,?\d{{3}})*(?!\d)
          | (?<![\p{{L}}\p{{N}}.,/])\d{{1,2}}/(?:5|10|100)(?![\d/]|\s?mm)))
  | (?<!\p{{L}})(?=\p{{L}})(?:
        (?P<skip>
            https?://\S+ | www\.\S+ | doi:?\s*\S+
          | {_NAMED}\s?\d{{1,3}}{_END}(?!\s?(?:{_SIMPLE}){_END}))
      | (?P<year>{_MONTHS}\s+(?:{_DAY},?\s+)?(?:19|20)\d\d{_END}))
    """,
    FLAGS,
)

PRESSURE = regex.compile(
    rf"""
    (?<![\p{{L}}\p{{N}}.,/])(?P<s1>\d{{2,3}})\s?/\s?(?P<d1>\d{{2,3}})
    (?:\s?(?:-|–|to)\s?(?P<s2>\d{{2,3}})\s?/\s?(?P<d2>\d{{2,3}}))?
    (?P<unit>{_GAP}mm\s?Hg)?{_END}(?!/)
    """,
    FLAGS,
)
