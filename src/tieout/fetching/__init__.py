"""Filings and public datasets from where they are published. The only room that uses a network, and only when it is told to."""

from tieout.fetching.manifest import Manifest
from tieout.fetching.transfer import Fetcher, FetchError, Received

__all__ = ["FetchError", "Fetcher", "Manifest", "Received"]
