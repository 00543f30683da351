"""An export keeps the verdicts of a fact check and none of its texts."""

import json

from inspect_rubricblind.logs.exporting.slim import slim_sample
from inspect_rubricblind.records import (
    CheckedClaim,
    CheckedPair,
    CheckedText,
    FactCheckResult,
    Passage,
    RoleUsage,
    Search,
)

SECRETS = ("secretclaim", "secretsentence", "secretquery", "secretsnippet")
SECRETS += ("secretquote", "secretreasoning", "secrettitle")


def result():
    passage = Passage(rank=1, source="s", title="secrettitle", snippet="secretsnippet")
    claim = CheckedClaim(
        claim="secretclaim",
        sentence="secretsentence",
        start=0,
        end=5,
        search=Search(backend="corpus", query="secretquery", passages=(passage,)),
        verdict="contradicted",
        doubt=0.9,
        quotes=("secretquote",),
        ranks=(1,),
        reasoning="secretreasoning",
    )
    return FactCheckResult(
        checking="c",
        kind="rules",
        checker="lexical",
        backend="corpus",
        evidence="corpus 1",
        mode="targeted",
        chosen="all",
        settings="{}",
        texts=(CheckedText(claims=(claim,)),),
        pairs=(CheckedPair(kind="error", error_type="F1", claims=(0,)),),
        usage=RoleUsage(),
    )


def test_no_text_of_a_fact_check_is_exported_and_its_numbers_are():
    made = slim_sample(
        {
            "id": "a",
            "epoch": 1,
            "metadata": {},
            "store": {},
            "scores": {"fact_check": {"metadata": result().model_dump(mode="json")}},
        }
    )
    text = json.dumps(made)
    assert not [secret for secret in SECRETS if secret in text]
    kept = FactCheckResult.model_validate(made["scores"]["fact_check"]["metadata"])
    assert kept.pairs == result().pairs
    [claim] = kept.texts[0].claims
    assert (claim.verdict, claim.doubt, claim.ranks) == ("contradicted", 0.9, (1,))
