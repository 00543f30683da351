"""What the scorer `fact_check` leaves in `Score.metadata`: claims with their evidence.

Everything that a verdict rests on is here, so that it can be audited, and judged again
without another search.
"""

from typing import Literal

from inspect_rubricblind.records.base import RECORDS_VERSION, Record, StageKind
from inspect_rubricblind.records.grading import RoleUsage

ClaimVerdict = Literal["supported", "contradicted", "not_supported"]
SearchFailure = Literal[
    "budget",
    "rate_limited",
    "server_error",
    "refused",
    "bad_request",
    "timeout",
    "connection",
    "redirected",
    "not_json",
    "unexpected_shape",
    "too_large",
]
"""Why a search gave nothing. `refused` is a wrong key or one without credit."""


class Passage(Record):
    """A piece of evidence as a backend gave it; `rank` counts from 1.

    `share` is how much of what the query asks for stands in the passage, where the
    backend can tell.
    """

    rank: int
    source: str
    title: str
    snippet: str
    url: str = ""
    date: str = ""
    share: float | None = None


class Search(Record):
    """One search: what was asked where, and what came back.

    Without `failure` and without passages, nothing good enough was found. `requests`
    counts what was sent for it, repeated tries included; `cached` came from the disk.
    """

    backend: str
    query: str
    passages: tuple[Passage, ...] = ()
    failure: SearchFailure | None = None
    requests: int = 0
    cached: bool = False


class CheckedClaim(Record):
    """One claim of a text, its evidence and its verdict.

    `start` and `end` are the place of its source sentence in the text. `verdict` is
    None if the claim failed, and `failure` says how: a search's failure, or that of a
    reply. `doubt` is 0 for supported to 1 for contradicted. `quotes` are the words of
    the evidence that decided, `ranks` the passages they stand in.
    """

    claim: str
    sentence: str
    start: int
    end: int
    search: Search | None = None
    verdict: ClaimVerdict | None = None
    failure: str | None = None
    doubt: float | None = None
    quotes: tuple[str, ...] = ()
    ranks: tuple[int, ...] = ()
    reasoning: str = ""

    @property
    def unsupported(self) -> bool | None:
        """Contradicted or not supported; None for a claim that failed."""
        return None if self.verdict is None else self.verdict != "supported"


class CheckedText(Record):
    """The claims of one text: the original (kind None) or a variant.

    `n_claims` counts all claims of the text where all were found, None where only the
    edited places were looked at. `failure`: the text could not be split into claims.
    """

    kind: Literal["error", "control"] | None = None
    error_type: str = ""
    n_claims: int | None = None
    claims: tuple[CheckedClaim, ...] = ()
    failure: str | None = None


class CheckedPair(Record):
    """The original and one variant at the place of the edit.

    `claims` and `original_claims` are positions in the claims of the two texts.
    `identified`: a claim of the variant stands at the edit; `identified_by_model`: the
    model found the error among the claims, None where it was not asked or not read.
    `flagged` and `original_flagged`: one of these claims is unsupported; None where a
    failed claim leaves it open, or there is none (`original_flagged`: False if the
    original claims nothing there). `doubt` values are the highest of the claims.
    """

    kind: Literal["error", "control"]
    error_type: str
    claims: tuple[int, ...] = ()
    original_claims: tuple[int, ...] = ()
    identified: bool | None = None
    identified_by_model: bool | None = None
    flagged: bool | None = None
    original_flagged: bool | None = None
    doubt: float | None = None
    original_doubt: float | None = None
    failure: str | None = None


class FactCheckResult(Record):
    """All that one fact check found in one sample.

    `checker` names the model or the rules' version, `backend` the evidence and its
    state (a corpus by its hash), `checking` is the short hash of all settings.
    `excluded` are error types without a claim to check: an omission takes one away.
    `not_chosen` counts the pairs that `pairs` left out.
    """

    records_version: str = RECORDS_VERSION
    checking: str
    kind: StageKind
    checker: str
    backend: str
    evidence: str
    mode: Literal["targeted", "full"]
    chosen: Literal["all", "ties", "dangerous"]
    settings: str
    texts: tuple[CheckedText, ...]
    pairs: tuple[CheckedPair, ...]
    excluded: tuple[str, ...] = ()
    not_chosen: int = 0
    searches: int = 0
    requests: int = 0
    cached_searches: int = 0
    usage: RoleUsage
