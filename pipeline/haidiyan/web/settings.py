"""Say where the server listens and what it allows one visitor; times in seconds, sizes in bytes."""

from __future__ import annotations

from dataclasses import dataclass

KIB, MIB, GIB = 1 << 10, 1 << 20, 1 << 30


@dataclass(frozen=True)
class Settings:
    """The settings of a server; each has an option of ``haidiyan serve``."""

    host: str = "127.0.0.1"
    port: int = 8000
    root_path: str = ""
    """The path under which a proxy shows the server, ``/haidiyan``; without it every address starts at the root."""
    body: int = 256 * KIB
    """How long the body of a request may be."""
    query_seconds: float = 10.0
    query_memory: int = GIB
    query_rows: int = 100_000
    query_length: int = 64 * KIB
    queries_at_once: int = 8
    workers: int = 1
    """How many processes answer; they share nothing but the port."""
    tables: bool = True
    """Whether the tables that make readings quick are made where they are missing."""

    @property
    def queries_of_a_worker(self) -> int:
        """How many queries may run at once in each process, so that all together stay within what is allowed."""
        return max(1, -(-self.queries_at_once // self.workers))
