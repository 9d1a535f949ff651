"""Tell whether the server can answer, and with which dataset."""

from __future__ import annotations

from fastapi import APIRouter

from haidiyan.dataset.store import manifest

router = APIRouter()


@router.get("/health", tags=["server"])
def health() -> dict[str, str]:
    """``status`` is ``ok`` where the dataset can be read; with its version and hash."""
    there = manifest()
    return {"status": "ok", "version": there.version, "dataset": there.hash}
