"""One digest of several texts that Python and the page compute alike."""

import hashlib
from collections.abc import Iterable


def joint_digest(texts: Iterable[str]) -> str:
    """SHA-256 over the texts, each led by its length in bytes, as hex.

    The lengths keep two lists apart whose texts only join to the same.
    """
    found = hashlib.sha256()
    for text in texts:
        raw = text.encode("utf-8", "replace")
        found.update(f"{len(raw)}:".encode())
        found.update(raw)
    return found.hexdigest()
