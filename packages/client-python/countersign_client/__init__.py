"""A client of the Countersign integration API."""

from .client import CountersignClient
from .error import CountersignError

__all__ = ["CountersignClient", "CountersignError"]
