"""Keep what was fetched from an endpoint in the user's cache, by endpoint and hash of the dataset.

A cache that cannot be read or written is done without; whoever reads holds the bytes to their hash.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

from platformdirs import user_cache_path


def folder(endpoint: str) -> Path:
    """Where what comes from an endpoint is kept; a folder for each hash of its dataset."""
    name = hashlib.sha256(endpoint.encode()).hexdigest()[:16]
    return user_cache_path("haidiyan", appauthor=False) / "endpoints" / name


def read(endpoint: str, dataset: str, file: str) -> bytes | None:
    """A file that was kept, or ``None``."""
    try:
        return (folder(endpoint) / dataset[:16] / file).read_bytes()
    except OSError:
        return None


def write(endpoint: str, dataset: str, file: str, content: bytes) -> None:
    """Keep a file, whole or not at all; what is kept of an earlier dataset of this endpoint goes."""
    place = folder(endpoint) / dataset[:16]
    with suppress(OSError):
        place.mkdir(parents=True, exist_ok=True)
        for other in place.parent.iterdir():
            if other != place:
                shutil.rmtree(other, ignore_errors=True)
        handle, temporary = tempfile.mkstemp(prefix=".", dir=place)
        try:
            with os.fdopen(handle, "wb") as out:
                out.write(content)
            os.replace(temporary, place / file)
        finally:
            Path(temporary).unlink(missing_ok=True)
