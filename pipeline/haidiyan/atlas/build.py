"""Make the tables of the atlas, with its RDF and its figures, and put them in the place of those before.

The home holds ``atlas/<basis>/`` (``haidiyan.atlas.basis``) and a link ``atlas/current`` to the one in use. An atlas
is made in a folder of its own and then named: one that is interrupted leaves the last good one as it was.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from haidiyan import __version__
from haidiyan.atlas import parquet
from haidiyan.atlas.authors import authors, shares
from haidiyan.atlas.basis import basis
from haidiyan.atlas.changes import Changes, OfClaim, Totals, means, variants
from haidiyan.atlas.derive import Progress
from haidiyan.atlas.factors import factors
from haidiyan.atlas.figures import draw_changes, draw_rates
from haidiyan.atlas.firings import Atlas
from haidiyan.atlas.linked import describe, describe_changes
from haidiyan.atlas.pairs import pairs
from haidiyan.atlas.rates import base_rates, with_any_use
from haidiyan.atlas.wide import CHARTS as WIDE_CHARTS
from haidiyan.atlas.wide import refuse_unexplained, wide_rates
from haidiyan.atlas.words import CHARTS
from haidiyan.chart.catalog import Catalog
from haidiyan.dataset.memory import Memory, memory, using
from haidiyan.dataset.store import digest, home_folder, lock, refuse_unwritable
from haidiyan.errors import DatasetError
from haidiyan.iris import term
from haidiyan.reading.doctrine import DEFAULT_DOCTRINE, choose

CURRENT = "current"
MIB = 1 << 20
DISK_NEEDED, MEMORY_NEEDED = 64 * MIB, 1024 * MIB
"""What a build takes at most, with as much again to spare."""


@dataclass(frozen=True)
class Made:
    """What an atlas is: what it is made of, of how many charts, the rows of its tables, sha256 of its files."""

    version: str
    basis: str
    charts: int
    rows: dict[str, int] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)

    def to_json(self) -> str:
        return json.dumps(asdict(self), ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def build(
    home: Path | str | None = None,
    source: Memory | None = None,
    progress: Progress = lambda stage: None,
    wide: bool = False,
) -> tuple[Made, Path]:
    """Make the atlas of the dataset in use; what was made, and the folder that it is in.

    ``wide``: also the base rates over the charts that have an hour and a year. A wide atlas stays where a narrow one of
    the same dataset is made again.

    Raises ``DatasetError`` where there is no dataset, or before the work where the home cannot be written, or there is
    too little disk or memory for it.
    """
    source = source or memory()
    made_of = basis(source)
    place = home_folder(home) / "atlas"
    refuse_unwritable(place)
    refuse_small(place)
    with lock(place, lambda: progress("waiting for another build to finish")), using(source):
        temporary = Path(tempfile.mkdtemp(prefix=".building-", dir=place))
        try:
            fresh = _fill(temporary, source, home, made_of, progress, wide)
            target = place / made_of
            _put(temporary, target)
            _point(place, target)
        finally:
            shutil.rmtree(temporary, ignore_errors=True)
    return fresh, target


def current(home: Path | str | None = None) -> Path:
    """The folder of the atlas in use, resolved. Raises ``DatasetError`` where there is none."""
    link = home_folder(home) / "atlas" / CURRENT
    folder = Path(os.path.realpath(link))
    if not link.is_symlink() or not folder.is_dir():
        raise DatasetError(f"There is no atlas in {link.parent} yet: {parquet.REMEDY}.")
    return folder


def refuse_small(folder: Path) -> None:
    """Raise ``DatasetError`` where there is too little room for a build on the disk or in memory."""
    free = shutil.disk_usage(folder).free
    if free < DISK_NEEDED:
        raise DatasetError(
            f"The atlas needs {DISK_NEEDED // MIB} MiB of disk in {folder}, and {free // MIB} are free: make room,"
            " or name another folder by HAIDIYAN_HOME."
        )
    left = memory_left()
    if left is not None and left < MEMORY_NEEDED:
        raise DatasetError(
            f"The atlas needs {MEMORY_NEEDED // MIB} MiB of memory, and {left // MIB} are free: end other programs."
        )


def memory_left(system: Path = Path("/")) -> int | None:
    """The bytes of memory that are free, for the machine and for the group of processes; ``None`` where none tells."""
    found = []
    try:
        lines = (system / "proc/meminfo").read_text(encoding="ascii").splitlines()
        found += [int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:")]
    except (OSError, ValueError, IndexError):
        pass
    try:
        group = system / "sys/fs/cgroup"
        used, most = ((group / f"memory.{each}").read_text(encoding="ascii") for each in ("current", "max"))
        found.append(int(most) - int(used))
    except (OSError, ValueError):
        pass
    return min(found, default=None)


def topics(source: Memory) -> list[str]:
    """The topics that can be asked about, by IRI."""
    return [row["iri"] for row in source.rows("chart/askable") if row["kind"] == term("Topic")]


def _fill(folder: Path, source: Memory, home: Path | str | None, made_of: str, progress: Progress, wide: bool) -> Made:
    known, asked = source.keep(Catalog), topics(source)
    about = {"basis": made_of, "version": __version__, "charts": str(CHARTS), "doctrine": DEFAULT_DOCTRINE}
    progress("the tables of the rules")
    tables = factors(source, home, progress)
    atlas = Atlas(choose(known, DEFAULT_DOCTRINE, {}), source, tables)
    rows: dict[str, int] = {}
    progress("what each variant changes")
    changes = list(_changes(atlas, known, asked, progress))
    of_claims = (row for _, part in changes for row in part)
    rows["what-variants-change"] = parquet.write(folder, "what-variants-change", (total for total, _ in changes), about)
    rows["claims-that-variants-change"] = parquet.write(folder, "claims-that-variants-change", of_claims, about)
    progress("pairs of claims")
    rows["pairs"] = parquet.write(folder, "pairs", pairs(atlas), about)
    progress("authors")
    by_author = shares(atlas, known.uses, asked, authors(source))
    rows["authors"] = parquet.write(folder, "authors", by_author, about)
    progress("base rates")
    rows["base-rates"] = parquet.write(folder, "base-rates", base_rates(_doctrines(atlas, known), asked), about)
    if wide:
        progress("base rates with hour and year")
        refuse_unexplained(tables, source)
        counted = wide_rates(_doctrines(atlas, known), asked, progress)
        rows["base-rates-wide"] = parquet.write(
            folder, "base-rates-wide", counted, {**about, "charts": str(WIDE_CHARTS)}
        )
    progress("figures and RDF")
    rates = list(with_any_use(atlas))
    (folder / "base-rates.ttl").write_bytes(describe(rates, DEFAULT_DOCTRINE))
    totals = [each for each, _ in changes]
    (folder / "what-variants-change.ttl").write_bytes(describe_changes(means(totals), known))
    (folder / "base-rates.svg").write_text(draw_rates(rates, source), encoding="utf-8")
    (folder / "what-variants-change.svg").write_text(draw_changes(totals, known), "utf-8")
    files = {each.name: digest(each.read_bytes()) for each in sorted(folder.iterdir())}
    fresh = Made(__version__, made_of, CHARTS, dict(sorted(rows.items())), files)
    (folder / "manifest.json").write_text(fresh.to_json(), encoding="utf-8")
    folder.chmod(0o755)
    return fresh


def _doctrines(atlas: Atlas, known: Catalog) -> Iterator[Atlas]:
    """The atlas of each named doctrine, that of the default first."""
    yield atlas
    for name in known.choices.doctrines:
        if name != DEFAULT_DOCTRINE:
            yield Atlas(choose(known, name, {}), beside=atlas)


def _changes(
    atlas: Atlas, known: Catalog, asked: list[str], progress: Progress
) -> Iterator[tuple[Totals, list[OfClaim]]]:
    every = list(variants(known, atlas))
    for number, variant in enumerate(every, 1):
        progress(f"what each variant changes, {number} of {len(every)}")
        yield from Changes(atlas, known, variant).rows(asked)


def _put(temporary: Path, target: Path) -> None:
    """Give a filled folder its name: one that has it already is the same, or damaged."""
    if target.exists():
        if is_whole(target) and _has_all(_record(target), _record(temporary)):
            return
        aside = Path(tempfile.mkdtemp(prefix=".building-", dir=target.parent))
        target.rename(aside / target.name)
        try:
            temporary.rename(target)
        except BaseException:
            (aside / target.name).rename(target)
            raise
        finally:
            shutil.rmtree(aside, ignore_errors=True)
    else:
        temporary.rename(target)


def _has_all(there: dict[str, Any], fresh: dict[str, Any]) -> bool:
    """Whether an atlas has every file of another, byte for byte; it may be wide, and the other narrow."""
    return {**there, "rows": {}, "files": {}} == {**fresh, "rows": {}, "files": {}} and (
        there["files"].items() >= fresh["files"].items()
    )


def is_whole(folder: Path) -> bool:
    """Whether the files of an atlas are what its manifest says."""
    try:
        return all(digest((folder / name).read_bytes()) == wanted for name, wanted in _record(folder)["files"].items())
    except (OSError, ValueError, KeyError):
        return False


def _record(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    return found


def _point(place: Path, target: Path) -> None:
    """Move the link, and keep of the older ones that which it pointed to."""
    link, fresh = place / CURRENT, place / f".{CURRENT}-{os.getpid()}"
    before = os.path.basename(os.path.realpath(link)) if link.is_symlink() else ""
    fresh.unlink(missing_ok=True)
    fresh.symlink_to(target.name)
    os.replace(fresh, link)
    for old in place.iterdir():
        if old.is_dir() and not old.is_symlink() and old.name not in (target.name, before):
            shutil.rmtree(old, ignore_errors=True)
