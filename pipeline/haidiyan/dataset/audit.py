"""Examine the sources without storing anything: what breaks, what there is, how its definitions fare."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path

import pyoxigraph as ox

from haidiyan import queries
from haidiyan.dataset import store
from haidiyan.dataset.build import Progress, assemble, findings
from haidiyan.errors import BuildError, DatasetError
from haidiyan.iris import compact
from haidiyan.queries import Query


@dataclass
class Examination:
    """What was found wrong, how many things of each kind there are, how the book's definitions fare.

    ``dataset`` says whether the dataset in use was made from these sources.
    """

    complaints: list[str] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    definitions: dict[str, int] = field(default_factory=dict)
    dataset: str = ""

    def to_json(self) -> str:
        return json.dumps(asdict(self), ensure_ascii=False, indent=1) + "\n"

    def to_text(self) -> str:
        return "\n".join(self._lines()) + "\n"

    def _lines(self) -> Iterator[str]:
        yield from self.complaints
        for name, count in self.counts.items():
            yield f"{count:7d}  {name}"
        if self.definitions:
            verdicts = ", ".join(f"{count} {verdict}" for verdict, count in self.definitions.items())
            yield f"The book's definitions against the cosmology: {verdicts}."
        yield self.dataset
        found = len(self.complaints)
        yield ("Nothing was found." if not found else f"{found} {'thing was' if found == 1 else 'things were'} found.")


def examine(progress: Progress | None = None, home: Path | str | None = None) -> Examination:
    """Read the sources anew and examine them: text, forms, shapes, checks, the book's own definitions."""
    try:
        assembled = assemble(progress)
        complaints = findings(assembled, progress)
    except BuildError as error:
        return Examination(complaints=error.complaints, dataset=_dataset_in_use("", home))
    memory = assembled.in_memory()
    return Examination(
        complaints=complaints,
        counts={compact(row["class"]): int(row["count"]) for row in _rows("what-there-is", memory)},
        definitions=dict(sorted(Counter(row["verdict"] for row in _rows("definitions-audited", memory)).items())),
        dataset=_dataset_in_use(store.digest(store.canonical(assembled.quads())[1]), home),
    )


def _rows(name: str, memory: ox.Store) -> Iterator[dict[str, str]]:
    solutions = queries.run(Query.bundled(name).text, memory)
    if isinstance(solutions, ox.QuerySolutions):
        names = [variable.value for variable in solutions.variables]
        for row in solutions:
            yield {each: str(getattr(row[each], "value", "")) for each in names}


def _dataset_in_use(fresh: str, home: Path | str | None) -> str:
    try:
        built = store.manifest(home)
    except DatasetError as error:
        return str(error)
    if built.hash == fresh:
        return "The dataset in use is made from these sources."
    return f"The dataset in use is not made from these sources as they stand now: {store.REMEDY}."
