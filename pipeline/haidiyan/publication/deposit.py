"""Write the dataset of a version in every form, with a file that says what it is: for an archive, or for a server."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from haidiyan import iris
from haidiyan.dataset import texts
from haidiyan.dataset.store import digest, manifest
from haidiyan.publication import nanopub, scopes, tables
from haidiyan.publication.serialise import FORMS
from haidiyan.publication.tei import tei

METADATA = "release.json"
NAME = "haidiyan"
MEDIA_TYPES = {
    "csv": "text/csv",
    "json": "application/csvm+json",
    "xml": "application/tei+xml",
    **{form.ending: form.media_type for form in FORMS.values()},
}
"""The media type of a file by its ending."""


def files() -> Iterator[tuple[str, bytes]]:
    """The dataset in use, in every form, file by file with its path. Raises ``DatasetError``."""
    whole = scopes.whole()
    for form in FORMS.values():
        quads = whole.quads if form.keeps_graphs else whole.single
        yield f"{NAME}.{form.ending}", form.write(quads, whole.header)
    found = tables.tables()
    for each in found:
        yield f"csv/{each.name}.csv", tables.to_csv(each)
    yield f"csv/{tables.DESCRIPTION}", tables.description(found)
    for volume in texts.volumes():
        yield f"tei/{NAME}-{volume.number}.xml", tei(volume.number)
    yield f"{NAME}-nanopub.trig", nanopub.nanopubs(nanopub.claims())


def describe(files: Mapping[str, bytes]) -> dict[str, Any]:
    """What the release of the dataset in use says of itself, and the sha256 of its files by path.

    ``contentHash`` is ``hdy:contentHash``, of all graphs but the metadata, by which datasets are told apart;
    ``datasetHash`` is that of all graphs, of the sorted RDFC-1.0 N-Quads, and so of the file ``haidiyan.nq``.
    """
    found = manifest()
    return {
        "dataset": iris.BASE + "dataset",
        "version": found.version,
        "iri": iris.dataset_version(found.version),
        "license": tables.LICENCE,
        "canonicalization": "RDFC-1.0, lines in code-point order",
        "contentHash": found.hash,
        "datasetHash": found.files[f"dataset.{FORMS['nquads'].ending}"],
        "quads": found.quads,
        "graphs": {iris.local_name(name): number for name, number in sorted(found.graphs.items())},
        "sources": dict(sorted(found.sources.items())),
        "files": [
            {
                "path": path,
                "mediaType": MEDIA_TYPES[path.rpartition(".")[2]],
                "bytes": len(content),
                "sha256": digest(content),
            }
            for path, content in sorted(files.items())
        ],
    }
