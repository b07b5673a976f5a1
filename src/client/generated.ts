// deno-lint-ignore-file
// Written by `deno task generate` from openapi.yaml. Edit that, not this.
/** Actions as methods; fields keep their wire names (spec 4.3 to 4.8). */
import { type CallOptions, type FileResponse, Transport } from "./transport.ts";

/**
 * A barcode (spec 2.4), as large as its box allows with the quiet zone that its type asks for.
 * Its text has the foreground colour.
 */
export interface Barcode {
  /**
   * What it says; mandatory where the barcode is drawn. EAN takes 7, 8, 12 or 13 digits,
   * UPC-A 11 or 12, Interleaved 2of5 an even number, Code 11 digits and dashes; these, Code
   * 39 and Code 128 (ASCII) take 80 characters at most. Others take any text, as long as
   * their type has room for it.
   */
  "id"?: string;
  /** Pixels from the left. */
  "position-x"?: string;
  /** Pixels from the top. */
  "position-y"?: string;
  /** Pixels; without it, more than 300 where the barcode needs them. */
  "width"?: string;
  /** Pixels. */
  "height"?: string;
  /** Hexadecimal red, green and blue. */
  "foreground-color"?: string;
  /** Hexadecimal red, green and blue. */
  "background-color"?: string;
  /** Pixels of a frame inside the box, in the foreground colour. */
  "border-width"?: string;
  /** Symbology; any letter case is taken. */
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
  /** Leaves out the text at the bottom centre. */
  "hide-text"?: boolean;
  /** Leaves out the background. */
  "transparent"?: boolean;
  /** Typeface; any letter case is taken. */
  "font"?: "Arvo" | "Arial" | "ArialMT" | "OpenSans" | "LiberationSans" | "Ubuntu";
  /** Pixels. */
  "font-size"?: string;
  /** Where in its box the barcode stands, any letter case; its text is centred under it. */
  "alignment"?: "Left" | "Center" | "Right";
  /** Degrees, clockwise. A quarter turn of 300×100 takes up 100×300. */
  "rotate"?: "0" | "90" | "180" | "270";
}

export interface TextArea {
  /**
   * What is drawn; mandatory where it is. It has at most 1,000 characters once its tags are
   * filled in too.
   */
  "text"?: string;
  /** Pixels from the left. */
  "position-x"?: string;
  /** Pixels from the top. */
  "position-y"?: string;
  /** Typeface; any letter case is taken. */
  "font"?: "Arvo" | "Arial" | "ArialMT" | "OpenSans" | "LiberationSans" | "Ubuntu";
  /** Pixels. */
  "font-size"?: string;
  /** Hexadecimal red, green and blue. */
  "font-color"?: string;
  /** Pixels, after which the text goes on in the next line. */
  "width"?: string | number;
}

/**
 * A file by its `url`; or, without one, an image template (spec 4.4, rule 3): the fields of
 * `createimage`, with merge tags in the barcode's `id` and in the texts. It is made for each
 * recipient; an element whose tag has no value stays blank.
 */
export interface ImageFile {
  /** A public, absolute http or https URL. */
  "url"?: string;
  /** A jpg that exists; best 640×1138 pixels and 200 KB. */
  "background-image-url"?: string;
  /**
   * Whether the object that follows is drawn; then it is required. Without this it is drawn where
   * it is there.
   */
  "add-barcode"?: "yes" | "no";
  /**
   * A barcode (spec 2.4), as large as its box allows with the quiet zone that its type asks for.
   * Its text has the foreground colour.
   */
  "barcode"?: Barcode;
  /**
   * Whether the object that follows is drawn; then it is required. Without this it is drawn where
   * it is there.
   */
  "add-text-area"?: "yes" | "no";
  /** Texts under the keys `text-area-1` to `text-area-8` (spec 2.5). */
  "text-area"?: Record<string, TextArea>;
}

export interface ContentFile {
  /** A public, absolute http or https URL. */
  "url": string;
}

/**
 * Content of one kind, text, or both (spec 2.3). An image goes with audio but not with video;
 * audio and video do not go together; contact, calendar, PDF and Excel go with text only.
 */
export interface Slide {
  /** An image, or several of which the first is used and the others are ignored. */
  "image"?: ImageFile | ImageFile[];
  /** A file, or several of which the first is used and the others are ignored. */
  "audio"?: ContentFile | ContentFile[];
  /** A file, or several of which the first is used and the others are ignored. */
  "video"?: ContentFile | ContentFile[];
  /** A file, or several of which the first is used and the others are ignored. */
  "contact"?: ContentFile | ContentFile[];
  /** A file, or several of which the first is used and the others are ignored. */
  "calendar"?: ContentFile | ContentFile[];
  /** A file, or several of which the first is used and the others are ignored. */
  "pdf"?: ContentFile | ContentFile[];
  /** A file, or several of which the first is used and the others are ignored. */
  "ms-excel"?: ContentFile | ContentFile[];
  /** Text with any Unicode characters; mandatory on a slide without content. */
  "message-text"?: string;
}

/** Saves an MMS template and has its content encoded (spec 4.3). */
export interface SavemmsRequest {
  /**
   * Subject; up to 80 characters are supported, further ones may be cut off. 40 characters
   * without Unicode or emoji are delivered best, and toll-free senders may not support a
   * subject.
   */
  "message-subject"?: string;
  /**
   * Text of the fallback SMS, best at most 110 characters. Mandatory when the account may
   * send fallback SMS and `disable-fallback-sms` is not true.
   */
  "fallback-sms-text"?: string;
  /** Sends no SMS where the MMS cannot be delivered. */
  "disable-fallback-sms"?: boolean;
  /** Leaves the link to the MMS content out of the fallback SMS. */
  "disable-fallback-sms-link"?: boolean;
  /** The customer's own id of the transaction, returned in its postbacks. */
  "client-reference"?: string;
  /** Name of the template, for internal reference. */
  "name": string;
  /** The slides in their order. */
  "slide": Slide[];
}

export interface SavemmsResponse {
  /** Success. */
  "status": "success";
  /** What happens next. */
  "status-details": string;
  /** Id of the template. */
  "mms-id": string;
}

export interface CustomSlide {
  /** The slide's text for this recipient. */
  "custom-message-text": string;
  /** A slide, counted from 1. */
  "custom-slide": string;
}

/** Fields of `createimage`, for one slide (spec 2.6). */
export interface DynamicImage {
  /**
   * The slide it goes to, counted from 1; without it, the last. A number beyond the last slide is
   * a slide after it, up to 9; beyond that the object is left out, and `warnings` say so.
   */
  "slide-number"?: string;
  /** A jpg that exists; best 640×1138 pixels and 200 KB. */
  "background-image-url"?: string;
  /**
   * Whether the object that follows is drawn; then it is required. Without this it is drawn where
   * it is there.
   */
  "add-barcode"?: "yes" | "no";
  /**
   * A barcode (spec 2.4), as large as its box allows with the quiet zone that its type asks for.
   * Its text has the foreground colour.
   */
  "barcode"?: Barcode;
  /**
   * Whether the object that follows is drawn; then it is required. Without this it is drawn where
   * it is there.
   */
  "add-text-area"?: "yes" | "no";
  /** Texts under the keys `text-area-1` to `text-area-8` (spec 2.5). */
  "text-area"?: Record<string, TextArea>;
}

/** First name, last name or both, of letters, digits, spaces and periods. */
export interface ContactName {
  /** Mandatory when the other part is blank. */
  "first-name"?: string;
  /** Mandatory when the other part is blank. */
  "last-name"?: string;
  /** What follows the name, such as Jr. */
  "suffix"?: string;
}

/** Fields of `createcontact`, for one slide (spec 2.7). */
export interface DynamicContact {
  /**
   * The slide it goes to, counted from 1; without it, the last. A number beyond the last slide is
   * a slide after it, up to 9; beyond that the object is left out, and `warnings` say so.
   */
  "slide-number"?: string;
  /** First name, last name or both, of letters, digits, spaces and periods. */
  "name": ContactName;
  /** Where the person works. */
  "organization"?: string;
  /** The person's position. */
  "title"?: string;
  /** A gif, jpg or png image. */
  "photo-url"?: string;
  /** Any text. */
  "note"?: string;
  /** Telephone numbers; those after the fourth are ignored. */
  "phone"?: ({
    /** Any spelling. */
    "number": string;
    /** Kind of number; any letter case is taken. */
    "label"?: "Work" | "Home" | "Mobile" | "Fax" | "Pager" | "Main" | "Other";
  })[];
  /** E-mail addresses; those after the fourth are ignored. */
  "email"?: ({
    /** The address. */
    "id": string;
    /** Kind of address; any letter case is taken. */
    "label"?: "Work" | "Home";
  })[];
  /** Postal addresses; those after the fourth are ignored. */
  "physical-address"?: ({
    /** In one line. */
    "address": string;
    /** Kind of address; any letter case is taken. */
    "label"?: "Work" | "Home";
  })[];
  /** Websites; those after the fourth are ignored. */
  "website"?: ({
    /** The address. */
    "url": string;
    /** Any text; it is cut after 100 characters. */
    "label"?: string;
  })[];
}

/** Fields of `createcalendar`, for one slide (spec 2.8). */
export interface DynamicCalendar {
  /**
   * The slide it goes to, counted from 1; without it, the last. A number beyond the last slide is
   * a slide after it, up to 9; beyond that the object is left out, and `warnings` say so.
   */
  "slide-number"?: string;
  /** Title. */
  "event-title": string;
  /** Description. */
  "event-description": string;
  /** Location. */
  "event-location": string;
  /** ISO 8601 in `event-timezone`, whatever designator it carries. */
  "event-start-datetime": string;
  /** ISO 8601 in `event-timezone`, whatever designator it carries. */
  "event-end-datetime": string;
  /** Name in the tz database, such as America/New_York. */
  "event-timezone": string;
  /** From 00:00 UTC of the start date to 23:59 UTC of the end date. */
  "all-day-event"?: boolean;
}

/** Sends a saved MMS template to one recipient (spec 4.4). */
export interface SendsavedmmsRequest {
  /** The template, saved with an API key of the same account. */
  "mms-id": string;
  /** Number of the recipient with country code, in a country of the sender. */
  "to": string;
  /**
   * Comma-separated numbers with country code, at most 100, shown as further recipients of
   * the group. Delivery happens only to `to`.
   */
  "to-displayonly"?: string;
  /**
   * Short code, toll-free or 10DLC number with country code, provisioned to the account. An
   * alphanumeric sender only with carriers of certain countries, not the USA.
   */
  "from": string;
  /** Campaign that the recipient is subscribed to; mandatory while Enforce Campaign Check is on. */
  "campaign-ref"?: string;
  /**
   * Overrides the template's; 40 characters without Unicode are delivered best. It has at
   * most 1,000 characters once its tags are filled in too.
   */
  "message-subject"?: string;
  /**
   * Overrides the template's; best 20 to 110 characters. Mandatory when
   * `disable-fallback-sms` is false.
   */
  "fallback-sms-text"?: string;
  /** Sends no SMS where the MMS cannot be delivered. */
  "disable-fallback-sms"?: boolean;
  /** Leaves the link to the MMS content out of the fallback SMS. */
  "disable-fallback-sms-link"?: boolean;
  /** ISO 8601. When the link ends; by default, and at most, after a year. */
  "fallback-sms-link-expiration"?: string;
  /** ISO 8601. When delivery is given up; by default, and at most, after 3 days. */
  "mms-expiry-timestamp"?: string;
  /**
   * Sends an SMS whatever `disable-fallback-sms` says, and without an operator lookup where
   * no operator id is given. Not for accounts that may not send fallback SMS.
   */
  "force-send-as-sms"?: boolean;
  /** Operator id of the recipient's operator, the same as `X-Service-Carrier-Id`. */
  "operator-id"?: string;
  /** The customer's own id of the transaction, returned in its postbacks. */
  "client-reference"?: string;
  /** Texts that replace those of the template's slides. */
  "custom-slides"?: CustomSlide[];
  /**
   * Values of the merge tags `{$variable|default}` by variable; upper and lower case are the
   * same. A tag without a value becomes its default, which may be empty. Tags stand in slide
   * texts, subject, fallback text and image templates; what they become is never read again.
   */
  "merge-tag-data"?: Record<string, string>;
  /**
   * Images made for this recipient. What its slide has no room for beside the rest gets a
   * slide of its own after it. Slides past the ninth are left out, and `warnings` say so.
   */
  "dynamic-image"?: DynamicImage[];
  /** Contacts made for this recipient. */
  "dynamic-contact"?: DynamicContact[];
  /** Calendar events made for this recipient. */
  "dynamic-calendar"?: DynamicCalendar[];
}

export interface SendsavedmmsResponse {
  /** Success. */
  "status": "Success";
  /** Id of the template. */
  "mms-id": string;
  /** Id of the transaction, also in its postbacks. */
  "tracking-id": string;
  /** Number of the recipient with country code. */
  "to": string;
  /** Short code or number that the message is sent from. */
  "from": string;
  /** What happens next. */
  "status-details": string;
  /**
   * What of the request the message is sent without, for want of room: objects, and slides
   * past the ninth. Absent when there is nothing.
   */
  "warnings"?: string[];
}

/** Sends an SMS (spec 4.5). */
export interface SendsmsRequest {
  /**
   * The text. 160 characters of the GSM alphabet, or 70 of Unicode, make one message; longer
   * text is sent and billed as several, at most 255.
   */
  "message-text": string;
  /** Number of the recipient with country code. */
  "to": string;
  /**
   * Short code, toll-free or 10DLC number with country code, provisioned to the account. An
   * alphanumeric sender only with carriers of certain countries, not the USA.
   */
  "from": string;
  /** Campaign that the recipient is subscribed to; mandatory while Enforce Campaign Check is on. */
  "campaign-ref"?: string;
  /** Operator id of the recipient's operator, the same as `X-Service-Carrier-Id`. */
  "operator-id"?: string;
  /** Replaces each link by a short one and counts its clicks. */
  "click-tracking"?: boolean;
}

export interface SendsmsResponse {
  /** Success. */
  "status": "Success";
  /** Id of the transaction, also in its postbacks. */
  "tracking-id": string;
  /** Number of the recipient with country code. */
  "to": string;
  /** Short code or number that the message is sent from. */
  "from": string;
  /**
   * As how many messages the text is sent and billed. One has 160 characters of the GSM
   * alphabet (those of its extension table count twice) or 70 of Unicode; several have 153
   * or 67 each.
   */
  "segments": number;
  /** What happens next. */
  "status-details": string;
}

/**
 * Makes a JPEG of a background, a barcode and texts; at least one (spec 4.6, 2.6). It is as large
 * as the background, or without one as what is drawn, on white.
 */
export interface CreateimageRequest {
  /** A jpg that exists; best 640×1138 pixels and 200 KB. */
  "background-image-url"?: string;
  /**
   * Whether the object that follows is drawn; then it is required. Without this it is drawn where
   * it is there.
   */
  "add-barcode"?: "yes" | "no";
  /**
   * A barcode (spec 2.4), as large as its box allows with the quiet zone that its type asks for.
   * Its text has the foreground colour.
   */
  "barcode"?: Barcode;
  /**
   * Whether the object that follows is drawn; then it is required. Without this it is drawn where
   * it is there.
   */
  "add-text-area"?: "yes" | "no";
  /** Texts under the keys `text-area-1` to `text-area-8` (spec 2.5). */
  "text-area"?: Record<string, TextArea>;
}

/** Makes a vCard file (spec 4.7, 2.7). */
export interface CreatecontactRequest {
  /** First name, last name or both, of letters, digits, spaces and periods. */
  "name": ContactName;
  /** Where the person works. */
  "organization"?: string;
  /** The person's position. */
  "title"?: string;
  /** A gif, jpg or png image. */
  "photo-url"?: string;
  /** Any text. */
  "note"?: string;
  /** Telephone numbers; those after the fourth are ignored. */
  "phone"?: ({
    /** Any spelling. */
    "number": string;
    /** Kind of number; any letter case is taken. */
    "label"?: "Work" | "Home" | "Mobile" | "Fax" | "Pager" | "Main" | "Other";
  })[];
  /** E-mail addresses; those after the fourth are ignored. */
  "email"?: ({
    /** The address. */
    "id": string;
    /** Kind of address; any letter case is taken. */
    "label"?: "Work" | "Home";
  })[];
  /** Postal addresses; those after the fourth are ignored. */
  "physical-address"?: ({
    /** In one line. */
    "address": string;
    /** Kind of address; any letter case is taken. */
    "label"?: "Work" | "Home";
  })[];
  /** Websites; those after the fourth are ignored. */
  "website"?: ({
    /** The address. */
    "url": string;
    /** Any text; it is cut after 100 characters. */
    "label"?: string;
  })[];
}

/** Makes an iCalendar file (spec 4.8, 2.8). */
export interface CreatecalendarRequest {
  /** Title. */
  "event-title": string;
  /** Description. */
  "event-description": string;
  /** Location. */
  "event-location": string;
  /** ISO 8601 in `event-timezone`, whatever designator it carries. */
  "event-start-datetime": string;
  /** ISO 8601 in `event-timezone`, whatever designator it carries. */
  "event-end-datetime": string;
  /** Name in the tz database, such as America/New_York. */
  "event-timezone": string;
  /** From 00:00 UTC of the start date to 23:59 UTC of the end date. */
  "all-day-event"?: boolean;
}

/** Client of a slidepost service, with the API key of one account. */
export class Client extends Transport {
  /** Saves an MMS template and has its content encoded (spec 4.3). */
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
   * Makes a JPEG of a background, a barcode and texts; at least one (spec 4.6, 2.6). It is as large
   * as the background, or without one as what is drawn, on white.
   */
  createimage(
    request: CreateimageRequest,
    options?: CallOptions,
  ): Promise<FileResponse> {
    return this.postForFile("createimage", request, options);
  }

  /** Makes a vCard file (spec 4.7, 2.7). */
  createcontact(
    request: CreatecontactRequest,
    options?: CallOptions,
  ): Promise<FileResponse> {
    return this.postForFile("createcontact", request, options);
  }

  /** Makes an iCalendar file (spec 4.8, 2.8). */
  createcalendar(
    request: CreatecalendarRequest,
    options?: CallOptions,
  ): Promise<FileResponse> {
    return this.postForFile("createcalendar", request, options);
  }
}
