"""Draw injections for a reader, the same ones for the same logs and seed.

    python benchmarks/draw_injections.py LOG... --per-type 5 --seed 0 --out DIR

writes `DIR/reading.jsonl` (question, answer, edits and claim: benchmark text, not to be
published) and `DIR/review.csv`, one row per drawn injection with empty judgements. The
draw takes each injection's rank under a hash of (seed, case, answer model, type), so it
depends neither on the order of logs nor on `max_samples`.
"""

import argparse
import csv
import json
from collections import defaultdict
from pathlib import Path

from inspect_rubricblind.logs.read import Lost, read_logs
from inspect_rubricblind.records import apply_edits, digest

COLUMNS = [
    "case_id",
    "answer_model",
    "error_type",
    "template",
    "right_type",
    "clinically_wrong",
    "fluent",
    "reason",
]


def draw(paths: list[Path], per_type: int, seed: int) -> list[dict[str, object]]:
    ranked = defaultdict(list)
    for sample in read_logs(paths).samples():
        if isinstance(sample, Lost) or sample.trial.answer is None:
            continue
        answer = sample.trial.answer
        for variant in sample.trial.injections:
            key = (sample.sample_id, answer.answer_model, variant.error_type)
            rank = digest("\x1f".join([str(seed), *key]))
            edited = apply_edits(answer.text, variant.edits)
            row = {
                "case_id": sample.sample_id,
                "answer_model": answer.answer_model,
                "error_type": variant.error_type,
                "template": variant.template,
                "question": sample.question,
                "original": answer.text,
                "edited": edited,
                "edits": [edit.model_dump() for edit in variant.edits],
                "claim": variant.claim,
            }
            ranked[variant.error_type].append((rank, row))
    drawn = []
    for error_type in sorted(ranked):
        first = sorted(ranked[error_type], key=lambda pair: pair[0])[:per_type]
        drawn += [row for _, row in first]
    return drawn


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("logs", nargs="+", type=Path)
    parser.add_argument("--per-type", type=int, default=5)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    drawn = draw(args.logs, args.per_type, args.seed)
    args.out.mkdir(parents=True, exist_ok=True)
    with (args.out / "reading.jsonl").open("w", encoding="utf-8") as stream:
        for row in drawn:
            stream.write(json.dumps(row, ensure_ascii=False) + "\n")
    with (args.out / "review.csv").open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, COLUMNS, extrasaction="ignore")
        writer.writeheader()
        writer.writerows(drawn)
    print(f"{len(drawn)} injections of {len({r['error_type'] for r in drawn})} types")


if __name__ == "__main__":
    main()
