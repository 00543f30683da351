"""What the scorer `paired_rubric` leaves in `Score.metadata`."""

from inspect_rubricblind.records.base import RECORDS_VERSION, Record, VariantKind
from inspect_rubricblind.records.pairing import Catcher, Pairing, TieCause


class CriterionVerdict(Record):
    """One verdict on one criterion. `met` is None if ungraded, with its reason."""

    index: int
    met: bool | None = None
    reason: str | None = None
    explanation: str = ""
    repairs: tuple[str, ...] = ()
    tries: int = 1


class GradedText(Record):
    """The verdicts on one text: the original (kind None), a variant or a repeat."""

    kind: VariantKind | None = None
    error_type: str = ""
    repeat: int = 0
    verdicts: tuple[CriterionVerdict, ...]


class GradedPair(Record):
    """One pair of the original with a variant or repeat.

    `covered` holds the criteria that ask about the change, as estimated by rules;
    `cause` explains a tie and `caught_by` a win. `pairing` is what the rest follows
    from.
    """

    kind: VariantKind
    error_type: str
    repeat: int = 0
    pairing: Pairing
    covered: tuple[int, ...] = ()
    headroom: bool | None = None
    cause: TieCause | None = None
    caught_by: Catcher | None = None


class RoleUsage(Record):
    """Calls of one role: `calls` were sent and paid, `cached` were replayed.

    Tokens and cost count paid calls only. `cost` is in US dollars, None where
    Inspect knows no price.
    """

    calls: int = 0
    cached: int = 0
    failed: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    reasoning_tokens: int = 0
    cost: float | None = None


class Signature(Record):
    """What makes two gradings the same: model, settings, prompt, rubric, draw.

    `settings` is the canonical JSON of the generation settings that change replies.
    """

    grader: str
    settings: str
    prompt: str
    prompt_hash: str
    criteria_hash: str
    draw: int
    arguments: str


class GradingResult(Record):
    """All gradings of one sample by one grader. `grading` is the signature's hash."""

    records_version: str = RECORDS_VERSION
    signature: Signature
    grading: str
    n_criteria: int
    points_possible: int
    official_score: float | None = None
    texts: tuple[GradedText, ...]
    pairs: tuple[GradedPair, ...]
    usage: RoleUsage
