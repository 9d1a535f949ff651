"""The gates: a ratio holds or fails, what was left out is said, what should have been measured is missed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from haidiyan.benchmark import gates
from haidiyan.benchmark.__main__ import GATES, PARTS, main
from haidiyan.benchmark.gates import Gate, hold
from haidiyan.benchmark.timing import WHOLE, Findings
from haidiyan.errors import InputError
from haidiyan.resources import root

GATE = Gate("casting", "najia to haidiyan, from a civil date", 7, 14)


def held(found: Findings) -> tuple[list[str], list[str]]:
    said: list[str] = []
    return hold([GATE], {"casting": found}, said.append), said


def test_a_ratio_at_its_gate_holds() -> None:
    complaints, said = held(Findings(ratios={GATE.ratio: 7.0}))
    assert complaints == []
    assert said[0].startswith("holds")
    assert GATE.ratio in said[0]


def test_a_ratio_below_its_gate_fails_and_is_named() -> None:
    complaints, said = held(Findings(ratios={GATE.ratio: 6.99}))
    assert said[0].startswith("FAILS")
    assert len(complaints) == 1
    assert "casting: najia to haidiyan, from a civil date is 6.99; the gate is 7" in complaints[0]


@pytest.mark.parametrize("what", ["najia", WHOLE])
def test_what_was_left_out_for_a_reason_is_said_and_does_not_fail(what: str) -> None:
    complaints, said = held(Findings(skipped={what: "najia not installed."}))
    assert complaints == []
    assert said[0].startswith("left")
    assert "najia not installed" in said[0]


def test_another_reason_does_not_excuse_a_ratio() -> None:
    complaints, _ = held(Findings(skipped={"ichingshifa": "not installed."}))
    assert "no such ratio" in complaints[0]


def test_what_broke_fails_with_the_reason() -> None:
    complaints, _ = held(Findings(failed={"najia": "ValueError: no such moment"}))
    assert "ValueError: no such moment" in complaints[0]


def test_the_gates_that_are_kept_are_of_parts_there_are_and_at_about_half_of_what_was_measured() -> None:
    kept = gates.read(root() / GATES)
    assert kept
    for gate in kept:
        assert gate.part in PARTS
        assert 0.3 * gate.measured <= gate.at_least <= 0.6 * gate.measured, gate


@pytest.mark.parametrize("text", ["", "[]", '{"gates": [{"part": "casting"}]}'])
def test_a_file_that_has_no_gates_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "gates.json").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"gates\.json"):
        gates.read(tmp_path / "gates.json")


def test_the_command_ends_with_1_where_a_gate_fails(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    gate = {"part": "casting", "ratio": "date to pillars", "at least": 1e9, "measured": 2e9}
    for at_least, status in ((1e9, 1), (0, 0)):
        (tmp_path / "gates.json").write_text(json.dumps({"gates": [gate | {"at least": at_least}]}), encoding="utf-8")
        monkeypatch.setattr("haidiyan.benchmark.__main__.GATES", str(tmp_path / "gates.json"))
        assert main(["--gates"]) == status
    assert "date to pillars" in capsys.readouterr().err
