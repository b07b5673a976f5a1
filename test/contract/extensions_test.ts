/** Fields of openapi.yaml beyond the spec's tables are marked as extensions, and no others are. */
import assert from "node:assert/strict";
import type { Schema } from "../../tools/generate/document.ts";
import { MMS_STATUS } from "./postback_fields.ts";
import { document } from "./validate.ts";

const IMAGE = [
  "background-image-url",
  "add-barcode",
  "barcode",
  "add-text-area",
  "text-area",
];
const CONTACT = [
  "name",
  "organization",
  "title",
  "photo-url",
  "note",
  "phone",
  "email",
  "physical-address",
  "website",
];
const EVENT = [
  "event-title",
  "event-description",
  "event-location",
  "event-start-datetime",
  "event-end-datetime",
  "event-timezone",
  "all-day-event",
];
const REPORT = [...MMS_STATUS, "campaign-ref"];
const SMS_STATUS = [
  "origin",
  "code",
  "sent-as",
  "status",
  "from",
  "to",
  "timestamp",
  "tracking-id",
  "campaign-ref",
];
const ENCODED = ["origin", "code", "mms-id", "tracking-id", "client-reference", "timestamp"];

/** Extensions of every send. */
const SCHEDULE = ["send-at", "valid-until", "delivery-window", "priority"];

/** Fields of requests, objects and responses by the spec's tables (2.3 to 2.8, 4.3 to 4.8). */
const SCHEMAS: [schema: string, section: string, fields: string[], extensions?: string[]][] = [
  ["SavemmsRequest", "4.3", [
    "action",
    "message-subject",
    "fallback-sms-text",
    "disable-fallback-sms",
    "disable-fallback-sms-link",
    "client-reference",
    "name",
    "slide",
  ]],
  ["SavemmsResponse", "4.3", ["status", "status-details", "mms-id"]],
  ["Slide", "2.3", [
    "image",
    "audio",
    "video",
    "contact",
    "calendar",
    "pdf",
    "ms-excel",
    "message-text",
  ]],
  ["ContentFile", "2.3", ["url"]],
  ["SendsavedmmsRequest", "4.4", [
    "action",
    "mms-id",
    "to",
    "to-displayonly",
    "from",
    "campaign-ref",
    "message-subject",
    "fallback-sms-text",
    "disable-fallback-sms",
    "disable-fallback-sms-link",
    "fallback-sms-link-expiration",
    "mms-expiry-timestamp",
    "force-send-as-sms",
    "client-reference",
    "custom-slides",
    "merge-tag-data",
    "dynamic-image",
    "dynamic-contact",
    "dynamic-calendar",
  ], ["operator-id", "smart-encoding", "status-callback", ...SCHEDULE]],
  ["SendsavedmmsResponse", "4.4", [
    "status",
    "mms-id",
    "tracking-id",
    "to",
    "from",
    "status-details",
  ], ["state", "warnings"]],
  ["CustomSlide", "4.4", ["custom-message-text", "custom-slide"]],
  ["SendsmsRequest", "4.5", [
    "action",
    "message-text",
    "to",
    "from",
    "campaign-ref",
    "click-tracking",
  ], ["client-reference", "operator-id", "smart-encoding", "status-callback", ...SCHEDULE]],
  ["SendsmsResponse", "4.5", ["status", "tracking-id", "to", "from", "status-details"], [
    "segments",
    "state",
  ]],
  ["CreateimageRequest", "4.6", ["action", ...IMAGE]],
  ["CreatecontactRequest", "4.7", ["action", ...CONTACT]],
  ["CreatecalendarRequest", "4.8", ["action", ...EVENT]],
  ["DynamicImage", "2.6", ["slide-number", ...IMAGE]],
  ["DynamicContact", "2.7", ["slide-number", ...CONTACT]],
  ["DynamicCalendar", "2.8", ["slide-number", ...EVENT]],
  ["ContactName", "2.7", ["first-name", "last-name", "suffix"]],
  ["Barcode", "2.4", [
    "id",
    "position-x",
    "position-y",
    "width",
    "height",
    "foreground-color",
    "background-color",
    "border-width",
    "type",
    "hide-text",
    "transparent",
    "font",
    "font-size",
    "alignment",
    "rotate",
  ]],
  ["TextArea", "2.5", [
    "text",
    "position-x",
    "position-y",
    "font",
    "font-size",
    "font-color",
    "width",
  ]],
  ["Failure", "4.3", ["status", "error-code", "error-info"], ["help"]],
  ["SendsmsFailure", "4.5", ["status", "error-code", "error-info", "to"], ["help"]],
];

/** Fields of postbacks (spec 6.2 to 6.6), odd spellings included. */
const POSTBACKS: Record<string, string[]> = {
  N101: REPORT,
  N102: [...REPORT, "handset"],
  N103: REPORT,
  E101: REPORT,
  E102: REPORT,
  N003: ENCODED,
  N013: ENCODED,
  E002: ["origin", "code", "mmsid", "trackingid", "client-reference", "audioname"],
  E003: ["origin", "code", "mms-id", "trackingid", "client-reference", "videoname"],
  E004: ["origin", "code", "mmsid", "trackingid", "client-reference", "imagename"],
  E011: [
    "origin",
    "code",
    "tracking-id",
    "client-reference",
    "content-type",
    "content-name",
    "error-info",
  ],
  E012: ["origin", "code", "tracking-id", "client-reference", "audio-name", "error-info"],
  E013: ["origin", "code", "tracking-id", "client-reference", "video-name", "error-info"],
  N401: [
    "origin",
    "code",
    "from",
    "to",
    "message-subject",
    "tracking-id",
    "timestamp",
    "content",
  ],
  N201: SMS_STATUS,
  N202: SMS_STATUS,
  E201: SMS_STATUS,
  E202: SMS_STATUS,
  N211: ["origin", "code", "from", "to", "message-text", "timestamp", "tracking-id"],
};

const OPERATOR = ["operator-id", "operator-name"];
const KEYWORD = ["keyword", "operator-id"];

/** Fields beyond the spec that postbacks have for accounts with `extended-postbacks`. */
const EXTENDED: Record<string, string[]> = {
  N101: OPERATOR,
  N102: OPERATOR,
  N103: OPERATOR,
  E101: OPERATOR,
  E102: OPERATOR,
  N013: OPERATOR,
  E011: OPERATOR,
  E012: OPERATOR,
  E013: OPERATOR,
  N401: KEYWORD,
  N201: OPERATOR,
  N202: OPERATOR,
  E201: OPERATOR,
  E202: OPERATOR,
  N211: KEYWORD,
};

const SUBSCRIPTION = [
  "origin",
  "code",
  "mobile",
  "campaign-ref",
  "from",
  "campaign-title",
  "brand-name",
  "source",
  "timestamp",
];

/** Postbacks and requests beyond the spec, which are extensions as a whole. */
const BEYOND: Record<string, string[]> = {
  PostbackN301: SUBSCRIPTION,
  PostbackN302: SUBSCRIPTION,
  PostbackN311: [
    "origin",
    "code",
    "from",
    "to",
    "tracking-id",
    "client-reference",
    "url",
    "clicks",
    "timestamp",
  ],
  SubscribeRequest: [
    "action",
    "campaign-ref",
    "mobile",
    "subscriber-ref",
    "data",
    "notify",
    "cta",
    "timezone",
    "source",
    "collected-at",
    "text-shown",
  ],
  UnsubscribeRequest: ["action", "campaign-ref", "mobile", "notify"],
  CancelmessageRequest: ["action", "tracking-id"],
};

/** Returns the declared fields: the spec's, and those marked as extensions. */
function fieldsOf(schema: Schema): { spec: string[]; extensions: string[] } {
  const { properties = {} } = document.resolve(schema);
  const names = Object.keys(properties).sort();
  const isOurs = (name: string) => document.resolve(properties[name]!)["x-extension"] === true;
  return { spec: names.filter((name) => !isOurs(name)), extensions: names.filter(isOurs) };
}

for (const [name, section, fields, extensions = []] of SCHEMAS) {
  Deno.test(`spec ${section}: ${name} has the table's fields, and its extensions are marked`, () => {
    assert.deepEqual(fieldsOf(document.schema(name)), {
      spec: [...fields].sort(),
      extensions: [...extensions].sort(),
    });
  });
}

Deno.test("contract 9: actions that the spec lacks are marked as extensions", () => {
  const ofSpec = SCHEMAS.map(([name]) => name);
  for (const { action, name, schema } of document.actions()) {
    assert.equal(schema["x-extension"] ?? false, !ofSpec.includes(name), action);
  }
});

Deno.test("spec 6: postbacks have their section's fields, and those of extended-postbacks behind them", () => {
  const ofSpec = document.webhooks.filter(({ path }) => !(`Postback${path}` in BEYOND));
  assert.deepEqual(ofSpec.map(({ path }) => path).sort(), Object.keys(POSTBACKS).sort());
  for (const { path, body } of ofSpec) {
    const extensions = EXTENDED[path] ?? [];
    assert.deepEqual(fieldsOf(body!.schema), {
      spec: [...POSTBACKS[path]!].sort(),
      extensions,
    }, path);
    const names = Object.keys(document.resolve(body!.schema).properties!);
    assert.deepEqual(names.slice(names.length - extensions.length), extensions, path);
  }
});

for (const [name, fields] of Object.entries(BEYOND)) {
  Deno.test(`contract 9: ${name} is an extension as a whole, with these fields`, () => {
    const schema = document.schema(name);
    assert.equal(schema["x-extension"], true);
    assert.deepEqual(Object.keys(schema.properties!), fields);
  });
}

Deno.test("contract 3: headers of idempotency and warnings are marked as extensions", () => {
  const { parameters, responses } = document.operation("postAction");
  const headers = { ...responses[200]!.headers };
  const marked = [
    ...parameters.map((parameter) => [parameter.name, parameter] as const),
    ...Object.entries(headers),
  ].filter(([, schema]) => (schema as unknown as Schema)["x-extension"]).map(([name]) => name);
  assert.deepEqual(marked, [
    "Idempotency-Key",
    "Idempotent-Replayed",
    "Idempotency-Stored",
    "Slidepost-Warning",
  ]);
});
