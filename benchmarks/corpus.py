"""How long a corpus of 50,000 abstracts takes to index and to search, and its memory.

    python benchmarks/corpus.py [--documents 50000] [--queries 200] [--words 200]

Documents are synthetic: words drawn by Zipf's law out of 60,000, with lengths
around that of PubMed abstracts (mean 200 words). Each query is a claim of 12 words of
one document, as in the fact check by rules. Index and search run in a process
of their own each, so that their peak memory is theirs alone. Times are of the wall and,
since other work may share the machine, of the processor.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

VOCABULARY = 60_000
LIMITS = {"index_s": 60.0, "index_mib": 1024.0, "query_ms": 20.0}


def vocabulary(rng: np.random.Generator) -> list[str]:
    """Words of 3 to 12 letters; the n-th is drawn in proportion to 1 / n."""
    letters = np.array(list("abcdefghijklmnopqrstuvwxyz"))
    sizes = rng.integers(3, 13, VOCABULARY)
    return ["".join(rng.choice(letters, size)) for size in sizes]


def texts(documents: int, words: int, seed: int) -> Iterator[str]:
    """The texts, one after the other; the same for the same seed."""
    rng = np.random.default_rng(seed)
    known = np.array(vocabulary(rng))
    weights = 1 / np.arange(1, VOCABULARY + 1)
    upto = np.cumsum(weights) / weights.sum()
    for _ in range(documents):
        length = int(np.clip(rng.normal(words, 70), 40, 500))
        drawn = np.searchsorted(upto, rng.random(length), side="right")
        yield " ".join(known[np.minimum(drawn, VOCABULARY - 1)])


def index(path: Path, documents: int, words: int) -> dict[str, float]:
    """Build the corpus; the time is without that of making the texts."""
    from inspect_rubricblind.evidence.documents import Document
    from inspect_rubricblind.evidence.index import build_corpus

    spent = idle = 0.0

    def made() -> Iterator[Document]:
        nonlocal spent, idle
        source = texts(documents, words, 0)
        for number in range(documents):
            start, begun = time.perf_counter(), time.process_time()
            text = next(source)
            spent += time.perf_counter() - start
            idle += time.process_time() - begun
            title = " ".join(text.split()[:10])
            yield Document(str(number), title, text, "synthetic")

    start, begun = time.perf_counter(), time.process_time()
    built = build_corpus(path, made())
    return {
        "passages": built.passages,
        "index_s": time.perf_counter() - start - spent,
        "index_cpu_s": time.process_time() - begun - idle,
        "index_mib": peak(),
        "file_mib": path.stat().st_size / 2**20,
    }


def search(path: Path, documents: int, words: int, queries: int) -> dict[str, float]:
    """Search for claims taken from evenly spaced documents."""
    from inspect_rubricblind.evidence.corpus import Corpus

    step, corpus = max(1, documents // queries), Corpus(path)
    rng = np.random.default_rng(1)
    times, busy, found = [], [], 0
    for number, text in enumerate(texts(documents, words, 0)):
        if number % step:
            continue
        held = list(dict.fromkeys(text.split()))
        query = " ".join(rng.choice(held, min(12, len(held)), replace=False))
        start, begun = time.perf_counter(), time.process_time()
        passages = corpus.find(query, 5)
        times.append(1000 * (time.perf_counter() - start))
        busy.append(1000 * (time.process_time() - begun))
        found += any(passage.snippet == text for passage in passages)
    return {
        "queries": len(times),
        "query_ms": float(np.mean(times)),
        "query_cpu_ms": float(np.mean(busy)),
        "query_ms_p95": float(np.percentile(times, 95)),
        "known_item_in_5": found / len(times),
        "search_mib": peak(),
    }


def peak() -> float:
    """Peak resident memory of this process in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> int:
    """Print all numbers as JSON; exit status 1 if a limit is passed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--documents", type=int, default=50_000)
    parser.add_argument("--words", type=int, default=200)
    parser.add_argument("--queries", type=int, default=200)
    parser.add_argument("--step", choices=("index", "search"))
    parser.add_argument("--path", type=Path)
    given = parser.parse_args()
    if given.step == "index":
        print(json.dumps(index(given.path, given.documents, given.words)))
        return 0
    if given.step == "search":
        made = search(given.path, given.documents, given.words, given.queries)
        print(json.dumps(made))
        return 0
    numbers: dict[str, float] = {"documents": given.documents}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "corpus.sqlite"
        sizes = ["--documents", given.documents, "--words", given.words]
        for step in ("index", "search"):
            command = [sys.executable, __file__, "--step", step, "--path", path, *sizes]
            command += ["--queries", given.queries]
            done = subprocess.run(
                list(map(str, command)), check=True, capture_output=True, text=True
            )
            numbers |= json.loads(done.stdout)
    print(json.dumps(numbers, indent=1))
    passed = [name for name, most in LIMITS.items() if numbers[name] > most]
    print(f"limits {LIMITS}: {'passed by ' + ', '.join(passed) if passed else 'kept'}")
    return 1 if passed else 0


if __name__ == "__main__":
    sys.exit(main())
