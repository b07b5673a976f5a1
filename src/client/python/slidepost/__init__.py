"""Typed client of the JSON API of a slidepost service.

    client = Client("https://mms.example.com", api_key)
    sent = client.sendsms(SendsmsRequest(message_text="Hello", to=to, from_=sender))
    print(sent.tracking_id)
"""

from . import _generated
from ._error import SlidepostError
from ._generated import *  # noqa: F403
from ._postback import (
    Postback,
    PostbackVerificationError,
    UnknownPostback,
    parse_postback,
    verify_postback,
    verify_signature,
)
from ._transport import FileResponse

__all__ = [
    "FileResponse",
    "Postback",
    "PostbackVerificationError",
    "SlidepostError",
    "UnknownPostback",
    "parse_postback",
    "verify_postback",
    "verify_signature",
]
__all__ += _generated.__all__
