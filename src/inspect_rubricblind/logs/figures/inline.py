"""SVG within HTML: own ids, colours that the page can exchange, no style sheet."""

import re
from xml.etree import ElementTree

from inspect_rubricblind.logs.escape import visible
from inspect_rubricblind.logs.figures.canvas import PAINTS, Drawing

_NAMESPACE = re.compile(r"^\{[^}]*\}")
_REFERENCE = re.compile(r"url\(#([^)]*)\)")
_LINK = "{http://www.w3.org/1999/xlink}href"
_LEFT_OUT = {"metadata", "style", "title"}
_VARIABLES = {colour: f"var(--fig-{role})" for role, colour in PAINTS.items()}
_COLOUR = re.compile("|".join(map(re.escape, _VARIABLES)))
_FONT = re.compile(r"font-family:[^;]*;?\s*")


def inline_svg(drawing: Drawing) -> str:
    """An `<svg>` element for a page.

    Every id is made unique to the figure, colours become custom properties of the
    page (`--fig-win` and so on), and the title and description name it for readers
    that do not see it. The figure's own style sheet would change the page; it is
    left out.
    """
    about = drawing.about
    root = ElementTree.fromstring(drawing.svg)
    name = f"fig-{about.name}"
    _clean(root, name)
    ids = [f"{name}-title", f"{name}-text"]
    for tag, own, text in zip(
        ("desc", "title"), reversed(ids), (about.text, about.title), strict=True
    ):
        said = ElementTree.Element(tag, {"id": own})
        said.text = visible(text)
        root.insert(0, said)
    box = root.get("viewBox", "")
    root.attrib.clear()
    root.attrib |= {"viewBox": box, "role": "img", "aria-labelledby": " ".join(ids)}
    return ElementTree.tostring(root, encoding="unicode")


def _clean(element: ElementTree.Element, name: str) -> None:
    element.tag = _NAMESPACE.sub("", element.tag)
    element.tail = (element.tail or "").strip() or None
    attributes = {k: _attribute(v, name) for k, v in element.attrib.items()}
    if _LINK in attributes:
        attributes["href"] = f"#{name}-{attributes.pop(_LINK).removeprefix('#')}"
    if "id" in attributes:
        attributes["id"] = f"{name}-{attributes['id']}"
    element.attrib.clear()
    element.attrib |= attributes
    for child in list(element):
        if _NAMESPACE.sub("", child.tag) in _LEFT_OUT:
            element.remove(child)
        else:
            _clean(child, name)


def _attribute(value: str, name: str) -> str:
    value = _REFERENCE.sub(rf"url(#{name}-\1)", value)
    value = _COLOUR.sub(lambda found: _VARIABLES[found.group()], value)
    return _FONT.sub("", value)
