"""The errors that a user can mend, each a sentence that names the value and the remedy."""

from __future__ import annotations

from collections.abc import Iterable


class HaidiyanError(Exception):
    """Whatever the project refuses; the command line prints it and exits with status 2."""


class InputError(HaidiyanError):
    """A value that the user gave cannot be taken."""


class DatasetError(HaidiyanError):
    """The built dataset is missing, of another version, or damaged."""


class BuildError(HaidiyanError):
    """The sources cannot become a dataset; ``complaints`` holds all that was found, one sentence each."""

    def __init__(self, complaints: Iterable[str]) -> None:
        self.complaints = list(complaints)
        super().__init__("\n".join(self.complaints))


class ExtraError(HaidiyanError, ImportError):
    """A package that only an extra brings is not installed; the message names the extra."""
