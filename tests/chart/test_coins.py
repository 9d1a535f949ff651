"""Three coins a line: the odds, the seed, and what goes with them."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from itertools import pairwise, product
from typing import TypeVar

import pytest

import haidiyan
from haidiyan.chart.coins import throw
from haidiyan.cli import run
from haidiyan.errors import InputError

pytestmark = pytest.mark.usefixtures("home")

ODDS = {6: Fraction(1, 8), 7: Fraction(3, 8), 8: Fraction(3, 8), 9: Fraction(1, 8)}
YARROW = {6: Fraction(1, 16), 7: Fraction(5, 16), 8: Fraction(7, 16), 9: Fraction(3, 16)}
SIGNIFICANCE = Fraction(1, 1000)
HEXAGRAMS = 1200

Outcome = TypeVar("Outcome", bound=Hashable)


def two_sided(hits: int, trials: int, odds: Fraction) -> Fraction:
    """The exact binomial probability of a count at least as far out on its side, doubled."""
    yes, no = odds.numerator, odds.denominator - odds.numerator
    if 2 * (hits * odds.denominator - trials * yes) > 0:
        hits, yes, no = trials - hits, no, yes
    term = no**trials
    total = term
    for count in range(1, hits + 1):
        term = term * (trials - count + 1) * yes // (count * no)
        total += term
    return min(Fraction(1), Fraction(2 * total, odds.denominator**trials))


def refused(found: Iterable[Outcome], odds: Mapping[Outcome, Fraction]) -> list[Outcome]:
    """The outcomes whose count the odds do not explain, all tested together at ``SIGNIFICANCE``."""
    counts = Counter(found)
    trials = counts.total()
    bound = SIGNIFICANCE / len(odds)
    return [each for each in odds if two_sided(counts[each], trials, odds[each]) < bound]


def sample() -> list[tuple[int, ...]]:
    return [throw(seed) for seed in range(HEXAGRAMS)]


def test_the_values_fall_one_three_three_and_one_in_eight() -> None:
    assert not refused([value for lines in sample() for value in lines], ODDS)


def test_no_position_of_the_six_is_favoured() -> None:
    odds = {(place, value): share / 6 for place, (value, share) in product(range(6), ODDS.items())}
    assert not refused([(place, value) for lines in sample() for place, value in enumerate(lines)], odds)


def test_a_line_says_nothing_of_the_next() -> None:
    odds = {(one, other): ODDS[one] * ODDS[other] for one, other in product(ODDS, ODDS)}
    # Three pairs a hexagram share no line, so that they are independent trials.
    assert not refused([pair for lines in sample() for pair in list(pairwise(lines))[::2]], odds)


def test_neighbouring_seeds_do_not_resemble_each_other() -> None:
    odds = {(one, other): ODDS[one] * ODDS[other] for one, other in product(ODDS, ODDS)}
    hexagrams = sample()
    pairs = zip(hexagrams[::2], hexagrams[1::2], strict=True)
    assert not refused([pair for one, other in pairs for pair in zip(one, other, strict=True)], odds)


@pytest.mark.parametrize("other", [YARROW, dict.fromkeys(ODDS, Fraction(1, 4))], ids=["yarrow", "even"])
def test_the_test_refuses_other_odds(other: dict[int, Fraction]) -> None:
    counts = {value: round(share * HEXAGRAMS * 6) for value, share in other.items()}
    assert refused([value for value, count in counts.items() for _ in range(count)], ODDS)


def test_the_same_seed_gives_the_same_lines_in_another_process() -> None:
    code = "from haidiyan.chart.coins import throw; print([throw(seed) for seed in range(50)])"
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert printed.strip() == str([throw(seed) for seed in range(50)])


def test_seeds_tell_hexagrams_apart() -> None:
    assert len({throw(seed) for seed in range(100)}) > 90


def test_without_a_seed_the_coins_fall_anew() -> None:
    hexagrams = [throw() for _ in range(40)]
    assert {value for lines in hexagrams for value in lines} <= set(ODDS)
    assert all(len(lines) == 6 for lines in hexagrams)
    assert len(set(hexagrams)) > 1


def test_a_chart_of_coins_says_what_fell() -> None:
    chart = haidiyan.cast(coins=True, seed=7)
    assert chart.values == throw(7)
    assert [line["value"] for line in chart.to_dict()["lines"]] == list(throw(7))
    assert haidiyan.cast(coins=True, seed=7) == haidiyan.cast(lines=throw(7))


def test_coins_go_with_month_and_day() -> None:
    chart = haidiyan.cast(coins=True, seed=7, month="申", day="甲申").to_dict()
    assert (chart["month"], chart["day"]) == ("申", "甲申")


def test_the_command_line_throws_the_same_coins(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["cast", "--coins", "--seed", "7"]) == 0
    assert capsys.readouterr().out.rstrip("\n") == str(haidiyan.cast(coins=True, seed=7))


@pytest.mark.parametrize(
    "throwing",
    [
        lambda: haidiyan.cast(coins=True, lines=[7] * 6),
        lambda: haidiyan.cast(coins=True, hexagram="比"),
        lambda: haidiyan.cast(coins=True, moving=[5]),
        lambda: haidiyan.cast(seed=3, hexagram="比"),
        lambda: haidiyan.cast(),
    ],
    ids=["coins and lines", "coins and hexagram", "coins and moving", "seed without coins", "nothing"],
)
def test_the_lines_are_given_in_one_way_only(throwing: Callable[[], object]) -> None:
    with pytest.raises(InputError):
        throwing()
