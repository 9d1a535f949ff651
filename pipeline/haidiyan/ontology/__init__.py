"""What the ontology says of its own terms, and what holds it to its standards."""
