"""Lay out the sources of the guides as Sphinx reads them: the Markdown of the checkout, notebooks, a first page."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from haidiyan.resources import root

TOP = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "NOTICE.md")
"""The Markdown above ``docs/`` that belongs to the site."""
BESIDE = ("LICENSE", "LICENSE-DATA", "CITATION.cff")
"""Files that the guides link to."""
FIRST = (
    "README",
    "docs/serving",
    "docs/sparql",
    "docs/queries",
    "docs/model",
    "docs/atlas",
    "docs/principles",
    "docs/adding-a-claim",
    "CONTRIBUTING",
)
"""The guides that one reads first, in this order; whatever else is there follows by name."""
CONFIGURATION = ("conf.py", "theme")
"""What stands in ``docs/`` for Sphinx, and is no page."""


def lay_out(target: Path) -> None:
    """Copy all that Sphinx reads for the guides into an empty folder, and write the first page."""
    base = root()
    target.mkdir(parents=True)
    for name in (*TOP, *BESIDE):
        if (base / name).is_file():
            shutil.copyfile(base / name, target / name)
    shutil.copytree(base / "docs", target / "docs", ignore=shutil.ignore_patterns(*CONFIGURATION, ".*", "__pycache__"))
    for path in sorted(target.glob("docs/**/*.ipynb")):
        path.with_suffix(".md").write_text(notebook(path.read_text("utf-8"), path.name) + "\n", encoding="utf-8")
    (target / "index.md").write_text(_first_page(names(target)), encoding="utf-8")


def names(target: Path) -> list[str]:
    """The guides in their order, by path without suffix."""
    there = sorted(path.relative_to(target).with_suffix("").as_posix() for path in target.rglob("*.md"))
    return [each for each in FIRST if each in there] + [each for each in there if each not in (*FIRST, "index")]


def notebook(text: str, name: str) -> str:
    """A notebook as Markdown: its words and its code, nothing run.

    >>> print(notebook('{"cells": [{"cell_type": "code", "source": ["1 + 1"]}]}', "sum.ipynb"))
    ```python
    1 + 1
    ```
    <BLANKLINE>
    The notebook itself: [sum.ipynb](sum.ipynb).
    """
    parts = []
    for cell in json.loads(text)["cells"]:
        words = "".join(cell["source"]).rstrip()
        if cell["cell_type"] == "code":
            words = f"```python\n{words}\n```"
        if words:
            parts.append(words)
    return "\n\n".join([*parts, f"The notebook itself: [{name}]({name})."])


def _first_page(guides: list[str]) -> str:
    listed = "\n".join(guides)
    return f"""# 海底眼 Haidi yan

<p lang="zh-Hant">《海底眼》二卷之知識圖譜：每段各層對照，每條論斷有其文、其作者、其條件，每辭有其頁。</p>

Two volumes of a Ming manual of six-line divination as linked data: the layers of each passage side by side, each
claim with its words, its author and its condition, and a page for each term.

```{{raw}} html
<ul>
<li><a href="text.html"><span lang="zh-Hant">原文</span> The text, passage by passage</a></li>
<li><a href="terms.html"><span lang="zh-Hant">詞彙</span> Terms, kind by kind</a></li>
<li><a href="ontology.html"><span lang="zh-Hant">模型</span> The model, drawn from the ontology</a></li>
</ul>
```

```{{toctree}}
:hidden:

{listed}
```
"""
