"""Serve N-Quads with rdflib-endpoint: ``python serve_rdflib.py FILE PORT``."""

from __future__ import annotations

import sys

import uvicorn
from rdflib import Dataset
from rdflib_endpoint import SparqlEndpoint

if __name__ == "__main__":
    dataset = Dataset(default_union=True)
    dataset.parse(sys.argv[1], format="nquads")
    uvicorn.run(SparqlEndpoint(graph=dataset), host="127.0.0.1", port=int(sys.argv[2]), log_level="error")
