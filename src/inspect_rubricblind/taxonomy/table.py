"""The taxonomy as rows, for tables and JSON."""

from inspect_rubricblind.taxonomy.model import EditLimits, ErrorType, Taxonomy


def rows(taxonomy: Taxonomy) -> list[dict[str, str | int | bool]]:
    """One flat row per error type, with columns fit for a terminal or a page."""
    return [_row(error) for error in taxonomy.types]


def _row(error: ErrorType) -> dict[str, str | int | bool]:
    return {
        "code": error.code,
        "name": error.name,
        "group": error.group,
        "harm": error.harm,
        "dangerous": error.dangerous,
        "regime": error.regime,
        "removes_text": error.removes_text,
        **_limit_cells(error.limits),
        "definition": error.definition,
    }


def _limit_cells(limits: EditLimits) -> dict[str, str | int]:
    return {
        "shape": limits.shape,
        "destroy": "unlimited" if limits.destroy is None else limits.destroy,
        "write": "unlimited" if limits.write is None else limits.write,
        "sentences": limits.sentences,
        "length": f"{limits.length_min:+g} to {limits.length_max:+g}",
    }
