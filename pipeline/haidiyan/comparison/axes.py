"""Compare the positions on an axis: every passage that speaks on it, by layer and author."""

from __future__ import annotations

from collections.abc import Iterable

import pyoxigraph as ox

from haidiyan import iris
from haidiyan.comparison.names import find_axis
from haidiyan.comparison.records import Json, Record, Records


def axis(name: str, dataset: ox.Store | Records | None = None) -> Json:
    """The choices of an axis, who speaks for each and where, and the emendations that bear on it.

    ``name`` is the axis's name, its label or its IRI. Raises ``InputError``.
    """
    records = dataset if isinstance(dataset, Records) else Records(dataset)
    row = find_axis(name, records)
    roles: dict[str, list[str]] = {"rival": [], "emendation": []}
    for each in records.rows("variants-of-axis", axis=[row["axis"]]):
        roles[each["role"]].append(each["variant"])
    claims = records.claims(each["claim"] for each in records.rows("claims-of-axis", axis=[row["axis"]]))
    rivals, emendations = records.variants(roles["rival"]), records.variants(roles["emendation"])
    choices = records.records("choices", "choice", axis=[row["axis"]])
    positions = _Positions(records, choices)
    positions.take_claims(claims, emendations)
    positions.take_rivals(rivals)
    positions.take_attestations()
    spoken = positions.in_order()
    default = row["default"]
    ordered = sorted(
        choices.values(),
        key=lambda each: (
            bool(records.added_by(each.iri)),
            bool(each.one("emends")),
            each.iri != default,
            bool(each.one("suppliedFrom")),
            each.iri,
        ),
    )
    return {
        **records.opening("axis"),
        "axis": {
            **records.thing(row["axis"]),
            "definition": {
                each["language"]: each["definition"] for each in records.rows("axes") if each["axis"] == row["axis"]
            },
        },
        "choices": [positions.choice(each, each.iri == default, spoken) for each in ordered],
        "positions": spoken,
        "rivals": rivals,
        "emendations": emendations,
    }


class _Positions:
    """Gathers who speaks for which choice: one position for each passage, layer, author and choice."""

    def __init__(self, records: Records, choices: dict[str, Record]) -> None:
        self._records = records
        self._choices = choices
        self._emended = {
            (each.one("emends"), iris.local_name(each.one("underReading") or "")): each.iri for each in choices.values()
        }
        self._found: dict[tuple[str, str, str, str, str], Json] = {}

    def take_claims(self, claims: Iterable[Json], emendations: Iterable[Json]) -> None:
        """The claims made under a choice; one that stands under a reading is its proposer's, for the emended choice."""
        proposers = {each["name"]: each["proposers"] for each in emendations}
        for claim in claims:
            reading = claim["underReading"]
            for choice in claim["choices"]:
                if choice["iri"] not in self._choices:
                    continue
                chosen = self._emended.get((choice["iri"], reading), choice["iri"])
                added = claim["addedBy"]
                speakers = [self._records.author] if added else proposers.get(reading, [claim["author"]])
                for author in speakers:
                    position = self._at(claim["passage"], claim["layer"], author, chosen, added)
                    position["claims"].append(claim)
                    _quote(position, claim["segment"], claim["readsAs"] or claim["quote"], claim["start"])

    def take_rivals(self, rivals: Iterable[Json]) -> None:
        """Both sides of each rival doctrine."""
        for rival in rivals:
            added = rival["addedBy"]
            base = self._at(rival["passage"], rival["layer"], rival["author"], rival["baseChoice"]["iri"], added)
            _quote(base, rival["segment"], rival["base"], rival["start"])
            base["rivals"].append(rival["name"])
            for author in rival["proposers"]:
                chosen = rival["readingChoice"]["iri"]
                other = self._at(rival["readingPassage"], rival["readingLayer"], author, chosen, added)
                _quote(other, rival["readingSegment"], rival["readingQuote"], None)
                other["rivals"].append(rival["name"])

    def take_attestations(self) -> None:
        """The passages in which a choice is attested; where nobody there speaks for it yet, the passage itself does."""
        for choice in self._choices.values():
            for passage in choice.all("attestedIn"):
                here = [each for (at, *_, of, _), each in self._found.items() if (at, of) == (passage, choice.iri)]
                for position in here or [self._unsaid(passage, choice.iri)]:
                    position["attests"] = True

    def _unsaid(self, passage: str, choice: str) -> Json:
        """A position of a passage as a whole: its layer and author are told where its text has but one."""
        added = self._records.added_by(choice)
        if added:
            return self._at(self._records.place(passage), None, self._records.author, choice, added)
        body = {
            (each["layer"]["iri"], (each["author"] or {}).get("iri"))
            for each in self._records.segments([passage])
            if not each["glosses"]
        }
        layer, author = next(iter(body)) if len(body) == 1 else (None, None)
        return self._at(self._records.place(passage), self._records.maybe(layer), self._records.maybe(author), choice)

    def _at(
        self, passage: Json, layer: Json | None, author: Json | None, choice: str, added: str | None = None
    ) -> Json:
        key = (passage["iri"], (layer or {}).get("iri", ""), (author or {}).get("iri", ""), choice, added or "")
        return self._found.setdefault(
            key,
            {
                "passage": passage,
                "layer": layer,
                "author": author,
                "choice": self._named(choice),
                "addedBy": added,
                "quotes": [],
                "attests": False,
                "claims": [],
                "rivals": [],
            },
        )

    def _named(self, choice: str) -> Json:
        """A choice by the name that ``--adopt`` takes; one that an emendation makes by its whole name."""
        record = self._choices.get(choice)
        return self._records.thing(choice, record.one("notation") if record else None)

    def in_order(self) -> list[Json]:
        """The positions in the order of the text, the quotations of each likewise, none within another."""
        segments = {
            each["name"]: each["start"]
            for passage in sorted({passage for passage, *_ in self._found})
            for each in self._records.segments([passage])
        }
        for position in self._found.values():
            quotes = sorted(position["quotes"], key=lambda each: each["start"] or segments[each["segment"]])
            position["quotes"] = [
                {"segment": each["segment"], "words": each["words"]}
                for each in quotes
                if not any(_within(each, other) for other in quotes)
            ]
        return sorted(
            self._found.values(),
            key=lambda each: (
                self._records.order(
                    each["passage"]["iri"], min((segments[one["segment"]] for one in each["quotes"]), default=0)
                ),
                each["choice"]["iri"],
            ),
        )

    def choice(self, record: Record, is_default: bool, positions: list[Json]) -> Json:
        """A choice, with whence it is supplied, and whether any layer of any passage speaks for it."""
        emended = record.one("emends")
        reading = record.one("underReading")
        return {
            **self._named(record.iri),
            "addedBy": self._records.added_by(record.iri),
            "definition": record.words("definition"),
            "default": is_default,
            "supported": any(each["choice"]["iri"] == record.iri and not each["addedBy"] for each in positions),
            "suppliedFrom": record.all("suppliedFrom"),
            "emends": self._named(emended) if emended else None,
            "underReading": iris.local_name(reading) if reading else None,
            "doctrines": record.all("includes"),
        }


def _within(one: Json, other: Json) -> bool:
    """Whether the words of one quotation are a part of another of the same segment."""
    return one["segment"] == other["segment"] and one["words"] != other["words"] and one["words"] in other["words"]


def _quote(position: Json, segment: str, words: str, start: int | None) -> None:
    """Let a position quote words, once."""
    if not any((each["segment"], each["words"]) == (segment, words) for each in position["quotes"]):
        position["quotes"].append({"segment": segment, "words": words, "start": start})
