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
    with pytest.raises(InputError, match=r"is no emendation but a .*cannot be adopted"):
        follows(emendation="j2-p03-v1")


def test_a_narrowing_is_said_to_be_one() -> None:
    """2:1 婚姻子息應難得: the rendering says it of whoever asks for children."""
    with pytest.raises(InputError, match="no emendation but a narrowing（狹義）"):
        follows(emendation="j2-p01-v2")


@pytest.mark.parametrize("given", ["none,j2-p57-v1", ["j2-p57-v1", "none"], "不從,j2-p57-v1"])
def test_none_and_an_emendation_exclude_each_other(given: Any) -> None:
    with pytest.raises(InputError, match="none and j2-p57-v1 exclude each other"):
        follows(emendation=given)


@pytest.mark.parametrize("given", ["", " , ", []])
def test_nothing_at_all_is_no_emendation(given: Any) -> None:
    with pytest.raises(InputError, match="names nothing to follow"):
        follows(emendation=given)


def test_axes_and_choices_go_by_their_chinese_labels() -> None:
    assert follows(**{"四時空": "眉批"}) == follows(**{"seasonal-void": "headnote"})
    assert follows(**{"校改": "j2-p57-v1"}) == follows(emendation="j2-p57-v1")


def test_a_simplified_name_of_an_axis_is_told_the_nearest() -> None:
    with pytest.raises(InputError, match="nearest: seasonal-void（四時空）"):
        follows(**{"四时空": "眉批"})


def test_the_option_is_given_again_for_more(shell: Any) -> None:
    done = shell("read", *CHART, "--adopt", "emendation=j2-p57-v1", "--adopt", "emendation=j2-p09-v1", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["question"]["doctrine"]["choices"]["emendation"] == "j2-p09-v1,j2-p57-v1"


def test_what_is_refused_is_refused_in_one_line(shell: Any) -> None:
    done = shell("read", *CHART, "--adopt", "emendation=j2-p19-v4", "--adopt", "emendation=j2-p19-v5")
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1


def test_none_beside_an_emendation_is_refused_over_several_options_too(shell: Any) -> None:
    done = shell("read", *CHART, "--adopt", "emendation=none", "--adopt", "emendation=j2-p57-v1")
    assert (done.returncode, done.stdout) == (2, "")
    assert "exclude each other" in done.stderr


@pytest.mark.parametrize("command", ["read", "compare"])
def test_one_overlay_is_laid_at_a_time(shell: Any, command: str) -> None:
    done = shell(command, *CHART, "--with", "one.ttl", "--with", "two.ttl")
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert "--with is given 2 times" in done.stderr
