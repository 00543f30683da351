"""Rows of criteria: what asked, what was met on which text, what flipped, and why."""

from collections.abc import Iterator
from typing import Any

from inspect_rubricblind.logs.pairs import KEY, injector_of
from inspect_rubricblind.logs.samples import LogSample
from inspect_rubricblind.records import (
    CriterionCoverage,
    CriterionVerdict,
    GradedPair,
    GradedText,
    GradingResult,
)
from inspect_rubricblind.taxonomy.model import CANARY

Row = dict[str, Any]

CRITERIA = (
    *KEY,
    "criterion",
    "points",
    "met",
    "reason",
    "tries",
    "flip",
    "covered",
    "catch_all",
    "should_change",
    "log_id",
)
EXPLANATIONS = (*KEY, "criterion", "explanation", "log_id", "canary")


def criterion_rows(sample: LogSample) -> Iterator[Row]:
    """One row per graded text and criterion, and per criterion that coverage names.

    `kind` is original, error, control or repeat. Rows of coverage alone have an empty
    `grading` and no `met`.
    """
    if sample.trial.answer is None:
        return
    named = _named(sample)
    for result in sample.gradings:
        pairs = {(p.kind, p.error_type, p.repeat): p for p in result.pairs}
        own = {c.index: c.points for c in sample.case.criteria}
        for text in result.texts:
            base = _text_key(sample, result, text)
            pair = pairs.get((text.kind, text.error_type, text.repeat))  # type: ignore[arg-type]
            for verdict in text.verdicts:
                asked = named.get((text.kind, text.error_type, verdict.index))
                yield base | {
                    "points": own.get(verdict.index),
                    **_verdict(verdict),
                    "flip": _flip(pair, verdict.index),
                    **_asked(pair, asked, verdict.index),
                }
    yield from _coverage_rows(sample)


def explanation_rows(sample: LogSample) -> Iterator[Row]:
    """One row per explanation that a grader gave; texts with deliberate errors."""
    if sample.trial.answer is None:
        return
    for result in sample.gradings:
        for text in result.texts:
            base = _text_key(sample, result, text)
            for verdict in text.verdicts:
                if verdict.explanation:
                    yield base | {
                        "criterion": verdict.index,
                        "explanation": verdict.explanation,
                        "canary": CANARY,
                    }


def _named(sample: LogSample) -> dict[tuple[Any, str, int], CriterionCoverage]:
    found = sample.coverage.variants if sample.coverage else ()
    return {
        (variant.kind, variant.error_type, item.index): item
        for variant in found
        for item in variant.criteria
    }


def _sample_key(sample: LogSample) -> Row:
    answer = sample.trial.answer
    return {
        "benchmark": sample.case.benchmark,
        "dataset_kind": sample.case.dataset_kind,
        "case_id": sample.sample_id,
        "epoch": sample.epoch,
        "answer_model": answer.answer_model if answer else "",
        "injector": injector_of(sample),
        "log_id": sample.run.eval_id,
    }


def _text_key(sample: LogSample, result: GradingResult, text: GradedText) -> Row:
    made = {(v.kind, v.error_type): v.injector for v in sample.trial.variants}
    key = _sample_key(sample)
    known = made.get((text.kind, text.error_type))  # type: ignore[arg-type]
    return key | {
        "injector": known or key["injector"],
        "kind": text.kind or "original",
        "error_type": text.error_type,
        "repeat": text.repeat,
        "grading": result.grading,
    }


def _verdict(verdict: CriterionVerdict) -> Row:
    return {
        "criterion": verdict.index,
        "met": verdict.met,
        "reason": verdict.reason,
        "tries": verdict.tries,
    }


def _flip(pair: GradedPair | None, index: int) -> str | None:
    if pair is None:
        return None
    if index in pair.pairing.flipped_down:
        return "down"
    return "up" if index in pair.pairing.flipped_up else None


def _asked(pair: GradedPair | None, named: CriterionCoverage | None, index: int) -> Row:
    if pair is None or pair.kind == "repeat":
        return dict.fromkeys(("covered", "catch_all", "should_change"))
    return {
        "covered": named.covered if named else index in pair.covered,
        "catch_all": named.catch_all if named else None,
        "should_change": named.should_change if named else None,
    }


def _coverage_rows(sample: LogSample) -> Iterator[Row]:
    made = {(v.kind, v.error_type): v.injector for v in sample.trial.variants}
    key = _sample_key(sample)
    for variant in sample.coverage.variants if sample.coverage else ():
        for item in variant.criteria:
            yield key | {
                "injector": made.get((variant.kind, variant.error_type))
                or key["injector"],
                "kind": variant.kind,
                "error_type": variant.error_type,
                "repeat": 0,
                "grading": "",
                "criterion": item.index,
                "points": item.points,
                **dict.fromkeys(("met", "reason", "tries", "flip")),
                "covered": item.covered,
                "catch_all": item.catch_all,
                "should_change": item.should_change,
            }
