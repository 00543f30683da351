"""Where a benchmark's rows come from: the pinned official file, or a local one."""

import os
import tempfile
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Literal, NamedTuple

import httpx
from platformdirs import user_cache_path

from inspect_rubricblind.records.rows import find_file, sha256_of

TIMEOUT = httpx.Timeout(30.0)


class PinnedFile(NamedTuple):
    """An official file, pinned by its content."""

    name: str
    url: str
    sha256: str


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
        return Source("official", fetch(pinned, cache_folder()), pinned.sha256)
    if dataset == "sample":
        source = Source("sample", sample, sha256_of(sample))
    else:
        path = find_file(dataset, "dataset", "'official', 'sample'")
        source = Source("path", path, sha256_of(path))
    if subset in file_subsets and source.sha256 != official[subset].sha256:
        pinned = official[subset]
        raise ValueError(
            f"subset={subset} needs the file {pinned.name} (sha256 {pinned.sha256}), "
            f"but {source.path} is another one (sha256 {source.sha256}), and rows do "
            f"not say whether they are in {subset}. Pass that file, or subset=full."
        )
    return source


def cache_folder() -> Path:
    """Where downloaded benchmark files are kept between runs."""
    return user_cache_path("inspect_rubricblind") / "datasets"


def fetch(pinned: PinnedFile, folder: Path) -> Path:
    """The pinned file, downloaded at most once.

    Whatever is returned has the pinned content: a cached copy that differs is
    downloaded again, and a download that differs is an error.

    Raises:
        FileNotFoundError: It cannot be downloaded; the message says how to pass
            a local copy.
        ValueError: The download is not the pinned file.
    """
    target = folder / pinned.name
    if target.is_file() and sha256_of(target) == pinned.sha256:
        return target
    folder.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=folder, prefix=f"{pinned.name}.")
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            _download(pinned, stream.write)
        if (got := sha256_of(part)) != pinned.sha256:
            raise ValueError(
                f"{pinned.name} must have the sha256 {pinned.sha256}, but "
                f"{pinned.url} gave a file with {got}. {_cure(pinned)}"
            )
        # At once, so that a parallel run never sees half a file.
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
    return target


def _download(pinned: PinnedFile, write: Callable[[bytes], object]) -> None:
    try:
        with httpx.stream(
            "GET", pinned.url, follow_redirects=True, timeout=TIMEOUT
        ) as response:
            response.raise_for_status()
            for chunk in response.iter_bytes():
                write(chunk)
    except httpx.HTTPError as error:
        raise FileNotFoundError(
            f"dataset='official' needs {pinned.name} (sha256 {pinned.sha256}), but "
            f"{pinned.url} could not be read: {error}. {_cure(pinned)}"
        ) from error


def _cure(pinned: PinnedFile) -> str:
    return (
        f"Pass a local copy of {pinned.name} with `-T dataset=PATH`, or run the "
        "bundled cases with `-T dataset=sample`."
    )
