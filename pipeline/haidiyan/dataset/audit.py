"""Examine the sources without storing anything: what breaks, what there is, how the text is accounted for."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path

from haidiyan import queries
from haidiyan.dataset import base_rates, book, store
from haidiyan.dataset.build import Progress, assemble, findings
from haidiyan.dataset.coverage import Layer, Unquoted, cover, largely_unquoted
from haidiyan.errors import BuildError, DatasetError
from haidiyan.iris import compact


@dataclass
class Examination:
    """What was found wrong, how many things of each kind there are, how the book's definitions fare.

    ``coverage`` accounts for each layer of the original, ``unquoted`` lists what no claim quotes; ``dataset`` says
    whether the dataset in use was made from these sources.
    """

    complaints: list[str] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    coverage: list[Layer] = field(default_factory=list)
    unquoted: list[Unquoted] = field(default_factory=list)
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
        if self.coverage:
            yield from self._coverage()
        if self.definitions:
            verdicts = ", ".join(f"{count} {verdict}" for verdict, count in self.definitions.items())
            yield f"The book's definitions against the cosmology: {verdicts} (haidiyan check --book)."
        yield self.dataset
        found = len(self.complaints)
        yield ("Nothing was found." if not found else f"{found} {'thing was' if found == 1 else 'things were'} found.")

    def _coverage(self) -> Iterator[str]:
        yield "volume  layer         segments  claims  conditions  reasons  uncovered"
        for each in self.coverage:
            yield (
                f"{each.volume:<6}  {each.layer:12}  {each.segments:8}  {each.claims:6}  {each.conditions:10}"
                f"  {each.reasons:7}  {each.uncovered:9}"
            )
        for unquoted in largely_unquoted(self.unquoted):
            yield f"In the prose, not quoted by any claim: {unquoted.to_text()}"


def examine(
    progress: Progress | None = None, home: Path | str | None = None, text: Iterable[Path | str] = ()
) -> Examination:
    """Read the sources anew and examine them: text, forms, shapes, checks, coverage, the book's own definitions.

    ``text`` are folders of further texts, examined with the book. Raises ``InputError`` where one is none.
    """
    try:
        assembled = assemble(progress, text)
        complaints = findings(assembled, progress)
    except BuildError as error:
        return Examination(complaints=error.complaints, dataset=_dataset_in_use("", home))
    memory = assembled.in_memory()
    coverage, audit = cover(memory, assembled.sources.place_of), book.audit(memory)
    # A further text may do without the base rates of its claims.
    unrated = [] if assembled.texts else base_rates.stale(memory)
    return Examination(
        complaints=complaints + coverage.complaints + audit.complaints + unrated,
        counts={compact(row["class"]): int(row["count"]) for row in queries.rows("what-there-is", memory)},
        coverage=coverage.layers,
        unquoted=coverage.unquoted,
        definitions=audit.verdicts(),
        dataset=_dataset_in_use(store.content_hash(assembled.quads), home),
    )


def audit_book(progress: Progress | None = None, text: Iterable[Path | str] = ()) -> book.Audit:
    """Read the sources anew, and further texts, and hold them against the cosmology. Raises ``BuildError``."""
    return book.audit(assemble(progress, text).in_memory())


def _dataset_in_use(fresh: str, home: Path | str | None) -> str:
    try:
        built = store.manifest(home)
    except DatasetError as error:
        return str(error)
    if built.hash == fresh:
        return "The dataset in use is made from these sources."
    return f"The dataset in use is not made from these sources as they stand now: {store.REMEDY}."
