"""From the options of `rubricblind plan` to a plan."""

from collections.abc import Mapping
from typing import Any

import yaml

from inspect_rubricblind.calls.roles import APPLICABILITY_ROLES, ROLES
from inspect_rubricblind.logs.prices import read_prices
from inspect_rubricblind.tasks.arguments import error_types
from inspect_rubricblind.tasks.planning.design import (
    ACCEPTANCE,
    ACCEPTED,
    DISCORDANCE,
    Design,
    Prior,
    Wishes,
    design_run,
    prior_accepted,
)
from inspect_rubricblind.tasks.planning.plan import plan_lines
from inspect_rubricblind.tasks.planning.reach import reach
from inspect_rubricblind.tasks.planning.requests import EVALUATED, REPLIES
from inspect_rubricblind.tasks.planning.tables import Plan
from inspect_rubricblind.tasks.planning.workload import (
    MODEL_ANSWER_TOKENS,
    Workload,
    assumed_workload,
    dataset_workload,
)
from inspect_rubricblind.taxonomy.load import load_taxonomy
from inspect_rubricblind.taxonomy.model import ErrorType

AS_GIVEN = "as given"
Options = Mapping[str, Any]


def make_plan(
    options: Options, roles: Mapping[str, str], replies: Mapping[str, str]
) -> Plan:
    """The plan that the options ask for.

    Args:
        options: Of the command, by name.
        roles: Models by role; empty if none is named.
        replies: Tokens of a reply by role.

    Raises:
        ValueError: A value cannot be used.
        FileNotFoundError: A file does not exist.
    """
    models = _models(options["model"], roles)
    answers = options["answers"] is None and (not models or EVALUATED in models)
    workload = _workload(options, answers)
    design, accepted = _design(options, models, answers)
    tokens = {**REPLIES} | {role: _tokens(role, text) for role, text in replies.items()}
    prices = read_prices(options["prices"]) if options["prices"] else None
    chosen = _prior(options["discordance"], DISCORDANCE)
    return Plan(
        workload=workload,
        design=design,
        replies=tokens,
        lines=plan_lines(workload, design, tokens, models, prices),
        discordance=chosen,
        reached=reach(workload.cases, design.accepted, len(design.types), chosen.value),
        sources={
            "accepted": accepted,
            "acceptance": _prior(options["acceptance"], ACCEPTANCE).source,
            "answers": _about_answers(options, answers),
        },
    )


def _models(model: str | None, roles: Mapping[str, str]) -> dict[str, str]:
    """Model names by role; a role may carry settings, as on Inspect's command line."""
    if unknown := [role for role in roles if role not in ROLES]:
        raise ValueError(
            f"model roles must be among {', '.join(ROLES)}, "
            f"but got {', '.join(unknown)}"
        )
    named = {role: _model_name(role, text) for role, text in roles.items()}
    return named if model is None else {EVALUATED: model, **named}


def _model_name(role: str, text: str) -> str:
    if not text.startswith("{"):
        return text
    try:
        return str(yaml.safe_load(text)["model"])
    except (yaml.YAMLError, KeyError, TypeError):
        raise ValueError(
            f"model role {role} must be a model or {{model: ..., ...}}, but got "
            f"{text!r}"
        ) from None


def _workload(options: Options, answers: bool) -> Workload:
    length = options["answer_tokens"]
    written = MODEL_ANSWER_TOKENS if length is None else length
    if options["dataset"] is None:
        return assumed_workload(
            cases=options["cases"],
            criteria=options["criteria"],
            criterion=options["criterion_tokens"],
            question=options["question_tokens"],
            answer=written,
        )
    given = "auto" if answers else options["answers"] or "reference"
    return dataset_workload(
        options["benchmark"],
        options["dataset"],
        options["subset"],
        given,
        options["cases"],
        written,
    )


def _design(
    options: Options, models: Mapping[str, str], answers: bool
) -> tuple[Design, str]:
    """The design, and where its number of injections comes from."""
    types = _types(options["error_types"])
    wanted = options["accepted"]
    design = design_run(
        types,
        prior_accepted(types) if wanted is None else wanted,
        _prior(options["acceptance"], ACCEPTANCE).value,
        models or ROLES,
        answers,
        Wishes(
            options["applicability"],
            options["injector"],
            options["coverage"],
            options["repeats"],
            options["controls"],
        ),
    )
    return design, ACCEPTED.source if wanted is None else AS_GIVEN


def _types(codes: str | None) -> tuple[ErrorType, ...]:
    return load_taxonomy().select(error_types(codes))


def _prior(value: float | None, otherwise: Prior) -> Prior:
    return otherwise if value is None else Prior(value, AS_GIVEN)


def _tokens(role: str, text: str) -> float:
    if role not in REPLIES:
        raise ValueError(
            f"reply tokens must be for one of {', '.join(REPLIES)}, but got {role!r} "
            f"({APPLICABILITY_ROLES[0]} and its twin share `applicability`)"
        )
    try:
        number = float(text)
    except ValueError:
        number = -1
    if number < 0:
        raise ValueError(f"reply tokens of {role} must be 0 or more, but got {text!r}")
    return number


def _about_answers(options: Options, answers: bool) -> str:
    length = options["answer_tokens"]
    if options["dataset"] is not None and not answers:
        return "as long as they are"
    if length is not None:
        return f"{length:g}, as given"
    return f"{MODEL_ANSWER_TOKENS:g}, the median of o3 in When Rubrics Fail, appendix P"
