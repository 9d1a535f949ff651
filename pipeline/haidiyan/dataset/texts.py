"""Take further texts into a dataset: see that a folder is one, that it only adds, and keep it beside the store.

A further text is a folder in the form of ``data/``: ``source/``, ``text/``, ``claims/``, ``variants/``, ``topics/``
and, besides, ``situations/`` (docs/second-text.md). Its files are named ``texts/<folder>/…`` wherever the build names a
file. The dataset keeps a copy, since the words of a volume are read again for TEI, a release and overlays.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from haidiyan import edition
from haidiyan.dataset import store
from haidiyan.errors import BuildError, DatasetError, InputError
from haidiyan.iris import BASE, PREFIXES, compact, local_name

if TYPE_CHECKING:
    from haidiyan.dataset.load import Sources
    from haidiyan.edition import Volume

FOLDERS = ("source", "text", "claims", "variants", "topics", "situations")
RATES = "base-rates.ttl"
"""The file of a text with the base rates of its claims, which ``haidiyan atlas rates --text`` writes."""
KEPT = "texts"
"""The folder that the copies are kept in, and the first part of the names of the files."""

_NAME = re.compile("[A-Za-z0-9][A-Za-z0-9._-]*")
_OF_A_PASSAGE = tuple(PREFIXES[kind] for kind in ("passage", "segment", "claim", "variant"))
_SUBCLASS = PREFIXES["rdfs"] + "subClassOf"


def given(texts: Iterable[Path | str]) -> list[Path]:
    """The folders of further texts, each once. Raises ``InputError`` where one is none, or two have one name."""
    found: dict[str, Path] = {}
    for each in texts:
        try:
            folder = Path(each).expanduser().resolve()
        except (OSError, RuntimeError) as error:
            raise InputError(f"--text {each} cannot be read: {error}.") from error
        if not folder.is_dir():
            raise InputError(f"--text {each} is no folder: give one with source/, text/ and claims/ in it.")
        missing = [name for name in ("source", "text") if not (folder / name).is_dir()]
        if missing:
            raise InputError(
                f"--text {each} has no {'/ and no '.join(missing)}/: a further text is a folder with source/, text/ and"
                " claims/ in the form of data/ (docs/second-text.md)."
            )
        if not _NAME.fullmatch(folder.name):
            raise InputError(
                f"--text {each}: call the folder by ASCII letters, figures and hyphens; it names its files."
            )
        if found.setdefault(folder.name, folder) != folder:
            raise InputError(f"--text {each}: another text is in a folder called {folder.name}; rename one of the two.")
    return list(found.values())


def files(texts: Iterable[Path]) -> dict[str, Path]:
    """The files of further texts by the names that the build gives them, ``texts/<folder>/claims/omen.ttl``.

    Raises ``BuildError`` with every file and folder that there is and that cannot be read.
    """
    complaints: list[str] = []
    found = {
        f"{KEPT}/{text.name}/{path.relative_to(text).as_posix()}": path
        for text in texts
        for path in (
            *(path for name in FOLDERS for path in _within(text / name, complaints)),
            *_file(text / RATES, complaints),
        )
    }
    if complaints:
        raise BuildError(complaints)
    return found


def _within(folder: Path, complaints: list[str]) -> Iterator[Path]:
    """The files of a folder and of those in it, one folder after the other."""
    if not folder.is_dir():
        if os.path.lexists(folder):
            complaints.append(f"{folder} is no folder: it is not read.")
        return
    try:
        for path in sorted(map(Path, os.scandir(folder))):
            if not path.is_dir():
                yield from _file(path, complaints)
            elif path.is_symlink():
                complaints.append(f"{path} is a link to a folder: put the folder itself there.")
            elif path.suffix in (".ttl", ".txt"):
                complaints.append(f"{path} is a folder: it is not read as the file that it is called.")
            else:
                yield from _within(path, complaints)
    except OSError as error:
        complaints.append(f"{folder} cannot be read: {error.strerror or error}.")


def _file(path: Path, complaints: list[str]) -> Iterator[Path]:
    """The file, where there is one."""
    if path.is_file():
        try:
            path.open("rb").close()
            yield path
        except OSError as error:
            complaints.append(f"{path} cannot be read: {error.strerror or error}.")
    elif os.path.lexists(path):
        complaints.append(f"{path} is no file: {'the link leads nowhere' if path.is_symlink() else 'it is not read'}.")


def kept(home: Path | str | None = None) -> list[Path]:
    """The folders of the further texts that the dataset in use was built with; none where there is no dataset."""
    try:
        folder = store.current(home) / KEPT
    except DatasetError:
        return []
    return sorted(each for each in folder.glob("*") if each.is_dir())


def volumes(home: Path | str | None = None) -> list[Volume]:
    """The edition of the dataset in use: the book, and the further texts. Raises ``BuildError``."""
    return edition.read(texts=kept(home))


def prefixes_of(name: str, volumes: Iterable[Volume]) -> set[str]:
    """What the passages of a further text, and their claims, are named after, ``j4``; of the book for ``""``."""
    return {each.passages[0].name.split("-")[0] for each in volumes if each.text_folder == name}


def strangers(sources: Sources, texts: Sequence[Path], volumes: Sequence[Volume]) -> Iterator[str]:
    """What a further text says of things that are not its own, one sentence each.

    It adds to the dataset and changes nothing in it. What it adds to the passages is named after its own. To be a
    kind of one of its own situations may be said of any class.
    """
    for text in texts:
        own = f"{KEPT}/{text.name}/"
        prefixes = prefixes_of(text.name, volumes)
        for file in sorted(each for each in sources.of_texts if each.startswith(own)):
            subjects: dict[str, set[str]] = {}
            for subject, predicate, _ in sources.of_texts[file]:
                if str(subject).startswith(BASE):
                    subjects.setdefault(str(subject), set()).add(str(predicate))
            for iri, said in sorted(subjects.items()):
                if complaint := _stranger(iri, said, own, prefixes, sources.described_in):
                    yield f"{sources.line_of(file, iri)}: {complaint}"


def _stranger(iri: str, said: set[str], own: str, prefixes: set[str], described_in: Mapping[str, str]) -> str | None:
    where = described_in.get(iri, own)
    if not where.startswith(own) and said != {_SUBCLASS}:
        return f"{compact(iri)} is described in {where}; a further text adds to the dataset and changes nothing in it."
    if iri.startswith(_OF_A_PASSAGE) and local_name(iri.partition("#")[0]).split("-")[0] not in prefixes:
        of_passages = " or ".join(f"{each}-p…" for each in sorted(prefixes)) or "of none"
        return f"{compact(iri)} is not named after a passage of this text ({of_passages})."
    return None
