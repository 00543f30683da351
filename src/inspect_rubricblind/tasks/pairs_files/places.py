"""Where a table of pairs comes from: a file, the hub, or the bundled sample."""

import re
from collections.abc import Sequence
from logging import getLogger
from pathlib import Path

from inspect_rubricblind.records.rows import find_file, sha256_of
from inspect_rubricblind.tasks.fetching import HubPath, cache_folder, fetch_from_hub
from inspect_rubricblind.tasks.pairs_files.tables import READERS
from inspect_rubricblind.tasks.sources import Source

SAMPLE = Path(__file__).parents[1] / "samples" / "pairs.jsonl"
RELEASE = "hf:JackJ3636/when-rubrics-fail"
"""The pairs of "When Rubrics Fail". No revision of it was pinned in print."""

ADDRESS = re.compile(
    r"hf:(?P<repo>[\w.-]+/[\w.-]+)(?:@(?P<revision>[\w.-]+))?(?::(?P<path>.+))?"
)
COMMIT = re.compile(r"[0-9a-f]{40}")

logger = getLogger(__name__)


def find_pairs(dataset: str, sha256: str | None, endpoint: str | None = None) -> Source:
    """Resolve the argument `dataset`, and check the hash if one is given.

    Args:
        dataset: `official`, `sample`, `hf:OWNER/NAME[@REVISION][:FILE]`, or a path.
        sha256: What the file must have.
        endpoint: Address of the hub; None is its own.

    Raises:
        FileNotFoundError: It cannot be had; the message names what is wanted.
        ValueError: It is another file than wanted, or several could be meant.
    """
    wanted = RELEASE if dataset == "official" else dataset
    if dataset == "sample":
        source = Source("sample", SAMPLE, sha256_of(SAMPLE))
    elif wanted.startswith("hf:"):
        path = _from_hub(wanted, endpoint)
        is_release = dataset == "official"
        source = Source("official" if is_release else "path", path, sha256_of(path))
    else:
        path = find_file(wanted, "dataset", "'official', 'sample', 'hf:OWNER/NAME'")
        source = Source("path", path, sha256_of(path))
    if sha256 is not None and source.sha256 != sha256.lower():
        raise ValueError(
            f"{source.path.name} must have the sha256 {sha256}, but has "
            f"{source.sha256}. Pass the file that you mean with `-T dataset=PATH`."
        )
    return source


def _from_hub(address: str, endpoint: str | None) -> Path:
    found = ADDRESS.fullmatch(address)
    if found is None:
        raise ValueError(
            f"dataset must be hf:OWNER/NAME[@REVISION][:FILE], but got {address!r}"
        )
    from huggingface_hub import HfApi
    from huggingface_hub.errors import HFValidationError

    repo, revision = found["repo"], found["revision"] or "main"
    try:
        info = HfApi(endpoint=endpoint).dataset_info(repo, revision=revision)
        names = [item.rfilename for item in info.siblings or []]
        commit = str(info.sha)
        path = found["path"] or _only_table(address, names)
        place = HubPath(repo, commit, path)
        folder = cache_folder() / "hub" / repo.replace("/", "--") / commit
        local = fetch_from_hub(place, folder, endpoint)
    except (OSError, HFValidationError) as error:
        said = " ".join(str(error).split()) or type(error).__name__
        raise FileNotFoundError(
            f"dataset needs {address} of the Hugging Face hub, but it could not be "
            f"read: {said}. Pass a local copy of its table with `-T dataset=PATH`, or "
            "run the bundled pairs with `-T dataset=sample`."
        ) from error
    if not COMMIT.fullmatch(revision):
        logger.warning(
            "%s is not pinned: this run reads hf:%s@%s:%s, sha256 %s. Name that "
            "revision in `dataset`, and the hash in `sha256`, to get the same again.",
            *(address, repo, commit, path, sha256_of(local)),
        )
    return local


def _only_table(address: str, names: Sequence[str]) -> str:
    tables = [name for name in names if Path(name).suffix.lower() in READERS]
    data = [name for name in tables if not name.endswith(".json")] or tables
    if len(data) != 1:
        listed = ", ".join(sorted(data)) or "no table"
        raise ValueError(
            f"dataset must name one table of {address}, which has {listed}: add it as "
            f"{address}:FILE"
        )
    return data[0]
