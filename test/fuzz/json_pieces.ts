/** Pieces of requests at the JSON door: honest fields, and values that no client should send. */
import type { Action } from "../../src/generated/json.ts";

/** URL of a port on which nothing listens. */
const NOWHERE = "http://127.0.0.1:9/file";

const CONTACT = {
  name: { "first-name": "Ada", "last-name": "Łukasz Jr.", suffix: "PhD" },
  organization: "Shop; & Co, Ltd",
  title: "Owner",
  note: "Line one\nline two",
  phone: [{ number: "+1 617 555 0101", label: "Work" }, { number: "16175550102" }],
  email: [{ id: "ada@example.com", label: "Home" }],
  "physical-address": [{ address: "1 Street, Town", label: "Work" }],
  website: [{ url: "https://example.com", label: "Shop" }],
};

const EVENT = {
  "event-title": "Sale",
  "event-description": "Half of everything",
  "event-location": "Shop",
  "event-start-datetime": "2030-03-10T02:30:00",
  "event-end-datetime": "2030-03-10T04:00:00Z",
  "event-timezone": "America/New_York",
  "all-day-event": "false",
};

const PICTURE = {
  "background-image-url": `${NOWHERE}.jpg`,
  "add-barcode": "yes",
  barcode: {
    id: "4006381333931",
    type: "EAN",
    "position-x": "10",
    "position-y": "10",
    width: "120",
    height: "80",
    "foreground-color": "#000000",
    "background-color": "#ffffff",
    "border-width": "1",
    "hide-text": "true",
    font: "OpenSans",
    "font-size": "12",
    alignment: "Center",
    rotate: "90",
  },
  "add-text-area": "yes",
  "text-area": {
    "text-area-1": {
      text: "For you 🎉",
      "position-x": "5",
      "position-y": "5",
      font: "Ubuntu",
      "font-size": "16",
      "font-color": "#112233",
      width: 100,
    },
  },
};

const SENT = {
  from: "111122",
  to: "16175550101",
  "campaign-ref": "spring",
  "operator-id": "0001470",
};

const SAVED = {
  "message-subject": "Spring is here",
  "fallback-sms-text": "You have got a picture message.",
  "disable-fallback-sms": "false",
  "disable-fallback-sms-link": false,
  "client-reference": "reference",
};

/** All fields of every action. */
export const FIELDS: Record<Action, Record<string, unknown>> = {
  savemms: {
    name: "A name",
    ...SAVED,
    slide: [
      { "message-text": "Hello {$name|friend}" },
      { image: { url: `${NOWHERE}.jpg` }, audio: [{ url: `${NOWHERE}.mp3` }] },
      { video: { url: `${NOWHERE}.mp4` }, "message-text": "A film" },
      { pdf: { url: `${NOWHERE}.pdf` } },
    ],
  },
  sendsavedmms: {
    ...SENT,
    ...SAVED,
    "mms-id": "",
    "to-displayonly": "16175550102, 16175550103",
    "fallback-sms-link-expiration": "2090-01-01T00:00:00Z",
    "mms-expiry-timestamp": "2090-01-01T00:00:00+02:00",
    "force-send-as-sms": "true",
    "custom-slides": [{ "custom-message-text": "Instead", "custom-slide": "1" }],
    "merge-tag-data": { name: "Ada", points: 1200 },
    "dynamic-image": [{ ...PICTURE, "slide-number": "1" }],
    "dynamic-contact": [{ ...CONTACT, "slide-number": "2" }],
    "dynamic-calendar": [EVENT],
  },
  sendsms: {
    ...SENT,
    "message-text": "Read https://example.com/a?b=c and www.example.org",
    "click-tracking": "true",
  },
  createimage: PICTURE,
  createcontact: { ...CONTACT, "photo-url": `${NOWHERE}.png` },
  createcalendar: EVENT,
};

/** Names of fields of other objects, and names that are special in JavaScript. */
export const NAMES = [
  ...["action", "to", "from", "mms-id", "slide", "image", "url", "message-text", "barcode", "id"],
  ...["text-area", "text-area-9", "name", "phone", "label", "slide-number", "merge-tag-data"],
  ...["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "length", "then"],
  ...["toJSON", "", " ", "\0", "0", "-1", "Message-Text", "żółw"],
] as const;

const nested = (levels: number): unknown => {
  let value: unknown = "in the middle";
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

/** Values that no client should send, of every type. */
export const VALUES: readonly unknown[] = [
  ...[null, true, false, 0, -1, 0.5, 1e308, -1e-308, 2 ** 53, [], {}, [[]], [null], [{}]],
  ...["", " ", "\0", "a\0b", "\ud83c", "a\ud83cb", "\ufeff", "\u202e", "\r\n", "\r\nx-a: b"],
  ...["true", "yes", "0", "-1", "1e3", "0x10", "NaN", "Infinity", "99999999999999999999", "１２"],
  ...["+1 (617) 555-0101", "0016175550101", "16175550101,16175550102", "+", "000", "1".repeat(40)],
  ...["{$name|friend}", "{$name", "{$|}", "{$a|{$b|c}}", "{{{$", "%s%n", "${7*7}", "$1$&$`"],
  ...[
    "<script>alert(1)</script>",
    "'; drop table messages; --",
    "\\",
    `"`,
    "BEGIN:VCARD",
    "=?UTF-8?",
  ],
  ...["2030-02-30T25:61:00Z", "2030-03-10T02:30:00", "+275760-09-13T00:00:00Z", "P1D", "now"],
  ...["America/Nowhere", "UTC", "Etc/GMT+99", "#12", "#gggggg", "red", "EAN", "QR Code", "PDF417"],
  ...[
    "http://",
    "http://[",
    "http://127.0.0.1:9/",
    "http://169.254.169.254/latest",
    "//x",
    "data:,",
  ],
  ...[
    "file:///etc/passwd",
    "javascript:alert(1)",
    "https://user:word@example.com:99999/",
    "http://é",
  ],
  ...["a".repeat(161), "ż".repeat(71), "😀".repeat(5001), "a".repeat(65_537), "\u0301".repeat(300)],
  ...["https://a.example ".repeat(200), "{$a|b}".repeat(500), "\n".repeat(1000)],
  ...[nested(50), nested(2000), Array(1000).fill({}), Array(10).fill("a"), { length: -1 }],
  Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`k${i}`, i])),
];

export const CONTENT_TYPES = [
  "application/json; charset=utf-8",
  "application/json;charset=UTF8",
  "application/json; charset=latin1",
  "APPLICATION/JSON",
  "application/jsonp",
  "text/json",
  "text/plain",
  "application/json, text/plain",
  ";",
  "",
];
