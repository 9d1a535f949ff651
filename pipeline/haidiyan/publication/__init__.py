"""Show charts and readings to people."""
