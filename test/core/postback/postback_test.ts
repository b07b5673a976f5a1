import assert from "node:assert/strict";
import type { MessageKind } from "../../../src/core/message/message.ts";
import { advanceMessage, type MessageEvent } from "../../../src/core/message/message_state.ts";
import type { InboundMmsRecord, InboundSmsRecord } from "../../../src/core/message/inbound.ts";
import {
  mmsMoPostback,
  preparationPostback,
  smsMoPostback,
  statusPostback,
  type StatusSubject,
  subscriptionPostback,
  templatePostback,
} from "../../../src/core/postback/postback.ts";
import {
  FAILED_DETAILS,
  type OutcomeDetails,
  readException,
  REJECTED_DETAILS,
} from "../../../src/core/message/status_details.ts";
import { CAMPAIGN_DEFAULTS } from "../../../src/core/subscription/campaign.ts";

const AT = 1_782_900_000_123.5;
const TIMESTAMP = "2026-07-01T10:00:00.123500+00:00";

const MESSAGE: StatusSubject = {
  trackingId: "t-1",
  from: "111122",
  to: "16175550101",
  mmsId: "m-1",
  clientReference: "order 7",
  campaignRef: "summer",
};

/** Builds the body of an event's postback, from the state that the event belongs to. */
function bodyOf(
  kind: MessageKind,
  event: MessageEvent,
  message: Partial<StatusSubject> = {},
  facts: Partial<Parameters<typeof statusPostback>[3]> = {},
): string | null {
  const step = advanceMessage(kind, event === "begin" ? "accepted" : "sent", event)!;
  const sentAs = kind === "MMS_MT" ? "MMS" : "SMS";
  return statusPostback(kind, { ...MESSAGE, ...message }, step, { sentAs, at: AT, ...facts })
    ?.body ?? null;
}

/**
 * Builds a postback by spec 6.2, field for field and in its order; `more` is for fields of N102
 * only.
 */
function mms(code: string, status: string, details: string, more = ""): string {
  return `{"origin":"MMS_MT","code":"${code}","sent-as":"MMS","status":"${status}",` +
    `"status-details":"${details}","mms-id":"m-1","from":"111122","to":"16175550101",` +
    `"tracking-id":"t-1","client-reference":"order 7","timestamp":"${TIMESTAMP}",` +
    `${more}"campaign-ref":"summer"}`;
}

/** Builds a postback by spec 6.5. */
function sms(code: string, status: string): string {
  return `{"origin":"SMS_MT","code":"${code}","sent-as":"SMS","status":"${status}",` +
    `"from":"111122","to":"16175550101","timestamp":"${TIMESTAMP}","tracking-id":"t-1",` +
    `"campaign-ref":"summer"}`;
}

const details = (text: OutcomeDetails) => ({ details: text });

const STATUSES: [
  kind: MessageKind,
  event: MessageEvent,
  facts: { details?: OutcomeDetails; handset?: string },
  body: string,
][] = [
  ["MMS_MT", "begin", {}, mms("N101", "Sent", "Message Sent")],
  ["MMS_MT", "delivered", {}, mms("N102", "Delivered", "Message Delivered")],
  [
    "MMS_MT",
    "delivered",
    { handset: "Phone/1.0" },
    mms("N102", "Delivered", "Message Delivered", `"handset":"Phone/1.0",`),
  ],
  ["MMS_MT", "expired", {}, mms("N103", "Expired", "Message Expired")],
  ...([
    "MMS is too big",
    "No way to send MMS or SMS",
    "Internal Routing Error",
    "Content Validation Failed",
    "Audio or Video Transcoding Failed",
  ] as const).map((text): typeof STATUSES[number] => [
    "MMS_MT",
    "failed",
    details(text),
    mms("E101", "Failed", text),
  ]),
  ...(["Message Rejected", "Network Unreachable", "Message Not Supported"] as const).map((
    text,
  ): typeof STATUSES[number] => [
    "MMS_MT",
    "rejected",
    details(text),
    mms("E102", "Rejected", text),
  ]),
  [
    "MMS_MT",
    "unrecognised",
    details("5000:Exception"),
    mms("E102", "Unrecognised", "5000:Exception"),
  ],
  ["SMS_MT", "begin", {}, sms("N201", "Sent")],
  ["SMS_MT", "delivered", { handset: "Phone/1.0" }, sms("N202", "Delivered")],
  ["SMS_MT", "expired", {}, sms("E201", "Failed")],
  ["SMS_MT", "failed", details("Internal Routing Error"), sms("E201", "Failed")],
  ["SMS_MT", "rejected", details("Message Rejected"), sms("E202", "Rejected")],
  ["SMS_MT", "unrecognised", details("5000:Exception"), sms("E201", "Failed")],
];

for (const [kind, event, facts, body] of STATUSES) {
  const { code } = JSON.parse(body);
  Deno.test(`${kind} ${event} ${Object.values(facts)} is ${code}, field for field`, () => {
    assert.equal(bodyOf(kind, event, {}, facts), body);
  });
}

Deno.test("spec 6.2 status texts are those of the table, and no others", () => {
  const tested = (event: MessageEvent) =>
    STATUSES.filter(([kind, of]) => kind === "MMS_MT" && of === event)
      .map(([, , { details }]) => details);
  assert.deepEqual(tested("failed"), [...FAILED_DETAILS]);
  assert.deepEqual(tested("rejected"), [...REJECTED_DETAILS]);
});

Deno.test("spec 6.2 an exception is a number and the word", () => {
  for (const text of ["0:Exception", "5000:Exception", "1234567890:Exception"]) {
    assert.equal(readException(text), text);
  }
  for (const text of ["", ":Exception", "12345678901:Exception", "1:exception", " 1:Exception"]) {
    assert.equal(readException(text), null);
  }
});

Deno.test("an event without a postback has no body", () => {
  assert.equal(bodyOf("MMS_MT", "taken"), null);
});

Deno.test("a fallback SMS has sent-as SMS and is reported as an MMS otherwise", () => {
  const body = bodyOf("MMS_MT", "begin", {}, { sentAs: "SMS" });
  assert.equal(body, mms("N101", "Sent", "Message Sent").replace(`sent-as":"MMS`, `sent-as":"SMS`));
});

Deno.test("fields that the request lacks are left out, not null", () => {
  const nothing = { mmsId: null, clientReference: null, campaignRef: null };
  assert.deepEqual(Object.keys(JSON.parse(bodyOf("MMS_MT", "begin", nothing)!)), [
    "origin",
    "code",
    "sent-as",
    "status",
    "status-details",
    "from",
    "to",
    "tracking-id",
    "timestamp",
  ]);
  assert.ok(!("campaign-ref" in JSON.parse(bodyOf("SMS_MT", "begin", nothing)!)));
});

const TEMPLATE = { mmsId: "m-1", trackingId: "t-1", clientReference: "order 7" };
const FILE = { kind: "image", url: "https://example.com/a b.jpg", reason: "it is gone" };

/** Spec 6.3, odd spellings and all. */
const TEMPLATES = {
  N003: `{"origin":"MMS_MT","code":"N003","mms-id":"m-1","tracking-id":"t-1",` +
    `"client-reference":"order 7","timestamp":"${TIMESTAMP}"}`,
  E002: `{"origin":"MMS_MT","code":"E002","mmsid":"m-1","trackingid":"t-1",` +
    `"client-reference":"order 7","audioname":"https://example.com/a b.jpg"}`,
  E003: `{"origin":"MMS_MT","code":"E003","mms-id":"m-1","trackingid":"t-1",` +
    `"client-reference":"order 7","videoname":"https://example.com/a b.jpg"}`,
  E004: `{"origin":"MMS_MT","code":"E004","mmsid":"m-1","trackingid":"t-1",` +
    `"client-reference":"order 7","imagename":"https://example.com/a b.jpg"}`,
  E011: `{"origin":"MMS_MT","code":"E011","tracking-id":"t-1","client-reference":"order 7",` +
    `"content-type":"image","content-name":"https://example.com/a b.jpg",` +
    `"error-info":"it is gone"}`,
} as const;

for (const [code, body] of Object.entries(TEMPLATES) as [keyof typeof TEMPLATES, string][]) {
  Deno.test(`${code} is the spec's, field for field`, () => {
    assert.deepEqual(templatePostback(code, TEMPLATE, AT, FILE), { code, body });
  });

  Deno.test(`${code} has no client-reference if the request had none`, () => {
    const postback = templatePostback(code, { ...TEMPLATE, clientReference: null }, AT, FILE);
    assert.equal(postback.body, body.replace(`"client-reference":"order 7",`, ""));
  });
}

const SUBMISSION = { ...MESSAGE, mmsId: null };

/** Spec 6.3, for a message of a VASP. */
const PREPARATIONS = {
  N013: `{"origin":"MMS_MT","code":"N013","tracking-id":"t-1","client-reference":"order 7",` +
    `"timestamp":"${TIMESTAMP}"}`,
  E011: TEMPLATES.E011,
  E012: `{"origin":"MMS_MT","code":"E012","tracking-id":"t-1","client-reference":"order 7",` +
    `"audio-name":"https://example.com/a b.jpg","error-info":"it is gone"}`,
  E013: `{"origin":"MMS_MT","code":"E013","tracking-id":"t-1","client-reference":"order 7",` +
    `"video-name":"https://example.com/a b.jpg","error-info":"it is gone"}`,
} as const;

for (const [code, body] of Object.entries(PREPARATIONS) as [keyof typeof PREPARATIONS, string][]) {
  Deno.test(`${code} of a message is the spec's, field for field`, () => {
    assert.deepEqual(preparationPostback(code, SUBMISSION, AT, FILE), { code, body });
  });

  Deno.test(`${code} of a message has no client-reference if the request had none`, () => {
    const postback = preparationPostback(code, { ...SUBMISSION, clientReference: null }, AT, FILE);
    assert.equal(postback.body, body.replace(`"client-reference":"order 7",`, ""));
  });
}

Deno.test("N013 names the template of a message that has one", () => {
  assert.equal(
    preparationPostback("N013", MESSAGE, AT).body,
    PREPARATIONS.N013.replace(`"tracking-id"`, `"mms-id":"m-1","tracking-id"`),
  );
});

Deno.test("a message whose files fit now is reported by N013, not by a status", () => {
  const step = advanceMessage("MMS_MT", "preparing", "prepared")!;
  const body = statusPostback("MMS_MT", SUBMISSION, step, { sentAs: "MMS", at: AT });
  assert.deepEqual(body, { code: "N013", body: PREPARATIONS.N013 });
});

const INBOUND: InboundMmsRecord = {
  trackingId: "t-2",
  account: "acme",
  kind: "MMS_MO",
  connector: "mmsc",
  key: "key",
  from: "16175550111",
  to: "111122",
  subject: "Zażółć",
  operatorId: "0001470",
  files: [
    { name: "a.jpg", type: "image/jpeg", blob: "b", bytes: 1 },
    { name: "b c.txt", type: "text/plain", blob: "c", bytes: 2 },
  ],
  token: "secret",
  receivedAt: AT,
};

const fileUrl = (name: string) => `https://mms.example.com/${name}`;

Deno.test("N401 is the spec's, field for field", () => {
  assert.deepEqual(mmsMoPostback(INBOUND, fileUrl), {
    code: "N401",
    body: `{"origin":"MMS_MO","code":"N401","from":"16175550111","to":"111122",` +
      `"message-subject":"Zażółć","tracking-id":"t-2","timestamp":"${TIMESTAMP}",` +
      `"content":[{"file":"https://mms.example.com/a.jpg"},` +
      `{"file":"https://mms.example.com/b c.txt"}]}`,
  });
});

Deno.test("N401 of a message without subject and files has them empty", () => {
  const body = JSON.parse(mmsMoPostback({ ...INBOUND, subject: null, files: [] }, fileUrl).body);
  assert.deepEqual([body["message-subject"], body.content], ["", []]);
});

const INBOUND_SMS: InboundSmsRecord = {
  trackingId: "t-3",
  account: "acme",
  kind: "SMS_MO",
  connector: "smsc",
  key: "key",
  from: "16175550111",
  to: "111122",
  text: "Zażółć 🎉",
  operatorId: "0001470",
  receivedAt: AT,
};

Deno.test("N211 is the spec's, field for field", () => {
  assert.deepEqual(smsMoPostback(INBOUND_SMS), {
    code: "N211",
    body: `{"origin":"SMS_MO","code":"N211","from":"16175550111","to":"111122",` +
      `"message-text":"Zażółć 🎉","timestamp":"${TIMESTAMP}","tracking-id":"t-3"}`,
  });
});

const CHANGE = { at: AT, recipient: "16175550111", source: "API" } as const;
const CAMPAIGN = { ...CAMPAIGN_DEFAULTS, ref: "spring", createdAt: AT };

Deno.test("N301 and N302 are the family's, field for field", () => {
  const campaign = { ...CAMPAIGN, sender: "111122", title: "Spring sale", brandName: "Tulip" };
  for (const code of ["N301", "N302"] as const) {
    assert.deepEqual(subscriptionPostback({ ...CHANGE, code, campaign }), {
      code,
      body: `{"origin":"SUB","code":"${code}","mobile":"16175550111","campaign-ref":"spring",` +
        `"from":"111122","campaign-title":"Spring sale","brand-name":"Tulip","source":"API",` +
        `"timestamp":"${TIMESTAMP}"}`,
    });
  }
});

Deno.test("N301 of a campaign without a sender, a title and a brand leaves them out", () => {
  const { body } = subscriptionPostback({ ...CHANGE, code: "N301", campaign: CAMPAIGN });
  assert.deepEqual(Object.keys(JSON.parse(body)), [
    "origin",
    "code",
    "mobile",
    "campaign-ref",
    "source",
    "timestamp",
  ]);
});
