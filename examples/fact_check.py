"""Check facts in a log that is there already, against a corpus of your own.

    python examples/fact_check.py logs/RUN.eval abstracts.jsonl

Without `--fact-checker` the baseline by rules is used, which needs no model and no key.
The report then shows copies against originals, controls, and the rubric beside it.
"""

import argparse
from pathlib import Path

from inspect_ai import score
from inspect_ai.log import read_eval_log, write_eval_log

from inspect_rubricblind.evidence.documents import read_documents
from inspect_rubricblind.evidence.index import build_corpus
from inspect_rubricblind.scorers.fact_check import fact_check


def check(log: Path, documents: Path, fact_checker: str | None) -> Path:
    """Score a log once more; the new log stands beside it."""
    corpus = log.with_suffix(".sqlite")
    built = build_corpus(corpus, read_documents(documents))
    print(f"{corpus}: {built.passages} passages")
    scored = score(
        read_eval_log(str(log)),
        fact_check(corpus=str(corpus)),
        action="append",
        model_roles={"fact_checker": fact_checker} if fact_checker else None,
    )
    checked = log.with_name(f"{log.stem}-checked.eval")
    write_eval_log(scored, str(checked))
    return checked


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("log", type=Path)
    parser.add_argument("documents", type=Path)
    parser.add_argument("--fact-checker", help="such as openai/gpt-4.1-2025-04-14")
    given = parser.parse_args()
    print(check(given.log, given.documents, given.fact_checker))
