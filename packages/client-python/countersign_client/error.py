"""What a refused call raises, and one that wasn't answered."""

from __future__ import annotations

import json
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError


class CountersignError(Exception):
    """A call that was refused. `key` is stable; one that this release doesn't know is passed on as it is."""

    def __init__(self, status: int, answer: Any, retry_after: float | None) -> None:
        given = answer if isinstance(answer, dict) else {}
        super().__init__(str(given.get("message", f"Status {status}")))
        self.status = status
        self.key: str = str(given.get("key", "unknown"))
        fields = given.get("fields")
        self.fields: list[dict[str, str]] = fields if isinstance(fields, list) else []
        self.retry_after = retry_after
        """Seconds to wait before another try, where the answer says so."""

    def __reduce__(self) -> tuple[Any, ...]:
        # Passed between processes, it is made again by these, and not by its message.
        answer = {"message": str(self), "key": self.key, "fields": self.fields}
        return type(self), (self.status, answer, self.retry_after)

    @classmethod
    def of(cls, error: HTTPError) -> CountersignError:
        location = error.headers.get("Location")
        if 300 <= error.code < 400 and location:
            where = location.split("?")[0]
            return cls(error.code, {"message": f"Status {error.code}, a redirect to {where}. Is base_url right?"}, None)
        try:
            with error:
                answer = json.loads(error.read())
        except (ValueError, OSError, HTTPException):
            answer = None
        seconds = error.headers.get("Retry-After", "")
        return cls(error.code, answer, float(seconds) if seconds.isdecimal() else None)


class CountersignConnectionError(ConnectionError):
    """No answer of the service: it wasn't reached, didn't answer in time, or something else answered.

    `__cause__` says more. Whether a call was carried out is then unknown.
    """
