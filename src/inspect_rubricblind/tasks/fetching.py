"""Pinned files: fetched through fsspec or huggingface_hub, verified before use.

Whatever is returned has the pinned content. Files are only ever read as data: nothing
that a hub holds is run.
"""

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from platformdirs import user_cache_path

from inspect_rubricblind.records.rows import sha256_of

HUB = "hf://datasets/"
CONNECT_SECONDS, READ_SECONDS = 30.0, 120.0
MIN_HASH = 8
"""Some publications print only the start of a hash; shorter ones tell nothing."""

Progress = Callable[[int, int | None], None]
"""Called with the bytes that have come and, where known, all of them."""


class PinnedFile(NamedTuple):
    """An official file, pinned by its content.

    `url` is any address that fsspec reads, or `hf://datasets/OWNER/NAME@REVISION/PATH`
    on the Hugging Face hub. `sha256` may be the start of the hash where no more of it
    was published. `size` is in bytes.
    """

    name: str
    url: str
    sha256: str
    size: int | None = None
    licence: str = ""

    def matches(self, sha256: str) -> bool:
        """Whether a file with this hash is the pinned one."""
        return len(self.sha256) >= MIN_HASH and sha256.startswith(self.sha256)


class HubPath(NamedTuple):
    """A file on the hub."""

    repo: str
    revision: str
    path: str


def cache_folder() -> Path:
    """Where fetched benchmark files are kept between runs."""
    return user_cache_path("inspect_rubricblind") / "datasets"


def fetch(pinned: PinnedFile, folder: Path, progress: Progress | None = None) -> Path:
    """The pinned file, fetched at most once.

    A copy that differs is fetched again, and a fetched file that differs is an error.

    Args:
        pinned: Which file.
        folder: Where copies are kept.
        progress: Told how far it is.

    Raises:
        FileNotFoundError: It cannot be fetched; the message says how to pass a local
            copy.
        ValueError: What was fetched is not the pinned file.
    """
    target = folder / pinned.name
    if target.is_file() and pinned.matches(sha256_of(target)):
        return target
    folder.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=folder, prefix=f"{pinned.name}.")
    os.close(handle)
    part = Path(name)
    try:
        _download(pinned, part, progress)
        check_content(pinned, part, pinned.url)
        # At once, so that a parallel run never sees half a file.
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
    return target


def check_content(pinned: PinnedFile, path: Path, source: str) -> None:
    """Refuse a file that is not the pinned one.

    Args:
        pinned: What it should be.
        path: The file.
        source: Where it is from, for the error.

    Raises:
        ValueError: Its hash is another one.
    """
    if not pinned.matches(got := sha256_of(path)):
        raise ValueError(
            f"{pinned.name} must have the sha256 {pinned.sha256}, but {source} gave a "
            f"file with {got}. {_cure(pinned)}"
        )


def hub_path(url: str) -> HubPath:
    """Take an address on the hub apart.

    Raises:
        ValueError: It is not `hf://datasets/OWNER/NAME@REVISION/PATH`.
    """
    owner, _, rest = url.removeprefix(HUB).partition("/")
    name, _, rest = rest.partition("@")
    revision, _, path = rest.partition("/")
    if not (url.startswith(HUB) and owner and name and revision and path):
        raise ValueError(f"url must be {HUB}OWNER/NAME@REVISION/PATH, but got {url!r}")
    return HubPath(f"{owner}/{name}", revision, path)


def fetch_from_hub(place: HubPath, folder: Path, endpoint: str | None = None) -> Path:
    """Fetch one file of a hub dataset at one revision.

    Args:
        place: Which file.
        folder: Where it is put, under its path in the repository.
        endpoint: Address of the hub; None is the one that huggingface_hub uses.

    Raises:
        OSError: It cannot be fetched.
    """
    from huggingface_hub import hf_hub_download

    got = hf_hub_download(
        place.repo,
        place.path,
        repo_type="dataset",
        revision=place.revision,
        local_dir=folder,
        endpoint=endpoint,
    )
    return Path(str(got))


def _download(pinned: PinnedFile, part: Path, progress: Progress | None) -> None:
    try:
        if pinned.url.startswith(HUB):
            with tempfile.TemporaryDirectory(dir=part.parent) as folder:
                fetch_from_hub(hub_path(pinned.url), Path(folder)).replace(part)
            return
        _copy(pinned, part, progress)
    except _transport_errors() as error:
        # fsspec says no more of a missing file than its address.
        is_missing = isinstance(error, FileNotFoundError) and str(error) == pinned.url
        said = "no such file there" if is_missing else str(error).strip()
        said = said or type(error).__name__
        raise FileNotFoundError(
            f"dataset='official' needs {pinned.name} (sha256 {pinned.sha256}), but "
            f"{pinned.url} could not be read: {said}. {_cure(pinned)}"
        ) from error


def _copy(pinned: PinnedFile, part: Path, progress: Progress | None) -> None:
    from fsspec.core import url_to_fs  # type: ignore[import-untyped]

    filesystem, path = url_to_fs(pinned.url, **_options(pinned.url))
    filesystem.get_file(path, str(part), callback=_callback(pinned, progress))


def _options(url: str) -> dict[str, Any]:
    """Bounds on waiting; fsspec's own are none for http."""
    if not url.startswith("http"):
        return {}
    from aiohttp import ClientTimeout

    timeout = ClientTimeout(total=None, connect=CONNECT_SECONDS, sock_read=READ_SECONDS)
    # The environment's proxies, as every other client here takes them.
    return {"client_kwargs": {"timeout": timeout, "trust_env": True}}


def _callback(pinned: PinnedFile, progress: Progress | None) -> Any:
    from fsspec.callbacks import Callback  # type: ignore[import-untyped]

    def tell(size: int | None, value: int, **_: object) -> None:
        if progress is not None:
            progress(value, size or pinned.size)

    return Callback(hooks={"progress": tell})


def _transport_errors() -> tuple[type[Exception], ...]:
    """What files, http and the hub fail with; most of it is an `OSError`."""
    from aiohttp import ClientError
    from huggingface_hub.errors import HFValidationError

    return (OSError, TimeoutError, ClientError, HFValidationError)


def _cure(pinned: PinnedFile) -> str:
    return (
        f"Pass a local copy of {pinned.name} with `-T dataset=PATH`, or run the "
        "bundled cases with `-T dataset=sample`."
    )
