"""青龍 朱雀 勾陳 螣蛇 白虎 玄武."""

from __future__ import annotations

import pytest
from tests import classical
from tests.rules.harness import Checker
from tests.states_oracle import Case

FIRST = dict(zip(classical.STEMS, "青青朱朱勾螣白白玄玄", strict=True))


@pytest.mark.parametrize("stem", classical.STEMS)
def test_the_six_spirits_of_each_day_stem(checker: Checker, stem: str) -> None:
    """Spirits depend on the day's stem and on the position: ten stems by six positions, still and moving."""
    day = next(pillar for pillar in classical.pillars() if pillar[0] == stem)
    for case in (Case(8, day=day), Case(1, (1, 2, 3, 4, 5, 6), day=day)):
        checker.check([case])
        found = checker.states(case)
        bottom_up = [found["line", place] & set(classical.SPIRITS) for place in range(1, 7)]
        assert all(len(spirits) == 1 for spirits in bottom_up)
        order = "".join(spirit[0] for spirits in bottom_up for spirit in spirits)
        assert order in "青朱勾螣白玄" * 2
        assert order[0] == FIRST[stem]
        assert not any(words & set(classical.SPIRITS) for (kind, _), words in found.items() if kind != "line")
