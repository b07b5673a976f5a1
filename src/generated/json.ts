// deno-lint-ignore-file
// Written by `deno task generate` from openapi.yaml. Edit that, not this.
/** JSON door: request validators and response types of the actions (spec 4.2 to 4.8, contract section 9). */
import { z } from "zod";
import { type Action, ACTIONS } from "./actions.ts";
import {
  anyCase,
  atMost,
  atMostFields,
  choice,
  codedFault,
  entries,
  type Faults,
  fields,
  firstFew,
  firstOf,
  flag,
  integer,
  type RequestFault,
  strippedText,
  text,
  type Validated,
  validated,
  validText,
} from "../schema/validators.ts";

export type { RequestFault };

export { type Action, ACTIONS };

/** Whether to disable the fallback SMS, which is sent if the MMS cannot be delivered. */
export const DisableFallbackSms = flag();
export type DisableFallbackSms = z.output<typeof DisableFallbackSms>;

/** Whether to omit the link to the MMS content from the fallback SMS. */
export const DisableFallbackSmsLink = flag();
export type DisableFallbackSmsLink = z.output<typeof DisableFallbackSmsLink>;

/** Customer's own id of the transaction, returned in its postbacks. */
export const ClientReference = text(z.string().check(atMost(64)));
export type ClientReference = z.output<typeof ClientReference>;

/** URL of an existing JPEG; 640×1138 pixels and 200 KB are recommended. */
export const BackgroundImageUrl = text(z.string().check(atMost(2048)));
export type BackgroundImageUrl = z.output<typeof BackgroundImageUrl>;

/**
 * Whether to draw the following object: `yes` makes it mandatory, `no` ignores it. By default
 * it is drawn if present.
 */
export const YesNo = anyCase(["yes", "no"]);
export type YesNo = z.output<typeof YesNo>;

/** Position, in pixels. */
export const Position = text(z.string().regex(/^[0-9]{1,5}$/u, "must be a whole number of pixels"));
export type Position = z.output<typeof Position>;

/** Size, in pixels. */
export const Pixels = text(z.string().regex(/^[0-9]{1,5}$/u, "must be a whole number of pixels"));
export type Pixels = z.output<typeof Pixels>;

/** Colour as hexadecimal red, green and blue. */
export const Colour = text(
  z.string().regex(/^#[0-9A-Fa-f]{6}$/u, "must be a colour such as #cc0000"),
);
export type Colour = z.output<typeof Colour>;

/** Typeface, in any letter case. */
export const Font = anyCase(["Arvo", "Arial", "ArialMT", "OpenSans", "LiberationSans", "Ubuntu"]);
export type Font = z.output<typeof Font>;

/**
 * Barcode (spec 2.4), as large as its box allows, with the quiet zone that its symbology
 * requires. Its text has the foreground colour. A box that does not lie inside the background,
 * turned as it is, is refused with E1507.
 */
export const Barcode = fields({
  "id": text(z.string().check(atMost(7089))).optional(),
  "position-x": Position.optional(),
  "position-y": Position.optional(),
  "width": Pixels.optional(),
  "height": Pixels.optional(),
  "foreground-color": Colour.optional(),
  "background-color": Colour.optional(),
  "border-width": Pixels.optional(),
  "type": anyCase([
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
  ]).optional(),
  "hide-text": flag().optional(),
  "transparent": flag().optional(),
  "font": Font.optional(),
  "font-size": Pixels.optional(),
  "alignment": anyCase(["Left", "Center", "Right"]).optional(),
  "rotate": choice(["0", "90", "180", "270"]).optional(),
}, {
  "blank": [
    "position-x",
    "position-y",
    "width",
    "height",
    "foreground-color",
    "background-color",
    "border-width",
    "type",
    "font",
    "font-size",
    "alignment",
    "rotate",
  ],
});
export type Barcode = z.output<typeof Barcode>;

/** Text on an image (spec 2.5). */
export const TextArea = fields({
  "text": text(z.string().check(atMost(1000))).optional(),
  "position-x": Position.optional(),
  "position-y": Position.optional(),
  "font": Font.optional(),
  "font-size": Pixels.optional(),
  "font-color": Colour.optional(),
  "width": text(z.string().regex(/^[0-9]{1,5}$/u, "must be a whole number of pixels")).optional(),
}, { "blank": ["position-x", "position-y", "font", "font-size", "font-color", "width"] });
export type TextArea = z.output<typeof TextArea>;

/** Text areas under the keys `text-area-1` to `text-area-8` (spec 2.5). */
export const TextAreas = atMostFields(
  8,
  entries(
    z.record(
      z.string().regex(/^text-area-[1-8]$/u, "must have only the keys text-area-1 to text-area-8")
        .check(validText),
      TextArea,
    ),
  ),
);
export type TextAreas = z.output<typeof TextAreas>;

/**
 * A file by its `url`; without one, an image template (spec 4.4, rule 3): the fields of
 * `createimage`, with merge tags in the barcode's `id` and in the texts. It is drawn for each
 * recipient; an element whose tag has no value stays blank.
 */
export const ImageFile = fields({
  "url": text(z.string().min(1).check(atMost(2048))).optional(),
  "background-image-url": BackgroundImageUrl.optional(),
  "add-barcode": YesNo.optional(),
  "barcode": Barcode.optional(),
  "add-text-area": YesNo.optional(),
  "text-area": TextAreas.optional(),
}, {
  "blank": ["add-barcode", "add-text-area"],
  "unless": { "barcode": "add-barcode", "text-area": "add-text-area" },
});
export type ImageFile = z.output<typeof ImageFile>;

/** An image, or several, of which the first is used; an empty list is no image. */
export const ImageContent = firstOf(ImageFile);
export type ImageContent = z.output<typeof ImageContent>;

/** File by its `url`. */
export const ContentFile = fields({ "url": text(z.string().min(1).check(atMost(2048))) });
export type ContentFile = z.output<typeof ContentFile>;

/** A file, or several, of which the first is used; an empty list is no file. */
export const Content = firstOf(ContentFile);
export type Content = z.output<typeof Content>;

/**
 * Slide with content of one kind, text, or both (spec 2.3). An image can be combined with
 * audio, but not with video; audio and video exclude each other; contact, calendar, PDF and
 * Excel files can be combined with text only.
 */
export const Slide = fields({
  "image": ImageContent.optional(),
  "audio": Content.optional(),
  "video": Content.optional(),
  "contact": Content.optional(),
  "calendar": Content.optional(),
  "pdf": Content.optional(),
  "ms-excel": Content.optional(),
  "message-text": text(z.string().check(atMost(5000))).optional(),
});
export type Slide = z.output<typeof Slide>;

/** Recipient's number with country code. */
export const RequestTo = text(z.string().min(1).check(atMost(64)));
export type RequestTo = z.output<typeof RequestTo>;

/**
 * Comma-separated numbers with country code, at most 100, shown as further recipients of a
 * group. The message is delivered to `to` only.
 */
export const ToDisplayOnly = text(z.string().check(atMost(4000)));
export type ToDisplayOnly = z.output<typeof ToDisplayOnly>;

/**
 * Short code, toll-free or 10DLC number with country code, provisioned to the account; or
 * `pool:` and the name of a pool, of which a sender is chosen. Alphanumeric senders work only
 * with carriers of certain countries, not in the USA.
 */
export const SendFrom = text(z.string().min(1).check(atMost(64)));
export type SendFrom = z.output<typeof SendFrom>;

/**
 * Campaign that the recipient is subscribed to; mandatory if Enforce Campaign Check is on for
 * the account.
 */
export const RequestCampaignRef = text(z.string().check(atMost(200)));
export type RequestCampaignRef = z.output<typeof RequestCampaignRef>;

/**
 * Expiry of the link in the fallback SMS, in ISO 8601. Default and maximum: 1 year from
 * the request.
 */
export const FallbackSmsLinkExpiration = text(z.string().check(atMost(64)));
export type FallbackSmsLinkExpiration = z.output<typeof FallbackSmsLinkExpiration>;

/**
 * Time at which delivery attempts stop, in ISO 8601. Default and maximum: 3 days from the
 * request.
 */
export const MmsExpiryTimestamp = text(z.string().check(atMost(64)));
export type MmsExpiryTimestamp = z.output<typeof MmsExpiryTimestamp>;

/**
 * Whether to send an SMS, regardless of `disable-fallback-sms`. Without an operator id,
 * the operator lookup is skipped, too. Refused for accounts that may not send fallback
 * SMS.
 */
export const ForceSendAsSms = flag();
export type ForceSendAsSms = z.output<typeof ForceSendAsSms>;

/**
 * Whether quotation marks, dashes, spaces and ellipses of the SMS become plain ones if its
 * whole text then is in the GSM alphabet; letters never change. Default: the account's
 * `smart-encoding`.
 */
export const RequestSmartEncoding = flag();
export type RequestSmartEncoding = z.output<typeof RequestSmartEncoding>;

/** Id of the recipient's operator; equivalent to `X-Service-Carrier-Id`. */
export const RequestOperatorId = text(z.string().check(atMost(40)));
export type RequestOperatorId = z.output<typeof RequestOperatorId>;

/**
 * URL that the postbacks of this message are posted to in place of the account's postback URL,
 * signed with the same secret.
 */
export const StatusCallback = text(z.string().min(1).check(atMost(2000)));
export type StatusCallback = z.output<typeof StatusCallback>;

/**
 * Time before which the message is not sent, in ISO 8601, at most 35 days ahead; one that is up
 * to a minute past is now. Blocks and the account are looked at again then, and its first
 * postback follows.
 */
export const SendAt = text(z.string().min(1).check(atMost(64)));
export type SendAt = z.output<typeof SendAt>;

/**
 * Another name of `mms-expiry-timestamp`; a request has one of the two. It must be after
 * `send-at` and after the delivery window first opens.
 */
export const MmsValidUntil = text(z.string().min(1).check(atMost(64)));
export type MmsValidUntil = z.output<typeof MmsValidUntil>;

/**
 * Hours in which alone the message is sent, in place of the account's `delivery-window`; null:
 * all. Outside of them it waits, at first in the state `scheduled`.
 */
export const DeliveryWindow = fields({
  "days": z.array(anyCase(["mon", "tue", "wed", "thu", "fri", "sat", "sun"])).min(1).max(7)
    .optional(),
  "from": text(
    z.string().check(atMost(5)).regex(
      /^([01][0-9]|2[0-3]):[0-5][0-9]$/u,
      "must be a time of day as HH:MM",
    ),
  ),
  "to": text(
    z.string().check(atMost(5)).regex(
      /^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$/u,
      "must be a time of day as HH:MM, up to 24:00",
    ),
  ),
  "time-zone": text(z.string().min(1).check(atMost(64))).optional(),
}).nullable();
export type DeliveryWindow = z.output<typeof DeliveryWindow>;

/**
 * Order among the messages of the account that wait for a carrier. High ones, such as codes,
 * overtake the others, and have every second turn at most while others wait; they ignore the
 * account's `delivery-window`. Low ones go when nothing else waits, and in one turn of 20.
 */
export const Priority = anyCase(["high", "normal", "low"]);
export type Priority = z.output<typeof Priority>;

/** Slide number, counted from 1. */
export const SlideNumber = text(
  z.string().regex(/^[1-9][0-9]{0,3}$/u, "must be a slide number, counted from 1"),
);
export type SlideNumber = z.output<typeof SlideNumber>;

/** Text of a slide in place of the template's. */
export const CustomSlide = fields({
  "custom-message-text": text(z.string().check(atMost(5000))),
  "custom-slide": SlideNumber,
});
export type CustomSlide = z.output<typeof CustomSlide>;

/**
 * Target slide, counted from 1; by default the last. A number beyond the last slide adds a
 * slide, up to the ninth; beyond that, the object is left out and listed in `warnings`.
 */
export const TargetSlide = text(
  z.string().regex(/^[1-9][0-9]{0,3}$/u, "must be a slide number, counted from 1"),
);
export type TargetSlide = z.output<typeof TargetSlide>;

/** Fields of `createimage`, and the slide (spec 2.6). */
export const DynamicImage = fields({
  "slide-number": TargetSlide.optional(),
  "background-image-url": BackgroundImageUrl.optional(),
  "add-barcode": YesNo.optional(),
  "barcode": Barcode.optional(),
  "add-text-area": YesNo.optional(),
  "text-area": TextAreas.optional(),
}, {
  "blank": ["slide-number", "add-barcode", "add-text-area"],
  "unless": { "barcode": "add-barcode", "text-area": "add-text-area" },
});
export type DynamicImage = z.output<typeof DynamicImage>;

/**
 * Part of the name; mandatory if the other part is blank. In `sendsavedmms` it may have merge
 * tags.
 */
export const NamePart = text(
  z.string().check(atMost(200)).regex(
    /^([\p{L}\p{M}\p{N} .]|\{\$[^}]*\})*$/u,
    "must have only letters, digits, spaces and periods",
  ),
);
export type NamePart = z.output<typeof NamePart>;

/** First name, last name or both, with letters, digits, spaces and periods only. */
export const ContactName = fields({
  "first-name": NamePart.optional(),
  "last-name": NamePart.optional(),
  "suffix": text(z.string().check(atMost(100))).optional(),
});
export type ContactName = z.output<typeof ContactName>;

/** URL of a GIF, JPEG or PNG image. */
export const PhotoUrl = text(z.string().check(atMost(2048)));
export type PhotoUrl = z.output<typeof PhotoUrl>;

/** Telephone number and its kind. */
export const ContactPhone = fields({
  "number": text(z.string().min(1).check(atMost(64))),
  "label": anyCase(["Work", "Home", "Mobile", "Fax", "Pager", "Main", "Other"]).optional(),
}, { "blank": ["label"] });
export type ContactPhone = z.output<typeof ContactPhone>;

/** Telephone numbers; those after the fourth are ignored. */
export const ContactPhones = firstFew(4, z.array(ContactPhone));
export type ContactPhones = z.output<typeof ContactPhones>;

/** Kind of address, in any letter case. */
export const PlaceLabel = anyCase(["Work", "Home"]);
export type PlaceLabel = z.output<typeof PlaceLabel>;

/** E-mail address and its kind. */
export const ContactEmail = fields({
  "id": text(z.string().min(1).check(atMost(320))),
  "label": PlaceLabel.optional(),
}, { "blank": ["label"] });
export type ContactEmail = z.output<typeof ContactEmail>;

/** E-mail addresses; those after the fourth are ignored. */
export const ContactEmails = firstFew(4, z.array(ContactEmail));
export type ContactEmails = z.output<typeof ContactEmails>;

/** Postal address and its kind. */
export const ContactAddress = fields({
  "address": text(z.string().min(1).check(atMost(1000))),
  "label": PlaceLabel.optional(),
}, { "blank": ["label"] });
export type ContactAddress = z.output<typeof ContactAddress>;

/** Postal addresses; those after the fourth are ignored. */
export const ContactAddresses = firstFew(4, z.array(ContactAddress));
export type ContactAddresses = z.output<typeof ContactAddresses>;

/** Website and its label. */
export const ContactWebsite = fields({
  "url": text(z.string().min(1).check(atMost(2048))),
  "label": text(z.string().check(atMost(1000))).optional(),
});
export type ContactWebsite = z.output<typeof ContactWebsite>;

/** Websites; those after the fourth are ignored. */
export const ContactWebsites = firstFew(4, z.array(ContactWebsite));
export type ContactWebsites = z.output<typeof ContactWebsites>;

/** Fields of `createcontact`, and the slide (spec 2.7). */
export const DynamicContact = fields({
  "slide-number": TargetSlide.optional(),
  "name": ContactName,
  "organization": text(z.string().check(atMost(5000))).optional(),
  "title": text(z.string().check(atMost(5000))).optional(),
  "photo-url": PhotoUrl.optional(),
  "note": text(z.string().check(atMost(5000))).optional(),
  "phone": ContactPhones.optional(),
  "email": ContactEmails.optional(),
  "physical-address": ContactAddresses.optional(),
  "website": ContactWebsites.optional(),
}, { "blank": ["slide-number"] });
export type DynamicContact = z.output<typeof DynamicContact>;

/** Title of the event. */
export const EventTitle = text(z.string().min(1).check(atMost(5000)));
export type EventTitle = z.output<typeof EventTitle>;

/** Description of the event. */
export const EventDescription = text(z.string().min(1).check(atMost(5000)));
export type EventDescription = z.output<typeof EventDescription>;

/** Location of the event. */
export const EventLocation = text(z.string().min(1).check(atMost(5000)));
export type EventLocation = z.output<typeof EventLocation>;

/** Start in ISO 8601, local to `event-timezone`; a time zone designator is ignored. */
export const EventStart = text(z.string().min(1).check(atMost(64)));
export type EventStart = z.output<typeof EventStart>;

/** End in ISO 8601, local to `event-timezone`; a time zone designator is ignored. */
export const EventEnd = text(z.string().min(1).check(atMost(64)));
export type EventEnd = z.output<typeof EventEnd>;

/** Time zone of the tz database, such as America/New_York. */
export const EventTimezone = text(z.string().min(1).check(atMost(64)));
export type EventTimezone = z.output<typeof EventTimezone>;

/** Whether the event lasts from 00:00 UTC of the start date to 23:59 UTC of the end date. */
export const AllDayEvent = flag();
export type AllDayEvent = z.output<typeof AllDayEvent>;

/** Fields of `createcalendar`, and the slide (spec 2.8). */
export const DynamicCalendar = fields({
  "slide-number": TargetSlide.optional(),
  "event-title": EventTitle,
  "event-description": EventDescription,
  "event-location": EventLocation,
  "event-start-datetime": EventStart,
  "event-end-datetime": EventEnd,
  "event-timezone": EventTimezone,
  "all-day-event": AllDayEvent.optional(),
}, { "blank": ["slide-number"] });
export type DynamicCalendar = z.output<typeof DynamicCalendar>;

/**
 * Time at which delivery attempts stop, in ISO 8601, after `send-at` and after the delivery
 * window first opens. The text fails then (E201). Maximum: 7 days from when it may first be
 * sent; default: 3 days.
 */
export const SmsValidUntil = text(z.string().min(1).check(atMost(64)));
export type SmsValidUntil = z.output<typeof SmsValidUntil>;

/** `tracking-id` of the message, from the response of the request that sent it. */
export const RequestTrackingId = text(z.string().min(1).check(atMost(64)));
export type RequestTrackingId = z.output<typeof RequestTrackingId>;

/** State that all messages of a list are in. */
export const RequestState = choice([
  "scheduled",
  "accepted",
  "preparing",
  "sent",
  "submitted",
  "unreported",
  "delivered",
  "expired",
  "failed",
  "rejected",
  "unrecognised",
  "canceled",
]);
export type RequestState = z.output<typeof RequestState>;

/**
 * Position to continue from: `next-cursor` of the previous page. The other fields stay as they
 * were. Default: the beginning.
 */
export const RequestCursor = text(z.string().check(atMost(2000)));
export type RequestCursor = z.output<typeof RequestCursor>;

/** Maximum number of items on a page. */
export const RequestLimit = integer(z.int().min(1).max(100));
export type RequestLimit = z.output<typeof RequestLimit>;

/**
 * Short code, toll-free or 10DLC number with country code, provisioned to the account.
 * Alphanumeric senders work only with carriers of certain countries, not in the USA.
 */
export const RequestFrom = text(z.string().min(1).check(atMost(64)));
export type RequestFrom = z.output<typeof RequestFrom>;

/** Recipient's number with country code, in any spelling. */
export const RequestMobile = text(z.string().min(1).check(atMost(64)));
export type RequestMobile = z.output<typeof RequestMobile>;

/** Reference of the campaign. */
export const SubscriptionCampaignRef = text(z.string().min(1).check(atMost(200)));
export type SubscriptionCampaignRef = z.output<typeof SubscriptionCampaignRef>;

/** Recipient's number with country code. */
export const SubscriptionMobile = text(z.string().min(1).check(atMost(64)));
export type SubscriptionMobile = z.output<typeof SubscriptionMobile>;

/** Customer's own id of the recipient. */
export const SubscriberRef = text(z.string().check(atMost(200)));
export type SubscriberRef = z.output<typeof SubscriberRef>;

/** Request validators, without `action` itself. Parse with PARSE_OPTIONS, or use `validate`. */
export const requests = {
  savemms: fields({
    "message-subject": strippedText(z.string().check(atMost(1000))).optional(),
    "fallback-sms-text": text(z.string().check(atMost(5000))).optional(),
    "disable-fallback-sms": DisableFallbackSms.optional(),
    "disable-fallback-sms-link": DisableFallbackSmsLink.optional(),
    "client-reference": ClientReference.optional(),
    "name": text(z.string().min(1).check(atMost(200))),
    "slide": z.array(Slide).min(1).max(9),
  }),
  sendsavedmms: fields({
    "mms-id": text(z.string().min(1).check(atMost(64))),
    "to": RequestTo,
    "to-displayonly": ToDisplayOnly.optional(),
    "from": SendFrom,
    "campaign-ref": RequestCampaignRef.optional(),
    "message-subject": strippedText(z.string().check(atMost(1000))).optional(),
    "fallback-sms-text": text(z.string().check(atMost(5000))).optional(),
    "disable-fallback-sms": DisableFallbackSms.optional(),
    "disable-fallback-sms-link": DisableFallbackSmsLink.optional(),
    "fallback-sms-link-expiration": FallbackSmsLinkExpiration.optional(),
    "mms-expiry-timestamp": MmsExpiryTimestamp.optional(),
    "force-send-as-sms": ForceSendAsSms.optional(),
    "smart-encoding": RequestSmartEncoding.optional(),
    "operator-id": RequestOperatorId.optional(),
    "client-reference": ClientReference.optional(),
    "status-callback": StatusCallback.optional(),
    "send-at": SendAt.optional(),
    "valid-until": MmsValidUntil.optional(),
    "delivery-window": DeliveryWindow.optional(),
    "priority": Priority.optional(),
    "custom-slides": z.array(CustomSlide).max(20).optional(),
    "merge-tag-data": atMostFields(
      500,
      entries(
        z.record(
          z.string().check(atMost(100)).check(validText),
          text(z.string().check(atMost(5000))),
        ),
      ),
    ).optional(),
    "dynamic-image": z.array(DynamicImage).max(20).optional(),
    "dynamic-contact": z.array(DynamicContact).max(20).optional(),
    "dynamic-calendar": z.array(DynamicCalendar).max(20).optional(),
  }, { "blank": ["priority"] }),
  sendmms: fields({
    "to": RequestTo,
    "to-displayonly": ToDisplayOnly.optional(),
    "from": SendFrom,
    "campaign-ref": RequestCampaignRef.optional(),
    "service-id": text(z.string().check(atMost(200))).optional(),
    "name": text(z.string().check(atMost(200))).optional(),
    "message-subject": strippedText(z.string().check(atMost(1000))).optional(),
    "fallback-sms-text": text(z.string().check(atMost(5000))).optional(),
    "disable-fallback-sms": DisableFallbackSms.optional(),
    "disable-fallback-sms-link": DisableFallbackSmsLink.optional(),
    "fallback-sms-link-expiration": FallbackSmsLinkExpiration.optional(),
    "mms-expiry-timestamp": MmsExpiryTimestamp.optional(),
    "force-send-as-sms": ForceSendAsSms.optional(),
    "smart-encoding": RequestSmartEncoding.optional(),
    "operator-id": RequestOperatorId.optional(),
    "client-reference": ClientReference.optional(),
    "status-callback": StatusCallback.optional(),
    "send-at": SendAt.optional(),
    "valid-until": MmsValidUntil.optional(),
    "delivery-window": DeliveryWindow.optional(),
    "priority": Priority.optional(),
    "slide": z.array(Slide).min(1).max(9),
    "merge-tag-data": atMostFields(
      500,
      entries(
        z.record(
          z.string().check(atMost(100)).check(validText),
          text(z.string().check(atMost(5000))),
        ),
      ),
    ).optional(),
  }, { "blank": ["priority"] }),
  sendsms: fields({
    "message-text": text(z.string().min(1).check(atMost(39015))),
    "to": RequestTo,
    "from": SendFrom,
    "campaign-ref": RequestCampaignRef.optional(),
    "operator-id": RequestOperatorId.optional(),
    "click-tracking": flag().optional(),
    "smart-encoding": RequestSmartEncoding.optional(),
    "client-reference": ClientReference.optional(),
    "status-callback": StatusCallback.optional(),
    "send-at": SendAt.optional(),
    "valid-until": SmsValidUntil.optional(),
    "delivery-window": DeliveryWindow.optional(),
    "priority": Priority.optional(),
  }, { "blank": ["priority"] }),
  getmmstemplates: fields({
    "start-date": text(z.string().check(atMost(64))).optional(),
    "page-number": integer(z.int().min(1).max(1000000)).optional(),
    "items-per-page": integer(z.int().min(1).max(1000)).optional(),
  }),
  deletemmsid: fields({ "mms-id": text(z.string().min(1).check(atMost(64))) }),
  getevents: fields({
    "after": text(z.string().check(atMost(100))).optional(),
    "limit": integer(z.int().min(1).max(1000)).optional(),
    "wait": integer(z.int().min(0).max(55)).optional(),
  }),
  createimage: fields({
    "background-image-url": BackgroundImageUrl.optional(),
    "add-barcode": YesNo.optional(),
    "barcode": Barcode.optional(),
    "add-text-area": YesNo.optional(),
    "text-area": TextAreas.optional(),
  }, {
    "blank": ["add-barcode", "add-text-area"],
    "unless": { "barcode": "add-barcode", "text-area": "add-text-area" },
  }),
  createcontact: fields({
    "name": ContactName,
    "organization": text(z.string().check(atMost(5000))).optional(),
    "title": text(z.string().check(atMost(5000))).optional(),
    "photo-url": PhotoUrl.optional(),
    "note": text(z.string().check(atMost(5000))).optional(),
    "phone": ContactPhones.optional(),
    "email": ContactEmails.optional(),
    "physical-address": ContactAddresses.optional(),
    "website": ContactWebsites.optional(),
  }),
  createcalendar: fields({
    "event-title": EventTitle,
    "event-description": EventDescription,
    "event-location": EventLocation,
    "event-start-datetime": EventStart,
    "event-end-datetime": EventEnd,
    "event-timezone": EventTimezone,
    "all-day-event": AllDayEvent.optional(),
  }),
  getmessage: fields({
    "tracking-id": RequestTrackingId.optional(),
    "client-reference": ClientReference.optional(),
  }),
  getmessages: fields({
    "to": text(z.string().min(1).check(atMost(64))).optional(),
    "from": text(z.string().min(1).check(atMost(64))).optional(),
    "state": RequestState.optional(),
    "client-reference": text(z.string().min(1).check(atMost(64))).optional(),
    "start-date": text(z.string().check(atMost(64))).optional(),
    "end-date": text(z.string().check(atMost(64))).optional(),
    "cursor": RequestCursor.optional(),
    "limit": RequestLimit.optional(),
  }, { "blank": ["state"] }),
  getblocks: fields({
    "from": RequestFrom.optional(),
    "cursor": RequestCursor.optional(),
    "limit": RequestLimit.optional(),
  }),
  block: fields({ "mobile": RequestMobile, "from": RequestFrom.optional() }),
  unblock: fields({ "mobile": RequestMobile, "from": RequestFrom.optional() }),
  getlinks: fields({ "tracking-id": RequestTrackingId }),
  subscribe: fields({
    "campaign-ref": SubscriptionCampaignRef,
    "mobile": SubscriptionMobile,
    "subscriber-ref": SubscriberRef.optional(),
    "data": atMostFields(
      100,
      entries(
        z.record(
          z.string().check(atMost(100)).check(validText),
          text(z.string().check(atMost(5000))),
        ),
      ),
    ).optional(),
    "notify": anyCase(["yes", "no"]).optional(),
    "cta": anyCase(["yes", "no"]).optional(),
    "timezone": text(z.string().check(atMost(64))).optional(),
    "source": text(z.string().check(atMost(200))).optional(),
    "collected-at": text(z.string().check(atMost(64))).optional(),
    "text-shown": text(z.string().check(atMost(5000))).optional(),
  }, { "blank": ["notify", "cta"] }),
  unsubscribe: fields({
    "campaign-ref": SubscriptionCampaignRef,
    "mobile": SubscriptionMobile,
    "notify": anyCase(["yes", "no"]).optional(),
  }, { "blank": ["notify"] }),
  cancelmessage: fields({ "tracking-id": RequestTrackingId }),
} satisfies Record<Action, z.ZodType>;

export type Requests = { [A in Action]: z.output<typeof requests[A]> };

/** Response of an action that creates a file. */
export interface FileResponse {
  bytes: Uint8Array;
  /** MIME type without parameters. */
  type: string;
  filename: string;
  /** Sentences in ASCII without commas, each for a header `Slidepost-Warning`. */
  warnings?: readonly string[];
}

/** Acceptance of a template. */
export interface SavemmsResponse {
  /** Success. */
  "status": "success";
  /** Result in words. */
  "status-details": string;
  /** Id of the template. */
  "mms-id": string;
}

/** Acceptance of an MMS. */
export interface SendsavedmmsResponse {
  /** Success. */
  "status": "Success";
  /** Id of the template. */
  "mms-id": string;
  /** Id of the transaction, repeated in its postbacks. */
  "tracking-id": string;
  /** Recipient's number with country code. */
  "to": string;
  /** Short code or number that the message is sent from. */
  "from": string;
  /** Present on a message that waits for its `send-at` or its delivery window. */
  "state"?: "scheduled";
  /** Result in words. */
  "status-details": string;
  /**
   * Objects of the request, and slides past the ninth, that do not fit into the message and
   * are left out; elements that are left out because their merge tags leave nothing of them;
   * texts that do not lie inside their image. Absent if there are none.
   */
  "warnings"?: string[];
}

/** Acceptance of an MMS. */
export interface SendmmsResponse {
  /** Success. */
  "status": "Success";
  /** Id of the message's content, which is no template. */
  "mms-id": string;
  /** Id of the transaction, repeated in its postbacks. */
  "tracking-id": string;
  /** Recipient's number with country code. */
  "to": string;
  /** Short code or number that the message is sent from. */
  "from": string;
  /** Present on a message that waits for its `send-at` or its delivery window. */
  "state"?: "scheduled";
  /** Result in words. */
  "status-details": string;
  /**
   * Elements that are left out because their merge tags leave nothing of them; texts that do
   * not lie inside their image. Absent if there are none.
   */
  "warnings"?: string[];
}

/** Acceptance of an SMS. */
export interface SendsmsResponse {
  /** Success. */
  "status": "Success";
  /** Id of the transaction, repeated in its postbacks. */
  "tracking-id": string;
  /** Recipient's number with country code. */
  "to": string;
  /** Short code or number that the message is sent from. */
  "from": string;
  /**
   * Number of messages that the text is sent and billed as. A single one holds 160
   * characters of the GSM alphabet (those of its extension table count twice) or 70 of
   * Unicode; one of several holds 153 or 67.
   */
  "segments": number;
  /** Present on a message that waits for its `send-at` or its delivery window. */
  "state"?: "scheduled";
  /** Result in words. */
  "status-details": string;
}

/** A template of the list. */
export interface ListedTemplate {
  /** Id of the template. */
  "mms-id": string;
  /** Name of the template. */
  "mms-name": string;
  /** Subject; `""` if it has none. */
  "mms-subject": string;
  /** Time in ISO 8601 with microseconds and offset. */
  "date-created": string;
  /** Number of slides. */
  "total-slides": number;
  /**
   * Bytes of the largest message that is made of it; 0 while its files are being encoded, and
   * where that failed.
   */
  "mms-size": number;
}

/** A page of templates. */
export interface GetmmstemplatesResponse {
  /** Success. */
  "status": "Success";
  /** `start-date` of the request, if it had one. */
  "start-date"?: string;
  /** Number of the page. */
  "page-number": number;
  /** Templates a page. */
  "items-per-page": number;
  /** Number of templates on all pages. */
  "total-results": number;
  /** Templates, newest first, in any state. */
  "mms-template": ListedTemplate[];
}

/** Removal of a template. */
export interface DeletemmsidResponse {
  /** Success. */
  "status": "Success";
  /** Id of the template. */
  "mms-id": string;
}

/** An event, as a receiver gets it. */
export interface PolledEvent {
  /** Cursor behind the event. */
  "cursor": string;
  /** Id of the event, as in the header `webhook-id`. */
  "webhook-id": string;
  /** The postback. */
  "body": Record<string, unknown>;
}

/** Events behind a cursor. */
export interface GeteventsResponse {
  /** Success. */
  "status": "Success";
  /** Events in their order; none where there was none in time. */
  "event": PolledEvent[];
  /** `after` of the next request. */
  "next-cursor": string;
}

/** Something that happened to a message. */
export interface StatusEvent {
  /** Code of the postback on it; absent where there is none. */
  "code"?: string;
  /**
   * Status of the message from then on, as postbacks have it; before the first and between
   * them also `Accepted`, `Preparing`, `Prepared`, `Submitted` and `Unreported`. Absent where
   * the event is about a file of the message.
   */
  "status"?: string;
  /** Status in words. */
  "status-details"?: string;
  /** Time in ISO 8601 with microseconds and offset. */
  "timestamp": string;
}

/** Message with what has become of it. */
export interface GetmessageResponse {
  /** Success. */
  "status": "Success";
  /** Id of the transaction, repeated in its postbacks. */
  "tracking-id": string;
  /** Id of the template; absent for an SMS, and for a message over MM7. */
  "mms-id"?: string;
  /** Short code or number that the message is sent from. */
  "from": string;
  /** Recipient's number with country code. */
  "to": string;
  /** State of the message. */
  "state":
    | "scheduled"
    | "accepted"
    | "preparing"
    | "sent"
    | "submitted"
    | "unreported"
    | "delivered"
    | "expired"
    | "failed"
    | "rejected"
    | "unrecognised"
    | "canceled";
  /** Form in which the message was sent; SMS is the fallback. */
  "sent-as"?: "MMS" | "SMS";
  /** Number of messages that an SMS is sent and billed as. */
  "segments"?: number;
  /** Time at which the message was accepted. */
  "accepted-at": string;
  /**
   * Time until which the message waits: for its `send-at`, its delivery window or its next
   * attempt. Absent if it does not.
   */
  "due-at"?: string;
  /** Time at which a carrier accepted the message. */
  "submitted-at"?: string;
  /** Time at which the message came to its end; absent while it has none. */
  "ended-at"?: string;
  /** Time at which delivery attempts stop. */
  "valid-until": string;
  /** `client-reference` of the request, if given. */
  "client-reference"?: string;
  /** `campaign-ref` of the request, if given. */
  "campaign-ref"?: string;
  /** Id of the recipient's operator, if it is known. */
  "operator-id"?: string;
  /**
   * Status in words, as postbacks have it; absent while processing has not begun. On a
   * scheduled message it says whether the account's `time-zone` decides.
   */
  "status-details"?: string;
  /** Reason for the end of the message, in the carrier's words. */
  "carrier-status"?: string;
  /** Events of the message, the oldest first. */
  "events": StatusEvent[];
}

/** Message, as far as it is known what has become of it. */
export interface MessageStatus {
  /** Id of the transaction, repeated in its postbacks. */
  "tracking-id": string;
  /** Id of the template; absent for an SMS, and for a message over MM7. */
  "mms-id"?: string;
  /** Short code or number that the message is sent from. */
  "from": string;
  /** Recipient's number with country code. */
  "to": string;
  /** State of the message. */
  "state":
    | "scheduled"
    | "accepted"
    | "preparing"
    | "sent"
    | "submitted"
    | "unreported"
    | "delivered"
    | "expired"
    | "failed"
    | "rejected"
    | "unrecognised"
    | "canceled";
  /** Form in which the message was sent; SMS is the fallback. */
  "sent-as"?: "MMS" | "SMS";
  /** Number of messages that an SMS is sent and billed as. */
  "segments"?: number;
  /** Time at which the message was accepted. */
  "accepted-at": string;
  /**
   * Time until which the message waits: for its `send-at`, its delivery window or its next
   * attempt. Absent if it does not.
   */
  "due-at"?: string;
  /** Time at which a carrier accepted the message. */
  "submitted-at"?: string;
  /** Time at which the message came to its end; absent while it has none. */
  "ended-at"?: string;
  /** Time at which delivery attempts stop. */
  "valid-until": string;
  /** `client-reference` of the request, if given. */
  "client-reference"?: string;
  /** `campaign-ref` of the request, if given. */
  "campaign-ref"?: string;
  /** Id of the recipient's operator, if it is known. */
  "operator-id"?: string;
  /**
   * Status in words, as postbacks have it; absent while processing has not begun. On a
   * scheduled message it says whether the account's `time-zone` decides.
   */
  "status-details"?: string;
  /** Reason for the end of the message, in the carrier's words. */
  "carrier-status"?: string;
}

/** Messages of an account. */
export interface GetmessagesResponse {
  /** Success. */
  "status": "Success";
  /** The messages, the newest first. */
  "message": MessageStatus[];
  /** `cursor` of the next page; absent on the last one. */
  "next-cursor"?: string;
}

/** Recipient that senders may not message. */
export interface BlockedRecipient {
  /** Recipient's number with country code. */
  "mobile": string;
  /** Sender that may not message the recipient; absent if none of the account may. */
  "from"?: string;
  /** Time in ISO 8601 with microseconds and offset. */
  "since": string;
  /** Origin of the block: a keyword of the recipient, an administrator, or the action `block`. */
  "source": "keyword" | "operator" | "api";
}

/** Blocked recipients of an account. */
export interface GetblocksResponse {
  /** Success. */
  "status": "Success";
  /** The blocks, in the order of their numbers. */
  "block": BlockedRecipient[];
  /** `cursor` of the next page; absent on the last one. */
  "next-cursor"?: string;
}

/** Block of a recipient. */
export interface BlockResponse {
  /** Success. */
  "status": "Success";
  /** Recipient's number with country code. */
  "mobile": string;
  /** Sender, if the request has one. */
  "from"?: string;
}

/** End of the blocks of a recipient. */
export interface UnblockResponse {
  /** Success. */
  "status": "Success";
  /** Recipient's number with country code. */
  "mobile": string;
  /** Sender, if the request has one. */
  "from"?: string;
}

/** Short link of a text, with its clicks. */
export interface ClickedLink {
  /** URL that the link leads to; absent where it has been erased. */
  "url"?: string;
  /** URL in the text. */
  "short-url": string;
  /** Number of clicks; previews by messengers are not among them. */
  "clicks": number;
  /** Time of the last click; absent if there was none. */
  "last-click-at"?: string;
}

/** Short links of a message. */
export interface GetlinksResponse {
  /** Success. */
  "status": "Success";
  /** The links, in the order of the text. */
  "link": ClickedLink[];
}

/** Subscription, or question to the recipient. */
export interface SubscribeResponse {
  /** Success. */
  "status": "Success";
  /** Reference of the campaign. */
  "campaign-ref": string;
  /** Recipient's number with country code. */
  "mobile": string;
}

/** End of a subscription. */
export interface UnsubscribeResponse {
  /** Success. */
  "status": "Success";
  /** Reference of the campaign. */
  "campaign-ref": string;
  /** Recipient's number with country code. */
  "mobile": string;
}

/** Message that is canceled. */
export interface CancelmessageResponse {
  /** Success. */
  "status": "Success";
  /** Id of the transaction, repeated in its postbacks. */
  "tracking-id": string;
  /** State of the message. */
  "state": "canceled";
}

export interface Responses {
  savemms: SavemmsResponse;
  sendsavedmms: SendsavedmmsResponse;
  sendmms: SendmmsResponse;
  sendsms: SendsmsResponse;
  getmmstemplates: GetmmstemplatesResponse;
  deletemmsid: DeletemmsidResponse;
  getevents: GeteventsResponse;
  createimage: FileResponse;
  createcontact: FileResponse;
  createcalendar: FileResponse;
  getmessage: GetmessageResponse;
  getmessages: GetmessagesResponse;
  getblocks: GetblocksResponse;
  block: BlockResponse;
  unblock: UnblockResponse;
  getlinks: GetlinksResponse;
  subscribe: SubscribeResponse;
  unsubscribe: UnsubscribeResponse;
  cancelmessage: CancelmessageResponse;
}

/** Handlers by action: a new action does not compile without its handler. */
export type Handlers<C> = {
  [A in Action]: (request: Requests[A], context: C) => Promise<Responses[A]>;
};

/** `error-code` by path, where `*` matches an array's index or a map's key. Default: E100. */
export const faults: Record<Action, Faults> = {
  savemms: {
    "fallback-sms-text": { "maxLength": "E228" },
    "client-reference": { "maxLength": "E315" },
    "name": { "required": "E311", "minLength": "E311" },
    "slide": { "required": "E312", "minItems": "E312", "maxItems": "E225" },
    "slide.*.image": "E229",
    "slide.*.image.url": "E229",
    "slide.*.image.background-image-url": "E229",
    "slide.*.image.barcode.id": { "type": "E1503", "format": "E1503", "maxLength": "E1504" },
    "slide.*.image.barcode.position-x": "E1507",
    "slide.*.image.barcode.position-y": "E1507",
    "slide.*.image.barcode.width": "E1507",
    "slide.*.image.barcode.height": "E1507",
    "slide.*.image.barcode.foreground-color": "E1507",
    "slide.*.image.barcode.background-color": "E1507",
    "slide.*.image.barcode.border-width": "E1507",
    "slide.*.image.barcode.type": "E1504",
    "slide.*.image.barcode.font": "E1507",
    "slide.*.image.barcode.font-size": "E1507",
    "slide.*.image.barcode.alignment": "E1507",
    "slide.*.image.barcode.rotate": "E1507",
    "slide.*.image.text-area": { "propertyNames": "E1506", "maxProperties": "E1506" },
    "slide.*.image.text-area.*.text": { "type": "E1505", "format": "E1505", "maxLength": "E1507" },
    "slide.*.image.text-area.*.position-x": "E1507",
    "slide.*.image.text-area.*.position-y": "E1507",
    "slide.*.image.text-area.*.font": "E1507",
    "slide.*.image.text-area.*.font-size": "E1507",
    "slide.*.image.text-area.*.font-color": "E1507",
    "slide.*.image.text-area.*.width": "E1507",
    "slide.*.audio": "E229",
    "slide.*.audio.url": "E229",
    "slide.*.video": "E229",
    "slide.*.video.url": "E229",
    "slide.*.contact": "E229",
    "slide.*.contact.url": "E229",
    "slide.*.calendar": "E229",
    "slide.*.calendar.url": "E229",
    "slide.*.pdf": "E229",
    "slide.*.pdf.url": "E229",
    "slide.*.ms-excel": "E229",
    "slide.*.ms-excel.url": "E229",
    "slide.*.message-text": { "maxLength": "E228" },
  },
  sendsavedmms: {
    "mms-id": { "required": "E620", "minLength": "E620" },
    "to": "E110",
    "from": "E111",
    "fallback-sms-text": { "maxLength": "E228" },
    "fallback-sms-link-expiration": "E652",
    "mms-expiry-timestamp": "E652",
    "operator-id": "E651",
    "client-reference": { "maxLength": "E315" },
    "status-callback": "E2101",
    "send-at": "E1901",
    "valid-until": "E1902",
    "delivery-window": "E1903",
    "delivery-window.days": "E1903",
    "delivery-window.days.*": "E1903",
    "delivery-window.from": "E1903",
    "delivery-window.to": "E1903",
    "delivery-window.time-zone": "E1903",
    "priority": "E1905",
    "custom-slides.*.custom-message-text": { "maxLength": "E228" },
    "dynamic-image.*.background-image-url": "E229",
    "dynamic-image.*.barcode.id": { "type": "E1503", "format": "E1503", "maxLength": "E1504" },
    "dynamic-image.*.barcode.position-x": "E1507",
    "dynamic-image.*.barcode.position-y": "E1507",
    "dynamic-image.*.barcode.width": "E1507",
    "dynamic-image.*.barcode.height": "E1507",
    "dynamic-image.*.barcode.foreground-color": "E1507",
    "dynamic-image.*.barcode.background-color": "E1507",
    "dynamic-image.*.barcode.border-width": "E1507",
    "dynamic-image.*.barcode.type": "E1504",
    "dynamic-image.*.barcode.font": "E1507",
    "dynamic-image.*.barcode.font-size": "E1507",
    "dynamic-image.*.barcode.alignment": "E1507",
    "dynamic-image.*.barcode.rotate": "E1507",
    "dynamic-image.*.text-area": { "propertyNames": "E1506", "maxProperties": "E1506" },
    "dynamic-image.*.text-area.*.text": {
      "type": "E1505",
      "format": "E1505",
      "maxLength": "E1507",
    },
    "dynamic-image.*.text-area.*.position-x": "E1507",
    "dynamic-image.*.text-area.*.position-y": "E1507",
    "dynamic-image.*.text-area.*.font": "E1507",
    "dynamic-image.*.text-area.*.font-size": "E1507",
    "dynamic-image.*.text-area.*.font-color": "E1507",
    "dynamic-image.*.text-area.*.width": "E1507",
    "dynamic-contact.*.name": "E1601",
    "dynamic-contact.*.name.first-name": { "pattern": "E1602", "maxLength": "E1602" },
    "dynamic-contact.*.name.last-name": { "pattern": "E1602", "maxLength": "E1602" },
    "dynamic-contact.*.name.suffix": { "maxLength": "E1602" },
    "dynamic-contact.*.photo-url": "E229",
    "dynamic-contact.*.phone.*.label": "E1603",
    "dynamic-contact.*.email.*.label": "E1603",
    "dynamic-contact.*.physical-address.*.label": "E1603",
    "dynamic-contact.*.website.*.label": { "maxLength": "E1603" },
    "dynamic-calendar.*.event-title": "E1703",
    "dynamic-calendar.*.event-description": "E1704",
    "dynamic-calendar.*.event-location": "E1705",
    "dynamic-calendar.*.event-start-datetime": "E1701",
    "dynamic-calendar.*.event-end-datetime": "E1702",
    "dynamic-calendar.*.event-timezone": "E1706",
  },
  sendmms: {
    "to": "E110",
    "from": "E111",
    "fallback-sms-text": { "maxLength": "E228" },
    "fallback-sms-link-expiration": "E652",
    "mms-expiry-timestamp": "E652",
    "operator-id": "E651",
    "client-reference": { "maxLength": "E315" },
    "status-callback": "E2101",
    "send-at": "E1901",
    "valid-until": "E1902",
    "delivery-window": "E1903",
    "delivery-window.days": "E1903",
    "delivery-window.days.*": "E1903",
    "delivery-window.from": "E1903",
    "delivery-window.to": "E1903",
    "delivery-window.time-zone": "E1903",
    "priority": "E1905",
    "slide": { "required": "E312", "minItems": "E312", "maxItems": "E225" },
    "slide.*.image": "E229",
    "slide.*.image.url": "E229",
    "slide.*.image.background-image-url": "E229",
    "slide.*.image.barcode.id": { "type": "E1503", "format": "E1503", "maxLength": "E1504" },
    "slide.*.image.barcode.position-x": "E1507",
    "slide.*.image.barcode.position-y": "E1507",
    "slide.*.image.barcode.width": "E1507",
    "slide.*.image.barcode.height": "E1507",
    "slide.*.image.barcode.foreground-color": "E1507",
    "slide.*.image.barcode.background-color": "E1507",
    "slide.*.image.barcode.border-width": "E1507",
    "slide.*.image.barcode.type": "E1504",
    "slide.*.image.barcode.font": "E1507",
    "slide.*.image.barcode.font-size": "E1507",
    "slide.*.image.barcode.alignment": "E1507",
    "slide.*.image.barcode.rotate": "E1507",
    "slide.*.image.text-area": { "propertyNames": "E1506", "maxProperties": "E1506" },
    "slide.*.image.text-area.*.text": { "type": "E1505", "format": "E1505", "maxLength": "E1507" },
    "slide.*.image.text-area.*.position-x": "E1507",
    "slide.*.image.text-area.*.position-y": "E1507",
    "slide.*.image.text-area.*.font": "E1507",
    "slide.*.image.text-area.*.font-size": "E1507",
    "slide.*.image.text-area.*.font-color": "E1507",
    "slide.*.image.text-area.*.width": "E1507",
    "slide.*.audio": "E229",
    "slide.*.audio.url": "E229",
    "slide.*.video": "E229",
    "slide.*.video.url": "E229",
    "slide.*.contact": "E229",
    "slide.*.contact.url": "E229",
    "slide.*.calendar": "E229",
    "slide.*.calendar.url": "E229",
    "slide.*.pdf": "E229",
    "slide.*.pdf.url": "E229",
    "slide.*.ms-excel": "E229",
    "slide.*.ms-excel.url": "E229",
    "slide.*.message-text": { "maxLength": "E228" },
  },
  sendsms: {
    "message-text": { "required": "E712", "minLength": "E712" },
    "to": "E110",
    "from": "E111",
    "operator-id": "E651",
    "client-reference": { "maxLength": "E315" },
    "status-callback": "E2101",
    "send-at": "E1901",
    "valid-until": "E1902",
    "delivery-window": "E1903",
    "delivery-window.days": "E1903",
    "delivery-window.days.*": "E1903",
    "delivery-window.from": "E1903",
    "delivery-window.to": "E1903",
    "delivery-window.time-zone": "E1903",
    "priority": "E1905",
  },
  getmmstemplates: { "start-date": "E214", "page-number": "E212", "items-per-page": "E213" },
  deletemmsid: { "mms-id": { "required": "E620", "minLength": "E620" } },
  getevents: { "after": "E2002", "limit": "E2002", "wait": "E2002" },
  createimage: {
    "background-image-url": "E229",
    "barcode.id": { "type": "E1503", "format": "E1503", "maxLength": "E1504" },
    "barcode.position-x": "E1507",
    "barcode.position-y": "E1507",
    "barcode.width": "E1507",
    "barcode.height": "E1507",
    "barcode.foreground-color": "E1507",
    "barcode.background-color": "E1507",
    "barcode.border-width": "E1507",
    "barcode.type": "E1504",
    "barcode.font": "E1507",
    "barcode.font-size": "E1507",
    "barcode.alignment": "E1507",
    "barcode.rotate": "E1507",
    "text-area": { "propertyNames": "E1506", "maxProperties": "E1506" },
    "text-area.*.text": { "type": "E1505", "format": "E1505", "maxLength": "E1507" },
    "text-area.*.position-x": "E1507",
    "text-area.*.position-y": "E1507",
    "text-area.*.font": "E1507",
    "text-area.*.font-size": "E1507",
    "text-area.*.font-color": "E1507",
    "text-area.*.width": "E1507",
  },
  createcontact: {
    "name": "E1601",
    "name.first-name": { "pattern": "E1602", "maxLength": "E1602" },
    "name.last-name": { "pattern": "E1602", "maxLength": "E1602" },
    "name.suffix": { "maxLength": "E1602" },
    "photo-url": "E229",
    "phone.*.label": "E1603",
    "email.*.label": "E1603",
    "physical-address.*.label": "E1603",
    "website.*.label": { "maxLength": "E1603" },
  },
  createcalendar: {
    "event-title": "E1703",
    "event-description": "E1704",
    "event-location": "E1705",
    "event-start-datetime": "E1701",
    "event-end-datetime": "E1702",
    "event-timezone": "E1706",
  },
  getmessage: {
    "tracking-id": { "maxLength": "E2001", "format": "E2001" },
    "client-reference": { "maxLength": "E315" },
  },
  getmessages: {
    "to": "E2002",
    "from": "E2002",
    "state": "E2002",
    "client-reference": "E2002",
    "start-date": "E2002",
    "end-date": "E2002",
    "cursor": "E2002",
    "limit": "E2002",
  },
  getblocks: { "from": "E111", "cursor": "E2002", "limit": "E2002" },
  block: { "mobile": "E110", "from": "E111" },
  unblock: { "mobile": "E110", "from": "E111" },
  getlinks: { "tracking-id": { "maxLength": "E2001", "format": "E2001" } },
  subscribe: { "campaign-ref": "E902", "mobile": "E901" },
  unsubscribe: { "campaign-ref": "E902", "mobile": "E901" },
  cancelmessage: { "tracking-id": { "maxLength": "E2001", "format": "E2001" } },
};

/** Paths of objects with arbitrary keys. */
const maps: Record<Action, readonly string[]> = {
  savemms: ["slide.*.image.text-area"],
  sendsavedmms: ["merge-tag-data", "dynamic-image.*.text-area"],
  sendmms: ["slide.*.image.text-area", "merge-tag-data"],
  sendsms: [],
  getmmstemplates: [],
  deletemmsid: [],
  getevents: [],
  createimage: ["text-area"],
  createcontact: [],
  createcalendar: [],
  getmessage: [],
  getmessages: [],
  getblocks: [],
  block: [],
  unblock: [],
  getlinks: [],
  subscribe: ["data"],
  unsubscribe: [],
  cancelmessage: [],
};

/** Finds an action by name, in any letter case; null: there is none. */
export function actionOf(name: string): Action | null {
  const folded = name.toLowerCase();
  return (ACTIONS as readonly string[]).includes(folded) ? folded as Action : null;
}

/** Converts an issue of `requests[action]`, parsed with PARSE_OPTIONS, to a fault for the customer. */
export function faultOf(action: Action, issue: z.core.$ZodIssue): RequestFault {
  return codedFault(issue, faults[action], maps[action]);
}

/** Validates a body into a request, or into its first fault. */
export function validate<A extends Action>(action: A, body: unknown): Validated<Requests[A]> {
  return validated(requests[action], body, (issue) => faultOf(action, issue));
}
