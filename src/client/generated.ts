// deno-lint-ignore-file
// Written by `deno task generate` from openapi.yaml. Edit that, not this.
/** Types of the JSON API, and its actions as methods. */
import type { Shape } from "./fields.ts";
import { type CallOptions, type FileResponse, Transport } from "./transport.ts";

/**
 * Whether to draw the following object: `yes` makes it mandatory, `no` ignores it. By default
 * it is drawn if present.
 */
export type YesNo = "yes" | "no";

/** Symbology, in any letter case. */
export type BarcodeType =
  | "Aztec Code"
  | "Code 11"
  | "Code 128"
  | "Code 39"
  | "Data Matrix"
  | "EAN"
  | "Interleaved 2of5"
  | "PDF417"
  | "QR Code"
  | "UPC-A";

/** Typeface, in any letter case. */
export type Font = "Arvo" | "Arial" | "ArialMT" | "OpenSans" | "LiberationSans" | "Ubuntu";

/** Alignment of the barcode in its box, in any letter case; its text is centred below it. */
export type BarcodeAlignment = "Left" | "Center" | "Right";

/** Clockwise rotation, in degrees. A quarter turn of 300×100 occupies 100×300. */
export type BarcodeRotate = "0" | "90" | "180" | "270";

/** Day of the week. */
export type DeliveryWindowDays = "mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun";

/**
 * Order among the messages of the account that wait for a carrier. High ones, such as codes,
 * overtake the others, and have every second turn at most while others wait; they ignore the
 * account's `delivery-window`. Low ones go when nothing else waits, and in one turn of 20.
 */
export type Priority = "high" | "normal" | "low";

/** Kind of number, in any letter case. */
export type ContactPhoneLabel = "Work" | "Home" | "Mobile" | "Fax" | "Pager" | "Main" | "Other";

/** Kind of address, in any letter case. */
export type PlaceLabel = "Work" | "Home";

/** State that all messages of a list are in. */
export type RequestState =
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

/**
 * Whether the campaign's welcome text follows, from the campaign's sender; by default it
 * does not.
 */
export type SubscribeRequestNotify = "yes" | "no";

/**
 * Whether the recipient is asked by the campaign's text first (double opt-in); by default
 * not. YES, Y, OUI, SI or SÍ within 72 hours then subscribes. A recipient is asked once a
 * day at most.
 */
export type SubscribeRequestCta = "yes" | "no";

/**
 * Whether the campaign's goodbye text follows, from the campaign's sender; by default it
 * does not.
 */
export type UnsubscribeRequestNotify = "yes" | "no";

/**
 * Barcode (spec 2.4), as large as its box allows, with the quiet zone that its symbology
 * requires. Its text has the foreground colour. A box that does not lie inside the background,
 * turned as it is, is refused with E1507.
 */
export interface Barcode {
  /**
   * Content of the barcode; mandatory if it is drawn. EAN takes 7, 8, 12 or 13 digits, UPC-A
   * 11 or 12, Interleaved 2of5 an even number of digits, Code 11 digits and dashes; these,
   * Code 39 (in which small letters become capitals) and Code 128 (ASCII) take at most 80
   * characters. Other symbologies take any text within their capacity.
   */
  id?: string | undefined;
  /** Distance from the left edge, in pixels. */
  positionX?: string | undefined;
  /** Distance from the top edge, in pixels. */
  positionY?: string | undefined;
  /** Width, in pixels; by default more than 300 if the barcode needs it. */
  width?: string | undefined;
  /** Size, in pixels. */
  height?: string | undefined;
  /** Colour as hexadecimal red, green and blue. */
  foregroundColor?: string | undefined;
  /** Colour as hexadecimal red, green and blue. */
  backgroundColor?: string | undefined;
  /** Width of a frame inside the box, in pixels; it has the foreground colour. */
  borderWidth?: string | undefined;
  /** Symbology, in any letter case. */
  type?: BarcodeType | undefined;
  /** Whether to omit the text at the bottom centre. */
  hideText?: boolean | undefined;
  /** Whether to omit the background. */
  transparent?: boolean | undefined;
  /** Typeface, in any letter case. */
  font?: Font | undefined;
  /** Size, in pixels. */
  fontSize?: string | undefined;
  /** Alignment of the barcode in its box, in any letter case; its text is centred below it. */
  alignment?: BarcodeAlignment | undefined;
  /** Clockwise rotation, in degrees. A quarter turn of 300×100 occupies 100×300. */
  rotate?: BarcodeRotate | undefined;
}

/** Text on an image (spec 2.5). */
export interface TextArea {
  /**
   * Text to draw; mandatory if the text area is drawn. The limit of 1,000 characters also
   * applies after merge tags are replaced.
   */
  text?: string | undefined;
  /** Distance from the left edge, in pixels. */
  positionX?: string | undefined;
  /** Distance from the top edge, in pixels. */
  positionY?: string | undefined;
  /** Typeface, in any letter case. */
  font?: Font | undefined;
  /** Size, in pixels. */
  fontSize?: string | undefined;
  /** Colour as hexadecimal red, green and blue. */
  fontColor?: string | undefined;
  /** Width at which the text wraps, in pixels. */
  width?: string | number | undefined;
}

/**
 * A file by its `url`; without one, an image template (spec 4.4, rule 3): the fields of
 * `createimage`, with merge tags in the barcode's `id` and in the texts. It is drawn for each
 * recipient; an element whose tag has no value stays blank.
 */
export interface ImageFile {
  /** Public, absolute http or https URL. */
  url?: string | undefined;
  /** URL of an existing JPEG; 640×1138 pixels and 200 KB are recommended. */
  backgroundImageUrl?: string | undefined;
  /**
   * Whether to draw the following object: `yes` makes it mandatory, `no` ignores it. By default
   * it is drawn if present.
   */
  addBarcode?: YesNo | undefined;
  /**
   * Barcode (spec 2.4), as large as its box allows, with the quiet zone that its symbology
   * requires. Its text has the foreground colour. A box that does not lie inside the background,
   * turned as it is, is refused with E1507.
   */
  barcode?: Barcode | undefined;
  /**
   * Whether to draw the following object: `yes` makes it mandatory, `no` ignores it. By default
   * it is drawn if present.
   */
  addTextArea?: YesNo | undefined;
  /** Text areas under the keys `text-area-1` to `text-area-8` (spec 2.5). */
  textArea?: Record<string, TextArea> | undefined;
}

/** File by its `url`. */
export interface ContentFile {
  /** Public, absolute http or https URL. */
  url: string;
}

/**
 * Slide with content of one kind, text, or both (spec 2.3). An image can be combined with
 * audio, but not with video; audio and video exclude each other; contact, calendar, PDF and
 * Excel files can be combined with text only.
 */
export interface Slide {
  /**
   * A file by its `url`; without one, an image template (spec 4.4, rule 3): the fields of
   * `createimage`, with merge tags in the barcode's `id` and in the texts. It is drawn for each
   * recipient; an element whose tag has no value stays blank.
   */
  image?: ImageFile | undefined;
  /** File by its `url`. */
  audio?: ContentFile | undefined;
  /** File by its `url`. */
  video?: ContentFile | undefined;
  /** File by its `url`. */
  contact?: ContentFile | undefined;
  /** File by its `url`. */
  calendar?: ContentFile | undefined;
  /** File by its `url`. */
  pdf?: ContentFile | undefined;
  /** File by its `url`. */
  msExcel?: ContentFile | undefined;
  /** Text with any Unicode characters; mandatory on a slide without content. */
  messageText?: string | undefined;
}

/** Saves an MMS template and transcodes its content (spec 4.3). */
export interface SavemmsRequest {
  /**
   * Subject. Up to 80 characters are supported; further ones may be cut off. At most 40
   * characters without Unicode or emoji have the best deliverability. Toll-free senders may
   * not support a subject. NUL and lone surrogates are stripped.
   */
  messageSubject?: string | undefined;
  /**
   * Text of the fallback SMS; at most 110 characters have the best deliverability. Mandatory
   * if the account may send fallback SMS and `disable-fallback-sms` is not true.
   */
  fallbackSmsText?: string | undefined;
  /** Whether to disable the fallback SMS, which is sent if the MMS cannot be delivered. */
  disableFallbackSms?: boolean | undefined;
  /** Whether to omit the link to the MMS content from the fallback SMS. */
  disableFallbackSmsLink?: boolean | undefined;
  /** Customer's own id of the transaction, returned in its postbacks. */
  clientReference?: string | undefined;
  /** Name of the template, for internal reference. */
  name: string;
  /** Slides in the order of display. */
  slide: Slide[];
}

/** Acceptance of a template. */
export interface SavemmsResponse {
  /** Success. */
  status: "success" | (string & {});
  /** Result in words. */
  statusDetails: string;
  /** Id of the template. */
  mmsId: string;
}

/**
 * Hours in which alone the message is sent, in place of the account's `delivery-window`; null:
 * all. Outside of them it waits, at first in the state `scheduled`.
 */
export interface DeliveryWindow {
  /** Days on which the window opens; by default each day. */
  days?: DeliveryWindowDays[] | undefined;
  /** Local time at which it opens, as `HH:MM`. */
  from: string;
  /**
   * Local time at which it closes, as `HH:MM`; where that is before `from`, it closes on the
   * next day.
   */
  to: string;
  /**
   * Name of the tz database, or `recipient`: the zone of the recipient's number. Where the
   * number may be in several, the window is open while it is in all of them; where that leaves
   * less than two hours a day, or no zone is known, the account's `time-zone` decides.
   */
  timeZone?: string | undefined;
}

/** Text of a slide in place of the template's. */
export interface CustomSlide {
  /** Text of the slide for this recipient. */
  customMessageText: string;
  /** Slide number, counted from 1. */
  customSlide: string;
}

/** Fields of `createimage`, and the slide (spec 2.6). */
export interface DynamicImage {
  /**
   * Target slide, counted from 1; by default the last. A number beyond the last slide adds a
   * slide, up to the ninth; beyond that, the object is left out and listed in `warnings`.
   */
  slideNumber?: string | undefined;
  /** URL of an existing JPEG; 640×1138 pixels and 200 KB are recommended. */
  backgroundImageUrl?: string | undefined;
  /**
   * Whether to draw the following object: `yes` makes it mandatory, `no` ignores it. By default
   * it is drawn if present.
   */
  addBarcode?: YesNo | undefined;
  /**
   * Barcode (spec 2.4), as large as its box allows, with the quiet zone that its symbology
   * requires. Its text has the foreground colour. A box that does not lie inside the background,
   * turned as it is, is refused with E1507.
   */
  barcode?: Barcode | undefined;
  /**
   * Whether to draw the following object: `yes` makes it mandatory, `no` ignores it. By default
   * it is drawn if present.
   */
  addTextArea?: YesNo | undefined;
  /** Text areas under the keys `text-area-1` to `text-area-8` (spec 2.5). */
  textArea?: Record<string, TextArea> | undefined;
}

/** First name, last name or both, with letters, digits, spaces and periods only. */
export interface ContactName {
  /**
   * Part of the name; mandatory if the other part is blank. In `sendsavedmms` it may have merge
   * tags.
   */
  firstName?: string | undefined;
  /**
   * Part of the name; mandatory if the other part is blank. In `sendsavedmms` it may have merge
   * tags.
   */
  lastName?: string | undefined;
  /** Name suffix, such as Jr. */
  suffix?: string | undefined;
}

/** Telephone number and its kind. */
export interface ContactPhone {
  /** Telephone number in any notation. */
  number: string;
  /** Kind of number, in any letter case. */
  label?: ContactPhoneLabel | undefined;
}

/** E-mail address and its kind. */
export interface ContactEmail {
  /** E-mail address. */
  id: string;
  /** Kind of address, in any letter case. */
  label?: PlaceLabel | undefined;
}

/** Postal address and its kind. */
export interface ContactAddress {
  /** Postal address in one line. */
  address: string;
  /** Kind of address, in any letter case. */
  label?: PlaceLabel | undefined;
}

/** Website and its label. */
export interface ContactWebsite {
  /** URL of the website. */
  url: string;
  /** Free-text label, cut to 100 characters. */
  label?: string | undefined;
}

/** Fields of `createcontact`, and the slide (spec 2.7). */
export interface DynamicContact {
  /**
   * Target slide, counted from 1; by default the last. A number beyond the last slide adds a
   * slide, up to the ninth; beyond that, the object is left out and listed in `warnings`.
   */
  slideNumber?: string | undefined;
  /** First name, last name or both, with letters, digits, spaces and periods only. */
  name: ContactName;
  /** Organisation that the person works for. */
  organization?: string | undefined;
  /** Position of the person. */
  title?: string | undefined;
  /** URL of a GIF, JPEG or PNG image. */
  photoUrl?: string | undefined;
  /** Free-text note. */
  note?: string | undefined;
  /** Telephone numbers; those after the fourth are ignored. */
  phone?: ContactPhone[] | undefined;
  /** E-mail addresses; those after the fourth are ignored. */
  email?: ContactEmail[] | undefined;
  /** Postal addresses; those after the fourth are ignored. */
  physicalAddress?: ContactAddress[] | undefined;
  /** Websites; those after the fourth are ignored. */
  website?: ContactWebsite[] | undefined;
}

/** Fields of `createcalendar`, and the slide (spec 2.8). */
export interface DynamicCalendar {
  /**
   * Target slide, counted from 1; by default the last. A number beyond the last slide adds a
   * slide, up to the ninth; beyond that, the object is left out and listed in `warnings`.
   */
  slideNumber?: string | undefined;
  /** Title of the event. */
  eventTitle: string;
  /** Description of the event. */
  eventDescription: string;
  /** Location of the event. */
  eventLocation: string;
  /** Start in ISO 8601, local to `event-timezone`; a time zone designator is ignored. */
  eventStartDatetime: string;
  /** End in ISO 8601, local to `event-timezone`; a time zone designator is ignored. */
  eventEndDatetime: string;
  /** Time zone of the tz database, such as America/New_York. */
  eventTimezone: string;
  /** Whether the event lasts from 00:00 UTC of the start date to 23:59 UTC of the end date. */
  allDayEvent?: boolean | undefined;
}

/** Sends a saved MMS template to one recipient (spec 4.4). */
export interface SendsavedmmsRequest {
  /** Id of the template, saved with an API key of the same account. */
  mmsId: string;
  /** Recipient's number with country code; must be in a country of the sender. */
  to: string;
  /**
   * Comma-separated numbers with country code, at most 100, shown as further recipients of a
   * group. The message is delivered to `to` only.
   */
  toDisplayonly?: string | undefined;
  /**
   * Short code, toll-free or 10DLC number with country code, provisioned to the account; or
   * `pool:` and the name of a pool, of which a sender is chosen. Alphanumeric senders work only
   * with carriers of certain countries, not in the USA.
   */
  from: string;
  /**
   * Campaign that the recipient is subscribed to; mandatory if Enforce Campaign Check is on for
   * the account.
   */
  campaignRef?: string | undefined;
  /**
   * Subject in place of the template's; at most 40 characters without Unicode have the best
   * deliverability. The limit of 1,000 characters also applies after merge tags are
   * replaced. NUL and lone surrogates are stripped.
   */
  messageSubject?: string | undefined;
  /**
   * Text of the fallback SMS in place of the template's; 20 to 110 characters have the best
   * deliverability. Mandatory if `disable-fallback-sms` is false.
   */
  fallbackSmsText?: string | undefined;
  /** Whether to disable the fallback SMS, which is sent if the MMS cannot be delivered. */
  disableFallbackSms?: boolean | undefined;
  /** Whether to omit the link to the MMS content from the fallback SMS. */
  disableFallbackSmsLink?: boolean | undefined;
  /**
   * Expiry of the link in the fallback SMS, in ISO 8601. Default and maximum: 1 year from
   * the request.
   */
  fallbackSmsLinkExpiration?: string | undefined;
  /**
   * Time at which delivery attempts stop, in ISO 8601. Default and maximum: 3 days from the
   * request.
   */
  mmsExpiryTimestamp?: string | undefined;
  /**
   * Whether to send an SMS, regardless of `disable-fallback-sms`. Without an operator id,
   * the operator lookup is skipped, too. Refused for accounts that may not send fallback
   * SMS.
   */
  forceSendAsSms?: boolean | undefined;
  /**
   * Whether quotation marks, dashes, spaces and ellipses of the SMS become plain ones if its
   * whole text then is in the GSM alphabet; letters never change. Default: the account's
   * `smart-encoding`.
   */
  smartEncoding?: boolean | undefined;
  /** Id of the recipient's operator; equivalent to `X-Service-Carrier-Id`. */
  operatorId?: string | undefined;
  /** Customer's own id of the transaction, returned in its postbacks. */
  clientReference?: string | undefined;
  /**
   * URL that the postbacks of this message are posted to in place of the account's postback URL,
   * signed with the same secret.
   */
  statusCallback?: string | undefined;
  /**
   * Time before which the message is not sent, in ISO 8601, at most 35 days ahead; one that is up
   * to a minute past is now. Blocks and the account are looked at again then, and its first
   * postback follows.
   */
  sendAt?: string | undefined;
  /**
   * Another name of `mms-expiry-timestamp`; a request has one of the two. It must be after
   * `send-at` and after the delivery window first opens.
   */
  validUntil?: string | undefined;
  /**
   * Hours in which alone the message is sent, in place of the account's `delivery-window`; null:
   * all. Outside of them it waits, at first in the state `scheduled`.
   */
  deliveryWindow?: DeliveryWindow | undefined;
  /**
   * Order among the messages of the account that wait for a carrier. High ones, such as codes,
   * overtake the others, and have every second turn at most while others wait; they ignore the
   * account's `delivery-window`. Low ones go when nothing else waits, and in one turn of 20.
   */
  priority?: Priority | undefined;
  /** Texts in place of those of the template's slides. */
  customSlides?: CustomSlide[] | undefined;
  /**
   * Values of the merge tags `{$variable|default}` by variable; names match in any letter
   * case. A tag without a value takes its default, which may be empty. Tags are replaced in
   * slide texts, the subject, the fallback text, image templates, and the texts of dynamic
   * images, contacts and events, times included; inserted values are not scanned for tags.
   * An object is checked with its tags replaced. A barcode, a text area or an entry of a
   * contact's list of which they leave nothing is left out and listed in `warnings`.
   */
  mergeTagData?: Record<string, string> | undefined;
  /**
   * Images drawn for this recipient. An image that cannot share its slide gets a slide of
   * its own after it. Slides past the ninth are left out and listed in `warnings`.
   */
  dynamicImage?: DynamicImage[] | undefined;
  /** Contacts generated for this recipient. */
  dynamicContact?: DynamicContact[] | undefined;
  /** Calendar events generated for this recipient. */
  dynamicCalendar?: DynamicCalendar[] | undefined;
}

/** Acceptance of an MMS. */
export interface SendsavedmmsResponse {
  /** Success. */
  status: "Success" | (string & {});
  /** Id of the template. */
  mmsId: string;
  /** Id of the transaction, repeated in its postbacks. */
  trackingId: string;
  /** Recipient's number with country code. */
  to: string;
  /** Short code or number that the message is sent from. */
  from: string;
  /** Present on a message that waits for its `send-at` or its delivery window. */
  state?: "scheduled" | (string & {});
  /** Result in words. */
  statusDetails: string;
  /**
   * Objects of the request, and slides past the ninth, that do not fit into the message and
   * are left out; elements that are left out because their merge tags leave nothing of them;
   * texts that do not lie inside their image. Absent if there are none.
   */
  warnings?: string[];
}

/**
 * Sends an MMS to one recipient in one call. Its files are fetched and fitted after the
 * response: N013 says that this is done and that sending begins, E011, E012 and E013 name a
 * file that cannot be used, and then the message fails (E101). Each request asks for each of
 * its files, conditionally where an earlier response had an ETag or Last-Modified; equal
 * content is transcoded once.
 */
export interface SendmmsRequest {
  /** Recipient's number with country code; must be in a country of the sender. */
  to: string;
  /**
   * Comma-separated numbers with country code, at most 100, shown as further recipients of a
   * group. The message is delivered to `to` only.
   */
  toDisplayonly?: string | undefined;
  /**
   * Short code, toll-free or 10DLC number with country code, provisioned to the account; or
   * `pool:` and the name of a pool, of which a sender is chosen. Alphanumeric senders work only
   * with carriers of certain countries, not in the USA.
   */
  from: string;
  /**
   * Campaign that the recipient is subscribed to; mandatory if Enforce Campaign Check is on for
   * the account.
   */
  campaignRef?: string | undefined;
  /** Another name of `campaign-ref`, which takes precedence. */
  serviceId?: string | undefined;
  /** Name of the MMS, for the sender's own reference. It is not stored. */
  name?: string | undefined;
  /**
   * Subject. At most 40 characters without Unicode have the best deliverability. The limit
   * of 1,000 characters also applies after merge tags are replaced. NUL and lone surrogates
   * are stripped.
   */
  messageSubject?: string | undefined;
  /**
   * Text of the fallback SMS; 20 to 110 characters have the best deliverability. Mandatory
   * if the account may send fallback SMS and `disable-fallback-sms` is not true.
   */
  fallbackSmsText?: string | undefined;
  /** Whether to disable the fallback SMS, which is sent if the MMS cannot be delivered. */
  disableFallbackSms?: boolean | undefined;
  /** Whether to omit the link to the MMS content from the fallback SMS. */
  disableFallbackSmsLink?: boolean | undefined;
  /**
   * Expiry of the link in the fallback SMS, in ISO 8601. Default and maximum: 1 year from
   * the request.
   */
  fallbackSmsLinkExpiration?: string | undefined;
  /**
   * Time at which delivery attempts stop, in ISO 8601. Default and maximum: 3 days from the
   * request.
   */
  mmsExpiryTimestamp?: string | undefined;
  /**
   * Whether to send an SMS, regardless of `disable-fallback-sms`. Without an operator id,
   * the operator lookup is skipped, too. Refused for accounts that may not send fallback
   * SMS.
   */
  forceSendAsSms?: boolean | undefined;
  /**
   * Whether quotation marks, dashes, spaces and ellipses of the SMS become plain ones if its
   * whole text then is in the GSM alphabet; letters never change. Default: the account's
   * `smart-encoding`.
   */
  smartEncoding?: boolean | undefined;
  /** Id of the recipient's operator; equivalent to `X-Service-Carrier-Id`. */
  operatorId?: string | undefined;
  /** Customer's own id of the transaction, returned in its postbacks. */
  clientReference?: string | undefined;
  /**
   * URL that the postbacks of this message are posted to in place of the account's postback URL,
   * signed with the same secret.
   */
  statusCallback?: string | undefined;
  /**
   * Time before which the message is not sent, in ISO 8601, at most 35 days ahead; one that is up
   * to a minute past is now. Blocks and the account are looked at again then, and its first
   * postback follows.
   */
  sendAt?: string | undefined;
  /**
   * Another name of `mms-expiry-timestamp`; a request has one of the two. It must be after
   * `send-at` and after the delivery window first opens.
   */
  validUntil?: string | undefined;
  /**
   * Hours in which alone the message is sent, in place of the account's `delivery-window`; null:
   * all. Outside of them it waits, at first in the state `scheduled`.
   */
  deliveryWindow?: DeliveryWindow | undefined;
  /**
   * Order among the messages of the account that wait for a carrier. High ones, such as codes,
   * overtake the others, and have every second turn at most while others wait; they ignore the
   * account's `delivery-window`. Low ones go when nothing else waits, and in one turn of 20.
   */
  priority?: Priority | undefined;
  /** Slides in the order of display. */
  slide: Slide[];
  /**
   * Values of the merge tags `{$variable|default}` by variable; names match in any letter
   * case. A tag without a value takes its default, which may be empty. Tags are replaced in
   * slide texts, the subject, the fallback text and image templates; inserted values are not
   * scanned for tags.
   */
  mergeTagData?: Record<string, string> | undefined;
}

/** Acceptance of an MMS. */
export interface SendmmsResponse {
  /** Success. */
  status: "Success" | (string & {});
  /** Id of the message's content, which is no template. */
  mmsId: string;
  /** Id of the transaction, repeated in its postbacks. */
  trackingId: string;
  /** Recipient's number with country code. */
  to: string;
  /** Short code or number that the message is sent from. */
  from: string;
  /** Present on a message that waits for its `send-at` or its delivery window. */
  state?: "scheduled" | (string & {});
  /** Result in words. */
  statusDetails: string;
  /**
   * Elements that are left out because their merge tags leave nothing of them; texts that do
   * not lie inside their image. Absent if there are none.
   */
  warnings?: string[];
}

/** Sends an SMS (spec 4.5). */
export interface SendsmsRequest {
  /**
   * Text of the SMS. Up to 160 characters of the GSM alphabet, or 70 of Unicode, make one
   * message; longer text is sent and billed as several, at most 255.
   */
  messageText: string;
  /** Recipient's number with country code. */
  to: string;
  /**
   * Short code, toll-free or 10DLC number with country code, provisioned to the account; or
   * `pool:` and the name of a pool, of which a sender is chosen. Alphanumeric senders work only
   * with carriers of certain countries, not in the USA.
   */
  from: string;
  /**
   * Campaign that the recipient is subscribed to; mandatory if Enforce Campaign Check is on for
   * the account.
   */
  campaignRef?: string | undefined;
  /** Id of the recipient's operator; equivalent to `X-Service-Carrier-Id`. */
  operatorId?: string | undefined;
  /** Whether to replace each link with a short one that counts clicks. */
  clickTracking?: boolean | undefined;
  /**
   * Whether quotation marks, dashes, spaces and ellipses of the SMS become plain ones if its
   * whole text then is in the GSM alphabet; letters never change. Default: the account's
   * `smart-encoding`.
   */
  smartEncoding?: boolean | undefined;
  /**
   * Customer's own id of the message, by which `getmessage` and `getmessages` find it; it is
   * not in its postbacks.
   */
  clientReference?: string | undefined;
  /**
   * URL that the postbacks of this message are posted to in place of the account's postback URL,
   * signed with the same secret.
   */
  statusCallback?: string | undefined;
  /**
   * Time before which the message is not sent, in ISO 8601, at most 35 days ahead; one that is up
   * to a minute past is now. Blocks and the account are looked at again then, and its first
   * postback follows.
   */
  sendAt?: string | undefined;
  /**
   * Time at which delivery attempts stop, in ISO 8601, after `send-at` and after the delivery
   * window first opens. The text fails then (E201). Maximum: 7 days from when it may first be
   * sent; default: 3 days.
   */
  validUntil?: string | undefined;
  /**
   * Hours in which alone the message is sent, in place of the account's `delivery-window`; null:
   * all. Outside of them it waits, at first in the state `scheduled`.
   */
  deliveryWindow?: DeliveryWindow | undefined;
  /**
   * Order among the messages of the account that wait for a carrier. High ones, such as codes,
   * overtake the others, and have every second turn at most while others wait; they ignore the
   * account's `delivery-window`. Low ones go when nothing else waits, and in one turn of 20.
   */
  priority?: Priority | undefined;
}

/** Acceptance of an SMS. */
export interface SendsmsResponse {
  /** Success. */
  status: "Success" | (string & {});
  /** Id of the transaction, repeated in its postbacks. */
  trackingId: string;
  /** Recipient's number with country code. */
  to: string;
  /** Short code or number that the message is sent from. */
  from: string;
  /**
   * Number of messages that the text is sent and billed as. A single one holds 160
   * characters of the GSM alphabet (those of its extension table count twice) or 70 of
   * Unicode; one of several holds 153 or 67.
   */
  segments: number;
  /** Present on a message that waits for its `send-at` or its delivery window. */
  state?: "scheduled" | (string & {});
  /** Result in words. */
  statusDetails: string;
}

/**
 * Lists the account's templates by pages, newest first. A template that is removed while pages
 * are read leaves a gap on its page, so that no other is missed.
 */
export interface GetmmstemplatesRequest {
  /** Only templates that were saved after this time, in ISO 8601. */
  startDate?: string | undefined;
  /** Number of the page, from 1. A page behind the last one is an empty list. */
  pageNumber?: number | undefined;
  /** Templates a page. */
  itemsPerPage?: number | undefined;
}

/** A template of the list. */
export interface ListedTemplate {
  /** Id of the template. */
  mmsId: string;
  /** Name of the template. */
  mmsName: string;
  /** Subject; `""` if it has none. */
  mmsSubject: string;
  /** Time in ISO 8601 with microseconds and offset. */
  dateCreated: string;
  /** Number of slides. */
  totalSlides: number;
  /**
   * Bytes of the largest message that is made of it; 0 while its files are being encoded, and
   * where that failed.
   */
  mmsSize: number;
}

/** A page of templates. */
export interface GetmmstemplatesResponse {
  /** Success. */
  status: "Success" | (string & {});
  /** `start-date` of the request, if it had one. */
  startDate?: string;
  /** Number of the page. */
  pageNumber: number;
  /** Templates a page. */
  itemsPerPage: number;
  /** Number of templates on all pages. */
  totalResults: number;
  /** Templates, newest first, in any state. */
  mmsTemplate: ListedTemplate[];
}

/**
 * Removes a template. It is gone at once for every action; its files go once no accepted
 * message and no hosted page needs them.
 */
export interface DeletemmsidRequest {
  /** Id of the template, saved with an API key of the same account. */
  mmsId: string;
}

/** Removal of a template. */
export interface DeletemmsidResponse {
  /** Success. */
  status: "Success" | (string & {});
  /** Id of the template. */
  mmsId: string;
}

/**
 * Polls the account's events, each once and in their order, in place of a receiver of postbacks
 * or beside it. Reading marks nothing: events are there until their message is removed.
 */
export interface GeteventsRequest {
  /**
   * Cursor behind which to read: `next-cursor` of the last response, or the `cursor` of an
   * event. Blank: from the oldest event. Absent: no event is returned, and `next-cursor` is
   * the present end.
   */
  after?: string | undefined;
  /** Maximum number of events. */
  limit?: number | undefined;
  /** Seconds to wait for an event where there is none. */
  wait?: number | undefined;
}

/** An event, as a receiver gets it. */
export interface PolledEvent {
  /** Cursor behind the event. */
  cursor: string;
  /** Id of the event, as in the header `webhook-id`. */
  webhookId: string;
  /** The postback. */
  body: Record<string, unknown>;
}

/** Events behind a cursor. */
export interface GeteventsResponse {
  /** Success. */
  status: "Success" | (string & {});
  /** Events in their order; none where there was none in time. */
  event: PolledEvent[];
  /** `after` of the next request. */
  nextCursor: string;
}

/**
 * Draws a JPEG of a background, a barcode and texts, at least one of them (spec 4.6, 2.6). It
 * has the size of the background; without one, that of the drawing, on white.
 */
export interface CreateimageRequest {
  /** URL of an existing JPEG; 640×1138 pixels and 200 KB are recommended. */
  backgroundImageUrl?: string | undefined;
  /**
   * Whether to draw the following object: `yes` makes it mandatory, `no` ignores it. By default
   * it is drawn if present.
   */
  addBarcode?: YesNo | undefined;
  /**
   * Barcode (spec 2.4), as large as its box allows, with the quiet zone that its symbology
   * requires. Its text has the foreground colour. A box that does not lie inside the background,
   * turned as it is, is refused with E1507.
   */
  barcode?: Barcode | undefined;
  /**
   * Whether to draw the following object: `yes` makes it mandatory, `no` ignores it. By default
   * it is drawn if present.
   */
  addTextArea?: YesNo | undefined;
  /** Text areas under the keys `text-area-1` to `text-area-8` (spec 2.5). */
  textArea?: Record<string, TextArea> | undefined;
}

/** Generates a vCard file (spec 4.7, 2.7). */
export interface CreatecontactRequest {
  /** First name, last name or both, with letters, digits, spaces and periods only. */
  name: ContactName;
  /** Organisation that the person works for. */
  organization?: string | undefined;
  /** Position of the person. */
  title?: string | undefined;
  /** URL of a GIF, JPEG or PNG image. */
  photoUrl?: string | undefined;
  /** Free-text note. */
  note?: string | undefined;
  /** Telephone numbers; those after the fourth are ignored. */
  phone?: ContactPhone[] | undefined;
  /** E-mail addresses; those after the fourth are ignored. */
  email?: ContactEmail[] | undefined;
  /** Postal addresses; those after the fourth are ignored. */
  physicalAddress?: ContactAddress[] | undefined;
  /** Websites; those after the fourth are ignored. */
  website?: ContactWebsite[] | undefined;
}

/** Generates an iCalendar file (spec 4.8, 2.8). */
export interface CreatecalendarRequest {
  /** Title of the event. */
  eventTitle: string;
  /** Description of the event. */
  eventDescription: string;
  /** Location of the event. */
  eventLocation: string;
  /** Start in ISO 8601, local to `event-timezone`; a time zone designator is ignored. */
  eventStartDatetime: string;
  /** End in ISO 8601, local to `event-timezone`; a time zone designator is ignored. */
  eventEndDatetime: string;
  /** Time zone of the tz database, such as America/New_York. */
  eventTimezone: string;
  /** Whether the event lasts from 00:00 UTC of the start date to 23:59 UTC of the end date. */
  allDayEvent?: boolean | undefined;
}

/**
 * Tells what has become of a message. With a `tracking-id` and a `client-reference`, the message
 * must have both.
 */
export interface GetmessageRequest {
  /** `tracking-id` of the message, from the response of the request that sent it. */
  trackingId?: string | undefined;
  /**
   * `client-reference` of the request that sent the message; of several messages, the newest
   * one.
   */
  clientReference?: string | undefined;
}

/** Something that happened to a message. */
export interface StatusEvent {
  /** Code of the postback on it; absent where there is none. */
  code?: string;
  /**
   * Status of the message from then on, as postbacks have it; before the first and between
   * them also `Accepted`, `Preparing`, `Prepared`, `Submitted` and `Unreported`. Absent where
   * the event is about a file of the message.
   */
  status?: string;
  /** Status in words. */
  statusDetails?: string;
  /** Time in ISO 8601 with microseconds and offset. */
  timestamp: string;
}

/** Message with what has become of it. */
export interface GetmessageResponse {
  /** Success. */
  status: "Success" | (string & {});
  /** Id of the transaction, repeated in its postbacks. */
  trackingId: string;
  /** Id of the template; absent for an SMS, and for a message over MM7. */
  mmsId?: string;
  /** Short code or number that the message is sent from. */
  from: string;
  /** Recipient's number with country code. */
  to: string;
  /** State of the message. */
  state:
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
    | "canceled"
    | (string & {});
  /** Form in which the message was sent; SMS is the fallback. */
  sentAs?: "MMS" | "SMS" | (string & {});
  /** Number of messages that an SMS is sent and billed as. */
  segments?: number;
  /** Time at which the message was accepted. */
  acceptedAt: string;
  /**
   * Time until which the message waits: for its `send-at`, its delivery window or its next
   * attempt. Absent if it does not.
   */
  dueAt?: string;
  /** Time at which a carrier accepted the message. */
  submittedAt?: string;
  /** Time at which the message came to its end; absent while it has none. */
  endedAt?: string;
  /** Time at which delivery attempts stop. */
  validUntil: string;
  /** `client-reference` of the request, if given. */
  clientReference?: string;
  /** `campaign-ref` of the request, if given. */
  campaignRef?: string;
  /** Id of the recipient's operator, if it is known. */
  operatorId?: string;
  /**
   * Status in words, as postbacks have it; absent while processing has not begun. On a
   * scheduled message it says whether the account's `time-zone` decides.
   */
  statusDetails?: string;
  /** Reason for the end of the message, in the carrier's words. */
  carrierStatus?: string;
  /** Events of the message, the oldest first. */
  events: StatusEvent[];
}

/**
 * Lists messages, the newest first. A page can have fewer messages than its `limit`, or none,
 * where many that do not match lie between: there are more as long as there is a `next-cursor`.
 */
export interface GetmessagesRequest {
  /** Only messages to this number, in any spelling. */
  to?: string | undefined;
  /** Only messages from this sender. */
  from?: string | undefined;
  /** State that all messages of a list are in. */
  state?: RequestState | undefined;
  /** Only messages with this `client-reference`. */
  clientReference?: string | undefined;
  /** Only messages accepted at this time or later, in ISO 8601. */
  startDate?: string | undefined;
  /** Only messages accepted before this time, in ISO 8601. */
  endDate?: string | undefined;
  /**
   * Position to continue from: `next-cursor` of the previous page. The other fields stay as they
   * were. Default: the beginning.
   */
  cursor?: string | undefined;
  /** Maximum number of items on a page. */
  limit?: number | undefined;
}

/** Message, as far as it is known what has become of it. */
export interface MessageStatus {
  /** Id of the transaction, repeated in its postbacks. */
  trackingId: string;
  /** Id of the template; absent for an SMS, and for a message over MM7. */
  mmsId?: string;
  /** Short code or number that the message is sent from. */
  from: string;
  /** Recipient's number with country code. */
  to: string;
  /** State of the message. */
  state:
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
    | "canceled"
    | (string & {});
  /** Form in which the message was sent; SMS is the fallback. */
  sentAs?: "MMS" | "SMS" | (string & {});
  /** Number of messages that an SMS is sent and billed as. */
  segments?: number;
  /** Time at which the message was accepted. */
  acceptedAt: string;
  /**
   * Time until which the message waits: for its `send-at`, its delivery window or its next
   * attempt. Absent if it does not.
   */
  dueAt?: string;
  /** Time at which a carrier accepted the message. */
  submittedAt?: string;
  /** Time at which the message came to its end; absent while it has none. */
  endedAt?: string;
  /** Time at which delivery attempts stop. */
  validUntil: string;
  /** `client-reference` of the request, if given. */
  clientReference?: string;
  /** `campaign-ref` of the request, if given. */
  campaignRef?: string;
  /** Id of the recipient's operator, if it is known. */
  operatorId?: string;
  /**
   * Status in words, as postbacks have it; absent while processing has not begun. On a
   * scheduled message it says whether the account's `time-zone` decides.
   */
  statusDetails?: string;
  /** Reason for the end of the message, in the carrier's words. */
  carrierStatus?: string;
}

/** Messages of an account. */
export interface GetmessagesResponse {
  /** Success. */
  status: "Success" | (string & {});
  /** The messages, the newest first. */
  message: MessageStatus[];
  /** `cursor` of the next page; absent on the last one. */
  nextCursor?: string;
}

/** Lists the recipients that senders of the account may not message, by number. */
export interface GetblocksRequest {
  /**
   * Only blocks that hold for this sender of the account; those for all senders are among
   * them.
   */
  from?: string | undefined;
  /**
   * Position to continue from: `next-cursor` of the previous page. The other fields stay as they
   * were. Default: the beginning.
   */
  cursor?: string | undefined;
  /** Maximum number of items on a page. */
  limit?: number | undefined;
}

/** Recipient that senders may not message. */
export interface BlockedRecipient {
  /** Recipient's number with country code. */
  mobile: string;
  /** Sender that may not message the recipient; absent if none of the account may. */
  from?: string;
  /** Time in ISO 8601 with microseconds and offset. */
  since: string;
  /** Origin of the block: a keyword of the recipient, an administrator, or the action `block`. */
  source: "keyword" | "operator" | "api" | (string & {});
}

/** Blocked recipients of an account. */
export interface GetblocksResponse {
  /** Success. */
  status: "Success" | (string & {});
  /** The blocks, in the order of their numbers. */
  block: BlockedRecipient[];
  /** `cursor` of the next page; absent on the last one. */
  nextCursor?: string;
}

/**
 * Blocks a recipient: no message is sent to it from then on. A block that there is already stays
 * as it is.
 */
export interface BlockRequest {
  /** Recipient's number with country code, in any spelling. */
  mobile: string;
  /**
   * Sender of the account that may not message the recipient. Default: all of the account,
   * including later ones, which a key limited to senders may not block.
   */
  from?: string | undefined;
}

/** Block of a recipient. */
export interface BlockResponse {
  /** Success. */
  status: "Success" | (string & {});
  /** Recipient's number with country code. */
  mobile: string;
  /** Sender, if the request has one. */
  from?: string;
}

/**
 * Lifts blocks of a recipient that the account has made by `block`. Refused with E114 where the
 * recipient has opted out, or an administrator has made the block.
 */
export interface UnblockRequest {
  /** Recipient's number with country code, in any spelling. */
  mobile: string;
  /**
   * Sender of the account that may message the recipient again; a block for all senders stays
   * for the others. Default: all of the account.
   */
  from?: string | undefined;
}

/** End of the blocks of a recipient. */
export interface UnblockResponse {
  /** Success. */
  status: "Success" | (string & {});
  /** Recipient's number with country code. */
  mobile: string;
  /** Sender, if the request has one. */
  from?: string;
}

/** Lists the short links of a message, in the order of its text, with their clicks. */
export interface GetlinksRequest {
  /** `tracking-id` of the message, from the response of the request that sent it. */
  trackingId: string;
}

/** Short link of a text, with its clicks. */
export interface ClickedLink {
  /** URL that the link leads to; absent where it has been erased. */
  url?: string;
  /** URL in the text. */
  shortUrl: string;
  /** Number of clicks; previews by messengers are not among them. */
  clicks: number;
  /** Time of the last click; absent if there was none. */
  lastClickAt?: string;
}

/** Short links of a message. */
export interface GetlinksResponse {
  /** Success. */
  status: "Success" | (string & {});
  /** The links, in the order of the text. */
  link: ClickedLink[];
}

/**
 * Subscribes a recipient to a campaign of the account, or asks for a confirmation by a text
 * first (`cta`). A recipient who is subscribed already stays so, and nothing is sent.
 */
export interface SubscribeRequest {
  /** Reference of the campaign. */
  campaignRef: string;
  /** Recipient's number with country code. */
  mobile: string;
  /** Customer's own id of the recipient. */
  subscriberRef?: string | undefined;
  /** Customer's own fields of the subscription. */
  data?: Record<string, string> | undefined;
  /**
   * Whether the campaign's welcome text follows, from the campaign's sender; by default it
   * does not.
   */
  notify?: SubscribeRequestNotify | undefined;
  /**
   * Whether the recipient is asked by the campaign's text first (double opt-in); by default
   * not. YES, Y, OUI, SI or SÍ within 72 hours then subscribes. A recipient is asked once a
   * day at most.
   */
  cta?: SubscribeRequestCta | undefined;
  /** Time zone of the recipient. */
  timezone?: string | undefined;
  /** Form, page or event at which the consent was given. */
  source?: string | undefined;
  /** Time at which the consent was given, in ISO 8601. */
  collectedAt?: string | undefined;
  /** Words that the recipient saw when giving the consent. */
  textShown?: string | undefined;
}

/** Subscription, or question to the recipient. */
export interface SubscribeResponse {
  /** Success. */
  status: "Success" | (string & {});
  /** Reference of the campaign. */
  campaignRef: string;
  /** Recipient's number with country code. */
  mobile: string;
}

/**
 * Ends a recipient's subscription to a campaign of the account. Where there is none, nothing
 * changes.
 */
export interface UnsubscribeRequest {
  /** Reference of the campaign. */
  campaignRef: string;
  /** Recipient's number with country code. */
  mobile: string;
  /**
   * Whether the campaign's goodbye text follows, from the campaign's sender; by default it
   * does not.
   */
  notify?: UnsubscribeRequestNotify | undefined;
}

/** End of a subscription. */
export interface UnsubscribeResponse {
  /** Success. */
  status: "Success" | (string & {});
  /** Reference of the campaign. */
  campaignRef: string;
  /** Recipient's number with country code. */
  mobile: string;
}

/**
 * Calls a message back, until it is submitted to a carrier: each message is either submitted or
 * canceled. It causes no postback, and a second request has the same response.
 */
export interface CancelmessageRequest {
  /** `tracking-id` of the message, from the response of the request that sent it. */
  trackingId: string;
}

/** Message that is canceled. */
export interface CancelmessageResponse {
  /** Success. */
  status: "Success" | (string & {});
  /** Id of the transaction, repeated in its postbacks. */
  trackingId: string;
  /** State of the message. */
  state: "canceled" | (string & {});
}

/** MMS sent: the service has begun to process it (spec 6.2). */
export interface PostbackN101 {
  /** Kind of traffic. */
  origin: "MMS_MT" | (string & {});
  /** Event code. */
  code: "N101";
  /** Form in which the message was sent; SMS is the fallback. */
  sentAs: "MMS" | "SMS" | (string & {});
  /** Status of the message. */
  status: "Sent" | (string & {});
  /** Status in words. */
  statusDetails: "Message Sent" | (string & {});
  /** Id of the template. */
  mmsId?: string;
  /** Short code or number that the message is sent from. */
  from: string;
  /** Recipient's number with country code. */
  to: string;
  /** Id of the transaction, repeated in its postbacks. */
  trackingId: string;
  /** `client-reference` of the request, if given. */
  clientReference?: string;
  /** Time in ISO 8601 with microseconds and offset. */
  timestamp: string;
  /** `campaign-ref` of the request, if given. */
  campaignRef?: string;
  /** Mobile operator of the handset, if it is known and the account has `extended-postbacks`. */
  operatorId?: string;
  /** Name of the operator, with `operator-id`. */
  operatorName?: string;
}

/** MMS delivered (spec 6.2). */
export interface PostbackN102 {
  /** Kind of traffic. */
  origin: "MMS_MT" | (string & {});
  /** Event code. */
  code: "N102";
  /** Form in which the message was sent; SMS is the fallback. */
  sentAs: "MMS" | "SMS" | (string & {});
  /** Status of the message. */
  status: "Delivered" | (string & {});
  /** Status in words. */
  statusDetails: "Message Delivered" | (string & {});
  /** Id of the template. */
  mmsId?: string;
  /** Short code or number that the message is sent from. */
  from: string;
  /** Recipient's number with country code. */
  to: string;
  /** Id of the transaction, repeated in its postbacks. */
  trackingId: string;
  /** `client-reference` of the request, if given. */
  clientReference?: string;
  /** Time in ISO 8601 with microseconds and offset. */
  timestamp: string;
  /** Handset, if the carrier reports it. */
  handset?: string;
  /** `campaign-ref` of the request, if given. */
  campaignRef?: string;
  /** Mobile operator of the handset, if it is known and the account has `extended-postbacks`. */
  operatorId?: string;
  /** Name of the operator, with `operator-id`. */
  operatorName?: string;
}

/** MMS expired (spec 6.2). */
export interface PostbackN103 {
  /** Kind of traffic. */
  origin: "MMS_MT" | (string & {});
  /** Event code. */
  code: "N103";
  /** Form in which the message was sent; SMS is the fallback. */
  sentAs: "MMS" | "SMS" | (string & {});
  /** Status of the message. */
  status: "Expired" | (string & {});
  /** Status in words. */
  statusDetails: "Message Expired" | (string & {});
  /** Id of the template. */
  mmsId?: string;
  /** Short code or number that the message is sent from. */
  from: string;
  /** Recipient's number with country code. */
  to: string;
  /** Id of the transaction, repeated in its postbacks. */
  trackingId: string;
  /** `client-reference` of the request, if given. */
  clientReference?: string;
  /** Time in ISO 8601 with microseconds and offset. */
  timestamp: string;
  /** `campaign-ref` of the request, if given. */
  campaignRef?: string;
  /** Mobile operator of the handset, if it is known and the account has `extended-postbacks`. */
  operatorId?: string;
  /** Name of the operator, with `operator-id`. */
  operatorName?: string;
}

/** MMS failed (spec 6.2). */
export interface PostbackE101 {
  /** Kind of traffic. */
  origin: "MMS_MT" | (string & {});
  /** Event code. */
  code: "E101";
  /** Form in which the message was sent; SMS is the fallback. */
  sentAs: "MMS" | "SMS" | (string & {});
  /** Status of the message. */
  status: "Failed" | (string & {});
  /** Reason for the failure. `MMS is too big` occurs only if the fallback SMS is disabled. */
  statusDetails:
    | "MMS is too big"
    | "No way to send MMS or SMS"
    | "Internal Routing Error"
    | "Content Validation Failed"
    | "Audio or Video Transcoding Failed"
    | (string & {});
  /** Id of the template. */
  mmsId?: string;
  /** Short code or number that the message is sent from. */
  from: string;
  /** Recipient's number with country code. */
  to: string;
  /** Id of the transaction, repeated in its postbacks. */
  trackingId: string;
  /** `client-reference` of the request, if given. */
  clientReference?: string;
  /** Time in ISO 8601 with microseconds and offset. */
  timestamp: string;
  /** `campaign-ref` of the request, if given. */
  campaignRef?: string;
  /** Mobile operator of the handset, if it is known and the account has `extended-postbacks`. */
  operatorId?: string;
  /** Name of the operator, with `operator-id`. */
  operatorName?: string;
}

/** MMS rejected or unrecognised (spec 6.2). */
export interface PostbackE102 {
  /** Kind of traffic. */
  origin: "MMS_MT" | (string & {});
  /** Event code. */
  code: "E102";
  /** Form in which the message was sent; SMS is the fallback. */
  sentAs: "MMS" | "SMS" | (string & {});
  /** Status of the message. */
  status: "Rejected" | "Unrecognised" | (string & {});
  /** Reason for the rejection; `<number>:Exception` for Unrecognised. */
  statusDetails: string;
  /** Id of the template. */
  mmsId?: string;
  /** Short code or number that the message is sent from. */
  from: string;
  /** Recipient's number with country code. */
  to: string;
  /** Id of the transaction, repeated in its postbacks. */
  trackingId: string;
  /** `client-reference` of the request, if given. */
  clientReference?: string;
  /** Time in ISO 8601 with microseconds and offset. */
  timestamp: string;
  /** `campaign-ref` of the request, if given. */
  campaignRef?: string;
  /** Mobile operator of the handset, if it is known and the account has `extended-postbacks`. */
  operatorId?: string;
  /** Name of the operator, with `operator-id`. */
  operatorName?: string;
}

/** Template ready to send (spec 6.3). */
export interface PostbackN003 {
  /** Kind of traffic. */
  origin: "MMS_MT" | (string & {});
  /** Event code. */
  code: "N003";
  /** Id of the template. */
  mmsId: string;
  /** Id of the transaction, repeated in its postbacks. */
  trackingId: string;
  /** `client-reference` of the request, if given. */
  clientReference?: string;
  /** Time in ISO 8601 with microseconds and offset. */
  timestamp: string;
}

/** Audio of a template not transcoded (spec 6.3). */
export interface PostbackE002 {
  /** Kind of traffic. */
  origin: "MMS_MT" | (string & {});
  /** Event code. */
  code: "E002";
  /** Id of the template. */
  mmsid: string;
  /** Id of the transaction, repeated in its postbacks. */
  trackingid: string;
  /** `client-reference` of the request, if given. */
  clientReference?: string;
  /** URL of the file, as given in the request. */
  audioname: string;
}

/** Video of a template not transcoded (spec 6.3). */
export interface PostbackE003 {
  /** Kind of traffic. */
  origin: "MMS_MT" | (string & {});
  /** Event code. */
  code: "E003";
  /** Id of the template. */
  mmsId: string;
  /** Id of the transaction, repeated in its postbacks. */
  trackingid: string;
  /** `client-reference` of the request, if given. */
  clientReference?: string;
  /** URL of the file, as given in the request. */
  videoname: string;
}

/** Image of a template not transcoded (spec 6.3). */
export interface PostbackE004 {
  /** Kind of traffic. */
  origin: "MMS_MT" | (string & {});
  /** Event code. */
  code: "E004";
  /** Id of the template. */
  mmsid: string;
  /** Id of the transaction, repeated in its postbacks. */
  trackingid: string;
  /** `client-reference` of the request, if given. */
  clientReference?: string;
  /** URL of the file, as given in the request. */
  imagename: string;
}

/** Content of a message transcoded, and sending triggered (spec 6.3). */
export interface PostbackN013 {
  /** Kind of traffic. */
  origin: "MMS_MT" | (string & {});
  /** Event code. */
  code: "N013";
  /** Id of the template. */
  mmsId?: string;
  /** Id of the transaction, repeated in its postbacks. */
  trackingId: string;
  /** `client-reference` of the request, if given. */
  clientReference?: string;
  /** Time in ISO 8601 with microseconds and offset. */
  timestamp: string;
  /** Mobile operator of the handset, if it is known and the account has `extended-postbacks`. */
  operatorId?: string;
  /** Name of the operator, with `operator-id`. */
  operatorName?: string;
}

/** Content failed validation (spec 6.3). */
export interface PostbackE011 {
  /** Kind of traffic. */
  origin: "MMS_MT" | (string & {});
  /** Event code. */
  code: "E011";
  /** Id of the transaction, repeated in its postbacks. */
  trackingId: string;
  /** `client-reference` of the request, if given. */
  clientReference?: string;
  /** Kind of content. */
  contentType: string;
  /** URL of the file, as given in the request. */
  contentName: string;
  /** Reason. */
  errorInfo: string;
  /** Mobile operator of the handset, if it is known and the account has `extended-postbacks`. */
  operatorId?: string;
  /** Name of the operator, with `operator-id`. */
  operatorName?: string;
}

/** Audio of a message not transcoded, and sending not triggered (spec 6.3). */
export interface PostbackE012 {
  /** Kind of traffic. */
  origin: "MMS_MT" | (string & {});
  /** Event code. */
  code: "E012";
  /** Id of the transaction, repeated in its postbacks. */
  trackingId: string;
  /** `client-reference` of the request, if given. */
  clientReference?: string;
  /** URL of the file, as given in the request. */
  audioName: string;
  /** Reason. */
  errorInfo: string;
  /** Mobile operator of the handset, if it is known and the account has `extended-postbacks`. */
  operatorId?: string;
  /** Name of the operator, with `operator-id`. */
  operatorName?: string;
}

/** Video of a message not transcoded, and sending not triggered (spec 6.3). */
export interface PostbackE013 {
  /** Kind of traffic. */
  origin: "MMS_MT" | (string & {});
  /** Event code. */
  code: "E013";
  /** Id of the transaction, repeated in its postbacks. */
  trackingId: string;
  /** `client-reference` of the request, if given. */
  clientReference?: string;
  /** URL of the file, as given in the request. */
  videoName: string;
  /** Reason. */
  errorInfo: string;
  /** Mobile operator of the handset, if it is known and the account has `extended-postbacks`. */
  operatorId?: string;
  /** Name of the operator, with `operator-id`. */
  operatorName?: string;
}

/** File of an MMS from an end user. */
export interface InboundFile {
  /** URL of a picture, video, audio, text or SMIL file. */
  file: string;
}

/** MMS from an end user (spec 6.4). */
export interface PostbackN401 {
  /** Kind of traffic. */
  origin: "MMS_MO" | (string & {});
  /** Event code. */
  code: "N401";
  /**
   * Number of the end user with country code. A sender that is no international number is as
   * the carrier spells it: a name, a short code, a national number, or empty.
   */
  from: string;
  /** Short code or number that the message was sent to. */
  to: string;
  /** Subject of the MMS; may be empty. */
  messageSubject: string;
  /** Id of the transaction, repeated in its postbacks. */
  trackingId: string;
  /** Time in ISO 8601 with microseconds and offset. */
  timestamp: string;
  /** Files of the MMS. */
  content: InboundFile[];
  /** Keyword that the text was recognised as, if the account has `extended-postbacks`. */
  keyword?: "STOP" | "STOP ALL" | "START" | "HELP" | (string & {});
  /** Mobile operator of the handset, if it is known and the account has `extended-postbacks`. */
  operatorId?: string;
}

/** SMS sent (spec 6.5). */
export interface PostbackN201 {
  /** Kind of traffic. */
  origin: "SMS_MT" | (string & {});
  /** Event code. */
  code: "N201";
  /** Always SMS. */
  sentAs: "SMS" | (string & {});
  /** Status of the message. */
  status: "Sent" | (string & {});
  /** Short code or number that the message is sent from. */
  from: string;
  /** Recipient's number with country code. */
  to: string;
  /** Time in ISO 8601 with microseconds and offset. */
  timestamp: string;
  /** Id of the transaction, repeated in its postbacks. */
  trackingId: string;
  /** `campaign-ref` of the request, if given. */
  campaignRef?: string;
  /** Mobile operator of the handset, if it is known and the account has `extended-postbacks`. */
  operatorId?: string;
  /** Name of the operator, with `operator-id`. */
  operatorName?: string;
}

/** SMS delivered (spec 6.5). */
export interface PostbackN202 {
  /** Kind of traffic. */
  origin: "SMS_MT" | (string & {});
  /** Event code. */
  code: "N202";
  /** Always SMS. */
  sentAs: "SMS" | (string & {});
  /** Status of the message. */
  status: "Delivered" | (string & {});
  /** Short code or number that the message is sent from. */
  from: string;
  /** Recipient's number with country code. */
  to: string;
  /** Time in ISO 8601 with microseconds and offset. */
  timestamp: string;
  /** Id of the transaction, repeated in its postbacks. */
  trackingId: string;
  /** `campaign-ref` of the request, if given. */
  campaignRef?: string;
  /** Mobile operator of the handset, if it is known and the account has `extended-postbacks`. */
  operatorId?: string;
  /** Name of the operator, with `operator-id`. */
  operatorName?: string;
}

/** SMS failed (spec 6.5). */
export interface PostbackE201 {
  /** Kind of traffic. */
  origin: "SMS_MT" | (string & {});
  /** Event code. */
  code: "E201";
  /** Always SMS. */
  sentAs: "SMS" | (string & {});
  /** Status of the message. */
  status: "Failed" | (string & {});
  /** Short code or number that the message is sent from. */
  from: string;
  /** Recipient's number with country code. */
  to: string;
  /** Time in ISO 8601 with microseconds and offset. */
  timestamp: string;
  /** Id of the transaction, repeated in its postbacks. */
  trackingId: string;
  /** `campaign-ref` of the request, if given. */
  campaignRef?: string;
  /** Mobile operator of the handset, if it is known and the account has `extended-postbacks`. */
  operatorId?: string;
  /** Name of the operator, with `operator-id`. */
  operatorName?: string;
}

/** SMS rejected (spec 6.5). */
export interface PostbackE202 {
  /** Kind of traffic. */
  origin: "SMS_MT" | (string & {});
  /** Event code. */
  code: "E202";
  /** Always SMS. */
  sentAs: "SMS" | (string & {});
  /** Status of the message. */
  status: "Rejected" | (string & {});
  /** Short code or number that the message is sent from. */
  from: string;
  /** Recipient's number with country code. */
  to: string;
  /** Time in ISO 8601 with microseconds and offset. */
  timestamp: string;
  /** Id of the transaction, repeated in its postbacks. */
  trackingId: string;
  /** `campaign-ref` of the request, if given. */
  campaignRef?: string;
  /** Mobile operator of the handset, if it is known and the account has `extended-postbacks`. */
  operatorId?: string;
  /** Name of the operator, with `operator-id`. */
  operatorName?: string;
}

/** SMS from an end user (spec 6.6). */
export interface PostbackN211 {
  /** Kind of traffic. */
  origin: "SMS_MO" | (string & {});
  /** Event code. */
  code: "N211";
  /**
   * Number of the end user with country code. A sender that is no international number is as
   * the carrier spells it: a name, a short code, a national number, or empty.
   */
  from: string;
  /** Short code or number that the message was sent to. */
  to: string;
  /** Text of the SMS. */
  messageText: string;
  /** Time in ISO 8601 with microseconds and offset. */
  timestamp: string;
  /** Id of the transaction, repeated in its postbacks. */
  trackingId: string;
  /** Keyword that the text was recognised as, if the account has `extended-postbacks`. */
  keyword?: "STOP" | "STOP ALL" | "START" | "HELP" | (string & {});
  /** Mobile operator of the handset, if it is known and the account has `extended-postbacks`. */
  operatorId?: string;
}

/** Recipient subscribed to a campaign. */
export interface PostbackN301 {
  /** Kind of traffic. */
  origin: "SUB" | (string & {});
  /** Event code. */
  code: "N301";
  /** Recipient's number with country code. */
  mobile: string;
  /** Reference of the campaign. */
  campaignRef: string;
  /** Sender of the campaign, if it has one. */
  from?: string;
  /** Title of the campaign, if it has one. */
  campaignTitle?: string;
  /** Brand of the campaign, if it has one. */
  brandName?: string;
  /** Cause: an administrator, a request, a text from the handset, a page. */
  source: "MANAGER" | "API" | "MO" | "WEB" | (string & {});
  /** Time in ISO 8601 with microseconds and offset. */
  timestamp: string;
}

/** Subscription of a recipient ended. */
export interface PostbackN302 {
  /** Kind of traffic. */
  origin: "SUB" | (string & {});
  /** Event code. */
  code: "N302";
  /** Recipient's number with country code. */
  mobile: string;
  /** Reference of the campaign. */
  campaignRef: string;
  /** Sender of the campaign, if it has one. */
  from?: string;
  /** Title of the campaign, if it has one. */
  campaignTitle?: string;
  /** Brand of the campaign, if it has one. */
  brandName?: string;
  /** Cause: an administrator, a request, a text from the handset, a page or an import. */
  source: "MANAGER" | "API" | "MO" | "WEB" | "IMPORTED" | (string & {});
  /** Time in ISO 8601 with microseconds and offset. */
  timestamp: string;
}

/** Link in a message opened, the first time and then at most once a minute. */
export interface PostbackN311 {
  /** Kind of traffic. */
  origin: "LINK" | (string & {});
  /** Event code. */
  code: "N311";
  /** Short code or number that the message is sent from. */
  from: string;
  /** Recipient's number with country code. */
  to: string;
  /** Id of the transaction, repeated in its postbacks. */
  trackingId: string;
  /** `client-reference` of the request, if given. */
  clientReference?: string;
  /** Address that the link leads to. */
  url: string;
  /** Clicks on the link so far. */
  clicks: number;
  /** Time in ISO 8601 with microseconds and offset. */
  timestamp: string;
}

/** Postback with a code that this version knows. */
export type KnownPostback =
  | PostbackN101
  | PostbackN102
  | PostbackN103
  | PostbackE101
  | PostbackE102
  | PostbackN003
  | PostbackE002
  | PostbackE003
  | PostbackE004
  | PostbackN013
  | PostbackE011
  | PostbackE012
  | PostbackE013
  | PostbackN401
  | PostbackN201
  | PostbackN202
  | PostbackE201
  | PostbackE202
  | PostbackN211
  | PostbackN301
  | PostbackN302
  | PostbackN311;

const barcodeFields: Shape = {
  id: ["id"],
  positionX: ["position-x"],
  positionY: ["position-y"],
  width: ["width"],
  height: ["height"],
  foregroundColor: ["foreground-color"],
  backgroundColor: ["background-color"],
  borderWidth: ["border-width"],
  type: ["type"],
  hideText: ["hide-text"],
  transparent: ["transparent"],
  font: ["font"],
  fontSize: ["font-size"],
  alignment: ["alignment"],
  rotate: ["rotate"],
};

const textAreaFields: Shape = {
  text: ["text"],
  positionX: ["position-x"],
  positionY: ["position-y"],
  font: ["font"],
  fontSize: ["font-size"],
  fontColor: ["font-color"],
  width: ["width"],
};

const imageFileFields: Shape = {
  url: ["url"],
  backgroundImageUrl: ["background-image-url"],
  addBarcode: ["add-barcode"],
  barcode: ["barcode", barcodeFields],
  addTextArea: ["add-text-area"],
  textArea: ["text-area", textAreaFields, "map"],
};

const contentFileFields: Shape = {
  url: ["url"],
};

const slideFields: Shape = {
  image: ["image", imageFileFields],
  audio: ["audio", contentFileFields],
  video: ["video", contentFileFields],
  contact: ["contact", contentFileFields],
  calendar: ["calendar", contentFileFields],
  pdf: ["pdf", contentFileFields],
  msExcel: ["ms-excel", contentFileFields],
  messageText: ["message-text"],
};

const savemmsRequestFields: Shape = {
  messageSubject: ["message-subject"],
  fallbackSmsText: ["fallback-sms-text"],
  disableFallbackSms: ["disable-fallback-sms"],
  disableFallbackSmsLink: ["disable-fallback-sms-link"],
  clientReference: ["client-reference"],
  name: ["name"],
  slide: ["slide", slideFields],
};

const savemmsResponseFields: Shape = {
  status: ["status"],
  statusDetails: ["status-details"],
  mmsId: ["mms-id"],
};

const deliveryWindowFields: Shape = {
  days: ["days"],
  from: ["from"],
  to: ["to"],
  timeZone: ["time-zone"],
};

const customSlideFields: Shape = {
  customMessageText: ["custom-message-text"],
  customSlide: ["custom-slide"],
};

const dynamicImageFields: Shape = {
  slideNumber: ["slide-number"],
  backgroundImageUrl: ["background-image-url"],
  addBarcode: ["add-barcode"],
  barcode: ["barcode", barcodeFields],
  addTextArea: ["add-text-area"],
  textArea: ["text-area", textAreaFields, "map"],
};

const contactNameFields: Shape = {
  firstName: ["first-name"],
  lastName: ["last-name"],
  suffix: ["suffix"],
};

const contactPhoneFields: Shape = {
  number: ["number"],
  label: ["label"],
};

const contactEmailFields: Shape = {
  id: ["id"],
  label: ["label"],
};

const contactAddressFields: Shape = {
  address: ["address"],
  label: ["label"],
};

const contactWebsiteFields: Shape = {
  url: ["url"],
  label: ["label"],
};

const dynamicContactFields: Shape = {
  slideNumber: ["slide-number"],
  name: ["name", contactNameFields],
  organization: ["organization"],
  title: ["title"],
  photoUrl: ["photo-url"],
  note: ["note"],
  phone: ["phone", contactPhoneFields],
  email: ["email", contactEmailFields],
  physicalAddress: ["physical-address", contactAddressFields],
  website: ["website", contactWebsiteFields],
};

const dynamicCalendarFields: Shape = {
  slideNumber: ["slide-number"],
  eventTitle: ["event-title"],
  eventDescription: ["event-description"],
  eventLocation: ["event-location"],
  eventStartDatetime: ["event-start-datetime"],
  eventEndDatetime: ["event-end-datetime"],
  eventTimezone: ["event-timezone"],
  allDayEvent: ["all-day-event"],
};

const sendsavedmmsRequestFields: Shape = {
  mmsId: ["mms-id"],
  to: ["to"],
  toDisplayonly: ["to-displayonly"],
  from: ["from"],
  campaignRef: ["campaign-ref"],
  messageSubject: ["message-subject"],
  fallbackSmsText: ["fallback-sms-text"],
  disableFallbackSms: ["disable-fallback-sms"],
  disableFallbackSmsLink: ["disable-fallback-sms-link"],
  fallbackSmsLinkExpiration: ["fallback-sms-link-expiration"],
  mmsExpiryTimestamp: ["mms-expiry-timestamp"],
  forceSendAsSms: ["force-send-as-sms"],
  smartEncoding: ["smart-encoding"],
  operatorId: ["operator-id"],
  clientReference: ["client-reference"],
  statusCallback: ["status-callback"],
  sendAt: ["send-at"],
  validUntil: ["valid-until"],
  deliveryWindow: ["delivery-window", deliveryWindowFields],
  priority: ["priority"],
  customSlides: ["custom-slides", customSlideFields],
  mergeTagData: ["merge-tag-data"],
  dynamicImage: ["dynamic-image", dynamicImageFields],
  dynamicContact: ["dynamic-contact", dynamicContactFields],
  dynamicCalendar: ["dynamic-calendar", dynamicCalendarFields],
};

const sendsavedmmsResponseFields: Shape = {
  status: ["status"],
  mmsId: ["mms-id"],
  trackingId: ["tracking-id"],
  to: ["to"],
  from: ["from"],
  state: ["state"],
  statusDetails: ["status-details"],
  warnings: ["warnings"],
};

const sendmmsRequestFields: Shape = {
  to: ["to"],
  toDisplayonly: ["to-displayonly"],
  from: ["from"],
  campaignRef: ["campaign-ref"],
  serviceId: ["service-id"],
  name: ["name"],
  messageSubject: ["message-subject"],
  fallbackSmsText: ["fallback-sms-text"],
  disableFallbackSms: ["disable-fallback-sms"],
  disableFallbackSmsLink: ["disable-fallback-sms-link"],
  fallbackSmsLinkExpiration: ["fallback-sms-link-expiration"],
  mmsExpiryTimestamp: ["mms-expiry-timestamp"],
  forceSendAsSms: ["force-send-as-sms"],
  smartEncoding: ["smart-encoding"],
  operatorId: ["operator-id"],
  clientReference: ["client-reference"],
  statusCallback: ["status-callback"],
  sendAt: ["send-at"],
  validUntil: ["valid-until"],
  deliveryWindow: ["delivery-window", deliveryWindowFields],
  priority: ["priority"],
  slide: ["slide", slideFields],
  mergeTagData: ["merge-tag-data"],
};

const sendmmsResponseFields: Shape = {
  status: ["status"],
  mmsId: ["mms-id"],
  trackingId: ["tracking-id"],
  to: ["to"],
  from: ["from"],
  state: ["state"],
  statusDetails: ["status-details"],
  warnings: ["warnings"],
};

const sendsmsRequestFields: Shape = {
  messageText: ["message-text"],
  to: ["to"],
  from: ["from"],
  campaignRef: ["campaign-ref"],
  operatorId: ["operator-id"],
  clickTracking: ["click-tracking"],
  smartEncoding: ["smart-encoding"],
  clientReference: ["client-reference"],
  statusCallback: ["status-callback"],
  sendAt: ["send-at"],
  validUntil: ["valid-until"],
  deliveryWindow: ["delivery-window", deliveryWindowFields],
  priority: ["priority"],
};

const sendsmsResponseFields: Shape = {
  status: ["status"],
  trackingId: ["tracking-id"],
  to: ["to"],
  from: ["from"],
  segments: ["segments"],
  state: ["state"],
  statusDetails: ["status-details"],
};

const getmmstemplatesRequestFields: Shape = {
  startDate: ["start-date"],
  pageNumber: ["page-number"],
  itemsPerPage: ["items-per-page"],
};

const listedTemplateFields: Shape = {
  mmsId: ["mms-id"],
  mmsName: ["mms-name"],
  mmsSubject: ["mms-subject"],
  dateCreated: ["date-created"],
  totalSlides: ["total-slides"],
  mmsSize: ["mms-size"],
};

const getmmstemplatesResponseFields: Shape = {
  status: ["status"],
  startDate: ["start-date"],
  pageNumber: ["page-number"],
  itemsPerPage: ["items-per-page"],
  totalResults: ["total-results"],
  mmsTemplate: ["mms-template", listedTemplateFields],
};

const deletemmsidRequestFields: Shape = {
  mmsId: ["mms-id"],
};

const deletemmsidResponseFields: Shape = {
  status: ["status"],
  mmsId: ["mms-id"],
};

const geteventsRequestFields: Shape = {
  after: ["after"],
  limit: ["limit"],
  wait: ["wait"],
};

const polledEventFields: Shape = {
  cursor: ["cursor"],
  webhookId: ["webhook-id"],
  body: ["body"],
};

const geteventsResponseFields: Shape = {
  status: ["status"],
  event: ["event", polledEventFields],
  nextCursor: ["next-cursor"],
};

const createimageRequestFields: Shape = {
  backgroundImageUrl: ["background-image-url"],
  addBarcode: ["add-barcode"],
  barcode: ["barcode", barcodeFields],
  addTextArea: ["add-text-area"],
  textArea: ["text-area", textAreaFields, "map"],
};

const createcontactRequestFields: Shape = {
  name: ["name", contactNameFields],
  organization: ["organization"],
  title: ["title"],
  photoUrl: ["photo-url"],
  note: ["note"],
  phone: ["phone", contactPhoneFields],
  email: ["email", contactEmailFields],
  physicalAddress: ["physical-address", contactAddressFields],
  website: ["website", contactWebsiteFields],
};

const createcalendarRequestFields: Shape = {
  eventTitle: ["event-title"],
  eventDescription: ["event-description"],
  eventLocation: ["event-location"],
  eventStartDatetime: ["event-start-datetime"],
  eventEndDatetime: ["event-end-datetime"],
  eventTimezone: ["event-timezone"],
  allDayEvent: ["all-day-event"],
};

const getmessageRequestFields: Shape = {
  trackingId: ["tracking-id"],
  clientReference: ["client-reference"],
};

const statusEventFields: Shape = {
  code: ["code"],
  status: ["status"],
  statusDetails: ["status-details"],
  timestamp: ["timestamp"],
};

const getmessageResponseFields: Shape = {
  status: ["status"],
  trackingId: ["tracking-id"],
  mmsId: ["mms-id"],
  from: ["from"],
  to: ["to"],
  state: ["state"],
  sentAs: ["sent-as"],
  segments: ["segments"],
  acceptedAt: ["accepted-at"],
  dueAt: ["due-at"],
  submittedAt: ["submitted-at"],
  endedAt: ["ended-at"],
  validUntil: ["valid-until"],
  clientReference: ["client-reference"],
  campaignRef: ["campaign-ref"],
  operatorId: ["operator-id"],
  statusDetails: ["status-details"],
  carrierStatus: ["carrier-status"],
  events: ["events", statusEventFields],
};

const getmessagesRequestFields: Shape = {
  to: ["to"],
  from: ["from"],
  state: ["state"],
  clientReference: ["client-reference"],
  startDate: ["start-date"],
  endDate: ["end-date"],
  cursor: ["cursor"],
  limit: ["limit"],
};

const messageStatusFields: Shape = {
  trackingId: ["tracking-id"],
  mmsId: ["mms-id"],
  from: ["from"],
  to: ["to"],
  state: ["state"],
  sentAs: ["sent-as"],
  segments: ["segments"],
  acceptedAt: ["accepted-at"],
  dueAt: ["due-at"],
  submittedAt: ["submitted-at"],
  endedAt: ["ended-at"],
  validUntil: ["valid-until"],
  clientReference: ["client-reference"],
  campaignRef: ["campaign-ref"],
  operatorId: ["operator-id"],
  statusDetails: ["status-details"],
  carrierStatus: ["carrier-status"],
};

const getmessagesResponseFields: Shape = {
  status: ["status"],
  message: ["message", messageStatusFields],
  nextCursor: ["next-cursor"],
};

const getblocksRequestFields: Shape = {
  from: ["from"],
  cursor: ["cursor"],
  limit: ["limit"],
};

const blockedRecipientFields: Shape = {
  mobile: ["mobile"],
  from: ["from"],
  since: ["since"],
  source: ["source"],
};

const getblocksResponseFields: Shape = {
  status: ["status"],
  block: ["block", blockedRecipientFields],
  nextCursor: ["next-cursor"],
};

const blockRequestFields: Shape = {
  mobile: ["mobile"],
  from: ["from"],
};

const blockResponseFields: Shape = {
  status: ["status"],
  mobile: ["mobile"],
  from: ["from"],
};

const unblockRequestFields: Shape = {
  mobile: ["mobile"],
  from: ["from"],
};

const unblockResponseFields: Shape = {
  status: ["status"],
  mobile: ["mobile"],
  from: ["from"],
};

const getlinksRequestFields: Shape = {
  trackingId: ["tracking-id"],
};

const clickedLinkFields: Shape = {
  url: ["url"],
  shortUrl: ["short-url"],
  clicks: ["clicks"],
  lastClickAt: ["last-click-at"],
};

const getlinksResponseFields: Shape = {
  status: ["status"],
  link: ["link", clickedLinkFields],
};

const subscribeRequestFields: Shape = {
  campaignRef: ["campaign-ref"],
  mobile: ["mobile"],
  subscriberRef: ["subscriber-ref"],
  data: ["data"],
  notify: ["notify"],
  cta: ["cta"],
  timezone: ["timezone"],
  source: ["source"],
  collectedAt: ["collected-at"],
  textShown: ["text-shown"],
};

const subscribeResponseFields: Shape = {
  status: ["status"],
  campaignRef: ["campaign-ref"],
  mobile: ["mobile"],
};

const unsubscribeRequestFields: Shape = {
  campaignRef: ["campaign-ref"],
  mobile: ["mobile"],
  notify: ["notify"],
};

const unsubscribeResponseFields: Shape = {
  status: ["status"],
  campaignRef: ["campaign-ref"],
  mobile: ["mobile"],
};

const cancelmessageRequestFields: Shape = {
  trackingId: ["tracking-id"],
};

const cancelmessageResponseFields: Shape = {
  status: ["status"],
  trackingId: ["tracking-id"],
  state: ["state"],
};

const postbackN101Fields: Shape = {
  origin: ["origin"],
  code: ["code"],
  sentAs: ["sent-as"],
  status: ["status"],
  statusDetails: ["status-details"],
  mmsId: ["mms-id"],
  from: ["from"],
  to: ["to"],
  trackingId: ["tracking-id"],
  clientReference: ["client-reference"],
  timestamp: ["timestamp"],
  campaignRef: ["campaign-ref"],
  operatorId: ["operator-id"],
  operatorName: ["operator-name"],
};

const postbackN102Fields: Shape = {
  origin: ["origin"],
  code: ["code"],
  sentAs: ["sent-as"],
  status: ["status"],
  statusDetails: ["status-details"],
  mmsId: ["mms-id"],
  from: ["from"],
  to: ["to"],
  trackingId: ["tracking-id"],
  clientReference: ["client-reference"],
  timestamp: ["timestamp"],
  handset: ["handset"],
  campaignRef: ["campaign-ref"],
  operatorId: ["operator-id"],
  operatorName: ["operator-name"],
};

const postbackN103Fields: Shape = {
  origin: ["origin"],
  code: ["code"],
  sentAs: ["sent-as"],
  status: ["status"],
  statusDetails: ["status-details"],
  mmsId: ["mms-id"],
  from: ["from"],
  to: ["to"],
  trackingId: ["tracking-id"],
  clientReference: ["client-reference"],
  timestamp: ["timestamp"],
  campaignRef: ["campaign-ref"],
  operatorId: ["operator-id"],
  operatorName: ["operator-name"],
};

const postbackE101Fields: Shape = {
  origin: ["origin"],
  code: ["code"],
  sentAs: ["sent-as"],
  status: ["status"],
  statusDetails: ["status-details"],
  mmsId: ["mms-id"],
  from: ["from"],
  to: ["to"],
  trackingId: ["tracking-id"],
  clientReference: ["client-reference"],
  timestamp: ["timestamp"],
  campaignRef: ["campaign-ref"],
  operatorId: ["operator-id"],
  operatorName: ["operator-name"],
};

const postbackE102Fields: Shape = {
  origin: ["origin"],
  code: ["code"],
  sentAs: ["sent-as"],
  status: ["status"],
  statusDetails: ["status-details"],
  mmsId: ["mms-id"],
  from: ["from"],
  to: ["to"],
  trackingId: ["tracking-id"],
  clientReference: ["client-reference"],
  timestamp: ["timestamp"],
  campaignRef: ["campaign-ref"],
  operatorId: ["operator-id"],
  operatorName: ["operator-name"],
};

const postbackN003Fields: Shape = {
  origin: ["origin"],
  code: ["code"],
  mmsId: ["mms-id"],
  trackingId: ["tracking-id"],
  clientReference: ["client-reference"],
  timestamp: ["timestamp"],
};

const postbackE002Fields: Shape = {
  origin: ["origin"],
  code: ["code"],
  mmsid: ["mmsid"],
  trackingid: ["trackingid"],
  clientReference: ["client-reference"],
  audioname: ["audioname"],
};

const postbackE003Fields: Shape = {
  origin: ["origin"],
  code: ["code"],
  mmsId: ["mms-id"],
  trackingid: ["trackingid"],
  clientReference: ["client-reference"],
  videoname: ["videoname"],
};

const postbackE004Fields: Shape = {
  origin: ["origin"],
  code: ["code"],
  mmsid: ["mmsid"],
  trackingid: ["trackingid"],
  clientReference: ["client-reference"],
  imagename: ["imagename"],
};

const postbackN013Fields: Shape = {
  origin: ["origin"],
  code: ["code"],
  mmsId: ["mms-id"],
  trackingId: ["tracking-id"],
  clientReference: ["client-reference"],
  timestamp: ["timestamp"],
  operatorId: ["operator-id"],
  operatorName: ["operator-name"],
};

const postbackE011Fields: Shape = {
  origin: ["origin"],
  code: ["code"],
  trackingId: ["tracking-id"],
  clientReference: ["client-reference"],
  contentType: ["content-type"],
  contentName: ["content-name"],
  errorInfo: ["error-info"],
  operatorId: ["operator-id"],
  operatorName: ["operator-name"],
};

const postbackE012Fields: Shape = {
  origin: ["origin"],
  code: ["code"],
  trackingId: ["tracking-id"],
  clientReference: ["client-reference"],
  audioName: ["audio-name"],
  errorInfo: ["error-info"],
  operatorId: ["operator-id"],
  operatorName: ["operator-name"],
};

const postbackE013Fields: Shape = {
  origin: ["origin"],
  code: ["code"],
  trackingId: ["tracking-id"],
  clientReference: ["client-reference"],
  videoName: ["video-name"],
  errorInfo: ["error-info"],
  operatorId: ["operator-id"],
  operatorName: ["operator-name"],
};

const inboundFileFields: Shape = {
  file: ["file"],
};

const postbackN401Fields: Shape = {
  origin: ["origin"],
  code: ["code"],
  from: ["from"],
  to: ["to"],
  messageSubject: ["message-subject"],
  trackingId: ["tracking-id"],
  timestamp: ["timestamp"],
  content: ["content", inboundFileFields],
  keyword: ["keyword"],
  operatorId: ["operator-id"],
};

const postbackN201Fields: Shape = {
  origin: ["origin"],
  code: ["code"],
  sentAs: ["sent-as"],
  status: ["status"],
  from: ["from"],
  to: ["to"],
  timestamp: ["timestamp"],
  trackingId: ["tracking-id"],
  campaignRef: ["campaign-ref"],
  operatorId: ["operator-id"],
  operatorName: ["operator-name"],
};

const postbackN202Fields: Shape = {
  origin: ["origin"],
  code: ["code"],
  sentAs: ["sent-as"],
  status: ["status"],
  from: ["from"],
  to: ["to"],
  timestamp: ["timestamp"],
  trackingId: ["tracking-id"],
  campaignRef: ["campaign-ref"],
  operatorId: ["operator-id"],
  operatorName: ["operator-name"],
};

const postbackE201Fields: Shape = {
  origin: ["origin"],
  code: ["code"],
  sentAs: ["sent-as"],
  status: ["status"],
  from: ["from"],
  to: ["to"],
  timestamp: ["timestamp"],
  trackingId: ["tracking-id"],
  campaignRef: ["campaign-ref"],
  operatorId: ["operator-id"],
  operatorName: ["operator-name"],
};

const postbackE202Fields: Shape = {
  origin: ["origin"],
  code: ["code"],
  sentAs: ["sent-as"],
  status: ["status"],
  from: ["from"],
  to: ["to"],
  timestamp: ["timestamp"],
  trackingId: ["tracking-id"],
  campaignRef: ["campaign-ref"],
  operatorId: ["operator-id"],
  operatorName: ["operator-name"],
};

const postbackN211Fields: Shape = {
  origin: ["origin"],
  code: ["code"],
  from: ["from"],
  to: ["to"],
  messageText: ["message-text"],
  timestamp: ["timestamp"],
  trackingId: ["tracking-id"],
  keyword: ["keyword"],
  operatorId: ["operator-id"],
};

const postbackN301Fields: Shape = {
  origin: ["origin"],
  code: ["code"],
  mobile: ["mobile"],
  campaignRef: ["campaign-ref"],
  from: ["from"],
  campaignTitle: ["campaign-title"],
  brandName: ["brand-name"],
  source: ["source"],
  timestamp: ["timestamp"],
};

const postbackN302Fields: Shape = {
  origin: ["origin"],
  code: ["code"],
  mobile: ["mobile"],
  campaignRef: ["campaign-ref"],
  from: ["from"],
  campaignTitle: ["campaign-title"],
  brandName: ["brand-name"],
  source: ["source"],
  timestamp: ["timestamp"],
};

const postbackN311Fields: Shape = {
  origin: ["origin"],
  code: ["code"],
  from: ["from"],
  to: ["to"],
  trackingId: ["tracking-id"],
  clientReference: ["client-reference"],
  url: ["url"],
  clicks: ["clicks"],
  timestamp: ["timestamp"],
};

/** Names of the fields of postbacks, by code. */
export const postbackFields: Readonly<Record<string, Shape>> = {
  N101: postbackN101Fields,
  N102: postbackN102Fields,
  N103: postbackN103Fields,
  E101: postbackE101Fields,
  E102: postbackE102Fields,
  N003: postbackN003Fields,
  E002: postbackE002Fields,
  E003: postbackE003Fields,
  E004: postbackE004Fields,
  N013: postbackN013Fields,
  E011: postbackE011Fields,
  E012: postbackE012Fields,
  E013: postbackE013Fields,
  N401: postbackN401Fields,
  N201: postbackN201Fields,
  N202: postbackN202Fields,
  E201: postbackE201Fields,
  E202: postbackE202Fields,
  N211: postbackN211Fields,
  N301: postbackN301Fields,
  N302: postbackN302Fields,
  N311: postbackN311Fields,
};

/** Client of a slidepost service, with the API key of one account. */
export class Client extends Transport {
  /** Saves an MMS template and transcodes its content (spec 4.3). */
  savemms(
    request: SavemmsRequest,
    options?: CallOptions,
  ): Promise<SavemmsResponse> {
    return this.postForJson(
      "savemms",
      request,
      options,
      savemmsRequestFields,
      savemmsResponseFields,
    );
  }

  /** Sends a saved MMS template to one recipient (spec 4.4). */
  sendsavedmms(
    request: SendsavedmmsRequest,
    options?: CallOptions,
  ): Promise<SendsavedmmsResponse> {
    return this.postForJson(
      "sendsavedmms",
      request,
      options,
      sendsavedmmsRequestFields,
      sendsavedmmsResponseFields,
    );
  }

  /**
   * Sends an MMS to one recipient in one call. Its files are fetched and fitted after the
   * response: N013 says that this is done and that sending begins, E011, E012 and E013 name a
   * file that cannot be used, and then the message fails (E101). Each request asks for each of
   * its files, conditionally where an earlier response had an ETag or Last-Modified; equal
   * content is transcoded once.
   */
  sendmms(
    request: SendmmsRequest,
    options?: CallOptions,
  ): Promise<SendmmsResponse> {
    return this.postForJson(
      "sendmms",
      request,
      options,
      sendmmsRequestFields,
      sendmmsResponseFields,
    );
  }

  /** Sends an SMS (spec 4.5). */
  sendsms(
    request: SendsmsRequest,
    options?: CallOptions,
  ): Promise<SendsmsResponse> {
    return this.postForJson(
      "sendsms",
      request,
      options,
      sendsmsRequestFields,
      sendsmsResponseFields,
    );
  }

  /**
   * Lists the account's templates by pages, newest first. A template that is removed while pages
   * are read leaves a gap on its page, so that no other is missed.
   */
  getmmstemplates(
    request: GetmmstemplatesRequest,
    options?: CallOptions,
  ): Promise<GetmmstemplatesResponse> {
    return this.postForJson(
      "getmmstemplates",
      request,
      options,
      getmmstemplatesRequestFields,
      getmmstemplatesResponseFields,
    );
  }

  /**
   * Removes a template. It is gone at once for every action; its files go once no accepted
   * message and no hosted page needs them.
   */
  deletemmsid(
    request: DeletemmsidRequest,
    options?: CallOptions,
  ): Promise<DeletemmsidResponse> {
    return this.postForJson(
      "deletemmsid",
      request,
      options,
      deletemmsidRequestFields,
      deletemmsidResponseFields,
    );
  }

  /**
   * Polls the account's events, each once and in their order, in place of a receiver of postbacks
   * or beside it. Reading marks nothing: events are there until their message is removed.
   */
  getevents(
    request: GeteventsRequest,
    options?: CallOptions,
  ): Promise<GeteventsResponse> {
    return this.postForJson(
      "getevents",
      request,
      options,
      geteventsRequestFields,
      geteventsResponseFields,
    );
  }

  /**
   * Draws a JPEG of a background, a barcode and texts, at least one of them (spec 4.6, 2.6). It
   * has the size of the background; without one, that of the drawing, on white.
   */
  createimage(
    request: CreateimageRequest,
    options?: CallOptions,
  ): Promise<FileResponse> {
    return this.postForFile("createimage", request, options, createimageRequestFields);
  }

  /** Generates a vCard file (spec 4.7, 2.7). */
  createcontact(
    request: CreatecontactRequest,
    options?: CallOptions,
  ): Promise<FileResponse> {
    return this.postForFile("createcontact", request, options, createcontactRequestFields);
  }

  /** Generates an iCalendar file (spec 4.8, 2.8). */
  createcalendar(
    request: CreatecalendarRequest,
    options?: CallOptions,
  ): Promise<FileResponse> {
    return this.postForFile("createcalendar", request, options, createcalendarRequestFields);
  }

  /**
   * Tells what has become of a message. With a `tracking-id` and a `client-reference`, the message
   * must have both.
   */
  getmessage(
    request: GetmessageRequest,
    options?: CallOptions,
  ): Promise<GetmessageResponse> {
    return this.postForJson(
      "getmessage",
      request,
      options,
      getmessageRequestFields,
      getmessageResponseFields,
    );
  }

  /**
   * Lists messages, the newest first. A page can have fewer messages than its `limit`, or none,
   * where many that do not match lie between: there are more as long as there is a `next-cursor`.
   */
  getmessages(
    request: GetmessagesRequest,
    options?: CallOptions,
  ): Promise<GetmessagesResponse> {
    return this.postForJson(
      "getmessages",
      request,
      options,
      getmessagesRequestFields,
      getmessagesResponseFields,
    );
  }

  /** Lists the recipients that senders of the account may not message, by number. */
  getblocks(
    request: GetblocksRequest,
    options?: CallOptions,
  ): Promise<GetblocksResponse> {
    return this.postForJson(
      "getblocks",
      request,
      options,
      getblocksRequestFields,
      getblocksResponseFields,
    );
  }

  /**
   * Blocks a recipient: no message is sent to it from then on. A block that there is already stays
   * as it is.
   */
  block(
    request: BlockRequest,
    options?: CallOptions,
  ): Promise<BlockResponse> {
    return this.postForJson("block", request, options, blockRequestFields, blockResponseFields);
  }

  /**
   * Lifts blocks of a recipient that the account has made by `block`. Refused with E114 where the
   * recipient has opted out, or an administrator has made the block.
   */
  unblock(
    request: UnblockRequest,
    options?: CallOptions,
  ): Promise<UnblockResponse> {
    return this.postForJson(
      "unblock",
      request,
      options,
      unblockRequestFields,
      unblockResponseFields,
    );
  }

  /** Lists the short links of a message, in the order of its text, with their clicks. */
  getlinks(
    request: GetlinksRequest,
    options?: CallOptions,
  ): Promise<GetlinksResponse> {
    return this.postForJson(
      "getlinks",
      request,
      options,
      getlinksRequestFields,
      getlinksResponseFields,
    );
  }

  /**
   * Subscribes a recipient to a campaign of the account, or asks for a confirmation by a text
   * first (`cta`). A recipient who is subscribed already stays so, and nothing is sent.
   */
  subscribe(
    request: SubscribeRequest,
    options?: CallOptions,
  ): Promise<SubscribeResponse> {
    return this.postForJson(
      "subscribe",
      request,
      options,
      subscribeRequestFields,
      subscribeResponseFields,
    );
  }

  /**
   * Ends a recipient's subscription to a campaign of the account. Where there is none, nothing
   * changes.
   */
  unsubscribe(
    request: UnsubscribeRequest,
    options?: CallOptions,
  ): Promise<UnsubscribeResponse> {
    return this.postForJson(
      "unsubscribe",
      request,
      options,
      unsubscribeRequestFields,
      unsubscribeResponseFields,
    );
  }

  /**
   * Calls a message back, until it is submitted to a carrier: each message is either submitted or
   * canceled. It causes no postback, and a second request has the same response.
   */
  cancelmessage(
    request: CancelmessageRequest,
    options?: CallOptions,
  ): Promise<CancelmessageResponse> {
    return this.postForJson(
      "cancelmessage",
      request,
      options,
      cancelmessageRequestFields,
      cancelmessageResponseFields,
    );
  }
}
