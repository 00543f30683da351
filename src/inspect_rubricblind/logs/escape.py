"""Text from datasets and models, made harmless for where it is written to."""

import re
import unicodedata

_FORMULA_STARTS = ("=", "+", "-", "@")

_HIDDEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}

# Scripts such as Persian and Devanagari, and some emoji, need the two joiners.
_JOINERS = {"\u200c", "\u200d"}

# What Markdown (with the usual extensions) gives a meaning; `:` and `@` make links.
_MARKDOWN = re.compile(r"[\\`*_{}\[\]()#+.!|~$:@^=\-]")


def visible(text: str) -> str:
    """Write control and text-direction characters as escapes, everything else as is.

    Terminal sequences, line ends and right-to-left overrides thus lose their effect,
    and a reader sees that they were there.
    """
    return "".join(_escape_control(char) for char in text)


def csv_cell(text: str) -> str:
    """Keep a spreadsheet from running a cell: a leading = + - @ gets a quote before it.

    Spreadsheets also look behind white space at the start.
    """
    shown = visible(text)
    return f"'{shown}" if shown.lstrip().startswith(_FORMULA_STARTS) else shown


def markdown(text: str) -> str:
    """Text that a Markdown renderer shows as it is: no markup, HTML, link or table."""
    shown = visible(text).replace("&", "&amp;").replace("<", "&lt;")
    shown = shown.replace(">", "&gt;")
    return _MARKDOWN.sub(lambda found: f"&#{ord(found[0])};", shown)


def cut(text: str, limit: int) -> str:
    """At most `limit` characters on one line, with an ellipsis where more followed."""
    line = " ".join(text.split())
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


def _escape_control(char: str) -> str:
    if unicodedata.category(char) in _HIDDEN and char not in _JOINERS:
        return char.encode("unicode_escape").decode("ascii")
    return char
