"""A theme-balanced draw of cases, as in "When Rubrics Fail", appendix A.

The target is split into equal quotas. A theme with fewer cases gives all it has, and
its shortfall is spread evenly over the others. A top-up of further cases follows. The
appendix does not say how the top-up was chosen; here it is drawn evenly from all cases
that are left. Within a theme the order depends on seed and case id alone, never on the
order of the file.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from inspect_rubricblind.records import stream


class Draw(NamedTuple):
    """The ids that were drawn, and how many of each theme there were and are."""

    ids: frozenset[str]
    available: dict[str, int]
    balanced: dict[str, int]
    top_up: int


def quotas(available: Mapping[str, int], target: int) -> dict[str, int]:
    """Share a target evenly over themes, capped by what each has.

    What does not divide evenly goes to the themes with the most cases, ties by name.

    Args:
        available: Cases per theme.
        target: Cases to draw; more than there are means all.

    Returns:
        Cases per theme, together the target or all there are.
    """
    taken = dict.fromkeys(sorted(available), 0)
    open_themes = [theme for theme in taken if available[theme]]
    left = min(target, sum(available.values()))
    while left:
        share, rest = divmod(left, len(open_themes))
        short = [t for t in open_themes if available[t] <= share]
        if not short:
            for theme in open_themes:
                taken[theme] = share
            largest = sorted(open_themes, key=lambda t: (-available[t], t))
            for theme in largest[:rest]:
                taken[theme] += 1
            break
        for theme in short:
            taken[theme] = available[theme]
            left -= available[theme]
        open_themes = [t for t in open_themes if t not in short]
    return taken


def draw_balanced(
    themes: Mapping[str, str], target: int, top_up: int, seed: int
) -> Draw:
    """Draw cases evenly over their themes, and a top-up from the rest.

    Args:
        themes: The theme of each case, by id.
        target: Cases of the balanced draw.
        top_up: Further cases, drawn without regard to themes.
        seed: Fixes the draw.
    """
    by_theme: dict[str, list[str]] = {}
    for case_id in _shuffled(list(themes), seed, "balanced draw"):
        by_theme.setdefault(themes[case_id], []).append(case_id)
    available = {theme: len(ids) for theme, ids in sorted(by_theme.items())}
    balanced = quotas(available, target)
    drawn = {c for theme, ids in by_theme.items() for c in ids[: balanced[theme]]}
    rest = [case_id for case_id in themes if case_id not in drawn]
    more = _shuffled(rest, seed, "top-up")[:top_up]
    return Draw(frozenset(drawn.union(more)), available, balanced, len(more))


def _shuffled(ids: Sequence[str], seed: int, purpose: str) -> list[str]:
    return sorted(ids, key=lambda c: (stream(seed, c, purpose).random(), c))
