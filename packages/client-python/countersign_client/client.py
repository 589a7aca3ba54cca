"""A client of the Countersign integration API. Needs nothing but Python's standard library."""

from __future__ import annotations

import json
import re
import time
import uuid
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener

from .calls import Calls
from .error import CountersignConnectionError, CountersignError

# A token is valid for 20 minutes; it is renewed before.
TOKEN_SECONDS = 18 * 60
WAIT_AT_MOST_SECONDS = 60


class CountersignClient(Calls):
    """Calls the API as an API user: signs in when needed, and again when the token is over.

    A POST carries an Idempotency-Key, so that trying it again never does it twice; other changes are not tried again
    where the service may have made them.
    """

    def __init__(self, base_url: str, username: str, key: str, *, tries: int = 3, timeout: float = 100) -> None:
        """`base_url`: where the service is, without `/v2`.

        `timeout`: seconds to wait for the connection, for the answer, and for each further part of it. Sealing a document
        may take a minute.
        """
        self._base_url = base_url.rstrip("/")
        self._username = username
        self._key = key
        self._tries = tries
        self._timeout = timeout
        self._token: str | None = None
        self._token_until = 0.0
        self._opener = build_opener(_NoRedirects)

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
        tried = 1
        while True:
            try:
                answer = self._authorized(method, url, headers, content)
                if accept != "application/json":
                    return answer
                return _parsed(url, answer) if answer else None
            except (CountersignError, CountersignConnectionError) as error:
                wait = _seconds_to_wait(error, method, tried)
                if wait is None or tried >= self._tries:
                    raise
            time.sleep(wait)
            tried += 1

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
        token = self._token
        if token is None or time.monotonic() >= self._token_until:
            url = f"{self._base_url}/v2/access/login"
            content = json.dumps({"username": self._username, "api-key": self._key}).encode()
            headers = {"Content-Type": "application/json", "Accept": "text/plain"}
            token = self._once("POST", url, headers, content).decode(errors="replace")
            # A page in place of it is none of the service.
            if not re.fullmatch(r"[\w.~+/=-]+", token, re.ASCII):
                raise _connection_error(url, "the answer is no token. Is base_url right?")
            self._token = token
            self._token_until = time.monotonic() + TOKEN_SECONDS
        return token

    def _once(self, method: str, url: str, headers: dict[str, str], content: bytes | None) -> bytes:
        request = Request(url, data=content, headers=headers, method=method)
        try:
            with self._opener.open(request, timeout=self._timeout) as response:
                return response.read()
        except HTTPError as error:
            raise CountersignError.of(error) from None
        # URLError and TimeoutError are OSErrors; a connection that ends early is an HTTPException.
        except (OSError, HTTPException) as error:
            reason = error.reason if isinstance(error, URLError) else error
            raise _connection_error(url, str(reason) or type(reason).__name__) from error


class _NoRedirects(HTTPRedirectHandler):
    """A redirect leads to another address than the one that the key is for, and would take the token along."""

    def redirect_request(self, *_: Any) -> None:
        return None


def _parsed(url: str, answer: bytes) -> Any:
    try:
        return json.loads(answer)
    except ValueError as error:
        raise _connection_error(url, "the answer is no JSON. Is base_url right?") from error


def _connection_error(url: str, reason: str) -> CountersignConnectionError:
    # Without the query, which may hold names and email addresses.
    return CountersignConnectionError(f"{url.split('?')[0]}: {reason}")


def _seconds_to_wait(error: Exception, method: str, tried: int) -> float | None:
    """None: another try would not help, or could do something twice."""
    # A first DELETE withdraws an open request, a second one deletes it. It may have been made before no answer came, or a 503.
    is_repeatable = method in ("GET", "POST")
    if not isinstance(error, CountersignError):
        return 2**tried if is_repeatable else None
    is_refused = error.status == 429 or error.key == "idempotency.running"
    # A proxy in front answers 502 and 504 while the service is away.
    if not is_refused and not (error.status in (502, 503, 504) and is_repeatable):
        return None
    wait = error.retry_after if error.retry_after is not None else 2**tried
    return wait if wait <= WAIT_AT_MOST_SECONDS else None
