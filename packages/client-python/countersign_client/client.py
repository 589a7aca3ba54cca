"""A client of the Countersign integration API. Needs nothing but Python's standard library."""

from __future__ import annotations

import json
import time
import uuid
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

from .calls import Calls
from .error import CountersignError

# A token is valid for 20 minutes; it is renewed before.
TOKEN_SECONDS = 18 * 60
WAIT_AT_MOST_SECONDS = 60


class CountersignClient(Calls):
    """Calls the API as an API user: signs in when needed, and again when the token is over.

    A POST carries an Idempotency-Key, so that trying it again never does it twice; other changes are not tried again
    where the service may have made them.
    """

    def __init__(self, base_url: str, username: str, key: str, *, tries: int = 3, timeout: float = 60) -> None:
        """`base_url`: where the service is, without `/v2`. `timeout`: seconds a call may take."""
        self._base_url = base_url.rstrip("/")
        self._username = username
        self._key = key
        self._tries = tries
        self._timeout = timeout
        self._token: str | None = None
        self._token_until = 0.0

    def _send(
        self,
        method: str,
        path: str,
        *,
        query: dict[str, Any] | None = None,
        body: Any = None,
        accept: str = "application/json",
    ) -> Any:
        given = {name: value for name, value in (query or {}).items() if value is not None}
        url = f"{self._base_url}{path}" + (f"?{urlencode(given)}" if given else "")
        headers = {"Accept": accept}
        if body is not None:
            headers["Content-Type"] = "application/json"
        if method == "POST":
            headers["Idempotency-Key"] = str(uuid.uuid4())
        content = None if body is None else json.dumps(body).encode()
        for tried in range(1, self._tries + 1):
            try:
                answer = self._authorized(method, url, headers, content)
                break
            # URLError and TimeoutError are OSErrors; a connection that ends early is an HTTPException.
            except (CountersignError, OSError, HTTPException) as error:
                wait = _seconds_to_wait(error, method, tried)
                if wait is None or tried == self._tries:
                    raise
                time.sleep(wait)
        if accept != "application/json":
            return answer
        return json.loads(answer) if answer else None

    def _authorized(self, method: str, url: str, headers: dict[str, str], content: bytes | None) -> bytes:
        # Outside: a refused sign-in is no token that is over, and is not tried again.
        authorization = f"Bearer {self._signed_in()}"
        try:
            return self._once(method, url, {**headers, "Authorization": authorization}, content)
        except CountersignError as error:
            if error.status != 401 and error.key != "api_user.token_invalid":
                raise
        self._token = None
        return self._once(method, url, {**headers, "Authorization": f"Bearer {self._signed_in()}"}, content)

    def _signed_in(self) -> str:
        if self._token is None or time.monotonic() >= self._token_until:
            content = json.dumps({"username": self._username, "api-key": self._key}).encode()
            headers = {"Content-Type": "application/json", "Accept": "text/plain"}
            self._token = self._once("POST", f"{self._base_url}/v2/access/login", headers, content).decode()
            self._token_until = time.monotonic() + TOKEN_SECONDS
        return self._token

    def _once(self, method: str, url: str, headers: dict[str, str], content: bytes | None) -> bytes:
        try:
            with urlopen(Request(url, data=content, headers=headers, method=method), timeout=self._timeout) as response:
                return response.read()
        except HTTPError as error:
            raise CountersignError.of(error) from None


def _seconds_to_wait(error: Exception, method: str, tried: int) -> float | None:
    """None: another try would not help, or could do something twice."""
    # A first DELETE withdraws an open request, a second one deletes it. A 503 may follow the change.
    is_repeatable = method in ("GET", "POST")
    if not isinstance(error, CountersignError):
        return 2**tried if is_repeatable else None
    is_refused = error.status == 429 or error.key == "idempotency.running"
    if not is_refused and not (error.status == 503 and is_repeatable):
        return None
    wait = error.retry_after if error.retry_after is not None else 2**tried
    return wait if wait <= WAIT_AT_MOST_SECONDS else None
