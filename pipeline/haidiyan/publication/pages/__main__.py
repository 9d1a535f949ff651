"""Build the site into the folder that is named, ``build/site`` where none is."""

from __future__ import annotations

import sys
from pathlib import Path

from haidiyan.errors import HaidiyanError
from haidiyan.publication.pages.site import build
from haidiyan.resources import root


def main(arguments: list[str]) -> int:
    """Build, and say how many pages there are; exit status 2 where it cannot be."""
    if len(arguments) > 1:
        print("usage: python -m haidiyan.publication.pages [FOLDER]", file=sys.stderr)
        return 2
    target = Path(arguments[0]) if arguments else root() / "build" / "site"
    try:
        count = build(target)
    except HaidiyanError as error:
        print(error, file=sys.stderr)
        return 2
    print(f"{count} pages in {target}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
