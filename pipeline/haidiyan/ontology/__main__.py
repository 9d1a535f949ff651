"""Ask HermiT whether the ontology is consistent: ``python -m haidiyan.ontology``, or ``make consistency``."""

from __future__ import annotations

import sys

from haidiyan.dataset.build import assemble
from haidiyan.errors import HaidiyanError
from haidiyan.ontology import consistency


def main() -> int:
    """0 where the ontology is consistent or the check is skipped, 1 where it is not, 2 where nothing can be built."""
    lacking = consistency.missing()
    if lacking:
        print(f"The consistency check is skipped: {lacking}", file=sys.stderr)
        return 0
    try:
        complaints = consistency.check(assemble().graphs)
    except HaidiyanError as error:
        print(error, file=sys.stderr)
        return 2
    print("\n".join(complaints) or "HermiT finds no contradiction, and no class that can have no members.")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
