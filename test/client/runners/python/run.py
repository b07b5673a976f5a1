"""Performs the cases that come as JSON on stdin, and prints an outcome a line."""

import hashlib
import json
import sys

import slidepost
from slidepost._fields import from_wire, to_wire


def call(case):
    client = slidepost.Client(
        case["baseUrl"], case["apiKey"], timeout=case["timeout"] / 1000, retries=case["retries"]
    )
    action = case["action"]
    of = getattr(slidepost, action.capitalize() + "Request")
    response = getattr(client, action)(
        from_wire(of, case["request"]),
        idempotency_key=case.get("idempotencyKey"),
        operator_id=case.get("operatorId"),
    )
    if not isinstance(response, slidepost.FileResponse):
        return {"response": to_wire(response)}
    sha256 = hashlib.sha256(response.bytes).hexdigest()
    return {"file": {"type": response.type, "filename": response.filename, "sha256": sha256}}


def verify(verification):
    arguments = [verification["body"].encode(), verification["headers"], verification["secrets"]]
    if verification["body"].startswith("<"):
        slidepost.verify_signature(*arguments, now=verification["now"])
        return {"isVerified": True}
    postback = slidepost.verify_postback(*arguments, now=verification["now"])
    if isinstance(postback, slidepost.UnknownPostback):
        return {"postback": {"code": None, "fields": postback.body}}
    return {"postback": {"code": postback.code, "fields": to_wire(postback)}}


def failure(error):
    if isinstance(error, slidepost.SlidepostError):
        return {
            "kind": "service",
            "status": error.status,
            "code": error.code,
            "info": error.info,
            "to": error.to,
            "retryAfter": error.retry_after,
            "link": error.link,
        }
    if isinstance(error, slidepost.PostbackVerificationError):
        return {"kind": "verification"}
    if isinstance(error, TimeoutError):
        return {"kind": "timeout"}
    return {"kind": "connection" if isinstance(error, OSError) else "argument"}


for case in json.load(sys.stdin):
    try:
        verification = case.get("verification")
        outcome = call(case) if verification is None else verify(verification)
    except (slidepost.SlidepostError, slidepost.PostbackVerificationError, OSError, ValueError) as error:
        outcome = {"error": failure(error)}
    print(json.dumps({"name": case["name"], **outcome}), flush=True)
