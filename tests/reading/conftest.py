"""The tables of the atlas, those that its own tests use."""

from __future__ import annotations

from tests.atlas.conftest import kept, tables

__all__ = ["kept", "tables"]
