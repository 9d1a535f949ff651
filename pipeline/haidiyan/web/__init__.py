"""Serve the book to a browser: cast and read, the text, comparisons, linked data, SPARQL. Needs the extra ``web``."""
