"""Scorer `fact_check`: does evidence see the error, and does it spare what was right?

It reads the frozen `Trial`, so it works in a run, beside `paired_rubric`, and on a log.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, cast

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
    Answer,
    FactCheckResult,
    StageKind,
    Trial,
    Variant,
    digest,
)
from inspect_rubricblind.scorers.fact_check_choice import CHOICES, choose
from inspect_rubricblind.scorers.fact_check_explanation import explain_checks
from inspect_rubricblind.scorers.fact_check_values import summary, values
from inspect_rubricblind.scorers.stored import stored

KINDS = ("auto", "rules", "model")
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
        pairs: `all`, `dangerous` (harm 4, 5 or unrated), or `ties` (the points are
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
    setup = _Setup(
        searcher=Searcher(source, Budget(max_searches), limit=passages),
        kind=kind,
        mode=cast(Mode, mode),
        pairs=pairs,
        controls=controls,
        structured=structured,
        draw=draw,
    )

    async def score(state: TaskState, target: Target) -> Score:
        return await setup.score(state)

    return score


@dataclass(frozen=True)
class _Setup:
    """The arguments of the scorer, and what all samples of a run share."""

    searcher: Searcher
    kind: str
    mode: Mode
    pairs: str
    controls: bool
    structured: bool
    draw: int
    breaker: Breaker = field(default_factory=lambda: Breaker("fact check"))

    async def score(self, state: TaskState) -> Score:
        """Check one sample."""
        bound = bound_roles()
        how = stage_kind("kind", self.kind, FACT_CHECKER_ROLES, bound)
        trial, scores = stored(state, Trial), state.scores or {}
        if trial.answer is None:
            return _unscored(trial.no_answer or "no_answer", "There is no answer.")
        answer, variants = _frozen(trial, self.controls)
        chosen = choose(variants, self.pairs, scores)
        if chosen is None:
            return _unscored(NO_GRADING, "Ties are chosen, but no rubric was graded.")
        again = self.searcher.backend.name == STORED
        earlier = stored_check(scores) if again else None
        if again and earlier is None:
            return _unscored(NO_EVIDENCE, "No fact check with evidence is stored.")
        asker = None
        if how == "model":
            caller = Caller(bound["fact_checker"], self.breaker, state.epoch)
            asker = Asker(caller, self.draw, self.structured)
        checker = Checker(self.searcher, asker, answer.language, question_of(state))
        before = len(transcript().events)
        if earlier is None:
            found = await compare(checker, answer.text, chosen.variants, self.mode)
        else:
            found = await judge_again(checker, earlier)
        result = self._result(found, checker, how, earlier, before)
        if earlier is None:
            about = {"excluded": chosen.excluded, "not_chosen": chosen.not_chosen}
            result = result.model_copy(update=about)
        return Score(
            value=values(result),
            answer=summary(result),
            explanation=explain_checks(result),
            metadata=result.model_dump(mode="json"),
        )

    def _result(
        self,
        found: Comparison,
        checker: Checker,
        kind: StageKind,
        earlier: FactCheckResult | None,
        before: int,
    ) -> FactCheckResult:
        searches = {
            claim.claim: claim.search
            for text in found.texts
            for claim in text.claims
            if claim.search is not None
        }
        source = self.searcher.backend
        signed = self._sign(checker, kind, earlier)
        result = FactCheckResult(
            checking=digest(signed)[:12],
            kind=kind,
            checker=checker.name,
            backend=source.name,
            evidence=source.evidence,
            mode=self.mode,
            chosen=cast(Any, self.pairs),
            settings=signed,
            texts=found.texts,
            pairs=found.pairs,
            searches=len(searches),
            requests=sum(search.requests for search in searches.values()),
            cached_searches=sum(search.cached for search in searches.values()),
            usage=role_usage(transcript().events[before:], "fact_checker"),
        )
        about = earlier.model_dump(include=INHERITED) if earlier else {}
        return result.model_copy(update=about)

    def _sign(
        self, checker: Checker, kind: StageKind, earlier: FactCheckResult | None
    ) -> str:
        """Everything that changes verdicts, as canonical JSON."""
        model = checker.asker.caller.model if checker.asker else None
        config = settings(model).model_dump(exclude_none=True) if model else {}
        arguments = {
            "mode": self.mode,
            "passages": self.searcher.limit,
            "draw": self.draw,
            **({} if earlier is None else {"judged_again": earlier.checking}),
        }
        return json.dumps(
            [
                checker.name,
                self.searcher.backend.evidence,
                kind,
                config,
                arguments,
            ],
            sort_keys=True,
            default=str,
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
