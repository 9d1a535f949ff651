"""Keep the dataset in any SPARQL 1.1 store, and ask, read and compare it there.

``client`` speaks HTTP; ``store`` knows the dataset behind a query address; ``cache`` keeps what was fetched;
``ask`` sends a query; ``publish`` loads the dataset into a store.
"""

from haidiyan.remote.client import Client
from haidiyan.remote.store import RemoteDataset, used

__all__ = ["Client", "RemoteDataset", "used"]
