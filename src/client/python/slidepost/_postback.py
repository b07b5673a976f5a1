"""Verification of postbacks, signed as Standard Webhooks."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from dataclasses import dataclass
from typing import Any, Dict, Iterable, Optional, Protocol, Sequence, Tuple, Union

from ._fields import as_object, from_wire
from ._generated import POSTBACKS, KnownPostback


@dataclass
class UnknownPostback:
    """Postback with a code that this version does not know, such as ``PING``."""

    code: str
    body: Dict[str, Any]
    """Body with the names of its fields in JSON."""


class RequestHeaders(Protocol):
    """Headers of a request: a dictionary, or the message of a request handler."""

    def items(self) -> Iterable[Tuple[str, Any]]: ...


Postback = Union[KnownPostback, UnknownPostback]


class PostbackVerificationError(Exception):
    """Refusal of a request that is not a postback of the service, or is an old one."""


def verify_postback(
    body: bytes,
    headers: RequestHeaders,
    secrets: Union[str, Sequence[str]],
    *,
    tolerance: float = 300.0,
    now: Optional[float] = None,
) -> Postback:
    """Verifies the signature and the time of a postback, and reads it.

    ``body`` is the body as received, in JSON. The parameters are those of
    ``verify_signature``.

    Raises PostbackVerificationError.
    """
    verify_signature(body, headers, secrets, tolerance=tolerance, now=now)
    return parse_postback(body)


def verify_signature(
    body: bytes,
    headers: RequestHeaders,
    secrets: Union[str, Sequence[str]],
    *,
    tolerance: float = 300.0,
    now: Optional[float] = None,
) -> None:
    """Verifies the signature and the time of a postback in any format, such as XML.

    ``body`` is the body as received. ``secrets`` is the secret of the account or receiver
    (``whsec_…``), or several of which any may have signed. ``tolerance`` is the difference of
    the clocks that is accepted, in seconds, and ``now`` the time of the verification.

    Raises PostbackVerificationError.
    """
    id_ = _header(headers, "webhook-id")
    timestamp = _header(headers, "webhook-timestamp")
    clock = time.time() if now is None else now
    if not re.fullmatch("[0-9]{1,12}", timestamp) or abs(clock - int(timestamp)) > tolerance:
        raise PostbackVerificationError("webhook-timestamp is too old, too new, or no number")
    signed = f"{id_}.{timestamp}.".encode() + body
    signatures = [
        signature[len("v1,") :].encode()
        for signature in _header(headers, "webhook-signature").split(" ")
        if signature.startswith("v1,")
    ]
    for secret in [secrets] if isinstance(secrets, str) else secrets:
        expected = base64.b64encode(hmac.new(_key(secret), signed, hashlib.sha256).digest())
        # Takes the same time wherever the signature differs.
        if any(hmac.compare_digest(expected, signature) for signature in signatures):
            return
    raise PostbackVerificationError("no signature is by this secret")


def parse_postback(body: bytes) -> Postback:
    """Reads the body of a postback whose signature is verified already."""
    fields = as_object(json.loads(body))
    if fields is None:
        raise ValueError("a postback is a JSON object")
    code = str(fields.get("code"))
    known: Any = POSTBACKS.get(code)
    if known is None:
        return UnknownPostback(code, fields)
    postback: KnownPostback = from_wire(known, fields)
    return postback


def _key(secret: str) -> bytes:
    encoded = secret[len("whsec_") :] if secret.startswith("whsec_") else secret
    try:
        key = base64.b64decode(encoded, validate=True)
    except binascii.Error:
        key = b""
    if not key:
        raise ValueError("the secret is not whsec_ and base64")
    return key


def _header(headers: RequestHeaders, name: str) -> str:
    for key, value in headers.items():
        if key.lower() == name and value:
            return str(value)
    raise PostbackVerificationError(f"{name} is missing")
