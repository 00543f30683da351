"""Prompts from `.md` files, with data fenced so that it cannot give orders."""

import re
from functools import cache
from importlib.resources import files
from string import Template

from inspect_rubricblind.records import digest

TAGS = (
    "question",
    "answer",
    "original",
    "edited",
    "edits",
    "criterion",
    "criteria",
    "claim",
    "claims",
    "evidence",
    "feedback",
    "reasoning",
)
_MARKUP = re.compile(rf"<(?=\s*/?\s*(?:{'|'.join(TAGS)})\b)", re.IGNORECASE)
_ESCAPED = re.compile(rf"&lt;(?=\s*/?\s*(?:{'|'.join(TAGS)})\b)", re.IGNORECASE)


def fence(tag: str, text: str) -> str:
    """Put data between tags; a tag of ours inside the data is made harmless.

    Raises:
        KeyError: The tag is not one that `fence` guards in all data.
    """
    if tag not in TAGS:
        raise KeyError(f"tag must be one of {', '.join(TAGS)}, but got {tag!r}")
    return f"<{tag}>\n{_MARKUP.sub('&lt;', text)}\n</{tag}>"


def unfence(text: str) -> str:
    """Undo what `fence` did to text that a model quotes back."""
    return _ESCAPED.sub("<", text)


@cache
def template(package: str, name: str) -> Template:
    """The prompt template `prompts/<name>.md` of a package; `$field` is filled in."""
    path = files(package) / "prompts" / f"{name}.md"
    return Template(path.read_text(encoding="utf-8"))


def prompt_hash(package: str, name: str) -> str:
    """Short hash of a prompt template, for signatures and logs."""
    return digest(template(package, name).template)[:12]
