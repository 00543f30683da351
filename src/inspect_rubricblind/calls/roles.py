"""Which models are bound to the roles of this suite.

Inspect lets an unbound role fall back to the model under evaluation. Here an
unbound role is no model at all, so everything asks `bound_roles` first.
"""

from collections.abc import Collection, Mapping
from typing import cast

from inspect_ai.model import Model, get_model, model_roles

from inspect_rubricblind.records import StageKind

APPLICABILITY_ROLES = ("applicability_a", "applicability_b")
INJECTOR_ROLES = ("injector",)
JUDGE_ROLES = ("judge",)
FACT_CHECKER_ROLES = ("fact_checker",)
ROLES = (
    *APPLICABILITY_ROLES,
    *INJECTOR_ROLES,
    *JUDGE_ROLES,
    "grader",
    *FACT_CHECKER_ROLES,
)
AUTORATER = "autorater"
TRAP_WRITER_ROLES = ("trap_writer",)
VALIDATOR_ROLES = ("validator_a", "validator_b")
DISSENT_ROLES = ("validator_c", "validator_d")
TRAP_ROLES = (*TRAP_WRITER_ROLES, *VALIDATOR_ROLES, *DISSENT_ROLES)
"""Of the trap tasks alone, so no other plan or price list has them."""

NO_MODEL = "none/none"


def bound_roles() -> dict[str, Model]:
    """The model of each of the suite's roles that is bound.

    Raises:
        ValueError: A role is bound to a list of models, or an autorater stands twice.
    """
    distinct_models(AUTORATER)
    bound = {}
    for role, model in model_roles().items():
        if role not in (*ROLES, *TRAP_ROLES):
            continue
        if isinstance(model, list):
            names = ", ".join(str(member) for member in model)
            raise ValueError(
                f"model role {role} must be one model, but got a list: {names}"
            )
        bound[role] = model
    return bound


def evaluated_model() -> Model | None:
    """The model under evaluation, None for Inspect's `none/none`."""
    model = get_model()
    return None if str(model) == NO_MODEL else model


def stage_kind(
    stage: str, wanted: str, roles: tuple[str, ...], bound: Collection[str]
) -> StageKind:
    """Decide whether a stage asks models or follows rules.

    Args:
        stage: Name of its argument, for the error.
        wanted: `auto`, `rules` or `model`; auto is `model` if its roles are bound.
        roles: All of the roles that it needs.
        bound: The bound roles.

    Raises:
        ValueError: Models are wanted and a role is unbound, or only some of the
            stage's roles are bound.
    """
    missing = [role for role in roles if role not in bound]
    if wanted == "auto":
        wanted = "rules" if len(missing) == len(roles) else "model"
    if wanted == "model" and missing:
        raise ValueError(
            f"{stage}=model needs a model for each of the roles {', '.join(roles)}, "
            f"but got none for {', '.join(missing)}; bind it with "
            f"`--model-role {missing[0]}=PROVIDER/MODEL` or choose {stage}=rules"
        )
    return cast(StageKind, wanted)


def shared_models(bound: Mapping[str, Model], evaluated: Model | None) -> list[str]:
    """Who share a model, such as `grader, injector: openai/gpt-4.1`.

    A model that grades its own answers or injections is not independent of them.
    """
    users: dict[str, list[str]] = {}
    for role in ("injector", "judge", "grader", *TRAP_WRITER_ROLES):
        if role in bound:
            users.setdefault(str(bound[role]), []).append(role)
    if evaluated is not None:
        users.setdefault(str(evaluated), []).append("answer")
    return [
        f"{', '.join(sorted(names))}: {model}"
        for model, names in sorted(users.items())
        if len(names) > 1
    ]


def role_models(role: str) -> tuple[Model, ...]:
    """The models of a role that takes one model or several; empty if it is unbound.

    Args:
        role: `panel`, `rubric_writer` or `autorater`.
    """
    bound = model_roles().get(role)
    if bound is None:
        return ()
    return tuple(bound) if isinstance(bound, list) else (bound,)


def distinct_models(role: str) -> tuple[Model, ...]:
    """The models of a role that takes several, each of them once.

    Raises:
        ValueError: A model stands twice: the cache would replay its first verdicts.
    """
    models = role_models(role)
    names = [str(model) for model in models]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise ValueError(
            f"model role {role} must name each model once, but got "
            f"{', '.join(twice)} more than once; for an independent second opinion of "
            "one model score the log again with another draw"
        )
    return models
