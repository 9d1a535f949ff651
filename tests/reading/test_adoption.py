"""What a question follows: emendations adopted by name, several at once, and never two of the same words."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import haidiyan
from haidiyan.errors import InputError

pytestmark = pytest.mark.usefixtures("home")

CHART = ("--hexagram", "比", "--moving", "5", "--month", "申", "--day", "甲申")


def follows(**adopt: Any) -> dict[str, str]:
    chart = haidiyan.cast(hexagram="比", moving=[5], month="申", day="甲申")
    return dict(haidiyan.read(chart, adopt=adopt).to_dict()["question"]["doctrine"]["choices"])


@pytest.fixture
def shell(home: Path) -> Any:
    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONUTF8": "1"}
        command = [sys.executable, "-m", "haidiyan.cli", *arguments]
        return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", env=environment, check=False)

    return run


def test_no_emendation_is_followed_unless_it_is_named() -> None:
    assert follows()["emendation"] == "none"
    assert follows(emendation="none")["emendation"] == "none"


@pytest.mark.parametrize(
    "given", ["j2-p57-v1,j2-p09-v1", ["j2-p57-v1", "j2-p09-v1"], "variant:j2-p57-v1, j2-p09-v1, j2-p57-v1"]
)
def test_several_are_followed_each_once_in_the_order_of_the_text(given: Any) -> None:
    assert follows(emendation=given)["emendation"] == "j2-p09-v1,j2-p57-v1"


def test_emendations_of_the_same_words_are_refused_together() -> None:
    """官父兩月 (2:19) may be read 官父兩得 or 官父兩全, and not both."""
    with pytest.raises(InputError) as refused:
        follows(emendation="j2-p19-v4,j2-p57-v1,j2-p19-v5")
    said = str(refused.value)
    assert said.startswith("These emend the same words; follow one of them: j2-p19-v4 (")
    assert " and j2-p19-v5 (" in said
    assert "j2-p57-v1" not in said


def test_every_unknown_emendation_is_named_with_the_nearest() -> None:
    with pytest.raises(InputError) as refused:
        follows(emendation="j2-p57-v99,nothing")
    said = str(refused.value)
    assert "'j2-p57-v99' is no emendation; nearest: j2-p57-v" in said
    assert "'nothing' is no emendation; " in said


def test_a_divergence_is_no_emendation() -> None:
    """2:3 婚姻喜笑是姻緣 against 旺動傷夫: another sense, not another reading of the words."""
    with pytest.raises(InputError, match="is no emendation"):
        follows(emendation="j2-p03-v1")


def test_the_option_is_given_again_for_more(shell: Any) -> None:
    done = shell("read", *CHART, "--adopt", "emendation=j2-p57-v1", "--adopt", "emendation=j2-p09-v1", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["question"]["doctrine"]["choices"]["emendation"] == "j2-p09-v1,j2-p57-v1"


def test_what_is_refused_is_refused_in_one_line(shell: Any) -> None:
    done = shell("read", *CHART, "--adopt", "emendation=j2-p19-v4", "--adopt", "emendation=j2-p19-v5")
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
