"""Know the dataset behind a SPARQL endpoint: what it says of itself, whether it is whole, what a reading needs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import NoReturn

import pyoxigraph as ox

from haidiyan import __version__, iris, resources
from haidiyan.dataset import store
from haidiyan.dataset.graphs import METADATA
from haidiyan.dataset.memory import Memory, using
from haidiyan.dataset.store import Manifest
from haidiyan.errors import DatasetError
from haidiyan.queries import Query, Term
from haidiyan.remote import cache
from haidiyan.remote.client import N_TRIPLES, RESULTS, TURTLE, Answer, Client, line

GRAPH_FORMATS = {N_TRIPLES: ox.RdfFormat.N_TRIPLES, TURTLE: ox.RdfFormat.TURTLE}
PACK, WHOLE = "reading.nt", "dataset.nq"
_HASH = re.compile(r"[0-9a-f]{64}")

Row = dict[str, str]
Solutions = ox.QuerySolutions | ox.QueryBoolean | list[ox.Triple]


class RemoteDataset:
    """The dataset behind the address at which a store answers queries (SPARQL 1.1 Protocol).

    What it says of itself is asked once, when it is first wanted. Every method raises ``DatasetError`` where the
    store does not answer, or does not answer with the dataset of this version, whole.
    """

    def __init__(self, client: Client | str) -> None:
        self.client = client if isinstance(client, Client) else Client(client)

    @property
    def name(self) -> str:
        """The address as a complaint names it."""
        return self.client.name

    @cached_property
    def manifest(self) -> Manifest:
        """Version and hash of the dataset, and the triples that its metadata promise of each graph but their own."""
        rows = self._about
        if not rows:
            raise DatasetError(
                f"{self.name} has no {iris.compact(METADATA)}: no dataset is there, or its loading was not finished;"
                " run `haidiyan publish` with the address of its Graph Store."
            )
        version = line(rows[0].get("version", ""))
        if version != __version__:
            raise DatasetError(
                f"{self.name} has the dataset of version {version}, and this is haidiyan {__version__}:"
                f" publish {__version__} there, or install haidiyan {version}."
            )
        found = {(row.get("hash"), row.get("readingHash")) for row in rows}
        whole, pack = found.pop()
        if found or not (whole and pack and _HASH.fullmatch(whole) and _HASH.fullmatch(pack)):
            raise self._partial("its metadata do not state one hash")
        return Manifest(version, whole, self._promised(), files={PACK: pack})

    def default_graph(self) -> bool | None:
        """Whether the default graph holds this dataset: yes; no, it holds none; ``None``, it holds another one."""
        there = {row["defaultHash"] for row in self._about if "defaultHash" in row}
        if self.manifest.hash in there:
            return True
        return None if there else False

    def check_whole(self) -> None:
        """See that each graph has as many triples as the metadata promise."""
        promised = self.manifest.graphs
        names = [ox.NamedNode(name) for name in sorted(promised)]
        there = {row["graph"]: int(row["triples"]) for row in self.rows("remote/counts", {"graph": names})}
        wrong = [
            f"{iris.compact(name)} has {there.get(name, 0)} triples of {promised[name]}"
            for name in sorted(promised)
            if there.get(name, 0) != promised[name]
        ]
        if wrong:
            more = f", and {len(wrong) - 3} graphs more" if len(wrong) > 3 else ""
            raise self._partial("; ".join(wrong[:3]) + more)

    def memory(self) -> Memory:
        """What a reading needs of the dataset, from the user's cache where it is there, else by query."""
        wanted = self.manifest.files[PACK]
        pack = cache.read(self.client.url, self.manifest.hash, PACK)
        if pack is None or store.digest(pack) != wanted:
            pack = store.sorted_lines(self._triples(Query(resources.query("build/reading-pack"))))
            if store.digest(pack) != wanted:
                self._not_as_promised("what a reading needs")
            cache.write(self.client.url, self.manifest.hash, PACK, pack)
        return _RemoteMemory(pack, self)

    def dataset(self) -> ox.Store:
        """The whole dataset in memory, from the user's cache, else fetched graph by graph and held to its hash."""
        lines = cache.read(self.client.url, self.manifest.hash, WHOLE)
        quads = list(ox.parse(lines, format=ox.RdfFormat.N_QUADS)) if lines else []
        if not quads or store.content_hash(quads) != self.manifest.hash:
            quads = [quad for name in (*self.manifest.graphs, METADATA) for quad in self._graph(name)]
            if store.content_hash(quads) != self.manifest.hash:
                self._not_as_promised("the dataset")
            cache.write(self.client.url, self.manifest.hash, WHOLE, store.canonical(quads)[1])
        return store.fill(ox.Store(), quads)

    def ask(self, query: Query) -> Solutions:
        """The answer to a query, which is sent as it stands. Raises ``InputError`` where the store refuses it."""
        answer = self.client.ask(query.text)
        if answer.kind == RESULTS:
            return self._results(answer)
        return [each.triple for each in self._parsed(answer)]

    def rows(self, name: str, values: Mapping[str, Sequence[Term]] | None = None) -> Iterator[Row]:
        """The rows of a bundled SELECT, as ``Memory.rows`` gives them."""
        answer = self.client.ask(Query(resources.query(name)).bind(values or {}).text, (RESULTS,))
        solutions = self._results(answer)
        if not isinstance(solutions, ox.QuerySolutions):
            raise self._nonsense("it answers a SELECT with yes or no")
        names = [variable.value for variable in solutions.variables]
        try:
            for row in solutions:
                yield {each: str(getattr(term, "value", "")) for each in names if (term := row[each]) is not None}
        except (SyntaxError, ValueError) as error:
            raise self._nonsense(error) from error

    def triples(self, name: str, values: Mapping[str, Sequence[Term]] | None = None) -> list[ox.Quad]:
        """The triples of a bundled CONSTRUCT, in the default graph; blank nodes are of this answer alone."""
        answer = self.client.ask(Query(resources.query(name)).bind(values or {}).text, (N_TRIPLES, TURTLE))
        return self._parsed(answer)

    @cached_property
    def _about(self) -> list[Row]:
        return list(self.rows("remote/metadata"))

    def _promised(self) -> dict[str, int]:
        try:
            rows = self.rows("remote/promised")
            promised = {ox.NamedNode(row["graph"]).value: int(row["triples"]) for row in rows}
        except (KeyError, ValueError) as error:
            raise self._nonsense("it counts something else than triples of graphs") from error
        if not promised:
            raise self._partial("its metadata count no graph")
        return dict(sorted(promised.items()))

    def _graph(self, name: str) -> Iterator[ox.Quad]:
        place = ox.NamedNode(name)
        for each in self.triples("remote/graph", {"graph": [place]}):
            yield ox.Quad(each.subject, each.predicate, each.object, place)

    def _triples(self, query: Query) -> bytes:
        quads = self._parsed(self.client.ask(query.text, (N_TRIPLES, TURTLE)))
        return ox.serialize((each.triple for each in quads), format=ox.RdfFormat.N_TRIPLES) or b""

    def _parsed(self, answer: Answer) -> list[ox.Quad]:
        try:
            return list(ox.parse(answer.body, format=GRAPH_FORMATS[answer.kind], rename_blank_nodes=True))
        except (SyntaxError, ValueError) as error:
            raise self._nonsense(error) from error

    def _results(self, answer: Answer) -> ox.QuerySolutions | ox.QueryBoolean:
        try:
            # Read to its end now: a query prints nothing of an answer that breaks off.
            found = ox.parse_query_results(answer.body, format=ox.QueryResultsFormat.JSON)
            if isinstance(found, ox.QuerySolutions):
                for _ in found:
                    pass
                found = ox.parse_query_results(answer.body, format=ox.QueryResultsFormat.JSON)
        except (SyntaxError, ValueError) as error:
            raise self._nonsense(error) from error
        if isinstance(found, ox.QuerySolutions | ox.QueryBoolean):
            return found
        raise self._nonsense("neither rows nor a yes or no")

    def _not_as_promised(self, what: str) -> NoReturn:
        self.check_whole()
        raise DatasetError(
            f"{self.name} answers with {what} otherwise than its metadata promise, though every graph counts right:"
            " it cuts long answers off, writes data in its own way, or was filled by another build;"
            " raise its limit on answers, or publish again."
        )

    def _partial(self, reason: str) -> DatasetError:
        return DatasetError(
            f"{self.name} has a part of the dataset only ({reason}): run `haidiyan publish` once more with the"
            " address of its Graph Store."
        )

    def _nonsense(self, reason: object) -> DatasetError:
        words = line(str(reason)).rstrip(".")
        return DatasetError(
            f"{self.name} answers with what cannot be read ({words}): its time limit may have cut the answer off;"
            " ask for less, or ask its keeper."
        )


class _RemoteMemory(Memory):
    """A memory whose dataset is elsewhere."""

    def __init__(self, triples: bytes, home: RemoteDataset) -> None:
        super().__init__(triples)
        self._home = home

    def manifest(self) -> Manifest:
        return self._home.manifest

    def dataset(self) -> ox.Store:
        return self.keep(_whole)


def _whole(memory: Memory) -> ox.Store:
    assert isinstance(memory, _RemoteMemory)
    return memory._home.dataset()


@contextmanager
def used(endpoint: RemoteDataset | Client | str) -> Iterator[RemoteDataset]:
    """Have everything that is cast, read and compared meanwhile see the dataset behind an endpoint."""
    there = endpoint if isinstance(endpoint, RemoteDataset) else RemoteDataset(endpoint)
    with using(there.memory()):
        yield there
