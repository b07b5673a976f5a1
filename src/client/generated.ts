// deno-lint-ignore-file
// Written by `deno task generate` from openapi.yaml. Edit that, not this.
/** Actions as methods; fields keep their wire names (spec 4.3 to 4.8). */
import { type CallOptions, type FileResponse, Transport } from "./transport.ts";

/**
 * Barcode (spec 2.4), as large as its box allows, with the quiet zone that its symbology
 * requires. Its text has the foreground colour.
 */
export interface Barcode {
  /**
   * Content of the barcode; mandatory if it is drawn. EAN takes 7, 8, 12 or 13 digits, UPC-A
   * 11 or 12, Interleaved 2of5 an even number of digits, Code 11 digits and dashes; these,
   * Code 39 and Code 128 (ASCII) take at most 80 characters. Other symbologies take any text
   * within their capacity.
   */
  "id"?: string;
  /** Distance from the left edge, in pixels. */
  "position-x"?: string;
  /** Distance from the top edge, in pixels. */
  "position-y"?: string;
  /** Width, in pixels; by default more than 300 if the barcode needs it. */
  "width"?: string;
  /** Size, in pixels. */
  "height"?: string;
  /** Colour as hexadecimal red, green and blue. */
  "foreground-color"?: string;
  /** Colour as hexadecimal red, green and blue. */
  "background-color"?: string;
  /** Width of a frame inside the box, in pixels; it has the foreground colour. */
  "border-width"?: string;
  /** Symbology, in any letter case. */
  "type"?:
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
  /** Whether to omit the text at the bottom centre. */
  "hide-text"?: boolean;
  /** Whether to omit the background. */
  "transparent"?: boolean;
  /** Typeface, in any letter case. */
  "font"?: "Arvo" | "Arial" | "ArialMT" | "OpenSans" | "LiberationSans" | "Ubuntu";
  /** Size, in pixels. */
  "font-size"?: string;
  /** Alignment of the barcode in its box, in any letter case; its text is centred below it. */
  "alignment"?: "Left" | "Center" | "Right";
  /** Clockwise rotation, in degrees. A quarter turn of 300×100 occupies 100×300. */
  "rotate"?: "0" | "90" | "180" | "270";
}

export interface TextArea {
  /**
   * Text to draw; mandatory if the text area is drawn. The limit of 1,000 characters also
   * applies after merge tags are replaced.
   */
  "text"?: string;
  /** Distance from the left edge, in pixels. */
  "position-x"?: string;
  /** Distance from the top edge, in pixels. */
  "position-y"?: string;
  /** Typeface, in any letter case. */
  "font"?: "Arvo" | "Arial" | "ArialMT" | "OpenSans" | "LiberationSans" | "Ubuntu";
  /** Size, in pixels. */
  "font-size"?: string;
  /** Colour as hexadecimal red, green and blue. */
  "font-color"?: string;
  /** Width at which the text wraps, in pixels. */
  "width"?: string | number;
}

/**
 * A file by its `url`; without one, an image template (spec 4.4, rule 3): the fields of
 * `createimage`, with merge tags in the barcode's `id` and in the texts. It is drawn for each
 * recipient; an element whose tag has no value stays blank.
 */
export interface ImageFile {
  /** Public, absolute http or https URL. */
  "url"?: string;
  /** URL of an existing JPEG; 640×1138 pixels and 200 KB are recommended. */
  "background-image-url"?: string;
  /**
   * Whether to draw the following object: `yes` makes it mandatory, `no` ignores it. By default
   * it is drawn if present.
   */
  "add-barcode"?: "yes" | "no";
  /**
   * Barcode (spec 2.4), as large as its box allows, with the quiet zone that its symbology
   * requires. Its text has the foreground colour.
   */
  "barcode"?: Barcode;
  /**
   * Whether to draw the following object: `yes` makes it mandatory, `no` ignores it. By default
   * it is drawn if present.
   */
  "add-text-area"?: "yes" | "no";
  /** Text areas under the keys `text-area-1` to `text-area-8` (spec 2.5). */
  "text-area"?: Record<string, TextArea>;
}

export interface ContentFile {
  /** Public, absolute http or https URL. */
  "url": string;
}

/**
 * Slide with content of one kind, text, or both (spec 2.3). An image can be combined with
 * audio, but not with video; audio and video exclude each other; contact, calendar, PDF and
 * Excel files can be combined with text only.
 */
export interface Slide {
  /** An image, or several, of which the first is used. */
  "image"?: ImageFile | ImageFile[];
  /** A file, or several, of which the first is used. */
  "audio"?: ContentFile | ContentFile[];
  /** A file, or several, of which the first is used. */
  "video"?: ContentFile | ContentFile[];
  /** A file, or several, of which the first is used. */
  "contact"?: ContentFile | ContentFile[];
  /** A file, or several, of which the first is used. */
  "calendar"?: ContentFile | ContentFile[];
  /** A file, or several, of which the first is used. */
  "pdf"?: ContentFile | ContentFile[];
  /** A file, or several, of which the first is used. */
  "ms-excel"?: ContentFile | ContentFile[];
  /** Text with any Unicode characters; mandatory on a slide without content. */
  "message-text"?: string;
}

/** Saves an MMS template and transcodes its content (spec 4.3). */
export interface SavemmsRequest {
  /**
   * Subject. Up to 80 characters are supported; further ones may be cut off. At most 40
   * characters without Unicode or emoji have the best deliverability. Toll-free senders may
   * not support a subject.
   */
  "message-subject"?: string;
  /**
   * Text of the fallback SMS; at most 110 characters have the best deliverability. Mandatory
   * if the account may send fallback SMS and `disable-fallback-sms` is not true.
   */
  "fallback-sms-text"?: string;
  /** Whether to disable the fallback SMS, which is sent if the MMS cannot be delivered. */
  "disable-fallback-sms"?: boolean;
  /** Whether to omit the link to the MMS content from the fallback SMS. */
  "disable-fallback-sms-link"?: boolean;
  /** Customer's own id of the transaction, returned in its postbacks. */
  "client-reference"?: string;
  /** Name of the template, for internal reference. */
  "name": string;
  /** Slides in the order of display. */
  "slide": Slide[];
}

export interface SavemmsResponse {
  /** Success. */
  "status": "success";
  /** Result in words. */
  "status-details": string;
  /** Id of the template. */
  "mms-id": string;
}

export interface CustomSlide {
  /** Text of the slide for this recipient. */
  "custom-message-text": string;
  /** Slide number, counted from 1. */
  "custom-slide": string;
}

/** Fields of `createimage`, and the slide (spec 2.6). */
export interface DynamicImage {
  /**
   * Target slide, counted from 1; by default the last. A number beyond the last slide adds a
   * slide, up to the ninth; beyond that, the object is left out and listed in `warnings`.
   */
  "slide-number"?: string;
  /** URL of an existing JPEG; 640×1138 pixels and 200 KB are recommended. */
  "background-image-url"?: string;
  /**
   * Whether to draw the following object: `yes` makes it mandatory, `no` ignores it. By default
   * it is drawn if present.
   */
  "add-barcode"?: "yes" | "no";
  /**
   * Barcode (spec 2.4), as large as its box allows, with the quiet zone that its symbology
   * requires. Its text has the foreground colour.
   */
  "barcode"?: Barcode;
  /**
   * Whether to draw the following object: `yes` makes it mandatory, `no` ignores it. By default
   * it is drawn if present.
   */
  "add-text-area"?: "yes" | "no";
  /** Text areas under the keys `text-area-1` to `text-area-8` (spec 2.5). */
  "text-area"?: Record<string, TextArea>;
}

/** First name, last name or both, with letters, digits, spaces and periods only. */
export interface ContactName {
  /** Part of the name; mandatory if the other part is blank. */
  "first-name"?: string;
  /** Part of the name; mandatory if the other part is blank. */
  "last-name"?: string;
  /** Name suffix, such as Jr. */
  "suffix"?: string;
}

/** Fields of `createcontact`, and the slide (spec 2.7). */
export interface DynamicContact {
  /**
   * Target slide, counted from 1; by default the last. A number beyond the last slide adds a
   * slide, up to the ninth; beyond that, the object is left out and listed in `warnings`.
   */
  "slide-number"?: string;
  /** First name, last name or both, with letters, digits, spaces and periods only. */
  "name": ContactName;
  /** Organisation that the person works for. */
  "organization"?: string;
  /** Position of the person. */
  "title"?: string;
  /** URL of a GIF, JPEG or PNG image. */
  "photo-url"?: string;
  /** Free-text note. */
  "note"?: string;
  /** Telephone numbers; those after the fourth are ignored. */
  "phone"?: ({
    /** Telephone number in any notation. */
    "number": string;
    /** Kind of number, in any letter case. */
    "label"?: "Work" | "Home" | "Mobile" | "Fax" | "Pager" | "Main" | "Other";
  })[];
  /** E-mail addresses; those after the fourth are ignored. */
  "email"?: ({
    /** E-mail address. */
    "id": string;
    /** Kind of address, in any letter case. */
    "label"?: "Work" | "Home";
  })[];
  /** Postal addresses; those after the fourth are ignored. */
  "physical-address"?: ({
    /** Postal address in one line. */
    "address": string;
    /** Kind of address, in any letter case. */
    "label"?: "Work" | "Home";
  })[];
  /** Websites; those after the fourth are ignored. */
  "website"?: ({
    /** URL of the website. */
    "url": string;
    /** Free-text label, cut to 100 characters. */
    "label"?: string;
  })[];
}

/** Fields of `createcalendar`, and the slide (spec 2.8). */
export interface DynamicCalendar {
  /**
   * Target slide, counted from 1; by default the last. A number beyond the last slide adds a
   * slide, up to the ninth; beyond that, the object is left out and listed in `warnings`.
   */
  "slide-number"?: string;
  /** Title of the event. */
  "event-title": string;
  /** Description of the event. */
  "event-description": string;
  /** Location of the event. */
  "event-location": string;
  /** Start in ISO 8601, local to `event-timezone`; a time zone designator is ignored. */
  "event-start-datetime": string;
  /** End in ISO 8601, local to `event-timezone`; a time zone designator is ignored. */
  "event-end-datetime": string;
  /** Time zone of the tz database, such as America/New_York. */
  "event-timezone": string;
  /** Whether the event lasts from 00:00 UTC of the start date to 23:59 UTC of the end date. */
  "all-day-event"?: boolean;
}

/** Sends a saved MMS template to one recipient (spec 4.4). */
export interface SendsavedmmsRequest {
  /** Id of the template, saved with an API key of the same account. */
  "mms-id": string;
  /** Recipient's number with country code; must be in a country of the sender. */
  "to": string;
  /**
   * Comma-separated numbers with country code, at most 100, shown as further recipients of a
   * group. The message is delivered to `to` only.
   */
  "to-displayonly"?: string;
  /**
   * Short code, toll-free or 10DLC number with country code, provisioned to the account.
   * Alphanumeric senders work only with carriers of certain countries, not in the USA.
   */
  "from": string;
  /**
   * Campaign that the recipient is subscribed to; mandatory if Enforce Campaign Check is on for
   * the account.
   */
  "campaign-ref"?: string;
  /**
   * Subject in place of the template's; at most 40 characters without Unicode have the best
   * deliverability. The limit of 1,000 characters also applies after merge tags are
   * replaced.
   */
  "message-subject"?: string;
  /**
   * Text of the fallback SMS in place of the template's; 20 to 110 characters have the best
   * deliverability. Mandatory if `disable-fallback-sms` is false.
   */
  "fallback-sms-text"?: string;
  /** Whether to disable the fallback SMS, which is sent if the MMS cannot be delivered. */
  "disable-fallback-sms"?: boolean;
  /** Whether to omit the link to the MMS content from the fallback SMS. */
  "disable-fallback-sms-link"?: boolean;
  /**
   * Expiry of the link in the fallback SMS, in ISO 8601. Default and maximum: 1 year from
   * the request.
   */
  "fallback-sms-link-expiration"?: string;
  /**
   * Time at which delivery attempts stop, in ISO 8601. Default and maximum: 3 days from the
   * request.
   */
  "mms-expiry-timestamp"?: string;
  /**
   * Whether to send an SMS, regardless of `disable-fallback-sms`. Without an operator id,
   * the operator lookup is skipped, too. Refused for accounts that may not send fallback
   * SMS.
   */
  "force-send-as-sms"?: boolean;
  /** Id of the recipient's operator; equivalent to `X-Service-Carrier-Id`. */
  "operator-id"?: string;
  /** Customer's own id of the transaction, returned in its postbacks. */
  "client-reference"?: string;
  /** Texts in place of those of the template's slides. */
  "custom-slides"?: CustomSlide[];
  /**
   * Values of the merge tags `{$variable|default}` by variable; names match in any letter
   * case. A tag without a value takes its default, which may be empty. Tags are replaced in
   * slide texts, the subject, the fallback text and image templates; inserted values are not
   * scanned for tags.
   */
  "merge-tag-data"?: Record<string, string>;
  /**
   * Images drawn for this recipient. An image that cannot share its slide gets a slide of
   * its own after it. Slides past the ninth are left out and listed in `warnings`.
   */
  "dynamic-image"?: DynamicImage[];
  /** Contacts generated for this recipient. */
  "dynamic-contact"?: DynamicContact[];
  /** Calendar events generated for this recipient. */
  "dynamic-calendar"?: DynamicCalendar[];
}

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
  /** Result in words. */
  "status-details": string;
  /**
   * Objects of the request, and slides past the ninth, that do not fit into the message and
   * are left out. Absent if there are none.
   */
  "warnings"?: string[];
}

/** Sends an SMS (spec 4.5). */
export interface SendsmsRequest {
  /**
   * Text of the SMS. Up to 160 characters of the GSM alphabet, or 70 of Unicode, make one
   * message; longer text is sent and billed as several, at most 255.
   */
  "message-text": string;
  /** Recipient's number with country code. */
  "to": string;
  /**
   * Short code, toll-free or 10DLC number with country code, provisioned to the account.
   * Alphanumeric senders work only with carriers of certain countries, not in the USA.
   */
  "from": string;
  /**
   * Campaign that the recipient is subscribed to; mandatory if Enforce Campaign Check is on for
   * the account.
   */
  "campaign-ref"?: string;
  /** Id of the recipient's operator; equivalent to `X-Service-Carrier-Id`. */
  "operator-id"?: string;
  /** Whether to replace each link with a short one that counts clicks. */
  "click-tracking"?: boolean;
}

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
  /** Result in words. */
  "status-details": string;
}

/**
 * Draws a JPEG of a background, a barcode and texts, at least one of them (spec 4.6, 2.6). It
 * has the size of the background; without one, that of the drawing, on white.
 */
export interface CreateimageRequest {
  /** URL of an existing JPEG; 640×1138 pixels and 200 KB are recommended. */
  "background-image-url"?: string;
  /**
   * Whether to draw the following object: `yes` makes it mandatory, `no` ignores it. By default
   * it is drawn if present.
   */
  "add-barcode"?: "yes" | "no";
  /**
   * Barcode (spec 2.4), as large as its box allows, with the quiet zone that its symbology
   * requires. Its text has the foreground colour.
   */
  "barcode"?: Barcode;
  /**
   * Whether to draw the following object: `yes` makes it mandatory, `no` ignores it. By default
   * it is drawn if present.
   */
  "add-text-area"?: "yes" | "no";
  /** Text areas under the keys `text-area-1` to `text-area-8` (spec 2.5). */
  "text-area"?: Record<string, TextArea>;
}

/** Generates a vCard file (spec 4.7, 2.7). */
export interface CreatecontactRequest {
  /** First name, last name or both, with letters, digits, spaces and periods only. */
  "name": ContactName;
  /** Organisation that the person works for. */
  "organization"?: string;
  /** Position of the person. */
  "title"?: string;
  /** URL of a GIF, JPEG or PNG image. */
  "photo-url"?: string;
  /** Free-text note. */
  "note"?: string;
  /** Telephone numbers; those after the fourth are ignored. */
  "phone"?: ({
    /** Telephone number in any notation. */
    "number": string;
    /** Kind of number, in any letter case. */
    "label"?: "Work" | "Home" | "Mobile" | "Fax" | "Pager" | "Main" | "Other";
  })[];
  /** E-mail addresses; those after the fourth are ignored. */
  "email"?: ({
    /** E-mail address. */
    "id": string;
    /** Kind of address, in any letter case. */
    "label"?: "Work" | "Home";
  })[];
  /** Postal addresses; those after the fourth are ignored. */
  "physical-address"?: ({
    /** Postal address in one line. */
    "address": string;
    /** Kind of address, in any letter case. */
    "label"?: "Work" | "Home";
  })[];
  /** Websites; those after the fourth are ignored. */
  "website"?: ({
    /** URL of the website. */
    "url": string;
    /** Free-text label, cut to 100 characters. */
    "label"?: string;
  })[];
}

/** Generates an iCalendar file (spec 4.8, 2.8). */
export interface CreatecalendarRequest {
  /** Title of the event. */
  "event-title": string;
  /** Description of the event. */
  "event-description": string;
  /** Location of the event. */
  "event-location": string;
  /** Start in ISO 8601, local to `event-timezone`; a time zone designator is ignored. */
  "event-start-datetime": string;
  /** End in ISO 8601, local to `event-timezone`; a time zone designator is ignored. */
  "event-end-datetime": string;
  /** Time zone of the tz database, such as America/New_York. */
  "event-timezone": string;
  /** Whether the event lasts from 00:00 UTC of the start date to 23:59 UTC of the end date. */
  "all-day-event"?: boolean;
}

/** Client of a slidepost service, with the API key of one account. */
export class Client extends Transport {
  /** Saves an MMS template and transcodes its content (spec 4.3). */
  savemms(
    request: SavemmsRequest,
    options?: CallOptions,
  ): Promise<SavemmsResponse> {
    return this.postForJson("savemms", request, options);
  }

  /** Sends a saved MMS template to one recipient (spec 4.4). */
  sendsavedmms(
    request: SendsavedmmsRequest,
    options?: CallOptions,
  ): Promise<SendsavedmmsResponse> {
    return this.postForJson("sendsavedmms", request, options);
  }

  /** Sends an SMS (spec 4.5). */
  sendsms(
    request: SendsmsRequest,
    options?: CallOptions,
  ): Promise<SendsmsResponse> {
    return this.postForJson("sendsms", request, options);
  }

  /**
   * Draws a JPEG of a background, a barcode and texts, at least one of them (spec 4.6, 2.6). It
   * has the size of the background; without one, that of the drawing, on white.
   */
  createimage(
    request: CreateimageRequest,
    options?: CallOptions,
  ): Promise<FileResponse> {
    return this.postForFile("createimage", request, options);
  }

  /** Generates a vCard file (spec 4.7, 2.7). */
  createcontact(
    request: CreatecontactRequest,
    options?: CallOptions,
  ): Promise<FileResponse> {
    return this.postForFile("createcontact", request, options);
  }

  /** Generates an iCalendar file (spec 4.8, 2.8). */
  createcalendar(
    request: CreatecalendarRequest,
    options?: CallOptions,
  ): Promise<FileResponse> {
    return this.postForFile("createcalendar", request, options);
  }
}
