# Written by `deno task generate` from openapi.yaml. Edit that, not this.
"""Types of the JSON API, and its actions as methods."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Dict, List, Literal, Mapping, Optional, Sequence, Union

from ._fields import wire
from ._transport import FileResponse, Transport

__all__ = [
    "Barcode",
    "BarcodeAlignment",
    "BarcodeRotate",
    "BarcodeType",
    "Client",
    "ContactAddress",
    "ContactEmail",
    "ContactName",
    "ContactPhone",
    "ContactPhoneLabel",
    "ContactWebsite",
    "ContentFile",
    "CreatecalendarRequest",
    "CreatecontactRequest",
    "CreateimageRequest",
    "CustomSlide",
    "DynamicCalendar",
    "DynamicContact",
    "DynamicImage",
    "Font",
    "ImageFile",
    "InboundFile",
    "KnownPostback",
    "PlaceLabel",
    "PostbackE002",
    "PostbackE003",
    "PostbackE004",
    "PostbackE011",
    "PostbackE012",
    "PostbackE013",
    "PostbackE101",
    "PostbackE102",
    "PostbackE201",
    "PostbackE202",
    "PostbackN003",
    "PostbackN013",
    "PostbackN101",
    "PostbackN102",
    "PostbackN103",
    "PostbackN201",
    "PostbackN202",
    "PostbackN211",
    "PostbackN401",
    "SavemmsRequest",
    "SavemmsResponse",
    "SendsavedmmsRequest",
    "SendsavedmmsResponse",
    "SendsmsRequest",
    "SendsmsResponse",
    "Slide",
    "TextArea",
    "YesNo",
]

YesNo = Literal[
    "yes",
    "no",
]
BarcodeType = Literal[
    "Aztec Code",
    "Code 11",
    "Code 128",
    "Code 39",
    "Data Matrix",
    "EAN",
    "Interleaved 2of5",
    "PDF417",
    "QR Code",
    "UPC-A",
]
Font = Literal[
    "Arvo",
    "Arial",
    "ArialMT",
    "OpenSans",
    "LiberationSans",
    "Ubuntu",
]
BarcodeAlignment = Literal[
    "Left",
    "Center",
    "Right",
]
BarcodeRotate = Literal[
    "0",
    "90",
    "180",
    "270",
]
ContactPhoneLabel = Literal[
    "Work",
    "Home",
    "Mobile",
    "Fax",
    "Pager",
    "Main",
    "Other",
]
PlaceLabel = Literal[
    "Work",
    "Home",
]


@dataclass
class Barcode:
    """Barcode (spec 2.4), as large as its box allows, with the quiet zone that its
    symbology requires. Its text has the foreground colour. A box that does not lie
    inside the background, turned as it is, is refused with E1507.
    """

    id: Optional[str] = field(default=None, metadata=wire("id"))
    """Content of the barcode; mandatory if it is drawn. EAN takes 7, 8, 12 or 13
    digits, UPC-A 11 or 12, Interleaved 2of5 an even number of digits, Code 11 digits
    and dashes; these, Code 39 (in which small letters become capitals) and Code 128
    (ASCII) take at most 80 characters. Other symbologies take any text within their
    capacity.
    """

    position_x: Optional[str] = field(default=None, metadata=wire("position-x"))
    """Distance from the left edge, in pixels."""

    position_y: Optional[str] = field(default=None, metadata=wire("position-y"))
    """Distance from the top edge, in pixels."""

    width: Optional[str] = field(default=None, metadata=wire("width"))
    """Width, in pixels; by default more than 300 if the barcode needs it."""

    height: Optional[str] = field(default=None, metadata=wire("height"))
    """Size, in pixels."""

    foreground_color: Optional[str] = field(
        default=None, metadata=wire("foreground-color")
    )
    """Colour as hexadecimal red, green and blue."""

    background_color: Optional[str] = field(
        default=None, metadata=wire("background-color")
    )
    """Colour as hexadecimal red, green and blue."""

    border_width: Optional[str] = field(default=None, metadata=wire("border-width"))
    """Width of a frame inside the box, in pixels; it has the foreground colour."""

    type: Optional[BarcodeType] = field(default=None, metadata=wire("type"))
    """Symbology, in any letter case."""

    hide_text: Optional[bool] = field(default=None, metadata=wire("hide-text"))
    """Whether to omit the text at the bottom centre."""

    transparent: Optional[bool] = field(default=None, metadata=wire("transparent"))
    """Whether to omit the background."""

    font: Optional[Font] = field(default=None, metadata=wire("font"))
    """Typeface, in any letter case."""

    font_size: Optional[str] = field(default=None, metadata=wire("font-size"))
    """Size, in pixels."""

    alignment: Optional[BarcodeAlignment] = field(
        default=None, metadata=wire("alignment")
    )
    """Alignment of the barcode in its box, in any letter case; its text is centred
    below it.
    """

    rotate: Optional[BarcodeRotate] = field(default=None, metadata=wire("rotate"))
    """Clockwise rotation, in degrees. A quarter turn of 300×100 occupies 100×300."""


@dataclass
class TextArea:
    """Text on an image (spec 2.5)."""

    text: Optional[str] = field(default=None, metadata=wire("text"))
    """Text to draw; mandatory if the text area is drawn. The limit of 1,000 characters
    also applies after merge tags are replaced.
    """

    position_x: Optional[str] = field(default=None, metadata=wire("position-x"))
    """Distance from the left edge, in pixels."""

    position_y: Optional[str] = field(default=None, metadata=wire("position-y"))
    """Distance from the top edge, in pixels."""

    font: Optional[Font] = field(default=None, metadata=wire("font"))
    """Typeface, in any letter case."""

    font_size: Optional[str] = field(default=None, metadata=wire("font-size"))
    """Size, in pixels."""

    font_color: Optional[str] = field(default=None, metadata=wire("font-color"))
    """Colour as hexadecimal red, green and blue."""

    width: Optional[Union[str, int]] = field(default=None, metadata=wire("width"))
    """Width at which the text wraps, in pixels."""


@dataclass
class ImageFile:
    """A file by its `url`; without one, an image template (spec 4.4, rule 3): the
    fields of `createimage`, with merge tags in the barcode's `id` and in the texts.
    It is drawn for each recipient; an element whose tag has no value stays blank.
    """

    url: Optional[str] = field(default=None, metadata=wire("url"))
    """Public, absolute http or https URL."""

    background_image_url: Optional[str] = field(
        default=None, metadata=wire("background-image-url")
    )
    """URL of an existing JPEG; 640×1138 pixels and 200 KB are recommended."""

    add_barcode: Optional[YesNo] = field(default=None, metadata=wire("add-barcode"))
    """Whether to draw the following object: `yes` makes it mandatory, `no` ignores it.
    By default it is drawn if present.
    """

    barcode: Optional[Barcode] = field(default=None, metadata=wire("barcode", Barcode))
    """Barcode (spec 2.4), as large as its box allows, with the quiet zone that its
    symbology requires. Its text has the foreground colour. A box that does not lie
    inside the background, turned as it is, is refused with E1507.
    """

    add_text_area: Optional[YesNo] = field(default=None, metadata=wire("add-text-area"))
    """Whether to draw the following object: `yes` makes it mandatory, `no` ignores it.
    By default it is drawn if present.
    """

    text_area: Optional[Mapping[str, TextArea]] = field(
        default=None, metadata=wire("text-area", TextArea, is_map=True)
    )
    """Text areas under the keys `text-area-1` to `text-area-8` (spec 2.5)."""


@dataclass
class ContentFile:
    """File by its `url`."""

    url: str = field(metadata=wire("url"))
    """Public, absolute http or https URL."""


@dataclass
class Slide:
    """Slide with content of one kind, text, or both (spec 2.3). An image can be
    combined with audio, but not with video; audio and video exclude each other;
    contact, calendar, PDF and Excel files can be combined with text only.
    """

    image: Optional[ImageFile] = field(default=None, metadata=wire("image", ImageFile))
    """A file by its `url`; without one, an image template (spec 4.4, rule 3): the
    fields of `createimage`, with merge tags in the barcode's `id` and in the texts.
    It is drawn for each recipient; an element whose tag has no value stays blank.
    """

    audio: Optional[ContentFile] = field(
        default=None, metadata=wire("audio", ContentFile)
    )
    """File by its `url`."""

    video: Optional[ContentFile] = field(
        default=None, metadata=wire("video", ContentFile)
    )
    """File by its `url`."""

    contact: Optional[ContentFile] = field(
        default=None, metadata=wire("contact", ContentFile)
    )
    """File by its `url`."""

    calendar: Optional[ContentFile] = field(
        default=None, metadata=wire("calendar", ContentFile)
    )
    """File by its `url`."""

    pdf: Optional[ContentFile] = field(default=None, metadata=wire("pdf", ContentFile))
    """File by its `url`."""

    ms_excel: Optional[ContentFile] = field(
        default=None, metadata=wire("ms-excel", ContentFile)
    )
    """File by its `url`."""

    message_text: Optional[str] = field(default=None, metadata=wire("message-text"))
    """Text with any Unicode characters; mandatory on a slide without content."""


@dataclass
class SavemmsRequest:
    """Saves an MMS template and transcodes its content (spec 4.3)."""

    name: str = field(metadata=wire("name"))
    """Name of the template, for internal reference."""

    slide: Sequence[Slide] = field(metadata=wire("slide", Slide))
    """Slides in the order of display."""

    message_subject: Optional[str] = field(
        default=None, metadata=wire("message-subject")
    )
    """Subject. Up to 80 characters are supported; further ones may be cut off. At most
    40 characters without Unicode or emoji have the best deliverability. Toll-free
    senders may not support a subject. NUL and lone surrogates are stripped.
    """

    fallback_sms_text: Optional[str] = field(
        default=None, metadata=wire("fallback-sms-text")
    )
    """Text of the fallback SMS; at most 110 characters have the best deliverability.
    Mandatory if the account may send fallback SMS and `disable-fallback-sms` is not
    true.
    """

    disable_fallback_sms: Optional[bool] = field(
        default=None, metadata=wire("disable-fallback-sms")
    )
    """Whether to disable the fallback SMS, which is sent if the MMS cannot be
    delivered.
    """

    disable_fallback_sms_link: Optional[bool] = field(
        default=None, metadata=wire("disable-fallback-sms-link")
    )
    """Whether to omit the link to the MMS content from the fallback SMS."""

    client_reference: Optional[str] = field(
        default=None, metadata=wire("client-reference")
    )
    """Customer's own id of the transaction, returned in its postbacks."""


@dataclass
class SavemmsResponse:
    """Acceptance of a template."""

    status: str = field(metadata=wire("status"))
    """Success. Known values: `success`."""

    status_details: str = field(metadata=wire("status-details"))
    """Result in words."""

    mms_id: str = field(metadata=wire("mms-id"))
    """Id of the template."""


@dataclass
class CustomSlide:
    """Text of a slide in place of the template's."""

    custom_message_text: str = field(metadata=wire("custom-message-text"))
    """Text of the slide for this recipient."""

    custom_slide: str = field(metadata=wire("custom-slide"))
    """Slide number, counted from 1."""


@dataclass
class DynamicImage:
    """Fields of `createimage`, and the slide (spec 2.6)."""

    slide_number: Optional[str] = field(default=None, metadata=wire("slide-number"))
    """Target slide, counted from 1; by default the last. A number beyond the last slide
    adds a slide, up to the ninth; beyond that, the object is left out and listed in
    `warnings`.
    """

    background_image_url: Optional[str] = field(
        default=None, metadata=wire("background-image-url")
    )
    """URL of an existing JPEG; 640×1138 pixels and 200 KB are recommended."""

    add_barcode: Optional[YesNo] = field(default=None, metadata=wire("add-barcode"))
    """Whether to draw the following object: `yes` makes it mandatory, `no` ignores it.
    By default it is drawn if present.
    """

    barcode: Optional[Barcode] = field(default=None, metadata=wire("barcode", Barcode))
    """Barcode (spec 2.4), as large as its box allows, with the quiet zone that its
    symbology requires. Its text has the foreground colour. A box that does not lie
    inside the background, turned as it is, is refused with E1507.
    """

    add_text_area: Optional[YesNo] = field(default=None, metadata=wire("add-text-area"))
    """Whether to draw the following object: `yes` makes it mandatory, `no` ignores it.
    By default it is drawn if present.
    """

    text_area: Optional[Mapping[str, TextArea]] = field(
        default=None, metadata=wire("text-area", TextArea, is_map=True)
    )
    """Text areas under the keys `text-area-1` to `text-area-8` (spec 2.5)."""


@dataclass
class ContactName:
    """First name, last name or both, with letters, digits, spaces and periods only."""

    first_name: Optional[str] = field(default=None, metadata=wire("first-name"))
    """Part of the name; mandatory if the other part is blank. In `sendsavedmms` it may
    have merge tags.
    """

    last_name: Optional[str] = field(default=None, metadata=wire("last-name"))
    """Part of the name; mandatory if the other part is blank. In `sendsavedmms` it may
    have merge tags.
    """

    suffix: Optional[str] = field(default=None, metadata=wire("suffix"))
    """Name suffix, such as Jr."""


@dataclass
class ContactPhone:
    """Telephone number and its kind."""

    number: str = field(metadata=wire("number"))
    """Telephone number in any notation."""

    label: Optional[ContactPhoneLabel] = field(default=None, metadata=wire("label"))
    """Kind of number, in any letter case."""


@dataclass
class ContactEmail:
    """E-mail address and its kind."""

    id: str = field(metadata=wire("id"))
    """E-mail address."""

    label: Optional[PlaceLabel] = field(default=None, metadata=wire("label"))
    """Kind of address, in any letter case."""


@dataclass
class ContactAddress:
    """Postal address and its kind."""

    address: str = field(metadata=wire("address"))
    """Postal address in one line."""

    label: Optional[PlaceLabel] = field(default=None, metadata=wire("label"))
    """Kind of address, in any letter case."""


@dataclass
class ContactWebsite:
    """Website and its label."""

    url: str = field(metadata=wire("url"))
    """URL of the website."""

    label: Optional[str] = field(default=None, metadata=wire("label"))
    """Free-text label, cut to 100 characters."""


@dataclass
class DynamicContact:
    """Fields of `createcontact`, and the slide (spec 2.7)."""

    name: ContactName = field(metadata=wire("name", ContactName))
    """First name, last name or both, with letters, digits, spaces and periods only."""

    slide_number: Optional[str] = field(default=None, metadata=wire("slide-number"))
    """Target slide, counted from 1; by default the last. A number beyond the last slide
    adds a slide, up to the ninth; beyond that, the object is left out and listed in
    `warnings`.
    """

    organization: Optional[str] = field(default=None, metadata=wire("organization"))
    """Organisation that the person works for."""

    title: Optional[str] = field(default=None, metadata=wire("title"))
    """Position of the person."""

    photo_url: Optional[str] = field(default=None, metadata=wire("photo-url"))
    """URL of a GIF, JPEG or PNG image."""

    note: Optional[str] = field(default=None, metadata=wire("note"))
    """Free-text note."""

    phone: Optional[Sequence[ContactPhone]] = field(
        default=None, metadata=wire("phone", ContactPhone)
    )
    """Telephone numbers; those after the fourth are ignored."""

    email: Optional[Sequence[ContactEmail]] = field(
        default=None, metadata=wire("email", ContactEmail)
    )
    """E-mail addresses; those after the fourth are ignored."""

    physical_address: Optional[Sequence[ContactAddress]] = field(
        default=None, metadata=wire("physical-address", ContactAddress)
    )
    """Postal addresses; those after the fourth are ignored."""

    website: Optional[Sequence[ContactWebsite]] = field(
        default=None, metadata=wire("website", ContactWebsite)
    )
    """Websites; those after the fourth are ignored."""


@dataclass
class DynamicCalendar:
    """Fields of `createcalendar`, and the slide (spec 2.8)."""

    event_title: str = field(metadata=wire("event-title"))
    """Title of the event."""

    event_description: str = field(metadata=wire("event-description"))
    """Description of the event."""

    event_location: str = field(metadata=wire("event-location"))
    """Location of the event."""

    event_start_datetime: str = field(metadata=wire("event-start-datetime"))
    """Start in ISO 8601, local to `event-timezone`; a time zone designator is ignored.
    """

    event_end_datetime: str = field(metadata=wire("event-end-datetime"))
    """End in ISO 8601, local to `event-timezone`; a time zone designator is ignored."""

    event_timezone: str = field(metadata=wire("event-timezone"))
    """Time zone of the tz database, such as America/New_York."""

    slide_number: Optional[str] = field(default=None, metadata=wire("slide-number"))
    """Target slide, counted from 1; by default the last. A number beyond the last slide
    adds a slide, up to the ninth; beyond that, the object is left out and listed in
    `warnings`.
    """

    all_day_event: Optional[bool] = field(default=None, metadata=wire("all-day-event"))
    """Whether the event lasts from 00:00 UTC of the start date to 23:59 UTC of the end
    date.
    """


@dataclass
class SendsavedmmsRequest:
    """Sends a saved MMS template to one recipient (spec 4.4)."""

    mms_id: str = field(metadata=wire("mms-id"))
    """Id of the template, saved with an API key of the same account."""

    to: str = field(metadata=wire("to"))
    """Recipient's number with country code; must be in a country of the sender."""

    from_: str = field(metadata=wire("from"))
    """Short code, toll-free or 10DLC number with country code, provisioned to the
    account. Alphanumeric senders work only with carriers of certain countries, not
    in the USA.
    """

    to_displayonly: Optional[str] = field(default=None, metadata=wire("to-displayonly"))
    """Comma-separated numbers with country code, at most 100, shown as further
    recipients of a group. The message is delivered to `to` only.
    """

    campaign_ref: Optional[str] = field(default=None, metadata=wire("campaign-ref"))
    """Campaign that the recipient is subscribed to; mandatory if Enforce Campaign Check
    is on for the account.
    """

    message_subject: Optional[str] = field(
        default=None, metadata=wire("message-subject")
    )
    """Subject in place of the template's; at most 40 characters without Unicode have
    the best deliverability. The limit of 1,000 characters also applies after merge
    tags are replaced. NUL and lone surrogates are stripped.
    """

    fallback_sms_text: Optional[str] = field(
        default=None, metadata=wire("fallback-sms-text")
    )
    """Text of the fallback SMS in place of the template's; 20 to 110 characters have
    the best deliverability. Mandatory if `disable-fallback-sms` is false.
    """

    disable_fallback_sms: Optional[bool] = field(
        default=None, metadata=wire("disable-fallback-sms")
    )
    """Whether to disable the fallback SMS, which is sent if the MMS cannot be
    delivered.
    """

    disable_fallback_sms_link: Optional[bool] = field(
        default=None, metadata=wire("disable-fallback-sms-link")
    )
    """Whether to omit the link to the MMS content from the fallback SMS."""

    fallback_sms_link_expiration: Optional[str] = field(
        default=None, metadata=wire("fallback-sms-link-expiration")
    )
    """Expiry of the link in the fallback SMS, in ISO 8601. Default and maximum: 1 year
    from the request.
    """

    mms_expiry_timestamp: Optional[str] = field(
        default=None, metadata=wire("mms-expiry-timestamp")
    )
    """Time at which delivery attempts stop, in ISO 8601. Default and maximum: 3 days
    from the request.
    """

    force_send_as_sms: Optional[bool] = field(
        default=None, metadata=wire("force-send-as-sms")
    )
    """Whether to send an SMS, regardless of `disable-fallback-sms`. Without an operator
    id, the operator lookup is skipped, too. Refused for accounts that may not send
    fallback SMS.
    """

    smart_encoding: Optional[bool] = field(
        default=None, metadata=wire("smart-encoding")
    )
    """Whether quotation marks, dashes, spaces and ellipses of the SMS become plain ones
    if its whole text then is in the GSM alphabet; letters never change. Default: the
    account's `smart-encoding`.
    """

    operator_id: Optional[str] = field(default=None, metadata=wire("operator-id"))
    """Id of the recipient's operator; equivalent to `X-Service-Carrier-Id`."""

    client_reference: Optional[str] = field(
        default=None, metadata=wire("client-reference")
    )
    """Customer's own id of the transaction, returned in its postbacks."""

    custom_slides: Optional[Sequence[CustomSlide]] = field(
        default=None, metadata=wire("custom-slides", CustomSlide)
    )
    """Texts in place of those of the template's slides."""

    merge_tag_data: Optional[Mapping[str, str]] = field(
        default=None, metadata=wire("merge-tag-data")
    )
    """Values of the merge tags `{$variable|default}` by variable; names match in any
    letter case. A tag without a value takes its default, which may be empty. Tags
    are replaced in slide texts, the subject, the fallback text, image templates, and
    the texts of dynamic images, contacts and events, times included; inserted values
    are not scanned for tags. An object is checked with its tags replaced. A barcode,
    a text area or an entry of a contact's list of which they leave nothing is left
    out and listed in `warnings`.
    """

    dynamic_image: Optional[Sequence[DynamicImage]] = field(
        default=None, metadata=wire("dynamic-image", DynamicImage)
    )
    """Images drawn for this recipient. An image that cannot share its slide gets a
    slide of its own after it. Slides past the ninth are left out and listed in
    `warnings`.
    """

    dynamic_contact: Optional[Sequence[DynamicContact]] = field(
        default=None, metadata=wire("dynamic-contact", DynamicContact)
    )
    """Contacts generated for this recipient."""

    dynamic_calendar: Optional[Sequence[DynamicCalendar]] = field(
        default=None, metadata=wire("dynamic-calendar", DynamicCalendar)
    )
    """Calendar events generated for this recipient."""


@dataclass
class SendsavedmmsResponse:
    """Acceptance of an MMS."""

    status: str = field(metadata=wire("status"))
    """Success. Known values: `Success`."""

    mms_id: str = field(metadata=wire("mms-id"))
    """Id of the template."""

    tracking_id: str = field(metadata=wire("tracking-id"))
    """Id of the transaction, repeated in its postbacks."""

    to: str = field(metadata=wire("to"))
    """Recipient's number with country code."""

    from_: str = field(metadata=wire("from"))
    """Short code or number that the message is sent from."""

    status_details: str = field(metadata=wire("status-details"))
    """Result in words."""

    warnings: Optional[List[str]] = field(default=None, metadata=wire("warnings"))
    """Objects of the request, and slides past the ninth, that do not fit into the
    message and are left out; elements that are left out because their merge tags
    leave nothing of them; texts that do not lie inside their image. Absent if there
    are none.
    """


@dataclass
class SendsmsRequest:
    """Sends an SMS (spec 4.5)."""

    message_text: str = field(metadata=wire("message-text"))
    """Text of the SMS. Up to 160 characters of the GSM alphabet, or 70 of Unicode, make
    one message; longer text is sent and billed as several, at most 255.
    """

    to: str = field(metadata=wire("to"))
    """Recipient's number with country code."""

    from_: str = field(metadata=wire("from"))
    """Short code, toll-free or 10DLC number with country code, provisioned to the
    account. Alphanumeric senders work only with carriers of certain countries, not
    in the USA.
    """

    campaign_ref: Optional[str] = field(default=None, metadata=wire("campaign-ref"))
    """Campaign that the recipient is subscribed to; mandatory if Enforce Campaign Check
    is on for the account.
    """

    operator_id: Optional[str] = field(default=None, metadata=wire("operator-id"))
    """Id of the recipient's operator; equivalent to `X-Service-Carrier-Id`."""

    click_tracking: Optional[bool] = field(
        default=None, metadata=wire("click-tracking")
    )
    """Whether to replace each link with a short one that counts clicks."""

    smart_encoding: Optional[bool] = field(
        default=None, metadata=wire("smart-encoding")
    )
    """Whether quotation marks, dashes, spaces and ellipses of the SMS become plain ones
    if its whole text then is in the GSM alphabet; letters never change. Default: the
    account's `smart-encoding`.
    """


@dataclass
class SendsmsResponse:
    """Acceptance of an SMS."""

    status: str = field(metadata=wire("status"))
    """Success. Known values: `Success`."""

    tracking_id: str = field(metadata=wire("tracking-id"))
    """Id of the transaction, repeated in its postbacks."""

    to: str = field(metadata=wire("to"))
    """Recipient's number with country code."""

    from_: str = field(metadata=wire("from"))
    """Short code or number that the message is sent from."""

    segments: int = field(metadata=wire("segments"))
    """Number of messages that the text is sent and billed as. A single one holds 160
    characters of the GSM alphabet (those of its extension table count twice) or 70
    of Unicode; one of several holds 153 or 67.
    """

    status_details: str = field(metadata=wire("status-details"))
    """Result in words."""


@dataclass
class CreateimageRequest:
    """Draws a JPEG of a background, a barcode and texts, at least one of them (spec
    4.6, 2.6). It has the size of the background; without one, that of the drawing,
    on white.
    """

    background_image_url: Optional[str] = field(
        default=None, metadata=wire("background-image-url")
    )
    """URL of an existing JPEG; 640×1138 pixels and 200 KB are recommended."""

    add_barcode: Optional[YesNo] = field(default=None, metadata=wire("add-barcode"))
    """Whether to draw the following object: `yes` makes it mandatory, `no` ignores it.
    By default it is drawn if present.
    """

    barcode: Optional[Barcode] = field(default=None, metadata=wire("barcode", Barcode))
    """Barcode (spec 2.4), as large as its box allows, with the quiet zone that its
    symbology requires. Its text has the foreground colour. A box that does not lie
    inside the background, turned as it is, is refused with E1507.
    """

    add_text_area: Optional[YesNo] = field(default=None, metadata=wire("add-text-area"))
    """Whether to draw the following object: `yes` makes it mandatory, `no` ignores it.
    By default it is drawn if present.
    """

    text_area: Optional[Mapping[str, TextArea]] = field(
        default=None, metadata=wire("text-area", TextArea, is_map=True)
    )
    """Text areas under the keys `text-area-1` to `text-area-8` (spec 2.5)."""


@dataclass
class CreatecontactRequest:
    """Generates a vCard file (spec 4.7, 2.7)."""

    name: ContactName = field(metadata=wire("name", ContactName))
    """First name, last name or both, with letters, digits, spaces and periods only."""

    organization: Optional[str] = field(default=None, metadata=wire("organization"))
    """Organisation that the person works for."""

    title: Optional[str] = field(default=None, metadata=wire("title"))
    """Position of the person."""

    photo_url: Optional[str] = field(default=None, metadata=wire("photo-url"))
    """URL of a GIF, JPEG or PNG image."""

    note: Optional[str] = field(default=None, metadata=wire("note"))
    """Free-text note."""

    phone: Optional[Sequence[ContactPhone]] = field(
        default=None, metadata=wire("phone", ContactPhone)
    )
    """Telephone numbers; those after the fourth are ignored."""

    email: Optional[Sequence[ContactEmail]] = field(
        default=None, metadata=wire("email", ContactEmail)
    )
    """E-mail addresses; those after the fourth are ignored."""

    physical_address: Optional[Sequence[ContactAddress]] = field(
        default=None, metadata=wire("physical-address", ContactAddress)
    )
    """Postal addresses; those after the fourth are ignored."""

    website: Optional[Sequence[ContactWebsite]] = field(
        default=None, metadata=wire("website", ContactWebsite)
    )
    """Websites; those after the fourth are ignored."""


@dataclass
class CreatecalendarRequest:
    """Generates an iCalendar file (spec 4.8, 2.8)."""

    event_title: str = field(metadata=wire("event-title"))
    """Title of the event."""

    event_description: str = field(metadata=wire("event-description"))
    """Description of the event."""

    event_location: str = field(metadata=wire("event-location"))
    """Location of the event."""

    event_start_datetime: str = field(metadata=wire("event-start-datetime"))
    """Start in ISO 8601, local to `event-timezone`; a time zone designator is ignored.
    """

    event_end_datetime: str = field(metadata=wire("event-end-datetime"))
    """End in ISO 8601, local to `event-timezone`; a time zone designator is ignored."""

    event_timezone: str = field(metadata=wire("event-timezone"))
    """Time zone of the tz database, such as America/New_York."""

    all_day_event: Optional[bool] = field(default=None, metadata=wire("all-day-event"))
    """Whether the event lasts from 00:00 UTC of the start date to 23:59 UTC of the end
    date.
    """


@dataclass
class PostbackN101:
    """MMS sent: the service has begun to process it (spec 6.2)."""

    origin: str = field(metadata=wire("origin"))
    """Kind of traffic. Known values: `MMS_MT`."""

    code: str = field(metadata=wire("code"))
    """Event code. Known values: `N101`."""

    sent_as: str = field(metadata=wire("sent-as"))
    """Form in which the message was sent; SMS is the fallback. Known values: `MMS`,
    `SMS`.
    """

    status: str = field(metadata=wire("status"))
    """Status of the message. Known values: `Sent`."""

    status_details: str = field(metadata=wire("status-details"))
    """Status in words. Known values: `Message Sent`."""

    from_: str = field(metadata=wire("from"))
    """Short code or number that the message is sent from."""

    to: str = field(metadata=wire("to"))
    """Recipient's number with country code."""

    tracking_id: str = field(metadata=wire("tracking-id"))
    """Id of the transaction, repeated in its postbacks."""

    timestamp: str = field(metadata=wire("timestamp"))
    """Time in ISO 8601 with microseconds and offset."""

    mms_id: Optional[str] = field(default=None, metadata=wire("mms-id"))
    """Id of the template."""

    client_reference: Optional[str] = field(
        default=None, metadata=wire("client-reference")
    )
    """`client-reference` of the request, if given."""

    campaign_ref: Optional[str] = field(default=None, metadata=wire("campaign-ref"))
    """`campaign-ref` of the request, if given."""


@dataclass
class PostbackN102:
    """MMS delivered (spec 6.2)."""

    origin: str = field(metadata=wire("origin"))
    """Kind of traffic. Known values: `MMS_MT`."""

    code: str = field(metadata=wire("code"))
    """Event code. Known values: `N102`."""

    sent_as: str = field(metadata=wire("sent-as"))
    """Form in which the message was sent; SMS is the fallback. Known values: `MMS`,
    `SMS`.
    """

    status: str = field(metadata=wire("status"))
    """Status of the message. Known values: `Delivered`."""

    status_details: str = field(metadata=wire("status-details"))
    """Status in words. Known values: `Message Delivered`."""

    from_: str = field(metadata=wire("from"))
    """Short code or number that the message is sent from."""

    to: str = field(metadata=wire("to"))
    """Recipient's number with country code."""

    tracking_id: str = field(metadata=wire("tracking-id"))
    """Id of the transaction, repeated in its postbacks."""

    timestamp: str = field(metadata=wire("timestamp"))
    """Time in ISO 8601 with microseconds and offset."""

    mms_id: Optional[str] = field(default=None, metadata=wire("mms-id"))
    """Id of the template."""

    client_reference: Optional[str] = field(
        default=None, metadata=wire("client-reference")
    )
    """`client-reference` of the request, if given."""

    handset: Optional[str] = field(default=None, metadata=wire("handset"))
    """Handset, if the carrier reports it."""

    campaign_ref: Optional[str] = field(default=None, metadata=wire("campaign-ref"))
    """`campaign-ref` of the request, if given."""


@dataclass
class PostbackN103:
    """MMS expired (spec 6.2)."""

    origin: str = field(metadata=wire("origin"))
    """Kind of traffic. Known values: `MMS_MT`."""

    code: str = field(metadata=wire("code"))
    """Event code. Known values: `N103`."""

    sent_as: str = field(metadata=wire("sent-as"))
    """Form in which the message was sent; SMS is the fallback. Known values: `MMS`,
    `SMS`.
    """

    status: str = field(metadata=wire("status"))
    """Status of the message. Known values: `Expired`."""

    status_details: str = field(metadata=wire("status-details"))
    """Status in words. Known values: `Message Expired`."""

    from_: str = field(metadata=wire("from"))
    """Short code or number that the message is sent from."""

    to: str = field(metadata=wire("to"))
    """Recipient's number with country code."""

    tracking_id: str = field(metadata=wire("tracking-id"))
    """Id of the transaction, repeated in its postbacks."""

    timestamp: str = field(metadata=wire("timestamp"))
    """Time in ISO 8601 with microseconds and offset."""

    mms_id: Optional[str] = field(default=None, metadata=wire("mms-id"))
    """Id of the template."""

    client_reference: Optional[str] = field(
        default=None, metadata=wire("client-reference")
    )
    """`client-reference` of the request, if given."""

    campaign_ref: Optional[str] = field(default=None, metadata=wire("campaign-ref"))
    """`campaign-ref` of the request, if given."""


@dataclass
class PostbackE101:
    """MMS failed (spec 6.2)."""

    origin: str = field(metadata=wire("origin"))
    """Kind of traffic. Known values: `MMS_MT`."""

    code: str = field(metadata=wire("code"))
    """Event code. Known values: `E101`."""

    sent_as: str = field(metadata=wire("sent-as"))
    """Form in which the message was sent; SMS is the fallback. Known values: `MMS`,
    `SMS`.
    """

    status: str = field(metadata=wire("status"))
    """Status of the message. Known values: `Failed`."""

    status_details: str = field(metadata=wire("status-details"))
    """Reason for the failure. `MMS is too big` occurs only if the fallback SMS is
    disabled. Known values: `MMS is too big`, `No way to send MMS or SMS`, `Internal
    Routing Error`, `Content Validation Failed`, `Audio or Video Transcoding Failed`.
    """

    from_: str = field(metadata=wire("from"))
    """Short code or number that the message is sent from."""

    to: str = field(metadata=wire("to"))
    """Recipient's number with country code."""

    tracking_id: str = field(metadata=wire("tracking-id"))
    """Id of the transaction, repeated in its postbacks."""

    timestamp: str = field(metadata=wire("timestamp"))
    """Time in ISO 8601 with microseconds and offset."""

    mms_id: Optional[str] = field(default=None, metadata=wire("mms-id"))
    """Id of the template."""

    client_reference: Optional[str] = field(
        default=None, metadata=wire("client-reference")
    )
    """`client-reference` of the request, if given."""

    campaign_ref: Optional[str] = field(default=None, metadata=wire("campaign-ref"))
    """`campaign-ref` of the request, if given."""


@dataclass
class PostbackE102:
    """MMS rejected or unrecognised (spec 6.2)."""

    origin: str = field(metadata=wire("origin"))
    """Kind of traffic. Known values: `MMS_MT`."""

    code: str = field(metadata=wire("code"))
    """Event code. Known values: `E102`."""

    sent_as: str = field(metadata=wire("sent-as"))
    """Form in which the message was sent; SMS is the fallback. Known values: `MMS`,
    `SMS`.
    """

    status: str = field(metadata=wire("status"))
    """Status of the message. Known values: `Rejected`, `Unrecognised`."""

    status_details: str = field(metadata=wire("status-details"))
    """Reason for the rejection; `<number>:Exception` for Unrecognised."""

    from_: str = field(metadata=wire("from"))
    """Short code or number that the message is sent from."""

    to: str = field(metadata=wire("to"))
    """Recipient's number with country code."""

    tracking_id: str = field(metadata=wire("tracking-id"))
    """Id of the transaction, repeated in its postbacks."""

    timestamp: str = field(metadata=wire("timestamp"))
    """Time in ISO 8601 with microseconds and offset."""

    mms_id: Optional[str] = field(default=None, metadata=wire("mms-id"))
    """Id of the template."""

    client_reference: Optional[str] = field(
        default=None, metadata=wire("client-reference")
    )
    """`client-reference` of the request, if given."""

    campaign_ref: Optional[str] = field(default=None, metadata=wire("campaign-ref"))
    """`campaign-ref` of the request, if given."""


@dataclass
class PostbackN003:
    """Template ready to send (spec 6.3)."""

    origin: str = field(metadata=wire("origin"))
    """Kind of traffic. Known values: `MMS_MT`."""

    code: str = field(metadata=wire("code"))
    """Event code. Known values: `N003`."""

    mms_id: str = field(metadata=wire("mms-id"))
    """Id of the template."""

    tracking_id: str = field(metadata=wire("tracking-id"))
    """Id of the transaction, repeated in its postbacks."""

    timestamp: str = field(metadata=wire("timestamp"))
    """Time in ISO 8601 with microseconds and offset."""

    client_reference: Optional[str] = field(
        default=None, metadata=wire("client-reference")
    )
    """`client-reference` of the request, if given."""


@dataclass
class PostbackE002:
    """Audio of a template not transcoded (spec 6.3)."""

    origin: str = field(metadata=wire("origin"))
    """Kind of traffic. Known values: `MMS_MT`."""

    code: str = field(metadata=wire("code"))
    """Event code. Known values: `E002`."""

    mmsid: str = field(metadata=wire("mmsid"))
    """Id of the template."""

    trackingid: str = field(metadata=wire("trackingid"))
    """Id of the transaction, repeated in its postbacks."""

    audioname: str = field(metadata=wire("audioname"))
    """URL of the file, as given in the request."""

    client_reference: Optional[str] = field(
        default=None, metadata=wire("client-reference")
    )
    """`client-reference` of the request, if given."""


@dataclass
class PostbackE003:
    """Video of a template not transcoded (spec 6.3)."""

    origin: str = field(metadata=wire("origin"))
    """Kind of traffic. Known values: `MMS_MT`."""

    code: str = field(metadata=wire("code"))
    """Event code. Known values: `E003`."""

    mms_id: str = field(metadata=wire("mms-id"))
    """Id of the template."""

    trackingid: str = field(metadata=wire("trackingid"))
    """Id of the transaction, repeated in its postbacks."""

    videoname: str = field(metadata=wire("videoname"))
    """URL of the file, as given in the request."""

    client_reference: Optional[str] = field(
        default=None, metadata=wire("client-reference")
    )
    """`client-reference` of the request, if given."""


@dataclass
class PostbackE004:
    """Image of a template not transcoded (spec 6.3)."""

    origin: str = field(metadata=wire("origin"))
    """Kind of traffic. Known values: `MMS_MT`."""

    code: str = field(metadata=wire("code"))
    """Event code. Known values: `E004`."""

    mmsid: str = field(metadata=wire("mmsid"))
    """Id of the template."""

    trackingid: str = field(metadata=wire("trackingid"))
    """Id of the transaction, repeated in its postbacks."""

    imagename: str = field(metadata=wire("imagename"))
    """URL of the file, as given in the request."""

    client_reference: Optional[str] = field(
        default=None, metadata=wire("client-reference")
    )
    """`client-reference` of the request, if given."""


@dataclass
class PostbackN013:
    """Content of a message transcoded, and sending triggered (spec 6.3)."""

    origin: str = field(metadata=wire("origin"))
    """Kind of traffic. Known values: `MMS_MT`."""

    code: str = field(metadata=wire("code"))
    """Event code. Known values: `N013`."""

    tracking_id: str = field(metadata=wire("tracking-id"))
    """Id of the transaction, repeated in its postbacks."""

    timestamp: str = field(metadata=wire("timestamp"))
    """Time in ISO 8601 with microseconds and offset."""

    mms_id: Optional[str] = field(default=None, metadata=wire("mms-id"))
    """Id of the template."""

    client_reference: Optional[str] = field(
        default=None, metadata=wire("client-reference")
    )
    """`client-reference` of the request, if given."""


@dataclass
class PostbackE011:
    """Content failed validation (spec 6.3)."""

    origin: str = field(metadata=wire("origin"))
    """Kind of traffic. Known values: `MMS_MT`."""

    code: str = field(metadata=wire("code"))
    """Event code. Known values: `E011`."""

    tracking_id: str = field(metadata=wire("tracking-id"))
    """Id of the transaction, repeated in its postbacks."""

    content_type: str = field(metadata=wire("content-type"))
    """Kind of content."""

    content_name: str = field(metadata=wire("content-name"))
    """URL of the file, as given in the request."""

    error_info: str = field(metadata=wire("error-info"))
    """Reason."""

    client_reference: Optional[str] = field(
        default=None, metadata=wire("client-reference")
    )
    """`client-reference` of the request, if given."""


@dataclass
class PostbackE012:
    """Audio of a message not transcoded, and sending not triggered (spec 6.3)."""

    origin: str = field(metadata=wire("origin"))
    """Kind of traffic. Known values: `MMS_MT`."""

    code: str = field(metadata=wire("code"))
    """Event code. Known values: `E012`."""

    tracking_id: str = field(metadata=wire("tracking-id"))
    """Id of the transaction, repeated in its postbacks."""

    audio_name: str = field(metadata=wire("audio-name"))
    """URL of the file, as given in the request."""

    error_info: str = field(metadata=wire("error-info"))
    """Reason."""

    client_reference: Optional[str] = field(
        default=None, metadata=wire("client-reference")
    )
    """`client-reference` of the request, if given."""


@dataclass
class PostbackE013:
    """Video of a message not transcoded, and sending not triggered (spec 6.3)."""

    origin: str = field(metadata=wire("origin"))
    """Kind of traffic. Known values: `MMS_MT`."""

    code: str = field(metadata=wire("code"))
    """Event code. Known values: `E013`."""

    tracking_id: str = field(metadata=wire("tracking-id"))
    """Id of the transaction, repeated in its postbacks."""

    video_name: str = field(metadata=wire("video-name"))
    """URL of the file, as given in the request."""

    error_info: str = field(metadata=wire("error-info"))
    """Reason."""

    client_reference: Optional[str] = field(
        default=None, metadata=wire("client-reference")
    )
    """`client-reference` of the request, if given."""


@dataclass
class InboundFile:
    """File of an MMS from an end user."""

    file: str = field(metadata=wire("file"))
    """URL of a picture, video, audio, text or SMIL file."""


@dataclass
class PostbackN401:
    """MMS from an end user (spec 6.4)."""

    origin: str = field(metadata=wire("origin"))
    """Kind of traffic. Known values: `MMS_MO`."""

    code: str = field(metadata=wire("code"))
    """Event code. Known values: `N401`."""

    from_: str = field(metadata=wire("from"))
    """Number of the end user with country code. A sender that is no international
    number is as the carrier spells it: a name, a short code, a national number, or
    empty.
    """

    to: str = field(metadata=wire("to"))
    """Short code or number that the message was sent to."""

    message_subject: str = field(metadata=wire("message-subject"))
    """Subject of the MMS; may be empty."""

    tracking_id: str = field(metadata=wire("tracking-id"))
    """Id of the transaction, repeated in its postbacks."""

    timestamp: str = field(metadata=wire("timestamp"))
    """Time in ISO 8601 with microseconds and offset."""

    content: List[InboundFile] = field(metadata=wire("content", InboundFile))
    """Files of the MMS."""


@dataclass
class PostbackN201:
    """SMS sent (spec 6.5)."""

    origin: str = field(metadata=wire("origin"))
    """Kind of traffic. Known values: `SMS_MT`."""

    code: str = field(metadata=wire("code"))
    """Event code. Known values: `N201`."""

    sent_as: str = field(metadata=wire("sent-as"))
    """Always SMS. Known values: `SMS`."""

    status: str = field(metadata=wire("status"))
    """Status of the message. Known values: `Sent`."""

    from_: str = field(metadata=wire("from"))
    """Short code or number that the message is sent from."""

    to: str = field(metadata=wire("to"))
    """Recipient's number with country code."""

    timestamp: str = field(metadata=wire("timestamp"))
    """Time in ISO 8601 with microseconds and offset."""

    tracking_id: str = field(metadata=wire("tracking-id"))
    """Id of the transaction, repeated in its postbacks."""

    campaign_ref: Optional[str] = field(default=None, metadata=wire("campaign-ref"))
    """`campaign-ref` of the request, if given."""


@dataclass
class PostbackN202:
    """SMS delivered (spec 6.5)."""

    origin: str = field(metadata=wire("origin"))
    """Kind of traffic. Known values: `SMS_MT`."""

    code: str = field(metadata=wire("code"))
    """Event code. Known values: `N202`."""

    sent_as: str = field(metadata=wire("sent-as"))
    """Always SMS. Known values: `SMS`."""

    status: str = field(metadata=wire("status"))
    """Status of the message. Known values: `Delivered`."""

    from_: str = field(metadata=wire("from"))
    """Short code or number that the message is sent from."""

    to: str = field(metadata=wire("to"))
    """Recipient's number with country code."""

    timestamp: str = field(metadata=wire("timestamp"))
    """Time in ISO 8601 with microseconds and offset."""

    tracking_id: str = field(metadata=wire("tracking-id"))
    """Id of the transaction, repeated in its postbacks."""

    campaign_ref: Optional[str] = field(default=None, metadata=wire("campaign-ref"))
    """`campaign-ref` of the request, if given."""


@dataclass
class PostbackE201:
    """SMS failed (spec 6.5)."""

    origin: str = field(metadata=wire("origin"))
    """Kind of traffic. Known values: `SMS_MT`."""

    code: str = field(metadata=wire("code"))
    """Event code. Known values: `E201`."""

    sent_as: str = field(metadata=wire("sent-as"))
    """Always SMS. Known values: `SMS`."""

    status: str = field(metadata=wire("status"))
    """Status of the message. Known values: `Failed`."""

    from_: str = field(metadata=wire("from"))
    """Short code or number that the message is sent from."""

    to: str = field(metadata=wire("to"))
    """Recipient's number with country code."""

    timestamp: str = field(metadata=wire("timestamp"))
    """Time in ISO 8601 with microseconds and offset."""

    tracking_id: str = field(metadata=wire("tracking-id"))
    """Id of the transaction, repeated in its postbacks."""

    campaign_ref: Optional[str] = field(default=None, metadata=wire("campaign-ref"))
    """`campaign-ref` of the request, if given."""


@dataclass
class PostbackE202:
    """SMS rejected (spec 6.5)."""

    origin: str = field(metadata=wire("origin"))
    """Kind of traffic. Known values: `SMS_MT`."""

    code: str = field(metadata=wire("code"))
    """Event code. Known values: `E202`."""

    sent_as: str = field(metadata=wire("sent-as"))
    """Always SMS. Known values: `SMS`."""

    status: str = field(metadata=wire("status"))
    """Status of the message. Known values: `Rejected`."""

    from_: str = field(metadata=wire("from"))
    """Short code or number that the message is sent from."""

    to: str = field(metadata=wire("to"))
    """Recipient's number with country code."""

    timestamp: str = field(metadata=wire("timestamp"))
    """Time in ISO 8601 with microseconds and offset."""

    tracking_id: str = field(metadata=wire("tracking-id"))
    """Id of the transaction, repeated in its postbacks."""

    campaign_ref: Optional[str] = field(default=None, metadata=wire("campaign-ref"))
    """`campaign-ref` of the request, if given."""


@dataclass
class PostbackN211:
    """SMS from an end user (spec 6.6)."""

    origin: str = field(metadata=wire("origin"))
    """Kind of traffic. Known values: `SMS_MO`."""

    code: str = field(metadata=wire("code"))
    """Event code. Known values: `N211`."""

    from_: str = field(metadata=wire("from"))
    """Number of the end user with country code. A sender that is no international
    number is as the carrier spells it: a name, a short code, a national number, or
    empty.
    """

    to: str = field(metadata=wire("to"))
    """Short code or number that the message was sent to."""

    message_text: str = field(metadata=wire("message-text"))
    """Text of the SMS."""

    timestamp: str = field(metadata=wire("timestamp"))
    """Time in ISO 8601 with microseconds and offset."""

    tracking_id: str = field(metadata=wire("tracking-id"))
    """Id of the transaction, repeated in its postbacks."""


KnownPostback = Union[
    PostbackN101,
    PostbackN102,
    PostbackN103,
    PostbackE101,
    PostbackE102,
    PostbackN003,
    PostbackE002,
    PostbackE003,
    PostbackE004,
    PostbackN013,
    PostbackE011,
    PostbackE012,
    PostbackE013,
    PostbackN401,
    PostbackN201,
    PostbackN202,
    PostbackE201,
    PostbackE202,
    PostbackN211,
]
"""Postback with a code that this version knows."""

POSTBACKS: Dict[str, type] = {
    "N101": PostbackN101,
    "N102": PostbackN102,
    "N103": PostbackN103,
    "E101": PostbackE101,
    "E102": PostbackE102,
    "N003": PostbackN003,
    "E002": PostbackE002,
    "E003": PostbackE003,
    "E004": PostbackE004,
    "N013": PostbackN013,
    "E011": PostbackE011,
    "E012": PostbackE012,
    "E013": PostbackE013,
    "N401": PostbackN401,
    "N201": PostbackN201,
    "N202": PostbackN202,
    "E201": PostbackE201,
    "E202": PostbackE202,
    "N211": PostbackN211,
}


class Client(Transport):
    """Client of a slidepost service, with the API key of one account."""

    def savemms(
        self,
        request: SavemmsRequest,
        *,
        idempotency_key: Optional[str] = None,
        operator_id: Optional[str] = None,
    ) -> SavemmsResponse:
        """Saves an MMS template and transcodes its content (spec 4.3)."""
        return self._post_for_object(
            "savemms", request, SavemmsResponse, idempotency_key, operator_id
        )

    def sendsavedmms(
        self,
        request: SendsavedmmsRequest,
        *,
        idempotency_key: Optional[str] = None,
        operator_id: Optional[str] = None,
    ) -> SendsavedmmsResponse:
        """Sends a saved MMS template to one recipient (spec 4.4)."""
        return self._post_for_object(
            "sendsavedmms", request, SendsavedmmsResponse, idempotency_key, operator_id
        )

    def sendsms(
        self,
        request: SendsmsRequest,
        *,
        idempotency_key: Optional[str] = None,
        operator_id: Optional[str] = None,
    ) -> SendsmsResponse:
        """Sends an SMS (spec 4.5)."""
        return self._post_for_object(
            "sendsms", request, SendsmsResponse, idempotency_key, operator_id
        )

    def createimage(
        self,
        request: CreateimageRequest,
        *,
        idempotency_key: Optional[str] = None,
        operator_id: Optional[str] = None,
    ) -> FileResponse:
        """Draws a JPEG of a background, a barcode and texts, at least one of them (spec
        4.6, 2.6). It has the size of the background; without one, that of the
        drawing, on white.
        """
        return self._post_for_file("createimage", request, idempotency_key, operator_id)

    def createcontact(
        self,
        request: CreatecontactRequest,
        *,
        idempotency_key: Optional[str] = None,
        operator_id: Optional[str] = None,
    ) -> FileResponse:
        """Generates a vCard file (spec 4.7, 2.7)."""
        return self._post_for_file("createcontact", request, idempotency_key, operator_id)

    def createcalendar(
        self,
        request: CreatecalendarRequest,
        *,
        idempotency_key: Optional[str] = None,
        operator_id: Optional[str] = None,
    ) -> FileResponse:
        """Generates an iCalendar file (spec 4.8, 2.8)."""
        return self._post_for_file("createcalendar", request, idempotency_key, operator_id)
