"""Count in how many charts each claim is in force, and in how many it is overridden wherever it would speak."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from haidiyan.atlas.firings import Atlas, Firing
from haidiyan.atlas.words import CHARTS, Words, count, some
from haidiyan.iris import local_name

Rates = tuple[str, str | None, str | None, str, int, int, float]


def base_rates(atlases: Iterable[Atlas], topics: Sequence[str]) -> Iterator[Rates]:
    """The rows of ``base-rates``: doctrine, use relation, topic that is asked about, claim, charts, share of all.

    No use relation is ``None``; the topic ``None`` is a reading of every topic. A claim has a row for each topic under
    which a reading shows it.
    """
    for atlas in atlases:
        counted = Counted()
        for use in (None, *atlas.uses):
            for topic in (None, *topics):
                for claim, firing in atlas.claims(use, topic).items():
                    in_force, overridden = counted.of(firing)
                    yield (
                        atlas.doctrine.name,
                        use and local_name(use),
                        topic and local_name(topic),
                        local_name(claim),
                        in_force,
                        overridden,
                        in_force / CHARTS,
                    )


def with_any_use(atlas: Atlas) -> Iterator[tuple[str, int, float]]:
    """Each claim by IRI, in how many charts it is in force with one use relation or another, and its mean share."""
    counted = Counted()
    by_use = [atlas.claims(use) for use in atlas.uses]
    for claim in by_use[0]:
        firings = [each[claim] for each in by_use]
        shares = [counted.of(firing)[0] / CHARTS for firing in firings]
        yield claim, _of_some(firings), sum(shares) / len(shares)


def _of_some(firings: Sequence[Firing]) -> int:
    distinct: list[Words] = list({id(each.in_force): each.in_force for each in firings}.values())
    found = some(distinct)
    return 0 if found is None else count(found)


class Counted:
    """The counts of each firing, made once while it is at hand."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Firing, tuple[int, int]]] = {}

    def of(self, firing: Firing) -> tuple[int, int]:
        """In how many charts in force, and in how many overridden."""
        if id(firing) not in self._known:
            self._known[id(firing)] = firing, (count(firing.in_force), count(firing.overridden))
        return self._known[id(firing)][1]
