"""The parts of the benchmark: what each figure is called, and that a part which fails leaves the others standing."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path

import pytest

from haidiyan.benchmark import __main__ as command
from haidiyan.benchmark import casting, profiles
from haidiyan.benchmark.growth import repeated
from haidiyan.benchmark.timing import WHOLE, Findings, SkipError, need, seconds
from haidiyan.dataset.memory import Memory

pytestmark = pytest.mark.usefixtures("home")


def test_every_part_is_a_module_that_measures() -> None:
    for name in command.PARTS:
        assert callable(import_module(f"haidiyan.benchmark.{name}").measure)


def test_the_first_run_of_some_work_does_not_count() -> None:
    runs: list[int] = []
    assert seconds(lambda: runs.append(1), 4) >= 0
    assert len(runs) == 5


def test_a_package_that_is_missing_is_named() -> None:
    with pytest.raises(SkipError, match=r"^no_such_package not installed"):
        need("json", "no_such_package")


def test_what_cannot_be_measured_is_put_down_and_the_rest_goes_on() -> None:
    found = Findings()

    def skip() -> None:
        raise SkipError("not here.")

    found.attempt("one", skip)
    found.attempt("two", lambda: found.seconds.update({"two": 1 / 0}))
    found.attempt("three", lambda: found.seconds.update({"three": 1.0}))
    assert found.to_dict() == {
        "seconds": {"three": 1.0},
        "skipped": {"one": "not here."},
        "failed": {"two": "ZeroDivisionError: division by zero"},
    }


def test_casting_is_held_against_both_others_both_ways(home: Path) -> None:
    found = casting.measure(quick=True)
    assert not found.failed
    for other in {casting.NAJIA, casting.ICHINGSHIFA} - found.skipped.keys():
        for how in (casting.DATE, casting.PILLARS):
            assert found.ratios[f"{other} to haidiyan, {how}"] > 1


def test_a_dataset_with_twice_the_claims_has_them_under_two_names() -> None:
    once, twice = (Memory(repeated(times)) for times in (1, 2))
    counts = [len({row["clause"] for row in each.rows("reading/clauses")}) for each in (once, twice)]
    assert counts[0] > 0
    assert counts[1] == 2 * counts[0]


def test_a_part_that_fails_is_named_and_the_others_stand(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "PARTS", {"no-such-part": 30, "casting": 60})
    output = tmp_path / "kept" / "result.json"
    assert command.main(["--quick", str(output)]) == 0
    result = json.loads(output.read_text(encoding="utf-8"))
    assert result == json.loads(capsys.readouterr().out)
    assert "no-such-part" in result["no-such-part"]["failed"][WHOLE]
    assert result["casting"]["ratios"]
    assert {"cores", "processor", "memory", "python", "packages"} <= result["machine"].keys()


def test_a_part_that_takes_too_long_is_given_up(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "PARTS", {"casting": 0})
    assert command.main(["--quick"]) == 0
    assert "given up after 0 seconds" in json.loads(capsys.readouterr().out)["casting"]["failed"][WHOLE]


def test_a_profile_names_modules_from_their_package_on() -> None:
    text = profiles.profile(profiles.WORK["cast"](None))
    assert "haidiyan/chart/cast.py" in text
    assert "function calls" in text
    assert str(Path(casting.__file__).parent.parent) not in text


def test_every_profile_that_the_command_keeps_is_of_some_work() -> None:
    assert command.PROFILES.keys() == profiles.WORK.keys()
