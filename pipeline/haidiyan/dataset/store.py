"""Keep the built dataset in its home folder, swap a new one in whole, and open it for reading.

The home holds ``store-<hash>/`` (``store/`` for pyoxigraph, ``dataset.nq``, ``reading.nt``,
``manifest.json``), a link ``current`` to the one in use, the one before it, and a lock. Only ``dataset()``
imports rdflib: a reading opens quickly.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import pyoxigraph as ox

from haidiyan import __version__
from haidiyan.dataset.graphs import METADATA, is_default
from haidiyan.errors import DatasetError
from haidiyan.resources import is_checkout, root

if TYPE_CHECKING:
    from rdflib import Dataset

CURRENT = "current"
REMEDY = "run `haidiyan build`"

STORE_FAULTS = (OSError, RuntimeError, ValueError)
"""What pyoxigraph raises over files that are not as it left them, at opening or in the midst of an answer."""


@dataclass(frozen=True)
class Manifest:
    """What a dataset is: version, hash (``content_hash``), quads by graph, sha256 of its sources and of its files."""

    version: str
    hash: str
    graphs: dict[str, int] = field(default_factory=dict)
    sources: dict[str, str] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)

    @property
    def quads(self) -> int:
        return sum(self.graphs.values())

    @property
    def texts(self) -> list[str]:
        """The further texts that it holds beside the book, by the names of their folders."""
        return sorted({name.split("/")[1] for name in self.sources if name.startswith("texts/")})

    def to_json(self) -> str:
        return json.dumps(asdict(self), ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def home_folder(home: Path | str | None = None) -> Path:
    """The one given, ``$HAIDIYAN_HOME``, ``build/`` of a checkout, or else the user's cache."""
    given = home or os.environ.get("HAIDIYAN_HOME")
    if given:
        try:
            return Path(given).expanduser().absolute()
        except RuntimeError as error:
            raise DatasetError(f"{given} cannot be the dataset's home: {error}") from error
    if is_checkout():
        return root() / "build"
    from platformdirs import user_cache_path

    return user_cache_path("haidiyan", appauthor=False, version=__version__)


def current(home: Path | str | None = None) -> Path:
    """The folder of the dataset in use, resolved so that no swap comes between. Raises ``DatasetError``."""
    link = home_folder(home) / CURRENT
    if not link.is_symlink() and not link.exists():
        raise DatasetError(f"There is no dataset in {link.parent} yet: {REMEDY}.")
    folder = Path(os.path.realpath(link))
    if not folder.is_dir():
        raise DatasetError(f"The dataset {folder} is gone: {REMEDY}.")
    return folder


def manifest(home: Path | str | None = None) -> Manifest:
    """The manifest of the dataset in use. Raises ``DatasetError`` like ``open_store``."""
    return _manifest_in(current(home))


def open_store(home: Path | str | None = None) -> ox.Store:
    """The dataset in use, read-only: the named graphs, and in the default graph what ``fill`` puts there.

    Raises ``DatasetError`` where it is missing, damaged or of another version.
    """
    folder = current(home)
    _manifest_in(folder)
    try:
        return ox.Store.read_only(str(folder / "store"))
    except STORE_FAULTS as error:
        raise damaged(folder, error) from error


def is_missing(home: Path | str | None = None) -> bool:
    """Whether there is no dataset of this version yet, as after installing; one that is damaged is there."""
    folder = home_folder(home) / CURRENT
    if not folder.exists():
        return True
    try:
        return _record_in(folder).version != __version__
    except DatasetError:
        return False


def dataset(home: Path | str | None = None) -> Dataset:
    """The dataset in use as an ``rdflib.Dataset``, its default graph the union of all named ones.

    Rival choices are in that union; name graphs to leave them out. Raises ``DatasetError``.
    """
    from rdflib import Dataset as RdflibDataset
    from rdflib import Graph, URIRef

    from haidiyan.dataset.convert import to_rdflib

    found = RdflibDataset(default_union=True)
    graphs: dict[str, Graph] = {}
    for quad in named(open_store(home)):
        name = str(getattr(quad.graph_name, "value", ""))
        graph = graphs.setdefault(name, Graph(found.store, URIRef(name)))
        graph.add((to_rdflib(quad.subject), to_rdflib(quad.predicate), to_rdflib(quad.object)))
    return found


def reading_triples(home: Path | str | None = None) -> bytes:
    """The N-Triples of what a reading needs, held to the hash in the manifest. Raises ``DatasetError``."""
    path = reading_triples_path(home)
    triples = path.read_bytes()
    if digest(triples) != _manifest_in(path.parent).files.get(path.name):
        raise damaged(path.parent, f"{path.name} is not as it was built")
    return triples


def reading_triples_path(home: Path | str | None = None) -> Path:
    """The N-Triples of what a reading needs of the dataset. Raises ``DatasetError`` like ``open_store``."""
    folder = current(home)
    _manifest_in(folder)
    path = folder / "reading.nt"
    if not path.is_file():
        raise damaged(folder, f"{path.name} is missing")
    return path


def damaged(folder: Path, reason: object) -> DatasetError:
    """The error for a dataset whose files cannot be read."""
    words = " ".join(str(reason).split())
    return DatasetError(f"The dataset {folder} is damaged ({words}): {REMEDY}.")


def fill(store: ox.Store, quads: Iterable[ox.Quad]) -> ox.Store:
    """Put quads into a store, those that ``is_default`` into its default graph as well; the store again.

    A query then sees them without naming a graph, in any engine; and faster than through a list of twelve.
    """
    kept = list(quads)
    store.bulk_extend(kept)
    store.bulk_extend(
        ox.Quad(each.subject, each.predicate, each.object)
        for each in kept
        if is_default(getattr(each.graph_name, "value", ""))
    )
    return store


def named(store: ox.Store) -> Iterator[ox.Quad]:
    """The quads of a store's named graphs: the dataset itself, without the copies in the default graph."""
    return (quad for quad in store if isinstance(quad.graph_name, ox.NamedNode))


def canonical(quads: Iterable[ox.Quad]) -> tuple[ox.Dataset, bytes]:
    """The quads with RDFC-1.0 blank nodes, and their sorted N-Quads."""
    dataset = ox.Dataset(quads)
    dataset.canonicalize(ox.CanonicalizationAlgorithm.RDFC_1_0)
    return dataset, sorted_lines(ox.serialize(dataset, format=ox.RdfFormat.N_QUADS))


def content_hash(quads: Iterable[ox.Quad]) -> str:
    """The hash by which a dataset is known: the sha256 of the sorted RDFC-1.0 N-Quads of all graphs but
    ``graph:metadata``, which states it.
    """
    about = ox.NamedNode(METADATA)
    return digest(canonical(each for each in quads if each.graph_name != about)[1])


def _content_hash_of(dataset: ox.Dataset, lines: bytes) -> str:
    """The content hash of a canonical dataset from its lines: those without the metadata.

    Blank nodes in the metadata would count among the others; then they are canonicalized anew.
    """
    about = f" <{METADATA}> .\n".encode()
    every = lines.splitlines(keepends=True)
    if any(b" _:" in line or line.startswith(b"_:") for line in every if line.endswith(about)):
        return content_hash(dataset)
    return digest(b"".join(line for line in every if not line.endswith(about)))


def digest(text: bytes) -> str:
    """The sha256 of some bytes."""
    return hashlib.sha256(text).hexdigest()


def sorted_lines(text: bytes | None) -> bytes:
    """The lines of an N-Quads or N-Triples text, each once, in code-point order."""
    return b"".join(sorted(set((text or b"").splitlines(keepends=True))))


def write(
    quads: Iterable[ox.Quad],
    reading: Callable[[ox.Store], Iterable[ox.Triple]],
    sources: Mapping[str, str],
    home: Path | str | None = None,
    waiting: Callable[[], None] | None = None,
    kept: Mapping[str, Path] | None = None,
) -> Manifest:
    """Write a dataset beside the one in use and put it in its place; on any failure nothing changes.

    ``reading`` takes from the new store the triples of ``reading.nt``; ``sources`` are the sha256 of what
    the quads were made from, by path; ``waiting`` is called once where another build holds the lock; ``kept`` are
    files to copy beside the store, by their paths there.
    """
    dataset, lines = canonical(quads)
    place = home_folder(home)
    with lock(place, waiting):
        temporary = Path(tempfile.mkdtemp(prefix=".building-", dir=place))
        try:
            fresh = _fill(temporary, dataset, lines, reading, sources, kept or {})
            target = place / f"store-{digest(fresh.to_json().encode())[:16]}"
            _put(temporary, target)
            _point(place, target)
        finally:
            shutil.rmtree(temporary, ignore_errors=True)
    return fresh


def refuse_unwritable(folder: Path) -> None:
    """See that a folder is there and can be written to, before the work. Raises ``DatasetError``."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise DatasetError(
            f"Nothing can be written to {folder} ({error.strerror or error}): name another folder by HAIDIYAN_HOME."
        ) from error


@contextmanager
def lock(place: Path, waiting: Callable[[], None] | None = None) -> Iterator[None]:
    """Hold a home folder against other builds, and clear what an interrupted one left.

    The system frees the lock when its process ends, however it ends.
    """
    import fcntl

    place.mkdir(parents=True, exist_ok=True)
    with (place / "lock").open("w") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            if waiting:
                waiting()
            fcntl.flock(handle, fcntl.LOCK_EX)
        for left in place.glob(".building-*"):
            shutil.rmtree(left, ignore_errors=True)
        yield


def _fill(
    folder: Path,
    dataset: ox.Dataset,
    lines: bytes,
    reading: Callable[[ox.Store], Iterable[ox.Triple]],
    sources: Mapping[str, str],
    kept: Mapping[str, Path],
) -> Manifest:
    copies = {name: path.read_bytes() for name, path in kept.items()}
    for name, content in copies.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    store = fill(ox.Store(str(folder / "store")), dataset)
    store.flush()
    pack = sorted_lines(ox.serialize(reading(store), format=ox.RdfFormat.N_TRIPLES))
    del store
    (folder / "dataset.nq").write_bytes(lines)
    (folder / "reading.nt").write_bytes(pack)
    counts: dict[str, int] = {}
    for quad in dataset:
        name = getattr(quad.graph_name, "value", "")
        counts[name] = counts.get(name, 0) + 1
    fresh = Manifest(
        version=__version__,
        hash=_content_hash_of(dataset, lines),
        graphs=counts,
        sources=dict(sources),
        files={
            "dataset.nq": digest(lines),
            "reading.nt": digest(pack),
            **{name: digest(content) for name, content in copies.items()},
        },
    )
    (folder / "manifest.json").write_text(fresh.to_json(), encoding="utf-8")
    os.chmod(folder, 0o755)
    _sync(folder)
    return fresh


def _put(temporary: Path, target: Path) -> None:
    """Give a filled folder its name, made from the content: one of that name is the same, or damaged."""
    if target.exists():
        if is_whole(target):
            return
        aside = Path(tempfile.mkdtemp(prefix=".building-", dir=target.parent))
        target.rename(aside / target.name)
    temporary.rename(target)
    _sync_folder(target.parent)


def is_whole(folder: Path) -> bool:
    """Whether a dataset's files and its store are what its manifest says."""
    try:
        found = _manifest_in(folder)
        for name, wanted in found.files.items():
            if digest((folder / name).read_bytes()) != wanted:
                return False
        store = ox.Store.read_only(str(folder / "store"))
        lines = ox.serialize(named(store), format=ox.RdfFormat.N_QUADS)
        return digest(sorted_lines(lines)) == found.files["dataset.nq"]
    except (*STORE_FAULTS, KeyError, DatasetError):
        return False


def _point(place: Path, target: Path) -> None:
    link = place / CURRENT
    before = os.path.basename(os.path.realpath(link)) if link.is_symlink() else ""
    fresh = place / f".{CURRENT}-{os.getpid()}"
    fresh.unlink(missing_ok=True)
    fresh.symlink_to(target.name)
    os.replace(fresh, link)
    _sync_folder(place)
    others = sorted(
        (each for each in place.glob("store-*") if each.is_dir() and each.name != target.name),
        key=lambda each: (each.name == before, each.stat().st_mtime),
    )
    for old in others[:-1]:
        shutil.rmtree(old, ignore_errors=True)


def _record_in(folder: Path) -> Manifest:
    try:
        return Manifest(**json.loads((folder / "manifest.json").read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError) as error:
        raise damaged(folder, error) from error


def _manifest_in(folder: Path) -> Manifest:
    found = _record_in(folder)
    if found.version != __version__:
        raise DatasetError(f"The dataset {folder} is of version {found.version}, not {__version__}: {REMEDY}.")
    return found


def _sync(folder: Path) -> None:
    for path in folder.rglob("*"):
        if path.is_dir():
            _sync_folder(path)
        else:
            with path.open("rb") as handle:
                os.fsync(handle.fileno())
    _sync_folder(folder)


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
