"""The wheel, installed where nothing of the checkout is at hand, reads a chart."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import sysconfig
import zipfile
from email.parser import Parser
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
RESOURCES = ("ontology", "data", "queries")
RUNTIME = {
    "opencc-python-reimplemented",
    "owlrl",
    "platformdirs",
    "pyoxigraph",
    "pypinyin",
    "pyshacl",
    "rdflib",
    "rich",
    "tyme4py",
    "typer",
    "urllib3",
}

# One worker builds the wheel, once.
pytestmark = pytest.mark.xdist_group("wheel")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (path,) = folder.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def bin_folder(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment of its own that holds the wheel and sees the locked dependencies.

    The dependencies come in by a ``.pth`` line that names the site-packages of the environment that runs the
    tests: nothing is downloaded, and they are just those of the lock. Python reads ``.pth`` files in its own
    site-packages only, so the editable install of the checkout, itself a ``.pth`` there, stays out of sight.
    """
    home = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home)], check=True)
    scheme = sysconfig.get_preferred_scheme("prefix")
    paths = sysconfig.get_paths(scheme, vars={"base": str(home), "platbase": str(home)})
    python = Path(paths["scripts"]) / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python)]
    install = ["install", "--quiet", "--no-index", "--no-deps", str(wheel)]
    subprocess.run([*pip, *install], check=True, env=_environment(home))
    inherited = "\n".join(sorted({sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}))
    (Path(paths["purelib"]) / "locked.pth").write_text(inherited + "\n", encoding="utf-8")
    return Path(paths["scripts"])


def _environment(home: Path) -> dict[str, str]:
    """The environment variables without any that lead back to the checkout, and with fresh user folders."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "HAIDIYAN"))}
    return {**kept, "HOME": str(home), "XDG_CACHE_HOME": str(home / "cache"), "PYTHONUTF8": "1"}


def _requirement_name(requirement: str) -> str:
    match = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert match
    return match.group().lower()


def test_the_wheel_carries_ontology_data_and_queries_byte_for_byte(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        shipped = {name: archive.read(name) for name in archive.namelist() if "/resources/" in name}
    expected = {
        f"haidiyan/resources/{path.relative_to(ROOT).as_posix()}": path.read_bytes()
        for folder in RESOURCES
        for path in (ROOT / folder).rglob("*")
        if path.is_file()
    }
    assert shipped.keys() == expected.keys()
    assert shipped == expected
    for folder in RESOURCES:
        assert any(name.startswith(f"haidiyan/resources/{folder}/") for name in shipped), folder


def test_the_wheel_is_typed_licensed_and_holds_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert "haidiyan/py.typed" in names
    licences = {Path(name).name for name in names if ".dist-info/licenses/" in name}
    assert licences == {"LICENSE", "LICENSE-DATA", "NOTICE.md"}
    assert {name.split("/")[0] for name in names if ".dist-info/" not in name} == {"haidiyan"}
    assert not [name for name in names if "__pycache__" in name]


def test_the_wheel_requires_what_it_runs_on_and_no_test_package(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (each for each in archive.namelist() if each.endswith(".dist-info/METADATA"))
        metadata = Parser().parsestr(archive.read(name).decode("utf-8"))
    required = [each for each in metadata.get_all("Requires-Dist", []) if "extra ==" not in each]
    assert {_requirement_name(each) for each in required} == RUNTIME


def test_the_package_in_the_environment_is_the_wheel_s(bin_folder: Path, tmp_path: Path) -> None:
    found = subprocess.run(
        [
            str(bin_folder / "python"),
            "-c",
            "import haidiyan.resources as r; print(r.root(), r.is_checkout())",
        ],
        cwd=tmp_path,
        env=_environment(tmp_path),
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert Path(found[0]).is_relative_to(bin_folder.parent)
    assert found[1] == "False"


def test_the_installed_command_reads_the_chart_of_the_text(bin_folder: Path, tmp_path: Path) -> None:
    chart = ["--hexagram", "比", "--moving", "5", "--month", "申", "--day", "甲申"]
    done = subprocess.run(
        [str(bin_folder / "haidiyan"), "read", *chart, "--about", "妻", "--topic", "疾病", "--json"],
        cwd=tmp_path,
        env=_environment(tmp_path),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    reading: dict[str, Any] = json.loads(done.stdout)
    assert reading["chart"]["hexagram"]["name"] == "比"
    assert reading["chart"]["changed"]["name"] == "坤"
    fifth = next(line for line in reading["chart"]["lines"] if line["position"] == 5)
    hidden = fifth["hidden"]
    assert (hidden["stem"], hidden["branch"], hidden["relation"]) == ("癸", "亥", "妻財")
    assert reading["question"]["useRelation"] == "妻財"
    source = "".join((ROOT / "data" / "source" / f"juan{n}.txt").read_text("utf-8") for n in (2, 3))
    assert reading["claims"], "the book says nothing"
    assert all(claim["quote"] in source for claim in reading["claims"])
