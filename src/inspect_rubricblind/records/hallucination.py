"""What is known of a ready-made pair: labels, rubric, and what rules make of it."""

from typing import Literal

from inspect_ai.util import StoreModel
from pydantic import Field

from inspect_rubricblind.records.base import RECORDS_VERSION, Record, StageKind

Label = Literal["self-contained", "referential", "borderline"]
LABELS: tuple[Label, ...] = ("self-contained", "referential", "borderline")
CriterionClass = Literal["FACTCHECK", "OTHER", "BORDERLINE"]
CLASSES: tuple[CriterionClass, ...] = ("FACTCHECK", "OTHER", "BORDERLINE")
AnswerName = Literal["correct", "hallucinated"]


class LabelVote(Record):
    """One panel model's label of one answer. None: unreadable, with its failure."""

    model: str
    label: Label | None = None
    failure: str | None = None


class AnswerLabel(Record):
    """Whether an answer makes sense without the text that it is from.

    `label` is None where no label has a majority. `kind` is `rules` for the heuristic.
    """

    answer: AnswerName
    kind: StageKind
    label: Label | None = None
    votes: tuple[LabelVote, ...] = ()


class RubricFacts(Record):
    """Where the rubric of a case is from.

    `writers` are the models that wrote it, `failures` counts replies that could not be
    used by reason, `steps` says what each step of the scheme gave.
    """

    scheme: str
    origin: Literal["built in", "written", "file"]
    n_criteria: int
    writers: tuple[str, ...] = ()
    failures: dict[str, int] = Field(default_factory=dict)
    steps: dict[str, int] = Field(default_factory=dict)


class Prepared(StoreModel):
    """What the solvers of a ready-made pair freeze beside `Trial`."""

    labels: tuple[AnswerLabel, ...] = ()
    rubric: RubricFacts | None = None
    no_rubric: str | None = None


class Baseline(Record):
    """What a rule or a model without a rubric says of both answers; more is better."""

    correct: float
    hallucinated: float


class LeakageResult(Record):
    """What the scorers `leakage` and `nli` leave in `Score.metadata`."""

    records_version: str = RECORDS_VERSION
    baselines: dict[str, Baseline]
    labels: tuple[AnswerLabel, ...] = ()
    rubric: RubricFacts | None = None
    no_rubric: str | None = None
    model: str = ""


class ClassVote(Record):
    """One panel model's class of one criterion. None: not given or unreadable."""

    model: str
    criterion_class: CriterionClass | None = None
    failure: str | None = None


class ClassifiedCriterion(Record):
    """A criterion, known by the hash of its text, and what the panel called it."""

    sha256: str
    criterion_class: CriterionClass | None = None
    votes: tuple[ClassVote, ...] = ()


class ClassResult(Record):
    """What classifying a batch of criteria leaves in `Score.metadata`."""

    records_version: str = RECORDS_VERSION
    classified: tuple[ClassifiedCriterion, ...]
