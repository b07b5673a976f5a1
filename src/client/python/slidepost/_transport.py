"""Transport of the client: a POST per call, repeated where that is safe."""

from __future__ import annotations

import json
import random
import re
import socket
import time
import urllib.error
import urllib.request
import uuid
from dataclasses import dataclass
from http.client import HTTPException
from typing import Any, Dict, Optional, Tuple, Type, TypeVar

from ._error import SlidepostError
from ._fields import as_object, from_wire, to_wire

T = TypeVar("T")

_PASSING = (429, 502, 503, 504)
"""Statuses of a failure that may pass: limits, and a service or proxy that is not ready."""
_FIRST_WAIT = 0.25
"""Wait before the second attempt after a network failure, in seconds; it doubles."""
_LONGEST_WAIT = 8.0
"""Longest wait after a network failure, in seconds."""
_CHUNK = 65536
"""Bytes that are read at once."""


@dataclass
class FileResponse:
    """File returned by an action."""

    bytes: bytes
    type: str
    """MIME type without parameters."""
    filename: str


class Transport:
    """Base class of the generated client. Threads can share one."""

    def __init__(
        self, base_url: str, api_key: str, *, timeout: float = 30.0, retries: int = 2
    ) -> None:
        """
        ``base_url`` is the service's base address, with or without a trailing slash,
        ``timeout`` that of a call with all its attempts, in seconds, and ``retries`` the
        number of times that a call is repeated at most.
        """
        if not base_url.lower().startswith(("http://", "https://")):
            raise ValueError("base_url begins with neither http:// nor https://")
        self._url = base_url.rstrip("/") + "/api/v2"
        self._api_key = api_key
        self._timeout = timeout
        self._retries = retries
        # Neither follows redirects, which would take the key to another address, nor raises
        # for a status.
        self._opener = urllib.request.OpenerDirector()
        self._opener.add_handler(urllib.request.ProxyHandler())
        self._opener.add_handler(urllib.request.HTTPHandler())
        self._opener.add_handler(urllib.request.HTTPSHandler())

    def _post_for_object(
        self,
        action: str,
        request: Any,
        response: Type[T],
        idempotency_key: Optional[str],
        operator_id: Optional[str],
    ) -> T:
        key = str(uuid.uuid4()) if idempotency_key is None else idempotency_key
        headers, body = self._post(action, request, key, operator_id)
        try:
            fields = as_object(json.loads(body))
            if fields is None:
                raise ValueError("no object")
            return from_wire(response, fields)
        except ValueError as error:
            raise SlidepostError(200, b"", headers) from error

    def _post_for_file(
        self,
        action: str,
        request: Any,
        idempotency_key: Optional[str],
        operator_id: Optional[str],
    ) -> FileResponse:
        headers, body = self._post(action, request, idempotency_key, operator_id)
        kind = headers.get("content-type", "").split(";")[0].strip()
        named = re.search(
            r'filename="?([^";]+)', headers.get("content-disposition", ""), re.IGNORECASE
        )
        return FileResponse(body, kind, action if named is None else named[1].strip())

    def _post(
        self, action: str, request: Any, key: Optional[str], operator_id: Optional[str]
    ) -> Tuple[Dict[str, str], bytes]:
        """Posts a request, again after a failure that may pass, until the timeout."""
        headers = {"Content-Type": "application/json", "X-Api-Key": self._api_key}
        if key is not None:
            headers["Idempotency-Key"] = key
        if operator_id is not None:
            headers["X-Service-Carrier-Id"] = operator_id
        body = json.dumps({**to_wire(request), "action": action}).encode()
        end = time.monotonic() + self._timeout
        attempt = 0
        while True:
            try:
                return self._attempt(headers, body, end)
            except (SlidepostError, OSError) as error:
                wait = _wait_after(error, attempt)
                if wait is None or attempt >= self._retries or time.monotonic() + wait >= end:
                    raise
            time.sleep(wait)
            attempt += 1

    def _attempt(
        self, headers: Dict[str, str], body: bytes, end: float
    ) -> Tuple[Dict[str, str], bytes]:
        request = urllib.request.Request(self._url, body, headers, method="POST")
        try:
            remaining = max(end - time.monotonic(), 0.001)
            with self._opener.open(request, timeout=remaining) as response:
                status: int = response.status
                received = _joined(response.headers.items())
                content = _read(response, end)
        except urllib.error.URLError as error:
            raise _network_error(error.reason) from error
        except (OSError, HTTPException) as error:
            if isinstance(error, ValueError):
                raise  # a wrong argument, not a failure of the network
            raise _network_error(error) from error
        if 200 <= status < 300:
            return received, content
        raise SlidepostError(status, content, received)


def _read(response: Any, end: float) -> bytes:
    """Reads a body to its end, which must come in time."""
    content = bytearray()
    while True:
        chunk = response.read1(_CHUNK)
        if not chunk:
            break
        content += chunk
        if time.monotonic() >= end:
            raise TimeoutError("timed out")
    announced = response.headers.get("content-length")
    if announced is not None and len(content) < int(announced):
        raise ConnectionError("the connection ended within the response")
    return bytes(content)


def _joined(items: Any) -> Dict[str, str]:
    """Returns headers by their names in lower case; repeated ones are joined."""
    headers: Dict[str, str] = {}
    for name, value in items:
        key = name.lower()
        headers[key] = f"{headers[key]}, {value}" if key in headers else value
    return headers


def _network_error(reason: object) -> OSError:
    # Before Python 3.10, socket.timeout is no TimeoutError.
    if isinstance(reason, (socket.timeout, TimeoutError)):
        return TimeoutError("timed out")
    return reason if isinstance(reason, OSError) else ConnectionError(str(reason))


def _wait_after(error: Exception, attempt: int) -> Optional[float]:
    """Returns the wait before the next attempt, in seconds; None: it would fail again."""
    if isinstance(error, TimeoutError):
        return None
    if isinstance(error, SlidepostError):
        # With Retry-After, a request with the same key is in progress.
        is_in_progress = error.status == 409 and error.retry_after is not None
        if error.status not in _PASSING and not is_in_progress:
            return None
        if error.retry_after is not None:
            return float(error.retry_after)
    return min(_FIRST_WAIT * 2.0**attempt, _LONGEST_WAIT) * (0.5 + random.random())
