"""Failures that the service reports."""

from __future__ import annotations

import json
import re
from typing import Any, Dict, Mapping, Optional

from ._fields import as_object

_HELP = re.compile(r'<([^<>]*)>[^<>]*?;\s*rel\s*=\s*"?help\b', re.IGNORECASE)


class SlidepostError(Exception):
    """Failure reported by the service.

    Network errors are ``OSError``, and timeouts ``TimeoutError``.
    """

    status: int
    """HTTP status."""
    code: Optional[str]
    """``error-code``; None when the response is not the service's own, such as a proxy's."""
    info: str
    """``error-info``."""
    to: Optional[str]
    """Recipient, where the failure names it."""
    retry_after: Optional[int]
    """Value of Retry-After, in seconds."""
    link: Optional[str]
    """Page of the manual about the code."""

    def __init__(self, status: int, body: bytes, headers: Mapping[str, str]) -> None:
        """Reads a failure. The names of headers are in lower case."""
        fields = _parse_object(body)
        info = _text(fields.get("error-info"))
        self.status = status
        self.code = _text(fields.get("error-code"))
        self.info = _default_info(status) if info is None else info
        self.to = _text(fields.get("to"))
        seconds = headers.get("retry-after", "")
        self.retry_after = int(seconds) if re.fullmatch("[0-9]{1,9}", seconds) else None
        link = _HELP.search(headers.get("link", ""))
        self.link = None if link is None else link[1]
        super().__init__(self.info if self.code is None else f"{self.code}: {self.info}")


def _default_info(status: int) -> str:
    return "the response is not the expected object" if status == 200 else f"HTTP status {status}"


def _parse_object(body: bytes) -> Dict[str, Any]:
    """Parses a failure's body; empty when it is not a JSON object."""
    try:
        return as_object(json.loads(body)) or {}
    except ValueError:
        return {}


def _text(value: Any) -> Optional[str]:
    return value if isinstance(value, str) else None
