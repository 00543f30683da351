"""One self-contained page per rater."""

import base64
import hashlib
import json
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from inspect_rubricblind.logs.ratings import NOTICE
from inspect_rubricblind.review.assignment import Packet
from inspect_rubricblind.review.forms import Form
from inspect_rubricblind.review.items import Item, shown_text
from inspect_rubricblind.taxonomy.model import CANARY

RETURN_FORMAT = "rubricblind-ratings-1"
_RTL = ("ar", "fa", "he", "ur", "ps", "sd", "ug", "yi", "dv", "ckb")


def render_packet(packet: Packet, items: Mapping[str, Item], form: Form) -> str:
    """The page of one rater. It loads nothing and says nothing of what an item is.

    Its content policy allows its own script and style, known by their hashes.

    Args:
        packet: The rater and the order of the items.
        items: The items by name.
        form: What is asked.
    """
    environment = Environment(
        loader=PackageLoader("inspect_rubricblind.review"),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["shown"] = lambda text: shown_text(str(text))
    script, style = _own("packet.js"), _own("packet.css")
    shown = [(name, items[name]) for name in packet.items]
    return environment.get_template("packet.html.j2").render(
        packet=packet,
        form=form,
        items=shown,
        pairs=any(item.edited for _, item in shown),
        canary=CANARY,
        benchmark_canaries=sorted({item.canary for _, item in shown if item.canary}),
        direction="rtl" if form.language.split("-")[0] in _RTL else "ltr",
        data=_data(packet, form),
        script=Markup(script),
        style=Markup(style),
        script_hash=_hash(script),
        style_hash=_hash(style),
    )


def _data(packet: Packet, form: Form) -> Markup:
    """What the script needs; `<` is escaped, so nothing in it can end the element."""
    content: dict[str, Any] = {
        "format": RETURN_FORMAT,
        "notice": NOTICE,
        "canary": CANARY,
        "packet": packet.packet,
        "rater": packet.rater,
        "form": form.sha256,
        "questions": [question.id for question in form.questions],
    }
    return Markup(json.dumps(content).replace("<", "\\u003c").replace("&", "\\u0026"))


def _hash(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _own(name: str) -> str:
    package = files("inspect_rubricblind.review")
    return package.joinpath("templates", name).read_text(encoding="utf-8")
