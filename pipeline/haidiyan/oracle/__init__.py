"""Hold readings against reasoners that know nothing of how a reading counts.

The charts bring the states and edges of the chart rules; all above comes from the ontology's own OWL, and none of it
from the clauses that a reading counts. What no claim rests on is left out: owlrl takes as many passes as the classes
are deep, each over the whole closure.
"""

from haidiyan.oracle.rl import derived
from haidiyan.oracle.theory import (
    ContradictionError,
    Looks,
    Membership,
    Nodes,
    Theory,
    everything,
    facts,
    looks,
    read,
    theory,
)

__all__ = [
    "ContradictionError",
    "Looks",
    "Membership",
    "Nodes",
    "Theory",
    "derived",
    "everything",
    "facts",
    "looks",
    "read",
    "theory",
]
