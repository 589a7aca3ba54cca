"""A client of the Countersign integration API."""

from .client import CountersignClient
from .error import CountersignConnectionError, CountersignError

__all__ = ["CountersignClient", "CountersignConnectionError", "CountersignError"]
