"""Text from datasets and models, made harmless for where it is written to."""

import re
import unicodedata

_FORMULA_STARTS = ("=", "+", "-", "@")

_HIDDEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}

# Scripts such as Persian and Devanagari, and some emoji, need the two joiners.
_JOINERS = {"\u200c", "\u200d"}

# What means something within a line of Markdown; line starts are the template's.
_MARKDOWN = re.compile(r"[\\`*_\[\]|~$]")
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "@": "&#64;"}
# Renderers turn bare addresses into links.
_LINKS = {"://": ":&#47;/", "www.": "www&#46;"}


def visible(text: str) -> str:
    """Write control and text-direction characters as escapes, everything else as is.

    Terminal sequences, line ends and right-to-left overrides thus lose their effect,
    and a reader sees that they were there.
    """
    if text.isprintable():
        return text
    return "".join(_escape_control(char) for char in text)


def csv_cell(text: str) -> str:
    """Keep a spreadsheet from running a cell: a leading = + - @ gets a quote before it.

    Spreadsheets also look behind white space at the start.
    """
    shown = visible(text)
    return f"'{shown}" if shown.lstrip().startswith(_FORMULA_STARTS) else shown


def markdown(value: object) -> str:
    """A value within a Markdown line: nothing in it is markup, HTML, link or cell."""
    if isinstance(value, Verbatim):
        return value
    shown = _MARKDOWN.sub(r"\\\g<0>", visible(str(value)))
    for plain, safe in (_ENTITIES | _LINKS).items():
        shown = re.sub(re.escape(plain), safe, shown, flags=re.IGNORECASE)
    return shown


class Verbatim(str):
    """Markdown that is finished: nothing escapes it again."""

    __slots__ = ()


def code(text: str) -> Verbatim:
    """Text as a Markdown code span, for marks that must stay findable to the letter."""
    shown = visible(text)
    longest = max((len(run) for run in re.findall("`+", shown)), default=0)
    fence = "`" * (longest + 1)
    return Verbatim(f"{fence} {shown} {fence}" if longest else f"`{shown}`")


def cut(text: str, limit: int) -> str:
    """At most `limit` characters on one line, with an ellipsis where more followed."""
    line = " ".join(text.split())
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


def _escape_control(char: str) -> str:
    if unicodedata.category(char) in _HIDDEN and char not in _JOINERS:
        return char.encode("unicode_escape").decode("ascii")
    return char
