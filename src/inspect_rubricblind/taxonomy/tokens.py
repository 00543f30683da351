"""What counts as a token.

The limits on edits are counted in tokens, and every part of the project counts
them here. A token is

- a word of any script, with its combining marks; apostrophes and hyphens inside
  it belong to it (`don't`, `follow-up`, `6-hourly`, `COVID-19`), as do the dots
  of an abbreviation of single letters (`b.i.d.`);
- a number with its decimals, thousands, fraction, ratio or clock time (`0.5`,
  `1,000`, `120/80`, `1:1000`, `08:30`), with a minus sign that cannot be a dash;
  the ends of a range are two tokens (`5-10`);
- a unit, per what it may be (`mg/kg/day`, `tablets/day`, `%`, `°C`), and a number
  written together with its unit (`500mg`, `5%`, `37.5°C`, `10^9/L`);
- a comparison sign before a number (`<`, `>=`), since it decides a threshold;
- a single Chinese, Japanese or Korean character.

White space, punctuation, emoji and Markdown marks, the numbers of list items
included, are not tokens. Scripts without spaces other than these (Thai, Lao,
Khmer) yield one token per unbroken run, so sizes are underestimated for them.
"""

from typing import NamedTuple

import regex

_CJK = r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Bopomofo}\u30fc\uff70]"
_START = rf"[[\p{{L}}\p{{N}}]--{_CJK}]"
# Zero-width (non-)joiners and soft hyphens stand inside words, never alone.
_RUN = rf"{_START}[[\p{{L}}\p{{N}}\p{{M}}\u200c\u200d\u00ad]--{_CJK}]*"
_INSIDE_NUMBER = r"(?<=\d)[.,:/·٫٬](?=\d)"
# Between two digits a hyphen is a range, so it separates.
_INSIDE_WORD = r"(?:(?<=\d)-(?=\p{L})|(?<=[\p{L}\p{M}])[-‐‑'’](?=[\p{L}\p{N}]))"
_INSIDE_ABBREVIATION = (
    r"(?<=(?<![\p{L}\p{M}\p{N}])\p{L})\.(?=\p{L}(?![\p{L}\p{M}\p{N}]))"
)
_CHUNK = rf"{_RUN}(?:(?:{_INSIDE_NUMBER}|{_INSIDE_WORD}|{_INSIDE_ABBREVIATION}){_RUN})*"
_PER = (
    r"/(?:1[.,]73(?:\s?m[2²])?|kg|mg|mcg|[µμ]g|g|m?[lL]|dL|dl|m[2²]|mm[23³²]"
    r"|s|sec|min|minute|h|hr|hour|d|day|night|wk|week|mo|month|yr|year|dose|cell|cells"
    r")(?![\p{L}\p{N}])"
)
_SIGN = r"(?<![^\s(\[*_|])(?<!\d\s)[-−]\.?(?=\d)|(?<![\p{L}\p{N}.])\.(?=\d)"
_SUFFIX = r"(?:(?<=\d)(?:\^[-−]?\d+|[%‰％℃℉]|°[CF]?(?!\p{L})))?"
_PATTERN = regex.compile(
    rf"""
    ^[\ \t>]*\d{{1,2}}[.)](?=\s)      # number of a list item: no token
    | (?P<token>
        {_CJK}\p{{M}}*
      | (?:{_SIGN})?{_CHUNK}{_SUFFIX}(?:{_PER})*
      | [%‰％℃℉] | °[CF]?(?!\p{{L}})
      | (?:[<>]=?|[≤≥≦≧])(?=\s*[\d.])
    )
    """,
    regex.VERBOSE | regex.MULTILINE | regex.V1,
)


class Token(NamedTuple):
    """A token and its place in the text: `text[start:end]`."""

    text: str
    start: int
    end: int


def tokenize(text: str) -> list[Token]:
    """Split a text into tokens; see the module's docstring for what they are."""
    return [
        Token(match["token"], match.start("token"), match.end("token"))
        for match in _PATTERN.finditer(text)
        if match["token"] is not None
    ]


def token_texts(text: str) -> list[str]:
    """The texts of the tokens, in order."""
    return [token.text for token in tokenize(text)]


def count_tokens(text: str) -> int:
    """How many tokens a text has."""
    return len(tokenize(text))
