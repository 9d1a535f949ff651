"""One engine for all tests of the rules."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.rules.harness import Checker, StateEngine, states_only

from haidiyan.dataset.memory import Memory
from haidiyan.dataset.store import reading_triples_path


@pytest.fixture(scope="session")
def checker(home: Path) -> Checker:
    return Checker(StateEngine(Memory(states_only(reading_triples_path(home)))))
