"""Gather from the dataset what a page of the book shows: words and notes, apparatus, claims."""
