"""Answer SPARQL over HTTP: each query in a process that can be killed, within limits, and never half."""
