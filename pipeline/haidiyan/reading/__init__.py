"""Read the book on a chart: lay the question down, derive its states and situations, and find the claims."""
