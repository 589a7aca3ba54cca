"""What a refused call raises."""

from __future__ import annotations

import json
from typing import Any
from urllib.error import HTTPError


class CountersignError(Exception):
    """A call that was refused. `key` is stable; one that this release doesn't know is passed on as it is."""

    def __init__(self, status: int, answer: Any, retry_after: float | None) -> None:
        given = answer if isinstance(answer, dict) else {}
        super().__init__(str(given.get("message", f"Status {status}")))
        self.status = status
        self.key: str = str(given.get("key", "unknown"))
        self.fields: list[dict[str, str]] = given.get("fields", [])
        self.retry_after = retry_after
        """Seconds to wait before another try, where the answer says so."""

    @classmethod
    def of(cls, error: HTTPError) -> CountersignError:
        try:
            answer = json.loads(error.read())
        except ValueError:
            answer = None
        seconds = error.headers.get("Retry-After", "")
        return cls(error.code, answer, float(seconds) if seconds.isdigit() else None)
