"""Mint every IRI of the project, and declare its prefixes once.

Plain strings, so that a command that only reads need not import an RDF library.
"""

from __future__ import annotations

import hashlib
import re
from urllib.parse import quote

BASE = "https://w3id.org/haidiyan/"
ONTOLOGY = BASE + "ontology#"

_INDIVIDUALS = (
    "activity",
    "agent",
    "atom",
    "attestation",
    "attribute",
    "axis",
    "branch",
    "bridge",
    "certainty",
    "chart",
    "choice",
    "claim",
    "clause",
    "doctrine",
    "element",
    "family",
    "generation",
    "graph",
    "hexagram",
    "hexagram-line",
    "input",
    "layer",
    "line-value",
    "nanopub",
    "palace",
    "passage",
    "pattern",
    "person",
    "pillar",
    "polarity",
    "position",
    "prognosis",
    "question",
    "relation",
    "role",
    "season",
    "segment",
    "situation",
    "solar-term",
    "spirit",
    "stage",
    "state",
    "status",
    "stem",
    "strength",
    "topic",
    "trigram",
    "variant",
    "volume",
    "witness",
    "work",
)

PREFIXES: dict[str, str] = {
    "hdy": ONTOLOGY,
    **{name: f"{BASE}{name}/" for name in _INDIVIDUALS},
    "cito": "http://purl.org/spar/cito/",
    "crminf": "http://www.cidoc-crm.org/extensions/crminf/",
    "dcat": "http://www.w3.org/ns/dcat#",
    "dcterms": "http://purl.org/dc/terms/",
    "lrmoo": "http://iflastandards.info/ns/lrm/lrmoo/",
    "np": "http://www.nanopub.org/nschema#",
    "oa": "http://www.w3.org/ns/oa#",
    "owl": "http://www.w3.org/2002/07/owl#",
    "prov": "http://www.w3.org/ns/prov#",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "sh": "http://www.w3.org/ns/shacl#",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "vann": "http://purl.org/vocab/vann/",
    "void": "http://rdfs.org/ns/void#",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
}


def term(name: str) -> str:
    """A class or property of the ontology.

    >>> term("overcomes")
    'https://w3id.org/haidiyan/ontology#overcomes'
    """
    return ONTOLOGY + name


def individual(kind: str, name: str) -> str:
    """An individual under its kind's path.

    >>> individual("element", "wood")
    'https://w3id.org/haidiyan/element/wood'
    """
    return f"{PREFIXES[kind]}{name}"


def local_name(iri: str) -> str:
    """The last part of an IRI, after ``#`` or ``/``.

    >>> local_name("https://w3id.org/haidiyan/claim/j2-p01-c02")
    'j2-p01-c02'
    """
    return iri.replace("#", "/").rsplit("/", 1)[-1]


def hyphenated(name: str) -> str:
    """The name of a class as the other names are written.

    >>> hyphenated("SilentEmendation")
    'silent-emendation'
    """
    return re.sub("(?<=[a-z])(?=[A-Z])", "-", name).lower()


def compact(iri: str) -> str:
    """An IRI as a prefixed name where one of the prefixes fits.

    >>> compact("https://w3id.org/haidiyan/state/moving")
    'state:moving'
    """
    fitting = [prefix for prefix, space in PREFIXES.items() if iri.startswith(space)]
    if not fitting:
        return iri
    prefix = max(fitting, key=lambda each: len(PREFIXES[each]))
    return f"{prefix}:{iri[len(PREFIXES[prefix]) :]}"


def module(name: str) -> str:
    """The IRI of a module of the ontology.

    >>> module("text")
    'https://w3id.org/haidiyan/ontology/text'
    """
    return f"{BASE}ontology/{name}"


def volume_prefix(number: int) -> str:
    """What the names of a volume's passages begin with, where it declares no prefix of its own.

    >>> volume_prefix(2)
    'j2'
    """
    return f"j{number}"


def passage_name(volume: int | str, paragraph: int) -> str:
    """A passage's local name; paragraphs count the non-empty lines of the source from 0, the title.

    ``volume`` is its number, or the prefix that it declares for its passages.

    >>> passage_name(2, 1), passage_name("hjc1", 1)
    ('j2-p01', 'hjc1-p01')
    """
    return f"{volume_prefix(volume) if isinstance(volume, int) else volume}-p{paragraph:02d}"


def passage(volume: int | str, paragraph: int) -> str:
    """The IRI of a passage."""
    return individual("passage", passage_name(volume, paragraph))


def segment(volume: int | str, paragraph: int, number: int) -> str:
    """The IRI of a segment; segments of a passage count from 1 in the order of the text.

    >>> segment(2, 3, 5)
    'https://w3id.org/haidiyan/segment/j2-p03-s05'
    """
    return individual("segment", f"{passage_name(volume, paragraph)}-s{number:02d}")


def hexagram_line(number: int, position: int) -> str:
    """The IRI of a hexagram's line, King Wen number and position from the bottom.

    >>> hexagram_line(8, 5)
    'https://w3id.org/haidiyan/hexagram-line/08-5'
    """
    return individual("hexagram-line", f"{number:02d}-{position}")


def firing(question: str, claim: str, node: str) -> str:
    """The IRI of a claim's firing on a node, under the question's own; a claim that is not ours is named by its hash.

    >>> local_name(firing(BASE + "question/5b47", BASE + "claim/j2-p07-c01", BASE + "question/5b47#line-5"))
    'j2-p07-c01-line-5'
    """
    ours = claim.startswith(BASE)
    name = local_name(claim) if ours else hashlib.sha256(claim.encode()).hexdigest()[:16]
    return f"{question}#{name}-{'chart' if node == question else local_name(node)}"


def dataset_version(version: str) -> str:
    """The IRI of a version of the dataset.

    >>> dataset_version("0.1.0")
    'https://w3id.org/haidiyan/dataset/0.1.0'
    """
    return f"{BASE}dataset/{version}"


def dataset_part(kind: str, iri: str) -> str:
    """The IRI of the part of the dataset that one class or property makes (VoID).

    >>> dataset_part("class", ONTOLOGY + "Claim")
    'https://w3id.org/haidiyan/dataset#class-hdy-Claim'
    """
    short = compact(iri)
    name = hashlib.sha256(iri.encode()).hexdigest()[:16] if short == iri else short.replace(":", "-")
    return f"{BASE}dataset#{kind}-{name}"


_NO_IRI = re.compile(r"""[\x00-\x20\x7f-\x9f"#%<>?\[\\\]^`{|}]""")


def source_file(path: str) -> str:
    """The IRI of a file that the dataset is made from, by its path below the root.

    >>> source_file("data/source/juan2.txt")
    'https://w3id.org/haidiyan/source/data/source/juan2.txt'
    >>> source_file("texts/mine/source/卷 4.txt")
    'https://w3id.org/haidiyan/source/texts/mine/source/卷%204.txt'
    """
    return f"{BASE}source/{_NO_IRI.sub(lambda found: quote(found[0]), path)}"


def graph(name: str) -> str:
    """The IRI of a named graph."""
    return individual("graph", name)
