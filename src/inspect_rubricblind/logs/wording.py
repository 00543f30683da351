"""How figures and groups are put into words, the same on pages and consoles."""

from inspect_rubricblind.logs.summary import EstimatorError, Figure, Group

ABSENT = "-"


def title(group: Group) -> str:
    """What the pairs of a group have in common, with SAMPLE wherever it applies."""
    answers = (
        f"answers by {group.answer_model}" if group.answer_model else "all answers"
    )
    data = f"{group.benchmark} ({kind_label(group)})"
    return f"{data}, {answers}, errors by {group.injector}"


def kind_label(group: Group) -> str:
    """Which rows were used: SAMPLE, official, or a file of the user's."""
    labels = {"sample": "SAMPLE data", "official": "official", "path": "local file"}
    return labels[group.dataset_kind]


def estimated(group: Group) -> bool:
    """Whether rules estimated the coverage of any pair."""
    return "rules" in group.coverage_kind


def coverage_word(group: Group) -> str:
    """`Estimated coverage` for rules, `Coverage` where a judge model named it."""
    return "Estimated coverage" if estimated(group) else "Coverage"


def error_rate(error: EstimatorError) -> str:
    """The estimator's measured error, in a sentence that stands with every estimate."""
    if error.sensitivity.value is None:
        return f"Estimated by {error.estimator}; its error rate was not measured."
    return (
        f"Estimated by {error.estimator}; of covered pairs it finds "
        f"{percent(error.sensitivity)}, of uncovered ones it clears "
        f"{percent(error.specificity)} ({error.n_pairs} labelled pairs, "
        f"{error.n_cases} cases)."
    )


def percent(figure: Figure) -> str:
    """`61 % (47–73)`."""
    if figure.value is None:
        return ABSENT
    return f"{figure.value:.0%}".replace("%", " %") + _limits(figure, 100, ".0f")


def auroc(figure: Figure) -> str:
    """`0.80 (0.74–0.87)`."""
    if figure.value is None:
        return ABSENT
    return f"{figure.value:.2f}" + _limits(figure, 1, ".2f")


def _limits(figure: Figure, scale: float, form: str) -> str:
    if figure.low is None or figure.high is None:
        return " (no interval)"
    dash = " to " if figure.low < 0 else "–"
    return f" ({figure.low * scale:{form}}{dash}{figure.high * scale:{form}})"
