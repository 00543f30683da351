"""Scorer `fact_check`: does evidence see the error, and does it spare what was right?

It reads the frozen `Trial`, so it works in a run, beside `paired_rubric`, and on a log.
"""

import json
from collections.abc import Sequence
from statistics import fmean
from typing import cast

from inspect_ai.log import transcript
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import TaskState

from inspect_rubricblind.calls.ask import Caller, settings
from inspect_rubricblind.calls.breaker import Breaker
from inspect_rubricblind.calls.conversation import question_of
from inspect_rubricblind.calls.roles import FACT_CHECKER_ROLES, bound_roles, stage_kind
from inspect_rubricblind.calls.usage import role_usage
from inspect_rubricblind.evidence.asking import Asker
from inspect_rubricblind.evidence.checking import Checker
from inspect_rubricblind.evidence.comparing import MODES, Comparison, Mode, compare
from inspect_rubricblind.evidence.rejudging import judge_again, stored_check
from inspect_rubricblind.evidence.searching import Budget, Searcher
from inspect_rubricblind.evidence.sources import (
    NETWORK_SEARCHES,
    STORED,
    make_backend,
)
from inspect_rubricblind.records import (
    ERROR_CODES,
    Answer,
    CheckedPair,
    FactCheckResult,
    StageKind,
    Trial,
    Variant,
    digest,
)
from inspect_rubricblind.scorers.fact_check_choice import CHOICES, choose
from inspect_rubricblind.scorers.fact_check_explanation import explain_checks
from inspect_rubricblind.scorers.stored import stored

KINDS = ("auto", "rules", "model")
NAN = float("nan")
NO_GRADING = "no_grading"
NO_EVIDENCE = "no_stored_evidence"
INHERITED = {"backend", "evidence", "mode", "chosen", "excluded", "not_chosen"}
"""What a new verdict on stored evidence takes over from the earlier check."""


@scorer(metrics={"*": [mean(), stderr()]})
def fact_check(
    backend: str = "corpus",
    corpus: str | None = None,
    kind: str = "auto",
    mode: str = "targeted",
    pairs: str = "all",
    controls: bool = True,
    passages: int = 5,
    max_searches: int | None = None,
    structured: bool = False,
    draw: int = 0,
) -> Scorer:
    """Check the claims that each edit changed against evidence, before and after.

    The value has the same keys in every sample, NaN where there is nothing: `auroc`
    (mean over the errors of 1 where only the copy is flagged, 0.5 where both or none
    are, 0 where only the original is), `identified`, `flagged`, `original_flagged`,
    `controls_flagged`, `open` (pairs that a failed claim leaves open), `claims_failed`,
    and one key per error type as `auroc`. Error types that take something away make no
    claim and are left out.

    Args:
        backend: Where evidence comes from: `corpus`, `pubmed`, `serper`, `inspect`, or
            `stored`: the claims and passages of a fact check in the same log, judged
            again (`inspect score --action append`).
        corpus: A file of `rubricblind corpus build`; None is the notes that ship.
        kind: `rules` is a baseline by words and numbers, `model` asks the role
            `fact_checker`, `auto` is `model` if that role is bound.
        mode: `targeted` checks the claims at the edit, `full` all claims of each text.
        pairs: `all`, `dangerous` (harm 4 and 5), or `ties` (the rubric's points are
            equal and not 0; needs a grading in the same run, or appended to).
        controls: Whether controls are checked too, for false alarms.
        passages: How many passages a search returns.
        max_searches: Most requests to the backend in a run; None is no limit for a
            corpus and 1,000 for a service.
        structured: Offer the reply formats as response schemas.
        draw: Number of an independent re-run.

    Raises:
        FileNotFoundError: There is no such corpus.
        ValueError: An argument cannot be used.
    """
    _check(kind=(kind, KINDS), mode=(mode, MODES), pairs=(pairs, CHOICES))
    for name, number, least in (("passages", passages, 1), ("draw", draw, 0)):
        if number < least:
            raise ValueError(f"{name} must be {least} or more, but got {number}")
    source = make_backend(backend, corpus)
    if max_searches is None and not source.is_local:
        max_searches = NETWORK_SEARCHES
    searcher = Searcher(source, Budget(max_searches), limit=passages)
    breaker = Breaker("fact check")
    arguments = {"mode": mode, "passages": passages, "draw": draw}

    async def score(state: TaskState, target: Target) -> Score:
        bound = bound_roles()
        how = stage_kind("kind", kind, FACT_CHECKER_ROLES, bound)
        trial = stored(state, Trial)
        if trial.answer is None:
            return _unscored(trial.no_answer or "no_answer", "There is no answer.")
        answer, variants = _frozen(trial, controls)
        chosen = choose(variants, pairs, state.scores or {})
        if chosen is None:
            return _unscored(NO_GRADING, "Ties are chosen, but no rubric was graded.")
        earlier = stored_check(state.scores or {}) if backend == STORED else None
        if backend == STORED and earlier is None:
            return _unscored(NO_EVIDENCE, "No fact check with evidence is stored.")
        asker = None
        if how == "model":
            caller = Caller(bound["fact_checker"], breaker, state.epoch)
            asker = Asker(caller, draw, structured)
        checker = Checker(searcher, asker, answer.language, question_of(state))
        before = len(transcript().events)
        if earlier is None:
            found = await compare(
                checker, answer.text, chosen.variants, cast(Mode, mode)
            )
            about = {"excluded": chosen.excluded, "not_chosen": chosen.not_chosen}
        else:
            found = await judge_again(checker, earlier)
            about = earlier.model_dump(include=INHERITED)
        again = {} if earlier is None else {"judged_again": earlier.checking}
        result = _result(found, checker, how, arguments | again, pairs, before)
        result = result.model_copy(update=about)
        return Score(
            value=values(result),
            answer=_summary(result),
            explanation=explain_checks(result),
            metadata=result.model_dump(mode="json"),
        )

    return score


def values(result: FactCheckResult | None) -> dict[str, float]:
    """The value of a sample: the same keys always, NaN where there is nothing."""
    pairs = result.pairs if result else ()
    errors = [p for p in pairs if p.kind == "error"]
    controls = [p for p in pairs if p.kind == "control"]
    checked = [
        claim for text in (result.texts if result else ()) for claim in text.claims
    ]
    return {
        "auroc": _auroc(errors),
        "identified": _mean([p.identified for p in errors]),
        "flagged": _mean([p.flagged for p in errors]),
        "original_flagged": _mean([p.original_flagged for p in errors]),
        "controls_flagged": _mean([p.flagged for p in controls]),
        "open": _mean([float(outcome(p) is None) for p in errors]),
        "claims_failed": _mean([float(c.verdict is None) for c in checked]),
        **{c: _auroc([p for p in errors if p.error_type == c]) for c in ERROR_CODES},
    }


def outcome(pair: CheckedPair) -> float | None:
    """1 if only the variant is flagged, 0 if only the original, 0.5 else; or open."""
    if pair.flagged is None or pair.original_flagged is None:
        return None
    return 0.5 + (pair.flagged - pair.original_flagged) / 2


def _result(
    found: Comparison,
    checker: Checker,
    kind: StageKind,
    arguments: dict[str, object],
    chosen: str,
    before: int,
) -> FactCheckResult:
    searches = {
        claim.claim: claim.search
        for text in found.texts
        for claim in text.claims
        if claim.search is not None
    }
    own = checker.asker.caller.model if checker.asker else None
    config = settings(own).model_dump(exclude_none=True) if own else {}
    source = checker.searcher.backend
    signed = json.dumps(
        [checker.name, source.evidence, kind, config, arguments],
        sort_keys=True,
        default=str,
    )
    return FactCheckResult(
        checking=digest(signed)[:12],
        kind=kind,
        checker=checker.name,
        backend=source.name,
        evidence=source.evidence,
        mode=arguments["mode"],
        chosen=chosen,
        settings=signed,
        texts=found.texts,
        pairs=found.pairs,
        searches=len(searches),
        requests=sum(search.requests for search in searches.values()),
        cached_searches=sum(search.cached for search in searches.values()),
        usage=role_usage(transcript().events[before:], "fact_checker"),
    )


def _check(**given: tuple[str, Sequence[str]]) -> None:
    for name, (value, allowed) in given.items():
        if value not in allowed:
            raise ValueError(
                f"{name} must be one of {', '.join(allowed)}, but got {value!r}"
            )


def _frozen(trial: Trial, controls: bool) -> tuple[Answer, list[Variant]]:
    """Answer and variants as records: when a log is scored again, they come as JSON."""
    variants = [*trial.injections, *(trial.controls if controls else ())]
    return Answer.model_validate(trial.answer), [
        Variant.model_validate(variant) for variant in variants
    ]


def _unscored(reason: str, explanation: str) -> Score:
    return Score(value=values(None), reason=reason, explanation=explanation)


def _auroc(pairs: Sequence[CheckedPair]) -> float:
    return _mean([outcome(p) for p in pairs])


def _mean(numbers: Sequence[float | None]) -> float:
    """The mean of what is known; a flag counts as 1 or 0."""
    known = [number for number in numbers if number is not None]
    return fmean(known) if known else NAN


def _summary(result: FactCheckResult) -> str:
    errors = [p for p in result.pairs if p.kind == "error"]
    caught = sum(outcome(p) == 1 for p in errors)
    alarms = sum(p.original_flagged is True for p in errors)
    return (
        f"{len(errors)} errors: {caught} flagged in the copy only, "
        f"{alarms} with a flagged original"
    )
