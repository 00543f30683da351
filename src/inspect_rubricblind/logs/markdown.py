"""Markdown pages from templates."""

from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from inspect_rubricblind.logs import escape


def fill_template(package: str, name: str, **values: Any) -> str:
    """A page in which every value is escaped on its way into the template.

    Args:
        package: The package whose folder `templates` holds the template.
        name: Its file.
        **values: What the template shows.
    """
    environment = Environment(
        loader=PackageLoader(package),
        undefined=StrictUndefined,
        finalize=escape.markdown,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.get_template(name).render(**values)
