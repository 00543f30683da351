"""Where a benchmark's rows come from: the pinned official file, or a local one."""

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Literal, NamedTuple

from inspect_rubricblind.records.rows import find_file, sha256_of
from inspect_rubricblind.tasks.fetching import PinnedFile, cache_folder, fetch

__all__ = ["PinnedFile", "Source", "cache_folder", "fetch", "find_source"]


class Source(NamedTuple):
    """The file that a run reads its rows from."""

    kind: Literal["official", "sample", "path"]
    path: Path
    sha256: str


def find_source(
    dataset: str,
    subset: str,
    official: Mapping[str, PinnedFile],
    sample: Path,
    file_subsets: Collection[str] = (),
) -> Source:
    """Resolve the argument `dataset`.

    Args:
        dataset: `official`, `sample` or the path of a local file.
        subset: Which of the official files is meant.
        official: The official files by subset.
        sample: The bundled sample.
        file_subsets: Subsets that only their own file tells: rows do not say that
            they belong to it.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: A subset of `file_subsets` is wanted from another file.
    """
    if dataset == "official":
        pinned = official[subset]
        path = fetch(pinned, cache_folder())
        return Source("official", path, sha256_of(path))
    if dataset == "sample":
        source = Source("sample", sample, sha256_of(sample))
    else:
        path = find_file(dataset, "dataset", "'official', 'sample'")
        source = Source("path", path, sha256_of(path))
    if subset in file_subsets and not official[subset].matches(source.sha256):
        pinned = official[subset]
        raise ValueError(
            f"subset={subset} needs the file {pinned.name} (sha256 {pinned.sha256}), "
            f"but {source.path} is another one (sha256 {source.sha256}), and rows do "
            f"not say whether they are in {subset}. Pass that file, or subset=full."
        )
    return source
