/** Rows of the table of errors: the objects that several actions take, in each of them. */
import { bytesOf, redAboveBlue } from "../support/jpegs.ts";
import { settledTemplate } from "./door.ts";
import {
  addAccount,
  type ErrorRow,
  files,
  keys,
  posted,
  SAVE,
  sent,
  templates,
  test,
  TEXT,
  withSlide,
} from "./errors_setup.ts";

type Fault = [fault: string, when: string, fields: Record<string, unknown>, info: RegExp];

const BARCODE = { id: "A-1" };
const TOO_WIDE = { barcode: { ...BARCODE, width: "0" } };

const IMAGES: readonly Fault[] = [
  ["E1503 400", "a barcode without an id", { barcode: {} }, /barcode id is required$/],
  ["E1504 400", "an unknown barcode", { barcode: { id: "A", type: "QR" } }, /barcode type must/],
  ["E1505 400", "a text area without text", { "text-area": { "text-area-1": {} } }, /text is req/],
  [
    "E1506 400",
    "a ninth text area",
    { "text-area": { "text-area-9": { text: "Hi" } } },
    /text-area-1 to text-area-8/,
  ],
  ["E1507 400", "a barcode without a width", TOO_WIDE, /barcode width/],
];

const NAME = { "first-name": "Ada" };
const CONTACTS: readonly Fault[] = [
  ["E1602 400", "a name with a sign", { name: { "last-name": "O'Brien" } }, /name last-name must/],
  [
    "E229 400",
    "a photograph inside a network",
    { "name": NAME, "photo-url": "http://169.254.169.254/photo.jpg" },
    /photo-url: .*public/,
  ],
];

const EVENT = {
  "event-title": "Launch",
  "event-description": "We begin",
  "event-location": "Paris",
  "event-start-datetime": "2026-07-01T10:00:00",
  "event-end-datetime": "2026-07-01T11:00:00",
  "event-timezone": "Europe/Paris",
};
const EVENTS: readonly Fault[] = [
  ["E1701 400", "a start at no time", { "event-start-datetime": "tomorrow" }, /event-start-/],
  ["E1702 400", "an end at no time", { "event-end-datetime": "tomorrow" }, /event-end-/],
  ["E1703 400", "an event without a title", { "event-title": "" }, /event-title/],
  ["E1704 400", "an event without a description", { "event-description": "" }, /event-desc/],
  ["E1705 400", "an event without a location", { "event-location": "" }, /event-location/],
  ["E1706 400", "an unknown zone", { "event-timezone": "Mars/Olympus" }, /event-timezone/],
];

/** Makes rows of faults by the request that has their fields. */
const rowsOf = (
  faults: readonly Fault[],
  where: string,
  ask: (fields: Record<string, unknown>) => ErrorRow[2],
) =>
  faults.map(([fault, when, fields, info]): ErrorRow => [
    fault,
    `${where}: ${when}`,
    ask(fields),
    info,
  ]);

export const OBJECT_ERRORS: readonly ErrorRow[] = [
  ...rowsOf(IMAGES, "the image of a template", (image) => posted(withSlide({ image }))),
  ...rowsOf(IMAGES, "a dynamic image", (image) => sent("ready", { "dynamic-image": [image] })),
  [
    "E1501 400",
    "the image of a template is left out",
    posted(withSlide({ image: { "add-barcode": "no", "barcode": BARCODE } })),
    /slide 2: image/,
  ],
  ...rowsOf(
    CONTACTS,
    "a dynamic contact",
    (contact) => sent("ready", { "dynamic-contact": [contact] }),
  ),
  ...rowsOf(
    EVENTS,
    "a dynamic event",
    (event) => sent("ready", { "dynamic-calendar": [{ ...EVENT, ...event }] }),
  ),
  [
    "E1707 400",
    "an event ends before it starts",
    posted({ action: "createcalendar", ...EVENT, "event-end-datetime": "2026-07-01T09:59:59" }),
    /^event-end-datetime /,
  ],
];

/** Refusals of messages that are the same for an MMS as for an SMS. */
export const SEND_ERRORS: readonly ErrorRow[] = [
  ["E111 400", "from of an MMS is no address", sent("ready", { from: "!" }), /^from is neither/],
  [
    "E111 403",
    "from of an MMS is not provisioned",
    sent("ready", { from: "999999" }),
    "from is not provisioned to this account",
  ],
  [
    "E618 503",
    "the lookup for an MMS fails",
    sent("looked-up", {}, "looked-up"),
    "the operator lookup failed; try again",
  ],
  [
    "E619 403",
    "the routing table serves no MMS to the recipient",
    sent("unserved", {}, "unserved"),
    "the recipient's operator is not provisioned",
  ],
  [
    "E651 400",
    "an unknown operator-id of an MMS",
    sent("ready", { "operator-id": "7" }),
    "operator-id is unknown",
  ],
  [
    "E715 403",
    "the account of an MMS enforces campaigns",
    sent("campaigns", {}, "campaigns"),
    "campaign-ref is required for this account",
  ],
];

const TOO_LONG = "x".repeat(5000);

/** Faults of sends through the admin API: the template, what is sent with it, and the refusal. */
export const TEMPLATE_SENDS: readonly [
  fault: string,
  when: string,
  template: string,
  fields?: Record<string, unknown>,
][] = [
  ["E110 400", "to is no number", "ready", { to: "home" }],
  ["E111 400", "from is no address", "ready", { from: "!" }],
  ["E111 403", "from is not provisioned", "ready", { from: "999999" }],
  ["E228 400", "a tag makes a text too long", "tagged", { "merge-tag-data": { text: TOO_LONG } }],
  ["E313 400", "tags leave nothing of the slides", "tagged-only", {
    "merge-tag-data": { text: "" },
  }],
  ["E622 400", "the account has a fallback now", "no-fallback"],
  ["E1504 400", "a tag makes a barcode invalid", "barcode", { "merge-tag-data": { code: "x" } }],
  ["E1507 400", "a tag makes a drawn text too long", "area", {
    "merge-tag-data": { text: TOO_LONG },
  }],
  ["E1502 422", "a background is gone", "background"],
  ["E103 403", "the account is disabled", "disabled"],
  ["E114 403", "the recipient has opted out", "stopped", { to: "16175550102" }],
  ["E619 403", "the operator is not served", "unserved"],
  ["E715 403", "the account enforces campaigns", "campaigns"],
  ["E626 409", "the template is being encoded", "locked"],
  ["E1001 409", "the template failed encoding", "failed"],
  ["E113 429", "the account's rate is used up", "slow"],
  ["E618 503", "the lookup fails", "looked-up"],
];

/** Saves the templates of these sends, and puts their accounts into the state of the fault. */
export async function prepareSends(): Promise<void> {
  const save = async (name: string, slide: object, more: object = {}, account = "acme") => {
    const key = keys[account];
    templates[name] = await settledTemplate(test, { ...SAVE, slide: [slide], ...more }, { key });
  };
  await save("tagged", { "message-text": "{$text}!" });
  await save("tagged-only", { "message-text": "{$text}" });
  await save("barcode", { image: { barcode: { id: "{$code}", type: "EAN" } } });
  await save("area", { image: { "text-area": { "text-area-1": { text: "{$text}" } } } });
  const picture = await bytesOf(redAboveBlue().jpeg());
  let isGone = false;
  const background = files.respond(
    "gone-later.jpg",
    () =>
      isGone
        ? new Response(null, { status: 404 })
        : new Response(picture, { headers: { "content-type": "image/jpeg" } }),
  );
  await save("background", { image: { "background-image-url": background } });
  isGone = true;
  for (const account of ["campaigns", "looked-up", "unserved"]) {
    await save(account, TEXT, {}, account);
  }
  await addAccount("slow-mms", { rate: 1 });
  await save("slow", TEXT, {}, "slow-mms");
  await addAccount("disabled", {});
  await save("disabled", TEXT, {}, "disabled");
  await test.admin("PATCH", "/accounts/disabled", { disabled: true });
  await addAccount("fallback-later", { allowFallbackSms: false });
  await save("no-fallback", TEXT, { "fallback-sms-text": undefined }, "fallback-later");
  await test.admin("PATCH", "/accounts/fallback-later", { "allow-fallback-sms": true });
}
