"""The built dataset of the test run, for the examples in docstrings that use the package as its users do."""

from __future__ import annotations

import doctest

import pytest
from tests.conftest import home

__all__ = ["home"]


@pytest.fixture(autouse=True)
def dataset_of_examples(request: pytest.FixtureRequest) -> None:
    """Have a docstring that calls ``haidiyan.…`` find the dataset; the others need not wait for it."""
    found = getattr(request.node, "dtest", None)
    if isinstance(found, doctest.DocTest) and any("haidiyan." in each.source for each in found.examples):
        request.getfixturevalue("home")
