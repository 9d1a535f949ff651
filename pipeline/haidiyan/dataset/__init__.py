"""Make the closed, validated dataset from the sources, and open it again.

The package is callable, since its name is that of a public function: ``haidiyan.dataset()`` is
:func:`haidiyan.dataset.store.dataset`.
"""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rdflib import Dataset


class _Callable(ModuleType):
    def __call__(self, home: Path | str | None = None) -> Dataset:
        from haidiyan.dataset.store import dataset

        return dataset(home)


sys.modules[__name__].__class__ = _Callable
