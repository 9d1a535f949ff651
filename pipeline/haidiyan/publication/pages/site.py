"""Build the site with Sphinx, offline, and put it in place whole; every warning is an error."""

from __future__ import annotations

import io
import re
import shutil
import tempfile
from pathlib import Path

from haidiyan.dataset import store
from haidiyan.errors import BuildError, ExtraError, InputError
from haidiyan.publication.pages import guides
from haidiyan.resources import is_checkout, root

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
SCRIPTS = ("*.js", "*.png", "basic.css")
"""What Sphinx lays beside the pages, and no page uses."""


def build(target: Path) -> int:
    """Build the site of the dataset in use into a folder, in place of what is there; how many pages it has.

    Raises:
        InputError: this is no checkout, or the folder holds something else.
        ExtraError: Sphinx or MyST is not installed.
        DatasetError: there is no dataset.
        BuildError: Sphinx warns of something; nothing has changed.
    """
    if not is_checkout():
        raise InputError("The site is built from a checkout: an installed package has no docs/.")
    if target.exists() and not (target.is_dir() and ((target / "terms.html").exists() or not any(target.iterdir()))):
        raise InputError(f"{target} is there, and is no site of this project; name another folder.")
    store.current()
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".site-", dir=target.parent) as folder:
        fresh = Path(folder) / "site"
        _sphinx(Path(folder) / "source", fresh, Path(folder) / "doctrees")
        shutil.rmtree(target, ignore_errors=True)
        fresh.rename(target)
    return sum(1 for _ in target.rglob("*.html"))


def _sphinx(source: Path, target: Path, doctrees: Path) -> None:
    try:
        import myst_parser  # noqa: F401
        from sphinx.application import Sphinx
        from sphinx.util.docutils import docutils_namespace, patch_docutils
    except ImportError as error:
        raise ExtraError("The site needs Sphinx and MyST: `make setup`, or pip install --group docs.") from error
    guides.lay_out(source)
    complaints = io.StringIO()
    configuration = root() / "docs"
    with patch_docutils(configuration), docutils_namespace():
        app = Sphinx(source, configuration, target, doctrees, "html", status=None, warning=complaints, freshenv=True)
        app.build()
    lines = [_COLOUR.sub("", line).replace(f"{source}/", "") for line in complaints.getvalue().splitlines() if line]
    if lines or app.statuscode:
        raise BuildError(lines or ["Sphinx failed without a word."])
    for pattern in SCRIPTS:
        for path in (target / "_static").glob(pattern):
            path.unlink()
    (target / ".buildinfo").unlink(missing_ok=True)
