"""How much text a planned run has to deal with.

Tokens are estimated from characters, since every model counts its own way: one token
per four characters, one per character of Chinese, Japanese and Korean writing.
"""

from collections.abc import Mapping
from typing import NamedTuple

import regex
from inspect_ai.dataset import Sample

from inspect_rubricblind.records import Case
from inspect_rubricblind.tasks.arguments import Arguments, check_arguments
from inspect_rubricblind.tasks.benchmark import Benchmark, find_cases
from inspect_rubricblind.tasks.healthbench import HEALTHBENCH
from inspect_rubricblind.tasks.healthbench_professional import PROFESSIONAL
from inspect_rubricblind.tasks.livemedbench import LIVEMEDBENCH

CHARACTERS_PER_TOKEN = 4
WITHOUT_SPACES = regex.compile(
    r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Bopomofo}]"
)
BENCHMARKS: Mapping[str, Benchmark] = {
    benchmark.name: benchmark for benchmark in (HEALTHBENCH, PROFESSIONAL, LIVEMEDBENCH)
}
MODEL_ANSWER_TOKENS = 492
"""Median length of o3's answers to HealthBench in "When Rubrics Fail", appendix P."""


class CaseSize(NamedTuple):
    """Tokens of one case; `criteria` counts them, `criteria_tokens` is their sum."""

    question: float
    answer: float
    criteria: float
    criteria_tokens: float


class Workload(NamedTuple):
    """The cases of a run: `cases` of them, like those of `sizes` on average."""

    source: str
    cases: int
    sizes: tuple[CaseSize, ...]
    skipped: Mapping[str, int]

    @property
    def scale(self) -> float:
        """How many planned cases one measured case stands for."""
        return self.cases / len(self.sizes)


def estimate_tokens(text: str) -> float:
    """The estimated length of a text; that of two texts together is the sum."""
    dense = len(WITHOUT_SPACES.findall(text))
    return dense + (len(text) - dense) / CHARACTERS_PER_TOKEN


def assumed_workload(
    cases: int, criteria: float, criterion: float, question: float, answer: float
) -> Workload:
    """Cases that are known by numbers alone.

    Args:
        cases: How many.
        criteria: Criteria per case, on average.
        criterion: Tokens per criterion.
        question: Tokens of the conversation before the answer.
        answer: Tokens of the answer.

    Raises:
        ValueError: A number is not positive.
    """
    given = {
        "cases": cases,
        "criteria": criteria,
        "criterion tokens": criterion,
        "question tokens": question,
        "answer tokens": answer,
    }
    for name, number in given.items():
        if not number > 0:
            raise ValueError(f"{name} must be more than 0, but got {number}")
    size = CaseSize(question, answer, criteria, criteria * criterion)
    return Workload("given numbers", cases, (size,), {})


def dataset_workload(
    benchmark: str,
    dataset: str,
    subset: str,
    answers: str,
    cases: int | None = None,
    answer: float = MODEL_ANSWER_TOKENS,
) -> Workload:
    """The cases of a dataset as the task of this benchmark would run them.

    Args:
        benchmark: Name of a benchmark.
        dataset: As the task argument.
        subset: As the task argument.
        answers: As the task argument; with `auto` a model is going to answer.
        cases: How many of them are planned; None is all.
        answer: Tokens of an answer that a model is going to write.

    Raises:
        ValueError: An argument is not allowed, or the dataset cannot be used.
        FileNotFoundError: There is no such file.
    """
    if benchmark not in BENCHMARKS:
        raise ValueError(
            f"benchmark must be one of {', '.join(BENCHMARKS)}, but got {benchmark!r}"
        )
    about = BENCHMARKS[benchmark]
    arguments = _arguments(about, dataset, subset, answers)
    source, loaded = find_cases(about, arguments)
    written = answer if arguments.answers == "auto" else None
    sizes = [_measure(sample, written) for sample in loaded.samples]
    if cases is not None and not 0 < cases <= len(sizes):
        raise ValueError(
            f"cases must be 1 to {len(sizes)}, which the dataset holds, but got {cases}"
        )
    return Workload(
        source=f"{about.title}, {source.path.name}, {len(sizes)} cases",
        cases=len(sizes) if cases is None else cases,
        sizes=tuple(sizes),
        skipped=loaded.skipped,
    )


def _arguments(
    benchmark: Benchmark, dataset: str, subset: str, answers: str
) -> Arguments:
    """The task's arguments; those that do not choose cases are at any allowed value."""
    given = {
        "dataset": dataset,
        "subset": subset,
        "answers": answers,
        "verdicts": None,
        "applicability": "auto",
        "injector": "auto",
        "coverage": "auto",
        "error_types": None,
        "controls": True,
        "repeats": 1,
        "seed": 0,
        "shard": None,
    }
    return check_arguments(benchmark.name, tuple(benchmark.official), given, {})


def _measure(sample: Sample, written: float | None) -> CaseSize:
    case = Case.model_validate(sample.metadata)
    turns = sample.input if isinstance(sample.input, list) else []
    asked = "\n\n".join(f"{turn.role}: {turn.text}" for turn in turns)
    supplied = case.answer.text if case.answer else ""
    return CaseSize(
        question=estimate_tokens(asked),
        answer=estimate_tokens(supplied) if written is None else written,
        criteria=len(case.criteria),
        criteria_tokens=sum(estimate_tokens(c.criterion) for c in case.criteria),
    )
